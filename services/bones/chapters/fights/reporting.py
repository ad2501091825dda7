"""Dice at a physical table: players enter the faces of their own dice, if the game master allows it."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.fights import round_dice
from services.bones.chapters.lasting_magic import minds
from services.bones.chapters.rolls import rolls
from services.bones.chapters.tasks import rolling
from services.bones.context import CampaignContext
from services.bones.faces import SIDES
from services.bones.reading.reported import of_round
from services.bones.reading.taking_part import acts
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Reported
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_DICE: Final = 100
Face: TypeAlias = Annotated[int, Meta(ge=1, le=SIDES)]

# ---------------------------------------------------------------- refusals


class PlayersEnterNoFaces(Refusal, rule="BN-R-341"):
    """Players cannot enter faces in this campaign: the service rolls, or the game master enters them."""


class NothingToRoll(Refusal, rule="BN-CAMP-163"):
    """This creature has no roll to make: enter faces only for a task with terms, a fight, a fall or a resistance.

    The game master enters the dice of a horde with RollRound, since it rolls them once for each target.
    """


class FaceForEachDie(Refusal, rule="BN-CAMP-163"):
    """Wrong number of faces: enter one face for each die that the creature rolls."""


class EnteredAlready(Refusal, rule="BN-CAMP-163"):
    """The faces of this roll have already been entered: ask the game master to correct them.

    If the number of dice has changed since, they can be entered again.
    """


# ---------------------------------------------------------------- commands


class ReportDice(Command, frozen=True, kw_only=True):
    """Enter the faces that your own dice show at the table, for the next roll of a creature.

    List the creature's own dice first, then its items' dice, then hindering dice. The command that makes the roll uses
    these faces, and its sender enters the faces of all other dice.
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


# ---------------------------------------------------------------- judgement


def may_report(state: CampaignState) -> bool:
    """Return whether players may enter the faces of their own dice. Rule: BN-R-341."""
    return state.settings.dice.dice_source == "reported" and state.settings.dice.players_report


def due(state: CampaignState, who: str) -> tuple[str, int] | None:
    """Return the id of a creature's next roll and its number of dice, or None if no roll is due. Rule: BN-CAMP-163."""
    for key in in_order(state.resistances):
        one = state.resistances[key]
        if one.creature == who and one.roll is None:
            return key, len(minds.dice_of(state, who))
    for key in in_order(state.falls):
        if state.falls[key].creature == who and state.falls[key].roll is None:
            return key, len(rolls.dice_of(state, who, skill="Maneuver"))
    return _of_round(state, who) or _of_task(state, who)


def _of_round(state: CampaignState, who: str) -> tuple[str, int] | None:
    fight = state.combat
    if fight is None or fight.stage != "terms" or who not in fight.fighters or not acts(state, who):
        return None
    count = round_dice.dice_thrown(state, fight.fighters[who])
    return (of_round(fight), count) if count else None


def _of_task(state: CampaignState, who: str) -> tuple[str, int] | None:
    for key in in_order(state.tasks):
        for one, count in rolling.dice_to_roll(state, state.tasks[key], leads=False):
            if one == who and count:
                return key, count
    return None


@judge
def report_dice(ctx: CampaignContext, command: ReportDice) -> None:
    """Enter the faces that your own dice show at the table, for the next roll of a creature.

    Rule:    BN-R-341, BN-CAMP-163, BN-CAMP-175
    Refuses: NotKnownHere, NotYours, PlayersEnterNoFaces, NothingToRoll, EnteredAlready, FaceForEachDie
    """
    who = ctx.own(command.creature, "creature").id
    if not may_report(ctx.state):
        raise PlayersEnterNoFaces(needs="dice.players_report, where dice are reported", has=ctx.seat)
    if (found := due(ctx.state, who)) is None:
        horde = ctx.state.characters[who].kind == "horde"
        needs = "RollRound, by the game master" if horde else "a roll that is due"
        raise NothingToRoll(needs=needs, has=who, field="creature")
    of, count = found
    before = ctx.state.reported.get(who)
    if before is not None and before.of == of and len(before.faces) == count and not ctx.leads:
        raise EnteredAlready(needs="the game master", has=of, field="creature")
    if len(command.faces) != count:
        raise FaceForEachDie(needs=count, has=len(command.faces), field="faces")
    ctx.emit(DiceReported(creature=who, of=of, faces=command.faces))


# ---------------------------------------------------------------- fold


@fold
def _reported(state: CampaignState, event: DiceReported) -> CampaignState:
    one = Reported(of=event.of, faces=event.faces)
    return replace(state, reported={**state.reported, event.creature: one})


# ---------------------------------------------------------------- samples


@samples
def _reports(state: CampaignState, seat: str) -> Samples[ReportDice]:
    own = mine(state, seat)
    able = [(who, found[1]) for who in own if (found := due(state, who))] if may_report(state) else []
    for who, count in able or [(own[0], 1)]:
        each = Field(items=Field(least=1, most=SIDES), least=count, most=count)
        yield offer(ReportDice(creature=who, faces=(1,) * count), faces=each)
