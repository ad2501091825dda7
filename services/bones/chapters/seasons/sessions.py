"""Sessions: the icons and dice that characters earn for the sessions they played."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import MASTERY, SKILLS
from services.bones.chapters.people import campaign, dice, items
from services.bones.chapters.rolls import spiffs
from services.bones.context import CampaignContext
from services.bones.faces import BLANK, Face
from services.bones.reading import improvement
from services.bones.reading.reported import waiting_for_faces
from services.bones.reading.spiffs import open_survivals
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY, mine, some
from shared.kernel.campaign.seats import check_once
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_AT_ONCE: Final = 100
BLANKS: Final = (BLANK,) * (improvement.NEW_DIE_ICONS - 1)

# ---------------------------------------------------------------- refusals


class OnlyCharactersImprove(Refusal, rule="BN-R-100"):
    """This creature is not a character and learns nothing from sessions: name characters only."""


class TheDeadLearnNothing(Refusal, rule="BN-R-310"):
    """The character is dead and cannot learn: let its player continue with a new character."""


class SurvivalIsAsked(Refusal, rule="BN-CAMP-185"):
    """A use of spiffs to survive this death is open already: let the game master allow or veto it first."""


class NoIconWaits(Refusal, rule="BN-R-309"):
    """No icon has been earned: place an icon once the character has played enough sessions for it."""


class NoIconWhileDown(Refusal, rule="BN-CAMP-50"):
    """The character has no dice left: heal one before you place the icon. A new die does not end incapacity."""


class NoIconDuringARoll(Refusal, rule="BN-CAMP-52"):
    """Rolls of the character are open: settle the rolls before you place the icon.

    A roll is open as soon as its player has entered faces for it.
    """


class LastDieFull(Refusal, rule="BN-R-093"):
    """All dice of the character are full, and it may not have another die: leave the icon unplaced."""


class NewDieNeedsItsFace(Refusal, rule="BN-IMP-05"):
    """The second face of the new die is missing: choose Physical or Mental, or the icon of the character's race."""


class DieIsNotFull(Refusal, rule="BN-R-096"):
    """The last die still has a blank face: leave out `second`, since the icon is placed on the first blank face."""


# ---------------------------------------------------------------- commands


class RecordSession(GameMasterCommand, frozen=True, kw_only=True):
    """Record a session that was played, and the characters that took part."""

    counts_as = "move"

    creatures: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]


class PlaceIcon(Command, frozen=True, kw_only=True):
    """Place an earned icon on the first die with a blank face, or on a new die with a `second` face."""

    counts_as = "move"

    creature: Id
    icon: Face
    second: Face | None = None


# ---------------------------------------------------------------- events


class SessionRecorded(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A session was recorded, with the characters that played it.

    Shape: banked: characters for whom the session counts towards an icon; since_ten: characters for whom it counts
           towards an automatic success
    """

    session: int
    creatures: tuple[str, ...]
    banked: tuple[str, ...] = ()
    since_ten: tuple[str, ...] = ()


class IconEarned(Event, frozen=True, kw_only=True):
    """A character earned an icon with its banked sessions."""

    creature: str
    sessions: int


class AutomaticSuccessEarned(Event, frozen=True, kw_only=True):
    """A character earned another automatic success, which counts on every check."""

    creature: str


class IconPlaced(Event, frozen=True, kw_only=True):
    """An icon was placed on a die, perhaps a new one. `faces` lists all faces that the die has now."""

    creature: str
    icon: str
    number: int
    die: Die


# ---------------------------------------------------------------- judgement


@guard
def _survives_once(ctx: CampaignContext, command: spiffs.UseSpiffs) -> None:
    """Refuse a second use of spiffs to survive one death.

    Rule:    BN-CAMP-185
    Refuses: NotYours, SurvivalIsAsked
    """
    asked = open_survivals(ctx.state, command.creature)
    if command.use == "survive" and asked and ctx.state.amended:
        ctx.own(command.creature, "creature")
        raise SurvivalIsAsked(needs=asked, has=command.creature, field="use")


@judge
def record_session(ctx: CampaignContext, command: RecordSession) -> None:
    """Record which characters played, and the icons and successes that they earned.

    Rule:    BN-IMP-08, BN-IMP-12, BN-R-099, BN-CAMP-185
    Refuses: NamedTwice, NotKnownHere, OnlyCharactersImprove, TheDeadLearnNothing, AnswerFirst
    """
    check_once(command.creatures, "creatures")
    if (asked := open_survivals(ctx.state)) and ctx.state.amended:
        raise AnswerFirst(needs=asked)
    there = [_improving(ctx, who) for who in command.creatures]
    settings = ctx.state.settings.improvement
    ctx.emit(
        SessionRecorded(
            session=ctx.state.session + 1,
            creatures=in_order(command.creatures),
            banked=in_order(one.id for one in there if improvement.price(one, settings) is not None),
            since_ten=in_order(one.id for one in there if improvement.counts_for_automatic(one, settings)),
        )
    )
    for who in in_order(command.creatures):
        _earn(ctx, who)


def _improving(ctx: CampaignContext, who: str) -> Creature:
    """Return a character, and check that it can learn from a session.

    Rule:    BN-R-100, BN-R-310, BN-CAMP-25
    Refuses: NotKnownHere, OnlyCharactersImprove, TheDeadLearnNothing, AnswerFirst
    """
    one = ctx.character(who, "creatures")
    if not one.plays:
        raise OnlyCharactersImprove(needs="character", has=one.kind, field="creatures")
    if one.dead:
        raise TheDeadLearnNothing(needs="alive", has=who, field="creatures")
    items.check_answered(ctx.state, who, "creatures")
    return one


def _earn(ctx: CampaignContext, who: str) -> None:
    """Record the icons and automatic successes that a character has earned.

    Rule:    BN-R-092, BN-R-097, BN-R-309, BN-R-094
    """
    settings = ctx.state.settings.improvement
    counted = improvement.counts_for_automatic(ctx.character(who), settings)
    while (price := improvement.price(ctx.character(who), settings)) and ctx.character(who).banked >= price:
        ctx.emit(IconEarned(creature=who, sessions=price))
    since = ctx.character(who).since_ten
    if counted and since and since % improvement.SESSIONS_FOR_AUTOMATIC == 0:
        ctx.emit(AutomaticSuccessEarned(creature=who))


@judge
def place_icon(ctx: CampaignContext, command: PlaceIcon) -> None:
    """Place an icon, on a new die if all dice are full.

    Rule:    BN-IMP-01, BN-IMP-03, BN-IMP-07, BN-R-098, BN-R-309, BN-CAMP-25, BN-CAMP-199
    Refuses: NotKnownHere, NotYours, NoIconWaits, NoIconWhileDown, AnswerFirst, NoIconDuringARoll, LastDieFull,
             NewDieNeedsItsFace, DieIsNotFull, and the refusals of `check_icon`
    """
    one = ctx.own(command.creature, "creature")
    if not one.icons:
        price = improvement.price(one, ctx.state.settings.improvement)
        enough = price is not None and one.banked >= price
        raise NoIconWaits(needs="RecordSession" if enough else price, has=one.banked, field="creature")
    if one.down:
        raise NoIconWhileDown(needs="a die that it can roll", has=one.id, field="creature")
    items.check_answered(ctx.state, one.id, "creature")
    open_rolls = in_order(key for key, roll in ctx.state.rolls.items() if roll.creature == one.id)
    open_rolls += waiting_for_faces(ctx.state, one.id) if ctx.state.amended else ()
    if open_rolls:
        raise NoIconDuringARoll(needs=open_rolls, has=one.id, field="creature")
    number = improvement.current_die(one)
    die = _new_die(ctx, one, command) if number > len(one.dice) else _fill_face(one.dice[number - 1], command)
    dice.check_icon(ctx.state, one, command.icon, number)
    ctx.emit(IconPlaced(creature=one.id, icon=command.icon, number=number, die=die))


def _new_die(ctx: CampaignContext, one: Creature, command: PlaceIcon) -> Die:
    """Return a new die with an earned icon.

    Rule:    BN-IMP-03, BN-IMP-05, BN-R-093
    Refuses: LastDieFull, NewDieNeedsItsFace
    """
    if len(one.dice) >= ctx.state.settings.improvement.max_character_dice:
        raise LastDieFull(needs=ctx.state.settings.improvement.max_character_dice, has=len(one.dice), field="icon")
    if command.second not in (seconds := second_faces(one)):
        raise NewDieNeedsItsFace(needs=seconds, has=command.second, field="second")
    return Die(faces=("Universal", command.second, command.icon, *BLANKS))


def second_faces(one: Creature) -> tuple[str, ...]:
    """Return the icons that may be the second face of a new die. Rule: BN-IMP-05, BN-RACE-01."""
    return ("Physical", "Mental") if one.sheet.race == campaign.HUMAN else (f"Racial:{one.sheet.race}",)


def _fill_face(die: Die, command: PlaceIcon) -> Die:
    """Return a die after placing an icon on its first blank face. Rule: BN-IMP-03, BN-R-096. Refuses: DieIsNotFull."""
    if command.second is not None:
        raise DieIsNotFull(needs="left out", has=command.second, field="second")
    at = die.faces.index(BLANK)
    return replace(die, faces=(*die.faces[:at], command.icon, *die.faces[at + 1 :]))


# ---------------------------------------------------------------- fold


@fold
def _recorded(state: CampaignState, event: SessionRecorded) -> CampaignState:
    for who in event.banked:
        state = state.change(who, banked=state.characters[who].banked + 1)
    for who in event.since_ten:
        state = state.change(who, since_ten=state.characters[who].since_ten + 1)
    return replace(state, session=event.session)


@fold
def _icon_earned(state: CampaignState, event: IconEarned) -> CampaignState:
    one = state.characters[event.creature]
    return state.change(one.id, icons=one.icons + 1, banked=one.banked - event.sessions)


@fold
def _automatic(state: CampaignState, event: AutomaticSuccessEarned) -> CampaignState:
    return state.change(event.creature, automatic=state.characters[event.creature].automatic + 1)


@fold
def _icon_placed(state: CampaignState, event: IconPlaced) -> CampaignState:
    one = state.characters[event.creature]
    before, after = one.dice[: event.number - 1], one.dice[event.number :]
    return state.change(one.id, icons=one.icons - 1, dice=(*before, event.die, *after))


# ---------------------------------------------------------------- samples


@samples
def _sessions(state: CampaignState, _: str) -> Samples[RecordSession]:
    played = some(
        who
        for who, one in state.characters.items()
        if one.plays and not one.dead and not items.open_questions(state, who)
    )
    those = Field(items=Field(options=played), least=1, most=min(len(played), MOST_AT_ONCE))
    yield offer(RecordSession, creatures=((played[0],), those))


@samples
def _icons(state: CampaignState, seat: str) -> Samples[PlaceIcon]:
    there = mine(state, seat)
    for who in [one for one in there if one != NOBODY and state.characters[one].icons] or there[:1]:
        one = state.characters.get(who)
        new = one is not None and improvement.current_die(one) > len(one.dice)
        yield offer(
            PlaceIcon, creature=who, icon=Field(options=_placeable(state, one)),
            second=second_faces(one) if new and one else None,
        )  # fmt: skip


def _placeable(state: CampaignState, one: Creature | None) -> tuple[str, ...]:
    """Return the icons that a character may place next."""
    if one is None or not one.icons:
        return tuple(SKILLS)
    earned = [icon for icon in MASTERY if dice.may_place(state, one, icon, improvement.current_die(one))]
    return (*SKILLS, *earned)
