"""The test vectors in contracts/vectors/, which every verifier must satisfy.

`python -m tests.support.vectors` writes them. They are a promise: a change here changes the log format, and breaks
every log that was ever written.
"""

import hmac
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from shared.kernel.audit import audit, lines_of
from shared.kernel.chance import DiceDraw, DrawPlace, RecordedDraw, SeedTape, draw_prefix, salts_digest
from shared.kernel.messages import Audience, canonical
from shared.kernel.record import NO_HEAD
from shared.kernel.stream import Close
from shared.platform.ledger import CONTRACTS
from shared.platform.seal import Signer, signer_id
from tests.support.fork_vectors import RECEIPT, ForkVectors
from tests.support.kept_toy import Cups, Draw
from tests.support.kernel_toy import KEY, Bid, Gamble, QuietTable, Say, SimulatedTable, Table, Throw
from tests.support.long_log import CLOSED_TABLE, EXPORT, OPEN_TABLE
from tests.support.luck_vectors import LuckVectors
from tests.support.verifier_calls import calls

FOLDER: Final = CONTRACTS / "vectors"
SEED: Final = bytes(range(32))
SIGNING_KEY: Final = b"\x1d" * 32
NONE: Final[tuple[tuple[str, str], ...]] = ()
TWO: Final = (("bob", "b0" * 32), ("ann", "a1" * 32))
GM: Final = ("gm",)

DICE: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("one die", {"sides": 6, "count": 1}),
    ("several blocks", {"sides": 6, "count": 100}),
    ("no die at all", {"sides": 6, "count": 0}),
    ("one side", {"sides": 1, "count": 3}),
    ("the largest die of one byte", {"sides": 256, "count": 5}),
    ("most bytes passed over", {"sides": 129, "count": 40}),
    ("the smallest die of two bytes", {"sides": 257, "count": 5}),
    ("two bytes, several blocks", {"sides": 1000, "count": 40}),
    ("the largest die of two bytes", {"sides": 65_536, "count": 5}),
    ("the smallest die of four bytes", {"sides": 65_537, "count": 5}),
    ("four bytes, half of the words passed over", {"sides": 2**31 + 1, "count": 20}),
    ("the largest die", {"sides": 2**32, "count": 3}),
    ("salts of two seats", {"sides": 20, "count": 4, "salts": TWO}),
    ("another purpose", {"sides": 20, "count": 4, "purpose": "initiative"}),
    ("a purpose beyond ASCII", {"sides": 20, "count": 4, "purpose": "Würfel 🎲"}),
    ("another version", {"sides": 20, "count": 4, "version": 5}),
    ("the largest version", {"sides": 20, "count": 4, "version": 2**53 - 1}),
    ("the second draw of a commit", {"sides": 20, "count": 4, "k": 1}),
    ("the game master's lane", {"sides": 20, "count": 4, "audience": GM}),
    ("the lane of two seats", {"sides": 20, "count": 4, "audience": ("ann", "gm")}),
    ("the lane of nobody", {"sides": 20, "count": 4, "audience": ()}),
)
SHUFFLES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("a deck", {"size": 52}),
    ("more than 256 places", {"size": 300}),
    ("two places", {"size": 2}),
    ("one place", {"size": 1}),
    ("no place", {"size": 0}),
    ("a hidden deck with salts", {"size": 10, "audience": GM, "salts": TWO, "k": 3}),
)


def vectors() -> Mapping[str, bytes]:
    """Return the files of vectors by name."""
    closed, opened = EXPORT, _file(OPEN_TABLE.lines())
    redacted = _file(OPEN_TABLE.lines("ann"))
    exports = {
        "closed.ndjson": closed, "open.ndjson": opened, "open-ann.ndjson": redacted,
        "split.ndjson": _file(Table.opened(Throw(), Say(times=150, waste=True), Gamble(), Throw(), Close()).lines()),
        "sealed.ndjson": _file(QuietTable.opened(Throw(hidden=(2,)), Bid(amount=3), Close()).lines()),
        "kept.ndjson": _file(_play_undone_draws().lines()),
        "simulated.ndjson": _file(SimulatedTable.opened(Throw(), Close()).lines()),
    }  # fmt: skip
    return {
        "draws.json": _rows([_compute_draw(about, **facts) for about, facts in DICE]),
        "shuffles.json": _rows([_compute_draw(about, **facts) for about, facts in SHUFFLES]),
        "chain.json": _pretty(_chain()),
        **exports,
        "receipt.json": _pretty(_receipt()),
        "calls.json": _pretty(calls(_receipt(), sign=_sign, stranger=_sign(_facts(), b"\x1e" * 32))),
        "reports.json": _pretty({name: _report(export) for name, export in exports.items()}),
        **_of_forks(),
        **_of_luck(),
    }


def _of_forks() -> Mapping[str, bytes]:
    """Return the vector files about forks: logs, a receipt of the parent log, and calls of a verifier."""
    forks = ForkVectors()
    receipt, stranger = _sign(forks.receipt()), _sign(forks.receipt(), b"\x1e" * 32)
    return {**forks.files(), RECEIPT: _pretty(receipt), "forks.json": _pretty(forks.calls(_sign, stranger))}


def _of_luck() -> Mapping[str, bytes]:
    """Return the vector files about dice from a table: logs, and calls of a verifier."""
    luck = LuckVectors()
    return {**luck.files(), "luck.json": _pretty(luck.calls())}


def _play_undone_draws() -> Cups:
    """Play a log in which draws are undone and then repeated.

    Some draws are public, hidden, entered or void; others are made in another epoch or after a redo.
    """
    cups = Cups()
    start, deck = cups.version, Draw(shuffle=True, dice=10)
    for command in (Draw(dice=2), deck, Draw(seats=("ann", "gm")), Draw(times=2)):
        cups.draw(command)
    cups.send(Draw(sides=20), "gm", (17,))
    drawn = cups.version
    cups.back(start)
    cups.fail(Draw(times=3, fails=True))
    cups.draw(Draw(times=3))
    cups.back(drawn)
    cups.draw(Draw(sides=20, times=2))
    cups.back(start)
    cups.draw(Draw(seats=("ann", "gm")))
    cups.send(Draw(sides=20, times=4), "gm", (3,))
    cups.back(drawn)
    cups.send(Draw(), "bob")
    cups.close()
    return cups


def _file(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _pretty(form: Any) -> bytes:  # noqa: ANN401 any JSON
    return msgspec.json.format(canonical(form), indent=1) + b"\n"


def _rows(rows: list[dict[str, Any]]) -> bytes:
    return b"[\n" + b",\n".join(map(canonical, rows)) + b"\n]\n"


def _compute_draw(
    about: str,
    *,
    purpose: str = "attack",
    version: int = 4,
    k: int = 0,
    salts: tuple[tuple[str, str], ...] = NONE,
    audience: Audience | None = None,
    sides: int = 0,
    count: int = 0,
    size: int | None = None,
) -> dict[str, Any]:
    """Compute a draw; return its inputs, the message of the first block, that block, and the result."""
    tape = SeedTape(seed=SEED, digest=salts_digest(salts), version=version)
    for _ in range(k):
        tape.roll("before", 6, audience=audience)
    asked: dict[str, Any] = {"sides": sides, "count": count} if size is None else {"size": size}
    if size is None:
        tape.roll(purpose, sides, count, audience=audience)
    else:
        tape.shuffle(purpose, size, audience=audience)
    head = salts_digest(salts) + version.to_bytes(8, "big")
    message = draw_prefix(head, DrawPlace(purpose, audience, k)) + bytes(4)
    return asked | {
        "about": about,
        "seed": SEED.hex(),
        "salts": salts,
        "salts_digest": salts_digest(salts).hex(),
        "version": version,
        "purpose": purpose,
        "audience": audience,
        "k": k,
        "first_message": message.hex(),
        "first_block": hmac.digest(SEED, message, "sha256").hex(),
        **_result(tape.taken[-1]),
    }


def _result(taken: RecordedDraw) -> dict[str, Any]:
    draw = taken[1]
    return {"faces": draw.faces} if isinstance(draw, DiceDraw) else {"order": draw.order}


def _chain() -> dict[str, Any]:
    """Return the open table's records with all inputs of their heads."""
    head = NO_HEAD
    links = []
    versions = [*(stream.version for stream in OPEN_TABLE.before[1:]), OPEN_TABLE.stream.version]
    for record, version, after in zip(OPEN_TABLE.records, versions, OPEN_TABLE.heads, strict=True):
        parts = [
            {"salt": part.salt.hex(), "value": part.data.decode(), "digest": part.digest.hex()} for part in record.parts
        ]
        links.append({
            "head_before": head.hex(), "version": version, "public": record.public.decode(), "parts": parts,
            "head": after.hex(),
        })  # fmt: skip
        head = after
    return {"stream_key": KEY.hex(), "commits": links}


def _receipt() -> dict[str, Any]:
    """Sign the head of the closed table."""
    return _sign(_facts())


def _sign(facts: Mapping[str, Any], key: bytes = SIGNING_KEY) -> dict[str, Any]:
    """Sign the facts of a receipt."""
    signer = Signer(signer_id(key), key)
    signature = signer.sign(canonical(facts)).hex()
    return {**facts, "key": signer.key_id, "public_key": signer.public, "signature": signature}


def _facts() -> dict[str, Any]:
    """Return the facts that the closed table's receipt signs: stream, version, head and time."""
    return {
        "at": CLOSED_TABLE.stream.at,
        "head": CLOSED_TABLE.heads[-1].hex(),
        "stream": CLOSED_TABLE.stream.id,
        "version": CLOSED_TABLE.stream.version,
    }


def _report(export: bytes) -> dict[str, Any]:
    """Return the findings of levels 1 and 2 on an export."""
    report = audit(lines_of(export), reader_for=lambda _: None)
    return {
        "stream": report.stream,
        "commits": report.commits,
        "version": report.version,
        "head": report.head,
        "closed": report.closed,
        "simulated": report.simulated,
        "sealed": report.sealed,
        "shown": report.draws.shown,
        "unshown": report.draws.unshown,
        "table": report.table_faces,
    }


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in vectors().items():
        (FOLDER / name).write_bytes(content)


if __name__ == "__main__":
    main()
