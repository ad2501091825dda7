"""Samples of what may be asked about enemies and fights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any, Final

from services.rpg_boundless.commands.combat import (
    Act,
    Attack,
    BringEnemy,
    DamageRuling,
    EndFight,
    EndTurn,
    EnemyAttack,
    ForgetStored,
    GiveItem,
    JoinFight,
    LeaveFight,
    Move,
    RevealEnemy,
    SendEnemyAway,
    SettleTies,
    StartFight,
    StartRound,
    StoreEnemy,
    StoreItem,
    SwapInitiative,
)
from services.rpg_boundless.legal.sample import (
    DECIDED,
    HARMS,
    ITEMS,
    NOBODY,
    OGRE,
    RAT,
    ROLLED,
    SWORD,
    TEXT,
    WHY,
    Sample,
    helpers_of,
    living,
    names,
    one_of,
    some,
    stamina_of,
    standing,
)
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.words import ATTRIBUTES
from shared.kernel.messages import Command

SHEETS: Final = (RAT, OGRE)
NAMED: Final = {"name": TEXT}
RULED: Final = DamageRuling(damage=1, reason=WHY)


def _store_enemy(_: CampaignState, __: str) -> Iterator[Sample]:
    yield Sample(command=StoreEnemy(sheet=RAT), tries={"sheet": SHEETS})


def _store_item(_: CampaignState, __: str) -> Iterator[Sample]:
    yield Sample(command=StoreItem(item=SWORD), tries={"item": ITEMS})


def _forget(state: CampaignState, _: str) -> Iterator[Sample]:
    for stored in some((*state.stored_enemies, *state.stored_items)):
        yield Sample(command=ForgetStored(stored=stored))


def _give(state: CampaignState, _: str) -> Iterator[Sample]:
    for stored, name in product(some(state.stored_items), names(state)):
        yield Sample(command=GiveItem(stored=stored, character=name))


def _bring(state: CampaignState, _: str) -> Iterator[Sample]:
    yield Sample(command=BringEnemy(sheet=RAT), fields=NAMED, tries={"sheet": SHEETS})
    for stored in some(state.stored_enemies):
        yield Sample(command=BringEnemy(stored=stored), fields=NAMED)


def _reveal(state: CampaignState, _: str) -> Iterator[Sample]:
    for enemy in some(state.enemies):
        yield Sample(command=RevealEnemy(enemy=enemy))


def _send_away(state: CampaignState, _: str) -> Iterator[Sample]:
    for enemy in some(state.enemies):
        yield Sample(command=SendEnemyAway(enemy=enemy))


def _ready(state: CampaignState) -> list[Character]:
    """Give the characters that nothing keeps from a fight."""
    kept = {*state.criticals.values(), *(hits.character for hits in state.recoveries.values())}
    return [one for one in living(state) if one.id not in kept]


def _start_fight(state: CampaignState, _: str) -> Iterator[Sample]:
    heroes, foes = tuple(one.id for one in _ready(state)), standing(state)
    if heroes:
        tries = {"characters": [heroes, *((one,) for one in heroes)], "enemies": [*{foes, ()}, *((e,) for e in foes)]}
        yield Sample(command=StartFight(characters=heroes, enemies=foes), tries=tries)
    else:
        yield Sample(command=StartFight(characters=(), enemies=foes))


def _join(state: CampaignState, _: str) -> Iterator[Sample]:
    for who in some((*(one.id for one in _ready(state)), *standing(state))):
        yield Sample(command=JoinFight(participant=who))


def _participants(state: CampaignState) -> tuple[str, ...]:
    fighting = state.fight.participants if state.fight else ()
    return tuple(one.id for one in fighting) or (NOBODY,)


def _leave(state: CampaignState, _: str) -> Iterator[Sample]:
    for who in _participants(state):
        yield Sample(command=LeaveFight(participant=who))


def _round(state: CampaignState, _: str) -> Iterator[Sample]:
    yield Sample(command=StartRound(), tries={"off_guard": one_of(_participants(state))})


def _ties(state: CampaignState, _: str) -> Iterator[Sample]:
    order = state.fight.order if state.fight else ()
    orders = [order]
    for first, second in pairwise(order):
        trade = {first: second, second: first}
        orders.append(tuple(trade.get(who, who) for who in order))
    yield Sample(command=SettleTies(order=order), tries={"order": orders})


def _swap(state: CampaignState, _: str) -> Iterator[Sample]:
    for first, second in product(_participants(state), repeat=2):
        yield Sample(command=SwapInitiative(character=first, other=second))


def _attack(state: CampaignState, _: str) -> Iterator[Sample]:
    """With each Weapon as it is, and without one as the game master rules."""
    for name, target in product(names(state), _targets(state)):
        bearer = state.characters.get(name)
        for weapon in some(bearer.items if bearer else ()):
            armed = Attack(character=name, target=target, weapon=weapon, reason=WHY)
            yield from _efforts(state, armed, ("adjust", (None, DamageRuling(modifier=1, reason=WHY), RULED)))
        bare = Attack(character=name, target=target, attribute="strength", adjust=RULED)
        yield from _efforts(state, bare, ("adjust", (RULED,)))


def _targets(state: CampaignState) -> tuple[str, ...]:
    return (*standing(state), *(one.id for one in living(state))) or (NOBODY,)


def _efforts(state: CampaignState, attack: Attack, adjust: tuple[str, Any]) -> Iterator[Sample]:
    attributes = (None, *ATTRIBUTES) if attack.attribute is None else ATTRIBUTES
    ruled = {"attribute": attributes, "risk": (None, *HARMS), adjust[0]: adjust[1]}
    dice = {"stamina": stamina_of(state, attack.character), "helpers": helpers_of(state, attack.character)}
    yield Sample(command=attack, tries={**ruled, **dice, "stance": ROLLED})
    decided = Attack(
        character=attack.character, target=attack.target, weapon=attack.weapon, attribute=attack.attribute,
        reason=attack.reason, adjust=attack.adjust, stance=DECIDED[0],
    )  # fmt: skip
    yield Sample(command=decided, tries={**ruled, "stance": DECIDED})


def _enemy_attack(state: CampaignState, _: str) -> Iterator[Sample]:
    for foe in standing(state) or (NOBODY,):
        enemy = state.enemies.get(foe)
        attacks = enemy.sheet.attacks if enemy and enemy.sheet else RAT.attacks
        for attack, target in product(attacks, names(state)):
            strikes = EnemyAttack(enemy=foe, attack=attack.name, targets=(target,))
            yield Sample(command=strikes, tries={"stance": (*ROLLED, *DECIDED)})


def _act(state: CampaignState, _: str) -> Iterator[Sample]:
    for who in _participants(state):
        yield Sample(command=Act(participant=who, what="retreat"), fields={"what": TEXT})


def _move(state: CampaignState, _: str) -> Iterator[Sample]:
    for who in _participants(state):
        yield Sample(command=Move(participant=who, where="behind the table"), fields={"where": TEXT})


def _end_turn(state: CampaignState, _: str) -> Iterator[Sample]:
    for who in _participants(state):
        yield Sample(command=EndTurn(participant=who))


def _end_fight(_: CampaignState, __: str) -> Iterator[Sample]:
    yield Sample(command=EndFight())


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    StoreEnemy: _store_enemy,
    StoreItem: _store_item,
    ForgetStored: _forget,
    GiveItem: _give,
    BringEnemy: _bring,
    RevealEnemy: _reveal,
    SendEnemyAway: _send_away,
    StartFight: _start_fight,
    JoinFight: _join,
    LeaveFight: _leave,
    StartRound: _round,
    SettleTies: _ties,
    SwapInitiative: _swap,
    Attack: _attack,
    EnemyAttack: _enemy_attack,
    Act: _act,
    Move: _move,
    EndTurn: _end_turn,
    EndFight: _end_fight,
}
