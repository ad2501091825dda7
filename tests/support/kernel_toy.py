"""A second toy game for the kernel's tests: hidden draws, hidden commands, secrets that are revealed, and an end.

It is one file, because the game has a single chapter, and a chapter is a module.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.audit import ReaderFor, Report, audit
from shared.kernel.chance import Chance, Tape
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context, Intent
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.game_parts import Secrecy, Timing, never
from shared.kernel.messages import NOBODY, Audience, Command, Event, Role, Seat, Secret
from shared.kernel.record import NO_HEAD, Record, export_line
from shared.kernel.refusals import Refusal
from shared.kernel.replay import LogReader, log_reader_of
from shared.kernel.samples import Sample, Samples
from shared.kernel.stream import Memory, RecordForm, Stream, carry_out, tape_for
from tests.support.releases import change_game

GM: Final = ("gm",)
RULESET: Final = "gambit 1"
KEY: Final = b"\x0c" * 32


class NothingHidden(Refusal, rule="TOY-REVEAL-01"):
    """There is no hidden value to reveal."""


class TooLow(Refusal, rule="TOY-GAMBLE-01"):
    """The die shows too low a face."""


class OpenGambit(Opening, frozen=True, kw_only=True):
    """Open a table of this game."""


class _Anybody(Command, frozen=True, kw_only=True):
    """The base class of commands that every seat may send, spectators included."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "spectator"


class Throw(_Anybody, frozen=True, kw_only=True):
    """Throw public dice before and after hidden dice, which only their audience sees.

    With `explode`, each hidden die that shows its highest face is thrown again, repeatedly.
    """

    sides: int = 6
    dice: int = 1
    explode: bool = False
    hidden: tuple[int, ...] = ()
    audiences: tuple[tuple[str, ...], ...] = (GM,)
    shuffle: int = 0


class Bid(_Anybody, frozen=True, kw_only=True):
    """Bid an amount that only the bidder and the game master may read."""

    hides: ClassVar[tuple[str, ...]] = ("amount", "word")

    amount: int
    word: str = ""


class Reveal(_Anybody, frozen=True, kw_only=True):
    """Reveal all hidden values."""


class Finish(_Anybody, frozen=True, kw_only=True):
    """End the game."""


class Say(_Anybody, frozen=True, kw_only=True):
    """Say a text several times. With `waste`, also throw a die that no event reports."""

    text: str = ""
    times: int = 1
    waste: bool = False


class Gamble(_Anybody, frozen=True, kw_only=True):
    """Throw a die and then refuse a low face, which no game may do. With `broken` the game raises an error instead."""

    least: int = 7
    broken: bool = False


class Thrown(Event, frozen=True, kw_only=True):
    """Dice were thrown in public."""

    faces: tuple[int, ...]
    order: tuple[int, ...] = ()


class ThrownInSecret(Event, frozen=True, kw_only=True):
    """Dice were thrown for one audience."""

    total: Secret[int]


class BidMade(Event, frozen=True, kw_only=True):
    """A bid was made."""

    seat: str
    amount: Secret[int] | None = None


class Revealed(Event, frozen=True, kw_only=True):
    """All hidden values were revealed to all seats."""

    reveals = True

    totals: tuple[int, ...]


class Said(Event, frozen=True, kw_only=True):
    """A text was said."""

    text: str


class Finished(Event, frozen=True, kw_only=True):
    """The game ended."""


class GambitState(Struct, frozen=True, kw_only=True):
    """The state of the game so far."""

    hidden: tuple[int, ...] = ()
    bids: int = 0
    throws: int = 0
    over: bool = False


Gambling: TypeAlias = Context[GambitState]


# ---------------------------------------------------------------- judgement


@judge
def open_gambit(ctx: Gambling, command: OpenGambit) -> None:
    """Open the stream with an empty state."""


@judge
def throw(ctx: Gambling, command: Throw) -> None:
    """Throw the public dice, then the hidden ones, then the remaining public ones."""
    faces = ctx.chance.roll("open", command.sides, command.dice)
    secrets = [
        (audience, sum(_hide(command, audience, ctx.chance) for _ in range(number)))
        for number, audience in zip(command.hidden, command.audiences, strict=False)
    ]
    again = ctx.chance.roll("open again", command.sides)
    order = ctx.chance.shuffle("deck", command.shuffle) if command.shuffle else ()
    ctx.emit(Thrown(faces=faces + again, order=order))
    for audience, total in secrets:
        ctx.emit(ThrownInSecret(total=ctx.secret(total, audience)))


def _hide(command: Throw, audience: Audience, chance: Chance) -> int:
    (face,) = chance.roll("hidden", command.sides, audience=audience)
    return face + (_hide(command, audience, chance) if command.explode and face == command.sides else 0)


@judge
def bid(ctx: Gambling, command: Bid) -> None:
    """Accept a bid."""
    ctx.emit(BidMade(seat=ctx.seat, amount=ctx.secret(command.amount)))


@judge
def reveal(ctx: Gambling, command: Reveal) -> None:  # noqa: ARG001 it has no fields
    """Reveal all hidden values."""
    if not ctx.state.hidden:
        raise NothingHidden(needs="a hidden throw", has=0)
    ctx.emit(Revealed(totals=ctx.state.hidden))


@judge
def say(ctx: Gambling, command: Say) -> None:
    """Say the text the requested number of times."""
    if command.waste:
        ctx.chance.roll("waste", 6)
    for _ in range(command.times):
        ctx.emit(Said(text=command.text))


@judge
def gamble(ctx: Gambling, command: Gamble) -> None:
    """Throw a die, and then refuse or raise an error."""
    (face,) = ctx.chance.roll("open", 6)
    if command.broken:
        raise RuntimeError
    if face < command.least:
        raise TooLow(needs=command.least, has=face)
    ctx.emit(Thrown(faces=(face,)))


@judge
def finish(ctx: Gambling, command: Finish) -> None:  # noqa: ARG001 as above
    """End the game."""
    ctx.emit(Finished())


# ---------------------------------------------------------------- fold


@fold
def thrown(state: GambitState, _: Thrown) -> GambitState:
    """Count the throw."""
    return replace(state, throws=state.throws + 1)


@fold
def thrown_in_secret(state: GambitState, event: ThrownInSecret) -> GambitState:
    """Store the hidden faces."""
    return replace(state, hidden=(*state.hidden, event.total.open()))


@fold
def bid_made(state: GambitState, _: BidMade) -> GambitState:
    """Count the bid."""
    return replace(state, bids=state.bids + 1)


@fold
def revealed(state: GambitState, _: Revealed) -> GambitState:
    """Clear the hidden values."""
    return replace(state, hidden=())


@fold
def said(state: GambitState, _: Said) -> GambitState:
    """Ignore the text."""
    return state


@fold
def finished(state: GambitState, _: Finished) -> GambitState:
    """Mark the game as over."""
    return replace(state, over=True)


# ---------------------------------------------------------------- samples


@samples
def anything(state: GambitState, seat: Seat) -> Samples[Throw | Bid | Reveal | Say | Gamble | Finish]:  # noqa: ARG001
    """Offer one command of each type; the judges decide which are legal."""
    for command in (Throw(), Bid(amount=1), Reveal(), Say(), Gamble(), Finish()):
        yield Sample(command=command)


# ---------------------------------------------------------------- the game


def bidder(_: GambitState, seat: Seat) -> Audience:
    """Return the seats that may read a bid."""
    return (seat, "gm")


def view(state: GambitState, seat: Seat | None) -> GambitState:  # noqa: ARG001 all see everything
    """Return the whole state."""
    return state


class GambitGame(Game[GambitState]):
    """The toy game with an additional rule: no seat may read the field `word` of a bid."""

    def hides(self, intent: Intent, state: GambitState) -> Mapping[str, Audience]:
        """Return the secret fields of a command, each with its own audience."""
        hidden = super().hides(intent, state)
        return {**hidden, "word": NOBODY} if "word" in hidden else hidden


GAMBIT: Final = GambitGame(
    service="toy",
    kind="gambit",
    state=GambitState,
    chapters=(sys.modules[__name__],),
    view=view,
    secrecy=Secrecy(audience=bidder, has_hidden_draws=lambda state: bool(state.hidden)),
    timing=Timing(over=lambda state: state.over),
)
SEATS: Final = (
    SeatAsk(seat="gm", role="gm"),
    SeatAsk(seat="ann"),
    SeatAsk(seat="bob"),
    SeatAsk(seat="eve", role="spectator"),
)
OPEN: Final = OpenGambit(seats=SEATS)


class Table:
    """A stream in memory that behaves like a stream on an honest server."""

    game = GAMBIT
    simulated = False

    def __init__(self, name: str = "toy.gambit:t", *, key: bytes = KEY, seed: int = 7, ruleset: str = RULESET) -> None:
        """Start before the opening, with no records. The seeds are `seed` + 1, `seed` + 2 and so on."""
        self.stream: Stream[GambitState] = Stream(
            id=name, game=GAMBIT.initial, tenant="tenant", simulated=self.simulated
        )
        self.before: list[Stream[GambitState]] = []
        self.memory: Memory[GambitState] = Memory()
        self.records: list[Record] = []
        self.heads: list[bytes] = []
        self.ruleset = ruleset
        self._key, self._seed = key, seed

    @classmethod
    def opened(cls, *commands: Command, **more: int | str | bytes) -> Table:
        """Open a table, and send the game master's commands to it."""
        table = cls(**more)  # type: ignore[arg-type]
        table.send(OPEN)
        for command in commands:
            table.send(command)
        return table

    def intent(
        self,
        command: Command,
        seat: str = "gm",
        *,
        role: Role | None = None,
        by: str | None = None,
        faces: tuple[int, ...] | None = None,
    ) -> Intent:
        """Return a seat's intent, by its own token, or by the app's key if the seat does not exist yet."""
        held = self.stream.seats.get(seat)
        return Intent(
            id=f"i{len(self.records)}",
            seat=seat,
            role=role or (held.role if held else "gm"),
            at=1000 + len(self.records),
            by=by or (f"seat:{seat}@{held.epoch}" if held else "key:app"),
            command=command,
            faces=faces,
        )

    def send(
        self,
        command: Command,
        seat: str = "gm",
        *,
        role: Role | None = None,
        by: str | None = None,
        faces: tuple[int, ...] | None = None,
        tape: Tape | None = None,
    ) -> tuple[Event, ...]:
        """Decide a command, store its record, and return its events."""
        intent = self.intent(command, seat, role=role, by=by, faces=faces)
        tape = tape or tape_for(self.stream, intent, self._fresh)
        form = RecordForm(ruleset=self.ruleset, key=self._key)
        decision = carry_out(self.game, self.stream, intent, tape, form=form, past=self.memory)
        settled = decision.settled
        for written in decision.commits:
            self.before.append(self.stream)
            self.heads.append(written.record.head_after(self.heads[-1] if self.heads else NO_HEAD))
            self.records.append(written.record)
        self.stream = settled.after
        self.memory.note_after(self.stream)
        return settled.events

    def lines(self, seat: str | None = None, *, opened: bool | None = None) -> list[bytes]:
        """Export the log as a seat (None: the app) may read it. Once it is closed, every reader may read all of it."""
        whole = self.stream.closed if opened is None else opened
        return [
            export_line(record, head, seat, opened=whole) for record, head in zip(self.records, self.heads, strict=True)
        ]

    def _fresh(self) -> bytes:
        self._seed += 1
        return self._seed.to_bytes(32, "big")


class QuietTable(Table):
    """The same table in a variant of the game that keeps its log closed after its end."""

    game = change_game(GAMBIT, secrecy=replace(GAMBIT.secrecy, opens_log_when_closed=never))

    def lines(self, seat: str | None = None, *, opened: bool | None = None) -> list[bytes]:
        """Export the log, which stays closed even after the end."""
        return super().lines(seat, opened=bool(opened))


class SimulatedTable(Table):
    """A stream that replays one trial of a job, with a seed chosen by the job's requester."""

    simulated = True


def reader_of(stream: str) -> LogReader[GambitState] | None:
    """Return the reader of this game."""
    return log_reader_of(GAMBIT) if stream.startswith("toy.gambit:") else None


def audit_export(lines: Sequence[bytes], reader_for: ReaderFor = reader_of, **more: object) -> Report:
    """Audit an export of this game."""
    return audit(lines, reader_for=reader_for, **more)  # type: ignore[arg-type]
