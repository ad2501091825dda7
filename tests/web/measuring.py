"""Measurements in the browser, with its own clock, from a call or a slider move to the painted page."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page

APART: Final = ("api", "licences")
"""The prefixes of files that the page loads separately: the API page and the licence notes."""
STEPS: Final = 200

FIRST_SIGHT: Final = """window.seen = new Promise((resolve) => {
  const inside = (from, name) => from?.shadowRoot?.querySelector(name);
  const look = () => {
    const player = inside(inside(document.querySelector('arbiter-page'), 'arbiter-replay'), 'arbiter-player');
    const slider = inside(inside(player, 'arbiter-controls'), '[data-slider]');
    const sentence = inside(inside(player, 'arbiter-moment'), '[data-sentence]');
    if (slider && sentence) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});"""
"""A script that records when the slider and the first sentence of a replay are painted.

Units: milliseconds since the navigation started
"""

STEPPING: Final = """async (steps) => {
  const inside = (from, name) => from.shadowRoot.querySelector(name);
  const player = inside(inside(document.querySelector('arbiter-page'), 'arbiter-replay'), 'arbiter-player');
  const slider = inside(inside(player, 'arbiter-controls'), '[data-slider]');
  const parts = ['arbiter-controls', 'arbiter-moment', 'arbiter-events', 'arbiter-state'];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const last = Number(slider.max), taken = [];
  for (let step = 1; step <= steps; step += 1) {
    await frame();
    const begun = performance.now();
    slider.value = String(1 + ((step * 7919) % last));
    slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await player.updateComplete;
    for (const name of parts) await inside(player, name)?.updateComplete;
    document.body.getBoundingClientRect();
    taken.push(performance.now() - begun);
  }
  return { taken, last };
}"""
"""A script that moves the slider to versions all over the replay, and measures each move.

Units: milliseconds of script, style and layout per move
"""


async def first_sight(page: Page, address: str) -> float:
    """Open a replay, and return how long it took to be painted. Units: milliseconds."""
    await page.add_init_script(FIRST_SIGHT)
    await page.goto(address)
    seen: float = await page.evaluate("() => window.seen")
    return seen


async def at_rest(page: Page) -> None:
    """Wait until the page is idle."""
    await page.evaluate("() => new Promise((done) => requestIdleCallback(() => done()))")


async def stepping(page: Page, last: int, steps: int = STEPS) -> list[float]:
    """Move the slider of an open replay whose last version is `last`; return how long each move took.

    Units: milliseconds
    """
    found: dict[str, Any] = await page.evaluate(STEPPING, steps)
    assert found["last"] == last, f"the slider ends at {found['last']}, the stream at {last}"
    return list(found["taken"])


def packed_sizes(folder: Path) -> tuple[int, int]:
    """Return the compressed sizes of the page's own files and of the files that load separately. Units: bytes."""
    own = apart = 0
    for path in folder.iterdir():
        size = len(gzip.compress(path.read_bytes(), 6))
        if path.name.startswith(APART):
            apart += size
        else:
            own += size
    return own, apart
