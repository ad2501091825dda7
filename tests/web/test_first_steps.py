"""The first steps of a new campaign of BONES, and what a season of it shows."""

from __future__ import annotations

from typing import Final

import httpx
import pytest
from msgspec.structs import replace
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS
from tests.web.forms import find, open_form
from tests.web.readable import PHONE, hold_readable
from tests.web.test_evening import open_campaign
from tests.web.test_ready_games import GAMES, open_ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

BONES: Final = replace(EVENINGS[-1], made=())
BOUNDLESS: Final = replace(EVENINGS[0], made=())
SEASON: Final = next(ready for service, ready in GAMES if (service, ready["name"]) == ("bones", "season"))
DONE: Final = "[data-first-steps] [data-ticked=yes]"
TWICE: Final = "(button) => { button.click(); button.click(); }"
"""A function that presses a button twice, before the page is drawn again."""


@pytest.mark.rule("AR-PAGE-82", "AR-PAGE-83", "AR-PAGE-88", "AR-PAGE-105")
async def test_a_new_campaign_of_bones_leads_to_its_first_declaration(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A player is asked to make a character; the game master agrees to the equipment and starts the fight by clicks.

    The second player's form begins with another name than the first one's. In Boundless, the form asks once whether a
    character has points, and then for the points. A button that is pressed twice sends one command.
    """
    table = open_campaign(server, app, BONES)
    made = next(
        one["body"]["command"]
        for one in table.get("/legal", seat="ann").json()["legal"]["allowed"]
        if one["command"] == "CreateCharacter"
    )
    table.done(made, seat="ann")
    player = await visit()
    page = await player.sit_down(table, "bob")
    own = page.locator("[data-own-step] [data-first=CreateCharacter]")
    await expect(own).to_be_visible()
    await expect(page.locator("[data-figure]")).to_have_count(1)
    await own.click()
    form = page.locator("[data-command=CreateCharacter] form")
    await expect(form.locator('[data-field="sheet.name"] input')).to_have_value("Birch")
    await hold_readable(page, "own-step")
    await form.locator("[data-send]").click()
    await expect(own).to_have_count(0)
    leader = await visit()
    page = await leader.sit_down(table, "gm")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for name, done in (("Ash", 0), ("Birch", 1)):
        await page.locator("[data-first=AgreeEquipment]", has_text=name).evaluate(TWICE)
        await expect(page.locator("[data-first=AgreeEquipment]", has_text=name)).to_have_count(0)
        await expect(page.locator(DONE)).to_have_count(done)
    await expect(page.locator("[data-act=StartCombat]")).to_have_count(1)
    await expect(page.locator("[data-alone]")).to_contain_text("No foe is here")
    await page.locator("[data-first=StartCombat]").evaluate(TWICE)
    await expect(page.locator(DONE)).to_have_count(2)
    assert [f"{table.path}/commands"] * 3 == [httpx.URL(url).path for url in sent]
    declare = {"type": "Declare", "creature": table.get().json()["game"]["characters"][0]["id"], "doing": "nothing"}
    table.done(declare, seat="ann")
    await expect(page.locator(DONE)).to_have_count(3)
    page = await leader.sit_down(open_campaign(server, app, BOUNDLESS), "gm")
    await page.locator("[data-first=CreateCharacter]").click()
    form = page.locator("[data-command=CreateCharacter] form")
    await expect(form.locator("[data-choice=points] option")).to_have_text(["with points", "without points"])
    await expect(form.get_by_label("Points")).to_have_count(1)
    for visitor in (player, leader):
        visitor.watch.hold(visitor.page)


@pytest.mark.rule("AR-PAGE-105", "AR-PAGE-106")
async def test_a_fight_without_a_foe_is_said_to_be_one(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page says that no foe is here until the game master brings one, and offers no fight of one character.

    In the form for that, the name of the enemy and the name that players see have different labels.
    """
    made = replace(BOUNDLESS, made=EVENINGS[0].made[:1])
    table = open_campaign(server, app, made)
    page = await (visitor := await visit()).sit_down(table, "gm")
    await expect(page.locator("[data-first=StartFight]")).to_be_disabled()
    await expect(page.locator("[data-act=StartFight]")).to_have_count(1)
    await expect(page.locator("[data-alone]")).to_contain_text("No foe is here")
    table.done(EVENINGS[0].made[1], seat="gm")
    await expect(page.locator("[data-first=StartFight]")).to_be_enabled()
    await expect(page.locator("[data-alone]")).to_contain_text("No foe is here")
    await hold_readable(page, "no-foe")
    await page.locator("[data-first=BringEnemy]").click()
    form = page.locator("[data-command=BringEnemy] form")
    await expect(form.locator("[data-field=name] label")).to_contain_text("Name that players see")
    await expect(form.locator("[data-field='sheet.name'] label")).to_have_text("Name")
    await form.locator("[data-send]").click()
    await expect(page.locator("[data-alone]")).to_have_count(0)
    await expect(page.locator("[data-first=StartFight]")).to_be_visible()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-106")
async def test_the_form_that_corrects_a_theme_has_no_label_twice(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A creature has two themes. The theme that is corrected and the new name of it have different labels."""
    mage = {
        "name": "Sage",
        "dice": [{"n": 5, "faces": ["Universal", "Mental", "Magic", "Defend", "Melee", "Perception"]}],
    }
    made = ({"type": "BuildCreature", "seat": "gm", "creature": mage},)
    table = open_campaign(server, app, replace(BONES, made=made))
    creature = table.get().json()["game"]["characters"][0]["id"]
    for name in ("Fire", "Ice"):
        theme = {"name": name, "effect": "it harms", "limitation": "not in the rain"}
        table.done({"type": "SetTheme", "creature": creature, "theme": theme}, seat="gm")
    page = await (visitor := await visit()).sit_down(table, "gm")
    form = await find(page, "ChangeTheme")
    await open_form(form)
    await form.locator('[data-choice="theme"]').select_option(index=1)
    await expect(form.locator('[data-field="theme.name"]')).to_be_visible()
    labels = await form.locator("label:visible").all_inner_texts()
    assert "Theme to correct" in labels
    assert sorted(set(labels)) == sorted(labels)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-107")
async def test_a_command_from_a_card_leaves_the_page_where_it_is(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """On a phone, a game master starts a fight and its round from the top of the page, which is not scrolled.

    What came of a command that is sent from its form is in sight.
    """
    table = open_campaign(server, app, EVENINGS[0])
    visitor = await visit()
    await visitor.page.set_viewport_size({"width": PHONE, "height": 844})
    page = await visitor.sit_down(table, "gm")
    for command in ("StartFight", "StartRound"):
        await page.locator(f"[data-act={command}]").first.click()
        await expect(page.locator(f"[data-act={command}]")).to_have_count(0)
        await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    assert await page.evaluate("scrollY") == 0
    form = page.locator("[data-group=scene] [data-command=OpenPool]")
    await form.locator("[data-open]").click()
    await form.locator("form [data-send]").click()
    await expect(page.locator("[data-command=OpenPool] [data-result] li").first).to_be_in_viewport()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-82", "AR-PAGE-84")
async def test_a_season_shows_what_came_of_it(visit: Visit, helped: Running, app: httpx.Client) -> None:
    """A closed season has a bar for the creature and a row for its action; a ready game has no first steps."""
    table = open_ready(helped, app, "bones", SEASON)
    page = await (visitor := await visit()).sit_down(table, "gm")
    await expect(page.locator("[data-season]")).to_have_count(0)
    for kind in ("DeclareAction", "SetActionTerms", "CloseSeason"):
        legal = table.get("/legal", seat="gm").json()["legal"]["allowed"]
        table.done(next(one["body"]["command"] for one in legal if one["command"] == kind), seat="gm")
    row = page.locator("[data-outcome]")
    await expect(row).to_have_count(1)
    await expect(row.locator("th")).to_have_text("Gil")
    await page.locator("arbiter-plot [role=slider]").press("Home")
    await expect(page.locator("arbiter-plot [role=slider]")).to_have_attribute("data-outcome", "Gil")
    await hold_readable(page, "season")
    visitor.watch.hold(page)
