"""The kernel: what every stream has in common, whatever is played on it.

Seats, seed epochs, the opening and the end are the kernel's own messages, judged and folded here beside the game's. An
intent is settled in one place: `settle` makes the tape, lets the game decide, ends the stream when the game is over,
and folds the outcome.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, assert_never, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.chance import Diverged, Salts, SeedTape, TableTape, Taken, Tape, Unseeded, salts_digest
from shared.decider import Decider, Intent, Opening, fold
from shared.messages import NOBODY, Audience, Command, Event, Hex32, Line, Role, Seat, Secret, canonical
from shared.record import MAX_EVENTS
from shared.refusals import (
    EpochHasDrawn,
    NotForThisSeat,
    NotOpenedYet,
    OnlyTheGameMasterEntersFaces,
    SaltGivenAlready,
    SeatTaken,
    SeatUnknown,
    StillConcealed,
    StreamIsOver,
    TooManySeats,
    TooMuchForOneCommit,
)

S = TypeVar("S")

MAX_SEATS: Final = 64


# ---------------------------------------------------------------- commands


class OpenSeat(Command, frozen=True, kw_only=True):
    """Open another seat."""

    seat: Seat
    role: Role = "player"


class RotateToken(Command, frozen=True, kw_only=True):
    """Make the tokens of a seat void and give it a new one."""

    seat: Seat


class AddSalt(Command, frozen=True, kw_only=True):
    """Mix a salt of this seat into the seed epoch, so that no one can have chosen the seed with the outcome in view."""

    salt: Hex32


class RotateSeed(Command, frozen=True, kw_only=True):
    """Reveal the seed of this epoch and commit to the next."""


class Close(Command, frozen=True, kw_only=True):
    """End the stream and reveal its seed."""

    reason: Annotated[Line, Meta(examples=["the evening is over"])] = "closed"


KernelCommand: TypeAlias = OpenSeat | RotateToken | AddSalt | RotateSeed | Close
KERNEL_COMMANDS: Final[tuple[type[Command], ...]] = (OpenSeat, RotateToken, AddSalt, RotateSeed, Close)


# ---------------------------------------------------------------- events: their names and fields are the storage format


class StreamOpened(Event, frozen=True, kw_only=True):
    """A stream of a kind began, for an app."""

    kind: str
    tenant: str
    simulated: bool = False


class SeatOpened(Event, frozen=True, kw_only=True):
    """A seat was opened; its tokens carry epoch 0."""

    seat: str
    role: Role


class TokenRotated(Event, frozen=True, kw_only=True):
    """Tokens of the seat with a lower epoch are void."""

    seat: str
    epoch: int


class SeedCommitted(Event, frozen=True, kw_only=True):
    """A seed epoch began. `commitment` is SHA-256 of the 32 bytes of the seed, which nobody may read yet."""

    epoch: int
    commitment: str
    seed: Secret[str]


class SaltAdded(Event, frozen=True, kw_only=True):
    """A seat mixed its salt into the epoch."""

    epoch: int
    seat: str
    salt: str


class SeedRevealed(Event, frozen=True, kw_only=True):
    """A seed epoch ended and its seed is public."""

    epoch: int
    seed: str


class StreamClosed(Event, frozen=True, kw_only=True):
    """The stream ended."""

    reason: str


KernelEvent: TypeAlias = (
    StreamOpened | SeatOpened | TokenRotated | SeedCommitted | SaltAdded | SeedRevealed | StreamClosed
)
KERNEL_EVENTS: Final[tuple[type[Event], ...]] = (
    StreamOpened, SeatOpened, TokenRotated, SeedCommitted, SaltAdded, SeedRevealed, StreamClosed,
)  # fmt: skip


# ---------------------------------------------------------------- state


class SeatState(Struct, frozen=True, array_like=True):
    """A seat: its role, and the least epoch of a valid token."""

    role: Role
    epoch: int = 0


class Epoch(Struct, frozen=True, kw_only=True):
    """The seed epoch that is running: its commitment, salts, and whether it has drawn."""

    number: int = -1
    commitment: str = ""
    seed: str = ""
    salts: Salts = ()
    drawn: bool = False


class Stream(Struct, Generic[S], frozen=True, kw_only=True):
    """A stream as folded so far. `version` counts its events, `at` is the time of its last commit."""

    id: str
    game: S
    version: int = 0
    at: int = 0
    tenant: str = ""
    simulated: bool = False
    seats: dict[str, SeatState] = {}
    epoch: Epoch = Epoch()
    opened: bool = False
    closed: bool = False


def _stream_opened(stream: Stream[S], event: StreamOpened) -> Stream[S]:
    return replace(stream, opened=True, tenant=event.tenant, simulated=event.simulated)


def _seat_opened(stream: Stream[S], event: SeatOpened) -> Stream[S]:
    return replace(stream, seats={**stream.seats, event.seat: SeatState(event.role)})


def _token_rotated(stream: Stream[S], event: TokenRotated) -> Stream[S]:
    seat = SeatState(stream.seats[event.seat].role, event.epoch)
    return replace(stream, seats={**stream.seats, event.seat: seat})


def _seed_committed(stream: Stream[S], event: SeedCommitted) -> Stream[S]:
    seed = event.seed.value if isinstance(event.seed.value, str) else ""
    return replace(stream, epoch=Epoch(number=event.epoch, commitment=event.commitment, seed=seed))


def _salt_added(stream: Stream[S], event: SaltAdded) -> Stream[S]:
    salts = (*stream.epoch.salts, (event.seat, event.salt))
    return replace(stream, epoch=replace(stream.epoch, salts=salts))


def _seed_revealed(stream: Stream[S], event: SeedRevealed) -> Stream[S]:
    return replace(stream, epoch=replace(stream.epoch, seed=event.seed))


def _stream_closed(stream: Stream[S], _: StreamClosed) -> Stream[S]:
    return replace(stream, closed=True)


KERNEL_EVOLVE: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    StreamOpened: _stream_opened,
    SeatOpened: _seat_opened,
    TokenRotated: _token_rotated,
    SeedCommitted: _seed_committed,
    SaltAdded: _salt_added,
    SeedRevealed: _seed_revealed,
    StreamClosed: _stream_closed,
}


Step: TypeAlias = tuple[Sequence[Event], int, bool]
"""A commit as folding needs it: its events, its time, and whether it drew."""


def evolve(decider: Decider[S], stream: Stream[S], steps: Iterable[Step]) -> Stream[S]:
    """Fold commits: the game's events, the kernel's events, and the bookkeeping of version, time and draws."""
    game, version, at, drawn = stream.game, stream.version, stream.at, stream.epoch.drawn
    of_game = decider.evolve.get
    for events, when, drew in steps:
        for event in events:
            kind = type(event)
            fold_one = of_game(kind)
            if fold_one is not None:
                game = fold_one(game, event)
            if kind in KERNEL_EVOLVE:
                stream = KERNEL_EVOLVE[kind](stream, event)
                drawn = stream.epoch.drawn
        if drew and not drawn:
            stream = replace(stream, epoch=replace(stream.epoch, drawn=True))
            drawn = True
        version += len(events)
        at = when
    return replace(stream, game=game, version=version, at=at)


# ---------------------------------------------------------------- judgement


class Settled(Struct, Generic[S], frozen=True):
    """What an intent leads to: the events, the draws they rest on, what the command hides, and the stream after."""

    events: tuple[Event, ...]
    taken: list[Taken]
    hidden: Mapping[str, Audience]
    after: Stream[S]


def tape_for(stream: Stream[S], intent: Intent, fresh: Callable[[], bytes]) -> Tape:
    """Make the tape an intent decides on: faces from a real table if it brings some, else the epoch's seed.

    An opening has no luck: its seed is committed to in the very same commit.

    Rule:    AR-FACES-01, AR-SEED-01
    Refuses: OnlyTheGameMasterEntersFaces
    """
    hold_faces(intent)
    if intent.faces is not None:
        return TableTape(intent.faces, fresh)
    if not stream.opened:
        return Unseeded(fresh)
    epoch = stream.epoch
    return SeedTape(seed=bytes.fromhex(epoch.seed), digest=_digest_of(epoch.salts), version=stream.version, fresh=fresh)


def hold_faces(intent: Intent) -> None:
    """Rule: AR-FACES-01. Refuses: OnlyTheGameMasterEntersFaces."""
    if intent.faces is not None and not (intent.role == "gm" or intent.by_app):
        raise OnlyTheGameMasterEntersFaces(needs="gm", has=intent.role)


_digest_of = lru_cache(maxsize=4096)(salts_digest)


def settle(decider: Decider[S], stream: Stream[S], intent: Intent, tape: Tape) -> Settled[S]:
    """Decide an intent and fold the outcome. A refusal changes nothing.

    Refuses: whatever the kernel or the game refuses; TooMuchForOneCommit
    """
    events = tuple(decide(decider, stream, intent, tape))
    tape.finish()
    if tape.taken and not events:
        raise Diverged("faces were drawn and nothing came of it: they would be drawn again, and known")
    if len(events) > MAX_EVENTS:
        raise TooMuchForOneCommit(needs=f"at most {MAX_EVENTS} events", has=len(events))
    hidden = decider.hides(intent, stream.game)
    after = evolve(decider, stream, [(events, intent.at, bool(tape.taken))])
    return Settled(events, tape.taken, hidden, after)


def decide(decider: Decider[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    """Judge an intent: the kernel's own commands here, every other in the game.

    Rule:    AR-STREAM-01, AR-STREAM-03, AR-SEAT-01
    Refuses: NotOpenedYet, StreamIsOver, SeatUnknown, and what the command's own rules refuse
    """
    if isinstance(intent.command, Opening) or not stream.opened:
        return _open(decider, stream, intent, chance)
    if stream.closed:
        raise StreamIsOver(needs="open", has="closed")
    if intent.seat not in stream.seats and intent.role != "clock":
        raise SeatUnknown(needs="a seat of this stream", has=intent.seat)
    if isinstance(intent.command, KERNEL_COMMANDS):
        return _decide_kernel(decider, stream, intent, chance)
    events = decider.decide(intent, stream.game, chance)
    if decider.over(fold(decider, stream.game, events)):
        return (*events, *_ending(stream, "over"))
    return events


def _decide_kernel(decider: Decider[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    command = cast("KernelCommand", intent.command)
    match command:
        case OpenSeat():
            return _open_seat(stream, intent, command)
        case RotateToken():
            return _rotate_token(stream, intent, command)
        case AddSalt():
            return _add_salt(stream, intent, command)
        case RotateSeed():
            return _rotate_seed(decider, stream, intent, chance)
        case Close():
            return _close(stream, intent, command)
        case _:
            assert_never(command)


def _open(decider: Decider[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    """Rule: AR-STREAM-01, AR-STREAM-02, AR-SEAT-02, AR-SEAT-03, AR-SEED-01."""
    command = intent.command
    if stream.opened or not isinstance(command, decider.opening):
        raise NotOpenedYet(needs=decider.opening.__name__, has=type(command).__name__)
    if len(command.seats) > MAX_SEATS:
        raise TooManySeats(needs=MAX_SEATS, has=len(command.seats), field="seats")
    names = [ask.seat for ask in command.seats]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise SeatTaken(needs="a free seat", has=name, field="seats")
    return (
        StreamOpened(kind=decider.name, tenant=stream.tenant, simulated=stream.simulated),
        _commit_seed(0, chance),
        *(SeatOpened(seat=ask.seat, role=ask.role) for ask in command.seats),
        *decider.decide(intent, stream.game, chance),
    )


def _open_seat(stream: Stream[S], intent: Intent, command: OpenSeat) -> Sequence[Event]:
    """Rule: AR-SEAT-02, AR-SEAT-03, AR-SEAT-04."""
    _only_the_game_master(intent)
    if command.seat in stream.seats:
        raise SeatTaken(needs="a free seat", has=command.seat, field="seat")
    if len(stream.seats) >= MAX_SEATS:
        raise TooManySeats(needs=MAX_SEATS, has=len(stream.seats))
    return (SeatOpened(seat=command.seat, role=command.role),)


def _rotate_token(stream: Stream[S], intent: Intent, command: RotateToken) -> Sequence[Event]:
    """Rule: AR-SEAT-01, AR-SEAT-05."""
    if command.seat != intent.seat:
        _only_the_game_master(intent)
    if command.seat not in stream.seats:
        raise SeatUnknown(needs="a seat of this stream", has=command.seat, field="seat")
    return (TokenRotated(seat=command.seat, epoch=stream.seats[command.seat].epoch + 1),)


def _add_salt(stream: Stream[S], intent: Intent, command: AddSalt) -> Sequence[Event]:
    """Rule: AR-SEED-03, AR-SEED-04."""
    if stream.epoch.drawn:
        raise EpochHasDrawn(needs="no draw in this epoch", has=f"epoch {stream.epoch.number} has drawn")
    if any(seat == intent.seat for seat, _ in stream.epoch.salts):
        raise SaltGivenAlready(needs="no salt of this seat", has=intent.seat)
    return (SaltAdded(epoch=stream.epoch.number, seat=intent.seat, salt=command.salt),)


def _rotate_seed(decider: Decider[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    """Rule: AR-SEED-02, AR-SEED-05."""
    _only_the_game_master(intent)
    if decider.conceals(stream.game):
        raise StillConcealed(needs="nothing hidden in this epoch", has="hidden draws")
    epoch = stream.epoch
    return (SeedRevealed(epoch=epoch.number, seed=epoch.seed), _commit_seed(epoch.number + 1, chance))


def _close(stream: Stream[S], intent: Intent, command: Close) -> Sequence[Event]:
    """Rule: AR-STREAM-04."""
    if intent.role != "clock":
        _only_the_game_master(intent)
    return _ending(stream, command.reason)


def _only_the_game_master(intent: Intent) -> None:
    """Rule: AR-SEAT-04."""
    if not (intent.role == "gm" or intent.by_app):
        raise NotForThisSeat(needs="gm", has=intent.role)


def _commit_seed(number: int, chance: Tape) -> SeedCommitted:
    """Rule: AR-SEED-01."""
    seed = chance.entropy()
    commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    return SeedCommitted(epoch=number, commitment=commitment, seed=Secret(audience=NOBODY, value=seed))


def _ending(stream: Stream[S], reason: str) -> Sequence[Event]:
    """End a stream: its seed is revealed in the same commit. Rule: AR-STREAM-04."""
    return (SeedRevealed(epoch=stream.epoch.number, seed=stream.epoch.seed), StreamClosed(reason=reason))


def fingerprint(command: Command, faces: tuple[int, ...] | None, seat: str) -> str:
    """Digest what was asked, so that an idempotency key used for another command is noticed."""
    return hashlib.sha256(canonical((command, faces, seat))).hexdigest()
