"""Seasons: their order, their separation from play on stage, and their closing.

Play on stage is the play between seasons, scene by scene.
"""

from typing import Any, Final, get_args

import pytest
from msgspec.structs import replace

from services.bones.chapters.adventure.adventures import LoadAdventure
from services.bones.chapters.fights.combat import CombatStarted, Entrant, StartCombat
from services.bones.chapters.lasting_magic.holding import HoldEffects, PassRounds
from services.bones.chapters.lasting_magic.minds import GiveOrder
from services.bones.chapters.magic.effects import EffectEnded
from services.bones.chapters.people.characters import WriteSheet
from services.bones.chapters.rolls.falls import Fall
from services.bones.chapters.rolls.hindering import OrderHinderingRoll
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.seasons.closing import ActionResolved, ResolveAction
from services.bones.chapters.seasons.seasons import (
    CloseSeason,
    LetSeasonPass,
    NoSeason,
    OpenSeason,
    SeasonClosing,
    SeasonIsClosing,
    SeasonIsOpen,
    SeasonOpened,
    SeasonsInOrder,
    SetDeadline,
    StillOnStage,
    TermsFirst,
)
from services.bones.chapters.seasons.strategic import (
    DeclareAction,
    SetActionTerms,
    ThreeASeason,
    WithdrawAction,
)
from services.bones.chapters.tasks.recovery import PassTime
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, TaskProposed, WithdrawTask
from services.bones.game import bones
from services.bones.state.seasons import SEASONS, Results, Season, SeasonName
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.campaign.roster import RevealCharacter
from shared.kernel.campaign.seats import OnlyTheGameMaster
from shared.kernel.messages import Command
from shared.kernel.refusals import NotDue
from shared.kernel.stream import SeatOpened
from tests.bones.casting import goes_on, mage
from tests.bones.off_stage import (
    asks,
    clock,
    close_season,
    declare_action,
    end_season,
    open_season,
    over,
    season,
    set_to,
)
from tests.bones.play import Play, allowed_of

NOW: Final = 1_000
"""The time at which the seats of an example send commands, in milliseconds."""
EASY: Final = Terms(skill="Social", difficulty="Easy")


# ---------------------------------------------------------------- the order of the seasons


@pytest.mark.rule("BN-ACT-04", "BN-R-306")
def test_seasons_follow_in_their_order() -> None:
    """Fall, winter and spring follow the summer that the game master names, whether a command names them or not."""
    play = Play()
    assert SEASONS == ("winter", "spring", "summer", "fall")
    assert play.the(SeasonOpened, OpenSeason(name="summer")).season == Season(number=1, name="summer", weeks=13)
    close_season(play)
    following: tuple[SeasonName, ...] = ("fall", "winter", "spring", "summer")
    for number, name in enumerate(following, 2):
        assert open_season(play) == Season(number=number, name=name, weeks=13)
        close_season(play)
    other: tuple[SeasonName, ...] = ("winter", "spring", "summer")
    for wrong in other:
        assert play.no(SeasonsInOrder, OpenSeason(name=wrong)).needs == ("fall",)
    assert play.the(SeasonOpened, OpenSeason(name="fall")).season.number == 6


@pytest.mark.rule("BN-R-306")
def test_the_first_season_is_named_and_others_may_pass() -> None:
    """A campaign's first season needs a name and cannot be skipped. After a skipped winter, spring is next."""
    play = Play()
    assert play.no(SeasonsInOrder, OpenSeason()).needs == SEASONS
    assert play.no(SeasonsInOrder, LetSeasonPass()).field is None
    assert play.no(SeasonsInOrder, LetSeasonPass()).needs == "OpenSeason first, with a name"
    play.do(OpenSeason(name="fall"))
    over(play)
    passing = Season(number=2, name="winter", weeks=13)
    assert play.do(LetSeasonPass()) == [SeasonOpened(season=passing), SeasonClosing(results="none")]
    end_season(play)
    assert (play.state.last_season, play.state.seasons) == ("winter", 2)
    assert open_season(play) == Season(number=3, name="spring", weeks=13)
    play.no(SeasonIsOpen, LetSeasonPass())


@pytest.mark.rule("BN-CAMP-151", "BN-R-305", "BN-CAMP-130")
def test_a_skipped_season_rests_everybody() -> None:
    """A season cannot be skipped while anything is open on stage. Its weeks pass, and all characters rest."""
    play = Play()
    bob = play.one(lost=(2, 1))
    guard = play.one("gm")
    play.state = replace(play.state, last_season="fall", seasons=1)
    both = (Entrant(creature=bob, side="one"), Entrant(creature=guard, side="two"))
    for busy in (StartCombat(fighters=both), CallTask(creature=bob, aim="climb", terms=EASY),
                 DealDamage(creature=bob, amount=1), LoadAdventure(characters=(bob,))):  # fmt: skip
        before = play.state
        play.do(busy)
        play.no(StillOnStage, LetSeasonPass())
        play.state = before
    day = play.state.day
    play.do(LetSeasonPass())
    end_season(play)
    assert (play.who(bob).lost, play.state.day - day) == ((), 13 * 7)


@pytest.mark.rule("BN-R-069", "BN-ACT-05", "BN-R-070")
def test_each_character_has_three_actions_a_season() -> None:
    """Each character has three actions in a season, and a fourth is refused. Unused actions are lost."""
    play = Play()
    bob, zoe = play.one("ann"), play.one("bob")
    play.no(OnlyTheGameMaster, OpenSeason(name="spring"), seat="ann")
    open_season(play)
    play.no(SeasonIsOpen, OpenSeason())
    for place in (1, 2, 3):
        declare_action(play, bob, seat="ann")
        assert season(play).of(bob)[-1].place == place
    play.no(ThreeASeason, asks(bob), seat="ann")
    play.no(ThreeASeason, asks(bob))
    hers = declare_action(play, zoe, seat="bob")
    assert [one.place for one in season(play).of(zoe)] == [1]
    for action in season(play).actions:
        play.do(WithdrawAction(action=action)) if action != hers else set_to(play, action)
    play.do(CloseSeason())
    play.do(ResolveAction(action=hers), *(1,) * 8, seat="clock")
    end_season(play)

    assert open_season(play).actions == {}
    for who, seat in ((bob, "ann"), (zoe, "bob")):
        for _ in range(3):
            declare_action(play, who, seat=seat)
        play.no(ThreeASeason, asks(who), seat=seat)


@pytest.mark.rule("BN-R-073")
@pytest.mark.parametrize("weeks", [None, 4, 12])
def test_a_season_has_the_weeks_of_the_setting(weeks: int | None) -> None:
    """A season has 13 weeks, or as many as `weeks_per_season` states.

    The game master can set any other number, even 0.
    """
    play = Play(seasons={} if weeks is None else {"weeks_per_season": weeks})
    assert open_season(play).weeks == (weeks or 13)
    for said in (0, 52):
        over(play)
        play.do(OpenSeason(weeks=said))
        assert season(play).weeks == said


# ---------------------------------------------------------------- on stage or off


@pytest.mark.rule("BN-ACT-01", "BN-ACT-02", "BN-ACT-03", "BN-EX-13")
def test_an_action_belongs_on_stage_or_off() -> None:
    """Forging a sword at the smithy is a task on stage. Courting a lady for months is a strategic action off stage."""
    play = Play(seasons={"season_resolution": "at_once"})
    bob = play.one()
    forging = CallTask(creature=bob, aim="forge a sword", terms=Terms(skill="Craft", difficulty="Easy"))
    task = play.the(TaskProposed, forging).task
    assert [one.belongs_to for one in view(play.state, "ann").tasks] == ["on stage"]
    play.the(TaskSettled, RollTask(task=task.id), *(1,) * 6)
    assert ([one.task for one in play.state.results.values()], play.state.outcomes) == ([task.id], {})

    open_season(play)
    action = declare_action(play, bob, skill="Social", seat="ann")
    found = view(play.state, "ann").season
    assert found is not None
    (seen,) = found.actions
    assert (seen.belongs_to, seen.aim) == ("off stage", "win her over")
    play.the(ActionResolved, SetActionTerms(action=action, terms=EASY), *(1,) * 6)
    assert ([*play.state.outcomes], len(play.state.results)) == ([action], 1)


def on_stage(who: str, other: str) -> tuple[Command, ...]:
    """Return all commands that are legal only on stage."""
    fighters = (Entrant(creature=who, side="one"), Entrant(creature=other, side="two"))
    return (
        Attempt(creature=who, aim="climb"), CallTask(creature=who, aim="climb", terms=EASY), PassTime(hours=1),
        StartCombat(fighters=fighters), Fall(creature=who, height=5), OrderHinderingRoll(creature=who),
        PassRounds(rounds=1), HoldEffects(stretch="a night"),
    )  # fmt: skip


@pytest.mark.rule("BN-R-305", "BN-ACT-01")
def test_nothing_happens_on_stage_while_a_season_is_open() -> None:
    """The game refuses tasks, fights, falls and passing time while a season is open.

    After the season, a task is legal again.
    """
    play = Play()
    bob, guard = play.one(), play.one("gm")
    open_season(play)
    for command in on_stage(bob, guard):
        play.no(SeasonIsOpen, command)
        assert not allowed_of(play.state, "gm", type(command))
    over(play)
    play.do(Attempt(creature=bob, aim="climb"), seat="ann")


@pytest.mark.rule("BN-R-305")
def test_a_season_opens_when_nothing_is_open_on_stage() -> None:
    """A season can be opened only when each task, wound and fight is settled."""
    play = Play()
    bob, guard = play.one(), play.one("gm")
    task = play.the(TaskProposed, Attempt(creature=bob, aim="climb")).task.id
    assert play.no(StillOnStage, OpenSeason(name="spring")).has == (task,)
    play.do(WithdrawTask(task=task))
    play.do(DealDamage(creature=bob, amount=1))
    (wound,) = play.state.wounds
    assert play.no(StillOnStage, OpenSeason(name="spring")).has == (wound,)
    play.do(TakeDamage(wound=wound, dice=(1,)))
    both = (Entrant(creature=bob, side="one"), Entrant(creature=guard, side="two"))
    fight = play.the(CombatStarted, StartCombat(fighters=both)).combat
    assert play.no(StillOnStage, OpenSeason(name="spring")).has == (fight,)
    assert not allowed_of(play.state, "gm", OpenSeason)


# ---------------------------------------------------------------- it closes


@pytest.mark.rule("BN-R-303")
def test_a_season_is_not_closed_over_an_action_without_a_difficulty() -> None:
    """The game refuses to close a season with an action that has no difficulty, and names the action.

    The action needs terms or must be withdrawn. Income needs no terms.
    """
    play = Play()
    bob, zoe = play.one("ann"), play.one("bob")
    open_season(play)
    income = declare_action(play, bob, "income")
    first, second = declare_action(play, bob), declare_action(play, zoe)
    assert play.no(TermsFirst, CloseSeason()).has == (first, second)
    set_to(play, first)
    assert play.no(TermsFirst, CloseSeason()).has == (second,)
    play.do(WithdrawAction(action=second), seat="bob")
    assert play.do(CloseSeason()) == [SeasonClosing(results="none")]
    assert (season(play).stage, [*season(play).actions]) == ("closing", [income, first])


@pytest.mark.rule("BN-CAMP-113")
def test_while_a_season_closes_nothing_else_is_accepted() -> None:
    """While a season closes, the game refuses commands of players and the game master; another seat can still join."""
    play = Play()
    bob = play.one()
    open_season(play)
    action = declare_action(play, bob)
    set_to(play, action)
    play.do(CloseSeason())
    sent: tuple[tuple[Command, str], ...] = (
        (asks(bob), "ann"), (WithdrawAction(action=action), "ann"), (WriteSheet(creature=bob, age="30"), "ann"),
        (SetActionTerms(action=action, terms=EASY), "gm"), (CloseSeason(), "gm"), (SetDeadline(), "gm"),
        (DealDamage(creature=bob, amount=1), "gm"), (PassTime(hours=1), "gm"), (OpenSeason(), "gm"),
        (RevealCharacter(character=bob), "gm"),
    )  # fmt: skip
    for command, seat in sent:
        assert play.no(SeasonIsClosing, command, seat=seat).has == 1
    for kind in bones.commands:
        assert not allowed_of(play.state, "gm", kind)
    play.given(SeatOpened(seat="eve", role="player"))
    assert play.state.roles["eve"] == "player"


@pytest.mark.rule("BN-ACT-04")
def test_commands_of_a_season_need_an_open_one() -> None:
    """Without an open season, the game refuses to declare an action, set a deadline, or close the season."""
    play = Play()
    bob = play.one()
    for command in (asks(bob), SetDeadline(closes_in=1), CloseSeason()):
        play.no(NoSeason, command)
    assert isinstance(clock(play, NOW), NotDue)
    assert not allowed_of(play.state, "ann", DeclareAction)


def test_the_last_choice_of_who_sees_results_counts() -> None:
    """If the audience of the results is chosen at the season's opening and at its close, the later choice counts."""
    said: tuple[Results, ...] = get_args(Results)
    for first in said:
        for then in (None, *said):
            play = Play()
            play.do(OpenSeason(name="spring", results=first))
            assert view(play.state, "ann").season is not None
            assert play.do(CloseSeason(results=then)) == [SeasonClosing(results=then or first)]
            assert season(play).results == (then or first)


def test_listed_commands_for_seasons() -> None:
    """The legal list offers every name for the first season, and the close while a season is open."""
    play = Play()
    entry: Any
    (entry,) = allowed_of(play.state, "gm", OpenSeason)
    assert entry.fields["name"].options == SEASONS
    open_season(play)
    assert not allowed_of(play.state, "gm", OpenSeason)
    assert allowed_of(play.state, "gm", CloseSeason)
    assert not allowed_of(play.state, "ann", CloseSeason)


@pytest.mark.rule("BN-CAMP-151", "BN-MAG-03")
def test_a_held_effect_ends_when_a_season_opens() -> None:
    """A held effect ends when a season opens, because its caster is busy for weeks."""
    table = Play()
    effect = goes_on(table, mage(table))
    ended_too = [one.why for one in table.do(OpenSeason(name="winter")) if isinstance(one, EffectEnded)]
    assert ["let go"] == ended_too
    assert effect not in table.state.effects


@pytest.mark.rule("BN-CAMP-151")
def test_no_season_opens_while_an_order_lacks_its_magnitude() -> None:
    """No season can open while an order has no magnitude, because none can be set during a season."""
    table = Play()
    caster, target = mage(table), table.one("bob")
    effect = goes_on(table, caster, kind="mind", target=target)
    table.do(GiveOrder(effect=effect, text="bring the goblet"), seat="ann")
    table.no(StillOnStage, OpenSeason(name="winter"))
