"""The fixture of the conformance suite for dice tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from services.dice.chapters.rolls import DiceRolled, Roll, RollAsk
from services.dice.chapters.secrets import RevealRoll, RollRevealed
from services.dice.chapters.table import Closing, OpenTable
from services.dice.chapters.voids import RollVoided, VoidRoll
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.state import RECENT, TableState
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Event, Secret
from tests.conformance.fixture import BriefLists, Fixture, Probe, Twins
from tests.dice.sessions import SESSIONS, TASKS, THROWS
from tests.support.journal import Journal

SEATS: Final = (*(SeatAsk(seat=seat) for seat in ("ann", "bob")), SeatAsk(seat="gm", role="gm"))
WATCHED: Final = (*SEATS, SeatAsk(seat="eve", role="spectator"))
LIMIT: Final = 40
E = TypeVar("E", bound=Event)
D20: Final = RollAsk(what=Notation(text="1d20"))


def begin(seed: int) -> Journal[TableState]:
    """Open a table for a game master, two players and a spectator; every second table ends after some rolls."""
    closing = Closing(rolls=LIMIT) if seed % 2 else None
    return Journal(table, OpenTable(seats=WATCHED, closes_after=closing), seed=seed)


def holds(journal: Journal[TableState]) -> None:
    """Assert the invariants of a table."""
    rolls_are_numbered_without_a_gap(journal)
    voided_rolls_stay(journal)
    secrets_are_kept_until_they_are_revealed(journal)
    limit = journal.state.closes_at_roll
    assert journal.stream.closed == (limit is not None and journal.state.rolls >= limit)


def rolls_are_numbered_without_a_gap(journal: Journal[TableState]) -> None:
    """Assert that the ids of a table's rolls run from 1 without a gap."""
    made = [rolled.number for event in _of(journal, DiceRolled) for rolled in event.rolls]
    assert made == list(range(1, journal.state.rolls + 1))


def voided_rolls_stay(journal: Journal[TableState]) -> None:
    """Assert that voided rolls stay in the view, with their reasons."""
    voided = {event.roll for event in _of(journal, RollVoided)}
    assert set(journal.state.voided) == voided
    seen = {roll.number for roll in table.view(journal.state, "bob").recent if roll.void}
    assert seen == {number for number in voided if number > journal.state.rolls - RECENT}


def secrets_are_kept_until_they_are_revealed(journal: Journal[TableState]) -> None:
    """Assert that rolls made in secret are hidden from outsiders until they are revealed."""
    game = journal.state
    revealed = {event.roll for event in _of(journal, RollRevealed)}
    made = [event for event in _of(journal, DiceRolled) if isinstance(event.outcomes, Secret)]
    secret = {rolled.number for event in made for rolled in event.rolls}
    assert set(game.secrets) == secret - revealed
    assert table.secrecy.has_hidden_draws(game) == bool(secret - revealed)
    for seen in table.view(game, "outsider").recent:
        assert (seen.outcome is None) == (seen.number in game.secrets)


def _of(journal: Journal[TableState], kind: type[E]) -> list[E]:
    return [event for event in journal.events if isinstance(event, kind)]


def hiding(face: int) -> Journal[TableState]:
    """Return a table on which ann has made a secret roll that shows this face."""
    journal = begin(1)
    journal.send(Roll(rolls=(D20,)), "bob")
    journal.send(Roll(rolls=(RollAsk(what=D20.what, who="ann"),), secret=True), "gm", faces=(face,))
    return journal


def twins() -> Iterator[Twins]:
    """Yield a pair of tables that differ only in the faces of a secret roll."""
    first, second = hiding(3), hiding(20)
    yield Twins(
        first=first.stream,
        second=second.stream,
        seats=("bob", "eve"),
        probes=(Probe(VoidRoll(roll=2, reason="no"), "gm"), Probe(Roll(rolls=(D20,)), "ann"),
                Probe(RevealRoll(roll=2), "bob")),
    )  # fmt: skip


FIXTURE: Final = Fixture(
    game=table,
    begin=begin,
    sessions=SESSIONS,
    holds=holds,
    twins=twins,
    texts={"what": (*THROWS, *TASKS)},
    incomplete={"DefineDice": "each symbol may weigh any number, and a list has no form for a table of numbers"},
    brief=BriefLists(mean={"gm": 20, "player": 15}, most=20),
)
