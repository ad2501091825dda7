"""Card sets, identified by a hash of their content, and the spirits that belong to a set."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from services.tcg.catalogue.contract import cards_schema
from services.tcg.catalogue.faults import BadCards
from services.tcg.catalogue.language.effects import Cards, Spirit
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.sets import HOUSE, MOST_CARDS, card_set, compose, house_spirits
from services.tcg.catalogue.starter import STARTER
from services.tcg.catalogue.text.face import text_of
from shared.kernel.messages import canonical
from shared.platform.ledger import CONTRACTS
from tests.tcg.cards.making import form, spirit

PROTECT = (
    "CONT: If the card above would leave play because of damage, "
    "send this card from underneath a card to the void instead."
)
SMALL = load({"name": "Small", "cards": [form(), spirit(id="own", number="2")]})


def test_a_set_is_its_text() -> None:
    """A card set has a canonical text and a hash of that text. Sets with equal texts are equal."""
    one = compose(SMALL, "custom")

    assert canonical(SMALL).decode() == one.text
    assert sha256(one.text.encode()).hexdigest() == one.hash
    assert ("Small", {"x": "form", "own": "spirit"}) == (one.name, {card: one.kind_of(card) for card in one.cards})
    assert card_set(one.text) is one
    assert f"CardSet('Small', 2 cards, {one.hash[:12]})" == repr(one)
    assert len({one, compose(SMALL, "house"), card_set(one.text)}) == 2


def test_equal_cards_written_differently_make_the_same_set() -> None:
    """Two sets of equal cards are equal, even if their cards were written differently."""
    again = msgspec.json.decode(compose(STARTER, "house").text, type=Cards)
    shuffled = dict(reversed(msgspec.to_builtins(SMALL).items()))

    assert (*STARTER.cards, *HOUSE.cards) == again.cards
    assert compose(SMALL, "custom") == compose(load(shuffled), "custom")


@pytest.mark.rule("TC-RUL-012")
def test_spirits_of_a_set() -> None:
    """Each built-in spirit has an ability, and Perfect has several.

    Sets may have blank spirits without abilities, or spirits of their own.
    """
    house, blank = house_spirits("house"), house_spirits("blank")

    assert [1, 1, 1, 1, 4] == [len(card.effects) for card in house]
    assert [0, 0, 0, 0, 0] == [len(card.effects) for card in blank]
    assert ["boost", "rescue", "aggress", "protect", "perfect"] == [card.type for card in house]
    assert ({"x", "own"}, 7) == (set(compose(SMALL, "custom").cards), len(compose(SMALL, "blank").cards))


@pytest.mark.rule("TC-RUL-012")
def test_a_perfect_spirit_is_exclusive_without_abilities() -> None:
    """A Perfect Spirit is exclusive under the rules, even if it is blank. No other spirit is exclusive."""
    for spirits in (house_spirits("house"), house_spirits("blank")):
        assert ["perfect"] == [card.type for card in spirits if card.exclusive]
        assert "*(No other spirit" in text_of(spirits[4]).lines[-1]


@pytest.mark.rule("TC-RUL-012")
@pytest.mark.parametrize(
    ("spirit_id", "line"),
    [
        ("house-boost", "CONT: The card above gets +1 PWR."),
        ("house-rescue", "[AUTO] When a card is spiritualized with this card: —; rescue 1."),
        ("house-aggress", "CONT: While the card above is attacking: —; the card above gets +2 PWR."),
        (
            "house-protect",
            PROTECT,
        ),
    ],
)
def test_abilities_of_the_built_in_spirits(spirit_id: str, line: str) -> None:
    """Boost adds PWR, Rescue rescues, Aggress adds PWR to an attacker, and Protect leaves play instead of its form."""
    cards = {card.id: text_of(card).lines for card in HOUSE.cards}

    assert (line,) == cards[spirit_id]
    assert spirit_id == "house-rescue" or line in cards["house-perfect"]


def test_card_with_a_built_in_spirits_id_is_refused() -> None:
    """If a set includes the built-in spirits, the loader refuses a card with the id or number of one of them."""
    for clash in (spirit(id="house-boost"), spirit(set_id="HOUSE", number="S1")):
        cards = load({"name": "Clash", "cards": [clash]})
        with pytest.raises(BadCards, match="a house spirit has this id"):
            compose(cards, "house")
        assert 1 == len(compose(cards, "custom").cards)


def test_a_set_has_at_most_600_cards() -> None:
    """The loader refuses a set of more than 600 cards; built-in spirits count."""
    most = [form(id=f"c{i}", number=str(i)) for i in range(MOST_CARDS)]

    assert 605 - 5 == len(compose(load({"name": "Most", "cards": most[5:]}), "house").cards)
    with pytest.raises(BadCards, match="more than 600"):
        compose(load({"name": "More", "cards": most[4:]}), "house")


def test_the_built_in_spirits_load() -> None:
    """The built-in spirits load in the same way as other cards."""
    assert HOUSE == load(canonical(HOUSE))
    assert () == notes(HOUSE)
    assert all(isinstance(card, Spirit) for card in HOUSE.cards)


def test_the_schema_is_the_contract() -> None:
    """The published JSON schema accepts what the loader accepts, and allows no unknown field at any level."""
    promised = msgspec.json.decode(CONTRACTS.joinpath("tcg", "cards.schema.json").read_bytes())

    assert msgspec.json.decode(canonical(cards_schema())) == promised
    assert [] == list(_open(promised))


@pytest.mark.rule("TC-SAV-10")
def test_the_schema_lets_no_savior_have_effects_outside_its_sides() -> None:
    """In the schema, a savior's own list of effects is empty, and each of its sides has a list of effects."""
    kinds = cards_schema()["$defs"]

    assert 0 == kinds["Savior"]["properties"]["effects"]["maxItems"]
    assert 6 == kinds["Form"]["properties"]["effects"]["maxItems"]
    assert "maxItems" not in kinds["SaviorFace"]["properties"]["effects"]


def _open(schema: Any) -> list[Any]:  # noqa: ANN401 JSON
    """Return the object schemas inside a schema that accept unknown fields."""
    if isinstance(schema, list):
        return [found for one in schema for found in _open(one)]
    if not isinstance(schema, dict):
        return []
    named = "properties" in schema and schema.get("additionalProperties") is not False
    return [*([schema] if named and schema.get("type") == "object" else []), *_open(list(schema.values()))]
