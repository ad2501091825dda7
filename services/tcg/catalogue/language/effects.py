"""Effects and cards: triggers, replacements, limits, and the four kinds of cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, field

from services.tcg.catalogue.language.conditions import Condition, Name, Part, Selector, Who, Whose, Words
from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.operations import AnyContinuousEffect, Operation
from services.tcg.words import CommandType, Indicator, Number, Phase, Slug, Step
from shared.kernel.messages import END

AnyOperation: TypeAlias = Operation
"""Any kind of step. `know` replaces this type by the union of all kinds before msgspec decodes the first card."""


def know(steps: Sequence[type[Operation]]) -> None:
    """Register the kinds of steps that a card can have. Call this once, before any card is decoded."""
    globals()["AnyOperation"] = reduce(or_, steps)


EventName: TypeAlias = Literal[
    "turn_started", "step_entered", "phase_entered", "drawn", "discarded", "invoked", "rescued", "spiritualized",
    "despiritualized", "devoured", "spirit_to_void", "form_played", "form_sacrificed", "left_play", "command_played",
    "command_set", "command_flipped", "effect_declared", "effect_resolved", "effect_negated", "attack_declared",
    "combat_won", "damages", "damaged", "savior_flipped", "searched", "die_rolled", "player_lost", "state",
]  # fmt: skip


# ---------------------------------------------------------------- triggers and replacements


class Pattern(Part, frozen=True, kw_only=True):
    """A description of the events that trigger an effect: events of this name that match every field that is set."""

    picks = False
    event: EventName
    by: Whose | None = None
    card: Selector | None = None
    target: Selector | None = None
    spirit: Selector | None = None
    step: Step | None = None
    phase: Phase | None = None
    cause: Slug | None = None
    to: Slug | None = None
    from_: Slug | None = field(name="from", default=None)
    when: Condition | None = None


Would: TypeAlias = Literal[
    "would_be_damaged", "would_leave", "would_draw", "would_go_to_void", "would_discard", "would_be_negated"
]


class Replacement(Part, frozen=True, kw_only=True):
    """An effect that replaces an event with other steps, or prevents the event."""

    picks = False
    event: Would
    of: Selector | None = None
    who: Who | None = None
    cause: Literal["damage", "effect", "sacrifice", "any"] = "any"
    do: tuple[AnyOperation, ...] | Literal["prevent"] = "prevent"


# ---------------------------------------------------------------- effects


class Limit(Part, frozen=True, kw_only=True):
    """A limit on the uses of an effect, counted on this card or on all of the player's cards with this name."""

    count: Annotated[int, Meta(ge=1, le=99)]
    per: Literal["turn", "combat", "game"]
    scope: Literal["card", "name"] = "card"


class Effect(Part, frozen=True, kw_only=True):
    """An ability of a card, with its conditions, its cost and its steps.

    Source: TC-READ-06 to TC-READ-08
    """

    id: Slug
    eti: Indicator
    name: Name | None = None
    independent: bool = False
    zones: Annotated[tuple[Literal["play", "hand", "drop"], ...], Meta(min_length=1)] = ("play",)
    on: Pattern | None = None
    when: Condition | None = None
    targets: Annotated[tuple[Selector, ...], Meta(max_length=4)] = ()
    cost: Annotated[tuple[Cost, ...], Meta(max_length=4)] = ()
    do: Annotated[tuple[AnyOperation, ...], Meta(max_length=12)] = ()
    static: Annotated[tuple[AnyContinuousEffect, ...], Meta(max_length=6)] = ()
    replace: Replacement | None = None
    limit: Limit | None = None
    main: bool = False


# ---------------------------------------------------------------- cards

CAPITALS: Final = "1 to {} capital letters or digits"
"""The description of a card's id or number, in the words of a fault. The maximum length replaces the braces."""


class SaviorFace(Part, frozen=True, kw_only=True):
    """One side of a savior."""

    pwr: Number | None = None
    effects: tuple[Effect, ...] = ()


class Flip(Part, frozen=True, kw_only=True):
    """The condition and the cost for flipping a savior to its boundless side (its second side)."""

    when: Condition
    cost: tuple[Cost, ...] = ()


class Card(Part, frozen=True, kw_only=True, tag_field="kind"):
    """The fields of every card. Source: TC-CARD-01 to TC-CARD-07."""

    id: Slug
    name: Name
    set_id: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,12}" + END, description=CAPITALS.format(12))]
    number: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,8}" + END, description=CAPITALS.format(8))]
    rarity: Name
    archetypes: tuple[Name, ...] = ()
    tribes: tuple[Name, ...] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    flavour: Words | None = None
    notes: Words | None = None


class Savior(Card, frozen=True, kw_only=True, tag="savior"):
    """A savior: its two sides, and its flip condition. Source: TC-SAV-03."""

    bound: SaviorFace
    boundless: SaviorFace
    flip: Flip


class Form(Card, frozen=True, kw_only=True, tag="form"):
    """A form: its level and its PWR. Source: TC-FORM-04."""

    level: Annotated[int, Meta(ge=0, le=3)]
    pwr: Number


class Command(Card, frozen=True, kw_only=True, tag="command"):
    """A command of one of the four types. Source: TC-CMD-06."""

    type: CommandType


class Spirit(Card, frozen=True, kw_only=True, tag="spirit"):
    """A spirit, whose effects work through the card above it. Source: TC-SPI-07."""

    type: Slug
    exclusive: bool = False


AnyCard: TypeAlias = Savior | Form | Command | Spirit


class Cards(Part, frozen=True, kw_only=True):
    """A set of cards: all cards that can be played in a match."""

    name: Name
    cards: Annotated[tuple[AnyCard, ...], Meta(min_length=1, max_length=600)]
