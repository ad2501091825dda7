/** Sentences for rolls of dice. */
import { spelled } from '../../page/web/src/words.js';
import { isFields, isSealed, listed, said, shown, under, worded, type Fields, type Knowing } from '../../page/web/src/parts/sentences/said.js';
import { formFor, t } from '../../page/web/src/texts.js';

interface Thrown { readonly number: number; readonly who: string; readonly what: Fields; readonly purpose?: string }

const many = (count: unknown, forms: string): string => `${String(count)} ${formFor(Number(count), forms)}`;
const dice = (count: unknown): string => many(count, t('die|dice'));
const faces = (values: unknown): string => said(values, 'faces', {});

/** What is rolled, by the kind of a roll. */
const KINDS: Readonly<Record<string, (what: Fields) => string>> = {
  PositionPool: (what) => t`${dice(what.dice)} from a ${String(what.position ?? 'standard')} Position`,
  LuckPool: (what) => `${dice(what.dice)}${lucky(what)}, ${String(what.tier ?? 'simple')}`,
  FlipTotal: (what) => t`${dice(what.dice)} of 10${lucky(what)}${modified(what.modifier)}`,
  SymbolPool: (what) => listed(list(what.dice).map(symbolDice)),
  CharacterDice: (what) => t`${dice(list(what.dice).length)} for ${faces(what.counts)} against a task that is ${spelled(String(what.difficulty))}`,
  TaskDice: (what) => `${dice(list(isFields(what.ours) ? what.ours.dice : []).length)}${against(what)}`,
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const lucky = ({ luck }: Fields): string => (luck ? t` and ${many(luck, t('luck die|luck dice'))}` : '');
const modified = (modifier: unknown): string => (typeof modifier === 'number' && modifier !== 0 ? ` ${modifier > 0 ? '+' : '−'} ${Math.abs(modifier)}` : '');
const nameOf = (one: unknown): string => (isFields(one) ? String(one.name ?? '') : String(one));

function against({ challenge, number, theirs }: Fields): string {
  const all = [challenge ? many(challenge, t('challenge die|challenge dice')) : '', number ? t`the number ${String(number)}` : '',
    list(theirs).length > 0 ? many(list(theirs).length, t('other side|other sides')) : ''].filter(Boolean);
  return all.length > 0 ? t` against ${all.join(t(' and '))}` : '';
}

function symbolDice(one: unknown): string {
  if (!isFields(one)) return String(one);
  return `${String(one.count ?? 1)} ${isFields(one.die) ? nameOf(one.die) : String(one.die ?? one.name)}`;
}

/** Describe what is rolled: `2d6`, or a dice pool. */
export function thrown(what: unknown): string {
  if (!isFields(what)) return 'dice';
  if (typeof what.text === 'string') return what.text;
  return under(KINDS, what.throw)?.(what) ?? 'dice';
}

/** What a roll came to, by its kind. */
const OUTCOMES: Readonly<Record<string, (outcome: Fields) => string>> = {
  position: (it) => `${faces(it.faces)}: ${many(it.hits, t('Hit|Hits'))}`,
  luck: (it) => `${listed([faces(it.faces), faces(it.luck)])}: ${many(it.successes, t('success|successes'))}${critical(it)}`,
  flip: (it) => t`${listed([faces(it.faces), faces(it.luck)])}, total ${String(it.total)}${critical(it)}`,
  symbols: (it) => (isFields(it.left) && Object.keys(it.left).length > 0 ? Object.entries(it.left).map(([symbol, count]) => `${String(count)} ${symbol}`).join(', ') : t('all symbols cancel out')),
  character: (it) => t`${many(it.successes, t('success|successes'))} against ${many(it.nulls, t('Null|Nulls'))}, ${outcomeOf(it)}`,
  task: (it) => `${many(isFields(it.ours) ? it.ours.successes : 0, t('success|successes'))}, ${outcomeOf(it)}`,
};

const critical = (it: Fields): string => (it.critical ? `, ${worded({}, it.critical)}` : '');
const outcomeOf = (it: Fields): string => (t(it.success ? 'a success' : 'a failure'));

/** Describe the result of a roll. Dropped faces are in brackets; dice that are the whole text are not named again. */
export function cameTo(outcome: unknown, text = ''): string {
  if (!isFields(outcome)) return t('hidden');
  if (outcome.of !== 'notation') return under(OUTCOMES, outcome.of)?.(outcome) ?? String(outcome.total ?? '');
  const shownFaces = list(outcome.dice).map((one) => facesOf(one as Fields, text)).filter(Boolean).join('; ');
  return shownFaces === '' || shownFaces === String(outcome.total) ? String(outcome.total) : t`${shownFaces}, total ${String(outcome.total)}`;
}

function facesOf(rolled: Fields, text: string): string {
  const all = (rolled.values ?? rolled.faces) as readonly unknown[] | undefined;
  if (!Array.isArray(all)) return '';
  const dropped = new Set((rolled.dropped ?? []) as readonly number[]);
  const read = all.map((face, place) => (dropped.has(place) ? `[${said(face, 'faces', {})}]` : said(face, 'faces', {})));
  return rolled.text === text ? read.join(', ') : t`${String(rolled.text ?? 'dice')} shows ${read.join(', ')}`;
}

/** Say what a roll is for. */
const about = ({ purpose }: Thrown): string => (purpose ? `${/^to /.test(purpose) ? '' : t(' for')} ${purpose}` : '');

/** Describe rolls: who rolled what, why, and the result, or that it is hidden. */
export function rolled(event: Fields, knowing: Knowing = {}): string | undefined {
  if (!Array.isArray(event.rolls)) return undefined;
  const outcomes = shown(event.outcomes), secret = isSealed(event.outcomes);
  return (event.rolls as Thrown[]).map((roll, place) => {
    const how = secret ? t(' in secret') : '';
    const came = Array.isArray(outcomes) ? cameTo(outcomes[place], isFields(roll.what) ? String(roll.what.text ?? '') : '') : t('the roll is hidden');
    return t`${said(roll.who, 'who', knowing)} rolls ${thrown(roll.what)}${about(roll)}${how}: ${came}`;
  }).join('. ');
}

/** Describe a `Roll` command: what the caller wants to roll. */
export function requested(command: Fields): string | undefined {
  if (!Array.isArray(command.rolls)) return undefined;
  const how = command.secret === true ? t(' in secret') : '';
  return (command.rolls as Thrown[]).map((roll) => t`rolls ${thrown(roll.what)}${about(roll)}${how}`).join('. ');
}
