"""Falls: their damage, the Maneuver roll against it, and fliers that lose their Flight dice."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.lasting_magic.sacrifices import SacrificeHealth
from services.bones.chapters.people.riding import Dismount, Dismounted
from services.bones.chapters.rolls.falls import Fall, FallBegan, FallSettled, SoftenFall
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, RollMade
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import BeyondHurt, CoupDeGrace, DamageDealt, DealDamage, Died, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import SetTask
from services.bones.state.campaign import FORM
from services.bones.state.magic import Effect
from services.bones.state.wounds import Fallen
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster
from tests.bones.casting import mage, magic, propose_casting, shows
from tests.bones.play import BOB, STANDARD, Play, odds

GRIFFON = [STANDARD["Flier"]] * 2 + [STANDARD["Behemoth"]] * 3 + [STANDARD["Predator"]] * 2


def fallen(play: Play, who: str, height: int, surface: Any = "hard") -> str:  # noqa: ANN401 hard or yielding
    """Make a creature fall far enough that it may roll Maneuver; return the fall."""
    return play.the(FallBegan, Fall(creature=who, height=height, surface=surface)).fall.id


def soften(play: Play, fall: str, *faces: int) -> FallSettled:
    """Roll Maneuver against a fall; return the event that settles the fall."""
    return play.the(FallSettled, SoftenFall(fall=fall), *faces, seat="ann")


@pytest.mark.rule("BN-EX-23", "BN-FALL-01", "BN-FALL-02", "BN-R-138", "BN-R-139")
@pytest.mark.parametrize(
    ("height", "surface", "damage"),
    [(15, "hard", 2), (10, "hard", 1), (14, "hard", 1), (15, "yielding", 1), (25, "yielding", 3)],
)
def test_each_five_metres_after_the_first_five_deal_one_damage(height: int, surface: str, damage: int) -> None:
    """A fall of 15 m deals 2 damage, or 1 on yielding ground.

    A fall of 14 m deals 1, because part steps do not count.
    """
    play = Play()
    who = play.one()

    settled = soften(play, fallen(play, who, height, surface), 3, 3, 3, 3)

    assert (0, damage) == (settled.successes, settled.damage)
    (wound,) = play.state.wounds.values()
    assert ("fall", damage) == (wound.source, wound.amount)


@pytest.mark.rule("BN-FALL-01", "BN-FALL-02", "BN-FALL-03", "BN-R-138", "BN-R-139")
@pytest.mark.parametrize(("height", "surface"), [(0, "hard"), (5, "hard"), (9, "hard"), (10, "yielding")])
def test_fall_without_damage_needs_no_roll(height: int, surface: Any) -> None:  # noqa: ANN401 hard or yielding
    """A fall of 5 m deals no damage, so it is settled at once."""
    play = Play()
    who = play.one()

    happened = play.do(Fall(creature=who, height=height, surface=surface))

    assert [FallBegan, FallSettled] == [type(event) for event in happened]
    assert ({}, {}) == (play.state.falls, play.state.wounds)


@pytest.mark.rule("BN-R-138")
def test_a_setting_rounds_part_steps_up() -> None:
    """If `fall_rounding` is `up`, part steps count in full: 11 m deal 2 damage, 10 m deal 1, and 5 m deal 0."""
    play = Play(healing={"fall_rounding": "up"})
    who = play.one()

    for height, damage in ((11, 2), (10, 1)):
        assert damage == soften(play, fallen(play, who, height), 3, 3, 3, 3).damage
        (wound,) = play.state.wounds
        play.do(TakeDamage(wound=wound, dice=play.who(who).numbers[:damage]))
        play.state = play.state.change(who, lost=())
    assert FallSettled in [type(event) for event in play.do(Fall(creature=who, height=5))]


@pytest.mark.rule("BN-FALL-03", "BN-FALL-04", "BN-R-139", "BN-R-140", "BN-R-279")
def test_two_maneuver_successes_remove_one_damage() -> None:
    """A fall of 20 m deals 3 damage, of which 4 Maneuver successes remove 2. The roll belongs to no task."""
    play = Play()
    who = play.one(dice=(*BOB, ("Maneuver*2", *BOB[0][1:])))
    fall = fallen(play, who, 20)

    play.no(NotYours, SoftenFall(fall=fall), seat="bob")
    happened = play.do(SoftenFall(fall=fall), 3, 1, 3, 2, 1, seat="ann")

    assert {} == play.state.tasks
    assert not [event for event in happened if isinstance(event, TaskSettled)]
    (roll,) = [event.roll for event in happened if isinstance(event, RollMade)]
    assert ["character"] * 5 == [die.kind for die in roll.dice]
    (settled,) = [event for event in happened if isinstance(event, FallSettled)]
    assert (4, 1) == (settled.successes, settled.damage)
    assert ({}, {}) == (play.state.rolls, play.state.falls)


@pytest.mark.rule("BN-FALL-04", "BN-R-139")
def test_a_roll_against_a_fall_never_heals() -> None:
    """Three successes reduce 3 damage to 2. Four successes reduce 1 damage to 0, and heal nothing."""
    play = Play()
    who = play.one()

    assert 2 == soften(play, fallen(play, who, 20), 1, 1, 3, 2).damage
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound, dice=(1, 2)))
    play.state = play.state.change(who, lost=())
    settled = soften(play, fallen(play, who, 10), 1, 1, 1, 1)
    assert (4, 0) == (settled.successes, settled.damage)
    assert {} == play.state.wounds


@pytest.mark.rule("BN-FALL-03", "BN-HIND-06", "BN-HIND-08")
def test_poison_acts_in_the_roll_against_a_fall() -> None:
    """Poison removes a die that showed a success from the roll against a fall, together with that success."""
    play = Play()
    who = play.one()
    play.do(GiveHindering(creature=who, kind="poison"))

    settled = soften(play, fallen(play, who, 15), 1, 3, 3, 3, 1)

    assert ((1,), 0, 2) == (play.who(who).lost, settled.successes, settled.damage)


@pytest.mark.rule("BN-FALL-03", "BN-R-230")
def test_creature_without_dice_falls_without_a_roll() -> None:
    """A creature without dice takes the damage of a fall at once. The dead do not fall."""
    play = Play()
    who, corpse = play.one(lost=(1, 2, 3, 4)), play.one(dead=True)

    settled = play.the(FallSettled, Fall(creature=who, height=15))

    assert (2, 2) == (settled.damage, play.who(who).beyond)
    play.no(BeyondHurt, Fall(creature=corpse, height=15))
    play.no(OnlyTheGameMaster, Fall(creature=who, height=15), seat="ann")


@pytest.mark.rule("BN-FALL-03", "BN-FALL-01")
def test_fall_can_be_changed_before_its_roll() -> None:
    """The game master can change a fall of 15 m to 20 m onto hay.

    Once the roll is made, even while spiffs can be used, the fall can no longer be changed.
    """
    play = Play()
    who = play.one(spiffs=1)
    fall = fallen(play, who, 15)

    assert fall == fallen(play, who, 20, "yielding")
    assert (20, "yielding") == (play.state.falls[fall].height, play.state.falls[fall].surface)
    play.do(SoftenFall(fall=fall), 3, 3, 3, 3, seat="ann")
    play.no(AnswerFirst, SoftenFall(fall=fall), seat="ann")
    play.no(AnswerFirst, Fall(creature=who, height=30))


@pytest.mark.rule("BN-BEAST-06", "BN-EX-45", "BN-R-279")
def test_a_flier_without_its_flight_dice_falls() -> None:
    """A griffon at 20 m that loses one of two Flier dice still flies. When it loses the other, it falls 20 m."""
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", airborne=20)

    first = play.the(DamageDealt, DealDamage(creature=griffon, amount=1, source="attack")).wound.id
    assert not [event for event in play.do(TakeDamage(wound=first, dice=(1,))) if isinstance(event, FallBegan)]
    second = play.the(DamageDealt, DealDamage(creature=griffon, amount=1, source="attack")).wound.id
    began = play.the(FallBegan, TakeDamage(wound=second, dice=(2,)))

    assert (griffon, 20, 0) == (began.fall.creature, began.fall.height, play.who(griffon).airborne)
    assert 3 == play.the(FallSettled, SoftenFall(fall=began.fall.id), 2, 2, 2, 2, 2).damage


@pytest.mark.rule("BN-BEAST-06")
def test_only_a_flier_in_the_air_falls_and_only_for_its_wings() -> None:
    """A flier does not fall if it is on the ground, loses other dice, or lost its Flight dice earlier."""
    play = Play()
    for fields, number in (({}, 2), ({"airborne": 20}, 3), ({"airborne": 20, "lost": (1, 2)}, 3)):
        lost = fields.pop("lost", (1,))
        griffon = play.one("gm", GRIFFON, kind="beast", flying="8", lost=lost, **fields)
        wound = play.the(DamageDealt, DealDamage(creature=griffon, amount=1, source="attack")).wound.id
        assert not [event for event in play.do(TakeDamage(wound=wound, dice=(number,))) if isinstance(event, FallBegan)]


@pytest.mark.rule("BN-CAMP-35")
@pytest.mark.parametrize("rounding", ["down", "up"])
def test_damage_of_a_fall_is_limited(rounding: str) -> None:
    """The longest fall is 505 m, which deals 100 damage. A flier at 2000 m falls no farther than that."""
    play = Play(healing={"fall_rounding": rounding})
    body = {"type": "Fall", "creature": "creature-1", "height": 506}
    with pytest.raises(msgspec.ValidationError, match="505"):
        msgspec.convert(body, Fall)
    for height in (500, 505):
        happened = play.do(Fall(creature=play.one(lost=(1, 2, 3, 4)), height=height))
        (recorded,) = [event.damage for event in happened if isinstance(event, FallSettled)]
        (dealt,) = [event.wound.amount for event in happened if isinstance(event, DamageDealt)]
        assert recorded == dealt == height // 5 - 1
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", airborne=2000, lost=(1,))
    wound = play.the(DamageDealt, DealDamage(creature=griffon, amount=1, source="attack")).wound.id
    assert 505 == play.the(FallBegan, TakeDamage(wound=wound, dice=(2,))).fall.height


@pytest.mark.rule("BN-R-371", "BN-BEAST-07")
@pytest.mark.parametrize(("form", "damage"), [(FORM, 0), (1, 5)])
def test_a_flier_that_shows_flight_catches_itself(form: int, damage: int) -> None:
    """A griffon falls 30 m, and one of its dice shows Flight: the fall does no damage. In form 1 it does."""
    play = Play()
    play.state = replace(play.state, form=form)
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8")
    began = play.the(FallBegan, Fall(creature=griffon, height=30))
    assert damage == play.the(FallSettled, SoftenFall(fall=began.fall.id), *[2] * 7).damage


@pytest.mark.rule("BN-CAMP-41")
def test_rider_falls_with_the_flier() -> None:
    """Rider and flier both fall 20 m, and each makes a separate roll."""
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", airborne=20)
    rider, walker = play.one(mount=griffon), play.one()

    play.do(Fall(creature=griffon, height=20))

    assert [(griffon, 20), (rider, 20)] == [(fall.creature, fall.height) for fall in play.state.falls.values()]
    assert walker not in {fall.creature for fall in play.state.falls.values()}
    play.do(Fall(creature=rider, height=30))
    assert [20, 30] == [fall.height for fall in play.state.falls.values()]


@pytest.mark.rule("BN-CAMP-220", "BN-R-371")
@pytest.mark.parametrize("first", ["nobody", "rider", "rider decides"])
def test_a_flier_that_catches_itself_keeps_its_rider(first: str) -> None:
    """A griffon with a rider falls 30 m and catches itself. The rider is not hurt either, no matter who rolls first."""
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8")
    rider = play.one(mount=griffon, spiffs=9 if first == "rider decides" else 0)
    play.do(Fall(creature=griffon, height=30))
    fall, own = play.state.falls
    happened = []
    if first != "nobody":
        happened += play.do(SoftenFall(fall=own), 3, 3, 3, 3, seat="ann")
        assert own in play.state.falls
    happened += play.do(SoftenFall(fall=fall), *[2] * 7)
    for answer in (KeepFaces, KeepSuccesses) if first == "rider decides" else ():
        assert {fall, own} == {*play.state.falls}
        happened += play.do(answer(roll=play.state.falls[own].roll or ""), seat="ann")

    settled = [(one.creature, one.damage) for one in happened if isinstance(one, FallSettled)]
    assert [(griffon, 0), (rider, 0)] == settled
    assert ({}, {}, griffon) == (play.state.rolls, play.state.wounds, play.who(rider).mount)


@pytest.mark.rule("BN-CAMP-220")
def test_a_rider_who_has_rolled_waits_for_the_fall_of_the_mount() -> None:
    """The rider's roll is final: nobody rolls it again. The game master is awaited, and rolls for the griffon.

    If Ann dismounts instead, her own roll counts at once.
    """
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8")
    rider = play.one(mount=griffon)
    play.do(Fall(creature=griffon, height=30))
    fall, own = play.state.falls
    play.do(SoftenFall(fall=own), 3, 3, 3, 3, seat="ann")
    assert {"gm"} == {*awaits(play.state)}
    assert (fall,) == play.no(AnswerFirst, SoftenFall(fall=own), seat="ann").needs
    assert (fall,) == play.no(AnswerFirst, Fall(creature=rider, height=5)).needs
    happened = play.do(Dismount(creature=rider))
    assert [(rider, 5)] == [(one.creature, one.damage) for one in happened if isinstance(one, FallSettled)]
    assert [fall] == [*play.state.falls]


@pytest.mark.rule("BN-CAMP-220", "BN-CAMP-41")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_rider_is_hurt_if_the_flier_does_not_catch_itself(form: int) -> None:
    """Only the griffon's other dice are left: the rider's own roll counts. In form 1 Flight does not help the rider."""
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", lost=() if form == 1 else (1, 2))
    rider = play.one(mount=griffon)
    play.state = replace(play.state, form=form)
    play.do(Fall(creature=griffon, height=30))
    fall, own = play.state.falls
    happened = play.do(SoftenFall(fall=own), 3, 3, 3, 3, seat="ann")
    happened += play.do(SoftenFall(fall=fall), *[2] * (7 if form == 1 else 5))
    settled = [(one.creature, one.damage) for one in happened if isinstance(one, FallSettled)]
    assert [(rider, 5), (griffon, 5)][:: 1 if form == 1 else -1] == settled


@pytest.mark.rule("BN-FALL-03")
def test_the_odds_of_a_roll_against_a_fall_are_known_before_it() -> None:
    """One die with two useful faces out of six shows a success with a probability of 1 in 3."""
    play = Play()
    who = play.one(dice=(BOB[3],))
    fall = fallen(play, who, 15)

    found = odds(SoftenFall(fall=fall), play.state)

    assert [(0, "2/3"), (1, "1/3")] == [(one.total, one.chance.exact) for one in found.outcomes]


@pytest.mark.rule("BN-CAMP-187", "BN-BEAST-06")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_flier_that_sacrifices_its_last_flight_die_falls(form: int) -> None:
    """The flier and its rider fall 30 m. Under version 1 of the rules it stays in the air."""
    play = Play()
    play.state = replace(play.state, form=form)
    wings = ("Universal", "Flight", "Magic", "Magic", "Melee", "Defend")
    flier = play.one("gm", [wings, STANDARD["Predator"]], kind="beast", flying="8", airborne=30)
    rider = play.one(mount=flier)
    spell = Effect(id="effect-90", caster=flier, theme="Fire", what="a wall of fire", kind="effect", successes=1)
    play.state = replace(play.state, effects={spell.id: spell})

    happened = play.do(SacrificeHealth(effect=spell.id, die=1))

    falls = [event.fall for event in happened if isinstance(event, FallBegan)]
    assert [(one.creature, one.height) for one in falls] == ([(flier, 30), (rider, 30)] if form == FORM else [])


@pytest.mark.rule("BN-CAMP-187")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_flier_that_is_killed_in_the_air_falls(form: int) -> None:
    """A griffon without dice is held at 30 m by magic. A coup de grace makes it fall, except in form 1."""
    play = Play()
    play.state = replace(play.state, form=form)
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", airborne=30, lost=(1, 2, 3, 4, 5, 6, 7))
    died = Died(creature=griffon, cause="coup de grace")

    began = FallBegan(fall=Fallen(id="fall-2", creature=griffon, height=30))
    settled = FallSettled(fall="fall-2", creature=griffon, successes=0, damage=5)
    expected = (died, began, settled) if form == FORM else (died,)
    play.when(CoupDeGrace(creature=griffon)).then(*expected)


@pytest.mark.rule("BN-CAMP-187", "BN-CAMP-41")
def test_a_rider_who_sacrifices_its_flier_falls_with_it() -> None:
    """The griffon dies at 30 m as the victim of its rider's magic. Both fall, and the rider rolls against its fall."""
    play = Play()
    griffon = play.one("gm", GRIFFON, kind="beast", flying="8", airborne=30)
    rider = mage(play, mount=griffon, spiffs=3)
    task = propose_casting(play, rider, victim=griffon)
    play.do(SetTask(task=task, terms=magic(takes_victim=True)))

    happened = play.do(RollTask(task=task), *shows(3), seat="ann")

    order = [event for event in happened if isinstance(event, (Died, FallBegan, Dismounted))]
    assert [Died, FallBegan, FallBegan, Dismounted] == [type(event) for event in order]
    (fall,) = [key for key, one in play.state.falls.items() if one.creature == rider]
    (roll,) = play.state.rolls
    play.do(KeepFaces(roll=roll), seat="ann")
    play.do(KeepSuccesses(roll=roll), seat="ann")
    assert {} == play.state.tasks
    play.do(SoftenFall(fall=fall), *shows(0), seat="ann")
    for keep in (KeepFaces, KeepSuccesses):
        (roll,) = play.state.rolls
        play.do(keep(roll=roll), seat="ann")
    (wound,) = play.state.wounds.values()
    assert (rider, 5) == (wound.creature, wound.amount)
