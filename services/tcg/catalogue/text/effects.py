"""An effect in words, by the key that a match names it by: as it is printed, and its parts by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyOperation, Effect, Flip
from services.tcg.catalogue.text.face import flip_line
from services.tcg.catalogue.text.speech import line, said, say


class EffectText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an effect says: as it is printed, then each of its targets, each part of its cost, and its modes by key."""

    says: str
    targets: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    modes: dict[str, str] = {}


def effect_text(
    effect: Effect, *, of: str = "", modes: Mapping[str, Sequence[AnyOperation]] | None = None
) -> EffectText:
    """Return the words for an effect; `of` is the name of its card, `modes` its modes by their keys."""
    return EffectText(
        says=line(effect, of),
        targets=tuple(map(say, effect.targets)),
        cost=tuple(map(say, effect.cost)),
        modes={key: said(steps) for key, steps in (modes or {}).items()},
    )


def flip_text(flip: Flip) -> EffectText:
    """Return the words for what a savior needs to flip."""
    return EffectText(says=flip_line(flip), cost=tuple(map(say, flip.cost)))


def part_text(part: Part) -> EffectText:
    """Return the words for what an effect hands on and is no effect itself: a static, or a condition."""
    return EffectText(says=say(part))
