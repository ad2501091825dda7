"""Openings that bring much with them, such as a set of cards, are decided in a process of the pool."""

from __future__ import annotations

import secrets
from typing import Any, Final

import msgspec

from shared.platform.eventlog import Ask, Decided, Done, Founding

from .answers import encode
from .desk import Desk
from .offloaded import OPENED, OpeningAsked, made_codec
from .requests import written

DECIDED_HERE: Final = 4096
"""Bytes of a body that is decided on the event loop: two or three milliseconds, where they are cards."""
SECRET_BYTES: Final = 32

_pack: Final = msgspec.msgpack.Encoder().encode


async def open_stream(desk: Desk[Any], name: str, tenant: str, ask: Ask, *, size: int) -> Done[Any]:
    """Open a stream. Units: size in bytes of the body.

    Refuses: what the log refuses, what the pool refuses
    """
    if size <= DECIDED_HERE:
        return await desk.log.open(name, tenant, ask)
    founding = await _founded(desk, name, tenant, ask)
    return await desk.log.open(name, tenant, ask, founding=founding)


async def _founded(desk: Desk[Any], name: str, tenant: str, ask: Ask) -> Founding:
    key = secrets.token_bytes(SECRET_BYTES)
    asked = OpeningAsked(
        stream=name, tenant=tenant, id=ask.id, seat=ask.seat, by=ask.by, at=desk.now(),
        seed=secrets.token_bytes(SECRET_BYTES), key=key, ruleset=desk.ruleset,
    )  # fmt: skip
    made = made_codec.decode(
        await desk.tools.pool.run(OPENED, desk.game.name, written(encode, ask.command), _pack(asked))
    )
    after = desk.stream_codec.decode(made.after)
    records = [commit.record for commit in made.commits]
    commits = [desk.reader.commit(record.public, [part.data for part in record.parts]) for record in records]
    events = tuple(event for commit in commits for event in commit.events)
    decided = Decided(commits=made.commits, events=events, after=after)
    return Founding(tenant=tenant, simulated=False, key=key, decided=decided)
