"""Damage: which cards are damaged, which effects prevent damage, and how the damage of saviors and forms is settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from services.tcg.chapters import continuous, entering, leaving, replacing, triggers, winning
from services.tcg.chapters.decisions import pick
from services.tcg.chapters.terms import MatchContext
from services.tcg.state.match import Card, Match, Player
from services.tcg.state.places import forget_damage
from services.tcg.state.tasks import Change, Paying, Running, Settling, TriggerEvent
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

# ---------------------------------------------------------------- events


class CardDamaged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A card was damaged by another card or by an effect."""

    thing: int
    by: int = 0
    together: bool = False
    """Whether the same step also damaged the card of the previous event, so that both are settled together."""


class DamagePrevented(Event, frozen=True, kw_only=True):
    """Damage to a card was prevented.

    `shield` is the id of the shield (a limited prevention of damage) that lost a use, or 0 if no shield prevented the
    damage.
    """

    thing: int
    shield: int = 0


class DamageSettled(Event, frozen=True, kw_only=True):
    """Damage to these cards was settled. A savior's unsettled damage drops by one. A form is no longer damaged."""

    things: tuple[int, ...]


# ---------------------------------------------------------------- judgement


def in_combat(ctx: MatchContext, loser: Card, victor: Card) -> Sequence[TriggerEvent]:
    """Damage the loser of a combat, and return the resulting events (none if the damage was prevented).

    Rule: TC-CBT-11, TC-RUL-031, TC-RUL-079
    """
    if not _happens(ctx, loser, (victor.place,), "damage"):
        return ()
    return _record_damage(ctx, [loser], victor.id, victor.seat)


def by_effect(ctx: MatchContext, numbers: Sequence[int], running: Running) -> None:
    """Damage cards by an effect, all in one step. Rule: TC-RUL-042, TC-RUL-079, TC-RUL-080."""
    cards, at = [ctx.state.table.get(number) for number in numbers], len(ctx.state.pending)
    sorts = _sorts(ctx, running)
    hurt = [card for card in cards if card is not None and _happens(ctx, card, sorts, "effect")]
    replacing.reverse_pending_from(ctx, at)
    if hurt:
        _record_damage(ctx, hurt, running.card, running.seat)


def _sorts(ctx: MatchContext, running: Running) -> tuple[str, ...]:
    """Return the kinds of damage source that an effect counts as: `effect`, and the kind of the effect's card.

    A spirit's effect also counts as an effect of the card above it (TC-FORM-14).

    Rule: TC-RUL-153
    """
    if not ctx.state.amended:
        return ("effect",)
    table = ctx.state.table
    card = table.get(running.card)
    above = None if card is None else table.get(card.host)
    printed = running.printed if card is None else (above or card).card
    return ("effect", ctx.pool.printed[printed].kind)


def _happens(ctx: MatchContext, card: Card, sorts: Sequence[str], cause: str) -> bool:
    """Return whether a card is damaged, and record it if an effect, a shield or a replacement prevents the damage.

    Rule: TC-RUL-079, TC-RUL-153
    """
    if card.place not in entering.HOSTS:
        return False
    for sort in sorts:
        if continuous.not_damaged_by(ctx, card, sort):
            ctx.emit(DamagePrevented(thing=card.id))
            return False
    shield = shield_of(card)
    if shield is not None:
        ctx.emit(DamagePrevented(thing=card.id, shield=shield.number))
        return False
    if replacing.replace_event(ctx, "would_be_damaged", seat=card.seat, card=card.id, cause=cause):
        ctx.emit(DamagePrevented(thing=card.id))
        return False
    return True


def shield_of(card: Card) -> Change | None:
    """Return the oldest of a card's shields that is not used up, or None."""
    for change in card.changes:
        if change.kind == "shield" and change.value > 0:
            return change
    return None


def _record_damage(ctx: MatchContext, cards: Sequence[Card], by: int, seat: Seat) -> Sequence[TriggerEvent]:
    """Record damage to cards, and return the events, which trigger effects before any of the cards moves.

    Rule: TC-CBT-15
    """
    events = []
    for card in cards:
        ctx.emit(CardDamaged(thing=card.id, by=by, together=card is not cards[0]))
        events.append(TriggerEvent(event="damages", by=seat, card=by, target=card.id))
        events.append(TriggerEvent(event="damaged", by=seat, card=card.id, target=by))
    triggers.happen_together(ctx, events)
    return events


def settle(ctx: MatchContext) -> bool:
    """Settle the damage of the oldest step, except damage from the current attack. Return whether any was settled.

    Rule: TC-RUL-042, TC-RUL-080, TC-RUL-128
    """
    match = ctx.state
    if not match.hurt:
        return False
    attack, table = match.attack, match.table
    apart = 0 if attack is None else attack.loser
    for group in match.damages:
        ripe = [
            table[number] for number in _in_order(ctx, group) if number != apart and _can_settle_now(ctx, table[number])
        ]
        apart = 0 if apart in group else apart
        if len(ripe) > 1:
            ctx.push(Settling(things=tuple(card.id for card in ripe)))
        elif ripe:
            _settle_card(ctx, ripe[0])
        if ripe:
            return True
    return False


def _in_order(ctx: MatchContext, numbers: Sequence[int]) -> list[int]:
    """Sort cards by the seats of their controllers, beginning with the turn player, and then by zone."""
    match = ctx.state
    players = [match.players[seat] for seat in match.clockwise(match.active or match.order[0])]
    return [one for player in players for one in (player.savior, *player.forms) if one and one in numbers]


def _can_settle_now(ctx: MatchContext, card: Card) -> bool:
    """Return whether the damage to a card may be settled now. Rule: TC-RUL-030."""
    return card.damaged > 0 and (card.place == "savior" or not _waits(ctx))


def _waits(ctx: MatchContext) -> bool:
    """Return whether damaged forms stay in play until combat ends.

    They do if `damaged_forms_leave` is `combat_end`. If the turn player loses, the damaged forms leave play at once.

    Rule: TC-RUL-030, TC-RUL-135
    """
    match = ctx.state
    if match.amended and match.players[match.active].lost:
        return False
    late = match.settings.damaged_forms_leave == "combat_end"
    return late and match.step == "combat" and match.phase != "end"


def move_loser(ctx: MatchContext, number: int) -> None:
    """Remove the form that the attack damaged, or make the damaged savior's player pay a spirit.

    Rule: TC-CBT-12 to TC-CBT-14, TC-RUL-030, TC-RUL-128
    """
    card = ctx.state.table.get(number)
    if card is None or not card.damaged or card.place not in entering.HOSTS:
        return
    if card.place == "savior" or not _waits(ctx):
        _settle_card(ctx, card)


def at_combat_end(ctx: MatchContext) -> None:
    """Remove the damaged forms that stayed in play until the end of combat. Rule: TC-FORM-22, TC-RUL-030."""
    while not ctx.over and settle(ctx):
        pass


def _settle_card(ctx: MatchContext, card: Card) -> None:
    """Make a savior's player pay a spirit, or remove a form from play.

    A form that a replacement keeps in play is no longer damaged.

    Rule: TC-FORM-22, TC-FORM-23, TC-ZONE-14, TC-CBT-12 to TC-CBT-14, TC-RUL-079, TC-RUL-120
    """
    if card.place == "savior":
        ctx.emit(DamageSettled(things=(card.id,)))
        ctx.push(Paying(seat=card.seat, savior=card.id))
    elif not leaving.leave(ctx, card, cause="damage"):
        ctx.emit(DamageSettled(things=(card.id,)))


def settle_together(ctx: MatchContext, task: Settling) -> None:
    """Settle all damage of one step together, once every payment has been picked.

    Rule: TC-RUL-042, TC-RUL-080, TC-WIN-03, TC-WIN-04
    """
    match = ctx.state
    cards = [match.table[number] for number in task.things if number in match.table]
    cards = [card for card in cards if card.damaged and card.place in entering.HOSTS]
    leaving = {card.id for card in cards if card.place == "form"}
    task.paid = _still_payable(match, cards, task.paid)
    for card in cards:
        player = match.players[card.seat]
        if card.place == "savior" and not player.spirits and card.seat not in task.paid:
            options = [one for one in _reserve(ctx, player) if match.table[one].host not in leaving]
            picked = pick(ctx, card.seat, "damage_spirit", options, least=1, most=1)
            if picked is None:
                return
            task.paid = {**task.paid, card.seat: picked}
    match.pending.pop()
    _settle_cards(ctx, cards, task.paid)


def _still_payable(
    match: Match, cards: Sequence[Card], paid: Mapping[Seat, tuple[int, ...]]
) -> dict[Seat, tuple[int, ...]]:  # fmt: skip
    """Return the picked payments of the players who still have to pay, and whose spirit has not left meanwhile.

    A player or a spirit may have left by a concession while another player was picking.

    Rule: TC-RUL-042, TC-RUL-046
    """
    seats = {card.seat for card in cards if card.place == "savior"}
    there = {number for number, card in match.table.items() if card.place in ("hand", "under")}
    return {seat: picked for seat, picked in paid.items() if seat in seats and there.issuperset(picked)}


def _settle_cards(ctx: MatchContext, cards: Sequence[Card], paid: Mapping[Seat, tuple[int, ...]]) -> None:
    """Pay the damage of saviors with the picked spirits, and remove destroyed forms.

    Rule: TC-RUL-042, TC-RUL-079, TC-RUL-120
    """
    table, saviors = ctx.state.table, [card for card in cards if card.place == "savior"]
    at = len(ctx.state.pending)
    going = leaving.cards_that_leave(ctx, [card for card in cards if card.place == "form"], "damage")
    stay = tuple(card.id for card in cards if card not in going)
    if stay:
        ctx.emit(DamageSettled(things=stay))
    deck = [one for card in saviors if card.seat not in paid for one in leaving.top_of(ctx, card.seat, 1)]
    picked = [number for numbers in paid.values() for number in numbers]
    sent = leaving.send(
        ctx, "damage", deck=deck, hand=[one for one in picked if table[one].place == "hand"],
        under=[one for one in picked if table[one].place != "hand"],
    )  # fmt: skip
    replacing.sort_pending_from(ctx, at)
    without = [card.seat for card in saviors if paid.get(card.seat) == ()]
    unable = without if ctx.state.settings.damage_without_spirits == "lose" else ()
    leaving.arrive(ctx, [*sent, *leaving.let_go(ctx, going, cause="damage")], unable=unable)


def pay(ctx: MatchContext, task: Paying) -> None:
    """Pay a savior's damage with a spirit from the spirit deck, or else from under the savior, or else from the hand.

    Rule: TC-CBT-12, TC-WIN-03, TC-WIN-04, TC-RUL-032 to TC-RUL-034
    """
    match = ctx.state
    player = match.players[task.seat]
    if player.lost:
        match.pending.pop()
    elif player.spirits:
        match.pending.pop()
        leaving.to_void(ctx, "damage", deck=leaving.top_of(ctx, task.seat, 1))
    else:
        picked = pick(ctx, task.seat, "damage_spirit", _reserve(ctx, player), least=1, most=1)
        if picked is not None:
            match.pending.pop()
            _pay(ctx, task.seat, picked)


def _reserve(ctx: MatchContext, player: Player) -> list[int]:
    """Return the spirits that can pay for damage when the spirit deck is empty. Rule: TC-RUL-034."""
    table, printed = ctx.state.table, ctx.pool.printed
    savior = table.get(player.savior)
    if savior is not None and savior.under:
        return list(savior.under)
    hand = [number for number in player.hand if printed[table[number].card].kind == "spirit"]
    if hand or ctx.state.settings.damage_without_spirits != "take_from_forms":
        return hand
    return [spirit for number in player.forms if number for spirit in table[number].under]


def _pay(ctx: MatchContext, seat: Seat, picked: tuple[int, ...]) -> None:
    """Send the picked spirit to the void. If the player has no spirit, apply the match's setting for that case.

    Rule: TC-RUL-033
    """
    if not picked:
        if ctx.state.settings.damage_without_spirits == "lose":
            winning.lose(ctx, [seat], "damage")
    elif ctx.state.table[picked[0]].place == "hand":
        leaving.to_void(ctx, "damage", hand=picked)
    else:
        leaving.to_void(ctx, "damage", under=picked)


# ---------------------------------------------------------------- fold


@fold
def _card_damaged(match: Match, event: CardDamaged) -> None:
    card = match.table.get(event.thing)
    if card is not None:
        card.damaged += 1
        match.hurt += 1
        before = match.damages.pop() if event.together and match.damages else ()
        match.damages.append((*before, event.thing))


@fold
def _damage_settled(match: Match, event: DamageSettled) -> None:
    """Reduce the unsettled damage of each settled card by one. Rule: TC-RUL-032, TC-RUL-080."""
    for number in event.things:
        card = match.table.get(number)
        if card is not None:
            left = max(card.damaged - 1, 0) if card.place == "savior" else 0
            match.hurt -= card.damaged - left
            forget_damage(match, number, card.damaged - left)
            card.damaged = left


@fold
def _damage_prevented(match: Match, event: DamagePrevented) -> None:
    card = match.table.get(event.thing)
    if card is not None and event.shield:
        worn = (_worn(change) if change.number == event.shield else change for change in card.changes)
        card.changes = tuple(change for change in worn if change.kind != "shield" or change.value > 0)


def _worn(shield: Change) -> Change:
    return replace(shield, value=shield.value - 1)
