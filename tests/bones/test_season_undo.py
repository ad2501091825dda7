"""Undo across the end of a season: who must agree, and what happens to the dice and the deadline."""

from __future__ import annotations

from typing import Final

import pytest

from services.bones.chapters.seasons.seasons import OpenSeason
from services.bones.chapters.seasons.strategic import DeclareAction, SetActionTerms
from services.bones.game import bones
from services.bones.state.tasks import Terms
from services.bones.views import view
from shared.kernel.chance import RecordedDraw
from shared.kernel.messages import canonical
from shared.kernel.refusals import BeyondClock
from shared.kernel.stream import AgreeToUndo, ProposeUndo, TakenBack, UndoProposed
from tests.bones.tables import Journal
from tests.conformance.test_undo import content_of
from tests.support.journal import audit_export

MINUTE: Final = 60_000
AVERAGE: Final = Terms(skill="Social", difficulty="Average")


class Season(Journal):
    """A campaign with an open season that closes after a minute, and with one action of each player."""

    def __init__(self) -> None:
        """Open the season, and declare the actions of the players."""
        super().__init__()
        self.memory.note_after(self.stream)
        bob, grumpy = self.party()
        self.send(OpenSeason(name="spring", closes_in=60, results="own"))
        for who, seat in ((bob, "ann"), (grumpy, "bob")):
            self.send(DeclareAction(creature=who, gains=("relationship",), aim="a friend", skill="Social"), seat)
        assert self.state.season is not None
        for action in self.state.season.actions:
            self.send(SetActionTerms(action=action, terms=AVERAGE))

    @property
    def deadline(self) -> int:
        """Return the deadline of the open season."""
        assert self.state.season is not None
        assert self.state.season.deadline is not None
        return self.state.season.deadline

    def closes(self) -> list[RecordedDraw]:
        """Wait for the deadline and let the clock carry out all steps; return the draws."""
        self.waited += MINUTE
        steps = 0
        while self.take_due():
            steps += 1
        assert self.state.season is None
        return [draw for step in self.stream.trail[-steps:] for draw in step.draws]

    def seen(self) -> list[bytes]:
        """Return what each seat sees, without the season's deadline."""
        return [canonical(view(self.state.season_put(deadline=0), seat)) for seat in ("gm", "ann", "bob")]


@pytest.mark.rule("AR-UNDO-05", "AR-UNDO-06", "AR-UNDO-07", "AR-UNDO-10", "BN-CAMP-114")
def test_the_end_of_a_season_is_taken_back_by_all() -> None:
    """A player cannot propose to undo the end of a season; the game master can, and all players must agree.

    The season is then open for the rest of its minute, and its dice are kept.
    """
    table = Season()
    declared, at, seen = table.stream.version, table.stream.at, table.seen()
    deadline = table.deadline
    first = table.closes()
    assert {audience for audience, _ in first} == {("ann", "gm"), ("bob", "gm")}
    for seat in ("ann", "bob"):
        with pytest.raises(BeyondClock):
            table.send(ProposeUndo(to=declared), seat)

    (proposed,) = table.send(ProposeUndo(to=declared))
    assert isinstance(proposed, UndoProposed)
    assert proposed.asked == ("ann", "bob")
    for seat in proposed.asked:
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)
    assert isinstance(table.events[-1], TakenBack)
    assert table.seen() == seen
    assert table.deadline == deadline + table.stream.at - at
    assert not table.take_due()

    again = table.closes()
    assert list(map(content_of, again)) == list(map(content_of, first))
    assert {draw.source for _, draw in again} == {"kept"}
    table.close()
    assert audit_export(bones, table.lines()).proven
