"""Faces that players enter for their own dice, in a campaign played with real dice."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.combat import LeaveCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.reporting import (
    EnteredAlready,
    FaceForEachDie,
    FacesEntered,
    FacesStay,
    NothingToRoll,
    PlayersEnterNoFaces,
    ReportDice,
)
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.minds import ResistMagic
from services.bones.chapters.people.handling import DropItem, ReadyItem, StowItem
from services.bones.chapters.people.items import GiveItem, InUse
from services.bones.chapters.rolls.falls import Fall, SoftenFall
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, DropTask, SetTask, TaskWithdrawn, WithdrawTask
from services.bones.context import FacesNeeded
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Opponent, Terms
from shared.kernel.campaign.seats import NotYours
from shared.kernel.messages import Command, Event
from tests.bones.fight import Fight
from tests.bones.play import Play, allowed_of
from tests.bones.play import settings as chosen
from tests.bones.smitten import MAGIC, Smitten
from tests.bones.tables import Journal
from tests.support.spec import refuses

TABLE = {"dice_source": "reported", "players_report": True}
PLAIN = ("blank", "Craft", "Craft", "Melee", "Melee", "Universal")


def enters(play: Play, who: str, *faces: int, seat: str = "ann") -> None:
    """Enter faces of a creature's dice as a player."""
    play.do(ReportDice(creature=who, faces=faces), seat=seat)


def rolls(play: Play, command: Command, *faces: int) -> dict[str, list[str]]:
    """Send a roll as the game master with faces for the other dice; return all rolled faces by creature."""
    settings = play.state.settings
    play.state = replace(play.state, settings=replace(settings, dice=replace(settings.dice, dice_source="service")))
    happened = play.do(command, *faces)
    play.state = replace(play.state, settings=settings)
    return faces_shown(happened)


def faces_shown(happened: Sequence[Event]) -> dict[str, list[str]]:
    """Return the rolled faces by creature."""
    made = (event.roll for event in happened if isinstance(event, RollMade))
    return {roll.creature: [die.face for die in roll.dice] for roll in made}


@pytest.mark.rule("BN-CAMP-163", "BN-R-341", "BN-R-001")
def test_a_player_enters_the_faces_of_its_own_dice() -> None:
    """The player enters the faces of two dice, and the game master enters only the faces of the challenge dice."""
    play = Play(dice=TABLE)
    who = play.one("ann", [PLAIN] * 2)
    play.no(NothingToRoll, ReportDice(creature=who, faces=(2, 3)), seat="ann")
    play.do(CallTask(creature=who, aim="carve", terms=Terms(skill="Craft", difficulty="Easy")))
    (task,) = play.state.tasks

    play.no(NotYours, ReportDice(creature=who, faces=(2, 3)), seat="bob")
    assert 2 == play.no(FaceForEachDie, ReportDice(creature=who, faces=(2,)), seat="ann").needs
    (listed,) = allowed_of(play.state, "ann", ReportDice)
    assert (who, 2, 2) == (listed.body["creature"], listed.fields["faces"].least, listed.fields["faces"].most)
    happened = play.do(ReportDice(creature=who, faces=(2, 3)), seat="ann")
    assert [FacesEntered(creature=who, of=task, dice=("die-1", "die-2"), faces=(2, 3))] == happened
    play.no(EnteredAlready, ReportDice(creature=who, faces=(2, 6)), seat="ann")
    enters(play, who, 2, 6, seat="gm")
    assert {who: ["Craft", "Universal"]} == rolls(play, RollTask(task=task), *[3] * 2)
    assert {} == play.state.reported


@pytest.mark.rule("BN-CAMP-163")
def test_when_all_faces_are_entered_the_player_rolls() -> None:
    """If players have entered all faces, the game master has none to enter, and a player sends the roll."""
    play = Play(dice=TABLE)
    who, other = play.one("ann", [PLAIN] * 2), play.one("bob", [PLAIN])
    against = Terms(skill="Melee", opponents=(Opponent(creature=other, skill="Melee"),))
    play.do(CallTask(creature=who, aim="wrestle", terms=against))
    (task,) = play.state.tasks
    enters(play, who, 4, 1)
    play.no(FacesNeeded, RollTask(task=task), seat="ann")
    enters(play, other, 6, seat="bob")
    happened = play.do(RollTask(task=task), seat="ann")
    assert {who: ["Melee", "blank"], other: ["Universal"]} == faces_shown(happened)


@pytest.mark.rule("BN-CAMP-163")
def test_faces_count_for_the_roll_they_were_entered_for() -> None:
    """Under version 1 of the rules, the game master enters all faces again if the number of dice changes."""
    play = Play(dice=TABLE)
    play.state = replace(play.state, form=1)
    who = play.one("ann", [PLAIN] * 2)
    play.do(CallTask(creature=who, aim="carve", terms=Terms(skill="Craft", number=1)))
    (task,) = play.state.tasks
    enters(play, who, 2, 3)
    play.state = play.state.change(who, lost=(2,))
    assert {who: ["blank"]} == rolls(play, RollTask(task=task), 1)


@pytest.mark.rule("BN-CAMP-163")
def test_faces_are_entered_for_falls_and_resistance() -> None:
    """For a fall or a resistance, the creature's player enters the faces and then sends the command that rolls."""
    play = Smitten(dice=TABLE)
    play.do(Fall(creature=play.bob, height=10))
    (fall,) = play.state.falls
    enters(play, play.bob, 1, 1, 1, 1, seat="bob")
    assert {play.bob: ["Universal"] * 4} == faces_shown(play.do(SoftenFall(fall=fall), seat="bob"))

    play = Smitten(dice=TABLE)
    rolls(play, RollTask(task=play.aims()), *[MAGIC] * 5)
    (one,) = play.state.resistances
    enters(play, play.bob, 6, 6, 6, 6, seat="bob")
    assert play.do(ResistMagic(resistance=one), seat="bob")


@pytest.mark.rule("BN-CAMP-163")
@pytest.mark.parametrize("said", [{"doing": "fight"}, {"doing": "move"}])
def test_faces_are_entered_for_a_round(said: dict[str, Any]) -> None:
    """In a round, the player enters the character's faces, and the game master enters the cast's faces."""
    table = Fight(dice=TABLE)
    who, foe = table.one("ann", [PLAIN] * 2), table.one("gm", [PLAIN])
    table.begin([who], [foe])
    table.do(Declare(creature=who, **said), seat="ann")
    table.do(Declare(creature=foe, doing="fight"))
    enters(table, who, 1, 2)
    assert {who: ["blank", "Craft"], foe: ["Melee"]} == rolls(table, RollRound(), 4)


@pytest.mark.rule("BN-CAMP-163", "BN-HORDE-03")
def test_the_faces_of_a_horde_in_a_fight_are_entered_with_the_round() -> None:
    """Ann enters no faces for her horde, since it rolls once for each target: the roll of the round takes them."""
    table = Fight(dice=TABLE)
    horde, foe = table.one("ann", [PLAIN] * 2, kind="horde"), table.one("gm", [PLAIN])
    table.begin([horde], [foe])
    table.says(horde, targets=(foe,))
    table.says(foe)
    refused = table.no(NothingToRoll, ReportDice(creature=horde, faces=(1, 1)), seat="ann")
    assert ("RollRound, by the game master", horde) == (refused.needs, refused.has)
    refused = table.no(FacesNeeded, RollRound())
    assert f"3 faces of dice with 6 sides: 2 of {horde}, 1 of {foe}" == refused.needs


@pytest.mark.rule("BN-R-341")
@pytest.mark.parametrize("dice", [{}, {"dice_source": "reported"}, {"players_report": True}])
def test_players_enter_no_faces_unless_the_game_master_allows_it(dice: dict[str, Any]) -> None:
    """The game refuses faces from players by default, and also if the service rolls all dice."""
    play = Play(dice=dice)
    who = play.one("ann", [PLAIN])
    play.do(CallTask(creature=who, aim="carve", terms=Terms(skill="Craft", number=1)))
    play.no(PlayersEnterNoFaces, ReportDice(creature=who, faces=(2,)), seat="ann")
    assert [] == allowed_of(play.state, "ann", ReportDice)


PLATE = "Heavy armor (plate)"
SHIELD = "Full shield"
CREEP = Terms(skill="Stealth", number=2)


def sneaking(*, form: int = FORM) -> tuple[Play, str, str]:
    """Return a campaign of this form and the ids of Ann's creature and its task.

    The creature wears plate, and the task has terms.
    """
    play = Play(dice=TABLE)
    play.state = replace(play.state, form=form)
    who = play.one("ann", [PLAIN] * 2, items=[PLATE])
    play.do(Attempt(creature=who, aim="creep past"), seat="ann")
    (task,) = play.state.tasks
    play.do(SetTask(task=task, terms=CREEP))
    return play, who, task


@pytest.mark.rule("BN-CAMP-173", "BN-R-256")
def test_a_task_whose_faces_are_entered_is_not_withdrawn() -> None:
    """Once faces are entered, the player cannot withdraw the task, and the game master cannot set other terms."""
    play, who, task = sneaking()
    enters(play, who, 1, 1, 6)
    refused = play.no(DiceAreRolled, WithdrawTask(task=task), seat="ann")
    assert ("RollTask or DropTask", (who,)) == (refused.needs, refused.has)
    assert [] == allowed_of(play.state, "ann", WithdrawTask)
    play.no(DiceAreRolled, SetTask(task=task, terms=Terms(skill="Scholar", difficulty="Difficult")))
    dropped = TaskWithdrawn(task=task, reason="a die fell off the table")
    assert [dropped] == play.do(DropTask(task=task, reason="a die fell off the table"))


@pytest.mark.rule("BN-CAMP-173")
def test_a_later_form_keeps_the_rulings_of_form_2() -> None:
    """In a campaign of a form newer than any known form, a task still cannot be withdrawn once faces are entered."""
    play, who, task = sneaking(form=FORM + 1)
    enters(play, who, 1, 1, 6)
    play.no(DiceAreRolled, WithdrawTask(task=task), seat="ann")


@pytest.mark.rule("BN-CAMP-173")
def test_a_task_without_entered_faces_is_withdrawn() -> None:
    """The player may withdraw a task until faces are entered. Older campaigns allow it even afterwards."""
    play, who, task = sneaking()
    assert TaskWithdrawn(task=task) == play.the(TaskWithdrawn, WithdrawTask(task=task), seat="ann")

    play, who, task = sneaking(form=1)
    enters(play, who, 1, 1, 6)
    assert TaskWithdrawn(task=task) == play.the(TaskWithdrawn, WithdrawTask(task=task), seat="ann")


@pytest.mark.rule("BN-CAMP-173")
@pytest.mark.parametrize("other", [None, Terms(skill="Craft", difficulty="Difficult")])
def test_a_task_of_a_round_whose_faces_are_entered_keeps_its_terms(other: Terms | None) -> None:
    """Once faces are entered for a task in a round, the game refuses to change or remove its terms.

    The refusal says what to do: roll the round, or take the creature out of the fight.
    """
    table, sneak = hiding()
    table.do(SetRoundTask(creature=sneak, terms=Terms(skill="Stealth", number=1)))
    table.do(SetRoundTask(creature=sneak, terms=CREEP))
    enters(table, sneak, 6, 6)

    refused = table.no(DiceAreRolled, SetRoundTask(creature=sneak, terms=other))
    assert ("RollRound or LeaveCombat", (sneak,), "creature") == (refused.needs, refused.has, refused.field)
    assert [] == allowed_of(table.state, "gm", SetRoundTask)
    assert {sneak: ["Universal", "Universal"]} == {
        who: faces for who, faces in rolls(table, RollRound(), 4).items() if who == sneak
    }


@pytest.mark.rule("BN-CAMP-173")
def test_the_game_master_takes_a_creature_out_of_a_round_whose_faces_are_entered() -> None:
    """If a creature whose faces were entered leaves the fight, the faces do not count in any later round."""
    table, sneak = hiding()
    table.do(SetRoundTask(creature=sneak, terms=CREEP))
    enters(table, sneak, 6, 6)
    table.do(LeaveCombat(creature=sneak))
    table.do(CallTask(creature=sneak, aim="creep past", terms=CREEP))
    (task,) = table.state.tasks

    assert {sneak: ["blank", "blank"]} == rolls(table, RollTask(task=task), 1, 1)


@pytest.mark.rule("BN-CAMP-173")
def test_older_campaigns_change_the_terms_of_a_round_after_faces_are_entered() -> None:
    """Under version 1 of the rules, the game master can change or remove terms even after faces are entered."""
    table, sneak = hiding(form=1)
    table.do(SetRoundTask(creature=sneak, terms=CREEP))
    enters(table, sneak, 6, 6)

    assert table.do(SetRoundTask(creature=sneak, terms=Terms(skill="Craft", difficulty="Difficult")))
    assert table.do(SetRoundTask(creature=sneak, terms=None))


def hiding(*, form: int = FORM) -> tuple[Fight, str]:
    """Return a fight in a campaign of this form in which Ann's creature hides, and the creature's id."""
    table = Fight(dice=TABLE)
    table.state = replace(table.state, form=form)
    sneak, foe = table.one("ann", [PLAIN] * 2), table.one("gm", [PLAIN])
    table.begin([sneak], [foe])
    table.do(Declare(creature=sneak, doing="other", aim="hide", skill="Stealth"), seat="ann")
    table.do(Declare(creature=foe, doing="fight"))
    return table, sneak


@pytest.mark.rule("BN-CAMP-174")
def test_a_creature_may_be_given_an_item_after_its_faces_are_entered() -> None:
    """An item that the game master gives after faces are entered is stowed, and adds no die to the roll."""
    play, who, task = sneaking()
    enters(play, who, 2, 3, 6)
    play.do(GiveItem(creature=who, item=SHIELD))
    shield = play.item_named(who, SHIELD)

    assert not play.state.characters[who].items[shield].ready
    play.no(InUse, ReadyItem(creature=who, item=shield), seat="ann")
    play.no(InUse, DropItem(creature=who, item=shield), seat="ann")
    assert 3 == len(rolls(play, RollTask(task=task))[who])


@pytest.mark.rule("BN-CAMP-174")
def test_armor_stays_on_once_its_faces_are_entered() -> None:
    """Before entering faces, the player may stow the plate; afterwards only once the task is dropped."""
    play, who, task = sneaking()
    plate = play.item_named(who, PLATE)
    assert allowed_of(play.state, "ann", StowItem)
    enters(play, who, 2, 3, 6)
    assert (task,) == play.no(InUse, StowItem(creature=who, item=plate), seat="ann").has
    assert [] == allowed_of(play.state, "ann", StowItem)
    play.do(DropTask(task=task, reason="the guard has gone"))
    assert play.do(StowItem(creature=who, item=plate), seat="ann")


@pytest.mark.rule("BN-CAMP-175", "BN-CAMP-198")
def test_faces_that_no_longer_fit_are_entered_again() -> None:
    """If poison adds a die after faces were entered, the refusal of the roll names the creature.

    Its player must enter all faces again, and those of the dice that were there before stay the same.
    """
    play = Play(dice=TABLE)
    who = play.one("ann", [PLAIN] * 2)
    play.do(CallTask(creature=who, aim="carve", terms=Terms(skill="Craft", difficulty="Easy")))
    (task,) = play.state.tasks
    enters(play, who, 2, 3)
    play.do(GiveHindering(creature=who, kind="poison"))
    refused = play.no(FacesNeeded, RollTask(task=task))
    assert f"5 faces of dice with 6 sides: 3 of {who}, 2 of the challenge dice" == refused.needs
    assert (who,) == refused.has

    listed = allowed_of(play.state, "ann", ReportDice)
    assert [(2, 3, face) for face in range(1, 7)] == [one.body["faces"] for one in listed]
    refused = play.no(FacesStay, ReportDice(creature=who, faces=(2, 6, 6)), seat="ann")
    assert ("2, 3, 6", "2, 6, 6", "faces") == (refused.needs, refused.has, refused.field)
    enters(play, who, 2, 3, 6)
    refused = play.no(FacesNeeded, RollTask(task=task))
    assert ("2 faces of dice with 6 sides: 2 of the challenge dice", None) == (refused.needs, refused.has)
    assert {who: ["Craft", "Craft", "blank"]} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-175")
def test_too_few_faces_beside_faces_that_no_longer_fit() -> None:
    """If the game master enters only the challenge dice, the refusal says whose faces are missing."""
    journal = Journal(chosen(dice=TABLE))
    who, _ = journal.party()
    journal.send(CallTask(creature=who, aim="climb", terms=Terms(skill="Maneuver", difficulty="Easy")))
    (task,) = journal.state.tasks
    journal.send(ReportDice(creature=who, faces=(1,) * 5), "ann")
    journal.send(GiveHindering(creature=who, kind="poison"))
    with refuses(FacesNeeded) as refused:
        journal.send(RollTask(task=task), faces=(3, 3))
    assert (who,) == refused.value.has
    happened = journal.send(RollTask(task=task), faces=(1,) * 5 + (6,) + (3,) * 2)
    assert 6 == len(faces_shown(happened)[who])


@pytest.mark.rule("BN-CAMP-175")
def test_a_round_names_all_the_faces_that_it_needs() -> None:
    """The refusal of a round names all needed faces: those of fighters, of another task, and of its challenge dice."""
    table = Fight(dice={"dice_source": "reported"})
    sneak, foe = table.one("ann", [PLAIN] * 2), table.one("gm", [PLAIN])
    table.begin([sneak], [foe])
    table.do(Declare(creature=sneak, doing="other", aim="hide", skill="Stealth"), seat="ann")
    table.do(Declare(creature=foe, doing="fight"))
    table.do(SetRoundTask(creature=sneak, terms=Terms(skill="Stealth", difficulty="Average")))
    refused = table.no(FacesNeeded, RollRound())
    assert f"7 faces of dice with 6 sides: 1 of {foe}, 2 of {sneak}, 4 of the challenge dice" == refused.needs
    assert {foe: ["Melee"], sneak: ["Universal", "blank"]} == rolls(table, RollRound(), 4, 6, 1, 3, 3, 3, 3)


@pytest.mark.rule("BN-CAMP-175")
def test_faces_of_a_fall_that_no_longer_fit_are_named() -> None:
    """Under version 1 of the rules, a roll against a fall is refused if a die was lost, and asks for the others."""
    play = Smitten(dice=TABLE)
    play.state = replace(play.state, form=1)
    play.do(Fall(creature=play.bob, height=10))
    (fall,) = play.state.falls
    enters(play, play.bob, 1, 1, 1, 1, seat="bob")
    play.state = play.state.change(play.bob, lost=(2,))
    refused = play.no(FacesNeeded, SoftenFall(fall=fall), seat="bob")
    assert (f"3 faces of dice with 6 sides: 3 of {play.bob}", (play.bob,)) == (refused.needs, refused.has)
