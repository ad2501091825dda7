"""The environment of matches: two seats, each with a deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arbiter_env.environment import WordEnv
from arbiter_env.tcg.bodies import bodies
from arbiter_env.tcg.matches import SEATS, Decks, Windows, decks_of, open_match
from arbiter_env.tcg.observing import Observer
from arbiter_env.tcg.vocabulary import CardVocabulary, vocabulary
from arbiter_env.vocabulary import Body, Numbers
from services.tcg.catalogue.starter import set_with
from services.tcg.playing.moves import moves
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.settings import MatchSettings
from services.tcg.views import MatchView, view
from shared.kernel.messages import Command, Seat


class MatchEnv(WordEnv[CardVocabulary, MatchView]):
    """A match between two decks."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc] # PettingZoo declares no class variable
        "name": "arbiter_tcg_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, *, max_steps: int | None, decks: Decks = ("lantern", "tide"), windows: Windows = "none",
        settings: MatchSettings | None = None,
    ) -> None:  # fmt: skip
        """Set up the environment. `reset` then opens the first match.

        Raises ValueError for decks or settings that cannot be played.
        """
        settings = settings or MatchSettings()
        if not settings.needs_no_server:
            needed = "choose another auto_pass, and no clock"
            raise ValueError(f"these settings need a clock, or show what hands hold: {needed}")
        self._decks, self._settings = decks_of(decks), settings
        self._windows: Windows = windows
        known = vocabulary(settings, set_with(self._decks.values()))
        self._observer = Observer(known)
        super().__init__(known, SEATS, max_steps=max_steps)

    def _open(self, seed: bytes) -> None:
        self._game: PlayedMatch = open_match(self._decks, self._settings, windows=self._windows, seed=seed)

    @property
    def _over(self) -> bool:
        return self._game.over

    def _next(self) -> tuple[Seat, Mapping[Body, Command]]:
        seat = next(iter(self._game.state.decisions))
        legal = moves(self._game, seat)
        return seat, bodies(self._view(seat), seat, legal) if len(legal) > 1 else {(): next(iter(legal.values()))}

    def _act(self, seat: Seat, command: Command) -> None:
        self._game.events.clear()
        act(self._game, seat, command)

    def _rewards(self) -> Mapping[Seat, float]:
        winner = self._game.state.winner
        return {seat: 1.0 if seat == winner else -1.0 for seat in SEATS} if winner else {}

    def _look(self, seat: Seat) -> MatchView:
        return view(self._game.state, seat)

    def _numbers(self, seat: Seat, said: Body) -> Numbers:
        return self._observer.observe(self._view(seat), seat, said)

    def render(self) -> str:
        """Return one line of text with the turn, the step, the seat that is asked, and the words that it has chosen."""
        match = self._game.state
        asked = match.winner or "nobody" if self._game.over else f"{self.agent_selection}: {' '.join(self._said)}"
        return f"turn {match.turn} {match.step or match.stage}, {asked}"
