"""Environments for machine learning, with PettingZoo's interface. The rules of a game run in the learner's process."""

from __future__ import annotations

from typing import Any, Literal, overload

from arbiter_env.environment import WordEnv
from arbiter_env.rpg_boundless.environment import FightEnv
from arbiter_env.rpg_boundless.scenarios import Scenario
from arbiter_env.tcg.environment import MatchEnv
from arbiter_env.tcg.matches import Decks, Windows
from arbiter_env.tcg.vocabulary import vocabulary
from arbiter_env.vocabulary import Vocabulary
from services.tcg.settings import MatchSettings

__all__ = ["FightEnv", "MatchEnv", "Scenario", "Vocabulary", "WordEnv", "env", "vocabulary"]
GAMES = {"tcg": MatchEnv, "rpg_boundless": FightEnv}


@overload
def env(
    game: Literal["tcg"] = "tcg", *, decks: Decks = ..., windows: Windows = ..., max_steps: int | None = ...,
    settings: MatchSettings | None = ..., digest: str | None = ...,
) -> MatchEnv: ...  # fmt: skip
@overload
def env(
    game: Literal["rpg_boundless"], *, scenario: Scenario | str = ..., max_steps: int | None = ...,
    digest: str | None = ...,
) -> FightEnv: ...  # fmt: skip
def env(
    game: str = "tcg", *, max_steps: int | None = 4000, digest: str | None = None, **describing: Any
) -> WordEnv[Any, Any]:
    """Return an environment of matches between two decks (`tcg`), or of heroes against enemies (`rpg_boundless`).

    A game is cut off after `max_steps` words. `digest` is the digest of the vocabulary with which a learner was
    trained; the function refuses to return an environment with a different vocabulary. For `tcg`, both decks use the
    same card set, which determines the vocabulary. With `windows` "none", no seat is asked to respond to the other
    seat's actions. `scenario` is the name of a built-in scenario, or an object with the heroes and the enemies.

    Raises ValueError for an unknown game, deck or scenario, for a different digest, and for settings that need a clock
    or that reveal hands.
    """
    if game not in GAMES:
        raise ValueError(f"there is no environment of {game!r}: choose {' or '.join(map(repr, GAMES))}")
    made: WordEnv[Any, Any] = GAMES[game](max_steps=max_steps, **describing)
    if digest not in (None, made.vocabulary.digest):
        raise ValueError(f"the vocabulary is {made.vocabulary.digest}, not {digest}: train with this one")
    return made
