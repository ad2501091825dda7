"""The forms of matches: versions of the log's format and of the decision rules (see `Match.form`)."""

from __future__ import annotations

from typing import Final

AMENDED: Final = 2
"""The first form with version 2 of the decision rules. See decision 0118."""
REVISED: Final = 3
"""The first form with version 3 of the decision rules. See decision 0190."""
NEWEST: Final = REVISED
"""The form of newly opened matches."""
