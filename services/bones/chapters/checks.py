"""What may be tried in the adventure: each check by its name, and what comes of it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from services.bones.catalogue.adventure import CHECKS, KIN, Check
from services.bones.chapters.adventures import playing, put, turn
from services.bones.chapters.items import MAX_ITEMS, CoinsSet, ItemGiven, unanswered
from services.bones.chapters.matron import check_reach
from services.bones.chapters.rolls import check_can_roll
from services.bones.chapters.settling import TaskSettled
from services.bones.chapters.shackles import ShacklesRemoved, new_thing
from services.bones.chapters.tasks import TaskProposed, TaskSet, check_free
from services.bones.chapters.terms import check_terms
from services.bones.chapters.themes import ThemeNeeded, castings, check_casting
from services.bones.chapters.wounds import check_alive, deal
from services.bones.context import CampaignContext
from services.bones.reading.adventure import fate, gear, spells, there
from services.bones.reading.moving import METRES
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting
from services.bones.state.tasks import Task, Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import known
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_COINS: Final = 1_000_000
OTHER: Final = "other"
MIND: Final = "mind"

# ---------------------------------------------------------------- refusals


class NotAtHand(Refusal, rule="BN-ADV-48"):
    """A check that is made with something needs it in the hands of whoever tries."""


class NotAsThingsAre(Refusal, rule="BN-CAMP-125"):
    """A check is tried while whom it concerns is as it says, after what comes before it, and not when it is done."""


class WhomElse(Refusal, rule="BN-CAMP-125"):
    """A check that opposes somebody whom the game master chooses names it, and every other check names nobody."""


class NothingToAvert(Refusal, rule="BN-CAMP-125"):
    """Only what the adventure gives an opponent for nothing can be averted, by what the adventure says."""


class OnlyTheMatron(Refusal, rule="BN-ADV-56"):
    """This is magic of the Matron's, and nobody else tries it."""


# ---------------------------------------------------------------- commands


class TryCheck(GameMasterCommand, frozen=True, kw_only=True):
    """Let somebody try a check of the adventure, which says what it is rolled with and against.

    `other`: who opposes it, where the adventure leaves that open, or whose shackles it is about; `averted`: a good
    plan, or whatever the check names, leaves the other side without its free success; `smells_her`: whom the Matron
    would rule does; `theme`: by which magic is called on.
    """

    check: Id
    creature: Id
    other: Id | None = None
    averted: bool = False
    theme: Line | None = None
    smells_her: bool = True


# ---------------------------------------------------------------- events


class CheckCame(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A check came to this. `done`: what is not done again; metres: how far a round it leads others."""

    check: str
    creature: str
    success: bool
    told: str
    task: str | None = None
    done: str | None = None
    metres: str | None = None


# ---------------------------------------------------------------- judgement


@judge
def try_check(ctx: CampaignContext, command: TryCheck) -> None:
    """Rule: BN-ADV-20 to BN-ADV-75, BN-ADV-95, BN-ADV-98, BN-R-221, BN-R-222, BN-R-223, BN-CAMP-125.

    Refuses: NoAdventure, NotKnownHere, NotAsThingsAre, NotAtHand, OnlyTheMatron, WhomElse, NothingToAvert,
             OutOfHerReach, BeyondHurt, OneTask, TooManyHere, NoDiceLeft, AnswerFirst, MayNotTry, OpposesItself,
             ThemeNeeded, NotMagic
    """
    playing(ctx)
    check, who = known(CHECKS, command.check, "check"), ctx.character(command.creature, "creature").id
    _check_so(ctx, check, who)
    _check_named(ctx, check, command)
    if check.theme and command.theme not in {None, check.theme}:
        raise ThemeNeeded(needs=check.theme, has=command.theme, field="theme")
    theme = check.theme or command.theme
    casting = None if theme is None else Casting(theme=theme)
    if check.skill is None:
        check_alive(ctx, who)
        check_casting(ctx, who, None, casting)
        come(ctx, check, who, successes=0 if command.averted or not check.failure else None)
        return
    check_free(ctx, who)
    check_can_roll(ctx, who, "creature")
    terms = terms_of(ctx.state, check, command.other, averted=command.averted)
    check_terms(ctx, who, terms)
    check_casting(ctx, who, terms.skill, casting)
    start(ctx, check, who, terms, other=command.other, casting=casting)


def _check_so(ctx: CampaignContext, check: Check, who: str) -> None:
    """Rule: BN-ADV-33, BN-ADV-48, BN-ADV-56, BN-CAMP-125. Refuses: NotAsThingsAre, NotAtHand, OnlyTheMatron."""
    now = None if check.person is None else fate(ctx.state, check.person)
    if check.fates and now not in check.fates:
        raise NotAsThingsAre(needs=check.fates, has=now, field="check")
    done = playing(ctx).done
    if (check.once is not None and check.once in done) or (check.after and check.after not in done):
        raise NotAsThingsAre(needs=check.after or f"{check.once} not done", has=done, field="check")
    if check.needs and all(item.name != check.needs for item in gear(ctx.state, who)):
        raise NotAtHand(needs=check.needs, has=who, field="creature")
    if check.stored and not spells(ctx.state, check.person or ""):
        raise NotAsThingsAre(needs=f"{check.person} under a spell", has=now, field="check")
    if check.by and who not in there(ctx.state, check.by):
        raise OnlyTheMatron(needs=check.by, has=who, field="creature")


def _check_named(ctx: CampaignContext, check: Check, command: TryCheck) -> None:
    """Rule: BN-ADV-13, BN-ADV-55, BN-ADV-95, BN-CAMP-125. Refuses: WhomElse, NothingToAvert, OutOfHerReach."""
    named = check.opposed_by in (OTHER, MIND)
    if (command.other is None) if named else (command.other is not None and not check.frees):
        raise WhomElse(needs="a creature" if named else "nobody", has=command.other, field="other")
    if check.opposed_by in KIN and not there(ctx.state, check.opposed_by):
        raise WhomElse(needs=check.opposed_by, has=None, field="check")
    if command.averted and not check.averted_by:
        raise NothingToAvert(needs="left out", has=check.id, field="averted")
    if command.other is not None and check.theme:
        check_reach(ctx, command.other, "other", smells_her=command.smells_her)
    elif command.other is not None:
        ctx.character(command.other, "other")


def terms_of(state: CampaignState, check: Check, other: str | None, *, averted: bool) -> Terms:
    """Return against what a check is rolled.

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


def start(  # noqa: PLR0913 who tries what, by what
    ctx: CampaignContext, check: Check, who: str, terms: Terms, *, other: str | None = None,
    casting: Casting | None = None,
) -> None:  # fmt: skip
    """Let somebody have a check as its task, on these terms."""
    task = Task(
        id=ctx.new_id("task"), creature=who, aim=check.task, skill=terms.skill, called=True, check=check.id, upon=other,
        casting=casting,
    )  # fmt: skip
    ctx.emit(TaskProposed(task=task))
    ctx.emit(TaskSet(task=task.id, skill=terms.skill, terms=terms, casting=casting))


@follows
def _settled(ctx: CampaignContext, event: TaskSettled) -> None:
    """Let come of a check what the adventure says. Rule: BN-ADV-22 to BN-ADV-75."""
    task = ctx.state.tasks[event.task]
    if task.check and ctx.state.adventure is not None:
        came = (event.successes or 0) if event.success else None
        come(ctx, CHECKS[task.check], task.creature, successes=came, task=task)


def come(
    ctx: CampaignContext, check: Check, who: str, *, successes: int | None, task: Task | None = None
) -> None:  # fmt: skip
    """Let be known what a check came to, None for failure, and what follows of it.

    Rule: BN-ADV-39, BN-ADV-49, BN-ADV-50, BN-ADV-56, BN-CAMP-125
    """
    success = successes is not None
    done = check.once if success and check.once not in playing(ctx).done else None
    told = (check.success if success else check.failure) or check.task
    ctx.emit(
        CheckCame(
            check=check.id, creature=who, success=success, told=told, task=task.id if task else None, done=done,
            metres=str(METRES / 2) if success and check.half_move else None,
        )
    )  # fmt: skip
    if success and (done or not check.once):
        _gain(ctx, check, who, successes or 0)
    to = check.sets if success else check.fails
    if check.person and to:
        turn(ctx, check.person, to)
    if success and check.frees:
        upon = (task.upon if task else None) or who
        if upon in ctx.state.characters and ctx.state.characters[upon].shackled:
            ctx.emit(ShacklesRemoved(creature=upon, reason=check.task))
    if not success:
        deal(ctx, who, check.damage, "other")


def _gain(ctx: CampaignContext, check: Check, who: str, successes: int) -> None:
    """Give what a check brings. Rule: BN-ADV-21, BN-ADV-23, BN-ADV-28, BN-ADV-43, BN-ADV-47, BN-ADV-57."""
    one = ctx.state.characters[who]
    if check.finds and len(one.items) < MAX_ITEMS:
        ctx.emit(ItemGiven(creature=who, item=new_thing(ctx, check.finds)))
    if coins := check.coins + check.coins_each * successes:
        ctx.emit(CoinsSet(creature=who, coins=min(one.coins + coins, MOST_COINS), reason=check.task))


# ---------------------------------------------------------------- fold


@fold
def _came(state: CampaignState, event: CheckCame) -> CampaignState:
    done = state.adventure.done if state.adventure else ()
    return put(state, done=(*done, event.done)) if event.done else state


# ---------------------------------------------------------------- samples


def _may(state: CampaignState, check: Check) -> tuple[str, ...]:
    """Return who may try a check, or somebody whose refusal says why not."""
    busy = {task.creature for task in state.tasks.values()}
    able = [
        who for who, one in state.characters.items()
        if (not check.by or who in there(state, check.by)) and who not in there(state, check.opposed_by or "")
        and (not check.needs or any(item.name == check.needs for item in one.items.values()))
        and not one.dead and not (one.kind == "horde" and one.down)
        and (check.skill is None or _rolls(state, who, check.skill, busy))
    ]  # fmt: skip
    return in_order(able) or some(state.characters)[:1]


def _rolls(state: CampaignState, who: str, skill: str, busy: set[str]) -> bool:
    one = state.characters[who]
    free = who not in busy and not state.in_combat(who) and not unanswered(state, who)
    return one.ready and not one.down and free and may_try(state, who, skill)


@samples
def _tries(state: CampaignState, _: str) -> Samples[TryCheck]:
    if state.adventure is None:
        yield offer(TryCheck, check="climb-the-tunnel", creature=some(state.characters)[:1])
        return
    smells = Field(options=(True, False))
    for check in CHECKS.values():
        able, averts = _may(state, check), Field(options=(False, True)) if check.averted_by else False
        common = {"averted": averts, "smells_her": True if check.theme else smells}
        if check.skill == "Magic" or check.opposed_by in {OTHER, MIND}:
            for who in able:
                magic = check.skill == "Magic" and not check.theme
                themes = tuple(one.theme for one in castings(state, who)) if magic else ()
                named = in_order(one for one in state.characters if one != who)
                others = named if check.opposed_by in {OTHER, MIND} else None
                plain = TryCheck(check=check.id, creature=who, theme=next(iter(themes), None))
                yield offer(plain, other=others, theme=themes or (None, check.theme), **common)
        else:
            upon = Field(options=(None, *in_order(state.characters))) if check.frees else None
            plain = TryCheck(check=check.id, creature=able[0])
            yield offer(plain, creature=Field(options=able), other=upon, **common)
