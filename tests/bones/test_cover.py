"""Cover, friends in the melee, and darkness, each of which removes successes from an attack."""

import pytest

from services.bones.state.combat import Put
from tests.bones.arena import CROSSBOW, Arena, between, blow, blows, struck, successes_lost, to

PARTIAL, TOTAL = "partial darkness", "total darkness"


@pytest.mark.rule("BN-COVER-01", "BN-COVER-02", "BN-R-123", "BN-R-007")
@pytest.mark.parametrize(
    ("cover", "rounding", "loses"),
    [(0, "down", 0), (20, "down", 1), (39, "down", 1), (40, "down", 2), (100, "down", 5), (39, "up", 2), (1, "up", 1)],
)
def test_each_step_of_cover_removes_one_success(cover: int, rounding: str, loses: int) -> None:
    """Each 20% of cover removes one success, but no total falls below zero.

    A partial step does not count by default, and counts in full if `cover_rounding` is `up`.
    """
    found = struck("Melee*3", pair={"cover": cover}, settings={"cover": {"cover_rounding": rounding}})

    assert ({"cover": loses} if loses else {}) == successes_lost(found)
    assert max(3 - loses, 0) == found.damage


@pytest.mark.rule("BN-COVER-02", "BN-R-127")
def test_cover_reduces_each_attacker() -> None:
    """Each of two attackers loses two successes against a target behind 40% cover."""
    table = Arena()
    first, second, foe = table.of("gm", "Melee*3"), table.of("gm", "Melee*3"), table.of("ann", *["Magic"] * 5)
    pairs = (*between(first, foe, cover=40), *between(second, foe, cover=40))
    table.fought((first, second), (foe,), between=pairs)
    table.put(first, to(foe, 1, 3))

    assert [1, 1] == [one.damage for one in blows(table.put(second, to(foe, 1, 3)))]


@pytest.mark.rule("BN-COVER-02", "BN-COVER-03", "BN-R-128")
@pytest.mark.parametrize("lessens", [True, False])
def test_cover_reduces_melee(lessens: bool) -> None:  # noqa: FBT001 a setting
    """By default cover removes successes from melee and missile attacks.

    If `cover_affects_melee` is false, it reduces only missiles.
    """
    rules = {"cover": {"cover_affects_melee": lessens}}

    assert ({"cover": 2} if lessens else {}) == successes_lost(struck("Melee*2", pair={"cover": 40}, settings=rules))
    assert {"cover": 2} == successes_lost(
        struck("Missile*2", pair={"cover": 40}, settings=rules, by={"items": (CROSSBOW,)})
    )


@pytest.mark.rule("BN-EX-24", "BN-EX-25", "BN-COVER-03", "BN-COVER-04", "BN-COVER-11", "BN-R-126")
@pytest.mark.parametrize("friends", [0, 1, 3])
def test_friends_in_the_melee_hinder_missiles(friends: int) -> None:
    """A shot loses one success for each friend in melee with the target. A melee attack loses none."""
    found = struck("Missile*5", pair={"friends": friends}, by={"items": (CROSSBOW,)})

    assert ({"friends": friends} if friends else {}) == successes_lost(found)
    assert 5 - friends == found.damage
    assert {} == successes_lost(struck("Melee*5", pair={"friends": friends}))


@pytest.mark.rule("BN-COVER-05", "BN-COVER-06", "BN-R-281", "BN-R-125")
@pytest.mark.parametrize(("size", "friends"), [(1, 3), (2, 1), (3, 1), (4, 0), (9, 0)])
def test_a_large_target_is_hit_over_the_heads_of_friends(size: int, friends: int) -> None:
    """If the target is twice their size, friends remove half as many successes; if four times, none.

    If `size_affects` is `all_cover`, the same applies to walls and darkness.
    """
    pair, shot = {"friends": 3, "size": size, "cover": 60}, {"items": (CROSSBOW,)}

    assert {"cover": 3, **({"friends": friends} if friends else {})} == successes_lost(
        struck("Missile", pair=pair, by=shot)
    )
    every = struck("Missile", pair=pair, by=shot, settings={"cover": {"size_affects": "all_cover"}}, light=TOTAL)
    dark = {1: 4, 2: 2, 3: 2}.get(size, 0)
    expected = {"cover": friends, "friends": friends, "darkness": dark}
    assert {why: count for why, count in expected.items() if count} == successes_lost(every)


@pytest.mark.rule("BN-COVER-07", "BN-COVER-08", "BN-COVER-09", "BN-R-242")
@pytest.mark.parametrize(("light", "loses"), [("bright", 0), (PARTIAL, 2), (TOTAL, 4)])
def test_darkness_counts_as_cover(light: str, loses: int) -> None:
    """Partial darkness removes 2 successes and total darkness 4.

    Losses to cover are added by default, but not if `penalties_add` is false.
    """
    assert ({"darkness": loses} if loses else {}) == successes_lost(struck("Melee*5", light=light))
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
def test_accuracy_cancels_40_percent_of_cover(
    applies: str, pair: dict[str, int], light: str, loses: dict[str, int]
) -> None:
    """Accuracy restores two successes lost to cover, friends or darkness, but none lost to range.

    If `accuracy_applies_to` is `physical_cover`, it restores only successes lost to walls.
    """
    settings = {"mastery": {"accuracy_applies_to": applies}}
    found = struck("Missile:Accuracy", pair=pair, light=light, by={"items": (CROSSBOW,)}, settings=settings)

    assert loses == successes_lost(found)


@pytest.mark.rule("BN-MAST-28", "BN-R-036")
def test_accuracy_helps_only_its_own_target() -> None:
    """Two Accuracy icons cancel 80% of cover. Icons used against one target do not help against another."""
    table = Arena()
    near, far = table.of("ann", *["Magic"] * 3), table.of("ann", *["Magic"] * 3)
    one = table.of("gm", "Missile:Accuracy", "Missile:Accuracy", "Missile*2", items=(CROSSBOW,))
    pairs = (*between(one, near, cover=100), *between(one, far, cover=40))
    table.fought((one,), (near, far), between=pairs)

    found = blows(table.put(one, to(near, 1), to(near, 2), to(far, 3, 2)))

    assert [{"cover": 1}, {"cover": 2}] == [successes_lost(one) for one in found]
    largest = {"cover": {"penalties_add": False}}
    two = struck("Missile:Accuracy", pair={"cover": 60}, light=PARTIAL, by={"items": (CROSSBOW,)}, settings=largest)
    assert {"cover": 1} == successes_lost(two)


@pytest.mark.rule("BN-MAST-35", "BN-R-037")
@pytest.mark.parametrize(
    ("light", "icons", "loses"), [(PARTIAL, 1, 0), (TOTAL, 1, 2), (TOTAL, 2, 0), (PARTIAL, 0, 2), (TOTAL, 0, 4)]
)
def test_night_vision_reduces_darkness_for_all_attacks(light: str, icons: int, loses: int) -> None:
    """One Night Vision icon cancels partial darkness, or half of total darkness, without being allotted."""
    table = Arena()
    foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", *["Perception:Night Vision"] * icons)
    table.fought((one,), (foe,), light=light)

    assert ({"darkness": loses} if loses else {}) == successes_lost(blow(table.put(one, to(foe, 1, 5))))


@pytest.mark.rule("BN-RACE-06", "BN-R-037")
def test_a_dwarfs_icon_may_reduce_darkness_instead_of_slamming() -> None:
    """A dwarf's racial icon either reduces darkness or slams, not both."""
    for way, loses in ((2, {}), (1, {"darkness": 2})):
        table = Arena()
        foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", "Racial:Dwarf")
        table.fought((one,), (foe,), light=PARTIAL)
        icon = Put(die="die-2", way=2) if way == 2 else to(foe, 2, way=1)
        assert loses == successes_lost(blow(table.put(one, to(foe, 1, 5), icon)))


@pytest.mark.rule("BN-RACE-06", "BN-MAST-35", "BN-R-037")
def test_unused_dice_do_not_reduce_darkness() -> None:
    """A racial icon reduces darkness only if its die is allotted."""
    table = Arena()
    foe, one = table.of("ann", *["Magic"] * 6), table.of("gm", "Melee*5", "Magic", "Racial:Dwarf")
    table.fought((one,), (foe,), light=PARTIAL)

    assert {"darkness": 2} == successes_lost(blow(table.put(one, to(foe, 1, 5))))
