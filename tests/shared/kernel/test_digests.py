"""The canonical form of a state, its digest, and the search for the first version at which two folds differ."""

from __future__ import annotations

from itertools import product
from math import ceil, log2
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import replace

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.tcg.game import match
from shared.kernel.digests import digest_for, digest_of, first_difference, form_of, schema_name
from shared.kernel.game import SeatAsk
from shared.kernel.messages import canonical
from tests.support.journal import Journal
from tests.tcg.board import board, side


class Shelf(Struct, kw_only=True):
    """A part of the toy state."""

    made: int
    things: tuple[str, ...] = ()
    places: dict[int, str] = {}
    marks: frozenset[str] = frozenset()
    limit: int = 3
    open: bool = False
    note: str | UnsetType = UNSET


class Box(Struct, array_like=True, tag="box", rename={"owner": "of"}):
    """A toy struct with a tag, short field names, and an array form in JSON."""

    owner: str
    size: int = 1


# ---------------------------------------------------------------- the form


@pytest.mark.rule("AR-DIGEST-01")
def test_a_form_leaves_out_defaults_and_writes_keys_as_text() -> None:
    """The form contains only fields whose value is not the default.

    Sets are sorted, and structs are objects with their tag.
    """
    shelf = Shelf(made=0, places={10: "b", 2: "a"}, marks=frozenset({"b", "a"}), limit=4)
    state = {"shelf": shelf, "boxes": [Box("ann"), Box("bob", 2)]}

    assert form_of(state) == {
        "shelf": {"made": 0, "places": {"10": "b", "2": "a"}, "marks": ["a", "b"], "limit": 4},
        "boxes": [{"type": "box", "of": "ann"}, {"type": "box", "of": "bob", "size": 2}],
    }
    assert canonical(form_of({2: 1, 10: 1})) == b'{"10":1,"2":1}'


@pytest.mark.rule("AR-DIGEST-01")
def test_an_empty_value_that_is_not_the_default_is_written() -> None:
    """The form contains 0, false and empty values that are not the default; 0 does not equal a default of false."""
    states = [
        replace(shelf, limit=limit, open=is_open)
        for shelf, limit, is_open in product((Shelf(made=0), Shelf(made=0, note="")), (0, 3), (False, True))
    ]
    kind = defstruct("Loose", [("value", Any, False)])

    assert len({digest_of(state) for state in states}) == len(states)
    assert form_of(kind(value=0)) == {"value": 0}
    assert form_of(kind(value=False)) == {}


@pytest.mark.rule("AR-DIGEST-01")
def test_a_new_field_with_its_default_changes_the_schema_and_no_digest() -> None:
    """A new field changes the schema's name, but it changes a digest only if its value is not the default."""
    fields: list[Any] = [("made", int), ("things", tuple[str, ...], ())]
    before, after = defstruct("Cup", fields), defstruct("Cup", [*fields, ("cups", int, 1)])

    assert digest_of(before(2)) == digest_of(after(2))
    assert digest_of(before(2)) != digest_of(after(2, cups=2))
    assert schema_name(before) != schema_name(after)


@pytest.mark.rule("AR-DIGEST-01")
def test_the_name_of_a_schema_changes_with_a_default_and_with_no_text() -> None:
    """The schema's name changes with a default or a field's name, but not with a docstring."""
    fields: list[Any] = [("title", str, ""), ("description", int, 1)]
    plain = defstruct("Cup", fields)
    said = defstruct("Cup", fields, namespace={"__doc__": "A cup of tea."})
    other = defstruct("Cup", [fields[0], ("description", int, 2)])
    renamed = defstruct("Cup", [("titles", str, ""), fields[1]])

    assert schema_name(plain) == schema_name(said)
    assert len({schema_name(kind) for kind in (plain, other, renamed)}) == 3


@pytest.mark.rule("AR-DIGEST-01")
def test_a_part_that_is_encoded_already_has_the_form_of_its_value() -> None:
    """A part of a view that is already encoded as JSON has the same form as the value it encodes."""
    assert digest_of({"part": msgspec.Raw(b'{"b":1, "a":2}')}) == digest_of({"part": {"a": 2, "b": 1}})


# ---------------------------------------------------------------- digests for each reader


@pytest.mark.rule("AR-DIGEST-02")
def test_a_hidden_die_changes_only_its_readers_digests() -> None:
    """A hidden die changes the digest only for readers who may see the die.

    These are the die's audience, the app, and the readers of an open log. Any other seat has the same digest
    whatever the die shows.
    """
    seats = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
    journals = [Journal(table, OpenTable(seats=seats), seed=seed) for seed in range(1, 9)]
    for journal in journals:
        journal.send(Roll(rolls=(RollAsk(what=Notation(text="1d20")),), secret=True), "gm")

    def digests(seat: str | None, *, opened: bool = False) -> int:
        """Return the number of different digests that one reader gets for these streams."""
        return len({digest_for(table, journal.state, seat, opened=opened).digest for journal in journals})

    assert digests("ann") == 1
    assert min(digests("gm"), digests(None), digests("ann", opened=True)) > 1


@pytest.mark.rule("AR-DIGEST-02")
def test_values_that_nobody_may_read_are_in_no_digest_of_a_view() -> None:
    """No reader may see a deck's order, so two orders have the same digest for every reader until the log is open."""
    state = board(a=side(deck=["gate-whelp", "riptide"]), b=side()).state
    other = state.mutable_copy()
    other.players["a"].deck.reverse()

    for seat in (None, "a", "b"):
        assert digest_for(match, state, seat, opened=False) == digest_for(match, other, seat, opened=False)
    assert digest_for(match, state, None, opened=True) != digest_for(match, other, None, opened=True)


# ---------------------------------------------------------------- the first difference


@pytest.mark.rule("AR-DIGEST-03")
@pytest.mark.parametrize("first", [1, 2, 16, 511, 512, 999, 1000])
def test_the_first_difference_is_found_in_few_questions(first: int) -> None:
    """The search checks the last version and then halves the range until it finds the first difference.

    It checks at most one version more than the number of halvings.
    """
    asked: list[int] = []

    def differs(version: int) -> bool:
        """Record the checked version; return True from version `first` on."""
        asked.append(version)
        return version >= first

    assert first_difference(range(1, 1001), differs) == first
    assert len(asked) <= 1 + ceil(log2(1000))


@pytest.mark.rule("AR-DIGEST-03")
def test_a_difference_within_a_stretch_of_16_takes_four_questions_more() -> None:
    """In a range of 16 versions, the search checks the last version and at most four more."""
    for first in range(1, 17):
        asked: list[int] = []

        def differs(version: int, asked: list[int] = asked, first: int = first) -> bool:
            """Record the checked version; return True from version `first` on."""
            asked.append(version)
            return version >= first

        assert first_difference(range(1, 17), differs) == first
        assert asked[0] == 16
        assert len(asked[1:]) <= 4


@pytest.mark.rule("AR-DIGEST-03")
def test_folds_that_are_alike_at_the_end_are_alike() -> None:
    """Checking the last version is enough to show that two folds are equal.

    For a log without versions nothing is checked.
    """
    asked: list[int] = []

    def differs(version: int) -> bool:
        """Record the checked version; return False."""
        asked.append(version)
        return False

    assert first_difference([3, 5, 9], differs) is None
    assert first_difference([], differs) is None
    assert asked == [9]
