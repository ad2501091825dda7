"""The continuous effects that apply to a card, and the parts of its PWR.

A card's PWR can depend on the PWR of other cards: for example, an effect adds the total PWR of all forms, or lasts for
as long as a card's PWR is at most 6. PWR that is computed in the course of another computation is cached until the
outermost computation is done. An effect is ignored in the course of its own computation.

Rule: TC-ETI-05, TC-RUL-077, TC-RUL-078, TC-RUL-175
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from services.tcg.chapters.sources import Board, Held, board_of, lasting
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card
from services.tcg.state.tasks import Change

DEEPEST: Final = 3
"""The maximum depth of values that depend on one another.

Effects beyond that depth are ignored, so that every loop ends.
"""
PWR_KINDS: Final = (("set_pwr", "set"), ("modify_pwr", "change"))
CHANGE_KINDS: Final = {"set_pwr": "set", "pwr": "change"}
OF_PWR: Final = frozenset(dict(PWR_KINDS))
NOTHING_READ: Final[frozenset[tuple[int, int]]] = frozenset()


class Part(Struct, frozen=True, gc=False):
    """One part of a card's PWR: its kind (`base`, `set` or `change`), the card that causes it, and its value."""

    kind: str
    source: int
    value: int


def is_true(ctx: MatchContext, held: Held) -> bool:
    """Return whether the conditions of a continuous effect are met."""
    lasts = held.lasting
    if lasts is not None and not lasts.holds(ctx, lasts.running, 0):
        return False
    return held.when is None or held.when(ctx, held.running, 0)


def holders(ctx: MatchContext, name: str) -> list[Held]:
    """Return the active continuous effects of this kind."""
    board = ctx.board
    if board is None or not board.current:
        board = board_of(ctx)
    found: list[Held] | None = board.held.get(name)
    return board.holding(name) if found is None else found


def for_card(ctx: MatchContext, listed: list[Held], number: int) -> list[Held]:
    """Return those continuous effects in the list that apply to a card."""
    found = []
    for held in listed:
        if held.on:
            if held.on != number:
                continue
        elif held.form.fits is None or not held.form.fits(ctx, held.running, number):
            continue
        if is_true(ctx, held):
            found.append(held)
    return found


def parts_of(ctx: MatchContext, card: Card, base: int | None) -> list[Part]:
    """Return a card's base PWR, then the parts from CONT: effects, then the parts from temporary changes by age.

    The CONT: effects that set a value come before the effects that change it.
    """
    board, revised = board_of(ctx), ctx.state.revised
    inner = _inner_read(ctx, board, card) if board.deep or board.busy or board.older is not None else None
    if inner in board.read:
        known: list[Part] = board.read[inner]
        return known
    parts = [] if base is None else [Part("base", card.id, base)]
    if board.deep < DEEPEST:
        board.deep += 1
        try:
            for name, kind in PWR_KINDS:
                listed = board.holding(name)
                if revised:
                    parts += _values(ctx, kind, listed, card.id) if listed else ()
                    continue
                parts += [
                    Part(kind, held.running.card, held.form.value(ctx, held.running, card.id))
                    for held in for_card(ctx, listed, card.id)
                    if held.form.value is not None
                ]
        finally:
            board.deep -= 1
            if board.read:
                forget_reads(board)
    if card.changes:
        ctx.work += len(card.changes)
        parts += _of_changes(ctx, board, card)
    if inner is not None:
        board.read[inner] = parts
    return parts


def _inner_read(ctx: MatchContext, board: Board, card: Card) -> tuple[int, int, int, frozenset[tuple[int, int]]]:
    """Return the cache key of a PWR that is computed in the course of another computation.

    The key contains everything that the PWR depends on.
    """
    apart = frozenset(board.busy) if ctx.state.revised and board.deep < DEEPEST else NOTHING_READ
    return card.id, board.deep, -1 if board.older is None else board.older, apart


def forget_reads(board: Board) -> None:
    """Empty the cache of PWR and levels once the outermost computation is done."""
    if not (board.deep or board.busy or board.older is not None):
        board.read.clear()


def _values(ctx: MatchContext, kind: str, listed: list[Held], number: int) -> list[Part]:
    """Return the values of the continuous effects on a card's PWR.

    An effect does not count in the values that it reads itself.

    Rule: TC-RUL-175
    """
    busy, parts = board_of(ctx).busy, []
    for held in listed:
        value, key = held.form.value, (id(held), 0)
        if value is None or (held.on and held.on != number) or key in busy:
            continue
        busy.add(key)
        try:
            if for_card(ctx, [held], number):
                parts.append(Part(kind, held.running.card, value(ctx, held.running, number)))
        finally:
            busy.discard(key)
    return parts


def _of_changes(ctx: MatchContext, board: Board, card: Card) -> list[Part]:
    return [
        Part(CHANGE_KINDS[change.kind], change.source, change.value)
        for change in card.changes
        if change.kind in CHANGE_KINDS and (not change.condition or _lasts(ctx, board, change))
    ]


def _lasts(ctx: MatchContext, board: Board, change: Change) -> bool:
    """Return whether a change of PWR still lasts. The change does not count in the PWR that its own condition reads.

    Before version 3 of the decision rules, the change is left out only where counting it would cause an endless loop.

    Rule: TC-RUL-078, TC-RUL-175
    """
    lasts = lasting(ctx, change)
    if lasts is None:
        return True
    revised = ctx.state.revised
    key = (id(change), 0 if revised else board.deep)
    if key in board.busy or (revised and board.deep >= DEEPEST):
        return False
    board.busy.add(key)
    board.deep += revised
    try:
        return lasts.holds(ctx, lasts.running, 0)
    finally:
        board.deep -= revised
        board.busy.discard(key)
        forget_reads(board)
