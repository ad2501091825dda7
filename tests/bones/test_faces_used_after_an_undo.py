"""Which rolls use the faces that an undo took back, and which rolls they bind no longer."""

import pytest

from services.bones.chapters.fights.reporting import FacesComeAgain, ReportDice
from services.bones.chapters.people.creatures import SpawnHorde
from services.bones.chapters.rolls.falls import Fall
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask
from services.bones.context import FacesNeeded
from services.bones.state.tasks import Opponent, Terms
from tests.bones.test_faces_after_an_undo import Undone
from tests.bones.test_reporting import faces_shown
from tests.support.spec import refuses


@pytest.mark.rule("BN-CAMP-201")
def test_a_correction_uses_up_faces_that_come_again() -> None:
    """Of the five faces that were taken back, four come again, and the game master corrects them.

    Once they are rolled, the faces of before bind no later roll.
    """
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    table.send(ChangeCreature(creature=table.who, lost=(2,), reason="it fell"))
    table.report(3, 4, 3, 1)
    table.send(ReportDice(creature=table.who, faces=(1, 1, 1, 1)))
    table.send(RollTask(task=table.task), faces=(6, 6))
    assert table.shown(1, 1, 1, 1)
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    table.report(6, 6, 6, 6)


@pytest.mark.rule("BN-CAMP-222")
def test_a_player_enters_no_faces_for_a_task_of_a_horde_that_the_game_master_rolled() -> None:
    """The game master entered the faces of Ann's horde for a task: after an undo she enters no others."""
    table = Undone()
    table.send(SpawnHorde(threat="Nuisance", seat="ann"))
    table.who = next(who for who, one in table.state.characters.items() if one.kind == "horde")
    table.send(CallTask(creature=table.who, aim="climb", terms=Terms(skill="Maneuver", difficulty="Easy")))
    table.task = next(key for key, one in table.state.tasks.items() if one.creature == table.who)
    table.then = table.stream.version
    first = table.send(RollTask(task=table.task), faces=(3, 3, 6, 6))
    table.go_back("gm")
    with refuses(FacesComeAgain):
        table.report(1, 1)
    assert faces_shown(first) == faces_shown(table.send(RollTask(task=table.task)))


@pytest.mark.rule("BN-CAMP-175", "BN-CAMP-201")
def test_the_faces_of_a_hidden_opponent_are_entered_with_the_roll() -> None:
    """Faces of a foe were taken back. As a hidden opponent it needs faces all the same, and the refusal names them."""
    table = Undone()
    foe = table.spawn("Mercenary")
    spot = CallTask(creature=foe, aim="keep watch", terms=Terms(skill="Perception", difficulty="Easy"))
    table.send(spot)
    table.then = table.stream.version
    table.send(ReportDice(creature=foe, faces=(3,) * 4))
    table.go_back("gm")
    for task in table.state.tasks:
        table.send(DropTask(task=task, reason="it looks away"))
    terms = Terms(skill="Stealth", opponents=(Opponent(creature=foe, skill="Perception"),))
    table.send(CallTask(creature=table.who, aim="slip by", hidden=True, terms=terms))
    table.report(1, 1, 1, 1, 1)
    (table.task,) = table.state.tasks
    with refuses(FacesNeeded) as refused:
        table.send(RollTask(task=table.task))
    assert f"4 faces of dice with 6 sides: 4 of {foe}" == refused.value.needs
