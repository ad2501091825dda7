"""Open streams. A pool process decides a large opening, such as one that contains a catalogue of cards."""

from __future__ import annotations

import secrets
from typing import Any, Final

import msgspec

from shared.platform.eventlog import Appended, Ask, DecidedCommits, StreamOpening
from shared.platform.http.answers import encode
from shared.platform.http.hosting import GameHost
from shared.platform.http.pool_work import OPENED, OpeningAsked, made_codec
from shared.platform.http.requests import encode_parts

DECIDED_HERE: Final = 4096
"""Maximum size in bytes of a body that is decided on the event loop, which takes two or three milliseconds."""
SECRET_BYTES: Final = 32

_pack: Final = msgspec.msgpack.Encoder().encode


async def submit_opening(host: GameHost[Any], name: str, tenant: str, ask: Ask, *, size: int) -> Appended[Any]:
    """Open a stream. Units: `size` is the size of the request body in bytes.

    Refuses: all refusals of the log and the pool
    """
    ask = await host.log.join(ask)
    if size <= DECIDED_HERE:
        return await host.log.open(name, tenant, ask)
    ask = await host.log.luck.hold_table(ask, tenant, name)
    opening = await _opening_of(host, name, tenant, ask)
    return await host.log.open(name, tenant, ask, opening=opening)


async def _opening_of(host: GameHost[Any], name: str, tenant: str, ask: Ask) -> StreamOpening:
    key = secrets.token_bytes(SECRET_BYTES)
    asked = OpeningAsked(
        stream=name, tenant=tenant, id=ask.id, seat=ask.seat, by=ask.by, at=max(host.now(), ask.not_before),
        seed=secrets.token_bytes(SECRET_BYTES), key=key, ruleset=host.ruleset, chain=ask.chain,
        digests=host.log.digests,
    )  # fmt: skip
    packed = await host.context.pool.run(OPENED, host.game.name, encode_parts(encode, ask.command), _pack(asked))
    return decided_opening(host, packed, tenant=tenant, key=key)


def decided_opening(host: GameHost[Any], packed: bytes, *, tenant: str, key: bytes) -> StreamOpening:
    """Return the opening that a pool process has decided, for a stream of this app with this key."""
    made = made_codec.decode(packed)
    after = host.stream_codec.decode(made.after)
    events = tuple(event for commit in made.commits for event in host.reader.commit_of(commit.record).events)
    decided = DecidedCommits(commits=made.commits, events=events, after=after)
    return StreamOpening(tenant=tenant, simulated=False, key=key, decided=decided)
