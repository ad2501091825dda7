"""The verifier in a browser has the same results as on the command line, for the published logs, draws and receipts."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, Route

from services.gateway.processes.running import Running
from shared.kernel.stream import Close
from tests.support.forging import flip_bit, line_of
from tests.support.kernel_toy import Table, Throw
from tests.support.second_verifier import VERIFICATION, alike, ours
from tests.support.vectors import FOLDER

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACE: Final = "/verification.mjs"
REPORTS: Final[dict[str, Any]] = json.loads((FOLDER / "reports.json").read_bytes())
RECEIPT: Final = (FOLDER / "receipt.json").read_text("utf-8")
VERIFY: Final = """async ([log, receipt]) => {
  const { verify } = await import('/verification.mjs');
  const parts = [];
  const progress = (done, of) => parts.push(done / of);
  const bytes = Uint8Array.from(atob(log), (letter) => letter.charCodeAt(0));
  try { return [await verify(bytes, { receipt, progress }), parts]; } catch (error) { return [error.message, parts]; }
}"""
DERIVE: Final = """async ([rows, kind]) => {
  const { derive } = await import('/verification.mjs');
  return Promise.all(rows.map((row) => derive({ ...row, draw: { ...row, draw: kind } })));
}"""


async def _blank(browser: Browser, server: Running) -> Page:
    """Open an empty page with the address of the server, on which the verifier can be loaded."""

    async def give(route: Route) -> None:
        module = route.request.url.endswith(PLACE)
        body = VERIFICATION.read_text("utf-8") if module else "<!doctype html><title>nothing</title>"
        await route.fulfill(content_type="text/javascript" if module else "text/html", body=body)

    page = await browser.new_page()
    await page.route("**/*", give)
    await page.goto(f"{server.address}/nothing")
    return page


async def _verify(page: Page, log: bytes, receipt: str | None = None) -> tuple[Any, list[float]]:
    found, fractions = await page.evaluate(VERIFY, [base64.b64encode(log).decode(), receipt])
    return found, fractions


async def test_the_verifier_agrees_with_the_published_reports(browser: Browser, server: Running) -> None:
    """In a browser, the verifier has the published results for each log, and finds no failure.

    Its reported progress increases to 1.
    """
    page = await _blank(browser, server)
    for name, published in REPORTS.items():
        found, fractions = await _verify(page, (FOLDER / name).read_bytes())
        assert published | {"failure": None} == found, name
        assert fractions == sorted(fractions)
        assert fractions[-1] == 1
    await page.close()


async def test_the_verifier_derives_the_published_draws(browser: Browser, server: Running) -> None:
    """The verifier derives the published draws from the published inputs."""
    page = await _blank(browser, server)
    for name, result, kind in (("draws.json", "faces", "dice"), ("shuffles.json", "order", "shuffle")):
        rows = json.loads((FOLDER / name).read_bytes())
        assert [row[result] for row in rows] == await page.evaluate(DERIVE, [rows, kind])
    await page.close()


async def test_the_verifier_names_the_first_broken_commit(browser: Browser, server: Running) -> None:
    """For a flipped bit in the middle of a long log, the verifier names the same line as the server's audit."""
    log = b"\n".join(Table.opened(*[Throw(dice=3, hidden=(2,), shuffle=9)] * 20, Close()).lines())
    forged = flip_bit(log, len(log) // 2, 3)
    page = await _blank(browser, server)
    found, _ = await _verify(page, forged)

    assert ours(forged, None) == alike(found)
    assert found["failure"]["line"] == line_of(log, len(log) // 2)
    await page.close()


async def test_the_verifier_checks_the_signature_of_receipts(browser: Browser, server: Running) -> None:
    """The verifier accepts the Ed25519 signature of the published receipt, and refuses it with a changed digit."""
    page = await _blank(browser, server)
    log = (FOLDER / "closed.ndjson").read_bytes()
    honest, _ = await _verify(page, log, RECEIPT)
    signature = json.loads(RECEIPT)["signature"]
    other = RECEIPT.replace(signature, ("0" if signature[0] != "0" else "1") + signature[1:])
    refused, _ = await _verify(page, log, other)

    assert honest["failure"] is None
    assert refused == "the receipt is not signed by that key"
    await page.close()
