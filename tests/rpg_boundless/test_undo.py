"""Undo in a campaign: folded in a process of the pool, with the earlier states that the log leads back to."""

import msgspec
import pytest

from shared.kernel.record import NO_HEAD
from shared.kernel.stream import Memory, NeedsPast, Stream
from shared.kernel.tracking import taken_back_to
from shared.platform.eventlog.reading.pool_folding import fold_entries, stream_codec
from tests.rpg_boundless.sessions import taken_back

encode = msgspec.msgpack.encode


@pytest.mark.rule("AR-UNDO-01")
def test_a_process_of_the_pool_folds_with_earlier_states() -> None:
    """From any version on, the process gives the same stream; without the state that it needs, it names the version."""
    journal = taken_back()
    name, lacking = journal.rules.name, 0
    entries = [
        (record.public, head, [(part.salt, part.data) for part in record.parts])
        for record, head in zip(journal.records, journal.heads, strict=True)
    ]
    empty: Stream[object] = Stream(id=journal.stream.id, game=journal.rules.initial)
    for cut in range(len(entries)):
        memory: Memory[object] = Memory()
        stored = [(record.public, [part.data for part in record.parts]) for record in journal.records[:cut]]
        before = encode(journal.reader.fold(empty, stored, memory))
        head = journal.heads[cut - 1] if cut else NO_HEAD
        after = fold_entries(name, before, head, entries[cut:], encode(memory.kept))
        assert stream_codec(journal.rules).decode(after) == journal.stream
        if any(
            to < memory.kept[-1][0] for record in journal.records[cut:] for to in taken_back_to(record.public) if cut
        ):
            lacking += 1
            with pytest.raises(NeedsPast):
                fold_entries(name, before, head, entries[cut:], encode([]))
    assert lacking > 0
