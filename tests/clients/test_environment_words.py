"""Words and numbers of the card game's environment: they cover every move, and show what the seat sees."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from arbiter_env import MatchEnv, env, vocabulary
from arbiter_env.tcg import environment
from arbiter_env.tcg.bodies import Speech, bodies
from arbiter_env.tcg.vocabulary import COUNTS
from arbiter_env.vocabulary import DONE, Body
from services.tcg.playing.moves import moves
from services.tcg.playing.position import MatchPosition
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.views import MatchView, view
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Key

STEPS: Final = int(os.environ.get("ARBITER_TEST_ENV_STEPS", "1500"))
"""The number of random words, divided among the matches."""
KINDS: Final[dict[str, dict[str, Any]]] = {
    "no windows": {"windows": "none"},
    "all windows": {"windows": "all"},
    "the same deck": {"windows": "all", "decks": ("tide", "tide")},
    "the core set": {"windows": "all", "decks": ("kiln", "loom")},
    "more of the core set": {"windows": "all", "decks": ("bastion", "kite")},
    "five zones": {"windows": "none", "decks": ("lantern", "lantern"),
                   "settings": MatchSettings(form_zones=5, command_zones=5, cut="ask", sacrifice_inherits_limit=True)},
}  # fmt: skip
"""The settings of the matches whose moves are tested, by name."""


def at_random(game: MatchEnv, steps: int) -> Iterator[MatchEnv]:
    """Send random words in one match after another; yield the environment before each word."""
    random = Random(steps)
    game.reset(seed=steps)
    for _ in range(steps):
        if game.terminations[game.agent_selection] or game.truncations[game.agent_selection]:
            game.reset()
        yield game
        game.step(game.vocabulary.words.index(random.choice(game.words)))


class Heard:
    """Counts of moves and words in random matches."""

    def __init__(self, game: MatchEnv) -> None:
        """Start with empty counts."""
        self.game, self.moves, self.distinct, self.questions, self.tried = game, 0, 0, 0, 0
        self.asked = 0

    def listen(self) -> None:
        """Count the moves of a new question, and sometimes try each of them."""
        match, seat = self.game._game.state, self.game.agent_selection
        if match.decisions[seat].number == self.asked:
            return
        self.asked = match.decisions[seat].number
        legal, seen = moves(self.game._game, seat), view(match, seat)
        found = bodies(seen, seat, legal)
        assert {word for body in found for word in body} <= {*self.game.vocabulary.words}
        assert all(body.index(DONE) == len(body) - 1 for body in found)
        assert self.game._bodies == found
        self.moves, self.distinct, self.questions = (
            self.moves + len(legal),
            self.distinct + len(found),
            self.questions + 1,
        )
        if self.questions % 10 == 0:
            self._try(found)

    def _try(self, found: dict[Any, Any]) -> None:
        """Play each move in a copy of the match; a refused move raises its refusal."""
        for command in found.values():
            MatchPosition.seeded(self.game._game.state.mutable_copy(), bytes(32), first=self.game.agent_selection).play(
                command
            )
            self.tried += 1


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_has_words_and_is_accepted(kind: str) -> None:
    """The vocabulary has words for every move in random matches. Each move is accepted, and few have the same words."""
    steps = STEPS // len(KINDS)
    game = env(**KINDS[kind])
    heard, widest = Heard(game), 0
    for one in at_random(game, steps):
        heard.listen()
        seen = one.observe(one.agent_selection)
        assert one.observation_space(one.agent_selection).contains(seen)
        assert [*one.words] == [one.vocabulary.words[at] for at in np.flatnonzero(seen["action_mask"])]
        widest = max(widest, len(one.words))

    assert heard.tried > 0
    assert (heard.moves - heard.distinct) / heard.moves < 0.02
    assert 1 <= steps / heard.questions < 2
    assert 2 <= widest < 20


def test_moves_with_the_same_words_differ_only_in_equal_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves have the same words only if their cards have the same id, place, host and holder.

    The environment plays the first of them.
    """
    game, equal = env(windows="all"), 0

    def check(seen: MatchView, seat: Seat, legal: Mapping[Key, Command]) -> dict[Body, Command]:
        nonlocal equal
        speech, found = Speech(seen, seat), bodies(seen, seat, legal)
        for place, command in enumerate(legal.values()):
            first = found[speech.body(command)]
            assert [*legal.values()].index(first) <= place
            assert cards_in(command, game._game.state) == cards_in(first, game._game.state)
            equal += command is not first
        return found

    monkeypatch.setattr(environment, "bodies", check)
    for _ in at_random(game, 400):
        pass
    assert equal > 0


def cards_in(command: Command, match: Match) -> Counter[tuple[Any, ...]]:
    """Count a command's cards by all facts that words express about them."""
    fields = (name for name in command.__struct_fields__ if name not in {"zone", "decision", "position"})
    values = [getattr(command, name) for name in fields]
    flat = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    cards = [match.table[one] for one in flat if type(one) is int and one in match.table]
    return Counter((card.card, card.place, card.host, card.seat, card.slot) for card in cards)


# ---------------------------------------------------------------- observations


def test_named_parts_fill_an_observation() -> None:
    """Each number of an observation has exactly one name, and no word occurs twice."""
    known = vocabulary()
    places = [place for part in known.numbers.values() for place in part]

    assert [*range(known.length)] == places
    assert len(known.words) == len({*known.words})


def test_observation_shows_what_the_view_shows() -> None:
    """An observation has the hand, piles, zones, counts and question of the seat's view."""
    game = env(windows="all")
    known, cards = game.vocabulary, game.vocabulary.cards
    hand, spirits = cards.main + cards.spirits, cards.spirits
    for one in at_random(game, 150):
        seat, other = one.agent_selection, "seat_1" if one.agent_selection == "seat_0" else "seat_0"
        seen, part = view(one._game.state, seat), reader(one, seat)
        me, op = seen.players[seat], seen.players[other]
        assert Counter(card.card for card in me.hand or ()) == count_names(part("hand"), hand)
        assert Counter(card.card for card in op.drop) == count_names(part("op.drop"), cards.main)
        assert Counter(card.card for card in me.void) == count_names(part("me.void"), spirits)
        assert op.hand_main == part("op.counts")[COUNTS.index("hand_main")]
        assert [form is not None for form in op.forms] == [bool(part(f"op.form{zone}")[0]) for zone in range(2)]
        assert [command is not None for command in op.commands] == [
            bool(part(f"op.command{zone}")[0]) for zone in range(2)
        ]
        assert me.savior is not None
        assert me.savior.pwr in (None, part("me.savior")[1])
        assert seen.turn == part("turn")[0]
        assert 1 == part("question").sum()
        assert Counter(one.said) == count_names(part("said"), known.words)


def reader(game: MatchEnv, seat: str) -> Any:  # noqa: ANN401 a function
    """Return a function that reads a part of a seat's observation by its name."""
    numbers = game.observe(seat)["observation"]
    return lambda name: numbers[game.vocabulary.numbers[name].start : game.vocabulary.numbers[name].stop]


def count_names(part: Any, names: tuple[str, ...]) -> Counter[str]:  # noqa: ANN401 an array
    """Return the names in a part of an observation, each with its count."""
    return Counter({name: int(number) for name, number in zip(names, part, strict=True) if number})


def test_words_that_were_said_stay_observed() -> None:
    """After the first word of a command, its seat sends the next word, and the observation shows the first one."""
    game, continued, random = env(), 0, Random(2)
    game.reset(seed=2)
    for _ in range(200):
        before, seat, word = game.said, game.agent_selection, random.choice(game.words)
        number = game._game.state.decisions[seat].number
        game.step(game.vocabulary.words.index(word))
        asked = game._game.state.decisions.get(seat)
        if asked is not None and asked.number == number:
            continued += 1
            assert seat == game.agent_selection
            assert (*before, word) == game.said[: len(before) + 1]
            assert reader(game, seat)("said")[game.vocabulary.words.index(word)]
        if game.terminations[game.agent_selection]:
            game.reset()
    assert continued > 10
