"""Every command that is listed for a seat is accepted, and every other command is refused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct

from shared.kernel.legal import Legal
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.stream import Stream
from shared.platform.ledger import ledger_at, ledgers

from .fields import covers
from .fixture import Fixture, fixture_of
from .named_commands import PROPOSE, named_in, proposable
from .playing import Guesses, Played, command_from, kept_list, kinds_of, outcome_of, plays_of

COMBINATIONS: Final = 3
"""The number of bodies that the test sends for each entry."""
GUESSES: Final = 40
"""The number of commands that the test invents for each seat in each state."""
RARE: Final = 5
"""The number of further commands, of each kind that a fixture declares to be incomplete, until one is found."""
WRONG_SEAT: Final = ("AR-CAMP-02", "AR-CAMP-03", "AR-SEAT-04")
"""Rules that forbid a seat to send a command, whatever the state."""
ENOUGH: Final = 50
"""The minimum number of invented commands that are accepted, and the minimum number that are refused."""


class Found(Struct, frozen=True, kw_only=True):
    """Findings about a game's legal lists."""

    unsound: list[str]
    for_the_seat_alone: list[str]
    """Commands that a seat may send itself, but that the app may not send for the seat."""
    incomplete: Mapping[str, list[str]]
    refused: frozenset[type[Refusal]]
    misdirected: list[str]
    """Refusals that name a command which no seat could send at that time, or which did not help."""
    tried: int
    accepted: int


@cache
def found_in(service: str) -> Found:
    """Send listed and invented commands in states of a game's random streams; return the findings."""
    return looked_at(fixture_of(service), plays_of(service))


def looked_at(fixture: Fixture, plays: Iterable[Played]) -> Found:
    """Send listed and invented commands in states of these streams; return the findings."""
    search = _Search(fixture, Random(f"legal {fixture.service}"))
    for play in plays:
        for stream in play.moments:
            search.look_at(stream)
    return Found(
        unsound=search.unsound, for_the_seat_alone=search.for_the_seat_alone, incomplete=search.incomplete,
        refused=frozenset(search.refused), misdirected=search.misdirected, tried=search.tried, accepted=search.accepted,
    )  # fmt: skip


class _Search:
    def __init__(self, fixture: Fixture, luck: Random) -> None:
        self.fixture, self.game, self.luck, self.luck_of_app = (
            fixture,
            fixture.game,
            luck,
            Random(f"app {fixture.service}"),
        )
        self.guesses = Guesses(fixture, luck)
        self.unsound: list[str] = []
        self.for_the_seat_alone: list[str] = []
        self.incomplete: dict[str, list[str]] = defaultdict(list)
        self.refused: set[type[Refusal]] = set()
        self.misdirected: list[str] = []
        self.lists: tuple[Legal, ...] = ()
        self.tried = self.accepted = 0

    def look_at(self, stream: Stream[Any]) -> None:
        """Read each seat's list, and send the listed commands and invented ones as that seat."""
        lists = {seat: kept_list(self.game, stream, seat) for seat in stream.seats}
        self.lists = tuple(lists.values())
        for seat, listing in lists.items():
            self.guesses.read(listing.allowed)
            self.guesses.look(msgspec.to_builtins(self.game.view(stream.game, seat)))
            self._send_listed(stream, seat, listing)
            for command in self.guesses.some(listing.allowed, GUESSES):
                self._guess(stream, seat, listing, command)
            for command in self.guesses.of(self._sought(), listing.allowed, RARE):
                self._guess(stream, seat, listing, command)

    def _sought(self) -> Sequence[str]:
        """Return the commands that the fixture declares to be incomplete and that no guess has found to be so yet."""
        declared = (name for name in kinds_of(self.game) if name in self.fixture.incomplete)
        return [name for name in declared if name not in self.incomplete]

    def _send_listed(self, stream: Stream[Any], seat: Seat, listing: Legal) -> None:
        for entry in listing.allowed:
            for _ in range(COMBINATIONS if entry.fields else 1):
                command = command_from(entry, self.game, self.luck)
                outcome = outcome_of(self.game, stream, seat, command)
                if isinstance(outcome, Refusal):
                    self.unsound.append(f"{seat} at {stream.version}: {command} is refused: {outcome!r} {outcome.has}")
            command = command_from(entry, self.game, self.luck_of_app)
            outcome = outcome_of(self.game, stream, seat, command, app=True)
            if isinstance(outcome, Refusal):
                self.for_the_seat_alone.append(f"{seat} at {stream.version}: {command} is refused: {outcome!r}")

    def _guess(self, stream: Stream[Any], seat: Seat, listing: Legal, command: Command) -> None:
        self.tried += 1
        outcome = outcome_of(self.game, stream, seat, command)
        if isinstance(outcome, Refusal):
            self.refused.add(type(outcome))
            self._follow(stream, seat, command, outcome)
            return
        self.accepted += 1
        name = type(command).__name__
        if not any(covers(entry, command) for entry in listing.allowed if entry.command == name):
            self.incomplete[name].append(f"{seat} at {stream.version}: {command}")

    def _follow(self, stream: Stream[Any], seat: Seat, command: Command, refusal: Refusal) -> None:
        """Send the command that a refusal names, or propose the refused command; record advice that does not help."""
        named = set(named_in(str(refusal.needs or ""), self.game))
        if PROPOSE in named:
            outcome = self._propose(stream, seat, command)
            if isinstance(outcome, type(refusal)) or outcome is None:
                self.misdirected.append(f"{seat} at {stream.version} is to propose {command}: {outcome!r}")
        elif named and not any(self._leads_on(one, refusal) for one in named):
            self.misdirected.append(f"{seat} at {stream.version}: {command} is refused: {refusal!r} {refusal.needs}")

    def _leads_on(self, name: str, refusal: Refusal) -> bool:
        """Return whether some seat may send the named command, or another rule says what must happen first."""
        allowed = any(entry.command == name for listing in self.lists for entry in listing.allowed)
        blocked = [one.rule for listing in self.lists for one in listing.blocked if name in one.commands]
        return allowed or any(rule not in (refusal.rule, *WRONG_SEAT) for rule in blocked)

    def _propose(self, stream: Stream[Any], seat: Seat, command: Command) -> object:
        """Return the outcome of proposing a command to the game master, or None if it cannot be proposed."""
        if type(command) not in proposable(self.game):
            return None
        body = {"type": PROPOSE, "command": msgspec.to_builtins(command)}
        return outcome_of(self.game, stream, seat, msgspec.convert(body, kinds_of(self.game)[PROPOSE]))


def test_every_kind_of_command_is_allowed_or_blocked(fixture: Fixture) -> None:
    """In every state, each seat's list allows or blocks every command. A blocked command names a rule."""
    known = {rule for name in (fixture.service, "arbiter") for rule in ledger_at(ledgers()[name]).ids}
    for stream in (moment for play in plays_of(fixture.service) for moment in play.moments):
        for seat in stream.seats:
            listing = kept_list(fixture.game, stream, seat)
            times = Counter({entry.command for entry in listing.allowed})
            times.update(name for entry in listing.blocked for name in entry.commands)
            assert times == dict.fromkeys(kinds_of(fixture.game), 1)
            assert {entry.rule for entry in listing.blocked} <= known
            assert all(entry.says for entry in listing.blocked)


def test_a_listed_command_is_accepted(fixture: Fixture) -> None:
    """A listed command is accepted with any combination of the values that its fields allow."""
    assert [] == found_in(fixture.service).unsound[:5]


@pytest.mark.rule("AR-SEAT-06")
def test_a_listed_command_is_accepted_from_the_app_as_that_seat(fixture: Fixture) -> None:
    """An app may send for a seat each command that is listed for that seat."""
    assert [] == found_in(fixture.service).for_the_seat_alone[:5]


def test_a_command_named_in_a_refusal_can_be_sent_or_proposed(fixture: Fixture) -> None:
    """A command that a refusal names can be sent or proposed, or a rule says what must happen first."""
    assert [] == found_in(fixture.service).misdirected[:5]


def test_an_accepted_command_is_listed(fixture: Fixture) -> None:
    """Every invented command that is accepted is allowed by an entry of the legal list."""
    found = found_in(fixture.service)

    assert found.accepted > ENOUGH
    assert found.tried - found.accepted > ENOUGH
    assert {} == {name: some[:3] for name, some in found.incomplete.items() if not fixture.leaves_out(name)}


def test_unlisted_commands_are_declared_by_the_fixture(fixture: Fixture, request: pytest.FixtureRequest) -> None:
    """A fixture's `incomplete` names each command that the game accepts in more forms than the list shows."""
    if fixture.incomplete:
        reason = "; ".join(f"{name}: {what}" for name, what in fixture.incomplete.items())
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))

    assert [] == [name for name in found_in(fixture.service).incomplete if fixture.leaves_out(name)]
