"""Automatic passing by the page: tests of the module `passing.js`, run by node."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).with_name("passing.mjs")


def test_the_page_passes_automatically_only_where_it_should(node: str) -> None:
    """All 16 tests of `passing.mjs` pass: no automatic pass loses an option or reveals a hand by its timing."""
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", str(TESTS)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout
    assert "\n# pass 16\n" in done.stdout
