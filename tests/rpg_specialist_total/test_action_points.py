"""Action Points (AP): their number in a round, and the effects of drugs, the first round and critical failures."""

import pytest

from services.rpg_specialist_total.chapters.drugs import DrugTaken
from services.rpg_specialist_total.chapters.skills import SkillAction
from services.rpg_specialist_total.chapters.turns import (
    ApAreLost,
    ApGained,
    ApLapsed,
    ApLost,
    ApReturned,
    ApSpent,
    NotEnoughAp,
    OneApAtLeast,
    OrderRolled,
    RollOrder,
    before_first_turn,
    check_ap,
    lose_all_ap,
)
from shared.kernel.campaign.fights import (
    EndTurn,
    FightStarted,
    JoinFight,
    LeaveFight,
    NotYourTurn,
    RoundBegan,
    StartFight,
    TurnBegan,
    TurnEnded,
)
from shared.kernel.refusals import Refusal
from tests.rpg_specialist_total.play import Play, deciding, roll


def defends(play: Play, who: str, ap: int) -> type[Refusal] | None:
    """Return the refusal if this combatant spends AP on defence now, or None if that is allowed."""
    try:
        check_ap(deciding(play), who, ap, "defence")
    except Refusal as refusal:
        return type(refusal)
    return None


@pytest.mark.rule("SC-AP-02")
@pytest.mark.rule("SC-AP-03")
@pytest.mark.rule("SC-E-02")
@pytest.mark.rule("SC-E-03")
@pytest.mark.rule("SC-E-04")
@pytest.mark.rule("SC-X-01")
def test_the_speed_rating_sets_the_ap_of_a_round() -> None:
    """All combatants receive AP before any of them acts. With Speed Rating 0 they receive 0 AP."""
    play = Play()
    fast, slow = play.one(speed_rating=3), play.one("bob", speed_rating=0, speed_score=90)

    play.when(StartFight(participants=(fast, slow))).then(
        FightStarted(participants=(fast, slow), each_round=True), RoundBegan(round=1),
        ApGained(character=fast, ap=3), ApGained(character=slow, ap=0),
    )  # fmt: skip


@pytest.mark.rule("SC-R-67")
def test_a_drug_adds_ap_from_the_next_round_on() -> None:
    """Taking a drug changes neither the AP of the current round nor the number of dice for the turn order."""
    play = Play()
    ash = play.one(speed_rating=1)
    play.fight(ash, each_round=True)
    play.given(DrugTaken(character=ash, drug="berserk", doses=1, tier=3, temporary=30))
    assert 1 == play.fighter(ash).ap

    assert ApGained(character=ash, ap=4) in play.turn()
    assert roll(6) == play.the(OrderRolled, RollOrder(participant=ash), 6).roll


@pytest.mark.rule("SC-AP-07")
@pytest.mark.rule("SC-AP-08")
@pytest.mark.rule("SC-R-03")
def test_unspent_ap_are_lost() -> None:
    """AP that a combatant has not spent are lost when the next round begins."""
    play = Play()
    one = play.one()
    play.fight(one)

    play.when(EndTurn(participant=one)).then(
        TurnEnded(participant=one), RoundBegan(round=2), ApGained(character=one, ap=3), TurnBegan(participant=one)
    )
    assert (3, 0) == (play.fighter(one).ap, play.fighter(one).old_ap)


@pytest.mark.rule("SC-AP-07")
@pytest.mark.rule("SC-R-03")
def test_a_setting_keeps_ap_for_defence_until_the_next_turn() -> None:
    """If `ap.expiry` is `next_turn_start`, unspent AP can be spent on defence until the next turn begins.

    These AP are spent first, and lapse when the combatant's next turn begins.
    """
    play = Play(ap={"expiry": "next_turn_start"})
    first, second = play.one(), play.one("bob")
    play.fight(first, second)
    play.turn()
    play.turn()
    assert (3, 3) == (play.fighter(second).old_ap, play.fighter(second).ap)
    assert defends(play, second, 6) is None

    play.given(ApSpent(character=second, ap=4, use="defence"))
    assert (0, 2) == (play.fighter(second).old_ap, play.fighter(second).ap)
    play.given(ApGained(character=second, ap=3, old=2))

    assert [
        TurnEnded(participant=first),
        TurnBegan(participant=second),
        ApLapsed(character=second, ap=2),
    ] == play.turn()
    assert (0, 3) == (play.fighter(second).old_ap, play.fighter(second).ap)


@pytest.mark.rule("SC-AP-04")
@pytest.mark.rule("SC-AP-05")
@pytest.mark.rule("SC-R-02")
@pytest.mark.rule("SC-R-09")
def test_before_its_turn_a_combatant_spends_ap_only_on_defence() -> None:
    """From round 2 on, a combatant may spend AP before its turn only on defence, and in its turn on anything."""
    play = Play()
    first, second = play.one(), play.one("bob")
    play.fight(first, second, round=2)
    play.no(NotYourTurn, SkillAction(character=second, what="climb"))
    assert (None, NotEnoughAp) == (defends(play, second, 3), defends(play, second, 4))
    play.given(ApSpent(character=second, ap=1, use="defence"))
    play.turn()

    play.no(NotEnoughAp, SkillAction(character=second, what="climb", ap=3))
    play.no(OneApAtLeast, SkillAction(character=second, what="climb", ap=0))
    assert ApSpent(character=second, ap=2, use="skill") in play.do(SkillAction(character=second, what="climb", ap=2))
    assert NotEnoughAp is defends(play, second, 1)


@pytest.mark.rule("SC-AP-06")
@pytest.mark.rule("SC-R-02")
@pytest.mark.rule("SC-E-20")
@pytest.mark.rule("SC-X-46")
def test_nobody_defends_with_ap_before_its_first_turn() -> None:
    """In the first round a combatant may defend only with the AP that are left after its own turn."""
    play = Play()
    first, last = play.one(), play.one("bob", speed_rating=3)
    play.fight(first, last)
    assert defends(play, last, 1) is not None
    assert before_first_turn(play.state, last)
    play.turn()
    play.do(SkillAction(character=last, what="climb", ap=2))
    play.given(TurnEnded(participant=last))

    assert (None, NotEnoughAp) == (defends(play, last, 1), defends(play, last, 2))
    play.given(RoundBegan(round=2), ApGained(character=last, ap=3))
    assert defends(play, last, 3) is None


@pytest.mark.rule("SC-R-02")
def test_a_setting_allows_defence_in_the_first_round() -> None:
    """If `first_round_defence` is true, a combatant can spend AP on defence before its first turn."""
    play = Play(combat={"first_round_defence": True})
    first, last = play.one(), play.one("bob")
    play.fight(first, last)

    assert defends(play, last, 3) is None
    assert not before_first_turn(play.state, last)


@pytest.mark.rule("SC-CRIT-09")
@pytest.mark.rule("SC-R-25")
def test_ap_lost_to_a_critical_failure_return_with_the_next_turn() -> None:
    """AP lost to a critical failure return with the combatant's next turn.

    If a new round has begun since, all AP of that round return.
    """
    play = Play()
    first, second = play.one(), play.one("bob")
    play.fight(first, second, round=2)
    play.given(ApSpent(character=second, ap=1, use="defence"))
    ctx = deciding(play)
    lose_all_ap(ctx, second)
    lose_all_ap(ctx, first)
    assert [ApLost(character=second, ap=2, locked=True), ApLost(character=first, ap=3, locked=True)] == ctx.events
    play.given(*ctx.events)
    assert ApAreLost is defends(play, second, 1)

    assert ApReturned(character=second, ap=2) == play.turn()[-1]
    assert ApReturned(character=first, ap=3) == play.turn()[-1]
    assert 3 == play.fighter(first).ap


@pytest.mark.rule("SC-R-25")
def test_a_setting_returns_ap_with_the_next_round() -> None:
    """If `ap_lock` is `until_next_round`, a critical failure locks AP until the next round, not until the next turn."""
    play = Play(critical={"ap_lock": "until_next_round"})
    first, second = play.one(), play.one("bob")
    play.fight(first, second, round=2)
    ctx = deciding(play)
    lose_all_ap(ctx, first)
    lose_all_ap(ctx, second)
    play.given(*ctx.events)
    assert [TurnEnded(participant=first), TurnBegan(participant=second)] == play.turn()
    assert NotEnoughAp is defends(play, second, 1)

    play.turn()
    assert (None, None) == (defends(play, first, 3), defends(play, second, 3))


@pytest.mark.rule("SC-R-95")
def test_a_setting_makes_ap_unlimited_outside_fights() -> None:
    """If `outside_fights` is `unlimited`, AP are unlimited outside fights."""
    play = Play(ap={"outside_fights": "unlimited"})
    ash = play.one()
    ctx = deciding(play)
    lose_all_ap(ctx, ash)

    assert [] == ctx.events
    assert defends(play, ash, 9) is None


@pytest.mark.rule("SC-CRIT-09", "SC-R-25", "AR-FIGHT-09")
def test_leaving_and_joining_again_does_not_unlock_ap() -> None:
    """AP locked by a critical failure return with the next turn, even if the combatant left the fight meanwhile."""
    for rounds in (0, 1):
        play = Play()
        first, second = play.one(speed_rating=2), play.one("bob")
        play.fight(first, second, round=2, each_round=True)
        play.given(ApLost(character=second, ap=3, locked=True))
        play.do(LeaveFight(participant=second))
        for _ in range(rounds):
            play.turn()
            play.do(RollOrder(participant=first), 1, 1)
        play.do(JoinFight(participant=second))
        assert (0, True) == (play.fighter(second).ap, play.fighter(second).locked)
        play.turn()
        play.do(RollOrder(participant=first), 9, 9)
        play.do(RollOrder(participant=second), 1, 1, 1)
        assert ApAreLost is defends(play, second, 1)

        assert ApReturned(character=second, ap=play.fighter(second).kept) == play.turn()[-1]
