"""A fight on the road, played with commands from the lists of legal commands."""

from __future__ import annotations

from typing import Any

from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.blows import StandAgainst
from services.bones.chapters.fights.combat import EndCombat, Entrant, JoinCombat, LeaveCombat, SetScene, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.people.creatures import BuildCreature, SpawnHorde
from services.bones.chapters.rolls.spiffs import AwardSpiffs
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.game import bones
from services.bones.reading.taking_part import acts, targets
from services.bones.state.combat import Between
from services.bones.state.tasks import Terms
from shared.kernel.messages import Command
from tests.bones.play import allowed_of
from tests.bones.road import answer, newest
from tests.bones.tables import MASTER, Journal
from tests.support.campaigns import pick_command


def declare(journal: Journal, **said: dict[str, Any]) -> None:
    """Send the given declarations; declare for all other fighters that they fight with the weapons in hand."""
    combat = journal.state.combat
    for who in combat.order if combat else ():
        one = journal.state.characters[who]
        if combat is None or combat.fighters[who].declared or not acts(journal.state, who):
            continue
        held = tuple(item.id for item in one.items.values() if item.ready and item.group.endswith("weapon"))
        foes = [foe for foe in targets(journal.state, who) if combat.fighters[foe].side != combat.fighters[who].side]
        fights = {"doing": "fight", "weapons": held[:1], "targets": tuple(foes)}
        journal.send(Declare(creature=who, **(fights | said.get(who.replace("-", "_"), {}))), one.seat)


def roll_round(journal: Journal) -> None:
    """Roll the dice of the round, allot successes, compare them, and take the damage."""
    journal.send(RollRound())
    while True:
        answer(journal)
        listed = [*allowed_of(journal.state, "gm", Allot), *allowed_of(journal.state, "gm", StandAgainst)]
        if not listed:
            return
        journal.send(max((pick_command(bones, one, lambda _: 0) for one in listed), key=_attacks))


def _attacks(command: Command) -> int:
    return sum(aimed.count for put in command.puts for aimed in put.attack) if isinstance(command, Allot) else 0


def fight(journal: Journal, bob: str, other: str) -> None:
    """Play three rounds: a wound is treated during the fight, one fighter arrives late, and one leaves."""
    foes = [journal.spawn("Fire Drake"), journal.spawn("Mercenary")]
    journal.send(SpawnHorde(threat="Nuisance"))
    foes.append(newest(journal))
    journal.send(DealDamage(creature=other, amount=2))
    answer(journal)
    fighters = [Entrant(creature=who, side="party") for who in (bob, other)]
    fighters += [Entrant(creature=who, side="foes") for who in foes]
    near = Between(attacker=foes[0], target=bob, cover=50)
    journal.send(StartCombat(fighters=tuple(fighters), between=(near,)))
    heals = Terms(skill="Healer", number=1, purpose="treatment", patient=other)
    treats: dict[str, Any] = {
        "doing": "other",
        "aim": "bind his wounds",
        "skill": "Healer",
        "targets": (),
        "weapons": (),
    }
    declare(journal, **{bob.replace("-", "_"): treats, other.replace("-", "_"): {"posture": "lie"}})
    journal.send(SetRoundTask(creature=bob, terms=heals, guards=(foes[0],), escapes=False))
    roll_round(journal)
    journal.send(BuildCreature(creature=MASTER, seat="bob"))
    journal.send(JoinCombat(creature=newest(journal), side="party"))
    journal.send(SetScene(light="partial darkness"))
    journal.send(AwardSpiffs(creature=bob, deed="campaign help", count=2))
    declare(journal)
    roll_round(journal)
    journal.send(LeaveCombat(creature=foes[2]))
    declare(journal)
    roll_round(journal)
    journal.send(EndCombat(reason="the drake flies away"))
    answer(journal)
