"""Spiffs spent on a roll: rerolls, bought successes, and soaked damage."""

import pytest

from services.bones.chapters.rolls.hindering import GiveHindering, HinderingGiven, RemedyHindering
from services.bones.chapters.rolls.rolls import DieRerolled, RollMade, RollMoved, SuccessBought
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.spiffs import (
    AllowSpiffs,
    NotAtThisStage,
    NothingCountsHere,
    NotThatDie,
    OneRerollACheck,
    OneSoakAtATime,
    OneSuccessACheck,
    OneUseACheck,
    SpiffsSpent,
    UseSpiffs,
    VetoSpiffs,
)
from services.bones.chapters.rolls.wounds import (
    DamageSoaked,
    DamageTaken,
    DealDamage,
    TakeDamage,
)
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.context import FacesNeeded
from services.bones.state.rolls import Roll, Shown
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster
from shared.kernel.chance import Faces
from tests.bones.play import BOB, Play
from tests.bones.spiffs import FRIEND, ask, record_roll, spend, spiffs_left


@pytest.mark.rule("BN-SPIFF-10", "BN-SPIFF-19", "BN-R-085", "BN-R-087", "BN-SPIFF-01")
def test_a_reroll_needs_approval() -> None:
    """A reroll costs one spiff.

    The new face is drawn and counted only after the game master has approved the reroll.
    """
    play = Play()
    bob = play.one(spiffs=1)
    roll = record_roll(play, bob)

    use = ask(play, bob, "reroll", on=roll, die="die-1")
    assert (1, "faces") == (spiffs_left(play, bob), play.state.rolls[roll].stage)
    play.no(OnlyTheGameMaster, AllowSpiffs(use=use), seat="ann")
    found = play.do(AllowSpiffs(use=use), 1)

    assert [
        SpiffsSpent(use=use, creature=bob, spiffs=1),
        DieRerolled(roll=roll, die="die-1", face="Universal"),
    ] == found[:2]
    assert (0, {}) == (spiffs_left(play, bob), play.state.uses)
    assert "Universal" == play.state.rolls[roll].dice[0].face


@pytest.mark.rule("BN-SPIFF-18", "BN-R-083")
def test_one_die_of_a_check_is_rerolled_once() -> None:
    """Once a reroll is requested, the game refuses any other reroll of the same check. Another check can have one."""
    play = Play()
    bob = play.one(spiffs=9)
    roll = record_roll(play, bob)

    use = ask(play, bob, "reroll", on=roll, die="die-1")
    play.no(OneRerollACheck, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-2"), seat="ann")
    play.do(AllowSpiffs(use=use), 2)
    play.state = play.state.roll_changed(roll, stage="faces")
    for die in ("die-1", "die-2"):
        play.no(OneRerollACheck, UseSpiffs(creature=bob, use="reroll", on=roll, die=die), seat="ann")
    other = record_roll(play, bob)
    spend(play, bob, "reroll", 3, on=other, die="die-2")


@pytest.mark.rule("BN-R-084", "BN-SPIFF-10")
@pytest.mark.parametrize("scope", ["own_dice", "own_character_dice"])
def test_any_die_of_ones_own_roll_may_be_rerolled(scope: str) -> None:
    """By default a player can reroll any die of the character's roll, even an item's.

    If `reroll_scope` is `own_character_dice`, only the character's own dice can be rerolled. Dice of another creature's
    roll never can.
    """
    play = Play(spiffs={"reroll_scope": scope})
    bob, guard = play.one(spiffs=9, items=("Buckler",)), play.one("gm")
    item = play.item_named(bob, "Buckler")
    other = record_roll(play, guard)

    play.no(NotYours, UseSpiffs(creature=bob, use="reroll", on=other, die="die-1"), seat="ann")
    roll = record_roll(play, bob, Shown(die=item, kind="item", face="Defend"))
    play.no(NotThatDie, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-5"), seat="ann")
    on_item = UseSpiffs(creature=bob, use="reroll", on=roll, die=item)
    if scope == "own_dice":
        assert play.do(on_item, seat="ann")
    else:
        play.no(NotThatDie, on_item, seat="ann")


@pytest.mark.rule("BN-R-084", "BN-HIND-10")
def test_a_removed_die_is_not_rerolled() -> None:
    """A poison die that an antidote removed after the roll cannot be rerolled."""
    play = Play(spiffs={"reroll_scope": "own_dice"})
    bob = play.one(spiffs=9)
    poison = play.the(HinderingGiven, GiveHindering(creature=bob, kind="poison")).die.id
    roll = record_roll(play, bob, Shown(die=poison, kind="hindering", face="Poison"))
    again = UseSpiffs(creature=bob, use="reroll", on=roll, die=poison)
    there = play.state
    play.do(again, seat="ann")

    play.state = there
    play.do(RemedyHindering(creature=bob, die=poison, remedy="an antidote"))
    play.no(NotThatDie, again, seat="ann")


@pytest.mark.rule("BN-SPIFF-11", "BN-R-083", "BN-R-085")
def test_one_success_is_bought_on_a_check_after_poison_and_flames() -> None:
    """A bought success costs two spiffs. A player can buy one, and only once the faces are final."""
    play = Play()
    bob = play.one(spiffs=9)
    roll = record_roll(play, bob)
    buying = UseSpiffs(creature=bob, use="success", on=roll)

    play.no(NotAtThisStage, buying, seat="ann")
    play.state = play.state.roll_changed(roll, stage="successes")
    play.no(NotAtThisStage, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), seat="ann")
    use = ask(play, bob, "success", on=roll)
    play.no(OneSuccessACheck, buying, seat="ann")
    found = play.do(AllowSpiffs(use=use))

    assert [SpiffsSpent(use=use, creature=bob, spiffs=2), SuccessBought(roll=roll)] == found[:2]
    assert 7 == spiffs_left(play, bob)
    play.state = play.state.roll_changed(roll, stage="successes")
    play.no(OneSuccessACheck, buying, seat="ann")


@pytest.mark.rule("BN-R-083")
def test_a_setting_forbids_different_uses_on_one_check() -> None:
    """By default a player may reroll a die and buy a success on one check.

    If `different_spiff_uses_on_one_check` is false, the game refuses the second use.
    """
    for meet in (True, False):
        play = Play(spiffs={"different_spiff_uses_on_one_check": meet})
        bob = play.one(spiffs=9)
        roll = record_roll(play, bob, stage="successes", rerolled="die-1")
        buying = UseSpiffs(creature=bob, use="success", on=roll)
        if meet:
            assert play.do(buying, seat="ann")
        else:
            play.no(OneUseACheck, buying, seat="ann")


@pytest.mark.rule("BN-R-257")
def test_no_success_is_bought_without_a_die_of_the_character() -> None:
    """If a roll has no die of the character left, it no longer counts, and the game refuses to buy a success for it."""
    play = Play()
    bob = play.one(dice=BOB[:1], spiffs=9)
    gone = (Shown(die="die-1", kind="character", face="Magic", struck=True),)
    roll = play.new("roll")
    play.given(RollMade(roll=Roll(id=roll, of="task-0", creature=bob, dice=gone, stage="successes")))

    play.no(NothingCountsHere, UseSpiffs(creature=bob, use="success", on=roll), seat="ann")


@pytest.mark.rule("BN-R-235")
def test_a_roll_that_restores_dice_accepts_spiffs() -> None:
    """A roll that restores dice off stage is a check like any other, so its player can spend spiffs on it."""
    play = Play()
    bob = play.one(spiffs=1)
    roll = record_roll(play, bob, skill="Craft")

    assert SpiffsSpent(use="use-3", creature=bob, spiffs=1) in spend(play, bob, "reroll", 1, on=roll, die="die-4")


@pytest.mark.rule("BN-SPIFF-12", "BN-SPIFF-17", "BN-R-083", "BN-R-085")
def test_one_damage_of_a_wound_is_soaked() -> None:
    """Two spiffs reduce a wound of 3 damage to 2.

    The game refuses a second soak, both while the first is open and later.
    """
    play = Play()
    bob = play.one(spiffs=9)
    play.do(DealDamage(creature=bob, amount=3))
    (wound,) = play.state.wounds
    soaking = UseSpiffs(creature=bob, use="soak", on=wound)

    use = ask(play, bob, "soak", on=wound)
    play.no(OneSoakAtATime, soaking, seat="ann")
    assert [SpiffsSpent(use=use, creature=bob, spiffs=2), DamageSoaked(wound=wound)] == play.do(AllowSpiffs(use=use))
    play.no(OneSoakAtATime, soaking, seat="ann")
    taken = play.the(DamageTaken, TakeDamage(wound=wound, dice=(1, 2)), seat="ann")

    assert (1, 2) == taken.dice
    assert 7 == spiffs_left(play, bob)
    play.do(DealDamage(creature=bob, amount=1))
    (again,) = play.state.wounds
    spend(play, bob, "soak", on=again)
    assert (3, 4) == play.who(bob).numbers


@pytest.mark.rule("BN-SPIFF-12")
def test_only_ones_own_damage_is_soaked() -> None:
    """A player cannot soak a wound of another player's creature, whichever spiffs would pay for it."""
    play = Play()
    ann, bob = play.one(spiffs=9), play.one("bob", spiffs=9)
    play.do(DealDamage(creature=bob, amount=1))
    (wound,) = play.state.wounds

    play.no(NotYours, UseSpiffs(creature=ann, use="soak", on=wound), seat="ann")
    play.no(NotYours, UseSpiffs(creature=bob, use="soak", on=wound), seat="ann")


@pytest.mark.rule("BN-R-001")
def test_with_reported_dice_a_reroll_needs_its_face() -> None:
    """If the game master approves a reroll without the new face, the game refuses the approval; the use stays open."""
    play = Play(dice={"dice_source": "reported"})
    bob = play.one(spiffs=1)
    roll = record_roll(play, bob)
    use = ask(play, bob, "reroll", on=roll, die="die-1")

    play.when(AllowSpiffs(use=use), faces=Faces(1)).then_refused(FacesNeeded)


@pytest.mark.rule("BN-SPIFF-10", "BN-SPIFF-11", "BN-R-083", "BN-R-085", "BN-SPIFF-19")
def test_a_reroll_and_a_bought_success_change_a_check() -> None:
    """One Scholar face is 1 success. A reroll that shows Universal, and a bought success, make it 3."""
    play = Play()
    bob = play.one(spiffs=3)
    task = play.the(TaskProposed, CallTask(creature=bob, aim="lecture", terms=Terms(skill="Scholar", number=3))).task.id
    play.do(RollTask(task=task), 6, 6, 6, 6, seat="ann")
    (roll,) = play.state.rolls

    moved = spend(play, bob, "reroll", 1, on=roll, die="die-2")
    assert [RollMoved(roll=roll, stage="successes")] == moved[2:]
    settled = spend(play, bob, "success", on=roll)[-2]

    assert isinstance(settled, TaskSettled)
    assert (True, 3) == (settled.success, settled.successes)
    assert 0 == spiffs_left(play, bob)


@pytest.mark.rule("BN-R-087", "BN-R-085")
def test_a_roll_does_not_wait_for_reserved_spiffs() -> None:
    """If the player's only spiff is reserved for a change to the story, the check is settled at once."""
    play = Play()
    bob = play.one(spiffs=1)
    ask(play, bob, "minor", text=FRIEND)
    task = play.the(TaskProposed, CallTask(creature=bob, aim="lecture", terms=Terms(skill="Scholar", number=1))).task.id

    settled = play.the(TaskSettled, RollTask(task=task), 6, 6, 6, 6, seat="ann")

    assert 1 == settled.successes


@pytest.mark.rule("BN-R-087", "BN-SPIFF-19")
def test_a_vetoed_reroll_may_be_requested_for_another_die() -> None:
    """After a veto the roll waits for its player, who can name another die or keep the faces."""
    play = Play()
    bob = play.one(spiffs=1)
    roll = record_roll(play, bob)
    play.do(VetoSpiffs(use=ask(play, bob, "reroll", on=roll, die="die-1")))

    assert "faces" == play.state.rolls[roll].stage
    assert DieRerolled(roll=roll, die="die-2", face="Universal") in spend(play, bob, "reroll", 1, on=roll, die="die-2")
