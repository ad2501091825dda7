"""Rolls that the game master annuls.

An annulled roll has no further effects, and the game master can correct its earlier effects.
"""

import pytest

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.enemies import EnemyTakenOut
from services.rpg_boundless.chapters.fortune import (
    AdjustFortune,
    ContestDecided,
    FortuneOpposed,
    HiddenContestRolled,
    Odds,
    OpposeFortune,
)
from services.rpg_boundless.chapters.overrides import AdjustEnemy, AdjustRoll, EnemyAdjusted, RollAnnulled, RollIsVoid
from services.rpg_boundless.chapters.recovery import MilestoneReached, ReachMilestone, SpendHit, SpendRecovery
from services.rpg_boundless.chapters.running_out import RevealHidden
from services.rpg_boundless.chapters.saves import ConsequenceWithdrawn, FaceConsequence
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.state.sheets import Harm
from shared.kernel.messages import Secret
from tests.rpg_boundless.fights import WHY, Fight, rest
from tests.rpg_boundless.play import SWORD, Older, Play, allowed_of

COCKED = "a cocked die"
FALL = Harm(what="a fall", damage=1)
EVEN = Odds(likelihood="even")


@pytest.mark.rule("FB-R-56", "FB-REC-05")
def test_an_annulled_rest_gives_no_hits() -> None:
    """An annulled rest grants no Hits, and the character continues as if it had not rested."""
    play = Play()
    hero = play.hero(hp=1)
    recovery = rest(play, hero, 5, 5, 1)

    play.do(AdjustRoll(roll=recovery, reason=COCKED))

    play.no(RollIsVoid, SpendRecovery(recovery=recovery, spend=("hp", "hp")), seat="ann")
    play.do(Check(character=hero, attribute="strength"), 1, 1, seat="ann")


@pytest.mark.rule("FB-R-56", "FB-XP-04")
def test_unspent_hits_of_an_annulled_milestone_are_lost() -> None:
    """When a milestone is annulled, its unspent Hits are lost; Hits already spent keep their effect."""
    play = Play()
    hero = play.hero()
    experience = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), 5, 5, 5, 1).experience
    play.do(SpendHit(experience=experience, on="max_hp"), seat="ann")

    play.do(AdjustRoll(roll=experience, reason=COCKED))

    play.no(RollIsVoid, SpendHit(experience=experience, on="max_hp"), seat="ann")
    assert (6, {}) == (play.who(hero).max_hp, play.state.experiences)


@pytest.mark.rule("FB-R-56", "FB-SAVE-01")
def test_an_annulled_check_has_no_consequence() -> None:
    """When a Check is annulled, the game withdraws its pending consequence, and refuses to set a new one for it."""
    play = Play()
    hero = play.hero()
    risked = play.the(CheckMade, Check(character=hero, attribute="strength", risk=FALL), 1, 1)
    (faced,) = play.state.consequences
    other = play.face(hero)

    assert [
        RollAnnulled(roll=risked.check, reason=COCKED),
        ConsequenceWithdrawn(consequence=faced, reason=COCKED),
    ] == play.do(AdjustRoll(roll=risked.check, reason=COCKED))

    assert {other} == {*play.state.consequences}
    failed = play.the(CheckMade, Check(character=play.hero(), attribute="strength"), 1, 1).check
    play.do(AdjustRoll(roll=failed, reason=COCKED))
    play.no(RollIsVoid, FaceConsequence(harm=FALL, check=failed))


@pytest.mark.rule("FB-R-56", "FB-R-55")
def test_the_target_of_an_annulled_attack_makes_no_save() -> None:
    """When an attack is annulled, the game withdraws the target's consequence.

    Under version 0 of the rules the consequence is kept.
    """
    for play, left in ((Play(), 0), (Older(), 1)):
        hero, other = play.hero(), play.hero(seat="bob")
        made = play.the(CheckMade, Attack(character=hero, target=other, weapon=play.item(hero, SWORD)), 5, 1)
        assert 1 == len(play.state.consequences)

        play.do(AdjustRoll(roll=made.check, reason=COCKED))

        assert left == len(play.state.consequences)


@pytest.mark.rule("FB-R-56", "FB-R-45")
@pytest.mark.parametrize("side", [0, 1])
def test_an_annulled_contest_is_not_decided(side: int) -> None:
    """If one roll of a contest is annulled, the game master can no longer decide the contest.

    Other tied contests stay open.
    """
    play = Play()
    oppose = OpposeFortune(question="who is faster", sides=(EVEN, EVEN))
    void, stands = (play.the(FortuneOpposed, oppose, 1, 1, 1, 1) for _ in range(2))

    play.do(AdjustRoll(roll=void.rolls[side].id, reason=COCKED))

    play.no(ContestDecided, AdjustFortune(roll=void.contest, ahead="first", reason=WHY))
    play.do(AdjustFortune(roll=stands.contest, ahead="first", reason=WHY))


@pytest.mark.rule("FB-R-56", "FB-CAMP-18")
def test_an_annulled_hidden_contest_is_not_decided_after_its_reveal() -> None:
    """A hidden contest that was annulled cannot be decided after its reveal."""
    play = Play()
    hidden = OpposeFortune(question="who is faster", sides=(EVEN, EVEN), hidden=True)
    rolled = play.the(HiddenContestRolled, hidden, 1, 1, 1, 1)
    play.do(AdjustRoll(roll=rolled.rolls[0], reason=COCKED))

    play.do(RevealHidden(hidden=rolled.contest))

    play.no(ContestDecided, AdjustFortune(roll=rolled.contest, ahead="first", reason=WHY))


@pytest.mark.rule("FB-R-56", "FB-ENEMY-04")
def test_an_enemy_taken_out_by_an_annulled_attack_comes_back() -> None:
    """The game master brings back an enemy that an annulled attack took out, by restoring its HP.

    At 0 HP it is taken out again.
    """
    play = Fight()
    blow = Attack(character=play.ann, target=play.wolf, weapon=play.sword)
    play.do(AdjustEnemy(enemy=play.wolf, hp=3, reason=WHY))
    made = play.the(CheckMade, blow, 5, 5, seat="ann")
    assert play.enemy(play.wolf).out
    play.do(AdjustRoll(roll=made.check, reason=COCKED))

    assert [EnemyAdjusted, EnemyTakenOut] == [
        type(one) for one in play.do(AdjustEnemy(enemy=play.wolf, hp=0, reason=WHY))
    ]
    play.do(AdjustEnemy(enemy=play.wolf, hp=3, reason=WHY))

    assert (3, False) == (play.enemy(play.wolf).hp, play.enemy(play.wolf).out)
    assert any(play.wolf in (one.fields["enemy"].options or ()) for one in allowed_of(play.state, "gm", AdjustEnemy))
    play.next(play.ann, play.bob)
    assert play.wolf == play.state.turn


@pytest.mark.rule("FB-R-56", "FB-INIT-02")
def test_a_restored_enemy_waits_if_its_turn_has_passed() -> None:
    """A restored enemy whose turn in this round has passed acts again only in the next round."""
    play = Play()
    ann, wolf, bob = play.hero(), play.foe(), play.hero(seat="bob")
    play.fight([ann, bob], [wolf], 6, 1, 4)
    play.do(AdjustEnemy(enemy=wolf, hp=0, reason=WHY))
    play.do(Check(character=ann, attribute="strength"), 1, 1, seat="ann")
    play.do(EndTurn(participant=ann))
    play.do(Check(character=bob, attribute="strength"), 1, 1, seat="bob")

    play.do(AdjustEnemy(enemy=wolf, hp=3, reason=WHY))

    assert bob == play.state.turn


@pytest.mark.rule("FB-R-56", "FB-CAMP-09")
def test_a_reader_without_the_hp_knows_that_an_enemy_is_back() -> None:
    """A reader who may not see an enemy's HP can still fold an adjustment of them, without the numbers."""
    copy = Play()
    wolf = copy.foe()
    copy.given(EnemyTakenOut(enemy=wolf))

    copy.given(EnemyAdjusted(enemy=wolf, left=Secret(audience=("gm",), digest="00"), reason=WHY))

    assert not copy.enemy(wolf).out


@pytest.mark.rule("FB-R-56")
def test_under_rules_version_0_an_annulled_roll_is_only_marked() -> None:
    """Under version 0 of the rules an annulled roll is only marked.

    The Hits, consequences and contests that it led to keep their effects.
    """
    play = Older()
    hero = play.hero(hp=1)
    failed = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1).check
    contest = play.the(FortuneOpposed, OpposeFortune(question="who is faster", sides=(EVEN, EVEN)), 1, 1, 1, 1)
    recovery = rest(play, hero, 5, 5, 1)

    for roll in (failed, recovery, contest.rolls[0].id):
        assert [RollAnnulled(roll=roll, reason=COCKED)] == play.do(AdjustRoll(roll=roll, reason=COCKED))

    play.do(SpendRecovery(recovery=recovery, spend=("hp", "hp")), seat="ann")
    play.do(FaceConsequence(harm=FALL, check=failed))
    play.do(AdjustFortune(roll=contest.contest, ahead="first", reason=WHY))
