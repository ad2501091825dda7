"""Making things: how many days an item takes, and how weapons and armor are improved."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import ItemKind
from services.bones.chapters.people import items
from services.bones.chapters.rolls import settling
from services.bones.context import CampaignContext
from services.bones.reading import counting, improving, printed, races
from services.bones.reading.improving import Step, improved
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Item
from services.bones.state.tasks import Making, Task
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import ids_of_own
from shared.kernel.campaign.seats import check_room, entry_of, there_are
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class TooGood(Refusal, rule="BN-MAST-12"):
    """Too many improvements: choose at most the number in `needs`, and none without a Weaponsmith icon."""


class NotAKindToImprove(Refusal, rule="BN-R-360"):
    """Items of this kind cannot be improved: leave `steps` out, or choose an item of a kind in `needs`."""


class NotThatFace(Refusal, rule="BN-R-032"):
    """This improvement is invalid: put Melee, Missile or Defend on a blank face, double one, or reduce Encumbrance."""


class NotReadyYet(Refusal, rule="BN-CAMP-28"):
    """The item is not ready: wait until the days required to make the item have passed."""


class MakerIsDown(Refusal, rule="BN-CAMP-28"):
    """The maker is dead or has no dice left, so it cannot finish the item: heal or revive the maker first."""


# ---------------------------------------------------------------- commands


class FinishThing(Command, frozen=True, kw_only=True):
    """Receive a finished item, and choose its improvements in the order in which they are applied."""

    counts_as = "move"

    making: Id
    steps: Annotated[tuple[Step, ...], Meta(max_length=50)] = ()


# ---------------------------------------------------------------- events


class ThingMade(Event, frozen=True, kw_only=True):
    """A creature succeeded in making something, which takes the days given in `making`.

    The days of an item of the catalogue begin when the maker's previous item is ready. If `making` names no item of the
    catalogue, its days begin at once, and nothing more is recorded: the game master decides what was made.

    Rule: BN-R-031, BN-CAMP-182
    """

    making: Making


class ThingFinished(Event, frozen=True, kw_only=True):
    """The maker received the finished item. Rule: BN-CAMP-28."""

    making: str


# ---------------------------------------------------------------- judgement


@follows
def _made(ctx: CampaignContext, event: settling.TaskSettled) -> None:
    """Record the item or other object that a successful making task produces.

    Rule: BN-MAST-10, BN-MAST-12, BN-R-031, BN-R-032, BN-R-360, BN-R-381, BN-CAMP-182
    """
    task = ctx.state.tasks[event.task]
    terms = task.terms
    if terms is None or terms.purpose != "making" or terms.days is None or not event.success:
        return
    rules, net = ctx.state.settings.mastery, min(one.margin or 0 for one in event.results)
    beyond = net if terms.number is not None else net - 1
    kind = _kind(ctx.state, terms.item)
    plain = ctx.state.amended and kind is not None and kind.group not in improved(ctx.state)
    driven = _shows(ctx.state, task, "Craft:Driven")
    smith = () if plain else _shows(ctx.state, task, "Craft:Weaponsmith")
    days = soon = improving.days(rules, terms.days, beyond, driven=bool(driven))
    steps = improving.steps(rules, net, weaponsmith=bool(smith))
    if steps and terms.item and ctx.state.amended and len({*driven, *smith}) == 1:
        days = terms.days  # one racial icon: it makes the item either sooner or better
    day, hour = _begins(ctx.state, task.creature) if terms.item else (ctx.state.day, ctx.state.hours)
    making = Making(
        id=ctx.new_id("making"), creature=task.creature, aim=task.aim, days=days, item=terms.item, steps=steps,
        ready_day=day + days, ready_hour=hour, sooner_day=day + soon if soon < days else None,
    )  # fmt: skip
    ctx.emit(ThingMade(making=making))


def _kind(state: CampaignState, name: str | None) -> ItemKind | None:
    """Return a kind of item that the campaign or the book has, or None."""
    return next((one for one in (*state.data.items, *printed.data(state).items) if one.name == name), None)


def _begins(state: CampaignState, who: str) -> tuple[int, int]:
    """Return the day and hour at which a maker begins its next item: now, or when its previous item is ready.

    Rule: BN-CAMP-182
    """
    own = (one for one in state.makings.values() if state.amended and one.creature == who)
    return max([(state.day, state.hours), *((one.ready_day, one.ready_hour) for one in own)])


def _shows(state: CampaignState, task: Task, icon: str) -> tuple[str, ...]:
    """Return the dice of the creature's roll for a task that count as a mastery icon.

    Rule: BN-RACE-03, BN-R-381
    """
    roll = state.rolls[task.rolls[task.creature]]
    if state.amended:
        return tuple(one.die for one in roll.standing if counting.used_as(state, roll, one, icon))
    read = ((one.die, part) for one in roll.standing for part in races.readable(state, one.face))
    return tuple(die for die, part in read if part.name == icon)


@judge_given(there_are("makings", field="making"))
def finish_thing(ctx: CampaignContext, command: FinishThing) -> None:
    """Receive a finished item, and choose its improvements in the order in which they are applied.

    Rule:    BN-MAST-12, BN-R-032, BN-R-360, BN-CAMP-10, BN-CAMP-28
    Refuses: NotKnownHere, TooManyHere, NotAKindToImprove, TooGood, NotThatFace, DieNeeded, and the refusals of
             `_finisher`
    """
    making = entry_of(ctx.state.makings, command.making, "making")
    check_room(_finisher(ctx, making, improves=bool(command.steps)).items, items.MAX_ITEMS, "making")
    item = items.new_item(ctx, making.item or "", "making")
    if command.steps and ctx.state.amended and item.group not in improved(ctx.state):
        raise NotAKindToImprove(needs=improved(ctx.state), has=item.group, field="steps")
    most = making.steps if item.group in improved(ctx.state) else 0
    if len(command.steps) > most:
        raise TooGood(needs=f"at most {most}", has=len(command.steps), field="steps")
    ctx.emit(ThingFinished(making=making.id))
    ctx.emit(items.ItemGiven(creature=making.creature, item=_better(item, command.steps)))


def _finisher(ctx: CampaignContext, making: Making, *, improves: bool) -> Creature:
    """Return the maker of an item that can be finished now. `improves` says whether the item is to be improved.

    Rule:    BN-CAMP-25, BN-CAMP-28, BN-R-381
    Refuses: NotYours, AnswerFirst, MakerIsDown, NotReadyYet
    """
    maker = ctx.own(making.creature, "making")
    items.check_answered(ctx.state, maker.id, "making")
    if maker.down or maker.dead:
        raise MakerIsDown(needs="a die left", has=maker.id, field="making")
    soon = None if improves else making.sooner_day
    now, ready = (ctx.state.day, ctx.state.hours), (soon or making.ready_day, making.ready_hour)
    if now < ready:
        raise NotReadyYet(needs=_moment(*ready), has=_moment(*now), field="making")
    return maker


def _moment(day: int, hour: int) -> str:
    """Return a day and hour as text."""
    return f"day {day}, hour {hour}"


def _better(item: Item, steps: tuple[Step, ...]) -> Item:
    """Return an item with all these improvements. Rule: BN-R-032. Refuses: NotThatFace."""
    faces = item.faces
    for step in steps:
        found = None if faces is None else improving.better(faces, step)
        if found is None:
            has = item.faces if faces is None else f"face {step.face}: {faces[step.face - 1]}"
            raise NotThatFace(needs=improving.NEEDED.get(step.to, "a blank face"), has=has, field="steps")
        faces = found
    return replace(item, faces=faces)


# ---------------------------------------------------------------- fold


@fold
def _thing_made(state: CampaignState, event: ThingMade) -> CampaignState:
    counted = state.raise_counter(event.making.id)
    if event.making.item is None:
        return counted
    return replace(counted, makings={**state.makings, event.making.id: event.making})


@fold
def _thing_finished(state: CampaignState, event: ThingFinished) -> CampaignState:
    return replace(state, makings=without(state.makings, event.making))


# ---------------------------------------------------------------- samples


@samples
def _finishes(state: CampaignState, seat: str) -> Samples[FinishThing]:
    for key in ids_of_own(state, seat, state.makings):
        yield offer(FinishThing, making=key)
        one = state.makings.get(key)
        kind = _kind(state, one.item) if one else None
        if one and kind and kind.faces and one.steps and kind.group in improved(state):
            steps = Field(items=Field(schema="Step"), least=0, most=one.steps, repeats=True, ordered=True)
            yield offer(FinishThing, making=key, steps=(improving.some(kind.faces, one.steps), steps))
