"""The HTTP route that only this game has: the exact odds of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from litestar import Response, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from services.rpg_specialist_total.chapters.attacks import MOST_LARGER
from services.rpg_specialist_total.chapters.dice import TooManyLuckDice, luck_cap, with_luck_alone
from services.rpg_specialist_total.chapters.sizes import size_modifier
from services.rpg_specialist_total.defended import DefendedAttack, DefendedOdds
from services.rpg_specialist_total.game import combat
from services.rpg_specialist_total.settings import Settings
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.pool import DiceCount, WholeNumber
from shared.platform.contract import RouteSpec
from shared.platform.http.answers import encode
from shared.platform.http.jobs.odds import answer_odds
from shared.platform.http.requests import AnyRequest


class Total(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roll: the sum of several d10, Luck dice that a coin flip adds or subtracts, and a modifier."""

    dice: DiceCount = 0
    luck: DiceCount = 0
    modifier: WholeNumber = 0

    def pool(self, more: int = 0) -> FlipTotal:
        """Return the dice pool for the odds calculation, with `more` added to the modifier."""
        return FlipTotal(dice=self.dice, luck=self.luck, modifier=self.modifier + more)


class OddsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attack and its defence, under the settings of a campaign.

    Leave out `evasion` if the defender does not evade. A `block` without dice is not rolled, and a defence without a
    roll has no percentile. The dice of `damage` are the AP of the attack. Those of `mitigation` come from the armor and
    the AP spent on defence. `larger` is the number of size categories by which the target is larger.
    """

    to_hit: Total
    evasion: Total | None = None
    block: Total = Total()
    damage: Total = Total()
    mitigation: Total = Total()
    larger: Annotated[int, Meta(ge=-MOST_LARGER, le=MOST_LARGER)] = 0
    settings: Settings = Settings()

    def to_odds(self) -> DefendedAttack:
        """Return the attack in the request, with the campaign's settings applied.

        Rule: SC-ODDS-01, SC-HIT-01, SC-DEF-01, SC-DEF-06, SC-DEF-10 to SC-DEF-12, SC-RES-01 to SC-RES-03, SC-CTR-01,
              SC-CRIT-03 to SC-CRIT-08, SC-SIZE-01 to SC-SIZE-06, SC-DMG-01, SC-MIT-07, SC-MIT-11, SC-R-10, SC-R-11,
              SC-LUCK-05, SC-R-06, SC-R-18, SC-R-19, SC-R-21 to SC-R-24, SC-R-57, SC-R-103
        Refuses: TooManyLuckDice
        """
        rules = self.settings
        for name in ("to_hit", "evasion", "block", "damage", "mitigation"):
            roll: Total = getattr(self, name) or Total()
            defends = name in ("block", "mitigation")
            most = luck_cap(rules, with_luck_alone(roll.dice) if defends else roll.dice)
            if roll.luck > most:
                raise TooManyLuckDice(needs=f"at most {most}", has=roll.luck, field=f"{name}.luck")
        size = size_modifier(rules.size, self.larger)
        return DefendedAttack(
            to_hit=self.to_hit.pool(size),
            evasion=None if self.evasion is None else self.evasion.pool(),
            block=self.block.pool(),
            damage=self.damage.pool(-size),
            mitigation=self.mitigation.pool(),
            criticals=rules.critical.source,
            each_roll=rules.critical.defence_percentiles == "each_roll",
            tie=rules.attack.tie_total_defence,
            mitigation_equal=rules.mitigation.equal,
            floor=rules.totals.floor,
        )


_odds: Final = msgspec.json.Decoder(OddsBody)
WORKED_OUT: Final = "services.rpg_specialist_total.routes:worked_out"
ODDS: Final = RouteSpec(
    takes=OddsBody,
    gives=DefendedOdds,
    about="The chance of each outcome, and the distribution of the damage.",
    problems=(403, 409, 413, 415),
    examples={
        "4d10 to hit with 2 Luck, against evasion and a shield": {
            "to_hit": {"dice": 4, "luck": 2}, "evasion": {"dice": 2}, "block": {"dice": 2},
            "damage": {"dice": 3}, "mitigation": {"dice": 2},
        }
    },
)  # fmt: skip


@post("/rpg_specialist_total/v1/odds", status_code=200, opt={"spec": ODDS}, tags=["rpg_specialist_total"])
async def odds(request: AnyRequest) -> Response[bytes]:
    """Calculate the exact odds of an attack: each outcome, and the damage of a hit."""
    return await answer_odds(request, _odds, game=combat, task=WORKED_OUT)


def worked_out(body: bytes) -> bytes:
    """Calculate the exact odds in a worker process. Refuses: TooManyLuckDice, TooCostly."""
    return encode(_odds.decode(body).to_odds().odds())


ROUTES: Final[Sequence[ControllerRouterHandler]] = (odds,)
