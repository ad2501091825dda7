"""Spiffs (points that players may spend): how characters earn them, and how the game master allows their use."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.rolls import rolls, wounds
from services.bones.context import CampaignContext
from services.bones.reading import spiffs
from services.bones.reading.spiffs import BACK_STORIES, DEEDS, LOG, NAMES, STORIES
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.rolls import RollStage
from services.bones.state.spiffs import Deed, SpiffUse, SpiffUseKind
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.roster import AssignCharacter
from shared.kernel.campaign.samples import NOBODY, mine, some
from shared.kernel.campaign.seats import NotYours, check_room, check_within, entry_of, there_are
from shared.kernel.chapter import fold, guard, judge, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_SPIFFS: Final = 1000
MOST_ASKED: Final = 10
"""The maximum number of open requests to use spiffs that a seat may have."""
Spiffs: TypeAlias = Annotated[int, Meta(ge=1, le=20)]

# ---------------------------------------------------------------- refusals


class OnlyCharactersHaveSpiffs(Refusal, rule="BN-R-236"):
    """This creature is not a character and has no spiffs: name a character, not the cast, a beast or a horde."""


class BackStoryEarned(Refusal, rule="BN-R-089"):
    """The back-story has already earned its spiffs: award spiffs for another deed."""


class EarnsLess(Refusal, rule="BN-SPIFF-07"):
    """The count is too high: award at most 3 for help, 1 per session for logs, and 1 for any other deed."""


class NoSessionToLog(Refusal, rule="BN-CAMP-55"):
    """Too many session logs: claim at most one for each recorded session that has no log yet."""


class NotEnoughSpiffs(Refusal, rule="BN-SPIFF-20"):
    """The character has too few free spiffs: earn more first. Spiffs that are reserved for open uses are not free."""


class AboutSomethingElse(Refusal, rule="BN-SPIFF-01"):
    """These fields do not fit this use of spiffs: of `on`, `die` and `text`, send exactly those in `needs`."""


class ExplanationNeeded(Refusal, rule="BN-SPIFF-16"):
    """An explanation is missing: say in `text` how the character survived."""


class IsNotDead(Refusal, rule="BN-SPIFF-16"):
    """The character is not dead: name a dead character whose death the spiffs can undo."""


class TooLateToSurvive(Refusal, rule="BN-R-311"):
    """The session of this death has been recorded, so it is too late to survive it: let the death stand."""


class NotAtThisStage(Refusal, rule="BN-R-085"):
    """The roll is at the wrong stage: reroll once its faces are known, or buy once poison and flames are rolled."""


class OneRerollACheck(Refusal, rule="BN-SPIFF-18"):
    """A die of this check has already been rerolled: wait for another check before you reroll again."""


class OneSuccessACheck(Refusal, rule="BN-R-083"):
    """A success has already been bought on this check: wait for another check before you buy again."""


class OneUseACheck(Refusal, rule="BN-R-083"):
    """Spiffs have already been used on this check: wait for another check before you use them in another way."""


class OneSoakAtATime(Refusal, rule="BN-SPIFF-17"):
    """One of your characters has soaked a point of this damage, or has asked to: wait for the next damage."""


class NotThatDie(Refusal, rule="BN-R-084"):
    """This die cannot be rerolled: name one of the dice that `needs` lists."""


class NothingCountsHere(Refusal, rule="BN-R-257"):
    """A bought success would not count in this roll: choose a roll that meets `needs`."""


class UseIsAsked(Refusal, rule="BN-CAMP-51"):
    """A use of spiffs is open for this character: settle that use before you assign the character to a seat."""


class PriceIsFixed(Refusal, rule="BN-R-088"):
    """This use of spiffs has a fixed price: leave out `cost`, which is only for a major change."""


# ---------------------------------------------------------------- commands


class AwardSpiffs(GameMasterCommand, frozen=True, kw_only=True):
    """Award spiffs for a deed. `count` is the number of logged sessions, or the spiffs for help in the campaign."""

    counts_as = "move"
    creature: Id
    deed: Deed
    count: Spiffs = 1


class UseSpiffs(Command, frozen=True, kw_only=True):
    """Ask to use spiffs (points that players may spend) for a character.

    For the use `reroll`, name a roll in `on`, and its `die`. For `success`, name a roll in `on`, and for `soak` a
    wound. For any other use, say in `text` what happens.
    """

    counts_as = "move"
    creature: Id
    use: SpiffUseKind
    on: Id | None = None
    die: Id | None = None
    text: Line | None = None


class AllowSpiffs(GameMasterCommand, frozen=True, kw_only=True):
    """Allow a use of spiffs. It is then paid for and takes effect. `cost` may set the price of a major change."""

    counts_as = "answer"
    use: Id
    cost: Spiffs | None = None


class VetoSpiffs(GameMasterCommand, frozen=True, kw_only=True):
    """Veto a use of spiffs. A vetoed major change costs nothing, even where other vetoed uses are paid for."""

    counts_as = "answer"
    use: Id
    reason: Line | None = None


# ---------------------------------------------------------------- events


class SpiffsAwarded(Event, frozen=True, kw_only=True):
    """A creature earned spiffs (points that players may spend) for a deed."""

    creature: str
    deed: Deed
    spiffs: int


class SpiffUseAsked(Event, frozen=True, kw_only=True):
    """A player asked to use spiffs. The game master must allow or veto the use."""

    use: SpiffUse


class SpiffsSpent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master allowed a use of spiffs, which were spent. They sustain `effect`, if given. Rule: BN-SPIFF-01."""

    use: str
    creature: str
    spiffs: int
    effect: str | None = None


class SpiffUseVetoed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game master vetoed a use of spiffs. `lost` is the number of spiffs that the player lost nevertheless."""

    use: str
    creature: str
    lost: int = 0
    reason: str | None = None


# ---------------------------------------------------------------- judgement


def check_has_spiffs(one: Creature) -> None:
    """Check that a creature can have spiffs. Rule: BN-R-236. Refuses: OnlyCharactersHaveSpiffs."""
    if not one.plays:
        raise OnlyCharactersHaveSpiffs(needs="character", has=one.kind, field="creature")


@judge
def award_spiffs(ctx: CampaignContext, command: AwardSpiffs) -> None:
    """Award spiffs for a deed.

    Rule:    BN-SPIFF-03, BN-SPIFF-04, BN-SPIFF-05, BN-SPIFF-06, BN-SPIFF-07, BN-SPIFF-08, BN-SPIFF-09, BN-CAMP-55
    Refuses: NotKnownHere, OnlyCharactersHaveSpiffs, BackStoryEarned, EarnsLess, NoSessionToLog, OutOfRange
    """
    one = ctx.character(command.creature, "creature")
    check_has_spiffs(one)
    earned = command.deed in BACK_STORIES and one.id in ctx.state.back_stories
    if earned and ctx.state.settings.spiffs.back_story_once:
        raise BackStoryEarned(needs="a deed of another kind", has=command.deed, field="deed")
    each, most = DEEDS[command.deed]
    if command.count > most:
        raise EarnsLess(needs=f"at most {most}", has=command.count, field="count")
    if command.deed == LOG and command.count > ctx.state.unlogged:
        raise NoSessionToLog(needs=f"at most {ctx.state.unlogged}", has=command.count, field="count")
    check_within(ctx.state.spiffs_of(one.id) + each * command.count, 0, MOST_SPIFFS, "count")
    ctx.emit(SpiffsAwarded(creature=one.id, deed=command.deed, spiffs=each * command.count))


@judge
def use_spiffs(ctx: CampaignContext, command: UseSpiffs) -> None:
    """Ask to use spiffs. Rule: BN-SPIFF-01, BN-SPIFF-13, BN-SPIFF-14, BN-SPIFF-19, BN-R-087.

    Refuses: NotKnownHere, NotYours, OnlyCharactersHaveSpiffs, TooManyHere, NotEnoughSpiffs, or as `check_use`
    """
    one = ctx.own(command.creature, "creature")
    check_has_spiffs(one)
    check_room([use for use in ctx.state.uses.values() if use.seat == one.seat], MOST_ASKED)
    _check_about(command)
    cost = spiffs.price(ctx.state, command.use)
    check_pays(ctx.state, one.id, cost)
    check_use(ctx.state, command)
    ctx.emit(SpiffUseAsked(use=form(SpiffUse, command, id=ctx.new_id("use"), seat=one.seat, cost=cost)))


def _check_about(command: UseSpiffs) -> None:
    """Check the fields of a use. Rule: BN-SPIFF-01, BN-SPIFF-16. Refuses: ExplanationNeeded, AboutSomethingElse."""
    if command.use == "survive" and command.text is None:
        raise ExplanationNeeded(needs="text", field="text")
    given = tuple(name for name in ("on", "die", "text") if getattr(command, name) is not None)
    if given != NAMES[command.use]:
        raise AboutSomethingElse(needs=NAMES[command.use], has=given, field="use")


def check_pays(state: CampaignState, who: str, cost: int, field: str = "use") -> None:
    """Check that a creature has enough spiffs for a use. Rule: BN-SPIFF-20, BN-R-087. Refuses: NotEnoughSpiffs."""
    if cost > spiffs.free(state, who):
        raise NotEnoughSpiffs(needs=cost, has=max(spiffs.free(state, who), 0), field=field)


def check_use(state: CampaignState, use: UseSpiffs | SpiffUse) -> None:
    """Refuse a use of spiffs that is not possible now. Rule: BN-SPIFF-10, BN-SPIFF-11, BN-SPIFF-12, BN-SPIFF-16.

    Refuses: NotKnownHere, NotYours, NotAtThisStage, NotThatDie, OneRerollACheck, OneSuccessACheck, OneUseACheck,
             NothingCountsHere, OneSoakAtATime, IsNotDead, TooLateToSurvive
    """
    if use.use in ("reroll", "success"):
        _check_on_roll(state, use)
    elif use.use == "soak" and not spiffs.soaked_effect(state, use):
        wound = entry_of(state.wounds, use.on or "", "on")
        _check_its(use, wound.creature)
        if spiffs.is_soaked(state, wound) or spiffs.is_soak_open(state, wound):
            raise OneSoakAtATime(needs="damage of another round, roll or fall", has=wound.id, field="on")
    elif use.use == "survive":
        one = state.characters[use.creature]
        if not one.dead:
            raise IsNotDead(needs="dead", has=one.id, field="creature")
        if one.died != state.session:
            raise TooLateToSurvive(needs="a death in this session", has=one.died, field="use")


def _check_its(use: UseSpiffs | SpiffUse, whose: str) -> None:
    """Check that a roll or wound belongs to the creature that uses spiffs. Rule: BN-R-084. Refuses: NotYours."""
    if whose != use.creature:
        raise NotYours(needs=use.creature, has=whose, field="on")


def _check_on_roll(state: CampaignState, use: UseSpiffs | SpiffUse) -> None:
    """Check a use of spiffs on a roll. Rule: BN-R-083, BN-R-084, BN-R-085. Refuses: as `check_use` for rolls."""
    roll = entry_of(state.rolls, use.on or "", "on")
    _check_its(use, roll.creature)
    stage: RollStage = "faces" if use.use == "reroll" else "successes"
    used = spiffs.on_check(state, roll)
    if use.use in used:
        raise (OneRerollACheck if use.use == "reroll" else OneSuccessACheck)(needs="another use", has=used, field="on")
    if roll.stage != stage:
        raise NotAtThisStage(needs=stage, has=roll.stage, field="on")
    if used and not state.settings.spiffs.different_spiff_uses_on_one_check:
        raise OneUseACheck(needs="a check without spiffs", has=used, field="on")
    if use.use == "reroll" and use.die not in (dice := rolls.rerollable(state, roll)):
        raise NotThatDie(needs=dice, has=use.die, field="die")
    if use.use == "success" and not rolls.may_buy(state, roll):
        raise NothingCountsHere(needs=rolls.lacks(roll), has=roll.id, field="on")


@guard
def check_assigned(ctx: CampaignContext, command: AssignCharacter) -> None:
    """Refuse to assign a creature while a use of its spiffs is open. Rule: BN-CAMP-51. Refuses: UseIsAsked."""
    asked = in_order(key for key, use in ctx.state.uses.items() if use.creature == command.character)
    if asked:
        raise UseIsAsked(needs=asked, has=command.character, field="character")


@judge_given(there_are("uses", field="use"))
def allow_spiffs(ctx: CampaignContext, command: AllowSpiffs) -> None:
    """Allow a use of spiffs, and apply its effect. Rule: BN-SPIFF-19, BN-SPIFF-15.

    Refuses: NotKnownHere, PriceIsFixed, NotEnoughSpiffs, and the refusals of `check_use`
    """
    use = entry_of(ctx.state.uses, command.use, "use")
    if command.cost is not None and use.use != "major":
        raise PriceIsFixed(needs="left out", has=command.cost, field="cost")
    others = replace(ctx.state, uses=without(ctx.state.uses, use.id))
    cost = command.cost or use.cost
    check_pays(others, use.creature, cost, "cost" if command.cost else "use")
    check_use(others, use)
    ctx.emit(SpiffsSpent(use=use.id, creature=use.creature, spiffs=cost, effect=spiffs.soaked_effect(others, use)))
    _take_effect(ctx, use)


def _take_effect(ctx: CampaignContext, use: SpiffUse) -> None:
    on, die = use.on or "", use.die or ""
    if use.use == "reroll":
        rolls.reroll(ctx, on, die)
    elif use.use == "success":
        ctx.emit(rolls.SuccessBought(roll=on))
    elif use.use == "soak" and on in ctx.state.wounds:
        wounds.soak(ctx, on)
    elif use.use == "survive":
        wounds.survive(ctx, use.creature)


@judge_given(there_are("uses", field="use"))
def veto_spiffs(ctx: CampaignContext, command: VetoSpiffs) -> None:
    """Veto a use of spiffs. Rule: BN-SPIFF-19, BN-R-087, BN-R-354, BN-SPIFF-15. Refuses: NotKnownHere."""
    use = entry_of(ctx.state.uses, command.use, "use")
    lost = spiffs.lost_by_veto(ctx.state, use)
    ctx.emit(SpiffUseVetoed(use=use.id, creature=use.creature, lost=lost, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _awarded(state: CampaignState, event: SpiffsAwarded) -> CampaignState:
    earned = (event.creature,) if event.deed in BACK_STORIES and event.creature not in state.back_stories else ()
    changed = state.spiffs_changed(event.creature, event.spiffs)
    logged = state.logged + (event.spiffs if event.deed == LOG else 0)
    return replace(changed, back_stories=(*state.back_stories, *earned), logged=logged)


@fold
def _asked(state: CampaignState, event: SpiffUseAsked) -> CampaignState:
    return replace(state.raise_counter(event.use.id), uses={**state.uses, event.use.id: event.use})


@fold
def _spent(state: CampaignState, event: SpiffsSpent) -> CampaignState:
    return replace(state.spiffs_changed(event.creature, -event.spiffs), uses=without(state.uses, event.use))


@fold
def _vetoed(state: CampaignState, event: SpiffUseVetoed) -> CampaignState:
    return replace(state.spiffs_changed(event.creature, -event.lost), uses=without(state.uses, event.use))


# ---------------------------------------------------------------- samples


@samples
def _awards(state: CampaignState, _: str) -> Samples[AwardSpiffs]:
    whose = some(who for who, one in state.characters.items() if one.plays)
    for deed, (each, usual) in DEEDS.items():
        earned = state.back_stories if deed in BACK_STORIES and state.settings.spiffs.back_story_once else ()
        room = {who: (MOST_SPIFFS - state.spiffs_of(who)) // each for who in whose if who in state.characters}
        free = tuple(who for who in whose if who not in earned and room.get(who))
        most = min(usual, max(1, state.unlogged) if deed == LOG else usual, *(room[who] for who in free))
        yield offer(AwardSpiffs, creature=free or whose, deed=deed, count=Field(least=1, most=most))


@samples
def _uses(state: CampaignState, seat: str) -> Samples[UseSpiffs]:
    there = mine(state, seat)
    for who in [one for one in there if one != NOBODY and state.characters[one].plays] or there[:1]:
        for roll in in_order(key for key, one in state.rolls.items() if one.creature == who):
            dice = tuple(one.die for one in state.rolls[roll].dice)
            yield offer(UseSpiffs, creature=who, use="reroll", on=roll, die=dice or NOBODY)
            yield offer(UseSpiffs, creature=who, use="success", on=roll)
        for wound in in_order(key for key, one in state.wounds.items() if one.creature == who):
            yield offer(UseSpiffs, creature=who, use="soak", on=wound)
        for story in STORIES:
            yield offer(UseSpiffs, creature=who, use=story, text=("a friend works here", TEXT))
        yield offer(UseSpiffs, creature=who, use="survive", text=("the river carried me away", TEXT))


@samples
def _answers(state: CampaignState, _: str) -> Samples[AllowSpiffs | VetoSpiffs]:
    for use in some(state.uses):
        yield offer(AllowSpiffs, use=use)
        if use != NOBODY and state.uses[use].use == "major":
            most = spiffs.free(state, state.uses[use].creature) + state.uses[use].cost
            yield offer(AllowSpiffs(use=use, cost=1), cost=Field(least=1, most=min(most, 20)))
    yield offer(VetoSpiffs, use=some(state.uses), reason=(None, TEXT))
