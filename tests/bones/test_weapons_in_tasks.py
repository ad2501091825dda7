"""The dice of a task's roll: those of the creature, and of the weapons and equipment that it uses."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.handling import NotAtHand, OneWeapon
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import (
    Attempt,
    SetTask,
    TaskProposed,
    TaskSet,
)
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Item
from services.bones.state.tasks import Terms
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours
from tests.bones.trying import Tries

TWO_WEAPONS = (("Universal", "Physical", "Melee:Two Weapon", "Melee", "Defend", "blank"),)


@pytest.mark.rule("BN-R-002", "BN-R-003", "BN-DICE-03")
def test_the_dice_of_a_tasks_roll() -> None:
    """The roll has the remaining dice, hindering dice, worn items, the weapon, and magic items with a useful icon."""
    play = Tries()
    loud = Item(id=play.new("item"), ready=True, group="magic item", name="horn", faces=("Social", *["blank"] * 5))
    things = ("Dagger / knife", "Light armor (leather)", "Buckler", "Boots of Stealth", "Spear")
    bob = play.one("ann", [("Universal",) * 6] * 3, lost=(2,), items=things)
    play.state = play.state.change(bob, items={**play.who(bob).items, loud.id: loud})
    knife, armor, shield, boots, spear = (play.item_named(bob, name) for name in things)
    (poison,) = play.ill(bob)
    asked = Attempt(creature=bob, aim="past", weapons=(knife,))
    task = play.the(TaskProposed, asked, seat="ann").task.id
    play.do(SetTask(task=task, terms=Terms(skill="Stealth")))
    assert spear not in play.state.tasks[task].weapons

    happened = play.do(RollTask(task=task), *[1, 1], *[6] * 5, seat="ann")

    roll = next(one.roll for one in happened if isinstance(one, RollMade))
    assert {"die-1", "die-3", knife, boots, armor, shield, poison} == {one.die for one in roll.dice}
    assert ["die-1", "die-3"] == [one.die for one in roll.dice][:2]
    assert poison == roll.dice[-1].die


@pytest.mark.rule("BN-R-002", "BN-R-003")
def test_one_ready_weapon_is_used_in_a_task() -> None:
    """A task uses one ready weapon, or two if the game master allows it and `item_dice_per_roll` is `gm_decides`.

    The game refuses items that are not weapons or not ready.
    """
    knife, sword = "Dagger / knife", "Spear"
    play = Tries()
    bob = play.one(dice=TWO_WEAPONS, items=(knife, sword, "Light armor (leather)"))
    both = (play.item_named(bob, knife), play.item_named(bob, sword))
    play.no(OneWeapon, Attempt(creature=bob, aim="a show", weapons=both), seat="ann")
    play.no(NamedTwice, Attempt(creature=bob, aim="a show", weapons=both[:1] * 2), seat="ann")
    for wrong in ("item-99", play.item_named(bob, "Light armor (leather)")):
        play.no(NotAtHand, Attempt(creature=bob, aim="a show", weapons=(wrong,)), seat="ann")
    play.state = play.state.item_changed(bob, both[0], ready=False)
    play.no(NotAtHand, Attempt(creature=bob, aim="a show", weapons=both[:1]), seat="ann")

    free = Tries(tasks={"item_dice_per_roll": "gm_decides"})
    ann = free.one(items=(knife, sword))
    free.do(
        Attempt(creature=ann, aim="a show", weapons=(free.item_named(ann, knife), free.item_named(ann, sword))),
        seat="ann",
    )


@pytest.mark.rule("BN-CAMP-06")
@pytest.mark.parametrize("given", [None, "none", "sword"])
def test_the_game_master_may_name_other_weapons_with_the_terms(given: str | None) -> None:
    """Weapons named in the terms replace the player's choice.

    If the terms name no weapons, the player's choice counts.
    """
    play = Tries()
    bob = play.one("ann", [("Universal",) * 6], items=("Dagger / knife", "Spear"))
    knife, sword = (play.item_named(bob, name) for name in ("Dagger / knife", "Spear"))
    task = play.the(TaskProposed, Attempt(creature=bob, aim="a show", weapons=(knife,)), seat="ann").task.id
    named = {None: None, "none": (), "sword": (sword,)}[given]
    terms = Terms(skill="Melee")
    play.no(NotAtHand, SetTask(task=task, terms=terms, weapons=("item-99",)))

    set_ = play.the(TaskSet, SetTask(task=task, terms=terms, weapons=named))

    held = {None: (knife,), "none": (), "sword": (sword,)}[given]
    assert held == set_.weapons
    made = play.the(RollMade, RollTask(task=task), 1, *[6] * len(held), seat="ann")
    assert ("die-1", *held) == tuple(one.die for one in made.roll.dice)


@pytest.mark.rule("BN-CAMP-215", "BN-R-002")
@pytest.mark.parametrize("form", [FORM, 1])
def test_a_task_is_not_rolled_without_a_weapon_that_is_gone(form: int) -> None:
    """The game master takes the spear away, and then sets the task without it. Older campaigns roll one die fewer."""
    play = Tries()
    play.state = replace(play.state, form=form)
    bob = play.one("ann", [("Universal",) * 6], items=("Spear",))
    spear = play.item_named(bob, "Spear")
    task = play.the(TaskProposed, Attempt(creature=bob, aim="a show", weapons=(spear,)), seat="ann").task.id
    play.do(SetTask(task=task, terms=Terms(skill="Melee", number=1)))
    play.do(ChangeCreature(creature=bob, gone=(spear,), reason="it breaks"))
    if form == FORM:
        play.no(NotYours, RollTask(task=task), seat="bob")
        refused = play.no(NotKnownHere, RollTask(task=task), seat="ann")
        needs = "DropTask, or SetTask with other weapons, since it is gone"
        assert (needs, spear, "task") == (refused.needs, refused.has, refused.field)
        play.do(SetTask(task=task, terms=Terms(skill="Melee", number=1), weapons=()))

    happened = play.do(RollTask(task=task), 1, seat="ann")
    assert ["die-1"] == [die.die for one in happened if isinstance(one, RollMade) for die in one.roll.dice]
