"""Counterattacks: a defender returns or catches an attack that failed critically, or lets it miss."""

from typing import Any, Final

import pytest

from services.rpg_specialist_total.awaits import awaits
from services.rpg_specialist_total.chapters.attacks import WrongComponent
from services.rpg_specialist_total.chapters.counterattacks import AttackTurnedBack, CannotCatch, Choice, TurnBack
from services.rpg_specialist_total.chapters.damage import (
    DamageDealt,
    DamageRolled,
    MitigationRolled,
    RollDamage,
    RollMitigation,
)
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.exchanges import ExchangeEnded, NothingToAnswer
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.states import VitalityLost
from services.rpg_specialist_total.chapters.turns import ApSpent, NotEnoughAp
from services.rpg_specialist_total.state.combatants import Dosed
from services.rpg_specialist_total.views import view
from shared.kernel.campaign.seats import NotYours
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.duel import BLADE, FAILURE, LUCKY, SUCCESS, Duel, ap, damage_dealt, outcome, roll
from tests.rpg_specialist_total.play import allowed_of

ABLE: Final = {"evasion_training": 1, "armor": "heavy", "components": ("Brace", "Catch", "Evade", "Firm Stroke")}


def turn_back(attacker: Any = None, fields: Any = None, **groups: Any) -> Duel:  # noqa: ANN401 a duel's
    """Return a duel in which an attack failed critically against a critical evasion."""
    duel = Duel(attacker or {}, ABLE, **groups)
    duel.strike(9, 9, 9, 9, percentile=FAILURE, **(fields or {}))
    duel.evade(1, percentile=SUCCESS)
    return duel


@pytest.mark.rule("SC-CTR-01", "SC-CTR-02", "SC-CTR-03", "SC-R-27", "SC-CRIT-09", "SC-X-44")
def test_worked_example_of_an_attack_that_is_turned_back() -> None:
    """Damage of 6 + 8, less mitigation of 2 + 3 by armor, costs the attacker 9 Vitality.

    The attacker also loses all remaining AP, and the defender is unhurt.
    """
    duel = Duel({"armor": "medium"}, ABLE)
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    duel.evade(1, percentile=55)
    exchange = duel.exchange.id

    duel.when(TurnBack(choice="return"), seat="bob").then(
        AttackTurnedBack(exchange=exchange, choice="return"),
        AttackSettled(exchange=exchange, outcome="missed", step="damage"),
    )
    duel.when(RollDamage(), seat="ann", faces=Faces(6, 8)).then(
        DamageRolled(exchange=exchange, rolled=roll(14, 6, 8)),
    )
    duel.when(RollMitigation(), seat="ann", faces=Faces(2, 3)).then(
        MitigationRolled(exchange=exchange, rolled=roll(5, 2, 3)),
        DamageDealt(exchange=exchange, character=duel.ann, amount=9, outcome="missed"),
        VitalityLost(character=duel.ann, amount=9, cause="an attack"),
        ExchangeEnded(exchange=exchange),
    )
    assert (9, 0) == duel.vitality_lost()
    assert 0 == duel.fighter(duel.ann).ap


@pytest.mark.rule("SC-CTR-01", "SC-R-27")
def test_the_defender_may_decline_the_counterattack() -> None:
    """If the defender declines the counterattack, the attack ends without damage to anyone."""
    duel = turn_back()
    exchange = duel.exchange.id

    duel.when(TurnBack(choice="decline"), seat="bob").then(
        AttackTurnedBack(exchange=exchange, choice="decline"),
        AttackSettled(exchange=exchange, outcome="missed"),
        ExchangeEnded(exchange=exchange),
    )


@pytest.mark.rule("SC-CTR-02", "SC-R-27", "SC-BER-04")
def test_a_counterattack_has_the_full_damage_of_the_attack() -> None:
    """In a counterattack, AP, drug, components and Luck add their damage dice as in an ordinary attack."""
    duel = Duel({"luck": 1, "components": ("Mobile Attack",)}, ABLE)
    duel.state = duel.state.change(duel.ann, dosed=Dosed(drug="berserk", tier=1))
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    duel.evade(1, percentile=SUCCESS)
    duel.do(TurnBack(choice="return"), seat="bob")

    duel.damage(LUCKY, 1, 1, 1, 3, luck=1)
    assert 6 == damage_dealt(duel.mitigation(seat="ann")).amount

    stroke = turn_back({"components": ("Firm Stroke",)}, {"components": ap(Firm_Stroke=2)})
    stroke.do(TurnBack(choice="return"), seat="bob")
    stroke.damage(1, 1)
    assert 5 == damage_dealt(stroke.mitigation(seat="ann")).amount


@pytest.mark.rule("SC-R-27")
@pytest.mark.parametrize(("size", "amount"), [("kept", 15), ("none", 10)])
def test_a_counterattack_keeps_the_size_modifier(size: str, amount: int) -> None:
    """A larger attacker takes 5 more damage when its attack is turned back, unless `size_modifier` is `none`."""
    duel = turn_back({"size": "large"}, counterattack={"size_modifier": size})
    duel.do(TurnBack(choice="return"), seat="bob")

    duel.damage(5, 5)
    assert amount == damage_dealt(duel.mitigation(seat="ann")).amount


@pytest.mark.rule("SC-CTR-03", "SC-R-27")
def test_mitigation_above_the_damage_leaves_the_attacker_unhurt() -> None:
    """If armor mitigates all damage of a counterattack, the attacker is unhurt.

    If the attacker has no choice to make, mitigation is rolled right after the damage.
    """
    duel = turn_back({"armor": "light", "luck": 5}, attack={"steps": "where_somebody_chooses"})
    duel.do(TurnBack(choice="return"), seat="bob")

    found = duel.damage(1, 1, 10)

    assert (0, duel.ann) == (damage_dealt(found).amount, damage_dealt(found).character)
    assert duel.state.exchange is None


@pytest.mark.rule("SC-R-96", "SC-R-27", "SC-CTR-03")
def test_the_attacker_mitigates_an_attack_that_was_turned_back() -> None:
    """If each step is a command, the attacker rolls mitigation against the counterattack, without Luck."""
    duel = turn_back({"armor": "light", "luck": 5})
    duel.do(TurnBack(choice="return"), seat="bob")
    duel.damage(9, 9)

    assert ("ann",) == tuple(awaits(duel.state))
    shown = view(duel.state, "ann").exchange
    assert shown is not None
    assert duel.ann == shown.asked
    duel.no(NotYours, RollMitigation(), seat="bob")
    duel.no(TooManyLuckDice, RollMitigation(luck=1), seat="ann")
    assert [{}] == [entry.fields for entry in allowed_of(duel.state, "ann", RollMitigation)]
    assert 15 == damage_dealt(duel.mitigation(3, seat="ann")).amount


@pytest.mark.rule("SC-R-96")
def test_under_rules_version_0_damage_and_mitigation_are_one_step() -> None:
    """Under version 0 of the rules, one command rolls damage and mitigation of a counterattack."""
    duel = Duel({"armor": "light"}, ABLE, form=0)
    duel.strike(9, 9, 9, 9, percentile=FAILURE + 1)
    duel.evade(1, percentile=SUCCESS + 1)
    duel.do(TurnBack(choice="return"), seat="bob")

    assert 15 == damage_dealt(duel.damage(9, 9, 3)).amount


@pytest.mark.rule("SC-CTR-04", "SC-R-28")
def test_counterattack_components_cost_ap_and_need_no_roll() -> None:
    """The components of a counterattack must be defensive and known to the defender.

    They cost AP, and nothing is rolled for them.
    """
    duel = turn_back()
    duel.no(WrongComponent, TurnBack(choice="return", components=ap(Firm_Stroke=1)), seat="bob")
    duel.no(NotEnoughAp, TurnBack(choice="return", components=ap(Brace=4)), seat="bob")

    found = duel.do(TurnBack(choice="return", components=ap(Brace=2)), seat="bob")

    assert [
        ApSpent(character=duel.bob, ap=2, use="defence"),
        AttackTurnedBack(exchange=duel.exchange.id, choice="return", components=ap(Brace=2)),
    ] == found[:2]
    assert 1 == duel.fighter(duel.bob).ap


@pytest.mark.rule("SC-CTR-05", "SC-CTR-04", "SC-R-77")
def test_a_thrown_weapon_is_caught_or_sent_back() -> None:
    """Catching a missile needs the component Catch. Sending it back does not."""
    hatchet = {"items": (BLADE, "hatchet")}
    both: tuple[tuple[Choice, str], ...] = (("catch", "caught"), ("return", "missed"))
    for choice, came in both:
        duel = Duel(hatchet, ABLE)
        duel.strike(9, 9, 9, 9, percentile=FAILURE, weapon=duel.item_named(duel.ann, "hatchet"))
        duel.block(1, components=ap(Catch=1), percentile=SUCCESS)
        assert came == outcome(duel.do(TurnBack(choice=choice), seat="bob"))
        assert (choice == "catch") == (duel.state.exchange is None)

    now = Duel(hatchet, ABLE)
    now.strike(9, 9, 9, 9, percentile=FAILURE, weapon=now.item_named(now.ann, "hatchet"))
    now.evade(1, percentile=SUCCESS)
    bare = now.when(TurnBack(choice="catch"), seat="bob")
    bare.then_refused(CannotCatch, needs="a component that catches", has=())
    assert "caught" == outcome(now.do(TurnBack(choice="catch", components=ap(Catch=1)), seat="bob"))
    assert (0, 0) == now.vitality_lost()

    blade = turn_back()
    blade.no(CannotCatch, TurnBack(choice="catch", components=ap(Catch=1)), seat="bob")
    blade.when(TurnBack(choice="catch"), seat="bob").then_refused(CannotCatch, needs=("thrown", "projectile"))


@pytest.mark.rule("SC-CTR-01", "AR-CAMP-04")
def test_only_the_defender_counterattacks_when_offered() -> None:
    """Only the defender may choose a counterattack, and only if one is offered, which no ordinary defence does."""
    duel = Duel(defender=ABLE)
    duel.no(NothingToAnswer, TurnBack(choice="return"), seat="bob")
    duel.strike(9, 9, 9, 9, percentile=FAILURE)
    duel.no(NothingToAnswer, TurnBack(choice="return"), seat="bob")
    duel.evade(1, percentile=SUCCESS)

    duel.no(NotYours, TurnBack(choice="return"), seat="ann")
    bodies = [entry.body for entry in allowed_of(duel.state, "bob", TurnBack)]
    assert {"type": "TurnBack", "choice": "decline"} in bodies
    assert [{"decline", "return"}] * len(bodies) == [
        set(entry.fields["choice"].options or ()) for entry in allowed_of(duel.state, "bob", TurnBack)
    ]
