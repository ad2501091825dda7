"""Checks of the adventure: who may try them, and their results."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.bones.catalogue.adventure import Check
from services.bones.chapters.adventure import adventures, requirements, tribe
from services.bones.chapters.lasting_magic.minds import ResistanceSettled
from services.bones.chapters.magic import themes
from services.bones.chapters.people import items
from services.bones.chapters.rolls import rolls, settling, wounds
from services.bones.chapters.tasks import tasks
from services.bones.chapters.tasks.terms import check_terms
from services.bones.context import CampaignContext
from services.bones.reading import moving, owned
from services.bones.reading.adventure import (
    area_of,
    book,
    done,
    gear,
    in_reach,
    lasting,
    spells,
    there,
    where,
)
from services.bones.reading.minds import may_be_controlled
from services.bones.state.adventure import Fate
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import MOST_COINS
from services.bones.state.magic import Casting
from services.bones.state.tasks import Terms
from shared.kernel.campaign import authority, keeping, seats
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Choice, Field, Samples, offer

CATCHES: Final = {"walk-unwarily": "catch-the-edge", "approach-the-throne": "catch-the-edge"}
"""Checks in which a creature may fall into a hidden pit, each with the check to grab the edge. Source: BN-ADV-52."""
OTHER: Final = "other"
MIND: Final = "mind"

# ---------------------------------------------------------------- refusals


class NotOfThisCheck(Refusal, rule="BN-CAMP-125"):
    """This check does not allow this `other`, `averted` or `theme`: set the field to what `needs` names."""


# ---------------------------------------------------------------- commands


class TryCheck(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Have a creature try a check of the adventure. The check sets its own terms, such as its difficulty.

    `other` is the opponent, if the adventure does not name one, or the creature whose shackles are removed. `averted`
    says that the condition of the check is met, so that its opponent has no free success. `theme` is the theme of the
    magic that is used. The game master decides what a dominated captive tries.
    """

    counts_as = "move"

    check: Id
    creature: Id
    other: Id | None = None
    averted: bool = False
    theme: Line | None = None


# ---------------------------------------------------------------- events


class CheckCame(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A check of the adventure was settled. `told` is the text that all players learn.

    Shape: done: the name of something that cannot be done again; metres: how far the creature leads others in a round;
           consort: whether the check is about the consort

    Rule: BN-CAMP-125, BN-CAMP-133
    """

    reveals = True

    check: str
    creature: str
    success: bool
    told: str | None = None
    task: str | None = None
    done: str | None = None
    metres: str | None = None
    consort: bool = False


# ---------------------------------------------------------------- judgement


@judge_given(adventures.playing)
def try_check(ctx: CampaignContext, command: TryCheck) -> None:
    """Have a creature try a check of the adventure. The check sets its own terms, such as its difficulty.

    Rule:    BN-ADV-20 to BN-ADV-75, BN-ADV-95, BN-ADV-98, BN-R-221, BN-R-222, BN-R-223, BN-CAMP-125, BN-CAMP-189,
             BN-CAMP-208
    Refuses: OneAdventure, NotKnownHere, the refusals that `lacking` returns, NotOfThisCheck, OutOfHerReach, OneTask,
             TooManyHere, NoDiceLeft, AnswerFirst, MayNotTry, OpposesItself, ThemeNeeded, NotMagic
    """
    adventures.playing(ctx.state)
    check, who = (
        seats.entry_of(book(ctx.state).checks_by_id, command.check, "check"),
        ctx.character(command.creature, "creature").id,
    )
    _check_said(ctx, check, command)
    if lacking := requirements.lacking(ctx.state, check, who, command.other or who):
        raise lacking
    theme = check.theme or command.theme
    casting = None if theme is None else Casting(theme=theme)
    if check.skill is None:
        themes.check_casting(ctx, who, None, casting)
        if check.captive:
            adventures.check_idle(ctx, who, "creature")
        unharmed = command.averted or not check.failure or check.done in done(ctx.state)
        come(ctx, check, who, successes=0 if unharmed else None, upon=command.other)
        return
    tasks.check_free(ctx, who)
    rolls.check_can_roll(ctx, who, "creature")
    if check.stored and not spells(ctx.state, check.person or ""):
        tribe.enchant(ctx, book(ctx.state).kin_by_name[check.person or ""])
    terms = terms_of(ctx.state, check, command.other, averted=command.averted)
    check_terms(ctx, who, terms)
    themes.check_casting(ctx, who, terms.skill, casting)
    tasks.begin(ctx, who, check.said, terms, fight=False, casting=casting, check=check.id, upon=command.other)


def _check_said(ctx: CampaignContext, check: Check, command: TryCheck) -> None:
    """Check that a command has exactly the fields that its check asks for.

    Rule:    BN-ADV-13, BN-ADV-55, BN-ADV-95, BN-CAMP-125
    Refuses: NotOfThisCheck, NotKnownHere, OutOfHerReach
    """
    named = check.opposed_by in (OTHER, MIND)
    if (command.other is None) if named else (command.other is not None and not check.frees):
        raise NotOfThisCheck(needs="a creature" if named else "nobody", has=command.other, field="other")
    if command.averted and not check.averted_by:
        raise NotOfThisCheck(needs="left out", has=check.id, field="averted")
    if check.theme and command.theme not in {None, check.theme}:
        raise NotOfThisCheck(needs=check.theme, has=command.theme, field="theme")
    if command.other is not None:
        ctx.character(command.other, "other")
    if command.other is not None and check.theme:
        tribe.check_reach(ctx, command.other, "other")
        if command.averted:
            raise tribe.OutOfHerReach(needs="a creature that smells her", has=command.other, field="averted")


def terms_of(state: CampaignState, check: Check, other: str | None, *, averted: bool) -> Terms:
    """Return the terms of a check's task, such as its difficulty or opponent.

    Rule: BN-ADV-19, BN-ADV-51, BN-ADV-55, BN-ADV-57, BN-ADV-95, BN-R-158, BN-R-173, BN-R-221, BN-R-222
    """
    said: dict[str, Any] = {}
    if check.difficulty:
        raised = state.settings.magic.adventure_magic_already_raised
        said = {"difficulty": check.difficulty, "own_level": check.skill == "Magic" and raised}
    elif check.number:
        said = {"number": check.number}
    elif check.stored:
        said = {"purpose": "counter", "counters": spells(state, check.person or "")[0]}
    elif check.opposed_by == MIND:
        said = {"purpose": "mind", "minds": [other]}
    elif check.opposed_by:
        against = other if check.opposed_by == OTHER else there(state, check.opposed_by)[0]
        here = {"gain": 0 if averted else check.bonus}
        said = {"opponents": [{"creature": against, "skill": check.opposed_skill, "circumstances": here}]}
    return msgspec.convert({"skill": check.skill, **said}, Terms)


@follows
def _settled(ctx: CampaignContext, event: settling.TaskSettled) -> None:
    """Apply the results of a check when its task is settled. Rule: BN-ADV-22 to BN-ADV-75."""
    task = ctx.state.tasks[event.task]
    minds = task.terms is not None and task.terms.purpose == "mind"
    if task.check and ctx.state.adventure is not None and not (minds and event.success):
        came = (event.successes or 0) if event.success else None
        come(ctx, book(ctx.state).checks_by_id[task.check], task.creature, successes=came, task=task.id, upon=task.upon)


@follows
def _has_answered(ctx: CampaignContext, event: ResistanceSettled) -> None:
    """Apply the result of the check in which the Matron (the tribe's leader) dominates a mind.

    The result is applied only after the mind has resisted or given in.

    Rule: BN-ADV-56, BN-CAMP-135
    """
    if event.check and event.caster in ctx.state.characters and ctx.state.adventure is not None:
        successes = event.net if event.holds else None
        come(ctx, book(ctx.state).checks_by_id[event.check], event.caster, successes=successes, upon=event.creature)


def come(  # noqa: PLR0913 the check, its task, its result and its target
    ctx: CampaignContext, check: Check, who: str, *, successes: int | None, task: str | None = None,
    upon: str | None = None,
) -> None:  # fmt: skip
    """Record the result of a check and apply its consequences. `successes` is None for a failure.

    Rule: BN-ADV-39, BN-ADV-49, BN-ADV-50, BN-ADV-56, BN-CAMP-125, BN-CAMP-132
    """
    success = successes is not None
    left = requirements.once(ctx.state, check, who)
    first = left if success and left not in done(ctx.state) else None
    catch = None if success else catches(ctx.state, check, who)
    text = catch.task if catch else check.public_text(success=success)
    ctx.emit(
        CheckCame(
            check=check.id, creature=who, success=success, told=text and where(ctx.state, text), task=task, done=first,
            consort=check.captive, metres=str(moving.METRES / 2) if success and check.half_move else None,
        )
    )  # fmt: skip
    if success and (first or not check.once):
        _gain(ctx, check, who, successes or 0)
    to = check.sets if success else check.fails
    if check.person and to:
        adventures.turn(ctx, Fate(person=check.person, fate=to))
    if catch:
        terms = terms_of(ctx.state, catch, None, averted=False)
        tasks.begin(ctx, who, catch.said, terms, fight=False, check=catch.id, upon=None)
    else:
        _befall(ctx, check, who, success=success, upon=upon or who)


def catches(state: CampaignState, check: Check, who: str) -> Check | None:
    """Return the check by which a creature that falls into a pit may grab the edge, or None if there is none.

    Rule: BN-ADV-52, BN-CAMP-158
    """
    busy = [task.creature for task in state.tasks.values()]
    able = state.form and not state.characters[who].dead and _rolls(state, who, "Maneuver", busy)
    return book(state).checks_by_id[CATCHES[check.id]] if able and check.id in CATCHES else None


def _befall(ctx: CampaignContext, check: Check, who: str, *, success: bool, upon: str) -> None:
    """Apply a check's effects on creatures, such as damage. Rule: BN-ADV-02, BN-ADV-49, BN-ADV-88, BN-ADV-93."""
    state = ctx.state
    if success and check.frees and upon in state.characters and state.characters[upon].shackled:
        ctx.emit(adventures.ShacklesChanged(creature=upon, levels=0, reason=check.said))
    if success and check.sacrifices and not lasting(state, who):
        tribe.sacrifice(ctx, check.sacrifices)
    if check.shackles:
        adventures.shackle(ctx, who, check.said, wall=check.wall)
    if success and check.kills:
        wounds.kill(ctx, who, check.said)
    if not success:
        wounds.deal(ctx, who, check.damage, "other")
        if check.back:
            adventures.come_to(ctx, book(state).areas_by_id[check.back])


def _gain(ctx: CampaignContext, check: Check, who: str, successes: int) -> None:
    """Record the items and coins that a creature gains from a check, and the item that the check uses up.

    Rule: BN-ADV-21, BN-ADV-23, BN-ADV-28, BN-ADV-43, BN-ADV-96
    """
    one = ctx.state.characters[who]
    used = [item for item in gear(ctx.state, who) if check.spent and item.name == check.needs][:1]
    for item in used:
        ctx.emit(items.ItemLost(creature=who, item=item.id, reason=check.said))
    if check.finds and len(one.items) < items.MAX_ITEMS + len(used):
        found = tribe.new_thing(ctx, check.finds)
        ctx.emit(items.ItemGiven(creature=who, item=replace(found, ready=any(item.ready for item in used))))
    if coins := check.coins + check.coins_each * successes:
        ctx.emit(items.CoinsSet(creature=who, coins=min(one.coins + coins, MOST_COINS), reason=check.said))


# ---------------------------------------------------------------- fold


@fold
def _came(state: CampaignState, event: CheckCame) -> CampaignState:
    if (now := state.adventure) is None:
        return state
    every = (*now.done, event.done) if event.done else now.done
    if event.consort:
        every = tuple(one for one in every if one != requirements.faked(event.creature))
    return adventures.change_adventure(state, done=every, consort=event.creature if event.consort else now.consort)


# ---------------------------------------------------------------- samples


def _able(state: CampaignState, check: Check, upon: str | None = None) -> tuple[str, ...]:
    """Return the creatures that may try a check."""
    busy = {task.creature for task in state.tasks.values()}
    return keeping.in_order(
        who for who, one in state.characters.items()
        if not requirements.lacking(state, check, who, upon or who) and who not in there(state, check.opposed_by or "")
        and not one.closed and not one.dead and not (one.kind == "horde" and one.down)
        and (_rolls(state, who, check.skill, busy) if check.skill else not (check.captive and state.waits_for(who)))
    )  # fmt: skip


def _rolls(state: CampaignState, who: str, skill: str | None, busy: Collection[str]) -> bool:
    one = state.characters[who]
    free = who not in busy and not state.in_combat(who) and not items.open_questions(state, who)
    return skill is not None and one.ready and not one.down and free and owned.may_try(state, who, skill)


def _others(state: CampaignState, check: Check, who: str) -> tuple[str, ...]:
    """Return the creatures whose minds a check may target, or the creatures that may oppose it."""
    if check.theme:
        able = [key for key in state.characters if may_be_controlled(state, key) and in_reach(state, key)]
    else:
        able = [key for key in state.characters if _rolls(state, key, check.opposed_skill, ())]
    return keeping.in_order(one for one in able if one != who and one not in state.closed)


def _frees(state: CampaignState, check: Check) -> Iterator[dict[str, Choice]]:
    """Yield each creature in shackles, with the creatures that may free it."""
    for upon in keeping.in_order(state.characters):
        if freeing := _able(state, check, upon):
            yield {"creature": Field(options=freeing), "other": Field(options=(upon,))}


def _forms(state: CampaignState, check: Check) -> Iterator[dict[str, Choice]]:
    """Yield the fields of sample commands for a check.

    All creatures share one sample, unless each creature must name its own theme or opponent.
    """
    if check.frees:
        yield from _frees(state, check)
    able, more = _able(state, check), dict[str, Choice]()
    if check.averted_by and not check.theme:
        more["averted"] = Field(options=(False, True))
    named = check.opposed_by in {OTHER, MIND}
    if able and check.skill != "Magic" and not named:
        yield {"creature": Field(options=able), **more}
        return
    for who in able:
        said, others = dict(more), _others(state, check, who)
        if check.skill == "Magic" and not check.theme:
            said["theme"] = Field(options=tuple(one.theme for one in themes.castings(state, who)) or (None,))
        if named:
            said["other"] = Field(options=others)
        if others or not named:
            yield {"creature": Field(options=(who,)), **said}


@samples
def _tries(state: CampaignState, _: str) -> Samples[TryCheck]:
    """Yield a sample command for each check.

    Checks of the current area come first, and checks with the same fields share a sample.
    """
    together: dict[tuple[str | int | None, tuple[tuple[str, Choice], ...]], list[str]] = {}
    area = state.adventure.area if state.adventure else None
    for check in sorted(book(state).checks, key=lambda one: area_of(state, one) != area) if state.adventure else ():
        for form in _forms(state, check):
            together.setdefault((check.opposed_by or check.stored, tuple(form.items())), []).append(check.id)
    for (_opposes, said), ids in together.items():
        yield offer(TryCheck, check=Field(options=tuple(ids)), **dict(said))
    if not together:
        yield offer(TryCheck, check="climb-the-tunnel", creature=some(state.characters)[:1])
