"""The energy of charged weapons after a glancing blow or mere contact."""

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Energy
from services.rpg_specialist_total.chapters.damage import (
    RollDamage,
)
from services.rpg_specialist_total.chapters.defence import Block
from services.rpg_specialist_total.chapters.energies import (
    DeclareResisted,
    EnergyJudged,
    EnergyResisted,
    EnergyTookEffect,
    JudgeEnergy,
    MatchTarget,
    RollStatedDefence,
)
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, ReasonNeeded
from tests.rpg_specialist_total.magic import LOW, SHOWN, Magic, charged_fight, glancing

GLANCING = [
    pytest.param("charm", True, marks=pytest.mark.rule("SC-HYB-02", "SC-HYB-04")),
    pytest.param("electric", True, marks=pytest.mark.rule("SC-HYB-03")),
    pytest.param("fire", False, marks=pytest.mark.rule("SC-HYB-03")),
    pytest.param("life", False, marks=pytest.mark.rule("SC-R-34")),
]


@pytest.mark.parametrize("how", ["blocked", "mitigated"])
@pytest.mark.parametrize(("energy", "acts"), GLANCING)
@pytest.mark.rule("SC-R-34")
def test_after_a_glancing_blow_some_energies_take_effect(energy: str, acts: bool, how: str) -> None:  # noqa: FBT001
    """Without weapon damage, energies that are unblockable, bypass armor or need only touch still take effect.

    Other energies fade.
    """
    play = glancing("long blade", "conducted", energy, how=how)
    x = play.exchange.id

    events = play.do(JudgeEnergy(energy=energy))

    assert EnergyJudged(exchange=x, energies=(energy,), acts=acts) == events[0]
    if energy == "charm":
        assert ("energy", ("charm",)) == (play.exchange.step, play.exchange.stated)
    elif acts:
        assert "damage" == play.exchange.step
    else:
        assert [ExchangeEnded(exchange=x)] == events[1:]
    assert 0 == play.vitality_lost(play.bob)


TOUCHES = [
    pytest.param("bare hands", "charged", marks=pytest.mark.rule("SC-CHU-05")),
    pytest.param("long blade", "conducted", marks=pytest.mark.rule("SC-CHC-06")),
    pytest.param("long blade", "bestowed", marks=pytest.mark.rule("SC-CHB-06")),
    pytest.param("hunting bow", "bestowed", marks=pytest.mark.rule("SC-CHR-07")),
]


@pytest.mark.parametrize("how", ["mitigated", "hit for 0"])
@pytest.mark.parametrize(("weapon", "mode"), TOUCHES)
def test_a_charm_works_though_all_damage_is_mitigated(weapon: str, mode: Any, how: str) -> None:  # noqa: ANN401
    """A charm needs only touch.

    Even if all damage is mitigated, it takes effect if the target's stated defence fails.
    """
    play = glancing(weapon, mode, "charm", how=how)
    play.do(JudgeEnergy(energy="charm"))
    play.do(RollStatedDefence(dice=1), 5, seat="ann")

    events = play.do(RollStatedDefence(dice=1), 5, seat="bob")

    x = events[-1].exchange  # type: ignore[attr-defined]
    assert [
        EnergyResisted(exchange=x, energy="charm", resisted=False),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("charm",)),
        ExchangeEnded(exchange=x),
    ] == events[1:]
    assert 0 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-R-37")
@pytest.mark.parametrize(("setting", "how", "acts"), [
    (True, "blocked", True), (False, "blocked", False), (False, "mitigated", True), (False, "hit for 0", True),
])  # fmt: skip
def test_a_setting_decides_whether_a_charm_works_after_a_stopped_blow(setting: bool, how: str, acts: bool) -> None:  # noqa: FBT001
    """If the total defence stopped the blow, a charm takes effect only if `touch_on_glancing` is true."""
    play = glancing("long blade", "conducted", "charm", how=how, energy={"touch_on_glancing": setting})

    judged = play.do(JudgeEnergy(energy="charm"))[0]

    assert EnergyJudged(exchange=judged.exchange, energies=("charm",), acts=acts) == judged  # type: ignore[attr-defined]


@pytest.mark.rule("SC-HYB-02")
def test_unblockable_energy_works_even_if_a_stopped_blow_is_no_touch() -> None:
    """Even if `touch_on_glancing` is false, unblockable energy takes effect after a blocked blow."""
    play = Magic(bob={"block": 2}, energy={"touch_on_glancing": False})
    play.data(energies=(Energy(name="life", unblockable=True),))
    charged_fight("long blade", "conducted", "life", play=play)
    play.strike("long blade", *LOW["long blade"])
    play.do(Block(), 9, 9, SHOWN, seat="bob")

    events = play.do(JudgeEnergy(energy="life"))

    x = events[-1].exchange  # type: ignore[attr-defined]
    took = EnergyTookEffect(exchange=x, character=play.bob, energies=("life",))
    assert [took, ExchangeEnded(exchange=x)] == events[1:]


SHIELDED = [
    pytest.param("bare hands", "charged", marks=pytest.mark.rule("SC-CHU-04", "SC-X-18")),
    pytest.param("long blade", "conducted", marks=pytest.mark.rule("SC-CHC-05", "SC-X-19")),
    pytest.param("long blade", "bestowed", marks=pytest.mark.rule("SC-CHB-05", "SC-X-22")),
    pytest.param("hunting bow", "bestowed", marks=pytest.mark.rule("SC-CHR-06", "SC-X-24")),
]


@pytest.mark.parametrize("applies", [True, False, None])
@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize(("weapon", "mode"), SHIELDED)
@pytest.mark.rule("SC-R-36")
def test_the_keeper_decides_whether_energy_works_without_weapon_damage(
    weapon: str, mode: Any, default: bool, applies: bool | None  # noqa: ANN401, FBT001
) -> None:  # fmt: skip
    """`bypass_default` states whether energy works without weapon damage.

    The Keeper may decide otherwise with a reason.
    """
    play = Magic(bob={"items": ("round shield",)}, energy={"bypass_default": default})
    charged_fight(weapon, mode, "electric", play=play)
    play.strike(weapon, *LOW[weapon])
    play.do(Block(shield=play.item_named(play.bob, "round shield")), 9, 9, SHOWN, seat="bob")
    x, against = play.exchange.id, applies not in (None, default)
    reason = "it runs through the metal" if against else None
    play.no(OnlyTheGameMaster, JudgeEnergy(energy="electric", energy_damage_applies=applies, reason="so"), seat="ann")
    if against:
        play.no(ReasonNeeded, JudgeEnergy(energy="electric", energy_damage_applies=applies))

    events = play.do(JudgeEnergy(energy="electric", energy_damage_applies=applies, reason=reason))

    acts = default if applies is None else applies
    assert EnergyJudged(exchange=x, energies=("electric",), acts=acts, reason=reason) == events[0]
    if acts:
        play.do(RollDamage(), 4, 5, seat="ann")
    assert (9 if acts else 0) == play.vitality_lost(play.bob)
    assert play.state.exchange is None


def test_the_keeper_decides_once_about_each_energy() -> None:
    """The game refuses a second decision about an energy, and one about an energy that is not involved."""
    play = glancing("long blade", "conducted", "fire")
    play.no(NotKnownHere, JudgeEnergy(energy="cold"))
    play.do(JudgeEnergy(energy="fire"))
    play.no(NothingToAnswer, JudgeEnergy(energy="fire"))
    play.no(NothingToAnswer, MatchTarget(target_matches=True))
    play.no(NothingToAnswer, DeclareResisted(resisted=True, reason="so"))
    play.no(NothingToAnswer, RollStatedDefence(dice=1))
