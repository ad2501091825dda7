"""The first form of a game, for those that have no chapters yet. It goes with the last of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from shared.kernel.chance import Chance
from shared.kernel.context import Fold, Intent
from shared.kernel.game import Game, Opening, always, fold_events, never
from shared.kernel.messages import Audience, Command, Event, Role, Seat

S = TypeVar("S")


class _Outcome(Generic[S]):
    def __init__(self, events: Sequence[Event], state: S) -> None:
        self.events, self.state = events, state


class Decider(Game[S]):
    """A game of the first form; it goes when the last game has chapters."""

    def __init__(  # noqa: PLR0913 of the first form
        self,
        *,
        service: str,
        kind: str,
        opening: type[Opening],
        commands: tuple[type[Command], ...],
        events: tuple[type[Event], ...],
        state: type[S],
        initial: S,
        decides: Callable[[Intent, S, Chance], Sequence[Event]],
        folds: Mapping[type, Fold],
        view: Callable[[S, Seat | None], Any],
        legal: Callable[[S, Seat, Role], Any],
        view_type: Any = dict[str, Any],  # noqa: ANN401
        prepare: Callable[[Command], Iterable[None]] | None = None,
        hides: Callable[[Intent, S], Mapping[str, Audience]] = lambda _intent, _state: {},
        has_hidden_draws: Callable[[S], bool] = never,
        over: Callable[[S], bool] = never,
        opens_log_when_closed: Callable[[S], bool] = always,
        upcasters: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] | None = None,
        mutable_copy: Callable[[S], S] | None = None,
        plural: str | None = None,
        about: str = "",
        openings: Mapping[str, Any] | None = None,
        examples: Mapping[str, Any] | None = None,
    ) -> None:
        self.plural = plural or f"{kind}s"
        self.about, self.openings, self.examples = about, openings or {}, examples or {}
        self.service, self.kind, self.opening, self.commands, self.events = service, kind, opening, commands, events
        self.state, self.initial, self.decides, self.folds, self.view = state, initial, decides, folds, view
        self.legal, self.view_type, self.prepare = legal, view_type, prepare
        self._old_hides = hides
        self.has_hidden_draws, self.over, self.opens_log_when_closed = has_hidden_draws, over, opens_log_when_closed
        self.upcasters, self.mutable_copy = upcasters or {}, mutable_copy

    def hides(self, intent: Intent, state: S) -> Mapping[str, Audience]:
        """Return the secret fields of a command."""
        return self._old_hides(intent, state)

    def decide(self, intent: Intent, state: S, chance: Chance) -> Any:  # noqa: ANN401 of the first form
        """Judge an intent."""
        events = self.decides(intent, state, chance)
        return _Outcome(events, fold_events(self, state, events))
