"""Marks that a game adds to the kernel's own."""

from __future__ import annotations

from types import ModuleType

from shared.kernel.chapter import mark, marked_functions, parts_of
from shared.kernel.context import Context
from shared.kernel.game import Opening


def chapter() -> ModuleType:
    """Return a chapter with one function, whose mark only its own game knows."""
    made = ModuleType("tests.steps")

    def draw(reader: object, step: int) -> None:
        """Read a step of the chapter."""

    draw.__module__ = made.__name__
    mark(draw, "reads")
    vars(made)["draw"] = draw
    return made


def test_a_game_finds_the_functions_that_bear_its_own_mark() -> None:
    """The game finds them with their types, as the kernel finds a judge or a fold."""
    (found,) = marked_functions(chapter())

    assert ("reads", int) == (found.part, found.hints["step"])


def test_the_kernel_ignores_marks_of_a_game() -> None:
    """Functions with such marks are no part of a chapter, and nothing is missing without them."""
    assert () == parts_of([chapter()], unoffered=Opening, state=object, context=Context).missing
