"""Forged kept draws: no forger can claim draws that a log does not keep.

The audit and the second verifier name the line of each forgery.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from shared.kernel.audit import audit, lines_of
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import RotateSeed
from tests.support.kept_forging import FORGERIES, forgery, honest
from tests.support.kept_toy import CUP, Cups, Draw
from tests.support.second_verifier import compare_reports


@pytest.mark.rule("AR-UNDO-13")
def test_the_honest_log_is_proven(node: str) -> None:
    """Both verifiers prove the honest log, with all its draws."""
    lines = honest()
    report = audit(lines, reader_for=lambda _: log_reader_of(CUP))
    assert (report.proven, report.draws.shown) == (True, 7)
    compare_reports(node, [b"\n".join(lines)])


@pytest.mark.rule("AR-UNDO-13", "AR-UNDO-10")
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_named(node: str, name: str) -> None:
    """Level 2 of the audit finds each forgery without the rules, at its line or where it first has an effect.

    Level 3 finds it at the same line or earlier.
    """
    export, line = forgery(name)
    (report,) = compare_reports(node, [export])
    assert (report["failure"]["level"], report["failure"]["line"]) == (2, line)
    whole = audit(lines_of(export), reader_for=lambda _: log_reader_of(CUP))
    assert whole.failure is not None
    assert whole.failure.line <= line


@pytest.mark.rule("AR-UNDO-13", "AR-UNDO-06")
def test_a_hidden_draw_of_a_past_seed_is_no_luck(node: str) -> None:
    """Both verifiers refute the log of a server that reveals a seed and then repeats a hidden draw from that seed."""
    cups = Cups()
    start = cups.version
    cups.draw(Draw(seats=("gm",)), "gm")
    cups.back(start, "gm")
    kept = cups.stream.kept
    cups.stream = replace(cups.stream, kept=())
    cups.send(RotateSeed(), "gm")
    cups.stream = replace(cups.stream, kept=kept)
    cups.draw(Draw(seats=("gm",)), "gm")
    line, before = len(cups.records), cups.version - 1
    cups.close()
    (report,) = compare_reports(node, [b"\n".join(cups.lines())])
    assert report["failure"] == {"level": 2, "line": line, "version": before}
