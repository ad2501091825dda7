"""Checks whether a page is accessible: under the rules of axe, on a phone, in light and in dark mode.

`make test` leaves out what two sizes or two modes have in common. `make readable` applies all rules in each of them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Page

PHONE: Final = 360
WIDER_PHONE: Final = 390
PLACED: Final = ("scrollable-region-focusable", "target-size")
"""The rules of axe about sizes and places; a wider phone has the same words and colours as a narrow one."""
DESK: Final = 1280
HEIGHT: Final = 900
PICTURES: Final = Path(__file__).resolve().parents[2] / "build" / "screenshots"
PICTURED: Final = os.environ.get("ARBITER_TEST_PICTURES") == "yes"
TALLEST: Final = 30_000
"""The height up to which a screenshot shows the whole page. Units: pixels"""
EVERYTHING: Final = os.environ.get("ARBITER_TEST_READABLE") == "everything"
"""Whether all rules of axe apply at each width and in each mode."""
Light = Literal["light", "dark"]
RULES: Final[Mapping[Light, Sequence[str]]] = {"light": (), "dark": ("color-contrast", "link-in-text-block")}
"""The rules that axe applies in each mode: all rules in light mode (empty), only those about colours in dark mode."""
ORDER: Final[Sequence[tuple[int, Sequence[Light]]]] = ((DESK, ("light", "dark")), (PHONE, ("dark", "light")))
"""The widths and modes in which a page is checked, in order.

The mode changes as seldom as possible, since each change redraws the page.
"""

WIDER: Final[Sequence[tuple[int, Sequence[Light]]]] = ((WIDER_PHONE, ("light", "dark")),)
"""What `make readable` checks beside `ORDER`."""

CUT_OFF: Final = """(width) => {
  const found = [];
  const walk = (root, clipped) => {
    for (const element of root.querySelectorAll('*')) {
      const style = getComputedStyle(element), box = element.getBoundingClientRect();
      if (element.shadowRoot) walk(element.shadowRoot);
      if (!box.width || !box.height || style.visibility === 'hidden' || style.position === 'fixed') continue;
      if (box.right > width + 1 && !scrolled(element) && box.left >= 0) {
        const says = element.textContent.trim().slice(0, 40);
        found.push(`${element.localName}.${element.className}: ${says} (to ${box.right})`);
      }
    }
  };
  const scrolled = (element) => {
    for (let at = parent(element); at; at = parent(at)) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
    }
    return false;
  };
  const parent = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
  walk(document);
  return found;
}"""
"""A JavaScript function that returns the elements beyond the right edge that cannot be scrolled into view."""

PRIVATE_FIELDS: Final = {
    "function me(e,t,n){ge(e,t),t.set(e,n)}": "function me(e,t,n){e[t.field??=Symbol()]=n}",
    "function he(e,t){ge(e,t),t.add(e)}": "function he(e,t){}",
    "function ve(e,t){return e.get(ye(e,t))}": "function ve(e,t){return t[e.field]}",
    "function be(e,t,n){e.set(ye(e,t),n)}": "function be(e,t,n){t[e.field??=Symbol()]=n}",
    'function ye(e,t,n){if("function"==typeof e?e===t:e.has(t))return arguments.length<3?t:n;throw new TypeError('
    '"Private element is not present on this object")}': "function ye(e,t,n){return arguments.length<3?t:n}",
}
"""The functions of axe's bundle that keep the private fields of its objects, each with a quicker replacement.

The bundle keeps each field of each colour in a map of its own, which is a fifth of axe's work. The replacements keep it
in the colour itself.
"""


def with_plain_fields(script: str) -> str:
    """Return axe's bundle with quicker private fields."""
    for slow, quick in PRIVATE_FIELDS.items():
        assert script.count(slow) == 1, f"this version of axe does not have {slow}"
        script = script.replace(slow, quick)
    return script


REMEMBER_COLOURS: Final = """(() => {
  const colour = axe.commons.color.Color.prototype, read = colour.parseString, known = new Map();
  colour.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = read.call(this, text);
      known.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, known.get(text));
  };
})();"""
"""A script that makes axe parse each colour text only once.

Without it, axe parses the same few colours some thousand times, which is a quarter of its work.
"""

AXE: Final = with_plain_fields(AXE_SCRIPT) + REMEMBER_COLOURS

NEXT_FRAMES: Final = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""A function that waits until the page has been drawn again, so that its layout has the window's new size."""


async def faults(page: Page, *, only: Sequence[str] = ()) -> list[str]:
    """Return axe's findings, one line per element; `only` names the rules to apply, by default all."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    options = {"resultTypes": ["violations"]} | ({"runOnly": [*only]} if only else {})
    found: dict[str, Any] = await page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {node['target']}: {node.get('failureSummary', '')}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


async def cut_off(page: Page, width: int = PHONE) -> list[str]:
    """Return the elements that do not fit the screen's width."""
    await page.set_viewport_size({"width": width, "height": HEIGHT})
    await page.evaluate(NEXT_FRAMES)
    found: list[str] = await page.evaluate(CUT_OFF, width)
    whole = await page.evaluate("document.scrollingElement.scrollWidth")
    return [*found, *([f"the page is {whole} wide"] if whole > width else [])]


async def hold_readable(page: Page, name: str) -> None:
    """Assert that axe finds nothing and that no element is cut off, on a desktop and a phone, in light and dark mode.

    On a wider phone, only what depends on sizes and places is checked, except by `make readable`.

    With ARBITER_TEST_PICTURES=yes, a screenshot with this name is stored for people to look at.
    """
    found = []
    for width, lights in (*ORDER, *WIDER) if EVERYTHING else ORDER:
        await page.set_viewport_size({"width": width, "height": HEIGHT})
        for light in lights:
            await page.emulate_media(color_scheme=light)
            if light == "light":
                found += [f"at {width}: {one}" for one in await cut_off(page, width)]
            if PICTURED:
                whole = await page.evaluate("document.scrollingElement.scrollHeight") <= TALLEST
                await page.screenshot(path=PICTURES / f"{name}-{width}-{light}.png", full_page=whole)
            found += [
                f"at {width}, {light}: {one}" for one in await faults(page, only=() if EVERYTHING else RULES[light])
            ]
    if not EVERYTHING:
        found += [f"at {WIDER_PHONE}: {one}" for one in await cut_off(page, WIDER_PHONE)]
        found += [f"at {WIDER_PHONE}: {one}" for one in await faults(page, only=PLACED)]
    await page.set_viewport_size({"width": DESK, "height": HEIGHT})
    assert found == [], "\n".join(found)
