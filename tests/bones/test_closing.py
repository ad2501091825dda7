"""The closing of a season: order, steps, secrecy, and healing by its weeks."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from services.bones.chapters.rolls.healing import DamageHealed
from services.bones.chapters.rolls.settling import AlreadyTold, NotYoursToTell
from services.bones.chapters.rolls.wounds import Died
from services.bones.chapters.seasons import closing
from services.bones.chapters.seasons.closing import (
    ActionResolved,
    ActionTold,
    ClockRollsThese,
    EndSeason,
    HarmIsForFailure,
    LetRest,
    NotTheNextStep,
    OutcomesTold,
    ResolveAction,
    RollAction,
    SeasonEnded,
    SeasonRested,
    TellAction,
    TellOutcomes,
    due,
)
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import (
    ActionDeclared,
    DeclareAction,
    SeasonIsOver,
    SetActionTerms,
    ThreeASeason,
)
from services.bones.chapters.tasks.recovery import RestCounted, TimePassed
from services.bones.context import FacesNeeded
from services.bones.game import bones
from services.bones.state.creatures import Treatment
from services.bones.state.magic import Effect
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Asset, Orders
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.keeping import number_of
from shared.kernel.campaign.seats import NotKnownHere, OnlyTheGameMaster
from shared.kernel.chance import Faces, TableTape
from shared.kernel.context import Intent
from shared.kernel.messages import Secret
from shared.kernel.refusals import NotDue, NotForThisSeat, StillConcealed
from shared.kernel.stream import RotateSeed
from tests.bones.closings import OffStage
from tests.bones.play import BOB, allowed_of, listed
from tests.bones.tables import Journal
from tests.bones.trying import LOST, NONE, NULL, WON
from tests.support.journal import audited

DIFFICULT = 8
BOOK_DICE = (6, 1, 2, 5)
"""Bob shows Scholar, Universal, Mental and Scholar."""


def nulls(count: int, dice: int) -> tuple[int, ...]:
    """Return faces of challenge dice with this many Nulls."""
    return (*[NULL] * count, *[NONE] * (dice - count))


# ---------------------------------------------------------------- the examples


@pytest.mark.rule("BN-EX-10", "BN-EX-11", "BN-EX-12", "BN-OFF-09", "BN-OFF-11", "BN-ACT-03", "BN-INC-04", "BN-INC-07",
                  "BN-R-070", "BN-R-075")  # fmt: skip
def test_a_season_of_bob() -> None:
    """He writes a book, which gains renown and pays for a lecture, and loses to Steve at court."""
    play = OffStage()
    bob = play.one(dice=BOB, name="Bob")
    play.open()
    book = play.declare(bob, "asset", "renown", difficulty="Difficult")
    lecture = play.earn(bob)
    court = play.declare(bob, "relationship", skill="Social", difficulty="Almost Impossible")
    play.close()

    wrote = play.resolve(*BOOK_DICE, *nulls(3, DIFFICULT))
    made = Asset(id=f"asset-{book.rpartition('-')[2]}", name="so it is", skill="Scholar", temporary=True)
    assert wrote == ActionOutcome(
        action=book, creature=bob, season=1, success=True, successes=4, nulls=3, margin=1, gains=("asset", "renown"),
        made=made, narrator="ann",
    )  # fmt: skip
    assert (1, {made.id: made}) == (play.who(bob).renown, play.who(bob).assets)

    earned = play.resolve(1, 4, 5, 4)
    assert (lecture, 2, 1, 300, (made.id,)) == (
        earned.action, earned.successes, earned.assets, earned.coins, earned.used
    )  # fmt: skip
    assert 300 == play.who(bob).coins

    lost = play.resolve(1, 4, 3, 4, *nulls(6, 12))
    assert (court, False, 1, 6, -5, None, ()) == (
        lost.action, lost.success, lost.successes, lost.nulls, lost.margin, lost.narrator, lost.gains
    )  # fmt: skip
    play.end()
    assert {} == play.who(bob).assets
    play.no(NotYoursToTell, TellAction(action=court, text="I won"), seat="ann")
    narrated = ActionTold(action=court, text="Steve beats Bob.")
    play.when(TellAction(action=court, text="Steve beats Bob.")).then(narrated)


@pytest.mark.rule("BN-OFF-09", "BN-ACT-05", "BN-R-300")
def test_third_action_ends_a_characters_season() -> None:
    """A first one that fails leaves two; setting at_once: each is resolved when its difficulty is set."""
    play = OffStage(seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    for _ in range(3):
        key = play.declare(bob, skill="Stealth", difficulty="Easy", faces=(LOST, NONE, NONE))
        assert (False, None) == (play.state.outcomes[key].success, play.state.outcomes[key].narrator)
    play.no(ThreeASeason, DeclareAction(creature=bob, gains=("other",), aim="more", skill="Social"))


@pytest.mark.rule("BN-R-300")
def test_income_is_resolved_at_once_with_that_setting() -> None:
    """It needs no difficulty; the close has nothing left to resolve or narrate."""
    play = OffStage(seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    play.earn(bob, skill="Craft", faces=(4,))
    assert 100 == play.who(bob).coins
    play.close("none")
    assert LetRest(after=0) == play.due


# ---------------------------------------------------------------- order


@pytest.mark.rule("BN-R-300", "BN-ACT-03")
def test_first_actions_come_before_second_ones() -> None:
    """Every first action, then every second, then every third, each group in order of declaration."""
    play = OffStage()
    ann, bob = play.die(), play.die("bob")
    play.open()
    one = play.earn(bob, skill="Craft")
    two = play.declare(bob, skill="Stealth", difficulty="Easy")
    three = play.earn(ann, skill="Craft")
    four = play.declare(ann, skill="Stealth", difficulty="Easy")
    five = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()

    rolls = ((one, ()), (three, ()), (two, (NONE, NONE)), (four, (NONE, NONE)), (five, (NONE, NONE)))
    for key, challenge in rolls:
        assert ResolveAction(action=key) == play.due
        assert key == play.resolve(LOST, *challenge).action
    assert LetRest(after=0) == play.due


@pytest.mark.rule("BN-R-300", "BN-CAMP-120")
def test_each_step_is_taken_once_when_due() -> None:
    """For another action, a resolved one or the end the clock is refused; and no other sender takes its steps."""
    play = OffStage()
    bob = play.die()
    play.open()
    one, two = play.earn(bob, skill="Craft"), play.declare(bob, skill="Stealth", difficulty="Easy")
    assert due(play.state) is None
    for early in (ResolveAction(action=one), EndSeason(season=1)):
        play.no(NotDue, early, seat="clock")
    play.close()
    for other in (ResolveAction(action=two), TellOutcomes(after=0), LetRest(after=0), EndSeason(season=1)):
        play.no(NotDue, other, seat="clock")
    play.no(NotForThisSeat, ResolveAction(action=one))
    play.no(ClockRollsThese, RollAction(action=one))
    play.resolve(LOST)
    play.no(NotDue, ResolveAction(action=one), seat="clock")


@pytest.mark.rule("BN-CAMP-120", "BN-R-001", "BN-R-300")
def test_game_master_sends_reported_dice() -> None:
    """The clock has nothing to do until the last action is rolled."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    one, two = play.earn(bob, skill="Craft"), play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    assert due(play.state) is None
    assert (one,) == play.no(NotTheNextStep, RollAction(action=two)).needs, "the action that is due"
    play.when(RollAction(action=one), faces=Faces(WON)).then_refused(FacesNeeded)
    for key, faces in ((one, (WON,)), (two, (LOST, NONE, NONE))):
        sent(play, key, *faces)
    play.no(NotTheNextStep, RollAction(action=two))
    assert LetRest(after=0) == play.due
    play.end()
    assert play.state.season is None
    play.no(NotTheNextStep, RollAction(action=two))


def sent(play: OffStage, key: str, *faces: int) -> ActionOutcome:
    """Report the dice of an action as the game master; return its outcome."""
    rolls = RollAction(action=key)
    intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=rolls, faces=faces)
    play.state = bones.decide(intent, play.state, TableTape(faces)).state
    return play.state.outcomes[key]


@pytest.mark.rule("BN-CAMP-154", "BN-R-300", "BN-R-001")
def test_reported_dice_with_resolution_at_once() -> None:
    """Income when it is declared, other actions when they have terms, in any order, each once."""
    play = OffStage(dice={"dice_source": "reported"}, seasons={"season_resolution": "at_once"})
    bob = play.die()
    play.open()
    waits = play.declare(bob, skill="Stealth")
    asked = DeclareAction(creature=bob, gains=("income",), aim="so it is", skill="Craft")
    earns = play.the(ActionDeclared, asked, seat="ann").action.id
    assert (earns,) == play.no(NotTheNextStep, RollAction(action=waits)).needs
    assert [earns] == [one.body["action"] for one in allowed_of(play.state, "gm", RollAction)]
    assert 1 == sent(play, earns, WON).successes
    play.do(SetActionTerms(action=waits, terms=Terms(skill="Stealth", difficulty="Easy")))
    assert not sent(play, waits, LOST, NONE, NONE).success
    assert () == play.no(NotTheNextStep, RollAction(action=waits)).needs
    play.close()
    play.end()


@pytest.mark.rule("BN-CAMP-154", "BN-R-071")
@pytest.mark.parametrize("resolution", ["at_close", "at_once"])
def test_action_of_an_incapacitated_creature_lapses(resolution: str) -> None:
    """An action without terms lapses at the close."""
    play = OffStage(seasons={"season_resolution": resolution})
    bob = play.die()
    play.open()
    key = play.declare(bob, skill="Stealth")
    play.state = play.state.changed(bob, lost=(1,))
    play.no(SeasonIsOver, SetActionTerms(action=key, terms=Terms(skill="Stealth", difficulty="Easy")))
    play.close()
    assert "incapacitated" == play.resolve().lapsed
    play.end()


@pytest.mark.rule("BN-CAMP-120", "BN-R-001")
def test_lapsed_action_needs_no_reported_dice() -> None:
    """Though its outcome is withheld."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    key = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close("none")
    play.state = play.state.changed(bob, lost=(1,))
    assert "incapacitated" == sent(play, key).lapsed


# ---------------------------------------------------------------- the rest of the season


@pytest.mark.rule("BN-R-073", "BN-HEAL-01", "BN-ACT-04", "BN-CAMP-117", "BN-CAMP-122")
@pytest.mark.parametrize(("weeks", "left"), [(None, ()), (13, ()), (2, (3, 1)), (0, (4, 2, 3, 1))])
def test_the_weeks_of_a_season_heal(weeks: int | None, left: tuple[int, ...]) -> None:
    """Thirteen by default: one die a week, and treatment of dice lost before."""
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
def test_a_season_has_as_many_weeks_as_the_campaign_says(weeks: int) -> None:
    """By default, four, or twelve."""
    play = OffStage(seasons={"weeks_per_season": weeks})
    bob = play.one(dice=[BOB[0]] * 14, lost=tuple(range(1, 14)))
    play.open()
    play.close()
    play.end()
    assert 13 - weeks == len(play.who(bob).lost)
    assert 1 + 7 * weeks == play.state.day


@pytest.mark.rule("BN-R-073", "BN-CAMP-122")
def test_final_steps_of_a_season() -> None:
    """All present creatures rest, then the time passes and the season is over."""
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
    """Twenty-one creatures take two steps; the unhurt, dead or broken do not change."""
    play = OffStage()
    made = [play.die(lost=(1,), count=2) for _ in range(21)]
    play.state = play.state.changed(made[0], dead=True)
    play.open()
    play.close()
    first, second = play.step(), play.step()
    healed = [[event.creature for event in step if isinstance(event, DamageHealed)] for step in (first, second)]
    assert [made[1:20], made[20:]] == healed
    assert (1,) == play.who(made[0]).lost


@pytest.mark.rule("BN-CAMP-122", "BN-DMG-03", "BN-R-071", "BN-R-072", "BN-OFF-09")
def test_damage_of_failures_can_kill_at_the_end() -> None:
    """With one die, two damage brings it down, so that its next action lapses; with more it dies when all rest."""
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
def test_failure_can_end_a_characters_season() -> None:
    """By the setting, if the game master chose that, and only for a failure."""
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
    """Later declarations are refused."""
    play = OffStage(seasons={"gm_may_end_season": True, "season_resolution": "at_once"})
    bob = play.die()
    play.open()
    play.declare(bob, skill="Stealth", difficulty="Easy", ends_season=True, faces=(LOST, NONE, NONE))
    play.no(SeasonIsOver, DeclareAction(creature=bob, gains=("other",), aim="more", skill="Social"))


@pytest.mark.rule("BN-R-317", "BN-MAG-11", "BN-R-287", "BN-SAC-04", "BN-MAG-03", "BN-R-073")
@pytest.mark.parametrize("weeks", [13, 0])
def test_magic_after_a_season(weeks: int) -> None:
    """Held effects end, and a die sacrificed for one stays lost; fatigue ends and dice heal by weeks only."""
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


# ---------------------------------------------------------------- narration


@pytest.mark.rule("BN-OFF-09", "BN-CAMP-123", "BN-R-261")
def test_the_winner_narrates_an_action() -> None:
    """The player a success, the game master a failure, once; until an action of another season is resolved."""
    play = OffStage()
    bob = play.die()
    play.open()
    won, lost = (play.declare(bob, skill="Stealth", difficulty="Easy") for _ in range(2))
    play.close()
    play.resolve(WON, NONE, NONE)
    play.resolve(LOST, NONE, NONE)
    play.end()

    play.no(NotYoursToTell, TellAction(action=won, text="so"))
    play.no(NotYoursToTell, TellAction(action=lost, text="so"), seat="ann")
    play.no(OnlyTheGameMaster, TellAction(action=won, text="so", damage=1), seat="ann")
    play.when(TellAction(action=won, text="In!"), seat="ann").then(ActionTold(action=won, text="In!"))
    play.no(AlreadyTold, TellAction(action=won, text="so"), seat="ann")
    assert "In!" == play.state.outcomes[won].told

    play.open()
    play.earn(bob, skill="Craft")
    play.close()
    assert {won, lost} == {*play.state.outcomes}
    third = play.resolve(WON).action
    assert {third} == {*play.state.outcomes}
    play.end()
    play.no(NotKnownHere, TellAction(action=lost, text="so"))


@pytest.mark.rule("BN-R-072")
@pytest.mark.parametrize("rule", ["gm_states", "none"])
def test_the_game_master_may_set_the_cost_of_a_failure_while_narrating(rule: str) -> None:
    """It then heals like any other damage; setting none: it costs nothing."""
    play = OffStage(seasons={"off_stage_damage": rule})
    bob = play.die(count=2)
    play.open()
    lost = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    play.resolve(LOST, LOST, NONE, NONE)
    play.end()

    play.state = play.state.changed(bob, seat="gm")
    costly = TellAction(action=lost, text="Beaten.", damage=1)
    if rule == "none":
        play.no(HarmIsForFailure, costly)
        return
    play.the(ActionTold, costly)
    assert (2,) == play.who(bob).lost


@pytest.mark.rule("BN-R-072")
def test_success_costs_nothing() -> None:
    """Nor does a lapsed action."""
    play = OffStage()
    bob = play.die("gm", kind="character")
    play.open()
    won = play.declare(bob, skill="Stealth", difficulty="Easy")
    play.close()
    play.resolve(WON, NONE, NONE)
    play.end()
    play.no(HarmIsForFailure, TellAction(action=won, text="so", damage=1))


# ---------------------------------------------------------------- withheld outcomes


def secretive(results: str, *, lucky: bool, **groups: Any) -> OffStage:  # noqa: ANN401 settings
    """Return a closed season in which ann's first action went well, or badly; bob's is resolved as well."""
    play = OffStage(**groups)
    ann, bob = play.die(count=2, spiffs=5), play.die("bob")
    play.open()
    play.declare(ann, "asset", "renown", skill="Craft", difficulty="Easy", damage=2, orders=Orders(reroll=True))
    play.earn(bob, skill="Craft")
    play.earn(ann, skill="Craft")
    play.close(results)
    play.resolve(*((WON, WON, NONE, NONE) if lucky else (LOST, LOST, NONE, NONE, LOST)))
    play.resolve(WON)
    play.resolve(*((WON, LOST) if lucky else () if results == "all" else (1,)))
    return play


def seen(play: OffStage, seat: str) -> str:
    """Return what a seat sees, as text."""
    return msgspec.json.encode(view(play.state, seat)).decode()


@pytest.mark.rule("BN-CAMP-121")
@pytest.mark.parametrize(("results", "who_knows"), [("all", "ann bob"), ("own", "ann"), ("none", "")])
def test_withheld_outcomes_do_not_show(results: str, who_knows: str) -> None:
    """Coins, dice, assets, renown, spiffs, a lapse: seats that may not know see the same for every outcome."""
    well, badly = (secretive(results, lucky=lucky) for lucky in (True, False))
    for seat in ("ann", "bob", "spectator"):
        knows = results == "all" or seat in who_knows
        assert knows is (seen(well, seat) != seen(badly, seat))
    assert seen(well, "gm") != seen(badly, "gm")
    assert closing.conceals(well.state) is (results != "all")
    assert bones.secrecy.has_hidden_draws(well.state) is (results != "all")


@pytest.mark.rule("BN-CAMP-121")
def test_withheld_action_is_one_event() -> None:
    """Its audience is the game masters and, by their choice, its player."""
    for results, audience in (("none", ("gm",)), ("own", ("ann", "gm"))):
        play = OffStage()
        ann = play.die()
        play.open()
        key = play.earn(ann, skill="Craft")
        play.close(results)
        (event,) = play.step(WON)
        assert isinstance(event, ActionResolved)
        assert event.unseen is not None
        assert (key, None, audience) == (event.action, event.resolution, event.unseen.audience)
        assert 100 == play.who(ann).coins
        assert (0, 100) == tuple(view(play.state, seat).characters[0].coins for seat in ("bob", "gm"))


@pytest.mark.rule("BN-CAMP-121")
@pytest.mark.parametrize("results", ["own", "none", "all"])
def test_results_are_public_once_all_is_resolved(results: str) -> None:
    """Twenty at a time; then all seats see the same, and nothing is withheld."""
    play = OffStage()
    made = [play.die() for _ in range(11)]
    play.open()
    for who in made:
        for _ in range(2):
            play.declare(who, skill="Craft", difficulty="Easy")
    play.close(results)
    for _ in range(22):
        play.resolve(WON, NONE, NONE)
    if results == "all":
        assert LetRest(after=0) == play.due
        return
    assert [TellOutcomes(after=0)] == [play.due]
    narrations = [play.step() for _ in range(2)]
    assert [20, 2] == [len(event.outcomes) for (event,) in narrations if isinstance(event, OutcomesTold)]
    assert not closing.conceals(play.state)
    assert seen(play, "ann") == seen(play, "spectator")
    assert 22 == len(view(play.state, "spectator").outcomes)


@pytest.mark.rule("BN-CAMP-121")
def test_a_redacted_copy_gets_withheld_results_when_they_are_published() -> None:
    """Both logs give the same campaign."""
    play, blind = OffStage(), OffStage()
    ann, _ = play.die(), blind.die()
    play.open()
    play.declare(ann, "asset", skill="Craft", difficulty="Easy")
    play.earn(ann, skill="Craft")
    play.close("none")
    blind.state = play.state
    happened = [*play.step(WON, NONE, NONE), *play.step(WON)]
    hidden = [replace(one, unseen=Secret(audience=("gm",))) for one in happened if isinstance(one, ActionResolved)]
    blind.given(*hidden)
    assert {} == blind.state.outcomes
    narrations = play.step()
    blind.given(*narrations)
    assert play.state.characters == blind.state.characters
    assert (play.state.outcomes, play.state.season) == (blind.state.outcomes, blind.state.season)
    assert 200 == blind.who(ann).coins


@pytest.mark.rule("BN-CAMP-118", "BN-CAMP-121")
def test_outcomes_at_once_are_public() -> None:
    """Whatever the setting of the closing."""
    play = OffStage(seasons={"season_resolution": "at_once"})
    ann = play.die()
    play.open()
    play.earn(ann, skill="Craft", faces=(WON,))
    play.close("none")
    assert 1 == len(view(play.state, "bob").outcomes)
    assert 100 == view(play.state, "bob").characters[0].coins
    assert not closing.conceals(play.state)


@pytest.mark.rule("BN-CAMP-121")
def test_seat_sees_the_progress_of_the_season() -> None:
    """The number of resolved actions, and of all."""
    play = secretive("none", lucky=True)
    season = view(play.state, "bob").season
    assert season is not None
    assert (3, 3, 0, 0) == (season.resolved, season.total, season.told, len(season.over))


@pytest.mark.rule("BN-CAMP-121", "BN-R-071")
def test_end_of_a_characters_season_is_withheld() -> None:
    """Until the failure is narrated."""
    play = OffStage(seasons={"gm_may_end_season": True})
    ann = play.die()
    play.open()
    play.declare(ann, skill="Craft", difficulty="Easy", ends_season=True)
    play.declare(ann, skill="Craft", difficulty="Easy")
    play.close("none")
    play.resolve(LOST, NONE, NONE)
    assert [(), (ann,)] == [found.over for seat in ("ann", "gm") if (found := view(play.state, seat).season)]
    assert "season over" == play.resolve(1).lapsed
    play.step()
    assert [(ann,)] == [found.over for seat in ("ann",) if (found := view(play.state, seat).season)]


# ---------------------------------------------------------------- legal list


@pytest.mark.rule("BN-CAMP-120", "BN-CAMP-113", "BN-OFF-09")
def test_listed_commands_during_and_after_the_closing() -> None:
    """The next action with reported dice, and nothing else; then the narration, for its winner."""
    play = OffStage()
    bob = play.die()
    play.open()
    won, lost = (play.declare(bob, skill="Stealth", difficulty="Easy") for _ in range(2))
    play.close()
    assert [] == [*listed(play.state, "gm").allowed, *listed(play.state, "ann").allowed]
    play.resolve(WON, NONE, NONE)
    play.resolve(LOST, NONE, NONE)
    play.end()
    narrations = {seat: allowed_of(play.state, seat, TellAction) for seat in ("gm", "ann", "bob")}
    offered = {
        seat: {(one.body["action"], "damage" in one.fields) for one in found} for seat, found in narrations.items()
    }
    assert {"gm": {(lost, False), (lost, True)}, "ann": {(won, False)}, "bob": set()} == offered


@pytest.mark.rule("BN-CAMP-120")
def test_the_next_action_is_offered_where_dice_are_reported() -> None:
    """Only for the game master."""
    play = OffStage(dice={"dice_source": "reported"})
    bob = play.die()
    play.open()
    key = play.earn(bob, skill="Craft")
    play.close()
    assert [key] == [one.body["action"] for one in allowed_of(play.state, "gm", RollAction)]
    assert [] == allowed_of(play.state, "ann", RollAction)


# ---------------------------------------------------------------- record


@pytest.mark.rule("BN-CAMP-121")
def test_record_of_withheld_outcomes_does_not_depend_on_dice() -> None:
    """Twelve seasons with other dice have other outcomes and lapses, but the same public bytes and sealed parts."""
    shown, came = set(), set()
    for seed in range(1, 13):
        journal = Journal(seed=100 * seed)
        bob, _ = journal.party()
        journal.send(OpenSeason(name="spring"))
        orders, terms = Orders(reroll=True, success=True), Terms(skill="Scholar", difficulty="Average")
        for gain in ("asset", "renown"):
            journal.send(DeclareAction(creature=bob, gains=(gain,), aim="so", skill="Scholar", orders=orders))
            last = max(journal.state.season.actions, key=number_of) if journal.state.season else ""
            journal.send(SetActionTerms(action=last, terms=terms, damage=4))
        journal.send(DeclareAction(creature=bob, gains=("income",), aim="so", skill="Scholar", orders=orders))
        journal.send(CloseSeason(results="none"))
        first = len(journal.records)
        for _ in range(3):
            assert journal.take_due()
        closing_of = journal.records[first:]
        shown.add(tuple((record.public, *(part.audience for part in record.parts)) for record in closing_of))
        came.add(tuple((one.success, one.lapsed, one.coins) for one in journal.state.outcomes.values()))
        with pytest.raises(StillConcealed):
            journal.send(RotateSeed())
        while journal.take_due():
            pass
        assert journal.send(RotateSeed())
        journal.close()
        assert "proven" == audited(bones, journal.lines()).conclusion
    assert 1 == len(shown)
    assert 3 < len(came)


@pytest.mark.rule("BN-R-285", "BN-R-073")
@pytest.mark.parametrize("ends", [True, False])
def test_damage_of_a_failure_and_treatment(ends: bool) -> None:  # noqa: FBT001 a row
    """A setting decides whether it ends a treatment; a success never does."""
    for faces, kept in (((LOST, NONE, NONE), not ends), ((WON, NONE, NONE), True)):
        play = OffStage(healing={"new_damage_ends_treatment": ends})
        bob = play.die(count=2, lost=(2,), treatment=Treatment(days=3))
        play.open()
        play.declare(bob, skill="Stealth", difficulty="Easy", damage=1)
        play.close()
        play.resolve(*faces)
        assert kept == (play.who(bob).treatment is not None)
