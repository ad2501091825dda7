"""The API contract's types for a match.

Types are written out where possible; deeply nested card types are references.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import fields

from services.tcg import checks
from services.tcg.catalogue import contract
from services.tcg.catalogue.language import effects
from services.tcg.catalogue.starter import STARTER
from services.tcg.chapters.opening import OpenMatch
from shared.platform.ledger import CONTRACTS

CONTRACT: Final[dict[str, Any]] = msgspec.json.decode(CONTRACTS.joinpath("tcg", "openapi.json").read_bytes())
SCHEMAS: Final[dict[str, Any]] = CONTRACT["components"]["schemas"]
RECURSIVE: Final = {"Effect", "Selector", "Reckoned", "If", "May", "Repeat", "Not", "All"}


@pytest.mark.parametrize(
    ("documented", "read"),
    [(contract.OpenMatch, OpenMatch), (contract.WrittenCards, effects.Cards),
     (contract.CardsBody, checks.RawCardsBody), (contract.DeckBody, checks.RawDeckBody)],
)  # fmt: skip
def test_contract_has_the_fields_that_the_loader_reads(documented: type[Any], read: type[Any]) -> None:
    """The contract's card types have the same fields as the loader's types, and also refuse unknown fields."""
    assert [(one.name, one.required) for one in fields(read)] == [
        (one.name, one.required) for one in fields(documented)
    ]
    assert documented.__struct_config__.forbid_unknown_fields
    assert documented.__struct_config__.tag == read.__struct_config__.tag


def test_the_documented_cards_match_the_served_ones() -> None:
    """The contract's types and the loader's types accept the starter set."""
    cards = msgspec.to_builtins(STARTER)

    assert cards == msgspec.to_builtins(msgspec.convert(cards, contract.WrittenCards))
    assert STARTER == msgspec.convert(cards, effects.Cards)


def test_no_request_type_is_recursive() -> None:
    """Code generators can expand all request types. Only responses contain the recursive card types."""
    reached = set[str]()
    waiting = [path["post"].get("requestBody") for path in CONTRACT["paths"].values() if "post" in path]
    while waiting:
        text = msgspec.json.encode(waiting.pop()).decode()
        named = {name for name in SCHEMAS if f'"#/components/schemas/{name}"' in text}
        waiting += [SCHEMAS[name] for name in named - reached]
        reached |= named

    assert set() == reached & RECURSIVE
    assert set(SCHEMAS) >= RECURSIVE
