"""The Keeper's corrections: AP in a round, turn order, charges, spells, and attacks dropped with a refund."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.charging import ChargeWeapon, ModeDoesNotFit, NotInHand
from services.rpg_specialist_total.chapters.combatants import ChangeCombatant
from services.rpg_specialist_total.chapters.corrections import (
    ApNotCounted,
    CorrectCharge,
    CorrectOrder,
    CorrectRound,
    CorrectSpell,
    NewCharge,
    NewSpell,
    NothingToCorrect,
    NotTheOrder,
    OrderCorrected,
)
from services.rpg_specialist_total.chapters.defence import Evade
from services.rpg_specialist_total.chapters.drugs import TakeDrug
from services.rpg_specialist_total.chapters.exchanges import DropExchange, ExchangeDropped
from services.rpg_specialist_total.chapters.items import DropItem, GiveItem
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.spells import CastPrepared, HoldSpell, OneEnergyOfAShield
from services.rpg_specialist_total.chapters.states import (
    BerserkersCastNothing,
    CannotAct,
    IsDead,
    LoseFatigue,
    LoseVitality,
)
from services.rpg_specialist_total.chapters.turns import NotEnoughAp, OrderRolled
from services.rpg_specialist_total.state.combatants import Carried, NewItem
from services.rpg_specialist_total.state.exchange import Rolled
from shared.kernel.campaign.fights import AnswerFirst, FightJoined, NoFight, NotInFight
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, OutOfRange
from tests.rpg_specialist_total.duel import FAILURE, LUCKY, PLAIN, Duel, ap, face
from tests.rpg_specialist_total.play import Play, allowed_of

WHY = "a slip of the pen"


def fighting(*, speed: int = 3, **groups: Any) -> tuple[Play, tuple[str, ...]]:  # noqa: ANN401 settings
    """Return a fight of three combatants, in its second round, and their ids."""
    play = Play(**groups)
    three = (play.one(speed_rating=speed), play.one("bob", speed_rating=speed), play.one("gm", speed_rating=speed))
    play.fight(*three, round=2)
    return play, three


@pytest.mark.rule("SC-CAMP-11")
def test_the_keeper_corrects_the_ap_of_a_round() -> None:
    """The Keeper may raise or lower a combatant's AP. No other seat may."""
    play, (ash, *_) = fighting()
    play.no(OnlyTheGameMaster, CorrectRound(character=ash, ap=9, reason=WHY), seat="ann")
    play.no(NothingToCorrect, CorrectRound(character=ash, reason=WHY))
    play.do(CorrectRound(character=ash, ap=9, reason=WHY))
    assert 9 == play.fighter(ash).ap

    play.do(CorrectRound(character=ash, ap=0, moved=True, reason=WHY))
    play.no(NotEnoughAp, SkillAction(character=ash, what="climb", ap=1), seat="ann")
    assert play.fighter(ash).moved


@pytest.mark.rule("SC-CAMP-11", "SC-R-25")
def test_the_keeper_locks_and_unlocks_ap() -> None:
    """AP that the Keeper locks return with the next turn. If the Keeper unlocks them, they are available at once."""
    play, (ash, *_) = fighting()
    play.do(CorrectRound(character=ash, locked=True, reason=WHY))
    locked = play.fighter(ash)
    assert (0, 3, True) == (locked.ap, locked.kept, locked.locked)

    play.do(CorrectRound(character=ash, locked=False, reason=WHY))
    freed = play.fighter(ash)
    assert (3, 0, False) == (freed.ap, freed.kept, freed.locked)


@pytest.mark.rule("SC-CAMP-11", "SC-R-95")
def test_outside_a_fight_ap_are_corrected_only_with_the_keepers_rounds() -> None:
    """Outside a fight, the Keeper can correct AP only if `outside_fights` is `keepers_round`.

    Locked AP and movement exist only in a fight.
    """
    play = Play()
    ash = play.one()
    play.no(ApNotCounted, CorrectRound(character=ash, ap=2, reason=WHY))
    play.no(NotInFight, CorrectRound(character=ash, locked=False, reason=WHY))

    counted = Play(ap={"outside_fights": "keepers_round"})
    ash = counted.one()
    counted.do(SkillAction(character=ash, what="climb", ap=3), seat="ann")
    counted.do(CorrectRound(character=ash, ap=2, reason=WHY))
    counted.do(SkillAction(character=ash, what="climb", ap=2), seat="ann")
    counted.no(NotEnoughAp, SkillAction(character=ash, what="climb", ap=1), seat="ann")


@pytest.mark.rule("SC-CAMP-55", "SC-CAMP-11", "AR-CAMP-08")
@pytest.mark.parametrize("in_fight", [True, False])
def test_ap_are_corrected_to_no_more_than_a_round_can_give(in_fight: bool) -> None:  # noqa: FBT001 a column
    """The most is the highest Speed Rating and the highest tier of a drug together. Version 1 has the limit of AP."""
    for form, most, beyond in ((2, 70, (71, 100)), (1, 100, ())):
        play = Play(form=form, ap={"outside_fights": "keepers_round"}, vitality={"points_per_rank": 1})
        ash = play.one(speed_rating=50, berserk_training=20)
        play.do(TakeDrug(character=ash, drug="berserk", tier=20))
        assert 70 == play.who(ash).ap_a_round
        if in_fight:
            play.fight(ash)

        for number in beyond:
            refusal = play.no(OutOfRange, CorrectRound(character=ash, ap=number, reason=WHY))
            assert (number, "ap") == (refusal.has, refusal.field)
        listed = (one.fields for one in allowed_of(play.state, "gm", CorrectRound))
        assert {most} == {fields["ap"].most for fields in listed if "ap" in fields}
        play.do(CorrectRound(character=ash, ap=most, reason=WHY))


@pytest.mark.rule("SC-CAMP-12")
def test_the_keeper_corrects_the_turn_order() -> None:
    """When the Keeper corrects the turn order, the current turn continues.

    Then the first combatant who has not had a turn acts.
    """
    play, (ash, bee, ogre) = fighting()
    play.no(NotTheOrder, CorrectOrder(order=(ogre, bee), reason=WHY))
    play.no(NotTheOrder, CorrectOrder(order=(ogre, bee, bee), reason=WHY))
    found = play.the(OrderCorrected, CorrectOrder(order=(ogre, ash, bee), reason=WHY))
    assert (99, 98, 97) == found.scores
    assert ((ogre, ash, bee), ash) == (play.order(), play.state.turn)
    play.turn()
    assert ogre == play.state.turn
    play.turn()
    assert bee == play.state.turn


@pytest.mark.rule("SC-CAMP-12")
def test_a_newcomer_joins_a_corrected_order_by_its_score() -> None:
    """When a newcomer joins, the other combatants keep the order that the Keeper set."""
    play, (ash, bee, ogre) = fighting()
    play.do(CorrectOrder(order=(ogre, ash, bee), reason=WHY))
    other = play.one("bob")
    play.given(FightJoined(participant=other, since=2), OrderRolled(character=other, roll=Rolled(total=98)))
    play.do(CorrectRound(character=ash, ap=3, reason=WHY))

    assert (ogre, ash, bee) == tuple(one for one in play.order() if one != other)


@pytest.mark.rule("SC-CAMP-12")
def test_the_order_is_corrected_only_in_a_fight_and_after_the_roll() -> None:
    """The order can be corrected only in a fight, after it is rolled, and while no attack is pending."""
    quiet = Play()
    ash = quiet.one()
    quiet.no(NoFight, CorrectOrder(order=(ash,), reason=WHY))

    duel = Duel()
    duel.strike(9, 9, 9, 9)
    duel.no(AnswerFirst, CorrectOrder(order=(duel.bob, duel.ann), reason=WHY))


@pytest.mark.rule("SC-CAMP-13", "SC-CHG-02")
def test_the_keeper_corrects_the_energy_in_an_item() -> None:
    """The Keeper sets or removes energy in items, carried or on the ground, in a mode that suits the item."""
    play = Play()
    ash = play.one(items=("long blade", "arrow"), energies=("fire",), components=("Bolt",))
    blade, arrow = play.item_named(ash, "long blade"), play.item_named(ash, "arrow")
    new = NewCharge(mode="conducted", energies=("cold",), ap=2, by=ash)
    play.no(NothingToCorrect, CorrectCharge(item=blade, reason=WHY))
    play.no(ModeDoesNotFit, CorrectCharge(item=arrow, charge=new, reason=WHY))
    play.no(NotKnownHere, CorrectCharge(item="item-99", charge=new, reason=WHY))
    play.do(ChargeWeapon(character=ash, item=blade, mode="bestowed", energies=("fire",), ap=1), seat="ann")
    play.do(CorrectCharge(item=blade, charge=new, reason=WHY))
    charge = play.who(ash).items[blade].charge
    assert charge is not None
    assert ("conducted", ("cold",), 2) == (charge.mode, charge.energies, charge.ap)

    play.do(CorrectCharge(item=blade, reason=WHY))
    assert play.who(ash).items[blade].charge is None
    play.state = play.state.item_changed(ash, arrow, number=4)
    many = NewCharge(mode="bestowed", energies=("cold",), ap=2, by=ash)
    play.no(NotInHand, CorrectCharge(item=arrow, charge=many, reason=WHY))


@pytest.mark.rule("SC-CAMP-14")
def test_the_keeper_corrects_any_combatants_spells() -> None:
    """The Keeper adds, replaces or ends a combatant's lasting spell."""
    play = Play()
    ash = play.one(energies=("fire",), components=("Bolt",))
    wall = NewSpell(kind="shield", what="a wall", energies=("fire",), ap=2, rounds=3)
    play.no(NothingToCorrect, CorrectSpell(character=ash, reason=WHY))
    play.no(OnlyTheGameMaster, CorrectSpell(character=ash, held=wall, reason=WHY), seat="ann")
    for wrong, needs in (
        ({"rounds": None}, "a number of rounds"), ({"energies": ("fire", "cold")}, "one energy"),
        ({"kind": "prepared"}, "no rounds"),
    ):  # fmt: skip
        held = replace(wall, **wrong)
        assert needs == play.no(OneEnergyOfAShield, CorrectSpell(character=ash, held=held, reason=WHY)).needs
    play.do(CorrectSpell(character=ash, held=wall, reason=WHY))
    (spell,) = play.who(ash).spells
    longer = NewSpell(kind="shield", what="a wall", energies=("fire",), ap=2, rounds=9)
    play.do(CorrectSpell(character=ash, spell=spell, held=longer, reason=WHY))
    assert 9 == play.who(ash).spells[spell].rounds

    play.do(CorrectSpell(character=ash, spell=spell, reason=WHY))
    assert {} == play.who(ash).spells


@pytest.mark.rule("SC-CAMP-14", "SC-CAMP-31")
def test_a_correction_respects_the_limit_of_spells() -> None:
    """The Keeper cannot add a spell to a combatant that has ten lasting spells."""
    play = Play()
    ash = play.one(energies=("fire",), components=("Bolt",))
    dart = NewSpell(kind="prepared", what="a dart", energies=("fire",), ap=1)
    for _ in range(9):
        play.do(CorrectSpell(character=ash, held=dart, reason=WHY))
    play.do(HoldSpell(character=ash, kind="prepared", what="a dart", energies=("fire",), ap=1), seat="ann")

    assert "TooManyHere" == type(play.when(CorrectSpell(character=ash, held=dart, reason=WHY)).outcome).__name__


@pytest.mark.rule("SC-CAMP-14", "SC-CAMP-32", "SC-R-100")
def test_a_correction_adds_no_spell_to_those_who_cannot_keep_it() -> None:
    """The Keeper cannot add a spell to the dead, nor a concentration spell to the unconscious or berserk."""
    play = Play(vitality={"points_per_rank": 5})
    light = NewSpell(kind="concentration", what="a light", energies=("fire",), ap=1)
    dead, senseless, berserk = play.one(), play.one(), play.one()
    play.do(LoseVitality(character=dead, amount=100, reason="a fall"))
    play.do(LoseFatigue(character=senseless, amount=20, reason="the heat"))
    play.do(TakeDrug(character=berserk, drug="berserk", tier=1))

    for who, refusal in ((dead, IsDead), (senseless, CannotAct), (berserk, BerserkersCastNothing)):
        play.no(refusal, CorrectSpell(character=who, held=light, reason=WHY))


@pytest.mark.rule("SC-CAMP-13", "SC-CAMP-32", "SC-CHC-04")
def test_a_correction_puts_energy_that_needs_touch_only_into_held_items() -> None:
    """The Keeper can put only bestowed energy into an item that lies on the ground or belongs to a dead combatant."""
    play = Play()
    ash = play.one(items=("long blade", "bare hands"))
    blade, hands = play.item_named(ash, "long blade"), play.item_named(ash, "bare hands")
    conducted = NewCharge(mode="conducted", energies=("cold",), ap=2, by=ash)
    play.do(DropItem(character=ash, item=blade))
    play.no(ModeDoesNotFit, CorrectCharge(item=blade, charge=conducted, reason=WHY))
    play.do(CorrectCharge(item=blade, charge=replace(conducted, mode="bestowed"), reason=WHY))

    play.do(LoseVitality(character=ash, amount=100, reason="a fall"))
    play.no(ModeDoesNotFit, CorrectCharge(item=hands, charge=replace(conducted, mode="charged"), reason=WHY))


@pytest.mark.rule("SC-CAMP-15", "SC-CAMP-23")
@pytest.mark.parametrize("refund", [True, False])
def test_a_dropped_attack_may_be_refunded(refund: bool) -> None:  # noqa: FBT001
    """If the Keeper chooses a refund, both sides regain the AP and Luck spent, and AP lost to a roll of 01."""
    both = {"luck": 2, "evasion_training": 2, "components": ("Evade",)}
    thrown, evaded = Duel(both, both), Duel(both, both)
    for duel in (thrown, evaded):
        shown = FAILURE if duel is thrown else PLAIN
        duel.do(duel.attack(ap=2, luck=1), LUCKY, 9, 9, 9, 9, 5, face(shown), seat="ann")
    evaded.do(Evade(components=ap(Evade=1), luck=1), LUCKY, 1, 1, 1, 1, face(FAILURE), seat="bob")
    for duel in (thrown, evaded):
        duel.the(ExchangeDropped, DropExchange(reason=WHY, refund=refund))

    def what_is_left(duel: Duel, who: str) -> tuple[int, bool, int]:
        return duel.fighter(who).ap, duel.fighter(who).locked, duel.who(who).luck

    full = (3, False, 2)
    assert (full if refund else (0, True, 1)) == what_is_left(thrown, thrown.ann)
    assert (full if refund else (0, True, 1)) == what_is_left(evaded, evaded.bob)
    assert (full if refund else (1, False, 1)) == what_is_left(evaded, evaded.ann)


@pytest.mark.rule("SC-CAMP-15")
def test_a_refund_restores_a_missile() -> None:
    """A refund returns an arrow to its stack, and a thrown weapon to the hand."""
    play = Play()
    ann, bob = play.one(items=("hunting bow", "hatchet")), play.one("bob", block=1)
    arrows = Carried(id=play.new("item"), kind="ammunition", name="arrow", number=3)
    play.state = play.state.change(ann, items={**play.who(ann).items, arrows.id: arrows}).raise_counter(arrows.id)
    bow, hatchet = play.item_named(ann, "hunting bow"), play.item_named(ann, "hatchet")
    play.do(Attack(attacker=ann, target=bob, weapon=bow, ammunition=arrows.id, ap=1), *(5,) * 5, face(PLAIN))
    play.do(DropExchange(reason=WHY, refund=True))
    assert (3, {}) == (play.who(ann).items[arrows.id].number, play.state.used)

    play.do(Attack(attacker=ann, target=bob, weapon=hatchet, ap=1), *(5,) * 4, face(PLAIN))
    assert hatchet in play.state.ground
    play.do(DropExchange(reason=WHY, refund=True))
    assert (True, {}) == (play.who(ann).items[hatchet].ready, play.state.ground)


@pytest.mark.rule("SC-CAMP-15", "SC-CRIT-10")
def test_a_refunded_attack_allows_no_fumble() -> None:
    """A refund removes the attack's critical failure, so the Keeper cannot add a fumble.

    The failures of earlier attacks remain.
    """
    duel = Duel(defender={"block": 1})
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    duel.do(DropExchange(reason=WHY))
    duel.do(CorrectRound(character=duel.ann, ap=3, locked=False, reason=WHY))
    (earlier,) = duel.state.failures
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    duel.do(DropExchange(reason=WHY, refund=True))

    assert [earlier] == list(duel.state.failures)


@pytest.mark.rule("SC-CAMP-15", "SC-MOVE-09")
@pytest.mark.parametrize("refund", [True, False])
def test_a_refund_restores_a_prepared_spell(refund: bool) -> None:  # noqa: FBT001
    """A refund restores a prepared spell. Without a refund, the spell counts as used."""
    duel = Duel({"energies": ("fire",), "components": ("Bolt",)}, {"block": 1})
    duel.do(HoldSpell(character=duel.ann, kind="prepared", what="a dart", energies=("fire",), ap=2, dice=1), seat="ann")
    held = duel.who(duel.ann).spells
    (spell,) = held
    duel.do(CastPrepared(character=duel.ann, spell=spell, target=duel.bob), 5, face(PLAIN), seat="ann")
    duel.do(DropExchange(reason=WHY, refund=refund))

    assert (held if refund else {}) == duel.who(duel.ann).spells
    assert 1 == duel.fighter(duel.ann).ap


@pytest.mark.rule("SC-CAMP-15", "SC-R-95")
def test_a_refund_outside_a_fight_restores_ap_of_the_keepers_round() -> None:
    """If `outside_fights` is `keepers_round`, refunded AP can be spent again outside a fight."""
    play = Play(ap={"outside_fights": "keepers_round"})
    ann, bob = play.one(items=("long blade",)), play.one("bob", block=1)
    blow = Attack(attacker=ann, target=bob, weapon=play.item_named(ann, "long blade"), ap=3)
    play.do(blow, *(5,) * 5, face(PLAIN), seat="ann")
    play.do(DropExchange(reason=WHY, refund=True))

    assert play.do(blow, *(5,) * 5, face(PLAIN), seat="ann")


@pytest.mark.rule("SC-CAMP-11")
def test_ap_can_be_corrected_while_an_attack_waits() -> None:
    """The Keeper may correct AP while an attack is pending. The defender may then spend the added AP on the defence."""
    duel = Duel(defender={"components": ("Evade",)})
    duel.strike(9, 9, 9, 9)
    duel.do(CorrectRound(character=duel.bob, ap=5, reason=WHY))

    duel.do(Evade(components=ap(Evade=5)), *[1] * 5, face(PLAIN), seat="bob")
    assert 0 == duel.fighter(duel.bob).ap


@pytest.mark.rule("SC-CAMP-57", "SC-CAMP-04", "AR-FIGHT-06")
def test_nothing_is_given_between_a_blow_and_its_answer() -> None:
    """While an attack waits, the Keeper gives no shield, but may set luck points.

    Under version 1 of the rules a shield is given at once.
    """
    duel, before = Duel(), Duel(form=1)
    gift = GiveItem(character=duel.bob, item=NewItem(kind="shield", name="round shield", ready=True))
    for one in (duel, before):
        one.strike(5, 5, 5, 5)

    assert (duel.exchange.id,) == duel.no(AnswerFirst, gift).needs
    duel.do(ChangeCombatant(character=duel.bob, luck=50, reason="a saint looks on"))
    before.do(gift)
    duel.do(DropExchange(reason="never mind"))
    duel.do(gift)
