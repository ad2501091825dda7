"""Forms of commands: long ones are folded, fields show names instead of ids, and commands that roll offer odds."""

from __future__ import annotations

import json
from typing import Final

import httpx
import pytest
from playwright.async_api import Response, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.web.conftest import Visit
from tests.web.forms import find, open_form, unfold
from tests.web.readable import HEIGHT

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.rule("AR-PAGE-60")]

HIGHEST: Final = 3000
"""The maximum height, on a phone, of the page with the form for a character of BONES.

Units: pixels; without folding, the page had 5400
"""
PHONE: Final = 390
FIGHTER: Final = [{"n": 4, "die": "Fighter"}]
CAMPAIGNS: Final = "/bones/v1/campaigns"


def bones(server: Running, app: httpx.Client) -> Table:
    """Open a campaign of BONES."""
    answer = app.post(
        CAMPAIGNS, json={"type": "OpenCampaign", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]}
    )
    assert answer.status_code == 201, answer.text
    return Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())


async def test_a_character_of_bones_fits_on_a_few_screens(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The dice in the form are folded and list their faces. A die is unfolded by a click."""
    visitor = await visit()
    page = await visitor.sit_down(bones(server, app), "gm")
    form = await find(page, "CreateCharacter")
    await open_form(form)
    dice = form.locator("[data-fold*='dice[']")
    await expect(dice).to_have_count(4)
    await expect(dice.first.locator("summary")).to_contain_text("Universal, Physical")
    await expect(dice.first.locator("select").first).to_be_hidden()
    await page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    assert await page.evaluate("document.scrollingElement.scrollHeight") < HIGHEST
    await form.locator("[data-field=equipment] [data-add]").last.click()
    await dice.nth(2).locator("summary").click()
    await expect(dice.nth(2).locator("input").first).to_be_visible()
    visitor.watch.hold(page)


async def test_a_field_for_an_id_has_the_name(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A field for an id shows the name of the thing, and a typed name is sent as its id."""
    visitor, table = await visit(), bones(server, app)
    for name in ("Mara", "Odo"):
        table.done({"type": "BuildCreature", "seat": "ann", "creature": {"name": name, "dice": FIGHTER}}, seat="gm")
    page = await visitor.sit_down(table, "gm")
    form = await find(page, "StartCombat")
    await open_form(form)
    held, body = form.locator("[data-field='fighters[0].creature'] input"), form.locator("[data-raw]")
    await held.wait_for(state="attached")
    await unfold(held)
    await expect(held).to_have_value("Mara")
    mara = await held.get_attribute("data-id")
    for typed, sent in (("nobody-99", "nobody-99"), ("Mara", mara)):
        await held.fill(typed)
        await held.blur()
        await expect(held).to_have_attribute("data-id", str(sent))
        assert json.loads(await body.input_value())["fighters"][0]["creature"] == sent
    visitor.watch.hold(page)


async def test_odds_are_offered_for_commands_that_roll(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The form of a roll shows odds, even after its dice are changed.

    The form of a command without a roll has no odds.
    """
    visitor = await visit()
    page = await visitor.sit_down(open_table(server, app), "gm")
    roll, named = await find(page, "Roll"), await find(page, "DefineDice")
    async with page.expect_response(is_dry_run):
        await open_form(named)
    await expect(named.locator("[data-send]")).to_be_visible()
    await expect(named.locator("[data-odds]")).to_have_count(0)
    async with page.expect_response(is_dry_run):
        await open_form(roll)
    await expect(roll.locator("[data-odds]")).to_be_visible()
    visitor.watch.hold(page)


def is_dry_run(answer: Response) -> bool:
    """Return whether a response is the response to a dry run."""
    return "dry_run" in answer.url
