"""`arbiter verify`: an audit of a file, with no server and no store."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from shared.audit import Receipt, Report, audit, lines_of
from shared.ruleset import ruleset_of
from shared.seal import signed_by

from .app import reader_for


class SignedReceipt(Receipt, frozen=True, kw_only=True):
    """A receipt as the service gives it, with the public key that signed it."""

    public_key: str


def verify_file(file: Path, receipt: Path | None, key: str | None) -> Report:
    """Audit an export.

    Refuses: ValueError for a receipt that is not signed as it says
    """
    lines = lines_of(file.read_bytes())
    held = None if receipt is None else read_receipt(receipt.read_bytes(), key)
    return audit(lines, reader_for=reader_for, ruleset=_ruleset_of(lines), receipt=held)


class _Public(Struct):
    stream: str


class _Line(Struct):
    public: _Public


def _ruleset_of(lines: list[bytes]) -> str | None:
    """Name the rules of this release for the game of a log; None where the log or its game is not known here."""
    try:
        stream = msgspec.json.decode(lines[0], type=_Line).public.stream
    except (msgspec.MsgspecError, RecursionError):
        return None
    reader = reader_for(stream)
    return None if reader is None else ruleset_of(reader.decider.service)


def read_receipt(text: bytes, key: str | None) -> Receipt:
    """Read a receipt and check its signature.

    Refuses: ValueError
    """
    receipt = msgspec.json.decode(text, type=SignedReceipt)
    if not signed_by(key or receipt.public_key, receipt.signed, bytes.fromhex(receipt.signature)):
        raise ValueError("the receipt is not signed by that key")
    return receipt


def print_report(report: Report, console: Console) -> None:
    """Print what an audit found; that a stream is simulated comes first."""
    if report.simulated:
        console.print(report.says, style="bold yellow", highlight=False, soft_wrap=True)
    table = Table(title=f"{report.stream}: {report.commits} commits, version {report.version}", title_justify="left")
    for column in ("level", "verdict", "shown", "not shown", "note"):
        table.add_column(column, overflow="fold")
    for name, level in (("1 chain", report.chain), ("2 draws", report.draws), ("3 decisions", report.decisions)):
        colour = {"same": "green", "differs": "red"}.get(level.verdict, "yellow")
        table.add_row(name, f"[{colour}]{level.verdict}[/]", str(level.shown), str(level.unshown), level.note)
    console.print(table)
    if report.table_faces:
        console.print(f"{report.table_faces} faces were entered from a real table and are not proven", highlight=False)
    if report.sealed and not report.simulated:
        console.print(report.says, highlight=False, soft_wrap=True)
    if report.failure is None:
        console.print(f"{_praise(report)}; head {report.head}", highlight=False, soft_wrap=True)
        return
    failure = report.failure
    console.print(
        f"NOT HONEST: line {failure.line} (the commit after version {failure.version}) fails on level {failure.level}: "
        f"{failure.why}", style="red", highlight=False, soft_wrap=True,
    )  # fmt: skip


def _praise(report: Report) -> str:
    """Say how much is proven of a log in which nothing was found wrong."""
    if report.simulated:
        return "SIMULATED, and nothing in it is wrong; this proves nothing about luck"
    end = "closed" if report.closed else "still open, so it may go on after the last line"
    return f"proven on all three levels ({end})" if report.proven else f"honest as far as it can be shown ({end})"


SIMULATED: Final = 3


def status_of(report: Report) -> int:
    """Give the exit status: nobody takes a simulated stream for a game that was proven."""
    return 1 if not report.honest else SIMULATED if report.simulated else 0
