"""The guide for callers.

The server serves each page, every name in it exists, and every code block runs as a reader would run it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from services.gateway.processes.running import Running, running
from services.page.guide_pages import GUIDE, ORDER, render_guide
from services.page.headers import POLICY
from tests.support.http import COLD
from tests.support.jobs import crewed
from tests.support.python_pack import CLIENT

pytestmark = [pytest.mark.store, pytest.mark.rule("AR-GUIDE-01")]

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KINDS: Final = {"python", "sh", "html", "console", "text"}
"""The kinds of blocks: a part of the page's program, shell commands, HTML, and two kinds that other tests run."""
ADDRESS: Final = "http://127.0.0.1:8000"
PRINTED: Final = {"campaign": re.compile(r"Attack -> .*^the fight ended at version \d+$", re.MULTILINE | re.DOTALL)}
"""What the programs of a page must have printed, where a program that does nothing would succeed as well."""
LINK: Final = re.compile(r'(?:href|src)="([^"]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server, a dispatcher and a worker, as `make run` does."""
    settings = COLD | {"ARBITER_WEBHOOKS_PRIVATE": "yes"}
    with running(tmp_path_factory.mktemp("guide"), durability="durable", **settings) as server, crewed(server):
        yield server


def blocks(page: str) -> list[tuple[str, str]]:
    """Return the blocks of a page, each as its kind and its text."""
    return BLOCK.findall((GUIDE / f"{page}.md").read_text("utf-8"))


def environment(server: Running, folder: Path) -> dict[str, str]:
    """Return the environment of a reader who has installed the checkout and the client."""
    place = [str(Path(sys.executable).parent), os.environ["PATH"]]
    code = [str(CLIENT / "src"), str(ROOT)]
    return server.environment | {
        "ARBITER_KEY": server.key, "ARBITER_REDIS_URL": "", "HOME": str(folder),
        "PATH": os.pathsep.join(place), "PYTHONPATH": os.pathsep.join(code), "COLUMNS": "160",
    }  # fmt: skip


def programs(page: str) -> Iterator[tuple[str, str]]:
    """Yield the programs of a page.

    Each program is one shell block with all Python blocks before it.
    """
    together = ""
    for kind, text in blocks(page):
        if kind == "python":
            together += text
        elif kind == "sh":
            yield "python", together
            yield "sh", text
    yield "python", together


@pytest.mark.parametrize("page", ORDER)
def test_every_block_of_a_page_runs(server: Running, tmp_path: Path, page: str) -> None:
    """The blocks of a page run in order, unchanged except for the server's address, and do what the page says."""
    printed = ""
    if page == "audit" and shutil.which("node") is None:
        pytest.skip("the page asks for node")
    for entry in ("contracts", "deploy"):
        (tmp_path / entry).symlink_to(ROOT / entry)
    for kind, text in programs(page):
        here = text.replace(ADDRESS, server.address).replace("arbiter ", f"{sys.executable} -m services.gateway.cli ")
        words = (
            [sys.executable, "-c", text.replace(ADDRESS, server.address)] if kind == "python" else ["bash", "-ec", here]
        )
        done = subprocess.run(
            words, cwd=tmp_path, env=environment(server, tmp_path), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        printed += done.stdout
    assert page not in PRINTED or PRINTED[page].search(printed), printed


def test_every_block_is_of_a_known_kind() -> None:
    """Every block of a page has a known kind, and each page has a title and a picture."""
    found = {page: blocks(page) for page in ORDER}
    texts = {page: (GUIDE / f"{page}.md").read_text("utf-8") for page in ORDER}

    assert {kind for each in found.values() for kind, _ in each} <= KINDS
    assert all(text.startswith("# ") and f"]({page}.svg)" in text for page, text in texts.items())
    assert {path.stem for path in GUIDE.glob("*.md")} == set(ORDER)


def test_the_embedding_example_uses_the_served_element(server: Running) -> None:
    """The server serves the script of the embedding example, which defines the element with these attributes."""
    ((_, markup),) = [one for one in blocks("embed") if one[0] == "html"]
    (script,) = re.findall(r'<script type="module" src="([^"]+)"', markup)
    code = httpx.get(script.replace(ADDRESS, server.address), timeout=120)

    assert code.status_code == 200
    assert "arbiter-stream" in markup
    assert "arbiter-stream" in code.text


def test_the_commands_for_a_new_game_are_run_by_ci() -> None:
    """CI runs the commands on the page about a new game."""
    text = (ROOT / ".ci/run").read_text("utf-8")
    (commands,) = [block for kind, block in blocks("game") if kind == "console"]

    assert {"make game", "make remove"} <= set(re.findall(r"make \w+", commands))
    assert {"make game", "make remove"} <= set(re.findall(r"make \w+", text))


def test_the_fuzzing_command_is_the_tested_one() -> None:
    """The page and README name the command that another test runs with a small budget."""
    (command,) = [block for kind, block in blocks("fuzz") if kind == "console"]

    assert command in (ROOT / "README.md").read_text("utf-8")


def test_each_page_is_public_and_its_links_lead_somewhere(server: Running) -> None:
    """Each page can be read without a key.

    It has the content security policy of pages, and every file and page that it links to exists.
    """
    with httpx.Client(base_url=server.address, timeout=120) as anybody:
        pages = {page: anybody.get(f"/guide/{page}") for page in ORDER}
        first = anybody.get("/guide")
        named = {link for page in pages.values() for link in LINK.findall(page.text)}
        found = {link: anybody.get(link).status_code for link in named}
        missing = anybody.get("/guide/nothing")

    assert first.text == pages[ORDER[0]].text
    assert {page.headers["Content-Security-Policy"] for page in pages.values()} == {POLICY}
    assert {page.headers["Content-Type"] for page in pages.values()} == {"text/html; charset=utf-8"}
    assert all(link.startswith("/") for link in named)
    assert set(found.values()) == {200}, found
    assert missing.status_code == 404
    assert set(render_guide()) >= {f"{page}.html" for page in ORDER} | {f"{page}.svg" for page in ORDER}
