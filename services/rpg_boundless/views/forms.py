"""From what a campaign knows to the forms in which a seat sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from services.rpg_boundless.chapters.items import SLOTS, free
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character, Draft, Enemy, Hidden, Pending
from services.rpg_boundless.state.sheets import (
    AttackSheet,
    Carried,
    EnemySheet,
    ItemSheet,
    PlacedStance,
    Rolled,
    Stance,
)

from .seen import (
    Chosen,
    SeenAttack,
    SeenCharacter,
    SeenCondition,
    SeenConsequence,
    SeenContest,
    SeenDraft,
    SeenEncounter,
    SeenEnemy,
    SeenEnemySheet,
    SeenFight,
    SeenFortune,
    SeenHarm,
    SeenHidden,
    SeenItem,
    SeenParticipant,
    SeenPool,
    SeenPosition,
    SeenRoll,
    SeenSheet,
    SeenSlots,
    SeenStance,
)

S = TypeVar("S", bound=Struct)


def form(kind: type[S], found: Struct, **other: Any) -> S:  # noqa: ANN401 fields of the form
    """Return a struct in a form with the same fields, but for those that are given otherwise."""
    fields = {name: getattr(found, name) for name in kind.__struct_fields__ if name not in other}
    return kind(**fields, **other)


@lru_cache(maxsize=256)
def settings_in_force(settings: Settings) -> Chosen:
    """Return every setting, those left as they usually are as well; a campaign's never change."""
    return {group: asdict(chosen) for group, chosen in asdict(settings).items()}


def seen_sheet(sheet: ItemSheet) -> SeenSheet:
    """Show what an Item is."""
    return form(SeenSheet, sheet)


def seen_item(item: Carried, *, worn: bool = False, offered_to: str | None = None) -> SeenItem:
    """Show an Item. Rule: FB-CAMP-19, FB-ARM-04."""
    broken = item.sheet.armor is not None and not item.armor_hp
    return form(SeenItem, item, sheet=seen_sheet(item.sheet), worn=worn, broken=broken, offered_to=offered_to)


def seen_character(state: CampaignState, one: Character) -> SeenCharacter:
    """Show a character. Rule: FB-CAMP-19."""
    items = {
        item.id: seen_item(item, worn=item.id in one.worn, offered_to=state.offers.get(item.id))
        for item in one.items.values()
    }
    return form(
        SeenCharacter,
        one,
        slots=SeenSlots(total=SLOTS, used=one.used, free=free(one)),
        items=items,
        conditions={name: form(SeenCondition, held) for name, held in one.conditions.items()},
        positions=tuple(map(seen_position, one.positions)),
    )


def seen_position(placed: PlacedStance) -> SeenPosition:
    """Show a Position that was set beforehand. Rule: FB-POS-10."""
    return form(SeenPosition, placed, stance=form(SeenStance, placed.stance))


def seen_stance(stance: Stance | None) -> SeenStance | None:
    """Show a Position and why."""
    return None if stance is None else form(SeenStance, stance)


def seen_draft(draft: Draft) -> SeenDraft:
    """Show a character that is being made."""
    return form(SeenDraft, draft, items=tuple(map(seen_sheet, draft.items)))


def seen_consequence(pending: Pending) -> SeenConsequence:
    """Show a consequence, and where it comes from. Rule: FB-CAMP-19."""
    return form(
        SeenConsequence, pending, harm=form(SeenHarm, pending.harm), stance=seen_stance(pending.stance)
    )  # fmt: skip


def _attacks(attacks: tuple[AttackSheet, ...]) -> tuple[SeenAttack, ...]:
    return tuple(form(SeenAttack, attack) for attack in attacks)


def seen_enemy(enemy: Enemy, *, master: bool) -> SeenEnemy:
    """Show an enemy. Rule: FB-CAMP-09."""
    if enemy.sheet is None or not (master or enemy.revealed):
        return SeenEnemy(
            id=enemy.id, name=enemy.name, out=enemy.out, revealed=False, hp=None, max_hp=None, armor=None, attacks=None
        )
    return form(SeenEnemy, enemy, max_hp=enemy.sheet.hp, attacks=_attacks(enemy.sheet.attacks))


def seen_enemy_sheet(sheet: EnemySheet | None) -> SeenEnemySheet | None:
    """Show a stored stat block."""
    return None if sheet is None else form(SeenEnemySheet, sheet, attacks=_attacks(sheet.attacks))


def seen_hidden(hidden: Hidden, *, master: bool) -> SeenHidden:
    """Show what is out of sight. Rule: FB-CAMP-18."""
    if not master:
        return SeenHidden(id=hidden.id, kind=hidden.kind, pool=None, fortune=None, contest=None, encounter=None)
    fortune, contest, encounter = hidden.fortune, hidden.contest, hidden.encounter
    return SeenHidden(
        id=hidden.id,
        kind=hidden.kind,
        pool=None if hidden.pool is None else form(SeenPool, hidden.pool),
        fortune=None if fortune is None else form(SeenFortune, fortune, roll=form(SeenRoll, fortune.roll)),
        contest=None if contest is None else form(SeenContest, contest, rolls=_rolls(contest.rolls)),
        encounter=None if encounter is None else form(SeenEncounter, encounter, roll=form(SeenRoll, encounter.roll)),
    )


def _rolls(rolls: tuple[Rolled, ...]) -> tuple[SeenRoll, ...]:
    return tuple(form(SeenRoll, roll) for roll in rolls)


def seen_fight(state: CampaignState) -> SeenFight | None:
    """Show the fight that is on, and whose turn it is. Rule: FB-CAMP-19, FB-INIT-02."""
    if state.fight is None:
        return None
    participants = tuple(form(SeenParticipant, one) for one in state.fight.participants)
    return form(SeenFight, state.fight, turn=state.turn, participants=participants)
