"""What each sentence of a step's text promises: the pattern that it matches, and the change that must follow."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from services.tcg.state.match import Card
from shared.kernel.messages import Seat

from .measuring import Measured
from .reading import NAMED, READER, WHO, Table, change_by_leaving, change_by_moving, sum_of

Claim: TypeAlias = Callable[[Table, re.Match[str]], Measured]
CLAIMS: Final[list[tuple[re.Pattern[str], Claim]]] = []
COMMANDS: Final = ("normal", "bound", "interrupt", "swift")
UNTIL: Final = (
    r" (?:until the end of the turn|until the combat step or the turn ends|until an attack or the turn ends"
    r"|for the rest of the game)"
)


def says(pattern: str) -> Callable[[Claim], Claim]:
    """Register the claim for phrases that match a pattern.

    `@who` matches the acting players, `@cards` matches cards.
    """
    named = pattern.replace("@who", f"(?:(?P<who>{WHO}) )?").replace("@until", UNTIL)
    for group in ("cards", "to", "spirit"):
        named = named.replace(f"@{group}", f"(?P<{group}>{NAMED})")

    def register(claim: Claim) -> Claim:
        CLAIMS.append((re.compile(named), claim))
        return claim

    return register


def claims_of(table: Table, words: str) -> Measured:
    """Return all changes that a text claims; raise an error for words that match no pattern."""
    for pattern, claim in CLAIMS:
        found = pattern.fullmatch(words)
        if found is not None:
            return claim(table, found)
    first, _, rest = words.partition(", then ")
    assert rest, f"nobody can read: {words}"
    return sum_of(claims_of(table, first), claims_of(table, rest))


def _who(table: Table, found: re.Match[str]) -> list[str]:
    return table.players(found["who"] or "")


# ---------------------------------------------------------------- hands and decks


@says(r"@whodraws? (?P<n>\d)")
def _draw(table: Table, found: re.Match[str]) -> Measured:
    return sum_of(*(change_by_moving(int(found["n"]), seat, "deck", "hand") for seat in _who(table, found)))


@says(r"@whoinvokes? (?P<n>\d)")
def _invoke(table: Table, found: re.Match[str]) -> Measured:
    return sum_of(*(change_by_moving(int(found["n"]), seat, "spirits", "hand") for seat in _who(table, found)))


@says(r"@whorescues? (?P<n>\d)")
def _rescue(table: Table, found: re.Match[str]) -> Measured:
    seats = _who(table, found)
    for seat in seats:
        table.next("choose_cards", seat)
    return sum_of(*(change_by_moving(int(found["n"]), seat, "void", "hand") for seat in seats))


@says(r"@whodiscards? (?P<n>\d)(?P<by>, (?:yours )?picked (?:by you|by an opponent|at random))?")
def _discard(table: Table, found: re.Match[str]) -> Measured:
    seats, by = _who(table, found), found["by"] or ""
    picker = table.players("an opponent")[0] if "by an opponent" in by and READER in seats else ""
    for seat in seats if "random" not in by else ():
        mine = seat == READER
        if by == ", picked by you":
            table.next("choose_cards", READER)
        elif "by an opponent" in by and mine:
            table.next("choose_cards", picker)
        else:
            table.next("choose_cards", seat)
    return sum_of(*(change_by_moving(int(found["n"]), seat, "hand", "drop") for seat in seats))


@says(r"devour (?P<n>\d) from (?P<who>an opponent|each opponent|that player)")
def _devour(table: Table, found: re.Match[str]) -> Measured:
    return sum_of(*(change_by_moving(int(found["n"]), seat, "spirits", "void") for seat in _who(table, found)))


@says(
    r"search your (?P<deck>main|spirit) deck for up to (?P<n>\d) (?:card|spirit)s?, put (?:it|them) "
    r"into your (?P<to>hand|drop zone|void) and shuffle the deck"
)
def _search(table: Table, found: re.Match[str]) -> Measured:
    table.next("choose_cards", READER)
    origin = "deck" if found["deck"] == "main" else "spirits"
    return change_by_moving(int(found["n"]), READER, origin, found["to"].removesuffix(" zone"))


@says(r"look at the top (?P<n>\d) of your (?:main|spirit) deck and put them back(?P<order> in any order)?")
def _look(table: Table, found: re.Match[str]) -> Measured:
    if found["order"]:
        asked = table.next("order_cards", READER)
        assert int(found["n"]) == len(asked.decision.options)
    return {}


@says(r"look at the top \d of your (?:main|spirit) deck and put them at the bottom")
def _look_and_bury(_table: Table, _found: re.Match[str]) -> Measured:
    return {}


@says(r"shuffle (?:your|an opponent's|each opponent's|each player's) (?:main|spirit) deck")
def _shuffle(table: Table, found: re.Match[str]) -> Measured:
    if "an opponent's" in found[0]:
        table.players("an opponent")
    return {}


@says(r"reveal @cards,? to (?:all players|you alone)")
def _reveal(table: Table, found: re.Match[str]) -> Measured:
    table.cards(found["cards"])
    return {}


@says(r"put @cards (?:on top of|at the bottom of|into) (?:its owner's main deck|their owners' main decks)")
def _put_in_deck(table: Table, found: re.Match[str]) -> Measured:
    cards = table.cards(found["cards"], kinds=("form", *COMMANDS))
    return sum_of(
        *(change_by_leaving(table, one, "deck") if one.place in ("form", "command")
          else change_by_moving(1, one.seat, one.place, "deck")
          for one in cards)
    )  # fmt: skip


# ---------------------------------------------------------------- cards in play


@says(r"damage @cards")
def _damage(table: Table, found: re.Match[str]) -> Measured:
    return {("damaged", one.id): 1 for one in table.cards(found["cards"])}


@says(r"destroy @cards")
@says(r"@whosacrifices? @cards")
def _to_the_drop_zone(table: Table, found: re.Match[str]) -> Measured:
    if "who" in found.re.groupindex:
        assert found["who"] in (None, "you", "an opponent", "each opponent", "each player")
        if found["who"] == "an opponent":
            table.player = table.players("an opponent")[0]
            theirs = (
                found["cards"].replace("an opponent", "that player")
                + ", that many from each controller, picked by them"
            )
            return sum_of(*(change_by_leaving(table, one, "drop") for one in table.cards(theirs)))
    return sum_of(*(change_by_leaving(table, one, "drop") for one in table.cards(found["cards"])))


@says(
    r"return @cards from (?P<place>a form zone|a command zone|the drop zone)"
    r" to (?:its owner's hand|their owners' hands)"
)
def _return(table: Table, found: re.Match[str]) -> Measured:
    cards = table.cards(found["cards"])
    if found["place"] == "the drop zone":
        return sum_of(*(change_by_moving(1, one.seat, "drop", "hand") for one in cards))
    return sum_of(*(change_by_leaving(table, one, "hand") for one in cards))


@says(r"play @cards from the (?P<place>hand|drop zone)(?: without a sacrifice)?")
@says(r"play @cards from the (?P<place>hand|drop zone) as a command")
@says(r"put @cards from the (?P<place>hand|drop zone) face-down in a command zone")
def _play(table: Table, found: re.Match[str]) -> Measured:
    changes, hidden = [], "face-down" in found[0]
    for one in table.cards(found["cards"], kinds=("interrupt", "swift") if hidden else ()):
        table.next("choose_zone", READER)
        zone = "forms" if table.game.pool.printed[one.card].kind == "form" else "commands"
        changes += [change_by_moving(1, one.seat, one.place, zone), {("in play", 0): 1}]
    return sum_of(*changes)


@says(r"@whogains? control of @cards@until")
def _control(table: Table, found: re.Match[str]) -> Measured:
    (taker,), order = _who(table, found), table.game.state.order
    changes = []
    for one in table.cards(found["cards"]):
        if one.seat != taker:
            table.next("choose_zone", taker)
            moves = {("forms", one.seat): -1, ("forms", taker): 1}
            changes.append(moves | {("seat", one.id): order.index(taker) - order.index(one.seat)})
    return sum_of(*changes)


@says(r"@whoflips? (?:your|their) savior")
def _flip(table: Table, found: re.Match[str]) -> Measured:
    match = table.game.state
    saviors = [match.players[seat].savior for seat in _who(table, found)]
    flipped = {("flipped", match.table[one].seat): 1 for one in saviors}
    return {**flipped, **{("pwr", one): 5 for one in saviors}}


# ---------------------------------------------------------------- spirits


@says(r"spiritualize @cards with @spirit(?:, whatever was spiritualized this turn)?")
def _spiritualize(table: Table, found: re.Match[str]) -> Measured:
    hosts, spirits = table.cards(found["cards"]), table.cards(found["spirit"])
    return sum_of({("under", hosts[0].id): 1}, {("hand", spirits[0].seat): -1})


@says(
    r"put (?P<spirit>a spirit) from (?P<from>the void|underneath a card|the top of the spirit deck) underneath @cards"
)
def _attach(table: Table, found: re.Match[str]) -> Measured:
    (host,) = table.cards(found["cards"])
    if found["from"] == "the top of the spirit deck":
        return {("spirits", READER): -1, ("under", host.id): 1}
    asked = table.next("choose_cards", READER)
    spirit = table.game.state.table[asked.picked[0]]
    if found["from"] == "the void":
        return {("void", READER): -1, ("under", host.id): 1}
    return sum_of({("under", spirit.host): -1}, {("under", host.id): 1})


@says(r"de-spiritualize (?P<n>\d) (?P<type>\w+ )?from @cards")
def _despiritualize(table: Table, found: re.Match[str]) -> Measured:
    return sum_of(*(part for one in table.cards(found["cards"]) for part in _spirits_taken_from(table, one, found)))


def _spirits_taken_from(table: Table, host: object, found: re.Match[str]) -> list[Measured]:
    match, kind = table.game.state, (found["type"] or "").strip()
    under = [match.table[one] for one in host.under]  # type: ignore[attr-defined]
    fitting = [one for one in under if not kind or table.game.pool.printed[one.card].type == kind]
    if len(fitting) > int(found["n"]):
        picked = table.about([one.id for one in fitting])
        fitting = [one for one in fitting if one.id in picked]
    return [{("under", one.host): -1, ("void", one.owner): 1} for one in fitting]


@says(r"move (?P<n>all|\d) of the spirits under @cards underneath @to")
def _move(table: Table, found: re.Match[str]) -> Measured:
    origins, (to, *_) = table.cards(found["cards"]), table.cards(found["to"])
    spirits = [one for origin in origins if origin.id != to.id for one in origin.under]
    if found["n"] != "all" and int(found["n"]) < len(spirits):
        spirits = list(table.next("choose_cards", READER).picked)
    hosts = [table.game.state.table[one].host for one in spirits]
    return sum_of(*({("under", host): -1} for host in hosts), {("under", to.id): len(hosts)})


@says(
    r"@whosends? (?P<n>\d) of the (?P<which>.+?) "
    r"from (?P<from>the hand|the top of the spirit deck|underneath a card) to the void"
)
def _to_void(table: Table, found: re.Match[str]) -> Measured:
    seats, count, match = _who(table, found), int(found["n"]), table.game.state
    if found["from"] == "the top of the spirit deck":
        return sum_of(*(change_by_moving(count, seat, "spirits", "void") for seat in seats))
    if found["from"] == "the hand":
        for seat in seats:
            table.next("choose_cards", seat)
        return sum_of(*(change_by_moving(count, seat, "hand", "void") for seat in seats))
    if found["which"] == "spirits":
        spirits = [one for seat in seats for one in _from_under(table, seat, count)]
    else:
        asked = table.next("choose_cards", READER)
        assert {one.id for one in table.fitting(found["which"])} == set(asked.decision.options)
        spirits = [match.table[one] for one in asked.picked]
    return sum_of(*({("under", one.host): -1, ("void", one.owner): 1} for one in spirits))


def _from_under(table: Table, seat: Seat, count: int) -> list[Card]:
    """Return the spirits that the player picked from under a player's cards, or all of them if none remain."""
    cards = table.game.state.table
    beneath = [one for one in cards.values() if one.place == "under" and cards[one.host].seat == seat]
    if len(beneath) <= count:
        return beneath
    asked = table.next("choose_cards", READER)
    assert {one.id for one in beneath} == set(asked.decision.options)
    return [cards[one] for one in asked.picked]


# ---------------------------------------------------------------- lasting changes


@says(r"@cards gets (?P<by>[+-]\d) PWR@until")
def _change_pwr(table: Table, found: re.Match[str]) -> Measured:
    return {("pwr", one.id): int(found["by"]) for one in table.cards(found["cards"])}


@says(r"the base PWR of @cards becomes (?P<to>\d)@until")
def _put_pwr(table: Table, found: re.Match[str]) -> Measured:
    base = {
        one.id: table.game.pool.printed[one.card].faces[one.boundless].pwr or 0 for one in table.cards(found["cards"])
    }
    return sum_of({("pwr", number): int(found["to"]) - pwr for number, pwr in base.items()})


@says(r"@cards gains the effect «.*»@until")
def _grant(table: Table, found: re.Match[str]) -> Measured:
    return {("effects", one.id): 1 for one in table.cards(found["cards"])}


@says(r"@cards may attack (?:(?P<once>once)|(?P<n>\d) times) more in this combat step")
def _attack_more(table: Table, found: re.Match[str]) -> Measured:
    return {("attacks", one.id): int(found["n"] or 1) for one in table.cards(found["cards"])}


@says(r"prevent the next (?P<n>\d) damage to @cards@until")
def _prevent(table: Table, found: re.Match[str]) -> Measured:
    return {("shield", one.id): int(found["n"]) for one in table.cards(found["cards"])}


@says(r"put (?P<n>\d) \w+ counters? on @cards")
def _counters(table: Table, found: re.Match[str]) -> Measured:
    return {("counters", one.id): int(found["n"]) for one in table.cards(found["cards"])}


@says(r"the next time .+?, (?:draw|invoke|discard) \d")
def _delay(_table: Table, _found: re.Match[str]) -> Measured:
    return {("delayed", ""): 1}


# ---------------------------------------------------------------- ends


@says(r"negate that effect")
def _negate(_table: Table, _found: re.Match[str]) -> Measured:
    return {("negated", ""): 1}


@says(r"end the attack without a victor")
def _end_attack(_table: Table, _found: re.Match[str]) -> Measured:
    return {("attack", ""): -1}


@says(r"@whowins? the game")
def _win(table: Table, found: re.Match[str]) -> Measured:
    return {("won", seat): 1 for seat in _who(table, found)}


@says(r"@wholoses? the game")
def _lose(table: Table, found: re.Match[str]) -> Measured:
    return {("lost", seat): 1 for seat in _who(table, found)}


# ---------------------------------------------------------------- choices


@says(r"pick (?P<player>an opponent|a player)(?:, then (?P<rest>.*))?")
def _pick_player(table: Table, found: re.Match[str]) -> Measured:
    asked = table.next("choose_player", READER)
    expected = table.game.state.opponents(READER) if found["player"] == "an opponent" else table.players("each player")
    assert expected == list(asked.decision.words)
    table.player = table.game.state.order[asked.picked[0]]
    return claims_of(table, found["rest"])


@says(r"pick @cards, then (?P<rest>.*)")
def _pick(table: Table, found: re.Match[str]) -> Measured:
    table.picked = tuple(one.id for one in table.cards(found["cards"]))
    return claims_of(table, found["rest"])


@says(r"pick (?P<n>\d) of these, (?P<modes>.*)")
def _pick_mode(table: Table, found: re.Match[str]) -> Measured:
    asked = table.next("choose_mode", READER)
    assert int(found["n"]) == len(asked.picked)
    modes = found["modes"].split(", or ")
    return sum_of(*(claims_of(table, modes[mode]) for mode in sorted(asked.picked)))


@says(r"if (?P<who>you|an opponent|that player) wish(?:es)?, (?P<rest>.*)")
def _may(table: Table, found: re.Match[str]) -> Measured:
    asked = table.next("may", table.players(found["who"])[0])
    return claims_of(table, found["rest"]) if asked.picked else {}


@says(r"for (?:each of )?@cards, (?P<rest>.*)")
def _for_each(table: Table, found: re.Match[str]) -> Measured:
    changes = []
    for one in table.cards(found["cards"]):
        table.it = one.id
        changes.append(claims_of(table, found["rest"]))
    return sum_of(*changes)


@says(r"(?P<n>\d) times over, (?P<rest>.*)")
def _repeat(table: Table, found: re.Match[str]) -> Measured:
    return sum_of(*(claims_of(table, found["rest"]) for _ in range(int(found["n"]))))


@says(r"roll a \d-sided die, on 1 to 3 (?P<low>.*), on 4 to 6 (?P<high>.*)")
def _roll(table: Table, found: re.Match[str]) -> Measured:
    return claims_of(table, found["low" if table.rolled <= 3 else "high"])
