/** The turns that a log is read by, and whom an event is about. */
import type { Happened } from './happened.js';

const BEGINS = /^(Round|Turn)(Began|Started)$|^GroupsTurnCame$/;

/** Return the versions with which a turn or a round begins: its first event, or the one after the end of a turn. */
export function beginnings(events: readonly Happened[]): ReadonlySet<number> {
  const found = new Set<number>();
  let ended = false;
  for (const { version, event } of events) {
    if (BEGINS.test(event.type) || ended) found.add(version);
    ended = event.type === 'TurnEnded';
  }
  return found;
}

/** Whether an event names an id, anywhere in its fields. */
export function isAbout(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id;
  return Object.values(value).some((inner) => isAbout(inner, id));
}
