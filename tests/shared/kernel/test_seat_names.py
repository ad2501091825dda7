"""Names of seats: kept with the stream, in one form, and never those of two seats."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from msgspec import UNSET

from shared.kernel.game import Opening, SeatAsk
from shared.kernel.refusals import SeatTaken
from shared.kernel.stream import OpenSeat, SeatOpened
from tests.support.forks import audited_fork, fork_of
from tests.support.journal import Journal
from tests.support.undo_plays import asked, proven, put, refused
from tests.support.undo_toy import SEATS, SHELF, OpenShelf, shelf

YLVA: Final = SeatAsk(seat="ylva", name="Ylva the Grey")


@pytest.mark.rule("AR-PAGE-57")
def test_a_name_is_kept_with_the_seat() -> None:
    """The event that opens the seat has it; a seat without one is recorded as ever, and an undo takes no name back."""
    table = Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA)))
    opened = [event for event in table.events if isinstance(event, SeatOpened)]
    assert [event.name for event in opened] == [UNSET] * len(SEATS) + ["Ylva the Grey"]
    (first,) = put(table, "ann")
    table.send(OpenSeat(seat="odo", name="Odo"), "gm")
    assert asked(table, first, "gm") == ()
    assert {seat: held.name for seat, held in table.stream.seats.items() if held.name} == {
        "ylva": "Ylva the Grey", "odo": "Odo",
    }  # fmt: skip
    proven(table)


@pytest.mark.rule("AR-PAGE-57")
def test_a_fork_has_the_names_of_its_parent() -> None:
    """Everybody who reads the fork reads the same names, and the audit finds them in its opening."""
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
    """A name that is the id or the name of another seat is refused, in any case of letters, now and later."""
    table = Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA)))
    found = refused(SeatTaken, table, OpenSeat(seat="odo", name=name), "gm")
    assert (found.has is not None, found.field) == (True, "name")
    with pytest.raises(SeatTaken):
        Journal(SHELF, OpenShelf(seats=(*SEATS, YLVA, SeatAsk(seat="odo", name=name))))
    assert refused(SeatTaken, with_odo(), OpenSeat(seat="bobby"), "gm").has == "bobby"


def with_odo() -> Journal[Any]:
    """Return a table with a seat whose name looks like an id."""
    return Journal(SHELF, OpenShelf(seats=(*SEATS, SeatAsk(seat="odo", name="Bobby"))))


@pytest.mark.rule("AR-PAGE-57")
def test_a_seat_may_have_its_own_id_for_a_name() -> None:
    """In other letters, too."""
    table = shelf()
    assert table.send(OpenSeat(seat="odo", name="Odo"), "gm") == (SeatOpened(seat="odo", role="player", name="Odo"),)


@pytest.mark.rule("AR-PAGE-57")
@pytest.mark.parametrize(
    "name", ["", " Ylva", "Ylva ", "\u3000", "a\nb", "Ylva\n", "\u202eavlY", "a\u200bb", "\ufeffa", "x" * 41, 5]
)
def test_a_name_in_another_form_is_malformed(name: object) -> None:
    """It is empty or too long, or has a blank at its ends, or a character that others cannot see."""
    body = {"type": "OpenShelf", "seats": [{"seat": "ylva", "name": name}]}
    with pytest.raises(msgspec.ValidationError):
        opening_in(body)


@pytest.mark.parametrize("name", ["Y", "Ylva the Grey", "安", "Ann Müller", "O'Brien <3", "x" * 40])
def test_a_name_of_any_script_is_taken(name: str) -> None:
    """Letters of any script, blanks within, and signs."""
    assert opening_in({"type": "OpenShelf", "seats": [{"seat": "ylva", "name": name}]}).seats[0].name == name


def opening_in(body: object) -> Opening:
    """Decode an opening as the server does."""
    return msgspec.json.decode(msgspec.json.encode(body), type=OpenShelf)
