"""Play between fights: rests and their Hits, answers that must come first, and Positions set in advance."""

from typing import Any, Final

import pytest

from services.rpg_boundless.catalogue import Purpose
from services.rpg_boundless.chapters.armor import WearArmor
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.damage import CriticalSave, CriticalSaveMade
from services.rpg_boundless.chapters.dice import NoDescription, PositionNotTaken, PositionSet, SetPosition
from services.rpg_boundless.chapters.fights import JoinFight, StartFight
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.chapters.overrides import AdjustAttribute, AdjustHp
from services.rpg_boundless.chapters.recovery import HitsLeft, PointsLeft, RecoverySpent, Rest, Rested, SpendRecovery
from services.rpg_boundless.chapters.saves import Accept, FaceConsequence, Save, SaveMade
from services.rpg_boundless.chapters.seats import CriticalSaveFirst, HitsFirst
from services.rpg_boundless.chapters.spells import BeginDay, CastSpell
from services.rpg_boundless.chapters.turns import AnswerFirst
from services.rpg_boundless.state.sheets import Harm, PlacedStance
from shared.kernel.campaign.seats import NotYours, TooManyHere
from tests.rpg_boundless.fights import WHY, rest
from tests.rpg_boundless.play import ROPE, SWORD, Play, allowed_of, at, mail

GOOD: Final = at("good")


# ---------------------------------------------------------------- the Hits of a rest


@pytest.mark.rule("FB-REC-08")
def test_the_hits_of_a_rest_are_spent_before_anything_else() -> None:
    """Until the Hits of a rest are spent, the game refuses most other commands about the character.

    Examples are another rest, a Check, effects on the character, and a new fight.
    """
    play = Play()
    hero, foe, other = play.hero(stamina=1), play.foe(), play.hero(seat="bob")
    recovery = rest(play, hero, 5, 1, 1)

    for command in (Rest(character=hero, length="short"), Check(character=hero, attribute="strength")):
        play.no(HitsFirst, command, seat="ann")
    for done_to in (
        FaceConsequence(harm=Harm(what="a fall"), characters=(hero,)),
        EnemyAttack(enemy=foe, attack="claw", targets=(hero,)),
        StartFight(characters=(hero,), enemies=(foe,)),
        AdjustHp(character=hero, hp=1, reason=WHY),
    ):
        play.no(HitsFirst, done_to)
    play.do(StartFight(characters=(other,), enemies=(foe,)))
    play.no(HitsFirst, JoinFight(participant=hero))

    play.do(SpendRecovery(recovery=recovery, spend=("stamina",)), seat="ann")

    play.do(JoinFight(participant=hero))
    assert (6, {}) == (play.who(hero).stamina, play.state.recoveries)


@pytest.mark.rule("FB-REC-08", "FB-CAMP-04")
def test_another_player_does_not_spend_the_hits() -> None:
    """Only the character's player and the game master may spend the Hits of its rest."""
    play = Play()
    recovery = rest(play, play.hero(stamina=1), 5, 1, 1)

    play.no(NotYours, SpendRecovery(recovery=recovery, spend=("stamina",)), seat="bob")
    play.do(SpendRecovery(recovery=recovery, spend=("stamina",)))


@pytest.mark.rule("FB-REC-08", "FB-CAMP-33")
def test_a_rest_without_hits_leaves_nothing_to_spend() -> None:
    """After a rest without Hits, play continues at once, and a new day may begin."""
    play = Play()
    hero = play.hero()
    rest(play, hero, 1, 1, 1)
    play.do(Check(character=hero, attribute="strength"), 1, 1, seat="ann")
    rest(play, hero, 1, 1, 1)

    play.do(BeginDay())


@pytest.mark.rule("FB-REC-09", "FB-R-34")
def test_no_hit_or_point_is_lost_unnoticed() -> None:
    """A rest's command must spend all Hits, and restore as many Attribute points as possible.

    Points that no Attribute needs are lost.
    """
    play = Play()
    hero = play.hero(3, stamina=2)
    play.do(AdjustAttribute(character=hero, attribute="strength", score=2, reason=WHY))
    recovery = rest(play, hero, 5, 6, 1)

    play.no(HitsLeft, SpendRecovery(recovery=recovery), seat="ann")
    play.no(HitsLeft, SpendRecovery(recovery=recovery, spend=("hp",), restore=("strength",)), seat="ann")
    play.no(PointsLeft, SpendRecovery(recovery=recovery, spend=("hp", "stamina")), seat="ann")

    spent = play.the(
        RecoverySpent, SpendRecovery(recovery=recovery, spend=("hp", "stamina"), restore=("strength",)), seat="ann"
    )
    assert (6, 3) == (spent.stamina, spent.scores.strength)


@pytest.mark.rule("FB-REC-09")
def test_an_empty_spending_is_not_offered() -> None:
    """Each listed command to spend Hits uses all of them, and all Attribute points that can be restored."""
    play = Play()
    hero = play.hero(3, 1)
    for attribute in ("strength", "dexterity"):
        play.do(AdjustAttribute(character=hero, attribute=attribute, score=0, reason=WHY))
    rest(play, hero, 5, 6, 1)

    (listed,) = allowed_of(play.state, "ann", SpendRecovery)

    spend, restore = listed.fields["spend"], listed.fields["restore"]
    points = {tuple(sorted(points, reverse=True)) for points in restore.options or ()}
    assert {("strength", "strength"), ("strength", "dexterity")} == points
    assert spend.items is not None
    assert ("stamina", "hp") == spend.items.options
    assert (2, 2, True, True) == (spend.least, spend.most, spend.repeats, spend.ordered)
    assert 2 == len(listed.body["spend"])


# ---------------------------------------------------------------- answers come first


@pytest.mark.rule("FB-SAVE-09", "FB-R-64")
@pytest.mark.parametrize("answer", ["first", "before_rest"])
def test_a_rest_waits_for_pending_consequences(answer: str) -> None:
    """Whatever the value of `saves.answer`, a character must answer its consequence before it rests."""
    play = Play(saves={"answer": answer})
    hero = play.hero()
    faced = play.face(hero, damage=1)
    play.no(AnswerFirst, Rest(character=hero, length="long"), seat="ann")
    assert [] == allowed_of(play.state, "ann", Rest)

    play.do(Accept(consequence=faced), seat="ann")

    play.do(Rest(character=hero, length="long"), 1, 1, 1, 1, 1, 1, seat="ann")


@pytest.mark.rule("FB-SAVE-09", "FB-R-64")
@pytest.mark.parametrize(("answer", "waits"), [("first", True), ("before_rest", False)])
def test_other_actions_wait_for_the_answer(answer: str, waits: bool) -> None:  # noqa: FBT001
    """By default a character must answer a consequence before any other action.

    If `saves.answer` is `before_rest`, it may act first.
    """
    play = Play(saves={"answer": answer})
    hero, other = play.hero(2, 1, 2), play.hero(seat="bob")
    armor, sword, foe = play.item(hero, mail(2)), play.item(hero, SWORD), play.foe(9)
    play.face(hero, damage=3)
    deeds: list[tuple[Any, tuple[int, ...]]] = [
        (WearArmor(character=hero, item=armor), ()),
        (TakeItem(character=hero, item=ROPE), ()),
        (Check(character=hero, attribute="strength"), (1, 1)),
        (Attack(character=hero, target=foe, weapon=sword), (1, 1)),
        (CastSpell(character=hero, spell="light"), (6, 1)),
    ]

    for deed, faces in deeds:
        if waits:
            play.no(AnswerFirst, deed, seat="ann")
        else:
            play.do(deed, *faces, seat="ann")
    play.do(Check(character=other, attribute="strength"), 1, 1, seat="bob")


# ---------------------------------------------------------------- Positions set beforehand


@pytest.mark.rule("FB-POS-10")
def test_a_position_for_a_check_is_not_used_up_by_a_save() -> None:
    """If a Position of Good is set for a Check, a Save in the meantime is rolled at Standard.

    The Check is then rolled at Good, and the next Check at Standard.
    """
    play = Play()
    hero = play.hero()
    assert [PositionSet(character=hero, stance=GOOD)] == play.do(SetPosition(character=hero, stance=GOOD))

    assert "standard" == play.the(SaveMade, Save(consequence=play.face(hero)), 5, 5, 5, 5, 5, 5).position

    check = Check(character=hero, attribute="strength")
    assert ["good", "standard"] == [play.the(CheckMade, check, 1, 1, seat="ann").position for _ in range(2)]


@pytest.mark.rule("FB-POS-10")
def test_each_roll_has_its_own_position() -> None:
    """A Position that is set for a Save, a Critical Save or a rest is used only by that kind of roll."""
    play = Play()
    hero = play.hero(2)
    for on in ("save", "critical_save", "rest"):
        play.do(SetPosition(character=hero, stance=GOOD, on=on))

    made = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1)
    saved = play.the(SaveMade, Save(consequence=play.face(hero)), 4, 4, 4, 4, 4, 4)
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    held = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 4, 4)
    rest = play.the(Rested, Rest(character=hero, length="short"), 4, 1, 1)

    assert ("standard", "good", "good", "good") == (made.position, saved.position, held.position, rest.roll.position)
    assert () == play.who(hero).positions


@pytest.mark.rule("FB-POS-10")
def test_a_position_applies_only_to_the_described_action() -> None:
    """A Position for climbing does not apply to a search. The case and blanks of its description do not matter."""
    play = Play()
    hero = play.hero()
    play.do(SetPosition(character=hero, stance=GOOD, what="climb the wall"))
    play.do(SetPosition(character=hero, stance=at("bad"), on="save", what="trouble"))

    positions = [
        play.the(CheckMade, Check(character=hero, attribute="strength", what=what), 1, 1, seat="ann").position
        for what in ("search the room", None, "Climb  the wall", "climb the wall")
    ]

    assert ["standard", "standard", "good", "standard"] == positions
    assert "bad" == play.the(SaveMade, Save(consequence=play.face(hero)), 6, 6, 6, 6, 6, 6).position


@pytest.mark.rule("FB-POS-10")
def test_attacks_and_strain_are_checks_that_may_have_their_own_position() -> None:
    """An attack uses a Position set for attacks in preference to one set for Checks in general."""
    play = Play()
    hero, foe = play.hero(2, 1, 2), play.foe(9)
    sword = play.item(hero, SWORD)
    play.do(SetPosition(character=hero, stance=at("bad"), on="attack"))
    play.do(SetPosition(character=hero, stance=GOOD))
    strike = Attack(character=hero, target=foe, weapon=sword)

    assert ["bad", "good"] == [play.the(CheckMade, strike, 6, 6).position for _ in range(2)]
    play.do(SetPosition(character=hero, stance=GOOD))
    assert "good" == play.the(CheckMade, CastSpell(character=hero, spell="light"), 6, 1).position


@pytest.mark.rule("FB-POS-10", "FB-R-54")
def test_the_position_of_a_critical_save_is_set_while_it_is_pending() -> None:
    """While a Critical Save is pending, its Position can be set.

    The game refuses every other command about the character.
    """
    play = Play()
    hero = play.hero(2)
    play.do(AdjustHp(character=hero, hp=0, reason=WHY))
    play.no(CriticalSaveFirst, SetPosition(character=hero, stance=GOOD))
    (listed,) = allowed_of(play.state, "gm", SetPosition)
    assert {"type": "SetPosition", "character": hero, "on": "critical_save"}.items() <= listed.body.items()

    play.do(SetPosition(character=hero, stance=GOOD, on="critical_save"))

    made = play.the(CriticalSaveMade, CriticalSave(critical=play.critical(hero)), 4, 1, seat="ann")
    assert ("good", "wounded") == (made.position, made.status)


@pytest.mark.rule("FB-POS-10", "FB-R-20")
def test_a_position_must_fit_its_roll() -> None:
    """A rest cannot be Dire, and only Positions for Checks and Saves can describe an action.

    A later Position replaces or removes an earlier one.
    """
    play = Play()
    hero = play.hero()
    play.no(PositionNotTaken, SetPosition(character=hero, stance=at("dire"), on="rest"))
    described: tuple[Purpose, ...] = ("attack", "strain", "critical_save", "rest")
    for on in described:
        play.no(NoDescription, SetPosition(character=hero, stance=GOOD, on=on, what="so"))

    for stance in (at("bad"), GOOD):
        play.do(SetPosition(character=hero, stance=stance, what="climb"))
    assert (PlacedStance(stance=GOOD, what="climb"),) == play.who(hero).positions
    play.do(SetPosition(character=hero, what="CLIMB"))
    assert () == play.who(hero).positions


@pytest.mark.rule("FB-POS-10", "FB-CAMP-06")
def test_the_number_of_positions_is_limited() -> None:
    """At most 20 Positions can be set for a character. Removing one is always possible."""
    play = Play()
    hero = play.hero()
    for number in range(20):
        play.do(SetPosition(character=hero, stance=GOOD, what=f"door {number}"))

    play.no(TooManyHere, SetPosition(character=hero, stance=GOOD, what="another door"))
    play.do(SetPosition(character=hero, what="door 3"))
    play.do(SetPosition(character=hero, stance=GOOD, what="another door"))
