"""Opening a fork: a new stream that starts from the state of another stream.

The server does not derive the state, but accepts it as given, like the faces of real dice: the record contains the
state, and an audit decides every later command again, as after any opening. Only an audit with the log of the other
stream can check that the state comes from that stream.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar, cast

from msgspec import UNSET, Struct

from shared.kernel.chance import Tape
from shared.kernel.context import Intent
from shared.kernel.forked import Forked
from shared.kernel.game import Game, fold_events
from shared.kernel.messages import NOBODY, Audience, ChatSetting, Event, Role, Seat, Secret, UndoSetting
from shared.kernel.refusals import (
    CannotDealAgain,
    ForkForAnother,
    NotForked,
    NotForkedBySeats,
    NothingToPlayOn,
    NotOpenedYet,
    SeatUnknown,
    TooMuchToFork,
)
from shared.kernel.stream.judgement import Settled, commit_seed
from shared.kernel.stream.messages import OpenFork, SeatOpened, StreamOpened
from shared.kernel.stream.puzzles import goal_for
from shared.kernel.stream.state import Stream, advance
from shared.kernel.stream.trail import sender_of

S = TypeVar("S")

MAX_START: Final = 1024 * 1024
"""The maximum size, in bytes, of the state from which a fork starts."""


class Beginning(Struct, frozen=True, kw_only=True):
    """The state from which a fork starts, as text; the names of its parts without contents and its invented parts."""

    text: str
    closed: tuple[str, ...] = ()
    made_up: tuple[str, ...] = ()


class Start(Struct, frozen=True, kw_only=True):
    """The start of a fork: its parent's settings and seats, the state, and who may read the state."""

    form: int
    catalogue: str
    undo: UndoSetting | None
    chat: ChatSetting = "off"
    seats: tuple[tuple[str, Role], ...]
    names: Mapping[str, str] = {}
    begins: Beginning
    dealt: bool = False
    readers: Audience = NOBODY


def check_parent(game: Game[S], stream: Stream[S]) -> None:
    """Check that a fork can continue a stream from this version.

    Rule:    AR-FORK-05
    Refuses: NotForked, NothingToPlayOn
    """
    if stream.simulated:
        raise NotForked(needs="a stream that was played", has="simulated")
    if game.timing.over(stream.game):
        raise NothingToPlayOn(needs="a version before the end", has=stream.version, field="at")


class Asker(Struct, frozen=True, kw_only=True):
    """The requester of a fork (None: the app), and the seat from whose knowledge the state is dealt again, if any."""

    by: Seat | None
    seat: Seat | None


def deals_for(game: Game[S], stream: Stream[S], asker: Asker, *, can_deal: bool) -> bool:
    """Check that the requester may fork a stream, and return whether the state must be dealt again for this fork.

    The answer depends only on public facts about the stream's latest version, whatever the version of the fork. If the
    game deals only for seats (`Forking.deal`), a fork without a seat has the true state.

    Rule:    AR-FORK-02, AR-FORK-03, AR-FORK-04, AR-FORK-12
    Refuses: NotForked, SeatUnknown, NotForkedBySeats, ForkForAnother, CannotDealAgain
    """
    if stream.simulated:
        raise NotForked(needs="a stream that was played", has="simulated")
    if asker.seat is not None and asker.seat not in stream.seats:
        raise SeatUnknown(needs=tuple(stream.seats), has=asker.seat, field="seat")
    is_open = stream.closed and game.secrecy.opens_log_when_closed(stream.game)
    if asker.by is not None and not is_open:
        _check_may_fork(game, stream, asker, asker.by)
    if game.hides_nothing or (asker.seat is None and is_open):
        return False
    if game.forking.deal is not None:
        return asker.seat is not None
    if asker.seat is not None and not can_deal:
        raise CannotDealAgain(needs="a game that can deal hidden facts anew", has=game.name, field="seat")
    return can_deal


def _check_may_fork(game: Game[S], stream: Stream[S], asker: Asker, by: Seat) -> None:
    """Check that a seat may fork a stream whose log is not open to it. Refuses: NotForkedBySeats, ForkForAnother."""
    if not (stream.closed or game.forking.seats_may(stream.game)):
        raise NotForkedBySeats(needs="a stream that is over", has="one that still runs")
    if asker.seat != by:
        raise ForkForAnother(needs=by, has=asker.seat, field="seat")


def resume_clocks(game: Game[S], state: S, *, since: int, at: int) -> S:
    """Return a state with its clocks moved forward, as if they had been stopped from `since` to `at`.

    Units:   UTC milliseconds
    Rule:    AR-FORK-01
    """
    copy = game.storage.mutable_copy
    return game.undoing.resumed(state if copy is None else copy(state), max(0, at - since))


def start_of(game: Game[S], stream: Stream[S], begins: Beginning, *, dealt: bool = False) -> Start:
    """Return the start of a fork from a stream at this version.

    All seats may read the state of a game that hides nothing. In other games nobody may read it until the fork's log is
    opened.

    Rule:    AR-FORK-01, AR-FORK-05
    Refuses: TooMuchToFork
    """
    if len(begins.text) > MAX_START:
        raise TooMuchToFork(needs=f"at most {MAX_START} bytes", has=len(begins.text), field="at")
    seats: list[tuple[str, Role]] = [(name, seat.role) for name, seat in stream.seats.items()]
    return Start(
        form=stream.form or 0, catalogue=stream.catalogue or "", undo=stream.undo, chat=stream.chat, seats=tuple(seats),
        names={seat: held.name for seat, held in stream.seats.items() if held.name}, begins=begins, dealt=dealt,
        readers=tuple(sorted(stream.seats)) if game.hides_nothing else NOBODY,
    )  # fmt: skip


def open_fork(game: Game[S], stream: Stream[S], intent: Intent, tape: Tape, *, start: Start) -> Settled[S]:
    """Open a stream as a fork, with a seed of its own, and fold the result.

    Rule:    AR-FORK-01, AR-PUZZLE-01
    Refuses: NotOpenedYet, GoalUnknown, SeatUnknown, GoalDecided, GoalImpossible
    """
    if stream.opened or not isinstance(intent.command, OpenFork):
        raise NotOpenedYet(needs=OpenFork.__name__, has=type(intent.command).__name__)
    command, goal, begins = intent.command, intent.command.goal, start.begins
    seats = [seat for seat, _ in start.seats]
    puzzle = UNSET if goal is UNSET else goal_for(game, goal, text=begins.text, seats=seats)
    events = (
        StreamOpened(
            kind=game.name, tenant=stream.tenant, simulated=stream.simulated, form=start.form or UNSET,
            catalogue=start.catalogue or UNSET, undo=start.undo or UNSET,
            chat=UNSET if start.chat == "off" else start.chat, digests=stream.digests or UNSET,
        ),
        commit_seed(0, tape),
        *(SeatOpened(seat=seat, role=role, name=start.names.get(seat, UNSET)) for seat, role in start.seats),
        Forked(
            stream=command.stream, version=command.version, head=command.head, dealt=start.dealt, seat=command.seat,
            state=Secret(audience=start.readers, value=begins.text), goal=puzzle, closed=begins.closed or UNSET,
            made_up=begins.made_up or UNSET,
        ),
    )  # fmt: skip
    tape.finish()
    state = fold_events(game, stream.game, events)
    after = advance(game, stream, state, events, sender=sender_of(intent, {}), at=intent.at, drew=False)
    return Settled(events, tape.taken, {}, after)


def start_in(events: Sequence[Event]) -> Start:
    """Return the start that a fork's opening events record.

    Refuses: LookupError (this reader cannot open the state)
    """
    opened = cast("StreamOpened", events[0])
    forked = cast("Forked", events[-1])
    opened_seats = [event for event in events if isinstance(event, SeatOpened)]
    seats: list[tuple[str, Role]] = [(event.seat, event.role) for event in opened_seats]
    return Start(
        form=0 if opened.form is UNSET else opened.form,
        catalogue="" if opened.catalogue is UNSET else opened.catalogue,
        undo=None if opened.undo is UNSET else opened.undo,
        chat="off" if opened.chat is UNSET else opened.chat,
        seats=tuple(seats), names={one.seat: one.name for one in opened_seats if one.name is not UNSET},
        begins=beginning_in(forked), dealt=forked.dealt, readers=forked.state.audience,
    )  # fmt: skip


def beginning_in(event: Forked) -> Beginning:
    """Return the state that a fork records, and the names of its parts without contents and its invented parts.

    Refuses: LookupError (this reader cannot open the state)
    """
    closed, made_up = (() if names is UNSET else names for names in (event.closed, event.made_up))
    return Beginning(text=event.state.open(), closed=closed, made_up=made_up)
