"""Whole campaigns played through what is legal, and what is true of them at every step."""

from random import Random
from typing import Final

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.rpg_boundless.commands import COMMANDS, GM_ONLY
from services.rpg_boundless.commands.characters import CreateCharacter
from services.rpg_boundless.game import campaign
from services.rpg_boundless.legal import allowed_of
from services.rpg_boundless.rules.turns import current
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.views import view
from services.rpg_boundless.words import Scores
from shared.kernel.chance import FirstDraw, ProbeTape
from shared.kernel.context import Intent
from shared.kernel.messages import Command, canonical
from shared.kernel.refusals import Refusal
from tests.rpg_boundless.journal import Choose, Journal, audited, legal, picked
from tests.rpg_boundless.play import BOW, ROPE, SWORD, settings

USUAL: Final = Settings()
UNUSUAL: Final = settings(
    creation={"rolled_cap": 3},
    stamina={"maximum": 3, "spend_on": "check+critical_save"},
    hp={"follows_strength": True},
    slots={"full_effect": "once"},
    conditions={"overflow": "refuse", "repeat": "ignore", "auto_bad_position": True},
    position={"extra_rolls": "all_hit_rolls"},
    critical_save={"default_attribute": "willpower"},
    dying={"clock": "pool_2d", "help": "standing"},
    initiative={"enemies": "fixed_value", "tie": "declared"},
    armor={"worn_max": 2},
    recovery={"refill": "one_point"},
    experience={"raise_current_hp": True, "compare": "maximum"},
    spells={"reset_on": "long_rest", "save_against_strain": False},
    fortune={"tie": "reroll", "free_dice": "never"},
    keepsake={"slots": 1},
    attack={"attribute_override": "never"},
    enemies={"armor": True},
    combat={"player_against_player": "opposed_fortune_roll", "rest": "action", "gear": "free", "help": "anyone"},
    saves={"answer": "before_rest"},
    wounded={"ends": "everything"},
    items={"weapon_damage": 6, "armor_hp": 5, "new_armor": "made_up", "petty_gear": True},
    players={"characters": 2},
)
OTHER: Final = settings(
    initiative={"tie": "reroll"},
    combat={"player_against_player": "refuse", "rest": "action"},
    wounded={"ends": "never"},
    players_may={"take_items": "propose", "clear_conditions": "propose", "rest": "propose"},
)
CAMPAIGNS: Final = (USUAL, UNUSUAL, OTHER)
SEATS: Final = ("gm", "ann", "bob")
KINDS: Final = {kind.__name__: kind for kind in COMMANDS}


def begun(chosen: Settings, seed: int) -> Journal:
    """Open a campaign with a character for each player."""
    journal = Journal(chosen, seed=seed)
    for seat in ("ann", "bob"):
        scores = Scores(strength=1, dexterity=1, willpower=2)
        made = CreateCharacter(name=seat, points=scores, items=(SWORD, BOW, ROPE), keepsake="coin")
        journal.send(made, seat)
    return journal


def step(journal: Journal, seat: str, choose: Choose) -> Command:
    """Let a seat send one of the commands it may send, of any kind alike."""
    kinds = list(COMMANDS)
    role = journal.stream.seats[seat].role
    while True:
        kind = kinds.pop(choose(len(kinds)))
        if kind in GM_ONLY and role != "gm":
            continue
        ones = allowed_of(journal.state, seat, role, kind)
        if ones:
            break
    command = picked(ones[choose(len(ones))], choose)
    journal.send(command, seat)
    return command


def in_range(state: CampaignState, character: Character) -> bool:
    """Tell whether HP, Stamina, Slots and Attributes are what they can be."""
    most = state.settings.stamina.maximum
    scores, maxima = character.scores, character.maxima
    return (
        0 <= character.hp <= character.max_hp
        and 0 <= character.stamina <= most
        and 0 <= character.used <= 10
        and (character.used < 10 or character.hp <= 1 or state.settings.slots.full_effect == "once")
        and all(0 <= score <= most <= 6 for score, most in zip(_numbers(scores), _numbers(maxima), strict=True))
    )


def _numbers(scores: Scores) -> tuple[int, int, int]:
    return scores.strength, scores.dexterity, scores.willpower


class Campaign(RuleBasedStateMachine):
    """Three seats that send whatever they may."""

    @initialize(chosen=st.sampled_from(CAMPAIGNS), seed=st.integers(1, 2**32))
    def begin(self, chosen: Settings, seed: int) -> None:
        """Begin a campaign."""
        self.journal = begun(chosen, seed)

    @rule(seat=st.sampled_from(SEATS), luck=st.integers(0, 2**32))
    def act(self, seat: str, luck: int) -> None:
        """Send one of the commands that are listed: it is accepted."""
        step(self.journal, seat, Random(luck).randrange)

    @invariant()
    def numbers_are_in_range(self) -> None:
        """HP, Stamina, Slots and Attributes never leave their bounds; an enemy's HP are not negative."""
        state = self.journal.state
        assert all(in_range(state, character) for character in state.characters.values())
        assert all(enemy.hp >= 0 and (enemy.hp > 0) != enemy.out for enemy in state.enemies.values())

    @invariant()
    def there_is_no_dead_end(self) -> None:
        """Some command is always legal while the campaign is open."""
        assert any(allowed_of(self.journal.state, "gm", "gm", kind) for kind in COMMANDS)

    @invariant()
    def what_waits_waits_for_the_living(self) -> None:
        """Every consequence, Critical Save and Hit belongs to a character that is alive."""
        state = self.journal.state
        names = {
            *state.criticals.values(),
            *(pending.character for pending in state.consequences.values()),
            *(room.character for room in state.rooms.values()),
            *(hits.character for hits in (*state.recoveries.values(), *state.experiences.values())),
        }
        assert all(state.characters[name].status != "dead" for name in names)
        assert len(set(state.criticals.values())) == len(state.criticals)

    @invariant()
    def a_fighter_acts_in_turn_and_once(self) -> None:
        """Whoever has used the action has had, or has, its turn; and nobody fights with Hits of a rest to spend."""
        state = self.journal.state
        if state.fight is None:
            return
        turn = current(state, state.fight)
        before = state.fight.order if turn is None else state.fight.order[: state.fight.order.index(turn) + 1]
        assert all(one.id in before for one in state.fight.participants if one.acted)
        waiting = {hits.character for hits in state.recoveries.values()}
        assert state.settings.combat.rest == "action" or not any(state.fight.find(one) for one in waiting)

    def teardown(self) -> None:
        """State is what the log says, through JSON and without; and the audit finds nothing on any level."""
        if not hasattr(self, "journal"):
            return
        journal = self.journal
        assert journal.state == journal.replayed().game
        stored = msgspec.json.decode(canonical(journal.state), type=CampaignState)
        assert stored == journal.state
        for seat in SEATS:
            assert canonical(view(stored, seat)) == canonical(view(journal.state, seat))
            again, now = (campaign.legal(one, seat, "player") for one in (stored, journal.state))
            assert canonical(again) == canonical(now)
        journal.close()
        report = audited(journal.lines())
        assert ("same", "same", "same") == (report.chain.verdict, report.draws.verdict, report.decisions.verdict)


Campaign.TestCase.settings = effort(
    max_examples=20, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestCampaigns = pytest.mark.filterwarnings("ignore")(Campaign.TestCase)


def refused(state: CampaignState, seat: str, command: Command) -> bool:
    """Tell whether a command of a seat is refused."""
    role = state.roles[seat]
    intent = Intent(id="one", seat=seat, role=role, at=0, by=f"seat:{seat}@0", command=command)
    try:
        campaign.decide(intent, state, ProbeTape())
    except Refusal:
        return True
    except FirstDraw:
        return False
    return False


@effort(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(chosen=st.sampled_from(CAMPAIGNS), seed=st.integers(1, 2**32))
def test_the_legal_list_and_judgement_agree(chosen: Settings, seed: int) -> None:
    """Every listed combination is accepted; no command of a kind that is not listed is, whatever was legal before."""
    choose = Random(seed).randrange
    journal = begun(chosen, seed)
    seen: dict[str, list[Command]] = {}
    for _ in range(20):
        for _ in range(3):
            step(journal, SEATS[choose(3)], choose)
        seat = SEATS[choose(3)]
        listed = legal(journal, seat)
        for entry in listed:
            command = picked(entry, choose)
            assert not refused(journal.state, seat, command), command
            seen.setdefault(entry.command, []).append(command)
        blocked = {one.command for one in campaign.legal(journal.state, seat, journal.state.roles[seat]).blocked}
        assert {entry.command for entry in listed} | blocked == set(KINDS)
        for kind in blocked:
            for command in seen.get(kind, [])[-50:]:
                assert refused(journal.state, seat, command), command
