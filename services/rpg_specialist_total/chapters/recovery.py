"""Recovery: stabilising, healing, revival, continuing effects, and rounds that pass outside a fight."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_total.chapters.spells import run_durations
from services.rpg_specialist_total.chapters.states import MOST_LOST, alive, drop, end_of_turn, is_dying
from services.rpg_specialist_total.chapters.turns import renew_ap
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant, Ongoing
from shared.kernel.campaign import fights
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import likely, mine, some
from shared.kernel.campaign.seats import check_room, check_within, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

LIFE: Final = "life"
MAX_ONGOING: Final = 10
Cause: TypeAlias = Literal["magic", "rest"]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_LOST)]

# ---------------------------------------------------------------- refusals


class NotDying(Refusal, rule="SC-DYING-04"):
    """This combatant is not dying in a fight: to let it try to stabilise outside a fight, pass a round."""


class AttemptUsed(Refusal, rule="SC-R-40"):
    """The combatant has already used its attempts to stabilise in this round: try again in the next round."""


class CauseNeeded(Refusal, rule="SC-UNC-04"):
    """The cause of the recovery is missing: name magic or rest."""


class DyingDoNotRest(Refusal, rule="SC-DYING-06"):
    """The combatant is dying and cannot recover by rest: use magic, or stabilise the combatant first."""


class NotDead(Refusal, rule="SC-DEATH-05"):
    """This combatant is not dead: choose a dead combatant to revive."""


class NotRevived(Refusal, rule="SC-DEATH-05"):
    """This energy does not revive the dead: use a Life energy spell that the Keeper finds sufficient."""


# ---------------------------------------------------------------- commands


class Stabilise(Command, frozen=True, kw_only=True):
    """Try to stabilise a dying combatant, in its own turn."""

    counts_as = "move"

    character: Id


class Restore(GameMasterCommand, frozen=True, kw_only=True):
    """Restore natural Vitality and Fatigue, up to the sheet's maximum."""

    counts_as = "move"

    character: Id
    cause: Cause | None = None
    vitality: Amount = 0
    fatigue: Amount = 0
    reason: Line | None = None


class StartOngoing(GameMasterCommand, frozen=True, kw_only=True):
    """Start a continuing effect, which takes Vitality from a combatant at the end of each of its turns."""

    counts_as = "move"

    character: Id
    source: Line
    amount: Annotated[int, Meta(ge=1, le=1000)]


class EndOngoing(GameMasterCommand, frozen=True, kw_only=True):
    """End a continuing effect."""

    counts_as = "move"

    character: Id
    ongoing: Id


class Revive(GameMasterCommand, frozen=True, kw_only=True):
    """Revive a dead combatant with at most its full Vitality, if the Keeper finds the spell strong (`sufficient`)."""

    counts_as = "move"

    character: Id
    energy: Line
    sufficient: bool
    vitality: Annotated[int, Meta(ge=1, le=MOST_LOST)] | None = None


class PassRound(GameMasterCommand, frozen=True, kw_only=True):
    """Pass a round outside fights: dying and harmed combatants take their turns, and all combatants regain AP."""

    counts_as = "move"


# ---------------------------------------------------------------- events


class StabiliseRolled(Event, frozen=True, kw_only=True):
    """A dying combatant rolled this d100 to try to stabilise."""

    character: str
    face: int


class Stabilised(Event, frozen=True, kw_only=True):
    """A combatant stabilised. Its Vitality no longer drops."""

    character: str


class PointsRestored(Event, frozen=True, kw_only=True):
    """Natural Vitality and Fatigue were restored."""

    character: str
    cause: Cause
    vitality: int
    fatigue: int
    reason: str | None


class ComaEnded(Event, frozen=True, kw_only=True):
    """A combatant woke from its coma."""

    character: str


class OngoingStarted(Event, frozen=True, kw_only=True):
    """A continuing effect on a combatant started."""

    character: str
    ongoing: Ongoing


class OngoingEnded(Event, frozen=True, kw_only=True):
    """A continuing effect on a combatant ended."""

    character: str
    ongoing: str


class Revived(Event, frozen=True, kw_only=True):
    """A combatant was revived."""

    character: str
    vitality: int


class RoundPassed(Notice, frozen=True, kw_only=True):
    """A round passed outside fights. These combatants took their turns in it."""

    characters: tuple[str, ...]


# ---------------------------------------------------------------- judgement


def attempts_of(state: CampaignState, one: Combatant) -> int:
    """Return how many times a dying combatant may try to stabilise in a round. Rule: SC-R-40."""
    each = state.settings.dying.attempts_per_round == "per_ap"
    return one.ap_a_round if each else 1


def try_to_stabilise(ctx: CampaignContext, one: Combatant) -> None:
    """Roll a d100 against the Stamina score, to stabilise a combatant.

    Rule:    SC-DYING-04, SC-DYING-05, SC-DYING-07, SC-R-40
    """
    (face,) = ctx.chance.roll("stabilise", 100)
    ctx.emit(StabiliseRolled(character=one.id, face=face))
    if face <= (one.sheet.stamina or 0):
        ctx.emit(Stabilised(character=one.id))


@judge
def stabilise(ctx: CampaignContext, command: Stabilise) -> None:
    """Try to stabilise a dying combatant in its turn of a fight.

    Rule:    SC-DYING-04
    Refuses: NotKnownHere, NotYours, NotDying, AnswerFirst, NotYourTurn, AttemptUsed
    """
    one = ctx.own(command.character)
    fighter = ctx.state.fighter(one.id)
    if fighter is None or not is_dying(ctx.state, one.id):
        raise NotDying(needs="a dying combatant in a fight", has=one.id, field="character")
    fights.hold(ctx, one.id, field="character")
    if fighter.attempts >= attempts_of(ctx.state, one):
        raise AttemptUsed(needs=attempts_of(ctx.state, one), has=fighter.attempts)
    try_to_stabilise(ctx, one)


@judge
def restore(ctx: CampaignContext, command: Restore) -> None:
    """Restore Vitality and Fatigue, which may stabilise a combatant or end its coma.

    Rule:    SC-UNC-04, SC-DYING-06, SC-R-52, SC-R-79, SC-R-80
    Refuses: NotKnownHere, IsDead, AnswerFirst, CauseNeeded, OutOfRange, DyingDoNotRest
    """
    one = alive(ctx, command.character)
    fights.check_nothing_waits(ctx.state)
    if command.cause is None:
        raise CauseNeeded(needs=("magic", "rest"), field="cause")
    check_within(command.vitality + command.fatigue, 1, 2 * MOST_LOST, "vitality")
    was_dying = is_dying(ctx.state, one.id)
    if was_dying and command.cause == "rest":
        raise DyingDoNotRest(needs="magic, or to be stabilised", has="dying", field="cause")
    vitality = min(command.vitality, max(one.sheet.vitality - one.vitality, 0))
    fatigue = min(command.fatigue, max(one.sheet.fatigue - one.fatigue, 0))
    ctx.emit(
        PointsRestored(
            character=one.id, cause=command.cause, vitality=vitality, fatigue=fatigue, reason=command.reason
        )
    )  # fmt: skip
    if vitality and is_dying(ctx.state, one.id) and ctx.state.settings.dying.healing_stabilises == "any":
        ctx.emit(Stabilised(character=one.id))
    end_coma(ctx, one.id)


def end_coma(ctx: CampaignContext, who: str) -> None:
    """End a coma if natural Vitality is full and Fatigue is left. Rule: SC-UNC-10, SC-R-52."""
    one = ctx.character(who)
    if one.coma and not one.dead and one.vitality >= one.sheet.vitality and one.fatigue > 0:
        ctx.emit(ComaEnded(character=who))


@judge
def start_ongoing(ctx: CampaignContext, command: StartOngoing) -> None:
    """Start a continuing effect. Rule: SC-DYING-03, SC-R-81. Refuses: NotKnownHere, IsDead, TooManyHere."""
    one = alive(ctx, command.character)
    check_room(one.ongoing, MAX_ONGOING)
    new = Ongoing(id=ctx.new_id("ongoing"), source=command.source, amount=command.amount)
    ctx.emit(OngoingStarted(character=one.id, ongoing=new))


@judge
def end_ongoing(ctx: CampaignContext, command: EndOngoing) -> None:
    """End a continuing effect. Rule: SC-R-81. Refuses: NotKnownHere."""
    one = ctx.character(command.character)
    entry_of(one.ongoing, command.ongoing, "ongoing")
    ctx.emit(OngoingEnded(character=one.id, ongoing=command.ongoing))


@judge
def revive(ctx: CampaignContext, command: Revive) -> None:
    """Revive a dead combatant.

    Rule:    SC-DEATH-04, SC-DEATH-05, SC-R-56
    Refuses: NotKnownHere, NotDead, AnswerFirst, NotRevived
    """
    one = ctx.character(command.character)
    if not one.dead:
        raise NotDead(needs="a dead combatant", has=one.id, field="character")
    fights.check_nothing_waits(ctx.state)
    if command.energy.casefold() != LIFE:
        raise NotRevived(needs=LIFE, has=command.energy, field="energy")
    if not command.sufficient:
        raise NotRevived(needs=True, has=False, field="sufficient")
    vitality = min(command.vitality or ctx.state.settings.revive.vitality, one.sheet.vitality)
    ctx.emit(Revived(character=one.id, vitality=vitality))


@judge
def pass_round(ctx: CampaignContext, _: PassRound) -> None:
    """Pass a round for all combatants outside fights.

    Rule:    SC-R-41, SC-R-81, SC-R-95, SC-CAMP-31
    Refuses: AnswerFirst
    """
    fights.check_nothing_waits(ctx.state)
    state, loss_at = ctx.state, ctx.state.settings.dying.loss_at
    those = tuple(
        who
        for who in in_order(state.characters)
        if not state.fighting(who) and (is_dying(state, who) or state.characters[who].ongoing)
    )
    ctx.emit(RoundPassed(characters=those))
    if loss_at == "round_start":
        drop(ctx, those)
    for who in those:
        for _attempt in range(attempts_of(state, state.characters[who])):
            if is_dying(ctx.state, who):
                try_to_stabilise(ctx, ctx.character(who))
        end_of_turn(ctx, who)
    if loss_at == "round_end":
        drop(ctx, those)
    if ctx.state.fight is None or not ctx.state.amended:
        run_durations(ctx, (who for who in in_order(ctx.state.characters) if not ctx.state.fighting(who)))
    renew_ap(ctx)


# ---------------------------------------------------------------- fold


def at_rest(state: CampaignState, who: str) -> CampaignState:
    """Return the campaign with the marks for stable and dying removed from a combatant, if its Vitality is above 0."""
    return state if state.characters[who].standing <= 0 else state.change(who, stable=False, falling=False)


@fold
def _stabilise_rolled(state: CampaignState, event: StabiliseRolled) -> CampaignState:
    fighter = state.fighter(event.character)
    return state.fighter_changed(event.character, attempts=fighter.attempts + 1 if fighter else 1)


@fold
def _stabilised(state: CampaignState, event: Stabilised) -> CampaignState:
    return state.change(event.character, stable=True, falling=False)


@fold
def _points_restored(state: CampaignState, event: PointsRestored) -> CampaignState:
    one = state.characters[event.character]
    points = {"vitality": one.vitality + event.vitality, "fatigue": one.fatigue + event.fatigue}
    return at_rest(state.change(one.id, **points), one.id)


@fold
def _coma_ended(state: CampaignState, event: ComaEnded) -> CampaignState:
    return state.change(event.character, coma=False)


@fold
def _ongoing_started(state: CampaignState, event: OngoingStarted) -> CampaignState:
    ongoing = state.characters[event.character].ongoing
    counted = state.raise_counter(event.ongoing.id)
    return counted.change(event.character, ongoing={**ongoing, event.ongoing.id: event.ongoing})


@fold
def _ongoing_ended(state: CampaignState, event: OngoingEnded) -> CampaignState:
    return state.change(
        event.character, ongoing=without(state.characters[event.character].ongoing, event.ongoing)
    )  # fmt: skip


@fold
def _revived(state: CampaignState, event: Revived) -> CampaignState:
    return state.change(event.character, dead=False, coma=False, stupor=False, vitality=event.vitality)


# ---------------------------------------------------------------- samples


@samples
def _dying(state: CampaignState, seat: str) -> Samples[Stabilise]:
    dying = likely(mine(state, seat), lambda who: who in state.characters and is_dying(state, who))
    yield offer(Stabilise, character=dying)


@samples
def _passed(_: CampaignState, __: str) -> Samples[PassRound]:
    yield offer(PassRound)


@samples
def _recovered(state: CampaignState, _: str) -> Samples[Restore | StartOngoing]:
    points, more = Field(least=0, most=MOST_LOST), Field(least=1, most=MOST_LOST)
    for who in some(state.characters):
        for cause in ("magic", "rest"):
            rested = Restore(character=who, cause=cause)
            yield offer(replace(rested, vitality=1), vitality=more, fatigue=points, reason=TEXT)
            yield offer(replace(rested, fatigue=1), vitality=points, fatigue=more, reason=TEXT)
        yield offer(StartOngoing, character=who, source=("fire", TEXT), amount=(4, Field(least=1, most=1000)))


@samples
def _ongoing_harm(state: CampaignState, _: str) -> Samples[EndOngoing]:
    everybody = some(state.characters)
    for who in likely(everybody, lambda one: one in state.characters and bool(state.characters[one].ongoing)):
        yield offer(
            EndOngoing, character=who, ongoing=some(state.characters[who].ongoing if who in state.characters else ())
        )


@samples
def _dead(state: CampaignState, _: str) -> Samples[Revive]:
    for who in likely(some(state.characters), lambda one: one in state.characters and state.characters[one].dead):
        revived = Revive(character=who, energy="life", sufficient=True)
        yield offer(revived, vitality=Field(least=1, most=MOST_LOST))
