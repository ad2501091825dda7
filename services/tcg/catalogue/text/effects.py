"""Effect texts as a match shows them: the whole text, and the text of each part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from msgspec import Struct

from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyCard, AnyOperation, Card, Effect, Flip, SaviorFace
from services.tcg.catalogue.text.face import flip_line, is_bound
from services.tcg.catalogue.text.own_effects import naming_effects
from services.tcg.catalogue.text.speech import line, say, words_for, writing_down
from services.tcg.catalogue.walk import walk


class EffectText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The text of an effect, and the texts of its targets, of the parts of its cost, and of its modes (by key)."""

    says: str
    targets: tuple[str, ...] = ()
    cost: tuple[str, ...] = ()
    modes: dict[str, str] = {}


def effect_text(
    effect: Effect, *, of: AnyCard | None = None, modes: Mapping[str, Sequence[AnyOperation]] | None = None
) -> EffectText:
    """Return the text of an effect. `of` is its card, and `modes` maps each mode's key to its steps."""
    said: dict[int, str] = {}
    with nullcontext() if of is None else naming_effects(of):
        with writing_down(said):
            says = line(effect) if of is None else line(effect, of.name, bound=is_bound(of))
        return EffectText(
            says=says,
            targets=tuple(map(say, effect.targets)),
            cost=tuple(map(say, effect.cost)),
            modes={key: said.get(id(steps)) or words_for(steps) for key, steps in (modes or {}).items()},
        )


def flip_text(flip: Flip) -> EffectText:
    """Return the text of a flip condition."""
    return EffectText(says=flip_line(flip), cost=tuple(map(say, flip.cost)))


def part_text(part: Part, of: AnyCard) -> EffectText:
    """Return the text of a continuous effect or of a condition of this card."""
    with naming_effects(of):
        return EffectText(says=say(part))


def words_of_parts(card: AnyCard) -> dict[str, str]:
    """Return the text of each part of a card, by its JSON path. A part of an effect is worded as in the effect's text.

    Parts are effects, steps, conditions, costs and targets.
    """
    with naming_effects(card):
        return _words_of_parts(card)


def _words_of_parts(card: AnyCard) -> dict[str, str]:
    said: dict[int, str] = {}
    parts = tuple(walk(card))
    with writing_down(said):
        for _, part, scope in parts:
            if isinstance(part, Effect) and not scope.granted:
                line(part, card.name, bound=is_bound(card))
    found = (
        (path, said.get(id(part)) or _words(part, card))
        for path, part, _ in parts
        if not isinstance(part, Card | SaviorFace)
    )
    return {path: words for path, words in found if words}


def _words(part: Part, card: AnyCard) -> str:
    if isinstance(part, Effect):
        return line(part, card.name, bound=is_bound(card))
    return flip_line(part) if isinstance(part, Flip) else say(part)
