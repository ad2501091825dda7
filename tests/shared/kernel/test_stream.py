"""The kernel's own rules: openings, seats, seeds, salts, entered faces, and the end."""

import hashlib
import json
from collections.abc import Callable
from itertools import pairwise

import pytest

from shared.kernel.chance import DiceDraw, Faces, SeedTape, TableTape, Unseeded, salts_digest
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Event, Role
from shared.kernel.refusals import (
    EpochHasDrawn,
    FaceImpossible,
    FacesLeft,
    FacesMissing,
    NotForThisSeat,
    NotOpenedYet,
    OnlyTheGameMasterEntersFaces,
    Refusal,
    SaltGivenAlready,
    SeatTaken,
    SeatUnknown,
    StillConcealed,
    StreamIsOver,
    TooManySeats,
)
from shared.kernel.stream import (
    MAX_SEATS,
    AddSalt,
    Close,
    DrawsVoided,
    OpenSeat,
    RotateSeed,
    RotateToken,
    SaltAdded,
    SeatOpened,
    SeedCommitted,
    SeedRevealed,
    StreamClosed,
    StreamOpened,
    TokenRotated,
    tape_for,
)
from tests.support.kernel_toy import OPEN, Finish, Finished, OpenGambit, Reveal, Say, Table, Throw
from tests.support.toy import PassOver

SALT = "5a" * 32


def assert_refused(
    kind: type[Refusal],
    table: Table,
    command: Command,
    seat: str = "gm",
    *,
    role: Role | None = None,
    by: str | None = None,
    faces: tuple[int, ...] | None = None,
) -> Refusal:
    """Assert that a command gets a refusal of this type and changes nothing; return the refusal."""
    before, count = table.stream, len(table.records)
    with pytest.raises(kind) as caught:
        table.send(command, seat, role=role, by=by, faces=faces)
    assert (table.stream, len(table.records)) == (before, count)
    return caught.value


def kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    """Return the types of the events."""
    return [type(event) for event in events]


# ------------------------------------------------------------------ openings


@pytest.mark.rule("AR-STREAM-01")
@pytest.mark.parametrize("command", [Throw(), Close(), AddSalt(salt=SALT), PassOver()])
def test_a_stream_begins_with_its_opening(command: Command) -> None:
    """The kernel refuses any first command except the opening."""
    assert assert_refused(NotOpenedYet, Table(), command).rule == "AR-STREAM-01"


@pytest.mark.rule("AR-STREAM-01")
def test_a_stream_opens_once() -> None:
    """The kernel refuses a second opening of a stream."""
    assert_refused(NotOpenedYet, Table.opened(), OPEN)


@pytest.mark.rule("AR-STREAM-02")
def test_an_opening_names_commits_and_seats() -> None:
    """The opening's commit records the kind and the app, the commitment to a seed, and each seat in order."""
    table = Table(seed=7)
    opened, committed, *seats = table.send(OpenGambit(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))))
    assert opened == StreamOpened(kind="toy.gambit", tenant="tenant")
    assert isinstance(committed, SeedCommitted)
    assert committed.commitment == hashlib.sha256((8).to_bytes(32, "big")).hexdigest()
    assert seats == [SeatOpened(seat="gm", role="gm"), SeatOpened(seat="ann", role="player")]
    assert (table.stream.version, len(table.records)) == (4, 1)


@pytest.mark.rule("AR-STREAM-03")
@pytest.mark.parametrize("command", [Throw(), Say(), Close(), AddSalt(salt=SALT), RotateSeed(), OpenSeat(seat="zoe")])
def test_nothing_follows_the_end(command: Command) -> None:
    """The kernel refuses every command to a closed stream."""
    assert assert_refused(StreamIsOver, Table.opened(Close()), command).rule == "AR-STREAM-03"


@pytest.mark.rule("AR-STREAM-04")
def test_closing_reveals_the_seed() -> None:
    """The commit that closes a stream reveals the seed, which matches the commitment."""
    table = Table.opened()
    commitment = table.stream.epoch.commitment
    revealed, closed = table.send(Close(reason="late"))
    assert isinstance(revealed, SeedRevealed)
    assert hashlib.sha256(bytes.fromhex(revealed.seed)).hexdigest() == commitment
    assert closed == StreamClosed(reason="late")


@pytest.mark.rule("AR-STREAM-04")
def test_who_may_end_a_stream() -> None:
    """The kernel refuses to let a player close the stream.

    The clock and the app may, even if the app acts for a player.
    """
    assert assert_refused(NotForThisSeat, Table.opened(), Close(), "ann").rule == "AR-SEAT-04"
    assert kinds(Table.opened().send(Close(), "ann", by="key:app")) == [SeedRevealed, StreamClosed]
    assert kinds(Table.opened().send(Close(), "clock", role="clock", by="clock")) == [SeedRevealed, StreamClosed]


@pytest.mark.rule("AR-STREAM-04")
def test_a_game_that_is_over_ends_its_stream() -> None:
    """The commit that ends the game has the game's own events, the revealed seed, and the end of the stream."""
    table = Table.opened()
    assert kinds(table.send(Finish(), "ann")) == [Finished, SeedRevealed, StreamClosed]
    assert table.stream.closed


# ------------------------------------------------------------------ seats


@pytest.mark.rule("AR-SEAT-01")
@pytest.mark.parametrize("command", [Throw(), AddSalt(salt=SALT), RotateToken(seat="zoe"), Say()])
def test_only_a_seat_of_the_stream_acts(command: Command) -> None:
    """The kernel refuses a seat that was never opened, whatever the credential."""
    assert assert_refused(SeatUnknown, Table.opened(), command, "zoe", role="player", by="key:app").rule == "AR-SEAT-01"


@pytest.mark.rule("AR-SEAT-01")
def test_the_token_of_an_unknown_seat_is_not_rotated() -> None:
    """The kernel refuses to rotate a token if the game master names a seat that does not exist."""
    unknown = assert_refused(SeatUnknown, Table.opened(), RotateToken(seat="zoe"))
    assert (unknown.field, unknown.needs, unknown.has) == ("seat", ("gm", "ann", "bob", "eve"), "zoe")


@pytest.mark.rule("AR-SEAT-02")
def test_a_seat_is_opened_once() -> None:
    """The kernel refuses to open a seat again, later or in the same opening."""
    assert assert_refused(SeatTaken, Table.opened(), OpenSeat(seat="ann")).has == "ann"
    twice = OpenGambit(seats=(SeatAsk(seat="ann"), SeatAsk(seat="bob"), SeatAsk(seat="ann")))
    assert assert_refused(SeatTaken, Table(), twice).rule == "AR-SEAT-02"


@pytest.mark.rule("AR-SEAT-03")
def test_a_stream_has_room_for_64_seats() -> None:
    """The kernel accepts a 64th seat and refuses a 65th, whether they open with the stream or later."""
    table = Table.opened(*(OpenSeat(seat=f"seat-{number}") for number in range(MAX_SEATS - len(OPEN.seats))))
    assert len(table.stream.seats) == 64
    assert assert_refused(TooManySeats, table, OpenSeat(seat="one-more")).rule == "AR-SEAT-03"
    crowd = OpenGambit(seats=tuple(SeatAsk(seat=f"seat-{number}") for number in range(65)))
    assert_refused(TooManySeats, Table(), crowd)


@pytest.mark.rule("AR-SEAT-04")
@pytest.mark.parametrize("command", [OpenSeat(seat="zoe"), RotateSeed(), RotateToken(seat="bob"), Close()])
def test_some_commands_need_the_game_master_or_the_app(command: Command) -> None:
    """The kernel refuses these commands to players and spectators, but not to the app acting for their seats."""
    for seat in ("ann", "eve"):
        assert assert_refused(NotForThisSeat, Table.opened(), command, seat).rule == "AR-SEAT-04"
    assert Table.opened().send(command, "gm")
    assert Table.opened().send(command, "ann", by="key:app")


@pytest.mark.rule("AR-SEAT-05")
def test_rotating_a_token_raises_the_epoch() -> None:
    """Each rotation of a token raises its seat's epoch by one. A seat may rotate its own token."""
    table = Table.opened()
    assert table.send(RotateToken(seat="ann"), "ann") == (TokenRotated(seat="ann", epoch=1),)
    assert table.send(RotateToken(seat="ann")) == (TokenRotated(seat="ann", epoch=2),)
    assert {seat: state.epoch for seat, state in table.stream.seats.items()} == {"gm": 0, "ann": 2, "bob": 0, "eve": 0}


# ------------------------------------------------------------------ seeds


@pytest.mark.rule("AR-SEED-01")
def test_the_faces_of_an_epoch_follow_from_its_seed_its_salts_and_the_place() -> None:
    """The recorded faces follow from the seed revealed at the end, the salts, and the position of the draw."""
    table = Table.opened()
    table.send(AddSalt(salt=SALT), "bob")
    before = table.stream.version
    (thrown,) = table.send(Throw(dice=9))
    revealed, _ = table.send(Close())
    assert isinstance(revealed, SeedRevealed)
    digest = salts_digest((("bob", SALT),))
    again = SeedTape(seed=bytes.fromhex(revealed.seed), digest=digest, version=before)
    assert thrown.faces == again.roll("open", 6, 9) + again.roll("open again", 6)  # type: ignore[attr-defined]


@pytest.mark.rule("AR-SEED-01")
def test_an_opening_draws_nothing() -> None:
    """The kernel refuses a draw in an opening, because the server has not committed to a seed by then."""
    table = Table()
    assert isinstance(tape_for(table.stream, table.intent(OPEN), lambda: bytes(32)), Unseeded)


@pytest.mark.rule("AR-SEED-02")
def test_rotating_the_seed_reveals_the_old_and_commits_to_the_next() -> None:
    """One commit reveals the old seed and commits to the next seed. The new epoch starts without salts and draws."""
    table = Table.opened(AddSalt(salt=SALT), Throw())
    seed = table.stream.epoch.seed
    revealed, committed = table.send(RotateSeed())
    assert revealed == SeedRevealed(epoch=0, seed=seed)
    assert isinstance(committed, SeedCommitted)
    assert committed.epoch == 1
    assert committed.seed.open() != seed
    assert (table.stream.epoch.salts, table.stream.epoch.drawn) == ((), False)


@pytest.mark.rule("AR-SEED-03")
@pytest.mark.parametrize(("throw", "faces"), [(Throw(), None), (Throw(hidden=(1,)), None), (Throw(), (1, 2))])
def test_a_salt_comes_before_the_first_draw(throw: Throw, faces: tuple[int, ...] | None) -> None:
    """After a public, hidden or entered draw, the kernel refuses a salt until the seed is rotated."""
    table = Table.opened()
    table.send(throw, faces=faces)
    assert assert_refused(EpochHasDrawn, table, AddSalt(salt=SALT), "ann").rule == "AR-SEED-03"
    if throw.hidden:
        table.send(Reveal())
    table.send(RotateSeed())
    assert table.send(AddSalt(salt=SALT), "ann") == (SaltAdded(epoch=1, seat="ann", salt=SALT),)


@pytest.mark.rule("AR-SEED-04")
def test_a_seat_adds_one_salt_to_an_epoch() -> None:
    """In each epoch, the kernel accepts one salt from each seat and refuses its second."""
    table = Table.opened()
    table.send(AddSalt(salt=SALT), "ann")
    assert assert_refused(SaltGivenAlready, table, AddSalt(salt="00" * 32), "ann").rule == "AR-SEED-04"
    table.send(AddSalt(salt=SALT), "bob")
    assert table.stream.epoch.salts == (("ann", SALT), ("bob", SALT))
    table.send(RotateSeed())
    assert table.send(AddSalt(salt=SALT), "ann")


@pytest.mark.rule("AR-SEED-05")
def test_a_seed_stays_while_it_hides_something() -> None:
    """The kernel refuses to rotate a seed while hidden faces depend on it, because rotating it would reveal them."""
    table = Table.opened(Throw(hidden=(1,)))
    assert assert_refused(StillConcealed, table, RotateSeed()).rule == "AR-SEED-05"
    table.send(Reveal())
    assert kinds(table.send(RotateSeed())) == [SeedRevealed, SeedCommitted]


# ------------------------------------------------------------------ faces from a real table


@pytest.mark.rule("AR-FACES-01")
def test_the_game_master_and_the_app_enter_faces() -> None:
    """A player may not enter faces. The record of entered faces has the source `table`."""
    assert (
        assert_refused(OnlyTheGameMasterEntersFaces, Table.opened(), Throw(), "ann", faces=(1, 2)).rule == "AR-FACES-01"
    )
    for seat, by in (("gm", None), ("ann", "key:app")):
        table = Table.opened()
        (thrown,) = table.send(Throw(), seat, by=by, faces=(1, 2))
        assert thrown.faces == (1, 2)  # type: ignore[attr-defined]
        assert b'"source":"table"' in table.records[-1].public
        assert b'"source":"seed"' not in table.records[-1].public


@pytest.mark.parametrize(
    ("faces", "kind", "rule"),
    [
        pytest.param((1,), FacesMissing, "AR-FACES-02", marks=pytest.mark.rule("AR-FACES-02")),
        pytest.param((1, 2, 3), FacesLeft, "AR-FACES-03", marks=pytest.mark.rule("AR-FACES-03")),
        pytest.param((1, 7), FaceImpossible, "AR-FACES-04", marks=pytest.mark.rule("AR-FACES-04")),
    ],
)
def test_faces_that_do_not_fit_are_refused(faces: tuple[int, ...], kind: type[Refusal], rule: str) -> None:
    """The kernel refuses too few, too many or impossible faces, and records nothing."""
    assert assert_refused(kind, Table.opened(), Throw(), faces=faces).rule == rule


def test_faces_for_a_command_without_dice_are_refused() -> None:
    """The kernel refuses faces for a command that rolls no dice."""
    assert_refused(FacesLeft, Table.opened(), Say(), faces=(1,))


# ------------------------------------------------------------------ commits


@pytest.mark.rule("AR-COMMIT-01")
def test_a_commit_holds_at_most_64_events() -> None:
    """A decision of 64 events is one commit, and a decision of 65 events is two; the game sees no difference."""
    table = Table.opened()
    assert len(table.send(Say(times=64))) == 64
    assert len(table.send(Say(times=65))) == 65
    versions = [table.before[0].version, *(json.loads(record.public)["version"] for record in table.records)]
    assert [6, 64, 64, 1] == [after - before for before, after in pairwise(versions)]


@pytest.mark.rule("AR-COMMIT-02")
def test_a_draw_without_an_event_is_void() -> None:
    """A draw without an event is recorded as void; otherwise the next command would draw the same faces, now known."""
    table = Table.opened()
    assert table.send(Say(times=0, waste=True)) == (DrawsVoided(),)
    assert table.send(Say(times=0)) == ()


def test_versions_count_events() -> None:
    """A commit of n events raises the version by n."""
    table = Table.opened()
    assert table.stream.version == 2 + len(OPEN.seats)
    table.send(Say(times=5))
    assert table.stream.version == 2 + len(OPEN.seats) + 5


@pytest.mark.parametrize("make", [lambda: Faces(3, 4), lambda: TableTape((3, 4))])
def test_a_decision_does_not_know_which_tape_it_draws_from(make: Callable[[], Faces | TableTape]) -> None:
    """A game decides in the same way, whether its faces come from a script, a real table or a seed."""
    (thrown,) = Table.opened().send(Throw(), tape=make())
    assert thrown.faces == (3, 4)  # type: ignore[attr-defined]


def test_a_draw_is_numbered_in_its_lane() -> None:
    """Public draws are numbered from 0, and the draws of each audience are numbered separately from 0."""
    table = Table.opened()
    intent = table.intent(Throw())
    tape = tape_for(table.stream, intent, lambda: bytes(32))
    for audience in (None, ("gm",), None, ("ann",), ("gm",)):
        tape.roll("x", 6, audience=audience)
    assert [draw.k for _, draw in tape.taken if isinstance(draw, DiceDraw)] == [0, 0, 1, 0, 1]
