/** Dice drawn as dice: their faces, hits marked and first, kept and extra ones. They roll in, unless motion is reduced. */
import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { spelled } from '../../words.js';
import { t } from '../../texts.js';

/** How a die counts: as a hit or not, dropped, or rolled because of another one. */
export type Mark = 'hit' | 'miss' | 'dropped' | 'extra';
/** A die: its face as a number, or as the name of an icon. */
export interface DrawnDie { readonly face: number | string; readonly sides?: number; readonly mark?: Mark }
/** Dice that were rolled together, their result in words, and the id of the creature that rolled them. */
export interface DrawnRoll { readonly dice: readonly DrawnDie[]; readonly says?: string; readonly whose?: string | undefined }

export const diceStyles = css`
  .dice { display: inline-flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; margin: 0.25rem 0.5rem 0 0; color: inherit; text-decoration: none; border-radius: 6px; vertical-align: middle; }
  .dice svg { width: 28px; height: 28px; flex: none; animation: roll 220ms ease-out; }
  .dice .body { fill: var(--card); stroke: var(--quiet); stroke-width: 1.6; } .dice .pip, .dice text { fill: var(--ink); } .dice text { font: 600 13px var(--mono); text-anchor: middle; }
  .dice .small { font-size: 9px; } .dice .icon { fill: none; stroke: var(--ink); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
  .dice .hit .body { fill: var(--accent); stroke: var(--accent); } .dice .hit .pip, .dice .hit text { fill: var(--on-accent); } .dice .hit .icon { stroke: var(--on-accent); }
  .dice .dropped { opacity: 0.55; } .dice .extra .body { stroke-dasharray: 3 2; }
  .dice .strike { stroke: var(--bad); stroke-width: 2; }
  @keyframes roll { from { transform: rotate(-160deg) scale(0.6); } }
  @media (prefers-reduced-motion: reduce) { .dice svg { animation: none; } }
`;

const LEFT = 8, MIDDLE = 15, RIGHT = 22;
const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[MIDDLE, MIDDLE]], 2: [[LEFT, LEFT], [RIGHT, RIGHT]], 3: [[LEFT, LEFT], [MIDDLE, MIDDLE], [RIGHT, RIGHT]],
  4: [[LEFT, LEFT], [RIGHT, LEFT], [LEFT, RIGHT], [RIGHT, RIGHT]], 5: [[LEFT, LEFT], [RIGHT, LEFT], [MIDDLE, MIDDLE], [LEFT, RIGHT], [RIGHT, RIGHT]],
  6: [[LEFT, LEFT], [RIGHT, LEFT], [LEFT, MIDDLE], [RIGHT, MIDDLE], [LEFT, RIGHT], [RIGHT, RIGHT]],
};
/** Outlines of dice by their number of sides; all others are drawn as the one with ten. */
const BODIES: Readonly<Record<number, string>> = {
  4: 'M15 3L28 26H2Z', 6: 'M6 3H24Q27 3 27 6V24Q27 27 24 27H6Q3 27 3 24V6Q3 3 6 3Z', 8: 'M15 2L27 15L15 28L3 15Z', 10: 'M15 2L28 12L24 24L15 28L6 24L2 12Z',
  12: 'M15 2L27 9V21L15 28L3 21V9Z', 20: 'M15 1L27 8V22L15 29L3 22V8Z',
};
const ICONS: Readonly<Record<string, string>> = {
  melee: 'M9 21L21 9M21 9h-4M21 9v4M9 16l5 5', defend: 'M8 8h14v7q0 6-7 9q-7-3-7-9Z', missile: 'M8 22L22 8M22 8h-5M22 8v5M8 22v-4M8 22h4',
  magic: 'M15 7l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z', universal: 'M15 8a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM8 15h14M15 8v14', physical: 'M8 12v6M11 10v10M11 15h8M19 10v10M22 12v6',
  mental: 'M10 20v-3q-3-2-2-6t7-4 6 5-2 6v2', maneuver: 'M9 20q0-10 12-10M17 6l4 4-4 4', blank: '',
  merchant: 'M15 8a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM18 12q-6-2-6 3t6 3', artisan: 'M10 22L18 12M14 9l7 6M13 10l3-2 6 5-2 3', craft: 'M8 19h14M8 19l2-4 2 4 2-4 2 4 2-4 2 4M8 11h14',
  healer: 'M12 8h6v4h4v6h-4v4h-6v-4H8v-6h4Z', scholar: 'M15 10q-3-2-7-1v11q4-1 7 1q3-2 7-1V9q-4-1-7 1ZM15 10v11', social: 'M8 9h14v9h-7l-4 4v-4H8Z', thief: 'M11 11a3 3 0 1 0 .1 0M14 15l8 6M19 19l2-3',
  riding: 'M10 21q-4-13 5-13t5 13M9 21h3M18 21h3', perception: 'M7 15q8-9 16 0q-8 9-16 0ZM15 13a2 2 0 1 1-.1 0', stealth: 'M18 8a7 7 0 1 0 4 11a7 7 0 0 1-4-11Z', outdoorsman: 'M15 7l6 8h-3l3 4H9l3-4H9ZM15 19v4',
  sailor: 'M15 10v12M15 10a1 1 0 1 1 .1 0M8 17q2 5 7 5t7-5M11 13h8', unarmed: 'M9 13q0-3 3-3h7q3 0 3 3v3q0 5-5 5h-3q-5 0-5-5ZM13 10v5M17 10v5',
};

function inside({ face, sides = 6 }: DrawnDie): SVGTemplateResult {
  if (typeof face === 'string') {
    const [icon = '', count] = face.split(/[:*]/), path = ICONS[icon.toLowerCase()];
    if (path === undefined) return svg`<text x="15" y="19" class="small">${icon.slice(0, 4)}</text>`;
    return svg`<path class="icon" d=${path}></path>${count && /^\d+$/.test(count) ? svg`<text x="23" y="26" class="small">${count}</text>` : nothing}`;
  }
  const pips = sides === 6 ? PIPS[face] : undefined;
  return pips ? svg`${pips.map(([x, y]) => svg`<circle class="pip" cx=${x} cy=${y} r="2.6"></circle>`)}` : svg`<text x="15" y="20">${face}</text>`;
}

const die = (one: DrawnDie): TemplateResult => html`<svg viewBox="0 0 30 30" class=${one.mark ?? ''} aria-hidden="true">
  <path class="body" d=${BODIES[one.sides ?? 6] ?? BODIES[10]!}></path>${inside(one)}${one.mark === 'dropped' ? svg`<path class="strike" d="M4 26L26 4"></path>` : nothing}</svg>`;

const RANK: Readonly<Record<Mark, number>> = { hit: 0, extra: 1, miss: 2, dropped: 3 };
const sorted = (dice: readonly DrawnDie[]): readonly DrawnDie[] => (dice.some(({ mark }) => mark === 'hit')
  ? [...dice].sort((one, other) => RANK[one.mark ?? 'miss'] - RANK[other.mark ?? 'miss'] || Number(other.face) - Number(one.face)) : dice);

/** Say dice in words, for those who do not see them. */
const spoken = ({ dice, says }: DrawnRoll): string => `${sorted(dice).map(({ face, mark }) => `${typeof face === 'string' ? spelled(face) : face}${mark && mark !== 'miss' ? ` (${mark})` : ''}`).join(', ')}${says ? `: ${says}` : ''}`;

/** Draw rolls; each is a link to its proof, if there is one. */
export const drawnDice = (rolls: readonly DrawnRoll[], proof?: string): TemplateResult | typeof nothing => (rolls.length === 0 ? nothing
  : html`<div>${rolls.filter(({ dice }) => dice.length > 0).map((roll) => {
    const inner = html`${sorted(roll.dice).map(die)}${roll.says ? html`<small>${roll.says}</small>` : nothing}`, said = t`Dice: ${spoken(roll)}`;
    return proof === undefined ? html`<span class="dice" data-dice role="img" aria-label=${said}>${inner}</span>`
      : html`<a class="dice" data-dice data-whose=${roll.whose ?? nothing} href=${proof} title="See this roll in the log, with its chance and its proof" aria-label=${said}>${inner}</a>`;
  })}</div>`);
