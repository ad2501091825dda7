"""Continuous effects: current PWR and levels, prohibitions, additional attacks and sacrifices, and replacements.

CONT: effects are always active. They work from cards in play, from spirits through the card above them, and from the
hand or the drop zone if the effect names that zone. CONT: effects apply before changes made by other effects. If
several effects set a value, the latest one counts. Values are computed when they are read. This costs almost nothing if
no card of the match has a continuous effect.

Rule: TC-ETI-05, TC-ETI-06, TC-FORM-14, TC-RUL-019, TC-RUL-060, TC-RUL-078, TC-RUL-116
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final

from msgspec import Struct

from services.tcg.chapters.applying import DEEPEST, OF_PWR, Part, for_card, forget_reads, holders, is_true, parts_of
from services.tcg.chapters.sources import Board, Held, board_of, lasting, works_below
from services.tcg.chapters.terms import Ability, MatchContext, Price, Printed, TargetSpec, Use
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running, TriggerEvent
from services.tcg.words import GREATEST
from shared.kernel.messages import Seat


def _of_card(ctx: MatchContext, name: str, card: Card) -> list[Held]:
    """Return the continuous effects of this kind that apply to a card."""
    if name not in ctx.pool.holding:
        return []
    listed = holders(ctx, name)
    return for_card(ctx, listed, card.id) if listed else []


def _of_seat(ctx: MatchContext, name: str, seat: Seat) -> list[Held]:
    """Return the continuous effects of this kind that apply to a player."""
    if name not in ctx.pool.holding:
        return []
    listed = holders(ctx, name)
    return _for_seat(ctx, listed, seat) if listed else []


def _for_seat(ctx: MatchContext, listed: list[Held], seat: Seat) -> list[Held]:
    return [
        held
        for held in listed
        if held.form.seats is not None and seat in held.form.seats(ctx, held.running) and is_true(ctx, held)
    ]


def pwr(ctx: MatchContext, card: Card) -> int | None:
    """Return a card's PWR: its base or the latest value set, plus all changes, at least 0 and at most `greatest`.

    Returns None for cards without PWR: commands, spirits, and a bound savior for which no PWR is printed or set.

    Rule: TC-CARD-04, TC-SAV-09, TC-RUL-016, TC-RUL-077, TC-RUL-123, TC-RUL-230
    """
    printed = ctx.pool.printed[card.card]
    if printed.kind in ("command", "spirit"):
        return None
    base = printed.faces[card.boundless].pwr
    if not card.changes and ctx.pool.holding.isdisjoint(OF_PWR):
        return base
    more = 0
    for part in parts_of(ctx, card, base):
        if part.kind == "change":
            more += part.value
        else:
            base = part.value
    if base is None:
        return None
    base = max(0, base + more)
    return base if base <= GREATEST else min(base, ctx.state.greatest)


def pwr_parts(ctx: MatchContext, card: Card) -> tuple[Part, ...]:
    """Return the parts of a card's PWR, in the order in which they apply. Rule: TC-RUL-077."""
    printed = ctx.pool.printed[card.card]
    if printed.kind in ("command", "spirit"):
        return ()
    return tuple(parts_of(ctx, card, printed.faces[card.boundless].pwr))


def level(ctx: MatchContext, card: Card) -> int:
    """Return a card's current level, or 0 for a card without one. Rule: TC-FORM-11, TC-RUL-184."""
    printed = ctx.pool.printed[card.card].level
    if "level_as" not in ctx.pool.holding:
        return printed
    board = board_of(ctx)
    if ctx.state.revised:
        return _level_by_age(ctx, board, card, printed)
    if board.deep >= DEEPEST:
        return printed
    board.deep += 1
    try:
        counts_as = for_card(ctx, board.holding("level_as"), card.id)
    finally:
        board.deep -= 1
        if board.read:
            forget_reads(board)
    return counts_as[-1].form.number if counts_as else printed


def _level_by_age(ctx: MatchContext, board: Board, card: Card, number: int) -> int:
    """Return a card's level after applying the effects on it, the oldest first. Each effect reads the level so far.

    Rule: TC-RUL-184
    """
    listed, older = board.holding("level_as"), board.older
    counted = len(listed) if older is None else older
    key = (-card.id, board.deep, counted, frozenset(board.busy))
    known: int | None = board.read.get(key)
    if known is not None:
        return known
    try:
        for place in range(counted):
            board.older = place
            if for_card(ctx, [listed[place]], card.id):
                number = listed[place].form.number
    finally:
        board.older = older
        forget_reads(board)
    if older is not None:
        board.read[key] = number
    return number


def _total(listed: list[Held]) -> int:
    """Return the sum of the numbers that these continuous effects add. Most lists are empty."""
    return sum([held.form.number for held in listed]) if listed else 0


def attacks_allowed(ctx: MatchContext, card: Card) -> int:
    """Return the number of times that a card may attack per combat step. Rule: TC-CBT-21 to TC-CBT-23, TC-RUL-081."""
    return 1 + card.extra + _total(_of_card(ctx, "extra_attack", card))


def may_not_attack(ctx: MatchContext, card: Card, what: str) -> bool:
    """Return whether an effect forbids a card to attack.

    `what` says whether attacks on saviors or on forms are meant.
    """
    return bool(forbidding_to_attack(ctx, card, what))


def forbidding_to_attack(ctx: MatchContext, card: Card, what: str) -> list[Held]:
    """Return the effects that forbid a card to attack. `what` says whether attacks on saviors or on forms are meant.

    Rule: TC-TURN-07, TC-TURN-08
    """
    forbidding = _of_card(ctx, "cannot_attack", card)
    return [held for held in forbidding if held.form.word in ("any", what)] if forbidding else forbidding


def protecting_from_attacks(ctx: MatchContext, card: Card) -> list[Held]:
    """Return the effects that protect a card from attacks. Rule: TC-TURN-07, TC-TURN-08."""
    return _of_card(ctx, "cannot_be_attacked", card)


def attacks_without_spirit(ctx: MatchContext, card: Card) -> bool:
    """Return whether a form may attack a savior without a spirit. Rule: TC-FORM-25."""
    return bool(_of_card(ctx, "attack_without_spirit", card))


def not_damaged_by(ctx: MatchContext, card: Card, kind: str) -> bool:
    """Return whether an effect prevents damage to a card by a form, a savior or an effect.

    Rule: TC-CBT-11, TC-RUL-079
    """
    for held in _of_card(ctx, "cannot_be_damaged", card):  # noqa: SIM110 a generator is slower for so few
        if held.form.word in ("any", kind):
            return True
    return False


def may_not_be_target(ctx: MatchContext, card: Card, seat: Seat) -> bool:
    """Return whether a card is protected from a player's effects, so that it cannot be their target."""
    for held in _of_card(ctx, "cannot_be_target", card):  # noqa: SIM110 a generator is slower for so few
        if held.form.word == "any" or held.running.seat != seat:
            return True
    return False


def forbidding_to_activate(ctx: MatchContext, seat: Seat, printed: Printed, ability: Ability | None) -> list[Held]:
    """Return the effects that forbid a player to activate this ability or command.

    An effect can forbid `any` activation, a card kind, a command type, or effects marked [INTERRUPT] or [SWIFT].

    Rule: TC-READ-09
    """
    forbidding = _of_seat(ctx, "cannot_activate", seat)
    if not forbidding:
        return []
    sorts = {"any", printed.kind, "" if ability is None else ability.eti}
    if printed.kind == "command":
        sorts.add(printed.type)
    return [held for held in forbidding if held.form.word in sorts]


def changed_costs(ctx: MatchContext, running: Running, ability: Ability) -> tuple[Price, ...]:
    """Return an effect's current costs: its own costs, unless they are waived, and costs that other effects add.

    A spirit's effect also counts as an effect of the card above it (TC-FORM-14).

    Rule: TC-READ-10, TC-RUL-063
    """
    return _changed_costs(ctx, running, ability) if "change_cost" in ctx.pool.holding else ability.costs


def _changed_costs(ctx: MatchContext, running: Running, ability: Ability) -> tuple[Price, ...]:
    card, listed = ctx.state.table.get(running.card), board_of(ctx).holding("change_cost")
    numbers = (running.card,) if card is None or not card.host else (running.card, card.host)
    changes = {id(held): held for number in numbers for held in for_card(ctx, listed, number)}.values()
    own = () if any(not held.form.costs for held in changes) else ability.costs
    parts = (*own, *(cost for held in changes for cost in held.form.costs))
    return tuple(part.among(parts, place) for place, part in enumerate(parts))


def needed_if_optional(ctx: MatchContext, target: TargetSpec) -> int:
    """Return how many legal cards a target without a minimum needs. Rule: TC-RUL-064, TC-RUL-183."""
    return int(target.every or not ctx.state.revised)


def targets_of(ctx: MatchContext, running: Running, target: TargetSpec) -> list[int]:
    """Return the legal cards for one of an effect's targets."""
    numbers = target.select(ctx, running, 0)
    if "cannot_be_target" not in ctx.pool.holding or not holders(ctx, "cannot_be_target"):
        return numbers
    table = ctx.state.table
    return [one for one in numbers if not may_not_be_target(ctx, table[one], running.seat)]


def lacks_cards(ctx: MatchContext, running: Running, target: TargetSpec) -> bool:
    """Return whether there are fewer legal cards than one of an effect's targets needs. Rule: TC-RUL-062."""
    return len(targets_of(ctx, running, target)) < (target.least or needed_if_optional(ctx, target))


def can_be_declared(ctx: MatchContext, running: Running, ability: Ability) -> bool:
    """Return whether an effect has legal targets and a cost that can be paid. Rule: TC-RUL-062, TC-RUL-193."""
    if any(lacks_cards(ctx, running, target) for target in ability.targets):
        return False
    return all(cost.payable(ctx, running) for cost in changed_costs(ctx, running, ability))


class Powers(Struct, frozen=True, gc=False):
    """A card's abilities, each with its source (the card itself or a spirit under it), and those that players use."""

    abilities: tuple[tuple[int, Ability], ...]
    uses: tuple[Use, ...]


NO_POWERS: Final = Powers((), ())


def _powers(number: int, abilities: Sequence[tuple[int, Ability]]) -> Powers:
    uses = [Use(source, number, one, "play") for source, one in abilities if one.voluntary and not one.main]
    return Powers(tuple(abilities), tuple(uses))


def abilities_of(ctx: MatchContext, card: Card) -> tuple[tuple[int, Ability], ...]:
    """Return a card's current abilities, each with its source (the card itself or a spirit under it)."""
    return powers_of(ctx, card).abilities


def powers_of(ctx: MatchContext, card: Card) -> Powers:
    """Return a card's current abilities.

    A savior has only the abilities of its visible side. A command's main effect is not included, since players use it
    by playing the card.

    Rule: TC-FORM-14, TC-FORM-26, TC-SAV-10, TC-RUL-013, TC-RUL-019, TC-RUL-074, TC-RUL-116
    """
    depends_on, board = (card.under, card.changes, card.boundless, card.place, card.up), ctx.board
    if board is None or not board.current:
        board = board_of(ctx)
    known = board.powers.get(card.id)
    if known is not None and known[0] == depends_on:
        powers: Powers = known[1]
        return powers
    abilities = _abilities(ctx, card)
    powers = _powers(card.id, abilities) if abilities else NO_POWERS
    if not (card.changes and any(change.condition for change in card.changes)):
        board.powers[card.id] = (depends_on, powers)
    return powers


def _abilities(ctx: MatchContext, card: Card) -> list[tuple[int, Ability]]:
    number, place = card.id, card.place
    face = ctx.pool.printed[card.card].faces[card.boundless]
    if place in ("hand", "drop"):
        works = face.hand if place == "hand" else face.drop
        return [(number, ability) for ability in works.abilities]
    if place not in ("savior", "form", "command") or not card.up:
        return []
    found = [*zip(repeat(number), face.play.abilities)]
    if card.changes:
        found += _granted_abilities(ctx, card)
    if card.under and works_below(ctx.state, card):
        found += _of_spirits(ctx, card)
    return found


def _granted_abilities(ctx: MatchContext, card: Card) -> Iterator[tuple[int, Ability]]:
    for change in card.changes:
        if change.kind == "grant":
            lasts = lasting(ctx, change)
            if lasts is None or lasts.holds(ctx, lasts.running, 0):
                yield card.id, ctx.pool.abilities[change.part]


def _of_spirits(ctx: MatchContext, card: Card) -> list[tuple[int, Ability]]:
    table, printed = ctx.state.table, ctx.pool.printed
    return [
        (spirit, ability) for spirit in card.under for ability in printed[table[spirit].card].faces[0].play.abilities
    ]


def forbidding_to_sacrifice(ctx: MatchContext, card: Card) -> list[Held]:
    """Return the effects that forbid sacrificing a form. Rule: TC-FORM-09."""
    return _of_card(ctx, "cannot_be_sacrificed", card)


def may_not_be_sacrificed(ctx: MatchContext, card: Card) -> bool:
    """Return whether an effect forbids sacrificing a form. Rule: TC-FORM-09."""
    return bool(forbidding_to_sacrifice(ctx, card))


def more_sacrifices(ctx: MatchContext, seat: Seat) -> int:
    """Return how many additional sacrifices a player may make this turn to play forms. Rule: TC-ACT-03."""
    return _total(_of_seat(ctx, "extra_sacrifice", seat))


def more_spiritualizing(ctx: MatchContext, card: Card) -> int:
    """Return how many additional times a card may be spiritualized this turn. Rule: TC-ACT-01, TC-ACT-02."""
    return _total(_of_card(ctx, "extra_spiritualize", card))


def needs_no_sacrifice(ctx: MatchContext, card: Card) -> bool:
    """Return whether an effect lets a player play this form from the hand without a sacrifice. Rule: TC-FORM-09."""
    return bool(_of_card(ctx, "no_sacrifice_needed", card))


def closed_to_spirits(ctx: MatchContext, card: Card) -> bool:
    """Return whether a card cannot be spiritualized, because of an exclusive spirit under it or another effect.

    Rule: TC-FORM-18, TC-RUL-020 to TC-RUL-022
    """
    return bool(exclusive_under(ctx, card) or forbidding_to_spiritualize(ctx, card))


def exclusive_under(ctx: MatchContext, card: Card) -> str:
    """Return the name of the exclusive spirit that lets no other spirit under a form, or an empty string.

    Rule: TC-FORM-18, TC-RUL-140
    """
    if card.place == "form" and card.under:
        table, printed = ctx.state.table, ctx.pool.printed
        for spirit in card.under:
            if printed[table[spirit].card].exclusive:
                return printed[table[spirit].card].name
    return ""


def forbidding_to_spiritualize(ctx: MatchContext, card: Card) -> list[Held]:
    """Return the effects that forbid spiritualizing a card. Rule: TC-KEY-09."""
    return _of_card(ctx, "cannot_be_spiritualized", card)


def replacements(
    ctx: MatchContext, name: str, *, card: int = 0, seat: Seat = "", cause: str = ""
) -> list[tuple[Running, Ability]]:  # fmt: skip
    """Return the replacements of an event that would happen to a card or a player, each with the context of its effect.

    The context's event is the event to replace. The caller must check and count the replacement's limit (see
    `chapters.limits`).

    Rule: TC-RUL-079, TC-RUL-116, TC-RUL-118, TC-RUL-120
    """
    if name not in ctx.pool.holding:
        return []
    found = []
    event = TriggerEvent(event=name, by=seat, card=card, cause=cause)
    for heard in board_of(ctx).replacing(name):
        own, ability, lasts = heard.running, heard.ability, heard.lasting
        if lasts is not None and not lasts.holds(ctx, lasts.running, 0):
            continue
        running = Running(seat=own.seat, card=own.card, printed=own.printed, effect=ability.key, event=event)
        if _replaces(ctx, running, ability) and (ability.when is None or ability.when(ctx, running, 0)):
            found.append((running, ability))
    return found


def _replaces(ctx: MatchContext, running: Running, ability: Ability) -> bool:
    form, event = ability.replacement, running.event
    if form is None or event is None or form.cause not in ("any", event.cause):
        return False
    if form.fits is not None and not form.fits(ctx, running, event.card):
        return False
    return form.seats is None or event.by in form.seats(ctx, running)
