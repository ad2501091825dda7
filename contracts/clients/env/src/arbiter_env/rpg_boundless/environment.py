"""The environment of fights. Each seat has a hero, and all heroes fight the same enemies, which follow a script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arbiter_env.environment import WordEnv
from arbiter_env.rpg_boundless.bodies import bodies
from arbiter_env.rpg_boundless.fights import PlayedFight, begun
from arbiter_env.rpg_boundless.observing import Observer
from arbiter_env.rpg_boundless.scenarios import Scenario, scenario_of
from arbiter_env.rpg_boundless.vocabulary import vocabulary
from arbiter_env.vocabulary import Body, Numbers, Vocabulary
from services.rpg_boundless.views import CampaignView, view
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal


class FightEnv(WordEnv[Vocabulary, CampaignView]):
    """A fight of heroes against enemies. All seats receive the same reward."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc] # PettingZoo declares no class variable
        "name": "arbiter_rpg_boundless_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, *, scenario: Scenario | str = "wolves", max_steps: int | None) -> None:
        """Set up the environment. `reset` then begins the first fight.

        Raises ValueError for a scenario that the rules refuse.
        """
        self.scenario = scenario_of(scenario)
        try:
            self._start = begun(self.scenario)
        except Refusal as refusal:
            raise ValueError(f"the rules refuse this scenario: {refusal!r} needs {refusal.needs}") from refusal
        known = vocabulary(self.scenario)
        self._observer = Observer(known)
        super().__init__(known, self.scenario.seats, max_steps=max_steps)

    def _open(self, seed: bytes) -> None:
        self._game = PlayedFight(self._start, seed)

    @property
    def _over(self) -> bool:
        return self._game.over

    def _next(self) -> tuple[Seat, Mapping[Body, Command]]:
        seat = self._game.seat()
        return seat, bodies(self._view(seat), seat, self._game.moves())

    def _act(self, seat: Seat, command: Command) -> None:
        self._game.act(seat, command)

    def _rewards(self) -> Mapping[Seat, float]:
        won = self._game.won
        return dict.fromkeys(self._seats, 0.0 if won is None else 1.0 if won else -1.0)

    def _look(self, seat: Seat) -> CampaignView:
        return view(self._game.state, seat)

    def _numbers(self, seat: Seat, said: Body) -> Numbers:
        return self._observer.observe(self._view(seat), seat, said)

    def render(self) -> str:
        """Return one line of text with the round, the seat that is asked, and the words that it has chosen."""
        fight = self._game.state.fight
        ends = {True: "the heroes have won", False: "the heroes have lost", None: "nobody has won"}
        asked = ends[self._game.won] if self._over else f"{self.agent_selection}: {' '.join(self._said)}"
        return f"round {fight.round if fight else 0}, {asked}"
