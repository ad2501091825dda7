"""Damage and its mitigation: dice, components, armor, sizes and drugs."""

from typing import Any, Final

import pytest

from services.rpg_specialist_total.catalogue import Bonus, Component, Drug
from services.rpg_specialist_total.chapters.attacks import AttackDeclared
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Stand
from services.rpg_specialist_total.chapters.dice import LuckSpent
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.states import BerserkersDoNotDefend, VitalityLost
from services.rpg_specialist_total.state.combatants import Dosed
from shared.kernel.campaign.seats import NotYours
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.duel import BLADE, FAILURE, LUCKY, UNLUCKY, Duel, ap, damage_dealt, only, roll
from tests.rpg_specialist_total.play import allowed_of

MAGE: Final = {"components": ("Bolt", "Whisper"), "energies": ("fire", "cold", "electric"), "items": (BLADE,)}


def hit(attacker: Any = None, defender: Any = None, fields: Any = None, **groups: Any) -> Duel:  # noqa: ANN401 a duel's
    """Return a duel in which an attack hit a defender who declared no defence."""
    duel = Duel(attacker or {}, defender or {}, **groups)
    given = fields or {}
    shown = (9, 9, 9, 9) if given.get("weapon", True) else ()
    duel.strike(*shown, **given)
    duel.do(Stand(), seat="bob")
    return duel


@pytest.mark.rule("SC-DMG-01", "SC-DMG-02", "SC-MIT-08", "SC-MIT-09", "SC-MIT-11", "SC-E-11", "SC-E-12", "SC-R-59")
@pytest.mark.rule("SC-X-11", "SC-X-12", "SC-X-13", "SC-R-17", "SC-LUCK-03", "SC-LUCK-04")
def test_worked_example_of_damage_45_minus_11() -> None:
    """Damage is 4 + 7 + 9 + 25 (Luck) = 45.

    Mitigation is 3 + 6 (medium armor) + 4 + 8 (AP) - 10 (unlucky flip) = 11, so the defender loses 34 points.
    """
    duel = Duel({"luck": 3}, {"luck": 2, "armor": "medium", "components": ("Brace",)}, data=PLAIN_BRACE)
    duel.strike(9, 9, 9, 9, ap=3)
    exchange = duel.exchange.id
    duel.block(1, 1, components=ap(Brace=2))

    duel.when(RollDamage(luck=3), seat="ann", faces=Faces(LUCKY, 4, 7, 9, 8, 8, 9)).then(
        LuckSpent(character=duel.ann, points=3, roll="damage"),
        DamageRolled(exchange=exchange, rolled=roll(45, 4, 7, 9, luck=(8, 8, 9), lucky=True)),
    )
    duel.when(RollMitigation(luck=2), seat="bob", faces=Faces(UNLUCKY, 3, 6, 4, 8, 4, 6)).then(
        LuckSpent(character=duel.bob, points=2, roll="mitigation"),
        MitigationRolled(exchange=exchange, rolled=roll(11, 3, 6, 4, 8, luck=(4, 6), lucky=False)),
        DamageDealt(exchange=exchange, character=duel.bob, amount=34, outcome="hit"),
        VitalityLost(character=duel.bob, amount=34, cause="an attack"),
        ExchangeEnded(exchange=exchange),
    )
    assert 6 == duel.who(duel.bob).vitality


PLAIN_BRACE: Final = {"components": (Component(name="Brace", type="martial", use="defence"),)}


@pytest.mark.rule("SC-DMG-03", "SC-DMG-01")
def test_components_add_dice_and_numbers_to_damage() -> None:
    """Two AP that roll 4 and 7, plus 3 from a component, make 14 damage. Other components add dice instead."""
    plain = hit({"components": ("Firm Stroke",)}, fields={"components": ap(Firm_Stroke=2)})
    assert roll(14, 4, 7, modifier=3) == only(plain.damage(4, 7), DamageRolled).rolled

    heavy = Component(name="Firm Stroke", type="martial", use="attack", damage=Bonus(dice=1))
    more = hit(
        {"components": ("Firm Stroke",)}, fields={"components": ap(Firm_Stroke=2)}, data={"components": (heavy,)}
    )
    assert roll(9, 3, 3, 3) == only(more.damage(3, 3, 3), DamageRolled).rolled


@pytest.mark.rule("SC-MIT-01", "SC-MIT-02", "SC-MIT-03", "SC-MIT-04", "SC-MIT-05", "SC-MIT-06", "SC-R-16")
@pytest.mark.parametrize(("armor", "dice"), [("none", 0), ("light", 1), ("medium", 2), ("heavy", 4)])
def test_armor_mitigates_without_a_defence(armor: str, dice: int) -> None:
    """A defender who spent no AP on defence rolls only the mitigation dice of the worn armor."""
    duel = hit(defender={"armor": armor})
    duel.damage(10, 10)

    found = duel.mitigation(*[2] * dice)

    assert roll(2 * dice, *[2] * dice) == only(found, MitigationRolled).rolled
    assert 20 - 2 * dice == damage_dealt(found).amount


@pytest.mark.rule("SC-MIT-08", "SC-R-17")
@pytest.mark.parametrize(("counted", "dice"), [("all_defence", 3), ("block_only", 1)])
def test_ap_spent_on_defence_mitigate(counted: str, dice: int) -> None:
    """Each AP spent on defence adds one mitigation die.

    If `ap_counted` is `block_only`, AP spent on Evade add no die.
    """
    duel = Duel(defender={"components": ("Evade", "Brace")}, data=PLAIN_BRACE, mitigation={"ap_counted": counted})
    duel.strike(9, 9, 9, 9)
    duel.evade(1, 1, components=ap(Evade=2))
    duel.block(1, components=ap(Brace=1), percentile=None)
    duel.damage(10, 10)

    assert [7] * dice == list(only(duel.mitigation(*[7] * dice), MitigationRolled).rolled.faces)


@pytest.mark.rule("SC-MIT-10", "SC-R-17")
def test_defensive_components_add_to_mitigation() -> None:
    """Mitigation is the sum of an armor die of 5, a die of 1 for 1 AP, and 2 from a component.

    Other components add dice.
    """
    duel = Duel(defender={"armor": "light", "components": ("Brace",)})
    duel.strike(9, 9, 9, 9)
    duel.block(1, components=ap(Brace=1))
    duel.damage(10, 10)
    assert roll(8, 5, 1, modifier=2) == only(duel.mitigation(5, 1), MitigationRolled).rolled

    evading = Component(name="Evade", type="martial", use="defence", evade=True, mitigation=Bonus(dice=1, flat=4))
    other = Duel(defender={"components": ("Evade",)}, data={"components": (evading,)})
    other.strike(9, 9, 9, 9)
    other.evade(1, components=ap(Evade=1))
    other.do(Stand(), seat="bob")
    other.damage(10, 10)
    assert roll(6, 1, 1, modifier=4) == only(other.mitigation(1, 1), MitigationRolled).rolled


@pytest.mark.rule("SC-MIT-07", "SC-R-35", "SC-E-09")
def test_mitigation_above_the_damage_makes_a_glancing_blow() -> None:
    """If mitigation is 11 and damage is 10, the attack is a glancing blow, and the defender loses nothing."""
    duel = hit(defender={"armor": "medium"})
    exchange = duel.exchange.id
    duel.damage(5, 5)

    assert [
        MitigationRolled(exchange=exchange, rolled=roll(11, 5, 6)),
        DamageDealt(exchange=exchange, character=duel.bob, amount=0, outcome="glancing"),
        ExchangeEnded(exchange=exchange),
    ] == duel.mitigation(5, 6)


@pytest.mark.rule("SC-R-57", "SC-MIT-07")
@pytest.mark.parametrize(("equal", "outcome"), [("hit_for_zero", "hit"), ("glancing", "glancing")])
def test_mitigation_equal_to_the_damage_is_a_hit(equal: str, outcome: str) -> None:
    """If mitigation equals the damage, the attack is still a hit.

    If `mitigation.equal` is `glancing`, it is a glancing blow.
    """
    duel = hit(defender={"armor": "medium"}, mitigation={"equal": equal})
    duel.damage(5, 5)

    found = damage_dealt(duel.mitigation(5, 5))

    assert (0, outcome) == (found.amount, found.outcome)


@pytest.mark.rule("SC-SIZE-03", "SC-SIZE-04", "SC-SIZE-05", "SC-SIZE-06", "SC-R-18", "SC-R-20", "SC-X-10")
@pytest.mark.parametrize(
    ("larger", "faces", "damage"), [(2, (10, 10), 5), (-2, (10, 10), 35), (2, (5, 4), 0), (0, (10, 10), 20)]
)
def test_size_changes_damage_opposite_to_the_to_hit(larger: int, faces: tuple[int, ...], damage: int) -> None:
    """A target two size categories larger takes 15 less damage, and one two categories smaller 15 more.

    Damage is at least 0.
    """
    duel = hit(fields={"larger": larger})

    assert damage == only(duel.damage(*faces), DamageRolled).rolled.total


@pytest.mark.rule("SC-SIZE-06", "SC-SIZE-03")
def test_the_size_modifier_is_applied_last() -> None:
    """The size modifier is applied to the sum of dice, Luck and components: 8 + 10 + 2 - 15 = 5."""
    stroke = Component(name="Firm Stroke", type="martial", use="attack", damage=Bonus(flat=2))
    duel = hit(
        {"luck": 1, "components": ("Firm Stroke",)}, fields={"larger": 2, "components": ap(Firm_Stroke=1)},
        data={"components": (stroke,)},
    )  # fmt: skip

    found = only(duel.damage(LUCKY, 8, 10, luck=1), DamageRolled).rolled

    assert (5, -13) == (found.total, found.modifier)


@pytest.mark.rule("SC-X-43", "SC-SIZE-01", "SC-SIZE-05")
def test_worked_example_of_a_medium_attacker_and_a_huge_target() -> None:
    """The to-hit total is 6 + 15 = 21. The damage total is 9 + 4 - 15, which counts as 0."""
    duel = Duel({"weapon_training": {}}, {"size": "huge"})

    assert 21 == only(duel.strike(3, 2, 1), AttackDeclared).to_hit.total
    duel.do(Stand(), seat="bob")
    assert 0 == only(duel.damage(9, 4), DamageRolled).rolled.total
    assert 0 == damage_dealt(duel.mitigation()).amount


@pytest.mark.rule("SC-BER-04", "SC-MEG-04", "SC-DRUG-02")
def test_a_drug_adds_damage_dice_to_its_kind_of_attack() -> None:
    """With 2 AP and a drug of tier 3, a berserker's blow or a meginserker's spell rolls five damage dice."""
    both: tuple[tuple[Drug, dict[str, Any]], ...] = (("berserk", {}), ("meginserk", SPELL))
    for drug, fields in both:
        duel = Duel(MAGE)
        duel.state = duel.state.change(duel.ann, dosed=Dosed(drug=drug, tier=3))
        duel.strike(*() if fields else (1, 1, 1, 1), **fields)
        duel.do(Stand(), seat="bob")
        assert 5 == only(duel.damage(1, 1, 1, 1, 1), DamageRolled).rolled.total


SPELL: Final[dict[str, Any]] = {"weapon": None, "components": ap(Bolt=2), "energies": ("fire",)}


@pytest.mark.rule("SC-R-44", "SC-MIT-02")
def test_the_drugged_mitigate_with_armor_alone_and_without_luck() -> None:
    """Drugged combatants mitigate with armor alone, and cannot add Luck."""
    duel = Duel(defender={"armor": "medium", "luck": 2})
    duel.state = duel.state.change(duel.bob, dosed=Dosed(drug="berserk", tier=1))
    duel.strike(1, 1, 1, 1)
    duel.damage(9, 9)

    duel.no(BerserkersDoNotDefend, RollMitigation(luck=1), seat="bob")
    assert [{}] == [entry.fields for entry in allowed_of(duel.state, "bob", RollMitigation)]
    assert 14 == damage_dealt(duel.mitigation(2, 2)).amount


@pytest.mark.rule("SC-R-82", "SC-MIT-08")
@pytest.mark.parametrize(("counts", "shown"), [(True, (1, 1, 1)), (False, (1, 1))])
def test_the_ap_of_a_failed_defence_mitigate(counts: bool, shown: tuple[int, ...]) -> None:  # noqa: FBT001 a row
    """The AP of a defence that failed critically still add mitigation dice.

    If `failed_defence_mitigation` is false, only armor mitigates.
    """
    duel = Duel(defender={"armor": "medium", "components": ("Brace",)}, critical={"failed_defence_mitigation": counts})
    duel.strike(9, 9, 9, 9)
    duel.block(1, components=ap(Brace=1), percentile=FAILURE)
    duel.damage(9, 9)

    assert (
        roll(sum(shown) + 2 * counts, *shown, modifier=2 * counts)
        == only(duel.mitigation(*shown), MitigationRolled).rolled
    )


@pytest.mark.rule("SC-PMA-04", "SC-PMA-05", "SC-R-62", "SC-R-92")
@pytest.mark.parametrize(
    ("component", "energies", "dice"),
    [("Bolt", ("fire",), 2), ("Bolt", ("electric",), 0), ("Bolt", ("electric", "cold"), 0), ("Whisper", ("fire",), 0)],
)  # fmt: skip
def test_armor_mitigates_physical_damage_that_does_not_bypass_it(
    component: str, energies: tuple[str, ...], dice: int
) -> None:  # fmt: skip
    """Armor mitigates a bolt of fire, but not one of electricity alone, nor a spell that mimics no physical attack."""
    duel = hit(MAGE, {"armor": "medium"}, {"weapon": None, "components": ap(**{component: 2}), "energies": energies})
    duel.damage(9, 9)

    assert 18 - dice == damage_dealt(duel.mitigation(*[1] * dice)).amount


@pytest.mark.rule("SC-PMA-05", "SC-R-107")
def test_under_form_1_armor_mitigates_a_bolt_without_energy() -> None:
    """Under version 1 of the rules, which has spells without energy, armor mitigates a bolt without energy."""
    attack = {"weapon": None, "components": ap(Bolt=2)}
    duel = hit(MAGE, {"armor": "medium"}, attack, form=1)
    duel.damage(9, 9)

    assert 18 - 2 == damage_dealt(duel.mitigation(1, 1)).amount


@pytest.mark.rule("SC-DMG-04", "SC-HIT-01", "AR-CAMP-04")
def test_the_attacker_rolls_damage_and_the_defender_mitigation() -> None:
    """The attacker rolls damage, and the defender mitigation.

    The Keeper may make either roll. Without a hit nothing is rolled.
    """
    duel = Duel()
    duel.no(NothingToAnswer, RollDamage(), seat="ann")
    duel.strike(9, 9, 9, 9)
    duel.no(NothingToAnswer, RollDamage(), seat="ann")
    duel.do(Stand(), seat="bob")

    duel.no(NothingToAnswer, RollMitigation(), seat="bob")
    duel.no(NotYours, RollDamage(), seat="bob")
    duel.damage(1, 1)
    duel.no(NotYours, RollMitigation(), seat="ann")
    duel.no(NothingToAnswer, RollDamage(), seat="ann")
    duel.do(RollMitigation(), seat="gm")


@pytest.mark.rule("SC-R-73", "SC-DMG-03", "SC-MIT-10", "SC-DEF-08")
def test_components_reduce_dice_to_0_at_least() -> None:
    """Components can reduce damage, block or mitigation dice to 0, but not below.

    A block without dice is not rolled.
    """
    worse = Bonus(dice=-9)
    texts = (
        Component(name="Firm Stroke", type="martial", use="attack", damage=worse),
        Component(name="Brace", type="martial", use="defence", block=worse, mitigation=worse),
    )
    duel = Duel(
        {"components": ("Firm Stroke",)}, {"components": ("Brace",), "armor": "light"}, data={"components": texts}
    )
    duel.strike(9, 9, 9, 9, components=ap(Firm_Stroke=2))

    duel.block(components=ap(Brace=2), percentile=None)
    assert roll(0) == only(duel.damage(), DamageRolled).rolled
    assert roll(0) == only(duel.mitigation(), MitigationRolled).rolled
