"""Initiative: dice, ties, characters caught off guard, and exchanged dice."""

import pytest

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.damage import CharacterDied, CriticalSave, DeclareDeath
from services.rpg_boundless.chapters.enemies import EnemyTakenOut
from services.rpg_boundless.chapters.fights import (
    EndFight,
    FightRunning,
    InFightAlready,
    InitiativeSwapped,
    JoinFight,
    LeaveFight,
    NoInitiativeDie,
    NotTwoPlayers,
    OrderImpossible,
    RoundRunning,
    RoundStarted,
    SettleTies,
    StartFight,
    StartRound,
    SwapInitiative,
    SwapOffered,
    TiesNotDeclared,
    TurnBegun,
    TurnTaken,
)
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.chapters.seats import CharacterIsDead, EnemyIsOut
from services.rpg_boundless.chapters.turns import Act, EndTurn, Move, NoFight, NotInFight, NotYourTurn
from tests.rpg_boundless.play import SWORD, Before, Play


def arm(play: Play, **more: str) -> tuple[str, str]:
    """Create a character with a sword; return both ids."""
    hero = play.hero(2, **more)  # type: ignore[arg-type]
    return hero, play.item(hero, SWORD)


@pytest.mark.rule("FB-INIT-01", "FB-R-25")
def test_each_fighter_rolls_a_die_each_round() -> None:
    """Every fighter, enemies included, rolls a die in each round.

    A new round begins when every fighter has had a turn.
    """
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.no(NoFight, StartRound())
    play.no(NoFight, EndFight())
    play.no(NoFight, StartFight(characters=(), enemies=()))
    play.fight([hero], [foe], 3, 4)
    play.no(FightRunning, StartFight(characters=(hero,), enemies=(foe,)))
    play.no(RoundRunning, StartRound())
    play.turns()

    again = play.the(RoundStarted, StartRound(), 6, 1)

    assert (2, [6, 1]) == (again.round, [one.face for one in again.initiative])
    play.do(EndFight())
    assert play.state.fight is None


@pytest.mark.rule("FB-INIT-01")
def test_fighters_join_and_leave() -> None:
    """A fighter who joins acts from the next round on. A fighter who leaves is removed from the turn order."""
    play = Play()
    hero, late, foe = play.hero(), play.hero(), play.foe()
    play.fight([hero], [], 3)
    play.no(InFightAlready, JoinFight(participant=hero))
    play.no(NotInFight, LeaveFight(participant=foe))
    for who in (late, foe):
        play.do(JoinFight(participant=who))
    play.no(NotYourTurn, EndTurn(participant=late))
    play.turns()
    play.do(StartRound(), 1, 2, 3)
    assert (foe, late, hero) == play.order()

    play.do(LeaveFight(participant=foe))

    assert (late, hero) == play.order()
    play.do(EndTurn(participant=late))


@pytest.mark.rule("FB-INIT-01", "FB-R-57")
def test_the_dead_and_the_taken_out_do_not_join() -> None:
    """Dead characters and defeated enemies cannot start or join a fight."""
    play = Play()
    hero, dead, foe, out = play.hero(), play.hero(), play.foe(), play.foe()
    play.given(CharacterDied(character=dead, reason="cold"), EnemyTakenOut(enemy=out))
    play.no(CharacterIsDead, StartFight(characters=(dead,), enemies=()))
    play.no(EnemyIsOut, StartFight(characters=(hero,), enemies=(out,)))
    play.no(InFightAlready, StartFight(characters=(hero, hero), enemies=()))
    play.no(NoFight, JoinFight(participant=foe))
    play.fight([hero], [foe], 3, 3)

    play.no(CharacterIsDead, JoinFight(participant=dead))
    play.no(EnemyIsOut, JoinFight(participant=out))


@pytest.mark.rule("FB-INIT-02")
def test_turns_run_from_high_to_low() -> None:
    """Fighters with initiatives 2, 6 and 4 act in the order 6, 4, 2, and none of them can act early."""
    play = Play()
    low, high, mid = play.hero(), play.hero(), play.hero()
    play.fight([low, high, mid], [], 2, 6, 4)

    assert (high, mid, low) == play.order()
    play.no(NotYourTurn, Act(participant=mid, what="run"), seat="ann")
    play.do(EndTurn(participant=high), seat="ann")
    play.do(Act(participant=mid, what="run"), seat="ann")


@pytest.mark.rule("FB-INIT-03")
def test_enemies_go_first_on_a_tie() -> None:
    """When an enemy and a character both roll 4, the enemy acts first."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.fight([hero], [foe], 4, 4)

    assert (foe, hero) == play.order()


@pytest.mark.rule("FB-INIT-04", "FB-X-16")
def test_those_off_guard_act_last() -> None:
    """With initiatives P 3 and Q 5 (characters), E 5 and F 6 (enemies, F off guard), the order is E, Q, P, F."""
    play = Play()
    p, q, e, f = play.hero(), play.hero(), play.foe(), play.foe()
    play.fight([p, q], [e, f], 3, 5, 5, 6, off_guard=(f,))

    assert (e, q, p, f) == play.order()


@pytest.mark.rule("FB-INIT-04")
def test_only_participants_are_off_guard() -> None:
    """A bystander cannot be marked as off guard in a fight."""
    play = Play()
    play.do(StartFight(characters=(play.hero(),), enemies=()))
    play.no(NotInFight, StartRound(off_guard=(play.hero(),)))


@pytest.mark.rule("FB-INIT-05", "FB-R-27")
def test_two_players_exchange_their_dice() -> None:
    """One player offers to exchange initiative dice, and another agrees. Enemies cannot exchange dice."""
    play = Play()
    ann, bob, foe = play.hero(seat="ann"), play.hero(seat="bob"), play.foe()
    play.fight([ann, bob], [foe], 2, 6, 1)
    play.no(NotTwoPlayers, SwapInitiative(character=ann, other=foe), seat="ann")
    play.no(NotTwoPlayers, SwapInitiative(character=ann, other=ann), seat="ann")
    play.the(SwapOffered, SwapInitiative(character=ann, other=bob), seat="ann")

    swapped = play.the(InitiativeSwapped, SwapInitiative(character=bob, other=ann), seat="bob")

    assert (ann, bob, foe) == swapped.order == play.order()
    assert play.state.fight is not None
    assert [6, 2, 1] == [one.face for one in play.state.fight.participants]
    play.the(SwapOffered, SwapInitiative(character=ann, other=bob), seat="ann")


@pytest.mark.rule("FB-INIT-05")
def test_initiative_dice_are_exchanged_once_they_are_rolled() -> None:
    """Players can exchange dice only after the roll, and not with bystanders or fighters who joined later."""
    play = Play()
    ann, bob, late = play.hero(seat="ann"), play.hero(seat="bob"), play.hero(seat="bob")
    play.do(StartFight(characters=(ann, bob), enemies=()))
    play.no(NoInitiativeDie, SwapInitiative(character=ann, other=bob), seat="ann")
    play.do(StartRound(), 2, 6)
    outside = play.no(NotInFight, SwapInitiative(character=ann, other=late), seat="ann")
    play.do(JoinFight(participant=late))

    joined = play.no(NoInitiativeDie, SwapInitiative(character=ann, other=late), seat="ann")

    assert {("other", late)} == {(outside.field, outside.has), (joined.field, joined.has)}


@pytest.mark.rule("FB-R-27")
def test_an_exchange_leaves_those_off_guard_last() -> None:
    """A fighter who is off guard acts last even after an exchange of dice."""
    play = Play()
    first, second, third = play.hero(), play.hero(), play.hero()
    play.fight([first, second, third], [], 6, 5, 1, off_guard=(first,))

    play.do(SwapInitiative(character=first, other=third), seat="ann")

    assert (third, second, first) == play.order()


@pytest.mark.rule("FB-R-93", "FB-R-27")
def test_an_exchange_of_equal_dice_with_a_character_off_guard_changes_nothing() -> None:
    """If equal dice are exchanged and one of the two is off guard, the order stays.

    Under version 1 of the rules, the other one falls behind those with the same die.
    """
    for play, third_first in ((Play(), False), (Before(), True)):
        first, second, third = play.hero(), play.hero(), play.hero()
        play.fight([first, second, third], [], 3, 3, 3, off_guard=(first,))
        assert (second, third, first) == play.order()

        play.do(SwapInitiative(character=first, other=second), seat="ann")

        assert ((third, second, first) if third_first else (second, third, first)) == play.order()


@pytest.mark.rule("FB-R-27", "FB-INIT-03")
def test_an_exchange_leaves_enemies_first_on_a_tie() -> None:
    """If a character's exchanged die ties with an enemy's die, the enemy acts first."""
    play = Play()
    first, second, foe = play.hero(), play.hero(), play.foe()
    play.fight([first, second], [foe], 4, 6, 4, off_guard=(first,))

    play.do(SwapInitiative(character=first, other=second), seat="ann")

    assert (foe, second, first) == play.order()


@pytest.mark.rule("FB-INIT-06")
@pytest.mark.parametrize("taken", [Act, Move, EndTurn])
def test_no_exchange_after_a_turn_was_taken(taken: type[Act | Move | EndTurn]) -> None:
    """Players whose fighter has acted, moved or ended a turn cannot exchange dice."""
    play = Play()
    first, second = play.hero(), play.hero()
    play.fight([first, second], [], 6, 2)
    words = {Act: {"what": "run"}, Move: {"where": "away"}, EndTurn: {}}

    play.do(taken(participant=first, **words[taken]))

    play.no(TurnTaken, SwapInitiative(character=first, other=second))
    play.no(TurnTaken, SwapInitiative(character=second, other=first))


@pytest.mark.rule("FB-R-25")
def test_enemies_may_have_a_fixed_initiative() -> None:
    """If `initiative.enemies` is `fixed_value`, enemies do not roll: their initiative is always `enemy_value`."""
    play = Play(initiative={"enemies": "fixed_value", "enemy_value": 4})
    low, high, foe = play.hero(), play.hero(), play.foe()
    play.fight([low, high], [foe], 3, 5)

    assert (high, foe, low) == play.order()


@pytest.mark.rule("FB-R-26")
def test_ties_keep_the_order_of_joining() -> None:
    """Tied fighters act in the order in which they joined.

    This applies to ties among players, among enemies and among fighters off guard. Players may choose another order
    only if `initiative.tie` is `declared`.
    """
    play = Play()
    one, two, three = play.hero(), play.hero(), play.hero()
    foe, other = play.foe(), play.foe()
    play.fight([one, two, three], [foe, other], 4, 4, 4, 4, 4, off_guard=(one, foe))

    assert (other, two, three, foe, one) == play.order()
    play.no(TiesNotDeclared, SettleTies(order=play.order()))


@pytest.mark.rule("FB-R-26")
def test_a_setting_rerolls_ties() -> None:
    """If `initiative.tie` is `reroll`, tied fighters of one side roll again among themselves until no tie is left."""
    play = Play(initiative={"tie": "reroll"})
    one, two, foe = play.hero(), play.hero(), play.foe()

    play.do(StartFight(characters=(one, two), enemies=(foe,)))
    started = play.the(RoundStarted, StartRound(), 4, 4, 4, 2, 2, 1, 5)

    assert (foe, two, one) == started.order
    assert [(2, 1), (2, 5), ()] == [who.again for who in started.initiative]


@pytest.mark.rule("FB-R-26")
def test_a_setting_lets_the_game_master_order_ties() -> None:
    """If `initiative.tie` is `declared`, the game master orders tied fighters of one side before any turn is taken."""
    play = Play(initiative={"tie": "declared"})
    one, two, foe = play.hero(), play.hero(), play.foe()
    play.fight([one, two], [foe], 4, 4, 4)
    play.no(OrderImpossible, SettleTies(order=(one, foe, two)))
    play.no(OrderImpossible, SettleTies(order=(foe, one, one)))

    play.do(SettleTies(order=(foe, two, one)))

    assert (foe, two, one) == play.order()
    play.do(EndTurn(participant=foe))
    assert (foe,) == play.no(TurnBegun, SettleTies(order=(foe, one, two))).has


@pytest.mark.rule("FB-R-57")
def test_the_dead_and_the_taken_out_are_skipped() -> None:
    """The dead and defeated enemies have no turn and roll no initiative. The dying keep their place in the order."""
    play = Play()
    hero, sword = arm(play)
    dying, foe, last = play.hero(0), play.foe(3), play.foe(3)
    play.fight([hero, dying], [foe, last], 6, 3, 4, 2)
    play.do(Attack(character=hero, target=foe, weapon=sword), 5, 1)
    play.do(EndTurn(participant=hero))
    play.do(Accept(consequence=play.face(dying, damage=9)))
    play.do(CriticalSave(critical=play.critical(dying)), 1)

    play.no(EnemyIsOut, EndTurn(participant=foe))
    play.do(EndTurn(participant=dying))
    play.do(EndTurn(participant=last))
    play.do(DeclareDeath(character=dying, reason="cold"))
    play.do(StartRound(), 1, 2)
    assert (last, hero) == play.order()


@pytest.mark.rule("FB-R-95", "FB-INIT-05")
def test_a_player_exchanges_the_dice_of_two_own_characters_alone() -> None:
    """A player with two characters exchanges their dice at once, and the game master those of any two."""
    play = Play(players={"characters": 2})
    ann, cara, bob = play.hero(), play.hero(), play.hero(seat="bob")
    play.fight([ann, cara, bob], [], 2, 5, 4)

    swapped = play.the(InitiativeSwapped, SwapInitiative(character=ann, other=cara), seat="ann")
    assert (ann, bob, cara) == swapped.order

    assert (bob, ann, cara) == play.the(InitiativeSwapped, SwapInitiative(character=ann, other=bob)).order


@pytest.mark.rule("FB-R-96", "FB-R-26", "FB-R-27")
def test_an_exchanged_die_takes_its_place_among_equal_ones_along() -> None:
    """Two who exchange trade places. One who was off guard leaves no place among those on guard."""
    play = Play()
    a, b, c, d = (play.hero() for _ in range(4))
    play.fight([a, b, c, d], [], 2, 4, 5, 4)
    assert (c, b, d, a) == play.order()
    assert (c, b, a, d) == play.the(InitiativeSwapped, SwapInitiative(character=a, other=d)).order

    play = Play()
    a, b, c, d = (play.hero() for _ in range(4))
    play.fight([a, b, c, d], [], 5, 4, 5, 4, off_guard=(a, d))
    assert (c, b, a, d) == play.order()
    assert (c, b, a, d) == play.the(InitiativeSwapped, SwapInitiative(character=b, other=a)).order

    play = Play()
    a, b, c, d = (play.hero() for _ in range(4))
    play.fight([a, b, c, d], [], 2, 2, 5, 4, off_guard=(a, d))
    assert (c, b, d, a) == play.order()
    assert (c, b, d, a) == play.the(InitiativeSwapped, SwapInitiative(character=b, other=d)).order
