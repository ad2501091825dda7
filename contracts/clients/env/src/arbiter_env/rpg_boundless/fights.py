"""Fights in memory. The rules carry out the commands, and a script plays the enemies, as it does in simulated fights.

The script also begins each round. An enemy uses its Attack with the highest Damage Rating against the hero with the
fewest HP who is still standing, and then ends its turn. The fight is over after 100 rounds, or when all enemies or all
heroes have fallen and no question is open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbiter_env.rpg_boundless.scenarios import Scenario
from services.rpg_boundless.catalogue import ATTRIBUTES
from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.damage import CriticalSave, HelpDying
from services.rpg_boundless.chapters.enemies import RevealEnemy
from services.rpg_boundless.chapters.fights import StartRound
from services.rpg_boundless.chapters.saves import Accept, Save
from services.rpg_boundless.chapters.seats import OpenCampaign
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.game import campaign
from services.rpg_boundless.simulations import check, enemy_attack, foes, preparing, standing
from services.rpg_boundless.state.campaign import CampaignState
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chance import ProbeTape, SeedTape, Unseeded, salts_digest
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.fights import GM, ROUNDS
from shared.kernel.legal import Asking
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.stream import Stream, settle

NO_SALTS: Final = salts_digest(())
BY: Final = "key:environment"


def begun(scenario: Scenario) -> Stream[CampaignState]:
    """Return a stream with the heroes, their enemies, and a fight that has just begun. No dice have been rolled yet.

    Refuses: NotAWeapon, RequestUnclear, and the game's refusals for heroes and enemies
    """
    request, seats = scenario.fight, scenario.seats
    check(request)
    asks = (SeatAsk(seat=GM, role="gm"), *(SeatAsk(seat=seat) for seat in seats))
    opening = Intent(
        id="opening", seat=GM, role="gm", at=0, by=BY, command=OpenCampaign(seats=asks, settings=request.settings)
    )
    blank: Stream[CampaignState] = Stream(id="learned", game=campaign.initial, simulated=True)
    stream = settle(campaign, blank, opening, Unseeded(lambda: bytes(32))).after
    while stream.game.fight is None:
        hidden = next((one.id for one in stream.game.enemies.values() if scenario.revealed and not one.revealed), None)
        command = preparing(request, stream.game, seats) if hidden is None else RevealEnemy(enemy=hidden)
        stream = settle(campaign, stream, _intent(GM, "gm", command), ProbeTape()).after
    return stream


def _intent(seat: Seat, role: Role, command: Command) -> Intent:
    return Intent(id="move", seat=seat, role=role, at=0, by=BY if role == "gm" else f"seat:{seat}@0", command=command)


class PlayedFight:
    """A fight that the heroes' seats play with commands until it is over."""

    def __init__(self, start: Stream[CampaignState], seed: bytes) -> None:
        """Set up the fight from its beginning. The seed determines all draws."""
        self.stream = replace(start, epoch=replace(start.epoch, seed=seed.hex()))
        self._seed = seed
        self._lead()

    @property
    def state(self) -> CampaignState:
        """Return the state of the campaign."""
        return self.stream.game

    @property
    def over(self) -> bool:
        """Whether one side has fallen, or the last round has ended."""
        state = self.state
        if state.criticals or state.consequences:
            return False
        last = state.fight is None or (state.turn is None and state.fight.round >= ROUNDS)
        return last or not (standing(state) and foes(state))

    @property
    def won(self) -> bool | None:
        """Whether the heroes have won, or None while both sides are still standing."""
        return None if standing(self.state) and foes(self.state) else bool(standing(self.state))

    def asked(self) -> str | None:
        """Return the hero that must answer a question or whose turn it is, or None if no hero has to act."""
        state = self.state
        if state.criticals:
            return state.criticals[in_order(state.criticals)[0]]
        if state.consequences:
            return state.consequences[in_order(state.consequences)[0]].character
        return state.turn if state.turn in state.characters else None

    def seat(self) -> Seat:
        """Return the seat that is asked."""
        return self.state.characters[str(self.asked())].seat

    def act(self, seat: Seat, command: Command) -> None:
        """Carry out a command of a hero's seat, and run the script until a hero is asked or the fight is over."""
        self._send(seat, "player", command)
        self._lead()

    def moves(self) -> tuple[Command, ...]:
        """Return those legal commands of the seat that is asked for which the environment has words."""
        asking = Asking.of(campaign, self.stream, self.seat(), "player")
        return tuple(command for command in self._candidates(str(self.asked())) if asking.refusal_of(command) is None)

    def _candidates(self, who: str) -> Iterator[Command]:
        """Yield the commands that may be legal for a hero now."""
        state, hero = self.state, self.state.characters[who]
        if state.criticals:
            critical = in_order(state.criticals)[0]
            most = 0 if state.settings.stamina.spend_on == "check" else hero.stamina
            for attribute in ATTRIBUTES:
                for stamina in range(most + 1):
                    yield CriticalSave(critical=critical, attribute=attribute, stamina=stamina)
        elif state.consequences:
            faced = in_order(state.consequences)[0]
            yield from (Save(consequence=faced), Accept(consequence=faced))
        else:
            yield from self._turn(who)

    def _turn(self, who: str) -> Iterator[Command]:
        state, hero = self.state, self.state.characters[who]
        yield EndTurn(participant=who)
        weapons = [item for item in in_order(hero.items) if hero.items[item].sheet.weapon]
        for enemy in in_order(one.id for one in foes(state)):
            for weapon in weapons:
                for stamina in range(hero.stamina + 1):
                    yield Attack(character=who, target=enemy, weapon=weapon, stamina=stamina)
        for other in in_order(state.characters):
            if state.characters[other].status == "dying" and other != who:
                yield HelpDying(character=other, helper=who)

    def _lead(self) -> None:
        """Run the script until a hero is asked or the fight is over."""
        while not self.over and self.asked() is None:
            self._send(GM, "gm", self._scripted())

    def _scripted(self) -> Command:
        turn = self.state.turn
        if turn is None:
            return StartRound()
        acting = self.state.fighter(turn)
        return EndTurn(participant=turn) if acting.acted else enemy_attack(self.state, turn, standing(self.state))

    def _send(self, seat: Seat, role: Role, command: Command) -> None:
        tape = SeedTape(seed=self._seed, digest=NO_SALTS, version=self.stream.version)
        settled = settle(campaign, self.stream, _intent(seat, role, command), tape)
        if settled.fault is not None:
            raise settled.fault
        self.stream = settled.after
