"""The player `search`: Monte Carlo tree search over what one seat knows.

Each playout begins with a position dealt anew. The tree is shared by all playouts: its nodes are moves by key, so a
node stands for what was done, not for hidden facts. A move is tried more often the better it was for the seat that made
it, and the less often it has been tried while it was legal. A forced move makes no node.

Source: Cowling, Powley, Whitehouse, Information Set Monte Carlo Tree Search, IEEE TCIAIG 4(2), 2012 (single observer)
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import SURE, Choice, Key, Moves, Player, Position, Question
from shared.kernel.players.simple import forced, greedy_player

EXPLORE: Final = 0.1
"""How much a move that was rarely tried is preferred, as in UCB1. The worths of moves differ by hundredths only."""
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


def search_player(playouts: int) -> Player:
    """Return a player with a budget of playouts per decision; it leaves decisions that do not matter to `greedy`.

    A playout ends with the first move that was not tried before; its result is the worth of the position then reached.
    """

    def player(question: Question, seed: bytes) -> Choice:
        if len(question.moves) == 1:
            return forced(question, seed)
        if not question.matters:
            return greedy_player(question, seed)
        return _Search(question, Luck(seed)).choice(playouts, seed)

    return player


class _Search:
    """One decision: the tree, and the playouts that grow it."""

    def __init__(self, question: Question, luck: Luck) -> None:
        self._question, self._luck = question, luck
        self._root = Node(question.seat)

    def choice(self, playouts: int, seed: bytes) -> Choice:
        """Play out, and choose the move that was tried most; of these, the one that was worth most."""
        for _ in range(playouts):
            self._play_out()
        tried = {key: node for key, node in self._root.children.items() if key in self._question.moves}
        best = max(tried, key=lambda key: (tried[key].visits, tried[key].worth))
        return Choice(
            key=best,
            command=self._question.moves[best],
            visits={key: node.visits for key, node in tried.items()},
            worths={key: node.worth for key, node in tried.items()},
            seed=seed.hex(),
        )

    def _play_out(self) -> None:
        position = self._question.deal(self._luck.seed())
        path = self._descend(position)
        position.rest()
        worth = position.worth(self._question.seat)
        for node in path:
            node.visits += 1
            node.worth += worth if node.seat == self._question.seat else SURE - worth

    def _descend(self, position: Position) -> list[Node]:
        """Follow the tree until the playout adds a node or the game ends; return the nodes on the way."""
        node, path = self._root, [self._root]
        for _ in range(MOST_MOVES):
            if position.over:
                break
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


def _upper_bound(node: Node) -> float:
    return node.worth / (SURE * node.visits) + EXPLORE * sqrt(log(node.legal) / node.visits)
