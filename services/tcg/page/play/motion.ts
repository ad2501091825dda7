/** Movements on the board after a change: cards that are drawn, played or spiritualized, attacks and damage. */
import { spotsOf, type MatchView, type Spot } from '../table.js';

/** A movement takes between 150 and 250 milliseconds. */
const SHORT = 160, USUAL = 210, LONG = 250;

export type Rects = ReadonlyMap<string, DOMRect>;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const MOVING = '[data-thing], [data-zone]';
const nameOf = ({ dataset }: HTMLElement): string => (dataset['thing'] === undefined ? dataset['zone']! : `#${dataset['thing']}`);
const elements = (root: ParentNode): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>(MOVING)].filter((one) => !one.closest('.panel'));

/** Note where all cards and piles are, before a change; nothing if the user wants no motion. */
export function rectsOf(root: ParentNode): Rects {
  return isStill() ? new Map() : new Map(elements(root).map((one) => [nameOf(one), one.getBoundingClientRect()]));
}

/** A movement: what it is called, what moves, its key frames, and how long it takes. */
interface Move { readonly id: string; readonly what: HTMLElement | undefined; readonly frames: Keyframe[]; readonly duration: number }

/** Move what has changed between two views, from where it was. */
export function move(root: ParentNode, rects: Rects, before: MatchView, now: MatchView): void {
  if (rects.size === 0 || isStill()) return;
  const places = new Map(elements(root).map((one) => [nameOf(one), one]));
  for (const { id, what, frames, duration } of [...arrivals(places, rects, before, now), ...fights(places, before, now), ...spirits(places, before, now)]) {
    what?.animate(frames, { id, duration, easing: 'ease-out' });
  }
}

type Places = ReadonlyMap<string, HTMLElement>;

const translated = (from: DOMRect, to: DOMRect): string => `translate(${from.left - to.left}px, ${from.top - to.top}px)`;

/** Cards in another place than before come from there: from a zone, from the hand of another seat, from a deck. */
function* arrivals(places: Places, rects: Rects, before: MatchView, now: MatchView): Generator<Move> {
  const was = spotsOf(before);
  for (const spot of spotsOf(now).values()) {
    const what = places.get(`#${spot.thing}`), old = was.get(spot.thing);
    if (!what || (old?.place === spot.place && old.zone === spot.zone)) continue;
    const from = rects.get(`#${spot.thing}`) ?? rects.get(originOf(spot, old));
    const to = what.getBoundingClientRect(), id = spot.place === 'hand' ? 'draw' : 'play';
    const start = from ? { transform: translated(from, to), opacity: 0.6 } : { transform: 'translateY(-6px) scale(0.97)', opacity: 0 };
    yield { id, what, frames: [start, { transform: 'none', opacity: 1 }], duration: USUAL };
  }
}

/** Return the pile from which a card comes that was not seen before. */
const originOf = (spot: Spot, old: Spot | undefined): string =>
  `${spot.seat}.${old && ['drop', 'void', 'removed'].includes(old.place) ? old.place : spot.place === 'hand' ? 'deck' : 'hand'}`;

/** A new attack moves the attacker towards its target; a damaged card, and a pile that a beaten card goes to, shake. */
function* fights(places: Places, before: MatchView, now: MatchView): Generator<Move> {
  const { attack } = now;
  if (attack && (before.attack?.attacker !== attack.attacker || before.attack.target !== attack.target)) {
    const what = places.get(`#${attack.attacker}`), target = places.get(`#${attack.target}`);
    const there = what && target ? translated(target.getBoundingClientRect(), what.getBoundingClientRect()) : 'none';
    yield { id: 'attack', what, frames: [{ transform: 'none' }, { transform: there, offset: 0.6, composite: 'replace' }, { transform: 'none' }], duration: LONG };
  }
  const shaken = [{ transform: 'none' }, { transform: 'translateX(-5px)' }, { transform: 'translateX(5px)' }, { transform: 'none' }];
  const hurt = damaged(now);
  for (const [thing, count] of hurt) if (count > (damaged(before).get(thing) ?? 0)) yield { id: 'damage', what: places.get(`#${thing}`), frames: shaken, duration: SHORT };
  const [was, is] = [spotsOf(before), spotsOf(now)];
  for (const spot of is.values()) {
    if (spot.place === 'drop' && was.get(spot.thing)?.place === 'form') yield { id: 'damage', what: places.get(`${spot.seat}.drop`), frames: shaken, duration: SHORT };
  }
}

function damaged(view: MatchView): ReadonlyMap<number, number> {
  return new Map(Object.values(view.players).flatMap(({ savior, forms }) => [savior, ...forms])
    .flatMap((one) => (one ? [[one.thing, one.damaged ?? 0] as const] : [])));
}

/** A spirit that goes under a card lights up that card; one that goes to a void lights up that void. */
function* spirits(places: Places, before: MatchView, now: MatchView): Generator<Move> {
  const was = spotsOf(before), frames = [{ filter: 'brightness(1.5)' }, { filter: 'none' }];
  for (const { thing, place, seat, host } of spotsOf(now).values()) {
    if (place !== 'under' && place !== 'void') continue;
    if (was.get(thing)?.place !== place) yield { id: 'spirit', what: places.get(place === 'void' ? `${seat}.void` : `#${host}`), frames, duration: LONG };
  }
}
