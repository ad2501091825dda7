"""What may be tried in the adventure, and what comes of it; and what happens day by day in the timetable."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from services.bones.catalogue.adventure import CHECKS, KIN, Check
from services.bones.chapters.adventures import ShacklesChanged, check_idle, playing, put, shackle, turn
from services.bones.chapters.items import MAX_ITEMS, CoinsSet, ItemGiven, ItemLost, unanswered
from services.bones.chapters.recovery import TheFightGoesOn
from services.bones.chapters.rolls import check_can_roll
from services.bones.chapters.settling import TaskSettled
from services.bones.chapters.tasks import begin, check_free
from services.bones.chapters.terms import check_terms
from services.bones.chapters.themes import castings, check_casting
from services.bones.chapters.tribe import OutOfHerReach, check_reach, enchant, new_thing, sacrifice
from services.bones.chapters.wounds import check_alive, deal, kill
from services.bones.context import CampaignContext
from services.bones.reading.adventure import fate, gear, in_reach, lasting, next_entry, spells, there
from services.bones.reading.moving import METRES
from services.bones.reading.owned import may_try
from services.bones.state.adventure import Fate
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting
from services.bones.state.tasks import Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import known
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.refusals import Fact, Refusal
from shared.kernel.samples import TEXT, Choice, Field, Samples, offer

MOST_COINS: Final = 1_000_000
OTHER: Final = "other"
MIND: Final = "mind"

# ---------------------------------------------------------------- refusals


class NotAsThingsAre(Refusal, rule="BN-CAMP-125"):
    """A check is tried as long as it can be: whom it concerns is as it says, what it needs is at hand and done."""


class NotOfThisCheck(Refusal, rule="BN-CAMP-125"):
    """A check takes what it says, and no more: whom else it is about, what averts it, and by which magic it is."""


# ---------------------------------------------------------------- commands


class TryCheck(GameMasterCommand, frozen=True, kw_only=True):
    """Let somebody try a check of the adventure, which says what it is rolled with and against.

    `other`: who opposes it, where the adventure leaves that open, or whose shackles it is about; `averted`: it is as
    the check names it, and the other side has no free success; `theme`: by which magic is called on.
    """

    check: Id
    creature: Id
    other: Id | None = None
    averted: bool = False
    theme: Line | None = None


class AdvanceTimetable(GameMasterCommand, frozen=True, kw_only=True):
    """Let the next event of the timetable happen; or not, where the characters `interfered`: say how.

    It has days of its own, and moves no clock of the campaign: rest, and time that passes, are said by PassTime.
    What comes of it for one of the characters, whom the game master names, is a check.
    """

    interfered: Line | None = None


# ---------------------------------------------------------------- events


class CheckCame(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A check came to this. `told`: to all; done: what is not done again; metres: how far a round it leads others."""

    check: str
    creature: str
    success: bool
    told: str | None = None
    task: str | None = None
    done: str | None = None
    metres: str | None = None


class TimetableAdvanced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """This happened in the catacombs; or would have, if the characters had not interfered.

    Shape: place: which event of its day it is, from 1; area: where the captives are, if it is about them
    """

    day: int
    place: int
    time: str
    event: Secret[str]
    area: str | None = None
    interfered: str | None = None


# ---------------------------------------------------------------- judgement


@judge
def try_check(ctx: CampaignContext, command: TryCheck) -> None:
    """Rule: BN-ADV-20 to BN-ADV-75, BN-ADV-95, BN-ADV-98, BN-R-221, BN-R-222, BN-R-223, BN-CAMP-125.

    Refuses: OneAdventure, NotKnownHere, NotAsThingsAre, NotOfThisCheck, OutOfHerReach, BeyondHurt, OneTask,
             TooManyHere, NoDiceLeft, AnswerFirst, MayNotTry, OpposesItself, ThemeNeeded, NotMagic
    """
    playing(ctx)
    check, who = known(CHECKS, command.check, "check"), ctx.character(command.creature, "creature").id
    if needs := _lacks(ctx.state, check, who):
        raise NotAsThingsAre(needs=needs, has=who, field="check")
    _check_said(ctx, check, command)
    theme = check.theme or command.theme
    casting = None if theme is None else Casting(theme=theme)
    if check.skill is None:
        check_alive(ctx, who)
        check_casting(ctx, who, None, casting)
        if check.captive:
            check_idle(ctx, who, "creature")
        done = command.averted or not check.failure
        come(ctx, check, who, successes=0 if done else None, upon=command.other)
        return
    check_free(ctx, who)
    check_can_roll(ctx, who, "creature")
    if check.stored and not spells(ctx.state, check.person or ""):
        enchant(ctx, KIN[check.person or ""])
    terms = terms_of(ctx.state, check, command.other, averted=command.averted)
    check_terms(ctx, who, terms)
    check_casting(ctx, who, terms.skill, casting)
    begin(ctx, who, check.said, terms, fight=False, casting=casting, check=check.id, upon=command.other)


def _lacks(state: CampaignState, check: Check, who: str) -> Fact:
    """Return what a check needs that is not so, if anything. Rule: BN-ADV-33, BN-ADV-48, BN-ADV-56, BN-CAMP-125."""
    adventure, opposes = state.adventure, check.opposed_by in KIN
    done, characters = (adventure.done, adventure.characters) if adventure else ((), ())
    wanting: tuple[tuple[Fact, object], ...] = (
        (check.fates, check.fates and fate(state, check.person or "") not in check.fates),
        (f"{check.once} not done", check.once in done),
        (check.after, check.after and check.after not in done),
        (check.needs, check.needs and all(item.name != check.needs for item in gear(state, who))),
        (f"SpawnOfAdventure {check.person}", check.stored and not there(state, check.person or "")),
        (check.by, check.by and who not in there(state, check.by)),
        (check.opposed_by, opposes and not there(state, check.opposed_by or "")),
        ("a character of the adventure", check.captive and who not in characters),
    )
    return next((needs for needs, lacks in wanting if lacks), None)


def _check_said(ctx: CampaignContext, check: Check, command: TryCheck) -> None:
    """Rule: BN-ADV-13, BN-ADV-55, BN-ADV-95, BN-CAMP-125. Refuses: NotOfThisCheck, NotKnownHere, OutOfHerReach."""
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
        check_reach(ctx, command.other, "other")
        if command.averted:
            raise OutOfHerReach(needs="somebody who smells her", has=command.other, field="averted")


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


@follows
def _settled(ctx: CampaignContext, event: TaskSettled) -> None:
    """Let come of a check what the adventure says. Rule: BN-ADV-22 to BN-ADV-75."""
    task = ctx.state.tasks[event.task]
    if task.check and ctx.state.adventure is not None:
        came = (event.successes or 0) if event.success else None
        come(ctx, CHECKS[task.check], task.creature, successes=came, task=task.id, upon=task.upon)


def come(  # noqa: PLR0913 what came of which task, and upon whom
    ctx: CampaignContext, check: Check, who: str, *, successes: int | None, task: str | None = None,
    upon: str | None = None,
) -> None:  # fmt: skip
    """Let be known what a check came to, None for failure, and what follows of it.

    Rule: BN-ADV-39, BN-ADV-49, BN-ADV-50, BN-ADV-56, BN-CAMP-125, BN-CAMP-132
    """
    success = successes is not None
    done = check.once if success and check.once not in playing(ctx).done else None
    ctx.emit(
        CheckCame(
            check=check.id, creature=who, success=success, told=check.told(success=success), task=task,
            done=done, metres=str(METRES / 2) if success and check.half_move else None,
        )
    )  # fmt: skip
    if success and (done or not check.once):
        _gain(ctx, check, who, successes or 0)
    to = check.sets if success else check.fails
    if check.person and to:
        turn(ctx, Fate(person=check.person, fate=to))
    _befall(ctx, check, who, success=success, upon=upon or who)


def _befall(ctx: CampaignContext, check: Check, who: str, *, success: bool, upon: str) -> None:
    """Let a check have its effects on whoever tried it. Rule: BN-ADV-02, BN-ADV-49, BN-ADV-88, BN-ADV-93."""
    state = ctx.state
    if success and check.frees and upon in state.characters and state.characters[upon].shackled:
        ctx.emit(ShacklesChanged(creature=upon, levels=0, reason=check.said))
    if success and check.sacrifices and not lasting(state, who):
        sacrifice(ctx, check.sacrifices)
    if check.shackles:
        shackle(ctx, who, check.said)
    if success and check.kills:
        kill(ctx, who, check.said)
    if not success:
        deal(ctx, who, check.damage, "other")


def _gain(ctx: CampaignContext, check: Check, who: str, successes: int) -> None:
    """Give what a check brings, for what it uses up. Rule: BN-ADV-21, BN-ADV-23, BN-ADV-28, BN-ADV-43, BN-ADV-96."""
    one = ctx.state.characters[who]
    used = [item for item in gear(ctx.state, who) if check.spent and item.name == check.needs][:1]
    for item in used:
        ctx.emit(ItemLost(creature=who, item=item.id, reason=check.said))
    if check.finds and len(one.items) < MAX_ITEMS + len(used):
        found = new_thing(ctx, check.finds)
        ctx.emit(ItemGiven(creature=who, item=replace(found, ready=any(item.ready for item in used))))
    if coins := check.coins + check.coins_each * successes:
        ctx.emit(CoinsSet(creature=who, coins=min(one.coins + coins, MOST_COINS), reason=check.said))


@judge
def advance_timetable(ctx: CampaignContext, command: AdvanceTimetable) -> None:
    """Rule: BN-ADV-74, BN-ADV-76 to BN-ADV-94, BN-ADV-100, BN-ADV-101, BN-R-215, BN-R-216, BN-R-224, BN-CAMP-129.

    Refuses: OneAdventure, TheFightGoesOn, AnswerFirst
    """
    adventure, state = playing(ctx), ctx.state
    if state.combat is not None:
        raise TheFightGoesOn(needs="no fight", has=state.combat.id)
    tried = [key for key, task in state.tasks.items() if task.check or task.creature in adventure.characters]
    if waits := in_order((*state.waiting, *tried)):
        raise AnswerFirst(needs=waits)
    day, place, entry = next_entry(adventure)
    area = state.settings.adventure.captives_area if entry.captives else None
    ctx.emit(
        TimetableAdvanced(
            day=day, place=place, time=entry.time, event=ctx.secret(entry.event), area=area,
            interfered=command.interfered,
        )
    )  # fmt: skip
    if command.interfered is not None:
        return
    if entry.sets:
        of = {one: fate(ctx.state, one.person) for one in entry.sets}
        turn(ctx, *(Fate(person=one.person, fate=one.to) for one, now in of.items() if now in one.of))
    if entry.each is not None:
        _each_tries(ctx, CHECKS[entry.each])


def _each_tries(ctx: CampaignContext, check: Check) -> None:
    """Let each character try what the event asks of it; whoever cannot roll fails. Rule: BN-ADV-74, BN-ADV-90."""
    for who in playing(ctx).characters:
        one = ctx.state.characters[who]
        if one.down and not one.dead:
            come(ctx, check, who, successes=None)
        elif not one.dead:
            terms = terms_of(ctx.state, check, None, averted=False)
            begin(ctx, who, check.said, terms, fight=False, check=check.id)


# ---------------------------------------------------------------- fold


@fold
def _came(state: CampaignState, event: CheckCame) -> CampaignState:
    done = state.adventure.done if state.adventure else ()
    return put(state, done=(*done, event.done)) if event.done else state


@fold
def _advanced(state: CampaignState, event: TimetableAdvanced) -> CampaignState:
    return put(state, day=event.day, come=event.place)


# ---------------------------------------------------------------- samples


def _able(state: CampaignState, check: Check) -> tuple[str, ...]:
    """Return who may try a check."""
    busy = {task.creature for task in state.tasks.values()}
    return in_order(
        who for who, one in state.characters.items()
        if not _lacks(state, check, who) and who not in there(state, check.opposed_by or "")
        and not one.dead and not (one.kind == "horde" and one.down)
        and (_rolls(state, who, check.skill, busy) if check.skill else not (check.captive and state.waits_for(who)))
    )  # fmt: skip


def _rolls(state: CampaignState, who: str, skill: str | None, busy: Collection[str]) -> bool:
    one = state.characters[who]
    free = who not in busy and not state.in_combat(who) and not unanswered(state, who)
    return skill is not None and one.ready and not one.down and free and may_try(state, who, skill)


def _others(state: CampaignState, check: Check, who: str) -> tuple[str, ...]:
    """Return whose mind a check may be aimed at, or who else may oppose it."""
    if check.theme:
        able = [key for key, one in state.characters.items() if not one.dead and in_reach(state, key)]
    else:
        able = [key for key in state.characters if _rolls(state, key, check.opposed_skill, ())]
    return in_order(one for one in able if one != who)


def _forms(state: CampaignState, check: Check) -> Iterator[dict[str, Choice]]:
    """Return what may be said besides a check: at once, or of each who names a theme or somebody else."""
    able, more = _able(state, check), dict[str, Choice]()
    if check.averted_by and not check.theme:
        more["averted"] = Field(options=(False, True))
    if check.frees:
        more["other"] = Field(options=(None, *in_order(state.characters)))
    named = check.opposed_by in {OTHER, MIND}
    if able and check.skill != "Magic" and not named:
        yield {"creature": Field(options=able), **more}
        return
    for who in able:
        said, others = dict(more), _others(state, check, who)
        if check.skill == "Magic" and not check.theme:
            said["theme"] = Field(options=tuple(one.theme for one in castings(state, who)) or (None,))
        if named:
            said["other"] = Field(options=others)
        if others or not named:
            yield {"creature": Field(options=(who,)), **said}


@samples
def _tries(state: CampaignState, _: str) -> Samples[TryCheck]:
    """Offer together the checks of which the same may be said, those of the present area first."""
    together: dict[tuple[str | int | None, tuple[tuple[str, Choice], ...]], list[str]] = {}
    area = state.adventure.area if state.adventure else None
    for check in sorted(CHECKS.values(), key=lambda one: one.area != area) if state.adventure else ():
        for form in _forms(state, check):
            together.setdefault((check.opposed_by or check.stored, tuple(form.items())), []).append(check.id)
    for (_opposes, said), ids in together.items():
        yield offer(TryCheck, check=Field(options=tuple(ids)), **dict(said))
    if not together:
        yield offer(TryCheck, check="climb-the-tunnel", creature=some(state.characters)[:1])


@samples
def _advances(_: CampaignState, __: str) -> Samples[AdvanceTimetable]:
    yield offer(AdvanceTimetable())
    yield offer(AdvanceTimetable(interfered="they beat them back"), interfered=TEXT)
