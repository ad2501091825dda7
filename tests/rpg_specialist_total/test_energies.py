"""The energy of charged weapons: when the weapon releases it, which targets it affects, and when it ends."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, DefenceDeclined, Evade, Stand
from services.rpg_specialist_total.chapters.energies import (
    EnergyJudged,
    EnergyReleased,
    EnergyTookEffect,
    JudgeEnergy,
    MatchTarget,
    TargetMatched,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.items import DropItem, ItemDropped, ItemTakenUp
from services.rpg_specialist_total.chapters.movement import TakeUpItem
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import Died, VitalityLost
from services.rpg_specialist_total.chapters.turns import ApSpent
from services.rpg_specialist_total.state.combatants import Charge, Invested
from shared.kernel.campaign.fights import EndFight
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.rpg_specialist_total.magic import FAILURE, LOW, SHOWN, Magic, charge_in, charged_fight, roll_of

WAYS = [
    pytest.param("bare hands", "charged", marks=pytest.mark.rule("SC-CHU-01", "SC-CHU-02", "SC-CHU-03")),
    pytest.param("long blade", "conducted", marks=pytest.mark.rule("SC-CHC-01", "SC-CHC-02", "SC-CHC-03")),
    pytest.param("long blade", "bestowed", marks=pytest.mark.rule("SC-CHB-01", "SC-R-38")),
    pytest.param("hatchet", "bestowed", marks=pytest.mark.rule("SC-CHB-03")),
    pytest.param("hunting bow", "bestowed", marks=pytest.mark.rule("SC-CHR-01", "SC-CHR-02", "SC-CHR-03")),
]


@pytest.mark.rule("SC-HYB-01", "SC-MAG-03", "SC-CHG-01", "SC-CHG-06", "SC-CHG-07", "SC-CHG-08", "SC-R-94", "SC-R-62")
def test_a_charged_attack_is_resolved_as_a_martial_one_first() -> None:
    """Training, martial components and the attack's AP count for the blow.

    Then the energy adds damage dice for its own AP.
    """
    play = Magic(ann={"weapon_training": {"long blade": 1}, "components": ("Firm Stroke",)})
    blade = play.put("long blade", "fire", ap=3)
    charge = Charge(mode="conducted", energies=("fire",), ap=3, by=play.ann)

    struck = play.strike("long blade", 2, 2, 2, 2, 2, 2, ap=1, components=(Invested(name="Firm Stroke", ap=1),))

    spent, declared = struck
    assert ApSpent(character=play.ann, ap=2, use="attack") == spent
    assert isinstance(declared, AttackDeclared)
    assert ("martial", 2, charge, blade) == (
        declared.declared.kind, declared.declared.ap, declared.declared.charge, declared.declared.charged
    )  # fmt: skip
    assert roll_of(2, 2, 2, 2, 2, 2, percentile=12) == declared.to_hit
    x = declared.exchange
    play.when(Stand(), seat="bob").then(
        DefenceDeclined(exchange=x), AttackSettled(exchange=x, outcome="hit", step="damage")
    )
    play.when(RollDamage(), seat="ann", faces=Faces(4, 6)).then(
        DamageRolled(exchange=x, rolled=roll_of(4, 6, modifier=3))
    )
    play.when(RollMitigation(), seat="bob").then(
        MitigationRolled(exchange=x, rolled=roll_of()),
        DamageDealt(exchange=x, character=play.bob, amount=13, outcome="hit"),
        VitalityLost(character=play.bob, amount=13, cause="an attack"),
        EnergyMet(exchange=x, character=play.bob, energies=("fire",)),
        EnergyReleased(exchange=x, item=blade, energies=("fire",)),
        EnergyJudged(exchange=x, energies=("fire",), acts=True),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("fire",), ap=3, deals=True, portion=True, spare=0),
    )
    play.when(RollDamage(), seat="ann", faces=Faces(1, 2, 3)).then(
        DamageRolled(exchange=x, rolled=roll_of(1, 2, 3)),
        MitigationRolled(exchange=x, rolled=roll_of()),
        DamageDealt(exchange=x, character=play.bob, amount=6, outcome="hit"),
        VitalityLost(character=play.bob, amount=6, cause="an attack"),
        ExchangeEnded(exchange=x),
    )
    assert 19 == play.vitality_lost(play.bob)
    assert charge_in(play, blade) is None


@pytest.mark.rule("SC-CHG-09")
@pytest.mark.parametrize("outcome", ["missed", "evaded"])
@pytest.mark.parametrize(("weapon", "mode"), WAYS)
def test_energy_stays_without_contact(weapon: str, mode: Any, outcome: str) -> None:  # noqa: ANN401
    """The energy stays in the weapon if the attack misses or is evaded."""
    play, item = charged_fight(weapon, mode, "fire", play=Magic(bob={"evasion_training": 4}))
    before = charge_in(play, item)
    assert before is not None
    play.strike(weapon, *LOW[weapon], percentile=FAILURE if outcome == "missed" else 12)

    events = play.do(*((Stand(),) if outcome == "missed" else (Evade(), 9, 9, 9, 9, SHOWN)), seat="bob")

    x = events[-1].exchange  # type: ignore[attr-defined]
    assert [AttackSettled(exchange=x, outcome=outcome), ExchangeEnded(exchange=x)] == events[-2:]  # type: ignore[arg-type]
    assert before == charge_in(play, item)


@pytest.mark.rule("SC-CHG-09", "SC-R-35")
@pytest.mark.parametrize("outcome", ["blocked", "mitigated", "hit"])
@pytest.mark.parametrize(("weapon", "mode"), WAYS)
def test_energy_is_released_by_contact_with_or_without_damage(weapon: str, mode: Any, outcome: str) -> None:  # noqa: ANN401
    """A blocked blow, a mitigated blow and a hit all use up the energy. Fire takes effect only on a hit."""
    play, item = charged_fight(weapon, mode, "fire", play=Magic(bob={"block": 2, "armor": "light"}))
    play.strike(weapon, *LOW[weapon])

    if outcome == "blocked":
        events = play.do(Block(), 9, 9, SHOWN, seat="bob")
    else:
        play.do(Stand(), seat="bob")
        play.do(RollDamage(), 5, seat="ann")
        events = play.do(RollMitigation(), 6 if outcome == "mitigated" else 2, seat="bob")

    x = play.exchange.id
    assert EnergyReleased(exchange=x, item=item, energies=("fire",)) in events
    assert charge_in(play, item) is None
    if outcome != "hit":
        events = play.do(JudgeEnergy(energy="fire"))
        assert [EnergyJudged(exchange=x, energies=("fire",), acts=False), ExchangeEnded(exchange=x)] == events
        assert 0 == play.vitality_lost(play.bob)
        return
    assert EnergyTookEffect(
        exchange=x, character=play.bob, energies=("fire",), ap=2, deals=True, portion=True, spare=0
    ) == events[-1]  # fmt: skip
    play.do(RollDamage(), 4, 4, seat="ann")
    assert 3 + 8 == play.vitality_lost(play.bob)


@pytest.mark.parametrize("weapon", [
    pytest.param("long blade", marks=pytest.mark.rule("SC-CHB-04", "SC-X-21")),
    pytest.param("hunting bow", marks=pytest.mark.rule("SC-CHR-05", "SC-X-23")),
    pytest.param("hatchet", marks=pytest.mark.rule("SC-CHB-03", "SC-X-20")),
])  # fmt: skip
def test_selective_energy_waits_for_its_kind_of_target(weapon: str) -> None:
    """Energy meant for trolls stays in the weapon after the first target, and takes effect on the first troll."""
    play, item = charged_fight(weapon, "bestowed", "fire", selective="troll", components=("Chosen Foe",))
    before = charge_in(play, item)
    x, events = "", list[Event]()
    for matches in (False, True):
        play.strike(weapon, *LOW[weapon])
        play.do(Stand(), seat="bob")
        play.do(RollDamage(), 5, seat="ann")
        play.do(RollMitigation(), seat="bob")
        x = play.exchange.id
        assert before == charge_in(play, item)
        play.no(OnlyTheGameMaster, MatchTarget(target_matches=matches), seat="ann")
        play.no(NothingToAnswer, JudgeEnergy(energy="fire"))

        events = play.do(MatchTarget(target_matches=matches))

        assert TargetMatched(exchange=x, matches=matches) == events[0]
        if not matches:
            assert [ExchangeEnded(exchange=x)] == events[1:]
            assert before == charge_in(play, item)
            if item in play.state.ground:
                play.do(TakeUpItem(character=play.ann, item=item), seat="ann")
    assert EnergyReleased(exchange=x, item=item, energies=("fire",)) == events[1]
    play.do(RollDamage(), 1, 2, seat="ann")
    assert 5 + 5 + 3 == play.vitality_lost(play.bob)
    assert charge_in(play, item) is None


@pytest.mark.rule("SC-CHB-03", "SC-CHR-02", "SC-CHR-04", "SC-X-20", "SC-CAMP-34")
@pytest.mark.parametrize("weapon", ["hatchet", "hunting bow"])
def test_a_missed_missile_keeps_its_energy(weapon: str) -> None:
    """A missile that misses falls to the ground with its energy, and does not count as used ammunition."""
    play, item = charged_fight(weapon, "bestowed", "fire", play=Magic(bob={"evasion_training": 4}))

    declared, dropped = play.strike(weapon, *LOW[weapon])[1:]

    assert isinstance(declared, AttackDeclared)
    assert ItemDropped(character=play.ann, item=item) == dropped
    play.do(Evade(), 9, 9, 9, 9, SHOWN, seat="bob")
    assert {} == play.state.used
    play.turn()
    assert ItemTakenUp(character=play.bob, item=item) in play.do(TakeUpItem(character=play.bob, item=item), seat="bob")
    charge = play.who(play.bob).items[item].charge
    assert charge is not None
    assert play.ann == charge.by


@pytest.mark.rule("SC-R-106")
@pytest.mark.parametrize(("weapon", "flies"), [("long blade", False), ("hatchet", True)])
def test_only_a_weapon_of_thrown_reach_leaves_the_hand(weapon: str, flies: bool) -> None:  # noqa: FBT001 a table
    """After an attack, a charged blade is still in the hand, while a charged hatchet has been thrown."""
    play, item = charged_fight(weapon, "bestowed", "fire")

    dropped = [event.item for event in play.strike(weapon, *LOW[weapon]) if isinstance(event, ItemDropped)]

    assert ([item] if flies else []) == dropped


@pytest.mark.rule("SC-CHB-02", "SC-CHR-04", "SC-R-94")
def test_bestowed_energy_outlasts_its_caster() -> None:
    """Bestowed energy keeps its AP after its caster's death.

    Another combatant may pick up the weapon and use the energy.
    """
    play, blade = charged_fight("long blade", "bestowed", "electric", ap=3)
    play.do(DropItem(character=play.ann, item=blade), seat="ann")
    play.given(Died(character=play.ann, cause="a fall"))
    other = play.one("gm", weapon_training={"long blade": 0})
    play.given(ItemTakenUp(character=play.bob, item=blade))
    play.do(EndFight())
    play.do(Attack(attacker=play.bob, target=other, weapon=blade, ap=1), 1, 1, 1, 1, 1, SHOWN, seat="bob")
    play.do(Stand())
    play.do(RollDamage(), 1, seat="bob")
    play.do(RollMitigation())
    play.do(RollDamage(), 2, 2, 2, seat="bob")

    assert 1 + 6 == play.vitality_lost(other)
    assert play.who(play.bob).items[blade].charge is None


def test_energy_needs_no_rolls_against_the_dead() -> None:
    """If the weapon kills the target, the energy is used up without further rolls."""
    play, blade = charged_fight(
        "long blade", "conducted", "electric", "charm", play=Magic(bob={"vitality": 1, "endurance": 0})
    )
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 5, seat="ann")

    events = play.do(RollMitigation(), seat="bob")

    x = events[0].exchange  # type: ignore[attr-defined]
    energies = ("electric", "charm")
    assert [
        EnergyMet(exchange=x, character=play.bob, energies=energies),
        EnergyReleased(exchange=x, item=blade, energies=energies),
        EnergyJudged(exchange=x, energies=energies, acts=False),
        ExchangeEnded(exchange=x),
    ] == events[-4:]


@pytest.mark.rule("SC-R-42")
def test_energy_is_no_coup_de_grace() -> None:
    """Energy on a weapon does not instantly kill a target that the same blow knocked unconscious.

    The unconscious target does not roll the defence that the energy's rules state.
    """
    play, _ = charged_fight("long blade", "conducted", "electric", "charm", play=Magic(bob={"vitality": 3}))
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 5, seat="ann")
    events = play.do(RollMitigation(), seat="bob")

    assert isinstance(events[-1], EnergyTookEffect)
    assert ("electric", "charm") == events[-1].energies
    events = play.do(RollDamage(), 1, 1, seat="ann")

    assert not any(isinstance(event, Died) for event in events)
    assert -4 == play.who(play.bob).vitality
    assert play.state.exchange is None
