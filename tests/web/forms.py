"""Plays any game on the page with the forms of commands: opens a form, fills it in and sends it."""

from __future__ import annotations

import asyncio
from typing import Final

from playwright.async_api import Locator, Page, expect

from tests.support.http import Table

GRAVE: Final = ("Close", "Concede", "RotateSeed", "RotateToken")
"""The commands that the page asks the user to confirm."""
MOMENT: Final = 0.02


async def offered_commands(page: Page) -> list[str]:
    """Return the commands that the page offers now."""
    found: list[str] = await page.locator("[data-command]").evaluate_all("all => all.map((one) => one.dataset.command)")
    return found


async def send(stream: Table, page: Page, command: str, **fields: str) -> int:
    """Send a command with its form; return the resulting version once the page has it.

    The fields have the server's names, with `__` for a dot (`fighters__1__side` is `fighters[1].side`). A value is an
    option's label, a text or a number; `+` adds an item to a list, and `x` ticks a box.
    """
    before = stream.version
    form = await find(page, command)
    if fields or not await form.locator("[data-send]").count():
        await open_form(form)
    for name, value in fields.items():
        await fill(form, name, value)
    button = form.locator("[data-send]").first
    await button.click()
    if command in GRAVE:
        await button.click()
    version = await await_move(stream, page, before, command)
    await expect(page.locator("[data-command][aria-busy=true]")).to_have_count(0)
    return version


async def find(page: Page, command: str) -> Locator:
    """Return the element of a command, after opening the group that contains it."""
    form = page.locator(f'[data-command="{command}"]').first
    await page.locator("[data-group] [data-command]").first.wait_for()
    folded = page.locator("details[data-group]:not([open]) > summary")
    while not await form.is_visible() and await folded.count():
        await folded.first.click()
    await form.wait_for()
    return form


async def open_form(form: Locator) -> None:
    """Open a command's form, unless it is already open."""
    toggle = form.locator("[data-open]")
    if await toggle.get_attribute("aria-expanded") != "true":
        await toggle.click()
    await expect(form.locator("form")).to_be_visible()


async def fill(form: Locator, name: str, value: str) -> None:
    """Fill in one control."""
    choice = form.locator(f'[data-choice="{name}"]')
    if await choice.count():
        await choice.select_option(label=value)
        return
    head, *rest = name.split("__")
    path = head + "".join(f"[{one}]" if one.isdigit() else f".{one}" for one in rest)
    field = form.locator(f'[data-field="{path}"]').first
    await field.wait_for(state="attached")
    await unfold(field)
    if value == "+":
        await field.locator("[data-add]").last.click()
    elif await field.locator(":scope select, :scope > select").count():
        await field.locator("select").first.select_option(label=value)
    elif value.startswith("x"):
        await tick(field, value.removeprefix("x").strip())
    else:
        control = field.locator("input, textarea").first
        await control.fill(value)
        await control.blur()


async def unfold(field: Locator) -> None:
    """Unfold the list items that contain a control, from the outermost to the innermost."""
    around = field.locator("xpath=ancestor::details[@data-fold][not(@open)]")
    while await around.count():
        await around.first.locator(":scope > summary").click()


async def tick(field: Locator, label: str) -> None:
    """Tick a box. If there are several, the label says which one."""
    box = field.get_by_label(label, exact=True) if label else field.locator("input[type=checkbox]").first
    await box.check()


async def await_move(stream: Table, page: Page, before: int, what: str) -> int:
    """Wait until the stream has a new version, and return it; raise an error at once if the page shows a refusal."""
    for _ in range(1000):
        version = stream.version
        if version > before:
            return version
        refused = page.locator("[data-command] [role=alert]")
        if await refused.count():
            raise AssertionError(f"{what}: {await refused.first.inner_text()}")
        await asyncio.sleep(MOMENT)
    raise AssertionError(f"{what} led to nothing")
