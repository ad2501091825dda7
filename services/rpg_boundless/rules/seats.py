"""Who may do what to whom: the guards all chapters share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from msgspec import Struct

from services.rpg_boundless.commands import combat, rolls, scenes
from services.rpg_boundless.refusals import (
    CharacterIsDead,
    CriticalSaveFirst,
    EnemiesNeverRoll,
    EnemyIsOut,
    HitsFirst,
    NotKnownHere,
    NotYourCharacter,
    OnlyTheGameMaster,
    OnlyWatches,
    PositionIsTheGameMasters,
    RoomFirst,
    TooManyHere,
)
from services.rpg_boundless.refusals.table import NotACharacter, TextIsBlank
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character, Enemy
from shared.kernel.messages import Command

V = TypeVar("V")

ROLLS: Final[frozenset[type[Command]]] = frozenset({
    rolls.Check, rolls.Save, rolls.CriticalSave, rolls.Rest, rolls.ReachMilestone, rolls.CastSpell, rolls.PledgeHelp,
    rolls.SetPosition, combat.Attack, scenes.AskFortune, scenes.OpposeFortune,
})  # fmt: skip
"""What is asked of a character that rolls, or for its roll."""

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


def check_plays(telling: Telling) -> None:
    """Rule: FB-CAMP-03. Refuses: OnlyWatches."""
    if not telling.plays:
        raise OnlyWatches(needs="gm or player", has=telling.role)


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


def check_leads(telling: Telling) -> None:
    """Rule: FB-CAMP-02. Refuses: OnlyTheGameMaster."""
    if not telling.leads:
        raise OnlyTheGameMaster(needs="gm", has=telling.role)


def check_says(telling: Telling, word: object, field: str) -> None:
    """Hold what is the game master's to say: a field a player leaves out.

    Rule:    FB-POS-01
    Refuses: PositionIsTheGameMasters
    """
    if word is not None and not telling.leads:
        raise PositionIsTheGameMasters(needs="left out", has=telling.role, field=field)


def check_owns(telling: Telling, seat: str) -> None:
    """Rule: FB-CAMP-04. Refuses: NotYourCharacter."""
    if not (telling.leads or seat == telling.seat):
        raise NotYourCharacter(needs=seat, has=telling.seat)


def check_room(kept: int, most: int, *, more: int = 1) -> None:
    """Rule: FB-CAMP-06. Refuses: TooManyHere."""
    if kept + more > most:
        raise TooManyHere(needs=f"at most {most}", has=kept)


def known(mapping: Mapping[str, V], key: str, field: str) -> V:
    """Rule: FB-CAMP-05. Refuses: NotKnownHere."""
    if key not in mapping:
        raise NotKnownHere(needs="an id of this campaign", has=key, field=field)
    return mapping[key]


def living(telling: Telling, character: str, field: str = "character") -> Character:
    """Give a character that is alive.

    Rule:    FB-CAMP-05, FB-CAMP-11, FB-ROUND-04
    Refuses: NotKnownHere, CharacterIsDead, EnemiesNeverRoll, NotACharacter
    """
    if character in telling.state.enemies:
        refusal = EnemiesNeverRoll if telling.asked in ROLLS else NotACharacter
        raise refusal(needs="a character", has=character, field=field)
    found = known(telling.state.characters, character, field)
    if found.status == "dead":
        raise CharacterIsDead(needs="alive", has=character, field=field)
    return found


def touched(telling: Telling, character: str, field: str = "character") -> Character:
    """Give a character something may happen to: alive, with no Critical Save due and no Hits of a rest to spend.

    Rule:    FB-CRIT-01, FB-R-54, FB-REC-08
    Refuses: as `living`, CriticalSaveFirst, HitsFirst
    """
    found = living(telling, character, field)
    if character in telling.state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=character, field=field)
    if any(hits.character == character for hits in telling.state.recoveries.values()):
        raise HitsFirst(needs="the Hits of its rest spent", has=character, field=field)
    return found


def acting(telling: Telling, character: str, field: str = "character") -> Character:
    """Give a character this seat acts for, and which is free to act.

    Rule:    FB-CAMP-04, FB-COND-04, FB-CRIT-01
    Refuses: as `touched`, NotYourCharacter, RoomFirst
    """
    found = living(telling, character, field)
    check_owns(telling, found.seat)
    touched(telling, character, field)
    if any(room.character == character for room in telling.state.rooms.values()):
        raise RoomFirst(needs="an Item named", has=character, field=field)
    return found


def standing_enemy(telling: Telling, enemy: str, field: str = "enemy") -> Enemy:
    """Give an enemy that is not taken out.

    Rule:    FB-ENEMY-04
    Refuses: NotKnownHere, EnemyIsOut
    """
    found = known(telling.state.enemies, enemy, field)
    if found.out:
        raise EnemyIsOut(needs="an enemy with HP", has=enemy, field=field)
    return found
