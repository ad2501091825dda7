"""Hoar Frost and Prickly: damage to all nearby creatures or to attackers, and the effect of armor and shields."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot, TakenByFear, WorksByItself
from services.bones.chapters.fights.combat import SetScene
from services.bones.chapters.fights.declaring import NoTarget
from services.bones.chapters.rolls.wounds import DamageDealt, DamageSoaked, PastArmor, TakeDamage
from services.bones.reading import damage
from services.bones.state.combat import Put
from services.bones.state.wounds import Wound
from tests.bones.arena import ARMOR, SHIELD, Arena, between, blow, blows, keep, to
from tests.bones.play import Play, allowed_of


def frost(put: bool, **more: Any) -> dict[tuple[str, str], tuple[int, int]]:  # noqa: FBT001, ANN401 settings and items
    """Return the frost's damage to a near friend, a near foe and a far foe, and the successes that each one stops."""
    items = more.pop("items", ())
    table = Arena(**more)
    beast, friend = table.of("gm", "HoarFrost*2", kind="beast"), table.of("gm", *["Magic"] * 3)
    foe, far = table.of("ann", *["Magic"] * 3, items=items), table.of("ann", *["Magic"] * 3)
    table.fought(
        (beast, friend), (foe, far), between=(*between(beast, far, distance=4), *between(beast, foe, distance=3))
    )
    found = table.put(beast, *([Put(die="die-1")] if put else []))
    if items:
        found = table.put(foe, keep(table.item_named(foe, items[0])), seat="ann")
    names = {friend: "friend", foe: "foe", far: "far"}
    return {(one.by, names[one.target]): (one.damage, one.stopped) for one in blows(found)}


@pytest.mark.rule("BN-ABIL-04", "BN-R-184", "BN-R-276", "BN-BEAST-07")
def test_hoar_frost_strikes_all_within_three_metres() -> None:
    """If its owner chooses to strike, Hoar Frost strikes friends and foes alike.

    If `hoar_frost_spares_allies` is true, it spares friends.
    """
    both = {("HoarFrost", "friend"): (2, 0), ("HoarFrost", "foe"): (2, 0)}

    assert both == frost(put=True)
    assert {} == frost(put=False)
    assert {("HoarFrost", "foe"): (2, 0)} == frost(put=True, beasts={"hoar_frost_spares_allies": True})


@pytest.mark.rule("BN-ABIL-04", "BN-R-183")
@pytest.mark.parametrize(
    ("item", "ignores", "stopped", "absorbed"),
    [
        (ARMOR, ["armor_defend", "armor_absorb"], 0, False),
        (SHIELD, ["armor_defend", "armor_absorb"], 1, True),
        (ARMOR, ["armor_absorb"], 1, False),
        (ARMOR, ["armor_defend"], 0, True),
    ],
)
def test_armor_does_not_reduce_hoar_frost(item: str, ignores: list[str], stopped: int, absorbed: bool) -> None:  # noqa: FBT001 a choice
    """Armor neither stops Hoar Frost with its Defend icons nor absorbs its damage. A shield does both."""
    table = Arena(beasts={"hoar_frost_ignores": ignores})
    beast, foe = table.of("gm", "HoarFrost*2", kind="beast"), table.of("ann", *["Magic"] * 4, items=(item,))
    table.fought((beast,), (foe,))
    table.put(beast, Put(die="die-1"))

    found = table.put(foe, keep(table.item_named(foe, item)), seat="ann")

    assert stopped == blow(found).stopped
    (wound,) = [event.wound for event in found if isinstance(event, DamageDealt)]
    assert 2 - stopped == wound.amount
    if absorbed:
        table.do(
            TakeDamage(wound=wound.id, items=(table.item_named(foe, item),), dice=(1,) * (1 - stopped)), seat="ann"
        )
    assert 2 - stopped - absorbed == len(table.who(foe).lost)


@pytest.mark.rule("BN-R-183", "BN-EQ-13", "BN-SPIFF-12")
def test_shields_absorb_hoar_frost_and_armor_absorbs_other_blows() -> None:
    """Armor absorbs 1 damage of a blow, and a shield 1 damage of a frost.

    The player can also soak damage of a frost.
    """
    play = Play()
    who = play.one(items=(ARMOR, ARMOR, SHIELD))
    armor, other, shield = play.who(who).items
    play.given(DamageDealt(wound=Wound(id="wound-90", creature=who, amount=2, source="attack", blows=(1,), frost=(1,))))
    hurt, both = play.state, TakeDamage(wound="wound-90", items=(armor, shield))

    play.no(PastArmor, TakeDamage(wound="wound-90", items=(armor, other)), seat="ann")
    assert {(), (armor,), (other,), (shield,), (armor, shield), (other, shield)} == {
        tuple(one.body.get("items", ())) for one in allowed_of(play.state, "ann", TakeDamage)
    }
    play.do(both, seat="ann")
    assert ((), [other]) == (play.who(who).lost, list(play.who(who).items))
    play.state = hurt
    play.given(DamageSoaked(wound="wound-90"))
    play.no(PastArmor, both, seat="ann")
    play.do(replace(both, items=(armor,)), seat="ann")
    assert () == play.who(who).lost


@pytest.mark.rule("BN-R-183", "BN-R-114")
@pytest.mark.parametrize(("given", "left"), [((0,), 3), ((2,), 1), ((0, 2), 0), ((2, 3), 0)])
def test_a_setting_lets_a_shield_absorb_a_whole_frost(given: tuple[int, ...], left: int) -> None:
    """If `armor_absorbs` is `all_damage_of_the_blow`, one item absorbs a whole blow.

    Armor absorbs a plain blow of 1, and a shield absorbs a whole frost of 3.
    """
    play = Play(combat={"armor_absorbs": "all_damage_of_the_blow"})
    who = play.one(items=(ARMOR, ARMOR, SHIELD, SHIELD))
    items = tuple(list(play.who(who).items)[one] for one in given)
    wound = Wound(id="wound-90", creature=who, amount=4, source="attack", blows=(1,), frost=(3,))
    play.given(DamageDealt(wound=wound))

    assert left == damage.cost(play.state, play.state.wounds["wound-90"], items)


@pytest.mark.rule("BN-R-183")
def test_under_rules_version_0_a_shield_does_not_absorb_frost() -> None:
    """Under version 0 of the rules a shield does not absorb frost."""
    table = Arena()
    table.state = replace(table.state, form=0)
    beast, foe = table.of("gm", "HoarFrost*2", kind="beast"), table.of("ann", *["Magic"] * 4, items=(SHIELD,))
    table.fought((beast,), (foe,))
    table.put(beast, Put(die="die-1"))
    (wound,) = [event.wound for event in table.put(foe, seat="ann") if isinstance(event, DamageDealt)]

    assert (2, 2, ()) == (wound.amount, wound.past_armor, wound.frost)
    assert 2 == len(table.who(foe).lost)


@pytest.mark.rule("BN-CAMP-70", "BN-ABIL-04")
@pytest.mark.parametrize(("strikes", "stopped"), [(True, 0), (False, 1)])
def test_hoar_frost_either_strikes_or_defends(strikes: bool, stopped: int) -> None:  # noqa: FBT001 a choice
    """An allotted face of Hoar Frost strikes. A face that is not allotted stops a success."""
    table = Arena()
    beast, one = (
        table.of("gm", "HoarFrost", "Magic", "Magic", kind="beast"),
        table.of("ann", "Melee*2", "Magic", "Magic"),
    )
    table.fought((beast,), (one,))
    table.put(beast, *([Put(die="die-1")] if strikes else []))

    found = blows(table.put(one, to(beast, 1, 2), seat="ann"))

    assert [stopped] == [blow.stopped for blow in found if blow.target == beast]
    assert strikes == any(blow.by == "HoarFrost" for blow in found)


@pytest.mark.rule("BN-R-276", "BN-COVER-02", "BN-PRONE-02")
def test_cover_and_posture_do_not_affect_abilities() -> None:
    """Cover, darkness and a prone target remove nothing from Hoar Frost."""
    table = Arena()
    beast, foe = table.of("gm", "HoarFrost", kind="beast"), table.of("ann", "Melee", *["Magic"] * 4, prone=True)
    table.fought((beast,), (foe,), between=between(beast, foe, cover=80, distance=3), light="total darkness")
    table.put(foe, seat="ann")

    assert (1, 0, ()) == ((one := blow(table.put(beast, Put(die="die-1")))).damage, one.free, one.losses)


@pytest.mark.rule("BN-CAMP-65", "BN-CMB-20")
@pytest.mark.parametrize("away", [True, False])
def test_area_attacks_of_beasts_miss_the_escaped(away: bool) -> None:  # noqa: FBT001 both ways
    """Neither frost nor fear affects a creature that has escaped, and it cannot attack the beast until it is caught."""
    table = Arena()
    beast = table.of("gm", "HoarFrost", "FearCaster", "Prickly", kind="beast")
    bob, foe = table.of("ann", "Melee*2", *["Magic"] * 3), table.of("ann", "Melee*2", *["Magic"] * 3)
    table.begin((beast,), (bob, foe))
    table.state = table.state.fighter_put(bob, fled=(beast,))
    if not away:
        table.do(SetScene(caught=(bob,)))
    table.round()
    table.put(beast, Put(die="die-1"))

    puts = () if away else (to(beast, 1, 1),)
    if away:
        table.no(NoTarget, Allot(creature=bob, puts=(to(beast, 1, 1),)), seat="ann")
    table.no(TakenByFear, Allot(creature=foe, puts=(to(bob, 1, 2),)), seat="ann")
    table.put(bob, *(puts or (to(foe, 1, 2),)), seat="ann")
    found = table.put(foe, to(bob, 1, 1), seat="ann")

    by_beast = {(one.by, one.target) for one in blows(found) if one.attacker == beast}
    assert {("HoarFrost", foe)} | (set() if away else {("HoarFrost", bob), ("Prickly", bob)}) == by_beast


@pytest.mark.rule("BN-ABIL-08", "BN-R-185", "BN-R-276")
def test_the_prickly_prick_melee_attackers() -> None:
    """Prickly damages every melee attacker, even one whose blow is stopped.

    It does not damage archers or other attackers.
    """
    table = Arena()
    beast = table.of("ann", "Prickly", *["Magic"] * 5, kind="beast")
    two = [table.of("gm", "Melee", "Magic", "Magic") for _ in range(2)]
    archer = table.of("gm", "Missile", "Magic", items=("Sling",))
    other = table.of("gm", "Melee", "Magic")
    table.fought((*two, archer, other), (beast,))
    for one in two:
        table.put(one, to(beast))
    table.put(archer, to(beast))
    table.put(other, to(archer))
    found = table.stand(beast, seat="ann")

    pricked = {one.target: one.damage for one in blows(found) if one.by == "Prickly"}
    assert dict.fromkeys(two, 1) == pricked


@pytest.mark.rule("BN-ABIL-08", "BN-CMB-08")
def test_prickly_damage_is_stopped_like_a_blow() -> None:
    """The attacker's defence in the same roll stops the damage of Prickly."""
    table = Arena()
    beast, one = table.of("gm", "Prickly", "Magic", "Magic", kind="beast"), table.of("ann", "Melee", "Defend", "Magic")
    table.fought((beast,), (one,))

    found = table.put(one, to(beast), keep(2), seat="ann")

    assert {"blow": (1, 0), "Prickly": (1, 0)} == {one.by: (one.stopped, one.damage) for one in blows(found)}


@pytest.mark.rule("BN-CAMP-84", "BN-CAMP-70", "BN-ABIL-04")
def test_strikes_with_hoar_frost_are_listed() -> None:
    """The list offers a blow with another die, alone and together with the frost.

    Refusals say how to strike with the frost.
    """
    table = Arena()
    beast, foe = table.of("gm", "HoarFrost", "Melee", kind="beast"), table.of("ann", "blank", "Physical", "Physical")
    table.fought((beast,), (foe,))

    for wrong in (keep(1), to(foe, 1)):
        table.no(WorksByItself, Allot(creature=beast, puts=(wrong,)))
    listed = [tuple(entry.body.get("puts", ())) for entry in table.entries("gm", Allot)]
    frost, bite = {"die": "die-1"}, {"die": "die-2", "attack": ({"target": foe},)}
    assert [(bite,), (bite, frost)] == [one for one in listed if bite in one]
    table.put(beast, Put(die="die-1"), to(foe, 2))
    found = blows(table.put(foe, seat="ann"))

    assert {"blow": 1, "HoarFrost": 1} == {one.by: one.damage for one in found}
