"""Finds the secrets that a seat may not know in the app's export, and searches the seat's traffic for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.kernel.messages import canonical
from tests.support.http import NDJSON, Table
from tests.web.tap import Answered
from tests.web.visitors import Visitor

TELLING: Final = 24
"""The length from which a secret value is searched for by itself, because such a value cannot appear by chance."""


class Kept(Struct, frozen=True):
    """The salts, and every value long enough to be recognised, that a seat may not read in a log."""

    salts: frozenset[str]
    values: frozenset[bytes]


def kept_from(stream: Table, seat: str) -> Kept:
    """Return the secrets of an open stream that the app may read but a seat may not."""
    own, app = (_export(stream, one) for one in (seat, None))
    known = _parts(own)
    hidden = {salt: value for salt, value in _parts(app).items() if salt not in known}
    values = {form for value in hidden.values() for form in _subtrees(value) if len(form) >= TELLING}
    return Kept(frozenset(hidden), frozenset(values.difference(_subtrees(own))))


def _export(stream: Table, seat: str | None) -> list[dict[str, Any]]:
    """Return the log as a seat or the app may read it."""
    lines = stream.get("/events", seat=seat, headers=NDJSON).content.splitlines()
    return [msgspec.json.decode(line) for line in lines]


def _parts(lines: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the readable secret parts of a log, by their unique salts."""
    return {part["salt"]: part["value"] for line in lines for part in line["parts"] if "value" in part}


def leaks(answers: Iterable[Answered], kept: Kept, seat: str) -> list[str]:
    """Return each place where a seat received a secret.

    A leaked secret is recognised by its salt, by its value, or as a readable part meant only for other seats.
    """
    found = []
    for answer in answers:
        text = answer.body.decode("utf-8", "replace")
        where = f"{answer.method} {answer.target}"
        found += [f"{where}: the salt {salt}" for salt in kept.salts if salt in text]
        for document in documents(answer):
            found += [f"{where}: {form[:80]!r}" for form in set(_subtrees(document)) & kept.values]
            found += [
                f"{where}: open to {one['audience']}" for one in open_parts(document) if seat not in one["audience"]
            ]
    return found


def hold_kept(stream: Table, visitors: Mapping[str, Visitor], *, salts: int, published: object = None) -> None:
    """Assert that no seat's browser received another's secret, and that more than `salts` secrets are hidden from each.

    Data that was `published` before the stream, such as the public deck lists, is not secret.
    """
    for seat, visitor in visitors.items():
        answers, kept = visitor.tap.answers(), kept_from(stream, seat)
        secret = Kept(kept.salts, kept.values.difference(_subtrees(published)))
        assert any("event-stream" in answer.kind for answer in answers)
        assert len(secret.salts) > salts
        assert secret.values
        assert leaks(answers, secret, seat) == []


def documents(answer: Answered) -> Iterator[Any]:
    """Yield the JSON documents of a response: the whole response, each of its lines, or the data of each event."""
    text = answer.body
    if "event-stream" in answer.kind:
        lines = [line.removeprefix(b"data: ") for line in text.splitlines() if line.startswith(b"data: ")]
    elif "ndjson" in answer.kind:
        lines = text.splitlines()
    elif "json" in answer.kind:
        lines = [text]
    else:
        lines = []
    for line in filter(None, lines):
        yield msgspec.json.decode(line)


def open_parts(said: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 JSON
    """Yield the readable secrets of a document, each with its audience."""
    for one in _nodes(said):
        if isinstance(one, dict) and "value" in one and isinstance(one.get("audience"), list):
            yield one


def _nodes(said: Any) -> Iterator[Any]:  # noqa: ANN401 JSON
    yield said
    for value in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from _nodes(value)


def _subtrees(said: Any) -> Iterator[bytes]:  # noqa: ANN401 JSON
    """Yield every object, list and text in a document, in canonical form."""
    for one in _nodes(said):
        if isinstance(one, dict | list | str):
            yield canonical(one)
