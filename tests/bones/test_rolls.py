"""Rolls: the decisions that they need, rerolls and bought successes, poison and flames, and faces sent with a roll."""

import pytest

from services.bones.chapters.rolls.rolls import (
    AutomaticUsed,
    KeepFaces,
    KeepSuccesses,
    NoneToUse,
    OtherStage,
    RollMade,
    RollMoved,
    UseAutomatic,
    UseIsOpen,
    dice_of,
)
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.spiffs import AllowSpiffs, SpiffUseAsked, UseSpiffs
from services.bones.chapters.rolls.wounds import DamageDealt, DamageTaken, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.state.creatures import Die, Item
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NotKnownHere, NotYours
from shared.kernel.chance import Faces, TableTape
from shared.kernel.context import Intent
from shared.kernel.refusals import FaceImpossible, FacesMissing
from tests.bones.play import allowed_of
from tests.bones.trying import LOST, NONE, NULL, WON, Tries
from tests.support.spec import refuses


@pytest.mark.rule("BN-R-085")
def test_a_roll_waits_only_where_its_player_could_pay() -> None:
    """With 1 spiff a player's roll waits for a reroll, and with 2 also for a bought success.

    Rolls of the cast never wait.
    """
    for spiffs, stages in ((0, []), (1, ["faces"]), (2, ["faces", "successes"])):
        play = Tries()
        bob, goblin = play.die("ann"), play.die("gm")
        play.spiffs("ann", spiffs)
        play.spiffs("gm", spiffs)
        task = play.against(bob, goblin)
        play.roll(task, WON, LOST)
        for stage, keep in zip(stages, (KeepFaces, KeepSuccesses), strict=False):
            (waits,) = (one for one in play.state.rolls.values() if one.stage != "final")
            assert (bob, stage) == (waits.creature, waits.stage)
            assert "rolled" == play.state.tasks[task].stage
            play.do(keep(roll=waits.id), seat="ann")
        assert not play.state.tasks


@pytest.mark.rule("BN-R-085")
def test_roll_decisions_follow_stages_and_belong_to_its_player() -> None:
    """The roll's player decides first about its faces, then about its successes. The game master can decide instead."""
    play = Tries()
    bob = play.die("ann")
    play.spiffs("ann", 2)
    play.roll(play.easy(bob), WON, NONE, NONE)
    roll = play.rolled.id

    play.no(NotKnownHere, KeepFaces(roll="roll-99"), seat="ann")
    play.no(NotYours, KeepFaces(roll=roll), seat="bob")
    play.no(OtherStage, KeepSuccesses(roll=roll), seat="ann")
    play.when(KeepFaces(roll=roll), seat="ann").then(RollMoved(roll=roll, stage="successes"))
    play.no(OtherStage, KeepFaces(roll=roll), seat="ann")
    assert RollMoved(roll=roll, stage="final") == play.do(KeepSuccesses(roll=roll))[0]


@pytest.mark.rule("BN-R-087", "BN-R-084", "BN-R-083")
def test_a_roll_waits_for_an_open_use_of_spiffs() -> None:
    """A roll waits until the game master has decided on a requested reroll.

    Then the new face counts, without a further reroll.
    """
    play = Tries()
    bob = play.die("ann", 2)
    play.spiffs("ann", 1)
    play.roll(play.easy(bob), LOST, WON, NONE, NULL)
    roll = play.rolled.id
    asked = play.the(SpiffUseAsked, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), seat="ann")
    play.no(UseIsOpen, KeepFaces(roll=roll), seat="ann")

    settled = play.the(TaskSettled, AllowSpiffs(use=asked.use.id), WON)

    assert (2, 1) == (settled.successes, settled.results[0].margin)


@pytest.mark.rule("BN-HIND-06", "BN-TASK-04", "BN-HIND-08")
def test_a_hindering_die_is_rolled_with_every_task() -> None:
    """A poisoned creature rolls the poison die in each of two tasks, which deals damage whatever the skill."""
    play = Tries()
    bob = play.die("ann", 3, "Universal", "Mental", "Scholar", "blank", "blank", "blank")
    play.ill(bob)

    happened = play.roll(play.easy(bob, "Scholar"), 4, 4, 1, 1, NONE, NONE)
    assert 4 == len(next(one.roll for one in happened if isinstance(one, RollMade)).dice)
    assert [(bob, (3,))] == [(one.creature, one.dice) for one in happened if isinstance(one, DamageTaken)]
    again = play.roll(play.easy(bob, "Scholar"), 4, 4, 3, NONE, NONE)
    assert 3 == len(next(one.roll for one in again if isinstance(one, RollMade)).dice)


@pytest.mark.rule("BN-HIND-08", "BN-HIND-09", "BN-R-067", "BN-R-258", "BN-R-085")
def test_poison_takes_a_die_that_showed_a_success_before_the_task_is_settled() -> None:
    """A die lost to poison takes its success out of the roll.

    A face that does not count in the task is not a success.
    """
    play = Tries()
    bob = play.die("ann", 2)
    play.ill(bob)

    happened = play.roll(play.easy(bob), 4, WON, 1, NONE, NONE)

    kinds = [type(one) for one in happened]
    assert kinds.index(DamageTaken) < kinds.index(TaskSettled)
    assert (2,) == next(one.dice for one in happened if isinstance(one, DamageTaken))
    assert 0 == next(one.successes for one in happened if isinstance(one, TaskSettled))


@pytest.mark.rule("BN-R-258")
def test_a_success_above_the_cap_counts_as_shown() -> None:
    """If the cap counts two of three dice with a success, the owner still chooses the lost die among all three."""
    play = Tries()
    thief = play.die("ann", 3, "Universal", "Physical", "blank", "blank", "blank", "blank")
    dice = (play.who(thief).dice[0],) * 2
    with_icon = Die(faces=("Universal", "Physical", "Thief", "blank", "blank", "blank"))
    play.state = play.state.change(thief, dice=(*dice, with_icon))
    play.ill(thief)
    task = play.easy(thief, "Thief")
    play.roll(task, 1, 1, 1, 1, NONE, NONE)

    (wound,) = play.state.wounds.values()
    assert {"die-1", "die-2", "die-3"} == set(wound.prefer)
    play.do(TakeDamage(wound=wound.id, dice=(1,)), seat="ann")
    assert 2 == list(play.state.results.values())[-1].successes


@pytest.mark.rule("BN-R-067")
def test_a_setting_keeps_the_success_of_a_lost_die() -> None:
    """By default the success of a die lost to poison is lost too.

    If `poisoned_success_counts` is true, it still counts.
    """
    for counts in (True, False):
        play = Tries(dice={"poisoned_success_counts": counts})
        bob = play.die("ann", 2)
        play.ill(bob)
        settled = play.the(TaskSettled, RollTask(task=play.easy(bob)), 4, WON, 1, NONE, NONE)
        assert (int(counts), (1,)) == (settled.successes, play.who(bob).numbers)


@pytest.mark.rule("BN-R-064")
@pytest.mark.parametrize("stack", [True, False])
def test_several_hindering_dice_add_up(stack: bool) -> None:  # noqa: FBT001
    """Each hindering die deals its damage. If `hindering_dice_stack` is false, only one of them deals damage."""
    play = Tries(dice={"hindering_dice_stack": stack})
    bob = play.die("ann", 4)
    play.ill(bob, "Poison", "Flaming")

    happened = play.roll(play.easy(bob), *[LOST] * 4, 1, 1, NONE, NONE)

    sources = [one.wound.source for one in happened if isinstance(one, DamageDealt)]
    assert sources == (["poison", "flaming"] if stack else ["poison"])


@pytest.mark.rule("BN-R-257", "BN-R-230")
def test_without_a_die_left_the_task_fails_and_nothing_counts() -> None:
    """Without a die left, bought and automatic successes and items do not count, and no decision stays open."""
    play = Tries()
    bob = play.one("ann", [("Universal",) * 6], items=("Boots of Stealth",), automatic=2)
    play.ill(bob)
    play.spiffs("ann", 9)
    terms = Terms(skill="Stealth", number=1)
    task = play.do(CallTask(creature=bob, aim="past", terms=terms))[0].task.id  # type: ignore[attr-defined]
    play.roll(task, 1, 1, 1)

    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    (wound,) = play.state.wounds
    happened = play.do(TakeDamage(wound=wound, dice=(1,)), seat="ann")

    (came,) = next(one for one in happened if isinstance(one, TaskSettled)).results
    assert (False, 0, None) == (came.success, came.successes, came.narrator)


@pytest.mark.rule("BN-R-260", "BN-SYM-06")
@pytest.mark.parametrize("hits", ["bearer", "target"])
def test_a_damage_face_hurts_whose_roll_it_is_in(hits: str) -> None:
    """A Damage face deals damage to the roller, or to the target if `damage_symbol_hits` is `target`.

    The owner need not lose dice that showed a success.
    """
    play = Tries(dice={"damage_symbol_hits": hits})
    bob = play.die("ann", 2, "Universal", "Damage", "blank", "blank", "blank", "blank")
    goblin = play.die("gm", 3)

    happened = play.roll(play.against(bob, goblin), 1, 2, WON, LOST, LOST)

    (wound,) = [one.wound for one in happened if isinstance(one, DamageDealt)]
    assert (bob if hits == "bearer" else goblin, "damage", ()) == (wound.creature, wound.source, wound.prefer)


@pytest.mark.rule("BN-R-245")
def test_a_setting_uses_up_automatic_successes() -> None:
    """By default an automatic success counts for every check.

    If `automatic_success` is `spent_on_use`, it counts once, for the check on which it is used.
    """
    play = Tries(tasks={"automatic_success": "spent_on_use"})
    bob = play.die("ann", automatic=1)
    task = play.easy(bob)
    play.roll(task, WON, NONE, NONE)
    roll = play.rolled.id
    assert [roll] == [entry.body["roll"] for entry in allowed_of(play.state, "ann", UseAutomatic)]
    happened = play.do(UseAutomatic(roll=roll), seat="ann")
    assert AutomaticUsed(roll=roll, creature=bob) == happened[0]
    assert 2 == next(one.successes for one in happened if isinstance(one, TaskSettled))
    assert 1 == play.comes(play.easy(bob), WON, NONE, NONE).successes

    play = Tries()
    bob = play.die("ann", automatic=1)
    play.spiffs("ann", 2)
    play.roll(play.easy(bob), WON, NONE, NONE)
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    refused = play.no(NoneToUse, UseAutomatic(roll=play.rolled.id), seat="ann")
    assert ("nothing: it counts by itself", 1) == (refused.needs, refused.has)
    assert 2 == play.the(TaskSettled, KeepSuccesses(roll=play.rolled.id), seat="ann").successes


@pytest.mark.rule("BN-R-001")
def test_a_request_may_contain_the_faces() -> None:
    """Each face sent with a roll must exist on its die. If `dice_source` is `reported`, every roll needs faces."""
    for source in ("service", "reported"):
        play = Tries(dice={"dice_source": source})
        task = play.easy(play.die("ann"))

        def sends(faces: tuple[int, ...] | None, task: str = task) -> Intent:
            return Intent(
                id="one", seat="ann", role="player", at=1, by="seat:ann@0", command=RollTask(task=task), faces=faces
            )

        bones.decide(sends((1, 3, 3)), play.state, TableTape((1, 3, 3)))
        with refuses(FaceImpossible):
            bones.decide(sends((7, 3, 3)), play.state, TableTape((7, 3, 3)))
        with refuses(FacesMissing):
            bones.decide(sends((1, 3)), play.state, TableTape((1, 3)))
        if source == "service":
            bones.decide(sends(None), play.state, Faces(1, 3, 3))
        else:
            with refuses(FacesNeeded):
                bones.decide(sends(None), play.state, Faces(1, 3, 3))
        assert allowed_of(play.state, "gm", RollTask)
        assert (source == "service") == bool(allowed_of(play.state, "ann", RollTask)), "players send no faces"


@pytest.mark.rule("BN-SPIFF-11", "BN-R-083", "BN-R-085")
@pytest.mark.parametrize("both", [True, False])
def test_a_bought_success_counts_once_and_comes_after_the_reroll(both: bool) -> None:  # noqa: FBT001
    """By default a player can reroll a die and then buy a success on one check.

    If `different_spiff_uses_on_one_check` is false, the check ends after the reroll.
    """
    play = Tries(spiffs={"different_spiff_uses_on_one_check": both})
    bob = play.die("ann", 2)
    play.spiffs("ann", 5)
    play.roll(play.easy(bob), LOST, WON, NONE, NONE)
    roll = play.rolled.id
    asked = play.the(SpiffUseAsked, UseSpiffs(creature=bob, use="reroll", on=roll, die="die-1"), seat="ann")
    play.do(AllowSpiffs(use=asked.use.id), LOST)

    if both:
        bought = play.the(SpiffUseAsked, UseSpiffs(creature=bob, use="success", on=roll), seat="ann")
        assert 2 == play.the(TaskSettled, AllowSpiffs(use=bought.use.id)).successes
    assert [both + 1] == [one.successes for one in play.state.results.values()]


@pytest.mark.rule("BN-R-002", "BN-EQ-08")
def test_items_of_use_are_rolled() -> None:
    """Items are rolled if they are worn or ready.

    In a fight, a magic item is rolled only if one of its icons is useful.
    """
    play = Tries()
    bob = play.one("ann", [("Universal",) * 6], items=("Spear", "Buckler", "Light armor (leather)"))
    spear, shield, armor = (play.item_named(bob, name) for name in ("Spear", "Buckler", "Light armor (leather)"))

    def falls(*weapons: str) -> list[tuple[str, bool]]:
        return [(one.die, one.worn) for one in dice_of(play.state, bob, skill=None, weapons=weapons)]

    assert [("die-1", False), (shield, True), (armor, True)] == falls()
    assert [("die-1", False), (spear, False), (shield, True), (armor, True)] == falls(spear)
    play.state = play.state.item_changed(bob, shield, ready=False)
    assert [("die-1", False), (armor, True)] == falls()
    rats = play.die("gm", 1, kind="horde")
    for number, icon in enumerate(("Stealth", "Melee", "FearCaster", "Defend*2", "Scholar"), start=80):
        magic = Item(id=f"item-{number}", ready=True, group="magic item", name="charm", faces=(icon, *["blank"] * 5))
        play.state = play.state.change(bob, items={**play.who(bob).items, magic.id: magic})
    assert ["die-1", armor, "item-81", "item-82", "item-83"] == [die for die, _ in falls()]
    assert ["horde"] == [one.kind for one in dice_of(play.state, rats, skill=None)]
