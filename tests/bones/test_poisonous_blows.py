"""Poison and fire that come with a blow, and how armor, defence and soaking stop them."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.hindering import HinderingGiven
from services.bones.chapters.rolls.wounds import DamageSoaked, TakeDamage
from services.bones.reading import damage
from services.bones.state.wounds import Riding, Wound
from tests.bones.arena import Arena, blow, keep, to
from tests.bones.play import Play


def bitten(*faces: str, **more: Any) -> tuple[int, list[str]]:  # noqa: ANN401 `by` that many dice, `defend`, settings
    """Attack with a beast that shows these faces.

    Return the damage, and the kinds of the hindering dice that the target receives.
    """
    by, defend, ranged = more.pop("by", 3), more.pop("defend", 0), more.pop("ranged", False)
    table = Arena(**more)
    beast, foe = table.of("gm", *faces, kind="beast"), table.of("ann", f"Defend*{max(defend, 2)}", *["Magic"] * 5)
    table.fought((beast,), (foe,))
    table.put(beast, *(to(foe, number) for number in range(1, by + 1)), ranged=ranged)
    found = table.put(foe, *([keep(1, defend)] if defend else []), seat="ann")
    for wound in table.state.wounds.values():
        found += table.do(TakeDamage(wound=wound.id, dice=tuple(range(1, wound.amount + 1))), seat="ann")
    return blow(found).damage, [event.die.kind for event in found if isinstance(event, HinderingGiven)]


@pytest.mark.rule("BN-ABIL-07", "BN-ABIL-02", "BN-R-182")
def test_poison_that_is_not_stopped_adds_a_die() -> None:
    """Defence cancels the poison success last, so a bite with any success left gives the target a poison die."""
    bite = ("PoisonAttack:melee", "Melee", "Melee")

    assert (3, ["poison"]) == bitten(*bite)
    assert (1, ["poison"]) == bitten(*bite, defend=2)
    assert (0, []) == bitten(*bite, defend=3)
    assert (1, []) == bitten("Melee", "PoisonAttack:melee", by=1)
    assert (2, ["flaming"]) == bitten("FireBreathing", "Missile", by=2, ranged=True)
    assert (1, ["poison"]) == bitten("PoisonAttack:missile", by=1, ranged=True)


def bite(form: int) -> tuple[Arena, str, Wound]:
    """Deal 1 damage from a snake and 1 from a wolf to a foe with armor.

    Return the fight, the foe and the foe's wound.
    """
    table = Arena()
    table.state = replace(table.state, form=form)
    snake, wolf = table.of("gm", "PoisonAttack:melee", kind="beast"), table.of("gm", "Melee", kind="beast")
    foe = table.of("ann", *["Magic"] * 5, items=("Light armor (leather)", "Buckler"))
    table.fought((snake, wolf), (foe,))
    table.put(snake, to(foe))
    table.put(wolf, to(foe))
    table.put(foe, seat="ann")
    (wound,) = table.state.wounds.values()
    return table, foe, wound


@pytest.mark.rule("BN-ABIL-07", "BN-R-182")
@pytest.mark.parametrize(("given", "poisoned"), [(0, True), (1, False), (2, False)])
def test_armor_that_absorbs_the_bite_prevents_poison(given: int, poisoned: bool) -> None:  # noqa: FBT001 a row
    """A snake and a wolf each deal 1 damage. If armor absorbs the snake's damage, the target gets no poison die."""
    table, foe, wound = bite(1)
    assert {} == table.who(foe).hindering
    items = tuple(table.who(foe).items)[:given]

    table.do(TakeDamage(wound=wound.id, items=items, dice=() if given else (1, 2)), seat="ann")
    assert (poisoned, 2 - given) == (bool(table.who(foe).hindering), len(table.who(foe).lost))


@pytest.mark.rule("BN-SPIFF-12", "BN-R-182")
def test_a_soaked_bite_does_not_poison() -> None:
    """A snake and a wolf each deal 1 damage. If a soak removes the snake's damage, the target gets no poison die."""
    table, foe, wound = bite(1)
    table.given(DamageSoaked(wound=wound.id))

    table.do(TakeDamage(wound=wound.id, dice=(1,)), seat="ann")
    assert ({}, (1,)) == (table.who(foe).hindering, table.who(foe).lost)


@pytest.mark.rule("BN-R-182", "BN-R-114")
@pytest.mark.parametrize(
    ("absorbs", "pieces", "brings"),
    [(1, 1, ("flaming",)), (1, 2, ("flaming",)), (1, 3, ()), ("all_damage_of_the_blow", 1, ("flaming",))],
)
def test_blows_with_poison_or_fire_are_absorbed_first(absorbs: Any, pieces: int, brings: tuple[str, ...]) -> None:  # noqa: ANN401 of a setting
    """Of a poisonous, a flaming and a plain blow, armor absorbs the poisonous blow first."""
    play = Play(combat={"armor_absorbs": absorbs})
    who = play.one(items=("Light armor (leather)",) * 3)
    riding = (Riding(damage=2, gives=("flaming",)), Riding(damage=1, gives=("poison",)))
    wound = Wound(id="wound-90", creature=who, amount=4, source="attack", blows=(2, 1, 1), riding=riding)
    if absorbs != 1:
        wound = replace(wound, riding=(Riding(damage=1, gives=("flaming",)), Riding(damage=2, gives=("poison",))))

    assert brings == damage.brings(play.state, wound, tuple(play.who(who).items)[:pieces])


@pytest.mark.rule("BN-R-182")
def test_under_rules_version_0_poison_comes_before_absorption() -> None:
    """Under version 0 of the rules the target receives the poison die at once, before armor can absorb the bite."""
    table, foe, wound = bite(0)

    assert (1, ()) == (len(table.who(foe).hindering), wound.riding)


@pytest.mark.rule("BN-R-182")
def test_a_setting_cancels_special_successes_in_proportion() -> None:
    """If `special_success_survives` is `proportional`, special successes are cancelled in proportion.

    A bite with one poison success of three does not poison if only two successes are left.
    """
    rules = {"beasts": {"special_success_survives": "proportional"}}
    bite = ("PoisonAttack:melee", "Melee", "Melee")

    assert (2, []) == bitten(*bite, defend=1, **rules)
    assert (3, ["poison"]) == bitten(*bite, **rules)


@pytest.mark.rule("BN-CAMP-71", "BN-R-182")
def test_first_allotted_special_success_is_cancelled_last() -> None:
    """If an attack has poison and fire, defence cancels last the success that was allotted first."""
    missiles = ("PoisonAttack:missile", "FireBreathing")

    assert (1, ["poison"]) == bitten(*missiles, by=2, defend=1, ranged=True)
    assert (1, ["flaming"]) == bitten(*reversed(missiles), by=2, defend=1, ranged=True)
    assert (2, ["poison", "flaming"]) == bitten(*missiles, by=2, ranged=True)


@pytest.mark.rule("BN-R-275")
def test_one_die_of_a_kind_for_each_attacker_and_target() -> None:
    """By default each attacker adds at most one poison die and one flame die to a target.

    If `rider_dice` is `one_per_success`, one die is added for each success that is left.
    """
    bite = ("PoisonAttack", "PoisonAttack", "PoisonAttack")

    assert (2, ["poison"]) == bitten(*bite, defend=1)
    assert (2, ["poison", "poison"]) == bitten(*bite, defend=1, combat={"rider_dice": "one_per_success"})


@pytest.mark.rule("BN-R-180", "BN-R-181")
def test_poison_and_fire_accompany_any_damage_by_setting() -> None:
    """By default poison and fire need a success of their own.

    If `poison_face` and `fire_breathing_attack` are `rider`, poison comes with any damage of the same kind of
    attack, and fire with any damage.
    """
    rules: dict[str, Any] = {"beasts": {"poison_face": "rider", "fire_breathing_attack": "rider"}}

    assert (1, ["poison", "flaming"]) == bitten("Melee", "PoisonAttack:melee", "FireBreathing", by=1, **rules)
    assert (1, ["flaming"]) == bitten("Melee", "PoisonAttack:missile", "FireBreathing", by=1, **rules)
    assert (0, []) == bitten("Melee", "PoisonAttack:melee", by=1, defend=1, **rules)


@pytest.mark.rule("BN-BEAST-04", "BN-BEAST-05", "BN-R-187")
def test_universal_counts_as_poison_with_the_icon_on_a_die() -> None:
    """A Universal success counts as poison if a die of the beast has the Poison icon."""
    table = Arena()
    beast = table.one("gm", [("Universal",) * 6, ("blank", "PoisonAttack:melee", *["blank"] * 4)], kind="beast")
    foe = table.of("ann", "Magic", "Magic")
    table.fought((beast,), (foe,))

    found = table.put(beast, to(foe, 1, way=1))

    assert ["poison"] == [event.die.kind for event in found if isinstance(event, HinderingGiven)]
