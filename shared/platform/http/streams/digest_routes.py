"""The route of digests, the same for each game. A digest is a hash of the part of a game that a caller may read."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import msgspec
from litestar import Controller, Response, get
from msgspec import UNSET

from shared.kernel.digests import StateDigest
from shared.kernel.game import Game
from shared.platform.http.answers import DigestAnswer, Reply, encode
from shared.platform.http.commands.commands import streams_path
from shared.platform.http.requests import AnyRequest, number_param
from shared.platform.http.streams import specs
from shared.platform.http.streams.stream_routes import AtQuery, IdPath, enter, load_for

_digest: Final = msgspec.json.Decoder(StateDigest).decode


class DigestRoutes(Controller):
    """The route that returns digests of streams of one kind."""

    game: ClassVar[Game[Any]]

    @get("/{id:str}/digest", opt={"spec": specs.DIGEST, "query": ("at",)})
    async def digest(self, request: AnyRequest, id: IdPath, at: AtQuery = None) -> Response[bytes]:  # noqa: A002
        """Get a digest of a stream.

        Returns a digest of the part of the game that this caller may read, now or at a past version: of the game's
        state if the caller may read the whole log, otherwise of the caller's view. Two servers that derive the same
        state from a log return the same digest, so a difference can be found with few calls.
        """
        host, caller, name = await enter(request, self.game, id)
        version = number_param(at, name="at")
        now = await load_for(host, caller, name)
        snapshot = now if version is None else await host.log.at(name, version)
        seat, opened = caller.sees(), host.is_open(now.stream)
        found = _digest(await host.digest(snapshot, seat, opened=opened))
        answer = DigestAnswer(
            of=found.of, schema=found.schema, digest=found.digest, stream=name, version=snapshot.version,
            head=snapshot.head.hex(), ruleset=host.ruleset, seat=UNSET if found.of == "state" else seat or UNSET,
        )  # fmt: skip
        return Reply(encode(answer))


def digest_routes_of(game: Game[Any]) -> type[DigestRoutes]:
    """Build the route that returns digests of a game's streams."""
    facts = {"path": streams_path(game), "game": game, "tags": [game.service], "opt": {"game": game}}
    return type(f"{game.kind.title()}Digests", (DigestRoutes,), facts)
