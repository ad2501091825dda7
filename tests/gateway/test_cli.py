"""The command line: each command does what its help says, and exits with the right code."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import httpx
import pytest
from click.testing import CliRunner

from services.gateway.cli import main
from services.gateway.processes.running import free_port
from tests.support.http import COLD
from tests.support.nursery import executed

pytestmark = pytest.mark.store

LOG: Final = str(Path(__file__).parents[1] / "dice" / "golden" / "a_task.ndjson")
ARBITER: Final = (sys.executable, "-m", "services.gateway.cli")
READY_SECONDS: Final = 300.0
SAID: Final = "demo.txt"
"""The file that contains the demo's output."""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Return an environment that has only these settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARBITER_")}
    return kept | {"ARBITER_DATA_FOLDER": str(folder), "ARBITER_SERVERS": "1", "COLUMNS": "160", **more}


def arbiter(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command until it ends; return the finished process."""
    return subprocess.run(
        [*ARBITER, *words], env=environment(folder, **more), capture_output=True, text=True, timeout=300, check=False
    )  # fmt: skip


class Up:
    """A running `arbiter up` command."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.port = free_port()
        self.out = folder.with_suffix(".out")
        defaults = COLD | {"ARBITER_DURABILITY": "relaxed"}
        settings = environment(folder, ARBITER_PORT=str(self.port), **(defaults | more))
        with self.out.open("wb") as out:
            self.process = subprocess.Popen([*ARBITER, "up"], env=settings, stdout=out, stderr=out)

    def key(self) -> str:
        """Wait for the key that the command prints."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            found = re.search(r"ak_\w+", self.out.read_text("utf-8"))
            if found:
                return found[0]
            time.sleep(0.05)
        raise AssertionError(self.out.read_text("utf-8"))

    def roll(self, key: str) -> str:
        """Roll once, and return the table on which it was rolled."""
        body = {"rolls": [{"what": {"throw": "Notation", "text": "4d6kh3"}}]}
        headers = {"Authorization": f"Bearer {key}"}
        answer = httpx.post(f"http://127.0.0.1:{self.port}/dice/v1/rolls", json=body, headers=headers, timeout=120)
        assert 201 == answer.status_code
        table: str = answer.json()["table"]
        return table

    def stop(self) -> int:
        """Press Ctrl-C, and wait for the command to end; return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(120)


def test_up_prints_a_key_that_rolls_stops_on_ctrl_c_and_finds_its_games_again(tmp_path: Path) -> None:
    """A key of the first run still works in the second, on the same table. No process remains after Ctrl-C."""
    first = Up(tmp_path / "var")
    key = first.key()
    table = first.roll(key)
    assert 0 == first.stop()
    assert "stopped" in first.out.read_text("utf-8")

    again = Up(tmp_path / "var")
    again.key()
    headers = {"Authorization": f"Bearer {key}"}
    answer = httpx.get(f"http://127.0.0.1:{again.port}/dice/v1/tables/{table}", headers=headers, timeout=120)
    assert 0 == again.stop()

    assert 200 == answer.status_code
    assert 1 == answer.json()["game"]["rolls"]


def test_a_second_up_on_one_folder_is_refused_by_name(tmp_path: Path) -> None:
    """A second `arbiter up` ends at once and names the process that holds the folder."""
    first = Up(tmp_path / "var")
    first.key()
    second = arbiter(tmp_path / "var", "up", ARBITER_PORT=str(free_port()))
    assert 0 == first.stop()

    assert 1 == second.returncode
    assert str(first.process.pid) in second.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the demo in a folder; return the folder with the files that it wrote."""
    folder = tmp_path_factory.mktemp("demo")
    demo = arbiter(folder / "var", "demo", "--keep", str(folder))
    assert 0 == demo.returncode, demo.stdout + demo.stderr
    (folder / SAID).write_text(demo.stdout, "utf-8")
    return folder


def test_the_demo_proves_the_honest_log_and_notices_the_forged_one(kept: Path) -> None:
    """The demo exits with 0. Its exported log verifies, and the forged log fails at the changed line."""
    honest = arbiter(kept / "var", "verify", str(kept / "table.ndjson"), "--receipt", str(kept / "receipt.json"))
    forged = arbiter(kept / "var", "verify", str(kept / "forged.ndjson"))

    assert (0, 1) == (honest.returncode, forged.returncode)
    assert "proven on all three levels" in honest.stdout
    assert "FAILED: line 3 (after version " in forged.stdout


@pytest.mark.rule("AR-IMPACT-06")
def test_the_demo_shows_what_one_changed_rule_would_have_done(kept: Path) -> None:
    """The demo's job finds the only decision that the changed rule affects, and reports all others as the same."""
    said = (kept / SAID).read_text("utf-8").partition("the impact of one changed rule")[2]
    counts = re.search(r"(\d+) decisions of (\d+) campaigns .*; (\d+) come out the same", said)
    rows = re.findall(r"(\d+) differ: (\w+) \((\w+)\), by FB-R-07.* version (\d+) of rpg_boundless\.campaign:", said)

    assert counts is not None, said
    decisions, campaigns, same = map(int, counts.groups())
    assert len(rows) == 1
    assert (rows[0][0], rows[0][2]) == ("1", "event")
    assert campaigns > 2
    assert decisions == same + 1


@pytest.mark.execs
def test_a_receipt_with_an_invalid_signature_is_refused(kept: Path, tmp_path: Path) -> None:
    """A receipt with an invalid signature proves nothing, so the command exits with 1."""
    receipt = json.loads((kept / "receipt.json").read_text("utf-8"))
    (tmp_path / "forged.json").write_text(json.dumps(receipt | {"version": 1}), "utf-8")

    verdict = arbiter(tmp_path, "verify", str(kept / "table.ndjson"), "--receipt", str(tmp_path / "forged.json"))

    assert 1 == verdict.returncode
    assert "FAILED: the receipt is not signed by that key" in verdict.stdout


def test_keys_are_made_listed_and_revoked_without_a_server(tmp_path: Path) -> None:
    """`arbiter keys` shows a new key's secret once. The list has the key's id, and later that it was revoked."""
    with executed():
        made = arbiter(tmp_path, "key", "make", "tavern", "--label", "a bot").stdout.strip()
    key_id = made.split("_")[1]
    listed = arbiter(tmp_path, "key", "list").stdout
    revoked = arbiter(tmp_path, "key", "revoke", key_id)
    after = arbiter(tmp_path, "key", "list", "--tenant", "tavern").stdout

    assert key_id in listed
    assert made.split("_")[2] not in listed
    assert 0 == revoked.returncode
    assert re.search(rf"{key_id}.*yes", after)
    assert 1 == arbiter(tmp_path, "key", "revoke", "ffffffffffff").returncode


@pytest.mark.rule("AR-CLI-01")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("key", "make", "a b"), "expected an id: lower-case letters, digits, _ and -; at most 64; got 'a b'"),
        (("key", "make", ""), "expected an id: lower-case letters, digits, _ and -; at most 64; got ''"),
        (("key", "make", "tavern", "--label", ""), "expected one line of text, 1 to 200 characters; got ''"),
        (("verify", LOG, "--compare", "foo"), "expected an address such as http://127.0.0.1:8000; got 'foo'"),
        (
            ("verify", LOG, "--compare", "ftp://one"),
            "expected an address such as http://127.0.0.1:8000; got 'ftp://one'",
        ),
        (("verify", LOG, "--compare", "http://"), "expected an address such as http://127.0.0.1:8000; got 'http://'"),
        (("verify", LOG, "--compare", "http://\x01"), "it is no address: "),
        (("show", "dice.table:one", "--server", "foo"), "expected an address such as http://127.0.0.1:8000; got 'foo'"),
    ],
)
def test_a_wrong_argument_is_named_in_a_sentence(words: tuple[str, ...], says: str) -> None:
    """A name, a label or an address of another form gets a sentence about what it may be, and exit code 2."""
    done = CliRunner().invoke(main, words)

    assert (done.exit_code, says in done.output) == (2, True), done.output


@pytest.mark.rule("AR-DIGEST-03")
def test_a_server_that_is_away_does_not_make_a_log_wrong(tmp_path: Path) -> None:
    """`arbiter verify --compare` without a server exits with 4 for a proven log, and with 1 for an altered one."""
    altered = tmp_path / "altered.ndjson"
    altered.write_bytes(Path(LOG).read_bytes().replace(b"1d6", b"1d8", 1) + b"\n")
    honest, forged = (
        CliRunner().invoke(main, ["verify", str(file), "--compare", "http://127.0.0.1:1"]) for file in (LOG, altered)
    )

    assert (4, 1) == (honest.exit_code, forged.exit_code)
    assert "NOT COMPARED: http://127.0.0.1:1 does not answer" in honest.output


def test_an_unknown_setting_gets_the_nearest_name(tmp_path: Path) -> None:
    """A command with an unknown setting exits with 2, and suggests the nearest name.

    The list of settings is complete.
    """
    with executed():
        wrong = arbiter(tmp_path, "settings", ARBITER_DURABILTY="relaxed")
    right = arbiter(tmp_path, "settings")

    assert 2 == wrong.returncode
    assert "ARBITER_DURABILITY" in wrong.stderr
    assert "ARBITER_REDIS_URL" in right.stdout


def test_serve_asks_for_a_store_and_for_a_service_there_is(tmp_path: Path) -> None:
    """`arbiter serve` without a store, or with an unknown service, exits at once and says why."""
    storeless = arbiter(tmp_path, "serve")
    unknown = arbiter(tmp_path, "serve", "--service", "chess", ARBITER_REDIS_URL="redis://127.0.0.1:1")

    assert (1, 1) == (storeless.returncode, unknown.returncode)
    assert "ARBITER_REDIS_URL" in storeless.stderr
    assert "unknown service chess" in unknown.stderr


def test_an_erased_stream_leaves_a_tombstone(tmp_path: Path) -> None:
    """The tombstone of an erased stream has the stream's version and head, but none of its contents."""
    running = Up(tmp_path / "var")
    table = running.roll(running.key())
    assert 0 == running.stop()

    erased = arbiter(tmp_path / "var", "erase", f"dice.table:{table}", "--yes", ARBITER_DURABILITY="relaxed")

    unknown = arbiter(tmp_path / "var", "erase", "dice.table:nobody", "--yes", ARBITER_DURABILITY="relaxed")

    assert 0 == erased.returncode, erased.stderr
    assert "tombstone keeps version" in erased.stdout
    assert 1 == unknown.returncode
    assert "There is no such stream" in unknown.stderr


def test_the_key_file_is_exported_and_rotated(tmp_path: Path) -> None:
    """A rotation adds a key to the file. The exported file has the new key and the old one."""
    before = json.loads(arbiter(tmp_path, "keyfile", "export").stdout)
    rotated = arbiter(tmp_path, "keyfile", "rotate", "sealing").stdout.strip()
    after = json.loads(arbiter(tmp_path, "keyfile", "export").stdout)

    assert rotated in json.dumps(after)
    assert rotated not in json.dumps(before)
