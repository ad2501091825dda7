"""Plays Boundless TCG on the page's board by clicking on the elements that it offers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

from playwright.async_api import Locator, Page
from playwright.async_api import TimeoutError as Missed

from tests.web.profiles import PATIENCE

MOMENT: Final = 0.03
SHORTLY: Final = 2_000
"""How long a click may take before the test tries again, because the board may have changed. Units: milliseconds."""
MOST_CLICKS: Final = 4_000
MOST_MISSES: Final = PATIENCE // SHORTLY
"""How many clicks in a row may fail before the test fails.

Together they take as long as waiting for any other missing element.
"""
USES: Final = 4


class Board:
    """A player at the board who makes random choices; the same seed leads to the same choices."""

    def __init__(self, page: Page, seed: int, *, uses: int = USES) -> None:
        """Control the page of a seat, and use at most this many cards before ending a step."""
        self.page, self._random, self._uses = page, Random(seed), uses
        self.root = page.locator("arbiter-tcg-board")
        self.done: list[str] = []
        self._used = self._missed = 0

    def at(self, hook: str) -> Locator:
        """Return the element on the board that matches a selector."""
        return self.root.locator(hook)

    async def decision_asked(self) -> str:
        """Return the kind of decision that this seat has to make, or `over` if there is a winner.

        Return "" if there is none, or if the board still shows a decision that has just been answered.
        """
        found: str = await self.page.evaluate(ASKED)
        return found

    async def step(self) -> bool:
        """Answer the open decision; return whether it was answered."""
        asked = await self.decision_asked()
        if asked in ("", "over"):
            return False
        try:
            await getattr(self, f"_{asked}", self._choose)()
        except Missed:
            self._missed += 1  # the board has changed meanwhile, and the element is gone
            if self._missed > MOST_MISSES:
                raise
            return False
        self._missed = 0
        self.done.append(asked)
        return True

    async def click(self, target: Locator) -> None:
        """Click on the first element that matches."""
        await target.first.click(timeout=SHORTLY)

    async def _any(self, choice: Locator) -> None:
        """Click on one of several elements, chosen at random, once they exist."""
        await choice.first.wait_for(timeout=SHORTLY)
        await self.click(choice.nth(self._random.randrange(max(1, await choice.count()))))

    async def _deck(self) -> None:
        decks = self.at("[data-deck]")
        await self._any(decks)
        await self.click(self.at('[data-action="SubmitDeck"]'))

    async def _mulligan(self) -> None:
        cards = self.at("[data-hand] [data-thing][data-option]")
        if await cards.count() and self._random.random() < 0.5:
            await self.click(cards)
        await self.click(self.at('[data-action="Mulligan"]'))

    async def _choose_first(self) -> None:
        await self.click(self.at('[data-action="ChooseFirst"][data-option="first"]'))

    async def _cut(self) -> None:
        await self.click(self.at('[data-action="CutDeck"]'))

    async def _respond(self) -> None:
        if self._random.random() < 0.3 and await self._use():
            return
        await self.click(self.at("[data-pass]"))

    async def _act(self) -> None:
        if self._used < self._uses and await self._use():
            self._used += 1
            return
        self._used = 0
        await self.click(self.at('[data-action="EndStep"]'))

    async def _combat(self) -> None:
        if not await self._use():
            await self.click(self.at('[data-action="EndStep"]'))

    async def _may(self) -> None:
        options = self.at("[data-option]:not([data-thing])")
        await self._any(options)

    async def _choose(self) -> None:
        """Click a random option or, if the choice must be confirmed, options in order until that is possible."""
        options, confirm = self.at("[data-option]"), self.at("[data-confirm]")
        if not await confirm.count():
            await self._any(options)
            return
        for at in range(await options.count()):
            if await confirm.get_attribute("aria-disabled") != "true":
                break
            await self.click(options.nth(at))
        await self.click(confirm)

    async def _use(self) -> bool:
        """Use the effect of a random card; return whether there was one."""
        able = self.at("[data-thing].able")
        count = await able.count()
        if not count:
            return False
        await self.click(able.nth(self._random.randrange(count)))
        actions = self.at("[data-action][data-thing]")
        count = await actions.count()
        if not count:
            return False
        await self.click(actions.nth(self._random.randrange(count)))
        return True


ASKED: Final = """() => {
  const find = (root) => {
    for (const one of root.querySelectorAll('*')) {
      const found = one.localName === 'arbiter-tcg-board' ? one : one.shadowRoot && find(one.shadowRoot);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(document);
  if (!found || found.busy) return '';
  const board = found.shadowRoot;
  if (board.querySelector('[data-winner]')) return 'over';
  const asked = board.querySelector('[data-asked]')?.dataset.asked ?? '';
  if (asked === 'deck' && !board.querySelector('[data-deck]')) return '';
  return asked === 'deck' && /is in$/.test(board.querySelector('[data-asked]').textContent.trim()) ? '' : asked;
}"""


async def play_out(boards: list[Board]) -> None:
    """Play all seats until there is a winner."""

    async def over() -> bool:
        return all([await board.decision_asked() == "over" for board in boards])

    for _ in range(MOST_CLICKS):
        if any([await board.step() for board in boards]):
            continue
        if await over():
            return
        await asyncio.sleep(MOMENT)
    raise AssertionError(f"the match does not end: {[await board.decision_asked() for board in boards]}")


async def play_until(boards: list[Board], over: Callable[[], Awaitable[bool]], *, most: int = MOST_CLICKS) -> None:
    """Play all seats until a condition holds."""
    for _ in range(most):
        if await over():
            return
        if not any([await board.step() for board in boards]):
            await asyncio.sleep(MOMENT)
    raise AssertionError(f"the match does not come to it: {[await board.decision_asked() for board in boards]}")
