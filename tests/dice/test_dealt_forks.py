"""Forks of a table that are dealt again: secret rolls that a seat may not read are rolled again with the same dice."""

from __future__ import annotations

from typing import Final

import pytest

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.chapters.secrets import RevealRoll
from services.dice.chapters.voids import VoidRoll
from services.dice.notation.outcomes import NotationOutcome
from services.dice.state import TableState, What
from shared.kernel.forked import Forked
from shared.kernel.messages import Seat
from shared.kernel.pools.position import PositionPool
from tests.dice.conformance import D20, begin
from tests.dice.sessions import THROWS
from tests.support.forks import fork_of
from tests.support.journal import Journal

DECIDED: Final = PositionPool(dice=2, position="controlled")
"""A throw whose outcome is always the same."""


def table() -> Journal[TableState]:
    """Return a table on which ann has rolled a secret 7 on a d20, bob a secret 12, and ann a public 3."""
    journal = begin(1)
    for who, secret, face in (("ann", True, 7), ("bob", True, 12), ("ann", False, 3)):
        journal.send(Roll(rolls=(RollAsk(what=D20.what, who=who),), secret=secret), "gm", faces=(face,))
    return journal


def shown(fork: Journal[TableState]) -> list[object]:
    """Return the totals of the table's last rolls."""
    return [kept.outcome.total for kept in fork.state.recent if isinstance(kept.outcome, NotationOutcome)]


def fork_for(journal: Journal[TableState], seat: Seat, seed: int = 500) -> Journal[TableState]:
    """Return a fork that is dealt again for a seat."""
    return fork_of(journal, journal.stream.version, seat=seat, seed=seed)


@pytest.mark.rule("AR-FORK-12")
def test_secret_rolls_of_others_are_rolled_again() -> None:
    """Ann keeps her own secret roll. Bob's shows each face of the d20 on some fork, and is still secret."""
    journal = table()
    forks = [fork_for(journal, "ann", seed) for seed in range(0, 400, 2)]

    assert {(first, last) for first, _, last in map(shown, forks)} == {(7, 3)}
    assert {hidden for _, hidden, _ in map(shown, forks)} == {*range(1, 21)}
    assert {tuple(fork.state.secrets) for fork in forks} == {(1, 2)}
    assert all(fork.state.secrets[2] == fork.state.recent[1] for fork in forks)
    begun = forks[0].events[-1]
    assert isinstance(begun, Forked)
    assert begun.dealt

    forks[0].send(RevealRoll(roll=2), "bob")
    assert shown(fork_for(journal, "gm")) == [7, 12, 3]


@pytest.mark.rule("AR-FORK-12")
def test_a_void_secret_roll_stays_void() -> None:
    """The reason why a roll does not count is public, so it stays on the fork."""
    journal = table()
    journal.send(VoidRoll(roll=2, reason="it fell off the table"))
    assert [kept.void for kept in fork_for(journal, "ann").state.recent] == [None, "it fell off the table", None]


@pytest.mark.rule("AR-FORK-12")
@pytest.mark.parametrize("what", THROWS)
def test_each_kind_of_throw_is_rolled_again(what: What) -> None:
    """The outcome of every kind of throw is drawn anew, with the same dice. A Position may decide without dice."""
    journal = begin(1)
    journal.send(Roll(rolls=(RollAsk(what=what),), secret=True), "bob")
    (true,) = journal.state.recent
    found = [fork_for(journal, "ann", seed).state.recent[0] for seed in range(0, 60, 2)]
    assert {type(one.outcome) for one in found} == {type(true.outcome)}
    assert any(one.outcome != true.outcome for one in found) == (what != DECIDED)
    assert [one.rolled for one in found] == [true.rolled] * len(found)
