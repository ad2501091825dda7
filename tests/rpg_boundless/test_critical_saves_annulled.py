"""The Critical Saves that decide a character's status after some of its rolls are annulled."""

from itertools import permutations

import pytest

from services.rpg_boundless.chapters.annulments import AdjustCritical, CriticalSaveWithdrawn, StatusRestored
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.damage import (
    CriticalSave,
    CriticalSaveDue,
    CriticalSaveMade,
    DeclareDeath,
    HelpDying,
)
from services.rpg_boundless.chapters.overrides import AdjustHp, AdjustRoll, RollAnnulled
from services.rpg_boundless.chapters.pools import PoolCleared
from services.rpg_boundless.chapters.recovery import WoundsHealed
from services.rpg_boundless.chapters.saves import Accept, ConsequenceFaced, FaceConsequence, Save, SaveMade
from services.rpg_boundless.chapters.seats import CharacterIsDead
from services.rpg_boundless.state.danger import KEPT, CriticalSaved, CriticalSaves
from services.rpg_boundless.state.sheets import Harm
from tests.rpg_boundless.fights import WHY
from tests.rpg_boundless.play import Before, Play, at

COCKED = "a cocked die"
BLOW = Harm(what="a blow", damage=4)
MISSES = (1,) * 6


def made(play: Play, hero: str, *faces: int) -> str:
    """Make a character's pending Critical Save with these faces; return the roll."""
    saved = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), *faces, seat="ann")
    assert saved.roll is not None
    return saved.roll.id


def struck(play: Play, hero: str) -> None:
    """Make a character suffer 1 Damage without a Save."""
    play.do(Accept(consequence=play.face(hero, damage=1)))


def dying(play: Play, *second: int) -> tuple[str, str, str]:
    """Return a character that failed one Critical Save and made another while dying, and both rolls."""
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first = made(play, hero, 1, 1)
    struck(play, hero)
    return hero, first, made(play, hero, *second)


@pytest.mark.rule("FB-CRIT-12", "FB-R-22")
@pytest.mark.parametrize("swapped", [True, False])
def test_two_annulled_critical_saves_leave_nobody_dying(swapped: bool) -> None:  # noqa: FBT001
    """If both Critical Saves are annulled, in either order, the character is unhurt, and one Critical Save is due."""
    play = Play(dying={"clock": "pool_2d"})
    hero, first, second = dying(play, 1)

    for roll in (second, first) if swapped else (first, second):
        play.do(AdjustRoll(roll=roll, reason=COCKED))

    assert ("unhurt", {}, [hero]) == (play.who(hero).status, play.state.pools, [*play.state.criticals.values()])
    made(play, hero, 6)
    assert "wounded" == play.who(hero).status


@pytest.mark.rule("FB-CRIT-12", "FB-R-22")
def test_a_critical_save_endured_while_dying_counts_once_the_failed_one_is_annulled() -> None:
    """If the failed Critical Save is annulled, the later one decides: the character is wounded, and no Save is due."""
    play = Play(dying={"clock": "pool_2d"})
    hero, first, _ = dying(play, 6)
    (clock,) = play.state.pools
    assert "dying" == play.who(hero).status

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(
        RollAnnulled(roll=first, reason=COCKED),
        StatusRestored(character=hero, status="wounded"),
        PoolCleared(pool=clock),
    )


@pytest.mark.rule("FB-CRIT-12")
def test_an_older_critical_save_is_only_marked_while_a_later_one_leaves_the_character_dying() -> None:
    """If a later Critical Save failed too, annulling an older one only marks it, and the character is still dying."""
    play = Play()
    hero, first, _ = dying(play, 1)

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(RollAnnulled(roll=first, reason=COCKED))

    assert ("dying", {}) == (play.who(hero).status, play.state.criticals)


@pytest.mark.rule("FB-CRIT-14", "FB-SAVE-10")
def test_an_annulled_save_ends_the_dying_that_it_led_to() -> None:
    """When a Save is annulled, the dying that it caused ends, and its consequence needs a new Save.

    If the Critical Save is annulled afterwards, it is not due again.
    """
    play = Play(dying={"clock": "pool_2d"})
    hero = play.hero()
    save = play.the(SaveMade, Save(consequence=play.face(hero, damage=4)), *MISSES, seat="ann").roll
    assert save is not None
    critical = made(play, hero, 1, 1)
    (clock,) = play.state.pools

    play.when(AdjustRoll(roll=save.id, reason=COCKED)).then(
        RollAnnulled(roll=save.id, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        PoolCleared(pool=clock),
        ConsequenceFaced(consequence="consequence-7", character=hero, harm=Harm(what="trouble", damage=4)),
    )
    play.do(Save(consequence="consequence-7"), 6, 6, 6, 6, seat="ann")
    play.when(AdjustRoll(roll=critical, reason=COCKED)).then(RollAnnulled(roll=critical, reason=COCKED))

    assert ("unhurt", {}) == (play.who(hero).status, play.state.criticals)


@pytest.mark.rule("FB-CRIT-14", "FB-R-56")
def test_an_annulled_check_ends_the_dying_that_its_accepted_consequence_led_to() -> None:
    """When a Check is annulled, the dying that its accepted consequence caused ends.

    This also applies if a Position decided the Critical Save without a roll.
    """
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1, seat="ann").check
    play.do(FaceConsequence(harm=BLOW, check=check))
    (faced,) = play.state.consequences
    play.do(Accept(consequence=faced), seat="ann")
    play.do(CriticalSave(critical=play.critical(hero), stance=at("dire")))

    play.when(AdjustRoll(roll=check, reason=COCKED)).then(
        RollAnnulled(roll=check, reason=COCKED), StatusRestored(character=hero, status="unhurt")
    )


def saved(play: Play, hero: str) -> str:
    """Make a character fail a Save against 1 Damage; return the roll."""
    save = play.the(SaveMade, Save(consequence=play.face(hero, damage=1)), *MISSES, seat="ann").roll
    assert save is not None
    return save.id


def struck_while_dying() -> tuple[Play, str, dict[str, str]]:
    """Return a campaign, a character and three failed rolls.

    The rolls are a Critical Save, a later Save, and the Critical Save that followed the latter.
    """
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first, save = made(play, hero, 1, 1), saved(play, hero)
    return play, hero, {"first": first, "save": save, "second": made(play, hero, 1)}


@pytest.mark.rule("FB-CRIT-14", "FB-CRIT-12")
def test_the_dying_of_another_blow_stays_when_a_save_is_annulled() -> None:
    """An annulled Save does not end the dying caused by an earlier Critical Save.

    If that Critical Save is annulled too, it is due again.
    """
    play, hero, rolls = struck_while_dying()
    first, save = rolls["first"], rolls["save"]

    play.do(AdjustRoll(roll=save, reason=COCKED))
    assert ("dying", {}) == (play.who(hero).status, play.state.criticals)

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(
        RollAnnulled(roll=first, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        CriticalSaveDue(critical="critical-9", character=hero),
    )


@pytest.mark.rule("FB-CRIT-12", "FB-CRIT-14")
@pytest.mark.parametrize("order", [*permutations(("first", "save", "second")), ("first", "save"), ("save", "first")])
def test_one_critical_save_is_due_again_in_whichever_order_its_rolls_are_annulled(order: tuple[str, ...]) -> None:
    """Whatever the order in which the rolls are annulled, the first Critical Save is due again.

    Until it is made, the character is unhurt at 0 HP.
    """
    play, hero, rolls = struck_while_dying()

    for name in order:
        play.do(AdjustRoll(roll=rolls[name], reason=COCKED))

    assert ("unhurt", 0, [hero]) == (play.who(hero).status, play.who(hero).hp, [*play.state.criticals.values()])


@pytest.mark.rule("FB-CRIT-11", "FB-CRIT-12")
def test_a_critical_save_is_due_again_when_the_one_that_was_due_is_withdrawn_with_its_save() -> None:
    """While one Critical Save is due, annulling an earlier one does not make that one due as well.

    The earlier one becomes due once the other is withdrawn.
    """
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first, save = made(play, hero, 1, 1), saved(play, hero)
    due = play.critical(hero)

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(
        RollAnnulled(roll=first, reason=COCKED), StatusRestored(character=hero, status="unhurt")
    )
    events = play.do(AdjustRoll(roll=save, reason=COCKED))

    assert CriticalSaveWithdrawn(critical=due, character=hero, reason=COCKED) in events
    assert [hero] == [one.character for one in events if isinstance(one, CriticalSaveDue)]
    assert {play.critical(hero): hero} == play.state.criticals


@pytest.mark.rule("FB-CRIT-11", "FB-CRIT-12")
def test_another_annulled_roll_brings_no_withdrawn_critical_save_back() -> None:
    """Annulling an unrelated Check does not bring back a Critical Save that the game master withdrew."""
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 1, seat="ann").check
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(AdjustRoll(roll=made(play, hero, 1, 1), reason=COCKED))
    play.do(AdjustCritical(critical=play.critical(hero), reason=WHY))

    play.when(AdjustRoll(roll=check, reason=COCKED)).then(RollAnnulled(roll=check, reason=COCKED))


@pytest.mark.rule("FB-CRIT-12", "FB-CRIT-10")
def test_wounds_that_healed_stay_healed_when_a_roll_is_annulled() -> None:
    """A character whose wounds have healed stays unhurt when its Critical Save or any other roll is annulled."""
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 1, seat="ann").check
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    critical = made(play, hero, 6, 6)
    assert WoundsHealed(character=hero) in play.do(AdjustHp(character=hero, hp=4, reason=WHY))

    for roll in (check, critical):
        play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    assert ("unhurt", {}) == (play.who(hero).status, play.state.criticals)


@pytest.mark.rule("FB-CRIT-15", "FB-CRIT-12")
@pytest.mark.parametrize("helped", [True, False])
def test_an_annulled_critical_save_leaves_nobody_wounded_who_was_helped_since(helped: bool) -> None:  # noqa: FBT001
    """If an annulled Critical Save had wounded a character who was helped since, it is due again only at 0 HP.

    Above 0 HP, for example after the game master's help, no Critical Save is due.
    """
    play = Play(wounded={"ends": "never"})
    hero, friend = play.hero(), play.hero(seat="bob")
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first = made(play, hero, 1, 1)
    play.do(HelpDying(character=hero, helper=friend) if helped else AdjustHp(character=hero, hp=3, reason=WHY))
    assert "wounded" == play.who(hero).status

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(
        RollAnnulled(roll=first, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        *((CriticalSaveDue(critical="critical-5", character=hero),) if helped else ()),
    )


@pytest.mark.rule("FB-CRIT-15", "FB-CRIT-12")
@pytest.mark.parametrize(("order", "status"), [
    (("first",), "dying"), (("second",), "wounded"), (("first", "second"), "unhurt"), (("second", "first"), "unhurt"),
])  # fmt: skip
def test_help_ends_only_the_dying_that_stands(order: tuple[str, ...], status: str) -> None:
    """A second Critical Save that fails after help still counts when the first one is annulled.

    If the second one is annulled too, or first, a Critical Save is due.
    """
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    rolls = {"first": made(play, hero, 1, 1)}
    play.do(HelpDying(character=hero))
    struck(play, hero)
    rolls["second"] = made(play, hero, 1)

    for name in order:
        play.do(AdjustRoll(roll=rolls[name], reason=COCKED))

    due = [] if order == ("first",) else [hero]
    assert (status, due) == (play.who(hero).status, [*play.state.criticals.values()])


@pytest.mark.rule("FB-CRIT-15", "FB-CRIT-14", "FB-SAVE-10")
def test_an_annulled_save_leaves_nobody_wounded_who_was_helped_since() -> None:
    """If a Save is annulled after its character was helped, only the consequence is pending again, for its Save."""
    play = Play()
    hero = play.hero()
    save = play.the(SaveMade, Save(consequence=play.face(hero, damage=4)), *MISSES, seat="ann").roll
    assert save is not None
    made(play, hero, 1, 1)
    play.do(HelpDying(character=hero))

    play.when(AdjustRoll(roll=save.id, reason=COCKED)).then(
        RollAnnulled(roll=save.id, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        ConsequenceFaced(consequence="consequence-6", character=hero, harm=Harm(what="trouble", damage=4)),
    )


@pytest.mark.rule("FB-CRIT-15", "FB-CAMP-22")
@pytest.mark.parametrize("later", [True, False])
def test_a_death_taken_back_leaves_nobody_wounded_without_a_critical_save_that_stands(later: bool) -> None:  # noqa: FBT001
    """A character whose death is taken back is not wounded if its Critical Save has been annulled.

    It makes no difference whether the Save is annulled before the death is taken back or afterwards.
    """
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first = made(play, hero, 1, 1)
    play.do(DeclareDeath(character=hero, reason=WHY))
    back, annulled = AdjustHp(character=hero, hp=2, reason=WHY), AdjustRoll(roll=first, reason=COCKED)

    play.do(back if later else annulled)
    assert ("wounded" if later else "dead") == play.who(hero).status

    assert StatusRestored(character=hero, status="unhurt") == play.do(annulled if later else back)[-1]
    assert {} == play.state.criticals


@pytest.mark.rule("FB-CRIT-12", "FB-CAMP-06")
def test_old_critical_saves_of_a_long_dying_are_settled() -> None:
    """The number of stored Critical Saves is limited.

    When the oldest is dropped, its result becomes the status before the remaining ones.
    """
    saves = CriticalSaves(before="unhurt").having(CriticalSaved(endured=False, roll="roll-1"))
    for number in range(KEPT):
        saves = saves.having(CriticalSaved(endured=True, roll=f"roll-{number + 2}"))

    assert ("dying", KEPT) == (saves.before, len(saves.made))


@pytest.mark.rule("FB-CRIT-12", "FB-CRIT-14")
def test_under_rules_version_1_annulled_critical_saves_leave_the_status_as_it_was() -> None:
    """Under version 1 of the rules, annulling Critical Saves does not change the character's status."""
    play = Before()
    hero, first, second = dying(play, 1)

    for roll in (first, second):
        play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    assert "dying" == play.who(hero).status


@pytest.mark.rule("FB-CRIT-15", "FB-CAMP-22")
@pytest.mark.parametrize("dead", [True, False])
def test_under_form_1_help_stays_when_the_critical_save_before_it_is_annulled(dead: bool) -> None:  # noqa: FBT001
    """Under version 1 of the rules, help stays in effect when the Critical Save before it is annulled.

    No command takes back a death there.
    """
    play = Before()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    first = made(play, hero, 1, 1)
    play.do(DeclareDeath(character=hero, reason=WHY) if dead else HelpDying(character=hero))

    play.when(AdjustRoll(roll=first, reason=COCKED)).then(RollAnnulled(roll=first, reason=COCKED))

    assert ("dead" if dead else "wounded", {}, {}) == (
        play.who(hero).status, play.state.criticals, play.state.critical_saves
    )  # fmt: skip
    if dead:
        play.no(CharacterIsDead, AdjustHp(character=hero, hp=2, reason=WHY))
