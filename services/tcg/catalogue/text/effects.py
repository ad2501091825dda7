"""Texts of effects, as matches show them: the whole text, and each of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyOperation, Effect, Flip
from services.tcg.catalogue.text.face import flip_line
from services.tcg.catalogue.text.speech import line, say, words_for


class EffectText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The text of an effect, and the texts of its targets, of the parts of its cost, and of its modes by their keys."""

    says: str
    targets: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    modes: dict[str, str] = {}


def effect_text(
    effect: Effect, *, of: str = "", modes: Mapping[str, Sequence[AnyOperation]] | None = None
) -> EffectText:
    """Return the text of an effect. `of` is the name of its card; `modes` are its modes by their keys."""
    return EffectText(
        says=line(effect, of),
        targets=tuple(map(say, effect.targets)),
        cost=tuple(map(say, effect.cost)),
        modes={key: words_for(steps) for key, steps in (modes or {}).items()},
    )


def flip_text(flip: Flip) -> EffectText:
    """Return the text of a flip condition."""
    return EffectText(says=flip_line(flip), cost=tuple(map(say, flip.cost)))


def part_text(part: Part) -> EffectText:
    """Return the text of a static or of a condition."""
    return EffectText(says=say(part))
