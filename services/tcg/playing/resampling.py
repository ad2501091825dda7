"""Dealing a match again for a fork, based on a seat's knowledge or on everything that the app may read.

The caller receives the tokens of all the fork's seats, and may read the whole state after the fork is over. So nothing
in the fork may depend on hidden facts. The instance ids of hidden cards are such facts, since they show how long each
card has been in a hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from services.tcg.chapters.pool import pool_of
from services.tcg.chapters.setup import PACE_DICE, PACE_SIDES
from services.tcg.playing.allotting import rewrite_picks
from services.tcg.playing.dealing import deal, deal_decks, leaves_in_flight
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.lists import possible_lists
from services.tcg.state.match import Decision, Match, Player
from shared.kernel.players.house import Resampling
from shared.kernel.players.luck import Luck
from shared.kernel.refusals import NotDealtNow


def resample(asked: Resampling) -> Match:
    """Return a match in which everything that a seat does not know is dealt again.

    For the app, only the order of the decks and the waits before automatic passes are drawn again.

    Rule:    TC-PLAY-14
    Refuses: NotDealtNow
    """
    if asked.seat is None:
        dealt = deal_decks(asked.state, asked.known, asked.luck)
        _draw_waits(dealt, asked.state, asked.luck)
        return dealt
    return _for_seat(asked.state, asked.known[asked.seat], asked.luck)


def _for_seat(match: Match, known: Knowledge, luck: Luck) -> Match:
    if match.stage == "lobby":
        raise NotDealtNow(needs="a match that has begun", has="decks that are not shown yet", field="at")
    if leaves_in_flight(match, known):
        raise NotDealtNow(needs="a finished play or effect", has="an unfinished one", field="at")
    renumbered = renumber(match, known)
    dealt = deal(renumbered, known, luck, possible_lists(renumbered, luck))
    _draw_waits(dealt, match, luck)
    for seat, player in dealt.players.items():
        if seat != known.seat:
            player.deck_list = None
    return dealt


def _draw_waits(dealt: Match, match: Match, luck: Luck) -> None:
    """Draw a new secret, from which the waits before automatic passes are computed. Rule: TC-RUL-157."""
    dealt.pace = tuple(1 + luck.below(PACE_SIDES) for _ in range(PACE_DICE)) if match.pace else ()
    dealt.decisions = {seat: replace(asked, passes_at=0) for seat, asked in dealt.decisions.items()}


def renumber(match: Match, known: Knowledge) -> Match:
    """Return a copy of a match with new instance ids for the cards in hands that a seat does not see.

    The new ids come after all others, main cards before spirits, so that they do not show when a card came to the hand.
    A declared or delayed effect still refers to the same cards.
    """
    after, shown, printed = match.mutable_copy(), known.known_cards(match), pool_of(match).printed
    others = [player for seat, player in after.players.items() if seat != known.seat]
    hidden = [number for player in others for number in player.hand if number not in shown]
    named = [number for number in _target_ids(after) if number in hidden]
    numbers: dict[int, int] = {}
    for player in others:
        first = [number for number in dict.fromkeys(named) if number in player.hand]
        rest = sorted(one for one in player.hand if one in hidden)
        by_back = sorted(dict.fromkeys((*first, *rest)), key=lambda one: printed[after.table[one].card].back)
        for number in by_back:
            numbers[number] = after.made = after.made + 1
    for player in others:
        _renumber_hand(after, player, numbers)
    after.chain = [replace(link, targets=_map_targets(link.targets, numbers)) for link in after.chain]
    after.queue = [replace(waiting, targets=_map_targets(waiting.targets, numbers)) for waiting in after.queue]
    after.delayed = [replace(delayed, targets=_map_targets(delayed.targets, numbers)) for delayed in after.delayed]
    rewrite_picks(after, lambda pick: tuple(numbers.get(number, number) for number in pick.numbers))
    return after


def _target_ids(match: Match) -> Sequence[int]:
    """Return, in order, the instance ids of the cards to which declared, waiting and delayed effects refer."""
    targets = [
        *(link.targets for link in match.chain), *(waiting.targets for waiting in match.queue),
        *(delayed.targets for delayed in match.delayed),
    ]  # fmt: skip
    return [number for each in targets for target in each for number in target]


def _renumber_hand(match: Match, player: Player, numbers: Mapping[int, int]) -> None:
    for number in player.hand:
        if number in numbers:
            card = match.table.pop(number)
            card.id = numbers[number]
            match.table[card.id] = card
    asked = match.decisions.get(player.seat)
    if asked is not None and asked.kind == "mulligan":
        match.decisions[player.seat] = _of_hand(asked, sorted(numbers.get(one, one) for one in asked.options))
    player.hand = sorted(numbers.get(number, number) for number in player.hand)


def _of_hand(asked: Decision, hand: Sequence[int]) -> Decision:
    return replace(asked, options=tuple(hand))


def _map_targets(targets: tuple[tuple[int, ...], ...], numbers: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(numbers.get(number, number) for number in target) for target in targets)
