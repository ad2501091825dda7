"""Helpers for tests of creatures that the game master adds to a campaign."""

from typing import Any, Final

import pytest

from services.bones.catalogue import Run
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.creatures import (
    BuildCreature,
    SpawnSample,
)
from services.bones.state.creatures import Creature, NewCreature
from tests.bones.play import Play

PLAIN: Final = ("Universal", "Physical", "Melee", "Defend", "Missile", "Maneuver")

CAST_DICE: Final = {
    "BN-CAST-11": ("Archer", "Universal, Physical, Missile, Missile, Missile, Perception"),
    "BN-CAST-12": ("Cavalry", "Universal, Physical, Riding, Riding, Melee, Missile"),
    "BN-CAST-13": ("Commoner", "Universal, Mental, Craft, Perception, Craft, Merchant"),
    "BN-CAST-14": ("Craftsman", "Universal, Mental, Craft, Craft, Craft, Artisan"),
    "BN-CAST-15": ("Criminal", "Universal, Physical, Stealth, Thief, Perception, Maneuver"),
    "BN-CAST-16": ("Fighter", "Universal, Physical, Melee, Defend, Missile, Maneuver"),
    "BN-CAST-17": ("Killer", "Universal, Physical, Melee, Melee, Missile, Defend"),
    "BN-CAST-18": ("Merchant", "Universal, Mental, Merchant, Merchant, Perception, Social"),
    "BN-CAST-19": ("Aristocrat", "Universal, Mental, Social, Social, Merchant, Scholar"),
    "BN-CAST-20": ("Primitive", "Universal, Physical, Outdoorsman, Stealth, Perception, Missile"),
    "BN-CAST-21": ("Sage", "Universal, Mental, Scholar, Scholar, Healer, Social"),
    "BN-CAST-22": ("Sailor", "Universal, Mental, Sailor, Sailor, Sailor, Maneuver"),
    "BN-CAST-23": ("Sneak", "Universal, Physical, Stealth, Stealth, Stealth, Perception"),
    "BN-CAST-24": ("Thug", "Universal, Physical, Melee, Unarmed, Defend, Maneuver"),
    "BN-CAST-25": ("Wizard", "Universal, Mental, Scholar, Perception, Magic, Magic"),
}
"""Standard dice of the cast, by the rule that lists them."""
BEAST_DICE: Final = {
    "BN-BEAST-09": ("Armored", "Universal, Defend, Defend*2, Defend*2, Defend*2, Defend*3"),
    "BN-BEAST-10": ("Behemoth", "Universal, Melee, Melee, Defend, Defend, Defend"),
    "BN-BEAST-11": ("Demonic", "Universal, FearCaster, HoarFrost, Regenerate, Prickly, PoisonAttack:melee"),
    "BN-BEAST-12": ("Flier", "Flight, Flight, Flight, Flight, Flight, Flight"),
    "BN-BEAST-13": ("Giant", "Universal, Defend*2, Defend*2, Defend*2, Melee*2, Melee*2"),
    "BN-BEAST-14": ("Herbivore", "Universal, Perception, Perception, Defend, blank, blank"),
    "BN-BEAST-15": ("Pouncer", "Universal, Maneuver, Maneuver, Stealth, Stealth, Melee"),
    "BN-BEAST-16": ("Predator", "Universal, Stealth, Perception, Stealth, Melee, Melee"),
    "BN-BEAST-17": ("Raptor", "Universal, Perception, Perception, Maneuver, Melee, Melee"),
    "BN-BEAST-18": ("Spirit", "Universal, Defend, Incorporeal, Incorporeal, FearCaster, HoarFrost"),
    "BN-BEAST-19": ("Stalker", "Universal, Stealth, Stealth, Stealth, Perception, Perception"),
    "BN-BEAST-20": ("Undead", "Universal, Defend, Defend, Defend, Melee, FearCaster"),
}
"""Standard dice of beasts, by the rule that lists them."""
STANDARD: Final = {name: tuple(faces.split(", ")) for name, faces in {**CAST_DICE, **BEAST_DICE}.values()}


def rows_with_rules(table: dict[str, Any]) -> list[Any]:
    """Return the rows of a table, each marked with its rule."""
    return [
        pytest.param(*row, marks=pytest.mark.rule(rule), id=f"{rule} {row[0]}") for rule, row in table.items()
    ]  # fmt: skip


def faces_of_dice(dice: list[str]) -> list[tuple[str, ...]]:
    """Return the faces of dice; each die is given by its name or by its faces."""
    return [STANDARD[die] if die in STANDARD else tuple(die.split(", ")) for die in dice]


def faces(one: Creature) -> list[tuple[str, ...]]:
    """Return the faces of a creature's dice."""
    return [tuple(die.faces) for die in one.dice]


def spawn(table: Play, name: str, **more: Any) -> Creature:  # noqa: ANN401 fields of the command
    """Spawn the sample creature with this name, and return it."""
    return table.the(CreatureAppeared, SpawnSample(sample=name, **more)).creature


def build(table: Play, *dice: Run, kind: Any = "cast", **more: Any) -> Creature:  # noqa: ANN401 fields of a creature
    """Build a creature of these dice as the game master, and return it."""
    new = NewCreature(name="it", kind=kind, dice=dice, **more)
    return table.the(CreatureAppeared, BuildCreature(creature=new)).creature
