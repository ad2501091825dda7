"""The fixture of BONES for the conformance suite.

It is one file, because the suite reads one such module for each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from services.bones.catalogue import Run
from services.bones.chapters.adventure.adventures import EnterArea, LoadAdventure, SetFate
from services.bones.chapters.adventure.checks import TryCheck
from services.bones.chapters.adventure.timetable import AdvanceTimetable
from services.bones.chapters.adventure.tribe import SpawnOfAdventure
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.combat import Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.rounds import RollRound
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.assets import MAX_ASSETS, GiveAsset, SpendCoins
from services.bones.chapters.people.creatures import BuildCreature, NamePrepared, PrepareCreature, SpawnSample
from services.bones.chapters.rolls.rolls import KeepFaces, KeepSuccesses
from services.bones.chapters.rolls.wounds import DealDamage, TakeDamage
from services.bones.chapters.seasons.closing import RollAction
from services.bones.chapters.seasons.narrating import TellAction
from services.bones.chapters.seasons.resolving import hands, terms_of
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.strategic import DeclareAction, SetActionTerms
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import Attempt, CallTask, SetTask
from services.bones.game import bones
from services.bones.reading.comparing import challenge
from services.bones.reading.effects import sacrificed_dice
from services.bones.reading.strategic import next_action
from services.bones.settings import CombatSettings, DiceSettings, Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.magic import Casting
from services.bones.state.seasons import MOST_ACTIONS, Gain, Orders, Results
from services.bones.state.tasks import Opponent, SkillName, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import ForgetPrepared, RevealCharacter
from shared.kernel.messages import Command
from shared.kernel.stream import OpenSeat
from tests.bones import screened
from tests.bones.play import FIRE
from tests.bones.sessions import SESSIONS
from tests.bones.tables import USUAL, Journal, begin
from tests.conformance.fixture import BriefLists, Fixture, Probe, Twins
from tests.support import journal as kept

AT_THE_TABLE: Final = Settings(dice=DiceSettings(dice_source="reported"))
TRIES: Final[Mapping[SkillName, str | None]] = {"Physical": None, "Social": "guard"}
"""The skills of Bob's actions in a season, each with the opponent: the dwarf (None) or a guard."""
HELD_BACK: Final[tuple[Results, ...]] = ("own", "none")
ALL_GAINS: Final[Mapping[tuple[Gain, ...], tuple[int, ...]]] = {
    ("income",): (1, 1, 1, 1, 6),
    ("asset", "renown"): (4, 4, 4, 4, 6),
}
"""The faces that the dwarf's dice and all other dice show, by the gains of the dwarf's action."""
BADLY: Final = (4, 4, 4, 4, 1)
"""Faces without a useful result."""


def holds(journal: kept.Journal[CampaignState]) -> None:
    """Check the invariants of a campaign."""
    state = journal.state
    each_creature_is_possible(state)
    what_is_open_belongs_to_somebody(state)
    a_fight_is_among_those_who_are_there(state)
    effects_are_kept_up(state)
    controls_and_orders_are_consistent(state)
    a_season_is_as_it_is_counted(state)
    assert not set(state.prepared) & set(state.characters)
    assert min((0, *state.spiffs.values())) == 0
    carried = [item for one in state.characters.values() for item in one.items] + list(state.ground)
    assert len(carried) == len(set(carried))


def each_creature_is_possible(state: CampaignState) -> None:
    """Check that a creature loses only its own dice, each once, and has excess damage only if no die is left."""
    for one in state.characters.values():
        assert len(one.lost) == len(set(one.lost))
        assert set(one.lost) <= set(range(1, len(one.dice) + 1))
        assert one.beyond == 0 or one.down
        assert min(one.beyond, one.coins, one.spiffs, one.banked, one.icons, one.automatic) >= 0
        assert one.mount is None or one.mount in state.characters
        assert one.master is None or one.master in state.characters


def what_is_open_belongs_to_somebody(state: CampaignState) -> None:
    """Check that open rolls, tasks, wounds and abilities belong to creatures of the campaign.

    No creature has two tasks.
    """
    kinds: tuple[dict[str, Any], ...] = (state.rolls, state.tasks, state.wounds, state.healings, state.uses)
    for one in (one for kind in kinds for one in kind.values()):
        assert one.creature in state.characters
    busy = [task.creature for task in state.tasks.values() if not task.fight]
    assert len(busy) == len(set(busy))
    assert all(wound.amount > 0 for wound in state.wounds.values())


def a_fight_is_among_those_who_are_there(state: CampaignState) -> None:
    """Check that all fighters are part of the campaign, and that no fighter has allotted before the roll."""
    if state.combat is None:
        return
    assert set(state.combat.fighters) <= set(state.characters)
    for one in state.combat.fighters.values():
        assert one.allotment is None or one.rolls
        assert state.combat.stage == "declaring" or not one.declared or one.shown


def effects_are_kept_up(state: CampaignState) -> None:
    """Check that only characters sustain effects, and that the dice sacrificed for effects are lost."""
    for one in state.effects.values():
        assert one.die is None or one.lasts == "health"
        assert (one.rounds is not None) == (one.lasts == "value")
        assert one.lasts != "held" or one.caster in state.characters
        assert one.rounds is None or one.rounds > 0
    for who in state.characters:
        given = sacrificed_dice(state, who)
        assert len(given) == len(set(given))
        assert set(given) <= set(state.characters[who].lost)


def controls_and_orders_are_consistent(state: CampaignState) -> None:
    """Check that each control of a mind has a target, a degree, and at most one obeyed and one unanswered order."""
    for one in state.effects.values():
        assert (one.kind == "mind") == (one.degree is not None) == (one.target is not None)
        assert one.target is None or (one.target in state.characters and not state.characters[one.target].dead)
    for order in state.orders.values():
        assert state.effects[order.effect].kind == "mind"
        assert order.magnitude is not None or not order.stands
    for stands in (True, False):
        ordered = [order.effect for order in state.orders.values() if order.stands == stands]
        assert len(ordered) == len(set(ordered))
    for resistance in state.resistances.values():
        assert resistance.creature in state.characters
        assert (resistance.makes is None) == (resistance.order is not None)
        assert resistance.order is None or state.orders[resistance.order].effect == resistance.effect
        assert resistance.roll is None or state.rolls[resistance.roll].of == resistance.id


def a_season_is_as_it_is_counted(state: CampaignState) -> None:
    """Check that a season resolves each action at most once, in order, and that assets are within their limit."""
    for one in state.characters.values():
        assert len(one.assets) <= MAX_ASSETS
        assert one.renown >= 0
    season = state.season
    if season is None:
        assert not state.before
        return
    declared = [action for actions in season.declared.values() for action in actions]
    assert sorted(declared) == sorted(season.actions)
    assert len(season.done) == len(set(season.done))
    assert set(season.done) <= set(season.actions)
    assert 0 <= season.told <= len(season.done)
    for who, actions in season.declared.items():
        assert who in state.characters
        assert len(actions) <= MOST_ACTIONS
        assert [season.actions[action].place for action in actions] == list(range(1, len(actions) + 1))
    if season.stage == "closing":
        assert sorted(season.order) == sorted(season.actions)
        assert season.done == season.order[: len(season.done)]
        assert not any(action.waits for action in season.actions.values())
        assert not state.waiting


# ---------------------------------------------------------------- hidden facts


def open_with_party(chosen: Settings = USUAL) -> tuple[Journal, str, str, str, str]:
    """Open a campaign with a spectator and a party; the game master has a mercenary and a wolf."""
    journal = Journal(chosen)
    bob, grumpy = journal.party()
    guard, wolf = journal.spawn("Mercenary"), journal.spawn("Wolf")
    journal.send(OpenSeat(seat="eve", role="spectator"))
    return journal, bob, grumpy, guard, wolf


def prepare_creature(one: NewCreature, *then: Command) -> Journal:
    """Prepare a hidden creature as the game master, and then send these commands."""
    journal, *_ = open_with_party()
    journal.send(PrepareCreature(prepared=one))
    for command in then:
        journal.send(command)
    return journal


def build_hidden(one: NewCreature) -> Journal:
    """Build a creature as the game master, in a campaign whose cast starts hidden."""
    journal = unseen_cast()
    journal.send(BuildCreature(creature=one))
    return journal


def spawn_hidden(sample: str) -> Journal:
    """Add a sample creature as the game master, in a campaign whose cast starts hidden."""
    journal = unseen_cast()
    journal.send(SpawnSample(sample=sample))
    return journal


def unseen_cast() -> Journal:
    """Open a campaign with a spectator and a party, whose cast starts hidden."""
    journal = Journal(Settings(combat=CombatSettings(cast_starts="prepared")))
    journal.party()
    journal.send(OpenSeat(seat="eve", role="spectator"))
    return journal


def set_hidden_terms(terms: Terms) -> Journal:
    """Set a task with hidden terms, so that players cannot see the opposing dice."""
    journal, bob, *_ = open_with_party()
    journal.send(Attempt(creature=bob, aim="slip by"), "ann")
    (task,) = journal.state.tasks
    journal.send(SetTask(task=task, terms=terms, hidden=True))
    return journal


def declare_once(command: Declare) -> Journal:
    """Begin a fight, and send one declaration."""
    journal, *all_four = open_with_party()
    sides = ("party", "party", "foes", "foes")
    journal.send(
        StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in zip(all_four, sides, strict=True)))
    )
    journal.send(command)
    return journal


def allot_once(*puts: Put) -> Journal:
    """Roll a round, and allot for the first creature of the first group."""
    journal, bob, grumpy, guard, wolf = open_with_party()
    sides = ("party", "party", "foes", "foes")
    four = (bob, grumpy, guard, wolf)
    journal.send(
        StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in zip(four, sides, strict=True)))
    )
    for who in four:
        journal.send(Declare(creature=who, doing="fight"))
    journal.send(RollRound(), faces=(1,) * 18)
    for keeps in (KeepFaces, KeepSuccesses):
        for roll in in_order(journal.state.rolls):
            if journal.state.rolls[roll].stage != "final":
                journal.send(keeps(roll=roll))
    journal.send(Allot(creature=guard, puts=puts))
    return journal


def closing(results: Results, *shown: int, gains: tuple[Gain, ...]) -> Journal:
    """Close a season with reported dice; the dwarf's action is resolved, and two of Bob's are not."""
    journal, bob, grumpy, guard, _ = open_with_party(AT_THE_TABLE)
    journal.send(GiveAsset(creature=grumpy, name="a rich master", skill="Craft", temporary=True))
    journal.send(OpenSeason(name="fall", results=results, weeks=1))
    said = DeclareAction(creature=grumpy, gains=gains, aim="forge", skill="Craft", orders=Orders(success=True))
    journal.send(said, "bob")
    if gains != ("income",):
        journal.send(SetActionTerms(action=latest(journal), terms=Terms(skill="Craft", difficulty="Easy"), damage=6))
    for skill, foe in TRIES.items():
        journal.send(DeclareAction(creature=bob, gains=("other",), aim="try", skill=skill), "ann")
        against = (Opponent(creature=grumpy if foe is None else guard, skill=skill),)
        journal.send(SetActionTerms(action=latest(journal), terms=Terms(skill=skill, opponents=against)))
    journal.send(CloseSeason())
    rolls_next(journal, *shown)
    return journal


def latest(journal: Journal) -> str:
    """Return the action declared last."""
    assert journal.state.season is not None
    return in_order(journal.state.season.actions)[-1]


def roll_next_action(state: CampaignState, *shown: int) -> Probe:
    """Return the command that rolls the next action. Any further dice show the last of these faces."""
    assert state.season is not None
    action = state.season.actions[next_action(state.season) or ""]
    count = sum(len(dice) for _, dice in hands(state, action)) + challenge(state.settings, terms_of(action), 0)[0]
    return Probe(RollAction(action=action.id), "gm", (*shown, *(shown or (6,))[-1:] * (count - len(shown))))


def rolls_next(journal: Journal, *shown: int) -> None:
    """Roll the next action of a season with reported dice, as the game master."""
    roll = roll_next_action(journal.state, *shown)
    journal.send(roll.command, faces=roll.faces)


def cast(terms: Terms) -> tuple[Journal, Probe]:
    """Set hidden terms for magic; return the campaign, and the command that rolls for the caster."""
    journal, bob, *_ = open_with_party()
    journal.send(SetTheme(creature=bob, theme=FIRE), "ann")
    journal.send(Attempt(creature=bob, aim="whisper", skill="Magic", casting=Casting(theme=FIRE.name)), "ann")
    (task,) = journal.state.tasks
    journal.send(SetTask(task=task, terms=terms, hidden=True))
    return journal, Probe(RollTask(task=task), "ann")


def declares(**said: Any) -> Journal:  # noqa: ANN401 what is declared
    """Send Bob's declaration in a fight; he has a theme and sustains an effect."""
    journal, bob, grumpy, guard, wolf = open_with_party()
    journal.send(SetTheme(creature=bob, theme=FIRE), "ann")
    light = Terms(skill="Magic", purpose="effect")
    journal.send(CallTask(creature=bob, aim="a light", terms=light, casting=Casting(theme=FIRE.name)))
    journal.send(RollTask(task=next(iter(journal.state.tasks))), faces=(3, 3, 3, 3, 6))
    journal.send(KeepFaces(roll=next(iter(journal.state.rolls))))
    journal.send(KeepSuccesses(roll=next(iter(journal.state.rolls))))
    sides = {bob: "party", grumpy: "party", guard: "foes", wolf: "foes"}
    journal.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))
    holds: dict[str, Any] = (
        {"holds": next(iter(journal.state.effects))} if said["doing"] == "magic" and "aim" not in said else {}
    )
    journal.send(Declare(creature=bob, **said, **holds), "ann")
    return journal


def spells() -> Iterator[Twins]:
    """Yield campaigns that differ in the hidden terms of magic, and in the magic declared in a fight."""
    _, _, grumpy, guard, _ = open_with_party()
    hard = Terms(skill="Magic", difficulty="Almost Impossible")
    harder = Terms(skill="Magic", difficulty="Impossible")
    (first, rolls), (second, _) = cast(hard), cast(harder)
    probes = (rolls, Probe(Attempt(creature=grumpy, aim="listen"), "bob"))
    yield Twins(first=first.stream, second=second.stream, seats=("ann", "bob", "eve"), probes=probes)
    burns = declares(doing="magic", casting=Casting(theme=FIRE.name), aim="burn them")
    others = (
        Probe(Declare(creature=grumpy, doing="nothing"), "bob"),
        Probe(Declare(creature=guard, doing="nothing"), "bob"),
    )
    for other in (declares(doing="magic"), declares(doing="fight", targets=(guard,))):
        yield Twins(first=burns.stream, second=other.stream, seats=("bob", "eve"), probes=others)


def seasons() -> Iterator[Twins]:
    """Yield campaigns that differ in the outcome of an action while its season closes."""
    for results, (gains, well) in product(HELD_BACK, ALL_GAINS.items()):
        first, second = closing(results, *well, gains=gains), closing(results, *BADLY, gains=gains)
        assert first.state.outcomes != second.state.outcomes
        _, bob, grumpy, _, _ = open_with_party()
        there = [SpendCoins(creature=who, coins=1, on="ale") for who in (bob, grumpy)]
        tries = [TellAction(action=next(iter(first.state.outcomes)), text="so it was"), CloseSeason()]
        yield Twins(
            first=first.stream,
            second=second.stream,
            seats=("ann", "eve") if results == "own" else ("ann", "bob", "eve"),
            probes=(
                *(Probe(command, seat) for command in (*there, *tries) for seat in ("ann", "eve")),
                roll_next_action(first.state),
            ),
        )


def captives(*fates: SetFate, kin: str = "Tribal Dreg") -> Journal:
    """Put Bob and the dwarf into an adventure as captives.

    Bob has failed the check in which he examines the males of the tribe.
    """
    journal, bob, grumpy, *_ = open_with_party(AT_THE_TABLE)
    journal.send(LoadAdventure(characters=(bob, grumpy)))
    for wound in in_order(journal.state.wounds):
        journal.send(TakeDamage(wound=wound, dice=(1,)))
    for fate in fates:
        journal.send(fate)
    journal.send(SpawnOfAdventure(kin=kin))
    for _ in range(4):
        journal.send(AdvanceTimetable())
    journal.send(TryCheck(check="look-at-the-males", creature=bob))
    task = next(iter(journal.state.tasks))
    journal.send(RollTask(task=task), faces=(2, 2, 2, *(3,) * 6))
    return journal


def adventures() -> Iterator[Twins]:
    """Yield campaigns that differ in people's fates in an adventure, and in which person is under a spell."""
    for first, second in (
        (
            SetFate(person="Karl", fate="alive", reason="a healer"),
            SetFate(person="Tomas", fate="dead", reason="he bled"),
        ),
        (
            SetFate(person="Clarisse", fate="mad", reason="she saw it"),
            SetFate(person="Tribal Matron", fate="dead", reason="slain"),
        ),
    ):
        one, other = captives(first), captives(second)
        _, bob, *_ = open_with_party()
        probes = (
            Probe(Attempt(creature=bob, aim="look about"), "ann"),
            Probe(TryCheck(check="look-at-the-males", creature=bob), "ann"),
            Probe(EnterArea(area="6"), "gm"),
            *(Probe(AdvanceTimetable(), "gm"),) * 9,
        )
        yield Twins(first=one.stream, second=other.stream, seats=("ann", "bob", "eve"), probes=probes)
    under = captives(SetFate(person="Tomas", fate="helping", reason="won"), kin="Tomas")
    free = captives(SetFate(person="Clarisse", fate="herself", reason="calm"), kin="Tomas")
    yield Twins(first=under.stream, second=free.stream, seats=("ann", "bob", "eve"))


def lurking(
    bob: str, ogre: NewCreature, wisp: NewCreature, unseen: str
) -> Iterator[tuple[Journal, Journal, tuple[tuple[Command, str], ...]]]:
    """Yield campaigns in which Bob's task is opposed by an unseen creature, by a different one, or by a difficulty."""
    against = Terms(skill="Stealth", opponents=(Opponent(creature=unseen, skill="Physical"),))
    past = CallTask(creature=bob, aim="past", terms=against, hidden=True)
    hard = replace(past, terms=Terms(skill="Stealth", difficulty="Impossible"))
    (task,) = prepare_creature(ogre, past).state.tasks
    probes: tuple[tuple[Command, str], ...] = (
        (RollTask(task=task), "ann"),
        (RevealCharacter(character=unseen), "ann"),
        (ForgetPrepared(character=unseen), "bob"),
        (Attempt(creature=bob, aim="run"), "ann"),
        (replace(past, hidden=False), "gm"),
        (RollTask(task=task), "gm"),
        (DealDamage(creature=unseen, amount=1), "gm"),
    )
    for first, second in ((past, past), (past, hard)):
        yield prepare_creature(ogre, first), prepare_creature(wisp, second), probes


def pairs() -> Iterator[tuple[Journal, Journal, tuple[tuple[Command, str], ...]]]:
    """Yield pairs of campaigns that differ only in facts hidden from some seats, with the commands to send to both."""
    _, bob, grumpy, guard, wolf = open_with_party()
    ogre = NewCreature(name="Ogre", dice=(Run(n=9, die="Killer"),), items=("Spear",))
    wisp = NewCreature(name="Wisp", dice=(Run(n=1, die="Spirit"),), kind="beast", flying="4")
    unseen = "creature-12"
    yield (
        prepare_creature(ogre),
        prepare_creature(wisp),
        (
            (RevealCharacter(character=unseen), "ann"),
            (DealDamage(creature=unseen, amount=1), "gm"),
            (Attempt(creature=bob, aim="look about"), "ann"),
            (CallTask(creature=bob, aim="look", terms=Terms(skill="Perception")), "gm"),
        ),
    )
    named = NamePrepared(character=unseen, name="a shape")
    yield (
        prepare_creature(ogre, named),
        prepare_creature(wisp, named),
        ((Attempt(creature=bob, aim="look about"), "ann"),),
    )
    yield from lurking(bob, ogre, wisp, unseen)
    yield build_hidden(ogre), build_hidden(wisp), ((RevealCharacter(character=unseen), "ann"),)
    yield spawn_hidden("Ghost"), spawn_hidden("Mercenary"), ((Attempt(creature=bob, aim="look about"), "ann"),)
    easy, hard = Terms(skill="Stealth", difficulty="Easy"), Terms(skill="Stealth", difficulty="Impossible")
    task = next(iter(set_hidden_terms(easy).state.tasks))
    yield (
        set_hidden_terms(easy),
        set_hidden_terms(hard),
        ((RollTask(task=task), "bob"), (Attempt(creature=bob, aim="run"), "ann")),
    )
    yield (
        declare_once(Declare(creature=guard, doing="fight", targets=(bob,))),
        declare_once(Declare(creature=guard, doing="other", skill="Stealth", aim="slip away", posture="lie")),
        ((Declare(creature=guard, doing="nothing"), "ann"), (Declare(creature=grumpy, doing="fight"), "bob")),
    )
    yield (
        allot_once(Put(die="die-1", attack=(Aimed(target=bob),))),
        allot_once(*(Put(die=f"die-{number}", defend=1) for number in range(1, 5))),
        ((Allot(creature=wolf), "ann"), (Allot(creature=bob), "ann")),
    )


def twins() -> Iterator[Twins]:
    """Yield campaigns that differ only in hidden facts: of creatures, fights, magic, seasons and adventures."""
    for first, second, probes in pairs():
        yield Twins(
            first=first.stream,
            second=second.stream,
            seats=("ann", "bob", "eve"),
            probes=tuple(Probe(command, seat) for command, seat in probes),
        )
    yield from spells()
    yield from seasons()
    yield from adventures()
    yield from screened.twins()


FIXTURE: Final = Fixture(
    game=bones,
    begin=begin,
    sessions=SESSIONS,
    holds=holds,
    twins=twins,
    texts={"seat": ("gm", "ann", "bob")},
    plays=4,
    steps=50,
    every=12,
    brief=BriefLists(mean={"gm": 100, "player": 80}, most=170),
)
