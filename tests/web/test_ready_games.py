"""Prepared games.

The page's data can open each of them, and within three decisions dice are rolled or cards are drawn.
"""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from shared.platform.processes.games import game_of
from tests.support.http import Table
from tests.support.jobs import WAIT_SECONDS
from tests.web.conftest import Visit
from tests.web.profiles import PATIENCE
from tests.web.readable import hold_readable

DATA: Final = sorted((Path(__file__).resolve().parents[2] / "services").glob("*/page/ready.json"))
GAMES: Final = [(path.parts[-3], one) for path in DATA for one in json.loads(path.read_bytes())]
DECISIONS: Final = 3
PAUSE: Final = 0.1
CLICKABLE: Final = ("bones/ambush", "tcg/first")

each_game = pytest.mark.parametrize(("service", "ready"), GAMES, ids=[f"{name}/{one['name']}" for name, one in GAMES])


def open_ready(server: Running, app: httpx.Client, service: str, ready: dict[str, Any]) -> Table:
    """Open a prepared game with the requests that the page sends, without its computer players."""
    answer = app.post(f"/{service}/v1/{game_of(service).plural}", json=ready["opening"] | {"seats": ready["seats"]})
    assert answer.status_code == 201, answer.text
    table = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    for step in ready["steps"]:
        sent = app.post(
            f"{table.path}/commands", json={"command": step["command"]}, headers={"Arbiter-Seat": step["seat"]}
        )
        assert sent.status_code == 200, sent.text
    return table


@pytest.mark.rule("AR-READY-01")
@each_game
def test_something_happens_within_three_decisions(
    service: str, ready: dict[str, Any], helped: Running, app: httpx.Client
) -> None:
    """After at most three decisions of a visitor, of the types that the game names, dice or cards are drawn."""
    table = open_ready(helped, app, service, ready)
    begun, used = table.version, set[str]()
    for seat, player in ready["house"].items():
        assert app.post(f"{table.path}/seats/{seat}/player", json={"player": player}).status_code == 200
    end = time.monotonic() + WAIT_SECONDS
    while not drawn_after(app, table, begun):
        assert time.monotonic() < end, f"nothing happened after {sorted(used)}"
        if len(used) < DECISIONS:
            used |= decide(app, table, ready, used)
        time.sleep(PAUSE)


@pytest.mark.rule("AR-READY-01")
@each_game
def test_characters_of_a_prepared_game_differ_in_name_and_gear(service: str, ready: dict[str, Any]) -> None:
    """No two commands that create characters are equal, even if their seats are ignored."""
    made = [step["command"] for step in ready["steps"] if step["command"]["type"] not in {"StartFight", "StartCombat"}]
    contents = [json.dumps({**one, "seat": None}, sort_keys=True) for one in made]
    assert len(contents) == len(set(contents)), service
    assert len(ready["figures"]) == len(set(ready["figures"]))


def drawn_after(app: httpx.Client, table: Table, version: int) -> bool:
    """Return whether any commit after a version draws dice or cards."""
    log = app.get(f"{table.path}/events", headers={"Accept": "application/x-ndjson"}).text.splitlines()
    commits = [commit for line in log if (commit := json.loads(line).get("public")) is not None]
    return any(commit["draws"] and commit["version"] > version for commit in commits)


def decide(app: httpx.Client, table: Table, ready: dict[str, Any], used: set[str]) -> set[str]:
    """Send a legal command of a type not used before; return its type, or an empty set if nothing was sent."""
    acting = {"Arbiter-Seat": ready["sit"]}
    for kind in ready["first"]:
        listed = app.get(f"{table.path}/legal", params={"command": kind}, headers=acting).json()["legal"]
        for entry in listed["allowed"][:1] if kind not in used else ():
            sent = app.post(f"{table.path}/commands", json=entry["body"], headers=acting)
            assert sent.status_code in {200, 409}, sent.text  # 409: the computer was faster
            return {kind} if sent.status_code == 200 else set()
    return set()


@pytest.mark.rule("AR-READY-01")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_ready_game_opens_with_one_click_and_by_its_link(visit: Visit) -> None:
    """The home page shows each game with a picture, and one click opens it at the visitor's seat.

    The link of a game first describes it.
    """
    visitor = await visit()
    page = await visitor.go_with_key("")
    shown = page.locator("[data-ready]")
    await expect(shown).to_have_count(len(GAMES))
    await expect(page.locator("arbiter-ready svg")).to_have_count(len(GAMES))
    await hold_readable(page, "ready")
    for name in CLICKABLE:
        service, _, ready = name.partition("/")
        await visitor.go(f"play/{service}?ready={ready}")
        await expect(page.locator("[data-ready]").first).to_have_attribute("data-ready", name)
        await page.locator("[data-ready]").first.click()
        await page.wait_for_url(f"**/#/play/{service}/*?seat=host")
        await expect(page.locator("[data-status]")).to_have_attribute("data-status", "open")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-READY-01")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("game", "main", "never"),
    [
        ("bones/season", ("DeclareAction",), ()),
        ("rpg_boundless/chase", ("Check", "RollPool"), ("Attack",)),
        ("rpg_specialist_pool/chase", ("Oppose",), ()),
    ],
)
async def test_a_prepared_game_emphasises_its_own_commands(
    game: str, main: tuple[str, ...], never: tuple[str, ...], visit: Visit
) -> None:
    """The page emphasises a prepared game's main commands, but no attack on a companion.

    It folds the seat's view of the state.
    """
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.locator(f"[data-ready='{game}']").click()
    for command in main:
        await expect(page.locator(f"[data-act={command}].primary").first).to_be_visible()
    for command in never:
        await expect(page.locator(f"[data-act={command}]").first).to_be_visible()
        await expect(page.locator(f"[data-act={command}].primary")).to_have_count(0)
    seen = page.locator("details[data-seen]")
    await expect(seen.locator("arbiter-game-state")).to_be_hidden()
    await seen.locator("summary").first.click()
    await expect(seen.locator("arbiter-game-state")).to_be_visible()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-23")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_person_who_plays_alone_answers_as_the_game_master_too(visit: Visit) -> None:
    """The tab of a person who plays alone also holds the game master's seat, which can agree to an undo there."""
    visitor = await visit()
    page = await visitor.go_with_key("")
    await page.locator("[data-ready='rpg_specialist_total/duel']").click()
    answer = page.locator("[data-answer=for][data-for=gm]")
    refused = page.locator("arbiter-undo arbiter-problem p")
    async with asyncio.timeout(PATIENCE / 1000):
        while not await answer.count():  # the computer may act between a look at the page and the click
            await page.locator("[data-way=undo] [data-press]").click()
            await expect(answer.or_(refused).first).to_be_visible()
    await expect(answer).to_have_text("Agree as the game master")
    await answer.click()
    await expect(page.locator("[data-undo=proposed]")).to_have_count(0)
    visitor.watch.hold(page)
