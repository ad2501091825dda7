/** The types of requests, events and views by service, and the options that calls share. */
import type { Shapes } from './generated/services.js';

/** A game of the server. */
export type Service = keyof Shapes;
/** The request that opens a stream. */
export type Opening<S extends Service = Service> = Shapes[S]['Opening'];
/** A new stream, with the tokens of its seats. */
export type Opened<S extends Service = Service> = Shapes[S]['Opened'];
/** A stream as its caller sees it; `game` is the game's own view. */
export type View<S extends Service = Service> = Shapes[S]['View'];
/** The commands that a seat may send, and the reasons against others. */
export type Legal<S extends Service = Service> = Shapes[S]['Legal'];
/** The kind of a command: a `move` and an `answer` continue the game. */
export type Kind = Legal['legal']['allowed'][number]['kind'];
/** A command. */
export type Command<S extends Service = Service> = Shapes[S]['Command'];
/** The result of a command. */
export type Done<S extends Service = Service> = Shapes[S]['Done'];
/** The result of a dry run. */
export type DryRun<S extends Service = Service> = Shapes[S]['DryRun'];
/** An event. */
export type GameEvent<S extends Service = Service> = Shapes[S]['Event'];
/** An event in its envelope: `data` is the event. */
export type CloudEvent<S extends Service = Service> = Shapes[S]['CloudEvent'];
/** The request for a simulation; `never` if the service has none. */
export type JobAsk<S extends Service = Service> = Shapes[S]['JobAsk'];
/** The request for odds; `never` if the service has none. */
export type OddsAsk<S extends Service = Service> = Shapes[S]['OddsAsk'];
/** The odds in the answer. */
export type OddsAnswer<S extends Service = Service> = Shapes[S]['OddsAnswer'];

/** The commands of each service: `Commands['tcg']`. */
export type Commands = { [S in Service]: Command<S> };
/** The events of each service. */
export type Events = { [S in Service]: GameEvent<S> };
/** The events of each service in their envelopes. */
export type CloudEvents = { [S in Service]: CloudEvent<S> };
/** The views of each service's streams. */
export type Views = { [S in Service]: View<S> };
/** The view of each game, without the envelope. */
export type Games = { [S in Service]: View<S>['game'] };
/** The answers of `legal` of each service. */
export type Legals = { [S in Service]: Legal<S> };

/** The caller: a seat by its token, or the app's key for a seat. Neither: the app itself, by its key. */
export interface As {
  token?: string | undefined;
  seat?: string | undefined;
}

/** A request that can be aborted. */
export interface Cancellable {
  signal?: AbortSignal | undefined;
}

/** A request that takes effect once, however often it is sent. */
export interface Keyed extends Cancellable {
  /** The idempotency key: the same for the same intent. If left out, a new one is used for all attempts. */
  key?: string | undefined;
}

/** How a command is sent. */
export interface SendOptions extends Keyed {
  /** Only return what it would lead to. */
  dryRun?: boolean | undefined;
  /** The version for which the command is meant: refused as `Stale` if the stream has changed. */
  ifMatch?: number | undefined;
  /** Faces rolled at a real table, in the order in which they are needed. */
  faces?: number[] | undefined;
  /** Leave the view out of the answer. */
  minimal?: boolean | undefined;
}
