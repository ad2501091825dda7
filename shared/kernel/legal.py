"""The commands that a seat may send now, and why it may not send the others.

The list tries samples with the same judges that decide real commands, so that list and decision never differ. A body
built from an entry, with one of the listed values for each field, is accepted at this version of the stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.context import Context, FirstEvent, Intent
from shared.kernel.game import Game, GameIncomplete
from shared.kernel.messages import COMMAND_KINDS, Command, CommandKind, Role
from shared.kernel.refusals import Refusal, StreamIsOver
from shared.kernel.samples import TEXT, Field, Prompt, Sample
from shared.kernel.stream import KERNEL_COMMANDS, AddSalt, Close, OpenSeat, RotateSeed, RotateToken, Stream, decide

S = TypeVar("S")

ROLES: Final = ("gm", "player", "spectator", "clock")
SAMPLE_SALT: Final = "5a" * 32
MOST_BODIES: Final = 32
"""Maximum number of forbidden bodies listed for a command."""


class Allowed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that a seat may send now: a valid body, the values that other fields may have, and what is asked next.

    Its `kind` says what sending it means: a `move` and an `answer` continue the game; no other kind does.
    The `prompts` list what a game asks once the command is sent: targets, and what a cost is paid with.
    """

    command: str
    kind: CommandKind
    body: dict[str, Any]
    fields: dict[str, Field]
    prompts: tuple[Prompt, ...] = ()


class Blocked(Struct, frozen=True, kw_only=True):
    """Commands, or single bodies of commands, that a seat may not send now for one common reason.

    `bodies` lists tried bodies of commands that also have allowed bodies or bodies refused for other reasons: why this
    one card cannot be played. There are at most 32 for each command.
    """

    commands: tuple[str, ...]
    rule: str
    says: str
    needs: Any = None
    has: Any = None
    bodies: tuple[dict[str, Any], ...] = ()


class Forbidden(NamedTuple):
    """A refusal, and what it refuses: a whole command by name, or one body of a command."""

    refusal: Refusal
    command: str = ""
    body: dict[str, Any] | None = None


class Legal(Struct, frozen=True, kw_only=True):
    """What a seat may and may not send now, with the reasons, and the seats that the stream waits for.

    `awaits` names each seat whose turn it is, or which has to answer or agree; any one of several game masters may do
    it. If it is empty, any seat may act.
    """

    awaits: tuple[str, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    blocked: tuple[Blocked, ...] = ()


class Wanted(Struct, frozen=True, kw_only=True):
    """Which commands a caller asks about: one by name, those of some kinds, or all."""

    command: str | None = None
    kinds: tuple[CommandKind, ...] = COMMAND_KINDS

    def names(self, kind: type[Command]) -> bool:
        """Whether the caller asks about this command."""
        return self.command in (None, kind.__name__) and kind.counts_as in self.kinds


ALL: Final = Wanted()


def awaited(game: Game[S], stream: Stream[S]) -> tuple[str, ...]:
    """Return the seats that a stream waits for; none where it is over. Rule: AR-KIND-02."""
    if stream.closed or game.timing.over(stream.game):
        return ()
    return tuple(sorted(set(game.timing.awaits(stream.game))))


def legal(game: Game[S], stream: Stream[S], seat: str, role: Role, *, wanted: Wanted = ALL) -> Legal:
    """Return what a seat may send on a stream now, and what it may not and why, as far as the caller asks about it."""
    kinds = [kind for kind in (*game.commands, *KERNEL_COMMANDS) if wanted.names(kind)]
    if stream.closed:
        over = StreamIsOver(needs="open", has="closed")
        return Legal(blocked=_grouped(Forbidden(over, kind.__name__) for kind in kinds))
    asking = Asking.of(game, stream, seat, role)
    allowed: list[Allowed] = []
    blocked: list[Forbidden] = []
    for kind in kinds:
        entries, forbidden = asking.entries_of(kind)
        allowed += entries
        blocked += forbidden
    return Legal(awaits=awaited(game, stream), allowed=tuple(allowed), blocked=_grouped(blocked))


def check_offered(game: Game[S], stream: Stream[S], seat: str, role: Role) -> None:
    """Check that every command of a game has a sample for a seat; a refused sample shows the reason.

    Each field that is not a list of values must have exactly one form. Only the tests of a game call this: a list of
    legal commands leaves out what has no sample.

    Refuses: GameIncomplete, ValueError
    """
    asking = Asking.of(game, stream, seat, role)
    samples = {kind: tuple(asking.samples_of(kind)) for kind in game.commands}
    bare = [kind.__name__ for kind, offered in samples.items() if not offered]
    if bare:
        raise GameIncomplete(f"{game.name} offers {seat} at version {stream.version} no sample of {', '.join(bare)}")
    for sample in (sample for offered in samples.values() for sample in offered):
        for field in sample.fields.values():
            if isinstance(field, Field):
                field.check()


class Asking(Struct, Generic[S], frozen=True):
    """A seat's question which commands it may send on a stream: tries samples, and collects the answers."""

    game: Game[S]
    stream: Stream[S]
    seat: str
    role: Role
    trial: Context[S] | None = None
    """The context in which all commands are tried, where the game has one."""

    @classmethod
    def of(cls, game: Game[S], stream: Stream[S], seat: str, role: Role) -> Asking[S]:
        """Let a seat ask. Its commands are tried in one context if the game has one and the stream knows the seat."""
        asking, trial = cls(game, stream, seat, role), game.deciding.trial
        if trial is None or not stream.opened or seat not in stream.seats:
            return asking
        return replace(asking, trial=trial(game, asking.intent(Command()), stream.game, ProbeTape()))

    def entries_of(self, kind: type[Command]) -> tuple[list[Allowed], list[Forbidden]]:
        """Return the allowed entries of one command type, and its refused bodies."""
        if kind not in KERNEL_COMMANDS:
            try:
                self.game.hold_to_role(self.intent(kind), kind)
            except Refusal as wrong_role:
                return [], [Forbidden(wrong_role, kind.__name__)]
        entries: list[Allowed] = []
        refused: list[tuple[Command, Refusal]] = []
        for sample in self.samples_of(kind):
            command, refusal = self._mended(sample)
            if command is None and refusal is not None:
                refused.append((sample.command, refusal))
            elif command is not None and (entry := self._entry(command, sample)) not in entries:
                entries.append(entry)
        return entries, _forbidden(kind.__name__, refused, wholly=not entries)

    def refusal_of(self, command: Command) -> Refusal | None:
        """Return the refusal of a command, or None. Nothing is drawn."""
        intent = self.intent(command)
        try:
            if self.trial is None or type(command) in KERNEL_COMMANDS:
                decide(self.game, self.stream, intent, ProbeTape())
            else:
                self.game.try_in(self.trial, intent)
        except Refusal as refusal:
            return refusal
        except (FirstDraw, FirstEvent):
            return None
        return None

    def intent(self, command: Any) -> Intent:  # noqa: ANN401 a command, or its class where only the role matters
        """Return the intent with which a command is tried."""
        return Intent(
            id="legal", seat=self.seat, role=self.role, at=self.stream.at, by=f"seat:{self.seat}@0", command=command
        )

    def samples_of(self, kind: type[Command]) -> Iterable[Sample[Any]]:
        """Return the samples of one command type, from its chapter."""
        if kind in KERNEL_COMMANDS:
            return _kernel_samples(self.stream, self.seat, kind)
        samples = self.game.samples[kind](self.stream.game, self.seat)  # perhaps of other kinds as well
        return (sample for sample in samples if type(sample.command) is kind)

    def _mended(self, sample: Sample[Any]) -> tuple[Command | None, Refusal | None]:
        """Change the fields of a sample that refusals name until the command is accepted; None if none is."""
        command, first = sample.command, self.refusal_of(sample.command)
        if first is None:
            return command, None
        refusal: Refusal | None = first
        left = {
            name: [value for value in values if value != getattr(command, name)]
            for name, values in choices_of(sample).items()
        }
        while refusal is not None and (name := _next_field(refusal, left)):
            command = replace(command, **{name: left[name].pop(0)})
            refusal = self.refusal_of(command)
        return (command, None) if refusal is None else (None, first)

    def _entry(self, command: Command, sample: Sample[Any]) -> Allowed:
        found = {name: choice for name, choice in sample.fields.items() if isinstance(choice, Field)}
        for name, values in choices_of(sample).items():
            now = getattr(command, name)
            stand = [value for value in values if value == now or self._stands(command, name, value)]
            if len(stand) > 1:
                found[name] = Field(options=tuple(map(msgspec.to_builtins, stand)))
        prompts = () if sample.prompts is None else sample.prompts()
        kind = type(command)
        return Allowed(
            command=kind.__name__, kind=kind.counts_as, body=body_of(command), fields=found, prompts=prompts
        )  # fmt: skip

    def _stands(self, command: Command, name: str, value: Any) -> bool:  # noqa: ANN401 a value of a field
        return self.refusal_of(replace(command, **{name: value})) is None


def choices_of(sample: Sample[Any]) -> Mapping[str, Sequence[Any]]:
    """Return the fields of a sample that have values to try."""
    return {name: choice for name, choice in sample.fields.items() if not isinstance(choice, Field)}


def _next_field(refusal: Refusal, left: Mapping[str, Sequence[Any]]) -> str | None:
    """Return the field to change next: the one that the refusal names, else the first with values left to try."""
    if refusal.field is not None and refusal.field in left:
        return refusal.field if left[refusal.field] else None
    return next((name for name, values in left.items() if values), None)


def body_of(command: Command) -> dict[str, Any]:
    """Return a command as the JSON body a client would send, without the fields that hold their defaults."""
    usual = _defaults(type(command))
    body: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in body.items() if name not in usual or getattr(command, name) != usual[name]}


@lru_cache(maxsize=512)
def _defaults(kind: type[Command]) -> Mapping[str, Any]:
    found = {field.name: field.default for field in fields(kind) if field.default is not NODEFAULT}
    return found | {field.name: field.default_factory() for field in fields(kind) if callable(field.default_factory)}


def _forbidden(name: str, refused: Sequence[tuple[Command, Refusal]], *, wholly: bool) -> list[Forbidden]:
    """Return what is refused of a command: all of it, or single bodies if reasons differ or others are allowed."""
    whole = [Forbidden(refused[0][1], name)] if refused and wholly else []
    if not whole or len({_reason(refusal) for _, refusal in refused}) > 1:
        whole += [Forbidden(refusal, body=body_of(command)) for command, refusal in refused[:MOST_BODIES]]
    return whole


def _reason(refusal: Refusal) -> bytes:
    return msgspec.json.encode((refusal.rule, refusal.says, refusal.needs, refusal.has))


def _grouped(forbidden: Iterable[Forbidden]) -> tuple[Blocked, ...]:
    """Group forbidden bodies by their reason."""
    groups: dict[bytes, list[Forbidden]] = {}
    for one in forbidden:
        groups.setdefault(_reason(one.refusal), []).append(one)
    return tuple(map(_blocked, groups.values()))


def _blocked(group: Sequence[Forbidden]) -> Blocked:
    refusal = group[0].refusal
    return Blocked(
        commands=tuple(one.command for one in group if one.command),
        rule=refusal.rule, says=refusal.says, needs=refusal.needs, has=refusal.has,
        bodies=tuple(one.body for one in group if one.body is not None),
    )  # fmt: skip


def _kernel_samples(stream: Stream[Any], seat: str, kind: type[Command]) -> Iterator[Sample[Any]]:
    """Return a body of a kernel command, and the other values of its fields."""
    free = next(name for number in range(len(stream.seats) + 1) if (name := f"seat-{number}") not in stream.seats)
    every: Mapping[type[Command], Sample[Any]] = {
        AddSalt: Sample(command=AddSalt(salt=SAMPLE_SALT), fields={"salt": Field(schema="Hex32")}),
        OpenSeat: Sample(command=OpenSeat(seat=free), fields={"seat": Field(schema="Seat"), "role": ROLES}),
        RotateToken: Sample(command=RotateToken(seat=seat), fields={"seat": tuple(stream.seats)}),
        RotateSeed: Sample(command=RotateSeed()),
        Close: Sample(command=Close(), fields={"reason": TEXT}),
    }
    yield every[kind]
