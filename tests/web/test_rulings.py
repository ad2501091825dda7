"""The page of rules, from which two clicks lead to an analysis of what another ruling would have changed."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from tests.web.conftest import Visit
from tests.web.readable import hold_readable

GAME: Final = "rpg_boundless"


@pytest.mark.rule("AR-PAGE-58", "AR-PAGE-106")
@pytest.mark.asyncio(loop_scope="session")
async def test_rules_lead_to_the_rulings_of_each_game(visit: Visit, app: httpx.Client) -> None:
    """Two clicks from Rules lead to a game's rulings and their analysis.

    No ruling shows the path of its setting. A search finds a ruling by one of its words.
    """
    open_ones, visitor = rulings_with_a_choice(app), await visit()
    page = await visitor.go_with_key("rules")
    await expect(page.locator("[data-rulings]")).to_have_count(games(app))
    await page.locator(f"[data-rulings={GAME}]").click()
    asked = page.locator("[data-ruling]")
    await expect(asked).to_have_count(len(open_ones))
    first = page.locator(f"[data-ruling={open_ones[0]['id']}]")
    await expect(first.locator("[data-ask], [data-other]").first).to_be_hidden()
    await first.locator("summary").click()
    await expect(first.locator("[data-ask], [data-other]").first).to_be_visible()
    shown = " ".join(await page.locator("arbiter-rules").locator("details").all_text_contents())
    assert "A table may decide otherwise" in shown
    assert [one["setting"] for one in open_ones if one["setting"] in shown] == []
    await hold_readable(page, "rulings")

    word = open_ones[0]["question"].split()[-1].strip("?")
    await page.locator("[data-search]").fill(word)
    found = [one for one in open_ones if any(word.lower() in text.lower() for text in texts(one))]
    await expect(asked).to_have_count(len(found))
    assert 0 < len(found) < len(open_ones)
    visitor.watch.hold(page)


def rulings_with_a_choice(app: httpx.Client) -> list[dict[str, Any]]:
    """Return the rulings of a game that a table may decide otherwise."""
    rulings: list[dict[str, Any]] = app.get(f"/{GAME}/v1/rules").json()["rulings"]
    return [one for one in rulings if one["setting"] and one["alternatives"]]


def games(app: httpx.Client) -> int:
    """Return the number of games that the server offers."""
    return len(app.get("/arbiter/v1/services").json()["services"])


def texts(ruling: dict[str, Any]) -> list[str]:
    """Return the texts of a ruling that a search looks through."""
    return [ruling["id"], ruling["question"], ruling["ruling"], ruling["setting"], *ruling["rules"]]
