"""Forgeries with recomputed heads: the audit names the forged commit and the level that detects it."""

import msgspec
import pytest

from shared.kernel.stream import Close, OpenSeat, RotateSeed
from tests.support.forging import Change, forge_commit, rechain, renumber
from tests.support.kernel_toy import Bid, Say, Table, Throw, audit_export
from tests.support.long_log import (
    BID,
    CLOSED,
    FACES,
    HIDDEN,
    LATER,
    LINES,
    REVEALED,
    ROTATED,
    SAID,
    SALT,
    SEATED,
    TABLE,
    VOIDED,
    both,
    fails,
    part,
    public,
    receipt_at,
)

# ------------------------------------------------------------------ forgeries with recomputed heads


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
    """Level 1 finds an error in the form or the order of lines, without rules or seeds."""
    first = 2 if line == 1 else line
    fails(forge_commit(LINES, line, change), 1, first)


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
    """Level 2 names the commit with a changed draw, seed or salt, even if all heads are recomputed."""
    failing = FACES if line in {1, 2} and "follow" in why else ROTATED if line == 1 else line
    fails(forge_commit(LINES, line, change), 2, failing, why, reader_for=lambda _: None)
    whole = audit_export(forge_commit(LINES, line, change))
    assert (whole.failure is not None and whole.failure.line, whole.draws.verdict) == (line, "differs")


def test_a_salt_after_the_first_draw_fails_on_level_2() -> None:
    """Level 2 refuses a salt after the first draw, because the server then knew the effect of the salt."""
    late = {"type": "SaltAdded", "epoch": 0, "seat": "bob", "salt": SALT}
    forms = [msgspec.json.decode(line) for line in LINES]
    forms[SAID - 1]["public"]["events"].append(late)
    fails(renumber(forms), 2, SAID, "after the epoch has drawn")


def test_draws_without_a_seed_fail_on_level_2() -> None:
    """Level 2 refuses draws in the opening, and after a reveal without a new commitment, because they have no seed."""
    draw = {"draw": "dice", "faces": [6], "k": 0, "purpose": "x", "sides": 6, "source": "seed"}
    fails(forge_commit(LINES, 1, public("draws", to=[draw])), 2, 1, "no seed committed to")
    forms = [msgspec.json.decode(line) for line in Table.opened(Throw(), RotateSeed(), Throw()).lines("ann")]
    del forms[2]["public"]["events"][1]
    forms[2]["parts"].clear()
    fails(renumber(forms), 2, 4, "no seed committed to", reader_for=lambda _: None)


def test_a_seed_committed_to_after_its_draws_fails_on_level_2() -> None:
    """Level 2 refuses a second commitment in an epoch, which would replace the first commitment after draws."""
    forms = [msgspec.json.decode(line) for line in LINES]
    again = {"type": "SeedCommitted", "epoch": 0, "commitment": "00" * 32, "seed": "x"}
    forms[SAID - 1]["public"]["events"].append(again)
    fails(renumber(forms), 2, SAID, "cannot begin here")


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
    """Level 3 names the commit with a changed command, sender or event, even if all heads are recomputed."""
    fails(forge_commit(LINES, line, change), 3, line, why)


def test_faces_entered_by_a_player_fail_on_level_3() -> None:
    """Level 3 refuses faces that a player entered.

    Only the game master and the app may enter faces, so a server cannot pass off its own faces as a player's.
    """
    table = both(
        public("intent", "faces", to="table"),
        lambda form: [draw.update(source="table") for draw in form["public"]["draws"]],
    )
    fails(forge_commit(LINES, FACES, table), 3, FACES, "AR-FACES-01")


def test_an_event_removed_fails_on_level_3() -> None:
    """Level 3 refuses a log that lacks an event, even if all versions and heads are renumbered."""
    forms = [msgspec.json.decode(line) for line in LINES]
    removed = forms[SAID - 1]["public"]["events"].pop()
    assert removed["type"] == "Said"
    fails(renumber(forms), 3, SAID, "not what is recorded")


def test_a_removed_commit_fails_by_its_draws_or_rules() -> None:
    """If a commit is removed, later commits have other versions, so their faces differ or they break a rule."""
    forms = [msgspec.json.decode(line) for line in LINES]
    del forms[2]
    fails(renumber(forms), 2, FACES - 1, "does not follow")
    unsalted = [msgspec.json.decode(line) for line in Table.opened(Bid(amount=1), Say(), Close(), seed=3).lines()]
    del unsalted[0]["public"]["events"][2]
    fails(renumber(unsalted), 3, 1)


def test_a_command_the_rules_forbid_fails_on_level_3() -> None:
    """Level 3 names a command that its seat may not send, and a command after the stream's end."""
    allowed = Table.opened()
    allowed.send(OpenSeat(seat="zoe"), "ann", by="key:app")
    lines = forge_commit(allowed.lines(), 2, public("intent", "by", to="seat:ann@0"))
    fails(lines, 3, 2, "NotForThisSeat (AR-SEAT-04)")
    over = [msgspec.json.decode(line) for line in Table.opened(Close()).lines()]
    more = [msgspec.json.decode(line) for line in Table.opened(Say(), Say()).lines(opened=True)]
    fails(renumber([*over, more[2]]), 3, 3, "StreamIsOver (AR-STREAM-03)")


def test_a_stream_under_another_name_fails_against_its_receipt_only() -> None:
    """A log in which every record has another stream's name is valid; only a receipt reveals the change."""
    forms = [msgspec.json.decode(line) for line in LINES]
    for form in forms:
        form["public"]["stream"] = "toy.gambit:other"
    assert audit_export(rechain(forms)).honest
    fails(rechain(forms), 1, len(LINES), "another stream", receipt=receipt_at(-1))
