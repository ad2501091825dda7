"""The panel of a game master: commands grouped by purpose, recently used commands, and a search by words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import httpx
import pytest
from msgspec.structs import replace
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS
from tests.web.forms import offered_commands, open_form, send
from tests.web.readable import hold_readable
from tests.web.test_evening import open_campaign

ROOT: Final = Path(__file__).resolve().parents[2]
BOUNDLESS: Final = EVENINGS[0]
PURPOSES: Final = re.compile(r"purposes: \{(.*?)\n  \},", re.DOTALL)
NAME: Final = re.compile(r"'(\w+)'")
LED: Final = ("Game master", "Player 1", "Player 2")
OPENED: Final = {"bones": LED, "rpg_specialist_total": LED, "tcg": ("Player 1", "Player 2")}
NAMES: Final = {"bones": "BONES", "rpg_specialist_total": "Boundless (Specialist): totals", "tcg": "Boundless TCG"}
each_campaign = pytest.mark.parametrize("service", [one.service for one in EVENINGS])


@pytest.mark.rule("AR-PAGE-33")
@each_campaign
def test_each_command_of_a_purpose_is_one_of_the_contract(service: str) -> None:
    """Each command in a group exists in the contract, and no command is in more than one group."""
    declared = (ROOT / "services" / service / "page/campaign.ts").read_text("utf-8")
    found = PURPOSES.search(declared)
    assert found is not None
    names = NAME.findall(found[1])
    schemas = json.loads((ROOT / "contracts" / service / "openapi.json").read_bytes())["components"]["schemas"]

    assert [] == [name for name in names if name not in schemas]
    assert len(names) == len(set(names))


@pytest.mark.rule("AR-PAGE-33")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_master_finds_commands_by_purpose_by_words_and_by_use(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """At first, only the group of commands for the scene is open.

    A search by words finds the command for an enemy, and the last sent command is listed first.
    """
    table = open_campaign(server, app, BOUNDLESS)
    page = await (visitor := await visit()).sit_down(table, "gm")
    await page.locator('[data-group="scene"] [data-command="OpenPool"]').wait_for()
    assert await page.locator('[data-group="foes"] [data-command]').count() == 0
    await page.locator("[data-search]").fill("players see only its name")
    assert await offered_commands(page) == ["BringEnemy"]
    await page.locator("[data-search]").fill("")
    await send(table, page, "BeginDay")
    await expect(page.locator('[data-group="now"] [data-command]').first).to_have_attribute("data-command", "BeginDay")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-56")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_game_master_keeps_favourites(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A command marked as a favourite is listed above the groups, even after a reload, until it is unmarked."""
    table = open_campaign(server, app, BOUNDLESS)
    page = await (visitor := await visit()).sit_down(table, "gm")
    form = page.locator('[data-group="scene"] [data-command="OpenPool"]')
    await form.locator("[data-open]").click()
    await form.locator("[data-favourite]").click()
    await expect(form).to_have_count(0)
    await page.reload()
    liked = page.locator('[data-group="favourites"] [data-command="OpenPool"]')
    await open_form(liked)
    await hold_readable(page, "favourites")
    await liked.locator("[data-favourite]").click()
    await expect(form).to_have_count(1)
    assert "{}" == await page.evaluate("() => JSON.stringify(localStorage)")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-70")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("service", ["rpg_specialist_pool", "rpg_specialist_total"])
async def test_a_new_campaign_offers_its_characters_first(
    service: str, visit: Visit, server: Running, app: httpx.Client
) -> None:
    """While a campaign has no characters, the commands that create them are in the first group, which is open.

    Once there is a character, the group for the scene comes first. If no seat is named, the form says that the
    sender's own seat is meant.
    """
    evening = next(one for one in EVENINGS if one.service == service)
    table = open_campaign(server, app, replace(evening, made=()))
    page = await (visitor := await visit()).sit_down(table, "gm")
    groups = page.locator("details[data-group]")
    await expect(groups.first).to_have_attribute("data-group", "characters")
    await expect(groups.first.locator("[data-command^=Create]")).to_be_visible()
    entry = table.get("/legal", seat="gm").json()["legal"]["allowed"]
    made = next(one["body"]["command"] for one in entry if one["command"].startswith("Create"))
    await page.locator("[data-command^=Create] [data-open]").click()
    own = page.locator("[data-command=CreateCombatant] form option", has_text="for myself")
    await expect(own).to_have_count(1 if service == "rpg_specialist_total" else 0)
    table.done(made, seat="gm")
    await expect(groups.first).to_have_attribute("data-group", "scene")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-77")
@pytest.mark.asyncio(loop_scope="session")
async def test_the_first_steps_of_a_campaign_are_ticked_off(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A game master of a new campaign sees three steps; a character, a fight and its first turn tick them off.

    The seats in the form for a new game have the same names in every game.
    """
    table = open_campaign(server, app, replace(BOUNDLESS, made=()))
    page = await (visitor := await visit()).sit_down(table, "gm")
    done = page.locator("[data-first-steps] [data-ticked=yes]")
    await expect(page.locator("[data-first-steps] [data-ticked=no]")).to_have_count(3)
    await page.locator("[data-first=CreateCharacter]").click()
    await expect(page.locator("[data-command=CreateCharacter] form")).to_be_visible()
    for command in BOUNDLESS.made[:2]:
        table.done(command, seat="gm")
    await expect(done).to_have_count(1)
    await hold_readable(page, "first-steps")
    fight = {
        "type": "StartFight",
        "characters": [one["id"] for one in table.get().json()["game"]["characters"]],
        "enemies": [],
    }
    for steps, command in ((2, fight), (3, {"type": "StartRound"})):
        table.done(command, seat="gm")
        await expect(done).to_have_count(steps)
    await visitor.go_with_key("play")
    for service, seats in OPENED.items():
        await visitor.go(f"play/{service}")
        await expect(page.locator("arbiter-opening h2", has_text=f": {NAMES[service]}")).to_be_visible()
        for at, seat in enumerate(seats):
            await expect(page.locator("[data-seat-row] input").nth(at)).to_have_value(seat)
    visitor.watch.hold(page)
