/** The lessons of all games as data, and those that this browser has seen to their end: `services/<game>/page/lesson.json`. */
import { keep, kept } from '../../storage.js';

/** What a step or an aside says, and where it points. */
export interface Pointer {
  readonly says: string;
  /** Selectors of what it points at: the first that is visible. */
  readonly at?: readonly string[];
}

/** A step: it waits for an event if it names some, else the learner goes on. */
export interface Step extends Pointer {
  /** The types of events that end the step; of an event with a seat, the learner's. */
  readonly until?: readonly string[];
  /** A text that the event must contain. */
  readonly holds?: string;
  /** The commands with which the learner can do it. While none is legal, an aside says what is in the way. */
  readonly may?: readonly string[];
  /** A text to write into a field before what `at` points at. */
  readonly write?: { readonly at: string; readonly text: string };
}

/** What else the game may ask for at any time, with the command that answers it. */
export interface Aside extends Pointer { readonly may: string }

/** A lesson: it is played in a ready game. */
export interface Lesson {
  readonly title: string;
  readonly says: string;
  /** The name of the ready game. */
  readonly ready: string;
  readonly steps: readonly Step[];
  readonly asides?: readonly Aside[];
}

const FOUND = import.meta.glob<Lesson>('../../../../../*/page/lesson.json', { eager: true, import: 'default' });
const LESSONS: ReadonlyMap<string, Lesson> = new Map(Object.entries(FOUND).map(([path, lesson]) => [path.split('/').at(-3)!, lesson]));
const DONE = 'arbiter.learnt';

/** Return the lessons by service. */
export const lessons = (): ReadonlyMap<string, Lesson> => LESSONS;

/** Return the services whose lessons this browser has seen to their end. */
export function learnt(): ReadonlySet<string> {
  const done = kept(DONE);
  return new Set(Array.isArray(done) ? done.filter((one) => typeof one === 'string') : []);
}

/** Remember in this browser that a lesson is done. */
export const setLearnt = (service: string): void => { keep(DONE, [...new Set([...learnt(), service])]); };
