"""Forks of streams: their initial state, who may open them, and the audit, which accepts no forged start."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones.game import bones
from shared.kernel.audit import Parent, Receipt, Report, audit
from shared.kernel.forked import Forked
from shared.kernel.game import Game, SeatAsk, whole_state
from shared.kernel.game_parts import Below, Forking, Redealt, Secrecy, Timing, Undoing, always, never
from shared.kernel.messages import Seat
from shared.kernel.refusals import (
    CannotDealAgain,
    CannotKnowTheStart,
    ForkForAnother,
    NoSuchMoment,
    NotForked,
    NotForkedBySeats,
    NothingToPlayOn,
    Refusal,
    SeatUnknown,
    TooMuchToFork,
)
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import (
    MAX_START,
    AppointPlayer,
    Asker,
    Beginning,
    OpenFork,
    ProposeUndo,
    Stream,
    check_parent,
    deals_for,
    resume_clocks,
    start_in,
    start_of,
)
from tests.conformance.fixture import fixture_of
from tests.shared.kernel.kit import PARTS, Add, Count, OpenCount, game_of
from tests.support.forks import NOW, audited_fork, fork_of
from tests.support.journal import Journal
from tests.support.releases import change_game
from tests.support.undo_toy import SHELF, Shelf

COUNT: Final = game_of(*PARTS, undoing=Undoing(default="own until known"))
SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))


def count_up(*numbers: int) -> Journal[Count]:
    """Return a stream to which these numbers were added."""
    journal = Journal(COUNT, OpenCount(seats=SEATS))
    for number in numbers:
        journal.send(Add(number=number), "ann")
    return journal


@pytest.mark.rule("AR-FORK-01", "AR-FORK-06")
def test_a_fork_begins_with_the_parents_state() -> None:
    """A fork's opening records the parent's settings, seats and state at the chosen version.

    The parent does not change.
    """
    journal = count_up(2, 3)
    fork = fork_of(journal, journal.stream.version - 1)

    assert (fork.state.number, journal.state.number) == (2, 5)
    assert [type(event).__name__ for event in fork.events] == [
        "StreamOpened", "SeedCommitted", "SeatOpened", "SeatOpened", "Forked",
    ]  # fmt: skip
    assert fork.stream.fork is not None
    assert fork.stream.fork.says == "a fork of kit.count:one at version 5"
    fork.send(Add(number=4), "ann")
    assert (fork.state.number, fork.replay()) == (6, fork.stream)


@pytest.mark.rule("AR-FORK-01")
def test_a_clock_of_a_fork_has_as_long_left_as_the_parents_had() -> None:
    """A fork's deadlines move by the time between the parent's version and the fork's opening, and never backwards."""
    parent = Shelf(rings=5_000)

    assert resume_clocks(SHELF, parent, since=1_000, at=4_000).rings == 5_000 + 3_000
    assert resume_clocks(SHELF, parent, since=4_000, at=1_000).rings == 5_000


@pytest.mark.rule("AR-FORK-08")
def test_no_undo_leads_before_a_fork() -> None:
    """An undo in a fork goes back at most to the fork's own opening."""
    fork = fork_of(count_up(2, 3), 6)
    begun = fork.stream.version
    fork.send(Add(number=1), "ann")

    for version in (1, begun - 1):
        with pytest.raises(NoSuchMoment):
            fork.send(ProposeUndo(to=version), "ann")


@pytest.mark.rule("AR-FORK-08")
def test_the_computer_player_of_bones_plays_no_fork() -> None:
    """The kernel refuses the computer player of BONES in a fork.

    That player must follow a stream from its beginning.
    """
    journal = fixture_of("bones").open_stream(1)
    fork = fork_of(journal, journal.stream.version)

    with pytest.raises(CannotKnowTheStart):
        fork.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    assert not bones.house.on_forks


# ---------------------------------------------------------------- who may fork


def refusal_of(game: Game[Any], stream: Stream[Any], *, by: str | None, seat: str | None) -> type[Refusal]:
    """Return the refusal of a fork, in a game that cannot deal hidden cards again."""
    with pytest.raises(Refusal) as met:
        deals_for(game, stream, Asker(by=by, seat=seat), can_deal=False)
    return type(met.value)


def deal_nothing(state: Count, seat: Seat, below: Below) -> Redealt[Count]:  # noqa: ARG001 as `Forking.deal` has it
    """Return the state, because it hides nothing from any seat."""
    return Redealt(state=state)


@pytest.mark.rule("AR-FORK-02", "AR-FORK-03", "AR-FORK-04", "AR-FORK-05", "AR-FORK-12")
def test_who_may_fork() -> None:
    """The app may fork a stream at any time.

    A seat may fork a stream once its log is open. If the game allows it, the seat may fork earlier from what it knows.
    """
    journal = count_up(2)
    runs = journal.stream
    journal.close()
    kept = change_game(COUNT, secrecy=Secrecy(opens_log_when_closed=never))
    lets = change_game(COUNT, forking=Forking(seats_may=always))

    assert not deals_for(COUNT, runs, Asker(by=None, seat=None), can_deal=False)
    assert deals_for(COUNT, runs, Asker(by=None, seat=None), can_deal=True)
    assert deals_for(lets, runs, Asker(by="ann", seat="ann"), can_deal=True)
    assert not deals_for(COUNT, journal.stream, Asker(by="ann", seat=None), can_deal=True)
    assert deals_for(COUNT, journal.stream, Asker(by="ann", seat="gm"), can_deal=True)
    assert deals_for(kept, journal.stream, Asker(by="ann", seat="ann"), can_deal=True)
    deals = change_game(COUNT, forking=Forking(seats_may=always, deal=deal_nothing))
    assert deals_for(deals, runs, Asker(by="ann", seat="ann"), can_deal=False)
    assert not deals_for(deals, runs, Asker(by=None, seat=None), can_deal=True)
    assert refusal_of(kept, journal.stream, by="ann", seat=None) is ForkForAnother
    assert refusal_of(COUNT, runs, by="ann", seat="ann") is NotForkedBySeats
    assert refusal_of(lets, runs, by="ann", seat="gm") is ForkForAnother
    assert refusal_of(lets, runs, by="ann", seat="ann") is CannotDealAgain
    assert refusal_of(COUNT, runs, by=None, seat="eve") is SeatUnknown
    assert refusal_of(COUNT, replace(runs, simulated=True), by=None, seat=None) is NotForked


@pytest.mark.rule("AR-FORK-04", "AR-FORK-06")
def test_a_game_that_hides_nothing_needs_no_deal() -> None:
    """In a game that hides nothing, a seat's fork has the true state, which all seats may read anyway."""
    bare = game_of(*PARTS, view=whole_state, forking=Forking(seats_may=always))
    journal = Journal(bare, OpenCount(seats=SEATS))
    assert not deals_for(bare, journal.stream, Asker(by="ann", seat="ann"), can_deal=False)
    fork = fork_of(journal, journal.stream.version)
    begun = fork.events[-1]
    assert isinstance(begun, Forked)
    assert begun.state.audience == ("ann", "gm")


@pytest.mark.rule("AR-FORK-05")
def test_some_streams_cannot_be_forked() -> None:
    """The kernel refuses to fork a simulated stream, a game that is over, and a state that is too large."""
    stream = count_up(2).stream
    over = change_game(COUNT, timing=Timing(over=always))
    for game, parent, met in ((COUNT, replace(stream, simulated=True), NotForked), (over, stream, NothingToPlayOn)):
        with pytest.raises(met):
            check_parent(game, parent)
    with pytest.raises(TooMuchToFork):
        start_of(COUNT, stream, Beginning(text="x" * (MAX_START + 1)))


# ---------------------------------------------------------------- the audit


def forge_fork(journal: Journal[Any], at: int, *, state: str | None = None, **changes: Any) -> Journal[Any]:  # noqa: ANN401 fields of the command
    """Open a fork with a false state, version, head or stream in its opening, in a correct chain."""
    honest = fork_of(journal, at)
    begun = honest.events[-1]
    assert isinstance(begun, Forked)
    start = replace(start_in(honest.events), begins=Beginning(text=state or begun.state.open()))
    command = OpenFork(stream=begun.stream, version=begun.version, head=begun.head)
    made = Journal(journal.rules, replace(command, **changes), seed=500, start=start, waited=NOW - 1000)
    made.close()
    return made


@pytest.mark.rule("AR-FORK-07")
def test_an_audit_compares_a_fork_with_its_parent() -> None:
    """An audit proves a fork only with the parent's log. Without it, the audit finds no fault at the three levels."""
    journal = count_up(2, 3)
    fork = fork_of(journal, 5)
    fork.close()
    alone, beside = audited_fork(fork, None), audited_fork(fork, journal.lines())

    assert (alone.conclusion, alone.decisions.verdict) == ("nothing wrong found", "same")
    assert (beside.conclusion, beside.fork and beside.fork.note) == (
        "proven", "the state is that of kit.count:one at version 5",
    )  # fmt: skip


@pytest.mark.rule("AR-FORK-07")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"state": '{"number":7}'}, "the state is not that of kit.count:one at version 5"),
        ({"version": 6}, "another head at version 6"),
        ({"version": 9}, "has no version 9"),
        ({"head": "00" * 32}, "another head at version 5"),
    ],
)
def test_no_forged_start_passes(changes: Any, why: str) -> None:  # noqa: ANN401 fields of a fork
    """The audit finds a false state, version or head of a fork by comparing the fork with its parent's log."""
    journal = count_up(2, 3)
    report = audited_fork(forge_fork(journal, 5, **changes), journal.lines())
    assert report.conclusion == "not honest"
    assert report.failure is not None
    assert why in report.failure.why


@pytest.mark.rule("AR-FORK-07")
def test_a_fork_is_not_proven_by_a_wrong_parent_log() -> None:
    """The log of another stream proves no fork, and the audit detects a parent's log that was changed or truncated."""
    journal = count_up(2, 3)
    fork = forge_fork(journal, 5)
    other = audited_fork(fork, fork.lines())
    assert (other.failure, other.fork and other.fork.verdict) == (None, "not shown")
    lines = journal.lines()
    for wrong in (lines[:1], [lines[0], lines[1].replace(b'"number":2', b'"number":1'), lines[2]]):
        assert audited_fork(fork, wrong).failure is not None


@pytest.mark.rule("AR-FORK-07")
def test_a_receipt_of_the_parent() -> None:
    """A receipt of the parent confirms the head that a fork names, or refutes a wrong head. It proves no state."""
    journal = count_up(2, 3)
    honest = forge_fork(journal, 5)
    begun = honest.events[-1] if isinstance(honest.events[-1], Forked) else honest.events[4]
    assert isinstance(begun, Forked)
    receipt = Receipt(stream=begun.stream, version=5, head=begun.head, at=1, key="", signature="")

    def report(fork: Journal[Any]) -> Report:
        given = Parent(receipt=receipt)
        return audit(fork.lines(), reader_for=lambda _: log_reader_of(COUNT), parent=given)

    held = report(honest)
    assert (held.failure, held.fork and held.fork.verdict) == (None, "not shown")
    assert held.fork is not None
    assert "the head is that of the receipt" in held.fork.note
    assert report(forge_fork(journal, 5, head="00" * 32)).conclusion == "not honest"
