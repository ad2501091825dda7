"""New characters: Attributes from points or from rolls, Stamina, Hit Points, and Items."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, convert
from msgspec.structs import replace

from services.rpg_boundless.catalogue import ATTRIBUTES, BOOK, Attribute
from services.rpg_boundless.chapters.items import carry, check_made_up
from services.rpg_boundless.chapters.seats import MAX_CHARACTERS, MAX_DRAFTS
from services.rpg_boundless.context import Answer, CampaignContext, CharacterChanged, CharacterMove
from services.rpg_boundless.samples import ITEM
from services.rpg_boundless.state.campaign import CampaignState, Character, Draft, Newcomer
from services.rpg_boundless.state.sheets import ArmorSheet, Carried, ItemSheet, Scores, WeaponSheet
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.roster import PLAYS, playing
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import NotKnownHere, check_owns, check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id, Line, Seat
from shared.kernel.pools.position import SIDES, PositionPool
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class PointsDoNotAddUp(Refusal, rule="FB-ATTR-06"):
    """The points do not add up: divide exactly the number of points in `needs` among the Attributes."""


class ScoreTooHigh(Refusal, rule="FB-ATTR-07"):
    """An Attribute has too many points: give it at most the number in `needs`."""


class MethodsMixed(Refusal, rule="FB-ATTR-08"):
    """`points` is missing, or is sent with rolled scores: send `points` for the point method, and only for that."""


class SwapNeedsTwo(Refusal, rule="FB-ATTR-11"):
    """The same Attribute is named twice: exchange two different Attributes."""


class WrongNumberOfItems(Refusal, rule="FB-SLOT-06"):
    """Wrong number of Items: give a new character exactly the number of Items in `needs`."""


class OneCharacterEach(Refusal, rule="FB-CAMP-13"):
    """The player already has as many characters as this campaign allows: ask the game master to create another."""


class SeatDoesNotPlay(Refusal, rule="FB-CAMP-13"):
    """This seat cannot have a character: name the seat of a player or of a game master."""


# ---------------------------------------------------------------- commands


class CreateCharacter(CharacterMove, frozen=True, kw_only=True):
    """Create a character, with points or rolled scores. A game master may create one for another seat."""

    name: Line
    method: Literal["points", "roll"] = "points"
    points: Scores | None = None
    items: Annotated[tuple[ItemSheet, ...], Meta(max_length=10)]
    keepsake: Line
    seat: Seat | None = None


class FinishCharacter(Answer, frozen=True, kw_only=True):
    """Accept the rolled scores. With `swap`, exchange two of them first."""

    draft: Id
    swap: tuple[Attribute, Attribute] | None = None


# ---------------------------------------------------------------- events


class Tried(Struct, frozen=True, kw_only=True):
    """One attempt at rolled scores: the die faces for each Attribute."""

    strength: tuple[int, ...]
    dexterity: tuple[int, ...]
    willpower: tuple[int, ...]


class ScoresRolled(Event, frozen=True, kw_only=True):
    """Scores were rolled for a new character. Of several attempts, the last one counts."""

    draft: str
    seat: str
    name: str
    items: tuple[ItemSheet, ...]
    keepsake: str
    tries: tuple[Tried, ...]
    scores: Scores


class CharacterCreated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character is ready to play."""

    character: str
    seat: str
    name: str
    method: Literal["points", "roll"]
    scores: Scores
    stamina: int
    hp: int
    items: tuple[Carried, ...]
    draft: str | None = None


class MaxHpFollowed(CharacterChanged, frozen=True, kw_only=True):
    """A character's maximum HP changed together with its Strength."""

    max_hp: int
    hp: int


# ---------------------------------------------------------------- judgement


def check_another_character(ctx: CampaignContext, seat: str) -> None:
    """Check that a player may have another character. Unfinished characters count as well, but dead ones do not.

    Rule:    FB-CAMP-13, FB-R-75
    Refuses: SeatDoesNotPlay, OneCharacterEach
    """
    role = ctx.state.roles[seat]
    if role not in PLAYS:
        raise SeatDoesNotPlay(needs="player or gm", has=role, field="seat")
    if ctx.leads:
        return
    living = sum(one.seat == seat and one.status != "dead" for one in ctx.state.characters.values())
    drafted = sum(draft.seat == seat for draft in ctx.state.drafts.values())
    most = ctx.state.settings.players.characters
    if living + drafted >= most:
        raise OneCharacterEach(needs=f"fewer than {most}", has=living + drafted)


def _roll_all_scores(ctx: CampaignContext) -> Tried:
    """Roll the dice for each Attribute once. Rule: FB-ATTR-09."""
    rolled = {one: ctx.chance.roll(f"{one} score", SIDES, BOOK.start.rolled_dice) for one in ATTRIBUTES}
    return convert(rolled, Tried)


@judge
def create_character(ctx: CampaignContext, command: CreateCharacter) -> None:
    """Create a character from points or from rolled scores.

    Rule:    FB-ATTR-01, FB-ATTR-06 to FB-ATTR-08, FB-SLOT-06, FB-SLOT-07
    """
    seat = command.seat or ctx.seat
    if seat not in ctx.state.roles:
        raise NotKnownHere(needs="a seat of this campaign", has=seat, field="seat")
    check_owns(ctx, seat)
    check_another_character(ctx, seat)
    check_room((*ctx.state.characters, *ctx.state.drafts), MAX_CHARACTERS)
    if len(command.items) != BOOK.start.items:
        raise WrongNumberOfItems(needs=BOOK.start.items, has=len(command.items), field="items")
    for item in command.items:
        check_made_up(ctx, item, field="items")
    if command.method == "roll":
        _roll_scores(ctx, command, seat)
        return
    _finish(ctx, form(Newcomer, command, seat=seat, scores=_checked_points(command)))


def _checked_points(command: CreateCharacter) -> Scores:
    """Return the points of a new character, after checking that they follow the point method.

    Rule:    FB-ATTR-06, FB-ATTR-07, FB-R-03
    Refuses: MethodsMixed, PointsDoNotAddUp, ScoreTooHigh
    """
    points = command.points
    if points is None:
        raise MethodsMixed(needs="points", has="none", field="points")
    for attribute in ATTRIBUTES:
        if points.of(attribute) > BOOK.start.highest:
            raise ScoreTooHigh(needs=BOOK.start.highest, has=points.of(attribute), field="points")
    if points.total != BOOK.start.points:
        raise PointsDoNotAddUp(needs=BOOK.start.points, has=points.total, field="points")
    return points


def _roll_scores(ctx: CampaignContext, command: CreateCharacter, seat: str) -> None:
    """Roll for each Attribute until the total is high enough.

    Rule:    FB-ATTR-08 to FB-ATTR-10, FB-ATTR-12, FB-R-04
    Refuses: MethodsMixed
    """
    if command.points is not None:
        raise MethodsMixed(needs="no points", has="points", field="points")
    check_room(ctx.state.drafts, MAX_DRAFTS)
    tries = [_roll_all_scores(ctx)]
    while _count_hits(ctx, tries[-1]).total < BOOK.start.least_total:
        tries.append(_roll_all_scores(ctx))
    scores = _count_hits(ctx, tries[-1])
    ctx.emit(form(ScoresRolled, command, draft=ctx.new_id("draft"), seat=seat, tries=tuple(tries), scores=scores))


def _count_hits(ctx: CampaignContext, tried: Tried) -> Scores:
    """Count the Hits of one attempt. Rule: FB-ATTR-10, FB-R-04."""
    least = PositionPool(dice=BOOK.start.rolled_dice).hits_from
    cap = ctx.state.settings.creation.rolled_cap or BOOK.start.rolled_dice
    hits = {one: sum(face >= least for face in getattr(tried, one)) for one in ATTRIBUTES}
    return convert({one: min(hits[one], cap) for one in ATTRIBUTES}, Scores)


@judge
def finish_character(ctx: CampaignContext, command: FinishCharacter) -> None:
    """Finish a character with rolled scores. If the player wants, exchange two of the scores first.

    Rule:    FB-ATTR-11, FB-R-05
    Refuses: SwapNeedsTwo
    """
    draft = entry_of(ctx.state.drafts, command.draft, "draft")
    check_owns(ctx, draft.seat)
    if command.swap is not None:
        first, second = command.swap
        if first == second:
            raise SwapNeedsTwo(needs="two Attributes", has=first, field="swap")
        scores = draft.scores
        draft = replace(draft, scores=scores.having(first, scores.of(second)).having(second, scores.of(first)))
    _finish(ctx, draft)


def _finish(ctx: CampaignContext, new: Newcomer | Draft) -> None:
    """Record the finished character with its Stamina, Hit Points and Items.

    In campaigns recorded under version 0 of the rules, Stamina starts at its maximum.

    Rule:    FB-STAM-02, FB-HP-02, FB-SLOT-06, FB-SLOT-07, FB-R-06, FB-R-48, FB-R-59
    """
    character, most = ctx.new_id("character"), ctx.state.settings.stamina.maximum
    stamina = min(BOOK.start.stamina, most) if ctx.state.form else most
    items = tuple(carry(ctx, sheet) for sheet in new.items)
    sheet, slots = ItemSheet(name=new.keepsake, size="petty"), ctx.state.settings.keepsake.slots
    keepsake = Carried(id=ctx.new_id("item"), sheet=sheet, slots=slots, keepsake=True)
    draft = new.id if isinstance(new, Draft) else None
    ctx.emit(form(
        CharacterCreated, new, character=character, method="points" if draft is None else "roll", stamina=stamina,
        hp=BOOK.start.hp_base + new.scores.strength, items=(*items, keepsake), draft=draft,
    ))  # fmt: skip


def missing(character: Character) -> int:
    """Return the total number of points by which a character's Attributes are below their maxima.

    Rule: FB-REC-06, FB-R-59.
    """
    return character.maxima.total - character.scores.total


def max_hp_with(ctx: CampaignContext, character: Character, strength: int) -> int:
    """Return the maximum HP that a character would have with this Strength, at least 1.

    If `follows_strength` is false, this is the current maximum.

    Rule:    FB-R-07
    """
    change = strength - character.scores.strength if ctx.state.settings.hp.follows_strength else 0
    return max(character.max_hp + change, 1)


def follow_strength(ctx: CampaignContext, character: str, attribute: Attribute, before: int) -> None:
    """Update the maximum HP (at least 1) of a character whose Strength changed, if `follows_strength` is true.

    Rule:    FB-R-07
    """
    now = ctx.character(character)
    change = now.scores.strength - before
    if attribute == "strength" and change and ctx.state.settings.hp.follows_strength:
        most = max(now.max_hp + change, 1)
        ctx.emit(MaxHpFollowed(character=character, max_hp=most, hp=min(now.hp, most)))


# ---------------------------------------------------------------- fold


@fold
def _scores_rolled(state: CampaignState, event: ScoresRolled) -> CampaignState:
    return state.having("drafts", form(Draft, event, id=event.draft))


@fold
def _character_created(state: CampaignState, event: CharacterCreated) -> CampaignState:
    items = {item.id: item for item in event.items}
    made = form(Character, event, id=event.character, maxima=event.scores, max_hp=event.hp, items=items)
    return state.without(event.draft, "drafts").raise_counter(made.id, *items).having("characters", made)


def set_score(state: CampaignState, who: str, attribute: Attribute, *, score: int, maximum: int) -> CampaignState:
    """Return the campaign with a character's score and maximum set for an Attribute."""
    bearer = state.characters[who]
    scores, maxima = bearer.scores.having(attribute, score), bearer.maxima.having(attribute, maximum)
    return state.change(who, scores=scores, maxima=maxima)


# ---------------------------------------------------------------- samples


SHARES: Final = tuple(
    {"strength": strength, "dexterity": dexterity, "willpower": willpower}
    for strength, dexterity, willpower in product(range(BOOK.start.highest + 1), repeat=3)
    if strength + dexterity + willpower == BOOK.start.points
)
"""All ways to divide the points among the Attributes."""

START: Final = convert(SHARES[-1], Scores)
KIT: Final = (
    ItemSheet(name="sword", weapon=WeaponSheet(damage=3)),
    ItemSheet(name="rope"),
    ItemSheet(name="mail", size="bulky", armor=ArmorSheet(hp=3)),
)


@samples
def _characters_created(state: CampaignState, seat: str) -> Samples[CreateCharacter]:
    items = Field(items=ITEM, repeats=True, ordered=True, least=BOOK.start.items, most=BOOK.start.items)
    seats = Field(options=playing(state) if state.led_by(seat) else (seat,))
    said = {"name": TEXT, "keepsake": TEXT, "items": items, "seat": seats}
    shared = CreateCharacter(name="Ash", points=START, items=KIT, keepsake="coin")
    yield offer(shared, **said, points=Field(options=SHARES))
    yield offer(replace(shared, method="roll", points=None), **said)


@samples
def _characters_finished(state: CampaignState, _: str) -> Samples[FinishCharacter]:
    swap, drafts = Field(items=Field(options=ATTRIBUTES), ordered=True, least=2, most=2), some(state.drafts)
    yield offer(FinishCharacter(draft=drafts[0]), draft=drafts, swap=swap)
