"""The cards of a match over HTTP: their printed text, and the keys that the match uses for their effects."""

from __future__ import annotations

from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from tests.support.http import Table, assert_problem, key_of
from tests.support.matches import MATCHES, open_match
from tests.tcg.cards.making import form, uses

EITHER: Final = {"do": "choose_mode", "modes": [[{"do": "draw", "n": 1}], [{"do": "invoke", "n": 2}]]}
MANY: Final = {"name": "Many", "cards": [form(uses(), id=f"x-{at}", number=str(at), level=0) for at in range(200)]}


def cards_of(match: Table, **more: Any) -> httpx.Response:  # noqa: ANN401 as `get` has it
    """Read the cards of a match."""
    return match.get("/cards", **more)


def test_every_seat_reads_the_cards_of_a_match(server: Running, app: httpx.Client) -> None:
    """Every seat and the app get the same cards, including the spirits that the match added to the set."""
    match = open_match(server, app, cards={"name": "Own", "cards": [form(uses(EITHER), name="Page", level=0)]})
    read = cards_of(match, seat="ann")
    page = next(one for one in read.json()["cards"] if one["card"]["id"] == "x")

    assert [read.content] * 2 == [cards_of(match, seat=seat).content for seat in ("eve", None)]
    assert ("Own", "Page") == (read.json()["name"], page["text"]["name"])
    assert "x#e" in page["effects"]
    assert {"x#e/mode-0": "draw 1", "x#e/mode-1": "invoke 2"} == page["effects"]["x#e"]["modes"]
    assert page["effects"]["x#e"]["says"] in page["text"]["faces"][0]["box"]
    assert any(one["card"]["id"] == "house-boost" for one in read.json()["cards"])


def test_the_cards_of_a_usual_match_are_the_starter_set(server: Running, app: httpx.Client) -> None:
    """A match without custom cards serves the starter set, whose hash is in its view."""
    match = open_match(server, app)
    read = cards_of(match, seat="ann").json()

    assert app.get("/tcg/v1/cards").json() == read
    assert match.get(seat="ann").json()["game"]["cards"] == read["hash"]
    marshal = next(one for one in read["cards"] if one["card"]["id"] == "lantern-marshal")
    assert marshal["effects"]["lantern-marshal#flip"]["says"] == marshal["text"]["faces"][0]["box"][-1]


def test_cards_that_a_reader_has_are_304(server: Running, app: httpx.Client) -> None:
    """The ETag is the set's hash, so a reader who has the set gets a 304 without a body, even for another match."""
    first, second = (open_match(server, app, cards=MANY) for _ in range(2))
    read = cards_of(first, seat="ann")
    held = {"If-None-Match": read.headers["ETag"]}

    assert f'"{read.json()["hash"]}"' == read.headers["ETag"]
    again = [cards_of(match, headers=held) for match in (first, second)]
    assert [(304, b"")] * 2 == [(one.status_code, one.content) for one in again]
    assert 200 == cards_of(first, headers={"If-None-Match": '"1"'}).status_code
    assert read.content == cards_of(second, seat="bob").content


def test_no_other_caller_reads_the_cards_of_a_match(server: Running, app: httpx.Client) -> None:
    """Another app gets the same response as for a match that does not exist. A token reads only its own match."""
    match, other = open_match(server, app), open_match(server, app)
    key = {"Authorization": f"Bearer {key_of(server, tenant='other')}"}
    answers = [cards_of(match, headers=key), app.get(f"{MATCHES}/{'0' * 26}/cards")]

    theirs, nothing = (assert_problem(one, 404) | {"instance": ""} for one in answers)
    assert theirs == nothing
    assert_problem(app.get(f"{MATCHES}/No!/cards"), 404)
    assert_problem(cards_of(match, headers=other.as_seat("ann")), 403)
    assert_problem(cards_of(match, headers={"Authorization": ""}), 401)


@pytest.mark.rule("TC-RUL-204")
def test_cards_of_a_match_name_the_limit_that_the_match_adds(server: Running, app: httpx.Client) -> None:
    """If a match limits effects without a printed limit, its cards say so, and its ETag differs from other matches'."""
    own = {"name": "Own", "cards": [form(uses(eti="swift", cost=[{"pay": "discard", "n": 1}], limit=None), level=0)]}
    plain = open_match(server, app, cards=own)
    limited = open_match(server, app, cards=own, settings={"default_effect_limit": "once_per_turn"})
    reads = [cards_of(match, seat="ann") for match in (plain, limited, plain)]
    pages = [next(one for one in read.json()["cards"] if one["card"]["id"] == "x") for read in reads]
    texts = [page["effects"]["x#e"]["says"] for page in pages]

    unlimited = "[SWIFT] —: discard 1; draw 1."
    assert [unlimited, "[SWIFT] Once per turn: discard 1; draw 1.", unlimited] == texts
    assert [[text] for text in texts] == [page["text"]["faces"][0]["box"] for page in pages]
    assert reads[0].headers["ETag"] == reads[2].headers["ETag"] != reads[1].headers["ETag"]
    assert 200 == cards_of(limited, headers={"If-None-Match": reads[0].headers["ETag"]}).status_code
    assert 304 == cards_of(limited, headers={"If-None-Match": reads[1].headers["ETag"]}).status_code


@pytest.mark.rule("AR-SEAT-01")
def test_the_cards_of_a_match_are_read_only_as_a_seat_of_it(server: Running, app: httpx.Client) -> None:
    """The app's key reads the cards as itself or as a seat; a seat that the match does not have is refused."""
    match = open_match(server, app)
    problem = assert_problem(app.get(f"{match.path}/cards", headers={"Arbiter-Seat": "an"}), 409)

    assert (problem["title"], problem["rule"], problem["has"]) == ("SeatUnknown", "AR-SEAT-01", "an")
    assert "ann" in problem["needs"]
    assert app.get(f"{match.path}/cards", headers={"Arbiter-Seat": "ann"}).status_code == 200
