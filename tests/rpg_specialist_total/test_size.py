"""Size in attacks: the to-hit modifier, the size categories, and the attackers to whom it applies."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.attacks import AttackDeclared
from services.rpg_specialist_total.chapters.damage import DamageRolled, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Stand
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.rpg_specialist_total.duel import (
    MAGE,
    PLAIN,
    Duel,
    ap,
    declare_attack,
    face,
    only,
)
from tests.rpg_specialist_total.magic import Magic


@pytest.mark.rule("SC-SIZE-01", "SC-SIZE-02", "SC-R-19", "SC-R-20", "SC-R-59", "SC-E-18", "SC-X-08", "SC-X-09")
@pytest.mark.parametrize(
    ("attacker", "target", "triangular", "linear"),
    [("medium", "medium", 0, 0), ("medium", "large", 5, 5), ("medium", "huge", 15, 10), ("huge", "medium", -15, -10),
     ("huge", "large", -5, -5)],
)  # fmt: skip
def test_size_changes_the_to_hit(attacker: str, target: str, triangular: int, linear: int) -> None:
    """One size category of difference modifies the to-hit by 5, and the second by 10 more.

    If `size.progression` is `linear`, each category modifies it by 5.
    """
    growing = Duel({"size": attacker}, {"size": target})
    even = Duel({"size": attacker}, {"size": target}, size={"progression": "linear"})

    assert 20 + triangular == declare_attack(growing, 5, 5, 5, 5).to_hit.total
    assert 20 + linear == declare_attack(even, 5, 5, 5, 5).to_hit.total


@pytest.mark.rule("SC-SIZE-01", "SC-SIZE-02", "SC-R-19", "SC-R-20")
@pytest.mark.parametrize(("larger", "modifier"), [(3, 30), (-3, -30), (6, 105), (0, 0), (4, 50), (5, 75)])
def test_the_keeper_may_state_the_size_difference(larger: int, modifier: int) -> None:
    """The Keeper may state a signed size difference, which replaces the one between the combatants' sizes."""
    duel = Duel({"size": "huge"})

    duel.no(OnlyTheGameMaster, duel.attack(larger=larger), seat="ann")
    assert 20 + modifier == declare_attack(duel, 5, 5, 5, 5, larger=larger).to_hit.total


@pytest.mark.rule("SC-R-20", "SC-SIZE-01")
def test_the_size_modifier_applies_to_every_attacker() -> None:
    """The size modifier applies to every attacker and every to-hit roll, with the sizes in `size.categories`."""
    tiny: dict[str, Any] = {"size": {"categories": ("tiny", "medium", "vast")}}
    duel = Duel({**MAGE, "seat": "gm"}, {"size": "vast"}, **tiny)

    found = duel.do(duel.attack(weapon=None, components=ap(Bolt=1), energies=("fire",), dice=1), 7, face(PLAIN))

    assert 7 + 5 == only(found, AttackDeclared).to_hit.total


@pytest.mark.rule("SC-R-115", "SC-SIZE-04")
def test_the_size_modifier_does_not_apply_to_the_energy_of_a_weapon() -> None:
    """Size modifies the damage of the weapon, but not that of the energy that the weapon carries."""
    play = Magic(ann={"size": "huge"})
    play.put("long blade", "fire")
    play.strike("long blade", 10, 10, 10, 10, 10)
    play.do(Stand(), seat="bob")

    weapon = play.the(DamageRolled, RollDamage(), 4, seat="ann").rolled
    play.do(RollMitigation(), seat="bob")
    energy = play.the(DamageRolled, RollDamage(), 3, 6, seat="ann").rolled

    assert ((19, 15), (9, 0)) == ((weapon.total, weapon.modifier), (energy.total, energy.modifier))
