"""Fatigue from magic: the uses of the last four hours, and the rest that ends it."""

import pytest

from services.bones.chapters.magic.casting import FatigueEnded, FatigueRested, MagicUsed
from services.bones.chapters.rolls.wounds import DamageDealt, DamageTaken, DealDamage
from services.bones.chapters.tasks.corrections import ChangeTime
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.state.tasks import Opponent
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.bones.casting import HITS, Casts


@pytest.mark.rule("BN-R-154", "BN-MAG-08", "BN-R-317")
@pytest.mark.parametrize(("window", "tired"), [("rolling_until_fatigued", 1), ("fixed", 0)])
def test_uses_of_the_last_four_hours_count(window: str, tired: int) -> None:
    """With uses at hours 0, 3, 5 and 5, three uses count at the last one.

    If `fatigue_window` is `fixed`, a new period begins at hour 5.
    """
    play = Casts(magic={"fatigue_window": window})
    play.uses(1)
    play.rests(3, awake=True)
    play.uses(1)
    play.rests(2, awake=True)
    play.uses(1)
    assert play.lost_to_fatigue(HITS) == tired


@pytest.mark.rule("BN-R-154")
@pytest.mark.parametrize("window", ["rolling_until_fatigued", "fixed"])
def test_counted_uses_beyond_the_safe_number_need_rest(window: str) -> None:
    """Once uses exceed the safe number, only rest lowers their count, however many hours pass."""
    play = Casts(automatic=9, magic={"fatigue_window": window})
    play.uses(3)
    play.rests(100, awake=True)
    assert play.lost_to_fatigue(HITS) == 2


@pytest.mark.rule("BN-R-154", "BN-MAG-08")
def test_safe_uses_lapse_after_four_hours() -> None:
    """Two safe uses still count after three hours, but not after four."""
    play = Casts()
    play.uses(2)
    play.rests(3, awake=True)
    assert play.price == (2, 1)
    play.rests(1, awake=True)
    assert play.price == (0, 0)


@pytest.mark.rule("BN-MAG-11", "BN-R-154", "BN-R-317")
def test_four_hours_of_complete_rest_end_fatigue() -> None:
    """Three hours of rest are not enough; four hours, in one or several consecutive parts, reset the count."""
    play = Casts(automatic=9)
    play.uses(4)
    assert FatigueRested(creature=play.caster, hours=3) in play.rests(3)
    assert play.price == (4, 3)
    assert FatigueEnded(creature=play.caster) in play.rests(1)
    assert play.price == (0, 0)
    play.uses(4)
    assert FatigueEnded(creature=play.caster) in play.rests(4)


@pytest.mark.rule("BN-CAMP-91")
@pytest.mark.parametrize("how", ["rolls", "hurt", "awake", "casts"])
def test_interrupted_rest_starts_over(how: str) -> None:
    """Rolling dice, damage, or time without rest interrupts the four hours of rest, which then start over."""
    play = Casts(3)
    play.uses(7)
    play.rests(3)
    if how == "rolls":
        broken = play.roll(play.call(play.caster, "Mental", number=1), HITS, HITS, HITS)
    elif how == "hurt":
        broken = play.do(DealDamage(creature=play.caster, amount=1))
    elif how == "awake":
        broken = play.rests(1, awake=True)
    else:
        play.uses(1)
        broken = [FatigueRested(creature=play.caster, hours=0)]
    assert FatigueRested(creature=play.caster, hours=0) in broken
    assert FatigueRested(creature=play.caster, hours=3) in play.rests(3)
    assert FatigueEnded(creature=play.caster) in play.rests(1)


@pytest.mark.rule("BN-CAMP-91", "BN-R-317")
def test_correction_of_the_clock_changes_no_counts() -> None:
    """Uses of magic that counted before a correction of the time still count after it."""
    play = Casts()
    play.uses(2)
    play.do(ChangeTime(day=9, hour=3, reason="a slip"))
    assert play.price == (2, 1)
    play.no(OnlyTheGameMaster, PassTime(hours=4, resting=(play.caster,)), seat="ann")


@pytest.mark.rule("BN-CAMP-92", "BN-R-153")
def test_rerolled_tie_is_another_use() -> None:
    """The roll that repeats a tie counts as another use of magic, and loses successes like any use."""
    play = Casts(tasks={"opposed_tie": "reroll"})
    play.uses(1)
    other = play.die("gm")
    task = play.call(play.caster, "Magic", opponents=(Opponent(creature=other, skill="Mental"),))
    tied = play.roll(task, HITS, 1)
    assert [2] == [one.number for one in tied if isinstance(one, MagicUsed)]
    again = play.roll(task, HITS, 6)
    assert [(3, 1)] == [(one.number, one.tired) for one in again if isinstance(one, MagicUsed)]


@pytest.mark.rule("BN-CAMP-93")
def test_an_opponent_may_tire_of_its_magic() -> None:
    """An opponent who resists by magic can take one damage from the fatigue of that magic."""
    play = Casts()
    play.uses(2)
    other = play.die("gm")
    task = play.call(other, "Mental", opponents=(Opponent(creature=play.caster, skill="Magic"),))
    happened = play.roll(task, 6, HITS)
    assert [play.caster] == [one.creature for one in happened if isinstance(one, DamageTaken)]


@pytest.mark.rule("BN-R-155")
def test_successes_left_against_one_opponent_count() -> None:
    """Fatigue deals no damage to a caster whose roll has successes left against at least one of two opponents."""
    play = Casts(3, magic={"fatigue_checked": "after_opposition"})
    play.uses(6)
    against = tuple(Opponent(creature=play.die("gm", 2), skill="Mental") for _ in range(2))

    happened = play.magic(HITS, HITS, HITS, 1, 1, 6, 6, opponents=against)

    assert not [one for one in happened if isinstance(one, DamageDealt)]


@pytest.mark.rule("BN-R-155")
def test_opponent_with_successes_left_takes_no_damage() -> None:
    """An opponent that uses magic takes no damage if it has successes left after the comparison."""
    play = Casts(3, magic={"fatigue_checked": "after_opposition"})
    play.uses(6)
    task = play.call(play.die("gm", 2), "Mental", opponents=(Opponent(creature=play.caster, skill="Magic"),))

    happened = play.roll(task, 6, 6, HITS, HITS, HITS)

    assert not [one for one in happened if isinstance(one, DamageDealt)]


@pytest.mark.rule("BN-MAG-11")
def test_only_the_fatigued_rest_from_fatigue() -> None:
    """Hours of rest after a safe use, or without any use, do not count as rest from fatigue."""
    play = Casts()
    play.magic(HITS)
    other = play.die("bob")

    happened = play.do(PassTime(hours=3, resting=(play.caster, other)))

    assert not [one for one in happened if isinstance(one, FatigueRested | FatigueEnded)]
