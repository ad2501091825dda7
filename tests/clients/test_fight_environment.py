"""The environment for learners of fights: PettingZoo's tests, words, observations, secrets, rewards and refusals."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from msgspec import convert
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

from arbiter_env import FightEnv, Scenario, env
from arbiter_env.rpg_boundless.bodies import bodies
from arbiter_env.rpg_boundless.fights import PlayedFight
from arbiter_env.rpg_boundless.scenarios import BOW, SCENARIOS, SWORD
from arbiter_env.rpg_boundless.vocabulary import ENEMY, HERO
from arbiter_env.vocabulary import DONE
from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.simulations import standing
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet
from services.rpg_boundless.views import view
from shared.kernel.jobs.fights import ROUNDS
from tests.clients.environments import DICTIONARIES, legal, play_random, same
from tests.rpg_boundless.wandering import CAMPAIGNS

STEPS: Final = int(os.environ.get("ARBITER_TEST_ENV_STEPS", "1500"))
"""The number of random words, divided among the scenarios."""
TROLL: Final = SCENARIOS["troll"]
BARE: Final = {"points": {"strength": 0, "dexterity": 1, "willpower": 3}, "items": [BOW, SWORD, BOW]}
RATS: Final = [{"name": "rat", "hp": 1, "attacks": [{"name": "bite", "damage": 1}]}] * 4
SEVERAL: Final = convert({"heroes": [{"name": name, **BARE} for name in "ABC"], "enemies": RATS}, Scenario)
KINDS: Final[dict[str, Scenario]] = {
    **SCENARIOS,
    "three heroes": SEVERAL,
    "in sight": replace(TROLL, revealed=True),
    "other rules": replace(SEVERAL, settings=CAMPAIGNS[1]),
    "more rules": replace(TROLL, settings=CAMPAIGNS[2]),
}


@DICTIONARIES
@pytest.mark.parametrize("kind", KINDS)
def test_pettingzoo_accepts_the_environment(kind: str) -> None:
    """The environment passes PettingZoo's test of its interface, with one seat and with several."""
    api_test(env("rpg_boundless", scenario=KINDS[kind]), num_cycles=60)


@DICTIONARIES
def test_pettingzoo_finds_it_deterministic() -> None:
    """Two environments with the same seeds have the same observations and rewards."""
    seed_test(lambda: env("rpg_boundless", scenario="troll"), num_cycles=30)


# ---------------------------------------------------------------- words


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_move_has_words_of_its_own_and_is_accepted(kind: str) -> None:
    """In random fights the vocabulary covers every move, the mask has all next words, and every move is accepted."""
    game, random, tried = env("rpg_boundless", scenario=KINDS[kind]), Random(kind), 0
    game.reset(seed=STEPS)
    for number in range(STEPS // len(KINDS)):
        seat = game.agent_selection
        if game.terminations[seat]:
            game.reset()
            continue
        seen = game.observe(seat)
        assert game.observation_space(seat).contains(seen)
        assert [*game.words] == [game.vocabulary.words[at] for at in np.flatnonzero(seen["action_mask"])]
        moves = game._game.moves()
        found = bodies(view(game._game.state, seat), seat, moves)
        assert len(moves) == len(found) > 1
        assert {word for body in found for word in body} <= {*game.vocabulary.words}
        assert all(body.index(DONE) == len(body) - 1 for body in found)
        for command in moves if number % 10 == 0 else ():
            copy_of(game).act(seat, command)
            tried += 1
        game.step(random.choice(legal(game)))
    assert tried > 0


def copy_of(game: FightEnv) -> PlayedFight:
    """Return a copy of a fight at the same point, with draws of its own."""
    return PlayedFight(game._game.stream, bytes(32))


def test_a_command_is_sent_word_by_word() -> None:
    """The words of an attack name the enemy, the Weapon and the Stamina.

    The environment itself adds words that have no alternative.
    """
    game = env("rpg_boundless", scenario="wolves")
    game.reset(seed=1)
    said: list[str] = []
    (before,) = game._game.state.characters.values()
    while "Attack" not in game.words:
        game.step(game.vocabulary.words.index(game.words[-1]))
    assert ("EndTurn", "Attack") == game.words
    for word in ("Attack", "enemy1", "item1", "stamina2"):
        assert word in game.words
        said.append(word)
        (before,) = game._game.state.characters.values()
        game.step(game.vocabulary.words.index(word))
        if word != "stamina2":
            assert tuple(said) == game.said
    assert 2 == before.stamina - game._game.state.characters[before.id].stamina


def test_a_word_that_is_not_legal_is_refused() -> None:
    """An illegal word changes nothing, and the error lists the legal words."""
    game = env("rpg_boundless")
    game.reset(seed=1)
    before = game.observe(game.agent_selection)
    with pytest.raises(ValueError, match="done is not legal: say one of"):
        game.step(0)
    assert same(before, game.observe(game.agent_selection))


# ---------------------------------------------------------------- a fight


def test_the_seed_determines_the_fight() -> None:
    """The same seed gives the same observations, and another seed gives others."""
    one, other = env("rpg_boundless", scenario="troll"), env("rpg_boundless", scenario="troll")
    pairs = zip(play_random(one, 5), play_random(other, 5), strict=True)
    assert all(seat == twin and same(one.observe(seat), other.observe(seat)) for seat, twin in pairs)
    ends = set()
    for seed in range(6):
        assert all(play_random(one, seed))
        ends.add(one.render())
    assert len(ends) > 1


def test_all_heroes_win_or_lose_together() -> None:
    """No word before the end earns a reward.

    At the end every seat gets 1 if all enemies are out, or -1 if all heroes are.
    """
    game, rewards = env("rpg_boundless", scenario=SEVERAL), Counter[float]()
    for seed in range(4):
        for _ in play_random(game, seed):
            assert {0.0} == {*game.rewards.values()}
        (reward,) = {*game.rewards.values()}
        state = game._game.state
        assert dict.fromkeys(game.possible_agents, True) == game.terminations
        assert (reward == 1) == (not any(not one.out for one in state.enemies.values()))
        assert (reward == -1) == (not standing(state))
        assert ("won" in game.render()) == (reward == 1)
        rewards[reward] += 1
    assert {1, -1} == {*rewards}


def test_a_fight_that_nobody_wins_is_a_draw() -> None:
    """If neither side is out after 100 rounds, every seat gets 0."""
    ghost = EnemySheet(name="ghost", hp=9, attacks=(AttackSheet(name="moan", effect="a chill"),))
    game = env("rpg_boundless", scenario=replace(TROLL, enemies=(ghost,)))
    game.reset(seed=1)
    while not game.terminations[game.agent_selection]:
        game.step(game.vocabulary.words.index(next(word for word in ("EndTurn", "Accept") if word in game.words)))
    assert {0.0} == {*game.rewards.values()}
    assert f"round {ROUNDS}, nobody has won" == game.render()


def test_a_long_fight_is_truncated() -> None:
    """After `max_steps` words the fight is truncated without rewards, and all seats leave with their next step."""
    game = env("rpg_boundless", scenario="troll", max_steps=3)
    assert 3 == sum(1 for _ in play_random(game, 1))
    assert {True} == {*game.truncations.values()}
    assert {0.0} == {*game.rewards.values()}
    for _ in game.possible_agents:
        game.step(None)
    assert [] == game.agents


def test_enemies_use_their_worst_attack_on_the_hero_with_the_fewest_hp() -> None:
    """In the environment, the enemies follow the same script as in simulated fights."""
    troll = EnemySheet(
        name="troll", hp=99, attacks=(AttackSheet(name="spit", damage=1), AttackSheet(name="club", damage=2))
    )
    game, harms = env("rpg_boundless", scenario=replace(TROLL, enemies=(troll,))), 0
    for _ in play_random(game, 2):
        state = game._game.state
        for faced in state.consequences.values():
            fewest = min(standing(state), key=lambda one: (one.hp, one.id))
            harms += faced.enemy is not None
            assert ("club", 2, fewest.id) == (faced.harm.what, faced.harm.damage, faced.character)
    assert harms > 3


# ---------------------------------------------------------------- observations and secrets


def test_an_observation_shows_what_the_view_shows() -> None:
    """An observation has the heroes, enemies, turn and question of the seat's view; the seat's own hero comes first."""
    game = env("rpg_boundless", scenario=replace(TROLL, revealed=True))
    names = [name for name in game.vocabulary.numbers if name not in {"me", "ally1"}]
    assert ["round", "me.weapons", "enemy0", "question", "question.damage", "said"] == names
    for number, _ in enumerate(play_random(game, 3)):
        for place, seat in enumerate(game.possible_agents):
            seen, part = view(game._game.state, seat), reader(game, seat)
            me, ally = seen.characters[place], seen.characters[1 - place]
            (troll,) = seen.enemies
            assert seen.fight is not None
            for name, hero in (("me", me), ("ally1", ally)):
                shown = dict(zip(HERO, part(name), strict=True))
                assert (hero.hp, hero.stamina, 1) == (shown["hp"], shown["stamina"], shown[hero.status])
                assert shown["turn"] == (seen.fight.turn == hero.id)
            shown = dict(zip(ENEMY, part("enemy0"), strict=True))
            assert (troll.hp, 12, 3, not troll.out) == tuple(
                shown[name] for name in ("hp", "max_hp", "damage", "stands")
            )
            assert seen.fight.round == part("round")[0]
            weapons = [2, 0, 1] if place == 0 else [2, 1, 0]
            assert weapons == part("me.weapons").tolist()
            faced = [one.harm.damage for one in seen.consequences if one.character == me.id]
            assert [*faced, 0][0] == part("question.damage")[0]
        assert number < 400


def reader(game: FightEnv, seat: str) -> Any:  # noqa: ANN401 a function
    """Return a function that reads a part of a seat's observation by its name."""
    numbers = game.observe(seat)["observation"]
    return lambda name: numbers[game.vocabulary.numbers[name].start : game.vocabulary.numbers[name].stop]


def twin_of(state: CampaignState, random: Random) -> CampaignState:
    """Return a campaign that differs only in the HP, the Armor and the Attacks of hidden enemies."""
    sheet = EnemySheet(name="troll", hp=60, attacks=(AttackSheet(name="breath", damage=random.randint(1, 9)),))
    changed = {
        who: replace(one, sheet=sheet, armor=random.randint(0, 3), hp=0 if one.out else random.randint(1, 60))
        for who, one in state.enemies.items()
    }
    return replace(state, enemies=changed)


@pytest.mark.parametrize("scenario", ["wolves", "troll"])
def test_hidden_enemies_are_not_observed(scenario: str) -> None:
    """Fights that differ only in hidden facts about enemies give each seat the same observations and masks."""
    game, other, random = env("rpg_boundless", scenario=scenario), env("rpg_boundless", scenario=scenario), Random(1)
    compared = 0
    for seed in range(2):
        for _ in play_random(game, seed):
            other.reset(seed=0)
            other._game = copy_of(game)
            other._game.stream = replace(other._game.stream, game=twin_of(game._game.state, random))
            other._views, other._seen = {}, {}
            other._ask()
            while len(other.said) < len(game.said):
                other.step(other.vocabulary.words.index(game.said[len(other.said)]))
            assert game.agent_selection == other.agent_selection
            for seat in game.possible_agents:
                assert same(game.observe(seat), other.observe(seat))
            compared += 1
    assert compared > 20


def test_a_seat_that_is_not_asked_has_no_legal_word() -> None:
    """A seat that does not have to act sees the same fight, but with an empty mask."""
    game = env("rpg_boundless", scenario="troll")
    for seat in play_random(game, 4):
        (other,) = {*game.possible_agents} - {seat}
        assert not game.observe(other)["action_mask"].any()
        assert game.observe(seat)["action_mask"].any()


# ---------------------------------------------------------------- the vocabulary, and what is refused


def test_the_vocabulary_depends_on_the_numbers_of_the_scenario() -> None:
    """The numbers of heroes, enemies and Stamina change the vocabulary. Scores and HP do not."""
    known = env("rpg_boundless", scenario="troll").vocabulary
    harder = replace(TROLL, enemies=(replace(TROLL.enemies[0], hp=30),))
    others = (replace(TROLL, enemies=TROLL.enemies * 2), replace(TROLL, settings=CAMPAIGNS[1]), SCENARIOS["wolves"])

    assert env("rpg_boundless", scenario=harder, digest=known.digest).vocabulary == known
    assert len({known.digest, *(env("rpg_boundless", scenario=one).vocabulary.digest for one in others)}) == 4
    with pytest.raises(ValueError, match="train with this one"):
        env("rpg_boundless", digest=known.digest)


def weak(**changes: Any) -> Scenario:  # noqa: ANN401 fields of a hero
    """Return the troll scenario with one hero changed."""
    return replace(TROLL, heroes=(replace(TROLL.heroes[0], **changes),))


POISON: Final = EnemySheet(name="adder", hp=1, attacks=(AttackSheet(name="fangs", conditions=("poisoned",)),))


@pytest.mark.parametrize(
    ("scenario", "says"),
    [
        ("moon", "no scenario is called 'moon': choose one of wolves, troll"),
        (replace(TROLL, heroes=()), "needs a hero and an enemy"),
        (replace(TROLL, enemies=()), "needs a hero and an enemy"),
        (weak(items=TROLL.heroes[0].items[1:2] * 3), "the rules refuse this scenario: NotAWeapon"),
        (weak(items=TROLL.heroes[0].items[:1]), "the rules refuse this scenario"),
        (replace(TROLL, enemies=(POISON,)), "Attacks without Conditions"),
    ],
)
def test_a_wrong_scenario_is_refused(scenario: Any, says: str) -> None:  # noqa: ANN401 as given
    """The environment refuses unknown names, a scenario with one side, and heroes and enemies that the rules refuse."""
    with pytest.raises(ValueError, match=says):
        env("rpg_boundless", scenario=scenario)


def test_an_attack_that_the_rules_refuse_is_not_offered() -> None:
    """An enemy that is out cannot be a target, and no hero attacks twice in a turn."""
    game = env("rpg_boundless", scenario="wolves")
    for _ in play_random(game, 6):
        state = game._game.state
        aims = {one.target for one in game._game.moves() if isinstance(one, Attack)}
        assert aims <= {one.id for one in state.enemies.values() if not one.out}
        acting = state.fighter(state.turn or "")
        assert not aims or not acting.acted
