"""The kernel's own commands and events, which can occur on any stream."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from shared.kernel.forked import Forked
from shared.kernel.game import Game
from shared.kernel.goals import Goal, GoalMissed, GoalReached
from shared.kernel.messages import (
    MAX_NUMBER,
    ChatSetting,
    Command,
    Hex32,
    Line,
    Role,
    Seat,
    SeatName,
    Secret,
    StreamEvent,
    UndoSetting,
)
from shared.kernel.stream.lent_dice import DiceLent

PlayerName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]{1,20}\Z", description="the name of a computer player")]

Strength: TypeAlias = Annotated[
    int, Meta(ge=1, le=5, description="how long it thinks; only slow players have a strength")
]
STRENGTHS: Final = (1, 2, 3, 4, 5)
USUAL_STRENGTH: Final = 3
"""The strength of a computer player if the command names no strength."""

Proposed: TypeAlias = Annotated[
    int, Meta(ge=1, le=MAX_NUMBER, description="the proposal's number: the version of its event UndoProposed")
]

Phrase: TypeAlias = Literal[
    "hello", "good-luck", "your-turn", "one-moment", "thinking", "thanks", "well-played", "good-move", "sorry",
    "my-mistake", "yes", "no", "good-game", "goodbye",
]  # fmt: skip
PHRASES: Final[Mapping[Phrase, str]] = MappingProxyType({
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "your-turn": "It is your turn.",
    "one-moment": "One moment, please.",
    "thinking": "I am thinking.",
    "thanks": "Thank you!",
    "well-played": "Well played!",
    "good-move": "Good move!",
    "sorry": "Sorry!",
    "my-mistake": "That was a mistake of mine.",
    "yes": "Yes.",
    "no": "No.",
    "good-game": "Good game!",
    "goodbye": "Goodbye!",
})  # fmt: skip
"""The phrases of the chat by name, each with its text. A phrase is never removed, and its text never changes."""

# ---------------------------------------------------------------- commands


class OpenSeat(Command, frozen=True, kw_only=True):
    """Open another seat."""

    counts_as = "stream"

    seat: Seat
    role: Role = "player"
    name: SeatName | UnsetType = UNSET


class RotateToken(Command, frozen=True, kw_only=True):
    """Void a seat's tokens and issue a new one."""

    counts_as = "stream"

    seat: Seat


class AddSalt(Command, frozen=True, kw_only=True):
    """Add a salt from this seat to the seed epoch, so that nobody can choose the seed for a particular outcome."""

    counts_as = "stream"

    salt: Hex32


class RotateSeed(Command, frozen=True, kw_only=True):
    """Reveal the seed of this epoch and commit to the next."""

    counts_as = "stream"


class Close(Command, frozen=True, kw_only=True):
    """End the stream and reveal its seed."""

    counts_as = "ending"

    reason: Annotated[Line, Meta(examples=["the evening is over"])] = "closed"


class AppointPlayer(Command, frozen=True, kw_only=True):
    """Appoint a computer player to a seat.

    The new player replaces the seat's current computer player, if any.
    """

    counts_as = "stream"

    seat: Seat
    player: Annotated[PlayerName, Meta(examples=["greedy"])]
    strength: Strength | UnsetType = UNSET


class DismissPlayer(Command, frozen=True, kw_only=True):
    """Take a seat back from the computer player that plays it."""

    counts_as = "stream"

    seat: Seat


class ProposeUndo(Command, frozen=True, kw_only=True):
    """Propose to take back everything after a version.

    If no other seat has learnt anything since that version, the server takes it back at once. Otherwise it does so once
    all seats that must agree have agreed. Dice that are taken back show the same faces at the next rolls of the same
    kind with the same sides and number, by any seat.
    """

    counts_as = "aside"

    to: Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the version after one of the last decisions")]


class AgreeToUndo(Command, frozen=True, kw_only=True):
    """Agree to a proposed undo. The undo happens once every asked seat has agreed.

    Dice that are taken back show the same faces at the next rolls of the same kind with the same sides and number,
    by any seat. All players know these faces by then: if you agree, you accept that others decide with that
    knowledge, for example whether to use Luck. If a changed decision rolls another number of dice, all dice of that
    roll are rolled anew: if you agree, you accept that too.
    """

    counts_as = "aside"

    proposal: Proposed


class DeclineUndo(Command, frozen=True, kw_only=True):
    """Decline a proposed undo, which ends the proposal."""

    counts_as = "aside"

    proposal: Proposed


class WithdrawUndo(Command, frozen=True, kw_only=True):
    """Withdraw your own undo proposal."""

    counts_as = "aside"

    proposal: Proposed


class SendChat(Command, frozen=True, kw_only=True):
    """Send a chat message to all seats: a `text` of your own, or a `phrase` from the list.

    A chat message does not change the game.
    """

    counts_as = "aside"

    text: Annotated[Line, Meta(examples=["Shall we begin?"])] | UnsetType = UNSET
    phrase: Phrase | UnsetType = UNSET


class Continue(Command, frozen=True, kw_only=True):
    """The command in the second and every later commit of a split decision. No caller may send it."""

    counts_as = "stream"


class OpenFork(Command, frozen=True, kw_only=True):
    """Open the stream as a fork of another stream at one of its versions.

    `head` is the last hash of the other stream's hash chain at that version. A fork with a `goal` is a puzzle. Only the
    server sends this command.
    """

    counts_as = "stream"

    stream: Annotated[str, Meta(max_length=200)]
    version: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    head: Hex32
    seat: Seat | UnsetType = UNSET
    goal: Goal | UnsetType = UNSET


UndoCommand: TypeAlias = ProposeUndo | AgreeToUndo | DeclineUndo | WithdrawUndo
KernelCommand: TypeAlias = (
    OpenSeat | RotateToken | AppointPlayer | DismissPlayer | AddSalt | RotateSeed | Close | SendChat
)
HOUSE_COMMANDS: Final[tuple[type[Command], ...]] = (AppointPlayer, DismissPlayer)
UNDO_COMMANDS: Final[tuple[type[Command], ...]] = (ProposeUndo, AgreeToUndo, DeclineUndo, WithdrawUndo)
KERNEL_COMMANDS: Final[tuple[type[Command], ...]] = (
    OpenSeat, RotateToken, AppointPlayer, DismissPlayer, AddSalt, RotateSeed, Close, SendChat, *UNDO_COMMANDS,
)  # fmt: skip


def commands_of(game: Game[Any]) -> tuple[type[Command], ...]:
    """Return the commands that callers may send to a game: the game's own, and the kernel commands that it uses."""
    unused = () if game.house.players else HOUSE_COMMANDS
    if not game.undoing.offered:
        unused += UNDO_COMMANDS
    if not game.has_chat:
        unused += (SendChat,)
    return (*game.commands, *(kind for kind in KERNEL_COMMANDS if kind not in unused))


# ---------------------------------------------------------------- events: their names and fields are the storage format


class StreamOpened(StreamEvent, frozen=True, kw_only=True):
    """A stream was opened for an app.

    `form` is the version of the stream's event format; it is absent for the first version. `catalogue` names the data
    set that the stream uses, such as `starter@1f2e3d4c5b6a7988`; if the game has a catalogue and the event names no
    set, the stream uses the first set. `undo` is the undo setting; without it, the game's default applies. `chat` is
    the chat setting; without it, the chat is off. `luck` names the dice table that rolls the stream's public dice.
    After every `digests` commits, the log contains a digest of the state; without this field, it contains no digests.
    """

    kind: str
    tenant: str
    simulated: bool = False
    form: int | UnsetType = UNSET
    catalogue: str | UnsetType = UNSET
    undo: UndoSetting | UnsetType = UNSET
    chat: ChatSetting | UnsetType = UNSET
    luck: str | UnsetType = UNSET
    digests: int | UnsetType = UNSET


class SeatOpened(StreamEvent, frozen=True, kw_only=True):
    """A seat was opened. Its first tokens have token epoch 0. `name` is the seat's display name, if it has one.

    Rule: AR-SEAT-02, AR-SEAT-04
    """

    seat: str
    role: Role
    name: str | UnsetType = UNSET


class TokenRotated(StreamEvent, frozen=True, kw_only=True):
    """A seat's tokens were rotated: tokens with a lower token epoch are now void. Rule: AR-SEAT-04, AR-SEAT-05."""

    seat: str
    epoch: int


class PlayerAppointed(StreamEvent, frozen=True, kw_only=True):
    """A computer player plays the seat from now on, and all seats see this.

    `strength` is absent if the player has no strength setting. Rule: AR-HOUSE-01, AR-HOUSE-08.
    """

    seat: str
    player: str
    strength: int | UnsetType = UNSET


class PlayerDismissed(StreamEvent, frozen=True, kw_only=True):
    """A computer player no longer plays the seat. Rule: AR-HOUSE-03."""

    seat: str


class SeedCommitted(StreamEvent, frozen=True, kw_only=True):
    """A seed epoch began. `commitment` is the SHA-256 of the 32-byte seed, which nobody may read yet."""

    epoch: int
    commitment: str
    seed: Secret[str]


class SaltAdded(StreamEvent, frozen=True, kw_only=True):
    """A seat added its salt to the seed epoch."""

    epoch: int
    seat: str
    salt: str


class SeedRevealed(StreamEvent, frozen=True, kw_only=True):
    """A seed epoch ended, and its seed is public."""

    epoch: int
    seed: str


class StreamClosed(StreamEvent, frozen=True, kw_only=True):
    """The stream ended."""

    reason: str


class DrawsVoided(StreamEvent, frozen=True, kw_only=True):
    """A command drew faces and then failed: these draws are void, and are never repeated."""


class UndoProposed(StreamEvent, frozen=True, kw_only=True):
    """A seat proposed to take back everything after the version `to`. Any other decision makes the proposal lapse.

    `proposal` is the version of this event; `asked` are the seats that must agree. Rule: AR-UNDO-04, AR-UNDO-08.
    """

    proposal: int
    to: int
    by: str
    asked: tuple[str, ...]


class UndoAgreed(StreamEvent, frozen=True, kw_only=True):
    """A seat agreed to the proposed undo. Rule: AR-UNDO-08."""

    proposal: int
    seat: str


class UndoDeclined(StreamEvent, frozen=True, kw_only=True):
    """A seat declined the proposed undo. Rule: AR-UNDO-08."""

    proposal: int
    seat: str


class UndoWithdrawn(StreamEvent, frozen=True, kw_only=True):
    """The undo proposal was withdrawn. Rule: AR-UNDO-08."""

    proposal: int


class DrawsKept(StreamEvent, frozen=True, kw_only=True):
    """An undo took back decisions with draws. Their draws are kept, and the next matching draws repeat them.

    `decisions` are the versions before these decisions.
    """

    decisions: tuple[int, ...]


class TakenBack(StreamEvent, frozen=True, kw_only=True):
    """An undo took the game back to the version `to`: later events stay in the log, but no longer count.

    Versions, seats and seeds are not taken back. `agreed` are the seats that agreed; it is empty if no seat was asked.

    Rule: AR-UNDO-01, AR-UNDO-03
    """

    to: int
    by: str
    agreed: tuple[str, ...] = ()


class ChatSent(StreamEvent, frozen=True, kw_only=True):
    """A seat sent a chat message to all seats. `phrase` is the phrase's name, if the text is one of the phrases.

    Rule: AR-CHAT-02, AR-CHAT-03
    """

    seat: str
    text: str
    phrase: str | UnsetType = UNSET


class StateDigested(StreamEvent, frozen=True, kw_only=True):
    """The digest of the game's state after this decision. Nobody may read it until the log is opened.

    `schema` is the name of the state's schema. Only digests with the same schema name can be compared.
    """

    schema: str
    digest: Secret[str]


KERNEL_EVENTS: Final[tuple[type[StreamEvent], ...]] = (
    StreamOpened, SeatOpened, TokenRotated, PlayerAppointed, PlayerDismissed, SeedCommitted, SaltAdded, SeedRevealed,
    StreamClosed, DrawsVoided, UndoProposed, UndoAgreed, UndoDeclined, UndoWithdrawn, DrawsKept, TakenBack,
    Forked, ChatSent, DiceLent, GoalReached, GoalMissed, StateDigested,
)  # fmt: skip
