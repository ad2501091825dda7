"""The store's log, truncated at any position after an acknowledged commit, as a power cut might do.

No acknowledged commit is lost. ARBITER_TEST_CUTS is the number of positions at which the log is cut; `make
faults` uses 500.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from pathlib import Path
from random import Random
from typing import Final

import pytest
from msgspec import Struct
from structlog.testing import capture_logs

from services.gateway.operations.backup import check, connect_plainly, log_of
from services.gateway.processes.running import running
from shared.platform.embedded_store.store import EmbeddedStore, ServerFailed
from shared.platform.settings import ServerSettings
from tests.support.http import COLD, open_table, roll

pytestmark = [pytest.mark.faults, pytest.mark.store, pytest.mark.rule("AR-STORE-08")]

CUTS: Final = int(os.environ.get("ARBITER_TEST_CUTS", "8"))
TORN: Final = b"*3\r\n$3\r\nSET\r\n$7\r\nar"
AT_THE_END: Final = 1000
WRONG: Final = 5
TABLES: Final = 3
COMMITS: Final = 60


class Acknowledged(Struct, frozen=True):
    """An acknowledged commit: its version, its head, and the size of the store's log when the response arrived."""

    size: int
    stream: str
    version: int
    head: str


def log_in(folder: Path) -> Path:
    """Return the file in a data folder to which its store appends."""
    return max((folder / "store" / "appendonlydir").glob("*.incr.aof"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Acknowledged]]:
    """Play on some tables of a store that syncs every write; return its folder, and the responses in order."""
    folder = tmp_path_factory.mktemp("written")
    answers = list[Acknowledged]()
    with running(folder, **COLD) as server, server.client() as app:
        tables = [open_table(server, app) for _ in range(TABLES)]
        for place in range(COMMITS):
            done = tables[place % TABLES].done(roll("2d6", secret=place % 5 == 0))
            size = log_in(folder).stat().st_size
            answers.append(Acknowledged(size, done["stream"], done["version"], done["head"]))
    return folder, answers


async def heads_of(settings: ServerSettings, url: str, wanted: list[Acknowledged]) -> list[str]:
    """Return the heads of streams at the acknowledged versions."""
    connection = await connect_plainly(settings, url)
    try:
        sealer = (await connection.open_keys(settings.keys_at)).sealer
        logs = {each.stream: log_of(connection, sealer, each.stream) for each in wanted}
        found = [(await logs[each.stream].at(each.stream, each.version)).head.hex() for each in wanted]
        for log in logs.values():
            await log.close()
        return found
    finally:
        await connection.close()


def test_every_acknowledged_commit_survives_a_cut(written: tuple[Path, list[Acknowledged]], tmp_path: Path) -> None:
    """If the end of the log is cut off, even in the middle of a write, the store starts.

    `arbiter check` finds no error, and every acknowledged commit is there.
    """
    folder, answers = written
    random = Random(29)
    for number in range(CUTS):
        place = random.randrange(len(answers) - 1)
        cut = random.randint(answers[place].size, answers[place + 1].size)
        there = tmp_path / str(number)
        shutil.copytree(folder, there)
        os.truncate(log_in(there), cut)
        settings = ServerSettings(data_folder=there, durability="relaxed")
        kept = answers[: place + 1]
        with EmbeddedStore(there / "store") as store:
            checked = check(settings, store.url)

            assert ({}, {}) == (checked.broken, checked.closed)
            assert [each.head for each in kept] == asyncio.run(heads_of(settings, store.url, kept))
        shutil.rmtree(there)


def copy_folder(written: tuple[Path, list[Acknowledged]], folder: Path) -> Path:
    """Copy a data folder; return the path of its store's log."""
    shutil.copytree(written[0], folder)
    return log_in(folder)


@pytest.mark.rule("AR-STORE-10")
@pytest.mark.parametrize("zeros", [0, 4096])
def test_a_start_says_how_much_of_a_torn_write_is_cut_off(
    written: tuple[Path, list[Acknowledged]], tmp_path: Path, zeros: int
) -> None:  # fmt: skip
    """The log line states how many bytes of an incomplete write are cut off, even if zeros follow these bytes.

    Some file systems fill the rest of a file with zeros.
    """
    file = copy_folder(written, tmp_path / "torn")
    whole = file.stat().st_size
    with file.open("ab") as log:
        added = log.write(TORN + bytes(zeros))
    with capture_logs() as said, EmbeddedStore(tmp_path / "torn" / "store"):
        assert whole == file.stat().st_size

    assert [(str(file), added)] == [(each["file"], each["bytes"]) for each in said if each["event"] == "store_log_cut"]


@pytest.mark.rule("AR-STORE-10")
def test_a_log_with_a_wrong_length_at_its_end_is_refused_and_not_changed(
    written: tuple[Path, list[Acknowledged]], tmp_path: Path
) -> None:  # fmt: skip
    """The server refuses a log with a wrong length at its end, and does not change it.

    The store alone would drop everything after that length.
    """
    file = copy_folder(written, tmp_path / "wrong")
    log, random = file.read_bytes(), Random(30)
    lengths = [found.start(1) for found in re.finditer(rb"\$(\d+)\r\n", log[-AT_THE_END:])]
    for place in random.sample(lengths, WRONG):
        at = len(log) - AT_THE_END + place
        wrong = log[:at] + b"9" + log[at:]
        file.write_bytes(wrong)
        with pytest.raises(ServerFailed, match=r"is damaged: at byte \d+, .*`arbiter restore`"):
            EmbeddedStore(tmp_path / "wrong" / "store").start()
        assert wrong == file.read_bytes()
