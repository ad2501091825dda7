"""Blows: attack against defence, and the circumstances between attacker and target."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.blows import BlowStruck, MoreThanStops, NothingToStandAgainst, StandAgainst
from services.bones.chapters.fights.rounds import RoundBegan
from services.bones.chapters.people.items import ItemLost
from services.bones.chapters.rolls.hindering import HinderingGiven
from services.bones.chapters.rolls.wounds import DamageSoaked, Died, Incapacitated, TakeDamage
from services.bones.reading import damage
from services.bones.reading.strikes import Loss
from services.bones.state.combat import Aimed, Put, Stand
from services.bones.state.creatures import Hindering
from services.bones.state.wounds import Riding, Wound
from shared.kernel.campaign.seats import NamedTwice, NotYours
from tests.bones.arena import Arena, between, blow, blows, dealt, keep, to
from tests.bones.fight import HORDE
from tests.bones.play import BOB, Play

CROSSBOW, SWORD, DAGGER = (
    "Short bow / light crossbow",
    "One-handed melee (sword, mace, club, battle ax)",
    "Dagger / knife",
)
PARTIAL, TOTAL = "partial darkness", "total darkness"


def struck(*faces: str, **more: Any) -> BlowStruck:  # noqa: ANN401 `on` and `by` whom, `pair`, `settings`, the scene
    """Return the outcome of all these successes against a creature without defence."""
    on, by, pair = more.pop("on", {}), more.pop("by", {}), more.pop("pair", {})
    ranged = more.pop("ranged", False)
    table = Arena(**more.pop("settings", {}))
    foe, one = table.of("ann", *["Magic"] * 5, **on), table.of("gm", *faces, **by)
    table.fought((one,), (foe,), between=between(one, foe, **pair), **more)
    counts = [face.rpartition("*")[2] for face in faces]
    puts = [to(foe, place, int(count) if count.isdigit() else 1) for place, count in enumerate(counts, 1)]
    return blow(table.put(one, *puts, ranged=ranged))


def lost(found: BlowStruck) -> dict[str, int]:
    """Return the successes that an attack has lost, by reason."""
    return {loss.why: loss.count for loss in found.losses}


@pytest.mark.rule(
    "BN-EX-19", "BN-CMB-03", "BN-CMB-04", "BN-CMB-05", "BN-CMB-06", "BN-CMB-07", "BN-CMB-08", "BN-CMB-09", "BN-CMB-10"
)
def test_badass_bob() -> None:
    """Bob and a goblin sniper have two successes each way, and the goblin has no defence."""
    table = Arena()
    goblin = table.one("gm", [("Universal",) * 6, ("Missile",) * 6], items=(CROSSBOW,))
    bob = table.one("ann", [BOB[0], BOB[1], BOB[1], BOB[2]], items=(CROSSBOW,))
    bow, his = table.held(bob, CROSSBOW), table.held(goblin, CROSSBOW)

    table.fought((goblin,), (bob,), shown={bob: (1, 2, 4, 6, 5), his: 6, bow: 5})
    assert ("Universal", "Physical", "Missile", "Defend", "blank") == tuple(one.face for one in table.roll_of(bob).dice)
    table.put(goblin, to(bob, 1), to(bob, 2))
    found = table.put(bob, to(goblin, 3), to(goblin, 2), keep(4), keep(1), seat="ann")

    assert [
        BlowStruck(attacker=bob, target=goblin, kind="missile", successes=2, damage=2),
        BlowStruck(attacker=goblin, target=bob, kind="missile", successes=2, stopped=2),
    ] == blows(found)
    assert {goblin: 2} == dealt(found)
    assert Incapacitated(creature=goblin) in found
    assert () == table.who(goblin).numbers


@pytest.mark.rule("BN-EX-40", "BN-CMB-09", "BN-CMB-18", "BN-R-111")
def test_fried_goblin_strikes_back() -> None:
    """The goblin falls in this round, but its two attack successes still cost Bob two dice."""
    table = Arena()
    goblin = table.of("gm", "Melee", "Melee")
    bob = table.of("ann", "Melee*2", "Magic", "Magic", "Magic")
    table.fought((goblin,), (bob,))
    table.put(goblin, to(bob, 1), to(bob, 2))

    found = table.put(bob, to(goblin, 1, 2), seat="ann")

    assert {goblin: 2, bob: 2} == dealt(found)
    assert Incapacitated(creature=goblin) in found
    (wound,) = table.state.wounds
    found = table.do(TakeDamage(wound=wound, dice=(2, 3)), seat="ann")
    assert (1, 4) == table.who(bob).numbers
    assert RoundBegan(round=2) == found[-1]


@pytest.mark.rule("BN-CMB-08", "BN-CMB-09", "BN-R-007")
@pytest.mark.parametrize(("attack", "defend", "damage"), [(2, 0, 2), (2, 2, 0), (2, 1, 1), (1, 3, 0)])
def test_defence_cancels_attack_one_for_one(attack: int, defend: int, damage: int) -> None:
    """The remaining successes are damage."""
    table = Arena()
    one, foe = table.of("gm", f"Melee*{max(attack, 2)}"), table.of("ann", f"Defend*{max(defend, 2)}", *["Magic"] * 3)
    table.fought((one,), (foe,))
    table.put(one, to(foe, 1, attack))

    found = table.put(foe, *([keep(1, defend)] if defend else []), seat="ann")

    assert (min(attack, defend), damage) == (blow(found).stopped, blow(found).damage)
    assert ({foe: damage} if damage else {}) == dealt(found)


@pytest.mark.rule("BN-CMB-17", "BN-CMB-19", "BN-R-127")
def test_attack_is_split_among_targets_each_with_its_own_cover() -> None:
    """1 on the first, 3 on the second, who is covered by 40%."""
    table = Arena()
    first, second = table.of("gm", *["Magic"] * 3), table.of("gm", *["Magic"] * 3)
    bob = table.of("ann", "Melee*4")
    table.fought((first, second), (bob,), between=between(bob, second, cover=40))

    put = Put(die="die-1", attack=(Aimed(target=first), Aimed(target=second, count=3)))
    found = table.put(bob, put, seat="ann")

    assert {first: 1, second: 1} == dealt(found)


# ---------------------------------------------------------------- cover and darkness


@pytest.mark.rule("BN-COVER-01", "BN-COVER-02", "BN-R-123", "BN-R-007")
@pytest.mark.parametrize(
    ("cover", "rounding", "loses"),
    [(0, "down", 0), (20, "down", 1), (39, "down", 1), (40, "down", 2), (100, "down", 5), (39, "up", 2), (1, "up", 1)],
)
def test_each_step_of_cover_takes_one_success(cover: int, rounding: str, loses: int) -> None:
    """20% a step, rounded down, or up by a setting; a total stops at zero."""
    found = struck("Melee*3", pair={"cover": cover}, settings={"cover": {"cover_rounding": rounding}})

    assert ({"cover": loses} if loses else {}) == lost(found)
    assert max(3 - loses, 0) == found.damage


@pytest.mark.rule("BN-COVER-02", "BN-R-127")
def test_cover_takes_from_each_attacker() -> None:
    """Two attackers lose two each against a target behind 40%."""
    table = Arena()
    first, second, foe = table.of("gm", "Melee*3"), table.of("gm", "Melee*3"), table.of("ann", *["Magic"] * 5)
    pairs = (*between(first, foe, cover=40), *between(second, foe, cover=40))
    table.fought((first, second), (foe,), between=pairs)
    table.put(first, to(foe, 1, 3))

    assert [1, 1] == [one.damage for one in blows(table.put(second, to(foe, 1, 3)))]


@pytest.mark.rule("BN-COVER-02", "BN-COVER-03", "BN-R-128")
@pytest.mark.parametrize("lessens", [True, False])
def test_cover_reduces_melee(lessens: bool) -> None:  # noqa: FBT001 a setting
    """Unless the setting limits it to missiles."""
    rules = {"cover": {"cover_affects_melee": lessens}}

    assert ({"cover": 2} if lessens else {}) == lost(struck("Melee*2", pair={"cover": 40}, settings=rules))
    assert {"cover": 2} == lost(struck("Missile*2", pair={"cover": 40}, settings=rules, by={"items": (CROSSBOW,)}))


@pytest.mark.rule("BN-EX-24", "BN-EX-25", "BN-COVER-03", "BN-COVER-04", "BN-COVER-11", "BN-R-126")
@pytest.mark.parametrize("friends", [0, 1, 3])
def test_friends_in_the_melee_hinder_missiles(friends: int) -> None:
    """One for Ragnar when Bob shoots, three for the goblin's fellows; none if nobody is in melee."""
    found = struck("Missile*5", pair={"friends": friends}, by={"items": (CROSSBOW,)})

    assert ({"friends": friends} if friends else {}) == lost(found)
    assert 5 - friends == found.damage
    assert {} == lost(struck("Melee*5", pair={"friends": friends}))


@pytest.mark.rule("BN-COVER-05", "BN-COVER-06", "BN-R-281", "BN-R-125")
@pytest.mark.parametrize(("size", "friends"), [(1, 3), (2, 1), (3, 1), (4, 0), (9, 0)])
def test_a_large_target_is_hit_over_the_heads_of_friends(size: int, friends: int) -> None:
    """Half from twice their size on, none from four times; walls and darkness only by a setting."""
    pair, shot = {"friends": 3, "size": size, "cover": 60}, {"items": (CROSSBOW,)}

    assert {"cover": 3, **({"friends": friends} if friends else {})} == lost(struck("Missile", pair=pair, by=shot))
    every = struck("Missile", pair=pair, by=shot, settings={"cover": {"size_affects": "all_cover"}}, light=TOTAL)
    dark = {1: 4, 2: 2, 3: 2}.get(size, 0)
    expected = {"cover": friends, "friends": friends, "darkness": dark}
    assert {why: count for why, count in expected.items() if count} == lost(every)


@pytest.mark.rule("BN-COVER-07", "BN-COVER-08", "BN-COVER-09", "BN-R-242")
@pytest.mark.parametrize(("light", "loses"), [("bright", 0), (PARTIAL, 2), (TOTAL, 4)])
def test_darkness_counts_as_cover(light: str, loses: int) -> None:
    """2 in partial darkness, 4 in total; behind 20% cover one more, or the greater of the two."""
    assert ({"darkness": loses} if loses else {}) == lost(struck("Melee*5", light=light))
    both = struck("Melee*5", light=light, pair={"cover": 20})
    assert 5 - loses - 1 == both.damage
    greater = struck("Melee*5", light=light, pair={"cover": 20}, settings={"cover": {"penalties_add": False}})
    assert 5 - max(loses, 1) == greater.damage


@pytest.mark.rule("BN-MAST-28", "BN-R-036")
@pytest.mark.parametrize(
    ("applies", "pair", "light", "loses"),
    [
        ("all_cover", {"cover": 60}, "bright", {"cover": 1}),
        ("all_cover", {"cover": 20, "friends": 3}, "bright", {"friends": 2}),
        ("all_cover", {"friends": 1}, PARTIAL, {"darkness": 1}),
        ("all_cover", {"distance": 75}, "bright", {"range": 2}),
        ("physical_cover", {"cover": 60, "friends": 1}, PARTIAL, {"cover": 1, "friends": 1, "darkness": 2}),
        ("physical_cover", {"friends": 1}, "bright", {"friends": 1}),
    ],
)
def test_accuracy_takes_40_percent_off_cover(
    applies: str, pair: dict[str, int], light: str, loses: dict[str, int]
) -> None:
    """Two successes come back, for any cover or, by a setting, for walls only; range is no cover."""
    settings = {"mastery": {"accuracy_applies_to": applies}}
    found = struck("Missile:Accuracy", pair=pair, light=light, by={"items": (CROSSBOW,)}, settings=settings)

    assert loses == lost(found)


@pytest.mark.rule("BN-MAST-28", "BN-R-036")
def test_accuracy_helps_only_its_own_target() -> None:
    """Two icons take off 80%; icons used against another target do not help."""
    table = Arena()
    near, far = table.of("ann", *["Magic"] * 3), table.of("ann", *["Magic"] * 3)
    one = table.of("gm", "Missile:Accuracy", "Missile:Accuracy", "Missile*2", items=(CROSSBOW,))
    pairs = (*between(one, near, cover=100), *between(one, far, cover=40))
    table.fought((one,), (near, far), between=pairs)

    found = blows(table.put(one, to(near, 1), to(near, 2), to(far, 3, 2)))

    assert [{"cover": 1}, {"cover": 2}] == [lost(one) for one in found]
    largest = {"cover": {"penalties_add": False}}
    two = struck("Missile:Accuracy", pair={"cover": 60}, light=PARTIAL, by={"items": (CROSSBOW,)}, settings=largest)
    assert {"cover": 1} == lost(two)


@pytest.mark.rule("BN-MAST-35", "BN-R-037")
@pytest.mark.parametrize(
    ("light", "icons", "loses"), [(PARTIAL, 1, 0), (TOTAL, 1, 2), (TOTAL, 2, 0), (PARTIAL, 0, 2), (TOTAL, 0, 4)]
)
def test_night_vision_reduces_darkness_for_all_attacks(light: str, icons: int, loses: int) -> None:
    """One icon removes partial darkness, or half of total darkness; it need not be allotted."""
    table = Arena()
    foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", *["Perception:Night Vision"] * icons)
    table.fought((one,), (foe,), light=light)

    assert ({"darkness": loses} if loses else {}) == lost(blow(table.put(one, to(foe, 1, 5))))


@pytest.mark.rule("BN-RACE-06", "BN-R-037")
def test_a_dwarf_may_see_in_the_dark_instead_of_slamming() -> None:
    """Its icon counts in one way or the other."""
    for way, loses in ((2, {}), (1, {"darkness": 2})):
        table = Arena()
        foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", "Racial:Dwarf")
        table.fought((one,), (foe,), light=PARTIAL)
        icon = Put(die="die-2", way=2) if way == 2 else to(foe, 2, way=1)
        assert loses == lost(blow(table.put(one, to(foe, 1, 5), icon)))


@pytest.mark.rule("BN-RACE-06", "BN-MAST-35", "BN-R-037")
def test_unused_dice_do_not_reduce_darkness() -> None:
    """A die without use in a fight, and a racial icon that is not allotted."""
    table = Arena()
    foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", "Magic", "Racial:Dwarf")
    table.fought((one,), (foe,), light=PARTIAL)

    assert {"darkness": 2} == lost(blow(table.put(one, to(foe, 1, 5))))


# ---------------------------------------------------------------- posture and range


@pytest.mark.rule("BN-PRONE-01", "BN-PRONE-02", "BN-PRONE-03", "BN-R-116")
@pytest.mark.parametrize(
    ("lies", "struck_lies", "damage"), [(False, False, 2), (False, True, 3), (True, False, 1), (True, True, 2)]
)
def test_posture_in_melee(lies: bool, struck_lies: bool, damage: int) -> None:  # noqa: FBT001 postures
    """One more against the prone, one fewer against the standing, none between two prone fighters."""
    found = struck("Melee*2", by={"prone": lies}, on={"prone": struck_lies})

    assert damage == found.damage
    assert int(struck_lies and not lies) == found.free
    assert ({"posture": 1} if lies and not struck_lies else {}) == lost(found)


@pytest.mark.rule("BN-COVER-10", "BN-R-242")
@pytest.mark.parametrize("lies", [False, True])
def test_missiles_lose_a_success_against_the_prone(lies: bool) -> None:  # noqa: FBT001 a posture
    """Whatever the attacker's posture; with cover both count, or the greater."""
    found = struck("Missile*4", by={"prone": lies, "items": (CROSSBOW,)}, on={"prone": True}, pair={"cover": 40})
    greater = struck(
        "Missile*4", by={"prone": lies, "items": (CROSSBOW,)}, on={"prone": True}, pair={"cover": 40},
        settings={"cover": {"penalties_add": False}},
    )  # fmt: skip

    assert (Loss(why="cover", count=2), Loss(why="posture", count=1)) == found.losses
    assert (1, 2) == (found.damage, greater.damage)


@pytest.mark.rule("BN-PRONE-02", "BN-R-117")
@pytest.mark.parametrize(
    ("needs", "named", "reach", "damage"),
    [
        (True, False, True, 0),
        (True, True, True, 1),
        (False, False, True, 1),
        (False, False, False, 0),
        (True, True, False, 0),
    ],
)
def test_the_free_success_needs_an_attack(needs: bool, named: bool, reach: bool, damage: int) -> None:  # noqa: FBT001 rows
    """An allotted attack, or one declared on the prone target; by a setting none."""
    table = Arena(combat={"free_success_needs_attack": needs})
    foe, one = table.of("ann", "Magic", "Magic", prone=True), table.of("gm", "Melee")
    said = {one: {"targets": (foe,)}} if named else {}
    table.fought((one,), (foe,), said=said, between=between(one, foe, reach=reach))

    found = table.put(one)

    assert ([1] if damage else []) == [one.free for one in blows(found)]
    assert ({foe: 1} if damage else {}) == dealt(found)


@pytest.mark.rule("BN-EQ-30", "BN-R-131")
@pytest.mark.parametrize(("metres", "loses"), [(0, 0), (30, 0), (31, 1), (60, 1), (75, 2), (90, 2)])
def test_range_takes_one_success_for_each_increment_past_the_first(metres: int, loses: int) -> None:
    """A short bow has increments of 30 m."""
    found = struck("Missile*5", pair={"distance": metres}, by={"items": (CROSSBOW,)})

    assert ({"range": loses} if loses else {}) == lost(found)


@pytest.mark.rule("BN-R-132", "BN-R-266", "BN-EQ-30")
def test_range_of_thrown_weapons_and_of_beasts() -> None:
    """5 m per increment for the sword; a beast's spit and melee have no range."""
    far = {"distance": 11}

    assert {"range": 2} == lost(struck("Missile*3", pair=far, by={"items": (SWORD,)}, ranged=True))
    assert {} == lost(struck("Missile*3", pair=far, by={"kind": "beast"}, ranged=True))
    assert {} == lost(struck("Melee*3", pair=far | {"reach": True}, by={"items": (SWORD,)}))


@pytest.mark.rule("BN-R-061", "BN-SYM-08", "BN-EQ-08")
def test_encumbrance_does_not_affect_attack_and_defence() -> None:
    """The armor has encumbrance, and no success is lost."""
    table = Arena()
    foe, one = table.of("ann", "Magic", "Magic", "Magic"), table.of("gm", "Melee*2", items=("Light armor (leather)",))
    table.fought((one,), (foe,), shown={table.held(one, "Light armor (leather)"): 2})
    assert "Enc" == table.roll_of(one).dice[1].face

    assert 2 == blow(table.put(one, to(foe, 1, 2))).damage


@pytest.mark.rule("BN-R-258", "BN-HIND-09", "BN-R-257")
def test_poison_takes_a_useful_die() -> None:
    """Its success is lost as well; without a remaining die nothing counts, not even an automatic success."""
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
def test_a_thrown_dagger_is_out_of_hand() -> None:
    """Whether or not its own die shows a missile; it stays in hand if nothing is allotted to the throw, or in melee."""
    for shown, puts, ranged, gone in (
        (3, 2, True, True), (5, 1, True, True), (5, 0, True, False), (3, 0, False, False)
    ):  # fmt: skip
        table = Arena()
        foe, one = table.of("ann", *["Magic"] * 4), table.of("gm", "Missile", "Melee", items=(DAGGER,))
        dagger = table.held(one, DAGGER)
        table.fought((one,), (foe,), shown={dagger: shown})
        thrown = (to(foe, 1), to(foe, dagger))[:puts]
        found = table.put(one, *(thrown or (() if ranged else (to(foe, 2),))), ranged=ranged)

        assert gone == (ItemLost(creature=one, item=dagger, to_ground=True, beside=foe) in found)
        assert gone == (dagger in table.state.ground)
        assert gone != (dagger in table.who(one).items)


@pytest.mark.rule("BN-R-265")
def test_a_bow_stays_in_hand() -> None:
    """Bows are not thrown."""
    table = Arena()
    foe, one = table.of("ann", "Magic", "Magic"), table.of("gm", "Missile", items=(CROSSBOW,))
    table.fought((one,), (foe,))

    table.put(one, to(foe, 1))

    assert table.held(one, CROSSBOW) in table.who(one).items


# ---------------------------------------------------------------- defence


def two_against(*faces: str, **settings: Any) -> tuple[Arena, str, str, str]:  # noqa: ANN401 settings
    """Return a fight in which an archer and a swordsman each allot two successes against one creature."""
    table = Arena(**settings)
    archer, sword = table.of("gm", "Missile*2", items=(CROSSBOW,)), table.of("gm", "Melee*2")
    foe = table.of("ann", *faces, *["Magic"] * 5)
    table.fought((archer, sword), (foe,), between=between(archer, foe, friends=0))
    table.put(archer, to(foe, 1, 2))
    table.put(sword, to(foe, 1, 2))
    return table, archer, sword, foe


@pytest.mark.rule("BN-R-271", "BN-R-105", "BN-CMB-08", "BN-R-280")
def test_defender_chooses_the_attackers_that_it_defends_against() -> None:
    """After all allotments; the service assigns the rest where it still stops something."""
    table, archer, sword, foe = two_against("Defend*3")
    table.put(foe, keep(1, 3), seat="ann")
    assert "defending" == table.combat.stage
    stands = (Stand(attacker=sword, count=2),)

    table.no(NotYours, StandAgainst(creature=foe, stands=stands), seat="bob")
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=sword, count=3),)), seat="ann")
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=foe, count=1),)), seat="ann")
    table.no(NamedTwice, StandAgainst(creature=foe, stands=stands * 2), seat="ann")
    table.no(NothingToStandAgainst, StandAgainst(creature=sword, stands=()))
    found = blows(table.do(StandAgainst(creature=foe, stands=stands), seat="ann"))

    assert {archer: (1, 1), sword: (2, 0)} == {one.attacker: (one.stopped, one.damage) for one in found}
    table.no(NothingToStandAgainst, StandAgainst(creature=foe), seat="ann")


@pytest.mark.rule("BN-R-271")
def test_no_defender_chooses_before_the_last_has_allotted() -> None:
    """Even if all its attackers and the defender have already allotted."""
    table = Arena(combat={"same_side_allocation": "gm_order"})
    first, second = table.of("gm", "Melee*2"), table.of("gm", "Melee*2")
    foe, last = table.of("ann", "Defend*2", *["Magic"] * 5), table.of("bob", "Melee")
    table.fought((first, second), (foe, last))
    table.put(first, to(foe, 1, 2))
    table.put(second, to(foe, 1, 2))
    table.put(foe, keep(1, 2), seat="ann")

    table.no(NothingToStandAgainst, StandAgainst(creature=foe), seat="ann")

    table.put(last, to(first), seat="bob")
    assert 3 == len(blows(table.stand(foe, seat="ann")))


@pytest.mark.rule("BN-R-271")
def test_defender_without_a_choice_is_not_asked() -> None:
    """If all is stopped, or only one attacker or none can be stopped."""
    for faces, puts, stopped in (
        ("Defend*4", (keep(1, 4),), (2, 2)), ("Melee*3", (keep(1, 3),), (0, 2)), ("Defend", (), (0, 0))
    ):  # fmt: skip
        table, archer, sword, foe = two_against(faces)
        found = blows(table.put(foe, *puts, seat="ann"))
        assert {archer: stopped[0], sword: stopped[1]} == {one.attacker: one.stopped for one in found}


@pytest.mark.rule("BN-R-106", "BN-MAST-22", "BN-CMB-21", "BN-R-271")
def test_only_deflection_stops_missiles() -> None:
    """Melee successes are assigned to attacks that they can stop."""
    table, archer, sword, foe = two_against("Melee*2", "Melee:Deflection", "Defend")
    found = blows(table.put(foe, keep(1, 2), keep(2), keep(3), seat="ann"))
    assert {archer: 2, sword: 2} == {one.attacker: one.stopped for one in found}

    table, archer, sword, foe = two_against("Melee*2", "Defend")
    table.put(foe, keep(1, 2), keep(2), seat="ann")
    table.no(MoreThanStops, StandAgainst(creature=foe, stands=(Stand(attacker=archer, count=2),)), seat="ann")


@pytest.mark.rule("BN-R-105")
def test_defence_counts_against_all_by_setting() -> None:
    """Each success then counts against every attacker, and no defender is asked."""
    table, archer, sword, foe = two_against("Defend", "Melee", combat={"defend_against_all": True})

    found = blows(table.put(foe, keep(1), keep(2), seat="ann"))

    assert {archer: 1, sword: 2} == {one.attacker: one.stopped for one in found}


@pytest.mark.rule("BN-R-107")
def test_a_sword_parries() -> None:
    """Its melee face stops a melee blow."""
    table = Arena()
    one, foe = table.of("gm", "Melee*2"), table.of("ann", *["Magic"] * 3, items=(SWORD,))
    table.fought((one,), (foe,))
    table.put(one, to(foe, 1, 2))

    assert 2 == blow(table.put(foe, keep(table.held(foe, SWORD), 2), seat="ann")).stopped


@pytest.mark.rule("BN-R-271", "BN-R-280")
def test_listed_defences() -> None:
    """Each attacker with each useful number of successes."""
    table, archer, sword, foe = two_against("Defend", "Melee")
    table.put(foe, keep(1), keep(2), seat="ann")

    for seat in ("ann", "gm"):
        found = [entry.body.get("stands", []) for entry in table.entries(seat, StandAgainst)]
        assert [
            [], *([{"attacker": archer, "count": count}] for count in range(2)),
            *([{"attacker": sword, "count": count}] for count in range(3)),
        ] == [list(stands) for stands in found]  # fmt: skip
    assert [] == table.entries("bob", StandAgainst)


@pytest.mark.rule("BN-R-271", "BN-R-280")
def test_the_game_master_may_choose_for_every_defender() -> None:
    """A player chooses for their own creatures."""
    table = Arena()
    two = [table.of("gm", "Melee*4") for _ in range(2)]
    ann, bob = (table.of(seat, "Defend", *["Magic"] * 5) for seat in ("ann", "bob"))
    table.fought(two, (ann, bob))
    for one in two:
        table.put(one, Put(die="die-1", attack=(Aimed(target=ann, count=2), Aimed(target=bob, count=2))))
    for who in (ann, bob):
        table.put(who, keep())

    for seat, own in (("gm", {ann, bob}), ("ann", {ann}), ("bob", {bob})):
        assert own == {entry.body["creature"] for entry in table.entries(seat, StandAgainst)}
    table.stand(ann, seat="ann")
    assert "defending" == table.combat.stage
    assert 4 == len(blows(table.stand(bob, seat="gm")))


# ---------------------------------------------------------------- other tasks, and hordes


@pytest.mark.rule("BN-HORDE-03", "BN-R-135", "BN-R-136", "BN-HORDE-01")
def test_horde_rolls_separately_for_each_target() -> None:
    """3 Melee against one, 1 against the other; it needs no decision, and has no defence."""
    table = Arena()
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    first, second = table.of("ann", "Melee", *["Magic"] * 3), table.of("ann", "Defend", "Magic")
    table.begin((horde,), (first, second))
    table.says(horde, targets=(first, second))
    table.all_fight()
    table.rolled(1, 2, 3, 1, 4, 5, *[1] * 6)
    table.put(first, to(horde, 1), seat="ann")

    found = blows(table.put(second, keep(1), seat="ann"))

    assert {(horde, first): (3, 3), (horde, second): (1, 0), (first, horde): (1, 1)} == {
        (one.attacker, one.target): (one.successes, one.damage) for one in found
    }


@pytest.mark.rule("BN-R-135")
def test_a_horde_may_defend() -> None:
    """By a setting it first stops the melee of its target, and strikes with the rest."""
    table = Arena(hordes={"horde_defends": True})
    horde, foe = table.one("gm", [HORDE] * 3, kind="horde"), table.of("ann", "Melee*2", *["Magic"] * 3)
    table.begin((horde,), (foe,))
    table.says(horde, targets=(foe,))
    table.all_fight()
    table.rolled(1, 2, 3, *[1] * 4)

    found = blows(table.put(foe, to(horde, 1, 2), seat="ann"))

    assert {horde: (1, 0, 1), foe: (2, 2, 0)} == {
        one.attacker: (one.successes, one.stopped, one.damage) for one in found
    }


@pytest.mark.rule("BN-R-283", "BN-R-133", "BN-HORDE-04")
@pytest.mark.parametrize(("per_die", "left"), [(1, 1), (2, 2)])
def test_damage_to_a_horde_adds_up(per_die: int, left: int) -> None:
    """Two damage in a round cost two dice, or one if a die takes two."""
    table = Arena(hordes={"horde_damage_per_die": per_die})
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    first, second = table.of("ann", "Melee"), table.of("ann", "Melee")
    table.begin((horde,), (first, second))
    table.says(horde, "nothing")
    table.all_fight()
    table.rolled(1, 1)
    table.put(first, to(horde), seat="ann")

    assert {horde: 2} == dealt(table.put(second, to(horde), seat="ann"))
    assert left == len(table.who(horde).numbers)


@pytest.mark.rule("BN-R-115", "BN-DMG-04", "BN-R-277")
@pytest.mark.parametrize(("face", "dies"), [("Melee", True), ("Defend", False)])
def test_a_coup_de_grace_may_need_a_roll(face: str, dies: bool) -> None:  # noqa: FBT001 a row
    """By default it needs none; with the setting it needs one success."""
    for with_roll in (False, True):
        table = Arena(combat={"coup_de_grace_roll": with_roll})
        one, foe = table.of("ann", face), table.of("gm", "Magic", lost=(1,))
        table.begin((one,), (foe,))
        table.says(one, "coup_de_grace", target=foe)
        found = table.rolled(*[1] * with_roll)
        assert (dies or not with_roll) == (Died(creature=foe, cause="coup de grace") in found)


# ---------------------------------------------------------------- poison and fire


def bitten(*faces: str, **more: Any) -> tuple[int, list[str]]:  # noqa: ANN401 `by` that many dice, `defend`, settings
    """Return the damage by a beast with these faces, and the dice that its target gets."""
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
def test_poison_that_gets_through_gives_a_die() -> None:
    """It is cancelled last: with every success stopped there is none, with one left it is poison."""
    bite = ("PoisonAttack:melee", "Melee", "Melee")

    assert (3, ["poison"]) == bitten(*bite)
    assert (1, ["poison"]) == bitten(*bite, defend=2)
    assert (0, []) == bitten(*bite, defend=3)
    assert (1, []) == bitten("Melee", "PoisonAttack:melee", by=1)
    assert (2, ["flaming"]) == bitten("FireBreathing", "Missile", by=2, ranged=True)
    assert (1, ["poison"]) == bitten("PoisonAttack:missile", by=1, ranged=True)


def snapped(form: int) -> tuple[Arena, str, Wound]:
    """Let a snake bite a foe with armor for 1, and a wolf for 1 more; return the foe and its wound."""
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
    """1 by a snake and 1 by a wolf: one piece of armor absorbs the snake's bite, and there is no poison."""
    table, foe, wound = snapped(1)
    assert {} == table.who(foe).hindering
    items = tuple(table.who(foe).items)[:given]

    table.do(TakeDamage(wound=wound.id, items=items, dice=() if given else (1, 2)), seat="ann")
    assert (poisoned, 2 - given) == (bool(table.who(foe).hindering), len(table.who(foe).lost))


@pytest.mark.rule("BN-SPIFF-12", "BN-R-182")
def test_a_soaked_bite_brings_no_poison() -> None:
    """One of 2 damage is soaked: the snake's."""
    table, foe, wound = snapped(1)
    table.given(DamageSoaked(wound=wound.id))

    table.do(TakeDamage(wound=wound.id, dice=(1,)), seat="ann")
    assert ({}, (1,)) == (table.who(foe).hindering, table.who(foe).lost)


@pytest.mark.rule("BN-R-182", "BN-R-114")
@pytest.mark.parametrize(
    ("absorbs", "pieces", "brings"),
    [(1, 1, ("flaming",)), (1, 2, ("flaming",)), (1, 3, ()), ("all_damage_of_the_blow", 1, ("flaming",))],
)
def test_blows_with_poison_or_fire_are_absorbed_first(absorbs: Any, pieces: int, brings: tuple[str, ...]) -> None:  # noqa: ANN401 of a setting
    """Poison with 1, flames with 2, a plain blow of 1; unless another blow is greater."""
    play = Play(combat={"armor_absorbs": absorbs})
    who = play.one(items=("Light armor (leather)",) * 3)
    riding = (Riding(damage=2, gives=("flaming",)), Riding(damage=1, gives=("poison",)))
    wound = Wound(id="wound-90", creature=who, amount=4, source="attack", blows=(2, 1, 1), riding=riding)
    if absorbs != 1:
        wound = replace(wound, riding=(Riding(damage=1, gives=("flaming",)), Riding(damage=2, gives=("poison",))))

    assert brings == damage.brings(play.state, wound, tuple(play.who(who).items)[:pieces])


@pytest.mark.rule("BN-R-182")
def test_campaigns_of_the_first_form_give_poison_as_blows_are_compared() -> None:
    """An older campaign keeps its rulings."""
    table, foe, wound = snapped(0)

    assert (1, ()) == (len(table.who(foe).hindering), wound.riding)


@pytest.mark.rule("BN-R-182")
def test_special_successes_may_be_cancelled_in_proportion() -> None:
    """One of three successes is poison: with two left there is none."""
    rules = {"beasts": {"special_success_survives": "proportional"}}
    bite = ("PoisonAttack:melee", "Melee", "Melee")

    assert (2, []) == bitten(*bite, defend=1, **rules)
    assert (3, ["poison"]) == bitten(*bite, **rules)


@pytest.mark.rule("BN-CAMP-71", "BN-R-182")
def test_first_allotted_special_success_is_cancelled_last() -> None:
    """Poison before fire, or fire before poison."""
    missiles = ("PoisonAttack:missile", "FireBreathing")

    assert (1, ["poison"]) == bitten(*missiles, by=2, defend=1, ranged=True)
    assert (1, ["flaming"]) == bitten(*reversed(missiles), by=2, defend=1, ranged=True)
    assert (2, ["poison", "flaming"]) == bitten(*missiles, by=2, ranged=True)


@pytest.mark.rule("BN-R-275")
def test_one_die_of_a_kind_for_each_attacker_and_target() -> None:
    """Or, by a setting, one for each remaining success."""
    bite = ("PoisonAttack", "PoisonAttack", "PoisonAttack")

    assert (2, ["poison"]) == bitten(*bite, defend=1)
    assert (2, ["poison", "poison"]) == bitten(*bite, defend=1, combat={"rider_dice": "one_per_success"})


@pytest.mark.rule("BN-R-180", "BN-R-181")
def test_poison_and_fire_accompany_any_damage_by_setting() -> None:
    """Without a success of their own: poison with damage of its kind, fire with any."""
    rules: dict[str, Any] = {"beasts": {"poison_face": "rider", "fire_breathing_attack": "rider"}}

    assert (1, ["poison", "flaming"]) == bitten("Melee", "PoisonAttack:melee", "FireBreathing", by=1, **rules)
    assert (1, ["flaming"]) == bitten("Melee", "PoisonAttack:missile", "FireBreathing", by=1, **rules)
    assert (0, []) == bitten("Melee", "PoisonAttack:melee", by=1, defend=1, **rules)


@pytest.mark.rule("BN-BEAST-04", "BN-BEAST-05", "BN-R-187")
def test_universal_counts_as_poison_with_the_icon_on_a_die() -> None:
    """Its success is then the poison's."""
    table = Arena()
    beast = table.one("gm", [("Universal",) * 6, ("blank", "PoisonAttack:melee", *["blank"] * 4)], kind="beast")
    foe = table.of("ann", "Magic", "Magic")
    table.fought((beast,), (foe,))

    found = table.put(beast, to(foe, 1, way=1))

    assert ["poison"] == [event.die.kind for event in found if isinstance(event, HinderingGiven)]
