"""Creatures that count by default as in a melee with the target of a shot, and creatures within reach."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot, OutOfReach
from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.reading.strikes import Loss
from services.bones.state.campaign import FORM
from services.bones.state.combat import RoundMagic
from tests.bones.arena import Arena, between, blows, keep, to
from tests.bones.casters import BURN, FIRE
from tests.bones.fight import HORDE

CROSSBOW = "Short bow / light crossbow"


class Shot(Arena):
    """A fight in which Bob shoots at a wolf with one success, while Ann may be in a melee with the wolf."""

    def __init__(self, **settings: dict[str, Any]) -> None:
        """Add a wolf, Bob with a crossbow, and Ann."""
        super().__init__(**settings)
        self.wolf = self.of("gm", "Melee", "Melee")
        self.ann, self.bob = self.of("ann", "Melee", "Defend"), self.of("ann", "Missile", items=(CROSSBOW,))

    def losses_of_shot(self, *others: str) -> tuple[Loss, ...]:
        """Let Bob, the last to allot, shoot; return the successes that his shot loses."""
        for who in others:
            self.put(who)
        found = blows(self.put(self.bob, to(self.wolf), seat="ann"))
        return next(one.losses for one in found if one.attacker == self.bob)


@pytest.mark.rule("BN-CAMP-82", "BN-COVER-04", "BN-EX-24")
@pytest.mark.parametrize(("wolf", "ann"), [(True, True), (True, False), (False, True), (False, False)])
def test_friends_in_the_melee_are_counted_automatically(wolf: bool, ann: bool) -> None:  # noqa: FBT001 who strikes
    """Friends who attack the target, or whom it attacks, count as in the melee; bystanders do not."""
    table = Shot()
    table.fought((table.wolf,), (table.ann, table.bob))
    table.put(table.wolf, *([to(table.ann)] if wolf else []))
    table.put(table.ann, *([to(table.wolf)] if ann else [keep(2)]), seat="ann")

    assert ((Loss(why="friends", count=1),) if wolf or ann else ()) == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-82", "BN-R-126")
def test_the_shooter_and_other_sides_are_no_friends_of_the_shooter() -> None:
    """Bob, whom the wolf attacks, does not count as his own friend in the melee.

    Another wolf that fights this wolf does not count either.
    """
    table = Shot()
    other = table.of("gm", "Melee")
    table.fought((table.wolf,), (table.bob,), (other,))
    table.put(table.wolf, to(table.bob))

    table.put(other, to(table.wolf))

    assert () == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-82")
@pytest.mark.parametrize("said", [0, 2])
def test_game_masters_number_of_friends_counts(said: int) -> None:
    """If the game master sets a number of friends, that number counts, however many friends attack."""
    table = Shot()
    table.fought((table.wolf,), (table.ann, table.bob), between=between(table.bob, table.wolf, friends=said))
    table.put(table.wolf, to(table.ann))
    table.put(table.ann, to(table.wolf), seat="ann")

    assert ((Loss(why="friends", count=said),) if said else ()) == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-82")
def test_friends_who_fight_another_or_shoot_are_not_in_the_melee() -> None:
    """Neither Ann, who fights another wolf, nor a second archer who shoots at the same wolf counts as in the melee."""
    table = Shot()
    other, archer = table.of("gm", "Melee"), table.of("ann", "Missile", items=(CROSSBOW,))
    table.fought((table.wolf, other), (table.ann, archer, table.bob), said={archer: {"targets": (table.wolf,)}})
    table.put(table.wolf, keep(1))
    table.put(other, to(table.ann))
    table.put(table.ann, to(other), seat="ann")
    table.put(archer, to(table.wolf), seat="ann")

    assert () == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-82")
def test_a_horde_in_the_melee_is_one_figure() -> None:
    """A horde on the shooter's side that attacks the target counts as one friend."""
    table = Shot()
    horde = table.one("gm", [HORDE] * 2, kind="horde")
    table.fought((table.wolf,), (horde, table.bob), said={horde: {"targets": (table.wolf,)}})

    table.put(table.wolf, keep(1))

    assert (Loss(why="friends", count=1),) == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-180", "BN-COVER-03", "BN-COVER-04")
@pytest.mark.parametrize(
    ("form", "wolf", "ann", "apart", "friends"),
    [
        (FORM, True, True, 0, 1),
        (FORM, False, True, 0, 1),
        (FORM, True, False, 0, 1),
        (FORM, False, False, 0, 0),
        (FORM, True, True, 10, 0),
        (1, True, True, 0, 0),
    ],
)
def test_declared_attacks_count_as_melee(form: int, *, wolf: bool, ann: bool, apart: int, friends: int) -> None:
    """A friend is in the melee if the friend or the target declared the other, even if neither allots an attack."""
    table = Shot()
    table.state = replace(table.state, form=form)
    said = {table.wolf: {"targets": (table.ann,)} if wolf else {}, table.ann: {"targets": (table.wolf,)} if ann else {}}
    far = between(table.wolf, table.ann, distance=apart)
    table.fought((table.wolf,), (table.ann, table.bob), said=said, between=far)
    table.put(table.wolf, keep(1))
    table.put(table.ann, keep(2), seat="ann")

    assert ((Loss(why="friends", count=1),) if friends else ()) == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-180", "BN-DMG-02")
@pytest.mark.parametrize("falls", ["wolf", "ann"])
def test_a_fighter_who_falls_before_the_roll_is_not_in_the_melee(falls: str) -> None:
    """If Ann or the wolf is brought down before the roll, Bob's shot loses nothing, whatever they declared."""
    table = Shot()
    one, other = (table.wolf, table.ann) if falls == "wolf" else (table.ann, table.wolf)
    table.begin((table.wolf,), (table.ann, table.bob))
    table.says(one, targets=(other,))
    table.says(other)
    table.says(table.bob, weapons=tuple(table.who(table.bob).items))
    table.do(DealDamage(creature=one, amount=2, source="attack"))
    table.rolls({})

    assert table.who(one).down
    assert () == table.losses_of_shot(other)


@pytest.mark.rule("BN-CAMP-180", "BN-MAGC-01")
@pytest.mark.parametrize(("form", "attacks", "friends"), [(FORM, False, 0), (FORM, True, 1), (1, True, 0)])
def test_magic_that_only_protects_is_no_melee_attack(form: int, *, attacks: bool, friends: int) -> None:
    """Ann, who declares magic on the wolf, counts as in the melee only if the magic may attack."""
    table = Shot()
    table.state = replace(table.state, form=form)
    mage = table.of("ann", "Magic", themes=(FIRE,))
    table.begin((table.wolf,), (mage, table.bob))
    table.says(mage, "magic", casting=BURN, aim="a wall of fire", targets=(table.wolf,))
    table.says(table.wolf)
    table.says(table.bob, weapons=tuple(table.who(table.bob).items))
    table.do(SetRoundMagic(creature=mage, magic=RoundMagic(attacks=attacks, protects=True)))
    table.rolls({})

    assert ((Loss(why="friends", count=1),) if friends else ()) == table.losses_of_shot(table.wolf, mage)


@pytest.mark.rule("BN-CAMP-180", "BN-R-012")
@pytest.mark.parametrize("bare", [True, False])
def test_who_may_not_attack_is_not_in_the_melee(bare: bool) -> None:  # noqa: FBT001 a setting
    """If Ann has no weapon and bare hands may not attack, she is not in the melee with the wolf that she named."""
    table = Shot(combat={"weaponless_attack_without_icon": bare})
    table.fought((table.wolf,), (table.ann, table.bob), said={table.ann: {"targets": (table.wolf,)}})

    assert ((Loss(why="friends", count=1),) if bare else ()) == table.losses_of_shot(table.wolf, table.ann)


@pytest.mark.rule("BN-CAMP-180", "BN-CAMP-82")
def test_a_horde_is_in_the_melee_that_it_declared() -> None:
    """A horde on the shooter's side counts as one friend even if it rolls no success against the target."""
    table = Shot()
    horde = table.one("gm", [HORDE] * 2, kind="horde")
    table.fought((table.wolf,), (horde, table.bob), said={horde: {"targets": (table.wolf,)}}, shown={horde: 4})

    table.put(table.wolf, keep(1))

    assert (Loss(why="friends", count=1),) == table.losses_of_shot()


@pytest.mark.rule("BN-CAMP-83", "BN-R-263")
@pytest.mark.parametrize(
    ("said", "there", "back"),
    [
        ({}, True, True), ({"cover": 20}, True, True), ({"distance": 20}, False, False),
        ({"distance": 2, "reach": True}, True, False), ({"reach": False}, False, True),
        ({"distance": 20, "reach": False}, False, False),
    ],
)  # fmt: skip
def test_distance_prevents_reach(said: dict[str, Any], *, there: bool, back: bool) -> None:
    """A distance applies in both directions, but reach is set for each direction separately."""
    table = Arena()
    one, foe = table.of("ann", "Melee"), table.of("gm", "Melee")
    table.fought((one,), (foe,), between=between(foe, one, **said))

    strike = Allot(creature=foe, puts=(to(one),))
    table.do(strike) if there else table.no(OutOfReach, strike)

    if not there:
        table.put(foe)
    strike = Allot(creature=one, puts=(to(foe),))
    table.do(strike, seat="ann") if back else table.no(OutOfReach, strike, seat="ann")
