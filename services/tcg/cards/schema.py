"""The form of a set of cards as JSON Schema, for those who write cards."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from .language import Cards

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def cards_schema() -> dict[str, Any]:
    """Return the schema of a set of cards; what a schema cannot say, `loading` checks."""
    drawn = msgspec.json.schema(Cards)
    about = "A set of cards for Boundless TCG: what a card is, and the conditions, costs and steps of its effects."
    return {**drawn, "$schema": DIALECT, "title": "Cards", "description": about}
