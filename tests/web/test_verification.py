"""The verifier runs in a browser as it does from the command line: the published logs, draws and receipts."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, Route

from services.gateway.processes.running import Running
from shared.kernel.stream import Close
from tests.support.forging import flipped, line_of
from tests.support.kernel_toy import Table, Throw
from tests.support.second_verifier import VERIFICATION, alike, ours
from tests.support.vectors import FOLDER

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACE: Final = "/verification.mjs"
REPORTS: Final[dict[str, Any]] = json.loads((FOLDER / "reports.json").read_bytes())
RECEIPT: Final = (FOLDER / "receipt.json").read_text("utf-8")
VERIFY: Final = """async ([log, receipt]) => {
  const { verify } = await import('/verification.mjs');
  const told = [];
  const progress = (done, of) => told.push(done / of);
  const bytes = Uint8Array.from(atob(log), (letter) => letter.charCodeAt(0));
  try { return [await verify(bytes, { receipt, progress }), told]; } catch (error) { return [error.message, told]; }
}"""
DERIVE: Final = """async ([rows, kind]) => {
  const { derive } = await import('/verification.mjs');
  return Promise.all(rows.map((row) => derive({ ...row, draw: { ...row, draw: kind } })));
}"""


async def _blank(browser: Browser, server: Running) -> Page:
    """Open a page of the server's that has nothing, and the verifier beside it."""

    async def give(route: Route) -> None:
        module = route.request.url.endswith(PLACE)
        body = VERIFICATION.read_text("utf-8") if module else "<!doctype html><title>nothing</title>"
        await route.fulfill(content_type="text/javascript" if module else "text/html", body=body)

    page = await browser.new_page()
    await page.route("**/*", give)
    await page.goto(f"{server.address}/nothing")
    return page


async def _verified(page: Page, log: bytes, receipt: str | None = None) -> tuple[Any, list[float]]:
    found, told = await page.evaluate(VERIFY, [base64.b64encode(log).decode(), receipt])
    return found, told


async def test_it_finds_what_is_published_of_each_log(browser: Browser, server: Running) -> None:
    """Nothing wrong, the same counts, and how far it is until all is done."""
    page = await _blank(browser, server)
    for name, published in REPORTS.items():
        found, told = await _verified(page, (FOLDER / name).read_bytes())
        assert published | {"failure": None} == found, name
        assert told == sorted(told)
        assert told[-1] == 1
    await page.close()


async def test_it_derives_the_published_draws(browser: Browser, server: Running) -> None:
    """From the facts beside them."""
    page = await _blank(browser, server)
    for name, result, kind in (("draws.json", "faces", "dice"), ("shuffles.json", "order", "shuffle")):
        rows = json.loads((FOLDER / name).read_bytes())
        assert [row[result] for row in rows] == await page.evaluate(DERIVE, [rows, kind])
    await page.close()


async def test_it_names_the_first_commit_that_does_not_hold(browser: Browser, server: Running) -> None:
    """A bit flipped in the midst of a long log: its line, as our own audit names it."""
    log = b"\n".join(Table.opened(*[Throw(dice=3, hidden=(2,), shuffle=9)] * 20, Close()).lines())
    forged = flipped(log, len(log) // 2, 3)
    page = await _blank(browser, server)
    found, _ = await _verified(page, forged)

    assert ours(forged, None) == alike(found)
    assert found["failure"]["line"] == line_of(log, len(log) // 2)
    await page.close()


async def test_it_holds_receipts_to_their_signature(browser: Browser, server: Running) -> None:
    """By Ed25519: the published one holds, and not with a digit of its signature changed."""
    page = await _blank(browser, server)
    log = (FOLDER / "closed.ndjson").read_bytes()
    honest, _ = await _verified(page, log, RECEIPT)
    signature = json.loads(RECEIPT)["signature"]
    other = RECEIPT.replace(signature, ("0" if signature[0] != "0" else "1") + signature[1:])
    refused, _ = await _verified(page, log, other)

    assert honest["failure"] is None
    assert refused == "the receipt is not signed by that key"
    await page.close()
