"""The base classes of all messages: commands, events, notices and secrets.

The module also defines the canonical bytes in which messages are stored and hashed. It refers to no game and decides
nothing.

Messages hold only values, so they cannot be part of a reference cycle. The garbage collector therefore does not track
them (`gc=False`, which subclasses inherit).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import is_
from types import MappingProxyType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

T = TypeVar("T")
M = TypeVar("M", bound=Struct)

END: Final = r"$(?!\n)"
"""The end of a regular expression. `$` alone would also accept a line feed at the end of the string."""
ID_PATTERN: Final = r"^[a-z0-9][a-z0-9_-]{0,63}" + END
MAX_NUMBER: Final = 2**53 - 1

Id: TypeAlias = Annotated[
    str, Meta(pattern=ID_PATTERN, description="an id: lower-case letters, digits, _ and -; at most 64")
]
Seat: TypeAlias = Annotated[
    str,
    Meta(
        pattern=ID_PATTERN,
        description="the id of a seat: lower-case letters, digits, _ and -; at most 64",
    ),
]
Role: TypeAlias = Literal["gm", "player", "spectator", "clock"]
CommandKind: TypeAlias = Literal["move", "answer", "aside", "referee", "stream", "ending"]
"""The purpose of a command. A `move` continues the game; an `answer` is a response that others wait for.

An `aside` may be sent at any time; a `referee` command is a game master's correction; `stream` commands concern tokens,
salts, seats and seeds; an `ending` command gives up, offers to end the game, or closes the stream.
"""
UndoSetting: TypeAlias = Literal["never", "by consent", "own until known"]
"""Whether and how decisions on a stream can be taken back.

`never`: not at all; `by consent`: if all other players agree; `own until known`: a seat needs no consent to take back
its own decisions as long as nothing hidden has become known since, and needs it in all other cases.
"""
ChatSetting: TypeAlias = Literal["off", "phrases", "on"]
"""Whether the seats of a stream may chat: not at all (`off`), by a fixed list of `phrases`, or with any text (`on`)."""
Hex32: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}" + END, description="32 bytes in lower-case hexadecimal")
]
Line: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=r"^[^\x00-\x1f\x7f\ud800-\udfff]+" + END,
        description="one line of text",
    ),
]
UNREADABLE: Final = (
    r"\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
)
"""Control characters, characters that change the direction of text, and invisible ones, for use in a pattern."""
HIDDEN: Final = (
    UNREADABLE
    + "\u034f\u115f\u1160\u17b4\u17b5\u180f\u3164\uffa0\ufff0-\ufff8\ufdd0-\ufdef\ufffe\uffff"
    + "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
    + "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 17))
)
"""The characters that no text may contain.

They are the characters of `UNREADABLE`, the noncharacters, and all characters with the Unicode property
Default_Ignorable_Code_Point except joiners and selectors. They are listed explicitly, so that every release of
Python, and therefore every audit, decides alike.
"""
JOINERS: Final = "\u200c\u200d"
"""The characters that join two letters or emoji, or keep two letters apart."""
SELECTORS: Final = "\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef"
"""The characters that select a variant of the character before them."""
BLANKS: Final = "\\s\u2800"
"""The characters that show only a gap: white space, and the blank Braille pattern."""
SeatName: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=rf"^[^\s{UNREADABLE}](?:[^{UNREADABLE}]*[^\s{UNREADABLE}])?" + END,
        description="the name that people read for a seat: one line, with no blank at its ends",
    ),
]
Audience: TypeAlias = tuple[str, ...]
"""The seats that may read a secret part. If the audience is empty, nobody may read the part, not even the app."""

NOBODY: Final[Audience] = ()


COMMAND_KINDS: Final[tuple[CommandKind, ...]] = get_args(CommandKind)


class Command(Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True, gc=False):
    """The base class of commands: requests to do something.

    The server refuses an unknown field, so that a misspelled field is not silently ignored. `counts_as` is the kind of
    the command; each command class declares its kind, or inherits it from a base class. `needs_role` is the lowest role
    that may send the command; `hides` names the command's secret fields.
    """

    counts_as: ClassVar[CommandKind]
    needs_role: ClassVar[Role] = "player"
    hides: ClassVar[tuple[str, ...]] = ()


class Event(Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """The base class of events: facts that happened, named in the past tense.

    Unknown fields are ignored, so that old logs load. `reveals` states whether an event makes hidden information public
    ("gm": it may do so if a game master causes it). A decision with such an event is never taken back without consent.
    `removes_player` states whether the player in the field `seat` has lost and plays no more. `only_dice` names the
    fields, also in nested structs, that only show dice: outcomes that differ only in these fields count as one.
    """

    reveals: ClassVar[bool | Literal["gm"]] = False
    removes_player: ClassVar[bool] = False
    only_dice: ClassVar[tuple[str, ...]] = ()


class StreamEvent(Event, frozen=True, kw_only=True, tag=True):
    """The base class of the kernel's own events, which can occur on any stream.

    Games do not emit these events, but may fold them.
    """


class Notice(Event, frozen=True, kw_only=True, tag=True):
    """The base class of events that only inform: they change no state and need no fold function."""


class Secret(Struct, Generic[T], frozen=True, kw_only=True, gc=False):
    """A part of a message that only its audience may read.

    In memory, and for its audience, it contains a `value`. Everyone else sees only the `digest`, SHA-256 of salt and
    value, which the hash chain covers. In the log, `sealed` is the index of the secret part that is stored beside the
    public bytes.
    """

    audience: Audience
    value: T | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    sealed: int | UnsetType = UNSET

    def open(self) -> T:
        """Return the value. Call it only if this copy has the value; the server's own state always does."""
        if self.value is UNSET:
            message = "this secret is not open here"
            raise SecretClosed(message)
        return self.value


class SecretClosed(LookupError):
    """Raised when code needs a secret value that this copy of the log lacks."""


_canonical: Final = msgspec.json.Encoder(order="sorted")
_in_any_order: Final = msgspec.json.Encoder()


def canonical(message: Any) -> bytes:  # noqa: ANN401 any message has a canonical form
    """Return the canonical bytes in which a message is stored and hashed: RFC 8785 JSON (sorted keys, no blanks).

    Shape:   structs, mappings, sequences, strings, integers up to 2**53-1, booleans and null; never a float
    Source:  RFC 8785; keys are ASCII throughout, so that sorting by bytes and by UTF-16 agree
    """
    return _canonical.encode(message)


encode_canonical_into: Final = _canonical.encode_into
"""The function that writes the bytes of `canonical` into a `bytearray`, for code that runs for every stored command."""


def canonical_size(message: Any) -> int:  # noqa: ANN401 any message has a canonical form
    """Return the length of a message's canonical form; the order of keys does not change it. Units: bytes."""
    return len(_in_any_order.encode(message))


def in_stored_order(message: M) -> M:
    """Return a message whose mappings have their keys in the order of its canonical form.

    The log stores the keys in that order, so a new command is decided and shown exactly as it is in a replay.
    """
    sort = _sorters[type(message)]
    return message if sort is None else cast("M", sort(message))


def _sorted_struct(value: Struct) -> Struct:
    changed: dict[str, Any] = {}
    for name in fields_with_keys(type(value)):
        before = getattr(value, name)
        sort = _sorters[type(before)]
        if sort is not None and (after := sort(before)) is not before:
            changed[name] = after
    return replace(value, **changed) if changed else value


def _sorted_mapping(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: in_stored_order(value[key]) for key in sorted(value)}


def _sorted_sequence(value: Any) -> Any:  # noqa: ANN401 a tuple or a list
    parts = [part if (sort := _sorters[type(part)]) is None else sort(part) for part in value]
    return value if all(map(is_, parts, value)) else type(value)(parts)


class _Sorters(dict[type, Callable[[Any], Any] | None]):
    """The functions that sort the keys in values, by the type of the value; None for a type without keys."""

    def __missing__(self, kind: type) -> Callable[[Any], Any] | None:
        """Choose the function for a type that occurs for the first time."""
        found = self[kind] = _sorter_of(kind)
        return found


def _sorter_of(kind: type) -> Callable[[Any], Any] | None:
    if issubclass(kind, Struct):
        return _sorted_struct if fields_with_keys(kind) else None
    if issubclass(kind, dict):
        return _sorted_mapping
    return _sorted_sequence if issubclass(kind, tuple | list) else None


_sorters: Final = _Sorters()


@lru_cache(maxsize=2048)
def fields_with_keys(kind: type[Struct]) -> tuple[str, ...]:
    """Return the names of the fields, in a message or a part of a message, that may contain a mapping."""
    return tuple(name for name, hint in _declared_fields(kind).items() if _may_have_keys(hint))


def _declared_fields(kind: type[Struct]) -> dict[str, Any]:
    """Return the declared type of each field, without class variables."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def _may_have_keys(declared: Any) -> bool:  # noqa: ANN401 a declared type
    """Whether a value of this type may have a mapping in it, at any depth."""
    met: set[type] = set()
    ahead: list[Any] = [declared]
    while ahead:
        hint = ahead.pop()
        kept = get_origin(hint) or hint
        if hint is Any or isinstance(hint, TypeVar) or (isinstance(kept, type) and issubclass(kept, Mapping)):
            return True
        if isinstance(kept, type) and issubclass(kept, Struct) and kept not in met:
            met.add(kept)
            ahead += _declared_fields(kept).values()
        if kept is not Literal:
            ahead += get_args(hint)
    return False


@lru_cache(maxsize=512)
def secret_fields(kind: type[Struct]) -> Mapping[str, Any]:
    """Return the names of a message's fields that may be a `Secret`, each with its declared type.

    Refuses: TypeError (a secret deeper inside a field, because everyone could read it)
    """
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        for option in _options(hint):
            if get_origin(option) is Secret:
                found[name] = option
            if any(map(_holds_secret, _inside(option))):
                raise TypeError(f"{kind.__name__}.{name} holds a secret inside; only a whole field can be one")
    return MappingProxyType(found)


def _options(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 a declared type
    """Return the types that a field may have: the members of a union, without annotations."""
    if get_origin(hint) is Annotated:
        return _options(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return tuple(option for member in get_args(hint) for option in _options(member))
    return (hint,)


def _inside(option: Any) -> tuple[Any, ...]:  # noqa: ANN401 a declared type
    """Return the types inside a type: items of a container, or fields of a struct that is not a secret."""
    if isinstance(option, type) and issubclass(option, Struct):
        return tuple(get_type_hints(option, include_extras=True).values())
    return get_args(option)


def _holds_secret(hint: Any) -> bool:  # noqa: ANN401 a declared type
    pending, seen = [hint], set()
    while pending:
        option = pending.pop()
        if get_origin(option) is Secret or option is Secret:
            return True
        if repr(option) not in seen:
            seen.add(repr(option))
            pending += [*_options(option), *_inside(option)]
    return False


def may_read(audience: Audience, seat: str | None) -> bool:
    """Whether a seat may read a secret part. The app (`None`) reads every part with a non-empty audience."""
    return bool(audience) if seat is None else seat in audience


def shown_to(event: Event, seat: str | None, *, opened: bool = False) -> Event:
    """Return an event as a seat may read it. A secret part that the seat may not read keeps only its audience."""
    closed: dict[str, Secret[Any]] = {}
    for name in secret_fields(type(event)):
        value = getattr(event, name)
        if type(value) is Secret and not (opened or may_read(value.audience, seat)):
            closed[name] = Secret(audience=value.audience)
    return replace(event, **closed) if closed else event
