"""Rolled totals: a sum of d10, Luck dice that a coin flip adds or subtracts, a modifier, and a percentile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, TypeAlias, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.settings import Settings
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.exchange import Critical, Rolled
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold
from shared.kernel.messages import Audience, Event
from shared.kernel.odds.read_alike import Ways, each_read, rolls_by_count
from shared.kernel.odds.report import Odds, VectorOdds
from shared.kernel.pools.flip import CRITICAL_STEP, FUMBLE, PERCENTILE_SIDES, SIDES, FlipOutcome, FlipTotal
from shared.kernel.pools.pool import MAX_POOL
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field

LuckDice: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POOL, description="a number of Luck dice, each for 1 point")]
THREE: Final = 3
"""The maximum number of Luck dice in campaigns that take the rule book's example as a fixed limit. Rule: SC-R-06."""

# ---------------------------------------------------------------- refusals


class TooManyLuckDice(Refusal, rule="SC-LUCK-05"):
    """Too many Luck dice: use at most the number in `needs`, the limit for this roll."""


class NotEnoughLuck(Refusal, rule="SC-LUCK-05"):
    """Not enough luck points: use fewer Luck dice, as each Luck die costs one luck point."""


# ---------------------------------------------------------------- events


class LuckSpent(Event, frozen=True, kw_only=True):
    """A combatant spent luck points on a roll. They are spent even if the coin flip subtracts the Luck dice."""

    character: str
    points: int
    roll: str


# ---------------------------------------------------------------- judgement


def luck_cap(settings: Settings, dice: int) -> int:
    """Return the maximum number of Luck dice in a roll, regardless of the combatant's luck points.

    Rule:    SC-LUCK-05, SC-R-06
    """
    if settings.luck.cap == "dice_in_roll":
        return max(dice, 0)
    return THREE if settings.luck.cap == "3" else MAX_POOL


def with_luck_alone(dice: int) -> int:
    """Return the limit on Luck dice that follows from the dice of a defence.

    It is the number of these dice, but at least 1, so that a defender can roll a Luck die alone.

    Rule:    SC-R-103
    """
    return max(dice, 1)


def most_luck(state: CampaignState, who: str, dice: int) -> int:
    """Return the maximum number of Luck dice that a combatant may add to a roll.

    Rule:    SC-LUCK-05, SC-R-06, SC-R-07, SC-R-73
    """
    return min(luck_cap(state.settings, dice), state.characters[who].luck, MAX_POOL)


def luck_field(state: CampaignState, who: str, dice: int) -> Field:
    """Return the possible numbers of Luck dice in a roll, as a field of a sample command."""
    return Field(least=0, most=most_luck(state, who, dice))


def check_luck(ctx: CampaignContext, who: str, dice: int, luck: int, *, field: str = "luck") -> None:
    """Refuse more Luck dice than the limit or the combatant's points allow.

    Rule:    SC-LUCK-05, SC-R-06, SC-R-07, SC-R-73
    Refuses: TooManyLuckDice, NotEnoughLuck
    """
    most, held = luck_cap(ctx.state.settings, dice), ctx.state.characters[who].luck
    if luck > min(most, held):
        if held < most:
            raise NotEnoughLuck(needs=luck, has=held, field=field)
        raise TooManyLuckDice(needs=f"at most {most}", has=luck, field=field)


def may_add(state: CampaignState, seat: str) -> bool:
    """Return whether the player of a seat may add dice that are not on the sheet. Rule: SC-CAMP-08."""
    return state.led_by(seat) or state.settings.players_may.add_dice == "alone"


def dice_field(state: CampaignState, seat: str) -> dict[str, Field]:
    """Return the sample field for dice that are not on the sheet, or no field if the seat may not add such dice."""
    return {"dice": Field(least=0, most=100)} if may_add(state, seat) else {}


def check_adds(ctx: CampaignContext, dice: int) -> None:
    """Refuse extra dice that a player adds beyond the sheet, if only the Keeper may add such dice.

    Rule:    SC-CAMP-08
    Refuses: WaitsForTheGameMaster
    """
    if dice and not ctx.leads and ctx.state.settings.players_may.add_dice == "propose":
        raise WaitsForTheGameMaster(needs="Propose", has=dice, field="dice")


def spend_luck(ctx: CampaignContext, who: str, points: int, roll: str) -> None:
    """Record the luck points of a roll as spent, before the coin flip. Rule: SC-R-07, SC-LUCK-02."""
    if points:
        ctx.emit(LuckSpent(character=who, points=points, roll=roll))


class CampaignTotal(Struct, frozen=True):
    """A total in a campaign that also determines a percentile for the roll.

    With `in_order`, the first two dice of the total are the percentile. Otherwise, the percentile is a separate roll.

    Rule:    SC-R-102, SC-CRIT-03
    """

    pool: FlipTotal
    form: int
    in_order: bool

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> FlipOutcome:
        """Roll the dice, and determine the percentile and its critical result under the campaign's settings."""
        thrown = self.pool.throw(chance, purpose, audience)
        if self.in_order and len(thrown.faces) > 1:
            tens, units = (face % SIDES for face in thrown.faces[:2])
            percentile: int | None = SIDES * tens + units
        elif thrown.percentile is None:
            return thrown
        else:
            percentile = percentile_shown(self.form, thrown.percentile)
        return replace(thrown, percentile=percentile, critical=critical_of(percentile))

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:
        """Group the possible percentiles by their critical result, or the possible dice by their sum.

        If the percentile comes from the first two dice, the order of the dice matters, and they are not grouped.

        Rule:    AR-ODDS-05
        """
        if purpose == "percentile":
            return rolls_by_count(sides, count, lambda face: critical_of(percentile_shown(self.form, face - 1)))
        if self.in_order and purpose not in {"flip", "luck"}:
            return each_read([range(sides)] * count)
        return self.pool.read_alike(purpose, sides, count)

    def odds(self) -> Odds | VectorOdds:
        """Return the exact odds of the total. Refuses: TooCostly."""
        return self.pool.odds()

    def odds_cost(self) -> int:
        """Return a lower bound on the number of steps that calculating the odds takes."""
        return self.pool.odds_cost()


def roll_total(  # noqa: PLR0913 the parts of a roll
    ctx: CampaignContext, who: str, purpose: str, *, dice: int, luck: int = 0, modifier: int = 0,
    percentile: bool = False, harm: bool = False, paid: bool = False,
) -> Rolled:  # fmt: skip
    """Roll a total, and spend the luck points for its Luck dice unless `paid` is true.

    Totals of damage and mitigation (`harm`) are at least 0, unless `totals.floor` is `none`.

    Rule:    SC-HIT-04, SC-LUCK-01 to SC-LUCK-04, SC-CRIT-01 to SC-CRIT-05, SC-R-05, SC-R-18, SC-R-21, SC-CAMP-20
    """
    spend_luck(ctx, who, 0 if paid else luck, purpose)
    source, floor = ctx.state.settings.critical.source, ctx.state.settings.totals.floor
    pool = FlipTotal(
        dice=min(max(dice, 0), MAX_POOL), luck=luck, modifier=modifier,
        percentile=percentile and source == "separate_d100",
    )  # fmt: skip
    in_order = percentile and source == "first_two_dice"
    thrown = ctx.chance.draw(CampaignTotal(pool, ctx.state.form, in_order), purpose)
    stops = floor == "all" or (harm and floor == "damage_and_mitigation")
    return Rolled(
        faces=thrown.faces, luck=thrown.luck, lucky=thrown.lucky, modifier=modifier,
        total=max(thrown.total, 0) if stops else thrown.total, percentile=thrown.percentile,
        critical=cast("Critical | None", thrown.critical),
    )  # fmt: skip


def percentile_shown(form: int, percentile: int | None) -> int | None:
    """Return the percentile as the dice show it, from 0 (shown as 00) to 99, or None without a percentile.

    The given `percentile` is one less than the dice show, or 99 if they show 00. In campaigns recorded under version 0
    of the rules, this function returns it unchanged.

    Rule:    SC-R-102
    """
    if percentile is None or not form:
        return percentile
    return (percentile + 1) % PERCENTILE_SIDES


def critical_of(percentile: int | None) -> Critical | None:
    """Return the critical result of a percentile: a success for doubles and 00, a failure for 01, otherwise None.

    Rule:    SC-CRIT-01, SC-CRIT-02
    """
    if percentile is None or (percentile % CRITICAL_STEP and percentile != FUMBLE):
        return None
    return "critical_failure" if percentile == FUMBLE else "critical_success"


# ---------------------------------------------------------------- fold


@fold
def _luck_spent(state: CampaignState, event: LuckSpent) -> CampaignState:
    who = event.character
    return state.change(who, luck=state.characters[who].luck - event.points).pay(who, luck=event.points)
