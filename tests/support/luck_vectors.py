"""The test vectors for dice from a table: a campaign, its table, a forged log, and a verifier's report on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shared.kernel.game import Deciding
from shared.kernel.game_parts import Undoing
from shared.kernel.stream import Lending, LentRoll
from tests.support.forging import Form, forge_commit
from tests.support.journal import Journal
from tests.support.kept_toy import CUP, SEATS, Cup, Draw
from tests.support.lending_toy import LuckyCup
from tests.support.releases import change_game
from tests.support.verifier_calls import row

LUCK: Final = "luck.ndjson"
TABLE: Final = "luck-table.ndjson"
FORGED: Final = "luck-forged.ndjson"
LENDS: Final = change_game(CUP, deciding=Deciding(lends_dice=True), undoing=Undoing())
FACE, AGAIN = "FAILED: line 2 (after version 6), level 5", "FAILED: line 4 (after version 9), level 2"
"""The lines that every verifier prints for a face that the table did not roll, and for a roll that is used twice."""


class ToyTable(Journal[Cup]):
    """A toy game that lends dice, so that no change of the dice service can change the vectors."""

    def __init__(self) -> None:
        """Open the toy table for a game master, two players and a spectator."""
        super().__init__(LENDS, LENDS.opening(seats=SEATS, undo="never"), seed=700, name="table")

    def rolls_for(self, stream: str) -> Sequence[LentRoll]:
        """Return the rolls for a campaign that the campaign has not used yet."""
        return self.stream.lent.get(stream, Lending()).rolls


class LuckVectors:
    """A campaign with a table's dice, a hidden die, a roll made in advance, and an undo."""

    def __init__(self) -> None:
        """Play the campaign, and another one on the same table."""
        at = ToyTable()
        cup, beside = LuckyCup(at), LuckyCup(at, name="beside")
        cup.draw(Draw(times=2))
        cup.lend(Draw())
        beside.draw()
        start = cup.stream.version
        cup.draw(Draw(sides=20))
        cup.draw()
        cup.draw(Draw(seats=("gm",)), "gm")
        cup.back(start)
        cup.draw()
        cup.close()
        at.close()
        self._lines: Final = cup.lines()
        self._table: Final = at.lines()

    def files(self) -> dict[str, bytes]:
        """Return the logs by their file names."""
        logs = {LUCK: self._lines, TABLE: self._table, FORGED: forge_commit(self._lines, 2, _other_face)}
        return {name: b"".join(line + b"\n" for line in lines) for name, lines in logs.items()}

    def calls(self) -> list[dict[str, Any]]:
        """Return the calls of a verifier on these files, with the expected output."""
        table = self.files()[TABLE].decode().splitlines(keepends=True)
        short = {"t.ndjson": {"from": TABLE, "cut": sum(map(len, table[2:]))}}
        wrong = {"t.ndjson": {"from": TABLE, "replace": ['"version":6', '"version":7']}}
        twice = {"x.ndjson": {"text": b"".join(line + b"\n" for line in forge_commit(self._lines, 4, _again)).decode()}}
        given = [LUCK, "--luck"]
        return [
            row("a campaign alone", [LUCK], 0),
            row("a campaign beside its table", [*given, TABLE], 0),
            row("a table after a sign", [LUCK, f"--luck={TABLE}"], 0),
            row("a campaign beside its own log, which is no table", [*given, LUCK], 0),
            row("a table's log that ends before some rolls", [*given, "t.ndjson"], 0, files=short),
            row("a stream that names no table", [TABLE, "--luck", TABLE], 0),
            row("a face that the table did not roll, without its log", [FORGED], 0),
            row("a face that the table did not roll", [FORGED, "--luck", TABLE], 1, FACE),
            row("a roll that is used twice", ["x.ndjson"], 1, AGAIN, files=twice),
            row(
                "a table's log that was changed", [*given, "t.ndjson"], 1, "FAILED: line 1 (after version 0), level 5",
                files=wrong,
            ),
            row("a table that is not named", given, 2, names="--luck"),
            row("two tables", [*given, TABLE, "--luck", TABLE], 2, names="--luck is given 2 times"),
            row("no such table", [*given, "none.ndjson"], 2, names="none.ndjson"),
        ]  # fmt: skip


def _other_face(form: Form) -> None:
    draw = form["public"]["draws"][0]
    draw["faces"] = [draw["faces"][0] % 6 + 1]


def _again(form: Form) -> None:
    form["public"]["draws"][0]["of"] = {"k": 0, "version": 6}
