"""Random matches play exactly the events that were recorded, under each form of the decision rules.

A change that only makes the rules faster changes no event. Only the newest form may change, together with its digest.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import pytest

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.forms import NEWEST
from services.tcg.playing.position import act
from shared.kernel.chance import SeedTape
from shared.kernel.messages import canonical
from tests.bench.matches import chooser
from tests.tcg.playing import new_game
from tests.tcg.policy import pick

MATCHES: Final = 6
DIGITS: Final = 16
RECORDED: Final = {
    0: "934b58b46e5225a2",
    1: "f19c9097d2dee822",
    2: "8fb0c251d079bd25",
    3: "aade56f5e9bcdac6",
}
"""The digest of all events of the matches, for each form."""


def digest_of(form: int) -> str:
    """Play random matches of three players under a form; return the digest of their events.

    In every second match, no seat stops in a window.
    """
    digest = sha256()
    for number in range(MATCHES):
        tape = SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=0)
        decks = {"ann": DECKS["lantern"], "bob": DECKS["tide"], "cid": DECKS["lantern"]}
        game, choose = new_game(decks, tape, form=form), chooser(number)
        for seat in game.state.order if number % 2 else ():
            act(game, seat, SetStops(windows=()))
        while not game.over:
            game.events.clear()
            seat = next(iter(game.state.decisions))
            act(game, seat, pick(game, seat, choose))
            digest.update(canonical(game.events))
    return digest.hexdigest()[:DIGITS]


@pytest.mark.parametrize("form", range(NEWEST + 1))
def test_random_matches_play_the_recorded_events(form: int) -> None:
    """The events of random matches have the recorded digest."""
    assert RECORDED[form] == digest_of(form)
