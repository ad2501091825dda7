"""Deaths, hidden answers and Positions after the game master annuls a roll or changes a decision."""

import pytest

from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.conditions import ClearCondition, GainCondition
from services.rpg_boundless.chapters.damage import CriticalSave, DeclareDeath, DyingHelped
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.encounters import (
    EncounterPrepared,
    EncounterRevealed,
    PrepareEncounter,
    RevealEncounter,
)
from services.rpg_boundless.chapters.enemies import EnemyStored, ForgetStored, StoreEnemy
from services.rpg_boundless.chapters.fortune import (
    AdjustFortune,
    AskFortune,
    ContestDecided,
    FortuneOpposed,
    FortuneTold,
    HiddenContestRolled,
    HiddenFortuneRolled,
    Odds,
    OpposeFortune,
)
from services.rpg_boundless.chapters.overrides import (
    AdjustHp,
    AdjustRoll,
    DeathTakenBack,
    HpAdjusted,
    RollAnnulled,
    RollVoidAlready,
)
from services.rpg_boundless.chapters.pools import PoolIsEmpty
from services.rpg_boundless.chapters.recovery import (
    HelpFirst,
    MaxHpRaised,
    MilestoneReached,
    ReachMilestone,
    Rest,
    SpendHit,
    WoundsHealed,
)
from services.rpg_boundless.chapters.running_out import AdjustPool, HiddenRevealed, RevealHidden, RollPool
from services.rpg_boundless.chapters.saves import FaceConsequence, Save, SaveMade
from services.rpg_boundless.chapters.seats import CharacterIsDead
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.state.campaign import KEPT
from services.rpg_boundless.state.sheets import Harm, Stance
from services.rpg_boundless.views import view
from tests.rpg_boundless.fights import WHY
from tests.rpg_boundless.play import ROPE, WOLF, Before, Play, allowed_of, at

COCKED = "a cocked die"
EVEN = Odds(likelihood="even")
FALL = Harm(what="a fall", damage=1)


def dying(play: Play) -> str:
    """Return a character that has failed a Critical Save."""
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(CriticalSave(critical=play.critical(hero)), 1, 1)
    return hero


# ---------------------------------------------------------------- deaths


@pytest.mark.rule("FB-CAMP-22", "FB-CAMP-11")
def test_the_game_master_takes_back_a_death_by_setting_hp() -> None:
    """The game master takes back a death by setting the dead character's HP to 1 or more.

    The character is wounded and acts again, and its countdown Pool does not return.
    """
    play = Play(dying={"clock": "pool_2d"})
    hero = dying(play)
    (clock,) = play.state.pools
    play.do(RollPool(pool=clock), 1, 1)
    play.no(CharacterIsDead, AdjustHp(character=hero, hp=0, reason=WHY))
    offered = allowed_of(play.state, "gm", AdjustHp)
    assert {hero} == {one.body["character"] for one in offered}
    assert {1} == {one.fields["hp"].least for one in offered}

    play.when(AdjustHp(character=hero, hp=2, reason=COCKED)).then(
        HpAdjusted(character=hero, hp=2, max_hp=4, reason=COCKED), DeathTakenBack(character=hero)
    )

    assert ("wounded", {}) == (play.who(hero).status, play.state.pools)
    play.no(PoolIsEmpty, AdjustPool(pool=clock, dice=2, reason=WHY))
    play.do(Rest(character=hero, length="short"), 1, 1, 1, seat="ann")


@pytest.mark.rule("FB-CAMP-22", "FB-CRIT-10")
def test_a_death_taken_back_at_full_hp_leaves_the_character_unhurt() -> None:
    """If a death is taken back with HP and Attributes at their maximum, the same commit heals the wound."""
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(CriticalSave(critical=play.critical(hero), stance=at("dire")))
    play.do(DeclareDeath(character=hero, reason=WHY))

    play.when(AdjustHp(character=hero, hp=4, reason="a slip")).then(
        HpAdjusted(character=hero, hp=4, max_hp=4, reason="a slip"),
        DeathTakenBack(character=hero),
        WoundsHealed(character=hero),
    )


@pytest.mark.rule("FB-CAMP-22", "FB-R-57")
@pytest.mark.parametrize("first", [True, False])
def test_a_character_whose_death_is_taken_back_has_no_past_turn(first: bool) -> None:  # noqa: FBT001
    """When the death of a character is undone, it has a turn in this round only if its place is still to come."""
    play = Play()
    hero, other = dying(play), play.hero(seat="bob")
    play.fight((hero, other), (), *((6, 1) if first else (1, 6)))
    play.do(DeclareDeath(character=hero, reason=WHY))
    play.do(Check(character=other, attribute="strength"), 6, 6, seat="bob")

    play.do(AdjustHp(character=hero, hp=1, reason="a slip"))
    assert other == play.state.turn
    play.do(EndTurn(participant=other))

    assert (None if first else hero) == play.state.turn


@pytest.mark.rule("FB-CAMP-22")
def test_under_rules_version_1_the_dead_stay_dead() -> None:
    """Under version 1 of the rules, a death cannot be taken back."""
    play = Before()
    hero = dying(play)
    play.do(DeclareDeath(character=hero, reason=WHY))

    play.no(CharacterIsDead, AdjustHp(character=hero, hp=2, reason=COCKED))


# ---------------------------------------------------------------- Hits of experience


@pytest.mark.rule("FB-XP-07", "FB-R-36", "FB-CRIT-13")
def test_a_dying_character_does_not_help_itself_with_a_hit() -> None:
    """The player of a dying character may spend a Hit only on an Attribute if a Hit on HP would raise current HP.

    The game master may spend the Hit on HP, which helps the character.
    """
    play = Play(experience={"raise_current_hp": True})
    hero = dying(play)
    reached = ReachMilestone(character=hero, milestone="a tower")
    hits = play.the(MilestoneReached, reached, 6, 6, 6, 1).experience

    play.no(HelpFirst, SpendHit(experience=hits, on="max_hp"), seat="ann")
    (offered,) = allowed_of(play.state, "ann", SpendHit)
    assert ("strength", "dexterity", "willpower") == offered.fields["on"].options
    play.do(SpendHit(experience=hits, on="dexterity"), 1, seat="ann")

    play.when(SpendHit(experience=hits, on="max_hp")).then(
        MaxHpRaised(experience=hits, character=hero, max_hp=6, hp=2), DyingHelped(character=hero, how=None)
    )


@pytest.mark.rule("FB-XP-07")
def test_a_dying_character_spends_a_hit_that_raises_only_maximum_hp() -> None:
    """By default a Hit on maximum HP leaves HP at 0, so the player of a dying character may spend it."""
    play = Play()
    hero = dying(play)
    hits = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), 6, 1, 1, 1).experience

    play.when(SpendHit(experience=hits, on="max_hp"), seat="ann").then(
        MaxHpRaised(experience=hits, character=hero, max_hp=6, hp=0)
    )


@pytest.mark.rule("FB-XP-07")
def test_under_rules_version_1_a_dying_character_spends_any_hit() -> None:
    """Under version 1 of the rules, the player of a dying character may spend any Hit."""
    play = Before(experience={"raise_current_hp": True})
    hero = dying(play)
    hits = play.the(MilestoneReached, ReachMilestone(character=hero, milestone="a tower"), 6, 1, 1, 1).experience

    assert 2 == play.the(MaxHpRaised, SpendHit(experience=hits, on="max_hp"), seat="ann").hp


# ---------------------------------------------------------------- hidden answers


@pytest.mark.rule("FB-FORT-13", "FB-CAMP-18")
def test_a_hidden_answer_whose_roll_was_annulled_is_revealed_as_void() -> None:
    """If a hidden answer's roll was annulled, the reveal shows the answer as void, with the reason.

    The roll stays annulled.
    """
    play = Play()
    asked = AskFortune(question="is it there", odds=EVEN, hidden=True)
    roll = play.the(HiddenFortuneRolled, asked, 6, 6).roll
    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    revealed, answer = play.do(RevealHidden(hidden=roll))

    assert HiddenRevealed(hidden=roll) == revealed
    assert isinstance(answer, FortuneTold)
    assert (True, COCKED, {roll: COCKED}) == (answer.yes, answer.void, play.state.annulled)


@pytest.mark.rule("FB-FORT-13", "FB-CAMP-18", "FB-R-45")
@pytest.mark.parametrize("side", [0, 1])
def test_a_hidden_contest_is_revealed_as_void_if_one_of_its_rolls_was_annulled(side: int) -> None:
    """A hidden contest is void if one of its rolls was annulled, so the game master has no tie to decide.

    Another hidden contest is not affected.
    """
    play = Play()
    opposed = OpposeFortune(question="who is faster", sides=(EVEN, EVEN), hidden=True)
    other = play.the(HiddenContestRolled, opposed, 6, 1, 1, 1).contest
    contest = play.the(HiddenContestRolled, opposed, 6, 1, 6, 1)
    play.do(AdjustRoll(roll=contest.rolls[side], reason=COCKED))

    answer = play.the(FortuneOpposed, RevealHidden(hidden=contest.contest))

    assert ("even", COCKED) == (answer.ahead, answer.void)
    play.no(ContestDecided, AdjustFortune(roll=contest.contest, ahead="first", reason=WHY))
    assert None is play.the(FortuneOpposed, RevealHidden(hidden=other)).void


@pytest.mark.rule("FB-FORT-13", "FB-R-56")
@pytest.mark.parametrize(("annulled", "reasons"), [((0, 1), ("why 0", "why 1")), ((1, 0), ("why 0", "why 1")),
                                                   ((0,), ("why 0", "why 0")), ((1,), ("why 1", "why 1"))])  # fmt: skip
def test_a_void_contest_keeps_the_reasons_of_its_rolls(annulled: tuple[int, ...], reasons: tuple[str, str]) -> None:
    """The reveal of a void contest names the first reason.

    The reveal also annuls the other roll, if that was not yet annulled.
    """
    play = Play()
    hidden = OpposeFortune(question="who is faster", sides=(EVEN, EVEN), hidden=True)
    contest = play.the(HiddenContestRolled, hidden, 6, 1, 1, 1)
    for side in annulled:
        play.do(AdjustRoll(roll=contest.rolls[side], reason=f"why {side}"))

    answer = play.the(FortuneOpposed, RevealHidden(hidden=contest.contest))

    assert f"why {annulled[0]}" == answer.void
    assert dict(zip(contest.rolls, reasons, strict=True)) == play.state.annulled


@pytest.mark.rule("FB-FORT-13", "FB-CAMP-06")
@pytest.mark.parametrize(
    "hidden",
    [
        AskFortune(question="is it there", odds=EVEN, hidden=True),
        OpposeFortune(question="who is faster", sides=(EVEN, EVEN), hidden=True),
    ],
)
def test_a_hidden_roll_that_was_annulled_long_ago_is_revealed_as_void(hidden: AskFortune | OpposeFortune) -> None:
    """A hidden roll that was annulled long ago is revealed as void, even if it is no longer stored as annulled.

    Until the reveal, only the game master sees the reason.
    """
    play = Play()
    hero = play.hero()
    play.do(hidden, *(1,) * (2 if isinstance(hidden, AskFortune) else 4))
    (kept,) = play.state.hidden.values()
    play.do(AdjustRoll(roll=kept.rolls[0], reason=COCKED))
    for _ in range(KEPT + 1):
        play.do(Check(character=hero, attribute="willpower"), 5, seat="ann")
    assert {} == play.state.annulled
    assert [[COCKED], [None]] == [[one.void for one in view(play.state, seat).hidden] for seat in ("gm", "ann")]

    play.do(RevealHidden(hidden=kept.id))

    assert dict.fromkeys(kept.rolls, COCKED) == play.state.annulled
    for roll in kept.rolls:
        play.no(RollVoidAlready, AdjustRoll(roll=roll, reason=COCKED))


@pytest.mark.rule("FB-FORT-13")
def test_under_rules_version_1_a_hidden_answer_is_revealed_as_it_fell() -> None:
    """Under version 1 of the rules, a hidden answer is revealed as valid although its roll was annulled."""
    play = Before()
    roll = play.the(HiddenFortuneRolled, AskFortune(question="is it there", odds=EVEN, hidden=True), 6, 6).roll
    play.do(AdjustRoll(roll=roll, reason=COCKED))

    assert None is play.the(FortuneTold, RevealHidden(hidden=roll)).void


# ---------------------------------------------------------------- Positions


@pytest.mark.rule("FB-POS-11", "FB-POS-10")
def test_a_position_that_came_with_a_consequence_leaves_one_set_beforehand() -> None:
    """A Save uses the Position of its consequence. A Position set beforehand waits for the next Save."""
    play = Play()
    hero = play.hero()
    play.do(FaceConsequence(harm=FALL, characters=(hero,), stance=at("good")))
    (faced,) = play.state.consequences
    play.do(SetPosition(character=hero, on="save", stance=at("dire")))

    saved = play.the(SaveMade, Save(consequence=faced), 4, 4, 4, 4, 4, 4, seat="ann")
    assert ("good", True, 1) == (saved.position, saved.avoided, len(play.who(hero).positions))

    saved = play.the(SaveMade, Save(consequence=play.face(hero, damage=1)), seat="ann")
    assert ("dire", ()) == (saved.position, play.who(hero).positions)


@pytest.mark.rule("FB-POS-11", "FB-POS-10")
def test_a_position_that_the_game_master_names_with_the_save_decides_it() -> None:
    """A Position named with the Save outranks the one of its consequence. A Position set beforehand still waits."""
    play = Play()
    hero = play.hero()
    play.do(FaceConsequence(harm=FALL, characters=(hero,), stance=at("good")))
    (faced,) = play.state.consequences
    play.do(SetPosition(character=hero, on="save", stance=at("dire")))

    saved = play.the(SaveMade, Save(consequence=faced, stance=at("bad")), 5, 5, 5, 5, 5, 5)

    assert ("bad", False, 1) == (saved.position, saved.avoided, len(play.who(hero).positions))


@pytest.mark.rule("FB-POS-11", "FB-COND-06")
def test_a_position_because_of_a_cleared_condition_no_longer_decides_the_save() -> None:
    """If the Condition behind a consequence's Position is cleared, the Save uses the Position set beforehand."""
    play = Play()
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="poisoned"))
    sick = Stance(position="bad", condition="poisoned")
    play.do(FaceConsequence(harm=FALL, characters=(hero,), stance=sick))
    (faced,) = play.state.consequences
    play.do(SetPosition(character=hero, on="save", stance=at("dire")))
    play.do(ClearCondition(character=hero, condition="poisoned", reason="herbs"))

    saved = play.the(SaveMade, Save(consequence=faced), seat="ann")

    assert ("dire", ()) == (saved.position, play.who(hero).positions)


@pytest.mark.rule("FB-POS-11")
def test_under_rules_version_1_the_save_uses_up_a_position_set_beforehand() -> None:
    """Under version 1 of the rules, a Save also uses up a Position set beforehand."""
    play = Before()
    hero = play.hero(items=(ROPE,))
    play.do(FaceConsequence(harm=FALL, characters=(hero,), stance=at("good")))
    (faced,) = play.state.consequences
    play.do(SetPosition(character=hero, on="save", stance=at("dire")))

    play.do(Save(consequence=faced), 4, 4, 4, 4, 4, 4, seat="ann")

    assert () == play.who(hero).positions


# ---------------------------------------------------------------- prepared encounters


@pytest.mark.rule("FB-CAMP-23", "FB-CAMP-10")
@pytest.mark.parametrize(("form", "known"), [(Play, 1), (Before, 2)])
def test_a_prepared_encounter_is_revealed_without_enemies_that_were_forgotten(form: type[Play], known: int) -> None:
    """The reveal of a prepared encounter leaves out enemies that are no longer stored.

    Version 1 of the rules includes them.
    """
    play = form()
    bear, wolf = (play.the(EnemyStored, StoreEnemy(sheet=WOLF)).stored for _ in range(2))
    encounter = play.the(EncounterPrepared, PrepareEncounter(what="an ambush", enemies=(bear, wolf))).prepared
    play.do(ForgetStored(stored=wolf))

    play.when(RevealEncounter(encounter=encounter)).then(
        EncounterRevealed(prepared=encounter, what="an ambush", enemies=(bear, wolf)[:known])
    )
