"""Damage: who is damaged, what is done about it first, and what it costs in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from services.tcg.agenda import Change, Happening, Paying, Running, Settling
from services.tcg.events import CardDamaged, DamagePrevented, DamageSettled
from services.tcg.rules import losing, moves, standing, triggers
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card, Player
from shared.kernel.messages import Seat


def in_combat(game: Game, loser: Card, victor: Card) -> Sequence[Happening]:
    """Damage the loser of a comparison, and give what happened: nothing, where it was prevented.

    Rule: TC-CBT-11, TC-RUL-031, TC-RUL-079
    """
    if not _happens(game, loser, victor.place, "damage"):
        return ()
    return _damaged(game, [loser], victor.id, victor.seat)


def by_effect(game: Game, numbers: Sequence[int], running: Running) -> None:
    """Damage cards outside combat, as one step. Rule: TC-RUL-042, TC-RUL-079, TC-RUL-080."""
    cards, at = [game.match.table.get(number) for number in numbers], len(game.match.agenda)
    hurt = [card for card in cards if card is not None and _happens(game, card, "effect", "effect")]
    moves.first_is_first(game, at)
    if hurt:
        _damaged(game, hurt, running.card, running.seat)


def _happens(game: Game, card: Card, kind: str, cause: str) -> bool:
    """Tell whether a card that would be damaged is. What prevents comes first, then shields, the oldest of them.

    Rule: TC-RUL-079
    """
    if card.place not in moves.HOSTS:
        return False
    if standing.not_damaged_by(game, card, kind):
        game.tell(DamagePrevented(thing=card.id))
        return False
    shield = shield_of(card)
    if shield is not None:
        game.tell(DamagePrevented(thing=card.id, shield=shield.number))
        return False
    if moves.replaced(game, "would_be_damaged", seat=card.seat, card=card.id, cause=cause):
        game.tell(DamagePrevented(thing=card.id))
        return False
    return True


def shield_of(card: Card) -> Change | None:
    """Give the oldest shield of a card that is not used up."""
    return next((change for change in card.changes if change.kind == "shield" and change.value > 0), None)


def _damaged(game: Game, cards: Sequence[Card], by: int, seat: Seat) -> Sequence[Happening]:
    """Let cards be damaged; what that calls up comes before any card moves. Rule: TC-CBT-15."""
    happenings = []
    for card in cards:
        game.tell(CardDamaged(thing=card.id, by=by, together=card is not cards[0]))
        happenings.append(Happening(event="damages", by=seat, card=by, target=card.id))
        happenings.append(Happening(event="damaged", by=seat, card=card.id, target=by))
    triggers.happen(game, *happenings)
    return happenings


def settle(game: Game) -> bool:
    """Settle the damages of one step, the oldest that are not the current attack's; tell whether there were any.

    Rule: TC-RUL-042, TC-RUL-080, TC-RUL-128
    """
    match = game.match
    if not match.hurt:
        return False
    attack, table = match.attack, match.table
    apart = 0 if attack is None else attack.loser
    for group in match.damages:
        ripe = [table[number] for number in _in_order(game, group) if number != apart and _ripe(game, table[number])]
        apart = 0 if apart in group else apart
        if len(ripe) > 1:
            game.later(Settling(things=tuple(card.id for card in ripe)))
        elif ripe:
            _settled(game, ripe[0])
        if ripe:
            return True
    return False


def _in_order(game: Game, numbers: Sequence[int]) -> list[int]:
    """Sort cards by the seats that control them, the turn player's first, and by their zones."""
    match = game.match
    players = [match.players[seat] for seat in match.clockwise(match.active or match.order[0])]
    return [one for player in players for one in (player.savior, *player.forms) if one and one in numbers]


def _ripe(game: Game, card: Card) -> bool:
    """Whether a damage is due when all else is settled. Rule: TC-RUL-030."""
    return card.damaged > 0 and (card.place == "savior" or not _waits(game))


def _waits(game: Game) -> bool:
    """Tell whether damaged forms stay for now. Rule: TC-RUL-030."""
    match = game.match
    late = match.settings.damaged_forms_leave == "combat_end"
    return late and match.step == "combat" and match.phase != "end"


def move_loser(game: Game, number: int) -> None:
    """Let what the attack has damaged leave, or pay. Rule: TC-CBT-12 to TC-CBT-14, TC-RUL-030, TC-RUL-128."""
    card = game.match.table.get(number)
    if card is None or not card.damaged or card.place not in moves.HOSTS:
        return
    if card.place == "savior" or not _waits(game):
        _settled(game, card)


def at_combat_end(game: Game) -> None:
    """Let the forms leave that had to wait for the end of combat. Rule: TC-FORM-22, TC-RUL-030."""
    while not game.over and settle(game):
        pass


def _settled(game: Game, card: Card) -> None:
    """A savior pays with a spirit, a form leaves; one that is kept by a replacement is damaged no more.

    Rule: TC-FORM-22, TC-FORM-23, TC-ZONE-14, TC-CBT-12 to TC-CBT-14, TC-RUL-079, TC-RUL-120
    """
    if card.place == "savior":
        game.tell(DamageSettled(things=(card.id,)))
        game.later(Paying(seat=card.seat, savior=card.id))
    elif not moves.leave(game, card, cause="damage"):
        game.tell(DamageSettled(things=(card.id,)))


def settle_together(game: Game, task: Settling) -> None:
    """Settle the damages of one step at once: all that is to be picked is picked first.

    Rule: TC-RUL-042, TC-RUL-080, TC-WIN-03, TC-WIN-04
    """
    match = game.match
    cards = [match.table[number] for number in task.things if number in match.table]
    cards = [card for card in cards if card.damaged and card.place in moves.HOSTS]
    leaving = {card.id for card in cards if card.place == "form"}
    for card in cards:
        player = match.players[card.seat]
        if card.place == "savior" and not player.spirits and card.id not in task.paid:
            options = [one for one in _reserve(game, player) if match.table[one].host not in leaving]
            picked = game.pick(card.seat, "damage_spirit", options, least=1, most=1)
            if picked is None:
                return
            task.paid = {**task.paid, card.id: picked}
    match.agenda.pop()
    _settled_together(game, cards, task.paid)


def _settled_together(game: Game, cards: Sequence[Card], paid: Mapping[int, tuple[int, ...]]) -> None:
    """Saviors pay and forms leave as one step. Rule: TC-RUL-042, TC-RUL-079, TC-RUL-120."""
    table, saviors = game.match.table, [card for card in cards if card.place == "savior"]
    going = moves.going(game, [card for card in cards if card.place == "form"], "damage")
    stay = tuple(card.id for card in cards if card not in going)
    if stay:
        game.tell(DamageSettled(things=stay))
    deck = [one for card in saviors if card.id not in paid for one in moves.top_of(game, card.seat, 1)]
    picked = [number for numbers in paid.values() for number in numbers if number in table]
    sent = moves.send(
        game, "damage", deck=deck, hand=[one for one in picked if table[one].place == "hand"],
        under=[one for one in picked if table[one].place != "hand"],
    )  # fmt: skip
    without = [card.seat for card in saviors if paid.get(card.id) == ()]
    unable = without if game.match.settings.damage_without_spirits == "lose" else ()
    moves.arrive(game, [*sent, *moves.let_go(game, going, cause="damage")], unable=unable)


def pay(game: Game, task: Paying) -> None:
    """Pay for a savior's damage with one spirit: of the spirit deck, else from beneath it, else of the hand.

    Rule: TC-CBT-12, TC-WIN-03, TC-WIN-04, TC-RUL-032 to TC-RUL-034
    """
    match = game.match
    player = match.players[task.seat]
    if player.lost:
        match.agenda.pop()
    elif player.spirits:
        match.agenda.pop()
        moves.to_void(game, "damage", deck=moves.top_of(game, task.seat, 1))
    else:
        picked = game.pick(task.seat, "damage_spirit", _reserve(game, player), least=1, most=1)
        if picked is not None:
            match.agenda.pop()
            _paid(game, task.seat, picked)


def _reserve(game: Game, player: Player) -> list[int]:
    """List the spirits a damage may be paid with when the spirit deck is empty. Rule: TC-RUL-034."""
    table, printed = game.match.table, game.pool.printed
    savior = table.get(player.savior)
    if savior is not None and savior.under:
        return list(savior.under)
    hand = [number for number in player.hand if printed[table[number].card].kind == "spirit"]
    if hand or game.match.settings.damage_without_spirits != "take_from_forms":
        return hand
    return [spirit for number in player.forms if number for spirit in table[number].under]


def _paid(game: Game, seat: Seat, picked: tuple[int, ...]) -> None:
    """Rule: TC-RUL-033."""
    if not picked:
        if game.match.settings.damage_without_spirits == "lose":
            losing.lose(game, [seat], "damage")
    elif game.match.table[picked[0]].place == "hand":
        moves.to_void(game, "damage", hand=picked)
    else:
        moves.to_void(game, "damage", under=picked)
