"""The energy of a charged weapon: when a defender may counter it, and what it does otherwise."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.counterspells import (
    CounterByAttack,
    CounterByShield,
    EnergyCountered,
    EnergyLetIn,
    LetEnergyIn,
)
from services.rpg_specialist_total.chapters.damage import RollDamage
from services.rpg_specialist_total.chapters.defence import Block
from services.rpg_specialist_total.chapters.energies import (
    EnergyTookEffect,
    JudgeEnergy,
)
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.turns import (
    ApSpent,
)
from shared.kernel.campaign.seats import NotYours
from tests.rpg_specialist_total.magic import SHOWN, Magic, roll_of, struck


@pytest.mark.rule("SC-R-65")
def test_the_energy_of_a_weapon_is_not_countered() -> None:
    """A defender cannot counter the energy of a charged weapon, because the attack is martial.

    Only a stated defence works against it.
    """
    play = struck()

    assert "damage" == play.exchange.step
    play.no(NothingToAnswer, CounterByAttack(energy="fire", ap=1, dice=2), seat="bob")
    play.no(NothingToAnswer, LetEnergyIn(), seat="bob")


@pytest.mark.rule("SC-R-65", "SC-R-90")
@pytest.mark.parametrize(("mixed", "left"), [("whole", ()), ("opposed_only", ("electric",))])
@pytest.mark.parametrize("way", ["attack", "shield"])
def test_a_setting_lets_the_energy_of_a_weapon_be_countered(way: str, mixed: str, left: tuple[str, ...]) -> None:
    """If `charged_weapons` is true, a defender can counter a weapon's energy, but not its damage.

    If `mixed_energies` is `whole`, energies that are not opposed are cancelled too.
    """
    play = struck(counterspell={"charged_weapons": True, "mixed_energies": mixed})
    x = play.exchange.id
    play.no(NotYours, LetEnergyIn(), seat="ann")
    command: Any = CounterByAttack if way == "attack" else CounterByShield

    spent, answered, *rest = play.do(command(energy="fire", ap=1, dice=2), 5, 6, seat="bob")

    assert ApSpent(character=play.bob, ap=1, use="defence") == spent
    gone = tuple(one for one in ("cold", "electric") if one not in left)
    assert EnergyCountered(exchange=x, counter="fire", roll=roll_of(5, 6), energies=gone) == answered
    if left:
        play.do(RollDamage(), 3, 3, seat="ann")
    else:
        assert [ExchangeEnded(exchange=x)] == rest
    assert 4 + 6 * bool(left) == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-65")
@pytest.mark.parametrize("tries", [True, False])
def test_energy_that_is_not_countered_takes_effect(tries: bool) -> None:  # noqa: FBT001
    """Energy takes effect if the defender declines to counter it or only ties with it.

    The defender can make this choice only once.
    """
    play = struck(counterspell={"charged_weapons": True})
    x = play.exchange.id
    command: Any = CounterByAttack(energy="fire", ap=1, dice=2) if tries else LetEnergyIn()

    events = play.do(command, *((5, 5) if tries else ()), seat="bob")

    if tries:
        assert EnergyCountered(exchange=x, counter="fire", roll=roll_of(5, 5), energies=()) == events[1]
    else:
        assert EnergyLetIn(exchange=x) == events[0]
    assert isinstance(events[-1], EnergyTookEffect)
    play.no(NothingToAnswer, LetEnergyIn(), seat="bob")
    play.do(RollDamage(), 3, 3, seat="ann")
    assert 10 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-65")
def test_only_energy_that_can_be_opposed_waits_for_a_counter() -> None:
    """The campaign waits for no seat to counter energy that has faded or that the seat cannot oppose."""
    play = struck(bob={"energies": ("cold",)}, counterspell={"charged_weapons": True})
    assert "damage" == play.exchange.step

    faded = Magic(bob={"block": 2}, counterspell={"charged_weapons": True})
    faded.put("long blade", "cold")
    faded.strike("long blade", 1, 1, 1, 1, 1)
    faded.do(Block(), 9, 9, SHOWN, seat="bob")
    assert isinstance(faded.do(JudgeEnergy(energy="cold"))[-1], ExchangeEnded)
