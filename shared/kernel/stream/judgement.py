"""The judges of the kernel's own commands: about seats, seed epochs, the opening and the end of a stream.

All commands are decided by `settle`: it lets the game decide, ends the stream when the game is over, and folds the
outcome. No command is refused after a draw, because a caller could learn the faces from the refusal and try again. If a
judge (a function that decides a command) fails after a draw, the draw is voided and the version advances.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar, assert_never, cast

from msgspec import UNSET, Struct, UnsetType

from shared.kernel.chance import Diverged, RecordedDraw, Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game, Opening, fold_events
from shared.kernel.messages import NOBODY, Audience, Command, Event, Seat, Secret, canonical, canonical_size
from shared.kernel.record import MAX_COMMAND
from shared.kernel.refusals import (
    EpochHasDrawn,
    FaceImpossible,
    FacesLeft,
    FacesMissing,
    NoSuchUndoSetting,
    NotForThisSeat,
    NotOpenedYet,
    NotPlayedByTheHouse,
    SaltGivenAlready,
    SeatNotNamed,
    SeatTaken,
    SeatUnknown,
    StillConcealed,
    StreamIsOver,
    TooManySeats,
    TooMuchForOneCommit,
)
from shared.kernel.stream.chat import send_chat
from shared.kernel.stream.digesting import event_of_digest
from shared.kernel.stream.house import appoint_player, hold_player
from shared.kernel.stream.lending import NeedsDice, lend
from shared.kernel.stream.lent_dice import LendDice, OpeningWithLuck
from shared.kernel.stream.messages import (
    KERNEL_COMMANDS,
    UNDO_COMMANDS,
    AddSalt,
    AppointPlayer,
    Close,
    DismissPlayer,
    DrawsVoided,
    KernelCommand,
    OpenSeat,
    PlayerDismissed,
    ProposeUndo,
    RotateSeed,
    RotateToken,
    SaltAdded,
    SeedCommitted,
    SeedRevealed,
    SendChat,
    StreamClosed,
    StreamOpened,
    TakenBack,
    TokenRotated,
    UndoCommand,
    WithdrawUndo,
)
from shared.kernel.stream.past import Past, gone_back, no_past
from shared.kernel.stream.puzzles import events_of_goal, goal_at_close
from shared.kernel.stream.seat_names import open_named
from shared.kernel.stream.state import SeatState, Stream, advance
from shared.kernel.stream.trail import sender_of
from shared.kernel.stream.undoing import decide_undo

S = TypeVar("S")

MAX_SEATS: Final = 64


OF_THE_TAPE: Final = (Diverged, FacesMissing, FacesLeft, FaceImpossible, NeedsDice)
"""Errors of a tape, the source of a command's draws: recorded or entered faces do not fit, or a table must roll first.

Such an error reveals nothing, because the caller already knows these faces.
"""


class DrawWithoutEvent(Exception):
    """Raised when a judge drew faces and emitted no event.

    The next command would draw the same faces, which the caller may already know.
    """


class Settled(Struct, Generic[S], frozen=True):
    """The outcome of a command: its events, its draws, its secret fields, and the stream after it.

    `fault` is the error that a judge raised after a draw; the only event then records that the draws are void.
    """

    events: tuple[Event, ...]
    taken: list[RecordedDraw]
    hidden: Mapping[str, Audience]
    after: Stream[S]
    fault: Exception | None = None


def settle(  # noqa: PLR0913 the parts of a decision
    game: Game[S], stream: Stream[S], intent: Intent, tape: Tape, *, past: Past[S] = no_past, adds_step: bool = True
) -> Settled[S]:  # fmt: skip
    """Decide an intent and fold the outcome. A refusal changes nothing, and no command is refused after a draw.

    `past` returns earlier states of the game, which only an undo needs. If `adds_step` is false, the stream's trail
    (the list of its latest decisions) gets no step, and the caller adds the step before the next command that needs the
    trail.

    Rule:    AR-COMMIT-02
    Refuses: the refusals of the kernel and the game before a draw
    Raises:  NeedsPast
    """
    hidden = game.hides(intent, stream.game)
    try:
        decided = decide(game, stream, intent, tape, past=past)
        tape.finish()
        events = _check_outcome(decided.events, tape)
        sender = sender_of(intent, hidden) if adds_step and stream.undo != "never" else None
        after = advance(
            game, stream, decided.state, events, sender=sender, at=intent.at, drew=bool(tape.taken),
            draws=tape.taken,
        )  # fmt: skip
    except OF_THE_TAPE:
        raise
    except Exception as error:
        if not has_shown_luck(tape):
            raise
        return void_draws(game, stream, intent, tape, fault=error, adds_step=adds_step)
    return Settled(events, tape.taken, hidden, after)


def _check_outcome(events: Sequence[Event], tape: Tape) -> tuple[Event, ...]:
    """Check that a decision with draws has events, and return its events.

    Refuses: DrawWithoutEvent, if the decision drew faces and has no events
    """
    if tape.taken and not events:
        raise DrawWithoutEvent
    return tuple(events)


def has_shown_luck(tape: Tape) -> bool:
    """Whether a tape drew faces by chance. Faces that the caller entered, and therefore knew, do not count."""
    return any(draw.source != "table" for _, draw in tape.taken)


def void_draws(  # noqa: PLR0913 the parts of a decision
    game: Game[S], stream: Stream[S], intent: Intent, tape: Tape, *, fault: Exception, adds_step: bool = True
) -> Settled[S]:  # fmt: skip
    """Return an outcome that only voids the draws, so that faces that a caller may have learnt are never drawn again.

    Draws that earlier undos kept for reuse stay kept.

    Rule:    AR-COMMIT-02, AR-UNDO-14
    """
    tape.finish()
    events, hidden = (DrawsVoided(),), game.hides(intent, stream.game)
    state = fold_events(game, stream.game, events)
    sender = sender_of(intent, hidden) if adds_step else None
    after = advance(game, stream, state, events, sender=sender, at=intent.at, drew=True, draws=tape.taken)
    return Settled(events, tape.taken, hidden, after, fault)


def hold_size(intent: Intent) -> None:
    """Check, before any draw, that a command is not too large for a commit.

    Rule:    AR-COMMIT-01
    Refuses: TooMuchForOneCommit
    """
    size = canonical_size((intent.command, intent.faces))
    if size > MAX_COMMAND:
        raise TooMuchForOneCommit(needs=f"a command of at most {MAX_COMMAND} bytes", has=size)


class Judged(Struct, Generic[S], frozen=True):
    """The events of a decision, and the state of the game after them."""

    events: Sequence[Event]
    state: S


def decide(
    game: Game[S], stream: Stream[S], intent: Intent, chance: Tape, *, past: Past[S] = no_past
) -> Judged[S]:  # fmt: skip
    """Judge a command: the kernel judges its own commands here, and the game judges all others.

    Rule:    AR-STREAM-01, AR-STREAM-03, AR-SEAT-01, AR-HOUSE-02
    Refuses: NotOpenedYet, StreamIsOver, SeatUnknown, PlayedByTheHouse, NotPlayedByTheHouse, and the refusals of the
             command's own rules
    Raises:  NeedsPast
    """
    kind = type(intent.command)
    if kind is game.opening or not stream.opened:
        return _open(game, stream, intent, chance)
    if stream.closed:
        raise StreamIsOver(needs="open", has="closed")
    if intent.seat not in stream.seats and intent.role != "clock":
        raise SeatUnknown(needs=tuple(stream.seats), has=intent.seat)
    is_kernel, is_undo = kind in KERNEL_COMMANDS, kind in UNDO_COMMANDS
    hold_player(stream, intent, is_holders=is_kernel and kind not in (ProposeUndo, WithdrawUndo))
    if is_undo:
        return _decide_undo(game, stream, intent, past)
    if is_kernel or kind is LendDice:
        events = _decide_kernel(game, stream, intent, chance)
        return Judged(events, fold_events(game, stream.game, events))
    ctx = game.decide(intent, stream.game, chance)
    if ctx.events and (stream.puzzle is not None or stream.digests):
        ctx.events += (*events_of_goal(game, stream, ctx.state), *event_of_digest(game, stream, ctx.state))
    if game.timing.over(ctx.state):
        ending = _end_stream(game, stream, ctx.state, "over")
        return Judged((*ctx.events, *ending), fold_events(game, ctx.state, ending))
    return Judged(ctx.events, ctx.state)


def acting_seat(stream: Stream[S], seat: Seat, *, named: bool = True) -> SeatState:
    """Return the state of the seat that acts.

    If `named` is false, the request named no seat, and `seat` is a default.

    Rule:    AR-SEAT-01
    Refuses: SeatUnknown, SeatNotNamed
    """
    found = stream.seats.get(seat)
    if found is None:
        unknown = SeatUnknown if named else SeatNotNamed
        raise unknown(needs=tuple(stream.seats), has=seat if named else "no header Arbiter-Seat")
    return found


def _decide_undo(game: Game[S], stream: Stream[S], intent: Intent, past: Past[S]) -> Judged[S]:
    events = decide_undo(game, stream, intent, cast("UndoCommand", intent.command))
    last = events[-1]
    if not isinstance(last, TakenBack):
        return Judged(events, stream.game)
    return Judged(events, gone_back(game, stream, stream.game, last, past(last.to), intent.at))


def _decide_kernel(game: Game[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    command = cast("KernelCommand | LendDice", intent.command)
    match command:
        case OpenSeat() | RotateToken() | AppointPlayer() | DismissPlayer():
            return _change_seat(game, stream, intent, command)
        case AddSalt():
            return _add_salt(stream, intent, command)
        case RotateSeed():
            return _rotate_seed(game, stream, intent, chance)
        case Close():
            return _close(game, stream, intent, command)
        case SendChat():
            return send_chat(stream, intent, command)
        case LendDice():
            return lend(game, stream, command, chance)
        case _:
            assert_never(command)


def _open(game: Game[S], stream: Stream[S], intent: Intent, chance: Tape) -> Judged[S]:
    """Open a stream: commit to a seed, and open the seats.

    Rule: AR-STREAM-01, AR-STREAM-02, AR-SEAT-02, AR-SEAT-03, AR-SEED-01, AR-UNDO-02.
    """
    command = intent.command
    if stream.opened or not isinstance(command, game.opening):
        raise NotOpenedYet(needs=game.opening.__name__, has=type(command).__name__)
    if len(command.seats) > MAX_SEATS:
        raise TooManySeats(needs=MAX_SEATS, has=len(command.seats), field="seats")
    names = [ask.seat for ask in command.seats]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise SeatTaken(needs="a free seat", has=name, field="seats")
    if command.undo is not UNSET and command.undo not in game.undoing.settings:
        raise NoSuchUndoSetting(needs=game.undoing.settings, has=command.undo, field="undo")
    form = game.storage.form if stream.form is None else stream.form
    opened = (
        StreamOpened(
            kind=game.name, tenant=stream.tenant, simulated=stream.simulated, form=form or UNSET,
            catalogue=game.catalogue_of(stream.catalogue) or UNSET, undo=command.undo,
            chat=UNSET if command.chat == "off" else command.chat, luck=_table_in(command),
            digests=stream.digests or UNSET,
        ),
        commit_seed(0, chance),
        *open_named({}, command.seats, field="seats"),
    )  # fmt: skip
    ctx = game.decide(intent, fold_events(game, stream.game, opened), chance)
    return Judged((*opened, *ctx.events), ctx.state)


def _table_in(command: Opening) -> str | UnsetType:
    """Return the name of the table that will roll the stream's public dice, if the opening names one."""
    luck = command.luck if isinstance(command, OpeningWithLuck) else UNSET
    return UNSET if luck is UNSET else luck.table


def _open_seat(stream: Stream[S], intent: Intent, command: OpenSeat) -> Sequence[Event]:
    """Open another seat on the stream. Rule: AR-SEAT-02, AR-SEAT-03, AR-SEAT-04."""
    _only_the_game_master(intent)
    if command.seat in stream.seats:
        raise SeatTaken(needs="a free seat", has=command.seat, field="seat")
    if len(stream.seats) >= MAX_SEATS:
        raise TooManySeats(needs=MAX_SEATS, has=len(stream.seats))
    return open_named(stream.seats, (command,))


def _change_seat(
    game: Game[S], stream: Stream[S], intent: Intent, command: OpenSeat | RotateToken | AppointPlayer | DismissPlayer
) -> Sequence[Event]:  # fmt: skip
    """Open a seat, or change one: the actor's own, or any seat if the actor is a game master or the app.

    Rule: AR-SEAT-01, AR-SEAT-04, AR-SEAT-05, AR-HOUSE-03
    """
    if isinstance(command, OpenSeat):
        return _open_seat(stream, intent, command)
    if command.seat != intent.seat:
        _only_the_game_master(intent)
    if command.seat not in stream.seats:
        raise SeatUnknown(needs=tuple(stream.seats), has=command.seat, field="seat")
    seat = stream.seats[command.seat]
    if isinstance(command, RotateToken):
        return (TokenRotated(seat=command.seat, epoch=seat.epoch + 1),)
    if isinstance(command, AppointPlayer):
        return appoint_player(game, stream, command, seat)
    if not seat.player:
        raise NotPlayedByTheHouse(needs="a seat that a computer player plays", has=command.seat, field="seat")
    return (PlayerDismissed(seat=command.seat),)


def _add_salt(stream: Stream[S], intent: Intent, command: AddSalt) -> Sequence[Event]:
    """Add a seat's salt to the seed epoch. Rule: AR-SEED-03, AR-SEED-04."""
    if stream.epoch.drawn:
        raise EpochHasDrawn(needs="no draw in this epoch", has=f"epoch {stream.epoch.number} has drawn")
    if any(seat == intent.seat for seat, _ in stream.epoch.salts):
        raise SaltGivenAlready(needs="no salt of this seat", has=intent.seat)
    return (SaltAdded(epoch=stream.epoch.number, seat=intent.seat, salt=command.salt),)


def _rotate_seed(game: Game[S], stream: Stream[S], intent: Intent, chance: Tape) -> Sequence[Event]:
    """Reveal the seed of this epoch, and commit to the next one. Rule: AR-SEED-02, AR-SEED-05, AR-UNDO-11."""
    _only_the_game_master(intent)
    hidden = game.secrecy.has_hidden_draws(stream.game) or any(one.audience is not None for one in stream.kept)
    if hidden or game.secrecy.keeps_seed(stream.game):
        raise StillConcealed(needs="nothing hidden in this epoch", has="hidden draws")
    epoch = stream.epoch
    return (SeedRevealed(epoch=epoch.number, seed=epoch.seed), commit_seed(epoch.number + 1, chance))


def _close(game: Game[S], stream: Stream[S], intent: Intent, command: Close) -> Sequence[Event]:
    """Close the stream. Rule: AR-STREAM-04, AR-PUZZLE-03."""
    if intent.role != "clock":
        _only_the_game_master(intent)
    return (*goal_at_close(stream), *_end_stream(game, stream, stream.game, command.reason))


def _only_the_game_master(intent: Intent) -> None:
    """Check that the command comes from the game master or the app. Rule: AR-SEAT-04."""
    if not (intent.role == "gm" or intent.by_app):
        raise NotForThisSeat(needs="gm", has=intent.role)


def commit_seed(number: int, chance: Tape) -> SeedCommitted:
    """Create a seed, and return the event with its commitment. Rule: AR-SEED-01."""
    seed = chance.entropy()
    commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    return SeedCommitted(epoch=number, commitment=commitment, seed=Secret(audience=NOBODY, value=seed))


def _end_stream(game: Game[S], stream: Stream[S], state: S, reason: str) -> Sequence[Event]:
    """Return the events that record the end of a stream.

    If the game opens its log at the end, the events reveal the stream's seed; otherwise it stays secret.

    Rule:    AR-STREAM-04, AR-SEED-06
    """
    if not game.secrecy.opens_log_when_closed(state):
        return (StreamClosed(reason=reason),)
    return (SeedRevealed(epoch=stream.epoch.number, seed=stream.epoch.seed), StreamClosed(reason=reason))


def fingerprint(command: Command, faces: tuple[int, ...] | None, seat: str) -> str:
    """Return a digest of a command, its faces and its seat, to detect an idempotency key reused for another command."""
    return hashlib.sha256(canonical((command, faces, seat))).hexdigest()
