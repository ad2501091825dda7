"""Forgeries of a log with kept draws.

A draw that an undo took back is *kept*: the same roll must have the same result again. Each forgery claims
draws that the log does not keep, and has all heads recomputed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from tests.support.forging import Form, forge_commit
from tests.support.kept_toy import Cups, Draw, Pass

HAND: Final = Draw(seats=("gm",))
FIRST, SECOND, UNDO, AGAIN, AGAIN_TOO, HIDDEN_UNDO, HIDDEN_AGAIN, OTHER = 2, 3, 7, 8, 9, 13, 14, 15
"""Line numbers in the log, in order.

They are two draws, their undo, and both draws repeated; the undo of a hidden draw, and its repetition; and a
draw of another kind.
"""


def honest() -> list[bytes]:
    """Return an honest log in which two public draws and a hidden one are undone and then repeated."""
    cups = Cups()
    start = cups.version
    cups.draw()
    cups.draw()
    cups.send(Pass(), "bob")
    cups.back(start)
    cups.draw()
    cups.draw()
    start = cups.version
    cups.draw(HAND, "gm")
    cups.back(start, "gm")
    cups.draw(HAND, "gm")
    cups.draw(Draw(sides=20))
    cups.close()
    return cups.lines()


class Forgery(Struct, frozen=True):
    """A forgery of the log: the changed line, and the line that verifiers have to report."""

    line: int
    change: Callable[[Form], object]
    found: int


def only_draw(form: Form) -> dict[str, Any]:
    """Return the only draw of a commit, hidden or not."""
    draws: list[dict[str, Any]] = form["parts"][0]["value"] if form["parts"] else form["public"]["draws"]
    return draws[0]


def _as_new(form: Form) -> None:
    """Claim that a repeated draw was a new one."""
    del only_draw(form)["of"]
    only_draw(form)["source"] = "seed"


def _other_face(form: Form) -> None:
    face = only_draw(form)["faces"][0]
    only_draw(form)["faces"] = [face % 6 + 1]


def _of(**changes: int) -> Callable[[Form], object]:
    return lambda form: only_draw(form)["of"].update(changes)


def _as_kept(version: int, k: int = 0) -> Callable[[Form], object]:
    """Claim that a new draw repeated a kept one."""
    return lambda form: only_draw(form).update(source="kept", of={"k": k, "version": version})


def _back_to(version: object) -> Callable[[Form], object]:
    return lambda form: form["public"]["events"][-1].update(to=version)


FORGERIES: Final[Mapping[str, Forgery]] = {
    "a kept draw as a new one": Forgery(AGAIN, _as_new, AGAIN),
    "a hidden kept draw as a new one": Forgery(HIDDEN_AGAIN, _as_new, HIDDEN_AGAIN),
    "another face": Forgery(AGAIN, _other_face, AGAIN),
    "another hidden face": Forgery(HIDDEN_AGAIN, _other_face, HIDDEN_AGAIN),
    "the second before the first": Forgery(AGAIN, _of(version=7), AGAIN),
    "the first a second time": Forgery(AGAIN_TOO, _of(version=6), AGAIN_TOO),
    "a draw that was never made": Forgery(AGAIN, _of(version=8), AGAIN),
    "another index": Forgery(AGAIN, _of(k=1), AGAIN),
    "a name in another form": Forgery(AGAIN, lambda form: only_draw(form).update(of={"k": 0}), AGAIN),
    "a name with more in it": Forgery(AGAIN, _of(more=1), AGAIN),
    "a name that is no number": Forgery(AGAIN, lambda form: only_draw(form)["of"].update(k="0"), AGAIN),
    "no name": Forgery(AGAIN, lambda form: only_draw(form).pop("of"), AGAIN),
    "a name beside a seed": Forgery(AGAIN, lambda form: only_draw(form).update(source="seed"), AGAIN),
    "other sides": Forgery(AGAIN, lambda form: only_draw(form).update(sides=8), AGAIN),
    "another purpose": Forgery(AGAIN, lambda form: only_draw(form).update(purpose="else"), AGAIN),
    "a new draw as a kept one of another kind": Forgery(OTHER, _as_kept(6), OTHER),
    "a draw that was not taken back": Forgery(SECOND, _as_kept(6), SECOND),
    "an undo to elsewhere": Forgery(UNDO, _back_to(7), AGAIN),
    "an undo to within a commit": Forgery(UNDO, _back_to(3), UNDO),
    "an undo to nowhere": Forgery(UNDO, _back_to("6"), UNDO),
    "an undo that is none": Forgery(UNDO, lambda form: form["public"]["events"][-1].update(type="Passed"), AGAIN),
}


def forgery(name: str) -> tuple[bytes, int]:
    """Return a forged log, and the line that every verifier has to report."""
    one = FORGERIES[name]
    return b"".join(line + b"\n" for line in forge_commit(honest(), one.line, one.change)), one.found
