"""A log with every feature of logs, and assertions about its audit."""

from typing import Any, Final

import msgspec

from shared.kernel.audit import Receipt, Report
from shared.kernel.stream import AddSalt, Close, OpenSeat, RotateSeed, RotateToken
from tests.support.forging import Change, Form
from tests.support.kernel_toy import GM, Bid, Reveal, Say, Table, Throw, audit_export

SALT: Final = "5a" * 32


def long_table() -> Table:
    """Return a table whose log has salts, hidden draws, hidden commands, entered faces and two epochs."""
    table = Table.opened(AddSalt(salt=SALT))
    table.send(AddSalt(salt="c3" * 32), "ann")
    table.send(Throw(dice=3, shuffle=5), "ann")
    table.send(Throw(hidden=(2, 1), audiences=(GM, ("ann",))))
    table.send(Throw(sides=20), faces=(20, 1))
    table.send(Say(text="hé\n", times=2), "bob", by="key:app")
    table.send(Reveal())
    table.send(RotateSeed())
    table.send(Bid(amount=5, word="w"), "ann")
    table.send(RotateToken(seat="ann"))
    table.send(Throw(sides=1000, dice=5), "ann")
    table.send(OpenSeat(seat="zoe"))
    return table


OPEN_TABLE: Final = long_table()
CLOSED_TABLE: Final = long_table()
CLOSED_TABLE.send(Close(), "clock", role="clock", by="clock")
LINES: Final = CLOSED_TABLE.lines()
EXPORT: Final = b"".join(line + b"\n" for line in LINES)


FACES: Final = LINES.index(next(line for line in LINES if b'"shuffle"' in line)) + 1
HIDDEN, TABLE, SAID = FACES + 1, FACES + 2, FACES + 3
REVEALED, ROTATED, BID, VOIDED, LATER, SEATED, CLOSED = range(FACES + 4, FACES + 11)


def verdicts(report: Report) -> tuple[str, str, str]:
    """Return the verdicts of the three audit levels."""
    return report.chain.verdict, report.draws.verdict, report.decisions.verdict


def fails(lines: list[bytes], level: int, line: int, why: str = "", **more: Any) -> Report:  # noqa: ANN401
    """Assert that the first failure of an audit has this level, this line and this reason."""
    report = audit_export(lines, **more)
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (level, line), report.failure
    assert why in report.failure.why
    return report


def receipt_at(number: int, **changes: Any) -> Receipt:  # noqa: ANN401
    """Sign the receipt that a server would have issued after a commit."""
    version = (*(stream.version for stream in CLOSED_TABLE.before[1:]), CLOSED_TABLE.stream.version)[number]
    facts = {"stream": CLOSED_TABLE.stream.id, "version": version, "head": CLOSED_TABLE.heads[number].hex(), "at": 1}
    return msgspec.convert(facts | {"key": "k", "signature": "s"} | changes, Receipt)


def public(*path: Any, to: object) -> Change:  # noqa: ANN401
    """Replace a value in a commit's public part."""

    def change(form: Form) -> None:
        inside: Any = form["public"]
        for name in path[:-1]:
            inside = inside[name]
        assert inside[path[-1]] != to
        inside[path[-1]] = to

    return change


def part(number: int, *path: Any, to: object) -> Change:  # noqa: ANN401
    """Replace a value in a commit's revealed secret part."""

    def change(form: Form) -> None:
        inside: Any = form["parts"][number]
        for name in ("value", *path)[:-1]:
            inside = inside[name]
        inside[("value", *path)[-1]] = to

    return change


def both(*changes: Change) -> Change:
    """Combine several changes into one."""
    return lambda form: [change(form) for change in changes]
