"""Results of the adventure's checks: items, coins, fates, wounds and shackles."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.catalogue.adventure import BOOK, Check
from services.bones.chapters.adventure.adventures import SetFate, ShacklesChanged
from services.bones.chapters.adventure.checks import CheckCame, TryCheck
from services.bones.chapters.adventure.requirements import (
    CannotTryThis,
    DoneOrNotYet,
    NotAsThingsAre,
    NotHereOrNow,
    NothingToTryOn,
)
from services.bones.chapters.people.items import CoinsSet, GiveItem, ItemGiven
from services.bones.chapters.rolls.falls import Fall, FallSettled, SoftenFall
from services.bones.chapters.rolls.wounds import DamageDealt
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.reading.comparing import challenges
from tests.bones.captives import Captives, changes_of_fate, ready, shackle

ROLLED: Final = tuple(one for one in BOOK.checks if one.difficulty)


@pytest.mark.rule("BN-ADV-23", "BN-ADV-28", "BN-ADV-29", "BN-ADV-43", "BN-CAMP-125")
@pytest.mark.parametrize(
    ("check", "skill", "found"),
    [
        ("search-the-mud", "Perception", "Silver locket"),
        ("search-the-nest", "Perception", "Filthy vest"),
        ("sense-magic-in-the-nest", "Magic", "Filthy vest"),
        ("search-the-debris", "Perception", "Dagger / knife"),
    ],
)
def test_item_is_found_once(check: str, skill: str, found: str) -> None:
    """Of two characters who search at the same time, the first finds the item. Later searches are refused."""
    play = Captives()
    one, other = play.captive(skill), play.captive(skill, seat="bob")
    play.wake(one, other)
    theme = "Stars" if skill == "Magic" else None
    dice = {"search-the-debris": 8, "sense-magic-in-the-nest": 4}.get(check, 6)
    first, second = (play.tries(check, who, theme=theme) for who in (one, other))

    came, happened = play.came_of(first, *[1] * 4, *[3] * dice)
    assert came.done
    assert [found] == [event.item.name for event in happened if isinstance(event, ItemGiven)]
    assert play.item_named(one, found)
    late, happened = play.came_of(second, *[1] * 4, *[3] * dice)
    assert (True, None) == (late.success, late.done)
    assert not [event for event in happened if isinstance(event, ItemGiven)]
    play.no(DoneOrNotYet, TryCheck(check=check, creature=one, theme=theme))


@pytest.mark.rule("BN-EX-54", "BN-ADV-24", "BN-ADV-25")
@pytest.mark.parametrize(
    ("check", "skill", "words"),
    [
        ("force-the-locket", "Craft", "family portrait seen, the wisps of hair are lost"),
        ("open-the-locket", "Thief", "portrait and hair intact"),
    ],
)
def test_the_locket_may_be_forced_or_opened(check: str, skill: str, words: str) -> None:
    """A locket that is forced open still has its portrait but not the hair; one opened by its catch has both."""
    play = Captives()
    who = play.caught(skill)
    play.no(NothingToTryOn, TryCheck(check=check, creature=who))
    play.do(GiveItem(creature=who, item="Silver locket"))
    came, _ = play.came_of(play.tries(check, who), 1, 1, 1, 1, 3, 3, 3, 3)
    assert words == came.told
    for again in ("force-the-locket", "open-the-locket"):
        play.no(DoneOrNotYet, TryCheck(check=again, creature=who))


@pytest.mark.rule("BN-ADV-33", "BN-ADV-47", "BN-ADV-48")
def test_average_thief_checks_need_crude_picks() -> None:
    """The rules refuse these checks to characters without crude picks, and allow them to the maker of the picks."""
    play = Captives()
    who = play.caught("Craft", "Thief")
    for check, why in (
        ("pick-the-shackles-with-picks", NothingToTryOn), ("pick-the-wall-shackles-with-picks", NotHereOrNow)
    ):  # fmt: skip
        play.no(why, TryCheck(check=check, creature=who))
    play.came_of(play.tries("make-crude-picks", who), 1, 1, 1, 1, *[3] * 6)
    assert play.item_named(who, "Crude lock picks")
    shackle(play, who)
    play.tries("pick-the-shackles-with-picks", who)


@pytest.mark.rule("BN-ADV-02", "BN-ADV-30", "BN-ADV-31", "BN-ADV-32", "BN-ADV-44", "BN-ADV-45", "BN-ADV-46")
@pytest.mark.parametrize("check", [one for one in ROLLED if one.frees], ids=lambda one: one.id)
def test_a_check_removes_shackles(check: Check) -> None:
    """A check removes another character's shackles."""
    play = Captives()
    mage, friend = play.captive("Magic"), play.captive(check.skill or "", seat="bob", items=())
    play.wake(mage, friend, free=False)
    if check.needs:
        play.do(GiveItem(creature=friend, item=check.needs))
    shackle(play, mage, wall=check.frees == "wall")
    task = play.tries(check.id, friend, other=mage)
    terms = play.state.tasks[task].terms
    assert terms
    dice, _ = challenges(play.state, play.state.tasks[task], terms)
    _, happened = play.came_of(task, 1, 1, 1, 1, *[3] * dice)
    assert ShacklesChanged(creature=mage, levels=0, reason=check.said) in happened
    assert 0 == play.who(mage).shackled


@pytest.mark.rule("BN-ADV-44", "BN-R-220")
@pytest.mark.parametrize(("adds", "successes"), [(False, 3), (True, 4)])
def test_a_physical_task_counts_universal_and_physical(adds: bool, successes: int) -> None:  # noqa: FBT001
    """Every creature may try a Physical task.

    If `physical_task_adds_maneuver` is true, a Maneuver icon counts for it too.
    """
    play = Captives(adventure={"physical_task_adds_maneuver": adds})
    who = play.one(dice=[("Universal", "Physical", "Maneuver", "Mental", "Social", "blank")] * 6)
    play.wake(who)
    shackle(play, who)
    task = play.tries("break-the-shackles", who)
    play.do(RollTask(task=task), 1, 2, 2, 3, 4, *[3] * 12)
    (result,) = play.state.results.values()
    assert successes == result.successes


@pytest.mark.rule("BN-R-220")
def test_a_mental_task_counts_universal_and_mental() -> None:
    """Maneuver never counts for a Mental task, even if `physical_task_adds_maneuver` is true."""
    play = Captives(adventure={"physical_task_adds_maneuver": True})
    who = play.one(dice=[("Universal", "Physical", "Maneuver", "Mental", "Social", "blank")] * 5)
    assert 2 == play.comes(play.call(who, "Mental", number=1), 1, 2, 3, 4, 5).successes


@pytest.mark.rule("BN-ADV-39", "BN-ADV-49", "BN-ADV-98", "BN-CAMP-125")
def test_checks_without_a_roll_have_their_result_at_once() -> None:
    """A check that needs no roll, such as avoiding a pit, has its result at once."""
    play = Captives()
    who = play.caught("Social")
    play.stands("free-tomas")
    freed = play.the(CheckCame, TryCheck(check="free-tomas", creature=who))
    assert (True, None) == (freed.success, freed.told)

    play.stands("approach-the-throne")
    for front in (True, False):
        came = play.the(CheckCame, TryCheck(check="approach-the-throne", creature=who, averted=front))
        assert front == came.success
        assert front == (came.told or "").startswith("no pit")


@pytest.mark.rule("BN-ADV-49", "BN-ADV-52", "BN-ADV-98", "BN-CAMP-158")
@pytest.mark.parametrize("check", ["walk-unwarily", "approach-the-throne"])
@pytest.mark.parametrize(("shows", "amounts"), [((1, 1, 1, 1), []), ((6, 6, 6, 6), [1])])
def test_a_falling_character_grabs_for_the_edge_before_the_damage(
    check: str, shows: tuple[int, ...], amounts: list[int]
) -> None:
    """A character at the edge of a pit who succeeds in a Difficult Maneuver task holds on.

    Otherwise the character falls into the pit and takes one damage.
    """
    play = Captives()
    who = play.caught("Maneuver")
    play.stands(check)
    walked = play.do(TryCheck(check=check, creature=who))
    (came,) = [event for event in walked if isinstance(event, CheckCame)]
    assert (check, False, "catch the edge when falling into a pit") == (came.check, came.success, came.told)
    assert not [event for event in walked if isinstance(event, DamageDealt)]
    (task,) = play.state.tasks.values()
    assert ("catch-the-edge", "Maneuver", "Difficult") == (
        task.check, task.terms and task.terms.skill, task.terms and task.terms.difficulty,
    )  # fmt: skip
    _, fell = play.came_of(task.id, *shows, *[3] * 8)
    assert amounts == [event.wound.amount for event in fell if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-CAMP-159")
def test_a_character_without_dice_cannot_try_a_check() -> None:
    """A character whose dice are all lost cannot try even a check that needs no roll; older campaigns allow it."""
    play = Captives()
    who = play.caught()
    play.stands("free-tomas")
    play.state = play.state.change(who, lost=(1, 2, 3, 4, 5))
    assert "a character with a die left" == play.no(CannotTryThis, TryCheck(check="free-tomas", creature=who)).needs
    play.state = replace(play.state, form=0)
    play.do(TryCheck(check="free-tomas", creature=who))


@pytest.mark.rule("BN-ADV-49", "BN-CAMP-158")
@pytest.mark.parametrize("why", ["busy", "older"])
def test_a_character_that_cannot_grab_the_edge_falls_at_once(why: str) -> None:
    """A character busy with another task cannot grab the edge and takes damage at once.

    In older campaigns, all characters at a pit take damage at once.
    """
    play = Captives()
    who = play.caught("Maneuver")
    play.stands("walk-unwarily")
    if why == "busy":
        play.call(who, "Maneuver", number=1)
    else:
        play.state = replace(play.state, form=0)
    walked = play.do(TryCheck(check="walk-unwarily", creature=who))
    assert (
        CheckCame(check="walk-unwarily", creature=who, success=False, told="fall into at least one pit: 1 damage")
        in walked
    )
    assert [1] == [event.wound.amount for event in walked if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-ADV-16", "BN-R-218")
def test_the_pit_is_ten_metres_deep() -> None:
    """A fall onto the stone floor of the pit deals one damage."""
    depth = BOOK.areas_by_id["4"].depth
    assert 10 == depth
    play = Captives()
    who = play.caught("Social")
    play.do(Fall(creature=who, height=depth))
    (fall,) = play.state.falls
    settled = play.the(FallSettled, SoftenFall(fall=fall), 6, 6, 6, 6)
    assert 1 == settled.damage


@pytest.mark.rule("BN-ADV-50")
def test_group_led_by_a_mage_moves_at_half_speed() -> None:
    """A group led by a mage advances half as far as usual: 7.5 m in a round with a move of 1."""
    play, who = ready(BOOK.checks_by_id["sense-magic-ahead"])
    came, _ = play.came_of(play.tries("sense-magic-ahead", who, theme="Stars"), 1, 1, 1, 1, *[3] * 6)
    assert "7.5" == came.metres


@pytest.mark.rule("BN-ADV-51", "BN-R-173")
@pytest.mark.parametrize(("successes", "works"), [(3, False), (4, True)])
def test_dispelling_the_illusion_needs_four_successes(successes: int, works: bool) -> None:  # noqa: FBT001
    """Four successes dispel the illusion, and three do not."""
    play, who = ready(BOOK.checks_by_id["dispel-the-illusion"])
    faces = [1] * successes + [6] * (4 - successes)
    came, _ = play.came_of(play.tries("dispel-the-illusion", who, theme="Stars"), *faces)
    assert works == came.success


@pytest.mark.rule("BN-ADV-52", "BN-ADV-74")
def test_a_failed_deprivation_check_costs_one_damage() -> None:
    """A failed task against deprivation deals one damage; a success prevents it."""
    play = Captives()
    who = play.caught("Maneuver")
    play.until(5, 1)
    _, happened = play.came_of(play.tries("bear-deprivation", who), *[6] * 4, *[3] * 8)
    assert [1] == [event.wound.amount for event in happened if isinstance(event, DamageDealt)]
    play.hurt()
    _, happened = play.came_of(play.tries("bear-deprivation", who), *[1] * 3, *[3] * 8)
    _, more = play.came_of(play.tries("catch-the-edge", who), *[1] * 3, *[3] * 8)
    assert not [event for event in (*happened, *more) if isinstance(event, DamageDealt)]
    _, fell = play.came_of(play.tries("catch-the-edge", who), *[6] * 3, *[3] * 8)
    assert [1] == [event.wound.amount for event in fell if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-ADV-55")
@pytest.mark.parametrize(("left", "gains"), [(False, 1), (True, 0)])
def test_matron_bargains_harder_without_a_mate(left: bool, gains: int) -> None:  # noqa: FBT001
    """The Matron's two successes count as three against an offer that leaves her no mate."""
    play = Captives()
    who, matron = play.caught("Social"), play.meet("Tribal Matron")
    task = play.tries("bargain", who, averted=left)
    terms = play.state.tasks[task].terms
    assert terms
    (opponent,) = terms.opponents
    assert (matron, "Social", gains) == (opponent.creature, opponent.skill, opponent.circumstances.gain)
    came, _ = play.came_of(task, 1, 1, 1, 6, 1, 3, 6, 6, 6, 6)
    assert came.success is left


@pytest.mark.rule("BN-ADV-95", "BN-R-223")
@pytest.mark.parametrize("plan", [False, True])
def test_a_bad_plan_gives_the_guard_a_success(plan: bool) -> None:  # noqa: FBT001
    """With a bad plan, two Stealth successes tie with the guard's one plus one, so the guard notices.

    With a good plan, the two successes win.
    """
    play = Captives()
    who, guard = play.caught("Stealth"), play.meet("Tribal Warrior")
    task = play.tries("sneak-past-the-guard", who, other=guard, averted=plan)
    terms = play.state.tasks[task].terms
    assert terms
    (opponent,) = terms.opponents
    assert (guard, "Perception", not plan) == (opponent.creature, opponent.skill, bool(opponent.circumstances.gain))
    came, _ = play.came_of(task, 1, 1, 6, 6, 1, 3, 6, 6)
    assert came.success is plan


@pytest.mark.rule("BN-ADV-57", "BN-CAMP-158")
@pytest.mark.parametrize(("form", "others"), [(1, True), (0, False)])
def test_throne_is_searched_after_the_matrons_death(form: int, *, others: bool) -> None:
    """Each character may search the throne once, for 100 coins per success.

    In older campaigns only the first one finds any.
    """
    play = Captives()
    play.state = replace(play.state, form=form)
    who, other = play.captive("Perception", coins=7), play.captive("Perception", coins=7)
    play.wake(who, other)
    play.no(NotHereOrNow, TryCheck(check="search-the-throne", creature=who))
    play.do(SetFate(person="Tribal Matron", fate="dead", reason="slain by the pot"))
    _, happened = play.came_of(play.tries("search-the-throne", who), 1, 1, 1, 6)
    assert [307] == [event.coins for event in happened if isinstance(event, CoinsSet)]
    assert 307 == play.who(who).coins
    play.no(DoneOrNotYet, TryCheck(check="search-the-throne", creature=who))
    if others:
        _, happened = play.came_of(play.tries("search-the-throne", other), 1, 6, 6, 6)
        assert [107] == [event.coins for event in happened if isinstance(event, CoinsSet)]
    play.no(DoneOrNotYet, TryCheck(check="search-the-throne", creature=other))


@pytest.mark.rule("BN-ADV-21", "BN-ADV-58", "BN-ADV-59")
def test_two_cheese_wheels_are_intact_and_a_third_can_be_sold() -> None:
    """Once the cheese is identified, two wheels sell for 500 coins each.

    A success by a Thief sells a third wheel for 500 coins.
    """
    play = Captives()
    who = play.caught("Merchant", "Thief")
    for check in ("sell-the-wheels", "pass-off-the-third-wheel"):
        play.no(DoneOrNotYet, TryCheck(check=check, creature=who))
    play.came_of(play.tries("judge-the-cheese", who), 1, 1, 1, 1, *[3] * 8)
    play.do(TryCheck(check="sell-the-wheels", creature=who))
    assert 1000 == play.who(who).coins
    play.came_of(play.tries("pass-off-the-third-wheel", who), 1, 1, 1, 1, *[3] * 8)
    assert 1500 == play.who(who).coins
    play.no(DoneOrNotYet, TryCheck(check="sell-the-wheels", creature=who))


@pytest.mark.rule("BN-ADV-40", "BN-ADV-41", "BN-ADV-70", "BN-ADV-71", "BN-ADV-75", "BN-CAMP-128")
@pytest.mark.parametrize(
    ("check", "before", "won", "lost"),
    [
        ("win-tomas", "free", "helping", "free"),
        ("talk-to-clarisse", "in shock", "herself", "in shock"),
        ("keep-clarisse-sane", "in shock", "in shock", "in shock"),
        ("heal-the-mind-of-clarisse", "herself", "herself", "herself"),
        ("revive-clarisse", "fainted", "in shock", "fainted"),
    ],
)
def test_check_changes_a_characters_fate(check: str, before: str, won: str, lost: str) -> None:
    """Only the success of a check can change a fate, and some checks never change one.

    Only a person who has fainted can be revived.
    """
    for face, fate in ((1, won), (6, lost)):
        play = Captives()
        row = BOOK.checks_by_id[check]
        who = play.caught(row.skill or "")
        assert row.person
        if row.day:
            play.state = replace(play.state, adventure=replace(play.adventure, day=row.day))
        if row.person == "Tomas" or check == "revive-clarisse":
            play.no(NotAsThingsAre, TryCheck(check=check, creature=who))
        play.do(SetFate(person=row.person, fate=before, reason="as it came"))
        task = play.tries(check, who)
        terms = play.state.tasks[task].terms
        assert terms
        dice, _ = challenges(play.state, play.state.tasks[task], terms)
        _, happened = play.came_of(task, *[face] * 4, *[3] * dice)
        assert fate == play.adventure.people[row.person]
        assert changes_of_fate(happened) == ([] if fate == before else [fate])
