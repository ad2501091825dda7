"""The verification of an exported log without a server, at levels 1 (chain) and 2 (draws) of contracts/log-format.md.

This package is written from that page alone and shares no code with the server. It is a third implementation, in
addition to Arbiter's own audit and `contracts/verify.mjs`. Level 3 checks whether each decision follows the rules. Only
a server can check this: call `Stream.audit`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .canonical import FAULTS
from .chain import Entry, Fail, read_chain
from .draws import Count, Epochs, LentDraws, check_draws, is_closed
from .forks import hold_to_parent, says, start_of
from .kept import KeptDraws
from .lent import hold_to_table
from .receipts import ReceiptRefused, read_receipt

__all__ = ["Failure", "Proof", "ReceiptRefused", "verify"]


@dataclass(frozen=True)
class Failure:
    """The first commit that fails: its line, the version before it, the level at which it fails, and the reason."""

    level: int
    line: int
    version: int
    why: str


@dataclass(frozen=True)
class Proof:
    """The result of verifying a log.

    `simulated`: the seed was chosen beforehand, so the log proves nothing about luck. `sealed`: the log is closed, but
    its last seed stays secret. `shown` is the number of draws that follow from their seeds, `unshown` the number of
    draws that cannot be read, and `table` the number of faces from a real table, which are not proven. `receipt` is the
    version of the receipt that the log was checked against, and `signed_by` the id of the key that signed the receipt.
    If the stream is a fork, `fork` names the stream that it came from, and `parent` states the result of the comparison
    with the log or the receipt of that stream, if one was given. If a dice table rolls the open dice, `lent` is the
    number of these draws, `lent_unshown` the number of those that are not proven, and `luck` states the result of the
    comparison with the log of the table.
    """

    stream: str
    version: int
    head: str
    commits: int
    closed: bool
    simulated: bool
    sealed: bool
    shown: int
    unshown: int
    table: int
    failure: Failure | None
    receipt: int | None = None
    signed_by: str = ""
    fork: str = ""
    parent: str = ""
    lent: int = 0
    lent_unshown: int = 0
    luck: str = ""

    @property
    def holds(self) -> bool:
        """Whether everything that can be checked is right."""
        return self.failure is None

    @property
    def proven(self) -> bool:
        """Whether the log is closed and every draw in it was checked and is right.

        Dice rolled at a real table have no proof. The state with which a fork begins has no proof either, since only
        Arbiter can check it.
        """
        unproven = self.simulated or self.sealed or self.unshown or self.lent_unshown or self.fork
        return self.holds and self.closed and not unproven


def verify(
    export: bytes, *, receipt: bytes | None = None, public_key: str | None = None, parent: bytes | None = None,
    luck: bytes | None = None,
) -> Proof:  # fmt: skip
    """Verify an exported log (`.ndjson`), and check it against a receipt if there is one.

    A fork is also checked against its `parent`, which is the log of the stream that it came from, or a receipt of that
    stream. Open dice that a table rolled are checked against the log of the table, `luck`.

    Units: `public_key` is the server's public key in hex, by default the key in the receipt
    Refuses: ReceiptRefused
    """
    held = None if receipt is None else read_receipt(receipt, public_key)
    failures = list[Failure]()

    def fail(level: int, line: int, version: int, why: str) -> None:
        failures.append(Failure(level, line, version, why))

    entries = read_chain(export.removesuffix(b"\n").split(b"\n"), fail)
    if held is not None and not failures:
        _hold_to_receipt(entries, held, fail)
    epochs, before, count = Epochs(entries, fail), (KeptDraws(), LentDraws(entries)), Count()
    for entry, epoch in zip(entries, epochs.at, strict=False):
        try:
            check_draws(entry, epoch, before, count)
        except FAULTS as error:
            fail(2, entry.line, entry.before, str(error))
    start = start_of(entries)
    found = hold_to_parent(start, parent, public_key, fail) if start is not None and parent is not None else ""
    lent = hold_to_table(entries, luck, None if luck is None else verify(luck), fail)
    failures.sort(key=lambda one: (one.line, one.level))
    last = entries[-1] if entries else None
    return Proof(
        stream=last.record["stream"] if last else "", version=last.record["version"] if last else 0,
        head=(last.head if last else bytes(32)).hex(), commits=len(entries),
        closed=last is not None and is_closed(last),
        simulated=bool(entries) and entries[0].record["events"][0].get("simulated") is True, sealed=epochs.sealed,
        shown=count.shown, unshown=count.unshown, table=count.table, failure=failures[0] if failures else None,
        receipt=held["version"] if held else None, signed_by=held["key"] if held else "",
        fork=says(start) if start is not None else "", parent=found,
        lent=lent.draws, lent_unshown=lent.unshown, luck=lent.says,
    )  # fmt: skip


def _hold_to_receipt(entries: list[Entry], receipt: dict[str, Any], fail: Fail) -> None:
    found = next((entry for entry in entries if entry.record["version"] == receipt["version"]), None)
    if found is None:
        last = entries[-1]
        fail(1, last.line, last.before, f"no commit leads to version {receipt['version']} of the receipt")
    elif found.record["stream"] != receipt["stream"] or found.head.hex() != receipt["head"]:
        fail(1, found.line, found.before, "the receipt names another stream or another head")
