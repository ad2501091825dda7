"""The computer player `fighter`, which decides for a seat's characters, as allies or enemies of other characters."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from services.rpg_boundless import players
from services.rpg_boundless.chapters.attacks import Attack, EnemyAttack
from services.rpg_boundless.chapters.characters import CreateCharacter
from services.rpg_boundless.chapters.damage import CriticalSave
from services.rpg_boundless.chapters.enemies import BringEnemy, SendEnemyAway
from services.rpg_boundless.chapters.fights import LeaveFight, StartFight, StartRound
from services.rpg_boundless.chapters.saves import Save
from services.rpg_boundless.chapters.turns import EndTurn
from services.rpg_boundless.game import campaign
from services.rpg_boundless.simulations import enemy_attack, standing
from services.rpg_boundless.state.campaign import CampaignState, Enemy
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, ItemSheet, Scores
from shared.kernel.campaign.house import MOST_ROUNDS, NobodyToFightFor
from shared.kernel.campaign.keeping import in_order
from shared.kernel.legal import Asking, awaited_seats
from shared.kernel.messages import Command, Seat
from shared.kernel.players.house import Turn, seed_of_player
from shared.kernel.stream import AppointPlayer, Stream
from shared.platform.queue.house import seat_of_the_house
from tests.rpg_boundless.journal import Journal, audit_export
from tests.rpg_boundless.play import BOW, CLAW, ROPE, SWORD
from tests.rpg_boundless.wandering import CAMPAIGNS, open_campaign, step
from tests.support.sampling import sampled

BY: Final = "player:fighter@test"
TROLL: Final = EnemySheet(name="troll", hp=9, attacks=(CLAW,))
WANDERING: Final = 120
"""The number of commands in each random campaign."""


def choose(stream: Stream[CampaignState], seat: Seat) -> Command:
    """Return the command that the computer player chooses for a seat."""
    seed = seed_of_player(stream)
    return players.PLAYERS.choose(
        Turn(player="fighter", seat=seat, known=None, game=campaign, stream=stream, seed=seed)
    )  # fmt: skip


def hero(name: str, *items: ItemSheet) -> CreateCharacter:
    """Return the command that creates a character that has Stamina and HP."""
    scores = Scores(strength=3, dexterity=1, willpower=0)
    return CreateCharacter(name=name, points=scores, items=items or (BOW, SWORD, ROPE), keepsake="coin")


class Fight:
    """A fight between Ash (ann) and Bram (bob), or of both against enemies. The computer player plays both seats."""

    def __init__(self, *enemies: EnemySheet, seed: int = 1, items: tuple[ItemSheet, ...] = ()) -> None:
        """Create the characters and the enemies, and begin the fight."""
        self.journal = Journal(seed=seed)
        for seat, name in (("ann", "Ash"), ("bob", "Bram")):
            self.journal.send(hero(name, *items), seat)
            self.journal.send(AppointPlayer(seat=seat, player="fighter"), seat)
        for sheet in enemies:
            self.journal.send(BringEnemy(sheet=sheet))
        self.heroes, self.enemies = in_order(self.state.characters), in_order(self.state.enemies)
        self.journal.send(StartFight(characters=self.heroes, enemies=self.enemies))

    @property
    def state(self) -> CampaignState:
        """Return the state of the campaign."""
        return self.journal.state

    def moves(self) -> Iterator[tuple[Seat, Command]]:
        """Yield the computer player's commands until it has nothing left to fight.

        Between its commands, send those of the game master.
        """
        for _ in range(4_000):
            seat = seat_of_the_house(campaign, self.journal.stream)
            if seat is not None:
                command = choose(self.journal.stream, seat)
                yield seat, command
                self.journal.send(command, seat, by=BY)
            elif awaited_seats(campaign, self.journal.stream) != ("gm",) or len(standing(self.state)) < 2:
                return
            else:
                self.lead()
        raise AssertionError("the house acts for ever")

    def lead(self) -> None:
        """Send the game master's commands: an enemy attacks and ends its turn, or a new round begins."""
        turn = self.state.turn
        acting = self.state.fighter(turn or "")
        if turn is None:
            self.journal.send(StartRound())
        elif acting.acted:
            self.journal.send(EndTurn(participant=turn))
        else:
            self.journal.send(enemy_attack(self.state, turn, standing(self.state)))


@pytest.mark.rule("AR-HOUSE-06", "FB-CAMP-21")
def test_the_computer_player_fights_a_duel_to_its_end() -> None:
    """In a duel, the computer player attacks with the best Weapon and makes Saves.

    It stops once the other character is down. An audit proves the log.
    """
    duel = Fight()
    sent = [command for _, command in duel.moves()]
    best = {who: in_order(duel.state.characters[who].items)[1] for who in duel.heroes}

    assert {type(one) for one in sent} == {Attack, Save, CriticalSave, EndTurn}
    assert all(one.weapon == best[one.character] and not one.stamina for one in sent if isinstance(one, Attack))
    assert len(standing(duel.state)) == 1
    assert seat_of_the_house(campaign, duel.journal.stream) is None
    duel.journal.close()
    assert audit_export(duel.journal.lines()).conclusion == "proven"


@pytest.mark.rule("AR-HOUSE-06", "FB-CAMP-21")
def test_characters_of_the_computer_player_fight_side_by_side() -> None:
    """Both characters attack the enemy that was created first, and then the other one.

    The game master sends the enemies' attacks.
    """
    fight = Fight(TROLL, TROLL)
    targets: list[str] = []
    for _, command in fight.moves():
        assert not isinstance(command, EnemyAttack)
        if isinstance(command, Attack):
            first = next(enemy for enemy in fight.enemies if not fight.state.enemies[enemy].out)
            assert command.target == first
            targets.append(command.target)

    assert {"troll"} == {fight.state.enemies[one].name for one in targets}
    assert fight.journal.sent["EnemyAttack"] > 0


@pytest.mark.rule("AR-HOUSE-06", "FB-CAMP-21")
@pytest.mark.parametrize("leaves", [SendEnemyAway, LeaveFight])
def test_companions_do_not_fight_each_other_after_the_last_enemy(leaves: type[SendEnemyAway | LeaveFight]) -> None:
    """Once the last enemy has left, even in a later round, the computer player attacks no character.

    The game master ends the fight.
    """
    fight = Fight(TROLL)
    fight.lead()
    (troll,) = fight.enemies
    fight.journal.send(SendEnemyAway(enemy=troll) if leaves is SendEnemyAway else LeaveFight(participant=troll))
    assert [*fight.moves()] == []
    for who in fight.heroes:
        fight.journal.send(EndTurn(participant=who))
    fight.journal.send(StartRound())

    assert fight.state.turn in fight.heroes
    assert seat_of_the_house(campaign, fight.journal.stream) is None


@pytest.mark.rule("AR-HOUSE-06")
def test_players_who_do_not_fight_end_their_turns() -> None:
    """If players' characters do not attack each other, the computer player ends its turns, for at most 100 rounds."""
    journal = open_campaign(CAMPAIGNS[2], 1)
    for seat in ("ann", "bob"):
        journal.send(AppointPlayer(seat=seat, player="fighter"), seat)
    journal.send(StartFight(characters=in_order(journal.state.characters), enemies=()))
    for _ in range(MOST_ROUNDS):
        journal.send(StartRound())
        while (acting := seat_of_the_house(campaign, journal.stream)) is not None:
            journal.send(choose(journal.stream, acting), acting, by=BY)
    assert journal.sent["EndTurn"] == 2 * MOST_ROUNDS
    assert journal.sent["Attack"] == 0
    journal.send(StartRound())
    assert seat_of_the_house(campaign, journal.stream) is None


@pytest.mark.rule("FB-CAMP-21")
def test_a_character_without_a_weapon_only_ends_turns_and_saves() -> None:
    """For an unarmed character, the computer player only makes Saves and ends turns. An armed one attacks."""
    fight = Fight(TROLL, items=(ROPE, ROPE, ROPE))
    sent = {type(command) for _, command in fight.moves()}
    assert sent == {EndTurn, Save, CriticalSave}


@pytest.mark.rule("AR-HOUSE-06")
def test_the_computer_player_needs_a_character_able_to_fight() -> None:
    """The game refuses a computer player for a seat without a character, or with a dying one.

    A wounded character at 0 HP can fight.
    """
    journal = Journal()
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    journal.send(hero("Ash"), "ann")
    (who,), created = journal.state.characters, journal.stream
    journal.stream = replace(created, game=journal.state.change(who, hp=0, status="dying"))
    with pytest.raises(NobodyToFightFor):
        journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    journal.stream = replace(created, game=journal.state.change(who, hp=0, status="wounded"))
    journal.send(AppointPlayer(seat="ann", player="fighter"), "ann")
    assert journal.stream.seats["ann"].player == "fighter"


# ---------------------------------------------------------------- secrets


def other_enemy(enemy: Enemy, random: Random) -> Enemy:
    """Return an enemy that looks the same to players, but has other HP, Armor and Attacks."""
    attacks = (AttackSheet(name="breath", damage=random.randint(1, 9)),)
    hp = 0 if enemy.out else random.randint(1, 30)
    return replace(
        enemy, hp=hp, armor=random.randint(0, 5), sheet=EnemySheet(name=enemy.name, hp=30, attacks=attacks)
    )  # fmt: skip


@pytest.mark.rule("FB-CAMP-21")
@pytest.mark.parametrize("seed", range(sampled(8, of=150)))
def test_hidden_enemies_do_not_affect_the_choice(seed: int) -> None:
    """Other hidden HP, Armor and Attacks of the enemies do not change the command that the computer player chooses."""
    fight, random, compared = Fight(TROLL, TROLL, seed=100 * seed), Random(seed), 0
    for seat, command in fight.moves():
        changed = {who: other_enemy(one, random) for who, one in fight.state.enemies.items()}
        twin = replace(fight.journal.stream, game=replace(fight.state, enemies=changed))
        assert seat_of_the_house(campaign, twin) == seat
        assert choose(twin, seat) == command
        compared += 1
    assert compared > 8


# ---------------------------------------------------------------- whatever is asked


@pytest.mark.rule("AR-HOUSE-06", "AR-KIND-02")
@pytest.mark.parametrize("seed", range(9))
def test_the_computer_player_answers_every_request(seed: int) -> None:
    """In random campaigns, each command of the computer player is legal whenever the campaign waits for its seat."""
    random, journal, asked = Random(seed), open_campaign(CAMPAIGNS[seed % 3], seed), 0
    for _ in range(WANDERING):
        for seat in set(awaited_seats(campaign, journal.stream)) & {"ann", "bob"}:
            held = replace(journal.stream.seats[seat], player="fighter")
            stream = replace(journal.stream, seats={**journal.stream.seats, seat: held})
            if campaign.house.plays(stream.game, seat):
                command = choose(stream, seat)
                assert Asking.of(campaign, stream, seat, "player", by=BY).refusal_of(command) is None
                asked += 1
        step(journal, random.choice(("gm", "ann", "bob")), random.randrange)
    assert asked > 0
