"""The documents under `/schema`: rendered once, when they are first asked for, and then answered as they are.

They do not change while the process lives, so that a reader who names the ETag it has gets 304 and no body.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from .answers import Reply
from .contract_page import ContractPlugin, PagePlugin
from .requests import AnyRequest, listed_header, plain_header

ROOT: Final = "/schema"
FRESH: Final = {"Vary": "Accept-Encoding"}


class Document(Struct, frozen=True):
    """A document, plain and compressed."""

    media: str
    plain: bytes
    small: bytes
    etag: str


class Documents:
    """Answers what is below `/schema`."""

    def __init__(self, plugins: tuple[ContractPlugin | PagePlugin, ...]) -> None:
        """Render nothing yet."""
        self.plugins: Final = plugins
        self._plugins: Final[Mapping[str, ContractPlugin | PagePlugin]] = {
            (ROOT + path).rstrip("/"): plugin for plugin in plugins for path in plugin.paths
        }
        self._rendered: Final[dict[str, Document]] = {}

    def answer(self, request: AnyRequest) -> Reply | None:
        """Answer a request for a document; None where it asks for something else."""
        path = request.scope["path"]
        if not path.startswith(ROOT) or (plugin := self._plugins.get(path.rstrip("/"))) is None:
            return None
        found = self._rendered.get(path) or self._render(path, plugin, request)
        asked = plain_header(request, "If-None-Match") or ""
        packed = "gzip" in listed_header(request, "Accept-Encoding").lower()
        etag = f'{found.etag[:-1]}-gzip"' if packed else found.etag
        headers = {"ETag": etag} | FRESH
        if etag in (each.strip().removeprefix("W/") for each in asked.split(",")):
            return Reply(b"", status=304, media=found.media, headers=headers)
        if packed:
            return Reply(found.small, media=found.media, headers=headers | {"Content-Encoding": "gzip"})
        return Reply(found.plain, media=found.media, headers=headers)

    def _render(self, path: str, plugin: ContractPlugin | PagePlugin, request: AnyRequest) -> Document:
        plain = plugin.render(request, {})
        etag = f'"{hashlib.sha256(plain).hexdigest()[:32]}"'
        media = str(plugin.media_type.value if hasattr(plugin.media_type, "value") else plugin.media_type)
        media = f"{media}; charset=utf-8" if media.startswith("text/") else media
        found = Document(media=media, plain=plain, small=gzip.compress(plain, mtime=0), etag=etag)
        self._rendered[path.rstrip("/")] = self._rendered[path] = found
        return found
