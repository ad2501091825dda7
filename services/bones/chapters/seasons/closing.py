"""Closing a season: actions are resolved one by one, hidden results become public, and creatures rest."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.magic import casting
from services.bones.chapters.rolls import wounds
from services.bones.chapters.seasons import resolving, seasons
from services.bones.chapters.tasks import recovery
from services.bones.context import CampaignContext
from services.bones.reading.strategic import lapses_openly, next_action, to_roll
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.outcomes import ActionOutcome, Resolution
from services.bones.state.seasons import Season
from shared.kernel.campaign import authority, keeping
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.game_parts import Due
from shared.kernel.messages import Audience, Command, Event, Id, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

AT_A_TIME: Final = 20
"""The maximum number of outcomes that one step publishes, and the maximum number of creatures that rest in one step."""
Place: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]

# ---------------------------------------------------------------- refusals


class NotTheNextStep(Refusal, rule="BN-R-300"):
    """This is not the next step in closing the season: take the step that `needs` names first."""


class ClockRollsThese(Refusal, rule="BN-CAMP-120"):
    """The service rolls these actions in this campaign: wait until it has rolled them."""


# ---------------------------------------------------------------- commands


class ResolveAction(Command, frozen=True, kw_only=True):
    """Roll the next action of a closing season."""

    counts_as = "move"
    needs_role = "clock"
    action: Id


class RollAction(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Enter the faces that were rolled for the season's next action, where dice are rolled at a physical table.

    If damage takes dice at random, a failure needs their order too: a number for each die of the creature.
    """

    counts_as = "move"
    action: Id


class TellOutcomes(Command, frozen=True, kw_only=True):
    """Publish the next few hidden outcomes of actions. `after` is the number of outcomes published so far."""

    counts_as = "move"
    needs_role = "clock"
    after: Place


class LetRest(Command, frozen=True, kw_only=True):
    """Apply the season's weeks of rest to the next few creatures after the creature with the number `after`."""

    counts_as = "move"
    needs_role = "clock"
    after: Place


class EndSeason(Command, frozen=True, kw_only=True):
    """End the season that has this number, after its actions are resolved and all creatures have rested."""

    counts_as = "move"
    needs_role = "clock"
    season: Place


# ---------------------------------------------------------------- events


class ActionResolved(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A strategic action was resolved. `unseen` is its result while the result is hidden."""

    action: str
    resolution: Resolution | None = None
    unseen: Secret[Resolution] | None = None


class OutcomesTold(Event, frozen=True, kw_only=True):
    """The hidden results of these actions became public."""

    reveals = True

    outcomes: tuple[ActionOutcome, ...]


class SeasonRested(Event, frozen=True, kw_only=True):
    """All creatures with numbers up to this one have rested for the season."""

    upto: int


class SeasonEnded(Event, frozen=True, kw_only=True):
    """The season ended. Assets granted only for this season no longer count."""

    season: int


# ---------------------------------------------------------------- judgement


def due(state: CampaignState) -> Due | None:
    """Return the timed command that the clock (a timer of the service) may send next, or None (AR-CLOCK-01).

    An action whose dice are rolled at a physical table waits for the game master, unless it lapses for a reason that
    every seat knows.

    Rule: BN-R-300, BN-CAMP-114, BN-CAMP-120, BN-CAMP-121, BN-CAMP-223
    """
    season = state.season
    if season is None or season.stage == "open":
        at = seasons.due_at(state)
        return None if at is None else Due(seasons.ReachDeadline(), at)
    step = next_step(state, season)
    return None if isinstance(step, RollAction) else Due(step)


def next_step(state: CampaignState, season: Season) -> Command:
    """Return the next step of a closing season. Rule: BN-R-300, BN-CAMP-120, BN-CAMP-121, BN-CAMP-223."""
    if action := next_action(season):
        reported = state.settings.dice.faces_reported and not lapses_openly(state)
        return RollAction(action=action) if reported else ResolveAction(action=action)
    if season.told < len(season.done):
        return TellOutcomes(after=season.told)
    if any(keeping.number_of(who) > season.rested for who in state.characters):
        return LetRest(after=season.rested)
    return EndSeason(season=season.number)


@judge
def resolve_action(ctx: CampaignContext, command: ResolveAction) -> None:
    """Roll the next action of a closing season. Rule: BN-ACT-03, BN-R-300."""
    resolve(ctx, command.action)


@judge
def roll_action(ctx: CampaignContext, command: RollAction) -> None:
    """Enter the faces that were rolled for the season's next action, where dice are rolled at a physical table.

    Rule:    BN-R-001, BN-CAMP-120, BN-CAMP-154
    Refuses: ClockRollsThese, NotTheNextStep, FacesNeeded
    """
    if not ctx.state.settings.dice.faces_reported:
        raise ClockRollsThese(needs="reported", has=ctx.state.settings.dice.dice_source)
    if command.action not in (rolled := to_roll(ctx.state)):
        raise NotTheNextStep(needs=rolled or "an action that can be rolled", has=command.action, field="action")
    resolve(ctx, command.action)


def resolve(ctx: CampaignContext, key: str) -> None:
    """Resolve an action. The event has the same form for every result. Rule: BN-ACT-03, BN-R-300, BN-CAMP-121."""
    season = ctx.state.season
    if season is None:
        return
    action = season.actions[key]
    audience = _audience(ctx.state, season, action.creature)
    found = resolving.resolve(ctx, action, audience)
    if audience is None:
        ctx.emit(ActionResolved(action=key, resolution=found))
    else:
        ctx.emit(ActionResolved(action=key, unseen=ctx.secret(found, audience)))


def _audience(state: CampaignState, season: Season, who: str) -> Audience | None:
    """Return the seats that may know an action's result while its season closes, or None if all seats may know it.

    Rule: BN-CAMP-121
    """
    if season.stage == "open" or season.results == "all":
        return None
    owner = state.owner(who) if season.results == "own" else None
    return tuple(sorted({*state.game_masters, *([owner] if owner else [])}))


def knows(state: CampaignState, seat: str | None, who: str) -> bool:
    """Return whether a seat knows the results of a creature's actions while a season closes. Rule: BN-CAMP-121."""
    season = state.season
    if season is None or seat is None or not conceals(state):
        return True
    return seat in (_audience(state, season, who) or ())


def conceals(state: CampaignState) -> bool:
    """Return whether some results of actions are hidden from some seats. Rule: BN-CAMP-121."""
    season = state.season
    if season is None or season.stage == "open" or season.results == "all":
        return False
    return season.told < len(season.order)


@judge
def tell_outcomes(ctx: CampaignContext, _: TellOutcomes) -> None:
    """Publish the next hidden outcomes. Rule: BN-CAMP-121. Refuses: NoSeason."""
    season = seasons.open_season(ctx.state)
    published = season.done[season.told : season.told + AT_A_TIME]
    ctx.emit(OutcomesTold(outcomes=tuple(ctx.state.outcomes[one] for one in published)))


@judge
def let_rest(ctx: CampaignContext, _: LetRest) -> None:
    """Record the season's rest for the next creatures, and kill those whose damage still exceeds their dice.

    Rule:    BN-DMG-03, BN-HEAL-01, BN-MAG-11, BN-R-073, BN-CAMP-122
    Refuses: NoSeason
    """
    season = seasons.open_season(ctx.state)
    left = (who for who in keeping.in_order(ctx.state.characters) if keeping.number_of(who) > season.rested)
    those = tuple(islice(left, AT_A_TIME))
    for who in those:
        one = ctx.state.characters[who]
        if one.kind != "horde" and one.beyond >= len(one.dice):
            wounds.kill(ctx, who, "other")
        elif not one.dead and not (one.kind == "horde" and one.down):
            recovery.rest(ctx, who, season.weeks * recovery.WEEK * recovery.HOURS, first=True)
            if one.fatigued and season.weeks:
                ctx.emit(casting.FatigueEnded(creature=who))
    ctx.emit(SeasonRested(upto=keeping.number_of(those[-1])))


@judge
def end_season(ctx: CampaignContext, _: EndSeason) -> None:
    """End the season with this number, after all its actions are resolved and all creatures have rested.

    Rule:    BN-ACT-04, BN-INC-07, BN-R-073, BN-R-078
    Refuses: NoSeason
    """
    season = seasons.open_season(ctx.state)
    if season.weeks:
        ctx.emit(recovery.TimePassed(hours=season.weeks * recovery.WEEK * recovery.HOURS, resting=()))
    ctx.emit(SeasonEnded(season=season.number))


# ---------------------------------------------------------------- fold


@fold
def _resolved(state: CampaignState, event: ActionResolved) -> CampaignState:
    found = event.resolution if event.unseen is None else keeping.value_of_secret(event.unseen)
    outcome = None if found is None else found.outcome
    season = state.season
    if season is not None:
        over = (*season.over, outcome.creature) if outcome and outcome.ends_season else season.over
        published = season.told + (event.unseen is None)
        state = state.season_put(done=(*season.done, event.action), over=over, told=published)
    return state if outcome is None else _apply_outcome(state, outcome)


def _apply_outcome(state: CampaignState, outcome: ActionOutcome) -> CampaignState:
    """Return the campaign after an outcome took effect. The outcomes of earlier seasons are removed."""
    kept = state.outcomes
    if any(one.season != outcome.season for one in islice(kept.values(), 1)):
        kept = {}
    found = replace(state, outcomes={**kept, outcome.action: outcome})
    one = found.characters.get(outcome.creature)
    if one is None or outcome.lapsed:
        return found
    if found.season is not None and found.season.stage == "closing":
        found = replace(found, before={one.id: one, **found.before})
    changed = found.characters[one.id]
    return found.spiffs_changed(one.id, -outcome.spiffs).change(one.id, **_gains_of(state, changed, outcome))


def _gains_of(state: CampaignState, one: Creature, outcome: ActionOutcome) -> dict[str, object]:
    """Return the fields of a creature that an outcome changes, with their new values."""
    assets = {
        key: replace(asset, season=outcome.season) if key in outcome.used else asset
        for key, asset in one.assets.items()
    }
    made = {outcome.made.id: outcome.made} if outcome.made else {}
    changes: dict[str, object] = {"coins": one.coins + outcome.coins, "assets": {**assets, **made}}
    changes["automatic"] = one.automatic - outcome.automatic
    changes["renown"] = one.renown + ("renown" in outcome.gains)
    if not outcome.lost and not outcome.healed and not outcome.beyond:
        return changes
    lost = tuple(number for number in one.lost if number not in outcome.healed) + outcome.lost
    anew = bool(outcome.lost or outcome.beyond > 0)
    ends = anew and state.settings.healing.new_damage_ends_treatment
    return {
        **changes, "lost": lost, "beyond": one.beyond + outcome.beyond, "rested": 0 if anew else one.rested,
        "treated": 0 if anew else one.treated, "treatment": None if ends else one.treatment,
    }  # fmt: skip


@fold
def _outcomes_told(state: CampaignState, event: OutcomesTold) -> CampaignState:
    for outcome in event.outcomes:
        if outcome.action not in state.outcomes:
            state = _apply_outcome(state, outcome)
    published = 0 if state.season is None else state.season.told
    return state.season_put(told=published + len(event.outcomes))


@fold
def _season_rested(state: CampaignState, event: SeasonRested) -> CampaignState:
    return state.season_put(rested=event.upto)


@fold
def _ended(state: CampaignState, event: SeasonEnded) -> CampaignState:
    name = state.season.name if state.season else state.last_season
    there = {who: _after(one, event.season) for who, one in state.characters.items()}
    return replace(state, characters=there, season=None, before={}, last_season=name, seasons=event.season)


def _after(one: Creature, season: int) -> Creature:
    """Return a creature's state after a season, without the assets granted only for that season."""
    left = {key: asset for key, asset in one.assets.items() if not asset.temporary or asset.season != season}
    return replace(one, assets=left) if len(left) < len(one.assets) else one


# ---------------------------------------------------------------- samples


@samples
def _steps(state: CampaignState, _: str) -> Samples[ResolveAction | RollAction | TellOutcomes | LetRest | EndSeason]:
    season = state.season
    yield offer(ResolveAction, action=some([next_action(season) or "action-0"]))
    yield offer(RollAction, action=some(to_roll(state) or ["action-0"]))
    yield offer(TellOutcomes, after=(season.told if season else 0,))
    yield offer(LetRest, after=(season.rested if season else 0,))
    yield offer(EndSeason, season=(season.number if season else 0,))
