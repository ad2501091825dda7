"""The odds that the service reports, compared with the results of playing every outcome of an attack's dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec
import pytest

from services.rpg_specialist_total.catalogue import Armor, Bonus, Weapon
from services.rpg_specialist_total.chapters.attacks import Attack
from services.rpg_specialist_total.chapters.damage import DamageDealt, RollDamage, RollMitigation
from services.rpg_specialist_total.chapters.defence import Block, Evade, Stand
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, CounterattackOffered
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.routes import ODDS, OddsBody, Total, worked_out
from services.rpg_specialist_total.state.campaign import CampaignState
from shared.kernel.chance import DrawPlace, Faces
from shared.kernel.context import Intent
from shared.kernel.messages import Command, Event
from shared.kernel.odds.shape import BOUND
from shared.kernel.refusals import FacesMissing
from tests.rpg_specialist_total.play import Play

PERCENTILES: Final = {100: 10, 1: 1, 3: 89}
"""One face for each kind of percentile (00, 01 and 03), with the number of faces of that kind."""
Way = tuple[CampaignState, tuple[Event, ...], Fraction]


class Asking(Faces):
    """Scripted faces that report the kind of die for which a face is missing."""

    sides = 0

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        self.sides = sides
        return super()._faces(place, sides, count)


def decide_all(state: CampaignState, command: Command) -> Iterator[Way]:
    """Decide a command with every combination of faces; percentiles with the same critical count as one."""
    intent = Intent(id="one", seat="gm", role="gm", at=0, by="seat:gm@0", command=command)
    ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while ways:
        faces, chance = ways.pop()
        tape = Asking(*faces)
        try:
            found = combat.decide(intent, state, tape)
        except FacesMissing:
            kinds = PERCENTILES if tape.sides == 100 else dict.fromkeys(range(1, tape.sides + 1), 1)
            ways += [((*faces, face), chance * Fraction(kinds[face], sum(kinds.values()))) for face in kinds]
        else:
            yield found.state, tuple(found.events), chance


def fight(*, to_hit: Bonus, evasion: int = 0, block: int = 0, armor: Armor = "none", **groups: Any) -> tuple[Play, str]:  # noqa: ANN401 settings
    """Return a campaign of two combatants, and the id of the attacker, who has bare hands."""
    play = Play(**groups)
    play.data(weapons=(Weapon(name="bare hands", reach="unarmed", to_hit=to_hit, damage=Bonus(flat=-4)),))
    attacker = play.one(items=("bare hands",))
    play.one("bob", evasion_training=evasion, block=block, armor=armor, size="large")
    return play, attacker


def attack_on_other(play: Play, attacker: str, ap: int = 1) -> Attack:
    """Return an attack on the other combatant."""
    target = next(who for who in play.state.characters if who != attacker)
    return Attack(attacker=attacker, target=target, weapon=play.item_named(attacker, "bare hands"), ap=ap)


def come_out(play: Play, attack: Attack, defence: Mapping[str, Command]) -> Counter[str]:
    """Play an attack with all faces; return the probability of each outcome and of a counterattack."""
    found: Counter[str] = Counter()
    ahead: list[Way] = list(decide_all(play.state, attack))
    while ahead:
        at, events, chance = ahead.pop()
        settled = next((event.outcome for event in events if isinstance(event, AttackSettled)), None)
        if any(isinstance(event, CounterattackOffered) for event in events):
            found["counterattack"] += chance  # type: ignore[assignment]
            settled = "missed"
        if settled is not None:
            found[settled] += chance  # type: ignore[assignment]
            continue
        assert at.exchange is not None
        ahead += [(after, more, chance * way) for after, more, way in decide_all(at, defence[at.exchange.step])]
    return found


OUTCOMES: Final = ("missed", "evaded", "glancing", "hit", "counterattack")
TWO: Final = {"defence": Evade(), "block": Block()}
SETTINGS: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "as usual": ({}, 1),
    "a tie is a glancing blow": ({"attack": {"tie_total_defence": "glancing"}}, 1),
    "each roll is judged": ({"critical": {"defence_percentiles": "each_roll"}}, 1),
    "the first two dice": ({"critical": {"source": "first_two_dice"}}, 2),
    "no criticals": ({"critical": {"source": "off"}}, 1),
    "sizes in a line": ({"size": {"progression": "linear"}, "critical": {"source": "off"}}, 1),
}


@pytest.mark.rule("SC-ODDS-01", "SC-RES-01", "SC-RES-02", "SC-RES-03")
@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.long
def test_the_odds_of_an_attack_agree_with_the_game(name: str) -> None:
    """With each setting, the odds of to-hit dice against one evasion and one block die agree with the game."""
    groups, dice = SETTINGS[name]
    play, attacker = fight(to_hit=Bonus(dice=dice), evasion=dice, block=1, **groups)
    body = {"to_hit": {"dice": dice}, "evasion": {"dice": dice}, "block": {"dice": 1}, "larger": 1}
    odds = msgspec.convert(body | {"settings": groups}, OddsBody).to_odds().odds()

    ways = come_out(play, attack_on_other(play, attacker), TWO)
    assert {name: Fraction(getattr(odds, name).exact) for name in OUTCOMES} == {name: ways[name] for name in OUTCOMES}


@pytest.mark.rule("SC-ODDS-01", "SC-R-12", "SC-R-72")
@pytest.mark.parametrize("each", ["one", "each_roll"])
@pytest.mark.parametrize(
    ("defence", "body"),
    [
        ({"defence": Block()}, {"block": {"dice": 1}}),
        ({"defence": Stand()}, {}),
        ({"defence": Evade(), "block": Stand()}, {"evasion": {"dice": 1}}),
    ],
)
def test_the_odds_depend_on_the_defence(each: str, defence: dict[str, Command], body: dict[str, Any]) -> None:
    """The odds agree with the game for a block alone, for an evasion alone, and for no defence."""
    groups: dict[str, Any] = {"critical": {"defence_percentiles": each}, "totals": {"floor": "all"}}
    play, attacker = fight(to_hit=Bonus(dice=1, flat=-9), evasion=1, block=1, **groups)
    asked = {"to_hit": {"dice": 1, "modifier": -9}, "larger": 1, "settings": groups, **body}
    odds = msgspec.convert(asked, OddsBody).to_odds().odds()

    ways = come_out(play, attack_on_other(play, attacker), defence)
    assert {name: Fraction(getattr(odds, name).exact) for name in OUTCOMES} == {name: ways[name] for name in OUTCOMES}


@pytest.mark.rule("SC-ODDS-01", "SC-MIT-07", "SC-MIT-11", "SC-SIZE-03")
@pytest.mark.parametrize("floor", ["damage_and_mitigation", "none", "all"])
@pytest.mark.parametrize("equal", ["hit_for_zero", "glancing"])
def test_the_odds_of_damage_agree_with_the_game(floor: str, equal: str) -> None:
    """The odds of two damage dice with penalties for weapon and size, against light armor, agree with the game."""
    groups: dict[str, Any] = {"totals": {"floor": floor}, "mitigation": {"equal": equal}, "critical": {"source": "off"}}
    play, attacker = fight(to_hit=Bonus(dice=1, flat=90), armor="light", **groups)
    play.do(attack_on_other(play, attacker, ap=2), 5)
    play.do(Stand())
    dealt: Counter[int] = Counter()
    glancing = Fraction(0)
    for at, _, chance in decide_all(play.state, RollDamage()):
        for _, events, way in decide_all(at, RollMitigation()):
            (event,) = (event for event in events if isinstance(event, DamageDealt))
            dealt[event.amount] += chance * way  # type: ignore[assignment]
            glancing += chance * way * (event.outcome == "glancing")
    body = {"to_hit": {"dice": 1}, "damage": {"dice": 2, "modifier": -4}, "mitigation": {"dice": 1}, "larger": 1}
    odds = msgspec.convert(body | {"settings": groups}, OddsBody).to_odds().odds()

    assert {int(row.total): Fraction(row.chance.exact) for row in odds.damage.outcomes} == dict(dealt)
    assert Fraction(odds.mitigated.exact) == glancing
    assert Fraction(odds.expected.exact) == Fraction(odds.hit.exact) * Fraction(odds.damage.mean.exact)


@pytest.mark.rule("SC-ODDS-01")
def test_the_cost_of_odds_is_reported_and_bounded() -> None:
    """The reported cost of an example is well below the limit, and a worker process returns the same odds."""
    (example,) = ODDS.examples.values()
    body = msgspec.convert(example, OddsBody)
    most = Total(dice=100, luck=100)

    assert body.to_odds().cost == body.to_odds().odds().cost < BOUND // 50
    assert worked_out(msgspec.json.encode(body)) == msgspec.json.encode(body.to_odds().odds())
    assert OddsBody(to_hit=most, evasion=most, block=most).to_odds().cost > BOUND


@pytest.mark.rule("SC-ODDS-01", "SC-LUCK-05", "SC-R-06")
@pytest.mark.parametrize(("cap", "most"), [("dice_in_roll", 4), ("3", 3), ("points_held", 100)])
@pytest.mark.parametrize("roll", ["to_hit", "evasion", "block", "damage", "mitigation"])
def test_the_odds_respect_the_limit_of_luck(cap: str, most: int, roll: str) -> None:
    """The service refuses odds with one Luck die above the limit, and the refusal names the roll."""
    for luck in (most, most + 1):
        asked = {"to_hit": {"dice": 1}, roll: {"dice": 4, "luck": luck}, "settings": {"luck": {"cap": cap}}}
        if luck > 100:
            continue
        body = msgspec.convert(asked, OddsBody)
        if luck == most:
            body.to_odds()
            continue
        with pytest.raises(TooManyLuckDice) as refused:
            body.to_odds()
        assert (f"at most {most}", luck, f"{roll}.luck") == (
            refused.value.needs,
            refused.value.has,
            refused.value.field,
        )
