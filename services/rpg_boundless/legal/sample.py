"""Samples of commands, and the values that may stand in their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from services.rpg_boundless.state.campaign import CampaignState, Character, in_order
from services.rpg_boundless.words import (
    ArmorSheet,
    AttackSheet,
    EnemySheet,
    Harm,
    Helper,
    ItemSheet,
    Stance,
    WeaponSheet,
)
from shared.kernel.messages import Command
from shared.kernel.samples import Field

T = TypeVar("T")

NOBODY: Final = "none-0"
"""The id of nothing: it stands where there is nothing to name, so that judgement says why not."""

WHY: Final = "so it is ruled"
TEXT: Final = Field(text=True)
REASON: Final[Mapping[str, Field]] = {"reason": TEXT}
ROLLED: Final = (
    None,
    Stance(),
    Stance(position="good", reason=WHY),
    Stance(position="bad", reason=WHY),
)
DECIDED: Final = (Stance(position="controlled", reason=WHY), Stance(position="dire", reason=WHY))
HARM: Final = Harm(what="a fall", damage=1)
HARMS: Final = (HARM, Harm(what="bad air", conditions=("sick",)), Harm(what="a blow", damage=3, conditions=("dazed",)))
SWORD: Final = ItemSheet(name="sword", weapon=WeaponSheet(damage=2))
BOW: Final = ItemSheet(name="bow", size="bulky", weapon=WeaponSheet(damage=1, reach="ranged"))
MAIL: Final = ItemSheet(name="mail", size="bulky", armor=ArmorSheet(hp=3))
CHARM: Final = ItemSheet(name="charm", size="petty")
ROPE: Final = ItemSheet(name="rope")
ITEMS: Final = (CHARM, ROPE, SWORD, BOW, MAIL)
RAT: Final = EnemySheet(name="rat", hp=2, attacks=(AttackSheet(name="bite", damage=1),))
OGRE: Final = EnemySheet(
    name="ogre",
    hp=6,
    attacks=(AttackSheet(name="club", damage=3), AttackSheet(name="roar", conditions=("afraid",), effect="it roars")),
)


class Sample(Struct, frozen=True, kw_only=True):
    """A command; fields that take anything of their kind; and values to be tried in other fields."""

    command: Command
    fields: Mapping[str, Field] = {}
    tries: Mapping[str, Iterable[Any]] = {}


def some(ids: Iterable[str]) -> tuple[str, ...]:
    """Give ids in order, or the id of nothing."""
    return in_order(ids) or (NOBODY,)


def living(state: CampaignState) -> list[Character]:
    """Give the characters that are alive."""
    found = (state.characters[one] for one in in_order(state.characters))
    return [character for character in found if character.status != "dead"]


def names(state: CampaignState) -> tuple[str, ...]:
    """Name the characters that are alive, or nothing."""
    return some(character.id for character in living(state))


def standing(state: CampaignState) -> tuple[str, ...]:
    """Name the enemies that are not taken out."""
    return in_order(enemy.id for enemy in state.enemies.values() if not enemy.out)


def stamina_of(state: CampaignState, character: str) -> range:
    """Give what a character may spend."""
    found = state.characters.get(character)
    return range((found.stamina if found else 0) + 1)


def helpers_of(state: CampaignState, character: str) -> list[tuple[Helper, ...]]:
    """Give nobody, and each ally alone with one point, and with all that is pledged."""
    found: list[tuple[Helper, ...]] = [()]
    for ally in living(state):
        if ally.id != character:
            points = {1, ally.pledge.stamina if ally.pledge else 1}
            found += [(Helper(character=ally.id, stamina=point),) for point in sorted(points)]
    return found


def drops(state: CampaignState, character: str) -> list[tuple[str, ...]]:
    """Give nothing, and each carried Item alone."""
    found = state.characters.get(character)
    return [(), *((item,) for item in in_order(found.items if found else ()))]


def one_of(values: Iterable[T]) -> list[tuple[T, ...]]:
    """Give nothing, and each value alone."""
    return [(), *((value,) for value in values)]
