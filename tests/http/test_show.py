"""`arbiter show`: a stream in sentences, from a server or from an exported file."""

from __future__ import annotations

import json
import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import httpx
import pytest
from click.testing import CliRunner, Result

from services.gateway.cli import main
from services.gateway.operations.show import Server, clean
from services.gateway.operations.show import show as show_lines
from services.gateway.processes.running import Running
from shared.platform.ledger import event_rules_of
from tests.support.http import CLOSE, NDJSON, Table, open_table, roll, write_export

GOLDEN: Final = Path(__file__).resolve().parents[1] / "dice/golden/a_task.ndjson"
SAYS: Final = """dice.table:one

     1  The game is set up
     2  The seed of all dice is sealed before the first roll
     3  gm gets a seat, as game master
     4  ann gets a seat, as player
     5  The table opens: a task

     6  ann rolls 4 dice against 6 challenge dice to see: 3 successes, a success

     7  ann rolls 2 dice against 1 other side to see: 1 success, a failure

     8  ann rolls 1 die against the number 1 to see: 2 successes, a success

     9  ann rolls 4 dice against 6 challenge dice in secret: 3 successes, a failure

    10  The seed is revealed: everybody can verify the dice
    11  The game is closed: the evening is over
"""
"""What the page says of a golden log, and in which groups."""
CITED: Final = re.compile(r"  \[([A-Z0-9, -]+)\]$", re.MULTILINE)
"""The rules at the end of a line."""


def show(what: object, *words: str, key: str = "") -> Result:
    """Run `arbiter show`."""
    return CliRunner(env={"ARBITER_KEY": key}).invoke(main, ["show", str(what), *words])


def stream_of(table: Table) -> str:
    """Return the name of a table's stream."""
    return f"dice.table:{table.path.rpartition('/')[2]}"


@pytest.mark.rule("AR-SHOW-04")
def test_a_file_is_shown_in_sentences_by_decision() -> None:
    """Each event has its version and its sentence, and each decision begins after a blank line."""
    shown = show(GOLDEN)

    assert (shown.exit_code, shown.output) == (0, SAYS)


@pytest.mark.rule("AR-SHOW-04")
def test_events_that_were_taken_back_are_marked() -> None:
    """An event that an undo took back says so, and by which version; the undo itself stays."""
    shown = [show(path).output for path in sorted(GOLDEN.parents[2].glob("*/golden/*.ndjson"))]
    undone = [text for text in shown if " takes back everything since version " in text]

    assert undone
    for text in undone:
        undos = re.findall(r"^ *(\d+)  \S+ takes back everything since version", text, re.MULTILINE)
        marked = re.findall(r"^ *(\d+)  (.*) \(taken back at version (\d+)\)$", text, re.MULTILINE)
        assert marked
        assert {by for *_, by in marked} <= set(undos)
        assert all(int(version) < int(by) and "takes back" not in says for version, says, by in marked)


@pytest.mark.rule("AR-SHOW-03", "AR-SHOW-04")
def test_a_stream_is_shown_as_its_reader_may_read_it(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """The app and the roller read a secret roll, and another player reads that it is hidden.

    It is the same for the seat that an app's key names, for the seat's own token, and for the app's export as a file.
    """
    table = open_table(server, app)
    table.done(roll("1d6", secret=True), seat="ann")
    stream, file = stream_of(table), write_export(table, tmp_path / "table.ndjson")
    ways = {
        seat: [
            show(stream, "--server", server.address, "--seat", seat, key=server.key).output,
            show(stream, "--server", server.address, key=table.tokens[seat]).output,
            show(file, "--seat", seat).output,
        ]
        for seat in ("ann", "bob")
    }

    assert [1, 1] == [len(set(texts)) for texts in ways.values()]
    assert re.search(r"ann rolls 1d6 in secret: [1-6]\n", ways["ann"][0])
    assert "ann rolls 1d6 in secret: the roll is hidden\n" in ways["bob"][0]
    assert ways["ann"][0] == show(file).output


@pytest.mark.rule("AR-SHOW-04", "AR-PAGE-95")
@pytest.mark.parametrize("words", [(), ("--rules",)])
def test_new_events_are_followed_until_the_stream_is_over(
    server: Running, app: httpx.Client, words: tuple[str, ...]
) -> None:
    """With --follow, new events come as they happen; the command ends with the stream, and says what a file says."""
    table = open_table(server, app)
    lines: list[str] = []
    follower = Server(address=server.address, key=server.key)
    following = show_lines(stream_of(table), follower, follow=True, rules=bool(words))
    while not (lines and "The table opens" in lines[-1]):
        lines.append(next(following))
    rest = threading.Thread(target=lambda: lines.extend(following))
    rest.start()
    table.done(roll("1d6"), seat="ann")
    table.done(CLOSE, seat="gm")
    rest.join(60)

    assert not rest.is_alive()
    assert "".join(f"{line}\n" for line in lines) == show(stream_of(table), *words, "--server", server.address).output


@pytest.mark.rule("AR-PAGE-95")
def test_the_rules_behind_each_sentence_are_printed() -> None:
    """With --rules, each line ends with the ids that the contract names for its type of event, and else is the same."""
    shown, rules = show(GOLDEN, "--rules").output, event_rules_of("dice")
    commits = map(json.loads, GOLDEN.read_bytes().splitlines())
    kinds = [event["type"] for commit in commits for event in commit["public"]["events"]]

    assert SAYS == CITED.sub("", shown)
    assert [", ".join(rules[kind]) for kind in kinds] == CITED.findall(shown)


@pytest.mark.rule("AR-SEAT-01")
def test_part_of_a_log_is_shown_as_any_seat(tmp_path: Path) -> None:
    """The end of a log does not say which seats there are, so it is shown as the seat that is named."""
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    part = tmp_path / "part.ndjson"
    part.write_bytes(b"".join(lines[2:]))

    assert [0, 0] == [show(part, "--seat", seat).exit_code for seat in ("gm", "nobody")]
    assert "The game is closed: the evening is over" in show(part, "--seat", "gm").output


@pytest.mark.rule("AR-SHOW-04", "AR-SEAT-01")
def test_what_cannot_be_shown_is_refused_in_a_sentence(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """Neither a file nor a stream, an unknown service, a wrong key, no such stream, a file that is no log."""
    table = open_table(server, app)
    stream, here = stream_of(table), ("--server", server.address)
    (tmp_path / "wrong").write_text("hello\n", "utf-8")
    (tmp_path / "empty").touch()
    refused = {
        "is neither a file nor a stream, such as dice.table:ID": show("nothing"),
        "the server has no streams chess.board, only": show("chess.board:one", *here, key=server.key),
        "the server has no streams dice.job, only": show("dice.job:one", *here, key=server.key),
        "the server refuses: ": show(stream, *here, key="ak_wrong"),
        "the server refuses: there is no such stream": show("dice.table:nobody", *here, key=server.key),
        "line 1 is not a commit": show(tmp_path / "wrong"),
        "has no commits": show(tmp_path / "empty"),
        "a file does not grow": show(GOLDEN, "--follow"),
        "has no seat nobody; there are ": show(GOLDEN, "--seat", "nobody"),
        "the server refuses: This stream has no seat with that name": show(
            stream, "--seat", "nobody", *here, key=server.key
        ),
        "does not answer": show(stream, "--server", "http://127.0.0.1:1"),
    }

    for says, result in refused.items():
        assert says in result.output, result.output
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")


@pytest.mark.rule("AR-SHOW-04")
def test_a_server_of_another_kind_is_named(tmp_path: Path) -> None:
    """A server that answers without a list of services is not taken for Arbiter."""
    (tmp_path / "arbiter/v1").mkdir(parents=True)
    (tmp_path / "arbiter/v1/services").write_text("hello", "utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever).start()
        shown = show("dice.table:one", "--server", f"http://127.0.0.1:{other.server_port}")
        other.shutdown()

    assert shown.exit_code == 1
    assert "answers with something else" in shown.output


@pytest.mark.rule("AR-SHOW-04")
def test_a_terminal_obeys_no_text_of_a_player(tmp_path: Path) -> None:
    """Control characters and line breaks in a text are blanks: it cannot clear the screen or write another line."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    forged = [json.loads(line) for line in lines]
    forged[-1]["public"]["events"][-1]["reason"] = "over\n    12  ann wins\x1b[2J\u202e"
    file = tmp_path / "forged.ndjson"
    file.write_text("\n".join(map(json.dumps, forged)), "utf-8")

    assert "    11  The game is closed: over     12  ann wins [2J \n" in show(file).output
    assert clean("Łódź „so“ 🎲") == "Łódź „so“ 🎲"


@pytest.mark.rule("AR-SHOW-04")
def test_only_later_events_are_shown_with_the_names_of_all() -> None:
    """With --after, the first events are left out, but what they name keeps its name."""
    assert show(GOLDEN, "--after", "8").output == "dice.table:one\n" + SAYS[SAYS.index("\n     9") :]


def test_an_export_over_http_is_what_a_file_holds(server: Running, app: httpx.Client, tmp_path: Path) -> None:
    """A seat's own export is shown as the server shows the stream to that seat."""
    table = open_table(server, app)
    table.done(roll("2d6", secret=True), seat="ann")
    file = tmp_path / "bob.ndjson"
    file.write_bytes(table.get("/events", seat="bob", headers=NDJSON).content)

    assert show(file).output == show(stream_of(table), "--server", server.address, key=table.tokens["bob"]).output
