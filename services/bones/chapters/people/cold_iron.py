"""Cold Iron: create a character one die at a time, in ten steps in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from services.bones.catalogue import SKILLS, STEPS, Background, Culture, Occupation, Slot
from services.bones.catalogue.sets import SETS
from services.bones.chapters.people import campaign, characters, dice
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Die, Path, Sheet, Text
from services.bones.state.drafts import Draft, SourceKind
from shared.kernel.campaign import forms, keeping, roster
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import check_owns, check_room, entry_of, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_DRAFTS: Final = 20
"""The maximum number of drafts (unfinished characters) at a time."""
CULTURE, BACKGROUND, SHEET, STORY = 1, 3, 9, 10
CHOICES: Final = (1, 3, 5, 7)
FILLS: Final = (2, 4, 6, 8)
OF: Final[Mapping[SourceKind, str]] = {
    "culture": "cultures", "background": "backgrounds", "occupation": "occupations",
}  # fmt: skip

# ---------------------------------------------------------------- refusals


class StepOutOfOrder(Refusal, rule="BN-CI-01"):
    """This is not the next step of this Cold Iron character: take the step that `needs` names first."""


class NamedWithoutDice(Refusal, rule="BN-R-209"):
    """This source has no die yet: choose another source, or have the faces of its die added with LoadData."""


class CultureFirst(Refusal, rule="BN-CI-02"):
    """This is not a culture: choose a culture for the first die."""


class BackgroundSecond(Refusal, rule="BN-CI-03"):
    """This is not a background: choose a background for the second die."""


class BackgroundNotOpen(Refusal, rule="BN-CI-04"):
    """The culture of the first die does not allow this background: choose one that it allows."""


class OwnSourceOnly(Refusal, rule="BN-CI-05"):
    """A later die cannot have this source: choose the character's own culture or background, or an occupation."""


class OccupationNotOpen(Refusal, rule="BN-CI-07"):
    """This cannot be the first occupation: choose one that both the culture and the background allow."""


class SecondNotOpen(Refusal, rule="BN-CI-08"):
    """The first occupation does not lead to this one: choose the first one again, or one that it leads to."""


class NotOnThisFace(Refusal, rule="BN-CAMP-03"):
    """This icon cannot go on this face: use one of the icons that `needs` lists."""


# ---------------------------------------------------------------- commands


class StartDraft(Command, frozen=True, kw_only=True):
    """Begin a Cold Iron character for your own seat, or for the named seat."""

    counts_as = "move"

    race: Line = campaign.HUMAN
    seat: Seat | None = None


class ChooseSource(Command, frozen=True, kw_only=True):
    """Choose the source of the next die (a culture, background or occupation). These are steps 1, 3, 5 and 7."""

    counts_as = "move"

    draft: Id
    of: SourceKind
    name: Line


class CompleteDie(Command, frozen=True, kw_only=True):
    """Fill the faces of the die whose source was chosen (steps 2, 4, 6 and 8 of creating the character)."""

    counts_as = "move"

    draft: Id
    die: Die


class FinishSheet(Command, frozen=True, kw_only=True):
    """Finish a draft's sheet and ask for equipment (step 9 of creating the character)."""

    counts_as = "move"

    draft: Id
    name: Line
    age: Line | None = None
    gender: Line | None = None
    description: Text | None = None
    other_equipment: Text | None = None
    equipment: characters.Equipment = ()


class WriteBackStory(Command, frozen=True, kw_only=True):
    """Write the back-story (step 10), which completes the character.

    The character can be played once its equipment is agreed.
    """

    counts_as = "move"

    draft: Id
    back_story: Text


class GiveUpDraft(Command, frozen=True, kw_only=True):
    """Discard a draft (an unfinished character)."""

    counts_as = "aside"

    draft: Id


# ---------------------------------------------------------------- events


class DraftStarted(Event, frozen=True, kw_only=True):
    """The draft of a Cold Iron character (one that is not finished yet) was started."""

    draft: str
    seat: str
    race: str


class SourceChosen(Event, frozen=True, kw_only=True):
    """The source of the next die was chosen."""

    draft: str
    of: SourceKind
    name: str


class DieCompleted(Event, frozen=True, kw_only=True):
    """The faces of a draft's die were filled."""

    draft: str
    die: Die


class SheetFinished(Event, frozen=True, kw_only=True):
    """The sheet of a draft is finished, with the equipment that its player asks for."""

    draft: str
    sheet: Sheet
    equipment: tuple[str, ...]


class DraftEnded(Event, frozen=True, kw_only=True):
    """A draft ended: its character was completed and appears next, or the draft was discarded."""

    draft: str


# ---------------------------------------------------------------- judgement


@judge
def start_draft(ctx: CampaignContext, command: StartDraft) -> None:
    """Begin a Cold Iron character. Rule: BN-CI-01, BN-R-212. Refuses: NotYours, NotKnownHere, TooManyHere."""
    seat = roster.seat_for(ctx, command.seat)
    campaign.check_race(ctx.state, command.race)
    check_room(ctx.state.drafts, MAX_DRAFTS)
    ctx.emit(DraftStarted(draft=ctx.new_id("draft"), seat=seat, race=command.race))


def own_draft(ctx: CampaignContext, which: str, *steps: int) -> Draft:
    """Return a draft that the acting seat may continue, if the draft is at one of these steps.

    Rule:    BN-CI-09 to BN-CI-18
    Refuses: NotKnownHere, NotYours, StepOutOfOrder
    """
    draft = entry_of(ctx.state.drafts, which, "draft")
    check_owns(ctx, draft.seat, "draft")
    if steps and draft.step not in steps:
        raise StepOutOfOrder(
            needs=f"step {draft.step}: {STEPS[draft.step - 1].does}", has=f"for step {' or '.join(map(str, steps))}"
        )
    return draft


@judge_given(there_are("drafts", field="draft"))
def choose_source(ctx: CampaignContext, command: ChooseSource) -> None:
    """Choose the source of the next die. Rule: BN-CI-02 to BN-CI-08, BN-R-209.

    Refuses: NotKnownHere, NamedWithoutDice, and the refusals of `own_draft` and `why_closed`
    """
    draft = own_draft(ctx, command.draft, *CHOICES)
    if draft.step == CULTURE and command.of != "culture":
        raise CultureFirst(needs="culture", has=command.of, field="of")
    if draft.step == BACKGROUND and command.of != "background":
        raise BackgroundSecond(needs="background", has=command.of, field="of")
    there = campaign.catalogue(ctx.state, OF[command.of])
    named = ((one.kind, one.name) for one in SETS.of(ctx.state).named_only)
    if without_dice := command.name not in there and (command.of, command.name) in named:
        there = {**there, command.name: None}
    entry_of(there, command.name, "name")
    for fault in why_closed(ctx.state, draft, command.of, command.name):
        raise fault
    if without_dice:
        raise NamedWithoutDice(needs=f"LoadData with it among the {OF[command.of]}", has=command.name, field="name")
    ctx.emit(SourceChosen(draft=draft.id, of=command.of, name=command.name))


def why_closed(state: CampaignState, draft: Draft, kind: SourceKind, name: str) -> Iterator[Refusal]:
    """Yield the reasons why a draft cannot use this source of the catalogue now. Rule: BN-CI-04 to BN-CI-08."""
    own = draft.culture if kind == "culture" else draft.background
    if kind == "occupation":
        yield from _career_closed(state, draft, name)
    elif draft.step > BACKGROUND and name != own:
        yield OwnSourceOnly(needs=own, has=name, field="name")
    elif draft.step == BACKGROUND:
        culture: Culture = campaign.catalogue(state, "cultures")[draft.culture or ""]
        if name not in culture.backgrounds:
            yield BackgroundNotOpen(needs=culture.backgrounds, has=f"{culture.name}: {name}", field="name")


def _career_closed(state: CampaignState, draft: Draft, name: str) -> Iterator[Refusal]:
    """Yield the reasons why an occupation is not allowed. A character may always repeat its occupation.

    Rule: BN-CI-06 to BN-CI-08, BN-CI-25
    """
    if draft.occupations:
        first: Occupation = campaign.catalogue(state, "occupations")[draft.occupations[0]]
        if first.leads_to is not None and name not in (first.name, *first.leads_to):
            yield SecondNotOpen(needs=first.leads_to, has=name, field="name")
        return
    background: Background = campaign.catalogue(state, "backgrounds")[draft.background or ""]
    there = campaign.catalogue(state, "occupations")
    cultures = there[name].cultures if name in there else ()
    if name not in background.occupations:
        yield OccupationNotOpen(needs=background.occupations, has=name, field="name")
    elif cultures and draft.culture not in cultures:
        yield OccupationNotOpen(needs=cultures, has=draft.culture, field="name")


@judge_given(there_are("drafts", field="draft"))
def complete_die(ctx: CampaignContext, command: CompleteDie) -> None:
    """Fill the faces of the die whose source was chosen (steps 2, 4, 6 and 8 of creating the character).

    Rule:    BN-CI-19 to BN-CI-24, BN-R-211, BN-R-212, BN-CAMP-03
    Refuses: NotOnThisFace, and the refusals of `own_draft`
    """
    draft = own_draft(ctx, command.draft, *FILLS)
    faces = zip(allowed_icons(ctx.state, draft), command.die.faces, strict=True)
    for place, (icons, face) in enumerate(faces, 1):
        if face not in icons:
            raise NotOnThisFace(needs=icons, has=f"face {place}: {face}", field="die")
    ctx.emit(DieCompleted(draft=draft.id, die=replace(command.die, of=draft.source)))


def allowed_icons(state: CampaignState, draft: Draft) -> tuple[tuple[str, ...], ...]:
    """Return the icons allowed on each face of the die that is being filled. Rule: BN-CAMP-03, BN-R-211, BN-R-212."""
    slots: tuple[Slot, ...] = campaign.catalogue(state, OF[draft.of])[draft.source or ""].slots
    return tuple(_icons(slot, draft.race) for slot in slots)


def _icons(slot: Slot, race: str) -> tuple[str, ...]:
    if slot.any:
        return tuple(SKILLS)
    icons = slot.choice or (slot.fixed or "",)
    return dice.of_race(icons[:1] if icons[0] in dice.SELF and race != campaign.HUMAN else icons, race)


@judge_given(there_are("drafts", field="draft"))
def finish_sheet(ctx: CampaignContext, command: FinishSheet) -> None:
    """Finish the sheet (step 9). Rule: BN-CI-17, BN-CI-27. Refuses: NotKnownHere, NotYours, StepOutOfOrder."""
    draft = own_draft(ctx, command.draft, SHEET)
    characters.check_equipment(ctx, command.equipment)
    sheet = forms.form(Sheet, command, race=draft.race)
    ctx.emit(SheetFinished(draft=draft.id, sheet=sheet, equipment=command.equipment))


@judge_given(there_are("drafts", field="draft"))
def write_back_story(ctx: CampaignContext, command: WriteBackStory) -> None:
    """Write the back-story. Rule: BN-CI-18, BN-CI-27. Refuses: NotKnownHere, NotYours, StepOutOfOrder, TooManyHere."""
    draft = own_draft(ctx, command.draft, STORY)
    roster.check_one_more(ctx.state)
    ctx.emit(DraftEnded(draft=draft.id))
    path = Path(culture=draft.culture or "", background=draft.background or "", occupations=draft.occupations)
    sheet = replace(draft.sheet or Sheet(name=draft.id), back_story=command.back_story)
    characters.appear(ctx, draft.seat, sheet=sheet, dice=draft.dice, asked=draft.equipment, path=path)


@judge_given(there_are("drafts", field="draft"))
def give_up_draft(ctx: CampaignContext, command: GiveUpDraft) -> None:
    """Discard the draft of a character. Rule: BN-CAMP-05. Refuses: NotKnownHere, NotYours."""
    ctx.emit(DraftEnded(draft=own_draft(ctx, command.draft).id))


# ---------------------------------------------------------------- fold


@fold
def _started(state: CampaignState, event: DraftStarted) -> CampaignState:
    new = Draft(id=event.draft, seat=event.seat, race=event.race)
    return replace(state.raise_counter(new.id), drafts={**state.drafts, new.id: new})


def _on(state: CampaignState, which: str, draft: Draft) -> CampaignState:
    """Return the campaign after one of its drafts (unfinished characters) moved to its next step."""
    return replace(state, drafts={**state.drafts, which: replace(draft, step=draft.step + 1)})


@fold
def _chosen(state: CampaignState, event: SourceChosen) -> CampaignState:
    draft = replace(state.drafts[event.draft], of=event.of, source=event.name)
    if event.of == "occupation":
        draft = replace(draft, occupations=(*draft.occupations, event.name))
    else:
        draft = replace(draft, **{event.of: event.name})
    return _on(state, draft.id, draft)


@fold
def _completed(state: CampaignState, event: DieCompleted) -> CampaignState:
    draft = state.drafts[event.draft]
    return _on(state, draft.id, replace(draft, dice=(*draft.dice, event.die)))


@fold
def _finished(state: CampaignState, event: SheetFinished) -> CampaignState:
    draft = state.drafts[event.draft]
    return _on(state, draft.id, replace(draft, sheet=event.sheet, equipment=event.equipment))


@fold
def _ended(state: CampaignState, event: DraftEnded) -> CampaignState:
    return replace(state, drafts=keeping.without(state.drafts, event.draft))


# ---------------------------------------------------------------- samples

ANY_DIE: Final = Field(schema="Die")
EXAMPLE: Final = Die(faces=("Universal", "Mental", "Craft", "Merchant", "Craft", "Social"))


def own_drafts(state: CampaignState, seat: str) -> tuple[Draft, ...]:
    """Return the drafts that a seat may continue.

    If the seat has none, return all drafts, so that the server refuses the sample command and gives the reason.
    """
    own = [which for which, one in state.drafts.items() if state.led_by(seat) or one.seat == seat]
    return tuple(state.drafts[which] for which in keeping.in_order(own or state.drafts))


@samples
def _begun(state: CampaignState, seat: str) -> Samples[StartDraft]:
    seats = Field(options=roster.playing(state) if state.led_by(seat) else (seat,))
    yield offer(StartDraft, race=(campaign.HUMAN, *campaign.races(state)), seat=(None, seats))


@samples
def _sources(state: CampaignState, seat: str) -> Samples[ChooseSource]:
    drafts = [draft.id for draft in own_drafts(state, seat)]
    for of, kind in OF.items():
        for draft in drafts or ((NOBODY,) if of == "culture" else ()):
            yield offer(ChooseSource, draft=draft, of=of, name=tuple(campaign.catalogue(state, kind)))


@samples
def _dice(state: CampaignState, seat: str) -> Samples[CompleteDie]:
    for draft in own_drafts(state, seat):
        if draft.step in FILLS:
            faces = tuple(icons[0] for icons in allowed_icons(state, draft))
            yield offer(CompleteDie, draft=draft.id, die=(Die(faces=faces), ANY_DIE))
    if not any(draft.step in FILLS for draft in own_drafts(state, seat)):
        yield offer(CompleteDie, draft=some(state.drafts), die=(EXAMPLE, ANY_DIE))


@samples
def _ends(state: CampaignState, seat: str) -> Samples[FinishSheet | WriteBackStory | GiveUpDraft]:
    own = some([draft.id for draft in own_drafts(state, seat)])
    optional = dict.fromkeys(("age", "gender", "description", "other_equipment"), (None, TEXT))
    yield offer(FinishSheet, draft=own, name=("Ash", TEXT), equipment=((), characters.things_of(state)), **optional)
    yield offer(WriteBackStory, draft=own, back_story=("Born in the cold.", TEXT))
    yield offer(GiveUpDraft, draft=own)
