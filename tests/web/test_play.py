"""Each game, played to its end on the page with the offered commands, and then replayed and verified there."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from services.gateway.processes.running import Running
from shared.platform.processes.games import game_of
from tests.support.http import Table, roll
from tests.support.matches import open_match
from tests.web.board import Board, play_out
from tests.web.conftest import Visit
from tests.web.films import hold_replayed_and_judged
from tests.web.forms import await_move, fill, find, offered_commands, open_form, send
from tests.web.plays import PLAYS, Move, Play
from tests.web.readable import hold_readable
from tests.web.secrets_kept import hold_kept, kept_from, leaks
from tests.web.visitors import Visitor

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

CLOSED_LOG: Final = {"reveal_log_after_end": False}
"""The setting that keeps secrets closed after the end, so that a test can search all data that a browser received."""
SEED: Final = 14
SALT: Final = "5a" * 32


def open_stream(server: Running, app: httpx.Client, play: Play) -> Table:
    """Open the stream of a game."""
    answer = app.post(f"/{play.service}/v1/{game_of(play.service).plural}", json=play.opening)
    assert answer.status_code == 201, answer.text
    return Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())


def decks(app: httpx.Client) -> object:
    """Return the built-in decks, which are public."""
    return app.get("/tcg/v1/decks").json()


async def make_move(stream: Table, pages: dict[str, Page], move: Move) -> None:
    """Make a seat's move once its page is ready."""
    page = pages[move.seat]
    await await_page(stream, page)
    await send(stream, page, move.command, **move.fields)


async def await_page(stream: Table, page: Page) -> None:
    """Wait until a page shows a stream's current version and commands."""
    version = stream.version
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(version))
    await expect(page.locator("arbiter-commands")).to_have_js_property("version", version)


async def list_offers(stream: Table, page: Page) -> list[str]:
    """Return the commands that a page offers, including those in collapsed groups."""
    await await_page(stream, page)
    await unfold(page)
    await page.locator('[data-command="Close"]').first.wait_for()
    return await offered_commands(page)


async def unfold(page: Page) -> None:
    """Open all groups of legal commands, and wait until they are shown."""
    folded = page.locator('details[data-group]:not([data-group="blocked"]):not([open])')
    while await folded.count():
        await folded.first.evaluate("(one) => { one.open = true; }")
    groups = page.locator('details[data-group]:not([data-group="blocked"])')
    for at in range(await groups.count()):
        await groups.nth(at).locator("[data-command]").first.wait_for()


async def carry_on(stream: Table, pages: dict[str, Page], play: Play) -> int:
    """Send the commands that continue the game, each from a seat to which it is offered, until none is.

    Return how many were sent.
    """
    for turn in range(play.turns):
        for page in pages.values():
            await await_page(stream, page)
            await unfold(page)
            may = await offered_commands(page)
            command = next((one for one in play.carry_on if one in may), None)
            if command is not None:
                await send(stream, page, command, **play.filled.get(command, {}))
                break
        else:
            return turn
    return play.turns


@pytest.mark.rule("AR-PAGE-20")
@pytest.mark.parametrize("name", PLAYS)
async def test_a_campaign_is_played_to_its_end(visit: Visit, server: Running, app: httpx.Client, name: str) -> None:
    """On its own page, each seat makes its moves from the first to the end of the game.

    No player's page receives data hidden from its seat.
    """
    play = PLAYS[name]
    stream = open_stream(server, app, play)
    visitors: dict[str, Visitor] = {seat: await visit() for seat in ("ann", "bob", "gm")}
    pages = {seat: await visitor.sit_down(stream, seat) for seat, visitor in visitors.items()}
    for move in play.moves:
        await make_move(stream, pages, move)
    assert await carry_on(stream, pages, play) > len(play.carry_on) // 2
    await hold_readable(pages["ann"], f"play-{name}")
    if play.hides:
        hold_kept(stream, {seat: visitors[seat] for seat in ("ann", "bob")}, salts=0)
        assert leaks(visitors["gm"].tap.answers(), kept_from(stream, "ann"), "ann") != []
    for move in play.end:
        if move.command in await list_offers(stream, pages[move.seat]):
            await make_move(stream, pages, move)

    for visitor in visitors.values():
        await expect(visitor.page.locator("[data-status]")).to_have_attribute("data-status", "closed")
        visitor.watch.hold(visitor.page)
    await hold_replayed_and_judged(await visit(), stream)


async def test_forms_wait_for_the_contract(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page shows no form until the contract has arrived, because a form could accept wrong values."""
    play, read = PLAYS["rpg_specialist_total"], asyncio.Event()
    stream, visitor = open_stream(server, app, play), await visit()

    async def answer_later(route: Route) -> None:
        await read.wait()
        await route.continue_()

    await visitor.page.route("**/schema/*.json", answer_later)
    page = await visitor.sit_down(stream, "ann")
    await expect(page.locator("[data-status]")).to_be_visible()
    await expect(page.locator("arbiter-commands")).to_have_count(0)

    read.set()

    await make_move(stream, {"ann": page}, play.moves[0])


async def test_a_table_is_opened_rolled_on_and_closed(visit: Visit, app: httpx.Client) -> None:
    """On the page, a visitor opens a table, sees the odds of a roll, rolls, closes the table, and verifies it."""
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    await page.locator("[data-open-stream]").click()
    await page.locator("[data-seat]").first.wait_for()
    await hold_readable(page, "play-seats")
    table = Table(server=visitor.server, app=app, path=_path(page), opened={"seats": []})
    await page.locator("[data-seat=gm] [data-play]").click()
    await page.locator('[data-command="Roll"]').first.wait_for()
    await page.locator('[data-command="Roll"] [data-open]').click()
    await page.locator('[data-command="Roll"] [data-odds]').click()
    await page.locator("arbiter-foreseen").first.wait_for()
    await hold_readable(page, "play-odds")
    for _ in range(3):
        await send(table, page, "Roll")
        await expect(page.locator('[data-command="Roll"] [data-result] [data-dice]').first).to_be_in_viewport()
    await page.locator('[data-command="Close"] [data-open]').click()
    await expect(page.locator('[data-command="Close"] form')).to_be_visible()
    await expect(page.locator('[data-command="Close"] [data-odds]')).to_have_count(0)
    await page.locator('[data-command="Close"] [data-open]').click()
    assert await page.locator("[data-happened] li").count() > 0
    await send(table, page, "Close")
    await expect(page.locator("[data-status]")).to_have_attribute("data-status", "closed")
    visitor.watch.hold(page)
    await hold_replayed_and_judged(visitor, table)


@pytest.mark.parametrize("other", [None, "before", "after"])
async def test_a_command_is_late_only_if_somebody_else_acted(
    visit: Visit, app: httpx.Client, other: str | None
) -> None:
    """The page can close a table right after its rolls, before it has a new list, unless another seat rolled too."""
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    await page.locator("[data-open-stream]").click()
    await page.locator("[data-seat]").first.wait_for()
    table = Table(server=visitor.server, app=app, path=_path(page), opened={"seats": []})
    await page.locator("[data-seat=gm] [data-play]").click()
    await find(page, "Roll")
    before, listed = table.version, asyncio.Event()

    async def hold(route: Route) -> None:
        await listed.wait()
        await route.continue_()

    await page.route("**/legal*", hold)
    if other == "before":
        assert table.send(roll()).status_code == 200
    for command, fields in (("Roll", {}), ("AddSalt", {"salt": SALT})):  # the form of a sent command waits for the list
        await open_form(form := await find(page, command))
        for name, value in fields.items():
            await fill(form, name, value)
        async with page.expect_response("**/commands*"):
            await form.locator("form [data-send]").click()
    if other == "after":
        assert table.send(roll()).status_code == 200
    close = await find(page, "Close")
    await open_form(close)
    await close.locator("form [data-send]").click()
    await close.locator("form [data-send]").click()
    if other:
        await expect(close.get_by_role("alert")).to_contain_text("has changed since you looked")
        listed.set()
    else:
        await await_move(table, page, before + 2, "Close")
        listed.set()
        await expect(page.locator("[data-status]")).to_have_attribute("data-status", "closed")


def _path(page: Page) -> str:
    """Return the path of a page's stream."""
    found = re.search(r"#/play/(\w+)/(\w+)", page.url)
    assert found is not None, page.url
    service, name = found.groups()
    return f"/{service}/v1/{game_of(service).plural}/{name}"


@pytest.mark.rule("AR-PAGE-20")
async def test_a_match_is_played_to_its_winner_and_leaks_no_secret(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """Two seats play a match by clicking what their boards offer, and neither browser receives the other's secrets."""
    published = decks(app)
    match = open_match(server, app, settings=CLOSED_LOG)
    visitors = {seat: await visit() for seat in ("ann", "bob")}
    for visitor in visitors.values():
        await visitor.hurry()
        await visitor.page.emulate_media(reduced_motion="reduce")  # test_against_house clicks while cards move
    boards = [
        Board(await visitor.sit_down(match, seat), seed)
        for seed, (seat, visitor) in enumerate(visitors.items(), start=SEED)
    ]
    await play_out(boards)
    hold_kept(match, visitors, salts=10, published=published)
    anns = visitors["ann"].tap.answers()
    assert leaks(anns, kept_from(match, "bob"), "bob") != []  # what ann may see, and bob may not

    game = match.get().json()["game"]
    assert game["winner"] in visitors
    assert game["reason"] != "concession"
    for visitor in visitors.values():
        visitor.watch.hold(visitor.page)
    await hold_readable(visitors["ann"].page, "play-tcg-over")
    await hold_replayed_and_judged(await visit(), match, conclusion="nothing wrong found")
