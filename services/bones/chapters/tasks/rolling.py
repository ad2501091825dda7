"""Rolling a task. Public dice are rolled together, hidden dice separately."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from msgspec import field
from msgspec.structs import replace

from services.bones.chapters.magic import casting
from services.bones.chapters.people import closed, items, unseen
from services.bones.chapters.rolls.rolls import check_can_roll, dice_of, make, show_faces
from services.bones.chapters.tasks.terms import check_may_try
from services.bones.context import CampaignContext
from services.bones.faces import SIDES
from services.bones.reading import magic, reported
from services.bones.reading.comparing import challenge, challenges, opposing, rolls_against, standing, with_vest
from services.bones.reading.pools import side
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, RollDie
from services.bones.state.tasks import Circumstances, OutOfSight, Task, Terms
from shared.kernel.campaign.keeping import in_order, value_of_secret
from shared.kernel.campaign.samples import ids_of_own
from shared.kernel.campaign.seats import check_leads, entry_of, there_are
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Audience, Command, Event, Id, Secret
from shared.kernel.odds.read_alike import Ways, each_read, rolls_by_count
from shared.kernel.odds.report import Odds
from shared.kernel.pools.character import NULL_FACES
from shared.kernel.pools.task_sides import TaskSide
from shared.kernel.pools.tasks import TaskDice, TaskOutcome
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

Faces: TypeAlias = tuple[int, ...]

# ---------------------------------------------------------------- refusals


class TermsNeeded(Refusal, rule="BN-CHAL-03"):
    """The task has no terms: ask the game master to set them with the command that `needs` names."""


class DiceAreRolled(Refusal, rule="BN-R-256", bars="value"):
    """The dice of this task have been rolled or entered, or are rolled with a fight: go on with that roll."""


class DieLeftToLuck(Refusal, rule="BN-CAMP-31"):
    """Chance picks the die that poison takes here, so the odds are not exact: ask for odds without poison or flames."""


# ---------------------------------------------------------------- commands


class RollTask(Command, frozen=True, kw_only=True):
    """Roll a task.

    The game master rolls it if its terms are hidden, or if an opponent is partly hidden from players.
    """

    counts_as = "move"

    task: Id


# ---------------------------------------------------------------- events


class TaskRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The dice of a task were rolled. Hidden dice were rolled separately.

    `rolls` has the creature's roll first, then the rolls of its opponents. `opposing` has the successes stored in
    the effects that oppose the task, or that it counters.
    """

    task: str
    rolls: tuple[str, ...]
    challenge: tuple[int, ...] = ()
    opposing: dict[str, int] = field(default_factory=dict)
    unseen: Secret[OutOfSight] | None = None


# ---------------------------------------------------------------- judgement


NOTHING: Final = Terms(skill="Physical")
"""Terms without opposition, for a roll whose opposition is hidden."""


class Hand(NamedTuple):
    """A creature that rolls for a task, with its skill, circumstances and weapons."""

    who: str
    skill: str
    here: Circumstances
    weapons: tuple[str, ...] = ()
    taken: int = 0
    tired: int = 0

    def dice(self, state: CampaignState) -> tuple[RollDie, ...]:
        """Return the dice that this creature rolls for the task."""
        return dice_of(state, self.who, skill=self.skill, weapons=self.weapons)

    def side(self, state: CampaignState) -> TaskSide:
        """Return the dice of this creature as one side of a task's dice pool."""
        own = side(state, self.who, self.dice(state), skill=self.skill, here=self.here)
        return replace(own, given=self.taken, loss=own.loss + self.tired)


@judge_given(there_are("tasks", field="task"))
def roll_task(ctx: CampaignContext, command: RollTask) -> None:
    """Roll a task.

    Rule:    BN-DICE-03, BN-TASK-06, BN-TASK-09, BN-TASK-11, BN-R-005, BN-R-256, BN-CAMP-25, BN-CAMP-172
    Refuses: NotKnownHere, NotYours, OnlyTheGameMaster, TermsNeeded, DiceAreRolled, NoDiceLeft, AnswerFirst, MayNotTry,
             FacesNeeded
    """
    task = entry_of(ctx.state.tasks, command.task, "task")
    ctx.own(task.creature, "task")
    if task.hidden or closed.opposes(ctx.state, task.terms):
        check_leads(ctx)
    if task.terms is None:
        raise TermsNeeded(needs="SetTask", has=task.stage, field="task")
    if task.stage != "set" or (task.fight and not task.again):
        raise DiceAreRolled(needs="a task that is not rolled", has=task.stage, field="task")
    check_can_roll(ctx, task.creature, "task")
    check_may_try(ctx, task.creature, task.terms.skill, "task", task.terms.circumstances.aids)
    for one in task.terms.opponents:
        items.check_answered(ctx.state, one.creature, "task")
        if task.hidden and not unseen.is_unseen(ctx.state, one.creature):
            check_can_roll(ctx, one.creature, "task")
            if ctx.state.amended:
                check_may_try(ctx, one.creature, one.skill, "task", one.circumstances.aids)
    roll(ctx, task.id)


def roll(ctx: CampaignContext, key: str, before: CampaignState | None = None) -> None:
    """Roll a task: public dice together, and hidden dice separately, which only game masters see.

    `before` is the campaign as the round began, with the effects that the task may counter.

    Rule:    BN-DICE-03, BN-TASK-08, BN-TASK-09, BN-R-152, BN-R-230, BN-R-256, BN-R-363
    Refuses: FacesNeeded
    """
    task = ctx.state.tasks[key]
    if (terms := task.terms) is None:
        return
    if task.hidden:
        _roll_unseen(ctx, task, terms)
        return
    own, *others = _hands(ctx.state, task, terms)
    faces, challenged = _fall(ctx, task, own, others)
    rolls = tuple(_make_roll(ctx, task, one, shows) for one, shows in zip((own, *others), faces, strict=True))
    opposed = opposing(ctx.state, terms, before or ctx.state)
    ctx.emit(TaskRolled(task=task.id, rolls=rolls, challenge=challenged, opposing=opposed))


def _fall(ctx: CampaignContext, task: Task, own: Hand, others: list[Hand]) -> tuple[list[Faces], Faces]:
    """Return the faces of every roll, and the faces of the challenge dice.

    Faces that players entered are used first. The service draws the others.

    Rule:    BN-CAMP-163, BN-CAMP-175
    Refuses: FacesNeeded
    """
    pool, dice = _pool(ctx.state, task, own, others), [one.dice(ctx.state) for one in (own, *others)]
    entered = [_entered_faces(ctx.state, task, one) for one in (own, *others)]
    if ctx.state.settings.dice.faces_reported:
        ctx.check_faces(*_dice_to_roll(ctx.state, task))
    if not any(entered):
        icons = tuple(die.faces for each in dice for die in each)
        fell = ctx.chance.draw(DiceOfATask(pool, icons), "task")
        return [fell.ours.faces, *(one.faces for one in fell.theirs)], fell.challenge
    missing = pool.dice_thrown() - sum(len(one) for one in entered if one)
    rest = iter(ctx.chance.roll("task", SIDES, missing) if missing else ())
    faces = [one or tuple(islice(rest, len(each))) for one, each in zip(entered, dice, strict=True)]
    return faces, tuple(rest)


def _dice_to_roll(state: CampaignState, task: Task) -> tuple[list[tuple[str, int]], tuple[str, ...]]:
    """Return the dice without entered faces, such as those of hidden opponents, and creatures whose faces do not fit.

    Rule: BN-CAMP-175
    """
    wanted: list[tuple[str, int]] = []
    outdated: set[str] = set()
    hands = [] if task.terms is None else _hands(state, task, task.terms)[: 1 if task.hidden else None]
    entered = {one.who for one in hands if _entered_faces(state, task, one)}
    for who, count in dice_to_roll(state, task, leads=True):
        key = who and reported.key_of(state, who, task.id)
        if who not in entered:
            wanted.append((who or "the challenge dice", count))
            outdated |= {*reported.creatures_with_faces(state, (who,) if who else (), key)}
    return wanted, in_order(outdated)


def _entered_faces(state: CampaignState, task: Task, hand: Hand) -> Faces | None:
    """Return the faces that a player entered for a creature's roll, or else those that an undo took back, or None."""
    return reported.for_roll(state, hand.who, reported.key_of(state, hand.who, task.id), hand.dice(state))


def _hands(state: CampaignState, task: Task, terms: Terms) -> list[Hand]:
    """Return the creatures that roll: the acting creature, then the opponents who can roll.

    Rule: BN-TASK-08, BN-SAC-17, BN-R-153, BN-R-230, BN-R-377
    """
    safe = terms.purpose == "hold" and not state.settings.magic.holding_counts_as_use
    tired = 0 if safe else _successes_lost(state, task.creature, terms.skill)
    own = Hand(task.creature, terms.skill, terms.circumstances, task.weapons, task.taken, tired)
    able = (one for one in terms.opponents if one.creature in state.characters and rolls_against(state, one))
    found = ((one, _successes_lost(state, one.creature, one.skill)) for one in able)
    return [
        own,
        *(Hand(one.creature, one.skill, with_vest(state, terms.skill, one), tired=tired) for one, tired in found),
    ]


def _successes_lost(state: CampaignState, who: str, skill: str) -> int:
    return magic.successes_lost(state, who) if skill == "Magic" else 0


def unrolled_task(ctx: CampaignContext, key: str) -> Task:
    """Return a task outside a round whose dice have not been rolled yet. Refuses: NotKnownHere, DiceAreRolled."""
    task = entry_of(ctx.state.tasks, key, "task")
    if task.stage not in ("proposed", "set") or task.fight or task.again:
        raise DiceAreRolled(needs="a task that is not rolled", has=task.stage, field="task")
    return task


def task_without_faces(ctx: CampaignContext, key: str) -> Task:
    """Return a task outside a round that has not been rolled, and for which no player has entered faces.

    Rule:    BN-CAMP-173
    Refuses: NotKnownHere, DiceAreRolled
    """
    task = unrolled_task(ctx, key)
    if ctx.state.amended and (entered := reported.entered_for(ctx.state, task.id)):
        raise DiceAreRolled(needs="RollTask or DropTask", has=entered, field="task")
    return task


def dice_to_roll(state: CampaignState, task: Task, *, leads: bool) -> tuple[tuple[str | None, int], ...]:
    """Return a pair (creature, number of dice) for each roll of a task, in order.

    The creature is None for the challenge dice. `leads` says that the reader is a game master, who also sees hidden
    dice.

    Rule: BN-CAMP-07, BN-CAMP-170, BN-R-256
    """
    if (terms := task.terms) is None or task.stage != "set" or task.creature not in state.characters:
        return ()
    if leads and task.hidden:
        state = unseen.with_opponents(state, terms)
    own, *others = _hands(state, task, terms)
    seen: list[tuple[str | None, int]] = [(own.who, len(own.dice(state)))]
    if leads or not task.hidden:
        seen += [(one.who, len(_unseen(state, one) if task.hidden else one.dice(state))) for one in others]
        seen += [(None, number) for number in challenges(state, task, terms)[:1] if number]
    return tuple((who, count) for who, count in seen if leads or who is None or not closed.is_closed(state, who))


def _unseen(state: CampaignState, hand: Hand) -> tuple[RollDie, ...]:
    """Return the dice of a hidden opponent, which rolls no hindering dice. Rule: BN-CAMP-21."""
    return tuple(die for die in hand.dice(state) if die.kind != "hindering")


def _roll_unseen(ctx: CampaignContext, task: Task, terms: Terms) -> None:
    """Roll the creature's dice in public and the opposition in secret, and record both in one event.

    The event has the same form for every kind of opposition, so that its form reveals nothing.

    Rule:    BN-R-256, BN-CAMP-21, BN-CAMP-166, BN-CAMP-175
    Refuses: FacesNeeded
    """
    state = unseen.with_opponents(ctx.state, terms)
    own, *others = _hands(state, task, terms)
    if ctx.state.settings.dice.faces_reported:
        ctx.check_faces(*_dice_to_roll(ctx.state, task))
    entered = _entered_faces(ctx.state, task, own)
    faces = entered or ctx.chance.draw(_pool(ctx.state, None, own, []), "task").ours.faces
    roll = _make_roll(ctx, task, own, faces)
    audience = ctx.state.game_masters
    if others:
        dice = _unseen(state, others[0])
        against = ctx.chance.roll("opposing", SIDES, len(dice), audience=audience)
        concealed = OutOfSight(
            roll=Roll(
                id=task.id, of=task.id, creature=others[0].who, dice=show_faces(dice, against), stage="final",
                skill=others[0].skill,
            )
        )  # fmt: skip
    else:
        number = challenges(ctx.state, task, terms)[0]
        concealed = OutOfSight(challenge=ctx.chance.roll("challenge", SIDES, number, audience=audience))
    ctx.emit(TaskRolled(task=task.id, rolls=(roll,), unseen=ctx.secret(concealed, audience)))


def _pool(state: CampaignState, task: Task | None, own: Hand, others: list[Hand]) -> TaskDice:
    """Return the dice of a task as a pool, from which a preview computes the odds without spiffs. Rule: BN-R-008."""
    terms = (task and task.terms) or NOTHING
    harder = magic.harder(state, terms, own.who, fight=task is not None and task.fight)
    theirs = (one.side(state) for one in others)
    stands = standing(state, terms)
    return task_dice(state.settings, terms, own.side(state), *theirs, harder=harder, stands=stands)


class DiceOfATask(NamedTuple):
    """The dice of a task, with the icons on each creature's dice. Of the challenge dice, only the Nulls matter."""

    pool: TaskDice
    icons: tuple[tuple[str, ...], ...]

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> TaskOutcome:
        """Roll the dice and return the outcome of the task."""
        return self.pool.throw(chance, purpose, audience)

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:  # noqa: ARG002 a task has one roll
        """Yield groups of equivalent rolls.

        In all rolls of a group, each die shows the same icon, and the same number of challenge dice show a Null.
        """
        for shown, ways in each_read(self.icons):
            for nulls, others in rolls_by_count(sides, count - len(self.icons), lambda face: face <= NULL_FACES):
                yield (*shown, *nulls), ways * others

    def odds(self) -> Odds:
        """Return the exact odds without spiffs. Refuses: TooCostly, DieLeftToLuck."""
        return self.pool.odds()

    def odds_cost(self) -> int:
        """Return a lower bound on the number of computing steps needed for the odds. Refuses: DieLeftToLuck."""
        return self.pool.odds_cost()


class LuckyTask(TaskDice, frozen=True, kw_only=True):
    """The dice of a task whose exact odds are unknown, because poison takes a die that the owner does not choose."""

    def odds(self) -> Odds:
        """Raise DieLeftToLuck, since the exact odds cannot be calculated. Refuses: DieLeftToLuck."""
        raise DieLeftToLuck(needs="owner", field="settings.combat.damage_die_choice")

    def odds_cost(self) -> int:
        """Raise DieLeftToLuck, since the exact odds cannot be calculated. Refuses: DieLeftToLuck."""
        raise DieLeftToLuck(needs="owner", field="settings.combat.damage_die_choice")


def task_dice(
    settings: Settings, terms: Terms, ours: TaskSide, *theirs: TaskSide, harder: int = 0,
    stands: tuple[int, int | None] | None = None,
) -> TaskDice:  # fmt: skip
    """Return the dice of a task as a pool.

    `stands` holds the Nulls that opposing effects add, and the number of successes to reach.

    Rule: BN-SAC-11, BN-SAC-12, BN-R-006, BN-R-250, BN-CAMP-30, BN-CAMP-31
    """
    ways = (way for one in (ours, *theirs) for die in one.dice for face in die.faces for way in face)
    left_to_luck = settings.combat.damage_die_choice != "owner" and any(way.harm or way.hurt for way in ways)
    (dice, automatic), (more, number) = challenge(settings, terms, harder), stands or (0, terms.number)
    return (LuckyTask if left_to_luck else TaskDice)(
        ours=ours, theirs=theirs, challenge=dice, automatic=automatic + more, number=number,
        tie="again" if settings.tasks.opposed_tie == "reroll" else "fails",
    )  # fmt: skip


def _make_roll(ctx: CampaignContext, task: Task, hand: Hand, faces: tuple[int, ...]) -> str:
    if hand.skill == "Magic":
        goes_on = task.terms is not None and task.terms.purpose == "hold"
        casting.use(ctx, hand.who, task=task if hand.who == task.creature else None, holding=goes_on)
    dice = hand.dice(ctx.state)
    return make(ctx, task.id, hand.who, dice, faces, skill=hand.skill, taken=hand.taken, tired=hand.tired)


# ---------------------------------------------------------------- fold


@fold
def _rolled(state: CampaignState, event: TaskRolled) -> CampaignState:
    concealed = None if event.unseen is None else value_of_secret(event.unseen)
    rolls = {state.rolls[one].creature: one for one in event.rolls}
    task = replace(state.tasks[event.task], opposing=event.opposing)
    results = state.results
    if task.again_of in results:
        results = {**results, task.again_of: replace(results[task.again_of], retried=True)}
    rolled = replace(task, stage="rolled", rolls=rolls, challenge=event.challenge, unseen=concealed)
    out_of_sight = state.out_of_sight or event.unseen is not None
    return replace(state, tasks={**state.tasks, task.id: rolled}, results=results, out_of_sight=out_of_sight)


# ---------------------------------------------------------------- samples


@samples
def _rolls(state: CampaignState, seat: str) -> Samples[RollTask]:
    yield offer(RollTask, task=ids_of_own(state, seat, state.tasks))
