"""Items: their printed dice, starting equipment, and their removal."""

from typing import Any, Final

import pytest

from services.bones.catalogue import PRINTED, Data, ItemKind
from services.bones.catalogue import table as tables
from services.bones.chapters.people.creatures import SpawnHorde
from services.bones.chapters.people.data import DataLoaded
from services.bones.chapters.people.items import (
    MAX_ITEMS,
    AgreeEquipment,
    CoinsSet,
    DieNeeded,
    EquipmentAgreed,
    EquipmentSettled,
    GiveItem,
    HordeHasNothing,
    ItemGiven,
    ItemLost,
    SetCoins,
    TakeItem,
)
from services.bones.state.creatures import Item
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, TooManyHere
from tests.bones.play import Play, allowed_of, listed
from tests.bones.spawning import rows_with_rules

HAND = "One-handed melee (sword, mace, club, battle ax)"
GREAT = "Two-handed melee (great sword, maul, great ax)"
LEATHER = "Light armor (leather)"
SMALL, MIDDLE = "Defend, Enc, Defend, blank, blank, blank", "Defend*2, Defend, Enc, Enc*2, Defend, blank"
LARGE = "Defend*3, Defend*2, Defend, Enc+Defend, Enc*2, Enc*3"
BOW = "Missile*2, Missile, Missile, Missile, blank, blank"
THINGS: Final[dict[str, tuple[str, str, str, int | None]]] = {
    "BN-EQ-11": ("Boots of Stealth", "magic item", "Stealth, Stealth, Stealth, blank, blank, blank", None),
    "BN-EQ-15": ("Dagger / knife", "melee weapon", "Melee, Melee, Missile, Missile, blank, blank", 10),
    "BN-EQ-16": (HAND, "melee weapon", "Melee*2, Melee, Melee, Melee, Missile, blank", 5),
    "BN-EQ-17": ("Spear", "melee weapon", "Melee*2, Melee, Melee, Missile, Missile, blank", 15),
    "BN-EQ-18": (GREAT, "melee weapon", "Melee*3, Melee*2, Melee, Melee, Melee, blank", None),
    "BN-EQ-19": ("Javelin", "missile weapon", "Missile, Missile, Missile, Melee, blank, blank", 20),
    "BN-EQ-20": ("Javelin with thrower", "missile weapon", BOW, 30),
    "BN-EQ-21": ("Short bow / light crossbow", "missile weapon", BOW, 30),
    "BN-EQ-22": ("Sling", "missile weapon", "Missile, Missile, Missile, blank, blank, blank", 25),
    "BN-EQ-23": (
        "Longbow / heavy crossbow", "missile weapon", "Missile*3, Missile*2, Missile, Missile, Missile, blank", 50,
    ),
    "BN-EQ-24": ("Buckler", "shield", SMALL, None),
    "BN-EQ-25": ("Full shield", "shield", MIDDLE, None),
    "BN-EQ-26": ("Tower shield", "shield", LARGE, None),
    "BN-EQ-27": (LEATHER, "armor", SMALL, None),
    "BN-EQ-28": ("Medium armor (chain)", "armor", MIDDLE, None),
    "BN-EQ-29": ("Heavy armor (plate)", "armor", LARGE, None),
}  # fmt: skip
"""Items by the rule that prints them: the item's name, the faces of its die, and its range increment in metres."""
HURLED: Final = {"Dagger / knife", HAND, "Spear", "Javelin", "Javelin with thrower"}
BOTH_HANDS: Final = {GREAT, "Short bow / light crossbow", "Longbow / heavy crossbow"}
TOOLS = "Carpenter's tool kit"


def give_item(table: Play, who: str, name: str) -> Item:
    """Give a creature an item as the game master; return the item."""
    return table.the(ItemGiven, GiveItem(creature=who, item=name)).item


@pytest.mark.rule("BN-EQ-01", "BN-EQ-03", "BN-EX-26", "BN-EX-28")
@pytest.mark.parametrize(("name", "group", "row", "increment"), rows_with_rules(THINGS))
def test_items_have_their_printed_dice(name: str, group: str, row: str, increment: int | None) -> None:
    """An item has its printed faces, range increment and handling, and is not ready when given."""
    table = Play()
    bob = table.one()
    item = give_item(table, bob, name)

    assert (group, tuple(row.split(", ")), increment) == (item.group, item.faces, item.increment)
    assert (name in HURLED, name in BOTH_HANDS, False) == (item.thrown, item.two_handed, item.ready)
    assert item == table.who(bob).items[item.id]


@pytest.mark.rule("BN-R-054", "BN-EQ-09", "BN-EX-27")
@pytest.mark.parametrize(
    ("reading", "row"), [("table", SMALL), ("prose", "Defend, Enc, blank, blank, blank, blank")]
)  # fmt: skip
def test_light_armor_follows_the_table_or_the_prose(reading: str, row: str) -> None:
    """By default light armor has the faces in the book's table, which its prose contradicts.

    If `light_armor_faces` is `prose`, it has those of the prose. Bucklers, and armor added by a campaign, do not
    change.
    """
    table = Play(dice={"light_armor_faces": reading})
    bob = table.one()

    assert tuple(row.split(", ")) == give_item(table, bob, LEATHER).faces
    assert tuple(SMALL.split(", ")) == give_item(table, bob, "Buckler").faces
    own = ItemKind(name=LEATHER, group="armor", faces=("Defend", "Defend", "Defend", "Defend", "Enc", "Enc"))
    table.given(DataLoaded(data=Data(items=(own,))))
    assert own.faces == give_item(table, bob, LEATHER).faces


@pytest.mark.rule("BN-EQ-01", "BN-EX-52")
def test_a_tool_kit_has_no_die() -> None:
    """Some equipment, such as a tool kit, has no die."""
    table = Play()

    assert give_item(table, table.one(), TOOLS).faces is None


@pytest.mark.rule("BN-EQ-10", "BN-R-206")
def test_a_magic_item_may_work_without_a_die() -> None:
    """The game master can give a vest without a die, because it has an effect of its own."""
    table = Play()
    bob = table.one()
    table.given(DataLoaded(data=Data(items=(ItemKind(name="Vest", group="magic item"),))))

    assert ("magic item", None) == ((vest := give_item(table, bob, "Vest")).group, vest.faces)


@pytest.mark.rule("BN-EQ-03")
@pytest.mark.parametrize("group", ["melee weapon", "missile weapon", "shield", "armor"])
def test_weapons_and_armor_need_dice(group: Any) -> None:  # noqa: ANN401 a group of things
    """The game refuses to give a weapon or armor without a die."""
    table = Play()
    bob = table.one()
    table.given(DataLoaded(data=Data(items=(ItemKind(name="Relic", group=group),))))
    table.no(DieNeeded, GiveItem(creature=bob, item="Relic"))


@pytest.mark.rule("BN-CAMP-10")
def test_at_most_forty_items_are_carried() -> None:
    """A creature carries at most forty items, counting both starting equipment and items given later."""
    table = Play()
    bob = table.one(ready=False)
    give_item(table, bob, "Sling")
    table.no(TooManyHere, AgreeEquipment(creature=bob, items=MAX_ITEMS * ("Sling",)))
    table.do(AgreeEquipment(creature=bob, items=(MAX_ITEMS - 1) * ("Sling",)))

    assert MAX_ITEMS == 40 == len(table.who(bob).items)
    table.no(TooManyHere, GiveItem(creature=bob, item="Sling"))


@pytest.mark.rule("BN-CI-27", "BN-R-205")
def test_starting_equipment_must_be_agreed() -> None:
    """A character cannot play before its equipment is agreed.

    Afterwards it wears and holds as many of the items as possible.
    """
    table = Play()
    bob = table.one(ready=False)
    asked = AgreeEquipment(creature=bob, items=(LEATHER, "Spear", "Medium armor (chain)", "Buckler"), coins=30)
    table.no(OnlyTheGameMaster, asked, seat="ann")
    happened = table.do(asked)

    assert 4 * [ItemGiven] + [CoinsSet, EquipmentSettled] == [type(event) for event in happened]
    assert [True, True, False, True] == [one.item.ready for one in happened if isinstance(one, ItemGiven)]
    assert (True, 30) == (table.who(bob).ready, table.who(bob).coins)
    table.no(EquipmentAgreed, asked)


@pytest.mark.rule("BN-CI-27")
def test_starting_equipment_may_be_nothing_at_all() -> None:
    """Even an empty list of starting equipment must be agreed. The game refuses unknown items."""
    table = Play()
    bob = table.one(ready=False)
    table.no(NotKnownHere, AgreeEquipment(creature=bob, items=("Excalibur",)))

    table.when(AgreeEquipment(creature=bob)).then(EquipmentSettled(creature=bob))


@pytest.mark.rule("BN-CI-27", "AR-CAMP-02")
def test_the_game_master_sets_coins() -> None:
    """The event that records a creature's new number of coins states the reason."""
    table = Play()
    bob = table.one()
    paid = SetCoins(creature=bob, coins=12, reason="a purse is found")
    table.no(OnlyTheGameMaster, paid, seat="ann")
    table.when(paid).then(CoinsSet(creature=bob, coins=12, reason="a purse is found"))

    assert 12 == table.who(bob).coins


def test_taken_item_is_gone() -> None:
    """An item that the game master takes away does not fall to the ground."""
    table = Play()
    bob = table.one(items=("Spear",))
    spear = table.item_named(bob, "Spear")
    table.when(TakeItem(creature=bob, item=spear, reason="it breaks")).then(
        ItemLost(creature=bob, item=spear, reason="it breaks")
    )

    assert ({}, {}) == (table.who(bob).items, table.state.ground)
    table.no(NotKnownHere, TakeItem(creature=bob, item=spear, reason="it breaks"))


@pytest.mark.rule("BN-HORDE-02")
def test_horde_has_no_items() -> None:
    """A horde has only its dice, and the game refuses to give it an item."""
    table = Play()
    table.do(SpawnHorde(threat="Deadly"))
    (horde,) = table.state.characters
    table.no(HordeHasNothing, GiveItem(creature=horde, item="Spear"))


def test_listed_items_to_give() -> None:
    """The list offers the game master every catalogue item for each creature, and offers players none."""
    table = Play()
    table.one()
    table.given(DataLoaded(data=Data(items=(ItemKind(name="Vest", group="magic item"),))))
    (entry,) = listed(table.state, "gm", "GiveItem").allowed
    options = entry.fields["item"].options or ()

    assert {kind.name for kind in PRINTED.items} | {"Vest"} == set(options)
    assert {name for name, *_ in THINGS.values()} | {TOOLS} < set(options)
    assert () == listed(table.state, "ann", "GiveItem").allowed


@pytest.mark.rule("BN-R-044")
def test_icons_have_names_colours_and_glyphs() -> None:
    """Each icon has a colour, and a glyph if one is printed."""
    symbols = {row["name"]: (row["colour"], row.get("glyph")) for row in tables("icons")["symbol"]}

    assert ("brown", "X") == symbols["Enc"]
    assert ("black", "+") == symbols["Universal"]
    assert all(row["colour"] for row in (*tables("icons")["symbol"], *tables("icons")["mastery"]))


@pytest.mark.rule("BN-CAMP-88", "BN-CI-27")
@pytest.mark.parametrize(
    ("said", "has"), [({}, ["Dagger / knife", "Buckler"]), ({"items": ()}, []), ({"items": ("Spear",)}, ["Spear"])]
)
def test_agreed_equipment_defaults_to_the_requested_items(said: dict[str, Any], has: list[str]) -> None:
    """If the game master agrees to an empty list, the character has no items.

    The legal list offers first the requested items, then the empty list.
    """
    table = Play()
    bob = table.one(ready=False, asked=("Dagger / knife", "Buckler"))
    listed = [one.body for one in allowed_of(table.state, "gm", AgreeEquipment)]
    assert [False, True] == ["items" in body for body in listed]

    table.do(AgreeEquipment(creature=bob, **said))

    assert has == [table.who(bob).items[key].name for key in in_order(table.who(bob).items)]
    assert ((), True) == (table.who(bob).asked, table.who(bob).ready)
