"""What tests of the season off stage have in common."""

from typing import Final

from msgspec.structs import replace

from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import ActionDeclared, DeclareAction, SetActionTerms
from services.bones.game import bones
from services.bones.state.seasons import Gain, Season
from services.bones.state.tasks import SkillName, Terms
from tests.bones.play import Play

AVERAGE: Final = Terms(skill="Social", difficulty="Average")


def opened(play: Play) -> Season:
    """Let the next season be open, a spring if it is the first; return it."""
    play.do(OpenSeason(name="spring" if play.state.last_season is None else None))
    return season(play)


def season(play: Play) -> Season:
    """Return the season that is open."""
    assert play.state.season is not None
    return play.state.season


def closed(play: Play) -> None:
    """Let the season close in which nothing has to be rolled."""
    play.do(CloseSeason())
    ended(play)


def ended(play: Play) -> None:
    """Let the clock take what steps are left of a season whose actions are resolved."""
    while step := bones.timing.due(play.state):
        play.do(step.command, seat="clock")


def over(play: Play) -> None:
    """Let the season be over, whatever came of its actions."""
    then = season(play)
    play.state = replace(play.state, season=None, last_season=then.name, seasons=then.number)


def asks(who: str, *gains: Gain, skill: SkillName = "Social", aim: str = "win her over") -> DeclareAction:
    """Return a declaration."""
    return DeclareAction(creature=who, gains=gains or ("relationship",), aim=aim, skill=skill)


def declared(play: Play, who: str, *gains: Gain, skill: SkillName = "Social", seat: str = "gm") -> str:
    """Let a character declare an action; return its id."""
    return play.the(ActionDeclared, asks(who, *gains, skill=skill), seat=seat).action.id


def set_to(play: Play, action: str, terms: Terms = AVERAGE) -> None:
    """Let the game master say what an action is rolled against."""
    play.do(SetActionTerms(action=action, terms=terms))


def resolved(play: Play, *actions: str) -> None:
    """Let some actions be resolved, whatever came of them."""
    play.state = play.state.season_put(done=(*season(play).done, *actions))
