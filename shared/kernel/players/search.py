"""The player `search`: Monte Carlo tree search over what one seat knows.

Each playout begins with a position dealt anew: the first playout of every move with the same one, the second with the
next, so that moves are compared on equal deals. A playout follows the tree, which all playouts share, and then lets
`greedy` move for every seat until some turns have begun; its result is the worth of the position then reached. Nodes of
the tree are moves by key, so a node stands for what was done, not for hidden facts. A move is tried more often the
better it was for the seat that made it, and the less often it has been tried while it was legal. A forced move makes no
node, and neither does a decision that rarely matters.

Source: Cowling, Powley, Whitehouse, Information Set Monte Carlo Tree Search, IEEE TCIAIG 4(2), 2012 (single observer);
        Tesauro, Galperin, On-line Policy Improvement using Monte-Carlo Search, NIPS 9, 1996 (playouts by a player)
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import SURE, Choice, Key, Moves, Player, Position, Question
from shared.kernel.players.simple import forced, greedy_move, greedy_player

EXPLORE: Final = 0.1
"""How much a move that was rarely tried is preferred, as in UCB1. The worths of moves differ by hundredths only."""
GROWN: Final = 32
"""Playouts of a move before its node has children: until then `greedy` chooses what follows it, which is better than
the random moves that new nodes begin with."""
AHEAD: Final = 2
"""Turns that begin in a playout until it ends: the opponent's next one, and then the seat's own."""
MOST_MOVES: Final = 400
"""Moves of one playout at most, so that a playout ends where a game would not."""


class Node:
    """A move in the tree: who made it, how often it was legal, how often it was tried, and the sum of its results."""

    __slots__ = ("children", "legal", "seat", "visits", "worth")

    def __init__(self, seat: Seat) -> None:
        """Begin with a move of a seat that was not tried yet."""
        self.seat = seat
        self.children: dict[Key, Node] = {}
        self.legal = 0
        self.visits = 0
        self.worth = 0


def search_player(playouts: int, *, deals: int | None = None) -> Player:
    """Return a player with a budget of playouts per decision; it leaves decisions that do not matter to `greedy`.

    With `deals` the budget is also at most that many playouts for each move: fewer moves take less time.
    """

    def player(question: Question, seed: bytes) -> Choice:
        if len(question.moves) == 1:
            return forced(question, seed)
        if not question.matters:
            return greedy_player(question, seed)
        budget = playouts if deals is None else min(playouts, deals * len(question.moves))
        return _Search(question, Luck(seed)).choice(budget, seed)

    return player


class _Search:
    """One decision: the tree, the dealt positions, and the playouts that grow the tree."""

    def __init__(self, question: Question, luck: Luck) -> None:
        self._question, self._luck = question, luck
        self._root = Node(question.seat)
        self._deals: list[tuple[Position, bytes]] = []

    def choice(self, playouts: int, seed: bytes) -> Choice:
        """Play out, and choose the move that was tried most; of these, the one that was worth most."""
        for _ in range(playouts):
            self._play_out()
        tried = self._root.children
        best = max(tried, key=lambda key: (tried[key].visits, tried[key].worth))
        return Choice(
            key=best,
            command=self._question.moves[best],
            visits={key: node.visits for key, node in tried.items()},
            worths={key: node.worth for key, node in tried.items()},
            seed=seed.hex(),
        )

    def _play_out(self) -> None:
        """Try a move on the next position that was dealt for it, and record the result on the way back."""
        key, _ = self._pick(self._root, self._question.moves, self._question.seat)
        node = self._root.children[key]
        position = self._dealt(node.visits)
        last = position.turn + AHEAD
        position.play(self._question.moves[key])
        path = [self._root, node, *self._descend(node, position, last)]
        _play_on(position, last)
        worth = position.worth(self._question.seat)
        for one in path:
            one.visits += 1
            one.worth += worth if one.seat == self._question.seat else SURE - worth

    def _dealt(self, number: int) -> Position:
        """Return a copy of a dealt position, the same one for each move that is tried that often."""
        if number == len(self._deals):
            self._deals.append((self._question.deal(self._luck.seed()), self._luck.seed()))
        position, chance = self._deals[number]
        return position.copy(chance)

    def _descend(self, node: Node, position: Position, last: int) -> list[Node]:
        """Follow the tree below a move until the playout adds a node or leaves the tree; return the nodes passed."""
        path: list[Node] = []
        while node.visits >= GROWN and not _is_at_end(position, last):
            routine = position.routine()
            if routine is not None:
                position.play(routine)
                continue
            moves = position.moves()
            if len(moves) == 1:
                position.play(next(iter(moves.values())))
                continue
            key, is_new = self._pick(node, moves, position.awaited())
            position.play(moves[key])
            node = node.children[key]
            path.append(node)
            if is_new:
                break
        return path

    def _pick(self, node: Node, moves: Moves, seat: Seat) -> tuple[Key, bool]:
        """Return a random untried move, else the one with the highest upper bound; and whether it was untried."""
        untried = [key for key in moves if key not in node.children]
        for key in moves.keys() & node.children.keys():
            node.children[key].legal += 1
        if untried:
            key = self._luck.one_of(untried)
            node.children[key] = child = Node(seat)
            child.legal = 1
            return key, True
        return max(moves, key=lambda key: _upper_bound(node.children[key])), False


def _play_on(position: Position, last: int) -> None:
    """Let `greedy` move for every seat until a turn begins."""
    for _ in range(MOST_MOVES):
        if _is_at_end(position, last):
            break
        position.play(position.routine() or greedy_move(position))
    position.rest()


def _is_at_end(position: Position, last: int) -> bool:
    return position.over or position.turn >= last


def _upper_bound(node: Node) -> float:
    return node.worth / (SURE * node.visits) + EXPLORE * sqrt(log(node.legal) / node.visits)
