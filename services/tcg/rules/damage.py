"""Damage: who is damaged, what is done about it first, and what it costs in the end."""

from __future__ import annotations

from collections.abc import Sequence

from services.tcg.agenda import Change, Happening, Paying, Running
from services.tcg.events import CardDamaged, DamagePrevented, DamageSettled
from services.tcg.rules import losing, moves, standing, triggers
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card, Player
from shared.messages import Seat


def in_combat(game: Game, loser: Card, victor: Card) -> Sequence[Happening]:
    """Damage the loser of a comparison, and give what happened: nothing, where it was prevented.

    Rule: TC-CBT-11, TC-RUL-031, TC-RUL-079
    """
    if not _happens(game, loser, victor.place, "damage"):
        return ()
    return _damaged(game, [loser], victor.id, victor.seat)


def by_effect(game: Game, numbers: Sequence[int], running: Running) -> None:
    """Damage cards outside combat, as one step. Rule: TC-RUL-042, TC-RUL-079, TC-RUL-080."""
    cards = [game.match.table.get(number) for number in numbers]
    hurt = [card for card in cards if card is not None and _happens(game, card, "effect", "effect")]
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
        game.tell(CardDamaged(thing=card.id, by=by))
        happenings.append(Happening(event="damages", by=seat, card=by, target=card.id))
        happenings.append(Happening(event="damaged", by=seat, card=card.id, target=by))
    triggers.happen(game, *happenings)
    return happenings


def settle(game: Game) -> bool:
    """Settle one damage that is not the current attack's; tell whether there was one.

    Rule: TC-RUL-080, TC-RUL-128
    """
    match = game.match
    if not match.hurt:
        return False
    for seat in match.clockwise(match.active or match.order[0]):
        player = match.players[seat]
        for number in (player.savior, *player.forms):
            card = match.table.get(number) if number else None
            if card is not None and card.damaged and _ripe(game, card):
                _settled(game, card)
                return True
    return False


def _ripe(game: Game, card: Card) -> bool:
    """Tell whether a damaged card's damage is due outside the damage phase of an attack. Rule: TC-RUL-030."""
    match = game.match
    if match.attack is not None and match.attack.loser == card.id:
        return card.place == "savior" and card.damaged > 1
    return card.place == "savior" or not _waits(game)


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
