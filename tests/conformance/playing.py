"""Random streams, which each process plays only once for all tests of the suite."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from shared.kernel.chance import FirstDraw, ProbeTape, Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.legal import ALL, Allowed, Asking, Legal, Wanted, awaited_seats, legal
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.moves import at_random as by_luck
from shared.kernel.moves import moves
from shared.kernel.refusals import Refusal
from shared.kernel.stream import (
    KERNEL_COMMANDS,
    UNDO_COMMANDS,
    Close,
    ProposeUndo,
    Settled,
    Stream,
    commands_of,
    settle,
    tape_for,
)
from tests.support.bodies import Bodies, read
from tests.support.journal import Journal

from .fields import body_from
from .fixture import Fixture, fixture_of

EFFORT: Final = int(os.environ.get("ARBITER_TEST_CONFORMANCE", "1"))
"""A multiplier for the number of streams; `make conformance` sets a higher one."""
GOES_ON: Final = Wanted(kinds=("move", "answer"))
"""The kinds of commands that advance a game."""
UNSENT: Final[tuple[type[Command], ...]] = (Close, *UNDO_COMMANDS)
"""Commands that random streams never send, because they close a stream or undo states that the tests inspect."""
TRIES: Final = 3
"""How many legal moves of each kind are tried in order to find one that draws."""
Outcome: TypeAlias = Settled[Any] | Refusal


class Played(Struct, frozen=True, kw_only=True):
    """A stream that was played to its end, its states by number of records, and some states to inspect."""

    journal: Journal[Any]
    streams: Mapping[int, Stream[Any]]
    moments: Sequence[Stream[Any]]
    open_records: int
    """The number of records before the stream was closed."""
    broken: Sequence[str]
    """The names of the invariants that failed after some step."""


def sessions_of(fixture: Fixture) -> Mapping[str, Callable[[], Journal[Any]]]:
    """Return the sessions to record: the game's own, or one random stream if it has none."""
    return {"at_random": lambda: play_stream(fixture, 1).journal} if fixture.sessions is None else fixture.sessions


@cache
def plays_of(service: str) -> tuple[Played, ...]:
    """Return a game's random streams, each from its own seed."""
    fixture = fixture_of(service)
    sent: Counter[str] = Counter()
    return tuple(play_stream(fixture, seed, sent) for seed in range(1, fixture.plays * EFFORT + 1))


def play_stream(fixture: Fixture, seed: int, sent: Counter[str] | None = None) -> Played:
    """Play a random stream to its end, preferring the commands that `sent` counts least often."""
    luck = Random(f"{fixture.service} {seed}")
    journal = fixture.open_stream(seed)
    journal.sent = Counter() if sent is None else sent
    streams = {len(journal.records): journal.stream}
    moments = [journal.stream]
    broken: list[str] = []
    for step in range(fixture.steps):
        if journal.stream.closed:
            break
        if not journal.take_due():
            (fixture.play or at_random)(journal, luck)
        streams[len(journal.records)] = journal.stream
        broken += _failed_invariants(fixture, journal)
        if step % fixture.every == 0:
            moments.append(journal.stream)
    open_records = len(journal.records)
    if not journal.stream.closed:
        journal.close()
        streams[len(journal.records)] = journal.stream
    return Played(
        journal=journal, streams=streams, moments=[*moments, journal.stream], open_records=open_records,
        broken=broken,
    )  # fmt: skip


def _failed_invariants(fixture: Fixture, journal: Journal[Any]) -> Iterator[str]:
    """Yield the fixture's assertion that fails for the current stream, if one fails."""
    if fixture.holds is not None:
        try:
            fixture.holds(journal)
        except AssertionError as error:
            yield f"after {journal.events[-1]}: {error}"


def at_random(journal: Journal[Any], luck: Random) -> None:
    """Send any listed command of any seat except `Close` and undo, preferring commands sent less often."""
    stream = journal.stream
    for seat in luck.sample(sorted(stream.seats), len(stream.seats)):
        entries = by_kind(legal_list_of(journal.rules, stream, seat).allowed)
        for left_out in UNSENT:
            entries.pop(left_out.__name__, None)
        if entries:
            kinds = sorted(entries)
            (kind,) = luck.choices(kinds, [1 / (1 + journal.sent[kind]) for kind in kinds])
            journal.send(command_from(luck.choice(entries[kind]), journal.rules, luck), seat)
            return
    raise AssertionError(f"nobody may do anything on a stream that is open: {stream}")


def send_any_move(journal: Journal[Any], luck: Random) -> None:
    """Send a command as `at_random` does, but list only the kinds of commands up to the first legal one.

    This takes a tenth of the time of `at_random`, and leads to other streams: golden logs are recorded with that one.
    """
    stream = journal.stream
    for seat in luck.sample(sorted(stream.seats), len(stream.seats)):
        found = next(_moves_by_kind(journal, seat, luck), None)
        if found is not None:
            journal.send(command_from(found, journal.rules, luck), seat)
            return
    raise AssertionError(f"nobody may do anything on a stream that is open: {stream}")


def find_drawing_command(journal: Journal[Any], luck: Random) -> tuple[Command, Seat] | None:
    """Return a random command of the game that draws and the seat that may send it, or None if none is found."""
    rules, stream = journal.rules, journal.stream
    for seat in luck.sample(sorted(stream.seats), len(stream.seats)):
        for entry in _moves_by_kind(journal, seat, luck, but=KERNEL_COMMANDS, most=TRIES):
            command = command_from(entry, rules, luck)
            try:
                outcome_of(rules, stream, seat, command, tape=ProbeTape())
            except FirstDraw:
                return command, seat
    return None


def _moves_by_kind(
    journal: Journal[Any], seat: Seat, luck: Random, *, but: Iterable[type[Command]] = UNSENT, most: int = 1
) -> Iterator[Allowed]:  # fmt: skip
    """Yield legal moves of a seat, at most `most` of each kind, and kinds that were sent less often rather earlier."""
    asking = Asking.of(journal.rules, journal.stream, seat, role_of(journal.stream, seat))
    kinds = [name for name, kind in kinds_of(journal.rules).items() if kind not in but]
    for kind in _in_random_order(kinds, journal.sent, luck):
        yield from islice(moves(asking, wanted=Wanted(command=kind), order=by_luck(luck.randrange)), most)


def play_out(journal: Journal[Any], luck: Random, steps: int, *, hold: Callable[[], None] = lambda: None) -> None:
    """Play up to `steps` random steps and close the stream; call `hold` before each step."""
    for _ in range(steps):
        if journal.stream.closed:
            break
        hold()
        if not journal.take_due():
            at_random(journal, luck)
    if not journal.stream.closed:
        journal.close()


def send_awaited_move(
    journal: Journal[Any], luck: Random, sent: Counter[str], *, but: frozenset[str] = frozenset()
) -> bool:  # fmt: skip
    """Send a move or an answer of an awaited seat, or of any seat if none is awaited; return whether one was legal.

    Commands that `sent` counts less often are preferred, and commands named in `but` are not sent.
    """
    stream = journal.stream
    asked = awaited_seats(journal.rules, stream)
    for seat in luck.sample(asked or sorted(stream.seats), len(asked or stream.seats)):
        asking = Asking.of(journal.rules, stream, seat, role_of(stream, seat))
        kinds = [name for name, kind in kinds_of(journal.rules).items() if GOES_ON.names(kind) and name not in but]
        for kind in _in_random_order(kinds, sent, luck):
            mine = moves(asking, wanted=Wanted(command=kind), order=by_luck(luck.randrange))
            if (entry := next(mine, None)) is not None:
                sent[kind] += 1
                journal.send(command_from(entry, journal.rules, luck), seat)
                return True
        assert not asked, f"{seat} is awaited at {stream.version} and has no move"
    return False


def _in_random_order(kinds: Iterable[str], sent: Counter[str], luck: Random) -> list[str]:
    """Return command names in a random order that prefers those sent less often.

    The first legal command in this order has the same probability as in a weighted choice among all legal commands, so
    the others need not be listed.
    """
    return sorted(kinds, key=lambda kind: luck.expovariate(1 / (1 + sent[kind])))


def legal_list_of(game: Game[Any], stream: Stream[Any], seat: Seat) -> Legal:
    """Return a seat's legal list: the commands that the seat may send, and those that are blocked."""
    return legal(game, stream, seat, role_of(stream, seat))


_KEPT: Final[dict[tuple[int, Seat, Wanted], tuple[Stream[Any], Legal]]] = {}


def kept_list(game: Game[Any], stream: Stream[Any], seat: Seat, wanted: Wanted = ALL) -> Legal:
    """Return a seat's legal list in a state of a random stream; a process builds each list only once."""
    key = (id(stream), seat, wanted)  # the stream is kept too, so no other one can get its id
    if key not in _KEPT:
        _KEPT[key] = stream, legal(game, stream, seat, role_of(stream, seat), wanted=wanted)
    return _KEPT[key][1]


def forget_plays() -> None:
    """Discard the random streams and their lists, so that the next test builds them again."""
    plays_of.cache_clear()
    _KEPT.clear()


def role_of(stream: Stream[Any], seat: Seat) -> Role:
    """Return the role of a seat."""
    return stream.seats[seat].role


def by_kind(entries: Sequence[Allowed]) -> dict[str, list[Allowed]]:
    """Group entries by the name of their command."""
    found: dict[str, list[Allowed]] = {}
    for entry in entries:
        found.setdefault(entry.command, []).append(entry)
    return found


def command_from(entry: Allowed, game: Game[Any], luck: Random) -> Command:
    """Return a random command that an entry of a legal list allows."""
    command: Command = msgspec.convert(body_from(entry, luck), kinds_of(game)[entry.command])
    return command


@cache
def kinds_of(game: Game[Any]) -> Mapping[str, type[Command]]:
    """Return the commands that can be sent to an open stream, by name."""
    return {kind.__name__: kind for kind in commands_of(game)}


def outcome_of(
    game: Game[Any], stream: Stream[Any], seat: Seat, command: Command, *, tape: Tape | None = None, app: bool = False
) -> Outcome:  # fmt: skip
    """Send a command to a copy of a stream, as a seat or as the app for that seat; return the outcome."""
    held = stream.seats[seat]
    by = "key:probe" if app else f"seat:{seat}@{held.epoch}"
    intent = Intent(id="probe", seat=seat, role=held.role, at=stream.at, by=by, command=command)
    tape = tape or tape_for(stream, intent, lambda: bytes(32))
    try:
        settled = settle(game, stream, intent, tape, past=lambda _: stream.game)
    except Refusal as refusal:
        return refusal
    if settled.fault is not None:
        raise settled.fault
    return settled


class Guesses:
    """Commands that a seat might guess: listed commands with changed values, and invented commands."""

    def __init__(self, fixture: Fixture, luck: Random) -> None:
        """Set the random source, and use the fixture's texts as the first known values."""
        self.game, self.luck, self._undo_luck = fixture.game, luck, Random(f"undo {fixture.service}")
        self._rare_luck = Random(f"rare {fixture.service}")
        self._known: dict[str, dict[bytes, Any]] = {}
        for name, values in fixture.texts.items():
            for value in values:
                self._learn(name, value)

    def look(self, form: Any) -> None:  # noqa: ANN401 any JSON
        """Collect all values in a message by the names of their fields."""
        if isinstance(form, dict):
            for name, value in form.items():
                if isinstance(name, str) and name != "type":
                    self._learn(name, value)
                self.look(value)
        elif isinstance(form, list | tuple):
            for value in form:
                self.look(value)

    def read(self, entries: Sequence[Allowed]) -> None:
        """Collect the values in entries of a legal list."""
        for entry in entries:
            self.look(entry.body)
            for name, field in entry.fields.items():
                for value in field.options or (field.items and field.items.options) or ():
                    self._learn(name, value)

    def _learn(self, name: str, value: Any) -> None:  # noqa: ANN401 any JSON
        for one in (value, *(value if isinstance(value, list | tuple) else ())):
            self._known.setdefault(name, {})[msgspec.json.encode(one)] = one

    def some(self, entries: Sequence[Allowed], count: int) -> Iterator[Command]:
        """Yield invented commands, equally many of each kind.

        Each is a listed command with one or two changed fields, or has random values.
        """
        kinds, own = kinds_of(self.game), by_kind(entries)
        ours = [kind.__name__ for kind in self.game.commands]
        others = [name for name, kind in kinds.items() if name not in ours and kind not in UNSENT]
        bodies = self._bodies(self.luck)
        for _ in range(count):
            name = self.luck.choice(ours if self.luck.random() < 0.9 else others)
            base = body_from(self.luck.choice(own[name]), self.luck) if name in own else {}
            command = read(bodies.body(kinds[name], base), kinds[name])
            if command is not None:
                yield command
        yield from self._undo(own)

    def of(self, names: Iterable[str], entries: Sequence[Allowed], count: int) -> Iterator[Command]:
        """Yield `count` invented commands of each of these kinds, without changing what `some` yields later."""
        luck, own, kinds = self._rare_luck, by_kind(entries), kinds_of(self.game)
        bodies = self._bodies(luck)
        for name, _ in product(names, range(count)):
            base = body_from(luck.choice(own[name]), luck) if name in own else {}
            command = read(bodies.body(kinds[name], base), kinds[name])
            if command is not None:
                yield command

    def _bodies(self, luck: Random) -> Bodies:
        return Bodies(luck, {name: list(values.values()) for name, values in self._known.items()})

    def _undo(self, own: Mapping[str, Sequence[Allowed]]) -> Iterator[Command]:
        """Yield one undo command: to a version at or near a listed one, or to an arbitrary version."""
        kind = self._undo_luck.choice(UNDO_COMMANDS)
        base = own[kind.__name__][0].body if kind.__name__ in own else {}
        number = self._undo_luck.randrange(1, 40)
        field = "to" if kind is ProposeUndo else "proposal"
        yield msgspec.convert({"type": kind.__name__, field: number} | (base if number % 2 else {}), kind)
