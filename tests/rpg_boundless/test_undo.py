"""Undo in a campaign: stored things that seats have seen, and worker processes that fold from earlier states."""

import msgspec
import pytest

from services.rpg_boundless.chapters.enemies import BringEnemy, GiveItem, StoreItem
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.settings import Settings
from shared.kernel.campaign.keeping import in_order
from shared.kernel.record import NO_HEAD
from shared.kernel.stream import Memory, NeedsPast, ProposeUndo, Stream, TakenBack, UndoProposed, WithdrawUndo
from shared.kernel.tracking import taken_back_to
from shared.platform.eventlog.reading.pool_folding import fold_entries, stream_codec
from tests.rpg_boundless.sessions import LAMP, WRAITH, taken_back
from tests.rpg_boundless.wandering import open_campaign

encode = msgspec.msgpack.encode


@pytest.mark.rule("AR-UNDO-01")
def test_a_worker_process_folds_with_earlier_states() -> None:
    """A worker process that starts from any version computes the same stream.

    If an undo needs an earlier state that the process lacks, the process names the version of that state.
    """
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


@pytest.mark.rule("AR-UNDO-04")
def test_a_used_stored_item_is_taken_back_only_by_consent() -> None:
    """Undoing the use of a stored Item or enemy needs the consent of all seats, since all have seen it."""
    journal = open_campaign(Settings(), 6)
    ash, _ = in_order(journal.state.characters)
    journal.send(StoreItem(item=LAMP))
    journal.send(BringEnemy(sheet=WRAITH))
    for command in (GiveItem(stored=in_order(journal.state.stored_items)[0], character=ash), BringEnemy(sheet=WRAITH)):
        before = journal.stream.version
        journal.send(command)
        (proposed,) = journal.send(ProposeUndo(to=before))
        assert isinstance(proposed, UndoProposed)
        assert proposed.asked == ("ann", "bob")
        journal.send(WithdrawUndo(proposal=proposed.proposal))

    before = journal.stream.version
    journal.send(TakeItem(character=ash, item=LAMP), "ann")
    assert journal.send(ProposeUndo(to=before), "ann") == (TakenBack(to=before - 2, by="ann"),)
