"""The route that forks a stream of a game: the new stream starts with the state of the old one at a version."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Final

import msgspec
from litestar import Controller, Response, post
from msgspec import UNSET
from msgspec.structs import replace

from shared.kernel.game import Game
from shared.kernel.stream import Asker, OpenFork, Stream, deals_for
from shared.platform.access import SeatCredential
from shared.platform.eventlog import Appended, Ask, Snapshot
from shared.platform.http.callers import Caller
from shared.platform.http.commands.commands import ask_for, conditions_of, streams_path
from shared.platform.http.commands.opening import SECRET_BYTES, decided_opening
from shared.platform.http.fork_work import FORKED, ForkAsked
from shared.platform.http.hosting import GameHost
from shared.platform.http.pacing import paced
from shared.platform.http.pool_work import Raw
from shared.platform.http.requests import AnyRequest, id_from, idempotency_key, read_body
from shared.platform.http.streams import specs
from shared.platform.http.streams.stream_routes import IdPath, enter, fresh_id, load_for, opened_reply
from shared.platform.processes.games import players_of

_pack: Final = msgspec.msgpack.Encoder().encode


class ForkRoutes(Controller):
    """The route that forks streams of one kind."""

    game: ClassVar[Game[Any]]

    @post("/{id:str}/forks", opt={"spec": specs.fork_spec})
    async def fork_stream(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Fork a stream.

        Opens a new stream that starts with the state of this one at a version. It has the same seats, a seed of its own
        and a token for each seat. With `seat`, everything that this seat does not know at that version is dealt again.
        An app's key may fork at any time. A seat's token may fork once the stream is over, or earlier if the game's
        settings allow it. With a `goal`, such as that a seat wins in this turn, the fork is a puzzle: an event follows
        when the goal is reached, or can no longer be reached.
        """
        host, caller, name = await enter(request, self.game, id)
        async with paced(caller):
            body = await read_body(request, host.forking)
            now = await load_for(host, caller, name)
            seat = None if body.seat is UNSET else body.seat
            deals = deals_for(host.game, now.stream, Asker(by=seat_of(caller), seat=seat), can_deal=can_deal(host.game))
            then = await host.log.at(name, body.at)
            if not then.stream.opened:  # a version within the opening: the fork starts after it
                first = await host.log.read(name, limit=1)
                then = await host.log.at(name, first.commits[-1].version)
            command = OpenFork(stream=name, version=then.version, head=then.head.hex(), seat=body.seat, goal=body.goal)
            key = idempotency_key(request)
            new = fresh_id() if key is None else id_from(caller.by, name, "fork", key)
            ask = ask_for(caller, command, conditions_of(request))
            done = await _open(host, host.game.stream_name(new), ask, then=then, deals=deals)
        return opened_reply(host, caller, new, done)


def fork_routes_of(game: Game[Any]) -> type[ForkRoutes]:
    """Build the route that forks a game's streams."""
    facts = {"path": streams_path(game), "game": game, "tags": [game.service], "opt": {"game": game}}
    return type(f"{game.kind.title()}ForkRoutes", (ForkRoutes,), facts)


def seat_of(caller: Caller) -> str | None:
    """Return the seat of a caller's seat token; None for an app's key."""
    return caller.credential.seat if isinstance(caller.credential, SeatCredential) else None


def can_deal(game: Game[Any]) -> bool:
    """Return whether a game's computer players can deal again the facts that a seat, or the app, does not know."""
    players = players_of(game.service)
    return players is not None and players.resample is not None


async def _open(
    host: GameHost[Any], name: str, ask: Ask, *, then: Snapshot[Any], deals: bool
) -> Appended[Any]:  # fmt: skip
    """Decide a fork in a pool process, and write its first commits.

    Refuses: all refusals of the kernel, the game, the log and the pool
    """
    ask = await _within_chain(host, ask, then.stream)
    key, parent = secrets.token_bytes(SECRET_BYTES), then.stream
    command: Any = ask.command
    asked = ForkAsked(
        stream=name, tenant=parent.tenant, id=ask.id, seat=ask.seat, by=ask.by, at=max(host.now(), parent.at),
        seed=secrets.token_bytes(SECRET_BYTES), key=key, ruleset=host.ruleset, command=command, deals=deals,
        chain=ask.chain, digests=host.log.digests,
    )  # fmt: skip
    reads_past = deals and host.game.forking.deals_from_log
    past: Raw = [commit async for page in host.commits(then) for commit in page] if reads_past else ()
    packed = await host.context.pool.run(FORKED, host.game.name, _pack(parent), past, _pack(asked))
    opening = decided_opening(host, packed, tenant=parent.tenant, key=key)
    return await host.log.open(name, parent.tenant, ask, opening=opening)


async def _within_chain(host: GameHost[Any], ask: Ask, parent: Stream[Any]) -> Ask:
    """Return a fork's command with its chain of causes: the one that the request names, or else the parent's chain.

    If the request names no cause, the cause is the last event that the fork starts with.

    Rule:    AR-CAUSE-03
    """
    ask = await host.log.join(ask)
    if ask.chain is None:
        return replace(ask, chain=await host.log.chains.after(parent.id, parent.version))
    caused = ask.chain.cause is not UNSET
    return ask if caused else replace(ask, chain=ask.chain.after(parent.id, parent.version))
