"""Helpers for tests of healing: fighters who rest."""

from services.bones.chapters.tasks.recovery import (
    PassTime,
)
from tests.bones.play import STANDARD, Play

FIGHTERS = [STANDARD["Fighter"]] * 4


def rest(play: Play, who: str, days: int, *, hours: int = 0) -> int:
    """Make a character rest; return how many of its dice are still lost."""
    play.do(PassTime(days=days, hours=hours, resting=(who,)))
    return len(play.who(who).lost)
