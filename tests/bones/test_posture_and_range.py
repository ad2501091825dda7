"""Posture and range: successes gained or lost against prone targets, and lost to distance."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import SetScene
from services.bones.reading.strikes import Loss
from services.bones.state.campaign import FORM
from tests.bones.arena import CROSSBOW, NONE, Arena, between, blows, damage_dealt, struck, successes_lost, to
from tests.bones.fight import HORDE, MELEE, SWORD, Fight


@pytest.mark.rule("BN-PRONE-01", "BN-PRONE-02", "BN-PRONE-03", "BN-R-116")
@pytest.mark.parametrize(
    ("lies", "struck_lies", "damage"), [(False, False, 2), (False, True, 3), (True, False, 1), (True, True, 2)]
)
def test_posture_in_melee(lies: bool, struck_lies: bool, damage: int) -> None:  # noqa: FBT001 postures
    """A standing attacker has one more success against a prone target.

    A prone attacker has one less against a standing one.
    """
    found = struck("Melee*2", by={"prone": lies}, on={"prone": struck_lies})

    assert damage == found.damage
    assert int(struck_lies and not lies) == found.free
    assert ({"posture": 1} if lies and not struck_lies else {}) == successes_lost(found)


@pytest.mark.rule("BN-COVER-10", "BN-R-242")
@pytest.mark.parametrize("lies", [False, True])
def test_missiles_lose_a_success_against_the_prone(lies: bool) -> None:  # noqa: FBT001 a posture
    """A missile loses a success against a prone target, whatever the attacker's posture.

    Losses to cover are added by default. If `penalties_add` is false, only the greater loss counts.
    """
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
    """The free success against a prone target needs an attack that is allotted to it or declared on it.

    If `free_success_needs_attack` is false, it is enough that the target is within reach.
    """
    table = Arena(combat={"free_success_needs_attack": needs})
    foe, one = table.of("ann", "Magic", "Magic", prone=True), table.of("gm", "Melee")
    said = {one: {"targets": (foe,)}} if named else {}
    table.fought((one,), (foe,), said=said, between=between(one, foe, reach=reach))

    found = table.put(one)

    assert ([1] if damage else []) == [one.free for one in blows(found)]
    assert ({foe: 1} if damage else {}) == damage_dealt(found)


@pytest.mark.rule("BN-R-352", "BN-R-117", "BN-PRONE-02")
@pytest.mark.parametrize(
    ("form", "strikes", "hit"),
    [(FORM, (), (1,)), (FORM, (0,), (0,)), (1, (), (0, 1)), (1, (0,), (0, 1))],
)
def test_the_free_success_hits_one_declared_target(form: int, strikes: tuple[int, ...], hit: tuple[int, ...]) -> None:
    """If no attack is allotted, the free success hits the first declared prone target within reach.

    Otherwise it hits only the attacked targets.
    """
    table = Arena()
    table.state = replace(table.state, form=form)
    foes = [table.of("ann", *NONE, *NONE, prone=True) for _ in range(3)]
    one = table.of("gm", "Melee")
    far = between(one, foes[2], reach=False)
    table.fought((one,), foes, said={one: {"targets": tuple(reversed(foes))}}, between=far)

    found = table.put(one, *(to(foes[place]) for place in strikes))

    free = {blow.target: (blow.successes, blow.free) for blow in blows(found)}
    assert {foes[place]: (int(place in strikes), 1) for place in hit} == free
    assert {foes[place]: 1 + (place in strikes) for place in hit} == damage_dealt(found)


@pytest.mark.rule("BN-R-352", "BN-HORDE-03")
def test_a_horde_without_a_success_attacks_nobody() -> None:
    """A horde that declared two prone targets and rolls no success strikes no blow."""
    table = Arena()
    foes = [table.of("ann", *NONE, prone=True) for _ in range(2)]
    horde = table.one("gm", [HORDE] * 2, kind="horde")

    found = table.fought((horde,), foes, said={horde: {"targets": tuple(foes)}}, shown={horde: 4})

    assert [] == blows(found)


@pytest.mark.rule("BN-EQ-30", "BN-R-131")
@pytest.mark.parametrize(("metres", "loses"), [(0, 0), (30, 0), (31, 1), (60, 1), (75, 2), (90, 2)])
def test_range_takes_one_success_for_each_increment_past_the_first(metres: int, loses: int) -> None:
    """A shot with a short bow loses one success for each 30 m beyond the first 30 m."""
    found = struck("Missile*5", pair={"distance": metres}, by={"items": (CROSSBOW,)})

    assert ({"range": loses} if loses else {}) == successes_lost(found)


@pytest.mark.rule("BN-R-132", "BN-R-266", "BN-EQ-30")
def test_range_of_thrown_weapons_and_of_beasts() -> None:
    """A thrown sword loses one success for each 5 m beyond the first.

    Melee and a beast's missiles lose none to range.
    """
    far = {"distance": 11}

    assert {"range": 2} == successes_lost(struck("Missile*3", pair=far, by={"items": (SWORD,)}, ranged=True))
    assert {} == successes_lost(struck("Missile*3", pair=far, by={"kind": "beast"}, ranged=True))
    assert {} == successes_lost(struck("Melee*3", pair=far | {"reach": True}, by={"items": (SWORD,)}))


@pytest.mark.rule("BN-R-379", "BN-R-263", "BN-ABIL-08")
@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.parametrize("ranged", [False, True])
def test_a_blow_meets_the_distance_that_counts_as_it_is_compared(form: int, *, ranged: bool) -> None:
    """A foe strikes at hand, and the game master sets the fighters 50 m apart before the other allots.

    A blow out of reach pricks nobody either.
    """
    table = Arena()
    table.state = replace(table.state, form=form)
    foe = table.of("gm", "Missile*4" if ranged else "Melee*4", items=(CROSSBOW,) if ranged else ())
    bob = table.of("ann", "Defend", "Prickly")
    table.fought((foe,), (bob,))
    assert [] == blows(table.put(foe, to(bob, 1, 4)))
    table.do(SetScene(between=between(foe, bob, distance=50)))
    found = blows(table.put(bob))

    hits = ranged or form == 1
    assert [(foe, hits)] == [(one.attacker, one.damage > 0) for one in found if one.by == "blow"]
    lost = [] if hits else [Loss(why="reach", count=4)]
    assert lost == [one for one in found[0].losses if one.why == "reach"]
    assert [bob] * (hits and not ranged) == [one.attacker for one in found if one.by == "Prickly"]


@pytest.mark.rule("BN-R-379", "BN-HORDE-03")
@pytest.mark.parametrize(("form", "damage"), [(FORM, 0), (1, 2)])
def test_a_horde_does_not_strike_a_target_out_of_reach(form: int, damage: int) -> None:
    """The target is set 50 m away from the horde after the roll. Older campaigns hurt it there."""
    table = Fight()
    table.state = replace(table.state, form=form)
    horde, bob = table.one("gm", [HORDE] * 2, kind="horde"), table.die("ann", 2)
    table.begin([horde], [bob])
    table.says(horde, targets=(bob,))
    table.says(bob)
    table.roll(1, 1, MELEE, MELEE)
    table.do(SetScene(between=between(horde, bob, distance=50)))

    assert [(horde, damage)] == [(one.attacker, one.damage) for one in blows(table.do(Allot(creature=bob)))]
