"""Dice and Position: which faces hit, and how likely hits are."""

from fractions import Fraction

import pytest

from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.damage import StaminaWithoutRoll
from services.rpg_boundless.chapters.dice import (
    ConditionNotHeld,
    HitDice,
    PositionNeedsReason,
    PositionNotTaken,
    SetPosition,
)
from services.rpg_boundless.chapters.fights import StartFight, StartRound
from services.rpg_boundless.chapters.fortune import AskFortune, Odds, OpposeFortune
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.recovery import Rest
from services.rpg_boundless.chapters.running_out import RollPool
from services.rpg_boundless.state.sheets import Stance
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.chance import Faces
from shared.kernel.refusals import FaceImpossible
from tests.rpg_boundless.play import Play, at, odds

TABLE = (
    (0, "16.67", "16.67", "16.67"),
    (1, "50.00", "33.33", "16.67"),
    (2, "75.00", "55.56", "30.56"),
    (3, "87.50", "70.37", "42.13"),
    (4, "93.75", "80.25", "51.77"),
    (5, "96.88", "86.83", "59.81"),
    (6, "98.44", "91.22", "66.51"),
)
EXACT = (
    (0, "1/6", "1/6", "1/6"),
    (1, "1/2", "1/3", "1/6"),
    (2, "3/4", "5/9", "11/36"),
    (3, "7/8", "19/27", "91/216"),
    (4, "15/16", "65/81", "671/1296"),
    (5, "31/32", "211/243", "4651/7776"),
    (6, "63/64", "665/729", "31031/46656"),
    (7, "127/128", "2059/2187", "201811/279936"),
    (8, "255/256", "6305/6561", "1288991/1679616"),
)


def roll_check(dice: int, *faces: int, position: str | None = None) -> CheckMade:
    """Roll a Check of this many dice."""
    play = Play()
    hero = play.hero(dice, 0, 0)
    stance = None if position is None else at(position)
    return play.the(CheckMade, Check(character=hero, attribute="strength", stance=stance), *faces)


def hits_and_misses(made: CheckMade) -> tuple[int, int]:
    """Return the number of Hits and the number of Misses of a Check."""
    assert made.roll is not None
    return made.roll.hits, made.roll.misses


@pytest.mark.rule("FB-DICE-01")
@pytest.mark.parametrize("dice", range(1, 13))
def test_n_dice_show_n_faces_from_one_to_six(dice: int) -> None:
    """A roll has the requested number of dice, and the game accepts only faces from 1 to 6."""
    made = roll_check(dice, *([1] * dice))

    assert made.roll is not None
    assert (1,) * dice == made.roll.faces
    play = Play()
    check = Check(character=play.hero(dice, 0, 0), attribute="strength")
    play.when(check, faces=Faces(*([7] * dice))).then_refused(FaceImpossible)


@pytest.mark.rule("FB-DICE-02", "FB-DICE-03", "FB-POS-04")
@pytest.mark.parametrize(
    ("faces", "hits"), [((5,), 1), ((6,), 1), ((5, 6, 6), 3), ((1, 2, 3, 4), 0), ((4, 5), 1), ((3, 4, 5, 6), 2)]
)
def test_five_and_six_hit_and_all_else_misses(faces: tuple[int, ...], hits: int) -> None:
    """By default a 5 or a 6 is a Hit; every other die is a Miss."""
    assert (hits, len(faces) - hits) == hits_and_misses(roll_check(len(faces), *faces))


@pytest.mark.rule("FB-DICE-04", "FB-DICE-05", "FB-R-01")
@pytest.mark.parametrize("position", ["good", "standard", "bad"])
@pytest.mark.parametrize(("face", "hits"), [(4, 0), (5, 0), (6, 1)])
def test_a_roll_of_no_dice_is_one_die_that_hits_on_six(position: str, face: int, hits: int) -> None:
    """A roll of 0D is one die, and only a 6 is a Hit, whatever the Position."""
    made = roll_check(0, face, position=position)

    assert made.roll is not None
    assert made.roll.zero
    assert (hits, 1 - hits) == hits_and_misses(made)


@pytest.mark.rule("FB-R-02")
def test_the_final_pool_decides_whether_it_is_0d() -> None:
    """A Check with Attribute 0 and 1 Stamina is an ordinary roll of 1D, not a roll of 0D."""
    play = Play()
    hero = play.hero(0, 2, 2)

    made = play.the(CheckMade, Check(character=hero, attribute="strength", stamina=1), 5)

    assert made.success
    assert made.roll is not None
    assert not made.roll.zero


@pytest.mark.rule("FB-POS-01", "FB-POS-07")
def test_a_position_is_recorded_with_its_reason() -> None:
    """A roll without a Position is Standard. The game refuses a Position without a reason."""
    play = Play()
    hero = play.hero()

    good = play.the(CheckMade, Check(character=hero, attribute="strength", stance=at("good")), 1, 1)
    plain = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1)

    assert ("good", "so it stands") == (good.position, good.reason)
    assert ("standard", None) == (plain.position, plain.reason)
    play.no(PositionNeedsReason, Check(character=hero, attribute="strength", stance=Stance(position="bad")))


@pytest.mark.rule("FB-POS-01")
def test_the_game_master_sets_the_position_of_the_next_roll() -> None:
    """A player may not set a Position. A Position that the game master sets applies to one roll."""
    play = Play()
    hero = play.hero()
    play.no(OnlyTheGameMaster, Check(character=hero, attribute="strength", stance=at("good")), seat="ann")

    play.do(SetPosition(character=hero, stance=at("bad")))
    first = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 5, seat="ann")
    second = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 5, seat="ann")

    assert ("bad", "standard") == (first.position, second.position)


@pytest.mark.rule("FB-POS-02", "FB-POS-06", "FB-R-19")
@pytest.mark.parametrize(("position", "success"), [("controlled", True), ("dire", False)])
def test_controlled_and_dire_decide_without_dice(position: str, success: bool) -> None:  # noqa: FBT001
    """Without dice, a roll at Controlled succeeds and one at Dire fails. No Stamina can be spent on it."""
    made = roll_check(2, position=position)

    assert made.roll is None
    assert success == made.success
    play = Play()
    hero = play.hero()
    stance = at(position)
    play.no(StaminaWithoutRoll, Check(character=hero, attribute="strength", stamina=1, stance=stance))


@pytest.mark.rule("FB-POS-03", "FB-POS-05")
@pytest.mark.parametrize(("position", "hits"), [("good", 3), ("bad", 1)])
def test_good_hits_from_four_and_bad_from_six(position: str, hits: int) -> None:
    """At Good, faces 4, 5 and 6 are Hits. At Bad, only 6 is a Hit."""
    assert (hits, 4 - hits) == hits_and_misses(roll_check(4, 3, 4, 5, 6, position=position))


@pytest.mark.rule("FB-POS-08", "FB-R-49", "FB-X-01", "FB-X-02", "FB-X-03")
@pytest.mark.parametrize("row", TABLE)
def test_the_printed_percentages_are_exact_to_two_places(row: tuple[int, str, str, str]) -> None:
    """Each printed percentage is the exact probability of at least one Hit, rounded half up."""
    dice, *printed = row

    for position, percent in zip(("good", "standard", "bad"), printed, strict=True):
        chance = HitDice(dice=dice, position=position).chance() * 10_000  # type: ignore[arg-type]
        assert percent == f"{int(chance + Fraction(1, 2)) / 100:.2f}"


@pytest.mark.rule("FB-POS-08")
@pytest.mark.parametrize("row", EXACT)
def test_a_dry_run_shows_the_exact_odds(row: tuple[int, str, str, str]) -> None:
    """Before a Check is rolled, a dry run shows its exact odds."""
    dice, *exact = row
    play = Play()
    hero = play.hero(dice, 0, 0)

    for position, fraction in zip(("good", "standard", "bad"), exact, strict=True):
        found = odds(Check(character=hero, attribute="strength", stance=at(position)), play.state)
        assert found is not None
        assert (fraction, dice) == (found.chance, found.dice)
        assert float(Fraction(fraction)) == found.approximately


def test_odds_of_other_rolls() -> None:
    """A dry run shows the odds that a roll of a Pool empties it, and each side's odds in an opposed roll.

    A refused command has no odds.
    """
    play = Play()
    play.do(OpenPool(name="oil", dice=2))
    (pool,) = play.state.pools

    emptying = odds(RollPool(pool=pool), play.state)
    ahead = odds(
        OpposeFortune(question="who", sides=(Odds(likelihood="unlikely"), Odds(likelihood="slim"))), play.state
    )

    assert emptying is not None
    assert ahead is not None
    assert ("4/9", "5/18") == (emptying.chance, ahead.chance)
    assert odds(RollPool(pool="pool-99"), play.state) is None


def test_a_command_that_needs_no_dice_to_succeed_has_no_odds() -> None:
    """A command that succeeds whatever the dice show has no odds, even if it draws dice afterwards."""
    play = Play(initiative={"tie": "reroll"})
    play.do(StartFight(characters=(play.hero(), play.hero()), enemies=()))

    assert odds(StartRound(), play.state) is None
    assert odds(SetPosition(character="character-1"), play.state) is None


@pytest.mark.rule("FB-COND-05", "FB-COND-06", "FB-R-13")
def test_a_condition_hinders_only_as_the_reason_for_a_position() -> None:
    """Every roll lists the current Conditions. One may be the reason for a Position, but has no effect of its own."""
    play = Play()
    hero = play.hero()
    stance = Stance(position="bad", condition="poisoned")
    play.no(ConditionNotHeld, Check(character=hero, attribute="strength", stance=stance))
    play.do(GainCondition(character=hero, condition="poisoned"))

    bad = play.the(CheckMade, Check(character=hero, attribute="strength", stance=stance), 5, 5)
    plain = play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 5)

    assert ("bad", "poisoned", ("poisoned",)) == (bad.position, bad.reason, bad.conditions)
    assert ("standard", ("poisoned",)) == (plain.position, plain.conditions)


@pytest.mark.rule("FB-R-13")
def test_a_setting_makes_conditions_worsen_positions() -> None:
    """If `auto_bad_position` is true, a character with a Condition rolls at Bad unless another Position is set."""
    play = Play(conditions={"auto_bad_position": True})
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="poisoned"))

    assert "bad" == play.the(CheckMade, Check(character=hero, attribute="strength"), 5, 5).position
    stance = at("good")
    assert "good" == play.the(CheckMade, Check(character=hero, attribute="strength", stance=stance), 5, 5).position


@pytest.mark.rule("FB-R-20")
def test_rolls_without_a_position_refuse_one() -> None:
    """A Recovery Roll cannot be Controlled or Dire.

    A Fortune Roll has a Position only if `extra_rolls` is `all_hit_rolls`.
    """
    play = Play()
    hero = play.hero()
    play.no(PositionNotTaken, Rest(character=hero, length="short", stance=at("controlled")))
    asked = AskFortune(question="is it so", odds=Odds(likelihood="even"), position="good")
    play.no(PositionNotTaken, asked)

    (event,) = Play(position={"extra_rolls": "all_hit_rolls"}).do(asked, 4, 4)

    assert 1 == event.extra  # type: ignore[attr-defined]
