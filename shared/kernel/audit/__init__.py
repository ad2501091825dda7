"""Audit of an exported log, without a server or a store.

Level 1, chain: every line is canonical JSON and continues the hash chain, and the log agrees with the receipt, if there
is one. Level 2, draws: every face that came from a seed is derived again from the revealed seed and the salts. Level 3,
decisions: every command is decided again with the recorded draws, and must produce the same record byte for byte.

The audit proves that the server fixed its seed before it saw the epoch's salts, and that every face follows from the
seed and the salts. It cannot rule out that the server looked ahead at faces, delayed or dropped a command, or colluded
with all seats that sent a salt. Faces entered from a real table are counted as unproven. A simulated stream proves
nothing about luck, because a caller chose its seed; its report begins with this fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shared.kernel.audit.decisions import ReaderFor, check_decisions
from shared.kernel.audit.draws import check_draws
from shared.kernel.audit.forks import NO_PARENT, Parent, check_fork
from shared.kernel.audit.lent import NO_TABLE, Table, check_luck
from shared.kernel.audit.lines import AuditLine, check_receipt, read_chain
from shared.kernel.audit.report import Conclusion, Failure, Findings, Level, LevelVerdict, Receipt, Report, conclude
from shared.kernel.record import NO_HEAD

__all__ = [
    "NO_PARENT",
    "NO_TABLE",
    "Conclusion",
    "Failure",
    "Level",
    "LevelVerdict",
    "Parent",
    "ReaderFor",
    "Receipt",
    "Report",
    "Table",
    "audit",
    "lines_of",
]


def lines_of(export: bytes) -> list[bytes]:
    """Split an exported file into lines; the last line may lack its line feed."""
    return export.removesuffix(b"\n").split(b"\n")


def audit(  # noqa: PLR0913 a log and what it is compared with, by name
    lines: Iterable[bytes], *, reader_for: ReaderFor, ruleset: str | None = None, receipt: Receipt | None = None,
    parent: Parent = NO_PARENT, table: Table = NO_TABLE,
) -> Report:  # fmt: skip
    """Audit the lines of an export, at every level for which this copy of the log has enough data.

    `reader_for` returns the reader of a game's streams by the game's name, or None for an unknown game. `ruleset` is
    the name of this release's rules. With None, the audit assumes that the log was recorded under these rules, so every
    difference is a failure. `parent` holds as much of a fork's parent stream as the caller has; the audit compares the
    fork with it. `table` is the dice table that rolled the stream's public dice: the audit checks the table's log, and
    compares the dice with the rolls in that log.
    """
    findings = Findings()
    entries = read_chain(lines, findings)
    note = check_receipt(entries, receipt, findings)
    chain = Level(verdict="differs" if findings.at(1) else "same", shown=len(entries), note=note)
    closed, simulated = _is_over(entries), _is_simulated(entries)
    draws = check_draws(entries, findings, closed=closed)
    decisions = check_decisions(entries, findings, seeds=draws.seeds, reader_for=reader_for, ruleset=ruleset)
    reader = reader_for(entries[0].record.stream) if entries else None
    fork = check_fork(entries, findings, seeds=draws.seeds, reader=reader, parent=parent)
    luck = check_luck(entries, findings, table=table, proof=_prove(table, reader_for))
    last = entries[-1] if entries else None
    levels = (chain, draws.level, decisions, *(level for level in (fork, luck) if level is not None))
    conclusion, says = conclude(honest=findings.first is None, simulated=simulated, sealed=draws.sealed, levels=levels)
    return Report(
        conclusion=conclusion,
        says=says,
        simulated=simulated,
        sealed=draws.sealed,
        stream=last.record.stream if last else "",
        commits=len(entries),
        version=last.record.version if last else 0,
        head=(last.head if last else NO_HEAD).hex(),
        closed=closed,
        chain=chain,
        draws=draws.level,
        decisions=decisions,
        fork=fork, luck=luck,
        table_faces=draws.table_faces,
        failure=findings.first, failures=len(findings.all),
    )  # fmt: skip


def _prove(table: Table, reader_for: ReaderFor) -> Report | None:
    """Audit the log of a dice table; return None if the caller did not supply the log."""
    return audit(table.lines, reader_for=reader_for, ruleset=table.ruleset) if table.lines else None


def _is_over(entries: Sequence[AuditLine]) -> bool:
    return bool(entries) and entries[-1].record.events[-1]["type"] == "StreamClosed"


def _is_simulated(entries: Sequence[AuditLine]) -> bool:
    """Whether the stream is marked as simulated, which means that the caller who requested it chose its seed."""
    return bool(entries) and entries[0].record.events[0].get("simulated") is True
