"""The vocabulary of a match: card kinds, zones, steps, phases, windows, actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias
from unicodedata import normalize

from msgspec import Meta, Struct

from shared.kernel.messages import END, MAX_NUMBER, Command

Kind: TypeAlias = Literal["savior", "form", "command", "spirit"]
CommandType: TypeAlias = Literal["normal", "bound", "interrupt", "swift"]
Indicator: TypeAlias = Literal["auto", "cont", "interrupt", "swift", "none"]
Side: TypeAlias = Literal["bound", "boundless"]
Place: TypeAlias = Literal["savior", "form", "command", "hand", "drop", "void", "under", "removed"]
DeckName: TypeAlias = Literal["main", "spirit"]
Step: TypeAlias = Literal["draw", "invoke", "act1", "combat", "act2", "end"]
Phase: TypeAlias = Literal["start", "check", "damage", "end"]
WindowKind: TypeAlias = Literal["W1", "W2", "W3", "W4", "W5", "W6"]
Cause: TypeAlias = Literal["damage", "effect", "sacrifice", "play", "cost", "devour", "resolved", "elimination"]
Slug: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,47}" + END, description="lower-case letters, digits and -; at most 48")
]
Thing: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the number of a visible card")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
GREATEST: Final = 1_000_000
"""The greatest number that a match computes. The least number is its negative. Rule: TC-RUL-230."""

STEPS: Final[tuple[Step, ...]] = ("draw", "invoke", "act1", "combat", "act2", "end")
"""The steps of a turn, in order. Source: TC-TAB-07."""
PHASES: Final[tuple[Phase, ...]] = ("start", "check", "damage", "end")
"""The phases of a combat step, in order. Source: TC-TAB-08."""
WINDOWS: Final[tuple[WindowKind, ...]] = ("W1", "W2", "W3", "W4", "W5", "W6")
"""The priority windows. Source: TC-TAB-18."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return the normalized form of a name, by which names are compared. It ignores spaces and case.

    Rule: TC-RUL-152
    """
    return "".join(normalize("NFKC", name).casefold().split())


class DeckList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's deck: the savior, and the number of copies of each card in the main deck and in the spirit deck."""

    savior: Slug
    main: Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=60)]
    spirits: Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=60)]


Zone = Annotated[int, Meta(ge=0, le=4, description="one of the player's zones, counted from 0")]
Question = Annotated[int, Meta(ge=1, le=2**53 - 1, description="the number of the open decision that this answers")]


class Act(Command, frozen=True, kw_only=True):
    """An action in the match. The server refuses it if `decision` names a decision that is no longer open."""

    counts_as = "move"

    waive: bool = False
    decision: Question | None = None
