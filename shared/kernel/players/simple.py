"""Players that look one move ahead at most: `random` and `greedy`."""

from __future__ import annotations

from typing import Final

from shared.kernel.messages import Command, Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Choice, Key, Position, Question

DEALS: Final = 2
"""The number of positions on which `greedy` tries each move."""


def random_player(question: Question, seed: bytes) -> Choice:
    """Choose a legal move at random; each key is equally likely."""
    key = Luck(seed).one_of([*question.moves])
    return Choice(key=key, command=question.moves[key], seed=seed.hex())


def greedy_player(question: Question, seed: bytes) -> Choice:
    """Choose the move with the highest total value on a few dealt positions. A forced move needs no deal."""
    luck = Luck(seed)
    if len(question.moves) == 1:
        return choose_only_move(question, seed)
    worths = dict.fromkeys(question.moves, 0)
    for _ in range(DEALS):
        dealt, chance = question.deal(luck.seed()), luck.seed()
        for key, command in question.moves.items():
            worths[key] += _worth_after(dealt.copy(chance), command, question.seat)
    best = best_of(worths, luck)
    visits = dict.fromkeys(worths, DEALS)
    return Choice(key=best, command=question.moves[best], visits=visits, worths=worths, seed=seed.hex())


def choose_only_move(question: Question, seed: bytes) -> Choice:
    """Choose the only legal move."""
    ((key, command),) = question.moves.items()
    return Choice(key=key, command=command, seed=seed.hex())


def best_of(worths: dict[Key, int], luck: Luck) -> Key:
    """Return the key with the highest value; among several such keys, choose at random."""
    most = max(worths.values())
    return luck.one_of([key for key, worth in worths.items() if worth == most])


def _worth_after(position: Position, command: Command, seat: Seat) -> int:
    position.play(command)
    position.rest()
    return position.worth(seat)
