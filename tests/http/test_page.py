"""The page as the server answers it: to anybody, from here alone, small, and held to a strict policy."""

from __future__ import annotations

import gzip
import re
from typing import Final

import httpx
import pytest

from services.gateway.page import FOLDER, POLICY
from services.gateway.running import Running

MOST_BYTES: Final = 250_000
APART: Final = re.compile(r"^(api|scalar)\b|licences\.md$")
"""The page of the contract and the licence notes, which nobody who plays is sent."""
NAMED: Final = re.compile(r'(?:src|href)="([^"#]+)"')
INLINE: Final = re.compile(r"<script(?![^>]*\bsrc=)|<style\b|\sstyle=|\son[a-z]+=", re.IGNORECASE)


@pytest.fixture
def anybody(server: Running) -> httpx.Client:
    """Give a client that has no key."""
    return httpx.Client(base_url=server.address, timeout=120)


def policy(answer: httpx.Response) -> dict[str, list[str]]:
    """Read the policy an answer comes with."""
    parts = [part.split() for part in answer.headers["Content-Security-Policy"].split(";")]
    return {name: allowed for name, *allowed in parts}


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


def test_only_the_page_of_the_contract_writes_its_own_styles(anybody: httpx.Client) -> None:
    """The page itself has no inline style, and makes markup of text in one place alone."""
    with anybody:
        assert POLICY == anybody.get("/").headers["Content-Security-Policy"]
        assert ["'self'"] == policy(anybody.get("/"))["style-src"]
        assert ["'script'"] == policy(anybody.get("/"))["require-trusted-types-for"]


def test_a_copy_that_is_still_right_is_not_sent_again(anybody: httpx.Client) -> None:
    """Each file has a mark of what is in it, and a browser that has it is answered with nothing."""
    with anybody:
        for path in ("/", "/api", "/web/arbiter.js"):
            mark = anybody.get(path).headers["ETag"]
            again = anybody.get(path, headers={"If-None-Match": mark})
            assert (304, b"") == (again.status_code, again.content)
        assert anybody.get("/web/nothing.js").status_code == 404


def test_the_page_is_small() -> None:
    """All its files together, packed, are no more than 250 kB, those of the contract's page apart."""
    sizes = {path.name: len(packed(path.read_bytes(), path.suffix)) for path in FOLDER.iterdir()}

    assert sum(size for name, size in sizes.items() if not APART.search(name)) <= MOST_BYTES, sizes


def packed(body: bytes, suffix: str) -> bytes:
    """Pack a file as it is sent, unless it lies there packed."""
    return body if suffix == ".gz" else gzip.compress(body, 6)
