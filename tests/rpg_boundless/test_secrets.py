"""Hidden facts, which change nothing that a player sees."""

import pytest
from msgspec.structs import replace

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.encounters import EncounterRevealed, PrepareEncounter, RevealEncounter
from services.rpg_boundless.chapters.enemies import (
    BringEnemy,
    EnemyAppeared,
    EnemyArmorNotPlayed,
    EnemyHurt,
    EnemyRevealed,
    EnemyStored,
    RevealEnemy,
    StoreEnemy,
    StoreItem,
)
from services.rpg_boundless.chapters.overrides import AdjustEnemy, EnemyAdjusted
from services.rpg_boundless.chapters.seats import RevealedAlready
from services.rpg_boundless.game import campaign
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, ItemSheet
from services.rpg_boundless.views import CampaignView, view
from shared.kernel.context import Intent
from shared.kernel.messages import Command, Secret
from shared.kernel.stream import SeatOpened
from tests.rpg_boundless.play import SWORD, Before, Play, allowed_of

BITE = AttackSheet(name="bite", damage=1)
WEAK = EnemySheet(name="rat", hp=4, attacks=(BITE,))
STRONG = EnemySheet(name="giant", hp=9, attacks=(AttackSheet(name="crush", damage=9), BITE))
SEEN: tuple[str, ...] = ("ann", "spectator")


def prepare(sheet: EnemySheet, item: ItemSheet, what: str) -> tuple[Play, str, str, str]:
    """Store things as the game master, and add an enemy under a neutral name.

    Return the campaign and the ids of a character, its sword and the enemy.
    """
    play = Play()
    hero = play.hero(2)
    sword = play.item(hero, SWORD)
    play.do(StoreEnemy(sheet=sheet))
    play.do(StoreItem(item=item))
    (stored,) = play.state.stored_enemies
    play.do(PrepareEncounter(what=what, enemies=(stored,) if sheet is STRONG else ()))
    play.do(BringEnemy(sheet=sheet, name="a shape"))
    (foe,) = play.state.enemies
    return play, hero, sword, foe


@pytest.mark.rule("FB-CAMP-09")
def test_the_game_master_sees_what_is_hidden() -> None:
    """The game master and the app see HP, Attacks, stored things and prepared encounters.

    Players see only their ids.
    """
    play, _, _, _ = prepare(STRONG, SWORD, "a feast")

    def view_for(seat: str | None) -> CampaignView:
        return view(play.state, seat)

    for seat in ("gm", None):
        shown = view_for(seat)
        assert [9] == [enemy.hp for enemy in shown.enemies]
        assert [STRONG.name, None] == [stored.enemy and stored.enemy.name for stored in shown.stored]
        assert ["a feast"] == [one.what for one in shown.prepared]
    shown = view_for("ann")
    assert [(None, None, "a shape")] == [(enemy.hp, enemy.attacks, enemy.name) for enemy in shown.enemies]
    assert 2 == len(shown.stored)
    assert [None] == [one.what for one in shown.prepared]


@pytest.mark.rule("FB-CAMP-09")
def test_a_revealed_thing_is_public() -> None:
    """The game master may reveal an enemy's HP or a prepared encounter, once.

    Later changes of those HP are public too.
    """
    play, hero, sword, foe = prepare(WEAK, SWORD, "a feast")
    assert isinstance(play.the(EnemyHurt, Attack(character=hero, target=foe, weapon=sword), 5, 5).left, Secret)
    (encounter,) = play.state.prepared

    assert 1 == play.the(EnemyRevealed, RevealEnemy(enemy=foe)).hp
    assert "a feast" == play.the(EncounterRevealed, RevealEncounter(encounter=encounter)).what
    play.no(RevealedAlready, RevealEnemy(enemy=foe))
    play.no(RevealedAlready, RevealEncounter(encounter=encounter))
    shown = view(play.state, "ann")
    assert ([1], ["a feast"]) == ([enemy.hp for enemy in shown.enemies], [one.what for one in shown.prepared])
    assert (0, 0) == play.the(EnemyHurt, Attack(character=hero, target=foe, weapon=sword), 5, 5).left


@pytest.mark.rule("FB-CAMP-09")
@pytest.mark.parametrize(
    ("command", "fields"),
    [
        (StoreEnemy(sheet=WEAK), {"sheet"}),
        (StoreItem(item=SWORD), {"item"}),
        (BringEnemy(sheet=WEAK, name="a shape"), {"sheet"}),
        (PrepareEncounter(what="a feast"), {"what", "enemies"}),
        (AdjustEnemy(enemy="enemy-1", hp=3, reason="so it is"), {"hp"}),
        (AdjustEnemy(enemy="enemy-1", hp=3, armor=2, reason="so it is"), {"hp", "armor"}),
        (RevealEnemy(enemy="enemy-1"), set()),
    ],
)
def test_a_players_copy_of_a_command_hides_what_its_events_hide(command: Command, fields: set[str]) -> None:
    """A player's copy of a command shows no more than the events of that command."""
    play = Play()
    intent = Intent(id="one", seat="gm", role="gm", at=1, by="seat:gm@0", command=command)

    assert dict.fromkeys(fields, ("gm",)) == campaign.hides(intent, play.state)


@pytest.mark.rule("FB-CAMP-09")
def test_odds_are_hidden_while_an_enemy_is_hidden() -> None:
    """While an enemy's HP are hidden, commands that may depend on them have no odds.

    The campaign then reports that it has hidden facts.
    """
    play, hero, sword, foe = prepare(WEAK, SWORD, "a feast")
    assert play.rules.secrecy.has_hidden_draws(play.state)

    play.do(RevealEnemy(enemy=foe))
    assert not play.rules.secrecy.has_hidden_draws(play.state)
    other = play.foe(1)
    assert play.rules.secrecy.has_hidden_draws(play.state)
    play.do(Attack(character=hero, target=other, weapon=sword), 5, 5)
    assert not play.rules.secrecy.has_hidden_draws(play.state)


@pytest.mark.rule("FB-CAMP-26", "FB-CAMP-09")
def test_the_game_master_corrects_the_armor_of_an_enemy() -> None:
    """The game master may set an enemy's Armor HP with its HP. Both stay secret while the enemy is hidden."""
    play = Play(enemies={"armor": True})
    foe = play.foe(3, armor=1)

    adjusted = play.the(EnemyAdjusted, AdjustEnemy(enemy=foe, hp=3, armor=4, reason="its shield holds"))

    assert Secret(audience=("gm",), value=(3, 4)) == adjusted.left
    assert (3, 4) == (play.enemy(foe).hp, play.enemy(foe).armor)
    play.do(AdjustEnemy(enemy=foe, hp=2, reason="so it is"))
    assert (2, 4) == (play.enemy(foe).hp, play.enemy(foe).armor)
    assert any("armor" in one.fields for one in allowed_of(play.state, "gm", AdjustEnemy))


@pytest.mark.rule("FB-CAMP-26", "FB-R-52")
def test_no_correction_gives_armor_where_enemies_have_none() -> None:
    """Where enemies have no Armor, a correction leaves Armor out."""
    play = Play()
    foe = play.foe()

    for armor in (1, 0):
        refused = play.no(EnemyArmorNotPlayed, AdjustEnemy(enemy=foe, hp=3, armor=armor, reason="so it is"))
        assert ("left out", armor, "armor") == (refused.needs, refused.has, refused.field)

    assert not any("armor" in one.fields for one in allowed_of(play.state, "gm", AdjustEnemy))


@pytest.mark.rule("FB-CAMP-27", "FB-CAMP-09")
@pytest.mark.parametrize(("opened", "shown"), [(Play, "shape"), (Before, "troll")])
def test_a_revealed_enemy_keeps_the_name_that_players_know(opened: type[Play], shown: str) -> None:
    """Revealing an enemy does not show players the name on its stat block. Only game masters see that name."""
    play = opened()
    troll = EnemySheet(name="troll", hp=4, attacks=(BITE,))
    foe = play.the(EnemyAppeared, BringEnemy(sheet=troll, name="shape")).enemy

    revealed = EnemyRevealed(enemy=foe, sheet=replace(troll, name=shown), hp=4, armor=0)
    assert [revealed] == play.do(RevealEnemy(enemy=foe))

    names = {seat: [(one.name, one.true_name) for one in view(play.state, seat).enemies] for seat in ("gm", "ann")}
    assert {"gm": [("shape", "troll")], "ann": [("shape", None)]} == names


@pytest.mark.rule("FB-CAMP-27", "FB-CAMP-09")
def test_a_players_copy_of_the_log_knows_one_name_of_an_enemy() -> None:
    """A reader without the stat block can fold the enemy's reveal, and knows only the name that players know."""
    play, copy = Play(), Play()
    sheet = EnemySheet(name="troll", hp=4, attacks=(BITE,))
    appeared = play.the(EnemyAppeared, BringEnemy(sheet=sheet, name="shape"))

    copy.given(replace(appeared, sheet=Secret(audience=("gm",), digest="00")))
    copy.given(*play.do(RevealEnemy(enemy=appeared.enemy)))

    seen = copy.state.enemies[appeared.enemy]
    assert ("shape", replace(sheet, name="shape"), True) == (seen.name, seen.sheet, seen.revealed)
    assert view(play.state, "ann") == view(copy.state, "ann")


@pytest.mark.rule("FB-CAMP-28")
def test_a_later_game_master_sees_what_is_hidden() -> None:
    """The view of a game master's seat that is opened later shows what is hidden. Earlier events do not name it."""
    play = Play()
    before = play.the(EnemyStored, StoreEnemy(sheet=WEAK)).sheet
    play.given(SeatOpened(seat="second", role="gm"))

    after = play.the(EnemyStored, StoreEnemy(sheet=STRONG)).sheet

    assert (("gm",), ("gm", "second")) == (before.audience, after.audience)
    shown = view(play.state, "second").stored
    assert ["rat", "giant"] == [one.enemy.name for one in shown if one.enemy is not None]
