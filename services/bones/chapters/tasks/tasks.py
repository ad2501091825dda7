"""Tasks: what a creature tries to do, the game master's terms for it, and how a task is withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from services.bones.chapters.magic import effects, themes
from services.bones.chapters.people import handling
from services.bones.chapters.rolls import rolls
from services.bones.chapters.tasks import rolling
from services.bones.chapters.tasks.terms import check_may_try, check_terms
from services.bones.context import CampaignContext
from services.bones.reading import magic, minds, sacrifices
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting
from services.bones.state.tasks import Opponent, SkillName, Task, Terms, Weapons
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order, value_of_secret, without
from shared.kernel.campaign.samples import NOBODY, ids_of_own, mine, some
from shared.kernel.campaign.seats import check_room, entry_of, there_are
from shared.kernel.chapter import fold, hides, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_TASKS: Final = 50
"""The maximum number of open tasks in a campaign."""

# ---------------------------------------------------------------- refusals


class OneTask(Refusal, rule="BN-TASK-02", bars="value"):
    """The creature already has a task or is in a fight: finish that first, or declare the task in the fight."""


class NotToTryAgain(Refusal, rule="BN-R-234"):
    """This result cannot be retried: name a failure of this creature that has not been retried."""


class CalledByTheGameMaster(Refusal, rule="BN-CAMP-27", status=403):
    """The game master called this task, so you cannot withdraw it: ask the game master to drop it."""


class NoMoreTries(Refusal, rule="BN-R-234"):
    """This task was retried as often as this campaign allows: ask the game master to call for it again."""


# ---------------------------------------------------------------- commands


class Attempt(Command, frozen=True, kw_only=True):
    """Propose a task and its `weapons`. The game master sets its terms. `again` names a failed task to retry."""

    counts_as = "move"

    creature: Id
    aim: Line
    skill: SkillName | None = None
    weapons: Weapons = ()
    again: Id | None = None
    casting: Casting | None = None


class SetTask(GameMasterCommand, frozen=True, kw_only=True):
    """Set the terms of a task. If they are `hidden`, players learn only its result.

    If `weapons` or `casting` is left out, the task keeps its own.
    """

    counts_as = "answer"

    task: Id
    terms: Terms
    weapons: Weapons | None = None
    hidden: bool = False
    casting: Casting | None = None


class CallTask(GameMasterCommand, frozen=True, kw_only=True):
    """Ask a creature to try a task, and set its terms immediately."""

    counts_as = "move"

    creature: Id
    aim: Line
    terms: Terms
    weapons: Weapons = ()
    hidden: bool = False
    casting: Casting | None = None


class WithdrawTask(Command, frozen=True, kw_only=True):
    """Withdraw your own task before its dice are rolled, and before any player enters faces for it."""

    counts_as = "aside"

    task: Id


class DropTask(GameMasterCommand, frozen=True, kw_only=True):
    """Drop a task before its dice are rolled. Faces entered and successes given for it do not count.

    A dropped strategic action no longer counts as one of the three, except under older rules (form 0 or 1).
    """

    counts_as = "answer"

    task: Id
    reason: Line


# ---------------------------------------------------------------- events


class TaskProposed(Event, frozen=True, kw_only=True):
    """A task was proposed for a creature."""

    task: Task


class TaskSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master set the terms of a task, which may hide the opposition."""

    reveals = "gm"  # a game master may lead a creature whose dice or items are hidden

    task: str
    skill: str
    weapons: tuple[str, ...] = ()
    terms: Terms | None = None
    unseen: Secret[Terms] | None = None
    casting: Casting | None = None


class TaskWithdrawn(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A task was withdrawn or dropped. `reason` says why the game master dropped it."""

    task: str
    reason: str | None = None


# ---------------------------------------------------------------- judgement


def check_free(ctx: CampaignContext, who: str) -> None:
    """Refuse a second task for a creature. Rule: BN-TASK-02, BN-TASK-13, BN-CMB-01. Refuses: OneTask, TooManyHere."""
    fight = ctx.state.combat
    fights = [fight.id] if fight is not None and who in fight.fighters else []
    if busy := in_order([*fights, *(task.id for task in ctx.state.tasks.values() if task.creature == who)]):
        raise OneTask(needs="no other task", has=busy, field="creature")
    check_room(ctx.state.tasks, MAX_TASKS)


@judge
def attempt(ctx: CampaignContext, command: Attempt) -> None:
    """Propose a task and its `weapons`. The game master sets its terms. Rule: BN-TASK-01, BN-TASK-02, BN-R-234.

    Refuses: NotKnownHere, NotYours, OneTask, TooManyHere, NoDiceLeft, MayNotTry, and the refusals of `check_weapons`,
             `check_casting`, `check_given` and `_tries`
    """
    one = ctx.own(command.creature, "creature")
    themes.check_given(ctx, one.id, command.casting)
    check_free(ctx, one.id)
    rolls.check_can_roll(ctx, one.id, "creature")
    handling.check_weapons(ctx.state, one, command.weapons)
    if command.skill is not None:
        check_may_try(ctx, one.id, command.skill, "skill", ("art", "healing"))
    themes.check_casting(ctx, one.id, command.skill, command.casting)
    tries = _tries(ctx, command)
    task = Task(
        id=ctx.new_id("task"), creature=one.id, aim=command.aim, weapons=command.weapons, skill=command.skill,
        again_of=command.again, tries=tries, casting=command.casting,
    )  # fmt: skip
    ctx.emit(TaskProposed(task=task))


def _tries(ctx: CampaignContext, command: Attempt) -> int:
    """Return the number of this attempt, which is one more than the number of the failed attempt.

    Rule:    BN-R-234
    Refuses: NotKnownHere, NotToTryAgain, NoMoreTries
    """
    if command.again is None:
        return 1
    failed, limit = entry_of(ctx.state.results, command.again, "again"), ctx.state.settings.tasks.retry_limit
    if failed.creature != command.creature or failed.success or failed.retried:
        raise NotToTryAgain(needs="a failure of its own", has=failed.id, field="again")
    if limit and not ctx.leads and failed.tries > limit:
        raise NoMoreTries(needs=f"at most {limit} more tries", has=failed.tries, field="again")
    return failed.tries + 1


def _set(  # noqa: PLR0913 the fields of a task
    ctx: CampaignContext, task: str, terms: Terms, weapons: tuple[str, ...],
    *, casting: Casting | None = None, hidden: bool = False,
) -> None:  # fmt: skip
    if hidden:
        unseen = ctx.secret(terms, ctx.state.game_masters)
        ctx.emit(TaskSet(task=task, skill=terms.skill, weapons=weapons, unseen=unseen, casting=casting))
    else:
        ctx.emit(TaskSet(task=task, skill=terms.skill, weapons=weapons, terms=terms, casting=casting))


def begin(  # noqa: PLR0913, PLR0917 the fields of a task
    ctx: CampaignContext, who: str, aim: str, terms: Terms, weapons: tuple[str, ...] = (),
    *, fight: bool = True, casting: Casting | None = None, hidden: bool = False, check: str | None = None,
    upon: str | None = None,
) -> str:  # fmt: skip
    """Begin a task with these terms, in a round of a fight or at the game master's call, and return its id."""
    task = Task(
        id=ctx.new_id("task"), creature=who, aim=aim, skill=terms.skill, fight=fight, called=not fight, check=check,
        upon=upon,
    )  # fmt: skip
    ctx.emit(TaskProposed(task=task))
    _set(ctx, task.id, terms, weapons, casting=casting, hidden=hidden)
    return task.id


@judge_given(there_are("tasks", field="task"))
def set_task(ctx: CampaignContext, command: SetTask) -> None:
    """Set the terms of a task. Rule: BN-CHAL-03, BN-TASK-07, BN-R-250, BN-R-256, BN-CAMP-06, BN-CAMP-22, BN-CAMP-173.

    Refuses: NotKnownHere, DiceAreRolled, and the refusals of `check_terms`, `check_weapons`, `check_casting`,
             `check_given`, `check_accepted` and `check_minds`
    """
    task = rolling.task_without_faces(ctx, command.task)
    said = command.casting or (task.casting if command.terms.skill == "Magic" else None)
    themes.check_given(ctx, task.creature, said)
    themes.check_accepted(ctx, said, command.terms)
    check_terms(ctx, task.creature, command.terms, hidden=command.hidden, task=task.id)
    weapons = task.weapons if command.weapons is None else command.weapons
    handling.check_weapons(ctx.state, ctx.state.characters[task.creature], command.weapons or ())
    themes.check_casting(ctx, task.creature, command.terms.skill, said)
    themes.check_minds(ctx, said, command.terms)
    _set(ctx, task.id, command.terms, weapons, casting=said, hidden=command.hidden)


@judge
def call_task(ctx: CampaignContext, command: CallTask) -> None:
    """Ask a creature to try a task. Rule: BN-CHAL-03, BN-TASK-02, BN-R-234. Refuses: as Attempt and SetTask."""
    one = ctx.character(command.creature, "creature")
    themes.check_given(ctx, one.id, command.casting)
    themes.check_accepted(ctx, command.casting, command.terms)
    check_free(ctx, one.id)
    rolls.check_can_roll(ctx, one.id, "creature")
    handling.check_weapons(ctx.state, one, command.weapons)
    check_terms(ctx, one.id, command.terms, hidden=command.hidden)
    themes.check_casting(ctx, one.id, command.terms.skill, command.casting)
    themes.check_minds(ctx, command.casting, command.terms)
    begin(
        ctx, one.id, command.aim, command.terms, command.weapons, fight=False, casting=command.casting,
        hidden=command.hidden,
    )  # fmt: skip


@judge_given(there_are("tasks", field="task"))
def withdraw_task(ctx: CampaignContext, command: WithdrawTask) -> None:
    """Withdraw a task. Rule: BN-R-256, BN-CAMP-27, BN-CAMP-173.

    Refuses: NotKnownHere, NotYours, DiceAreRolled, CalledByTheGameMaster
    """
    task = entry_of(ctx.state.tasks, command.task, "task")
    ctx.own(task.creature, "task")
    rolling.task_without_faces(ctx, task.id)
    if task.called and not ctx.leads:
        raise CalledByTheGameMaster(needs="DropTask", has=task.id, field="task")
    ctx.emit(TaskWithdrawn(task=task.id))


@judge_given(there_are("tasks", field="task"))
def drop_task(ctx: CampaignContext, command: DropTask) -> None:
    """Drop a task before its dice are rolled. Rule: BN-R-256. Refuses: NotKnownHere, DiceAreRolled."""
    ctx.emit(TaskWithdrawn(task=rolling.unrolled_task(ctx, command.task).id, reason=command.reason))


@hides
def _unseen_terms(_: CampaignState, command: SetTask | CallTask) -> tuple[str, ...]:
    return ("terms",) if command.hidden else ()


# ---------------------------------------------------------------- fold


def _put_task(state: CampaignState, task: Task) -> CampaignState:
    return replace(state, tasks={**state.tasks, task.id: task})


@fold
def _proposed(state: CampaignState, event: TaskProposed) -> CampaignState:
    return _put_task(state.raise_counter(event.task.id), event.task)


@fold
def _task_set(state: CampaignState, event: TaskSet) -> CampaignState:
    terms = event.terms if event.unseen is None else value_of_secret(event.unseen)
    hidden, task = event.unseen is not None, state.tasks[event.task]
    said: dict[str, Any] = {"terms": terms, "hidden": hidden, "skill": event.skill, "weapons": event.weapons}
    taken = task.taken if task.skill == event.skill else 0
    return _put_task(state, replace(task, stage="set", taken=taken, casting=event.casting, **said))


@fold
def _withdrawn(state: CampaignState, event: TaskWithdrawn) -> CampaignState:
    one, left = state.tasks.get(event.task), replace(state, tasks=without(state.tasks, event.task))
    if not (one and left.season and left.amended):
        return left
    return replace(left, season=left.season.give_back(one.creature, minds.obeyed_by(left, one.creature, one.aim)))


# ---------------------------------------------------------------- samples


SKILLS: Final[tuple[SkillName, ...]] = get_args(get_args(SkillName)[0])
TERMS: Final = Field(schema="Terms")
CASTING: Final = Field(schema="Casting")
AIDS: Final = ("art", "healing")
TRIED: Final[tuple[SkillName, ...]] = ("Healer", "Magic", "Melee", "Perception")
MOST_NAMED: Final = 5
"""The maximum number of creatures for which sample terms of a treatment are made. Real terms may name any patient."""


@samples
def _attempts(state: CampaignState, seat: str) -> Samples[Attempt]:
    for who in mine(state, seat):
        plain = Attempt(creature=who, aim="climb the wall")
        known = who in state.characters
        tried = [skill for skill in SKILLS if known and may_try(state, who, skill, AIDS)]
        tried = [skill for skill in tried if skill != "Magic" or not magic.wields(state, who)]
        failed = in_order(key for key, one in state.results.items() if one.creature == who and not one.success)
        weapons, skills = handling.weapons_of(state.characters.get(who)), Field(options=(None, *tried))
        yield offer(plain, aim=TEXT, skill=skills, again=(None, *failed), weapons=weapons)
        able = known and may_try(state, who, "Magic", AIDS)
        for casting in sacrifices.with_sacrifices(state, who, themes.castings(state, who)) if able else ():
            by_magic = replace(plain, skill="Magic", casting=casting)
            yield offer(by_magic, aim=TEXT, again=(None, *failed), weapons=weapons, casting=(casting, CASTING))


def some_terms(state: CampaignState, who: str) -> Iterator[Terms]:
    """Yield sample terms of each kind for a creature."""
    yield Terms(skill="Maneuver", difficulty="Average")
    if who not in state.characters:
        return
    yield from (Terms(skill=skill, difficulty="Easy") for skill in TRIED if may_try(state, who, skill))
    yield from effects.some_terms(state, who)
    yield Terms(skill="Physical", number=2)
    yield Terms(skill="Maneuver", purpose="movement")
    yield from (Terms(skill="Craft", purpose="making", days=40),) if may_try(state, who, "Craft") else ()
    others = in_order(state.characters)
    for other in [one for one in others if one != who and not state.characters[one].down][:1]:
        yield Terms(skill="Stealth", opponents=(Opponent(creature=other, skill="Physical"),))
    able = [one for one in others if one != who and minds.may_be_controlled(state, one)]
    for mind in able[:1] if may_try(state, who, "Magic") else ():
        yield Terms(skill="Magic", purpose="mind", minds=(mind,))
    for other in others[:MOST_NAMED]:
        if state.characters[other].lost and may_try(state, who, "Healer"):
            yield Terms(skill="Healer", purpose="treatment", patient=other)
        if state.characters[other].master == who and state.characters[other].service == "lackey":
            yield Terms(skill="Social", difficulty="Easy", purpose="command", patient=other)


def castings(
    state: CampaignState, who: str, terms: Terms, said: Casting | None = None
) -> tuple[Casting | None, ...]:  # fmt: skip
    """Return sample castings for an attempt at a task. If the task uses no magic, the only sample is None."""
    if terms.skill != "Magic":
        return (None,)
    known_so = said is not None or not magic.wields(state, who)
    found = sacrifices.with_sacrifices(state, who, themes.castings(state, who))
    fitting = (one for one in found if (one.victim is not None) == terms.takes_victim)
    return (*((None,) if known_so else ()), *fitting)


@samples
def _sets(state: CampaignState, _: str) -> Samples[SetTask]:
    for key in some(state.tasks):
        who = state.tasks[key].creature if key in state.tasks else NOBODY
        weapons = (None, *handling.weapons_of(state.characters.get(who)))
        for terms in some_terms(state, who):
            for casting in castings(state, who, terms, state.tasks[key].casting if key in state.tasks else None):
                plain = SetTask(task=key, terms=terms, casting=casting)
                yield offer(plain, terms=TERMS, weapons=weapons, hidden=(False, True))


@samples
def _calls(state: CampaignState, _: str) -> Samples[CallTask]:
    for who in some(state.characters):
        for terms in some_terms(state, who):
            weapons = handling.weapons_of(state.characters.get(who))
            for casting in castings(state, who, terms):
                plain = CallTask(creature=who, aim="climb the wall", terms=terms, casting=casting)
                yield offer(plain, aim=TEXT, terms=TERMS, weapons=weapons, hidden=(False, True))


@samples
def _gives_up(state: CampaignState, seat: str) -> Samples[WithdrawTask | DropTask]:
    yield offer(WithdrawTask, task=ids_of_own(state, seat, state.tasks))
    yield offer(DropTask, task=some(state.tasks), reason=("it is not tried", TEXT))
