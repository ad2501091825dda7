"""The environment for learners of the card game: PettingZoo's tests, seeds, rewards, truncation and secrets."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from arbiter_env import MatchEnv, env, vocabulary
from arbiter_env.tcg.matches import SEATS, Windows
from services.tcg.playing.dealing import deal
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.position import MatchPosition, PlayedMatch
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.views import view
from shared.kernel.players.luck import Luck
from shared.platform.ledger import CONTRACTS
from tests.clients.environments import DICTIONARIES, play_random, same
from tests.tcg.twins import twin

PACKAGE: Final = CONTRACTS / "clients/env"
EXAMPLE: Final = PACKAGE / "examples/learn.py"


# ---------------------------------------------------------------- PettingZoo's tests


@DICTIONARIES
@pytest.mark.parametrize("windows", ["none", "all"])
def test_pettingzoo_accepts_the_environment(windows: Windows) -> None:
    """The environment passes PettingZoo's test of its interface."""
    api_test(env(windows=windows), num_cycles=100)


@DICTIONARIES
def test_pettingzoo_finds_it_deterministic() -> None:
    """Two environments with the same seeds have the same observations and rewards."""
    seed_test(env, num_cycles=30)


@pytest.mark.parametrize("game", ["tcg", "rpg_boundless"])
def test_pettingzoo_can_measure_it(
    game: Any,  # noqa: ANN401 a name
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """PettingZoo's benchmark keeps running when matches and fights end."""
    clock = count()
    module = importlib.import_module("pettingzoo.test.performance_benchmark")
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock) / 30))

    performance_benchmark(env(game, max_steps=40))

    assert "turns per second" in capsys.readouterr().out


# ---------------------------------------------------------------- a match


def test_seed_determines_the_match() -> None:
    """The same seed gives the same observations, and another seed gives others. Without a seed, the draws continue."""
    one, other = env(), env()
    pairs = zip(play_random(one, 5), play_random(other, 5), strict=True)
    assert all(seat == twin_seat and same(one.observe(seat), other.observe(seat)) for seat, twin_seat in pairs)

    one.reset()
    other.reset()
    again = one.observe(one.agent_selection)
    assert same(again, other.observe(other.agent_selection))
    other.reset(seed=5)
    assert not same(again, other.observe(other.agent_selection))


def test_winner_gets_one_and_loser_minus_one() -> None:
    """No word before the end earns a reward. At the end, the winner of the match gets 1 and the other seat -1."""
    game = env()
    for _ in play_random(game, 3):
        assert {"seat_0": 0, "seat_1": 0} == game.rewards

    winner = game._game.state.winner
    assert winner in SEATS
    assert {seat: 1 if seat == winner else -1 for seat in SEATS} == game.rewards
    assert {"seat_0": True, "seat_1": True} == game.terminations
    assert not game.observe(winner)["action_mask"].any()


def test_long_match_is_truncated() -> None:
    """After `max_steps` words without a winner the match is truncated, and both seats leave with their next step."""
    game = env(max_steps=20)

    assert 20 == sum(1 for _ in play_random(game, 1))
    assert {"seat_0": True, "seat_1": True} == game.truncations
    assert {"seat_0": False, "seat_1": False} == game.terminations
    assert {"seat_0": 0, "seat_1": 0} == game.rewards
    for _ in SEATS:
        game.step(None)
    assert [] == game.agents


def test_nobody_is_asked_to_respond_without_windows() -> None:
    """With windows `none`, no seat has to act in a response window. With `all`, some seats do."""
    asked: dict[Windows, int] = {"none": 0, "all": 0}
    for windows in asked:
        game = env(windows=windows, max_steps=250)
        asked[windows] = sum(
            "respond" in {one.kind for one in game._game.state.decisions.values()} for _ in play_random(game, 2)
        )
    assert asked["none"] == 0
    assert asked["all"] > 0


def test_illegal_word_is_refused() -> None:
    """A word outside the mask changes nothing, and the error lists the legal words."""
    game = env()
    game.reset(seed=1)
    before = game.observe(game.agent_selection)
    word = game.vocabulary.words.index("#11")

    with pytest.raises(ValueError, match=f"#11 is not legal: say one of {re.escape(', '.join(game.words))}"):
        game.step(word)
    assert same(before, game.observe(game.agent_selection))


def test_render_says_where_the_match_is() -> None:
    """The rendered text states the turn, the seat to act and, at the end, the winner."""
    game = env()
    game.reset(seed=1)
    assert game.agent_selection in game.render()
    for _ in play_random(game, 1):
        pass
    assert game._game.state.winner in game.render()


# ---------------------------------------------------------------- secrets


def twins_of(match: Match, seat: str, number: int) -> list[Match]:
    """Return matches that differ from this one only in facts that the seat does not know."""
    dealt = deal(match, Knowledge(seat=seat), Luck(bytes([number % 256])))
    return [twin(match, seat, Random(number), own=True), twin(match, seat, Random(-number), own=False), dealt]


@pytest.mark.parametrize("windows", ["none", "all"])
def test_hidden_cards_are_not_observed(windows: Windows) -> None:
    """Matches that differ only in cards hidden from a seat give it the same observations and masks."""
    game, other, differ = env(windows=windows, max_steps=250), env(windows=windows), 0
    for number, seat in enumerate(play_random(game, 11)):
        match = game._game.state
        if number % 5 or game.said != first_said(game, match, other):
            continue
        for changed in twins_of(match, seat, number):
            show(other, changed)
            assert seat == other.agent_selection
            assert same(game.observe(seat), other.observe(seat))
            differ += view(changed, None).players != view(match, None).players
    assert differ > 20


def show(game: MatchEnv, match: Match) -> None:
    """Set an environment to a match at its open question."""
    game.reset(seed=0)
    game._game = PlayedMatch(match.mutable_copy(), MatchPosition.seeded(match, bytes(32))._game.chance)
    game._views, game._seen = {}, {}
    game._ask()


def first_said(game: MatchEnv, match: Match, other: MatchEnv) -> tuple[str, ...]:
    """Return the first words of the next command that the environment adds because they have no alternative."""
    assert game._game.state is match
    show(other, match)
    return other.said


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "bones"}, "choose 'tcg'"),
        ({"decks": ("lantern", "moon")}, "no deck is called 'moon'"),
        ({"digest": "0" * 64}, "train with this one"),
        ({"settings": MatchSettings(auto_pass="no_legal_response")}, "show what hands hold"),
        ({"settings": MatchSettings(decision_clock_s=60)}, "need a clock"),
    ],
)
def test_wrong_environment_is_refused(wrong: dict[str, Any], says: str) -> None:
    """The environment refuses an unknown game or deck, another digest, and wrong settings, and names the fault."""
    with pytest.raises(ValueError, match=says):
        env(**wrong)


def test_digest_is_the_same_in_every_process() -> None:
    """The digest depends only on the words and numbers. Other settings have another digest."""
    program = "from arbiter_env import vocabulary; print(vocabulary().digest)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert vocabulary().digest == done.stdout.strip()
    assert env(digest=vocabulary().digest).vocabulary == vocabulary()
    assert vocabulary(MatchSettings(form_zones=3)).digest != vocabulary().digest


def test_the_vocabulary_depends_on_the_card_set_of_the_decks() -> None:
    """Decks of the core set have its vocabulary, which a learner trained on the starter set cannot use."""
    core = env(decks=("kiln", "bastion")).vocabulary

    assert vocabulary(cards_of="core") == core != vocabulary()
    assert "hand:spark-apprentice" in core.words
    with pytest.raises(ValueError, match="train with this one"):
        env(decks=("kiln", "bastion"), digest=vocabulary().digest)


# ---------------------------------------------------------------- README and example


def test_readme_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    """Each Python block of the package's README prints the text block after it."""
    text = (PACKAGE / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.DOTALL)

    assert len(blocks) == text.count("```python")
    for program, prints in blocks:
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 our own README
        assert prints == capsys.readouterr().out


def example() -> Any:  # noqa: ANN401 a module
    """Import the example as a module."""
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn"] = module
    spec.loader.exec_module(module)
    return module


def test_example_learns_what_is_rewarded(capsys: pytest.CaptureFixture[str]) -> None:
    """After a win, the chosen words are likelier than before.

    The program prints a win rate with its confidence interval.
    """
    learn, game = example(), env()
    game.reset(seed=1)
    observation = game.observe(game.agent_selection)
    learner = learn.Learner(game, np.random.default_rng(1))
    learner(observation)
    (before,) = learner.turns
    learner.learn(1.0)
    learner(observation)
    assert learner.turns[0].odds[before.chosen] > before.odds[before.chosen]

    learn.main(["--seconds", "0.5", "--matches", "2"])
    assert re.fullmatch(
        r"\d+ matches trained in 0\.5 s; wins \d of 2 against random: .*% to .*%\n", capsys.readouterr().out
    )


def test_wilson_interval_is_that_of_the_book() -> None:
    """For 8 wins in 10 matches, the Wilson interval is 49.0 % to 94.3 % (Newcombe 1998, method 3)."""
    assert pytest.approx((0.4902, 0.9433), abs=1e-4) == example().wilson(8, 10)
