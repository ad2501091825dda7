"""Settling tasks: their results, the seat that narrates each result, and the narration."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.chapters.people import unseen
from services.bones.context import CampaignContext
from services.bones.reading import comparing, giving, moving
from services.bones.state.campaign import RESULTS_KEPT, CampaignState
from services.bones.state.creatures import Text
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.tasks import Result, Task
from shared.kernel.campaign.keeping import in_order, last, value_of_secret, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- refusals


class NotYoursToTell(Refusal, rule="BN-TASK-14", status=403):
    """You may not narrate this result: leave that to the winner's player or, failing that, to the game master."""


class AlreadyTold(Refusal, rule="BN-R-261"):
    """The result has already been narrated: name a result that has not been narrated yet."""


# ---------------------------------------------------------------- commands


class Tell(Command, frozen=True, kw_only=True):
    """Narrate a result, as the seat that is entitled to do so."""

    counts_as = "answer"

    result: Id
    text: Text


# ---------------------------------------------------------------- events


class TaskSettled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A task was settled, with one result for each opponent. `unseen` is the full result if the terms are hidden.

    The task's rolls stay in the campaign until `DicePutAway`.
    """

    reveals = True

    task: str
    success: bool
    results: tuple[Result, ...]
    successes: int | None = None
    unseen: Secret[Result] | None = None


class TaskTied(Event, frozen=True, kw_only=True):
    """A task was tied and is rolled again."""

    task: str


class DicePutAway(Event, frozen=True, kw_only=True):
    """Tasks ended, and their rolls were removed from the campaign."""

    tasks: tuple[str, ...]
    rolls: tuple[str, ...]


class ResultTold(Event, frozen=True, kw_only=True):
    """A seat narrated a result."""

    reveals = True

    result: str
    text: str


# ---------------------------------------------------------------- judgement


def go_on(ctx: CampaignContext) -> None:
    """Settle every task whose rolls are final. Rule: BN-TASK-06, BN-TASK-08."""
    while ctx.state.tasks and (found := _certain(ctx.state)):
        settle(ctx, ctx.state.tasks[found])


def _certain(state: CampaignState) -> str | None:
    return next((key for key in in_order(state.tasks) if stands(state, key)), None)


def stands(state: CampaignState, key: str) -> bool:
    """Return whether the result of a task can no longer change.

    The result cannot change once the task's rolls are final, no open roll can still give it a success, and no Fear icon
    can still appear.

    Rule: BN-ABIL-01, BN-R-029
    """
    task = state.tasks[key]
    rolls = tuple(task.rolls.values())
    if task.stage != "rolled" or any(state.rolls[one].stage != "final" for one in rolls):
        return False
    still = [roll for roll in state.rolls.values() if roll.stage != "final"]
    feared = task.fight and any(state.in_combat(roll.creature) for roll in still)
    return not feared and not any(into in rolls for roll in still for *_, into in giving.gifts(state, roll))


def settle(ctx: CampaignContext, task: Task) -> None:
    """Record the result of a task. If `opposed_tie` is `reroll`, a tied task is rolled again instead.

    Rule: BN-TASK-06, BN-TASK-08, BN-TASK-10, BN-TASK-12, BN-R-006, BN-R-255, BN-R-256
    """
    found = comparing.outcomes(unseen.with_opponents(ctx.state, task.terms), task)
    again = ctx.state.settings.tasks.opposed_tie == "reroll" and not task.hidden
    if again and any(one.tie for one in found):
        ctx.emit(TaskTied(task=task.id))
        return
    whole = tuple(_result(ctx, task, one) for one in found)
    success = all(one.success for one in found)
    if task.hidden:
        (known_to_gm,) = whole
        audience = ctx.state.game_masters
        ctx.emit(
            TaskSettled(
                task=task.id, success=success, results=(known_to_gm.public_part,),
                unseen=ctx.secret(known_to_gm, audience),
            )
        )  # fmt: skip
    else:
        ctx.emit(TaskSettled(task=task.id, success=success, results=whole, successes=found[0].successes))
    if not task.fight:
        ctx.emit(DicePutAway(tasks=(task.id,), rolls=in_order(task.rolls.values())))


def _result(ctx: CampaignContext, task: Task, one: comparing.Outcome) -> Result:
    terms = task.terms
    return Result(
        id=ctx.new_id("result"), task=task.id, creature=task.creature, aim=task.aim, skill=task.skill,
        success=one.success, against=one.against, successes=one.successes, nulls=one.nulls, margin=one.margin,
        metres=_metres(ctx.state, task, one.successes) if terms is not None and terms.purpose == "movement" else None,
        narrator=narrator(ctx.state, task.creature, one), hidden=task.hidden, tries=task.tries,
    )  # fmt: skip


def _metres(state: CampaignState, task: Task, successes: int | None) -> str:
    """Return how far a movement task takes its creature, in metres. A rider moves as its mount does.

    Rule: BN-MOVE-04, BN-R-343, BN-R-353
    """
    mount = state.characters[task.creature].mount if state.amended else None
    who = mount or task.creature
    roll = state.rolls.get(task.rolls.get(who, ""))
    return moving.metres(state.characters[who], successes, flies=moving.flies(state, who, roll))


def narrator(state: CampaignState, who: str, one: comparing.Outcome) -> str | None:
    """Return the seat that narrates the result: the winning character's player, or None for the game master.

    Rule: BN-TASK-14, BN-TASK-15, BN-R-243, BN-R-244
    """
    wins = who if one.success else one.wins
    if wins is None or wins not in state.characters or not state.characters[wins].plays:
        return None
    seat = state.characters[wins].seat
    return None if state.led_by(seat) else seat


@judge
def narrate(ctx: CampaignContext, command: Tell) -> None:
    """Narrate a result. Rule: BN-TASK-14, BN-TASK-15, BN-R-261. Refuses: NotKnownHere, NotYoursToTell, AlreadyTold."""
    result = entry_of(ctx.state.results, command.result, "result")
    check_narrates(ctx, result, "a result", has=result.id, field="result")
    ctx.emit(ResultTold(result=result.id, text=command.text))


def check_narrates(ctx: CampaignContext, one: Result | ActionOutcome, what: str, *, has: str, field: str) -> None:
    """Check that the seat may narrate a result, and that the result has not been narrated yet.

    Refuses: NotYoursToTell, AlreadyTold
    """
    earned = ctx.leads if one.narrator is None else ctx.seat == one.narrator
    if not earned:
        raise NotYoursToTell(needs=one.narrator or "gm", has=ctx.seat, field=field)
    if one.told is not None:
        raise AlreadyTold(needs=f"{what} that is not narrated", has=has, field=field)


# ---------------------------------------------------------------- fold


@fold
def _settled(state: CampaignState, event: TaskSettled) -> CampaignState:
    whole = None if event.unseen is None else value_of_secret(event.unseen)
    results = event.results if whole is None else (whole,)
    kept = last({**state.results, **{one.id: one for one in results}}, RESULTS_KEPT)
    task = replace(state.tasks[event.task], stage="settled")
    counted = state.raise_counter(*(one.id for one in results))
    return replace(counted, results=kept, tasks={**state.tasks, task.id: task})


@fold
def _tied(state: CampaignState, event: TaskTied) -> CampaignState:
    task = state.tasks[event.task]
    again = replace(task, stage="set", again=True, rolls={}, challenge=(), unseen=None)
    rolls = without(state.rolls, *task.rolls.values())
    return replace(state, tasks={**state.tasks, task.id: again}, rolls=rolls)


@fold
def _put_away(state: CampaignState, event: DicePutAway) -> CampaignState:
    return replace(state, tasks=without(state.tasks, *event.tasks), rolls=without(state.rolls, *event.rolls))


@fold
def _result_told(state: CampaignState, event: ResultTold) -> CampaignState:
    narrated = replace(state.results[event.result], told=event.text)
    return replace(state, results={**state.results, narrated.id: narrated})


# ---------------------------------------------------------------- samples


def may_narrate(state: CampaignState, seat: str, one: Result | ActionOutcome) -> bool:
    """Return whether a seat may still narrate this result."""
    return one.told is None and (state.led_by(seat) if one.narrator is None else one.narrator == seat)


@samples
def _narrates(state: CampaignState, seat: str) -> Samples[Tell]:
    open_ = [key for key, one in state.results.items() if may_narrate(state, seat, one)]
    yield offer(Tell, result=some(open_ or state.results), text=("it is done", TEXT))
