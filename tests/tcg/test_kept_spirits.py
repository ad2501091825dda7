"""Effects that wait for spirits to be devoured or de-spiritualized, and spirits that are kept. Rule: TC-RUL-181."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.leaving import Despiritualized, Devoured
from services.tcg.chapters.triggers import TriggersQueued
from shared.kernel.messages import Event
from tests.tcg.board import board, command, effect, form, side
from tests.tcg.steps import CARDS, THEIRS, cast, done, spell

DRAW: Final = {"do": "draw", "n": 1}
EAR: Final = command(
    "ear", *(effect(name, "auto", on={"event": name}, do=[DRAW]) for name in ("devoured", "despiritualized"))
)
STEPS: Final[dict[str, Any]] = {
    "devour": {"do": "devour", "n": 2},
    "despiritualize": {"do": "despiritualize", "of": THEIRS, "n": 2},
}


def events_with(step: str, kept: int, *, of_form: int = 3) -> list[Event]:
    """Return the events of a step that would move two spirits of `b`, of which a replacement keeps this many."""
    limit = {"limit": {"count": kept, "per": "turn"}} if kept else {"when": {"op": "turn_of", "who": "you"}}
    keeper = form("keeper", effect("hold", replace={"event": "would_go_to_void", "who": "you"}, **limit))
    game = board(
        cards=[*CARDS, EAR, keeper, spell(STEPS[step])], a=side(commands=["spell", "ear"], deck=["whelp"] * 3),
        b=side(forms=[("keeper", "boost", "boost")], spirits=["boost"] * 2), of_form=of_form,
    )  # fmt: skip
    return done(cast(game))


def counted(events: list[Event]) -> list[int]:
    """Return the number of spirits that each triggered effect counts."""
    return [one.event.n for event in events if isinstance(event, TriggersQueued) for one in event.effects]


@pytest.mark.rule("TC-RUL-181")
@pytest.mark.parametrize("step", sorted(STEPS))
def test_spirits_that_are_all_kept_trigger_nothing(step: str) -> None:
    """A replacement that keeps both spirits prevents effects that wait for moved spirits from being triggered."""
    events = events_with(step, 2)

    assert [Devoured if step == "devour" else Despiritualized] == [
        type(event) for event in events if isinstance(event, Devoured | Despiritualized | SpiritsSentToVoid)
    ]
    assert [] == counted(events)


@pytest.mark.rule("TC-RUL-181")
@pytest.mark.parametrize("step", sorted(STEPS))
@pytest.mark.parametrize(("kept", "moved"), [(0, 2), (1, 1)])
def test_only_moved_spirits_count(step: str, kept: int, moved: int) -> None:
    """If a replacement keeps some of two spirits, the triggered effect counts only the others."""
    assert [moved] == counted(events_with(step, kept))


@pytest.mark.rule("TC-RUL-181")
@pytest.mark.parametrize("step", sorted(STEPS))
def test_kept_spirits_counted_under_older_rulings(step: str) -> None:
    """Under version 2 of the rules, the effect is triggered even if a replacement keeps both spirits."""
    assert [2] == counted(events_with(step, 2, of_form=2))
