"""The page as the server sends it: public, self-contained, small, and with a strict content security policy."""

from __future__ import annotations

import gzip
import re
from typing import Final

import httpx
import pytest

from services.gateway.processes.running import Running
from services.page.headers import POLICY
from services.page.serving import FOLDER, translated
from tests.support.http import assert_problem

MOST_BYTES: Final = 250_000
FIRST: Final = ("index.html", "page.css", "icon.svg", "start.js", "shared.js", "arbiter.js", "styles.js")
FIRST_BYTES: Final = 130_000
APART: Final = re.compile(r"^api\b|licences\.md$")
"""Files that no player's browser loads: the page of the contract and the licence notes."""
IMPORTED: Final = re.compile(r"""(?:from|import)\s?["'`]\./([\w.-]+)["'`]""")
NAMED: Final = re.compile(r'(?:src|href)="([^"#]+)"')
HOST: Final = re.compile(r"""(?:https?:|["'(=]\s*)//[\w.-]+\.\w""")
INLINE: Final = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=", re.IGNORECASE)


@pytest.fixture
def anybody(server: Running) -> httpx.Client:
    """Return a client without a key."""
    return httpx.Client(base_url=server.address, timeout=120)


def policy(answer: httpx.Response) -> dict[str, list[str]]:
    """Parse a response's content security policy."""
    parts = [part.split() for part in answer.headers["Content-Security-Policy"].split(";")]
    return {name: allowed for name, *allowed in parts}


@pytest.mark.rule("AR-PAGE-01", "AR-PAGE-02")
@pytest.mark.parametrize("path", ["/", "/api"])
def test_the_page_is_public_and_names_only_files_served_here(anybody: httpx.Client, path: str) -> None:
    """A caller without a key gets the page.

    Each file that the page names is on this server, and no script or style is inline.
    """
    with anybody:
        page = anybody.get(path)
        named = NAMED.findall(page.text)
        found = {name: anybody.get(name).status_code for name in named}

    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert all(name.startswith("/") and not name.startswith("//") for name in named)
    assert set(found.values()) <= {200}, found
    assert INLINE.findall(page.text) == []


@pytest.mark.rule("AR-PAGE-03")
@pytest.mark.parametrize("path", ["/", "/api", "/web/arbiter.js"])
def test_the_policy_allows_only_this_server(anybody: httpx.Client, path: str) -> None:
    """The policy allows scripts only from this server, requests only to this server, and no frames."""
    with anybody:
        answer = anybody.get(path)
    rules = policy(answer)

    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == ["'none'"]
    assert rules["script-src"] == rules["connect-src"] == ["'self'"]
    assert "nosniff" == answer.headers["X-Content-Type-Options"]
    assert "no-referrer" == answer.headers["Referrer-Policy"]


@pytest.mark.rule("AR-PAGE-03")
@pytest.mark.parametrize("path", ["/", "/api", "/web/api.js"])
def test_no_page_writes_its_own_styles(anybody: httpx.Client, path: str) -> None:
    """The policy of all pages forbids inline styles, and requires trusted types for HTML."""
    with anybody:
        answer = anybody.get(path)

    assert POLICY == answer.headers["Content-Security-Policy"]
    assert ["'self'"] == policy(answer)["style-src"]
    assert ["'script'"] == policy(answer)["require-trusted-types-for"]


@pytest.mark.rule("AR-PAGE-01")
def test_a_file_is_the_same_with_and_without_a_key(anybody: httpx.Client, app: httpx.Client) -> None:
    """Callers with and without a key get the same bytes of a file."""
    with anybody:
        for path in FOLDER.iterdir():
            name = f"/web/{path.name}"
            answers = [client.get(name) for client in (anybody, app)]
            there = path.read_bytes()
            assert [(200, there)] * 2 == [(one.status_code, one.content) for one in answers], name


@pytest.mark.rule("AR-PAGE-02")
def test_its_files_name_no_other_host() -> None:
    """The HTML, styles and scripts of the page do not contain the address of any other host."""
    found = {path.name: HOST.findall(path.read_text("utf-8")) for path in FOLDER.glob("*.[hcj]*[sl]")}

    assert {"index.html", "api.html", "page.css", "arbiter.js", "api.js"} <= found.keys()
    assert not any(found.values()), found


@pytest.mark.rule("AR-PAGE-04")
def test_a_key_in_a_query_opens_nothing(server: Running, anybody: httpx.Client) -> None:
    """A request for the page with a key in its query is refused, and the log does not contain the key."""
    with anybody:
        answers = [
            anybody.get(path, params={"key": server.key}) for path in ("/", "/web/arbiter.js", "/dice/v1/tables")
        ]

    assert [400, 400, 400] == [assert_problem(one, one.status_code)["status"] for one in answers]
    assert server.key.split("_")[2] not in server.log.read_text("utf-8")


@pytest.mark.rule("AR-PAGE-04")
def test_the_page_stores_only_remembered_seats_beyond_the_tab() -> None:
    """The built page stores its data in the tab's storage.

    It uses the browser's storage only for seats that the user asks it to remember.
    """
    built = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.js"))

    assert "sessionStorage" in built
    assert 1 == built.count("localStorage")
    assert [] == [name for name in ("indexedDB", ".cookie", "caches.open") if name in built]


def test_other_requests_are_refused_as_everywhere(anybody: httpx.Client) -> None:
    """A request fails if its file is missing or its path is outside the folder.

    It also fails if it has an unknown parameter, or if its method is not supported.
    """
    with anybody:
        for path in ("/web/nothing.js", "/web/", "/web/%2e%2e/page.py", "/pages"):
            assert_problem(anybody.get(path), 404)
        assert_problem(anybody.get("/web/..%2Fpage.py"), 400)
        for path in ("/", "/api", "/web/arbiter.js"):
            assert_problem(anybody.get(path, params={"at": "1"}), 400)
            assert_problem(anybody.post(path), 405)
            assert anybody.head(path).status_code == 405


def test_its_requests_are_counted_by_route(anybody: httpx.Client, app: httpx.Client) -> None:
    """The metrics count requests for all of the page's files under one label, including requests for missing files."""
    with anybody:
        for path in ("/", "/api", "/web/icon.svg", "/web/of-no-name"):
            anybody.get(path)
    counted = app.get("/metrics").text

    assert all(f'route="{route}"' in counted for route in ("/", "/api", "/web/{name}"))
    assert "of-no-name" not in counted


def test_large_files_are_compressed(anybody: httpx.Client) -> None:
    """The server sends the page's script in the encoding that the reader prefers."""
    with anybody:
        script = anybody.get("/web/arbiter.js", headers={"Accept-Encoding": "gzip"})

    assert script.headers["Content-Encoding"] == "gzip"
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"


def test_a_current_copy_is_304(anybody: httpx.Client) -> None:
    """Each file has an ETag of its content; a browser that sends the ETag back gets a 304 without a body."""
    with anybody:
        for path in ("/", "/api", "/web/arbiter.js"):
            mark = anybody.get(path).headers["ETag"]
            again = anybody.get(path, headers={"If-None-Match": mark})
            assert (304, b"") == (again.status_code, again.content)


@pytest.mark.rule("AR-PAGE-06")
def test_the_page_is_small() -> None:
    """All files of the page, without the contract's page, together take at most 250 kB compressed."""
    sizes = {path.name: len(compress(path.read_bytes())) for path in FOLDER.iterdir()}

    assert sum(size for name, size in sizes.items() if not APART.search(name)) <= MOST_BYTES, sizes


@pytest.mark.rule("AR-PAGE-63")
@pytest.mark.parametrize("language", translated())
def test_a_language_is_no_larger_than_the_page_may_be(language: str) -> None:
    """All files that a visitor needs in one language are at most 250 kB; the first load may be a tenth larger."""
    spoken = FOLDER.parent / "translated" / language
    shared = {path.name for path in FOLDER.iterdir()} - {path.name for path in spoken.iterdir()}
    paths = [*(FOLDER / name for name in shared), *spoken.iterdir()]
    sizes = {path.name: len(compress(path.read_bytes())) for path in paths}
    first = sum(sizes[name] for name in FIRST) + len(compress((FOLDER / "shared.js").read_bytes()))

    assert sum(size for name, size in sizes.items() if not APART.search(name)) <= MOST_BYTES, sizes
    assert first <= FIRST_BYTES * 11 // 10, sizes


@pytest.mark.rule("AR-PAGE-63")
@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"), ("DE", "de"), ("en;q=0.5, de", "de"), ("fr, de;q=0.2, en;q=0.1", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"), ("fr", "en"), ("", "en"), ("*", "en"), ("de;q=0", "en"), ("de;q=x", "en"),
    ],
)  # fmt: skip
def test_the_html_names_early_what_the_browsers_language_needs(
    anybody: httpx.Client, accepted: str, language: str
) -> None:
    """The HTML is in the first language that the browser accepts and the page supports, or else in English.

    The HTML names the files of that language's build.
    """
    with anybody:
        answer = anybody.get("/", headers={"Accept-Language": accepted})
        again = anybody.get("/", headers={"Accept-Language": accepted, "If-None-Match": answer.headers["ETag"]})
    build = "/web/" if language == "en" else f"/web/{language}/"

    assert f'<html lang="{language}">' in answer.text
    assert f'"{build}arbiter.js"' in answer.text
    assert f'"{build}styles.js"' in answer.text
    assert '"/web/start.js"' in answer.text
    assert "Accept-Language" in answer.headers["Vary"]
    assert 304 == again.status_code


@pytest.mark.rule("AR-DESK-07")
def test_the_first_load_is_small() -> None:
    """The files that every visitor loads are at most 130 kB compressed. The card designer has a separate file."""
    sizes = {name: len(compress((FOLDER / name).read_bytes())) for name in FIRST}

    for name in ("start.js", *modules_imported("start.js"), "arbiter.js", *modules_imported("arbiter.js")):
        assert set(modules_imported(name)) <= set(FIRST), name
        assert f'"/web/{name}"' in (FOLDER / "index.html").read_text("utf-8")
    assert sum(sizes.values()) <= FIRST_BYTES, sizes
    assert "arbiter-tcg-building" in (FOLDER / "tcg-desk.js").read_text("utf-8")
    assert "arbiter-tcg-building" not in (FOLDER / "arbiter.js").read_text("utf-8")


def modules_imported(name: str) -> list[str]:
    """Return the modules that a module of the page imports, directly or not, before it runs."""
    return IMPORTED.findall((FOLDER / name).read_text("utf-8"))


def compress(body: bytes) -> bytes:
    """Compress a file as the server sends it."""
    return gzip.compress(body, 6)
