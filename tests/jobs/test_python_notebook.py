"""The example notebook for game designers of the Python client, run as `python odds.py` against real workers."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from services.gateway.processes.running import running
from services.gateway.processes.supervisor import Supervisor
from tests.support.http import COLD
from tests.support.python_pack import CLIENT

NOTEBOOK: Final = CLIENT / "examples/notebook/odds.py"


@pytest.mark.long
def test_the_notebook_compares_simulates_and_opens_a_trial(tmp_path: Path) -> None:
    """The notebook prints the exact means of two rolls, and runs enough trials for a requested precision.

    It then opens the luckiest trial.
    """
    few = {**COLD, "ARBITER_WORKERS": "1"}
    with (
        running(tmp_path / "arbiter", "--dispatcher", durability="relaxed", **few) as server,
        (tmp_path / "out").open("ab") as out,
    ):
        facts = server.environment | {"ARBITER_URL": server.address, "ARBITER_KEY": server.key}
        with Supervisor(server.environment, out=out, roles=("worker",)):
            done = subprocess.run(
                [sys.executable, NOTEBOOK], capture_output=True, text=True, check=False, env=facts, timeout=300
            )

    assert done.returncode == 0, done.stderr
    assert "'mean': '15869/1296'" in done.stdout
    assert "'mean': '21/2'" in done.stdout
    found = re.search(r"(\d+) trials, mean (\d+\.\d+); opened dice\.table:\w+", done.stdout)
    assert found is not None, done.stdout
    assert 14.5 < float(found[2]) < 17
