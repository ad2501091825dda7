"""The Python client, which passes for its player automatically, in a match on a real server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final

import pytest

from arbiter_client import Arbiter, passing
from arbiter_client.passing import Pace, decide, open_question, passed
from arbiter_client.types import tcg
from services.gateway.processes.running import Running

MOST: Final = 60
MOVES: Final = ["Mulligan", "ChooseFirst", "Answer", "Pass", "EndStep"]


@pytest.mark.rule("TC-READ-12")
def test_the_client_passes_if_the_player_has_no_other_option(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client sends each pass after a delay.

    If the player could use an effect, the client leaves the decision to the player.
    """
    monkeypatch.setattr(passing, "time", SimpleNamespace(monotonic=lambda: 0.0))  # no time passes on a slow machine
    waits: list[float] = []
    with Arbiter(server.address, server.key) as arbiter:
        opened = arbiter.tcg.open(tcg.OpenMatch(seats=[tcg.SeatAsk(seat="ann"), tcg.SeatAsk(seat="bob")]))
        players = arbiter.tcg.seats(opened)
        paces = {seat: Pace(lambda: 0.5) for seat in players}
        for player, deck in zip(players.values(), arbiter.tcg.decks().decks.values(), strict=False):
            player.send(tcg.SubmitDeck(deck=deck))
        by_itself = by_hand = 0
        for _ in range(MOST):
            game = players["ann"].view().game
            seat = game.decisions[0].seat
            if passed(players[seat], seat, paces[seat], sleep=waits.append):
                by_itself += 1
                continue
            allowed = players[seat].legal().legal.allowed
            assert decide(seat, game, allowed) is None
            by_hand += open_question(seat, game) is not None
            moves = [one for one in allowed if one.command in MOVES]
            players[seat].send(min(moves, key=lambda one: MOVES.index(one.command)).body.command)

    assert by_itself > 0
    assert by_itself == len(waits)
    assert all(0.4 < wait <= 0.7 for wait in waits)
    assert by_hand >= 0
