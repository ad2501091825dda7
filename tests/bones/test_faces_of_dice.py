"""Entered faces belong to their dice and are an open roll, which no correction, icon, sacrifice or undo improves."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat
from services.bones.chapters.fights.reporting import (
    EnteredAlready,
    FacesComeAgain,
    FacesEntered,
    NothingToRoll,
    ReportDice,
)
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.sacrifices import DiceHaveFallen, SacrificeHealth
from services.bones.chapters.rolls.falls import Fall
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.seasons.sessions import IconPlaced, NoIconDuringARoll, PlaceIcon
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask
from services.bones.chapters.tasks.tasks import CallTask, DropTask
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.settings import Settings
from services.bones.state.campaign import FORM
from services.bones.state.combat import RoundMagic
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from shared.kernel.messages import Event
from shared.kernel.refusals import FacesLeft, FacesMissing
from shared.kernel.stream import AgreeToUndo, ProposeUndo, TakenBack, UndoProposed
from tests.bones.casters import BOLT, Casters, Holders
from tests.bones.fight import Fight
from tests.bones.play import Play, allowed_of
from tests.bones.play import settings as chosen
from tests.bones.tables import Journal
from tests.bones.test_reporting import PLAIN, TABLE, enters, faces_shown, rolls
from tests.support.journal import audit_export
from tests.support.spec import refuses

CARVE: Final = Terms(skill="Craft", difficulty="Easy")
REPORTED: Final = chosen(dice=TABLE)


def carving(*, form: int = FORM, dice: int = 4, **fields: Any) -> tuple[Play, str, str]:  # noqa: ANN401 fields of a creature
    """Return a campaign of this form with Ann's creature, and its task against two challenge dice."""
    play = Play(dice=TABLE)
    play.state = replace(play.state, form=form)
    who = play.one("ann", [PLAIN] * dice, **fields)
    play.do(CallTask(creature=who, aim="carve", terms=CARVE))
    (task,) = play.state.tasks
    return play, who, task


# ---------------------------------------------------------------- faces stay with their dice


@pytest.mark.rule("BN-CAMP-198")
def test_a_lost_die_takes_its_face_along() -> None:
    """Four faces are entered and the second die is lost: the roll shows the other three faces."""
    play, who, task = carving()
    enters(play, who, 1, 2, 4, 6)
    play.do(DealDamage(creature=who, amount=1))
    (wound,) = play.state.wounds
    play.do(TakeDamage(wound=wound, dice=(2,)), seat="ann")

    play.no(EnteredAlready, ReportDice(creature=who, faces=(6, 6, 6)), seat="ann")
    assert {who: ["blank", "Melee", "Universal"]} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198", "BN-CAMP-175")
def test_faces_do_not_move_to_another_die() -> None:
    """Dice 2 to 4 have faces when the lost die is corrected from 1 to 4: those of dice 2 and 3 stay."""
    play, who, task = carving(lost=(1,))
    enters(play, who, 2, 4, 6)
    play.do(ChangeCreature(creature=who, lost=(4,), reason="it was the other one"))

    assert (who,) == play.no(FacesNeeded, RollTask(task=task)).has
    (listed,) = allowed_of(play.state, "ann", ReportDice)
    assert (1, 2, 4) == listed.body["faces"]
    enters(play, who, 1, 2, 4)
    assert {who: ["blank", "Craft", "Melee"]} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198")
def test_faces_have_no_dice_in_older_campaigns() -> None:
    """In a campaign of form 1, faces for dice 2 to 4 count for dice 1 to 3 after the correction."""
    play, who, task = carving(form=1, lost=(1,))
    enters(play, who, 2, 4, 6)
    play.do(ChangeCreature(creature=who, lost=(4,), reason="it was the other one"))
    assert {who: ["Craft", "Melee", "Universal"]} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198")
def test_the_game_master_corrects_faces() -> None:
    """The game master may enter other faces than the player."""
    play, who, task = carving()
    enters(play, who, 1, 2, 4, 6)
    enters(play, who, 1, 1, 1, 1, seat="gm")
    assert {who: ["blank"] * 4} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198", "BN-CAMP-163")
def test_faces_of_an_opponent_name_its_dice() -> None:
    """The faces of a creature that opposes a task name the dice that it rolls with its own skill."""
    play = Play(dice=TABLE)
    who, other = play.one("ann", [PLAIN]), play.one("bob", [PLAIN] * 2, items=["Light armor (leather)"])
    against = Terms(skill="Stealth", opponents=(Opponent(creature=other, skill="Perception"),))
    play.do(CallTask(creature=who, aim="creep past", terms=against))
    (task,), armor = play.state.tasks, play.item_named(other, "Light armor (leather)")
    happened = play.do(ReportDice(creature=other, faces=(4, 6, 1)), seat="bob")
    assert [FacesEntered(creature=other, of=task, dice=("die-1", "die-2", armor), faces=(4, 6, 1))] == happened


# ---------------------------------------------------------------- an open roll


@pytest.mark.rule("BN-CAMP-199", "BN-CAMP-52")
def test_no_icon_is_placed_once_faces_are_entered() -> None:
    """A blank that was entered does not become a success: the icon waits until the task is rolled or dropped."""
    play, who, task = carving(icons=1, dice=2)
    enters(play, who, 1, 1)
    icon = PlaceIcon(creature=who, icon="Craft")
    refused = play.no(NoIconDuringARoll, icon, seat="ann")
    assert ((task,), who) == (refused.needs, refused.has)
    assert [] == allowed_of(play.state, "ann", PlaceIcon)
    play.do(DropTask(task=task, reason="the knife is lost"))
    assert isinstance(play.do(icon, seat="ann")[0], IconPlaced)

    play, who, task = carving(form=1, icons=1, dice=2)
    enters(play, who, 1, 1)
    assert isinstance(play.do(icon, seat="ann")[0], IconPlaced)


@pytest.mark.rule("BN-CAMP-199", "BN-CAMP-140")
@pytest.mark.parametrize("form", [FORM, 1])
def test_no_health_is_sacrificed_once_faces_are_entered(form: int) -> None:
    """A caster who holds an effect enters faces for a round, and sacrifices no health before the round is rolled."""
    table = Holders()
    bob, foe = table.bob(), table.of("gm", "Melee")
    wall = table.wall(bob, foe, shown={bob: 3})
    table.state = replace(table.state, form=form, settings=REPORTED)
    table.says(bob, "fight", seat="ann")
    table.says(foe)
    enters(table, bob, 1, 1, 1, 1)
    sacrifice = SacrificeHealth(effect=wall, die=1)
    if form == FORM:
        assert (f"{table.combat.id}:2",) == table.no(DiceHaveFallen, sacrifice, seat="ann").has
    else:
        assert table.do(sacrifice, seat="ann")


# ---------------------------------------------------------------- magic of a round


def casting(form: int = FORM) -> tuple[Casters, str]:
    """Return a fight with real dice in which Ann's caster has declared magic that is not set, and the caster."""
    table = Casters(dice=TABLE)
    table.state = replace(table.state, form=form)
    bob, foe = table.bob(), table.of("gm", "Melee")
    table.begin((bob,), (foe,))
    table.says(bob, "magic", seat="ann", casting={"theme": "Fire Magic"}, aim="fire")
    table.says(foe)
    return table, bob


@pytest.mark.rule("BN-CAMP-200")
@pytest.mark.parametrize("other", [RoundMagic(protects=True), None])
def test_magic_whose_faces_are_entered_keeps_its_terms(other: RoundMagic | None) -> None:
    """Faces are entered once the magic is set, and then the magic neither changes nor leaves the round."""
    table, bob = casting()
    table.no(NothingToRoll, ReportDice(creature=bob, faces=(1, 1, 1, 1)), seat="ann")
    table.do(SetRoundMagic(creature=bob, magic=other))
    table.state = table.state.fighter_put(bob, magic=None)
    table, bob = casting()
    table.do(SetRoundMagic(creature=bob, magic=BOLT))
    enters(table, bob, 1, 1, 1, 1)

    refused = table.no(DiceAreRolled, SetRoundMagic(creature=bob, magic=other))
    assert ("RollRound or LeaveCombat", (bob,), "creature") == (refused.needs, refused.has, refused.field)
    assert [] == allowed_of(table.state, "gm", SetRoundMagic)
    assert ["Universal"] * 4 == rolls(table, RollRound(), 1)[bob]


@pytest.mark.rule("BN-CAMP-200")
def test_older_campaigns_change_magic_after_faces_are_entered() -> None:
    """In a campaign of form 1, faces are entered before the magic is set, and the magic may then be removed."""
    table, bob = casting(form=1)
    enters(table, bob, 1, 1, 1, 1)
    assert table.do(SetRoundMagic(creature=bob, magic=BOLT))
    assert table.do(SetRoundMagic(creature=bob))


@pytest.mark.rule("BN-CAMP-202")
@pytest.mark.parametrize("form", [FORM, 1])
def test_the_view_lists_faces_while_their_roll_is_open(form: int) -> None:
    """Faces of a round are listed until the creature's fight is over. Older campaigns list them further."""
    table = Fight(dice=TABLE)
    table.state = replace(table.state, form=form)
    who, other, foe = table.one("ann", [PLAIN]), table.one("ann", [PLAIN]), table.one("gm", [PLAIN])
    table.begin([who, other], [foe])
    table.all_fight()
    enters(table, who, 3)
    assert {who} == {*view(table.state, "bob").reported}
    table.do(LeaveCombat(creature=other))
    table.do(EndCombat())
    assert ([] if form == FORM else [who]) == [*view(table.state, "bob").reported]


# ---------------------------------------------------------------- undo


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

    with refuses(FacesMissing):
        table.send(RollTask(task=table.task), faces=(1,) * 5)
    table.report(3, 3, 3, 3, 1)
    with refuses(FacesLeft):
        table.send(RollTask(task=table.task), faces=(6, 6))
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


@pytest.mark.rule("BN-R-368", "AR-FACES-02")
def test_dice_of_another_number_are_rolled_anew() -> None:
    """If no kept dice fit the roll, the refusal names only the dice that are rolled anew."""
    table = Undone()
    table.send(RollTask(task=table.task), faces=(3, 3, 3, 3, 1, 6, 6))
    table.go_back("gm")
    table.report(1, 1, 1, 1, 1)
    with refuses(FacesNeeded) as refused:
        table.send(RollTask(task=table.task))
    assert "2 faces of dice with 6 sides: 2 of the challenge dice" == refused.value.needs


@pytest.mark.rule("BN-CAMP-201")
def test_a_roll_without_entered_faces_uses_up_those_that_were_taken_back() -> None:
    """The game master enters all faces of the roll: the faces that the undo took back bind no later roll."""
    table = Undone()
    table.report(3, 3, 3, 3, 1)
    table.go_back()
    table.send(RollTask(task=table.task), faces=(1, 1, 1, 1, 1, 6, 6))
    table.send(KeepFaces(roll=next(iter(table.state.rolls))))
    table.send(KeepSuccesses(roll=next(iter(table.state.rolls))))
    table.send(Fall(creature=table.who, height=10))
    assert FacesEntered in map(type, table.report(6, 6, 6, 6, 6))


@pytest.mark.rule("BN-CAMP-201")
def test_older_campaigns_take_entered_faces_back_at_once() -> None:
    """In a campaign of form 1, Ann takes back her faces alone and enters others."""
    table = Undone(form=1)
    table.report(3, 3, 3, 3, 1)
    assert isinstance(table.send(ProposeUndo(to=table.then), "ann")[-1], TakenBack)
    assert table.report(1, 1, 1, 1, 1)
