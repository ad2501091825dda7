"""Casting outside fights: its difficulty, safe uses, and costs."""

from typing import Any

import pytest

from services.bones.chapters.magic.casting import MagicUsed
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses, RollMade
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled
from services.bones.chapters.rolls.spiffs import AllowSpiffs, UseSpiffs
from services.bones.chapters.rolls.wounds import DamageDealt
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import Attempt, CallTask, OneTask
from services.bones.chapters.tasks.terms import WrongTerms
from services.bones.reading.magic import safe_level
from services.bones.state.creatures import Die
from services.bones.state.tasks import Opponent, Terms
from services.bones.state.wounds import Wound
from services.bones.views import view
from tests.bones.casting import HITS, MISSES, Casts
from tests.bones.play import BOB, odds
from tests.bones.shows import bone
from tests.bones.trying import NONE, NULL, Tries

# ---------------------------------------------------------------- difficulty


@pytest.mark.rule("BN-MAG-05", "BN-EX-30")
def test_physical_tasks_are_one_level_harder_by_magic() -> None:
    """Burning down a door is a Challenging task. By magic it is Difficult: eight challenge dice instead of six."""
    play = Casts()
    by_body = play.call(play.caster, "Physical", difficulty="Challenging")
    assert len(play.the(TaskRolled, RollTask(task=by_body), HITS, *[NONE] * 6).challenge) == 6
    happened = play.magic(HITS, *[NONE] * 8, difficulty="Challenging")
    assert [8] == [len(one.challenge) for one in happened if isinstance(one, TaskRolled)]


@pytest.mark.rule("BN-MAG-17")
def test_magic_without_a_mundane_counterpart_has_its_own_level() -> None:
    """Magic that no mundane task matches has its own level: Difficult means eight challenge dice, not twelve.

    No other skill has such a level.
    """
    play = Casts()
    happened = play.magic(HITS, *[NONE] * 8, difficulty="Difficult", own_level=True)
    assert [8] == [len(one.challenge) for one in happened if isinstance(one, TaskRolled)]
    for terms in (Terms(skill="Mental", difficulty="Easy", own_level=True), Terms(skill="Magic", own_level=True)):
        play.no(WrongTerms, CallTask(creature=play.caster, aim="it rises", terms=terms, casting=play.fire(play.caster)))


@pytest.mark.rule("BN-EX-57", "BN-MAG-05", "BN-R-151")
@pytest.mark.parametrize(("level", "beyond", "nulls"), [("Almost Impossible", 2, 2), ("Impossible", 2, 4)])
def test_impossible_by_magic(level: Any, beyond: int, nulls: int) -> None:  # noqa: ANN401 a difficulty
    """Impossible magic faces twelve challenge dice and two Nulls.

    If `beyond_impossible` is `plus_2_auto_nulls_each`, each further level adds two Nulls.
    """
    for name, automatic in (("stay", beyond), ("plus_2_auto_nulls_each", nulls)):
        play = Casts(5, tasks={"beyond_impossible": name})
        task = play.call(play.caster, "Magic", difficulty=level)
        assert play.comes(task, *[HITS] * 5, *[NULL] * 1, *[NONE] * 11).nulls == 1 + automatic


@pytest.mark.rule("BN-R-160")
def test_opposed_magic_is_not_harder() -> None:
    """Magic against an opponent or a fixed number faces no challenge dice, and loses no successes."""
    play = Casts()
    other = play.die("gm")
    happened = play.magic(HITS, 6, opponents=(Opponent(creature=other, skill="Mental"),))
    assert MagicUsed(creature=play.caster, number=1, safe=2) in happened
    assert [()] == [one.challenge for one in happened if isinstance(one, TaskRolled)]
    number = play.magic(HITS, number=1)
    assert [True] == [one.success for one in number if isinstance(one, TaskSettled)]


@pytest.mark.rule("BN-ADV-02", "BN-R-226", "BN-R-225")
@pytest.mark.parametrize(
    ("terms", "dice"), [({"own_level": True, "difficulty": "Average"}, 8), ({"difficulty": "Simple"}, 8)]
)
def test_shackles_make_any_magic_harder(terms: dict[str, Any], dice: int) -> None:
    """Shackles make magic two levels harder.

    If `shackles_hinder_other_tasks` is true, shackles make other tasks harder too.
    """
    play, hindered = Casts(), Casts(adventure={"shackles_hinder_other_tasks": True})
    for one in (play, hindered):
        one.state = one.state.change(one.caster, shackled=2)
        happened = one.magic(HITS, *[NONE] * dice, **terms)
        assert [dice] == [len(rolled.challenge) for rolled in happened if isinstance(rolled, TaskRolled)]
    for one, asked in ((play, 2), (hindered, 4)):
        events = one.the(
            TaskRolled, RollTask(task=one.call(one.caster, "Mental", difficulty="Easy")), 3, *[NONE] * asked
        )
        assert len(events.challenge) == asked


@pytest.mark.rule("BN-MAG-01")
def test_use_of_magic_records_the_universal_rules() -> None:
    """One event records whether the magic lasts, how much harder it is, and how many uses are safe."""
    play = Casts()
    happened = play.magic(HITS, *[NONE] * 4, difficulty="Simple", purpose="effect")
    assert MagicUsed(creature=play.caster, number=1, safe=2, harder=1, lasts=True) in happened


# ---------------------------------------------------------------- immediate magic


@pytest.mark.rule("BN-MAG-02", "BN-EX-31")
def test_immediate_magic_leaves_no_effect() -> None:
    """A plain task by magic ends with its result, which all see like any other result."""
    play = Casts()
    play.magic(HITS, number=1)
    assert not play.state.effects
    assert not play.state.tasks
    (came,) = play.state.results.values()
    assert (came.success, came.narrator) == (True, "ann")


@pytest.mark.rule("BN-MAG-07")
def test_a_caster_has_no_other_task() -> None:
    """A caster can try no other task until the magic is over."""
    play = Casts()
    task = play.call(play.caster, "Magic", number=1)
    casting = play.state.tasks[task].casting
    play.no(OneTask, Attempt(creature=play.caster, aim="it runs"), seat="ann")
    play.no(OneTask, Attempt(creature=play.caster, aim="more fire", skill="Magic", casting=casting), seat="ann")


# ---------------------------------------------------------------- costs


@pytest.mark.rule("BN-MAG-08", "BN-MAG-09", "BN-R-153")
def test_beyond_the_safe_level_each_use_loses_one_more() -> None:
    """With five icons Bob has five safe uses of magic, successful or not.

    The next three uses lose one, two and three successes.
    """
    play = Tries()
    bob = play.one("ann", BOB)
    uses = []
    for faces in ((4, 4, 6, 4), *[(1, 1, 1, 1)] * 7):
        happened = play.roll(play.call(bob, "Magic", number=4), *faces)
        uses += [(one.number, one.safe, one.tired) for one in happened if isinstance(one, MagicUsed)]
    assert uses == [*((number, 5, 0) for number in range(1, 6)), (6, 5, 1), (7, 5, 2), (8, 5, 3)]
    found = [one.successes for one in play.state.results.values()]
    assert found == [0, 4, 4, 4, 4, 3, 2, 1]


@pytest.mark.rule("BN-MAG-09", "BN-MAG-10")
def test_the_eighth_use_of_five_icons() -> None:
    """With five icons, Bob loses all three successes of his eighth use of magic.

    Fatigue then deals one damage after the task, but before the damage from poison.
    """
    play = Tries()
    bob = play.one("ann", BOB)
    for _ in range(7):
        play.roll(play.call(bob, "Magic", number=1), 1, 1, 1, 1)
    assert not play.state.wounds
    task = play.call(bob, "Magic", number=1)

    happened = play.roll(task, 1, 1, 1, 4)

    made = next(one.roll for one in happened if isinstance(one, RollMade))
    settled = next(one for one in happened if isinstance(one, TaskSettled))
    wound = Wound(id=f"wound-{play.state.made}", creature=bob, amount=1, source="fatigue")
    assert (made.tired, settled.successes, settled.success) == (3, 0, False)
    assert happened[0] == MagicUsed(creature=bob, number=8, safe=5, tired=3)
    assert happened[-2:] == [DamageDealt(wound=wound), DicePutAway(tasks=(task,), rolls=(made.id,))]


@pytest.mark.rule("BN-MAG-10", "BN-R-155")
def test_a_safe_use_without_a_success_costs_nothing() -> None:
    """A safe use of magic with no success deals no damage, because fatigue removed no success."""
    play = Casts()
    happened = play.magic(MISSES)
    assert not [one for one in happened if isinstance(one, DamageDealt)]


@pytest.mark.rule("BN-R-155")
@pytest.mark.parametrize(
    ("checked", "terms", "faces", "hurt"),
    [
        ("before_opposition", {"difficulty": "Easy"}, (NULL, NULL, NONE), False),
        ("after_opposition", {"difficulty": "Easy"}, (NULL, NULL, NONE), True),
        ("after_opposition", {"difficulty": "Easy"}, (NULL, NONE, NONE), False),
        ("after_opposition", {"number": 3}, (), False),
    ],
)
def test_a_setting_judges_fatigue_after_the_nulls(
    checked: str, terms: dict[str, Any], faces: tuple[int, ...], hurt: bool  # noqa: FBT001 a case
) -> None:  # fmt: skip
    """By default, fatigue hurts a caster who has no success left after the cap and the penalty.

    If `fatigue_checked` is `after_opposition`, the game subtracts the Nulls first.
    """
    play = Casts(3, magic={"fatigue_checked": checked})
    play.uses(6)
    happened = play.magic(HITS, HITS, HITS, *faces, **terms)
    assert hurt == any(isinstance(one, DamageDealt) for one in happened)


@pytest.mark.rule("BN-R-155")
@pytest.mark.parametrize(("checked", "hurt"), [("before_opposition", False), ("after_opposition", True)])
def test_a_setting_judges_fatigue_after_opposition(checked: str, hurt: bool) -> None:  # noqa: FBT001 a case
    """If `fatigue_checked` is `after_opposition`, fatigue hurts a caster whose successes are all cancelled.

    This applies whether the caster acts or opposes.
    """
    play = Casts(3, magic={"fatigue_checked": checked})
    play.uses(6)
    other = play.die("gm", 2)
    against = (Opponent(creature=other, skill="Mental"),)
    happened = play.magic(HITS, HITS, HITS, 1, 1, opponents=against)
    assert hurt == any(isinstance(one, DamageDealt) for one in happened)

    play = Casts(3, magic={"fatigue_checked": checked})
    play.uses(6)
    other = play.die("gm", 2)
    task = play.call(other, "Mental", opponents=(Opponent(creature=play.caster, skill="Magic"),))
    happened = play.roll(task, 1, 1, HITS, HITS, HITS)
    dealt = [one.wound.creature for one in happened if isinstance(one, DamageDealt)]
    assert dealt == ([play.caster] if hurt else [])


@pytest.mark.rule("BN-MAG-09", "BN-R-155")
def test_the_penalty_comes_after_the_cap() -> None:
    """The cap is applied before the penalty.

    A cap of four reduces five successes to four, and the penalty then leaves three.
    """
    play = Casts(2)
    play.state = play.state.change(play.caster, dice=(*play.who(play.caster).dice, *[Die(faces=bone("Universal"))] * 3))
    play.uses(4)
    (came,) = play.came(play.call(play.caster, "Magic", number=1), *[HITS] * 5)
    assert came.successes == 3


@pytest.mark.rule("BN-MAG-10", "BN-R-155")
@pytest.mark.parametrize(("bought", "hurt"), [(True, False), (False, True)])
def test_a_bought_success_prevents_damage_by_fatigue(bought: bool, hurt: bool) -> None:  # noqa: FBT001 a case
    """Fatigue is judged when the roll is final, so a caster prevents its damage by buying a success with spiffs."""
    play = Casts(1, spiffs=4)
    play.state = play.state.change(play.caster, uses=(0, 0))
    assert not [one for one in play.magic(HITS, number=1) if isinstance(one, DamageDealt)]
    (roll,) = play.state.rolls
    play.do(KeepFaces(roll=roll), seat="ann")
    happened = []
    if bought:
        use = UseSpiffs(creature=play.caster, use="success", on=roll)
        play.do(use, seat="ann")
        happened += [one for key in play.state.uses for one in play.do(AllowSpiffs(use=key))]
    if roll in play.state.rolls:
        happened += play.do(KeepSuccesses(roll=roll), seat="ann")
    assert any(isinstance(one, TaskSettled) for one in happened)
    assert hurt == any(isinstance(one, DamageDealt) for one in happened)


@pytest.mark.rule("BN-MAG-09")
def test_a_dry_run_includes_the_penalty_of_the_next_use() -> None:
    """The odds of a dry run include the successes that the next use of magic loses."""
    play = Casts()
    play.uses(2)
    forecast = odds(RollTask(task=play.call(play.caster, "Magic")), play.state)
    assert [one.total for one in forecast.outcomes] == [0]


# ---------------------------------------------------------------- safe uses


@pytest.mark.rule("BN-MAG-08", "BN-R-156")
def test_lost_dice_lower_the_safe_number_of_uses() -> None:
    """Only icons on remaining dice count for safe uses of magic.

    If `cap_counts_lost_dice` is true, icons on lost dice count too.
    """
    for counts, safe in ((False, 2), (True, 4)):
        play = Casts(2, lost=(1,), tasks={"cap_counts_lost_dice": counts})
        assert safe_level(play.state, play.caster) == safe
        play.uses(2)
        assert play.lost_to_fatigue(HITS) == (0 if counts else 1)


@pytest.mark.rule("BN-R-157")
@pytest.mark.parametrize(("counts", "safe"), [("magic_and_racial", 3), ("magic_only", 2), ("any_that_serve_magic", 6)])
def test_icons_that_count_for_safe_uses(counts: str, safe: int) -> None:
    """Magic icons, and racial icons that serve Magic, allow safe uses.

    The setting `safe_level_counts` can make fewer or more icons count.
    """
    play = Tries(magic={"safe_level_counts": counts})
    faces = ("Magic", "Magic", "Racial:Elf", "Artisan:Inspired", "Healer:Cure", "Scholar:Arcane Knowledge")
    who = play.one("ann", [faces, ("Racial:Dwarf", "Craft:Driven", "Universal", "Mental", "blank", "blank")])
    assert safe_level(play.state, who) == safe


@pytest.mark.rule("BN-MAG-08")
def test_cost_of_magic_is_visible_in_advance() -> None:
    """All seats see how many uses of magic count and are safe for a caster, and how much the next use loses.

    They also see the number of the caster's themes.
    """
    play = Casts(automatic=9)
    play.uses(3)
    (seen,) = [one.magic for one in view(play.state, "bob").characters]
    assert (seen.used, seen.safe_level, seen.next_loses, seen.themes) == (3, 2, 2, 1)
