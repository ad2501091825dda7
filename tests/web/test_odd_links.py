"""Malicious and malformed links and files, and how the page handles them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Dialog, Page, expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, Table, open_table, roll
from tests.web.conftest import Visit

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

OTHER: Final = "ak_000000000000_" + "0" * 48
KEPT: Final = "() => JSON.stringify(sessionStorage)"
ODD: Final = {
    "play/dice/..?seat=a": "A link is needed for this game of Dice",
    "replay/..%2f..%2fx/y": "there is no service ../../x",
    "judge/constructor/x": "there is no service constructor",
    "play/..%2f..%2fx": "a path has single slashes",
}
"""URL fragments whose service or id is malformed or unknown, each with the text that the page shows."""


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table, roll on it, and close it."""
    opened = open_table(server, app)
    opened.done(roll("4d6kh3"), seat="ann")
    opened.done(CLOSE)
    return opened


def answering(page: Page, *, yes: bool) -> list[str]:
    """Answer each dialog of the page with yes or no; return a list to which each question is added."""
    asked: list[str] = []

    async def answer(dialog: Dialog) -> None:
        """Answer one dialog, and record its question."""
        asked.append(dialog.message)
        await (dialog.accept() if yes else dialog.dismiss())

    page.on("dialog", answer)
    return asked


@pytest.mark.rule("AR-PAGE-21")
@pytest.mark.parametrize("yes", [False, True])
async def test_a_link_replaces_no_key_without_confirmation(
    visit: Visit, server: Running, table: Table, *, yes: bool
) -> None:
    """A link with another key or token needs a confirmation; a link with the same one does not."""
    visitor = await visit()
    page, seat = await visitor.go_with_key(), f"play/dice/{table.opened['id']}?seat=ann"
    await visitor.go(f"{seat}&token=mine")
    await page.wait_for_function("() => !location.hash.includes('token')")
    asked = answering(page, yes=yes)
    for fragment in (f"?key={server.key}", f"{seat}&token=mine", "?key=", f"{seat}&token="):
        await visitor.go(fragment)
        await page.wait_for_function("() => !/token=|key=/.test(location.hash)")
    assert [] == asked

    for fragment in (f"?key={OTHER}", f"{seat}&token=theirs"):
        await visitor.go(fragment)
        await page.wait_for_function("() => !/token=|key=/.test(location.hash)")
    kept = await page.evaluate(KEPT)
    assert ["another API key (ak_000000…)", "another token for the seat ann"] == [
        one.split("contains ")[1].split(", which replaces")[0] for one in asked
    ]
    assert (OTHER in kept, "theirs" in kept) == (yes, yes)
    assert (server.key in kept, "mine" in kept) == (not yes, not yes)


@pytest.mark.rule("AR-PAGE-21")
async def test_forget_removes_every_credential(visit: Visit, table: Table) -> None:
    """After Forget, the tab has neither a key nor a seat's token, and shows nothing that needed them."""
    visitor = await visit()
    page = await visitor.go_with_key(f"replay/dice/{table.opened['id']}?seat=ann&token={table.tokens['ann']}")
    await expect(page.locator("arbiter-player")).to_be_visible()
    await page.get_by_role("button", name="Forget").click()
    await expect(page.locator("[data-page=home]")).to_be_visible()
    await expect(page.locator("[data-key=none]")).to_be_visible()
    assert "{}" == await page.evaluate(KEPT)


@pytest.mark.parametrize("fragment", ["%E0%A4%A", "constructor", "__proto__", "toString"])
async def test_an_unknown_place_is_not_found(visit: Visit, fragment: str) -> None:
    """For an unknown URL fragment, the page says that it does not exist, and keeps working."""
    visitor = await visit()
    page = await visitor.go(fragment)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    await page.reload()
    await expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    assert [] == broken


async def test_no_link_leads_a_request_to_another_path(visit: Visit) -> None:
    """A link whose service or id is not a single path segment causes no request."""
    visitor = await visit()
    page, asked = await visitor.go(""), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    for fragment, answer in ODD.items():
        await visitor.go(fragment)
        await expect(page.get_by_text(answer).first).to_be_visible()
    paths = {"/" + url.split("/", 3)[3] for url in asked}
    assert [] == [
        one for one in paths if not one.startswith(("/arbiter/v1/services", "/schema/", "/web/", "/dice/v1/"))
    ]
    assert not {"/dice/v1/", "/dice/v1/legal"} & paths


LINE: Final[dict[str, Any]] = {
    "head": "00" * 32, "parts": [],
    "public": {
        "draws": [], "events": [{"type": "constructor", "seat": "__proto__"}], "ruleset": "x", "stream": "dice.table:x",
        "version": 1, "intent": {
            "at": 1, "by": "x", "command": {"type": "toString"}, "faces": None, "id": "1", "role": "gm", "seat": "a",
        },
    },
}  # fmt: skip
MARKUP: Final = '"><img src=x onerror=alert(1)><svg onload=alert(2)>'


@pytest.mark.parametrize(
    ("public", "says"),
    [
        ({}, None),
        ({"events": [{"type": MARKUP, "seat": MARKUP}]}, None),
        ({"events": [None]}, "This file is not a log"),
        ({"events": [{"type": 5}]}, "This file is not a log"),
        ({"events": [{"type": "A"}] * 200_000, "version": 200_000}, "This file is not a log"),
        ({"version": -5}, "This file is not a log"),
        ({"version": "<b>"}, "This file is not a log"),
    ],
    ids=["names of every object", "markup", "nothing", "a number", "too many", "too early", "no version"],
)
async def test_a_file_that_is_no_log_breaks_nothing(
    visit: Visit, tmp_path: Path, public: dict[str, Any], says: str | None
) -> None:
    """If a file is not a log, the page shows its text or states that it is not a log, and executes nothing in it."""
    file = tmp_path / "odd.ndjson"
    file.write_text(json.dumps(LINE | {"public": LINE["public"] | public}))
    visitor = await visit()
    page, broken = await visitor.go("replay"), list[str]()
    page.on("pageerror", lambda error: broken.append(str(error)))
    asked = answering(page, yes=False)
    await page.locator("[data-file]").set_input_files(file)
    if says is None:
        await expect(page.locator("arbiter-player")).to_be_visible()
    else:
        await expect(page.locator("arbiter-problem")).to_contain_text(says)
    assert ([], []) == (broken, asked)
