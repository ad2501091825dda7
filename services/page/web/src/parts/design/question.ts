/** What a simulation was asked, and what came of it, each in a sentence. */
import type { JobAnswer } from 'arbiter-client';
import { spelled, titled } from '../../words.js';
import { brief } from '../brief.js';
import { called, isRecord } from '../play/names.js';
import { same, shapeOfSchema, type Part, type Shape } from '../play/shape.js';
import type { RequestForm } from './contract.js';
import { percent, rounded } from './fractions.js';
import { valueOf, type Measure } from './series.js';
import { t } from '../../texts.js';

type Result = NonNullable<JobAnswer['result']>;

const LONGEST = 180, WINS = ' wins';

/** Return the question of a request: that of the example it repeats, or what is simulated, in words. */
export function questionOf(request: unknown, form: RequestForm): string {
  const shape = shapeOfSchema(form.schema, form.schemas);
  const chosen = (body: unknown): readonly unknown[] => { const whole = trimmed(body, shape); return isRecord(whole) ? [whole.simulate, whole.against] : []; };
  const asked = chosen(request), [simulated, against] = asked;
  if (simulated === undefined) return '';
  const name = form.examples.find(([, body]) => same(chosen(body), asked))?.[0];
  if (name !== undefined) return sentence(name);
  const words = (part: unknown): string => brief(isRecord(part) && Object.keys(part).length > 1 ? named(part) : called(part, new Map()), LONGEST);
  return t`What comes of ${words(simulated)}${against === undefined ? '' : t`, and what of ${words(against)}`}?`;
}

/** Say the parts of what is simulated, each with its name. */
const named = (parts: Readonly<Record<string, unknown>>): string => Object.entries(parts).map(([name, one]) => `${spelled(name)} ${called(one, new Map(), name)}`).join('; ');

/** Whether a field has the value that it has when it is left out. The contract says that of a list in words only. */
const isUsual = (value: unknown, { usual, hint }: Part): boolean =>
  same(value, usual) || (Array.isArray(value) && hint.endsWith(`Left out: \`${value.join('`, `')}\`.`));

/** Return a value without what is left at its default: a request is stored with all its fields. */
function trimmed(value: unknown, shape: Shape): unknown {
  if (shape.kind === 'maybe') return value === null ? null : trimmed(value, shape.shape());
  if (shape.kind === 'list' && Array.isArray(value)) return value.map((one) => trimmed(one, shape.item()));
  if (!isRecord(value)) return value;
  const variant = shape.kind === 'union' ? shape.variants.find((one) => one.is(value)) : undefined;
  if (variant !== undefined) return trimmed(value, variant.shape());
  if (shape.kind === 'map') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, trimmed(one, shape.value())]));
  if (shape.kind !== 'object') return value;
  const set = shape.parts.filter((part) => value[part.name] !== undefined && value[part.name] !== null && !isUsual(value[part.name], part));
  const kept = set.map((part) => [part.name, trimmed(value[part.name], part.shape())] as const);
  return Object.fromEntries(kept.filter(([, one]) => !(isRecord(one) && Object.keys(one).length === 0)));
}

const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Whether a measure is a share: in each trial it is true or not. */
export const isShare = ({ rows, width }: Measure): boolean => !Number(width) && rows.every(({ value }) => valueOf(value) === 0 || valueOf(value) === 1);

/** Return the measure that answers first: who won, if it was measured. */
export const leadOf = (names: readonly string[]): string | undefined => names.find((name) => name === 'won') ?? names.find((name) => name.endsWith(WINS)) ?? names[0];

const amount = (measure: Measure, value: number): string => (isShare(measure) ? percent(value) : rounded(value));

/** Return the bounds of a mean in words; empty if there are none yet. */
export function boundsOf(measure: Measure): string {
  const { low, high } = measure.mean;
  return low === null || high === null ? '' : t`between ${amount(measure, low)} and ${amount(measure, high)}`;
}

/** Return what came of a simulation in a sentence or two; empty if nothing was measured. */
export function answerOf({ ours, theirs, difference }: Result): string {
  const name = leadOf(Object.keys(ours)), first = name === undefined ? undefined : ours[name] as Measure | undefined;
  if (name === undefined || first === undefined) return '';
  const other = theirs?.[name] as Measure | undefined, kind = t(isShare(first) ? ' of the trials' : ' on average'), ranks = other === undefined ? ranked(ours) : '';
  if (ranks !== '') return ranks;
  const says = `${titled(name)}: ${amount(first, first.mean.value)}${kind}`;
  if (other === undefined) return `${says}${boundsOf(first) ? t`; the true value is ${boundsOf(first)}` : ''}.`;
  return t`${says} for the first, ${amount(other, other.mean.value)} for the other. ${compared(difference?.[name] as Measure | undefined)}`;
}

/** Return who of several wins most and least often in a round robin; empty for any other simulation. */
function ranked(ours: Result['ours']): string {
  const rivals = Object.entries(ours).filter(([name]) => name.endsWith(WINS) && Object.keys(ours).some((one) => one.startsWith(`${name.slice(0, -WINS.length)} beats `)));
  const [best, ...others] = rivals.map(([name, { mean }]) => ({ who: titled(name.slice(0, -WINS.length)), rate: mean.value })).sort((one, other) => other.rate - one.rate);
  const worst = others.at(-1);
  return best && worst ? t`${best.who} won most often, ${percent(best.rate)} of its matches; ${worst.who} least often, ${percent(worst.rate)}.` : '';
}

function compared(difference: Measure | undefined): string {
  const { low = null, high = null } = difference?.mean ?? {};
  if (low === null || high === null) return t('There are too few trials to say which is more.');
  return low > 0 ? t('The first is more, and not by chance.') : t(high < 0 ? 'The other is more, and not by chance.' : 'So far, the difference may be chance.');
}
