"""Cards that enter play, saviors that flip, and spirits that come underneath."""

from __future__ import annotations

from collections.abc import Sequence

from services.tcg.agenda import Happening
from services.tcg.events import (
    CommandPlayed,
    CommandSet,
    FormPlayed,
    FormSacrificed,
    SaviorFlipped,
    SpiritAttached,
    SpiritsMoved,
    Spiritualized,
)
from services.tcg.rules import standing, triggers
from services.tcg.rules.terms import Game
from services.tcg.state.match import Card
from shared.kernel.messages import Seat, Secret

HOSTS = ("form", "savior")


def put_form(game: Game, seat: Seat, number: int, *, zone: int, sacrifice: int = 0) -> int:
    """Put a form from the hand or a drop zone into a form zone, and give its number there: a new one in any case.

    A form given up for it opens its zone first, and its spirits come under the new one; only then is it looked at what
    all this calls up.

    Rule: TC-FORM-10, TC-FORM-19, TC-ZONE-08, TC-ZONE-09, TC-RUL-021, TC-RUL-025, TC-RUL-115, TC-RUL-138
    """
    card, thing = game.match.table[number], game.match.made + 1
    happenings, spirits = _given_up(game, seat, sacrifice) if sacrifice else ([], ())
    if card.place == "hand":
        origin = "hand"
        hand = Secret(audience=(seat,), value=number)
        game.tell(FormPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="hand", hand=hand))
    else:
        origin = "drop"
        game.tell(FormPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="drop", was=number))
    if spirits:
        game.tell(SpiritsMoved(spirits=spirits, to=thing))
    played = Happening(event="form_played", by=seat, card=thing, target=sacrifice, origin=origin)
    triggers.happen(game, *happenings, played)
    return thing


def _given_up(game: Game, seat: Seat, number: int) -> tuple[list[Happening], tuple[int, ...]]:
    card = game.match.table[number]
    spirits = card.under
    game.tell(FormSacrificed(seat=seat, thing=number, card=card.card, cause="play"))
    happenings = [
        Happening(event="form_sacrificed", by=seat, card=number, cause="play"),
        Happening(event="left_play", by=seat, card=number, to="drop", cause="sacrifice"),
    ]
    return happenings, spirits


def put_form_from_deck(game: Game, seat: Seat, printed: str, zone: int) -> None:
    """Put a form that was found in the main deck into a form zone; this needs no sacrifice. Rule: TC-RUL-027."""
    thing = game.match.made + 1
    game.tell(FormPlayed(seat=seat, card=printed, thing=thing, zone=zone, origin="main_deck"))
    triggers.happen(game, Happening(event="form_played", by=seat, card=thing, origin="main_deck"))


def put_command(game: Game, seat: Seat, number: int, zone: int) -> int:
    """Put a command face-up in a command zone, and give its number there: a new one.

    Rule: TC-CMD-11, TC-ZONE-10, TC-ZONE-11, TC-RUL-138
    """
    card, thing = game.match.table[number], game.match.made + 1
    if card.place == "hand":
        hand = Secret(audience=(seat,), value=number)
        game.tell(CommandPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="hand", hand=hand))
    else:
        game.tell(CommandPlayed(seat=seat, card=card.card, thing=thing, zone=zone, origin="drop", was=number))
    triggers.happen(game, Happening(event="command_played", by=seat, card=thing))
    return thing


def set_command(game: Game, seat: Seat, number: int, zone: int) -> int:
    """Put a command face-down in a command zone, and give the number it goes by there.

    Rule: TC-CMD-46, TC-ZONE-11, TC-RUL-086
    """
    card, thing = game.match.table[number], game.match.made + 1
    printed = Secret(audience=(seat,), value=card.card)
    if card.place == "hand":
        hand = Secret(audience=(seat,), value=number)
        game.tell(CommandSet(seat=seat, thing=thing, zone=zone, card=printed, hand=hand))
    else:
        game.tell(CommandSet(seat=seat, thing=thing, zone=zone, card=printed, was=number, origin="drop"))
    triggers.happen(game, Happening(event="command_set", by=seat, card=thing))
    return thing


def flip(game: Game, *seats: Seat) -> None:
    """Turn bound saviors over, at once, each once per game; they stay where they are and keep their spirits.

    Rule: TC-SAV-07, TC-SAV-11, TC-SAV-12, TC-ZONE-06, TC-RUL-014, TC-RUL-015, TC-RUL-122, TC-RUL-142
    """
    players = [game.match.players[seat] for seat in seats]
    flipped = [player for player in players if not player.flipped and not player.lost and player.savior]
    for player in flipped:
        game.tell(SaviorFlipped(seat=player.seat, thing=player.savior))
    happenings = [Happening(event="savior_flipped", by=player.seat, card=player.savior) for player in flipped]
    triggers.happen(game, *happenings)


def open_to(game: Game, host: Card, spirit: str, *, ignore_limit: bool = False) -> bool:
    """Tell whether a spirit may be put under a card by spiritualizing it now.

    Rule: TC-KEY-10, TC-FORM-16, TC-FORM-18, TC-ACT-01, TC-ACT-02, TC-RUL-020, TC-RUL-023, TC-RUL-111
    """
    if host.place not in HOSTS or standing.closed_to_spirits(game, host):
        return False
    if host.under and host.place == "form" and game.match.settings.perfect_needs_empty_form:
        return not game.pool.printed[spirit].exclusive and (ignore_limit or _unused(game, host))
    return ignore_limit or _unused(game, host)


def _unused(game: Game, host: Card) -> bool:
    return host.spiritualized < 1 + standing.more_spiritualizing(game, host)


def spiritualize(game: Game, seat: Seat, target: int, spirit: int, *, counted: bool = True) -> int:
    """Put a spirit from the hand face-up under a card, and give its number there.

    Rule: TC-KEY-09, TC-KEY-11, TC-FORM-15, TC-FORM-17, TC-RUL-110, TC-RUL-130
    """
    thing, card = game.match.made + 1, game.match.table[spirit].card
    hand = Secret(audience=(seat,), value=spirit)
    game.tell(Spiritualized(seat=seat, thing=target, spirit=thing, card=card, hand=hand, counted=counted))
    triggers.happen(game, Happening(event="spiritualized", by=seat, card=target, spirit=thing))
    return thing


def attach(game: Game, target: int, spirit: int) -> int:
    """Put a spirit from a void under a card, and give its number there, a new one: this is not spiritualizing.

    Rule: TC-FORM-17, TC-RUL-138
    """
    card, thing = game.match.table[spirit], game.match.made + 1
    game.tell(
        SpiritAttached(thing=target, spirit=thing, card=card.card, owner=card.owner, origin="void", was=spirit)
    )  # fmt: skip
    return thing


def attach_from_deck(game: Game, target: int, seat: Seat) -> None:
    """Put the top of a spirit deck under a card, if there is one: this is not spiritualizing. Rule: TC-FORM-17."""
    spirits = game.match.players[seat].spirits
    if spirits:
        thing = game.match.made + 1
        game.tell(SpiritAttached(thing=target, spirit=thing, card=spirits[-1], owner=seat, origin="spirit_deck"))


def move_spirits(game: Game, spirits: Sequence[int], to: int) -> None:
    """Move spirits from under cards to under another: this is not spiritualizing. Rule: TC-RUL-021."""
    table, host = game.match.table, game.match.table.get(to)
    if host is None or host.place not in HOSTS:
        return
    moved = tuple(one for one in spirits if one in table and table[one].place == "under" and table[one].host != to)
    if moved:
        game.tell(SpiritsMoved(spirits=moved, to=to))
