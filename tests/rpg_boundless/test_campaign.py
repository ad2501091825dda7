"""The campaign itself: seats, limits, overrides, settings and the licence."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.conditions import GainCondition
from services.rpg_boundless.chapters.damage import CriticalSaveDue
from services.rpg_boundless.chapters.encounters import PrepareEncounter
from services.rpg_boundless.chapters.enemies import (
    BringEnemy,
    EnemyAppeared,
    EnemyTakenOut,
    ForgetStored,
    GiveItem,
    RevealEnemy,
    SendEnemyAway,
    StatBlockUnclear,
    StoreEnemy,
    StoreItem,
)
from services.rpg_boundless.chapters.fights import StartFight
from services.rpg_boundless.chapters.items import TakeItem
from services.rpg_boundless.chapters.overrides import (
    AdjustAction,
    AdjustAttribute,
    AdjustEnemy,
    AdjustHp,
    AdjustRoll,
    AdjustStamina,
    HpAdjusted,
    SlotsCapHp,
)
from services.rpg_boundless.chapters.pools import OpenPool
from services.rpg_boundless.chapters.running_out import AdjustPool, RollPool
from services.rpg_boundless.chapters.saves import AdjustConsequence, ConsequenceFaced, FaceConsequence
from services.rpg_boundless.chapters.seats import CampaignOpened, OpenCampaign
from services.rpg_boundless.game import campaign
from services.rpg_boundless.routes import LEDGER, licence_of_rules
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.sheets import Harm, Helper
from shared.kernel.campaign.seats import (
    GameMasterNeeded,
    NotKnownHere,
    NotYours,
    OnlyTheGameMaster,
    OnlyWatches,
    OutOfRange,
    ReasonNeeded,
    TooManyHere,
)
from shared.kernel.chance import Faces
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command
from shared.platform.ledger import Ruling, ledger_at
from tests.rpg_boundless.play import CHARM, ROPE, SWORD, WOLF, Play, listed, settings
from tests.support.spec import Spec

RULINGS = [ruling for ruling in ledger_at(LEDGER).rulings if ruling.configurable]
GM = SeatAsk(seat="gm", role="gm")


@pytest.mark.rule("FB-CAMP-01")
def test_a_campaign_needs_a_game_master() -> None:
    """A campaign opens only if one of its seats is a game master's. It then has its settings."""
    chosen = settings(stamina={"maximum": 8})

    Spec(campaign).when(OpenCampaign(seats=(SeatAsk(seat="ann"),))).then_refused(GameMasterNeeded)
    Spec(campaign).when(OpenCampaign(seats=(GM,), settings=chosen)).then(CampaignOpened(settings=chosen))


@pytest.mark.rule("FB-CAMP-02", "FB-CAMP-03")
@pytest.mark.parametrize("kind", campaign.commands)
def test_each_role_sends_only_its_own_commands(kind: type[Command]) -> None:
    """A spectator may send no command of the game, and a player none of the game master's."""
    play = Play()
    offered = (one.command for one in campaign.samples[kind](play.state, "ann"))
    sample = next(command for command in offered if type(command) is kind)

    play.no(OnlyWatches, sample, seat="spectator")
    assert {"AR-CAMP-03"} == {one.rule for one in listed(play.state, "spectator").blocked}
    if kind.needs_role == "gm":
        play.no(OnlyTheGameMaster, sample, seat="ann")


@pytest.mark.rule("FB-CAMP-02", "FB-CAMP-04")
def test_a_player_acts_for_its_own_characters() -> None:
    """Players act only for their own characters. The game master and the app may act for any."""
    play = Play()
    check = Check(character=play.hero(seat="ann"), attribute="strength")
    play.no(NotYours, check, seat="bob")

    play.the(CheckMade, check, 1, 1, seat="ann")
    play.the(CheckMade, check, 1, 1, seat="gm")
    play.when(check, seat="bob", app=True, faces=Faces(1, 1)).take_events()
    play.when(OpenPool(name="oil", dice=2), seat="bob", app=True).take_events()


@pytest.mark.rule("FB-CAMP-05")
def test_an_unknown_id_is_refused_with_its_field() -> None:
    """The game refuses an unknown id, and the refusal names the field."""
    play = Play()
    play.when(RollPool(pool="pool-7")).then_refused(NotKnownHere, has="pool-7")
    play.when(TakeItem(character="character-7", item=ROPE)).then_refused(NotKnownHere, has="character-7")


@pytest.mark.rule("FB-CAMP-06")
def test_a_campaign_limits_what_it_stores() -> None:
    """Items, Conditions, enemies, stored stat blocks, prepared encounters and open Pools have limits."""
    play = Play(conditions={"overflow": "record_without_slot"})
    hero = play.hero()
    bounded: list[tuple[int, Any]] = [
        (60, lambda _: TakeItem(character=hero, item=CHARM)),
        (40, lambda number: GainCondition(character=hero, condition=f"ailment {number}")),
        (50, lambda _: BringEnemy(sheet=WOLF)),
        (100, lambda _: StoreEnemy(sheet=WOLF)),
        (100, lambda _: PrepareEncounter(what="wolves")),
        (50, lambda _: OpenPool(name="oil", dice=2)),
    ]
    for most, command in bounded:
        for number in range(most):
            play.do(command(number))
        play.no(TooManyHere, command(most))


@pytest.mark.rule("FB-CAMP-06")
def test_a_campaign_limits_its_pending_consequences() -> None:
    """With 100 pending consequences, the game refuses another, and any Check or attack that could cause one."""
    play = Play(saves={"answer": "before_rest"})
    hero, other = play.hero(), play.hero(seat="bob")
    harm = Harm(what="a fall")
    play.given(*(ConsequenceFaced(consequence=f"consequence-{n}", character=hero, harm=harm) for n in range(100, 199)))
    ally = Helper(character=other, stamina=1)
    sword = play.item(hero, SWORD)

    play.no(TooManyHere, Attack(character=hero, target=other, weapon=sword))
    play.no(TooManyHere, Check(character=hero, attribute="strength", helpers=(ally,), risk=harm))
    play.do(FaceConsequence(harm=harm, characters=(hero,)))
    play.no(TooManyHere, FaceConsequence(harm=harm, characters=(hero,)))


@pytest.mark.rule("FB-CAMP-05")
def test_an_enemy_that_leaves_is_gone() -> None:
    """An enemy that the game master dismisses also leaves the fight.

    The game refuses to reveal or dismiss an unknown enemy.
    """
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.fight([hero], [foe], 1, 6)

    play.do(SendEnemyAway(enemy=foe))

    assert ({}, (hero,)) == (play.state.enemies, play.order())
    play.no(NotKnownHere, SendEnemyAway(enemy=foe))
    play.no(NotKnownHere, RevealEnemy(enemy=foe))


@pytest.mark.rule("FB-CAMP-07")
def test_an_override_needs_a_reason() -> None:
    """The game refuses an override without a reason, which the event records."""
    play = Play()
    hero, foe = play.hero(), play.foe()
    play.do(OpenPool(name="oil", dice=2))
    made = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1).check
    faced = play.face(hero)
    (pool,) = play.state.pools
    fighter = play.hero()
    play.do(StartFight(characters=(fighter,), enemies=()))
    overrides: list[Any] = [
        AdjustHp(character=hero, hp=1),
        AdjustStamina(character=hero, stamina=1),
        AdjustAttribute(character=hero, attribute="strength", score=1),
        AdjustEnemy(enemy=foe, hp=1),
        AdjustPool(pool=pool, dice=4),
        AdjustConsequence(consequence=faced),
        AdjustRoll(roll=made),
        AdjustAction(participant=fighter),
    ]

    for override in overrides:
        play.no(ReasonNeeded, override)
        (event,) = play.do(msgspec.structs.replace(override, reason="so it is"))
        assert "so it is" == msgspec.to_builtins(event)["reason"]
    assert (1, 1, 1) == (play.who(hero).hp, play.who(hero).stamina, play.who(hero).scores.strength)
    assert (1, 4, {}) == (play.enemy(foe).hp, play.state.pools[pool].dice, play.state.consequences)


@pytest.mark.rule("FB-CAMP-08")
def test_an_override_stays_within_the_rules() -> None:
    """Overrides cannot raise HP, Stamina, scores or Pools above their maximum.

    With all Slots filled, HP cannot exceed 1.
    """
    play = Play()
    hero, laden = play.hero(2), play.hero(2, items=(ROPE,) * 10, hp=1)
    play.do(OpenPool(name="oil", dice=2))
    (pool,) = play.state.pools
    for override in (
        AdjustHp(character=hero, hp=5, reason="so it is"),
        AdjustStamina(character=hero, stamina=7, reason="so it is"),
        AdjustAttribute(character=hero, attribute="strength", score=7, reason="so it is"),
        AdjustPool(pool=pool, dice=9, reason="so it is"),
    ):
        play.no(OutOfRange, override)
    play.no(SlotsCapHp, AdjustHp(character=laden, hp=2, max_hp=5, reason="so it is"))

    play.the(HpAdjusted, AdjustHp(character=hero, hp=5, max_hp=5, reason="so it is"))
    play.do(AdjustPool(pool=pool, dice=0, reason="so it is"))
    assert {} == play.state.pools
    play.the(CriticalSaveDue, AdjustHp(character=hero, hp=0, reason="so it is"))
    play.the(EnemyTakenOut, AdjustEnemy(enemy=play.foe(), hp=0, reason="so it is"))


@pytest.mark.rule("FB-CAMP-10")
def test_stored_things_are_reused() -> None:
    """Two enemies from one stored stat block have separate HP.

    A stored Item can be used twice. A deleted one cannot be used.
    """
    play = Play()
    play.do(StoreEnemy(sheet=WOLF))
    play.do(StoreItem(item=ROPE))
    (wolf,), (rope,) = play.state.stored_enemies, play.state.stored_items
    first, second = (play.the(EnemyAppeared, BringEnemy(stored=wolf)).enemy for _ in range(2))
    hero = play.hero()
    for _ in range(2):
        play.do(GiveItem(stored=rope, character=hero))

    play.do(AdjustEnemy(enemy=first, hp=1, reason="so it is"))

    assert (1, 3, 2) == (play.enemy(first).hp, play.enemy(second).hp, play.who(hero).used)
    play.no(StatBlockUnclear, BringEnemy(stored=wolf, sheet=WOLF))
    play.no(StatBlockUnclear, BringEnemy())
    play.no(NotKnownHere, PrepareEncounter(what="wolves", enemies=(rope,)))
    play.do(ForgetStored(stored=wolf))
    play.no(NotKnownHere, BringEnemy(stored=wolf))


@pytest.mark.parametrize("ruling", RULINGS, ids=[ruling.id for ruling in RULINGS])
def test_every_configurable_ruling_is_a_setting_with_its_default(ruling: Ruling) -> None:
    """Each ruling that the rule ledger calls configurable is a setting.

    Its name, default and alternatives are those in the ledger.
    """
    group, name = ruling.setting.split(".")
    plain = {"none": (None, "none"), "true": (True,), "false": (False,)}

    default = getattr(getattr(Settings(), group), name)

    assert default in (*plain.get(ruling.default, ()), ruling.default, *_number(ruling.default))
    for alternative in ruling.alternatives:
        said = plain.get(alternative, (alternative,))[-1] if not _number(alternative) else int(alternative)
        if not str(said).startswith("any"):
            assert said == getattr(getattr(settings(**{group: {name: said}}), group), name)


def _number(word: str) -> tuple[int, ...]:
    return (int(word),) if word.isdecimal() else ()


@pytest.mark.rule("FB-LIC-01")
def test_the_attribution_is_quoted_exactly() -> None:
    """The licence resource and the NOTICE contain the publisher's notice, character for character."""
    notice = (Path(__file__).parents[2] / "NOTICE").read_text(encoding="utf-8")

    assert licence_of_rules().attribution in notice
    assert licence_of_rules().attribution.startswith("This product is based on Boundless, published by Fari RPGs")
    assert licence_of_rules().attribution.endswith("All warranties are disclaimed as set forth therein.")
