"""Encounter Rolls and Reaction Rolls: signs of something nearby, and how those met behave."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.scenes import PrepareEncounter, RevealEncounter, RollEncounter, RollReaction
from services.rpg_boundless.events.scenes import (
    EncounterPrepared,
    EncounterRevealed,
    EncounterRolled,
    PoolOpened,
    ReactionRolled,
)
from services.rpg_boundless.refusals import RevealedAlready
from services.rpg_boundless.rules.dice import extra_position, throw
from services.rpg_boundless.rules.hidden import SIGNS, check_may_hide, roll_hidden_encounter
from services.rpg_boundless.rules.seats import MAX_POOLS, MAX_PREPARED, check_room, known
from services.rpg_boundless.rules.telling import Telling


def prepare_encounter(telling: Telling, command: PrepareEncounter) -> None:
    """Rule: FB-CAMP-09, FB-CAMP-10."""
    check_room(len(telling.state.prepared), MAX_PREPARED)
    for enemy in command.enemies:
        known(telling.state.stored_enemies, enemy, "enemies")
    telling.tell(
        EncounterPrepared(
            prepared=telling.new("prepared"),
            what=telling.secret(command.what),
            enemies=telling.secret(command.enemies),
        )
    )


def reveal_encounter(telling: Telling, command: RevealEncounter) -> None:
    """Rule: FB-CAMP-09. Refuses: RevealedAlready."""
    prepared = known(telling.state.prepared, command.encounter, "encounter")
    if prepared.revealed:
        raise RevealedAlready(needs="hidden", has=prepared.id, field="encounter")
    telling.tell(EncounterRevealed(prepared=prepared.id, what=prepared.what, enemies=prepared.enemies))


def roll_encounter(telling: Telling, command: RollEncounter) -> None:
    """Rule: FB-ENC-02 to FB-ENC-06, FB-ENC-08, FB-ENC-09, FB-CAMP-18, FB-R-20, FB-R-47."""
    if command.prepared is not None:
        known(telling.state.prepared, command.prepared, "prepared")
    position = extra_position(telling, command.position)
    check_room(len(telling.state.pools), MAX_POOLS)
    dice = BOOK.doubt.encounter if command.dice is None else command.dice
    if command.hidden is True:
        check_may_hide(telling)
        roll_hidden_encounter(telling, command, dice, position)
        return
    roll = throw(telling, "encounter", dice, position)
    signs = roll.hits > 0
    telling.tell(
        EncounterRolled(
            encounter=roll.id, trigger=command.trigger, roll=roll, signs=signs,
            prepared=telling.secret(command.prepared),
        )
    )  # fmt: skip
    if signs:
        telling.tell(
            PoolOpened(
                pool=telling.new("pool"),
                name=SIGNS,
                dice=BOOK.pool.encounter,
                limit=BOOK.pool.limit,
                encounter=roll.id,
            )
        )


def roll_reaction(telling: Telling, command: RollReaction) -> None:
    """Rule: FB-REACT-01 to FB-REACT-06, FB-R-17, FB-R-20."""
    position = extra_position(telling, command.position)
    dice = BOOK.doubt.reaction if command.dice is None else command.dice
    roll = throw(telling, "reaction", dice, position)
    telling.tell(ReactionRolled(who=command.who, roll=roll, approachable=roll.hits > 0, warmth=roll.hits))
