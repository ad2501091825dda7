"""The parts of a game's declaration: its secrets, timing, undo, forks, computer players and storage.

Each part has defaults, so that a game names only what differs: `Game(…, secrecy=Secrecy(audience=game_masters))`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.catalogue import Catalogue
from shared.kernel.goals import GoalKind
from shared.kernel.messages import Audience, Command, Seat, UndoSetting

S = TypeVar("S")

NEVER: Final[tuple[UndoSetting, ...]] = ("never",)
"""The undo settings of a game that never lets players take a decision back."""
CONSENT: Final[tuple[UndoSetting, ...]] = ("never", "by consent")
"""The undo settings of a game whose events may reveal hidden facts without being marked as revealing."""


class Due(Struct, frozen=True):
    """A timed command: a command that only the clock may send, and the earliest time to send it.

    The fields of the command identify it. After it, another timed command may be due.

    Units:   `at` in UTC milliseconds; 0 means at once
    """

    command: Command
    at: int = 0


# ---------------------------------------------------------------- defaults


def never(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return False for every state."""
    return False


def always(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return True for every state."""
    return True


def own_seat(state: Any, seat: Seat) -> Audience:  # noqa: ARG001, ANN401
    """Return only the seat itself, so that no other seat reads its secrets. This is the default."""
    return (seat,)


def no_seat(state: Any) -> Iterable[Seat]:  # noqa: ARG001, ANN401
    """Return no seats, so that the game waits for no seat. This is the default."""
    return ()


def nothing_due(state: Any) -> Due | None:  # noqa: ARG001, ANN401
    """Return None, so that the clock sends no command. This is the default."""
    return None


def never_opens(state: Any) -> Iterable[int]:  # noqa: ARG001, ANN401
    """Return no times, so that only commits change which commands are legal. This is the default."""
    return ()


def plays_always(state: Any, seat: Seat) -> bool:  # noqa: ARG001, ANN401
    """Return True, so that a computer player acts whenever the stream waits for its seat. This is the default."""
    return True


def always_ready(state: Any, seat: Seat) -> None:  # noqa: ANN401
    """Accept every state, because a computer player can always play. This is the default."""


def thinks_always(state: Any) -> None:  # noqa: ANN401
    """Accept every state, because computer players with a strength setting can always play. This is the default."""


def same_state(state: S, by_ms: int) -> S:  # noqa: ARG001
    """Return the state itself, because it contains no running clock. This is the default."""
    return state


def no_loser(state: Any, seat: Seat) -> bool:  # noqa: ARG001, ANN401
    """Return False, because no player of the game loses while others play on. This is the default."""
    return False


def no_ids(state: Any) -> int:  # noqa: ARG001, ANN401
    """Return 0, because the state contains no ids. This is the default."""
    return 0


# ---------------------------------------------------------------- parts


class Secrecy(Struct, Generic[S], frozen=True, kw_only=True):
    """The information that a game hides, from which seats, and for how long.

    `audience` names the seats that read a seat's secrets. While a state `has_hidden_draws`, no dry run shows events and
    no seed is revealed; while the game `keeps_seed`, no seed is revealed. While a state `hides_causes_of_draws`, hidden
    facts may decide whether a command draws, so no dry run says whether the command draws. If the game
    `opens_log_when_closed`, a closed stream opens its log to all its seats.
    """

    audience: Callable[[S, Seat], Audience] = own_seat
    has_hidden_draws: Callable[[S], bool] = never
    hides_causes_of_draws: Callable[[S], bool] = never
    keeps_seed: Callable[[S], bool] = never
    opens_log_when_closed: Callable[[S], bool] = always


class Timing(Struct, Generic[S], frozen=True, kw_only=True):
    """The seats and times that a game waits for, and when the game is over.

    `awaits` names the seats that the game waits for: the seat whose turn it is, and those that must answer. It reads
    public facts only, and each of these seats has a legal move or answer. `ends_by_itself` returns whether a limit of
    time or length will end the stream, so that no other stream should depend on it. `due` returns the timed command
    that the clock sends next, and when; the clock may send no other command. If `needs_clock` returns False for a
    stream, the stream never has a timed command, and the clock does not follow the stream. `opens` returns the times at
    which a seat's command becomes legal without a commit, so that lists of legal commands include the command from then
    on.

    Units:   milliseconds UTC
    """

    awaits: Callable[[S], Iterable[Seat]] = no_seat
    over: Callable[[S], bool] = never
    ends_by_itself: Callable[[S], bool] = never
    due: Callable[[S], Due | None] = nothing_due
    needs_clock: Callable[[S], bool] = always
    opens: Callable[[S], Iterable[int]] = never_opens


class Undoing(Struct, Generic[S], frozen=True, kw_only=True):
    """The settings and rules for taking back decisions of a game.

    `default` is the setting of streams whose opening names none; an opening may choose one of the `settings`. A game
    that allows `own until known` marks the events that reveal something (`Event.reveals`). The counters in `only_grow`,
    such as the counter of ids, keep their values when a decision is taken back, so that no id is used twice. They may
    include a history of numbered entries, which only gets longer. After an undo, `resumed` moves a state's clocks by
    the time that has passed. `has_lost` returns whether a seat's player has lost and plays no more, because of an event
    that `removes_player`.
    """

    default: UndoSetting = "never"
    settings: tuple[UndoSetting, ...] = ("never", "by consent", "own until known")
    only_grow: tuple[str, ...] = ()
    resumed: Callable[[S, int], S] = same_state
    has_lost: Callable[[S, Seat], bool] = no_loser

    @property
    def offered(self) -> bool:
        """Whether the game offers undo commands."""
        return self.settings != NEVER

    def setting(self, given: UndoSetting | None) -> UndoSetting:
        """Return a stream's undo setting: the one in its opening, or else the default."""
        return given or self.default

    def is_kept(self, given: UndoSetting | None) -> bool:
        """Whether a stream keeps the last states and the undone draws, so that decisions can be taken back."""
        return (given or self.default) != "never"


Below: TypeAlias = Callable[[int], int]
"""A source of random numbers: it returns a number from 0 to the given count - 1."""


class Redealt(Struct, Generic[S], frozen=True, kw_only=True):
    """A state that was dealt again for a seat: the facts that the seat does not know were drawn anew.

    `closed` names the entries without contents: a person wrote the contents, and the seat does not know them. `made_up`
    names the entries that got invented, plausible values, because the game cannot continue without values.
    """

    state: S
    closed: tuple[str, ...] = ()
    made_up: tuple[str, ...] = ()


class Forking(Struct, Generic[S], frozen=True, kw_only=True):
    """A game's settings for forks: which streams a seat may fork, how a fork is dealt again, and puzzle goals.

    The stream's app may always fork it. `seats_may` returns whether the state also allows a fork by a seat. In such a
    fork, hidden facts are dealt again. A game whose state shows what each seat knows defines `deal`; a game in which
    knowledge also depends on earlier events lets its `players` define `resample`. `deal` uses nothing that is hidden
    from the seat, and may refuse a state. `goals` are the possible goals by name.
    """

    seats_may: Callable[[S], bool] = never
    deal: Callable[[S, Seat, Below], Redealt[S]] | None = None
    goals: Mapping[str, GoalKind[S]] = {}

    @property
    def deals_from_log(self) -> bool:
        """Whether dealing a fork again needs the events before it, and not the state alone."""
        return self.deal is None


class House(Struct, Generic[S], frozen=True, kw_only=True):
    """The game's computer players ("players of the house"): programs that may play a player's seat.

    `players` are their names; the module `players` of the game's service contains their code. `check_ready` refuses a
    seat for which a computer player could not choose every move. When the stream waits for such a seat, the computer
    acts if `plays` returns true; otherwise it leaves the next move to others. `thinkers` are the players with a
    strength setting; `check_thinker` refuses them if they cannot play in this state. If the players remember hidden
    facts, `with_undo` is false, and they play only on streams without undo. If they must follow a stream from its
    start, `on_forks` is false, and they do not play on forks.
    """

    players: tuple[str, ...] = ()
    with_undo: bool = True
    on_forks: bool = True
    check_ready: Callable[[S, Seat], None] = always_ready
    plays: Callable[[S, Seat], bool] = plays_always
    thinkers: tuple[str, ...] = ()
    check_thinker: Callable[[S], None] = thinks_always


class Overtaken(Struct, Generic[S], frozen=True, kw_only=True):
    """An event type of which a state stores only the last few events, and a summary of earlier events, such as a count.

    This makes a long history faster to fold. If an event is followed by at least `last` events of its type, only the
    fields of `form` are decoded, and `fold` applies them in place to a mutable copy. The resulting state must be the
    same as if every event had been folded in full. An event with a secret part is always folded in full.

    Shape:   form: a struct with the tag of the event type, and some of its fields
    """

    form: type[Struct]
    last: int
    fold: Callable[[S, Any], None]


class Storage(Struct, Generic[S], frozen=True, kw_only=True):
    """The format in which a game's streams are stored, and how the kernel handles its states in memory.

    `form` is the version of the event format. A stream keeps the version with which it was opened (`StreamOpened`), so
    that deciding its commands again produces the same bytes. The `catalogue` holds data to which commands refer: a
    stream keeps the data set with which it was opened, and its state names that set. `upcasters` convert the data of an
    older event to the current format, by the event's name. `last_id` returns the number at the end of the newest id. If
    there is a `mutable_copy`, folds change such a copy in place and return None. `overtaken` speeds up the fold of
    event types of which the state keeps only the latest events. A `large` state takes long to render: its view is not
    part of the response to a command, and is rendered in another process.
    """

    form: int = 0
    catalogue: Catalogue[Any] | None = None
    upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    last_id: Callable[[S], int] = no_ids
    mutable_copy: Callable[[S], S] | None = None
    overtaken: Overtaken[S] | None = None
    large: Callable[[S], bool] = never
