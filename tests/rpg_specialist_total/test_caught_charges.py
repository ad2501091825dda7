"""Charged weapons that are caught or turned back, and the combatants that their energy affects."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.charging import ChargeFaded
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.damage import (
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyReleased,
    EnergyResisted,
    EnergyTookEffect,
    JudgeEnergy,
    RollStatedDefence,
    SpellFaded,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.items import ItemTakenUp
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import CannotAct
from services.rpg_specialist_total.state.combatants import Invested
from shared.kernel.campaign.fights import TurnBegan
from tests.rpg_specialist_total.magic import (
    FAILURE,
    LOW,
    SHOWN,
    SUCCESS,
    Magic,
    charge_in,
    charged_fight,
    roll_of,
)
from tests.rpg_specialist_total.play import allowed_of


@pytest.mark.rule("SC-R-83")
@pytest.mark.parametrize("setting", ["released_on_attacker", "stays"])
def test_energy_of_an_attack_that_is_turned_back_affects_the_attacker(setting: str) -> None:
    """The energy of a charged attack that is turned back affects the original attacker.

    If `counterattack.energy` is `stays`, it stays in the weapon.
    """
    play = Magic(ann={"armor": "light"}, bob={"evasion_training": 1}, counterattack={"energy": setting})
    blade = play.put("long blade", "fire", ap=2)
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(Evade(), 1, SUCCESS, seat="bob")
    play.do(TurnBack(choice="return"), seat="bob")
    play.do(RollDamage(), 9, seat="ann")
    events = play.do(RollMitigation(), 2, seat="ann")

    assert 7 == play.vitality_lost(play.ann)
    if setting == "stays":
        assert isinstance(events[-1], ExchangeEnded)
        assert charge_in(play, blade) is not None
        return
    assert EnergyTookEffect(
        exchange=play.exchange.id, character=play.ann, energies=("fire",), ap=2, deals=True, portion=True, spare=0
    ) == events[-1]  # fmt: skip
    play.do(RollDamage(), 4, 4, seat="ann")
    assert (7 + 8, 0) == (play.vitality_lost(play.ann), play.vitality_lost(play.bob))
    assert charge_in(play, blade) is None


@pytest.mark.rule("SC-R-68", "SC-R-103")
@pytest.mark.parametrize("form", [0, 1])
def test_the_unconscious_add_no_luck_to_mitigation(form: int) -> None:
    """A target that the weapon knocks out cannot add Luck when the weapon's fire is mitigated.

    Version 0 of the rules allows it.
    """
    play = Magic(bob={"luck": 3, "vitality": 5, "armor": "light"}, energy={"mitigation": "roll_each"}, form=form)
    play.put("long blade", "fire", ap=1)
    play.strike("long blade", 9, 9, 9, 9, 9, percentile=91)
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 9, seat="ann")
    play.do(RollMitigation(), 1, seat="bob")
    play.do(RollDamage(), 2, seat="ann")

    if form:
        assert [{}] == [entry.fields for entry in allowed_of(play.state, "bob", RollMitigation)]
        play.no(CannotAct, RollMitigation(luck=1), seat="bob")
    assert play.do(RollMitigation(luck=1 - form), *((1, 1, 1) if not form else (1,)), seat="bob")


CATCH: dict[str, Any] = {"components": ("Catch",), "block": 3}


@pytest.mark.rule("SC-R-58", "SC-PMA-07", "SC-PMA-08", "SC-X-15", "SC-R-77", "SC-CAMP-34")
def test_the_charm_of_a_caught_arrow_affects_the_catcher() -> None:
    """A combatant who catches an arrow has no physical defence, but still rolls the opposed check against its charm."""
    play, arrow = charged_fight("hunting bow", "bestowed", "charm", play=Magic(bob=CATCH))
    play.strike("hunting bow", *LOW["hunting bow"])
    events = play.do(Block(components=(Invested(name="Catch", ap=1),)), 5, 5, 5, 5, SHOWN, seat="bob")

    x = play.exchange.id
    assert [
        AttackSettled(exchange=x, outcome="caught"),
        ItemTakenUp(character=play.bob, item=arrow),
        EnergyMet(exchange=x, character=play.bob, energies=("charm",)),
        EnergyReleased(exchange=x, item=arrow, energies=("charm",)),
        EnergyJudged(exchange=x, energies=("charm",), acts=True),
    ] == events[-5:]
    play.no(NothingToAnswer, Block(), seat="bob")
    play.do(RollStatedDefence(dice=2), 5, 5, seat="ann")
    events = play.do(RollStatedDefence(dice=2), 5, 6, seat="bob")
    assert [EnergyResisted(exchange=x, energy="charm", resisted=True), ExchangeEnded(exchange=x)] == events[1:]
    assert arrow in play.who(play.bob).items
    assert charge_in(play, arrow) is None


@pytest.mark.rule("SC-R-58", "SC-R-77")
def test_fire_on_a_caught_missile_burns_the_catcher_without_mitigation() -> None:
    """Catching a burning missile counts as contact without armor, so its fire is not mitigated."""
    play, hatchet = charged_fight("hatchet", "bestowed", "fire", play=Magic(bob={**CATCH, "armor": "heavy"}))
    play.strike("hatchet", *LOW["hatchet"])
    play.do(Block(components=(Invested(name="Catch", ap=1),)), 5, 5, 5, 5, SHOWN, seat="bob")

    events = play.do(RollDamage(), 4, 5, seat="ann")

    assert MitigationRolled(exchange=events[0].exchange, rolled=roll_of()) == events[1]  # type: ignore[attr-defined]
    assert 9 == play.vitality_lost(play.bob)
    assert hatchet in play.who(play.bob).items


def test_a_spell_in_the_same_attack_is_treated_like_a_charge() -> None:
    """A spell within a martial attack counts the AP of its magic components, and fades without contact."""
    play = Magic(bob={"block": 2, "evasion_training": 2})
    fields: dict[str, Any] = {"energies": ("electric",), "components": (Invested(name="Laying On", ap=2),)}
    play.strike("long blade", *LOW["long blade"], **fields)
    play.do(Evade(), 1, 1, SHOWN, seat="bob")
    play.do(Block(), 9, 9, seat="bob")
    play.do(JudgeEnergy(energy="electric"))
    play.do(RollDamage(), 5, 6, seat="ann")
    assert 11 == play.vitality_lost(play.bob)

    play.strike("long blade", *LOW["long blade"], **{**fields, "components": (Invested(name="Laying On", ap=1),)}, ap=1)
    x = play.exchange.id
    events = play.do(Evade(), 9, 9, SHOWN, seat="bob")

    assert [SpellFaded(exchange=x, energies=("electric",)), ExchangeEnded(exchange=x)] == events[-2:]


@pytest.mark.rule("SC-CHC-04", "SC-CAMP-32")
def test_energy_fades_when_its_wielder_dies() -> None:
    """If an attack that was turned back kills the attacker, the energy in the weapon fades and the attack is over."""
    play = Magic(ann={"vitality": 1, "endurance": 0}, bob={"evasion_training": 1})
    blade = play.put("long blade", "fire")
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(Evade(), 1, SUCCESS, seat="bob")
    play.do(TurnBack(choice="return"), seat="bob")

    play.do(RollDamage(), 9, seat="ann")
    events = play.do(RollMitigation(), seat="ann")

    x = events[0].exchange  # type: ignore[attr-defined]
    assert [
        ChargeFaded(item=blade, energies=("fire",)), ExchangeEnded(exchange=x), TurnBegan(participant=play.bob)
    ] == events[-3:]  # fmt: skip


@pytest.mark.rule("SC-CAMP-34")
@pytest.mark.parametrize(("carried", "holds"), [(39, True), (40, False)])
def test_caught_missile_drops_when_the_catcher_is_full(carried: int, holds: bool) -> None:  # noqa: FBT001
    """A missile caught by a combatant with no room for it falls to the ground."""
    play = Magic(bob={**CATCH, "items": ("arrow",) * carried})
    play.strike("hatchet", *LOW["hatchet"])

    play.do(Block(components=(Invested(name="Catch", ap=1),)), 5, 5, 5, 5, SHOWN, seat="bob")

    hatchet = play.item_named(play.bob, "hatchet") if holds else next(iter(play.state.ground))
    assert holds is not (hatchet in play.state.ground)
    assert play.state.exchange is None
