"""The printed adventure: its captives and its tribe, where they are, their fates, and how the adventure ends."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue.adventure import Area
from services.bones.chapters.people import items
from services.bones.chapters.rolls import wounds
from services.bones.chapters.rolls.spiffs import MOST_SPIFFS
from services.bones.chapters.seasons import seasons
from services.bones.chapters.tasks import recovery
from services.bones.context import CampaignContext
from services.bones.reading.adventure import CONSORT, alive, book, fate, gear, survivors, there
from services.bones.reading.magic import wields
from services.bones.reading.spiffs import open_survivals
from services.bones.state.adventure import Adventure, Fate, Stock
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign import authority, fights, keeping, seats
from shared.kernel.campaign.samples import LISTED, NOBODY
from shared.kernel.chapter import fold, guard, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_CAPTIVES: Final = 20
"""The maximum number of characters in an adventure."""
Outcome: TypeAlias = Literal["escaped", "dead", "given up"]

# ---------------------------------------------------------------- refusals


class OneAdventure(Refusal, rule="BN-CAMP-124", bars="command"):
    """The campaign has no adventure yet, or still has one: first send the command that `needs` names."""


class CharactersAlone(Refusal, rule="BN-ADV-01"):
    """This creature is not a character and cannot join an adventure: name characters, not cast, beasts or hordes."""


class NothingChanges(Refusal, rule="BN-CAMP-128"):
    """The person is dead or already has this fate: name a living person, and a fate other than the current one."""


class NotEarned(Refusal, rule="BN-ADV-102"):
    """This reward was not earned: name only living characters who escaped, and no reward for a person who was lost."""


# ---------------------------------------------------------------- commands


class LoadAdventure(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Start the adventure: its characters wake in the pit as captives, hurt and on foot. Casters wear shackles."""

    counts_as = "move"

    characters: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MOST_CAPTIVES)]


class EnterArea(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Move the characters to another area of the adventure."""

    counts_as = "move"

    area: Id


class SetFate(authority.GameMasterCommand, frozen=True, kw_only=True):
    """Set the fate of a person of the adventure, if the characters' actions have changed it."""

    counts_as = "move"

    person: Line
    fate: Line
    reason: Line


class EndAdventure(authority.GameMasterCommand, frozen=True, kw_only=True):
    """End the adventure and reward the characters who `escaped`, or all who are alive if none is named.

    Name the escaped characters if a captive stays behind, for example dominated or chained to the wall.
    """

    counts_as = "move"

    outcome: Outcome
    rewards: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()
    escaped: Annotated[tuple[Id, ...], Meta(max_length=MOST_CAPTIVES)] = ()


# ---------------------------------------------------------------- events


class AdventureLoaded(Event, frozen=True, kw_only=True):
    """An adventure began for these characters in this area.

    `stock` counts the creatures of each kind that may appear. Rule: BN-CAMP-124, BN-CAMP-130.
    """

    name: str
    characters: tuple[str, ...]
    area: str
    leader: str
    stock: Secret[tuple[Stock, ...]]
    people: Secret[tuple[Fate, ...]]
    armor: tuple[str, ...]


class AreaEntered(Event, frozen=True, kw_only=True):
    """The characters entered an area. `guards` lists the guards known so far. There may be more. Rule: BN-CAMP-132."""

    area: str
    name: Secret[str]
    guards: Secret[tuple[Stock, ...]]


class FatesChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The fates of persons in the adventure were set. An empty list means that no fate changed.

    `reason` is the game master's text. Rule: BN-CAMP-128.
    """

    fates: Secret[tuple[Fate, ...]]
    reason: Secret[str] | None = None


class ShacklesChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The shackles of a creature changed.

    The shackles add `levels` to the difficulty of the creature's magic. If `levels` is 0, the creature has no shackles.
    `wall` says whether the creature is chained to a wall. Rule: BN-CAMP-127.
    """

    creature: str
    levels: int
    reason: str
    wall: bool = False


class AdventureEnded(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The adventure ended and all shackles are off.

    Each character in `free` earned this number of `spiffs` (points that players may spend).

    Rule: BN-CAMP-124, BN-CAMP-191
    """

    outcome: Outcome
    rewards: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    spiffs: int = 0


# ---------------------------------------------------------------- judgement


def playing(state: CampaignState) -> Adventure:
    """Return the loaded adventure. Rule: BN-CAMP-124. Refuses: OneAdventure."""
    if state.adventure is None:
        raise OneAdventure(needs="LoadAdventure")
    return state.adventure


@judge
def load_adventure(ctx: CampaignContext, command: LoadAdventure) -> None:
    """Start the adventure: these characters wake as captives in the pit, hurt, and shackled if they have magic.

    Rule:    BN-ADV-01, BN-ADV-02, BN-ADV-07, BN-ADV-10, BN-R-217, BN-R-219, BN-R-227, BN-CAMP-124, BN-CAMP-132
    Refuses: OneAdventure, NamedTwice, NotKnownHere, CharactersAlone, BeyondHurt, NotReady, AnswerFirst
    """
    if ctx.state.adventure is not None:
        raise OneAdventure(needs="EndAdventure", has=ctx.state.adventure.name)
    _check_free(ctx, command.characters)
    captives, state, title = keeping.in_order(command.characters), ctx.state, book(ctx.state).title
    taken = [(who, item) for who in captives for item in gear(state, who) if item.name in title.takes]
    stock = tuple(Stock(kin=kin.name, left=kin.least + kin.each * len(captives)) for kin in book(state).kin)
    people = tuple(
        Fate(person=one.name, fate=getattr(state.settings.adventure, one.setting) if one.setting else one.fates[0])
        for one in book(state).people
    )
    ctx.emit(
        AdventureLoaded(
            name=title.name, characters=captives, area=title.place, stock=ctx.secret(stock), people=ctx.secret(people),
            armor=tuple(item.name for _, item in taken), leader=ctx.new_id("creature"),
        )
    )  # fmt: skip
    for who, item in taken:
        ctx.emit(items.ItemLost(creature=who, item=item.id, reason="taken by the tribe"))
    for who in captives:
        if wields(ctx.state, who):
            shackle(ctx, who, "captured")
        wounds.deal(ctx, who, title.damage, "other")


def _check_free(ctx: CampaignContext, characters: tuple[str, ...]) -> None:
    """Check that the captives of a new adventure are living characters with no open questions.

    Refuses: NamedTwice, NotKnownHere, CharactersAlone, BeyondHurt, NotReady, AnswerFirst
    """
    seats.check_once(characters, "characters")
    for who in characters:
        one = wounds.check_alive(ctx, who, "characters")
        if not one.plays:
            raise CharactersAlone(needs="character", has=one.kind, field="characters")
        items.check_ready(one, "characters")
        check_idle(ctx, who, "characters")


def check_idle(ctx: CampaignContext, who: str, field: str) -> None:
    """Refuse a change while a creature has an open question. Rule: BN-CAMP-128. Refuses: AnswerFirst."""
    if waits := ctx.state.waits_for(who):
        raise fights.AnswerFirst(needs=waits, has=who, field=field)


def shackle(ctx: CampaignContext, who: str, reason: str, *, wall: bool = False) -> None:
    """Put a creature in shackles. With `wall`, also chain it to a wall. Rule: BN-ADV-02, BN-R-226, BN-CAMP-127."""
    if not ctx.state.characters[who].shackled or (wall and who not in playing(ctx.state).wall):
        levels = ctx.state.settings.adventure.shackle_levels
        ctx.emit(ShacklesChanged(creature=who, levels=levels, reason=reason, wall=wall))


@guard
def _off_stage(ctx: CampaignContext, _: LoadAdventure) -> None:
    """Refuse to load an adventure while a season is open. Rule: BN-CAMP-130. Refuses: SeasonIsOpen."""
    seasons.check_none_open(ctx.state)


@guard
def _on_stage(ctx: CampaignContext, _: seasons.OpenSeason | seasons.LetSeasonPass) -> None:
    """Refuse to begin a season while an adventure is loaded. Rule: BN-CAMP-130. Refuses: StillOnStage."""
    if ctx.state.adventure is not None:
        raise seasons.StillOnStage(needs="EndAdventure", has=ctx.state.adventure.name)


@judge_given(playing)
def enter_area(ctx: CampaignContext, command: EnterArea) -> None:
    """Move the characters to an area. Rule: BN-ADV-97, BN-CAMP-132. Refuses: OneAdventure, NotKnownHere."""
    playing(ctx.state)
    come_to(ctx, seats.entry_of(book(ctx.state).areas_by_id, command.area, "area"))


def come_to(ctx: CampaignContext, area: Area) -> None:
    """Move the characters to an area, and record its guards. Rule: BN-ADV-22, BN-ADV-97, BN-CAMP-132."""
    guards = tuple(Stock(kin=kin, left=min(least, alive(ctx.state, kin))) for kin, least in area.guards.items())
    ctx.emit(AreaEntered(area=area.id, name=ctx.secret(area.name), guards=ctx.secret(guards)))


def turn(ctx: CampaignContext, *to: Fate, reason: str | None = None) -> None:
    """Change the fates of persons. If a person's new fate is `dead` and its creature has appeared, kill the creature.

    Players do not learn whether any fate changed. Rule: BN-ADV-100, BN-CAMP-128, BN-CAMP-132.
    """
    now = tuple(one for one in to if fate(ctx.state, one.person) not in ("dead", one.fate))
    ctx.emit(FatesChanged(fates=ctx.secret(now), reason=None if reason is None else ctx.secret(reason)))
    for who in (who for one in now if one.fate == "dead" for who in there(ctx.state, one.person)):
        wounds.kill(ctx, who, "the adventure")


@judge_given(playing)
def set_fate(ctx: CampaignContext, command: SetFate) -> None:
    """Set the fate of a person of the adventure, if the characters' actions have changed it.

    Rule:    BN-R-217, BN-CAMP-128
    Refuses: OneAdventure, NotKnownHere, NothingChanges, AnswerFirst
    """
    playing(ctx.state)
    person = seats.entry_of(book(ctx.state).people_by_name, command.person, "person")
    seats.entry_of(dict.fromkeys(person.fates), command.fate, "fate")
    now = fate(ctx.state, person.name)
    if now in ("dead", command.fate):
        raise NothingChanges(needs="another fate of a living captive", has=now, field="fate")
    for who in there(ctx.state, person.name) if command.fate == "dead" else ():
        check_idle(ctx, who, "person")
    turn(ctx, Fate(person=person.name, fate=command.fate), reason=command.reason)


@judge_given(playing)
def end_adventure(ctx: CampaignContext, command: EndAdventure) -> None:
    """End the adventure and reward the characters who `escaped`, or all who are alive if none is named.

    Rule:    BN-ADV-102 to BN-ADV-105, BN-CAMP-124, BN-CAMP-191
    Refuses: OneAdventure, TheFightGoesOn, AnswerFirst, NamedTwice, NotKnownHere, NotEarned, OutOfRange
    """
    adventure = playing(ctx.state)
    recovery.check_no_fight(ctx.state)
    asked = [use for who in adventure.characters for use in open_survivals(ctx.state, who) if ctx.state.amended]
    if waits := keeping.in_order((*asked, *(task.id for task in ctx.state.tasks.values() if task.check))):
        raise fights.AnswerFirst(needs=waits)
    seats.check_once(command.rewards, "rewards")
    earned = [seats.entry_of(book(ctx.state).rewards_by_id, key, "rewards") for key in command.rewards]
    if earned and command.outcome != "escaped":
        raise NotEarned(needs="escaped", has=command.outcome, field="rewards")
    for reward in earned:
        if reward.person and (now := fate(ctx.state, reward.person)) in reward.lost:
            raise NotEarned(needs=f"{reward.person} not {now}", has=reward.id, field="rewards")
    spiffs, living = sum(reward.spiffs for reward in earned), survivors(ctx.state)
    seats.check_once(command.escaped, "escaped")
    if strangers := tuple(who for who in command.escaped if who not in living):
        raise NotEarned(needs=living, has=strangers, field="escaped")
    free = [who for who in adventure.characters if earned and who in (command.escaped or living)]
    for who in free:
        seats.check_within(ctx.state.spiffs_of(who) + spiffs * len(free), 0, MOST_SPIFFS, "rewards")
    ctx.emit(AdventureEnded(outcome=command.outcome, rewards=command.rewards, free=tuple(free), spiffs=spiffs))


# ---------------------------------------------------------------- fold


def change_adventure(state: CampaignState, **changes: object) -> CampaignState:
    """Return the campaign with some fields of its adventure changed, or the same campaign if no adventure is loaded."""
    return state if state.adventure is None else replace(state, adventure=replace(state.adventure, **changes))


@fold
def _loaded(state: CampaignState, event: AdventureLoaded) -> CampaignState:
    adventure = Adventure(
        name=event.name, characters=event.characters, area=event.area, armor=event.armor, leader=event.leader,
        stock={one.kin: one.left for one in keeping.value_of_secret(event.stock) or ()},
        people={one.person: one.fate for one in keeping.value_of_secret(event.people) or ()},
    )  # fmt: skip
    there = {who: replace(state.characters[who], airborne=0) for who in event.characters if state.amended}
    return replace(state.raise_counter(event.leader), adventure=adventure, characters={**state.characters, **there})


@fold
def _entered(state: CampaignState, event: AreaEntered) -> CampaignState:
    return change_adventure(state, area=event.area)


@fold
def _turned(state: CampaignState, event: FatesChanged) -> CampaignState:
    if state.adventure is None:
        return state
    now = {one.person: one.fate for one in keeping.value_of_secret(event.fates) or ()}
    consort = None if now.get(CONSORT) == "chosen" else state.adventure.consort
    return change_adventure(state, people={**state.adventure.people, **now}, consort=consort)


@fold
def _shackled(state: CampaignState, event: ShacklesChanged) -> CampaignState:
    rest = tuple(who for who in (state.adventure.wall if state.adventure else ()) if who != event.creature)
    wall = (*rest, event.creature) if event.wall else rest
    return change_adventure(state.change(event.creature, shackled=event.levels), wall=wall)


@fold
def _ended(state: CampaignState, event: AdventureEnded) -> CampaignState:
    for who in event.free:
        state = state.spiffs_changed(who, event.spiffs)
    for who in state.characters:
        state = state.change(who, shackled=0)
    return replace(state, adventure=None)


# ---------------------------------------------------------------- samples


@samples
def _loads(state: CampaignState, _: str) -> Samples[LoadAdventure]:
    free = keeping.in_order(
        who for who, one in state.characters.items()
        if one.plays and one.ready and not one.dead and not state.waits_for(who)
    )[:LISTED]  # fmt: skip
    most = min(len(free), MOST_CAPTIVES)
    form = {"characters": Field(items=Field(options=free), least=1, most=most)} if free else {}
    yield offer(LoadAdventure(characters=(free or (NOBODY,))[:1]), **form)


@samples
def _goes(state: CampaignState, _: str) -> Samples[EnterArea]:
    yield offer(EnterArea, area=Field(options=tuple(book(state).areas_by_id)))


@samples
def _fates(state: CampaignState, _: str) -> Samples[SetFate]:
    for person in book(state).people:
        busy = any(state.waits_for(who) for who in there(state, person.name))
        gone = {fate(state, person.name), "dead" if busy else None}
        others = tuple(one for one in person.fates if one not in gone) or person.fates
        yield offer(SetFate, person=person.name, fate=Field(options=others), reason=("as they brought it about", TEXT))


@samples
def _ends(state: CampaignState, _: str) -> Samples[EndAdventure]:
    yield offer(EndAdventure, outcome=("escaped", "dead", "given up"))
    rewards = book(state).rewards
    earned = tuple(one.id for one in rewards if not one.person or fate(state, one.person) not in one.lost)
    living = survivors(state)
    named = {"escaped": Field(items=Field(options=living), least=0, most=len(living))} if living else {}
    if earned:
        yield offer(
            EndAdventure(outcome="escaped", rewards=earned[:1]),
            rewards=Field(items=Field(options=earned), least=1, most=len(earned)), **named,
        )  # fmt: skip
