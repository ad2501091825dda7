"""A decision longer than a commit may be is several commits that every reader knows as one; a failed draw is void."""

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
from tests.support.forging import rechained, renumbered
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
    audited,
)
from tests.support.second_verifier import compared

Form = dict[str, Any]


def long_table(*, closed: bool = True) -> Table:
    """Return a table with a decision of 150 events that draws, between others that do."""
    table = Table.opened(Throw(), Say(text="é", times=150, waste=True), Throw())
    if closed:
        table.send(Close())
    return table


def forms_of(table: Table) -> list[Form]:
    """Read the lines of an export."""
    return [json.loads(line) for line in table.lines()]


# ------------------------------------------------------------------ the form


@pytest.mark.rule("AR-COMMIT-01")
def test_a_long_decision_is_commits_of_64_events_and_the_rest() -> None:
    """The first has the intent and the draw; the others go on, by the same seat at the same time, and draw nothing."""
    table = long_table()
    before = table.before[2].version
    first, second, third = (json.loads(record.public) for record in table.records[2:5])
    own = first["intent"]

    assert [64, 64, 22] == [len(form["events"]) for form in (first, second, third)]
    assert [1, 0, 0] == [len(form["draws"]) for form in (first, second, third)]
    assert [{"after": before + 150, "before": before}] * 3 == [form["split"] for form in (first, second, third)]
    for number, form in enumerate((second, third), start=2):
        assert own | {"id": f"{own['id']}/{number}", "command": {"type": "Continue"}} == form["intent"]


def test_a_decision_that_fits_says_nothing_of_a_split() -> None:
    """Its record is what it always was."""
    assert [None] * 3 == [split_of(record.public) for record in Table.opened(Say(times=64), Throw()).records]


def test_the_faces_after_a_split_decision_follow_from_the_version_after_it() -> None:
    """And its own from the version before it: level 2 derives all of them."""
    report = audited(long_table().lines())
    assert (report.conclusion, report.draws.shown, report.draws.unshown) == ("proven", 5, 0)


@effort(max_examples=20, deadline=None)
@example(times=65, size=6361, hidden=0)
@given(times=st.integers(60, 200), size=st.integers(0, 9000), hidden=st.integers(0, 70))
def test_whatever_its_length_it_is_proven_and_replayed(times: int, size: int, hidden: int) -> None:
    """On all three levels; the state folded from its commits is the state it was decided to."""
    table = Table.opened(
        Say(text="x" * size, times=times, waste=True),
        Throw(hidden=(1,) * hidden, audiences=tuple((f"s{number}",) for number in range(hidden))), Finish(),
    )  # fmt: skip
    sizes = [len(record.public) for record in table.records]
    empty: Stream[GambitState] = Stream(id=table.stream.id, game=GAMBIT.initial)
    stored = ((record.public, [part.data for part in record.parts]) for record in table.records)
    assert table.stream == LogReader(GAMBIT).fold(empty, stored)
    assert audited(table.lines()).proven
    assert max(sizes) <= MAX_BYTES


def test_where_it_is_cut_does_not_depend_on_what_is_hidden() -> None:
    """Seventy hidden totals of one digit or of ten: as many commits, with as many events."""
    cuts = []
    for sides in (1, 2**32):
        audiences = tuple((f"s{number}",) for number in range(70))
        table = Table.opened(Throw(sides=sides, hidden=(20,) * 70, audiences=audiences))
        cuts.append([len(json.loads(record.public)["events"]) for record in table.records])

    assert cuts[0] == cuts[1] == [6, 64, 7]


def test_a_game_over_within_a_split_decision_reveals_its_seed_at_its_end() -> None:
    """The last commit of it holds the seed and the end, whoever reads it by pages."""
    table = Table.opened(Say(times=63))
    table.send(Finish())
    last = json.loads(table.records[-1].public)
    assert ["Finished", "SeedRevealed", "StreamClosed"] == [event["type"] for event in last["events"]]


# ------------------------------------------------------------------ forgeries


def _without(number: int) -> Callable[[list[Form]], None]:
    def forge(forms: list[Form]) -> None:
        del forms[number]

    return forge


def _changed(number: int, **changes: Any) -> Callable[[list[Form]], None]:  # noqa: ANN401 fields of a record
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
        (_changed(3, split={"after": 1000, "before": 7}), 4),
        (_changed(1, split={"after": 1000, "before": 6}), 3),
        (_changed(1, split={"after": 1000, "before": 5}), 2),
        (_changed(1, split={"after": 7, "before": 6}), 2),
        (_changed(1, split={"after": 7}), 2),
        (_changed(1, split=None), 2),
        (_changed(3, draws=[DRAW]), 4),
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
    """A part left out, added to, moved or cut off, however well the heads are computed again: level 1, that line."""
    forms = forms_of(long_table(closed=False))
    forge(forms)
    (found,) = compared(node, [b"\n".join(rechained(forms))])
    assert (1, line) == (found["failure"]["level"], found["failure"]["line"])


def test_both_verifiers_prove_a_split_decision(node: str) -> None:
    """And count the same."""
    (found,) = compared(node, [b"\n".join(long_table().lines())])
    assert (None, 5) == (found["failure"], found["shown"])


def test_events_left_out_with_their_commit_are_found_by_deciding_again() -> None:
    """A last part left out, with the rest numbered as if it were whole, is no longer what the rules decide."""
    forms = forms_of(long_table(closed=False))[:5]
    del forms[4]
    for form in forms[2:]:
        form["public"]["split"] = {
            "after": forms[1]["public"]["version"] + 128,
            "before": forms[1]["public"]["version"],
        }
    failure = audited(renumbered(forms)).failure
    assert failure is not None
    assert (3, 3) == (failure.level, failure.line)


def test_a_part_closed_to_the_reader_closes_the_decision() -> None:
    """Level 3 stops before the first commit of it, not in its midst."""
    audiences = tuple((f"s{number}",) for number in range(70))
    table = Table.opened(Say(), Throw(hidden=(1,) * 70, audiences=audiences), Say())
    report = audited(table.lines("ann", opened=False))
    assert ("same", 2) == (report.decisions.verdict, report.decisions.shown)


# ------------------------------------------------------------------ what was drawn for nothing


def faces_of(table: Table, number: int) -> list[int]:
    """Return the faces of the draws of a commit."""
    return [face for draw in json.loads(table.records[number].public)["draws"] for face in draw["faces"]]


@pytest.mark.rule("AR-COMMIT-02")
@pytest.mark.parametrize("command", [Gamble(), Gamble(broken=True), Say(times=0, waste=True)])
def test_no_failure_after_a_draw_reaches_who_asked(command: Gamble | Say) -> None:
    """A refusal, a mistake, or nothing at all: the draw is void, the version moves on, and the audit agrees."""
    table = Table.opened()
    before = table.stream.version
    assert (DrawsVoided(),) == table.send(command)
    assert before + 1 == table.stream.version
    assert table.stream.epoch.drawn
    table.send(Close())
    assert audited(table.lines()).proven


@pytest.mark.rule("AR-COMMIT-02")
def test_a_void_face_is_never_drawn_again() -> None:
    """Sent again, the command draws other faces: nothing learnt from the first is of use."""
    table = Table.opened()
    for _ in range(20):
        table.send(Gamble())
    drawn = [tuple(faces_of(table, number)) for number in range(1, 21)]
    assert len(set(drawn)) > 1
    assert all(len(faces) == 1 for faces in drawn)


def test_the_fault_is_known_to_the_server_alone() -> None:
    """The commit does not say why; the same bytes follow from every fault."""
    kinds = []
    for command in (Gamble(), Gamble(broken=True)):
        table = Table.opened(command)
        form = json.loads(table.records[-1].public)
        kinds.append((form["events"], form["draws"]))
    assert kinds[0] == kinds[1]
    assert kinds[0][0] == [{"type": "DrawsVoided"}]


def test_an_invented_void_is_found_by_deciding_again() -> None:
    """A server that voids a draw it does not like is caught: the judge did not fail."""
    forms = forms_of(Table.opened(Gamble(least=1), Close()))
    forms[1]["public"]["events"] = [{"type": "DrawsVoided"}]
    failure = audited(renumbered(forms)).failure
    assert failure is not None
    assert (3, 2) == (failure.level, failure.line)


def test_a_refusal_of_faces_from_a_real_table_is_handed_out() -> None:
    """Whoever entered them knows them: nothing is foretold, and nothing need be void."""
    table = Table.opened()
    with pytest.raises(TooLow):
        table.send(Gamble(), faces=(3,))
    with pytest.raises(FacesMissing):
        table.send(Throw(dice=3), faces=(3,))
    assert table.stream.version == 6


def test_a_decision_that_cannot_be_written_is_void_too() -> None:
    """An event nobody can write down would be a failure after the draw like another."""
    table = Table.opened()
    intent = table.intent(Throw())

    def unwritable(events: Any) -> Any:  # noqa: ANN401 events
        return events if isinstance(events[0], DrawsVoided) else [Said(text="\ud800")]

    form = RecordForm(ruleset="gambit 1", key=bytes(32), events=unwritable)
    decision = carry_out(GAMBIT, table.stream, intent, tape_for(table.stream, intent, lambda: bytes(32)), form=form)
    assert (DrawsVoided(),) == decision.settled.events
    assert isinstance(decision.settled.fault, ValueError)
    assert 2 == sum(isinstance(draw, DiceDraw) for _, draw in decision.settled.taken)
