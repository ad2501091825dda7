"""From the decks to the first turn: shuffle and cut, deal, mulligan, and the dice for who chooses.

Rule: TC-SETUP-01, TC-SETUP-15, TC-TAB-06
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from services.tcg.agenda import Go
from services.tcg.events import (
    Asked,
    CardsDrawn,
    DeckAccepted,
    DeckCut,
    DiceRolled,
    FirstPlayerChosen,
    MatchStarted,
    MulliganTaken,
    Shown,
)
from services.tcg.refusals import DeckGivenAlready, DeckIllegal
from services.tcg.rules import moves
from services.tcg.rules.decks import faults
from services.tcg.rules.game import Game
from services.tcg.settings import OPENING_HAND
from services.tcg.words import DeckList, DeckName
from shared.kernel.messages import Seat, Secret

FIRST: Final = 0
DEFER: Final = 1
CHOICES: Final = ("first", "defer")


def submit(game: Game, seat: Seat, deck: DeckList) -> None:
    """Take a deck; with the last one the match starts.

    Rule:    TC-DECK-01, TC-SETUP-15
    Refuses: DeckGivenAlready, DeckIllegal
    """
    if game.match.stage != "lobby":
        raise DeckGivenAlready(needs="a match that has not started", has=game.match.stage, field="deck")
    if wrong := faults(game.pool, deck):
        raise DeckIllegal(needs="a deck by the rules", has=tuple(map(str, wrong)), field="deck")
    game.tell(DeckAccepted(seat=seat, deck=Secret(audience=(seat,), value=deck)))
    start_when_ready(game)


def start_when_ready(game: Game) -> None:
    """Start the match once everybody in it has handed in a deck. Rule: TC-SAV-06, TC-SETUP-15, TC-ZONE-05."""
    match = game.match
    if match.stage != "lobby" or not all(player.ready or player.lost for player in match.players.values()):
        return
    decks = (game.player(seat).deck_list for seat in _seats(game))
    saviors = enumerate((deck.savior for deck in decks if deck is not None), game.next_number())
    game.tell(MatchStarted(saviors=tuple(Shown(card=card, thing=number) for number, card in saviors)))
    game.later(Go(to="setup.main"))


def _seats(game: Game) -> list[Seat]:
    """List who is still in, in the order of the seats."""
    return [seat for seat in game.match.order if not game.player(seat).lost]


def shuffle_main(game: Game) -> None:
    """Rule: TC-SETUP-02, TC-SETUP-03."""
    game.match.agenda.pop()
    game.later(Go(to="setup.spirits"), Go(to="setup.cut_main"))
    _shuffle_all(game, "main")


def shuffle_spirits(game: Game) -> None:
    """Rule: TC-SETUP-04."""
    game.match.agenda.pop()
    game.later(Go(to="setup.deal"), Go(to="setup.cut_spirits"))
    _shuffle_all(game, "spirit")


def _shuffle_all(game: Game, deck: DeckName) -> None:
    for seat in _seats(game):
        moves.shuffle(game, seat, deck)


def _deck(game: Game, seat: Seat, deck: DeckName) -> list[str]:
    player = game.player(seat)
    return player.deck if deck == "main" else player.spirits


def cut_main(game: Game) -> None:
    """Rule: TC-SETUP-03."""
    _cut_all(game, "main")


def cut_spirits(game: Game) -> None:
    """Rule: TC-SETUP-04."""
    _cut_all(game, "spirit")


def _cut_all(game: Game, deck: DeckName) -> None:
    """Offer each deck to the left, one after another; without asking the cut is not taken.

    Rule: TC-SETUP-03, TC-SETUP-04, TC-RUL-007
    """
    for seat in _seats(game):
        if deck in game.player(seat).cuts:
            continue
        left, position = game.match.opponents(seat)[0], None
        if game.match.settings.cut == "ask":
            places = range(len(_deck(game, seat, deck)) + 1)
            picked = game.pick(left, "cut", places, least=1, most=1, words=(seat, deck))
            if picked is None:
                return
            position = picked[0]
        game.tell(DeckCut(seat=seat, by=left, deck=deck, position=position))
    game.match.agenda.pop()


def deal(game: Game) -> None:
    """Deal the opening hands, and ask all at once what they keep.

    Rule: TC-SETUP-05, TC-SETUP-06, TC-SETUP-13, TC-RUL-008, TC-RUL-009
    """
    game.match.agenda.pop()
    game.later(Go(to="setup.dice"))
    for seat in _seats(game):
        _draw(game, seat, OPENING_HAND)
    for seat in _seats(game):
        hand = tuple(game.player(seat).hand)
        game.ask(seat, "mulligan", Asked(options=hand, least=0, most=len(hand)))


def _draw(game: Game, seat: Seat, count: int) -> None:
    """Draw before the game begins: no effect looks on."""
    cards = tuple(reversed(game.player(seat).deck[-count:]))
    secret = Secret(audience=(seat,), value=cards)
    game.tell(CardsDrawn(seat=seat, n=len(cards), first=game.next_number(), cards=secret))


def mulligan(game: Game, seat: Seat, keep: Sequence[int]) -> None:
    """Put what is not kept on top of the deck, shuffle, and draw as many; keeping all shuffles nothing.

    Rule: TC-SETUP-06 to TC-SETUP-10, TC-SETUP-13, TC-RUL-008, TC-RUL-087
    """
    back = tuple(number for number in game.player(seat).hand if number not in keep)
    game.tell(MulliganTaken(seat=seat, n=len(back), back=Secret(audience=(seat,), value=back)))
    if back:
        moves.shuffle(game, seat, "main")
        _draw(game, seat, len(back))


def roll(game: Game) -> None:
    """Roll for who chooses; those tied for the highest roll again.

    Rule: TC-SETUP-11, TC-DECK-11, TC-RUL-005, TC-RUL-082
    """
    game.match.agenda.pop()
    game.later(Go(to="begin"), Go(to="setup.first"))
    rolling = tuple(_seats(game))
    while True:
        faces = game.chance.roll("who chooses the first player", game.match.settings.first_player_die, len(rolling))
        best = max(faces)
        highest = tuple(seat for seat, face in zip(rolling, faces, strict=True) if face == best)
        game.tell(DiceRolled(rolls=dict(zip(rolling, faces, strict=True)), highest=highest))
        if len(highest) == 1:
            return
        rolling = highest


def choose_first(game: Game) -> None:
    """Let the highest roller go first, or the player on the left, who may not defer again.

    Rule: TC-SETUP-12, TC-RUL-006
    """
    match = game.match
    highest = max(_seats(game), key=lambda seat: match.dice.get(seat, 0))
    picked = game.pick(highest, "choose_first", (FIRST, DEFER), least=1, most=1, words=CHOICES)
    if picked is None:
        return
    match.agenda.pop()
    first = highest if picked[0] == FIRST else match.opponents(highest)[0]
    game.tell(FirstPlayerChosen(by=highest, seat=first))


POINTS: Final[Mapping[str, Callable[[Game], None]]] = {
    "setup.main": shuffle_main,
    "setup.cut_main": cut_main,
    "setup.spirits": shuffle_spirits,
    "setup.cut_spirits": cut_spirits,
    "setup.deal": deal,
    "setup.dice": roll,
    "setup.first": choose_first,
}
