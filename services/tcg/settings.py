"""A match's settings, one for each rule that can be interpreted in several ways.

The defaults follow the rulings (TC-RUL) in `contracts/tcg/rules.toml`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

VOID_LIMIT: Final = 7
"""The number of spirits in the void at which a player loses. Rule: TC-WIN-01."""
OPENING_HAND: Final = 5
"""The number of cards in the opening hand. Rule: TC-SETUP-05, TC-SETUP-13."""

Timing: TypeAlias = Literal["auto", "interrupt", "swift", "independent", "none"]
Zones: TypeAlias = Annotated[int, Meta(ge=2, le=5)]


class StallGuard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits that end a match in which play does not advance. A limit of 0 is off.

    After 10 000 events that follow a single decision, the match ends whatever these limits are. Rule: TC-RUL-095.
    """

    queued: Annotated[int, Meta(ge=0, le=10_000)] = 1000
    links: Annotated[int, Meta(ge=0, le=1000)] = 64
    max_turns: Annotated[int, Meta(ge=0, le=10_000)] = 0


class MatchSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match's settings: one field for each rule that can be interpreted in several ways."""

    max_players: Annotated[int, Meta(ge=2, le=8, description="the maximum number of players (TC-RUL-002)")] = 8
    first_player_die: Annotated[
        Literal[6, 20], Meta(description="the sides of the die that decides who goes first (TC-RUL-005)")
    ] = 6
    cut: Annotated[
        Literal["auto", "ask"],
        Meta(description="whether players are asked to cut decks, or no deck is cut (TC-RUL-007)"),
    ] = "auto"
    form_zones: Annotated[Zones, Meta(description="the number of form zones of each player (TC-RUL-010)")] = 2
    command_zones: Annotated[Zones, Meta(description="the number of command zones of each player (TC-RUL-011)")] = 2
    spirit_set: Annotated[
        Literal["house", "blank", "custom"],
        Meta(description="the spirits: built-in ones, ones without abilities, or your own (TC-RUL-012)"),
    ] = "house"
    spirit_abilities_on_saviors: Annotated[
        bool, Meta(description="whether spirits give their abilities to saviors too (TC-RUL-013)")
    ] = False
    bound_savior_attack: Annotated[
        Literal["if_pwr", "always", "never"], Meta(description="whether a bound savior may attack (TC-RUL-017)")
    ] = "if_pwr"
    perfect_needs_empty_form: Annotated[
        bool, Meta(description="whether a Perfect Spirit needs a form without spirits (TC-RUL-020)")
    ] = False
    spiritualize_reset: Annotated[
        Literal["controller_turn", "controller_turn_kept", "every_turn"],
        Meta(description="when a card may be spiritualized again (TC-RUL-023, TC-RUL-139)"),
    ] = "controller_turn"
    sacrifice_inherits_limit: Annotated[
        bool, Meta(description="whether a new form inherits the used limit of its sacrifice (TC-RUL-024)")
    ] = False
    spirits_on_return: Annotated[
        Literal["void", "owner_hand"],
        Meta(description="where spirits go when their form returns to a hand or deck (TC-RUL-026)"),
    ] = "void"
    damaged_forms_leave: Annotated[
        Literal["damage_phase", "combat_end"], Meta(description="when damaged forms leave play (TC-RUL-030)")
    ] = "damage_phase"
    damage_without_spirits: Annotated[
        Literal["nothing", "lose", "take_from_forms"],
        Meta(description="what happens to a savior's damage that no spirit can pay (TC-RUL-033)"),
    ] = "nothing"
    despiritualize_chooser: Annotated[
        Literal["effect_player", "card_controller"],
        Meta(description="who picks the spirits that an effect removes (TC-RUL-040)"),
    ] = "effect_player"
    loss_check: Annotated[
        Literal["immediate", "after_resolution"],
        Meta(description="when players lose because of a full void (TC-RUL-041)"),
    ] = "immediate"
    attack_is_action: Annotated[
        bool,
        Meta(
            description="whether set commands, and [INTERRUPT] effects that name no event, may answer an attack; "
            "effects that name attacks always may (TC-RUL-054)"
        ),
    ] = False
    priority_start: Annotated[
        Literal["turn_player", "left_of_actor"], Meta(description="who is asked first in a window (TC-RUL-056)")
    ] = "turn_player"
    chain_style: Annotated[
        Literal["build_then_resolve", "priority_after_each_link"],
        Meta(description="whether players may respond between two links of a chain (TC-RUL-057)"),
    ] = "build_then_resolve"
    effect_order: Annotated[
        tuple[Timing, ...],
        Meta(min_length=5, max_length=5, description="the order of simultaneous effects, by timing (TC-RUL-060)"),
    ] = ("auto", "interrupt", "swift", "independent", "none")
    auto_pass: Annotated[
        Literal["public_possibility", "no_legal_response", "never", "nothing_else"],
        Meta(
            description="which seats are asked to respond; `no_legal_response` reveals what their hands contain; with "
            "`nothing_else` the server passes, after a wait, for seats that can only pass (TC-RUL-066, TC-RUL-157)"
        ),
    ] = "public_possibility"  # noqa: S105 a seat that passes, not a password
    bluff_set: Annotated[
        bool, Meta(description="whether normal and bound commands may be set as a bluff (TC-RUL-067)")
    ] = False
    unmarked_timing: Annotated[
        Literal["own_act_steps", "own_turn"],
        Meta(description="when an effect without a timing mark may be used (TC-RUL-069)"),
    ] = "own_act_steps"
    default_effect_limit: Annotated[
        Literal["none", "once_per_turn"], Meta(description="the limit of effects without a printed limit (TC-RUL-070)")
    ] = "none"
    reveal_log_after_end: Annotated[
        bool, Meta(description="whether the whole log becomes public after the match (TC-RUL-088)")
    ] = True
    allow_concede: Annotated[bool, Meta(description="whether players may concede (TC-RUL-093)")] = True
    allow_draw_offer: Annotated[bool, Meta(description="whether players may offer a draw (TC-RUL-094)")] = True
    stall_guard: Annotated[
        StallGuard, Meta(description="when a match without progress ends as a draw (TC-RUL-095)")
    ] = StallGuard()
    decision_clock_s: Annotated[
        int, Meta(ge=0, le=86_400, description="seconds for a decision; 0 means no clock (TC-RUL-096)")
    ] = 0
    allow_analysis: Annotated[
        bool | UnsetType,
        Meta(
            description="whether a seat may ask for the chances of its moves while the match runs; by default no "
            "(TC-RUL-161)"
        ),
    ] = UNSET
    interrupt_command_answers: Annotated[
        Literal["any", "opponent"], Meta(description="whose actions interrupt commands may answer (TC-RUL-125)")
    ] = "opponent"

    @property
    def passes_by_itself(self) -> bool:
        """Return whether the server's clock passes for seats that can do nothing else. Rule: TC-RUL-157."""
        return self.auto_pass == "nothing_else"  # noqa: S105 a seat that passes, not a password

    @property
    def allows_analysis(self) -> bool:
        """Return whether a seat may request the win chances of its moves while the match runs. Rule: TC-RUL-161."""
        return self.allow_analysis is True

    @property
    def casual(self) -> bool:
        """Return whether the match asks only seats with a legal response, which may reveal what is in their hands.

        Rule: TC-RUL-066
        """
        return self.auto_pass == "no_legal_response"  # noqa: S105 a seat that passes, not a password

    @property
    def needs_no_server(self) -> bool:
        """Return whether programs alone can play such a match.

        They can if the match has no clock, and hands do not influence who is asked.
        """
        return not (self.decision_clock_s or self.passes_by_itself or self.casual)
