"""The seats for which a campaign waits.

A campaign waits for a seat that must resolve a consequence or has the current turn, and for the game master if
a decision is pending.
"""

import pytest

from services.rpg_boundless.awaits import awaits
from services.rpg_boundless.chapters.conditions import ClearCondition, GainCondition, MakeRoom, NoRoomForCondition
from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.fights import EndFight
from services.rpg_boundless.chapters.items import DropItem
from services.rpg_boundless.chapters.overrides import AdjustHp
from services.rpg_boundless.chapters.recovery import ReachMilestone
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.seats import RoomFirst
from tests.rpg_boundless.fights import WHY, Fight
from tests.rpg_boundless.play import ROPE, Play, allowed_of


@pytest.mark.rule("AR-KIND-02")
def test_turns_await_their_players_and_the_game_master_for_enemies_and_rounds() -> None:
    """In a fight, the campaign waits for players and the game master in turn order.

    After the last turn it waits for the game master to begin a new round.
    """
    fight = Fight()
    assert {"ann"} == {*awaits(fight.state)}
    fight.next(fight.ann)
    assert {"bob"} == {*awaits(fight.state)}
    fight.next(fight.bob)
    assert {"gm"} == {*awaits(fight.state)}
    fight.next(fight.wolf)
    assert {"gm"} == {*awaits(fight.state)}


@pytest.mark.rule("AR-KIND-02")
def test_a_seat_with_a_pending_consequence_is_awaited() -> None:
    """Outside a fight, a campaign waits only for seats with a pending consequence or Critical Save."""
    play = Play()
    hero = play.hero(seat="bob")
    assert set() == {*awaits(play.state)}
    consequence = play.face(hero, damage=1)
    assert {"bob"} == {*awaits(play.state)}
    play.do(Accept(consequence=consequence), seat="bob")
    assert set() == {*awaits(play.state)}

    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    assert {"bob"} == {*awaits(play.state)}
    play.do(CriticalSave(critical=play.critical(hero)), 6, 6)
    assert set() == {*awaits(play.state)}


@pytest.mark.rule("AR-KIND-02")
def test_a_fighters_pending_answer_is_awaited_before_the_turn() -> None:
    """While a fighter must still answer, the campaign waits for the answer before the current turn.

    A bystander's pending answer delays no turn.
    """
    fight = Fight()
    fight.do(AdjustHp(character=fight.bob, hp=0, reason=WHY))
    assert {"bob"} == {*awaits(fight.state)}
    fight.do(CriticalSave(critical=fight.critical(fight.bob)), 6, 6)
    assert {"ann"} == {*awaits(fight.state)}
    fight.face(fight.cara)
    assert {"ann", "bob"} == {*awaits(fight.state)}


@pytest.mark.rule("AR-KIND-02", "FB-ROUND-07")
def test_hits_of_a_milestone_are_awaited_after_the_fight() -> None:
    """The Hits of a milestone cannot be spent during a fight. The campaign waits for them only after it."""
    fight = Fight()
    fight.do(ReachMilestone(character=fight.bob, milestone="the gate is open", dice=1), 5)
    assert {"ann"} == {*awaits(fight.state)}
    fight.do(EndFight())
    assert {"bob"} == {*awaits(fight.state)}


@pytest.mark.rule("AR-KIND-02", "FB-R-10", "FB-COND-08")
def test_without_an_item_to_drop_the_game_master_is_awaited() -> None:
    """If a character has no Slot for a Condition and no Item to drop, the campaign waits for the game master.

    The game master must clear another Condition.
    """
    play = Play(conditions={"overflow": "refuse"})
    hero = play.hero()
    for number in range(10):
        play.do(GainCondition(character=hero, condition=f"ill {number}"), seat="ann")
    play.do(Accept(consequence=play.face(hero, conditions=("tired",))), seat="ann")
    (room,) = play.state.rooms
    assert {"gm"} == {*awaits(play.state)}
    play.no(NoRoomForCondition, MakeRoom(room=room), seat="ann")
    cure = ClearCondition(character=hero, condition="ill 3", reason="a physician")
    play.no(RoomFirst, cure, seat="ann")
    assert allowed_of(play.state, "gm", ClearCondition)

    play.do(cure)

    assert {"ann"} == {*awaits(play.state)}
    play.do(MakeRoom(room=room), seat="ann")
    assert "tired" in play.who(hero).conditions


@pytest.mark.rule("AR-KIND-02", "FB-R-10")
@pytest.mark.parametrize("overflow", ["refuse", "record_without_slot"])
def test_with_an_item_to_drop_its_bearer_is_awaited(overflow: str) -> None:
    """If a character must drop an Item, the campaign waits for its player, whatever the setting `overflow`."""
    play = Play(conditions={"overflow": overflow})
    hero = play.hero(items=[ROPE] * 10)

    play.do(Accept(consequence=play.face(hero, conditions=("tired",))), seat="ann")

    assert {"ann"} == {*awaits(play.state)}


@pytest.mark.rule("AR-KIND-02", "FB-R-10", "FB-COND-04")
def test_a_character_without_room_is_not_awaited_for_blocked_decisions() -> None:
    """While a character has no room for a Condition, its consequences and its turn must wait.

    The campaign does not wait for the player because of them.
    """
    play = Fight(conditions={"overflow": "refuse"})
    for item in play.who(play.ann).items:
        play.do(DropItem(character=play.ann, item=item))
    for number in range(10):
        play.do(GainCondition(character=play.ann, condition=f"ill {number}"))
    tired, fallen = (play.face(play.ann, conditions=conditions) for conditions in (("tired",), ()))
    play.do(Accept(consequence=tired))
    play.no(RoomFirst, Accept(consequence=fallen), seat="ann")
    assert {"gm"} == {*awaits(play.state)}

    play.do(ClearCondition(character=play.ann, condition="ill 3", reason="a physician"))

    assert {"ann"} == {*awaits(play.state)}
    (room,) = play.state.rooms
    play.do(MakeRoom(room=room), seat="ann")
    play.do(Accept(consequence=fallen), seat="ann")
    assert {"ann"} == {*awaits(play.state)}
