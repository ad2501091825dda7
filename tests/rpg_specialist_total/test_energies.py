"""The energy of charged weapons: when it is released or kept, and its effects."""

from typing import Any

import pytest

from services.rpg_specialist_total.catalogue import Energy
from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared
from services.rpg_specialist_total.chapters.charging import ChargeFaded
from services.rpg_specialist_total.chapters.counterattacks import TurnBack
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.defence import Block, DefenceDeclined, Evade, Stand
from services.rpg_specialist_total.chapters.dice import LuckSpent, NotEnoughLuck, TooManyLuckDice
from services.rpg_specialist_total.chapters.energies import (
    DeclareResisted,
    EnergyJudged,
    EnergyReleased,
    EnergyResisted,
    EnergyTookEffect,
    JudgeEnergy,
    MatchTarget,
    RollStatedDefence,
    SpellFaded,
    StatedDefenceRolled,
    TargetMatched,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.items import DropItem, ItemDropped, ItemTakenUp
from services.rpg_specialist_total.chapters.movement import TakeUpItem
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import CannotAct, Died, VitalityLost
from services.rpg_specialist_total.chapters.turns import ApSpent
from services.rpg_specialist_total.state.combatants import Charge, Invested
from shared.kernel.campaign.fights import EndFight, TurnBegan
from shared.kernel.campaign.seats import NotKnownHere, NotYours, OnlyTheGameMaster, ReasonNeeded
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.rpg_specialist_total.magic import FAILURE, LUCKY, SHOWN, SUCCESS, Magic, rolled
from tests.rpg_specialist_total.play import allowed_of

LOW: dict[str, tuple[int, ...]] = {
    "bare hands": (1, 1, 1), "long blade": (1, 1, 1, 1, 1), "hatchet": (1, 1, 1, 1), "hunting bow": (1, 1, 1, 1, 1),
}  # fmt: skip
"""To-hit faces for each weapon: 1 for each of its dice."""
HOLDS = {"bare hands": "bare hands", "long blade": "long blade", "hatchet": "hatchet", "hunting bow": "arrow"}
"""What holds the energy where each weapon strikes."""
WAYS = [
    pytest.param("bare hands", "charged", marks=pytest.mark.rule("SC-CHU-01", "SC-CHU-02", "SC-CHU-03")),
    pytest.param("long blade", "conducted", marks=pytest.mark.rule("SC-CHC-01", "SC-CHC-02", "SC-CHC-03")),
    pytest.param("long blade", "bestowed", marks=pytest.mark.rule("SC-CHB-01", "SC-R-38")),
    pytest.param("hatchet", "bestowed", marks=pytest.mark.rule("SC-CHB-03")),
    pytest.param("hunting bow", "bestowed", marks=pytest.mark.rule("SC-CHR-01", "SC-CHR-02", "SC-CHR-03")),
]


def armed(weapon: str, mode: Any, *energies: str, play: Magic | None = None, **more: Any) -> tuple[Magic, str]:  # noqa: ANN401
    """Return a fight in which `ann` holds a weapon with 2 AP of energies, and the item."""
    play = play or Magic()
    return play, play.put(HOLDS[weapon], *energies, mode=mode, **more)


def charge_in(play: Magic, item: str) -> Charge | None:
    """Return the energy in an item, carried or on the ground."""
    found = play.state.ground.get(item) or next(
        (one.items[item] for one in play.state.characters.values() if item in one.items), None
    )
    return None if found is None else found.charge


@pytest.mark.rule("SC-HYB-01", "SC-MAG-03", "SC-CHG-01", "SC-CHG-06", "SC-CHG-07", "SC-CHG-08", "SC-R-94", "SC-R-62")
def test_a_charged_attack_is_a_martial_one_first() -> None:
    """Training, martial components and the attack's AP count first; then the energy rolls its own AP."""
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
    assert rolled(2, 2, 2, 2, 2, 2, percentile=12) == declared.to_hit
    x = declared.exchange
    play.when(Stand(), seat="bob").then(
        DefenceDeclined(exchange=x), AttackSettled(exchange=x, outcome="hit", step="damage")
    )
    play.when(RollDamage(), seat="ann", faces=Faces(4, 6)).then(
        DamageRolled(exchange=x, rolled=rolled(4, 6, modifier=3))
    )
    play.when(RollMitigation(), seat="bob").then(
        MitigationRolled(exchange=x, rolled=rolled()),
        DamageDealt(exchange=x, character=play.bob, amount=13, outcome="hit"),
        VitalityLost(character=play.bob, amount=13, cause="an attack"),
        EnergyMet(exchange=x, character=play.bob, energies=("fire",)),
        EnergyReleased(exchange=x, item=blade, energies=("fire",)),
        EnergyJudged(exchange=x, energies=("fire",), acts=True),
        EnergyTookEffect(exchange=x, character=play.bob, energies=("fire",), ap=3, deals=True, portion=True, spare=0),
    )
    play.when(RollDamage(), seat="ann", faces=Faces(1, 2, 3)).then(
        DamageRolled(exchange=x, rolled=rolled(1, 2, 3)),
        MitigationRolled(exchange=x, rolled=rolled()),
        DamageDealt(exchange=x, character=play.bob, amount=6, outcome="hit"),
        VitalityLost(character=play.bob, amount=6, cause="an attack"),
        ExchangeEnded(exchange=x),
    )
    assert 19 == play.lost(play.bob)
    assert charge_in(play, blade) is None


@pytest.mark.rule("SC-CHG-09")
@pytest.mark.parametrize("outcome", ["missed", "evaded"])
@pytest.mark.parametrize(("weapon", "mode"), WAYS)
def test_energy_stays_without_contact(weapon: str, mode: Any, outcome: str) -> None:  # noqa: ANN401
    """A miss and an evaded attack leave the energy in the weapon."""
    play, item = armed(weapon, mode, "fire", play=Magic(bob={"evasion_training": 4}))
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
    """A stopped blow, a mitigated one and a hit use it up; fire has an effect on a hit."""
    play, item = armed(weapon, mode, "fire", play=Magic(bob={"block": 2, "armor": "light"}))
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
        assert 0 == play.lost(play.bob)
        return
    assert EnergyTookEffect(
        exchange=x, character=play.bob, energies=("fire",), ap=2, deals=True, portion=True, spare=0
    ) == events[-1]  # fmt: skip
    play.do(RollDamage(), 4, 4, seat="ann")
    assert 3 + 8 == play.lost(play.bob)


GLANCING = [
    pytest.param("charm", True, marks=pytest.mark.rule("SC-HYB-02", "SC-HYB-04")),
    pytest.param("electric", True, marks=pytest.mark.rule("SC-HYB-03")),
    pytest.param("fire", False, marks=pytest.mark.rule("SC-HYB-03")),
    pytest.param("life", False, marks=pytest.mark.rule("SC-R-34")),
]


@pytest.mark.parametrize("how", ["blocked", "mitigated"])
@pytest.mark.parametrize(("energy", "acts"), GLANCING)
@pytest.mark.rule("SC-R-34")
def test_on_a_glancing_blow_some_energies_act(energy: str, acts: bool, how: str) -> None:  # noqa: FBT001
    """Unblockable, touch-only and bypassing energies act without weapon damage; others fade."""
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
    assert 0 == play.lost(play.bob)


def glancing(
    weapon: str, mode: Any, *energies: str, how: str = "blocked", armor: str = "light", **groups: Any  # noqa: ANN401
) -> Magic:  # fmt: skip
    """Return a fight in which a charged weapon touched `bob` without damage."""
    play, _ = armed(weapon, mode, *energies, play=Magic(bob={"block": 2, "armor": armor}, **groups))
    play.strike(weapon, *LOW[weapon])
    if how == "blocked":
        play.do(Block(), 9, 9, SHOWN, seat="bob")
    else:
        play.do(Stand(), seat="bob")
        play.do(RollDamage(), 5, seat="ann")
        play.do(RollMitigation(), 6 if how == "mitigated" else 5, seat="bob")
    return play


TOUCHES = [
    pytest.param("bare hands", "charged", marks=pytest.mark.rule("SC-CHU-05")),
    pytest.param("long blade", "conducted", marks=pytest.mark.rule("SC-CHC-06")),
    pytest.param("long blade", "bestowed", marks=pytest.mark.rule("SC-CHB-06")),
    pytest.param("hunting bow", "bestowed", marks=pytest.mark.rule("SC-CHR-07")),
]


@pytest.mark.parametrize("how", ["mitigated", "hit for 0"])
@pytest.mark.parametrize(("weapon", "mode"), TOUCHES)
def test_energy_that_needs_only_touch_works_though_all_damage_is_mitigated(weapon: str, mode: Any, how: str) -> None:  # noqa: ANN401
    """A charm works on a hit whose damage was fully mitigated."""
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
    assert 0 == play.lost(play.bob)


@pytest.mark.rule("SC-R-37")
@pytest.mark.parametrize(("setting", "how", "acts"), [
    (True, "blocked", True), (False, "blocked", False), (False, "mitigated", True), (False, "hit for 0", True),
])  # fmt: skip
def test_touch_on_a_blow_that_was_stopped_is_a_setting(setting: bool, how: str, acts: bool) -> None:  # noqa: FBT001
    """By setting a charm does not act if the total defence stopped the blow."""
    play = glancing("long blade", "conducted", "charm", how=how, energy={"touch_on_glancing": setting})

    judged = play.do(JudgeEnergy(energy="charm"))[0]

    assert EnergyJudged(exchange=judged.exchange, energies=("charm",), acts=acts) == judged  # type: ignore[attr-defined]


@pytest.mark.rule("SC-HYB-02")
def test_what_no_physical_means_blocks_acts_though_it_needs_more_than_touch() -> None:
    """An unblockable energy acts on a glancing blow at any touch setting."""
    play = Magic(bob={"block": 2}, energy={"touch_on_glancing": False})
    play.data(energies=(Energy(name="life", unblockable=True),))
    armed("long blade", "conducted", "life", play=play)
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
def test_the_keeper_decides_whether_energy_acts_without_weapon_damage(
    weapon: str, mode: Any, default: bool, applies: bool | None  # noqa: ANN401, FBT001
) -> None:  # fmt: skip
    """There is a default, which the Keeper overrides with a reason."""
    play = Magic(bob={"items": ("round shield",)}, energy={"bypass_default": default})
    armed(weapon, mode, "electric", play=play)
    play.strike(weapon, *LOW[weapon])
    play.do(Block(shield=play.held(play.bob, "round shield")), 9, 9, SHOWN, seat="bob")
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
    assert (9 if acts else 0) == play.lost(play.bob)
    assert play.state.exchange is None


def test_the_keeper_is_asked_of_each_energy_once() -> None:
    """A decision about other energies, or without a pending one, is refused."""
    play = glancing("long blade", "conducted", "fire")
    play.no(NotKnownHere, JudgeEnergy(energy="cold"))
    play.do(JudgeEnergy(energy="fire"))
    play.no(NothingToAnswer, JudgeEnergy(energy="fire"))
    play.no(NothingToAnswer, MatchTarget(target_matches=True))
    play.no(NothingToAnswer, DeclareResisted(resisted=True, reason="so"))
    play.no(NothingToAnswer, RollStatedDefence(dice=1))


@pytest.mark.rule("SC-CAMP-33", "SC-R-62")
def test_of_two_energies_one_acts_and_one_fades() -> None:
    """Each is judged separately; the acting one has the damage of the charge."""
    play = glancing("long blade", "bestowed", "fire", "electric", armor="heavy")
    x = play.exchange.id

    assert [EnergyJudged(exchange=x, energies=("fire",), acts=False)] == play.do(JudgeEnergy(energy="fire"))
    judged, took = play.do(JudgeEnergy(energy="electric"))

    assert EnergyJudged(exchange=x, energies=("electric",), acts=True) == judged
    assert EnergyTookEffect(
        exchange=x, character=play.bob, energies=("electric",), ap=2, deals=True, portion=True
    ) == took  # fmt: skip
    assert [
        DamageRolled(exchange=x, rolled=rolled(6, 1)),
        MitigationRolled(exchange=x, rolled=rolled()),
        DamageDealt(exchange=x, character=play.bob, amount=7, outcome="glancing"),
        VitalityLost(character=play.bob, amount=7, cause="an attack"),
        ExchangeEnded(exchange=x),
    ] == play.do(RollDamage(), 6, 1, seat="ann")


@pytest.mark.rule("SC-R-62", "SC-LUCK-01")
def test_luck_may_be_declared_for_the_damage_of_energy() -> None:
    """The AP of the charge limit the Luck dice."""
    play, _ = armed("long blade", "bestowed", "electric", play=Magic(ann={"luck": 5}))
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), 1, seat="ann")
    play.do(RollMitigation(), seat="bob")
    play.no(TooManyLuckDice, RollDamage(luck=3), seat="ann")

    events = play.do(RollDamage(luck=2), LUCKY, 3, 4, 10, 10, seat="ann")

    assert LuckSpent(character=play.ann, points=2, roll="damage") == events[0]
    assert 1 + 27 == play.lost(play.bob)


@pytest.mark.rule("SC-R-91")
@pytest.mark.parametrize(("weapon", "mitigation", "left"), [(5, 3, 0), (5, 5, 0), (5, 9, 4)])
def test_one_mitigation_roll_is_shared(weapon: int, mitigation: int, left: int) -> None:
    """Mitigation left over from the weapon damage reduces the energy damage."""
    play, _ = armed("long blade", "bestowed", "fire", play=Magic(bob={"armor": "light"}))
    play.strike("long blade", *LOW["long blade"])
    play.do(Stand(), seat="bob")
    play.do(RollDamage(), weapon, seat="ann")
    play.do(RollMitigation(), mitigation, seat="bob")
    if weapon <= mitigation:
        play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="it is hot"))

    events = play.do(RollDamage(), 1, 2, seat="ann")

    x = events[0].exchange  # type: ignore[attr-defined]
    outcome = "glancing" if mitigation > weapon else "hit"
    lost = max(3 - left, 0)
    assert MitigationRolled(exchange=x, rolled=rolled(modifier=left)) == events[1]
    assert DamageDealt(exchange=x, character=play.bob, amount=lost, outcome=outcome) == events[2]  # type: ignore[arg-type]
    assert max(weapon - mitigation, 0) + lost == play.lost(play.bob)


@pytest.mark.rule("SC-R-91")
def test_mitigation_may_be_rolled_for_each() -> None:
    """By setting armor dice are rolled again for the energy, without the AP of the defence."""
    play = Magic(bob={"armor": "light", "components": ("Brace",)}, energy={"mitigation": "roll_each"})
    armed("long blade", "bestowed", "fire", play=play)
    play.strike("long blade", 10, 10, 10, 10, 10)
    play.do(Block(components=(Invested(name="Brace", ap=2),)), 1, 1, SHOWN, seat="bob")
    play.do(RollDamage(), 10, seat="ann")
    play.do(RollMitigation(), 1, 1, 1, seat="bob")

    play.do(RollDamage(), 4, 4, seat="ann")
    events = play.do(RollMitigation(), 3, seat="bob")

    x = events[0].exchange  # type: ignore[attr-defined]
    assert [
        MitigationRolled(exchange=x, rolled=rolled(3)),
        DamageDealt(exchange=x, character=play.bob, amount=5, outcome="hit"),
        VitalityLost(character=play.bob, amount=5, cause="an attack"),
        ExchangeEnded(exchange=x),
    ] == events
    assert (10 - 3 - 2) + 5 == play.lost(play.bob)


@pytest.mark.rule("SC-R-91")
@pytest.mark.parametrize("how", ["one_roll", "roll_each"])
def test_after_a_blow_that_was_stopped_armor_is_rolled_for_energy(how: str) -> None:
    """There was no weapon mitigation, so armor dice are rolled against the fire."""
    play = glancing("long blade", "bestowed", "fire", armor="medium", energy={"mitigation": how})
    play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="the shield is small"))

    play.do(RollDamage(), 9, 9, seat="ann")
    play.do(RollMitigation(), 2, 3, seat="bob")

    assert 18 - 5 == play.lost(play.bob)


def test_nobody_else_answers_for_the_two() -> None:
    """The attacker's seat rolls damage, the target's seat mitigation, or the Keeper both."""
    play = glancing("long blade", "bestowed", "fire", armor="medium")
    play.do(JudgeEnergy(energy="fire", energy_damage_applies=True, reason="so it is"))
    play.no(NotYours, RollDamage(), seat="bob")
    play.do(RollDamage(), 9, 9)
    play.no(NotYours, RollMitigation(), seat="ann")
    play.do(RollMitigation(), 2, 3)
    assert 13 == play.lost(play.bob)


def stated(**groups: Any) -> Magic:  # noqa: ANN401 settings
    """Return a fight in which a charm touched `bob`, and its stated defence is due."""
    play = glancing("long blade", "conducted", "charm", **groups)
    play.do(JudgeEnergy(energy="charm"))
    return play


@pytest.mark.rule("SC-R-75", "SC-HYB-04", "SC-PROH-09")
@pytest.mark.parametrize(("attack", "defence", "resisted"), [(6, 7, True), (6, 6, False), (6, 5, False)])
def test_a_stated_defence_is_an_opposed_total(attack: int, defence: int, resisted: bool) -> None:  # noqa: FBT001
    """Each side rolls the supplied dice; the defender resists only with the higher total."""
    play = stated()
    x = play.exchange.id
    play.no(NotYours, RollStatedDefence(dice=2), seat="bob")
    play.when(RollStatedDefence(dice=1), seat="ann", faces=Faces(attack)).then(
        StatedDefenceRolled(exchange=x, energy="charm", character=play.ann, roll=rolled(attack))
    )
    play.no(NotYours, RollStatedDefence(dice=2), seat="ann")

    events = play.do(RollStatedDefence(dice=1), defence, seat="bob")

    assert StatedDefenceRolled(exchange=x, energy="charm", character=play.bob, roll=rolled(defence)) == events[0]
    assert EnergyResisted(exchange=x, energy="charm", resisted=resisted) == events[1]
    assert resisted is not any(isinstance(event, EnergyTookEffect) for event in events)
    assert ExchangeEnded(exchange=x) == events[-1]


@pytest.mark.rule("SC-R-75", "SC-LUCK-01")
def test_luck_may_be_declared_for_a_stated_defence() -> None:
    """The supplied dice limit it; the Keeper may roll for an absent seat."""
    play = stated()
    play.no(NotEnoughLuck, RollStatedDefence(dice=1, luck=1))
    lucky = Magic(ann={"luck": 2}, bob={"block": 2})
    armed("long blade", "conducted", "charm", play=lucky)
    lucky.strike("long blade", *LOW["long blade"])
    lucky.do(Block(), 9, 9, SHOWN)
    lucky.do(JudgeEnergy(energy="charm"))

    spent, rolls = lucky.do(RollStatedDefence(dice=2, luck=2), LUCKY, 1, 2, 3, 4)

    assert LuckSpent(character=lucky.ann, points=2, roll="stated defence") == spent
    assert isinstance(rolls, StatedDefenceRolled)
    assert 10 == rolls.roll.total


@pytest.mark.rule("SC-R-75")
@pytest.mark.parametrize("resisted", [True, False])
def test_a_stated_defence_may_be_declared(resisted: bool) -> None:  # noqa: FBT001
    """By setting the Keeper states the result with a reason, without a roll."""
    play = stated(energy={"stated_defence": "declared"})
    x = play.exchange.id
    play.no(NothingToAnswer, RollStatedDefence(dice=2), seat="ann")
    play.no(OnlyTheGameMaster, DeclareResisted(resisted=resisted, reason="a strong will"), seat="bob")

    events = play.do(DeclareResisted(resisted=resisted, reason="a strong will"))

    assert EnergyResisted(exchange=x, energy="charm", resisted=resisted, reason="a strong will") == events[0]
    assert resisted is not any(isinstance(event, EnergyTookEffect) for event in events)


def test_nothing_is_declared_where_it_is_rolled() -> None:
    """By default the Keeper cannot declare the result."""
    stated().no(NothingToAnswer, DeclareResisted(resisted=True, reason="so it is"))


@pytest.mark.parametrize("weapon", [
    pytest.param("long blade", marks=pytest.mark.rule("SC-CHB-04", "SC-X-21")),
    pytest.param("hunting bow", marks=pytest.mark.rule("SC-CHR-05", "SC-X-23")),
    pytest.param("hatchet", marks=pytest.mark.rule("SC-CHB-03", "SC-X-20")),
])  # fmt: skip
def test_selective_energy_waits_for_its_kind_of_target(weapon: str) -> None:
    """The first target is no troll, and the energy stays; it acts on the troll."""
    play, item = armed(weapon, "bestowed", "fire", selective="troll", components=("Chosen Foe",))
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
    assert 5 + 5 + 3 == play.lost(play.bob)
    assert charge_in(play, item) is None


@pytest.mark.rule("SC-CHB-03", "SC-CHR-02", "SC-CHR-04", "SC-X-20", "SC-CAMP-34")
@pytest.mark.parametrize("weapon", ["hatchet", "hunting bow"])
def test_a_missed_missile_keeps_its_energy(weapon: str) -> None:
    """A finder gets both; the missile does not count as used ammunition."""
    play, item = armed(weapon, "bestowed", "fire", play=Magic(bob={"evasion_training": 4}))

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
    """An attack with a bestowed blade keeps it in the hand; a bestowed hatchet is thrown."""
    play, item = armed(weapon, "bestowed", "fire")

    dropped = [event.item for event in play.strike(weapon, *LOW[weapon]) if isinstance(event, ItemDropped)]

    assert ([item] if flies else []) == dropped


@pytest.mark.rule("SC-CHB-02", "SC-CHR-04", "SC-R-94")
def test_another_strikes_with_what_was_bestowed_though_its_caster_is_dead() -> None:
    """Bestowed energy keeps its AP as the weapon changes hands."""
    play, blade = armed("long blade", "bestowed", "electric", ap=3)
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

    assert 1 + 6 == play.lost(other)
    assert play.who(play.bob).items[blade].charge is None


def test_energy_asks_nothing_of_the_dead() -> None:
    """If the weapon killed the target, the energy is used up without further rolls."""
    play, blade = armed("long blade", "conducted", "electric", "charm", play=Magic(bob={"vitality": 1, "endurance": 0}))
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
def test_energy_is_no_second_blow_at_whom_the_weapon_has_felled() -> None:
    """It is no coup de grace, and the unconscious have no stated defence."""
    play, _ = armed("long blade", "conducted", "electric", "charm", play=Magic(bob={"vitality": 3}))
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


@pytest.mark.rule("SC-R-83")
@pytest.mark.parametrize("setting", ["released_on_attacker", "stays"])
def test_a_charged_attack_that_is_turned_back(setting: str) -> None:
    """The energy touches the original attacker; by setting it stays in the weapon."""
    play = Magic(ann={"armor": "light"}, bob={"evasion_training": 1}, counterattack={"energy": setting})
    blade = play.put("long blade", "fire", ap=2)
    play.strike("long blade", *LOW["long blade"], percentile=FAILURE)
    play.do(Evade(), 1, SUCCESS, seat="bob")
    play.do(TurnBack(choice="return"), seat="bob")
    play.do(RollDamage(), 9, seat="ann")
    events = play.do(RollMitigation(), 2, seat="ann")

    assert 7 == play.lost(play.ann)
    if setting == "stays":
        assert isinstance(events[-1], ExchangeEnded)
        assert charge_in(play, blade) is not None
        return
    assert EnergyTookEffect(
        exchange=play.exchange.id, character=play.ann, energies=("fire",), ap=2, deals=True, portion=True, spare=0
    ) == events[-1]  # fmt: skip
    play.do(RollDamage(), 4, 4, seat="ann")
    assert (7 + 8, 0) == (play.lost(play.ann), play.lost(play.bob))
    assert charge_in(play, blade) is None


@pytest.mark.rule("SC-R-68", "SC-R-103")
@pytest.mark.parametrize("form", [0, 1])
def test_the_senseless_add_no_luck_to_mitigation(form: int) -> None:
    """The blow felled the target before the fire; in a campaign of form 0 Luck was allowed."""
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
def test_a_caught_arrow_has_its_charm_reach_the_catcher() -> None:
    """The catch gives up physical defence; the opposed check is still rolled."""
    play, arrow = armed("hunting bow", "bestowed", "charm", play=Magic(bob=CATCH))
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
    """A catch counts as contact without armor."""
    play, hatchet = armed("hatchet", "bestowed", "fire", play=Magic(bob={**CATCH, "armor": "heavy"}))
    play.strike("hatchet", *LOW["hatchet"])
    play.do(Block(components=(Invested(name="Catch", ap=1),)), 5, 5, 5, 5, SHOWN, seat="bob")

    events = play.do(RollDamage(), 4, 5, seat="ann")

    assert MitigationRolled(exchange=events[0].exchange, rolled=rolled()) == events[1]  # type: ignore[attr-defined]
    assert 9 == play.lost(play.bob)
    assert hatchet in play.who(play.bob).items


def test_a_spell_in_the_same_attack_is_treated_like_a_charge() -> None:
    """It has the AP of its magic components, and fades without contact."""
    play = Magic(bob={"block": 2, "evasion_training": 2})
    fields: dict[str, Any] = {"energies": ("electric",), "components": (Invested(name="Laying On", ap=2),)}
    play.strike("long blade", *LOW["long blade"], **fields)
    play.do(Evade(), 1, 1, SHOWN, seat="bob")
    play.do(Block(), 9, 9, seat="bob")
    play.do(JudgeEnergy(energy="electric"))
    play.do(RollDamage(), 5, 6, seat="ann")
    assert 11 == play.lost(play.bob)

    play.strike("long blade", *LOW["long blade"], **{**fields, "components": (Invested(name="Laying On", ap=1),)}, ap=1)
    x = play.exchange.id
    events = play.do(Evade(), 9, 9, SHOWN, seat="bob")

    assert [SpellFaded(exchange=x, energies=("electric",)), ExchangeEnded(exchange=x)] == events[-2:]


@pytest.mark.rule("SC-CHC-04", "SC-CAMP-32")
def test_no_energy_acts_that_has_faded_with_its_wielder() -> None:
    """A wielder killed by its own returned attack leaves no energy to counter."""
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
def test_who_carries_all_that_can_be_carried_lets_what_is_caught_lie(carried: int, holds: bool) -> None:  # noqa: FBT001
    """The caught missile falls to the ground."""
    play = Magic(bob={**CATCH, "items": ("arrow",) * carried})
    play.strike("hatchet", *LOW["hatchet"])

    play.do(Block(components=(Invested(name="Catch", ap=1),)), 5, 5, 5, 5, SHOWN, seat="bob")

    hatchet = play.held(play.bob, "hatchet") if holds else next(iter(play.state.ground))
    assert holds is not (hatchet in play.state.ground)
    assert play.state.exchange is None
