/** Words for codes in the fields of events: kinds of decisions and windows, steps, and reasons for an end. */
import type { Fields } from '../../page/web/src/games.js';
import type { SeenDecision } from './table.js';
import { askedFor, reasonOf, STEPS, WINDOWS } from './words.js';

const window = (event: Fields): unknown => WINDOWS[event.kind as keyof typeof WINDOWS] ?? event.kind;
const step = (event: Fields): unknown => STEPS[event.step as keyof typeof STEPS] ?? event.step;
const reason = (event: Fields): unknown => (typeof event.reason === 'string' ? reasonOf(event.reason) : event.reason);

export const CODES: Readonly<Record<string, Readonly<Record<string, (event: Fields) => unknown>>>> = {
  DecisionOpened: { kind: (event) => askedFor(event as unknown as SeenDecision) },
  WindowOpened: { kind: window }, WindowClosed: { kind: window },
  StepEntered: { step }, StepEnded: { step },
  PlayerLost: { reason }, MatchFinished: { reason },
};
