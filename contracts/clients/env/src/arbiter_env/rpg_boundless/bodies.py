"""The translation of legal commands into words, based on what the seat sees.

The words of a command (its body) are the name of the command, then the words of its fields, then `done`. The word for a
hero is its position, counted from the acting seat; the word for an enemy or an Item is its position in its list.
Consequences have no words, since a seat answers them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter_env.vocabulary import DONE, Body
from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.damage import CriticalSave, HelpDying
from services.rpg_boundless.views import CampaignView
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command, Seat


def bodies(seen: CampaignView, seat: Seat, moves: Iterable[Command]) -> dict[Body, Command]:
    """Return legal commands, keyed by their words."""
    names = names_of(seen, seat)
    return {(type(command).__name__, *_fields(command, names), DONE): command for command in moves}


def names_of(seen: CampaignView, seat: Seat) -> dict[str, str]:
    """Return the words for heroes, enemies and the seat's own Items, by id."""
    place = next(at for at, one in enumerate(seen.characters) if one.seat == seat)
    heroes = (*seen.characters[place:], *seen.characters[:place])
    named = {one.id: f"ally{at}" if at else "me" for at, one in enumerate(heroes)}
    named |= {one.id: f"enemy{at}" for at, one in enumerate(seen.enemies)}
    return named | {item: f"item{at}" for at, item in enumerate(in_order(heroes[0].items))}


def _fields(command: Command, names: dict[str, str]) -> Body:
    match command:
        case Attack():
            return names[command.target], names[str(command.weapon)], f"stamina{command.stamina}"
        case HelpDying():
            return (names[command.character],)
        case CriticalSave():
            return str(command.attribute), f"stamina{command.stamina}"
        case _:
            return ()
