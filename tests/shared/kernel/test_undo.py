"""Undo: what may be taken back, who has to agree, and what an audit finds of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from services.gateway.games import GAMES
from shared.kernel.game import Opening
from shared.kernel.game_parts import CONSENT, NEVER, Undoing
from shared.kernel.jobs.game import job_of
from shared.kernel.legal import Legal, legal
from shared.kernel.messages import Command, Seat, UndoSetting
from shared.kernel.refusals import (
    BeyondClock,
    BeyondEpoch,
    NoSuchMoment,
    NoSuchProposal,
    NotAsked,
    NotForThisSeat,
    PlayedByTheHouse,
    ProposalStands,
    ProposedByAnother,
    Refusal,
    StreamIsOver,
    UndoNotAllowed,
)
from shared.kernel.stream import (
    UNDO_COMMANDS,
    AddSalt,
    AgreeToUndo,
    AppointPlayer,
    DeclineUndo,
    Memory,
    NeedsPast,
    OpenSeat,
    ProposeUndo,
    RotateSeed,
    RotateToken,
    Stream,
    TakenBack,
    UndoAgreed,
    UndoDeclined,
    UndoProposed,
    UndoWithdrawn,
    WithdrawUndo,
    commands_of,
)
from shared.platform.processes.games import game_of, job_kinds_of
from tests.support.forging import forged
from tests.support.journal import Journal, audited
from tests.support.undo_toy import HOUR, SEATS, Box, Leave, Put, Shelf, Unbox, Wind, shelf
from tests.support.undo_toy import SHELF as GAME

Table = Journal[Shelf]
SALT: Final = "5a" * 32


def after(table: Table, *sent: tuple[Seat, Command]) -> list[int]:
    """Let seats send commands, one after the other; return the version after each."""
    versions = []
    for seat, command in sent:
        table.send(command, seat)
        versions.append(table.stream.version)
    return versions


def put(table: Table, *seats: Seat) -> list[int]:
    """Let seats put a thing on the shelf, one after the other; return the version after each."""
    return after(table, *[(seat, Put()) for seat in seats])


def refused(kind: type[Refusal], table: Table, command: Command, seat: Seat) -> Refusal:
    """Assert that a command gets a refusal of this kind and changes nothing; return the refusal."""
    before, count = table.stream, len(table.records)
    with pytest.raises(kind) as caught:
        table.send(command, seat)
    assert (table.stream, len(table.records)) == (before, count)
    return caught.value


def asked(table: Table, to: int, seat: Seat) -> tuple[str, ...]:
    """Propose an undo, and return the seats that are asked; none if it happened at once."""
    (event,) = table.send(ProposeUndo(to=to), seat)
    return event.asked if isinstance(event, UndoProposed) else ()


def things(table: Table) -> tuple[str, ...]:
    """Return the things on the shelf."""
    return table.state.things


def listed(table: Table, seat: Seat) -> Legal:
    """Return a seat's legal list."""
    return legal(GAME, table.stream, seat, table.stream.seats[seat].role)


def options(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the versions that a seat's list offers to go back to."""
    return next(
        (entry.fields["to"].options or () for entry in listed(table, seat).allowed if entry.command == "ProposeUndo"),
        (),
    )


def proven(table: Table) -> None:
    """Assert that a table's log replays, and that all of it is proven once it is closed."""
    assert table.replayed() == table.stream
    table.close()
    report = audited(GAME, table.lines())
    assert report.proven, report.failure


# ---------------------------------------------------------------- going back


@pytest.mark.rule("AR-UNDO-01", "AR-UNDO-04")
def test_a_seat_takes_back_its_own_decisions() -> None:
    """The game has the state of then, but for the ids; version, log and time go on, and all of it can be proven."""
    table = shelf()
    first, _, third = put(table, "ann", "ann", "ann")
    assert table.send(ProposeUndo(to=first), "ann") == (TakenBack(to=first, by="ann"),)
    assert table.state == Shelf(made=3, things=("thing-1",))
    assert table.stream.version == third + 1
    proven(table)


@pytest.mark.rule("AR-UNDO-01")
def test_an_undo_may_lead_into_what_was_taken_back() -> None:
    """A chain of undos goes further back each time, and a redo restores what was taken back."""
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
    """Nobody loses a seat, a token or a salt by an undo."""
    table = shelf()
    (first,) = put(table, "gm")
    after(table, ("gm", OpenSeat(seat="zoe")), ("ann", RotateToken(seat="ann")), ("bob", AddSalt(salt=SALT)))
    assert asked(table, first, "gm") == ()
    assert ("zoe" in table.stream.seats, table.stream.seats["ann"].epoch) == (True, 1)
    assert table.stream.epoch.salts == (("bob", SALT),)
    assert table.send(Put(), "zoe")
    proven(table)


@pytest.mark.rule("AR-UNDO-07")
def test_no_id_is_given_twice() -> None:
    """A thing that is made after an undo has another id than the one that was taken back."""
    table = shelf()
    first, _ = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    put(table, "ann")
    assert things(table) == ("thing-1", "thing-3")


@pytest.mark.rule("AR-UNDO-07")
def test_a_deadline_moves_by_the_time_that_has_passed() -> None:
    """The clock stood still for what was taken back by consent."""
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    rings, begun = table.state.rings, table.stream.at
    put(table, "bob")
    table.waited += HOUR // 6
    assert asked(table, wound, "ann") == ("bob", "gm")
    proposal = table.stream.version
    after(table, ("bob", AgreeToUndo(proposal=proposal)), ("gm", AgreeToUndo(proposal=proposal)))
    assert table.state.rings == rings + table.stream.at - begun
    assert table.state.rings >= rings + HOUR // 6
    proven(table)


@pytest.mark.rule("AR-UNDO-07")
def test_nobody_pushes_off_a_deadline_alone() -> None:
    """A seat that takes back its own decisions without asking anybody has no more time than before."""
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    rings = table.state.rings
    put(table, "ann")
    table.waited += HOUR // 6
    assert asked(table, wound, "ann") == ()
    assert table.state.rings == rings
    proven(table)


@pytest.mark.rule("AR-UNDO-03", "AR-UNDO-08")
def test_new_tokens_and_salts_are_no_decisions_to_go_back_to() -> None:
    """However many a bystander sends, an earlier decision can be taken back, and a proposal stands."""
    table = shelf()
    first, _ = put(table, "ann", "bob")
    rotations = after(table, *[("eve", RotateToken(seat="eve"))] * 70)
    assert options(table, "ann")[0] == first
    assert asked(table, first, "ann") == ("bob", "gm")
    proposal = table.stream.version
    after(table, ("eve", RotateToken(seat="eve")), ("eve", AddSalt(salt=SALT)))
    after(table, ("bob", AgreeToUndo(proposal=proposal)), ("gm", AgreeToUndo(proposal=proposal)))
    assert things(table) == ("thing-1",)
    assert options(table, "ann")[0] == rotations[0] - 1
    proven(table)


@pytest.mark.rule("AR-UNDO-03")
def test_a_version_after_talk_of_an_undo_means_the_decision_before_it() -> None:
    """A seat takes back its last command by the version before it, even if that was a withdrawn proposal."""
    table = shelf()
    first, second = put(table, "ann", "bob")
    assert asked(table, first, "ann") == ("bob", "gm")
    (withdrawn,) = after(table, ("ann", WithdrawUndo(proposal=table.stream.version)))
    put(table, "ann")
    assert table.send(ProposeUndo(to=withdrawn), "ann") == (TakenBack(to=second, by="ann"),)
    assert things(table) == ("thing-1", "thing-2")
    put(table, "ann")
    assert refused(NoSuchMoment, table, ProposeUndo(to=table.stream.version), "ann").needs == tuple(
        str(step.version) for step in reversed(table.stream.trail[:-1])
    )
    proven(table)


# ---------------------------------------------------------------- settings


@pytest.mark.rule("AR-UNDO-02")
@pytest.mark.parametrize(("setting", "seats"), [("by consent", ("bob", "gm")), ("own until known", ()), (None, ())])
def test_the_opening_says_who_is_asked(setting: UndoSetting | None, seats: tuple[str, ...]) -> None:
    """Everybody, or nobody for one's own; without a word, the game's default holds."""
    table = shelf(setting)
    first, _ = put(table, "ann", "ann")
    assert asked(table, first, "ann") == seats


@pytest.mark.rule("AR-UNDO-02")
def test_never_means_never() -> None:
    """The commands are refused and listed as blocked, and the stream keeps nothing for them."""
    table = shelf("never")
    first, _ = put(table, "ann", "ann")
    refused(UndoNotAllowed, table, ProposeUndo(to=first), "gm")
    blocked = {name: one.rule for one in listed(table, "ann").blocked for name in one.commands}
    assert {blocked[kind.__name__] for kind in UNDO_COMMANDS} == {"AR-UNDO-02"}
    assert table.stream.trail == ()


@pytest.mark.rule("AR-UNDO-02")
def test_games_have_their_defaults() -> None:
    """Campaigns begin with one's own, dice and cards with never, and allow no free undo; jobs have no such command."""
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
    """A table of dice has no free undo."""
    game = game_of("dice")
    opening: Opening = game.opening(seats=SEATS, undo="own until known")
    with pytest.raises(UndoNotAllowed) as caught:
        Journal(game, opening)
    assert (caught.value.field, caught.value.needs) == ("undo", CONSENT)


# ---------------------------------------------------------------- moments


@pytest.mark.rule("AR-UNDO-03")
def test_an_undo_leads_to_the_end_of_a_decision() -> None:
    """Not within one, not before the opening, not to the present, and nowhere if that changes nothing."""
    table = shelf()
    opened = table.stream.version
    first, second = put(table, "ann", "ann")
    assert options(table, "ann") == (first, opened)
    for to in (1, opened - 1, second, second + 1, 10**9):
        assert refused(NoSuchMoment, table, ProposeUndo(to=to), "ann").field == "to"
    table.send(ProposeUndo(to=first), "ann")
    assert options(table, "ann") == (second, opened)
    refused(NoSuchMoment, table, ProposeUndo(to=first), "ann")


@pytest.mark.rule("AR-UNDO-03")
def test_a_trail_has_64_decisions() -> None:
    """What happened before the last 64 decisions stays."""
    table = shelf()
    versions = put(table, *["ann"] * 70)
    assert options(table, "ann") == tuple(reversed(versions[6:-1]))
    refused(NoSuchMoment, table, ProposeUndo(to=versions[5]), "ann")
    table.send(ProposeUndo(to=versions[6]), "ann")
    assert len(things(table)) == 7
    proven(table)


# ---------------------------------------------------------------- the fence


@pytest.mark.rule("AR-UNDO-04")
@pytest.mark.parametrize(
    ("sent", "seats"),
    [
        ([("ann", Put()), ("ann", Wind())], ()),
        ([("ann", Put()), ("bob", Put())], ("bob", "gm")),
        ([("gm", Put())], ("gm",)),
        ([("ann", Box(beside="ann"))], ("gm",)),
        ([("ann", Box(beside="bob"))], ("bob", "gm")),
        ([("ann", Box(beside="eve"))], ("gm",)),
        ([("ann", Unbox())], ("bob", "gm")),
        ([("ann", Put()), ("gm", OpenSeat(seat="zoe"))], ("gm",)),
        ([("ann", Put()), ("eve", RotateToken(seat="eve")), ("ann", AddSalt(salt=SALT))], ()),
    ],
)
def test_those_whom_an_undo_concerns_are_asked(sent: Sequence[tuple[Seat, Command]], seats: tuple[str, ...]) -> None:
    """Nobody for one's own; else game masters, those who acted or may read a part, or all if it became public."""
    table = shelf()
    (first,) = put(table, "ann")
    after(table, *sent)
    assert first in options(table, "ann")
    assert asked(table, first, "ann") == seats
    for seat in seats:
        table.send(
            AgreeToUndo(proposal=max(one.proposal for one in table.events if isinstance(one, UndoProposed))), seat
        )
    assert things(table) == ("thing-1",)
    proven(table)


@pytest.mark.rule("AR-UNDO-04")
def test_the_house_is_not_asked() -> None:
    """A seat that the house plays has nobody to ask, and its holder takes nothing back for it."""
    table = shelf("by consent")
    (first,) = put(table, "ann")
    put(table, "bob")
    table.send(AppointPlayer(seat="bob", player="bold"), "bob")
    refused(PlayedByTheHouse, table, ProposeUndo(to=first), "bob")
    assert asked(table, first, "ann") == ("gm",)


@pytest.mark.rule("AR-UNDO-04")
def test_a_spectator_proposes_nothing() -> None:
    """It plays no part in the game."""
    table = shelf()
    first, _ = put(table, "ann", "ann")
    refused(NotForThisSeat, table, ProposeUndo(to=first), "eve")
    assert options(table, "eve") == ()


@pytest.mark.rule("AR-UNDO-04")
def test_consent_follows_from_public_facts() -> None:
    """Whatever is hidden, the same seats are asked and the same versions are listed."""
    tables = []
    for hidden in ((), ("gm",)):
        table = shelf()
        for seat in hidden:
            after(table, (seat, Put()))
        put(table, "ann")
        tables.append(table)
    assert [len(options(table, "ann")) for table in tables] == [1, 2]


# ---------------------------------------------------------------- attacks


@pytest.mark.rule("AR-UNDO-06")
def test_nothing_is_taken_back_across_the_end_of_an_epoch() -> None:
    """Else what was hidden would be hidden again, and its seed public: an audit would call a known die proven."""
    table = shelf()
    (first,) = put(table, "gm")
    after(table, ("gm", RotateSeed()))
    refused(BeyondEpoch, table, ProposeUndo(to=first), "gm")
    put(table, "gm", "gm")
    refused(BeyondEpoch, table, ProposeUndo(to=first), "gm")
    proven(table)


@pytest.mark.rule("AR-UNDO-06")
def test_the_end_is_not_taken_back() -> None:
    """A concession, like any other end of the stream, stands."""
    table = shelf()
    (first,) = put(table, "ann")
    table.send(Leave(), "ann")
    refused(StreamIsOver, table, ProposeUndo(to=first), "ann")
    assert {name for one in listed(table, "ann").blocked for name in one.commands} > {"ProposeUndo"}


@pytest.mark.rule("AR-UNDO-06", "AR-UNDO-07")
def test_a_step_of_the_clock_is_taken_back_by_who_leads() -> None:
    """A player cannot undo what a deadline did; a game master can, and the deadline comes an hour later."""
    table = shelf()
    (wound,) = after(table, ("ann", Wind()))
    table.waited += HOUR
    assert table.take_due()
    refused(BeyondClock, table, ProposeUndo(to=wound), "ann")
    assert asked(table, wound, "gm") == ()
    assert table.state.rings > table.now
    assert not table.take_due()
    proven(table)


# ---------------------------------------------------------------- proposals


@pytest.mark.rule("AR-UNDO-08")
def test_an_undo_happens_when_all_have_agreed() -> None:
    """The event names them, and the proposal is gone."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    assert table.send(ProposeUndo(to=first), "ann") == (
        UndoProposed(proposal=number, to=first, by="ann", asked=("bob", "gm")),
    )
    assert table.send(AgreeToUndo(proposal=number), "gm") == (UndoAgreed(proposal=number, seat="gm"),)
    assert things(table) == ("thing-1", "thing-2")
    refused(NotAsked, table, AgreeToUndo(proposal=number), "gm")
    refused(NotAsked, table, AgreeToUndo(proposal=number), "ann")
    refused(NotAsked, table, DeclineUndo(proposal=number), "eve")
    assert table.send(AgreeToUndo(proposal=number), "bob") == (
        UndoAgreed(proposal=number, seat="bob"),
        TakenBack(to=first, by="ann", agreed=("bob", "gm")),
    )
    assert things(table) == ("thing-1",)
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_one_proposal_is_open_at_a_time() -> None:
    """It is declined by one who is asked, withdrawn by its sender, and answered by its number."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    number = second + 1
    table.send(ProposeUndo(to=first), "ann")
    refused(ProposalStands, table, ProposeUndo(to=first), "bob")
    refused(ProposedByAnother, table, WithdrawUndo(proposal=number), "bob")
    refused(NoSuchProposal, table, AgreeToUndo(proposal=number + 1), "bob")
    assert table.send(DeclineUndo(proposal=number), "bob") == (UndoDeclined(proposal=number, seat="bob"),)
    refused(NoSuchProposal, table, AgreeToUndo(proposal=number), "gm")
    table.send(ProposeUndo(to=first), "bob")
    assert table.send(WithdrawUndo(proposal=number + 2), "bob") == (UndoWithdrawn(proposal=number + 2),)
    refused(NoSuchProposal, table, AgreeToUndo(proposal=number + 2), "gm")
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_consent_holds_for_what_was_proposed_and_no_more() -> None:
    """A decision in between makes the proposal lapse: who agreed before is asked again."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    table.send(AgreeToUndo(proposal=second + 1), "gm")
    put(table, "ann")
    refused(NoSuchProposal, table, AgreeToUndo(proposal=second + 1), "bob")
    assert asked(table, first, "ann") == ("bob", "gm")
    refused(NoSuchProposal, table, AgreeToUndo(proposal=second + 1), "bob")
    proven(table)


@pytest.mark.rule("AR-UNDO-08")
def test_in_a_chain_those_who_agreed_are_asked_again() -> None:
    """What all agreed to take back is not brought back by one of them alone."""
    table = shelf()
    first, second = put(table, "ann", "bob")
    (proposed,) = table.send(ProposeUndo(to=first), "ann")
    for seat in ("bob", "gm"):
        table.send(AgreeToUndo(proposal=proposed.proposal), seat)  # type: ignore[attr-defined]
    assert asked(table, second, "bob") == ("ann", "gm")


@pytest.mark.rule("AR-UNDO-08")
def test_a_list_names_the_proposal() -> None:
    """Those who are asked may agree or decline, the sender may withdraw, and nobody may propose another."""
    table = shelf("by consent")
    first, second = put(table, "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    bodies = {
        seat: {entry.command: entry.body for entry in listed(table, seat).allowed if entry.command.endswith("Undo")}
        for seat in ("ann", "bob", "eve")
    }
    number = second + 1
    assert bodies["ann"] == {"WithdrawUndo": {"type": "WithdrawUndo", "proposal": number}}
    assert bodies["bob"] == {name: {"type": name, "proposal": number} for name in ("AgreeToUndo", "DeclineUndo")}
    assert bodies["eve"] == {}


# ---------------------------------------------------------------- audits and folds


def forge_agreed(form: dict[str, Any]) -> None:
    """Claim the consent of all."""
    form["public"]["events"][-1]["agreed"] = ["bob", "gm"]


def forge_version(form: dict[str, Any]) -> None:
    """Claim another version."""
    form["public"]["events"][-1]["to"] -= 1


def forge_seat(form: dict[str, Any]) -> None:
    """Claim another sender."""
    form["public"]["events"][-1]["by"] = "bob"


@pytest.mark.rule("AR-UNDO-08", "AR-AUDIT-01")
@pytest.mark.parametrize("change", [forge_agreed, forge_version, forge_seat])
def test_a_forged_undo_is_refuted(change: Any) -> None:  # noqa: ANN401 as forging changes forms
    """Level 3 decides the consent again from public facts, whatever the record claims."""
    table = shelf()
    _, second, _ = put(table, "ann", "ann", "ann")
    table.send(ProposeUndo(to=second), "ann")
    line = len(table.records)
    table.close()
    report = audited(GAME, forged(table.lines(), line, change))
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (3, line)


@pytest.mark.rule("AR-UNDO-08", "AR-AUDIT-01")
def test_a_forged_consent_is_refuted() -> None:
    """An undo across another seat's decision needs that seat, in the records too."""
    table = shelf()
    first, _ = put(table, "ann", "bob")
    table.send(ProposeUndo(to=first), "ann")
    line = len(table.records)
    table.close()

    def take_back(form: dict[str, Any]) -> None:
        form["public"]["events"] = [{"type": "TakenBack", "to": first, "by": "ann", "agreed": ["bob", "gm"]}]

    report = audited(GAME, forged(table.lines(), line, take_back))
    assert report.failure is not None
    assert (report.failure.level, report.failure.line) == (3, line)


@pytest.mark.rule("AR-UNDO-01")
def test_a_fold_from_the_middle_needs_the_past() -> None:
    """Records that lead before their beginning name the version that they need, and fold alike once they have it."""
    table = shelf()
    first, *_ = put(table, "ann", "ann", "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    stored = [(record.public, [part.data for part in record.parts]) for record in table.records]
    empty: Stream[Shelf] = Stream(id=table.stream.id, game=GAME.initial)
    head = table.reader.fold(empty, stored[:-2])
    with pytest.raises(NeedsPast) as caught:
        table.reader.fold(head, stored[-2:])
    assert caught.value.to == first
    memory = Memory([(first, table.reader.fold(empty, stored[:2]).game)])
    assert table.reader.fold(head, stored[-2:], memory) == table.stream


@pytest.mark.rule("AR-UNDO-01")
def test_a_fold_in_parts_keeps_the_last_states() -> None:
    """Folded record by record with one memory, or from a stored form, a stream is the same."""
    table = shelf("by consent")
    first, _, third = put(table, "ann", "ann", "ann")
    table.send(ProposeUndo(to=first), "ann")
    for seat in ("bob", "gm"):
        table.send(AgreeToUndo(proposal=third + 1), seat)
    put(table, "bob")
    folded: Stream[Shelf] = Stream(id=table.stream.id, game=GAME.initial)
    memory: Memory[Shelf] = Memory()
    codec = msgspec.msgpack.Decoder(Stream[Shelf])
    for record in table.records:
        folded = table.reader.fold(folded, [(record.public, [part.data for part in record.parts])], memory)
        folded = codec.decode(msgspec.msgpack.encode(folded))
    assert folded == table.stream
