"""The routes that only this service has: its catalogue, exact odds, and checks of dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from services.bones import catalogue as printed
from services.bones.catalogue.adventure import BOOK, Book
from services.bones.chapters.people.campaign import HUMAN, check_race
from services.bones.chapters.people.dice import MOST, DieUse, Held, dice_faults
from services.bones.chapters.tasks.rolling import task_dice
from services.bones.chapters.tasks.terms import MayNotTry, OneOpposition
from services.bones.faces import SixFaces
from services.bones.game import bones
from services.bones.previews import Preview, PreviewBody, asked_of
from services.bones.reading import magic, owned
from services.bones.reading.pools import side
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import WALKS, Creature, CreatureKind, Die, Item, Sheet
from services.bones.state.rolls import DieKind, RollDie
from services.bones.state.tasks import Circumstances, DifficultyName, Few, SkillName, Terms
from shared.kernel.campaign.forms import form
from shared.kernel.messages import Line
from shared.kernel.odds.report import Odds
from shared.kernel.pools.tasks import TaskDice
from shared.platform.access import Denied, SeatCredential, parse_authorization
from shared.platform.contract import RouteSpec
from shared.platform.eventlog import LogRefusal
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.jobs.odds import answer_odds
from shared.platform.http.problems import problem_of
from shared.platform.http.requests import AnyRequest, plain_header, read_body, stream_id
from shared.platform.http.streams.stream_routes import IdPath, host_of, load_for


class Catalogue(Struct, frozen=True, kw_only=True):
    """The printed catalogue: icons and their effects, dice, items, creatures, tasks, and the Cold Iron setting.

    A campaign uses the same names, unless it has replaced an entry. `named_only` lists cultures, backgrounds and
    occupations that the rule book only names, and whose data a campaign may supply. `chronology` starts with the
    earliest year. `adventure` is for game masters: with the token of any other seat, it has only its title,
    in which the fields about the tribe's leader are empty.
    """

    symbols: tuple[printed.Symbol, ...]
    skills: tuple[printed.Skill, ...]
    masteries: tuple[printed.Mastery, ...]
    abilities: tuple[printed.Ability, ...]
    races: tuple[printed.Race, ...]
    dice: tuple[printed.NamedDie, ...]
    items: tuple[printed.ItemKind, ...]
    creatures: tuple[printed.Sample, ...]
    hordes: tuple[printed.Threat, ...]
    powers: tuple[printed.Power, ...]
    difficulties: tuple[printed.Difficulty, ...]
    benchmarks: tuple[printed.Benchmark, ...]
    cultures: tuple[printed.Culture, ...]
    backgrounds: tuple[printed.Background, ...]
    occupations: tuple[printed.Occupation, ...]
    named_only: tuple[printed.NamedOnly, ...]
    steps: tuple[printed.CreationStep, ...]
    chronology: tuple[printed.Year, ...]
    lore: tuple[printed.Lore, ...]
    adventure: Book


AUTHORIZATION: Final = "Authorization"
VARIES: Final = {"Vary": AUTHORIZATION}
CATALOGUE: Final = RouteSpec(gives=Catalogue, about="The printed catalogue of the game.", secured=False)


@get("/bones/v1/catalogue", opt={"spec": CATALOGUE}, tags=["bones"])
async def catalogue(request: AnyRequest) -> Response[bytes]:
    """Get the printed catalogue: skills, mastery icons, standard dice, items, creatures, tasks and Cold Iron.

    The catalogue is public. With the token of a seat other than a game master's, the response has only the adventure's
    title in place of the adventure, and the fields about the tribe's leader are empty in it. The same applies to any
    token of a campaign that cannot be read, such as an erased one.
    """
    return Reply(encode(without_adventure() if await _plays(request) else whole()), headers=VARIES)


async def _plays(request: AnyRequest) -> bool:
    """Return whether a request has a valid token of a campaign's seat other than a game master's.

    If the campaign cannot be read, no seat counts as a game master's.

    Rule: BN-CAMP-178
    """
    host = host_of(request, bones)
    try:
        credential = await host.context.authenticator.believe(parse_authorization(plain_header(request, AUTHORIZATION)))
    except Denied:
        return False
    if not isinstance(credential, SeatCredential) or not credential.stream.startswith(bones.stream_name("")):
        return False
    try:
        snapshot = await host.log.load(credential.stream)
    except LogRefusal:
        return True
    return credential.seat not in snapshot.stream.game.game_masters


@cache
def without_adventure() -> Catalogue:
    """Return the printed catalogue for players, who see only the adventure's title, without its secrets.

    Rule: BN-CAMP-178, BN-CAMP-190
    """
    title = replace(BOOK.title, leader="", theme="", genders=(), sacrifices="")
    book = replace(BOOK, title=title, kin=(), people=(), areas=(), checks=(), timetable=(), rewards=())
    return replace(whole(), adventure=book)


@cache
def whole() -> Catalogue:
    """Return the printed catalogue as one object."""
    return form(
        Catalogue,
        printed.PRINTED,
        symbols=printed.SYMBOLS,
        skills=tuple(printed.SKILLS.values()),
        masteries=tuple(printed.MASTERY.values()),
        abilities=tuple(printed.ABILITIES.values()),
        powers=printed.POWERS,
        difficulties=tuple(printed.DIFFICULTIES.values()),
        benchmarks=printed.BENCHMARKS,
        named_only=printed.NAMED_ONLY,
        steps=printed.STEPS,
        chronology=printed.CHRONOLOGY,
        lore=printed.LORE,
        adventure=BOOK,
    )


class Thing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The die of an item in a roll.

    `worn` means that the item is armor or a shield, whose Enc icons can be cancelled.
    """

    faces: SixFaces
    worn: bool = False


Bones: TypeAlias = Annotated[tuple[SixFaces, ...], Meta(min_length=1, max_length=20)]
Hindering: TypeAlias = Annotated[tuple[SixFaces, ...], Meta(max_length=10)]
Things: TypeAlias = Annotated[tuple[Thing, ...], Meta(max_length=10)]


class Roller(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A creature that rolls: its remaining dice, the dice of items, hindering dice, its skill and circumstances.

    `automatic` is the number of successes that count on every check.
    """

    dice: Bones
    skill: SkillName
    things: Things = ()
    hindering: Hindering = ()
    kind: CreatureKind = "character"
    automatic: Few = 0
    circumstances: Circumstances = Circumstances()

    def creature(self, name: str) -> Creature:
        """Return the roller as a creature of a campaign."""
        items = {
            f"item-{place}": Item(id=f"item-{place}", name="a thing", group="other", faces=thing.faces, ready=True)
            for place, thing in enumerate(self.things)
        }
        return Creature(
            id=name, seat="gm", kind=self.kind, sheet=Sheet(name=name), items=items, automatic=self.automatic,
            dice=tuple(Die(faces=faces) for faces in self.dice), move=WALKS,
        )  # fmt: skip

    @property
    def rolled(self) -> tuple[RollDie, ...]:
        """Return the dice of the roller in the order in which they are rolled."""
        kind: DieKind = "horde" if self.kind == "horde" else "character"
        return (
            *(RollDie(die=f"die-{number}", kind=kind, faces=faces) for number, faces in enumerate(self.dice, 1)),
            *(
                RollDie(die=f"item-{place}", kind="item", faces=thing.faces, worn=thing.worn)
                for place, thing in enumerate(self.things)
            ),
            *(RollDie(die=f"poison-{at}", kind="hindering", faces=faces) for at, faces in enumerate(self.hindering)),
        )


class AskedOdds(Struct, frozen=True):
    """A task whose odds were requested."""

    pool: TaskDice

    @property
    def cost(self) -> int:
        """Return the number of computing steps that the calculation of the odds takes. Refuses: DieLeftToLuck."""
        return self.pool.odds_cost()

    def odds(self) -> Odds:
        """Compute the odds. Refuses: TooCostly."""
        return self.pool.odds()


class OddsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A task, with the settings of a campaign and the races that the campaign has added.

    The task is compared with the challenge dice of a `difficulty`, the rolls of others, or a `number` to reach. Without
    any of these, its successes are only counted. The response has the net successes, and in `also` the chance of a
    success. The odds assume that no spiffs are spent, that no success is given away, and that poison takes the least
    useful dice.
    """

    ours: Roller
    theirs: Annotated[tuple[Roller, ...], Meta(max_length=10)] = ()
    difficulty: DifficultyName | None = None
    number: Annotated[int, Meta(ge=1, le=100)] | None = None
    own_level: bool = False
    races: Annotated[tuple[printed.Race, ...], Meta(max_length=20)] = ()
    settings: Settings = Settings()

    def to_odds(self) -> AskedOdds:
        """Return the task as a pool of dice.

        Rule:    BN-CAMP-30, BN-CAMP-31, BN-R-250, BN-CLASS-05
        Refuses: MayNotTry, OneOpposition
        """
        against = [name for name in ("theirs", "difficulty", "number") if getattr(self, name)]
        if len(against) > 1:
            raise OneOpposition(needs="one of them, or none", has=tuple(against), field=against[1])
        rollers = {"ours": self.ours, **{f"theirs[{place}]": one for place, one in enumerate(self.theirs)}}
        state = CampaignState(
            settings=self.settings, data=printed.Data(races=self.races),
            characters={name: one.creature(name) for name, one in rollers.items()},
        )  # fmt: skip
        for name, one in rollers.items():
            if not owned.may_try(state, name, one.skill, one.circumstances.aids):
                raise MayNotTry(needs=f"an icon of {one.skill}", field=f"{name}.skill")
        sides = (
            side(state, name, one.rolled, skill=one.skill, here=one.circumstances) for name, one in rollers.items()
        )
        terms = Terms(
            skill=self.ours.skill, difficulty=self.difficulty, number=self.number,
            circumstances=self.ours.circumstances, own_level=self.own_level,
        )  # fmt: skip
        return AskedOdds(task_dice(self.settings, terms, *sides, harder=magic.harder(state, terms, "ours")))


_odds: Final = msgspec.json.Decoder(OddsBody)
WORKED_OUT: Final = "services.bones.routes:worked_out"
ODDS: Final = RouteSpec(
    takes=OddsBody,
    gives=Odds,
    about="The exact odds.",
    problems=(403, 409, 413, 415),
    examples={
        "poisoned, in leather, past a guard": {
            "ours": {
                "dice": [["Universal", "Physical", "Stealth", "Stealth", "Maneuver", "blank"]] * 4, "skill": "Stealth",
                "things": [{"faces": ["Defend", "Enc", "Defend", "blank", "blank", "blank"], "worn": True}],
                "hindering": [["Poison", "Poison", "blank", "blank", "blank", "blank"]],
            },
            "theirs": [
                {"dice": [["Universal", "Mental", "Perception", "Defend", "Melee", "blank"]] * 3, "skill": "Perception"}
            ],
        }
    },
)  # fmt: skip


@post("/bones/v1/odds", status_code=200, opt={"spec": ODDS}, tags=["bones"])
async def odds(request: AnyRequest) -> Response[bytes]:
    """Compute the exact odds of a task: its net successes, and the chance that it succeeds."""
    return await answer_odds(request, _odds, game=bones, task=WORKED_OUT)


def worked_out(body: bytes) -> bytes:
    """Compute exact odds in a worker process. Refuses: MayNotTry, OneOpposition, DieLeftToLuck, TooCostly."""
    return encode(_odds.decode(body).to_odds().odds())


class DiceBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Dice to check, and the creature or item that has them. `new` means that a character is being created."""

    dice: Annotated[tuple[SixFaces, ...], Meta(min_length=1, max_length=MOST)]
    kind: DieUse = "character"
    race: Line = HUMAN
    new: bool = False
    races: Annotated[tuple[printed.Race, ...], Meta(max_length=20)] = ()


class DieFault(Struct, frozen=True, kw_only=True):
    """A fault of dice: the rule, the reason, what the rule needs, and the die and face at fault."""

    rule: str
    reason: str
    needs: str
    has: str


class DiceChecked(Struct, frozen=True, kw_only=True):
    """The response for dice without faults, with the number of dice."""

    dice: int


RULES: Final = "/bones/v1/rules"
_dice: Final = msgspec.json.Decoder(DiceBody)
CHECK_DICE: Final = RouteSpec(
    takes=DiceBody,
    gives=DiceChecked,
    about="The dice are valid for their owner.",
    problems=(403, 409, 413, 415),
    examples={
        "a new human": {
            "dice": [["Universal", "Physical", "Melee", "Defend", "Stealth", "Maneuver"]] * 4, "new": True,
        }
    },
)  # fmt: skip


@post("/bones/v1/dice/check", status_code=200, opt={"spec": CHECK_DICE}, tags=["bones"])
async def check_dice(request: AnyRequest) -> Response[bytes]:
    """Check dice under the rules for their owner, without a campaign.

    The response lists every fault by die and face.
    """
    await caller_of(request, host_of(request, bones))
    body = await read_body(request, _dice)
    state = CampaignState(data=printed.Data(races=body.races))
    check_race(state, body.race)
    held = Held(state=state, kind=body.kind, race=body.race, new=body.new)
    found = tuple(dice_faults(held, tuple(Die(faces=faces) for faces in body.dice)))
    if found:
        faults = [DieFault(rule=one.rule, reason=one.says, needs=str(one.needs), has=str(one.has)) for one in found]
        raise problem_of(found[0], faults, rules=RULES)
    return Reply(encode(DiceChecked(dice=len(body.dice))))


_preview: Final = msgspec.json.Decoder(PreviewBody)
PREVIEWED: Final = "services.bones.previews:compute_preview"
PREVIEW: Final = RouteSpec(
    takes=PreviewBody,
    gives=Preview,
    about="The odds of strategic actions.",
    problems=(403, 404, 409, 410, 413, 415),
    headers=("Arbiter-Seat",),
    examples={"an action": {"actions": ["action-2"]}},
)


@post("/bones/v1/campaigns/{id:str}/odds", status_code=200, opt={"spec": PREVIEW}, tags=["bones"])
async def action_odds(request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002 it is an id
    """Compute the exact odds of strategic actions, each on its own, for the game master."""
    host = host_of(request, bones)
    caller = await caller_of(request, host)
    body = await read_body(request, _preview)
    name = bones.stream_name(stream_id(id))
    caller.enter(name)
    snapshot = await load_for(host, caller, name)
    needed = msgspec.msgpack.encode(asked_of(snapshot.stream.game, caller.sees(), body))
    found = await host.context.pool.run(PREVIEWED, needed, body.actions)
    return Reply(encode({"version": snapshot.version, "actions": msgspec.Raw(found)}))


ROUTES: Final[Sequence[ControllerRouterHandler]] = (catalogue, odds, check_dice, action_odds)
