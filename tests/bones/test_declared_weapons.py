"""Weapons in a declaration: one or two carried weapons, none, or a weapon that is used in another task."""

import pytest

from services.bones.chapters.fights.declaring import (
    Declare,
    EmptyHandsNeeded,
    NotCarried,
)
from services.bones.chapters.people.handling import BothHandsFull, ItemReadied, NotAtHand, OneWeapon
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.state.combat import Declaration
from shared.kernel.campaign.seats import NamedTwice
from tests.bones.fight import BOOTS, BRAWLER, PLAIN, SWORD, Fight
from tests.bones.play import allowed_of

KNIFE = "Dagger / knife"
GREAT = "Two-handed melee (great sword, maul, great ax)"

TWO_WEAPONS = ("Universal", "Physical", "Melee:Two Weapon", "Melee", "Defend", "blank")


@pytest.mark.rule("BN-R-265", "BN-CMB-10")
def test_declaration_names_a_carried_weapon() -> None:
    """A declared weapon is readied once all have declared. The game refuses items that the creature does not carry."""
    table = Fight()
    bob, goblin = table.die("ann", items=(SWORD, BOOTS)), table.die("gm", items=(SWORD,))
    sword, other = table.item_named(bob, SWORD), table.item_named(goblin, SWORD)
    table.state = table.state.item_changed(bob, sword, ready=False)
    table.begin([bob], [goblin])
    for wrong in ((other,), ("item-99",)):
        table.no(NotCarried, Declare(creature=bob, doing="fight", weapons=wrong))
    table.says(bob, weapons=(sword,))
    assert not table.who(bob).items[sword].ready

    happened = table.says(goblin, "nothing")

    assert ItemReadied(creature=bob, item=sword) == happened[-1]


@pytest.mark.rule("BN-R-265")
def test_weapon_can_be_used_in_another_task() -> None:
    """Another task may use one weapon, whatever masteries the dice have.

    The game refuses items that are not weapons.
    """
    table = Fight()
    bob, goblin = table.die("ann", items=(SWORD, KNIFE, BOOTS), dice=TWO_WEAPONS), table.die("gm")
    sword, knife, boots = (table.item_named(bob, name) for name in (SWORD, KNIFE, BOOTS))
    table.begin([bob], [goblin])

    table.no(NotAtHand, Declare(creature=bob, doing="fight", weapons=(boots,)))
    table.no(OneWeapon, Declare(creature=bob, doing="other", aim="it juggles", weapons=(sword, knife)))
    table.says(bob, "other", aim="it juggles", weapons=(sword,))
    assert (sword,) == (table.fighter(bob).declaration or Declaration(doing="nothing")).weapons


@pytest.mark.rule("BN-MAST-23", "BN-R-003", "BN-R-004")
def test_two_weapons_need_their_mastery_and_no_shield() -> None:
    """A second weapon needs the mastery icon on a die, and no shield in the other hand."""
    table = Fight(tasks={"two_hands_exclude_shield": True})
    plain = table.die("ann", items=(SWORD, KNIFE))
    both = table.die("ann", items=(SWORD, KNIFE), dice=TWO_WEAPONS)
    shield = table.die("ann", items=(SWORD, KNIFE, GREAT, "Buckler"), dice=TWO_WEAPONS)
    table.begin([plain, both, shield])

    def two(who: str) -> Declare:
        return Declare(
            creature=who, doing="fight", weapons=(table.item_named(who, SWORD), table.item_named(who, KNIFE))
        )

    for who in (plain, shield):
        table.no(OneWeapon, two(who))
    table.no(BothHandsFull, Declare(creature=shield, doing="fight", weapons=(table.item_named(shield, GREAT),)))
    table.do(two(both))
    sword = table.item_named(plain, SWORD)
    table.no(NamedTwice, Declare(creature=plain, doing="fight", weapons=(sword, sword)))


@pytest.mark.rule("BN-R-249", "BN-R-011")
@pytest.mark.parametrize("empty", [True, False])
def test_unarmed_needs_empty_hands_and_its_icon(empty: bool) -> None:  # noqa: FBT001 both ways
    """Fighting unarmed needs empty hands and the Unarmed icon.

    If `unarmed_needs_empty_hands` is false, the hand may hold a weapon.
    """
    table = Fight(combat={"unarmed_needs_empty_hands": empty})
    bob, goblin = table.die("ann", items=(SWORD,), dice=BRAWLER), table.die("gm")
    armed = Declare(creature=bob, doing="fight", unarmed=True, weapons=(table.item_named(bob, SWORD),))
    table.begin([bob], [goblin])
    table.no(MayNotTry, Declare(creature=goblin, doing="fight", unarmed=True))
    if empty:
        table.no(EmptyHandsNeeded, armed)
        armed = Declare(creature=bob, doing="fight", unarmed=True)
    table.do(armed)
    assert table.fighter(bob).declaration.unarmed  # type: ignore[union-attr]


@pytest.mark.rule("BN-CAMP-89")
@pytest.mark.parametrize(
    ("dice", "ready", "first"),
    [
        (PLAIN, ("Spear",), ["Spear"]), (PLAIN, (), []), (PLAIN, ("Dagger / knife", "Spear"), ["Dagger / knife"]),
        (("Melee:Two Weapon",) * 6, ("Dagger / knife", "Spear"), ["Dagger / knife", "Spear"]),
        (("Melee:Two Weapon",) * 6, ("Dagger / knife", "Spear", "Buckler"), ["Dagger / knife"]),
    ],
)  # fmt: skip
def test_first_listed_declaration_uses_the_weapons_in_hand(
    dice: tuple[str, ...], ready: tuple[str, ...], first: list[str]
) -> None:
    """The first listed declaration uses all ready weapons that can be used together."""
    table = Fight()
    bob, goblin = table.die("ann", 1, dice), table.die("gm")
    carried = [table.item(name, ready=name in ready) for name in ("Dagger / knife", "Spear", "Buckler")]
    table.state = table.state.change(bob, items={one.id: one for one in carried})
    table.begin([bob], [goblin])

    (listed,) = [
        one for one in allowed_of(table.state, "ann", Declare)
        if one.body["doing"] == "fight" and not one.body.get("unarmed")
    ]  # fmt: skip

    names = {one.id: one.name for one in carried}
    assert first == [names[key] for key in listed.body.get("weapons", ())]
    table.says(bob, "fight", seat="ann", weapons=tuple(listed.body.get("weapons", ())))
