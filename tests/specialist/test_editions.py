"""Differences between the two editions of the Specialist game.

Each edition follows its own rules, so the same situation has two results.

The first part of each test plays the pool edition (General Rules), and the second part the totals edition (Combat).
"""

from __future__ import annotations

import pytest

from services.rpg_specialist_pool.chapters.conditions import ApplyCondition
from services.rpg_specialist_pool.chapters.contests import (
    Answer,
    ContestOpened,
    ContestResolved,
    Counterattack,
    NoCounterattack,
    Oppose,
)
from services.rpg_specialist_pool.chapters.criticals import CriticalShown, RuleConsequence
from services.rpg_specialist_pool.chapters.damage import DamageDealt
from services.rpg_specialist_pool.chapters.initiative import OneLuckDie, RollInitiative
from services.rpg_specialist_pool.chapters.luck import LuckRolled, NoDayYet, RollDailyLuck
from services.rpg_specialist_pool.chapters.pools import OverTheCeiling, PoolRolled
from services.rpg_specialist_pool.state import Sheet as PoolSheet
from services.rpg_specialist_total.chapters.attacks import AttackDeclared
from services.rpg_specialist_total.chapters.damage import DamageRolled, MitigationRolled
from services.rpg_specialist_total.chapters.defence import BlockRolled, Evade, EvasionRolled, MagicAlone
from services.rpg_specialist_total.chapters.movement import Move
from services.rpg_specialist_total.chapters.outcomes import CounterattackOffered
from services.rpg_specialist_total.chapters.states import LoseVitality, health
from services.rpg_specialist_total.chapters.turns import NotBeforeFirstTurn, OrderRolled, RollOrder
from services.rpg_specialist_total.state.combatants import Sheet as TotalSheet
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import EndTurn, StartFight
from shared.kernel.campaign.seats import NotKnownHere
from tests.rpg_specialist_pool.play import Play as Pools
from tests.rpg_specialist_pool.play import dice, of
from tests.rpg_specialist_total.duel import (
    FAILURE,
    LUCKY,
    PLAIN,
    SUCCESS,
    UNLUCKY,
    Duel,
    ap,
    damage_dealt,
    only,
    outcome,
)
from tests.rpg_specialist_total.play import Play as Totals

FACES = (9, 5, 4)


def two_of_pools(**groups: dict[str, object]) -> tuple[Pools, str, str]:
    """Return a campaign of the pool edition with two Specialists, and the names of both."""
    pools = Pools(**groups)
    return pools, pools.hero(), pools.hero("bob")


@pytest.mark.rule("SG-E-01", "SC-E-01")
def test_dice_are_counted_in_one_and_added_up_in_the_other() -> None:
    """Faces 9, 5 and 4 are one success in the pool edition, and a total of 18 in the totals edition."""
    pools, ann, bob = two_of_pools()
    assert [1, 0] == [
        event.roll.successes
        for event in pools.clash(ann, bob, FACES, (), context="skill")
        if isinstance(event, PoolRolled)
    ]

    duel = Duel({"weapon_training": {}})
    assert 18 == only(duel.strike(*FACES), AttackDeclared).to_hit.total


@pytest.mark.rule("SG-E-02", "SC-E-02")
def test_a_speed_of_15_is_3_ap_or_15() -> None:
    """Speed 15 gives 3 AP in the pool edition, and is a Speed Rating of 15 AP in the totals edition."""
    pools = Pools()
    hero = pools.hero(speed=15)
    pools.fight(hero)
    assert 3 == pools.in_fight(hero).ap

    totals = Totals()
    one = totals.one(speed_rating=15)
    totals.fight(one)
    assert 15 == totals.fighter(one).ap


@pytest.mark.rule("SG-E-03", "SC-E-03")
def test_ap_return_with_each_turn_or_each_round() -> None:
    """In the pool edition, a fighter's AP return in their own turn; in the totals edition, when the round begins."""
    pools, ann, bob = two_of_pools()
    pools.fight(ann, bob)
    pools.do(EndTurn(participant=ann))
    pools.clash(bob, ann, (1,), (1,), 5)
    pools.do(EndTurn(participant=bob))
    assert (ann, [3, 2]) == (pools.state.turn, [pools.in_fight(who).ap for who in (ann, bob)])

    duel = Duel()
    for who in (duel.ann, duel.bob):
        duel.do(Move(character=who))
        duel.do(Move(character=who))
        assert 2 == duel.fighter(who).ap
        duel.turn()
    assert (duel.ann, [3, 3]) == (duel.state.turn, [duel.fighter(who).ap for who in (duel.ann, duel.bob)])


@pytest.mark.rule("SG-E-04", "SC-E-04")
def test_without_speed_there_is_1_ap_or_none() -> None:
    """Without Speed a fighter has 1 AP in the pool edition, and none in the totals edition."""
    pools = Pools()
    hero = pools.hero(speed=0)
    pools.fight(hero)
    assert 1 == pools.in_fight(hero).ap

    totals = Totals()
    one = totals.one(speed_rating=0)
    totals.fight(one)
    assert 0 == totals.fighter(one).ap


@pytest.mark.rule("SG-E-05", "SC-E-05")
def test_each_luck_die_decides_for_itself_or_one_flip_for_all() -> None:
    """Luck dice of 8 and 3 cancel out in the pool edition; in the totals edition one flip adds or subtracts 11."""
    pools = Pools()
    ann, bob = pools.hero(luck=2), pools.hero("bob")
    contest = pools.act_against(ann, bob, dice(3, luck=2))
    rolled = pools.do(Answer(contest=contest, action=dice(0)), *FACES, 8, 3, 1)
    assert [(1, (8, 3)), (0, ())] == [
        (event.roll.successes, event.roll.luck) for event in rolled if isinstance(event, PoolRolled)
    ]

    for flip, total in ((LUCKY, 18 + 11), (UNLUCKY, 18 - 11)):
        duel = Duel({"weapon_training": {}, "luck": 2})
        found = duel.do(duel.attack(luck=2), flip, *FACES, 8, 3, PLAIN + 1, seat="ann")
        assert total == only(found, AttackDeclared).to_hit.total


@pytest.mark.rule("SG-E-06", "SC-E-06")
def test_only_the_pool_edition_limits_initiative_to_one_luck_die() -> None:
    """The pool edition refuses two Luck dice for initiative; in the totals edition the general limit applies."""
    pools = Pools()
    hero = pools.hero(luck=5)
    pools.do(StartFight(participants=(hero,)))
    pools.no(OneLuckDie, RollInitiative(participant=hero, luck=2))

    totals = Totals()
    one = totals.one(speed_rating=2, luck=5)
    totals.do(StartFight(participants=(one,)))
    assert (6, 7) == totals.the(OrderRolled, RollOrder(participant=one, luck=2), LUCKY, 4, 5, 6, 7).roll.luck


@pytest.mark.rule("SG-E-07", "SC-E-07")
def test_luck_points_are_rolled_for_or_given() -> None:
    """In the pool edition, a die sets the Luck points each day.

    In the totals edition, the combatant's creator sets them.
    """
    pools = Pools()
    hero = pools.hero()
    pools.no(NoDayYet, RollDailyLuck(character=hero))
    pools.do(StartDay())
    assert 7 == pools.the(LuckRolled, RollDailyLuck(character=hero), 7).points

    totals = Totals()
    assert 12 == totals.who(totals.one(luck=12)).luck


@pytest.mark.rule("SG-E-08", "SC-E-08")
def test_a_defence_is_one_roll_or_two_stages() -> None:
    """In the pool edition, a defence is one roll. In the totals edition, a failed evasion still adds to the block."""
    pools, ann, bob = two_of_pools()
    settled = pools.clash(ann, bob, (6, 6), (6,), 3)
    assert ["hit"] == [event.outcome for event in settled if isinstance(event, ContestResolved)]

    duel = Duel(defender={"evasion_training": 1, "block": 1})
    duel.strike(8, 2, 1, 1)
    duel.evade(6)
    assert "block" == duel.exchange.step
    assert "glancing" == outcome(duel.block(7, percentile=None))


@pytest.mark.rule("SG-E-09", "SC-E-09")
def test_a_glancing_blow_deals_a_die_or_nothing() -> None:
    """A glancing blow deals one die in the pool edition, and nothing in the totals edition."""
    pools, ann, bob = two_of_pools()
    blow = pools.clash(ann, bob, (6, 1), (6, 2), 8)
    assert ("glancing", 8) == (of(ContestResolved, blow).outcome, of(DamageDealt, blow).damage)

    duel = Duel(defender={"block": 2})
    duel.strike(2, 1, 1, 1)
    assert "glancing" == outcome(duel.block(3, 3))
    assert (0, 0) == duel.vitality_lost()


@pytest.mark.rule("SG-E-10", "SC-E-10")
def test_a_tie_is_a_glancing_blow_or_a_hit() -> None:
    """Equal successes are a glancing blow in the pool edition; equal totals are a hit in the totals edition."""
    pools, ann, bob = two_of_pools()
    assert "glancing" == of(ContestResolved, pools.clash(ann, bob, (6, 7), (8, 9), 1)).outcome

    duel = Duel(defender={"block": 2})
    duel.strike(5, 5, 1, 1)
    assert "hit" == outcome(duel.block(6, 6))


@pytest.mark.rule("SG-E-11", "SC-E-11")
def test_damage_is_the_gap_or_the_ap_less_mitigation() -> None:
    """Three more successes give three damage dice in the pool edition.

    In the totals edition, each AP gives one damage die, and armor reduces the damage.
    """
    pools, ann, bob = two_of_pools()
    struck = of(DamageDealt, pools.clash(ann, bob, (6, 6, 6, 6), (6,), 4, 7, 9))
    assert (3, 20) == (struck.dice, struck.damage)

    duel = Duel(defender={"armor": "light", "block": 1})
    duel.strike(10, 10, 10, 10)
    duel.block(1)
    duel.damage(4, 7)
    assert 11 - 6 == damage_dealt(duel.mitigation(6)).amount


@pytest.mark.rule("SG-E-12", "SC-E-12")
def test_an_attack_is_one_roll_a_side_or_up_to_five() -> None:
    """In the pool edition, an attack takes one roll for each side, and one for damage.

    In the totals edition, it takes up to five rolls.
    """
    pools, ann, bob = two_of_pools()
    kinds = [type(event) for event in pools.clash(ann, bob, (6, 6), (6,), 3)]
    assert (2, 1) == (kinds.count(PoolRolled), kinds.count(DamageDealt))

    duel = Duel(defender={"evasion_training": 1, "block": 1, "armor": "light"})
    found = [*duel.strike(9, 9, 9, 9), *duel.evade(1), *duel.block(1, percentile=None)]
    found += [*duel.damage(5, 5), *duel.mitigation(1)]
    rolls = (AttackDeclared, EvasionRolled, BlockRolled, DamageRolled, MitigationRolled)
    assert list(rolls) == [type(event) for event in found if isinstance(event, rolls)]


@pytest.mark.rule("SG-E-13", "SC-E-13")
def test_a_critical_success_is_tens_and_a_majority_or_a_double() -> None:
    """A critical success needs tens and a majority in the pool edition, and a double like 33 in the totals edition."""
    pools, ann, bob = two_of_pools()
    tens = pools.clash(ann, bob, (10, 10, 6), (), 1, 1, 1, 1, 1, 1, tier="basic")
    assert "critical_success" == of(CriticalShown, tens).shows

    for percentile, critical in ((SUCCESS, "critical_success"), (PLAIN, None)):
        to_hit = only(Duel().strike(10, 10, 10, 6, percentile=percentile), AttackDeclared).to_hit
        assert critical == to_hit.critical


@pytest.mark.rule("SG-E-14", "SC-E-14")
def test_a_critical_failure_is_ones_and_a_majority_or_01() -> None:
    """A critical failure needs ones in the pool edition, and a percentile of 01 in the totals edition."""
    pools, ann, bob = two_of_pools()
    ones = pools.clash(ann, bob, (1, 1, 2), (6,), tier="basic")
    assert "critical_failure" == of(CriticalShown, ones).shows

    for percentile, critical in ((FAILURE, "critical_failure"), (PLAIN, None)):
        to_hit = only(Duel().strike(1, 1, 1, 2, percentile=percentile), AttackDeclared).to_hit
        assert critical == to_hit.critical


@pytest.mark.rule("SG-E-15", "SC-E-15")
def test_a_critical_hit_doubles_the_dice_or_hits_whatever_the_totals() -> None:
    """A critical hit doubles the damage dice in the pool edition; in the totals edition it hits whatever the totals."""
    pools, ann, bob = two_of_pools()
    doubled = pools.clash(ann, bob, (10, 6), (), 1, 2, 3, 4)
    assert 4 == of(DamageDealt, doubled).dice
    assert "defended" == of(ContestResolved, pools.clash(ann, bob, (10,), (6, 6))).outcome

    duel = Duel(defender={"block": 3})
    duel.strike(1, 1, 1, 1, percentile=SUCCESS)
    assert "hit" == outcome(duel.block(10, 10, 10))
    assert 2 == len(only(duel.damage(4, 7), DamageRolled).rolled.faces)


@pytest.mark.rule("SG-E-16", "SC-E-16")
def test_a_counterattack_follows_from_a_failure_alone_or_from_two_criticals() -> None:
    """In the pool edition, a critical failure alone causes a counterattack.

    In the totals edition, a counterattack also needs a critical defence.
    """
    pools, ann, bob = two_of_pools()
    pools.no(NoCounterattack, Counterattack(character=bob, action=dice(1)))
    failed = of(CriticalShown, pools.clash(ann, bob, (1,), (6,)))
    pools.do(RuleConsequence(critical=failed.critical, consequence="counterattack", text="an opening"))
    opened = of(ContestOpened, pools.do(Counterattack(character=bob, action=dice(1)), seat="bob"))
    assert (bob, ann) == (opened.character, opened.target)

    for percentile, offered in ((PLAIN, 0), (SUCCESS, 1)):
        duel = Duel(defender={"block": 1})
        duel.strike(9, 9, 9, 9, percentile=FAILURE)
        assert 0 == duel.fighter(duel.ann).ap
        found = duel.block(1, percentile=percentile)
        assert offered == sum(isinstance(event, CounterattackOffered) for event in found)


@pytest.mark.rule("SG-E-17", "SC-E-17")
def test_a_tier_caps_the_ap_of_an_action_or_nothing_does() -> None:
    """The pool edition refuses 4 AP in a Simple action.

    The totals edition refuses them only if `tier_caps` is true.
    """
    pools = Pools()
    ann, bob = pools.hero(speed=25), pools.hero("bob")
    pools.no(OverTheCeiling, Oppose(character=ann, target=bob, action=dice(1, ap=4), context="combat"))

    duel = Duel({"speed_rating": 5})
    duel.strike(9, 9, 9, 9, ap=4)
    assert 1 == duel.fighter(duel.ann).ap


@pytest.mark.rule("SG-E-18", "SC-E-18")
def test_only_the_totals_edition_has_rules_for_sizes_and_spells() -> None:
    """In the pool edition, equal faces have the same result for a blow and a spell, and sheets have no size."""
    pools, ann, bob = two_of_pools()
    for kind in ("martial", "spell"):
        contest = pools.act_against(ann, bob, dice(2, kind=kind))
        assert "hit" == of(ContestResolved, pools.do(Answer(contest=contest, action=dice(0)), 6, 1, 5)).outcome
    assert "size" not in PoolSheet.__struct_fields__

    assert "size" in TotalSheet.__struct_fields__
    huge = Duel(defender={"size": "huge"})
    assert 15 == only(huge.strike(1, 1, 1, 1), AttackDeclared).to_hit.modifier
    mage = Duel({"components": ("Whisper",), "energies": ("fire",)}, {"evasion_training": 2})
    mage.strike(5, weapon=None, components=ap(Whisper=1), energies=("fire",), dice=1)
    mage.no(MagicAlone, Evade(), seat="bob")


@pytest.mark.rule("SG-E-19", "SC-E-19")
def test_states_are_loaded_conditions_or_built_in() -> None:
    """At 0 Vitality, a fighter of the pool edition needs a loaded Condition; one of the totals edition is dying."""
    pools = Pools(damage={"applies_to": "vitality"})
    ann, bob = pools.hero(vitality=9), pools.hero("bob", vitality=3)
    pools.clash(ann, bob, (6, 1), (), 3)
    assert (0, {}) == (pools.who(bob).vitality, pools.who(bob).conditions)
    pools.no(NotKnownHere, ApplyCondition(character=bob, condition="unconscious", source="martial", reason="a blow"))

    totals = Totals()
    one = totals.one()
    totals.do(LoseVitality(character=one, amount=40, reason="a fall"))
    assert "dying" == health(totals.state, one)


@pytest.mark.rule("SG-E-20", "SC-E-20")
def test_before_ones_first_turn_ap_defend_or_do_not() -> None:
    """Before the first turn the pool edition accepts a defence with AP, and the totals edition refuses it."""
    pools, ann, bob = two_of_pools()
    pools.fight(ann, bob)
    contest = pools.act_against(ann, bob, dice(1, ap=1))
    pools.do(Answer(contest=contest, action=dice(1, ap=2)), 6, 6, 1, seat="bob")
    assert 1 == pools.in_fight(bob).ap

    duel = Duel(defender={"evasion_training": 1, "components": ("Evade",)}, rounds=1)
    duel.strike(9, 9, 9, 9)
    duel.no(NotBeforeFirstTurn, Evade(components=ap(Evade=1)), seat="bob")
