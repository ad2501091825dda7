"""The timetable: the events of the adventure, day by day, unless the characters interfere."""

from __future__ import annotations

from collections.abc import Iterator

from services.bones.catalogue.adventure import Check, Entry
from services.bones.chapters.adventure import adventures, checks
from services.bones.chapters.tasks import recovery, tasks
from services.bones.context import CampaignContext
from services.bones.reading.adventure import CONSORT, book, consort, fate, next_entry, where
from services.bones.state.adventure import Fate
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Event, Line, Secret
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- commands


class AdvanceTimetable(GameMasterCommand, frozen=True, kw_only=True):
    """Make the next event of the timetable happen. If the characters `interfered` with it, say how.

    The timetable has its own days and does not move the campaign's clock: use PassTime for rest and time. For an event
    that affects a single character, try the event's check with TryCheck, and name the character there.
    """

    counts_as = "move"

    interfered: Line | None = None


# ---------------------------------------------------------------- events


class TimetableAdvanced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An event of the adventure's timetable happened, or would have happened if the characters had not interfered.

    Shape: place: the position of the event in its day, from 1; area: the area of the captives, for an event about them

    Rule: BN-CAMP-129
    """

    day: int
    place: int
    time: str
    event: Secret[str]
    area: str | None = None
    interfered: str | None = None


# ---------------------------------------------------------------- judgement


@judge_given(adventures.playing)
def advance_timetable(ctx: CampaignContext, command: AdvanceTimetable) -> None:
    """Make the next event of the timetable happen.

    Rule:    BN-ADV-74, BN-ADV-76 to BN-ADV-94, BN-ADV-100, BN-ADV-101, BN-R-215, BN-R-216, BN-R-224, BN-CAMP-129,
             BN-CAMP-207
    Refuses: OneAdventure, TheFightGoesOn, AnswerFirst
    """
    adventure, state = adventures.playing(ctx.state), ctx.state
    recovery.check_no_fight(state)
    tried = [key for key, task in state.tasks.items() if task.check or task.creature in adventure.characters]
    if waits := in_order((*state.waiting, *tried)):
        raise AnswerFirst(needs=waits)
    day, place, entry = next_entry(adventure, book(state).timetable)
    area = state.settings.adventure.captives_area if entry.captives else None
    ctx.emit(
        TimetableAdvanced(
            day=day, place=place, time=entry.time, event=ctx.secret(where(state, entry.event)), area=area,
            interfered=command.interfered,
        )
    )  # fmt: skip
    if command.interfered is not None:
        return
    if entry.sets:
        adventures.turn(ctx, *_turns(ctx.state, entry))
    if entry.each is not None:
        _each_tries(ctx, book(state).checks_by_id[entry.each])


def _turns(state: CampaignState, entry: Entry) -> Iterator[Fate]:
    """Yield each person whose fate a timetable event changes, with the person's new fate, such as `dead`.

    While there is no consort, the consort's fate does not change, unless the event chooses a consort.

    Rule: BN-ADV-78, BN-ADV-84, BN-ADV-88, BN-CAMP-134, BN-CAMP-207
    """
    people = book(state).people_by_name
    now, done = {person: fate(state, person) for person in people}, state.adventure.done if state.adventure else ()
    for one in entry.sets:
        lives, died = one.alive and now[one.alive] == "dead", one.dead and now[one.dead] != "dead"
        nobody = state.amended and one.person == CONSORT and one.to != "chosen" and consort(state) is None
        if now[one.person] in one.of and not (lives or died or nobody) and one.unless not in done:
            now[one.person] = one.to
            yield Fate(person=one.person, fate=one.to)


def _each_tries(ctx: CampaignContext, check: Check) -> None:
    """Begin a timetable event's check for each character. Characters who cannot roll fail.

    Rule: BN-ADV-74, BN-ADV-90
    """
    for who in adventures.playing(ctx.state).characters:
        one = ctx.state.characters[who]
        if one.down and not one.dead:
            checks.come(ctx, check, who, successes=None)
        elif not one.dead:
            terms = checks.terms_of(ctx.state, check, None, averted=False)
            tasks.begin(ctx, who, check.said, terms, fight=False, check=check.id)


# ---------------------------------------------------------------- fold


@fold
def _advanced(state: CampaignState, event: TimetableAdvanced) -> CampaignState:
    return adventures.change_adventure(state, day=event.day, come=event.place)


# ---------------------------------------------------------------- samples


@samples
def _advances(_: CampaignState, __: str) -> Samples[AdvanceTimetable]:
    yield offer(AdvanceTimetable())
    yield offer(AdvanceTimetable(interfered="they beat them back"), interfered=TEXT)
