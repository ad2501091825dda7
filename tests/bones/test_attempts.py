"""Limits on tasks, the commands and items that are listed for them, and ties in a round."""

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled, TaskTied, Tell
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask
from services.bones.chapters.tasks.tasks import (
    MAX_TASKS,
    Attempt,
    CallTask,
    DropTask,
    SetTask,
    TaskProposed,
    WithdrawTask,
)
from services.bones.state.tasks import Opponent, Task, Terms
from shared.kernel.campaign.seats import TooManyHere
from tests.bones.fight import Fight
from tests.bones.play import allowed_of
from tests.bones.trying import WON, Tries


@pytest.mark.rule("AR-CAMP-06")
def test_a_campaign_has_a_limit_of_open_tasks() -> None:
    """At the limit of open tasks, the rules refuse another one, whether a player or the game master starts it."""
    play = Tries()
    bob = play.die()
    tasks = [Task(id=f"task-{number}", creature="creature-0", aim="up") for number in range(100, 100 + MAX_TASKS)]
    play.state = replace(play.state, tasks={one.id: one for one in tasks})

    play.no(TooManyHere, Attempt(creature=bob, aim="a lock"), seat="ann")
    play.no(TooManyHere, CallTask(creature=bob, aim="a lock", terms=Terms(skill="Physical")))


@pytest.mark.rule("BN-R-006", "BN-R-256")
def test_tie_in_a_round_is_rolled_again_before_allotment() -> None:
    """After a tie in a round, only the tied task is rolled again. Fighters allot only when it is settled."""
    play = Fight(tasks={"opposed_tie": "reroll"})
    bob, goblin = play.die("ann"), play.die("gm")
    play.begin([bob], [goblin])
    play.says(bob, "other", skill="Stealth", aim="out of sight")
    play.says(goblin, "nothing")
    guard = Opponent(creature=goblin, skill="Perception")
    play.do(SetRoundTask(creature=bob, terms=Terms(skill="Stealth", opponents=(guard,))))

    assert TaskTied in [type(one) for one in play.roll(1, 1)]
    (task,) = play.state.tasks
    assert "rolling" == play.combat.stage
    play.no(DiceAreRolled, DropTask(task=task, reason="no"))
    settled = [type(one) for one in play.do(RollTask(task=task), 1, 6)]
    assert settled.index(TaskSettled) < settled.index(DicePutAway)
    assert (2, "declaring") == (play.combat.round, play.combat.stage)


@pytest.mark.rule("BN-R-002", "BN-R-003")
def test_listed_items_for_a_task() -> None:
    """The legal list offers each weapon of the creature for a task, but no item that is rolled anyway."""
    play = Tries()
    things = ("Dagger / knife", "Spear", "Boots of Stealth", "Buckler")
    bob = play.one(items=things)
    knife, spear, *_ = (play.item_named(bob, name) for name in things)

    (entry,) = allowed_of(play.state, "ann", Attempt)
    assert [[], [knife], [spear]] == [list(one) for one in entry.fields["weapons"].options or ()]


@pytest.mark.rule("BN-TASK-13", "BN-CHAL-03")
def test_listed_commands_for_tasks() -> None:
    """The legal list offers players tasks of their own creatures, and the game master tasks and terms for all."""
    play = Tries()
    bob, goblin = play.die("ann"), play.die("gm")
    task = play.the(TaskProposed, Attempt(creature=bob, aim="a lock"), seat="ann").task.id
    assert [task] == [entry.body["task"] for entry in allowed_of(play.state, "ann", WithdrawTask)]
    assert not allowed_of(play.state, "bob", WithdrawTask)
    assert not allowed_of(play.state, "ann", RollTask)

    terms = [entry.body["terms"] for entry in allowed_of(play.state, "gm", SetTask)]
    assert {"difficulty", "opponents", "number", "purpose"} <= {name for one in terms for name in one}
    assert goblin in [entry.body["creature"] for entry in allowed_of(play.state, "gm", CallTask)]
    play.do(SetTask(task=task, terms=Terms(skill="Physical", number=1)))
    for seat in ("ann", "gm"):
        assert [task] == [entry.body["task"] for entry in allowed_of(play.state, seat, RollTask)]
    won = play.comes(task, WON).id
    assert [won] == [entry.body["result"] for entry in allowed_of(play.state, "ann", Tell)]
    assert not allowed_of(play.state, "gm", Tell)
