"""Render the contract in a pool process, which builds an app with the same services and extras."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache

import msgspec
from litestar import Litestar

from shared.platform.http.app import make_app
from shared.platform.http.documents.documents import Document, by_path, plugins_of
from shared.platform.http.etags import etag_of
from shared.platform.http.services import service_of
from shared.platform.settings import ServerSettings


def render_document(services: Sequence[str], extras: Sequence[str], path: str) -> bytes:
    """Render the document at a path, for an app with these services and extras."""
    plain = by_path(plugins_of(services))[path].draw(_app_of(tuple(services), tuple(extras)))
    return msgspec.msgpack.encode(Document(plain=plain, small=gzip.compress(plain, mtime=0), etag=etag_of(plain)))


@cache
def _app_of(services: tuple[str, ...], extras: tuple[str, ...]) -> Litestar:
    """Build an app that is never started. Its routes are enough to derive the contract."""
    return make_app([*map(service_of, services)], ServerSettings(), store="unix://unused", extras=extras)
