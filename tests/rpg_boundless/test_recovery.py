"""Rests, Recovery Rolls and experience."""

import pytest
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Attribute, Gain, Refill
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.damage import CriticalSave, HelpDying
from services.rpg_boundless.chapters.dice import ConditionNotHeld
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp
from services.rpg_boundless.chapters.recovery import (
    AttributeAtMaximum,
    AttributeTried,
    HelpFirst,
    MilestoneReached,
    ReachMilestone,
    RecoverySpent,
    Rest,
    Rested,
    SpendHit,
    SpendRecovery,
    TooManyHitsSpent,
    TooManyPointsRestored,
)
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.state.sheets import Stance
from shared.kernel.campaign.seats import NotKnownHere
from tests.rpg_boundless.fights import fallen
from tests.rpg_boundless.play import Before, Older, Play, at, odds


def worn_out(play: Play) -> str:
    """Create a character with Stamina 0 of 6, HP 1 of 5 and Strength 1 of 3."""
    hero = play.hero(3, stamina=0)
    play.do(AdjustHp(character=hero, hp=1, reason="so it begins"))
    play.do(AdjustAttribute(character=hero, attribute="strength", score=1, reason="so it begins"))
    return hero


def rest(play: Play, hero: str, *faces: int) -> str:
    """Play a short rest, or a long one, with these faces; return the Recovery Roll's id."""
    length = "short" if len(faces) == 3 else "long"
    return play.the(Rested, Rest(character=hero, length=length), *faces, seat="ann").recovery  # type: ignore[arg-type]


@pytest.mark.rule("FB-REC-01", "FB-REC-02", "FB-REC-03")
@pytest.mark.parametrize(("length", "dice"), [("short", 3), ("long", 6)])
def test_a_rest_is_one_recovery_roll(length: str, dice: int) -> None:
    """A short rest rolls 3 dice, and a long rest 6."""
    play = Play()

    rest = play.the(Rested, Rest(character=play.hero(), length=length), *[1] * dice, seat="ann")  # type: ignore[arg-type]

    assert dice == rest.roll.dice
    assert {} == play.state.recoveries


@pytest.mark.rule("FB-REC-04")
@pytest.mark.parametrize(("position", "hits"), [("good", 6), ("standard", 6), ("bad", 1)])
def test_position_affects_the_recovery_roll(position: str, hits: int) -> None:
    """A Recovery Roll of 5, 5, 5, 5, 5, 6 has one Hit at Bad, and six Hits at Standard or Good."""
    play = Play()

    rest = play.the(Rested, Rest(character=play.hero(), length="long", stance=at(position)), 5, 5, 5, 5, 5, 6)

    assert hits == rest.roll.hits


@pytest.mark.rule("FB-REC-05")
def test_each_hit_refills_stamina_or_hp() -> None:
    """Each Hit of a rest refills Stamina or HP.

    The game refuses more refills than Hits, and a second use of the same Hits.
    """
    play = Play()
    hero = worn_out(play)
    recovery = rest(play, hero, 5, 6, 1)
    play.no(TooManyHitsSpent, SpendRecovery(recovery=recovery, spend=("hp", "hp", "hp")), seat="ann")

    play.do(SpendRecovery(recovery=recovery, spend=("stamina", "hp"), restore=("strength",) * 2), seat="ann")

    assert (6, 5) == (play.who(hero).stamina, play.who(hero).hp)
    play.no(NotKnownHere, SpendRecovery(recovery=recovery), seat="ann")


@pytest.mark.rule("FB-REC-06", "FB-REC-07", "FB-R-34")
def test_each_hit_also_restores_an_attribute_point() -> None:
    """Each Hit of a rest also restores one point to an Attribute below its maximum.

    If all Attributes are at their maximum, the point is lost.
    """
    play = Play()
    hero = worn_out(play)
    recovery = rest(play, hero, 5, 6, 1)
    strengths: tuple[Attribute, ...] = ("strength",) * 3
    play.no(TooManyPointsRestored, SpendRecovery(recovery=recovery, restore=strengths), seat="ann")
    play.no(AttributeAtMaximum, SpendRecovery(recovery=recovery, restore=("willpower",)), seat="ann")

    play.do(SpendRecovery(recovery=recovery, spend=("hp", "hp"), restore=strengths[:2]), seat="ann")

    assert (3, 5, 0) == (play.who(hero).scores.strength, play.who(hero).hp, play.who(hero).stamina)
    again = rest(play, hero, 5, 1, 1)
    play.no(AttributeAtMaximum, SpendRecovery(recovery=again, restore=("strength",)), seat="ann")
    play.do(SpendRecovery(recovery=again, spend=("hp",)), seat="ann")


@pytest.mark.rule("FB-R-06", "FB-R-33")
@pytest.mark.parametrize(("refill", "stamina", "hp"), [("full", 8, 5), ("one_point", 2, 2)])
def test_a_hit_refills_all_or_one_point(refill: str, stamina: int, hp: int) -> None:
    """A Hit refills Stamina or HP completely, or only one point if `recovery.refill` is `one_point`."""
    play = Play(recovery={"refill": refill}, stamina={"maximum": 8})
    hero = worn_out(play)

    spend: tuple[Refill, ...] = ("stamina", "stamina", "hp")
    play.do(SpendRecovery(recovery=rest(play, hero, 5, 5, 5), spend=spend, restore=("strength",) * 2))

    assert (stamina, hp) == (play.who(hero).stamina, play.who(hero).hp)


@pytest.mark.rule("FB-X-17")
def test_a_long_rest_restores_everything() -> None:
    """With two Hits in 5, 6, 1, 1, 2, 3, a long rest refills Stamina and HP and restores 2 points of Strength."""
    play = Play()
    hero = worn_out(play)
    recovery = rest(play, hero, 5, 6, 1, 1, 2, 3)

    spent = play.the(
        RecoverySpent,
        SpendRecovery(recovery=recovery, spend=("stamina", "hp"), restore=("strength", "strength")),
    )

    assert (6, 5, 3) == (spent.stamina, spent.hp, spent.scores.strength)


@pytest.mark.rule("FB-R-36", "FB-CRIT-04")
def test_the_dying_do_not_rest() -> None:
    """A dying character must be helped before it can rest."""
    play = Play()
    hero, friend = play.hero(2), play.hero(seat="bob")
    fallen(play, hero, 1, 1)
    play.no(HelpFirst, Rest(character=hero, length="short"), seat="ann")

    play.do(HelpDying(character=hero, helper=friend), seat="bob")

    rest(play, hero, 5, 1, 1)


@pytest.mark.rule("FB-R-07", "FB-R-33", "FB-REC-06")
@pytest.mark.parametrize(("refill", "hp"), [("full", 5), ("one_point", 3)])
def test_hp_are_refilled_up_to_the_maximum_that_the_rest_restores(refill: str, hp: int) -> None:
    """If maximum HP follow Strength, the Strength that a rest restores counts for the HP that the same rest refills."""
    play = Play(hp={"follows_strength": True}, recovery={"refill": refill})
    hero = play.hero(3)
    fallen(play, hero, 5, 1, 1)
    assert (1, 3) == (play.who(hero).scores.strength, play.who(hero).max_hp)
    play.do(AdjustHp(character=hero, hp=1, reason="a draught"))

    recovery = rest(play, hero, 5, 5, 1)
    play.do(SpendRecovery(recovery=recovery, spend=("hp", "hp"), restore=("strength", "strength")))

    assert (hp, 5) == (play.who(hero).hp, play.who(hero).max_hp)


@pytest.mark.rule("FB-R-07")
def test_under_rules_version_0_hp_are_refilled_up_to_the_earlier_maximum() -> None:
    """Under version 0 of the rules, a rest raises maximum HP only after refilling HP."""
    play = Older(hp={"follows_strength": True})
    hero = play.hero(3)
    fallen(play, hero, 5, 1, 1)

    play.do(SpendRecovery(recovery=rest(play, hero, 5, 5, 1), spend=("hp", "hp"), restore=("strength", "strength")))

    assert (3, 5) == (play.who(hero).hp, play.who(hero).max_hp)


@pytest.mark.rule("FB-R-36")
def test_under_rules_version_0_a_rest_does_not_end_dying() -> None:
    """Under version 0 of the rules, a dying character can rest and refill HP, but is still dying."""
    play = Older()
    hero = play.hero(2)
    play.do(Accept(consequence=play.face(hero, damage=9)))
    play.do(CriticalSave(critical=play.critical(hero)), 1, 1)

    play.do(SpendRecovery(recovery=rest(play, hero, 5, 1, 1), spend=("hp",), restore=("strength",)))

    assert ("dying", 4) == (play.who(hero).status, play.who(hero).hp)


# ---------------------------------------------------------------- experience


def milestone(play: Play, hero: str, *faces: int) -> str:
    """Roll for a milestone with these faces; return the Experience Roll's id."""
    reached = ReachMilestone(character=hero, milestone="the tower", dice=len(faces))
    return play.the(MilestoneReached, reached, *faces).experience


@pytest.mark.rule("FB-XP-01", "FB-XP-02", "FB-XP-03")
@pytest.mark.parametrize(("dice", "rolled"), [(None, 4), (6, 6), (0, 1)])
def test_a_milestone_is_an_experience_roll(dice: int | None, rolled: int) -> None:
    """A milestone is an Experience Roll. The roll's event records that it was for a milestone.

    The game master sets the number of dice, 4 by default.
    """
    play = Play()

    reached = ReachMilestone(character=play.hero(), milestone="the tower", dice=dice)
    made = play.the(MilestoneReached, reached, *[1] * rolled)

    assert ("the tower", rolled) == (made.milestone, len(made.roll.faces))
    assert {} == play.state.experiences


@pytest.mark.rule("FB-XP-04", "FB-XP-05", "FB-R-37")
@pytest.mark.parametrize(("raises", "hp"), [(False, 5), (True, 9)])
def test_a_hit_raises_maximum_hp_by_two(raises: bool, hp: int) -> None:  # noqa: FBT001
    """Each Hit may raise maximum HP by 2. The game refuses more raises than there are Hits.

    Current HP rise only if `raise_current_hp` is true.
    """
    play = Play(experience={"raise_current_hp": raises})
    hero = play.hero(3)
    experience = milestone(play, hero, 5, 6, 1, 1)

    for _ in range(2):
        play.do(SpendHit(experience=experience, on="max_hp"), seat="ann")

    assert (9, hp) == (play.who(hero).max_hp, play.who(hero).hp)
    play.no(NotKnownHere, SpendHit(experience=experience, on="max_hp"), seat="ann")


@pytest.mark.rule("FB-XP-06", "FB-R-38", "FB-R-39", "FB-R-59")
@pytest.mark.parametrize(
    ("score", "most", "face", "after"),
    [
        (3, 3, 4, (4, 4)),
        (3, 3, 3, (3, 3)),
        (3, 3, 2, (3, 3)),
        (1, 3, 2, (2, 3)),
        (1, 3, 1, (1, 3)),
        (6, 6, 6, (6, 6)),
    ],
)
def test_a_die_above_the_score_raises_it(score: int, most: int, face: int, after: tuple[int, int]) -> None:
    """A die above the current score of an Attribute raises it by 1.

    The maximum rises only if the score would exceed it, up to 6.
    """
    play = Play()
    hero = play.hero(most)
    if score < most:
        play.do(AdjustAttribute(character=hero, attribute="strength", score=score, reason="so it begins"))
    spend = SpendHit(experience=milestone(play, hero, 5), on="strength")
    chance = odds(spend, play.state)

    tried = play.the(AttributeTried, spend, face, seat="ann")

    assert after == (tried.score, tried.maximum)
    assert after == (play.who(hero).scores.strength, play.who(hero).maxima.strength)
    assert chance is not None
    assert chance.approximately == (6 - score) / 6


@pytest.mark.rule("FB-R-38")
def test_a_setting_compares_the_die_with_the_maximum() -> None:
    """If `experience.compare` is `maximum`, a lowered score rises only if the die is above its maximum."""
    play = Play(experience={"compare": "maximum"})
    hero = play.hero(3)
    play.do(AdjustAttribute(character=hero, attribute="strength", score=1, reason="so it begins"))
    experience = milestone(play, hero, 5, 5)

    assert not play.the(AttributeTried, SpendHit(experience=experience, on="strength"), 3).raised
    assert 2 == play.the(AttributeTried, SpendHit(experience=experience, on="strength"), 4).score


@pytest.mark.rule("FB-R-40", "FB-X-18")
def test_hits_of_a_milestone_are_spent_one_after_another() -> None:
    """Hits are spent one after another: a 3 raises Dexterity from 2 to 3, so a second 3 has no effect."""
    play = Play()
    hero = play.hero(3, 2)
    experience = milestone(play, hero, 5, 6, 6, 1)

    spends: list[tuple[Gain, tuple[int, ...]]] = [("max_hp", ()), ("dexterity", (3,)), ("dexterity", (3,))]
    for on, faces in spends:
        play.do(SpendHit(experience=experience, on=on), *faces, seat="ann")

    bearer = play.who(hero)
    assert (7, 3, 3) == (bearer.max_hp, bearer.scores.dexterity, bearer.maxima.dexterity)


@pytest.mark.rule("FB-X-23", "FB-R-40")
def test_lost_points_are_regained_by_experience() -> None:
    """With maximum 3, Strength 1 rises to 2 with a die of 2, and then to 3 with a die of 3."""
    play = Play()
    hero = worn_out(play)
    experience = milestone(play, hero, 5, 5)

    found = [
        (tried.score, tried.maximum)
        for face in (2, 3)
        for tried in [play.the(AttributeTried, SpendHit(experience=experience, on="strength"), face)]
    ]

    assert [(2, 3), (3, 3)] == found


@pytest.mark.rule("FB-R-07")
def test_a_setting_raises_maximum_hp_with_strength() -> None:
    """If maximum HP follow Strength, a Hit that raises Strength raises them too."""
    play = Play(hp={"follows_strength": True})
    hero = play.hero(2)

    play.do(SpendHit(experience=milestone(play, hero, 5), on="strength"), 6)

    assert (5, 4) == (play.who(hero).max_hp, play.who(hero).hp)


@pytest.mark.rule("FB-R-102", "FB-COND-05", "FB-COND-06", "FB-POS-10")
@pytest.mark.parametrize(
    ("kind", "position", "listed"), [(Play, "standard", ()), (Before, "bad", ("sick",)), (Older, "bad", ("sick",))]
)
def test_a_condition_that_a_rest_clears_does_not_hinder_it(
    kind: type[Play], position: str, listed: tuple[str, ...]
) -> None:  # fmt: skip
    """The roll is at Standard and does not list the Condition. One that the rest leaves still hinders it."""
    play = kind(conditions={"auto_bad_position": True})
    hero, other = play.hero(), play.hero()
    play.do(GainCondition(character=hero, condition="sick"))
    for condition in ("sick", "tired"):
        play.do(GainCondition(character=other, condition=condition))
    cured = Rest(character=hero, length="short", addresses=("SICK",))

    rested = play.the(Rested, cured, 5, 5, 6)
    left = play.the(Rested, replace(cured, character=other), 5, 5, 6)

    assert (position, *(listed or (None,))) == (rested.roll.position, rested.reason)
    assert listed == rested.conditions
    assert "bad" == left.roll.position
    assert (*listed, "tired") == left.conditions


@pytest.mark.rule("FB-R-102", "FB-COND-06")
def test_a_rest_is_at_no_position_because_of_a_condition_that_it_clears() -> None:
    """A Position with the Condition as its reason is refused for a rest that clears it, and accepted otherwise."""
    play = Play()
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="sick"))
    stance = Stance(position="bad", condition="sick")
    cured = Rest(character=hero, length="short", addresses=("sick",), stance=stance)

    play.no(ConditionNotHeld, cured)

    assert "bad" == play.the(Rested, replace(cured, addresses=()), 1, 1, 6).roll.position
