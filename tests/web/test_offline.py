"""The page without a connection: it opens, shows the finished games that were opened before, and stores no secret."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from services.gateway.processes.running import Running
from services.page.offline import KEPT
from services.page.serving import page_files
from tests.support.http import CLOSE, Table, open_table, roll
from tests.web.builds import BuildServer, other_build
from tests.web.conftest import Visit
from tests.web.films import at, hold_described, place, slide, verdict
from tests.web.profiles import PATIENCE
from tests.web.readable import hold_readable

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]

NO_CONNECTION: Final = "ERR_INTERNET_DISCONNECTED"
ALL_KEPT: Final = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const headers = JSON.stringify([...request.headers, ...answer.headers]);
      found[new URL(request.url).pathname] = headers + await answer.text();
    }
  }
  return found;
}"""
"""A function that returns everything that the browser stores for the page, by path."""
UNTIL_INSTALLED: Final = """async (mark) => {
  const isThere = async () => {
    const kept = await (await caches.open('arbiter-page')).match('/web/arbiter.js');
    const runs = navigator.serviceWorker.controller?.state === 'activated';
    return runs && kept !== undefined && (await kept.text()).includes(mark);
  };
  while (!(await isThere())) await new Promise((again) => requestAnimationFrame(again));
}"""
"""A function that waits until the files of a build are stored and a service worker runs."""
UPDATED: Final = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => null);
  const tried = registration.installing;
  if (tried) await new Promise((settled) => { tried.onstatechange = settled; });
}"""
"""A function that makes the browser update to the service worker that the server has now."""
UNTIL_FORGOTTEN: Final = """async () => {
  const count = async () => (await (await caches.open('arbiter-logs')).keys()).length;
  while ((await count()) > 0) await new Promise((again) => requestAnimationFrame(again));
}"""
"""A function that waits until no log is stored."""


@pytest.fixture
def table(server: Running, app: httpx.Client) -> Table:
    """Open a table, roll on it publicly and in secret, and close it."""
    opened = open_table(server, app)
    opened.done(roll("4d6kh3"), seat="ann")
    opened.done(roll("1d20", secret=True), seat="bob")
    opened.done(CLOSE)
    return opened


def as_a_stranger(server: Running, table: Table) -> str:
    """Return the log of a table as the server sends it to a reader without a credential."""
    return httpx.get(f"{server.address}{table.path}/events", headers={"Accept": "application/x-ndjson"}).text


async def wait_until(page: Page, question: str, *more: str) -> None:
    """Wait until a state of the browser's caches is reached."""
    async with asyncio.timeout(PATIENCE / 1000):
        await page.evaluate(question, *more)


async def kept_files(page: Page) -> dict[str, str]:
    """Return everything that the browser stores for the page, by path."""
    found: dict[str, str] = await page.evaluate(ALL_KEPT)
    return found


@pytest.mark.rule("AR-PAGE-36", "AR-LINK-06")
async def test_an_opened_replay_plays_without_a_connection(visit: Visit, table: Table) -> None:
    """Offline, the page replays and verifies a finished game that was opened before, until the user forgets it."""
    visitor = await visit()
    page = await visitor.go(place(table))
    await expect(page.locator("[data-keeps]")).to_be_visible()
    await wait_until(page, UNTIL_INSTALLED, "arbiter-page")
    await hold_readable(page, "replay-kept")
    visitor.watch.hold(page)

    await visitor.context.set_offline(True)
    await page.reload()
    await expect(page.locator("[data-offline]")).to_be_visible()
    await expect(page.locator("[data-checked]")).to_have_attribute("data-checked", "holds")
    await at(page, table.version)
    await slide(page, 1)
    await page.locator('[data-step="next"]').click()
    await hold_described(page)
    await hold_readable(page, "replay-offline")
    await visitor.go(place(table, "judge"))
    await verdict(page, "holds")

    reloaded = len(visitor.watch.requests)
    for beyond in ("", "rules", "learn", "design", "play"):
        await visitor.go(beyond)
        await expect(page.locator("[data-no-connection]")).to_have_count(1)
        await expect(page.get_by_role("alert")).to_have_count(0)
        await hold_readable(page, f"without-connection-{beyond}")
    requested = [url for url in visitor.watch.requests[reloaded:] if url.endswith("/web/opening.js")]
    assert len(requested) == 1, "the page asks again and again for a file that it cannot get"
    await page.locator("[data-no-connection] a").click()
    await expect(page.locator("[data-no-connection]")).to_have_count(0)
    listed = page.locator(f"[data-kept='dice/{table.opened['id']}']")
    await expect(listed).to_be_visible()
    await hold_readable(page, "replay-kept-list")
    await page.locator("[data-forget-logs]").click()
    await expect(listed).to_have_count(0)
    assert [] == [path for path in await kept_files(page) if path.startswith("/kept/")]
    visitor.watch.hold(page, but=NO_CONNECTION)


@pytest.mark.rule("AR-PAGE-36")
async def test_the_list_of_games_is_shown_once_the_connection_is_back(visit: Visit) -> None:
    """Offline, the page `play` says that there is no connection; when it is back, the page loads what it lacked."""
    visitor = await visit()
    page = await visitor.go("replay")
    await wait_until(page, UNTIL_INSTALLED, "arbiter-page")
    await visitor.context.set_offline(True)
    await visitor.go("play")
    await expect(page.locator("[data-no-connection]")).to_have_count(1)
    await visitor.context.set_offline(False)
    await expect(page.locator("arbiter-opening")).to_contain_text("BONES")


@pytest.mark.rule("AR-LINK-06")
async def test_nothing_hidden_and_no_credential_is_kept(
    visit: Visit, server: Running, app: httpx.Client, table: Table
) -> None:
    """The browser stores the log of a finished game, which is public, but not the log of a running game.

    It stores no credential.
    """
    running = open_table(server, app)
    running.done(roll("2d6"), seat="ann")
    visitor = await visit()
    page = await visitor.go_with_key(place(running))
    await expect(page.locator("arbiter-player")).to_be_visible()
    await visitor.go(f"{place(table)}?seat=bob&token={table.tokens['bob']}")
    await expect(page.locator("[data-keeps]")).to_be_visible()
    found = await kept_files(page)

    assert [f"/kept/dice/{table.opened['id']}"] == [path for path in found if path.startswith("/kept/")]
    assert {"/", *(f"/web/{name}" for name in KEPT)} == {path for path in found if not path.startswith("/kept/")}
    secrets = (server.key, server.key.split("_")[2], *table.tokens.values(), *running.tokens.values())
    assert [] == [path for path, text in found.items() if any(secret in text for secret in secrets)]
    answer: dict[str, Any] = json.loads(found[f"/kept/dice/{table.opened['id']}"].partition("]]")[2])
    assert as_a_stranger(server, table) == answer["log"]

    await page.get_by_role("button", name="Forget", exact=True).click()
    await expect(page.locator("arbiter-home")).to_be_visible()
    await wait_until(page, UNTIL_FORGOTTEN)
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-36")
async def test_a_new_build_is_shown_on_the_next_load(browser: Browser, tmp_path: Path) -> None:
    """After an upgrade, a reload shows the new build, even offline. A half-replaced build is never stored."""
    new = other_build(tmp_path, "two")
    async with BuildServer(page_files()) as server:
        context = await browser.new_context(base_url=server.address)
        page = await context.new_page()
        await page.goto("/#/replay")
        await wait_until(page, UNTIL_INSTALLED, "arbiter-page")
        before = (await kept_files(page))["/web/arbiter.js"]

        server.files = {**new, "/web/arbiter.js": page_files()["/web/arbiter.js"]}
        await page.reload()
        await page.evaluate(UPDATED)
        assert before == (await kept_files(page))["/web/arbiter.js"]

        server.files = new
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-build", "two")
        await wait_until(page, UNTIL_INSTALLED, "dataset.build = 'two'")
        await context.set_offline(True)
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-build", "two")
        await expect(page.locator("[data-file]")).to_be_attached()
        await context.close()
