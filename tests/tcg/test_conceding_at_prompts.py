"""Concessions at every decision.

A concession never carries out another player's play, and removes the conceding player's cards from the match.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from services.tcg.chapters.agreement import Concede
from services.tcg.chapters.chain import EffectDeclared
from services.tcg.chapters.lapsing import PlayLapsed
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.state.tasks import Declaring
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.messages import Event, Seat
from tests.tcg.invariants import list_is_sound
from tests.tcg.journal import Journal, lively
from tests.tcg.playing import fold
from tests.tcg.schools import SIEGE, deck_of

MATCHES: Final = 6
ASKING: Final = MatchSettings(form_zones=4, command_zones=3, auto_pass="no_legal_response")
OF_PLAYS: Final = ("choose_targets", "pay", "choose_player")
SELDOM: Final = 0.05


def concede(journal: Journal, seat: Seat) -> tuple[list[Event], Match]:
    """Concede for a seat in a copy of a match; return the events and the match after them."""
    intent = Intent(id="one", seat=seat, role="player", at=journal.now, by=f"seat:{seat}@0", command=Concede())
    tape = SeedTape(seed=bytes(32), digest=bytes(32), version=journal.now)
    events = list(match.decide(intent, journal.state, tape).events)
    return events, fold(journal.state.mutable_copy(), events)


def nothing_is_left(state: Match, seat: Seat) -> None:
    """Check that no decision concerns this seat's cards, and that no zone contains any of them."""
    asked = [one for one in state.decisions.values() if one.kind in ("choose_targets", "pay")]
    zones = [number for player in state.players.values() for number in (*player.forms, *player.commands) if number]
    cards = {*zones, *(option for one in asked for option in one.options)}
    assert seat not in {state.table[number].owner for number in cards}
    assert state.decisions
    assert seat not in state.decisions


def play_is_stopped(play: Declaring, events: list[Event], state: Match) -> None:
    """Check that a play was not declared: its player must decide again, or the game has undone the play."""
    assert not any(isinstance(one, EffectDeclared) and one.seat == play.seat for one in events)
    again = any(one.kind in OF_PLAYS for one in state.decisions.values())
    assert again or any(isinstance(one, PlayLapsed) for one in events)


@pytest.mark.rule("TC-RUL-159", "TC-RUL-046", "TC-RUL-093")
@pytest.mark.parametrize("number", range(MATCHES))
def test_no_concession_carries_out_a_play(number: int) -> None:
    """At every decision of a match, a concession by any seat declares no play that is still in preparation."""
    seats, luck = ("s0", "s1", "s2", "s3")[: 3 + number % 2], Random(number)
    journal = Journal(*seats, settings=ASKING, cards=SIEGE, seed=number + 1)
    journal.begin(*[deck_of(SIEGE)] * len(seats))
    for _ in range(70):
        open_play = journal.state.pending[-1]
        for seat in seats:
            events, state = concede(journal, seat)
            nothing_is_left(state, seat)
            if isinstance(open_play, Declaring) and open_play.origin != "trigger" and open_play.seat != seat:
                play_is_stopped(open_play, events, state)
            if luck.random() < SELDOM:
                list_is_sound(state, next(iter(state.decisions)))
        journal.play(lively, until=lambda _: False, most=1)
