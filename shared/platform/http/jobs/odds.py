"""Exact odds over HTTP: refused if too expensive, computed in this process if cheap, otherwise in the pool."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

import msgspec
from litestar import Response

from shared.kernel.game import Game
from shared.kernel.odds.plan import check
from shared.kernel.odds.shape import INLINE_STEPS
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.requests import AnyRequest, read_body
from shared.platform.http.streams.stream_routes import host_of

B = TypeVar("B", bound="OddsBody")


class CostedOdds(Protocol):
    """Odds whose cost is known before they are computed."""

    @property
    def cost(self) -> int:
        """Return the number of computing steps that the odds need."""
        ...

    def odds(self) -> Any:  # noqa: ANN401 each game's own answer
        """Compute the odds. Refuses: TooCostly."""
        ...


class OddsBody(Protocol):
    """A request body that asks for odds."""

    def to_odds(self) -> CostedOdds:
        """Return the odds that the body asks for. Refuses: a request that contradicts itself."""
        ...


async def answer_odds(
    request: AnyRequest, body: msgspec.json.Decoder[B], *, game: Game[Any], task: str
) -> Response[bytes]:
    """Answer with the odds that a body asks for. `task` names the function that a pool process calls.

    Rule:    AR-ODDS-01
    Refuses: TooCostly, and all refusals of reading the request
    """
    host = host_of(request, game)
    await caller_of(request, host)
    found = await read_body(request, body)
    asked = found.to_odds()
    check(asked.cost)
    if asked.cost <= INLINE_STEPS:
        return Reply(encode(asked.odds()))
    return Reply(await host.context.pool.run(task, encode(found)))
