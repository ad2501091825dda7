"""Card pools: a match's card set, read once, and shared by all matches with the same cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from services.tcg.catalogue.language.conditions import PhaseIs, StepIs, Test, TurnOf, Used
from services.tcg.catalogue.language.effects import AnyCard, Command, Effect, Form, Savior, Spirit
from services.tcg.catalogue.language.operations import ContinuousEffect
from services.tcg.catalogue.sets import CardSet, card_set, closes, kind_of
from services.tcg.catalogue.walk import parts_of, positive_parts
from services.tcg.chapters.costs import read_costs
from services.tcg.chapters.counting import count_together
from services.tcg.chapters.operations import read_program
from services.tcg.chapters.operations.lasting import Delay
from services.tcg.chapters.reading import (
    read_condition,
    read_pattern,
    read_possible,
    read_replacement,
    read_static,
    read_target,
)
from services.tcg.chapters.terms import Ability, CardPool, Face, FlipForm, Nested, Printed
from services.tcg.forms import AMENDED, NEWEST, REVISED
from services.tcg.state.match import Match
from services.tcg.words import name_key

ACTING: Final = ("hand", "drop")


def pool_of(match: Match) -> CardPool:
    """Return the card pool of a match under its decision rules. Before the match is opened, the pool is empty."""
    return pool_of_text(match.cards, form=match.form)


@lru_cache(maxsize=32)
def pool_of_text(text: str, *, form: int = NEWEST) -> CardPool:
    """Return the card pool of a card set's text, for matches of this form."""
    return _Builder(card_set(text), form).pool if text else _pool("", form)


def _pool(hash_: str, form: int) -> CardPool:
    """Return an empty card pool for the card set with this hash."""
    compared = name_key if form >= AMENDED else str
    return CardPool(hash=hash_, compared=compared, printed={}, abilities={}, statics={}, conditions={})


class _Builder:
    """The builder of a card pool from a card set."""

    def __init__(self, cards: CardSet, form: int) -> None:
        self.pool = _pool(cards.hash, form)
        self._form = form
        for card in cards.cards.values():
            self.pool.printed[card.id] = self._read_printed(card)
        if form >= REVISED:
            count_together(self.pool)
        _publish_facts(self.pool)

    # ------------------------------------------------------------ cards

    def _read_printed(self, card: AnyCard) -> Printed:
        common = tuple(self._ability(card, effect, "") for effect in card.effects)
        faces = self._faces(card, common)
        abilities = tuple(dict.fromkeys((*faces[0].abilities, *faces[1].abilities)))
        compared, kind = self.pool.compared, kind_of(card)
        main = next((one for one in abilities if one.main), None)
        return Printed(
            id=card.id, card=card, kind=kind, name=card.name, key=compared(card.name), faces=faces,
            abilities=abilities,
            type=card.type if isinstance(card, Command | Spirit) else "",
            level=card.level if isinstance(card, Form) else 0, pwr=faces[0].pwr,
            back="spirit" if isinstance(card, Spirit) else "main",
            exclusive=isinstance(card, Spirit) and closes(card, compared),
            main=main, swift=main if isinstance(card, Command) and card.type == "swift" else None,
            flip=self._flip(card),
            in_hand=tuple(one for one in abilities if _acts(one, "hand")),
            in_drop=tuple(one for one in abilities if _acts(one, "drop")),
            archetypes=frozenset(map(compared, card.archetypes)), tribes=frozenset(map(compared, card.tribes)),
        )  # fmt: skip

    def _faces(self, card: AnyCard, common: tuple[Ability, ...]) -> tuple[Face, Face]:
        """Read both sides of a card: a savior's two sides, or the same side twice.

        Rule: TC-SAV-03, TC-SAV-10, TC-RUL-019
        """
        if not isinstance(card, Savior):
            face = Face(card.pwr if isinstance(card, Form) else None, common)
            return face, face
        bound = tuple(self._ability(card, effect, "bound") for effect in card.bound.effects)
        boundless = tuple(self._ability(card, effect, "boundless") for effect in card.boundless.effects)
        return Face(card.bound.pwr, (*common, *bound)), Face(card.boundless.pwr, (*common, *boundless))

    def _flip(self, card: AnyCard) -> FlipForm | None:
        if not isinstance(card, Savior):
            return None
        when = read_condition(card.flip.when)
        return None if when is None else FlipForm(when=when, costs=read_costs(card.flip.cost))

    # ------------------------------------------------------------ abilities

    def _ability(self, card: AnyCard, effect: Effect, side: str) -> Ability:
        counted = (part.per for part in parts_of(card) if isinstance(part, Used) and part.effect == effect.id)
        return self._read(card, effect, f"{card.id}#{effect.id}", side=side, counted=tuple(dict.fromkeys(counted)))

    def _read(  # noqa: PLR0913 the properties of an effect besides its text
        self, card: AnyCard, effect: Effect, key: str, *, side: str = "", counted: tuple[str, ...] = (), mark: str = ""
    ) -> Ability:  # fmt: skip
        mark = mark or ("independent" if effect.independent and effect.eti == "none" else effect.eti)
        nest = _Nest(self, card, key, mark)
        instead = effect.replace
        steps = effect.do if instead is None or isinstance(instead.do, str) else instead.do
        program, modes = read_program(steps, nest, form=self._form)
        by_name = effect.limit is not None and effect.limit.scope == "name"
        ability = Ability(
            counted_as=f"{self.pool.compared(card.name)}|{effect.id}" if by_name else key,
            key=key, card=card.id, effect=effect, eti=effect.eti, mark=mark, independent=effect.independent,
            zones=effect.zones, main=effect.main, side=side, limit=effect.limit, counted=counted,
            event="" if effect.on is None else effect.on.event,
            on=None if effect.on is None else read_pattern(effect.on), when=read_condition(effect.when),
            targets=tuple(read_target(target) for target in effect.targets), costs=read_costs(effect.cost),
            program=program, modes=modes, statics=tuple(read_static(one, read_costs) for one in effect.static),
            replacement=None if instead is None else read_replacement(instead),
            timing=_timing(effect), any_turn=_any_turn(effect), possible=read_possible(steps),
        )  # fmt: skip
        self.pool.abilities[key] = ability
        return ability

    def read_nested(self, card: AnyCard, part: Nested, key: str, *, mark: str) -> None:
        """Read an effect or condition inside a step of another effect.

        `mark` is the timing of the outer effect.
        """
        self.pool.nested[key] = part
        if isinstance(part, ContinuousEffect):
            self.pool.statics[key] = read_static(part, read_costs)
        elif isinstance(part, Test):
            holds = read_condition(part)
            if holds is not None:
                self.pool.conditions[key] = holds
        elif isinstance(part, Delay):
            self._read(card, Effect(id="later", eti="auto", on=part.until, do=part.then), key, mark=mark)
        elif isinstance(part, Effect):
            self._read(card, part, key)


class _Nest:
    """The reader of one effect's nested parts.

    It returns their keys, which are the effect's key followed by `/1` and so on.
    """

    def __init__(self, builder: _Builder, card: AnyCard, key: str, mark: str) -> None:
        self._builder, self._card, self._key, self._mark, self._count = builder, card, key, mark, 0

    def __call__(self, part: Nested) -> str:
        self._count += 1
        key = f"{self._key}/{self._count}"
        self._builder.read_nested(self._card, part, key, mark=self._mark)
        return key


def _publish_facts(pool: CardPool) -> None:
    """Record the facts about the whole card pool that every player knows. Rule: TC-RUL-066."""
    cards, abilities = pool.printed.values(), pool.abilities.values()
    pool.swift_commands = any(card.kind == "command" and card.type == "swift" for card in cards)
    pool.in_hand, pool.in_drop = (tuple(one for one in abilities if _acts(one, place)) for place in ACTING)
    pool.from_hand = frozenset(card.id for card in cards if card.in_hand or card.swift is not None)
    pool.answered = frozenset(one.event for one in abilities if one.eti == "interrupt" and one.event)
    pool.heard = frozenset(one.event for one in abilities if one.eti == "auto")
    statics = (form.name for one in abilities for form in one.statics)
    instead = (one.replacement.event for one in abilities if one.replacement is not None)
    pool.holding = frozenset((*statics, *(form.name for form in pool.statics.values()), *instead))
    faces = [face for card in cards for face in card.faces]
    idle = {"hand": all(face.hand.idle for face in faces), "drop": all(face.drop.idle for face in faces)}
    pool.elsewhere = tuple(place for place in ACTING if not idle[place])


def _acts(ability: Ability, place: str) -> bool:
    """Return whether an ability works in this zone. Rule: TC-ETI-12, TC-RUL-074."""
    return ability.voluntary and ability.independent and place in ability.zones


def _timing(effect: Effect) -> frozenset[str]:
    """Return the timing that the conditions of an effect without a timing mark imply. Rule: TC-RUL-069."""
    if effect.eti != "none":
        return frozenset()
    named = {
        part.step if isinstance(part, StepIs) else f"combat.{part.phase}"
        for part in positive_parts(effect.when)
        if isinstance(part, StepIs | PhaseIs)
    }
    return frozenset(named or {"act"})


def _any_turn(effect: Effect) -> bool:
    """Return whether an effect's conditions name the turn of another player. Rule: TC-RUL-069."""
    return any(isinstance(part, TurnOf) and part.who != "you" for part in positive_parts(effect.when))
