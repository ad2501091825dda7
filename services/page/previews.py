"""Links with a preview: `/watch/tcg/abc` leads to the replay of a stream, and shows other programs its title and seats.

The page's own addresses are in the URL fragment, which browsers never send to a server, so only a path can have a
preview. Anyone may request a preview, so it shows only what a stranger may read. If the stream is still running, secret
or unknown, the preview shows nothing about it. The same path with `.png` is the preview's picture, which a pool process
draws (`pictures`).
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.page.address import address_of
from services.page.describing import NOTHING, describe
from services.page.headers import HEADERS, HTML, POLICY
from shared.kernel.refusals import SeatUnknown
from shared.platform.access.denials import Denied
from shared.platform.eventlog import Snapshot, StreamErased, StreamUnknown
from shared.platform.http.answers import Reply
from shared.platform.http.callers import reader_of
from shared.platform.http.commands.commands import enter_stream
from shared.platform.http.etags import etag_of, has_etag
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import not_found
from shared.platform.http.requests import AnyRequest, stream_id
from shared.platform.http.streams.stream_routes import load_for

ServicePath = Annotated[str, PathParameter(description="the name of a service")]
StreamPath = Annotated[str, PathParameter(description="the id of a stream")]
VersionPath = Annotated[int, PathParameter(description="the version to show first", ge=0)]

DRAWN: Final = "services.page.pictures.drawing:draw_stream"
NEUTRAL: Final = "services.page.pictures.drawing:draw_nothing"
PNG: Final = ".png"
SIZE: Final = (1200, 630)
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
{picture}  <meta http-equiv="refresh" content="0; url={replay}">
  <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/web/page.css">
</head>
<body><main><h1>{title}</h1><p>{says}</p><p><a href="{replay}">Replay it</a></p></main></body>
</html>
"""


PICTURE: Final = """  <meta property="og:image" content="{image}">
  <meta property="og:image:type" content="image/png">
  <meta property="og:image:width" content="{wide}">
  <meta property="og:image:height" content="{high}">
  <meta property="og:image:alt" content="{title}">
  <meta name="twitter:card" content="summary_large_image">
"""
NO_PICTURE: Final = """  <meta name="twitter:card" content="summary">
"""


class Place(Struct, frozen=True):
    """The stream that the address of a preview names, and the version at which its replay starts."""

    service: str
    stream: str
    at: int | None = None

    @property
    def replay(self) -> str:
        """Return the address of the replay on the page."""
        return f"/#/replay/{self.service}/{self.stream}{'' if self.at is None else f'?at={self.at}'}"

    @property
    def picture(self) -> str:
        """Return the path of the picture, which is the same for all versions."""
        return f"/watch/{self.service}/{self.stream}{PNG}"


class Pictures:
    """The pictures of streams, which the pool draws.

    The picture for streams that may not be shown is cached, because most requests get it.
    """

    def __init__(self) -> None:
        """Start without a cached picture."""
        self._neutral = b""

    async def of(self, host: GameHost[Any], snapshot: Snapshot[Any] | None) -> bytes:
        """Return the picture of a stream; without a stream, the picture for streams that may not be shown.

        Refuses: all refusals of the pool
        """
        if snapshot is not None:
            return await host.context.kept.once(snapshot, DRAWN, lambda: _draw(host, snapshot))
        if not self._neutral:
            self._neutral = await host.context.pool.run(NEUTRAL)
        return self._neutral


async def _draw(host: GameHost[Any], snapshot: Snapshot[Any]) -> bytes:
    return await host.context.pool.run(DRAWN, host.game.name, msgspec.msgpack.encode(snapshot.stream))


def preview_routes(*, pictures: bool) -> Sequence[ControllerRouterHandler]:
    """Return the routes of links with a preview. `pictures` states whether this process can serve pictures."""
    drawn = Pictures() if pictures else None

    @get("/watch/{service:str}/{stream:str}")
    async def watch(request: AnyRequest, service: ServicePath, stream: StreamPath) -> Response[bytes]:
        """Get a page that leads to the replay of a stream, or its picture if the path ends in `.png`."""
        if drawn is not None and stream.endswith(PNG):
            return await _picture(request, Place(service, stream_id(stream.removesuffix(PNG))), drawn)
        return await _preview(request, Place(service, stream_id(stream)), pictures=pictures)

    @get("/watch/{service:str}/{stream:str}/{at:int}")
    async def watch_at(
        request: AnyRequest, service: ServicePath, stream: StreamPath, at: VersionPath
    ) -> Response[bytes]:  # fmt: skip
        """Get a page that leads to a version in the replay of a stream."""
        return await _preview(request, Place(service, stream_id(stream), at), pictures=pictures)

    return watch, watch_at


async def _preview(request: AnyRequest, place: Place, *, pictures: bool) -> Reply:
    host = _host_of(request, place.service)
    snapshot = await _open_to_all(request, host, place)
    title, says = NOTHING if snapshot is None else describe(host.game, snapshot.stream)
    wide, high = SIZE
    image = address_of(request) + place.picture
    parts = {"title": title, "says": says, "replay": place.replay, "image": image, "wide": str(wide), "high": str(high)}
    escaped = {name: html.escape(text) for name, text in parts.items()}
    picture = (PICTURE if pictures else NO_PICTURE).format_map(escaped)
    body = PAGE.format_map(escaped | {"picture": picture}).encode()
    return Reply(body, media=HTML, headers=HEADERS | {"Content-Security-Policy": POLICY, "Vary": "Authorization"})


async def _picture(request: AnyRequest, place: Place, pictures: Pictures) -> Reply:
    """Respond with the picture of a stream, or with 304 if the caller's copy is current. Refuses: 404; 429; 503."""
    host = _host_of(request, place.service)
    body = await pictures.of(host, await _open_to_all(request, host, place))
    etag = etag_of(body)
    headers = HEADERS | {"ETag": etag, "Vary": "Authorization"}
    request.scope["state"]["kept"] = True  # a copy may be kept, and is checked before each use
    if has_etag(request, etag):
        return Reply(b"", status=304, media="image/png", headers=headers)
    return Reply(body, media="image/png", headers=headers)


async def _open_to_all(request: AnyRequest, host: GameHost[Any], place: Place) -> Snapshot[Any] | None:
    """Return the stream that a preview names; None if there is no such stream, or if its log is not open to all."""
    try:
        caller = await reader_of(request, host)
        snapshot = await load_for(host, caller, enter_stream(host.game, caller, place.stream))
    except (Denied, StreamUnknown, StreamErased, SeatUnknown):
        return None  # the preview is the same as for an unknown stream
    return snapshot if host.is_open(snapshot.stream) else None


def _host_of(request: AnyRequest, service: str) -> GameHost[Any]:
    """Return the host of a service's game. Refuses: 404."""
    hosts: Mapping[str, GameHost[Any]] = request.app.state.hosts
    for host in hosts.values():
        if host.game.service == service and not host.game.name.endswith(".job"):
            return host
    raise not_found("service")
