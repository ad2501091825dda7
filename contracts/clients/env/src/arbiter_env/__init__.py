"""An environment for learners: the card game's rules in the learner's own process, with PettingZoo's interface."""

from __future__ import annotations

from typing import Literal

from arbiter_env.environment import MatchEnv
from arbiter_env.matches import Decks, Windows
from arbiter_env.vocabulary import Vocabulary, vocabulary
from services.tcg.settings import MatchSettings

__all__ = ["MatchEnv", "Vocabulary", "env", "vocabulary"]


def env(  # noqa: PLR0913 what an environment is made of
    game: Literal["tcg"] = "tcg", *, decks: Decks = ("lantern", "tide"), windows: Windows = "none",
    max_steps: int | None = 4000, settings: MatchSettings | None = None, digest: str | None = None,
) -> MatchEnv:  # fmt: skip
    """Return an environment of matches between two decks of one set of cards, which determines the vocabulary.

    After `max_steps` words a match is truncated.

    With `windows` "none" no seat is asked to respond to what the other does. With `digest`, the one that a learner was
    trained with, another vocabulary is refused.

    Raises ValueError for another game, deck, digest, or settings that need a clock or show what hands hold.
    """
    settings = settings or MatchSettings()
    if game != "tcg":
        raise ValueError(f"there is no environment of {game!r}: choose 'tcg'")
    if not settings.needs_no_server:
        raise ValueError("these settings need a clock, or show what hands hold: choose another auto_pass, and no clock")
    made = MatchEnv(decks=decks, windows=windows, max_steps=max_steps, settings=settings)
    if digest not in (None, made.vocabulary.digest):
        raise ValueError(f"the vocabulary is {made.vocabulary.digest}, not {digest}: train with this one")
    return made
