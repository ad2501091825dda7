"""The seats for which a campaign waits: players for decisions and declarations, and the game master for rulings."""

import pytest

from services.bones.awaits import awaits
from services.bones.chapters.tasks.tasks import Attempt, SetTask
from services.bones.state.tasks import Terms
from tests.bones.fight import Fight
from tests.bones.trying import Tries


@pytest.mark.rule("AR-KIND-02")
def test_a_task_awaits_its_terms_and_then_its_roll() -> None:
    """A task first waits for the game master's terms, and then for a roll.

    The player rolls, or the game master if the terms are hidden.
    """
    table = Tries()
    who = table.die()
    assert set() == {*awaits(table.state)}
    table.do(Attempt(creature=who, aim="over the wall"), seat="ann")
    assert {"gm"} == {*awaits(table.state)}
    (task,) = table.state.tasks
    table.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy")))
    assert {"ann"} == {*awaits(table.state)}

    hidden = Tries()
    other = hidden.die()
    hidden.do(Attempt(creature=other, aim="over the wall"), seat="ann")
    (task,) = hidden.state.tasks
    hidden.do(SetTask(task=task, terms=Terms(skill="Stealth", difficulty="Easy"), hidden=True))
    assert {"gm"} == {*awaits(hidden.state)}


@pytest.mark.rule("AR-KIND-02")
def test_a_round_awaits_declarations_and_then_its_roll() -> None:
    """The round waits for all who have not declared, then for the game master, who sets terms and starts the roll."""
    table = Fight()
    ann, bob = table.die("ann"), table.die("bob")
    table.begin((ann,), (bob,))
    assert {"ann", "bob"} == {*awaits(table.state)}
    table.says(ann, seat="ann")
    assert {"bob"} == {*awaits(table.state)}
    table.says(bob, seat="bob")
    assert {"gm"} == {*awaits(table.state)}
