"""The limits of one roll, which keep every roll finite and every number exact."""

from __future__ import annotations

from typing import Final

from shared.kernel.messages import MAX_NUMBER

TEXT: Final = 500
DICE: Final = 1000
"""The maximum number of dice that a notation may request in one roll."""
THROWS: Final = 2000
"""The maximum average number of throws in a roll, extra rolls included."""
SIDES: Final = 1_000_000
FACES: Final = 100
"""The maximum number of faces of a die that lists its faces."""
TIMES: Final = 100
"""The maximum number of times that one notation may repeat its roll."""
BRANCHES: Final = 5000
"""The maximum number of nodes in all the cases into which rolled dice counts and named rolls split the odds."""
NESTING: Final = 20
OPERATIONS: Final = 100
EXPONENT: Final = 64
NUMBER: Final = MAX_NUMBER
"""The maximum absolute value of a number, and the maximum denominator of a fraction."""
