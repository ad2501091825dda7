"""A card with one effect made of given steps (`spell`), and a function that carries the effect out (`cast`).

game = board(cards=[spell({"do": "draw", "n": 2})], a=side(commands=["spell"], deck=["gate-whelp"] * 3), b=side())
cast(game)
answer(game, 7)               answers the open decision with these options
events_of(game, CardsDrawn)   the events of a type since the board was set up
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.chapters.decisions import DecisionAnswered, DecisionOpened, check_choice
from services.tcg.chapters.departures import Gone
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.state.match import Decision
from services.tcg.state.tasks import Go, Running, TriggerEvent
from shared.kernel.messages import NOBODY, Event, Seat, Secret
from tests.tcg.board import command, effect, form, number
from tests.tcg.playing import Playing, run

E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., object])
Part = Mapping[str, Any]

WHELP: Final = form("whelp")
BRUTE: Final = form("brute", level=2, pwr=6)
TRAP: Final = command("trap", effect("main", "interrupt", main=True, do=[{"do": "draw", "n": 1}]), kind="interrupt")
ORDER: Final = command("order", effect("main", "none", main=True, do=[{"do": "draw", "n": 1}]), kind="normal")
CARDS: Final = (WHELP, BRUTE, TRAP, ORDER)
"""Cards for most tests: forms of level 0 and 2, an interrupt, and a normal command."""

FORM: Final = {"who": "you", "zone": "form"}
THEIRS: Final = {"who": "opponent", "zone": "form"}
HAND: Final = {"who": "you", "zone": "hand", "n": 1}
DROP: Final = {"who": "you", "zone": "drop", "n": 1}
WATCHER: Final = form(
    "watcher",
    effect("gone", "auto", on={"event": "left_play", "card": {"ref": "this"}}, do=[{"do": "draw", "n": 1}]),
    effect("given", "auto", on={"event": "form_sacrificed"}, do=[{"do": "draw", "n": 1}]),
)
"""A form that draws a card when it leaves play, and another when a form is sacrificed."""

PROVEN: Final[dict[str, list[str]]] = {}
"""The tests that cover each part of the card language (`step draw`, `cost discard`, …)."""


def of(*parts: str) -> Callable[[F], F]:
    """Mark a test as covering the named parts of the card language."""

    def mark(test: F) -> F:
        for part in parts:
            PROVEN.setdefault(part, []).append(test.__name__)
        return test

    return mark


def lost_spirit(owner: str, spirit: str, thing: int, origin: str = "under") -> Gone:
    """Return a record of a spirit that moved to the void, by default from under a card.

    All players know the id of a spirit that was under a card, and of no other.
    """
    was = thing if origin == "under" else 0
    return Gone(owner=owner, card=f"house-{spirit}", thing=thing, origin=origin, was=was)  # type: ignore[arg-type]


def spell(*steps: Part, name: str = "spell", **more: Any) -> AnyCard:  # noqa: ANN401 fields of its effect
    """Return a card for a command zone whose only effect, `cast`, has these steps."""
    return command(name, effect("cast", "none", do=list(steps), **more))


def cast(
    game: Playing, seat: Seat = "a", *, name: str = "spell", targets: tuple[tuple[int, ...], ...] = (),
    event: TriggerEvent | None = None, link: int = 0,
) -> Playing:  # fmt: skip
    """Carry out the spell's effect up to the first decision."""
    source = number(game, seat, name)
    game.push(
        Running(
            seat=seat, card=source, printed=name, effect=f"{name}#cast", targets=targets, event=event, link=link
        )
    )  # fmt: skip
    run(game)
    return game


def order_of_draws(game: Playing) -> str:
    """Carry out the spell, let the game settle, and return the seats in the order in which they draw."""
    cast(game)
    game.push(Go(to="settle"))
    run(game)
    return "".join(event.seat for event in events_of(game, CardsDrawn))


def open_decision(game: Playing) -> Decision:
    """Return the open decision."""
    (decision,) = game.state.decisions.values()
    return decision


def answer(game: Playing, *picked: int) -> Playing:
    """Answer the open decision, and continue the match up to the next one."""
    decision = open_decision(game)
    check_choice(decision, picked)
    game.emit(DecisionAnswered(number=decision.number, seat=decision.seat))
    game.answer = picked
    run(game)
    return game


def events_of(game: Playing, kind: type[E]) -> list[E]:
    """Return the events of a type since the board was set up."""
    return [event for event in game.events if isinstance(event, kind)]


def done(game: Playing) -> list[Event]:
    """Return the events since the board was set up, without decisions and answers."""
    return [event for event in game.events if not isinstance(event, DecisionOpened | DecisionAnswered)]


def unread(value: Any) -> Secret[Any]:  # noqa: ANN401 whatever is secret
    """Return a secret that no seat may read."""
    return Secret(audience=NOBODY, value=value)


def mine(value: Any, seat: Seat = "a") -> Secret[Any]:  # noqa: ANN401 whatever is secret
    """Return a secret that only one seat may read."""
    return Secret(audience=(seat,), value=value)
