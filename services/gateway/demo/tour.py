"""`arbiter demo`, a tour that plays on a dice table over real HTTP, verifies its log, and detects a forged log."""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console

from arbiter_client import Arbiter
from arbiter_client.types.dice import OpenTable, SeatAsk
from services.gateway.demo.bones import adventure
from services.gateway.demo.fight import fight
from services.gateway.demo.house import house
from services.gateway.demo.impact import change_a_rule
from services.gateway.demo.job import simulate
from services.gateway.demo.match import match
from services.gateway.demo.player import Player
from services.gateway.demo.specialist import exchanges
from services.gateway.demo.study import change_a_card, follow_the_chances
from services.gateway.demo.undo import take_back
from services.gateway.operations.verify import print_report, verify_file
from services.gateway.processes.running import running
from services.gateway.processes.supervisor import Supervisor

ABILITY: Final = {
    "name": "ability",
    "faces": [["success"], ["success"], ["advantage"], ["advantage"], ["success", "advantage"], []],
}
DIFFICULTY: Final = {
    "name": "difficulty",
    "faces": [["failure"], ["threat"], ["threat"], ["threat"], ["failure", "threat"], []],
}
BOB: Final = {"name": "bob", "faces": [["universal"], ["physical"], ["stealth"], ["stealth"], ["missile"], []]}
ROLLS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("four d6, keep three", {"throw": "Notation", "text": "4d6kh3 + 2 [strength]"}),
    ("exploding", {"throw": "Notation", "text": "5d6!"}),
    ("counted", {"throw": "Notation", "text": "8d10>=8"}),
    ("Fudge dice", {"throw": "Notation", "text": "4dF + 1"}),
    (
        "symbol dice that cancel",
        {
            "throw": "SymbolPool",
            "dice": [{"die": ABILITY, "count": 3}, {"die": DIFFICULTY, "count": 2}],
            "cancels": [["success", "failure"], ["advantage", "threat"]],
        },
    ),
    ("hits by position", {"throw": "PositionPool", "dice": 4, "position": "good"}),
    ("successes with luck", {"throw": "LuckPool", "dice": 6, "luck": 2, "tier": "basic"}),
    ("a total with one flip", {"throw": "FlipTotal", "dice": 3, "luck": 1, "percentile": True}),
    (
        "icons against challenge dice",
        {"throw": "CharacterDice", "dice": [BOB, BOB], "counts": ["universal", "stealth"], "difficulty": "average"},
    ),
)


def demo(console: Console, keep: Path | None) -> int:
    """Run the tour. Return 0 if honest logs verify, forged logs do not, and no secret was revealed; otherwise 1."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with running(Path(temporary) / "arbiter") as server, Arbiter(server.address, server.key) as app:
            honest, receipt = _play(console, app, folder)
            proven = _prove(console, honest, receipt)
            hidden = fight(console, app)
            undone = take_back(console, app)
            exchanged = exchanges(console, app)
            with (folder / "workers.log").open("ab") as out, Supervisor(server.environment, out=out):
                adventured = adventure(console, app)
                simulated = simulate(console, app)
                alone = house(console, app)
                surveyed = change_a_rule(console, app)
                studied = alone is not None and change_a_card(console, app) and follow_the_chances(console, app, alone)
            played = match(console, app, folder)
        rules = proven and hidden and undone and exchanged and adventured and played
        return 0 if rules and simulated and studied and surveyed else 1


def _play(console: Console, app: Arbiter, folder: Path) -> tuple[Path, Path]:
    """Open a table, add salts, roll, export the log and close the table.

    Return the paths of the export and a receipt.
    """
    opened = app.dice.open(OpenTable(title="demo", seats=[SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")]))
    console.print(f"opened {opened.stream}; the commitment to its seed: {opened.view.seed.commitment[:16]}…")
    table, ann = app.stream("dice", opened.id), Player(app, "dice", opened, "ann")
    ann.send("AddSalt", salt=secrets.token_hex(32))
    console.print("ann added a salt to the seed")
    for about, what in ROLLS:
        done = ann.send("Roll", rolls=[{"what": what, "purpose": about}])
        console.print(f"  {about}: {_short(done['events'][0]['outcomes'][0])}", highlight=False)
    table.send(_roll("2d6"), faces=[3, 6])
    console.print("  two dice rolled at a real table were entered: 3 and 6")
    table.send(_roll("1d20") | {"secret": True})
    console.print(f"  the game master rolled in secret; ann sees: {_short(ann.game()['recent'][-1])}", highlight=False)
    closed = table.send({"type": "Close", "reason": "the demo is over"})
    console.print(f"closed; the seed is revealed: {closed['events'][0]['seed'][:16]}…")
    export, receipt = folder / "table.ndjson", folder / "receipt.json"
    export.write_bytes(table.export())
    receipt.write_bytes(msgspec.json.encode(table.receipt()))
    return export, receipt


def _roll(text: str) -> dict[str, Any]:
    return {"type": "Roll", "rolls": [{"what": {"throw": "Notation", "text": text}}]}


def _prove(console: Console, export: Path, receipt: Path) -> bool:
    console.print(f"\nverifying {export.name}, without server or store:")
    honest = verify_file(export, receipt, None)
    print_report(honest, console)
    forged = export.with_name("forged.ndjson")
    data = bytearray(export.read_bytes())
    place = data.index(b'"faces":[') + len(b'"faces":[')
    data[place] ^= 1
    forged.write_bytes(bytes(data))
    line = data[:place].count(b"\n") + 1
    console.print(f"\none bit of a face on line {line} is flipped, and it is verified again:")
    found = verify_file(forged, receipt, None)
    print_report(found, console)
    noticed = found.failure is not None and found.failure.line == line
    return honest.honest and noticed


def _short(outcome: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} {value}" for name, value in outcome.items() if name not in ("of", "dice", "what", "shown")
    )
