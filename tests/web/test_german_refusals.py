"""What the server writes, on the German page: refusals with their facts, meanings, and purposes of draws."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.async_api import Locator, Page, expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, open_table
from tests.support.server_texts import translations
from tests.web import forms
from tests.web.conftest import Visit
from tests.web.films import place
from tests.web.readable import hold_readable
from tests.web.test_evening import TEXTS

pytestmark = pytest.mark.asyncio(loop_scope="session")

GERMAN: Final = "de-DE"
ROW: Final = re.compile(r"^\| `\w+` \| (.+?) \| [\w-]+ \| \d+ \|$", re.MULTILINE)
CONTRACTS: Final = Path(__file__).resolve().parents[2] / "contracts"
ENGLISH: Final = [
    sentence for path in CONTRACTS.glob("*/refusals.md") for sentence in ROW.findall(path.read_text("utf-8"))
]
"""The sentences of all refusals."""


def german(text: str) -> str:
    """Return the German of a text of the campaign's game."""
    return translations("refusals", "rpg_boundless", "de")[text]


async def refuse(page: Page, command: str, body: str) -> Locator:
    """Send a command, written as JSON, that the server refuses; return the problem that its form shows."""
    form = await forms.find(page, command)
    await forms.open_form(form)
    await form.locator("details > summary").last.click()
    await form.locator("[data-raw]").fill(body)
    await form.locator("[data-send]").first.click()
    problem = form.locator("arbiter-problem [role=alert]")
    await problem.wait_for()
    return problem


async def hold_no_english_refusal(page: Page) -> None:
    """Assert that a page shows German refusals, and none in English."""
    shown = " ".join(re.sub(r"\s+", " ", text) for text in await page.evaluate(TEXTS))

    assert len(ENGLISH) > 600
    assert [] == [sentence for sentence in ENGLISH if sentence in shown]


@pytest.mark.rule("AR-PAGE-64")
async def test_a_refused_command_says_why_in_german(visit: Visit) -> None:
    """A refusal of a campaign is German, with its facts, at its field too. So is what its command means.

    Commands that are not possible now say why in German.
    """
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key()
    await page.locator("[data-ready='rpg_boundless/duel']").click()
    await expect(page.locator("[data-group]").first).to_be_attached()
    problem = await refuse(page, "OpenPool", '{"type": "OpenPool", "name": "Turm", "dice": 3}')
    form = page.locator("[data-command=OpenPool]")

    await expect(problem).to_contain_text(
        german("A Pool cannot start with this number of dice: start it with 2, 4, 6 or 8.")
    )
    await expect(problem.locator("dd")).to_have_text(["Würfel", german("2, 4, 6 or 8"), "3"])
    await expect(form.locator('[data-field="dice"]')).to_contain_text("Mit dieser Zahl von Würfeln")
    await expect(form.locator("[data-open] small")).to_contain_text("Öffne einen Pool.")
    await hold_readable(page, "german-refusal")

    await page.locator("[data-search]").fill("StartFight")
    blocked = page.locator("[data-blocked]")
    await expect(blocked).to_contain_text("Es hat schon ein Kampf begonnen: beende zuerst diesen.")
    await expect(blocked).to_contain_text("Braucht: keinen Kampf")
    await hold_no_english_refusal(page)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-64")
async def test_a_fault_in_a_notation_is_explained_in_german(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The sentence is composed of German phrases, and names that people type stay as they are."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key()
    table = open_table(server, app)
    await visitor.sit_down(table, "ann")
    problem = await refuse(page, "Roll", '{"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": "2d"}}]}')

    await expect(problem).to_contain_text("keine gültige Würfelnotation: da steht 'd' in Zeile 1, Spalte 2;")
    await expect(problem).to_contain_text("Meintest du 2d6 ?")
    await expect(problem.locator("dd").last).to_have_text("'d' in Zeile 1, Spalte 2")
    await hold_no_english_refusal(page)

    form = page.locator("[data-command=Roll]")
    await form.locator("[data-raw]").fill(
        '{"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": "foo(2)"}}]}'
    )
    await form.locator("[data-send]").first.click()
    await expect(problem).to_contain_text("mit diesem Namen gibt es nicht: nimm eine")
    await expect(problem.locator("dd").nth(1)).to_contain_text("ceil, floor")


@pytest.mark.rule("AR-PAGE-64")
async def test_the_purpose_of_a_draw_is_named_in_german(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A replay names what the dice of an event were rolled for in German."""
    visitor = await visit(GERMAN)
    page = await visitor.go_with_key()
    table = open_table(server, app)
    await visitor.sit_down(table, "ann")
    version = await forms.send(table, page, "Roll")
    table.done(CLOSE)
    await visitor.go(f"{place(table)}?at={version}")

    await expect(page.locator("[data-draw]").first).to_contain_text("Zufall: Würfel: ")
    visitor.watch.hold(page)
