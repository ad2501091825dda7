"""The state of a stream, and the folds by which commits change it. This module decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar, cast

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.chance import RecordedDraw, Salts
from shared.kernel.context import Fold
from shared.kernel.forked import Forked
from shared.kernel.game import Game
from shared.kernel.goals import GoalMissed, GoalReached, GoalStatus, Missed, PuzzleGoal
from shared.kernel.messages import ChatSetting, Event, Role, Seat, UndoSetting
from shared.kernel.record import in_record_order
from shared.kernel.stream.kept import Kept, after_drawing, after_going_back, branches
from shared.kernel.stream.lending import Lending, Luck, after_lending
from shared.kernel.stream.lent_dice import DiceLent
from shared.kernel.stream.messages import (
    ChatSent,
    DrawsKept,
    DrawsVoided,
    PlayerAppointed,
    PlayerDismissed,
    SaltAdded,
    SeatOpened,
    SeedCommitted,
    SeedRevealed,
    StateDigested,
    StreamClosed,
    StreamOpened,
    TakenBack,
    TokenRotated,
    UndoAgreed,
    UndoDeclined,
    UndoProposed,
    UndoWithdrawn,
)
from shared.kernel.stream.trail import Sender, Trail, lapses, longer

S = TypeVar("S")


class SeatState(Struct, frozen=True, array_like=True):
    """A seat: its role, the lowest token epoch still valid, and the computer player that plays it, if any.

    The strength is 0 for a player without a strength setting. `appointer` is the seat that appointed the player; it is
    empty if the holder of this seat did so, or if the stream allows no undo. `name` is the seat's display name; it is
    empty if the seat has only its id.
    """

    role: Role
    epoch: int = 0
    player: str = ""
    strength: int = 0
    appointer: str = ""
    name: str = ""


class Epoch(Struct, frozen=True, kw_only=True):
    """The current seed epoch: its commitment, its salts, and whether a command has drawn from it."""

    number: int = -1
    commitment: str = ""
    seed: str = ""
    salts: Salts = ()
    drawn: bool = False


class Proposal(Struct, frozen=True, kw_only=True):
    """A proposed undo: its number, its target version, its sender, the seats asked, and those that have agreed."""

    number: int
    to: int
    by: str
    asked: tuple[str, ...]
    agreed: tuple[str, ...] = ()


class ForkOf(Struct, frozen=True, kw_only=True):
    """The parent of a fork: the stream, its version and its head, and the seat for which the fork was dealt again.

    `dealt` states whether hidden parts of the state were dealt again. If they were, the fork keeps what `seat` knew at
    that version; without a `seat`, it keeps what the app knew.
    """

    stream: str
    version: int
    head: str
    dealt: bool = False
    seat: str | None = None

    @property
    def says(self) -> str:
        """Return a sentence that names the parent stream of the fork."""
        whose = "" if not self.dealt else f", dealt again from what {self.seat or 'its app'} knew"
        return f"a fork of {self.stream} at version {self.version}{whose}"


class Puzzle(Struct, frozen=True, kw_only=True):
    """The goal of a puzzle, whether it was reached, and why it was missed, if it was."""

    goal: PuzzleGoal
    status: GoalStatus = "open"
    why: Missed | None = None


class Stream(Struct, Generic[S], frozen=True, kw_only=True):
    """The state of a stream. `version` counts the stream's events; `at` is the time of its last commit."""

    id: str
    game: S
    version: int = 0
    at: int = 0
    tenant: str = ""
    simulated: bool = False
    form: int | None = None
    """The format version of the stream's events; None before the opening.

    An opening uses the game's newest format.
    """
    catalogue: str | None = None
    """The name of the stream's data set; empty for the first set.

    None before the opening, which uses the current set.
    """
    seats: dict[str, SeatState] = {}
    epoch: Epoch = Epoch()
    opened: bool = False
    closed: bool = False
    undo: UndoSetting | None = None
    """Whether decisions can be taken back, as the opening command chose; None means the game's default."""
    trail: Trail = ()
    """The stream's latest decisions; empty if nothing can be taken back."""
    proposal: Proposal | None = None
    kept: Kept = ()
    """The draws of undone decisions that later decisions will repeat, limited to draws that this reader may read."""
    decisions_kept: int = 0
    """The number of decisions with draws that are currently taken back.

    It is public, and does not shrink when their draws are repeated.
    """
    fork: ForkOf | None = None
    """The parent of this stream, if the stream is a fork."""
    chat: ChatSetting = "off"
    lines: dict[str, int] = {}
    """The number of chat messages from each seat."""
    chatted: int = 0
    """The number of chat messages since the last other event."""
    luck: Luck | None = None
    """The dice table that rolls the stream's public dice, if there is one."""
    lent: dict[str, Lending] = {}
    """This table's rolls for other streams, by the names of those streams."""
    puzzle: Puzzle | None = None
    """The goal of the stream, if it is a puzzle."""
    digests: int = 0
    """The number of commits from one digest of the state to the next; 0 for a stream without digests."""
    undigested: int = 0
    """The number of commits since the last digest, or since the opening."""

    def is_meant_for(self, version: int) -> bool:
        """Whether only chat came after a version, so that commands meant for that version are still accepted.

        Rule: AR-CHAT-05.
        """
        return self.version - self.chatted <= version <= self.version


def _stream_opened(stream: Stream[S], event: StreamOpened) -> Stream[S]:
    return replace(
        stream, opened=True, tenant=event.tenant, simulated=event.simulated,
        form=0 if event.form is UNSET else event.form,
        catalogue="" if event.catalogue is UNSET else event.catalogue,
        undo=None if event.undo is UNSET else event.undo,
        chat="off" if event.chat is UNSET else event.chat,
        luck=None if event.luck is UNSET else Luck(table=event.luck),
        digests=0 if event.digests is UNSET else event.digests, undigested=0,
    )  # fmt: skip


def _seat_opened(stream: Stream[S], event: SeatOpened) -> Stream[S]:
    state = SeatState(event.role, name="" if event.name is UNSET else event.name)
    return replace(stream, seats={**stream.seats, event.seat: state})


def _token_rotated(stream: Stream[S], event: TokenRotated) -> Stream[S]:
    return _seat_changed(stream, event.seat, epoch=event.epoch)


def _player_appointed(stream: Stream[S], event: PlayerAppointed) -> Stream[S]:
    strength = 0 if event.strength is UNSET else event.strength
    return _seat_changed(stream, event.seat, player=event.player, strength=strength, appointer="")


def _player_dismissed(stream: Stream[S], event: PlayerDismissed) -> Stream[S]:
    return _seat_changed(stream, event.seat, player="", strength=0, appointer="")


def _seat_changed(stream: Stream[S], seat: Seat, **changes: object) -> Stream[S]:
    return replace(stream, seats={**stream.seats, seat: replace(stream.seats[seat], **changes)})


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


def _keep_stream(stream: Stream[S], _: DrawsVoided | DrawsKept) -> Stream[S]:
    return stream


def _undo_proposed(stream: Stream[S], event: UndoProposed) -> Stream[S]:
    return replace(
        stream, proposal=Proposal(number=event.proposal, to=event.to, by=event.by, asked=event.asked)
    )  # fmt: skip


def _undo_agreed(stream: Stream[S], event: UndoAgreed) -> Stream[S]:
    proposal = stream.proposal
    if proposal is None:
        return stream
    return replace(stream, proposal=replace(proposal, agreed=(*proposal.agreed, event.seat)))


def _proposal_ended(stream: Stream[S], _: UndoDeclined | UndoWithdrawn) -> Stream[S]:
    return replace(stream, proposal=None)


def _taken_back(stream: Stream[S], event: TakenBack) -> Stream[S]:
    gone, again = branches(stream.trail, event.to)
    drew = sum(step.drew for step in gone) - sum(step.drew for step in again)
    kept = after_going_back(stream.kept, gone, again)
    return replace(stream, proposal=None, kept=kept, decisions_kept=stream.decisions_kept + drew)


def _chat_sent(stream: Stream[S], event: ChatSent) -> Stream[S]:
    return replace(stream, lines={**stream.lines, event.seat: stream.lines.get(event.seat, 0) + 1})


def _start_fork(stream: Stream[S], event: Forked) -> Stream[S]:
    seat = None if event.seat is UNSET else event.seat
    fork = ForkOf(stream=event.stream, version=event.version, head=event.head, dealt=event.dealt, seat=seat)
    return replace(stream, fork=fork, puzzle=None if event.goal is UNSET else Puzzle(goal=event.goal))


def _goal_reached(stream: Stream[S], _: GoalReached) -> Stream[S]:
    return _puzzle_ended(stream, "reached", None)


def _goal_missed(stream: Stream[S], event: GoalMissed) -> Stream[S]:
    return _puzzle_ended(stream, "missed", event.why)


def _puzzle_ended(stream: Stream[S], status: GoalStatus, why: Missed | None) -> Stream[S]:
    puzzle = stream.puzzle
    return stream if puzzle is None else replace(stream, puzzle=replace(puzzle, status=status, why=why))


def _dice_lent(stream: Stream[S], event: DiceLent) -> Stream[S]:
    lending = after_lending(stream.lent.get(event.stream, Lending()), event)
    return replace(stream, lent={**stream.lent, event.stream: lending})


def _state_digested(stream: Stream[S], _: StateDigested) -> Stream[S]:
    return replace(stream, undigested=0)


KERNEL_FOLDS: Final = cast("Mapping[type, Fold]", {
    StreamOpened: _stream_opened,
    SeatOpened: _seat_opened,
    TokenRotated: _token_rotated,
    PlayerAppointed: _player_appointed,
    PlayerDismissed: _player_dismissed,
    SeedCommitted: _seed_committed,
    SaltAdded: _salt_added,
    SeedRevealed: _seed_revealed,
    StreamClosed: _stream_closed,
    DrawsVoided: _keep_stream,
    UndoProposed: _undo_proposed,
    UndoAgreed: _undo_agreed,
    UndoDeclined: _proposal_ended,
    UndoWithdrawn: _proposal_ended,
    DrawsKept: _keep_stream,
    TakenBack: _taken_back,
    Forked: _start_fork,
    ChatSent: _chat_sent,
    DiceLent: _dice_lent,
    GoalReached: _goal_reached,
    GoalMissed: _goal_missed,
    StateDigested: _state_digested,
})  # fmt: skip


def fold_kernel_event(rules: Game[S], stream: Stream[S], event: Event, sender: Sender | None) -> Stream[S]:
    """Fold a kernel event, and record which seat appointed a computer player to another seat. Rule: AR-UNDO-17."""
    stream = KERNEL_FOLDS[type(event)](stream, event)
    if type(event) is not PlayerAppointed or sender is None or not rules.undoing.is_kept(stream.undo):
        return stream
    return _seat_changed(stream, event.seat, appointer="" if event.seat == sender.seat else sender.seat)


def _count_decision(stream: Stream[S], sender: Sender | None) -> Stream[S]:
    """Count a decision. The later commits of a split decision do not count."""
    continues = sender is not None and sender.continues
    return stream if continues else replace(stream, undigested=stream.undigested + 1)


def advance(  # noqa: PLR0913 the parts of a commit
    rules: Game[S], stream: Stream[S], game: S, events: Sequence[Event], *,
    sender: Sender | None, at: int, drew: bool, draws: Sequence[RecordedDraw] = (),
) -> Stream[S]:  # fmt: skip
    """Update the kernel's part of a stream after a commit.

    `game` is the game's state after the events. `sender` may be None on a stream without undo, because such a stream
    keeps no trail. `draws` are the commit's draws that this reader may read.
    """
    if stream.digests:
        stream = _count_decision(stream, sender)
    if not KERNEL_FOLDS.keys().isdisjoint(map(type, events)):
        stream = _after_kernel_events(rules, stream, events, sender)
    if stream.luck is not None and draws:
        stream = replace(stream, luck=stream.luck.after(draws))
    epoch, trail, proposal = stream.epoch, stream.trail, stream.proposal
    version = stream.version + len(events)
    if drew and not epoch.drawn:
        epoch = replace(epoch, drawn=True)
    if sender is not None and events and rules.undoing.is_kept(stream.undo):
        draws = in_record_order(draws) if draws else ()
        trail = longer(trail, sender, events, version=version, at=at, drew=drew, draws=draws)
        if draws and stream.kept and type(events[0]) is not DrawsVoided:
            stream = replace(stream, kept=after_drawing(stream.kept, draws))
    if proposal is not None and lapses(events):
        proposal = None
    chatted = stream.chatted + 1 if events and type(events[-1]) is ChatSent else 0
    return replace(
        stream, game=game, version=version, at=at, epoch=epoch, trail=trail, proposal=proposal, chatted=chatted
    )  # fmt: skip


def _after_kernel_events(
    rules: Game[S], stream: Stream[S], events: Sequence[Event], sender: Sender | None
) -> Stream[S]:  # fmt: skip
    for event in events:
        if type(event) in KERNEL_FOLDS:
            stream = fold_kernel_event(rules, stream, event, sender)
    return stream
