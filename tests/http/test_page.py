"""The page as the server answers it: to anybody, from here alone, small, and held to a strict policy."""

from __future__ import annotations

import gzip
import re
from typing import Final

import httpx
import pytest

from services.gateway.processes.running import Running
from services.page.serving import FOLDER, POLICY
from tests.support.http import held_to_be_a_problem

MOST_BYTES: Final = 250_000
APART: Final = re.compile(r"^(api|scalar)\b|licences\.md$")
"""The page of the contract and the licence notes, which nobody who plays is sent."""
NAMED: Final = re.compile(r'(?:src|href)="([^"#]+)"')
HOST: Final = re.compile(r"""(?:https?:|["'(=]\s*)//[\w.-]+\.\w""")
INLINE: Final = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=", re.IGNORECASE)


@pytest.fixture
def anybody(server: Running) -> httpx.Client:
    """Give a client that has no key."""
    return httpx.Client(base_url=server.address, timeout=120)


def policy(answer: httpx.Response) -> dict[str, list[str]]:
    """Read the policy an answer comes with."""
    parts = [part.split() for part in answer.headers["Content-Security-Policy"].split(";")]
    return {name: allowed for name, *allowed in parts}


@pytest.mark.rule("AR-PAGE-01", "AR-PAGE-02")
@pytest.mark.parametrize("path", ["/", "/api"])
def test_the_page_is_told_to_anybody_and_names_only_what_is_served_here(anybody: httpx.Client, path: str) -> None:
    """Whoever comes without a key is shown it; each file it names is on this server, nothing stands inline."""
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
def test_the_page_may_run_and_ask_nothing_from_elsewhere(anybody: httpx.Client, path: str) -> None:
    """Its policy lets it run the scripts of this server alone, call this server alone, and be shown in no frame."""
    with anybody:
        answer = anybody.get(path)
    told = policy(answer)

    assert told["default-src"] == told["frame-ancestors"] == told["base-uri"] == told["form-action"] == ["'none'"]
    assert told["script-src"] == told["connect-src"] == ["'self'"]
    assert "nosniff" == answer.headers["X-Content-Type-Options"]
    assert "no-referrer" == answer.headers["Referrer-Policy"]


@pytest.mark.rule("AR-PAGE-03")
def test_only_the_page_of_the_contract_writes_its_own_styles(anybody: httpx.Client) -> None:
    """The page itself has no inline style, and makes markup of text in one place alone."""
    with anybody:
        assert POLICY == anybody.get("/").headers["Content-Security-Policy"]
        assert ["'self'"] == policy(anybody.get("/"))["style-src"]
        assert ["'script'"] == policy(anybody.get("/"))["require-trusted-types-for"]


@pytest.mark.rule("AR-PAGE-01")
def test_a_file_is_the_same_for_everybody(anybody: httpx.Client, app: httpx.Client) -> None:
    """Whoever has a key is answered as whoever has none, from the file as it lies there."""
    with anybody:
        for path in FOLDER.iterdir():
            name = f"/web/{path.name.removesuffix('.gz')}"
            answers = [client.get(name) for client in (anybody, app)]
            there = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            assert [(200, there)] * 2 == [(one.status_code, one.content) for one in answers], name


@pytest.mark.rule("AR-PAGE-02")
def test_its_files_name_no_other_host() -> None:
    """Pages, styles and our own scripts have no address of another host; what Scalar names, its policy forbids."""
    found = {path.name: HOST.findall(path.read_text("utf-8")) for path in FOLDER.glob("*.[hcj]*[sl]")}

    assert {"index.html", "api.html", "page.css", "api.css", "arbiter.js", "api.js"} <= found.keys()
    assert not any(found.values()), found


@pytest.mark.rule("AR-PAGE-04")
def test_a_key_in_a_query_opens_nothing(server: Running, anybody: httpx.Client) -> None:
    """The page is not shown to whoever sends one, nothing is told to them, and the log does not have it."""
    with anybody:
        answers = [
            anybody.get(path, params={"key": server.key}) for path in ("/", "/web/arbiter.js", "/dice/v1/tables")
        ]

    assert [400, 400, 400] == [held_to_be_a_problem(one, one.status_code)["status"] for one in answers]
    assert server.key.split("_")[2] not in server.log.read_text("utf-8")


@pytest.mark.rule("AR-PAGE-04")
def test_nothing_is_kept_that_outlives_the_tab() -> None:
    """The built page names no storage but the tab's."""
    built = (FOLDER / "arbiter.js").read_text("utf-8") + (FOLDER / "api.js").read_text("utf-8")

    assert "sessionStorage" in built
    assert [] == [name for name in ("localStorage", "indexedDB", ".cookie", "caches.open") if name in built]


def test_other_requests_are_refused_as_everywhere(anybody: httpx.Client) -> None:
    """No file, a way out of the folder, a parameter there is not, and methods that are not for reading."""
    with anybody:
        for path in ("/web/nothing.js", "/web/", "/web/%2e%2e/page.py", "/pages"):
            held_to_be_a_problem(anybody.get(path), 404)
        held_to_be_a_problem(anybody.get("/web/..%2Fpage.py"), 400)
        for path in ("/", "/api", "/web/arbiter.js"):
            held_to_be_a_problem(anybody.get(path, params={"at": "1"}), 400)
            held_to_be_a_problem(anybody.post(path), 405)
            assert anybody.head(path).status_code == 405


def test_its_requests_are_counted_by_route(anybody: httpx.Client, app: httpx.Client) -> None:
    """Files share a label, whatever they are called; what is not there has it too."""
    with anybody:
        for path in ("/", "/api", "/web/icon.svg", "/web/of-no-name"):
            anybody.get(path)
    counted = app.get("/metrics").text

    assert all(f'route="{route}"' in counted for route in ("/", "/api", "/web/{name}"))
    assert "of-no-name" not in counted


def test_what_is_large_is_packed(anybody: httpx.Client) -> None:
    """The page's script as the reader likes it, and Scalar as it lies there, whatever the reader likes."""
    with anybody:
        script = anybody.get("/web/arbiter.js", headers={"Accept-Encoding": "gzip"})
        scalar = [anybody.get("/web/scalar.js", headers={"Accept-Encoding": one}) for one in ("gzip", "br", "identity")]

    assert script.headers["Content-Encoding"] == "gzip"
    assert {"gzip"} == {one.headers["Content-Encoding"] for one in scalar}
    assert {"text/javascript; charset=utf-8"} == {one.headers["Content-Type"] for one in (script, *scalar)}


def test_a_copy_that_is_still_right_is_not_sent_again(anybody: httpx.Client) -> None:
    """Each file has a mark of what is in it, and a browser that has it is answered with nothing."""
    with anybody:
        for path in ("/", "/api", "/web/arbiter.js"):
            mark = anybody.get(path).headers["ETag"]
            again = anybody.get(path, headers={"If-None-Match": mark})
            assert (304, b"") == (again.status_code, again.content)


@pytest.mark.rule("AR-PAGE-06")
def test_the_page_is_small() -> None:
    """All its files together, packed, are no more than 250 kB, those of the contract's page apart."""
    sizes = {path.name: len(packed(path.read_bytes(), path.suffix)) for path in FOLDER.iterdir()}

    assert sum(size for name, size in sizes.items() if not APART.search(name)) <= MOST_BYTES, sizes


def packed(body: bytes, suffix: str) -> bytes:
    """Pack a file as it is sent, unless it lies there packed."""
    return body if suffix == ".gz" else gzip.compress(body, 6)
