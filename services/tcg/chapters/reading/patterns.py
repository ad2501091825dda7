"""Readers of patterns. A pattern describes the events that trigger an effect, or to which the effect responds."""

from __future__ import annotations

from typing import Final

from services.tcg.catalogue.language.conditions import Whose
from services.tcg.catalogue.language.effects import Pattern
from services.tcg.chapters.reading.reads import Reads, word
from services.tcg.chapters.reading.selectors import seats
from services.tcg.chapters.terms import Holds, MatchContext, Matches
from services.tcg.state.tasks import Running, TriggerEvent

WORDS: Final = (("step", "step"), ("phase", "phase"), ("cause", "cause"), ("to", "to"), ("from_", "origin"))
"""The fields of a pattern whose values are words, each with the name of the corresponding field of an event."""
CARDS: Final = ("card", "target", "spirit")


def pattern(printed: Pattern, reads: Reads) -> Matches:
    """Return a function that tests whether an event has the pattern's name and matches every field that is set.

    "An opponent" matches every opponent. The function stores the event in the running effect, so that selectors in the
    pattern can refer to the event.

    Rule: TC-ETI-02, TC-RUL-045, TC-RUL-053
    """
    name, looks = printed.event, _looks(printed, reads)

    def matches(ctx: MatchContext, running: Running, event: TriggerEvent) -> bool:
        if event.event != name:
            return False
        running.event = event
        for look in looks:  # noqa: SIM110 a generator is slower for so few tests
            if not look(ctx, running, event):
                return False
        return True

    return matches


def _looks(printed: Pattern, reads: Reads) -> tuple[Matches, ...]:
    looks: list[Matches] = []
    for field, name in WORDS:
        wanted = getattr(printed, field)
        if wanted is not None:
            looks.append(_word(name, word(wanted)))
    if printed.by is not None:
        looks.append(_by(printed.by))
    for name in CARDS:
        selector = getattr(printed, name)
        if selector is not None:
            looks.append(_card(name, reads.fits(selector)))
    if printed.when is not None:
        holds = reads.condition(printed.when)
        looks.append(lambda ctx, running, _event: holds(ctx, running, 0))
    return tuple(looks)


def _word(name: str, wanted: str) -> Matches:
    return lambda _ctx, _running, event: getattr(event, name) == wanted


def _by(by: Whose | None) -> Matches:
    if by == "you":
        return lambda _ctx, running, event: event.by == running.seat
    if by in ("opponent", "each_opponent"):
        return lambda _ctx, running, event: event.by not in ("", running.seat)
    if by in (None, "any"):
        return lambda _ctx, _running, event: event.by != ""
    meant = seats(by)
    return lambda ctx, running, event: event.by in meant(ctx, running)


def _card(name: str, fits: Holds) -> Matches:
    return lambda ctx, running, event: fits(ctx, running, getattr(event, name))
