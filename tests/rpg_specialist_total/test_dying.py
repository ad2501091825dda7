"""Dying: attempts to stabilise, further losses, and dying that the Keeper declares."""

import pytest

from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.recovery import (
    AttemptUsed,
    NotDying,
    PassRound,
    Restore,
    RoundPassed,
    Stabilise,
    Stabilised,
    StabiliseRolled,
    StartOngoing,
)
from services.rpg_specialist_total.chapters.states import (
    DeclareDying,
    Died,
    DyingDeclared,
    DyingNotDeclared,
    LoseVitality,
    VitalityLost,
    health,
)
from services.rpg_specialist_total.chapters.turns import ApGained, RollOrder
from shared.kernel.campaign.fights import (
    EndTurn,
    FightLeft,
    FightStarted,
    JoinFight,
    LeaveFight,
    NotYourTurn,
    OrderSet,
    RoundBegan,
    SettleTie,
    StartFight,
    TieSettled,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.chance import Faces
from shared.kernel.refusals import Refusal
from tests.rpg_specialist_total.play import ONE, Play, fallen, fighting, hurt


def facts(refusal: Refusal) -> tuple[object, object]:
    """Return what a refusal says was needed, and what there was."""
    return refusal.needs, refusal.has


@pytest.mark.rule("SC-DYING-04", "SC-DYING-05", "SC-DYING-07", "SC-R-40")
@pytest.mark.parametrize("face", [1, 45])
def test_a_d100_up_to_the_stamina_score_stabilises(face: int) -> None:
    """A d100 up to the Stamina Score stabilises a combatant, who loses no more points in this round or the next.

    The attempt costs no AP.
    """
    play = fighting(fallen(13))
    attempt = Stabilise(character=ONE)

    play.when(attempt, seat="ann", faces=Faces(face)).then(
        StabiliseRolled(character=ONE, face=face), Stabilised(character=ONE)
    )

    assert 3 == play.fighter(ONE).ap
    play.when(EndTurn(participant=ONE)).then(TurnEnded(participant=ONE), TurnBegan(participant="character-2"))
    play.turn()
    play.turn()
    assert -3 == play.who(ONE).vitality


@pytest.mark.rule("SC-DYING-04", "SC-DYING-02", "SC-DYING-07", "SC-R-41")
def test_a_d100_above_the_stamina_score_fails_to_stabilise() -> None:
    """After a failed attempt, the combatant loses 1d10 Vitality at the end of its turn, in this round and the next."""
    play = fighting(fallen(13))

    play.when(Stabilise(character=ONE), faces=Faces(46)).then(StabiliseRolled(character=ONE, face=46))
    play.when(EndTurn(participant=ONE), faces=Faces(6)).then(
        TurnEnded(participant=ONE), hurt(6, "dying"), TurnBegan(participant="character-2")
    )

    assert (-9, "dying") == (play.who(ONE).vitality, health(play.state, ONE))
    play.turn()
    play.turn(10)
    assert -19 == play.who(ONE).vitality


@pytest.mark.rule("SC-DEATH-01", "SC-X-45")
def test_a_failure_to_stabilise_may_kill() -> None:
    """At Vitality -8 with Endurance 15, a roll of 31 against Stamina 30 fails, and the loss of 7 kills."""
    play = fighting(fallen(18, stamina=30, endurance=15))

    play.when(Stabilise(character=ONE), faces=Faces(31)).then(StabiliseRolled(character=ONE, face=31))
    play.when(EndTurn(participant=ONE), faces=Faces(7)).then(
        TurnEnded(participant=ONE), hurt(7, "dying"), Died(character=ONE, cause="dying"),
        TurnBegan(participant="character-2"),
    )  # fmt: skip


@pytest.mark.rule("SC-R-40")
@pytest.mark.parametrize(("each", "tries"), [("1", 1), ("per_ap", 3)])
def test_the_dying_try_once_or_once_for_each_ap(each: str, tries: int) -> None:
    """By default a dying combatant has one attempt per round.

    If `attempts_per_round` is `per_ap`, a Speed Rating of 3 allows three.
    """
    play = fighting(fallen(13, dying={"attempts_per_round": each}))
    for _ in range(tries):
        play.do(Stabilise(character=ONE), 100)

    play.no(AttemptUsed, Stabilise(character=ONE))
    play.turn(1)
    play.turn()
    play.do(Stabilise(character=ONE), 100)


@pytest.mark.rule("SC-R-40", "SC-BER-03")
def test_a_drug_adds_attempts_to_stabilise() -> None:
    """With one attempt for each AP, Speed Rating 3 and a drug of tier 1 allow four attempts to stabilise."""
    play = fallen(13, dying={"attempts_per_round": "per_ap"})
    play.given(DrugTaken(character=ONE, drug="berserk", doses=1, tier=1))
    fighting(play)
    for _ in range(4):
        play.do(Stabilise(character=ONE), 100)

    play.no(AttemptUsed, Stabilise(character=ONE))


@pytest.mark.rule("SC-DYING-04", "SC-R-68")
def test_only_the_dying_stabilise_and_in_their_own_turn() -> None:
    """In a fight, only a dying combatant may try to stabilise, in its own turn."""
    fallen(13).no(NotDying, Stabilise(character=ONE))
    play = fighting(fallen(13), first="character-2")

    play.no(NotDying, Stabilise(character="character-2"))
    play.no(NotYourTurn, Stabilise(character=ONE), seat="ann")
    play.turn()
    play.do(Stabilise(character=ONE), 45, seat="ann")
    play.no(NotDying, Stabilise(character=ONE))


@pytest.mark.rule("SC-R-41")
def test_the_first_loss_waits_for_the_next_turn() -> None:
    """A combatant that begins to die after its turn in a round first loses points at the end of its next turn."""
    play = Play()
    one, other = play.one(), play.one("gm")
    play.fight(one, other)
    play.turn()
    play.do(LoseVitality(character=one, amount=43, reason="a fall"))

    play.when(EndTurn(participant=other)).then(
        TurnEnded(participant=other), RoundBegan(round=2), ApGained(character=one, ap=3),
        ApGained(character=other, ap=3), TurnBegan(participant=one),
    )  # fmt: skip
    play.when(EndTurn(participant=one), faces=Faces(2)).then(
        TurnEnded(participant=one), hurt(2, "dying"), TurnBegan(participant=other)
    )


@pytest.mark.rule("SC-R-41")
@pytest.mark.parametrize("loss_at", ["round_start", "round_end"])
def test_settings_make_the_dying_lose_points_with_the_round(loss_at: str) -> None:
    """By default the dying lose points at the end of their turn.

    If `loss_at` is `round_start` or `round_end`, they lose points at the start or end of each round.
    """
    play = fallen(13, dying={"loss_at": loss_at})
    at_once = (hurt(4, "dying"),) if loss_at == "round_start" else ()
    faces = (4,) if loss_at == "round_start" else ()

    play.when(StartFight(participants=(ONE,), order="fixed"), faces=Faces(*faces)).then(
        FightStarted(participants=(ONE,), each_round=False), RoundBegan(round=1), *at_once,
        ApGained(character=ONE, ap=3),
    )  # fmt: skip

    play = fighting(fallen(13, dying={"loss_at": loss_at}))
    play.when(EndTurn(participant=ONE)).then(TurnEnded(participant=ONE), TurnBegan(participant="character-2"))
    lost = (RoundBegan(round=2), hurt(5, "dying"))
    play.when(EndTurn(participant="character-2"), faces=Faces(5)).then(
        TurnEnded(participant="character-2"), *(lost if loss_at == "round_start" else reversed(lost)),
        ApGained(character=ONE, ap=3), ApGained(character="character-2", ap=3), TurnBegan(participant=ONE),
    )  # fmt: skip


@pytest.mark.rule("SC-CAMP-50")
@pytest.mark.parametrize("form", [1, 2])
def test_losses_at_the_end_of_a_round_come_before_the_next_round(form: int) -> None:
    """A combatant that dies at the end of a round dies before the next one begins.

    Under version 1 of the rules the next round begins first.
    """
    play = fighting(fallen(79, form=form, dying={"loss_at": "round_end"}))
    play.turn()
    died = (hurt(5, "dying"), Died(character=ONE, cause="dying"))
    begins = (RoundBegan(round=2),)

    play.when(EndTurn(participant="character-2"), faces=Faces(5)).then(
        TurnEnded(participant="character-2"), *((*begins, *died) if form == 1 else (*died, *begins)),
        ApGained(character="character-2", ap=3), TurnBegan(participant="character-2"),
    )  # fmt: skip


@pytest.mark.rule("SC-CAMP-50")
def test_losses_at_the_end_of_a_round_wait_for_a_tie_and_come_once() -> None:
    """While the Keeper must still settle a tie with a newcomer, no round ends. No round ends as a fight starts."""
    play = fallen(13, dying={"loss_at": "round_end"}, combatants={"non_player_states": "out_at_zero"})
    bee, cat = (play.one("gm", speed_rating=1) for _ in range(2))
    started = play.do(StartFight(participants=(ONE, bee, cat)))
    assert [] == [event for event in started if isinstance(event, VitalityLost)]
    play.do(LoseVitality(character=cat, amount=40, reason="a fall"))
    play.do(RollOrder(participant=ONE), 9, 9, 9)
    play.do(RollOrder(participant=bee), 5)
    play.do(Restore(character=cat, cause="magic", vitality=10))
    play.turn()
    play.do(RollOrder(participant=cat), 5)
    play.when(EndTurn(participant=bee)).then(TurnEnded(participant=bee))

    events = play.do(SettleTie(order=(cat, bee)), 5)

    assert [
        TieSettled(order=(cat, bee)),
        OrderSet(order=(ONE, cat, bee), passed=(cat,)),
        hurt(5, "dying"),
        RoundBegan(round=2),
    ] == events[:4]
    assert hurt(5, "dying") not in events[4:]


@pytest.mark.rule("SC-CAMP-50")
def test_a_fight_ends_if_its_last_combatant_dies_at_the_end_of_a_round() -> None:
    """If nobody is left who takes turns, no further round begins."""
    play = fallen(79, dying={"loss_at": "round_end"})
    play.fight(ONE)

    play.when(EndTurn(participant=ONE), faces=Faces(5)).then(
        TurnEnded(participant=ONE), hurt(5, "dying"), Died(character=ONE, cause="dying")
    )


@pytest.mark.rule("SC-DYING-03", "SC-X-29", "SC-R-81")
def test_continuing_harm_adds_to_the_loss_of_the_dying() -> None:
    """At Vitality -3, a loss of 6 from dying and one of 4 from a continuing fire lead to -13."""
    play = fighting(fallen(13))
    play.do(StartOngoing(character=ONE, source="fire", amount=4))

    play.when(EndTurn(participant=ONE), faces=Faces(6)).then(
        TurnEnded(participant=ONE), hurt(6, "dying"), hurt(4, "fire"), TurnBegan(participant="character-2")
    )
    assert -13 == play.who(ONE).vitality


@pytest.mark.rule("SC-R-79")
def test_a_stabilised_combatant_that_loses_again_is_dying_again() -> None:
    """A stabilised combatant that loses more Vitality, for example by fire, is dying again."""
    play = fallen(13).given(Stabilised(character=ONE))
    play.do(StartOngoing(character=ONE, source="fire", amount=4))

    play.when(PassRound(), faces=Faces()).then(RoundPassed(characters=(ONE,)), hurt(4, "fire"))

    assert "dying" == health(play.state, ONE)


@pytest.mark.rule("SC-R-39")
def test_a_setting_leaves_dying_to_the_keeper() -> None:
    """If `dying.starts` is `keeper_declared`, a combatant below 1 Vitality is only unconscious at first.

    It is dying once the Keeper declares it.
    """
    play = fallen(13, dying={"starts": "keeper_declared"})
    assert "unconscious" == health(play.state, ONE)
    play.when(PassRound()).then(RoundPassed(characters=()))

    play.when(DeclareDying(character=ONE)).then(DyingDeclared(character=ONE))

    assert "dying" == health(play.state, ONE)
    assert ("a combatant not yet dying or out", ONE) == facts(play.no(DyingNotDeclared, DeclareDying(character=ONE)))
    play.do(PassRound(), 45)
    assert "unconscious" == health(play.state, ONE)
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))
    assert "unconscious" == health(play.state, ONE)


@pytest.mark.rule("SC-R-39")
def test_the_keeper_declares_dying_only_with_that_setting() -> None:
    """The Keeper declares dying only if `dying.starts` is `keeper_declared`.

    Dying then ends at 1 Vitality, and must be declared again after a new loss.
    """
    assert "`keeper_declared` as `dying.starts`" == fallen(13).no(DyingNotDeclared, DeclareDying(character=ONE)).needs
    play = fallen(9, dying={"starts": "keeper_declared"})
    assert ("0 or fewer Vitality", 1) == facts(play.no(DyingNotDeclared, DeclareDying(character=ONE)))
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))
    play.do(DeclareDying(character=ONE))
    play.do(Restore(character=ONE, cause="magic", vitality=1))
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))

    assert "unconscious" == health(play.state, ONE)


@pytest.mark.rule("SC-R-39", "SC-R-63")
def test_the_keeper_declares_nobody_dying_who_is_out() -> None:
    """A non-player that is out at 0 Vitality has no other health states, so it cannot be dying."""
    play = Play(dying={"starts": "keeper_declared"}, combatants={"non_player_states": "out_at_zero"})
    ogre = play.one("gm")
    play.do(LoseVitality(character=ogre, amount=40, reason="a fall"))
    refused = play.no(DyingNotDeclared, DeclareDying(character=ogre))
    assert ("a combatant not yet dying or out", ogre) == facts(refused)


@pytest.mark.rule("SC-DYING-02", "SC-R-41", "AR-FIGHT-09")
def test_the_dying_who_leave_in_their_turn_lose_the_rounds_points() -> None:
    """A dying combatant that leaves a fight in its turn loses the round's points.

    If it joins again, it has no second turn.
    """
    play = fighting(fallen(13))
    play.when(Stabilise(character=ONE), faces=Faces(46)).then(StabiliseRolled(character=ONE, face=46))

    play.when(LeaveFight(participant=ONE), faces=Faces(6)).then(
        TurnEnded(participant=ONE), hurt(6, "dying"), FightLeft(participant=ONE), TurnBegan(participant="character-2")
    )
    play.do(JoinFight(participant=ONE))

    assert -9 == play.who(ONE).vitality
    assert "character-2" == play.state.turn
    play.no(NotYourTurn, Stabilise(character=ONE))
