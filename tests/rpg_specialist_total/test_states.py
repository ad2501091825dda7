"""States: unconscious, dying and dead, and the changes between them."""

from typing import Any

import pytest

from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.experience import GrantExperience
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
    FatigueLost,
    IsDead,
    LoseFatigue,
    LoseVitality,
    VitalityLost,
    can_act,
    can_defend,
    health,
    open_to_coup_de_grace,
)
from services.rpg_specialist_total.chapters.turns import ApGained
from shared.kernel.campaign.fights import (
    EndTurn,
    FightLeft,
    FightStarted,
    JoinFight,
    LeaveFight,
    NotYourTurn,
    RoundBegan,
    StartFight,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.chance import Faces
from tests.rpg_specialist_total.play import Play


def hurt(amount: int, cause: str = "a fall", *, temporary: int = 0, who: str = "character-1") -> VitalityLost:
    """Return a loss of this many points of Vitality."""
    return VitalityLost(character=who, amount=amount, cause=cause, temporary=temporary)


def fallen(amount: int, *, vitality: int = 10, stamina: int = 45, endurance: int = 70, **groups: Any) -> Play:  # noqa: ANN401
    """Take this many points from the first combatant, of `ann`."""
    play = Play(**groups)
    play.one(vitality=vitality, stamina=stamina, endurance=endurance)
    return play.given(hurt(amount))


ONE = "character-1"


def fighting(play: Play, *, first: str = ONE) -> Play:
    """Start a fight of the first combatant against a non-player of the Keeper."""
    other = play.one("gm")
    play.fight(*((ONE, other) if first == ONE else (other, ONE)))
    return play


@pytest.mark.rule("SC-UNC-01", "SC-R-39", "SC-STATE-01")
@pytest.mark.parametrize(("lost", "state"), [(4, "well"), (5, "dying"), (9, "dying")])
def test_at_0_or_fewer_vitality_one_is_unconscious_and_dying(lost: int, state: str) -> None:
    """The more severe state is shown; at 1 Vitality neither applies."""
    play = Play()
    one = play.one(vitality=5)

    play.when(LoseVitality(character=one, amount=lost, reason="a fall")).then(hurt(lost))

    assert state == health(play.state, one)
    assert (state == "well") == can_act(play.state, one)


@pytest.mark.rule("SC-UNC-02", "SC-R-53", "SC-E-19")
@pytest.mark.parametrize(("lost", "state"), [(2, "well"), (3, "unconscious"), (5, "unconscious")])
def test_at_0_or_fewer_fatigue_one_is_unconscious_and_not_dying(lost: int, state: str) -> None:
    """Only the Keeper takes Fatigue, with a reason; Vitality is unchanged."""
    play = Play()
    one = play.one(fatigue=3)
    march = LoseFatigue(character=one, amount=lost, reason="a march")

    play.no(OnlyTheGameMaster, march, seat="ann")
    play.when(march).then(FatigueLost(character=one, amount=lost, cause="a march"))

    assert (state, 40) == (health(play.state, one), play.who(one).vitality)


@pytest.mark.rule("SC-UNC-03")
@pytest.mark.parametrize(
    ("vitality", "fatigue", "awake"), [(1, 0, False), (0, 1, False), (1, 1, True)]
)  # fmt: skip
def test_consciousness_needs_1_point_of_either_pool(vitality: int, fatigue: int, awake: bool) -> None:  # noqa: FBT001 a column
    """It needs 1 Vitality and 1 Fatigue."""
    play = Play()
    one = play.one(vitality=40, fatigue=20)
    play.given(hurt(40), FatigueLost(character=one, amount=20, cause="a march"))
    play.do(Restore(character=one, cause="magic", vitality=vitality, fatigue=fatigue))

    assert awake == can_act(play.state, one)


@pytest.mark.rule("SC-STATE-01", "SC-DYING-01")
def test_dying_is_worse_than_unconscious_and_dead_is_worst() -> None:
    """A combatant in several states shows the most severe."""
    play = fallen(13)
    assert "dying" == health(play.state, ONE)

    play.given(Stabilised(character=ONE))
    assert "unconscious" == health(play.state, ONE)

    play.do(LoseVitality(character=ONE, amount=67, reason="a fall"))
    assert "dead" == health(play.state, ONE)


@pytest.mark.rule("SC-DEATH-01", "SC-X-25")
@pytest.mark.parametrize(("lost", "dead"), [(109, False), (110, True), (111, True)])
def test_death_comes_at_minus_the_endurance_score(lost: int, dead: bool) -> None:  # noqa: FBT001 a column
    """With Endurance 70 the combatant lives at -69 and is dead at -70."""
    play = Play()
    one = play.one(vitality=40, endurance=70)
    died = (Died(character=one, cause="a fall"),) if dead else ()

    play.when(LoseVitality(character=one, amount=lost, reason="a fall")).then(hurt(lost), *died)

    assert ("dead" if dead else "dying") == health(play.state, one)


@pytest.mark.rule("SC-DEATH-04")
def test_death_takes_the_unspent_experience() -> None:
    """The event names the lost points."""
    play = Play()
    one = play.one(experience=12)
    fall = LoseVitality(character=one, amount=80, reason="a fall")

    play.when(fall).then(hurt(80), Died(character=one, cause="a fall", experience=12))

    assert 0 == play.who(one).experience
    play.no(IsDead, fall)
    play.no(IsDead, LoseFatigue(character=one, amount=1, reason="a march"))
    play.no(IsDead, GrantExperience(character=one, points=3, reason="a deed"))


@pytest.mark.rule("SC-DYING-04", "SC-DYING-05", "SC-DYING-07", "SC-R-40")
@pytest.mark.parametrize("face", [1, 45])
def test_a_d100_of_the_stamina_score_or_less_stabilises(face: int) -> None:
    """The losses stop in this round and the next; it costs no AP."""
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
def test_a_d100_above_the_stamina_score_lets_the_dying_drop() -> None:
    """They lose 1d10 at the end of their turn, in this round and the next."""
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
def test_who_fails_to_stabilise_may_drop_dead() -> None:
    """Vitality -8 and Endurance 15: a 31 fails Stamina 30, and a loss of 7 kills."""
    play = fighting(fallen(18, stamina=30, endurance=15))

    play.when(Stabilise(character=ONE), faces=Faces(31)).then(StabiliseRolled(character=ONE, face=31))
    play.when(EndTurn(participant=ONE), faces=Faces(7)).then(
        TurnEnded(participant=ONE), hurt(7, "dying"), Died(character=ONE, cause="dying"),
        TurnBegan(participant="character-2"),
    )  # fmt: skip


@pytest.mark.rule("SC-R-40")
@pytest.mark.parametrize(("each", "tries"), [("1", 1), ("per_ap", 3)])
def test_the_dying_try_once_or_once_for_each_ap(each: str, tries: int) -> None:
    """By setting Speed Rating 3 allows three attempts in each round."""
    play = fighting(fallen(13, dying={"attempts_per_round": each}))
    for _ in range(tries):
        play.do(Stabilise(character=ONE), 100)

    play.no(AttemptUsed, Stabilise(character=ONE))
    play.turn(1)
    play.turn()
    play.do(Stabilise(character=ONE), 100)


@pytest.mark.rule("SC-R-40", "SC-BER-03")
def test_a_drug_gives_the_dying_as_many_attempts_as_ap() -> None:
    """Speed Rating 3 and tier 1 allow four."""
    play = fallen(13, dying={"attempts_per_round": "per_ap"})
    play.given(DrugTaken(character=ONE, drug="berserk", doses=1, tier=1))
    fighting(play)
    for _ in range(4):
        play.do(Stabilise(character=ONE), 100)

    play.no(AttemptUsed, Stabilise(character=ONE))


@pytest.mark.rule("SC-DYING-04", "SC-R-68")
def test_only_the_dying_stabilise_and_in_their_own_turn() -> None:
    """The unconscious keep their turns for it; outside a fight attempts come as a round passes."""
    fallen(13).no(NotDying, Stabilise(character=ONE))
    play = fighting(fallen(13), first="character-2")

    play.no(NotDying, Stabilise(character="character-2"))
    play.no(NotYourTurn, Stabilise(character=ONE), seat="ann")
    play.turn()
    play.do(Stabilise(character=ONE), 45, seat="ann")
    play.no(NotDying, Stabilise(character=ONE))


@pytest.mark.rule("SC-R-41")
def test_nothing_is_lost_in_the_round_in_which_dying_began_after_ones_turn() -> None:
    """The first loss comes at the end of the next turn."""
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
def test_the_dying_may_drop_as_a_round_begins_or_ends(loss_at: str) -> None:
    """By setting the loss comes then, and not with the turn."""
    play = fallen(13, dying={"loss_at": loss_at})
    at_once = (hurt(4, "dying"),) if loss_at == "round_start" else ()
    faces = (4,) if loss_at == "round_start" else ()

    play.when(StartFight(participants=(ONE,), order="fixed"), faces=Faces(*faces)).then(
        FightStarted(participants=(ONE,), each_round=False), RoundBegan(round=1), *at_once,
        ApGained(character=ONE, ap=3),
    )  # fmt: skip

    play = fighting(fallen(13, dying={"loss_at": loss_at}))
    play.when(EndTurn(participant=ONE)).then(TurnEnded(participant=ONE), TurnBegan(participant="character-2"))
    play.when(EndTurn(participant="character-2"), faces=Faces(5)).then(
        TurnEnded(participant="character-2"), RoundBegan(round=2), hurt(5, "dying"),
        ApGained(character=ONE, ap=3), ApGained(character="character-2", ap=3), TurnBegan(participant=ONE),
    )  # fmt: skip


@pytest.mark.rule("SC-DYING-03", "SC-X-29", "SC-R-81")
def test_what_goes_on_is_added_to_what_the_dying_lose() -> None:
    """Vitality -3, die 6 and fire 4 make -13."""
    play = fighting(fallen(13))
    play.do(StartOngoing(character=ONE, source="fire", amount=4))

    play.when(EndTurn(participant=ONE), faces=Faces(6)).then(
        TurnEnded(participant=ONE), hurt(6, "dying"), hurt(4, "fire"), TurnBegan(participant="character-2")
    )
    assert -13 == play.who(ONE).vitality


@pytest.mark.rule("SC-R-79")
def test_a_stabilised_combatant_that_loses_again_is_dying_again() -> None:
    """Fire, for instance, causes the new loss."""
    play = fallen(13).given(Stabilised(character=ONE))
    play.do(StartOngoing(character=ONE, source="fire", amount=4))

    play.when(PassRound(), faces=Faces()).then(RoundPassed(characters=(ONE,)), hurt(4, "fire"))

    assert "dying" == health(play.state, ONE)


@pytest.mark.rule("SC-R-39")
def test_dying_may_wait_for_the_keepers_word() -> None:
    """By setting the combatant is only unconscious until the Keeper declares dying, once."""
    play = fallen(13, dying={"starts": "keeper_declared"})
    assert "unconscious" == health(play.state, ONE)
    play.when(PassRound()).then(RoundPassed(characters=()))

    play.when(DeclareDying(character=ONE)).then(DyingDeclared(character=ONE))

    assert "dying" == health(play.state, ONE)
    play.no(DyingNotDeclared, DeclareDying(character=ONE))
    play.do(PassRound(), 45)
    assert "unconscious" == health(play.state, ONE)
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))
    assert "unconscious" == health(play.state, ONE)


@pytest.mark.rule("SC-R-39")
def test_dying_is_declared_of_the_fallen_alone_and_where_the_campaign_leaves_it_to_the_keeper() -> None:
    """By default it starts by itself; it ends at 1 Vitality."""
    fallen(13).no(DyingNotDeclared, DeclareDying(character=ONE))
    play = fallen(9, dying={"starts": "keeper_declared"})
    play.no(DyingNotDeclared, DeclareDying(character=ONE))
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))
    play.do(DeclareDying(character=ONE))
    play.do(Restore(character=ONE, cause="magic", vitality=1))
    play.do(LoseVitality(character=ONE, amount=1, reason="a fall"))

    assert "unconscious" == health(play.state, ONE)


@pytest.mark.rule("SC-R-63")
def test_a_non_player_may_be_out_at_0_vitality() -> None:
    """By setting it is not dying or dead, and its turns are skipped; players are unaffected."""
    play = Play(combatants={"non_player_states": "out_at_zero"})
    foe, ann = play.one("gm", vitality=5, endurance=None, stamina=None), play.one(vitality=5)
    play.fight(foe, ann)

    play.when(LoseVitality(character=foe, amount=99, reason="a fall")).then(
        hurt(99, who=foe), TurnBegan(participant=ann)
    )

    assert "unconscious" == health(play.state, foe)
    assert not open_to_coup_de_grace(play.state, foe)
    assert not can_act(play.state, foe)
    play.no(DyingNotDeclared, DeclareDying(character=foe))
    play.do(LoseVitality(character=ann, amount=5, reason="a fall"))
    assert "dying" == health(play.state, ann)


@pytest.mark.rule("SC-R-63")
def test_a_non_player_is_dying_like_anybody_else() -> None:
    """This is the default setting."""
    play = Play()
    foe = play.one("gm", vitality=5)
    play.given(hurt(5))

    assert "dying" == health(play.state, foe)
    assert open_to_coup_de_grace(play.state, foe)


@pytest.mark.rule("SC-R-68", "SC-UNC-05", "SC-DYING-08", "SC-R-42")
def test_one_that_is_not_awake_neither_acts_nor_defends() -> None:
    """Conscious combatants act, and no coup de grace kills them."""
    play = Play()
    one = play.one()
    assert can_act(play.state, one)
    assert can_defend(play.state, one)
    assert not open_to_coup_de_grace(play.state, one)

    play.given(FatigueLost(character=one, amount=20, cause="a march"))
    assert not can_act(play.state, one)
    assert not can_defend(play.state, one)
    assert open_to_coup_de_grace(play.state, one)

    play.given(Died(character=one, cause="a blow"))
    assert not can_act(play.state, one)
    assert not open_to_coup_de_grace(play.state, one)


@pytest.mark.rule("SC-R-68")
def test_the_turns_of_the_dead_are_passed_over_and_those_of_the_dying_come() -> None:
    """Of three fighters the second dies and the third is dying."""
    play = Play()
    first, second, third = play.one(), play.one(), play.one()
    play.fight(first, second, third)
    play.do(LoseVitality(character=second, amount=99, reason="a fall"))
    play.do(LoseVitality(character=third, amount=40, reason="a fall"))

    play.when(EndTurn(participant=first)).then(TurnEnded(participant=first), TurnBegan(participant=third))


@pytest.mark.rule("SC-DYING-02", "SC-R-41", "AR-FIGHT-09")
def test_the_dying_who_leave_the_fight_in_their_turn_lose_what_the_round_takes() -> None:
    """Leaving ends their turn, and coming back gives no other one in that round."""
    play = fighting(fallen(13))
    play.when(Stabilise(character=ONE), faces=Faces(46)).then(StabiliseRolled(character=ONE, face=46))

    play.when(LeaveFight(participant=ONE), faces=Faces(6)).then(
        TurnEnded(participant=ONE), hurt(6, "dying"), FightLeft(participant=ONE), TurnBegan(participant="character-2")
    )
    play.do(JoinFight(participant=ONE))

    assert -9 == play.who(ONE).vitality
    assert "character-2" == play.state.turn
    play.no(NotYourTurn, Stabilise(character=ONE))
