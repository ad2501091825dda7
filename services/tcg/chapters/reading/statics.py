"""Readers of replacements and of continuous effects.

A continuous effect applies while its source is in a zone where the effect works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.tcg.catalogue.language.conditions import Selector
from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import Replacement
from services.tcg.catalogue.language.operations import (
    AnyContinuousEffect,
    AttackWithoutSpirit,
    CannotActivate,
    CannotAttack,
    CannotBeAttacked,
    CannotBeDamaged,
    CannotBeSacrificed,
    CannotBeSpiritualized,
    CannotBeTarget,
    ChangeCost,
    LevelAs,
    ModifyPwr,
    MoreAttacks,
    MoreSacrifices,
    MoreSpiritualizing,
    NoSacrificeNeeded,
    SetPwr,
)
from services.tcg.chapters.reading.amounts import bounded
from services.tcg.chapters.reading.reads import Reads
from services.tcg.chapters.terms import Price, ReplacementForm, StaticForm

Prices = Callable[[tuple[Cost, ...]], tuple[Price, ...]]
PINNED: Final = ("this", "host")


def static(printed: AnyContinuousEffect, reads: Reads, prices: Prices) -> StaticForm:
    """Return a continuous effect in compiled form.

    If the effect has no selector `of`, it applies to the card on which it was put.
    """
    return STATICS[type(printed)](printed, reads, prices)


def _form(printed: AnyContinuousEffect, of: Selector | None, reads: Reads, **what: Any) -> StaticForm:  # noqa: ANN401 the fields of its kind
    name = printed.__struct_config__.tag
    on = of.ref or "" if of is not None and reads.one(of) is not None else ""
    if of is None or on in PINNED:
        return StaticForm(name=str(name), on=on, **what)
    return StaticForm(name=str(name), fits=reads.fits(of), **what)


def _cards(printed: Any, reads: Reads, _prices: Prices) -> StaticForm:  # noqa: ANN401 a static with `of`
    return _form(printed, printed.of, reads)


def _modify_pwr(printed: ModifyPwr, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, value=bounded(printed.by, reads))


def _set_pwr(printed: SetPwr, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, value=bounded(printed.to, reads))


def _what(printed: CannotAttack, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, word=printed.what)


def _by(printed: CannotBeTarget | CannotBeDamaged, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, word=printed.by)


def _number(printed: MoreAttacks | MoreSpiritualizing, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, number=printed.n)


def _level(printed: LevelAs, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, number=printed.level)


def _activate(printed: CannotActivate, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, None, reads, seats=reads.who(printed.who), word=printed.what)


def _sacrifices(printed: MoreSacrifices, reads: Reads, _prices: Prices) -> StaticForm:
    return _form(printed, None, reads, seats=reads.who(printed.who), number=printed.n)


def _cost(printed: ChangeCost, reads: Reads, prices: Prices) -> StaticForm:
    return _form(printed, printed.of, reads, costs=prices(printed.cost))


STATICS: Final[Mapping[type, Callable[[Any, Reads, Prices], StaticForm]]] = {
    ModifyPwr: _modify_pwr,
    SetPwr: _set_pwr,
    CannotAttack: _what,
    AttackWithoutSpirit: _cards,
    CannotBeAttacked: _cards,
    CannotBeTarget: _by,
    CannotBeSacrificed: _cards,
    CannotBeSpiritualized: _cards,
    CannotBeDamaged: _by,
    CannotActivate: _activate,
    MoreAttacks: _number,
    MoreSacrifices: _sacrifices,
    MoreSpiritualizing: _number,
    NoSacrificeNeeded: _cards,
    LevelAs: _level,
    ChangeCost: _cost,
}
"""The reader of each kind of continuous effect."""


def replacement(printed: Replacement, reads: Reads) -> ReplacementForm:
    """Return a replacement in compiled form. Rule: TC-RUL-079, TC-RUL-118."""
    return ReplacementForm(
        event=printed.event,
        fits=None if printed.of is None else reads.fits(printed.of),
        seats=None if printed.who is None else reads.who(printed.who),
        cause=printed.cause,
        prevent=printed.do == "prevent",
    )
