"""Lessons.

A test plays each lesson to its end by following its instructions, with real commands and real dice.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.async_api import Error as Missed
from playwright.async_api import Locator, Page, expect

from services.gateway.games import GAMES
from tests.web.conftest import Visit
from tests.web.readable import NEXT_FRAMES, hold_readable

SERVICES: Final = Path(__file__).resolve().parents[2] / "services"
WITHIN: Final = 240.0
PAUSE: Final = 0.2
"""The time between two checks of a game that waits for the computer. Units: seconds."""
SHORTLY: Final = 3_000
DONE: Final = "arbiter.learnt"
KIND: Final = "(one) => one.closest('a') || (one.shadowRoot ?? one).querySelector('a') ? 'a' : one.localName"
"""A function that returns the kind of an outlined element: `a` for a link or an element that contains links."""


def lesson_of(game: str) -> dict[str, Any]:
    """Return the data of a game's lesson."""
    lesson: dict[str, Any] = json.loads((SERVICES / game / "page/lesson.json").read_bytes())
    return lesson


class Learner:
    """A simulated learner who follows the instructions of a lesson, and records the steps seen."""

    def __init__(self, page: Page, lesson: dict[str, Any]) -> None:
        """Set the lesson and the page on which it is played."""
        self._page, self._lesson = page, lesson
        self.seen: set[tuple[str, int]] = set()

    def at(self, hook: str) -> Locator:
        """Return the element of the lesson's panel that matches a selector."""
        return self._page.locator(f"arbiter-lesson {hook}")

    async def step(self) -> bool:
        """Read on, follow the instruction, or wait; return whether the lesson has ended."""
        panel = self.at("[data-lesson]")
        number = int(await panel.get_attribute("data-lesson") or 0)
        self.seen.add((await panel.get_attribute("data-kind") or "", number))
        if await self.at("[data-done]").count():
            return True
        if await self.at("[data-next]").count():
            await self.at("[data-next]").click()
        else:
            await self._act(self._lesson["steps"][number])
        return False

    async def await_drawn(self) -> None:
        """Wait until the page shows the effect of the last click."""
        await self._page.evaluate(NEXT_FRAMES)

    async def _act(self, step: dict[str, Any]) -> None:
        """Use the outlined control: write into a field, or press any other control.

        Do nothing with a link or a list of links: if one is outlined, the game has moved on since the step was read.
        """
        pointed = self._page.locator("[data-pointed]")
        if await self.at("[data-kind=wait]").count() and await self._page.locator("[data-decided]").count():
            await self.at("[data-skip]").click(timeout=SHORTLY)  # the learner's character fell: nobody acts any more
            return
        if await self.at("[data-kind=wait]").count() or not await pointed.count():
            await asyncio.sleep(PAUSE)
            return
        control = await pointed.first.element_handle(timeout=SHORTLY)
        kind = await control.evaluate(KIND)
        if kind == "input" and "write" in step:
            await control.fill(step["write"]["text"], timeout=SHORTLY)
            await control.evaluate("(one) => one.blur()")
        elif kind not in {"a", "input"}:
            await control.click(timeout=SHORTLY)


async def play_lesson(learner: Learner) -> None:
    """Play a lesson up to its last step, and return the learner."""
    async with asyncio.timeout(WITHIN):
        while True:
            try:
                if await learner.step():
                    return
            except Missed:  # the game has moved on meanwhile, and the control is gone
                continue
            await learner.await_drawn()


@pytest.mark.rule("AR-PAGE-52")
@pytest.mark.usefixtures("helped")
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_lesson_is_played_to_its_end(game: str, visit: Visit) -> None:
    """Each element that the lesson outlines exists, and each step ends with a real event.

    The browser remembers that the lesson was completed.
    """
    visitor = await visit()
    await visitor.hurry()
    page = await visitor.go_with_key("learn")
    await page.locator(f"[data-lesson-of='{game}']").click()
    await expect(page).to_have_url(re.compile(rf"#/play/{game}/\w+\?seat=\w+&lesson=yes"))
    learner = Learner(page, lesson_of(game))
    await learner.at("[data-lesson]").wait_for()
    await hold_readable(page, f"lesson-{game}")
    await play_lesson(learner)
    await learner.at("[data-done]").click()
    assert json.loads(await page.evaluate(f"localStorage.getItem('{DONE}')")) == [game]
    await visitor.go("learn")
    await expect(page.locator(f"[data-learnt='{game}']")).to_be_visible()
    visitor.watch.hold(page)


def overpower(app: httpx.Client, campaign: str) -> None:
    """Make Sable far stronger and faster than Rook, so that Sable acts first and takes Rook out."""
    for who, name, speed, might in (("character-1", "Rook", 1, 1), ("character-2", "Sable", 90, 60)):
        sheet = {"name": name, "speed": speed, "stats": {"Might": might}, "vitality": 20}
        change = {"type": "ChangeSpecialist", "character": who, "sheet": sheet, "reason": "a test"}
        sent = app.post(f"{campaign}/commands", json={"command": change}, headers={"Arbiter-Seat": "gm"})
        assert sent.status_code == 200, sent.text


def is_down(app: httpx.Client, campaign: str) -> bool:
    """Return whether Rook is down."""
    return bool(app.get(campaign).json()["game"]["characters"][0]["down"])


@pytest.mark.rule("AR-PAGE-52")
@pytest.mark.usefixtures("helped")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_lesson_can_be_finished_where_the_learner_falls_first(visit: Visit, app: httpx.Client) -> None:
    """If the computer's first blow takes out the learner's character, the learner can skip the remaining steps."""
    page = await (await visit()).go_with_key("learn")
    await page.locator("[data-lesson-of=rpg_specialist_pool]").click()
    learner = Learner(page, lesson_of("rpg_specialist_pool"))
    await learner.at("[data-lesson]").wait_for()
    campaign = f"/rpg_specialist_pool/v1/campaigns/{page.url.partition('rpg_specialist_pool/')[2].partition('?')[0]}"
    overpower(app, campaign)
    await play_lesson(learner)

    assert is_down(app, campaign)


@pytest.mark.rule("AR-PAGE-52")
@pytest.mark.usefixtures("helped")
@pytest.mark.asyncio(loop_scope="session")
async def test_a_lesson_has_back_skip_and_leave(visit: Visit) -> None:
    """Back shows an earlier step of a lesson, and Next the later one again.

    A step can be skipped, and leaving the lesson keeps the game.
    """
    visitor = await visit()
    page = await visitor.go_with_key("learn")
    await hold_readable(page, "learn")
    await page.locator("[data-lesson-of=rpg_boundless]").click()
    panel = page.locator("arbiter-lesson [data-lesson]")
    await page.locator("[data-next]").click()
    await page.locator("[data-next]").click()
    await expect(panel).to_have_attribute("data-lesson", "2")
    await page.locator("[data-back]").click()
    await expect(panel).to_have_attribute("data-lesson", "1")
    await page.locator("[data-next]").click()
    await page.locator("[data-skip]").click()
    await expect(panel).to_have_attribute("data-lesson", "3")
    await page.locator("arbiter-lesson .leave").click()
    await expect(page.locator("arbiter-lesson")).to_have_count(0)
    await expect(page.locator("[data-status]")).to_have_attribute("data-status", "open")
    assert await page.evaluate(f"localStorage.getItem('{DONE}')") is None
    visitor.watch.hold(page)
