/** How values inside the events of BONES are said. */
import type { Fields, Shape } from '../../page/web/src/games.js';
import { listed, said, word, worded, type Knowing } from '../../page/web/src/parts/sentences/said.js';
import { LANGUAGE, many, t } from '../../page/web/src/texts.js';

type Words = Readonly<Record<string, string>>;

const DOINGS: Words = t({ fight: 'fights', magic: 'uses magic', move: 'moves', nothing: 'does nothing', other: 'tries something else', coup_de_grace: 'gives the last blow' });
const STAGES: Words = t({ faces: 'faces may still change', successes: 'successes may still be added', hurt: 'hindering dice count now', final: 'nothing changes any more' });
const SPIFFS: Words = t({ major: 'a major change', meaningful: 'a meaningful change', minor: 'a minor change', reroll: 'rolling a die again', soak: 'soaking damage', success: 'one more success', survive: 'surviving' });
const RESULTS: Words = t({ all: 'everybody sees all results', none: 'results, if any, come at the end', own: 'each player sees their own results' });

/** Say how successes are used: "2 against Wolves, 1 to defend". */
function allotted(value: unknown, knowing: Knowing): string {
  const puts = ((value as Fields).puts ?? []) as readonly Fields[], against = new Map<string, number>();
  for (const { target, count = 1 } of puts.flatMap(({ attack }) => (attack ?? []) as readonly Fields[])) {
    const name = said(target, 'target', knowing);
    against.set(name, (against.get(name) ?? 0) + Number(count));
  }
  const defends = puts.reduce((sum, { defend }) => sum + Number(defend ?? 0), 0);
  const all = [...[...against].map(([name, count]) => t`${count} against ${name}`), ...(defends > 0 ? [t`${defends} to defend`] : [])];
  return all.length > 0 ? all.join(t(' and ')) : t('no success');
}

function declared(value: unknown, knowing: Knowing): string {
  const { doing, target, targets, aim, weapons } = value as Fields;
  const at = listed([said(target ?? '', 'target', knowing), said(targets ?? [], 'targets', knowing)]);
  return [worded(DOINGS, doing), at ? t`against ${at}` : '', weapons ? t`with ${said(weapons, 'weapons', knowing)}` : '', aim ? `(${String(aim)})` : '']
    .filter((part) => part !== '' && part !== 'with ').join(' ');
}

function roundMagic(value: unknown): string {
  const { attacks, protects, goes_on: goesOn, takes_victim: takesVictim } = value as Fields;
  return listed([attacks ? t('attack') : '', protects ? t('protect') : '', goesOn ? t('go on') : '', takesVictim ? t('take a victim') : '']) || t('do its work');
}

/** Say the time of a deadline, as the reader's clock has it. */
const time: Shape = (value) => new Date(Number(value)).toLocaleString(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });

/** Say hours in the largest unit that measures them: weeks, days or hours. */
const span: Shape = (value) => {
  const hours = Number(value), [unit, name] = hours % 24 ? [1, t('hour|hours')] : hours % 168 ? [24, t('day|days')] : [168, t('week|weeks')];
  return many(hours / unit, name);
};

const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

export const SHAPES: Readonly<Record<string, Shape>> = {
  doing: word(DOINGS), declaration: declared, declared: (value, knowing) => `${said(value, 'creature', knowing)} ${declared((value as Fields).declaration, knowing)}`,
  allotment: allotted, allotted: (value, knowing) => t`${said(value, 'creature', knowing)} puts ${allotted((value as Fields).allotment, knowing)}`,
  stand: t('{attacker} with {count#success}'), loss: t('{count} for {why}'), ability: ['{icon} ({count})', '{icon}'],
  round_magic: roundMagic, time, span, season: word(t({ winter: 'Winter', spring: 'Spring', summer: 'Summer', fall: 'Fall' })),
  strikes: word(t({ melee: 'strikes', missile: 'shoots at' })), hindered: word(t({ flaming: 'aflame', poison: 'poisoned' })),
  cause: (value) => (value === 'other' ? undefined : String(value)),
  stage: word(STAGES), spiff_use: word(SPIFFS), results: word(RESULTS), refused: word(t({ beyond: 'it asks too much', resisted: 'it is resisted' })),
  ending: word(t({ dead: 'the characters are dead', escaped: 'the characters escape', 'given up': 'it is given up' })),
  die: (value, knowing) => (typeof value === 'string' ? value.replace(/^die-(\d+)$/, 'die $1') === value ? said(value, 'die', knowing) : value.replace('-', ' ') : undefined),
  hour: (value) => `${String(value)}:00`,
  orders: (value) => listed([(value as Fields).reroll ? t('may roll a die again') : '', (value as Fields).success ? t('may buy a success') : '', (value as Fields).automatic ? t('may use up an automatic success') : '']) || t('are not used'),
  result: t('{aim}: {creature} {success!succeeds|fails}[, with {successes#success}][, against {against}][; {.told}]'),
  outcome: t(['{creature} could not act: {lapsed@lapsed}', '{creature} is back from an action: {success!success|failure}[, with {successes#success}][; it gains {gains}][; it earns {coins#coin}][; it makes {made}][; it is hurt: {lost@dice}][; it spends {spiffs#spiff}][; {.told}]']),
  lapsed: word(t({ incapacitated: 'it was out of action', 'season over': 'the season was over', 'no icon': 'it had lost the icon that the action needs' })),
  dice: (value) => (sizeOf(value) === 0 ? undefined : String(sizeOf(value))),
  stock: ['{left} {kin}', '{kin}'], fate: t('{person} is {fate}'),
};
