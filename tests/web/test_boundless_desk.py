"""The desk of Boundless: enemies and Items made by fields, the chance of a fight, and the way into a campaign."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.authoring.page_building import NODE
from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.support.jobs import crewed
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

browsed = pytest.mark.asyncio(loop_scope="session")
TESTS: Final = Path(__file__).with_name("boundless_desk.mjs")
DESK: Final = "design/desk/rpg_boundless"
UNHURRIED: Final = 300_000
"""The time for a simulation while the machine is busy. Units: milliseconds."""
REASON: Final = {"reason": "many winters"}
HERO: Final = {
    "type": "CreateCharacter",
    "name": "Fern",
    "seat": "ann",
    "points": {"strength": 2, "dexterity": 1, "willpower": 1},
    "items": [{"name": "axe", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}],
    "keepsake": "coin",
}


def open_campaign(server: Running, app: httpx.Client, title: str) -> Table:
    """Open a campaign with one character, whom time has changed."""
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    opened = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "title": title, "seats": seats})
    assert opened.status_code == 201, opened.text
    campaign = Table(server=server, app=app, path=opened.headers["Location"], opened=opened.json())
    campaign.done(HERO, seat="gm")
    changed = {"character": "character-1", **REASON}
    campaign.done({"type": "AdjustAttribute", "attribute": "strength", "score": 5, **changed}, seat="gm")
    campaign.done({"type": "AdjustHp", "hp": 7, "max_hp": 8, **changed}, seat="gm")
    return campaign


async def fill(page: Page, field: str, value: str) -> None:
    """Type a value into a field of the form, and leave the field."""
    control = page.locator(f'[data-field="{field}"] input').first
    await control.fill(value)
    await control.blur()


async def await_check(page: Page, state: str) -> None:
    """Wait until the server's answer has this state."""
    await expect(page.locator("[data-check]")).to_have_attribute("data-check", state)


async def simulate(page: Page, server: Running) -> None:
    """Start a small simulation, and wait for its end."""
    await page.locator("[data-amount]").select_option(value="200")
    with crewed(server):
        await page.locator("[data-simulate]").click()
        await expect(page.locator("[data-status]")).to_have_attribute("data-status", "completed", timeout=UNHURRIED)


async def address_of_job(page: Page) -> str:
    """Return the path of the job to which the page links."""
    link = await page.locator("[data-status] a").first.get_attribute("href") or ""
    return f"/rpg_boundless/v1/jobs/{link.rpartition('/')[2]}"


def read_job(app: httpx.Client, path: str) -> dict[str, Any]:
    """Return a job with its request and its result."""
    job: dict[str, Any] = app.get(path).json()
    return job


def percent(share: float) -> str:
    """Return a share as the page writes it."""
    return f"{100 * share:.{2 if share < 0.1 else 1}f} %"


@pytest.mark.rule("AR-DESK-11", "AR-DESK-12", "AR-DESK-13")
def test_the_desks_scripts_pass_their_tests() -> None:
    """All 12 tests of `boundless_desk.mjs`, run by node, pass."""
    done = subprocess.run(
        [NODE / "bin/node", "--test", "--test-reporter=tap", str(TESTS)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "\n# pass 12\n" in done.stdout


@browsed
@pytest.mark.rule("AR-DESK-11", "AR-DESK-12", "AR-DESK-14")
async def test_an_enemy_is_made_fights_a_party_and_enters_a_campaign(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """An enemy is made by fields, its fault is mended, it fights a campaign's party, and it is stored there."""
    campaign = open_campaign(server, app, "The fen")
    visitor = await visit()
    page = await visitor.go_with_key(DESK)
    await await_check(page, "legal")
    await page.locator("[data-new=enemy]").click()
    await fill(page, "name", "hydra")
    await fill(page, "hp", "6")
    await page.locator('[data-field="attacks"] > div > [data-add]').click()
    await fill(page, "attacks[1].damage", "")
    await await_check(page, "faulty")
    await expect(page.locator("[data-check] a")).to_have_text("FB-ENEMY-03")
    await fill(page, "attacks[1].damage", "2")
    await await_check(page, "legal")

    await page.locator("[data-party]").select_option(label="The fen")
    await expect(page.locator("[data-fighter]")).to_have_count(1)
    await fill_number(page, "hydra", "2")
    await simulate(page, server)
    job = read_job(app, await address_of_job(page))
    (fern,) = job["request"]["simulate"]["party"]
    assert (5, 7) == (fern["scores"]["strength"], fern["hp"])
    assert ["hydra", "hydra"] == [enemy["name"] for enemy in job["request"]["simulate"]["enemies"]]
    won = job["result"]["ours"]["won"]["mean"]
    await expect(page.locator("[data-won=won]")).to_have_text(percent(won["value"]))
    bounds = f"between {percent(won['low'])} and {percent(won['high'])}"
    await expect(page.locator("[data-status]")).to_contain_text(bounds)
    await hold_readable(page, "desk-enemy")

    await page.locator("[data-campaign]").select_option(label="The fen")
    await page.locator("[data-store]").click()
    await expect(page.locator("[data-sent]")).to_contain_text("hydra is kept there")
    (stored,) = campaign.get(seat="gm").json()["game"]["stored"]
    assert ("hydra", 6, 2) == (stored["enemy"]["name"], stored["enemy"]["hp"], len(stored["enemy"]["attacks"]))
    allowed = campaign.get("/legal", seat="gm").json()["legal"]["allowed"]
    assert stored["id"] in json.dumps([entry for entry in allowed if entry["command"] == "BringEnemy"])

    await page.reload()
    await page.locator("[data-made=hydra]").click()
    await expect(page.locator('[data-field="hp"] input')).to_have_value("6")
    visitor.watch.hold(page)


async def fill_number(page: Page, enemy: str, count: str) -> None:
    """Set how many of an enemy fight."""
    control = page.locator(f'[data-foe="{enemy}"]')
    await control.fill(count)
    await control.blur()


@browsed
@pytest.mark.rule("AR-DESK-11", "AR-DESK-12", "AR-DESK-14")
async def test_a_campaign_refuses_what_its_settings_do_not_allow(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """Armor of an enemy is allowed where the table says so; a campaign that does not allow it refuses the enemy.

    An Item is compared with the same fight without it, for the one who has it.
    """
    open_campaign(server, app, "The moor")
    visitor = await visit()
    page = await visitor.go_with_key(DESK)
    await fill(page, "armor", "2")
    await await_check(page, "faulty")
    await expect(page.locator("[data-check] a")).to_have_text("FB-R-52")
    await page.locator("[data-armored]").check()
    await await_check(page, "legal")
    await page.locator("[data-campaign]").select_option(label="The moor")
    await page.locator("[data-bring]").click()
    await expect(page.locator("arbiter-boundless-sending arbiter-problem")).to_contain_text("FB-R-52")

    await page.locator("[data-new=item]").click()
    await fill(page, "weapon.damage", "4")
    await await_check(page, "legal")
    await page.locator("[data-invented]").check()
    await await_check(page, "faulty")
    await expect(page.locator("[data-check]")).to_contain_text("needs: 1 to 3; has: 4")
    await page.locator("[data-bearer]").select_option(label="Rowan")
    await fill_number(page, "wolf", "2")
    await simulate(page, server)
    job = read_job(app, await address_of_job(page))
    party = {side: job["request"][side]["party"][3] for side in ("simulate", "against")}
    assert (["sword", "staff", "herbs", "chalk"], ["staff", "herbs", "chalk"]) == tuple(
        [item["name"] for item in one["items"]] for one in party.values()
    )
    for hook, side in (("won", "ours"), ("without", "theirs")):
        mean = job["result"][side]["won"]["mean"]["value"]
        await expect(page.locator(f"[data-won={hook}]")).to_have_text(percent(mean))
    await hold_readable(page, "desk-item")
    visitor.watch.hold(page)


@browsed
@pytest.mark.rule("AR-DESK-13")
async def test_what_was_made_travels_as_a_file_and_as_a_link(visit: Visit, tmp_path: Path) -> None:
    """A file has all that was made; another file is refused and changes nothing.

    The link in a clean profile shows the enemy in German too, and keeps it only when asked.
    """
    visitor = await visit()
    page = await visitor.go_with_key(DESK)
    await fill(page, "name", "hydra")
    async with page.expect_download() as saving:
        await page.locator("[data-save]").click()
    file = tmp_path / "boundless.json"
    await (await saving.value).save_as(file)
    await page.locator("[data-link]").click()
    link = await page.locator("[data-address]").input_value()
    other = tmp_path / "other.json"
    other.write_text('{"name": "a set", "cards": []}', "utf-8")
    await page.locator("[data-file]").set_input_files(other)
    await expect(page.locator("arbiter-problem").first).to_contain_text("This file has no enemies and Items")
    await expect(page.locator("[data-made]")).to_have_count(1)
    await page.locator("[data-file]").set_input_files(file)
    await expect(page.locator("[data-made='hydra 2']")).to_be_visible()
    visitor.watch.hold(page)

    guest = await visit("de")
    seen = await guest.go_with_key(link.partition("#/")[2])
    await expect(seen.locator('[data-field="name"] input').first).to_have_value("hydra")
    await expect(seen.locator("[data-made=hydra]")).to_have_count(0)
    await await_check(seen, "legal")
    await expect(seen.locator("[data-check]")).to_contain_text("erlaubt.")
    await seen.locator("[data-keep]").click()
    await expect(seen.locator("[data-made=hydra]")).to_be_visible()
    await guest.go(DESK + "?made=xyz")
    await expect(seen.locator("arbiter-problem").first).to_contain_text("unvollständig")
    await expect(seen.locator("[data-made=hydra]")).to_be_visible()
    guest.watch.hold(seen)


@browsed
@pytest.mark.rule("AR-DESK-12", "AR-DESK-14")
async def test_a_game_master_without_a_key_uses_their_seat(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The game master's seat brings an enemy into its campaign; a player's seat only lends its party."""
    campaign = open_campaign(server, app, "The mire")
    visitor = await visit()
    await visitor.sit_down(campaign, "gm")
    page = await visitor.go(DESK)
    await page.locator("[data-bring]").click()
    await expect(page.locator("[data-sent]")).to_contain_text("wolf is in the scene")
    assert ["wolf"] == [enemy["name"] for enemy in campaign.get(seat="gm").json()["game"]["enemies"]]
    visitor.watch.hold(page)

    player = await visit()
    await player.sit_down(campaign, "ann")
    seen = await player.go(DESK)
    await seen.locator("[data-party]").select_option(label="The mire")
    await expect(seen.locator("[data-fighter=Fern]")).to_be_checked()
    await expect(seen.locator("[data-campaign], [data-store], [data-bring]")).to_have_count(0)
    player.watch.hold(seen)
