"""Drugs: doses, effects, limits and after-effects."""

import pytest

from services.rpg_specialist_total.catalogue import Drug
from services.rpg_specialist_total.chapters import states
from services.rpg_specialist_total.chapters.drugs import (
    ComaBegan,
    DoseNeeded,
    DrugEnded,
    DrugTaken,
    EndDrug,
    EndStupor,
    NoDrugWorks,
    NoStupor,
    OtherDrugWorks,
    RankWithoutPoints,
    StuporBegan,
    StuporEnded,
    TakeDrug,
    WaiveMagic,
)
from services.rpg_specialist_total.chapters.recovery import PassRound, Restore, RoundPassed, Stabilised, StabiliseRolled
from services.rpg_specialist_total.chapters.states import (
    CannotAct,
    Died,
    FatigueLost,
    IsDead,
    LoseVitality,
    VitalityLost,
    can_act,
    health,
    open_to_coup_de_grace,
)
from services.rpg_specialist_total.chapters.turns import ApGained, ApSpent, NotEnoughAp
from shared.kernel.campaign.fights import EndTurn, NotYourTurn, RoundBegan, TurnBegan, TurnEnded
from shared.kernel.campaign.seats import NotYours, OnlyTheGameMaster
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.play import DRUGS, ONE, Play, with_drug, with_each_drug


def vitality_lost(amount: int, *, temporary: int, cause: str = "a fall") -> VitalityLost:
    """Return an event in which the first combatant loses Vitality."""
    return VitalityLost(character=ONE, amount=amount, cause=cause, temporary=temporary)


def fall(amount: int) -> LoseVitality:
    """Return the command by which the first combatant loses this much Vitality."""
    return LoseVitality(character=ONE, amount=amount, reason="a fall")


@pytest.mark.rule("SC-BER-01", "SC-BER-02", "SC-MEG-01", "SC-MEG-02", "SC-R-45", "SC-X-26", "SC-X-27")
@with_each_drug
def test_a_dose_adds_temporary_vitality(drug: Drug) -> None:
    """Each tier of a drug adds a rank of 10 points on top of natural Vitality. Taking the drug costs no AP."""
    play = Play(vitality={"points_per_rank": 10})
    one = play.one()

    play.when(TakeDrug(character=one, drug=drug, tier=3), seat="ann").then(
        DrugTaken(character=one, drug=drug, doses=1, tier=3, temporary=30)
    )

    assert (40, 30, 70) == (play.who(one).vitality, play.who(one).temporary, play.who(one).standing)


@pytest.mark.rule("SC-BER-01", "SC-MEG-01")
@with_each_drug
def test_a_drug_needs_a_dose_and_a_living_combatant(drug: Drug) -> None:
    """A drug needs at least one dose of tier 1.

    A player can give it only to a living combatant of the player's seat.
    """
    play = Play(vitality={"points_per_rank": 10})
    one = play.one()

    play.no(DoseNeeded, TakeDrug(character=one, drug=drug, tier=3, doses=0))
    play.no(DoseNeeded, TakeDrug(character=one, drug=drug, tier=0))
    play.no(NotYours, TakeDrug(character=one, drug=drug, tier=3), seat="bob")
    play.given(FatigueLost(character=one, amount=20, cause="a march"))
    play.no(CannotAct, TakeDrug(character=one, drug=drug, tier=3), seat="ann")
    play.given(Died(character=one, cause="a blow"))
    play.no(IsDead, TakeDrug(character=one, drug=drug, tier=3))


@pytest.mark.rule("SC-R-45", "SC-BER-02", "SC-MEG-02")
@with_each_drug
def test_drugs_need_the_setting_for_the_points_of_a_rank(drug: Drug) -> None:
    """The game refuses drugs until the setting for the points of a rank, which has no default, has a value."""
    play = Play()
    play.no(RankWithoutPoints, TakeDrug(character=play.one(), drug=drug, tier=3))


@pytest.mark.rule("SC-BER-03", "SC-MEG-03", "SC-R-67", "SC-X-26", "SC-X-27")
@with_each_drug
def test_a_drug_adds_ap_from_the_next_round_on(drug: Drug) -> None:
    """Speed Rating 3 and a drug of tier 3 make 6 AP from the next round on.

    The round after the drug ends has 3 AP again.
    """
    play = Play(vitality={"points_per_rank": 10})
    one, other = play.one(), play.one("gm")
    play.fight(one, other)
    play.do(TakeDrug(character=one, drug=drug, tier=3))
    assert 3 == play.fighter(one).ap

    play.do(WaiveMagic(character=one, reason="none known")) if drug == "meginserk" else None
    play.turn()
    play.when(EndTurn(participant=other)).then(
        TurnEnded(participant=other), RoundBegan(round=2), ApGained(character=one, ap=6),
        ApGained(character=other, ap=3), TurnBegan(participant=one),
    )  # fmt: skip
    play.given(DrugEnded(character=one, drug=drug))
    assert 6 == play.fighter(one).ap
    play.turn()
    play.turn()
    assert 3 == play.fighter(one).ap


@pytest.mark.rule("SC-R-67")
def test_a_setting_makes_taking_a_drug_cost_ap() -> None:
    """Taking a drug in a fight costs `take_cost` AP, in the combatant's own turn."""
    play = Play(vitality={"points_per_rank": 10}, drug={"take_cost": 2})
    one, other = play.one(), play.one("bob")
    play.fight(one, other)
    take = TakeDrug(character=one, drug="berserk", tier=1)

    play.no(NotYourTurn, TakeDrug(character=other, drug="berserk", tier=1))
    play.when(take).then(
        ApSpent(character=one, ap=2, use="drug"),
        DrugTaken(character=one, drug="berserk", doses=1, tier=1, temporary=10),
    )
    play.no(NotEnoughAp, take)


@pytest.mark.rule("SC-DRUG-02", "SC-BER-04", "SC-MEG-04", "SC-X-26")
@pytest.mark.parametrize(("drug", "martial", "magic"), [("berserk", 3, 0), ("meginserk", 0, 3)])
def test_the_berserk_drug_helps_martial_attacks_and_the_meginserk_drug_spells(
    drug: Drug, martial: int, magic: int
) -> None:
    """Each tier adds 1d10 damage: to martial attacks under the berserk drug, and to spells under the meginserk drug."""
    one = with_drug(drug).who(ONE)

    assert (martial, magic, 0) == tuple(states.drug_damage_dice(one, kind) for kind in ("martial", "magic", "skill"))
    sober = Play()
    assert 0 == states.drug_damage_dice(sober.who(sober.one()), "martial")


@pytest.mark.rule("SC-BER-05", "SC-MEG-05", "SC-X-26", "SC-X-27")
@with_each_drug
def test_a_drug_reduces_evasion_by_10_for_each_tier(drug: Drug) -> None:
    """Under a drug of tier 3, evasion totals are 30 lower."""
    assert 30 == states.evade_penalty(with_drug(drug).who(ONE))
    sober = Play()
    assert 0 == states.evade_penalty(sober.who(sober.one()))


@pytest.mark.rule("SC-R-48")
def test_the_highest_tier_counts_and_doses_do_not_add_up() -> None:
    """A weaker second dose of a drug has no effect. A stronger one adds the difference."""
    play = with_drug(tier=2)

    play.when(TakeDrug(character=ONE, drug="berserk", tier=1, doses=4)).then(
        DrugTaken(character=ONE, drug="berserk", doses=4, tier=2)
    )
    play.when(TakeDrug(character=ONE, drug="berserk", tier=5)).then(
        DrugTaken(character=ONE, drug="berserk", doses=1, tier=5, temporary=30)
    )
    assert 50 == play.who(ONE).temporary


@pytest.mark.rule("SC-R-48", "SC-CAMP-40")
def test_a_setting_adds_up_the_tiers_of_all_doses() -> None:
    """If `dose_stacking` is `sum`, one dose of tier 2 and two of tier 3 make tier 8. The limit is tier 20."""
    play = with_drug(tier=2, drug={"dose_stacking": "sum"})

    play.when(TakeDrug(character=ONE, drug="berserk", tier=3, doses=2)).then(
        DrugTaken(character=ONE, drug="berserk", doses=2, tier=8, temporary=60)
    )
    play.when(TakeDrug(character=ONE, drug="berserk", tier=13)).then(
        DrugTaken(character=ONE, drug="berserk", doses=1, tier=20, temporary=120)
    )


@pytest.mark.rule("SC-R-48")
def test_the_other_drug_is_refused_while_one_works() -> None:
    """The game refuses the other drug while one has an effect. Only the Keeper can end that effect."""
    play = with_drug()

    play.no(OtherDrugWorks, TakeDrug(character=ONE, drug="meginserk", tier=1))
    play.no(OnlyTheGameMaster, EndDrug(character=ONE), seat="ann")
    play.do(EndDrug(character=ONE))
    play.no(NoDrugWorks, EndDrug(character=ONE))


@pytest.mark.rule("SC-R-46")
@pytest.mark.parametrize(("first", "temporary", "natural"), [(True, 25, 40), (False, 0, 15)])
def test_temporary_points_are_lost_first_or_last(first: bool, temporary: int, natural: int) -> None:  # noqa: FBT001
    """Temporary points are lost before natural ones, unless `temporary_first` is false.

    Lost temporary points are never restored.
    """
    play = with_drug(drug={"temporary_first": first})

    play.when(fall(25)).then(vitality_lost(25, temporary=temporary))

    assert (natural, 45) == (play.who(ONE).vitality, play.who(ONE).standing)
    play.do(Restore(character=ONE, cause="magic", vitality=100))
    assert (40, 30 - temporary) == (play.who(ONE).vitality, play.who(ONE).temporary)


@pytest.mark.rule("SC-R-46", "SC-R-55", "SC-DEATH-01")
@pytest.mark.parametrize(("amount", "state"), [(69, "well"), (70, "dying"), (109, "dying"), (110, "dead")])
@pytest.mark.parametrize("first", [True, False])
def test_states_depend_on_natural_and_temporary_points_together(
    amount: int, state: str, first: bool  # noqa: FBT001 a column
) -> None:  # fmt: skip
    """A combatant's state depends on the sum of natural and temporary points, whichever are lost first."""
    play = with_drug(drug={"temporary_first": first})
    play.do(fall(amount))

    assert (state, 70 - amount) == (health(play.state, ONE), play.who(ONE).standing)


@pytest.mark.rule("SC-UNC-06", "SC-UNC-08", "SC-R-43")
@with_each_drug
def test_the_drugged_stay_awake_at_0_or_fewer_vitality(drug: Drug) -> None:
    """At -4 Vitality, a drugged combatant still acts, and loses points like the dying.

    By default an attack cannot kill it at once.
    """
    play = with_drug(drug, sheet={"fatigue": 6})
    play.do(fall(74))

    assert ("dying", True) == (health(play.state, ONE), can_act(play.state, ONE))
    assert not open_to_coup_de_grace(play.state, ONE)
    play.when(PassRound(), faces=Faces(46, 3)).then(
        RoundPassed(characters=(ONE,)),
        StabiliseRolled(character=ONE, face=46),
        vitality_lost(3, temporary=0, cause="dying"),
    )
    play.when(fall(33)).then(vitality_lost(33, temporary=0), Died(character=ONE, cause="a fall"))


@pytest.mark.rule("SC-R-43")
def test_a_setting_lets_an_attack_kill_a_dying_berserker() -> None:
    """If `coup_de_grace` is true, a successful attack kills a dying berserker at once."""
    play = with_drug(berserk={"coup_de_grace": True})
    assert not open_to_coup_de_grace(play.state, ONE)

    play.do(fall(74))
    assert open_to_coup_de_grace(play.state, ONE)
    play.given(Stabilised(character=ONE))
    assert not open_to_coup_de_grace(play.state, ONE)


@pytest.mark.rule("SC-UNC-07")
@with_each_drug
def test_no_drug_keeps_a_combatant_awake_without_fatigue(drug: Drug) -> None:
    """At Fatigue 0, a drugged combatant is unconscious, even with 9 Vitality."""
    play = with_drug(drug, sheet={"vitality": 9})
    play.given(FatigueLost(character=ONE, amount=20, cause="a march"))

    assert ("unconscious", True) == (health(play.state, ONE), open_to_coup_de_grace(play.state, ONE))


@pytest.mark.rule(
    "SC-BER-12", "SC-BER-13", "SC-BER-14", "SC-MEG-09", "SC-MEG-10", "SC-MEG-11", "SC-DEATH-02", "SC-UNC-09", "SC-R-46",
    "SC-R-47",
)  # fmt: skip
@with_each_drug
@pytest.mark.parametrize(
    ("training", "vitality", "result"),
    [(2, 1, StuporBegan), (3, 1, StuporBegan), (2, 0, ComaBegan), (2, -4, ComaBegan), (1, 40, Died), (0, -4, Died)],
)
def test_after_effects_of_a_drug(drug: Drug, training: int, vitality: int, result: type) -> None:
    """When a drug wears off, a dose above the combatant's training kills. Other doses cause a stupor or a coma."""
    other = next(one for one in DRUGS if one != drug)
    trained = {f"{drug}_training": training, f"{other}_training": 9}
    play = with_drug(drug, 2, sheet={**trained, "experience": 3} if result is Died else trained)
    play.do(fall(20 + 40 - vitality))
    cause = Died(character=ONE, cause=drug, experience=3)

    play.when(EndDrug(character=ONE)).then(
        DrugEnded(character=ONE, drug=drug), cause if result is Died else result(character=ONE)
    )

    assert (0, vitality) == (play.who(ONE).temporary, play.who(ONE).vitality)
    assert (result is StuporBegan) == can_act(play.state, ONE)


@pytest.mark.rule("SC-R-46")
def test_temporary_points_end_before_vitality_is_tested() -> None:
    """When a drug ends, its points are removed first.

    A combatant left without Vitality then falls into a coma and is dying.
    """
    play = with_drug(sheet={"berserk_training": 3}, drug={"temporary_first": False})
    play.do(fall(45))
    assert "well" == health(play.state, ONE)

    play.when(EndDrug(character=ONE)).then(DrugEnded(character=ONE, drug="berserk"), ComaBegan(character=ONE))

    assert "dying" == health(play.state, ONE)


@pytest.mark.rule("SC-R-79", "SC-R-46")
def test_a_dose_ends_dying_until_its_points_are_gone() -> None:
    """A dose that raises Vitality above 0 ends dying.

    When its temporary points are gone, even a stabilised combatant starts dying again.
    """
    play = with_drug(tier=1, sheet={"berserk_training": 9})
    play.do(fall(55))
    play.given(Stabilised(character=ONE))
    play.do(TakeDrug(character=ONE, drug="berserk", tier=3))
    assert "well" == health(play.state, ONE)
    play.do(EndDrug(character=ONE))

    assert (True, "dying") == (play.who(ONE).coma, health(play.state, ONE))


@pytest.mark.rule("SC-R-63")
@pytest.mark.parametrize(("training", "dead"), [(2, False), (1, True)])
def test_a_non_player_that_is_out_falls_into_no_coma(training: int, dead: bool) -> None:  # noqa: FBT001
    """If `non_player_states` is `out_at_zero`, a non-player falls into no coma when a drug ends.

    It dies only if the dose is above its training.
    """
    play = Play(vitality={"points_per_rank": 1}, combatants={"non_player_states": "out_at_zero"})
    foe = play.one("gm", berserk_training=training)
    play.do(TakeDrug(character=foe, drug="berserk", tier=2))
    play.do(LoseVitality(character=foe, amount=42, reason="a fall"))
    died = (Died(character=foe, cause="berserk"),) if dead else ()

    play.when(EndDrug(character=foe)).then(DrugEnded(character=foe, drug="berserk"), *died)


@pytest.mark.rule("SC-R-51")
@pytest.mark.parametrize(("effect", "acts"), [("label", True), ("as_unconscious", False)])
def test_a_setting_decides_the_effect_of_a_stupor(effect: str, acts: bool) -> None:  # noqa: FBT001
    """A stupor is only recorded, or acts like unconsciousness if `stupor.effect` is `as_unconscious`.

    The Keeper ends it.
    """
    play = with_drug(sheet={"berserk_training": 3}, stupor={"effect": effect})
    play.do(EndDrug(character=ONE))
    assert (acts, not acts) == (can_act(play.state, ONE), open_to_coup_de_grace(play.state, ONE))

    play.no(OnlyTheGameMaster, EndStupor(character=ONE), seat="ann")
    play.when(EndStupor(character=ONE)).then(StuporEnded(character=ONE))

    assert can_act(play.state, ONE)
    play.no(NoStupor, EndStupor(character=ONE))
