"""Helpers for tests of spiffs: a character's roll, and the spiffs spent on it."""

from typing import Any

from services.bones.chapters.rolls.rolls import RollMade
from services.bones.chapters.rolls.spiffs import (
    AllowSpiffs,
    SpiffUseAsked,
    UseSpiffs,
)
from services.bones.state.rolls import Roll, RollStage, Shown
from tests.bones.play import Play

FRIEND = "my friend Ragnar works here"


def record_roll(play: Play, who: str, *more: Shown, stage: RollStage = "faces", **fields: Any) -> str:  # noqa: ANN401 of a roll
    """Record a creature's roll in which each die shows its sixth face; return the roll."""
    roll = play.new("roll")
    own = tuple(
        Shown(die=f"die-{number}", kind="character", face=play.who(who).dice[number - 1].faces[5])
        for number in play.who(who).numbers
    )
    play.given(RollMade(roll=Roll(id=roll, of="task-0", creature=who, dice=(*own, *more), stage=stage, **fields)))
    return roll


def ask(play: Play, who: str, use: Any, *, seat: str = "ann", **about: Any) -> str:  # noqa: ANN401 fields of a command
    """Request a use of spiffs as a player; return the request."""
    return play.the(SpiffUseAsked, UseSpiffs(creature=who, use=use, **about), seat=seat).use.id


def spend(play: Play, who: str, use: Any, *faces: int, **about: Any) -> list[Any]:  # noqa: ANN401 fields of a command
    """Request a use of spiffs as a player, and approve it as the game master; return the events."""
    return play.do(AllowSpiffs(use=ask(play, who, use, **about)), *faces)


def spiffs_left(play: Play, who: str) -> int:
    """Return how many spiffs a creature has left."""
    return play.state.spiffs_of(who)
