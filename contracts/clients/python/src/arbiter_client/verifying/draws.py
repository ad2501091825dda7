"""Level 2: every draw follows from its seed, its salts and its position. See contracts/log-format.md, 5 and 6."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from .canonical import FAULTS, Fault, canonical, check, has_only, is_hex, is_whole, sha256
from .chain import Entry, Fail, Record, is_place_holder
from .kept import CommitDraws, KeptDraws, Origin

SEAT: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
LONGEST: Final = 0xFFFF
MOST_SIDES: Final = 2**32
WIDTHS: Final = (1, 2, 4)
"""The possible sizes, in bytes, of the random number from which the face of a die is derived."""
Salts = Sequence[tuple[str, str]]


@dataclass
class Epoch:
    """The part of a log that uses one seed: its commitment, its salts, and the seed if it is revealed."""

    number: int
    commitment: str
    shown: str = ""
    seed: str = ""
    drawn: bool = False
    salts: dict[str, str] = field(default_factory=dict)


@dataclass
class Count:
    """The numbers of draws that follow from their seeds, of unchecked draws, and of faces from a real table."""

    shown: int = 0
    unshown: int = 0
    table: int = 0


# ---------------------------------------------------------------- the draws of a seed


def derive(
    draw: Mapping[str, Any], *, seed: str, salts: Salts, version: int, audience: Sequence[str] | None
) -> list[int]:
    """Return the faces, or the order of cards, that a seed produces for a draw.

    `seed` is in hex; `version` is the version before the commit.
    """
    purpose = draw["purpose"].encode()
    lane = b"" if audience is None else canonical(audience)
    prefix = (
        sha256(canonical(sorted([seat, salt] for seat, salt in salts))) + version.to_bytes(8, "big")
        + len(purpose).to_bytes(2, "big") + purpose + len(lane).to_bytes(2, "big") + lane + draw["k"].to_bytes(4, "big")
    )  # fmt: skip
    source = _bytes_of(bytes.fromhex(seed), prefix)
    if draw["draw"] == "dice":
        return [_below(source, draw["sides"]) + 1 for _ in draw["faces"]]
    order = list(range(len(draw["order"])))
    for i in range(len(order) - 1, 0, -1):
        j = _below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _bytes_of(seed: bytes, prefix: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(seed, prefix + block.to_bytes(4, "big"), "sha256")


def _below(source: Iterator[int], bound: int) -> int:
    width = next(width for width in WIDTHS if bound <= 256**width)
    limit = 256**width - 256**width % bound
    while True:
        word = int.from_bytes(bytes(next(source) for _ in range(width)), "big")
        if word < limit:
            return word % bound


# ---------------------------------------------------------------- the epochs of a log


class Epochs:
    """The seeds of a log. `at` has the epoch that was in force before each commit."""

    def __init__(self, entries: Sequence[Entry], fail: Fail) -> None:
        """Read the epochs of a log up to the first fault."""
        self.at = list[Epoch | None]()
        self._running: Epoch | None = None
        self._begun = 0
        for entry in entries:
            self.at.append(self._running)
            if (running := self._left()) is not None and entry.record["draws"]:
                running.drawn = True
            try:
                for event in entry.record["events"]:
                    self._follow(event, entry)
            except FAULTS as error:
                fail(2, entry.line, entry.before, str(error))
                break
        last = self._left()
        self.sealed = last is not None and bool(entries) and is_closed(entries[-1])
        if self.sealed and last is not None and _commits_to(last.commitment, last.shown):
            last.seed = last.shown  # only the server itself can read a seed that stays sealed

    def _left(self) -> Epoch | None:
        return self._running

    def _follow(self, event: Record, entry: Entry) -> None:
        match event["type"]:
            case "SeedCommitted":
                self._begin(event, entry)
            case "SaltAdded":
                epoch = self._current(event)
                proper = (
                    isinstance(event.get("seat"), str) and SEAT.fullmatch(event["seat"]) and is_hex(event.get("salt"))
                )
                check(proper, "the salt has another form")
                check(not epoch.drawn, "a salt is added after the epoch has drawn")
                check(event["seat"] not in epoch.salts, f"the seat {event['seat']} adds a second salt")
                epoch.salts[event["seat"]] = event["salt"]
            case "SeedRevealed":
                epoch = self._current(event)
                check(is_hex(event.get("seed")), "the seed has another form")
                check(_commits_to(epoch.commitment, event["seed"]), "the revealed seed is not the one committed to")
                epoch.seed, self._running = event["seed"], None
            case _:
                pass

    def _begin(self, event: Record, entry: Entry) -> None:
        number = event.get("epoch")
        check(self._running is None and is_whole(number) and number == self._begun, "the epoch cannot begin here")
        check(is_hex(event.get("commitment")) and "seed" in event, "the commitment has another form")
        self._running = Epoch(self._begun, event["commitment"])
        self._begun += 1
        if is_place_holder(event["seed"]):
            value = entry.parts[event["seed"]["sealed"]].get("value")
            self._running.shown = value if is_hex(value) else ""

    def _current(self, event: Record) -> Epoch:
        running, number = self._running, event.get("epoch")
        if running is None or not is_whole(number) or number != running.number:
            raise Fault("the epoch is not the one running")
        return running


def is_closed(entry: Entry) -> bool:
    """Whether a commit closes the stream."""
    return bool(entry.record["events"][-1]["type"] == "StreamClosed")


def _commits_to(commitment: str, seed: str) -> bool:
    return bool(seed) and sha256(bytes.fromhex(seed)).hex() == commitment


# ---------------------------------------------------------------- the draws of a commit


class LentDraws:
    """A check of the sources of open dice, as far as that is possible without the log of a table.

    See contracts/log-format.md, 2.8.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Read which dice table rolls the open dice of the stream, if there is one."""
        named = entries[0].record["events"][0].get("luck") if entries else None
        self._table = named if isinstance(named, str) else ""
        self._used = set[int]()

    def hold(self, lane: bytes, draw: Record) -> None:
        """Check the source of a draw. Refuses: Fault."""
        is_open, named = not lane and draw["draw"] == "dice", f"draw {draw['k']}"
        own = draw["source"] == "seed" and is_open and self._table
        check(not own, f"the open dice of {named} do not come from {self._table}")
        if draw["source"] == "lent":
            check(is_open and self._table, f"{named} cannot come from a table")
            number = draw["of"]["k"]
            check(number not in self._used, f"{named} uses the roll {number} of {self._table} again")
            self._used.add(number)


def check_draws(entry: Entry, epoch: Epoch | None, before: tuple[KeptDraws, LentDraws], count: Count) -> None:
    """Check that the readable draws of a commit follow from its epoch or repeat kept draws.

    Refuses: Fault
    """
    record, (kept, lent) = entry.record, before
    source = record["intent"]["faces"] or "seed"
    hidden = [canonical(draw["audience"]) for draw in record["draws"] if is_place_holder(draw)]
    check(len(set(hidden)) == len(hidden), "the hidden draws of an audience are in two parts")
    check(all(len(lane) <= LONGEST for lane in hidden), "the name of a lane is too long")
    check(not record["draws"] or source == "table" or epoch is not None, "draws are taken with no seed committed to")
    commit = CommitDraws(kept, entry.before, epoch)
    for audience, draws in _lanes(entry):
        lane = b"" if audience is None else canonical(audience)
        if draws is None:
            commit.close(lane)
            count.unshown += 1
            continue
        check(isinstance(draws, list) and all(isinstance(draw, dict) for draw in draws), "a hidden part holds no draws")
        for k, draw in enumerate(draws):
            hold_draw(draw, source, k)
            lent.hold(lane, draw)
            origin = commit.hold(lane, draw)
            first = (draw if origin is None else origin.draw)["source"]
            if first == "lent":
                continue  # the log of the table proves it, or nothing does
            if first == "table":
                count.table += len(_values(draw))
            elif draw["source"] == "kept":
                _count_kept(origin, count)
            elif epoch is None or not epoch.seed:
                count.unshown += 1
            else:
                salts = list(epoch.salts.items())
                made = derive(draw, seed=epoch.seed, salts=salts, version=entry.before, audience=audience)
                follows = made == _values(draw)
                check(follows, f"draw {k} for {draw['purpose']} does not follow from the seed and the salts")
                count.shown += 1
    commit.end(record)


def _count_kept(origin: Origin | None, count: Count) -> None:
    if origin is not None and origin.epoch is not None and origin.epoch.seed:
        count.shown += 1
    else:
        count.unshown += 1


def _lanes(entry: Entry) -> Iterator[tuple[list[str] | None, Any]]:
    draws = entry.record["draws"]
    yield None, [draw for draw in draws if not is_place_holder(draw)]
    for draw in draws:
        if is_place_holder(draw):
            yield draw["audience"], entry.parts[draw["sealed"]].get("value")


def _values(draw: Record) -> list[int]:
    values: list[int] = draw["faces"] if draw["draw"] == "dice" else draw["order"]
    return values


def hold_draw(draw: Record, source: str, k: int) -> None:
    """Check the form of a draw, its source and its index. Refuses: Fault."""
    dice, lent = draw.get("draw") == "dice", draw.get("source") == "lent" and source == "seed"
    again = lent or draw.get("source") == "kept"
    names = "draw faces k purpose sides source" if dice else "draw k order purpose source"
    names += " of" if again else ""
    formed = draw.get("draw") in ("dice", "shuffle") and has_only(draw, names) and isinstance(draw["purpose"], str)
    check(formed, "a draw has another form")
    check(
        again or draw["source"] == source,
        f"draw {draw['k']} comes from the {draw['source']}, the commit's faces from the {source}",
    )
    earlier = has_only(draw["of"], "k version") and all(map(is_whole, draw["of"].values())) if again else True
    check(earlier, f"draw {draw['k']} names an earlier one in another form")
    placed = is_whole(draw["k"]) and draw["k"] == k and len(draw["purpose"].encode()) <= LONGEST
    check(placed, f"draw {k} is not in its place")
    check(_is_possible(draw), f"draw {k} shows what cannot be drawn")


def _is_possible(draw: Record) -> bool:
    if draw["draw"] == "dice":
        sides, faces = draw["sides"], draw["faces"]
        sided = is_whole(sides) and 1 <= sides <= MOST_SIDES and isinstance(faces, list)
        return sided and all(is_whole(face) and 1 <= face <= sides for face in faces)
    order = draw["order"]
    return isinstance(order, list) and all(map(is_whole, order)) and sorted(order) == list(range(len(order)))
