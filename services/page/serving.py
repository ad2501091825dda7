"""The routes of the page. The files of `web/served` and `web/translated` are read once, when the first server starts.

`make web` builds the page, and the built files are committed, so a server needs no Node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.page.foundry_module import foundry_routes
from services.page.guide_pages import ORDER, render_guide
from services.page.headers import HEADERS, HTML, POLICY
from services.page.languages import ENGLISH, index_in, preferred
from services.page.offline import worker_script
from services.page.previews import preview_routes
from services.page.translations import translation_files
from shared.platform.http.answers import Reply
from shared.platform.http.etags import etag_of, has_etag
from shared.platform.http.problems import not_found
from shared.platform.http.requests import AnyRequest

FOLDER: Final = Path(__file__).parent / "web" / "served"
"""The folder of the built page in English. The folder `translated` beside it has a folder for each other language."""
MEDIA: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
LanguagePath = Annotated[str, PathParameter(description="a language of the page")]
NamePath = Annotated[str, PathParameter(description="the name of a file of the page")]


class ServedFile(Struct, frozen=True):
    """A file of the page, with the headers of its response."""

    body: bytes
    media: str
    headers: dict[str, str]


def files_in(folder: Path) -> Mapping[str, ServedFile]:
    """Read all files of a folder, by the names under which they are served."""
    return {path.name: served_file(path.name, path.read_bytes()) for path in sorted(folder.iterdir()) if path.is_file()}


def served_file(name: str, body: bytes) -> ServedFile:
    """Build a served file with its headers."""
    headers = HEADERS | {"ETag": f"W/{etag_of(body)}", "Content-Security-Policy": POLICY}
    return ServedFile(body=body, media=MEDIA.get(Path(name).suffix, "application/octet-stream"), headers=headers)


def page_files(folder: Path = FOLDER) -> Mapping[str, ServedFile]:
    """Return the files of a built page by their paths, including the service workers of this build.

    The page's HTML in each language has the key `index_key`, because its path is `/` in all languages.
    """
    english = files_in(folder)
    files = {f"/web/{name}": file for name, file in english.items()}
    beside = {"/": english["index.html"], "/api": english["api.html"]}
    for language in translated(folder):
        spoken = files_in(folder.parent / "translated" / language)
        said = {name: served_file(name, body) for name, body in translation_files(language).items()}
        files |= {f"/web/{language}/{name}": file for name, file in {**spoken, **said}.items()}
        beside[index_key(language)] = served_file("index.html", index_in(language, english["index.html"].body))
    bodies = {path: file.body for path, file in files.items()}
    for language in (ENGLISH, *translated(folder)):
        index = beside[index_key(language)].body
        beside[worker_path(language)] = served_file("worker.js", worker_script(language, bodies | {"/": index}))
    return beside | files


def translated(folder: Path = FOLDER) -> Sequence[str]:
    """Return the languages other than English in which a page is built."""
    beside = folder.parent / "translated"
    return sorted(path.name for path in beside.iterdir()) if beside.is_dir() else []


def index_key(language: str) -> str:
    """Return the key of the page's HTML in a language: `/` in English, `/?de` in German."""
    return "/" if language == ENGLISH else f"/?{language}"


def worker_path(language: str) -> str:
    """Return the path of the service worker for a language."""
    return "/worker.js" if language == ENGLISH else f"/worker.{language}.js"


@cache
def page_routes(*, pictures: bool) -> Sequence[ControllerRouterHandler]:
    """Return the routes of the page, of the API's documentation, of the guide, of previews, and for Foundry VTT.

    `pictures` states whether previews have a picture. A process and those that are forked from it read the files once.
    """
    files, languages = page_files(), translated()

    @get("/", sync_to_thread=False)
    def index(request: AnyRequest) -> Response[bytes]:
        """Get the page in the language that the browser prefers."""
        language = preferred(request.headers.get("accept-language", ""), (ENGLISH, *languages))
        return _answer(request, files[index_key(language)], varies="Accept-Language")

    @get("/api", sync_to_thread=False)
    def api(request: AnyRequest) -> Response[bytes]:
        """Get a page that links to the documentation of the API."""
        return _answer(request, files["/api"])

    @get([worker_path(language) for language in (ENGLISH, *languages)], sync_to_thread=False)
    def offline(request: AnyRequest) -> Response[bytes]:
        """Get the service worker of this build in a language."""
        return _answer(request, files[request.url.path])

    return (
        index,
        api,
        offline,
        *file_routes(files),
        *guide_routes(),
        *preview_routes(pictures=pictures),
        *foundry_routes(),
    )


def file_routes(files: Mapping[str, ServedFile]) -> Sequence[ControllerRouterHandler]:
    """Return the routes of the page's files.

    One route serves the files that are in English or that all languages share. The other serves the files in another
    language.
    """

    @get("/web/{name:str}", sync_to_thread=False)
    def web(request: AnyRequest, name: NamePath) -> Response[bytes]:
        """Get a file of the page."""
        return _answer(request, _found(files, f"/web/{name}"))

    @get("/web/{language:str}/{name:str}", sync_to_thread=False)
    def web_in(request: AnyRequest, language: LanguagePath, name: NamePath) -> Response[bytes]:
        """Get a file of the page in a language."""
        return _answer(request, _found(files, f"/web/{language}/{name}"))

    return web, web_in


def _found(files: Mapping[str, ServedFile], path: str) -> ServedFile:
    """Return the file at a path. Refuses: 404."""
    if path not in files:
        raise not_found("file")
    return files[path]


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


def _answer(request: AnyRequest, file: ServedFile, *, varies: str = "") -> Reply:
    """Return a file, or status 304 if the client's copy of it is current.

    The client may keep its copy, but must ask before each use whether the copy is still current.
    """
    request.scope["state"]["kept"] = True
    headers = file.headers | {"Vary": varies} if varies else file.headers
    if has_etag(request, headers["ETag"]):
        return Reply(b"", status=304, media=file.media, headers=headers)
    return Reply(file.body, media=file.media, headers=headers)
