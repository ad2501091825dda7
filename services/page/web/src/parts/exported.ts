/** Reads exports (logs as lines of JSON) in slices, so that the page stays responsive, and keeps a dropped file. */
import type { Message } from './sentence.js';
import { t } from '../texts.js';

/** A commit of an export, with the secret parts that the reader may see filled in. */
export interface Commit {
  readonly line: number;
  /** The versions before and after it. */
  readonly before: number;
  readonly version: number;
  readonly at: number;
  readonly seat: string;
  readonly role: string;
  readonly command: Message;
  /** The chain of causes that it belongs to, if it belongs to one. */
  readonly correlation: string | undefined;
  readonly draws: readonly unknown[];
  readonly events: readonly Message[];
  readonly stream: string;
  readonly ruleset: string;
  readonly head: string;
  /** Whether the decision continues in the next commit. */
  readonly goesOn: boolean;
}

/** A file that was dropped or chosen. It stays in this tab. */
export interface DroppedFile { readonly name: string; readonly text: string }

interface Line {
  readonly head: string;
  readonly parts: readonly { readonly value?: unknown }[];
  readonly public: {
    readonly stream: string; readonly version: number; readonly ruleset: string;
    readonly intent: { readonly at: number; readonly seat: string; readonly role: string; readonly command: Message; readonly correlation?: string };
    readonly draws: readonly unknown[]; readonly events: readonly Message[]; readonly split?: { readonly after: number };
  };
}

const SLICE = 200;
/** The maximum number of events of a commit. */
const MOST_EVENTS = 64;

let dropped: DroppedFile | undefined;

/** Return this tab's file, if there is one. */
export const droppedFile = (): DroppedFile | undefined => dropped;

/** Store a file for Replay and Judge. */
export function keepFile(file: DroppedFile): void { dropped = file; }

/** Let the browser paint. */
export const breathe = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve); });

/** Return the service at the start of a stream's name. */
export const serviceOf = (stream: string): string => stream.split('.')[0] ?? '';

/** Fill in the secret parts that the reader may see. */
function opened(value: unknown, parts: Line['parts']): unknown {
  if (Array.isArray(value)) return value.map((one) => opened(one, parts));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields.sealed === 'number' && Array.isArray(fields.audience)) {
    const part = parts[fields.sealed];
    return part && 'value' in part ? { audience: fields.audience, value: part.value } : { audience: fields.audience };
  }
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, opened(one, parts)]));
}

const isTold = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Message>).type === 'string';

/** Whether a record has the fields that the page shows. Only verification checks the rest. */
function isCommit(record: Partial<Line['public']> | undefined): boolean {
  const { events, draws, intent, stream, version } = record ?? {};
  return Array.isArray(events) && events.length >= 1 && events.length <= MOST_EVENTS && [...events, intent?.command].every(isTold)
    && Array.isArray(draws) && typeof stream === 'string' && typeof intent?.seat === 'string'
    && Number.isSafeInteger(version) && version! >= events.length;
}

/** Parse one line. Throws an error that names what is missing. */
export function readLine(text: string, line: number): Commit {
  const { head, parts, public: record } = (JSON.parse(text) ?? {}) as Line;
  if (!isCommit(record) || !Array.isArray(parts)) throw new Error(t`line ${line} is not a commit`);
  const show = <T>(value: T): T => opened(value, parts) as T;
  return {
    line, head, stream: record.stream, version: record.version, before: record.version - record.events.length,
    at: record.intent.at, seat: record.intent.seat, role: record.intent.role, ruleset: record.ruleset,
    command: show(record.intent.command), correlation: record.intent.correlation, draws: show(record.draws), events: show(record.events),
    goesOn: record.split !== undefined && record.version < record.split.after,
  };
}

/** Read an export, several commits at a time. Throws an error that names the first invalid line. */
export async function* readExport(text: string): AsyncGenerator<readonly Commit[]> {
  let slice: Commit[] = [], line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start), stop = found === -1 ? text.length : found;
    line += 1;
    try {
      slice.push(readLine(text.slice(start, stop), line));
    } catch (error) {
      yield slice;
      throw new Error(t`Line ${line} cannot be read: ${(error as Error).message}`);
    }
    start = stop + 1;
    if (slice.length === SLICE) {
      yield slice;
      slice = [];
      await breathe();
    }
  }
  yield slice;
}
