"""Readings: functions of a state whose results are cached with that state only.

The kernel detects a reading that is impure or returns a mutable result.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any
from weakref import ref

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.lasting import Lasting
from shared.kernel.readings import reading, reading_of
from tests.support.readings import LawBroken, checked_readings, counted_readings

ANSWERS = count()
WORK: list[str] = []


class Camp(Lasting, Struct, frozen=True, kw_only=True, weakref=True):
    """A state with the number of dice of each person."""

    dice: dict[str, int] = {}


class Tally(Struct):
    """A mutable struct."""

    found: int = 0


@reading
def dice_of(state: Camp, who: str, *, least: int = 0) -> int | None:
    """Record the call; return a person's number of dice, or None if the number is below `least`."""
    WORK.append(who)
    found = state.dice.get(who, 0)
    return found if found >= least else None


@reading
def strongest(state: Camp) -> tuple[str, ...]:
    """Return all persons, those with the most dice first, using another reading."""
    return tuple(sorted(state.dice, key=lambda who: -(dice_of(state, who) or 0)))


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Start the test without cached results."""
    WORK.clear()
    yield
    WORK.clear()


def test_a_reading_is_computed_once_for_the_same_arguments() -> None:
    """The cache stores the result of a reading for each set of arguments, even if the result is None."""
    camp = Camp(dice={"ann": 3, "bob": 5})
    for _ in range(3):
        assert (dice_of(camp, "ann"), dice_of(camp, "ann", least=4), dice_of(camp, "bob")) == (3, None, 5)
    assert WORK == ["ann", "ann", "bob"]


def test_a_reading_may_read_another() -> None:
    """When one reading calls another, the result of the inner reading is cached too."""
    camp = Camp(dice={"ann": 3, "bob": 5})
    assert strongest(camp) == strongest(camp) == ("bob", "ann")
    assert dice_of(camp, "bob") == 5
    assert WORK == ["ann", "bob"]


def test_no_other_state_shares_cached_results() -> None:
    """Neither an equal state nor a copy of any kind shares the cached results of a state."""
    camp = Camp(dice={"ann": 3})
    dice_of(camp, "ann")
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(camp), type=Camp)
    others = [Camp(dice={"ann": 3}), replace(camp), copy.copy(camp), copy.deepcopy(camp), stored]
    others.append(pickle.loads(pickle.dumps(camp)))  # noqa: S301 its own bytes
    for other in others:
        assert other == camp
        assert vars(other) == {}
        assert dice_of(other, "ann") == 3
    assert len(WORK) == 1 + len(others)


def test_cached_results_are_not_stored() -> None:
    """Cached results are not stored: the encoding of a state is the same with and without them."""
    camp = Camp(dice={"ann": 3})
    before = msgspec.json.encode(camp), msgspec.msgpack.encode(camp)
    strongest(camp)
    assert before == (msgspec.json.encode(camp), msgspec.msgpack.encode(camp))


def test_cached_results_keep_no_state_alive() -> None:
    """A state and its cached results are freed as soon as no other object refers to the state."""
    camp = Camp(dice={"ann": 3})
    seen = ref(camp)
    strongest(camp)
    del camp
    assert seen() is None


def test_threads_get_equal_results() -> None:
    """Many threads that use the same reading of one state at the same time get equal results."""
    camp = Camp(dice={f"who-{number}": number for number in range(200)})
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: strongest(camp), range(64)))
    assert set(found) == {tuple(f"who-{number}" for number in reversed(range(200)))}


def test_a_generator_is_no_reading() -> None:
    """The kernel refuses a generator that is declared as a reading."""

    def dice(state: Camp) -> Iterator[int]:
        yield from state.dice.values()

    with pytest.raises(TypeError, match="dice is a generator"):
        reading(dice)  # type: ignore[type-var]


def test_only_computed_readings_are_counted() -> None:
    """The counter counts only readings that are computed, and not the use of cached results."""
    camp = Camp(dice={"ann": 3})
    with counted_readings() as counted:
        for _ in range(3):
            strongest(camp)
            strongest(replace(camp))
    assert {name.rpartition(".")[2]: times for name, times in counted.items()} == {"strongest": 4, "dice_of": 4}


# ---------------------------------------------------------------- readings with declared parts


class Fighter(Lasting, Struct, frozen=True, kw_only=True):
    """A fighter, whom the state has as a part."""

    name: str
    armor: int


class Fight(Lasting, Struct, frozen=True, kw_only=True):
    """A state that consists of parts."""

    fighters: dict[str, Fighter]
    light: str = "bright"
    round: int = 1


def _parts(state: Fight, who: str) -> tuple[object, ...]:
    return state.fighters[who], state.light


@reading_of(_parts)
def form_of(state: Fight, who: str) -> tuple[str, int, str]:
    """Record the call; return a fighter's name and armor, and the state's light."""
    WORK.append(who)
    return state.fighters[who].name, state.fighters[who].armor, state.light


@reading_of(_parts)
def _dated(state: Fight, who: str) -> tuple[str, int]:
    """Return a fighter's name and the round, which is not among the declared parts of this reading."""
    return state.fighters[who].name, state.round


FIGHT = Fight(fighters={"ann": Fighter(name="Ann", armor=1), "bob": Fighter(name="Bob", armor=2)})


def test_a_reading_of_parts_serves_every_state_with_the_same_parts() -> None:
    """A reading with declared parts is computed again only for a state in which one of these parts differs."""
    fight = replace(FIGHT, fighters=dict(FIGHT.fighters))
    first = form_of(fight, "ann"), form_of(fight, "bob")
    later = replace(fight, round=2, fighters={**fight.fighters, "bob": Fighter(name="Bob", armor=0)})
    assert form_of(later, "ann") is first[0]
    assert form_of(later, "bob") == ("Bob", 0, "bright")
    assert WORK == ["ann", "bob", "bob"]


def test_a_state_does_not_compare_its_parts_again() -> None:
    """A state keeps the result of a reading, and does not compare its parts again after another state was read."""
    fight = Fight(fighters={"ann": Fighter(name="Ann", armor=1)})
    first = form_of(fight, "ann")
    form_of(replace(fight, light="dark"), "ann")
    assert form_of(fight, "ann") is first
    assert WORK == ["ann", "ann"]


def test_a_reading_of_parts_keeps_only_its_latest_result() -> None:
    """If a declared part of a reading has changed, the new result replaces the cached one."""
    fight = Fight(fighters={"ann": Fighter(name="Ann", armor=1)})
    for light in ("bright", "dark", "bright"):
        assert form_of(replace(fight, light=light), "ann") == ("Ann", 1, light)
    assert (WORK, len(vars(fight.fighters["ann"]))) == (["ann"] * 3, 1)


def test_a_reading_that_reads_more_than_its_parts_is_caught() -> None:
    """The check raises an error if a reading returns different results for two states with equal declared parts."""
    with checked_readings():
        _dated(FIGHT, "ann")
        with pytest.raises(LawBroken, match="_dated has two answers"):
            _dated(replace(FIGHT, round=2), "ann")


# ---------------------------------------------------------------- checks of readings


@reading
def _drawn(_: Camp) -> int:
    """Return a different number at each call."""
    return next(ANSWERS)


@reading
def _listed(state: Camp) -> Any:  # noqa: ANN401 a type that a type checker would reject
    """Return a list, which is mutable."""
    return [*state.dice]


@reading
def _tallied(state: Camp) -> Any:  # noqa: ANN401 a type that a type checker would reject
    """Return a tuple that contains a mutable struct."""
    return (Tally(found=len(state.dice)),)


@reading
def _streamed(state: Camp) -> Any:  # noqa: ANN401 a type that a type checker would reject
    """Return an iterator."""
    return iter(state.dice)


@reading
def _itself(state: Camp) -> Camp:
    """Return the state itself."""
    return state


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (_drawn, "two answers"), (_listed, "with a list"), (_tallied, "with a Tally"),
        (_streamed, "with a dict_keyiterator"), (_itself, "the state itself"),
    ],
)  # fmt: skip
def test_an_impure_or_mutable_reading_is_caught(broken: Callable[[Camp], object], says: str) -> None:
    """A reading function that returns a mutable or changing value raises an error at its first call, which names it."""
    with checked_readings(), pytest.raises(LawBroken, match=rf"{broken.__name__} .*{says}"):
        broken(Camp(dice={"ann": 3}))


def test_a_state_that_was_changed_in_place_is_caught() -> None:
    """If a fold changes its state in place, cached results are outdated, which the next call of a reading detects."""
    camp = Camp(dice={"ann": 3})
    with checked_readings():
        assert dice_of(camp, "ann") == 3
        camp.dice["ann"] = 4
        with pytest.raises(LawBroken, match="dice_of has two answers for one state: 3 and 4"):
            dice_of(camp, "ann")


def test_a_lawful_reading_passes() -> None:
    """The check accepts a pure reading, which it computes twice at the first call and once at each later call."""
    camp = Camp(dice={"ann": 3})
    with checked_readings() as calls:
        assert [dice_of(camp, "ann") for _ in range(3)] == [3, 3, 3]
    assert (len(WORK), sum(calls.values())) == (4, 3)
