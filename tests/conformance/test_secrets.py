"""Secrecy in every game: a seat that may not know a fact gets the same bytes whatever that fact is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.chances import Question, check_known
from shared.kernel.context import Intent
from shared.kernel.digests import digest_for
from shared.kernel.legal import Allowed, Legal
from shared.kernel.messages import Command, Event, Seat, Secret, canonical, may_read, secret_fields
from shared.kernel.record import write
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Settled, Stream, tape_for

from .fixture import Fixture, Probe, Twins
from .playing import EFFORT, Guesses, legal_list_of, outcome_of

WAYS: Final = 40
"""The maximum number of dice outcomes for which the test compares odds."""
GUESSES: Final = 12 * EFFORT
"""The number of commands that the test invents for a seat to compare the responses."""


def test_a_game_with_secrets_has_twins(fixture: Fixture) -> None:
    """If an event of a game has a secret field, the fixture has pairs of streams that differ only in a secret."""
    hiding = [kind.__name__ for kind in fixture.game.events if secret_fields(kind)]

    assert fixture.twins or not hiding, f"give the fixture `twins`: streams that differ only in a secret of {hiding}"
    assert hiding or not fixture.twins, "no event of this game has a secret: leave `twins` out of the fixture"


def test_a_seat_that_may_not_know_gets_the_same_answers(fixture: Fixture) -> None:
    """A seat that may not know the difference gets equal views, legal lists, refusals, dry runs and records."""
    for twins in () if fixture.twins is None else fixture.twins():
        assert twins.first != twins.second
        Eyes(fixture, twins).look()


def alike_after(fixture: Fixture, twins: Twins) -> Eyes:
    """Compare twins through all their probes; return the comparison, which can send further commands to both."""
    eyes = Eyes(fixture, twins)
    eyes.look()
    return eyes


class Eyes:
    """A comparison of two streams as they appear to the seats that may not know the difference."""

    def __init__(self, fixture: Fixture, twins: Twins) -> None:
        self.fixture, self.game, self.twins = fixture, fixture.game, twins
        self.streams = (twins.first, twins.second)
        self._sent = 0

    def look(self) -> None:
        """Compare both streams in their current states, and again after each probe."""
        self._compare()
        for probe in self.twins.probes:
            self._try(probe)
            self._compare()

    def send(self, command: Command, seat: Seat) -> None:
        """Send a command to both streams; compare the results and the views."""
        self._try(Probe(command, seat))
        for looks in self.twins.seats:
            seen = [self._bytes_for(stream, looks, legal_list_of(self.game, stream, looks)) for stream in self.streams]
            assert seen[0] == seen[1], (command, looks)

    def _try(self, probe: Probe) -> None:
        self._sent += 1
        shown_to_seats = self._send(probe, self._sent)
        assert shown_to_seats[0] == shown_to_seats[1], probe

    def _compare(self) -> None:
        for seat in self.twins.seats:
            lists = [legal_list_of(self.game, stream, seat) for stream in self.streams]
            seen = [self._bytes_for(stream, seat, found) for stream, found in zip(self.streams, lists, strict=True)]
            assert seen[0] == seen[1]
            for command in self._guesses(seat, lists[0].allowed):
                answers = [self._answer(stream, seat, command) for stream in self.streams]
                assert answers[0] == answers[1], (seat, command)

    def _bytes_for(self, stream: Stream[Any], seat: Seat, listing: Legal) -> tuple[bytes, bytes, str]:
        digest = digest_for(self.game, stream.game, seat, opened=False).digest
        return canonical(self.game.view(stream.game, seat)), canonical(listing), digest

    def _guesses(self, seat: Seat, allowed: Sequence[Allowed]) -> Iterator[Command]:
        """Yield commands that are invented from values in either stream."""
        guesses = Guesses(self.fixture, Random(f"{self.fixture.service} {seat}"))
        guesses.read(allowed)
        for stream in self.streams:
            guesses.look(msgspec.to_builtins(self.game.view(stream.game, None)))
        return guesses.some(allowed, GUESSES)

    def _answer(self, stream: Stream[Any], seat: Seat, command: Command) -> object:
        """Return what a seat sees in a command's dry run: the refusal, the first draw, or the events."""
        try:
            outcome = outcome_of(self.game, stream, seat, command, tape=ProbeTape())
        except FirstDraw as draw:
            return draw.purpose, draw.sides, draw.count, self._chances(stream, seat, command)
        if isinstance(outcome, Refusal):
            return why(outcome)
        return (
            None
            if self.game.secrecy.has_hidden_draws(stream.game)
            else [event_for(event, seat) for event in outcome.events]
        )

    def _chances(self, stream: Stream[Any], seat: Seat, command: Command) -> object:
        """Return the odds of a command's outcomes as a seat may read them, or the refusal."""
        question = Question(self.game, stream, _intent(stream, Probe(command, seat), 0), seat)
        try:
            check_known(self.game, stream, seat)
            return question.outcomes(most=WAYS)
        except Refusal as refusal:
            return why(refusal)

    def _send(self, probe: Probe, number: int) -> list[object]:
        """Send a probe's command to both streams; return what the seats see in each stream."""
        shown_to_seats: list[object] = []
        after: list[Stream[Any]] = []
        for stream in self.streams:
            intent = _intent(stream, probe, number)
            tape = tape_for(stream, intent, lambda: bytes(32))
            outcome = outcome_of(self.game, stream, probe.seat, probe.command, tape=tape)
            if isinstance(outcome, Refusal):
                shown_to_seats.append(why(outcome))
                after.append(stream)
            else:
                shown_to_seats.append(_record(intent, stream.id, outcome, self.twins.seats))
                after.append(outcome.after)
        self.streams = (after[0], after[1])
        return shown_to_seats


def why(refusal: Refusal) -> object:
    """Return all parts of a refusal that a caller sees."""
    return type(refusal).__name__, refusal.rule, refusal.says, refusal.needs, refusal.has, refusal.field


def event_for(event: Event, seat: Seat) -> dict[str, Any]:
    """Return an event as a seat may read it. A secret that the seat may not read is replaced by its audience."""
    form: dict[str, Any] = msgspec.to_builtins(event)
    for name in secret_fields(type(event)):
        secret = getattr(event, name)
        if isinstance(secret, Secret) and not may_read(secret.audience, seat):
            form[name] = {"audience": secret.audience}
    return form


def _intent(stream: Stream[Any], probe: Probe, number: int) -> Intent:
    held = stream.seats[probe.seat]
    return Intent(
        id=f"probe-{number}", seat=probe.seat, role=held.role, at=stream.at, by=f"seat:{probe.seat}@{held.epoch}",
        command=probe.command, faces=probe.faces,
    )  # fmt: skip


def _record(intent: Intent, stream: str, outcome: Settled[Any], seats: tuple[Seat, ...]) -> object:
    """Return a commit's record as each seat may read it: the public bytes, and the parts that the seat may open."""
    record = write(
        stream=stream, version=outcome.after.version, intent=intent, hidden=outcome.hidden, ruleset="test",
        taken=outcome.taken, events=outcome.events, key=b"\x11" * 32,
    )  # fmt: skip
    parts = [[part.data if may_read(part.audience, seat) else b"" for part in record.parts] for seat in seats]
    return record.public, [part.audience for part in record.parts], parts
