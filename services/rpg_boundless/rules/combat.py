"""Fights: rounds, initiative, turns, one action and one move."""

from __future__ import annotations

from services.rpg_boundless.commands.combat import (
    Act,
    EndFight,
    EndTurn,
    JoinFight,
    LeaveFight,
    Move,
    StartFight,
)
from services.rpg_boundless.events.combat import (
    Combatant,
    FightEnded,
    FightJoined,
    FightLeft,
    FightStarted,
    MoveMade,
    TurnEnded,
)
from services.rpg_boundless.refusals import (
    FightRunning,
    InFightAlready,
    MoveUsed,
    NoFight,
)
from services.rpg_boundless.rules.seats import standing_enemy, touched
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.rules.turns import check_turn, participant_of, running


def start_fight(telling: Telling, command: StartFight) -> None:
    """Rule: FB-INIT-01. Refuses: FightRunning, InFightAlready, NoFight."""
    if telling.state.fight is not None:
        raise FightRunning(needs="no fight", has=telling.state.fight.round)
    names = (*command.characters, *command.enemies)
    if len(set(names)) < len(names):
        raise InFightAlready(needs="each once", has=names)
    if not names:
        raise NoFight(needs="somebody who fights", has=0, field="characters")
    for character in command.characters:
        touched(telling, character, "characters")
    for enemy in command.enemies:
        standing_enemy(telling, enemy, "enemies")
    players = tuple(Combatant(id=name, side="player") for name in command.characters)
    enemies = tuple(Combatant(id=name, side="enemy") for name in command.enemies)
    telling.tell(FightStarted(participants=(*players, *enemies)))


def join_fight(telling: Telling, command: JoinFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight, InFightAlready."""
    fight = running(telling.state)
    who = command.participant
    if fight.find(who) is not None:
        raise InFightAlready(needs="not in the fight", has=who, field="participant")
    if who in telling.state.enemies:
        standing_enemy(telling, who, "participant")
        telling.tell(FightJoined(participant=Combatant(id=who, side="enemy")))
    else:
        touched(telling, who, "participant")
        telling.tell(FightJoined(participant=Combatant(id=who, side="player")))


def leave_fight(telling: Telling, command: LeaveFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight, NotInFight."""
    participant_of(running(telling.state), command.participant)
    telling.tell(FightLeft(participant=command.participant))


def end_fight(telling: Telling, _: EndFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight."""
    running(telling.state)
    telling.tell(FightEnded())


# ---------------------------------------------------------------- turns


def act(telling: Telling, command: Act) -> None:
    """Use the action, and no more: `keep_turns` has done it. Rule: FB-ROUND-01. Refuses: NoFight, NotInFight."""
    participant_of(running(telling.state), command.participant)


def move(telling: Telling, command: Move) -> None:
    """Rule: FB-ROUND-02, FB-R-51. Refuses: MoveUsed."""
    if check_turn(telling, command.participant).moved:
        raise MoveUsed(needs="a move left", has=command.participant)
    telling.tell(MoveMade(participant=command.participant, where=command.where))


def end_turn(telling: Telling, command: EndTurn) -> None:
    """Rule: FB-INIT-02."""
    check_turn(telling, command.participant)
    telling.tell(TurnEnded(participant=command.participant))
