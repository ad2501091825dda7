"""The computer player `fighter`, in duels of two campaign games between seats that the computer plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_pool import players as pool_players
from services.rpg_specialist_pool.chapters.contests import Oppose
from services.rpg_specialist_pool.chapters.initiative import RollInitiative
from services.rpg_specialist_pool.chapters.specialists import CreateSpecialist
from services.rpg_specialist_pool.chapters.table import OpenCampaign as OpenPools
from services.rpg_specialist_pool.game import campaign as pools
from services.rpg_specialist_pool.settings import DamageSettings, InitiativeSettings, PlayersMaySettings
from services.rpg_specialist_pool.settings import Settings as PoolSettings
from services.rpg_specialist_pool.simulations import FIGHT as POOL_FIGHT
from services.rpg_specialist_pool.state import Sheet as PoolSheet
from services.rpg_specialist_total import players as total_players
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.campaign import OpenCampaign as OpenTotals
from services.rpg_specialist_total.chapters.combatants import CreateCombatant
from services.rpg_specialist_total.game import combat as totals
from services.rpg_specialist_total.simulations import FIGHT as TOTAL_FIGHT
from services.rpg_specialist_total.state.combatants import NewItem
from services.rpg_specialist_total.state.combatants import Sheet as TotalSheet
from shared.kernel.campaign.fights import EndTurn, SettleTie, StartFight
from shared.kernel.campaign.house import MOST_ROUNDS, NobodyToFightFor
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import has_to_roll, tied
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.jobs.fights import SimulatedFight
from shared.kernel.messages import Command
from shared.kernel.players.house import HousePlayers, Turn, seed_of_player
from shared.kernel.stream import AppointPlayer
from shared.platform.queue.house import seat_of_the_house
from tests.support.journal import Journal, audit_export

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"), SeatAsk(seat="bob"))
BY: Final = "player:fighter@test"


class Arena(Struct, frozen=True):
    """A campaign for duels: how a test opens it, creates a fighter for a seat, and recognises an attack."""

    game: Game[Any]
    players: HousePlayers
    fight: SimulatedFight[Any, Any]
    opening: Opening
    create: Callable[[str, str, int], Command]
    attack: type[Command]


def specialist(seat: str, name: str, vitality: int) -> Command:
    """Return the command that creates a Specialist."""
    return CreateSpecialist(sheet=PoolSheet(name=name, speed=9, stats={"Might": 4}, vitality=vitality), seat=seat)


def combatant(seat: str, name: str, vitality: int) -> Command:
    """Return the command that creates a combatant."""
    sheet = TotalSheet(name=name, speed_rating=3, vitality=vitality, fatigue=20, endurance=40, stamina=45)
    return CreateCombatant(
        sheet=sheet, seat=seat, items=(NewItem(kind="weapon", name="small melee weapon", ready=True),)
    )  # fmt: skip


ARENAS: Final = {
    "pools": Arena(
        pools, pool_players.PLAYERS, POOL_FIGHT,
        OpenPools(seats=SEATS, settings=PoolSettings(damage=DamageSettings(applies_to="vitality"))), specialist, Oppose,
    ),
    "totals": Arena(
        totals, total_players.PLAYERS, TOTAL_FIGHT, OpenTotals(seats=SEATS, catalogue="house"), combatant, Attack
    ),
}  # fmt: skip
arenas: Final = pytest.mark.parametrize("arena", ARENAS.values(), ids=ARENAS)


class Duel:
    """A fight of Ash, ann's character, against one or more characters of bob."""

    def __init__(self, arena: Arena, *, vitality: int = 12, foes: int = 1, creature: bool = False) -> None:
        """Create the characters and, if `creature` is true, a creature of the game master; then start their fight."""
        self.arena, self.journal = arena, Journal(arena.game, arena.opening)
        self.journal.send(arena.create("ann", "Ash", vitality))
        for number in range(foes):
            self.journal.send(arena.create("bob", f"Wolf {number}", vitality))
        if creature:
            self.journal.send(arena.create("gm", "Bear", vitality))
        self.made = in_order(self.journal.state.characters)
        self.journal.send(StartFight(participants=tuple(self.made)))

    def appoint(self, *seats: str) -> None:
        """Let the computer play these seats."""
        for seat in seats:
            self.journal.send(AppointPlayer(seat=seat, player="fighter"), seat)

    def choose(self, seat: str) -> Command:
        """Return the command that the computer chooses for a seat."""
        stream = self.journal.stream
        return self.arena.players.choose(
            Turn(
                player="fighter", seat=seat, known=None, game=self.arena.game, stream=stream,
                seed=seed_of_player(stream),
            )
        )  # fmt: skip

    def fight_on(self, most: int = 4_000) -> int:
        """Let the computer act until it has to wait for other seats; return the number of its commands."""
        for taken in range(most):
            if ties := tied(self.journal.state):
                self.journal.send(SettleTie(order=tuple(in_order(ties[0]))))
            seat = seat_of_the_house(self.arena.game, self.journal.stream)
            if seat is None:
                return taken
            self.journal.send(self.choose(seat), seat, by=BY)
        raise AssertionError("the house acts for ever")

    def first_attack_of(self, seat: str) -> Any:  # noqa: ANN401 an attack of either game
        """Let the computer act until it chooses an attack for a seat; return that attack without sending it."""
        while True:
            if ties := tied(self.journal.state):
                self.journal.send(SettleTie(order=tuple(in_order(ties[0]))))
            acting = seat_of_the_house(self.arena.game, self.journal.stream)
            if acting is None:
                self.journal.send(self.of_others())
                continue
            command = self.choose(acting)
            if acting == seat and isinstance(command, self.arena.attack):
                return command
            self.journal.send(command, acting, by=BY)

    def of_others(self) -> Command:
        """Return the game master's command for a character that no computer plays: a roll, or the end of a turn."""
        state = self.journal.state
        if state.turn is not None:
            return EndTurn(participant=state.turn)
        return self.arena.fight.roll(state, has_to_roll(state)[0])

    def vitality_left(self, who: str) -> int:
        """Return a character's remaining Vitality."""
        one = self.journal.state.characters[who]
        return int(one.vitality or 0)


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_a_duel_is_fought_until_one_side_is_down(arena: Arena) -> None:
    """The computer plays both seats: it attacks and answers until one side is down, and the audit proves the log."""
    duel = Duel(arena, vitality=60)
    duel.appoint("ann", "bob")
    taken = duel.fight_on()
    sent = duel.journal.sent

    assert taken > 4
    assert sent[arena.attack.__name__] > 1
    assert sent[EndTurn.__name__] > 1
    assert sum(duel.vitality_left(who) > 0 for who in duel.made) == 1
    assert seat_of_the_house(arena.game, duel.journal.stream) is None
    duel.journal.close()
    assert audit_export(arena.game, duel.journal.lines()).conclusion == "proven"


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_the_house_fights_for_its_own_seat_only(arena: Arena) -> None:
    """The computer waits during a person's turn, and while a person has to answer an attack."""
    duel = Duel(arena)
    duel.appoint("bob")
    duel.fight_on()
    state = duel.journal.state

    assert state.fight is not None
    assert state.fight.order == () or state.waiting or state.owner(state.turn or "") == "ann"
    assert not {seat for seat in ("ann", "gm") if duel.journal.stream.seats[seat].player}


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_foes_are_chosen_by_the_order_of_creation(arena: Arena) -> None:
    """The computer attacks the first foe that is not down, even if another foe has less Vitality."""
    duel = Duel(arena, foes=2)
    duel.appoint("ann", "bob")
    weak = duel.journal.state.change(duel.made[2], vitality=1)
    duel.journal.stream = replace(duel.journal.stream, game=weak)
    attack = duel.first_attack_of("ann")

    assert attack.target == duel.made[1]


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_players_fight_side_by_side(arena: Arena) -> None:
    """If two players fight a creature of the game master, the computer attacks only the creature for both seats."""
    for seat in ("ann", "bob"):
        duel = Duel(arena, vitality=60, creature=True)
        duel.appoint(seat)
        assert duel.first_attack_of(seat).target == duel.made[-1]


@pytest.mark.rule("AR-HOUSE-06")
def test_the_house_needs_damage_that_counts() -> None:
    """The game refuses computer players if damage is only reported, because their fights would never end."""
    journal = Journal(pools, OpenPools(seats=SEATS))
    journal.send(specialist("ann", "Ash", 12))
    with pytest.raises(NobodyToFightFor) as refused:
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    assert ("a seat with a character that has points to lose", "ann") == (refused.value.needs, refused.value.has)


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_a_fight_that_nobody_can_win_ends_for_the_house(arena: Arena) -> None:
    """After 100 rounds the computer stops fighting, and waits for the game master."""
    duel = Duel(arena)
    duel.appoint("ann", "bob")
    fight = duel.journal.state.fight
    assert fight is not None
    long = replace(duel.journal.state, fight=replace(fight, round=MOST_ROUNDS + 1))

    assert seat_of_the_house(arena.game, duel.journal.stream) is not None
    assert seat_of_the_house(arena.game, replace(duel.journal.stream, game=long)) is None


@arenas
@pytest.mark.rule("AR-HOUSE-06")
def test_the_house_needs_a_character_that_can_fight(arena: Arena) -> None:
    """The game refuses to let the computer play a seat that has no character, or only a character that is down."""
    journal = Journal(arena.game, arena.opening)
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    journal.send(arena.create("ann", "Ash", 12))
    (who,) = journal.state.characters
    standing = journal.stream
    journal.stream = replace(standing, game=journal.state.change(who, vitality=0))
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    journal.stream = standing
    journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    assert journal.stream.seats["ann"].player == "fighter"


@pytest.mark.rule("AR-HOUSE-06", "SG-R-54")
@pytest.mark.parametrize("add_dice", ["propose", "alone"])
def test_the_computer_waits_for_initiative_dice_that_only_the_keeper_gives(add_dice: Any) -> None:  # noqa: ANN401
    """If the Keeper supplies the initiative dice, the computer fights on once the Keeper has rolled for it."""
    settings = PoolSettings(
        damage=DamageSettings(applies_to="vitality"), initiative=InitiativeSettings(dice="supplied"),
        players_may=PlayersMaySettings(add_dice=add_dice),
    )  # fmt: skip
    duel = Duel(replace(ARENAS["pools"], opening=OpenPools(seats=SEATS, settings=settings)), vitality=60)
    duel.appoint("ann", "bob")

    if add_dice == "propose":
        assert not duel.fight_on()
        for who, dice in zip(duel.made, (1, 0), strict=True):
            duel.journal.send(RollInitiative(participant=who, dice=dice), faces=(6,) * dice)
    assert duel.fight_on() > 4
