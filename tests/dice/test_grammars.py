"""Stored parsers, which work like newly built ones. Without a writable folder, each parser is built every time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import lark
import pytest
from lark import Lark

from services.dice.notation import dialects, grammars
from services.dice.notation.dialects import Dialect, grammar_of
from services.dice.notation.grammars import SAMPLES, name_of, parser_of

TEXTS = (*SAMPLES, "4d6r<2kh3 + 1d20 / 2", "-(1d8 - 3d4) * 3 [rain]")
DIALECTS = (None, *get_args(get_args(Dialect)[0]))


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the grammars for which a parser is built from now on."""
    found: list[str] = []

    def build(text: str, **more: object) -> Lark:
        found.append(text)
        return Lark(text, **more)

    build.load = Lark.load  # type: ignore[attr-defined]
    monkeypatch.setattr(grammars, "Lark", build)
    parser_of.cache_clear()
    return found


def texts_of_all_dialects(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the grammars of all dialects."""
    found: set[str] = set()
    monkeypatch.setattr(dialects, "parser_of", found.add)
    for dialect in DIALECTS:
        grammar_of.__wrapped__(dialect)
    return found


def test_a_loaded_parser_reads_every_grammar_as_a_built_one(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """A loaded parser and a newly built one return the same trees and positions.

    Each grammar's parser is built once and afterwards loaded.
    """
    texts = texts_of_all_dialects(monkeypatch)
    assert 3 == len(texts)
    for text in texts:
        first = parser_of(text, tmp_path)
        parser_of.cache_clear()
        second = parser_of(text, tmp_path)
        assert first is not second
        for notation in TEXTS:
            one, other = first.parse(notation), second.parse(notation)
            assert one == other
            assert [vars(tree.meta) for tree in one.iter_subtrees()] == [vars(t.meta) for t in other.iter_subtrees()]
    assert sorted(texts) == sorted(built)


@pytest.mark.parametrize("damage", [b"", b"no parser", b"\x80\x04}."])
def test_a_damaged_parser_is_built_anew(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:  # fmt: skip
    """If a file does not contain a parser, a newly built one replaces it."""
    text = texts_of_all_dialects(monkeypatch).pop()
    for _ in range(2):
        parser_of(text, tmp_path)
        parser_of.cache_clear()
    tmp_path.joinpath(name_of(text)).write_bytes(damage)
    for _ in range(2):
        parser_of(text, tmp_path).parse(SAMPLES[0])
        parser_of.cache_clear()

    assert [text, text] == built
    assert [name_of(text)] == [file.name for file in tmp_path.iterdir()]


def test_without_a_writable_folder_parsers_are_built_each_time(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """If the folder cannot be created, because a file has its name, each parser is built again."""
    text = texts_of_all_dialects(monkeypatch).pop()
    tmp_path.joinpath("taken").write_bytes(b"")
    for _ in range(2):
        parser_of(text, tmp_path / "taken" / "grammars").parse(SAMPLES[0])
        parser_of.cache_clear()

    assert [text, text] == built


def test_another_lark_or_python_finds_no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file name of a stored parser includes the versions of lark and Python, because its tables depend on them."""
    names = {name_of("start: A")}
    monkeypatch.setattr(lark, "__version__", "0.0")
    names.add(name_of("start: A"))
    monkeypatch.setattr(sys, "version", "0.0")
    names.add(name_of("start: A"))

    assert 3 == len(names)
