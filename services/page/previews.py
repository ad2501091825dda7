"""Links with a preview: `/watch/tcg/abc` leads to the replay of a stream, and shows other programs its title and seats.

The page's own addresses are in the fragment, which no server sees, so only a path can have a preview. Anyone may
request a preview, so it shows only what a stranger may read. If the stream is still running, secret or unknown, it
shows nothing. A preview has a title and a description but no picture, because no installed library can draw one in a
format that previews accept.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.page.headers import HEADERS, HTML, POLICY
from shared.kernel.stream import Stream
from shared.platform.access.denials import Denied
from shared.platform.eventlog import StreamErased, StreamUnknown
from shared.platform.http.answers import Reply
from shared.platform.http.callers import reader_of
from shared.platform.http.commands.commands import enter_stream
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import not_found
from shared.platform.http.requests import AnyRequest, stream_id
from shared.platform.http.streams.stream_routes import load_for

ServicePath = Annotated[str, PathParameter(description="the name of a service")]
StreamPath = Annotated[str, PathParameter(description="the id of a stream")]
VersionPath = Annotated[int, PathParameter(description="the version to show first", ge=0)]

NOTHING: Final = ("A game on Arbiter", "You need a link to a seat of this game, or it has to be over.")
PAGE: Final = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title}</title>
  <meta name="description" content="{says}">
  <meta property="og:type" content="website">
  <meta property="og:site_name" content="Arbiter">
  <meta property="og:title" content="{title}">
  <meta property="og:description" content="{says}">
  <meta name="twitter:card" content="summary">
  <meta http-equiv="refresh" content="0; url={replay}">
  <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/web/page.css">
</head>
<body><main><h1>{title}</h1><p>{says}</p><p><a href="{replay}">Replay it</a></p></main></body>
</html>
"""


class Place(Struct, frozen=True):
    """A stream in the address of a preview, and the version at which its replay starts."""

    service: str
    stream: str
    at: int | None = None

    @property
    def replay(self) -> str:
        """Return the address of the replay on the page."""
        return f"/#/replay/{self.service}/{self.stream}{'' if self.at is None else f'?at={self.at}'}"


def preview_routes() -> Sequence[ControllerRouterHandler]:
    """Return the routes of links with a preview."""

    @get("/watch/{service:str}/{stream:str}")
    async def watch(request: AnyRequest, service: ServicePath, stream: StreamPath) -> Response[bytes]:
        """Get a page that leads to the replay of a stream."""
        return await _preview(request, Place(service, stream_id(stream)))

    @get("/watch/{service:str}/{stream:str}/{at:int}")
    async def watch_at(
        request: AnyRequest, service: ServicePath, stream: StreamPath, at: VersionPath
    ) -> Response[bytes]:  # fmt: skip
        """Get a page that leads to a version in the replay of a stream."""
        return await _preview(request, Place(service, stream_id(stream), at))

    return watch, watch_at


async def _preview(request: AnyRequest, place: Place) -> Reply:
    host = _host_of(request, place.service)
    title, says = NOTHING
    try:
        caller = await reader_of(request, host)
        snapshot = await load_for(host, caller, enter_stream(host.game, caller, place.stream))
        if host.is_open(snapshot.stream):
            title, says = describe(host, snapshot.stream)
    except (Denied, StreamUnknown, StreamErased):
        pass  # the page is the same as for an unknown stream
    parts = {"title": title, "says": says, "replay": place.replay}
    body = PAGE.format_map({name: html.escape(text) for name, text in parts.items()}).encode()
    return Reply(body, media=HTML, headers=HEADERS | {"Content-Security-Policy": POLICY, "Vary": "Authorization"})


def _host_of(request: AnyRequest, service: str) -> GameHost[Any]:
    """Return the host of a service's game. Refuses: 404."""
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    for host in hosts.values():
        if host.game.service == service and not host.game.name.endswith(".job"):
            return host
    raise not_found("service")


def describe(host: GameHost[Any], stream: Stream[Any]) -> tuple[str, str]:
    """Return the title and the description of a stream whose log is open to all."""
    game = host.game.documentation.about.partition(":")[0].partition(" of ")[2] or host.game.service
    seats = [seat.name or name for name, seat in stream.seats.items() if seat.role != "spectator"]
    title = f"A {host.game.kind} of {game}: {', '.join(seats)}" if seats else f"A {host.game.kind} of {game}"
    return (
        title,
        f"It is over, after {stream.version} entries. Anybody can replay it, and verify every die and decision.",
    )
