"""`arbiter verify`: audit an exported or archived stream, without a server or a store."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct
from rich.console import Console
from rich.table import Table as Grid

from services.gateway.readers import players_for, reader_for, ruleset_for
from shared.kernel.audit import NO_PARENT, NO_TABLE, Parent, Receipt, Report, Table, audit, lines_of
from shared.kernel.messages import MAX_NUMBER
from shared.platform.eventlog.seals import StreamSeals
from shared.platform.extras.archive.archive_form import exports_in
from shared.platform.seal import Keys, KeyUnknown, signed_by

HEX_KEY: Final = re.compile(r"[0-9a-f]{64}")
HEX_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
ID_DIGITS: Final = 16
NAMES: Final = re.compile(rb'"\s*:')


class ReceiptRefused(ValueError):
    """Raised when a receipt cannot be read, or when its signature is wrong."""


class SignedReceipt(Receipt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A receipt in the form in which the service returns it, with the public key of its signature."""

    version: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    at: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    public_key: str


class NotOpened(ValueError):
    """Raised when the key file cannot decrypt the secrets of an archived stream."""


def verify_file(  # noqa: PLR0913 the options of the command
    file: Path, receipt: Path | None, key: str | None, key_file: Path | None = None, *, parent: Path | None = None,
    luck: Path | None = None,
) -> Report:  # fmt: skip
    """Audit an export or the file of an archived stream. With a key file, audit its secrets too.

    A fork is compared with its `parent`: the log of the stream that was forked, or a receipt of that log. Public dice
    that a dice table rolled are compared with the log of that table, `luck`.

    Refuses: ReceiptRefused, NotOpened
    """
    lines = read_log(file, key_file)
    rolls = [] if luck is None else read_log(luck, key_file)
    table = Table(lines=rolls, ruleset=_ruleset_of(rolls)) if rolls else NO_TABLE
    before = NO_PARENT if parent is None else _read_parent(parent, key, key_file)
    held = None if receipt is None else read_receipt(receipt.read_bytes(), key)
    return audit(lines, reader_for=reader_for, ruleset=_ruleset_of(lines), receipt=held, parent=before, table=table)


class _MaybeSigned(Struct):
    signature: str


def _read_parent(file: Path, key: str | None, key_file: Path | None) -> Parent:
    """Read the log of a fork's original stream, or a receipt of that log. Refuses: ReceiptRefused, NotOpened."""
    try:
        msgspec.json.decode(file.read_bytes(), type=_MaybeSigned)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Parent(lines=read_log(file, key_file), players_for=players_for)
    return Parent(receipt=read_receipt(file.read_bytes(), key))


def read_log(file: Path, key_file: Path | None) -> list[bytes]:
    """Read the lines of an export or of an archived stream, and decrypt its secrets if a key file is given.

    Refuses: NotOpened.
    """
    try:
        open_parts = None if key_file is None else StreamSeals(Keys(key_file).sealer).open_parts
        return exports_in(lines_of(file.read_bytes()), open_parts)
    except KeyUnknown as lacking:
        raise NotOpened(
            f"its secrets are sealed with the key {lacking.key_id}, which is not in {key_file}"
        ) from lacking
    except (ValueError, LookupError) as error:
        raise NotOpened(f"its secrets do not open: {error}") from error


class _Public(Struct):
    stream: str


class _Line(Struct):
    public: _Public


def _ruleset_of(lines: list[bytes]) -> str | None:
    """Return the name of this release's rules for the game of a log, or None if the log or its game is unknown."""
    try:
        stream = msgspec.json.decode(lines[0], type=_Line).public.stream
    except (msgspec.MsgspecError, RecursionError):
        return None
    return ruleset_for(stream)


def read_receipt(text: bytes, key: str | None) -> Receipt:
    """Read a receipt, and check its signature with the given key, or else with the key in the receipt.

    Refuses: ReceiptRefused
    """
    try:
        receipt = msgspec.json.decode(text, type=SignedReceipt)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ReceiptRefused("the receipt cannot be read") from error
    if len(NAMES.findall(text)) != len(receipt.__struct_fields__) - (receipt.fork is UNSET):
        raise ReceiptRefused("the receipt cannot be read")  # it has a name twice, and readers disagree on which counts
    if not _is_signed(receipt, receipt.public_key if key is None else key):
        raise ReceiptRefused("the receipt is not signed by that key")
    return receipt


def _is_signed(receipt: SignedReceipt, key: str) -> bool:
    if not HEX_KEY.fullmatch(key) or key != receipt.public_key or not HEX_SIGNATURE.fullmatch(receipt.signature):
        return False
    if hashlib.sha256(bytes.fromhex(key)).hexdigest()[:ID_DIGITS] != receipt.key:
        return False
    return signed_by(key, receipt.signed, bytes.fromhex(receipt.signature))


def print_report(report: Report, console: Console) -> None:
    """Print the result of an audit. If the stream is a simulation, print that first."""
    if report.simulated:
        console.print(report.says, style="bold yellow", highlight=False, soft_wrap=True)
    table = Grid(title=f"{report.stream}: {report.commits} commits, version {report.version}", title_justify="left")
    for column in ("level", "verdict", "shown", "not shown", "note"):
        table.add_column(column, overflow="fold")
    levels = [("1 chain", report.chain), ("2 draws", report.draws), ("3 decisions", report.decisions)]
    also = (("4 fork", report.fork), ("5 dice of a table", report.luck))
    for name, level in [*levels, *((name, level) for name, level in also if level is not None)]:
        colour = {"same": "green", "differs": "red"}.get(level.verdict, "yellow")
        table.add_row(name, f"[{colour}]{level.verdict}[/]", str(level.shown), str(level.unshown), level.note)
    console.print(table)
    if report.table_faces:
        console.print(f"{report.table_faces} faces were entered from a real table and are not proven", highlight=False)
    if report.sealed and not report.simulated:
        console.print(report.says, highlight=False, soft_wrap=True)
    if report.failure is None:
        console.print(f"{_success_sentence(report)}; head {report.head}", highlight=False, soft_wrap=True)
        return
    failure = report.failure
    console.print(
        f"FAILED: line {failure.line} (after version {failure.version}), level {failure.level}: {failure.why}",
        style="red", highlight=False, soft_wrap=True, markup=False,
    )  # fmt: skip


def _success_sentence(report: Report) -> str:
    """Return a sentence about how much the audit has proven of a log without faults."""
    if report.simulated:
        return "SIMULATED, and nothing in it is wrong; this proves nothing about luck"
    end = "closed" if report.closed else "still open, so it may continue after the last line"
    return (
        f"proven on all {report.levels} levels ({end})"
        if report.proven
        else f"honest as far as it can be shown ({end})"
    )


SIMULATED: Final = 3


def status_of(report: Report) -> int:
    """Return the exit status for a report.

    A simulated stream has its own status, so that it never passes for a real game.
    """
    return 1 if not report.honest else SIMULATED if report.simulated else 0
