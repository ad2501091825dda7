"""Magic: themes, castings, lasting effects, and minds that resist."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Id, Line

EffectKind: TypeAlias = Literal["effect", "ward", "mind"]
"""Kinds of lasting effects: any effect, a ward against other magic, control of a mind."""
Lasting: TypeAlias = Literal["held", "health", "value", "blood"]
"""What sustains an effect: its caster who holds it, or one of the three sacrifices. Rule: BN-SAC-02."""
Why: TypeAlias = Literal["let go", "released", "countered", "run down", "resisted", "caster died", "over"]
Affects: TypeAlias = Literal["body", "mind", "soul"]
Degree: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
"""The degree of control over a mind. Source: BN-MIND-04 to BN-MIND-08."""


class Theme(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A theme of a caster's magic: what it can do, and what it cannot. Rule: BN-THEME-04."""

    name: Line
    effect: Line
    limitation: Line


class Casting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A use of magic: its theme, and what is sacrificed with it.

    Shape: affects: the parts of a being that it affects; gem: an object worth `coins` that is consumed; victim: the
           creature that is killed for it
    """

    theme: Line
    affects: Annotated[tuple[Affects, ...], Meta(max_length=3)] = ()
    gem: Id | None = None
    coins: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    victim: Id | None = None


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting effect of magic.

    Shape: successes: of its casting, which oppose other magic (BN-SAC-11); what: the text of its task; target: the
           controlled mind; degree: of control; lasts: what sustains it; die: the number of the caster's die that stays
           lost as a health sacrifice; rounds: how many bought by value are left; held: its caster has held it in this
           round
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
    """A mind that may resist magic that would control it, or an order.

    Rule: BN-MIND-01, BN-MIND-09

    Shape: successes: how many it must equal; makes: the control that begins if it does not, with its degree still open;
           result: the result of the casting, if it was aimed at one mind only; order, effect: the order that may be
           refused, and the control behind it; roll: the target's; check: the adventure's check that depends on it
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
    """An order to a controlled creature.

    Shape: magnitude: the degree of control that it needs, set by the game master; stands: the creature carries it out
    """

    id: str
    effect: str
    text: str
    magnitude: int | None = None
    stands: bool = False
