"""The audit passes every honest log on all levels, and names the line of whatever was changed, also by who rechains."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.audit import Receipt, Report, lines_of
from shared.messages import Command, canonical
from shared.record import NO_HEAD
from shared.stream import AddSalt, Close, OpenSeat, RotateSeed, RotateToken
from tests.support.forging import Change, Form, flipped, forged, line_of, rechained, renumbered, tampered
from tests.support.kernel_toy import GM, RULESET, Bid, Finish, Reveal, Say, Table, Throw, audited

SALT = "5a" * 32


def long_table() -> Table:
    """Make a log with everything in it: salts, hidden draws, hidden commands, a real table, two epochs."""
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


OPEN_TABLE = long_table()
CLOSED_TABLE = long_table()
CLOSED_TABLE.send(Close(), "clock", role="clock", by="clock")
LINES = CLOSED_TABLE.lines()
EXPORT = b"".join(line + b"\n" for line in LINES)


def verdicts(report: Report) -> tuple[str, str, str]:
    """Give the verdicts of the three levels."""
    return report.chain.verdict, report.draws.verdict, report.decisions.verdict


def fails(lines: list[bytes], level: int, line: int, why: str = "", **more: Any) -> Report:  # noqa: ANN401
    """Hold that an audit fails first on this level, at this line, for this reason."""
    report = audited(lines, **more)
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (level, line), report.failure
    assert why in report.failure.why
    return report


# ------------------------------------------------------------------ honest logs


def test_an_honest_closed_log_is_proven() -> None:
    """The same on all levels, nothing unshown, and the faces from the table are counted."""
    report = audited(LINES)
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
def test_whatever_is_played_is_proven(commands: list[Command], end: Command) -> None:
    """There is no honest log that an audit objects to."""
    assert audited(Table.opened(*commands, end).lines()).proven


def test_an_open_log_is_proven_to_the_app_as_far_as_it_goes() -> None:
    """The running seed is closed to all: its draws wait, and every intent up to what is for nobody is decided again."""
    report = audited(OPEN_TABLE.lines())
    assert verdicts(report) == ("same", "same", "same")
    assert (report.honest, report.proven, report.closed) == (True, False, False)
    assert (report.draws.unshown, report.decisions.shown) == (2, 9)
    assert report.decisions.note == "parts of line 10 are closed to this reader"


def test_decisions_need_no_seed() -> None:
    """An open log without secrets of the game is decided again whole, though its seed is not revealed."""
    report = audited(Table.opened(AddSalt(salt=SALT), Throw(), Say()).lines("eve"))
    assert (report.decisions.verdict, report.decisions.shown, report.decisions.unshown) == ("same", 4, 0)
    assert (report.draws.verdict, report.draws.unshown) == ("not shown", 2)


@pytest.mark.parametrize("seat", ["gm", "ann", "bob", "eve"])
def test_a_seats_redacted_export_verifies(seat: str) -> None:
    """The chain holds whole, and what the seat may read is derived."""
    report = audited(OPEN_TABLE.lines(seat))
    assert (report.chain.verdict, report.chain.shown) == ("same", len(OPEN_TABLE.records))
    assert report.head == OPEN_TABLE.heads[-1].hex()
    assert report.honest
    assert report.draws.shown == {"gm": 5 + 2, "ann": 5 + 1, "bob": 5, "eve": 5}[seat]


def test_faces_from_a_real_table_are_counted_as_unproven() -> None:
    """They are nobody's to prove: public ones, and hidden ones once the log is open."""
    table = Table.opened()
    table.send(Throw(dice=3), faces=(1, 2, 3, 4))
    table.send(Throw(hidden=(2,)), faces=(1, 2, 3, 4))
    report = audited(table.lines("eve"))
    assert (report.table_faces, report.draws.shown, report.draws.unshown) == (6, 0, 1)
    table.send(Close())
    assert (audited(table.lines()).table_faces, audited(table.lines()).draws.shown) == (8, 0)


def test_draws_of_every_epoch_are_derived_from_their_own_seed() -> None:
    """After two rotations, and with salts in the second epoch only."""
    table = Table.opened(Throw(), RotateSeed(), AddSalt(salt=SALT), Throw(), RotateSeed(), Throw(), Close())
    assert audited(table.lines()).draws.shown == 6
    assert audited(table.lines()).proven


def test_a_game_nobody_knows_has_two_levels() -> None:
    """Without its rules, the chain and the draws are still proven."""
    report = audited(LINES, reader_for=lambda _: None)
    assert verdicts(report) == ("same", "same", "not shown")
    assert report.honest
    assert not report.proven


def test_a_file_is_cut_at_its_line_ends() -> None:
    """The last line may lack its end; nothing else is left out."""
    assert lines_of(EXPORT) == lines_of(EXPORT[:-1]) == LINES
    assert lines_of(b"a\n\nb\r\n") == [b"a", b"", b"b\r"]


# ------------------------------------------------------------------ bits


@pytest.mark.parametrize("part", range(4))
def test_every_flipped_bit_is_named_at_its_line(part: int) -> None:
    """A thousand of them, over a whole export and over a redacted one."""
    luck = Random(part)
    export = EXPORT if part % 2 else b"".join(line + b"\n" for line in OPEN_TABLE.lines("ann"))
    for _ in range(250):
        place = luck.randrange(len(export) - 1)
        report = audited(lines_of(flipped(export, place, luck.randrange(8))))
        assert report.failure is not None, place
        assert (report.failure.level, report.failure.line) == (1, line_of(export, place))


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_done_to_an_export_the_audit_answers(seed: int) -> None:
    """No bytes make it raise, and whoever holds the last receipt finds every change, however well it is forged."""
    luck = Random(seed)
    for _ in range(50):
        export = tampered(EXPORT, luck)
        audited(lines_of(export))
        report = audited(lines_of(export), receipt=receipt_at(-1))
        assert report.honest is (lines_of(export) == LINES)


@pytest.mark.parametrize("noise", [b"", b"\n", b"null", b"[]", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"head":1}'])
def test_noise_fails_at_its_first_line(noise: bytes) -> None:
    """An empty file, too, proves nothing."""
    fails(lines_of(noise), 1, 1)


def test_no_lines_at_all_fail() -> None:
    """There is no commit."""
    assert fails([], 1, 1, "no commit").head == NO_HEAD.hex()


# ------------------------------------------------------------------ lines out of place


def test_a_line_that_is_missing_moved_or_repeated_is_named() -> None:
    """At the first line that does not follow."""
    fails(LINES[1:], 1, 1)
    fails([*LINES[:4], *LINES[5:]], 1, 5)
    fails([*LINES[:4], LINES[5], LINES[4], *LINES[6:]], 1, 5)
    fails([*LINES[:5], *LINES[4:]], 1, 6)


@pytest.mark.parametrize("line", [1, 4, 14])
def test_another_spelling_of_the_same_json_fails(line: int) -> None:
    """Blanks, escapes, another order, numbers written otherwise: two readers could disagree on them."""
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


# ------------------------------------------------------------------ forgeries: every head computed again


def public(*path: Any, to: object) -> Change:  # noqa: ANN401
    """Put something else at a place of the public part."""

    def change(form: Form) -> None:
        inside: Any = form["public"]
        for name in path[:-1]:
            inside = inside[name]
        assert inside[path[-1]] != to
        inside[path[-1]] = to

    return change


def part(number: int, *path: Any, to: object) -> Change:  # noqa: ANN401
    """Put something else into a shown secret part."""

    def change(form: Form) -> None:
        inside: Any = form["parts"][number]
        for name in ("value", *path)[:-1]:
            inside = inside[name]
        inside[("value", *path)[-1]] = to

    return change


def both(*changes: Change) -> Change:
    """Change two things at once."""
    return lambda form: [change(form) for change in changes]


FACES = LINES.index(next(line for line in LINES if b'"shuffle"' in line)) + 1
HIDDEN, TABLE, SAID = FACES + 1, FACES + 2, FACES + 3
REVEALED, ROTATED, BID, VOIDED, LATER, SEATED, CLOSED = range(FACES + 4, FACES + 11)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        pytest.param(1, public("stream", to="toy.gambit:other"), id="another stream on one line"),
        pytest.param(FACES, public("intent", "at", to=1), id="the time goes back"),
        pytest.param(FACES, public("intent", "id", to="i1"), id="an intent twice"),
        pytest.param(FACES, public("version", to=99), id="the version"),
        pytest.param(FACES, public("events", to=[]), id="no events"),
        pytest.param(FACES, lambda form: form["public"].update(more=1), id="a field more"),
        pytest.param(FACES, lambda form: form["public"]["intent"].update(more=1), id="a field more in the intent"),
        pytest.param(FACES, lambda form: form.update(more=1), id="a field more on the line"),
        pytest.param(FACES, lambda form: form["public"].pop("draws"), id="a field less"),
        pytest.param(FACES, public("intent", "role", to="king"), id="no such role"),
        pytest.param(FACES, public("intent", "faces", to=[1]), id="faces in the intent"),
        pytest.param(FACES, public("intent", "at", to=2**53), id="a number too large"),
        pytest.param(FACES, public("intent", "at", to=1000.5), id="a fraction"),
        pytest.param(SAID, lambda form: form["public"]["events"][0].update(é=1), id="a name not in ASCII"),
        pytest.param(SAID, lambda form: form["public"]["events"][0].pop("type"), id="an event without a type"),
        pytest.param(SAID, lambda form: form["parts"].append({"digest": "00" * 32}), id="a part more"),
        pytest.param(HIDDEN, lambda form: form["parts"].pop(), id="a part less"),
        pytest.param(HIDDEN, lambda form: form["parts"][0].pop("salt"), id="a part without its salt"),
        pytest.param(HIDDEN, public("draws", 3, "sealed", to=0), id="a part named twice"),
        pytest.param(HIDDEN, public("draws", 3, "sealed", to=-1), id="a part that cannot be"),
    ],
)
def test_a_forged_line_fails_on_level_1(line: int, change: Change) -> None:
    """What the format or the order of lines forbids is seen by every reader, without rules or seeds."""
    first = 2 if line == 1 else line
    fails(forged(LINES, line, change), 1, first)


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        pytest.param(FACES, public("draws", 0, "faces", 1, to=6), "does not follow", id="a face"),
        pytest.param(FACES, public("draws", 1, "faces", to=[3]), "does not follow", id="another draw's face"),
        pytest.param(
            FACES, public("draws", 2, "order", to=[0, 1, 2, 3, 4]), "does not follow", id="the order of a deck"
        ),
        pytest.param(FACES, public("draws", 0, "purpose", to="other"), "does not follow", id="the purpose"),
        pytest.param(FACES, public("draws", 0, "k", to=5), "not in its place", id="the place"),
        pytest.param(FACES, public("draws", 0, "sides", to=7), "does not follow", id="the die"),
        pytest.param(FACES, public("draws", 0, "faces", 0, to=0), "cannot be drawn", id="a face that cannot be"),
        pytest.param(FACES, public("draws", 0, "sides", to=0), "cannot be drawn", id="a die without sides"),
        pytest.param(FACES, public("draws", 0, "sides", to=2**33), "cannot be drawn", id="a die too large"),
        pytest.param(FACES, public("draws", 2, "order", to=[0, 0, 1, 2, 3]), "cannot be drawn", id="a card twice"),
        pytest.param(FACES, public("draws", 0, "faces", to=["6"]), "", id="a face that is no number"),
        pytest.param(FACES, lambda form: form["public"]["draws"][0].update(more=1), "", id="a field more"),
        pytest.param(
            FACES, public("draws", 0, "source", to="table"), "comes from the table", id="one face as the table's"
        ),
        pytest.param(
            TABLE, public("draws", 0, "source", to="seed"), "comes from the seed", id="the table's as the seed's"
        ),
        pytest.param(TABLE, public("intent", "faces", to=None), "comes from the table", id="faces nobody entered"),
        pytest.param(HIDDEN, part(0, 0, "faces", to=[1, 1]), "does not follow", id="a hidden face"),
        pytest.param(HIDDEN, public("draws", 3, "audience", to=["ann"]), "two parts", id="two parts of one audience"),
        pytest.param(HIDDEN, public("draws", 3, "audience", to=["bob"]), "does not follow", id="another's lane"),
        pytest.param(1, public("events", 1, "commitment", to="00" * 32), "not the one committed", id="the commitment"),
        pytest.param(ROTATED, public("events", 0, "seed", to="07" * 32), "not the one committed", id="a wrong seed"),
        pytest.param(ROTATED, public("events", 0, "seed", to="nonsense"), "", id="no seed at all"),
        pytest.param(
            CLOSED, public("events", 0, "seed", to="07" * 32), "not the one committed", id="a wrong last seed"
        ),
        pytest.param(2, public("events", 0, "salt", to="00" * 32), "does not follow", id="a salt"),
        pytest.param(3, public("events", 0, "seat", to="gm"), "second salt", id="a second salt of a seat"),
        pytest.param(3, public("events", 0, "epoch", to=1), "not the one that is running", id="a salt for later"),
        pytest.param(ROTATED, public("events", 1, "epoch", to=0), "cannot begin", id="an epoch twice"),
    ],
)
def test_forged_luck_fails_on_level_2(line: int, change: Change, why: str) -> None:
    """Every change of a draw, a seed or a salt, at the commit it was made on, whoever computed the heads again."""
    failing = FACES if line in {1, 2} and "follow" in why else ROTATED if line == 1 else line
    fails(forged(LINES, line, change), 2, failing, why, reader_for=lambda _: None)
    whole = audited(forged(LINES, line, change))
    assert (whole.failure is not None and whole.failure.line, whole.draws.verdict) == (line, "differs")


def test_a_salt_after_the_first_draw_fails_on_level_2() -> None:
    """Though it comes in an event that is well formed: the server would have known what it does."""
    late = {"type": "SaltAdded", "epoch": 0, "seat": "bob", "salt": SALT}
    forms = [msgspec.json.decode(line) for line in LINES]
    forms[SAID - 1]["public"]["events"].append(late)
    fails(renumbered(forms), 2, SAID, "after the epoch has drawn")


def test_draws_without_a_seed_fail_on_level_2() -> None:
    """A face in the opening, or after a reveal with no new commitment, follows from nothing."""
    draw = {"draw": "dice", "faces": [6], "k": 0, "purpose": "x", "sides": 6, "source": "seed"}
    fails(forged(LINES, 1, public("draws", to=[draw])), 2, 1, "no seed committed to")
    forms = [msgspec.json.decode(line) for line in Table.opened(Throw(), RotateSeed(), Throw()).lines("ann")]
    del forms[2]["public"]["events"][1]
    forms[2]["parts"].clear()
    fails(renumbered(forms), 2, 4, "no seed committed to", reader_for=lambda _: None)


def test_a_seed_committed_to_after_its_draws_fails_on_level_2() -> None:
    """A second commitment of an epoch cannot take the place of the first."""
    forms = [msgspec.json.decode(line) for line in LINES]
    again = {"type": "SeedCommitted", "epoch": 0, "commitment": "00" * 32, "seed": "x"}
    forms[SAID - 1]["public"]["events"].append(again)
    fails(renumbered(forms), 2, SAID, "cannot begin here")


@pytest.mark.parametrize(
    ("line", "change", "why"),
    [
        pytest.param(FACES, public("events", 0, "faces", 0, to=6), "not what is recorded", id="an event"),
        pytest.param(FACES, public("events", 0, "order", to=[]), "not what is recorded", id="an event's order"),
        pytest.param(FACES, public("events", 0, "type", to="Said"), "cannot be read", id="another event"),
        pytest.param(
            FACES,
            lambda form: form["public"]["events"][0].update(more=1),
            "not what",
            id="a field more",
        ),
        pytest.param(
            FACES, public("intent", "command", "dice", to=2), "leads elsewhere", id="the command asked for less"
        ),
        pytest.param(
            FACES, public("intent", "command", "dice", to="2"), "leads elsewhere", id="the command is malformed"
        ),
        pytest.param(FACES, public("intent", "command", "type", to="Say"), "leads elsewhere", id="another command"),
        pytest.param(FACES, public("intent", "role", to="gm"), "does not hold the role", id="a role"),
        pytest.param(FACES, public("intent", "seat", to="bob"), "is not good for", id="another seat"),
        pytest.param(FACES, public("intent", "seat", to="zoe"), "does not hold the role", id="a seat not there yet"),
        pytest.param(FACES, public("intent", "by", to="seat:bob@0"), "is not good for", id="another's token"),
        pytest.param(LATER, public("intent", "by", to="seat:ann@0"), "is not good for", id="a token that is void"),
        pytest.param(SAID, public("events", 0, "text", to="hello"), "not what is recorded", id="words"),
        pytest.param(
            SAID, public("intent", "command", "text", to="hello"), "not what is recorded", id="words asked for"
        ),
        pytest.param(REVEALED, public("events", 0, "totals", to=[1, 1]), "not what is recorded", id="what was hidden"),
        pytest.param(BID, part(2, to=6), "not what is recorded", id="a hidden event"),
        pytest.param(BID, part(0, to=6), "not what is recorded", id="a hidden command"),
        pytest.param(
            BID, public("events", 0, "amount", "audience", to=["bob"]), "not what is recorded", id="the readers"
        ),
        pytest.param(HIDDEN, part(2, to=12), "not what is recorded", id="a hidden total"),
        pytest.param(VOIDED, public("events", 0, "epoch", to=7), "not what is recorded", id="an epoch of tokens"),
        pytest.param(VOIDED, public("events", 0, "seat", to="nobody"), "cannot be read", id="a token of nobody"),
        pytest.param(SEATED, public("events", 0, "role", to="gm"), "not what is recorded", id="a seat's role"),
        pytest.param(
            CLOSED, public("intent", "role", to="gm"), "does not hold the role", id="the clock as game master"
        ),
        pytest.param(CLOSED, public("intent", "seat", to="ann"), "does not hold the role", id="a player as the clock"),
        pytest.param(1, public("events", 0, "kind", to="toy.chess"), "not what is recorded", id="the kind"),
        pytest.param(1, public("intent", "role", to="player"), "does not hold the role", id="who opened it"),
        pytest.param(1, part(0, to="07" * 32), "not what is recorded", id="the seed kept beside its commitment"),
    ],
)
def test_a_forged_decision_fails_on_level_3(line: int, change: Change, why: str) -> None:
    """Every change of what was asked, by whom, or what came of it, at its commit, whoever computed the heads again."""
    fails(forged(LINES, line, change), 3, line, why)


def test_faces_entered_by_a_player_fail_on_level_3() -> None:
    """A server that passes its own faces off as the table's needs the game master or the app."""
    table = both(
        public("intent", "faces", to="table"),
        lambda form: [draw.update(source="table") for draw in form["public"]["draws"]],
    )
    fails(forged(LINES, FACES, table), 3, FACES, "AR-FACES-01")


def test_an_event_removed_fails_on_level_3() -> None:
    """With all versions counted anew, so that the chain is whole."""
    forms = [msgspec.json.decode(line) for line in LINES]
    removed = forms[SAID - 1]["public"]["events"].pop()
    assert removed["type"] == "Said"
    fails(renumbered(forms), 3, SAID, "not what is recorded")


def test_a_commit_removed_fails_where_luck_or_rules_notice() -> None:
    """The versions after it are others, and so are the faces; or a rule is broken."""
    forms = [msgspec.json.decode(line) for line in LINES]
    del forms[2]
    fails(renumbered(forms), 2, FACES - 1, "does not follow")
    unsalted = [msgspec.json.decode(line) for line in Table.opened(Bid(amount=1), Say(), Close(), seed=3).lines()]
    del unsalted[0]["public"]["events"][2]
    fails(renumbered(unsalted), 3, 1)


def test_a_command_the_rules_forbid_fails_on_level_3() -> None:
    """The server cannot do for a seat what it may not do, nor go on after the end."""
    allowed = Table.opened()
    allowed.send(OpenSeat(seat="zoe"), "ann", by="key:app")
    lines = forged(allowed.lines(), 2, public("intent", "by", to="seat:ann@0"))
    fails(lines, 3, 2, "NotForThisSeat (AR-SEAT-04)")
    over = [msgspec.json.decode(line) for line in Table.opened(Close()).lines()]
    more = [msgspec.json.decode(line) for line in Table.opened(Say(), Say()).lines(opened=True)]
    fails(renumbered([*over, more[2]]), 3, 3, "StreamIsOver (AR-STREAM-03)")


def test_a_stream_under_another_name_fails_against_its_receipt_only() -> None:
    """The name is in every record; who changes them all makes another log, which a receipt tells apart."""
    forms = [msgspec.json.decode(line) for line in LINES]
    for form in forms:
        form["public"]["stream"] = "toy.gambit:other"
    assert audited(rechained(forms)).honest
    fails(rechained(forms), 1, len(LINES), "another stream", receipt=receipt_at(-1))


# ------------------------------------------------------------------ rulesets


def test_a_difference_under_another_ruleset_is_inconclusive() -> None:
    """It may be the rules that changed: the line is named, nothing is called false, and nothing proven."""
    report = audited(forged(LINES, SAID, public("events", 0, "text", to="other")), ruleset="gambit 2")
    assert verdicts(report) == ("same", "same", "other ruleset")
    assert report.decisions.note.startswith(f"line {SAID} was decided by gambit 1")
    assert (report.honest, report.proven) == (True, False)


def test_another_ruleset_that_decides_alike_is_the_same() -> None:
    """A new release that changes nothing for this log proves it."""
    assert audited(LINES, ruleset="gambit 2").proven


def test_a_difference_under_the_same_ruleset_counts() -> None:
    """There is no excuse."""
    fails(forged(LINES, SAID, public("events", 0, "text", to="other")), 3, SAID, ruleset=RULESET)


def test_luck_is_checked_under_any_ruleset() -> None:
    """The layout of draws is the same in all releases."""
    lines = forged(LINES, FACES, both(public("ruleset", to="x"), public("draws", 0, "faces", 1, to=6)))
    fails(lines, 2, FACES, ruleset=RULESET)


# ------------------------------------------------------------------ receipts


def receipt_at(number: int, **changes: Any) -> Receipt:  # noqa: ANN401
    """Make the receipt a server would have given after a commit."""
    version = (*(stream.version for stream in CLOSED_TABLE.before[1:]), CLOSED_TABLE.stream.version)[number]
    facts = {"stream": CLOSED_TABLE.stream.id, "version": version, "head": CLOSED_TABLE.heads[number].hex(), "at": 1}
    return msgspec.convert(facts | {"key": "k", "signature": "s"} | changes, Receipt)


@pytest.mark.parametrize("number", [0, 5, -1])
def test_an_honest_log_agrees_with_its_receipt(number: int) -> None:
    """Whenever it was given."""
    report = audited(LINES, receipt=receipt_at(number))
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
    """Another head or stream at its version; a version beyond the log, or inside a commit, at the last line."""
    fails(LINES, 1, line, "receipt", receipt=receipt_at(4, **changes))


def test_a_commit_that_nothing_rests_on_is_missed_by_a_receipt_only() -> None:
    """Left out with all heads computed again, it leaves no trace in the log itself."""
    forms = [msgspec.json.decode(line) for line in LINES]
    del forms[SEATED - 1]
    assert audited(renumbered(forms)).proven
    fails(renumbered(forms), 1, len(forms), "receipt", receipt=receipt_at(-1))


def test_a_past_rewritten_without_a_trace_is_caught_by_a_receipt() -> None:
    """A whole log played otherwise is honest in itself; whoever holds a receipt knows better."""
    other = Table.opened(Say(text="another past"), Close())
    assert audited(other.lines()).proven
    before = Table.opened(Say(text="this past"), Close())
    held = Receipt(stream="toy.gambit:t", version=7, head=before.heads[1].hex(), at=1, key="k", signature="s")
    fails(other.lines(), 1, 2, "receipt", receipt=held)


def test_a_log_cut_short_is_caught_by_a_receipt() -> None:
    """Without one it is a log that is not closed, which the report says."""
    report = audited(LINES[:-1])
    assert (report.honest, report.closed, report.proven) == (True, False, False)
    fails(LINES[:-1], 1, len(LINES) - 1, "receipt", receipt=receipt_at(-1))


def test_where_the_chain_fails_the_receipt_is_not_looked_at() -> None:
    """The line that fails first is named, not the end of the log."""
    fails([*LINES[:4], b"{}", *LINES[5:]], 1, 5, receipt=receipt_at(-1))


def test_the_signed_bytes_of_a_receipt_are_canonical() -> None:
    """At, head, stream and version, and nothing else."""
    receipt = receipt_at(0)
    expected = f'{{"at":1,"head":"{receipt.head}","stream":"toy.gambit:t","version":6}}'.encode()
    assert receipt.signed == expected
    assert canonical(msgspec.json.decode(expected)) == expected


# ------------------------------------------------------------------ redacted forgeries


@pytest.mark.parametrize("forge", [lambda lines: lines[:3] + lines[4:], lambda lines: lines[1:]])
def test_a_seat_notices_what_is_missing_from_its_own_copy(forge: Callable[[list[bytes]], list[bytes]]) -> None:
    """A redacted export is chained like a whole one."""
    report = audited(forge(OPEN_TABLE.lines("ann")))
    assert report.chain.verdict == "differs"


def test_a_seat_notices_another_value_in_its_own_part() -> None:
    """The digest in the chain binds the value it was shown, whoever shows another later."""
    lines = OPEN_TABLE.lines("ann")
    form = msgspec.json.decode(lines[HIDDEN - 1])
    form["parts"][0]["value"][0]["faces"] = [1]
    fails([*lines[: HIDDEN - 1], canonical(form), *lines[HIDDEN:]], 1, HIDDEN, "not what its digest says")
