/** Words of the board for steps, windows, questions and moves. */
import type { SeatNames } from '../../page/web/src/seats.js';
import type { Cards } from './cards.js';
import type { MatchView, SeenDecision, SeenFighter, Spot } from './table.js';
import { t } from '../../page/web/src/texts.js';

export const STEPS = t({ draw: 'Draw', invoke: 'Invoke', act1: 'Act 1', combat: 'Combat', act2: 'Act 2', end: 'End' });

export const WINDOWS = t({
  W1: 'after a play or an action',
  W2: 'after an effect or command was declared',
  W3: 'as a step or a phase of combat begins',
  W4: 'after an attack was declared',
  W5: 'after an attack was decided',
  W6: 'before an act step ends',
});

export type WindowName = keyof typeof WINDOWS;

const PLACES: Record<Spot['place'], string> = t({
  savior: 'savior', form: 'form zone', command: 'command zone', hand: 'hand', under: 'under another card',
  drop: 'drop zone', void: 'void', removed: 'out of the game',
});

/** Who reads: the seat, if one does, and what it reads for the others. */
export interface Reader { readonly seat: string | undefined; readonly seatName: SeatNames }

/** Return the possessive: "your", "bob's". */
export const whose = (seat: string, { seat: own, seatName }: Reader): string => (t(seat === own ? 'your' : `${seatName(seat)}'s`));

/** Return the subject: "you", "bob". */
export const who = (seat: string, { seat: own, seatName }: Reader): string => (seat === own ? t('you') : seatName(seat));

/** Capitalize the first letter. */
export const sentence = (words: string): string => words.replace(/^./, (first) => first.toUpperCase());

/** Describe a card's place: "bob's form zone 2". */
export function whereIs(spot: Spot, reader: Reader, cards: Cards, host?: Spot): string {
  const zone = spot.place === 'form' || spot.place === 'command' ? ` ${spot.zone + 1}` : '';
  if (spot.place === 'under' && host) return t`under ${whose(spot.seat, reader)} ${cards.name(host.card)}`;
  return `${whose(spot.seat, reader)} ${PLACES[spot.place]}${zone}`;
}

/** Describe the step and the phase: "Combat, check". */
export function momentOf(view: MatchView): string {
  const step = STEPS[view.step as keyof typeof STEPS] ?? '';
  return [step, view.phase].filter(Boolean).join(', ');
}

export const ASKED: Record<string, string> = t({
  act: 'to act', combat: 'to attack', respond: 'whether to respond', mulligan: 'what to keep of the opening hand',
  cut: 'to cut a deck', choose_first: 'who goes first', choose_cards: 'to choose cards', choose_mode: 'to choose what happens',
  choose_player: 'to choose a player', may: 'yes or no', choose_zone: 'to choose a zone', damage_spirit: 'which spirit takes the damage',
  order_cards: 'to order cards', order_triggers: 'to order effects', choose_targets: 'to choose targets', pay: 'to pay a cost',
});

/** Describe the decision that another seat has to make. */
export const askedFor = (decision: SeenDecision): string => ASKED[decision.kind] ?? t('to decide');

const PROMPTS: Record<string, string> = t({
  mulligan: 'Your opening hand', choose_first: 'You rolled highest: who goes first?', choose_cards: 'Choose cards',
  choose_mode: 'Choose what happens', choose_player: 'Choose a player', may: 'Do you want this?', choose_zone: 'Choose a zone',
  damage_spirit: 'Which spirit takes the damage?', order_cards: 'Put these cards in order, the top one first',
  order_triggers: 'Put these effects in order, the first to happen first', choose_targets: 'Choose targets', cut: 'Cut the deck',
});

/** Return the heading of a question to this seat. */
export function promptOf(decision: SeenDecision, view: MatchView): string {
  if (decision.kind === 'act') return t('Your move');
  if (decision.kind === 'combat') return t('Attack, or end the combat');
  if (decision.kind === 'respond') return t(view.chain.length > 0 ? 'Respond to the chain?' : 'Do you want to respond?');
  if (decision.kind === 'pay') return t`Pay the cost: ${costWord(decision.words?.[0] ?? '')}`;
  return PROMPTS[decision.kind] ?? t('Decide');
}

const COSTS: Record<string, string> = t({
  discard: 'discard', sacrifice: 'sacrifice', despiritualize: 'take spirits from beneath your cards', reveal: 'reveal cards of your hand',
  spirit_from_hand: 'send spirits of your hand to the void', return_from_drop: 'return cards from your drop zone',
});

const costWord = (name: string): string => COSTS[name] ?? name.replace(/_/g, ' ');

/** Return the number to choose: "2", "up to 3". */
export function countOf(least: number, most: number): string {
  if (least === most) return String(most);
  return t(least === 0 ? `up to ${most}` : `${least} to ${most}`);
}

/** Return the label of the button that ends the step. */
export function endOf(view: MatchView): string {
  if (view.step === 'act1') return t(firstTurn(view) ? 'To act step 2' : 'To combat');
  return t(view.step === 'combat' ? 'End combat' : 'End turn');
}

/** Whether this turn has no combat step: with two players the first turn, with more each player's first turn. */
const firstTurn = (view: MatchView): boolean =>
  view.order.length === 2 ? view.turn === 1 : view.players[view.active]?.turns === 1;

/** List the parts of a PWR: "base 3", "Boost Spirit +1". */
export function partsOf(fighter: Pick<SeenFighter, 'parts'>, cards: Cards, spots: ReadonlyMap<number, Spot>): readonly string[] {
  return (fighter.parts ?? []).map(({ kind, source, value }) => {
    if (kind === 'base') return t`base ${value}`;
    const from = source === 0 ? t('a card in hand') : spots.has(source) ? cards.name(spots.get(source)?.card) : t('an effect');
    return kind === 'set' ? t`${from} makes it ${value}` : `${from} ${value < 0 ? '−' : '+'}${Math.abs(value)}`;
  });
}

const CHANGES: Record<string, string> = t({ set_pwr: 'PWR is set', grant: 'has gained an effect', restrict: 'is restricted', shield: 'is shielded' });

export const LASTS: Readonly<Record<string, string>> = t({
  end_of_turn: 'until the turn ends', end_of_combat_step: 'until combat ends', this_attack: 'until an attack or the turn ends',
  your_next_turn: "until its player's next turn", game: 'for the rest of the game',
});

/** List the effects on a card: "PWR +2 until combat ends". */
export function changesOf(card: { readonly changes?: SeenFighter['changes'] }): readonly string[] {
  return (card.changes ?? []).map(({ kind, value = 0, lasts }) => {
    const what = kind === 'pwr' ? `PWR ${value < 0 ? '−' : '+'}${Math.abs(value)}` : CHANGES[kind] ?? kind;
    return `${what} ${LASTS[lasts] ?? lasts.replace(/_/g, ' ')}`;
  });
}

export const REASONS: Record<string, string> = t({
  void: 'too many spirits in the void', deck: 'no card left to draw', concession: 'gave up', damage: 'damage that could not be paid',
  effect: 'an effect of a card', agreement: 'a draw was agreed', simultaneous: 'all remaining players lost at the same time',
  last_standing: 'no other player is left', stall: 'the match no longer changed', turns: 'the last turn is over',
});

/** Return why a match ended, in words. */
export const reasonOf = (reason: string): string => REASONS[reason] ?? reason.replace(/_/g, ' ');
