"""A training program: it trains a linear learner against a random player, and then measures how often the learner wins.

    python contracts/clients/env/examples/learn.py --seconds 300

The learner consists of a linear actor and a linear critic. The actor scores each legal word with one row of weights,
and the critic estimates the result of the match. After each match, the weights of both are updated (generalized
advantage estimation).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arbiter_env import MatchEnv, env

Floats: TypeAlias = NDArray[np.float32]
Observation: TypeAlias = dict[str, NDArray[Any]]
Player: TypeAlias = Callable[[Observation], int]
"""A player: a function that returns the index of a legal word."""

ACTOR, CRITIC, TRACE = 0.004, 0.0004, 0.95
"""The learning rates of the actor and the critic, and the share of an advantage that the previous word receives."""


class Turn(NamedTuple):
    """One choice of the learner: its observation, the legal words, their probabilities, and the chosen word."""

    seen: Floats
    legal: NDArray[np.int64]
    odds: Floats
    chosen: int


class Learner:
    """A linear actor and critic for one environment."""

    def __init__(self, game: MatchEnv, random: np.random.Generator) -> None:
        """Set up the learner with zero weights, so that all legal words are equally likely."""
        self.random, length = random, game.vocabulary.length + 1
        self.actor = np.zeros((len(game.vocabulary.words), length), np.float32)
        self.critic = np.zeros(length, np.float32)
        self.turns: list[Turn] = []

    def __call__(self, observation: Observation) -> int:
        """Choose a legal word at random, with probabilities from the words' scores, and remember the turn."""
        numbers = observation["observation"]
        seen = np.append(np.sign(numbers) * np.log1p(np.abs(numbers)), np.float32(1))
        legal = np.flatnonzero(observation["action_mask"])
        scores = self.actor[legal] @ seen
        odds = np.exp(scores - scores.max())
        odds /= odds.sum()
        chosen = int(np.searchsorted(odds.cumsum(), self.random.random() * odds.sum(), side="right"))
        self.turns.append(Turn(seen, legal, odds, min(chosen, len(legal) - 1)))
        return int(legal[self.turns[-1].chosen])

    def learn(self, reward: float) -> None:
        """Adjust the weights in favour of words whose result was better than expected, and forget the turns."""
        values = [float(np.tanh(self.critic @ turn.seen)) for turn in self.turns]
        advantage, after = 0.0, reward
        for turn, value in zip(reversed(self.turns), reversed(values), strict=True):
            advantage = after - value + TRACE * advantage
            after = value
            push = -turn.odds
            push[turn.chosen] += 1
            self.actor[turn.legal] += ACTOR * advantage * np.outer(push, turn.seen)
            self.critic += CRITIC * advantage * turn.seen
        self.turns.clear()


def play(game: MatchEnv, players: dict[str, Player], seed: int) -> dict[str, float]:
    """Play a match and return the reward of each seat."""
    game.reset(seed=seed)
    total = dict.fromkeys(game.agents, 0.0)
    for seat in game.agent_iter():
        observation, reward, over, cut, _ = game.last()
        total[seat] += reward
        game.step(None if observation is None or over or cut else players[seat](observation))
    return total


def seated(game: MatchEnv, learner: Learner, other: Player, number: int) -> tuple[str, dict[str, Player]]:
    """Return the learner's seat in a match, and the players of both seats.

    The learner's seat alternates from match to match.
    """
    own, their = game.possible_agents if number % 2 == 0 else reversed(game.possible_agents)
    return own, {own: learner, their: other}


def wilson(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson interval for `won` wins in `of` matches, by default with 95 % confidence."""
    share = won / of
    middle, width = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


def random_player(random: np.random.Generator) -> Player:
    """Return a player that chooses any legal word with equal probability."""
    return lambda observation: int(random.choice(np.flatnonzero(observation["action_mask"])))


def train(game: MatchEnv, learner: Learner, other: Player, seconds: float) -> int:
    """Train the learner for the given number of CPU seconds, and return the number of matches played."""
    number, end = 0, time.process_time() + seconds
    while time.process_time() < end:
        seat, players = seated(game, learner, other, number)
        learner.learn(play(game, players, seed=number)[seat])
        number += 1
    return number


def evaluate(game: MatchEnv, learner: Learner, other: Player, matches: int) -> int:
    """Play matches that were not used for training, and return how many of them the learner won.

    Each deal is played twice, once from either seat.
    """
    won = 0
    for number in range(matches):
        seat, players = seated(game, learner, other, number)
        won += play(game, players, seed=10**9 + number // 2)[seat] > 0
        learner.turns.clear()
    return won


def main(words: Sequence[str] | None = None) -> None:
    """Train the learner, evaluate it, and print the result on one line."""
    asked = argparse.ArgumentParser(description="Train a linear learner against a random player, and measure it.")
    asked.add_argument("--seconds", type=float, default=300, help="processor time of the training (default: 300)")
    asked.add_argument("--matches", type=int, default=400, help="matches of the evaluation (default: 400)")
    asked.add_argument("--windows", choices=("none", "all"), default="none", help="where seats may respond")
    asked.add_argument("--seed", type=int, default=1, help="of the learner and of the random player (default: 1)")
    given = asked.parse_args(words)
    game = env("tcg", windows=given.windows)
    mine, theirs = np.random.default_rng(given.seed).spawn(2)
    learner, other = Learner(game, mine), random_player(theirs)
    trained = train(game, learner, other, given.seconds)
    won = evaluate(game, learner, other, given.matches)
    low, high = wilson(won, given.matches)
    print(f"{trained} matches trained in {given.seconds:g} s; wins {won} of {given.matches} against random: "
          f"{won / given.matches:.1%}, 95 % interval {low:.1%} to {high:.1%}")  # fmt: skip


if __name__ == "__main__":
    main()
