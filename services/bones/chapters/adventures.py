"""The adventure that comes with the game: its captives, its tribe, where they are, and how it ends."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import HORDE_DIE
from services.bones.catalogue.adventure import AREAS, BOOK, KIN, REWARDS, Kin
from services.bones.chapters.characters import CreatureAppeared
from services.bones.chapters.creatures import AT_ONCE, HORDE, seat_of_cast, sheet_of
from services.bones.chapters.dice import dice_from
from services.bones.chapters.items import ItemLost, check_ready
from services.bones.chapters.seasons import OpenSeason, SeasonIsOpen, StillOnStage
from services.bones.chapters.shackles import new_thing, shackle
from services.bones.chapters.spiffs import MOST_SPIFFS
from services.bones.chapters.wounds import check_alive, deal, kill
from services.bones.context import CampaignContext
from services.bones.faces import BLANK
from services.bones.reading.adventure import alive, fate, gear, there
from services.bones.reading.magic import wields
from services.bones.state.adventure import Adventure, Fate, Stock
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Die
from services.bones.state.magic import Theme
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import check_one_more
from shared.kernel.campaign.samples import LISTED, NOBODY
from shared.kernel.campaign.seats import check_once, check_within, known
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MOST_CAPTIVES: Final = 20
"""So many characters are in an adventure at most."""
TAKEN: Final = ("Light armor (leather)", "Medium armor (chain)")
"""The armor that the tribe takes for itself. Source: BN-ADV-09, BN-R-227."""
Outcome: TypeAlias = Literal["escaped", "dead", "given up"]

# ---------------------------------------------------------------- refusals


class OneAdventure(Refusal, rule="BN-CAMP-124"):
    """A campaign is in one adventure at a time: the one that is loaded has to end before another is."""


class NoAdventure(Refusal, rule="BN-CAMP-124"):
    """This belongs to an adventure, and none is loaded."""


class CharactersAlone(Refusal, rule="BN-ADV-01"):
    """Characters are in an adventure; the cast, beasts and hordes are whom they meet there."""


class NoMoreOfThem(Refusal, rule="BN-CAMP-126"):
    """Of each kind no more appear than are left in the catacombs."""


class NotEarned(Refusal, rule="BN-ADV-102"):
    """Rewards are for those who escape, each once, and none for the life of somebody who is dead."""


# ---------------------------------------------------------------- commands


class LoadAdventure(GameMasterCommand, frozen=True, kw_only=True):
    """Let these characters wake as captives at the bottom of the pit: hurt, and shackled who has any magic."""

    characters: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MOST_CAPTIVES)]


class SpawnOfAdventure(GameMasterCommand, frozen=True, kw_only=True):
    """Let so many of a kind appear, of those who are left in the catacombs, with what they carry."""

    kin: Line
    count: Annotated[int, Meta(ge=1, le=AT_ONCE)] = 1


class EnterArea(GameMasterCommand, frozen=True, kw_only=True):
    """Say where the characters are now."""

    area: Id


class EndAdventure(GameMasterCommand, frozen=True, kw_only=True):
    """Say how the adventure ended, and what those who escaped have earned."""

    outcome: Outcome
    rewards: Annotated[tuple[Id, ...], Meta(max_length=10)] = ()


# ---------------------------------------------------------------- events


class AdventureLoaded(Event, frozen=True, kw_only=True):
    """An adventure began for these characters, in this area; so many of each kind are about; `matron` leads them."""

    name: str
    characters: tuple[str, ...]
    area: str
    matron: str
    stock: tuple[Stock, ...]
    people: tuple[Fate, ...]
    armor: tuple[str, ...]


class KinAppeared(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody of the adventure has appeared, and perhaps wears armor that was taken from the characters."""

    creature: str
    kin: str
    armor: str | None = None


class AreaEntered(Event, frozen=True, kw_only=True):
    """The characters are somewhere else now, where there are at least these guards."""

    area: str
    name: str
    guards: tuple[Stock, ...]


class FateChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Something has become of somebody in the adventure; `reason`: of the game master who says so."""

    person: str
    fate: str
    reason: str | None = None


class RewardEarned(Event, frozen=True, kw_only=True):
    """Somebody who escaped has earned spiffs."""

    creature: str
    reward: str
    spiffs: int


class AdventureEnded(Event, frozen=True, kw_only=True):
    """The adventure is over."""

    outcome: Outcome


# ---------------------------------------------------------------- judgement


def playing(ctx: CampaignContext) -> Adventure:
    """Return the adventure that is loaded. Rule: BN-CAMP-124. Refuses: NoAdventure."""
    if ctx.state.adventure is None:
        raise NoAdventure(needs="LoadAdventure")
    return ctx.state.adventure


@judge
def load_adventure(ctx: CampaignContext, command: LoadAdventure) -> None:
    """Rule: BN-ADV-01, BN-ADV-02, BN-ADV-07, BN-ADV-10, BN-R-217, BN-R-219, BN-R-227, BN-CAMP-124.

    Refuses: OneAdventure, NamedTwice, NotKnownHere, CharactersAlone, BeyondHurt, NotReady, AnswerFirst
    """
    if ctx.state.adventure is not None:
        raise OneAdventure(needs="EndAdventure", has=ctx.state.adventure.name)
    _check_free(ctx, command.characters)
    captives, state = in_order(command.characters), ctx.state
    taken = [(who, item) for who in captives for item in gear(state, who) if item.name in TAKEN]
    stock = tuple(Stock(kin=kin.name, left=kin.least + kin.each * len(captives)) for kin in BOOK.kin)
    start = {"Karl": "dead"} if state.settings.adventure.karl_state_at_start == "dead" else {}
    people = tuple(Fate(person=one.name, fate=start.get(one.name, one.fates[0])) for one in BOOK.people)
    armor = tuple(item.name for _, item in taken)
    title = BOOK.title
    ctx.emit(
        AdventureLoaded(
            name=title.name, characters=captives, area=title.place, stock=stock, people=people, armor=armor,
            matron=ctx.new_id("creature"),
        )
    )  # fmt: skip
    for who, item in taken:
        ctx.emit(ItemLost(creature=who, item=item.id, reason="taken by the tribe"))
    for who in captives:
        if wields(ctx.state, who):
            shackle(ctx, who)
        deal(ctx, who, title.damage, "other")


def _check_free(ctx: CampaignContext, characters: tuple[str, ...]) -> None:
    """Hold captives to characters who are alive and have nothing open. Refuses: as `load_adventure`."""
    check_once(characters, "characters")
    for who in characters:
        one = check_alive(ctx, who, "characters")
        if not one.plays:
            raise CharactersAlone(needs="character", has=one.kind, field="characters")
        check_ready(one, "characters")
        if waits := ctx.state.waits_for(who):
            raise AnswerFirst(needs=waits, has=who, field="characters")


@guard
def _off_stage(ctx: CampaignContext, _: LoadAdventure) -> None:
    """Rule: BN-CAMP-130. Refuses: SeasonIsOpen."""
    if ctx.state.season is not None:
        raise SeasonIsOpen(needs="CloseSeason", has=ctx.state.season.name)


@guard
def _on_stage(ctx: CampaignContext, _: OpenSeason) -> None:
    """Rule: BN-CAMP-130. Refuses: StillOnStage."""
    if ctx.state.adventure is not None:
        raise StillOnStage(needs="EndAdventure", has=ctx.state.adventure.name)


@judge
def spawn_of_adventure(ctx: CampaignContext, command: SpawnOfAdventure) -> None:
    """Rule: BN-ADV-07 to BN-ADV-15, BN-ADV-18, BN-R-137, BN-CAMP-126.

    Refuses: NoAdventure, NotKnownHere, NoMoreOfThem, TooManyHere
    """
    adventure, kin = playing(ctx), known(KIN, command.kin, "kin")
    left = adventure.stock.get(kin.name, 0)
    if command.count > left or fate(ctx.state, kin.name) == "dead":
        raise NoMoreOfThem(needs=f"at most {left}, and alive", has=command.count, field="count")
    check_one_more(ctx.state, "count", more=command.count)
    for _ in range(command.count):
        _appear(ctx, kin)


def _appear(ctx: CampaignContext, kin: Kin) -> None:
    """Let one of a kind appear; of the armor that was taken each wears one, while there is some.

    Rule: BN-ADV-08, BN-ADV-09, BN-ADV-11 to BN-ADV-14, BN-R-050, BN-R-227
    """
    armor = next(iter(playing(ctx).armor), None) if kin.armor else None
    items = [new_thing(ctx, name) for name in (*kin.items, *((armor,) if armor else ()))]
    sort: Literal["cast", "horde"] = "horde" if kin.horde else "cast"
    name = f"{kin.name} {len(there(ctx.state, kin.name)) + 1}" if kin.each else kin.name
    who = playing(ctx).matron if kin.themes else ctx.new_id("creature")
    made = Creature(
        id=who, seat=seat_of_cast(ctx, None), kind=sort, dice=dice_of_kin(ctx.state, kin),
        sheet=replace(sheet_of(sort, name, description=kin.looks), gender=kin.gender), move=kin.move,
        items={item.id: replace(item, ready=True) for item in items},
        themes=tuple(Theme(name=one.name, effect=one.effect, limitation=one.limitation) for one in kin.themes),
    )  # fmt: skip
    ctx.emit(CreatureAppeared(creature=made))
    ctx.emit(KinAppeared(creature=made.id, kin=kin.name, armor=armor))


def dice_of_kin(state: CampaignState, kin: Kin) -> tuple[Die, ...]:
    """Return the dice of a kind; the last of the Matron is printed with five faces. Rule: BN-ADV-12, BN-R-050."""
    if kin.horde:
        return (Die(faces=HORDE_DIE, of=HORDE),) * kin.horde
    sixth = state.settings.adventure.matron_sixth_face
    printed_dice = dice_from(CampaignState(), kin.dice, field="kin")
    return tuple(
        die if die.of else replace(die, faces=tuple(sixth if face == BLANK else face for face in die.faces))
        for die in printed_dice
    )


@judge
def enter_area(ctx: CampaignContext, command: EnterArea) -> None:
    """Rule: BN-ADV-97. Refuses: NoAdventure, NotKnownHere."""
    playing(ctx)
    area = known(AREAS, command.area, "area")
    guards = tuple(Stock(kin=kin, left=min(least, alive(ctx.state, kin))) for kin, least in area.guards.items())
    ctx.emit(AreaEntered(area=area.id, name=area.name, guards=guards))


def turn(ctx: CampaignContext, person: str, to: str, reason: str | None = None) -> None:
    """Let something become of somebody; who has appeared and is dead now, dies. Rule: BN-ADV-100, BN-CAMP-128."""
    if fate(ctx.state, person) in ("dead", to):
        return
    ctx.emit(FateChanged(person=person, fate=to, reason=reason))
    for who in there(ctx.state, person) if to == "dead" else ():
        kill(ctx, who, "the adventure")


@judge
def end_adventure(ctx: CampaignContext, command: EndAdventure) -> None:
    """Rule: BN-ADV-102, BN-ADV-103, BN-ADV-104, BN-ADV-105, BN-CAMP-124.

    Refuses: NoAdventure, AnswerFirst, NamedTwice, NotKnownHere, NotEarned, OutOfRange
    """
    adventure = playing(ctx)
    if tried := in_order(task.id for task in ctx.state.tasks.values() if task.check):
        raise AnswerFirst(needs=tried)
    check_once(command.rewards, "rewards")
    earned = [known(REWARDS, key, "rewards") for key in command.rewards]
    if earned and command.outcome != "escaped":
        raise NotEarned(needs="escaped", has=command.outcome, field="rewards")
    for reward in earned:
        if reward.person and fate(ctx.state, reward.person) == "dead":
            raise NotEarned(needs=f"{reward.person} alive", has=reward.id, field="rewards")
    free = [who for who in adventure.characters if not ctx.state.characters[who].dead]
    spiffs = sum(reward.spiffs for reward in earned) * len(free)
    for who in free:
        check_within(ctx.state.spiffs_of(who) + spiffs, 0, MOST_SPIFFS, "rewards")
    for reward in earned:
        for who in free:
            ctx.emit(RewardEarned(creature=who, reward=reward.id, spiffs=reward.spiffs))
    ctx.emit(AdventureEnded(outcome=command.outcome))


# ---------------------------------------------------------------- fold


def put(state: CampaignState, **changes: object) -> CampaignState:
    """Return the campaign with its adventure changed, if there is one."""
    return state if state.adventure is None else replace(state, adventure=replace(state.adventure, **changes))


@fold
def _loaded(state: CampaignState, event: AdventureLoaded) -> CampaignState:
    adventure = Adventure(
        name=event.name, characters=event.characters, area=event.area, armor=event.armor,
        stock={one.kin: one.left for one in event.stock}, people={one.person: one.fate for one in event.people},
        matron=event.matron,
    )  # fmt: skip
    return replace(state.counted(event.matron), adventure=adventure)


@fold
def _kin_appeared(state: CampaignState, event: KinAppeared) -> CampaignState:
    if (now := state.adventure) is None:
        return state
    armor = list(now.armor)
    if event.armor in armor:
        armor.remove(event.armor)
    stock = {**now.stock, event.kin: now.stock.get(event.kin, 1) - 1}
    return put(state, stock=stock, kin={**now.kin, event.creature: event.kin}, armor=tuple(armor))


@fold
def _entered(state: CampaignState, event: AreaEntered) -> CampaignState:
    return put(state, area=event.area)


@fold
def _turned(state: CampaignState, event: FateChanged) -> CampaignState:
    return state if state.adventure is None else put(state, people={**state.adventure.people, event.person: event.fate})


@fold
def _earned(state: CampaignState, event: RewardEarned) -> CampaignState:
    return state.spiffs_changed(event.creature, event.spiffs)


@fold
def _ended(state: CampaignState, _: AdventureEnded) -> CampaignState:
    return replace(state, adventure=None)


# ---------------------------------------------------------------- samples


def _free(state: CampaignState) -> tuple[str, ...]:
    """Return the characters who may be caught."""
    return in_order(
        who for who, one in state.characters.items()
        if one.plays and one.ready and not one.dead and not state.waits_for(who)
    )  # fmt: skip


@samples
def _loads(state: CampaignState, _: str) -> Samples[LoadAdventure]:
    free = _free(state)[:LISTED]
    most = min(len(free), MOST_CAPTIVES)
    form = {"characters": Field(items=Field(options=free), least=1, most=most)} if free else {}
    yield offer(LoadAdventure(characters=(free or (NOBODY,))[:1]), **form)


@samples
def _spawns(state: CampaignState, _: str) -> Samples[SpawnOfAdventure]:
    room = state.most_characters - len(state.characters) - len(state.prepared)
    for kin in KIN:
        left = state.adventure.stock.get(kin, 0) if state.adventure else 0
        yield offer(SpawnOfAdventure, kin=kin, count=Field(least=1, most=max(1, min(left, AT_ONCE, room))))


@samples
def _goes(_: CampaignState, __: str) -> Samples[EnterArea]:
    yield offer(EnterArea, area=Field(options=tuple(AREAS)))


@samples
def _ends(state: CampaignState, _: str) -> Samples[EndAdventure]:
    yield offer(EndAdventure, outcome=("escaped", "dead", "given up"))
    earned = tuple(key for key, one in REWARDS.items() if not one.person or fate(state, one.person) != "dead")
    yield offer(
        EndAdventure(outcome="escaped", rewards=earned[:1]),
        rewards=Field(items=Field(options=earned), least=1, most=len(earned)),
    )  # fmt: skip
