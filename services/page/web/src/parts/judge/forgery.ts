/** A forgery to try: one byte of a copy of a log is changed, where it is hardest to see. */

/** Where in a time, in milliseconds, the seconds stand. */
const SECONDS = 9;

export interface Forgery {
  readonly text: string;
  /** The line that was changed, from 1. */
  readonly line: number;
  /** The byte that stood there, and the one that stands there now. */
  readonly was: string;
  readonly is: string;
}

/** Change one digit of a line: of a face if it has one, else of its time. A digit stays a digit, so that nothing else looks odd. */
export function forge(log: string, line: number): Forgery {
  const lines = log.split('\n'), text = lines[line - 1] ?? '';
  const face = text.indexOf('"faces":['), place = face === -1 ? text.indexOf('"at":') + '"at":'.length + SECONDS : face + '"faces":['.length;
  const was = text[place] ?? '0', is = String.fromCharCode(was.charCodeAt(0) ^ 1);
  lines[line - 1] = text.slice(0, place) + is + text.slice(place + 1);
  return { text: lines.join('\n'), line, was, is };
}

/** A line worth forging: one in the middle that shows faces, or else the one in the middle. */
export function lineToForge(log: string): number {
  const lines = log.split('\n').filter(Boolean), middle = Math.floor(lines.length / 2);
  const found = lines.findIndex((text, place) => place >= middle && /"faces":\[\d/.test(text));
  return (found === -1 ? middle : found) + 1;
}
