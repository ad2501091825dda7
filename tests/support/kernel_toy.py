"""A second toy game for the kernel's tests: hidden draws of any number, hidden commands, concealment and an end."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.audit import ReaderFor, Report, audit
from shared.kernel.chance import Chance, Tape
from shared.kernel.context import Intent
from shared.kernel.game import Decider, Opening, SeatAsk, never
from shared.kernel.legal import Legal
from shared.kernel.messages import NOBODY, Audience, Command, Event, Role, Secret
from shared.kernel.record import NO_HEAD, Record, export_line
from shared.kernel.refusals import Refusal
from shared.kernel.replay import Reader
from shared.kernel.stream import Form, Stream, carry_out, tape_for
from tests.support.releases import changed

GM: Final = ("gm",)
RULESET: Final = "gambit 1"
KEY: Final = b"\x0c" * 32


class OpenGambit(Opening, frozen=True, kw_only=True):
    """Open a gambit."""


class Throw(Command, frozen=True, kw_only=True):
    """Throw dice: some for all to see, before and after some that each audience alone sees.

    With `explode`, each hidden die that shows its highest face is thrown once more, and again.
    """

    sides: int = 6
    dice: int = 1
    explode: bool = False
    hidden: tuple[int, ...] = ()
    audiences: tuple[tuple[str, ...], ...] = (GM,)
    shuffle: int = 0


class Bid(Command, frozen=True, kw_only=True):
    """Bid an amount that only the bidder and the game master may read."""

    amount: int
    word: str = ""


class Reveal(Command, frozen=True, kw_only=True):
    """Reveal everything hidden."""


class Finish(Command, frozen=True, kw_only=True):
    """Bring the game to its end."""


class Say(Command, frozen=True, kw_only=True):
    """Say something a number of times; with `waste`, throw a die nobody hears of."""

    text: str = ""
    times: int = 1
    waste: bool = False


class Gamble(Command, frozen=True, kw_only=True):
    """Throw a die, and be refused below a face: what no game may do. With `broken` the game fails instead."""

    least: int = 7
    broken: bool = False


class Thrown(Event, frozen=True, kw_only=True):
    """Dice were thrown for all to see."""

    faces: tuple[int, ...]
    order: tuple[int, ...] = ()


class ThrownInSecret(Event, frozen=True, kw_only=True):
    """Dice were thrown for some to see."""

    total: Secret[int]


class BidMade(Event, frozen=True, kw_only=True):
    """A bid was made."""

    seat: str
    amount: Secret[int] | None = None


class Revealed(Event, frozen=True, kw_only=True):
    """What was hidden is public."""

    totals: tuple[int, ...]


class Said(Event, frozen=True, kw_only=True):
    """Something was said."""

    text: str


class Finished(Event, frozen=True, kw_only=True):
    """The game came to its end."""


class NothingHidden(Refusal):
    """There is nothing to reveal."""

    rule = "TOY-REVEAL-01"


class TooLow(Refusal):
    """The die shows too little."""

    rule = "TOY-GAMBLE-01"


class GambitState(Struct, frozen=True, kw_only=True):
    """What has happened so far."""

    hidden: tuple[int, ...] = ()
    bids: int = 0
    throws: int = 0
    over: bool = False


def _decide(intent: Intent, state: GambitState, chance: Chance) -> Sequence[Event]:
    match intent.command:
        case Throw() as command:
            return _throw(command, chance)
        case Bid(amount=amount):
            return (BidMade(seat=intent.seat, amount=Secret(audience=(intent.seat, "gm"), value=amount)),)
        case Reveal():
            return _reveal(state)
        case Say() as command:
            if command.waste:
                chance.roll("waste", 6)
            return tuple(Said(text=command.text) for _ in range(command.times))
        case Gamble() as command:
            return _gamble(command, chance)
        case _:
            return (Finished(),) if isinstance(intent.command, Finish) else ()


def _reveal(state: GambitState) -> Sequence[Event]:
    if not state.hidden:
        raise NothingHidden(needs="a hidden throw", has=0)
    return (Revealed(totals=state.hidden),)


def _gamble(command: Gamble, chance: Chance) -> Sequence[Event]:
    (face,) = chance.roll("open", 6)
    if command.broken:
        raise RuntimeError
    if face < command.least:
        raise TooLow(needs=command.least, has=face)
    return (Thrown(faces=(face,)),)


def _throw(command: Throw, chance: Chance) -> Sequence[Event]:
    faces = chance.roll("open", command.sides, command.dice)
    secrets = [
        sum(_hidden(command, audience, chance) for _ in range(number))
        for number, audience in zip(command.hidden, command.audiences, strict=False)
    ]
    again = chance.roll("open again", command.sides)
    order = chance.shuffle("deck", command.shuffle) if command.shuffle else ()
    told = (
        ThrownInSecret(total=Secret(audience=audience, value=total))
        for audience, total in zip(command.audiences, secrets, strict=False)
    )
    return (Thrown(faces=faces + again, order=order), *told)


def _hidden(command: Throw, audience: Audience, chance: Chance) -> int:
    (face,) = chance.roll("hidden", command.sides, audience=audience)
    return face + (_hidden(command, audience, chance) if command.explode and face == command.sides else 0)


def _hides(intent: Intent, _: GambitState) -> Mapping[str, Audience]:
    return {"amount": (intent.seat, "gm"), "word": NOBODY} if isinstance(intent.command, Bid) else {}


GAMBIT: Final = Decider(
    service="toy",
    kind="gambit",
    opening=OpenGambit,
    commands=(Throw, Bid, Reveal, Say, Gamble, Finish),
    events=(Thrown, ThrownInSecret, BidMade, Revealed, Said, Finished),
    state=GambitState,
    initial=GambitState(),
    decides=_decide,
    folds={
        Thrown: lambda state, _: replace(state, throws=state.throws + 1),
        ThrownInSecret: lambda state, event: replace(state, hidden=(*state.hidden, event.total.value)),
        BidMade: lambda state, _: replace(state, bids=state.bids + 1),
        Revealed: lambda state, _: replace(state, hidden=()),
        Finished: lambda state, _: replace(state, over=True),
    },
    view=lambda state, _: state,
    legal=lambda *_: Legal(),
    hides=_hides,
    has_hidden_draws=lambda state: bool(state.hidden),
    over=lambda state: state.over,
)
SEATS: Final = (
    SeatAsk(seat="gm", role="gm"),
    SeatAsk(seat="ann"),
    SeatAsk(seat="bob"),
    SeatAsk(seat="eve", role="spectator"),
)
OPEN: Final = OpenGambit(seats=SEATS)


class Table:
    """A stream kept in memory: commands go in as an honest server would take them, and the log comes out."""

    decider = GAMBIT
    simulated = False

    def __init__(self, name: str = "toy.gambit:t", *, key: bytes = KEY, seed: int = 7, ruleset: str = RULESET) -> None:
        """Start with nothing, not even the opening. Every seed is the number `seed` and those after it."""
        self.stream: Stream[GambitState] = Stream(
            id=name, game=GAMBIT.initial, tenant="tenant", simulated=self.simulated
        )
        self.before: list[Stream[GambitState]] = []
        self.records: list[Record] = []
        self.heads: list[bytes] = []
        self.ruleset = ruleset
        self._key, self._seed = key, seed

    @classmethod
    def opened(cls, *commands: Command, **more: int | str | bytes) -> "Table":
        """Make a table that is open, and carry out commands of the game master on it."""
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
        """Make an intent of a seat with its own token, or with the app's key where the seat is not there yet."""
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
        """Carry out a command and keep its record; give its events."""
        intent = self.intent(command, seat, role=role, by=by, faces=faces)
        tape = tape or tape_for(self.stream, intent, self._fresh)
        form = Form(ruleset=self.ruleset, key=self._key)
        decision = carry_out(self.decider, self.stream, intent, tape, form=form)
        settled = decision.settled
        for written in decision.commits:
            self.before.append(self.stream)
            self.heads.append(written.record.head_after(self.heads[-1] if self.heads else NO_HEAD))
            self.records.append(written.record)
        self.stream = settled.after
        return settled.events

    def lines(self, seat: str | None = None, *, opened: bool | None = None) -> list[bytes]:
        """Export the log as a seat may read it (None: the app); a closed one is open to all."""
        whole = self.stream.closed if opened is None else opened
        return [
            export_line(record, head, seat, opened=whole) for record, head in zip(self.records, self.heads, strict=True)
        ]

    def _fresh(self) -> bytes:
        self._seed += 1
        return self._seed.to_bytes(32, "big")


class QuietTable(Table):
    """The same of a game that keeps its log closed after its end."""

    decider = changed(GAMBIT, opens_log_when_closed=never)

    def lines(self, seat: str | None = None, *, opened: bool | None = None) -> list[bytes]:
        """Export the log; it never opens."""
        return super().lines(seat, opened=bool(opened))


class SimulatedTable(Table):
    """A trial of a job, opened as a stream: whoever asked for the job chose the seed."""

    simulated = True


def reader_of(stream: str) -> Reader[GambitState] | None:
    """Give the reader of this game."""
    return Reader(GAMBIT) if stream.startswith("toy.gambit:") else None


def audited(lines: Sequence[bytes], reader_for: ReaderFor = reader_of, **more: object) -> Report:
    """Audit an export of this game."""
    return audit(lines, reader_for=reader_for, **more)  # type: ignore[arg-type]
