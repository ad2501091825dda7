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
    ActionTaken,
    Combatant,
    FightEnded,
    FightJoined,
    FightLeft,
    FightStarted,
    MoveMade,
    TurnEnded,
)
from services.rpg_boundless.refusals import (
    ActionUsed,
    FightRunning,
    InFightAlready,
    MoveUsed,
    NoFight,
    NotInFight,
    NotYourTurn,
)
from services.rpg_boundless.rules.seats import acting, check_leads, living, standing_enemy
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import CampaignState, Fight, Participant


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
        living(telling, character, "characters")
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
        living(telling, who, "participant")
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


def running(state: CampaignState) -> Fight:
    """Give the fight that is on. Rule: FB-INIT-01. Refuses: NoFight."""
    if state.fight is None:
        raise NoFight(needs="a fight", has="none")
    return state.fight


def participant_of(fight: Fight, who: str) -> Participant:
    """Give one who takes part. Rule: FB-INIT-01. Refuses: NotInFight."""
    found = fight.find(who)
    if found is None:
        raise NotInFight(needs=tuple(one.id for one in fight.participants), has=who, field="participant")
    return found


def takes_part(state: CampaignState, who: str) -> bool:
    """Tell whether somebody can still act: not taken out, not dead. Rule: FB-ENEMY-04, FB-R-57."""
    if who in state.enemies:
        return not state.enemies[who].out
    return who in state.characters and state.characters[who].status != "dead"


def current(state: CampaignState, fight: Fight) -> str | None:
    """Name the one whose turn it is; the turns of those who no longer take part are passed over.

    Rule:    FB-INIT-02, FB-R-57
    """
    done = {one.id for one in fight.participants if one.done}
    return next((who for who in fight.order if who not in done and takes_part(state, who)), None)


def check_turn(telling: Telling, who: str) -> Participant:
    """Rule: FB-INIT-01, FB-INIT-02. Refuses: NoFight, NotInFight, NotYourTurn."""
    fight = running(telling.state)
    found = participant_of(fight, who)
    turn = current(telling.state, fight)
    if turn != who:
        raise NotYourTurn(needs=turn, has=who)
    return found


def check_action(telling: Telling, who: str) -> bool:
    """Hold one who fights to turn and action; tell whether it fights at all.

    Rule:    FB-INIT-02, FB-ROUND-01
    Refuses: NotYourTurn, ActionUsed
    """
    fight = telling.state.fight
    if fight is None or fight.find(who) is None:
        return False
    if check_turn(telling, who).acted:
        raise ActionUsed(needs="an action left", has=who)
    return True


def use_action(telling: Telling, who: str, what: str, *, fights: bool) -> None:
    """Use the action of a round. Rule: FB-ROUND-01."""
    if fights:
        telling.tell(ActionTaken(participant=who, what=what))


def _acting_participant(telling: Telling, who: str) -> None:
    """Rule: FB-CAMP-04, FB-ENEMY-04, FB-R-54."""
    if who in telling.state.enemies:
        check_leads(telling)
        standing_enemy(telling, who, "participant")
    else:
        acting(telling, who, "participant")


def act(telling: Telling, command: Act) -> None:
    """Rule: FB-ROUND-01. Refuses: NoFight, NotInFight, ActionUsed."""
    _acting_participant(telling, command.participant)
    participant_of(running(telling.state), command.participant)
    check_action(telling, command.participant)
    telling.tell(ActionTaken(participant=command.participant, what=command.what))


def move(telling: Telling, command: Move) -> None:
    """Rule: FB-ROUND-02, FB-R-51. Refuses: MoveUsed."""
    _acting_participant(telling, command.participant)
    if check_turn(telling, command.participant).moved:
        raise MoveUsed(needs="a move left", has=command.participant)
    telling.tell(MoveMade(participant=command.participant, where=command.where))


def end_turn(telling: Telling, command: EndTurn) -> None:
    """Rule: FB-INIT-02."""
    _acting_participant(telling, command.participant)
    check_turn(telling, command.participant)
    telling.tell(TurnEnded(participant=command.participant))
