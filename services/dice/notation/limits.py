"""The limits for one roll, which keep every roll finite and every number exact."""

from __future__ import annotations

from typing import Final

from shared.kernel.messages import MAX_NUMBER

TEXT: Final = 500
DICE: Final = 1000
"""The maximum number of dice that a notation may request in one roll."""
THROWS: Final = 2000
"""The maximum average number of throws in a roll, including extra rolls."""
SIDES: Final = 1_000_000
FACES: Final = 100
"""The maximum number of faces of a die that lists its faces."""
TIMES: Final = 100
"""The maximum number of times that a notation may repeat its roll."""
BRANCHES: Final = 5000
"""The maximum number of nodes in all cases of the odds together.

The odds have one case for each possible value of a rolled number of dice or of a named roll.
"""
NESTING: Final = 20
OPERATIONS: Final = 100
EXPONENT: Final = 64
NUMBER: Final = MAX_NUMBER
"""The maximum absolute value of a number, and the maximum denominator of a fraction."""
