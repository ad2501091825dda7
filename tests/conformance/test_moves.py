"""Random moves: each entry of the legal list is equally probable.

To draw a single move, the service tries only a few commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from shared.kernel.legal import Allowed, Asking, Wanted
from shared.kernel.messages import COMMAND_KINDS, Seat
from shared.kernel.moves import at_random, moves
from shared.kernel.stream import Stream

from .fixture import Fixture
from .playing import kept_list, legal_list_of, plays_of, role_of

FEW: Final = range(3, 13)
"""The lengths of lists that are short enough for a statistical test."""
STATES: Final = 2
LISTS: Final = 12
LONG: Final = 10
"""If lists try more commands than this on average, a single move must try at most half as many."""
LOOKS: Final = 200
"""How many lists the test searches for short ones: of one kind of command, and then of all kinds."""
EACH: Final = 15
"""The expected number of draws of each entry."""
FAR_OUT: Final = 3.72
"""The number of standard deviations that a normal variable exceeds with a probability of one in ten thousand."""


class Asked(NamedTuple):
    """A stream, one of its seats, the requested kinds of commands, and the seat's list of them."""

    stream: Stream[Any]
    seat: Seat
    wanted: Wanted
    listed: tuple[Allowed, ...]


def random_lists(fixture: Fixture, luck: Random, wanted: Wanted | None = None) -> Iterator[Asked]:
    """Yield lists for random seats in random states of a game's streams, by default each of one random kind."""
    streams = [moment for play in plays_of(fixture.service) for moment in play.moments if not moment.closed]
    while True:
        stream = luck.choice(streams)
        seat, some = luck.choice(sorted(stream.seats)), wanted or Wanted(kinds=(luck.choice(COMMAND_KINDS),))
        yield Asked(stream, seat, some, kept_list(fixture.game, stream, seat, some).allowed)


def moves_of(fixture: Fixture, one: Asked, luck: Random) -> Iterator[Allowed]:
    """Yield the legal moves of a seat in random order."""
    asking = Asking.of(fixture.game, one.stream, one.seat, role_of(one.stream, one.seat))
    return moves(asking, wanted=one.wanted, order=at_random(luck.randrange))


def test_all_moves_are_the_list_each_once(fixture: Fixture) -> None:
    """Drawn in random order, the moves of a seat are exactly the entries of its list, each once."""
    luck = Random(fixture.service)
    for one in islice(random_lists(fixture, luck), LISTS):
        found = Counter(msgspec.json.encode(move) for move in moves_of(fixture, one, luck))
        assert found == Counter(msgspec.json.encode(entry) for entry in one.listed)


def test_the_first_random_move_is_each_entry_with_equal_probability(fixture: Fixture) -> None:
    """In states with short lists, a chi-square test of the first random moves finds all entries equally frequent."""
    luck = Random(f"moves {fixture.service}")
    seen = chain(islice(random_lists(fixture, luck), LOOKS), islice(random_lists(fixture, luck, Wanted()), LOOKS))
    small = list(islice((one for one in seen if len(one.listed) in FEW), STATES))
    assert len(small) == STATES, "a game has states with a list of 3 to 12 entries"
    for one in small:
        drawn = EACH * len(one.listed)
        first = Counter(msgspec.json.encode(next(moves_of(fixture, one, luck))) for _ in range(drawn))
        found = [first[msgspec.json.encode(entry)] for entry in one.listed]
        assert sum(found) == drawn
        assert sum((count - EACH) ** 2 / EACH for count in found) < most_by_chance(len(found) - 1), (one.seat, found)


def most_by_chance(freedom: int) -> float:
    """Return the chi-square value that chance exceeds once in ten thousand cases, for these degrees of freedom."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + FAR_OUT * part**0.5) ** 3)


def test_one_move_tries_fewer_commands_than_the_list(fixture: Fixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many lists, drawing one move tries less than half as many commands as building the list.

    If lists are so short that little can be saved, it tries no more commands than the list.
    """
    tried: Counter[str] = Counter()
    refusal_of, doing = Asking.refusal_of, ["lists of other tests"]

    def count_and_judge(asking: Asking[Any], command: Any) -> Any:  # noqa: ANN401 as it is
        tried[doing[0]] += 1
        return refusal_of(asking, command)

    plays_of(fixture.service)
    monkeypatch.setattr(Asking, "refusal_of", count_and_judge)
    luck = Random(f"paid {fixture.service}")
    for one in islice(random_lists(fixture, luck, Wanted()), LISTS // 2):
        doing[0] = "the list"
        legal_list_of(fixture.game, one.stream, one.seat)
        doing[0] = "one move"
        next(moves_of(fixture, one, luck), None)
        doing[0] = "lists of other tests"
    assert 0 < tried["one move"] <= tried["the list"]
    if tried["the list"] >= LONG * (LISTS // 2):
        assert tried["one move"] * 2 < tried["the list"]
