"""An estimate of a seat's win chance.

The estimate is good at the beginning of a turn, or when the current turn is practically over. It is a logistic function
of a weighted sum of features of two players: the turn player and another. The weights were fitted to matches of
`greedy` players who sometimes made a random move. Decision 0152 explains how, and how strong a player is with these
weights. The weights say little about a position in mid-turn, so a move is judged after the turn has been played to its
end (`quick`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp
from types import MappingProxyType
from typing import Final, NamedTuple

from services.tcg.chapters import continuous
from services.tcg.chapters.savior import flip_context
from services.tcg.chapters.terms import MatchContext
from services.tcg.playing.worth import worth
from services.tcg.settings import VOID_LIMIT
from services.tcg.state.match import Attack, Card, Player
from shared.kernel.messages import Seat
from shared.kernel.players.position import SURE

WEIGHTS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType({
    "low forms in hand": (81, -93),
    "forms in hand": (89, -30),
    "high forms in hand": (499, -397),
    "commands in hand": (46, -30),
    "spirits in hand": (375, -227),
    "void": (-128, 186),
    "void squared": (-66, 88),
    "under savior": (621, -360),
    "enough to flip": (-682, 314),
    "flipped": (924, 262),
    "can flip": (-483, -7),
    "savior power": (-60, -287),
    "forms": (-331, 418),
    "levels": (296, -182),
    "power": (35, -75),
    "greatest power": (37, -23),
    "under forms": (-68, 7),
    "forms with spirits": (176, 121),
    "better form in hand": (127, -37),
    "open commands": (-179, 151),
    "face-down commands": (-319, 277),
    "counters": (14, 23),
    "harm": (212, 27),
    "can win": (1089, -58),
})  # fmt: skip
"""The weight of each feature for the turn player, and for the other player, in thousandths of a logit."""
BIAS: Final = -549
"""The constant term of the sum, for the turn player."""
STEP: Final = 125
MOST: Final = 8000
CHANCES: Final = tuple(round(SURE / (1 + exp(-point / 1000))) for point in range(-MOST, MOST + 1, STEP))
"""The win chances for sums from -8 to 8 logits, in steps of 1/8. Values between two steps are interpolated."""
LATE: Final = frozenset({"combat", "act2", "end"})
"""The steps in which the turn player hardly acts any more, so that the turn counts as practically over."""
ENOUGH_TO_FLIP: Final = 3
"""The number of spirits under a savior that most saviors need to flip."""
HIGH: Final = 2
"""The lowest level at which a form in a hand counts as high."""
KINDS: Final[Mapping[str, str]] = MappingProxyType({"command": "commands in hand", "spirit": "spirits in hand"})
FORMS: Final = ("low forms in hand", "forms in hand", "high forms in hand")


def outlook(ctx: MatchContext, seat: Seat) -> int:
    """Return a seat's estimated win chance, in millionths.

    Before the first turn, and for a seat that has lost, return the match's `worth` for the seat.
    """
    match = ctx.state
    if match.stage != "turns" or match.players[seat].lost:
        return worth(ctx, seat)
    if match.active == seat and match.step not in LATE:
        return min(_chance(ctx, seat, other) for other in match.opponents(seat))
    return SURE - max(_chance(ctx, other, seat) for other in match.opponents(seat))


def _chance(ctx: MatchContext, in_turn: Seat, other: Seat) -> int:
    """Return the turn player's estimated win chance against another player, in millionths."""
    ours, theirs = features(ctx, in_turn, other)
    points = BIAS + sum(
        mine * ours[name] + its * theirs[name] for name, (mine, its) in WEIGHTS.items()
    )  # fmt: skip
    place, rest = divmod(max(-MOST, min(MOST - 1, points)) + MOST, STEP)
    return CHANCES[place] + (CHANCES[place + 1] - CHANCES[place]) * rest // STEP


# ---------------------------------------------------------------- features


class _Side(NamedTuple):
    """A player's cards that can attack or be attacked.

    `power` is the savior's PWR, and `powers` has each form's PWR.
    """

    player: Player
    savior: Card
    power: int | None
    forms: Sequence[Card]
    powers: Sequence[int]


def features(ctx: MatchContext, one: Seat, other: Seat) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the features of two players, keyed by the names in `WEIGHTS`."""
    ours, theirs = _side(ctx, ctx.state.players[one]), _side(ctx, ctx.state.players[other])
    return _features(ctx, ours, theirs), _features(ctx, theirs, ours)


def _side(ctx: MatchContext, player: Player) -> _Side:
    table = ctx.state.table
    forms, savior = [table[number] for number in player.forms if number], table[player.savior]
    powers = [continuous.pwr(ctx, card) or 0 for card in forms]
    return _Side(player, savior, continuous.pwr(ctx, savior), forms, powers)


def _features(ctx: MatchContext, ours: _Side, theirs: _Side) -> Mapping[str, int]:
    player, table = ours.player, ctx.state.table
    void, below = len(player.void), [len(card.under) for card in ours.forms]
    commands = [table[number].up for number in player.commands if number]
    harm = _harm(ctx, ours, theirs)
    return {
        **_features_of_hand(ctx, ours),
        "void": void,
        "void squared": void * void,
        "under savior": len(ours.savior.under),
        "enough to flip": int(len(ours.savior.under) >= ENOUGH_TO_FLIP),
        "flipped": int(ours.savior.boundless),
        "can flip": int(_can_flip(ctx, ours)),
        "savior power": ours.power or 0,
        "forms": len(below),
        "power": sum(ours.powers),
        "greatest power": max(ours.powers, default=0),
        "under forms": sum(below),
        "forms with spirits": sum(map(bool, below)),
        "open commands": sum(commands),
        "face-down commands": len(commands) - sum(commands),
        "counters": _counters(ctx, player),
        "harm": harm,
        "can win": int(len(theirs.player.void) + harm >= VOID_LIMIT),
    }


def _counters(ctx: MatchContext, player: Player) -> int:
    numbers = (player.savior, *player.forms, *player.commands)
    return sum(sum(ctx.state.table[number].counters.values()) for number in numbers if number)


def _features_of_hand(ctx: MatchContext, ours: _Side) -> Mapping[str, int]:
    """Return the features of a hand, and the features that compare the forms in play with the forms in the hand."""
    found, forms = dict.fromkeys((*FORMS, *KINDS.values()), 0), []
    for number in ours.player.hand:
        printed = ctx.pool.printed[ctx.state.table[number].card]
        if printed.kind == "form":
            found[FORMS[min(HIGH, printed.level)]] += 1
            forms.append((printed.level, printed.pwr or 0))
        else:
            found[KINDS[printed.kind]] += 1
    better = levels = 0
    for card in ours.forms:
        printed = ctx.pool.printed[card.card]
        levels += (level := continuous.level(ctx, card))
        better = max(better, *(pwr - (printed.pwr or 0) for high, pwr in forms if high >= max(1, level)), 0)
    return {**found, "better form in hand": better, "levels": levels}


def _can_flip(ctx: MatchContext, ours: _Side) -> bool:
    flip = ctx.pool.printed[ours.savior.card].flip
    return not ours.player.flipped and flip is not None and flip.when(ctx, flip_context(ctx, ours.player), 0)


def _harm(ctx: MatchContext, ours: _Side, theirs: _Side) -> int:
    """Return how many spirits an opponent can lose if each of our cards attacks once with its current PWR.

    An attack on a savior costs one spirit. If a form loses, all the spirits under it are lost as well, but only once.
    """
    options = []
    for card in (*ours.forms, *((ours.savior,) if ours.power is not None else ())):
        if continuous.may_not_attack(ctx, card, "form"):
            continue
        power = _attacking(ctx, card, theirs.savior)
        able = (card.place == "savior" or card.under) and power >= (theirs.power or 0)
        able = able and not continuous.may_not_attack(ctx, card, "savior")
        beaten = [
            (len(form.under), place)
            for place, (form, against) in enumerate(zip(theirs.forms, theirs.powers, strict=True))
            if power >= against and form.under
        ]
        options.append([(int(bool(able)), -1), *beaten])
    return max(
        (sum(harm for harm, _ in chosen) for chosen in product(*options) if _apart([form for _, form in chosen])),
        default=0,
    )  # fmt: skip


def _apart(chosen: Sequence[int]) -> bool:
    """Return whether no form is attacked twice. The value -1 stands for the savior."""
    forms = [one for one in chosen if one >= 0]
    return len(forms) == len({*forms})


def _attacking(ctx: MatchContext, card: Card, target: Card) -> int:
    """Return a card's PWR while it attacks. The function leaves the match unchanged."""
    match = ctx.state
    before, match.attack = match.attack, Attack(seat=card.seat, attacker=card.id, target=target.id, of=target.seat)
    try:
        return continuous.pwr(ctx, card) or 0
    finally:
        match.attack = before
