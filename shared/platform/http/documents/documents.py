"""The documents under `/schema`: rendered on the first request, then served from memory.

They do not change while the process runs, so a reader who sends the current ETag gets 304 and no body. Rendering a
document takes a second, in a pool process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct

from shared.platform.http.answers import Reply
from shared.platform.http.documents.contract_page import ContractPlugin, PagePlugin
from shared.platform.http.etags import has_etag
from shared.platform.http.requests import AnyRequest, listed_header
from shared.platform.processes import ProcessPool

ROOT: Final = "/schema"
FRESH: Final = {"Vary": "Accept-Encoding"}
RENDERED: Final = "shared.platform.http.rendering:render_document"


class Document(Struct, frozen=True):
    """A rendered document, in plain and in compressed form."""

    plain: bytes
    small: bytes
    etag: str


_document: Final = msgspec.msgpack.Decoder(Document)


class Documents:
    """The documents under `/schema`."""

    def __init__(self, services: Sequence[str], extras: Sequence[str]) -> None:
        """Set up the documents; none is rendered yet."""
        self._services: Final = tuple(services)
        self._extras: Final = tuple(extras)
        self.plugins: Final = plugins_of(services)
        self._plugins: Final = by_path(self.plugins)
        self._rendered: Final[dict[str, asyncio.Future[Document]]] = {}

    async def answer(self, request: AnyRequest) -> Reply | None:
        """Answer a request for a document; return None for any other path.

        Refuses: all refusals of the pool
        """
        path = request.scope["path"].rstrip("/")
        if (plugin := self._plugins.get(path)) is None:
            return None
        found = await self._find(path, request.app.state.pool)
        media = str(plugin.media_type.value if hasattr(plugin.media_type, "value") else plugin.media_type)
        media = f"{media}; charset=utf-8" if media.startswith("text/") else media
        packed = "gzip" in listed_header(request, "Accept-Encoding").lower()
        etag = f'{found.etag[:-1]}-gzip"' if packed else found.etag
        headers = {"ETag": etag} | FRESH
        if has_etag(request, etag):
            return Reply(b"", status=304, media=media, headers=headers)
        if packed:
            return Reply(found.small, media=media, headers=headers | {"Content-Encoding": "gzip"})
        return Reply(found.plain, media=media, headers=headers)

    async def _find(self, path: str, pool: ProcessPool) -> Document:
        """Return a document. Requests at the same time share one rendering."""
        known = self._rendered.get(path)
        if known is None:
            known = self._rendered[path] = asyncio.ensure_future(self._render(path, pool))
            known.add_done_callback(partial(self._forget_failed, path))
        return await asyncio.shield(known)

    async def _render(self, path: str, pool: ProcessPool) -> Document:
        return _document.decode(await pool.run(RENDERED, self._services, self._extras, path))

    def _forget_failed(self, path: str, rendered: asyncio.Future[Document]) -> None:
        """Forget a rendering that failed, so that the next request tries again."""
        if rendered.cancelled() or rendered.exception() is not None:
            del self._rendered[path]


def plugins_of(services: Sequence[str]) -> tuple[ContractPlugin | PagePlugin, ...]:
    """Return the plugins for these services' documents: the whole contract, one for each service, and the page."""
    return (ContractPlugin(), *map(ContractPlugin, services), PagePlugin())


def by_path(plugins: Sequence[ContractPlugin | PagePlugin]) -> Mapping[str, ContractPlugin | PagePlugin]:
    """Return the plugins by the full path of their document, without a trailing slash."""
    return {(ROOT + path).rstrip("/"): plugin for plugin in plugins for path in plugin.paths}
