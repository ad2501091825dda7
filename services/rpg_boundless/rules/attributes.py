"""Character creation: Attributes by points or by rolls, Stamina, HP, and what a new character carries."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.characters import CreateCharacter, FinishCharacter
from services.rpg_boundless.events.characters import Carried, CharacterCreated, MaxHpFollowed, ScoresRolled, Tried
from services.rpg_boundless.refusals import (
    MethodsMixed,
    NotKnownHere,
    PointsDoNotAddUp,
    ScoreTooHigh,
    SwapNeedsTwo,
    WrongNumberOfItems,
)
from services.rpg_boundless.rules.dice import SIDES, hits_from
from services.rpg_boundless.rules.made_up import check_another_character, check_made_up
from services.rpg_boundless.rules.seats import MAX_CHARACTERS, MAX_DRAFTS, check_owns, check_room, known
from services.rpg_boundless.rules.slots import carried
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character, Draft
from services.rpg_boundless.words import ATTRIBUTES, Attribute, ItemSheet, Scores

NEW = Draft(id="", seat="", name="", items=(), keepsake="", scores=Scores(strength=0, dexterity=0, willpower=0))


def create_character(telling: Telling, command: CreateCharacter) -> None:
    """Rule: FB-ATTR-01, FB-ATTR-06 to FB-ATTR-08, FB-SLOT-06, FB-SLOT-07."""
    seat = command.seat or telling.seat
    if seat not in telling.state.roles:
        raise NotKnownHere(needs="a seat of this campaign", has=seat, field="seat")
    check_owns(telling, seat)
    check_another_character(telling, seat)
    check_room(len(telling.state.characters) + len(telling.state.drafts), MAX_CHARACTERS)
    if len(command.items) != BOOK.start.items:
        raise WrongNumberOfItems(needs=BOOK.start.items, has=len(command.items), field="items")
    for item in command.items:
        check_made_up(telling, item, field="items")
    draft = replace(NEW, seat=seat, name=command.name, items=command.items, keepsake=command.keepsake)
    if command.method == "roll":
        _roll_scores(telling, command, draft)
    else:
        _finish(telling, replace(draft, scores=_checked_points(command)), method_rolled=False)


def _checked_points(command: CreateCharacter) -> Scores:
    """Rule: FB-ATTR-06, FB-ATTR-07, FB-R-03. Refuses: MethodsMixed, PointsDoNotAddUp, ScoreTooHigh."""
    points = command.points
    if points is None:
        raise MethodsMixed(needs="points", has="none", field="points")
    for attribute in ATTRIBUTES:
        if points.of(attribute) > BOOK.start.highest:
            raise ScoreTooHigh(needs=BOOK.start.highest, has=points.of(attribute), field="points")
    if points.total != BOOK.start.points:
        raise PointsDoNotAddUp(needs=BOOK.start.points, has=points.total, field="points")
    return points


def _roll_scores(telling: Telling, command: CreateCharacter, draft: Draft) -> None:
    """Roll for each Attribute until the total is high enough.

    Rule:    FB-ATTR-08 to FB-ATTR-10, FB-ATTR-12, FB-R-04
    Refuses: MethodsMixed
    """
    if command.points is not None:
        raise MethodsMixed(needs="no points", has="points", field="points")
    check_room(len(telling.state.drafts), MAX_DRAFTS)
    tries = [_try(telling)]
    while _scored(telling, tries[-1]).total < BOOK.start.least_total:
        tries.append(_try(telling))
    telling.tell(
        ScoresRolled(
            draft=telling.new("draft"),
            seat=draft.seat,
            name=draft.name,
            items=draft.items,
            keepsake=draft.keepsake,
            tries=tuple(tries),
            scores=_scored(telling, tries[-1]),
        )
    )


def _try(telling: Telling) -> Tried:
    """Rule: FB-ATTR-09."""
    strength, dexterity, willpower = (
        telling.chance.roll(f"{attribute} score", SIDES, BOOK.start.rolled_dice) for attribute in ATTRIBUTES
    )
    return Tried(strength=strength, dexterity=dexterity, willpower=willpower)


def _scored(telling: Telling, tried: Tried) -> Scores:
    """Count the Hits of a try. Rule: FB-ATTR-10, FB-R-04."""
    least = hits_from("standard", zero=False)
    cap = telling.state.settings.creation.rolled_cap or BOOK.start.rolled_dice
    strength, dexterity, willpower = (
        min(sum(face >= least for face in faces), cap) for faces in (tried.strength, tried.dexterity, tried.willpower)
    )
    return Scores(strength=strength, dexterity=dexterity, willpower=willpower)


def finish_character(telling: Telling, command: FinishCharacter) -> None:
    """Rule: FB-ATTR-11, FB-R-05. Refuses: SwapNeedsTwo."""
    draft = known(telling.state.drafts, command.draft, "draft")
    check_owns(telling, draft.seat)
    if command.swap is not None:
        first, second = command.swap
        if first == second:
            raise SwapNeedsTwo(needs="two Attributes", has=first, field="swap")
        scores = draft.scores
        draft = replace(draft, scores=scores.having(first, scores.of(second)).having(second, scores.of(first)))
    _finish(telling, draft, method_rolled=True)


def _finish(telling: Telling, draft: Draft, *, method_rolled: bool) -> None:
    """Rule: FB-STAM-02, FB-HP-02, FB-SLOT-06, FB-SLOT-07, FB-R-06, FB-R-48, FB-R-59."""
    character = telling.new("character")
    items = tuple(carried(telling, sheet) for sheet in draft.items)
    telling.tell(
        CharacterCreated(
            character=character,
            seat=draft.seat,
            name=draft.name,
            method="roll" if method_rolled else "points",
            scores=draft.scores,
            stamina=telling.state.settings.stamina.maximum,
            hp=BOOK.start.hp_base + draft.scores.strength,
            items=(*items, _keepsake(telling, draft.keepsake)),
            draft=draft.id or None,
        )
    )


def _keepsake(telling: Telling, name: str) -> Carried:
    """Rule: FB-SLOT-07, FB-R-48."""
    sheet = ItemSheet(name=name, size="petty")
    slots = telling.state.settings.keepsake.slots
    return Carried(id=telling.new("item"), sheet=sheet, slots=slots, keepsake=True)


def missing(character: Character) -> int:
    """Count the points by which Attributes are below their maxima. Rule: FB-REC-06, FB-R-59."""
    return character.maxima.total - character.scores.total


def follow_strength(telling: Telling, character: str, attribute: Attribute, before: int) -> None:
    """Let maximum HP follow a change of Strength, where the settings say so; there is always 1.

    Rule:    FB-R-07
    """
    now = telling.character(character)
    change = now.scores.strength - before
    if attribute == "strength" and change and telling.state.settings.hp.follows_strength:
        most = max(now.max_hp + change, 1)
        telling.tell(MaxHpFollowed(character=character, max_hp=most, hp=min(now.hp, most)))
