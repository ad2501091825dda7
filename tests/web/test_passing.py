"""When the page passes for a seat by itself: what `passing.js` decides, tried by node alone."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).with_name("passing.mjs")


def test_the_page_passes_only_where_nothing_is_lost_and_tells_nothing_by_its_time(node: str) -> None:
    """All that `passing.mjs` says holds, and it says something."""
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", str(TESTS)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "\n# pass 16\n" in done.stdout
