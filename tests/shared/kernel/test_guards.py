"""Guards: conditions that one chapter sets for another chapter's command, checked before the judge runs."""

from __future__ import annotations

from typing import Any

import pytest

from shared.kernel.chance import Faces
from shared.kernel.chapter import guard
from shared.kernel.context import Context
from shared.kernel.game import GameIncomplete
from shared.kernel.refusals import Refusal
from tests.shared.kernel.kit import PARTS, Add, Added, Count, game_of, intent_of
from tests.shared.kernel.test_follows import Halve


class TooMuch(Refusal, rule="AR-TEST-01"):
    """At most 9 may be added."""


class Odd(Refusal, rule="AR-TEST-01"):
    """Only even numbers may be added."""


@guard
def not_too_much(ctx: Context[Count], command: Add) -> None:  # noqa: ARG001 any seat
    """Refuse numbers above 9."""
    if command.number > 9:
        raise TooMuch


@guard
def even(ctx: Context[Count], command: Add) -> None:  # noqa: ARG001 any seat
    """Refuse odd numbers."""
    if command.number % 2:
        raise Odd


@guard
def half(ctx: Context[Count], command: Halve) -> None:
    """Guard a command that the game does not have."""


def events_of_adding(number: int, *parts: Any) -> list[Any]:  # noqa: ANN401 functions
    """Return the events of a command that adds a number."""
    return game_of(*PARTS, *parts).decide(intent_of(Add(number=number)), Count(), Faces()).events


def test_a_guard_refuses_before_the_judge() -> None:
    """A guard refuses a command before its judge runs.

    If several guards would refuse, the first in chapter order does.
    """
    assert [Added(number=8)] == events_of_adding(8, not_too_much, even)
    with pytest.raises(TooMuch):
        events_of_adding(11, not_too_much, even)
    with pytest.raises(Odd):
        events_of_adding(11, even, not_too_much)
    with pytest.raises(Odd):
        events_of_adding(7, not_too_much, even)


def test_a_guard_of_a_command_that_no_chapter_declares_is_named() -> None:
    """A game with a guard for a command that no chapter declares does not start, and the error names the guard."""
    with pytest.raises(GameIncomplete, match="guard of Halve, which no chapter declares"):
        game_of(*PARTS, half)
