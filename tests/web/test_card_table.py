"""The table of a card match: pictures, the keyboard, whole cards, animations, the clock, and options after the end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection
from typing import Any, Final, TypeAlias

import httpx
import pytest
from playwright.async_api import Page, Route, ViewportSize, expect

from services.gateway.demo.match import move
from services.gateway.processes.running import Running
from tests.support.http import Table
from tests.support.insistence import events_of
from tests.support.matches import acting, first_question, hand_in, legal_commands, open_match, over, play_on, view_of
from tests.web.board import MOMENT
from tests.web.conftest import Visit
from tests.web.readable import DESK, HEIGHT, hold_readable
from tests.web.tables import BOARD, MOVED, OVERLAPS, PICTURES, SMALL, UNSEEN, ask_board, await_cards, sit
from tests.web.test_evening import faulty
from tests.web.visitors import Visitor

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
SCREEN: Final[ViewportSize] = {"width": DESK, "height": HEIGHT}
ATTACKER: Final = ("ann", "combat")
LEAST_LETTERS: Final = 11
TURN: Final = 2
OF_THE_HAND: Final = {"PlayForm", "PlayCommand", "SetCommand", "SpiritualizeCard"}
ATTACKS: Final = {"DeclareAttack"}
Until: TypeAlias = Callable[[dict[str, Any]], bool]
MOVES: Final = 400
KINDS: Final = {"draw", "play", "attack", "damage", "spirit"}
MARSHAL: Final = "[data-card=lantern-marshal][data-place=savior]"


def begin_until(
    server: Running, app: httpx.Client, until: Until, may: Collection[str] = (), **fields: Any  # noqa: ANN401 fields
) -> Table:  # fmt: skip
    """Return a match in which a condition holds, and ann can send one of these commands if some are named."""
    for _ in range(MOVES):
        match = open_match(server, app, **fields)
        hand_in(match)
        game = play_on(match, until)
        if not over(game) and (not may or {one["command"] for one in legal_commands(match, "ann")}.intersection(may)):
            return match
    raise AssertionError("no match comes to this")


def begin_match(server: Running, app: httpx.Client, **fields: Any) -> Table:  # noqa: ANN401 fields of the opening
    """Return a match in which ann has to act, and can use a card of her hand."""
    return begin_until(server, app, acting("ann", TURN), OF_THE_HAND, **fields)


def app_view(app: httpx.Client, match: str) -> dict[str, Any]:
    """Return a match as the app sees it."""
    view: dict[str, Any] = app.get(f"/tcg/v1/matches/{match}").json()
    return view


def keywords_of(app: httpx.Client) -> dict[str, str]:
    """Return the keywords of the booklet with their explanations."""
    keywords: dict[str, str] = app.get("/tcg/v1/booklet").json()["keywords"]
    return keywords


async def await_version(page: Page, version: int) -> None:
    """Wait until a page shows a version."""
    await expect(page.locator("[data-status]")).to_have_attribute("data-version", str(version))


@pytest.mark.rule("AR-PAGE-42")
async def test_cards_have_pictures_and_the_hand_is_free(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Two seats see the same picture of a card, two cards have different pictures, and nothing overlaps the hand."""
    match, pages = begin_match(server, app), {}
    for seat in ("ann", "bob"):
        page = pages[seat] = await sit(visitor := await visit(), match, seat)
        await hold_readable(page, f"card-table-{seat}")
        for size in (PHONE, SCREEN):
            await page.set_viewport_size(size)
            assert await ask_board(page, OVERLAPS) == []
            assert await ask_board(page, SMALL, LEAST_LETTERS) == []
        assert await faulty(page, "tcg") == []
        visitor.watch.hold(page)

    ann, bob = [await ask_board(page, PICTURES) for page in pages.values()]
    assert {card: ann[card] for card in ann.keys() & bob.keys()} == {
        card: bob[card] for card in ann.keys() & bob.keys()
    }
    assert len(ann.keys() & bob.keys()) > 1
    assert len(set(ann.values())) == len(ann)


@pytest.mark.rule("AR-PAGE-42")
async def test_no_id_is_shown_before_the_cards_are_known(visit: Visit, server: Running, app: httpx.Client) -> None:
    """While the page loads the cards of a match, a card shows neither a name nor its id."""
    match, visitor, read = begin_match(server, app), await visit(), asyncio.Event()

    async def answer_later(route: Route) -> None:
        await read.wait()
        await route.continue_()

    await visitor.page.route("**/cards", answer_later)
    page = await visitor.sit_down(match, "ann")
    board = page.locator(BOARD)
    await board.locator(MARSHAL).wait_for()
    assert "lantern-marshal" not in await board.inner_text()
    read.set()
    await expect(board.locator(MARSHAL)).to_contain_text("Lantern Marshal")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-42")
async def test_the_hand_stays_free_while_a_card_is_chosen(visit: Visit, server: Running, app: httpx.Client) -> None:
    """On a phone, the actions of a chosen card are below the hand."""
    match = begin_match(server, app)
    page = await sit(await visit(), match, "ann")
    await page.set_viewport_size(PHONE)
    await page.locator(f"{BOARD} .hand [data-thing]").first.click()
    await page.locator(f"{BOARD} .looking").wait_for()
    assert await ask_board(page, OVERLAPS) == []


def begin_combat(server: Running, app: httpx.Client) -> Table:
    """Return a match in which ann may attack."""
    return begin_until(
        server, app, lambda game: any((one["seat"], one["kind"]) == ATTACKER for one in game["decisions"]), ATTACKS
    )


@pytest.mark.rule("AR-PAGE-71")
async def test_a_phone_shows_both_sides_before_an_attack(visit: Visit, server: Running, app: httpx.Client) -> None:
    """On a phone, the screen shows the question and all saviors and forms with their PWR, without scrolling."""
    match, visitor = begin_combat(server, app), await visit()
    await visitor.page.set_viewport_size(PHONE)
    page = await sit(visitor, match, "ann")
    await expect(page.locator(f"{BOARD} [data-asked=combat]")).to_be_visible()
    await page.wait_for_function("() => scrollY > 0")
    for _ in range(MOVES):  # the page scrolls again when the board has grown
        if await ask_board(page, UNSEEN) == []:
            break
        await asyncio.sleep(MOMENT)
    assert await ask_board(page, UNSEEN) == []
    await hold_readable(page, "card-table-attack")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-43")
async def test_a_chosen_card_leads_to_its_actions_and_back(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Enter on a card moves the focus to its first action. Escape moves it back, and deselects the card."""
    match = begin_match(server, app)
    page = await sit(visitor := await visit(), match, "ann")
    card = page.locator(f"{BOARD} .hand .able").first
    await card.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"{BOARD} .doable [data-action]").first).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(card).to_be_focused()
    await expect(card).to_have_attribute("aria-pressed", "false")
    await expect(page.locator(f"{BOARD} .looking")).to_have_count(0)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-43")
async def test_a_card_is_shown_whole_with_its_terms(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Resting the pointer or a finger on a card shows the whole card, with the booklet's explanations of its terms."""
    match, keywords = begin_match(server, app), keywords_of(app)
    page = await sit(visitor := await visit(), match, "ann")
    savior, whole = page.locator(f"{BOARD} {MARSHAL}"), page.locator(f"{BOARD} .looking.whole")
    await savior.hover()
    for term in ("discard", "invoke"):
        await expect(whole.locator("[data-terms]")).to_contain_text(keywords[term])
    await hold_readable(page, "card-whole")
    await page.mouse.move(0, 0)
    await expect(whole).to_have_count(0)

    await touch(visitor, await center(page, f"{BOARD} {MARSHAL}"))
    await expect(whole).to_contain_text("Lantern Marshal")
    await expect(savior).to_have_attribute("aria-pressed", "false")
    visitor.watch.hold(page)


async def center(page: Page, hook: str) -> dict[str, float]:
    """Return the coordinates of the middle of an element."""
    await page.locator(hook).scroll_into_view_if_needed()
    box = await page.locator(hook).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}


async def touch(visitor: Visitor, at: dict[str, float]) -> None:
    """Touch a position until the page shows the card there, then release it."""
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    await visitor.page.locator(f"{BOARD} .looking.whole").wait_for()
    await devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.rule("AR-PAGE-44")
async def test_changes_are_animated_briefly(visit: Visit, server: Running, app: httpx.Client) -> None:
    """Draws, plays, attacks, damage and spirits have animations of 150 to 250 ms.

    With reduced motion there are no animations.
    """
    match = open_match(server, app)
    hand_in(match)
    play_on(match, acting("ann", 2))
    visitors = {"ann": await visit(), "bob": await visit()}
    pages = {}
    for seat, visitor in visitors.items():
        await visitor.page.add_init_script(MOVED)
        await visitor.page.emulate_media(reduced_motion="no-preference" if seat == "ann" else "reduce")
        pages[seat] = await sit(visitor, match, seat)

    moved: list[tuple[str, int]] = []
    for _ in range(MOVES):
        decision = first_question(match)
        if decision is None or {kind for kind, _ in moved} >= KINDS:
            break
        match.done(move(legal_commands(match, decision["seat"])), seat=decision["seat"])
        for page in pages.values():
            await await_version(page, match.version)
        moved = await pages["ann"].evaluate("window.moved")
    assert KINDS <= {kind for kind, _ in moved}
    assert [one for one in moved if not 150 <= one[1] <= 250] == []
    assert await pages["bob"].evaluate("window.moved") == []


@pytest.mark.rule("AR-PAGE-45")
async def test_the_clock_and_the_tab_say_whose_move_it_is(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page shows the remaining time. The tab's title and icon are changed only while the seat must act."""
    match = begin_match(server, app, settings={"decision_clock_s": 3600})
    page = await sit(visitor := await visit(), match, "ann")
    await expect(page.locator("[data-clock=ann]")).to_have_text(re.compile(r"^You: (60:00|59:\d\d) left$"))
    await expect(page).to_have_title("● Your move: Boundless TCG")
    icon = page.locator("link[rel=icon]")
    await expect(icon).to_have_attribute("href", "/web/icon-move.svg")
    match.done({"type": "EndStep"}, seat="ann")
    play_on(match, acting("bob"))
    await expect(page).to_have_title("Arbiter: Play")
    await expect(icon).to_have_attribute("href", "/web/icon.svg")
    await hold_readable(page, "card-table-clock")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-45")
async def test_time_is_called_from_the_clock(visit: Visit, server: Running, app: httpx.Client) -> None:
    """When a seat's time is up, another seat can call time on it."""
    match = begin_match(server, app, settings={"decision_clock_s": 1})
    page = await sit(await visit(), match, "bob")
    before = match.version
    await page.locator("[data-late=ann]").click()
    await expect(page.locator("[data-status]")).not_to_have_attribute("data-version", str(before))
    answered = [one["data"] for one in events_of(match) if one["data"]["type"] == "DecisionAnswered"]
    late = [one for one in answered if one.get("late")]
    assert [one["seat"] for one in late] == ["ann"]


@pytest.mark.rule("AR-PAGE-45")
async def test_notifications_are_asked_for_by_a_click_only(
    whole_visit: Visit, server: Running, app: httpx.Client
) -> None:
    """The page asks the browser for the permission to notify only when the button is pressed.

    Once the user has decided, the button is gone.
    """
    match, visitor = begin_match(server, app), await whole_visit()
    await visitor.context.add_init_script(
        "window.asked = 0; { const ask = Notification.requestPermission;"
        " Notification.requestPermission = () => { window.asked += 1; return ask.call(Notification); }; }"
    )
    page = await visitor.sit_down(match, "ann")
    await expect(page).to_have_title("● Your move: Boundless TCG")
    assert await page.evaluate("window.asked") == 0
    await page.locator("[data-notify]").click()
    await page.wait_for_function("window.asked === 1")
    await visitor.context.grant_permissions(["notifications"])
    await page.reload()
    await await_cards(page)
    await expect(page.locator("[data-notify]")).to_have_count(0)


@pytest.mark.rule("AR-PAGE-46")
async def test_a_rematch_changes_the_seats(visit: Visit, server: Running, app: httpx.Client) -> None:
    """After the end, one click with the app's key opens the same match again with bob in the first seat."""
    match = open_match(server, app, settings={"form_zones": 3})
    hand_in(match)
    match.done({"type": "Concede"}, seat="bob")
    visitor = await visit()
    watcher = await visitor.sit_down(match, "ann")
    await expect(watcher.locator("arbiter-tcg-rematch")).to_contain_text("The person who opened this match")
    await expect(watcher.locator("[data-rematch]")).to_have_count(0)
    page = await visitor.go_with_key(f"play/tcg/{match.path.rpartition('/')[2]}?seat=ann")
    await page.locator("[data-rematch]").click()
    await expect(page.locator("[data-seat] [data-play]").first).to_be_visible()
    view = app_view(app, page.url.rpartition("/")[2])
    assert [one["seat"] for one in view["seats"]] == ["bob", "ann", "eve"]
    assert view["game"]["order"] == ["bob", "ann"]
    assert (view["game"]["settings"]["form_zones"], view["game"]["cards"]) == (3, view_of(match)["cards"])
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-47")
async def test_giving_up_is_confirmed_once(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The first click on giving up only asks for a confirmation, and "Yes, I give up" ends the match.

    The page also shows the number of spectators.
    """
    match = begin_match(server, app)
    page = await sit(visitor := await visit(), match, "ann")
    await expect(page.locator("[data-watching]")).to_have_attribute("data-watching", "1")
    before = match.version
    await page.locator(f"{BOARD} .menu > summary").click()
    await page.locator(f"{BOARD} .menu details > summary").click()
    assert match.version == before
    await page.locator(f"{BOARD} [data-action=Concede]").click()
    await expect(page.locator(f"{BOARD} [data-winner=bob]")).to_be_visible()
    assert over(view_of(match))
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-48")
async def test_a_seat_that_can_only_pass_is_not_asked(visit: Visit, server: Running, app: httpx.Client) -> None:
    """If a seat can only pass, the page passes for it. With "Ask me every time", the page asks the player instead."""
    match = begin_match(server, app)
    only_pass(match)
    seat = str((first_question(match) or {})["seat"])
    visitor, shown = await visit(), asyncio.Event()

    async def send_later(route: Route) -> None:
        await shown.wait()
        await route.continue_()

    await visitor.page.route("**/commands", send_later)
    page = await visitor.sit_down(match, seat)
    await expect(page.locator(f"{BOARD} [data-passes]")).to_have_text(re.compile("^Waiting for "))
    await expect(page.locator(f"{BOARD} [data-pass]")).to_have_count(0)
    shown.set()
    await expect(page.locator(f"{BOARD} [data-passes]")).to_have_count(0)
    await page.close()

    only_pass(match)
    other = await sit(await visit(), match, str((first_question(match) or {})["seat"]))
    await expect(other.locator(f"{BOARD} [data-pass]")).to_be_visible()


@pytest.mark.rule("AR-PAGE-73")
async def test_one_click_passes_until_the_next_own_turn(visit: Visit, server: Running, app: httpx.Client) -> None:
    """After one click the page passes whenever ann is asked, until her next turn begins."""
    match = begin_until(server, app, lambda game: game["active"] == "bob" and may_respond(game))
    page = await sit(visitor := await visit(), match, "ann")
    answered = {int((first_question(match) or {})["number"])}
    await page.locator(f"{BOARD} [data-pass-on]").click()
    await expect(page.locator(f"{BOARD} [data-passing=turn]")).to_be_attached()
    while view_of(match, "eve")["active"] == "bob":
        decision = first_question(match)
        if decision is None or (decision["seat"] == "ann" and decision["kind"] != "respond"):
            break
        if decision["seat"] == "ann":
            answered.add(decision["number"])
            await await_answer(match, decision["number"])
        else:
            match.done(move(legal_commands(match, "bob")), seat="bob")
    passed = {one["data"]["number"] for one in events_of(match) if one["data"]["type"] == "DecisionAnswered"}
    assert answered <= passed
    visitor.watch.hold(page)


def may_respond(game: dict[str, Any]) -> bool:
    """Return whether ann is the first seat that is asked, and is asked to respond."""
    return [(one["seat"], one["kind"]) for one in game["decisions"][:1]] == [("ann", "respond")]


async def await_answer(match: Table, number: int) -> None:
    """Wait until a question is answered."""
    for _ in range(MOVES):
        if (first_question(match) or {}).get("number") != number:
            return
        await asyncio.sleep(MOMENT)
    raise AssertionError(f"question {number} is not answered")


def only_pass(match: Table) -> None:
    """Play until the game asks a seat that can only pass to respond."""
    for _ in range(MOVES):
        decision = first_question(match)
        assert decision is not None
        may = legal_commands(match, decision["seat"])
        goes_on = {one["command"] for one in may if one["kind"] in ("move", "answer")}
        if decision["kind"] == "respond" and goes_on == {"Pass"}:
            return
        match.done(move(may), seat=decision["seat"])
    raise AssertionError("no seat could only pass")
