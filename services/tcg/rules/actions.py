"""The seven actions of the act step. Each is carried out at once; then its [AUTO] effects, then responses.

Rule: TC-ACT-11, TC-RUL-059, TC-RUL-133
"""

from __future__ import annotations

from services.tcg.agenda import Declaring, Go, Happening, Running, Window
from services.tcg.refusals import (
    ActivationForbidden,
    CannotBeSacrificed,
    CannotSetThisType,
    CommandNotForHand,
    CostNotPayable,
    FlipAlreadyUsed,
    FlipConditionNotMet,
    FormSpiritualizedThisTurn,
    NoOpenCommandZone,
    NoOpenFormZone,
    NoOpenZoneToSet,
    NotACommand,
    NotAForm,
    NotASpirit,
    NotASpiritHolder,
    NotInHand,
    PerfectSpiritExclusive,
    SacrificeLevelTooHigh,
    SacrificeNeeded,
    SacrificeNotAllowed,
    SacrificeNotControlled,
    SacrificeUsedThisTurn,
    SaviorSpiritualizedThisTurn,
    SwiftOnlyOnOwnTurn,
    WrongStep,
)
from services.tcg.rules import moves, standing
from services.tcg.rules.game import Game
from services.tcg.rules.terms import Printed
from services.tcg.state.match import Card, Player
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal


def done(game: Game, seat: Seat, happening: Happening, *, waive: bool) -> None:
    """Let an action that was carried out be answered, once its [AUTO] effects have resolved.

    What it has brought about by itself, instead of something else, comes first.

    Rule: TC-RUL-133
    """
    agenda, waived = game.match.agenda, (seat,) if waive else ()
    at = len(agenda)
    while at and isinstance(agenda[at - 1], Running):
        at -= 1
    agenda[at:at] = [Window(kind="W1", answers=(happening,), by=seat, waived=waived), Go(to="settle")]


def in_hand(game: Game, seat: Seat, number: int) -> Printed | None:
    """Give the printed card that a seat holds under a number."""
    card = game.card(number)
    if card is None or card.place != "hand" or card.seat != seat:
        return None
    return game.pool.printed[card.card]


# ---------------------------------------------------------------- forms


def why_no_form(game: Game, seat: Seat, number: int) -> Refusal | None:
    """Tell why a form in hand cannot be played at all, or give None.

    Rule: TC-FORM-02, TC-FORM-03, TC-FORM-07 to TC-FORM-10, TC-ACT-03, TC-ACT-06, TC-RUL-025
    """
    printed = in_hand(game, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "form":
        return NotAForm(needs="a form", has=printed.kind, field="card")
    if free(game, number, printed):
        return None if 0 in game.player(seat).forms else NoOpenFormZone(needs="an open form zone", has="none")
    return _why_no_sacrifice(game, seat, number)


def _why_no_sacrifice(game: Game, seat: Seat, number: int) -> Refusal | None:
    """Rule: TC-FORM-09, TC-ACT-03, TC-ACT-04, TC-ACT-09."""
    player = game.player(seat)
    allowed = 1 + standing.more_sacrifices(game, seat)
    if player.sacrifices >= allowed:
        return SacrificeUsedThisTurn(needs=allowed, has=player.sacrifices)
    forms = [one for one in player.forms if one]
    refusals = [why_not_given(game, seat, number, form) for form in forms]
    if None in refusals:
        return None
    return next((one for one in refusals if one is not None), SacrificeNeeded(needs="a form one controls", has="none"))


def free(game: Game, number: int, printed: Printed) -> bool:
    """Tell whether a form in hand is played without a sacrifice. Rule: TC-FORM-08."""
    return level_in_hand(game, number, printed) == 0 or standing.needs_no_sacrifice(game, game.match.table[number])


def level_in_hand(game: Game, number: int, printed: Printed) -> int:
    """Give the level a form in hand counts as."""
    card = game.card(number)
    return printed.level if card is None else standing.level(game, card)


def why_not_given(game: Game, seat: Seat, number: int, sacrifice: int) -> Refusal | None:
    """Tell why a form cannot be the sacrifice for another, or give None.

    Rule: TC-FORM-11, TC-FORM-13
    """
    card = game.card(sacrifice)
    if card is None or card.place != "form" or card.seat != seat:
        return SacrificeNotControlled(needs="a form one controls", has="none", field="sacrifice")
    given, most = standing.level(game, card), standing.level(game, game.match.table[number])
    if given > most:
        return SacrificeLevelTooHigh(needs=f"level {most} or lower", has=given, field="sacrifice")
    if standing.may_not_be_sacrificed(game, card):
        return CannotBeSacrificed(needs="a form that may be sacrificed", has="forbidden", field="sacrifice")
    return None


def given(game: Game, seat: Seat, number: int) -> list[int]:
    """List the forms that may be the sacrifice for a form in hand."""
    return [one for one in game.player(seat).forms if one and why_not_given(game, seat, number, one) is None]


def play_form(  # noqa: PLR0913 the fields of the command
    game: Game, seat: Seat, number: int, *, sacrifice: int | None, zone: int | None, waive: bool
) -> None:  # fmt: skip
    """Play a form: of level 0 freely, else for a sacrifice whose spirits move under it.

    Rule:    TC-FORM-10, TC-FORM-12, TC-FORM-19, TC-RUL-024, TC-RUL-025, TC-RUL-115
    Refuses: whatever `why_no_form` and `why_not_given` tell; SacrificeNotAllowed, SacrificeNeeded
    """
    hold(why_no_form(game, seat, number))
    printed = game.pool.printed[game.match.table[number].card]
    if free(game, number, printed):
        if sacrifice is not None:
            raise SacrificeNotAllowed(needs="no sacrifice", has=sacrifice, field="sacrifice")
    elif sacrifice is None:
        raise SacrificeNeeded(needs="a form one controls", has="none", field="sacrifice")
    else:
        hold(why_not_given(game, seat, number, sacrifice))
    slot = zone_for(game.player(seat).forms, zone, sacrifice)
    if slot is None:
        raise NoOpenFormZone(needs="an open form zone", has="none" if zone is None else zone, field="zone")
    thing = moves.put_form(game, seat, number, zone=slot, sacrifice=sacrifice or 0)
    kind = "sacrifice" if sacrifice else "play_form"
    done(game, seat, Happening(event="form_played", by=seat, card=thing, kind=kind, origin="hand"), waive=waive)


def zone_for(zones: list[int], wanted: int | None, vacated: int | None) -> int | None:
    """Give the zone a card enters: the one wanted, else the vacated one, else the first open; None without one.

    Rule: TC-RUL-025
    """
    open_zones = [at for at, card in enumerate(zones) if not card or (vacated and card == vacated)]
    if wanted is not None:
        return wanted if wanted in open_zones else None
    if vacated:
        return zones.index(vacated)
    return open_zones[0] if open_zones else None


# ---------------------------------------------------------------- commands


def why_no_command(game: Game, seat: Seat, number: int, *, acting: bool) -> Refusal | None:
    """Tell why a command in hand cannot be activated now, its own effect apart, or give None.

    Rule: TC-CMD-02, TC-CMD-03, TC-CMD-10, TC-CMD-20, TC-CMD-21, TC-CMD-24, TC-CMD-30, TC-CMD-42
    """
    printed = in_hand(game, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "command":
        return NotACommand(needs="a command", has=printed.kind, field="card")
    if printed.type == "interrupt":
        return CommandNotForHand(needs="face-down first", has="in hand", field="card")
    if 0 not in game.player(seat).commands:
        return NoOpenCommandZone(needs="an open command zone", has="none")
    return _why_not_now(game, seat, printed, acting=acting)


def _why_not_now(game: Game, seat: Seat, printed: Printed, *, acting: bool) -> Refusal | None:
    if printed.type == "swift":
        if seat != game.match.active:
            return SwiftOnlyOnOwnTurn(needs=seat, has=game.match.active)
    elif not acting:
        return WrongStep(needs="the own act steps", has=game.match.step)
    if printed.main is None and standing.may_not_activate(game, seat, printed, None):
        return ActivationForbidden(needs="no card that forbids it", has=printed.name)
    return None


def play_command(game: Game, seat: Seat, number: int, *, zone: int, waive: bool) -> None:
    """Put a command face-up in a zone and activate its effect, if it has one for that.

    Rule: TC-CMD-11, TC-CMD-25, TC-CMD-31, TC-ACT-07, TC-RUL-071
    """
    printed = game.pool.printed[game.match.table[number].card]
    if printed.main is not None:
        game.later(
            Declaring(
                seat=seat, card=number, printed=printed.id, effect=printed.main.key, origin="played", slot=zone,
                waive=waive,
            )
        )  # fmt: skip
        return
    thing = moves.put_command(game, seat, number, zone)
    done(game, seat, Happening(event="command_played", by=seat, card=thing, kind="play_command"), waive=waive)


def why_not_set(game: Game, seat: Seat, number: int) -> Refusal | None:
    """Tell why a card in hand cannot be put face-down, or give None.

    Rule: TC-CMD-04, TC-CMD-22, TC-CMD-46, TC-RUL-067
    """
    printed = in_hand(game, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="card")
    if printed.kind != "command":
        return NotACommand(needs="a command", has=printed.kind, field="card")
    if printed.type not in {"interrupt", "swift"} and not game.match.settings.bluff_set:
        return CannotSetThisType(needs=("interrupt", "swift"), has=printed.type, field="card")
    if 0 not in game.player(seat).commands:
        return NoOpenZoneToSet(needs="an open command zone", has="none")
    return None


def set_command(game: Game, seat: Seat, number: int, *, zone: int, waive: bool) -> None:
    """Put a command face-down. Rule: TC-CMD-46, TC-ACT-08."""
    thing = moves.set_command(game, seat, number, zone)
    done(game, seat, Happening(event="command_set", by=seat, card=thing, kind="set_command"), waive=waive)


# ---------------------------------------------------------------- spirits and the savior


def why_no_host(game: Game, seat: Seat, number: int) -> Refusal | None:
    """Tell why a card cannot be spiritualized by its player's action, or give None.

    Rule: TC-KEY-10, TC-FORM-16, TC-FORM-18, TC-FORM-27, TC-ACT-01, TC-ACT-02, TC-ACT-10, TC-RUL-110
    """
    card = game.card(number)
    if card is None or card.place not in {"form", "savior"} or card.seat != seat:
        return NotASpiritHolder(needs="the own savior or a form one controls", has="none", field="target")
    allowed = 1 + standing.more_spiritualizing(game, card)
    if card.spiritualized >= allowed:
        refusal = SaviorSpiritualizedThisTurn if card.place == "savior" else FormSpiritualizedThisTurn
        return refusal(needs=allowed, has=card.spiritualized, field="target")
    if standing.closed_to_spirits(game, card):
        return PerfectSpiritExclusive(needs="a form open to spirits", has="closed", field="target")
    return None


def why_no_spirit(game: Game, seat: Seat, number: int, host: Card) -> Refusal | None:
    """Tell why a card in hand cannot be put under another, or give None. Rule: TC-KEY-09, TC-RUL-020, TC-RUL-130."""
    printed = in_hand(game, seat, number)
    if printed is None:
        return NotInHand(needs="a card in hand", has="none", field="spirit")
    if printed.kind != "spirit":
        return NotASpirit(needs="a spirit", has=printed.kind, field="spirit")
    alone = game.match.settings.perfect_needs_empty_form and host.place == "form"
    if alone and printed.exclusive and host.under:
        return PerfectSpiritExclusive(needs="a form without spirits", has=len(host.under), field="spirit")
    return None


def spiritualize(game: Game, seat: Seat, target: int, spirit: int, *, waive: bool) -> None:
    """Put a spirit from the hand under a card. Rule: TC-KEY-09, TC-FORM-15, TC-FORM-17, TC-FORM-26."""
    place = game.match.table[target].place
    new = moves.spiritualize(game, seat, target, spirit)
    kind = f"spiritualize_{place}"
    done(
        game, seat, Happening(event="spiritualized", by=seat, card=target, spirit=new, kind=kind), waive=waive
    )  # fmt: skip


def why_no_flip(game: Game, seat: Seat) -> Refusal | None:
    """Tell why a savior cannot be flipped, or give None.

    Rule: TC-SAV-07, TC-SAV-08, TC-SAV-11, TC-ACT-05, TC-RUL-014, TC-RUL-015
    """
    player = game.player(seat)
    if player.flipped:
        return FlipAlreadyUsed(needs="once per game", has=1)
    flip = game.pool.printed[game.match.table[player.savior].card].flip
    ctx = flip_context(game, player)
    if flip is None or not flip.when(game, ctx, 0):
        return FlipConditionNotMet(needs="its requirement", has="not met")
    if any(not cost.payable(game, ctx) for cost in flip.costs):
        return CostNotPayable(needs="the whole cost", has="not payable")
    return None


def flip_context(game: Game, player: Player) -> Running:
    """Give the context a flip requirement is looked at in."""
    printed = game.match.table[player.savior].card
    return Running(seat=player.seat, card=player.savior, printed=printed, effect=f"{printed}#flip")


def hold(refusal: Refusal | None) -> None:
    """Raise a refusal, if there is one."""
    if refusal is not None:
        raise refusal
