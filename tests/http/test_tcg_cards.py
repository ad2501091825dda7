"""The cards of Boundless TCG over HTTP: the built-in sets, the booklet, and the check of custom cards."""

import json
from hashlib import sha256
from typing import Any, Final

import httpx
import pytest

from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER, our_set
from shared.kernel.messages import canonical
from tests.support.http import assert_problem
from tests.tcg.cards.making import Raw, command, form, uses

ROOT: Final = "/tcg/v1"


@pytest.fixture(scope="module")
def booklet(server: Any, app: httpx.Client) -> dict[str, Any]:  # noqa: ANN401, ARG001 it is there
    """Return the booklet, which is public."""
    read: dict[str, Any] = httpx.get(f"{app.base_url}{ROOT}/booklet").raise_for_status().json()
    return read


@pytest.mark.rule("TC-GEN-01", "TC-GEN-02", "TC-RUL-102")
def test_the_booklet_has_its_version_and_pages(booklet: dict[str, Any]) -> None:
    """The booklet has version 1.0. Its page 16 describes the act step, and page 17 the combat step."""
    pages = booklet["pages"]

    assert "1.0" == booklet["version"]
    assert ["act step", "combat step"] == [pages["16"], pages["17"]]
    assert ["form", "form", "reading card effects"] == [pages["8"], pages["9"], pages["19"]]
    assert [str(page) for page in range(3, 20)] == list(pages)


@pytest.mark.rule("TC-GEN-06")
def test_the_booklet_names_the_void_as_the_main_way_to_lose(booklet: dict[str, Any]) -> None:
    """The booklet lists an overflowing void first among the ways to lose, with its rule."""
    assert ("void", "TC-WIN-01") == (booklet["losses"][0]["reason"], booklet["losses"][0]["rule"])
    assert "void" in booklet["aim"]


@pytest.mark.rule("TC-KEY-01")
def test_the_booklet_has_eight_keywords(booklet: dict[str, Any]) -> None:
    """The booklet lists the eight keywords in order."""
    expected = ["draw", "discard", "rescue", "spiritualize", "invoke", "de-spiritualize", "devour", "control"]

    assert expected == list(booklet["keywords"])


@pytest.mark.rule("TC-SPI-07", "TC-SPI-08", "TC-SPI-09", "TC-SPI-10", "TC-SPI-11", "TC-SPI-12", "TC-RUL-099")
def test_the_booklet_has_five_types_of_spirits(booklet: dict[str, Any]) -> None:
    """The booklet shows each type's name and how many spirits of the type a deck may contain."""
    expected = {
        "boost": ("Boost Spirit", 15), "rescue": ("Rescue Spirit", 4), "aggress": ("Aggress Spirit", 15),
        "protect": ("Protect Spirit", 15), "perfect": ("Perfect Spirit", 1),
    }  # fmt: skip

    assert expected == {name: (one["name"], one["most"]) for name, one in booklet["spirit_types"].items()}


@pytest.mark.rule("TC-ETI-01", "TC-RUL-074")
def test_the_booklet_names_all_five_indicators(booklet: dict[str, Any]) -> None:
    """The booklet has the four timing indicators, and [INDEPENDENT], which is printed in addition to one of them."""
    assert ["[AUTO]", "CONT:", "[INTERRUPT]", "[SWIFT]", ""] == list(booklet["indicators"].values())
    assert "[INDEPENDENT]" == booklet["independent"]


def test_a_wrong_card_number_is_refused_in_words(app: httpx.Client) -> None:
    """If a card's number has lower-case letters, the refusal of the card check says what a number looks like."""
    card = {
        "kind": "form",
        "id": "x",
        "name": "X",
        "set_id": "T",
        "number": "seot",
        "rarity": "r",
        "level": 0,
        "pwr": 1,
    }
    problem = app.post(f"{ROOT}/cards/check", json={"cards": {"name": "T", "cards": [card]}})
    (fault,) = assert_problem(problem, 409)["has"]

    assert ("number", "Expected 1 to 8 capital letters or digits") == (fault["field"], fault["reason"])


@pytest.mark.rule("TC-ZONE-03")
def test_the_mat_has_seven_kinds_of_places(booklet: dict[str, Any]) -> None:
    """The booklet numbers the mat's zones 1 to 7; the hand is not on the mat."""
    expected = ["savior zone", "form zone", "command zone", "main deck", "drop zone", "spirit deck", "void"]

    assert list(enumerate(expected, 1)) == [(place["number"], place["name"]) for place in booklet["mat"]]
    assert ["hand"] == booklet["off_the_mat"]


@pytest.mark.rule("TC-ACT-11")
def test_the_act_step_has_seven_actions(app: httpx.Client, booklet: dict[str, Any]) -> None:
    """The contract has a command for each of the seven actions of the act step."""
    expected = [
        "spiritualize the savior", "spiritualize a form", "sacrifice a form to play a form", "flip the savior",
        "play a level 0 form", "play a command", "put a command face-down",
    ]  # fmt: skip
    schemas = app.get("/schema/tcg.json").json()["components"]["schemas"]

    assert expected == [action["name"] for action in booklet["actions"]]
    for action in booklet["actions"]:
        assert any(name.rpartition(".")[2] == action["command"] for name in schemas)


@pytest.mark.rule("TC-TURN-09", "TC-CARD-12", "TC-CMD-06")
def test_the_booklet_has_steps_phases_windows_and_kinds(booklet: dict[str, Any]) -> None:
    """The booklet has six steps, four combat phases, six windows, four kinds of cards and four command types."""
    assert ["draw", "invoke", "act1", "combat", "act2", "end"] == booklet["steps"]
    assert ["start", "check", "damage", "end"] == list(booklet["phases"])
    assert ["W1", "W2", "W3", "W4", "W5", "W6"] == list(booklet["windows"])
    assert {"savior", "spirit", "form", "command"} == set(booklet["kinds"])
    assert ["normal", "bound", "interrupt", "swift"] == booklet["command_types"]


def test_the_starter_cards_can_be_read(app: httpx.Client) -> None:
    """Anyone can read the starter set, with the hash that matches refer to, and each card by its id."""
    found = httpx.get(f"{app.base_url}{ROOT}/cards").json()
    one = httpx.get(f"{app.base_url}{ROOT}/cards/house-boost").json()
    again = canonical({"name": found["name"], "cards": [page["card"] for page in found["cards"]]})

    assert compose(STARTER, "house").hash == found["hash"] == sha256(again).hexdigest()
    assert one in found["cards"]
    assert ["CONT: The card above gets +1 PWR."] == one["text"]["faces"][0]["box"]
    for missing in ("no-such-card", "House-Boost", "%00", "a" * 2000):
        assert_problem(app.get(f"{ROOT}/cards/{missing}"), 404)


def test_the_starter_decks_can_be_read(app: httpx.Client) -> None:
    """There are two decks of starter cards, which can be used in a match as they are."""
    known = {page["card"]["id"] for page in app.get(f"{ROOT}/cards").json()["cards"]}
    decks = httpx.get(f"{app.base_url}{ROOT}/decks").json()["decks"]

    assert ["lantern", "tide"] == list(decks)
    assert_problem(app.get(f"{ROOT}/decks/none"), 404)
    for name, deck in decks.items():
        assert deck == httpx.get(f"{app.base_url}{ROOT}/decks/{name}").json()
        assert (30, 15) == (sum(deck["main"].values()), sum(deck["spirits"].values()))
        assert {deck["savior"], *deck["main"], *deck["spirits"]} <= known


def test_the_core_set_can_be_read(app: httpx.Client) -> None:
    """The query `set` selects the set of cards and decks; the default is the starter set.

    Each deck has a text that explains how to play it.
    """
    cards, found = (httpx.get(f"{app.base_url}{ROOT}/{what}?set=core").json() for what in ("cards", "decks"))
    known = {page["card"]["id"] for page in cards["cards"]}

    assert our_set("house", cards="core").hash == cards["hash"]
    assert ["kiln", "kite", "bastion", "loom"] == list(found["decks"]) == list(found["about"])
    assert {"core"} == {one["cards"] for one in found["about"].values()}
    assert all({deck["savior"], *deck["main"], *deck["spirits"]} <= known for deck in found["decks"].values())
    assert found["decks"]["kiln"] == app.get(f"{ROOT}/decks/kiln").json()
    assert "Kiln Mother" == app.get(f"{ROOT}/cards/kiln-mother").json()["text"]["name"]
    for what in ("cards", "decks"):
        assert app.get(f"{ROOT}/{what}").json() == app.get(f"{ROOT}/{what}?set=starter").json()
        assert ["starter", "core"] == assert_problem(app.get(f"{ROOT}/{what}?set=moon"), 400)["needs"]
        assert_problem(app.get(f"{ROOT}/{what}?set=core&set=core"), 400)


def test_a_match_is_opened_with_a_set_by_its_name(app: httpx.Client) -> None:
    """In a match with the core set, the core decks are legal and the starter decks are not.

    An unknown set is refused.
    """
    seats = [{"seat": "ann"}, {"seat": "bob"}]
    opened = app.post(f"{ROOT}/matches", json={"seats": seats, "cards": "core"})
    assert 201 == opened.status_code
    path, token = f"{ROOT}/matches/{opened.json()['id']}/commands", opened.json()["seats"][0]["token"]
    for deck, status in (("lantern", 409), ("kiln", 200)):
        command = {"type": "SubmitDeck", "deck": app.get(f"{ROOT}/decks/{deck}").json()}
        sent = httpx.post(
            f"{app.base_url}{path}", json={"command": command}, headers={"Authorization": f"Bearer {token}"}
        )
        assert status == sent.status_code


def test_an_unknown_card_set_is_refused_with_those_that_exist(app: httpx.Client) -> None:
    """The problem names the built-in sets. If a number was sent, it explains what may be sent instead."""
    seats = [{"seat": "ann"}, {"seat": "bob"}]
    unknown = assert_problem(app.post(f"{ROOT}/matches", json={"seats": seats, "cards": "moon"}), 409)
    number = assert_problem(app.post(f"{ROOT}/matches", json={"seats": seats, "cards": 5}), 409)

    assert (unknown["title"], unknown["field"]) == ("CardSetUnknown", "cards")
    assert (unknown["needs"], unknown["has"]) == (["starter", "core"], "moon")
    assert unknown["detail"].startswith("No card set has this name")
    assert "an object or the name of a built-in set" in number["needs"]


def looked_over(app: httpx.Client, *cards: Raw, **more: Any) -> httpx.Response:  # noqa: ANN401 fields of the body
    """Send cards to the card check, and return the response."""
    return app.post(f"{ROOT}/cards/check", json={"cards": {"name": "Mine", "cards": list(cards)}, **more})


@pytest.mark.rule("TC-RUL-012", "TC-RUL-105")
def test_good_cards_have_a_hash_and_texts(app: httpx.Client) -> None:
    """The response includes the spirits that a match would add. The check accepts unusual cards with a note."""
    house = looked_over(app, form(pwr=20)).json()
    custom = looked_over(app, form(pwr=20), spirit_set="custom").json()

    assert compose(STARTER, "house").hash != house["hash"] != custom["hash"]
    assert ["x"] == list(custom["texts"])
    assert {"x", "house-boost", "house-perfect"} <= set(house["texts"])
    assert [("x", "pwr", ["TC-RUL-105"])] == [(one["card"], one["field"], one["rules"]) for one in house["notes"]]


@pytest.mark.rule("TC-CARD-02", "TC-RUL-070")
def test_every_fault_of_cards_is_named(app: httpx.Client) -> None:
    """A single 409 problem lists each fault with its card, field, reason and rules."""
    answer = looked_over(app, form(uses(limit=None)), command("normal", id="y", number="2"), form(id="z", level=9))
    problem = assert_problem(answer, 409)

    assert ("urn:arbiter:refusal:cards-bad", "CardsBad", "cards") == (
        problem["type"], problem["title"], problem["field"]
    )  # fmt: skip
    assert [("z", "level"), ("x", "effects[0]"), ("y", "effects")] == [
        (fault["card"], fault["field"]) for fault in problem["has"]
    ]
    assert ["TC-READ-09", "TC-READ-10", "TC-RUL-070"] == problem["has"][1]["rules"]
    assert all(fault["reason"] for fault in problem["has"])
    assert 200 == app.get(problem["rule_url"]).status_code


def test_id_of_a_house_spirit_is_refused_only_beside_house_spirits(app: httpx.Client) -> None:
    """A set with custom spirits may use the id of a built-in spirit; a set without them may not."""
    clash = form(id="house-boost")

    assert_problem(looked_over(app, clash), 409)
    assert 200 == looked_over(app, clash, spirit_set="custom").status_code


DEEP: Final = 20_000
ODD: Final[tuple[str, ...]] = (
    "", "null", "[]", "{}", "7", '"x"', '{"cards": null}', '{"cards": []}', '{"cards": {}}', '{"cards": {"name": "x"}}',
    '{"cards": {"name": "x", "cards": 7}}', '{"cards": {"name": "x", "cards": [null, 7, "x", [], {}]}}',
    '{"cards": {"name": "x", "cards": [{"id": 1e400, "kind": []}]}}',
    '{"cards": {"name": "x", "cards": [{"id": "\\ud800", "kind": "\\ud800", "effects": ["\\ud800"]}]}}',
    '{"cards": {"name": "\\u0000", "cards": [{"id": "\\u0000", "kind": "form", "effects": {}}]}}',
    '{"cards": {"cards": [{"kind": "form", "effects": [{"eti": "\\u0000"}]}]}, "spirit_set": "house"}',
    '{"cards": {"name": "x", "cards": []}, "spirit_set": "mine"}', '{"cards": {"name": "x", "cards": []}, "more": 1}',
    '{"cards": ' + "[" * DEEP + "]" * DEEP + "}", '{"cards": ' + '{"cards":' * DEEP + "1" + "}" * DEEP + "}",
    '{"cards": {"name": "x", "cards": [' + "[" * 900 + "]" * 900 + "]}}", "[" * DEEP, '{"cards": ' + "9" * 5000 + "}",
    '{"cards": {"name": "x", "cards": [' + "1," * 120_000 + "1]}}",
)  # fmt: skip


@pytest.mark.parametrize("body", ODD, ids=range(len(ODD)))
def test_no_body_causes_a_500(app: httpx.Client, body: str) -> None:
    """Any body, however deep, gets a response: a 400 if the body is invalid, and a 409 if its cards are."""
    answer = app.post(f"{ROOT}/cards/check", content=body, headers={"Content-Type": "application/json"})

    assert_problem(answer, 409 if answer.json().get("rule") == "TC-CARD-02" else 400)
    assert len(answer.content) < 1_000_000


@pytest.mark.parametrize("depth", [7, 50, 150, 300, 1000, 5000])
def test_a_card_that_never_ends_is_refused(app: httpx.Client, depth: int) -> None:
    """The check refuses a card whose condition is nested too deep, or the whole body if the server cannot parse it."""
    inner = '{"op": "turn_of", "who": "you"}'
    deep = '{"op": "not", "of": ' * depth + inner + "}" * depth
    card = json.dumps(form(uses(when="DEEP"))).replace('"DEEP"', deep)
    body = f'{{"cards": {{"name": "Deep", "cards": [{card}]}}}}'
    answer = app.post(f"{ROOT}/cards/check", content=body, headers={"Content-Type": "application/json"})

    opened = app.post(
        f"{ROOT}/matches",
        content=f'{{"seats": [{{"seat": "a"}}, {{"seat": "b"}}], {body[1:]}',
        headers={"Content-Type": "application/json"},
    )

    refused = 409 if depth < 1000 else 400  # too deep even to be parsed
    assert (200 if depth == 7 else refused) == answer.status_code
    assert (201 if depth == 7 else refused) == opened.status_code
    if depth > 7:
        faults = assert_problem(answer, refused).get("has")
        assert all(fault["card"] == "x" for fault in faults) if faults else "deeply" in answer.text


def test_cards_too_deep_to_parse_are_refused(app: httpx.Client) -> None:
    """The server refuses every body nested nearly as deep as parsing allows, with or without an idempotency key."""
    for depth in range(950, 980):
        deep = '{"op": "not", "of": ' * depth + '{"op": "turn_of", "who": "you"}' + "}" * depth
        card = json.dumps(form(uses(when="DEEP"))).replace('"DEEP"', deep)
        body = f'{{"seats": [{{"seat": "a"}}, {{"seat": "b"}}], "cards": {{"name": "Deep", "cards": [{card}]}}}}'
        for key in ({}, {"Idempotency-Key": f"deep-{depth}"}):
            answer = app.post(f"{ROOT}/matches", content=body, headers={"Content-Type": "application/json", **key})
            assert_problem(answer, 409 if answer.json().get("rule") == "TC-CARD-02" else 400)


def test_card_check_needs_a_credential(app: httpx.Client) -> None:
    """Checking cards costs time, so the server refuses callers without a credential."""
    assert_problem(httpx.post(f"{app.base_url}{ROOT}/cards/check", json={"cards": {}}), 401)
