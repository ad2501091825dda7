"""What has happened to characters and what they carry.

Names and fields are the storage format; they change by additions only.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from services.rpg_boundless.settings import Settings
from services.rpg_boundless.words import ItemSheet, Scores
from shared.kernel.messages import Event


class Carried(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An Item as it is carried: its Slots, and the HP left where it is Armor."""

    id: str
    sheet: ItemSheet
    slots: int
    armor_hp: int = 0
    keepsake: bool = False


class Tried(Struct, frozen=True, kw_only=True):
    """One try at rolled scores: the faces for each Attribute."""

    strength: tuple[int, ...]
    dexterity: tuple[int, ...]
    willpower: tuple[int, ...]


class CampaignOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign opened."""

    title: str | None = None
    settings: Settings = Settings()


class ScoresRolled(Event, frozen=True, kw_only=True):
    """Scores were rolled for a new character; the last try counts."""

    draft: str
    seat: str
    name: str
    items: tuple[ItemSheet, ...]
    keepsake: str
    tries: tuple[Tried, ...]
    scores: Scores


class CharacterCreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character is ready to play."""

    character: str
    seat: str
    name: str
    method: Literal["points", "roll"]
    scores: Scores
    stamina: int
    hp: int
    items: tuple[Carried, ...]
    draft: str | None = None


class ItemTaken(Event, frozen=True, kw_only=True):
    """An Item was taken up."""

    character: str
    item: Carried


class ItemDropped(Event, frozen=True, kw_only=True):
    """An Item was left on the ground."""

    character: str
    item: str


class ItemOffered(Event, frozen=True, kw_only=True):
    """An Item is held out to another player's character; with nobody named, no longer."""

    character: str
    item: str
    to: str | None


class ItemHandedOver(Event, frozen=True, kw_only=True):
    """An Item went from one character to another as it is."""

    character: str
    item: str
    to: str


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """An Item that lay on the ground, or with a dead character, was picked up as it is."""

    character: str
    item: str
    dead: str | None = None


class ArmorWorn(Event, frozen=True, kw_only=True):
    """Armor was put on."""

    character: str
    item: str


class ArmorTakenOff(Event, frozen=True, kw_only=True):
    """Armor was taken off."""

    character: str
    item: str


class ArmorRepaired(Event, frozen=True, kw_only=True):
    """Armor was mended, to this many HP."""

    character: str
    item: str
    hp: int
    reason: str


class ConditionGained(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Condition took hold, with so many Slots, and so many there was no room for."""

    character: str
    condition: str
    slots: int
    without: int = 0


class ConditionWorsened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Condition took more Slots, and so many more there was no room for."""

    character: str
    condition: str
    slots: int
    without: int = 0


class ConditionCleared(Event, frozen=True, kw_only=True):
    """A Condition is gone."""

    character: str
    condition: str
    reason: str


class RoomNeeded(Event, frozen=True, kw_only=True):
    """A Condition has taken hold and there is no room for it; an Item has to be named."""

    room: str
    character: str
    condition: str
    slots: int


class RoomMade(Event, frozen=True, kw_only=True):
    """There is room for the Condition, or it is known that there can be none."""

    room: str
    character: str


class SlotsFilled(Event, frozen=True, kw_only=True):
    """All Slots are filled, and HP dropped."""

    character: str
    hp: int


class MaxHpFollowed(Event, frozen=True, kw_only=True):
    """Maximum HP followed a change of Strength."""

    character: str
    max_hp: int
    hp: int
