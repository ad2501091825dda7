"""The timetable of the adventure: what happens day by day, unless the characters interfere."""

from typing import Any

import pytest

from services.bones.catalogue.adventure import BOOK, Entry
from services.bones.chapters.adventures import FateChanged, NoAdventure
from services.bones.chapters.combat import Entrant, StartCombat
from services.bones.chapters.matron import DregSacrificed
from services.bones.chapters.recovery import TheFightGoesOn
from services.bones.chapters.rolling import RollTask
from services.bones.chapters.shackles import Shackled
from services.bones.chapters.tasks import TaskProposed
from services.bones.chapters.timetable import (
    AdvanceTimetable,
    ConsortTaken,
    NothingChanges,
    NotOneOfThem,
    SayTheConsort,
    SetFate,
    TimetableAdvanced,
)
from services.bones.chapters.wounds import DamageDealt, DealDamage, Died
from services.bones.reading.adventure import fate
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.roster import RemoveCharacter
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.platform.ledger import ledger_of
from tests.bones.captives import Captives
from tests.bones.play import allowed_of

RULES = {rule.id: rule for rule in ledger_of("bones").rules}


def place(entry: Entry) -> int:
    """Return which event of its day an entry is."""
    return [one for one in BOOK.timetable if one.day == entry.day].index(entry) + 1


def before(play: Captives, day: int, come: int) -> None:
    """Let everything pass that comes before an event of a day, in which somebody interferes."""
    if come > 1:
        play.until(day, come - 1)
    elif day > 1:
        play.until(day - 1, 3 if (day - 1) != 1 else 4)


ENTRIES = [pytest.param(one, id=one.rule, marks=pytest.mark.rule(one.rule)) for one in BOOK.timetable]


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_event_happens_as_the_ledger_has_it(entry: Entry) -> None:
    """Its day, its time and what happens, nobody interfering."""
    play = Captives()
    who = play.caught()
    before(play, entry.day, place(entry))
    said = {"consort": who, "yields": "faking"} if entry.consort == "chosen" else {}
    came, _ = play.comes_on(**said)
    assert f"Day {came.day}, {came.time}: {came.event}." == RULES[entry.rule].says
    assert (entry.day, place(entry), None) == (came.day, came.place, came.interfered)


@pytest.mark.rule("BN-ADV-100", "BN-R-224")
def test_all_nineteen_come_one_after_the_other() -> None:
    """The evening of the second day is the third of its events."""
    play = Captives()
    play.caught()
    rules = [f"BN-ADV-{number}" for number in range(76, 95)]
    assert rules == [one.rule for one in BOOK.timetable]
    seen = [play.comes_on(interfered="they hid")[0] for _ in range(19)]
    assert [(one.day, one.time) for one in BOOK.timetable] == [(one.day, one.time) for one in seen]
    assert (2, 3, "evening") == (seen[6].day, seen[6].place, seen[6].time)


@pytest.mark.rule("BN-ADV-101", "BN-ADV-94")
def test_from_the_sixth_day_on_the_fifth_and_the_sixth_come_again() -> None:
    """Day 7 has the events of day 5, day 8 those of day 6, and so on."""
    play = Captives()
    play.caught()
    play.until(6, 3)
    for day, like in ((7, 5), (8, 6), (9, 5), (10, 6)):
        expected = [one.event for one in BOOK.timetable if one.day == like]
        seen = [play.comes_on(interfered="they hid")[0] for _ in expected]
        assert [(day, event) for event in expected] == [(one.day, one.event) for one in seen]


@pytest.mark.rule("BN-ADV-100", "BN-ADV-84")
def test_nothing_comes_of_an_event_in_which_somebody_interfered() -> None:
    """Day 3, afternoon: Karl is taken and Clarisse goes mad; or he is not."""
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
    [("dying", False, ["dead", "in shock"]), ("dying", True, ["in shock"]), ("dead", False, ["in shock"])],
)
def test_karl_dies_on_the_first_day_unless_he_is_saved(start: str, saved: bool, changes: list[str]) -> None:  # noqa: FBT001
    """Dying at the start, or dead; once saved he lives."""
    play = Captives(adventure={"karl_state_at_start": start})
    play.caught()
    assert start == fate(play.state, "Karl")
    if saved:
        play.do(SetFate(person="Karl", fate="alive", reason="a healer"))
    before(play, 1, 3)
    _, happened = play.comes_on()
    assert changes == [event.fate for event in happened if isinstance(event, FateChanged)]
    assert ("alive" if saved else "dead") == fate(play.state, "Karl")


@pytest.mark.rule("BN-CAMP-128", "BN-R-217")
def test_the_dead_stay_dead() -> None:
    """A fate is set to another of those there are."""
    play = Captives()
    play.no(NoAdventure, SetFate(person="Karl", fate="dead", reason="x"))
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
def test_the_remaining_captive_dies_where_the_captives_are(area: str) -> None:
    """Area 3, or by the setting area 2; whoever has appeared is dead as a creature too."""
    play = Captives(adventure={"captives_area": area})
    play.caught()
    tomas = play.meet("Tomas")
    before(play, 4, 2)
    came, happened = play.comes_on()
    assert area == came.area
    assert "dead" == fate(play.state, "Tomas")
    assert [tomas] == [event.creature for event in happened if isinstance(event, Died)]


@pytest.mark.rule("BN-ADV-88", "BN-R-215", "BN-R-216")
@pytest.mark.parametrize(
    ("yields", "area", "dregs", "damage"), [("dominated", "2", 1, 0), ("faking", "2", 0, 0), ("resisting", "3", 0, 1)]
)
def test_the_chosen_one_is_brought_before_the_matron(yields: Any, area: str, dregs: int, damage: int) -> None:  # noqa: ANN401
    """Dominated: a dreg dies for it; resisting: one damage, and always area 3; and it is shackled in any case."""
    play = Captives(adventure={"captives_area": "2"})
    who = play.caught()
    before(play, 4, 3)
    came, happened = play.comes_on(consort=who, yields=yields)
    assert area == came.area
    assert ConsortTaken(creature=who, yields=yields) in happened
    assert dregs == sum(isinstance(event, DregSacrificed) for event in happened)
    assert damage == sum(event.wound.amount for event in happened if isinstance(event, DamageDealt))
    assert Shackled(creature=who, levels=2) in happened
    assert 6 - dregs == play.adventure.stock["Tribal Dreg"]


@pytest.mark.rule("BN-ADV-88", "BN-ADV-91", "BN-ADV-93")
def test_who_is_brought_and_how_it_went_is_said_where_it_belongs() -> None:
    """A consort of the adventure who is alive; nothing of it where somebody interfered, or at another time."""
    play = Captives()
    one, dead = play.captive(), play.captive(seat="bob")
    play.wake(one, dead)
    stranger = play.captive()
    play.do(DealDamage(creature=dead, amount=9))
    play.no(SayTheConsort, AdvanceTimetable(consort=one))
    play.no(SayTheConsort, AdvanceTimetable(yields="faking"))
    before(play, 4, 3)
    play.no(SayTheConsort, AdvanceTimetable())
    play.no(SayTheConsort, AdvanceTimetable(consort=one))
    play.no(SayTheConsort, AdvanceTimetable(interfered="they hid", consort=one, yields="faking"))
    play.no(NotKnownHere, AdvanceTimetable(consort="creature-99", yields="faking"))
    for other in (stranger, dead):
        play.no(NotOneOfThem, AdvanceTimetable(consort=other, yields="faking"))


@pytest.mark.rule("BN-ADV-91", "BN-ADV-93")
@pytest.mark.parametrize(("yields", "killed"), [("dominated", False), ("faking", False), ("resisting", True)])
def test_a_consort_who_resists_twice_is_killed_and_another_chosen(yields: Any, killed: bool) -> None:  # noqa: ANN401, FBT001
    """Day 5, evening: brought again, without another wound; day 6, afternoon: nothing, or the meal."""
    play = Captives()
    one, other = play.captive(), play.captive(seat="bob")
    play.wake(one, other)
    before(play, 4, 3)
    play.comes_on(consort=one, yields="resisting")
    play.hurt()
    before(play, 5, 3)
    play.no(SayTheConsort, AdvanceTimetable())
    came, happened = play.comes_on(yields=yields)
    assert "3" == came.area
    assert not [event for event in happened if isinstance(event, DamageDealt)]
    before(play, 6, 2)
    if not killed:
        play.no(SayTheConsort, AdvanceTimetable(consort=other))
    _, happened = play.comes_on(**({"consort": other} if killed else {}))
    assert killed == play.who(one).dead
    assert ([ConsortTaken(creature=other, yields=None)] if killed else []) == [
        event for event in happened if isinstance(event, ConsortTaken)
    ]


@pytest.mark.rule("BN-ADV-88", "BN-ADV-91")
def test_no_second_dreg_dies_for_who_is_ruled_already() -> None:
    """Her magic lasts since the evening before."""
    play = Captives()
    who = play.caught()
    before(play, 4, 3)
    play.comes_on(consort=who, yields="dominated")
    before(play, 5, 3)
    _, happened = play.comes_on(yields="dominated")
    assert not [event for event in happened if isinstance(event, DregSacrificed)]


@pytest.mark.rule("BN-CAMP-126")
def test_a_consort_who_leaves_the_campaign_is_none_any_more() -> None:
    """Nobody is brought before her then; another who leaves changes nothing."""
    play = Captives()
    one, other, third = play.captive(), play.captive(), play.captive()
    play.wake(one, other, third)
    before(play, 4, 3)
    play.comes_on(consort=one, yields="faking")
    play.do(RemoveCharacter(character=third, reason="it sleeps"))
    assert (one, "faking") == (play.adventure.consort, play.adventure.yields)
    play.do(RemoveCharacter(character=one, reason="it sleeps"))
    assert ((other,), None, None) == (play.adventure.characters, play.adventure.consort, play.adventure.yields)
    before(play, 5, 3)
    _, happened = play.comes_on()
    assert 1 == len(happened)


@pytest.mark.rule("BN-ADV-74", "BN-ADV-90", "BN-ADV-75")
def test_deprivation_is_borne_by_each_or_costs_one_damage() -> None:
    """Day 5, afternoon: a Difficult Physical task each; who has no die left fails; and Clarisse faints."""
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
def test_the_timetable_waits_and_moves_no_clock() -> None:
    """No fight, no wound open, no check; the day and the hour of the campaign stay."""
    play = Captives()
    play.no(NoAdventure, AdvanceTimetable())
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
def test_what_the_list_offers_is_what_comes_next() -> None:
    """With a consort where one is chosen; else without."""
    play = Captives()
    who = play.caught()
    assert 2 == len(allowed_of(play.state, "gm", AdvanceTimetable))
    before(play, 4, 3)
    (chosen,) = [entry for entry in allowed_of(play.state, "gm", AdvanceTimetable) if "consort" in entry.body]
    assert who == chosen.body["consort"]
    assert isinstance(play.comes_on(consort=who, yields="faking")[0], TimetableAdvanced)
