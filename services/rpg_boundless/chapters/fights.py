"""Fights: who takes part, from the first blow to the last."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Side
from services.rpg_boundless.chapters.attacks import Several
from services.rpg_boundless.chapters.enemies import left_fight
from services.rpg_boundless.chapters.seats import standing_enemy, touched
from services.rpg_boundless.chapters.turns import NoFight, participant_of, running
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import lists, participants, ready, standing
from services.rpg_boundless.state.campaign import NO_FIGHT, CampaignState, Fight, Participant
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class FightRunning(Refusal, rule="FB-INIT-01"):
    """A fight is on already; end it first."""


class InFightAlready(Refusal, rule="FB-INIT-01"):
    """This one is in the fight already, or is named twice."""


# ---------------------------------------------------------------- commands


class StartFight(GameMasterCommand, frozen=True, kw_only=True):
    """Start a fight with these participants, in the order in which they join."""

    counts_as = "move"

    characters: Several
    enemies: Several


class JoinFight(GameMasterCommand, frozen=True, kw_only=True):
    """Add a participant; it acts from the next round on."""

    counts_as = "move"

    participant: Id


class LeaveFight(GameMasterCommand, frozen=True, kw_only=True):
    """Remove a participant from the fight."""

    counts_as = "move"

    participant: Id


class EndFight(GameMasterCommand, frozen=True, kw_only=True):
    """End the fight."""

    counts_as = "move"


# ---------------------------------------------------------------- events


class Combatant(Struct, frozen=True, kw_only=True):
    """One who takes part in a fight, and on which side."""

    id: str
    side: Side


class FightStarted(Event, frozen=True, kw_only=True):
    """A fight began, its participants in the order in which they joined."""

    participants: tuple[Combatant, ...]


class FightJoined(Event, frozen=True, kw_only=True):
    """A participant joined the fight."""

    participant: Combatant


class FightLeft(Event, frozen=True, kw_only=True):
    """A participant left the fight."""

    participant: str


class FightEnded(Event, frozen=True, kw_only=True):
    """The fight ended."""


# ---------------------------------------------------------------- judgement


@judge
def start_fight(ctx: CampaignContext, command: StartFight) -> None:
    """Rule: FB-INIT-01. Refuses: FightRunning, InFightAlready, NoFight."""
    if ctx.state.fight is not None:
        raise FightRunning(needs="no fight", has=ctx.state.fight.round)
    names = (*command.characters, *command.enemies)
    if len(set(names)) < len(names):
        raise InFightAlready(needs="each once", has=names)
    if not names:
        raise NoFight(needs="at least one fighter", has=0, field="characters")
    for character in command.characters:
        touched(ctx, character, "characters")
    for enemy in command.enemies:
        standing_enemy(ctx, enemy, "enemies")
    players = tuple(Combatant(id=name, side="player") for name in command.characters)
    enemies = tuple(Combatant(id=name, side="enemy") for name in command.enemies)
    ctx.emit(FightStarted(participants=(*players, *enemies)))


@judge
def join_fight(ctx: CampaignContext, command: JoinFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight, InFightAlready."""
    fight = running(ctx.state)
    who = command.participant
    if fight.find(who) is not None:
        raise InFightAlready(needs="not in the fight", has=who, field="participant")
    if who in ctx.state.enemies:
        standing_enemy(ctx, who, "participant")
        ctx.emit(FightJoined(participant=Combatant(id=who, side="enemy")))
    else:
        touched(ctx, who, "participant")
        ctx.emit(FightJoined(participant=Combatant(id=who, side="player")))


@judge
def leave_fight(ctx: CampaignContext, command: LeaveFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight, NotInFight."""
    participant_of(running(ctx.state), command.participant)
    ctx.emit(FightLeft(participant=command.participant))


@judge
def end_fight(ctx: CampaignContext, _: EndFight) -> None:
    """Rule: FB-INIT-01. Refuses: NoFight."""
    running(ctx.state)
    ctx.emit(FightEnded())


# ---------------------------------------------------------------- fold


@fold
def _fight_started(state: CampaignState, event: FightStarted) -> CampaignState:
    participants = tuple(Participant(id=one.id, side=one.side) for one in event.participants)
    return replace(state, fight=Fight(participants=participants))


@fold
def _fight_joined(state: CampaignState, event: FightJoined) -> CampaignState:
    joined = Participant(id=event.participant.id, side=event.participant.side)
    return replace(state, fight=(state.fight or NO_FIGHT).joined(joined))


@fold
def _fight_left(state: CampaignState, event: FightLeft) -> CampaignState:
    return left_fight(state, event.participant)


@fold
def _fight_ended(state: CampaignState, _: FightEnded) -> CampaignState:
    return replace(state, fight=None)


# ---------------------------------------------------------------- samples


@samples
def _fights_started(state: CampaignState, _: str) -> Samples[StartFight]:
    heroes, foes = ready(state), standing(state)
    if heroes:
        several = {"characters": lists(heroes, least=1), "enemies": lists(foes)}
        yield Sample(command=StartFight(characters=heroes, enemies=foes), fields=several)
    yield Sample(
        command=StartFight(characters=(), enemies=foes), fields={"enemies": lists(foes, least=1)} if foes else {}
    )


@samples
def _fights_joined(state: CampaignState, _: str) -> Samples[JoinFight]:
    fighting = {one.id for one in state.fight.participants} if state.fight else set()
    others = some(one for one in (*ready(state), *standing(state)) if one not in fighting)
    yield Sample(command=JoinFight(participant=others[0]), fields={"participant": Field(options=others)})


@samples
def _fights_left(state: CampaignState, seat: str) -> Samples[LeaveFight]:
    fighting = participants(state, seat)
    yield Sample(command=LeaveFight(participant=fighting[0]), fields={"participant": Field(options=fighting)})


@samples
def _fights_ended(_: CampaignState, __: str) -> Samples[EndFight]:
    yield Sample(command=EndFight())
