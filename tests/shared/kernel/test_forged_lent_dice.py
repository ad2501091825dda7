"""Forged lent dice: no forger can claim dice that a table did not roll. All verifiers name the line of each forgery."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shared.kernel.audit import Table, audit
from tests.support.forging import forge_commit, tamper
from tests.support.lending_forging import CAMPAIGN, FIRST, TABLE, draw_of, findings, forgery, honest
from tests.support.lending_toy import reader_for


@pytest.mark.rule("AR-LUCK-06", "AR-LUCK-04")
def test_the_honest_logs_are_proven(node: str) -> None:
    """All three verifiers prove every die in both logs, including a kept die. The audit decides each command again."""
    lines, table = honest()
    assert findings(node, lines, table) is None
    report = audit(lines, reader_for=reader_for, table=Table(lines=table))
    assert report.proven, report
    assert report.luck is not None
    assert (report.luck.shown, report.draws.shown) == (4, 2)


@pytest.mark.rule("AR-LUCK-06", "AR-LUCK-04")
@pytest.mark.parametrize("name", [*CAMPAIGN, *TABLE])
def test_a_forgery_is_named(node: str, name: str) -> None:
    """All three verifiers name a forgery at the same level and line.

    An audit that also has the rules finds it at that line or earlier.
    """
    lines, table, one = forgery(name)
    assert findings(node, lines, table) == (one.level, one.found)
    whole = audit(lines, reader_for=reader_for, table=Table(lines=table))
    assert whole.failure is not None
    assert whole.failure.line <= one.found


@pytest.mark.rule("AR-LUCK-06")
def test_a_roll_passed_over_is_named(node: str) -> None:
    """The verifiers refute a log that skips one of two equal rolls, and uses the later roll with the same faces."""
    lines, table = honest()

    def later(form: dict[str, Any]) -> None:
        draw_of(form).update(of=dict(second["of"]), faces=list(second["faces"]))

    second: dict[str, Any] = {}
    forge_commit(lines, FIRST, lambda form: second.update(draw_of(form, 1)))
    changed = forge_commit(lines, FIRST, later)
    assert findings(node, changed, table) == (2, FIRST)  # the second die then uses its roll again
    only = forge_commit(changed, FIRST, lambda form: form["public"]["draws"].pop())
    assert findings(node, only, table) == (5, FIRST)


@pytest.mark.rule("AR-LUCK-04", "AR-LUCK-06")
def test_rolls_that_the_table_does_not_show_are_not_proven(node: str) -> None:
    """If the table's log lacks some rolls, or the table is open, the verifiers neither refute nor prove the rolls."""
    lines, table = honest()
    assert findings(node, lines, table[:3]) is None
    report = audit(lines, reader_for=reader_for, table=Table(lines=table[:3]))
    assert (report.honest, report.proven) == (True, False)
    assert report.luck is not None
    assert "its log ends before 1 more of them" in report.luck.note
    assert findings(node, lines, table[:-1]) is None
    assert findings(node, lines, lines) is None


@pytest.mark.rule("AR-LUCK-06")
def test_all_agree_on_tampered_logs(node: str) -> None:
    """The verifiers agree on flipped bits, truncated logs and rewritten commits, in either of the two logs."""
    luck = Random(12)
    lines, table = honest()
    for _ in range(120):
        one = tamper(b"\n".join(lines) + b"\n", luck).removesuffix(b"\n").split(b"\n")
        findings(node, one, table)
        other = tamper(b"\n".join(table) + b"\n", luck).removesuffix(b"\n").split(b"\n")
        findings(node, lines, other)
