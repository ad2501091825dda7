"""Versions of a catalogue. A version, called a *set*, is identified by its name and content.

The server never judges a stream with a set other than the stream's own.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_pool import game as pool
from services.rpg_specialist_pool.chapters.table import OpenCampaign
from shared.kernel.catalogue import Catalogue, CatalogueUnknown, Tables
from shared.kernel.game import Game, GameIncomplete, SeatAsk, whole_state
from shared.kernel.game_parts import Storage
from shared.kernel.replay import FromTheFuture, LogReader
from shared.kernel.stream import Stream
from shared.platform.releasing import release
from tests.support.journal import Journal, audit_export

INDEX = 'name = "things"\nfirst = "{first}"\ntables = ["tools", "beasts.beast"]\n'


class OfStream(Struct, frozen=True):
    """A state that contains only the name of its catalogue's set."""

    catalogue: str = ""


def read(tables: Tables) -> list[str]:
    """Return the names of all rows."""
    rows = (*tables["tools"]["tool"], *tables["beasts"]["beast"])
    return [row["name"] for row in rows]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write and release a catalogue with one tool and one beast."""
    (tmp_path / "tools.toml").write_text('[[tool]]\nname = "Spade"\n', "utf-8")
    (tmp_path / "beasts.toml").write_text('[[beast]]\nname = "Bear"\n[[rule]]\nname = "Bears are strong"\n', "utf-8")
    (tmp_path / "sets.toml").write_text(INDEX.format(first="?"), "utf-8")
    first = release(tmp_path)
    assert first is not None
    (tmp_path / "sets.toml").write_text(INDEX.format(first=first.stem), "utf-8")
    return tmp_path


def more(folder: Path) -> None:
    """Write another release of the catalogue, which has one more tool."""
    file = folder / "tools.toml"
    file.write_text(file.read_text("utf-8") + '[[tool]]\nname = "Rope"\n', "utf-8")


def test_a_stream_has_the_set_that_it_names(folder: Path) -> None:
    """A stream keeps the set with which it was opened; later additions apply only to streams that are opened later."""
    before = Catalogue(folder, read)
    more(folder)
    after = Catalogue(folder, read)

    assert ["Spade", "Bear"] == before.today == after.of(OfStream(before.name)) == after.of(OfStream())
    assert ["Spade", "Rope", "Bear"] == after.today == after.of(OfStream(after.name))
    assert before.name != after.name


def test_a_table_outside_the_set_does_not_change_its_name(folder: Path) -> None:
    """A table of rules outside the set changes the name of the ruleset, but not the name of the set."""
    before = Catalogue(folder, read).name
    file = folder / "beasts.toml"
    file.write_text(file.read_text("utf-8") + '[[rule]]\nname = "Bears sleep"\n', "utf-8")

    assert before == Catalogue(folder, read).name


def test_a_missing_set_is_refused(folder: Path) -> None:
    """The server refuses a stream whose set it does not have, and does not use another set instead."""
    catalogue = Catalogue(folder, read)

    assert "things@0000000000000000" not in catalogue
    with pytest.raises(CatalogueUnknown, match="things@0000000000000000"):
        catalogue.set_named("things@0000000000000000")


def test_a_released_set_that_was_altered_is_refused(folder: Path) -> None:
    """The server refuses a released set that was altered, because the set's name contains the digest of its content."""
    (first,) = folder.joinpath("sets").iterdir()
    first.write_text(first.read_text("utf-8").replace("Spade", "Sword"), "utf-8")
    more(folder)

    with pytest.raises(CatalogueUnknown, match="another content"):
        Catalogue(folder, read).set_named(first.stem)


def test_a_game_with_a_catalogue_needs_a_state_that_names_its_set(folder: Path) -> None:
    """A game with a catalogue does not start unless its state names the set; otherwise the wrong set might decide."""
    with pytest.raises(GameIncomplete, match="a state with a catalogue is needed"):
        Game(
            service="toy", kind="table", state=dict, chapters=(ModuleType("empty"),), view=whole_state,
            storage=Storage(catalogue=Catalogue(folder, read)),
        )  # fmt: skip


# ---------------------------------------------------------------- streams


@pytest.fixture
def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Journal[Any]:
    """Play a campaign as on another server, with a set that this server does not have."""
    with monkeypatch.context() as there:
        there.setattr(pool.campaign, "storage", replace(pool.campaign.storage, catalogue=Catalogue(folder, read)))
        journal = Journal(pool.campaign, OpenCampaign(seats=(SeatAsk(seat="gm", role="gm"),)))
        journal.close()
    return journal


def test_an_audit_is_inconclusive_without_the_set_of_the_stream(elsewhere: Journal[Any]) -> None:
    """Without the stream's set, the audit proves the chain and the draws, and names the missing set."""
    report = audit_export(pool.campaign, elsewhere.lines())

    assert ("same", "same", "other ruleset") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)
    assert report.failure is None
    assert elsewhere.state.catalogue in report.decisions.note
    assert "nothing wrong found" == report.conclusion


def test_a_stream_with_another_servers_set_is_not_folded(elsewhere: Journal[Any]) -> None:
    """A server that lacks a stream's set refuses to fold the stream, as it refuses a stream from a newer release."""
    reader = LogReader(pool.campaign)
    stored = [(record.public, [part.data for part in record.parts]) for record in elsewhere.records]
    empty: Stream[Any] = Stream(id="toy", game=pool.campaign.initial)

    with pytest.raises(FromTheFuture, match="things@"):
        reader.fold(empty, stored)
    with pytest.raises(FromTheFuture, match="things@"):
        reader.fold_commit(empty, reader.commit(*stored[0]))
