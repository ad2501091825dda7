"""Response bodies: the types of all successful responses, and how they are encoded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from litestar import Response
from litestar.types import HTTPResponseStartEvent, Receive, Scope, Send
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.causes import Chain
from shared.kernel.chances import Chances
from shared.kernel.digests import StateDigest
from shared.kernel.game import Game
from shared.kernel.lasting import Lasting, derive_each_once, derive_once, lasting_parts
from shared.kernel.legal import Legal
from shared.kernel.messages import ChatSetting, Event, Role, UndoSetting
from shared.kernel.stream import ForkOf, PlayerName, Proposal, Puzzle, SeatState, Stream, Strength, Way, nearest_ways
from shared.platform.tracing import TRACE, span_of

JSON: Final = "application/json"
NEAREST: Final = 16
"""Number of latest decisions for which a view lists the possible undos."""


_encode: Final = msgspec.json.Encoder().encode


@lru_cache(maxsize=64)
def _content_type(media: str) -> tuple[bytes, bytes]:
    return b"content-type", media.encode()


@lru_cache(maxsize=64)
def _header_name(name: str) -> bytes:
    return name.lower().encode("latin-1")


class Reply(Response[bytes]):
    """A response that is sent exactly as it was built. Litestar would rebuild its parts, which takes 11 µs more."""

    def __init__(  # skips the parent's constructor on purpose
        self, body: bytes, *, status: int = 200, media: str = JSON, headers: Mapping[str, str] | None = None
    ) -> None:  # fmt: skip
        """Encode the head of the response from its status, media type and headers; `body` is sent unchanged."""
        self.body = body
        written = [_content_type(media), (b"content-length", b"%d" % len(body))]
        if headers is not None:
            for name, value in headers.items():
                written.append((_header_name(name), value.encode("latin-1")))
        self.head: HTTPResponseStartEvent = {"type": "http.response.start", "status": status, "headers": written}

    def to_asgi_response(self, *_: object, **__: object) -> Any:  # noqa: ANN401 this is already an ASGI response
        """Return this response itself, because it already is an ASGI app."""
        return self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 the form of ASGI
        """Send the head and the body of the response. This is the ASGI interface."""
        await send(self.head)
        await send({"type": "http.response.body", "body": self.body, "more_body": False})


def with_parts_encoded(view: Any) -> Any:  # noqa: ANN401 a game's view
    """Return a view in which parts that were encoded earlier are replaced with their cached JSON."""
    kind: Any = type(view)
    names = lasting_parts(kind)
    return replace(view, **{name: derive_each_once(_part, getattr(view, name)) for name in names}) if names else view


def _part(part: Lasting) -> Raw:
    return derive_once(_raw, part)


def _raw(part: Lasting) -> Raw:
    return Raw(_encode(part))


def encode(answer: Any) -> bytes:  # noqa: ANN401 any answer
    """Encode a response as JSON."""
    return _encode(answer)


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat of the stream. `player` is the computer player that plays the seat, if any, with its strength.

    `name` is the seat's display name; a seat without a name shows its id.
    """

    seat: str
    role: Role
    name: str | UnsetType = UNSET
    player: PlayerName | UnsetType = UNSET
    strength: Strength | UnsetType = UNSET


class EpochView(Struct, frozen=True, kw_only=True):
    """The current seed epoch: the server's commitment, and the salts that the seats contributed."""

    epoch: int
    commitment: str
    salts: dict[str, str]
    drawn: bool


class ProposalView(Struct, frozen=True, kw_only=True):
    """A proposed undo: its number, the version it returns to, its sender, the seats asked, and those that agreed."""

    proposal: int
    to: int
    by: str
    asked: tuple[str, ...]
    agreed: tuple[str, ...]


class WayView(Struct, frozen=True, kw_only=True):
    """A version that an undo may return to, and the seats that must agree; an empty list if no seat has to."""

    to: int
    asks: tuple[str, ...]


class UndoView(Struct, frozen=True, kw_only=True):
    """The stream's undo setting, a proposed undo if there is one, and the undos that the seat of this view may propose.

    `back` lists the nearest undos, newest first; `redo` lists undos that restore decisions which were undone earlier.
    The list of legal commands names all undos that the seat may propose. `back` and `redo` are left out if they are
    empty.
    """

    setting: UndoSetting
    back: tuple[WayView, ...] | UnsetType = UNSET
    redo: tuple[WayView, ...] | UnsetType = UNSET
    proposal: ProposalView | UnsetType = UNSET


class StreamView(Struct, frozen=True, kw_only=True):
    """A stream as one seat sees it: the fields every stream has, and the game's own view.

    `chat` is the setting for the chat; it is missing if nobody may chat. The chat messages are among the stream's
    events. `luck` names the dice table that rolls the stream's public dice.
    """

    stream: str
    version: int
    head: str
    at: int
    status: Literal["open", "closed"]
    simulated: bool
    seats: tuple[SeatView, ...]
    seed: EpochView
    undo: UndoView | UnsetType = UNSET
    fork: ForkOf | UnsetType = UNSET
    chat: ChatSetting | UnsetType = UNSET
    luck: str | UnsetType = UNSET
    puzzle: Puzzle | UnsetType = UNSET
    game: Any


class SeatToken(Struct, frozen=True, kw_only=True):
    """A token that acts for one seat of one stream and sees what that seat sees."""

    seat: str
    role: Role
    token: str
    expires: int


class Opened(Struct, frozen=True, kw_only=True):
    """A newly opened stream, and a token for each of its seats."""

    id: str
    stream: str
    version: int
    head: str
    seats: tuple[SeatToken, ...]
    view: StreamView


class Done(Struct, frozen=True, kw_only=True):
    """An accepted command: its events as this seat sees them, and the view after them."""

    stream: str
    first: int
    version: int
    head: str
    events: tuple[Any, ...]
    view: StreamView | UnsetType = UNSET


class Forbidden(Struct, frozen=True, kw_only=True):
    """The refusal that a command would get."""

    refusal: str
    says: str
    rule: str
    needs: Any = None
    has: Any = None
    field: str | None = None


class DryRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part of a command's outcome that this seat may know. No dice are rolled and nothing is written.

    `comes_again` means that the first draw repeats a draw from before an undo. Such a draw has no odds, because it will
    show the same faces as before. If hidden facts may decide whether the command draws, as in a running card match,
    `draws` and `odds` are always missing.
    """

    allowed: bool
    version: int
    refusal: Forbidden | None = None
    draws: str = ""
    odds: Any = None
    comes_again: bool = False
    events: tuple[Any, ...] | None = None


class ChancesAnswer(Struct, frozen=True, kw_only=True):
    """The exact odds of a command that was decided at this version, or of one that could be sent at this version."""

    stream: str
    version: int
    chances: Chances


class DigestAnswer(StateDigest, frozen=True, kw_only=True, omit_defaults=True):
    """A digest of the part of a game that the caller may read at a version, computed under the named rules.

    For a caller who may read the whole log, it is a digest of the game's state; for any other caller, a digest of the
    caller's view of the game. `seat` names the seat whose view it is; the view of an app has no seat. `head` is the
    log's head at this version. Compare only digests of the same version and subject. If their schemas differ, unequal
    digests prove nothing.
    """

    stream: str
    version: int
    head: str
    ruleset: str
    seat: str | UnsetType = UNSET


class LegalAnswer(Struct, frozen=True, kw_only=True):
    """The commands that a seat may send at this version, and those it may not send."""

    stream: str
    version: int
    seat: str
    legal: Legal


class CloudEvent(Struct, frozen=True, kw_only=True):
    """An event in the CloudEvents 1.0 envelope. `id` is the stream's version after the event.

    An event in a chain of causes has the chain's id, and the `id` of the event that caused it. If the chain's id is the
    id of a trace, the event also has a `traceparent` with which to continue the trace.
    """

    id: str
    source: str
    type: str
    subject: str
    time: str
    data: Any
    sequence: str
    specversion: str = "1.0"
    datacontenttype: str = JSON
    correlationid: str | UnsetType = UNSET
    causationid: str | UnsetType = UNSET
    traceparent: str | UnsetType = UNSET


class EventPage(Struct, frozen=True, kw_only=True):
    """A page of a stream's events. `next` is the version to continue after, null on the last page."""

    items: tuple[CloudEvent, ...]
    next: int | None


class ReceiptAnswer(Struct, frozen=True, kw_only=True):
    """A signed version and head: an Ed25519 signature over the canonical JSON of {at, head, stream, version}.

    The receipt of a fork also contains and signs `fork`, a sentence that names the stream and version it was forked
    from.
    """

    stream: str
    version: int
    head: str
    at: int
    key: str
    signature: str
    public_key: str
    fork: str | UnsetType = UNSET


def seat_view(seat: str, state: SeatState) -> SeatView:
    """Return the public facts about a seat."""
    return SeatView(
        seat=seat, role=state.role, name=state.name or UNSET, player=state.player or UNSET,
        strength=state.strength or UNSET,
    )  # fmt: skip


def _proposal_view(proposal: Proposal) -> ProposalView:
    return ProposalView(
        proposal=proposal.number, to=proposal.to, by=proposal.by, asked=proposal.asked, agreed=proposal.agreed
    )  # fmt: skip


def _ways_view(ways: Iterable[Way], *, redo: bool) -> tuple[WayView, ...] | UnsetType:
    return tuple([WayView(to=way.to, asks=way.asks) for way in ways if way.redo == redo]) or UNSET


@lru_cache(maxsize=8)
def _setting_view(setting: UndoSetting) -> UndoView:
    """Return the undo view of a stream in which no undo is possible now. It shows only the stream's undo setting."""
    return UndoView(setting=setting)


def undo_view(game: Game[Any], stream: Stream[Any], seat: str | None) -> UndoView:
    """Return the undos of a stream as a seat sees them, computed from public facts only. Rule: AR-UNDO-15."""
    setting = game.undoing.setting(stream.undo)
    ways = () if seat is None else nearest_ways(game, stream, seat, NEAREST)
    if not ways and stream.proposal is None:
        return _setting_view(setting)
    return UndoView(
        setting=setting, back=_ways_view(ways, redo=False), redo=_ways_view(ways, redo=True),
        proposal=UNSET if stream.proposal is None else _proposal_view(stream.proposal),
    )  # fmt: skip


def view_of(
    game: Game[Any], stream: Stream[Any], head: bytes, *, seat: str | None, shown: Any  # noqa: ANN401 the game's own view
) -> StreamView:  # fmt: skip
    """Combine the game's view for a seat with the facts that every stream shows."""
    epoch = stream.epoch
    return StreamView(
        stream=stream.id,
        version=stream.version,
        head=head.hex(),
        at=stream.at,
        status="closed" if stream.closed else "open",
        simulated=stream.simulated,
        seats=tuple([seat_view(name, state) for name, state in stream.seats.items()]),
        seed=EpochView(epoch=epoch.number, commitment=epoch.commitment, salts=dict(epoch.salts), drawn=epoch.drawn),
        undo=undo_view(game, stream, seat) if game.undoing.offered else UNSET,
        fork=UNSET if stream.fork is None else stream.fork,
        chat=UNSET if stream.chat == "off" else stream.chat,
        luck=UNSET if stream.luck is None else stream.luck.table,
        puzzle=UNSET if stream.puzzle is None else stream.puzzle,
        game=with_parts_encoded(shown),
    )


def cloud_event(  # noqa: PLR0913 the fields of the envelope, by name
    *, stream: str, version: int, at: int, event: Event, shown: Any, chain: Chain | None = None  # noqa: ANN401
) -> CloudEvent:  # fmt: skip
    """Wrap an event in a CloudEvents envelope; `version` is the stream's version after it."""
    service, _, rest = stream.partition(".")
    wrapped = CloudEvent(
        id=f"{stream}/{version}",
        source=f"/{service}",
        type=f"arbiter.{service}.{type(event).__name__}",
        subject=rest,
        time=datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        sequence=str(version),
        data=shown,
    )
    return wrapped if chain is None else _in_chain(wrapped, chain)


def _in_chain(wrapped: CloudEvent, chain: Chain) -> CloudEvent:
    """Return an event with the chain of causes to which it belongs.

    Rule:    AR-CAUSE-06
    """
    span = span_of(wrapped.id)
    return replace(
        wrapped, correlationid=chain.correlation, causationid=UNSET if chain.cause is UNSET else chain.cause.event,
        traceparent=f"00-{chain.correlation}-{span}-01" if TRACE.fullmatch(chain.correlation) else UNSET,
    )  # fmt: skip
