"""Mutated card sets: any input either loads as a set of cards or is refused with faults."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER
from services.tcg.catalogue.text.face import text_of
from shared.kernel.messages import canonical
from tests.support.sampling import sampled

WRITTEN: dict[str, Any] = msgspec.to_builtins(STARTER)


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 JSON
    """Yield the path to every value of a document."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list | tuple) else ()
    for key in keys:
        yield (*path, key)
        yield from spots(value[key], (*path, key))


PLAIN: dict[str, Any] = json.loads(canonical(STARTER))
SPOTS = list(spots(PLAIN))
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-200, 2000), st.floats(allow_nan=False), st.text(max_size=5),
    st.sampled_from(["you", "this", "each", "host", "event.card", "chosen.0", "hand", "void", "auto", "cont", "none"]),
    st.just({}), st.just([]),
)  # fmt: skip


def put(document: Any, path: tuple[Any, ...], value: Any) -> None:  # noqa: ANN401 JSON
    """Replace the value at a path, if the path still exists."""
    for key in path[:-1]:
        try:
            document = document[key]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(document, dict) or (isinstance(document, list) and path[-1] in range(len(document))):
        document[path[-1]] = value


def at(document: Any, path: tuple[Any, ...]) -> Any:  # noqa: ANN401 JSON
    """Return the value at a path."""
    for key in path:
        document = document[key]
    return document


SWAPS = st.tuples(st.sampled_from(SPOTS), st.sampled_from(SPOTS).map(lambda path: copy.deepcopy(at(PLAIN, path))))
CHANGES = st.lists(st.one_of(st.tuples(st.sampled_from(SPOTS), LEAVES), SWAPS), min_size=1, max_size=3)


def outcome(raw: bytes | dict[str, Any]) -> Cards | BadCards:
    """Load a set; return the set or its faults."""
    try:
        return load(raw)
    except BadCards as bad:
        return bad


@settings(max_examples=sampled(50, of=300), deadline=None)
@given(CHANGES)
def test_mutated_card_loads_or_is_refused(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Mutated cards either load, and then have texts and form a set, or the loader reports at least one fault."""
    document = copy.deepcopy(PLAIN)
    for path, value in changes:
        put(document, path, value)

    found = outcome(document)

    if isinstance(found, BadCards):
        assert found.faults
        assert all(fault.card and fault.field and fault.reason for fault in found.faults)
    else:
        assert [text_of(card).name for card in found.cards] == [card.name for card in found.cards]
        assert found == load(canonical(found))
        assert isinstance(notes(found), tuple)
        assert len(found.cards) == len(compose(found, "custom").cards)


JSON = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))


@settings(max_examples=sampled(50, of=200), deadline=None)
@given(
    st.one_of(
        st.binary(max_size=40), st.fixed_dictionaries({"name": JSON, "cards": JSON}), st.dictionaries(st.text(), JSON)
    )
)
def test_anything_at_all_is_loaded_or_refused(raw: bytes | dict[str, Any]) -> None:
    """The loader refuses arbitrary bytes and documents with faults, and never raises another error."""
    assert isinstance(outcome(raw), BadCards)


@pytest.mark.parametrize("depth", [20, 400, 5000])
def test_deeply_nested_document_is_refused(depth: int) -> None:
    """The loader refuses a document with deep nesting like any other bad card."""
    deep: dict[str, Any] = {"op": "turn_of", "who": "you"}
    for _ in range(depth):
        deep = {"op": "not", "of": deep}
    card = {**PLAIN["cards"][5], "effects": [{**PLAIN["cards"][5]["effects"][0], "when": deep}]}

    assert isinstance(outcome({"name": "Deep", "cards": [card]}), BadCards)
