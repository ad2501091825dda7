"""The player `search`: it plays each of its moves to the end of the turn, and evaluates the resulting position.

All moves are played on the same dealt positions with the same luck, so that only their effects differ. After each deal,
the worse half of the moves is dropped.

The strength is the number of deals. In a decision that rarely matters, the lowest strength evaluates moves immediately.
A higher strength plans in every decision that is `plannable`: it also tries the seat's next moves.
"""

from __future__ import annotations

from typing import Final

from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Choice, Key, Player, Position, Question
from shared.kernel.players.simple import DEALS, best_of, choose_only_move

FEWEST: Final = 2
"""The minimum number of moves that are compared on the last deal."""
LOWEST: Final = 1
"""The strength that does not plan."""


def search_player(strength: int) -> Player:
    """Return a player that tries its moves on `strength` deals, and plans if this is not the lowest strength."""

    def player(question: Question, seed: bytes) -> Choice:
        if len(question.moves) == 1:
            return choose_only_move(question, seed)
        plans = strength > LOWEST and question.plannable
        deals = strength if plans or question.matters else DEALS
        return _Search(question, Luck(seed), plans=plans).choice(deals, seed)

    return player


class _Search:
    """One decision: how often each move was tried, and the sum of the seat's win chances (`outlook`) after it."""

    def __init__(self, question: Question, luck: Luck, *, plans: bool) -> None:
        self._question, self._luck, self._plans = question, luck, plans
        self._visits = dict.fromkeys(question.moves, 0)
        self._outlooks = dict.fromkeys(question.moves, 0)

    def choice(self, deals: int, seed: bytes) -> Choice:
        """Try the moves, and choose the one with the highest win chances among those that were tried on all deals."""
        left = [*self._question.moves]
        for deal in range(deals):
            if deal and self._question.matters:
                left = sorted(left, key=self._outlooks.__getitem__, reverse=True)[: max(FEWEST, (len(left) + 1) // 2)]
            self._play(left)
        best = best_of({key: self._outlooks[key] for key in left}, self._luck)
        return Choice(
            key=best, command=self._question.moves[best], visits=self._visits, worths=self._outlooks, seed=seed.hex()
        )  # fmt: skip

    def _play(self, keys: list[Key]) -> None:
        """Try some moves on the same deal, with the same luck."""
        dealt, chance = self._question.deal(self._luck.seed()), self._luck.seed()
        for key in keys:
            self._visits[key] += 1
            self._outlooks[key] += self._outlook_after(dealt.copy(chance), key)

    def _outlook_after(self, position: Position, key: Key) -> int:
        command = self._question.moves[key]
        if self._plans:
            return position.plan(command, self._question.seat)
        if self._question.matters:
            position.play_out(command)
        else:
            position.play(command)
            position.rest()
        return position.outlook(self._question.seat)
