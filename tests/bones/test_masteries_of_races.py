"""Masteries that a racial icon gives where no skill is rolled, and the one use of each icon in a roll."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.catalogue import Data, Race
from services.bones.chapters.fights.allotting import Allot, NothingToPut
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.companions import GainCompanion, NobodyServes, TradeVessels, VesselsNeeded
from services.bones.chapters.people.data import DataLoaded
from services.bones.chapters.people.handling import OneWeapon
from services.bones.chapters.rolls.giving import GiveSuccess, TakeCommand
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.tasks.making import FinishThing, NotReadyYet, ThingMade
from services.bones.chapters.tasks.recovery import PassTime, PatientTreated
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.reading.counting import ways
from services.bones.reading.fighting import dice_read
from services.bones.reading.holdings import assets, dice_of_follower, vessels
from services.bones.reading.improving import Step
from services.bones.reading.magic import safe_level, wields
from services.bones.reading.order_of_allotment import edge
from services.bones.reading.owned import cap, icons, may_try
from services.bones.reading.plain_allotment import plain
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Making, Terms
from tests.bones.arena import DAGGER, Arena, blow, keep, to
from tests.bones.closings import OffStage
from tests.bones.fight import SWORD, Fight
from tests.bones.healing import FIGHTERS
from tests.bones.play import FIRE, Play
from tests.bones.test_abilities import try_in_round
from tests.bones.trying import Tries

FORMS: Final = pytest.mark.parametrize("form", [FORM, 1])


def with_race(play: Play, *uses: str, form: int = FORM) -> None:
    """Add the race Wild, whose icon has these uses."""
    play.state = replace(play.state, form=form)
    play.given(DataLoaded(data=Data(races=(Race(name="Wild", uses=uses),))))


def wild(play: Play, seat: str = "ann", *faces: str, **fields: Any) -> str:  # noqa: ANN401 fields of a creature
    """Add a creature of the race Wild with four dice that have its icon and these faces; return its id."""
    die = ("Universal", "Racial:Wild", *faces, *["blank"] * (4 - len(faces)))
    return play.one(seat, [die] * 4, race="Wild", **fields)


@FORMS
@pytest.mark.rule("BN-R-380", "BN-R-122", "BN-MNT-01")
def test_a_racial_icon_that_lists_riding_gives_the_edge(form: int) -> None:
    """A rider whose racial icon lists Riding, also as a mastery, has the edge. In older campaigns it has none."""
    for uses, settings, has in (
        (("Riding",), {}, True), (("Riding:Knight", "Melee"), {}, True), (("Melee",), {}, False),
        (("Riding",), {"tasks": {"racial_counts_for_cap": False}}, False),
    ):  # fmt: skip
        table = Fight(**settings)
        with_race(table, *uses, form=form)
        horse = table.die("gm", kind="beast", war_trained=True)
        rider = wild(table, mount=horse)
        table.begin([rider, horse], [table.die("gm")])
        assert (has and form == FORM) == edge(table.state, rider)


@FORMS
@pytest.mark.rule("BN-MNT-01", "BN-R-122")
def test_a_riding_icon_of_any_kind_gives_the_edge(form: int) -> None:
    """A plain Riding icon, or a mastery that does not count for a cap, gives the edge in every form."""
    for face in ("Riding", "Riding:Knight"):
        table = Fight(tasks={"mastery_counts_for_cap": False})
        table.state = replace(table.state, form=form)
        horse = table.die("gm", kind="beast", war_trained=True)
        rider = table.one("ann", [("Universal", face, *["blank"] * 4)], mount=horse)
        table.begin([rider, horse], [table.die("gm")])
        assert edge(table.state, rider)


@FORMS
@pytest.mark.rule("BN-R-380", "BN-R-018", "BN-R-191")
def test_the_mastery_of_a_racial_icon_permits_its_second_skill(form: int) -> None:
    """An icon that may be Doktor or Arcane Knowledge is one icon of Scholar, of Healer and of Magic."""
    play = Play()
    with_race(play, "Scholar:Arcane Knowledge", "Scholar:Doktor", "Outdoorsman:Stalker", form=form)
    who, counts = wild(play), 4 * (form == FORM)

    assert [4, counts, counts, 0] == [icons(play.state, who, one) for one in ("Scholar", "Healer", "Magic", "Thief")]
    assert (may_try(play.state, who, "Healer"), cap(play.state, who, "Healer")) == (form == FORM, 2 * counts)
    assert (form == FORM) == wields(play.state, who)
    if form == FORM:
        play.do(SetTheme(creature=who, theme=FIRE), seat="ann")
        play.do(CallTask(creature=who, aim="heal", terms=Terms(skill="Healer", difficulty="Easy")))


@pytest.mark.rule("BN-R-380", "BN-R-018", "BN-R-157", "BN-MAST-09")
def test_settings_and_conditions_of_a_second_skill_hold_for_racial_icons() -> None:
    """A second skill counts only where that of the mastery icon itself would count."""
    narrow = Play(tasks={"cross_skill_counts_for_cap": False})
    with_race(narrow, "Scholar:Doktor")
    scholar = wild(narrow)
    assert not may_try(narrow.state, scholar, "Healer")
    play = Play(magic={"safe_level_counts": "any_that_serve_magic"})
    with_race(play, "Artisan:Inspired")
    who = wild(play)
    assert (0, 4) == (icons(play.state, who, "Magic"), icons(play.state, who, "Magic", ("art",)))
    assert 4 == safe_level(play.state, who)
    usual = Play()
    with_race(usual, "Artisan:Inspired")
    artist = wild(usual)
    assert 0 == safe_level(usual.state, artist)


@FORMS
@pytest.mark.rule("BN-R-380", "BN-R-024", "BN-MAST-27", "BN-MAST-31", "BN-MAST-42", "BN-MAST-47")
def test_racial_icons_give_things_owned(form: int) -> None:
    """Four racial icons give a companion and a lackey of five dice, two vessels and two assets; in older form none."""
    play = Play()
    uses = ("Outdoorsman:Animal Friend", "Social:Boss", "Sailor:Captain", "Merchant:Merchant Prince")
    with_race(play, *uses, form=form)
    who = wild(play)
    one, has = play.who(who), form == FORM

    assert [5 * has] * 2 == [dice_of_follower(play.state, one, service) for service in ("companion", "lackey")]
    assert ((2 * has, 0), 2 * has) == (vessels(play.state, one), assets(play.state, one))
    gains = GainCompanion(creature=who, service="companion", name="Fang", dice=5 * ("Predator",))
    trades = TradeVessels(creature=who, large=1)
    if has:
        play.do(gains)
        play.do(trades)
    else:
        play.no(NobodyServes, gains)
        play.no(VesselsNeeded, trades)


@FORMS
@pytest.mark.rule("BN-R-380", "BN-MAST-27", "BN-INC-03")
def test_assets_of_racial_icons_earn(form: int) -> None:
    """With four successes and the two assets of four racial icons, a merchant earns 1500 coins instead of 1000."""
    play = OffStage()
    with_race(play, "Merchant:Merchant Prince", form=form)
    who = wild(play)
    play.open()
    play.earn(who, skill="Merchant")
    play.close()
    assert (1500 if form == FORM else 1000) == play.resolve(1, 1, 1, 1).coins


def duel(*uses: str, **settings: Any) -> tuple[Arena, str, str]:  # noqa: ANN401 settings
    """Begin a round between a creature of the race Wild with two weapons and another; return both ids."""
    table = Arena(**settings)
    with_race(table, *uses)
    one, foe = wild(table, items=(SWORD, DAGGER)), table.of("gm", *["Magic"] * 5)
    arms = (table.item_named(one, SWORD), table.item_named(one, DAGGER))
    table.fought([one], [foe], said={one: {"weapons": arms}}, shown={one: (2, 3, 3, 3, 1, 1)})
    return table, one, foe


@pytest.mark.rule("BN-R-380", "BN-R-033", "BN-MAST-23")
def test_a_racial_icon_allows_a_second_weapon() -> None:
    """The second weapon's die strikes while the racial icon that shows is Two Weapon, or is not used."""
    for first in ((), (True,)):
        table, one, foe = duel("Melee:Two Weapon", "Defend:Turtle")
        knife = table.item_named(one, DAGGER)
        own = (to(foe, 1),) if first else ()
        found = table.put(one, *own, to(foe, knife), seat="ann")
        (struck,) = [event for event in found if isinstance(event, BlowStruck)]
        assert 1 + len(first) == struck.damage


@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-R-033")
def test_a_racial_icon_used_otherwise_is_no_two_weapon() -> None:
    """If the only racial icon defends as Turtle, the second weapon's die does nothing.

    Plain allotments leave the die out.
    """
    table, one, foe = duel("Defend:Turtle", "Melee:Two Weapon")
    knife = table.item_named(one, DAGGER)
    refused = table.no(NothingToPut, Allot(creature=one, puts=(keep(1, 2), to(foe, knife))), seat="ann")
    assert (knife, "puts") == (refused.has, refused.field)
    assert knife not in {put.die for put in plain(table.state, table.roll_of(one), None, ranged=False).puts}
    table.put(one, keep(1, 2), to(foe, table.item_named(one, SWORD)), seat="ann")


@pytest.mark.rule("BN-R-380", "BN-R-003", "BN-R-033")
@pytest.mark.parametrize(
    "settings", [{"mastery": {"two_weapon_trigger": "owned"}}, {"tasks": {"item_dice_per_roll": "gm_decides"}}]
)
def test_second_weapons_that_need_no_icon_in_the_roll_leave_racial_icons_free(settings: dict[str, Any]) -> None:
    """Where a second weapon counts anyway, the racial icon defends as Turtle beside it."""
    table, one, foe = duel("Defend:Turtle", "Melee:Two Weapon", **settings)
    knife = table.item_named(one, DAGGER)
    found = table.put(one, keep(1, 2), to(foe, knife), seat="ann")
    assert 1 == blow(found).damage


@pytest.mark.rule("BN-R-380", "BN-R-018", "BN-R-033")
def test_a_reading_of_one_form_is_not_used_for_another() -> None:
    """The same creature and roll are read by the rules of each campaign's own form."""
    table, one, _ = duel("Defend:Turtle", "Melee:Two Weapon", "Scholar:Doktor")
    roll, older = table.roll_of(one), replace(table.state, form=1)
    place = roll.places[table.item_named(one, DAGGER)]
    assert (True, False) == (bool(dice_read(table.state, roll)[place]), bool(dice_read(older, roll)[place]))
    assert (4, 0) == (icons(table.state, one, "Healer"), icons(older, one, "Healer"))


@pytest.mark.rule("BN-R-380", "BN-R-033")
def test_two_weapons_need_a_racial_icon_that_lists_them() -> None:
    """Without the mastery among the icon's uses, and in older campaigns, the second weapon is refused."""
    for uses, form in ((("Melee",), FORM), (("Melee:Two Weapon",), 1)):
        table = Fight()
        with_race(table, *uses, form=form)
        one = wild(table, items=(SWORD, DAGGER))
        table.begin([one], [table.die("gm")])
        arms = (table.item_named(one, SWORD), table.item_named(one, DAGGER))
        table.no(OneWeapon, Declare(creature=one, doing="fight", weapons=arms))


@FORMS
@pytest.mark.rule("BN-R-380", "BN-R-381", "BN-MAST-16")
def test_a_racial_icon_heals_as_medic_unless_it_is_worth_more_otherwise(form: int) -> None:
    """As Medic the icon restores one die more. As Empathy it is two successes and no Medic."""
    for uses, medic in ((("Healer:Medic", "Melee"), 1), (("Healer:Medic", "Healer:Empathy"), 0)):
        play = Tries()
        with_race(play, *uses, form=form)
        healer, patient = wild(play), play.one("gm", FIGHTERS, lost=(1, 2, 3))
        found = play.roll(play.call(healer, "Healer", purpose="treatment", patient=patient), 2, 3, 3, 3)
        (treated,) = [one for one in found if isinstance(one, PatientTreated)]
        assert (medic if form == FORM else 0) == treated.medic


def made_by(play: Tries, who: str, *faces: int) -> Making:
    """Make a spear in 40 days with these faces; return the work in progress."""
    task = play.call(who, "Craft", purpose="making", days=40, item="Spear", difficulty="Easy")
    return next(one.making for one in play.roll(task, *faces, 3, 3) if isinstance(one, ThingMade))


BOTH: Final = ("Craft:Driven", "Craft:Weaponsmith")


@pytest.mark.rule("BN-R-381", "BN-R-361", "BN-CAMP-182")
def test_one_racial_icon_makes_a_thing_sooner_or_better() -> None:
    """The maker of a spear receives it after 10 days without improvements, or after 40 days with two."""
    for waits, steps in ((10, ()), (40, (Step(face=6, to="Melee"), Step(face=6, to="double")))):
        play = Tries()
        with_race(play, *BOTH)
        smith = wild(play)
        thing = made_by(play, smith, 2, 1, 1, 1)
        assert (40, 41, 11, 2) == (thing.days, thing.ready_day, thing.sooner_day, thing.steps)
        play.do(PassTime(days=9))
        play.no(NotReadyYet, FinishThing(making=thing.id), seat="ann")
        play.do(PassTime(days=1))
        better = FinishThing(making=thing.id, steps=(Step(face=6, to="Melee"),))
        refused = play.no(NotReadyYet, better, seat="ann")
        assert ("day 41, hour 0", "day 11, hour 0") == (refused.needs, refused.has)
        play.do(PassTime(days=30)) if waits == 40 else None
        play.do(FinishThing(making=thing.id, steps=steps), seat="ann")


@pytest.mark.rule("BN-R-381", "BN-R-361")
def test_two_racial_icons_make_a_thing_sooner_and_better() -> None:
    """With two icons one is Driven and the other Weaponsmith; with Master alone among the uses neither is."""
    play = Tries()
    with_race(play, *BOTH)
    thing = made_by(play, wild(play), 2, 2, 1, 1)
    assert (10, 2, None) == (thing.days, thing.steps, thing.sooner_day)
    other = Tries()
    with_race(other, "Craft:Master", *BOTH)
    thing = made_by(other, wild(other), 2, 1, 1, 1)
    assert (40, 0, None) == (thing.days, thing.steps, thing.sooner_day)


@pytest.mark.rule("BN-R-381")
def test_one_racial_icon_is_both_in_an_old_campaign() -> None:
    """Under version 1 of the rules the one icon makes the spear sooner and better."""
    play = Tries()
    with_race(play, *BOTH, form=1)
    thing = made_by(play, wild(play), 2, 1, 1, 1)
    assert (10, 2, None) == (thing.days, thing.steps, thing.sooner_day)


@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-MAST-38")
def test_a_racial_icon_given_to_the_mount_does_not_strike() -> None:
    """A rider who gives the success of a racial icon to its mount does not fight with it too."""
    for gives in (False, True):
        table = Arena()
        with_race(table, "Riding:Horseman", "Melee")
        horse = table.of("ann", "Universal", kind="beast")
        rider, foe = wild(table, mount=horse), table.of("gm", "Magic")
        table.state = replace(table.state, spiffs={**table.state.spiffs, "ann": 5})
        table.fought([rider, horse], [foe], shown={rider: (2, 3, 3, 1)})
        roll = table.roll_of(rider).id
        table.do(KeepFaces(roll=roll), seat="ann")
        if gives:
            table.do(GiveSuccess(roll=roll, die="die-1", to=horse), seat="ann")
        table.do(KeepSuccesses(roll=roll), seat="ann")
        strikes = Allot(creature=rider, puts=(to(foe, 1),))
        if gives:
            assert "die-1" == table.no(NothingToPut, strikes, seat="ann").has
        else:
            table.do(strikes, seat="ann")


@pytest.mark.parametrize("commands", [True, False])
@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-MAST-10")
def test_a_racial_icon_used_as_a_command_is_not_driven(commands: bool) -> None:  # noqa: FBT001 a row
    """A maker who commands a companion with the only racial icon makes the spear in the usual time."""
    play = Tries()
    with_race(play, "Craft:Driven", "Outdoorsman:Animal Friend")
    smith = wild(play)
    fang = play.die("ann", kind="beast", master=smith, service="companion")
    play.roll(play.call(smith, "Craft", purpose="making", days=40, item="Spear", difficulty="Easy"), 2, 1, 1, 1, 3, 3)
    roll = play.rolled.id
    ends = TakeCommand(roll=roll, die="die-1", to=fang) if commands else KeepSuccesses(roll=roll)
    assert (40 if commands else 10) == play.the(ThingMade, ends, seat="ann").making.days


@pytest.mark.parametrize("gives", [True, False])
@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-MAST-16", "BN-MAST-38")
def test_a_racial_icon_given_to_the_mount_does_not_heal_as_medic(gives: bool) -> None:  # noqa: FBT001 a row
    """A healer on a mount gives it the success of the only racial icon, or heals with it as Medic."""
    play = Tries()
    with_race(play, "Healer:Medic", "Riding:Horseman")
    mount = play.die("ann", kind="beast")
    healer, patient = wild(play, mount=mount), play.one("gm", FIGHTERS, lost=(1, 2, 3))
    play.easy(mount)
    play.roll(play.call(healer, "Healer", purpose="treatment", patient=patient), 2, 1, 1, 1)
    roll = play.rolled.id
    ends = GiveSuccess(roll=roll, die="die-1", to=mount) if gives else KeepSuccesses(roll=roll)
    assert (0 if gives else 1) == play.the(PatientTreated, ends, seat="ann").medic


@FORMS
@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-MAST-13")
def test_a_racial_icon_used_as_a_command_does_not_cancel_encumbrance(form: int) -> None:
    """If a racial icon was a command, it is not Endurance in the same roll. In older campaigns it is."""
    play = Tries()
    with_race(play, "Outdoorsman:Animal Friend", "Defend:Endurance", form=form)
    scout = wild(play)
    fang = play.die("ann", kind="beast", master=scout, service="companion")
    play.roll(play.call(scout, "Outdoorsman", number=1), 2, 1, 1, 1)
    roll = play.rolled
    assert 1 == max(way.eases for way in ways(play.state, roll, roll.dice[0]))
    used = replace(roll, told=("die-1",))
    assert (0 if form == FORM else 1) == max([way.eases for way in ways(play.state, used, used.dice[0])], default=0)
    play.do(TakeCommand(roll=roll.id, die="die-1", to=fang), seat="ann")


@pytest.mark.parametrize(("used", "form", "stopped"), [((), FORM, 2), (("die-1",), FORM, 0), (("die-1",), 1, 1)])
@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-MAST-21")
def test_a_racial_icon_used_as_a_command_does_not_defend_as_swashbuckler(
    used: tuple[str, ...], form: int, stopped: int
) -> None:
    """If a racial icon was a command in a feat that defends, its Defend success is gone too."""
    table = Arena()
    with_race(table, "Maneuver:Swashbuckler", "Outdoorsman:Animal Friend", form=form)
    foe, one = table.of("gm", "Melee*3"), table.of("ann", "Racial:Wild", *["Magic"] * 3, race="Wild")
    table.begin((foe,), (one,))
    try_in_round(table, one, "Maneuver", foe)
    (roll,) = (key for key, each in table.state.rolls.items() if each.creature == one)
    table.state = table.state.roll_changed(roll, told=used)
    if used:
        table.state = table.state.fighter_put(one, gross=0)

    assert stopped == blow(table.put(foe, to(one, 1, 3))).stopped


@pytest.mark.parametrize("form", [FORM, 1])
@pytest.mark.rule("BN-R-381", "BN-R-031")
def test_a_thing_that_cannot_be_improved_is_made_as_soon_as_possible(form: int) -> None:
    """What is no item of the catalogue has no improvements, so one racial icon makes it sooner."""
    play = Tries()
    with_race(play, *BOTH, form=form)
    task = play.call(wild(play), "Craft", purpose="making", days=40, difficulty="Easy")
    (made,) = [one.making for one in play.roll(task, 2, 1, 1, 1, 3, 3) if isinstance(one, ThingMade)]
    assert (10, None) == (made.days, made.sooner_day)


@pytest.mark.rule("BN-R-380", "BN-RACE-03", "BN-R-033")
def test_a_racial_icon_used_as_a_command_is_no_two_weapon() -> None:
    """The die of the only racial icon, a command, does nothing more, and neither does the second weapon's die."""
    table, one, foe = duel("Melee:Two Weapon", "Outdoorsman:Animal Friend")
    knife = table.item_named(one, DAGGER)
    table.state = table.state.roll_changed(table.roll_of(one).id, told=("die-1",))
    for die in (1, knife):
        table.no(NothingToPut, Allot(creature=one, puts=(to(foe, die),)), seat="ann")
    table.put(one, to(foe, table.item_named(one, SWORD)), seat="ann")


@pytest.mark.rule("BN-R-380", "BN-MAST-31")
def test_a_mastery_icon_used_as_a_command_keeps_its_other_effects() -> None:
    """Only a racial icon is nothing else: a face with Animal Friend and Melee still strikes after the command."""
    table = Arena()
    one, foe = table.of("ann", "Outdoorsman:Animal Friend+Melee", "Magic"), table.of("gm", *["Magic"] * 5)
    table.fought([one], [foe])
    table.state = table.state.roll_changed(table.roll_of(one).id, told=("die-1",))
    assert 1 == blow(table.put(one, to(foe, 1), seat="ann")).damage
