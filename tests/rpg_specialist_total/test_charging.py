"""Charging weapons: the mode that suits each weapon, the cost, and what happens to the energy later."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.attacks import ComponentNotKnown, EnergyNotCast, PieceTaken
from services.rpg_specialist_total.chapters.charging import (
    ChargeFaded,
    ChargeWeapon,
    ModeDoesNotFit,
    NotInHand,
    SelectsNoTarget,
    WeaponCharged,
)
from services.rpg_specialist_total.chapters.items import DropItem, ItemDropped, ItemGiven
from services.rpg_specialist_total.chapters.movement import TakeUpItem
from services.rpg_specialist_total.chapters.states import CannotAct, Died, FatigueLost, LoseVitality
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp, OneApAtLeast
from services.rpg_specialist_total.state.combatants import Charge
from shared.kernel.campaign.fights import NotYourTurn
from shared.kernel.campaign.seats import NotYours
from tests.rpg_specialist_total.magic import Magic
from tests.rpg_specialist_total.play import Play

ARMED = ("bare hands", "long blade", "hatchet", "hunting bow", "arrow")
MAGE: dict[str, Any] = {"energies": ("fire", "cold", "electric", "charm", "death"), "components": ("Bolt",)}


def mage(play: Play, seat: str = "ann", **more: Any) -> str:  # noqa: ANN401 fields of a sheet
    """Create a mage with a weapon of each kind."""
    return play.one(seat, items=ARMED, **{**MAGE, **more})


def charging(play: Play, who: str, name: str, mode: Any, **more: Any) -> ChargeWeapon:  # noqa: ANN401
    """Return a command that puts fire into an item."""
    fields: dict[str, Any] = {"energies": ("fire",), "ap": 1, **more}
    return ChargeWeapon(character=who, item=play.item_named(who, name), mode=mode, **fields)


FITS = {
    "bare hands": {"charged"}, "long blade": {"conducted", "bestowed"}, "hatchet": {"bestowed"},
    "hunting bow": {"bestowed"}, "arrow": {"bestowed"},
}  # fmt: skip


@pytest.mark.rule("SC-CHG-01", "SC-CHG-02", "SC-CHG-03", "SC-CHG-04", "SC-CHG-05", "SC-R-38")
@pytest.mark.parametrize("mode", ["charged", "conducted", "bestowed"])
@pytest.mark.parametrize("name", ARMED)
def test_each_weapon_has_its_modes_of_charging(name: str, mode: Any) -> None:  # noqa: ANN401
    """Unarmed weapons are charged, melee weapons conducted or bestowed, and ranged weapons bestowed.

    The game refuses other modes.
    """
    play = Play()
    who = mage(play)
    command = charging(play, who, name, mode, ap=2)

    if mode not in FITS[name]:
        play.no(ModeDoesNotFit, command, seat="ann")
        return
    charge = Charge(mode=mode, energies=("fire",), ap=2, by=who)
    item = play.item_named(who, name)
    play.when(command, seat="ann").then(
        ApSpent(character=who, ap=2, use="spell"), WeaponCharged(item=item, charge=charge)
    )
    assert charge == play.who(who).items[item].charge


@pytest.mark.rule("SC-R-94", "SC-R-09", "SC-ACT-01")
def test_charging_is_a_separate_action_that_costs_ap() -> None:
    """In a fight, charging a weapon needs the combatant's own turn and at least 1 AP, and is not an attack."""
    play = Play()
    who, foe = mage(play, speed_rating=2), mage(play, "bob")
    play.fight(who, foe)
    play.no(NotYourTurn, charging(play, foe, "hatchet", "bestowed"))
    play.no(OneApAtLeast, charging(play, who, "hatchet", "bestowed", ap=0))
    play.no(NotEnoughAp, charging(play, who, "hatchet", "bestowed", ap=3))

    command = charging(play, who, "hatchet", "bestowed", ap=2, energies=("fire", "electric"))

    play.when(command, seat="ann").then(
        ApSpent(character=who, ap=2, use="spell"),
        WeaponCharged(
            item=command.item, charge=Charge(mode="bestowed", energies=("fire", "electric"), ap=2, by=who)
        ),
    )  # fmt: skip
    assert 0 == play.fighter(who).ap
    assert play.state.exchange is None


@pytest.mark.rule("SC-CAMP-30", "SC-PROH-08")
def test_a_combatant_charges_only_with_known_energies() -> None:
    """The game refuses unknown and prohibitive energies. Only the Keeper may charge another combatant's weapon."""
    play = Play()
    who = mage(play)
    play.no(EnergyNotCast, charging(play, who, "hatchet", "bestowed", energies=("life",)))
    play.no(EnergyNotCast, charging(play, who, "hatchet", "bestowed", energies=("death",)))
    play.no(ComponentNotKnown, charging(play, who, "hatchet", "bestowed", components=("Ward",)))
    play.no(NotYours, charging(play, who, "hatchet", "bestowed"), seat="bob")

    play.given(FatigueLost(character=who, amount=20, cause="the heat"))
    play.no(CannotAct, charging(play, who, "hatchet", "bestowed"))


def test_only_a_ready_item_can_be_charged() -> None:
    """A weapon that is not ready and ammunition that is used up cannot be charged."""
    play = Play()
    who = play.one(**MAGE)
    blade, none = play.item("long blade", ready=False), play.item("arrow", number=0)
    play.given(ItemGiven(character=who, item=blade), ItemGiven(character=who, item=none))

    play.no(NotInHand, charging(play, who, "long blade", "bestowed"))
    play.no(NotInHand, charging(play, who, "arrow", "bestowed"))


@pytest.mark.rule("SC-CHB-04", "SC-CHR-05")
def test_only_bestowed_energy_can_select_its_targets() -> None:
    """A charge can be limited to one kind of target only if it is bestowed with a component that selects targets."""
    play = Play()
    who, chooser = mage(play), mage(play, "bob", components=("Chosen Foe",))
    play.no(SelectsNoTarget, charging(play, who, "arrow", "bestowed", selective="troll"))
    chosen: dict[str, Any] = {"selective": "troll", "components": ("Chosen Foe",)}
    play.no(SelectsNoTarget, charging(play, chooser, "long blade", "conducted", **chosen))
    play.no(SelectsNoTarget, charging(play, chooser, "arrow", "bestowed", selective="troll"))

    charged = play.the(WeaponCharged, charging(play, chooser, "arrow", "bestowed", **chosen))

    assert "troll" == charged.charge.selective


@pytest.mark.rule("SC-CHR-01")
def test_one_arrow_of_many_is_charged() -> None:
    """Charging a stack splits off one piece, which is charged. A single piece is charged in place."""
    play = Play()
    who = play.one(**MAGE)
    arrows = play.item("arrow", number=2)
    play.given(ItemGiven(character=who, item=arrows))
    first = ChargeWeapon(character=who, item=arrows.id, mode="bestowed", energies=("fire",), ap=1)
    piece = play.new("item")

    _, taken, charged = play.do(first)
    _, *again = play.do(first)

    assert isinstance(taken, PieceTaken)
    assert isinstance(charged, WeaponCharged)
    assert (piece, 1, piece) == (taken.piece.id, taken.piece.number, charged.item)
    assert [WeaponCharged(item=arrows.id, charge=charged.charge)] == again
    assert {arrows.id: 1, piece: 1} == {one.id: one.number for one in play.who(who).items.values()}


@pytest.mark.rule("SC-CHC-04")
def test_new_energy_replaces_the_earlier_charge() -> None:
    """A weapon holds one charge. When it is charged again, the earlier charge fades without effect."""
    play = Play()
    who = mage(play)
    play.do(charging(play, who, "long blade", "conducted"))

    command = charging(play, who, "long blade", "bestowed", energies=("cold",))

    play.when(command).then(
        ApSpent(character=who, ap=1, use="spell"),
        ChargeFaded(item=command.item, energies=("fire",)),
        WeaponCharged(item=command.item, charge=Charge(mode="bestowed", energies=("cold",), ap=1, by=who)),
    )


@pytest.mark.rule("SC-CHC-04", "SC-CHB-02", "SC-CHR-04", "SC-X-20")
@pytest.mark.parametrize(("mode", "stays"), [("conducted", False), ("bestowed", True)])
def test_conducted_energy_fades_when_the_weapon_leaves_the_hand(mode: Any, stays: bool) -> None:  # noqa: ANN401, FBT001
    """When a weapon leaves the hand, conducted energy fades.

    Bestowed energy stays, and the finder of the weapon can use it.
    """
    play = Play()
    who, other = mage(play), play.one("bob")
    blade = play.item_named(who, "long blade")
    play.do(charging(play, who, "long blade", mode))
    charge = play.who(who).items[blade].charge
    faded = () if stays else (ChargeFaded(item=blade, energies=("fire",)),)

    play.when(DropItem(character=who, item=blade), seat="ann").then(ItemDropped(character=who, item=blade), *faded)
    assert (charge if stays else None) == play.state.ground[blade].charge
    play.do(TakeUpItem(character=other, item=blade), seat="bob")
    assert (charge if stays else None) == play.who(other).items[blade].charge


@pytest.mark.rule("SC-CAMP-32")
def test_energy_that_needs_touch_fades_when_its_wielder_dies() -> None:
    """When a wielder dies, charged and conducted energy fades in all of its items. Bestowed energy does not fade."""
    play = Play()
    who = mage(play)
    for name, mode in (("bare hands", "charged"), ("long blade", "conducted"), ("hatchet", "bestowed")):
        play.do(charging(play, who, name, mode))
    hands, blade = play.item_named(who, "bare hands"), play.item_named(who, "long blade")

    _, died, *faded = play.do(LoseVitality(character=who, amount=100, reason="a fall"))

    assert isinstance(died, Died)
    assert [ChargeFaded(item=hands, energies=("fire",)), ChargeFaded(item=blade, energies=("fire",))] == faded
    assert play.who(who).items[play.item_named(who, "hatchet")].charge is not None


@pytest.mark.rule("SC-CHG-02")
def test_a_shield_cannot_be_charged() -> None:
    """The refusal of a charge for a shield names the field, and lists the items that can be charged."""
    play = Play()
    who = play.one(**MAGE, items=("round shield",))
    refused = play.when(charging(play, who, "round shield", "bestowed")).outcome

    assert isinstance(refused, ModeDoesNotFit)
    assert ("item", "round shield") == (refused.field, refused.has)


@pytest.mark.rule("SC-R-114", "SC-CHR-01")
def test_a_charged_bow_shoots_the_energy_of_a_charged_arrow() -> None:
    """A charged arrow carries its own energy, and the bow keeps its energy. A plain arrow carries the bow's energy."""
    for arrow, carried in (("cold", "cold"), (None, "fire")):
        play = Magic()
        bow = play.put("hunting bow", "fire")
        if arrow is not None:
            play.put("arrow", arrow)

        play.strike("hunting bow", 9, 9, 9, 9, 9)

        charge = play.exchange.declared.charge
        kept = play.who(play.ann).items[bow].charge
        assert charge is not None
        assert kept is not None
        assert ((carried,), ("fire",)) == (charge.energies, kept.energies)
