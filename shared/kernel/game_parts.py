"""The parts of a game's declaration: what it hides, what it waits for, and what it stores.

Each part has defaults, so that a game names only what differs: `Game(…, secrecy=Secrecy(audience=game_masters))`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from shared.kernel.catalogue import Catalogue
from shared.kernel.messages import Audience, Command, Seat, UndoSetting

S = TypeVar("S")

NEVER: Final[tuple[UndoSetting, ...]] = ("never",)
"""The settings of a game in which nothing is ever taken back."""
CONSENT: Final[tuple[UndoSetting, ...]] = ("never", "by consent")
"""The settings of a game whose events reveal hidden things, and are not marked."""


class Due(Struct, frozen=True):
    """A timed step: a command that only the clock may send, and the earliest time to send it.

    The command names its step; once it is taken, another step is due, or none. Units: at in UTC ms; 0: at once
    """

    command: Command
    at: int = 0


# ---------------------------------------------------------------- defaults


def never(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return False, whatever the state."""
    return False


def always(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return True, whatever the state."""
    return True


def own_seat(state: Any, seat: Seat) -> Audience:  # noqa: ARG001, ANN401
    """Return the seat itself, so that nobody else reads its secrets (the default)."""
    return (seat,)


def no_seat(state: Any) -> Iterable[Seat]:  # noqa: ARG001, ANN401
    """Return no seat, so that the game waits for nobody (the default)."""
    return ()


def nothing_due(state: Any) -> Due | None:  # noqa: ARG001, ANN401
    """Return None, so that the clock takes no step (the default)."""
    return None


def never_opens(state: Any) -> Iterable[int]:  # noqa: ARG001, ANN401
    """Return no time, so that only commits change what is legal (the default)."""
    return ()


def plays_always(state: Any, seat: Seat) -> bool:  # noqa: ARG001, ANN401
    """Return True: the house acts whenever the stream waits for its seat (the default)."""
    return True


def always_ready(state: Any, seat: Seat) -> None:  # noqa: ANN401
    """Refuse nothing, since the house can always play (the default)."""


def thinks_always(state: Any) -> None:  # noqa: ANN401
    """Refuse nothing, since players with a strength can always play (the default)."""


def unchanged(state: S, by_ms: int) -> S:  # noqa: ARG001
    """Return the state itself, since no clock runs in it (the default)."""
    return state


def no_ids(state: Any) -> int:  # noqa: ARG001, ANN401
    """Return 0, since the state has no ids (the default)."""
    return 0


# ---------------------------------------------------------------- parts


class Secrecy(Struct, Generic[S], frozen=True, kw_only=True):
    """What a game hides, from which seats, and until when.

    `audience` names the seats that read a seat's secrets. While a state `has_hidden_draws`, no dry run shows events and
    no seed is revealed; while the game `keeps_seed`, no seed is revealed. A closed stream opens its log to all its
    seats if the game `opens_log_when_closed`.
    """

    audience: Callable[[S, Seat], Audience] = own_seat
    has_hidden_draws: Callable[[S], bool] = never
    keeps_seed: Callable[[S], bool] = never
    opens_log_when_closed: Callable[[S], bool] = always


class Timing(Struct, Generic[S], frozen=True, kw_only=True):
    """What a game waits for, and when it is over.

    `awaits` names the seats that the game waits for: the seat in turn, and those that owe an answer. It reads public
    facts only, and each of these seats has a move or an answer that it may send. `due` returns the step that the clock
    takes next, and when; the clock may take no other step. A stream that never `needs_clock` never has such a step, and
    the clock does not follow it. `opens` returns the times at which a seat's command becomes legal without a commit, so
    that a list says so from then on. Units: milliseconds UTC
    """

    awaits: Callable[[S], Iterable[Seat]] = no_seat
    over: Callable[[S], bool] = never
    due: Callable[[S], Due | None] = nothing_due
    needs_clock: Callable[[S], bool] = always
    opens: Callable[[S], Iterable[int]] = never_opens


class Undoing(Struct, Generic[S], frozen=True, kw_only=True):
    """How decisions of a game are taken back.

    `default` holds for streams whose opening has no setting; an opening may have one of the `settings`. A game that
    allows `own until known` marks the events that reveal something (`Event.reveals`). The counters that `only_grow`
    names, such as that of ids, keep their value, so that no id is given twice. After going back, the clocks of a state
    are `resumed` by the time that has passed since.
    """

    default: UndoSetting = "never"
    settings: tuple[UndoSetting, ...] = ("never", "by consent", "own until known")
    only_grow: tuple[str, ...] = ()
    resumed: Callable[[S, int], S] = unchanged

    @property
    def offered(self) -> bool:
        """Whether callers get the commands of an undo."""
        return self.settings != NEVER

    def setting(self, given: UndoSetting | None) -> UndoSetting:
        """Return the setting of a stream, from the one that its opening gave."""
        return given or self.default

    def is_kept(self, given: UndoSetting | None) -> bool:
        """Whether a stream keeps its trail and its last states, so that decisions can be taken back."""
        return (given or self.default) != "never"


class Forking(Struct, Generic[S], frozen=True, kw_only=True):
    """Who may fork a stream of a game while it runs, besides its app: a seat, in states that `seats_may`.

    Its fork is dealt again: the game's `players` have to have a `resample`, unless the game hides nothing.
    """

    seats_may: Callable[[S], bool] = never


class House(Struct, Generic[S], frozen=True, kw_only=True):
    """Players of the house: programs that may play the seat of a player.

    `players` are their names; the module `players` of the game's service has their code. `check_ready` refuses to let
    the house play a seat for which it could not choose every move. Where the stream waits for such a seat, the house
    acts if it `plays` then; otherwise it leaves the next move to others. `thinkers` are the players that have a
    strength; `check_thinker` refuses them where they cannot play. If its players remember what was hidden, `with_undo`
    is false: they play only on streams on which nothing is taken back. If they have to follow a stream from its
    beginning, `on_forks` is false: they play on no fork.
    """

    players: tuple[str, ...] = ()
    with_undo: bool = True
    on_forks: bool = True
    check_ready: Callable[[S, Seat], None] = always_ready
    plays: Callable[[S, Seat], bool] = plays_always
    thinkers: tuple[str, ...] = ()
    check_thinker: Callable[[S], None] = thinks_always


class Overtaken(Struct, Generic[S], frozen=True, kw_only=True):
    """An event type of which a state keeps only the last few events, and little of earlier ones, such as their count.

    This makes a long history faster to fold. If an event has at least `last` later ones of its type, only the fields of
    `form` are decoded, and `fold` folds them in place on a mutable copy. The state must be the same as if every event
    had been folded whole. An event with a secret part is always folded whole.

    Shape:   form: a struct with the tag of the event type, and some of its fields
    """

    form: type[Struct]
    last: int
    fold: Callable[[S, Any], None]


class Storage(Struct, Generic[S], frozen=True, kw_only=True):
    """How a game's streams are written, and how its states are kept in memory.

    `form` is the version of the format in which events are written. A stream keeps the form that it was opened with
    (`StreamOpened`), so that deciding its commands again gives the same bytes. The `catalogue` holds data that commands
    do not carry: a stream keeps the data set that it was opened with, and its state names that set. `upcasters` convert
    the data of an older event to the present format, by the event's name. `last_id` returns the number of the latest
    id. If there is a `mutable_copy`, folds change such a copy in place and return None. `overtaken` speeds up the fold
    of events that leave little once later ones follow. A `large` state takes long to render: its view is not part of
    the answer to a command, and is rendered in another process.
    """

    form: int = 0
    catalogue: Catalogue[Any] | None = None
    upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    last_id: Callable[[S], int] = no_ids
    mutable_copy: Callable[[S], S] | None = None
    overtaken: Overtaken[S] | None = None
    large: Callable[[S], bool] = never
