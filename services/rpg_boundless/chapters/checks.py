"""Checks: dice for an Attribute, Stamina from the character and its allies, and a risk that all helpers share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Attribute, CheckKind, Position
from services.rpg_boundless.chapters.damage import NotEnoughStamina, Stamina, StaminaWithoutRoll
from services.rpg_boundless.chapters.dice import Occasion, stance_of, throw_at
from services.rpg_boundless.chapters.saves import Cause, check_can_face, face
from services.rpg_boundless.chapters.seats import acting, available, check_room_made
from services.rpg_boundless.chapters.turns import act_as, check_answered
from services.rpg_boundless.context import CampaignContext, Roll
from services.rpg_boundless.samples import (
    ATTRIBUTE,
    HARM,
    efforts,
    fields_for_master,
    free_to_act,
    mine,
    ready,
    stamina_fields,
    stamina_of,
)
from services.rpg_boundless.state.campaign import KEPT, CampaignState, Character, Pledge
from services.rpg_boundless.state.sheets import Harm, Helper, Rolled, Stance
from shared.kernel.campaign.keeping import last
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_says
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NoSuchAttribute(Refusal, rule="FB-ATTR-02"):
    """The Check has no Attribute: name an Attribute, or a Weapon that has one."""


class AllyLacksStamina(Refusal, rule="FB-CHECK-04"):
    """The ally does not have this much Stamina: spend no more Stamina than the ally has."""


class NotAnAlly(Refusal, rule="FB-CHECK-04"):
    """A helper is the acting character itself, or is named twice: name other characters, each of them once."""


class HelpNotPledged(Refusal, rule="FB-CAMP-12"):
    """The helper's player has not pledged this much Stamina: use at most what has been pledged (see `has`)."""


# ---------------------------------------------------------------- commands


Helpers = Annotated[tuple[Helper, ...], Meta(max_length=8)]


class PledgeHelp(Roll, frozen=True, kw_only=True):
    """Pledge Stamina to an ally's next Check. A new pledge replaces the old one, and 0 withdraws it.

    The ally's next Check with dice ends the pledge, whether it uses the Stamina or not.
    """

    character: Id
    ally: Id
    stamina: Stamina


class Check(Roll, frozen=True, kw_only=True):
    """Make a Check: try something challenging. The game master may set a `risk`, the consequence of failure."""

    character: Id
    attribute: Attribute | None = None
    stamina: Stamina = 0
    helpers: Helpers = ()
    stance: Stance | None = None
    what: Line | None = None
    risk: Harm | None = None


# ---------------------------------------------------------------- events


class HelpPledged(Event, frozen=True, kw_only=True):
    """A character pledged this much Stamina to an ally's next Check."""

    character: str
    ally: str
    stamina: int


class CheckMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Check was made.

    Without a roll, the Position decided the Check. `conditions` are the Conditions that hindered the character.
    """

    check: str
    kind: CheckKind
    character: str
    attribute: Attribute
    position: Position
    success: bool
    roll: Rolled | None = None
    reason: str | None = None
    stamina: int = 0
    helpers: tuple[Helper, ...] = ()
    conditions: tuple[str, ...] = ()
    what: str | None = None


# ---------------------------------------------------------------- judgement


class Effort(Occasion, frozen=True, kw_only=True):
    """The Stamina, helpers, Position and risk of a Check, an attack, or the strain of a spell."""

    on: CheckKind
    stamina: int
    helpers: tuple[Helper, ...]
    stance: Stance | None
    risk: Harm | None = None


@judge
def pledge_help(ctx: CampaignContext, command: PledgeHelp) -> None:
    """Pledge Stamina to an ally's next Check. Rule: FB-CHECK-04, FB-CAMP-12. Refuses: NotAnAlly, NotEnoughStamina."""
    helper = acting(ctx, command.character)
    available(ctx, command.ally, "ally")
    if command.ally == command.character:
        raise NotAnAlly(needs="another character", has=command.ally, field="ally")
    if command.stamina > helper.stamina:
        raise NotEnoughStamina(needs=command.stamina, has=helper.stamina, field="stamina")
    ctx.emit(HelpPledged(character=command.character, ally=command.ally, stamina=command.stamina))


@judge
def check(ctx: CampaignContext, command: Check) -> None:
    """Make a Check.

    Rule:    FB-CHECK-01, FB-CHECK-02, FB-ATTR-02
    Refuses: NoSuchAttribute, and all refusals of `check_effort`
    """
    actor = act_as(ctx, command.character, command.what or "check", helpers=command.helpers)
    if command.attribute is None:
        raise NoSuchAttribute(needs="an Attribute", field="attribute")
    effort = Effort(
        on="check", stamina=command.stamina, helpers=command.helpers,
        stance=command.stance, risk=command.risk, what=command.what,
    )  # fmt: skip
    check_effort(ctx, actor, effort)
    make_check(ctx, actor, command.attribute, effort)


def check_effort(ctx: CampaignContext, actor: Character, effort: Effort) -> Stance:
    """Check the Stamina, helpers and Position of a Check before any die is rolled. Return the Position and its reason.

    Rule:    FB-CHECK-03, FB-CHECK-04, FB-R-14, FB-R-19, FB-R-56
    Refuses: NotEnoughStamina, StaminaWithoutRoll, and all refusals of `stance_of` and `_check_helpers`
    """
    check_says(ctx, effort.risk, "risk")
    stance = stance_of(ctx, actor, effort.stance, effort)
    if stance.outright is not None and (effort.stamina or effort.helpers):
        raise StaminaWithoutRoll(needs=0, has=effort.stamina or len(effort.helpers), field="stamina")
    if effort.stamina > actor.stamina:
        raise NotEnoughStamina(needs=effort.stamina, has=actor.stamina, field="stamina")
    _check_helpers(ctx, actor, effort.helpers)
    check_can_face(ctx, 1 + len(effort.helpers))
    return stance


def _check_helpers(ctx: CampaignContext, actor: Character, helpers: tuple[Helper, ...]) -> None:
    """Check that each helper has pledged the Stamina named for it, still has it, and has no unanswered consequence.

    Rule:    FB-CHECK-04, FB-CAMP-12, FB-R-64
    Refuses: NotAnAlly, AllyLacksStamina, HelpNotPledged, AnswerFirst, RoomFirst
    """
    names = tuple(helper.character for helper in helpers)
    if len({actor.id, *names}) <= len(names):
        raise NotAnAlly(needs="other characters, each once", has=names, field="helpers")
    for helper in helpers:
        ally = available(ctx, helper.character, "helpers")
        if ctx.state.form:
            check_answered(ctx, ally.id, "helpers")
            check_room_made(ctx, ally.id, "helpers")
        if helper.stamina > ally.stamina:
            raise AllyLacksStamina(needs=helper.stamina, has=ally.stamina, field="helpers")
        pledged = ally.pledge.stamina if ally.pledge and ally.pledge.ally == actor.id else 0
        if helper.stamina > pledged and not (ctx.leads or ally.seat == ctx.seat):
            raise HelpNotPledged(needs=helper.stamina, has=pledged, field="helpers")


def make_check(ctx: CampaignContext, actor: Character, attribute: Attribute, effort: Effort) -> CheckMade:
    """Roll a Check that `check_effort` has accepted. One Hit is a success. A failure triggers the risk, if any.

    Rule:    FB-CHECK-02, FB-CHECK-05 to FB-CHECK-08, FB-COND-05, FB-POS-02, FB-POS-06, FB-R-02, FB-R-16, FB-R-17
    """
    stance = stance_of(ctx, actor, effort.stance, effort)
    dice = actor.scores.of(attribute) + effort.stamina + sum(helper.stamina for helper in effort.helpers)
    success, roll = throw_at(ctx, effort.on, stance, dice)
    made = CheckMade(
        check=roll.id if roll else ctx.new_id("roll"), kind=effort.on, character=actor.id, attribute=attribute,
        position=stance.position, success=success, roll=roll,
        reason=stance.why, stamina=effort.stamina, helpers=effort.helpers,
        conditions=actor.hindrances, what=effort.what,
    )  # fmt: skip
    ctx.emit(made)
    if effort.risk is not None and not made.success:
        face(ctx, sharing(made), effort.risk, Cause(check=made.check))
    return made


def sharing(made: CheckMade) -> tuple[str, ...]:
    """Return the characters that share the risk of a Check: the character that makes it, and all helpers.

    Rule:    FB-CHECK-06
    """
    return (made.character, *(helper.character for helper in made.helpers))


# ---------------------------------------------------------------- fold


@fold
def _help_pledged(state: CampaignState, event: HelpPledged) -> CampaignState:
    pledge = Pledge(ally=event.ally, stamina=event.stamina) if event.stamina else None
    return state.change(event.character, pledge=pledge)


@fold
def _check_made(state: CampaignState, event: CheckMade) -> CampaignState:
    stamina = state.characters[event.character].stamina - event.stamina
    state = state.store_rolls(event.check).change(event.character, stamina=stamina)
    state = state.without_position(event.character, event.kind, event.what)
    for helper in event.helpers:
        left = state.characters[helper.character].stamina - helper.stamina
        state = state.change(helper.character, stamina=left)
    for name, one in state.characters.items() if event.roll is not None or not state.amended else ():
        if one.pledge is not None and one.pledge.ally == event.character:
            state = state.change(name, pledge=None)
    if event.success:
        return state
    return replace(state, failures=last({**state.failures, event.check: sharing(event)}, KEPT))


# ---------------------------------------------------------------- samples


@samples
def _help_promised(state: CampaignState, seat: str) -> Samples[PledgeHelp]:
    for who in mine(state, seat):
        allies = tuple(one for one in ready(state) if one != who) or (NOBODY,)
        pledge = PledgeHelp(character=who, ally=allies[0], stamina=0)
        yield offer(pledge, ally=Field(options=allies), stamina=stamina_of(state, who))


@samples
def _checks(state: CampaignState, seat: str) -> Samples[Check]:
    """Offer Checks.

    If a Position that was set for a description decides the outcome, a Check with that description rolls no dice.
    """
    for who in free_to_act(state, seat):
        said = {"attribute": ATTRIBUTE, **fields_for_master(state, seat, risk=HARM)}
        placed = state.characters[who].positions if who in state.characters else ()
        decided = any(one.on == "check" and one.what and one.stance.outright is not None for one in placed)
        for stance, fields in efforts(state, seat, (who, "check"), stamina_fields(state, seat, who)):
            check = Check(character=who, attribute="strength", stance=stance)
            yield offer(check, **said, **fields, **{} if decided else {"what": TEXT})
        if decided:
            yield offer(Check(character=who, attribute="strength"), **said, what=TEXT)
