"""Successes that creatures give to others, and icons that they use as commands."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.chapters.rolls.rolls import at_stage, own_rolls
from services.bones.context import CampaignContext
from services.bones.reading.giving import commands, gifts
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import there_are
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- refusals


class NotGiven(Refusal, rule="BN-R-252"):
    """This success cannot be given away: use an icon that allows it, and name a creature whose roll is still open."""


class NoCommand(Refusal, rule="BN-R-028"):
    """This die cannot command that follower: use Animal Friend for a companion or Boss for a lackey with a die left."""


# ---------------------------------------------------------------- commands


class GiveSuccess(Command, frozen=True, kw_only=True):
    """Give a die's success to another creature, if the die's icon allows it."""

    counts_as = "move"

    roll: Id
    die: Id
    to: Id


class TakeCommand(Command, frozen=True, kw_only=True):
    """Use an icon as a command instead of a success. A companion or lackey obeys it without a roll."""

    counts_as = "move"

    roll: Id
    die: Id
    to: Id


# ---------------------------------------------------------------- events


class SuccessGiven(Event, frozen=True, kw_only=True):
    """A creature gave a die's success to another creature, for that creature's roll or for its task before the roll."""

    roll: str
    die: str
    to: str
    into: str


class CommandTaken(Event, frozen=True, kw_only=True):
    """An icon was used as a command and does not count as a success."""

    roll: str
    die: str
    to: str


# ---------------------------------------------------------------- judgement


@judge_given(there_are("rolls", field="roll"))
def give_success(ctx: CampaignContext, command: GiveSuccess) -> None:
    """Give the success of a die to another creature, if its icon allows that.

    Rule:    BN-R-029, BN-R-030, BN-R-252
    Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen, NotGiven
    """
    roll = at_stage(ctx, command.roll, "successes")
    ctx.character(command.to, "to")
    found = {(die, who): into for die, who, into in gifts(ctx.state, roll)}
    if (command.die, command.to) not in found:
        if receivers := tuple(who for die, who in found if die == command.die):
            raise NotGiven(needs=receivers, has=command.to, field="to")
        raise NotGiven(needs=tuple(dict.fromkeys(die for die, _ in found)), has=command.die, field="die")
    into = found[command.die, command.to]
    ctx.emit(SuccessGiven(roll=roll.id, die=command.die, to=command.to, into=into))


@judge_given(there_are("rolls", field="roll"))
def take_command(ctx: CampaignContext, command: TakeCommand) -> None:
    """Use an icon as a command instead of a success. A companion or lackey obeys it without a roll.

    Rule:    BN-MAST-31, BN-MAST-47, BN-R-028
    Refuses: NotKnownHere, NotYours, OtherStage, UseIsOpen, NoCommand
    """
    roll = at_stage(ctx, command.roll, "successes")
    ctx.character(command.to, "to")
    found = tuple(commands(ctx.state, roll))
    if (command.die, command.to) not in found:
        if followers := tuple(who for die, who in found if die == command.die):
            raise NoCommand(needs=followers, has=command.to, field="to")
        raise NoCommand(needs=tuple(dict.fromkeys(die for die, _ in found)), has=command.die, field="die")
    ctx.emit(CommandTaken(roll=roll.id, die=command.die, to=command.to))


# ---------------------------------------------------------------- fold


@fold
def _given(state: CampaignState, event: SuccessGiven) -> CampaignState:
    roll = state.rolls[event.roll]
    after = state.roll_changed(roll.id, given=(*roll.given, event.die))
    if event.into in after.rolls:
        return after.roll_changed(event.into, taken=after.rolls[event.into].taken + 1)
    task = after.tasks[event.into]
    return replace(after, tasks={**after.tasks, task.id: replace(task, taken=task.taken + 1)})


@fold
def _commanded(state: CampaignState, event: CommandTaken) -> CampaignState:
    return state.roll_changed(event.roll, told=(*state.rolls[event.roll].told, event.die))


# ---------------------------------------------------------------- samples


@samples
def _gives(state: CampaignState, seat: str) -> Samples[GiveSuccess]:
    yield offer(GiveSuccess, roll=some(state.rolls)[0], die="die-1", to=some(state.characters)[0])
    for roll in own_rolls(state, seat):
        yield from (offer(GiveSuccess, roll=roll.id, die=die, to=who) for die, who, _ in gifts(state, roll))


@samples
def _commands(state: CampaignState, seat: str) -> Samples[TakeCommand]:
    yield offer(TakeCommand, roll=some(state.rolls)[0], die="die-1", to=some(state.characters)[0])
    for roll in own_rolls(state, seat):
        yield from (offer(TakeCommand, roll=roll.id, die=die, to=who) for die, who in commands(state, roll))
