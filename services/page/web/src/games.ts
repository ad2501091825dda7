/**
 * What a game can add to the page: a name, sentences, a board. All of it is optional.
 *
 * The page's build finds `services/<game>/page/part.ts`, whose default export is a `GamePart`.
 */
import type { JobAnswer } from 'arbiter-client';
import type { TemplateResult, nothing } from 'lit';
import type { CampaignSheet } from './parts/campaign/actions.js';
import type { DrawnRoll } from './parts/campaign/dice.js';
import type { Live } from './parts/play/live.js';
import type { Log } from './parts/replay/log.js';
import type { Knowing } from './parts/sentences/said.js';
import type { Place } from './router.js';
import type { Named } from './seats.js';

export type Results = NonNullable<JobAnswer['result']>;
export type Fields = Readonly<Record<string, unknown>>;

/** A sentence with holes, or several, of which the first is used whose fields are there: see `parts/sentences/filling.ts`. */
export type Template = string | readonly string[];
/** Writes a sentence that a template cannot; `undefined` means: use the templates. */
export type Writer = (message: Fields, knowing: Knowing) => string | undefined;
/** How a value inside an event is said: a template for an object, or a function. */
export type Shape = Template | ((value: unknown, knowing: Knowing) => string | undefined);
/** What a thing is called that an event makes: the path of its id, and its name as a template. */
export interface Called { readonly id: string; readonly as: Template }

/** The sentences of a game: `sentences.ts` of its folder exports them under these names. */
export interface Sentences {
  /** Sentence templates by event type. */
  readonly sentences?: Readonly<Record<string, Template>>;
  /** Words for codes in the fields of events, by event type and field. */
  readonly codes?: Readonly<Record<string, Readonly<Record<string, (event: Fields) => unknown>>>>;
  /** Functions for sentences that a template cannot write, by event or command type. */
  readonly writers?: Readonly<Record<string, Writer>>;
  /** How values inside events are said, by a name that templates use. */
  readonly shapes?: Readonly<Record<string, Shape>>;
  /** What the things are called that events make, by event type. */
  readonly called?: Readonly<Record<string, readonly Called[]>>;
}

/** The state that a board shows, and the seat that may act on it. */
export interface BoardView {
  /** The `game` of a view of the stream. */
  readonly game: unknown;
  /** The seats of the view, with their names. */
  readonly seats: readonly Named[];
  readonly stream: string;
  /** The version that the board shows, while the game is played. */
  readonly version?: number;
  /** The seat whose side is near; a replay has none. */
  readonly seat?: string | undefined;
  /** The commands that the seat may send; without it the board is read-only. */
  readonly legal?: unknown;
  readonly busy?: boolean;
  /** Sends a command. */
  readonly send?: (command: { readonly type: string; readonly [field: string]: unknown }) => void;
}

/** A table at which a seat plays: its view, what it may send, and how. */
export interface TopView extends BoardView { readonly sender: Live }

/** Where to read a stream, and with which token. */
export interface StreamAccess { readonly path: string; readonly token: string | undefined; readonly signal: AbortSignal }

/** A notation that a game works out odds of. */
export interface Notation {
  readonly name: string;
  /** Two texts that the page compares at first. */
  readonly examples: readonly [string, string];
  /** Return the value of `what` or `against` in a request, for a text. */
  readonly what: (text: string) => unknown;
}

/** A replay of a stream that is over. */
export interface FinishedReplay {
  readonly stream: string;
  /** The whole log. */
  readonly log: Log;
  /** Return the state at a version: its `game` is the game's own. */
  readonly view: (version: number) => Promise<Fields>;
  /** Show another version. */
  readonly go: (version: number) => void;
}

export interface GamePart extends Sentences {
  /** The name of the game for people. */
  readonly name?: string;
  /** The player of the house that plays the other seats of a fork, where nothing can be taken back. */
  readonly house?: string;
  /** Which commands are actions on the cards of characters: with it the page shows a campaign as a table of cards. */
  readonly campaign?: CampaignSheet;
  /** Labels of fields whose names say too little in their form, by command. */
  readonly labels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Return the dice of an event, to be drawn. */
  readonly dice?: (event: Fields) => readonly DrawnRoll[];
  /** The types of events in which a card moves: they sound like one. */
  readonly cards?: readonly string[];
  /** Whether a fork can be dealt again from what a seat knows. */
  readonly deals?: boolean;
  /** What the turns of a puzzle's goal are called, if the game knows the goal that a seat wins. */
  readonly puzzle?: 'turn' | 'round';
  /** Return who plays what in a view's `game`, for lists of games that have no title. */
  readonly title?: (game: unknown) => string | undefined;
  /** Render a board. The page shows the forms of all commands below it. */
  readonly board?: (view: BoardView) => TemplateResult;
  /** Render what stands above all else at a table that has no board. */
  readonly top?: (view: TopView) => TemplateResult | typeof nothing;
  /** A card on the home page; `done` reloads the list of the newest streams. Cards that are `first` come before the others. */
  readonly home?: { readonly title: string; readonly card: (done: () => void) => TemplateResult; readonly first?: boolean };
  /** A section on the judge's page. */
  readonly evidence?: { readonly title: string; readonly read: (stream: StreamAccess) => Promise<TemplateResult> };
  /** Render what the game shows of a simulation's results, besides one measure at a time; `file` begins the names of downloads. */
  readonly report?: (results: Results, file: string) => TemplateResult | typeof nothing;
  /** Render what the game adds to the replay of a stream that is over, below the slider; `at` is the version that is shown. */
  readonly course?: (replay: FinishedReplay, at: number) => TemplateResult;
  /** The notation that the game works out odds of. */
  readonly notation?: Notation;
  /** A desk on the page `design` where a designer makes things of the game. */
  readonly desk?: Desk;
}

/** A designer's desk. It is loaded when it is first shown, since few visitors need it. */
export interface Desk {
  readonly title: string;
  readonly load: () => Promise<{ readonly show: (place: Place) => TemplateResult }>;
}

/** A game that is ready to play, as data: `ready.json` of the game's folder has a list of them. */
export interface ReadyGame {
  /** Its name in links. */
  readonly name: string;
  readonly title: string;
  /** The place in its picture, and the names of those who meet there. */
  readonly scene: string;
  readonly figures: readonly string[];
  /** A sentence about it. */
  readonly says: string;
  /** The opening without its seats, the seats, and what they send before the visitor sits down. */
  readonly opening: Fields;
  readonly seats: readonly Fields[];
  readonly steps: readonly { readonly seat: string; readonly command: Fields }[];
  /** The seat of the visitor. */
  readonly sit: string;
  /** The players of the house, by seat. */
  readonly house: Readonly<Record<string, string>>;
  /** For two people: the seat of the house that the other person takes, and what it sends too. */
  readonly two?: { readonly seat: string; readonly steps: readonly { readonly seat: string; readonly command: Fields }[] };
  /** The commands with which something happens within three decisions. */
  readonly first: readonly string[];
}

const parts = new Map<string, GamePart>();
const ready = new Map<string, readonly ReadyGame[]>();

/** Register the ready games of a game. */
export function addReady(service: string, games: readonly ReadyGame[]): void {
  ready.set(service, games);
}

/** Return the ready games of a service. */
export const readyGames = (service: string): readonly ReadyGame[] => ready.get(service) ?? [];

/** Register the part of a game. */
export function addGame(service: string, part: GamePart): void {
  parts.set(service, part);
}

/** Return the parts of the games by service, sorted by name. */
export const games = (): ReadonlyMap<string, GamePart> => parts;

/** Return the first game that has a notation, with that notation. */
export function notationGame(): readonly [string, Notation] | undefined {
  for (const [service, { notation }] of parts) if (notation) return [service, notation];
  return undefined;
}

/** Return the part of a game, or an empty one. */
export const partOf = (service: string): GamePart => parts.get(service) ?? {};
