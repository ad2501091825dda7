"""Drives a game to its limits with listed commands and with bodies at the limits of the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from shared.kernel import legal
from shared.kernel.chance import Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game, Opening
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field
from shared.kernel.stream import (
    UNDO_COMMANDS,
    Close,
    Memory,
    RecordForm,
    Stream,
    carry_out,
    commands_of,
    hold_size,
    tape_for,
)
from tests.support.bodies import LONGEST_LIST, Bodies, read

FORM: Final = RecordForm(ruleset="test", key=b"\x11" * 32)
NOT_YET: Final[tuple[type[Command], ...]] = (Close, *UNDO_COMMANDS)
"""Commands that would end the stream too early, or undo a state that the test has reached."""
NEWCOMERS: Final = 0.1
"""The share of steps made by any seat. The opening's seats make all other steps, because most new seats only watch."""


class Driver:
    """A stream to which the test sends any command. It asserts that no refusal follows a draw."""

    def __init__(
        self, game: Game[Any], opening: Opening, *, luck: Random, texts: Mapping[str, Sequence[Any]]
    ) -> None:  # fmt: skip
        """Open a stream; `texts` maps field names to values that are meaningful in this game."""
        self.game, self.luck, self.texts = game, luck, texts
        self.stream: Stream[Any] = Stream(id=f"{game.name}:one", game=game.initial, tenant="tenant")
        self.memory = Memory[Any]()
        self.kinds = {kind.__name__: kind for kind in commands_of(game)}
        self.sent: Counter[str] = Counter()
        self.drew: Counter[str] = Counter()
        self.commits = 0
        self.seat: Seat = "gm"
        self.players = [ask.seat for ask in opening.seats]
        self.send("gm", opening)

    def send(self, seat: Seat, command: Command) -> bool:
        """Send a command; return whether the game accepted it. Assert that a refused command has drawn nothing."""
        held = self.stream.seats.get(seat)
        role: Role = held.role if held else "gm"
        self.commits += 1
        intent = Intent(
            id=f"i{self.commits}", seat=seat, role=role, at=1000 * self.commits, by=f"seat:{seat}@0", command=command
        )
        name = type(command).__name__
        self.sent[name] += 1
        tape: Tape | None = None
        try:
            hold_size(intent)
            tape = tape_for(self.stream, intent, self._fresh)
            decision = carry_out(self.game, self.stream, intent, tape, form=FORM, past=self.memory)
        except Refusal:
            if tape is not None and tape.taken:
                raise AssertionError(command) from None
            return False
        assert decision.settled.fault is None, (command, decision.settled.fault)
        self.drew[name] += bool(tape.taken)
        self.stream = decision.settled.after
        self.memory.note_after(self.stream)
        return True

    def entries_for(self, seat: Seat) -> Sequence[Allowed]:
        """Return the entries of the commands that a seat may send."""
        return legal.legal(self.game, self.stream, seat, self.stream.seats[seat].role).allowed

    def step(self) -> None:
        """Send one of a seat's listed commands at the limits of its fields, and then three commands of any type."""
        if self.stream.closed:
            return
        anybody = self.luck.random() < NEWCOMERS
        self.seat = self.luck.choice(list(self.stream.seats) if anybody else self.players)
        listed = self.entries_for(self.seat)
        for entry in self._some_of(listed):
            command = read(self._at_bounds(entry), self.kinds[entry.command])
            if command is not None:
                self.send(self.seat, command)
        bodies = Bodies(self.luck, self._known_values(listed))
        for _ in range(3):
            self.try_anything(listed, bodies, [kind for kind in self.kinds.values() if kind not in NOT_YET])

    def try_undo(self) -> None:
        """Send every undo command as each seat that the opening created."""
        for seat in [] if self.stream.closed else self.players:
            self.seat, listed = seat, self.entries_for(seat)
            for kind in UNDO_COMMANDS:
                self.try_anything(listed, Bodies(self.luck, self._known_values(listed)), [kind])

    def try_anything(self, listed: Sequence[Allowed], bodies: Bodies, kinds: Sequence[type[Command]]) -> None:
        """Send a command of one of these types with a body at its schema's limits.

        The body is made from a listed one if possible.
        """
        kind = self.luck.choice(kinds)
        own = [entry.body for entry in listed if entry.command == kind.__name__]
        body = bodies.body(kind, self.luck.choice(own) if own else {})
        command = read(body, kind)
        if command is not None:
            self.send(self.seat, command)

    def _some_of(self, listed: Sequence[Allowed]) -> Iterator[Allowed]:
        """Yield one random entry, if there is one. Every command type is equally likely."""
        kinds = [name for name in {entry.command for entry in listed} if self.kinds[name] not in NOT_YET]
        if kinds:
            kind = self.luck.choice(sorted(kinds))
            yield self.luck.choice([entry for entry in listed if entry.command == kind])

    def _at_bounds(self, entry: Allowed) -> dict[str, Any]:
        body = dict(entry.body)
        for name, field in entry.fields.items():
            if name in entry.body or self.luck.random() < 0.5:
                body.update(self._bind(name, field))
        return body

    def _bind(self, name: str, field: Field) -> dict[str, Any]:
        return {} if field.form == "schema" else {name: self._value(field)}

    def _value(self, field: Field) -> Any:  # noqa: ANN401 any JSON
        """Return an option of a field, or a value at one of its limits."""
        if field.options is not None:
            return self.luck.choice(field.options)
        if field.items is not None:
            return self._items(field, field.items)
        bounds = [bound for bound in (field.least, field.most) if bound is not None]
        return self.luck.choice(bounds) if bounds else "🎲" * 200

    def _items(self, field: Field, items: Field) -> list[Any]:
        """Return a list of the minimum or the maximum number of items."""
        once = items.options is not None and not field.repeats
        most = LONGEST_LIST if field.most is None else field.most
        count = self.luck.choice((field.least or 0, min(most, len(items.options or ())) if once else most))
        if once:
            return self.luck.sample(items.options or (), count)
        return [] if items.form == "schema" else [self._value(items) for _ in range(count)]

    def _known_values(self, listed: Sequence[Allowed]) -> dict[str, Sequence[Any]]:
        """Return known values by field name: those in the listed commands, and the game's own texts."""
        found: dict[str, list[Any]] = {name: list(values) for name, values in self.texts.items()}
        for entry in listed:
            for name, value in entry.body.items():
                if isinstance(value, str | int) and name != "type":
                    found.setdefault(name, []).append(value)
            for name, field in entry.fields.items():
                found.setdefault(name, []).extend(field.options or ())
        return dict(found)

    def _fresh(self) -> bytes:
        return self.luck.randbytes(32)
