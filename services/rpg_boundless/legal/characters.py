"""Samples of what may be asked about characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Final

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.characters import (
    ClearCondition,
    CreateCharacter,
    DropItem,
    FinishCharacter,
    GainCondition,
    MakeRoom,
    RepairArmor,
    TakeItem,
    TakeOffArmor,
    WearArmor,
    WorsenCondition,
)
from services.rpg_boundless.legal.sample import (
    CHARM,
    ITEMS,
    MAIL,
    REASON,
    ROPE,
    SWORD,
    TEXT,
    WHY,
    Sample,
    drops,
    names,
    some,
)
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.words import Scores
from shared.kernel.messages import Command

NONE: Final = "none"
SHARES: Final = tuple(
    Scores(strength=strength, dexterity=dexterity, willpower=willpower)
    for strength, dexterity, willpower in product(range(BOOK.start.highest + 1), repeat=3)
    if strength + dexterity + willpower == BOOK.start.points
)
SWAPS: Final = (None, ("strength", "dexterity"), ("strength", "willpower"), ("dexterity", "willpower"))
AILMENTS: Final = ("tired", "sick", "starved", "poisoned")


def _create(state: CampaignState, seat: str) -> Iterator[Sample]:
    kit = (SWORD, ROPE, MAIL)
    said = {"name": TEXT, "keepsake": TEXT}
    seats = sorted({seat, *state.roles})
    points = CreateCharacter(name="Ash", points=SHARES[0], items=kit, keepsake="coin", seat=seat)
    yield Sample(command=points, fields=said, tries={"points": SHARES, "seat": seats})
    rolled = CreateCharacter(name="Ash", method="roll", items=kit, keepsake="coin", seat=seat)
    yield Sample(command=rolled, fields=said, tries={"seat": seats})


def _finish(state: CampaignState, _: str) -> Iterator[Sample]:
    for draft in some(state.drafts):
        yield Sample(command=FinishCharacter(draft=draft), tries={"swap": SWAPS})


def _take(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        yield Sample(command=TakeItem(character=name, item=CHARM), tries={"item": ITEMS})


def _items(state: CampaignState, name: str) -> tuple[str, ...]:
    return some(state.characters[name].items if name in state.characters else ())


def _drop(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for item in _items(state, name):
            yield Sample(command=DropItem(character=name, item=item))


def _wear(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for item in _items(state, name):
            yield Sample(command=WearArmor(character=name, item=item))


def _take_off(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for item in _items(state, name):
            yield Sample(command=TakeOffArmor(character=name, item=item))


def _repair(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for item in _items(state, name):
            yield Sample(command=RepairArmor(character=name, item=item, reason=WHY), fields=REASON)


def _conditions(state: CampaignState, name: str) -> tuple[str, ...]:
    return state.characters[name].hindrances if name in state.characters else ()


def _gain(state: CampaignState, _: str) -> Iterator[Sample]:
    """The names are open where a Condition gained twice worsens; full Slots want an Item named with it."""
    opens = state.settings.conditions.repeat == "worsen"
    for name in names(state):
        held = _conditions(state, name)
        for drop in drops(state, name):
            if opens and len(held) < len(AILMENTS):
                yield Sample(
                    command=GainCondition(character=name, condition=AILMENTS[0], drop=drop), fields={"condition": TEXT}
                )
            else:
                yield from _known_ailments(name, (*AILMENTS, *held), drop)


def _known_ailments(name: str, known: tuple[str, ...], drop: tuple[str, ...]) -> Iterator[Sample]:
    for condition in dict.fromkeys(known):
        yield Sample(command=GainCondition(character=name, condition=condition, drop=drop))


def _worsen(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for condition in _conditions(state, name) or (NONE,):
            for drop in drops(state, name):
                yield Sample(command=WorsenCondition(character=name, condition=condition, drop=drop))


def _clear(state: CampaignState, _: str) -> Iterator[Sample]:
    for name in names(state):
        for condition in _conditions(state, name) or (NONE,):
            yield Sample(command=ClearCondition(character=name, condition=condition, reason=WHY), fields=REASON)


def _make_room(state: CampaignState, _: str) -> Iterator[Sample]:
    for room in some(state.rooms):
        bearer = state.rooms[room].character if room in state.rooms else ""
        for drop in drops(state, bearer):
            yield Sample(command=MakeRoom(room=room, drop=drop))


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    CreateCharacter: _create,
    FinishCharacter: _finish,
    TakeItem: _take,
    DropItem: _drop,
    WearArmor: _wear,
    TakeOffArmor: _take_off,
    RepairArmor: _repair,
    GainCondition: _gain,
    WorsenCondition: _worsen,
    ClearCondition: _clear,
    MakeRoom: _make_room,
}
