"""Magic: themes, castings, lasting effects, and minds that resist."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Id, Line

EffectKind: TypeAlias = Literal["effect", "ward", "mind"]
"""Kinds of lasting effects: a general effect, a ward against other magic, and control of a mind."""
Lasting: TypeAlias = Literal["held", "health", "value", "blood"]
"""The ways to sustain an effect: a caster who holds it, or one of the three kinds of sacrifice. Rule: BN-SAC-02."""
Why: TypeAlias = Literal["let go", "released", "countered", "run down", "resisted", "caster died", "over"]
Affects: TypeAlias = Literal["body", "mind", "soul"]
Degree: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
"""A degree of control over a mind. Source: BN-MIND-04 to BN-MIND-08."""


class Theme(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A theme of a caster's magic, with what the magic can and cannot do. Rule: BN-THEME-04."""

    name: Line
    effect: Line
    limitation: Line


class Casting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A use of magic: its theme, and what is sacrificed for it.

    Shape: affects: the parts of a being that the magic affects; gem: an object worth `coins` that is consumed, for one
           round per 10 coins, or until an hour passes; victim: the creature that is killed for the magic
    """

    theme: Line
    affects: Annotated[tuple[Affects, ...], Meta(max_length=3)] = ()
    gem: Id | None = None
    coins: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    victim: Id | None = None


class Effect(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting effect of magic.

    Shape: successes: the successes of its casting, which oppose other magic (BN-SAC-11); what: the text of its task;
           target: the mind that it controls; degree: the degree of control; lasts: what sustains it; die: the number of
           the caster's die that stays lost as a health sacrifice; rounds: the number of rounds that the sacrificed
           value still pays for; held: whether the caster has held it in this round
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
    """The resistance of a mind against magic that would control it, or against an order.

    Rule: BN-MIND-01, BN-MIND-09

    Shape: successes: the number of successes that the mind must equal; makes: the control that begins if it fails, with
           the degree still open; result: the result of the casting, if the casting aimed at this mind only; order,
           effect: the order that the mind may refuse, and the control that gives the order its force; roll: the roll of
           the resisting creature; check: the adventure's check that depends on the outcome
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
    """An order to a creature whose mind is controlled.

    Shape: magnitude: the degree of control that the order needs, set by the game master; stands: whether the creature
           carries out the order
    """

    id: str
    effect: str
    text: str
    magnitude: int | None = None
    stands: bool = False
