"""Random campaigns with random settings, played through the legal list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, Final, Literal, get_args

import msgspec

from services.bones.catalogue import ABILITIES, MASTERY, PRINTED, Run
from services.bones.chapters.adventure.adventures import EndAdventure, LoadAdventure
from services.bones.chapters.fights.allotting import Allot
from services.bones.chapters.fights.casting_in_fights import SetRoundMagic
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.fights.declaring import Declare
from services.bones.chapters.fights.round_tasks import SetRoundTask
from services.bones.chapters.magic.themes import SetTheme
from services.bones.chapters.people.creatures import BuildCreature, SpawnHorde
from services.bones.chapters.rolls.hindering import GiveHindering
from services.bones.chapters.rolls.spiffs import AwardSpiffs, UseSpiffs
from services.bones.chapters.seasons.seasons import CloseSeason, OpenSeason
from services.bones.chapters.seasons.sessions import PlaceIcon, RecordSession
from services.bones.chapters.seasons.strategic import WithdrawAction
from services.bones.chapters.tasks.tasks import SKILLS, Attempt, CallTask, DropTask, SetTask
from services.bones.game import bones
from services.bones.reading.fighting import BONUS
from services.bones.reading.taking_part import owes, targets
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import Aimed, Put
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Aid, Circumstances, DifficultyName, Opponent, Purpose, Terms
from shared.kernel.campaign.keeping import in_order
from shared.kernel.legal import Allowed
from shared.kernel.messages import Command
from shared.kernel.refusals import Refusal
from tests.bones.play import allowed_of
from tests.bones.road import GUIDE, SMITH
from tests.bones.tables import MASTER, USUAL, Journal, random_settings
from tests.support import campaigns
from tests.support.campaigns import Choose

SEATS: Final = ("gm", "ann", "bob")
ON: Final = frozenset({
    "Allot", "AllowSpiffs", "ChooseHealed", "Declare", "FinishThing", "GiveIn", "KeepFaces", "KeepSuccesses",
    "PlaceIcon", "ResistMagic", "RollRound", "RollTask", "SetMagnitude", "SetRoundMagic", "SetRoundTask", "SetTask",
    "SoftenFall", "StandAgainst", "TakeDamage",
})  # fmt: skip
"""Commands that advance a round, or any other open part of play, by one step."""
PAID: Final = frozenset({"GiveSuccess", "TakeCommand", "UseAutomatic", "UseSpiffs", "VetoSpiffs"})
"""Commands that use spiffs, successes or command icons on open rolls, and that veto uses of spiffs."""
DULL: Final = frozenset({
    "ChangeCreature", "ChooseSource", "CompleteDie", "CreateCharacter", "EndCombat", "GiveUpDraft", "JoinCombat",
    "LeaveCombat", "LoadData", "Propose", "RemoveCharacter", "StartDraft", "WithdrawProposal", "WriteSheet",
})  # fmt: skip
"""Commands that no other command depends on, or that end parts of play early; they are sent rarely."""
SEASON: Final = frozenset({
    "ChangeAction", "CloseSeason", "DeclareAction", "GiveAsset", "LetSeasonPass", "OpenSeason", "OrderSpiffs",
    "SetActionTerms", "SetDeadline", "SpendCoins", "TakeAsset", "TellAction", "VetoOrder", "WithdrawAction",
})  # fmt: skip
MAGIC: Final = frozenset({
    "Attempt", "CallTask", "GiveIn", "GiveOrder", "HoldEffects", "KeepFaces", "KeepSuccesses", "PassRounds", "PassTime",
    "ReleaseEffect", "ResistMagic", "RollTask", "SacrificeHealth", "SetMagnitude", "SetTask", "SetTheme",
})  # fmt: skip
ADVENTURE: Final = frozenset({
    "AdvanceTimetable", "CleanVest", "EndAdventure", "EnterArea", "LoadAdventure", "RemoveShackles", "SetFate",
    "SpawnOfAdventure", "TryCheck", "RollTask", "KeepFaces", "KeepSuccesses", "TakeDamage",
})  # fmt: skip
PARTS: Final = (SEASON, MAGIC, ADVENTURE)
"""The parts of play that are preferred between fights, in turn."""
OPENS: Final[dict[frozenset[str], tuple[type[Command], ...]]] = {
    SEASON: (EndAdventure, OpenSeason), ADVENTURE: (LoadAdventure,)
}  # fmt: skip
"""The first command of each part of play."""
RATHER: Final = {
    "AdvanceTimetable": 8.0, "Attempt": 1.0, "CallTask": 4.0, "CloseSeason": 0.5, "DeclareAction": 12.0,
    "EndAdventure": 0.3, "GiveIn": 0.5, "GiveOrder": 40.0, "HoldEffects": 40.0, "KeepFaces": 20.0,
    "KeepSuccesses": 20.0,
    "LetSeasonPass": 0.2, "LoadAdventure": 20.0, "OpenSeason": 20.0, "PassTime": 0.3, "ReleaseEffect": 0.1,
    "ResistMagic": 20.0, "RollTask": 20.0, "SetActionTerms": 20.0, "SetMagnitude": 20.0, "SetTask": 4.0,
    "TellAction": 2.0, "TryCheck": 12.0, "WithdrawAction": 0.3,
}  # fmt: skip
"""The weights of preferred commands."""
AIMED: Final = ("mind", "counter", "hold")
"""Fields that name the target of magic: a mind or a continuing effect."""
FOUGHT: Final = ("Melee", "Missile", "Unarmed", "Defend", "Maneuver")
SIXTH: Final = (
    *(one.icon for one in ABILITIES.values()),
    "PoisonAttack:melee",
    "PoisonAttack:missile",
    "Magic",
    "blank",
)
"""Possible sixth faces of a beast's die."""
SELDOM: Final = 4
"""On average, one step in this many is taken outside the current part of play."""
NEVER: Final = 1_000_000
MANY: Final = 60
"""The number of steps after which everything that is open is closed."""


def one_of(these: Iterable[Any], choose: Choose) -> Any:  # noqa: ANN401 one of these
    """Choose an item at random."""
    found = tuple(these)
    return found[choose(len(found))]


# ---------------------------------------------------------------- who is there


def open_campaign(seed: int, choose: Choose) -> Journal:
    """Open a campaign with random settings and two experienced characters."""
    journal = Journal(random_settings(Random(seed)) if seed else USUAL, seed=seed + 1)
    party = journal.party()
    for _ in range(one_of((0, 3, 12, 48), choose)):
        journal.send(RecordSession(creatures=party))
    for who, seat in zip(party, SEATS[1:], strict=True):
        for _ in range(choose(6)):
            journal.send(AwardSpiffs(creature=who, deed="campaign help", count=3))
        learns(journal, seat, choose)
        for one in allowed_of(journal.state, seat, SetTheme)[:1]:
            journal.send(picked(one, choose), seat)
    return journal


def learns(journal: Journal, seat: str, choose: Choose) -> None:
    """Place a character's earned icons: masteries if possible, otherwise icons of a few skills."""
    liked = [one_of(SKILLS[:-2], choose) for _ in range(3)]
    while ones := allowed_of(journal.state, seat, PlaceIcon):
        known = ones[0].fields["icon"].options or ()
        better = [icon for icon in known if ":" in icon]
        icon = one_of(better, choose) if better and choose(3) else one_of(liked, choose)
        journal.send(msgspec.convert(ones[0].body | {"icon": icon}, PlaceIcon), seat)


def attack_all(journal: Journal, choose: Choose) -> None:
    """Begin a fight of the cast, beasts and hordes against all free characters, some of them poisoned or in flames."""
    over(journal, choose)
    for _ in range(1 + choose(3)):
        if choose(2):
            journal.spawn(one_of(PRINTED.creatures, choose).name)
        else:
            built = [BuildCreature(creature=one) for one in (motley(choose), motley(choose), MASTER, GUIDE, SMITH)]
            journal.send(one_of((*built, SpawnHorde(threat=one_of(PRINTED.hordes, choose).name)), choose))
    state = journal.state
    there = {who: one for who, one in state.characters.items() if one.ready and not (one.down or one.dead)}
    able = [who for who in there if not owes(state, who)]
    for who in in_order(able):
        if journal.state.characters[who].kind != "horde" and not choose(6):
            journal.send(GiveHindering(creature=who, kind="flaming" if choose(2) else "poison"))
    sides = {who: "party" if journal.state.characters[who].plays else "foes" for who in in_order(able)}
    journal.send(StartCombat(fighters=tuple(Entrant(creature=who, side=side) for who, side in sides.items())))


def motley(choose: Choose) -> NewCreature:
    """Return a beast or a member of the cast with random dice, masteries, weapons and armor."""
    dice = [Run(n=1 + choose(2), die=one_of(PRINTED.dice, choose).name) for _ in range(1 + choose(3))]
    kind: Literal["beast", "cast"] = "beast" if choose(2) else "cast"
    if kind == "beast":
        plain, *others = ((*FOUGHT, one_of(SIXTH, choose)) for _ in range(3))
        better = [Run(n=1, faces=tuple(_best(face, choose) for face in die)) for die in others]
        dice = [Run(n=4, faces=plain), *dice, *better]
    items = {one_of(PRINTED.items, choose).name for _ in range(choose(4))}
    return NewCreature(name="Motley", dice=tuple(dice), kind=kind, items=tuple(sorted(items)))


def _best(face: str, choose: Choose) -> str:
    return str(one_of([name for name, one in MASTERY.items() if one.skill == face] or [face], choose))


# ---------------------------------------------------------------- what is sent


def step(
    journal: Journal, seat: str, choose: Choose, *, seldom: int = SELDOM, rather: frozenset[str] = frozenset()
) -> Command | None:
    """Send one of a seat's legal commands, now and then an unusual one; return None if there is none."""
    role = journal.stream.seats[seat].role
    may = [kind for kind in bones.commands if kind.needs_role != "clock" and (kind.needs_role != "gm" or role == "gm")]
    on, paid = ([kind for kind in may if kind.__name__ in some] for some in (ON, PAID))
    aside = [kind for kind in may if kind.__name__ not in ON | PAID | (DULL if choose(12) else frozenset())]
    rest = [] if seldom == NEVER else aside
    usual = (aside, on, paid) if not choose(seldom) else ((on, rest), (paid, on, rest))[not choose(4)]
    favoured = [kind for kind in may if kind.__name__ in rather] if rather and choose(5) else []
    for kinds in (favoured, *usual):
        while kinds:
            liked = RATHER if kinds is favoured else {}
            weights = [liked.get(one.__name__, 1) / (1 + journal.sent[one.__name__]) for one in kinds]
            kind = kinds.pop(_draw_index(weights, choose))
            if command := send_random(journal, seat, kind, choose):
                return command
    return None


def _draw_index(weights: list[float], choose: Choose) -> int:
    """Return a random index, by weight."""
    found = choose(1_000_000) / 1_000_000 * sum(weights)
    return next((place for place in range(len(weights)) if found < sum(weights[: place + 1])), len(weights) - 1)


def send_random(journal: Journal, seat: str, kind: type[Command], choose: Choose) -> Command | None:
    """Send a command of a kind: a made-up one if the game accepts it, otherwise one from the legal list."""
    ones = fit(kind, of_magic(kind, allowed_of(journal.state, seat, kind), choose), choose)
    if not ones:
        return None
    listed = picked(one_of(ones, choose), choose)
    terms = getattr(listed, "terms", None)
    casts = terms is not None and terms.skill == "Magic" and choose(8)
    for _ in range(3 if kind in MADE_UP and not casts and choose(2) else 0):
        try:
            made_up = MADE_UP[kind](journal.state, listed, choose)
            journal.send(made_up, seat)
        except Refusal:
            continue
        return made_up
    journal.send(listed, seat)
    return listed


def fit(kind: type[Command], ones: list[Allowed], choose: Choose) -> list[Allowed]:
    """Return the preferred entries of a legal list: those that fight, or that spend spiffs on rolls and damage."""
    if kind is Declare and choose(4):
        return [one for one in ones if one.body["doing"] in ("fight", "magic", "coup_de_grace")] or ones
    if kind is Allot and choose(4):
        return [one for one in ones if any(put.get("attack") for put in one.body.get("puts", ()))] or ones
    if kind is UseSpiffs and choose(6):
        return [one for one in ones if one.body.get("on") or one.body["use"] == "survive"]
    return ones


def of_magic(kind: type[Command], ones: list[Allowed], choose: Choose) -> list[Allowed]:
    """Return the preferred entries of a legal list: magic on a mind or an effect, and tasks that hold effects."""
    if kind is Declare and choose(3):
        return [one for one in ones if one.body.get("holds")] or ones
    if kind is SetRoundMagic and choose(3):
        return [one for one in ones if (one.body.get("magic") or {}).get("goes_on")] or ones
    if kind not in (Attempt, CallTask, SetTask) or choose(2):
        return ones
    cast = [one for one in ones if one.body.get("casting") or one.body.get("terms", {}).get("skill") == "Magic"]
    aimed = [one for one in cast if one.body.get("terms", {}).get("purpose") in AIMED] if choose(3) else []
    return aimed or cast or ones


picked = partial(campaigns.pick_command, bones)


# ---------------------------------------------------------------- random commands


def _allots(state: CampaignState, listed: Any, choose: Choose) -> Command:  # noqa: ANN401 Allot
    """Allot random dice to random targets and to defence."""
    assert state.combat is not None
    (roll,) = state.combat.fighters[listed.creature].rolls[:1]
    there = targets(state, listed.creature) or ("nobody",)
    puts = []
    for die in (*(one.die for one in state.rolls[roll].standing), BONUS):
        aimed = {one_of(there, choose): 1 + choose(2) for _ in range(choose(3))}
        attack = tuple(Aimed(target=target, count=count) for target, count in aimed.items())
        puts.append(Put(die=die, way=choose(8) // 4, attack=attack, defend=choose(3)))
    return Allot(creature=listed.creature, puts=tuple(put for put in puts if choose(3)), ranged=listed.ranged)


def _terms(state: CampaignState, who: str, choose: Choose) -> Terms:
    """Return random terms for a task."""
    others = [one for one in in_order(state.characters) if one != who]
    purpose: Purpose = one_of(("task", "task", *get_args(Purpose)), choose)
    against: dict[str, Any] = one_of((
        {}, {"difficulty": one_of(get_args(DifficultyName), choose)}, {"number": 1 + choose(4)},
        {"opponents": tuple(Opponent(creature=one_of(others, choose), skill=one_of(SKILLS, choose),
                                     circumstances=_circumstances(choose)) for _ in range(1 + choose(2)))},
    ), choose)  # fmt: skip
    about: dict[str, Any] = {"treatment": {"patient": one_of(others, choose)}, "making": {"days": 1 + choose(100)}}.get(
        purpose, {"patient": one_of(others, choose)} if purpose == "command" else {}
    )
    skills = {"treatment": "Healer", "making": "Craft", "movement": "Maneuver", "fall": "Maneuver", "command": "Social"}
    skill = skills.get(purpose) or one_of(SKILLS, choose)
    return msgspec.convert(
        {"skill": skill, "purpose": purpose, "circumstances": _circumstances(choose)} | against | about, Terms
    )


def _circumstances(choose: Choose) -> Circumstances:
    if choose(2):
        return Circumstances()
    return Circumstances(
        gain=choose(4), loss=choose(4), aids=tuple(aid for aid in get_args(Aid) if not choose(3)),
        light=one_of(("bright", "partial darkness", "total darkness"), choose), cover=one_of((0, 25, 50, 100), choose),
        distance=one_of((0, 10, 200), choose), ground=one_of(("open", "broken"), choose),
    )  # fmt: skip


def _says(state: CampaignState, listed: Any, choose: Choose) -> Command:  # noqa: ANN401 a command with terms
    """Return a listed command with random terms in place of its own."""
    who = state.tasks[listed.task].creature if isinstance(listed, SetTask) else listed.creature
    found: Command = msgspec.structs.replace(listed, terms=_terms(state, who, choose))
    return found


MADE_UP: Final[dict[type[Command], Callable[[CampaignState, Any, Choose], Command]]] = {
    Allot: _allots, CallTask: _says, SetTask: _says, SetRoundTask: _says,
}  # fmt: skip

# ---------------------------------------------------------------- progress


def stand(state: CampaignState, side: str) -> bool:
    """Return whether any fighter of a side has a die left."""
    fighters = () if state.combat is None else state.combat.fighters.values()
    return any(one.side == side and not state.characters[one.id].down for one in fighters)


def any_step(journal: Journal, choose: Choose, *, rather: frozenset[str] = frozenset()) -> Command | None:
    """Carry out the due step as the clock, or send a legal command of any seat.

    The game master always has a command.
    """
    if journal.take_due():
        return None
    for seat in (SEATS[choose(3)], "gm"):
        for seldom in (SELDOM, 1):
            if seat != "gm" and seldom == 1 and choose(4):
                continue
            if found := step(journal, seat, choose, seldom=seldom, rather=rather):
                return found
    raise AssertionError("nobody may do anything")


def quiet(journal: Journal, choose: Choose) -> None:
    """Close everything that is open on stage: make the open decisions, and drop the remaining tasks."""
    over(journal, choose)
    answer_all(journal, choose)
    for task in in_order(journal.state.tasks):
        if task in journal.state.tasks:
            journal.send(DropTask(task=task, reason="another time"))


def answer_all(journal: Journal, choose: Choose) -> None:
    """Make all open decisions as the game master."""
    for _ in range(MANY):
        if step(journal, "gm", choose, seldom=NEVER) is None:
            break


def turns_to(journal: Journal, part: frozenset[str], choose: Choose) -> None:
    """Settle every open decision on stage, and open the season or the adventure that `part` needs, if any."""
    quiet(journal, choose)
    for kind in OPENS.get(part, ()):
        send_random(journal, "gm", kind, choose)


def over(journal: Journal, choose: Choose) -> None:
    """End the current fight or season. All open decisions are made, and actions without terms lapse."""
    if journal.state.combat is not None:
        journal.send(EndCombat(reason="it is over"))
    season = journal.state.season
    if season is not None and season.stage == "open":
        answer_all(journal, choose)
        for key in in_order(key for key, one in season.actions.items() if one.waits):
            journal.send(WithdrawAction(action=key))
        journal.send(CloseSeason())
    while journal.take_due():
        pass
