"""How enemies and fights change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from services.rpg_boundless.events.combat import (
    ActionTaken,
    AttackHit,
    AttackMissed,
    EnemyAppeared,
    EnemyAttacked,
    EnemyHurt,
    EnemyLeft,
    EnemyRevealed,
    EnemyStored,
    EnemyTakenOut,
    FightEnded,
    FightJoined,
    FightLeft,
    FightStarted,
    InitiativeSwapped,
    ItemStored,
    MoveMade,
    RoundStarted,
    StoredForgotten,
    SwapOffered,
    TiesSettled,
    TurnEnded,
)
from services.rpg_boundless.events.overrides import ActionGranted
from services.rpg_boundless.state.campaign import CampaignState, Enemy, Fight, Participant
from services.rpg_boundless.state.fold import counted, without
from shared.kernel.messages import Secret

NO_FIGHT: Final = Fight(participants=())


def _enemy_stored(state: CampaignState, event: EnemyStored) -> CampaignState:
    sheet = None if event.sheet.value is UNSET else event.sheet.value
    return replace(counted(state, event.stored), stored_enemies={**state.stored_enemies, event.stored: sheet})


def _item_stored(state: CampaignState, event: ItemStored) -> CampaignState:
    item = None if event.item.value is UNSET else event.item.value
    return replace(counted(state, event.stored), stored_items={**state.stored_items, event.stored: item})


def _stored_forgotten(state: CampaignState, event: StoredForgotten) -> CampaignState:
    enemies, items = without(state.stored_enemies, event.stored), without(state.stored_items, event.stored)
    return replace(state, stored_enemies=enemies, stored_items=items)


def _enemy_appeared(state: CampaignState, event: EnemyAppeared) -> CampaignState:
    sheet = None if event.sheet.value is UNSET else event.sheet.value
    hp, armor = (sheet.hp, sheet.armor) if sheet else (0, 0)
    enemy = Enemy(id=event.enemy, name=event.name, sheet=sheet, hp=hp, armor=armor)
    return replace(counted(state, enemy.id), enemies={**state.enemies, enemy.id: enemy})


def enemy_changed(state: CampaignState, enemy: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of an enemy
    """Change an enemy."""
    return replace(state, enemies={**state.enemies, enemy: replace(state.enemies[enemy], **changes)})


def enemy_left_with(state: CampaignState, enemy: str, left: tuple[int, int] | Secret[tuple[int, int]]) -> CampaignState:
    """Set an enemy's HP and Armor HP, as far as this copy of the log knows them."""
    if not isinstance(left, Secret):
        return enemy_changed(state, enemy, hp=left[0], armor=left[1])
    if left.value is UNSET:
        return state
    return enemy_changed(state, enemy, hp=left.value[0], armor=left.value[1])


def _enemy_revealed(state: CampaignState, event: EnemyRevealed) -> CampaignState:
    return enemy_changed(state, event.enemy, sheet=event.sheet, hp=event.hp, armor=event.armor, revealed=True)


def _enemy_left(state: CampaignState, event: EnemyLeft) -> CampaignState:
    return _left_fight(replace(state, enemies=without(state.enemies, event.enemy)), event.enemy)


def _enemy_hurt(state: CampaignState, event: EnemyHurt) -> CampaignState:
    return enemy_left_with(state, event.enemy, event.left)


def _enemy_taken_out(state: CampaignState, event: EnemyTakenOut) -> CampaignState:
    return enemy_changed(state, event.enemy, out=True)


def _fight_started(state: CampaignState, event: FightStarted) -> CampaignState:
    participants = tuple(Participant(id=one.id, side=one.side) for one in event.participants)
    return replace(state, fight=Fight(participants=participants))


def _fight_joined(state: CampaignState, event: FightJoined) -> CampaignState:
    fight = state.fight or NO_FIGHT
    joined = Participant(id=event.participant.id, side=event.participant.side)
    return replace(state, fight=replace(fight, participants=(*fight.participants, joined)))


def _fight_left(state: CampaignState, event: FightLeft) -> CampaignState:
    return _left_fight(state, event.participant)


def _left_fight(state: CampaignState, who: str) -> CampaignState:
    if state.fight is None:
        return state
    return replace(
        state,
        fight=replace(
            state.fight,
            participants=tuple(one for one in state.fight.participants if one.id != who),
            order=tuple(one for one in state.fight.order if one != who),
            offers=tuple(offer for offer in state.fight.offers if who not in offer),
        ),
    )


def _round_started(state: CampaignState, event: RoundStarted) -> CampaignState:
    fight = state.fight or NO_FIGHT
    rolled = {one.id: one for one in event.initiative}
    participants = tuple(
        Participant(id=one.id, side=one.side, face=rolled[one.id].face, off_guard=rolled[one.id].off_guard)
        if one.id in rolled
        else Participant(id=one.id, side=one.side)
        for one in fight.participants
    )
    return replace(state, fight=Fight(participants=participants, round=event.round, order=event.order))


def _ties_settled(state: CampaignState, event: TiesSettled) -> CampaignState:
    return replace(state, fight=replace(state.fight or NO_FIGHT, order=event.order))


def _swap_offered(state: CampaignState, event: SwapOffered) -> CampaignState:
    fight = state.fight or NO_FIGHT
    return replace(state, fight=replace(fight, offers=(*fight.offers, (event.character, event.other))))


def _initiative_swapped(state: CampaignState, event: InitiativeSwapped) -> CampaignState:
    fight = state.fight or NO_FIGHT
    faces = {one.id: one.face for one in fight.participants}
    traded = {event.character: faces.get(event.other, 0), event.other: faces.get(event.character, 0)}
    participants = tuple(replace(one, face=traded.get(one.id, one.face)) for one in fight.participants)
    pair = {event.character, event.other}
    offers = tuple(offer for offer in fight.offers if not pair & set(offer))
    return replace(state, fight=replace(fight, participants=participants, order=event.order, offers=offers))


def _participant_changed(state: CampaignState, who: str, **changes: Any) -> CampaignState:  # noqa: ANN401 its fields
    fight = state.fight or NO_FIGHT
    after = tuple(replace(one, **changes) if one.id == who else one for one in fight.participants)
    return replace(state, fight=replace(fight, participants=after))


def _action_taken(state: CampaignState, event: ActionTaken) -> CampaignState:
    used = {"granted": False} if event.granted else {"acted": True}
    return _participant_changed(state, event.participant, **used)


def _action_granted(state: CampaignState, event: ActionGranted) -> CampaignState:
    return _participant_changed(state, event.participant, granted=True)


def _move_made(state: CampaignState, event: MoveMade) -> CampaignState:
    return _participant_changed(state, event.participant, moved=True)


def _turn_ended(state: CampaignState, event: TurnEnded) -> CampaignState:
    return _participant_changed(state, event.participant, done=True)


def _fight_ended(state: CampaignState, _: FightEnded) -> CampaignState:
    return replace(state, fight=None)


def _told(state: CampaignState, _: object) -> CampaignState:
    """Leave all as it is: what follows from this event stands in events of its own."""
    return state


FOLDS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    EnemyStored: _enemy_stored,
    ItemStored: _item_stored,
    StoredForgotten: _stored_forgotten,
    EnemyAppeared: _enemy_appeared,
    EnemyRevealed: _enemy_revealed,
    EnemyLeft: _enemy_left,
    EnemyHurt: _enemy_hurt,
    EnemyTakenOut: _enemy_taken_out,
    FightStarted: _fight_started,
    FightJoined: _fight_joined,
    FightLeft: _fight_left,
    RoundStarted: _round_started,
    TiesSettled: _ties_settled,
    SwapOffered: _swap_offered,
    InitiativeSwapped: _initiative_swapped,
    ActionTaken: _action_taken,
    ActionGranted: _action_granted,
    MoveMade: _move_made,
    TurnEnded: _turn_ended,
    FightEnded: _fight_ended,
    AttackHit: _told,
    AttackMissed: _told,
    EnemyAttacked: _told,
}
