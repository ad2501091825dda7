/** What some fields of events say in words: codes of questions, moments and reasons, as the board of the card game words them. */
import type { SeenDecision } from '../tcg/table.js';
import { askedFor, reasonOf, STEPS, WINDOWS } from '../tcg/words.js';
import type { Fields } from './said.js';

const window = (event: Fields): unknown => WINDOWS[event.kind as keyof typeof WINDOWS] ?? event.kind;
const step = (event: Fields): unknown => STEPS[event.step as keyof typeof STEPS] ?? event.step;
const reason = (event: Fields): unknown => (typeof event.reason === 'string' ? reasonOf(event.reason) : event.reason);

const WORDED: Readonly<Record<string, Readonly<Record<string, (event: Fields) => unknown>>>> = {
  DecisionOpened: { kind: (event) => askedFor(event as unknown as SeenDecision) },
  WindowOpened: { kind: window }, WindowClosed: { kind: window },
  StepEntered: { step }, StepEnded: { step },
  PlayerLost: { reason }, MatchFinished: { reason },
};

/** An event with its codes in words, where it has any. */
export function worded<T extends Fields>(event: T): T {
  const fields = WORDED[String(event.type)];
  if (fields === undefined) return event;
  return { ...event, ...Object.fromEntries(Object.entries(fields).map(([name, tell]) => [name, tell(event)])) };
}
