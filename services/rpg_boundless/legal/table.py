"""Samples of what may be asked about Items between characters, proposals, and what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Final

from services.rpg_boundless.commands.characters import (
    AcceptItem,
    ClearCondition,
    CreateCharacter,
    HandOver,
    PickUp,
    TakeItem,
)
from services.rpg_boundless.commands.proposals import (
    ConfirmProposal,
    DeclineProposal,
    Proposable,
    Propose,
    WithdrawProposal,
)
from services.rpg_boundless.commands.rolls import Rest
from services.rpg_boundless.commands.scenes import RevealHidden
from services.rpg_boundless.legal.sample import (
    CHARM,
    ITEMS,
    MAIL,
    NOBODY,
    REASON,
    ROPE,
    SWORD,
    WHY,
    Sample,
    living,
    names,
    some,
)
from services.rpg_boundless.state.campaign import CampaignState, Character, in_order
from services.rpg_boundless.words import Scores
from shared.kernel.messages import Command

SCORES: Final = Scores(strength=2, dexterity=1, willpower=1)


def _light_first(bearer: Character | None, ids: Iterable[str] | None = None) -> tuple[str, ...]:
    """Name carried Items, those of the fewest Slots first: where the first does not fit, none does."""
    items = bearer.items if bearer else {}
    chosen = in_order(items if ids is None else ids)
    return tuple(sorted(chosen, key=lambda item: items[item].slots)) or (NOBODY,)


def _hand_over(state: CampaignState, _: str) -> Iterator[Sample]:
    for name, to in product(names(state), repeat=2):
        bearer = state.characters.get(name)
        items = [item for item in (bearer.items if bearer else ()) if state.offers.get(item) != to]
        found = _light_first(bearer, items)
        yield Sample(command=HandOver(character=name, item=found[0], to=to), tries={"item": found})
    for name in names(state):
        bearer = state.characters.get(name)
        for item in in_order(item for item in (bearer.items if bearer else ()) if item in state.offers):
            yield Sample(command=HandOver(character=name, item=item))


def _accept(state: CampaignState, _: str) -> Iterator[Sample]:
    for item in some(state.offers):
        yield Sample(command=AcceptItem(character=state.offers.get(item, NOBODY), item=item))


def _pick_up(state: CampaignState, _: str) -> Iterator[Sample]:
    slots = {item.id: item.slots for item in state.ground.values()}
    for one in state.characters.values():
        if one.status == "dead":
            slots |= {item.id: item.slots for item in one.items.values()}
    found = sorted(some(slots), key=lambda item: slots.get(item, 0))
    for name in names(state):
        yield Sample(command=PickUp(character=name, item=found[0]), tries={"item": found})


def _reveal(state: CampaignState, _: str) -> Iterator[Sample]:
    for hidden in some(state.hidden):
        yield Sample(command=RevealHidden(hidden=hidden))


def _propose(state: CampaignState, seat: str) -> Iterator[Sample]:
    kit = (SWORD, ROPE, MAIL)
    made = CreateCharacter(name="Ash", points=SCORES, items=kit, keepsake="coin", seat=seat)
    rolled = CreateCharacter(name="Ash", method="roll", items=kit, keepsake="coin", seat=seat)
    yield _proposed(made, rolled)
    for one in living(state):
        if one.seat == seat:
            yield _proposed(*(TakeItem(character=one.id, item=item) for item in (CHARM, *ITEMS)))
            yield _proposed(Rest(character=one.id, length="short"), Rest(character=one.id, length="long"))
            cleared = [ClearCondition(character=one.id, condition=name, reason=WHY) for name in one.hindrances]
            if cleared:
                yield _proposed(*cleared)


def _proposed(*commands: Proposable) -> Sample:
    return Sample(command=Propose(command=commands[0]), tries={"command": commands})


def _confirm(state: CampaignState, _: str) -> Iterator[Sample]:
    for proposal in some(state.proposals):
        yield Sample(command=ConfirmProposal(proposal=proposal))


def _decline(state: CampaignState, _: str) -> Iterator[Sample]:
    for proposal in some(state.proposals):
        yield Sample(command=DeclineProposal(proposal=proposal, reason=WHY), fields=REASON)


def _withdraw(state: CampaignState, _: str) -> Iterator[Sample]:
    for proposal in some(state.proposals):
        yield Sample(command=WithdrawProposal(proposal=proposal))


SAMPLES: Final[Mapping[type[Command], Callable[[CampaignState, str], Iterator[Sample]]]] = {
    HandOver: _hand_over,
    AcceptItem: _accept,
    PickUp: _pick_up,
    RevealHidden: _reveal,
    Propose: _propose,
    ConfirmProposal: _confirm,
    DeclineProposal: _decline,
    WithdrawProposal: _withdraw,
}
