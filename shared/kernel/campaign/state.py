"""What every campaign remembers: who plays, how many ids were given, the day, and what waits for a word."""

from __future__ import annotations

from typing import Any, Self

from msgspec import Struct, json
from msgspec.structs import replace

from shared.kernel.campaign.keeping import number_of
from shared.kernel.messages import Command, Role, canonical


class Proposal(Struct, frozen=True, kw_only=True):
    """A command, as it was sent, that waits for the game master's word."""

    id: str
    seat: str
    command: dict[str, Any]


def as_sent(command: Command) -> dict[str, Any]:
    """Return a command as the JSON in which it was sent."""
    body: dict[str, Any] = json.decode(canonical(command))
    return body


class CampaignBase(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign of any game. `made` is the number of the last id that was given."""

    title: str | None = None
    roles: dict[str, Role] = {}
    made: int = 0
    day: int = 1
    proposals: dict[str, Proposal] = {}

    @property
    def game_masters(self) -> tuple[str, ...]:
        """Return the seats of the game masters."""
        return tuple(sorted(seat for seat, role in self.roles.items() if role == "gm"))

    def led_by(self, seat: str) -> bool:
        """Whether a seat is a game master's."""
        return self.roles.get(seat) == "gm"

    def seated(self, seat: str, role: Role) -> Self:
        """Return the campaign with another seat."""
        return replace(self, roles={**self.roles, seat: role})

    def counted(self, *made: str) -> Self:
        """Return the campaign with these ids given."""
        return replace(self, made=max(self.made, *map(number_of, made)))
