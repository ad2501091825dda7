"""Nonsensical commands in the middle of matches.

The rules accept or refuse each without an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from random import Random
from typing import Any, Final

import msgspec
import pytest

from services.tcg.catalogue import starter
from services.tcg.chapters.agreement import PassByItself
from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.setup import ChooseFirst
from services.tcg.game import match as match_game
from services.tcg.state.match import Match
from services.tcg.words import WINDOWS
from shared.kernel.chance import SeedTape
from shared.kernel.context import Intent
from shared.kernel.messages import MAX_NUMBER, Command
from shared.kernel.refusals import Refusal
from tests.tcg.journal import Journal, lively
from tests.tcg.schools import DEEDS, deck_of
from tests.tcg.sessions import over, restless

SEATS: Final = ("ann", "bob")
DECKS: Final = tuple(starter.STARTER_DECKS.values())
EACH: Final = 40
"""How many nonsensical commands the test sends at each moment of a match."""


def number(state: Match, luck: Random) -> int:
    """Return a card number: that of a visible card, that of a hidden or former card, or an unused number."""
    hands = [card for player in state.players.values() for card in player.hand]
    return luck.choice((*hands, *(luck.randint(1, state.made + 2) for _ in range(8)), MAX_NUMBER))


def numbers(state: Match, luck: Random) -> list[int]:
    """Return a few options of an open decision, or random numbers, sometimes with repeats."""
    options = [option for decision in state.decisions.values() for option in decision.options]
    return [max(1, luck.choice((*options, number(state, luck)))) for _ in range(luck.randint(0, 5))]


def question(state: Match, luck: Random) -> int | None:
    """Return the number of an open decision, a wrong number, or None."""
    return luck.choice((*(one.number for one in state.decisions.values()), state.asked + 1, *[None] * 4))


def effect(state: Match, luck: Random) -> str | None:
    """Return the key of a visible card's effect, or an unknown key."""
    card = luck.choice(list(state.table.values()) or [None])
    return luck.choice((None, "main", "no-such-effect", *([f"{card.card}#main", card.card] if card else [])))


FIELDS: Final[Mapping[str, Callable[[Match, Random], Any]]] = {
    **dict.fromkeys(("card", "target", "spirit", "attacker", "sacrifice"), number),
    **dict.fromkeys(("choice", "keep"), numbers),
    "decision": question,
    "effect": effect,
    "link": lambda state, luck: luck.choice((None, None, 0, state.links, MAX_NUMBER)),
    "zone": lambda _, luck: luck.choice((None, 0, 1, 4)),
    "waive": lambda _, luck: luck.random() < 0.5,
    "accept": lambda _, luck: luck.random() < 0.5,
    "position": lambda _, luck: luck.randint(0, 60),
    "windows": lambda _, luck: luck.sample(WINDOWS, luck.randint(0, 6)),
    "until": lambda _, luck: luck.choice(("my_turn", "changed")),
    "of": lambda _, luck: luck.choice((*SEATS, "eve")),
    "deck": lambda _, luck: msgspec.to_builtins(luck.choice(DECKS)),
}
"""For each field of a command, a function that chooses a value to try."""


def odd(state: Match, luck: Random) -> Command:
    """Return a random command that is valid under the API contract."""
    kind = luck.choice(match_game.commands)
    body = {name: FIELDS[name](state, luck) for name in kind.__struct_fields__}
    if "link" in body and body["link"] is None:
        del body["link"]
    if kind is ChooseFirst:
        body["choice"] = luck.choice(("first", "defer"))
    if kind in (Answer, PassByItself):
        body["decision"] = body["decision"] or 1
    command: Command = msgspec.convert({"type": kind.__name__, **body}, kind)
    return command


def result_of(state: Match, command: Command, seat: str, *, at: int) -> str:
    """Return a command's result: "carried out", or the name of the refusal."""
    intent = Intent(id="odd", seat=seat, role="player", at=at, by=f"seat:{seat}@0", command=command)
    try:
        events = match_game.decide(intent, state, SeedTape(seed=bytes(32), digest=bytes(32), version=0)).events
    except Refusal as refusal:
        return type(refusal).__name__
    assert events
    return "carried out"


@pytest.mark.parametrize("seed", range(3))
def test_every_command_is_carried_out_or_refused(seed: int) -> None:
    """Any seat may send any command with any card numbers: the rules accept or refuse it without an error."""
    luck = Random(seed)
    school = seed % 2 == 1
    journal = Journal(*SEATS, cards=DEEDS if school else None, seed=seed + 1)
    outcomes: set[str] = set()
    for turn in range(120):
        before = deepcopy(journal.state)
        for _ in range(EACH):
            seat = luck.choice((*SEATS, "eve"))
            outcomes.add(result_of(journal.state, odd(journal.state, luck), seat, at=2000 + turn))
        assert before == journal.state
        if over(journal):
            break
        if turn == 0:
            journal.begin(*([deck_of(DEEDS)] * 2 if school else DECKS))
        else:
            journal.play(restless if school else lively, until=lambda _: False, most=1)

    assert len(outcomes) > 20
    assert "carried out" in outcomes
