"""Cards with effects of each timing, and a summary of the events that follow an action.

`line(events)` summarizes events: `a: dart` means that `a` declared `dart`; then come `dart paid`, `dart done`,
`W1` for an opened window, `W1 over`, `b?` when a seat is asked to respond, `a? act` for another decision, and
the names of all other events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.tcg.chapters import chain, limits, paying
from services.tcg.chapters.course import Passed, WindowClosed, WindowOpened
from services.tcg.chapters.decisions import DecisionAnswered, DecisionOpened
from shared.kernel.messages import Event, Seat
from tests.tcg.board import Side, command, effect, form, savior, side
from tests.tcg.played import Played

DRAW: Final = ({"do": "draw", "n": 1},)
ONCE: Final = {"count": 1, "per": "turn"}
OFTEN: Final = {"count": 99, "per": "turn"}
DISCARD: Final = ({"pay": "discard", "n": 1},)
THIS: Final = {"ref": "this"}
DECK: Final = ("reef-urchin",) * 9
SPIRITS: Final = ("boost",) * 9


def uses(name: str, eti: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect
    """Return a voluntary effect that may be used any number of times; by default it draws a card."""
    return effect(name, eti, **{"do": DRAW, "limit": OFTEN, **more})


def main(eti: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect
    """Return the main effect of a command; by default it draws a card."""
    return effect("main", eti, **{"main": True, "do": DRAW, **more})


def hears(event: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401 fields of an effect, and `where` of its event
    """Return an [AUTO] effect with this event as its trigger; by default the effect draws a card."""
    where = more.pop("where", {})
    return effect("heard", "auto", **{"on": {"event": event, **where}, "do": DRAW, **more})


PLAN: Final = command("plan", main("none"), kind="normal")
BANNER: Final = command("banner", main("none"), uses("wave", "none"), kind="bound")
FLAG: Final = command("flag", uses("wave", "none"), kind="bound")
DASH: Final = command("dash", main("swift"), kind="swift")
SNARE: Final = command("snare", main("interrupt"), kind="interrupt")
VETO: Final = command(
    "veto",
    main("interrupt", on={"event": "effect_declared", "by": "any"}, do=[{"do": "negate", "of": {"ref": "event.link"}}]),
    kind="interrupt",
)
LANCER: Final = form("lancer", uses("dart", "swift"))
GUARD: Final = form("guard", uses("parry", "interrupt"))
SCOUT: Final = form("scout", uses("look", "none"))
PLAIN: Final = savior("plain", bound={}, boundless={"pwr": 6})
CARDS: Final = (PLAIN, PLAN, BANNER, FLAG, DASH, SNARE, VETO, LANCER, GUARD, SCOUT)
"""A command of each type, and forms with a [SWIFT], an [INTERRUPT] and an unmarked effect; each effect draws a card."""


def full_side(**more: Any) -> Side:  # noqa: ANN401 what a side has
    """Return a side with these cards, a deck, a spirit deck, and a savior without abilities."""
    return side(**{"savior": "plain", "deck": DECK, "spirits": SPIRITS, **more})


def line(events: Sequence[Event]) -> list[str]:
    """Summarize each event in a word or two, except responses and passes."""
    names: dict[int, str] = {}
    for event in events:
        if isinstance(event, chain.EffectDeclared):
            names[event.number] = event.effect.partition("#")[2] if "#main" not in event.effect else event.card
    return [word for event in events if (word := _word(event, names))]


def _word(event: Event, names: Mapping[int, str]) -> str:  # noqa: PLR0911 one for each kind
    match event:
        case DecisionAnswered() | Passed() | chain.TriggerBegun() | limits.EffectUsed():
            return ""
        case DecisionOpened():
            return f"{event.seat}?" if event.kind == "respond" else f"{event.seat}? {event.kind}"
        case WindowOpened():
            return event.kind
        case WindowClosed():
            return f"{event.kind} over"
        case chain.EffectDeclared():
            return f"{event.seat}: {names[event.number]}"
        case paying.CostPaid():
            return f"{names.get(event.number, event.number)} paid"
        case chain.EffectResolved():
            return f"{names.get(event.number, event.number)} {'fails' if event.negated else 'done'}"
        case _:
            return type(event).__name__


def cards_resolved(events: Sequence[Event]) -> list[str]:
    """Return the cards whose effects resolved, in order of resolution."""
    cards = {event.number: event.card for event in events if isinstance(event, chain.EffectDeclared)}
    return [cards[event.number] for event in events if isinstance(event, chain.EffectResolved) if event.number in cards]


def responder(play: Played) -> Seat:
    """Return the seat that must respond now, or ""."""
    decision = play.decision()
    return decision.seat if decision.kind == "respond" else ""


def may_use(play: Played, seat: Seat) -> set[str]:
    """Return the ids of the effects and the cards of the commands that a seat may activate now."""
    found = set()
    for entry in play.entries(seat):
        if "effect" in entry.body:
            card, _, name = entry.body["effect"].partition("#")
            found.add(card if name == "main" else name)
        elif entry.kind.__name__ == "PlayCommand":
            found.add(play.card(entry.body["card"]).card)
    return found
