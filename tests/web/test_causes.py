"""Chains of causes on the page.

In a replay, a step shows its chain as a tree, whose commits link to their own replays.
"""

from __future__ import annotations

import secrets

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.causes import why
from tests.support.http import open_table, roll
from tests.web.conftest import Visit
from tests.web.films import at, place
from tests.web.readable import hold_readable

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG = 120_000
"""The time within which even a busy machine responds. Units: milliseconds."""


@pytest.mark.rule("AR-PAGE-39", "AR-PAGE-104")
async def test_a_step_shows_the_chain_that_it_belongs_to(visit: Visit, server: Running, app: httpx.Client) -> None:
    """A click draws the tree of a chain with this step marked. Another commit in the tree links to its replay.

    A step that belongs to no chain has no tree.
    """
    first, second, visitor = open_table(server, app), open_table(server, app), await visit()
    name = f"turn-{secrets.token_hex(4)}"
    plain = first.done(roll("1d6"))["version"]
    root = first.done(roll("1d6"), seat="ann", headers=why(name))["version"]
    cause = f"{first.opened['stream']}/{root}"
    versions = [second.done(roll("1d6"), headers=why(None, cause))["version"] for _ in range(2)]
    effect = f"{second.opened['stream']}/{versions[1]}"
    page = await visitor.go_with_key(f"{place(first)}?at={root}")
    await at(page, root)
    await page.locator("[data-causes]").click(timeout=LONG)
    tree = page.locator("[data-causes='3']")
    await expect(tree).to_be_visible(timeout=LONG)
    await expect(tree.locator(f"[data-caused='{cause}'] > [aria-current]")).to_contain_text("ann sends roll")
    await expect(tree.locator(f"[data-caused='{cause}'] [data-caused]")).to_have_count(2)
    await expect(tree).not_to_contain_text(name)
    await hold_readable(page, "replay-causes")

    await tree.locator(f"[data-caused='{effect}'] a").click()
    await at(page, versions[1])
    assert second.opened["id"] in page.url
    await page.locator("[data-causes]").click(timeout=LONG)
    await expect(page.locator(f"[data-caused='{effect}'] [aria-current]")).to_be_visible(timeout=LONG)
    await page.goto(page.url.split("#")[0] + f"#/{place(first)}?at={plain}")
    await at(page, plain)
    await expect(page.locator("[data-causes]")).to_have_count(0)
    visitor.watch.hold(page)
