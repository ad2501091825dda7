"""Questions to computer players: a seat's legal moves, and random deals that agree with the seat's knowledge."""

from __future__ import annotations

from typing import Final

from services.tcg.chapters.looking import look_at
from services.tcg.playing.dealing import deal
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.lists import possible_lists
from services.tcg.playing.moves import matters, moves
from services.tcg.playing.position import MatchPosition
from services.tcg.state.match import Match
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Question

PLANNED_FOR: Final = 2
"""The number of players for whom planning is quick: among four, one response can take half a minute."""


def question_of(
    match: Match, seat: Seat, knowledge: Knowledge | None = None, *, open_lists: bool = False
) -> Question:  # fmt: skip
    """Return a seat's open decision as a question to a computer player. The match is not changed.

    Without `knowledge`, the seat remembers nothing and knows only what it sees now. With `open_lists`, it knows each
    opponent's deck list. Otherwise these lists are drawn at random as well. Players plan while two of them are left.
    """
    known = knowledge or Knowledge(seat=seat)

    def deal_position(seed: bytes) -> MatchPosition:
        luck = Luck(seed)
        brings = None if open_lists else possible_lists(match, luck)
        return MatchPosition.seeded(deal(match, known, luck, brings), luck.seed(), first=seat)

    found = moves(look_at(match), seat)
    left = sum(not player.lost for player in match.players.values())
    return Question(
        seat=seat, moves=found, deal=deal_position,
        matters=matters(match.decisions[seat]), plannable=left == PLANNED_FOR,
    )  # fmt: skip
