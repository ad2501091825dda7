"""Items that change hands: offered Items, dropped Items, and those of dead characters."""

import pytest

from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.damage import CharacterDied
from services.rpg_boundless.chapters.items import (
    AcceptItem,
    DropItem,
    HandOver,
    ItemDropped,
    ItemHandedOver,
    ItemOffered,
    ItemPickedUp,
    NotHandedToOneself,
    NotLyingThere,
    NotOffered,
    PickUp,
    SlotsFilled,
    SlotsFull,
)
from shared.kernel.campaign.seats import NotYours
from tests.rpg_boundless.play import BEAM, CHARM, ROPE, Play, mail


@pytest.mark.rule("FB-SLOT-09", "FB-R-81")
def test_an_item_is_offered_to_another_players_character_and_taken() -> None:
    """An offered Item changes hands when the other player accepts it. Then it can be worn, and is no longer offered."""
    play = Play()
    hero, friend = play.hero(), play.hero(seat="bob")
    worn = play.item(hero, mail(2))
    play.do(WearArmor(character=hero, item=worn), seat="ann")
    play.no(NotOffered, AcceptItem(character=friend, item=worn), seat="bob")

    play.when(HandOver(character=hero, item=worn, to=friend), seat="ann").then(
        ItemOffered(character=hero, item=worn, to=friend)
    )
    play.no(NotOffered, HandOver(character=hero, item=worn, to=friend), seat="ann")
    play.no(NotYours, AcceptItem(character=friend, item=worn), seat="ann")
    play.when(AcceptItem(character=friend, item=worn), seat="bob").then(
        ItemHandedOver(character=hero, item=worn, to=friend)
    )

    assert ((), {}) == (play.who(hero).worn, play.who(hero).items)
    assert {worn} == set(play.who(friend).items)
    assert {} == play.state.offers


@pytest.mark.rule("AR-SEAT-06", "FB-R-81")
def test_the_app_hands_over_what_fits_and_offers_the_rest() -> None:
    """The app may hand over an Item for a seat. If the Item does not fit, it is offered to the receiver instead.

    The game master cannot offer an Item: the game refuses one that does not fit.
    """
    play = Play()
    hero, friend = play.hero(), play.hero(seat="bob", items=[ROPE] * 9)
    first, second = play.item(hero, ROPE), play.item(hero, ROPE)
    full = HandOver(character=hero, item=second, to=friend)

    handed = play.when(HandOver(character=hero, item=first, to=friend), seat="ann", app=True).outcome
    assert isinstance(handed, tuple)
    assert ItemHandedOver(character=hero, item=first, to=friend) == handed[0]
    play.do(HandOver(character=hero, item=first, to=friend))
    play.no(SlotsFull, full)
    play.when(full, seat="ann", app=True).then(ItemOffered(character=hero, item=second, to=friend))
    play.when(full, seat="ann", app=True).then_refused(NotOffered)


@pytest.mark.rule("FB-SLOT-09")
def test_an_offer_is_taken_back_and_ends_when_the_item_goes() -> None:
    """An offer that was withdrawn, or whose Item was dropped, cannot be accepted."""
    play = Play()
    hero, friend = play.hero(), play.hero(seat="bob")
    rope, lamp = play.item(hero, ROPE), play.item(hero, ROPE)
    for item in (rope, lamp):
        play.do(HandOver(character=hero, item=item, to=friend), seat="ann")

    play.when(HandOver(character=hero, item=rope), seat="ann").then(ItemOffered(character=hero, item=rope, to=None))
    play.do(DropItem(character=hero, item=lamp), seat="ann")

    for item in (rope, lamp):
        play.no(NotOffered, AcceptItem(character=friend, item=item), seat="bob")
    play.no(NotOffered, HandOver(character=hero, item=rope), seat="ann")


@pytest.mark.rule("FB-SLOT-09", "FB-SLOT-08")
def test_handing_over_fills_slots() -> None:
    """An Item that fills the receiver's last Slot lowers the receiver's HP to 1.

    The game refuses an Item that does not fit, even from the game master.
    """
    play = Play()
    giver, taker = play.hero(items=(ROPE, BEAM)), play.hero(seat="bob", items=(ROPE,) * 9, hp=4)
    rope, beam = sorted(play.who(giver).items, key=lambda item: int(item.rpartition("-")[2]))
    play.no(SlotsFull, HandOver(character=giver, item=beam, to=taker))

    play.when(HandOver(character=giver, item=rope, to=taker)).then(
        ItemHandedOver(character=giver, item=rope, to=taker), SlotsFilled(character=taker, hp=1)
    )

    play.no(NotHandedToOneself, HandOver(character=giver, item=beam, to=giver))
    play.no(NotYours, HandOver(character=giver, item=beam, to=taker), seat="bob")


@pytest.mark.rule("FB-R-81")
def test_item_passes_between_characters_of_one_seat_without_an_offer() -> None:
    """An Item handed to another character of the same player changes hands at once."""
    play = Play()
    one, other = play.hero(), play.hero()
    rope = play.item(one, ROPE)

    play.when(HandOver(character=one, item=rope, to=other), seat="ann").then(
        ItemHandedOver(character=one, item=rope, to=other)
    )


@pytest.mark.rule("FB-SLOT-10")
def test_any_character_can_pick_up_a_dropped_item() -> None:
    """Any character with room can pick up a dropped Item. After that it is no longer on the ground."""
    play = Play()
    hero, friend = play.hero(items=(BEAM,)), play.hero(seat="bob", items=(ROPE,) * 9)
    (beam,) = play.who(hero).items
    play.no(NotLyingThere, PickUp(character=friend, item=beam), seat="bob")
    play.when(DropItem(character=hero, item=beam), seat="ann").then(ItemDropped(character=hero, item=beam))
    play.no(SlotsFull, PickUp(character=friend, item=beam), seat="bob")

    play.when(PickUp(character=hero, item=beam), seat="ann").then(ItemPickedUp(character=hero, item=beam))

    play.no(NotLyingThere, PickUp(character=hero, item=beam), seat="ann")
    assert {} == play.state.ground


@pytest.mark.rule("FB-SLOT-10")
def test_items_of_the_dead_can_be_picked_up() -> None:
    """Any character can pick up a dead character's Items, and the dead character's offers end.

    The dying keep their Items.
    """
    play = Play()
    hero, friend = play.hero(seat="bob"), play.hero()
    rope = play.item(hero, ROPE)
    play.do(HandOver(character=hero, item=rope, to=friend), seat="bob")
    play.no(NotLyingThere, PickUp(character=friend, item=rope), seat="ann")
    play.given(CharacterDied(character=hero, reason="a fall"))
    play.no(NotOffered, AcceptItem(character=friend, item=rope), seat="ann")

    play.when(PickUp(character=friend, item=rope), seat="ann").then(
        ItemPickedUp(character=friend, item=rope, dead=hero)
    )

    assert ({}, {rope}) == (play.who(hero).items, set(play.who(friend).items))


@pytest.mark.rule("FB-SLOT-10", "FB-CAMP-06")
def test_at_most_a_hundred_items_are_on_the_ground() -> None:
    """When a 101st Item is dropped, the oldest one on the ground is removed."""
    play = Play()
    hero = play.hero()
    dropped = []
    for _ in range(101):
        dropped.append(play.item(hero, CHARM))
        play.do(DropItem(character=hero, item=dropped[-1]), seat="ann")

    assert set(dropped[1:]) == set(play.state.ground)
