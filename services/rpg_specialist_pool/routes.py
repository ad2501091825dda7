"""The route that only this service has: the exact odds of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Response, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import SIDES, Change, Outcome, Setting, Tier
from services.rpg_specialist_pool.chapters.attempts import OneMeasureOnly
from services.rpg_specialist_pool.game import campaign
from services.rpg_specialist_pool.opposed import Blow, Compared, OpposedOdds, OpposedRolls
from services.rpg_specialist_pool.reading import damage_dice, equal_is_enough, outcome_of, success_pool
from services.rpg_specialist_pool.settings import Settings
from shared.kernel.pools.luck import CRITICAL_SUCCESS
from shared.kernel.pools.pool import DiceCount
from shared.kernel.pools.successes import SuccessPool
from shared.platform.contract import RouteSpec
from shared.platform.http.answers import encode
from shared.platform.http.jobs.odds import answer_odds
from shared.platform.http.requests import AnyRequest

Number: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side's pool: its dice, its Luck dice, and the tier that determines its criticals."""

    dice: DiceCount
    luck: DiceCount = 0
    tier: Tier = "simple"

    def pool(self, rules: Settings) -> SuccessPool:
        """Return the success pool of these dice under the settings. Rule: SG-R-05, SG-R-07, SG-R-08."""
        return success_pool(self.dice, self.luck, self.tier, rules)


class OddsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roll and its opposition: another pool, a resistance, or a threshold (by default 1).

    `damage_dice`: damage dice that components and Conditions add to an attack.
    """

    what: Side
    against: Side | None = None
    resistance: Number | None = None
    threshold: Number | None = None
    context: Setting = "combat"
    damage_dice: Change = 0
    settings: Settings = Settings()

    def to_odds(self) -> OpposedRolls:
        """Return the rolls to compare under the settings. A roll against a threshold is never an attack.

        Rule:    SG-ODDS-01, SG-OPP-01, SG-DICE-06, SG-DICE-07, SG-R-03, SG-R-12, SG-R-29, SG-R-30, SG-R-34,
                 SG-R-53
        Refuses: OneMeasureOnly
        """
        rules, named = self.settings, sum(one is not None for one in (self.against, self.resistance, self.threshold))
        if named > 1:
            raise OneMeasureOnly(needs=1, has=named, field="against")
        meets = self.against is None and self.resistance is None
        number = self.resistance if self.threshold is None else self.threshold
        wins = self.resistance is not None and equal_is_enough(self.resistance, self.context, rules)
        rolls = OpposedRolls(
            ours=self.what.pool(rules),
            theirs=self.against.pool(rules) if self.against else 1 if number is None else number,
            failure_loses=rules.critical.decides == "failure_loses",
            tie_wins=meets or wins,
            outcome=self._outcome,
        )
        if meets or self.context != "combat":
            return rolls
        most = 2 * (max(int(rolls.shape.high), 1) + self.damage_dice)
        low, high = (1, SIDES) if rules.damage.read == "sum" else (0, 1)
        return replace(rolls, blow=Blow(dice=self._dice, most=most, low=low, high=high))

    def _outcome(self, way: Compared, won: int) -> Outcome:
        """Return the outcome of the attack or roll for one possible result of the dice.

        Rule:    SG-OPP-03 to SG-OPP-06, SG-DMG-03, SG-R-20
        """
        struck = self.against is not None or self.resistance is not None
        rules, context = self.settings, self.context if struck else "other"
        found = outcome_of(won, context, successes=int(not way.low_tie), rules=rules.damage)
        tie = rules.opposed.default_tie
        return tie if found == "tie" and tie != "declare" else found

    def _dice(self, way: Compared, won: int) -> int:
        """Return the number of damage dice for one possible result of the dice.

        Rule:    SG-DMG-01, SG-DMG-02, SG-DMG-04, SG-CS-09, SG-R-30
        """
        critical, gap, rules = way.ours == CRITICAL_SUCCESS, max(way.margin, 1), self.settings.critical
        return damage_dice(self._outcome(way, won), gap, self.damage_dice, critical=critical, rules=rules)


_odds: Final = msgspec.json.Decoder(OddsBody)
WORKED_OUT: Final = "services.rpg_specialist_pool.routes:worked_out"
ODDS: Final = RouteSpec(
    takes=OddsBody,
    gives=OpposedOdds,
    about="The chances to win, tie and lose, the margin, the criticals, and the damage of an attack.",
    problems=(403, 409, 413, 415),
    examples={
        "5 dice of a Basic action with 2 Luck, against 4 dice": {
            "what": {"dice": 5, "luck": 2, "tier": "basic"}, "against": {"dice": 4},
        },
        "a climb that takes 3 successes": {"what": {"dice": 6}, "threshold": 3, "context": "skill"},
    },
)  # fmt: skip


@post("/rpg_specialist_pool/v1/odds", status_code=200, opt={"spec": ODDS}, tags=["rpg_specialist_pool"])
async def odds(request: AnyRequest) -> Response[bytes]:
    """Calculate the exact odds of a roll: winner, margin, criticals, and the damage of an attack."""
    return await answer_odds(request, _odds, game=campaign, task=WORKED_OUT)


def worked_out(body: bytes) -> bytes:
    """Calculate the exact odds in a worker process. Refuses: TooCostly, OneMeasureOnly."""
    return encode(_odds.decode(body).to_odds().odds())


ROUTES: Final[Sequence[ControllerRouterHandler]] = (odds,)
