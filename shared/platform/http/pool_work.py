"""The work that routes give to pool processes: pure functions from plain values to bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from time import thread_time
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel import legal as kernel_legal
from shared.kernel.audit import Parent, Table, audit
from shared.kernel.causes import Chain, chain_in
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.chances import chances_of
from shared.kernel.context import Intent
from shared.kernel.decided import intent_of
from shared.kernel.digests import digest_for
from shared.kernel.game import Game
from shared.kernel.legal import Legal, Wanted
from shared.kernel.messages import Command, Role, shown_to
from shared.kernel.record import Record, SecretPart, export_line
from shared.kernel.refusals import Refusal
from shared.kernel.replay import LogReader, StoredRecord, open_draws, union
from shared.kernel.stream import RecordForm, Stream, Written, carry_out, commands_of, hold_size, tape_for
from shared.platform.eventlog import stream_codec
from shared.platform.http.answers import cloud_event, encode
from shared.platform.processes.games import game_named, module_of, players_of, reader_of

AUDITED: Final = "shared.platform.http.pool_work:audit_log"
EXPORTED: Final = "shared.platform.http.pool_work:encode_export"
LEGAL: Final = "shared.platform.http.pool_work:legal_for"
CHANCES: Final = "shared.platform.http.pool_work:chances_decided"
DIGESTED: Final = "shared.platform.http.pool_work:digest_state"
PROPOSED: Final = "shared.platform.http.pool_work:chances_proposed"
ODDS: Final = "shared.platform.http.pool_work:odds"
OPENED: Final = "shared.platform.http.pool_work:decide_opening"
SHOWN: Final = "shared.platform.http.pool_work:show_events"
VIEWED: Final = "shared.platform.http.pool_work:encode_view"

PUBLIC: Final = ""
"""A seat name that no seat has. An export for this name contains only the public part of a log."""

Raw = Sequence[tuple[bytes, bytes, bytes]]
"""Commits in the form that the pool accepts: each with public bytes, secrets as MessagePack, and the head after it."""

_pack: Final = msgspec.msgpack.Encoder().encode
_wanted: Final = msgspec.msgpack.Decoder(Wanted)
_parts: Final = msgspec.msgpack.Decoder(tuple[SecretPart, ...]).decode


def raw(record: Record, head: bytes) -> tuple[bytes, bytes, bytes]:
    """Return a commit in the form that pool processes accept."""
    return record.public, _pack(record.parts) if record.parts else b"", head


def records(commits: Raw) -> Iterator[tuple[Record, bytes]]:
    """Decode commits that were sent to a pool process: yield each record and the head after it."""
    for public, parts, head in commits:
        yield Record(public, _parts(parts) if parts else ()), head


def preload(games: Sequence[str]) -> bytes:
    """Import the modules that tasks of these games need, so that the first task is not slow."""
    for game in games:
        reader_of(game)
        module_of(game.partition(".")[0], "routes")
    return b""


# ---------------------------------------------------------------- whole logs


def encode_export(commits: Raw, seat: str | None, opened: bool) -> bytes:  # noqa: FBT001 plain values, in this order
    """Encode commits as the export lines that a seat may read."""
    return b"".join(line + b"\n" for line in _lines(commits, seat, opened=opened))


def _lines(commits: Raw, seat: str | None, *, opened: bool) -> Iterable[bytes]:
    return (export_line(record, head, seat, opened=opened) for record, head in records(commits))


def audit_log(  # noqa: PLR0913, PLR0917 plain values, in this order
    game: str, ruleset: str, commits: Raw, seat: str | None, opened: bool, asserted: bool,  # noqa: FBT001 as above
    parent: Raw, parent_opened: bool, table: Raw, table_ruleset: str, table_opened: bool,  # noqa: FBT001 as above
) -> bytes:  # fmt: skip
    """Audit a log as thoroughly as a seat's copy allows. The report repeats `asserted`.

    `asserted` means that the operator claims, without proof, that no accepted command is lost. A fork is compared with
    the log of its parent: with the whole log if `parent_opened`, otherwise with its public part. The public dice of a
    campaign are compared with the log of its `table`, in the same way.
    """
    reader = reader_of(game)
    before = Parent(
        lines=[*_lines(parent, PUBLIC, opened=parent_opened)],
        players_for=lambda _: players_of(reader.game.service),
    )  # fmt: skip
    luck = Table(lines=[*_lines(table, PUBLIC, opened=table_opened)], ruleset=table_ruleset)
    report = audit(
        _lines(commits, seat, opened=opened), ruleset=ruleset, parent=before, table=luck,
        reader_for=lambda stream: reader if stream.startswith(f"{game}:") else reader_of(stream.partition(":")[0]),
    )  # fmt: skip
    return encode(replace(report, durability_asserted=asserted))


def show_events(game: str, stream: str, commits: Raw, seat: str | None, opened: bool) -> bytes:  # noqa: FBT001, PLR0917 as above
    """Return the events of commits as a seat sees them, each with its version, its type and its JSON."""
    return _pack(tuple(shown_events(reader_of(game), stream, commits, seat, opened=opened)))


def shown_events(
    reader: LogReader[Any], stream: str, commits: Raw, seat: str | None, *, opened: bool
) -> Iterator[tuple[int, str, bytes]]:  # fmt: skip
    """Yield the events of commits as a seat sees them, each with its version, its type and its JSON."""
    for record, _ in records(commits):
        commit = reader.commit_of(record)
        first, chain = commit.version - len(commit.events) + 1, chain_in(record.public)
        for version, event in enumerate(commit.events, start=first):
            visible = shown_to(event, seat, opened=opened)
            item = cloud_event(stream=stream, version=version, at=commit.at, event=event, shown=visible, chain=chain)
            yield version, item.type, encode(item)


# ---------------------------------------------------------------- odds, lists and views


@cache
def _command_codec(game: str) -> msgspec.json.Decoder[Command]:
    return msgspec.json.Decoder(union(commands_of(game_named(game))))


@cache
def _state_codec(game: str) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(game_named(game).state)


def odds(game: str, command: bytes, state: bytes, who: bytes) -> bytes:
    """Compute the exact odds of a command's first draw, as JSON; null if they cost more than a request may use."""
    seat, role, at, by = msgspec.msgpack.decode(who)
    intent = Intent(id="dry-run", seat=seat, role=role, at=at, by=by, command=_command_codec(game).decode(command))
    try:
        game_named(game).decide(intent, _state_codec(game).decode(state), ProbeTape())
    except FirstDraw as draw:
        with suppress(Refusal):
            return encode(None if draw.pool is None else draw.pool.odds())
    return encode(None)


def chances_proposed(game: str, stream: bytes, command: bytes, who: bytes) -> bytes:
    """Return the odds of a command that a seat might send, as JSON. Refuses: all refusals of `chances_of`."""
    named = game_named(game)
    seat, role, at, by = msgspec.msgpack.decode(who)
    intent = Intent(id="chances", seat=seat, role=role, at=at, by=by, command=_command_codec(game).decode(command))
    return encode(chances_of(named, stream_codec(named).decode(stream), intent, reader=seat))


def chances_decided(game: str, stream: bytes, commit: tuple[bytes, bytes, bytes], reader: str | None) -> bytes:
    """Return the odds of a commit's command, as JSON; `stream` is the state before the commit.

    Refuses: all refusals of `chances_of`
    """
    named, ((record, _),) = game_named(game), tuple(records((commit,)))
    stored = msgspec.json.decode(record.public, type=StoredRecord)
    opened = [part.data for part in record.parts]
    taken, _ = open_draws(stored.draws, opened)
    intent = intent_of(reader_of(game), stored.intent, opened, taken)
    before = stream_codec(named).decode(stream)
    return encode(chances_of(named, before, intent, reader=reader, taken=taken))


def legal_for(game: str, stream: bytes, seat: str, role: Role, wanted: bytes) -> bytes:  # noqa: PLR0917 as above
    """Return the commands that a seat may send, as JSON with request bodies, and the seconds of processor time used."""
    named = game_named(game)
    return _pack(timed_legal(named, stream_codec(named).decode(stream), seat, role, wanted=_wanted.decode(wanted)))


def encode_view(game: str, stream: bytes, seat: str | None) -> bytes:
    """Return the game's view for a seat, as JSON."""
    named = game_named(game)
    return encode(named.view(stream_codec(named).decode(stream).game, seat))


def digest_state(game: str, stream: bytes, seat: str | None, opened: bool) -> bytes:  # noqa: FBT001 plain values
    """Return, as JSON, the digest of the part of a game's state that a reader may see."""
    named = game_named(game)
    return encode(digest_for(named, stream_codec(named).decode(stream).game, seat, opened=opened))


def timed_legal(
    game: Game[Any], stream: Stream[Any], seat: str, role: Role, *, wanted: Wanted
) -> tuple[bytes, float]:  # fmt: skip
    """Return the commands that a seat may send, as JSON with request bodies, and the seconds of processor time used."""
    start = thread_time()
    answer = encode(legal_of(game, stream, seat, role, wanted=wanted))
    return answer, thread_time() - start


def legal_of(game: Game[Any], stream: Stream[Any], seat: str, role: Role, *, wanted: Wanted) -> Legal:
    """Return the commands that a seat may send, with request bodies."""
    found = kernel_legal.legal(game, stream, seat, role, wanted=wanted)
    allowed = tuple(replace(entry, body={"command": entry.body}) for entry in found.allowed)
    blocked = tuple(replace(one, bodies=tuple({"command": body} for body in one.bodies)) for one in found.blocked)
    return replace(found, allowed=allowed, blocked=blocked)


# ---------------------------------------------------------------- opening streams


class OpeningAsked(Struct, frozen=True, kw_only=True):
    """The inputs of an opening: the stream, its opener, the time, the seed, the stream's key, the name of the rules.

    `chain` is the chain of causes that the opening belongs to, if any. `digests` is the number of commits after which
    the stream gets a digest of its state; with 0, it gets no digest.
    """

    stream: str
    tenant: str
    id: str
    seat: str
    by: str
    at: int
    seed: bytes
    key: bytes
    ruleset: str
    chain: Chain | None = None
    digests: int = 0


class OpeningMade(Struct, frozen=True, kw_only=True):
    """The result of an opening: its commits, and the stream after them."""

    commits: tuple[Written, ...]
    after: msgspec.Raw


asked_codec: Final = msgspec.msgpack.Decoder(OpeningAsked)
made_codec: Final = msgspec.msgpack.Decoder(OpeningMade)


def decide_opening(game: str, command: bytes, asked: bytes) -> bytes:
    """Decide the opening of a stream, and encode its commits.

    Refuses: all refusals of the kernel and the game
    """
    named, ask = game_named(game), asked_codec.decode(asked)
    intent = Intent(
        id=ask.id, seat=ask.seat, role="gm", at=ask.at, by=ask.by,
        command=msgspec.json.decode(command, type=named.opening),
    ).within(ask.chain)  # fmt: skip
    stream = Stream(id=ask.stream, game=named.initial, tenant=ask.tenant, digests=ask.digests)
    hold_size(intent)
    tape = tape_for(stream, intent, lambda: ask.seed)
    decision = carry_out(named, stream, intent, tape, form=RecordForm(ruleset=ask.ruleset, key=ask.key))
    after = decision.settled.after
    made = OpeningMade(commits=decision.commits, after=msgspec.Raw(_pack(after)))
    return _pack(made)
