"""The timetable of the adventure: what happens day by day, unless the characters interfere."""

from __future__ import annotations

from services.bones.catalogue.adventure import CHECKS, PEOPLE, Entry
from services.bones.chapters.adventures import playing, put, turn
from services.bones.chapters.checks import start, terms_of
from services.bones.chapters.matron import sacrifice
from services.bones.chapters.recovery import TheFightGoesOn
from services.bones.chapters.shackles import shackle
from services.bones.chapters.wounds import deal, kill
from services.bones.context import CampaignContext
from services.bones.reading.adventure import fate, next_entry, there
from services.bones.state.adventure import Adventure, Yields
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

RESISTS_IN: str = "3"
"""Where somebody who resists the Matron is shackled. Source: BN-R-216."""

# ---------------------------------------------------------------- refusals


class SayTheConsort(Refusal, rule="BN-ADV-88"):
    """Who is chosen for the Matron, and how it went before her, is said where the timetable comes to it alone."""


class NotOneOfThem(Refusal, rule="BN-ADV-88"):
    """The tribe chooses a consort among the characters of the adventure who are alive."""


class NothingChanges(Refusal, rule="BN-CAMP-128"):
    """The fate of somebody is set to another, as long as it can still change; the dead stay dead."""


# ---------------------------------------------------------------- commands


class AdvanceTimetable(GameMasterCommand, frozen=True, kw_only=True):
    """Let the next event of the timetable happen; or not, where the characters `interfered`: say how.

    It has days of its own, and moves no clock of the campaign: rest, and time that passes, are said by PassTime.
    `consort`: who is chosen for the Matron; `yields`: how it went before her.
    """

    interfered: Line | None = None
    consort: Id | None = None
    yields: Yields | None = None


class SetFate(GameMasterCommand, frozen=True, kw_only=True):
    """Say what has become of somebody in the adventure, as the characters brought it about."""

    person: Line
    fate: Line
    reason: Line


# ---------------------------------------------------------------- events


class TimetableAdvanced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """This happened in the catacombs; or would have, if the characters had not interfered.

    Shape: place: which event of its day it is, from 1; area: where the captives are, if it is about them
    """

    day: int
    place: int
    time: str
    event: str
    area: str | None = None
    interfered: str | None = None


class ConsortTaken(Event, frozen=True, kw_only=True):
    """The Matron has somebody for her consort, or would; nobody, once it is killed and no other is chosen."""

    creature: str | None
    yields: Yields | None


# ---------------------------------------------------------------- judgement


@judge
def advance_timetable(ctx: CampaignContext, command: AdvanceTimetable) -> None:
    """Rule: BN-ADV-76 to BN-ADV-94, BN-ADV-100, BN-ADV-101, BN-R-215, BN-R-216, BN-R-224, BN-CAMP-129.

    Refuses: NoAdventure, TheFightGoesOn, AnswerFirst, SayTheConsort, NotKnownHere, NotOneOfThem
    """
    adventure, state = playing(ctx), ctx.state
    if state.combat is not None:
        raise TheFightGoesOn(needs="no fight", has=state.combat.id)
    tried = [key for key, task in state.tasks.items() if task.check or task.creature in adventure.characters]
    if waits := in_order((*state.waiting, *tried)):
        raise AnswerFirst(needs=waits)
    day, place, entry = next_entry(adventure)
    _check_consort(ctx, entry, command)
    area = None
    if entry.captives:
        among = command.yields == "resisting" and entry.consort
        area = RESISTS_IN if among else state.settings.adventure.captives_area
    ctx.emit(
        TimetableAdvanced(
            day=day, place=place, time=entry.time, event=entry.event, area=area, interfered=command.interfered
        )
    )  # fmt: skip
    if command.interfered is None:
        _happens(ctx, entry, command)


def _needs(adventure: Adventure, entry: Entry, command: AdvanceTimetable) -> tuple[bool, bool, bool]:
    """Return whether an event needs a consort to be named, may have one named, and needs to know how it went."""
    if command.interfered is not None or entry.consort is None:
        return False, False, False
    if entry.consort == "chosen":
        return True, True, True
    judged = entry.consort == "judged"
    return False, judged and adventure.yields in (None, "resisting"), not judged and adventure.consort is not None


def _check_consort(ctx: CampaignContext, entry: Entry, command: AdvanceTimetable) -> None:
    """Rule: BN-ADV-88, BN-ADV-91, BN-ADV-93. Refuses: SayTheConsort, NotKnownHere, NotOneOfThem."""
    must, may, went = _needs(playing(ctx), entry, command)
    if (command.consort is None and must) or (command.consort is not None and not may):
        raise SayTheConsort(needs="a character" if must else "left out", has=command.consort, field="consort")
    if (command.yields is not None) != went:
        raise SayTheConsort(needs="how it went" if went else "left out", has=command.yields, field="yields")
    if command.consort is not None:
        one = ctx.character(command.consort, "consort")
        if one.id not in playing(ctx).characters or one.dead or (not must and one.id == playing(ctx).consort):
            raise NotOneOfThem(needs=playing(ctx).characters, has=one.id, field="consort")


def _happens(ctx: CampaignContext, entry: Entry, command: AdvanceTimetable) -> None:
    """Let an event of the timetable have its effects. Rule: BN-ADV-78, BN-ADV-84, BN-ADV-87, BN-ADV-90, BN-ADV-100."""
    for one in entry.sets:
        if fate(ctx.state, one.person) in one.of:
            turn(ctx, one.person, one.to)
    if entry.consort == "judged":
        _judged(ctx, command.consort)
    elif entry.consort is not None and (who := command.consort or playing(ctx).consort):
        _before_her(ctx, entry, who, command.yields)
    if entry.each:
        _each_tries(ctx, entry)


def _before_her(ctx: CampaignContext, entry: Entry, who: str, yields: Yields | None) -> None:
    """Let somebody be brought before the Matron. Rule: BN-ADV-88, BN-ADV-91."""
    spells = [one for one in ctx.state.effects.values() if one.kind == "mind" and one.target == who]
    ruled = any(one.lasts == "blood" for one in spells) or (playing(ctx).yields, playing(ctx).consort) == (yields, who)
    ctx.emit(ConsortTaken(creature=who, yields=yields))
    if yields == "dominated" and not ruled:
        sacrifice(ctx)
    shackle(ctx, who)
    if yields == "resisting":
        deal(ctx, who, entry.damage, "other")


def _judged(ctx: CampaignContext, another: str | None) -> None:
    """Let a consort who resists be killed, and another be chosen. Rule: BN-ADV-93."""
    adventure = playing(ctx)
    if adventure.yields in ("dominated", "faking"):
        return
    if adventure.consort is not None:
        kill(ctx, adventure.consort, "killed for the meal")
    if another != adventure.consort:
        ctx.emit(ConsortTaken(creature=another, yields=None))


def _each_tries(ctx: CampaignContext, entry: Entry) -> None:
    """Let each character try what the event asks of it; whoever cannot roll fails. Rule: BN-ADV-74, BN-ADV-90."""
    check = CHECKS[entry.each or ""]
    for who in playing(ctx).characters:
        one = ctx.state.characters[who]
        if one.down:
            deal(ctx, who, entry.damage, "want")
        elif not one.dead:
            start(ctx, check, who, terms_of(ctx.state, check, None, averted=False))


@judge
def set_fate(ctx: CampaignContext, command: SetFate) -> None:
    """Rule: BN-R-217, BN-CAMP-128. Refuses: NoAdventure, NotKnownHere, NothingChanges, AnswerFirst."""
    playing(ctx)
    person = known(PEOPLE, command.person, "person")
    known(dict.fromkeys(person.fates), command.fate, "fate")
    now = fate(ctx.state, person.name)
    if now in ("dead", command.fate):
        raise NothingChanges(needs="another fate of somebody alive", has=now, field="fate")
    for who in there(ctx.state, person.name) if command.fate == "dead" else ():
        if waits := ctx.state.waits_for(who):
            raise AnswerFirst(needs=waits, has=who, field="person")
    turn(ctx, person.name, command.fate, command.reason)


# ---------------------------------------------------------------- fold


@fold
def _advanced(state: CampaignState, event: TimetableAdvanced) -> CampaignState:
    return put(state, day=event.day, come=event.place)


@fold
def _taken(state: CampaignState, event: ConsortTaken) -> CampaignState:
    return put(state, consort=event.creature, yields=event.yields)


# ---------------------------------------------------------------- samples


@samples
def _advances(state: CampaignState, _: str) -> Samples[AdvanceTimetable]:
    yield offer(AdvanceTimetable(interfered="they beat them back"), interfered=TEXT)
    if state.adventure is None:
        return
    must, may, went = _needs(state.adventure, next_entry(state.adventure)[2], AdvanceTimetable())
    able = in_order(who for who in state.adventure.characters if not state.characters[who].dead)
    others = tuple(who for who in able if must or who != state.adventure.consort)
    usual = AdvanceTimetable(yields="resisting" if went else None, consort=(others or (NOBODY,))[0] if must else None)
    whom = others if must else (None, *others)
    said = {"yields": Field(options=("dominated", "faking", "resisting"))} if went else {}
    yield offer(usual, **said, **({"consort": whom} if may else {}))


@samples
def _fates(state: CampaignState, _: str) -> Samples[SetFate]:
    for person in PEOPLE.values():
        busy = any(state.waits_for(who) for who in there(state, person.name))
        gone = {"dead"} if busy else set()
        others = tuple(one for one in person.fates if one != fate(state, person.name) and one not in gone)
        yield offer(SetFate, person=person.name, fate=Field(options=others), reason=("as they brought it about", TEXT))
