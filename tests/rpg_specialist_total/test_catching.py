"""Catching: the missiles and energies that a defender can catch, and the defences that catching excludes."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.defence import (
    Block,
    BlockRolled,
    NothingToCatch,
)
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded
from services.rpg_specialist_total.chapters.turns import ApSpent
from tests.rpg_specialist_total.duel import Duel, ap, damage_dealt, outcome, roll
from tests.rpg_specialist_total.magic import BOLT, KNOWING, MAGE, WHISPER
from tests.rpg_specialist_total.play import allowed_of


@pytest.mark.rule("SC-R-77", "SC-DEF-08")
def test_a_missile_is_caught_instead_of_glancing_off() -> None:
    """With Catch in the block, a total defence above the to-hit total catches the missile.

    Otherwise the missile hits.
    """
    for shown, came in ((10, "caught"), (1, "hit")):
        duel = Duel(MAGE, KNOWING)
        duel.strike(2, 2, 2, 2, weapon=duel.item_named(duel.ann, "hatchet"))
        found = duel.block(shown, components=ap(Catch=1))
        assert came == outcome(found)
        assert (came == "caught") == isinstance(found[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-77")
def test_only_missiles_and_energy_can_be_caught() -> None:
    """A blade cannot be caught, nor can a spell without energy, which only campaigns before form 2 have."""
    duel, spell = Duel(MAGE, KNOWING), Duel(MAGE, KNOWING, form=1)
    duel.strike(2, 2, 2, 2)
    spell.strike(2, 2, **{**BOLT, "energies": ()})

    duel.no(NothingToCatch, Block(components=ap(Catch=1)), seat="bob")
    spell.no(NothingToCatch, Block(components=ap(Catch=1)), seat="bob")


@pytest.mark.rule("SC-R-77", "SC-PMA-07")
@pytest.mark.parametrize("spell", [BOLT, WHISPER])
def test_catching_energy_excludes_all_other_defence(spell: dict[str, Any]) -> None:
    """A defender who catches energy has no other defence, not even a shield. The energy hits without mitigation."""
    duel = Duel(MAGE, {**KNOWING, "block": 5, "armor": "heavy"})
    duel.strike(1, 1, **spell)
    exchange = duel.exchange.id

    found = duel.do(Block(components=ap(Catch=1)), seat="bob")

    assert [
        ApSpent(character=duel.bob, ap=1, use="defence"),
        BlockRolled(exchange=exchange, rolled=roll(0), components=ap(Catch=1), catching=True),
    ] == found[:2]
    assert ("hit", "damage") == (outcome(found), duel.exchange.step)
    assert 7 == damage_dealt(duel.damage(7)).amount


@pytest.mark.rule("SC-R-77", "SC-PMA-07", "SC-R-06")
def test_catching_energy_allows_no_luck() -> None:
    """The game refuses Luck for catching energy, even if `luck.cap` allows Luck in a roll without other dice."""
    duel = Duel(MAGE, {**KNOWING, "luck": 3, "components": ("Catch",), "items": ()}, luck={"cap": "3"})
    duel.strike(1, 1, **BOLT)

    duel.no(TooManyLuckDice, Block(components=ap(Catch=1), luck=1), seat="bob")
    assert [{"luck"}, set(), set(), set()] == [set(entry.fields) for entry in allowed_of(duel.state, "bob", Block)]
