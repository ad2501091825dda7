"""The cost of the web page in a browser: its bytes, the first paint of a long replay, and a step of its slider."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Final

import httpx
from playwright.async_api import Browser, async_playwright

from services.gateway.processes.running import Running, running
from services.page.serving import FOLDER
from tests.support.http import COLD, Table, open_table, roll
from tests.support.matches import hand_in, open_match, over, play_on
from tests.web.browsers import launch, why_no_browser
from tests.web.measuring import STEPS, at_rest, first_sight, packed_sizes, stepping

from .rows import Bar, Row, row, skip

EVENTS: Final = 2_000
ROLLS: Final = ("4d6kh3", "1d20 + 5")
LOOKS: Final = 5
SMALL: Final = Bar("at most", 250, of="ours")
STEPPED: Final = "script, style and layout; the state as it was is read from the server and follows"
AT_ONCE: Final = Bar("at most", 1_000, of="ours")
A_FRAME: Final = Bar("at most", 16, of="ours")


def rows() -> list[Row]:
    """Measure the page in the installed browser."""
    own, apart = packed_sizes(FOLDER)
    note = f"gzip; the API page, apart: {apart / 1000:.0f} kB"
    size = row("page, all its files", "kB", [own / 1000], bar=SMALL, note=note)
    why = why_no_browser()
    if why is not None:
        return [size, skip("page, first sight of a replay", "ms", why)]
    with (
        tempfile.TemporaryDirectory() as name,
        running(Path(name), durability="relaxed", **COLD) as server,
        server.client() as app,
    ):
        streams = {f"a table of {EVENTS} events": _table(server, app), "a match": _match(server, app)}
        return [size, *asyncio.run(_measure_page(server, streams))]


def _table(server: Running, app: httpx.Client) -> Table:
    table, version = open_table(server, app), 0
    while version < EVENTS:
        version = table.done(roll(*ROLLS), seat="ann", headers={"Prefer": "return=minimal"})["version"]
    return table


def _match(server: Running, app: httpx.Client) -> Table:
    match = open_match(server, app)
    hand_in(match)
    play_on(match, over)
    return match


async def _measure_page(server: Running, streams: dict[str, Table]) -> list[Row]:
    found: list[Row] = []
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for name, stream in streams.items():
            found += await _replay(browser, server, name, stream)
        await browser.close()
    return found


async def _replay(browser: Browser, server: Running, name: str, stream: Table) -> list[Row]:
    """Open a replay several times, each in a fresh browser context, and move the slider in the last one."""
    _, service, _, _, identity = stream.path.split("/")
    address = f"/#/replay/{service}/{identity}?at=1&key={server.key}"
    sights: list[float] = []
    steps: list[float] = []
    for _ in range(LOOKS):
        context = await browser.new_context(base_url=server.address, viewport={"width": 1280, "height": 900})
        page = await context.new_page()
        sights.append(await first_sight(page, address))
        if len(sights) == LOOKS:
            await at_rest(page)
            steps = await stepping(page, stream.version)
        await context.close()
    return [
        row(f"first sight of the replay of {name}", "ms", sights, bar=AT_ONCE, note=f"{LOOKS} times, the browser cold"),
        row(f"a step of its slider, median of {STEPS}", "ms", steps, bar=A_FRAME, note=STEPPED),
        row(f"a step of its slider, p95 of {STEPS}", "ms", [quantiles(steps, n=20)[-1]], bar=A_FRAME),
    ]
