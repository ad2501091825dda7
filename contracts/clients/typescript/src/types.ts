/** What is sent, told and seen, by the name of the service; and what calls have in common. */
import type { Shapes } from './generated/services.js';

/** A game that Arbiter serves. */
export type Service = keyof Shapes;
/** What a stream is opened with. */
export type Opening<S extends Service = Service> = Shapes[S]['Opening'];
/** A stream that was opened, with the tokens of its seats. */
export type Opened<S extends Service = Service> = Shapes[S]['Opened'];
/** A stream as somebody may see it; `game` is the game's own view. */
export type View<S extends Service = Service> = Shapes[S]['View'];
/** What a seat may send, and what it may not. */
export type Legal<S extends Service = Service> = Shapes[S]['Legal'];
/** What it means to send a command: a `move` and an `answer` go on with the game. */
export type Kind = Legal['legal']['allowed'][number]['kind'];
/** A command. */
export type Command<S extends Service = Service> = Shapes[S]['Command'];
/** What came of a command. */
export type Done<S extends Service = Service> = Shapes[S]['Done'];
/** What would come of a command. */
export type DryRun<S extends Service = Service> = Shapes[S]['DryRun'];
/** Something that happened. */
export type GameEvent<S extends Service = Service> = Shapes[S]['Event'];
/** The same in its envelope, as events are read: `data` is what happened. */
export type CloudEvent<S extends Service = Service> = Shapes[S]['CloudEvent'];
/** What a service simulates; `never` where it simulates nothing. */
export type JobAsk<S extends Service = Service> = Shapes[S]['JobAsk'];
/** What a service works out the odds of; `never` where it has none. */
export type OddsAsk<S extends Service = Service> = Shapes[S]['OddsAsk'];
/** The odds that it answers with. */
export type OddsAnswer<S extends Service = Service> = Shapes[S]['OddsAnswer'];

/** The commands of each service: `Commands['tcg']`. */
export type Commands = { [S in Service]: Command<S> };
/** The events of each service. */
export type Events = { [S in Service]: GameEvent<S> };
/** The events of each service in their envelopes. */
export type CloudEvents = { [S in Service]: CloudEvent<S> };
/** The views of each service's streams. */
export type Views = { [S in Service]: View<S> };
/** The own views of each game. */
export type Games = { [S in Service]: View<S>['game'] };
/** What may be sent to each service. */
export type Legals = { [S in Service]: Legal<S> };

/** Who looks and acts: a seat's token, or the app's key as a seat. Neither: the app's key as the app. */
export interface As {
  token?: string | undefined;
  seat?: string | undefined;
}

/** What can be given up. */
export interface Cancellable {
  signal?: AbortSignal | undefined;
}

/** What is done once, however often it is sent. */
export interface Keyed extends Cancellable {
  /** The idempotency key: the same for the same intent. Made if left out, and kept over all tries. */
  key?: string | undefined;
}

/** How a command is sent. */
export interface SendOptions extends Keyed {
  /** Only say what it would lead to. */
  dryRun?: boolean | undefined;
  /** The version the command is meant for: refused as `Stale` if the stream has moved on. */
  ifMatch?: number | undefined;
  /** Faces rolled at a real table, in the order they are needed. */
  faces?: number[] | undefined;
  /** Leave the view out of the answer. */
  minimal?: boolean | undefined;
}
