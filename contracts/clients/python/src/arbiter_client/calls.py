"""Requests to build and responses to read, without any I/O. Other modules send the requests."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import quote

import msgspec
from msgspec import Struct

from .errors import NotUnderstood
from .types import STREAMS
from .types.arbiter import (
    DigestAnswer,
    JobPage,
    Progress,
    ReceiptAnswer,
    Report,
    SeatBody,
    SeatToken,
    TrialAnswer,
    TrialBody,
)

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
V = TypeVar("V")
C = TypeVar("C")
D = TypeVar("D")
T = TypeVar("T")
L = TypeVar("L")
E = TypeVar("E")
Form: TypeAlias = dict[str, Any]
"""The type of plain JSON. A stream that is opened by the name of its service uses this type for all its responses."""
JSON: Final = {"Content-Type": "application/json"}
NDJSON: Final = {"Accept": "application/x-ndjson"}
SSE: Final = {"Accept": "text/event-stream"}
Kind: TypeAlias = Literal["move", "answer", "aside", "referee", "stream", "ending"]
"""The kind of a command, such as a move in the game or an answer to a question."""
MOVES: Final[tuple[Kind, ...]] = ("move", "answer")
"""The kinds of commands that advance a game."""
NEWS: Final = ((("events",), ()), (("items",), ("data",)), (("legal", "allowed"), ("body", "command")))
"""Lists to which a newer server may add new types of elements.

Each entry has the path of a list, and the path to the `type` of an element.
"""


@dataclass(frozen=True)
class Call(Generic[A_co]):
    """A request, and the function that reads its response.

    With `again`, the client may send the request again after a lost response.
    """

    method: str
    path: str
    read: Callable[[bytes], A_co]
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = None
    again: bool = True


class Page(Struct, Generic[E], kw_only=True):
    """A page of a stream's events. `next` is the version after which the next page begins, if there are more events."""

    items: list[E]
    next: int | None


# ---------------------------------------------------------------- reading answers


def reader(kind: Any) -> Callable[[bytes], Any]:
    """Return a function that decodes a response as the given type, or as the first type of a tuple that fits."""
    return lambda content: _decode(content, kind if isinstance(kind, tuple) else (kind,))


def _decode(content: bytes, kinds: Sequence[Any]) -> Any:
    for kind in kinds:
        with suppress(msgspec.DecodeError):
            return msgspec.json.decode(content, type=kind)
    try:
        return msgspec.convert(_without_news(msgspec.json.decode(content), kinds[0]), kinds[0])
    except (msgspec.MsgspecError, TypeError, AttributeError, LookupError) as error:
        raise NotUnderstood(
            f"the response has a form that this release of the client does not know: {error}"
        ) from error


def _without_news(form: Any, kind: Any) -> Any:
    """Remove events and commands whose types this release does not know, since a newer server may send such types."""
    for path, place in NEWS:
        found = _at(form, path)
        if isinstance(found, list):
            known = kinds_of(kind, path, place)
            found[:] = [one for one in found if _at(one, (*place, "type")) in known]
    return form


def _at(form: Any, path: Sequence[str]) -> Any:
    for name in path:
        form = form.get(name) if isinstance(form, dict) else None
    return form


@cache
def kinds_of(kind: Any, path: Sequence[str], place: Sequence[str]) -> frozenset[str]:
    """Return the type tags that the elements of a list may have. The list is at `path` in the response type `kind`."""
    for name in path:
        kind = _element(get_args(kind)[0] if get_origin(kind) is Page else get_type_hints(kind)[name])
    for name in place:
        kind = get_type_hints(kind)[name]
    return frozenset(one.__struct_config__.tag for one in get_args(kind) or (kind,))


def _element(kind: Any) -> Any:
    """Return the element type of a list type, which may be optional. Return any other type unchanged."""
    lists = [one for one in (kind, *get_args(kind)) if get_origin(one) is list]
    return get_args(lists[0])[0] if lists else kind


# ---------------------------------------------------------------- names in paths and headers


def segment(name: str) -> str:
    """Return a name as one segment of a path.

    Refuses: ValueError (the name is empty, or consists of dots that would mean another path)
    """
    if name in {"", ".", ".."}:
        raise ValueError(f"{name!r} is no id")
    return quote(name, safe="")


def bearer(secret: str) -> dict[str, str]:
    """Return the header for a key or a token.

    Whitespace around it, such as the newline at the end of a file, is removed.

    Refuses: ValueError, whose message does not contain the secret (it has characters that no key or token can have)
    """
    plain = secret.strip()
    if not (plain.isascii() and plain.isprintable()) or " " in plain:
        raise ValueError("that is no key and no token: it has characters that none has")
    return {"Authorization": f"Bearer {plain}"}


# ---------------------------------------------------------------- calls of any kind


def get(path: str, kind: Any, params: Mapping[str, Any] | None = None) -> Call[Any]:
    """Build a GET call, which reads something."""
    given = {name: str(value) for name, value in (params or {}).items() if value is not None}
    return Call("GET", path, reader(kind), params=given)


def post(path: str, body: Any, kind: Any, *, key: str | None = None, again: bool = True) -> Call[Any]:
    """Build a POST call. With `again`, the client may send the call again after a lost response.

    This is safe because the call has an Idempotency-Key or changes nothing. Without `again`, the client sends the call
    only once, and a lost response is an error.
    """
    headers = JSON | ({} if key is None else {"Idempotency-Key": key})
    return Call("POST", path, reader(kind), headers=headers, body=msgspec.json.encode(body), again=again)


def once(key: str | None) -> str:
    """Return the Idempotency-Key of a request: the caller's, or a new random one."""
    return key or secrets.token_hex(16)


# ---------------------------------------------------------------- the end of a stream


def is_last(event: Any) -> bool:
    """Whether an event (with its CloudEvents envelope) is the last one of its stream."""
    data = event["data"] if isinstance(event, dict) else event.data
    kind: str = data["type"] if isinstance(data, dict) else data.__struct_config__.tag
    return kind == "StreamClosed"


class _Standing(Struct):
    version: int
    status: str


def closed_after(place: int) -> Callable[[bytes], bool]:
    """Return a function that reads from a view whether the stream is closed, with no event after this version."""

    def read(content: bytes) -> bool:
        found = msgspec.json.decode(content, type=_Standing)
        return found.status == "closed" and found.version <= place

    return read


def are_alike(here: DigestAnswer, there: DigestAnswer) -> bool:
    """Whether two servers computed the same digest for the same version of a log.

    Refuses: ValueError (the logs differ, or one caller may read more than the other)
    """
    if (here.version, here.head) != (there.version, there.head):
        raise ValueError(f"the logs differ: one has the head {here.head} at version {here.version}, one {there.head}")
    if (here.of, here.seat) != (there.of, there.seat):
        raise ValueError(f"one digest is of a {here.of}, the other of a {there.of}: ask both as the same caller")
    return here.digest == there.digest


# ---------------------------------------------------------------- calls about one stream


class ForkOpened(Struct, kw_only=True):
    """A newly opened fork, and a token for each of its seats."""

    id: str
    stream: str
    version: int
    head: str
    seats: tuple[SeatToken, ...]


@dataclass(frozen=True)
class Shapes(Generic[V, C, D, T, L, E]):
    """The types that a service uses for its streams: view, command, result, dry run, legal commands, event."""

    service: str
    streams: str
    view: type[V]
    done: type[D]
    tried: type[T]
    legal: type[L]
    event: type[E]


def any_shapes(service: str) -> Shapes[Form, Form, Form, Form, Form, Form]:
    """Return the message types of a service's streams, with plain JSON in place of every class.

    Refuses: ValueError (this release of the client does not know the service)
    """
    if service not in STREAMS:
        raise ValueError(f"there is no service {service!r}: there are {', '.join(STREAMS)}")
    return Shapes(service, STREAMS[service], view=Form, done=Form, tried=Form, legal=Form, event=Form)


@dataclass(frozen=True)
class StreamCalls(Generic[V, C, D, T, L, E]):
    """A builder of calls about one stream, made with a token or as a seat."""

    shapes: Shapes[V, C, D, T, L, E]
    id: str
    token: str | None = field(default=None, repr=False)
    seat: str | None = None

    @property
    def path(self) -> str:
        """Return the path of the stream."""
        return f"/{self.shapes.service}/v1/{self.shapes.streams}/{segment(self.id)}"

    def get(self, rest: str, kind: Any, params: Mapping[str, Any] | None = None) -> Call[Any]:
        """Build a call that reads something from the stream."""
        return self._mine(get(self.path + rest, kind, params))

    def post(self, rest: str, body: Any, kind: Any, *, key: str | None = None) -> Call[Any]:
        """Build a POST call to the stream."""
        return self._mine(post(self.path + rest, body, kind, key=key))

    def delete(self, rest: str, kind: Any, *, key: str | None = None) -> Call[Any]:
        """Build a DELETE call to the stream."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._mine(Call("DELETE", self.path + rest, reader(kind), headers=headers))

    def _mine(self, call: Call[A], **headers: str) -> Call[A]:
        own = bearer(self.token) if self.token else {}
        own |= {"Arbiter-Seat": self.seat} if self.seat else {}
        return replace(call, headers={**call.headers, **own, **headers})

    def view(self, at: int | None) -> Call[V]:
        """Build a call that reads the current view, or the view at a version."""
        return self.get("", self.shapes.view, {"at": at})

    def legal(self, command: str | None, kinds: Sequence[Kind] | None = None) -> Call[L]:
        """Build a call that reads the legal commands."""
        kind = None if kinds is None else ",".join(kinds)
        return self.get("/legal", self.shapes.legal, {"command": command, "kind": kind})

    def send(self, command: C, faces: Sequence[int] | None, if_match: int | None, key: str | None) -> Call[D]:
        """Build a call that sends a command. The command takes effect only once."""
        made = self._ask(command, faces, self.shapes.done, {"Idempotency-Key": once(key)})
        return made if if_match is None else self._mine(made, **{"If-Match": f'"{if_match}"'})

    def attempt(self, command: C, faces: Sequence[int] | None, if_match: int | None) -> Call[T]:
        """Build a call that previews a command without sending it."""
        made = replace(self._ask(command, faces, self.shapes.tried, {}), params={"dry_run": "true"})
        return made if if_match is None else self._mine(made, **{"If-Match": f'"{if_match}"'})

    def _ask(self, command: C, faces: Sequence[int] | None, kind: Any, headers: Mapping[str, str]) -> Call[Any]:
        body = {"command": command} | ({} if faces is None else {"faces": faces})
        return self._mine(post(f"{self.path}/commands", body, kind), **headers)

    def events(self, after: int, limit: int | None) -> Call[Page[E]]:
        """Build a call that reads a page of events."""
        return self.get("/events", Page[self.shapes.event], {"after": after, "limit": limit})  # type: ignore[name-defined]

    def is_over(self, place: int) -> Call[bool]:
        """Build a call that asks whether the stream can have no further event."""
        return replace(self.get("", None), read=closed_after(place))

    def follow(self) -> Call[E | None]:
        """Build a call that follows the events of the stream. Its response is read one message at a time."""
        return replace(self.get("/events", None), headers={**self._mine(get("", None)).headers, **SSE}, read=self.event)

    def event(self, content: bytes) -> E | None:
        """Return the event in a message, or None if this release does not know its type."""
        try:
            return msgspec.json.decode(content, type=self.shapes.event)
        except msgspec.ValidationError as error:
            if msgspec.json.decode(content)["data"]["type"] in kinds_of(Page[self.shapes.event], ("items",), ("data",)):  # type: ignore[name-defined]
                raise NotUnderstood(
                    f"an event has a form that this release of the client does not know: {error}"
                ) from error
            return None

    def export(self) -> Call[bytes]:
        """Build a call that reads the log in the form that can be verified."""
        return self._mine(Call("GET", f"{self.path}/events", bytes), **NDJSON)

    def audit(self) -> Call[Report]:
        """Build a call that asks the server to audit the stream."""
        return self.get("/audit", Report)

    def digest(self, at: int | None) -> Call[DigestAnswer]:
        """Build a call that reads a digest of the game, now or at a version."""
        return self.get("/digest", DigestAnswer, {"at": at})

    def receipt(self) -> Call[ReceiptAnswer]:
        """Build a call that reads a receipt: the stream's version and head, signed by the server."""
        return self.get("/receipt", ReceiptAnswer)

    def receipt_bytes(self) -> Call[bytes]:
        """Build a call that reads a receipt as bytes, which the caller can store unchanged."""
        return replace(self.get("/receipt", None), read=bytes)

    def add_seat(self, body: SeatBody, key: str | None) -> Call[SeatToken]:
        """Build a call that adds a seat."""
        return self.post("/seats", body, SeatToken, key=once(key))

    def rotate_token(self, seat: str, key: str | None) -> Call[SeatToken]:
        """Build a call that creates a new token for a seat."""
        call = self.post(f"/seats/{segment(seat)}/token", None, SeatToken, key=once(key))
        return replace(call, body=None)

    def fork(self, at: int, seat: str | None, key: str | None, *, goal: Form | None = None) -> Call[ForkOpened]:
        """Build a call that opens a fork. If a goal is given, the fork is a puzzle."""
        body = {"at": at} | ({} if seat is None else {"seat": seat}) | ({} if goal is None else {"goal": goal})
        return self.post("/forks", body, ForkOpened, key=once(key))


# ---------------------------------------------------------------- calls about one job

J = TypeVar("J")
ENDED: Final = frozenset({"cancelled", "completed", "failed"})


class _Looked(Struct):
    progress: Progress


@dataclass(frozen=True)
class JobCalls(Generic[J]):
    """A builder of calls about one simulation job."""

    service: str
    id: str
    answer: type[J]

    @property
    def path(self) -> str:
        """Return the path of the job."""
        return f"/{self.service}/v1/jobs/{segment(self.id)}"

    def look(self) -> Call[J]:
        """Build a call that reads the job."""
        return get(self.path, self.answer)

    def cancel(self) -> Call[J]:
        """Build a call that cancels the job. The job's results so far are kept."""
        return replace(post(f"{self.path}/cancellation", None, self.answer), body=None)

    def follow(self) -> Call[Progress]:
        """Build a call that follows the job's progress."""
        return Call("GET", f"{self.path}/events", reader(Progress), headers=SSE)

    def is_over(self) -> Call[bool]:
        """Build a call that asks whether the job has ended."""
        return Call(
            "GET", self.path, lambda content: msgspec.json.decode(content, type=_Looked).progress.status in ENDED
        )

    def trial(self, body: TrialBody) -> Call[TrialAnswer]:
        """Build a call that plays one of the job's trials again, as a stream."""
        return post(f"{self.path}/trials", body, TrialAnswer)

    @staticmethod
    def jobs(service: str, status: str | None, cursor: str | None, limit: int | None) -> Call[JobPage]:
        """Build a call that reads a page of the app's jobs."""
        return get(f"/{service}/v1/jobs", JobPage, {"status": status, "cursor": cursor, "limit": limit})
