"""The modules that a process imports.

A process imports no game before it has checked the store's address, and no game that it does not serve or verify.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from services.gateway.games import GAMES

ROOT: Final = Path(__file__).parents[2]
IMPORTED: Final = """
import sys
from services.gateway.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    served = {name.split(".")[1] for name in sys.modules if name.startswith("services.")}
    print(end.code, *sorted(served | {"litestar", "celery"} & {*sys.modules}))
"""


def imported_by(*words: str, store: str) -> tuple[str, set[str]]:
    """Run a command until it ends; return its exit code, and the packages that it imported.

    The packages are those of `services`, and the libraries for HTTP and for jobs.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    run = subprocess.run(
        [sys.executable, "-c", IMPORTED, *words], cwd=ROOT, env=environment | {"ARBITER_REDIS_URL": store},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, *found = run.stdout.splitlines()[-1].split()
    return code, set(found)


@pytest.mark.parametrize("words", [("serve",), ("worker",), ("clock",), ("dispatcher",)], ids=" ".join)
@pytest.mark.long
def test_no_game_is_imported_for_an_invalid_address(words: tuple[str, ...]) -> None:
    """The command refuses an invalid address before importing the games, which takes a second of processor time."""
    code, imported = imported_by(*words, store="redis://127.0.0.1:port")

    assert "1" == code
    assert {"gateway"} == imported - {"page"}
    assert not imported & {*GAMES}


@pytest.mark.long
def test_verify_imports_only_the_game_of_the_log() -> None:
    """`arbiter verify` imports the game of the log, and no library for HTTP or jobs: 0.7 seconds instead of 1.7."""
    code, imported = imported_by("verify", "tests/dice/golden/a_task.ndjson", store="")

    assert "0" == code
    assert {"dice"} == imported & {*GAMES, "litestar", "celery"}


@pytest.mark.long
def test_commands_on_stored_games_import_nothing_of_http() -> None:
    """The commands that archive, copy and erase stored games import no game before they read a stream, and no HTTP."""
    code = (
        "from services.gateway.operations import archive, backup, erase; import sys; "
        "print(*(name for name in ('litestar', 'services.dice', 'services.tcg') if name in sys.modules), 'end')"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "end\n" == run.stdout


@pytest.mark.long
def test_the_demo_imports_what_it_needs() -> None:
    """The demo runs alone, although other tests fork it from a process that has already imported everything."""
    code = "from services.gateway.demo.tour import demo; print(demo.__name__)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "demo\n" == run.stdout


@pytest.mark.parametrize("game", ["dice", "tcg"])
@pytest.mark.long
def test_a_process_of_one_game_imports_no_other(game: str) -> None:
    """The servers, workers, clocks and nursery of one game import no rules of another game."""
    code = (
        "from services.gateway.processes.nursery import SERVERS, WORKERS, prepare; prepare((SERVERS, WORKERS), %r); "
        "import sys; print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('services.')}))"
    )
    run = subprocess.run([sys.executable, "-c", code % game], cwd=ROOT, capture_output=True, text=True, check=True)

    assert {game} == {*run.stdout.split()} & {*GAMES}
