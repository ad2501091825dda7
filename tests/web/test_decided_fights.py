"""Fights that are decided: what the page says about them, who can end them, and how a closed game ended."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS
from tests.web.readable import hold_readable
from tests.web.test_evening import open_campaign
from tests.web.test_ready_games import GAMES, open_ready

pytestmark = pytest.mark.asyncio(loop_scope="session")

BEATEN: Final = "creature-4"
"""The id of Odo, the second fighter of a duel of BONES."""
BLOWS: Final = 8
ANSWERS: Final = ("TakeDamage", "StandAgainst", "Allot", "Declare", "RollRound")


def duel(server: Running, app: httpx.Client, service: str) -> tuple[Table, dict[str, Any]]:
    """Open the prepared duel of a game for two people, with names and chat, as the page opens it."""
    ready = next(one for name, one in GAMES if name == service and one["name"] == "duel")
    names = {"gm": None, "host": "Host", "computer": "Guest"}
    seats = [seat | ({"name": name} if (name := names[seat["seat"]]) else {}) for seat in ready["seats"]]
    chosen = ready | {"seats": seats, "opening": ready["opening"] | {"chat": "on"}}
    return open_ready(server, app, service, chosen), chosen


def beat(table: Table) -> None:
    """Deal damage to Odo as the game master until he is dead."""
    for _ in range(BLOWS):
        figures = table.get("", headers={"Arbiter-Seat": "gm"}).json()["game"]["characters"]
        if next(one for one in figures if one["id"] == BEATEN)["dead"]:
            return
        table.done({"type": "DealDamage", "creature": BEATEN, "amount": 4}, seat="gm")
        legal = table.get("/legal?command=TakeDamage", headers={"Arbiter-Seat": "computer"}).json()["legal"]
        for entry in legal["allowed"][:1]:
            table.done(entry["body"]["command"], seat="computer")
    raise AssertionError("Odo is still alive")


@pytest.mark.rule("AR-PAGE-67")
async def test_a_decided_fight_says_who_stands_and_a_player_asks_for_its_end(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """In a decided fight, the page says who still stands, and emphasises only the end of the fight.

    A player's button asks the game master by chat, and the game master's button ends the fight. The replay of the
    closed game says who fell.
    """
    table, _ = duel(server, app, "bones")
    beat(table)
    host, gm = await visit(), await visit()
    mine, led = await host.sit_down(table, "host"), await gm.sit_down(table, "gm")
    for page in (mine, led):
        await expect(page.locator("[data-decided]")).to_have_text("Odo is dead: Mara stands.")
    await expect(mine.locator("[data-act].primary")).to_have_count(0)
    await expect(mine.locator("[data-act=Declare]").first).to_be_visible()
    await hold_readable(mine, "decided")
    ask = mine.locator("[data-over=ask]")
    await expect(ask).to_have_text("Ask the game master to end the fight")
    await ask.click()
    await expect(led.locator("[data-line]").last).to_have_text("Host: The fight is decided. Please end it.")
    await expect(ask).to_be_disabled()
    await expect(led.locator("[data-over]")).to_have_count(0)
    await expect(led.locator("[data-act].primary")).to_have_text(["End the fight"])
    await led.locator("[data-act=EndCombat]").click()
    await expect(mine.locator("[data-decided]")).to_have_count(0)

    table.done({"type": "Close"}, seat="gm")
    ending = "Odo is dead, Mara stood (dice left: 4 of 4)."
    await expect(mine.locator(".over [data-outcome]")).to_have_text(ending)
    await hold_readable(mine, "decided-closed")
    replay = await host.sit_down(table, "host", "replay")
    await expect(replay.locator("[data-ending=last] [data-outcome]")).to_have_text(ending)
    host.watch.hold(mine)
    gm.watch.hold(led)


@pytest.mark.rule("AR-PAGE-67")
async def test_a_person_who_holds_the_game_masters_seat_ends_the_fight_from_a_players_seat(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A tab that also holds the game master's seat can end a decided fight with one click from a player's seat."""
    table, _ = duel(server, app, "bones")
    beat(table)
    visitor = await visit()
    await visitor.sit_down(table, "gm")
    page = await visitor.sit_down(table, "host")
    await page.locator("[data-over=end]").click()
    await expect(page.locator("[data-decided]")).to_have_count(0)
    assert table.get("", headers={"Arbiter-Seat": "gm"}).json()["game"]["combat"] is None
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-67")
async def test_a_seat_whose_figures_are_down_is_not_waited_for(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """If the server also waits for a seat whose only figure is dead, the page does not name that seat."""
    table, _ = duel(server, app, "bones")
    beat(table)
    declared = table.get("/legal?command=Declare", headers={"Arbiter-Seat": "host"}).json()["legal"]["allowed"][0]
    table.done(declared["body"]["command"], seat="host")
    assert table.get("/legal", headers={"Arbiter-Seat": "host"}).json()["legal"]["awaits"] == ["computer", "host"]
    visitor = await visit()
    page = await visitor.sit_down(table, "host")
    await expect(page.locator("[data-waits]")).to_have_text("You decide now")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-68", "AR-PAGE-70")
async def test_a_card_shows_the_dice_that_are_allotted_and_the_button_says_into_what(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """While successes are allotted, each card has the icons of its roll, and the buttons say what they send."""
    table, _ = duel(server, app, "bones")
    seats = {"host": "creature-1", "computer": BEATEN}
    for seat in seats:
        declared = table.get("/legal?command=Declare", headers={"Arbiter-Seat": seat}).json()["legal"]["allowed"][0]
        table.done(declared["body"]["command"], seat=seat)
    table.done({"type": "RollRound"}, seat="host")
    legal = table.get("/legal?command=Allot", headers={"Arbiter-Seat": "host"}).json()["legal"]["allowed"]
    rolls = table.get("", headers={"Arbiter-Seat": "host"}).json()["game"]["rolls"]
    visitor = await visit()
    page = await visitor.sit_down(table, "host")
    for who in seats.values():
        dice = sum(len(one["dice"]) for one in rolls if one["creature"] == who)
        await expect(page.locator(f"[data-figure='{who}'] [data-dice] svg")).to_have_count(dice)
    says = [said(one["body"]["command"]) for one in legal]
    for act in await page.locator("[data-figure='creature-1'] [data-act=Allot]").all_text_contents():
        assert act in {*says, "Use no success"}, (act, says)
    first = page.locator("arbiter-commands [data-group=now] [data-command]").first
    await expect(first).to_have_attribute("data-command", "Allot")
    await hold_readable(page, "allotting")
    visitor.watch.hold(page)


def said(command: dict[str, Any]) -> str:
    """Return what an allotment's successes are used for, in the words of its button."""
    puts = command.get("puts", [])
    hits = sum(one.get("count", 1) for put in puts for one in put.get("attack", []))
    defends = sum(put.get("defend", 0) for put in puts)
    if not hits:
        return f"Defend with {defends}"
    return f"Attack Odo with {hits}, defend with {defends}" if defends else f"Attack Odo with {hits}"


@pytest.mark.rule("AR-PAGE-69")
async def test_a_proposed_undo_stays_in_sight_and_names_who_proposes_what(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """On a phone that is scrolled down, a proposed undo is in sight, with the proposer's name and the move."""
    table, _ = duel(server, app, "bones")
    guest = await visit()
    await guest.page.set_viewport_size({"width": 360, "height": 640})
    theirs = await guest.sit_down(table, "computer")
    for seat in ("host", "computer"):
        declared = table.get("/legal?command=Declare", headers={"Arbiter-Seat": seat}).json()["legal"]["allowed"][0]
        table.done(declared["body"]["command"], seat=seat)
    before = table.version
    table.done({"type": "RollRound"}, seat="host")
    await expect(theirs.locator("[data-status]")).to_have_attribute("data-version", str(table.version))
    await theirs.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    table.done({"type": "ProposeUndo", "to": before}, seat="host")
    proposed = theirs.locator("[data-proposes]")
    await expect(proposed).to_be_in_viewport()
    await expect(proposed).to_contain_text("Host wants to undo: Mara rolls: ")
    await expect(theirs.locator("[data-answer=agree]")).to_be_in_viewport()
    await hold_readable(theirs, "undo-in-sight")
    guest.watch.hold(theirs)


@pytest.mark.rule("AR-PAGE-79")
async def test_a_granted_counterattack_is_a_button_on_its_card(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A player whose opponent fails critically strikes back from the card of their own character, or forgoes it."""
    evening = next(one for one in EVENINGS if one.service == "rpg_specialist_pool")
    table = open_campaign(server, app, evening)
    skill = {"kind": "skill", "stats": ["Might"], "tier": "simple"}
    asked = {
        "type": "Oppose",
        "character": "character-1",
        "target": "character-2",
        "action": skill,
        "context": "social",
    }
    table.done(asked, seat="ann")
    (contest,) = table.get().json()["game"]["contests"]
    table.done({"type": "StandStill", "contest": contest["id"]}, seat="gm", faces=[1, 1, 2])
    (critical,) = table.get().json()["game"]["criticals"]
    ruled = {"type": "RuleConsequence", "critical": critical["id"], "consequence": "counterattack", "text": "a slip"}
    table.done(ruled, seat="gm")
    page = await (visitor := await visit()).sit_down(table, "bob")
    card = page.locator("[data-figure='character-2']")
    await expect(card.locator("[data-act=ForgoCounterattack]")).to_be_visible()
    await card.locator("[data-act=Counterattack]").click()
    await expect(page.locator("[data-act=Counterattack]")).to_have_count(0)
    (contest,) = table.get().json()["game"]["contests"]
    assert ("character-2", "combat") == (contest["character"], contest["context"])
    visitor.watch.hold(page)
