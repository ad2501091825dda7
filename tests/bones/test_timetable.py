"""The adventure's timetable: the events of each day, which characters may prevent."""

import pytest
from msgspec.structs import replace

from services.bones.catalogue.adventure import BOOK, Entry
from services.bones.chapters.adventure.adventures import (
    EnterArea,
    NothingChanges,
    OneAdventure,
    SetFate,
    ShacklesChanged,
)
from services.bones.chapters.adventure.checks import CheckCame, TryCheck
from services.bones.chapters.adventure.requirements import CannotTryThis, NotAsThingsAre, NotHereOrNow
from services.bones.chapters.adventure.timetable import AdvanceTimetable
from services.bones.chapters.adventure.tribe import KinSacrificed
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.rolls.wounds import DamageDealt, DealDamage, Died
from services.bones.chapters.tasks.recovery import TheFightGoesOn
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import DropTask, TaskProposed
from services.bones.reading.adventure import fate
from services.bones.state.campaign import FORM
from services.bones.state.magic import Effect
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.platform.ledger import ledger_of
from tests.bones.captives import Captives, changes_of_fate, shackle
from tests.bones.play import allowed_of

RULES = {rule.id: rule for rule in ledger_of("bones").rules}


def place(entry: Entry) -> int:
    """Return the position of an entry among the events of its day."""
    return [one for one in BOOK.timetable if one.day == entry.day].index(entry) + 1


def before(play: Captives, day: int, come: int) -> None:
    """Play all events of the timetable before this one, with interference. `come` is the number of the day's events."""
    if come > 1:
        play.until(day, come - 1)
    elif day > 1:
        play.until(day - 1, 3 if (day - 1) != 1 else 4)


ENTRIES = [pytest.param(one, id=one.rule, marks=pytest.mark.rule(one.rule)) for one in BOOK.timetable]


@pytest.mark.parametrize("entry", ENTRIES)
def test_each_event_happens_as_in_the_ledger(entry: Entry) -> None:
    """Without interference, each event of the timetable has the ledger's day, time and result."""
    play = Captives()
    play.caught()
    before(play, entry.day, place(entry))
    came, _ = play.comes_on()
    assert f"Day {came.day}, {came.time}: {came.event.open()}." == RULES[entry.rule].says
    assert (entry.day, place(entry), None) == (came.day, came.place, came.interfered)


@pytest.mark.rule("BN-ADV-100", "BN-R-224")
def test_all_nineteen_events_come_in_order() -> None:
    """The nineteen events of the timetable come in order. The evening is the third event of the second day."""
    play = Captives()
    play.caught()
    rules = [f"BN-ADV-{number}" for number in range(76, 95)]
    assert rules == [one.rule for one in BOOK.timetable]
    seen = [play.comes_on(interfered="they hid")[0] for _ in range(19)]
    assert [(one.day, one.time) for one in BOOK.timetable] == [(one.day, one.time) for one in seen]
    assert (2, 3, "evening") == (seen[6].day, seen[6].place, seen[6].time)


@pytest.mark.rule("BN-ADV-101", "BN-ADV-94")
def test_from_day_seven_on_the_fifth_and_sixth_days_repeat() -> None:
    """Day 7 has the same events as day 5, day 8 the same as day 6, and so on."""
    play = Captives()
    play.caught()
    play.until(6, 3)
    for day, like in ((7, 5), (8, 6), (9, 5), (10, 6)):
        expected = [one.event for one in BOOK.timetable if one.day == like]
        seen = [play.comes_on(interfered="they hid")[0] for _ in expected]
        assert [(day, event) for event in expected] == [(one.day, one.event.open()) for one in seen]


@pytest.mark.rule("BN-ADV-100", "BN-ADV-84")
def test_an_event_with_interference_has_no_effect() -> None:
    """On the afternoon of day 3 Karl is taken and Clarisse goes mad, unless the characters interfere."""
    for said, karl, clarisse in (({}, "dead", "mad"), ({"interfered": "beaten back"}, "alive", "herself")):
        play = Captives()
        play.caught()
        play.do(SetFate(person="Karl", fate="alive", reason="a healer"))
        play.do(SetFate(person="Clarisse", fate="herself", reason="a kind word"))
        before(play, 3, 2)
        came, _ = play.comes_on(**said)
        assert said.get("interfered") == came.interfered
        assert (karl, clarisse) == (fate(play.state, "Karl"), fate(play.state, "Clarisse"))


@pytest.mark.rule("BN-R-217", "BN-ADV-78", "BN-CAMP-128")
@pytest.mark.parametrize(
    ("start", "saved", "changes"),
    [("dying", False, ["dead", "in shock"]), ("dying", True, []), ("dead", False, ["in shock"])],
)
def test_karl_dies_on_the_first_day_unless_he_is_saved(start: str, saved: bool, changes: list[str]) -> None:  # noqa: FBT001
    """If Karl is dying at the start, the first day's event kills him, unless the characters have saved him by then."""
    play = Captives(adventure={"karl_state_at_start": start})
    play.caught()
    assert start == fate(play.state, "Karl")
    if saved:
        play.do(SetFate(person="Karl", fate="alive", reason="a healer"))
    before(play, 1, 3)
    _, happened = play.comes_on()
    assert changes == changes_of_fate(happened)
    assert ("alive" if saved else "dead") == fate(play.state, "Karl")


@pytest.mark.rule("BN-CAMP-128", "BN-R-217")
def test_the_dead_stay_dead() -> None:
    """A person's fate can change only to another of their possible fates, and a dead person's fate never changes."""
    play = Captives()
    play.no(OneAdventure, SetFate(person="Karl", fate="dead", reason="x"))
    play.caught()
    play.no(NotKnownHere, SetFate(person="Bob", fate="dead", reason="x"))
    play.no(NotKnownHere, SetFate(person="Karl", fate="mad", reason="x"))
    play.no(NothingChanges, SetFate(person="Karl", fate="dying", reason="x"))
    tomas = play.meet("Tomas")
    play.do(DealDamage(creature=tomas, amount=1))
    play.no(AnswerFirst, SetFate(person="Tomas", fate="dead", reason="x"))
    play.hurt()
    play.do(SetFate(person="Tomas", fate="dead", reason="he bled"))
    assert play.who(tomas).dead
    play.do(SetFate(person="Karl", fate="dead", reason="he bled"))
    play.no(NothingChanges, SetFate(person="Karl", fate="alive", reason="x"))


@pytest.mark.rule("BN-R-215", "BN-ADV-87", "BN-CAMP-128")
@pytest.mark.parametrize("area", ["3", "2"])
def test_the_remaining_captive_dies_with_the_captives_in_its_area(area: str) -> None:
    """The other captives are in the area that `captives_area` names: 3 by default, or 2.

    If the remaining captive has appeared as a creature, that creature dies too.
    """
    play = Captives(adventure={"captives_area": area})
    play.caught()
    tomas = play.meet("Tomas")
    before(play, 4, 2)
    came, happened = play.comes_on()
    assert area == came.area
    assert "dead" == fate(play.state, "Tomas")
    assert [tomas] == [event.creature for event in happened if isinstance(event, Died)]


@pytest.mark.rule("BN-R-365", "BN-R-215")
@pytest.mark.parametrize(("form", "area", "other"), [(FORM, "2", "3"), (1, "3", "2")])
def test_checks_about_captives_are_tried_where_they_are(form: int, area: str, other: str) -> None:
    """With `captives_area` 2, the wall shackles and Tomas are in area 2. In form 1 they stay in area 3."""
    play = Captives(adventure={"captives_area": "2"})
    play.state = replace(play.state, form=form)
    who = play.caught("Healer")
    shackle(play, who, wall=True)
    play.meet("Tomas")
    checks = [TryCheck(check="break-the-wall-shackles", creature=who), TryCheck(check="examine-tomas", creature=who)]
    play.do(EnterArea(area=other))
    for check in checks:
        assert f"area {area}" == play.no(NotHereOrNow, check).needs

    play.do(EnterArea(area=area))
    for check in checks:
        task = play.the(TaskProposed, check).task.id
        play.do(DropTask(task=task, reason="a dreg comes"))


@pytest.mark.rule("BN-R-365", "BN-ADV-100")
@pytest.mark.parametrize(("form", "area", "other"), [(FORM, "2", "3"), (1, "3", "2")])
def test_events_name_the_area_where_the_captives_are(form: int, area: str, other: str) -> None:
    """With `captives_area` 2, the three events that name the captives' area name area 2. In form 1 it is area 3."""
    play = Captives(adventure={"captives_area": "2"})
    play.state = replace(play.state, form=form)
    play.caught()
    texts = [play.comes_on(interfered="they hid")[0].event.open() for _ in BOOK.timetable]

    assert (3, 0) == (sum(f"area {area}" in text for text in texts), sum(f"area {other}" in text for text in texts))


CONSORT = "The consort"


@pytest.mark.rule("BN-ADV-88", "BN-R-215", "BN-R-216")
@pytest.mark.parametrize(
    ("check", "yields", "dregs", "damage"),
    [
        ("be-dominated", "dominated", 1, 0),
        ("fake-domination", "faking", 0, 0),
        ("resist-the-matron", "resisting", 0, 1),
    ],
)
def test_the_chosen_one_is_brought_before_the_matron(check: str, yields: str, dregs: int, damage: int) -> None:
    """If the consort is dominated, a dreg dies. A consort who resists takes one damage.

    In both cases the consort is shackled.
    """
    play = Captives(adventure={"captives_area": "2"})
    who = play.caught()
    before(play, 4, 3)
    play.no(NotAsThingsAre, TryCheck(check=check, creature=who))
    came, _ = play.comes_on()
    assert "2" == came.area
    if check == "fake-domination":
        play.faked(who)
    happened = play.do(TryCheck(check=check, creature=who))
    (words,) = [event.told for event in happened if isinstance(event, CheckCame)]
    assert ("area 2" in (words or "")) == (yields == "resisting")
    assert yields == fate(play.state, CONSORT)
    assert dregs == sum(isinstance(event, KinSacrificed) for event in happened)
    assert damage == sum(event.wound.amount for event in happened if isinstance(event, DamageDealt))
    assert ShacklesChanged(creature=who, levels=2, reason=BOOK.checks_by_id[check].task, wall=True) in happened
    assert 6 - dregs == play.adventure.stock["Tribal Dreg"]


@pytest.mark.rule("BN-ADV-88", "BN-CAMP-125", "BN-CAMP-128")
def test_only_a_character_of_the_adventure_is_brought_before_the_matron() -> None:
    """The chosen captive must be a living character with no open wound.

    If the characters interfere, no captive is chosen.
    """
    play = Captives()
    one, dead = play.captive("Social", "Craft"), play.captive(seat="bob")
    play.wake(one, dead)
    stranger = play.captive()
    play.do(DealDamage(creature=dead, amount=9))
    before(play, 4, 3)
    play.comes_on(interfered="they hid him")
    play.no(NotAsThingsAre, TryCheck(check="fake-domination", creature=one))
    play.do(SetFate(person=CONSORT, fate="chosen", reason="they came back"))
    play.no(CannotTryThis, TryCheck(check="fake-domination", creature=stranger))
    play.no(CannotTryThis, TryCheck(check="fake-domination", creature=dead))
    play.faked(one)
    play.do(DealDamage(creature=one, amount=1))
    play.no(AnswerFirst, TryCheck(check="fake-domination", creature=one))


@pytest.mark.rule("BN-ADV-91", "BN-ADV-93")
@pytest.mark.parametrize(
    ("check", "killed"), [("be-dominated", False), ("fake-domination", False), ("resist-again", True)]
)
def test_a_consort_who_resists_twice_is_killed_and_another_chosen(check: str, killed: bool) -> None:  # noqa: FBT001
    """On day 5 a consort who resists is brought to the Matron again, and takes no damage.

    One who resists again is killed on day 6.
    """
    play = Captives()
    one, other = play.captive(), play.captive(seat="bob")
    play.wake(one, other)
    before(play, 4, 3)
    play.comes_on()
    play.do(TryCheck(check="resist-the-matron", creature=one))
    play.hurt()
    before(play, 5, 3)
    came, _ = play.comes_on()
    assert "3" == came.area
    if check == "fake-domination":
        play.faked(one)
    happened = play.do(TryCheck(check=check, creature=one))
    assert not [event for event in happened if isinstance(event, DamageDealt)]
    before(play, 6, 2)
    play.no(NotAsThingsAre, TryCheck(check="die-for-the-meal", creature=one))
    _, happened = play.comes_on()
    assert killed == bool(changes_of_fate(happened))
    if not killed:
        play.no(NotAsThingsAre, TryCheck(check="die-for-the-meal", creature=one))
        return
    happened = play.do(TryCheck(check="die-for-the-meal", creature=one))
    assert [one] == [event.creature for event in happened if isinstance(event, Died)]
    assert "chosen" == fate(play.state, CONSORT)
    play.until(7, 2)
    play.comes_on()
    play.faked(other)
    play.do(TryCheck(check="fake-domination", creature=other))


@pytest.mark.rule("BN-ADV-88", "BN-ADV-91")
def test_a_controlled_consort_is_not_brought_again() -> None:
    """If the Matron's magic has lasted since the evening before, day 5 has no second check."""
    play = Captives()
    who = play.caught()
    before(play, 4, 3)
    play.comes_on()
    play.do(TryCheck(check="be-dominated", creature=who))
    before(play, 5, 3)
    _, happened = play.comes_on()
    assert not changes_of_fate(happened)
    play.no(NotAsThingsAre, TryCheck(check="be-dominated", creature=who))


@pytest.mark.rule("BN-ADV-88", "BN-R-293")
def test_a_controlled_consort_costs_no_further_dreg() -> None:
    """If the Matron's magic already controls a character by blood, domination needs no further sacrifice."""
    play = Captives()
    who = play.caught()
    before(play, 4, 3)
    play.comes_on()
    spell = Effect(id="effect-9", caster=play.adventure.leader, theme="x", what="x", kind="mind", successes=1)
    play.state = replace(play.state, effects={"effect-9": replace(spell, target=who, lasts="blood")})
    happened = play.do(TryCheck(check="be-dominated", creature=who))
    assert not [event for event in happened if isinstance(event, KinSacrificed)]


@pytest.mark.rule("BN-ADV-74", "BN-ADV-90", "BN-ADV-75")
def test_deprivation_is_a_task_or_costs_one_damage() -> None:
    """On day 5 each character has a Difficult Physical task; one without dice fails. Clarisse also faints."""
    play = Captives()
    one, other = play.captive(), play.captive(seat="bob")
    play.wake(one, other)
    play.do(DealDamage(creature=other, amount=4))
    before(play, 5, 2)
    _, happened = play.comes_on()
    (task,) = [event.task for event in happened if isinstance(event, TaskProposed)]
    assert (one, "bear-deprivation") == (task.creature, task.check)
    assert [other] == [event.wound.creature for event in happened if isinstance(event, DamageDealt)]
    assert "fainted" == fate(play.state, "Clarisse")
    play.no(AnswerFirst, AdvanceTimetable())
    failed = play.do(RollTask(task=task.id), *[6] * 4, *[3] * 8)
    assert [(one, 1)] == [(e.wound.creature, e.wound.amount) for e in failed if isinstance(e, DamageDealt)]


@pytest.mark.rule("BN-CAMP-129")
def test_the_timetable_waits_and_does_not_change_the_clock() -> None:
    """The timetable waits while a wound, a check or a fight is open. It never changes the campaign's day and hour."""
    play = Captives()
    play.no(OneAdventure, AdvanceTimetable())
    who = play.caught("Social", "Craft")
    play.no(OnlyTheGameMaster, AdvanceTimetable(), seat="ann")
    play.do(DealDamage(creature=who, amount=1))
    play.no(AnswerFirst, AdvanceTimetable())
    play.hurt()
    clock = (play.state.day, play.state.hours)
    play.until(2, 1)
    assert clock == (play.state.day, play.state.hours)
    foe = play.one("gm")
    play.do(StartCombat(fighters=(Entrant(creature=who, side="a"), Entrant(creature=foe, side="b"))))
    play.no(TheFightGoesOn, AdvanceTimetable())


@pytest.mark.rule("BN-ADV-88", "BN-ADV-91", "BN-ADV-93")
def test_the_list_offers_the_next_checks() -> None:
    """The legal list offers the consort's checks only once a consort is chosen, and faking only after its roll."""
    play = Captives()
    who = play.caught()
    assert 2 == len(allowed_of(play.state, "gm", AdvanceTimetable))
    for comes, listed in (
        (0, set()), (1, {"be-dominated", "resist-the-matron"}), (2, {"fake-domination"})
    ):  # fmt: skip
        if comes == 1:
            before(play, 4, 3)
            play.comes_on()
        elif comes:
            play.faked(who)
        found = [entry for entry in allowed_of(play.state, "gm", TryCheck) if entry.body["creature"] == who]
        offered = {
            one for entry in found for one in entry.fields["check"].options or () if BOOK.checks_by_id[one].captive
        }
        assert listed == offered
