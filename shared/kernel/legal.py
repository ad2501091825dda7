"""The commands that a seat may send now, and why it may not send the others.

The list tries samples with the same judges that decide real commands, so that the list and the decision always agree.
While the stream stays at this version, the server accepts every body made from an entry with one of the listed values
in each field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.context import Context, FirstEvent, Intent
from shared.kernel.forbidden import Blocked, Forbidden, body_of, forbidden_of, group_by_reason
from shared.kernel.game import Game, GameIncomplete
from shared.kernel.kernel_samples import kernel_samples
from shared.kernel.messages import COMMAND_KINDS, Command, CommandKind, Role
from shared.kernel.refusals import Refusal, StreamIsOver, refusal_by
from shared.kernel.samples import Field, Offered, Prompt, Sample, choices_of
from shared.kernel.stream import KERNEL_COMMANDS, UNDO_COMMANDS, SendChat, Stream, commands_of, decide

S = TypeVar("S")

MOST_TRIED: Final = 80
"""After this number of tried decisions, a brief list tries no more bodies of commands that already have an entry."""


class Allowed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that a seat may send now: a valid body, the values that its fields may have, and questions that follow.

    `kind` is the purpose of the command: only a `move` or an `answer` continues the game. `prompts` lists what the game
    asks after the command, such as targets and how to pay a cost.
    """

    command: str
    kind: CommandKind
    body: dict[str, Any]
    fields: dict[str, Field]
    prompts: tuple[Prompt, ...] = ()


class Legal(Struct, frozen=True, kw_only=True):
    """The commands that a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which must answer or agree; if it names several game masters, any one
    of them may act. If `awaits` is empty, any seat may act.

    `more` names the commands that may have more legal bodies, or more values of fields, than this list shows. Request
    one of them by its name to get all. Every command that the seat may send has at least one entry. Without `more`, the
    list is complete.
    """

    awaits: tuple[str, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    more: tuple[str, ...] | UnsetType = UNSET


class Wanted(Struct, frozen=True, kw_only=True):
    """The commands that a caller asks about: one by name, all of some kinds, or all commands.

    A `brief` list has an entry for each command that may be sent, but may lack some of its bodies.
    """

    command: str | None = None
    kinds: tuple[CommandKind, ...] = COMMAND_KINDS
    brief: bool = False

    def names(self, kind: type[Command]) -> bool:
        """Whether the caller asks about this command."""
        return self.command in (None, kind.__name__) and kind.counts_as in self.kinds


ALL: Final = Wanted()


def awaited_seats(game: Game[S], stream: Stream[S]) -> tuple[str, ...]:
    """Return the seats that a stream waits for; none if the stream is over. Rule: AR-KIND-02."""
    if stream.closed or game.timing.over(stream.game):
        return ()
    return tuple(sorted(set(game.timing.awaits(stream.game))))


def legal(game: Game[S], stream: Stream[S], seat: str, role: Role, *, wanted: Wanted = ALL) -> Legal:
    """Return the commands that a seat may and may not send now, with reasons, among those that `wanted` names."""
    if stream.closed:
        over = StreamIsOver(needs="open", has="closed")
        return Legal(blocked=group_by_reason(Forbidden(over, kind.__name__) for kind in _named(game, wanted)))
    searches = search_bodies(Asking.of(game, stream, seat, role), wanted)
    return Legal(
        awaits=awaited_seats(game, stream),
        allowed=tuple(entry for one in searches for entry in one.entries()),
        blocked=group_by_reason(forbidden for one in searches for forbidden in one.forbidden()),
        more=tuple(one.name for one in searches if one.unfinished) or UNSET,
    )


def search_bodies(asking: Asking[S], wanted: Wanted) -> list[Search[S]]:
    """Search for the legal bodies of each command, moves and answers first.

    A brief list requires one body of each command, and tries more up to a limit.
    """
    searches = [Search(asking, kind) for kind in _named(asking.game, wanted)]
    for one in searches:
        one.find()
        if not wanted.brief:
            one.finish()
    for one in sorted(searches, key=_nearness) if wanted.brief else ():
        one.finish(most=MOST_TRIED)
    return searches


@lru_cache(maxsize=512)
def _named(game: Game[Any], wanted: Wanted) -> tuple[type[Command], ...]:
    return tuple(kind for kind in commands_of(game) if wanted.names(kind))


def _nearness(search: Search[Any]) -> int:
    """Return a sort key of a command's kind: moves and answers come first."""
    return COMMAND_KINDS.index(search.kind.counts_as)


def check_offered(game: Game[S], stream: Stream[S], seat: str, role: Role) -> None:
    """Check that every command of a game has a sample for a seat. A refused sample must show the reason.

    Each field without a list of values must have exactly one form. Only a game's tests call this function, because a
    list of legal commands leaves out commands without a sample.

    Refuses: GameIncomplete, ValueError
    """
    asking = Asking.of(game, stream, seat, role)
    samples = {kind: tuple(asking.samples_of(kind)) for kind in game.commands}
    bare = [kind.__name__ for kind, offered in samples.items() if not offered]
    if bare:
        raise GameIncomplete(f"{game.name} offers {seat} at version {stream.version} no sample of {', '.join(bare)}")
    for sample in (sample for offered in samples.values() for sample in offered):
        for choice in sample.fields.values():
            if isinstance(choice, Field):
                choice.check()


class Tries(Struct):
    """The number of decisions tried for a list."""

    made: int = 0


class Asking(Struct, Generic[S], frozen=True):
    """The search for the commands that a seat may send on a stream: it tries samples, and collects the results."""

    game: Game[S]
    stream: Stream[S]
    seat: str
    role: Role
    by: str = ""
    """The sender, if it is not the seat itself."""
    trial: Context[S] | None = None
    """The context in which all commands are tried, if they can share one."""
    tries: Tries = field(default_factory=Tries)
    offered: dict[Any, Offered] = field(default_factory=dict)
    checked: dict[Any, Refusal | None] = field(default_factory=dict)
    """The refusal that each condition of a command (`judge_given`) raises in this state; None if the state meets it."""

    @classmethod
    def of(cls, game: Game[S], stream: Stream[S], seat: str, role: Role, *, by: str = "") -> Asking[S]:
        """Create the search for a seat.

        All commands are tried in one context if the game provides one and the seat acts for itself.
        """
        stream = replace(stream, digests=0) if stream.digests else stream  # a trial needs no digest
        asking, trial = cls(game, stream, seat, role, by), game.deciding.trial
        if trial is None or not asking.acts_itself:
            return asking
        return replace(asking, trial=trial(game, asking.intent(Command()), stream.game, ProbeTape()))

    @property
    def acts_itself(self) -> bool:
        """Whether the seat acts for itself on an open stream, so that the game judges its commands first."""
        held = self.stream.seats.get(self.seat)
        return self.stream.opened and held is not None and not held.player

    def wrong_role(self, kind: type[Command]) -> Refusal | None:
        """Return the refusal of a command that needs another role than the seat's, or None."""
        try:
            self.game.hold_to_role(self.intent(kind), kind)
        except Refusal as refusal:
            return refusal.with_traceback(None)
        return None

    def refusal_of_all(self, kind: type[Command]) -> Refusal | None:
        """Return the refusal that applies to every body of a command, if it is known before any sample is tried."""
        if kind in UNDO_COMMANDS:  # if the command accepts any sample, it accepts the first
            return next((self.refusal_of(sample.command) for sample in self.samples_of(kind)), None)
        return None if kind in KERNEL_COMMANDS else self.wrong_role(kind) or self.lacking(kind)

    def lacking(self, kind: type[Command]) -> Refusal | None:
        """Return the refusal of the first condition of a command that the state does not meet, or None."""
        if kind.needs_role == "clock" or not self.acts_itself:
            return None
        return next(filter(None, map(self._lacks, self.game.needs.get(kind, ()))), None)

    def _lacks(self, need: Callable[[S], object]) -> Refusal | None:
        if need not in self.checked:
            self.checked[need] = refusal_by(need, self.stream.game)
        return self.checked[need]

    def entry_of(self, sample: Sample[Any]) -> Allowed | None:
        """Return the entry of one sample, or None if all its values are refused."""
        command, _ = self.mend(sample)
        return None if command is None else _entry(command, sample, self.standing(command, sample))

    def refusal_of(self, command: Command) -> Refusal | None:
        """Return the refusal of a command, or None. The trial draws nothing."""
        intent, kind = self.intent(command), type(command)
        self.tries.made += kind not in UNDO_COMMANDS and kind is not SendChat  # these depend on a few public facts
        try:
            if self.trial is None or kind in KERNEL_COMMANDS:
                decide(self.game, self.stream, intent, ProbeTape(), past=self._now)
            else:
                self.game.try_in(self.trial, intent)
        except Refusal as refusal:
            return refusal.with_traceback(None)
        except (FirstDraw, FirstEvent):
            return None
        return None

    def _now(self, _: int) -> S:
        """Return the current state in place of an earlier one: only acceptance matters in a trial, not the outcome."""
        return self.stream.game

    def intent(self, command: Any) -> Intent:  # noqa: ANN401 a command, or its class if only the role matters
        """Return the intent with which a command is tried."""
        by = self.by or f"seat:{self.seat}@0"
        return Intent(id="legal", seat=self.seat, role=self.role, at=self.stream.at, by=by, command=command)

    def samples_of(self, kind: type[Command]) -> Iterable[Sample[Any]]:
        """Return the samples of one command type, from its chapter."""
        if kind in UNDO_COMMANDS:  # the samples are requested twice: the first one shows whether any is accepted
            if kind not in self.offered:
                self.offered[kind] = Offered(kernel_samples(self.game, self.stream, self.intent(kind)))
            return self.offered[kind].of(kind)
        if kind in KERNEL_COMMANDS:
            return kernel_samples(self.game, self.stream, self.intent(kind))
        offers = self.game.samples[kind]
        if offers not in self.offered:
            self.offered[offers] = Offered(offers(self.stream.game, self.seat))
        return self.offered[offers].of(kind)

    def mend(self, sample: Sample[Any]) -> tuple[Command | None, Refusal | None]:
        """Change the fields that refusals name until a sample is accepted.

        Return the accepted command, or None with the first refusal.
        """
        command, first = sample.command, self.refusal_of(sample.command)
        if first is None:
            return command, None
        if first.bars is not None and first.field is None:
            return None, first
        refusal: Refusal | None = first
        choices = choices_of(sample).items()
        left = {name: [value for value in values if value != getattr(command, name)] for name, values in choices}
        while refusal is not None and (name := _next_field(refusal, left, command)):
            command = replace(command, **{name: left[name].pop(0)})
            refusal = self.refusal_of(command)
        return (command, None) if refusal is None else (None, first)

    def standing(self, command: Command, sample: Sample[Any]) -> Mapping[str, Field]:
        """Try each value of each field of an accepted sample, and return the accepted values by field."""
        found: dict[str, Field] = {}
        for name, values in choices_of(sample).items():
            now = getattr(command, name)
            stand = [value for value in values if value == now or self._stands(command, name, value)]
            if len(stand) > 1:
                found[name] = Field(options=tuple(map(msgspec.to_builtins, stand)))
        return found

    def _stands(self, command: Command, name: str, value: Any) -> bool:  # noqa: ANN401 a value of a field
        return self.refusal_of(replace(command, **{name: value})) is None


class Search(Generic[S]):
    """The search for the bodies of one command that a seat may send. It pauses once it has found one entry.

    At that point, only the forms of the entry's fields are known. When the search is finished, it tries the values of
    the entry's other fields.
    """

    def __init__(self, asking: Asking[S], kind: type[Command]) -> None:
        """Start before any sample is tried."""
        self.kind, self.name = kind, kind.__name__
        self._asking = asking
        self._barred = asking.refusal_of_all(kind)
        samples = iter(asking.samples_of(kind) if self._barred is None else ())
        is_undo = kind in UNDO_COMMANDS
        self._complete = [_entry(one.command, one, {}) for one in samples] if is_undo else list[Allowed]()
        self._samples = samples
        self._next: Sample[Any] | None = next(self._samples, None)
        self._found: list[tuple[Command, Sample[Any]]] = []
        self._refused: list[tuple[Command, Refusal]] = []
        self._wrong: list[tuple[str, Any]] = []
        """Fields and values that no accepted body of the command can contain."""

    @property
    def unfinished(self) -> bool:
        """Whether some samples or values have not been tried yet."""
        return self._next is not None or bool(self._found)

    def find(self) -> None:
        """Try samples until the command accepts one."""
        while self._next is not None and not (self._found or self._complete):
            self._try(self._next)

    def finish(self, most: int | None = None) -> None:
        """Try the remaining values and samples, until `most` decisions have been tried for the whole list."""
        while self.unfinished and (most is None or self._asking.tries.made + self._cost() <= most):
            if self._found:
                command, sample = self._found.pop()
                self._add(_entry(command, sample, self._asking.standing(command, sample)))
            elif self._next is not None:
                self._try(self._next)

    def entries(self) -> list[Allowed]:
        """Return the entries, in the order of their samples."""
        return [*self._complete, *(_entry(command, sample, {}) for command, sample in self._found)]

    def forbidden(self) -> list[Forbidden]:
        """Return why the game forbids the whole command, or some of its bodies."""
        if self._barred is not None:
            return [Forbidden(self._barred, self.name)]
        return forbidden_of(self.name, self._refused, wholly=not (self._complete or self._found))

    def _cost(self) -> int:
        """Return the maximum number of decisions in the next step of the search."""
        sample = self._found[-1][1] if self._found else self._next
        return 0 if sample is None else 1 + sum(map(len, choices_of(sample).values()))

    def _try(self, sample: Sample[Any]) -> None:
        command, refusal = self._asking.mend(sample)
        if command is None and refusal is not None:
            self._refused.append((sample.command, refusal))
            self._bar(sample, refusal)
        self._next = next((one for one in self._samples if not self._is_barred(one)), None)
        if command is None:
            return
        if choices_of(sample):
            self._found.append((command, sample))
        else:
            self._add(_entry(command, sample, {}))

    def _bar(self, sample: Sample[Any], refusal: Refusal) -> None:
        """Skip other samples to which the same refusal applies."""
        field = refusal.field
        if refusal.bars is None:
            return
        if field is None:
            self._samples = iter(())
        elif field in sample.command.__struct_fields__:
            self._wrong.append((field, getattr(sample.command, field)))

    def _is_barred(self, sample: Sample[Any]) -> bool:
        return any(
            getattr(sample.command, name) == value and name not in choices_of(sample) for name, value in self._wrong
        )

    def _add(self, entry: Allowed) -> None:
        if entry not in self._complete:
            self._complete.append(entry)


def _entry(command: Command, sample: Sample[Any], standing: Mapping[str, Field]) -> Allowed:
    """Return the entry of an accepted command, with the forms of some fields and the accepted values of others."""
    forms = {name: choice for name, choice in sample.fields.items() if isinstance(choice, Field)}
    prompts = () if sample.prompts is None else sample.prompts()
    kind = type(command)
    return Allowed(
        command=kind.__name__, kind=kind.counts_as, body=body_of(command), fields={**forms, **standing},
        prompts=prompts,
    )  # fmt: skip


def _next_field(refusal: Refusal, left: Mapping[str, Sequence[Any]], command: Command) -> str | None:
    """Return the field to change: the one that the refusal names, or else the first with values left to try.

    Return None if the refusal names a field for which the sample has no other value; then no other field would help.
    """
    if refusal.field is not None and refusal.field in command.__struct_fields__:
        return refusal.field if left.get(refusal.field) else None
    return next((name for name, values in left.items() if values), None)
