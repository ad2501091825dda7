"""Names of seats: they are recorded with the stream, have one form, and never look alike."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET

from shared.kernel.game import Opening, SeatAsk
from shared.kernel.refusals import NameTaken, UnreadableName
from shared.kernel.stream import OpenSeat, SeatOpened
from tests.support.forks import audited_fork, fork_of
from tests.support.journal import Journal
from tests.support.undo_plays import assert_refused, propose_undo, proven, put
from tests.support.undo_toy import SEATS, SHELF, OpenShelf, shelf
from tests.support.unseen import UNSEEN

YLVA: Final = SeatAsk(seat="ylva", name="Ylva the Grey")


@pytest.mark.rule("AR-PAGE-57")
def test_a_name_is_kept_with_the_seat() -> None:
    """The event that opens a seat contains its name.

    Without a name, the event has the same bytes as before. An undo removes no name.
    """
    table = Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA)))
    opened = [event for event in table.events if isinstance(event, SeatOpened)]
    assert [event.name for event in opened] == [UNSET] * len(SEATS) + ["Ylva the Grey"]
    (first,) = put(table, "ann")
    table.send(OpenSeat(seat="odo", name="Odo"), "gm")
    assert propose_undo(table, first, "gm") == ()
    assert {seat: held.name for seat, held in table.stream.seats.items() if held.name} == {
        "ylva": "Ylva the Grey", "odo": "Odo",
    }  # fmt: skip
    proven(table)


@pytest.mark.rule("AR-PAGE-57")
def test_a_fork_has_the_names_of_its_parent() -> None:
    """The opening of a fork has the names of its parent's seats, and the audit checks them there."""
    table = Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA)))
    put(table, "ann")
    fork = fork_of(table, table.stream.version)
    assert fork.stream.seats["ylva"].name == "Ylva the Grey"
    fork.close()
    table.close()
    assert audited_fork(fork, table.lines()).proven


@pytest.mark.rule("AR-PAGE-57")
@pytest.mark.parametrize("name", ["Gm", "ann", "ylva the grey", "YLVA"])
def test_no_seat_passes_for_another(name: str) -> None:
    """The kernel refuses a name that equals another seat's id or name, in any case, now or later."""
    table = Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA)))
    found = assert_refused(NameTaken, table, OpenSeat(seat="odo", name=name), "gm")
    assert (found.has is not None, found.field) == (True, "name")
    with pytest.raises(NameTaken):
        Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA, SeatAsk(seat="odo", name=name))))
    found = assert_refused(NameTaken, with_odo(), OpenSeat(seat="bobby"), "gm")
    assert (found.has, found.field, found.rule) == ("bobby", "seat", "AR-PAGE-57")


def with_odo() -> Journal[Any]:
    """Return a stream with a seat whose name resembles an id."""
    return Journal(SHELF, OpenShelf(seats=(*SEATS, SeatAsk(seat="odo", name="Bobby"))))


@pytest.mark.rule("AR-PAGE-57")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Zo\u00e9", "Zoe\u0301"), ("\uff21\uff4e\uff4e\uff41", "anna"), ("Ann Lee", "ann\u00a0lee"),
        ("Ann Lee", "Ann \u3000 Lee"), ("Stra\u00dfe", "STRASSE"), ("Ylva 2", "Ylva \u00b2"),
    ],
)  # fmt: skip
def test_no_name_reads_like_another(first: str, second: str) -> None:
    """The kernel refuses a name that differs from another only in case, composition, letter width or blanks."""
    for one, other in ((first, second), (second, first)):
        table = Journal(SHELF, OpenShelf(seats=(*SEATS, SeatAsk(seat="ylva", name=one))))
        assert assert_refused(NameTaken, table, OpenSeat(seat="odo", name=other), "gm").has == other


@pytest.mark.rule("AR-PAGE-57")
def test_a_wide_name_does_not_pass_for_an_id() -> None:
    """The kernel refuses a name in wide letters that reads like another seat's id."""
    assert assert_refused(NameTaken, shelf(), OpenSeat(seat="odo", name="\uff41\uff4e\uff4e"), "gm").field == "name"


@pytest.mark.rule("AR-PAGE-57")
@pytest.mark.parametrize("code", [*UNSEEN, 0x200C, 0x200D, 0xFE0F, 0x180B, 0xE01EF, 0x2800])
def test_a_name_has_no_character_that_people_cannot_see(code: int) -> None:
    """The kernel refuses a name with an invisible character, including joiners and selectors.

    The refusal names the code point of the character.
    """
    name = f"Yl{chr(code)}va"
    found = assert_refused(UnreadableName, shelf(), OpenSeat(seat="odo", name=name), "gm")
    assert (found.has, found.field, found.rule) == (f"U+{code:04X}", "name", "AR-PAGE-57")
    with pytest.raises(UnreadableName):
        Journal(SHELF, OpenShelf(seats=(*SEATS, SeatAsk(seat="odo", name=name))))


@pytest.mark.rule("AR-PAGE-57")
def test_a_seat_may_have_its_own_id_for_a_name() -> None:
    """A seat's name may be its own id, even with upper-case letters."""
    table = shelf()
    assert table.send(OpenSeat(seat="odo", name="Odo"), "gm") == (SeatOpened(seat="odo", role="player", name="Odo"),)


@pytest.mark.rule("AR-PAGE-57")
@pytest.mark.parametrize(
    "name", ["", " Ylva", "Ylva ", "\u3000", "a\nb", "Ylva\n", "\u202eavlY", "a\u200bb", "\ufeffa", "x" * 41, 5]
)
def test_a_name_in_another_form_is_malformed(name: object) -> None:
    """A name does not match the schema if it is empty or too long, begins or ends with a blank, or is unreadable."""
    body = {"type": "OpenShelf", "seats": [{"seat": "ylva", "name": name}]}
    with pytest.raises(msgspec.ValidationError):
        opening_in(body)


@pytest.mark.parametrize("name", ["Y", "Ylva the Grey", "安", "Ann Müller", "O'Brien <3", "x" * 40])
def test_a_name_of_any_script_is_taken(name: str) -> None:
    """The kernel accepts letters of any script, blanks within a name, and signs."""
    assert opening_in({"type": "OpenShelf", "seats": [{"seat": "ylva", "name": name}]}).seats[0].name == name


def opening_in(body: object) -> Opening:
    """Decode the body of an opening as the server does."""
    return msgspec.json.decode(msgspec.json.encode(body), type=OpenShelf)
