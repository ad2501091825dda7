"""The handling of items: their dice, how they are dropped, and when they can be changed."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.chapters.people.handling import (
    AsItWas,
    BothHandsFull,
    DropItem,
    ItemPickedUp,
    ItemReadied,
    ItemStowed,
    NotAtHand,
    OneOfAKind,
    OneWeapon,
    PickUpItem,
    ReadyItem,
    StowItem,
    check_weapons,
)
from services.bones.chapters.people.items import Helpless, HordeHasNothing, InUse, ItemLost, TakeItem
from services.bones.state.combat import Combat, Fighter
from services.bones.state.rolls import Roll
from services.bones.state.tasks import Task
from services.bones.state.wounds import Fallen, Wound
from shared.kernel.campaign.seats import NamedTwice, NotKnownHere, NotYours, TooManyHere
from tests.bones.play import Play, allowed_of
from tests.support.spec import refuses

CHAIN, PLATE = "Medium armor (chain)", "Heavy armor (plate)"
DAGGER = "Dagger / knife"
BOW, GREAT = "Short bow / light crossbow", "Two-handed melee (great sword, maul, great ax)"
FENCER: Final = (("Universal", "Physical", "Melee:Two Weapon", "Melee", "Defend", "Defend"),)


def test_items_are_readied_and_stowed() -> None:
    """The owner readies and stows items. Only ready items are rolled."""
    table = Play()
    bob = table.one(items=("Spear",))
    spear = table.item_named(bob, "Spear")
    table.when(StowItem(creature=bob, item=spear), seat="ann").then(ItemStowed(creature=bob, item=spear))
    assert not table.who(bob).items[spear].ready
    table.when(ReadyItem(creature=bob, item=spear), seat="ann").then(ItemReadied(creature=bob, item=spear))
    assert table.who(bob).items[spear].ready
    for command in (StowItem, ReadyItem, DropItem):
        table.no(NotYours, command(creature=bob, item=spear), seat="bob")
        table.no(NotKnownHere, command(creature=bob, item="item-99"), seat="ann")


@pytest.mark.rule("BN-CAMP-11")
def test_repeated_handling_is_refused() -> None:
    """The game refuses to ready a ready item, and to stow a stowed one."""
    table = Play()
    bob = table.one(items=("Spear",))
    spear = table.item_named(bob, "Spear")
    table.no(AsItWas, ReadyItem(creature=bob, item=spear), seat="ann")
    table.do(StowItem(creature=bob, item=spear), seat="ann")
    table.no(AsItWas, StowItem(creature=bob, item=spear), seat="ann")


@pytest.mark.rule("BN-R-003")
@pytest.mark.parametrize("pair", [(CHAIN, PLATE), ("Buckler", "Tower shield")])
def test_at_most_one_armor_and_one_shield_is_worn(pair: tuple[str, str]) -> None:
    """A creature wears at most one armor and one shield, unless `item_dice_per_roll` is `gm_decides`.

    Weapons and other groups of items do not exclude each other.
    """
    table = Play()
    bob = table.one(items=(pair[0], "Spear", BOW, "Boots of Stealth"))
    other = table.item(pair[1], ready=False)
    more = table.item("Dagger / knife", ready=False)
    table.state = table.state.change(bob, items={**table.who(bob).items, other.id: other, more.id: more})
    table.no(OneOfAKind, ReadyItem(creature=bob, item=other.id), seat="ann")
    table.do(ReadyItem(creature=bob, item=more.id), seat="ann")
    table.do(StowItem(creature=bob, item=table.item_named(bob, pair[0])), seat="ann")
    table.do(ReadyItem(creature=bob, item=other.id), seat="ann")

    free = Play(tasks={"item_dice_per_roll": "gm_decides"})
    one = free.one(items=(pair[0],))
    second = free.item(pair[1], ready=False)
    free.state = free.state.change(one, items={**free.who(one).items, second.id: second})
    free.do(ReadyItem(creature=one, item=second.id), seat="ann")


@pytest.mark.rule("BN-R-003", "BN-MAST-23")
def test_second_weapon_needs_the_two_weapon_icon() -> None:
    """For a second weapon, a fighter needs the Two Weapon icon on a remaining die, and may hold no shield.

    If `item_dice_per_roll` is `gm_decides`, the game master decides instead.
    """
    usual, free = Play(), Play(tasks={"item_dice_per_roll": "gm_decides"})
    for table in (usual, free):
        bob, ash = table.one(items=("Spear", DAGGER)), table.one(dice=FENCER * 2, items=("Spear", DAGGER, DAGGER))
        pair = tuple(table.who(bob).items)
        check_weapons(table.state, table.who(bob), pair[:1], fights=True)
        check_weapons(table.state, table.who(ash), tuple(table.who(ash).items)[:2], fights=True)
        shielded = table.one(dice=FENCER, items=("Spear", DAGGER, "Buckler"))
        lost = replace(table.who(ash), lost=(1, 2))
        held = tuple(table.who(ash).items)
        cases = (
            (table.who(bob), pair), (lost, held[:2]), (table.who(ash), held),
            (table.who(shielded), tuple(table.who(shielded).items)[:2]),
        )  # fmt: skip
        for one, weapons in cases:
            if table is free:
                check_weapons(table.state, one, weapons, fights=True)
                continue
            with refuses(OneWeapon):
                check_weapons(table.state, one, weapons, fights=True)


@pytest.mark.rule("BN-R-004")
@pytest.mark.parametrize("weapon", ["Two-handed melee (great sword, maul, great ax)", BOW])
def test_a_setting_excludes_a_shield_with_a_two_handed_weapon(weapon: str) -> None:
    """If `two_hands_exclude_shield` is true, a two-handed weapon excludes a ready shield.

    A stowed shield never matters.
    """
    usual, strict = Play(), Play(tasks={"two_hands_exclude_shield": True})
    for table in (usual, strict):
        bob, ash = table.one(items=(weapon, "Buckler")), table.one(items=("Spear", "Buckler"))
        check_weapons(table.state, table.who(ash), (table.item_named(ash, "Spear"),), fights=True)
        named = (table.item_named(bob, weapon),)
        if table is usual:
            check_weapons(table.state, table.who(bob), named, fights=True)
            continue
        with refuses(BothHandsFull):
            check_weapons(table.state, table.who(bob), named, fights=True)
        table.do(StowItem(creature=bob, item=table.item_named(bob, "Buckler")), seat="ann")
        check_weapons(table.state, table.who(bob), named, fights=True)


@pytest.mark.rule("BN-R-003", "BN-R-004")
def test_a_shield_excludes_any_two_handed_weapon_in_hand() -> None:
    """If `two_hands_exclude_shield` is true, a shield excludes two-handed weapons, but not bare hands.

    This applies even if the creature has several weapons in hand.
    """
    table = Play(tasks={"two_hands_exclude_shield": True, "item_dice_per_roll": "gm_decides"})
    bob = table.one(items=(BOW, "Spear", "Buckler"))
    bow, spear = table.item_named(bob, BOW), table.item_named(bob, "Spear")

    check_weapons(table.state, table.who(bob), ())
    for named in ((bow, spear), (spear, bow)):
        with refuses(BothHandsFull):
            check_weapons(table.state, table.who(bob), named)


@pytest.mark.rule("BN-EQ-01", "AR-CAMP-10")
def test_weapon_of_a_roll_must_be_ready() -> None:
    """A weapon used in a roll must be ready, belong to the creature, and be named only once."""
    table = Play()
    bob, ash = table.one(items=("Spear", "Buckler")), table.one(items=("Sling",))
    spear, sling = table.item_named(bob, "Spear"), table.item_named(ash, "Sling")
    check_weapons(table.state, table.who(bob), (), fights=True)
    with refuses(NamedTwice):
        check_weapons(table.state, table.who(bob), (spear, spear), fights=True)
    table.do(StowItem(creature=bob, item=spear))
    for weapon in (spear, sling, table.item_named(bob, "Buckler")):
        with refuses(NotAtHand):
            check_weapons(table.state, table.who(bob), (weapon,), fights=True)


@pytest.mark.rule("BN-EQ-05", "BN-CAMP-10")
def test_a_dropped_item_stays_until_it_is_picked_up() -> None:
    """Any creature may pick up a dropped item, which is in hand only once it is readied."""
    table = Play()
    bob, ash = table.one(items=("Spear",)), table.one("bob")
    spear = table.item_named(bob, "Spear")
    table.when(DropItem(creature=bob, item=spear), seat="ann").then(ItemLost(creature=bob, item=spear, to_ground=True))
    assert {spear} == set(table.state.ground)
    table.no(NotYours, PickUpItem(creature=bob, item=spear), seat="bob")
    table.when(PickUpItem(creature=ash, item=spear), seat="bob").then(ItemPickedUp(creature=ash, item=spear))

    assert ({}, False) == (table.state.ground, table.who(ash).items[spear].ready)
    table.no(NotKnownHere, PickUpItem(creature=bob, item=spear), seat="ann")


@pytest.mark.rule("BN-CAMP-10")
def test_ground_holds_at_most_two_hundred_items() -> None:
    """With two hundred items on the ground, another one replaces the oldest.

    A creature with forty items cannot pick up another.
    """
    table = Play()
    first = {item.id: item for item in (table.item("Sling", ready=False) for _ in range(200))}
    bob = table.one(items=40 * ("Sling",))
    oldest, latest, sling = next(iter(first)), tuple(first)[-1], next(iter(table.who(bob).items))
    table.state = replace(table.state, ground=first)
    table.no(TooManyHere, PickUpItem(creature=bob, item=latest), seat="ann")
    table.do(DropItem(creature=bob, item=sling), seat="ann")

    assert {*first, sling} - {oldest} == set(table.state.ground)
    table.do(PickUpItem(creature=bob, item=latest), seat="ann")


@pytest.mark.rule("BN-CAMP-12")
@pytest.mark.parametrize("wait", ["roll", "wound", "fall", "task", "declared", "rolling"])
def test_items_in_use_cannot_be_changed(wait: str) -> None:
    """No seat can change items during a roll, a wound, a fall or a task, or after a declaration."""
    table = Play()
    bob = table.one(items=("Spear", "Boots of Stealth"))
    there = table.state
    spear = table.item_named(bob, "Spear")
    fighter = Fighter(id=bob, side="ours", declared=wait == "declared")
    put: dict[str, dict[str, Any]] = {
        "roll": {"rolls": {"roll-90": Roll(id="roll-90", creature=bob, of="task-1", dice=())}},
        "wound": {"wounds": {"wound-90": Wound(id="wound-90", creature=bob, amount=1, source="attack")}},
        "fall": {"falls": {"fall-90": Fallen(id="fall-90", creature=bob, height=30)}},
        "task": {"tasks": {"task-90": Task(id="task-90", creature=bob, aim="sneak", weapons=(spear,))}},
        "declared": {"combat": Combat(id="fight-90", fighters={bob: fighter})},
        "rolling": {"combat": Combat(id="fight-90", fighters={bob: fighter}, stage="rolling")},
    }
    table.state = replace(there, **put[wait])
    for command in (StowItem, ReadyItem, DropItem):
        table.no(InUse, command(creature=bob, item=spear), seat="ann")
    table.no(InUse, TakeItem(creature=bob, item=spear, reason="it breaks"))

    boots = table.item_named(bob, "Boots of Stealth")
    if wait == "task":
        table.do(StowItem(creature=bob, item=boots), seat="ann")
    else:
        table.no(InUse, StowItem(creature=bob, item=boots), seat="ann")
        table.no(InUse, PickUpItem(creature=bob, item=boots), seat="ann")
    table.state = replace(there, combat=Combat(id="fight-90", fighters={bob: Fighter(id=bob, side="ours")}))
    table.do(StowItem(creature=bob, item=spear), seat="ann")


@pytest.mark.rule("BN-DMG-02")
def test_creature_without_dice_handles_nothing() -> None:
    """Only the game master can drop the items of a creature without dice."""
    table = Play()
    bob = table.one(items=("Spear",), lost=(1, 2, 3, 4))
    spear = table.item_named(bob, "Spear")
    for command in (StowItem, DropItem):
        table.no(Helpless, command(creature=bob, item=spear), seat="ann")
    table.do(DropItem(creature=bob, item=spear))

    assert {spear} == set(table.state.ground)


@pytest.mark.rule("BN-HORDE-02")
def test_a_horde_picks_nothing_up() -> None:
    """A horde cannot handle items on the ground, because it has no hands to carry them."""
    table = Play()
    bob, bees = table.one(items=("Spear",)), table.one("gm", kind="horde")
    spear = table.item_named(bob, "Spear")
    table.do(DropItem(creature=bob, item=spear))
    table.no(HordeHasNothing, PickUpItem(creature=bees, item=spear))


def test_listed_handling() -> None:
    """A player's list offers to stow the ready items of the seat's creatures, and to ready the others.

    Other seats get no such entries.
    """
    table = Play()
    bob = table.one(items=("Spear", CHAIN))
    spear, chain = table.item_named(bob, "Spear"), table.item_named(bob, CHAIN)
    table.do(StowItem(creature=bob, item=spear), seat="ann")

    found = {
        kind: [entry.body["item"] for entry in allowed_of(table.state, "ann", kind)]
        for kind in (ReadyItem, StowItem, PickUpItem)
    }
    assert {ReadyItem: [spear], StowItem: [chain], PickUpItem: []} == found
    assert [] == allowed_of(table.state, "bob", DropItem)


@pytest.mark.rule("BN-CAMP-73", "BN-MAST-23", "BN-R-033")
@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        (DAGGER, "Spear", True), ("Sling", "Spear", True), ("Spear", "Sling", False),
        ("Spear", "Javelin", False), ("Spear", BOW, False), (BOW, "Spear", False), ("Spear", GREAT, False),
        (GREAT, "Spear", False),
    ],
)  # fmt: skip
def test_a_second_weapon_is_for_melee_and_one_hand(first: str, second: str, may: bool) -> None:  # noqa: FBT001
    """A second weapon must be a one-handed melee weapon, unless `item_dice_per_roll` is `gm_decides`.

    A single weapon is never restricted.
    """
    table, free = Play(), Play(tasks={"item_dice_per_roll": "gm_decides"})
    for play in (table, free):
        bob = play.one(dice=FENCER, items=(first, second))
        held = (play.item_named(bob, first), play.item_named(bob, second))
        for weapons in ((held[0],), (held[1],), *((held,) if may or play is free else ())):
            check_weapons(play.state, play.who(bob), weapons, fights=True)
        if play is table and not may:
            with refuses(OneWeapon):
                check_weapons(play.state, play.who(bob), held, fights=True)
