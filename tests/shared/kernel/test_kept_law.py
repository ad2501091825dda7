"""Kept draws in random streams.

The kernel determines the kept draws step by step; the tests compare them with those that the whole log implies.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
import pytest

from shared.kernel.audit.kept import values
from shared.kernel.legal import legal
from shared.kernel.messages import Audience
from shared.kernel.refusals import FaceImpossible, FacesLeft, FacesMissing, StillConcealed
from shared.kernel.replay import open_draws
from shared.kernel.stream import RotateSeed
from tests.support.forging import tamper
from tests.support.journal import audit_export
from tests.support.kept_toy import CUP, Cups, Draw, Pass
from tests.support.second_verifier import NODE, compare_reports

STREAMS: Final = 8
STEPS: Final = 60
Name = tuple[int, int, Audience | None]


class WholeLog:
    """A log as a whole: every draw, and for each commit the previous commit on the path to its state."""

    def __init__(self) -> None:
        """Set up the log before its first record."""
        self.made: dict[Name, Any] = {}
        self.before: dict[int, int] = {}
        self.used: dict[int, set[Name]] = {}
        self.now = self.count = 0

    def read(self, cups: Cups) -> None:
        """Read the records that were added since the last call."""
        for record in cups.records[self.count :]:
            public = msgspec.json.decode(record.public)
            begins, self.now, last = self.now, public["version"], public["events"][-1]
            self.before[self.now] = last["to"] if last["type"] == "TakenBack" else begins
            used = self.used[self.now] = set()
            draws, _ = open_draws(public["draws"], [part.data for part in record.parts])
            for audience, draw in draws if public["events"][0]["type"] != "DrawsVoided" else ():
                if draw.source == "kept":
                    assert draw.of
                    used.add((draw.of.version, draw.of.k, audience))
                else:
                    used.add((begins, draw.k, audience))
                    self.made[begins, draw.k, audience] = draw
        self.count = len(cups.records)

    def kept_draws(self) -> set[Name]:
        """Return the draws that no commit on the path to the current state has used: the kept draws by definition."""
        used, version = set[Name](), self.now
        while version:
            used |= self.used[version]
            version = self.before[version]
        return self.made.keys() - used


def some_draw(luck: Random) -> Draw:
    """Return a random command that draws."""
    return Draw(
        sides=luck.choice((6, 6, 20)), times=luck.choice((1, 1, 2)), purpose=luck.choice(("luck", "luck", "else")),
        seats=luck.choice(((), (), ("gm",), ("ann", "gm"))), shuffle=luck.random() < 0.2, dice=luck.choice((1, 1, 3)),
    )  # fmt: skip


def step(cups: Cups, luck: Random) -> None:
    """Let a seat act at random, in most cases with a draw or an undo."""
    options = legal(CUP, cups.stream, "ann", "player").allowed
    found = [one for one in options if one.command == "ProposeUndo"]
    chance = luck.random()
    with suppress(StillConcealed, FacesLeft, FacesMissing, FaceImpossible):
        if found and chance < 0.35:
            cups.back(luck.choice(found[0].fields["to"].options or ()))
        elif chance < 0.4:
            cups.send(RotateSeed(), "gm")
        elif chance < 0.5:
            cups.send(Pass(), luck.choice(("ann", "bob")))
        elif chance < 0.55:
            cups.send(some_draw(luck), "gm", tuple(luck.randrange(1, 7) for _ in range(luck.choice((1, 2, 3)))))
        elif chance < 0.6:
            cups.fail(msgspec.structs.replace(some_draw(luck), fails=True))
        else:
            cups.draw(some_draw(luck), luck.choice(("gm", "ann", "bob")))


def play_random(seed: int) -> Cups:
    """Play a random stream; after each step, compare the kernel's kept draws with those of the whole log."""
    luck, cups, log = Random(f"kept {seed}"), Cups(seed=seed), WholeLog()
    for _ in range(STEPS):
        step(cups, luck)
        log.read(cups)
        kept = cups.stream.kept
        assert {one.name for one in kept} == log.kept_draws()
        assert [one.version for one in kept] == sorted(one.version for one in kept)
        assert [one.values for one in kept] == [values(log.made[one.name]) for one in kept]
    return cups


@pytest.mark.rule("AR-UNDO-10", "AR-UNDO-13")
def test_kept_draws_are_those_that_no_decision_on_the_path_has_used() -> None:
    """In random streams, the kernel keeps exactly the draws that the whole log implies.

    Every log can be replayed, and all verifiers prove it with the same counts.
    """
    again = hidden = 0
    for seed in range(STREAMS):
        cups = play_random(seed)
        assert cups.replay() == cups.stream
        again += sum(b'"source":"kept"' in record.public for record in cups.records)
        hidden += sum(b'"source":"kept"' in part.data for record in cups.records for part in record.parts)
        cups.close()
        lines = cups.lines()
        report = audit_export(CUP, lines)
        assert report.proven, report.failure
        if NODE is not None:
            compare_reports(NODE, [b"\n".join(lines) + b"\n"])
    assert (again > 3 * STREAMS, hidden > STREAMS) == (True, True)


@pytest.mark.rule("AR-UNDO-13")
def test_verifiers_name_the_same_line_of_tampered_streams(node: str) -> None:
    """All verifiers name the same line of a tampered stream with kept draws.

    The tampered streams have rewritten commits, cuts and flipped bits.
    """
    luck, cups = Random("kept and tampered"), play_random(0)
    cups.close()
    honest = b"\n".join(cups.lines()) + b"\n"
    found = compare_reports(node, [tamper(honest, luck) for _ in range(80)])
    assert {report["failure"]["level"] for report in found if report["failure"]} == {1, 2}
