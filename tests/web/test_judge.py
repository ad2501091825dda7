"""Verification of a log on the page: in the browser, with a changed byte, and without a server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.async_api import expect

from services.gateway.processes.running import Running
from tests.support.http import CLOSE, NDJSON, Table, open_table, roll
from tests.web.conftest import Visit
from tests.web.films import at, hold_described, hold_forgery_marked, place, slide, verdict
from tests.web.readable import hold_readable
from tests.web.test_replay import table

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.installs]


def export(stream: Table, folder: Path, *, faked: bool = False) -> Path:
    """Write a stream's export to a file. If `faked`, one face of one die is changed."""
    lines = stream.get("/events", headers=NDJSON).text.splitlines()
    if faked:
        at = next(number for number, line in enumerate(lines) if '"DiceRolled"' in line)
        face = re.search(r'"faces":\[(\d+)', lines[at])
        assert face is not None
        other = "1" if face.group(1) != "1" else "2"
        lines[at] = lines[at][: face.start(1)] + other + lines[at][face.end(1) :]
        json.loads(lines[at])
    path = folder / ("faked.ndjson" if faked else "true.ndjson")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


async def test_a_log_is_verified_in_the_browser(visit: Visit, server: Running, app: httpx.Client) -> None:
    """The browser gets the same result as the server's audit, and the page marks the commit with a changed byte."""
    stream, visitor = table(server, app), await visit()
    page = await visitor.go_with_key(place(stream, "judge"))
    await expect(page.locator("[data-conclusion]")).to_have_attribute("data-conclusion", "proven")
    await verdict(page, "holds")
    await hold_readable(page, "judge-proven")
    await hold_forgery_marked(page)
    await hold_readable(page, "judge-forged")
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-74")
async def test_two_clicks_lead_from_dice_to_the_proof_of_their_roll(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """The dice of a roll lead to the replay, and that to the proof.

    The first sentence there says why the roll is not proven yet. Once the table is closed, it says that the roll is
    proven. Both times it names the key that signed the log.
    """
    rolled = open_table(server, app)
    page = await (visitor := await visit()).sit_down(rolled, "ann")
    rolled.done(roll("4d6kh3"), seat="ann")
    version = rolled.version
    await page.locator("[data-dice]").first.click()
    await page.locator("[data-prove]").click()
    await expect(page).to_have_url(re.compile(rf"#/judge/dice/\w+\?at={version}&seat=ann"))
    key, proof = rolled.get("/receipt").json()["public_key"], page.locator("[data-proof]")
    for standing, words in (("waits", "Not proven yet: the seed"), ("proven", "Proven: this roll follows")):
        await expect(proof).to_have_attribute("data-proof", standing)
        await expect(proof).to_contain_text(re.compile(f"^{words}.*the key {key[:16]}… of the server has signed"))
        await hold_readable(page, f"judge-{standing}")
        if standing == "waits":
            rolled.done(CLOSE)
            await page.reload()
    visitor.watch.hold(page)


@pytest.mark.rule("AR-PAGE-74")
async def test_the_proof_of_a_hidden_roll_tells_a_spectator_nothing(
    visit: Visit, server: Running, app: httpx.Client
) -> None:
    """The proof of a hidden roll says that its dice are hidden, and for whom, and shows no face.

    The replay says of the last roll that it is hidden. In German, only the hidden roll is called hidden.
    """
    seats = ({"seat": "gm", "role": "gm", "name": "Ada"}, {"seat": "eve", "role": "spectator"})
    rolled = open_table(server, app, seats=seats)
    visitor = await visit("de-DE")
    page = await visitor.sit_down(rolled, "eve")
    for secret, standing, sent in ((True, "hidden", "würfelt 2d6 verdeckt"), (False, "waits", "würfelt 2d6")):
        rolled.done(roll("2d6", secret=secret), seat="gm")
        await visitor.go(f"{place(rolled, 'judge')}?at={rolled.version}&seat=eve")
        await expect(page.locator("[data-proof]")).to_have_attribute("data-proof", standing)
        await expect(page.locator("arbiter-proof p.quiet")).to_have_text(re.compile(f"Ada sendet: {sent}$"))
        dice = page.locator("arbiter-proof li")
        await expect(dice).to_have_text(re.compile(r"verdeckter Wurf \(für Ada\)$" if secret else r": \d, \d$"))
        await visitor.go(f"{place(rolled)}?at={rolled.version}&seat=eve")
        await expect(page.locator("arbiter-game-state .total")).to_have_text(
            re.compile("^verdeckt$" if secret else "=")
        )
    visitor.watch.hold(page)


async def test_a_file_is_replayed_and_verified_without_a_server(
    visit: Visit, server: Running, app: httpx.Client, tmp_path: Path
) -> None:
    """Without a connection, a loaded page replays and verifies a log file, and detects a forged one."""
    stream, visitor = table(server, app), await visit()
    page = await visitor.go("replay")
    await page.locator("[data-file]").wait_for(state="attached")
    await visitor.context.set_offline(True)
    await page.locator("[data-file]").set_input_files(export(stream, tmp_path))
    await at(page, stream.version)
    await slide(page, 1)
    await page.locator('[data-step="next"]').click()
    await hold_described(page)
    await hold_readable(page, "replay-file")
    for faked, wanted in ((False, "holds"), (True, "fails")):
        await visitor.go("judge")
        await page.locator("[data-file]").first.set_input_files(export(stream, tmp_path, faked=faked))
        await verdict(page, wanted)
    await expect(page.locator('[data-commit][data-holds="no"]').first).to_be_visible()
    visitor.watch.hold(page, but="ERR_INTERNET_DISCONNECTED")
