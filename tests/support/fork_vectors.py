"""The test vectors for forks: a log, an honest fork and a forged one, and how a verifier checks each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from shared.kernel.forked import Forked
from shared.kernel.stream import OpenFork, start_in
from tests.support.forks import NOW, fork_of
from tests.support.journal import Journal
from tests.support.kept_toy import CUP, Cup, Cups, Draw
from tests.support.verifier_calls import UNSIGNED, row

Sign = Callable[[Mapping[str, Any]], dict[str, Any]]

FORK: Final = "fork.ndjson"
PARENT: Final = "fork-parent.ndjson"
FORGED: Final = "fork-forged.ndjson"
RECEIPT: Final = "fork-receipt.json"
DIFFERS: Final = "FAILED: line 1 (after version 0), level 4"
"""The line that every verifier prints for a fork that names a head which the parent stream does not have."""


class ForkVectors:
    """A log with public draws, and two forks from its middle: an honest one, and one that names a false head."""

    def __init__(self) -> None:
        """Play the parent log, and fork it."""
        parent = Cups()
        parent.draw(Draw(dice=2))
        parent.draw(Draw(sides=20), "bob")
        self.version: Final = parent.version
        parent.draw(Draw(shuffle=True, dice=5))
        parent.close()
        fork = fork_of(parent, self.version)
        self._opening: Final = tuple(fork.events)
        fork.send(Draw(sides=12), "ann")
        fork.close()
        self._parent: Final = parent
        self._fork: Final = fork
        self._event: Final = next(event for event in fork.events if isinstance(event, Forked))

    def files(self) -> dict[str, bytes]:
        """Return the logs by their file names."""
        logs = {FORK: self._fork, PARENT: self._parent, FORGED: self._forge()}
        return {name: b"".join(line + b"\n" for line in log.lines()) for name, log in logs.items()}

    def _forge(self) -> Journal[Cup]:
        command = OpenFork(stream=self._event.stream, version=self._event.version, head="00" * 32)
        return Journal(CUP, command, seed=500, start=start_in(self._opening), waited=NOW - 1000)

    def receipt(self, **changes: Any) -> dict[str, Any]:  # noqa: ANN401 fields of a receipt
        """Return the facts in a receipt of the parent stream, at the version from which it was forked."""
        facts = {"at": self._parent.stream.at, "head": self._event.head, "stream": self._event.stream}
        return facts | {"version": self.version} | changes

    def _of_the_fork(self) -> dict[str, Any]:
        stream = self._fork.stream
        assert stream.fork is not None
        facts = {"at": stream.at, "head": self._fork.heads[-1].hex(), "stream": stream.id, "version": stream.version}
        return facts | {"fork": stream.fork.says}

    def _head_in(self, receipt: Mapping[str, Any]) -> str:
        return f"receipt: version {receipt['version']} agrees, signed by {receipt['key']}"

    def calls(self, sign: Sign, stranger: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the calls of a verifier on these files, with the expected output."""
        log = self.files()[PARENT].decode().splitlines(keepends=True)
        given = [FORK, "--parent"]
        other = {"p.json": {"json": sign(self.receipt(head="00" * 32))}}
        early = {"p.json": {"json": sign(self.receipt(version=self.version - 1))}}
        short = {"p.ndjson": {"from": PARENT, "cut": sum(map(len, log[2:]))}}
        changed = {"p.ndjson": {"from": PARENT, "replace": ['"dice":2', '"dice":3']}}
        changed_receipt = {"p.json": {"from": RECEIPT, "set": {"head": "00" * 32}}}
        of_a_stranger, key = {"p.json": {"json": stranger}}, sign(self.receipt())["public_key"]
        own = sign(self._of_the_fork())
        return [
            row("a fork alone", [FORK], 0),
            row("a fork beside the log that it came from", [*given, PARENT], 0),
            row("a fork beside a receipt of the other stream", [*given, RECEIPT], 0),
            row("a value after a sign", [FORK, f"--parent={RECEIPT}"], 0),
            row("a fork beside its own log, which proves nothing", [*given, FORK], 0),
            row("a receipt at another version, which proves nothing", [*given, "p.json"], 0, files=early),
            row("a stream that is no fork", [PARENT, "--parent", PARENT], 0),
            row("a fork that names another head", [FORGED, "--parent", PARENT], 1, DIFFERS),
            row("a fork that names another head than the receipt", [FORGED, "--parent", RECEIPT], 1, DIFFERS),
            row("a receipt with another head", [*given, "p.json"], 1, DIFFERS, files=other),
            row("a log that ends before the fork", [*given, "p.ndjson"], 1, DIFFERS, files=short),
            row("a log that was changed before the fork", [*given, "p.ndjson"], 1, DIFFERS, files=changed),
            row("a receipt that was changed", [*given, "p.json"], 1, UNSIGNED, files=changed_receipt),
            row(
                "the fork's own receipt",
                [FORK, "--receipt", "r.json"],
                0,
                self._head_in(own),
                files={"r.json": {"json": own}},
            ),
            row("the key of the receipt's server", [*given, RECEIPT, "--key", key], 0),
            row("another server's receipt", [*given, "p.json", "--key", key], 1, UNSIGNED, files=of_a_stranger),
            row("a parent that is not named", given, 2, names="--parent"),
            row("two parents", [*given, PARENT, "--parent", PARENT], 2, names="--parent is given 2 times"),
            row("no such parent", [*given, "none.ndjson"], 2, names="none.ndjson"),
        ]
