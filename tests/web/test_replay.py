"""The replay of a stream on the page.

The slider reaches every version. For each, the page shows the events in words, and the state.
"""

import re
from collections.abc import Callable
from typing import Final

import httpx
import msgspec
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, Table, open_table, roll
from tests.support.matches import hand_in, open_match, over, play_on
from tests.web.conftest import Visit
from tests.web.evenings import EVENINGS, hero
from tests.web.films import at, hold_described, place, slide
from tests.web.readable import hold_readable
from tests.web.test_evening import FIELD, ID, TEXTS, open_campaign

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

STEPS: Final = 5


def match(server: Running, app: httpx.Client) -> Table:
    """Open a match, and play it to its end."""
    played = open_match(server, app)
    hand_in(played)
    play_on(played, over)
    return played


def table(server: Running, app: httpx.Client) -> Table:
    """Open a table, roll on it, once in secret, and close it."""
    played = open_table(server, app)
    for secret in (False, True, False):
        played.done(roll("4d6kh3", "2d20", secret=secret), seat="ann")
    played.done(CLOSE)
    return played


@pytest.mark.parametrize("played", [match, table])
async def test_every_moment_of_a_stream_is_shown(
    visit: Visit, server: Running, app: httpx.Client, played: Callable[[Running, httpx.Client], Table]
) -> None:
    """The replay shows each version from first to last: its events in sentences, and its state."""
    stream, visitor = played(server, app), await visit()
    page = await visitor.go_with_key(f"{place(stream)}?at=1")
    last = stream.version
    await expect(page.locator("[data-at]").first).to_have_attribute("data-last", str(last))
    on = page.locator('[data-step="next"]')
    for _ in range(STEPS):
        before = await page.locator("[data-at]").first.get_attribute("data-at") or ""
        if before == str(last):
            break
        await on.click()
        await expect(page.locator("[data-at]").first).not_to_have_attribute("data-at", before)
        await hold_described(page)
    await slide(page, last)
    await at(page, last)
    await expect(page.locator("[data-view-version]")).to_have_attribute("data-view-version", str(last))
    ending = page.locator("[data-ending=last]")
    words = await ending.inner_text()
    await slide(page, last // 2)
    await expect(page.locator("[data-ending=earlier]")).not_to_have_text(words)
    await expect(ending).to_have_count(0)
    await expect(page).to_have_url(re.compile(r"at=\d+"))
    await page.locator('[data-step="last"]').click()
    await at(page, last)
    await expect(ending).to_have_text(words, use_inner_text=True)

    await hold_readable(page, f"replay-{stream.path.split('/')[1]}")
    visitor.watch.hold(page)

    stranger = await visit()
    page = await stranger.go(place(stream))
    await at(page, last)
    await expect(page.locator("[data-keeps]")).to_be_visible()
    stranger.watch.hold(page)


@pytest.mark.rule("AR-PAGE-75")
async def test_a_replay_of_a_campaign_shows_sheets_and_folds_the_state(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """A step is a sentence beside the sheets of that step. The whole state is in a fold for developers."""
    evening = next(one for one in EVENINGS if one.service == "rpg_boundless")
    campaign = open_campaign(
        server, app, msgspec.structs.replace(evening, made=(hero("ann", "Ash", "sword", (2, 2, 0)),))
    )
    campaign.done({"type": "Check", "character": "character-1", "attribute": "strength"}, seat="gm", faces=[2, 6])
    page = await (visitor := await visit()).sit_down(campaign, "ann", "replay")
    state = page.locator("[data-view-version]")
    await expect(state).to_have_attribute("data-view-version", str(campaign.version))
    await expect(state.locator("[data-figure='character-1'] h3")).to_contain_text("Ash")
    await expect(page.locator("[data-sentence]").first).to_contain_text("Ash")
    texts: list[str] = await page.evaluate(TEXTS)
    assert [] == [text for text in texts if FIELD.search(text) or ID.search(text)]
    await expect(page.locator("arbiter-state arbiter-value")).to_have_count(0)
    await hold_readable(page, "replay-campaign")
    await page.locator("[data-developers] summary").click()
    await expect(page.locator("arbiter-state arbiter-value")).to_be_visible()
    await slide(page, 1)
    await expect(state.locator("[data-figure]")).to_have_count(0)
    visitor.watch.hold(page)
