"""The campaign: who plays in it, who leads, and what may be done to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.context import CampaignContext, Roll
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character, Enemy
from shared.kernel.chapter import fold, judge
from shared.kernel.game import Opening
from shared.kernel.messages import Event, Line
from shared.kernel.refusals import Refusal
from shared.kernel.stream import SeatOpened

# ---------------------------------------------------------------- refusals


class GameMasterNeeded(Refusal, rule="FB-CAMP-01"):
    """A campaign needs a seat for a game master."""


class OnlyTheGameMaster(Refusal, rule="FB-CAMP-02", status=403):
    """This is for the game master or the app."""


class OnlyWatches(Refusal, rule="FB-CAMP-03", status=403):
    """This seat watches; it does not play."""


class NotYourCharacter(Refusal, rule="FB-CAMP-04", status=403):
    """A player acts for its own characters."""


class NotKnownHere(Refusal, rule="FB-CAMP-05"):
    """There is nothing of that kind with this id in the campaign."""


class TooManyHere(Refusal, rule="FB-CAMP-06"):
    """A campaign keeps a bounded number of each kind of thing."""


class CharacterIsDead(Refusal, rule="FB-CAMP-11"):
    """The dead take no further part."""


class RevealedAlready(Refusal, rule="FB-CAMP-09"):
    """This is known to all already."""


class TextIsBlank(Refusal, rule="FB-CAMP-20"):
    """A name, a reason or a question has something to read."""


class NotACharacter(Refusal, rule="FB-CAMP-05"):
    """This is an enemy; a character is meant."""


class PositionIsTheGameMasters(Refusal, rule="FB-POS-01", status=403):
    """Position, risk and what Damage comes to are the game master's to say."""


class CriticalSaveFirst(Refusal, rule="FB-CRIT-01"):
    """A character in critical danger does nothing but its Critical Save."""


class HitsFirst(Refusal, rule="FB-REC-08"):
    """The Hits of a rest are spent before anything else happens to the one who rested."""


class RoomFirst(Refusal, rule="FB-COND-04"):
    """An Item has to be named for a Condition before anything else."""


class EnemiesNeverRoll(Refusal, rule="FB-ROUND-04"):
    """Enemies never roll dice."""


class EnemyIsOut(Refusal, rule="FB-ENEMY-04"):
    """The enemy is taken out."""


class OverrideNeedsReason(Refusal, rule="FB-CAMP-07"):
    """What the game master overrides needs a reason."""


class OverrideOutOfRange(Refusal, rule="FB-CAMP-08"):
    """An override stays within what the rules can reach."""


# ---------------------------------------------------------------- commands


class OpenCampaign(Opening, frozen=True, kw_only=True):
    """Open a campaign for a game master and players."""

    title: Line | None = None
    settings: Settings = Settings()


# ---------------------------------------------------------------- events


class CampaignOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign opened."""

    title: str | None = None
    settings: Settings = Settings()


# ---------------------------------------------------------------- judgement


@judge
def open_campaign(ctx: CampaignContext, command: OpenCampaign) -> None:
    """Rule: FB-CAMP-01. Refuses: GameMasterNeeded."""
    check_readable(command)
    if not any(ask.role == "gm" for ask in command.seats):
        raise GameMasterNeeded(needs="gm", has=tuple(ask.role for ask in command.seats), field="seats")
    ctx.emit(CampaignOpened(title=command.title, settings=command.settings))


V = TypeVar("V")

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


def check_readable(command: Struct) -> None:
    """Hold every text of a command to having something to read: blanks are no name, no reason and no question.

    Rule:    FB-CAMP-20
    Refuses: TextIsBlank
    """
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if value is None or isinstance(value, int):
            continue
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Struct):
                check_readable(one)
            elif isinstance(one, str) and not _readable(one):
                raise TextIsBlank(needs="a letter or a sign", has=one, field=field)


def _readable(text: str) -> bool:
    return text[:1].isalnum() or any(char.isprintable() and not char.isspace() for char in text)


def check_leads(ctx: CampaignContext) -> None:
    """Rule: FB-CAMP-02. Refuses: OnlyTheGameMaster."""
    if not ctx.leads:
        raise OnlyTheGameMaster(needs="gm", has=ctx.role)


def check_says(ctx: CampaignContext, word: object, field: str) -> None:
    """Hold what is the game master's to say: a field a player leaves out.

    Rule:    FB-POS-01
    Refuses: PositionIsTheGameMasters
    """
    if word is not None and not ctx.leads:
        raise PositionIsTheGameMasters(needs="left out", has=ctx.role, field=field)


def check_owns(ctx: CampaignContext, seat: str) -> None:
    """Rule: FB-CAMP-04. Refuses: NotYourCharacter."""
    if not ctx.acts_for(seat):
        raise NotYourCharacter(needs=seat, has=ctx.seat)


def check_room(kept: int, most: int, *, more: int = 1) -> None:
    """Rule: FB-CAMP-06. Refuses: TooManyHere."""
    if kept + more > most:
        raise TooManyHere(needs=f"at most {most}", has=kept)


def known(mapping: Mapping[str, V], key: str, field: str) -> V:
    """Rule: FB-CAMP-05. Refuses: NotKnownHere."""
    if key not in mapping:
        raise NotKnownHere(needs="an id of this campaign", has=key, field=field)
    return mapping[key]


def living(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a character that is alive.

    Rule:    FB-CAMP-05, FB-CAMP-11, FB-ROUND-04
    Refuses: NotKnownHere, CharacterIsDead, EnemiesNeverRoll, NotACharacter
    """
    if character in ctx.state.enemies:
        refusal = EnemiesNeverRoll if isinstance(ctx.intent.command, Roll) else NotACharacter
        raise refusal(needs="a character", has=character, field=field)
    found = known(ctx.state.characters, character, field)
    if found.status == "dead":
        raise CharacterIsDead(needs="alive", has=character, field=field)
    return found


def touched(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a character something may happen to: alive, with no Critical Save due and no Hits of a rest to spend.

    Rule:    FB-CRIT-01, FB-R-54, FB-REC-08
    Refuses: as `living`, CriticalSaveFirst, HitsFirst
    """
    found = living(ctx, character, field)
    if character in ctx.state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=character, field=field)
    if any(hits.character == character for hits in ctx.state.recoveries.values()):
        raise HitsFirst(needs="the Hits of its rest spent", has=character, field=field)
    return found


def acting(ctx: CampaignContext, character: str, field: str = "character") -> Character:
    """Return a character this seat acts for, and which is free to act.

    Rule:    FB-CAMP-04, FB-COND-04, FB-CRIT-01
    Refuses: as `touched`, NotYourCharacter, RoomFirst
    """
    found = living(ctx, character, field)
    check_owns(ctx, found.seat)
    touched(ctx, character, field)
    if any(room.character == character for room in ctx.state.rooms.values()):
        raise RoomFirst(needs="an Item named", has=character, field=field)
    return found


def standing_enemy(ctx: CampaignContext, enemy: str, field: str = "enemy") -> Enemy:
    """Return an enemy that is not taken out.

    Rule:    FB-ENEMY-04
    Refuses: NotKnownHere, EnemyIsOut
    """
    found = known(ctx.state.enemies, enemy, field)
    if found.out:
        raise EnemyIsOut(needs="an enemy with HP", has=enemy, field=field)
    return found


def reason_for(reason: str | None) -> str:
    """Rule: FB-CAMP-07. Refuses: OverrideNeedsReason."""
    if reason is None:
        raise OverrideNeedsReason(needs="a reason", field="reason")
    return reason


def within(number: int, least: int, most: int, field: str) -> int:
    """Rule: FB-CAMP-08. Refuses: OverrideOutOfRange."""
    if not least <= number <= most:
        raise OverrideOutOfRange(needs=f"{least} to {most}", has=number, field=field)
    return number


# ---------------------------------------------------------------- fold


@fold
def _seat_opened(state: CampaignState, event: SeatOpened) -> CampaignState:
    return state.seated(event.seat, event.role)


@fold
def _campaign_opened(state: CampaignState, event: CampaignOpened) -> CampaignState:
    return replace(state, title=event.title, settings=event.settings)
