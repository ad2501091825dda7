"""A card's face: everything that is printed on the card.

It is generated from the card's data, so the printed text always matches the card's behaviour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.tcg.catalogue.booklet import FRAMES
from services.tcg.catalogue.language.effects import AnyCard, Command, Effect, Flip, Form, Savior, Spirit
from services.tcg.catalogue.sets import closes, kind_of
from services.tcg.catalogue.text.own_effects import naming_effects
from services.tcg.catalogue.text.speech import line, reading, say
from services.tcg.words import Kind

Back: TypeAlias = Literal["main", "spirit"]
ORBS: Final[dict[Kind, str]] = {"savior": "golden", "form": "red", "command": "blue"}
"""The colour of the orbs on each kind of card. Source: TC-TAB-02."""


class Face(Struct, frozen=True, kw_only=True):
    """One side of a card: the label at the bottom, the PWR, and the lines of its text box.

    Rule: TC-SAV-04, TC-CMD-07
    """

    label: str
    pwr: int | None
    box: tuple[str, ...]


class CardText(Struct, frozen=True, kw_only=True):
    """Everything that is printed on a card. Rule: TC-CARD-01 to TC-CARD-07."""

    name: str
    kind: Kind
    frame: str
    back: Back
    orb: str | None
    orbs: int
    archetypes: tuple[str, ...]
    tribes: tuple[str, ...]
    set_id: str
    number: str
    rarity: str
    faces: tuple[Face, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the text lines of all sides, one side after the other."""
        return tuple(text for face in self.faces for text in face.box)


def text_of(card: AnyCard) -> CardText:
    """Return everything that is printed on a card. Rule: TC-READ-01 to TC-READ-08."""
    kind = kind_of(card)
    return CardText(
        name=card.name,
        kind=kind,
        frame=FRAMES[kind],
        back="spirit" if kind == "spirit" else "main",
        orb=ORBS.get(kind) if kind != "form" or _orbs(card) else None,
        orbs=_orbs(card),
        archetypes=tuple(f'"{name}"' for name in card.archetypes),
        tribes=tuple(f"{{{name}}}" for name in card.tribes),
        set_id=card.set_id,
        number=card.number,
        rarity=card.rarity,
        faces=faces(card),
    )


def _orbs(card: AnyCard) -> int:
    """Return the number of orbs at the bottom of the frame. A form has one orb for each level.

    Rule:    TC-FORM-05, TC-FORM-06
    """
    if isinstance(card, Form):
        return card.level
    return 1 if isinstance(card, Command) else 0


def faces(card: AnyCard) -> tuple[Face, ...]:
    """Return the sides of a card. The last line on a savior's bound side is its flip requirement.

    Rule: TC-CARD-10, TC-RUL-137
    """
    with naming_effects(card):
        return _faces(card)


def _faces(card: AnyCard) -> tuple[Face, ...]:
    if isinstance(card, Savior):
        bound = (*_box(card, card.bound.effects), flip_line(card.flip))
        boundless = tuple(line(effect, card.name) for effect in card.boundless.effects)
        return (
            Face(label="bound", pwr=card.bound.pwr, box=bound),
            Face(label="boundless", pwr=card.boundless.pwr, box=boundless),
        )
    label, pwr = ("", card.pwr) if isinstance(card, Form) else (card.type, None)
    return (Face(label=label, pwr=pwr, box=_box(card, card.effects)),)


def flip_line(flip: Flip) -> str:
    """Return the line that says what a player must do or have to flip the savior to its boundless side."""
    return reading(f"if {say(flip.when)}", ", ".join(map(say, flip.cost)), "enter the boundless state")


def _box(card: AnyCard, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """Return the lines of a text box: the effects, then reminders, then flavour text. Rule: TC-READ-04, TC-READ-05."""
    return (*(line(effect, card.name, bound=is_bound(card)) for effect in effects), *_asides(card))


def is_bound(card: AnyCard) -> bool:
    """Return whether a card is a bound command, which stays in play."""
    return isinstance(card, Command) and card.type == "bound"


def _asides(card: AnyCard) -> Iterator[str]:
    if isinstance(card, Spirit) and closes(card):
        yield "*(No other spirit can be put under the form by spiritualizing.)*"
    if card.notes:
        yield f"*({card.notes})*"
    if card.flavour:
        yield f'*"{card.flavour}"*'
