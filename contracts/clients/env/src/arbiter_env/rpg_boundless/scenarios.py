"""Scenarios: the heroes of the seats and the enemies that they meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, convert

from services.rpg_boundless.settings import Settings
from services.rpg_boundless.simulations import Hero, SimulateFight
from services.rpg_boundless.state.sheets import EnemySheet
from shared.kernel.messages import Seat


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario of a fight: one hero for each seat, and their enemies.

    The enemies' numbers are hidden from the seats unless `revealed` is true. A hero has scores and three Items, at
    least one of which is a Weapon, and wears the first Armor. An enemy's Attacks have a Damage Rating and no
    Conditions.
    """

    heroes: tuple[Hero, ...]
    enemies: tuple[EnemySheet, ...]
    settings: Settings = Settings()
    revealed: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats of the heroes."""
        return tuple(f"seat_{place}" for place in range(len(self.heroes)))

    @property
    def fight(self) -> SimulateFight:
        """Return this fight in the form of a simulation request."""
        return SimulateFight(party=self.heroes, enemies=self.enemies, settings=self.settings)


def _hero(name: str, scores: tuple[int, int, int], *items: dict[str, Any]) -> dict[str, Any]:
    points = dict(zip(("strength", "dexterity", "willpower"), scores, strict=True))
    return {"name": name, "points": points, "items": items}


SWORD: Final = {"name": "sword", "weapon": {"damage": 2}}
BOW: Final = {"name": "bow", "weapon": {"damage": 1, "reach": "ranged"}}
MAIL: Final = {"name": "mail", "armor": {"hp": 2}}
WOLF: Final = {"name": "wolf", "hp": 3, "attacks": [{"name": "bite", "damage": 1}]}
TROLL: Final = {"name": "troll", "hp": 12, "attacks": [{"name": "club", "damage": 3}]}
SCENARIOS: Final[Mapping[str, Scenario]] = {
    name: convert({"heroes": heroes, "enemies": enemies}, Scenario)
    for name, heroes, enemies in (
        ("wolves", [_hero("Ash", (2, 1, 1), SWORD, BOW, MAIL)], [WOLF, WOLF]),
        ("troll", [_hero("Ash", (3, 1, 0), SWORD, MAIL, BOW), _hero("Bram", (1, 3, 0), SWORD, BOW, MAIL)], [TROLL]),
    )
}
"""The built-in scenarios by name: one hero against two wolves, and two heroes against a troll."""


def scenario_of(named: Scenario | str) -> Scenario:
    """Return a scenario. The caller may give its name instead.

    Raises ValueError for an unknown name, or if there are no heroes or no enemies.
    """
    if isinstance(named, str) and named not in SCENARIOS:
        raise ValueError(f"no scenario is called {named!r}: choose one of {', '.join(SCENARIOS)}")
    scenario = SCENARIOS[named] if isinstance(named, str) else named
    if not (scenario.heroes and scenario.enemies):
        raise ValueError("a scenario needs a hero and an enemy")
    return scenario
