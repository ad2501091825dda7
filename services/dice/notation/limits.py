"""How much one roll may ask for, so that every roll ends soon and every number is exact."""

from __future__ import annotations

from typing import Final

from shared.kernel.messages import MAX_NUMBER

TEXT: Final = 500
DICE: Final = 1000
"""Dice asked for in one roll."""
THROWS: Final = 2000
"""Throws of one roll, extra rolls counted as they fall on average."""
SIDES: Final = 1_000_000
FACES: Final = 100
"""Faces of a die that are written out."""
TIMES: Final = 100
"""Rolls that one notation repeats."""
BRANCHES: Final = 5000
"""Parts of cases that the odds of dice counted by dice, and of named rolls, distinguish."""
NESTING: Final = 20
OPERATIONS: Final = 100
EXPONENT: Final = 64
NUMBER: Final = MAX_NUMBER
"""The greatest magnitude of a number, and the greatest denominator of a fraction."""
