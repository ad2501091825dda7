"""Names of seats, of which the page accepts any when a game is opened."""

from __future__ import annotations

import re
from typing import Final

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import SEATS, Table, open_table, roll
from tests.support.matches import acting, hand_in, open_match, play_on
from tests.web.conftest import Visit
from tests.web.readable import hold_readable
from tests.web.tables import BOARD, await_cards

pytestmark = pytest.mark.asyncio(loop_scope="session")

YLVA: Final = "Ylva the Grey"
LONG: Final = "Bartholomew of the Seven Silent Harbours"
"""A name of the maximum length."""
PLAYERS: Final = ({"seat": "ann", "name": YLVA}, {"seat": "bob", "name": LONG}, {"seat": "eve", "role": "spectator"})
HERO: Final = {
    "type": "CreateCharacter", "seat": "ann", "name": "Ash", "points": {"strength": 2, "dexterity": 2, "willpower": 0},
    "items": [{"name": "sword", "weapon": {"damage": 1}}, {"name": "rope"}, {"name": "lamp"}], "keepsake": "a coin",
}  # fmt: skip


@pytest.mark.rule("AR-PAGE-54")
async def test_a_seat_is_opened_under_any_name(visit: Visit) -> None:
    """The form keeps a name as it is typed. The seat's id has small letters, or a number if the name has no letters.

    Typing a name moves nothing, so that the first click on the button opens the game.
    """
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    names = page.locator("[data-seat-row] input")
    await page.locator("[data-add-seat]").click()
    button = page.locator("[data-open-stream]")
    place = await button.bounding_box()
    await names.nth(0).fill("Ann Müller")
    await names.nth(1).fill("安")
    await names.nth(2).fill("ann müller!")
    for at, name in enumerate(("Ann Müller", "安", "ann müller!")):
        await expect(names.nth(at)).to_have_value(name)
    assert place == await button.bounding_box()
    await button.click()
    await page.wait_for_url(re.compile(r"#/play/dice/\w+$"))
    seats = page.locator("[data-seat]")
    await expect(seats.locator("strong")).to_have_text(["Ann Müller", "安", "ann müller!"])
    ids = await seats.evaluate_all("all => all.map((one) => one.dataset.seat)")
    assert ids == ["ann-muller", "player-2", "ann-muller-3"]
    shown = await seats.all_inner_texts()
    assert not any(one in text for one, text in zip(ids, shown, strict=True))
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_everybody_reads_the_name_that_was_typed(visit: Visit) -> None:
    """A name that one visitor types appears in the browsers of others.

    They see it at the table, in the log, in the chat and in the list of seats.
    """
    visitor = await visit()
    page = await visitor.go_with_key("play/dice")
    names = page.locator("[data-seat-row] input")
    await names.nth(0).fill(YLVA)
    await names.nth(0).blur()
    await expect(names.nth(0)).to_have_value(YLVA)
    await names.nth(1).fill("bob")
    await page.locator("[data-open-stream]").click()
    await page.wait_for_url(re.compile(r"#/play/dice/\w+$"))
    await expect(page.locator("[data-seat=ylva-the-grey] strong")).to_have_text(YLVA)
    await expect(page.locator("[data-seat=ylva-the-grey] [data-play]")).to_have_text(f"Play as {YLVA}")
    link = await page.locator("[data-seat=bob] input").input_value()
    await page.locator("[data-seat=ylva-the-grey] [data-play]").click()
    await expect(page.locator(".seats strong")).to_have_text(YLVA)
    await page.locator("[data-say] input").fill("Who goes first?")
    await page.locator("[data-say] input").press("Enter")

    other = await visit()
    theirs = await other.context.new_page()
    await theirs.goto(link)
    await expect(theirs.locator(".seats")).to_have_text(f"You are bob with {YLVA}")
    await expect(theirs.locator("[data-line]")).to_have_text(f"{YLVA}: Who goes first?")
    await expect(theirs.locator("[data-happened]")).to_contain_text(f"{YLVA} gets a seat, as game master")
    await hold_readable(theirs, "seat-names")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_an_undo_and_a_replay_say_names(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page shows the names of the seats that must agree to an undo, and of seats in a replay's descriptions."""
    named = [{**seat, "name": "Ylva the Grey"} if seat["seat"] == "gm" else seat for seat in SEATS]
    table = open_table(server, app, seats=named, undo="by consent")
    table.done({"type": "AddSalt", "salt": "5a" * 32}, seat="gm")
    table.done(roll("1d6"), seat="gm")
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("[data-way=undo] [data-press]")).to_have_text(f"Ask bob and {YLVA} to undo")
    await expect(page.locator("[data-happened]")).to_contain_text(f"{YLVA} adds a salt")
    await expect(page.locator("[data-happened]")).not_to_contain_text("gm adds")
    await visitor.sit_down(table, "ann", "replay")
    await expect(page.locator("[data-event]").first).to_be_visible()
    await expect(page.locator("body")).to_contain_text(f"{YLVA} adds a salt")
    visitor.watch.hold(page)


def named_match(server: Running, app: httpx.Client) -> Table:
    """Return a match of two seats with names, in which the first seat must act."""
    match = open_match(server, app, seats=PLAYERS)
    hand_in(match)
    play_on(match, acting("ann", 2))
    return match


@pytest.mark.rule("AR-PAGE-57")
async def test_the_board_of_a_match_shows_names(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The board shows the names of seats instead of their ids: at the sides and piles, and for whose turn it is."""
    match = open_match(server, app, seats=PLAYERS)
    visitor = await visit()
    page = await visitor.sit_down(match, "eve")
    board = page.locator(BOARD)
    await expect(board.locator(".panel")).to_contain_text(f"Waiting for {YLVA} and {LONG} to choose a deck")
    hand_in(match)
    play_on(match, acting("ann", 2))
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(match.version))
    await expect(board.locator("[data-asked]")).to_have_text(f"Waiting for {YLVA}")

    page = await visitor.sit_down(match, "bob")
    await await_cards(page)
    await expect(board.locator("[data-side=ann] h3")).to_contain_text(YLVA)
    await expect(board.locator("[data-side=bob] h3")).to_contain_text(LONG)
    await expect(board.locator("[data-side=ann]")).to_have_attribute("aria-label", f"{YLVA}'s side")
    await expect(board.locator(".turnline > span")).to_have_text(f"{YLVA}'s")
    await expect(board.locator("[data-asked]")).to_have_text(f"Waiting for {YLVA}")
    await board.locator("[data-zone='ann.drop']").click()
    await expect(board.locator(".looking h3")).to_have_text(f"{YLVA}'s drop zone")
    assert re.search(r"\b(ann|bob)\b", await board.inner_text(), re.IGNORECASE) is None
    await hold_readable(page, "seat-names-board")
    visitor.watch.hold(page)


def named_fight(server: Running, app: httpx.Client) -> Table:
    """Return a campaign of two seats with names, at the beginning of a fight."""
    seats = [{"seat": "gm", "role": "gm", "name": LONG}, {"seat": "ann", "name": YLVA}]
    answer = app.post("/rpg_boundless/v1/campaigns", json={"type": "OpenCampaign", "seats": seats})
    table = Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())
    table.done(HERO, seat="gm")
    table.done({"type": "BringEnemy", "sheet": {"name": "Rat", "hp": 4, "attacks": [
        {"name": "bite", "damage": 1}, {"name": "scratch", "damage": 1}]}}, seat="gm")  # fmt: skip
    table.done({"type": "StartFight", "characters": ["character-1"], "enemies": ["enemy-6"]}, seat="gm")
    return table


@pytest.mark.rule("AR-PAGE-57")
async def test_a_campaign_names_the_seat_that_it_waits_for(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The cards of a campaign name each character's player, and the header names the seat that must act."""
    table = named_fight(server, app)
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator(".track [data-waits]")).to_have_text(f"Waiting for {LONG}")
    await hold_readable(page, "seat-names-campaign-waits")
    await visitor.sit_down(table, "gm")
    await expect(page.locator("arbiter-sheet", has_text="Ash").first).to_contain_text(YLVA)
    await hold_readable(page, "seat-names-campaign")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_a_replay_and_its_choices_say_names(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A replay shows names in the seat picker, on the board, as senders, and in the forms for forks and puzzles."""
    match = named_match(server, app)
    visitor = await visit()
    page = await visitor.go_with_key(f"replay/tcg/{match.opened['id']}?seat=ann")
    seats = page.locator("select[data-seat] option")
    await expect(seats).to_have_text(["the app (its key)", YLVA, LONG, "eve"])
    await expect(page.locator("select[data-seat]")).to_have_value("ann")
    await page.locator("[data-fork]").click()
    await expect(page.locator("arbiter-fork")).to_contain_text(f"Deal again what {YLVA} did not know")
    await expect(page.locator("[data-wins] option")).to_have_text([YLVA, LONG])
    await expect(page.locator("arbiter-moment strong").first).to_be_visible()
    await expect(page.locator("arbiter-moment")).to_contain_text(" sends: ")
    await expect(page.locator("arbiter-moment")).not_to_contain_text("ann sends")
    await expect(page.locator(f"{BOARD} [data-side=bob] h3")).to_contain_text(LONG)
    await hold_readable(page, "seat-names-replay")
    await page.locator("[data-pose]").click()
    await page.wait_for_url(re.compile(r"#/play/tcg/\w+$"))
    fork = page.url.partition("#/play/tcg/")[2]
    await visitor.go(f"play/tcg/{fork}?seat=ann")
    await expect(page.locator("[data-goal]")).to_contain_text(f"A puzzle: {YLVA} has to win")
    await expect(page.locator("[data-fork-of]")).to_contain_text(f"dealt again from what {YLVA} knew there")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-57")
async def test_home_lists_and_proofs_say_names(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The newest streams, the remembered seats, the list of replays and the Judge view show the names of seats."""
    seats = [{"seat": "gm", "role": "gm", "name": LONG}, {"seat": "ann", "name": YLVA}]
    table = open_table(server, app, seats=seats)
    table.done({"type": "AddSalt", "salt": "5a" * 32}, seat="ann")
    table.done(roll("1d6"), seat="ann")
    place = f"dice/{table.opened['id']}"
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await page.locator("[data-remember]").check()
    await visitor.go_with_key("")
    await expect(page.locator(f"[data-remembered='{place}/ann'] .name")).to_have_text(f"Dice as {YLVA}")
    await expect(page.locator(f"[data-stream='{place}']")).to_contain_text(f"{LONG}, {YLVA}")
    await hold_readable(page, "seat-names-home")
    await visitor.go("replay")
    await expect(page.locator(f"arbiter-pick a[href='#/replay/{place}']")).to_have_text(f"{LONG}, {YLVA}")

    await visitor.go(f"judge/{place}")
    await expect(page.locator("arbiter-luck th[scope=row]")).to_have_text([YLVA])
    table.done({"type": "Close"}, seat="gm")
    await page.reload()
    await expect(page.locator("arbiter-seeds")).to_contain_text(f"Salt of {YLVA}")
    await expect(page.locator("[data-commit='2']")).to_contain_text(f": {YLVA}, Add salt")
    await hold_readable(page, "seat-names-judge")
    visitor.watch.hold(page)
