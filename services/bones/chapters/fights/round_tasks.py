"""The terms of tasks that fighters try in a round instead of fighting: what opposes each task, and its effects."""

from __future__ import annotations

from collections.abc import Iterator

from services.bones.chapters.fights.casting_in_fights import check_magic_terms, instead
from services.bones.chapters.fights.combat import fight_of, fighter_of
from services.bones.chapters.fights.declaring import NoTarget, id_list
from services.bones.chapters.tasks import tasks
from services.bones.chapters.tasks.rolling import DiceAreRolled
from services.bones.chapters.tasks.terms import MayNotTry, check_terms
from services.bones.context import CampaignContext
from services.bones.reading import reported
from services.bones.reading.owned import may_try
from services.bones.reading.taking_part import acts, there
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import NOTHING, Fighter, Those
from services.bones.state.tasks import Terms
from shared.kernel.campaign import authority, seats
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NotAnotherTask(Refusal, rule="BN-CMB-11"):
    """Terms cannot be set for this fighter now: set them before the roll, and only for a task other than combat."""


class NobodyToEscape(Refusal, rule="BN-CAMP-181"):
    """The escape names nobody: name in `guards` those whom the creature escapes if its task succeeds."""


# ---------------------------------------------------------------- commands


class SetRoundTask(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Set the terms of a fighter's task other than combat. Without `terms`, the task cannot be tried.

    Once the creature's player has entered faces, the terms can no longer change. The task's successes defend against
    the attackers in `guards`. With `escapes`, success takes the creature out of reach of those in `guards`, and of
    nobody else.
    """

    counts_as = "answer"

    creature: Id
    terms: Terms | None = None
    guards: Those = ()
    escapes: bool = False


# ---------------------------------------------------------------- events


class RoundTaskSet(Event, frozen=True, kw_only=True):
    """The game master set the terms of a round's task, and whether it is an escape."""

    creature: str
    terms: Terms | None
    guards: tuple[str, ...]
    escapes: bool


# ---------------------------------------------------------------- judgement


@judge_given(fight_of)
def set_round_task(ctx: CampaignContext, command: SetRoundTask) -> None:
    """Set the terms of a fighter's task other than combat.

    Rule:    BN-CMB-11, BN-CAMP-64, BN-CAMP-173, BN-CAMP-181, BN-R-119
    Refuses: NoFight, NotInFight, NotAnotherTask, DiceAreRolled, NamedTwice, NoTarget, NobodyToEscape, and the refusals
             of `check_terms`
    """
    state, who = ctx.state, command.creature
    fighter, combat = fighter_of(state, who), fight_of(state)
    if combat.stage != "terms":
        raise NotAnotherTask(needs="terms", has=combat.stage)
    if fighter.said.doing not in ("other", "move"):
        raise NotAnotherTask(needs="a task that is not combat", has=fighter.said.doing, field="creature")
    if state.amended and who in reported.entered_for(state, reported.of_round(combat)):
        raise DiceAreRolled(needs="RollRound or LeaveCombat", has=(who,), field="creature")
    seats.check_once(command.guards, "guards")
    if command.terms is not None:
        check_terms(ctx, who, command.terms)
        check_magic_terms(ctx, who, command.terms, fighter.said)
    others = tuple(one for one in combat.order if one != who)
    if wrong := tuple(one for one in command.guards if one not in others):
        raise NoTarget(needs=others, has=wrong, field="guards")
    if command.escapes and not command.guards and state.amended:
        raise NobodyToEscape(needs=others, field="guards")
    ctx.emit(RoundTaskSet(creature=who, terms=command.terms, guards=command.guards, escapes=command.escapes))


def check_still_tried(ctx: CampaignContext) -> None:
    """Check again, right before the roll of the round, that fighters may still try their magic or other task.

    Rule:    BN-R-377, BN-CLASS-05, BN-CLASS-07
    Refuses: MayNotTry
    """
    for one, skill in without_icon(ctx.state):
        needs = f"an icon of {skill}, or {instead(ctx.state, one)}"
        raise MayNotTry(needs=needs, has=one.id, field="creature")


def without_icon(state: CampaignState) -> Iterator[tuple[Fighter, str]]:
    """Yield the fighters who may no longer try their magic or other task of the round, each with the skill of the task.

    Rule: BN-R-377
    """
    for one in there(state) if state.amended else ():
        aids = one.terms.circumstances.aids if one.terms else ()
        skill = "Magic" if one.said.doing == "magic" else one.terms and one.terms.skill
        if skill and acts(state, one.id) and not may_try(state, one.id, skill, aids):
            yield one, skill


# ---------------------------------------------------------------- fold


@fold
def _task_set(state: CampaignState, event: RoundTaskSet) -> CampaignState:
    said = {} if event.terms else {"declaration": NOTHING}
    return state.fighter_put(event.creature, terms=event.terms, guards=event.guards, escapes=event.escapes, **said)


# ---------------------------------------------------------------- samples


@samples
def _round_tasks(state: CampaignState, _: str) -> Samples[SetRoundTask]:
    tried = [one for one in there(state) if one.said.doing in ("other", "move")]
    for one in tried:
        others = tuple(other.id for other in there(state) if other.id != one.id)
        for given in ((None,), (Terms(skill="Physical"), tasks.TERMS)):
            yield offer(SetRoundTask, creature=one.id, terms=given, guards=id_list(others))
            if others:
                escape = SetRoundTask(creature=one.id, terms=given[0], guards=others[:1], escapes=True)
                named = Field(items=Field(options=others), least=1 if state.amended else 0, most=len(others))
                yield offer(escape, terms=given, guards=named)
    if not tried:
        yield offer(SetRoundTask, creature=next((one.id for one in there(state)), NOBODY))
