"""What a refund returns from an attack with energy: missiles, lasting shields and prepared spells."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.counterspells import CounterByShield, EnergiesCancelled
from services.rpg_specialist_total.chapters.damage import RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Stand
from services.rpg_specialist_total.chapters.exchanges import DropExchange, ExchangeDropped
from services.rpg_specialist_total.chapters.items import ItemGiven
from services.rpg_specialist_total.chapters.spells import CastPrepared, OnePreparedSpell, SpellEnded, SpellHeld
from services.rpg_specialist_total.state.combatants import Held
from tests.rpg_specialist_total.duel import ap
from tests.rpg_specialist_total.magic import FAILURE, LOW, SHOWN, Magic, holding, incoming

WHY = "the wrong target"
REFUND = DropExchange(reason=WHY, refund=True)
WALL: Final = Held(id="spell-90", kind="shield", what="a wall", energies=("fire",), ap=1, dice=3, rounds=4)


def released(form: int, weapon: str, charged: str) -> tuple[Magic, str]:
    """Return a fight in which the energy of a missile has hit and waits for its damage roll, and the missile's id."""
    play = Magic(form=form)
    play.put(charged, "fire", ap=1)
    arrow = next((one.id for one in play.who(play.ann).items.values() if one.charge and one.kind == "ammunition"), None)
    shot = arrow or play.item_named(play.ann, "arrow")
    more: dict[str, Any] = {"ammunition": shot} if weapon == "hunting bow" else {}
    play.strike(weapon, *LOW[weapon], **more)
    assert play.state.exchange is not None
    missile = play.state.exchange.declared.ammunition or play.state.exchange.declared.weapon
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 4, seat="ann")
    play.do(RollMitigation(), seat="bob")
    assert ("damage", True) == (play.exchange.step, play.exchange.portion)
    assert missile is not None
    return play, missile


@pytest.mark.rule("SC-CAMP-41", "SC-CAMP-15")
@pytest.mark.parametrize(
    ("weapon", "charged"), [("hatchet", "hatchet"), ("hunting bow", "arrow"), ("hunting bow", "hunting bow")]
)
def test_a_refund_restores_a_missile_whose_energy_was_released(weapon: str, charged: str) -> None:
    """A refund returns a missile whose energy was released, without the energy.

    In older campaigns the missile stays where it fell.
    """
    play, missile = released(2, weapon, charged)
    before, _ = released(1, weapon, charged)
    ap = play.fighter(play.ann).ap

    assert (missile,) == play.the(ExchangeDropped, REFUND).items

    assert (None, ap + 1) == (play.who(play.ann).items[missile].charge, play.fighter(play.ann).ap)
    assert ({}, {}) == (play.state.ground, play.state.used)
    assert () == before.the(ExchangeDropped, REFUND).items


@pytest.mark.rule("SC-CAMP-41", "SC-CAMP-15")
@pytest.mark.parametrize("form", [2, 1])
def test_a_refund_returns_no_arrow_in_place_of_one_that_was_caught(form: int) -> None:
    """A refund does not return an earlier arrow in place of one that was caught.

    In older campaigns it returns an earlier arrow of a bow with energy from where it fell.
    """
    play = Magic(form=form, bob={"components": ("Catch",)})
    play.given(ItemGiven(character=play.ann, item=play.item("arrow", number=3)))
    play.strike("hunting bow", *LOW["hunting bow"], ammunition=play.item_named(play.ann, "arrow"))
    play.do(DropExchange(reason=WHY))
    play.put("hunting bow", "charm", ap=1)
    play.strike("hunting bow", *LOW["hunting bow"], ammunition=play.item_named(play.ann, "arrow"))
    play.do(Block(components=ap(Catch=1)), 9, SHOWN, seat="bob")
    assert ("energy", "caught") == (play.exchange.step, play.exchange.outcome)

    returned = play.the(ExchangeDropped, REFUND).items

    assert (1 if form > 1 else 0, form > 1) == (len(play.state.used), not returned)


@pytest.mark.rule("SC-CAMP-42", "SC-CAMP-15")
@pytest.mark.parametrize("refund", [True, False])
def test_a_refund_ends_a_shield_that_was_raised_in_the_attack(refund: bool) -> None:  # noqa: FBT001
    """A refund ends a shield that was raised in the attack, and returns its AP.

    Without a refund, the shield stays and its AP are spent. Older campaigns keep the shield even after a refund.
    """
    play, before = incoming(bob={"block": 1}), incoming(bob={"block": 1}, form=1)
    for one in (play, before):
        one.do(CounterByShield(energy="fire", ap=1, dice=1, rounds=5), seat="bob")
        one.do(Block(), 1, 1, SHOWN, seat="bob")
        assert 1 == len(one.who(one.bob).spells)
        one.do(DropExchange(reason=WHY, refund=refund))

    assert ((5, 0) if refund else (4, 1)) == (play.fighter(play.bob).ap, len(play.who(play.bob).spells))
    assert 1 == len(before.who(before.bob).spells)


@pytest.mark.rule("SC-CAMP-42", "SC-CSP-14")
@pytest.mark.parametrize(("refund", "form"), [(True, 2), (False, 2), (True, 1)])
def test_a_refund_restores_a_shield_that_ended_in_the_attack(refund: bool, form: int) -> None:  # noqa: FBT001
    """A refund restores a shield that ended when it cancelled the cold of an attack with cold and electricity.

    In older campaigns the shield stays ended.
    """
    play = Magic(form=form, bob={"block": 1}, counterspell={"mixed_energies": "opposed_only"})
    play.given(SpellHeld(character=play.bob, held=WALL))
    play.cast("Bolt", ("cold", "electric"), 1, 1)
    play.do(CounterByShield(energy="fire", spell=WALL.id), seat="bob")
    found = [type(event) for event in play.do(Block(), 9, 9, 9, 9, SHOWN, seat="bob")]
    assert {EnergiesCancelled, SpellEnded} <= {*found}

    play.do(DropExchange(reason=WHY, refund=refund))

    assert ({WALL.id: WALL} if refund and form > 1 else {}) == play.who(play.bob).spells


@pytest.mark.rule("SC-CAMP-42", "SC-R-65")
def test_a_refund_restores_a_shield_that_ended_against_the_energy_of_a_weapon() -> None:
    """A refund restores a shield that ended when it cancelled the cold in a blade with cold and electricity."""
    play = Magic(counterspell={"mixed_energies": "opposed_only", "charged_weapons": True})
    play.given(SpellHeld(character=play.bob, held=WALL))
    play.put("long blade", "cold", "electric", mode="bestowed")
    play.strike("long blade", 2, 2, 2, 2, 2)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 4, seat="ann")
    play.do(RollMitigation(), seat="bob")
    assert SpellEnded in [type(one) for one in play.do(CounterByShield(energy="fire", spell=WALL.id), 9, 9, 9)]

    play.do(REFUND)

    assert {WALL.id: WALL} == play.who(play.bob).spells


@pytest.mark.rule("SC-CAMP-42", "SC-CAMP-15")
@pytest.mark.parametrize(("endurance", "dead"), [(4, True), (90, False)])
def test_a_refund_restores_no_spell_that_ended_by_damage(endurance: int, dead: bool) -> None:  # noqa: FBT001
    """A refund does not undo damage: it restores no concentration of the unconscious, and no spell of the dead."""
    play = Magic(bob={"vitality": 4, "endurance": endurance})
    for held in (WALL, replace(WALL, id="spell-91", kind="concentration", rounds=None)):
        play.given(SpellHeld(character=play.bob, held=held))
    play.put("long blade", "electric", ap=1, mode="bestowed", components=("Chosen Foe",), selective="trolls")
    play.strike("long blade", 2, 2, 2, 2, 2)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 9, seat="ann")
    play.do(RollMitigation(), seat="bob")
    assert (dead, "energy") == (play.who(play.bob).dead, play.exchange.step)

    play.do(REFUND)

    assert ({} if dead else {WALL.id: WALL}) == play.who(play.bob).spells


@pytest.mark.rule("SC-CAMP-42", "SC-R-101")
@pytest.mark.parametrize(("refund", "form"), [(True, 2), (False, 2), (True, 1)])
def test_a_refunded_prepared_spell_may_be_cast_again_after_a_01(refund: bool, form: int) -> None:  # noqa: FBT001
    """A refund also returns the right to cast one prepared spell after a 01.

    The right does not return without a refund, nor in older campaigns.
    """
    play = Magic(form=form)
    for _ in range(2):
        play.do(holding(play, ap=1))
    first, second = play.who(play.ann).spells
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(DropExchange(reason=WHY))
    cast = CastPrepared(character=play.ann, spell=first, target=play.bob)
    play.do(cast, 5, 5, 5, 5, SHOWN)
    play.do(DropExchange(reason=WHY, refund=refund))

    assert (1 + refund) == len(play.who(play.ann).spells)
    if refund and form > 1:
        play.do(cast, 5, 5, 5, 5, SHOWN)
    else:
        play.no(OnePreparedSpell, CastPrepared(character=play.ann, spell=second, target=play.bob))


@pytest.mark.rule("SC-CAMP-42", "SC-R-101", "SC-R-25")
@pytest.mark.parametrize("lock", ["until_next_turn", "until_next_round"])
@pytest.mark.parametrize("form", [2, 1])
def test_a_refunded_01_limits_no_prepared_spells(lock: str, form: int) -> None:
    """A refund of an attack with a 01 returns its AP and lifts the limit on prepared spells.

    In older campaigns the limit stays if the 01 locked no AP.
    """
    play = Magic(form=form, critical={"ap_lock": lock})
    for _ in range(2):
        play.do(holding(play, ap=1))
    first, second = (
        CastPrepared(character=play.ann, spell=spell, target=play.bob) for spell in play.who(play.ann).spells
    )
    before = play.fighter(play.ann)
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(REFUND)
    play.do(first, 5, 5, 5, 5, SHOWN)
    play.do(DropExchange(reason=WHY))

    assert before.ap == play.fighter(play.ann).ap
    if form > 1 or lock == "until_next_turn":
        play.do(second, 5, 5, 5, 5, SHOWN)
    else:
        play.no(OnePreparedSpell, second)


@pytest.mark.rule("SC-CAMP-42", "SC-R-101", "SC-R-25")
@pytest.mark.parametrize("lock", ["until_next_turn", "until_next_round"])
def test_an_earlier_01_still_limits_prepared_spells_after_the_refund_of_a_second_one(lock: str) -> None:
    """If only a second 01 is refunded, the first still limits prepared spells to the returned one."""
    play = Magic(critical={"ap_lock": lock})
    for _ in range(2):
        play.do(holding(play, ap=1))
    first, second = (
        CastPrepared(character=play.ann, spell=spell, target=play.bob) for spell in play.who(play.ann).spells
    )
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(DropExchange(reason=WHY))
    play.do(first, 5, 5, 5, 5, FAILURE)
    play.do(REFUND)

    play.do(first, 5, 5, 5, 5, SHOWN)
    play.do(DropExchange(reason=WHY))
    play.no(OnePreparedSpell, second)
