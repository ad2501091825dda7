"""Calls of the two command-line verifiers: they have the same results for a table of calls and for damaged receipts."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from click.testing import CliRunner

from services.gateway.cli import main
from services.gateway.operations.verify import ReceiptRefused, read_receipt
from shared.platform.ledger import CONTRACTS
from tests.support.second_verifier import run_verifier
from tests.support.vectors import FOLDER

VERIFICATION: Final = CONTRACTS / "verification.mjs"
ROWS: Final[list[dict[str, Any]]] = [
    row for name in ("calls.json", "forks.json", "luck.json") for row in json.loads((FOLDER / name).read_bytes())
]
VERDICT: Final = re.compile(r"(?:FAILED: line \d+ \(after version \d+\), level \d|FAILED: .*|receipt: .*)")
DRIVER: Final = f"""
import {{ readReceipt }} from {json.dumps(VERIFICATION.as_uri())};
import {{ createInterface }} from "node:readline";
for await (const line of createInterface({{ input: process.stdin }})) {{
  let answer = "signed";
  try {{ await readReceipt(Buffer.from(line, "base64")); }} catch (error) {{ answer = error.message; }}
  console.log(answer);
}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the published logs and receipts into a folder, and make it the current folder."""
    copy_vectors(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def copy_vectors(folder: Path) -> None:
    """Copy the published logs and receipts that the calls name into a folder."""
    more = [path.name for kind in ("fork*", "luck*") for path in FOLDER.glob(kind)]
    for name in ("closed.ndjson", "open.ndjson", "receipt.json", *more):
        shutil.copy(FOLDER / name, folder / name)


def content_of(folder: Path, how: dict[str, Any]) -> bytes:
    """Return the content of a file, as a row of the table describes it."""
    if "json" in how:
        return json.dumps(how["json"]).encode()
    text: str = how["text"] if "text" in how else (folder / how["from"]).read_bytes().decode()
    if {"set", "without", "upper"} & set(how):
        form = json.loads(text) | how.get("set", {})
        form |= {how["upper"]: form[how["upper"]].upper()} if "upper" in how else {}
        form.pop(how.get("without"), None)
        text = json.dumps(form)
    old, new = how.get("replace", ("", ""))
    assert old in text
    text = text.replace(old, new) if old else text
    text = text[: -how["cut"]] if "cut" in how else text
    whole: str = how.get("before", "") + text + how.get("after", "")
    return whole.encode()


def held_to(row: dict[str, Any], code: int, out: str, err: str) -> None:
    """Assert that a verifier's result matches its row of the table."""
    verdicts = [found[0] for line in out.splitlines() if (found := VERDICT.match(line))]
    assert (row["exit"], row["says"]) == (code, verdicts), (out, err)
    assert "Traceback" not in err
    if code == 2:
        assert (True, "") == (row["names"] in err, out)


@pytest.mark.rule("AR-FORK-09", "AR-LUCK-06")
@pytest.mark.parametrize("row", ROWS, ids=[row["about"] for row in ROWS])
def test_our_verifier_answers_the_published_calls(row: dict[str, Any], folder: Path) -> None:
    """The exit code, the verdict, and the error of an invalid call of our verifier match the table."""
    for name, how in row["files"].items():
        (folder / name).write_bytes(content_of(folder, how))
    done = CliRunner().invoke(main, ["verify", *row["words"]])
    held_to(row, done.exit_code, done.stdout, done.stderr)


@pytest.mark.rule("AR-FORK-09", "AR-LUCK-06")
@pytest.mark.parametrize("row", ROWS, ids=[row["about"] for row in ROWS])
def test_the_second_verifier_answers_the_published_calls(row: dict[str, Any], folder: Path, node: str) -> None:
    """The results of the second verifier match the same rows of the table."""
    for name, how in row["files"].items():
        (folder / name).write_bytes(content_of(folder, how))
    held_to(row, *run_verifier(node, row["words"], folder))


def test_the_table_names_each_call_once() -> None:
    """The table names each call once and covers every exit code."""
    assert len(ROWS) == len({row["about"] for row in ROWS})
    assert {0, 1, 2} == {row["exit"] for row in ROWS}


def damage(receipt: bytes, luck: Random) -> bytes:
    """Change, remove or duplicate some bytes of a receipt."""
    place, length = luck.randrange(len(receipt)), luck.choice((1, 1, 2, 8))
    new = luck.choice((b"", b"0", b" ", b'"', b"\xff", b"A", receipt[place : place + length] * 2))
    return receipt[:place] + new + receipt[place + length :]


def test_both_read_and_refuse_the_same_receipts(node: str) -> None:
    """Of two thousand damaged receipts, both verifiers accept the same ones.

    They refuse the others with equal messages.
    """
    luck = Random(56)
    honest = (FOLDER / "receipt.json").read_bytes()
    receipts = [honest, *(damage(honest, luck) for _ in range(2000))]
    asked = "\n".join(base64.b64encode(receipt).decode() for receipt in receipts)
    done = subprocess.run(
        [node, "--input-type=module", "-e", DRIVER], input=asked, capture_output=True, text=True, check=True
    )
    theirs = done.stdout.splitlines()
    ours = [_ours(receipt) for receipt in receipts]
    assert [] == [facts for facts in zip(ours, theirs, receipts, strict=True) if facts[0] != facts[1]]
    assert {"signed", "the receipt cannot be read", "the receipt is not signed by that key"} == set(ours)


def _ours(receipt: bytes) -> str:
    try:
        read_receipt(receipt, None)
    except ReceiptRefused as refused:
        return str(refused)
    return "signed"
