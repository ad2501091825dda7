"""The server's help for card designers: the check of a deck without a match, and the text for each part of a card."""

from typing import Any, Final

import httpx
import pytest

from services.gateway.processes.running import Running
from services.tcg.catalogue.starter import SETS
from tests.support.http import assert_problem
from tests.support.matches import open_match
from tests.tcg.cards.making import Raw, command, form, main, uses

ROOT: Final = "/tcg/v1"
NOBODYS: Final = {"savior": "captain", "main": {"x": 29, "order": 2}, "spirits": {"x": 15}}


def check_deck(app: httpx.Client, deck: Raw, **more: Any) -> httpx.Response:  # noqa: ANN401 fields of the body
    """Send a deck to the deck check; return the response."""
    return app.post(f"{ROOT}/decks/check", json={"deck": deck, **more})


@pytest.mark.rule("AR-DESK-01")
@pytest.mark.parametrize("name", SETS.today.sets)
def test_each_ready_deck_passes_the_check(app: httpx.Client, name: str) -> None:
    """Each built-in deck passes the check.

    The response has the size of each part of the deck, and the card set's hash.
    """
    found = app.get(f"{ROOT}/decks", params={"set": name}).json()["decks"]
    hashed = app.get(f"{ROOT}/cards", params={"set": name}).json()["hash"]
    for deck in found.values():
        answer = check_deck(app, deck, cards=name).json()
        assert (answer["hash"], answer["main"], answer["spirits"]) == (hashed, 30, 15)


@pytest.mark.rule("AR-DESK-01")
def test_a_faulty_deck_is_refused_as_in_a_match(server: Running, app: httpx.Client) -> None:
    """The check reports the same faults as a match with the same cards, each with its rule."""
    order = command("normal", main("none"), id="order", number="2")
    cards = {"name": "Mine", "cards": [form(level=0, pwr=2), order]}
    looked = assert_problem(check_deck(app, NOBODYS, cards=cards), 409)
    match = open_match(server, app, cards=cards)
    problem = assert_problem(match.send({"type": "SubmitDeck", "deck": NOBODYS}, seat="ann"), 409)

    assert (looked["type"], looked["field"]) == (problem["type"], "deck")
    assert [f"{one['rule']}: {one['reason']}" for one in looked["has"]] == problem["has"]
    assert {"TC-CARD-12", "TC-DECK-01", "TC-DECK-03", "TC-SPI-13"} == {one["rule"] for one in looked["has"]}


@pytest.mark.rule("AR-DESK-01")
def test_cards_of_a_deck_are_refused_as_at_the_opening(app: httpx.Client) -> None:
    """The check refuses faulty cards with their faults, and an unknown set with the names of the built-in sets.

    The default is the starter set.
    """
    lantern = app.get(f"{ROOT}/decks").json()["decks"]["lantern"]
    faulty = assert_problem(check_deck(app, lantern, cards={"name": "Bad", "cards": [form(level=9)]}), 409)
    unknown = assert_problem(check_deck(app, lantern, cards="moon"), 409)
    assert_problem(check_deck(app, lantern, cards=[]), 409)

    assert (faulty["title"], faulty["has"][0]["field"]) == ("CardsBad", "level")
    assert (unknown["title"], unknown["needs"], unknown["has"]) == ("CardSetUnknown", ["starter", "core"], "moon")
    assert check_deck(app, lantern).status_code == 200
    assert_problem(check_deck(app, lantern, cards="core"), 409)


@pytest.mark.parametrize("cards", [5, [], True, [[]], {"name": 7}, {}, "x" * 3000])
def test_no_cards_of_a_deck_cause_a_500(app: httpx.Client, cards: object) -> None:
    """The server refuses any wrong value of the field `cards`."""
    assert_problem(check_deck(app, NOBODYS, cards=cards), 409)


def test_deck_check_needs_a_credential(app: httpx.Client) -> None:
    """Checking decks costs time, so the server refuses callers without a credential."""
    assert_problem(httpx.post(f"{app.base_url}{ROOT}/decks/check", json={"deck": NOBODYS}), 401)


@pytest.mark.rule("AR-DESK-02")
def test_each_part_of_a_card_has_its_words(app: httpx.Client) -> None:
    """On request, the response shows which words of a card's text describe each step of an effect."""
    card = form(uses({"do": "draw", "n": 1}, {"do": "shuffle", "deck": "main"}))
    body = {"cards": {"name": "Mine", "cards": [card]}}
    asked = app.post(f"{ROOT}/cards/check", json={**body, "parts": True}).json()
    parts, text = asked["parts"]["x"], asked["texts"]["x"]["faces"][0]["box"][0]

    assert {"x"} == set(asked["parts"])
    assert "draw 1" == parts["effects[0].do[0]"]
    assert parts["effects[0].do[1]"] in text
    assert parts["effects[0]"] == text
    assert {} == app.post(f"{ROOT}/cards/check", json=body).json()["parts"]
