"""The opening of a campaign, its limits, and the checks of the characters and enemies that commands name."""

from __future__ import annotations

from functools import cache
from typing import Final

from services.rpg_boundless.context import CampaignContext, CharacterChanged, Roll
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character, Enemy
from shared.kernel.campaign.authority import CampaignBeginning, CampaignOpening
from shared.kernel.campaign.seats import check_owns, entry_of
from shared.kernel.chapter import fold
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class CharacterIsDead(Refusal, rule="FB-CAMP-11"):
    """The character is dead: name a character that is alive."""


class RevealedAlready(Refusal, rule="FB-CAMP-09"):
    """The enemy or encounter has already been revealed: name one that is still hidden."""


class NotACharacter(Refusal, rule="FB-CAMP-05"):
    """This participant is an enemy: name a character."""


class CriticalSaveFirst(Refusal, rule="FB-CRIT-01"):
    """The character is in critical danger: let the character make its Critical Save first."""


class HitsFirst(Refusal, rule="FB-REC-08", bars="value"):
    """The character has not spent all Hits from a rest: spend those Hits first."""


class RoomFirst(Refusal, rule="FB-COND-04"):
    """A Condition of the character needs a Slot: name an Item to drop first."""


class EnemiesNeverRoll(Refusal, rule="FB-ROUND-04"):
    """This is an enemy, and enemies never roll dice: name a character."""


class EnemyIsOut(Refusal, rule="FB-ENEMY-04"):
    """The enemy has been taken out: name another enemy."""


# ---------------------------------------------------------------- commands


class OpenCampaign(CampaignOpening, frozen=True, kw_only=True):
    """Open a campaign for a game master and players."""

    settings: Settings = Settings()


# ---------------------------------------------------------------- events


class CampaignOpened(CampaignBeginning, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign opened. Rule: FB-CAMP-01."""

    settings: Settings = Settings()


# ---------------------------------------------------------------- judgement


MAX_CHARACTERS: Final = 50
MAX_DRAFTS: Final = 20
MAX_ITEMS: Final = 60
MAX_CONDITIONS: Final = 40
MAX_ENEMIES: Final = 50
MAX_STORED: Final = 100
MAX_PREPARED: Final = 100
MAX_POOLS: Final = 50
MAX_PENDING: Final = 100
MAX_POSITIONS: Final = 20
MAX_OFFERS: Final = 50
MAX_ORDERS: Final = 120


def living(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a character that is alive.

    Rule:    FB-CAMP-05, FB-CAMP-11, FB-ROUND-04
    Refuses: NotKnownHere, CharacterIsDead, EnemiesNeverRoll, NotACharacter
    """
    if character in ctx.state.enemies:
        refusal = EnemiesNeverRoll if isinstance(ctx.intent.command, Roll) else NotACharacter
        raise refusal(needs="a character", has=character, field=field)
    found = entry_of(ctx.state.characters, character, field)
    if found.status == "dead":
        raise CharacterIsDead(needs="alive", has=character, field=field)
    return found


def available(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a living character, after checking that it has no Critical Save due and no Hits of a rest left to spend.

    Rule:    FB-CRIT-01, FB-R-54, FB-REC-08
    Refuses: CriticalSaveFirst, HitsFirst, and all refusals of `living`
    """
    found = living(ctx, character, field)
    check_unburdened(ctx.state, character, field)
    return found


def check_unburdened(state: CampaignState, character: str, field: str | None) -> None:
    """Check that a character has no Critical Save due and no Hits of a rest left to spend.

    Rule:    FB-CRIT-01, FB-R-54, FB-REC-08
    Refuses: CriticalSaveFirst, HitsFirst
    """
    if character in state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=character, field=field)
    if any(hits.character == character for hits in state.recoveries.values()):
        raise HitsFirst(needs="a character without Hits left from a rest", has=character, field=field)


def acting(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a character, after checking that this seat may act for it and that it is free to act.

    Rule:    FB-CAMP-04, FB-COND-04, FB-CRIT-01
    Refuses: NotYours, RoomFirst, and all refusals of `touched`
    """
    found = living(ctx, character, field)
    check_owns(ctx, found.seat)
    check_unburdened(ctx.state, character, field)
    check_room_made(ctx, character, field)
    return found


def check_room_made(ctx: CampaignContext, character: str, field: str | None) -> None:
    """Check that the character does not have to free a Slot for a Condition first.

    Rule:    FB-COND-04
    Refuses: RoomFirst
    """
    if any(room.character == character for room in ctx.state.rooms.values()):
        raise RoomFirst(needs="the name of an Item to drop", has=character, field=field)


def standing_enemy(ctx: CampaignContext, enemy: str, field: str = "enemy") -> Enemy:
    """Return an enemy that is not taken out. Rule: FB-ENEMY-04. Refuses: NotKnownHere, EnemyIsOut."""
    found = entry_of(ctx.state.enemies, enemy, field)
    if found.out:
        raise EnemyIsOut(needs="an enemy with HP", has=enemy, field=field)
    return found


# ---------------------------------------------------------------- fold


@fold
def _character_changed(state: CampaignState, event: CharacterChanged) -> CampaignState:
    changes = {name: getattr(event, name) for name in _fields_set_by(type(event))}
    return state.change(event.character, **changes)


@cache
def _fields_set_by(kind: type[CharacterChanged]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in Character.__struct_fields__)
