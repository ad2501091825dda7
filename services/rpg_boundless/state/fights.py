"""The fight of a campaign: its participants, their initiative dice, and the order of their turns."""

from __future__ import annotations

from typing import Final, Self

from shared.kernel.campaign.rounds import Rounds, TurnTaker


class Participant(TurnTaker, frozen=True, kw_only=True, omit_defaults=True):
    """A participant in a fight, with its initiative die. `since` is the round in which it comes within reach."""

    face: int = 0
    off_guard: bool = False
    since: int = 0

    @property
    def rank(self) -> tuple[bool, int, bool]:
        """Return the rank in the order of turns: surprised last, high dice before low, and enemies first on a tie.

        Rule:    FB-INIT-02, FB-INIT-03, FB-INIT-04
        """
        return self.off_guard, -self.face, self.side != "enemy"


class Fight(Rounds[Participant], frozen=True, kw_only=True, omit_defaults=True):
    """A fight. `offers` are exchanges of initiative dice that the other player has not accepted yet."""

    def within_reach(self, who: str) -> bool:
        """Return whether a character or enemy already takes part in the fight, in this round.

        Rule:    FB-ROUND-06, FB-ROUND-11
        """
        one = self.find(who)
        return one is not None and one.since <= self.round

    def swap_dice(self, first: str, second: str) -> Self:
        """Return the fight with two initiative dice exchanged."""
        faces = {one.id: one.face for one in self.participants}
        return self.each_changed({first: {"face": faces.get(second, 0)}, second: {"face": faces.get(first, 0)}})

    def order_swapped(self, first: str, second: str, *, amended: bool) -> tuple[str, ...]:
        """Return the order of turns after two participants exchanged their dice.

        Each of the two takes the other's place. If only one of them is surprised, equal dice change nothing; else the
        order is sorted again by dice: turns that have begun come first, and surprised participants last.

        Rule:    FB-INIT-02, FB-R-26, FB-R-27, FB-R-93, FB-R-96
        """
        trade = {first: second, second: first}
        order = tuple(trade.get(who, who) for who in self.order)
        found = {one.id: one for one in self.swap_dice(first, second).participants}
        if found[first].off_guard == found[second].off_guard:
            return order
        if amended and found[first].face == found[second].face:
            return self.order
        return tuple(sorted(order, key=lambda who: (not found[who].begun, found[who].rank)))


NO_FIGHT: Final = Fight(participants=())
