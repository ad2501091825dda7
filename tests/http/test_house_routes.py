"""The routes that appoint and dismiss computer players: who may call them, and which responses name the player."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest
from redis.asyncio import Redis

from services.gateway.processes.running import Running
from services.rpg_boundless.game import HERO
from shared.platform.queue.due_streams import house_key
from tests.support.http import Table, assert_problem, key_of, with_store
from tests.support.matches import MATCHES, open_match

GREEDY: Final = {"player": "greedy"}


@pytest.fixture
def match(server: Running, app: httpx.Client) -> Table:
    """Open a match whose players have not submitted their decks yet."""
    return open_match(server, app)


def bearer(match: Table, seat: str) -> dict[str, str]:
    """Return the header with a seat's own token."""
    (token,) = (one["token"] for one in match.opened["seats"] if one["seat"] == seat)
    return {"Authorization": f"Bearer {token}"}


def appoint(match: Table, seat: str, body: Any = GREEDY, **headers: str) -> httpx.Response:  # noqa: ANN401 JSON
    """Appoint a computer player to a seat, by default with the app's key."""
    return match.app.post(f"{match.path}/seats/{seat}/player", json=body, headers=headers)


def dismiss(match: Table, seat: str, **headers: str) -> httpx.Response:
    """Remove the computer player from a seat, by default with the app's key."""
    return match.app.request("DELETE", f"{match.path}/seats/{seat}/player", headers=headers)


@pytest.mark.rule("AR-HOUSE-01", "AR-HOUSE-03")
def test_the_app_and_the_holder_appoint_and_dismiss(match: Table) -> None:
    """The app and the seat's own token can appoint and dismiss a computer player, and each response shows the seat.

    The view and the list of streams name the computer player as long as it plays.
    """
    played = {"seat": "ann", "role": "player", "player": "greedy"}
    answer = appoint(match, "ann")
    assert (answer.status_code, answer.json()) == (200, played)
    assert played in match.app.get(match.path).json()["seats"]
    (listed,) = (one for one in match.app.get("/tcg/v1/matches").json()["items"] if match.path.endswith(one["id"]))
    assert played in listed["seats"]
    back = dismiss(match, "ann", **bearer(match, "ann"))
    assert (back.status_code, back.json()) == (200, {"seat": "ann", "role": "player"})
    assert appoint(match, "ann", {"player": "random"}, **bearer(match, "ann")).json()["player"] == "random"


@pytest.mark.rule("AR-HOUSE-08")
def test_a_player_that_thinks_has_a_strength(match: Table) -> None:
    """The response and the view show the thinking player's strength, which is 3 by default.

    If a player of another kind replaces it, the seat has no strength.
    """
    assert appoint(match, "ann", {"player": "search"}).json()["strength"] == 3
    played = {"seat": "ann", "role": "player", "player": "search", "strength": 5}
    assert appoint(match, "ann", {"player": "search", "strength": 5}).json() == played
    assert played in match.app.get(match.path).json()["seats"]
    assert appoint(match, "ann").json() == {"seat": "ann", "role": "player", "player": "greedy"}


@pytest.mark.rule("AR-HOUSE-02")
def test_only_the_computer_moves_for_its_seat(match: Table) -> None:
    """While the computer plays a seat, the seat's list has no moves, and the server refuses a move for the seat."""
    appoint(match, "ann")
    listed = match.app.get(f"{match.path}/legal", headers=bearer(match, "ann")).json()["legal"]
    assert not {one["command"] for one in listed["allowed"]} & {"SubmitDeck", "SetStops", "Concede"}
    assert any(one["rule"] == "AR-HOUSE-02" and "SubmitDeck" in one["commands"] for one in listed["blocked"])
    assert_problem(match.send({"type": "Concede"}, seat="ann"), 409)


@pytest.mark.rule("AR-HOUSE-01")
@pytest.mark.parametrize(
    ("seat", "body", "status"),
    [
        ("ann", {"player": "oracle"}, 409), ("eve", GREEDY, 409), ("zoe", GREEDY, 409), ("ann", {}, 400),
        ("ann", {"player": "greedy", "speed": 3}, 400), ("ann", {"player": "Greedy!"}, 400), ("A n", GREEDY, 404),
        ("ann", {"player": "greedy", "strength": 3}, 409), ("ann", {"player": "search", "strength": 6}, 400),
    ],
    ids=[
        "unknown player", "spectator", "unknown seat", "no player", "a field too many", "no name", "no seat",
        "a player without strengths", "too strong",
    ],
)  # fmt: skip
def test_an_impossible_appointment_is_a_problem(match: Table, seat: str, body: Any, status: int) -> None:  # noqa: ANN401
    """The server refuses an invalid or impossible appointment with a problem, and the seat does not change."""
    version = match.version
    assert_problem(appoint(match, seat, body), status)
    assert version == match.version


@pytest.mark.rule("AR-HOUSE-01", "AR-HOUSE-03")
def test_other_seats_neither_appoint_nor_dismiss(match: Table) -> None:
    """Another seat's token may neither appoint nor dismiss the computer player of this seat."""
    assert_problem(appoint(match, "ann", **bearer(match, "bob")), 403)
    appoint(match, "ann")
    assert_problem(dismiss(match, "ann", **bearer(match, "bob")), 403)
    assert_problem(dismiss(match, "bob"), 409)


def test_only_the_owner_of_a_match_adds_it_to_the_matches_that_the_clock_checks(match: Table, server: Running) -> None:
    """An appointment in another app's match, or in a match that does not exist, leaves no record in the store."""
    stranger = {"Authorization": f"Bearer {key_of(server, tenant='other')}"}
    nothing = Table(server=server, app=match.app, path=f"{MATCHES}/{'0' * 26}", opened=match.opened)
    assert_problem(appoint(match, "ann", **stranger), 404)
    assert_problem(appoint(nothing, "ann"), 404)
    assert with_store(server, lambda redis: noted_in(redis, match, nothing)) == [0, 0]
    appoint(match, "ann")
    assert with_store(server, lambda redis: noted_in(redis, match, nothing)) == [1, 0]


async def noted_in(redis: Redis, *matches: Table) -> list[int]:
    """Return for each match whether a computer may play in it, as the store's record says."""
    names = [f"tcg.match:{match.path.rpartition('/')[2]}" for match in matches]
    return [int(found) for found in await redis.smismember(house_key("tcg"), names)]


def test_an_appointment_takes_effect_once(match: Table) -> None:
    """A retried appointment with the same key gets the same response, and adds no event."""
    key = {"Idempotency-Key": "once"}
    first, again = appoint(match, "ann", **key), appoint(match, "ann", **key)
    assert first.json() == again.json()
    assert (first.headers["ETag"], again.headers["Idempotency-Replayed"]) == (again.headers["ETag"], "true")


@pytest.mark.rule("AR-HOUSE-06")
def test_a_seat_with_a_character_is_given_to_a_fighter(app: httpx.Client) -> None:
    """In Boundless the computer player is called `fighter`.

    The server refuses to appoint it before the seat has a character.
    """
    seats = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}]
    opened = app.post("/rpg_boundless/v1/campaigns", json={"seats": seats}).json()
    path = f"/rpg_boundless/v1/campaigns/{opened['id']}"
    assert_problem(app.post(f"{path}/seats/ann/player", json={"player": "fighter"}), 409)
    sent = app.post(f"{path}/commands", json={"command": HERO}, headers={"Arbiter-Seat": "ann"})
    assert sent.status_code == 200, sent.text
    answer = app.post(f"{path}/seats/ann/player", json={"player": "fighter"})
    assert (answer.status_code, answer.json()["player"]) == (200, "fighter")
    assert app.request("DELETE", f"{path}/seats/ann/player").json() == {"seat": "ann", "role": "player"}


def test_a_game_without_computer_players_has_no_route_for_them(app: httpx.Client) -> None:
    """A game without computer players responds 404 on the path for appointing one."""
    assert app.post("/dice/v1/tables/x/seats/ann/player", json=GREEDY).status_code == 404
