"""Entered faces that an undo takes back come again, as all dice do."""

from typing import Final

import pytest
from msgspec.structs import replace

from services.bones.awaits import awaits
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.reporting import (
    FacesComeAgain,
    FacesEntered,
    ReportDice,
)
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.rolls.falls import Fall, SoftenFall
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, dice_of, faces_of
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Terms
from shared.kernel.messages import Event
from shared.kernel.refusals import FacesLeft, FacesMissing
from shared.kernel.stream import AgreeToUndo, ProposeUndo, TakenBack, UndoProposed
from tests.bones.play import allowed_of
from tests.bones.play import settings as chosen
from tests.bones.tables import Journal
from tests.bones.test_reporting import TABLE, faces_shown
from tests.support.journal import audit_export
from tests.support.spec import refuses

REPORTED: Final = chosen(dice=TABLE)


class Undone(Journal):
    """A campaign with real dice in which Ann's character has a task with terms, and a version to go back to."""

    def __init__(self, settings: Settings = REPORTED, *, form: int = FORM) -> None:
        """Call the task, and note the version."""
        super().__init__(settings)
        self.stream = replace(self.stream, game=replace(self.state, form=form))
        self.memory.note_after(self.stream)
        self.who, _ = self.party()
        self.send(CallTask(creature=self.who, aim="climb", terms=Terms(skill="Maneuver", difficulty="Easy")))
        (self.task,) = self.state.tasks
        self.then = self.stream.version

    def report(self, *faces: int) -> tuple[Event, ...]:
        """Enter Ann's five faces."""
        return self.send(ReportDice(creature=self.who, faces=faces), "ann")

    def shown(self, *faces: int) -> bool:
        """Return whether the dice in the open roll show these faces."""
        (roll,) = self.state.rolls.values()
        return [die.face for die in roll.dice] == [
            (faces_of(self.state, roll, die.die) or ())[face - 1] for die, face in zip(roll.dice, faces, strict=True)
        ]

    def go_back(self, seat: str = "ann") -> None:
        """Go back to the version before the faces; everybody who is asked agrees."""
        (proposed,) = self.send(ProposeUndo(to=self.then), seat)
        assert isinstance(proposed, UndoProposed)
        for other in proposed.asked:
            self.send(AgreeToUndo(proposal=proposed.proposal), other)
        assert isinstance(self.events[-1], TakenBack)


@pytest.mark.rule("BN-CAMP-201", "AR-UNDO-04")
def test_entered_faces_are_taken_back_by_all() -> None:
    """Ann proposes to take back her faces: the others are asked. The same faces then come again."""
    table = Undone()
    table.report(3, 3, 3, 3, 1)
    (proposed,) = table.send(ProposeUndo(to=table.then), "ann")
    assert isinstance(proposed, UndoProposed)
    assert ("bob", "gm") == proposed.asked
    for seat in proposed.asked:
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)

    assert {} == table.state.reported
    with refuses(FacesComeAgain) as refused:
        table.report(1, 1, 1, 1, 1)
    assert ("3, 3, 3, 3, 1", "1, 1, 1, 1, 1") == (refused.value.needs, refused.value.has)
    assert FacesEntered in map(type, table.report(3, 3, 3, 3, 1))
    table.close()
    assert audit_export(bones, table.lines()).proven


@pytest.mark.rule("BN-CAMP-201", "BN-R-368", "AR-UNDO-10")
def test_a_roll_that_is_taken_back_comes_again() -> None:
    """The roll is taken back with the faces. Ann's faces and the challenge dice come again, without new faces."""
    table = Undone()
    table.report(3, 3, 3, 3, 1)
    first = table.send(RollTask(task=table.task), faces=(1, 5))
    table.go_back("gm")

    for _ in ("before Ann enters her faces again", "afterwards"):
        with refuses(FacesLeft):
            table.send(RollTask(task=table.task), faces=(1,) * 5)
        with refuses(FacesLeft):
            table.send(RollTask(task=table.task), faces=(6, 6))
        if not table.state.reported:
            table.report(3, 3, 3, 3, 1)
    again = table.send(RollTask(task=table.task))
    assert faces_shown(first) == faces_shown(again)
    assert (1, 5) == next(event.challenge for event in again if hasattr(event, "challenge"))
    table.close()
    assert audit_export(bones, table.lines()).proven


@pytest.mark.rule("BN-R-368")
@pytest.mark.parametrize("faces", [None, ()])
def test_no_faces_are_the_same_as_an_empty_list(faces: tuple[int, ...] | None) -> None:
    """Whether faces are left out or empty, all that are needed are named, and kept dice need none."""
    table = Undone()
    with refuses(FacesNeeded) as refused:
        table.send(RollTask(task=table.task), faces=faces)
    assert f"7 faces of dice with 6 sides: 5 of {table.who}, 2 of the challenge dice" == refused.value.needs
    table.send(RollTask(task=table.task), faces=(3, 3, 3, 3, 1, 6, 6))
    table.go_back("gm")
    assert table.send(RollTask(task=table.task), faces=faces)


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-198")
def test_a_correction_that_is_taken_back_binds_nobody() -> None:
    """The game master corrects Ann's faces, and both are taken back: hers come again, and the correction does not."""
    table = Undone()
    table.report(3, 3, 3, 3, 1)
    table.send(ReportDice(creature=table.who, faces=(2, 2, 2, 2, 2)))
    table.go_back("gm")
    table.report(3, 3, 3, 3, 1)
    table.send(RollTask(task=table.task), faces=(6, 6))
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    assert FacesEntered in map(type, table.report(6, 6, 6, 6, 6))


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-198")
def test_only_new_dice_show_faces_that_come_again() -> None:
    """An undo took back 3, 3, 1, 3 of four dice. They show them again, together with a new die or one after another."""
    table = Undone()
    dice = [die.die for die in dice_of(table.state, table.who, skill="Maneuver")]
    assert ["die-1", "die-2", "die-3", "die-4"] == dice[:4]

    def lost(number: int) -> None:
        table.send(ChangeCreature(creature=table.who, lost=(number,), reason="it was the other one"))

    lost(4)
    table.report(3, 3, 1, 3)
    table.go_back("gm")
    lost(3)
    with refuses(FacesComeAgain) as refused:
        table.report(2, 2, 6, 2)
    assert "3, 3, 6, 3" == refused.value.needs
    table.report(3, 3, 6, 3)
    lost(4)
    (listed,) = allowed_of(table.state, "ann", ReportDice)
    assert (3, 3, 1, 3) == listed.body["faces"]
    with refuses(FacesComeAgain) as refused:
        table.report(3, 3, 5, 3)
    assert "3, 3, 1, 3" == refused.value.needs
    assert FacesEntered in map(type, table.report(3, 3, 1, 3))


@pytest.mark.rule("BN-R-368", "AR-FACES-02")
def test_dice_of_another_number_are_rolled_anew() -> None:
    """If no kept dice fit the roll, the refusal names only the dice that are rolled anew."""
    table = Undone()
    table.send(RollTask(task=table.task), faces=(3, 3, 3, 3, 1, 6, 6))
    table.go_back("gm")
    table.send(ChangeCreature(creature=table.who, lost=(4,), reason="it fell"))
    table.report(1, 1, 1, 1)
    with refuses(FacesNeeded) as refused:
        table.send(RollTask(task=table.task))
    assert "2 faces of dice with 6 sides: 2 of the challenge dice" == refused.value.needs


@pytest.mark.rule("BN-CAMP-201")
def test_a_roll_without_entered_faces_uses_up_those_that_were_taken_back() -> None:
    """Only the challenge dice are entered with the roll: the faces that the undo took back come again by themselves.

    They bind no later roll.
    """
    table = Undone()
    table.report(3, 3, 3, 3, 1)
    table.go_back()
    with refuses(FacesLeft):
        table.send(RollTask(task=table.task), faces=(1, 1, 1, 1, 1, 6, 6))
    table.send(RollTask(task=table.task), faces=(6, 6))
    assert table.shown(3, 3, 3, 3, 1)
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    assert FacesEntered in map(type, table.report(6, 6, 6, 6, 6))


@pytest.mark.rule("BN-CAMP-201")
def test_older_campaigns_take_entered_faces_back_at_once() -> None:
    """Under version 1 of the rules, Ann takes back her faces alone and enters others."""
    table = Undone(form=1)
    table.report(3, 3, 3, 3, 1)
    assert isinstance(table.send(ProposeUndo(to=table.then), "ann")[-1], TakenBack)
    assert table.report(1, 1, 1, 1, 1)


@pytest.mark.rule("BN-R-368", "AR-FACES-02")
def test_dice_beside_those_that_come_again_are_named() -> None:
    """A round is taken back, and a task in it gets harder: only the dice of the task are rolled anew."""
    table = Undone()
    table.send(DropTask(task=table.task, reason="a foe comes"))
    _, other = table.state.characters
    foe = table.spawn("Mercenary")
    fighters = [
        Entrant(creature=table.who, side="us"),
        Entrant(creature=other, side="us"),
        Entrant(creature=foe, side="them"),
    ]
    table.send(StartCombat(fighters=tuple(fighters)))
    table.send(Declare(creature=table.who, doing="other", aim="climb", skill="Maneuver"), "ann")
    table.send(Declare(creature=other, doing="nothing"), "bob")
    table.send(Declare(creature=foe, doing="fight"))
    table.then = table.stream.version
    table.memory.note_after(table.stream)
    table.send(SetRoundTask(creature=table.who, terms=Terms(skill="Maneuver", difficulty="Easy")))
    first = table.send(RollRound(), faces=(2, 3, 4, 5, *[3] * 5, 6, 6))
    table.go_back("gm")

    table.send(SetRoundTask(creature=table.who, terms=Terms(skill="Maneuver", difficulty="Average")))
    with refuses(FacesMissing) as refused:
        table.send(RollRound())
    assert 'at least 9, 9 of them for "task"' == refused.value.needs
    again = table.send(RollRound(), faces=(1,) * 9)
    assert faces_shown(first)[foe] == faces_shown(again)[foe]


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-198")
@pytest.mark.parametrize(
    ("change", "chosen", "needs"),
    [("lost", (1, 1, 1, 1), "3, 4, 3, 1"), ("poisoned", (1, 1, 1, 1, 1, 6), "3, 3, 4, 3, 1, 6")],
)
def test_faces_come_again_if_the_creature_has_one_die_less_or_more(
    change: str, chosen: tuple[int, ...], needs: str
) -> None:
    """Ann's entry is taken back, and her creature then loses its second die, or is poisoned: the others show the same.

    Once they are rolled, they bind no later roll.
    """
    table = Undone()
    table.report(3, 3, 4, 3, 1)
    table.go_back()
    if change == "lost":
        table.send(ChangeCreature(creature=table.who, lost=(2,), reason="it fell"))
    else:
        table.send(GiveHindering(creature=table.who, kind="poison"))
    with refuses(FacesComeAgain) as refused:
        table.report(*chosen)
    assert needs == refused.value.needs
    again = tuple(map(int, needs.split(", ")))
    table.report(*again)
    table.send(RollTask(task=table.task), faces=(6, 6))
    assert table.shown(*again)

    table.go_back("gm")
    table.report(3, 3, 4, 3, 1)
    table.send(RollTask(task=table.task), faces=())
    assert table.shown(3, 3, 4, 3, 1)
    table.close()
    assert audit_export(bones, table.lines()).proven


@pytest.mark.rule("BN-CAMP-222", "AR-UNDO-10")
def test_a_player_enters_no_faces_for_dice_that_the_game_master_rolled() -> None:
    """The game master entered all dice, and all agree to an undo. Ann enters no others: the same six come again.

    She enters the faces of the next roll herself.
    """
    table = Undone()
    first = table.send(RollTask(task=table.task), faces=(3, 3, 3, 3, 1, 6, 6))
    table.go_back("gm")
    for seat in ("ann", "gm"):
        with refuses(FacesComeAgain) as refused:
            table.send(ReportDice(creature=table.who, faces=(1, 1, 1, 1, 1)), seat)
        assert ("the roll, by the game master", table.task) == (refused.value.needs, refused.value.has)
        assert [] == allowed_of(table.state, seat, ReportDice)
    assert {"gm"} == {*awaits(table.state)}
    again = table.send(RollTask(task=table.task))
    assert faces_shown(first) == faces_shown(again)
    assert table.shown(3, 3, 3, 3, 1)

    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    assert {"ann"} == {*awaits(table.state)}
    table.report(6, 6, 6, 6, 6)
    table.close()
    assert audit_export(bones, table.lines()).proven


@pytest.mark.rule("BN-CAMP-222")
def test_older_campaigns_let_players_enter_faces_that_the_game_master_rolled() -> None:
    """Under version 1 of the rules, Ann is awaited and enters other faces after the undo."""
    table = Undone(form=1)
    table.send(RollTask(task=table.task), faces=(3, 3, 3, 3, 1, 6, 6))
    table.go_back("gm")
    assert {"ann"} == {*awaits(table.state)}
    assert table.report(1, 1, 1, 1, 1)


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-222")
@pytest.mark.parametrize("entered", [True, False])
def test_the_faces_of_a_round_come_again(*, entered: bool) -> None:
    """Ann or the game master entered the faces of her fighter, and the round is taken back: it shows the same again."""
    table = Undone()
    table.send(DropTask(task=table.task, reason="a foe comes"))
    foe = table.spawn("Mercenary")
    table.send(StartCombat(fighters=(Entrant(creature=table.who, side="us"), Entrant(creature=foe, side="them"))))
    table.send(Declare(creature=table.who, doing="fight"), "ann")
    table.send(Declare(creature=foe, doing="fight"))
    table.then = table.stream.version
    table.memory.note_after(table.stream)
    if entered:
        table.report(3, 3, 3, 3, 1)
    first = table.send(RollRound(), faces=(2, 3, 4, 5) if entered else (3, 3, 3, 3, 1, 2, 3, 4, 5))
    table.go_back("gm")

    with refuses(FacesComeAgain):
        table.report(1, 1, 1, 1, 1)
    with refuses(FacesLeft):
        table.send(RollRound(), faces=(1, 1, 1, 1, 1, 2, 3, 4, 5))
    assert faces_shown(first) == faces_shown(table.send(RollRound()))
    table.close()
    assert audit_export(bones, table.lines()).proven


@pytest.mark.rule("BN-CAMP-201", "BN-CAMP-222", "BN-FALL-03")
@pytest.mark.parametrize("entered", [True, False])
def test_the_faces_of_a_fall_come_again(*, entered: bool) -> None:
    """The roll against a fall is taken back: it shows the same again, no matter who entered its faces."""
    table = Undone()
    table.send(DropTask(task=table.task, reason="the branch breaks"))
    table.send(Fall(creature=table.who, height=30))
    (fall,) = table.state.falls
    table.then = table.stream.version
    table.memory.note_after(table.stream)
    if entered:
        table.report(3, 3, 3, 3, 1)
    table.send(SoftenFall(fall=fall), faces=() if entered else (3, 3, 3, 3, 1))
    table.go_back("gm")
    assert {"ann" if entered else "gm"} == {*awaits(table.state)}
    with refuses(FacesLeft):
        table.send(SoftenFall(fall=fall), faces=(1, 1, 1, 1, 1))
    table.send(SoftenFall(fall=fall))
    assert table.shown(3, 3, 3, 3, 1)
