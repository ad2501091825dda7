"""Computer players of the kernel, in a small game.

The players take one to three matches from a heap in turn; the player who takes the last match wins. A *deal* is a copy
of the game on which a player tries its moves, with random values for everything hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

import pytest
from msgspec import structs

from shared.kernel.messages import Command, Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import SURE, Question
from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from shared.kernel.stream import STRENGTHS

SEATS: Final = ("ann", "bob")
MOST: Final = 3


class Take(Command, frozen=True, kw_only=True):
    """Take matches from the heap."""

    counts_as = "move"
    n: int


class Heap:
    """The state of the game: a heap of matches, and the number of moves that were made."""

    def __init__(self, left: int, moved: int = 0) -> None:
        """Set up a heap with the number of matches left and the number of moves made so far."""
        self.left, self.moved = left, moved

    @property
    def over(self) -> bool:
        """Return whether the heap is empty."""
        return not self.left

    def next_seat(self) -> Seat:
        """Return the seat whose turn it is."""
        return SEATS[self.moved % 2]

    def moves(self) -> Mapping[str, Command]:
        """Return the commands for the numbers of matches that may be taken."""
        return {str(n): Take(n=n) for n in range(1, min(MOST, self.left) + 1)}

    def play(self, command: Command) -> None:
        """Take matches from the heap."""
        assert isinstance(command, Take)
        self.left, self.moved = self.left - command.n, self.moved + 1

    def rest(self) -> None:
        """Do nothing: each move is complete at once."""

    def worth(self, seat: Seat) -> int:
        """Return `SURE` if this seat has won, 0 if it has lost, and half of `SURE` before the end."""
        if self.left:
            return SURE // 2
        return SURE if SEATS[(self.moved - 1) % 2] == seat else 0

    def play_out(self, command: Command) -> None:
        """Take matches from the heap, which ends the turn."""
        self.play(command)

    def plan(self, command: Command, seat: Seat) -> int:
        """Take matches from the heap. There is nothing to plan: a turn has one move."""
        self.play(command)
        return self.outlook(seat)

    def outlook(self, seat: Seat) -> int:
        """Return `SURE` if this seat wins with best play, or else 0.

        The seat that moves from a multiple of four loses.
        """
        lost = self.left % (MOST + 1) == 0
        return SURE if lost == (SEATS[self.moved % 2] != seat) else 0

    def copy(self, seed: bytes) -> Heap:  # noqa: ARG002 there is no chance in this game
        """Return a copy of the state."""
        return Heap(self.left, self.moved)


def question(left: int) -> Question:
    """Ask ann for a move, with this many matches left."""
    return Question(seat="ann", moves=Heap(left).moves(), deal=lambda _: Heap(left))


@pytest.mark.parametrize(("left", "best"), [(2, "2"), (3, "3"), (5, "1"), (6, "2"), (7, "3")])
def test_search_uses_the_estimated_value_at_the_end_of_a_turn(left: int, best: str) -> None:
    """The player leaves a multiple of four matches, and so wins a few moves later, whatever the other seat does."""
    assert search_player(1)(question(left), b"seed").key == best


def test_greedy_sees_one_move_only() -> None:
    """The player `greedy` takes the last matches if it can.

    Otherwise it rates all moves equally and chooses any of them.
    """
    assert {greedy_player(question(3), bytes([seed])).key for seed in range(8)} == {"3"}
    assert {greedy_player(question(6), bytes([seed])).key for seed in range(30)} == {"1", "2", "3"}


def test_a_random_player_chooses_each_move_equally_often() -> None:
    """In 3000 random choices among three moves, each move occurs 1000 times, within four standard deviations."""
    found = Counter(random_player(question(9), b"%d" % seed).key for seed in range(3000))
    assert all(abs(count - 1000) < 104 for count in found.values())


def test_a_choice_counts_the_deals_of_each_move() -> None:
    """Of three moves, the two best are examined in a second deal. In each deal, a move is worth at most one win."""
    choice = search_player(2)(question(6), b"seed")
    assert sorted(choice.visits.values()) == [1, 2, 2]
    assert choice.visits[choice.key] == 2
    assert all(choice.worths[key] <= SURE * count for key, count in choice.visits.items())
    assert choice == search_player(2)(question(6), b"seed")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_strength_is_the_number_of_deals(strength: int) -> None:
    """The strength is the number of deals. After each deal, half of the moves remain for the next deal."""
    deals = list[bytes]()

    def deal(seed: bytes) -> Heap:
        deals.append(seed)
        return Heap(6)

    asked = Question(seat="ann", moves=Heap(6).moves(), deal=deal)
    choice = search_player(strength)(asked, b"seed")
    assert len({*deals}) == strength == max(choice.visits.values())


def test_a_forced_move_costs_nothing() -> None:
    """The player chooses the only legal move without dealing any game to examine it."""

    def no_deal(_: bytes) -> Heap:
        raise AssertionError

    forced = Question(seat="ann", moves=Heap(1).moves(), deal=no_deal)
    assert [player(forced, b"").visits for player in (greedy_player, search_player(9))] == [{}, {}]


def test_the_lowest_strength_judges_small_decisions_at_once() -> None:
    """For a decision of little importance, the lowest strength judges each move on two deals.

    It does not play the turn to its end on these deals. A higher strength plans for such a decision too, unless that
    would take too long.
    """
    planned = list[Command]()

    class Short(Heap):
        def play_out(self, command: Command) -> None:  # noqa: ARG002 this method must not be called
            raise AssertionError

        def plan(self, command: Command, seat: Seat) -> int:
            planned.append(command)
            return super().plan(command, seat)

        def copy(self, seed: bytes) -> Heap:  # noqa: ARG002 there is no chance in this game
            return Short(self.left, self.moved)

    small = Question(seat="ann", moves=Heap(6).moves(), deal=lambda _: Short(6), matters=False)
    choice = search_player(1)(small, b"seed")
    assert (choice.key, {*choice.visits.values()}, planned) == ("2", {2}, [])
    choice = search_player(3)(small, b"seed")
    assert (choice.key, {*choice.visits.values()}, len(planned)) == ("2", {3}, 9)
    planned.clear()
    choice = search_player(3)(structs.replace(small, plannable=False), b"seed")
    assert (choice.key, {*choice.visits.values()}, planned) == ("2", {2}, [])


def test_luck_follows_from_its_seed() -> None:
    """A seed always leads to the same random numbers, so that simulations of earlier releases keep their results."""
    luck = Luck(b"arbiter")
    assert [luck.below(1000) for _ in range(8)] == PUBLISHED
    items = [*range(6)]
    luck.shuffle(items)
    assert sorted(items) == [*range(6)]
    assert luck.seed() != luck.seed()


PUBLISHED: Final = [206, 469, 93, 921, 279, 361, 895, 699]
