"""What the routes answer: the forms of every successful response, and how they are encoded."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

import msgspec
from litestar import Response
from litestar.types import HTTPResponseStartEvent, Receive, Scope, Send
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.lasting import Lasting, each_made_once, lasting_parts, made_once
from shared.kernel.legal import Legal
from shared.kernel.messages import Event, Role, Secret, may_read, secret_fields
from shared.kernel.stream import Stream

JSON: Final = "application/json"
NO_HEADERS: Final[Mapping[str, str]] = {}

_encode: Final = msgspec.json.Encoder().encode


class Reply(Response[bytes]):
    """An answer that goes out as it is: Litestar would take all its parts anew, for another 11 µs."""

    def __init__(  # the parent's own is what is skipped
        self, body: bytes, *, status: int = 200, media: str = JSON, headers: Mapping[str, str] | None = None
    ) -> None:  # fmt: skip
        """Write the head out."""
        self.body = body
        written = [(b"content-type", media.encode()), (b"content-length", b"%d" % len(body))]
        for name, value in (headers or NO_HEADERS).items():
            written.append((name.lower().encode("latin-1"), value.encode("latin-1")))
        self.head: HTTPResponseStartEvent = {"type": "http.response.start", "status": status, "headers": written}

    def to_asgi_response(self, *_: object, **__: object) -> Any:  # noqa: ANN401 it is one itself
        """Return what Litestar sends."""
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 the form of ASGI
        """Send it."""
        await send(self.head)
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def with_parts_encoded(view: Any) -> Any:  # noqa: ANN401 a game's view
    """Return a view in which the parts that came before stand as the JSON they were then."""
    kind: Any = type(view)
    names = lasting_parts(kind)
    return replace(view, **{name: each_made_once(_part, getattr(view, name)) for name in names}) if names else view


def _part(part: Lasting) -> Raw:
    return made_once(_raw, part)


def _raw(part: Lasting) -> Raw:
    return Raw(_encode(part))


def encode(answer: Any) -> bytes:  # noqa: ANN401 any answer
    """Encode an answer."""
    return _encode(answer)


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat of the stream."""

    seat: str
    role: Role


class EpochView(Struct, frozen=True, kw_only=True):
    """The seed epoch that is running: what the server committed to, and the salts the seats gave."""

    epoch: int
    commitment: str
    salts: dict[str, str]
    drawn: bool


class StreamView(Struct, frozen=True, kw_only=True):
    """A stream as a seat may see it: what all streams have, and the game's own view."""

    stream: str
    version: int
    head: str
    at: int
    status: Literal["open", "closed"]
    simulated: bool
    seats: tuple[SeatView, ...]
    seed: EpochView
    game: Any


class SeatToken(Struct, frozen=True, kw_only=True):
    """A token that acts and sees as one seat of one stream."""

    seat: str
    role: Role
    token: str
    expires: int


class Opened(Struct, frozen=True, kw_only=True):
    """A stream was opened."""

    id: str
    stream: str
    version: int
    head: str
    seats: tuple[SeatToken, ...]
    view: StreamView


class Done(Struct, frozen=True, kw_only=True):
    """A command was carried out: its events as this seat may see them, and the view after them."""

    stream: str
    first: int
    version: int
    head: str
    events: tuple[Any, ...]
    view: StreamView | UnsetType = UNSET


class Forbidden(Struct, frozen=True, kw_only=True):
    """Why a command would be refused."""

    refusal: str
    says: str
    rule: str
    needs: Any = None
    has: Any = None
    field: str | None = None


class DryRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a command would lead to, as far as it may be told: nothing was rolled and nothing written."""

    allowed: bool
    version: int
    refusal: Forbidden | None = None
    draws: str = ""
    odds: Any = None
    events: tuple[Any, ...] | None = None


class LegalAnswer(Struct, frozen=True, kw_only=True):
    """What a seat may send at this version, and what it may not."""

    stream: str
    version: int
    seat: str
    legal: Legal


class CloudEvent(Struct, frozen=True, kw_only=True):
    """An event in the CloudEvents 1.0 envelope; `id` is the stream's version after it."""

    id: str
    source: str
    type: str
    subject: str
    time: str
    data: Any
    sequence: str
    specversion: str = "1.0"
    datacontenttype: str = JSON


class EventPage(Struct, frozen=True, kw_only=True):
    """A page of a stream's events; `next` is the version to read on after, if there is more."""

    items: tuple[CloudEvent, ...]
    next: int | None


class ReceiptAnswer(Struct, frozen=True, kw_only=True):
    """A version and head, signed: canonical JSON of {at, head, stream, version} under Ed25519."""

    stream: str
    version: int
    head: str
    at: int
    key: str
    signature: str
    public_key: str


def shown_to(event: Event, seat: str | None, *, opened: bool = False) -> Any:  # noqa: ANN401 a JSON object
    """Return an event as a seat may see it: a secret part that is not for it keeps only its audience."""
    closed: dict[str, Secret[Any]] = {}
    for name in secret_fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, Secret) and not (opened or may_read(value.audience, seat)):
            closed[name] = Secret(audience=value.audience)
    return replace(event, **closed) if closed else event


def view_of(stream: Stream[Any], head: bytes, game: Any) -> StreamView:  # noqa: ANN401 the game's own view
    """Return the view of a stream around the game's own."""
    epoch = stream.epoch
    return StreamView(
        stream=stream.id,
        version=stream.version,
        head=head.hex(),
        at=stream.at,
        status="closed" if stream.closed else "open",
        simulated=stream.simulated,
        seats=tuple(SeatView(seat=seat, role=state.role) for seat, state in stream.seats.items()),
        seed=EpochView(epoch=epoch.number, commitment=epoch.commitment, salts=dict(epoch.salts), drawn=epoch.drawn),
        game=with_parts_encoded(game),
    )


def cloud_event(*, stream: str, version: int, at: int, event: Event, shown: Any) -> CloudEvent:  # noqa: ANN401
    """Wrap an event; `version` is the stream's version after it."""
    service, _, rest = stream.partition(".")
    return CloudEvent(
        id=f"{stream}/{version}",
        source=f"/{service}",
        type=f"arbiter.{service}.{type(event).__name__}",
        subject=rest,
        time=datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        sequence=str(version),
        data=shown,
    )
