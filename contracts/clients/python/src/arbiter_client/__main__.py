"""`python -m arbiter_client FILE.ndjson [--receipt receipt.json] [--key HEX] [--parent PARENT.ndjson]`: verify a log.

With `--luck TABLE.ndjson`, the program compares the dice of a campaign with the log of the table that rolled them.

The exit code is 0 if everything that can be checked is right. Otherwise it is 1, and the program prints the first
commit that fails. The exit code for wrong arguments is 2. The exit code for a simulated stream is 3, even if nothing is
wrong: its seed was chosen beforehand, so its draws prove nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from .verifying import Proof, ReceiptRefused, verify
from .verifying.canonical import is_hex

SIMULATED: Final = (
    "SIMULATED: no game was played here. The seed of this stream was chosen, and every face was known to "
    "the caller of the simulation before the first command. That its draws follow from the seed proves nothing."
)
SEALED: Final = (
    "The log of this stream stays closed after its end and its last seed is not revealed: that the draws follow "
    "from that seed can be checked by the server alone and proven to nobody; that the log was not changed can be "
    "proven."
)


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="arbiter_client", description="Verify an exported log.", allow_abbrev=False)
    parser.add_argument("file", metavar="FILE", help="the export, one commit per line")
    parser.add_argument("--receipt", action="append", help="a receipt to check the log against")
    parser.add_argument(
        "--parent", action="append", help="for a fork: the log of the stream that it came from, or its receipt"
    )
    parser.add_argument("--luck", action="append", help="for dice that a table rolled: the log of that table")
    parser.add_argument("--key", action="append", help="the server's public key, in hexadecimal")
    return parser


def main(words: list[str]) -> int:
    """Verify the file named on the command line, and return the exit code."""
    parser = arguments()
    given = parser.parse_args(words)
    for name in ("receipt", "key", "parent", "luck"):
        values = getattr(given, name) or []
        if len(values) > 1:
            parser.error(f"--{name} is given {len(values)} times")
        setattr(given, name, next(iter(values), None))
    if given.key is not None and given.receipt is None and given.parent is None:
        parser.error("--key needs the --receipt that it signed, or a --parent")
    if given.key is not None and not is_hex(given.key):
        parser.error("--key is 64 hexadecimal digits in lower case")
    try:
        export, receipt, parent, luck = (
            None if path is None else _read_file(parser, path)
            for path in (given.file, given.receipt, given.parent, given.luck)
        )
        return report(verify(export or b"", receipt=receipt, public_key=given.key, parent=parent, luck=luck))
    except ReceiptRefused as error:
        print(f"FAILED: {error}")
        return 1


def _read_file(parser: argparse.ArgumentParser, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError):
        parser.error(f"{path} cannot be read")


def report(proof: Proof) -> int:
    """Print the result of a verification, and return the program's exit code."""
    if proof.simulated:
        print(SIMULATED)
    end = "closed" if proof.closed else "open"
    print(f"{proof.stream}: {proof.commits} commits, version {proof.version}, {end}")
    if proof.fork:
        print(f"{proof.fork}: {proof.parent or 'whether it began with that state was not checked'}")
    if proof.luck:
        print(f"dice of a table: {proof.lent} draws, {proof.lent_unshown} not shown; {proof.luck}")
    print(f"head {proof.head}")
    print(f"draws: {proof.shown} derived, {proof.unshown} not shown, {proof.table} faces from a real table, unproven")
    if proof.sealed:
        print(SEALED)
    failure = proof.failure
    if failure is None and proof.receipt is not None:
        print(f"receipt: version {proof.receipt} agrees, signed by {proof.signed_by}")
    if failure is not None:
        where = f"line {failure.line} (after version {failure.version}), level {failure.level}"
        print(f"FAILED: {where}: {failure.why}")
        return 1
    return 3 if proof.simulated else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
