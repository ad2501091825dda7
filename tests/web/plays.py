"""The games that the browser tests play: each seat's moves with forms, from the opening to the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, field

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]


class Move(Struct, frozen=True):
    """A seat's move: a command, and the values for its form (see `forms.send`)."""

    seat: str
    command: str
    fields: Mapping[str, str] = field(default_factory=dict)


class Play(Struct, frozen=True, kw_only=True):
    """A game that is played from its opening to its end.

    Each seat first makes its `moves`, in this order. Then the first seat to which the page offers a command of
    `carry_on` sends it, at most `turns` times, until no seat is offered one. The moves of `end` follow. `filled` has
    values for the forms of the `carry_on` commands. `hides` is true if the game hides something from the players.
    """

    service: str
    opening: Mapping[str, Any]
    moves: Sequence[Move] = ()
    carry_on: Sequence[str] = ()
    filled: Mapping[str, Mapping[str, str]] = {}
    turns: int = 12
    end: Sequence[Move] = ()
    hides: bool = False


CLOSED: Final = Move("gm", "Close")
CAMPAIGN: Final = {"type": "OpenCampaign", "seats": SEATS}

BOUNDLESS: Final = Play(
    service="rpg_boundless",
    opening=CAMPAIGN,
    moves=(
        Move("ann", "CreateCharacter"),
        Move("bob", "CreateCharacter", {"name": "Birch"}),
        Move("gm", "OpenPool"),
        Move("gm", "OpenPool", {"name": "what nobody has heard of yet", "hidden": "x"}),
        Move("ann", "Check"),
        Move(
            "gm", "BringEnemy", {"name": "something in the dark", "sheet__attacks__0__name": "a bite out of the dark"}
        ),
        Move("gm", "StartFight"),
    ),
    carry_on=("Save", "CriticalSave", "HelpDying", "MakeRoom", "StartRound", "Attack", "EnemyAttack", "EndTurn"),
    turns=14,
    end=(Move("gm", "EndFight"), CLOSED),
    hides=True,
)
POOL: Final = Play(
    service="rpg_specialist_pool",
    opening=CAMPAIGN,
    moves=(
        Move("gm", "LoadHouseCatalogue"),
        Move("ann", "CreateSpecialist"),
        Move("bob", "CreateSpecialist"),
        Move("gm", "StartFight"),
    ),
    carry_on=("SettleTie", "RollInitiative", "Answer", "RuleTie", "DescribeOutcome", "Oppose", "EndTurn"),
    end=(Move("gm", "EndFight"), CLOSED),
)
TOTAL: Final = Play(
    service="rpg_specialist_total",
    opening=CAMPAIGN | {"catalogue": "house"},
    moves=(
        Move(
            "ann",
            "CreateCombatant",
            {"items": "+", "items__0__kind": "weapon", "items__0__name": "small melee weapon", "items__0__ready": "x"},
        ),
        Move("bob", "CreateCombatant"),
        Move("gm", "StartFight"),
    ),
    carry_on=(
        "SettleTie",
        "RollOrder",
        "Evade",
        "Block",
        "RollDamage",
        "RollMitigation",
        "TurnBack",
        "Attack",
        "EndTurn",
    ),
    end=(Move("gm", "EndFight"), CLOSED),
)
BONES: Final = Play(
    service="bones",
    opening=CAMPAIGN,
    moves=(
        Move("ann", "CreateCharacter"),
        Move("gm", "AgreeEquipment"),
        Move("gm", "SpawnSample", {"sample": "Mercenary"}),
        Move("gm", "StartCombat"),
    ),
    carry_on=(
        "KeepFaces", "KeepSuccesses", "Allot", "StandAgainst", "TakeDamage", "ChooseHealed", "RollRound", "Declare",
    ),
    filled={"Declare": {"doing": "fight"}},
    turns=14,
    end=(Move("gm", "EndCombat"), CLOSED),
)  # fmt: skip
PLAYS: Final = {play.service: play for play in (BOUNDLESS, POOL, TOTAL, BONES)}
