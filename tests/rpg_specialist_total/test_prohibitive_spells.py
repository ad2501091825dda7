"""Prohibitive spells: their requirement, their effect, and the defence named in their description."""

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Data, Energy
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    EnergyNotCast,
)
from services.rpg_specialist_total.chapters.campaign import DataLoaded, LoadData
from services.rpg_specialist_total.chapters.charging import ChargeWeapon
from services.rpg_specialist_total.chapters.corrections import (
    CorrectCharge,
    CorrectSpell,
    NewCharge,
    NewSpell,
    energy_of,
)
from services.rpg_specialist_total.chapters.counterspells import CounterByAttack
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
)
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyTookEffect,
    RollStatedDefence,
)
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.proposals import Propose
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
    HoldSpell,
    ProhibitiveSpellCast,
    RequirementNotStated,
    SpellFailed,
)
from services.rpg_specialist_total.chapters.states import (
    Died,
    IsDead,
    LoseFatigue,
    LoseVitality,
)
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp, OneApAtLeast
from services.rpg_specialist_total.state.combatants import Invested
from services.rpg_specialist_total.state.exchange import Added, CastSpell
from shared.kernel.campaign.fights import AnswerFirst, NotYourTurn
from shared.kernel.campaign.proposals import CommandProposed, ConfirmProposal
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster, ReasonNeeded
from tests.rpg_specialist_total.magic import HOLDS, LOW, PLAIN, Magic, incoming, prohibitive, roll_of

WORKED = (EnergyTookEffect, Died, ExchangeEnded)


def as_cast(play: Magic, *energies: str) -> CastSpell:
    """Return the record of a prohibitive spell cast at `bob`."""
    return CastSpell(
        character=play.ann, target=play.bob, energies=energies, ap=3, reason="a huge Vitality pool"
    )  # fmt: skip


@pytest.mark.rule("SC-PROH-01", "SC-PROH-02", "SC-PROH-03", "SC-PROH-04", "SC-PROH-05", "SC-R-118", "SC-X-16")
def test_a_prohibitive_spell_fails_if_its_requirement_is_not_met() -> None:
    """If its requirement is not met, a prohibitive spell costs its AP and has no effect.

    The Keeper states the reason.
    """
    play = Magic()
    assert "Propose" == play.no(RequirementNotStated, prohibitive(play, met=None), seat="ann").needs
    assert "requirement_met" == play.no(RequirementNotStated, prohibitive(play, met=None)).needs
    assert "Propose" == play.no(OnlyTheGameMaster, prohibitive(play, met=False), seat="ann").needs
    play.no(ReasonNeeded, prohibitive(play, met=False, reason=None))

    play.when(prohibitive(play, met=False)).then(
        ApSpent(character=play.ann, ap=3, use="spell"), SpellFailed(spell=as_cast(play, "death"))
    )
    assert (2, 0) == (play.fighter(play.ann).ap, play.vitality_lost(play.bob))
    assert play.state.exchange is None


@pytest.mark.rule("SC-PROH-06", "SC-PROH-07", "SC-R-74")
def test_a_prohibitive_spell_takes_effect_at_once() -> None:
    """A prohibitive spell takes effect without to-hit roll, defence, counterspell or mitigation.

    The energy's data define the damage.
    """
    play = Magic(bob={"evasion_training": 5, "block": 5, "armor": "heavy"})

    events = play.do(prohibitive(play))

    x = play.exchange.id
    assert [
        ApSpent(character=play.ann, ap=3, use="spell"),
        ProhibitiveSpellCast(exchange=x, spell=as_cast(play, "death")),
        EnergyJudged(exchange=x, energies=("death",), acts=True),
        EnergyTookEffect(
            exchange=x, character=play.bob, energies=("death",), ap=0, added=Added(dice=6), deals=True
        ),
    ] == events  # fmt: skip
    for command in (Evade(), Block(), Stand(), CounterByAttack(energy="fire", ap=1), RollStatedDefence(dice=1)):
        play.no(NothingToAnswer, command, seat="bob")
    assert [
        DamageRolled(exchange=x, rolled=roll_of(1, 2, 3, 4, 5, 6)),
        MitigationRolled(exchange=x, rolled=roll_of()),
        DamageDealt(exchange=x, character=play.bob, amount=21, outcome="hit"),
    ] == play.do(RollDamage(), 1, 2, 3, 4, 5, 6, seat="ann")[:3]
    assert 21 == play.vitality_lost(play.bob)
    assert play.state.exchange is None


@pytest.mark.rule("SC-PROH-06")
def test_a_prohibitive_energy_without_damage_is_recorded() -> None:
    """A prohibitive energy without damage is only recorded. The Keeper applies its effect in the story."""
    play = Magic()

    events = play.do(prohibitive(play, "dread"))

    assert isinstance(events[-2], EnergyTookEffect)
    assert isinstance(events[-1], ExchangeEnded)


@pytest.mark.rule("SC-R-99", "SC-UNC-05")
def test_a_prohibitive_spell_that_deals_damage_kills_the_senseless_at_once() -> None:
    """A prohibitive spell with damage kills an unconscious target at once.

    Under version 1 of the rules, its damage is rolled.
    """
    play, before = Magic(), Magic(form=1)
    for one in (play, before):
        one.do(LoseFatigue(character=one.bob, amount=200, reason="a long march"))

    events = play.do(prohibitive(play))
    before.do(prohibitive(before))

    assert [EnergyTookEffect, Died, ExchangeEnded] == [type(one) for one in events if type(one) in WORKED]
    assert Died(character=play.bob, cause="coup de grace") in events
    assert (True, 0) == (play.who(play.bob).dead, play.vitality_lost(play.bob))
    before.do(RollDamage(), 1, 1, 1, 1, 1, 1, seat="ann")
    assert (False, 6) == (before.who(before.bob).dead, before.vitality_lost(before.bob))


@pytest.mark.rule("SC-R-99", "SC-UNC-05")
def test_a_prohibitive_spell_without_damage_kills_nobody() -> None:
    """A prohibitive spell without damage does not kill an unconscious target."""
    play = Magic()
    play.do(LoseFatigue(character=play.bob, amount=200, reason="a long march"))

    events = play.do(prohibitive(play, "dread"))

    assert [EnergyTookEffect, ExchangeEnded] == [type(one) for one in events if type(one) in WORKED]
    assert not play.who(play.bob).dead


@pytest.mark.rule("SC-PROH-07", "SC-R-74")
@pytest.mark.parametrize("resists", [True, False])
def test_only_the_described_defence_applies_to_a_prohibitive_spell(resists: bool) -> None:  # noqa: FBT001
    """The only defence against a spell of doom is the check in the description of its energy.

    A success prevents all damage.
    """
    play = Magic()
    play.do(prohibitive(play, "doom"))
    play.no(NothingToAnswer, Evade(), seat="bob")
    play.do(RollStatedDefence(dice=1), 5, seat="ann")

    events = play.do(RollStatedDefence(dice=1), 6 if resists else 5, seat="bob")

    if resists:
        assert isinstance(events[-1], ExchangeEnded)
        return
    assert isinstance(events[-1], EnergyTookEffect)
    assert Added(dice=2) == events[-1].added
    play.do(RollDamage(), 3, 4, seat="ann")
    assert 7 == play.vitality_lost(play.bob)


@pytest.mark.rule("SC-PROH-01", "SC-PROH-08")
def test_prohibitive_energies_are_cast_by_themselves() -> None:
    """The game refuses prohibitive energies in attacks, held spells and weapons.

    A prohibitive spell has no ordinary energies.
    """
    play = Magic()
    bolt = (Invested(name="Bolt", ap=1),)
    play.no(EnergyNotCast, Attack(attacker=play.ann, target=play.bob, energies=("death",), components=bolt, dice=1))
    hold = HoldSpell(character=play.ann, kind="prepared", what="an end", energies=("death",), ap=1)
    play.no(EnergyNotCast, hold)
    hands = play.item_named(play.ann, "bare hands")
    play.no(EnergyNotCast, ChargeWeapon(character=play.ann, item=hands, mode="charged", energies=("death",), ap=1))
    play.no(EnergyNotCast, prohibitive(play, "fire"))
    play.no(EnergyNotCast, prohibitive(play, "death", "fire"))


@pytest.mark.rule("SC-PROH-03", "SC-ACT-01")
def test_a_prohibitive_spell_has_the_requirements_of_a_spell() -> None:
    """A prohibitive spell needs the caster's own turn, AP, and a living target.

    Caster and target must both be in the fight, or both outside it.
    """
    play = Magic()
    play.no(NotEnoughAp, prohibitive(play, ap=6))
    play.no(OneApAtLeast, prohibitive(play, ap=0))
    play.no(NotYourTurn, replace(prohibitive(play), character=play.bob, target=play.ann))
    play.no(NotYours, prohibitive(play), seat="bob")
    play.do(LoseVitality(character=play.bob, amount=200, reason="a fall"))
    play.no(IsDead, prohibitive(play))


@pytest.mark.rule("SC-PROH-01")
def test_a_player_proposes_a_prohibitive_spell() -> None:
    """A player proposes a prohibitive spell. By confirming it, the Keeper states that the requirement is met."""
    play = Magic()
    (proposed,) = play.do(Propose(command=prohibitive(play, "dread")), seat="ann")
    assert isinstance(proposed, CommandProposed)

    events = play.do(ConfirmProposal(proposal=proposed.proposal))

    assert any(isinstance(event, EnergyTookEffect) for event in events)


DEATH: Final = ("death",)


@pytest.mark.rule("SC-PROH-10", "SC-PROH-01", "SC-CAMP-13", "SC-CAMP-14")
@pytest.mark.parametrize("kind", ["prepared", "concentration"])
def test_a_correction_adds_no_prohibitive_energy(kind: Any) -> None:  # noqa: ANN401
    """The game refuses a correction that puts a prohibitive energy into an item or a lasting spell.

    Under version 1 of the rules the game accepts it.
    """
    play, before = Magic(), Magic(form=1)
    for one, accepts in ((play, False), (before, True)):
        blade = one.item_named(one.ann, "long blade")
        charge = NewCharge(mode="conducted", energies=DEATH, ap=1, by=one.ann)
        spell = NewSpell(kind=kind, what="a bolt", energies=("fire", *DEATH), ap=1)
        corrections = (
            CorrectCharge(item=blade, charge=charge, reason="a slip"),
            CorrectSpell(character=one.ann, held=spell, reason="a slip"),
        )
        for correction in corrections:
            if accepts:
                one.do(correction)
            else:
                refused = one.no(EnergyNotCast, correction)
                assert ("death", True) == (refused.has, "fire" in str(refused.needs))


@pytest.mark.rule("SC-PROH-10")
def test_a_prepared_spell_whose_energy_has_become_prohibitive_is_not_cast() -> None:
    """If new data make an energy prohibitive, a prepared spell with it can no longer be cast.

    Under version 1 of the rules, it is still cast like any attack.
    """
    play, before = Magic(), Magic(form=1)
    for one in (play, before):
        bolt = NewSpell(kind="prepared", what="a bolt", energies=("fire",), components=("Bolt",), ap=1, dice=1)
        one.do(CorrectSpell(character=one.ann, held=bolt, reason="a slip"))
        one.data(energies=(Energy(name="fire", prohibitive=True),))
    (spell,) = play.who(play.ann).spells
    cast = CastPrepared(character=play.ann, spell=spell, target=play.bob)

    assert "spell" == play.no(EnergyNotCast, cast, seat="ann").field
    assert before.do(cast, 5, PLAIN, seat="ann")


@pytest.mark.rule("SC-PROH-10")
@pytest.mark.parametrize("weapon", ["long blade", "hunting bow"])
def test_no_attack_uses_an_item_whose_energy_has_become_prohibitive(weapon: str) -> None:
    """If new data make an energy prohibitive, an item that holds it can no longer be used to attack.

    Under version 1 of the rules the attack carries the energy.
    """
    play, before = Magic(), Magic(form=1)
    for one in (play, before):
        one.put(HOLDS[weapon], "fire")
        one.data(energies=(Energy(name="fire", prohibitive=True),))
    bow = weapon == "hunting bow"
    (charged,) = (item.id for item in play.who(play.ann).items.values() if item.charge is not None)
    ammunition = charged if bow else None
    strike = Attack(
        attacker=play.ann, target=play.bob, weapon=play.item_named(play.ann, weapon), ammunition=ammunition, ap=1
    )  # fmt: skip

    refused = play.no(EnergyNotCast, strike, seat="ann")

    assert ("fire", "ammunition" if bow else "weapon") == (refused.has, refused.field)
    assert (True, False) == ("cold" in str(refused.needs), "fire" in str(refused.needs))
    before.do(strike, *LOW[weapon], PLAIN, seat="ann")
    assert charged == before.exchange.declared.charged
    other = play.item_named(play.ann, "hatchet")
    play.do(replace(strike, weapon=other, ammunition=None), *LOW["hatchet"], PLAIN, seat="ann")


@pytest.mark.rule("SC-PROH-10")
def test_no_correction_is_offered_with_a_prohibitive_energy() -> None:
    """The list of possible corrections uses the alphabetically first energy that is not prohibitive."""
    play = Magic()
    play.data(energies=(Energy(name="abyss", prohibitive=True),))
    assert "abyss" == min(play.state.energies)

    assert "acid" == energy_of(play.state)


@pytest.mark.rule("SC-R-111", "AR-FIGHT-06")
def test_no_data_are_loaded_while_an_attack_waits() -> None:
    """Data that would change the energy of an attack are loaded once the attack is over.

    Under version 1 of the rules they are loaded at once.
    """
    play, before = incoming("fire"), incoming("fire", form=1)
    data = LoadData(data=Data(energies=(Energy(name="fire", prohibitive=True),)))

    refused = play.no(AnswerFirst, data)

    assert (play.exchange.id,) == refused.needs
    assert not play.state.energies["fire"].prohibitive
    before.when(data).then(DataLoaded(data=data.data))
    assert before.state.energies["fire"].prohibitive
