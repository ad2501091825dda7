"""The examples of openings in the contracts: their seats, and what the first of them makes possible."""

from __future__ import annotations

import re
from typing import Any, Final

import httpx
import pytest

from services.gateway.games import GAMES
from shared.platform.processes.games import game_of

SEAT: Final = re.compile(r"gm|watcher|player-[1-9]")


def first_example(name: str) -> dict[str, Any]:
    """Return the first example of a game's opening."""
    (body, *_) = game_of(name).openings.values()
    return dict(body)


@pytest.mark.rule("AR-PAGE-85")
@pytest.mark.parametrize("name", GAMES)
def test_the_examples_have_the_same_seats_in_every_game(name: str) -> None:
    """Each seat of an example is called gm, watcher, or player with a number."""
    seats = [one["seat"] for body in game_of(name).openings.values() for one in body["seats"]]

    assert seats
    assert [] == [seat for seat in seats if not SEAT.fullmatch(seat)]


@pytest.mark.rule("AR-PAGE-85")
def test_the_usual_fights_of_the_specialist_games_can_be_decided(app: httpx.Client) -> None:
    """In pools damage lowers Vitality; in totals the usual combatant has a weapon that is ready."""
    opened = app.post("/rpg_specialist_total/v1/campaigns", json=first_example("rpg_specialist_total"))
    legal = app.get(f"{opened.headers['Location']}/legal", headers={"Arbiter-Seat": "player-1"}).json()["legal"]
    made = next(one["body"]["command"] for one in legal["allowed"] if one["command"] == "CreateCombatant")

    assert "vitality" == first_example("rpg_specialist_pool")["settings"]["damage"]["applies_to"]
    assert [("weapon", True)] == [(item["kind"], item["ready"]) for item in made["items"]]
