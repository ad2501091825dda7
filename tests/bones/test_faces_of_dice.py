"""Entered faces belong to their dice and are an open roll, which no correction, icon or sacrifice improves."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat
from services.bones.chapters.fights.reporting import (
    EnteredAlready,
    FacesEntered,
    NothingToRoll,
    ReportDice,
)
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.lasting_magic.sacrifices import DiceHaveFallen, SacrificeHealth
from services.bones.chapters.people.handling import DropItem, ReadyItem, StowItem
from services.bones.chapters.people.items import InUse, TakeItem
from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.spiffs import AllowSpiffs
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.seasons.sessions import IconPlaced, NoIconDuringARoll, PlaceIcon
from services.bones.chapters.tasks.corrections import ChangeCreature
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, DropTask, SetTask
from services.bones.context import FacesNeeded
from services.bones.state.campaign import FORM
from services.bones.state.combat import RoundMagic
from services.bones.state.tasks import Opponent, Terms
from services.bones.views import view
from tests.bones.casters import BOLT, Casters, Holders
from tests.bones.fight import Fight
from tests.bones.play import Play, allowed_of, listed
from tests.bones.play import settings as chosen
from tests.bones.test_reporting import PLAIN, PLATE, SHIELD, TABLE, enters, rolls

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
    listed = allowed_of(play.state, "ann", ReportDice)
    assert [(face, 2, 4) for face in range(1, 7)] == [one.body["faces"] for one in listed]
    enters(play, who, 1, 2, 4)
    assert {who: ["blank", "Craft", "Melee"]} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198")
def test_faces_have_no_dice_in_older_campaigns() -> None:
    """Under version 1 of the rules, faces for dice 2 to 4 count for dice 1 to 3 after the correction."""
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


def of_bob_against(play: Play, who: str) -> str:
    """Call a task of Bob's new creature that this creature opposes, and return the task's id."""
    other = play.one("bob", [PLAIN] * 2)
    against = Terms(skill="Stealth", opponents=(Opponent(creature=who, skill="Perception"),))
    play.do(CallTask(creature=other, aim="creep past", terms=against))
    return [*play.state.tasks][-1]


@pytest.mark.rule("BN-CAMP-198", "BN-CAMP-163")
def test_another_roll_does_not_use_entered_faces() -> None:
    """The game master rolls Bob's task against Ann's creature: the faces that she entered for her own task stay."""
    play, who, task = carving()
    enters(play, who, 1, 1, 1, 1)
    theirs = of_bob_against(play, who)
    assert {"Craft"} == {*rolls(play, RollTask(task=theirs), *[3] * 6)[who]}
    assert task == play.no(EnteredAlready, ReportDice(creature=who, faces=(6,) * 4), seat="ann").has
    assert {who: ["blank"] * 4} == rolls(play, RollTask(task=task), 3, 3)


@pytest.mark.rule("BN-CAMP-198")
@pytest.mark.parametrize("form", [FORM, 1])
def test_faces_of_an_earlier_task_do_not_replace_others(form: int) -> None:
    """Faces are entered for the second task before the first has terms: then none are entered for the first."""
    play = Play(dice=TABLE)
    play.state = replace(play.state, form=form)
    who = play.one("ann", [PLAIN] * 2)
    play.do(Attempt(creature=who, aim="carve", skill="Craft"), seat="ann")
    (first,) = play.state.tasks
    second = of_bob_against(play, who)
    enters(play, who, 1, 1)
    play.do(SetTask(task=first, terms=CARVE))
    again = ReportDice(creature=who, faces=(6, 6))
    if form == FORM:
        assert second == play.no(EnteredAlready, again, seat="ann").has
        assert ["blank"] * 2 == rolls(play, RollTask(task=second), 3, 3)[who]
    play.do(again, seat="ann")
    assert first == play.state.reported[who].of


@pytest.mark.rule("BN-CAMP-198", "BN-CAMP-175")
@pytest.mark.parametrize(
    ("form", "needed", "shown"), [(FORM, 8, ["blank", "Universal"]), (1, 6, ["Universal", "blank"])]
)
def test_faces_of_a_round_are_for_the_own_roll(form: int, needed: int, shown: list[str]) -> None:
    """Bob's faces for his own task in a round do not count against Ann's. In older campaigns they do."""
    table = Fight(dice=TABLE)
    table.state = replace(table.state, form=form)
    ann, bob, foe = (table.one(seat, [PLAIN] * 2) for seat in ("ann", "bob", "gm"))
    table.begin([ann], [bob, foe])
    for who, seat in ((ann, "ann"), (bob, "bob")):
        table.says(who, "other", aim="the door", skill="Maneuver", seat=seat)
    table.says(foe)
    table.do(
        SetRoundTask(creature=ann, terms=Terms(skill="Maneuver", opponents=(Opponent(creature=bob, skill="Maneuver"),)))
    )
    table.do(SetRoundTask(creature=bob, terms=Terms(skill="Maneuver", difficulty="Easy")))
    enters(table, bob, 6, 6, seat="bob")
    assert f"{needed} faces of dice" in str(table.no(FacesNeeded, RollRound()).needs)
    settings = table.state.settings
    service = replace(settings, dice=replace(settings.dice, dice_source="service"))
    table.state = replace(table.state, settings=service)
    made = [event.roll for event in table.do(RollRound(), *[1] * 8) if isinstance(event, RollMade)]
    assert shown == [roll.dice[0].face for roll in made if roll.creature == bob]


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


@pytest.mark.rule("BN-CAMP-209", "BN-R-372")
def test_faces_that_were_entered_later_do_not_prevent_spiffs_in_place_of_a_sacrifice() -> None:
    """A caster asks first, and enters faces for a round: the game master can still allow the spiffs."""
    table = Holders(magic={"sacrifice_may_be_soaked": True})
    bob, foe = table.bob(), table.of("gm", "Melee")
    wall = table.wall(bob, foe, shown={bob: 3})
    table.state = replace(
        table.state, spiffs={"ann": 2}, settings=chosen(dice=TABLE, magic={"sacrifice_may_be_soaked": True})
    )
    table.says(bob, "fight", seat="ann")
    table.says(foe)
    table.do(SacrificeHealth(effect=wall), seat="ann")
    enters(table, bob, 1, 1, 1, 1)
    table.do(AllowSpiffs(use=next(iter(table.state.uses))))
    assert "health" == table.state.effects[wall].lasts


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
    """Under version 1 of the rules, faces are entered before the magic is set, and the magic may then be removed."""
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


@pytest.mark.rule("BN-CAMP-202")
@pytest.mark.parametrize("amount", [None, 2])
def test_faces_of_a_fighter_who_rolls_no_more_in_the_round_are_not_listed(amount: int | None) -> None:
    """Ann's creature leaves the fight, or loses its last die: its faces are no longer listed. Other fighters remain."""
    table = Fight(dice=TABLE)
    who, other, foe = table.one("ann", [PLAIN]), table.one("bob", [PLAIN]), table.one("gm", [PLAIN])
    table.begin([who, other], [foe])
    table.all_fight()
    enters(table, who, 3)
    enters(table, other, 4, seat="bob")
    table.do(LeaveCombat(creature=who) if amount is None else DealDamage(creature=who, amount=amount))
    assert {other} == {*view(table.state, "gm").reported}


@pytest.mark.rule("BN-CAMP-202")
def test_faces_that_a_round_did_not_use_are_not_listed_after_it() -> None:
    """Ann's creature lost its last die before the round was rolled, and gets it back afterwards."""
    table = Fight(dice=TABLE)
    who, foe = table.one("ann", [PLAIN]), table.one("gm", [PLAIN])
    table.begin([who, table.one("bob", [PLAIN])], [foe])
    table.all_fight()
    enters(table, who, 3)
    table.do(ChangeCreature(creature=who, lost=(1,), reason="it fell"))
    rolls(table, RollRound(), 4, 4)
    table.do(ChangeCreature(creature=who, lost=(), reason="it did not"))
    assert ("allotting", {}) == (table.combat.stage, view(table.state, "gm").reported)


@pytest.mark.rule("BN-CAMP-174", "BN-CAMP-12")
def test_nothing_is_handled_once_faces_are_entered_for_a_round() -> None:
    """Once Ann has entered the faces of a round, nobody changes what her creature carries until the round is rolled.

    The lists of legal commands say the same. If the creature leaves the fight, it may drop its plate at once.
    """
    table = Fight(dice=TABLE)
    who, foe = table.one("ann", [PLAIN], items=[PLATE, SHIELD]), table.one("gm", [PLAIN])
    plate = table.item_named(who, PLATE)
    table.begin([who], [foe])
    table.all_fight()
    enters(table, who, 3, 3, 3)
    kinds = (StowItem, DropItem, ReadyItem)
    for seat in ("ann", "gm"):
        for kind in kinds:
            assert (table.combat.id,) == table.no(InUse, kind(creature=who, item=plate), seat=seat).has
        assert not {"StowItem", "DropItem", "TakeItem"} & {one.command for one in listed(table.state, seat).allowed}
    table.no(InUse, TakeItem(creature=who, item=plate, reason="it rusts"))

    table.do(LeaveCombat(creature=who))
    assert "StowItem" in {one.command for one in listed(table.state, "ann").allowed}
    table.do(DropItem(creature=who, item=plate), seat="ann")
