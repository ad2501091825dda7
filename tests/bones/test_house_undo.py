"""Undo in campaigns of BONES with a computer player, whose knowledge is restored together with the campaign."""

from __future__ import annotations

from typing import Final

import pytest

from services.bones.chapters.fights.declaring import Declare
from services.bones.game import bones
from services.bones.players import PLAYERS
from shared.kernel.messages import Command, Seat, canonical
from shared.kernel.stream import AgreeToUndo, OpenSeat, ProposeUndo, UndoProposed
from tests.bones.test_house_fights import Duel, appoint_players
from tests.support.housed import Housed
from tests.support.journal import audit_export

ENOUGH: Final = 40


class Undone(Duel):
    """A duel with a computer player for seat bob, in which the game master undoes commands."""

    def __init__(self) -> None:
        """Start the duel, and keep its states for later undos."""
        super().__init__()
        self.house = appoint_players(self, "bob")
        self.memory.note_after(self.stream)

    def back(self, to: int, seat: Seat = "gm") -> None:
        """Undo to a version, with the consent of all seats that must agree."""
        proposed = self.send(ProposeUndo(to=to), seat)[0]
        if isinstance(proposed, UndoProposed):
            for asked in proposed.asked:
                self.send(AgreeToUndo(proposal=proposed.proposal), asked)

    def step(self) -> Command | None:
        """Let the computer player act, or let Ann declare if it waits for her. Return the computer player's command."""
        command = self.house.act()
        combat = self.state.combat
        if command is None and combat is not None and combat.stage == "declaring":
            self.send(Declare(creature=self.ours, doing="fight"), "ann")
            command = self.house.act()
        return command

    def knows_the_log(self) -> None:
        """Assert that the computer player knows what a new one would know after reading the whole log."""
        late = Housed(self, PLAYERS)
        assert canonical(self.house.knowledge_of("bob").state) == canonical(late.knowledge_of("bob").state)


@pytest.mark.rule("AR-UNDO-18")
def test_a_turn_of_the_house_is_taken_back() -> None:
    """After an undo, the computer player makes the same declaration again, and fights on. An audit confirms the log."""
    duel = Undone()
    before = duel.stream.version
    first = duel.step()
    assert isinstance(first, Declare)
    duel.back(before)

    assert duel.house.seat == "bob"
    assert duel.step() == first
    duel.knows_the_log()
    sent = [type(duel.step()).__name__ for _ in range(ENOUGH)]
    assert {"RollRound", "Allot"} < {*sent}
    assert "CreateCharacter" not in sent
    duel.close()
    assert audit_export(bones, duel.lines()).failure is None


@pytest.mark.rule("AR-UNDO-18")
def test_the_house_forgets_what_was_taken_back() -> None:
    """After an undo, a redo and the opening of a seat, the computer player knows exactly what its seat can read."""
    duel = Undone()
    then = {duel.stream.version: duel.house.knowledge_of("bob").state.combat}
    duel.step()
    duel.step()
    then[duel.stream.version] = duel.house.knowledge_of("bob").state.combat
    before, after = then
    assert then[before] != then[after]
    duel.send(OpenSeat(seat="zoe"))
    for to in (before, after, before, after):
        duel.back(to)
        duel.knows_the_log()
        known = duel.house.knowledge_of("bob").state
        assert known.combat == then[to]
        assert known.roles == duel.state.roles
