"""Words for the cards of zones."""

from __future__ import annotations

from services.tcg.catalogue.language import conditions
from services.tcg.catalogue.text.phrases import ELSEWHERE, IN_PLAY, TOGETHER
from services.tcg.catalogue.text.players import player


def noun(zone: str, *, one: bool) -> str:
    """Return the word for a card of a zone, or for several."""
    return (IN_PLAY.get(zone) or ELSEWHERE[zone][:2])[0 if one else 1]


def where(zone: str, who: conditions.Who, *, together: bool) -> str:
    """Return the words for a zone and the player whose zone it is.

    With `together`, the words mean the cards of several players as one total.
    """
    several = TOGETHER.get(who) if together and isinstance(who, str) else None
    whose, held = several or player(who)[1:]
    if zone not in ELSEWHERE:
        return held
    plural = "s" if several and zone != "under" else ""
    return ELSEWHERE[zone][2].format(whose=whose, held=held) + plural


def how_many(n: object) -> str:
    """Return the words for a number of cards."""
    if isinstance(n, conditions.Span):
        return f"{n.min} to {n.max}" if n.min < n.max else str(n.max)
    return str(n)
