"""The start of a fork: the head of the stream that it came from. See contracts/log-format.md, 2.5.

Only the rules can show whether the fork begins with the right state: call `Stream.audit` for this check.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from .canonical import FAULTS
from .chain import Entry, Fail, goes_on, read_chain
from .receipts import read_receipt


def start_of(entries: Sequence[Entry]) -> Entry | None:
    """Return the commit in which a fork begins, or None if the stream is not a fork."""
    entry = next((one for one in entries if not goes_on(one.record)), None)
    return entry if entry is not None and entry.record["events"][-1]["type"] == "Forked" else None


def says(start: Entry) -> str:
    """Return a text that names the stream and the version from which a fork was made."""
    event = start.record["events"][-1]
    dealt = ", dealt again" if event.get("dealt") else ""
    return f"a fork of {event.get('stream')} at version {event.get('version')}{dealt}"


def hold_to_parent(start: Entry, parent: bytes, public_key: str | None, fail: Fail) -> str:
    """Compare the head that a fork names with the log or a receipt of the stream that it came from.

    The function returns the result of the comparison as text.

    Refuses: ReceiptRefused
    """
    event = start.record["events"][-1]
    found, wrong = _with_receipt(event, parent, public_key) if _is_receipt(parent) else _with_log(event, parent)
    if wrong:
        fail(4, start.line, start.before, found)
    return found


def _is_receipt(written: bytes) -> bool:
    with suppress(*FAULTS):
        form = json.loads(written)
        return isinstance(form, dict) and "signature" in form
    return False


def _with_receipt(event: dict[str, Any], written: bytes, public_key: str | None) -> tuple[str, bool]:
    receipt = read_receipt(written, public_key)
    if (receipt["stream"], receipt["version"]) != (event.get("stream"), event.get("version")):
        return f"this needs the log of {event.get('stream')} up to version {event.get('version')}", False
    if receipt["head"] != event.get("head"):
        return f"the fork names another head of {event.get('stream')} than the receipt", True
    return "the head is that of the receipt; the state was not compared", False


def _with_log(event: dict[str, Any], log: bytes) -> tuple[str, bool]:
    stream, version, failures = event.get("stream"), event.get("version"), list[str]()
    entries = read_chain(log.removesuffix(b"\n").split(b"\n"), lambda *failure: failures.append(failure[-1]))
    if entries and entries[0].record["stream"] != stream:
        return f"this needs the log of {stream}, and got that of {entries[0].record['stream']}", False
    then = next((entry for entry in entries if entry.record["version"] == version), None)
    if then is None or goes_on(then.record):
        why = failures[0] if failures else "it ends before"
        return f"the log of {stream} has no version {version}: {why}", True
    if then.head.hex() != event.get("head"):
        return f"the log of {stream} has another head at version {version}", True
    return "the head is that of the log; the state was not compared", False
