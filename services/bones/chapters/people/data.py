"""Additions of a campaign to the catalogue. They are checked together, and all faults are listed at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from services.bones import catalogue as printed
from services.bones.chapters.people.campaign import HUMAN, catalogue, races
from services.bones.chapters.people.dice import MOST, SELF, Held, dice_faults, dice_from, die_faults
from services.bones.context import CampaignContext
from services.bones.reading.races import open_rolls_that_show
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.seats import check_room
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

Source: TypeAlias = printed.Culture | printed.Background | printed.Occupation
MOST_FAULTS: Final = 200
"""The maximum number of faults listed at once."""
ROLLED: Final = ("melee weapon", "missile weapon", "shield", "armor")
"""The groups of items that have a die."""

# ---------------------------------------------------------------- refusals


class DataAtFault(Refusal, rule="BN-CAMP-02"):
    """The added data has faults: correct the listed faults (at most 200 are listed) and load the data again."""


class RaceIsRolled(Refusal, rule="BN-CAMP-206"):
    """Dice that show this race's icon are rolled: settle those rolls before you replace the race."""


# ---------------------------------------------------------------- commands


class LoadData(GameMasterCommand, frozen=True, kw_only=True):
    """Add dice, items, creatures, races, hordes, cultures, backgrounds and occupations to the catalogue.

    An entry replaces the entry of the same name. New uses of a race's icon apply at once, even to existing creatures.
    Existing dice and items do not change.
    """

    counts_as = "aside"

    data: printed.Data


# ---------------------------------------------------------------- events


class DataLoaded(Event, frozen=True, kw_only=True):
    """The campaign added these entries to its catalogue."""

    data: printed.Data


# ---------------------------------------------------------------- judgement


@judge
def load_data(ctx: CampaignContext, command: LoadData) -> None:
    """Add entries to the catalogue.

    Rule:    BN-CAMP-02, BN-CAMP-206, BN-RACE-04
    Refuses: TooManyHere, DataAtFault, RaceIsRolled
    """
    data = merge(ctx.state.data, command.data)
    for kind in printed.Data.__struct_fields__:
        check_room(getattr(data, kind), printed.MANY, "data", more=0)
    changed = command.data if not command.data.dice else replace(command.data, creatures=data.creatures)
    found = chain(_named_twice(command.data), _faults(replace(ctx.state, data=data), changed))
    if faults := tuple(islice(found, MOST_FAULTS)):
        raise DataAtFault(needs="data without a fault", has=faults, field="data")
    _check_not_rolled(ctx.state, command.data.races)
    ctx.emit(DataLoaded(data=command.data))


def _check_not_rolled(state: CampaignState, replaced: Iterable[printed.Race]) -> None:
    """Refuse to replace a race while dice that show its icon are not settled. Rule: BN-CAMP-206. Refuses: RaceIsRolled.

    A race that is loaded again unchanged replaces nothing.
    """
    now = races(state) if state.amended else {}
    for race in replaced:
        rolls = open_rolls_that_show(state, race.name) if race.name in now and now[race.name].uses != race.uses else ()
        if rolls:
            raise RaceIsRolled(needs=rolls, has=race.name, field="data")


def merge(there: printed.Data, more: printed.Data) -> printed.Data:
    """Return both sets of data combined. Entries of `more` replace entries of the same name. Rule: BN-CAMP-02."""
    both = {kind: (*getattr(there, kind), *getattr(more, kind)) for kind in printed.Data.__struct_fields__}
    return printed.Data(**{kind: tuple({one.name: one for one in found}.values()) for kind, found in both.items()})


def _named_twice(data: printed.Data) -> Iterator[str]:
    for kind in printed.Data.__struct_fields__:
        names = [one.name for one in getattr(data, kind)]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            yield f"{kind} {name}: needs one entry of its name, has {names.count(name)}"


def _faults(state: CampaignState, changed: printed.Data) -> Iterator[str]:
    """Yield a message for each fault in the added entries, and in the creatures whose dice these entries change."""
    dice = catalogue(state, "dice").values()
    whole = Whole(state, Counter(name for die in dice for name in {die.name, *die.aliases}))
    for kind, faults in CHECKS.items():
        for one in getattr(changed, kind):
            for fault in faults(whole, one):
                text = f"needs {fault.needs}, has {fault.has}" if isinstance(fault, Refusal) else fault
                yield f"{kind} {one.name}: {text}"


class Whole(NamedTuple):
    """A campaign with its new additions, and the number of dice that have each name or alias."""

    state: CampaignState
    names: Mapping[str, int]


Faults: TypeAlias = Iterator[Refusal | str]


def _of_die(whole: Whole, die: printed.NamedDie) -> Faults:
    yield from die_faults(Held(state=whole.state, kind=die.kind), die.faces, "its die")
    for name in dict.fromkeys((die.name, *die.aliases)):
        if whole.names[name] > 1:
            yield f"needs names that no other die goes by, has {name}"


def _of_item(whole: Whole, item: printed.ItemKind) -> Faults:
    if item.faces is not None:
        yield from die_faults(Held(state=whole.state, kind="item"), item.faces, "its die")
    elif item.group in ROLLED:
        article = "an" if item.group.startswith("a") else "a"
        yield f"needs the faces of its die, has none, as {article} {item.group}"
    if item.increment is None and (item.thrown or item.group == "missile weapon"):
        yield "needs a range increment, has none, though it flies"


def _of_creature(whole: Whole, one: printed.Sample) -> Faults:
    wrong = [(number, fault) for number, run in enumerate(one.dice, 1) for fault in _of_run(whole, run)]
    yield from (f"entry {number} of its dice {fault}" for number, fault in wrong)
    count = sum(run.n for run in one.dice)
    if count > MOST:
        yield f"needs at most {MOST} dice, has {count}"
    elif not wrong:
        yield from dice_faults(Held(state=whole.state, kind=one.kind), dice_from(whole.state, one.dice))


def _of_run(whole: Whole, run: printed.Run) -> Iterator[str]:
    if (run.die is None) == (run.faces is None):
        yield f"needs either a standard die or faces, has {'neither' if run.die is None else 'both'}"
    if run.die is not None and run.die not in whole.names:
        yield f"needs a standard die, has {run.die}"


def _of_race(_: Whole, race: printed.Race) -> Faults:
    if race.name == HUMAN:
        yield "needs another name, has that of the race without an icon"
    for number, use in enumerate(race.uses, 1):
        if use not in printed.SKILLS and use not in printed.MASTERY:
            yield f"use {number} needs one icon of a skill or a mastery, has {use}"


def _of_source(_: Whole, source: Source) -> Faults:
    for number, slot in enumerate(source.slots, 1):
        yield from (f"slot {number} {fault}" for fault in _of_slot(slot, first=number == 1))
    own = [number for number, slot in enumerate(source.slots, 1) if _is_self(slot)]
    if len(own) != 1:
        yield f"needs one slot of Physical or Mental, has {len(own)}"


def _of_slot(slot: printed.Slot, *, first: bool) -> Iterator[str]:
    ways = (slot.fixed is not None, bool(slot.choice), slot.any)
    if sum(ways) != 1:
        yield f"needs one of fixed, choice and any, has {sum(ways)}"
    elif first and slot.fixed != "Universal":
        yield f"needs Universal, has {slot.fixed or 'a choice'}"
    elif not first and not _is_self(slot):
        for icon in (slot.fixed, *slot.choice):
            if icon is not None and icon not in printed.SKILLS:
                yield f"needs basic skill icons, has {icon}"


def _is_self(slot: printed.Slot) -> bool:
    icons = (slot.fixed,) if slot.fixed is not None else slot.choice
    return bool(icons) and all(icon in SELF for icon in icons)


CHECKS: Final[dict[str, Callable[[Whole, Any], Faults]]] = {
    "dice": _of_die, "items": _of_item, "creatures": _of_creature, "races": _of_race,
    "cultures": _of_source, "backgrounds": _of_source, "occupations": _of_source,
}  # fmt: skip

# ---------------------------------------------------------------- fold


@fold
def _data_loaded(state: CampaignState, event: DataLoaded) -> CampaignState:
    return replace(state, data=merge(state.data, event.data))


# ---------------------------------------------------------------- samples


@samples
def _loads(_: CampaignState, __: str) -> Samples[LoadData]:
    yield offer(LoadData, data=(printed.Data(races=printed.PRINTED.races[:1]), Field(schema="Data")))
