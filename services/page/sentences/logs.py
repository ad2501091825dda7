"""A whole log in words: the events of an export as sentences, in the same groups as in the page's replay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from services.page.sentences.filling import Filler
from services.page.sentences.names import Names
from services.page.sentences.values import is_fields, is_list
from shared.kernel.stream import KERNEL_EVENTS, DrawsVoided
from shared.platform.ledger import event_rules_of

STREAM: Final = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*:[A-Za-z0-9._~-]+")
"""The form of a stream's name: `dice.table:ID`."""
LASTING: Final = frozenset(kind.__name__ for kind in KERNEL_EVENTS if kind is not DrawsVoided)
"""Events of the stream itself: no undo changes what they did."""


class NotALog(Exception):
    """Raised when a text is not an export, because one of its lines is not a commit."""


class Said(Struct, frozen=True):
    """The sentence for an event, and the stream's version after the event.

    `begins` is true for the first event of a decision. `taken_back` is the version of the undo that took the event
    back, if there is one. `rules` holds the ids of the rules behind the event.
    """

    version: int
    says: str
    begins: bool
    taken_back: int | None = None
    rules: Sequence[str] = ()


class Commit(Struct, frozen=True):
    """A commit as its reader may read it. `before` is the stream's version before it."""

    stream: str
    before: int
    events: Sequence[Mapping[str, Any]]
    command: Mapping[str, Any]
    goes_on: bool
    """Whether the decision continues in the next commit."""

    @property
    def version(self) -> int:
        """The stream's version after it."""
        return self.before + len(self.events)


def read_commits(lines: Iterable[bytes], seat: str | None = None) -> Iterator[Commit]:
    """Yield the commits of an export; with a seat, only with the secret parts that are for this seat.

    Refuses: NotALog
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_commit(line, number, seat)


def read_commit(line: bytes, number: int, seat: str | None = None) -> Commit:
    """Read a line of an export. Refuses: NotALog."""
    try:
        held = msgspec.json.decode(line)
        record, parts = held["public"], [*held["parts"]] if seat is None else for_seat(held, seat)
        events, command = open_parts(record["events"], parts), open_parts(record["intent"]["command"], parts)
        before, split = int(record["version"]) - len(events), record.get("split")
        if before < 0 or not all(is_fields(one) and isinstance(one.get("type"), str) for one in (*events, command)):
            raise NotALog(f"line {number} is not a commit")
        goes_on = split is not None and record["version"] < split["after"]
        return Commit(str(record["stream"]), before, events, command, goes_on)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotALog(f"line {number} is not a commit") from error


def for_seat(line: Mapping[str, Any], seat: str) -> Sequence[Mapping[str, Any]]:
    """Return the secret parts of a line, without the values of those that are not for a seat."""
    mine = set(_places(line["public"], seat))
    return [part if place in mine else {} for place, part in enumerate(line["parts"])]


def _places(value: object, seat: str) -> Iterator[int]:
    """Yield the index of each secret part of a record that the seat may open."""
    if is_fields(value):
        if isinstance(value.get("sealed"), int) and is_list(value.get("audience")) and seat in value["audience"]:
            yield value["sealed"]
        for inner in value.values():
            yield from _places(inner, seat)
    elif is_list(value):
        for inner in value:
            yield from _places(inner, seat)


def open_parts(value: Any, parts: Sequence[Mapping[str, Any]]) -> Any:  # noqa: ANN401 JSON
    """Return a value in which the secret parts that the reader may see are filled in."""
    if is_list(value):
        return [open_parts(one, parts) for one in value]
    if not is_fields(value):
        return value
    place = value.get("sealed")
    if isinstance(place, int) and not isinstance(place, bool) and is_list(value.get("audience")):
        part = parts[place] if 0 <= place < len(parts) else {}
        opened = {"value": part["value"]} if "value" in part else {}
        return {"audience": value["audience"], **opened}
    return {name: open_parts(one, parts) for name, one in value.items()}


def game_of(stream: str) -> str:
    """Return the game at the start of a stream's name."""
    return stream.partition(".")[0]


class Speaker:
    """A writer of sentences for a stream's events, in order, with all names that it has learned so far."""

    def __init__(self, stream: str) -> None:
        """Set up a writer that knows no names yet."""
        self._game: Final = game_of(stream)
        self._names: Final = Names()

    def learn(self, event: Mapping[str, Any], version: int) -> None:
        """Learn the names in an event."""
        Filler(self._game, self._names).learn(event, version)

    def say(self, event: Mapping[str, Any], version: int) -> str:
        """Return the sentence of an event, without a full stop."""
        return Filler(self._game, self._names, version).sentence(event)

    def rules(self, event: Mapping[str, Any]) -> Sequence[str]:
        """Return the ids of the rules behind this type of event."""
        return event_rules_of(self._game).get(str(event["type"]), ())


def sentences_in(commits: Sequence[Commit], speaker: Speaker) -> Iterator[Said]:
    """Yield the events of commits as sentences, in order. A name is used from the version that introduced it."""
    events = list(_events(commits))
    for version, event, _ in events:
        speaker.learn(event, version)
    back = taken_back((version, event) for version, event, _ in events)
    for version, event, begins in events:
        yield Said(version, speaker.say(event, version), begins, back.get(version), speaker.rules(event))


def _events(commits: Iterable[Commit]) -> Iterator[tuple[int, Mapping[str, Any], bool]]:
    """Yield each event with its version, and whether a decision begins with it."""
    goes_on = False
    for commit in commits:
        for place, event in enumerate(commit.events):
            yield commit.before + place + 1, event, place == 0 and not goes_on
        goes_on = commit.goes_on


def taken_back(events: Iterable[tuple[int, Mapping[str, Any]]]) -> Mapping[int, int]:
    """Return the versions of events that were taken back, each with the version of the undo."""
    before: dict[int, int] = {}
    lasting: set[int] = set()
    ended: dict[int, int] = {}
    for version, event in events:
        kind, target = event["type"], event.get("to")
        if kind in LASTING:
            lasting.add(version)
        if kind != "TakenBack" or not isinstance(target, int):
            continue
        now, then = version - 1, target
        while now != then and now > 0 and then > 0:
            one = max(now, then)
            earlier = before.get(one, one - 1)
            if now <= then:
                ended.pop(one, None)
                then = earlier
                continue
            if one not in lasting:
                ended[one] = version
            now = earlier
        before[version] = target
    return ended
