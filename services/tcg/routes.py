"""Routes that only this service has: cards, decks, checks of cards and decks, and the rule booklet's vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from cachetools import LRUCache
from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from services.tcg import checks
from services.tcg.catalogue import booklet as printed
from services.tcg.catalogue import starter as catalogue
from services.tcg.catalogue.booklet import Action, Loss, Place, SpiritType
from services.tcg.catalogue.contract import CardsBody, DeckBody, cards_schema
from services.tcg.catalogue.language.effects import AnyCard, Savior
from services.tcg.catalogue.sets import CardSet, card_set
from services.tcg.catalogue.starter import SET_NAMES, DeckAbout, SetName
from services.tcg.catalogue.text.effects import EffectText, effect_text, flip_text, part_text
from services.tcg.catalogue.text.face import CardText, text_of
from services.tcg.catalogue.text.limits import ONCE_PER_TURN, limiting
from services.tcg.chapters.pool import pool_of_text
from services.tcg.chapters.terms import CardPool, mode_keys
from services.tcg.game import match
from services.tcg.words import STEPS, CommandType, DeckList, Indicator, Kind, Phase, Step, WindowKind
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.http.answers import Reply, encode
from shared.platform.http.callers import caller_of
from shared.platform.http.etags import has_etag
from shared.platform.http.problems import bad_request, not_found
from shared.platform.http.requests import AnyRequest, read_body, stream_id
from shared.platform.http.streams.stream_routes import IdPath, host_of, load_for
from shared.platform.processes import ProcessPool

CardPath = Annotated[str, PathParameter(description="the id of a card")]
DeckPath = Annotated[str, PathParameter(description="the name of a deck")]
SetQuery = Annotated[
    str | None, QueryParameter(name="set", description="the name of a built-in set; by default the starter set")
]
IN_SET: Final = {"set": {"type": "string", "enum": [*SET_NAMES]}}


class CardPage(Struct, frozen=True, kw_only=True):
    """A card: its data, and its printed text, which is generated from the data.

    `effects` has the text of each effect, by the effect's key in a match. The key of a savior's flip is `<card>#flip`.
    If an effect grants, delays or temporarily applies another effect, the other effect's key is the first one's key
    followed by `/1` and so on.
    """

    card: AnyCard
    text: CardText
    effects: dict[str, EffectText]


class CardPages(Struct, frozen=True, kw_only=True):
    """A set of cards. `hash` is the SHA-256 of the set's canonical text, by which a match identifies its card set."""

    name: str
    hash: str
    cards: tuple[CardPage, ...]


class Decks(Struct, frozen=True, kw_only=True):
    """Decks by name that can be submitted unchanged, each with its description."""

    decks: dict[str, DeckList]
    about: dict[str, DeckAbout]


class Booklet(Struct, frozen=True, kw_only=True):
    """The vocabulary of the rules. `off_the_mat` lists the zones that are not on the play mat.

    In `losses`, the most common way to lose comes first.

    Rule: TC-GEN-01, TC-GEN-02, TC-GEN-06
    """

    version: str
    pages: dict[int, str]
    aim: str
    losses: tuple[Loss, ...]
    kinds: tuple[Kind, ...]
    command_types: tuple[CommandType, ...]
    spirit_types: dict[str, SpiritType]
    keywords: dict[str, str]
    indicators: dict[Indicator, str]
    independent: str
    mat: tuple[Place, ...]
    off_the_mat: tuple[str, ...]
    actions: tuple[Action, ...]
    steps: tuple[Step, ...]
    phases: dict[Phase, str]
    windows: dict[WindowKind, str]


CHECKED: Final = "services.tcg.checks:check_cards_in_pool"
DECK_CHECKED: Final = "services.tcg.checks:check_deck_in_pool"
PRINTED: Final = "services.tcg.routes:printed_pages"
PRINTED_LIMITED: Final = "services.tcg.routes:printed_pages_with_limit"
CHECKED_HERE: Final = 2048
"""The maximum size, in bytes, of cards that the event loop checks itself, which takes one or two milliseconds."""
PAGES_KEPT: Final = 16 * 1024 * 1024
"""The maximum total size of cached card sets with rendered texts, in bytes."""
_pages: Final[LRUCache[str, bytes]] = LRUCache(PAGES_KEPT, getsizeof=len)

CARDS: Final = RouteSpec(
    gives=CardPages, about="The cards of the set, and the house spirits.", secured=False, queries=IN_SET,
    links={"card": ContractLink(to="card", parameters={"card": "$response.body#/cards/0/card/id"}, about="get a card")},
)  # fmt: skip
MATCH_CARDS: Final = RouteSpec(
    gives=CardPages,
    about="The cards of the match with their texts. The ETag consists of the set's hash and the match's effect limit.",
    also={304: "The cards have not changed."}, problems=(403, 409, 410),
)  # fmt: skip
CARD: Final = RouteSpec(gives=CardPage, about="The card.", secured=False)
DECKS: Final = RouteSpec(gives=Decks, about="The decks of the set.", secured=False, queries=IN_SET)
DECK: Final = RouteSpec(
    gives=DeckList, about="The deck, ready to be submitted.", secured=False,
    queries={"deck": {"type": "string", "examples": sorted(catalogue.DECKS)}},
)  # fmt: skip
BOOKLET: Final = RouteSpec(gives=Booklet, about="The vocabulary of the rules.", secured=False)
CHECK: Final = RouteSpec(
    takes=CardsBody,
    gives=checks.Checked,
    about="A match can be played with these cards.",
    problems=(403, 409, 413, 415),
    examples={"a form": {"cards": {"name": "Mine", "cards": [msgspec.to_builtins(catalogue.STARTER.cards[-1])]}}},
)
CHECK_DECK: Final = RouteSpec(
    takes=DeckBody,
    gives=checks.DeckChecked,
    about="A match with these cards accepts this deck.",
    problems=(403, 409, 413, 415),
    examples={
        name: {"deck": msgspec.to_builtins(found.decks[deck]), "cards": name}
        for name, found in catalogue.SETS.today.sets.items()
        for deck in sorted(found.decks)[:1]
    },
)


@cache
def pages_of_set(name: SetName) -> CardPages:
    """Return the cards of a built-in set together with the built-in spirits, with their texts."""
    return pages_of(catalogue.our_set("house", cards=name))


def set_named(name: str | None) -> SetName:
    """Return the set that a request names, or else the starter set. Refuses: 400 for an unknown name."""
    for known in SET_NAMES:
        if known == (name or "starter"):
            return known
    raise bad_request("no card set has this name: name a built-in one", field="set", needs=SET_NAMES, has=name)


def pages_of(found: CardSet) -> CardPages:
    """Return a set's cards with their texts."""
    effects = effects_of(pool_of_text(found.text))
    pages = (CardPage(card=card, text=text_of(card), effects=effects[card.id]) for card in found.cards.values())
    return CardPages(name=found.name, hash=found.hash, cards=tuple(pages))


def effects_of(pool: CardPool) -> dict[str, dict[str, EffectText]]:
    """Return the effect texts of each card of a card pool, by effect key."""
    found: dict[str, dict[str, EffectText]] = {card: {} for card in pool.printed}
    for key, ability in pool.abilities.items():
        modes = {
            name: steps for one in ability.modes for name, steps in zip(mode_keys(key, one), one.steps, strict=True)
        }
        found[ability.card][key] = effect_text(ability.effect, of=pool.printed[ability.card].card, modes=modes)
    for key, part in pool.nested.items():
        if key not in pool.abilities:
            name = key.partition("#")[0]
            found[name][key] = part_text(part, pool.printed[name].card)
    for name, one in pool.printed.items():
        if isinstance(one.card, Savior):
            found[name][f"{name}#flip"] = flip_text(one.card.flip)
    return found


@get("/tcg/v1/cards", opt={"spec": CARDS, "query": ("set",)}, tags=["tcg"], sync_to_thread=False)
def cards(of: SetQuery = None) -> Response[bytes]:
    """Get the cards of a built-in set, with their data and texts."""
    return Reply(encode(pages_of_set(set_named(of))))


@get("/tcg/v1/cards/{card:str}", opt={"spec": CARD}, tags=["tcg"], sync_to_thread=False)
def card(card: CardPath) -> Response[bytes]:
    """Get a card of a built-in set."""
    pages = (page for name in SET_NAMES for page in pages_of_set(name).cards)
    found = next((page for page in pages if page.card.id == card), None)
    if found is None:
        raise not_found("card")
    return Reply(encode(found))


@get("/tcg/v1/matches/{id:str}/cards", opt={"spec": MATCH_CARDS}, tags=["tcg"])
async def match_cards(request: AnyRequest, id: IdPath) -> Response[bytes]:  # noqa: A002 it is an id
    """Get the cards of a match, with their data and texts. A match's cards never change."""
    host = host_of(request, match)
    caller = await caller_of(request, host)
    name = match.stream_name(stream_id(id))
    caller.enter(name)
    snapshot = await load_for(host, caller, name)
    text, limit = snapshot.stream.game.cards.encode(), snapshot.stream.game.settings.default_effect_limit
    etag = f'"{sha256(text).hexdigest()}{"" if limit == "none" else f"-{limit}"}"'
    headers = {"ETag": etag, "Vary": "Authorization, Arbiter-Seat"}
    if has_etag(request, etag):
        return Reply(b"", status=304, headers=headers)
    render = PRINTED if limit == "none" else PRINTED_LIMITED
    return Reply(await _render_cached(host.context.pool, render, etag, text), headers=headers)


async def _render_cached(pool: ProcessPool, render: str, etag: str, text: bytes) -> bytes:
    """Return a card set's rendered texts. If they are not in the cache, the process pool renders them."""
    found = _pages.get(etag)
    if found is None:
        found = await pool.run(render, text)
        if len(found) <= PAGES_KEPT:
            _pages[etag] = found
    return found


def printed_pages(text: bytes) -> bytes:
    """Render the texts of a card set from its canonical text. This runs in a process of the process pool."""
    return encode(pages_of(card_set(text.decode())))


def printed_pages_with_limit(text: bytes) -> bytes:
    """Render the texts of a card set for a match that limits effects without a printed limit. Rule: TC-RUL-204."""
    with limiting(ONCE_PER_TURN):
        return printed_pages(text)


@get("/tcg/v1/decks", opt={"spec": DECKS, "query": ("set",)}, tags=["tcg"], sync_to_thread=False)
def decks(of: SetQuery = None) -> Response[bytes]:
    """List the decks of a built-in set. Each can be submitted unchanged in a match with that set."""
    found = catalogue.SETS.today.sets[set_named(of)]
    return Reply(encode(Decks(decks=found.decks, about=found.about)))


@get("/tcg/v1/decks/{deck:str}", opt={"spec": DECK}, tags=["tcg"], sync_to_thread=False)
def deck(deck: DeckPath) -> Response[bytes]:
    """Get a deck of a built-in set."""
    if deck not in catalogue.DECKS:
        raise not_found("deck")
    return Reply(encode(catalogue.DECKS[deck]))


@post("/tcg/v1/cards/check", status_code=200, opt={"spec": CHECK}, tags=["tcg"])
async def check(request: AnyRequest) -> Response[bytes]:
    """Check a set of cards. The response lists every fault, with its card, field, reason and rules."""
    host = host_of(request, match)
    await caller_of(request, host)
    body = await read_body(request, checks.CARDS_BODY)
    if len(body.cards) <= CHECKED_HERE:
        return Reply(checks.check_cards(body))
    return Reply(await host.context.pool.run(CHECKED, encode(body)))


@post("/tcg/v1/decks/check", status_code=200, opt={"spec": CHECK_DECK}, tags=["tcg"])
async def check_deck(request: AnyRequest) -> Response[bytes]:
    """Check a deck without a match, under the rules of a match with these cards. The response lists every fault."""
    host = host_of(request, match)
    await caller_of(request, host)
    body = await read_body(request, checks.DECK_BODY)
    if len(body.cards) <= CHECKED_HERE:
        return Reply(checks.check_deck(body))
    return Reply(await host.context.pool.run(DECK_CHECKED, encode(body)))


@get("/tcg/v1/booklet", opt={"spec": BOOKLET}, tags=["tcg"], sync_to_thread=False)
def booklet() -> Response[bytes]:
    """Get the rule booklet's vocabulary: keywords, zones, card kinds, actions, steps and windows."""
    return Reply(encode(_booklet()))


@cache
def _booklet() -> Booklet:
    return Booklet(
        version=printed.VERSION,
        pages=dict(printed.PAGES),
        aim=printed.AIM,
        losses=printed.LOSSES,
        kinds=tuple(printed.FRAMES),
        command_types=printed.COMMAND_TYPES,
        spirit_types=dict(printed.SPIRIT_TYPES),
        keywords=dict(printed.KEYWORDS),
        indicators=dict(printed.INDICATORS),
        independent=printed.INDEPENDENT,
        mat=printed.MAT,
        off_the_mat=printed.OFF_THE_MAT,
        actions=printed.ACTIONS,
        steps=STEPS,
        phases=dict(printed.PHASES),
        windows=dict(printed.WINDOWS),
    )


ROUTES: Final[Sequence[ControllerRouterHandler]] = (cards, card, match_cards, decks, deck, check, check_deck, booklet)
DOCUMENTS: Final = {"cards.schema.json": cards_schema}
