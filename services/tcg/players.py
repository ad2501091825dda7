"""Computer players, run by the server.

They use only their seat's knowledge, and pick a starter deck if their seat has no deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.house import starter_decks
from services.tcg.playing.asking import question_of
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.resampling import resample
from services.tcg.state.match import Match
from shared.kernel.messages import Command
from shared.kernel.players.house import HousePlayers, Turn
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Player
from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from shared.kernel.stream import STRENGTHS

QuickName: TypeAlias = Literal["random", "greedy"]
"""The quick computer players.

`random` makes any legal move. `greedy` makes the move after which the match looks best.
"""
PlayerName: TypeAlias = Literal["random", "greedy", "search"]
"""All computer players. `search` tries each of its moves by playing on to the end of the turn.

Matches with `search` take ten times as long.
"""
BY_NAME: Final[Mapping[str, Player]] = {
    "random": random_player, "greedy": greedy_player, "search": search_player(STRENGTHS[0]),
}  # fmt: skip
"""The computer players of simulated matches. There, `search` plays at its lowest strength."""
COSTS: Final[Mapping[str, int]] = {"random": 40_000, "greedy": 220_000, "search": 2_400_000}
"""For each computer player, the estimated time of its decisions in a match, in microseconds of one core."""


def choose(turn: Turn) -> Command:
    """Choose the next command of a seat: submit a starter deck before the match, and then make a move.

    Rule: TC-PLAY-05
    """
    match: Match = turn.state
    if match.stage == "lobby":
        return SubmitDeck(deck=DECKS[Luck(turn.seed).one_of(starter_decks(match))])
    player = search_player(turn.strength) if turn.strength else BY_NAME[turn.player]
    return player(question_of(match, turn.seat, turn.known), turn.seed).command


PLAYERS: Final = HousePlayers(knows=lambda seat: Knowledge(seat=seat), choose=choose, resample=resample)
