"""The number of examples that a test tries: a sample in `make test`, and all of them in `make campaigns`.

A test that uses `sampled` has the mark `sampled`, by which `make campaigns` finds it.
"""

from __future__ import annotations

import os
from typing import Final

WHOLE: Final = os.environ.get("ARBITER_TEST_WHOLE") == "yes"


def sampled(few: int, *, of: int) -> int:
    """Return how many examples a test tries: only a few, or all of them with ARBITER_TEST_WHOLE=yes."""
    return of if WHOLE else few
