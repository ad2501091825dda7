"""Whose turn it is in a fight, and what of it has been used: every command is held to it here, before it is judged.

A command is one of three things. A *deed* is what somebody does (`DEEDS`): in a fight it is the action of the round, a
move, the end of a turn, free, or has to wait until the fight is over. An *answer* (`ANSWERS`) is due whenever there is
something to answer. Everything else (`WORDS`) takes no time: what the game master says, and what is agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from services.rpg_boundless.commands import COMMANDS, characters, combat, rolls
from services.rpg_boundless.events.combat import ActionTaken
from services.rpg_boundless.refusals import (
    ActionUsed,
    AnotherHelps,
    AnswerFirst,
    FightGoesOn,
    HelpFromOutside,
    NoFight,
    NotInFight,
    NotYourTurn,
    OutsideTheFight,
    RoundWaits,
)
from services.rpg_boundless.rules.seats import acting, check_leads, standing_enemy
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import CampaignState, Fight, Participant, in_order
from shared.kernel.messages import Command

Use: TypeAlias = Literal["action", "move", "end", "free", "after the fight"]


class Deed(Struct, frozen=True, kw_only=True):
    """What somebody does with a command, and to whom: `blow` is meant to harm them.

    Shape: by: whether a character does it, an enemy, or either; who: None where it is nobody of the campaign
    """

    who: str | None
    what: str
    use: Use = "action"
    by: Literal["character", "enemy", "either"] = "character"
    field: str = "character"
    targets: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()
    blow: bool = False
    rests: bool = False


# ---------------------------------------------------------------- the fight that is on


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


# ---------------------------------------------------------------- what commands are


def _check(_: Telling, command: rolls.Check) -> Deed:
    return Deed(who=command.character, what=command.what or "check", helpers=_names(command.helpers))


def _attack(_: Telling, command: combat.Attack) -> Deed:
    helpers = _names(command.helpers)
    return Deed(who=command.character, what="attack", targets=(command.target,), helpers=helpers, blow=True)


def _spell(_: Telling, command: rolls.CastSpell) -> Deed:
    struck = tuple(aim.enemy for aim in command.strikes)
    return Deed(who=command.character, what="spell", targets=struck, helpers=_names(command.helpers), blow=True)


def _enemy_attack(_: Telling, command: combat.EnemyAttack) -> Deed:
    return Deed(
        who=command.enemy, what=command.attack, by="enemy", field="enemy", targets=command.targets, blow=True
    )  # fmt: skip


def _act(_: Telling, command: combat.Act) -> Deed:
    return Deed(who=command.participant, what=command.what, by="either", field="participant")


def _move(_: Telling, command: combat.Move) -> Deed:
    return Deed(who=command.participant, what=command.where, use="move", by="either", field="participant")


def _end(_: Telling, command: combat.EndTurn) -> Deed:
    return Deed(who=command.participant, what="end", use="end", by="either", field="participant")


def _help(telling: Telling, command: rolls.HelpDying) -> Deed:
    return Deed(
        who=helper_of(telling, command), what="help the dying", field="helper", targets=(command.character,)
    )  # fmt: skip


def _rest(telling: Telling, command: rolls.Rest) -> Deed:
    """Rule: FB-R-61."""
    use: Use = "action" if telling.state.settings.combat.rest == "action" else "after the fight"
    return Deed(who=command.character, what=f"{command.length} rest", use=use, rests=True)


def _hit(telling: Telling, command: rolls.SpendHit) -> Deed | None:
    hits = telling.state.experiences.get(command.experience)
    if hits is None:
        return None
    return Deed(who=hits.character, what="learn", use="after the fight", field="experience")


Gear: TypeAlias = (
    characters.TakeItem | characters.WearArmor | characters.TakeOffArmor | characters.AcceptItem | characters.PickUp
    | characters.HandOver
)  # fmt: skip


def _gear(telling: Telling, command: Gear) -> Deed:
    """Rule: FB-R-62."""
    return Deed(who=command.character, what="gear", use=telling.state.settings.combat.gear)


def _hand_over(telling: Telling, command: characters.HandOver) -> Deed | None:
    """Hold an Item out to somebody; taking the offer back is a word. Rule: FB-R-62."""
    return None if command.to is None else _gear(telling, command)


def _clear(telling: Telling, command: characters.ClearCondition) -> Deed | None:
    """A player's character deals with a Condition; the game master says that it has ended. Rule: FB-COND-08."""
    return None if telling.leads else Deed(who=command.character, what=f"deal with {command.condition}")


def _names(helpers: rolls.Helpers) -> tuple[str, ...]:
    return tuple(helper.character for helper in helpers)


DEEDS: Final[Mapping[type[Command], Callable[[Telling, Any], Deed | None]]] = {
    rolls.Check: _check,
    combat.Attack: _attack,
    rolls.CastSpell: _spell,
    combat.EnemyAttack: _enemy_attack,
    combat.Act: _act,
    combat.Move: _move,
    combat.EndTurn: _end,
    rolls.HelpDying: _help,
    rolls.Rest: _rest,
    rolls.SpendHit: _hit,
    characters.TakeItem: _gear,
    characters.WearArmor: _gear,
    characters.TakeOffArmor: _gear,
    characters.HandOver: _hand_over,
    characters.AcceptItem: _gear,
    characters.PickUp: _gear,
    characters.ClearCondition: _clear,
}
ANSWERS: Final[frozenset[type[Command]]] = frozenset({
    rolls.Save, rolls.Accept, rolls.CriticalSave, rolls.SpendRecovery, characters.MakeRoom,
})  # fmt: skip
WORDS: Final[frozenset[type[Command]]] = frozenset(COMMANDS) - frozenset(DEEDS) - ANSWERS


# ---------------------------------------------------------------- holding them to it


def keep_turns(telling: Telling, command: Command) -> None:
    """Hold a command to the turns of a fight, and use the action where it is one.

    Rule:    FB-ROUND-01, FB-ROUND-05 to FB-ROUND-09, FB-SAVE-09, FB-R-63, FB-R-64
    Refuses: NotYourTurn, ActionUsed, OutsideTheFight, HelpFromOutside, FightGoesOn, AnswerFirst, RoundWaits, and as
             `acting`
    """
    deed = DEEDS[type(command)](telling, command) if type(command) in DEEDS else None
    if deed is not None:
        _check_doer(telling, deed)
    if isinstance(command, (combat.EndTurn, combat.StartRound)):
        _check_all_answered(telling)
    if deed is not None and telling.state.fight is not None:
        _hold(telling, telling.state.fight, deed)


def _check_doer(telling: Telling, deed: Deed) -> None:
    """Rule: FB-CAMP-04, FB-ENEMY-04, FB-R-54, FB-SAVE-09, FB-R-64. Refuses: AnswerFirst, and as `acting`."""
    if deed.who is None:
        return
    if deed.by == "enemy" or (deed.by == "either" and deed.who in telling.state.enemies):
        check_leads(telling)
        standing_enemy(telling, deed.who, deed.field)
        return
    acting(telling, deed.who, deed.field)
    faced = _faced(telling.state, deed.who)
    if faced and (deed.rests or telling.state.settings.saves.answer == "first"):
        raise AnswerFirst(needs=faced, has=deed.who, field=deed.field)


def _faced(state: CampaignState, who: str) -> tuple[str, ...]:
    return tuple(one for one in in_order(state.consequences) if state.consequences[one].character == who)


def _check_all_answered(telling: Telling) -> None:
    """Let a turn end, and a round begin, when nobody in the fight has something to answer.

    Rule:    FB-ROUND-08, FB-CRIT-01, FB-R-64
    Refuses: RoundWaits
    """
    state = telling.state
    fight = state.fight
    if fight is None:
        return
    due = [critical for critical, who in state.criticals.items() if fight.find(who) is not None]
    if state.settings.saves.answer == "first":
        due += [faced for one in fight.participants for faced in _faced(state, one.id)]
    if due:
        raise RoundWaits(needs=in_order(due))


def _hold(telling: Telling, fight: Fight, deed: Deed) -> None:
    """Rule: FB-ROUND-05, FB-ROUND-07. Refuses: FightGoesOn, NotYourTurn, ActionUsed, and as `_check_reach`."""
    _check_reach(telling, fight, deed)
    one = None if deed.who is None else fight.find(deed.who)
    if one is None:
        return
    if deed.use == "after the fight":
        raise FightGoesOn(needs="no fight", has=one.id, field=deed.field)
    if deed.use == "action":
        _use_action(telling, fight, one, deed.what)


def _use_action(telling: Telling, fight: Fight, one: Participant, what: str) -> None:
    """Use the action of one's turn, or one that the game master granted.

    Rule:    FB-INIT-02, FB-ROUND-01, FB-ROUND-05, FB-ROUND-09
    Refuses: NotYourTurn, ActionUsed
    """
    turn = current(telling.state, fight)
    own = turn == one.id and not one.acted
    if not own and not one.granted:
        if turn != one.id:
            raise NotYourTurn(needs=turn, has=one.id)
        raise ActionUsed(needs="an action left", has=one.id)
    telling.tell(ActionTaken(participant=one.id, what=what, granted=not own))


def _check_reach(telling: Telling, fight: Fight, deed: Deed) -> None:
    """Hold what is done to others to being in the fight with them.

    Rule:    FB-ROUND-06, FB-CRIT-09, FB-R-63
    Refuses: OutsideTheFight, HelpFromOutside, AnotherHelps
    """
    inside = deed.who is not None and fight.find(deed.who) is not None
    for target in deed.targets:
        there = fight.find(target) is not None
        known = target in telling.state.enemies or target in telling.state.characters
        if there and deed.who is None:
            raise AnotherHelps(needs="a character of the fight", has=None, field=deed.field)
        if known and there != inside and (there or deed.blow):
            raise OutsideTheFight(needs="both in the fight, or neither", has=target if inside else deed.who)
    for helper in deed.helpers if inside and telling.state.settings.combat.help == "fighters" else ():
        if helper in telling.state.characters and fight.find(helper) is None:
            raise HelpFromOutside(needs="allies in the fight", has=helper, field="helpers")


def helper_of(telling: Telling, command: rolls.HelpDying) -> str | None:
    """Name the character that helps: the one that is named, or else the only one of the seat that can.

    Rule:    FB-CRIT-09, FB-R-66
    Refuses: AnotherHelps
    """
    if not command.helper and telling.leads:
        return None
    state = telling.state
    able = (command.helper,) if command.helper else tuple(
        one for one in in_order(state.characters)
        if state.characters[one].seat == telling.seat and state.characters[one].status != "dead"
        and one != command.character
    )  # fmt: skip
    if len(able) != 1 or able[0] == command.character:
        raise AnotherHelps(needs="one other character", has=able, field="helper")
    helper = state.characters.get(able[0])
    if helper is not None and helper.status == "dying" and state.settings.dying.help == "standing":
        raise AnotherHelps(needs="one who is not dying", has=able, field="helper")
    return able[0]
