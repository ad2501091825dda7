"""Followers: companions, lackeys and crews, and the vessels that crews sail."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from services.bones.chapters.people import campaign, characters, creatures, items
from services.bones.chapters.people.dice import MOST
from services.bones.context import CampaignContext
from services.bones.faces import Move, halves
from services.bones.reading import holdings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, CreatureKind, Die, Service
from services.bones.state.tasks import Few
from shared.kernel.campaign import keeping, proposals, roster
from shared.kernel.campaign.samples import likely, mine
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NobodyServes(Refusal, rule="BN-R-024"):
    """The leader lacks the icon for this follower, or the creature is no follower: name one that meets `needs`."""


class ServedAlready(Refusal, rule="BN-CAMP-13"):
    """The leader already has the maximum number of living followers of this kind: name another leader."""


class OtherDice(Refusal, rule="BN-R-027"):
    """This follower cannot have these dice: use standard beast dice for a companion, standard cast dice for others."""


class NumberOfDice(Refusal, rule="BN-R-026"):
    """The follower would have the wrong number of dice: give it the number of dice in `needs`."""


class NoDieWhileDown(Refusal, rule="BN-CAMP-15"):
    """The follower has no dice left: heal one of its dice first, since a new die does not end incapacity."""


class BuiltByTheGameMaster(Refusal, rule="BN-R-027", status=403):
    """You may not choose the dice of followers in this campaign: ask the game master to choose them."""


class VesselsNeeded(Refusal, rule="BN-MAST-42"):
    """Too few vessels for this trade: trade two small ones for each large one, and leave each crew its own vessel."""


# ---------------------------------------------------------------- commands


class GainCompanion(Command, frozen=True, kw_only=True):
    """Gain a follower that the creature's icons allow. A player proposes this to the game master.

    `dice` lists names of standard dice. When the leader is assigned to another seat, its followers keep their seat, so
    assign each follower as well.
    """

    counts_as = "move"

    creature: Id
    service: Service
    name: Line
    dice: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=MOST)]
    move: Move = "1"
    flying: Move | None = None


class AddCompanionDie(Command, frozen=True, kw_only=True):
    """Add a die to a follower, if its leader's icons allow one more. A player proposes this to the game master."""

    counts_as = "move"

    creature: Id
    die: Line


class TradeVessels(Command, frozen=True, kw_only=True):
    """Set how many vessels of a creature are large. Each large vessel replaces two small ones."""

    counts_as = "move"

    creature: Id
    large: Few


# ---------------------------------------------------------------- events


class CompanionImproved(Event, frozen=True, kw_only=True):
    """A follower gained a die."""

    creature: str
    die: Die


class VesselsTraded(Event, frozen=True, kw_only=True):
    """The number of a creature's large vessels changed."""

    creature: str
    large: int


# ---------------------------------------------------------------- judgement


def check_builder(ctx: CampaignContext) -> None:
    """Check that the settings and the game master allow the seat to choose the dice of followers.

    Rule:    BN-R-027
    Refuses: BuiltByTheGameMaster, WaitsForTheGameMaster
    """
    by_player = ctx.role != "gm" and not ctx.intent.by_app
    if by_player and ctx.state.settings.mastery.companion_builder == "gm":
        raise BuiltByTheGameMaster(needs="gm", has=ctx.role)
    if not ctx.leads:
        raise proposals.WaitsForTheGameMaster(needs="Propose", has=ctx.role)


def serving(state: CampaignState, who: str, service: str) -> tuple[str, ...]:
    """Return the living followers of this kind (companion, lackey or crew) that serve a creature."""
    there = state.characters.values()
    return keeping.in_order(one.id for one in there if (one.master, one.service) == (who, service) and not one.dead)


def check_serves(state: CampaignState, one: Creature, service: Service) -> None:
    """Check that a creature may have one more follower of this kind.

    Rule:    BN-MAST-31, BN-MAST-42, BN-MAST-47, BN-R-312, BN-CAMP-13
    Refuses: NobodyServes, ServedAlready
    """
    may = holdings.dice_of_follower(state, one, service)
    most = sum(holdings.vessels(state, one)) if service == "crew" else min(1, may)
    there = serving(state, one.id, service)
    if not most:
        raise NobodyServes(needs=holdings.LEADS[service], has=service, field="service")
    if len(there) >= most:
        raise ServedAlready(needs=f"fewer than {most}", has=there, field="service")


def dice_of_servant(state: CampaignState, service: Service, names: tuple[str, ...], field: str) -> tuple[Die, ...]:
    """Return the standard dice of a follower. Rule: BN-R-027. Refuses: NotKnownHere, OtherDice."""
    standard = [campaign.named_die(state, name, field) for name in names]
    kind = "beast" if service == "companion" else "cast"
    if other := tuple(die.name for die in standard if die.kind != kind):
        raise OtherDice(needs=f"{kind} dice", has=other, field=field)
    return tuple(Die(faces=die.faces, of=die.name) for die in standard)


@judge
def gain_companion(ctx: CampaignContext, command: GainCompanion) -> None:
    """Add a follower to a creature.

    Rule:    BN-MAST-31, BN-MAST-42, BN-MAST-47, BN-R-026, BN-R-027, BN-R-312, BN-CAMP-25
    Refuses: NotKnownHere, NotYours, AnswerFirst, TooManyHere, NumberOfDice, and the refusals of `check_builder` and
             `check_serves`
    """
    check_builder(ctx)
    one = ctx.own(command.creature, "creature")
    items.check_answered(ctx.state, one.id, "creature")
    roster.check_one_more(ctx.state)
    check_serves(ctx.state, one, command.service)
    dice = dice_of_servant(ctx.state, command.service, command.dice, "dice")
    most = holdings.dice_of_follower(ctx.state, one, command.service)
    if command.service != "crew" and len(dice) != most:
        raise NumberOfDice(needs=most, has=len(dice), field="dice")
    kind: CreatureKind = "beast" if command.service == "companion" else "cast"
    new = Creature(
        id=ctx.new_id("creature"), seat=one.seat, kind=kind, sheet=creatures.sheet_of(kind, command.name), dice=dice,
        move=command.move, flying=command.flying, master=one.id, service=command.service,
    )  # fmt: skip
    ctx.emit(characters.CreatureAppeared(creature=new))


@judge
def add_companion_die(ctx: CampaignContext, command: AddCompanionDie) -> None:
    """Add a die to a follower, if its leader's icons allow one more. A player proposes this to the game master.

    Rule:    BN-R-026, BN-R-027, BN-CAMP-15, BN-CAMP-25
    Refuses: NotKnownHere, NotYours, NobodyServes, NoDieWhileDown, AnswerFirst, OtherDice, NumberOfDice,
             BuiltByTheGameMaster
    """
    check_builder(ctx)
    one = ctx.own(command.creature, "creature")
    if one.service is None or one.master is None:
        raise NobodyServes(needs="a follower", has=one.id, field="creature")
    if one.down:
        raise NoDieWhileDown(needs="a die that it can roll", has=one.id, field="creature")
    items.check_answered(ctx.state, one.id, "creature")
    (die,) = dice_of_servant(ctx.state, one.service, (command.die,), "die")
    leader = ctx.state.characters[one.master]
    most = MOST if one.service == "crew" else holdings.dice_of_follower(ctx.state, leader, one.service)
    if len(one.dice) >= most:
        raise NumberOfDice(needs=most, has=len(one.dice) + 1, field="creature")
    ctx.emit(CompanionImproved(creature=one.id, die=die))


def tradable(state: CampaignState, one: Creature) -> tuple[int, ...]:
    """Return each number of large vessels that a creature may choose in a trade, except its current number.

    Rule: BN-MAST-42, BN-R-025
    """
    owned, crews = holdings.vessels(state, replace(one, large=0))[0], len(serving(state, one.id, "crew"))
    fit = (large for large in range(owned // holdings.FOR_ONE + 1) if owned - large * (holdings.FOR_ONE - 1) >= crews)
    return tuple(large for large in fit if large != one.large)


@judge
def trade_vessels(ctx: CampaignContext, command: TradeVessels) -> None:
    """Set how many vessels of a creature are large. Each large vessel replaces two small ones.

    Rule:    BN-MAST-42, BN-R-025
    Refuses: NotKnownHere, NotYours, VesselsNeeded
    """
    one = ctx.own(command.creature, "creature")
    if command.large not in (may := tradable(ctx.state, one)):
        raise VesselsNeeded(needs=tuple(map(str, may)), has=command.large, field="large")
    ctx.emit(VesselsTraded(creature=one.id, large=command.large))


# ---------------------------------------------------------------- fold


@fold
def _companion_improved(state: CampaignState, event: CompanionImproved) -> CampaignState:
    return state.change(event.creature, dice=(*state.characters[event.creature].dice, event.die))


@fold
def _vessels_traded(state: CampaignState, event: VesselsTraded) -> CampaignState:
    return state.change(event.creature, large=event.large)


# ---------------------------------------------------------------- samples


@samples
def offer_followers(state: CampaignState, seat: str) -> Samples[GainCompanion]:
    """Yield sample commands to gain a follower, for each creature of a seat whose icons allow one."""
    there = campaign.catalogue(state, "creatures").values()
    moves = tuple(sorted({move for one in there for move in (one.move, one.flying or one.move)}, key=halves))
    for who, service in _leaders(state, seat):
        one = state.characters.get(who)
        most = max(1, holdings.dice_of_follower(state, one, service) if one else 0)
        least, most = (1, MOST) if service == "crew" else (most, most)
        dice = Field(
            items=Field(options=standard_dice(state, service)), least=least, most=most, repeats=True, ordered=True
        )
        yield offer(
            GainCompanion, creature=who, service=service, name=("Ash", TEXT),
            dice=(least * (standard_dice(state, service)[0],), dice),
            move=("1", Field(options=moves)), flying=(None, Field(options=(None, *moves))),
        )  # fmt: skip


def _leaders(state: CampaignState, seat: str) -> tuple[tuple[str, Service], ...]:
    """Return a seat's creatures that may have followers, each with the kind of follower.

    If none of them may, return the first creature, so that the server refuses the sample command and gives the reason.
    """
    own = mine(state, seat)
    leads: list[tuple[str, Service]] = [
        (who, service)
        for who in own
        if who in state.characters
        for service in holdings.LEADS
        if holdings.dice_of_follower(state, state.characters[who], service)
    ]
    return tuple(leads) or ((own[0], "companion"),)


def standard_dice(state: CampaignState, service: Service) -> tuple[str, ...]:
    """Return the names and aliases of the standard dice that a follower of this kind may have."""
    kind = "beast" if service == "companion" else "cast"
    dice = [die for die in campaign.catalogue(state, "dice").values() if die.kind == kind]
    return tuple(dict.fromkeys(name for die in dice for name in (die.name, *die.aliases)))


@samples
def offer_dice(state: CampaignState, seat: str) -> Samples[AddCompanionDie]:
    """Yield sample commands that add a die to a follower."""
    serves = [who for who in mine(state, seat) if who in state.characters and state.characters[who].service]
    for who in serves or mine(state, seat)[:1]:
        service = state.characters[who].service if who in state.characters else None
        yield offer(AddCompanionDie, creature=who, die=Field(options=standard_dice(state, service or "companion")))


@samples
def _traded(state: CampaignState, seat: str) -> Samples[TradeVessels]:
    keeping = likely(
        mine(state, seat), lambda who: who in state.characters and bool(tradable(state, state.characters[who]))
    )
    for who in keeping:
        may = tradable(state, state.characters[who]) if who in state.characters else ()
        yield offer(TradeVessels, creature=who, large=Field(options=may or (0,)))
