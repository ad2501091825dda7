"""The environment of any game: seats form commands word by word, and the rules carry them out in the same process.

A game's own class derives from `WordEnv`. That class opens a game, returns the seat that decides next and its commands
in words, carries out a command, and computes the numbers that a seat observes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from arbiter_env.vocabulary import FURTHEST, Body, Numbers, Vocabulary
from shared.kernel.messages import Command, Seat

Observation = dict[str, NDArray[Any]]
V = TypeVar("V", bound=Vocabulary)
W = TypeVar("W")
SEED_BYTES: Final = 32


class WordEnv(AECEnv[Seat, Any, Any], Generic[V, W]):
    """A game that seats play word by word. An action is the index of a word.

    `words` lists the legal words, and the mask marks them. A seat is asked only if its legal commands differ in their
    words. If all these commands begin with the same words, the environment chooses these words itself.
    """

    vocabulary: V
    render_mode = "ansi"

    def __init__(self, vocabulary: V, seats: tuple[Seat, ...], *, max_steps: int | None) -> None:
        """Set up the environment. `reset` then opens the first game."""
        super().__init__()  # type: ignore[no-untyped-call] # PettingZoo's
        self.vocabulary, self._max_steps, self._seats = vocabulary, max_steps, seats
        self.possible_agents, self.agents = list(seats), []
        self._index = {word: at for at, word in enumerate(vocabulary.words)}
        self._random = np_random()[0]
        self._bodies: Mapping[Body, Command] = {}
        self._said: Body = ()
        self._seen: dict[Seat, Observation] = {}
        self._views: dict[Seat, W] = {}
        numbers = spaces.Box(-FURTHEST, FURTHEST, (vocabulary.length,), np.float32)
        masks = spaces.Box(0, 1, (len(self._index),), np.int8)
        self.action_spaces: dict[Seat, spaces.Space[Any]] = {seat: spaces.Discrete(len(self._index)) for seat in seats}
        self.observation_spaces: dict[Seat, spaces.Space[Any]] = {
            seat: spaces.Dict({"observation": numbers, "action_mask": masks}) for seat in seats
        }

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """Return the space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """Return the space of a seat's actions: the indexes of all words."""
        return self.action_spaces[agent]

    # ---------------------------------------------------------------- methods that a game defines

    @abstractmethod
    def _open(self, seed: bytes) -> None:
        """Open a game. The seed determines all its draws."""

    @property
    @abstractmethod
    def _over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def _next(self) -> tuple[Seat, Mapping[Body, Command]]:
        """Return the seat that decides next, and its legal commands, keyed by their words."""

    @abstractmethod
    def _act(self, seat: Seat, command: Command) -> None:
        """Carry out a command of a seat."""

    @abstractmethod
    def _look(self, seat: Seat) -> W:
        """Return the game as a seat sees it."""

    @abstractmethod
    def _numbers(self, seat: Seat, said: Body) -> Numbers:
        """Return the numbers that a seat observes after it has chosen the first words of a command, `said`."""

    @abstractmethod
    def _rewards(self) -> Mapping[Seat, float]:
        """Return the reward of each seat at the end of a game."""

    # ---------------------------------------------------------------- a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 PettingZoo's
        """Open a game. With a seed, this game and all later ones are determined by the seed.

        Without a seed, the sequence of games continues.
        """
        if seed is not None:
            self._random = np_random(seed)[0]
        self._open(self._random.bytes(SEED_BYTES))
        self._steps, self._seen, self._views = 0, {}, {}
        self.agents = list(self._seats)
        self.rewards = dict.fromkeys(self._seats, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._seats, 0.0)
        self.terminations = dict.fromkeys(self._seats, False)
        self.truncations = dict.fromkeys(self._seats, False)
        self.infos = {seat: {} for seat in self._seats}
        self._ask()

    def step(self, action: int | None) -> None:
        """Choose a word for the seat whose turn it is. Raises ValueError if the word is not legal."""
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[seat] = 0.0
        self._clear_rewards()
        self._say(action)
        self._steps += 1
        if self._over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {**self.rewards, **self._rewards()}
        elif self._max_steps is not None and self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    # ---------------------------------------------------------------- words

    @property
    def words(self) -> tuple[str, ...]:
        """Return the legal next words, in the order of the vocabulary."""
        at = len(self._said)
        return tuple(sorted({body[at] for body in self._bodies}, key=self._index.__getitem__))

    @property
    def said(self) -> tuple[str, ...]:
        """Return the words of the command that have been chosen so far."""
        return self._said

    def _say(self, action: int | None) -> None:
        word = None if action is None else self.vocabulary.words[action]
        if word not in self.words:
            raise ValueError(f"{word} is not legal: say one of {', '.join(self.words)}")
        at = len(self._said)
        self._bodies = {body: command for body, command in self._bodies.items() if body[at] == word}
        self._go_on()
        if len(self._bodies) == 1:
            self._play(self.agent_selection, *self._bodies.values())
            self._ask()

    def _go_on(self) -> None:
        """Choose those words that are the same in all the legal commands."""
        first = min(self._bodies)
        self._said = first[: _common(first, max(self._bodies))]
        self._seen = {}

    def _ask(self) -> None:
        """Play on until the next seat that has to choose between commands with different words."""
        self._said = ()
        while not self._over:
            seat, self._bodies = self._next()
            if len(self._bodies) > 1:
                self.agent_selection = seat
                self._go_on()
                return
            self._play(seat, *self._bodies.values())
        self.agent_selection, self._bodies = self.agents[0], {}

    def _play(self, seat: Seat, command: Command) -> None:
        self._act(seat, command)
        self._seen, self._views = {}, {}

    def _view(self, seat: Seat) -> W:
        """Return the game as a seat sees it. The result is cached until the next command is carried out."""
        if seat not in self._views:
            self._views[seat] = self._look(seat)
        return self._views[seat]

    # ---------------------------------------------------------------- observations

    def observe(self, agent: Seat) -> Observation:
        """Return the observation of a seat, and the mask of its legal words.

        The mask marks no word unless the seat is being asked.
        """
        if agent not in self._seen:
            asked = agent == self.agent_selection
            mask = np.zeros(len(self._index), np.int8)
            if asked and self._bodies:
                mask[[self._index[word] for word in self.words]] = 1
            numbers = self._numbers(agent, self._said if asked else ())
            self._seen[agent] = {"observation": numbers, "action_mask": mask}
        return self._seen[agent]

    def close(self) -> None:
        """Do nothing, since a game exists only in memory."""


def _common(one: Body, other: Body) -> int:
    """Return the number of leading words that two commands share."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (word, second) in enumerate(pairs) if word != second), min(len(one), len(other)))
