"""Effects that the game master undoes: Critical Saves, dying, signs of an encounter, and answered Saves."""

import pytest

from services.rpg_boundless.chapters.annulments import AdjustCritical, CriticalSaveWithdrawn, StatusRestored
from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.damage import (
    CriticalSave,
    CriticalSaveDue,
    CriticalSaveMade,
    DeclareDeath,
    DyingHelped,
    NotDying,
)
from services.rpg_boundless.chapters.encounters import EncounterRolled, HiddenEncounterRolled, RollEncounter
from services.rpg_boundless.chapters.fortune import (
    AdjustFortune,
    FortuneOpposed,
    HiddenContestRolled,
    Odds,
    OpposeFortune,
)
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp, AdjustRoll, HpAdjusted, RollAnnulled
from services.rpg_boundless.chapters.pools import PoolCleared, PoolOpened, StillHidden
from services.rpg_boundless.chapters.recovery import Rest, WoundsHealed
from services.rpg_boundless.chapters.running_out import HiddenRevealed, RevealHidden, RollPool
from services.rpg_boundless.chapters.saves import (
    Accept,
    CheckHasNoConsequence,
    ConsequenceFaced,
    ConsequenceWithdrawn,
    FaceConsequence,
    Save,
    SaveMade,
)
from services.rpg_boundless.chapters.seats import CriticalSaveFirst
from services.rpg_boundless.state.sheets import Harm
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster, ReasonNeeded
from tests.rpg_boundless.fights import WHY
from tests.rpg_boundless.play import SWORD, Before, Play, at

COCKED = "a cocked die"
FALL = Harm(what="a fall", damage=9)
EVEN = Odds(likelihood="even")


def damaged_by_a_save(play: Play, hero: str) -> str:
    """Make a character fail a Save against 9 Damage; return the roll."""
    made = play.the(SaveMade, Save(consequence=play.face(hero, damage=9)), 1, 1, 1, 1, 1, 1, seat="ann")
    assert made.roll is not None
    return made.roll.id


def failed_critical_save(play: Play, hero: str) -> str:
    """Set a character's HP to 0 and make it fail its Critical Save; return the roll."""
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 1, 1, seat="ann")
    assert made.roll is not None
    return made.roll.id


# ---------------------------------------------------------------- a Critical Save that is due


@pytest.mark.rule("FB-CRIT-11", "FB-R-54")
def test_the_game_master_withdraws_a_critical_save_that_is_due() -> None:
    """The game master may withdraw a Critical Save that is due, with a reason. Then HP can be set again."""
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason="a slip"))
    critical = play.critical(hero)
    play.no(ReasonNeeded, AdjustCritical(critical=critical))
    play.no(NotKnownHere, AdjustCritical(critical="critical-99", reason=WHY))
    play.no(OnlyTheGameMaster, AdjustCritical(critical=critical, reason=WHY), seat="ann")
    play.no(CriticalSaveFirst, AdjustHp(character=hero, hp=4, reason=WHY))

    play.when(AdjustCritical(critical=critical, reason="a slip")).then(
        CriticalSaveWithdrawn(critical=critical, character=hero, reason="a slip")
    )

    play.no(NotKnownHere, CriticalSave(critical=critical), seat="ann")
    play.when(AdjustHp(character=hero, hp=4, reason=WHY)).then(HpAdjusted(character=hero, hp=4, max_hp=4, reason=WHY))
    play.do(Check(character=hero, attribute="strength"), 1, 1, seat="ann")


@pytest.mark.rule("FB-CRIT-11", "FB-R-56", "FB-SAVE-10")
def test_an_annulled_save_withdraws_the_critical_save_that_it_led_to() -> None:
    """When a Save is annulled, its Critical Save is withdrawn, and its consequence needs a new Save.

    The game master must restore lost HP separately.
    """
    play = Play()
    hero = play.hero()
    roll = damaged_by_a_save(play, hero)
    critical = play.critical(hero)

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(
        RollAnnulled(roll=roll, reason=COCKED),
        CriticalSaveWithdrawn(critical=critical, character=hero, reason=COCKED),
        ConsequenceFaced(consequence="consequence-5", character=hero, harm=Harm(what="trouble", damage=9)),
    )

    play.do(AdjustHp(character=hero, hp=4, reason=WHY))
    play.do(Save(consequence="consequence-5"), 6, 1, 1, 1, seat="ann")
    assert (4, {}, {}) == (play.who(hero).hp, play.state.criticals, play.state.endangered)


@pytest.mark.rule("FB-CRIT-11", "FB-R-56")
def test_an_annulled_check_withdraws_the_critical_save_that_its_consequence_led_to() -> None:
    """When a Check is annulled, the Critical Save that its consequence led to is withdrawn.

    This applies even if the player accepted the consequence without a roll.
    """
    play = Play()
    hero = play.hero()
    made = play.the(CheckMade, Check(character=hero, attribute="strength", risk=FALL), 1, 1)
    (faced,) = play.state.consequences
    due = play.the(CriticalSaveDue, Accept(consequence=faced), seat="ann")
    assert (made.check,) == due.rolls

    play.when(AdjustRoll(roll=made.check, reason=COCKED)).then(
        RollAnnulled(roll=made.check, reason=COCKED),
        CriticalSaveWithdrawn(critical=due.critical, character=hero, reason=COCKED),
    )


@pytest.mark.rule("FB-CRIT-11", "FB-R-55")
@pytest.mark.parametrize("side", [0, 1])
def test_an_annulled_contest_withdraws_the_critical_save_of_the_one_who_was_hit(side: int) -> None:
    """When either roll of an opposed attack is annulled, the target's Critical Save is withdrawn."""
    play = Play(combat={"player_against_player": "opposed_fortune_roll"})
    hero, other = play.hero(), play.hero(seat="bob", hp=1)
    blow = Attack(character=hero, target=other, weapon=play.item(hero, SWORD))
    rolls = play.the(FortuneOpposed, blow, 5, 5, 1, seat="ann").rolls

    play.do(AdjustRoll(roll=rolls[side].id, reason=COCKED))

    assert {} == play.state.criticals


# ---------------------------------------------------------------- a Critical Save that was made


@pytest.mark.rule("FB-CRIT-12", "FB-R-56")
def test_an_annulled_critical_save_is_due_again() -> None:
    """When a failed Critical Save is annulled, dying and its countdown Pool end, and the Critical Save is due again."""
    play = Play(dying={"clock": "pool_2d"})
    hero = play.hero()
    roll = failed_critical_save(play, hero)
    (clock,) = play.state.pools

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(
        RollAnnulled(roll=roll, reason=COCKED),
        StatusRestored(character=hero, status="unhurt"),
        PoolCleared(pool=clock),
        CriticalSaveDue(critical="critical-5", character=hero),
    )

    play.no(CriticalSaveFirst, DeclareDeath(character=hero, reason=WHY))
    play.do(CriticalSave(critical="critical-5"), 6, seat="ann")
    assert ("wounded", 0) == (play.who(hero).status, play.who(hero).scores.strength)


@pytest.mark.rule("FB-CRIT-12")
def test_an_annulled_critical_save_above_0_hp_only_restores_the_status() -> None:
    """If a character has HP again, annulling its Critical Save makes it unhurt, and no Critical Save is due."""
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 6, 1, seat="ann")
    assert made.roll is not None
    play.do(AdjustHp(character=hero, hp=3, reason=WHY))

    play.when(AdjustRoll(roll=made.roll.id, reason=COCKED)).then(
        RollAnnulled(roll=made.roll.id, reason=COCKED), StatusRestored(character=hero, status="unhurt")
    )


@pytest.mark.rule("FB-CRIT-12", "FB-CRIT-10")
def test_a_status_that_has_changed_since_stays_as_it_is() -> None:
    """A character whose wounds have healed stays unhurt when its Critical Save is annulled: the roll is only marked."""
    play = Play()
    hero = play.hero()
    roll = failed_critical_save(play, hero)
    play.do(AdjustAttribute(character=hero, attribute="strength", score=2, reason=WHY))
    assert WoundsHealed(character=hero) in play.do(AdjustHp(character=hero, hp=4, reason=WHY))

    play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    assert "unhurt" == play.who(hero).status


@pytest.mark.rule("FB-CRIT-12", "FB-CAMP-11")
def test_the_dead_are_not_endangered_again() -> None:
    """Annulling a Save or a Critical Save of a dead character has no further effect."""
    play = Play()
    hero = play.hero()
    save = damaged_by_a_save(play, hero)
    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 1, 1, seat="ann")
    assert made.roll is not None
    play.do(DeclareDeath(character=hero, reason=WHY))

    for roll in (save, made.roll.id):
        play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))


@pytest.mark.rule("FB-CRIT-13", "FB-R-22")
def test_hp_above_0_end_dying_and_its_countdown() -> None:
    """When the game master sets a dying character's HP above 0, that counts as help and clears its countdown Pool."""
    play = Play(dying={"clock": "pool_2d"})
    hero = play.hero()
    failed_critical_save(play, hero)
    (clock,) = play.state.pools

    play.when(AdjustHp(character=hero, hp=4, reason="a potion")).then(
        HpAdjusted(character=hero, hp=4, max_hp=4, reason="a potion"),
        DyingHelped(character=hero, how="a potion"),
        PoolCleared(pool=clock),
    )

    play.no(NotDying, DeclareDeath(character=hero, reason=WHY))
    play.no(NotKnownHere, RollPool(pool=clock))
    play.do(Rest(character=hero, length="short"), 1, 1, 1, seat="ann")


@pytest.mark.rule("FB-CRIT-13", "FB-CRIT-10")
def test_a_dying_character_set_to_full_hp_is_unhurt() -> None:
    """If dying ends with HP and Attributes at their maximum, the same commit heals the wound."""
    play = Play()
    hero = play.hero()
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.do(CriticalSave(critical=play.critical(hero), stance=at("dire")))
    assert "dying" == play.who(hero).status

    play.when(AdjustHp(character=hero, hp=4, reason="a potion")).then(
        HpAdjusted(character=hero, hp=4, max_hp=4, reason="a potion"),
        DyingHelped(character=hero, how="a potion"),
        WoundsHealed(character=hero),
    )


# ---------------------------------------------------------------- an Encounter Roll


@pytest.mark.rule("FB-ENC-10", "FB-R-56")
def test_an_annulled_encounter_roll_takes_its_signs_and_its_pool_away() -> None:
    """When an Encounter Roll is annulled, its signs and their Pool are removed, but not another Pool of signs."""
    play = Play()
    other = play.the(PoolOpened, RollEncounter(trigger="rest"), 6).pool
    rolled = play.do(RollEncounter(trigger="search"), 6)
    roll, pool = rolled[0], rolled[1]
    assert isinstance(roll, EncounterRolled)
    assert isinstance(pool, PoolOpened)

    play.when(AdjustRoll(roll=roll.encounter, reason=COCKED)).then(
        RollAnnulled(roll=roll.encounter, reason=COCKED), PoolCleared(pool=pool.pool)
    )

    play.no(NotKnownHere, RollPool(pool=pool.pool))
    assert ({other}, 1) == ({*play.state.pools}, len(play.state.signs))


@pytest.mark.rule("FB-ENC-10", "FB-CAMP-18")
def test_a_hidden_encounter_roll_that_was_annulled_is_revealed_as_void() -> None:
    """When a hidden Encounter Roll is annulled, its Pool is removed at once.

    The reveal shows the roll as void with the reason, and opens no Pool.
    """
    play = Play()
    hidden = play.the(HiddenEncounterRolled, RollEncounter(trigger="rest", hidden=True), 6)

    play.when(AdjustRoll(roll=hidden.encounter, reason=COCKED)).then(RollAnnulled(roll=hidden.encounter, reason=COCKED))
    play.no(NotKnownHere, RollPool(pool=hidden.pool))

    revealed, shown = play.do(RevealHidden(hidden=hidden.encounter))
    assert HiddenRevealed(hidden=hidden.encounter) == revealed
    assert isinstance(shown, EncounterRolled)
    assert (True, COCKED, (6,)) == (shown.signs, shown.void, shown.roll.faces)
    assert ({}, {}, {hidden.encounter: COCKED}) == (play.state.signs, play.state.pools, play.state.annulled)


# ---------------------------------------------------------------- a Save


@pytest.mark.rule("FB-SAVE-10", "FB-R-56")
def test_the_consequence_of_an_annulled_save_waits_for_its_save_again() -> None:
    """When a Save is annulled, its consequence waits for a Save again, even if that Save avoided it.

    The consequence has a new id, and the same cause and harm.
    """
    play = Play()
    hero = play.hero()
    play.do(Check(character=hero, attribute="strength", risk=FALL), 1, 1)
    (faced,) = play.state.consequences
    before = play.state.consequences[faced]
    made = play.the(SaveMade, Save(consequence=faced), 6, 6, 6, 6, 6, 6, seat="ann")
    assert made.roll is not None

    play.when(AdjustRoll(roll=made.roll.id, reason=COCKED)).then(
        RollAnnulled(roll=made.roll.id, reason=COCKED),
        ConsequenceFaced(consequence="consequence-5", character=hero, harm=FALL, check=before.check),
    )

    play.do(Save(consequence="consequence-5"), 6, 6, 6, 6, 6, 6, seat="ann")


@pytest.mark.rule("FB-SAVE-10")
def test_the_consequence_of_a_void_check_does_not_come_back_with_its_save() -> None:
    """If a Check is annulled before its Save, annulling the Save does not bring the consequence back."""
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength", risk=FALL), 1, 1).check
    (faced,) = play.state.consequences
    made = play.the(SaveMade, Save(consequence=faced), 6, 6, 6, 6, 6, 6, seat="ann")
    assert made.roll is not None
    play.when(AdjustRoll(roll=check, reason=COCKED)).then(RollAnnulled(roll=check, reason=COCKED))

    play.when(AdjustRoll(roll=made.roll.id, reason=COCKED)).then(RollAnnulled(roll=made.roll.id, reason=COCKED))


# ---------------------------------------------------------------- older campaigns, and refusals


@pytest.mark.rule("FB-CRIT-11", "FB-CRIT-12", "FB-CRIT-13", "FB-ENC-10", "FB-SAVE-10")
def test_under_rules_version_1_annulled_rolls_change_little() -> None:
    """Under version 1 of the rules, annulled rolls leave Critical Saves, dying, signs and answered Saves unchanged."""
    play = Before(dying={"clock": "pool_2d"})
    hero = play.hero()
    save = damaged_by_a_save(play, hero)
    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 1, 1, seat="ann")
    assert made.roll is not None
    signs = play.the(EncounterRolled, RollEncounter(trigger="rest"), 6).encounter
    for roll in (save, made.roll.id, signs):
        play.when(AdjustRoll(roll=roll, reason=COCKED)).then(RollAnnulled(roll=roll, reason=COCKED))

    play.when(AdjustHp(character=hero, hp=4, reason=WHY)).then(HpAdjusted(character=hero, hp=4, max_hp=4, reason=WHY))

    assert ("dying", 2, {}) == (play.who(hero).status, len(play.state.pools), play.state.answered)
    hidden = play.the(HiddenEncounterRolled, RollEncounter(trigger="rest", hidden=True), 6)
    play.do(AdjustRoll(roll=hidden.encounter, reason=COCKED))
    assert PoolOpened in [type(one) for one in play.do(RevealHidden(hidden=hidden.encounter))]


@pytest.mark.rule("FB-SAVE-01")
def test_a_refusal_says_whether_a_check_is_unknown_or_brings_nothing() -> None:
    """The refusals of an unknown Check and of a known Check without a consequence differ."""
    play = Play()
    hero = play.hero()
    success = play.the(CheckMade, Check(character=hero, attribute="strength"), 6, 1).check
    failed = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1).check

    play.when(FaceConsequence(harm=FALL, check=success)).then_refused(
        CheckHasNoConsequence, needs=(failed,), has=success
    )
    play.no(NotKnownHere, FaceConsequence(harm=FALL, check="roll-99"))


@pytest.mark.rule("FB-CAMP-18", "FB-R-45")
def test_a_hidden_tie_is_revealed_before_it_is_decided() -> None:
    """The game refuses to decide a hidden tie, and the refusal says that the tie must first be revealed."""
    play = Play()
    oppose = OpposeFortune(question="who is faster", sides=(EVEN, EVEN), hidden=True)
    contest = play.the(HiddenContestRolled, oppose, 1, 1, 1, 1).contest

    play.no(StillHidden, AdjustFortune(roll=contest, ahead="first", reason=WHY))
    play.do(RevealHidden(hidden=contest))

    play.do(AdjustFortune(roll=contest, ahead="first", reason=WHY))


@pytest.mark.rule("FB-R-56")
def test_consequences_of_an_annulled_check_are_still_withdrawn() -> None:
    """When a Check is annulled, its consequence is withdrawn if no player has answered it."""
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength", risk=FALL), 1, 1).check
    (faced,) = play.state.consequences

    play.when(AdjustRoll(roll=check, reason=COCKED)).then(
        RollAnnulled(roll=check, reason=COCKED), ConsequenceWithdrawn(consequence=faced, reason=COCKED)
    )
