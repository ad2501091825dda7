"""The view of a campaign for one seat. Every field is always there. Missing or hidden values are null."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, convert

from services.rpg_boundless.catalogue import Ahead, Position, Purpose, RolledPosition, Side, Size, Status, Trigger
from services.rpg_boundless.chapters.items import SLOTS, free
from services.rpg_boundless.chapters.proposals import Proposable
from services.rpg_boundless.state.campaign import (
    CampaignState,
    Character,
    Enemy,
    Hidden,
    Hits,
    Pledge,
    Room,
    Signs,
)
from services.rpg_boundless.state.sheets import (
    ArmorSheet,
    Carried,
    Scores,
    WeaponSheet,
)
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import settings_in_force
from shared.kernel.messages import Seat

Chosen: TypeAlias = dict[str, dict[str, int | str | bool | None]]


class SeenSheet(Struct, frozen=True, kw_only=True):
    """The sheet of an Item, as a seat sees it."""

    name: str
    size: Size
    weapon: WeaponSheet | None
    armor: ArmorSheet | None


class SeenItem(Struct, frozen=True, kw_only=True):
    """An Item: its Slots, its Armor's remaining HP, whether it is broken, and the character to which it is offered."""

    id: str
    sheet: SeenSheet
    slots: int
    keepsake: bool
    worn: bool
    armor_hp: int
    broken: bool
    offered_to: str | None


class SeenCondition(Struct, frozen=True, kw_only=True):
    """A Condition: the Slots that it takes up, and the missing ones that it would need (`without`)."""

    slots: int
    without: int


class SeenSlots(Struct, frozen=True, kw_only=True):
    """The filled and free Slots of a character."""

    total: int
    used: int
    free: int


class SeenStance(Struct, frozen=True, kw_only=True):
    """A Position and its reason, as a seat sees them."""

    position: Position
    reason: str | None
    condition: str | None


class SeenPosition(Struct, frozen=True, kw_only=True):
    """A Position set beforehand for the next roll of a kind.

    With `what`, it applies only to a roll with this description.
    """

    stance: SeenStance
    on: Purpose
    what: str | None


class SeenCharacter(Struct, frozen=True, kw_only=True):
    """A character. `maxima` are the scores that a rest can restore. `spells` is the number of spells cast today."""

    id: str
    seat: str
    name: str
    status: Status
    scores: Scores
    maxima: Scores
    stamina: int
    hp: int
    max_hp: int
    slots: SeenSlots
    items: dict[str, SeenItem]
    conditions: dict[str, SeenCondition]
    worn: tuple[str, ...]
    spells: int
    positions: tuple[SeenPosition, ...]
    pledge: Pledge | None


class SeenDraft(Struct, frozen=True, kw_only=True):
    """A new character with rolled scores that is not finished yet."""

    id: str
    seat: str
    name: str
    items: tuple[SeenSheet, ...]
    keepsake: str
    scores: Scores


class SeenHarm(Struct, frozen=True, kw_only=True):
    """The harm of a consequence."""

    what: str
    damage: int
    conditions: tuple[str, ...]
    ignores_armor: str | None


class SeenConsequence(Struct, frozen=True, kw_only=True):
    """A pending consequence of a failed `check`, of an `enemy`'s Attack, or of another event (then both are null)."""

    id: str
    character: str
    harm: SeenHarm
    check: str | None
    enemy: str | None
    stance: SeenStance | None


class SeenAttack(Struct, frozen=True, kw_only=True):
    """An enemy's Attack."""

    name: str
    damage: int | None
    conditions: tuple[str, ...]
    effect: str | None


class SeenEnemy(Struct, frozen=True, kw_only=True):
    """An enemy. Its HP, Armor and Attacks are null for players until it is revealed.

    Only game masters see `true_name`: the name on its stat block, if players know it by another name.
    """

    id: str
    name: str
    true_name: str | None
    out: bool
    revealed: bool
    hp: int | None
    max_hp: int | None
    armor: int | None
    attacks: tuple[SeenAttack, ...] | None


class SeenEnemySheet(Struct, frozen=True, kw_only=True):
    """A stored stat block."""

    name: str
    hp: int
    attacks: tuple[SeenAttack, ...]
    armor: int


class SeenStored(Struct, frozen=True, kw_only=True):
    """A stored stat block or Item. Players see only its id."""

    id: str
    enemy: SeenEnemySheet | None
    item: SeenSheet | None


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """A prepared encounter."""

    id: str
    revealed: bool
    what: str | None
    enemies: tuple[str, ...] | None


class SeenSigns(Signs, frozen=True, kw_only=True, omit_defaults=False):
    """Signs of an encounter. Only game masters see the encounter that was prepared for them."""


class SeenPool(Struct, frozen=True, kw_only=True):
    """A Pool. `history` lists its number of dice after each of its last rolls."""

    id: str
    name: str
    dice: int
    limit: int
    outcome: str | None
    encounter: str | None
    clock_of: str | None
    history: tuple[int, ...]


class SeenRoll(Struct, frozen=True, kw_only=True):
    """A roll, as a seat sees it."""

    id: str
    dice: int
    position: RolledPosition
    faces: tuple[int, ...]
    hits: int
    misses: int
    zero: bool


class SeenFortune(Struct, frozen=True, kw_only=True):
    """The answer of a hidden Fortune Roll."""

    question: str
    roll: SeenRoll
    yes: bool
    extra: int


class SeenContest(Struct, frozen=True, kw_only=True):
    """The result of a hidden opposed Fortune Roll."""

    question: str
    rolls: tuple[SeenRoll, SeenRoll]
    ahead: Ahead
    by: int


class SeenEncounter(Struct, frozen=True, kw_only=True):
    """The result of a hidden Encounter Roll."""

    trigger: Trigger
    roll: SeenRoll
    signs: bool
    prepared: str | None


class SeenHidden(Struct, frozen=True, kw_only=True):
    """A hidden Pool or roll. Players see only its id and kind.

    `void` is the reason why one of its rolls was annulled.
    """

    id: str
    kind: Literal["pool", "fortune", "contest", "encounter"]
    pool: SeenPool | None
    fortune: SeenFortune | None
    contest: SeenContest | None
    encounter: SeenEncounter | None
    void: str | None


class SeenParticipant(Struct, frozen=True, kw_only=True):
    """A participant in a fight, with its initiative die, its action and move this round, and any granted action."""

    id: str
    side: Side
    face: int
    off_guard: bool
    acted: bool
    moved: bool
    done: bool
    granted: bool


class SeenFight(Struct, frozen=True, kw_only=True):
    """A fight: its participants, the round, the order of turns, and whose turn it is."""

    round: int
    turn: str | None
    order: tuple[str, ...]
    participants: tuple[SeenParticipant, ...]
    offers: tuple[tuple[str, str], ...]


class SeenProposal(Struct, frozen=True, kw_only=True):
    """A proposed command that waits for the game master."""

    id: str
    seat: str
    command: Proposable


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as one seat sees it. Every field is always there, and tuples are in the order of creation."""

    title: str | None
    settings: Chosen
    day: int
    characters: tuple[SeenCharacter, ...]
    drafts: tuple[SeenDraft, ...]
    ground: tuple[SeenItem, ...]
    proposals: tuple[SeenProposal, ...]
    consequences: tuple[SeenConsequence, ...]
    criticals: dict[str, str]
    rooms: tuple[Room, ...]
    recoveries: tuple[Hits, ...]
    experiences: tuple[Hits, ...]
    failures: dict[str, tuple[str, ...]]
    enemies: tuple[SeenEnemy, ...]
    stored: tuple[SeenStored, ...]
    prepared: tuple[SeenPrepared, ...]
    signs: tuple[SeenSigns, ...]
    pools: tuple[SeenPool, ...]
    hidden: tuple[SeenHidden, ...]
    fight: SeenFight | None
    rolls: tuple[str, ...]
    tied: tuple[str, ...]
    annulled: dict[str, str]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Return the campaign as a seat sees it, or as the app sees it if `seat` is None.

    Rule:    FB-CAMP-09, FB-CAMP-18, FB-CAMP-19, FB-POOL-02
    """
    master = seat is None or state.led_by(seat)
    return form(
        CampaignView, state, settings=settings_in_force(state.settings), stored=_stored_sheets(state, master=master),
        characters=tuple(_character(state, state.characters[one]) for one in in_order(state.characters)),
        ground=tuple(_item(state.ground[one]) for one in in_order(state.ground)),
        enemies=tuple(_enemy(state.enemies[one], master=master) for one in in_order(state.enemies)),
        prepared=tuple(form(SeenPrepared, one, **({} if master or one.revealed else {"what": None, "enemies": None}))
                       for one in (state.prepared[prepared] for prepared in in_order(state.prepared))),
        signs=tuple(SeenSigns(id=one, prepared=state.signs[one].prepared if master else None)
                    for one in in_order(state.signs)),
        hidden=tuple(form(SeenHidden, one if master else Hidden(id=one.id, kind=one.kind))
                     for one in (state.hidden[hidden] for hidden in in_order(state.hidden))),
        fight=None if state.fight is None else form(SeenFight, state.fight, turn=state.turn),
    )  # fmt: skip


def _character(state: CampaignState, one: Character) -> SeenCharacter:
    """Return a character as every seat sees it. Rule: FB-CAMP-19, FB-POS-10."""
    offers, worn = state.offers, one.worn
    items = {name: _item(item, worn=name in worn, offered_to=offers.get(name)) for name, item in one.items.items()}
    return form(SeenCharacter, one, items=items, slots=SeenSlots(total=SLOTS, used=one.used, free=free(one)))


def _item(item: Carried, *, worn: bool = False, offered_to: str | None = None) -> SeenItem:
    """Return an Item as every seat sees it. Rule: FB-CAMP-19, FB-ARM-04."""
    broken = item.sheet.armor is not None and not item.armor_hp
    return form(SeenItem, item, worn=worn, broken=broken, offered_to=offered_to)


def _enemy(enemy: Enemy, *, master: bool) -> SeenEnemy:
    """Return an enemy as a seat sees it. Its HP, Armor and Attacks are null for players until it is revealed.

    Rule: FB-CAMP-09, FB-CAMP-27.
    """
    if enemy.sheet is None or not (master or enemy.revealed):
        secret = dict.fromkeys(("true_name", "hp", "max_hp", "armor", "attacks"))
        return form(SeenEnemy, enemy, revealed=False, **secret)
    true_name = enemy.sheet.name if master and enemy.sheet.name != enemy.name else None
    return form(SeenEnemy, enemy, true_name=true_name, max_hp=enemy.sheet.hp, attacks=enemy.sheet.attacks)


def _stored_sheets(state: CampaignState, *, master: bool) -> tuple[SeenStored, ...]:
    """Return the stored stat blocks and Items. Players see only their ids. Rule: FB-CAMP-09, FB-CAMP-10."""
    enemies, items = (state.stored_enemies, state.stored_items) if master else ({}, {})
    kept = in_order((*state.stored_enemies, *state.stored_items))
    shown = [{"id": one, "enemy": enemies.get(one), "item": items.get(one)} for one in kept]
    return convert(shown, tuple[SeenStored, ...], from_attributes=True)
