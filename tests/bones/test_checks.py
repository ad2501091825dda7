"""The checks of the adventure: each matches the ledger and has its listed results."""

import re
from typing import Any, Final

import pytest

from services.bones.catalogue.adventure import BOOK, Check
from services.bones.chapters.adventure.adventures import EnterArea, OneAdventure, SetFate
from services.bones.chapters.adventure.checks import NotOfThisCheck, TryCheck
from services.bones.chapters.adventure.requirements import CannotTryThis, NotHereOrNow
from services.bones.chapters.magic.themes import NotMagic
from services.bones.chapters.people.items import GiveItem
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.tasks import DropTask, OneTask
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.reading.comparing import challenges
from services.bones.views import view
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.platform.ledger import ledger_of
from tests.bones.captives import Captives, ready, shackle
from tests.bones.play import allowed_of

RULES: Final = {rule.id: rule for rule in ledger_of("bones").rules}
PRINTED: Final = tuple(one for one in BOOK.checks if 22 <= int(one.rule[-2:]) <= 75 and one.rule != "BN-ADV-21")


def checks_with_rules(*checks: Check) -> list[Any]:
    """Return checks as parameters, each marked with its rule."""
    return [pytest.param(one, id=one.id, marks=pytest.mark.rule(one.rule)) for one in checks]


def spoken(check: Check) -> str:
    """Return a check as the sentence with which the ledger describes it."""
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


@pytest.mark.parametrize("check", checks_with_rules(*PRINTED))
def test_check_matches_the_ledger(check: Check) -> None:
    """In the ledger each check's rule states the same area, day, task, difficulty, skill, opposition and results."""
    assert spoken(check) == RULES[check.rule].says
    assert check.area is None or check.area in BOOK.areas_by_id


@pytest.mark.rule("BN-ADV-20", "BN-R-221", "BN-R-222")
def test_there_are_fifty_four_checks() -> None:
    """The adventure has 54 checks. The book's Knowledge is Scholar here, and the climb in the tunnel is Maneuver."""
    assert [f"BN-ADV-{number}" for number in range(22, 76)] == [one.rule for one in PRINTED]
    assert 10 == sum(one.skill == "Scholar" for one in PRINTED)
    assert "Maneuver" == BOOK.checks_by_id["climb-the-tunnel"].skill


ROLLED: Final = tuple(one for one in PRINTED if one.difficulty)


@pytest.mark.parametrize("check", checks_with_rules(*ROLLED))
def test_check_rolls_and_results_match_the_ledger(check: Check) -> None:
    """Each check matches the ledger in its challenge dice, its Nulls, and its texts for success and failure."""
    play, who = ready(check)
    theme = "Stars" if check.skill == "Magic" else None
    expected = re.search(r"-> (\d+) challenge dice(?: and (\d+) automatic Nulls)?", RULES[check.rule].test)
    assert expected

    called = play.tries(check.id, who, theme=theme)
    task = play.state.tasks[called]

    assert task.terms
    assert (check.skill, check.said, check.id) == (task.skill, task.aim, task.check)
    dice, nulls = challenges(play.state, task, task.terms)
    assert (int(expected[1]), int(expected[2] or 0)) == (dice, nulls)
    failed, _ = play.came_of(task.id, *[6] * 4, *[3] * dice)
    assert (check.id, who, False, check.public_text(success=False)) == (
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
    once = f"{check.id}:{who}" if check.id == "pretend-to-be-dominated" else check.once
    assert (True, check.public_text(success=True), once) == (done.success, done.told, done.done)


SKILLED: Final = tuple(one for one in ROLLED if one.skill in {"Magic", "Healer", "Thief"})


@pytest.mark.rule("BN-CLASS-05", "BN-CAMP-125")
@pytest.mark.parametrize("check", [pytest.param(one, id=one.id) for one in SKILLED])
def test_a_check_needs_a_character_with_its_skill(check: Check) -> None:
    """The rules refuse a check by a character without an icon of its skill, and the same check while it is open."""
    play, who = ready(check)
    dull = play.one("bob", [("Universal", "Physical", "Mental", "Social", "blank", "blank")])
    play.joins(dull)
    if check.frees:
        shackle(play, dull, who, wall=check.frees == "wall")
    if check.needs:
        play.do(GiveItem(creature=dull, item=check.needs))
    play.no(MayNotTry, TryCheck(check=check.id, creature=dull))
    play.tries(check.id, who, theme="Stars" if check.skill == "Magic" else None)
    play.no(OneTask, TryCheck(check=check.id, creature=who))


@pytest.mark.rule("BN-CAMP-124", "BN-CAMP-125")
def test_checks_belong_to_the_adventure_and_to_the_game_master() -> None:
    """The rules refuse a check outside the adventure, a check sent by a player, and an unknown check."""
    play = Captives()
    who = play.captive("Maneuver")
    play.no(OneAdventure, TryCheck(check="climb-the-tunnel", creature=who))
    play.wake(who)
    play.no(OnlyTheGameMaster, TryCheck(check="climb-the-tunnel", creature=who), seat="ann")
    play.no(NotKnownHere, TryCheck(check="fly-away", creature=who))
    play.no(NotKnownHere, TryCheck(check="climb-the-tunnel", creature="creature-99"))
    play.no(NotOfThisCheck, TryCheck(check="climb-the-tunnel", creature=who, other=who))
    play.no(NotOfThisCheck, TryCheck(check="sneak-past-the-guard", creature=who))
    play.no(NotHereOrNow, TryCheck(check="bargain", creature=who))
    play.do(EnterArea(area="a"))
    play.no(NotMagic, TryCheck(check="climb-the-tunnel", creature=who, theme="Stars"))
    play.do(EnterArea(area="5"))
    play.no(NotMagic, TryCheck(check="walk-unwarily", creature=who, theme="Stars"))
    play.no(NotOfThisCheck, TryCheck(check="climb-the-tunnel", creature=who, averted=True))


@pytest.mark.rule("BN-ADV-56")
def test_only_the_matron_tries_her_check() -> None:
    """The rules refuse the Matron's check `dominate` for every other creature."""
    play = Captives()
    who = play.caught("Magic")
    play.no(CannotTryThis, TryCheck(check="dominate", creature=who, other=who))


@pytest.mark.rule("BN-CAMP-125")
def test_only_possible_checks_are_listed() -> None:
    """The list omits checks whose requirements are not met.

    When the game master drops a check, no open task remains.
    """
    play = Captives()
    who = play.caught("Thief")
    play.do(EnterArea(area="5"))
    listed = {
        check for entry in allowed_of(play.state, "gm", TryCheck) for check in entry.fields["check"].options or ()
    }
    assert {"watch-the-floor", "walk-unwarily"} <= listed
    assert not {"open-the-locket", "search-the-throne", "bargain", "examine-tomas"} & listed
    task = play.tries("watch-the-floor", who)
    happened = play.do(DropTask(task=task, reason="they turn back"))
    assert 1 == len(happened)
    assert not play.state.tasks


@pytest.mark.rule("BN-CAMP-132")
def test_trying_a_check_reveals_no_secret() -> None:
    """Players see a neutral text before the roll, nothing more after a failure, and the discovery after a success."""
    play = Captives()
    who = play.caught("Scholar")
    answer = "the males of the tribe all seem to be eunuchs"
    task = play.tries("look-at-the-males", who)
    assert "look at the males of the tribe" == play.state.tasks[task].aim
    failed, _ = play.came_of(task, *[6] * 4, *[3] * 6)
    assert failed.told is None
    done, _ = play.came_of(play.tries("look-at-the-males", who), *[1] * 4, *[3] * 6)
    assert answer == done.told
    lore = [one for one in BOOK.checks if one.area is None and one.skill == "Scholar"]
    assert all(one.aim and one.aim != one.task for one in lore)


@pytest.mark.rule("BN-CAMP-132", "BN-CAMP-128")
def test_only_the_game_master_sees_fates_and_numbers_of_the_tribe() -> None:
    """Players see neither people's fates nor how many members of the tribe are left."""
    play = Captives()
    play.caught()
    tomas = play.meet("Tomas")
    assert not play.state.effects
    assert "spell" not in (play.who(tomas).sheet.description or "spell")
    play.do(DealDamage(creature=tomas, amount=4))
    for seat, people, stock in (("gm", "dead", 6), ("ann", None, None)):
        seen = view(play.state, seat).adventure
        assert seen
        assert (people, stock) == (seen.people.get("Tomas"), seen.stock.get("Tribal Dreg"))
