"""Two verifiers prove every export, and the committed contracts are the served ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from services.gateway.authoring.contracts import contract_files
from shared.kernel.audit import lines_of
from shared.kernel.record import export_line
from shared.platform.ledger import CONTRACTS
from tests.support.journal import audited
from tests.support.second_verifier import compared

from .fixture import Fixture
from .playing import Played, plays_of
from .test_logs import logs_of


@cache
def all_promised() -> tuple[tuple[Path, str], ...]:
    """Return every contract file and its expected contents."""
    return tuple(contract_files())


def exports(play: Played) -> Iterator[bytes]:
    """Yield exports: the whole stream, and the records before its end as the app and each seat may read them."""
    yield b"\n".join(play.journal.lines())
    before_the_end = list(zip(play.journal.records, play.journal.heads, strict=True))[: play.open_records]
    for seat in (None, *play.journal.stream.seats):
        yield b"\n".join(export_line(record, head, seat, opened=False) for record, head in before_the_end)


def test_a_played_stream_is_proven_on_three_levels(fixture: Fixture) -> None:
    """The audit checks the chain, derives every draw from its seed, and decides every command again."""
    for play in plays_of(fixture.service):
        report = audited(fixture.game, play.journal.lines())

        assert report.failure is None
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
        assert report.proven or report.sealed
        assert report.closed


def test_a_seat_s_export_verifies(fixture: Fixture) -> None:
    """Before the end the audit finds no error in the part a seat may read, however small."""
    for play in plays_of(fixture.service):
        for export in exports(play):
            assert audited(fixture.game, lines_of(export)).failure is None


def test_both_verifiers_agree(fixture: Fixture, node: str) -> None:
    """On every recorded stream and on exports of random ones, both have the same findings and no error."""
    recorded = [log.read_bytes() for log in logs_of(fixture)]
    played = [export for play in plays_of(fixture.service) for export in exports(play)]

    assert {None} == {found["failure"] for found in compared(node, [*recorded, *played])}


def test_the_committed_contract_is_the_served_one(fixture: Fixture) -> None:
    """`make contracts` would change nothing in this game's folder."""
    files = [(path, text) for path, text in all_promised() if path.parent == CONTRACTS / fixture.service]

    assert {"openapi.json", "events.json"} <= {path.name for path, _ in files}
    old = [path.name for path, text in files if not path.exists() or path.read_text("utf-8") != text]
    assert [] == old, "make contracts writes them anew"
