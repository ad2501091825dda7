"""A round robin of decks on the page: results of each pair and figures of each card, which a visitor can save."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.jobs import crewed
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

DECKS: Final = ["lantern", "tide", "lantern"]
JOB: Final = {"simulate": {"decks": DECKS, "players": ["random", "random"], "windows": "none"}, "trials": 40}

ASKED: Final = "What comes of decks lantern, tide, lantern; players random, random; windows none?"


def rows_of(path: Path) -> list[list[str]]:
    """Return the rows of a CSV file."""
    return [*csv.reader(StringIO(path.read_text("utf-8")))]


async def save_table(page: Page, what: str) -> list[list[str]]:
    """Save a table as a file, and return its rows."""
    async with page.expect_download() as waiting:
        await page.locator(f"[data-csv={what}]").click()
    download = await waiting.value
    assert download.suggested_filename.endswith(f"-{what}.csv")
    return rows_of(await download.path())


@pytest.mark.rule("AR-PAGE-109")
async def test_a_round_robin_is_shown_as_tables(visit: Visit, server: Running) -> None:
    """The matrix of results has a row for each deck, and the table of cards has a row for each card of each deck."""
    visitor = await visit()
    page = await visitor.go_with_key("design/tcg")
    await page.locator("[data-as-json]").click()
    await page.locator("[data-json]").fill(json.dumps(JOB))
    with crewed(server):
        await page.locator("arbiter-request [data-send]").click()
        await expect(page.locator("[data-status]")).to_have_attribute("data-status", "completed", timeout=120_000)
    await expect(page.locator("[data-matrix] tbody tr")).to_have_count(len(DECKS))
    await expect(page.locator("h1, h2", has_text="What comes of")).to_contain_text(ASKED)
    await hold_readable(page, "tournament")
    matrix, cards = await save_table(page, "decks"), await save_table(page, "cards")
    assert matrix[0] == ["deck", "deck 1", "deck 3", "tide", "all"]
    assert [row[at] for at, row in enumerate(matrix[1:], 1)] == ["", "", ""]
    for one, other in ((1, 2), (1, 3), (2, 3)):
        assert float(matrix[one][other]) + float(matrix[other][one]) == pytest.approx(1)
    assert {row[0] for row in cards[1:]} == {"deck 1", "tide", "deck 3"}
    await expect(page.locator("[data-cards] tbody tr")).to_have_count(len(cards) - 1)
    visitor.watch.hold(page)
