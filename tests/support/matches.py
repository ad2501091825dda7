"""Matches of Boundless TCG over real HTTP: opened, started, and played with the demo's policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import httpx
import msgspec

from services.gateway.demo.match import move
from services.gateway.processes.running import Running
from services.tcg.catalogue.starter import DECKS
from tests.support.http import Table

MATCHES: Final = "/tcg/v1/matches"
WATCHED: Final = ({"seat": "ann"}, {"seat": "bob"}, {"seat": "eve", "role": "spectator"})
LANTERN: Final[dict[str, Any]] = msgspec.to_builtins(DECKS["lantern"])
TIDE: Final[dict[str, Any]] = msgspec.to_builtins(DECKS["tide"])
DECK_OF: Final = {"ann": LANTERN, "bob": TIDE}
MOST_MOVES: Final = 3000


def open_match(server: Running, app: httpx.Client, **fields: Any) -> Table:  # noqa: ANN401 fields of the opening
    """Open a match for two players and a spectator."""
    answer = app.post(MATCHES, json={"seats": WATCHED} | fields)
    assert answer.status_code == 201, answer.text
    return Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())


def hand_in(match: Table, **last: Any) -> None:  # noqa: ANN401 as `send` has it
    """Submit both starter decks, each with its seat's own token; `last` overrides how the second is sent."""
    match.done({"type": "SubmitDeck", "deck": LANTERN}, seat="ann")
    match.done({"type": "SubmitDeck", "deck": TIDE}, **({"seat": "bob"} | last))


def view_of(match: Table, seat: str | None = None, **more: Any) -> dict[str, Any]:  # noqa: ANN401 as httpx has it
    """Return the match as a seat sees it, or as the app does."""
    game: dict[str, Any] = match.get(seat=seat, **more).json()["game"]
    return game


def legal_commands(match: Table, seat: str) -> list[dict[str, Any]]:
    """Return the commands that a seat may send."""
    listed: list[dict[str, Any]] = match.get("/legal", seat=seat).json()["legal"]["allowed"]
    return listed


def first_question(match: Table) -> dict[str, Any] | None:
    """Return a seat's first open question, as a spectator sees it."""
    decisions = view_of(match, "eve")["decisions"]
    return decisions[0] if decisions else None


def play_on(match: Table, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Send the demo's moves of the awaited seats until a condition holds or the match is over; return the match."""
    game = view_of(match)
    for _ in range(MOST_MOVES):
        if until(game) or not game["decisions"]:
            return game
        seat = game["decisions"][0]["seat"]
        done = match.done(move(legal_commands(match, seat)), seat=seat)
        game = view_of(match) if until(done["view"]["game"]) else done["view"]["game"]
    raise AssertionError("the match does not end")


def acting(seat: str | None = None, turn: int = 0) -> Callable[[dict[str, Any]], bool]:
    """Return a condition that holds once a seat (or any seat) has to act in this turn or a later one."""
    return lambda game: game["turn"] >= turn and any(
        one["kind"] == "act" and seat in (None, one["seat"]) for one in game["decisions"]
    )  # fmt: skip


def over(game: dict[str, Any]) -> bool:
    """Return whether a match is over."""
    return bool(game["stage"] == "finished")


def begin_as_first(match: Table) -> None:
    """Keep both hands, let ann win the choice of the first turn and go first, and play on until she has to act."""
    dice: dict[str, Any] = {"bob": {"faces": [2, 1]}}
    for seat in ("ann", "bob"):
        keep = [card["thing"] for card in view_of(match, seat)["players"][seat]["hand"]]
        match.done({"type": "Mulligan", "keep": keep}, headers={"Arbiter-Seat": seat}, **dice.get(seat, {}))
    match.done({"type": "ChooseFirst", "choice": "first"}, seat="ann")
    play_on(match, acting("ann"))
