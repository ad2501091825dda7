"""Consequences and Saves: a character must answer each consequence. It avoids, suffers or accepts the harm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK, Position
from services.rpg_boundless.chapters.conditions import afflict
from services.rpg_boundless.chapters.damage import hurt
from services.rpg_boundless.chapters.dice import Occasion, check_stance, stance_of, throw_at
from services.rpg_boundless.chapters.seats import MAX_PENDING, acting, available
from services.rpg_boundless.context import Answer, CampaignContext, Roll
from services.rpg_boundless.samples import HARM, STANCE, WHY, fields_for_master, lists, mine, names, ready
from services.rpg_boundless.state.campaign import CampaignState, Character, Pending
from services.rpg_boundless.state.sheets import Harm, Rolled, Stance
from shared.kernel.campaign.authority import GameMasterMove, Override
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_once, check_room, entry_of, reason_for, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- refusals


class NobodyFacesIt(Refusal, rule="FB-SAVE-01"):
    """It is unclear who faces the consequence: name either characters or the failed Check, but not both."""


class CheckHasNoConsequence(Refusal, rule="FB-SAVE-01"):
    """This Check causes no consequence: name a failed Check that has caused none yet, or name characters instead."""


# ---------------------------------------------------------------- commands


class FaceConsequence(GameMasterMove, frozen=True, kw_only=True):
    """Make characters face a consequence: of a failed Check (everyone who took part in it), or of another event."""

    harm: Harm
    characters: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    check: Id | None = None
    stance: Stance | None = None


class Save(Roll, frozen=True, kw_only=True):
    """Roll to avoid a consequence."""

    counts_as = "answer"

    consequence: Id
    stance: Stance | None = None


class Accept(Answer, frozen=True, kw_only=True):
    """Suffer a consequence without a roll."""

    consequence: Id


class AdjustConsequence(Override, frozen=True, kw_only=True):
    """Withdraw a consequence that is not answered yet."""

    consequence: Id


# ---------------------------------------------------------------- events


class ConsequenceFaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character faces a consequence: of a failed Check, of an attack, or of another event."""

    consequence: str
    character: str
    harm: Harm
    check: str | None = None
    enemy: str | None = None
    stance: Stance | None = None


class SaveMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Save was made. `lost` is the Stamina it cost."""

    consequence: str
    character: str
    position: Position
    avoided: bool
    lost: int
    roll: Rolled | None = None
    reason: str | None = None
    conditions: tuple[str, ...] = ()


class ConsequenceAccepted(Event, frozen=True, kw_only=True):
    """A character suffered a consequence without a roll."""

    consequence: str
    character: str


class ConsequenceWithdrawn(Event, frozen=True, kw_only=True):
    """The game master withdrew a consequence."""

    consequence: str
    reason: str


# ---------------------------------------------------------------- judgement


class Cause(Struct, frozen=True, kw_only=True):
    """The source of a consequence, and the Position of the Saves against it, if the game master set one."""

    check: str | None = None
    enemy: str | None = None
    stance: Stance | None = None


EVENT: Final = Cause()


@judge
def face_consequence(ctx: CampaignContext, command: FaceConsequence) -> None:
    """Make characters face a consequence.

    Rule:    FB-SAVE-01, FB-CHECK-06, FB-R-16, FB-R-31, FB-R-53
    Refuses: NobodyFacesIt, CheckHasNoConsequence, NamedTwice
    """
    names, field = _those_at_risk(ctx, command), "characters" if command.check is None else "check"
    check_facing(ctx, names, command.stance, field)
    face(ctx, names, command.harm, Cause(check=command.check, stance=command.stance))


def _those_at_risk(ctx: CampaignContext, command: FaceConsequence) -> tuple[str, ...]:
    if command.check is None:
        return command.characters
    if command.characters:
        raise NobodyFacesIt(needs="the Check alone", has=command.characters, field="characters")
    if command.check in ctx.state.rolls and command.check not in ctx.state.failures:
        raise CheckHasNoConsequence(needs=in_order(ctx.state.failures), has=command.check, field="check")
    sharing = entry_of(ctx.state.failures, command.check, "check")
    return tuple(name for name in sharing if ctx.character(name).status != "dead")


def check_facing(ctx: CampaignContext, names: tuple[str, ...], stance: Stance | None, field: str) -> None:
    """Check that at least one character is named, that none is named twice, and that each can face a consequence.

    Rule:    FB-SAVE-01
    Refuses: NobodyFacesIt, NamedTwice, and all refusals of `touched`, `check_stance` and `check_can_face`
    """
    if not names:
        raise NobodyFacesIt(needs="characters", has=names, field=field)
    check_once(names, field)
    for name in names:
        check_stance(available(ctx, name, field), stance)
    check_can_face(ctx, len(names))


def check_can_face(ctx: CampaignContext, more: int) -> None:
    """Check that the campaign has room for more pending consequences. Rule: FB-CAMP-06. Refuses: TooManyHere."""
    check_room(ctx.state.consequences, MAX_PENDING, more=more)


def face(ctx: CampaignContext, names: Sequence[str], harm: Harm, cause: Cause = EVENT) -> None:
    """Make each of these characters face a consequence of its own. Rule: FB-CHECK-06, FB-SAVE-01, FB-R-16."""
    for name in names:
        ctx.emit(ConsequenceFaced(
            consequence=ctx.new_id("consequence"), character=name, harm=harm, check=cause.check, enemy=cause.enemy,
            stance=cause.stance,
        ))  # fmt: skip


def _answering(ctx: CampaignContext, consequence: str) -> tuple[Pending, Character]:
    pending = entry_of(ctx.state.consequences, consequence, "consequence")
    return pending, acting(ctx, pending.character, "consequence")


@judge
def save(ctx: CampaignContext, command: Save) -> None:
    """Make a Save against a consequence.

    Rule:    FB-SAVE-02 to FB-SAVE-07, FB-DEF-01, FB-DEF-02, FB-COND-05, FB-R-18, FB-R-19, FB-R-30, FB-R-58
    """
    pending, bearer = _answering(ctx, command.consequence)
    occasion = Occasion(on="save", what=pending.harm.what, given=pending.stance)
    stance = stance_of(ctx, bearer, command.stance, occasion)
    avoided, roll = throw_at(ctx, "save", stance, bearer.stamina)
    lost = min(roll.misses, BOOK.most_lost, bearer.stamina) if roll else 0
    ctx.emit(SaveMade(
        consequence=pending.id, character=bearer.id, position=stance.position, avoided=avoided,
        lost=lost, roll=roll, reason=stance.why, conditions=bearer.hindrances,
    ))  # fmt: skip
    if not avoided:
        suffer(ctx, pending, (roll.id,) if roll else ())


@judge
def accept(ctx: CampaignContext, command: Accept) -> None:
    """Accept a consequence without a roll, and suffer it. Rule: FB-SAVE-02, FB-SAVE-08."""
    pending, bearer = _answering(ctx, command.consequence)
    ctx.emit(ConsequenceAccepted(consequence=pending.id, character=bearer.id))
    suffer(ctx, pending)


def suffer(ctx: CampaignContext, pending: Pending, rolls: tuple[str, ...] = ()) -> None:
    """Apply a consequence: its Damage, then its Conditions. Rule: FB-SAVE-05, FB-SAVE-08, FB-DEF-03, FB-R-53."""
    harm, character = pending.harm, pending.character
    causes = (pending.check, *rolls) if pending.check else rolls
    if harm.damage:
        hurt(ctx, character, harm.damage, ignores_armor=harm.ignores_armor is not None, rolls=causes)
    for condition in harm.conditions:
        afflict(ctx, character, condition, causes)


@judge_given(there_are("consequences", field="consequence"))
def adjust_consequence(ctx: CampaignContext, command: AdjustConsequence) -> None:
    """Withdraw a consequence that is not answered yet. Rule: FB-CAMP-07."""
    pending = entry_of(ctx.state.consequences, command.consequence, "consequence")
    available(ctx, pending.character, "consequence")
    ctx.emit(ConsequenceWithdrawn(consequence=pending.id, reason=reason_for(command.reason)))


# ---------------------------------------------------------------- fold


@fold
def _consequence_faced(state: CampaignState, event: ConsequenceFaced) -> CampaignState:
    pending = Pending(
        id=event.consequence, character=event.character, harm=event.harm,
        check=event.check, enemy=event.enemy, stance=event.stance,
    )  # fmt: skip
    return state.without(event.check, "failures").having("consequences", pending)


@fold
def _save_made(state: CampaignState, event: SaveMade) -> CampaignState:
    if event.roll is not None:
        state = state.store_rolls(event.roll.id)
    pending = state.consequences.get(event.consequence)
    if state.amended and pending is not None and event.roll is not None:
        state = replace(state, answered={**state.answered, event.roll.id: pending})
    if not (state.amended and pending and _has_position(state, pending)):
        state = state.without_position(event.character, "save", pending.harm.what if pending else None)
    stamina = state.characters[event.character].stamina - event.lost
    return state.without(event.consequence, "consequences").change(event.character, stamina=stamina)


def _has_position(state: CampaignState, pending: Pending) -> bool:
    """Return whether a consequence came with a Position that still applies to the Save against it.

    A Position that is based on a Condition applies only as long as the character has this Condition.

    Rule:    FB-POS-11, FB-COND-06
    """
    given = pending.stance
    named = given.condition if given else None
    return given is not None and (named is None or bool(state.characters[pending.character].condition_named(named)))


@fold
def _consequence_over(state: CampaignState, event: ConsequenceAccepted | ConsequenceWithdrawn) -> CampaignState:
    return state.without(event.consequence, "consequences")


# ---------------------------------------------------------------- samples


@samples
def _consequences_brought(state: CampaignState, seat: str) -> Samples[FaceConsequence]:
    said = {"harm": HARM, **fields_for_master(state, seat, stance=STANCE)}
    facing, checks, fall = ready(state) or names(state), some(state.failures), Harm(what="a fall", damage=1)
    several = lists(facing, least=1, most=min(max(MAX_PENDING - len(state.consequences), 1), 20))
    yield offer(FaceConsequence(harm=fall, characters=facing[:1]), characters=several, **said)
    yield offer(FaceConsequence(harm=fall, check=checks[0]), check=checks, **said)


@samples
def _answers(state: CampaignState, seat: str) -> Samples[Save | Accept | AdjustConsequence]:
    own = mine(state, seat)
    faced = some([one.id for one in state.consequences.values() if one.character in own] or state.consequences)
    yield offer(Save(consequence=faced[0]), consequence=faced, **fields_for_master(state, seat, stance=STANCE))
    yield offer(Accept, consequence=faced)
    yield offer(AdjustConsequence, consequence=some(state.consequences), reason=(WHY, TEXT))
