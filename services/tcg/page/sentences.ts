/** The sentences of a match; `services/page/web/src/parts/sentences/filling.ts` explains the templates. */
import type { Fields, Sentences, Shape, Template } from '../../page/web/src/games.js';
import { said, word } from '../../page/web/src/parts/sentences/said.js';
import { CODES } from './codes.js';
import { LASTS } from './words.js';
import { t } from '../../page/web/src/texts.js';

const EVENTS: Readonly<Record<string, Template>> = t({
  MatchCreated: 'A match is set up',
  SeatJoined: '{seat} takes a place at the table',
  DeckAccepted: '{seat} hands in a deck',
  MatchStarted: 'The match begins[, with {saviors}]',
  FirstPlayerChosen: '{by} chooses: {seat} goes first',
  DeckShuffled: '{seat} shuffles the {deck} deck',
  DeckCut: '{by} cuts the {deck} deck of {seat}[ at {position}]',
  CardsDrawn: '{seat} draws {n#card}[: {cards}]',
  SpiritsInvoked: '{seat} invokes {n#spirit}[: {cards}]',
  MulliganTaken: '{seat} puts back {n#card} of the opening hand',
  DecisionOpened: '{seat} is asked {kind}',
  DecisionAnswered: '{seat} decides[, {late?late}]',
  Passed: '{seat} passes',
  WindowOpened: 'Players may respond, {kind}',
  WindowClosed: 'All players have passed',
  TurnStarted: 'Turn {turn}: {seat}',
  TurnEnded: 'Turn {turn} ends',
  StepEntered: 'The {step} step begins',
  StepEnded: 'The {step} step ends',
  PhaseEntered: 'The {phase} phase of combat begins',
  FormPlayed: '{seat} plays {card}[ from the {origin@place}]',
  FormSacrificed: '{seat} sacrifices {card}',
  CommandPlayed: '{seat} plays the command {card}',
  CommandSet: '{seat} sets a command face-down[: {card}]',
  CommandFlipped: '{seat} flips {card} up',
  Spiritualized: '{seat} puts {card} under {thing@card}',
  SpiritAttached: '{card} goes under {thing@card}',
  SaviorFlipped: '{thing@card} of {seat} becomes boundless',
  EffectDeclared: '{seat} declares the effect {effect} of {card}[, at {targets@targets}]',
  EffectResolved: 'Link {number} of the chain resolves[, {negated?negated}]',
  EffectNegated: '{seat} negates link {number} of the chain',
  EffectDelayed: 'An effect of {card} waits for a later moment[, for {targets@targets}]',
  DelayEnded: 'An effect no longer waits',
  CostPaid: '{seat} pays[: {costs@cost}]',
  EffectUsed: 'One use of a limited effect is counted',
  AttackAllowed: ['{thing@card} may attack {n#more time} in this combat'],
  AttackGivenUp: '{thing@card} gives up an attack of this turn',
  AttackDeclared: '{attacker@card} of {seat} attacks {target@card} of {of}',
  CombatChecked: ['{attacker_pwr@number} PWR against {target_pwr@number}: {victor@known} wins over {loser@known}', '{attacker_pwr@number} PWR against {target_pwr@number}: nobody wins'],
  AttackEnded: 'The attack is over ({reason})',
  CardDamaged: ['{thing@card} is damaged by {by@known}', '{thing@card} is damaged'],
  CardSentToDrop: '{card} goes to the drop zone of {owner} ({cause@cause})',
  CardReturned: '{card} returns to {owner} ({to@place})',
  CardPutBack: '{seat} puts {n#card} of the hand {to@put}',
  ControlChanged: '{seat} takes control of {thing@card}[, {change.4@lasts}]',
  CounterChanged: '{thing@card} has {n#counter} now ({name})',
  SpiritsSentToVoid: 'To the void ({cause@cause}): {spirits}',
  SpiritsReturned: 'Spirits return to the hand of {owner}: {cards}',
  Discarded: '{seat} discards {cards}',
  Devoured: '{by} devours {n#spirit} of {seat}',
  DieRolled: '{seat} rolls a die of {sides}: {value}',
  DeckArranged: '{seat} puts {n#card} back {bottom!under|on top of} the {deck} deck, in an order',
  Searched: '{seat} searches the {deck} deck and takes {n#card}[: {cards}]',
  DeckLooked: '{seat} looks at {n#card} on top of the {deck} deck[: {cards}]',
  Rescued: '{seat} rescues from the void: {cards}',
  StopsSet: '{seat} sets when to be asked',
  PwrChanged: 'The PWR of {thing@card} changes[ by {change.6@signed}][, {change.4@lasts}]',
  EffectGranted: '{thing@card} gains an ability[, {change.4@lasts}]',
  Restricted: '{thing@card} is restricted[, {change.4@lasts}]',
  ShieldRaised: 'The next damage to {thing@card} will be prevented[, {change.4@lasts}]',
  DamageSettled: 'The damage to {things@card} is resolved',
  DamagePrevented: 'Damage to {thing@card} is prevented',
  TriggersQueued: 'Effects are triggered: {effects}',
  TriggersOrdered: '{seat} orders {order#triggered effect}',
  TriggerBegun: 'A triggered effect is resolved now',
  Despiritualized: '{by} takes {n#spirit} from under {thing@card}',
  SpiritsMoved: 'Moved under {to@card}: {spirits@card}',
  DiceRolled: 'The players roll for who chooses: {rolls@rolls}; the highest is {highest}',
  Revealed: '{seat} reveals[ {cards}][ from the {origin@place}]',
  PlayTakenBack: '{seat} takes back a play that was not paid',
  PlayLapsed: 'A play of {seat} that was not paid is undone',
  PlayerLost: '{seat} has lost: {reason}',
  PlayerRemoved: '{seat} leaves the table',
  MatchFinished: 'The match is over[: {winner} wins][: a draw among {drawn}] ({reason})',
  DrawOffered: '{seat} offers a draw',
  DrawAnswered: '{seat} {accept!accepts|declines} the draw',
  DrawWithdrawn: 'The draw that {seat} offered is no longer on offer',
});

const PLACES: Readonly<Record<string, string>> = t({ deck_top: 'top of the deck', deck_bottom: 'bottom of the deck', main_deck: 'main deck', spirit_deck: 'spirit deck' });
const COSTS: Readonly<Record<string, string>> = t({ spirit_from_hand: 'a spirit from the hand', return_from_drop: 'cards from the drop zone', despiritualize: 'spirits from under its cards' });
const CAUSES: Readonly<Record<string, string>> = t({ play: 'it was played', cost: 'as a cost', effect: 'by an effect', resolved: 'its effect is done', elimination: 'its player has lost' });

/** The name of a numbered card, if it is known. */
const known: Shape = (value, { names, at }) => names?.of(`#${String(value)}`, at);

const SHAPES: Readonly<Record<string, Shape>> = {
  known, card: (value, knowing) => (typeof known === 'function' && known(value, knowing)) || t('a card'),
  targets: (value, knowing) => (typeof known === 'function' && typeof value === 'number' ? known(value, knowing) ?? t('a card') : undefined),
  place: word(PLACES), cost: word(COSTS), lasts: word(LASTS), cause: word(CAUSES),
  put: word(t({ deck_top: 'on top of the deck', deck_bottom: 'under the deck' })),
  rolls: (value, knowing) => Object.entries(value as Fields).map(([seat, face]) => `${said(seat, 'seat', knowing)} ${said(face, 'face', knowing)}`).join(', '),
};

const sentences: Sentences = { sentences: EVENTS, codes: CODES, shapes: SHAPES };

export default sentences;
