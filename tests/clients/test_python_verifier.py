"""The Python client's verifier, compared with the published vectors and with our own audit."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from arbiter_client import Proof, ReceiptRefused, verify
from arbiter_client.__main__ import main
from arbiter_client.verifying.canonical import canonical
from arbiter_client.verifying.draws import derive
from arbiter_client.verifying.receipts import read_receipt
from tests.shared.kernel.test_verifier_calls import ROWS, content_of, copy_vectors, damage, held_to
from tests.shared.kernel.test_verifier_calls import _ours as read_by_ours
from tests.support.forging import flip_bit, tamper
from tests.support.long_log import EXPORT
from tests.support.second_verifier import ours
from tests.support.vectors import FOLDER

LOGS: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "reports.json").read_bytes())
RECEIPT: Final = (FOLDER / "receipt.json").read_bytes()


def alike(proof: Proof, other: dict[str, Any]) -> None:
    """Assert that the client's verifier and our own audit have the same findings."""
    failure = proof.failure
    failed = None if failure is None else {"level": failure.level, "line": failure.line, "version": failure.version}
    assert other == {name: failed if name == "failure" else getattr(proof, name) for name in other}


@pytest.mark.parametrize("name", LOGS)
def test_it_agrees_with_the_published_findings(name: str) -> None:
    """On each published log, the verifier has the published findings: no error, and the same counts."""
    alike(verify((FOLDER / name).read_bytes()), LOGS[name] | {"failure": None})


@pytest.mark.parametrize(("name", "result"), [("draws.json", "faces"), ("shuffles.json", "order")])
def test_it_derives_the_published_draws(name: str, result: str) -> None:
    """The client derives the published draws from the published inputs."""
    for row in json.loads((FOLDER / name).read_bytes()):
        draw = row | {"draw": "dice" if result == "faces" else "shuffle"}
        facts = {fact: row[fact] for fact in ("seed", "salts", "version", "audience")}
        assert row[result] == derive(draw, **facts), row["about"]


def test_its_canonical_form_is_the_published_one() -> None:
    """The client's canonical form equals the published one, byte for byte."""
    for commit in json.loads((FOLDER / "chain.json").read_bytes())["commits"]:
        assert commit["public"].encode() == canonical(json.loads(commit["public"]))


@pytest.mark.rule("AR-FORK-09", "AR-LUCK-06")
@pytest.mark.parametrize("row", ROWS, ids=[row["about"] for row in ROWS])
def test_it_answers_each_published_call(
    row: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For each published call, `python -m arbiter_client` has the published exit code, verdict and error."""
    copy_vectors(tmp_path)
    for name, how in row["files"].items():
        (tmp_path / name).write_bytes(content_of(tmp_path, how))
    monkeypatch.chdir(tmp_path)
    try:
        code: Any = main(row["words"])
    except SystemExit as left:
        code = left.code
    printed = capsys.readouterr()
    held_to(row, code, printed.out, printed.err)


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("receipt", [None, RECEIPT], ids=["alone", "with a receipt"])
def test_it_names_the_line_that_our_audit_names(name: str, receipt: bytes | None) -> None:
    """On tampered logs the verifier names the same line, level and version as our audit."""
    luck = Random(f"{name} {receipt is None}")
    honest = (FOLDER / name).read_bytes()
    held = None if receipt is None else json.loads(receipt)
    found = list[bool]()
    for _ in range(60):
        export = tamper(honest, luck)
        proof = verify(export, receipt=receipt)
        alike(proof, ours(export, held))
        found.append(proof.holds)
    assert sum(found) < 20


@pytest.mark.rule("AR-AUDIT-02")
@pytest.mark.parametrize(("export", "why"), [(EXPORT + b"\n", "the line is empty"), (b"", "there is no commit")])
def test_it_says_that_a_line_is_empty(export: bytes, why: str) -> None:
    """An empty line behind the log is named as such, and a file without commits as one."""
    failure = verify(export).failure

    assert failure is not None
    assert failure.why == why


def test_it_names_the_line_of_a_flipped_bit_and_refuses_noise() -> None:
    """The verifier names the line of a flipped bit, and refuses noise, even after valid lines."""
    luck = Random(3)
    for _ in range(60):
        export = flip_bit(EXPORT, luck.randrange(len(EXPORT) - 1), luck.randrange(8))
        alike(verify(export), ours(export, None))
    for noise in (
        b"",
        b"\n",
        b"null",
        b"[]",
        b"{}",
        b'"\\ud800"',
        b"\xef\xbb\xbf{}",
        b"\xff",
        b"[" * 2000 + b"]" * 2000,
        b"1e9",
    ):
        alike(verify(noise + b"\n" + EXPORT), ours(noise + b"\n" + EXPORT, None))


def test_it_reads_and_refuses_the_receipts_that_ours_does() -> None:
    """For each of two thousand damaged receipts, the client and our audit report the same error."""
    luck = Random(57)

    def theirs(receipt: bytes) -> str:
        """Read a receipt with the client; return its error as text."""
        try:
            read_receipt(receipt, None)
        except ReceiptRefused as refused:
            return str(refused)
        return "signed"

    receipts = [RECEIPT, *(damage(RECEIPT, luck) for _ in range(2000))]
    assert [] == [one for one in receipts if theirs(one) != read_by_ours(one)]


def test_a_proof_states_its_strength() -> None:
    """The verdict is "proven" only if the log is closed and fully checked, and no seed was chosen or withheld."""
    proven = {name: verify((FOLDER / name).read_bytes()).proven for name in LOGS}

    assert {"closed.ndjson", "kept.ndjson", "split.ndjson"} == {name for name, worth in proven.items() if worth}
