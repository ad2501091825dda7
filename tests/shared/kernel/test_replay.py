"""Replaying a log: it leads to the same stream as deciding, and an unreadable record raises an error that says why."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.kernel.chance import DiceDraw
from shared.kernel.game_parts import Storage
from shared.kernel.messages import Command, Event, Secret, canonical
from shared.kernel.replay import FromTheFuture, ImpossibleHistory, LogReader, open_command, open_draws, placeholder
from shared.kernel.stream import AddSalt, RotateSeed, Stream
from tests.support.kernel_toy import GAMBIT, GM, Bid, GambitState, Reveal, Say, Table, Throw
from tests.support.releases import change_game

READER = LogReader(GAMBIT)
COMMANDS = st.lists(
    st.one_of(
        st.builds(Say, text=st.text(st.characters(codec="utf-8"), max_size=9), times=st.integers(1, 3)),
        st.builds(Bid, amount=st.integers(0, 99)),
        st.builds(Throw, dice=st.integers(0, 3), hidden=st.tuples(st.integers(0, 2)), shuffle=st.integers(0, 9)),
        st.just(RotateSeed()),
        st.just(Reveal()),
    ),
    max_size=8,
)


def fold_log(table: Table, reader: LogReader[GambitState] = READER) -> Stream[GambitState]:
    """Fold the whole log of a table, with all its secret parts."""
    start = Stream(id=table.stream.id, game=GAMBIT.initial, tenant="tenant")
    return reader.fold(start, [(record.public, [part.data for part in record.parts]) for record in table.records])


@settings(max_examples=50)
@given(commands=COMMANDS)
def test_the_log_folds_to_the_stream_that_was_decided_on(commands: list[Command]) -> None:
    """Seats, seeds, secrets, versions, times and the game's state are unchanged after encoding and folding."""
    table = Table.opened()
    for command in commands:
        if isinstance(command, RotateSeed | Reveal) and bool(table.stream.game.hidden) is isinstance(
            command, RotateSeed
        ):
            continue
        table.send(command)
    assert fold_log(table) == table.stream


def test_every_moment_of_the_past_can_be_folded() -> None:
    """Folding the first part of a log results in the stream as it was at that version."""
    table = Table.opened(Throw(), Bid(amount=1), Say())
    table.records = table.records[:2]
    assert fold_log(table) == table.before[2]


# ------------------------------------------------------------------ unreadable records


def alter_record(table: Table, number: int, **changes: object) -> list[tuple[bytes, list[bytes | None]]]:
    """Return the stored records of a table, of which one has other fields."""
    stored: list[tuple[bytes, list[bytes | None]]] = [
        (record.public, [part.data for part in record.parts]) for record in table.records
    ]
    form = msgspec.json.decode(stored[number][0]) | changes
    stored[number] = (canonical(form), stored[number][1])
    return stored


def fold(stored: list[tuple[bytes, list[bytes | None]]]) -> Stream[GambitState]:
    """Fold stored records from the beginning."""
    return READER.fold(Stream(id="toy.gambit:t", game=GAMBIT.initial), stored)


def test_a_gap_in_the_versions_is_refused() -> None:
    """The fold detects a missing commit when it reads the next commit."""
    stored = alter_record(Table.opened(Say(), Say()), 0)
    with pytest.raises(ImpossibleHistory, match="does not follow"):
        fold([stored[0], stored[2]])


def test_an_event_of_a_newer_release_is_named() -> None:
    """If a log has an unknown event type, the error says that a newer release wrote the event."""
    stored = alter_record(Table.opened(Say()), 1, events=[{"type": "Teleported"}])
    with pytest.raises(FromTheFuture, match="Teleported"):
        fold(stored)


@pytest.mark.parametrize(
    "changes",
    [
        {"version": "x"},
        {"events": [{"type": "Said", "text": 5}]},
        {"events": "none"},
        {"events": [{"text": "no type"}], "intent": 5},
    ],
)
def test_a_damaged_record_is_refused(changes: dict[str, object]) -> None:
    """The fold refuses a record that no release could have written."""
    with pytest.raises(ImpossibleHistory):
        fold(alter_record(Table.opened(Say()), 1, **changes))


@pytest.mark.parametrize("noise", [b"", b"{", b"\xff", b"[]", b'{"version":1}'])
def test_noise_is_refused(noise: bytes) -> None:
    """The fold raises only `ImpossibleHistory`, whatever bytes the store returns."""
    with pytest.raises(ImpossibleHistory):
        READER.commit(noise)


# ------------------------------------------------------------------ old events


class Whispered(Event, frozen=True, kw_only=True):
    """The event that replaces `Said` under a new name."""

    words: str
    loud: bool


def test_old_events_become_todays() -> None:
    """An upcaster converts a stored event of an old release to its current form before the event is folded."""
    newer = change_game(
        GAMBIT,
        events=(*(kind for kind in GAMBIT.events if kind.__name__ != "Said"), Whispered),
        storage=Storage(
            upcasters={
                "Said": lambda old: {"type": "Spoken", "words": old["text"]},
                "Spoken": lambda old: old | {"type": "Whispered", "loud": False},
            }
        ),
        folds=dict(GAMBIT.folds) | {Whispered: lambda state, event: replace(state, bids=len(event.words))},
    )
    table = Table.opened(Throw(), Say(text="hello"))
    stream = fold_log(table, LogReader(newer))
    assert (stream.game.bids, stream.version, stream.epoch.drawn) == (5, table.stream.version, True)


# ------------------------------------------------------------------ secret parts


def test_a_part_that_is_closed_stays_closed() -> None:
    """A reader who may not read a part of a record learns only its audience."""
    record = Table.opened(Bid(amount=3)).records[-1]
    (bid,) = READER.commit(record.public, [None] * len(record.parts)).events
    assert bid.amount == Secret(audience=("gm", "gm"), sealed=2)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "form",
    [
        None,
        5,
        {"audience": ["gm"]},
        {"audience": ["gm"], "sealed": True},
        {"audience": ["gm"], "sealed": "0"},
        {"audience": "gm", "sealed": 0},
        {"audience": [1], "sealed": 0},
        {"audience": ["gm"], "sealed": 0, "more": 1},
    ],
)
def test_a_value_that_resembles_a_placeholder_is_a_value(form: object) -> None:
    """A value counts as a placeholder only if it has exactly two fields.

    These are an audience (a list of names) and a whole number.
    """
    assert placeholder(form) is None


def test_draws_are_opened_with_their_audience() -> None:
    """Hidden draws come after the public draws, each with its audience; the number of closed parts is counted."""
    record = Table.opened(Throw(hidden=(2, 1), audiences=(GM, ("ann",)))).records[-1]
    draws = json.loads(record.public)["draws"]
    opened: list[Any] = [part.data for part in record.parts]
    whole, closed = open_draws(draws, opened)
    assert [audience for audience, _ in whole] == [None, None, ("ann",), ("gm",), ("gm",)]
    assert ([draw.k for _, draw in whole], closed) == ([0, 1, 0, 0, 1], 0)
    some, closed = open_draws(draws, [None, *opened[1:]])
    assert ([audience for audience, _ in some], closed) == ([None, None, ("gm",), ("gm",)], 1)
    assert all(isinstance(draw, DiceDraw) for _, draw in whole)


def test_one_unreadable_field_closes_a_hidden_command() -> None:
    """A reader who may not read one of a command's secret fields cannot read any part of the command."""
    record = Table.opened(Bid(amount=3, word="w")).records[-1]
    command = json.loads(record.public)["intent"]["command"]
    opened = [part.data for part in record.parts]
    assert open_command(command, opened) == {"type": "Bid", "amount": 3, "word": "w"}
    with pytest.raises(LookupError, match="amount"):
        open_command(command, [None, *opened[1:]])


def test_salts_and_epochs_come_back() -> None:
    """Folding restores the current epoch of the stream, its salts, and whether it has drawn."""
    table = Table.opened(AddSalt(salt="ab" * 32), Throw(), RotateSeed(), AddSalt(salt="cd" * 32))
    epoch = fold_log(table).epoch
    assert (epoch.number, epoch.salts, epoch.drawn) == (1, (("gm", "cd" * 32),), False)
