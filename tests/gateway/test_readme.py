"""README's commands, run as a person types them: all blocks in one shell, in order, twice."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from services.gateway.processes.running import free_port
from tests.gateway.test_cli import environment
from tests.support.http import COLD

pytestmark = pytest.mark.store

ROOT: Final = Path(__file__).parents[2]
READY: Final = ROOT / ".venv" / ".ready"
BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FUZZED: Final = "st run "
"""Blocks that take minutes. `tests/http/test_fuzzed.py` runs this one with a small budget."""
BLOCKS: Final[list[str]] = [
    text for kind, text in BLOCK.findall((ROOT / "README.md").read_text("utf-8")) if not kind
]  # fmt: skip
KEY: Final = re.compile(r"\bak_\w+")
END: Final = "== end of block"
SECONDS: Final = 300.0


class Shell:
    """A shell in a folder like a checkout, and the values that a person copies from one output to the next."""

    def __init__(self, folder: Path) -> None:
        """Start the shell. Its environment has only the server's folder and address.

        An outdated `.venv` is refused: the folder has links to this checkout's files, so `make run` would rebuild the
        checkout's own `.venv` with the folder's paths.
        """
        older = [one for one in ("pyproject.toml", "uv.lock") if READY.stat().st_mtime < (ROOT / one).stat().st_mtime]
        assert older == [], f"{READY} is older: run `make {READY.relative_to(ROOT)}` first"
        for entry in ROOT.iterdir():
            (folder / entry.name).symlink_to(entry)
        self.folder, self.port = folder, free_port()
        self.known: dict[str, str] = {}
        settings = {"ARBITER_PORT": str(self.port), "ARBITER_WEBHOOKS_PRIVATE": "yes", **COLD}
        self._process = subprocess.Popen(
            ["bash"], cwd=folder, env=environment(folder / "games", **settings), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, text: str) -> str:
        """Run these lines; return their output."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{text}\necho; echo '{END}'\n")
        self._process.stdin.flush()
        said = ""
        for line in self._process.stdout:
            if line.startswith(END):
                return said
            said += line
        raise AssertionError(f"the shell ended: {said}")

    def block(self, text: str) -> str:
        """Run a block of README, with the values that a reader would have copied."""
        if text.startswith("make run"):
            return self._up()
        text = text.replace("ak_…", self.known["key"]).replace("127.0.0.1:8000", f"127.0.0.1:{self.port}")
        for name in ("MATCH", "ANN", "TABLE"):
            text = re.sub(rf"^({name}=.*?)…", rf"\g<1>{self.known.get(name, '…')}", text, flags=re.MULTILINE)
        assert "…" not in text
        said = self.run(text)
        self._learn(said)
        return said

    def _up(self) -> str:
        """Run README's first block, which starts the server, and wait for its key.

        Leave out `make test`, which runs this file.
        """
        self.run(
            ": > up.log"
        )  # empty the log first: a key that an earlier start printed would not show that this one is up
        self.run("setsid make run >> up.log 2>&1 & SERVER=$!")
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            said = (self.folder / "up.log").read_text("utf-8")
            if found := KEY.search(said):
                self.known["key"] = found[0]
                return said
            if self.run("jobs -r").strip() == "":
                break
            time.sleep(0.2)
        raise AssertionError((self.folder / "up.log").read_text("utf-8"))

    def _learn(self, said: str) -> None:
        """Store the values in an output that a reader would copy into later blocks."""
        for answer in _answers(said):
            if "table" in answer:
                self.known["TABLE"] = answer["table"]
            if str(answer.get("stream")).startswith("tcg.match:") and "seats" in answer and "id" in answer:
                self.known["MATCH"], self.known["ANN"] = answer["id"], answer["seats"][0]["token"]

    def down(self) -> str:
        """Press Ctrl-C in the server's terminal, and wait for its end; return its output."""
        return self.run("kill -INT -- -$SERVER; wait $SERVER; cat up.log")

    def end(self) -> None:
        """End the shell and the processes that it started."""
        self._process.communicate("kill -INT -- -$SERVER 2>/dev/null; wait $SERVER\n", timeout=SECONDS)


def _answers(said: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects in an output."""
    decoder, at = json.JSONDecoder(), said.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(said, at)
        except json.JSONDecodeError:
            found, end = {}, at + 1
        yield found
        at = said.find("{", end)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """Yield a shell for README's blocks; end it after the test."""
    shell = Shell(tmp_path)
    yield shell
    shell.end()


@pytest.mark.rule("AR-SET-01")
@pytest.mark.skipif(any(shutil.which(name) is None for name in ("node", "curl", "make")), reason="README asks for them")
def test_the_blocks_of_readme_run_in_one_shell_in_their_order_twice(shell: Shell) -> None:
    """All blocks of README work twice in one shell, in order.

    No block breaks a later one, or a new start of the server.
    """
    for _ in range(2):
        said = [shell.block(text) for text in BLOCKS if FUZZED not in text]
        stopped = shell.down()

        assert len(said) == len(BLOCKS) - 1 >= 7
        assert "urn:arbiter:" not in "".join(said)
        assert re.search(r"(proven on all three levels|honest as far)", said[-1])
        assert "stopped; the games are kept" in stopped
    assert os.fspath(shell.folder) in shell.run("pwd")
