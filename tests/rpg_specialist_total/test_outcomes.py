"""Outcomes of attacks: comparisons of totals, and criticals on both sides."""

from typing import Any, Final

import pytest

from services.rpg_specialist_total.chapters.attacks import Attack, AttackDeclared
from services.rpg_specialist_total.chapters.damage import DamageDealt
from services.rpg_specialist_total.chapters.defence import Evade, EvasionRolled, Stand
from services.rpg_specialist_total.chapters.exchanges import (
    CriticallyFailed,
    ExchangeEnded,
    Fumble,
    Fumbled,
    FumbleIsEmpty,
)
from services.rpg_specialist_total.chapters.items import ItemDropped, PartOfTheBody
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, CounterattackOffered
from services.rpg_specialist_total.chapters.states import Died, FatigueLost
from services.rpg_specialist_total.chapters.turns import ApAreLost, ApLost, ApSpent
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.messages import Event
from tests.rpg_specialist_total.duel import (
    BLADE,
    FAILURE,
    PLAIN,
    SUCCESS,
    Duel,
    ap,
    damage_dealt,
    face,
    only,
    outcome,
    roll,
)
from tests.rpg_specialist_total.play import allowed_of

ABLE: Final = {"evasion_training": 2, "block": 2}


def faces(total: int, dice: int) -> tuple[int, ...]:
    """Return faces of this many dice that add up to this total."""
    shown = [1] * dice
    for place in range(dice):
        shown[place] = min(10, total - sum(shown) + 1)
    assert total == sum(shown)
    return tuple(shown)


def fought(to_hit: int, evasion: int | None, block: int | None, **groups: Any) -> str:  # noqa: ANN401 settings
    """Return the outcome of an attack with these totals; None means that the defender makes no such roll."""
    duel = Duel(defender=ABLE, **groups)
    found = duel.strike(*faces(to_hit, 4))
    if evasion is not None:
        found = duel.evade(*faces(evasion, 2))
    if block is not None:
        found = duel.block(*faces(block, 2), percentile=PLAIN if evasion is None else None)
    return outcome(found)


@pytest.mark.rule("SC-DEF-06", "SC-RES-01", "SC-ATK-02", "SC-DMG-04")
@pytest.mark.parametrize(("to_hit", "evasion"), [(14, 15), (10, 11)])
def test_an_evasion_above_the_to_hit_evades(to_hit: int, evasion: int) -> None:
    """If the evasion is above the to-hit, the attack is evaded, without block or damage."""
    duel = Duel(defender=ABLE)
    duel.strike(*faces(to_hit, 4))
    exchange = duel.exchange.id

    found = duel.evade(*faces(evasion, 2))

    assert [AttackSettled(exchange=exchange, outcome="evaded"), ExchangeEnded(exchange=exchange)] == found[-2:]
    assert duel.state.exchange is None
    assert (0, 0) == duel.vitality_lost()


@pytest.mark.rule("SC-DEF-11", "SC-DEF-12", "SC-RES-02", "SC-E-09")
@pytest.mark.parametrize(("to_hit", "evasion", "block"), [(14, 9, 8), (12, 11, 4), (7, None, 8), (19, 9, 11)])
def test_a_total_defence_above_the_to_hit_makes_a_glancing_blow(
    to_hit: int, evasion: int | None, block: int
) -> None:  # fmt: skip
    """If evasion plus block is above the to-hit, the attack is a glancing blow, and no damage is rolled."""
    assert "glancing" == fought(to_hit, evasion, block)


@pytest.mark.rule("SC-DEF-10", "SC-DEF-11", "SC-RES-03", "SC-R-10", "SC-E-10", "SC-DMG-04")
@pytest.mark.parametrize(("to_hit", "evasion", "block"), [(20, 10, 10), (21, 10, 10), (16, 11, 4), (8, None, 8)])
def test_a_to_hit_not_below_the_total_defence_hits(to_hit: int, evasion: int | None, block: int) -> None:
    """If the to-hit is at least the total defence, the attack hits, and damage follows."""
    assert "hit" == fought(to_hit, evasion, block)


@pytest.mark.rule("SC-R-10")
@pytest.mark.parametrize(("to_hit", "evasion", "block"), [(20, 10, 10), (8, None, 8)])
def test_a_setting_makes_a_tie_a_glancing_blow(to_hit: int, evasion: int | None, block: int) -> None:
    """If `tie_total_defence` is `glancing`, a tie with the total defence is a glancing blow.

    A to-hit that is 1 higher is a hit.
    """
    assert "glancing" == fought(to_hit, evasion, block, attack={"tie_total_defence": "glancing"})
    assert "hit" == fought(to_hit + 1, evasion, block, attack={"tie_total_defence": "glancing"})


@pytest.mark.rule("SC-R-10", "SC-R-12")
def test_a_tie_with_the_evasion_alone_glances_and_does_not_evade() -> None:
    """An evasion that ties, without a block, counts as a tied total defence.

    The setting `tie_total_defence` decides the outcome of such a tie.
    """
    for tie, came in (("hit", "hit"), ("glancing", "glancing")):
        duel = Duel(defender=ABLE, attack={"tie_total_defence": tie})
        duel.strike(*faces(12, 4))
        duel.evade(*faces(12, 2))
        assert came == outcome(duel.do(Stand(), seat="bob"))


@pytest.mark.rule("SC-R-11", "SC-R-73", "SC-X-42")
def test_an_evasion_that_ties_does_not_evade() -> None:
    """A to-hit of 12 against an evasion of 12, without block dice, is a hit."""
    duel = Duel(defender={"evasion_training": 2})
    duel.strike(*faces(12, 4))

    assert [EvasionRolled(exchange=duel.exchange.id, rolled=roll(12, 6, 6, percentile=PLAIN))] == duel.evade(6, 6)
    assert "hit" == outcome(duel.block(percentile=None))


@pytest.mark.rule("SC-X-40", "SC-DEF-12", "SC-RES-02")
def test_worked_example_of_14_against_17() -> None:
    """A to-hit of 8 + 5 + 1 = 14 is above the evasion, 4 + 5 = 9, but below the total defence with a block of 8: 17."""
    duel = Duel({"weapon_training": {}}, ABLE)

    assert 14 == only(duel.strike(8, 5, 1), AttackDeclared).to_hit.total
    duel.evade(4, 5)
    found = duel.block(3, 5, percentile=None)

    assert "glancing" == outcome(found)
    assert not any(isinstance(event, DamageDealt) for event in found)


@pytest.mark.rule("SC-X-41", "SC-R-10")
def test_worked_example_of_17_against_17() -> None:
    """A to-hit of 17 hits against evasion 9 and block 8, because the total defence would have to be higher."""
    assert "hit" == fought(17, 9, 8)


# ---------------------------------------------------------------- criticals


def strike(struck: int, defended: int, *, to_hit: int, evasion: int, **groups: Any) -> tuple[Duel, list[Event]]:  # noqa: ANN401 settings
    """Attack and evade with the percentiles `struck` and `defended`; return the duel and the events of the evasion."""
    duel = Duel(defender=ABLE, **groups)
    duel.strike(*faces(to_hit, 4), percentile=struck)
    return duel, duel.evade(*faces(evasion, 2), percentile=defended)


@pytest.mark.rule("SC-CRIT-06", "SC-R-23", "SC-E-15", "SC-R-22")
def test_a_critical_attack_hits_whatever_the_defence() -> None:
    """A critical attack hits whatever the evasion. No block is rolled, and the damage is as usual."""
    duel, found = strike(SUCCESS, PLAIN, to_hit=5, evasion=20)

    assert "hit" == outcome(found)
    assert 5 == damage_dealt([*duel.damage(2, 3), *duel.mitigation()]).amount


@pytest.mark.rule("SC-CRIT-06", "SC-R-23")
def test_a_critical_attack_hits_without_a_defence_or_with_a_block_alone() -> None:
    """A critical to-hit of 5 hits against a block of 20, and against no defence."""
    idle, blocking = Duel(defender=ABLE), Duel(defender=ABLE)
    for duel in (idle, blocking):
        duel.strike(2, 1, 1, 1, percentile=SUCCESS)

    assert "hit" == outcome(idle.do(Stand(), seat="bob"))
    assert "hit" == outcome(blocking.block(10, 10))


@pytest.mark.rule("SC-CRIT-06", "SC-R-22")
def test_a_critical_defence_succeeds_whatever_the_attack() -> None:
    """Against a to-hit of 40, a critical evasion of 2 still evades, and a critical block of 2 makes a glancing blow."""
    assert "evaded" == outcome(strike(PLAIN, SUCCESS, to_hit=40, evasion=2)[1])

    duel = Duel(defender=ABLE)
    duel.strike(10, 10, 10, 10)
    assert "glancing" == outcome(duel.block(1, 1, percentile=SUCCESS))


@pytest.mark.rule("SC-CRIT-07", "SC-R-22", "SC-R-23")
def test_two_criticals_let_the_totals_decide() -> None:
    """If attack and defence are both critical, the totals decide, whether the evasion or the block was critical."""
    duel, found = strike(SUCCESS, SUCCESS, to_hit=20, evasion=15)
    assert 1 == len(found)
    assert "glancing" == outcome(duel.block(5, 5, percentile=None))

    assert "evaded" == outcome(strike(SUCCESS, SUCCESS, to_hit=14, evasion=15)[1])
    blocked = Duel(defender=ABLE)
    blocked.strike(*faces(20, 4), percentile=SUCCESS)
    assert "hit" == outcome(blocked.block(10, 10, percentile=SUCCESS))


@pytest.mark.rule("SC-CRIT-08", "SC-CRIT-09", "SC-R-25", "SC-R-26", "SC-R-72")
def test_an_attack_that_fails_critically_misses_and_costs_all_ap() -> None:
    """An attack that fails critically misses, even with a to-hit of 40.

    The defender still chooses whether to defend.
    """
    duel = Duel(defender=ABLE)
    made = duel.state.made

    found = duel.strike(10, 10, 10, 10, percentile=FAILURE)

    assert [
        CriticallyFailed(failure=f"failure-{made + 2}", character=duel.ann),
        ApLost(character=duel.ann, ap=1, locked=True),
    ] == found[-2:]
    assert (0, "defence") == (duel.fighter(duel.ann).ap, duel.exchange.step)
    assert "missed" == outcome(duel.do(Stand(), seat="bob"))
    assert duel.state.exchange is None


@pytest.mark.rule("SC-CRIT-09", "SC-R-25")
def test_after_losing_its_ap_a_combatant_defends_without_any_until_its_next_turn() -> None:
    """A combatant that lost its AP to a critical failure still rolls a defence that costs no AP."""
    duel = Duel({"components": ("Evade",), "evasion_training": 1}, {"items": (BLADE,)})
    duel.strike(1, 1, 1, 1, percentile=FAILURE)
    duel.do(Stand(), seat="bob")
    duel.turn()
    back = Attack(attacker=duel.bob, target=duel.ann, weapon=duel.item_named(duel.bob, BLADE), ap=1)
    duel.do(back, 1, 1, 1, 1, face(PLAIN), seat="bob")

    duel.no(ApAreLost, Evade(components=ap(Evade=1)), seat="ann")
    assert "evaded" == outcome(duel.do(Evade(), 9, face(PLAIN), seat="ann"))


@pytest.mark.rule("SC-CRIT-08", "SC-CRIT-09", "SC-R-22", "SC-R-72")
def test_a_defence_that_fails_critically_is_hit_and_costs_all_ap() -> None:
    """If a defence of 20 fails critically, even a to-hit of 5 hits, and the defender loses all remaining AP."""
    duel = Duel(defender={**ABLE, "components": ("Evade",)})
    duel.strike(2, 1, 1, 1)

    found = duel.evade(10, 10, 10, percentile=FAILURE, components=ap(Evade=1))

    assert [ApSpent, EvasionRolled, CriticallyFailed, ApLost, AttackSettled] == [type(event) for event in found]
    assert ApLost(character=duel.bob, ap=2, locked=True) == found[3]
    assert "hit" == outcome(found)


@pytest.mark.rule("SC-CRIT-08", "SC-CRIT-09")
def test_a_block_that_fails_critically_is_hit() -> None:
    """If the defender makes no evasion, the block has the percentile, and its critical failure lets the attack hit."""
    duel = Duel(defender=ABLE)
    duel.strike(2, 1, 1, 1)

    assert "hit" == outcome(duel.block(10, 10, percentile=FAILURE))
    assert 0 == duel.fighter(duel.bob).ap


@pytest.mark.rule("SC-CRIT-08", "SC-R-23")
def test_a_critical_attack_hits_a_defence_that_fails_critically() -> None:
    """A critical attack hits a defence that fails critically, and the defender loses its AP too."""
    duel, found = strike(SUCCESS, FAILURE, to_hit=5, evasion=20)

    assert "hit" == outcome(found)
    assert 0 == duel.fighter(duel.bob).ap


@pytest.mark.rule("SC-R-24", "SC-CRIT-08", "SC-CRIT-09")
def test_if_both_fail_critically_the_attack_misses_and_both_lose_their_ap() -> None:
    """If both sides fail critically, the attack misses and both lose their AP.

    The Keeper may add a fumble to either failure.
    """
    duel, found = strike(FAILURE, FAILURE, to_hit=40, evasion=2)

    assert "missed" == outcome(found)
    assert (0, 0) == (duel.fighter(duel.ann).ap, duel.fighter(duel.bob).ap)
    assert {duel.ann, duel.bob} == set(duel.state.failures.values())


@pytest.mark.rule("SC-CRIT-08", "SC-R-72", "SC-CTR-01", "SC-E-16")
def test_a_failed_attack_misses_a_plain_defence() -> None:
    """An attack that fails critically misses. Only a critical defence allows a counterattack."""
    assert "missed" == outcome(strike(FAILURE, PLAIN, to_hit=40, evasion=2)[1])

    duel = Duel(defender=ABLE)
    duel.strike(10, 10, 10, 10, percentile=FAILURE)
    assert "missed" == outcome(duel.block(1, 1))


@pytest.mark.rule("SC-CTR-01", "SC-R-72", "SC-E-16")
def test_a_failed_attack_against_a_critical_defence_may_be_turned_back() -> None:
    """After a critical evasion or block, the defender may turn back an attack that failed critically."""
    duel, found = strike(FAILURE, SUCCESS, to_hit=40, evasion=2)
    assert CounterattackOffered(exchange=duel.exchange.id) == found[-1]
    assert "turning_back" == duel.exchange.step

    blocked = Duel(defender=ABLE)
    blocked.strike(10, 10, 10, 10, percentile=FAILURE)
    assert CounterattackOffered(exchange=blocked.exchange.id) == blocked.block(1, 1, percentile=SUCCESS)[-1]


@pytest.mark.rule("SC-R-22")
def test_a_setting_judges_each_roll_of_a_defence() -> None:
    """If `defence_percentiles` is `each_roll`, evasion and block each have a percentile.

    A critical block then stops the blow even after a failed evasion.
    """
    each = {"critical": {"defence_percentiles": "each_roll"}}
    duel, found = strike(PLAIN, FAILURE, to_hit=5, evasion=20, **each)
    assert "block" == duel.exchange.step
    assert isinstance(found[-1], ApLost)
    assert "hit" == outcome(duel.block(1, 1))
    duel, _ = strike(PLAIN, FAILURE, to_hit=5, evasion=20, **each)
    assert "glancing" == outcome(duel.block(3, 3))

    for percentile, came in ((SUCCESS, "glancing"), (FAILURE, "hit"), (PLAIN, "hit")):
        duel, _ = strike(PLAIN, PLAIN, to_hit=40, evasion=2, **each)
        assert came == outcome(duel.block(1, 1, percentile=percentile))
    assert "evaded" == outcome(strike(PLAIN, SUCCESS, to_hit=40, evasion=2, **each)[1])
    assert "hit" == outcome(strike(SUCCESS, PLAIN, to_hit=5, evasion=20, **each)[1])


@pytest.mark.rule("SC-R-22", "SC-CRIT-07")
def test_a_separately_judged_block_must_be_critical_too() -> None:
    """After a critical attack and a critical evasion too low to evade, only a critical block prevents the hit."""
    each = {"critical": {"defence_percentiles": "each_roll"}}
    for percentile, came in ((PLAIN, "hit"), (SUCCESS, "glancing")):
        duel, _ = strike(SUCCESS, SUCCESS, to_hit=20, evasion=15, **each)
        assert came == outcome(duel.block(10, 10, percentile=percentile))
    idle, _ = strike(SUCCESS, SUCCESS, to_hit=20, evasion=20, attack={"tie_total_defence": "glancing"}, **each)
    assert "hit" == outcome(idle.do(Stand(), seat="bob"))


@pytest.mark.rule("SC-UNC-05", "SC-R-42", "SC-CRIT-08")
def test_a_successful_attack_on_the_unconscious_kills() -> None:
    """A successful attack on an unconscious target kills it without a damage roll, whatever its armor.

    An attack that fails critically leaves the target alive.
    """
    for percentile, ending in ((PLAIN, Died), (FAILURE, AttackSettled)):
        duel = Duel(defender={"armor": "heavy", "experience": 12})
        duel.given(FatigueLost(character=duel.bob, amount=20, cause="a long day"))
        found = duel.strike(1, 1, 1, 1, percentile=percentile)
        assert [ending, ExchangeEnded] == [type(event) for event in found[-2:]]
        assert (ending is Died) == duel.who(duel.bob).dead
        assert 40 == duel.who(duel.bob).vitality


# ---------------------------------------------------------------- fumbles


@pytest.mark.rule("SC-CRIT-10", "SC-R-26")
def test_the_keeper_may_add_a_fumble_to_a_critical_failure() -> None:
    """The Keeper may add one fumble to a critical failure, with a reason.

    A fumble is only described, or drops an item.
    """
    duel = Duel()
    duel.strike(1, 1, 1, 1, percentile=FAILURE)
    (failure,) = duel.state.failures
    weapon = duel.item_named(duel.ann, BLADE)

    duel.no(FumbleIsEmpty, Fumble(failure=failure, reason="bad luck"))
    assert [{"effect", "reason", "drop"}, {"reason", "drop"}] == [
        {*entry.fields, *entry.body} - {"type", "failure"} for entry in allowed_of(duel.state, "gm", Fumble)
    ]
    duel.no(NotKnownHere, Fumble(failure=failure, drop="item-99", reason="bad luck"))
    duel.no(OnlyTheGameMaster, Fumble(failure=failure, effect="a fall", reason="bad luck"), seat="ann")
    duel.when(Fumble(failure=failure, effect="a fall", drop=weapon, reason="bad luck")).then(
        Fumbled(failure=failure, effect="a fall", reason="bad luck"), ItemDropped(character=duel.ann, item=weapon)
    )
    assert {} == duel.who(duel.ann).items
    duel.no(NotKnownHere, Fumble(failure=failure, effect="a fall", reason="bad luck"))


@pytest.mark.rule("SC-CRIT-10", "SC-R-69")
def test_without_a_critical_failure_there_is_no_fumble() -> None:
    """An ordinary roll allows no fumble, and neither do 1s on damage and mitigation dice."""
    duel = Duel(defender={"armor": "light"})
    duel.strike(1, 1, 1, 1)
    duel.do(Stand(), seat="bob")
    duel.damage(1, 1)
    duel.mitigation(1)

    assert {} == duel.state.failures
    assert [] == allowed_of(duel.state, "gm", Fumble)
    duel.no(NotKnownHere, Fumble(failure="failure-1", effect="a fall", reason="bad luck"))


@pytest.mark.rule("SC-CAMP-35")
def test_no_fumble_drops_bare_hands() -> None:
    """The game refuses a fumble that drops bare hands, and does not list one."""
    duel = Duel({"items": (BLADE, "bare hands")})
    duel.strike(1, 1, 1, 1, percentile=FAILURE)
    (failure,) = duel.state.failures
    hands = duel.item_named(duel.ann, "bare hands")

    duel.no(PartOfTheBody, Fumble(failure=failure, drop=hands, reason="bad luck"))
    assert hands not in str(allowed_of(duel.state, "gm", Fumble))
