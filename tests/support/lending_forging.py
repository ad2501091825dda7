"""Forgeries of dice from a table, in the campaign's log or in the table's log, with all heads recomputed."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from arbiter_client import verify
from shared.kernel.audit import Table, audit
from tests.support.forging import Form, forge_commit
from tests.support.kept_toy import Draw
from tests.support.lending_toy import DiceTable, LuckyCup
from tests.support.second_verifier import run

FIRST, OTHER, AGAIN, HIDDEN, SHUFFLED, KEPT = 2, 3, 4, 5, 6, 10
"""Line numbers in the campaign's log, in order.

They are two dice, a d20, a die rolled in advance, a hidden die, a shuffle, and a kept die.
"""
LENT = 2
"""The number of the line in the table's log that contains the campaign's first two dice."""


def honest() -> tuple[list[bytes], list[bytes]]:
    """Play a campaign with a table that also rolls for another campaign; close both, and return their logs."""
    at = DiceTable()
    cup, beside = LuckyCup(at), LuckyCup(at, name="beside")
    cup.draw(Draw(times=2))
    cup.lend(Draw())
    beside.draw()
    start = cup.stream.version
    cup.draw(Draw(sides=20))
    cup.draw()
    cup.draw(Draw(seats=("gm",)), "gm")
    cup.draw(Draw(shuffle=True, dice=5))
    cup.back(start)
    cup.draw()
    cup.close()
    at.close()
    return cup.lines(), at.lines()


def draw_of(form: Form, place: int = 0) -> dict[str, Any]:
    """Return one draw of a commit, hidden or not."""
    draws: list[dict[str, Any]] = form["parts"][0]["value"] if form["parts"] else form["public"]["draws"]
    return draws[place]


def _change_draw(**changes: object) -> Callable[[Form], object]:
    return lambda form: draw_of(form).update(changes)


def _of(**changes: int) -> Callable[[Form], object]:
    return lambda form: draw_of(form)["of"].update(changes)


def _other_face(form: Form) -> None:
    face = draw_of(form)["faces"][0]
    draw_of(form)["faces"] = [face % 6 + 1]


def _as_own(form: Form) -> None:
    """Claim that a die came from the campaign's own seed."""
    del draw_of(form)["of"]
    draw_of(form)["source"] = "seed"


def _as_lent(form: Form) -> None:
    """Claim that a draw came from the table."""
    draw_of(form).update(source="lent", of={"k": 0, "version": 4})


def _swap_dice(form: Form) -> None:
    """Swap the table's rolls of two dice."""
    one, other = form["public"]["draws"]
    one["of"], other["of"], one["faces"], other["faces"] = other["of"], one["of"], other["faces"], one["faces"]


class Forgery(Struct, frozen=True):
    """A forgery of a log: the changed line, the change, and where verifiers have to report it.

    Every verifier has to report the same level and line.
    """

    line: int
    change: Callable[[Form], object]
    level: int
    found: int


CAMPAIGN: Final[Mapping[str, Forgery]] = {
    "another face": Forgery(FIRST, _other_face, 5, FIRST),
    "the rolls in another order": Forgery(FIRST, _swap_dice, 5, FIRST),
    "a roll for another stream": Forgery(AGAIN, _of(version=9), 5, AGAIN),
    "a roll that was never made": Forgery(AGAIN, _of(k=9), 5, AGAIN),
    "a roll below none": Forgery(AGAIN, _of(k=-1), 5, AGAIN),
    "a roll used again": Forgery(AGAIN, _of(k=0), 2, AGAIN),
    "a die from its own seed": Forgery(FIRST, _as_own, 2, FIRST),
    "a hidden die from the table": Forgery(HIDDEN, _as_lent, 2, HIDDEN),
    "an order from the table": Forgery(SHUFFLED, _as_lent, 2, SHUFFLED),
    "another purpose": Forgery(FIRST, _change_draw(purpose="else"), 5, FIRST),
    "other sides": Forgery(FIRST, _change_draw(sides=8), 5, FIRST),
    "no roll": Forgery(FIRST, lambda form: draw_of(form).pop("of"), 2, FIRST),
    "a roll in another form": Forgery(FIRST, lambda form: draw_of(form).update(of={"k": 0}), 2, FIRST),
    "a roll that is no number": Forgery(FIRST, lambda form: draw_of(form)["of"].update(k="0"), 2, FIRST),
    "a kept die as a lent one": Forgery(KEPT, _change_draw(source="lent"), 2, KEPT),
    "no table": Forgery(1, lambda form: form["public"]["events"][0].pop("luck"), 2, FIRST),
    "another source": Forgery(FIRST, _change_draw(source="loan"), 2, FIRST),
}

TABLE: Final[Mapping[str, Forgery]] = {
    "another face on the table": Forgery(LENT, _other_face, 5, 1),
    "a roll for nobody": Forgery(LENT, lambda form: form["public"]["events"][0].update(stream="toy.lucky:x"), 5, FIRST),
}


def findings(node: str, lines: list[bytes], table: list[bytes]) -> tuple[int, int] | None:
    """Return the audit level and the line of the first failure, or None if there is none.

    Assert that all three verifiers agree.
    """
    export, luck = b"\n".join(lines), b"\n".join(table)
    report = audit(lines, reader_for=lambda _: None, table=Table(lines=table))
    ours = None if report.failure is None else (report.failure.level, report.failure.line)
    proof = verify(export, luck=luck)
    theirs = None if proof.failure is None else (proof.failure.level, proof.failure.line)
    task = {"do": "verify", "luck": base64.b64encode(luck).decode(), "export": base64.b64encode(export).decode()}
    (second,) = run(node, [{**task, "receipt": None}])
    other = second["failure"] and (second["failure"]["level"], second["failure"]["line"])
    assert (ours, ours) == (theirs, other), (report.failure, proof.failure, second["failure"])
    if ours is None:
        assert report.luck is not None
        said = (report.luck.shown + report.luck.unshown, report.luck.unshown, report.luck.note)
        assert said == (proof.lent, proof.lent_unshown, proof.luck)
        assert said == (second["lent"], second["lentUnshown"], second["luck"])
        counts = (report.draws.shown, report.draws.unshown)
        assert counts == (proof.shown, proof.unshown) == (second["shown"], second["unshown"])
    return ours


def forgery(name: str) -> tuple[list[bytes], list[bytes], Forgery]:
    """Return the logs of a campaign and its table after a forgery, and the level and line to be reported."""
    lines, table = honest()
    if name in CAMPAIGN:
        return forge_commit(lines, CAMPAIGN[name].line, CAMPAIGN[name].change), table, CAMPAIGN[name]
    return lines, forge_commit(table, TABLE[name].line, TABLE[name].change), TABLE[name]
