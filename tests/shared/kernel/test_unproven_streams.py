"""The first statement of an audit's report: whether a stream is simulated, or its seed stays sealed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.gateway.cli import main
from shared.kernel.refusals import StillConcealed
from shared.kernel.replay import LogReader, log_reader_of
from shared.kernel.stream import Close, RotateSeed, SeedRevealed, StreamClosed
from tests.support.forging import renumber
from tests.support.kernel_toy import Finish, GambitState, QuietTable, SimulatedTable, Table, Throw, audit_export
from tests.support.second_verifier import compare_reports, run_verifier
from tests.support.vectors import FOLDER


def quiet(_: str) -> LogReader[GambitState]:
    """Return a log reader of a toy game that never opens its log."""
    return log_reader_of(QuietTable.game)


# ------------------------------------------------------------------ a seed that stays sealed


@pytest.mark.rule("AR-SEED-06")
@pytest.mark.parametrize("end", [Close(), Finish()])
def test_a_closed_log_keeps_its_seed_closed(end: Close | Finish) -> None:
    """If a game never opens its log, no event or export contains the seed, however the stream ends."""
    table = QuietTable.opened(Throw(hidden=(2,)))
    seed = table.stream.epoch.seed
    events = table.send(end)

    assert [StreamClosed] == [type(event) for event in events if isinstance(event, SeedRevealed | StreamClosed)]
    for seat in (None, "gm", "ann", "eve"):
        assert seed.encode() not in b"".join(table.lines(seat))


@pytest.mark.rule("AR-SEED-05")
def test_a_permanent_secret_keeps_its_epoch() -> None:
    """The kernel refuses to rotate a seed that hides a value for ever, because rotating it would reveal the value."""
    with pytest.raises(StillConcealed):
        QuietTable.opened(Throw(hidden=(1,))).send(RotateSeed())


@pytest.mark.rule("AR-SEED-06")
def test_both_verifiers_report_draws_from_a_sealed_seed_as_not_shown(node: str) -> None:
    """Both verifiers prove the chain, count draws of a sealed seed as not shown, and report that it is sealed."""
    lines = QuietTable.opened(Throw(), Close()).lines("ann")
    report = audit_export(lines, reader_for=quiet)
    (found,) = compare_reports(node, [b"\n".join(lines)])

    assert ("same", "not shown") == (report.chain.verdict, report.draws.verdict)
    assert ("nothing wrong found", True, True) == (report.conclusion, report.sealed, found["sealed"])
    assert "its last seed is not revealed" in report.says
    assert not report.proven


def test_the_server_itself_still_checks_a_sealed_seed() -> None:
    """The server can read a sealed seed and derive every draw, but its audit still does not call the log proven."""
    report = audit_export(QuietTable.opened(Throw(), Close()).lines(opened=True), reader_for=quiet)
    assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("nothing wrong found", False) == (report.conclusion, report.proven)


def test_an_old_log_that_revealed_its_seed_still_verifies() -> None:
    """The audit proves the draws of an old log, from a release that revealed every seed at the end."""
    old = Table.opened(Throw(hidden=(1,)), Close())
    report = audit_export(old.lines(opened=False))
    assert (False, "same") == (report.sealed, report.chain.verdict)
    assert report.draws.shown == 3


# ------------------------------------------------------------------ a seed that was chosen


def test_a_simulated_stream_is_never_proven(node: str) -> None:
    """Even if all three levels agree, the report says first that the seed of the simulated stream was chosen."""
    lines = SimulatedTable.opened(Throw(), Close()).lines()
    report = audit_export(lines)
    (found,) = compare_reports(node, [b"\n".join(lines)])

    assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert ("simulated", True, False, True) == (report.conclusion, report.simulated, report.proven, found["simulated"])
    assert report.says.startswith("SIMULATED: no game was played here. The seed of this stream was chosen")
    assert list(report.__struct_fields__)[:3] == ["conclusion", "says", "simulated"]


def test_a_forged_simulated_stream_is_reported_as_simulated_and_forged() -> None:
    """The report says that the stream is simulated, and also that something in it is wrong."""
    forms = [json.loads(line) for line in SimulatedTable.opened(Throw(), Close()).lines()]
    forms[1]["public"]["events"][0]["faces"] = [6, 6]
    report = audit_export(renumber(forms))
    assert ("simulated", False) == (report.conclusion, report.honest)
    assert report.says.endswith("Something that was checked is wrong.")


@pytest.mark.parametrize(
    ("name", "status", "first"),
    [
        ("simulated.ndjson", 3, "SIMULATED: no game was played here."),
        ("closed.ndjson", 0, "toy.gambit:t: 14 commits"),
        ("sealed.ndjson", 0, "toy.gambit:t: 4 commits"),
    ],
)
def test_both_command_lines_report_a_simulation_first(node: str, name: str, status: int, first: str) -> None:
    """Both command-line verifiers exit with 3 for a simulated stream, so that no script mistakes it for a real one."""
    code, printed, _ = run_verifier(node, [FOLDER / name])
    ours = CliRunner().invoke(main, ["verify", str(FOLDER / name)])

    assert (status, True) == (code, printed.startswith(first))
    assert (status, True) == (ours.exit_code, ours.stdout.startswith(first))
    assert ("SIMULATED" in printed, "SIMULATED" in ours.stdout) == (status == 3, status == 3)
    sealed = "its last seed is not revealed"
    assert (sealed in printed, sealed in ours.stdout) == (name.startswith("sealed"),) * 2


def test_a_simulated_stream_with_a_wrong_line_exits_with_1(node: str, tmp_path: Path) -> None:
    """Both command-line verifiers exit with 1 for a simulated stream that has a wrong line."""
    file = tmp_path / "export.ndjson"
    file.write_bytes((FOLDER / "simulated.ndjson").read_bytes().replace(b'"role":"gm"', b'"role":"ann"'))
    ours = CliRunner().invoke(main, ["verify", str(file)])
    assert (1, 1) == (run_verifier(node, [file])[0], ours.exit_code)
