"""Closed creatures are in play, but players see only the parts of them that the game master has shown.

Players first learn a name, then the dice, then the items. The following is public, as with any creature: the dice that
are rolled, the numbers of the dice lost to damage, and the items that are ruined or thrown.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from msgspec.structs import replace

from services.bones.chapters.people import creatures, unseen
from services.bones.context import CampaignContext
from services.bones.faces import Move
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Declaration
from services.bones.state.creatures import WALKS, Creature, CreatureKind, Die, Item, Part, Sheet
from services.bones.state.tasks import Terms
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order, value_of_secret, without
from shared.kernel.campaign.roster import CharacterAssigned, RevealCharacter, seat_for, to_reveal
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import entry_of, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

Shows: TypeAlias = Literal["name", "dice", "items"]
CLOSED: Final[tuple[Part, ...]] = get_args(Part)
SHOWS: Final[tuple[Shows, ...]] = get_args(Shows)
MOST_THINGS: Final = 10
"""The maximum number of items of a prepared creature.

The service always reserves this many ids, so that the real number of items stays secret.
"""

# ---------------------------------------------------------------- refusals


class ShownAlready(Refusal, rule="BN-CAMP-170"):
    """Players can already see this part of the creature: show a part that is still hidden."""


class StillClosed(Refusal, rule="BN-CAMP-172"):
    """The creature is hidden from players: reveal it first.

    Until then it only fights and opposes tasks. It has no theme and casts no magic, and at a physical table its faces
    are entered with the roll.
    """


# ---------------------------------------------------------------- commands


class BringPrepared(GameMasterCommand, frozen=True, kw_only=True):
    """Bring in a prepared creature while its dice and items stay hidden from players.

    Players see it as `name`. Without a `name` they see the name by which they already know it, or else its own name.
    """

    counts_as = "move"

    character: Id
    name: Line | None = None


class ShowCreature(GameMasterCommand, frozen=True, kw_only=True):
    """Show players one hidden part of a creature: its own name, its dice and sheet, or its items."""

    counts_as = "move"

    character: Id
    what: Shows


# ---------------------------------------------------------------- events


class CreatureEntered(Event, frozen=True, kw_only=True):
    """A prepared creature entered play. Players see only a name.

    `last` is the last id reserved for its items. The number of reserved ids is always the same.
    """

    reveals = True

    creature: str
    name: str
    seat: str
    kind: CreatureKind
    last: str
    body: Secret[Creature]


class NameShown(Event, frozen=True, kw_only=True):
    """Players learned the name of a creature whose dice are still hidden."""

    reveals = True

    creature: str
    name: str


class DiceShown(Event, frozen=True, kw_only=True):
    """Players now see the dice of a creature, its sheet and its movement."""

    reveals = True

    creature: str
    sheet: Sheet
    dice: tuple[Die, ...]
    move: Move
    flying: Move | None
    war_trained: bool


class ItemsShown(Event, frozen=True, kw_only=True):
    """Players now see the items that a creature carries."""

    reveals = True

    creature: str
    items: tuple[Item, ...]


# ---------------------------------------------------------------- the parts that players see


def as_seen(one: Creature) -> Creature:
    """Return a creature as players see it, without its hidden parts. Rule: BN-CAMP-170."""
    if "items" in one.closed:
        one = replace(one, items={})
    if "dice" in one.closed:
        sheet = creatures.sheet_of(one.kind, one.known_as or "")
        return replace(one, sheet=sheet, dice=(), move=WALKS, flying=None, war_trained=False)
    return one


def is_closed(state: CampaignState, who: str) -> bool:
    """Return whether any part of a creature is hidden from players."""
    return who in state.characters and bool(state.characters[who].closed)


def opposes(state: CampaignState, terms: Terms | None) -> bool:
    """Return whether a task has an opponent that is partly hidden from players."""
    return terms is not None and any(is_closed(state, one.creature) for one in terms.opponents)


def as_players_learn(state: CampaignState, who: str, said: Declaration) -> Declaration:
    """Return a declaration as players see it: without weapons, if the creature's items are hidden.

    Rule: BN-CAMP-171
    """
    return replace(said, weapons=()) if "items" in state.characters[who].closed else said


def show_declaration(state: CampaignState, who: str, said: Declaration) -> CampaignState:
    """Return the campaign after a fighter's declaration was shown to all seats.

    If the fighter's items are hidden from players, the fighter keeps its full declaration, and the declared weapons
    become ready.
    """
    one, fighter = state.characters[who], state.combat.fighters[who] if state.combat else None
    if fighter is None or "items" not in one.closed:
        return state.fighter_put(who, shown=True, declaration=said)
    kept = fighter.declaration or said
    drawn = {key: replace(item, ready=item.ready or key in kept.weapons) for key, item in one.items.items()}
    return state.change(who, items=drawn).fighter_put(who, shown=True, declaration=kept)


# ---------------------------------------------------------------- judgement


@judge_given(there_are("prepared", field="character"))
def bring_prepared(ctx: CampaignContext, command: BringPrepared) -> None:
    """Bring in a prepared creature while its dice and items stay hidden from players.

    Rule:    BN-CAMP-170, AR-FORK-14
    Refuses: NotKnownHere, ClosedOnThisFork, AnswerFirst, DieNeeded
    """
    who = command.character
    found = contents(entry_of(ctx.state.prepared, who, "character"), who, "character")
    if waits := unseen.opposed_by(ctx.state, (who,)):
        raise AnswerFirst(needs=waits, field="character")
    name = command.name or ctx.state.named.get(who) or found.name
    made = creatures.as_revealed(ctx.state, who, found)
    ids = tuple(ctx.new_id("item") for _ in range(MOST_THINGS))
    things = (replace(item, id=key) for key, item in zip(ids, made.items.values(), strict=False))
    body = replace(made, items={item.id: item for item in things}, closed=CLOSED, known_as=name)
    ctx.emit(
        CreatureEntered(creature=who, name=name, seat=made.seat, kind=made.kind, last=ids[-1], body=ctx.secret(body))
    )


def _closed_one(ctx: CampaignContext, who: str) -> Creature:
    """Return a creature that is partly hidden from players. Rule: BN-CAMP-170. Refuses: NotKnownHere, ShownAlready."""
    one = ctx.character(who)
    if not one.closed:
        raise ShownAlready(needs=ctx.state.closed, has=who, field="character")
    return one


@judge
def show_creature(ctx: CampaignContext, command: ShowCreature) -> None:
    """Show players one hidden part of a creature. Rule: BN-CAMP-170. Refuses: NotKnownHere, ShownAlready."""
    one = _closed_one(ctx, command.character)
    left = (*(("name",) if "dice" in one.closed and one.known_as != one.name else ()), *one.closed)
    if command.what not in left:
        raise ShownAlready(needs=left, has=command.what, field="what")
    _show(ctx, one, command.what)


def _show(ctx: CampaignContext, one: Creature, what: Shows) -> None:
    if what == "name":
        ctx.emit(NameShown(creature=one.id, name=one.name))
    elif what == "dice":
        ctx.emit(
            DiceShown(
                creature=one.id, sheet=one.sheet, dice=one.dice, move=one.move, flying=one.flying,
                war_trained=one.war_trained,
            )
        )  # fmt: skip
    else:
        ctx.emit(ItemsShown(creature=one.id, items=tuple(one.items[key] for key in in_order(one.items))))


@judge
def reveal_creature(ctx: CampaignContext, command: RevealCharacter) -> None:
    """Reveal a prepared character. Rule: AR-ROSTER-01, BN-CAMP-170. Refuses: NotKnownHere, DieNeeded."""
    if is_closed(ctx.state, command.character):
        one = ctx.character(command.character)
        seat = seat_for(ctx, command.seat or one.seat)
        for part in one.closed:
            _show(ctx, one, part)
        if seat != one.seat:
            ctx.emit(CharacterAssigned(character=one.id, seat=seat))
        return
    found, seat = to_reveal(ctx, command)
    creatures.appear(ctx, command.character, found, seat)


# ---------------------------------------------------------------- fold


@fold
def _entered(state: CampaignState, event: CreatureEntered) -> CampaignState:
    stub = Creature(
        id=event.creature, seat=event.seat, kind=event.kind, sheet=creatures.sheet_of(event.kind, event.name), dice=(),
        move=WALKS, closed=CLOSED, known_as=event.name,
    )  # fmt: skip
    there = {**state.characters, event.creature: value_of_secret(event.body) or stub}
    return replace(state.raise_counter(event.last), characters=there, prepared=without(state.prepared, event.creature))


@fold
def _name_shown(state: CampaignState, event: NameShown) -> CampaignState:
    return state.change(event.creature, known_as=event.name)


@fold
def _dice_shown(state: CampaignState, event: DiceShown) -> CampaignState:
    left = _without(state, event.creature, "dice")
    return state.change(
        event.creature, sheet=event.sheet, dice=event.dice, move=event.move, flying=event.flying,
        war_trained=event.war_trained, closed=left, known_as=None,
    )  # fmt: skip


@fold
def _items_shown(state: CampaignState, event: ItemsShown) -> CampaignState:
    left = _without(state, event.creature, "items")
    return state.change(event.creature, items={item.id: item for item in event.items}, closed=left)


def _without(state: CampaignState, who: str, part: Part) -> tuple[Part, ...]:
    return tuple(one for one in state.characters[who].closed if one != part)


# ---------------------------------------------------------------- samples


@samples
def _prepared(state: CampaignState, _: str) -> Samples[BringPrepared]:
    yield offer(BringPrepared, character=some(state.prepared), name=(None, TEXT))


@samples
def _shown(state: CampaignState, _: str) -> Samples[ShowCreature]:
    yield offer(ShowCreature, character=some(state.closed) if state.closed else some(state.characters)[:1], what=SHOWS)
