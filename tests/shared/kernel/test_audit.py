"""The audit, which passes every honest log at all levels.

It names the line of any change, even if heads are recomputed.
"""

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.kernel.audit import Receipt, lines_of
from shared.kernel.messages import Command, canonical
from shared.kernel.record import NO_HEAD
from shared.kernel.stream import AddSalt, Close, RotateSeed, RotateToken
from tests.support.forging import flip_bit, forge_commit, line_of, rechain, renumber, tamper
from tests.support.kernel_toy import RULESET, Bid, Finish, Say, Table, Throw, audit_export
from tests.support.long_log import (
    CLOSED_TABLE,
    EXPORT,
    FACES,
    HIDDEN,
    LINES,
    OPEN_TABLE,
    SAID,
    SALT,
    SEATED,
    both,
    fails,
    public,
    receipt_at,
    verdicts,
)

# ------------------------------------------------------------------ honest logs


def test_an_honest_closed_log_is_proven() -> None:
    """The audit proves a closed log at all levels. It counts faces that people entered as unproven."""
    report = audit_export(LINES)
    assert verdicts(report) == ("same", "same", "same")
    assert (report.proven, report.honest, report.closed, report.table_faces) == (True, True, True, 2)
    assert (report.commits, report.version) == (len(LINES), CLOSED_TABLE.stream.version)
    assert report.head == CLOSED_TABLE.heads[-1].hex()


@settings(max_examples=40)
@given(
    commands=st.lists(
        st.one_of(
            st.builds(Throw, dice=st.integers(0, 3), hidden=st.tuples(st.integers(0, 2)), explode=st.booleans()),
            st.builds(Throw, sides=st.integers(1, 70_000), shuffle=st.integers(0, 300)),
            st.builds(Bid, amount=st.integers(0, 9)),
            st.builds(Say, text=st.text(st.characters(codec="utf-8"), max_size=5)),
            st.builds(RotateToken, seat=st.sampled_from(["gm", "ann", "bob"])),
        ),
        max_size=6,
    ),
    end=st.sampled_from([Close(), Finish()]),
)
def test_every_honest_log_is_proven(commands: list[Command], end: Command) -> None:
    """The audit proves each of many random honest logs."""
    assert audit_export(Table.opened(*commands, end).lines()).proven


def test_an_open_log_is_proven_to_the_app_up_to_its_sealed_parts() -> None:
    """The audit of an open log checks no draws of the current seed, which the app may not read yet.

    The audit decides again every command that comes before a sealed part.
    """
    report = audit_export(OPEN_TABLE.lines())
    assert verdicts(report) == ("same", "same", "same")
    assert (report.honest, report.proven, report.closed) == (True, False, False)
    assert (report.draws.unshown, report.decisions.shown) == (2, 9)
    assert report.decisions.note == "parts of line 10 are closed to this reader"


def test_decisions_need_no_seed() -> None:
    """If a game keeps no secrets, the audit decides a whole open log again, although its seed is not revealed."""
    report = audit_export(Table.opened(AddSalt(salt=SALT), Throw(), Say()).lines("eve"))
    assert (report.decisions.verdict, report.decisions.shown, report.decisions.unshown) == ("same", 4, 0)
    assert (report.draws.verdict, report.draws.unshown) == ("not shown", 2)


@pytest.mark.parametrize("seat", ["gm", "ann", "bob", "eve"])
def test_a_seats_redacted_export_verifies(seat: str) -> None:
    """The audit of a seat's redacted export proves the whole chain, and the draws that the seat may read."""
    report = audit_export(OPEN_TABLE.lines(seat))
    assert (report.chain.verdict, report.chain.shown) == ("same", len(OPEN_TABLE.records))
    assert report.head == OPEN_TABLE.heads[-1].hex()
    assert report.honest
    assert report.draws.shown == {"gm": 5 + 2, "ann": 5 + 1, "bob": 5, "eve": 5}[seat]


def test_faces_from_a_real_table_are_counted_as_unproven() -> None:
    """The audit cannot prove faces of physical dice, whether public or hidden, and counts them."""
    table = Table.opened()
    table.send(Throw(dice=3), faces=(1, 2, 3, 4))
    table.send(Throw(hidden=(2,)), faces=(1, 2, 3, 4))
    report = audit_export(table.lines("eve"))
    assert (report.table_faces, report.draws.shown, report.draws.unshown) == (6, 0, 1)
    table.send(Close())
    assert (audit_export(table.lines()).table_faces, audit_export(table.lines()).draws.shown) == (8, 0)


def test_draws_of_every_epoch_are_derived_from_their_own_seed() -> None:
    """If a log has two changes of the seed, the audit derives each draw from the seed in use at that time.

    Only the second of the three seeds has salts.
    """
    table = Table.opened(Throw(), RotateSeed(), AddSalt(salt=SALT), Throw(), RotateSeed(), Throw(), Close())
    assert audit_export(table.lines()).draws.shown == 6
    assert audit_export(table.lines()).proven


def test_a_log_of_an_unknown_game_has_two_levels() -> None:
    """Without the rules of the game, the audit still proves the chain and the draws."""
    report = audit_export(LINES, reader_for=lambda _: None)
    assert verdicts(report) == ("same", "same", "not shown")
    assert report.honest
    assert not report.proven


def test_a_file_is_cut_at_its_line_ends() -> None:
    """A file is split at its line ends. The last line may lack its newline; every other byte is kept."""
    assert lines_of(EXPORT) == lines_of(EXPORT[:-1]) == LINES
    assert lines_of(b"a\n\nb\r\n") == [b"a", b"", b"b\r"]


# ------------------------------------------------------------------ bits


@pytest.mark.parametrize("part", range(4))
def test_every_flipped_bit_is_named_at_its_line(part: int) -> None:
    """The audit names the line of each of a thousand flipped bits, in a whole export and in a redacted one."""
    luck = Random(part)
    export = EXPORT if part % 2 else b"".join(line + b"\n" for line in OPEN_TABLE.lines("ann"))
    for _ in range(250):
        place = luck.randrange(len(export) - 1)
        report = audit_export(lines_of(flip_bit(export, place, luck.randrange(8))))
        assert report.failure is not None, place
        assert (report.failure.level, report.failure.line) == (1, line_of(export, place))


@pytest.mark.parametrize("seed", range(8))
def test_the_audit_answers_any_bytes(seed: int) -> None:
    """The audit never raises an error, and the latest receipt exposes every change, however well forged."""
    luck = Random(seed)
    for _ in range(50):
        export = tamper(EXPORT, luck)
        audit_export(lines_of(export))
        report = audit_export(lines_of(export), receipt=receipt_at(-1))
        assert report.honest is (lines_of(export) == LINES)


@pytest.mark.parametrize("noise", [b"", b"\n", b"null", b"[]", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"head":1}'])
def test_noise_fails_at_its_first_line(noise: bytes) -> None:
    """The audit finds a fault in line 1 of random bytes and of an empty file."""
    fails(lines_of(noise), 1, 1)


def test_an_empty_log_fails() -> None:
    """The audit refuses a log without commits."""
    assert fails([], 1, 1, "no commit").head == NO_HEAD.hex()


# ------------------------------------------------------------------ lines out of place


def test_a_line_that_is_missing_moved_or_repeated_is_named() -> None:
    """The audit names the first line that does not follow from the line before."""
    fails(LINES[1:], 1, 1)
    fails([*LINES[:4], *LINES[5:]], 1, 5)
    fails([*LINES[:4], LINES[5], LINES[4], *LINES[6:]], 1, 5)
    fails([*LINES[:5], *LINES[4:]], 1, 6)


@pytest.mark.parametrize("line", [1, 4, 14])
def test_another_spelling_of_the_same_json_fails(line: int) -> None:
    """The audit rejects added blanks, escapes, and another key order or number format.

    Two JSON parsers could read such a line differently.
    """
    text = LINES[line - 1]
    spellings = {
        text.replace(b":", b": ", 1),
        text.replace(b"type", b"t\\u0079pe", 1),
        text.replace(b'"ruleset":', b'"ruleset":"x","ruleset":', 1),
        text.replace(b'"version":', b'"version":1e', 1),
        text + b"\r",
        b" " + text,
        msgspec.json.encode(dict(reversed(msgspec.json.decode(text).items()))),
    }
    for spelling in spellings:
        fails([*LINES[: line - 1], spelling, *LINES[line:]], 1, line)


# ------------------------------------------------------------------ rulesets


def test_a_difference_under_another_ruleset_is_inconclusive() -> None:
    """If another ruleset decides differently, the report names the line, and is neither failed nor proven."""
    report = audit_export(forge_commit(LINES, SAID, public("events", 0, "text", to="other")), ruleset="gambit 2")
    assert verdicts(report) == ("same", "same", "other ruleset")
    assert report.decisions.note.startswith(f"line {SAID} was decided by gambit 1")
    assert (report.honest, report.proven) == (True, False)


def test_another_ruleset_with_equal_decisions_is_proven() -> None:
    """If another ruleset comes to the same decisions in the whole log, the audit proves the log."""
    assert audit_export(LINES, ruleset="gambit 2").proven


@pytest.mark.rule("AR-AUDIT-01")
@pytest.mark.parametrize("to", ["x", "", "gambit 2", f"{RULESET} "])
@pytest.mark.parametrize("line", [2, SAID, len(LINES) - 1])
def test_an_altered_ruleset_id_is_not_proven(line: int, to: str) -> None:
    """If one commit names another ruleset than its neighbours, equal decisions do not prove the log."""
    for ruleset in (RULESET, "gambit 3", None):
        report = audit_export(forge_commit(LINES, line, public("ruleset", to=to)), ruleset=ruleset)
        assert verdicts(report) == ("same", "same", "other ruleset")
        assert report.decisions.note.startswith(
            f"line {line} was decided by {to}, and the commits before and after by "
        )
        assert (report.honest, report.proven) == (True, False)


@pytest.mark.rule("AR-AUDIT-01")
def test_a_log_across_two_releases_is_proven() -> None:
    """If all commits after some line name a newer ruleset, the audit proves the log and lists the other rulesets."""
    forms = [msgspec.json.decode(line) for line in LINES]
    for number, form in enumerate(forms):
        form["public"]["ruleset"] = f"gambit {1 + number // 5}"
    report = audit_export(rechain(forms), ruleset="gambit 2")

    assert verdicts(report) == ("same", "same", "same")
    assert report.proven
    assert report.decisions.note == (
        f"{len(LINES) - 5} commits from line 1 on name another ruleset, and are the same by this: gambit 1, gambit 3"
    )


def test_a_difference_under_the_same_ruleset_counts() -> None:
    """If the same ruleset decides a command differently from the log, the audit reports a failure."""
    fails(forge_commit(LINES, SAID, public("events", 0, "text", to="other")), 3, SAID, ruleset=RULESET)


def test_luck_is_checked_under_any_ruleset() -> None:
    """The audit checks draws under any ruleset, because all releases derive them in the same way."""
    lines = forge_commit(LINES, FACES, both(public("ruleset", to="x"), public("draws", 0, "faces", 1, to=6)))
    fails(lines, 2, FACES, ruleset=RULESET)


# ------------------------------------------------------------------ receipts


@pytest.mark.parametrize("number", [0, 5, -1])
def test_an_honest_log_agrees_with_its_receipt(number: int) -> None:
    """An honest log agrees with each receipt that was issued for it, whether early or late."""
    report = audit_export(LINES, receipt=receipt_at(number))
    assert report.proven
    assert report.chain.note == f"the receipt for version {receipt_at(number).version} agrees"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"head": "00" * 32}, 5),
        ({"stream": "toy.gambit:other"}, 5),
        ({"version": 10_000}, len(LINES)),
        ({"version": 1}, len(LINES)),
        ({"version": 0}, len(LINES)),
    ],
)
def test_a_receipt_that_disagrees_is_named(changes: dict[str, object], line: int) -> None:
    """If a receipt's head or stream differs, the audit names the line of the receipt's version.

    If the log has no such version, the audit names the last line.
    """
    fails(LINES, 1, line, "receipt", receipt=receipt_at(4, **changes))


def test_only_a_receipt_detects_a_removed_last_commit() -> None:
    """If a commit near the end is removed and all heads are recomputed, only a receipt reveals the removal."""
    forms = [msgspec.json.decode(line) for line in LINES]
    del forms[SEATED - 1]
    assert audit_export(renumber(forms)).proven
    fails(renumber(forms), 1, len(forms), "receipt", receipt=receipt_at(-1))


def test_a_past_rewritten_without_a_trace_is_caught_by_a_receipt() -> None:
    """A log that was rebuilt with other commands is consistent, so only a receipt reveals the change."""
    other = Table.opened(Say(text="another past"), Close())
    assert audit_export(other.lines()).proven
    before = Table.opened(Say(text="this past"), Close())
    held = Receipt(stream="toy.gambit:t", version=7, head=before.heads[1].hex(), at=1, key="k", signature="s")
    fails(other.lines(), 1, 2, "receipt", receipt=held)


def test_a_log_cut_short_is_caught_by_a_receipt() -> None:
    """Without a receipt, the audit reports a truncated log as an honest open log; a receipt reveals the cut."""
    report = audit_export(LINES[:-1])
    assert (report.honest, report.closed, report.proven) == (True, False, False)
    fails(LINES[:-1], 1, len(LINES) - 1, "receipt", receipt=receipt_at(-1))


def test_with_a_broken_chain_the_receipt_is_not_checked() -> None:
    """If the chain is broken, the report names the first wrong line, whatever version the receipt is for."""
    fails([*LINES[:4], b"{}", *LINES[5:]], 1, 5, receipt=receipt_at(-1))


def test_the_signed_bytes_of_a_receipt_are_canonical() -> None:
    """The signed bytes of a receipt are canonical JSON of `at`, `head`, `stream` and `version`, and nothing else."""
    receipt = receipt_at(0)
    expected = f'{{"at":1,"head":"{receipt.head}","stream":"toy.gambit:t","version":6}}'.encode()
    assert receipt.signed == expected
    assert canonical(msgspec.json.decode(expected)) == expected


# ------------------------------------------------------------------ redacted forgeries


@pytest.mark.parametrize("forge", [lambda lines: lines[:3] + lines[4:], lambda lines: lines[1:]])
def test_a_seat_notices_a_missing_line_in_its_own_copy(forge: Callable[[list[bytes]], list[bytes]]) -> None:
    """If a line is missing from a seat's redacted export, the audit finds a broken chain, as in a whole export."""
    report = audit_export(forge(OPEN_TABLE.lines("ann")))
    assert report.chain.verdict == "differs"


def test_a_seat_notices_another_value_in_its_own_part() -> None:
    """The audit finds a changed value in a seat's own part, because the chain contains the digest of the original."""
    lines = OPEN_TABLE.lines("ann")
    form = msgspec.json.decode(lines[HIDDEN - 1])
    form["parts"][0]["value"][0]["faces"] = [1]
    fails([*lines[: HIDDEN - 1], canonical(form), *lines[HIDDEN:]], 1, HIDDEN, "not what its digest says")
