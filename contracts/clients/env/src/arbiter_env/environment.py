"""The environment: seats say commands word by word, and the rules play them in the same process."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from arbiter_env.bodies import Body, bodies
from arbiter_env.matches import SEATS, Decks, Windows, decks_of, open_match
from arbiter_env.observing import FURTHEST, Observer
from arbiter_env.vocabulary import Vocabulary, vocabulary
from services.tcg.catalogue.starter import set_with
from services.tcg.playing.moves import moves
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.settings import MatchSettings
from services.tcg.views import MatchView, view
from shared.kernel.messages import Command, Seat

Observation = dict[str, NDArray[Any]]
SEED_BYTES: Final = 32


class MatchEnv(AECEnv[Seat, Any, Any]):
    """A match of two decks. An action is the index of a word; `words` has the legal ones, as the mask does.

    A seat is asked only where commands differ in words: what goes without saying is said by itself.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc] # PettingZoo declares no class variable
        "name": "arbiter_tcg_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(self, *, decks: Decks, windows: Windows, max_steps: int | None, settings: MatchSettings) -> None:
        """Describe the matches that `reset` opens."""
        super().__init__()  # type: ignore[no-untyped-call] # PettingZoo's
        self._decks, self._settings, self._max_steps = decks_of(decks), settings, max_steps
        self._windows: Windows = windows
        self.vocabulary: Vocabulary = vocabulary(settings, set_with(self._decks.values()))
        self.possible_agents, self.agents = list(SEATS), []
        self._observer = Observer(self.vocabulary)
        self._index = {word: at for at, word in enumerate(self.vocabulary.words)}
        self._random = np_random()[0]
        self._bodies: dict[Body, Command] = {}
        self._said: Body = ()
        self._views: dict[Seat, MatchView] = {}
        self._seen: dict[Seat, Observation] = {}
        self.action_spaces: dict[Seat, spaces.Space[Any]] = {seat: spaces.Discrete(len(self._index)) for seat in SEATS}
        self.observation_spaces: dict[Seat, spaces.Space[Any]] = {seat: self._observation_space() for seat in SEATS}

    def _observation_space(self) -> spaces.Dict:
        numbers = spaces.Box(-FURTHEST, FURTHEST, (self.vocabulary.length,), np.float32)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (len(self._index),), np.int8)})

    def observation_space(self, agent: Seat) -> spaces.Space[Any]:
        """Return the space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Space[Any]:
        """Return the space of a seat's actions: the indexes of all words."""
        return self.action_spaces[agent]

    # ---------------------------------------------------------------- a match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 PettingZoo's
        """Open a match. A seed determines it and all that are opened after it; without one the draws go on."""
        if seed is not None:
            self._random = np_random(seed)[0]
        drawn = self._random.bytes(SEED_BYTES)
        self._game: PlayedMatch = open_match(self._decks, self._settings, windows=self._windows, seed=drawn)
        self._steps, self._views, self._seen = 0, {}, {}
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos = {seat: {} for seat in SEATS}
        self._ask()

    def step(self, action: int | None) -> None:
        """Say a word for the seat whose turn it is. Raises ValueError if the word is not legal."""
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[seat] = 0.0
        self._clear_rewards()
        self._say(action)
        self._steps += 1
        if self._game.over:
            self._finish()
        elif self._max_steps is not None and self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _finish(self) -> None:
        winner = self._game.state.winner
        self.terminations = dict.fromkeys(self.agents, True)
        if winner:
            self.rewards = {seat: 1.0 if seat == winner else -1.0 for seat in self.agents}

    # ---------------------------------------------------------------- words

    @property
    def words(self) -> tuple[str, ...]:
        """Return the legal next words, in the order of the vocabulary."""
        at = len(self._said)
        return tuple(sorted({body[at] for body in self._bodies}, key=self._index.__getitem__))

    @property
    def said(self) -> tuple[str, ...]:
        """Return the words that have been said of the command."""
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
        """Say the words that all the commands share."""
        first = min(self._bodies)
        self._said = first[: _common(first, max(self._bodies))]
        self._seen = {}

    def _ask(self) -> None:
        """Play until a seat has commands that differ in words."""
        self._said = ()
        while not self._game.over:
            seat = next(iter(self._game.state.decisions))
            legal = moves(self._game, seat)
            self._bodies = bodies(self._view(seat), seat, legal) if len(legal) > 1 else {}
            if len(self._bodies) > 1:
                self.agent_selection = seat
                self._go_on()
                return
            self._play(seat, next(iter(legal.values())))
        self.agent_selection, self._bodies = self.agents[0], {}

    def _play(self, seat: Seat, command: Command) -> None:
        self._game.events.clear()
        act(self._game, seat, command)
        self._views, self._seen = {}, {}

    def _view(self, seat: Seat) -> MatchView:
        """Return what the seat sees of the match, worked out once until a command is played."""
        if seat not in self._views:
            self._views[seat] = view(self._game.state, seat)
        return self._views[seat]

    # ---------------------------------------------------------------- what a seat sees

    def observe(self, agent: Seat) -> Observation:
        """Return the observation of a seat, and the mask of its legal words: empty unless it is asked."""
        if agent not in self._seen:
            asked = agent == self.agent_selection
            mask = np.zeros(len(self._index), np.int8)
            if asked and self._bodies:
                mask[[self._index[word] for word in self.words]] = 1
            numbers = self._observer.observe(self._view(agent), agent, self._said if asked else ())
            self._seen[agent] = {"observation": numbers, "action_mask": mask}
        return self._seen[agent]

    def render(self) -> str:
        """Return one line: the turn, the step, the seat that is asked, and what it has said."""
        match = self._game.state
        asked = match.winner or "nobody" if self._game.over else f"{self.agent_selection}: {' '.join(self._said)}"
        return f"turn {match.turn} {match.step or match.stage}, {asked}"

    def close(self) -> None:
        """Release nothing: a match is in memory only."""


def _common(one: Body, other: Body) -> int:
    """Return how many words two bodies share from their beginning."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (word, second) in enumerate(pairs) if word != second), min(len(one), len(other)))
