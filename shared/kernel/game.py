"""A game for the kernel: its chapters, its state, the view of each seat, and when it is over.

judge(ctx, command)          raises a Refusal, or emits events; draws from ctx.chance
fold(state, event) -> state  bookkeeping: total, no judgement, no chance
view(state, seat) -> View    what a seat may see

A game assembles its chapters when it is made, and raises an error if a part is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import ModuleType
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar, get_type_hints

from msgspec import Meta, Struct, defstruct, to_builtins

from shared.kernel.catalogue import Catalogue
from shared.kernel.chance import Chance
from shared.kernel.chapter import Parts, parts_of
from shared.kernel.context import Context, Fold, Intent
from shared.kernel.due import Due, nothing_due
from shared.kernel.messages import Audience, Command, Event, Role, Seat
from shared.kernel.refusals import NotDue, NotForThisSeat, Refusal

S = TypeVar("S")


class SeatAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat to open."""

    seat: Seat
    role: Role = "player"


class Opening(Command, frozen=True, kw_only=True):
    """The command that opens a stream of a game; the game adds its settings. It opens at least one seat.

    `by_reference` names fields whose form the contract gives only by reference, with the refusal of a wrong value: a
    caller who keeps to the contract has not sent a malformed body. `contract_form` is the form that the contract then
    shows; None for the command itself.
    """

    counts_as = "stream"
    by_reference: ClassVar[Mapping[str, type[Refusal]]] = {}
    contract_form: ClassVar[Any] = None

    seats: Annotated[tuple[SeatAsk, ...], Meta(min_length=1, max_length=64)]


class GameIncomplete(TypeError):
    """A chapter lacks a judge, samples, a fold or a rule, or has one that does not fit; the message names each."""


def whole_state(state: Any, seat: Seat | None) -> Any:  # noqa: ARG001, ANN401
    """Return the whole state: the view of a game that hides nothing from anybody."""
    return state


def never(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return False, whatever the state."""
    return False


def always(state: Any) -> bool:  # noqa: ARG001, ANN401
    """Return True, whatever the state."""
    return True


def own_seat(state: Any, seat: Seat) -> Audience:  # noqa: ARG001, ANN401
    """Return the seat itself: the audience of secrets for which the game names no other."""
    return (seat,)


def nothing_more(ctx: Any, command: Any) -> None:  # noqa: ANN401
    """Accept the opening of a game without settings: the kernel has opened the seats."""


def nobody(state: Any) -> Iterable[Seat]:  # noqa: ARG001, ANN401
    """Return no seat: the game waits for none."""
    return ()


def no_ids(state: Any) -> int:  # noqa: ARG001, ANN401
    """Return 0: the game gives no ids."""
    return 0


MAY_SEND: Final[Mapping[Role, frozenset[Role]]] = {
    "spectator": frozenset({"spectator", "player", "gm", "clock"}),
    "player": frozenset({"player", "gm"}),
    "gm": frozenset({"gm"}),
    "clock": frozenset({"clock"}),
}
"""The roles that may send a command that needs a role. The app's own key sends all but the clock's commands."""


class Game(Generic[S]):
    """All that a game gives the kernel. `service` and `kind` name its streams, as in `dice.table:…`.

    `before` holds every command but the opening to what the whole game demands, before guards and judge; `after` does
    what follows from every command. A closed stream opens its log to all its seats where it `opens_log_when_closed`.
    While it `has_hidden_draws` nothing is foretold and no seed is revealed; while it `keeps_seed` no seed is.
    `awaits` names the seats that the game waits for: whose turn it is, who has to answer, whose word is asked for. It
    reads what all may know and nothing else; each of these seats has a move or an answer that it may send.
    `due` says which step of a state the clock has to take, and from when on: it takes that one and no other.
    A stream whose state says that it never `needs_clock` has no such step as long as it lives, and no clock follows it.
    Of a state that is `large` a view takes long: none comes with a command's answer, and others are made elsewhere.
    `prepare` reads what a command holds in small steps, between which others get their turn, and remembers it.
    Where the game makes a `mutable_copy` of a state, folds change that copy in place and return None.
    `form` numbers the form in which its events are written. A stream keeps the form it was opened in (`StreamOpened`),
    so that what was decided in an older one is decided again byte for byte. The `catalogue` holds data that
    commands leave to the game: a stream keeps the set it was opened with, and its state says which one that is.

    `plural` names the streams in paths, `about` describes them, `about_faces` says in which order faces are entered;
    `openings` and `examples` are bodies by name, as the contract shows them: of an opening, and of a command.
    Refuses: GameIncomplete
    """

    def __init__(  # noqa: PLR0913 a game has that many parts, each by its name
        self,
        *,
        service: str,
        kind: str,
        state: type[S],
        chapters: Sequence[ModuleType],
        view: Callable[[S, Seat | None], Any],
        initial: S | None = None,
        context: Callable[..., Context[S]] = Context,
        before: Callable[[Any, Command], None] | None = None,
        after: Callable[[Any, Command], None] | None = None,
        wrong_role: Mapping[Role, type[Refusal]] | None = None,
        audience: Callable[[S, Seat], Audience] = own_seat,
        last_id: Callable[[S], int] = no_ids,
        over: Callable[[S], bool] = never,
        has_hidden_draws: Callable[[S], bool] = never,
        keeps_seed: Callable[[S], bool] = never,
        opens_log_when_closed: Callable[[S], bool] = always,
        awaits: Callable[[S], Iterable[Seat]] = nobody,
        due: Callable[[S], Due | None] = nothing_due,
        needs_clock: Callable[[S], bool] = always,
        large: Callable[[S], bool] = never,
        prepare: Callable[[Command], Iterable[None]] | None = None,
        mutable_copy: Callable[[S], S] | None = None,
        form: int = 0,
        catalogue: Catalogue[Any] | None = None,
        upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] | None = None,
        plural: str | None = None,
        about: str = "",
        about_faces: str = "",
        openings: Mapping[str, Any] | None = None,
        examples: Mapping[str, Any] | None = None,
    ) -> None:
        """Assemble the chapters."""
        self.service, self.kind, self.state = service, kind, state
        self.plural = plural or f"{kind}s"
        self.about, self.about_faces = about, about_faces
        self.initial: S = state() if initial is None else initial
        self.chapters = tuple(chapters)
        self.view = view
        self.view_type: Any = state if view is whole_state else get_type_hints(view)["return"]
        self.context, self.before, self.after = context, before, after
        self.wrong_role = wrong_role or {}
        self.audience = audience
        self.last_id = last_id
        self.over, self.has_hidden_draws, self.opens_log_when_closed = over, has_hidden_draws, opens_log_when_closed
        self.keeps_seed = keeps_seed
        self.awaits, self.due, self.needs_clock, self.large = awaits, due, needs_clock, large
        self.prepare, self.mutable_copy = prepare, mutable_copy
        self.form, self.catalogue, self.upcasters = form, catalogue, upcasters or {}
        parts = parts_of(chapters, unoffered=Opening, state=state, context=context)
        self.opening = self._opening_of(parts)
        self.commands = tuple(kind for kind in parts.commands if kind is not self.opening)
        self.events = parts.events
        self.judges = {self.opening: nothing_more, **parts.judges}
        self.folds, self.samples, self.follows = parts.folds, parts.samples, parts.follows
        self.guards = parts.guards
        self.openings = self._for_two() if openings is None else openings
        if examples is not None:
            self.examples = examples
        self._hides = parts.hides

    def _opening_of(self, parts: Parts) -> type[Opening]:
        openings = [kind for kind in parts.commands if issubclass(kind, Opening)]
        missing = parts.missing
        if self.catalogue is not None and "catalogue" not in getattr(self.state, "__struct_fields__", ()):
            missing = (
                "a state with a catalogue is needed: the name of the set that its stream was opened with",
                *missing,
            )
        if len(openings) > 1:
            missing = (f"one opening command at most is needed, and there are {len(openings)}", *missing)
        if missing:
            raise GameIncomplete(f"{self.name} cannot start: {'; '.join(missing)}")
        return openings[0] if openings else self._plain_opening()

    def _plain_opening(self) -> type[Opening]:
        """Make the opening command of a game without settings."""
        about = {"__doc__": f"Open a {self.kind}."}
        made: Any = defstruct(
            f"Open{self.kind.title()}", (), bases=(Opening,), namespace=about, frozen=True, kw_only=True
        )
        return made  # type: ignore[no-any-return]

    def _for_two(self) -> Mapping[str, Any]:
        """Return an opening for two players, an example for the contract."""
        return {"two players": {"type": self.opening.__name__, "seats": [{"seat": "ann"}, {"seat": "bob"}]}}

    @cached_property
    def examples(self) -> Mapping[str, Any]:
        """Return example bodies by name for the contract; without any, the first samples of the game."""
        offered = (sample for kind in self.commands for sample in self.samples[kind](self.initial, "ann"))
        return {type(one.command).__name__: {"command": to_builtins(one.command)} for one in islice(offered, 1)}

    @property
    def asks_the_clock(self) -> bool:
        """Whether the game has steps for the clock."""
        return self.due is not nothing_due

    @cached_property
    def name(self) -> str:
        """Return the prefix of the stream names."""
        return f"{self.service}.{self.kind}"

    def catalogue_of(self, named: str | None) -> str:
        """Return the name of the set that an opening uses: the one it names, else today's."""
        if self.catalogue is None:
            return ""
        return self.catalogue.name if named is None else named

    def has_catalogue(self, name: str) -> bool:
        """Whether this release has the set that a stream names."""
        return not name or self.catalogue is None or name in self.catalogue

    def stream_name(self, id: str) -> str:  # noqa: A002 it is an id
        """Return the name of a stream."""
        return f"{self.name}:{id}"

    def decide(self, intent: Intent, state: S, chance: Chance) -> Context[S]:
        """Judge an intent. The returned context has the events and the state after them.

        Refuses: what the game refuses
        """
        command = intent.command
        kind = type(command)
        opens = isinstance(command, Opening)
        if not opens:
            self.hold_to_role(intent, kind)
            self._hold_to_due(intent, state)
        ctx = self.context(self, intent, state, chance)
        if self.before is not None and not opens:
            self.before(ctx, command)
        self.judge(ctx, command)
        if self.after is not None and not opens:
            self.after(ctx, command)
        return ctx

    def judge(self, ctx: Context[S], command: Command) -> None:
        """Check a command's guards, and judge it.

        Refuses: what the game refuses
        """
        for hold in self.guards.get(type(command), ()):
            hold(ctx, command)
        self.judges[type(command)](ctx, command)

    def hold_to_role(self, intent: Intent, kind: type[Command]) -> None:
        """Refuse a command that belongs to another role.

        Refuses: NotForThisSeat, or what the game says instead
        """
        needed = kind.needs_role
        if intent.role in MAY_SEND[needed] or (intent.by_app and needed != "clock"):
            return
        lacks: Role = "player" if needed == "gm" and intent.role not in MAY_SEND["player"] else needed
        raise self.wrong_role.get(lacks, NotForThisSeat)(needs=lacks, has=intent.role)

    def _hold_to_due(self, intent: Intent, state: S) -> None:
        """Check that the clock sends the step that is due, so that a step sent twice is taken once.

        Rule:    AR-CLOCK-01
        Refuses: NotDue
        """
        command = intent.command
        if command.needs_role != "clock" or not self.asks_the_clock:
            return
        due = self.due(state)
        if due is None or due.command != command or due.at > intent.at:
            needs = None if due is None else f"{type(due.command).__name__} from {due.at} on"
            raise NotDue(needs=needs, has=f"{type(command).__name__} at {intent.at}")

    def hides(self, intent: Intent, state: S) -> Mapping[str, Audience]:
        """Return the secret fields of a command, each with its audience."""
        command = intent.command
        named = self._hides.get(type(command))
        fields = command.hides if named is None else named(state, command)
        return dict.fromkeys(fields, self.audience(state, intent.seat)) if fields else {}


def fold_events(game: Game[S], state: S, events: Sequence[Event]) -> S:
    """Return a game's state after events. It skips kernel events that the game does not fold."""
    folds: Mapping[type, Fold] = game.folds
    if game.mutable_copy is not None:
        state = game.mutable_copy(state)
    for event in events:
        step = folds.get(type(event))
        if step is not None:
            after = step(state, event)
            state = state if after is None else after
    return state
