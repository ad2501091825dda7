"""The state of a campaign: its characters, enemies and Pools, its fight, and all pending answers.

Mappings are keyed by id. Their order has no meaning, since snapshots sort them.
"""

from __future__ import annotations

from typing import Any, Final, Literal, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import KINDS, Purpose, Status
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.danger import HELP, CriticalSaves
from services.rpg_boundless.state.fights import NO_FIGHT, Fight, Participant
from services.rpg_boundless.state.sheets import (
    Carried,
    ContestResult,
    EncounterResult,
    EnemySheet,
    FortuneAnswer,
    Harm,
    ItemSheet,
    PlacedStance,
    PoolFall,
    PoolSheet,
    Scores,
    Stance,
    same_words,
)
from shared.kernel.campaign.keeping import number_of, without
from shared.kernel.campaign.seats import key_of
from shared.kernel.campaign.state import RosterCampaign

FALLEN: Final[frozenset[Status]] = frozenset({"dying", "dead"})
"""The statuses in which a character can no longer fight."""
KEPT: Final = 20
"""The maximum number of rolls, failed Checks, contests and emptied Pools in a campaign. Older ones are dropped."""


class Entry(Protocol):
    """Any object that a campaign stores by its id."""

    @property
    def id(self) -> str:
        """Return the id of the entry."""
        ...


class Held(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Condition of a character: the Slots that it takes up, and the missing ones that it would need (`without`)."""

    slots: int
    without: int = 0


class Pledge(Struct, frozen=True, kw_only=True):
    """The Stamina that a character has pledged to an ally."""

    ally: str
    stamina: int


class Character(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A character.

    A rest restores scores up to `maxima`. `worn` lists its Armor in the order in which Damage hits it.
    """

    id: str
    seat: str
    name: str
    scores: Scores
    maxima: Scores
    stamina: int
    hp: int
    max_hp: int
    items: dict[str, Carried] = {}
    conditions: dict[str, Held] = {}
    worn: tuple[str, ...] = ()
    status: Status = "unhurt"
    spells: int = 0
    positions: tuple[PlacedStance, ...] = ()
    pledge: Pledge | None = None

    @property
    def used(self) -> int:
        """Return the number of filled Slots."""
        held = sum(condition.slots for condition in self.conditions.values())
        return held + sum(item.slots for item in self.items.values())

    def condition_named(self, condition: str) -> str | None:
        """Return the name of a Condition as the character's sheet spells it, or None. Ignores case and blanks."""
        return next((name for name in sorted(self.conditions) if key_of(name) == key_of(condition)), None)

    @property
    def hindrances(self) -> tuple[str, ...]:
        """Return the names of the character's Conditions."""
        return tuple(sorted(self.conditions))

    def position_for(self, on: Purpose, what: str | None = None) -> PlacedStance | None:
        """Return the most specific Position that was set beforehand for a roll, or None."""
        return _most_specific(self.positions, KINDS.get(on, (on,)), what) if self.positions else None


def _most_specific(
    positions: tuple[PlacedStance, ...], kinds: tuple[Purpose, ...], what: str | None
) -> PlacedStance | None:
    fits = [one for one in positions if one.on in kinds and (one.what is None or same_words(one.what, what))]
    return min(fits, key=lambda one: (one.what is None, kinds.index(one.on)), default=None)


class Newcomer(Struct, frozen=True, kw_only=True):
    """A new character: its seat, name, Items and scores."""

    seat: str
    name: str
    items: tuple[ItemSheet, ...]
    keepsake: str
    scores: Scores


class Draft(Newcomer, frozen=True, kw_only=True):
    """A new character with rolled scores that is not finished yet."""

    id: str


class Pending(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A consequence that a character faces, and the Check or the enemy that caused it."""

    id: str
    character: str
    harm: Harm
    check: str | None = None
    enemy: str | None = None
    stance: Stance | None = None


class Room(Struct, frozen=True, kw_only=True):
    """A Condition for which a character must make room by dropping an Item."""

    id: str
    character: str
    condition: str
    slots: int


class Hits(Struct, frozen=True, kw_only=True):
    """The Hits of a roll that a character still has to spend."""

    id: str
    character: str
    hits: int


class Enemy(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An enemy. `sheet` is None in a copy of the log for a reader who may not see it."""

    id: str
    name: str
    sheet: EnemySheet | None
    hp: int
    armor: int
    revealed: bool = False
    out: bool = False


class Prepared(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prepared encounter, which players do not see until the game master reveals it."""

    id: str
    what: str
    enemies: tuple[str, ...]
    revealed: bool = False


class Signs(Struct, frozen=True, kw_only=True):
    """Signs of an encounter. The encounter happens when their Pool runs out."""

    id: str
    prepared: str | None


class Pool(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Pool. `history` lists its number of dice after each of its last rolls."""

    id: str
    name: str
    dice: int
    limit: int
    outcome: str | None = None
    encounter: str | None = None
    clock_of: str | None = None
    history: tuple[int, ...] = ()


class Hidden(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hidden Pool or roll. Only the fields of its kind are set, and only in copies of the log that may contain them.

    Shape: falls: the last rolls of a Pool; opened: the Pool as it was before those rolls; rolls: the rolls of a
           Fortune Roll or an Encounter Roll; void: the reason why one of those rolls was annulled
    """

    id: str
    kind: Literal["pool", "fortune", "contest", "encounter"]
    pool: Pool | None = None
    fortune: FortuneAnswer | None = None
    contest: ContestResult | None = None
    encounter: EncounterResult | None = None
    rolls: tuple[str, ...] = ()
    void: str | None = None
    opened: PoolSheet | None = None
    falls: tuple[PoolFall, ...] = ()

    def add_roll(self, fall: PoolFall, pool: Pool) -> Hidden:
        """Return the hidden Pool after another roll, which becomes the last of its stored rolls."""
        falls, opened = (*self.falls, fall), self.opened
        if opened is not None and len(falls) > KEPT:
            opened, falls = replace(opened, dice=falls[0].left), falls[1:]
        return replace(self, pool=pool, opened=opened, falls=falls)

    def annul(self, roll: str, reason: str) -> Hidden:
        """Return the hidden Pool or roll after a roll was annulled.

        A Pool gets back the dice that it lost in that roll. An Encounter Roll has no Pool of signs any more. A roll
        that was already annulled keeps its first reason.

        Rule:    FB-CAMP-24, FB-ENC-10, FB-FORT-13
        """
        if roll in self.rolls:
            return replace(self, pool=None, opened=None, void=self.void or reason)
        at = next((number for number, fall in enumerate(self.falls) if fall.roll.id == roll), None)
        if at is None or self.pool is None or self.opened is None:
            return self
        back = self.falls[at].lost
        later = (replace(fall, left=fall.left + back) for fall in self.falls[at + 1 :])
        annulled = replace(self.falls[at], lost=0, left=self.falls[at].left + back, void=reason)
        falls, dice = (*self.falls[:at], annulled, *later), self.pool.dice + back
        history = tuple(fall.left for fall in falls if fall.void is None)
        outcome = self.opened.outcome if dice else self.pool.outcome
        return replace(self, falls=falls, pool=replace(self.pool, dice=dice, history=history, outcome=outcome))


class CampaignState(RosterCampaign, Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A campaign. Campaigns recorded under version 0 of the rules are still decided under that version.

    Shape:   failures: the characters that share the risk of each failed Check for which the game master may still set
             a consequence; prepared: prepared encounters; emptied: Pools that ran out;
             offers: for each offered Item, who may take it; rolls: the last rolls, which can be annulled;
             annulled: for each annulled roll, the reason; tied: tied contests that the game master can decide;
             opposed: for each contest, its two rolls; answered: for the roll of each Save, the consequence it answered;
             endangered: for each Critical Save that is due, the rolls that caused it;
             critical_saves: for each character, the Critical Saves that decide its status;
             room_rolls: for each Condition that waits for room, the rolls that led to it
    """

    settings: Settings = Settings()
    characters: dict[str, Character] = {}
    drafts: dict[str, Draft] = {}
    consequences: dict[str, Pending] = {}
    criticals: dict[str, str] = {}
    rooms: dict[str, Room] = {}
    recoveries: dict[str, Hits] = {}
    experiences: dict[str, Hits] = {}
    failures: dict[str, tuple[str, ...]] = {}
    stored_enemies: dict[str, EnemySheet | None] = {}
    stored_items: dict[str, ItemSheet | None] = {}
    enemies: dict[str, Enemy] = {}
    prepared: dict[str, Prepared] = {}
    signs: dict[str, Signs] = {}
    pools: dict[str, Pool] = {}
    emptied: tuple[str, ...] = ()
    fight: Fight | None = None
    rolls: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    opposed: dict[str, tuple[str, ...]] = {}
    answered: dict[str, Pending] = {}
    endangered: dict[str, tuple[str, ...]] = {}
    critical_saves: dict[str, CriticalSaves] = {}
    room_rolls: dict[str, tuple[str, ...]] = {}
    annulled: dict[str, str] = {}
    ground: dict[str, Carried] = {}
    offers: dict[str, str] = {}
    hidden: dict[str, Hidden] = {}

    def takes_turns(self, who: str) -> bool:
        """Return whether a character or an enemy can still act, because it is neither dead nor taken out.

        Rule: FB-ENEMY-04, FB-R-57.
        """
        if who in self.enemies:
            return not self.enemies[who].out
        return who in self.characters and self.characters[who].status != "dead"

    def stands(self, who: str) -> bool:
        """Return whether a character or an enemy can still fight.

        The answer depends on no secret, such as an enemy's HP.
        """
        if who in self.enemies:
            return not self.enemies[who].out
        return who in self.characters and self.characters[who].status not in FALLEN

    def having(self, kind: str, one: Entry) -> Self:
        """Return the campaign with an entry added to or replaced in the mapping `kind`.

        The id counter is raised to the entry's id if that is higher.
        """
        return replace(self.raise_counter(one.id), **{kind: {**getattr(self, kind), one.id: one}})

    def without(self, gone: str | None, *kinds: str) -> Self:
        """Return the campaign without the entry of this id in each of the mappings `kinds`."""
        changes: dict[str, Any] = {}
        for kind in kinds:
            entries = getattr(self, kind)
            if gone in entries:
                changes[kind] = without(entries, str(gone))
        return replace(self, **changes) if changes else self

    def without_position(self, character: str, on: Purpose, what: str | None = None) -> Self:
        """Return the campaign after a roll, without the Position that was set for that roll."""
        bearer = self.characters[character]
        used = bearer.position_for(on, what)
        if used is None:
            return self
        return self.change(character, positions=tuple([one for one in bearer.positions if one != used]))

    def help_dying(self, character: str) -> Self:
        """Return the campaign in which a character that was dying or dead is wounded instead.

        Its Critical Saves are kept.
        """
        saves, after = self.critical_saves.get(character), self.change(character, status="wounded")
        if saves is None:
            return after
        return replace(after, critical_saves={**self.critical_saves, character: saves.having(HELP)})

    def within_reach(self, who: str) -> bool:
        """Return whether a character or enemy is within reach of those in the fight."""
        return self.fight is not None and self.fight.within_reach(who)

    def join_fight(self, one: Participant) -> Self:
        """Return the campaign with one more participant, within reach from the next round on if a round has begun.

        In campaigns opened before version 2 of the rules, it is within reach at once.

        Rule:    FB-ROUND-11
        """
        fight = self.fight or NO_FIGHT
        since = fight.round + 1 if fight.round and self.amended else 0
        return replace(self, fight=fight.add(replace(one, since=since)))

    def out_of_fight(self, who: str) -> Self:
        """Return the campaign without this participant in its fight, if there is a fight."""
        return replace(self, fight=None if self.fight is None else self.fight.set_aside(who))

    def store_rolls(self, *rolls: str) -> Self:
        """Return the campaign with these rolls stored, so that the game master can annul them."""
        kept = tuple(dict.fromkeys((*self.rolls, *rolls)))[-KEPT:]
        annulled = self.annulled and {roll: why for roll, why in self.annulled.items() if roll in kept}
        answered = self.answered and {roll: one for roll, one in self.answered.items() if roll in kept}
        made = max(self.made, *map(number_of, rolls))
        return replace(self, made=made, rolls=kept, annulled=annulled, answered=answered)
