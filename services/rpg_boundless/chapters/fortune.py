"""Fortune Rolls: dice answer a yes-or-no question, or two parties roll against each other."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, Ahead, Attribute, Likelihood, RolledPosition
from services.rpg_boundless.chapters.checks import Effort
from services.rpg_boundless.chapters.dice import (
    HitDice,
    PositionNotTaken,
    PositionSet,
    as_rolled,
    extra_position,
    stance_of,
    takes_position,
    throw,
)
from services.rpg_boundless.chapters.pools import StillHidden, check_may_hide
from services.rpg_boundless.chapters.seats import living
from services.rpg_boundless.context import CampaignContext, Hideable, RulingRoll
from services.rpg_boundless.samples import SIGHT, WHY, position
from services.rpg_boundless.settings import Tie
from services.rpg_boundless.state.campaign import KEPT, CampaignState, Character, Hidden
from services.rpg_boundless.state.sheets import ContestResult, Dice, FortuneAnswer, Rolled
from shared.kernel.campaign.authority import Override
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import value_of_secret, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import reason_for
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.pools.position import PositionPool
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class QuestionNeeded(Refusal, rule="FB-FORT-01"):
    """The Fortune Roll has no question: ask a question."""


class LikelihoodUnclear(Refusal, rule="FB-FORT-08"):
    """The Fortune Roll has no source of dice, or several: give one likelihood, Attribute or number of dice."""


class FreeDiceNeedReason(Refusal, rule="FB-R-46"):
    """This campaign forbids a freely chosen number of dice, or wants a reason for it: give what `needs` names."""


class ContestDecided(Refusal, rule="FB-R-45"):
    """This roll has no tie to decide: name a tied roll that is not an attack and has not been annulled or decided."""


# ---------------------------------------------------------------- commands


class Basis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Attribute of a character. Its score is the number of dice of a Fortune Roll."""

    character: Id
    attribute: Attribute


class Odds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice of a Fortune Roll, from exactly one source: a likelihood, an Attribute, or a number with a reason."""

    likelihood: Likelihood | None = None
    basis: Basis | None = None
    dice: Dice | None = None
    reason: Line | None = None


class AskFortune(RulingRoll, Hideable, frozen=True, kw_only=True):
    """Ask a yes-or-no question and roll dice for the answer."""

    covers = ("question", "odds", "position")

    question: Line | None = None
    odds: Odds
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class OpposeFortune(RulingRoll, Hideable, frozen=True, kw_only=True):
    """Roll for two opposed parties, and compare their Hits.

    The settings decide a tie. A hidden tie is never rolled again: if the settings ask for a new roll, the tie counts as
    even.
    """

    covers = ("question", "sides", "position")

    question: Line | None = None
    sides: tuple[Odds, Odds]
    position: RolledPosition | None = None
    hidden: bool | UnsetType = UNSET


class AdjustFortune(Override, frozen=True, kw_only=True):
    """Favour one side of a tied opposed Fortune Roll."""

    roll: Id
    ahead: Literal["first", "second"]


# ---------------------------------------------------------------- events


class FortuneTold(FortuneAnswer, Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Fortune Roll answered a question. Each of the `extra` Hits strengthens a yes.

    `void` is the reason why a hidden roll was annulled before it was revealed: its answer does not count.
    """

    void: str | None = None


class FortuneOpposed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Two opposed parties rolled. `earlier` lists the tied rolls that this roll repeats.

    `attack` says that the roll was an attack: if it came out even, the attack missed, and nothing is left to decide.
    `void` is the reason why a hidden roll was annulled before it was revealed: both rolls are void, and neither
    party is ahead.

    Rule: FB-FORT-09, FB-FORT-13
    """

    contest: str
    question: str
    rolls: tuple[Rolled, Rolled]
    ahead: Ahead
    by: int
    earlier: tuple[tuple[Rolled, Rolled], ...] = ()
    void: str | None = None
    attack: bool = False


class HiddenFortuneRolled(Event, frozen=True, kw_only=True):
    """The game master made a hidden Fortune Roll."""

    roll: str
    answer: Secret[FortuneAnswer]


class HiddenContestRolled(Event, frozen=True, kw_only=True):
    """The game master rolled for two opposed parties, hidden from the players."""

    contest: str
    rolls: tuple[str, str]
    result: Secret[ContestResult]


class FortuneFavoured(Event, frozen=True, kw_only=True):
    """The game master favoured one side of a tied opposed Fortune Roll."""

    contest: str
    ahead: Literal["first", "second"]
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def ask_fortune(ctx: CampaignContext, command: AskFortune) -> None:
    """Answer a yes-or-no question with a Fortune Roll.

    Rule:    FB-FORT-01, FB-FORT-10, FB-FORT-11, FB-FORT-12, FB-CAMP-18, FB-R-17
    """
    question, hidden = _question(command), command.hidden is True
    dice = HitDice(dice=_dice(ctx, command.odds), position=extra_position(ctx, command.position))
    if hidden:
        check_may_hide(ctx)
    roll = throw(ctx, "fortune", dice, hidden=hidden)
    answer = FortuneAnswer(question=question, roll=roll, yes=roll.hits > 0, extra=max(roll.hits - 1, 0))
    if hidden:
        ctx.emit(HiddenFortuneRolled(roll=roll.id, answer=ctx.secret(answer)))
    else:
        ctx.emit(form(FortuneTold, answer))


@judge
def oppose_fortune(ctx: CampaignContext, command: OpposeFortune) -> None:
    """Roll for two opposed parties. Rule: FB-FORT-01, FB-FORT-09, FB-CAMP-18, FB-R-45, FB-R-84."""
    question, hidden = _question(command), command.hidden is True
    position = extra_position(ctx, command.position)
    first, second = (_dice(ctx, side) for side in command.sides)
    if hidden:
        check_may_hide(ctx)
    oppose(ctx, question, (first, second), position, kind="hidden" if hidden else "open")


def _question(command: AskFortune | OpposeFortune) -> str:
    """Return the question of a Fortune Roll. Refuse a roll without one. Rule: FB-FORT-01. Refuses: QuestionNeeded."""
    if command.question is None:
        raise QuestionNeeded(needs="a question", field="question")
    return command.question


def _dice(ctx: CampaignContext, odds: Odds) -> int:
    """Return the number of dice of a Fortune Roll.

    Rule:    FB-FORT-02 to FB-FORT-08, FB-R-46
    Refuses: LikelihoodUnclear, FreeDiceNeedReason, and all refusals of `living`
    """
    given = sum(one is not None for one in (odds.likelihood, odds.basis, odds.dice))
    if given != 1:
        raise LikelihoodUnclear(needs=1, has=given, field="odds")
    if odds.likelihood is not None:
        return BOOK.likelihood[odds.likelihood]
    if odds.basis is not None:
        return living(ctx, odds.basis.character, "odds").scores.of(odds.basis.attribute)
    if ctx.state.settings.fortune.free_dice == "never":
        raise FreeDiceNeedReason(needs="a likelihood or an Attribute instead", has=odds.dice, field="odds")
    if odds.reason is None:
        raise FreeDiceNeedReason(needs="a reason beside the number", has=odds.reason, field="odds")
    return odds.dice or 0


def oppose(
    ctx: CampaignContext, question: str, dice: tuple[int, int], position: RolledPosition = "standard",
    *, kind: Literal["open", "hidden", "attack"] = "open",
) -> Ahead:  # fmt: skip
    """Roll for two sides, compare their Hits, and return which side is ahead.

    The roll is an open question, a hidden one or an attack. The setting `fortune.tie` decides what happens on a tie,
    but a hidden tie is not rolled again. The Position of an attack is the attacker's.

    Rule:    FB-FORT-09, FB-CAMP-18, FB-R-45, FB-R-84, FB-R-90, FB-R-94
    """
    usual, hidden = ctx.state.settings.fortune.tie, kind == "hidden"
    tie: Tie = "even" if hidden and usual == "reroll" else usual
    second = HitDice(dice=dice[1], position="standard" if kind == "attack" else position)
    opposed = OpposedDice(dice=dice[0], position=position, other=second, tie=tie)
    tries: list[tuple[Rolled, Rolled]] = []
    while not tries or (tie == "reroll" and tries[-1][0].hits == tries[-1][1].hits):
        ours = throw(ctx, "first side", opposed, hidden=hidden)
        tries.append((ours, throw(ctx, "second side", second, hidden=hidden)))
    ours, theirs = tries[-1]
    lead = ours.hits - theirs.hits
    ahead = _ahead(lead, tie)
    result = ContestResult(question=question, rolls=tries[-1], ahead=ahead, by=abs(lead))
    contest = ctx.new_id("contest")
    if hidden:
        ctx.emit(HiddenContestRolled(contest=contest, rolls=(ours.id, theirs.id), result=ctx.secret(result)))
    else:
        ctx.emit(form(FortuneOpposed, result, contest=contest, earlier=tuple(tries[:-1]), attack=kind == "attack"))
    return ahead


def comes_through(ctx: CampaignContext, attacker: Character, dice: tuple[int, int], effort: Effort) -> bool:
    """Roll for an attacker and its target, and return whether the attack hits. It uses up a Position set beforehand.

    Rule:    FB-POS-10, FB-R-20, FB-R-55, FB-R-94
    Refuses: PositionNotTaken, and all refusals of `stance_of`
    """
    takes = takes_position(ctx.state)
    if effort.stance is not None and not takes:
        raise PositionNotTaken(needs="controlled, dire or left out", has=effort.stance.position, field="stance")
    position = as_rolled(stance_of(ctx, attacker, effort.stance, effort).position) if takes else "standard"
    placed = attacker.position_for(effort.on) if takes else None
    ahead = oppose(ctx, "does the attack come through", dice, position, kind="attack" if ctx.state.amended else "open")
    if placed is not None:
        ctx.emit(PositionSet(character=attacker.id, stance=None, on=placed.on, what=placed.what))
    return ahead == "first"


class OpposedDice(HitDice, frozen=True, kw_only=True):
    """The dice of two opposed sides. Success means that the first side has more Hits. `fortune.tie` decides a tie.

    Rule: FB-FORT-09, FB-R-45
    """

    other: HitDice
    tie: Tie = "even"

    def chance(self) -> Fraction:
        """Return the exact chance that the first side wins."""
        ours, theirs = chances(self.pool), chances(self.other.pool)
        more = sum((one * sum(theirs[:hits]) for hits, one in enumerate(ours)), Fraction(0))
        equal = sum((one * other for one, other in zip(ours, theirs, strict=False)), Fraction(0))
        if self.tie == "reroll":
            return more / (1 - equal)
        return more + equal if self.tie == "first_side" else more

    def success(self) -> str:
        """Describe what counts as success."""
        return AHEAD[self.tie]


AHEAD: Final[Mapping[Tie, str]] = {
    "even": "the first side has more Hits",
    "second_side": "the first side has more Hits",
    "first_side": "the first side has at least as many Hits",
    "reroll": "the first side has more Hits, where ties are rolled again",
}


def chances(pool: PositionPool) -> list[Fraction]:
    """Return the chance of each possible number of Hits, from 0 up."""
    found = pool.distribution()
    return [found.chance(hits) for hits in range(pool.dice_thrown() + 1)]


def _ahead(lead: int, tie: Tie) -> Ahead:
    """Return which side is ahead. `fortune.tie` decides a tie. Rule: FB-FORT-09, FB-R-45."""
    if lead > 0 or (lead == 0 and tie == "first_side"):
        return "first"
    if lead < 0 or tie == "second_side":
        return "second"
    return "even"


@judge
def adjust_fortune(ctx: CampaignContext, command: AdjustFortune) -> None:
    """Favour one side of a tied opposed Fortune Roll.

    Rule:    FB-CAMP-07, FB-CAMP-18, FB-R-45, FB-R-90
    Refuses: StillHidden, ContestDecided
    """
    if command.roll in ctx.state.hidden:
        raise StillHidden(needs="a roll that is not hidden", has=command.roll, field="roll")
    if command.roll not in ctx.state.tied:
        raise ContestDecided(needs="a tied opposed roll that has not been annulled", has=command.roll, field="roll")
    ctx.emit(FortuneFavoured(contest=command.roll, ahead=command.ahead, reason=reason_for(command.reason)))


# ---------------------------------------------------------------- fold


@fold
def _fortune_told(state: CampaignState, event: FortuneTold) -> CampaignState:
    return _void_rolls(state.store_rolls(event.roll.id), event.void, event.roll.id)


def _void_rolls(state: CampaignState, why: str | None, *rolls: str) -> CampaignState:
    """Return the campaign with these rolls annulled, or unchanged if no reason is given.

    A roll that was already annulled keeps its earlier reason.
    """
    return state if why is None else replace(state, annulled={**dict.fromkeys(rolls, why), **state.annulled})


@fold
def _fortune_opposed(state: CampaignState, event: FortuneOpposed) -> CampaignState:
    rolls = tuple(roll.id for roll in event.rolls)
    state = _void_rolls(state.raise_counter(event.contest).store_rolls(*rolls), event.void, *rolls)
    if event.ahead != "even" or event.attack or (state.form and any(roll in state.annulled for roll in rolls)):
        return state
    tied = (*state.tied, event.contest)[-KEPT:]
    opposed = {**state.opposed, event.contest: rolls}
    return replace(state, tied=tied, opposed={contest: found for contest, found in opposed.items() if contest in tied})


@fold
def _fortune_rolled(state: CampaignState, event: HiddenFortuneRolled) -> CampaignState:
    hidden = Hidden(id=event.roll, kind="fortune", fortune=value_of_secret(event.answer), rolls=(event.roll,))
    return state.store_rolls(event.roll).having("hidden", hidden)


@fold
def _contest_rolled(state: CampaignState, event: HiddenContestRolled) -> CampaignState:
    state = state.raise_counter(event.contest).store_rolls(*event.rolls)
    contest = value_of_secret(event.result)
    return state.having("hidden", Hidden(id=event.contest, kind="contest", contest=contest, rolls=event.rolls))


@fold
def _fortune_favoured(state: CampaignState, event: FortuneFavoured) -> CampaignState:
    return not_tied(state, event.contest)


def not_tied(state: CampaignState, *contests: str) -> CampaignState:
    """Return the campaign in which these contests no longer count as tied."""
    tied = tuple(contest for contest in state.tied if contest not in contests)
    return replace(state, tied=tied, opposed=without(state.opposed, *contests))


# ---------------------------------------------------------------- samples


EVEN: Final = Odds(likelihood="even")
ODDS: Final = Field(schema="Odds")


@samples
def _fortune(state: CampaignState, _: str) -> Samples[AskFortune | OpposeFortune | AdjustFortune]:
    said = {"hidden": SIGHT, **position(state)}
    sides = Field(items=ODDS, repeats=True, ordered=True, least=2, most=2)
    yield offer(AskFortune(question="is it there", odds=EVEN), question=TEXT, odds=ODDS, **said)
    yield offer(OpposeFortune(question="who is faster", sides=(EVEN, EVEN)), question=TEXT, sides=sides, **said)
    ahead = Field(options=("first", "second"))
    yield offer(AdjustFortune, roll=Field(options=some(state.tied)), ahead=ahead, reason=(WHY, TEXT))
