"""Dry runs of a running match: they show whether a command is allowed, and nothing that depends on hidden cards."""

from __future__ import annotations

import time
from typing import Any, Final

import httpx
import msgspec
import pytest

from services.gateway.processes.running import Running
from shared.platform.queue.house import PACE
from tests.support.http import Table
from tests.support.matches import acting, begin_as_first, legal_commands, open_match, play_on, view_of
from tests.tcg.schools import DRAW, SPIRITS, command, form, school

ROLL: Final = {"do": "roll_die", "sides": 6, "store": "shown", "table": {"1-6": []}}
MAIN: Final = list(range(1, 31))
DEALT: Final = list(range(1, 16))
PLAIN: Final = [*range(7, 25), 26, 27, 28, 29, 30, 6, 5, 25, 1, 2, 3, 4]
"""An order of ann's deck, from the bottom to the top: when she acts, the next card has no effect."""
TOPPED: Final = [*range(7, 25), 26, 27, 28, 6, 30, 29, 5, 25, 1, 2, 3, 4]
"""The same order, but the next card rolls a die when it is drawn."""


def from_hand(name: str, event: str, by: str) -> dict[str, Any]:
    """Return an [AUTO] effect that works from the hand and rolls a die."""
    return {"id": name, "eti": "auto", "zones": ["hand"], "on": {"event": event, "by": by}, "do": [ROLL]}


LETTERS: Final = "abcdefgh"
HEARD: Final = (("form", "form_played"), ("act", "command_played"))
LURKERS: Final = school(
    "Lurkers",
    command("pull", "normal", {"eti": "none", "do": [DRAW]}),
    form("top", from_hand("seen", "drawn", "you")),
    *(form(f"plain-{one}") for one in LETTERS),
    *(form(f"lurker-{one}", *(from_hand(*heard, "opponent") for heard in HEARD)) for one in LETTERS),
)  # fmt: skip
OWN: Final = {"pull": 4, **{f"plain-{one}": 4 for one in "abcdef"}, "top": 2}


def deck(main: dict[str, int]) -> dict[str, Any]:
    """Return the command that submits a deck with these main cards."""
    return {"type": "SubmitDeck", "deck": {"savior": "head", "main": main, "spirits": SPIRITS}}


def begin(server: Running, app: httpx.Client, *, lurkers: bool, order: list[int]) -> Table:
    """Start a match in which ann acts. Bob's hand has lurkers or only plain forms, and ann's deck has this order."""
    match = open_match(server, app, cards=msgspec.to_builtins(LURKERS))
    kind = "lurker" if lurkers else "plain"
    theirs = {f"{kind}-{one}": 4 if one in "abcdef" else 3 for one in LETTERS}
    match.done(deck(OWN), seat="ann")
    match.done(deck(theirs), seat=None, headers={"Arbiter-Seat": "bob"}, faces=[*order, *MAIN, *DEALT, *DEALT])
    begin_as_first(match)
    return match


def dry_runs(match: Table) -> list[tuple[int, bytes]]:
    """Send dry runs of all commands that ann may send, and of one that is refused; return the responses."""
    sent = [entry["body"]["command"] for entry in legal_commands(match, "ann")]
    sent.append({"type": "PlayForm", "card": 77})
    answers = [match.send(one, seat="ann", params={"dry_run": "true"}) for one in sent]
    assert {"PlayForm", "PlayCommand", "EndStep"} <= {one["type"] for one in sent}
    return [(one.status_code, one.content) for one in answers]


def rolls(match: Table) -> int:
    """Let ann play her command and then a form; return how many dice were rolled."""
    before = match.version
    for kind in ("PlayCommand", "PlayForm"):
        body = next(one["body"]["command"] for one in legal_commands(match, "ann") if one["command"] == kind)
        match.done(body, seat="ann")
        play_on(match, acting("ann"))
    page = match.get("/events", seat="ann", params={"after": before, "limit": 1000}).json()
    return sum(one["data"]["type"] == "DieRolled" for one in page["items"])


@pytest.mark.rule("AR-ODDS-08", "TC-RUL-085", "TC-RUL-088")
def test_dry_runs_do_not_depend_on_hidden_cards(server: Running, app: httpx.Client) -> None:
    """Ann's dry runs have the same bytes, whatever is in bob's hand and on top of her own deck.

    The commands themselves then roll a die in one match, and none in the other.
    """
    plain = begin(server, app, lurkers=False, order=PLAIN)
    other = begin(server, app, lurkers=True, order=TOPPED)

    assert view_of(plain, "ann")["players"]["ann"]["hand"] == view_of(other, "ann")["players"]["ann"]["hand"]
    assert dry_runs(plain) == dry_runs(other)
    assert 0 == rolls(plain)
    assert 11 == rolls(other)


@pytest.mark.rule("AR-ODDS-08")
def test_no_seat_sees_how_long_its_dry_run_took(server: Running, app: httpx.Client) -> None:
    """The fastest of several dry runs of a seat still takes the fixed period to which response times are rounded up."""
    match = begin(server, app, lurkers=False, order=PLAIN)
    took = []
    for _ in range(3):
        began = time.monotonic()
        match.send({"type": "EndStep"}, seat="ann", params={"dry_run": "true"}).raise_for_status()
        took.append(time.monotonic() - began)

    assert min(took) >= PACE


@pytest.mark.rule("AR-ODDS-08")
def test_a_dry_run_names_the_draw_that_begins_a_match(server: Running, app: httpx.Client) -> None:
    """Before the match begins nothing hidden decides what is drawn, so a dry run of the last deck names the shuffle."""
    match = open_match(server, app, cards=msgspec.to_builtins(LURKERS))
    match.done(deck(OWN), seat="ann")
    answer = match.send(deck(OWN), seat="bob", params={"dry_run": "true"}).json()

    assert (True, "main deck") == (answer["allowed"], answer["draws"])
