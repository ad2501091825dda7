"""Inspects a card table in the browser: overlaps, letter sizes, pictures, and animations."""

from __future__ import annotations

from typing import Any, Final

from playwright.async_api import Page

from tests.support.http import Table
from tests.web.visitors import Visitor

BOARD: Final = "arbiter-tcg-board"

OVERLAPS: Final = """(board) => {
  const root = board.shadowRoot, found = [];
  const rect = (one) => one.getBoundingClientRect();
  const hand = root.querySelector('.board > .hand');
  for (const name of ['.turnline', '.felt', '.panel', '.extras']) {
    const one = rect(root.querySelector(name)), own = rect(hand);
    const across = one.right > own.left && own.right > one.left;
    const along = one.bottom > own.top + 1 && own.bottom > one.top + 1;
    const apart = !across || !along;
    if (!apart) found.push(`${name} and the hand`);
  }
  for (const card of hand.querySelectorAll('[data-thing]')) {
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, top, bottom } = rect(card);
    const points = [[(left + right) / 2, (top + bottom) / 2], [left + 6, bottom - 6], [right - 6, top + 9]];
    for (const [x, y] of points) {
      const seen = root.elementFromPoint(x, y)?.closest('[data-thing]');
      if (seen !== card) found.push(`${card.dataset.card} at ${x}, ${y}`);
    }
  }
  return found;
}"""
"""A function that returns what the hand covers, and which cards of the hand are covered."""

SMALL: Final = """(board, least) => {
  const found = [];
  for (const card of board.shadowRoot.querySelectorAll('[data-thing][data-place]')) {
    for (const one of card.querySelectorAll('.drawn *')) {
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      const size = parseFloat(getComputedStyle(one).fontSize), box = one.getBoundingClientRect();
      if (own && box.width > 0 && size < least && !one.classList.contains('orbs') && !one.classList.contains('mark')) {
        found.push(`${card.dataset.card}: ${one.className} ${size}`);
      }
    }
    const head = card.querySelector('.head');
    if (head && head.scrollWidth > head.clientWidth + 1) found.push(`${card.dataset.card}: its name is cut off`);
  }
  return found;
}"""
"""A function that returns the texts on cards with letters below a size, and names that are cut off. Units: pixels."""

PICTURES: Final = """(board) => {
  const cards = [...board.shadowRoot.querySelectorAll('.felt [data-card], .hand [data-card]')];
  const drawn = (card) => card.querySelector('svg.art')?.innerHTML.replace(/<!--.*?-->/g, '') ?? '';
  return Object.fromEntries(cards.map((card) => [card.dataset.card, drawn(card)]));
}"""
"""A function that returns the picture of each visible card."""

UNSEEN: Final = """(board) => {
  const root = board.shadowRoot, found = [];
  const isOut = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top === bottom || top < 0 || bottom > innerHeight;
  };
  const named = { question: root.querySelector('.ask') };
  for (const card of root.querySelectorAll('.saviors [data-thing], .forms [data-thing]')) {
    named[`the name of ${card.dataset.card}`] = card.querySelector('.head');
    named[`the PWR of ${card.dataset.card}`] = card.querySelector('.pwr') ?? card.querySelector('.foot');
  }
  for (const [name, one] of Object.entries(named)) if (isOut(one)) found.push(name);
  for (const one of root.querySelectorAll('.felt, .panel')) {
    if (getComputedStyle(one).overflowY !== 'visible') found.push(`${one.className} scrolls by itself`);
  }
  const [far, near] = ['.far', '.near'].map((name) => root.querySelector(name).getBoundingClientRect());
  return far.bottom > near.top ? [...found, 'the sides are not in their order'] : found;
}"""
"""A function that returns what an attacker needs and the screen does not show without scrolling."""

MOVED: Final = """{
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.moved.push([options.id, options.duration]);
    return animate.call(this, frames, options);
  };
}"""
"""A script that records each animation with its duration. Units: milliseconds."""


async def ask_board(page: Page, question: str, *more: object) -> Any:  # noqa: ANN401 what the question returns
    """Evaluate a JavaScript function on the board."""
    call = f"(board, more) => ({question})(board, ...more)"
    return await page.locator(BOARD).evaluate(call, list(more))


async def await_cards(page: Page) -> None:
    """Wait until the page shows the cards of the match and their pictures."""
    await page.locator(f"{BOARD} [data-place=savior] svg.art path").first.wait_for()


async def sit(visitor: Visitor, match: Table, seat: str) -> Page:
    """Join a match as a seat that wants to be asked every time, so that the page never passes for that seat."""
    kept = f"arbiter.passing.{match.path.rpartition('/')[2]}.{seat}"
    await visitor.page.add_init_script(f"sessionStorage.setItem('{kept}', JSON.stringify({{mode: 'off'}}))")
    page = await visitor.sit_down(match, seat)
    await await_cards(page)
    return page
