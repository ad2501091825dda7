/**
 * What a game adds to the page: its name, its sentences, its board. A game needs none of it.
 *
 * The page's build finds `services/<game>/page/part.ts`, whose default export is a `GamePart`.
 */
import type { TemplateResult } from 'lit';

export type Fields = Readonly<Record<string, unknown>>;

/** What a board shows, and who may act on it. */
export interface BoardView {
  /** The `game` of a view of the stream. */
  readonly game: unknown;
  readonly stream: string;
  /** The seat that looks, if one does: a replay has none. */
  readonly seat?: string | undefined;
  /** What the seat may do; without it the board is only shown. */
  readonly legal?: unknown;
  readonly busy?: boolean;
  /** Sends a command. */
  readonly send?: (command: { readonly type: string; readonly [field: string]: unknown }) => void;
}

/** A stream, as the page reads it. */
export interface StreamAccess { readonly path: string; readonly token: string | undefined; readonly signal: AbortSignal }

/** A notation that a game works out odds of. */
export interface Notation {
  readonly name: string;
  /** Two texts to compare at first. */
  readonly examples: readonly [string, string];
  /** Return the field of a request for a text: `what`, or `against`. */
  readonly what: (text: string) => unknown;
}

export interface GamePart {
  /** The name of the game for people. */
  readonly name?: string;
  /** Sentence templates by event type: see `parts/sentences/templates.ts`. */
  readonly sentences?: Readonly<Record<string, string>>;
  /** Words for codes in the fields of events, by event type and field. */
  readonly codes?: Readonly<Record<string, Readonly<Record<string, (event: Fields) => unknown>>>>;
  /** Write sentences that a template cannot, by the type of an event or a command; `undefined` leaves it to the templates. */
  readonly writers?: Readonly<Record<string, (message: Fields) => string | undefined>>;
  /** Draw a board; the forms for every command stay below it. */
  readonly board?: (view: BoardView) => TemplateResult;
  /** A card of the home page; `done` refreshes the list of the newest streams. */
  readonly home?: { readonly title: string; readonly card: (done: () => void) => TemplateResult };
  /** A section of the judge's page. */
  readonly evidence?: { readonly title: string; readonly read: (stream: StreamAccess) => Promise<TemplateResult> };
  /** The notation that the game works out odds of. */
  readonly notation?: Notation;
}

const parts = new Map<string, GamePart>();

/** Add the part of a game. */
export function addGame(service: string, part: GamePart): void {
  parts.set(service, part);
}

/** The parts of the games by service, in the order of their names. */
export const games = (): ReadonlyMap<string, GamePart> => parts;

/** Return the game that works out odds of a notation, with that notation. */
export function notationGame(): readonly [string, Notation] | undefined {
  for (const [service, { notation }] of parts) if (notation) return [service, notation];
  return undefined;
}

/** Return the part of a game; an empty one if it has none. */
export const partOf = (service: string): GamePart => parts.get(service) ?? {};
