"""Seats that the computer plays: who appoints and dismisses computer players, and who may act for such a seat."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from shared.kernel.game_parts import House
from shared.kernel.legal import legal
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import (
    NoStrength,
    NoSuchPlayer,
    NotForThisSeat,
    NothingToPlay,
    NotPlayedByTheHouse,
    PlayedByTheHouse,
    Refusal,
    SeatUnknown,
)
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import (
    AddSalt,
    AppointPlayer,
    DismissPlayer,
    PlayerAppointed,
    PlayerDismissed,
    RotateToken,
    SaltAdded,
    TokenRotated,
    commands_of,
)
from tests.support.forging import forge_commit
from tests.support.kernel_toy import GAMBIT, GambitState, Say, Table, Throw, audit_export
from tests.support.releases import change_game

SALT: Final = "5a" * 32
BOLD: Final = "player:bold@gambit 1"


class DeckNeeded(Refusal, rule="TOY-REVEAL-01"):
    """This seat is not ready for a computer player."""


def not_bob(_: GambitState, seat: str) -> None:
    """Refuse to let the computer play bob's seat."""
    if seat == "bob":
        raise DeckNeeded(needs="a deck", has="none", field="seat")


class HouseTable(Table):
    """A table of the toy game that has two computer players."""

    game = change_game(GAMBIT, house=House[GambitState](players=("bold", "meek"), check_ready=not_bob))


class ThinkingTable(Table):
    """A table of the toy game with two computer players, one of which has a strength."""

    game = change_game(GAMBIT, house=House[GambitState](players=("meek", "wise"), thinkers=("wise",)))


def assert_refused(
    kind: type[Refusal], table: Table, command: Command, seat: str = "gm", *, by: str | None = None
) -> Refusal:
    """Assert that a command gets a refusal of this type and changes nothing; return the refusal."""
    before, count = table.stream, len(table.records)
    with pytest.raises(kind) as caught:
        table.send(command, seat, by=by)
    assert (table.stream, len(table.records)) == (before, count)
    return caught.value


def appoint(player: str = "bold") -> HouseTable:
    """Return a table at which the computer plays ann's seat."""
    table = HouseTable.opened(AppointPlayer(seat="ann", player=player))
    assert isinstance(table, HouseTable)
    return table


# ---------------------------------------------------------------- appointing


@pytest.mark.rule("AR-HOUSE-01")
@pytest.mark.parametrize(("seat", "by"), [("ann", None), ("gm", None), ("bob", "key:app")])
def test_a_seat_is_given_to_the_house(seat: str, by: str | None) -> None:
    """The seat's holder, the game master and the app may appoint a computer player, whose name the seat then shows."""
    table = HouseTable.opened()
    events: tuple[Event, ...] = table.send(AppointPlayer(seat="ann", player="bold"), seat, by=by)
    assert events == (PlayerAppointed(seat="ann", player="bold"),)
    assert ["", "bold", "", ""] == [one.player for one in table.stream.seats.values()]


@pytest.mark.rule("AR-HOUSE-01")
def test_another_player_replaces_the_first() -> None:
    """The computer player appointed last plays the seat, which keeps its role and the epoch of its tokens."""
    table = appoint()
    table.send(RotateToken(seat="ann"))
    assert table.send(AppointPlayer(seat="ann", player="meek")) == (PlayerAppointed(seat="ann", player="meek"),)
    ann = table.stream.seats["ann"]
    assert ("meek", "player", 1) == (ann.player, ann.role, ann.epoch)


@pytest.mark.rule("AR-HOUSE-01")
@pytest.mark.parametrize(
    ("command", "seat", "kind"),
    [
        (AppointPlayer(seat="ann", player="bold"), "bob", NotForThisSeat),
        (AppointPlayer(seat="zoe", player="bold"), "gm", SeatUnknown),
        (AppointPlayer(seat="ann", player="sly"), "ann", NoSuchPlayer),
        (AppointPlayer(seat="eve", player="bold"), "eve", NothingToPlay),
        (AppointPlayer(seat="gm", player="bold"), "gm", NothingToPlay),
        (AppointPlayer(seat="bob", player="bold"), "bob", DeckNeeded),
    ],
)
def test_an_appointment_is_refused(command: Command, seat: str, kind: type[Refusal]) -> None:
    """The kernel refuses to appoint a player to another's seat, to an unknown or unready seat, or for a spectator.

    It also refuses an unknown player.
    """
    assert_refused(kind, HouseTable.opened(), command, seat)


@pytest.mark.rule("AR-HOUSE-08")
def test_a_player_that_thinks_is_appointed_with_a_strength() -> None:
    """A computer player has its default strength unless the command names another.

    A player that replaces another does not inherit that player's strength.
    """
    table = ThinkingTable.opened()
    assert table.send(AppointPlayer(seat="ann", player="wise")) == (
        PlayerAppointed(seat="ann", player="wise", strength=3),
    )
    table.send(AppointPlayer(seat="ann", player="wise", strength=5))
    assert table.stream.seats["ann"].strength == 5
    table.send(AppointPlayer(seat="ann", player="meek"))
    assert table.stream.seats["ann"].strength == 0


@pytest.mark.rule("AR-HOUSE-08")
def test_other_players_have_no_strength() -> None:
    """The kernel refuses a strength for players that have no setting for it.

    The events of such players have the same bytes as in earlier releases.
    """
    assert_refused(NoStrength, ThinkingTable.opened(), AppointPlayer(seat="ann", player="meek", strength=1))
    said = msgspec.to_builtins(PlayerAppointed(seat="ann", player="meek"))
    assert said == {"type": "PlayerAppointed", "seat": "ann", "player": "meek"}


@pytest.mark.rule("AR-HOUSE-01")
def test_a_game_without_computer_players_offers_none() -> None:
    """A game without computer players offers no commands for them, and the kernel refuses to appoint one."""
    table = Table.opened()
    assert assert_refused(NoSuchPlayer, table, AppointPlayer(seat="ann", player="bold")).needs == ()
    assert not {AppointPlayer, DismissPlayer} & {*commands_of(table.game)}
    assert {AppointPlayer, DismissPlayer} < {*commands_of(HouseTable.game)}


# ---------------------------------------------------------------- while the computer plays


@pytest.mark.rule("AR-HOUSE-02")
@pytest.mark.parametrize("by", ["seat:ann@0", "key:app"])
def test_nobody_else_acts_for_the_seat(by: str) -> None:
    """While the computer plays a seat, the kernel refuses commands of the game from its token or the app's key.

    Only the computer player may send such commands.
    """
    table = appoint()
    assert assert_refused(PlayedByTheHouse, table, Say(text="hello", times=1), "ann", by=by).rule == "AR-HOUSE-02"
    assert table.send(Throw(), "ann", by=BOLD)
    assert table.send(Throw(), "bob")


@pytest.mark.rule("AR-HOUSE-02")
@pytest.mark.parametrize(("player", "by"), [("meek", BOLD), (None, BOLD), ("bold", "player:@gambit 1")])
def test_only_the_appointed_player_acts_for_the_house(player: str | None, by: str) -> None:
    """The kernel refuses a command of a computer player that was never appointed, or was replaced or dismissed."""
    table = HouseTable.opened() if player is None else appoint(player)
    assert_refused(NotPlayedByTheHouse, table, Throw(), "ann", by=by)


@pytest.mark.rule("AR-HOUSE-02")
def test_the_holder_keeps_tokens_and_salts() -> None:
    """While the computer plays a seat, its holder may still send the kernel's commands about tokens and salts."""
    table = appoint()
    assert table.send(AddSalt(salt=SALT), "ann") == (SaltAdded(epoch=0, seat="ann", salt=SALT),)
    assert table.send(RotateToken(seat="ann"), "ann") == (TokenRotated(seat="ann", epoch=1),)


# ---------------------------------------------------------------- dismissing


@pytest.mark.rule("AR-HOUSE-03")
@pytest.mark.parametrize(("seat", "by"), [("ann", None), ("gm", None), ("bob", "key:app")])
def test_a_seat_is_taken_back(seat: str, by: str | None) -> None:
    """After a computer player is dismissed, the holder acts for the seat again, and the computer no longer does."""
    table = appoint()
    assert table.send(DismissPlayer(seat="ann"), seat, by=by) == (PlayerDismissed(seat="ann"),)
    assert table.send(Throw(), "ann")
    assert_refused(NotPlayedByTheHouse, table, Throw(), "ann", by=BOLD)


@pytest.mark.rule("AR-HOUSE-03")
@pytest.mark.parametrize(("who", "seat", "kind"), [("ann", "bob", NotForThisSeat), ("bob", "bob", NotPlayedByTheHouse)])
def test_a_dismissal_is_refused(who: str, seat: str, kind: type[Refusal]) -> None:
    """The kernel refuses a dismissal that another seat sends, and a dismissal for a seat that no computer plays."""
    assert_refused(kind, appoint(), DismissPlayer(seat=who), seat)


# ---------------------------------------------------------------- lists and audits


@pytest.mark.rule("AR-HOUSE-01", "AR-HOUSE-02", "AR-HOUSE-03")
def test_lists_offer_what_a_seat_may_do() -> None:
    """A seat may appoint a computer player by its legal list. After that, the list has only its dismissal."""
    table = HouseTable.opened()
    before = legal(table.game, table.stream, "ann", "player")
    (offer,) = (one for one in before.allowed if one.command == "AppointPlayer")
    assert (("bold", "meek"), "ann") == (offer.fields["player"].options, offer.body["seat"])
    table.send(AppointPlayer(seat="ann", player="bold"))
    after = legal(table.game, table.stream, "ann", "player")
    assert {"AppointPlayer", "DismissPlayer", "RotateToken", "AddSalt"} == {one.command for one in after.allowed}


@pytest.mark.rule("AR-HOUSE-02")
def test_an_audit_decides_turns_of_the_house_again() -> None:
    """The audit passes an honest log with turns of a computer player.

    If a turn names another computer player than the appointed one, the audit finds it.
    """
    table = appoint()
    table.send(Throw(), "ann", by=BOLD)
    lines, reader = table.lines(), log_reader_of(table.game)
    assert audit_export(lines, lambda _: reader).honest
    other = forge_commit(lines, len(lines), lambda form: form["public"]["intent"].update(by="player:meek@gambit 1"))
    assert not audit_export(other, lambda _: reader).honest
