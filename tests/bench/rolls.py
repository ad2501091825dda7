"""Rolls in this process: ours, drawn provably from a seed and recorded, compared with the `d20` library."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any, Final

import d20

from shared.kernel.chance import SeedTape
from tests.dice.throwing import throw_notation

from .rows import Bar, Row, row
from .turns import in_turn, rate

BAR: Final = Bar("at least", 1)
BOUNDS: Final = {"1d20+5": (6, 25), "4d6kh3": (3, 18), "100d20": (100, 2000)}
SEED: Final = b"\x5e" * 32
DIGEST: Final = bytes(32)


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure every row. Both sides cache the parsed notation."""
    return [_row(text, seconds, rounds) for text in BOUNDS]


def _row(text: str, seconds: float, rounds: int) -> Row:
    slices = max(rounds, int(seconds * rounds / 0.2))
    contenders = {"ours": lambda: rate(_ours(text), 0.1), "d20": lambda: rate(_theirs(text), 0.1)}
    taken = in_turn(contenders, slices)
    note = "ours: HMAC-SHA256 draws, recorded; theirs: random.randrange"
    return row(f"rolls of {text}", "1/s", taken["ours"], peer="d20", theirs=taken["d20"], bar=BAR, note=note)


def _ours(text: str) -> Callable[[], None]:
    """Return a function that rolls as a command does: with a tape at the stream's version, and a recorded draw."""
    low, high = BOUNDS[text]
    versions = count(int(time.time()))

    def roll() -> None:
        tape = SeedTape(seed=SEED, digest=DIGEST, version=next(versions))
        outcome: Any = throw_notation(text, tape)
        assert low <= outcome.total <= high
        assert tape.taken

    return roll


def _theirs(text: str) -> Callable[[], None]:
    low, high = BOUNDS[text]

    def roll() -> None:
        assert low <= d20.roll(text).total <= high

    return roll
