"""Selectors, amounts, conditions and costs: the parts of an effect's text before its semicolon.

The parts after the semicolon are steps (`chapters/operations`) and continuous effects (`operations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from services.tcg.catalogue.language.reach import Reach, reaching
from services.tcg.words import Kind, Number, Phase, Side, Slug, Step
from shared.kernel.messages import END

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]+" + END)]
Words: TypeAlias = Annotated[str, Meta(max_length=300, pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]*" + END)]
Compare: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Ref: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(this|host|each|attacker|defender|event\.(card|target|spirit|by|link)|chosen\.[0-9])" + END,
        description="a card that the effect knows: itself, its host, a card of the event, or a chosen target",
    ),
]
Whose: TypeAlias = Literal["you", "opponent", "each_opponent", "any", "owner", "controller"]
Zone: TypeAlias = Literal["form", "savior", "command", "under", "hand", "drop", "main_deck", "spirit_deck", "void"]
Lasting: TypeAlias = Literal[
    "end_of_turn", "end_of_combat_step", "this_attack", "your_next_turn", "while_in_play", "while", "game"
]
"""The duration of a change. `while` also needs the field `as_long_as`. Source: TC-RUL-078."""


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a card's data, such as a condition, a cost or an effect."""

    phrase: ClassVar[str] = ""
    """The template of this part's text, with its fields in braces (see `text.speech`)."""
    one_card: ClassVar[tuple[str, ...]] = ()
    """The fields whose selectors mean a single card if they give no number of cards."""
    added_up: ClassVar[tuple[str, ...]] = ()
    """The fields whose selectors mean all matching cards, where the spirits of all these cards are counted together."""
    picks: ClassVar[bool] = True
    """Whether a player picks among the matching cards if there are more of them than the field's selector takes."""
    reach: ClassVar[Mapping[str, Reach]] = reaching()
    """For each field with a selector, the cards that the selector can name."""
    reach_since_form_2: ClassVar[Mapping[str, Reach]] = reaching()
    """Like `reach`, but checked only in matches that were opened under version 2 (or later) of the decision rules."""


class Var(Part, frozen=True, kw_only=True):
    """The result that an earlier step stored under this name."""

    var: Slug


Who: TypeAlias = Whose | Var
"""A player, by relation to the effect's player, or a player that an earlier `choose_player` step stored."""


class Span(Part, frozen=True, kw_only=True):
    """A range for a number of cards: at least `min`, at most `max`."""

    min: Number
    max: Number


class Reckoned(Part, frozen=True, kw_only=True):
    """A number that is computed when it is needed. Exactly one of the fields is set."""

    count: Selector | None = None
    pwr: Selector | None = None
    level: Selector | None = None
    die: Annotated[int, Meta(ge=2, le=100)] | None = None
    var: Slug | None = None
    plus: tuple[Amount, Amount] | None = None
    times: tuple[Amount, Amount] | None = None


Amount: TypeAlias = Annotated[int, Meta(ge=-99, le=99)] | Reckoned


class Selector(Part, frozen=True, kw_only=True):
    """A selection of cards: one that the effect refers to (`ref`), stored cards (`var`), or filtered cards of a zone.

    The player `by` picks `n` of them. Without `n`, the selector names all of them.
    """

    ref: Ref | None = None
    var: Slug | None = None
    who: Who | None = None
    zone: Zone | tuple[Zone, ...] | None = None
    filter: Condition | None = None
    n: Number | Literal["all"] | Span | None = None
    by: Literal["you", "controller", "opponent", "random"] | None = None


# ---------------------------------------------------------------- conditions


class Test(Part, frozen=True, kw_only=True, tag_field="op"):
    """A condition on the state of the match."""


class OfCards(Test, frozen=True, kw_only=True):
    """A condition on cards. It holds if at least one of the selected cards meets it."""

    one_card = ("of",)
    of: Selector


class CardNumber(OfCards, frozen=True, kw_only=True):
    """A condition that compares a number of a card, such as its PWR or its spirit count, with an amount."""

    cmp: Compare
    n: Amount


class PlayerNumber(Test, frozen=True, kw_only=True):
    """A condition that compares a number of a player, such as the size of the hand, with an amount."""

    who: Who
    cmp: Compare
    n: Amount


class All(Test, frozen=True, kw_only=True, tag="all"):
    """The condition that every listed condition holds."""

    of: tuple[Condition, ...]


class Any(Test, frozen=True, kw_only=True, tag="any"):
    """The condition that at least one listed condition holds."""

    of: tuple[Condition, ...]


class Not(Test, frozen=True, kw_only=True, tag="not"):
    """The condition that the listed condition does not hold."""

    of: Condition


class Comparison(Test, frozen=True, kw_only=True, tag="compare"):
    """The condition that the comparison of two amounts is true."""

    phrase = "{a} {cmp} {b}"
    a: Amount
    cmp: Compare
    b: Amount


class Count(CardNumber, frozen=True, kw_only=True, tag="count"):
    """The condition that the number of selected cards satisfies the comparison."""

    phrase = "the number of {many} {cmp} {n}"


class Exists(OfCards, frozen=True, kw_only=True, tag="exists"):
    """The condition that at least one card matches the selector."""

    phrase = "there is at least one of {many}"


class SpiritsUnder(CardNumber, frozen=True, kw_only=True, tag="spirits_under"):
    """The condition that the number of spirits under a card satisfies the comparison."""

    phrase = "the number of {type}spirits under {of} {cmp} {n}"
    type: Slug | None = None


class IsSpiritualized(OfCards, frozen=True, kw_only=True, tag="is_spiritualized"):
    """The condition that at least one spirit is under the card."""

    phrase = "{of} is spiritualized"


class SpiritualizedThisTurn(OfCards, frozen=True, kw_only=True, tag="spiritualized_this_turn"):
    """The condition that the card was spiritualized this turn, whether or not that counted against its limit."""

    phrase = "{of} was spiritualized this turn"


class HostIs(Test, frozen=True, kw_only=True, tag="host_is"):
    """The condition that the card above this spirit is of this kind."""

    phrase = "the card above is a {kind}"
    kind: Literal["form", "savior"]


class IsAttacking(OfCards, frozen=True, kw_only=True, tag="is_attacking"):
    """The condition that the card is the attacker in the current attack."""

    phrase = "{of} is attacking"


class IsAttacked(OfCards, frozen=True, kw_only=True, tag="is_attacked"):
    """The condition that the card is the target of the current attack."""

    phrase = "{of} is attacked"


class AttackedThisStep(OfCards, frozen=True, kw_only=True, tag="attacked_this_step"):
    """The condition that the card has attacked in this turn's combat step."""

    phrase = "{of} has attacked in this turn's combat step"


class ZoneOpen(Test, frozen=True, kw_only=True, tag="zone_open"):
    """The condition that the player has an open zone of this kind."""

    phrase = "{whose} side has an open {zone} zone"
    zone: Literal["form", "command"]
    who: Who


class VoidCount(PlayerNumber, frozen=True, kw_only=True, tag="void_count"):
    """The condition that the number of spirits in a void satisfies the comparison."""

    phrase = "the number of spirits in {whose} void {cmp} {n}"


class SpiritDeckCount(PlayerNumber, frozen=True, kw_only=True, tag="spirit_deck_count"):
    """The condition that the number of cards left in a spirit deck satisfies the comparison."""

    phrase = "the number of spirits left in {whose} spirit deck {cmp} {n}"


class MainDeckCount(PlayerNumber, frozen=True, kw_only=True, tag="main_deck_count"):
    """The condition that the number of cards left in a main deck satisfies the comparison."""

    phrase = "the number of cards left in {whose} main deck {cmp} {n}"


class HandCount(PlayerNumber, frozen=True, kw_only=True, tag="hand_count"):
    """The condition that the number of cards in a hand satisfies the comparison.

    `back` counts only cards with that back.
    """

    phrase = "the number of {back} in {whose} hand {cmp} {n}"
    back: Literal["main", "spirit", "any"] = "any"


class SaviorSide(Test, frozen=True, kw_only=True, tag="savior_side"):
    """The condition that a savior shows this side: bound or boundless."""

    phrase = "{whose} savior is {side}"
    who: Who
    side: Side


class StepIs(Test, frozen=True, kw_only=True, tag="step_is"):
    """The condition that this is the current step of the turn.

    In an effect without an indicator (timing mark), the condition also sets the timing (TC-RUL-069).
    """

    phrase = "it is {step}"
    step: Step


class PhaseIs(Test, frozen=True, kw_only=True, tag="phase_is"):
    """The condition that this is the current phase of combat.

    In an effect without an indicator, the condition also sets the timing (TC-RUL-069).
    """

    phrase = "it is the {phase} phase"
    phase: Phase


class TurnOf(Test, frozen=True, kw_only=True, tag="turn_of"):
    """The condition that it is this player's turn."""

    phrase = "it is {turn} turn"
    who: Who


class Is(OfCards, frozen=True, kw_only=True, tag="is"):
    """The condition that the card has each property that is set: its name, archetype, tribe, kind, level or type."""

    name: Name | None = None
    archetype: Name | None = None
    tribe: Name | None = None
    kind: Kind | None = None
    level: Number | None = None
    type: Slug | None = None


class Pwr(CardNumber, frozen=True, kw_only=True, tag="pwr"):
    """The condition that the card's current PWR satisfies the comparison."""

    phrase = "{pwr} {cmp} {n}"


class EventIs(Test, frozen=True, kw_only=True, tag="event"):
    """The condition that an event matches every field that is set.

    The event is the one that triggered the effect, or to which the effect responds.
    """

    by: Who | None = None
    card: Selector | None = None
    target: Selector | None = None
    kind: Slug | None = None
    source: Kind | None = None


class Used(Test, frozen=True, kw_only=True, tag="used"):
    """The condition that the number of times an effect of this card was used satisfies the comparison."""

    phrase = "the number of times this card's {used} was used this {per} {cmp} {n}"
    effect: Slug
    per: Literal["turn", "combat", "game"]
    cmp: Compare
    n: Amount


class Counters(Test, frozen=True, kw_only=True, tag="counters"):
    """The condition that the number of counters on a card satisfies the comparison."""

    phrase = "the number of {name} counters on {of} {cmp} {n}"
    one_card = ("of",)
    of: Selector
    name: Slug
    cmp: Compare
    n: Amount


class Players(Test, frozen=True, kw_only=True, tag="players"):
    """The condition that the number of players left in the game satisfies the comparison."""

    phrase = "the number of players in the game {cmp} {n}"
    cmp: Compare
    n: Amount


Condition: TypeAlias = (
    All | Any | Not | Comparison | Count | Exists | SpiritsUnder | IsSpiritualized | SpiritualizedThisTurn | HostIs
    | IsAttacking | IsAttacked | AttackedThisStep | ZoneOpen | VoidCount | SpiritDeckCount | MainDeckCount | HandCount
    | SaviorSide | StepIs | PhaseIs | TurnOf | Is | Pwr | EventIs | Used | Counters | Players
)  # fmt: skip
