"""Picking up items in a fight: its cost, and who can reach them."""

from typing import Any

import pytest

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import EndCombat, LeaveCombat, SetScene
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.people.handling import DropItem, ItemPickedUp, LiesElsewhere, MovementTaken, PickUpItem
from services.bones.chapters.people.items import ItemLost
from tests.bones.arena import Arena, between, to
from tests.bones.play import allowed_of

DAGGER, SPEAR, SLING = "Dagger / knife", "Spear", "Sling"


def throw_dagger(*, reach: bool) -> tuple[Arena, str, str, str, str]:
    """Return a fight in which Ann has thrown her dagger at Bob.

    Either Ann or a friend of hers is within Bob's reach.
    """
    table = Arena()
    bob, ann = table.of("bob", *["Magic"] * 4), table.of("ann", "Missile", "Melee", items=(DAGGER,))
    friend = table.of("ann", *["Magic"] * 4)
    dagger = table.item_named(ann, DAGGER)
    table.fought(
        (ann, friend), (bob,), shown={dagger: 1},
        between=(*between(ann, bob, reach=reach), *between(friend, bob, reach=not reach)),
    )  # fmt: skip
    found = table.do(Allot(creature=ann, puts=(to(bob, 1),), ranged=True), seat="ann")
    assert ItemLost(creature=ann, item=dagger, to_ground=True, beside=bob) in found
    return table, ann, friend, bob, dagger


@pytest.mark.rule("BN-CAMP-68", "BN-R-265", "BN-R-263")
@pytest.mark.parametrize("reach", [True, False])
def test_a_thrown_item_is_on_the_ground_near_its_target(reach: bool) -> None:  # noqa: FBT001 both ways
    """Only creatures within reach of the target can pick up the thrown item, and the list offers it only to them."""
    table, ann, friend, _, dagger = throw_dagger(reach=reach)
    near, far = (ann, friend) if reach else (friend, ann)

    table.no(LiesElsewhere, PickUpItem(creature=far, item=dagger), seat="ann")
    listed = {one.body["creature"] for one in allowed_of(table.state, "ann", PickUpItem)}
    assert {near} == listed
    table.when(PickUpItem(creature=near, item=dagger), seat="ann").then(ItemPickedUp(creature=near, item=dagger))
    assert table.who(near).items[dagger].beside is None


@pytest.mark.rule("BN-CAMP-68")
def test_target_or_game_master_picks_up_thrown_item() -> None:
    """The target can pick up a thrown item. Once the target has left the fight, only the game master can."""
    table, ann, _, bob, dagger = throw_dagger(reach=False)
    table.do(PickUpItem(creature=bob, item=dagger), seat="bob")
    assert dagger in table.who(bob).items

    table, ann, friend, bob, dagger = throw_dagger(reach=False)
    table.do(LeaveCombat(creature=bob))
    for who in (ann, friend):
        table.no(LiesElsewhere, PickUpItem(creature=who, item=dagger), seat="ann")
    table.do(PickUpItem(creature=ann, item=dagger))
    assert dagger in table.who(ann).items


@pytest.mark.rule("BN-CAMP-68", "BN-CAMP-65")
def test_an_escaped_creature_does_not_pick_up_near_its_foe() -> None:
    """An item near a foe is out of reach of a creature that escaped this foe, until the creature is caught again."""
    table, ann, _, bob, dagger = throw_dagger(reach=True)
    table.state = table.state.fighter_put(ann, fled=(bob,))
    table.no(LiesElsewhere, PickUpItem(creature=ann, item=dagger), seat="ann")
    table.do(SetScene(caught=(ann,)))
    table.do(PickUpItem(creature=ann, item=dagger), seat="ann")


@pytest.mark.rule("BN-CAMP-68")
def test_after_a_fight_any_creature_picks_items_up() -> None:
    """After a fight any creature can pick up the items on the ground, even in the next fight."""
    table, ann, _, bob, dagger = throw_dagger(reach=False)
    table.do(EndCombat())
    assert table.state.ground[dagger].beside is None
    table.begin((ann,), (bob,), between=between(ann, bob, reach=False))
    table.do(PickUpItem(creature=ann, item=dagger), seat="ann")


@pytest.mark.rule("BN-CAMP-68")
def test_an_item_dropped_in_a_fight_is_near_its_dropper() -> None:
    """Neither a foe out of reach nor a creature outside the fight can pick up a dropped item."""
    table = Arena()
    ann, bob, watcher = table.of("ann", "Melee", items=(SPEAR,)), table.of("bob", "Melee"), table.of("bob", "Melee")
    spear = table.item_named(ann, SPEAR)
    table.begin((ann,), (bob,), between=between(bob, ann, reach=False))
    table.when(DropItem(creature=ann, item=spear), seat="ann").then(
        ItemLost(creature=ann, item=spear, to_ground=True, beside=ann)
    )
    for who in (bob, watcher):
        table.no(LiesElsewhere, PickUpItem(creature=who, item=spear), seat="bob")
    table.do(PickUpItem(creature=ann, item=spear), seat="ann")


@pytest.mark.rule("BN-CAMP-67", "BN-R-262", "BN-R-265")
@pytest.mark.parametrize(
    ("prone", "said"),
    [
        (True, {"doing": "fight", "posture": "rise"}),
        (False, {"doing": "nothing", "posture": "lie"}),
        (False, {"doing": "move"}),
    ],
)
def test_picking_up_uses_the_movement_of_the_round(prone: bool, said: dict[str, Any]) -> None:  # noqa: FBT001 both
    """After a creature has picked up an item, the game refuses it a second item and any other movement in that round.

    Even the game master cannot do either.
    """
    table = Arena()
    ann, bob = table.of("ann", "Melee", items=(SPEAR, SLING), prone=prone), table.of("bob", "Melee")
    spear, sling = table.item_named(ann, SPEAR), table.item_named(ann, SLING)
    for item in (spear, sling):
        table.do(DropItem(creature=ann, item=item), seat="ann")
    table.begin((ann,), (bob,))
    table.do(PickUpItem(creature=ann, item=spear), seat="ann")

    for seat in ("ann", "gm"):
        table.no(MovementTaken, PickUpItem(creature=ann, item=sling), seat=seat)
    assert [] == allowed_of(table.state, "ann", PickUpItem)
    table.no(MovementTaken, Declare(creature=ann, **said), seat="ann")
    bodies = [one.body for one in allowed_of(table.state, "ann", Declare)]
    assert {"fight", "nothing", "other"} == {body["doing"] for body in bodies}
    for who in (ann, bob):
        table.says(who, "nothing")
    table.roll()
    assert 2 == table.combat.round
    table.do(PickUpItem(creature=ann, item=sling), seat="ann")


@pytest.mark.rule("BN-CAMP-67")
def test_outside_a_fight_things_are_picked_up_freely() -> None:
    """Outside a fight, a creature can pick up any number of items at no cost."""
    table = Arena()
    ann = table.of("ann", "Melee", items=(SPEAR, SLING))
    for item in (table.item_named(ann, SPEAR), table.item_named(ann, SLING)):
        table.do(DropItem(creature=ann, item=item), seat="ann")
        assert table.state.ground[item].beside is None
    for item in sorted(table.state.ground):
        table.do(PickUpItem(creature=ann, item=item), seat="ann")
    assert 2 == len(table.who(ann).items)
