"""Agreement of two independent verifiers: ours in Python, and contracts/verify.mjs in plain JavaScript."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from shared.kernel.audit import audit, lines_of
from shared.kernel.messages import canonical
from shared.kernel.stream import Close
from shared.platform.seal import Signer, signer_id
from tests.support.forging import flip_bit, forge_commit, line_of, tamper
from tests.support.kernel_toy import Table, Throw
from tests.support.long_log import EXPORT, LINES
from tests.support.second_verifier import VERIFIER, compare_reports, run, run_verifier
from tests.support.vectors import FOLDER

LOGS: Final = ("closed.ndjson", "open.ndjson", "open-ann.ndjson")
OTHERS: Final = ("kept.ndjson", "sealed.ndjson", "simulated.ndjson", "split.ndjson")
RECEIPT: Final[dict[str, Any]] = json.loads((FOLDER / "receipt.json").read_bytes())
# ------------------------------------------------------------------ agreement


def test_both_verify_the_published_logs(node: str) -> None:
    """Both verifiers report exactly what `reports.json` says."""
    found = compare_reports(node, [(FOLDER / name).read_bytes() for name in (*LOGS, *OTHERS)])
    published = json.loads((FOLDER / "reports.json").read_bytes())
    assert found == [published[name] | {"failure": None} for name in (*LOGS, *OTHERS)]


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("receipt", [None, RECEIPT], ids=["alone", "with a receipt"])
def test_both_name_the_same_line_of_a_tampered_log(node: str, name: str, receipt: dict[str, Any] | None) -> None:
    """For each kind of tampering, both verifiers report the same line, level and version.

    The kinds are flipped bits, commits rewritten with recomputed heads, and JSON in another spelling.
    """
    luck = Random(f"{name} {receipt is None}")
    honest = (FOLDER / name).read_bytes()
    found = compare_reports(node, [tamper(honest, luck) for _ in range(100)], receipt)
    failing = [report["failure"] for report in found if report["failure"]]
    assert {failure["level"] for failure in failing} == {1, 2}
    assert len(failing) > 80


@pytest.mark.rule("AR-AUDIT-02")
@pytest.mark.parametrize(("export", "why"), [(EXPORT + b"\n", "the line is empty"), (b"", "there is no commit")])
def test_both_say_that_a_line_is_empty(node: str, tmp_path: Path, export: bytes, why: str) -> None:
    """An empty line behind the log is named as such, and a file without commits as one; nothing is called truncated."""
    file = tmp_path / "log.ndjson"
    file.write_bytes(export)
    failure = audit(lines_of(export), reader_for=lambda _: None).failure

    assert failure is not None
    assert (failure.level, failure.line, failure.why) == (1, len(export.splitlines()) or 1, why)
    code, said, _ = run_verifier(node, [file])
    assert (code, f"level 1: {why}" in said) == (1, True), said


def test_both_name_the_line_of_a_flipped_bit(node: str) -> None:
    """Both verifiers report every flipped bit at its line and at level 1."""
    luck = Random(1)
    places = [luck.randrange(len(EXPORT) - 1) for _ in range(200)]
    found = compare_reports(node, [flip_bit(EXPORT, place, luck.randrange(8)) for place in places])
    lines = [(report["failure"]["level"], report["failure"]["line"]) for report in found]
    assert lines == [(1, line_of(EXPORT, place)) for place in places]


@pytest.mark.parametrize(
    "noise",
    [b"", b"\n", b"\n\n", b"null", b"[]", b"{}", b'"\\ud800"', b"\xef\xbb\xbf{}", b"\xff", b"[" * 200 + b"]" * 200],
)
def test_both_refuse_noise(node: str, noise: bytes) -> None:
    """Both verifiers refuse noise at its first line, even if valid lines follow."""
    for report in compare_reports(node, [noise, noise + b"\n" + EXPORT]):
        assert report["failure"]["line"] == 1


@pytest.mark.parametrize("value", [2**53 - 1, -(2**53) + 1, "\u2028\x7f", "\ue000", "🎲", [[]] * 3])
def test_both_verifiers_accept_every_canonical_value(node: str, value: object) -> None:
    """Both verifiers accept the largest numbers, and characters that other encoders escape."""
    lines = forge_commit(LINES[:1], 1, lambda form: form["public"]["events"][0].update(more=value))
    (report,) = compare_reports(node, [b"\n".join(lines)])
    assert report["failure"] is None


@pytest.mark.parametrize("value", [2**53, -(2**53), 0.5, 1e300, {"é": 1}])
def test_both_refuse_foreign_values(node: str, value: object) -> None:
    """Both verifiers refuse numbers that parsers read differently, and names whose sort order is ambiguous."""
    lines = forge_commit(LINES[:1], 1, lambda form: form["public"]["events"][0].update(more=value))
    (report,) = compare_reports(node, [b"\n".join(lines)])
    assert report["failure"] == {"level": 1, "line": 1, "version": 0}


def test_both_stop_at_the_same_depth(node: str) -> None:
    """Both verifiers parse a hundred nested levels, but no more."""

    def nest(levels: int) -> bytes:
        value: object = []
        for _ in range(levels):
            value = [value]
        lines = forge_commit(LINES[:1], 1, lambda form: form["public"]["events"][0].update(more=value))
        return b"\n".join(lines)

    found = compare_reports(node, [nest(levels) for levels in range(90, 100)])
    assert {report["failure"] is None for report in found} == {True, False}


@pytest.mark.parametrize("sides", [2, 6, 129, 257, 65_537, 2**32])
def test_both_derive_long_draws(node: str, sides: int) -> None:
    """Both verifiers derive draws of many blocks and of every word width, and a shuffle of more than 256 positions."""
    lines = Table.opened(Throw(sides=sides, dice=200, hidden=(70,), shuffle=700), Close()).lines()
    (report,) = compare_reports(node, [b"\n".join(lines)])
    assert (report["failure"], report["shown"]) == (None, 73)


# ------------------------------------------------------------------ the published vectors


@pytest.mark.parametrize(("name", "result"), [("draws.json", "faces"), ("shuffles.json", "order")])
def test_the_second_verifier_derives_the_published_draws(node: str, name: str, result: str) -> None:
    """The second verifier derives the published draws from the facts that are published with them."""
    rows = json.loads((FOLDER / name).read_bytes())
    kind = "dice" if result == "faces" else "shuffle"
    tasks = [row | {"do": "derive", "draw": row | {"draw": kind}} for row in rows]
    assert run(node, tasks) == [row[result] for row in rows]


def test_the_second_verifier_writes_the_same_canonical_form(node: str) -> None:
    """Both verifiers write the same canonical bytes, whatever the order and spelling of the input."""
    forms = [
        {"b": 1, "a": [True, None, "é"], "B": {}},
        {"text": "".join(map(chr, range(0x100))) + "\u2028🎲", "n": -5},
        [json.loads(line) for line in LINES],
    ]
    tasks = [{"do": "canonical", "text": json.dumps(form, indent=3)} for form in forms]
    assert [text.encode() for text in run(node, tasks)] == [canonical(form) for form in forms]


# ------------------------------------------------------------------ from the command line


def execute(node: str, *words: str | Path) -> tuple[int, str]:
    """Execute the second verifier as a user does; return its exit code and output."""
    done = subprocess.run([node, VERIFIER, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_an_honest_export_exits_with_0(node: str) -> None:
    """The verifier exits with 0 for an honest export, with or without its receipt, and with the server's known key."""
    log, receipt = FOLDER / "closed.ndjson", FOLDER / "receipt.json"
    assert execute(node, log)[0] == 0
    code, printed = execute(node, log, "--receipt", receipt, "--key", RECEIPT["public_key"])
    assert (code, "receipt: version 24 agrees" in printed) == (0, True)


def test_a_tampered_export_exits_with_1_and_names_the_commit(node: str, tmp_path: Path) -> None:
    """The verifier exits with 1 for a tampered export, and prints the line, version, level and reason."""
    file = tmp_path / "export.ndjson"
    file.write_bytes(EXPORT.replace(b'"faces":[20]', b'"faces":[19]'))
    code, printed = execute(node, file)
    assert (code, printed.splitlines()[-1]) == (
        1,
        "FAILED: line 6 (after version 12), level 1: the head does not follow from the one before and the record",
    )


def test_a_receipt_that_is_not_signed_exits_with_1(node: str, tmp_path: Path) -> None:
    """The verifier exits with 1 if a receipt has an altered fact, another server's key or no valid signature."""
    stranger = Signer(signer_id(b"x" * 32), b"x" * 32)
    for changes in ({"at": 1}, {"signature": "00" * 64}, {"signature": "no"}, {"public_key": stranger.public}):
        file = tmp_path / "receipt.json"
        file.write_bytes(canonical(RECEIPT | changes))
        assert run_verifier(node, [FOLDER / "closed.ndjson", "--receipt", file])[0] == 1
    mine = (FOLDER / "receipt.json", "--key", stranger.public)
    assert run_verifier(node, [FOLDER / "closed.ndjson", "--receipt", *mine])[0] == 1


def test_a_log_that_stops_before_its_receipt_exits_with_1(node: str) -> None:
    """The verifier exits with 1 if the log ends before the version of its valid receipt."""
    code, printed, _ = run_verifier(node, [FOLDER / "open.ndjson", "--receipt", FOLDER / "receipt.json"])
    assert (code, "no commit leads to version 24 of the receipt" in printed) == (1, True)


def test_no_file_is_a_wrong_call(node: str) -> None:
    """The verifier exits with 2 if it is called without a file."""
    assert execute(node)[0] == 2
