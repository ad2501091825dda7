"""Hidden kept draws: a seat that may not see a die does not learn that an undo keeps it."""

from __future__ import annotations

import msgspec
import pytest

from shared.kernel.legal import legal
from shared.kernel.messages import Seat
from shared.kernel.record import export_line
from shared.kernel.refusals import StillConcealed
from shared.kernel.stream import RotateSeed, Stream
from tests.support.journal import audit_export
from tests.support.kept_toy import CUP, Cups, Draw

from .test_kept_draws import HIDDEN, assert_refused, proven


def as_read_by(cups: Cups, seat: Seat) -> list[bytes]:
    """Export the log as a given seat may read it."""
    return [
        export_line(record, head, seat, opened=False) for record, head in zip(cups.records, cups.heads, strict=True)
    ]


@pytest.mark.rule("AR-UNDO-11")
def test_a_hidden_draw_that_comes_again_is_hidden() -> None:
    """After an undo, the die's audience sees the same hidden die again.

    Other seats learn neither its face nor that it is the same die.
    """
    cups = Cups()
    start = cups.version
    hidden = cups.draw(HIDDEN, "gm")
    cups.back(start, "gm")
    assert cups.draw(HIDDEN, "gm") == hidden
    again = msgspec.json.decode(cups.records[-1].parts[0].data)
    assert again == [
        {"draw": "dice", "faces": [*hidden], "k": 0, "of": {"k": 0, "version": start}, "purpose": "luck", "sides": 20,
         "source": "kept"},
    ]  # fmt: skip
    for number, record in enumerate(cups.records):
        assert b'"kept"' not in record.public, number
    folded = cups.reader.fold(
        Stream(id=cups.stream.id, game=CUP.initial),
        [(record.public, [None] * len(record.parts)) for record in cups.records[:-1]],
    )
    assert folded.kept == ()
    assert folded.decisions_kept == 1
    theirs, mine = (audit_export(CUP, as_read_by(cups, seat)) for seat in ("bob", "gm"))
    assert (theirs.failure, mine.failure) == (None, None)
    proven(cups)


@pytest.mark.rule("AR-UNDO-11")
def test_an_undo_looks_alike_whatever_a_hidden_draw_shows() -> None:
    """Two streams that differ only in a hidden die have the same public bytes before, at and after an undo.

    Only the digests differ.
    """
    twins = []
    for seed in (1, 2):
        cups = Cups(seed=seed)
        start = cups.version
        cups.draw(HIDDEN, "gm")
        cups.back(start, "gm")
        cups.draw(HIDDEN, "gm")
        cups.send(Draw(seats=("gm",), sides=20 if seed == 1 else 6), "gm")
        listed = [legal(CUP, cups.stream, seat, cups.stream.seats[seat].role) for seat in ("ann", "bob", "gm")]
        twins.append(([record.public for record in cups.records[1:]][:-1], listed))
    assert twins[0] == twins[1]


@pytest.mark.rule("AR-UNDO-11", "AR-SEED-05")
def test_no_seed_is_revealed_while_a_hidden_draw_is_kept() -> None:
    """The kernel refuses to reveal a seed from which a die that is still hidden could be derived.

    Once the die has been used and shown, the seed may be revealed.
    """
    cups = Cups()
    start = cups.version
    cups.draw(HIDDEN, "gm")
    then = cups.version
    cups.back(start, "gm")
    assert not CUP.secrecy.has_hidden_draws(cups.state)
    assert_refused(StillConcealed, cups, RotateSeed(), "gm")
    cups.back(then, "gm")
    assert cups.stream.kept == ()
    proven(cups)
