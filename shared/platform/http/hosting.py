"""Game hosts: a game host holds everything that the routes need to serve one game in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from redis.asyncio import Redis

from shared.kernel.audit import Receipt
from shared.kernel.chance import MAX_SIDES
from shared.kernel.game import Game, Opening
from shared.kernel.goals import Goal
from shared.kernel.legal import Wanted
from shared.kernel.messages import MAX_NUMBER, Role, Seat, SeatName
from shared.kernel.replay import log_reader_of, union
from shared.kernel.stream import PlayerName, Stream, Strength, commands_of
from shared.platform.access import Authenticator
from shared.platform.eventlog import (
    Bounds,
    EventLog,
    Snapshot,
    StoreConnection,
    Stored,
    StreamErased,
    StreamUnknown,
    now_ms,
    stream_codec,
)
from shared.platform.feed import Feed
from shared.platform.http.answers import LegalAnswer, ReceiptAnswer, encode, view_of
from shared.platform.http.kept import KeptAnswers
from shared.platform.http.list_costs import ListCosts
from shared.platform.http.pool_work import (
    AUDITED,
    DIGESTED,
    EXPORTED,
    LEGAL,
    SHOWN,
    VIEWED,
    Raw,
    encode_export,
    raw,
    shown_events,
    timed_legal,
)
from shared.platform.http.slots import Slots
from shared.platform.http.waking import Waker
from shared.platform.limits import Limiter, Policy
from shared.platform.metrics import Metrics
from shared.platform.processes import ProcessPool
from shared.platform.seal import Keys

S = TypeVar("S")

SHOWN_HERE: Final = 16 * 1024
EXPORTED_HERE: Final = 128 * 1024
"""Maximum bytes of commits to encode on the event loop, a few milliseconds of work. The pool encodes larger batches."""

_pack: Final = msgspec.msgpack.Encoder().encode
_listed: Final = msgspec.msgpack.Decoder(tuple[bytes, float])
_shown: Final = msgspec.msgpack.Decoder(tuple[tuple[int, str, bytes], ...])


def _weight(commits: Raw) -> int:
    return sum(len(public) + len(parts) for public, parts, _ in commits)


EnteredFace: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SIDES)]
FACES: Final = "faces rolled at a real table, in the order the rules need them; empty if the server rolls"


class SeatBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat to add to a stream."""

    seat: Seat
    role: Role = "player"
    name: SeatName | UnsetType = UNSET


class PlayerBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The computer player to appoint for a seat."""

    player: PlayerName
    strength: Strength | UnsetType = UNSET


class ForkBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The version at which to fork a stream. With `seat`, everything that this seat does not know is dealt again.

    With a `goal`, the fork is a puzzle.
    """

    at: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    seat: Seat | UnsetType = UNSET
    goal: Goal | UnsetType = UNSET


@cache
def asking_type(game: Game[Any]) -> Any:  # noqa: ANN401 a type that is built at run time
    """Return the type of a command's request body: a command and, optionally, faces of dice rolled at a real table."""
    commands = union(commands_of(game))
    about = f"{FACES}. {game.documentation.about_faces}" if game.documentation.about_faces else FACES
    faces: Any = Annotated[tuple[EnteredFace, ...], Meta(max_length=5000, description=about)]
    service = game.service.title().replace("_", "")
    return msgspec.defstruct(
        f"{service}Ask",
        [("command", commands), ("faces", faces | None, None)],
        frozen=True, kw_only=True, forbid_unknown_fields=True,
        namespace={
            "__doc__": "A command, and optionally the faces of dice rolled at a real table.",
            "contract_unions": {f"{service}Command": commands},
        },
    )  # fmt: skip


@cache
def proposed_type(game: Game[Any]) -> Any:  # noqa: ANN401 a type that is built at run time
    """Return the type of a request body that contains a command only to ask about it, not to send it."""
    service = game.service.title().replace("_", "")
    return msgspec.defstruct(
        f"{service}Proposed",
        [("command", union(commands_of(game)))],
        frozen=True, kw_only=True, forbid_unknown_fields=True,
        namespace={
            "__doc__": "A command that might be sent.",
            "contract_unions": {f"{service}Command": union(commands_of(game))},
        },
    )  # fmt: skip


def command_names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of all commands that the streams of a game accept."""
    return tuple(kind.__name__ for kind in commands_of(game))


class AppContext(Struct, frozen=True, kw_only=True, eq=False):
    """Objects shared by all game hosts of a process."""

    authenticator: Authenticator
    limiter: Limiter
    strangers: Policy | None
    """The rate limit of callers without a credential; None if they may read nothing."""
    metrics: Metrics
    keys: Keys
    feed: Feed
    connection: StoreConnection
    redis: Redis
    stopping: asyncio.Event
    subscribers: Slots
    bounds: Bounds
    pool: ProcessPool
    waker: Waker = msgspec.field(default_factory=Waker)
    broadcasts: dict[str, Any] = msgspec.field(default_factory=dict)
    """The broadcasts of streams that have subscribers, by stream name."""
    kept: KeptAnswers = msgspec.field(default_factory=KeptAnswers)
    costs: ListCosts = msgspec.field(default_factory=ListCosts)


class GameHost(Generic[S]):
    """The log, the codecs and the caches with which the routes serve one game in this process."""

    def __init__(self, game: Game[S], *, log: EventLog[S], context: AppContext) -> None:
        """Build the codecs for a game that uses this log and these shared objects."""
        self.game, self.log, self.context = game, log, context
        self.meters = context.metrics
        self.ruleset = log.ruleset
        self.reader = log_reader_of(game)
        self.commands = command_names(game)
        self.stream_codec: msgspec.msgpack.Decoder[Stream[S]] = stream_codec(game)
        self.opening: msgspec.json.Decoder[Opening] = msgspec.json.Decoder(game.opening)
        self.asking: msgspec.json.Decoder[Any] = msgspec.json.Decoder(asking_type(game))
        self.proposing: msgspec.json.Decoder[Any] = msgspec.json.Decoder(proposed_type(game))
        self.appointing: msgspec.json.Decoder[PlayerBody] = msgspec.json.Decoder(PlayerBody)
        self.forking: msgspec.json.Decoder[ForkBody] = msgspec.json.Decoder(ForkBody)
        self.seating: msgspec.json.Decoder[SeatBody] = msgspec.json.Decoder(SeatBody)

    @property
    def rules(self) -> str:
        """Return the path at which the game's rules are served."""
        return f"/{self.game.service}/v1/rules"

    def now(self) -> int:
        """Return the current time. Units: milliseconds UTC."""
        return now_ms()

    def is_open(self, stream: Stream[S]) -> bool:
        """Return whether every seat may read the whole log: the stream is closed, and its game opens closed logs."""
        return self.log.opens(stream)

    async def look(self, snapshot: Snapshot[S], seat: str | None) -> bytes:
        """Return a stream as a seat sees it, as JSON. The response is cached for each version."""

        async def build() -> bytes:
            return encode(
                view_of(
                    self.game, snapshot.stream, snapshot.head, seat=seat, shown=await self.view(snapshot.stream, seat)
                )
            )

        return await self.context.kept.once(snapshot, (VIEWED, seat), build)

    def at_present(self, snapshot: Snapshot[S]) -> Snapshot[S]:
        """Return a snapshot whose time is the last moment at which a command became legal without a commit.

        If no command became legal since the last commit, the snapshot is unchanged.
        """
        stream, now = snapshot.stream, self.now()
        since = [at for at in self.game.timing.opens(stream.game) if stream.at < at <= now]
        return replace(snapshot, stream=replace(stream, at=max(since))) if since else snapshot

    async def legal(self, snapshot: Snapshot[S], seat: str, wanted: Wanted) -> bytes:
        """Return the commands in `wanted` that a seat may send, as JSON.

        The response is cached for each version and time.
        """

        async def build() -> bytes:
            legal: Any = await self._legal(snapshot.stream, seat, wanted)
            return encode(LegalAnswer(stream=snapshot.stream.id, version=snapshot.version, seat=seat, legal=legal))

        return await self.context.kept.once(snapshot, (LEGAL, seat, wanted, snapshot.stream.at), build)

    async def _legal(self, stream: Stream[S], seat: str, wanted: Wanted) -> msgspec.Raw:
        """Return the commands that a seat may send now, as JSON with request bodies.

        The pool computes expensive lists.
        """
        role, costs = stream.seats[seat].role, self.context.costs
        sort = role, wanted.brief
        if costs.are_low(self.game.name, stream.id, sort):
            answer, seconds = timed_legal(self.game, stream, seat, role, wanted=wanted)
        else:
            packed = await self.context.pool.run(LEGAL, self.game.name, _pack(stream), seat, role, _pack(wanted))
            answer, seconds = _listed.decode(packed)
        costs.add(self.game.name, stream.id, sort, seconds)
        return msgspec.Raw(answer)

    async def view(self, stream: Stream[S], seat: str | None) -> Any:  # noqa: ANN401 the game's own view, or its JSON
        """Return the game's view for a seat. For a large state, a pool process builds the view."""
        if not self.game.storage.large(stream.game):
            return self.game.view(stream.game, seat)
        return msgspec.Raw(await self.context.pool.run(VIEWED, self.game.name, _pack(stream), seat))

    async def digest(self, snapshot: Snapshot[S], seat: str | None, *, opened: bool) -> bytes:
        """Return the digest of a stream's game for a reader, as JSON. A pool process computes it."""

        async def build() -> bytes:
            return await self.context.pool.run(DIGESTED, self.game.name, _pack(snapshot.stream), seat, opened)

        return await self.context.kept.once(snapshot, (DIGESTED, seat, opened), build)

    async def events_for(
        self, commits: Sequence[Stored], stream: Stream[S], seat: str | None
    ) -> Sequence[tuple[int, str, bytes]]:  # fmt: skip
        """Return the events of commits as a seat sees them, each with its version, its type and its JSON.

        If the stream is closed, all seats may read its log. A pool process encodes large batches.
        """
        opened = self.is_open(stream)
        handed = [raw(stored.record, stored.head) for stored in commits]
        if _weight(handed) <= SHOWN_HERE:
            return tuple(shown_events(self.reader, stream.id, handed, seat, opened=opened))
        return _shown.decode(await self.context.pool.run(SHOWN, self.game.name, stream.id, handed, seat, opened))

    async def commits(self, snapshot: Snapshot[S]) -> AsyncIterator[list[tuple[bytes, bytes, bytes]]]:
        """Yield the whole log up to a version, page by page, in the form that pool processes accept.

        Refuses: all refusals of reading the log; StreamBroken if the store lacks a commit
        """
        async for page in self.log.commits(snapshot.stream.id, snapshot.version):
            yield [raw(stored.record, stored.head) for stored in page]

    async def export(self, snapshot: Snapshot[S], seat: str | None) -> AsyncGenerator[bytes, None]:
        """Yield the whole log page by page, as the lines that a seat may read. A pool process encodes large pages."""
        opened = self.is_open(snapshot.stream)
        async for page in self.commits(snapshot):
            here = _weight(page) <= EXPORTED_HERE
            yield (
                encode_export(page, seat, opened) if here else await self.context.pool.run(EXPORTED, page, seat, opened)
            )

    async def audit(self, snapshot: Snapshot[S], seat: str | None) -> bytes:
        """Audit the parts of the whole log that a seat may read, in a pool process.

        Without a `seat`, the reader is the app, which may read everything.
        """
        whole = [commit async for page in self.commits(snapshot) for commit in page]
        opened = seat is None or self.is_open(snapshot.stream)
        asserted = self.context.connection.durability_asserted
        parent = await self._parent_of(snapshot.stream, seat)
        table = await self.log.luck.table_of(snapshot.stream)
        return await self.context.pool.run(
            AUDITED, self.game.name, self.ruleset, whole, seat, opened, asserted, *parent,
            [raw(stored.record, stored.head) for stored in table.commits], table.ruleset, table.opened,
        )  # fmt: skip

    async def _parent_of(self, stream: Stream[S], seat: str | None) -> tuple[Raw, bool]:
        """Return the parent's log up to the fork, and whether the reader may read all of it.

        The log is empty if there is no parent, or if the server does not have the parent any more.
        """
        if stream.fork is None:
            return (), False
        try:
            parent = await self.log.load(stream.fork.stream)
            pages = self.log.commits(stream.fork.stream, stream.fork.version)
            commits = [raw(stored.record, stored.head) async for page in pages for stored in page]
        except (StreamErased, StreamUnknown):
            return (), False
        return commits, seat is None or self.is_open(parent.stream)

    def sign(self, snapshot: Snapshot[S]) -> ReceiptAnswer:
        """Sign the version and head of a stream: Ed25519 over the canonical JSON of {at, head, stream, version}.

        For a fork, the signature also covers the stream and version it was forked from.
        """
        signer, fork = self.context.keys.signer, snapshot.stream.fork
        receipt = Receipt(
            stream=snapshot.stream.id, version=snapshot.version, head=snapshot.head.hex(), at=snapshot.stream.at,
            key=signer.key_id, signature="", fork=UNSET if fork is None else fork.says,
        )  # fmt: skip
        return ReceiptAnswer(
            stream=receipt.stream, version=receipt.version, head=receipt.head, at=receipt.at, key=receipt.key,
            signature=signer.sign(receipt.signed).hex(), public_key=signer.public, fork=receipt.fork,
        )  # fmt: skip
