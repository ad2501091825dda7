"""The computer player `fighter` of BONES.

It fights for a seat, and uses only information that this seat may have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.bones import tactics
from services.bones.catalogue import Run
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_dice import dice_thrown
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask
from services.bones.game import bones
from services.bones.players import PLAYERS
from services.bones.reading.taking_part import there
from services.bones.settings import CombatSettings, Settings
from services.bones.state.combat import Aimed, Between, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Terms
from shared.kernel.campaign.house import MOST_ROUNDS, NobodyToFightFor
from shared.kernel.campaign.keeping import in_order
from shared.kernel.messages import Command, canonical
from shared.kernel.stream import AppointPlayer
from tests.bones.conformance import allot_once, declare_once, open_with_party, pairs
from tests.bones.screened import ALIKE, OGRE, UNLIKE, WISP, Screened, beast
from tests.bones.tables import Journal
from tests.support.housed import Housed
from tests.support.journal import audit_export

SEATS: Final = ("ann", "bob")
SPEAR: Final = ("Spear", "Buckler")
BY_FIGHTERS: Final = Settings(combat=CombatSettings(round_rolled_by="fighters"))
ENOUGH: Final = 60


class Duel(Journal):
    """A fight of Ann's creature against one or more of Bob's, in which any fighter may roll the dice of a round."""

    def __init__(
        self, *, foes: int = 1, items: tuple[str, ...] = SPEAR, between: int = 0, seed: int = 1,
        settings: Settings = BY_FIGHTERS,
    ) -> None:  # fmt: skip
        """Create the fighters, and begin a fight with this many metres between them."""
        super().__init__(settings, seed=seed)
        fighter = NewCreature(name="fighter", dice=(Run(n=4, die="Fighter"),), items=items)
        for seat in ("ann", *("bob",) * foes):
            self.send(BuildCreature(creature=fighter, seat=seat))
        self.ours, *self.theirs = in_order(self.state.characters)
        apart = tuple(Between(attacker=self.ours, target=foe, distance=between) for foe in self.theirs if between)
        sides = {self.ours: "ann", **dict.fromkeys(self.theirs, "bob")}
        fighters = tuple(Entrant(creature=who, side=side) for who, side in sides.items())
        self.send(StartCombat(fighters=fighters, between=apart))


def appoint_players(journal: Journal, *seats: str) -> Housed:
    """Appoint the computer player to seats of a campaign."""
    for seat in seats:
        journal.send(AppointPlayer(seat=seat, player="fighter"), seat)
    return Housed(journal, PLAYERS)


# ---------------------------------------------------------------- fights


@pytest.mark.rule("AR-HOUSE-07")
@pytest.mark.parametrize("seed", range(1, 4))
def test_a_duel_is_fought_until_one_side_is_down(seed: int) -> None:
    """The computer player plays both seats and rolls.

    Once one side is down it sends nothing more, and an audit confirms the log.
    """
    duel = Duel(seed=seed)
    house = appoint_players(duel, "ann", "bob")
    house.play_on()

    assert duel.sent["RollRound"] >= 1
    assert sum(one.down for one in duel.state.characters.values()) >= 1
    assert house.seat is None
    duel.close()
    assert audit_export(bones, duel.lines()).conclusion == "proven"


@pytest.mark.rule("AR-HOUSE-07")
def test_the_computer_player_acts_only_for_its_seat() -> None:
    """The computer player declares, rolls once all have declared, and allots.

    It waits while the other player allots.
    """
    duel = Duel()
    house = appoint_players(duel, "bob")
    assert isinstance(house.act(), Declare)
    assert house.act() is None
    duel.send(Declare(creature=duel.ours, doing="fight"), "ann")
    assert isinstance(house.act(), RollRound)
    house.play_on()

    assert not {one for one in ("ann", "gm") if duel.stream.seats[one].player}
    assert duel.state.combat is not None
    assert duel.state.combat.fighters[duel.theirs[0]].allotted


@pytest.mark.rule("AR-HOUSE-07", "BN-R-351")
def test_by_default_the_computer_player_waits_for_the_game_masters_roll() -> None:
    """By default the computer player declares, and waits until the game master rolls."""
    duel = Duel(settings=Settings())
    house = appoint_players(duel, "ann", "bob")

    assert house.play_on() == len(SEATS)
    duel.send(RollRound())
    assert house.play_on() > 0


@pytest.mark.rule("AR-HOUSE-07")
def test_the_computer_player_attacks_foes_in_order_of_creation() -> None:
    """The computer player attacks the first foe that is not down, however many dice that foe has left."""
    duel = Duel(foes=2)
    first, second = duel.theirs
    duel.send(DealDamage(creature=second, amount=3))
    assert {first} == target_of_ann(duel)

    other = Duel(foes=2)
    other.send(DealDamage(creature=other.theirs[0], amount=4))
    assert {other.theirs[1]} == target_of_ann(other)


def target_of_ann(duel: Duel) -> set[str]:
    """Play until Ann's fighter has allotted; return its targets."""
    house = appoint_players(duel, "ann", "bob")
    for _ in range(ENOUGH):
        command = house.act()
        if isinstance(command, Allot) and command.creature == duel.ours and any(put.attack for put in command.puts):
            return {one.target for put in command.puts for one in put.attack}
    raise AssertionError("it never attacks")


@pytest.mark.rule("AR-HOUSE-07")
@pytest.mark.parametrize(
    ("item", "ranged"), [("Javelin", True), ("Two-handed melee (great sword, maul, great ax)", None)]
)
def test_a_foe_out_of_reach_is_attacked_only_at_range(item: str, ranged: bool | None) -> None:  # noqa: FBT001
    """The computer player throws a weapon that can be thrown. Without one, its successes only defend."""
    duel = Duel(items=(item,), between=8)
    house = appoint_players(duel, "ann", "bob")
    every = [command for _ in range(ENOUGH) if isinstance(command := house.act(), Allot)]
    ours = [command for command in every if command.creature == duel.ours]
    attacks = [command.ranged for command in ours if any(put.attack for put in command.puts)]

    assert ours
    assert attacks[:1] == ([] if ranged is None else [ranged])


@pytest.mark.rule("AR-HOUSE-07")
def test_a_fight_that_nobody_can_win_ends_for_the_house() -> None:
    """After 100 rounds, the computer player sends nothing more and waits for the game master."""
    duel = Duel()
    house = appoint_players(duel, "ann", "bob")
    long = duel.state.combat_put(round=MOST_ROUNDS + 1)

    assert house.seat is not None
    duel.stream = replace(duel.stream, game=long)
    assert house.seat is None


@pytest.mark.rule("AR-HOUSE-07")
def test_the_computer_player_rolls_requested_tasks() -> None:
    """Outside a fight, the computer player makes the decisions of its creatures, and rolls for their tasks."""
    journal, bob, *_ = open_with_party()
    house = appoint_players(journal, "ann")
    assert house.act() is None
    journal.send(CallTask(creature=bob, aim="over the wall", terms=Terms(skill="Stealth", difficulty="Easy")))

    assert isinstance(house.act(), RollTask)
    house.play_on()
    assert not any(roll.stage in ("faces", "successes") for roll in journal.state.rolls.values())


@pytest.mark.rule("AR-HOUSE-06")
def test_the_computer_player_needs_a_creature_that_can_fight() -> None:
    """The game refuses a computer player for a seat with no creature, or only one that is down."""
    journal = Journal(Settings())
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    bob, _ = journal.party()
    journal.stream = replace(journal.stream, game=journal.state.change(bob, lost=(1, 2, 3, 4)))
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")


# ---------------------------------------------------------------- what it may not know


@pytest.mark.rule("AR-HOUSE-07")
def test_a_computer_players_data_do_not_depend_on_hidden_facts() -> None:
    """Computer players of other seats receive byte-identical data in campaigns that differ in a hidden fact."""
    ogre, wisp = Screened(OGRE), Screened(WISP)
    for one in (ogre, wisp):
        one.fights()
        one.arms()
    for first, second in ((ogre, wisp), *((first, second) for first, second, _ in pairs())):
        for seat in SEATS:
            known = [Housed(journal, PLAYERS).knowledge_of(seat).state for journal in (first, second)]
            assert canonical(first.state) != canonical(second.state)
            assert canonical(known[0]) == canonical(known[1])


def others_declared() -> Iterator[tuple[Journal, Journal]]:
    """Yield fights that differ in the secret declaration or the secret allotment of the game master's guard."""
    _, bob, _, guard, _ = open_with_party()
    yield (
        declare_once(Declare(creature=guard, doing="fight", targets=(bob,))),
        declare_once(Declare(creature=guard, doing="other", skill="Stealth", aim="slip away", posture="lie")),
    )
    yield (
        allot_once(Put(die="die-1", attack=(Aimed(target=bob),))),
        allot_once(*(Put(die=f"die-{number}", defend=1) for number in range(1, 5))),
    )


@pytest.mark.rule("AR-HOUSE-07")
def test_hidden_declarations_do_not_affect_the_computer_player() -> None:
    """The computer player sends byte-identical commands in both fights until the game master acts again."""
    for first, second in others_declared():
        twins = tuple(appoint_players(journal, *SEATS) for journal in (first, second))
        while alike(*twins):
            pass
        assert first.sent == second.sent


@pytest.mark.rule("AR-HOUSE-07")
def test_closed_facts_do_not_affect_the_computer_player() -> None:
    """The computer player sends byte-identical commands until the foe falls, or rolled dice show the difference."""
    brute = beast("Brute", "Universal", ALIKE, ALIKE, ALIKE, items=("Spear",))
    bird = beast("Bird", "Universal", *UNLIKE, UNLIKE[0], items=("Dagger / knife",) * 2, flying="4")
    for pair, shows_alike in (((brute, bird), True), ((OGRE, WISP), False)):
        tables = [Screened(one) for one in pair]
        for one in tables:
            one.fights()
        twins = tuple(appoint_players(one, *SEATS) for one in tables)
        steps = 0
        while alike(*twins) or (shows_alike and act_in_both(tables)):
            steps += 1
        assert all(one.state.characters[one.foe].down == shows_alike for one in tables)
        assert steps >= len(SEATS)
        assert tables[0].sent == tables[1].sent


def alike(first: Housed, second: Housed) -> bool:
    """Let the computer player act in both campaigns, and compare its commands; return whether it had a turn."""
    seat = first.seat
    assert seat == second.seat
    if seat is None:
        return False
    chosen = [house.choose(seat) for house in (first, second)]
    assert canonical(chosen[0]) == canonical(chosen[1])
    for house, command in zip((first, second), chosen, strict=True):
        house.journal.send(command, seat, by="player:fighter@test")
    return True


def act_in_both(tables: list[Screened]) -> bool:
    """Act as the game master for the closed creature in both campaigns; return whether a command was possible."""
    done = False
    for table in tables:
        combat = table.state.combat
        if combat is None or table.state.characters[table.foe].down:
            continue
        done = True
        faces: Any = None
        command: Command | None = next(tactics.answers(table.state, [table.foe].__contains__), None)
        if command is None and combat.stage == "declaring":
            command = Declare(creature=table.foe, doing="fight", targets=(table.bob,))
        elif command is None and combat.stage == "terms":
            command, faces = RollRound(), (1,) * sum(dice_thrown(table.state, one) for one in there(table.state))
        table.send(command or Allot(creature=table.foe), faces=faces)
    return done


@pytest.mark.rule("AR-HOUSE-07", "BN-CAMP-170")
def test_a_fallen_closed_foe_is_not_attacked() -> None:
    """All seats see that a closed foe has fallen, so the computer player sends nothing."""
    table = Screened(WISP)
    table.fights()
    house = appoint_players(table, *SEATS)
    assert house.seat is not None
    table.send(DealDamage(creature=table.foe, amount=9))
    for wound in in_order(table.state.wounds):
        table.send(TakeDamage(wound=wound, dice=(1,)))

    assert table.state.characters[table.foe].down
    assert house.seat is None
