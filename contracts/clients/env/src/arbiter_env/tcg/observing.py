"""The numbers of an observation. They are computed from a seat's view and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from arbiter_env.tcg.bodies import Speech, side_of
from arbiter_env.tcg.vocabulary import KINDS, CardVocabulary
from arbiter_env.vocabulary import FURTHEST, Numbers
from services.tcg.views import MatchView, SeenCommand, SeenFighter, SeenPlayer
from services.tcg.words import PHASES, STEPS, WINDOWS
from shared.kernel.messages import Seat


class Observer:
    """An object that computes the observations for one vocabulary."""

    def __init__(self, vocabulary: CardVocabulary) -> None:
        """Set up the observer for a vocabulary."""
        self.vocabulary, cards = vocabulary, vocabulary.cards
        self._places = [name for name in vocabulary.numbers if name.startswith(("me.", "op.")) and _in_play(name)]
        self._at = {
            "hand": _index(cards.main + cards.spirits), "main": _index(cards.main), "spirits": _index(cards.spirits),
            "fighters": _index(cards.fighters), "commands": _index(cards.commands), "effects": _index(cards.effects),
            "words": _index(vocabulary.words), "places": _index(self._places), "kinds": _index(KINDS),
            "steps": _index(STEPS), "phases": _index(PHASES), "windows": _index(WINDOWS),
        }  # fmt: skip

    def observe(self, seen: MatchView, seat: Seat, said: Sequence[str]) -> Numbers:
        """Return a seat's observation after it has chosen the words `said` at the beginning of a command."""
        numbers = np.zeros(self.vocabulary.length, np.float32)
        for player in seen.players.values():
            self._side(numbers, player, side_of(player.seat, seat), active=player.seat == seen.active)
        self._table(numbers, seen, seat)
        self._question(numbers, seen, seat)
        self._count(numbers, "said", "words", said)
        return np.clip(numbers, -FURTHEST, FURTHEST)

    # ---------------------------------------------------------------- a player's side

    def _side(self, numbers: Numbers, player: SeenPlayer, side: str, *, active: bool) -> None:
        counts = (
            player.deck, player.spirits, player.hand_main, player.hand_spirits, player.turns, player.sacrifices_left,
            player.flipped, active,
        )  # fmt: skip
        self._put(numbers, f"{side}.counts", counts)
        self._count(numbers, f"{side}.drop", "main", (one.card for one in player.drop))
        self._count(numbers, f"{side}.void", "spirits", (one.card for one in player.void))
        if side == "me":
            self._count(numbers, "hand", "hand", (one.card for one in player.hand or ()))
        self._fighter(numbers, f"{side}.savior", player.savior)
        for zone, fighter in enumerate(player.forms):
            self._fighter(numbers, f"{side}.form{zone}", fighter)
        for zone, command in enumerate(player.commands):
            self._command(numbers, f"{side}.command{zone}", command)

    def _fighter(self, numbers: Numbers, place: str, card: SeenFighter | None) -> None:
        if card is None:
            return
        values = (
            1, card.pwr or 0, card.level, card.boundless, card.attacks_left, card.spirits_left, card.damaged,
            len(card.under),
        )  # fmt: skip
        self._put(numbers, place, values)
        self._count(numbers, place, "fighters", (card.card,), after=len(values))
        under = (one.card for one in card.under)
        self._count(numbers, place, "spirits", under, after=len(values) + len(self._at["fighters"]))

    def _command(self, numbers: Numbers, place: str, card: SeenCommand | None) -> None:
        if card is not None:
            self._put(numbers, place, (1, card.up))
            self._count(numbers, place, "commands", () if card.card is None else (card.card,), after=2)

    # ---------------------------------------------------------------- the table and the question

    def _table(self, numbers: Numbers, seen: MatchView, seat: Seat) -> None:
        self._put(numbers, "turn", (seen.turn,))
        self._count(numbers, "step", "steps", (seen.step,))
        self._count(numbers, "phase", "phases", (seen.phase,))
        if seen.window is not None:
            self._count(numbers, "window", "windows", (seen.window.kind,))
        if seen.attack is not None:
            cards = Speech(seen, seat).cards
            self._count(numbers, "attack.by", "places", cards.get(seen.attack.attacker, ()))
            self._count(numbers, "attack.on", "places", cards.get(seen.attack.target, ()))
        if seen.chain:
            top = seen.chain[-1]
            self._put(numbers, "chain", (len(seen.chain), top.seat == seat))
            self._count(numbers, "chain.top", "effects", (top.effect,))

    def _question(self, numbers: Numbers, seen: MatchView, seat: Seat) -> None:
        for decision in seen.decisions:
            if decision.seat == seat:
                self._count(numbers, "question", "kinds", (decision.kind,))
                self._count(numbers, "question.effect", "effects", (decision.effect,))

    # ---------------------------------------------------------------- numbers

    def _put(self, numbers: Numbers, name: str, values: Sequence[float]) -> None:
        start = self.vocabulary.numbers[name].start
        numbers[start : start + len(values)] = values

    def _count(self, numbers: Numbers, name: str, among: str, names: Iterable[str], *, after: int = 0) -> None:
        """Write the count of each name to a part of the observation, at the index of the name plus `after`."""
        start, index = self.vocabulary.numbers[name].start + after, self._at[among]
        for one, count in Counter(names).items():
            if one in index:
                numbers[start + index[one]] = count


def _index(names: Iterable[str]) -> dict[str, int]:
    return {name: at for at, name in enumerate(names)}


def _in_play(name: str) -> bool:
    return name.split(".")[1].startswith(("savior", "form", "command"))
