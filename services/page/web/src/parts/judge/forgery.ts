/** A forgery to try: change one byte of a copy of a log, where it is hardest to see. */

/** The position of the seconds in a time in milliseconds. */
const SECONDS = 9;

export interface Forgery {
  readonly text: string;
  /** The number of the changed line, from 1. */
  readonly line: number;
  /** The byte before and after. */
  readonly was: string;
  readonly is: string;
}

/** Change one digit of a line: of a face if it has one, else of its time. It stays a digit, so that the line looks valid. */
export function forge(log: string, line: number): Forgery {
  const lines = log.split('\n'), text = lines[line - 1] ?? '';
  const face = text.indexOf('"faces":['), place = face === -1 ? text.indexOf('"at":') + '"at":'.length + SECONDS : face + '"faces":['.length;
  const was = text[place] ?? '0', is = String.fromCharCode(was.charCodeAt(0) ^ 1);
  lines[line - 1] = text.slice(0, place) + is + text.slice(place + 1);
  return { text: lines.join('\n'), line, was, is };
}

/** Return the line to forge: a middle one that shows faces, or else the middle one. */
export function lineToForge(log: string): number {
  const lines = log.split('\n').filter(Boolean), middle = Math.floor(lines.length / 2);
  const found = lines.findIndex((text, place) => place >= middle && /"faces":\[\d/.test(text));
  return (found === -1 ? middle : found) + 1;
}
