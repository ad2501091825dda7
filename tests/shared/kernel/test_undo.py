"""Undo: the versions to which it can go back, and the streams and decisions that allow it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from services.gateway.games import GAMES
from shared.kernel.game import Opening
from shared.kernel.game_parts import CONSENT, NEVER, Undoing
from shared.kernel.jobs.game import job_of
from shared.kernel.messages import UndoSetting
from shared.kernel.refusals import (
    NoSuchMoment,
    NoSuchUndoSetting,
    UndoNotAllowed,
)
from shared.kernel.stream import (
    UNDO_COMMANDS,
    AddSalt,
    AgreeToUndo,
    OpenSeat,
    ProposeUndo,
    RotateToken,
    TakenBack,
    WithdrawUndo,
    commands_of,
)
from shared.platform.processes.games import game_of, job_kinds_of
from tests.support.journal import Journal
from tests.support.undo_plays import after, assert_refused, legal_list, options, propose_undo, proven, put, things
from tests.support.undo_toy import HOUR, SEATS, Put, Shelf, Wind, shelf

SALT: Final = "5a" * 32


# ---------------------------------------------------------------- going back


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-04")
def test_a_seat_takes_back_its_own_decisions() -> None:
    """An undo restores the game's earlier state, except its counter of ids. Version, log and time continue.

    An audit proves a log with an undo.
    """
    table = shelf()
    first, _, third = put(table, "ann", "ann", "ann")
    assert table.send(ProposeUndo(to=first), "ann") == (TakenBack(to=first, by="ann"),)
    assert table.state == Shelf(made=3, things=("thing-1",))
    assert table.stream.version == third + 1
    proven(table)


@pytest.mark.rule("AR-UNDO-01")
def test_an_undo_may_lead_back_to_an_undone_version() -> None:
    """One undo after another goes further back, and a redo restores what the undos took back."""
    table = shelf()
    first, second, third = put(table, "ann", "ann", "ann")
    table.send(ProposeUndo(to=second), "ann")
    table.send(ProposeUndo(to=first), "ann")
    assert things(table) == ("thing-1",)
    table.send(ProposeUndo(to=third), "ann")
    assert things(table) == ("thing-1", "thing-2", "thing-3")
    proven(table)


@pytest.mark.rule("AR-UNDO-01")
def test_a_seat_that_was_opened_meanwhile_stays() -> None:
    """An undo removes no seat, token or salt."""
    table = shelf()
    (first,) = put(table, "gm")
    after(table, ("gm", OpenSeat(seat="zoe")), ("ann", RotateToken(seat="ann")), ("bob", AddSalt(salt=SALT)))
    assert propose_undo(table, first, "gm") == ()
    assert ("zoe" in table.stream.seats, table.stream.seats["ann"].epoch) == (True, 1)
    assert table.stream.epoch.salts == (("bob", SALT),)
    assert table.send(Put(), "zoe")
    proven(table)


@pytest.mark.rule("AR-UNDO-07")
def test_no_id_is_given_twice() -> None:
    """After an undo, a new thing does not get the id of an undone thing."""
    table = shelf()
    first, _ = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    put(table, "ann")
    assert things(table) == ("thing-1", "thing-3")


@pytest.mark.rule("AR-UNDO-07")
def test_a_deadline_moves_by_the_time_that_has_passed() -> None:
    """An undo by consent moves a deadline by the time that has passed, as if the clock had stood still."""
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    rings, begun = table.state.rings, table.stream.at
    put(table, "bob")
    table.waited += HOUR // 6
    assert propose_undo(table, wound, "ann") == ("bob", "gm")
    proposal = table.stream.version
    after(table, ("bob", AgreeToUndo(proposal=proposal)), ("gm", AgreeToUndo(proposal=proposal)))
    assert table.state.rings == rings + table.stream.at - begun
    assert table.state.rings >= rings + HOUR // 6
    proven(table)


@pytest.mark.rule("AR-UNDO-07")
def test_a_seats_own_undo_moves_no_deadline() -> None:
    """A seat's undo of its own decisions, which needs no consent, moves no deadline."""
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    rings = table.state.rings
    put(table, "ann")
    table.waited += HOUR // 6
    assert propose_undo(table, wound, "ann") == ()
    assert table.state.rings == rings
    proven(table)


@pytest.mark.rule("AR-UNDO-07")
def test_a_step_of_the_clock_that_was_taken_back_moves_no_clock_again() -> None:
    """An undo without consent moves no deadline, even if an earlier undo took back a step of the clock."""
    table = shelf()
    (wound,) = after(table, ("gm", Wind()))
    rings = table.state.rings
    table.waited += HOUR
    assert table.take_due()
    assert propose_undo(table, wound, "gm") == ()
    later = table.state.rings
    put(table, "gm")
    table.waited += HOUR // 6
    undone = table.stream.trail[-2].version
    assert propose_undo(table, undone, "gm") == ()
    assert table.state.rings == later
    put(table, "gm")
    assert propose_undo(table, wound, "gm") == ()
    assert table.state.rings == rings
    proven(table)


@pytest.mark.rule("AR-UNDO-03", "AR-UNDO-08")
def test_new_tokens_and_salts_are_no_decisions_to_go_back_to() -> None:
    """However many tokens and salts a seat adds, other seats can still undo an earlier decision.

    A proposed undo stays open meanwhile.
    """
    table = shelf()
    first, _ = put(table, "ann", "bob")
    rotations = after(table, *[("eve", RotateToken(seat="eve"))] * 70)
    assert options(table, "ann")[0] == first
    assert propose_undo(table, first, "ann") == ("bob", "gm")
    proposal = table.stream.version
    after(table, ("eve", RotateToken(seat="eve")), ("eve", AddSalt(salt=SALT)))
    after(table, ("bob", AgreeToUndo(proposal=proposal)), ("gm", AgreeToUndo(proposal=proposal)))
    assert things(table) == ("thing-1",)
    assert options(table, "ann", redo=True)[0] == rotations[0] - 1
    proven(table)


@pytest.mark.rule("AR-UNDO-03")
def test_a_version_of_a_withdrawn_proposal_means_the_decision_before_it() -> None:
    """A seat may name the version of a withdrawn proposal, and so undo the decision before it."""
    table = shelf()
    first, second = put(table, "ann", "bob")
    assert propose_undo(table, first, "ann") == ("bob", "gm")
    (withdrawn,) = after(table, ("ann", WithdrawUndo(proposal=table.stream.version)))
    put(table, "ann")
    assert table.send(ProposeUndo(to=withdrawn), "ann") == (TakenBack(to=second, by="ann"),)
    assert things(table) == ("thing-1", "thing-2")
    put(table, "ann")
    assert assert_refused(NoSuchMoment, table, ProposeUndo(to=table.stream.version), "ann").needs == tuple(
        str(step.version) for step in reversed(table.stream.trail[:-1])
    )
    proven(table)


# ---------------------------------------------------------------- settings


@pytest.mark.rule("AR-UNDO-02")
@pytest.mark.parametrize(("setting", "seats"), [("by consent", ("bob", "gm")), ("own until known", ()), (None, ())])
def test_the_opening_decides_whom_an_undo_asks(setting: UndoSetting | None, seats: tuple[str, ...]) -> None:
    """The opening's undo setting decides whether an undo of a seat's own decisions needs everybody's consent or none.

    If the opening has no such setting, the game decides.
    """
    table = shelf(setting)
    first, _ = put(table, "ann", "ann")
    assert propose_undo(table, first, "ann") == seats


@pytest.mark.rule("AR-UNDO-02")
def test_a_stream_with_undo_never_has_no_undo() -> None:
    """If `undo` is `never`, the kernel refuses undo commands, lists them as blocked, and stores no undo data."""
    table = shelf("never")
    first, _ = put(table, "ann", "ann")
    refusal = assert_refused(UndoNotAllowed, table, ProposeUndo(to=first), "gm")
    assert (refusal.needs, refusal.has) == (("by consent", "own until known"), "never")
    blocked = {name: one.rule for one in legal_list(table, "ann").blocked for name in one.commands}
    assert {blocked[kind.__name__] for kind in UNDO_COMMANDS} == {"AR-UNDO-02"}
    assert table.stream.trail == ()


@pytest.mark.rule("AR-UNDO-02")
def test_games_have_their_defaults() -> None:
    """By default, seats in campaigns may undo their own decisions freely; dice and card games have `never`.

    Jobs have no undo.
    """
    undoing: dict[str, Undoing[Any]] = {name: game_of(name).undoing for name in GAMES}
    own = {name for name, one in undoing.items() if one.default == "own until known"}
    assert own == {"bones", "rpg_boundless", "rpg_specialist_pool", "rpg_specialist_total"}
    assert [(undoing[name].default, undoing[name].settings) for name in ("dice", "tcg")] == [("never", CONSENT)] * 2
    kinds = job_kinds_of("tcg")
    assert kinds is not None
    job = job_of(kinds)
    assert (job.undoing.default, job.undoing.settings) == ("never", NEVER)
    assert not {*UNDO_COMMANDS} & {*commands_of(job)}


@pytest.mark.rule("AR-UNDO-02")
def test_an_opening_with_a_setting_that_the_game_lacks_is_refused() -> None:
    """The kernel refuses to open a dice table with free undo, because that game does not have this setting."""
    game = game_of("dice")
    opening: Opening = game.opening(seats=SEATS, undo="own until known")
    with pytest.raises(NoSuchUndoSetting) as caught:
        Journal(game, opening)
    assert (caught.value.field, caught.value.needs) == ("undo", CONSENT)


# ---------------------------------------------------------------- versions that an undo can restore


@pytest.mark.rule("AR-UNDO-03")
def test_an_undo_leads_to_the_end_of_a_decision() -> None:
    """The kernel refuses an undo into the middle of a decision, to before the opening, or to an equal state."""
    table = shelf()
    opened = table.stream.version
    first, second = put(table, "ann", "ann")
    assert options(table, "ann") == (first, opened)
    for to in (1, opened - 1, second, second + 1, 10**9):
        assert assert_refused(NoSuchMoment, table, ProposeUndo(to=to), "ann").field == "to"
    table.send(ProposeUndo(to=first), "ann")
    assert (options(table, "ann"), options(table, "ann", redo=True)) == ((opened,), (second,))
    assert_refused(NoSuchMoment, table, ProposeUndo(to=first), "ann")


@pytest.mark.rule("AR-UNDO-03")
def test_a_trail_has_64_decisions() -> None:
    """A seat can undo to any of the last 64 decisions, and no further."""
    table = shelf()
    versions = put(table, *["ann"] * 70)
    assert options(table, "ann") == tuple(reversed(versions[6:-1]))
    assert_refused(NoSuchMoment, table, ProposeUndo(to=versions[5]), "ann")
    table.send(ProposeUndo(to=versions[6]), "ann")
    assert len(things(table)) == 7
    proven(table)
