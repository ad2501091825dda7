"""Serves the page: reads the files of `web/served` once when the server starts.

`make web` builds the page, and the built files are committed, so a server needs no Node.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.page.guide_pages import ORDER, render_guide
from services.page.headers import HEADERS, HTML, POLICY
from services.page.offline import worker_script
from services.page.previews import preview_routes
from shared.platform.http.answers import Reply
from shared.platform.http.problems import not_found
from shared.platform.http.requests import AnyRequest, has_etag

FOLDER: Final = Path(__file__).parent / "web" / "served"
"""The folder of the built page."""
MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
NamePath = Annotated[str, PathParameter(description="the name of a file of the page")]


class ServedFile(Struct, frozen=True):
    """A file of the page, with the headers of its response."""

    body: bytes
    media: str
    headers: Mapping[str, str]


def files_in(folder: Path) -> Mapping[str, ServedFile]:
    """Read all files of a folder, by the names under which they are served."""
    return {path.name: served_file(path.name, path.read_bytes()) for path in sorted(folder.iterdir()) if path.is_file()}


def served_file(name: str, body: bytes) -> ServedFile:
    """Build a served file with its headers."""
    headers = HEADERS | {"ETag": f'W/"{hashlib.sha256(body).hexdigest()[:32]}"', "Content-Security-Policy": POLICY}
    return ServedFile(body=body, media=MEDIA.get(Path(name).suffix, "application/octet-stream"), headers=headers)


def page_files(folder: Path = FOLDER) -> Mapping[str, ServedFile]:
    """Return the files of a built page by their paths, with the service worker of this build."""
    files = files_in(folder)
    worker = served_file("worker.js", worker_script({name: file.body for name, file in files.items()}))
    beside = {"/": files["index.html"], "/api": files["api.html"], "/worker.js": worker}
    return beside | {f"/web/{name}": file for name, file in files.items()}


def page_routes() -> Sequence[ControllerRouterHandler]:
    """Return the routes of the page, of the link to the contract's page at `/api`, of the guide, and of previews."""
    files = page_files()

    @get("/", sync_to_thread=False)
    def index(request: AnyRequest) -> Response[bytes]:
        """Get the page."""
        return _answer(request, files["/"])

    @get("/api", sync_to_thread=False)
    def api(request: AnyRequest) -> Response[bytes]:
        """Get a page that links to the page of the contract."""
        return _answer(request, files["/api"])

    @get("/web/{name:str}", sync_to_thread=False)
    def web(request: AnyRequest, name: NamePath) -> Response[bytes]:
        """Get a file of the page."""
        file = files.get(f"/web/{name}")
        if file is None:
            raise not_found("file")
        return _answer(request, file)

    @get("/worker.js", sync_to_thread=False)
    def offline(request: AnyRequest) -> Response[bytes]:
        """Get the page's service worker, which belongs to this build."""
        return _answer(request, files["/worker.js"])

    return index, api, web, offline, *guide_routes(), *preview_routes()


def guide_routes() -> Sequence[ControllerRouterHandler]:
    """Return the routes of the guide and its pictures."""
    pages = {name: served_file(name, body) for name, body in render_guide().items()}

    @get("/guide", sync_to_thread=False)
    def guide(request: AnyRequest) -> Response[bytes]:
        """Get the first page of the guide."""
        return _answer(request, pages[f"{ORDER[0]}.html"])

    @get("/guide/{name:str}", sync_to_thread=False)
    def guide_page(request: AnyRequest, name: NamePath) -> Response[bytes]:
        """Get a page of the guide, or one of its pictures."""
        file = pages.get(name if "." in name else f"{name}.html")
        if file is None:
            raise not_found("page of the guide")
        return _answer(request, file)

    return guide, guide_page


def _answer(request: AnyRequest, file: ServedFile) -> Reply:
    """Return a file, or 304 if the client's copy of it is current.

    The client may keep its copy, but must ask each time whether the copy is still current.
    """
    request.scope["state"]["kept"] = True
    if has_etag(request, file.headers["ETag"]):
        return Reply(b"", status=304, media=file.media, headers=file.headers)
    return Reply(file.body, media=file.media, headers=file.headers)
