"""Decisions that are too long for one commit: they are split, but read as a whole.

If a command fails after a draw, its draws are void.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import settings as effort
from hypothesis import strategies as st

from shared.kernel.chance import DiceDraw
from shared.kernel.record import MAX_BYTES, split_of
from shared.kernel.refusals import FacesMissing
from shared.kernel.replay import LogReader
from shared.kernel.stream import Close, DrawsVoided, RecordForm, Stream, carry_out, tape_for
from tests.support.forging import rechain, renumber
from tests.support.kernel_toy import (
    GAMBIT,
    Finish,
    GambitState,
    Gamble,
    Said,
    Say,
    Table,
    Throw,
    TooLow,
    audit_export,
)
from tests.support.second_verifier import compare_reports

Form = dict[str, Any]


def long_table(*, closed: bool = True) -> Table:
    """Return a stream with a decision of 150 events and a draw, which comes between other draws."""
    table = Table.opened(Throw(), Say(text="é", times=150, waste=True), Throw())
    if closed:
        table.send(Close())
    return table


def forms_of(table: Table) -> list[Form]:
    """Parse the lines of an export."""
    return [json.loads(line) for line in table.lines()]


# ------------------------------------------------------------------ the form


@pytest.mark.rule("AR-COMMIT-01")
def test_a_long_decision_is_commits_of_64_events_and_the_rest() -> None:
    """The first commit of a split decision has the intent and the draw; the others have only the same seat and time."""
    table = long_table()
    before = table.before[2].version
    first, second, third = (json.loads(record.public) for record in table.records[2:5])
    own = first["intent"]

    assert [64, 64, 22] == [len(form["events"]) for form in (first, second, third)]
    assert [1, 0, 0] == [len(form["draws"]) for form in (first, second, third)]
    assert [{"after": before + 150, "before": before}] * 3 == [form["split"] for form in (first, second, third)]
    for number, form in enumerate((second, third), start=2):
        assert own | {"id": f"{own['id']}/{number}", "command": {"type": "Continue"}} == form["intent"]


def test_a_short_decision_is_recorded_as_before() -> None:
    """The record of a short decision has no field about a split."""
    assert [None] * 3 == [split_of(record.public) for record in Table.opened(Say(times=64), Throw()).records]


def test_the_faces_after_a_split_decision_follow_from_the_version_after_it() -> None:
    """The faces of a draw after a split decision depend on the version at the end of that decision.

    The audit derives all faces at level 2.
    """
    report = audit_export(long_table().lines())
    assert (report.conclusion, report.draws.shown, report.draws.unshown) == ("proven", 5, 0)


@effort(max_examples=20, deadline=None)
@example(times=65, size=6361, hidden=0)
@given(times=st.integers(60, 200), size=st.integers(0, 9000), hidden=st.integers(0, 70))
def test_a_decision_of_any_length_is_proven_and_replayed(times: int, size: int, hidden: int) -> None:
    """The audit proves a decision of any length at all three levels. Folding its commits leads to the decided state."""
    table = Table.opened(
        Say(text="x" * size, times=times, waste=True),
        Throw(hidden=(1,) * hidden, audiences=tuple((f"s{number}",) for number in range(hidden))), Finish(),
    )  # fmt: skip
    sizes = [len(record.public) for record in table.records]
    empty: Stream[GambitState] = Stream(id=table.stream.id, game=GAMBIT.initial)
    stored = ((record.public, [part.data for part in record.parts]) for record in table.records)
    assert table.stream == LogReader(GAMBIT).fold(empty, stored)
    assert audit_export(table.lines()).proven
    assert max(sizes) <= MAX_BYTES


def test_the_cuts_of_a_split_do_not_depend_on_secrets() -> None:
    """A decision with seventy hidden totals is split into the same commits whether the totals have one digit or ten."""
    cuts = []
    for sides in (1, 2**32):
        audiences = tuple((f"s{number}",) for number in range(70))
        table = Table.opened(Throw(sides=sides, hidden=(20,) * 70, audiences=audiences))
        cuts.append([len(json.loads(record.public)["events"]) for record in table.records])

    assert cuts[0] == cuts[1] == [6, 64, 7]


def test_a_game_over_within_a_split_decision_reveals_its_seed_at_its_end() -> None:
    """If a split decision ends the game, its last commit reveals the seed and closes the stream."""
    table = Table.opened(Say(times=63))
    table.send(Finish())
    last = json.loads(table.records[-1].public)
    assert ["Finished", "SeedRevealed", "StreamClosed"] == [event["type"] for event in last["events"]]


# ------------------------------------------------------------------ forgeries


def _without(number: int) -> Callable[[list[Form]], None]:
    def forge(forms: list[Form]) -> None:
        del forms[number]

    return forge


def _change(number: int, **changes: Any) -> Callable[[list[Form]], None]:  # noqa: ANN401 fields of a record
    return lambda forms: forms[number]["public"].update(changes)


def _of_intent(number: int, **changes: Any) -> Callable[[list[Form]], None]:  # noqa: ANN401 fields of an intent
    return lambda forms: forms[number]["public"]["intent"].update(changes)


def _unsplit(number: int) -> Callable[[list[Form]], None]:
    def forge(forms: list[Form]) -> None:
        del forms[number]["public"]["split"]

    return forge


def _cut(number: int) -> Callable[[list[Form]], None]:
    def cut(forms: list[Form]) -> None:
        del forms[number:]

    return cut


DRAW = {"draw": "dice", "faces": [1], "k": 0, "purpose": "x", "sides": 6, "source": "seed"}


@pytest.mark.parametrize(
    ("forge", "line"),
    [
        (_without(3), 4),
        (_without(2), 3),
        (_without(4), 5),
        (_cut(4), 4),
        (_cut(3), 3),
        (_unsplit(2), 4),
        (_unsplit(3), 4),
        (_change(3, split={"after": 1000, "before": 7}), 4),
        (_change(1, split={"after": 1000, "before": 6}), 3),
        (_change(1, split={"after": 1000, "before": 5}), 2),
        (_change(1, split={"after": 7, "before": 6}), 2),
        (_change(1, split={"after": 7}), 2),
        (_change(1, split=None), 2),
        (_change(3, draws=[DRAW]), 4),
        (_of_intent(3, command={"type": "Say"}), 4),
        (_of_intent(3, command={"type": "Continue", "more": 1}), 4),
        (_of_intent(3, seat="ann"), 4),
        (_of_intent(3, at=1003), 4),
        (_of_intent(1, command={"type": "Continue"}), 2),
    ],
)
def test_a_forged_decision_is_named_by_both_verifiers(
    node: str, forge: Callable[[list[Form]], None], line: int
) -> None:  # fmt: skip
    """Both verifiers report level 1 and the line if a part of a decision was removed, added, moved or cut off.

    They do so even if all heads are recomputed.
    """
    forms = forms_of(long_table(closed=False))
    forge(forms)
    (found,) = compare_reports(node, [b"\n".join(rechain(forms))])
    assert (1, line) == (found["failure"]["level"], found["failure"]["line"])


def test_both_verifiers_prove_a_split_decision(node: str) -> None:
    """Both verifiers accept a log with a split decision, and report the same counts."""
    (found,) = compare_reports(node, [b"\n".join(long_table().lines())])
    assert (None, 5) == (found["failure"], found["shown"])


def test_events_left_out_with_their_commit_are_found_by_deciding_again() -> None:
    """If the last commit of a decision is missing, level 3 finds that the rules decide differently."""
    forms = forms_of(long_table(closed=False))[:5]
    del forms[4]
    for form in forms[2:]:
        form["public"]["split"] = {
            "after": forms[1]["public"]["version"] + 128,
            "before": forms[1]["public"]["version"],
        }
    failure = audit_export(renumber(forms)).failure
    assert failure is not None
    assert (3, 3) == (failure.level, failure.line)


def test_a_part_closed_to_the_reader_closes_the_decision() -> None:
    """If a reader may not read a part of a decision, level 3 stops before that decision, not in the middle of it."""
    audiences = tuple((f"s{number}",) for number in range(70))
    table = Table.opened(Say(), Throw(hidden=(1,) * 70, audiences=audiences), Say())
    report = audit_export(table.lines("ann", opened=False))
    assert ("same", 2) == (report.decisions.verdict, report.decisions.shown)


# ------------------------------------------------------------------ void draws


def faces_of(table: Table, number: int) -> list[int]:
    """Return the faces of a commit's draws."""
    return [face for draw in json.loads(table.records[number].public)["draws"] for face in draw["faces"]]


@pytest.mark.rule("AR-COMMIT-02")
@pytest.mark.parametrize("command", [Gamble(), Gamble(broken=True), Say(times=0, waste=True)])
def test_a_failure_after_a_draw_is_not_shown_to_the_caller(command: Gamble | Say) -> None:
    """If a command draws and is then refused, fails or emits no event, the draw is void.

    The caller sees no reason, the version advances, and the audit agrees.
    """
    table = Table.opened()
    before = table.stream.version
    assert (DrawsVoided(),) == table.send(command)
    assert before + 1 == table.stream.version
    assert table.stream.epoch.drawn
    table.send(Close())
    assert audit_export(table.lines()).proven


@pytest.mark.rule("AR-COMMIT-02")
def test_a_void_face_is_never_drawn_again() -> None:
    """The same command, sent again after a void draw, draws other faces, so a caller gains nothing from void faces."""
    table = Table.opened()
    for _ in range(20):
        table.send(Gamble())
    drawn = [tuple(faces_of(table, number)) for number in range(1, 21)]
    assert len(set(drawn)) > 1
    assert all(len(faces) == 1 for faces in drawn)


def test_a_void_commit_does_not_show_its_cause() -> None:
    """A void commit has the same bytes whatever its cause."""
    kinds = []
    for command in (Gamble(), Gamble(broken=True)):
        table = Table.opened(command)
        form = json.loads(table.records[-1].public)
        kinds.append((form["events"], form["draws"]))
    assert kinds[0] == kinds[1]
    assert kinds[0][0] == [{"type": "DrawsVoided"}]


def test_an_invented_void_is_found_by_deciding_again() -> None:
    """The audit finds out that a server voided an unwanted draw, because the judge does not fail."""
    forms = forms_of(Table.opened(Gamble(least=1), Close()))
    forms[1]["public"]["events"] = [{"type": "DrawsVoided"}]
    failure = audit_export(renumber(forms)).failure
    assert failure is not None
    assert (3, 2) == (failure.level, failure.line)


def test_a_refusal_of_table_faces_is_shown() -> None:
    """If a command with entered faces fails, the caller sees the refusal.

    The faces are not void, because people already know them.
    """
    table = Table.opened()
    with pytest.raises(TooLow):
        table.send(Gamble(), faces=(3,))
    with pytest.raises(FacesMissing):
        table.send(Throw(dice=3), faces=(3,))
    assert table.stream.version == 6


def test_a_decision_that_cannot_be_written_is_void_too() -> None:
    """If an event after a draw cannot be encoded, the draw is void."""
    table = Table.opened()
    intent = table.intent(Throw())

    def unwritable(events: Any) -> Any:  # noqa: ANN401 events
        return events if isinstance(events[0], DrawsVoided) else [Said(text="\ud800")]

    form = RecordForm(ruleset="gambit 1", key=bytes(32), events=unwritable)
    decision = carry_out(GAMBIT, table.stream, intent, tape_for(table.stream, intent, lambda: bytes(32)), form=form)
    assert (DrawsVoided(),) == decision.settled.events
    assert isinstance(decision.settled.fault, ValueError)
    assert 2 == sum(isinstance(draw, DiceDraw) for _, draw in decision.settled.taken)
