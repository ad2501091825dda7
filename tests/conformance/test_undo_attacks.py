"""Attacks on undo in every game: attempts to roll again, to forge a consent, or to look ahead.

Each test plays a random stream until some seat may send a command that draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import FirstDraw, ProbeTape, RecordedDraw
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import BeyondEpoch, Refusal, StillConcealed
from shared.kernel.stream import (
    KERNEL_COMMANDS,
    AgreeToUndo,
    OpenSeat,
    ProposeUndo,
    RotateSeed,
    Stream,
    TakenBack,
    UndoProposed,
)
from tests.support.forging import forge_commit
from tests.support.forks import fork_of, versions_of
from tests.support.journal import Journal, audit_export

from .fixture import Fixture, fixture_of
from .playing import command_from, find_drawing_command, legal_list_of, outcome_of, send_any_move
from .test_undo import Decided, content_of, open_with_undo

STEPS: Final = 80
TRIES: Final = 20
KERNEL_NAMES: Final = frozenset(kind.__name__ for kind in KERNEL_COMMANDS)
ID: Final = re.compile(rb'"([a-z_]+-[0-9]+)"')


class Found(Struct, frozen=True):
    """A stream before a command that draws: its version, the command, and the seat that may send it."""

    journal: Journal[Any]
    version: int
    command: Command
    seat: Seat

    def draw(self) -> list[RecordedDraw]:
        """Send the command, and return its draws."""
        self.journal.send(self.command, self.seat)
        last = Decided.last_of(self.journal)
        assert last is not None
        return list(last.draws)


def stream_that_draws(fixture: Fixture) -> Found:
    """Return a copy of the first stream of a game that is about to receive a command that draws."""
    first = first_that_draws(fixture.service)
    return replace(first, journal=first.journal.copy())


@cache
def first_that_draws(service: str) -> Found:
    """Play streams of a game, each from another seed, until one is about to receive a command that draws.

    A process plays them once for all tests, because listing and trying commands takes seconds.
    """
    fixture = fixture_of(service)
    for seed in range(1, 40):
        journal, luck = open_with_undo(fixture, seed), Random(f"attack {service} {seed}")
        for _ in range(STEPS):
            found, version = find_drawing_command(journal, luck), journal.stream.version
            if found is not None and journal.stream.trail and journal.stream.trail[-1].version == version:
                return Found(journal, version, *found)
            if journal.stream.closed or not (journal.take_due() or _plays(fixture, journal, luck)):
                break
    raise AssertionError(f"no stream of {service} comes to a command that draws")


def _plays(fixture: Fixture, journal: Journal[Any], luck: Random) -> bool:
    (fixture.play or send_any_move)(journal, luck)
    return not journal.stream.closed


def back(journal: Journal[Any], to: int) -> None:
    """Undo to a version, with the consent of all seats that must consent."""
    proposed = journal.send(ProposeUndo(to=to), proposer(journal))[0]
    if isinstance(proposed, UndoProposed):
        for seat in proposed.asked:
            journal.send(AgreeToUndo(proposal=proposed.proposal), seat)
    assert isinstance(journal.events[-1], TakenBack)


def proposer(journal: Journal[Any]) -> Seat:
    """Return the seat that proposes undos: a game master if there is one, because it may also undo clock steps."""
    seats = journal.stream.seats
    return next((name for name, held in seats.items() if held.role == "gm"), next(iter(seats)))


# ---------------------------------------------------------------- rolling again


def _opens_a_seat(found: Found) -> None:
    found.journal.send(OpenSeat(seat="zoe", role="spectator"), proposer(found.journal), by="key:app")


def _goes_round(found: Found) -> None:
    """Redo the undone roll, and undo it once more."""
    rolled = found.journal.stream.trail[-2].version
    back(found.journal, rolled)
    back(found.journal, found.version)


def _changes_the_seed(found: Found) -> None:
    """Reveal the seed and commit to another, unless a hidden draw forbids it."""
    try:
        found.journal.send(RotateSeed(), proposer(found.journal), by="key:app")
    except StillConcealed:
        return


def _plays_something(found: Found) -> None:
    """Send another command without a draw, if one exists after which the first command needs the same dice."""
    journal, luck = found.journal, Random(7)
    rules, stream = journal.rules, journal.stream
    asked = first_draw(found, stream)
    for seat in sorted(stream.seats):
        entries = [one for one in legal_list_of(rules, stream, seat).allowed if one.command not in KERNEL_NAMES]
        for entry in luck.sample(entries, min(len(entries), TRIES)):
            command = command_from(entry, rules, luck)
            try:
                settled = outcome_of(rules, stream, seat, command, tape=ProbeTape())
            except FirstDraw:
                continue
            if not isinstance(settled, Refusal) and settled.events and first_draw(found, settled.after) == asked:
                journal.send(command, seat)
                return


def first_draw(found: Found, stream: Stream[Any]) -> tuple[object, ...] | None:
    """Return the purpose, audience, sides and number of the command's first draw, or None if it draws nothing."""
    try:
        outcome_of(found.journal.rules, stream, found.seat, found.command, tape=ProbeTape())
    except FirstDraw as draw:
        return draw.place.purpose, draw.place.audience, draw.sides, draw.count
    return None


BETWEEN: Final[Mapping[str, Callable[[Found], None]]] = {
    "a seat is opened": _opens_a_seat, "a redo": _goes_round, "a new seed": _changes_the_seed,
    "another command": _plays_something,
}  # fmt: skip


@pytest.mark.rule("AR-UNDO-10")
@pytest.mark.parametrize("between", BETWEEN)
def test_nothing_between_makes_an_undo_a_reroll(fixture: Fixture, between: str) -> None:
    """Whatever happens between an undo and the repeated command, that command has the same dice."""
    found = stream_that_draws(fixture)
    first = found.draw()
    assert first
    back(found.journal, found.version)
    BETWEEN[between](found)
    again = found.draw()
    assert {draw.source for _, draw in again} == {"kept"}
    assert list(map(content_of, again)) == list(map(content_of, first))
    found.journal.close()
    report = audit_export(found.journal.rules, found.journal.lines())
    assert (report.failure, report.decisions.verdict) == (None, "same")


@pytest.mark.rule("AR-UNDO-06", "AR-UNDO-11")
def test_nothing_is_taken_back_across_a_new_seed(fixture: Fixture) -> None:
    """Once the seed of a draw is revealed, neither the draw nor anything before it can be undone.

    The seed cannot be revealed while a draw is hidden.
    """
    found = stream_that_draws(fixture)
    found.draw()
    drawn = found.journal.stream.version
    try:
        found.journal.send(RotateSeed(), proposer(found.journal), by="key:app")
    except StillConcealed:
        assert found.journal.rules.secrecy.has_hidden_draws(found.journal.state)
        return
    assert drawn == found.journal.stream.trail[-2].version
    for to in (found.version, drawn):
        for seat, held in found.journal.stream.seats.items():
            if held.role in {"gm", "player"}:
                with pytest.raises(BeyondEpoch):
                    found.journal.send(ProposeUndo(to=to), seat)


@pytest.mark.rule("AR-UNDO-10", "AR-FORK-01")
def test_a_fork_shows_no_face_of_the_stream_that_it_came_from(fixture: Fixture) -> None:
    """A fork draws from its own seed, even if its parent keeps an undone draw.

    In the parent, that draw is used again.
    """
    found = stream_that_draws(fixture)
    first = found.draw()
    back(found.journal, found.version)
    version = found.journal.stream.version
    assert version in versions_of(found.journal)
    fork = fork_of(found.journal, version)
    assert fork.stream.kept == ()
    there = Found(fork, fork.stream.version, found.command, found.seat).draw()
    assert {draw.source for _, draw in there} == {"seed"}
    assert list(map(content_of, found.draw())) == list(map(content_of, first))


# ---------------------------------------------------------------- consent


def asking(fixture: Fixture) -> tuple[Journal[Any], UndoProposed]:
    """Return a stream with a proposed undo that needs another seat's consent, and the proposal."""
    found = stream_that_draws(fixture)
    found.draw()
    (proposed,) = found.journal.send(ProposeUndo(to=found.version), proposer(found.journal))
    assert isinstance(proposed, UndoProposed)
    assert proposed.asked
    return found.journal, proposed


@pytest.mark.rule("AR-UNDO-05", "AR-UNDO-08", "AR-AUDIT-01")
def test_a_record_without_the_consent_that_it_names_is_refuted(fixture: Fixture) -> None:
    """A log fails at an undo that directly follows its proposal, without the consent that it names.

    The audit finds this on level 3, whether the record names the consent of all seats, of some or of none.
    """
    journal, proposed = asking(fixture)
    line = len(journal.records)
    journal.close()
    for agreed in (proposed.asked, proposed.asked[1:], ()):

        def take_back(form: dict[str, Any], agreed: tuple[Seat, ...] = agreed) -> None:
            done = {"type": "TakenBack", "to": proposed.to, "by": proposed.by, "agreed": list(agreed)}
            form["public"]["events"] = [done]

        report = audit_export(journal.rules, forge_commit(journal.lines(), line, take_back))
        assert report.failure is not None
        assert (report.failure.level, report.failure.line) == (3, line)


@pytest.mark.rule("AR-UNDO-08", "AR-AUDIT-01")
def test_nobody_consents_for_another(fixture: Fixture) -> None:
    """A log that records one seat's consent as another seat's fails at that line."""
    journal, proposed = asking(fixture)
    line = len(journal.records) + 1
    journal.send(AgreeToUndo(proposal=proposed.proposal), proposed.asked[0])
    journal.close()

    def by_the_sender(form: dict[str, Any]) -> None:
        form["public"]["intent"] |= {"seat": proposed.by, "role": journal.stream.seats[proposed.by].role}

    report = audit_export(journal.rules, forge_commit(journal.lines(), line, by_the_sender))
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (3, line)


# ---------------------------------------------------------------- ids


@pytest.mark.rule("AR-UNDO-07")
def test_no_id_is_used_again_after_an_undo(fixture: Fixture) -> None:
    """After an undo, no new object gets an id that an object in an undone state had."""
    luck, undone = Random(f"ids {fixture.service}"), 0
    journal = open_with_undo(fixture, 3)
    ever = ids(journal)
    for _ in range(STEPS):
        if journal.stream.closed:
            break
        before = ids(journal)
        if not journal.take_due():
            (fixture.play or send_any_move)(journal, luck)
        assert not (ids(journal) - before) & ever
        ever |= ids(journal)
        undone += _undoes(journal, luck)
    assert undone


def _undoes(journal: Journal[Any], luck: Random) -> bool:
    """At random, undo the last decision if it was a decision of the game; return whether it was undone."""
    trail = journal.stream.trail
    if journal.stream.closed or len(trail) < 2 or trail[-1].kind != "game" or luck.random() >= 0.3:
        return False
    back(journal, trail[-2].version)
    return True


def ids(journal: Journal[Any]) -> set[bytes]:
    """Return all ids in the state of the stream's game."""
    return set(ID.findall(msgspec.json.encode(journal.state)))
