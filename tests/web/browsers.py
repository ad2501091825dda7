"""Finds the installed browser in which the page is tested."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import Final

from playwright.async_api import Browser, BrowserType, Playwright

WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")
NAMES: Final = ("chromium-headless-shell", *WHOLE)
"""The browser programs to look for on the path, in order.

The first is Chromium without windows, which needs a sixth less processor time for the same pages. It denies
every permission to notify, so tests of such permissions need one of the others.
"""
SWITCHED_OFF: Final = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",  # two more pages for each window, which no test sees
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
"""The browser features to switch off.

Those in the first line are our choice. The others are switched off by playwright, whose own switch this one
replaces.
"""
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--renderer-process-limit=1", "--in-process-gpu",
    f"--disable-features={','.join(SWITCHED_OFF)}",
)  # fmt: skip


def browser_program(names: Iterable[str] = NAMES) -> str | None:
    """Return the path of the first of these browsers that is installed, or None if none is."""
    return next((found for name in names if (found := shutil.which(name)) is not None), None)


def why_no_browser() -> str | None:
    """Return why no tests of the page can run here, or None if they can."""
    if browser_program() is None:
        return f"the page is not tested: no browser is on the path ({', '.join(NAMES)})"
    return None


async def launch(playwright: Playwright) -> Browser:
    """Start the browser without a window and with its own profile."""
    return await start(playwright.chromium, browser_program())


async def start(kind: BrowserType, program: str | None) -> Browser:
    """Start an installed browser program with the options of `launch`."""
    return await kind.launch(executable_path=program, args=list(FLAGS), headless=True)
