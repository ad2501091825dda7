"""What a seat is told that it may send is all that is accepted, and nothing else is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
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
from .playing import Guesses, Played, command_from, kinds_of, listed, plays_of, sent

COMBINATIONS: Final = 3
"""So many bodies of an entry are sent."""
GUESSES: Final = 40
"""So many commands a seat makes up at each moment."""

WRONG_SEAT: Final = ("AR-CAMP-02", "AR-CAMP-03", "AR-SEAT-04")
"""The rules that keep a command from a seat, whatever goes before."""
ENOUGH: Final = 50
"""So many of the commands that are made up must be accepted, and so many refused, or nothing was found out."""


class Found(Struct, frozen=True, kw_only=True):
    """What was found out about the legal lists of a game."""

    unsound: list[str]
    for_the_seat_alone: list[str]
    """What a seat may send, and the app may not that acts as it."""
    incomplete: Mapping[str, list[str]]
    refused: frozenset[type[Refusal]]
    misdirected: list[str]
    """Refusals that name a command that nobody could send then, or that was no way out."""
    tried: int
    accepted: int


@cache
def found_in(service: str) -> Found:
    """Send what is listed, and what may be listed or not, at moments of streams that were played at random."""
    return looked_at(fixture_of(service), plays_of(service))


def looked_at(fixture: Fixture, plays: Iterable[Played]) -> Found:
    """Send what is listed, and what may be listed or not, at the moments of these streams."""
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
        self.game, self.luck, self.luck_of_app = fixture.game, luck, Random(f"app {fixture.service}")
        self.guesses = Guesses(fixture, luck)
        self.unsound: list[str] = []
        self.for_the_seat_alone: list[str] = []
        self.incomplete: dict[str, list[str]] = defaultdict(list)
        self.refused: set[type[Refusal]] = set()
        self.misdirected: list[str] = []
        self.lists: tuple[Legal, ...] = ()
        self.tried = self.accepted = 0

    def look_at(self, stream: Stream[Any]) -> None:
        """Ask and try as every seat."""
        lists = {seat: listed(self.game, stream, seat) for seat in stream.seats}
        self.lists = tuple(lists.values())
        for seat, told in lists.items():
            self.guesses.read(told.allowed)
            self.guesses.look(msgspec.to_builtins(self.game.view(stream.game, seat)))
            self._send_listed(stream, seat, told)
            for command in self.guesses.some(told.allowed, GUESSES):
                self._guess(stream, seat, told, command)

    def _send_listed(self, stream: Stream[Any], seat: Seat, told: Legal) -> None:
        for entry in told.allowed:
            for _ in range(COMBINATIONS if entry.fields else 1):
                command = command_from(entry, self.game, self.luck)
                outcome = sent(self.game, stream, seat, command)
                if isinstance(outcome, Refusal):
                    self.unsound.append(f"{seat} at {stream.version}: {command} is refused: {outcome!r} {outcome.has}")
            command = command_from(entry, self.game, self.luck_of_app)
            outcome = sent(self.game, stream, seat, command, app=True)
            if isinstance(outcome, Refusal):
                self.for_the_seat_alone.append(f"{seat} at {stream.version}: {command} is refused: {outcome!r}")

    def _guess(self, stream: Stream[Any], seat: Seat, told: Legal, command: Command) -> None:
        self.tried += 1
        outcome = sent(self.game, stream, seat, command)
        if isinstance(outcome, Refusal):
            self.refused.add(type(outcome))
            self._follow(stream, seat, command, outcome)
            return
        self.accepted += 1
        name = type(command).__name__
        if not any(covers(entry, command) for entry in told.allowed if entry.command == name):
            self.incomplete[name].append(f"{seat} at {stream.version}: {command}")

    def _follow(self, stream: Stream[Any], seat: Seat, command: Command, refusal: Refusal) -> None:
        """Do as a refusal says: propose the command where it says so; what else it names is a way on."""
        named = set(named_in(str(refusal.needs or ""), self.game))
        if PROPOSE in named:
            outcome = self._proposed(stream, seat, command)
            if isinstance(outcome, type(refusal)) or outcome is None:
                self.misdirected.append(f"{seat} at {stream.version} is to propose {command}: {outcome!r}")
        elif named and not any(self._leads_on(one, refusal) for one in named):
            self.misdirected.append(f"{seat} at {stream.version}: {command} is refused: {refusal!r} {refusal.needs}")

    def _leads_on(self, name: str, refusal: Refusal) -> bool:
        """Whether a seat may send a command, or reads of another rule what comes before it."""
        allowed = any(entry.command == name for told in self.lists for entry in told.allowed)
        blocked = [one.rule for told in self.lists for one in told.blocked if name in one.commands]
        return allowed or any(rule not in (refusal.rule, *WRONG_SEAT) for rule in blocked)

    def _proposed(self, stream: Stream[Any], seat: Seat, command: Command) -> object:
        """Return what comes of a proposal of a command, or None where it is malformed."""
        if type(command) not in proposable(self.game):
            return None
        body = {"type": PROPOSE, "command": msgspec.to_builtins(command)}
        return sent(self.game, stream, seat, msgspec.convert(body, kinds_of(self.game)[PROPOSE]))


def test_every_kind_of_command_is_allowed_or_blocked(fixture: Fixture) -> None:
    """Each just once, of every seat at every moment; what is blocked names a rule of the ledger."""
    known = {rule for name in (fixture.service, "arbiter") for rule in ledger_at(ledgers()[name]).ids}
    for stream in (moment for play in plays_of(fixture.service) for moment in play.moments):
        for seat in stream.seats:
            told = listed(fixture.game, stream, seat)
            times = Counter({entry.command for entry in told.allowed})
            times.update(name for entry in told.blocked for name in entry.commands)
            assert times == dict.fromkeys(kinds_of(fixture.game), 1)
            assert {entry.rule for entry in told.blocked} <= known
            assert all(entry.says for entry in told.blocked)


def test_what_is_listed_is_accepted(fixture: Fixture) -> None:
    """Whatever is taken of each field, with whatever of the others."""
    assert [] == found_in(fixture.service).unsound[:5]


@pytest.mark.rule("AR-SEAT-06")
def test_what_is_listed_is_accepted_from_the_app_that_acts_as_the_seat(fixture: Fixture) -> None:
    """Its key does for a seat whatever the seat itself may do; what is the game master's it does besides."""
    assert [] == found_in(fixture.service).for_the_seat_alone[:5]


def test_a_refusal_that_names_a_command_leads_on(fixture: Fixture) -> None:
    """What is to be proposed can be proposed; another command that is named can be sent, or says what comes first."""
    assert [] == found_in(fixture.service).misdirected[:5]


def test_what_is_accepted_is_listed(fixture: Fixture) -> None:
    """A command that somebody made up follows from an entry, or it is refused."""
    found = found_in(fixture.service)

    assert found.accepted > ENOUGH
    assert found.tried - found.accepted > ENOUGH
    assert {} == {name: some[:3] for name, some in found.incomplete.items() if not fixture.leaves_out(name)}


def test_what_a_list_leaves_out_is_known(fixture: Fixture, request: pytest.FixtureRequest) -> None:
    """Of these commands more is accepted than is listed; the fixture says what."""
    if fixture.incomplete:
        reason = "; ".join(f"{name}: {what}" for name, what in fixture.incomplete.items())
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))

    assert [] == [name for name in found_in(fixture.service).incomplete if fixture.leaves_out(name)]
