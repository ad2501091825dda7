"""Recovery and harm over time: healing, revival, continuing effects, and rounds outside a fight."""

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.combatants import ChangeCombatant
from services.rpg_specialist_total.chapters.drugs import ComaBegan
from services.rpg_specialist_total.chapters.recovery import (
    Cause,
    CauseNeeded,
    ComaEnded,
    DyingDoNotRest,
    EndOngoing,
    NotDead,
    NotRevived,
    OngoingEnded,
    OngoingStarted,
    PassRound,
    PointsRestored,
    Restore,
    Revive,
    Revived,
    RoundPassed,
    Stabilised,
    StabiliseRolled,
    StartOngoing,
)
from services.rpg_specialist_total.chapters.states import Died, FatigueLost, IsDead, can_act, health
from services.rpg_specialist_total.state.combatants import Ongoing
from shared.kernel.campaign.fights import EndTurn, TurnBegan, TurnEnded
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, OutOfRange
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.play import ONE, Play, fallen, fighting, hurt


@pytest.mark.rule("SC-UNC-04")
@pytest.mark.parametrize("cause", ["magic", "rest"])
def test_points_are_restored_by_magic_or_by_rest(cause: Cause) -> None:
    """The Keeper states how many points of Vitality and Fatigue magic or a rest restores."""
    play = Play()
    one = play.one()
    play.given(hurt(10), FatigueLost(character=one, amount=5, cause="a march"))
    sleep = Restore(character=one, cause=cause, vitality=4, fatigue=3, reason="a night")

    play.no(OnlyTheGameMaster, sleep, seat="ann")
    play.when(sleep).then(PointsRestored(character=one, cause=cause, vitality=4, fatigue=3, reason="a night"))

    assert (34, 18) == (play.who(one).vitality, play.who(one).fatigue)


@pytest.mark.rule("SC-UNC-04", "SC-R-80")
def test_restoring_points_needs_a_cause_and_an_amount() -> None:
    """The Keeper must state a cause and an amount: a rest by itself restores nothing."""
    play = fallen(1)

    play.no(CauseNeeded, Restore(character=ONE, vitality=4))
    play.no(OutOfRange, Restore(character=ONE, cause="rest"))


@pytest.mark.rule("SC-R-80")
def test_no_pool_rises_above_its_natural_maximum() -> None:
    """Healing cannot raise Vitality or Fatigue above its natural maximum."""
    play = Play()
    one = play.one()
    play.given(hurt(3))

    play.when(Restore(character=one, cause="magic", vitality=50, fatigue=50)).then(
        PointsRestored(character=one, cause="magic", vitality=3, fatigue=0, reason=None)
    )


@pytest.mark.rule("SC-DYING-06", "SC-R-79")
def test_the_dying_are_healed_by_rest_only_once_stable() -> None:
    """Magic may heal the dying at once, but the game refuses healing by rest until they have stabilised."""
    play = fallen(13)
    rest = Restore(character=ONE, cause="rest", vitality=1)

    play.no(DyingDoNotRest, rest)
    play.do(Restore(character=ONE, cause="magic", vitality=1))
    play.given(Stabilised(character=ONE))
    play.do(rest)

    assert (-1, "unconscious") == (play.who(ONE).vitality, health(play.state, ONE))


@pytest.mark.rule("SC-R-79")
@pytest.mark.parametrize(("vitality", "state"), [(3, "dying"), (4, "well")])
def test_healing_ends_dying_at_1_vitality(vitality: int, state: str) -> None:
    """A combatant healed to 1 Vitality is no longer dying. Below 1, it continues to lose points."""
    play = fallen(13)
    play.when(Restore(character=ONE, cause="magic", vitality=vitality)).then(
        PointsRestored(character=ONE, cause="magic", vitality=vitality, fatigue=0, reason=None)
    )

    assert state == health(play.state, ONE)


@pytest.mark.rule("SC-R-79")
def test_a_setting_lets_any_healing_stabilise() -> None:
    """If `healing_stabilises` is `any`, any restored Vitality stabilises a dying combatant."""
    play = fallen(13, dying={"healing_stabilises": "any"}).given(FatigueLost(character=ONE, amount=9, cause="a march"))
    heal = Restore(character=ONE, cause="magic", vitality=1)
    restored = PointsRestored(character=ONE, cause="magic", vitality=1, fatigue=0, reason=None)

    play.do(Restore(character=ONE, cause="magic", fatigue=1))
    assert "dying" == health(play.state, ONE)
    play.when(heal).then(restored, Stabilised(character=ONE))
    play.when(heal).then(restored)


@pytest.mark.rule("SC-UNC-10", "SC-R-52")
def test_a_coma_ends_with_the_full_natural_vitality_and_1_fatigue() -> None:
    """A coma ends only at full Vitality and at least 1 Fatigue.

    At 39 of 40 Vitality, or without Fatigue, it continues.
    """
    play = Play()
    one = play.one()
    play.given(hurt(44), ComaBegan(character=one), FatigueLost(character=one, amount=20, cause="a march"))
    play.do(Restore(character=one, cause="magic", vitality=43))
    assert "unconscious" == health(play.state, one)
    play.do(Restore(character=one, cause="magic", vitality=1))
    assert not can_act(play.state, one)

    play.when(Restore(character=one, cause="rest", fatigue=1)).then(
        PointsRestored(character=one, cause="rest", vitality=0, fatigue=1, reason=None), ComaEnded(character=one)
    )

    assert can_act(play.state, one)


@pytest.mark.rule("SC-UNC-10", "SC-R-52")
def test_a_coma_continues_one_point_below_the_full_vitality() -> None:
    """One point below full Vitality, a coma continues even if the combatant has Fatigue."""
    play = Play()
    one = play.one()
    play.given(hurt(44), ComaBegan(character=one))
    play.do(Restore(character=one, cause="magic", vitality=43))

    assert not can_act(play.state, one)
    play.do(Restore(character=one, cause="magic", vitality=1))
    assert can_act(play.state, one)


@pytest.mark.rule("SC-CAMP-53", "SC-UNC-10", "SC-R-52")
@pytest.mark.parametrize(
    ("form", "fatigue", "full", "wakes"),
    [(2, 19, 10, True), (2, 19, 11, False), (2, 20, 10, False), (1, 19, 10, False)],
)
def test_a_coma_ends_with_a_sheet_that_makes_vitality_full(form: int, fatigue: int, full: int, wakes: bool) -> None:  # noqa: FBT001 columns
    """A new sheet wakes the comatose if it leaves Vitality full and Fatigue is left. Under version 1 it does not."""
    play = Play(form=form)
    one = play.one(vitality=20)
    play.given(hurt(10), ComaBegan(character=one), FatigueLost(character=one, amount=fatigue, cause="a march"))

    found = play.do(ChangeCombatant(character=one, sheet=replace(play.who(one).sheet, vitality=full), reason="frail"))

    assert wakes is (ComaEnded(character=one) in found)
    assert wakes is can_act(play.state, one)


@pytest.mark.rule("SC-CAMP-53")
def test_the_dead_do_not_wake_with_a_new_sheet() -> None:
    """A new sheet that makes the Vitality of the dead full ends no coma."""
    play = Play()
    one = play.one(vitality=20)
    play.given(hurt(10), ComaBegan(character=one), Died(character=one, cause="a fall"))

    found = play.do(ChangeCombatant(character=one, sheet=replace(play.who(one).sheet, vitality=10), reason="frail"))

    assert ComaEnded(character=one) not in found


@pytest.mark.rule("SC-R-78")
def test_the_comatose_do_not_wake_when_they_stabilise() -> None:
    """A comatose combatant at 0 or fewer Vitality is dying. If it stabilises, it is still in the coma."""
    play = fallen(13).given(ComaBegan(character=ONE))
    assert "dying" == health(play.state, ONE)

    play.when(PassRound(), faces=Faces(45)).then(
        RoundPassed(characters=(ONE,)), StabiliseRolled(character=ONE, face=45), Stabilised(character=ONE)
    )

    assert (True, "unconscious") == (play.who(ONE).coma, health(play.state, ONE))


@pytest.mark.rule("SC-DEATH-05", "SC-DEATH-04", "SC-R-56")
def test_sufficient_life_energy_revives_the_dead() -> None:
    """A revived combatant has 1 Vitality by default. Its Experience Points stay lost."""
    play = Play()
    one = play.one(experience=12)
    life = Revive(character=one, energy="life", sufficient=True)
    play.no(NotDead, life)
    play.given(hurt(80), Died(character=one, cause="a fall", experience=12))

    play.no(IsDead, Restore(character=one, cause="magic", vitality=50))
    for energy, sufficient, field in (("life", False, "sufficient"), ("fire", True, "energy")):
        refused = play.when(Revive(character=one, energy=energy, sufficient=sufficient)).outcome
        assert isinstance(refused, NotRevived)
        assert field == refused.field
    play.no(OnlyTheGameMaster, life, seat="ann")
    play.when(life).then(Revived(character=one, vitality=1))

    assert (1, 0, "well") == (play.who(one).vitality, play.who(one).experience, health(play.state, one))


@pytest.mark.rule("SC-R-56")
@pytest.mark.parametrize(("said", "vitality"), [(None, 7), (3, 3), (500, 40)])
def test_the_vitality_of_the_revived_can_be_set(said: int | None, vitality: int) -> None:
    """The command, or else `revive.vitality`, states the Vitality of a revived combatant.

    The natural maximum limits it.
    """
    play = Play(revive={"vitality": 7})
    one = play.one()
    play.given(Died(character=one, cause="a blow"))

    play.when(Revive(character=one, energy="Life", sufficient=True, vitality=said)).then(
        Revived(character=one, vitality=vitality)
    )


@pytest.mark.rule("SC-R-81", "SC-DYING-03")
def test_a_continuing_effect_hurts_at_the_end_of_each_turn_until_it_is_ended() -> None:
    """A continuing effect hurts its combatant, dying or not, at the end of each of its turns.

    Several effects add up.
    """
    play = Play()
    one = play.one()
    fire, acid = Ongoing(id="ongoing-2", source="fire", amount=4), Ongoing(id="ongoing-3", source="acid", amount=1)
    play.when(StartOngoing(character=one, source="fire", amount=4)).then(OngoingStarted(character=one, ongoing=fire))
    play.when(StartOngoing(character=one, source="acid", amount=1)).then(OngoingStarted(character=one, ongoing=acid))
    fighting(play)

    play.when(EndTurn(participant=one)).then(
        TurnEnded(participant=one), hurt(4, "fire"), hurt(1, "acid"), TurnBegan(participant="character-4")
    )
    play.when(EndOngoing(character=one, ongoing="ongoing-2")).then(OngoingEnded(character=one, ongoing="ongoing-2"))
    play.no(NotKnownHere, EndOngoing(character=one, ongoing="ongoing-2"))
    play.turn()
    play.when(EndTurn(participant=one)).then(
        TurnEnded(participant=one), hurt(1, "acid"), TurnBegan(participant="character-4")
    )


@pytest.mark.rule("SC-R-81")
def test_a_round_outside_a_fight_affects_the_dying_and_the_harmed() -> None:
    """In a round outside a fight, each dying combatant tries to stabilise and loses points, in the order of joining.

    Continuing effects harm the combatants that have them. Other combatants are unaffected.
    """
    play = Play()
    well, burning, dying, fighter = (play.one() for _ in range(4))
    play.given(*(hurt(50, who=who) for who in (dying, fighter)))
    play.do(StartOngoing(character=burning, source="fire", amount=2))
    play.fight(well, fighter)

    play.when(PassRound(), faces=Faces(90, 5)).then(
        RoundPassed(characters=(burning, dying)), hurt(2, "fire", who=burning),
        StabiliseRolled(character=dying, face=90), hurt(5, "dying", who=dying),
    )  # fmt: skip


@pytest.mark.rule("SC-R-41")
@pytest.mark.parametrize(
    ("loss_at", "faces", "vitality"),
    [("end_of_own_turn", (45,), -3), ("round_start", (6, 45), -9), ("round_end", (45,), -3)],
)
def test_a_success_outside_a_fight_prevents_later_losses(
    loss_at: str, faces: tuple[int, ...], vitality: int
) -> None:  # fmt: skip
    """Outside a fight, stabilising prevents later losses. A loss at the start of the round comes before the attempt."""
    play = fallen(13, dying={"loss_at": loss_at})
    play.do(PassRound(), *faces)

    assert vitality == play.who(ONE).vitality


@pytest.mark.rule("SC-R-41")
@pytest.mark.parametrize(("loss_at", "faces"), [("round_start", (6, 46)), ("round_end", (46, 6))])
def test_outside_a_fight_the_dying_lose_points_once_a_round(loss_at: str, faces: tuple[int, ...]) -> None:
    """Outside a fight, a dying combatant that does not stabilise loses points once a round.

    `loss_at` decides whether the loss comes before or after the attempt.
    """
    play = fallen(13, dying={"loss_at": loss_at})
    play.do(PassRound(), *faces)

    assert -9 == play.who(ONE).vitality


@pytest.mark.rule("SC-R-40")
def test_a_setting_allows_an_attempt_for_each_ap_outside_a_fight() -> None:
    """If `attempts_per_round` is `per_ap`, the dying have one attempt for each AP, even outside a fight.

    After a success there are no more attempts.
    """
    play = fallen(13, dying={"attempts_per_round": "per_ap"})

    play.do(PassRound(), 46, 100, 45)

    assert (-3, "unconscious") == (play.who(ONE).vitality, health(play.state, ONE))
