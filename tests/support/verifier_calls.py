"""Calls of a verifier and their results: contracts/vectors/calls.json, which every verifier must satisfy.

A row's `words` are the arguments, in a folder with the vectors and the row's own `files`. `exit` is the exit code: 0
if everything that can be checked is right, 1 if something is wrong, 2 for an invalid call. `says` are the lines of
output that begin with `FAILED` or `receipt:`; a failed line is compared up to its level. An invalid call prints only
an error, which contains the texts in `names`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Receipt = Mapping[str, Any]
Row = dict[str, Any]

LOG: Final = "closed.ndjson"
HELD: Final = "receipt: version 24 agrees, signed by {key}"
UNREADABLE: Final = "FAILED: the receipt cannot be read"
UNSIGNED: Final = "FAILED: the receipt is not signed by that key"


def calls(receipt: Receipt, *, sign: Callable[[Receipt], Receipt], stranger: Receipt) -> list[Row]:
    """Return every row; `stranger` is the same receipt, signed by another server."""
    held = HELD.format(key=receipt["key"])
    return [
        *_honest(receipt, held),
        *(row(about, words, 2, names=names) for about, words, names in _wrong_calls(receipt)),
        *(_row_that_holds(about, UNREADABLE, how) for about, how in _unreadable()),
        *(_row_that_holds(about, UNSIGNED, how) for about, how in _unsigned_receipts(receipt, stranger)),
        row(
            "the key of another server", [LOG, "--receipt", "receipt.json", "--key", stranger["public_key"]],
            1, UNSIGNED,
        ),
        row(
            "another server's receipt, and the key this one is known by",
            [LOG, "--receipt", "r.json", "--key", receipt["public_key"]],
            1, UNSIGNED, files={"r.json": {"json": stranger}},
        ),
        *_of_other_logs(sign, receipt),
        *(row(about, ["x.ndjson"], 1, f"FAILED: {where}", files={"x.ndjson": how}) for about, how, where in _logs()),
    ]  # fmt: skip


def row(
    about: str, words: list[str], code: int, *says: str, names: str = "", files: Mapping[str, Any] | None = None
) -> Row:  # fmt: skip
    """Return a row: the arguments of a call, its exit code, and its lines of output."""
    return {"about": about, "words": words, "files": files or {}, "exit": code, "says": list(says), "names": names}


def _row_that_holds(about: str, says: str, how: Mapping[str, Any]) -> Row:
    return row(about, [LOG, "--receipt", "r.json"], 1 if says.startswith("FAILED") else 0, says, files={"r.json": how})


def _honest(receipt: Receipt, held: str) -> list[Row]:
    key = receipt["public_key"]
    given = ["--receipt", "receipt.json", "--key", key]
    return [
        row("a log alone", [LOG], 0),
        row("a log that is not closed", ["open.ndjson"], 0),
        row("its receipt", [LOG, "--receipt", "receipt.json"], 0, held),
        row("its receipt, and the key", [LOG, *given], 0, held),
        row("the file at the end", [*given, LOG], 0, held),
        row("values after a sign", [LOG, "--receipt=receipt.json", f"--key={key}"], 0, held),
        row("a file after two dashes", ["--receipt", "receipt.json", "--", LOG], 0, held),
        row("help", ["--help"], 0),
        row("help, in short, beside a file", [LOG, "-h"], 0),
        _row_that_holds(
            "blank lines around a receipt", held, {"from": "receipt.json", "before": "\r\n \t", "after": "\r\n\n"}
        ),
        _row_that_holds("a receipt in another order", held, {"json": dict(reversed(list(receipt.items())))}),
        row("a log without the end of its last line", ["x.ndjson"], 0, files={"x.ndjson": {"from": LOG, "cut": 1}}),
    ]


def _wrong_calls(receipt: Receipt) -> list[tuple[str, list[str], str]]:
    key = receipt["public_key"]
    held = [LOG, "--receipt", "receipt.json"]
    return [
        ("nothing", [], "FILE"),
        ("a receipt and no log", ["--receipt", "receipt.json"], "FILE"),
        ("a receipt without its option", [LOG, "receipt.json"], ""),
        ("two logs", [LOG, "open.ndjson"], ""),
        ("an option nobody knows", [*held, "--sign"], "--sign"),
        ("an option with a typing error", [LOG, "--reciept", "receipt.json"], "--reciept"),
        ("a part of an option", [LOG, "--rec", "receipt.json"], "--rec"),
        ("a short option nobody knows", [LOG, "-r", "receipt.json"], "-r"),
        ("a receipt that is not named", [LOG, "--receipt"], "--receipt"),
        ("a key that is not given", [*held, "--key"], "--key"),
        ("an option as a value", [LOG, "--receipt", "--key", key], ""),
        ("an empty name", [LOG, "--receipt="], ""),
        ("two receipts", [*held, "--receipt", "receipt.json"], "--receipt is given 2 times"),
        ("two keys", [*held, "--key", key, "--key", key], "--key is given 2 times"),
        ("a key and no receipt", [LOG, "--key", key], "--key needs the --receipt"),
        ("a key in upper case", [*held, "--key", key.upper()], "64 hexadecimal digits in lower case"),
        ("a key that is too short", [*held, "--key", key[2:]], "64 hexadecimal digits in lower case"),
        ("an empty key", [*held, "--key="], "64 hexadecimal digits in lower case"),
        ("a key with a blank", [*held, "--key", f"{key} "], "64 hexadecimal digits in lower case"),
        ("a key's id for the key", [*held, "--key", receipt["key"]], "64 hexadecimal digits in lower case"),
        ("no such log", ["none.ndjson"], "none.ndjson"),
        ("no such receipt", [LOG, "--receipt", "none.json"], "none.json"),
        ("a folder for a log", ["."], ""),
        ("a folder for a receipt", [LOG, "--receipt", "."], ""),
        ("no such log after two dashes", ["--", "--receipt"], "--receipt"),
    ]


def _unreadable() -> list[tuple[str, dict[str, Any]]]:
    changed = {"from": "receipt.json"}
    return [
        ("an empty receipt", {"text": ""}),
        ("a receipt that is no JSON", {"text": "receipt"}),
        ("a receipt that is a list", {"text": "[]"}),
        ("a receipt of nothing", {"text": "null"}),
        ("a receipt without fields", {"text": "{}"}),
        ("a log for a receipt", {"from": LOG}),
        ("a receipt with a byte order mark", changed | {"before": "\ufeff"}),
        ("a receipt with something after it", changed | {"after": "x"}),
        ("a receipt twice", changed | {"after": "{}"}),
        ("a receipt with one field more", changed | {"set": {"more": 1}}),
        ("a receipt without its key's id", changed | {"without": "key"}),
        ("a receipt without its public key", changed | {"without": "public_key"}),
        ("a version that is text", changed | {"set": {"version": "24"}}),
        ("a version that is true", changed | {"set": {"version": True}}),
        ("a version below nothing", changed | {"set": {"version": -24}}),
        ("a version that is no whole number", changed | {"replace": ['"version": 24', '"version": 24.0']}),
        ("a version in powers of ten", changed | {"replace": ['"version": 24', '"version": 24e0']}),
        ("a version too large to be read alike", changed | {"set": {"version": 2**53}}),
        ("a version that stands there twice", changed | {"replace": ['"version": 24', '"version": 1, "version": 24']}),
        ("a head in upper case", changed | {"upper": "head"}),
        ("a head that is too short", changed | {"set": {"head": "00"}}),
        ("half a character", changed | {"replace": ['"stream": "', '"stream": "\\ud800']}),
    ]


def _unsigned_receipts(receipt: Receipt, stranger: Receipt) -> list[tuple[str, dict[str, Any]]]:
    changed = {"from": "receipt.json"}
    last = "0" if receipt["signature"][-1] != "0" else "1"
    return [
        ("the id of another key", changed | {"set": {"key": stranger["key"]}}),
        ("an empty id", changed | {"set": {"key": ""}}),
        ("an id in upper case", changed | {"upper": "key"}),
        ("the public key of another", changed | {"set": {"public_key": stranger["public_key"]}}),
        ("the key of another, and its id", changed | {"set": {name: stranger[name] for name in ("key", "public_key")}}),
        ("a public key in upper case", changed | {"upper": "public_key"}),
        ("no public key", changed | {"set": {"public_key": ""}}),
        ("another time", changed | {"set": {"at": receipt["at"] + 1}}),
        ("another version", changed | {"set": {"version": receipt["version"] - 1}}),
        ("another signature", changed | {"set": {"signature": receipt["signature"][:-1] + last}}),
        ("a signature in upper case", changed | {"upper": "signature"}),
        ("a signature that is too short", changed | {"set": {"signature": receipt["signature"][:-2]}}),
        ("a signature that is none", changed | {"set": {"signature": "no"}}),
    ]


def _of_other_logs(sign: Callable[[Receipt], Receipt], receipt: Receipt) -> list[Row]:
    """Return rows with validly signed receipts that belong to other logs."""
    end = "FAILED: line 14 (after version 22), level 1"
    cases = (
        ("a receipt of another stream", {"stream": "toy.gambit:u"}, end),
        ("a receipt of another head", {"head": "00" * 32}, end),
        ("a receipt that is newer than the log", {"version": receipt["version"] + 1}, end),
        ("a receipt within a commit", {"version": 1}, end),
    )
    facts = {name: receipt[name] for name in ("at", "head", "stream", "version")}
    return [_row_that_holds(about, says, {"json": sign(facts | changes)}) for about, changes, says in cases]


def _logs() -> list[tuple[str, dict[str, Any], str]]:
    first, after = "line 1 (after version 0), level 1", "line 15 (after version 24), level 1"
    return [
        ("an empty log", {"text": ""}, first),
        ("a log of an empty line", {"text": "\n"}, first),
        ("a log that is no JSON", {"text": "log\n"}, first),
        ("a log with a byte order mark", {"from": LOG, "before": "\ufeff"}, first),
        ("a log with another end of line", {"from": LOG, "replace": ["\n", "\r\n"]}, first),
        ("a log with an empty line at the end", {"from": LOG, "after": "\n"}, after),
        ("a log with something after it", {"from": LOG, "after": "x"}, after),
        ("a log with a blank after it", {"from": LOG, "cut": 1, "after": " "}, "line 14 (after version 22), level 1"),
        ("a log twice", {"from": LOG, "after": "{}\n"}, after),
        ("a receipt for a log", {"from": "receipt.json"}, first),
    ]
