"""Cards: the four kinds, and the sets they come in."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from services.tcg.words import CommandType, Number, Slug
from shared.kernel.messages import END

from .conditions import Condition, Name, Part, Words
from .costs import Cost
from .effects import Effect


class SaviorFace(Part, frozen=True, kw_only=True):
    """One side of a savior."""

    pwr: Number | None = None
    effects: tuple[Effect, ...] = ()


class Flip(Part, frozen=True, kw_only=True):
    """What a savior needs to enter the boundless state."""

    when: Condition
    cost: tuple[Cost, ...] = ()


class Card(Part, frozen=True, kw_only=True, tag_field="kind"):
    """What every card has. Source: TC-CARD-01 to TC-CARD-07."""

    id: Slug
    name: Name
    set_id: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,12}" + END)]
    number: Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,8}" + END)]
    rarity: Name
    archetypes: tuple[Name, ...] = ()
    tribes: tuple[Name, ...] = ()
    effects: Annotated[tuple[Effect, ...], Meta(max_length=6)] = ()
    flavour: Words | None = None
    notes: Words | None = None


class Savior(Card, frozen=True, kw_only=True, tag="savior"):
    """A savior: two sides, and what it needs to flip. Source: TC-SAV-03."""

    bound: SaviorFace
    boundless: SaviorFace
    flip: Flip


class Form(Card, frozen=True, kw_only=True, tag="form"):
    """A form: its level and its PWR. Source: TC-FORM-04."""

    level: Annotated[int, Meta(ge=0, le=3)]
    pwr: Number


class Command(Card, frozen=True, kw_only=True, tag="command"):
    """A command of one of the four types. Source: TC-CMD-06."""

    type: CommandType


class Spirit(Card, frozen=True, kw_only=True, tag="spirit"):
    """A spirit: its effects work through the card it lies under. Source: TC-SPI-07."""

    type: Slug
    exclusive: bool = False


AnyCard: TypeAlias = Savior | Form | Command | Spirit


class Cards(Part, frozen=True, kw_only=True):
    """A set of cards as it is written: all that may be played in a match."""

    name: Name
    cards: Annotated[tuple[AnyCard, ...], Meta(min_length=1, max_length=600)]
