"""Automatic passing in the Python client. Tests with a server are in `tests/http/test_clients_pass.py`."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, Final

import pytest

from arbiter_client.passing import SOONEST, SPREAD, Pace, decide, passed, passed_async
from arbiter_client.types.tcg import Pass
from services.tcg.game import match
from shared.kernel.stream import commands_of

ONLY_PASS: Final = ("Pass", "SetStops", "Concede", "OfferDraw", "TakeBack", "RotateToken")
KINDS: Final = {kind.__name__: kind.counts_as for kind in commands_of(match)}


def view_with_decision(kind: str = "respond", **more: Any) -> SimpleNamespace:  # noqa: ANN401 fields of a view
    """Return ann's view of a match in which she has a decision."""
    decision = SimpleNamespace(number=12, seat="ann", kind=kind)
    return SimpleNamespace(**{"decisions": [decision], "offer": None, **more})


def may(*commands: str | tuple[str, str]) -> list[SimpleNamespace]:
    """Return entries of the legal list for these commands; a tuple gives both a command and the kind of its entry."""
    pairs = [(one, None) if isinstance(one, str) else one for one in commands]
    return [SimpleNamespace(command=command, kind=kind or KINDS[command]) for command, kind in pairs]


@pytest.mark.parametrize(
    ("view", "allowed", "expected"),
    [
        (view_with_decision(), may(*ONLY_PASS), 12),
        (view_with_decision(), may("Pass", "Activate"), None),
        (view_with_decision("act"), may("EndStep"), None),
        (view_with_decision(), may("Concede"), None),
        (view_with_decision(offer=object()), may(*ONLY_PASS), None),
        (view_with_decision(settings={"auto_pass": "nothing_else"}), may(*ONLY_PASS), None),
        (view_with_decision(settings=SimpleNamespace(auto_pass="nothing_else")), may(*ONLY_PASS), None),
        (view_with_decision(), may(("Pass", "answer"), ("Gloat", "aside")), 12),
        (view_with_decision(), may(("Pass", "answer"), ("Gloat", "move")), None),
    ],
)
def test_client_passes_only_without_another_option(view: Any, allowed: Any, expected: int | None) -> None:  # noqa: ANN401
    """The client passes only if no other command is legal, no draw is offered, and the server does not pass itself."""
    assert expected == decide("ann", view, allowed)
    assert decide("bob", view, allowed) is None


def test_client_waits_once_for_each_decision() -> None:
    """The client waits once for each decision, starting when it first sees the decision."""
    draws = iter((0.0, 0.5))
    pace = Pace(lambda: next(draws))
    pace.seen(1, 100.0)
    pace.seen(1, 100.3)

    assert SOONEST - 0.1 == pytest.approx(pace.left(1, 100.1))
    assert 0.0 == pace.left(1, 200.0)
    assert SOONEST + SPREAD / 2 == pytest.approx(pace.left(2, 300.0))


class Seat:
    """A seat of a match with fixed responses, which records the calls that the client makes."""

    def __init__(self, game: Any, allowed: Any) -> None:  # noqa: ANN401 what a server would answer
        """Set the view and the legal commands that the seat returns."""
        self.game, self.allowed, self.did = game, allowed, list[Any]()

    def view(self) -> Any:  # noqa: ANN401 an answer
        """Return the fixed view."""
        self.did.append("view")
        return SimpleNamespace(game=self.game)

    def legal(self) -> Any:  # noqa: ANN401 an answer
        """Return the fixed legal commands."""
        self.did.append("legal")
        return SimpleNamespace(legal=SimpleNamespace(allowed=self.allowed))

    def send(self, command: Any) -> Any:  # noqa: ANN401 a command
        """Record a sent command."""
        self.did.append(command)


def test_pass_is_sent_after_the_wait() -> None:
    """The client reads the view, draws a random wait, reads the legal list, waits, and sends the pass."""
    seat = Seat(view_with_decision(), may(*ONLY_PASS))

    def draw() -> float:
        seat.did.append("draw")
        return 0.0

    assert passed(seat, "ann", Pace(draw), sleep=lambda _: seat.did.append("wait"))
    assert ["view", "draw", "legal", "wait", Pass(decision=12)] == seat.did


def test_client_does_not_pass_when_another_command_is_legal() -> None:
    """The client does not pass if another command is legal, or if the seat has no decision."""
    seat = Seat(view_with_decision(), may("Pass", "Activate"))

    assert not passed(seat, "ann", Pace())
    assert not passed(seat, "bob", Pace())
    assert ["view", "legal", "view"] == seat.did


def test_async_client_passes_as_well() -> None:
    """The asynchronous client passes under the same conditions as the synchronous client."""

    class Async(Seat):
        async def view(self) -> Any:  # noqa: ANN401 an answer
            return super().view()

        async def legal(self) -> Any:  # noqa: ANN401 an answer
            return super().legal()

        async def send(self, command: Any) -> Any:  # noqa: ANN401 a command
            super().send(command)

    seat = Async(view_with_decision(), may(*ONLY_PASS))
    assert asyncio.run(passed_async(seat, "ann", Pace(lambda: 0.0), sleep=lambda _: asyncio.sleep(0)))
    assert ["view", "legal", Pass(decision=12)] == seat.did
