"""Limits on values that players set without the Keeper: numbers on sheets, the duration of shields, and mounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, NoReturn, TypeAlias

from msgspec import Meta

from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import NewItem, Sheet
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.samples import Field

MAX_ROUNDS: Final = 1000
Duration: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_ROUNDS, description="rounds")]
SCORES: Final = ("speed_score", "vitality", "fatigue", "endurance")
DICE: Final = ("evasion_training", "unarmored_training", "block", "berserk_training", "meginserk_training")

# ---------------------------------------------------------------- judgement


def leave_to_the_keeper(name: str, most: int, has: int, field: str) -> NoReturn:
    """Refuse a number above the limit for players, because only the Keeper may set it.

    Rule:    SC-CAMP-10
    Refuses: WaitsForTheGameMaster
    """
    raise WaitsForTheGameMaster(needs=f"{name} of at most {most}, or Propose", has=has, field=field)


def check_sheet_alone(ctx: CampaignContext, sheet: Sheet, items: tuple[NewItem, ...]) -> None:
    """Refuse a sheet or items beyond the campaign's limits, if a player made them without the Keeper.

    Rule:    SC-CAMP-10
    Refuses: WaitsForTheGameMaster
    """
    for name, has, most in _numbers(ctx.state, sheet):
        if has > most:
            leave_to_the_keeper(name, most, has, "sheet")
    pieces = max((item.number for item in items), default=0)
    if pieces > ctx.state.settings.players.pieces:
        leave_to_the_keeper("a number", ctx.state.settings.players.pieces, pieces, "items")


def _numbers(state: CampaignState, sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    """Yield each number of a sheet that the settings limit: its name, its value and its limit."""
    bounds = state.settings.players
    yield "speed_rating", sheet.speed_rating, bounds.speed_rating
    yield from ((name, getattr(sheet, name) or 0, bounds.score) for name in SCORES)
    yield from ((name, getattr(sheet, name), bounds.dice) for name in DICE)
    yield from (("weapon_training", one.dice, bounds.dice) for one in sheet.weapon_training)


def most_rounds(state: CampaignState, seat: str) -> int:
    """Return the longest duration of a shield, in rounds, that this seat may set without the Keeper.

    Rule:    SC-CAMP-10
    """
    return MAX_ROUNDS if state.led_by(seat) else state.settings.players.shield_rounds


def rounds_field(state: CampaignState, seat: str) -> Field:
    """Return the durations of a shield that a seat may choose, as a field of a sample command."""
    return Field(least=1, most=most_rounds(state, seat))


def check_rounds(ctx: CampaignContext, rounds: int | None) -> None:
    """Refuse a duration that is longer than a player may choose for a shield. Only the Keeper may set a longer one.

    Rule:    SC-CAMP-10
    Refuses: WaitsForTheGameMaster
    """
    most = ctx.state.settings.players.shield_rounds
    if rounds is not None and rounds > most and not ctx.leads:
        leave_to_the_keeper("rounds", most, rounds, "rounds")


def check_conveyed(ctx: CampaignContext, motion: str) -> None:
    """Refuse a player's claim that a vehicle or mount moves the attacker, if only the Keeper may decide that.

    Rule:    SC-CAMP-16
    Refuses: WaitsForTheGameMaster
    """
    if motion != "own" and not ctx.leads and ctx.state.settings.players_may.be_conveyed == "propose":
        raise WaitsForTheGameMaster(needs="Propose", has=motion, field="part_of_movement")
