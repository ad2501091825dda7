"""[AUTO] effects that trigger when a condition becomes true, instead of on an event."""

from __future__ import annotations

from typing import Any

import pytest

from services.tcg.chapters import hands, triggers, turn
from services.tcg.chapters.departures import Gone, SpiritsSentToVoid
from tests.tcg.playing import Playing

from .board import board, heard, record
from .test_triggers import PLAIN, auto, with_form


def state(**more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect
    """Return an [AUTO] effect that triggers once its player has two cards in the void."""
    return auto("odd", "state", on={"when": {"op": "void_count", "who": "you", "cmp": ">=", "n": 2}}, **more)


def void(game: Playing, count: int) -> None:
    """Put this many spirits into the void of `a`."""
    player = game.player("a")
    while len(player.void) < count:
        gone = Gone(owner="a", card="house-boost", thing=game.state.made + 1, origin="spirit_deck")
        record(game, SpiritsSentToVoid(cause="effect", spirits=(gone,)))
    if len(player.void) > count:
        spirits = tuple(player.void[count:])
        record(
            game,
            hands.Rescued(seat="a", spirits=spirits, cards=("house-boost",) * len(spirits), first=game.state.made + 1),
        )
    triggers.state_triggers(game)


@pytest.mark.rule("TC-ETI-02", "TC-RUL-043", "TC-RUL-189")
def test_condition_triggers_when_it_becomes_true() -> None:
    """An effect triggers when its condition becomes true, not while it stays true, and only once a turn."""
    game = with_form(state())

    void(game, 1)
    assert [] == heard(game)
    void(game, 2)
    assert ["odd#odd"] == heard(game)
    assert "a" == game.state.queue[0].seat
    void(game, 3)
    void(game, 0)
    void(game, 2)
    assert 1 == len(heard(game))
    record(game, turn.TurnStarted(turn=4, seat="b"))
    void(game, 2)
    assert 1 == len(heard(game))
    void(game, 0)
    void(game, 2)
    assert 2 == len(heard(game))


@pytest.mark.rule("TC-RUL-043", "TC-RUL-189")
def test_limit_can_allow_more_triggers() -> None:
    """With a higher limit, an effect triggers each time its condition becomes true, up to the limit."""
    game = with_form(state(limit={"count": 2, "per": "turn"}))

    for _ in range(3):
        void(game, 2)
        void(game, 0)
    assert 2 == len(heard(game))


def test_starter_set_has_no_state_triggers() -> None:
    """No starter card triggers on a state, so no condition must be checked after each event."""
    game = board(a=PLAIN, b=PLAIN)
    triggers.state_triggers(game)

    assert [] == game.events
    assert game.board is None
