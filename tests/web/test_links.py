"""Links that open a stream.

Some are for spectators, some for everybody once a log is open, and some for seats that the browser remembers.
"""

from __future__ import annotations

import re
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, Table, open_table, roll
from tests.web.conftest import Visit
from tests.web.films import at
from tests.web.readable import hold_readable
from tests.web.secrets_kept import kept_from, leaks
from tests.web.visitors import Visitor

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

PLACES: Final = (
    "play/dice/{id}",
    "play/dice/{id}?seat=ann",
    "replay/dice/{id}",
    "replay/dice/{id}?at=2",
    "replay/dice/{id}?seat=ann",
    "judge/dice/{id}",
)
AS_ANN: Final = {"Arbiter-Seat": "ann"}
DENIED: Final = "status of 401"
LASTING: Final = "() => JSON.stringify(localStorage)"


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table, and roll on it twice, once publicly and once in secret."""
    opened = open_table(server, app)
    opened.done(roll("4d6kh3"), seat="ann")
    opened.done(roll("1d20", secret=True), seat="bob")
    return opened


@pytest.fixture
def match(app: httpx.Client) -> dict[str, Any]:
    """Open a match of two seats, and return the response, which has their tokens."""
    opened: dict[str, Any] = app.post("/tcg/v1/matches", json={"seats": [{"seat": "ann"}, {"seat": "bob"}]}).json()
    return opened


def place(table: Table, page: str = "replay") -> str:
    """Return the URL fragment of one of the table's pages."""
    return f"{page}/dice/{table.opened['id']}"


def add_watcher(app: httpx.Client, match: dict[str, Any], name: str) -> None:
    """Add a spectator's seat to a match."""
    watcher = {"seat": name, "role": "spectator"}
    assert app.post(f"/tcg/v1/matches/{match['id']}/seats", json=watcher, headers=AS_ANN).is_success


async def copy_link(page: Page) -> str:
    """Copy a link in the replay, and return the part after the page's address."""
    await page.locator("[data-copy]").click()
    link = await page.locator("[data-link]").input_value()
    return link.split("#/", 1)[1]


async def hold_copied(visitor: Visitor) -> None:
    """Assert that the browser sent no credential in any requested address or Referer header."""
    asked = [request for one in visitor.tap.connections for request in one.requests()]
    assert asked
    assert b"eyJ" not in b"".join(request.target for request in asked)
    assert not re.search(
        rb"referer:[^\r\n]*(token|key)=", b"".join(bytes(one.asked) for one in visitor.tap.connections).lower()
    )


@pytest.mark.rule("AR-PAGE-108")
async def test_a_new_watcher_sees_what_last_happened_in_the_game(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """The replay of a running game begins at the last roll and follows the game, whichever seats are opened later.

    One step on, the watcher's own seat is shown.
    """
    table = open_table(server, app)
    rolled = table.done(roll("4d6kh3"), seat="ann")["version"]
    owner, watcher = await visit(), await visit()
    page = await owner.go_with_key(place(table))
    await at(page, rolled)
    seen = await watcher.go(await copy_link(page))
    await expect(seen.locator("[data-live]")).to_be_visible()
    await at(seen, rolled)
    await at(page, rolled)
    await seen.keyboard.press("ArrowRight")
    await at(seen, table.version)
    await expect(seen.locator("arbiter-moment")).to_contain_text("watcher gets a seat")
    again = table.done(roll("1d6"), seat="ann")["version"]
    for one in (seen, page):
        await at(one, again)
    for visitor in (owner, watcher):
        visitor.watch.hold(visitor.page)


@pytest.mark.rule("AR-LINK-02")
async def test_a_copied_link_lets_others_watch(visit: Visit, table: Table) -> None:
    """In a new browser profile, a copied link opens the replay for a spectator, with all public events and no secret.

    A spectator can send nothing.
    """
    owner = await visit()
    page = await owner.go_with_key(place(table))
    await expect(page.locator("arbiter-player")).to_be_visible()
    link = await copy_link(page)
    assert link == await copy_link(page), "the next link is for the same seat"
    assert "{}" == await page.evaluate(LASTING)
    await hold_readable(page, "copied")

    watcher = await visit()
    seen = await watcher.go(link)
    await expect(seen.locator("arbiter-player")).to_be_visible()
    assert "token" not in seen.url
    table.done(roll("2d6"), seat="ann")
    await expect(seen.locator("[data-at]").first).to_have_attribute("data-last", str(table.version))
    bearer = {"Authorization": f"Bearer {link.split('token=')[1].split('&')[0]}"}
    assert 403 == table.send(roll("1d6"), headers=bearer).status_code
    assert [] == leaks(watcher.tap.answers(), kept_from(table, "eve"), "watcher")
    await hold_copied(watcher)
    watcher.watch.hold(seen)

    assert table.app.post(f"{table.path}/seats/watcher/token").is_success
    await seen.reload()
    await expect(seen.locator("[data-needed]")).to_contain_text("replaced by a newer one")


@pytest.mark.rule("AR-LINK-04")
async def test_the_app_hands_out_links_without_a_game_master(visit: Visit, match: dict[str, Any]) -> None:
    """In a match without a game master, the app can copy a link for a spectator and a new link for a seat."""
    owner = await visit()
    page = await owner.go_with_key(f"replay/tcg/{match['id']}")
    await expect(page.locator("arbiter-player")).to_be_visible()
    watcher = await visit()
    seen = await watcher.go(await copy_link(page))
    await expect(seen.locator("arbiter-player")).to_be_visible()
    watcher.watch.hold(seen)

    await page.goto(f"{page.url.partition('#')[0]}#/play/tcg/{match['id']}")
    row = page.locator("[data-seat=ann]")
    await row.get_by_role("button", name="New link").click()
    renewed = (await row.locator("input").input_value()).split("#/", 1)[1]
    player = await visit()
    await expect((await player.go(renewed)).locator("arbiter-table")).to_be_visible()
    owner.watch.hold(page)


@pytest.mark.rule("AR-PAGE-56")
async def test_spectators_seats_are_folded(visit: Visit, app: httpx.Client, match: dict[str, Any]) -> None:
    """If a match has one spectator's seat, it is listed beside the players. Two are folded, each with a new link."""
    visitor = await visit()
    page = await visitor.go_with_key(f"play/tcg/{match['id']}")
    for number, (folded, listed) in enumerate(((0, 3), (1, 2)), 1):
        add_watcher(app, match, f"watcher-{number}")
        await page.reload()
        await expect(page.locator("[data-seat]:visible")).to_have_count(listed)
        await expect(page.locator("[data-watchers]")).to_have_count(folded)
    await page.locator("[data-watchers] > summary").click()
    await expect(page.locator("[data-seat=watcher-2]").get_by_role("button", name="New link")).to_be_visible()
    await hold_readable(page, "seats-to-watch")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-LINK-05")
async def test_a_reader_without_a_credential_is_offered_only_the_log(visit: Visit, table: Table) -> None:
    """A replay that is open to all has no buttons for odds and forks, but a seat's replay has both."""
    table.done(CLOSE)
    for seat, many in ((None, 0), ("ann", 1)):
        visitor = await visit()
        token = f"&seat={seat}&token={table.tokens[seat]}" if seat else ""
        page = await visitor.go(f"{place(table)}?at=8{token}")
        await expect(page.locator("[data-at='8']").first).to_be_visible()
        await expect(page.locator("[data-chance]")).to_have_count(many)
        await expect(page.locator("[data-fork]")).to_have_count(many)
        visitor.watch.hold(page)


@pytest.mark.rule("AR-LINK-02")
async def test_a_closed_log_opens_without_a_token(visit: Visit, table: Table) -> None:
    """A replay whose log is open to all has a link without a token, which opens its version in a new profile."""
    table.done(CLOSE)
    owner = await visit()
    page = await owner.go_with_key(f"{place(table)}?at=8")
    await expect(page.locator("arbiter-player")).to_be_visible()
    link = await copy_link(page)
    assert link == f"{place(table)}?at=8"

    seen = page
    for key in ("", "&key=ak_000000000000_" + "0" * 48):
        stranger = await visit()
        seen = await stranger.go(link + key)
        await expect(seen.locator("[data-at='8']").first).to_be_visible()
        await expect(seen.locator("[data-ending]")).to_be_visible()
        stranger.watch.hold(seen, but=DENIED)
    await seen.goto("about:blank")
    judge = await (await visit()).go(place(table, "judge"))
    await expect(judge.locator("arbiter-verify")).to_be_visible()


@pytest.mark.rule("AR-PAGE-53")
async def test_the_link_with_a_preview_leads_to_the_replay(visit: Visit, table: Table) -> None:
    """If a log is open to all, its replay also has a link with a preview, which works without a credential."""
    table.done(CLOSE)
    page = await (await visit()).go_with_key(f"{place(table)}?at=8")
    await expect(page.locator("arbiter-player")).to_be_visible()
    await copy_link(page)
    link = await page.locator("[data-preview]").input_value()
    await hold_readable(page, "preview")
    stranger = await visit()
    await stranger.page.goto(stranger.at("/watch/" + link.partition("/watch/")[2]))
    await expect(stranger.page.locator("[data-at='8']").first).to_be_visible()
    assert stranger.page.url.endswith(f"/#/{place(table)}?at=8")


@pytest.mark.rule("AR-LINK-02")
@pytest.mark.parametrize("where", PLACES)
async def test_a_page_without_a_credential_says_that_one_is_needed(visit: Visit, table: Table, where: str) -> None:
    """A visitor who opens a game without a link or a key reads what is needed, and the page raises no error."""
    visitor = await visit()
    page = await visitor.go(where.format(id=table.opened["id"]))
    await expect(page.locator("[data-needed]")).to_be_visible()
    visitor.watch.hold(page, but=DENIED)


async def test_the_page_that_asks_for_a_credential_is_accessible(visit: Visit, table: Table) -> None:
    """On the page that asks for a credential, axe finds nothing and no element is cut off, in light and dark mode."""
    await hold_readable(await (await visit()).go(place(table, "play")), "needed")


@pytest.mark.rule("AR-LINK-03")
async def test_a_computer_remembers_a_seat_when_asked(visit: Visit, table: Table) -> None:
    """The browser stores no seat beyond its tab unless the user asks for it.

    A remembered seat opens in another tab, and the home page lists it until the user forgets it.
    """
    visitor = await visit()
    page = await visitor.sit_down(table, "ann")
    await expect(page.locator("[data-status]")).to_be_visible()
    assert "{}" == await page.evaluate(LASTING)
    await page.locator("[data-remember]").check()
    assert table.tokens["ann"] in await page.evaluate(LASTING)

    other = await visitor.context.new_page()
    await other.goto(visitor.at(f"/#/{place(table, 'play')}?seat=ann"))
    await expect(other.locator("[data-status]")).to_be_visible()
    await other.goto(visitor.at("/#/"))
    row = other.locator(f"[data-remembered='dice/{table.opened['id']}/ann']")
    await expect(row.locator("[data-waits]")).to_have_attribute("data-waits", "nobody")
    await hold_readable(other, "remembered")
    table.done(CLOSE)
    await other.reload()
    await expect(row.locator("[data-waits]")).to_have_attribute("data-waits", "over")
    await row.locator("[data-forget]").click()
    await expect(row).to_have_count(0)
    assert "{}" == await other.evaluate(LASTING)
    await hold_copied(visitor)
    visitor.watch.hold(other)


@pytest.mark.rule("AR-LINK-03")
async def test_home_names_the_games_that_wait_for_a_remembered_seat(visit: Visit, match: dict[str, Any]) -> None:
    """The home page marks each remembered seat for which its game waits."""
    visitor = await visit()
    page = await visitor.go("")
    for seat in match["seats"]:
        seated = await visitor.go(f"play/tcg/{match['id']}?seat={seat['seat']}&token={seat['token']}")
        await seated.locator("[data-remember]").check()
    page = await visitor.go("")
    for seat in ("ann", "bob"):
        waits = page.locator(f"[data-remembered='tcg/{match['id']}/{seat}'] [data-waits]")
        await expect(waits).to_have_attribute("data-waits", "you")
    visitor.watch.hold(page)
