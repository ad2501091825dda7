"""Dice at a physical table: players enter the faces of their own dice, if the game master allows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.fights import round_dice
from services.bones.chapters.lasting_magic import minds
from services.bones.chapters.rolls import rolls
from services.bones.chapters.tasks import rolling
from services.bones.context import CampaignContext
from services.bones.faces import SIDES
from services.bones.reading import reported
from services.bones.reading.damage import numbers
from services.bones.reading.minds import put_off_for
from services.bones.reading.taking_part import acts
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Reported, RollDie
from services.bones.state.tasks import Task
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_DICE: Final = 100
ANY_FACES: Final = 2
"""The maximum number of new dice for which `legal` lists every combination of faces."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=SIDES)]

# ---------------------------------------------------------------- refusals


class PlayersEnterNoFaces(Refusal, rule="BN-R-341"):
    """Players cannot enter faces in this campaign: leave the roll to the service or to the game master."""


class NothingToRoll(Refusal, rule="BN-CAMP-163"):
    """No roll of this creature waits for faces now: enter them for a task with terms, a fight, a fall or resistance.

    The game master enters the dice of a horde with RollRound, since it rolls them once for each target.
    """


class FaceForEachDie(Refusal, rule="BN-CAMP-163"):
    """Wrong number of faces: enter one face for each die that the creature rolls."""


class EnteredAlready(Refusal, rule="BN-CAMP-163"):
    """The faces of this roll have already been entered: ask the game master to correct them.

    If the dice have changed since, they can be entered again.
    """


class FacesStay(Refusal, rule="BN-CAMP-198"):
    """Other faces were entered for some of these dice: enter the earlier faces again, and new ones for new dice."""


class FacesComeAgain(Refusal, rule="BN-CAMP-201"):
    """An undo took back these dice, but their faces stay as they were: enter the faces that `needs` lists.

    If the game master entered them together with the roll, nobody enters them: the game master rolls again.
    """


# ---------------------------------------------------------------- commands


class ReportDice(Command, frozen=True, kw_only=True):
    """Enter the faces that your own dice show at the table, for the next roll of a creature.

    List the creature's own dice first, then its items' dice, then hindering dice. The command that makes the roll uses
    these faces, and its sender enters the faces of all other dice.

    If the dice change before the roll, enter all faces again: those of dice that you entered before stay the same.
    """

    counts_as = "answer"

    creature: Id
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=MOST_DICE)]


# ---------------------------------------------------------------- events


class DiceReported(Event, frozen=True, kw_only=True):
    """A player entered the faces of a creature's dice.

    `of` names the task, fall, resistance or round for which the faces were entered.
    """

    creature: str
    of: str
    faces: tuple[int, ...]


class FacesEntered(Event, frozen=True, kw_only=True):
    """A player entered the faces of a creature's dice: `faces` has one face for each die that `dice` names.

    `of` names the task, fall, resistance or round for which the faces were entered. They now count as an open roll.
    """

    reveals = True

    creature: str
    of: str
    dice: tuple[str, ...]
    faces: tuple[int, ...]


# ---------------------------------------------------------------- judgement


def may_report(state: CampaignState) -> bool:
    """Return whether players may enter the faces of their own dice. Rule: BN-R-341."""
    return state.settings.dice.faces_reported and state.settings.dice.players_report


def due(state: CampaignState, who: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the id of a creature's next roll and the dice in it, or None if no roll is due.

    If faces were entered for a roll that is still open, that roll comes next.

    Rule: BN-CAMP-163, BN-CAMP-198, BN-CAMP-219
    """
    rolls_due = {of: reported.ids(dice) for of, dice in _rolls_due(state, who)}
    entered = reported.waiting_for_faces(state, who) if state.amended else ()
    first = next((of for of in (*entered, *rolls_due) if of in rolls_due), None)
    return None if first is None else (first, rolls_due[first])


def _rolls_due(state: CampaignState, who: str) -> Iterator[tuple[str, tuple[RollDie, ...]]]:
    for key in in_order(state.resistances):
        one = state.resistances[key]
        if one.creature == who and one.roll is None:
            yield key, minds.dice_of(state, who)
    for key in in_order(state.falls):
        if state.falls[key].creature == who and state.falls[key].roll is None:
            yield key, rolls.dice_of(state, who, skill="Maneuver")
    yield from _of_round(state, who)
    for key in in_order(state.tasks):
        task = state.tasks[key]
        in_it = any(one == who and count for one, count in rolling.dice_to_roll(state, task, leads=False))
        if in_it and put_off_for(state, task) is None:
            yield key, _dice_in_task(state, task, who)


def _of_round(state: CampaignState, who: str) -> Iterator[tuple[str, tuple[RollDie, ...]]]:
    fight = state.combat
    if fight is not None and fight.stage == "terms" and who in fight.fighters and acts(state, who):
        dice = round_dice.dice_of(state, fight.fighters[who])
        yield from [(reported.of_round(fight), dice)] if dice else ()


def _dice_in_task(state: CampaignState, task: Task, who: str) -> tuple[RollDie, ...]:
    """Return the dice that a creature rolls for a task that it tries or opposes."""
    if task.terms is None or who == task.creature:
        return rolls.dice_of(state, who, skill=task.terms.skill if task.terms else task.skill, weapons=task.weapons)
    skill = next(one.skill for one in task.terms.opponents if one.creature == who)
    return rolls.dice_of(state, who, skill=skill)


@judge
def report_dice(ctx: CampaignContext, command: ReportDice) -> None:
    """Enter the faces that your own dice show at the table, for the next roll of a creature.

    Rule:    BN-R-341, BN-CAMP-163, BN-CAMP-175, BN-CAMP-198, BN-CAMP-201, BN-CAMP-222
    Refuses: NotKnownHere, NotYours, PlayersEnterNoFaces, NothingToRoll, EnteredAlready, FaceForEachDie, FacesStay,
             FacesComeAgain
    """
    state, who = ctx.state, ctx.own(command.creature, "creature").id
    if not may_report(state):
        raise PlayersEnterNoFaces(needs="dice.players_report, where dice are reported", has=ctx.seat)
    if (found := due(state, who)) is None:
        horde = state.characters[who].kind == "horde"
        needs = "RollRound, by the game master" if horde else "a roll that is due"
        raise NothingToRoll(needs=needs, has=who, field="creature")
    of, dice = found
    if reported.faces(state, who, of, len(dice)) is not None and not ctx.leads:
        raise EnteredAlready(needs="the game master", has=of, field="creature")
    if len(command.faces) != len(dice):
        raise FaceForEachDie(needs=len(dice), has=len(command.faces), field="faces")
    if not state.amended:
        ctx.emit(DiceReported(creature=who, of=of, faces=command.faces))
        return
    before = reported.faces_by_die(state, who, of)
    kept = tuple(before.get(die, face) for die, face in zip(dice, command.faces, strict=True))
    if kept != command.faces and not ctx.leads:
        raise FacesStay(needs=numbers(kept), has=numbers(command.faces), field="faces")
    if reported.rolled_before(state, who, dice):
        raise FacesComeAgain(needs="the roll, by the game master", has=of, field="creature")
    _check_again(command.faces, dice, _faces_again(state, who, dice, before))
    ctx.emit(FacesEntered(creature=who, of=of, dice=dice, faces=command.faces))


def _check_again(faces: tuple[int, ...], dice: tuple[str, ...], known: dict[str, int]) -> None:
    """Check that dice show the faces that an undo took back. Rule: BN-CAMP-201. Refuses: FacesComeAgain."""
    again = tuple(known.get(die, face) for die, face in zip(dice, faces, strict=True))
    if again != faces:
        raise FacesComeAgain(needs=numbers(again), has=numbers(faces), field="faces")


def _faces_again(state: CampaignState, who: str, dice: tuple[str, ...], before: dict[str, int]) -> dict[str, int]:
    """Return the faces that an undo took back, by die, leaving out dice that already have a face. Rule: BN-CAMP-201."""
    again = reported.faces_again(state, who, dice)
    return {die: face for die, face in again.items() if die not in before}


# ---------------------------------------------------------------- fold


@fold
def _reported(state: CampaignState, event: DiceReported) -> CampaignState:
    one = Reported(of=event.of, faces=event.faces)
    return replace(state, reported={**state.reported, event.creature: one})


@fold
def _entered(state: CampaignState, event: FacesEntered) -> CampaignState:
    """Record the faces of a roll, and that a player entered them.

    A correction changes the faces of dice that were entered before. It is not a new entry: after an undo, nobody has to
    enter the corrected faces again. Entries with the faces before the correction count as used.
    """
    before = state.reported.get(event.creature)
    one = Reported(of=event.of, faces=event.faces, dice=event.dice)
    state = replace(state, reported={**state.reported, event.creature: one})
    if before is not None and before.of == event.of and {*event.dice} <= {*before.dice}:
        return reported.spent(state, event.creature, zip(before.dice, before.faces, strict=True))
    return reported.noted(state, event.creature, event.dice, faces=event.faces)


# ---------------------------------------------------------------- samples


@samples
def _reports(state: CampaignState, seat: str) -> Samples[ReportDice]:
    own = mine(state, seat)
    able = [(who, *found) for who in own if (found := due(state, who))] if may_report(state) else []
    for who, of, dice in able or [(own[0], "", ("die-1",))]:
        before = reported.faces_by_die(state, who, of)
        known = _faces_again(state, who, dice, before) | ({} if state.led_by(seat) else before)
        if known:
            yield from (offer(ReportDice(creature=who, faces=faces)) for faces in _with_known(dice, known))
        else:
            each = Field(items=Field(least=1, most=SIDES), least=len(dice), most=len(dice))
            yield offer(ReportDice(creature=who, faces=(1,) * len(dice)), faces=each)


def _with_known(dice: tuple[str, ...], known: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Yield sample faces: the known faces, and every combination of faces for the other dice.

    If more than `ANY_FACES` dice have no known face, they all show the same face in each sample.
    """
    others, shown = [die for die in dice if die not in known], range(1, SIDES + 1)
    count = len(others)
    for faces in product(shown, repeat=count) if count <= ANY_FACES else ((face,) * count for face in shown):
        found = known | dict(zip(others, faces, strict=True))
        yield tuple(found[die] for die in dice)
