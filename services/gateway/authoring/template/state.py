"""The state of the game between commands."""

from msgspec import Struct


class Coin(Struct, frozen=True, kw_only=True):
    """The points of each seat, and who called last: None before the first call."""

    points: dict[str, int] = {}
    last: str | None = None
