"""The routes of exact odds, the same for each game: for decided commands, and for commands that might be sent."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import QueryParameter

from shared.kernel.game import Game
from shared.kernel.stream import acting_seat
from shared.platform.eventlog import Snapshot, StaleVersion, VersionUnknown
from shared.platform.http.answers import Reply, encode
from shared.platform.http.commands.commands import streams_path
from shared.platform.http.hosting import GameHost
from shared.platform.http.pool_work import CHANCES, PROPOSED, raw
from shared.platform.http.requests import AnyRequest, number_param, read_body, version_in
from shared.platform.http.streams import specs
from shared.platform.http.streams.stream_routes import IdPath, enter, load_for

VersionQuery = Annotated[
    str | None,
    QueryParameter(name="version", description="a version that the command produced; by default the current one"),
]
_pack: Final = msgspec.msgpack.Encoder().encode


class ChancesRoutes(Controller):
    """The routes for the exact odds of commands, for streams of one kind."""

    game: ClassVar[Game[Any]]

    @get("/{id:str}/chances", opt={"spec": specs.DECIDED_CHANCES, "query": ("version",)})
    async def chances(
        self, request: AnyRequest, id: IdPath, version: VersionQuery = None  # noqa: A002
    ) -> Response[bytes]:  # fmt: skip
        """Get the odds of a command that was carried out.

        Returns every outcome that the command of this version could have had, each with its exact probability, and
        which one happened. While the stream is open, a seat is refused if the odds depend on anything that it may
        not know.
        """
        host, caller, name = await enter(request, self.game, id)
        wanted = number_param(version, name="version", least=1)
        now = await load_for(host, caller, name)
        reader = None if host.is_open(now.stream) else caller.sees()
        at = now.version if wanted is None else wanted
        if at > now.version:
            raise VersionUnknown(now.version)

        async def build() -> bytes:
            return await _odds_of_decision(host, name, at, reader)

        return Reply(_answer(name, at, await host.context.kept.once(now, (CHANCES, reader, at), build)))

    @post("/{id:str}/chances", status_code=200, opt={"spec": specs.proposed_spec})
    async def chances_of_command(self, request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002
        """Get the odds of a command.

        Returns every outcome that a command of this seat could have now, each with its exact probability. No dice are
        rolled and nothing is written. A seat is refused if the odds depend on anything that it may not know.
        """
        host, caller, name = await enter(request, self.game, id)
        body = await read_body(request, host.proposing)
        snapshot = await load_for(host, caller, name)
        _check_version(snapshot, version_in(request, "If-Match"))
        seat = caller.acts_as()
        role = acting_seat(snapshot.stream, seat, named=caller.names_seat).role
        who = (seat, role, max(snapshot.stream.at, host.now()), caller.by)
        packed = (_pack(snapshot.stream), encode(body.command), _pack(who))
        found = await host.context.pool.run(PROPOSED, host.game.name, *packed)
        return Reply(_answer(name, snapshot.version, found), headers={"ETag": f'"{snapshot.version}"'})


def chances_routes_of(game: Game[Any]) -> type[ChancesRoutes]:
    """Build the routes for the exact odds of commands in a game's streams."""
    facts = {"path": streams_path(game), "game": game, "tags": [game.service], "opt": {"game": game}}
    return type(f"{game.kind.title()}Chances", (ChancesRoutes,), facts)


def _check_version(snapshot: Snapshot[Any], expected: int | None) -> None:
    if expected is not None and not snapshot.stream.is_meant_for(expected):
        raise StaleVersion(snapshot.version, snapshot.head)


async def _odds_of_decision(host: GameHost[Any], name: str, version: int, reader: str | None) -> bytes:
    """Return the odds of the command that led to a version, computed in a process of the pool.

    Refuses: all refusals of `chances_of`
    """
    before = await host.log.at(name, version - 1)
    page = await host.log.read(name, after=before.version, limit=1)
    record = page.commits[0]
    handed = raw(record.record, record.head)
    return await host.context.pool.run(CHANCES, host.game.name, _pack(before.stream), handed, reader)


def _answer(stream: str, version: int, chances: bytes) -> bytes:
    return encode({"stream": stream, "version": version, "chances": msgspec.Raw(chances)})
