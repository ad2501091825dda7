"""Which rolls use the faces that an undo took back, and which rolls they bind no longer."""

import pytest

from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.reporting import FacesComeAgain, ReportDice
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.people.creatures import SpawnHorde
from services.bones.chapters.rolls.falls import Fall, SoftenFall
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, dice_of
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask
from services.bones.context import FacesNeeded
from services.bones.reading.reported import faces_again
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


@pytest.mark.rule("BN-CAMP-201")
def test_the_entry_with_most_of_the_dice_comes_again() -> None:
    """Ann entered faces of two dice, and then of all five. Both entries were taken back, and four dice are left."""
    table = Undone()
    table.send(ChangeCreature(creature=table.who, lost=(2, 3, 4), reason="it fell"))
    table.report(3, 1)
    table.send(ChangeCreature(creature=table.who, lost=(), reason="it did not"))
    table.report(3, 4, 4, 4, 1)
    table.go_back()
    table.send(ChangeCreature(creature=table.who, lost=(4,), reason="it fell"))
    with refuses(FacesComeAgain) as refused:
        table.report(3, 1, 1, 1)
    assert "3, 4, 4, 1" == refused.value.needs


@pytest.mark.rule("BN-CAMP-201", "BN-R-368")
def test_a_roll_of_more_dice_takes_no_faces_that_come_again() -> None:
    """Faces of five dice were taken back, and the creature is poisoned: the roll needs faces of all six dice."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    table.send(GiveHindering(creature=table.who, kind="poison"))
    with refuses(FacesNeeded):
        table.send(RollTask(task=table.task))
    table.send(RollTask(task=table.task), faces=(1, 1, 1, 1, 1, 6, 6, 6))
    assert table.shown(1, 1, 1, 1, 1, 6)


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-163")
def test_faces_that_came_again_for_one_roll_do_not_come_for_another() -> None:
    """Ann entered four of five faces again for her task. She falls first: the roll against the fall shows others."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    table.send(ChangeCreature(creature=table.who, lost=(2,), reason="it fell"))
    table.report(3, 4, 3, 1)
    table.send(Fall(creature=table.who, height=10))
    (fall,) = table.state.falls
    table.send(SoftenFall(fall=fall), faces=(1, 1, 1, 1))
    assert table.shown(1, 1, 1, 1)


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-198")
def test_faces_come_again_for_no_task_of_another_in_a_round() -> None:
    """Ann's faces were taken back. Against a foe's task the game master enters others: hers still come for her own."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    table.send(DropTask(task=table.task, reason="a foe comes"))
    foe = table.spawn("Mercenary")
    table.send(StartCombat(fighters=(Entrant(creature=table.who, side="us"), Entrant(creature=foe, side="them"))))
    table.send(Declare(creature=table.who, doing="nothing"), "ann")
    table.send(Declare(creature=foe, doing="other", aim="slip by", skill="Maneuver"))
    against = Opponent(creature=table.who, skill="Maneuver")
    table.send(SetRoundTask(creature=foe, terms=Terms(skill="Maneuver", opponents=(against,))))
    rolled = table.send(RollRound(), faces=(2, 3, 4, 5, *[1] * 5))
    assert ["Universal"] * 4 == faces_shown(rolled)[table.who][:4]
    assert (3, 3, 4, 3, 1) == tuple(faces_again(table.state, table.who, table.state.entered[0].dice).values())


@pytest.mark.rule("BN-CAMP-201")
def test_a_roll_uses_up_later_entries_of_the_same_faces() -> None:
    """Ann entered five faces, and a sixth for poison. The roll shows the five again, and they bind no later roll."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.send(GiveHindering(creature=table.who, kind="poison"))
    table.report(3, 3, 4, 3, 1, 6)
    table.go_back()
    table.send(RollTask(task=table.task), faces=(6, 6))
    assert table.shown(3, 3, 4, 3, 1)
    assert {} == faces_again(table.state, table.who, table.state.entered[1].dice)


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-198")
def test_a_face_of_a_new_die_comes_again_too() -> None:
    """An undo took back five faces. Ann enters them again with one of a hindering die, which is taken back as well."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    table.send(GiveHindering(creature=table.who, kind="poison"))
    table.then = table.stream.version
    table.report(3, 3, 4, 3, 1, 6)
    table.go_back()
    with refuses(FacesComeAgain) as refused:
        table.report(3, 3, 4, 3, 1, 2)
    assert "3, 3, 4, 3, 1, 6" == refused.value.needs


@pytest.mark.rule("BN-CAMP-201")
def test_a_roll_uses_up_no_faces_of_another_creature() -> None:
    """Ann's and Bob's dice showed the same faces, and both were taken back. Ann rolls: Bob's faces still come again."""
    table = Undone()
    other = next(who for who, one in table.state.characters.items() if one.seat == "bob")
    table.send(CallTask(creature=other, aim="climb", terms=Terms(skill="Maneuver", difficulty="Easy")))
    table.then = table.stream.version
    count = len(dice_of(table.state, other, skill="Maneuver"))
    table.report(3, 3, 3, 3, 3)
    table.send(ReportDice(creature=other, faces=(3,) * count), "bob")
    table.go_back("gm")
    table.send(RollTask(task=table.task), faces=(6, 6))
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    with refuses(FacesComeAgain):
        table.send(ReportDice(creature=other, faces=(1,) * count), "bob")


@pytest.mark.rule("BN-CAMP-201")
def test_each_entry_of_the_same_faces_comes_again_once() -> None:
    """Ann entered the same faces for a task and for a fall. Both were taken back: the task uses the first."""
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.send(RollTask(task=table.task), faces=(6, 6))
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    table.report(3, 3, 4, 3, 1)
    table.go_back("gm")
    table.send(RollTask(task=table.task))
    assert [2] == [one.number for one in table.state.entered if one.number not in table.state.counted]
