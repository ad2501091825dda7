"""Helpers for tests of seasons off stage."""

from typing import Any, Final

from msgspec.structs import replace

from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason, ReachDeadline
from services.bones.chapters.seasons.strategic import ActionDeclared, DeclareAction, SetActionTerms
from services.bones.game import bones
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Asset, Gain, Season
from services.bones.state.tasks import SkillName, Terms
from shared.kernel.refusals import Refusal
from tests.bones.closings import OffStage
from tests.bones.play import Play

AVERAGE: Final = Terms(skill="Social", difficulty="Average")

SKILLED: Final = (("Universal", "Social", "Scholar", "Craft", "Merchant", "Healer"),) * 4

JACK: Final = ("Universal", "Merchant", "Scholar", "Sailor", "Magic", "blank")


def open_season(play: Play) -> Season:
    """Open the next season, by default a spring; return it."""
    play.do(OpenSeason(name="spring" if play.state.last_season is None else None))
    return season(play)


def season(play: Play) -> Season:
    """Return the open season."""
    assert play.state.season is not None
    return play.state.season


def close_season(play: Play) -> None:
    """Close a season in which nothing is rolled."""
    play.do(CloseSeason())
    end_season(play)


def end_season(play: Play) -> None:
    """Carry out the remaining steps of a season whose actions are resolved."""
    while step := bones.timing.due(play.state):
        play.do(step.command, seat="clock")


def over(play: Play) -> None:
    """End the season without resolving its actions."""
    then = season(play)
    play.state = replace(play.state, season=None, last_season=then.name, seasons=then.number)


def asks(who: str, *gains: Gain, skill: SkillName = "Social", aim: str = "win her over") -> DeclareAction:
    """Return the command that declares an action."""
    return DeclareAction(creature=who, gains=gains or ("relationship",), aim=aim, skill=skill)


def declare_action(play: Play, who: str, *gains: Gain, skill: SkillName = "Social", seat: str = "gm") -> str:
    """Declare a character's action; return its id."""
    return play.the(ActionDeclared, asks(who, *gains, skill=skill), seat=seat).action.id


def set_to(play: Play, action: str, terms: Terms = AVERAGE) -> None:
    """Set the terms of an action as the game master."""
    play.do(SetActionTerms(action=action, terms=terms))


def mark_as_resolved(play: Play, *actions: str) -> None:
    """Mark these actions as resolved, without an outcome."""
    play.state = play.state.season_put(done=(*season(play).done, *actions))


def table(*, dice: Any = SKILLED, **settings: Any) -> tuple[Play, str]:  # noqa: ANN401 fields of the settings
    """Return a campaign with an open season and a character of Ann's, and the character's id."""
    play = Play(seasons=settings)
    bob = play.one(dice=dice)
    open_season(play)
    return play, bob


def assets(*skills: str, **fields: Any) -> dict[str, Asset]:  # noqa: ANN401 fields of an asset
    """Return assets that serve these skills, one asset for each skill."""
    made = (Asset(id=f"asset-{place}", name=skill, skill=skill, **fields) for place, skill in enumerate(skills, 900))
    return {one.id: one for one in made}


def earn_income(play: OffStage, who: str, skill: SkillName, *faces: int) -> ActionOutcome:
    """Earn income with a character's skill in a separate season; return the outcome."""
    play.open()
    play.earn(who, skill=skill)
    play.close()
    found = play.resolve(*faces)
    play.end()
    return found


def clock(play: Play, at: int) -> Refusal | None:
    """Send the command of the season's deadline as the clock; return the refusal, if any."""
    play.when(ReachDeadline(), seat="clock", at=at)
    if isinstance(play.outcome, Refusal):
        return play.outcome
    play.take_events()
    return None
