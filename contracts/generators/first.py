"""First requests, in the types of the generated modules: a roll, a match, a command, and what happened by its tag.

Run with ARBITER_URL and ARBITER_KEY. `dice` and `tcg` are what datamodel-code-generator makes of the contracts.
"""

from __future__ import annotations

import json
import os
from typing import TypeVar

import dice
import httpx
import msgspec
import tcg

A = TypeVar("A")
JSON = {"Content-Type": "application/json"}


def read(answer: httpx.Response, kind: type[A]) -> A:
    """Read an answer as what the contract says it is."""
    answer.raise_for_status()
    return msgspec.json.decode(answer.content, type=kind)


def roll(http: httpx.Client) -> int:
    """Roll at once, and return the total."""
    what = dice.RollAsk(what=dice.Notation(text="4d6kh3 + 2"), purpose="strength")
    body = msgspec.json.encode(dice.RollsBody(rolls=[what]))
    made = read(http.post("/dice/v1/rolls", content=body, headers=JSON), dice.RollsAnswer).rolls[0]
    assert isinstance(made.outcome, dice.NotationOutcome)
    return int(made.outcome.total)


def told(event: tcg.TcgEvent) -> str:
    """Say what happened."""
    match event:
        case tcg.DeckAccepted():
            return f"{event.seat} handed a deck in"
        case tcg.SeatOpened():
            return f"{event.seat} sits down"
        case _:
            return type(event).__name__


def play(http: httpx.Client) -> list[str]:
    """Open a match, hand a deck in, send what is legal next, and read what happened."""
    opening = msgspec.json.encode(tcg.OpenMatch(seats=[tcg.SeatAsk(seat="ann"), tcg.SeatAsk(seat="bob")]))
    opened = read(http.post("/tcg/v1/matches", content=opening, headers=JSON), tcg.TcgOpened)
    place, ann = f"/tcg/v1/matches/{opened.id}", {"Authorization": f"Bearer {opened.seats[0].token}"}
    deck = read(http.get("/tcg/v1/decks/lantern"), tcg.DeckList)
    body = msgspec.json.encode(tcg.TcgAsk(command=tcg.SubmitDeck(deck=deck)))

    tried = http.post(f"{place}/commands", params={"dry_run": "true"}, content=body, headers=ann | JSON)
    assert read(tried, tcg.TcgDryRun).allowed
    done = read(http.post(f"{place}/commands", content=body, headers=ann | JSON), tcg.TcgDone)
    said = [told(event) for event in done.events]

    legal = read(http.get(f"{place}/legal", headers=ann), tcg.TcgLegalAnswer).legal
    following = msgspec.json.encode(legal.allowed[0].body)
    read(http.post(f"{place}/commands", content=following, headers=ann | JSON), tcg.TcgDone)
    page = read(http.get(f"{place}/events", headers=ann), tcg.TcgEventPage)
    with http.stream("GET", f"{place}/events", headers=ann | {"Accept": "text/event-stream"}) as messages:
        line = next(line for line in messages.iter_lines() if line.startswith("data: "))
    message = msgspec.json.decode(line.removeprefix("data: "), type=tcg.TcgCloudEvent)
    assert message == page.items[0]
    return [*said, told(message.data)]


def main() -> None:
    """Make the requests, and print what came of them."""
    key = os.environ["ARBITER_KEY"]
    headers = {"Authorization": f"Bearer {key}"}
    with httpx.Client(base_url=os.environ["ARBITER_URL"], headers=headers, timeout=30) as http:
        print(json.dumps({"total": roll(http), "said": play(http)}))


if __name__ == "__main__":
    main()
