/** Pictures of cards: drawn from a card's name, kind and first effect alone, so that every player sees the same picture. */
import { svg, type SVGTemplateResult } from 'lit';
import type { CardPages } from 'arbiter-client/tcg';
import { hashOf } from '../../../page/web/src/parts/emblem.js';

type Page = CardPages['cards'][number];

const WIDE = 120, HIGH = 56, HORIZON = 40, HILLS = 6;

/** The emblem of an effect, 24 by 24, by its operation in the language of cards. */
const EMBLEMS: readonly (readonly [readonly string[], string])[] = [
  [['draw', 'look_top', 'search', 'reveal', 'shuffle', 'put_in_deck'], 'M5 4h9v13H5ZM10 7h9v13h-9Z'],
  [['discard', 'sacrifice', 'destroy', 'damage', 'lose_game'], 'M12 2l2 6 6-3-3 6 5 3-6 1 1 6-5-4-5 4 1-6-6-1 5-3-3-6 6 3Z'],
  [['modify_pwr', 'set_pwr', 'extra_attack', 'win_game', 'put_counter'], 'M12 2l8 9h-5v10H9V11H4Z'],
  [['end_attack', 'prevent_damage', 'negate', 'restrict'], 'M4 3h16v9q0 7-8 10q-8-3-8-10Z'],
  [['return_to_hand', 'gain_control', 'move_spirits', 'attach_spirit'], 'M3 12a9 9 0 1 1 4 7l2-3a5 5 0 1 0-2-4h3l-5 6-5-6Z'],
  [['invoke', 'rescue', 'spiritualize', 'despiritualize', 'devour', 'spirit_to_void'], 'M12 1q1 5 5 9q4 7-1 11q-4 3-8 0q-5-4-1-11q4-4 5-9Z'],
  [['play_form', 'play_command', 'set_command', 'flip_savior', 'grant'], 'M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z'],
];
const OTHER = 'M12 2l10 10-10 10L2 12Z';

const emblemOf = (effects: readonly string[]): string =>
  effects.map((one) => EMBLEMS.find(([names]) => names.includes(one))?.[1]).find(Boolean) ?? OTHER;

/** Numbers from 0 up to 1 that follow from a text. */
function drawnFrom(text: string): () => number {
  let state = hashOf(text);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const round = (number: number): number => Math.round(10 * number) / 10;
const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;

function hills(draw: () => number, high: number): string {
  const tops = Array.from({ length: HILLS + 1 }, (_, place) => at(place * WIDE / HILLS, HORIZON - high * draw()));
  return `M0 ${HIGH}L${tops.join('L')}L${WIDE} ${HIGH}Z`;
}

/** A star or a seal: a polygon with alternating radii around a point. */
function star([x, y]: readonly [number, number], points: number, [far, near]: readonly [number, number], turn: number): string {
  const corners = Array.from({ length: 2 * points }, (_, place) => {
    const angle = turn + place * Math.PI / points, radius = place % 2 === 0 ? far : near;
    return at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  });
  return `M${corners.join('L')}Z`;
}

const whole = (draw: () => number, from: number, to: number): number => from + Math.floor(draw() * (to - from + 1));

/** The main figure of each kind, somewhere left of the middle. */
const FIGURES: Readonly<Record<string, (draw: () => number, x: number) => string>> = {
  savior: (draw, x) => {
    const wide = 11 + 6 * draw(), crown = whole(draw, 3, 6);
    return `M${at(x, 20)}q${round(wide / 2)} 4 ${round(wide)} ${HIGH - 20}H${round(x - wide)}q${round(wide / 2)}-${HIGH - 24} ${round(wide)}-${HIGH - 20}Z${
      star([x, 19], crown, [8, 4 + 2 * draw()], -Math.PI / 2)}`;
  },
  form: (draw, x) => {
    const long = 15 + 9 * draw(), high = 9 + 6 * draw(), legs = whole(draw, 1, 3), head = 5 + 3 * draw(), back = HIGH - 6 - high - 8;
    const feet = Array.from({ length: 2 * legs }, (_, place) => `M${at(x - long + 4 + place * (2 * long - 8) / (2 * legs - 1 || 1), back + high)}l-2 ${HIGH - back}h5Z`);
    return `M${at(x - long, back + high)}q0-${round(high)} ${round(long)}-${round(high)}t${round(long)} ${round(high)}Z${feet.join('')}${
      star([x + long, back + 2], whole(draw, 3, 7), [head + 3, head], draw() * 3)}`;
  },
  command: (draw, x) => {
    const points = whole(draw, 4, 9), near = 7 + 6 * draw(), turn = draw() * 3;
    return `${star([x, HIGH / 2], points, [19, near], turn)}${star([x, HIGH / 2], points, [near - 3, 3], -turn)}`;
  },
  spirit: (draw, x) => {
    const bend = 14 * draw() - 7, wide = 9 + 6 * draw(), low = HIGH - 7;
    const wisps = Array.from({ length: whole(draw, 2, 5) }, () => star([x - 34 + 68 * draw(), 8 + 26 * draw()], 4, [4, 1.2], 0));
    return `M${at(x + bend, 11)}Q${at(x + wide, 26)} ${at(x + wide, 36)}T${at(x, low)}Q${at(x - wide, low)} ${at(x - wide, 36)}T${at(x + bend, 11)}Z${wisps.join('')}`;
  },
};

/** Return the operations of a card's effects in the order in which they are printed. */
const operations = (part: unknown): readonly string[] => (typeof part !== 'object' || part === null ? []
  : Object.entries(part).flatMap(([key, value]) => ((key === 'do' || key === 'static') && typeof value === 'string' ? [value] : operations(value))));

const drawn = new WeakMap<Page, SVGTemplateResult>();

/** Draw a card's picture, in the colour of its kind; once for each card. */
export function artOf(page: Page): SVGTemplateResult {
  const found = drawn.get(page) ?? pictureOf(page.text.name, page.text.kind, operations(page.card));
  drawn.set(page, found);
  return found;
}

function pictureOf(name: string, kind: string, effects: readonly string[]): SVGTemplateResult {
  const draw = drawnFrom(`${kind} ${name} ${effects.join(' ')}`), x = 34 + 26 * draw(), sun = 78 + 26 * draw();
  const figure = FIGURES[kind]?.(draw, x) ?? '';
  return svg`<rect width=${WIDE} height=${HIGH} fill="var(--kind)" opacity="0.13"></rect>
    <circle cx=${round(sun)} cy=${round(15 + 6 * draw())} r=${round(5 + 6 * draw())} fill="var(--kind)" opacity="0.3"></circle>
    <path d=${hills(draw, 22)} fill="var(--kind)" opacity="0.2"></path>
    <path d=${hills(draw, 10)} fill="var(--kind)" opacity="0.25"></path>
    <path d=${figure} fill="var(--kind)" fill-rule="evenodd" opacity="0.85"></path>
    <circle cx="104" cy="34" r="11" fill="var(--card)" stroke="var(--kind)" stroke-width="1.5"></circle>
    <path d=${emblemOf(effects)} transform="translate(97 27) scale(0.583)" fill="var(--kind)" fill-rule="evenodd"></path>`;
}
