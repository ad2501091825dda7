"""Forks on the page: a visitor plays on from any version of a replay, in a fork that links to its parent."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, open_table, roll
from tests.support.matches import acting, hand_in, open_match, play_on
from tests.support.undo_campaign import campaign
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")


def players_of(app: httpx.Client, match: str) -> list[str | None]:
    """Return the computer player of each playing seat, or None for a seat without one."""
    seats = app.get(f"/tcg/v1/matches/{match}").json()["seats"]
    return [seat.get("player") for seat in seats if seat["role"] == "player"]


async def test_a_replay_is_played_on(visit: Visit, server: Running, app: httpx.Client) -> None:
    """With the app's key, a visitor has cards dealt again for a seat, and plays the fork against the computer.

    The header of the fork links back to its parent.
    """
    match = open_match(server, app)
    hand_in(match)
    play_on(match, acting("ann", 2))
    version, of = match.version, match.path.rpartition("/")[2]
    visitor = await visit()
    page = await visitor.go_with_key(f"replay/tcg/{of}?seat=ann&at={version}")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-deal]")).to_be_checked()
    await hold_readable(page, "fork")
    await page.locator("arbiter-fork [data-against]").click()
    await expect(page).to_have_url(re.compile(r"#/play/tcg/\w+\?seat=ann"))
    said = page.locator("[data-fork-of]")
    await expect(said).to_contain_text(f"at version {version}")
    await expect(said).to_contain_text("dealt again from what ann knew there")
    await hold_readable(page, "forked")
    fork = page.url.partition("#/play/tcg/")[2].partition("?")[0]
    assert players_of(app, fork) == [None, "greedy"]

    await said.locator("a").click()
    await expect(page).to_have_url(re.compile(rf"#/replay/tcg/{of}\?at={version}"))
    visitor.watch.hold(page)


async def test_a_refused_fork_names_its_rule(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A player who may not fork a running match reads why, with a link to the rule."""
    match = open_match(server, app)
    hand_in(match)
    visitor = await visit()
    page = await visitor.sit_down(match, "ann", "replay")
    await page.locator("[data-fork]").click()
    await page.locator("[data-alone]").click()
    await expect(page.locator("arbiter-fork [role=alert]")).to_contain_text(
        "No seat may fork this stream while it runs"
    )
    await expect(page.locator("arbiter-fork [role=alert] a")).to_have_text("AR-FORK-03")


@pytest.mark.rule("AR-LINK-05")
async def test_a_seat_plays_on_a_table_that_is_over(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A finished table hides nothing, so its fork has the true state without dealing any cards again."""
    table = open_table(server, app)
    table.done(roll("2d6"), seat="ann")
    table.done(CLOSE)
    visitor = await visit()
    page = await visitor.sit_down(table, "ann", "replay")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-deal]")).to_have_count(0)
    await page.locator("[data-alone]").click()
    await expect(page.locator("[data-fork-of]")).not_to_contain_text("dealt")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-LINK-05", "AR-FORK-12")
async def test_a_seat_plays_on_a_campaign_from_what_it_knew(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A finished campaign is forked with the true state, or with what the player knew there."""
    table = campaign(server, app)
    table.done(CLOSE)
    visitor = await visit()
    page = await visitor.sit_down(table, "ann", "replay")
    await page.locator("[data-fork]").click()
    await page.locator("[data-deal]").set_checked(True)
    await page.locator("[data-alone]").click()
    await expect(page.locator("[data-fork-of]")).to_contain_text("dealt again from what ann knew there")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-LINK-05")
async def test_no_computer_player_is_offered_in_streams_that_allow_undo(
    visit: Visit, server: Running, app: httpx.Client
) -> None:  # fmt: skip
    """The page offers no computer player in a fork that allows undo, because it would remember undone events.

    Only people play such forks.
    """
    match = open_match(server, app, undo="by consent")
    hand_in(match)
    page = await (await visit()).go_with_key(f"replay/tcg/{match.path.rpartition('/')[2]}")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-alone]")).to_be_visible()
    await expect(page.locator("[data-against]")).to_have_count(0)


async def test_a_version_after_the_games_end_cannot_be_forked(visit: Visit, server: Running, app: httpx.Client) -> None:
    """At a version where the game is over, a sentence replaces the fork buttons. An earlier version has the buttons."""
    match = open_match(server, app)
    hand_in(match)
    play_on(match, acting("ann", 2))
    version, of = match.version, match.path.rpartition("/")[2]
    match.done({"type": "Concede"}, seat="bob")
    visitor = await visit()
    page = await visitor.go_with_key(f"replay/tcg/{of}")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-over]")).to_contain_text(f"The game is over at version {match.version}.")
    await expect(page.locator("arbiter-fork button")).to_have_count(0)
    await hold_readable(page, "nothing to play on")

    page = await visitor.go(f"replay/tcg/{of}?at={version}")
    await page.locator("[data-fork]").click()
    await expect(page.locator("[data-pose]")).to_be_enabled()
    await expect(page.locator("[data-over]")).to_have_count(0)
    visitor.watch.hold(page)


async def test_a_refusal_is_gone_at_another_version(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The page shows why a fork was refused only at the version for which it was requested."""
    match = open_match(server, app)
    hand_in(match)
    page = await (await visit()).sit_down(match, "ann", "replay")
    await page.locator("[data-fork]").click()
    await page.locator("[data-alone]").click()
    await expect(page.locator("arbiter-fork [role=alert]")).to_be_visible()
    await page.locator("arbiter-player").press("ArrowLeft")
    await expect(page).to_have_url(re.compile(r"at=\d+"))
    await expect(page.locator("arbiter-fork [role=alert]")).to_have_count(0)
