"""The numbers of an observation. They are computed from a seat's view and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from arbiter_env.rpg_boundless.bodies import names_of
from arbiter_env.vocabulary import FURTHEST, Numbers, Vocabulary
from services.rpg_boundless.catalogue import ATTRIBUTES
from services.rpg_boundless.views import CampaignView, SeenCharacter, SeenEnemy, SeenFight
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Seat

STATUSES = ("unhurt", "wounded", "dying", "dead")


class Observer:
    """An object that computes the observations for one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Set up the observer for a vocabulary."""
        self.vocabulary = vocabulary
        self._words = {word: at for at, word in enumerate(vocabulary.words)}

    def observe(self, seen: CampaignView, seat: Seat, said: Sequence[str]) -> Numbers:
        """Return a seat's observation after it has chosen the words `said` at the beginning of a command."""
        numbers = np.zeros(self.vocabulary.length, np.float32)
        names = names_of(seen, seat)
        for hero in seen.characters:
            self._put(numbers, names[hero.id], (*_hero(hero), *_turn(seen.fight, hero.id)))
        for enemy in seen.enemies:
            self._put(numbers, names[enemy.id], (*_enemy(enemy), *_turn(seen.fight, enemy.id)))
        own = next(hero for hero in seen.characters if hero.seat == seat)
        self._put(numbers, "me.weapons", _weapons(own, len(self.vocabulary.numbers["me.weapons"])))
        self._put(numbers, "round", (seen.fight.round if seen.fight else 0,))
        self._question(numbers, seen, own)
        for word, count in Counter(said).items():
            numbers[self.vocabulary.numbers["said"].start + self._words[word]] = count
        return np.clip(numbers, -FURTHEST, FURTHEST)

    def _question(self, numbers: Numbers, seen: CampaignView, own: SeenCharacter) -> None:
        """Set the numbers for the questions that wait for the seat: its turn, a Save from Damage, a Critical Save."""
        faced = [one.harm.damage for one in seen.consequences if one.character == own.id]
        turn = seen.fight is not None and seen.fight.turn == own.id
        self._put(numbers, "question", (turn, len(faced), own.id in seen.criticals.values()))
        self._put(numbers, "question.damage", faced[:1])

    def _put(self, numbers: Numbers, name: str, values: Sequence[float]) -> None:
        start = self.vocabulary.numbers[name].start
        numbers[start : start + len(values)] = values


def _hero(hero: SeenCharacter) -> tuple[float, ...]:
    status = (hero.status == one for one in STATUSES)
    scores = (hero.scores.of(attribute) for attribute in ATTRIBUTES)
    armor = sum(hero.items[item].armor_hp for item in hero.worn)
    return (*status, hero.hp, hero.max_hp, hero.stamina, *scores, armor)


def _enemy(enemy: SeenEnemy) -> tuple[float, ...]:
    damage = max((attack.damage or 0 for attack in enemy.attacks or ()), default=0)
    return (not enemy.out, enemy.hp or 0, enemy.max_hp or 0, enemy.armor or 0, damage)


def _turn(fight: SeenFight | None, who: str) -> tuple[float, ...]:
    """Return three flags for a fighter: it has acted, it has ended its turn, and it is its turn now."""
    for one in fight.participants if fight else ():
        if fight is not None and one.id == who:
            return one.acted, one.done, fight.turn == who
    return ()


def _weapons(hero: SeenCharacter, most: int) -> tuple[float, ...]:
    """Return the Damage Ratings of a hero's Items. The number for an Item that is not a Weapon is 0."""
    sheets = (hero.items[item].sheet for item in in_order(hero.items)[:most])
    return tuple(sheet.weapon.damage if sheet.weapon else 0 for sheet in sheets)
