"""States: unconscious, dying and dead, and the changes between them."""

import pytest

from services.rpg_specialist_total.chapters.experience import GrantExperience
from services.rpg_specialist_total.chapters.recovery import (
    Restore,
    Stabilised,
)
from services.rpg_specialist_total.chapters.states import (
    DeclareDying,
    Died,
    DyingNotDeclared,
    FatigueLost,
    IsDead,
    LoseFatigue,
    LoseVitality,
    can_act,
    can_defend,
    health,
    open_to_coup_de_grace,
)
from shared.kernel.campaign.fights import (
    EndTurn,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.rpg_specialist_total.play import ONE, Play, fallen, hurt


@pytest.mark.rule("SC-UNC-01", "SC-R-39", "SC-STATE-01")
@pytest.mark.parametrize(("lost", "state"), [(4, "well"), (5, "dying"), (9, "dying")])
def test_at_0_or_fewer_vitality_a_combatant_is_unconscious_and_dying(lost: int, state: str) -> None:
    """At 0 Vitality or fewer, a combatant is unconscious and dying, and shown as dying. At 1 Vitality it is neither."""
    play = Play()
    one = play.one(vitality=5)

    play.when(LoseVitality(character=one, amount=lost, reason="a fall")).then(hurt(lost))

    assert state == health(play.state, one)
    assert (state == "well") == can_act(play.state, one)


@pytest.mark.rule("SC-UNC-02", "SC-R-53", "SC-E-19")
@pytest.mark.parametrize(("lost", "state"), [(2, "well"), (3, "unconscious"), (5, "unconscious")])
def test_at_0_or_fewer_fatigue_a_combatant_is_unconscious_and_not_dying(lost: int, state: str) -> None:
    """At 0 Fatigue or fewer, a combatant is unconscious but not dying.

    Only the Keeper reduces Fatigue, with a reason.
    """
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
    """A conscious combatant has at least 1 Vitality and at least 1 Fatigue."""
    play = Play()
    one = play.one(vitality=40, fatigue=20)
    play.given(hurt(40), FatigueLost(character=one, amount=20, cause="a march"))
    play.do(Restore(character=one, cause="magic", vitality=vitality, fatigue=fatigue))

    assert awake == can_act(play.state, one)


@pytest.mark.rule("SC-STATE-01", "SC-DYING-01")
def test_the_most_severe_state_is_shown() -> None:
    """A combatant that is unconscious, dying or dead at the same time is shown in its most severe state."""
    play = fallen(13)
    assert "dying" == health(play.state, ONE)

    play.given(Stabilised(character=ONE))
    assert "unconscious" == health(play.state, ONE)

    play.do(LoseVitality(character=ONE, amount=67, reason="a fall"))
    assert "dead" == health(play.state, ONE)


@pytest.mark.rule("SC-DEATH-01", "SC-X-25")
@pytest.mark.parametrize(("lost", "dead"), [(109, False), (110, True), (111, True)])
def test_vitality_at_minus_the_endurance_score_is_death(lost: int, dead: bool) -> None:  # noqa: FBT001 a column
    """With Endurance 70, a combatant is alive at -69 and dead at -70."""
    play = Play()
    one = play.one(vitality=40, endurance=70)
    died = (Died(character=one, cause="a fall"),) if dead else ()

    play.when(LoseVitality(character=one, amount=lost, reason="a fall")).then(hurt(lost), *died)

    assert ("dead" if dead else "dying") == health(play.state, one)


@pytest.mark.rule("SC-DEATH-04")
def test_death_removes_the_unspent_experience() -> None:
    """The dead lose their unspent Experience, and the event records how many points were lost."""
    play = Play()
    one = play.one(experience=12)
    fall = LoseVitality(character=one, amount=80, reason="a fall")

    play.when(fall).then(hurt(80), Died(character=one, cause="a fall", experience=12))

    assert 0 == play.who(one).experience
    play.no(IsDead, fall)
    play.no(IsDead, LoseFatigue(character=one, amount=1, reason="a march"))
    play.no(IsDead, GrantExperience(character=one, points=3, reason="a deed"))


@pytest.mark.rule("SC-R-63")
def test_a_setting_puts_non_players_out_at_0_vitality() -> None:
    """If `non_player_states` is `out_at_zero`, non-players at 0 Vitality are out of the fight.

    They are neither dying nor dead. Players are unaffected.
    """
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
    """By default a non-player at 0 Vitality is dying, as a player's combatant is."""
    play = Play()
    foe = play.one("gm", vitality=5)
    play.given(hurt(5))

    assert "dying" == health(play.state, foe)
    assert open_to_coup_de_grace(play.state, foe)


@pytest.mark.rule("SC-R-68", "SC-UNC-05", "SC-DYING-08", "SC-R-42")
def test_an_unconscious_combatant_neither_acts_nor_defends() -> None:
    """Unlike a conscious combatant, an unconscious one can be killed by a coup de grace."""
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
def test_the_dead_are_skipped_and_the_dying_have_turns() -> None:
    """When the second of three fighters is dead and the third is dying, the next turn is the third fighter's."""
    play = Play()
    first, second, third = play.one(), play.one(), play.one()
    play.fight(first, second, third)
    play.do(LoseVitality(character=second, amount=99, reason="a fall"))
    play.do(LoseVitality(character=third, amount=40, reason="a fall"))

    play.when(EndTurn(participant=first)).then(TurnEnded(participant=first), TurnBegan(participant=third))
