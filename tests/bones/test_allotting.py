"""Allotments of successes to attack and defence, which stay hidden until the whole group has allotted."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import (
    Allot,
    AllotmentsRevealed,
    Allotted,
    DoesNotAttack,
    DoesNotDefend,
    InFullCover,
    MoreThanShown,
    NotAtRange,
    NotDueToAllot,
    NothingToPut,
    OutOfHand,
    OutOfReach,
    SuccessesAllotted,
    WeaponNeeded,
)
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.declaring import NoTarget
from services.bones.chapters.fights.rounds import GroupsTurnCame
from services.bones.state.combat import Aimed, Allotment, Put
from shared.kernel.campaign.fights import NoFight, NotInFight
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours
from shared.kernel.messages import Secret
from tests.bones.arena import Arena, assert_refused, between, blow, blows, damage_dealt, keep, met, to

BOW, SWORD = "Longbow / heavy crossbow", "One-handed melee (sword, mace, club, battle ax)"


# ---------------------------------------------------------------- order and secrecy


@pytest.mark.rule("BN-CMB-03", "BN-R-270", "BN-R-314", "BN-CMB-19")
def test_characters_allot_after_the_cast() -> None:
    """Characters see the cast's allotments.

    Until a group is complete, an allotment is shown only to its own seat and the game master.
    """
    table = Arena()
    first, second = table.of("gm", "Melee"), table.of("gm", "Melee")
    bob = table.of("ann", "Defend", "Magic", "Magic", "Magic")
    table.fought((first, second), (bob,))
    assert ((first, second), (bob,)) == table.combat.groups

    table.no(NotDueToAllot, Allot(creature=bob), seat="ann")
    hidden = Allotment(puts=(to(bob),))
    assert [SuccessesAllotted(creature=first, allotment=Secret(audience=("gm",), value=hidden))] == table.put(
        first, to(bob)
    )
    table.no(NotDueToAllot, Allot(creature=first))
    assert [
        SuccessesAllotted(creature=second, allotment=Secret(audience=("gm",), value=Allotment())),
        AllotmentsRevealed(
            allotments=(Allotted(creature=first, allotment=hidden), Allotted(creature=second, allotment=Allotment()))
        ),
        GroupsTurnCame(group=1),
    ] == table.put(second)
    found = table.put(bob, keep(), seat="ann")

    assert (
        SuccessesAllotted(creature=bob, allotment=Secret(audience=("ann", "gm"), value=Allotment(puts=(keep(),))))
        == found[0]
    )
    assert 1 == blow(found).stopped


@pytest.mark.rule("BN-R-314")
def test_copy_without_secrets_has_no_allotments() -> None:
    """A redacted copy of the log shows only that a creature has allotted, until the allotment is revealed."""
    table, one, foe = met("Melee", "Magic")
    other = table.of("bob", "Melee")
    assert other
    found = SuccessesAllotted(creature=one, allotment=Secret(audience=("ann", "gm"), digest="0" * 64))
    table.given(found)

    assert (True, None) == (table.fighter(one).allotted, table.fighter(one).allotment)
    assert foe in table.combat.fighters


@pytest.mark.rule("BN-R-280", "AR-CAMP-04", "AR-CAMP-05", "AR-FIGHT-01", "AR-FIGHT-02")
def test_players_allot_for_their_own_creatures() -> None:
    """A player allots only for the seat's own creatures. The game master may allot for all."""
    table, one, foe = met("Melee")
    outside = table.of("ann", "Melee")

    table.no(NotYours, Allot(creature=one), seat="bob")
    table.no(NotKnownHere, Allot(creature="creature-99"))
    table.no(NotInFight, Allot(creature=outside), seat="ann")
    table.no(NotDueToAllot, Allot(creature=foe))
    assert 1 == blow(table.put(one, to(foe), seat="gm")).damage
    fresh = Arena()
    alone = fresh.of("ann", "Melee")
    fresh.no(NoFight, Allot(creature=alone), seat="ann")


@pytest.mark.rule("BN-R-257", "BN-R-273")
def test_creature_with_nothing_to_allot_is_skipped() -> None:
    """The round ends at once if no fighter has successes to allot. Successes that are not allotted are lost."""
    table = Arena()
    one, foe = table.of("ann", "Scholar", "Perception:Night Vision"), table.of("gm", "Magic", "Flight", kind="beast")
    found = table.fought((foe,), (one,))
    assert [] == blows(found)
    assert 2 == table.combat.round

    table, one, foe = met("Melee", "Melee")
    assert {foe: 1} == damage_dealt(table.put(one, to(foe), seat="ann"))


# ---------------------------------------------------------------- legal allotments


@pytest.mark.rule("BN-CMB-04", "BN-CMB-05", "BN-CMB-06", "BN-CMB-07", "BN-MAST-24", "BN-MAST-57", "BN-TASK-03")
def test_faces_have_legal_uses() -> None:
    """Missile, Riposte and Tiger never defend, and Defend only defends; Universal and Physical may do both."""
    table, one, foe = met("Missile", "Defend", "Melee:Riposte", "Unarmed:Tiger style", "Universal", "Physical", "Magic")

    for put, refusal in (
        (keep(1), DoesNotDefend), (to(foe, 2), DoesNotAttack), (keep(3), DoesNotDefend), (keep(4), DoesNotDefend),
        (to(foe, 1), DoesNotAttack), (keep(7), NothingToPut), (to(foe, 5, 2), MoreThanShown),
        (keep(5, 2), MoreThanShown), (to(foe, 5, 1, defend=1), MoreThanShown), (to(foe, 3, 3), MoreThanShown),
        (keep(8), NothingToPut), (keep(5, way=1), NothingToPut), (keep("bonus"), NothingToPut),
        (Put(die="die-5"), NothingToPut), (keep("bonus", way=1), NothingToPut),
    ):  # fmt: skip
        assert_refused(refusal, table, one, put)
    assert_refused(NamedTwice, table, one, keep(5), to(foe, 5))
    found = table.put(one, keep(2), to(foe, 3, 2), to(foe, 4, 2), to(foe, 5), keep(6), seat="ann")

    assert 5 == blow(found).damage


@pytest.mark.rule("BN-MAST-15", "BN-MAST-55", "BN-TASK-05", "BN-RACE-03")
def test_double_faces_are_split_or_chosen() -> None:
    """One success of a double face may attack while the other defends.

    A Crane icon attacks and defends at once; a Slam icon does one or the other.
    """
    table, one, foe = met("Melee*2", "Unarmed:Crane style", "Defend:Slam")
    assert_refused(DoesNotAttack, table, one, to(foe, 3))
    assert_refused(MoreThanShown, table, one, to(foe, 3, way=1, defend=1))
    assert_refused(MoreThanShown, table, one, to(foe, 2, 2))
    assert_refused(NamedTwice, table, one, Put(die="die-1", attack=(Aimed(target=foe), Aimed(target=foe))))

    found = table.put(one, to(foe, 1, defend=1), to(foe, 2, defend=1), to(foe, 3, way=1), seat="ann")

    assert 3 == blow(found).damage


@pytest.mark.rule("BN-CAMP-176")
def test_refused_allotment_names_what_is_allowed() -> None:
    """The refusal of a face's use names the face's legal use, if it has one.

    The refusal of an unknown die names the dice of the roll.
    """
    table, one, foe = met("Defend:Slam", "Missile:Bow Fu", "Melee:Riposte")

    for put, refusal, needs in (
        (to(foe, 1), DoesNotAttack, "way: 1"), (to(foe, 2), DoesNotAttack, "way: 1"),
        (keep(2), DoesNotDefend, "way: 1"), (keep(3), DoesNotDefend, "a success that defends"),
        (keep(9), NothingToPut, ("die-1", "die-2", "die-3")),
    ):  # fmt: skip
        assert needs == table.no(refusal, Allot(creature=one, puts=(put,)), seat="ann").needs


@pytest.mark.rule("BN-R-264", "BN-EQ-06", "BN-R-108")
def test_only_one_kind_of_attack_in_a_round() -> None:
    """With a bow, Melee faces can only defend. A sword strikes unless it is thrown, and bare hands cannot shoot.

    The refusal names the other kind of attack if it would be legal.
    """
    table, one, foe = met("Melee", "Missile", by={"items": (BOW,)})
    assert_refused(DoesNotAttack, table, one, to(foe, 1))
    assert "missile" == blow(table.put(one, keep(1), to(foe, 2), seat="ann")).kind

    table, one, foe = met("Melee", "Missile", "Universal", by={"items": (SWORD,)})
    assert_refused(DoesNotAttack, table, one, to(foe, 2))
    table.no(DoesNotAttack, Allot(creature=one, puts=(to(foe, 1), to(foe, 2)), ranged=True), seat="ann")
    found = blow(table.put(one, keep(1), to(foe, 2), to(foe, 3), ranged=True, seat="ann"))
    assert ("missile", 2) == (found.kind, found.successes)

    for ranged, needs in ((False, "ranged: true"), (True, "ranged: false")):
        table, one, foe = met("Melee" if ranged else "Missile", by={"items": (SWORD,)})
        why = table.no(DoesNotAttack, Allot(creature=one, puts=(to(foe, 1),), ranged=ranged), seat="ann")
        assert (needs, "ranged") == (why.needs, why.field)

    table, one, foe = met("Missile", "Universal")
    assert_refused(NotAtRange, table, one, to(foe, 1), ranged=True)
    assert_refused(DoesNotAttack, table, one, to(foe, 1))


@pytest.mark.rule("BN-R-108", "BN-R-266")
def test_missile_faces_may_need_no_weapon() -> None:
    """A beast's Missile faces attack without a weapon.

    If `missile_icons_need_weapon` is false, the Missile faces of other creatures do so too.
    """
    bare, beast = {"combat": {"missile_icons_need_weapon": False}}, {"by": {"kind": "beast"}}
    for more in (bare, beast):
        table, one, foe = met("Missile", **more)
        assert 1 == blow(table.put(one, to(foe, 1), ranged=True, seat="ann")).damage


@pytest.mark.rule("BN-CMB-19", "BN-R-273", "BN-CMB-20", "BN-R-263")
def test_legal_targets_of_an_allotment() -> None:
    """Any other fighter is a legal target, even one of the same side, but never one who has escaped.

    In melee, the target must be within reach.
    """
    table = Arena()
    one, friend = table.of("ann", "Melee*3", items=(SWORD,)), table.of("ann", *["Magic"] * 3)
    far, gone = table.of("gm", *["Magic"] * 3), table.of("gm", *["Magic"] * 3)
    outside = table.of("gm", "Magic")
    table.begin((one, friend), (far, gone), between=between(one, far, reach=False))
    table.state = table.state.fighter_put(gone, fled=(one,))
    table.round()

    why = table.no(OutOfReach, Allot(creature=one, puts=(to(far, 1),)), seat="ann")
    assert (("a target in reach", "ranged: true"), "ranged") == (why.needs, why.field)
    for target in (one, outside, gone):
        assert_refused(NoTarget, table, one, to(target))
    assert_refused(OutOfReach, table, one, to(far))
    assert {friend: 2} == damage_dealt(table.put(one, to(friend, 1, 2), seat="ann"))


@pytest.mark.rule("BN-R-263")
def test_missiles_need_no_reach() -> None:
    """A shot strikes a target that is out of reach in melee."""
    table, one, foe = met("Missile", by={"items": (BOW,)}, pair={"reach": False})

    assert 1 == blow(table.put(one, to(foe), seat="ann")).damage


@pytest.mark.rule("BN-R-124", "BN-COVER-02")
@pytest.mark.parametrize("blocks", [True, False])
def test_a_setting_excludes_targets_in_full_cover(blocks: bool) -> None:  # noqa: FBT001 a setting
    """Full cover removes five successes from an attack.

    If `full_cover_blocks` is true, a creature in full cover cannot be attacked at all.
    """
    table, one, foe = met("Melee*6", pair={"cover": 100}, cover={"full_cover_blocks": blocks})
    if blocks:
        assert_refused(InFullCover, table, one, to(foe, 1, 6))
    else:
        assert 1 == blow(table.put(one, to(foe, 1, 6), seat="ann")).damage


@pytest.mark.rule("BN-R-369", "BN-R-124", "BN-COVER-06")
@pytest.mark.parametrize(("size", "damage"), [(1, None), (2, 4), (4, 6)])
def test_full_cover_does_not_hide_what_is_much_larger(size: int, damage: int | None) -> None:
    """If size affects all cover, full cover stops no attack on a target twice as large, which loses two successes.

    With a target four times as large, the attack loses none. Older campaigns refuse it.
    """
    rules = {"full_cover_blocks": True, "size_affects": "all_cover"}
    table, one, foe = met("Melee*6", pair={"cover": 100, "size": size}, cover=rules)
    if damage is None:
        assert_refused(InFullCover, table, one, to(foe, 1, 6))
        return
    old = table.state
    table.state = replace(old, form=1)
    assert_refused(InFullCover, table, one, to(foe, 1, 6))
    table.state = old
    assert damage == blow(table.put(one, to(foe, 1, 6), seat="ann")).damage


@pytest.mark.rule("BN-R-012")
def test_a_setting_requires_a_weapon_for_attacks() -> None:
    """If `weaponless_attack_without_icon` is false, a fighter needs a weapon to attack, but not to defend."""
    table, one, foe = met("Universal", combat={"weaponless_attack_without_icon": False})

    assert_refused(WeaponNeeded, table, one, to(foe))
    assert [] == blows(table.put(one, keep(), seat="ann"))


# ---------------------------------------------------------------- automatic allotment, and the list


@pytest.mark.rule("BN-R-203")
def test_the_service_may_allot_for_the_cast() -> None:
    """By default the service uses all successes against the declared target, or else the first foe within reach.

    Defend faces defend.
    """
    table = Arena(combat={"cast_auto_allocation": "all_attack"})
    one = table.of("gm", "Melee*2", "Universal", "Defend")
    far, near = table.of("ann", "Magic", "Magic", "Magic"), table.of("ann", *["Magic"] * 3, "Defend")
    pairs = between(one, far, reach=False)
    found = table.fought((one,), (far, near), between=pairs)

    allotment = next(event for event in found if isinstance(event, AllotmentsRevealed)).allotments[0].allotment
    assert (to(near, 1, 2), to(near, 2), keep(3)) == allotment.puts
    table.no(NotDueToAllot, Allot(creature=one))

    table = Arena(combat={"cast_auto_allocation": "all_attack"})
    one, first, second = table.of("gm", "Melee"), table.of("ann", *["Magic"] * 3), table.of("ann", *["Magic"] * 3)
    found = table.fought((one,), (first, second), said={one: {"targets": (second,)}})
    assert [BlowStruck(attacker=one, target=second, kind="melee", successes=1, damage=1)] == blows(found)


@pytest.mark.rule("BN-R-203")
def test_the_service_allots_all_to_defence_without_a_foe_in_reach() -> None:
    """With no foe in reach, the service allots all successes of the cast to defence."""
    table = Arena(combat={"cast_auto_allocation": "all_attack"})
    one, foe = table.of("gm", "Melee*2"), table.of("ann", "Melee", "Magic")
    table.fought((one,), (foe,), between=between(one, foe, reach=False))

    assert [keep(1, 2)] == list(table.fighter(one).allotment.puts)  # type: ignore[union-attr]


@pytest.mark.rule("BN-CMB-19", "BN-CMB-03")
def test_listed_allotments() -> None:
    """For each kind of attack, the list offers to use all successes against a target, or all for defence, or none."""
    table, one, foe = met("Melee", "Missile", "Defend", by={"items": (SWORD,)})
    sword = table.item_named(one, SWORD)

    listed = [
        (entry.body.get("ranged", False), [(put["die"], "attack" in put) for put in entry.body.get("puts", [])])
        for entry in table.entries("ann", Allot)
    ]

    assert [
        (False, [("die-1", True), ("die-3", False), (sword, True)]),
        (False, [("die-1", False), ("die-3", False), (sword, False)]),
        (True, [("die-1", False), ("die-2", True), ("die-3", False)]),
        (True, [("die-1", False), ("die-3", False), (sword, False)]),
        (False, []),
    ] == listed
    assert [] == table.entries("bob", Allot)
    assert len(listed) == len(table.entries("gm", Allot))
    assert foe in table.combat.fighters


@pytest.mark.rule("BN-CAMP-69", "BN-EQ-05", "BN-R-264")
@pytest.mark.parametrize(("item", "may"), [(SWORD, False), ("Javelin with thrower", False), (BOW, True)])
def test_thrown_weapon_has_one_target(item: str, may: bool) -> None:  # noqa: FBT001 both ways
    """A thrown sword or javelin strikes one target; a bow, or a sword in hand, may strike several."""
    table = Arena()
    one, first = table.of("ann", "Universal", "Universal", items=(item,)), table.of("gm", "Magic", "Flight")
    second = table.of("gm", "Magic", "Flight")
    table.fought((one,), (first, second))
    both = Allot(creature=one, puts=(to(first, 1), to(second, 2)), ranged=True)

    if may:
        assert {first: 1, second: 1} == damage_dealt(table.do(both, seat="ann"))
    else:
        table.no(OutOfHand, both, seat="ann")
        assert {first: 2} == damage_dealt(table.put(one, to(first, 1), to(first, 2), ranged=True, seat="ann"))
    if item == SWORD:
        table = Arena()
        one, first = table.of("ann", "Universal", "Universal", items=(item,)), table.of("gm", "Magic", "Flight")
        second = table.of("gm", "Magic", "Flight")
        table.fought((one,), (first, second))
        assert {first: 1, second: 1} == damage_dealt(table.put(one, to(first, 1), to(second, 2), seat="ann"))


@pytest.mark.rule("BN-CAMP-69", "BN-EQ-05")
def test_die_of_a_thrown_weapon_does_not_defend() -> None:
    """A thrown weapon's die cannot defend; the creature's other dice can, and so can a die of a weapon in hand."""
    table, one, foe = met("Universal", "Melee", by={"items": (SWORD,)})
    sword = table.item_named(one, SWORD)
    table.no(OutOfHand, Allot(creature=one, puts=(to(foe, 1), keep(sword)), ranged=True), seat="ann")
    thrown = [found.body for found in table.entries("ann", Allot) if found.body.get("ranged")]
    at_foe = [body["puts"] for body in thrown if any(put.get("attack") for put in body["puts"])]
    assert [{"die-1", "die-2"}] == [{put["die"] for put in puts} for puts in at_foe]
    trial = Arena()
    trial.state = table.state
    trial.put(one, keep(1), keep(sword), ranged=True, seat="ann")
    assert sword in trial.who(one).items
    table.put(one, to(foe, 1), keep(2), ranged=True, seat="ann")
    assert sword in table.state.ground
