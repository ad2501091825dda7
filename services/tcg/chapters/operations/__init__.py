"""Effect operations: what the steps of an effect do, read once into a program (see `reader`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from services.tcg.catalogue.language.operations import Operation as Step
from services.tcg.chapters.operations import flow, hands, lasting, searching, spirits, zones
from services.tcg.chapters.operations.reader import EACH, PAUSED, PUSHED, Nest, Reader
from services.tcg.chapters.terms import Modes, Operation

__all__ = ["EACH", "PAUSED", "PUSHED", "READERS", "read_program"]

READERS: Final[Mapping[type, Callable[[Reader, Any], None]]] = {
    **hands.READERS,
    **searching.READERS,
    **spirits.READERS,
    **zones.READERS,
    **lasting.READERS,
    **flow.READERS,
}
"""Who reads each step of the card language."""


def read_program(steps: Sequence[Step], nest: Nest, *, asks: bool) -> tuple[tuple[Operation, ...], tuple[Modes, ...]]:
    """Read the steps of an effect into its program, and say where it asks for modes.

    `nest` has what a step hands on (an effect, steps that wait, a static, a condition) read, and returns its key.
    Where it `asks`, the player of an effect says which opponent picks (TC-RUL-045).
    """
    reader = Reader(nest, READERS.__getitem__, asks=asks)
    reader.steps(steps)
    return tuple(reader.program), tuple(reader.modes)
