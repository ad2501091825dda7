"""The cases in which the page passes for a seat automatically: the logic of `passing.js`, which node runs alone."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).with_name("passing.mjs")


def test_the_page_passes_only_where_nothing_is_lost_and_reveals_nothing_by_its_timing(node: str) -> None:
    """All 16 tests of `passing.mjs` run and pass."""
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", str(TESTS)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "\n# pass 16\n" in done.stdout
