"""A recorded match in which effects react to forms that leave play, and use facts about these forms."""

from __future__ import annotations

from typing import Final

from services.tcg.chapters.triggers import DelayEnded, TriggersQueued
from services.tcg.settings import MatchSettings
from tests.tcg.journal import Journal, lively
from tests.tcg.schools import DRAW, EACH, FIRST, FORMS, HAS_SPIRIT, MINE, ONCE, THIS, deck_of, form, school, uses

SEEDS = 100
"""Number of seeds that a search tries."""
LEFT: Final = {"id": "miss", "eti": "auto", "on": {"event": "left_play", "card": THIS}, "do": [DRAW]}
WATCH: Final = {
    "id": "watch", "eti": "auto", "limit": ONCE,
    "on": {"event": "left_play", "card": {**FORMS, "filter": HAS_SPIRIT}},
    "do": [{"do": "draw", "n": {"pwr": {"ref": "event.card"}}}],
}  # fmt: skip
LATER: Final = {"do": "delay", "until": {"event": "left_play", "card": FIRST}, "then": [DRAW]}
MOURNERS: Final = school(
    "Mourners",
    *(form(f"mourner-{at}",
           uses("bless", {"do": "grant", "of": FIRST, "effect": LEFT, "for": "game"},
                {"do": "put_counter", "of": FIRST, "name": "k"}, targets=[MINE]),
           uses("await", LATER, targets=[MINE]),
           uses("return", {"do": "return_to_hand", "of": FIRST}, targets=[{**MINE, "filter": {
               "op": "counters", "of": EACH, "name": "k", "cmp": ">=", "n": 1}}]),
           WATCH, pwr=1)
      for at in range(1, 9)),
)  # fmt: skip
"""Forms that wait for one another to leave play."""


def last_seen() -> Journal:
    """Play a match in which gained effects, delayed steps and filters react to forms that leave play.

    Rule: TC-RUL-177, TC-RUL-178, TC-RUL-179
    """
    for seed in range(1, SEEDS):
        settings = MatchSettings(auto_pass="no_legal_response")
        journal = Journal("ann", "bob", settings=settings, cards=MOURNERS, seed=seed)
        journal.begin(deck_of(MOURNERS), deck_of(MOURNERS), stops=())
        journal.play(lively, until=_has_mourned, most=200)
        if _has_mourned(journal):
            return journal
    raise LookupError("no seed gives such a match")


def _has_mourned(journal: Journal) -> bool:
    """Return whether a gained effect and a filter for spirits have reacted, and delayed steps have been carried out."""
    queued = [event for event in journal.events if isinstance(event, TriggersQueued)]
    called = [one for event in queued for one in event.effects if one.event.seen is not None]
    gained = any("/" in one.effect and one.event.seen and one.event.seen.counters for one in called)
    watched = any(one.effect.endswith("#watch") and one.event.seen and one.event.seen.spirits for one in called)
    return gained and watched and any(isinstance(event, DelayEnded) for event in journal.events)
