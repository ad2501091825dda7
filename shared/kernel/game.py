"""A game as the kernel sees it: its chapters, its state, each seat's view, and when it is over.

judge(ctx, command)          raises a Refusal, or emits events; draws from ctx.chance
fold(state, event) -> state  bookkeeping: total, no judgement, no chance
view(state, seat) -> View    the facts that a seat may see

A game assembles its chapters when it is created, and raises an error if a part is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from types import ModuleType
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, to_builtins

from shared.kernel.chance import Chance
from shared.kernel.chapter import Parts, parts_of
from shared.kernel.context import Context, Fold, Intent
from shared.kernel.forbidden import NO_ID
from shared.kernel.forked import Forked, taken_over
from shared.kernel.game_parts import Forking, House, Secrecy, Storage, Timing, Undoing, never, nothing_due
from shared.kernel.messages import (
    Audience,
    ChatSetting,
    Command,
    Event,
    Role,
    Seat,
    SeatName,
    UndoSetting,
    fields_with_keys,
)
from shared.kernel.refusals import NotDue, NotForThisSeat, Refusal

S = TypeVar("S")


class SeatAsk(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat that an opening requests: its id, its role, and its display name, if it has one."""

    seat: Seat
    role: Role = "player"
    name: SeatName | UnsetType = UNSET


class Opening(Command, frozen=True, kw_only=True):
    """The command that opens a stream of a game, with at least one seat; each game adds its settings.

    The HTTP contract describes some fields only by reference to another type, so a caller who follows the contract may
    still send a wrong value. `by_reference` maps each of these fields to the refusal of a wrong value. `contract_form`
    is the type that the contract shows instead of the command; None if it shows the command.
    """

    counts_as = "stream"
    by_reference: ClassVar[Mapping[str, type[Refusal]]] = {}
    contract_form: ClassVar[Any] = None

    seats: Annotated[tuple[SeatAsk, ...], Meta(min_length=1, max_length=64)]
    undo: UndoSetting | UnsetType = UNSET
    chat: ChatSetting | UnsetType = UNSET


class GameIncomplete(TypeError):
    """Raised when a chapter lacks a judge, samples, a fold or a rule, or has one that does not fit.

    The message names each fault.
    """


def whole_state(state: Any, seat: Seat | None) -> Any:  # noqa: ARG001, ANN401
    """Return the whole state: the view of a game that hides nothing."""
    return state


def nothing_more(ctx: Any, command: Any) -> None:  # noqa: ANN401
    """Do nothing. This is the judge of an opening without settings; the kernel has already opened the seats."""


MAY_SEND: Final[Mapping[Role, frozenset[Role]]] = {
    "spectator": frozenset({"spectator", "player", "gm", "clock"}),
    "player": frozenset({"player", "gm"}),
    "gm": frozenset({"gm"}),
    "clock": frozenset({"clock"}),
}
"""The roles that may send a command, by the role that the command needs.

The app's own key may send every command except the clock's.
"""


class Deciding(Struct, Generic[S], frozen=True, kw_only=True):
    """A game's choices about how its commands are decided.

    `context` creates the context that judges receive. `before` checks every command except the opening, ahead of guards
    and judge. `after` emits the events that follow from every command. `wrong_role` names the refusal for a seat that
    lacks a role. `prepare` reads a slow command in small steps and stores the result, so that the server can handle
    other requests between the steps. If the game `lends_dice`, campaigns may draw their public dice from its streams.
    """

    context: Callable[..., Context[S]] = Context
    trial: Callable[..., Context[S]] | None = None
    before: Callable[[Any, Command], None] | None = None
    after: Callable[[Any, Command], None] | None = None
    wrong_role: Mapping[Role, type[Refusal]] = {}
    prepare: Callable[[Command], Iterable[None]] | None = None
    lends_dice: bool = False


class Documentation(Struct, frozen=True, kw_only=True):
    """The texts and examples that a game adds to the HTTP contract.

    `about` describes its streams, and `about_faces` the order in which faces of real dice are entered. `openings` are
    example bodies of the opening command, and `examples` are example bodies of other commands, by name.
    """

    about: str = ""
    about_faces: str = ""
    openings: Mapping[str, Any] | None = None
    examples: Mapping[str, Any] | None = None


class Game(Generic[S]):
    """A game's declaration to the kernel: its streams, chapters and view, and groups of settings such as its secrecy.

    `service` and `kind` name its streams, such as `dice.table:…`; `plural` names them in URL paths. `initial` is the
    state of a new stream. If it `has_chat`, an opening may let the seats of its stream chat.

    Refuses: GameIncomplete
    """

    def __init__(  # noqa: PLR0913 a game has this many parts, all by keyword
        self,
        *,
        service: str,
        kind: str,
        plural: str | None = None,
        state: type[S],
        initial: S | None = None,
        chapters: Sequence[ModuleType],
        view: Callable[[S, Seat | None], Any],
        deciding: Deciding[S] | None = None,
        secrecy: Secrecy[S] | None = None,
        timing: Timing[S] | None = None,
        storage: Storage[S] | None = None,
        undoing: Undoing[S] | None = None,
        forking: Forking[S] | None = None,
        house: House[S] | None = None,
        documentation: Documentation | None = None,
        has_chat: bool = True,
    ) -> None:
        """Store the declaration of a game, and assemble its chapters."""
        self.service, self.kind, self.plural = service, kind, plural or f"{kind}s"
        self.state = state
        self.initial: S = state() if initial is None else initial
        self.chapters = tuple(chapters)
        self.view = view
        self.view_type: Any = state if view is whole_state else get_type_hints(view)["return"]
        self.deciding = deciding or Deciding()
        self.secrecy, self.timing, self.storage = secrecy or Secrecy(), timing or Timing(), storage or Storage()
        self.house, self.undoing, self.forking = house or House(), undoing or Undoing(), forking or Forking()
        self.documentation = documentation or Documentation()
        self.has_chat = has_chat
        self._assemble(parts_of(chapters, unoffered=Opening, state=state, context=self.deciding.context))

    def _assemble(self, parts: Parts) -> None:
        """Combine the declarations of all chapters of a game.

        Refuses: GameIncomplete
        """
        self.opening = self._opening_of(parts)
        self.commands = tuple(kind for kind in parts.commands if kind is not self.opening)
        self.events = parts.events
        self.judges = {self.opening: nothing_more, **parts.judges}
        self.folds, self.samples, self.follows = parts.folds, parts.samples, parts.follows
        self.guards, self.needs = parts.guards, parts.needs
        self._hides = parts.hides

    def _opening_of(self, parts: Parts) -> type[Opening]:
        openings = [kind for kind in parts.commands if issubclass(kind, Opening)]
        missing = parts.missing
        if self.storage.catalogue is not None and "catalogue" not in getattr(self.state, "__struct_fields__", ()):
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
        """Create the opening command of a game without settings."""
        about = {"__doc__": f"Open a {self.kind}."}
        made: Any = defstruct(
            f"Open{self.kind.title()}", (), bases=(Opening,), namespace=about, frozen=True, kw_only=True
        )
        return made  # type: ignore[no-any-return]

    @cached_property
    def openings(self) -> Mapping[str, Any]:
        """Example bodies of openings by name: the game's own examples, or else one opening for two players."""
        if self.documentation.openings is not None:
            return self.documentation.openings
        return {"two players": {"type": self.opening.__name__, "seats": [{"seat": "player-1"}, {"seat": "player-2"}]}}

    @cached_property
    def examples(self) -> Mapping[str, Any]:
        """Example bodies of commands by name: the game's own examples, or else its first offered command."""
        if self.documentation.examples is not None:
            return self.documentation.examples
        offered = (sample for kind in self.commands for sample in self.samples[kind](self.initial, "ann"))
        return {type(one.command).__name__: {"command": to_builtins(one.command)} for one in islice(offered, 1)}

    @cached_property
    def commands_with_keys(self) -> frozenset[type[Command]]:
        """The commands in which a field may contain a mapping."""
        return frozenset(kind for kind in (self.opening, *self.commands) if fields_with_keys(kind))

    @property
    def hides_nothing(self) -> bool:
        """Whether every seat always sees the whole state of a stream."""
        return self.view is whole_state and self.secrecy.has_hidden_draws is never

    @property
    def asks_the_clock(self) -> bool:
        """Whether the game has timed commands, which the server's clock sends."""
        return self.timing.due is not nothing_due

    @cached_property
    def name(self) -> str:
        """Return the first part of the game's stream names, such as `dice.table`."""
        return f"{self.service}.{self.kind}"

    def catalogue_of(self, named: str | None) -> str:
        """Return the data set for a new stream: `named`, or else the current one."""
        if self.storage.catalogue is None:
            return ""
        return self.storage.catalogue.name if named is None else named

    def has_catalogue(self, name: str) -> bool:
        """Whether this release contains the data set that a stream names."""
        catalogue = self.storage.catalogue
        return not name or catalogue is None or name in catalogue

    def stream_name(self, id: str) -> str:  # noqa: A002 the parameter is an id
        """Return the name of a stream."""
        return f"{self.name}:{id}"

    def decide(self, intent: Intent, state: S, chance: Chance) -> Context[S]:
        """Decide a command. The returned context contains the events and the resulting state.

        Refuses: as the game's rules do
        """
        if type(intent.command) in self.commands_with_keys:
            intent = intent.as_stored()
        command = intent.command
        opens = type(command) is self.opening
        if not opens:
            self.hold_to_role(intent, type(command))
            if command.needs_role == "clock":
                self._hold_to_due(intent, state)
        ctx = self.deciding.context(self, intent, state, chance)
        self._carry_out(ctx, command, opens=opens)
        return ctx

    def try_in(self, trial: Context[S], intent: Intent) -> None:
        """Try a command in the `trial` context of its seat. The state of that context does not change.

        Refuses: as the game's rules do
        Raises:  FirstEvent, if the command is accepted
        """
        self.hold_to_role(intent, type(intent.command))
        if intent.command.needs_role == "clock":
            self._hold_to_due(intent, trial.state)
        trial.intent = intent
        self._carry_out(trial, intent.command, opens=False)

    def _carry_out(self, ctx: Context[S], command: Command, *, opens: bool) -> None:
        before, after = (None, None) if opens else (self.deciding.before, self.deciding.after)
        if type(command) in self.needs:
            self._check_needs(ctx.state, command)
        if before is not None:
            before(ctx, command)
        self.judge(ctx, command)
        if after is not None:
            after(ctx, command)

    def _check_needs(self, state: S, command: Command) -> None:
        """Check that the state meets a command's conditions. A refusal of an unknown id names the id in the command."""
        for need in self.needs[type(command)]:
            try:
                need(state)
            except Refusal as refusal:
                if refusal.has == NO_ID and refusal.field is not None:
                    refusal.has = getattr(command, refusal.field)
                raise

    def judge(self, ctx: Context[S], command: Command) -> None:
        """Check the guards of a command, and then call its judge.

        Refuses: as the guards and the judge do
        """
        kind = type(command)
        for hold in self.guards.get(kind, ()):
            hold(ctx, command)
        self.judges[kind](ctx, command)

    def hold_to_role(self, intent: Intent, kind: type[Command]) -> None:
        """Check that the sender has the role that the command needs.

        Refuses: NotForThisSeat, or the refusal that the game names instead
        """
        needed = kind.needs_role
        if intent.role in MAY_SEND[needed] or (intent.by_app and needed != "clock"):
            return
        lacks: Role = "player" if needed == "gm" and intent.role not in MAY_SEND["player"] else needed
        raise self.deciding.wrong_role.get(lacks, NotForThisSeat)(needs=lacks, has=intent.role)

    def _hold_to_due(self, intent: Intent, state: S) -> None:
        """Check that a command from the clock is the timed command that is due, so that the clock never sends it twice.

        Rule:    AR-CLOCK-01
        Refuses: NotDue
        """
        command = intent.command
        if not self.asks_the_clock:
            return
        due = self.timing.due(state)
        if due is None or due.command != command or due.at > intent.at:
            needs = None if due is None else f"{type(due.command).__name__} from {due.at} on"
            raise NotDue(needs=needs, has=f"{type(command).__name__} at {intent.at}")

    def hides(self, intent: Intent, state: S) -> Mapping[str, Audience]:
        """Return the secret fields of a command, each with its audience."""
        command = intent.command
        named = self._hides.get(type(command))
        fields = command.hides if named is None else named(state, command)
        return dict.fromkeys(fields, self.secrecy.audience(state, intent.seat)) if fields else {}


def fold_events(game: Game[S], state: S, events: Sequence[Event]) -> S:
    """Return a game's state after events.

    If the game folds none of them, as with most kernel events, the state is unchanged.
    """
    folds: Mapping[type, Fold] = game.folds
    mutable_copy = game.storage.mutable_copy
    if mutable_copy is not None and any(type(event) in folds for event in events):
        state = mutable_copy(state)
    for event in events:
        step = folds.get(type(event))
        if step is not None:
            after = step(state, event)
            state = state if after is None else after
        elif type(event) is Forked:
            state = taken_over(game.state, state, event)
    return state
