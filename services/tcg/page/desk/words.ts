/** Words for the fields and values of cards. Those that are not listed are spelled, so that a new step needs no word here. */
import type { Shape } from '../../../page/web/src/parts/play/shape.js';
import { spelled } from '../../../page/web/src/words.js';
import { t } from '../../../page/web/src/texts.js';

const LABELS: Readonly<Record<string, string>> = t({
  pwr: 'PWR', set_id: 'set code', notes: 'reminder', flavour: 'flavour text', tribes: 'tribes', archetypes: 'archetypes',
  eti: 'kind of effect', on: 'trigger', when: 'condition', do: 'steps', static: 'lasting effects', replace: 'replacement',
  limit: 'limit', main: 'main effect of the command', zones: 'works from', name: 'name', cost: 'cost', targets: 'targets', count: 'times', per: 'in each', scope: 'counted for',
  n: 'how many', who: 'player', cmp: 'comparison', store: 'remember as', var: 'remembered as', ref: 'known card', zone: 'place',
  filter: 'only if it fits', then: 'steps that follow', else: 'steps otherwise', for: 'how long', a: 'one amount', b: 'other amount', from: 'from', to: 'to',
  as_long_as: 'as long as', event: 'event', card: 'card of the event', target: 'its target', spirit: 'spirit', ignore_limit: 'ignore the limit', exclusive: 'no other spirit beside it',
  min: 'at least', max: 'at most', modes: 'modes', table: 'steps by result', flip: 'flip to boundless',
});

/** Return the label of a field. */
export function labelOf(name: string, shape: Shape): string | undefined {
  const inner = shape.kind === 'maybe' ? shape.shape() : shape;
  if (name === 'of') return inner.kind === 'list' ? t('conditions') : t(inner.kind === 'union' ? 'condition' : 'cards');
  if (name === 'by') return inner.kind === 'options' ? t('by whom') : t(inner.kind === 'union' && inner.variants.some((one) => one.is(1)) ? 'by how much' : 'by whom');
  if (name === 'count' && inner.kind === 'object') return t('number of cards');
  return LABELS[name];
}

const OPTIONS: Readonly<Record<string, string>> = t({
  auto: '[AUTO]: when its trigger happens', cont: 'CONT: all the time', interrupt: '[INTERRUPT]: in answer to an event', swift: '[SWIFT]: in any priority window', none: 'without a mark: in your own act step',
  '==': 'is', '!=': 'is not', '<': 'is less than', '<=': 'is at most', '>': 'is more than', '>=': 'is at least',
  act1: 'act step 1', act2: 'act step 2', 'by name': 'a word', 'written out': 'a result', 'a number': 'a number', 'a list': 'several', this: 'this card', host: 'the card above',
  each: 'the card in question', attacker: 'the attacker', defender: 'the attacked card', you: 'you', opponent: 'an opponent', any: 'any', owner: 'the owner of this card', controller: 'the controller of this card',
  random: 'by chance', modify_pwr: 'change PWR', 'event.card': 'the card of the event', 'event.target': 'the target of the event', 'event.spirit': 'the spirit of the event', 'event.by': 'the card of that player',
  'event.link': 'the effect in the chain', state: 'the condition becomes true',
});
const CHOSEN = t(['first', 'second', 'third', 'fourth']);

/** Return the words for a value that can be chosen. */
export function optionOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const chosen = /^chosen\.(\d)$/.exec(value)?.[1];
  if (chosen !== undefined) return t`the ${CHOSEN[Number(chosen)] ?? t`${Number(chosen) + 1}th`} chosen card`;
  return Object.hasOwn(OPTIONS, value) ? OPTIONS[value] : spelled(value);
}

/** Fields that the form leaves out: ids are made from names. */
export const HIDDEN: ReadonlySet<string> = new Set(['id']);
/** Optional fields that are not folded away, in their order. */
export const FRONT: readonly string[] = ['pwr', 'on', 'ref', 'zone', 'who', 'n', 'tribes', 'flavour', 'cost', 'do', 'limit', 'effects'];

const PLURALS: Readonly<Record<string, string>> = t({ do: 'step', then: 'step', else: 'step', effects: 'effect', targets: 'target', cost: 'cost', static: 'lasting effect', of: 'condition', modes: 'mode' });

/** Say where on a card a fault is: `effects[0].do[1].n` is "effect 1, step 2, how many". */
export function placeWords(field: string): string {
  const steps = field.replace(/^\$\.?/, '').split('.').filter(Boolean);
  return steps.map((step) => {
    const [, name = step, at] = /^(\w+)(?:\[(\d+)\])?/.exec(step) ?? [];
    if (at !== undefined) return `${PLURALS[name] ?? spelled(name)} ${Number(at) + 1}`;
    return LABELS[name] ?? spelled(name);
  }).join(', ');
}

/** Terms of the card files in the advice of a fault, by the words of the form. */
const TERMS: Readonly<Record<string, string>> = t({
  on: 'a trigger', do: 'steps', eti: 'the kind of effect', static: 'lasting effects', replace: 'a replacement', when: 'a condition', n: 'the number', by: 'who picks',
  filter: 'the filter', zone: 'the place', zones: 'where it works from', who: 'the player', var: 'a remembered result', ref: 'a known card', of: 'cards', cause: 'the cause', pwr: 'PWR', main: 'the main effect',
});

/** Say the reason of a fault with the words of the form: in "add on", the advice after the colon, `on` is the trigger. */
export function reasonWords(reason: string): string {
  const [what = '', ...advice] = reason.replaceAll('`', '').split(': ');
  const said = advice.map((one) => one.replace(/ to do\b/, '').replace(/\b(add|remove|set|one of|to|and|or) ([a-z]+)\b/g, (_, before: string, word: string) => `${before} ${Object.hasOwn(TERMS, word) ? TERMS[word] : word}`));
  return [what, ...said].join(': ');
}
