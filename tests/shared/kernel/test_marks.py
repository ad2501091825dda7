"""Function marks (such as `judge`) that a game defines for itself, in addition to the kernel's marks."""

from __future__ import annotations

from types import ModuleType

from shared.kernel.chapter import mark, marked_functions, parts_of
from shared.kernel.context import Context
from shared.kernel.game import Opening


def chapter() -> ModuleType:
    """Return a chapter with one function, whose mark only the game defines."""
    made = ModuleType("tests.steps")

    def draw(reader: object, step: int) -> None:
        """Do nothing; only the mark and the types of this function matter."""

    draw.__module__ = made.__name__
    mark(draw, "reads")
    vars(made)["draw"] = draw
    return made


def test_a_game_finds_the_functions_that_bear_its_own_mark() -> None:
    """A game finds the functions with its own mark and their types, as the kernel finds judges and folds."""
    (found,) = marked_functions(chapter())

    assert ("reads", int) == (found.part, found.hints["step"])


def test_the_kernel_ignores_marks_of_a_game() -> None:
    """The kernel ignores functions with a game's own marks, and reports nothing missing for them."""
    assert () == parts_of([chapter()], unoffered=Opening, state=object, context=Context).missing
