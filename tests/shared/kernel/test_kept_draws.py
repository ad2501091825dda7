"""Kept draws: the kernel keeps a draw that an undo takes back, and uses it again.

An undo therefore never leads to a reroll, whatever command follows it, and reveals nothing hidden.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from shared.kernel.legal import legal
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import (
    BeyondEpoch,
    FacesLeft,
    NoSuchProposal,
    Refusal,
    TooManyDrawsKept,
)
from shared.kernel.stream import (
    MOST_KEPT,
    AddSalt,
    AgreeToUndo,
    DrawsKept,
    Memory,
    ProposeUndo,
    RotateSeed,
    Stream,
    TakenBack,
    UndoAgreed,
    UndoProposed,
)
from shared.platform.eventlog.reading.pool_folding import stream_codec
from tests.support.journal import audit_export
from tests.support.kept_toy import CUP, Cup, Cups, Draw, Pass, Values

HIDDEN: Final = Draw(seats=("gm",), sides=20)


def assert_refused(  # noqa: PLR0917 in the order of a call
    kind: type[Refusal], cups: Cups, command: Command, seat: Seat, faces: Values | None = None
) -> Refusal:
    """Assert that a command gets a refusal of this type and changes nothing; return the refusal."""
    before, count = cups.stream, len(cups.records)
    with pytest.raises(kind) as caught:
        cups.send(command, seat, faces)
    assert (cups.stream, len(cups.records)) == (before, count)
    return caught.value


def last_draws(cups: Cups) -> list[dict[str, Any]]:
    """Return the public draws of the last commit."""
    draws: list[dict[str, Any]] = msgspec.json.decode(cups.records[-1].public)["draws"]
    return draws


def comes_from(cups: Cups) -> list[tuple[int, int] | None]:
    """Return, for each public draw of the last commit, the version and number of the draw that it repeats, or None."""
    return [(draw["of"]["version"], draw["of"]["k"]) if "of" in draw else None for draw in last_draws(cups)]


def proven(cups: Cups) -> None:
    """Assert that a log can be replayed from any position, and that an audit proves the whole log once it is closed."""
    assert cups.replay() == cups.stream
    stored = [(record.public, [part.data for part in record.parts]) for record in cups.records]
    folded: Stream[Cup] = Stream(id=cups.stream.id, game=CUP.initial)
    memory: Memory[Cup] = Memory()
    for record in stored:
        folded = cups.reader.fold(folded, [record], memory)
        folded = stream_codec(CUP).decode(msgspec.msgpack.encode(folded))
    assert folded == cups.stream
    if not cups.stream.closed:
        cups.close()
    report = audit_export(CUP, cups.lines())
    assert report.proven, report.failure


# ---------------------------------------------------------------- no reroll


@pytest.mark.rule("AR-UNDO-05", "AR-UNDO-10")
def test_the_same_command_after_an_undo_shows_the_same_face() -> None:
    """After an undo, the same command uses the kept draw again, and its record names that draw.

    Only a further draw is new.
    """
    cups = Cups()
    start = cups.version
    first = cups.draw()
    cups.back(start)
    assert cups.state == Cup()
    assert [one.values for one in cups.stream.kept] == [first]
    assert cups.draw() == first
    assert last_draws(cups) == [
        {"draw": "dice", "faces": [*first], "k": 0, "of": {"k": 0, "version": start}, "purpose": "luck", "sides": 6,
         "source": "kept"},
    ]  # fmt: skip
    assert cups.stream.kept == ()
    cups.draw()
    assert comes_from(cups) == [None]
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_another_command_with_the_same_dice_gets_the_kept_draw() -> None:
    """A command of another seat, or another command, also uses the kept draw if its dice and its purpose match."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    cups.back(start)
    cups.send(Draw(times=2), "bob")
    assert cups.state.shown[0] == first
    assert comes_from(cups) == [(start, 0), None]
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
@pytest.mark.parametrize(
    "other", [Draw(sides=8), Draw(dice=2), Draw(purpose="else"), Draw(seats=("ann",)), Draw(shuffle=True, dice=1)]
)
def test_a_draw_of_another_kind_is_new(other: Draw) -> None:
    """A draw with another audience, purpose, number of sides or number of dice does not use the kept draw."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    cups.back(start)
    cups.send(other, "ann")
    assert [one.values for one in cups.stream.kept] == [first]
    assert cups.draw() == first
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_kept_draws_come_in_the_order_in_which_they_were_drawn() -> None:
    """If two draws are undone and their commands are sent in reverse order, the kept draws keep their first order."""
    cups = Cups()
    start = cups.version
    faces = [cups.draw(seat="ann"), cups.draw(seat="bob")]
    cups.back(start)
    assert [cups.draw(seat="bob"), cups.draw(seat="ann")] == faces
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_a_chain_of_undos_keeps_each_draw_once() -> None:
    """A draw that undos take back, however often, is used again, but only once on each path to a state."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    for _ in range(5):
        cups.back(start)
        assert cups.draw() == first
        assert comes_from(cups) == [(start, 0)]
    second = cups.draw()
    cups.back(start)
    assert [cups.draw(Draw(times=2)), cups.state.shown] == [second, (first, second)]
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_a_redo_uses_the_draws_again_that_it_brings_back() -> None:
    """When a redo restores a draw, the abandoned branch's draws are kept, so neither branch rolls twice."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    then = cups.version
    cups.back(start)
    assert cups.draw() == first
    second = cups.draw()
    cups.back(then)
    assert cups.state.shown == (first,)
    assert [one.values for one in cups.stream.kept] == [second]
    assert cups.draw() == second
    cups.back(start)
    assert [cups.draw(), cups.draw()] == [first, second]
    proven(cups)


@pytest.mark.rule("AR-UNDO-08", "AR-UNDO-10")
def test_consent_from_before_a_draw_takes_no_draw_back() -> None:
    """A proposed undo lapses when a draw follows it, so no seat's consent covers a later draw."""
    cups = Cups()
    start = cups.version
    cups.send(Pass(), "ann")
    (proposed,) = cups.send(ProposeUndo(to=start), "ann")
    assert isinstance(proposed, UndoProposed)
    cups.send(AgreeToUndo(proposal=proposed.proposal), "gm")
    cups.draw()
    assert_refused(NoSuchProposal, cups, AgreeToUndo(proposal=proposed.proposal), "bob")
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_kept_shuffles_are_used_again() -> None:
    """After an undo, a shuffle for the same purpose and of the same size has the same order again."""
    cups = Cups()
    start, deck = cups.version, Draw(shuffle=True, dice=20)
    order = cups.draw(deck)
    cups.back(start)
    cups.draw(Draw(shuffle=True, dice=19))
    assert cups.draw(deck) == order
    proven(cups)


# ---------------------------------------------------------------- which seats have to agree


@pytest.mark.rule("AR-UNDO-05")
@pytest.mark.parametrize("sent", [[Draw()], [Pass(), Draw(seats=("ann",))], [HIDDEN]])
def test_an_undo_across_a_draw_needs_consent(sent: list[Command]) -> None:
    """An undo or redo across a draw needs the consent of all game masters and players, with any setting."""
    cups = Cups("own until known")
    start = cups.version
    for command in sent:
        cups.send(command, "ann")
    then = cups.version
    (event,) = cups.send(ProposeUndo(to=start), "ann")
    assert isinstance(event, UndoProposed)
    assert event.asked == ("bob", "gm")
    cups.send(AgreeToUndo(proposal=event.proposal), "gm")
    agreed, kept, back = cups.send(AgreeToUndo(proposal=event.proposal), "bob")
    assert isinstance(agreed, UndoAgreed)
    assert kept == DrawsKept(decisions=(start + len(sent) - 1,))
    assert back == TakenBack(to=start, by="ann", agreed=("bob", "gm"))
    (event,) = cups.send(ProposeUndo(to=then), "ann")
    assert isinstance(event, UndoProposed)
    assert event.asked == ("bob", "gm")
    proven(cups)


@pytest.mark.rule("AR-UNDO-05")
def test_decisions_before_a_draw_can_be_undone() -> None:
    """The legal list offers an undo to a version before a draw, as to any other version."""
    cups = Cups()
    start = cups.version
    cups.draw()
    cups.send(Pass(), "ann")
    (entry,) = [one for one in legal(CUP, cups.stream, "ann", "player").allowed if one.command == "ProposeUndo"]
    assert entry.fields["to"].options == (cups.version - 1, start)


# ---------------------------------------------------------------- faces from a real table


@pytest.mark.rule("AR-UNDO-10", "AR-FACES-03")
def test_entered_faces_do_not_replace_a_kept_draw() -> None:
    """Players may enter faces only for new dice, and not for dice that were already rolled."""
    cups = Cups()
    start = cups.version
    first = cups.draw(seat="gm")
    cups.back(start, "gm")
    refusal = assert_refused(FacesLeft, cups, Draw(), "gm", (6,))
    assert (refusal.needs, refusal.has) == (0, 1)
    cups.send(Draw(times=2), "gm", (6,))
    assert cups.state.shown == (first, (6,))
    assert [draw["source"] for draw in last_draws(cups)] == ["kept", "table"]
    proven(cups)


@pytest.mark.rule("AR-UNDO-10")
def test_a_kept_entered_face_is_used_again() -> None:
    """After an undo, an entered face is used again, even if the next command enters no face.

    The audit counts it as unproven.
    """
    cups = Cups()
    start = cups.version
    cups.send(Draw(), "gm", (6,))
    cups.back(start, "gm")
    assert cups.draw(seat="gm") == (6,)
    assert comes_from(cups) == [(start, 0)]
    cups.close()
    report = audit_export(CUP, cups.lines())
    assert (report.failure, report.table_faces) == (None, 2)


@pytest.mark.rule("AR-UNDO-06", "AR-UNDO-10")
def test_a_new_seed_is_no_reroll() -> None:
    """A kept public draw is used again even after a change of the seed. An undo cannot go back across that change."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    cups.back(start)
    cups.send(RotateSeed(), "gm")
    cups.send(AddSalt(salt="5a" * 32), "bob")
    assert_refused(BeyondEpoch, cups, ProposeUndo(to=start), "gm")
    after = cups.version
    assert cups.draw() == first
    assert comes_from(cups) == [(start, 0)]
    cups.back(after)
    assert cups.draw() == first
    cups.draw()
    proven(cups)


# ---------------------------------------------------------------- faults, limits, older releases


@pytest.mark.rule("AR-UNDO-14", "AR-COMMIT-02")
def test_a_failed_command_leaves_its_kept_draws_kept() -> None:
    """The kernel does not keep void draws of a failed command, but still keeps the draws that it kept before."""
    cups = Cups()
    start = cups.version
    first = cups.draw()
    cups.back(start)
    cups.fail(Draw(times=2, fails=True))
    assert comes_from(cups) == [(start, 0), None]
    void = last_draws(cups)[1]["faces"]
    assert [one.values for one in cups.stream.kept] == [first]
    cups.back(start)
    assert DrawsKept(decisions=(start,)) not in cups.events[-2:]
    assert cups.draw() == first
    cups.draw()
    assert comes_from(cups) == [None], void
    proven(cups)


@pytest.mark.rule("AR-UNDO-12")
def test_draws_are_kept_for_a_limited_number_of_decisions() -> None:
    """When the kernel keeps its maximum number of draws, no seat can undo another draw.

    Decisions without a draw can still be undone.
    """
    cups, few = Cups(), 16
    for _ in range(MOST_KEPT // few):
        start = cups.version
        for _ in range(few):
            cups.draw()
        cups.back(start)
    assert (cups.stream.decisions_kept, len(cups.stream.kept)) == (MOST_KEPT, few)
    start = cups.version
    cups.draw()
    refusal = assert_refused(TooManyDrawsKept, cups, ProposeUndo(to=start), "ann")
    assert (refusal.needs, refusal.has) == (MOST_KEPT, MOST_KEPT)
    then = cups.version
    cups.send(Pass(), "ann")
    cups.back(then)
    assert cups.state.passed == 0
    proven(cups)
