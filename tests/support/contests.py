"""Contests of the computer player `fighter` against random legal play: pairs of duels in which they swap sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from msgspec import Struct

from services.bones import house as bones_house
from services.bones import players as bones_players
from services.bones.catalogue import Run
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.people.campaign import OpenCampaign as OpenBones
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.game import bones
from services.bones.reading.taking_part import there
from services.bones.settings import CombatSettings
from services.bones.settings import Settings as BonesSettings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import NewCreature
from services.rpg_specialist_pool import players as pool_players
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist, points_left
from services.rpg_specialist_pool.chapters.table import OpenCampaign as OpenPools
from services.rpg_specialist_pool.game import campaign as pools
from services.rpg_specialist_pool.settings import DamageSettings
from services.rpg_specialist_pool.settings import Settings as PoolSettings
from services.rpg_specialist_pool.state import Sheet as PoolSheet
from services.rpg_specialist_total import players as total_players
from services.rpg_specialist_total.chapters.campaign import OpenCampaign as OpenTotals
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.chapters.skills import SettleSkill
from services.rpg_specialist_total.game import combat as totals
from services.rpg_specialist_total.simulations import FIGHT as TOTAL_FIGHT
from services.rpg_specialist_total.state.campaign import CampaignState as TotalState
from services.rpg_specialist_total.state.combatants import NewItem
from services.rpg_specialist_total.state.combatants import Sheet as TotalSheet
from shared.kernel.campaign.fights import SettleTie, StartFight
from shared.kernel.campaign.house import FIGHTER
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import tied
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.legal import Asking, Wanted, awaited_seats
from shared.kernel.messages import Command, Seat
from shared.kernel.moves import at_random, moves
from shared.kernel.players.house import HousePlayers
from shared.kernel.stream import AppointPlayer
from tests.conformance.playing import command_from
from tests.support.housed import BY, Housed
from tests.support.journal import Journal

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
DUELISTS: Final = ("ann", "bob")
PLAYED: Final = Wanted(kinds=("move", "answer"))
MADE: Final = ("Create", "StartDraft")
"""The prefixes of commands that create further characters, which random play never sends."""
MOST: Final = 1_000
"""The most commands in one duel; an undecided duel then counts as half a win."""


class Duels(Struct, frozen=True, kw_only=True):
    """The duels of one game: how to open it, create characters, start a fight, and count who is left.

    `leads` returns the game master's next command when the fight waits for neither player.
    """

    game: Game[Any]
    players: HousePlayers
    opening: Opening
    make: Callable[[Seat], Command]
    begin: Callable[[tuple[str, ...]], Command]
    leads: Callable[[Any], Command]
    left: Callable[[Any, str], int]


def bones_fighter(seat: Seat) -> Command:
    """Return the command that creates a fighter of BONES."""
    items = ("Spear", "Buckler")
    return BuildCreature(creature=NewCreature(name=seat, dice=(Run(n=4, die="Fighter"),), items=items), seat=seat)


def specialist(seat: Seat) -> Command:
    """Return the command that creates a Specialist."""
    sheet = PoolSheet(name=seat, speed=9, stats={"Might": 4, "Wits": 2}, equipment={"mail": 1}, vitality=20)
    return CreateSpecialist(sheet=sheet, seat=seat)


def combatant(seat: Seat) -> Command:
    """Return the command that creates a combatant."""
    sheet = TotalSheet(name=seat, speed_rating=3, vitality=30, fatigue=20, endurance=40, stamina=45)
    arms = (NewItem(kind="weapon", name="small melee weapon", ready=True),)
    return CreateCombatant(sheet=sheet, seat=seat, items=arms)


def in_sides(made: tuple[str, ...]) -> Command:
    """Return the command that starts a fight of BONES in which each creature has its own side."""
    return StartCombat(fighters=tuple(Entrant(creature=who, side=who) for who in made))


def in_turns(made: tuple[str, ...]) -> Command:
    """Return the command that starts a fight in rounds and turns."""
    return StartFight(participants=made)


def allows_nothing_else(state: CampaignState) -> Command:
    """Return the game master's command that allows a creature no tasks except combat."""
    return SetRoundTask(creature=next(one.id for one in there(state) if one.said.doing == "other"))


def in_order_of_creation(state: RosterCampaign) -> Command:
    """Return the game master's order for tied participants: the order in which they were created."""
    return SettleTie(order=tuple(in_order(tied(state)[0])))


def fails_skills(state: TotalState) -> Command:
    """Return the Keeper's result of a skill action that waits, which fails, or else the order of tied participants."""
    waiting = next(iter(state.skills), None)
    return SettleSkill(skill=waiting, outcome="no", succeeded=False) if waiting else in_order_of_creation(state)


DUELS: Final[Mapping[str, Duels]] = {
    "bones": Duels(
        game=bones, players=bones_players.PLAYERS, make=bones_fighter, begin=in_sides,
        leads=allows_nothing_else, left=bones_house.stands,
        opening=OpenBones(seats=SEATS, settings=BonesSettings(combat=CombatSettings(round_rolled_by="fighters"))),
    ),
    "rpg_specialist_pool": Duels(
        game=pools, players=pool_players.PLAYERS, make=specialist, begin=in_turns,
        leads=in_order_of_creation, left=points_left,
        opening=OpenPools(seats=SEATS, settings=PoolSettings(damage=DamageSettings(applies_to="vitality"))),
    ),
    "rpg_specialist_total": Duels(
        game=totals, players=total_players.PLAYERS, make=combatant, begin=in_turns,
        leads=fails_skills, left=TOTAL_FIGHT.left,
        opening=OpenTotals(seats=SEATS, catalogue="house"),
    ),
}  # fmt: skip


def share_won(duels: Duels, pairs: int) -> float:
    """Play pairs of duels; return the share that `fighter` wins against random legal play."""
    results = [play_duel(duels, number, seat) for number in range(1, pairs + 1) for seat in DUELISTS]
    return sum(results) / len(results)


def play_duel(duels: Duels, number: int, fighter: Seat) -> float:
    """Play a duel in which `fighter` plays a seat; return 1 if it wins, 0 if it loses, else a half."""
    journal: Journal[Any] = Journal(duels.game, duels.opening, seed=1_000 * number)
    for one in DUELISTS:
        journal.send(duels.make(one))
    made = in_order(journal.state.characters)
    journal.send(duels.begin(made))
    journal.send(AppointPlayer(seat=fighter, player=FIGHTER), fighter)
    house, luck = Housed(journal, duels.players), Random(f"{duels.game.service} {number} {fighter}")
    for _ in range(MOST):
        standing = [one for one, who in zip(DUELISTS, made, strict=True) if duels.left(journal.state, who) > 0]
        if len(standing) < len(DUELISTS):
            return 0.5 if not standing else float(standing == [fighter])
        seat = next((one for one in awaited_seats(duels.game, journal.stream) if one in DUELISTS), None)
        if seat is None:
            journal.send(duels.leads(journal.state))
        elif seat == fighter:
            journal.send(house.choose(seat), seat, by=BY)
        else:
            journal.send(any_move(journal, seat, luck), seat)
    return 0.5


def any_move(journal: Journal[Any], seat: Seat, luck: Random) -> Command:
    """Return a random legal move or answer of a seat, as if a person clicked at random."""
    asking = Asking.of(journal.rules, journal.stream, seat, "player")
    found = moves(asking, wanted=PLAYED, order=at_random(luck.randrange))
    return next(command_from(entry, journal.rules, luck) for entry in found if not entry.command.startswith(MADE))
