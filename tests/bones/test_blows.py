"""Blows in a fight: attack against defence, thrown weapons, hordes, and blows against the helpless."""

import pytest

from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.rounds import RoundBegan
from services.bones.chapters.people.items import ItemLost
from services.bones.chapters.rolls.wounds import DealDamage, Died, Incapacitated, TakeDamage
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import Hindering
from tests.bones.arena import CROSSBOW, DAGGER, Arena, between, blow, blows, damage_dealt, keep, to
from tests.bones.fight import HORDE
from tests.bones.play import BOB


@pytest.mark.rule(
    "BN-EX-19", "BN-CMB-03", "BN-CMB-04", "BN-CMB-05", "BN-CMB-06", "BN-CMB-07", "BN-CMB-08", "BN-CMB-09", "BN-CMB-10"
)
def test_badass_bob() -> None:
    """Bob and a goblin sniper each attack with two successes. Bob stops both, and the goblin loses two dice."""
    table = Arena()
    goblin = table.one("gm", [("Universal",) * 6, ("Missile",) * 6], items=(CROSSBOW,))
    bob = table.one("ann", [BOB[0], BOB[1], BOB[1], BOB[2]], items=(CROSSBOW,))
    bow, his = table.item_named(bob, CROSSBOW), table.item_named(goblin, CROSSBOW)

    table.fought((goblin,), (bob,), shown={bob: (1, 2, 4, 6, 5), his: 6, bow: 5})
    assert ("Universal", "Physical", "Missile", "Defend", "blank") == tuple(one.face for one in table.roll_of(bob).dice)
    table.put(goblin, to(bob, 1), to(bob, 2))
    found = table.put(bob, to(goblin, 3), to(goblin, 2), keep(4), keep(1), seat="ann")

    assert [
        BlowStruck(attacker=bob, target=goblin, kind="missile", successes=2, damage=2),
        BlowStruck(attacker=goblin, target=bob, kind="missile", successes=2, stopped=2),
    ] == blows(found)
    assert {goblin: 2} == damage_dealt(found)
    assert Incapacitated(creature=goblin) in found
    assert () == table.who(goblin).numbers


@pytest.mark.rule("BN-EX-40", "BN-CMB-09", "BN-CMB-18", "BN-R-111")
def test_a_fallen_goblin_still_strikes_in_its_last_round() -> None:
    """A goblin that falls in a round still uses its two successes of attack, which cost Bob two dice."""
    table = Arena()
    goblin = table.of("gm", "Melee", "Melee")
    bob = table.of("ann", "Melee*2", "Magic", "Magic", "Magic")
    table.fought((goblin,), (bob,))
    table.put(goblin, to(bob, 1), to(bob, 2))

    found = table.put(bob, to(goblin, 1, 2), seat="ann")

    assert {goblin: 2, bob: 2} == damage_dealt(found)
    assert Incapacitated(creature=goblin) in found
    (wound,) = table.state.wounds
    found = table.do(TakeDamage(wound=wound, dice=(2, 3)), seat="ann")
    assert (1, 4) == table.who(bob).numbers
    assert RoundBegan(round=2) == found[-1]


@pytest.mark.rule("BN-CMB-08", "BN-CMB-09", "BN-R-007")
@pytest.mark.parametrize(("attack", "defend", "damage"), [(2, 0, 2), (2, 2, 0), (2, 1, 1), (1, 3, 0)])
def test_defence_cancels_attack_one_for_one(attack: int, defend: int, damage: int) -> None:
    """Each success of defence stops one success of attack. The remaining successes of attack are the damage."""
    table = Arena()
    one, foe = table.of("gm", f"Melee*{max(attack, 2)}"), table.of("ann", f"Defend*{max(defend, 2)}", *["Magic"] * 3)
    table.fought((one,), (foe,))
    table.put(one, to(foe, 1, attack))

    found = table.put(foe, *([keep(1, defend)] if defend else []), seat="ann")

    assert (min(attack, defend), damage) == (blow(found).stopped, blow(found).damage)
    assert ({foe: damage} if damage else {}) == damage_dealt(found)


@pytest.mark.rule("BN-CMB-17", "BN-CMB-19", "BN-R-127")
def test_attack_is_split_among_targets_each_with_its_own_cover() -> None:
    """One of four successes strikes the first target. Three strike the second, whose 40% cover stops two of them."""
    table = Arena()
    first, second = table.of("gm", *["Magic"] * 3), table.of("gm", *["Magic"] * 3)
    bob = table.of("ann", "Melee*4")
    table.fought((first, second), (bob,), between=between(bob, second, cover=40))

    put = Put(die="die-1", attack=(Aimed(target=first), Aimed(target=second, count=3)))
    found = table.put(bob, put, seat="ann")

    assert {first: 1, second: 1} == damage_dealt(found)


# ---------------------------------------------------------------- posture and range


@pytest.mark.rule("BN-R-061", "BN-SYM-08", "BN-EQ-08")
def test_encumbrance_does_not_affect_attack_and_defence() -> None:
    """When an armor die shows encumbrance, the attack loses no success."""
    table = Arena()
    foe, one = table.of("ann", "Magic", "Magic", "Magic"), table.of("gm", "Melee*2", items=("Light armor (leather)",))
    table.fought((one,), (foe,), shown={table.item_named(one, "Light armor (leather)"): 2})
    assert "Enc" == table.roll_of(one).dice[1].face

    assert 2 == blow(table.put(one, to(foe, 1, 2))).damage


@pytest.mark.rule("BN-R-258", "BN-HIND-09", "BN-R-257")
def test_poison_removes_a_useful_die() -> None:
    """A die lost to poison loses its success as well.

    A creature with no die left has no success, not even an automatic one.
    """
    table = Arena()
    poison = {table.new("poison"): ("Poison",) * 6}
    bears = {key: Hindering(id=key, kind="poison", faces=faces) for key, faces in poison.items()}
    foe = table.of("gm", *["Magic"] * 3)
    one, last = (
        table.of("ann", "Scholar", "Melee", hindering=bears),
        table.of("ann", "Melee", hindering=bears, automatic=1),
    )
    found = table.fought((foe,), (one, last))

    assert (2,) == table.who(one).lost
    assert () == table.who(last).numbers
    assert RoundBegan(round=2) == found[-1]


# ---------------------------------------------------------------- throwing


@pytest.mark.rule("BN-EQ-05", "BN-EQ-06", "BN-R-109", "BN-R-264", "BN-R-265")
def test_a_thrown_dagger_is_no_longer_in_hand() -> None:
    """A dagger leaves the hand only if the fighter allots successes to throwing it."""
    for shown, puts, ranged, gone in (
        (3, 2, True, True), (5, 1, True, True), (5, 0, True, False), (3, 0, False, False)
    ):  # fmt: skip
        table = Arena()
        foe, one = table.of("ann", *["Magic"] * 4), table.of("gm", "Missile", "Melee", items=(DAGGER,))
        dagger = table.item_named(one, DAGGER)
        table.fought((one,), (foe,), shown={dagger: shown})
        thrown = (to(foe, 1), to(foe, dagger))[:puts]
        found = table.put(one, *(thrown or (() if ranged else (to(foe, 2),))), ranged=ranged)

        assert gone == (ItemLost(creature=one, item=dagger, to_ground=True, beside=foe) in found)
        assert gone == (dagger in table.state.ground)
        assert gone != (dagger in table.who(one).items)


@pytest.mark.rule("BN-R-265")
def test_a_bow_stays_in_hand() -> None:
    """A crossbow is still in hand after a shot."""
    table = Arena()
    foe, one = table.of("ann", "Magic", "Magic"), table.of("gm", "Missile", items=(CROSSBOW,))
    table.fought((one,), (foe,))

    table.put(one, to(foe, 1))

    assert table.item_named(one, CROSSBOW) in table.who(one).items


# ---------------------------------------------------------------- other tasks, and hordes


@pytest.mark.rule("BN-HORDE-03", "BN-R-135", "BN-R-136", "BN-HORDE-01")
def test_horde_rolls_separately_for_each_target() -> None:
    """A horde rolls once for each target: it hits one three times and the other once. It has no defence."""
    table = Arena()
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    first, second = table.of("ann", "Melee", *["Magic"] * 3), table.of("ann", "Defend", "Magic")
    table.begin((horde,), (first, second))
    table.says(horde, targets=(first, second))
    table.all_fight()
    table.roll(1, 2, 3, 1, 4, 5, *[1] * 6)
    table.put(first, to(horde, 1), seat="ann")

    found = blows(table.put(second, keep(1), seat="ann"))

    assert {(horde, first): (3, 3), (horde, second): (1, 0), (first, horde): (1, 1)} == {
        (one.attacker, one.target): (one.successes, one.damage) for one in found
    }


@pytest.mark.rule("BN-R-135")
def test_a_setting_lets_a_horde_defend() -> None:
    """If `horde_defends` is true, a horde's successes first stop the melee successes of its target.

    The remaining successes attack.
    """
    table = Arena(hordes={"horde_defends": True})
    horde, foe = table.one("gm", [HORDE] * 3, kind="horde"), table.of("ann", "Melee*2", *["Magic"] * 3)
    table.begin((horde,), (foe,))
    table.says(horde, targets=(foe,))
    table.all_fight()
    table.roll(1, 2, 3, *[1] * 4)

    found = blows(table.put(foe, to(horde, 1, 2), seat="ann"))

    assert {horde: (1, 0, 1), foe: (2, 2, 0)} == {
        one.attacker: (one.successes, one.stopped, one.damage) for one in found
    }


@pytest.mark.rule("BN-R-283", "BN-R-133", "BN-HORDE-04")
@pytest.mark.parametrize(("per_die", "left"), [(1, 1), (2, 2)])
def test_damage_to_a_horde_adds_up(per_die: int, left: int) -> None:
    """Two damage in one round cost a horde two dice, or one die if `horde_damage_per_die` is 2."""
    table = Arena(hordes={"horde_damage_per_die": per_die})
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    first, second = table.of("ann", "Melee"), table.of("ann", "Melee")
    table.begin((horde,), (first, second))
    table.says(horde, "nothing")
    table.all_fight()
    table.roll(1, 1)
    table.put(first, to(horde), seat="ann")

    assert {horde: 2} == damage_dealt(table.put(second, to(horde), seat="ann"))
    assert left == len(table.who(horde).numbers)


@pytest.mark.rule("BN-R-367", "BN-R-133")
def test_damage_below_a_horde_die_is_not_kept() -> None:
    """If each die withstands 2, three wounds of 1 damage cost no die, and one of 3 costs one."""
    table = Arena(hordes={"horde_damage_per_die": 2})
    horde = table.one("gm", [HORDE] * 3, kind="horde")

    for amount, lost in ((1, 0), (1, 0), (1, 0), (3, 1)):
        table.do(DealDamage(creature=horde, amount=amount))
        assert lost == len(table.who(horde).lost)


@pytest.mark.rule("BN-R-115", "BN-DMG-04", "BN-R-277")
@pytest.mark.parametrize(("face", "dies"), [("Melee", True), ("Defend", False)])
def test_a_setting_requires_a_roll_for_a_coup_de_grace(face: str, dies: bool) -> None:  # noqa: FBT001 a row
    """By default a coup de grace needs no roll. If `coup_de_grace_roll` is true, it needs one success."""
    for with_roll in (False, True):
        table = Arena(combat={"coup_de_grace_roll": with_roll})
        one, foe = table.of("ann", face), table.of("gm", "Magic", lost=(1,))
        table.begin((one,), (foe,))
        table.says(one, "coup_de_grace", target=foe)
        found = table.roll(*[1] * with_roll)
        assert (dies or not with_roll) == (Died(creature=foe, cause="coup de grace") in found)
