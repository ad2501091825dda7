"""What a chapter demands of another's command is declared where it belongs, and held before the judge."""

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
    """Nobody adds more than 9."""


class Odd(Refusal, rule="AR-TEST-01"):
    """Only even numbers are added."""


@guard
def not_too_much(ctx: Context[Count], command: Add) -> None:  # noqa: ARG001 whoever asks
    """Hold what is added to 9."""
    if command.number > 9:
        raise TooMuch


@guard
def even(ctx: Context[Count], command: Add) -> None:  # noqa: ARG001 whoever asks
    """Hold what is added to even numbers."""
    if command.number % 2:
        raise Odd


@guard
def half(ctx: Context[Count], command: Halve) -> None:
    """Guard what is no command of the game."""


def decided(number: int, *parts: Any) -> list[Any]:  # noqa: ANN401 functions
    """Return what comes of adding a number."""
    return game_of(*PARTS, *parts).decide(intent_of(Add(number=number)), Count(), Faces()).events


def test_a_guard_refuses_before_the_judge() -> None:
    """The first that refuses is told, in the order of the chapters."""
    assert [Added(number=8)] == decided(8, not_too_much, even)
    with pytest.raises(TooMuch):
        decided(11, not_too_much, even)
    with pytest.raises(Odd):
        decided(11, even, not_too_much)
    with pytest.raises(Odd):
        decided(7, not_too_much, even)


def test_a_guard_of_a_command_that_no_chapter_declares_is_named() -> None:
    """It would never hold anything."""
    with pytest.raises(GameIncomplete, match="guard of Halve, which no chapter declares"):
        game_of(*PARTS, half)
