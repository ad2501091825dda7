"""Chat on the page: a line sent from one browser appears in the others, at every kind of table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import httpx
import pytest
from playwright.async_api import Page, expect

from services.gateway.processes.running import Running
from tests.support.http import Table, open_table
from tests.support.matches import hand_in, open_match
from tests.support.undo_campaign import campaign
from tests.web.conftest import Visit
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

Opened = Callable[..., Table]
TABLES: Final[dict[str, Opened]] = {"dice": open_table, "cards": open_match, "campaign": campaign}
MARKUP: Final = "<b>I</b> meant the *other* goblin-1 & {seat}"


async def sit_down(visit: Visit, table: Table, *seats: str) -> list[Page]:
    """Open a stream at several seats, each in its own browser, and wait for the chat."""
    pages = []
    for seat in seats:
        pages.append(await (await visit()).sit_down(table, seat))
        await expect(pages[-1].locator("[data-chat]")).to_have_count(1)
    return pages


async def say(page: Page, text: str) -> None:
    """Type a line of chat, and send it."""
    field = page.locator("[data-say] input")
    await field.fill(text)
    await field.press("Enter")
    await expect(field).to_have_value("")


@pytest.mark.rule("AR-PAGE-49", "AR-CHAT-05")
@pytest.mark.parametrize("kind", TABLES)
async def test_two_browsers_talk(kind: str, visit: Visit, server: Running, app: httpx.Client) -> None:
    """A typed text and a chosen phrase appear in another browser with the sender's name.

    A screen reader announces them politely.
    """
    table = TABLES[kind](server, app, chat="on")
    if kind == "cards":
        hand_in(table)
    mine, theirs = await sit_down(visit, table, "ann", "bob")
    await say(mine, MARKUP)
    await expect(theirs.locator("[data-line]")).to_have_text(f"ann: {MARKUP}")
    await expect(mine.locator("[data-line]")).to_have_text(f"ann (you): {MARKUP}")
    await expect(mine.locator("[data-say] input")).to_be_focused()
    await theirs.locator("[data-chat] summary").click()
    await theirs.locator("[data-phrase=well-played]").click()
    for page in (mine, theirs):
        await expect(page.locator("[data-line]").last).to_contain_text("Well played!")
        await expect(page.locator("[data-lines]")).to_have_attribute("role", "log")
        await expect(page.locator("[data-happened]")).not_to_contain_text("Well played!")
        await expect(page.locator("[data-command=SendChat]")).to_have_count(0)
    await expect(mine.locator("[data-newest]")).to_have_count(1 if kind == "cards" else 0)
    if kind == "cards":
        await mine.locator("[data-newest]").click()
        await expect(mine.locator("[data-say] input")).to_be_focused()
    await hold_readable(theirs, f"chat-{kind}")


@pytest.mark.rule("AR-PAGE-49", "AR-CHAT-05")
async def test_a_line_disturbs_nobody(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A new line from another seat does not reload the page; a half-filled form keeps its input and can be sent."""
    table = open_table(server, app, chat="on")
    mine, theirs = await sit_down(visit, table, "ann", "bob")
    roll = mine.locator("[data-command=Roll]")
    await expect(roll).to_be_visible()
    loaded: list[str] = []
    mine.on("request", lambda request: loaded.append(request.url))
    before = table.version
    await say(theirs, "Take your time.")
    await expect(mine.locator("[data-line]")).to_contain_text("Take your time.")
    assert [url for url in loaded if table.path in url] == []
    await expect(mine.locator("[data-status]")).to_have_attribute("data-version", str(before))
    table.done({"type": "OpenSeat", "seat": "zoe"}, seat="gm")
    await expect(mine.locator("[data-status]")).to_have_attribute("data-version", str(table.version))


@pytest.mark.rule("AR-PAGE-49")
async def test_a_browser_mutes_the_chat(visit: Visit, server: Running, app: httpx.Client) -> None:
    """After muting, the page shows no lines, phrases or text field, even after a reload, until the box is unticked."""
    table = open_table(server, app, chat="on")
    mine, theirs = await sit_down(visit, table, "ann", "bob")
    await mine.locator("[data-mute]").check()
    await expect(mine.locator("[data-chat=muted]")).to_have_count(1)
    await say(theirs, "Can you hear me?")
    await mine.reload()
    await expect(mine.locator("[data-chat=muted]")).to_have_count(1)
    await expect(mine.locator("[data-lines], [data-say], [data-phrase]")).to_have_count(0)
    await expect(mine.locator("arbiter-table")).not_to_contain_text("Can you hear me?")
    await hold_readable(mine, "chat-muted")
    await mine.locator("[data-mute]").uncheck()
    await expect(mine.locator("[data-line]")).to_have_text("bob: Can you hear me?")


@pytest.mark.rule("AR-PAGE-49", "AR-CHAT-02", "AR-CHAT-04")
async def test_phrases_alone_and_seats_that_only_read(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A chat with phrases only has no text field, and a spectator can only read it.

    After the end of the stream, nobody can send a line.
    """
    table = open_table(server, app, chat="phrases")
    player, watcher = await sit_down(visit, table, "ann", "eve")
    await expect(player.locator("[data-say]")).to_have_count(0)
    await player.locator("[data-phrase=hello]").click()
    await expect(watcher.locator("[data-line]")).to_have_text("ann: Hello!")
    await expect(watcher.locator("[data-phrase]")).to_have_count(0)
    await expect(watcher.locator("[data-chat]")).to_contain_text("From this seat you can only read.")
    await hold_readable(watcher, "chat-watched")
    table.done({"type": "Close"}, seat="gm")
    await expect(player.locator("[data-chat]")).to_contain_text("The game is over, and so is its chat.")
    await expect(player.locator("[data-phrase]")).to_have_count(0)
    await expect(player.locator("[data-line]")).to_have_text("ann (you): Hello!")


@pytest.mark.rule("AR-PAGE-49", "AR-CHAT-01")
async def test_without_the_setting_there_is_no_chat(visit: Visit, server: Running, app: httpx.Client) -> None:
    """In a stream without chat, the page loads no chat code, and the list of blocked commands gives the reason."""
    table = open_table(server, app)
    visitor = await visit()
    loaded: list[str] = []
    visitor.page.on("request", lambda request: loaded.append(request.url))
    page = await visitor.sit_down(table, "ann")
    await page.locator("[data-group=blocked] summary").click()
    await expect(page.locator("[data-blocked=AR-CHAT-01]")).to_contain_text("Nobody may chat on this stream")
    await expect(page.locator("[data-chat]")).to_have_count(0)
    assert [url for url in loaded if url.endswith("chat.js")] == []
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-49")
@pytest.mark.parametrize("service", ["dice", "bones"])
async def test_a_game_that_is_opened_on_the_page_has_a_chat(service: str, visit: Visit) -> None:
    """The form for opening a game turns chat on if there are several seats.

    The page of a game master with many commands also has the chat's text field.
    """
    visitor = await visit()
    page = await visitor.go_with_key(f"play/{service}")
    await page.locator("[data-open-stream]").click()
    await page.wait_for_url(re.compile(rf"#/play/{service}/\w+$"))
    await page.locator("[data-seat=gm] [data-play]").click()
    await say(page, "Who else is here?")
    await expect(page.locator("[data-line]")).to_have_text("Game master (you): Who else is here?")
    visitor.watch.hold(page)
