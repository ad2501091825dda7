"""Slots, and the Items and Conditions that fill them."""

import pytest

from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.conditions import (
    ClearCondition,
    ConditionGained,
    ConditionHeldAlready,
    ConditionNeedsReason,
    DropFreesNothing,
    DropNotNeeded,
    GainCondition,
    MakeRoom,
    NoRoomForCondition,
    RoomNeeded,
    RoomNotMade,
    WorsenCondition,
)
from services.rpg_boundless.chapters.dice import ConditionNotHeld
from services.rpg_boundless.chapters.items import DropItem, SlotsFilled, SlotsFull, TakeItem
from services.rpg_boundless.chapters.overrides import AdjustCondition
from services.rpg_boundless.chapters.recovery import Rest, Rested, SpendRecovery
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.seats import RoomFirst
from services.rpg_boundless.chapters.turns import AnswerFirst
from services.rpg_boundless.state.campaign import Held
from tests.rpg_boundless.play import BEAM, CHARM, ROPE, Before, Older, Play


def laden(play: Play, used: int, *, hp: int = 5) -> str:
    """Create a character with Items that fill this number of Slots."""
    return play.hero(items=(ROPE,) * used, hp=hp)


def full_of_conditions(play: Play, *, hp: int = 1) -> str:
    """Create a character with 10 Conditions and one petty Item."""
    hero = play.hero(items=(CHARM,), hp=hp)
    for number in range(10):
        play.given(ConditionGained(character=hero, condition=f"ailment {number}", slots=1))
    return hero


@pytest.mark.rule("FB-SLOT-01", "FB-SLOT-02", "FB-SLOT-03", "FB-R-11")
def test_ten_slots_hold_items() -> None:
    """An ordinary Item fills one of ten Slots, and frees it when dropped. An eleventh Item does not fit."""
    play = Play()
    hero = laden(play, 9)

    play.do(TakeItem(character=hero, item=ROPE), seat="ann")
    assert 10 == play.who(hero).used
    play.no(SlotsFull, TakeItem(character=hero, item=ROPE), seat="ann")
    play.do(DropItem(character=hero, item=min(play.who(hero).items)), seat="ann")
    assert 9 == play.who(hero).used


@pytest.mark.rule("FB-SLOT-04")
def test_a_petty_item_takes_no_slot() -> None:
    """A character can take a petty Item even if all Slots are filled."""
    play = Play()
    hero = laden(play, 10)

    play.do(TakeItem(character=hero, item=CHARM), seat="ann")

    assert 10 == play.who(hero).used


@pytest.mark.rule("FB-SLOT-05")
def test_a_bulky_item_takes_two_slots() -> None:
    """A bulky Item fits if 8 Slots are used, but not if 9 are."""
    play = Play()
    hero = laden(play, 8)
    other = laden(play, 9)

    play.do(TakeItem(character=hero, item=BEAM), seat="ann")

    assert 10 == play.who(hero).used
    play.no(SlotsFull, TakeItem(character=other, item=BEAM), seat="ann")


@pytest.mark.rule("FB-SLOT-08", "FB-R-09")
@pytest.mark.parametrize("with_item", [True, False])
def test_filling_all_slots_drops_hp_to_one(with_item: bool) -> None:  # noqa: FBT001
    """An Item or a Condition in the tenth Slot lowers HP to 1, which is not Damage. HP of 0 stay at 0."""
    play = Play()
    hero, fallen = laden(play, 9), laden(play, 9, hp=0)

    for one in (hero, fallen):
        command = TakeItem(character=one, item=ROPE) if with_item else GainCondition(character=one, condition="sick")
        play.do(command)

    assert (1, 0) == (play.who(hero).hp, play.who(fallen).hp)
    assert {} == play.state.criticals


@pytest.mark.rule("FB-R-09", "FB-R-35")
@pytest.mark.parametrize(("effect", "hp"), [("cap", 1), ("once", 5)])
def test_full_slots_cap_hp_or_drop_them_once(effect: str, hp: int) -> None:
    """By default HP cannot rise above 1 while all Slots are filled.

    If `full_effect` is `once`, filling all Slots only lowers HP at that moment.
    """
    play = Play(slots={"full_effect": effect})
    hero = laden(play, 9)
    play.do(TakeItem(character=hero, item=ROPE))
    recovery = play.the(Rested, Rest(character=hero, length="short"), 5, 1, 1).recovery

    play.do(SpendRecovery(recovery=recovery, spend=("hp",)))

    assert hp == play.who(hero).hp


@pytest.mark.rule("FB-R-09")
def test_freeing_a_slot_restores_no_hp() -> None:
    """When a Slot becomes free, HP may rise again, but no HP are restored."""
    play = Play()
    hero = laden(play, 9)
    play.do(TakeItem(character=hero, item=ROPE))

    play.do(DropItem(character=hero, item=min(play.who(hero).items)))

    assert 1 == play.who(hero).hp


@pytest.mark.rule("FB-COND-01", "FB-COND-02", "FB-COND-03")
@pytest.mark.parametrize("condition", ["sickness", "haunted by geese"])
def test_a_condition_fills_a_slot_with_its_name(condition: str) -> None:
    """A Condition may have any name, and fills one Slot."""
    play = Play()
    hero = play.hero()

    play.do(GainCondition(character=hero, condition=condition), seat="ann")

    assert {condition: Held(slots=1)} == play.who(hero).conditions
    assert 1 == play.who(hero).used


@pytest.mark.rule("FB-COND-04", "FB-X-15")
def test_an_item_is_dropped_to_make_room() -> None:
    """With all Slots filled, a command that gives a Condition must name an Item to drop.

    The Condition fills the freed Slot.
    """
    play = Play()
    hero = laden(play, 10, hp=1)
    charm = play.item(hero, CHARM)
    rope = min(play.who(hero).items)
    play.no(RoomNotMade, GainCondition(character=hero, condition="poisoned"), seat="ann")
    play.no(DropFreesNothing, GainCondition(character=hero, condition="poisoned", drop=(charm,)), seat="ann")
    play.no(DropFreesNothing, GainCondition(character=hero, condition="poisoned", drop=(rope, rope)), seat="ann")

    play.do(GainCondition(character=hero, condition="poisoned", drop=(rope,)), seat="ann")

    assert rope not in play.who(hero).items
    assert (10, 1) == (play.who(hero).used, play.who(hero).hp)
    assert {"poisoned": Held(slots=1)} == play.who(hero).conditions


@pytest.mark.rule("FB-COND-04")
def test_nothing_is_dropped_without_need() -> None:
    """A Condition drops no Item while a Slot is free."""
    play = Play()
    hero = laden(play, 1)
    refused = play.no(DropNotNeeded, GainCondition(character=hero, condition="sick", drop=tuple(play.who(hero).items)))
    assert (0, 1) == (refused.needs, refused.has)


@pytest.mark.rule("FB-COND-04")
def test_only_one_item_is_dropped_for_one_slot() -> None:
    """One Item, of any size, is dropped for a Slot. The game refuses to drop a second one."""
    play = Play()
    hero = laden(play, 10)
    first, second, *_ = (item.id for item in play.who(hero).items.values() if item.slots)
    assert 1 == play.no(DropNotNeeded, GainCondition(character=hero, condition="sick", drop=(first, second))).needs
    play.do(Accept(consequence=play.face(hero, conditions=("tired",))))
    (room,) = play.state.rooms
    play.no(DropNotNeeded, MakeRoom(room=room, drop=(first, second)))

    play.do(MakeRoom(room=room, drop=(first,)))

    assert second in play.who(hero).items


@pytest.mark.rule("FB-COND-04")
def test_under_rules_version_0_more_items_may_be_dropped_than_needed() -> None:
    """Under version 0 of the rules all named Items are dropped, even more than are needed."""
    play = Older()
    hero = laden(play, 10)
    first, second, *_ = (item.id for item in play.who(hero).items.values() if item.slots)

    play.do(GainCondition(character=hero, condition="sick", drop=(first, second)))

    assert not {first, second} & {*play.who(hero).items}


@pytest.mark.rule("FB-COND-04", "FB-R-10")
def test_a_condition_without_an_item_to_drop_fills_no_slot() -> None:
    """If Conditions fill all Slots, another one fills no Slot, and is cleared like any other Condition."""
    play = Play()
    hero = full_of_conditions(play)

    play.do(GainCondition(character=hero, condition="sick"))

    assert Held(slots=0, without=1) == play.who(hero).conditions["sick"]
    assert 10 == play.who(hero).used
    play.do(ClearCondition(character=hero, condition="sick", reason="tea"))
    assert 10 == play.who(hero).used


@pytest.mark.rule("FB-R-10")
def test_a_setting_refuses_a_condition_without_room() -> None:
    """If `conditions.overflow` is `refuse`, the game refuses a Condition without a Slot.

    A Condition that comes from a roll waits until the game master removes it.
    """
    play = Play(conditions={"overflow": "refuse"})
    hero = full_of_conditions(play)
    play.no(NoRoomForCondition, GainCondition(character=hero, condition="sick"))
    room = play.the(RoomNeeded, Accept(consequence=play.face(hero, conditions=("sick",)))).room
    play.no(NoRoomForCondition, MakeRoom(room=room), seat="ann")

    play.do(AdjustCondition(room=room, reason="it passes"))

    assert "sick" not in play.who(hero).conditions
    assert {} == play.state.rooms


@pytest.mark.rule("FB-COND-04", "FB-R-10")
def test_after_a_roll_the_player_must_name_the_item_to_drop() -> None:
    """A Condition from a roll applies at once, but the character cannot act until the player names the Item to drop."""
    play = Play()
    hero = laden(play, 10, hp=1)
    room = play.the(RoomNeeded, Accept(consequence=play.face(hero, conditions=("sick",))), seat="ann").room
    play.no(RoomFirst, Check(character=hero, attribute="strength"), seat="ann")
    play.no(RoomNotMade, MakeRoom(room=room), seat="ann")

    play.do(MakeRoom(room=room, drop=(min(play.who(hero).items),)), seat="ann")

    assert ("sick",) == play.who(hero).hindrances
    assert (9, 10) == (len(play.who(hero).items), play.who(hero).used)
    assert {} == play.state.rooms


@pytest.mark.rule("FB-COND-07")
def test_a_worsened_condition_fills_more_slots() -> None:
    """By default a worsened Condition fills one more Slot.

    The event records missing Slots, and filling the last Slot lowers HP to 1.
    """
    play = Play()
    hero = play.hero(3, hp=5)
    play.no(ConditionNotHeld, WorsenCondition(character=hero, condition="poisoned"))
    play.do(GainCondition(character=hero, condition="poisoned"))
    play.do(WorsenCondition(character=hero, condition="poisoned"))
    assert Held(slots=2) == play.who(hero).conditions["poisoned"]

    play.the(SlotsFilled, WorsenCondition(character=hero, condition="poisoned", slots=10))

    assert Held(slots=10, without=2) == play.who(hero).conditions["poisoned"]
    assert 1 == play.who(hero).hp


@pytest.mark.rule("FB-COND-07", "FB-COND-04")
def test_worsening_a_condition_needs_room() -> None:
    """With all Slots filled, worsening a Condition requires dropping an Item, as a new Condition does."""
    play = Play()
    hero = laden(play, 9)
    play.do(GainCondition(character=hero, condition="sick"))
    play.no(RoomNotMade, WorsenCondition(character=hero, condition="sick"))

    play.do(WorsenCondition(character=hero, condition="sick", drop=(min(play.who(hero).items),)))

    assert (10, 8) == (play.who(hero).used, len(play.who(hero).items))


@pytest.mark.rule("FB-R-12")
def test_a_condition_gained_twice_worsens_or_is_ignored() -> None:
    """A Condition gained twice fills another Slot. If `conditions.repeat` is `ignore`, it has no further effect."""
    play, ignoring = Play(), Play(conditions={"repeat": "ignore"})
    hero, other = play.hero(), ignoring.hero()
    for campaign, one in ((play, hero), (ignoring, other)):
        campaign.do(GainCondition(character=one, condition="sick"))

    play.do(GainCondition(character=hero, condition="sick"))
    ignoring.no(ConditionHeldAlready, GainCondition(character=other, condition="sick"))
    ignoring.do(Accept(consequence=ignoring.face(other, conditions=("sick",))))

    assert Held(slots=2) == play.who(hero).conditions["sick"]
    assert Held(slots=1) == ignoring.who(other).conditions["sick"]


@pytest.mark.rule("FB-COND-08", "FB-R-36")
def test_a_condition_is_cleared_for_a_reason() -> None:
    """Clearing a Condition frees all of its Slots and needs a reason.

    A rest clears only the Conditions that its command names.
    """
    play = Play()
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="sick"))
    play.do(WorsenCondition(character=hero, condition="sick"))
    play.do(GainCondition(character=hero, condition="tired"))
    play.no(ConditionNeedsReason, ClearCondition(character=hero, condition="sick"))

    play.do(ClearCondition(character=hero, condition="sick", reason="herbs"), seat="ann")
    assert 1 == play.who(hero).used
    play.do(Rest(character=hero, length="long"), 1, 1, 1, 1, 1, 1, seat="ann")
    assert ("tired",) == play.who(hero).hindrances
    play.no(ConditionNotHeld, Rest(character=hero, length="long", addresses=("sick",)))
    play.do(Rest(character=hero, length="long", addresses=("tired",)), 1, 1, 1, 1, 1, 1, seat="ann")
    assert () == play.who(hero).hindrances


@pytest.mark.rule("FB-SAVE-09", "FB-R-97", "FB-R-64", "FB-SLOT-08")
def test_no_item_is_dropped_before_the_answer() -> None:
    """A character that faces a consequence drops no Item until it has answered, so the last Slot fills."""
    play = Play()
    hero = laden(play, 9)
    faced, item = play.face(hero, conditions=("sick",)), min(play.who(hero).items)

    for letting_go in (
        DropItem(character=hero, item=item),
        GainCondition(character=hero, condition="tired", drop=(item,)),
    ):
        refused = play.no(AnswerFirst, letting_go, seat="ann")
        assert ((faced,), hero, "character") == (refused.needs, refused.has, refused.field)

    assert 1 == play.the(SlotsFilled, Accept(consequence=faced), seat="ann").hp
    play.do(DropItem(character=hero, item=item), seat="ann")


@pytest.mark.rule("FB-R-97", "FB-R-64")
def test_an_item_is_dropped_where_only_rests_wait() -> None:
    """If `saves.answer` is `before_rest`, a character drops an Item before it answers. Before form 2 it always may."""
    for play in (Play(saves={"answer": "before_rest"}), Before()):
        hero = laden(play, 9)
        play.face(hero, conditions=("sick",))

        play.do(DropItem(character=hero, item=min(play.who(hero).items)), seat="ann")
