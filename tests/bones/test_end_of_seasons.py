"""The end of a season: weeks of healing, damage from failures, and fatigue from magic."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.healing import DamageHealed
from services.bones.chapters.rolls.wounds import Died
from services.bones.chapters.seasons.closing import (
    SeasonEnded,
    SeasonRested,
    due,
)
from services.bones.chapters.seasons.strategic import (
    DeclareAction,
    SeasonIsOver,
)
from services.bones.chapters.tasks.recovery import RestCounted, TimePassed
from services.bones.state.campaign import FORM
from services.bones.state.creatures import Treatment
from services.bones.state.magic import Effect
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Orders
from services.bones.state.tasks import SkillName
from tests.bones.closings import OffStage
from tests.bones.play import BOB
from tests.bones.trying import DIE, LOST, NONE, WON

# ---------------------------------------------------------------- the rest of the season


@pytest.mark.rule("BN-R-073", "BN-HEAL-01", "BN-ACT-04", "BN-CAMP-117", "BN-CAMP-122")
@pytest.mark.parametrize(("weeks", "left"), [(None, ()), (13, ()), (2, (3, 1)), (0, (4, 2, 3, 1))])
def test_the_weeks_of_a_season_heal(weeks: int | None, left: tuple[int, ...]) -> None:
    """Each week of a season heals one die. A season has thirteen weeks, unless it is opened with another number."""
    play = OffStage()
    bob = play.one(dice=[*BOB, BOB[0]], lost=(4, 2, 3, 1))
    play.open(weeks=weeks)
    play.close()
    play.end()

    assert left == play.who(bob).lost
    assert (1 + 7 * (13 if weeks is None else weeks), "spring", 1) == (
        play.state.day, play.state.last_season, play.state.seasons
    )  # fmt: skip
    assert not play.state.healings


@pytest.mark.rule("BN-R-073")
@pytest.mark.parametrize("weeks", [4, 12])
def test_a_setting_states_the_default_weeks_of_a_season(weeks: int) -> None:
    """A season that is opened without a number of weeks has the length in `weeks_per_season`."""
    play = OffStage(seasons={"weeks_per_season": weeks})
    bob = play.one(dice=[BOB[0]] * 14, lost=tuple(range(1, 14)))
    play.open()
    play.close()
    play.end()
    assert 13 - weeks == len(play.who(bob).lost)
    assert 1 + 7 * weeks == play.state.day


@pytest.mark.rule("BN-R-073", "BN-CAMP-122")
def test_final_steps_of_a_season() -> None:
    """At the end of a season all creatures of the campaign rest; then time passes, and the season is over."""
    play = OffStage()
    bob = play.die(lost=(1,), count=2)
    play.open()
    play.close()

    rest = [RestCounted(creature=bob, dice=1, hours=12 * 168), DamageHealed(creature=bob, dice=(1,), cause="rest")]
    assert [*rest, SeasonRested(upto=1)] == play.step()
    assert [TimePassed(hours=13 * 168, resting=()), SeasonEnded(season=1)] == play.step()
    assert due(play.state) is None


@pytest.mark.rule("BN-CAMP-122")
def test_twenty_rest_at_a_time() -> None:
    """Twenty-one creatures rest in two steps; a dead creature does not heal."""
    play = OffStage()
    made = [play.die(lost=(1,), count=2) for _ in range(21)]
    play.state = play.state.change(made[0], dead=True)
    play.open()
    play.close()
    first, second = play.step(), play.step()
    healed = [[event.creature for event in step if isinstance(event, DamageHealed)] for step in (first, second)]
    assert [made[1:20], made[20:]] == healed
    assert (1,) == play.who(made[0]).lost


@pytest.mark.rule("BN-CAMP-122", "BN-DMG-03", "BN-R-071", "BN-R-072", "BN-OFF-09")
def test_damage_of_failures_can_kill_at_the_end() -> None:
    """Two damage incapacitate a creature of one die: its next action lapses, and it dies when all rest."""
    play = OffStage()
    bob, sue = play.die(), play.die("bob")
    play.open()
    for who, damage in ((bob, 2), (sue, 1)):
        play.declare(who, skill="Stealth", difficulty="Easy", damage=damage)
        play.earn(who, skill="Craft")
    play.close()
    for _ in range(2):
        play.resolve(LOST, NONE, NONE)
    assert ((1,), 1, False) == (play.who(bob).lost, play.who(bob).beyond, play.who(bob).dead)
    lapsed = play.resolve()
    assert lapsed == ActionOutcome(action=lapsed.action, creature=bob, season=1, lapsed="incapacitated")
    play.resolve()
    assert Died(creature=bob, cause="other") in play.end()
    assert (True, False, ()) == (play.who(bob).dead, play.who(sue).dead, play.who(sue).lost)


@pytest.mark.rule("BN-R-071")
def test_a_setting_lets_a_failure_end_a_characters_season() -> None:
    """If `gm_may_end_season` is true, the game master can choose that a failed action ends a character's season."""
    for faces, lapses in (((LOST, NONE, NONE), True), ((WON, NONE, NONE), False)):
        play = OffStage(seasons={"gm_may_end_season": True})
        bob, sue = play.die(), play.die("bob")
        play.open()
        play.declare(bob, skill="Stealth", difficulty="Easy", ends_season=True)
        for who in (bob, sue):
            play.earn(who, skill="Craft")
        play.close()
        play.resolve(*faces)
        assert 100 == play.resolve(WON).coins
        outcome = play.resolve(*(() if lapses else (WON,)))
        assert (bob, "season over" if lapses else None) == (outcome.creature, outcome.lapsed)


@pytest.mark.rule("BN-R-071", "BN-R-300")
def test_failure_at_once_leaves_no_more_actions() -> None:
    """Once a failure has ended a character's season, the game refuses further declarations."""
    play = OffStage(seasons={"gm_may_end_season": True, "season_resolution": "at_once"})
    bob = play.die()
    play.open()
    play.declare(bob, skill="Stealth", difficulty="Easy", ends_season=True, faces=(LOST, NONE, NONE))
    play.no(SeasonIsOver, DeclareAction(creature=bob, gains=("other",), aim="more", skill="Social"))


@pytest.mark.rule("BN-R-317", "BN-MAG-11", "BN-R-287", "BN-SAC-04", "BN-MAG-03", "BN-R-073")
@pytest.mark.parametrize("weeks", [13, 0])
def test_magic_after_a_season(weeks: int) -> None:
    """When a season ends, effects that casters held end, and a die sacrificed for an effect stays lost.

    Dice heal and fatigue ends only if the season has weeks.
    """
    play = OffStage()
    bob = play.die(count=3, lost=(2, 1), fatigued=True, uses=(0, 0))
    made: dict[str, Any] = {"caster": bob, "theme": "Fire", "what": "a wall", "kind": "effect", "successes": 2}
    effects: list[dict[str, Any]] = [{"id": "effect-90"}, {"id": "effect-91", "lasts": "health", "die": 2}]
    found = [msgspec.convert(made | one, Effect) for one in effects]
    play.state = replace(play.state, effects={one.id: one for one in found})
    play.open(weeks=weeks)
    play.close()
    play.end()
    one = play.who(bob)
    assert ["effect-91"] == [*play.state.effects]
    assert (((2,), False, ()) if weeks else ((2, 1), True, (0, 0))) == (one.lost, one.fatigued, one.uses)


# ---------------------------------------------------------------- record


@pytest.mark.rule("BN-R-285", "BN-R-073")
@pytest.mark.parametrize("ends", [True, False])
def test_damage_of_a_failure_and_treatment(ends: bool) -> None:  # noqa: FBT001 a row
    """Damage from a failed action ends a treatment if `new_damage_ends_treatment` is true.

    A successful action never ends one.
    """
    for faces, kept in (((LOST, NONE, NONE), not ends), ((WON, NONE, NONE), True)):
        play = OffStage(healing={"new_damage_ends_treatment": ends})
        bob = play.die(count=2, lost=(2,), treatment=Treatment(days=3))
        play.open()
        play.declare(bob, skill="Stealth", difficulty="Easy", damage=1)
        play.close()
        play.resolve(*faces)
        assert kept == (play.who(bob).treatment is not None)


@pytest.mark.rule("BN-R-376", "BN-CLASS-05", "BN-CLASS-07", "BN-R-301")
@pytest.mark.parametrize("skill", ["Healer", "Merchant"])
@pytest.mark.parametrize("gain", ["asset", "income"])
def test_an_action_lapses_when_its_last_icon_is_lost(skill: SkillName, gain: str) -> None:
    """The failure of the first action costs the die with the icon of the second, whatever its order would buy."""
    play, bob = loses_its_icon(FORM, skill, gain)
    lapsed = play.resolve()

    assert lapsed == ActionOutcome(action=lapsed.action, creature=bob, season=1, lapsed="no icon")
    assert (9, 0) == (play.state.spiffs["ann"], play.who(bob).coins)


@pytest.mark.rule("BN-R-376")
def test_an_action_without_an_icon_is_rolled_in_older_campaigns() -> None:
    """Under version 1 of the rules, the action without an icon succeeds with the bought success."""
    play, _ = loses_its_icon(1, "Healer", "asset")
    found = play.resolve(WON, NONE, NONE)

    assert (True, None, 2) == (found.success, found.lapsed, found.spiffs)


@pytest.mark.rule("BN-R-376")
def test_an_icon_on_another_die_keeps_the_action() -> None:
    """With a second Healer die, the action is rolled with what is left."""
    play, _ = loses_its_icon(FORM, "Healer", "asset", more=1)

    assert play.resolve(WON, LOST, NONE, NONE).success


def loses_its_icon(form: int, skill: SkillName, gain: str, *, more: int = 0) -> tuple[OffStage, str]:
    """Return a closing season in which a failure has cost a character the last die, and the character's id."""
    play = OffStage(seasons={"off_stage_damage": "gm_states"})
    play.state = replace(play.state, form=form)
    icon = ("Universal", skill, *["blank"] * 4)
    bob = play.one("ann", [DIE, *[icon] * (1 + more)])
    play.spiffs("ann", 9)
    play.open()
    play.declare(bob, skill="Stealth", damage=1, difficulty="Easy")
    buys = Orders(reroll=True, success=True)
    if gain == "income":
        play.earn(bob, skill=skill, orders=buys)
    else:
        play.declare(bob, gain, skill=skill, orders=buys, difficulty="Easy")
    play.close()
    assert (2 + more,) == play.resolve(*[LOST] * (2 + more), NONE, NONE).lost
    return play, bob
