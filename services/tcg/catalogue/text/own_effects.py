"""Words by which a card's text names the card's own effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Final

from services.tcg.catalogue.language.effects import AnyCard, Effect, Savior
from services.tcg.catalogue.text.phrases import COUNTED
from services.tcg.catalogue.text.within import within

EFFECTS: Final = ContextVar[Mapping[str, str]]("the words for the card's effects, by their ids", default={})  # noqa: B039 never changed


def naming_effects(card: AnyCard) -> AbstractContextManager[None]:
    """Name the effects of this card in all text that is generated within the `with` block."""
    return within(EFFECTS, dict(_words(card)))


def effect_named(effect_id: str) -> str:
    """Return the words for an effect of the card whose text is being generated. Rule: TC-RUL-233."""
    return EFFECTS.get().get(effect_id, f"effect {effect_id}")


def _words(card: AnyCard) -> Iterator[tuple[str, str]]:
    """Yield each effect's id and its words: its printed name, or its place on its side if the name is not its own."""
    sides = (
        {" of its bound side": card.bound.effects, " of its boundless side": card.boundless.effects}
        if isinstance(card, Savior)
        else {"": card.effects}
    )
    names = Counter(effect.name for effects in sides.values() for effect in effects)
    for side, effects in sides.items():
        for at, effect in enumerate(effects):
            yield effect.id, _named(effect, names) or f"{_place(at)}effect{side}"


def _named(effect: Effect, names: Mapping[str | None, int]) -> str:
    return f'effect "{effect.name}"' if effect.name and names[effect.name] == 1 else ""


def _place(at: int) -> str:
    return f"{COUNTED[at]} " if at < len(COUNTED) else f"{at + 1}th "
