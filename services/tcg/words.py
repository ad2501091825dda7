"""The words a match is spoken of in: kinds of cards, places, steps, phases, windows, actions."""

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
Thing: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER, description="the number a visible card goes by")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=999)]

STEPS: Final[tuple[Step, ...]] = ("draw", "invoke", "act1", "combat", "act2", "end")
"""Source: TC-TAB-07."""
PHASES: Final[tuple[Phase, ...]] = ("start", "check", "damage", "end")
"""Source: TC-TAB-08."""
WINDOWS: Final[tuple[WindowKind, ...]] = ("W1", "W2", "W3", "W4", "W5", "W6")
"""Source: TC-TAB-18."""


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return what names are compared by: their letters, whatever their case and the blanks between them.

    Rule: TC-RUL-152
    """
    return "".join(normalize("NFKC", name).casefold().split())


class DeckList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player brings: a savior, and how many copies of each card in the main deck and in the spirit deck."""

    savior: Slug
    main: Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=60)]
    spirits: Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=60)]], Meta(max_length=60)]


Zone = Annotated[int, Meta(ge=0, le=4, description="a zone of the player's own, counted from 0")]
Question = Annotated[int, Meta(ge=1, le=2**53 - 1, description="the number of the open decision that is answered")]


class Act(Command, frozen=True, kw_only=True):
    """An action; `decision` guards against answering another question than one thinks."""

    counts_as = "move"

    waive: bool = False
    decision: Question | None = None
