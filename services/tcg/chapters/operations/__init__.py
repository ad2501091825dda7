"""Steps of effects, such as "draw" or "destroy".

Each family of steps is one file in this folder, and `_families` finds these files. A file declares everything about its
steps: their types, their phrases on a card, the cards that they can affect, their faults, the functions that turn them
into a program (`@reads`), their events with folds, and the updates that the board needs after these events (`BOARD`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

from services.tcg.catalogue.language.effects import know
from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.chapters.operations.reader import EACH, PAUSED, PUSHED, Nest, Reader
from services.tcg.chapters.terms import Follow, Modes, Operation
from shared.kernel.chapter import marked_functions

__all__ = ["BOARD", "EACH", "FAMILIES", "PAUSED", "PUSHED", "READERS", "RELEASED", "STEPS", "read_program"]

RELEASED: Final = (
    "draw", "discard", "rescue", "invoke", "devour", "spiritualize", "attach_spirit", "despiritualize",
    "move_spirits", "sacrifice", "destroy", "spirit_to_void", "return_to_hand", "put_in_deck", "play_form",
    "play_command", "set_command", "search", "look_top", "shuffle", "reveal", "damage", "modify_pwr", "set_pwr",
    "grant", "restrict", "extra_attack", "negate", "end_attack", "prevent_damage", "flip_savior",
    "gain_control", "choose", "choose_player", "choose_mode", "may", "if", "for_each", "repeat", "roll_die",
    "put_counter", "delay", "win_game", "lose_game",
)  # fmt: skip
"""The kinds of steps in the first released contract, in its order. Later kinds follow in alphabetical order."""


def _families() -> Iterator[ModuleType]:
    for module in sorted(iter_modules(__path__), key=lambda module: module.name):
        if not module.name.endswith("_declared"):
            yield import_module(f"{__name__}.{module.name}")


def _tag(kind: type[Step]) -> str:
    return str(kind.__struct_config__.tag)


def _steps(families: Sequence[ModuleType]) -> tuple[type[Step], ...]:
    """Return the kinds of steps that the families declare, in the order of the contract."""
    found = [
        one for family in families for one in vars(family).values()
        if isinstance(one, type) and issubclass(one, Step) and one.__module__ == family.__name__
    ]  # fmt: skip
    places = {tag: place for place, tag in enumerate(RELEASED)}
    return tuple(sorted(found, key=lambda kind: (places.get(_tag(kind), len(places)), _tag(kind))))


def _readers(families: Sequence[ModuleType]) -> Mapping[type, Callable[[Reader, Any], None]]:
    """Return, for each kind of step, the function that turns such a step into operations."""
    marked = [one for family in families for one in marked_functions(family) if one.part == "reads"]
    return {[*one.hints.values()][1]: one.function for one in marked}


def _missing() -> Iterator[str]:
    """Yield a message for each kind of step that lacks a reader or a phrase."""
    for kind in STEPS:
        if kind not in READERS:
            yield f"no @reads of {kind.__name__}"
        if not kind.phrase:
            yield f"no phrase of {kind.__name__}"


FAMILIES: Final = tuple(_families())
STEPS: Final = _steps(FAMILIES)
READERS: Final = _readers(FAMILIES)
BOARD: Final[Mapping[type, Follow | None]] = {
    kind: change for family in FAMILIES for kind, change in getattr(family, "BOARD", {}).items()
}
"""The update of the board for each event that the families declare, or None if the event does not change the board."""
know(STEPS)
if missing := "; ".join(_missing()):
    raise TypeError(missing)


def read_program(steps: Sequence[Step], nest: Nest, *, form: int) -> tuple[tuple[Operation, ...], tuple[Modes, ...]]:
    """Turn an effect's steps into its program, and return it with the modes from which a player must choose.

    `nest` reads a nested part of a step (an effect, delayed steps, a condition), stores it, and returns its key. `form`
    is the match's form (see `services.tcg.forms`).
    """
    reader = Reader(nest, READERS.__getitem__, form)
    reader.steps(steps)
    return tuple(reader.program), tuple(reader.modes)
