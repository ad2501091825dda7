"""What holds now: PWR and levels, what cards and players may not do, what they may do more often, what is replaced.

CONT: is always on. It works from cards in play, from spirits through the form above them, and from the hand or the drop
zone where an effect names it. CONT: comes before what effects have changed; of several that set a value, the latest
counts. Nothing is reckoned ahead: a question is answered at once where nothing of its sort is in play.

Rule: TC-ETI-05, TC-ETI-06, TC-FORM-14, TC-RUL-019, TC-RUL-060, TC-RUL-078, TC-RUL-116
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from services.tcg.agenda import Happening, Running
from services.tcg.rules.board import Held, board_of, lasting, works_below
from services.tcg.rules.terms import Ability, Game, Price, Printed
from services.tcg.state.match import Card
from shared.kernel.messages import Seat

DEEPEST: Final = 3
"""So many values may hang on one another; past that a value is taken without CONT:. Cards that watch each other end."""
PWR_KINDS: Final = (("set_pwr", "set"), ("modify_pwr", "change"))
CHANGE_KINDS: Final = {"set_pwr": "set", "pwr": "change"}
OF_PWR: Final = frozenset({"set_pwr", "modify_pwr"})


class Part(NamedTuple):
    """What makes up a PWR: `base`, `set` or `change`, the card it comes from, and how much."""

    kind: str
    source: int
    value: int


# ---------------------------------------------------------------- statics


def _true(game: Game, held: Held) -> bool:
    lasts = held.lasting
    if lasts is not None and not lasts.holds(game, lasts.ctx, 0):
        return False
    return held.when is None or held.when(game, held.ctx, 0)


def _for_card(game: Game, listed: list[Held], number: int) -> list[Held]:
    """Give those of some statics that hold for a card."""
    found = []
    for held in listed:
        if held.on:
            if held.on != number:
                continue
        elif held.form.fits is None or not held.form.fits(game, held.ctx, number):
            continue
        if _true(game, held):
            found.append(held)
    return found


def _of_card(game: Game, name: str, card: Card) -> list[Held]:
    """Give the statics of a sort that hold for a card."""
    if name not in game.pool.holding:
        return []
    listed = board_of(game).holding(name)
    return _for_card(game, listed, card.id) if listed else []


def _of_seat(game: Game, name: str, seat: Seat) -> list[Held]:
    """Give the statics of a sort that hold for a player."""
    if name not in game.pool.holding:
        return []
    return [
        held
        for held in board_of(game).holding(name)
        if held.form.seats is not None and seat in held.form.seats(game, held.ctx) and _true(game, held)
    ]


# ---------------------------------------------------------------- PWR and levels


def pwr(game: Game, card: Card) -> int | None:
    """Give the PWR a card has: its base, or the latest value it was set to, and all that is added; never below 0.

    None where it has no PWR at all: commands, spirits, and a bound savior that neither prints one nor was given one.

    Rule: TC-CARD-04, TC-SAV-09, TC-RUL-016, TC-RUL-077, TC-RUL-123
    """
    printed = game.pool.printed[card.card]
    if printed.kind in ("command", "spirit"):
        return None
    base = printed.faces[card.boundless].pwr
    if not card.changes and game.pool.holding.isdisjoint(OF_PWR):
        return base
    more = 0
    for kind, _, value in _parts(game, card, base):
        if kind == "change":
            more += value
        else:
            base = value
    return None if base is None else max(0, base + more)


def pwr_parts(game: Game, card: Card) -> tuple[Part, ...]:
    """Give what makes up the PWR of a card, in the order it counts in. Rule: TC-RUL-077."""
    printed = game.pool.printed[card.card]
    if printed.kind in ("command", "spirit"):
        return ()
    return tuple(_parts(game, card, printed.faces[card.boundless].pwr))


def _parts(game: Game, card: Card, base: int | None) -> list[Part]:
    """Give the base, what sets it (CONT: first, then changes by age), and what is added."""
    parts = [] if base is None else [Part("base", card.id, base)]
    board = board_of(game)
    if board.deep < DEEPEST:
        board.deep += 1
        try:
            for name, kind in PWR_KINDS:
                parts += [
                    Part(kind, held.ctx.card, held.form.value(game, held.ctx, card.id))
                    for held in _for_card(game, board.holding(name), card.id)
                    if held.form.value is not None
                ]
        finally:
            board.deep -= 1
    for change in card.changes:
        if change.kind in CHANGE_KINDS:
            lasts = lasting(game, change)
            if lasts is None or lasts.holds(game, lasts.ctx, 0):
                parts.append(Part(CHANGE_KINDS[change.kind], change.source, change.value))
    return parts


def level(game: Game, card: Card) -> int:
    """Give the level a card counts as; what has no level counts as 0. Rule: TC-FORM-11."""
    printed = game.pool.printed[card.card].level
    if "level_as" not in game.pool.holding:
        return printed
    board = board_of(game)
    if board.deep >= DEEPEST:
        return printed
    board.deep += 1
    try:
        counts_as = _for_card(game, board.holding("level_as"), card.id)
    finally:
        board.deep -= 1
    return counts_as[-1].form.number if counts_as else printed


# ---------------------------------------------------------------- attacks


def attacks_allowed(game: Game, card: Card) -> int:
    """Tell how many attacks a card has in a combat step. Rule: TC-CBT-21 to TC-CBT-23, TC-RUL-081."""
    return 1 + card.extra + sum(held.form.number for held in _of_card(game, "extra_attack", card))


def may_not_attack(game: Game, card: Card, what: str) -> bool:
    """Tell whether something forbids a card to attack a savior or a form. Rule: TC-TURN-07, TC-TURN-08."""
    return any(held.form.word in ("any", what) for held in _of_card(game, "cannot_attack", card))


def attacks_without_spirit(game: Game, card: Card) -> bool:
    """Tell whether a form may attack a savior without a spirit. Rule: TC-FORM-25."""
    return bool(_of_card(game, "attack_without_spirit", card))


def may_not_be_attacked(game: Game, card: Card) -> bool:
    """Tell whether a card is no legal target of attacks. Rule: TC-TURN-07, TC-TURN-08."""
    return bool(_of_card(game, "cannot_be_attacked", card))


def not_damaged_by(game: Game, card: Card, kind: str) -> bool:
    """Tell whether damage to a card by a form, a savior or an effect is prevented. Rule: TC-CBT-11, TC-RUL-079."""
    return any(held.form.word in ("any", kind) for held in _of_card(game, "cannot_be_damaged", card))


# ---------------------------------------------------------------- effects


def may_not_be_target(game: Game, card: Card, seat: Seat) -> bool:
    """Tell whether a card is no legal target of a player's effects; an opponent is one of who protects it."""
    return any(held.form.word == "any" or held.ctx.seat != seat for held in _of_card(game, "cannot_be_target", card))


def may_not_activate(game: Game, seat: Seat, printed: Printed, ability: Ability | None) -> bool:
    """Tell whether a player is kept from activating an effect of a card, or a command that has none for that.

    What is forbidden is `any`, a kind of card, a type of command, or effects marked [INTERRUPT] or [SWIFT].

    Rule: TC-READ-09
    """
    forbidding = _of_seat(game, "cannot_activate", seat)
    if not forbidding:
        return False
    sorts = {"any", printed.kind, "" if ability is None else ability.eti}
    if printed.kind == "command":
        sorts.add(printed.type)
    return any(held.form.word in sorts for held in forbidding)


def changed_costs(game: Game, ctx: Running, ability: Ability) -> tuple[Price, ...]:
    """Give what an effect costs now: its own cost, unless something waives it, and what others add.

    The effect of a spirit is one of the card above it, too (TC-FORM-14).

    Rule: TC-READ-10, TC-RUL-063
    """
    if "change_cost" not in game.pool.holding:
        return ability.costs
    card, listed = game.match.table.get(ctx.card), board_of(game).holding("change_cost")
    numbers = (ctx.card,) if card is None or not card.host else (ctx.card, card.host)
    changes = {id(held): held for number in numbers for held in _for_card(game, listed, number)}.values()
    own = () if any(not held.form.costs for held in changes) else ability.costs
    parts = (*own, *(cost for held in changes for cost in held.form.costs))
    return tuple(part.before(parts[place + 1 :]) for place, part in enumerate(parts))


def abilities_of(game: Game, card: Card) -> tuple[tuple[int, Ability], ...]:
    """Give the abilities a card has where it lies, each with the card it comes from: a spirit's is that spirit.

    Of a savior only the visible side counts. The main effect of a command is used with its card, and is none of them.

    Rule: TC-FORM-14, TC-FORM-26, TC-SAV-10, TC-RUL-013, TC-RUL-019, TC-RUL-074, TC-RUL-116
    """
    hangs_on = (card.under, card.changes, card.boundless, card.place, card.up)
    board = board_of(game)
    known = board.abilities.get(card.id)
    if known is not None and known[0] == hangs_on:
        return known[1]
    found = tuple(_abilities(game, card))
    if not any(change.condition for change in card.changes):
        board.abilities[card.id] = (hangs_on, found)
    return found


def _abilities(game: Game, card: Card) -> Iterator[tuple[int, Ability]]:
    face = game.pool.printed[card.card].faces[card.boundless]
    if card.place in ("hand", "drop"):
        works = face.hand if card.place == "hand" else face.drop
        yield from ((card.id, ability) for ability in works.abilities)
    if card.place not in ("savior", "form", "command") or not card.up:
        return
    yield from ((card.id, ability) for ability in face.play.abilities)
    for change in card.changes:
        if change.kind == "grant":
            lasts = lasting(game, change)
            if lasts is None or lasts.holds(game, lasts.ctx, 0):
                yield card.id, game.pool.abilities[change.part]
    if works_below(game.match, card):
        for spirit in card.under:
            printed = game.pool.printed[game.match.table[spirit].card]
            yield from ((spirit, ability) for ability in printed.faces[0].play.abilities)


# ---------------------------------------------------------------- actions


def may_not_be_sacrificed(game: Game, card: Card) -> bool:
    """Tell whether a form cannot be given as a sacrifice. Rule: TC-FORM-09."""
    return bool(_of_card(game, "cannot_be_sacrificed", card))


def more_sacrifices(game: Game, seat: Seat) -> int:
    """Tell how many more sacrifices to play a player has in a turn. Rule: TC-ACT-03."""
    return sum(held.form.number for held in _of_seat(game, "extra_sacrifice", seat))


def more_spiritualizing(game: Game, card: Card) -> int:
    """Tell how many more times a card may be spiritualized in a turn. Rule: TC-ACT-01, TC-ACT-02."""
    return sum(held.form.number for held in _of_card(game, "extra_spiritualize", card))


def needs_no_sacrifice(game: Game, card: Card) -> bool:
    """Tell whether a form in hand is played without a sacrifice. Rule: TC-FORM-09."""
    return bool(_of_card(game, "no_sacrifice_needed", card))


def closed_to_spirits(game: Game, card: Card) -> bool:
    """Tell whether nothing may be put under a card by spiritualizing: a form above an exclusive spirit, or by a card.

    Rule: TC-FORM-18, TC-RUL-020 to TC-RUL-022
    """
    if card.place == "form" and card.under:
        table, printed = game.match.table, game.pool.printed
        if any(printed[table[spirit].card].exclusive for spirit in card.under):
            return True
    return bool(_of_card(game, "cannot_be_spiritualized", card))


# ---------------------------------------------------------------- replacements


def replacements(
    game: Game, name: str, *, card: int = 0, seat: Seat = "", cause: str = ""
) -> list[tuple[Running, Ability]]:  # fmt: skip
    """List what replaces an event that would happen to a card or to a player, each with the context it runs in.

    The context's event is the one that does not happen. A limit of the replacement is for its caller to look at and to
    count (`rules.limits`).

    Rule: TC-RUL-079, TC-RUL-116, TC-RUL-118, TC-RUL-120
    """
    if name not in game.pool.holding:
        return []
    found = []
    happening = Happening(event=name, by=seat, card=card, cause=cause)
    for own, ability, lasts in board_of(game).replacing(name):
        if lasts is not None and not lasts.holds(game, lasts.ctx, 0):
            continue
        ctx = Running(seat=own.seat, card=own.card, printed=own.printed, effect=ability.key, event=happening)
        if _replaces(game, ctx, ability) and (ability.when is None or ability.when(game, ctx, 0)):
            found.append((ctx, ability))
    return found


def _replaces(game: Game, ctx: Running, ability: Ability) -> bool:
    form, event = ability.replacement, ctx.event
    if form is None or event is None or form.cause not in ("any", event.cause):
        return False
    if form.fits is not None and not form.fits(game, ctx, event.card):
        return False
    return form.seats is None or event.by in form.seats(game, ctx)
