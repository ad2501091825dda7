/** Describes what happened between two views of a match in sentences, and lists the changed cards. */
import type { Cards } from './cards.js';
import { spotsOf, type MatchView, type Spot } from './table.js';
import { reasonOf, sentence, STEPS, who, type Reader } from './words.js';
import { many, t } from '../../page/web/src/texts.js';

export interface News {
  readonly says: readonly string[];
  /** Cards that have appeared, or whose PWR has changed. */
  readonly things: readonly number[];
}

interface Sides extends Reader { readonly before: MatchView; readonly now: MatchView; readonly cards: Cards }

/** Describe what is new in a view. */
export function newsOf(before: MatchView | undefined, now: MatchView, cards: Cards, { seat, seatName }: Reader): News {
  if (!before || before === now) return { says: [], things: [] };
  const sides: Sides = { before, now, cards, seat, seatName }, was = spotsOf(before), is = spotsOf(now);
  const came = [...is.values()].filter(({ thing, place }) => was.get(thing)?.place !== place && place !== 'hand');
  return {
    says: [...turns(sides), ...links(sides, was), ...attacks(sides, is), ...arrivals(sides, came), ...powers(sides), ...ends(sides)].map(sentence),
    things: [...came.map(({ thing }) => thing), ...changedPowers(sides).map(({ thing }) => thing)],
  };
}

function* turns({ before, now, seat, seatName }: Sides): Generator<string> {
  if (now.turn !== before.turn) yield t(now.active === seat ? `turn ${now.turn}: yours` : `turn ${now.turn}: ${seatName(now.active)}`);
  if (now.turn > 0 && now.step !== before.step && now.step !== '') yield t`${STEPS[now.step as keyof typeof STEPS]} step`;
}

function* links(sides: Sides, was: ReadonlyMap<number, Spot>): Generator<string> {
  const { before, now, cards, seat } = sides;
  const old = new Set(before.chain.map(({ number }) => number)), current = new Set(now.chain.map(({ number }) => number));
  for (const link of now.chain.filter(({ number }) => !old.has(number))) {
    const aims = (link.targets ?? []).flat().map((thing) => was.get(thing)?.card).filter(Boolean).map((card) => cards.name(card));
    const used = t(link.seat === seat ? `you use ${cards.name(link.card)}` : `${who(link.seat, sides)} uses ${cards.name(link.card)}`);
    yield `${used}${aims.length > 0 ? t`, aimed at ${aims.join(', ')}` : ''}`;
  }
  for (const link of before.chain.filter(({ number }) => !current.has(number))) {
    yield `${cards.name(link.card)} ${t(link.negated ? 'was negated' : 'resolves')}`;
  }
}

function* attacks(sides: Sides, is: ReadonlyMap<number, Spot>): Generator<string> {
  const { before, now, cards } = sides, { attack } = now, name = (thing: number): string => cards.name(is.get(thing)?.card);
  if (!attack) return;
  if (before.attack?.attacker !== attack.attacker || before.attack.target !== attack.target) {
    yield t`${who(attack.seat, sides)}: ${name(attack.attacker)} attacks ${name(attack.target)}`;
  }
  if (attack.victor && before.attack?.victor !== attack.victor) yield t`${name(attack.victor)} wins`;
}

const ARRIVES: Partial<Record<Spot['place'], string>> = t({
  savior: 'as savior', form: 'comes into play', command: 'is put into a command zone', drop: 'goes to the drop zone', void: 'goes to the void',
  under: 'goes under a card',
});

function* arrivals(sides: Sides, came: readonly Spot[]): Generator<string> {
  const { before, now, cards } = sides;
  if (before.turn === 0) return;
  for (const { card, seat, place } of came.slice(0, 6)) {
    if (ARRIVES[place]) yield `${who(seat, sides)}: ${cards.name(card)} ${ARRIVES[place]}`;
  }
  for (const player of Object.values(now.players)) {
    const old = before.players[player.seat];
    const drew = player.hand_main + player.hand_spirits - (old ? old.hand_main + old.hand_spirits : 0);
    if (drew > 0) yield t`${who(player.seat, sides)}: ${many(drew, t('card|cards'))} more in hand`;
  }
}

interface Power { readonly thing: number; readonly card: string; readonly from: number; readonly to: number }

function changedPowers({ before, now }: Sides): readonly Power[] {
  const powers = (view: MatchView): readonly (readonly [number, string, number])[] => Object.values(view.players)
    .flatMap(({ savior, forms }) => [savior, ...forms]).flatMap((one) => (one && typeof one.pwr === 'number' ? [[one.thing, one.card, one.pwr] as const] : []));
  const old = new Map(powers(before).map(([thing, , pwr]) => [thing, pwr]));
  return powers(now).flatMap(([thing, card, to]) => {
    const from = old.get(thing);
    return from === undefined || from === to ? [] : [{ thing, card, from, to }];
  });
}

function* powers(sides: Sides): Generator<string> {
  for (const { card, from, to } of changedPowers(sides)) yield t`${sides.cards.name(card)}: PWR ${to} instead of ${from}`;
}

function* ends(sides: Sides): Generator<string> {
  const { before, now } = sides;
  for (const player of Object.values(now.players)) {
    if (player.lost && !before.players[player.seat]?.lost) yield t`${who(player.seat, sides)} lost: ${reasonOf(player.lost)}`;
  }
  if (now.stage === 'finished' && before.stage !== 'finished') yield t(now.winner ? `${who(now.winner, sides)} won` : 'the match is drawn');
}
