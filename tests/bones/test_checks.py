"""What may be tried in the adventure: each check as the ledger has it, and what comes of it."""

import re
from typing import Any, Final

import pytest

from services.bones.catalogue.adventure import AREAS, BOOK, CHECKS, Check
from services.bones.chapters.adventures import FateChanged, NoAdventure
from services.bones.chapters.checks import (
    CheckCame,
    NotAsThingsAre,
    NotAtHand,
    NothingToAvert,
    OnlyTheMatron,
    TryCheck,
    WhomElse,
)
from services.bones.chapters.falls import Fall, FallSettled, SoftenFall
from services.bones.chapters.items import CoinsSet, GiveItem, ItemGiven
from services.bones.chapters.rolling import RollTask
from services.bones.chapters.shackles import ShacklesRemoved
from services.bones.chapters.tasks import DropTask, OneTask
from services.bones.chapters.terms import MayNotTry
from services.bones.chapters.themes import NotMagic
from services.bones.chapters.timetable import SetFate
from services.bones.chapters.wounds import DamageDealt
from services.bones.reading.comparing import challenges
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.platform.ledger import ledger_of
from tests.bones.captives import Captives
from tests.bones.play import allowed_of

RULES: Final = {rule.id: rule for rule in ledger_of("bones").rules}
PRINTED: Final = tuple(one for one in BOOK.checks if 22 <= int(one.rule[-2:]) <= 75 and one.rule != "BN-ADV-21")


def marked(*checks: Check) -> list[Any]:
    """Return checks as parameters, each of which proves its rule."""
    return [pytest.param(one, id=one.id, marks=pytest.mark.rule(one.rule)) for one in checks]


def spoken(check: Check) -> str:
    """Return a check in the words of the ledger."""
    area = f"Area {check.area.upper()}" if check.area else "Any area"
    day = f", day {check.day}" if check.day else ""
    skill = f"{check.difficulty} {check.skill}" if check.difficulty else check.skill or "no roll"
    if check.stored:
        skill += f" against {check.stored} stored successes"
    elif check.number:
        skill += f", {check.number} successes needed"
    elif check.theme:
        skill += " opposed by the will of the target; then: she sacrifices a dreg to make it last"
    elif check.opposed_by:
        skill += f" opposed by the {check.opposed_by}; the Matron counts one success more unless {check.averted_by}"
    elif check.coins_each:
        skill += ", counted successes"
    needs = f"; needs: {check.needs.lower()}" if check.needs == "Crude lock picks" else ""
    success = f"; success: {check.success}" if check.success else ""
    failure = f"; failure: {check.failure}" if check.failure else ""
    return f"{area}{day} - {check.task}: {skill}{success}{needs}{failure}."


@pytest.mark.parametrize("check", marked(*PRINTED))
def test_a_check_is_what_the_ledger_says(check: Check) -> None:
    """Area, day, task, difficulty and skill, what opposes it and what comes of it."""
    assert spoken(check) == RULES[check.rule].says
    assert check.area is None or check.area in AREAS


@pytest.mark.rule("BN-ADV-20", "BN-R-221", "BN-R-222")
def test_all_fifty_four_are_there_and_none_asks_for_knowledge() -> None:
    """What the printed text calls Knowledge is Scholar, and the climb in the tunnel is Maneuver."""
    assert [f"BN-ADV-{number}" for number in range(22, 76)] == [one.rule for one in PRINTED]
    assert 10 == sum(one.skill == "Scholar" for one in PRINTED)
    assert "Maneuver" == CHECKS["climb-the-tunnel"].skill


def ready(check: Check) -> tuple[Captives, str]:
    """Let somebody who is able be where a check may be tried."""
    play = Captives()
    who = play.caught(check.skill or "Social")
    if check.needs:
        play.do(GiveItem(creature=who, item=check.needs))
    if check.after:
        play.comes_so(check.after)
    if check.person and check.person != "Tribal Matron":
        now = play.adventure.people[check.person]
        if now not in check.fates:
            play.do(SetFate(person=check.person, fate=check.fates[0], reason="as it came"))
    return play, who


ROLLED: Final = tuple(one for one in PRINTED if one.difficulty)


@pytest.mark.parametrize("check", marked(*ROLLED))
def test_a_check_rolls_what_the_ledger_says_and_comes_to_what_the_adventure_has(check: Check) -> None:
    """So many challenge dice and Nulls, and its words for success and for failure."""
    play, who = ready(check)
    theme = "Stars" if check.skill == "Magic" else None
    expected = re.search(r"-> (\d+) challenge dice(?: and (\d+) automatic Nulls)?", RULES[check.rule].test)
    assert expected

    called = play.tries(check.id, who, theme=theme)
    task = play.state.tasks[called]

    assert task.terms
    assert (check.skill, check.task, check.id) == (task.skill, task.aim, task.check)
    dice, nulls = challenges(play.state, task, task.terms)
    assert (int(expected[1]), int(expected[2] or 0)) == (dice, nulls)
    failed, _ = play.came_of(task.id, *[6] * 4, *[3] * dice)
    assert (check.id, who, False, check.failure or check.task) == (
        failed.check,
        failed.creature,
        failed.success,
        failed.told,
    )
    play.hurt()
    if check.fails:
        play.do(SetFate(person=check.person or "", fate=check.fates[0], reason="as it came"))
    left = len(play.who(who).numbers)
    done, _ = play.came_of(play.tries(check.id, who, theme=theme), *[1] * left, *[3] * dice)
    assert (True, check.success or check.task, check.once) == (done.success, done.told, done.done)


SKILLED: Final = tuple(one for one in ROLLED if one.skill in {"Magic", "Healer", "Thief"})


@pytest.mark.rule("BN-CLASS-05", "BN-CAMP-125")
@pytest.mark.parametrize("check", [pytest.param(one, id=one.id) for one in SKILLED])
def test_a_check_is_for_whoever_may_try_its_skill(check: Check) -> None:
    """Without an icon of it nobody may; and a second task waits for the first."""
    play, who = ready(check)
    dull = play.one("bob", [("Universal", "Physical", "Mental", "Social", "blank", "blank")])
    if check.needs:
        play.do(GiveItem(creature=dull, item=check.needs))
    play.no(MayNotTry, TryCheck(check=check.id, creature=dull))
    play.tries(check.id, who, theme="Stars" if check.skill == "Magic" else None)
    play.no(OneTask, TryCheck(check=check.id, creature=who))


@pytest.mark.rule("BN-CAMP-124", "BN-CAMP-125")
def test_checks_belong_to_the_adventure_and_to_the_game_master() -> None:
    """None without it, none by a player, and none that it does not have."""
    play = Captives()
    who = play.captive("Maneuver")
    play.no(NoAdventure, TryCheck(check="climb-the-tunnel", creature=who))
    play.wake(who)
    play.no(OnlyTheGameMaster, TryCheck(check="climb-the-tunnel", creature=who), seat="ann")
    play.no(NotKnownHere, TryCheck(check="fly-away", creature=who))
    play.no(NotKnownHere, TryCheck(check="climb-the-tunnel", creature="creature-99"))
    play.no(WhomElse, TryCheck(check="climb-the-tunnel", creature=who, other=who))
    play.no(WhomElse, TryCheck(check="sneak-past-the-guard", creature=who))
    play.no(WhomElse, TryCheck(check="bargain", creature=who))
    play.no(NotMagic, TryCheck(check="climb-the-tunnel", creature=who, theme="Stars"))
    play.no(NotMagic, TryCheck(check="walk-unwarily", creature=who, theme="Stars"))
    play.no(NothingToAvert, TryCheck(check="climb-the-tunnel", creature=who, averted=True))


@pytest.mark.rule("BN-ADV-23", "BN-ADV-28", "BN-ADV-29", "BN-ADV-43", "BN-CAMP-125")
@pytest.mark.parametrize(
    ("check", "skill", "found"),
    [
        ("find-the-locket", "Perception", "Silver locket"),
        ("notice-the-vest", "Perception", "Filthy vest"),
        ("sense-the-vest", "Magic", "Filthy vest"),
        ("find-the-dagger", "Perception", "Dagger / knife"),
    ],
)
def test_what_is_found_is_found_once(check: str, skill: str, found: str) -> None:
    """Two look at the same time: the first has it, the second nothing, and nobody looks again."""
    play = Captives()
    one, other = play.captive(skill), play.captive(skill, seat="bob")
    play.wake(one, other)
    theme, dice = "Stars" if skill == "Magic" else None, {"find-the-dagger": 8, "sense-the-vest": 4}.get(check, 6)
    first, second = (play.tries(check, who, theme=theme) for who in (one, other))

    came, happened = play.came_of(first, *[1] * 4, *[3] * dice)
    assert came.done
    assert [found] == [event.item.name for event in happened if isinstance(event, ItemGiven)]
    assert play.held(one, found)
    late, happened = play.came_of(second, *[1] * 4, *[3] * dice)
    assert (True, None) == (late.success, late.done)
    assert not [event for event in happened if isinstance(event, ItemGiven)]
    play.no(NotAsThingsAre, TryCheck(check=check, creature=one, theme=theme))


@pytest.mark.rule("BN-EX-54", "BN-ADV-24", "BN-ADV-25")
@pytest.mark.parametrize(
    ("check", "skill", "told"),
    [
        ("force-the-locket", "Craft", "family portrait seen, the wisps of hair are lost"),
        ("open-the-locket", "Thief", "portrait and hair intact"),
    ],
)
def test_force_or_finesse_on_the_locket(check: str, skill: str, told: str) -> None:
    """Forced: the portrait is seen, the hair is lost; by the catch both are kept. It is opened once."""
    play = Captives()
    who = play.caught(skill)
    play.no(NotAtHand, TryCheck(check=check, creature=who))
    play.do(GiveItem(creature=who, item="Silver locket"))
    came, _ = play.came_of(play.tries(check, who), 1, 1, 1, 1, 3, 3, 3, 3)
    assert told == came.told
    for again in ("force-the-locket", "open-the-locket"):
        play.no(NotAsThingsAre, TryCheck(check=again, creature=who))


@pytest.mark.rule("BN-ADV-33", "BN-ADV-47", "BN-ADV-48")
def test_crude_picks_are_made_and_needed() -> None:
    """Without them an Average Thief check is not to be had; the one who made them has them."""
    play = Captives()
    who = play.caught("Craft", "Thief")
    for check in ("pick-the-shackles-with-picks", "pick-the-wall-shackles-with-picks"):
        play.no(NotAtHand, TryCheck(check=check, creature=who))
    play.came_of(play.tries("make-crude-picks", who), 1, 1, 1, 1, *[3] * 6)
    assert play.held(who, "Crude lock picks")
    play.tries("pick-the-shackles-with-picks", who)


@pytest.mark.rule("BN-ADV-02", "BN-ADV-30", "BN-ADV-31", "BN-ADV-32", "BN-ADV-44", "BN-ADV-45", "BN-ADV-46")
@pytest.mark.parametrize("check", [one for one in ROLLED if one.frees], ids=lambda one: one.id)
def test_shackles_come_off_by_a_check(check: Check) -> None:
    """Those of somebody else, or one's own."""
    play = Captives()
    mage, friend = play.captive("Magic"), play.captive(check.skill or "", seat="bob", items=())
    play.wake(mage, friend, free=False)
    if check.needs:
        play.do(GiveItem(creature=friend, item=check.needs))
    assert 2 == play.who(mage).shackled
    task = play.tries(check.id, friend, other=mage)
    terms = play.state.tasks[task].terms
    assert terms
    dice, _ = challenges(play.state, play.state.tasks[task], terms)
    _, happened = play.came_of(task, 1, 1, 1, 1, *[3] * dice)
    assert ShacklesRemoved(creature=mage, reason=check.task) in happened
    assert 0 == play.who(mage).shackled


@pytest.mark.rule("BN-ADV-44", "BN-R-220")
@pytest.mark.parametrize(("adds", "successes"), [(False, 3), (True, 4)])
def test_a_physical_task_counts_universal_and_physical(adds: bool, successes: int) -> None:  # noqa: FBT001
    """A Maneuver icon counts where the campaign says so; anybody may try."""
    play = Captives(adventure={"physical_task_adds_maneuver": adds})
    who = play.one(dice=[("Universal", "Physical", "Maneuver", "Mental", "Social", "blank")] * 6)
    play.wake(who)
    task = play.tries("break-the-shackles", who)
    play.do(RollTask(task=task), 1, 2, 2, 3, 4, *[3] * 12)
    (result,) = play.state.results.values()
    assert successes == result.successes


@pytest.mark.rule("BN-R-220")
def test_a_mental_task_counts_universal_and_mental() -> None:
    """A game master may want one: Maneuver never adds to it."""
    play = Captives(adventure={"physical_task_adds_maneuver": True})
    who = play.one(dice=[("Universal", "Physical", "Maneuver", "Mental", "Social", "blank")] * 5)
    assert 2 == play.comes(play.call(who, "Mental", number=1), 1, 2, 3, 4, 5).successes


@pytest.mark.rule("BN-ADV-39", "BN-ADV-49", "BN-ADV-98", "BN-CAMP-125")
def test_what_is_done_without_a_roll_comes_at_once() -> None:
    """The consequence is recorded; the pits cost one damage."""
    play = Captives()
    who = play.caught("Social")
    freed = play.the(CheckCame, TryCheck(check="free-tomas-dominated", creature=who))
    assert (True, "at the first chance he runs to warn the guards") == (freed.success, freed.told)

    walked = play.do(TryCheck(check="walk-unwarily", creature=who))
    assert (
        CheckCame(check="walk-unwarily", creature=who, success=False, told="fall into at least one pit: 1 damage")
        in walked
    )
    (hurt,) = [event.wound for event in walked if isinstance(event, DamageDealt)]
    assert (who, 1) == (hurt.creature, hurt.amount)
    play.hurt()

    for front in (True, False):
        came = play.the(CheckCame, TryCheck(check="approach-the-throne", creature=who, averted=front))
        assert front == came.success
        assert front == came.told.startswith("no pit")


@pytest.mark.rule("BN-ADV-16", "BN-R-218")
def test_the_pit_is_ten_metres_deep() -> None:
    """A fall onto its floor, that of stone, costs one; the water is a description only."""
    depth = AREAS["4"].depth
    assert 10 == depth
    play = Captives()
    who = play.caught("Social")
    play.do(Fall(creature=who, height=depth))
    (fall,) = play.state.falls
    settled = play.the(FallSettled, SoftenFall(fall=fall), 6, 6, 6, 6)
    assert 1 == settled.damage


@pytest.mark.rule("BN-ADV-50")
def test_a_mage_leads_the_others_at_half_their_move() -> None:
    """A group of move 1 comes 7.5 m a round."""
    play, who = ready(CHECKS["detect-the-illusion"])
    came, _ = play.came_of(play.tries("detect-the-illusion", who, theme="Stars"), 1, 1, 1, 1, *[3] * 6)
    assert "7.5" == came.metres


@pytest.mark.rule("BN-ADV-51", "BN-R-173")
@pytest.mark.parametrize(("successes", "works"), [(3, False), (4, True)])
def test_the_illusion_is_dispelled_by_four(successes: int, works: bool) -> None:  # noqa: FBT001
    """A number that is needed is met by reaching it."""
    play, who = ready(CHECKS["dispel-the-illusion"])
    faces = [1] * successes + [6] * (4 - successes)
    came, _ = play.came_of(play.tries("dispel-the-illusion", who, theme="Stars"), *faces)
    assert works == came.success


@pytest.mark.rule("BN-ADV-52", "BN-ADV-74")
def test_who_cannot_bear_deprivation_is_hurt() -> None:
    """One damage after failure, none after success; catching the edge costs nothing by itself."""
    play = Captives()
    who = play.caught("Maneuver")
    _, happened = play.came_of(play.tries("bear-deprivation", who), *[6] * 4, *[3] * 8)
    assert [1] == [event.wound.amount for event in happened if isinstance(event, DamageDealt)]
    play.hurt()
    _, happened = play.came_of(play.tries("bear-deprivation", who), *[1] * 3, *[3] * 8)
    _, more = play.came_of(play.tries("catch-the-edge", who), *[6] * 3, *[3] * 8)
    assert not [event for event in (*happened, *more) if isinstance(event, DamageDealt)]


@pytest.mark.rule("BN-ADV-55")
@pytest.mark.parametrize(("left", "gains"), [(False, 1), (True, 0)])
def test_the_matron_bargains_harder_unless_a_mate_is_left(left: bool, gains: int) -> None:  # noqa: FBT001
    """She rolls 2: against an offer that leaves no mate they count as 3."""
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
def test_a_guard_has_a_success_for_nothing_unless_the_plan_is_good(plan: bool) -> None:  # noqa: FBT001
    """Stealth 2 against 1 + 1: a tie is not unnoticed; with a plan 2 against 1."""
    play = Captives()
    who, guard = play.caught("Stealth"), play.meet("Tribal Warrior")
    task = play.tries("sneak-past-the-guard", who, other=guard, averted=plan)
    terms = play.state.tasks[task].terms
    assert terms
    (opponent,) = terms.opponents
    assert (guard, "Perception", not plan) == (opponent.creature, opponent.skill, bool(opponent.circumstances.gain))
    came, _ = play.came_of(task, 1, 1, 6, 6, 1, 3, 6, 6)
    assert came.success is plan


@pytest.mark.rule("BN-ADV-57")
def test_the_throne_is_searched_after_her_death() -> None:
    """100 coins for each success, once."""
    play = Captives()
    who = play.caught("Perception", coins=7)
    play.no(NotAsThingsAre, TryCheck(check="search-the-throne", creature=who))
    play.do(SetFate(person="Tribal Matron", fate="dead", reason="slain by the pot"))
    _, happened = play.came_of(play.tries("search-the-throne", who), 1, 1, 1, 6)
    assert [307] == [event.coins for event in happened if isinstance(event, CoinsSet)]
    assert 307 == play.who(who).coins
    play.no(NotAsThingsAre, TryCheck(check="search-the-throne", creature=who))


@pytest.mark.rule("BN-ADV-21", "BN-ADV-58", "BN-ADV-59")
def test_two_wheels_of_cheese_are_intact_and_the_third_may_pass() -> None:
    """2 x 500 coins once the cheese is known for what it is, and 500 more by a Thief."""
    play = Captives()
    who = play.caught("Merchant", "Thief")
    for check in ("sell-the-wheels", "pass-off-the-third-wheel"):
        play.no(NotAsThingsAre, TryCheck(check=check, creature=who))
    play.came_of(play.tries("recognise-the-cheese", who), 1, 1, 1, 1, *[3] * 8)
    play.do(TryCheck(check="sell-the-wheels", creature=who))
    assert 1000 == play.who(who).coins
    play.came_of(play.tries("pass-off-the-third-wheel", who), 1, 1, 1, 1, *[3] * 8)
    assert 1500 == play.who(who).coins
    play.no(NotAsThingsAre, TryCheck(check="sell-the-wheels", creature=who))


@pytest.mark.rule("BN-ADV-40", "BN-ADV-41", "BN-ADV-70", "BN-ADV-71", "BN-ADV-75", "BN-CAMP-128")
@pytest.mark.parametrize(
    ("check", "before", "won", "lost"),
    [
        ("win-tomas", "free", "helping", "free"),
        ("talk-to-clarisse", "in shock", "herself", "in shock"),
        ("keep-clarisse-sane", "in shock", "in shock", "mad"),
        ("heal-the-mind-of-clarisse", "mad", "in shock", "mad"),
        ("revive-clarisse", "fainted", "herself", "fainted"),
    ],
)
def test_a_check_changes_the_fate_of_somebody(check: str, before: str, won: str, lost: str) -> None:
    """By success, by failure, or not; and nobody is revived who has not fainted."""
    for face, fate in ((1, won), (6, lost)):
        play = Captives()
        row = CHECKS[check]
        who = play.caught(row.skill or "")
        assert row.person
        if row.person == "Tomas" or check == "revive-clarisse":
            play.no(NotAsThingsAre, TryCheck(check=check, creature=who))
        play.do(SetFate(person=row.person, fate=before, reason="as it came"))
        task = play.tries(check, who)
        terms = play.state.tasks[task].terms
        assert terms
        dice, _ = challenges(play.state, play.state.tasks[task], terms)
        _, happened = play.came_of(task, *[face] * 4, *[3] * dice)
        assert fate == play.adventure.people[row.person]
        changed = [event.fate for event in happened if isinstance(event, FateChanged)]
        assert changed == ([] if fate == before else [fate])


@pytest.mark.rule("BN-ADV-56")
def test_nobody_else_rules_minds_as_the_matron_does() -> None:
    """The check is hers."""
    play = Captives()
    who = play.caught("Magic")
    play.no(OnlyTheMatron, TryCheck(check="dominate", creature=who, other=who))


@pytest.mark.rule("BN-CAMP-125")
def test_what_the_list_has_may_be_tried_and_a_dropped_check_leaves_nothing() -> None:
    """Checks without their need are not listed."""
    play = Captives()
    who = play.caught("Thief")
    listed = {entry.body["check"] for entry in allowed_of(play.state, "gm", TryCheck)}
    assert {"climb-the-tunnel", "avoid-the-pits", "walk-unwarily"} <= listed
    assert not {"open-the-locket", "search-the-throne", "bargain", "examine-tomas"} & listed
    task = play.tries("avoid-the-pits", who)
    happened = play.do(DropTask(task=task, reason="they turn back"))
    assert 1 == len(happened)
    assert not play.state.tasks
