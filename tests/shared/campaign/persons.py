"""Helpers for fights of the small campaign: commands and events that concern persons."""

from shared.kernel.campaign.fights import (
    EndTurn,
    TurnEnded,
)
from shared.kernel.chance import Faces
from shared.kernel.messages import Event
from tests.shared.campaign.game import (
    PointsSet,
    Rolled,
    RollForOrder,
    SetPoints,
    Table,
    person,
)
from tests.support.spec import Spec

P1, P2, P3, P4 = "person-1", "person-2", "person-3", "person-4"
THREE = (person(1), person(2, "bob"), person(3))


def kill(who: str) -> SetPoints:
    """Return the command that kills a person."""
    return SetPoints(person=who, points=0, reason="so it is")


def death_of(who: str) -> PointsSet:
    """Return an event that records a death."""
    return PointsSet(person=who, points=0)


def roll(play: Spec[Table], who: str, face: int, *events: Event) -> None:
    """Roll for the turn order with this face; assert that exactly these events happen."""
    play.when(RollForOrder(participant=who), faces=Faces(face)).then(Rolled(participant=who, face=face), *events)


def end(play: Spec[Table], who: str, *events: Event) -> None:
    """End a person's turn; assert that exactly these events follow."""
    play.when(EndTurn(participant=who)).then(TurnEnded(participant=who), *events)
