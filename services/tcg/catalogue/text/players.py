"""Words for players in a card's text."""

from __future__ import annotations

from services.tcg.catalogue.language import conditions
from services.tcg.catalogue.text.phrases import PLAYERS
from services.tcg.catalogue.text.references import player_stored


class Subject:
    """A player as the subject of a sentence, to which `format` adds a verb. `one` means one of several players."""

    def __init__(self, who: conditions.Who, *, one: bool = False) -> None:
        self.who: conditions.Who = anybody(who) if one else who
        self.one: bool = one

    def __format__(self, verb: str) -> str:
        name = "a player" if self.one and self.who == "any" else player(self.who)[0]
        if not verb:
            return name
        if self.who == "you":
            return f"you {verb}" if verb.startswith(("would", "may", "cannot")) else verb
        first, _, rest = verb.partition(" ")
        said = first if first in ("would", "may", "cannot") else f"{first}s"
        return f"{name} {said} {rest}".rstrip()


def player(who: conditions.Who) -> tuple[str, str, str]:
    """Return the words for a player: as a subject, as a possessive, and for the cards in play that they control."""
    return player_stored(who.var) if isinstance(who, conditions.Var) else PLAYERS[who]


def anybody(by: conditions.Who) -> conditions.Who:
    """Return the player who causes an event: "an opponent" for "each opponent", otherwise `by` unchanged."""
    return "opponent" if by == "each_opponent" else by


def every_one(who: conditions.Who) -> conditions.Who:
    """Return "each opponent" for "an opponent" if no player picks the opponent. Otherwise return `who` unchanged.

    Rule: TC-RUL-154
    """
    return "each_opponent" if who == "opponent" else who
