"""Magic: themes, what goes into a casting, effects that go on, and minds that resist."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Id, Line

EffectKind: TypeAlias = Literal["effect", "ward", "mind"]
"""What goes on: anything; what only stands against other magic; control of a mind."""
Lasting: TypeAlias = Literal["held", "health", "value", "blood"]
"""What keeps an effect up: its caster goes on with the task, or one of the three sacrifices. Rule: BN-SAC-02."""
Why: TypeAlias = Literal["let go", "released", "countered", "run down", "resisted", "caster died", "over"]
Affects: TypeAlias = Literal["body", "mind", "soul"]
Degree: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
"""How far a mind is controlled. Source: BN-MIND-04 to BN-MIND-08."""


class Theme(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A theme of somebody who wields magic: what it does, and what it cannot. Rule: BN-THEME-04."""

    name: Line
    effect: Line
    limitation: Line


class Casting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Magic as it is called on: by which theme, and what is sacrificed with it.

    Shape: affects: what of a being it is to reach; gem: a thing of value that is used up, worth so many coins;
           victim: who is killed while it is made
    """

    theme: Line
    affects: Annotated[tuple[Affects, ...], Meta(max_length=3)] = ()
    gem: Id | None = None
    coins: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    victim: Id | None = None


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An effect of magic that goes on.

    Shape: successes: of its casting, which stand against magic that it opposes (BN-SAC-11); what: as the task said it;
           target: whose mind it is; degree: of control; lasts: by what it goes on; die: the number of the caster's die
           that a health sacrifice keeps lost; rounds: left of what value bought; held: its caster has gone on with it
           in this round
    """

    id: str
    caster: str
    theme: str
    what: str
    kind: EffectKind
    successes: int
    target: str | None = None
    degree: int | None = None
    lasts: Lasting = "held"
    die: int | None = None
    rounds: int | None = None
    held: bool = False


class Resistance(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mind that may resist: magic that would control it, or an order. Rule: BN-MIND-01, BN-MIND-09.

    Shape: successes: what it has to equal; makes: the control that begins if it does not, and its degree is not known;
           result: that of the casting, where it is aimed at one mind alone; order, effect: the order that it may
           refuse, and the control it is given by; roll: of the target; check: what of an adventure it is
    """

    id: str
    creature: str
    caster: str
    theme: str
    what: str
    successes: int
    makes: Effect | None = None
    result: str | None = None
    order: str | None = None
    effect: str | None = None
    roll: str | None = None
    check: str | None = None


class Order(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An order to somebody whose mind is controlled.

    Shape: magnitude: the degree it needs, as the game master says; stands: whoever is controlled carries it out
    """

    id: str
    effect: str
    text: str
    magnitude: int | None = None
    stands: bool = False
