/** The Arbiter client: a hand-written session, and types generated from the contracts. */
export { Arbiter, type Listed } from './arbiter.js';
export { Job, type JobAnswer, type JobItem, type Progress, type TrialAnswer, type TrialBody } from './job.js';
export {
  Conflict, Denied, Gone, Malformed, NotFound, Problem, RuleForbids, Stale, TooMany, Unavailable, Unreachable,
  type ProblemFields,
} from './problem.js';
export { Stream } from './stream.js';
export type { ArbiterOptions, Origin } from './transport.js';
export type {
  As, Cancellable, CloudEvent, CloudEvents, Command, Commands, Done, DryRun, Events, GameEvent, Games, JobAsk, Keyed, Legal,
  Legals, OddsAnswer, OddsAsk, Opened, Opening, SendOptions, Service, View, Views,
} from './types.js';
export { verify, type Progressing } from './verify.js';
export type {
  LuckAnswer, ReceiptAnswer, Report as Audit, RollsAnswer, RollsBody, Rule, RulePage, Rulebook, SeatBody, SeatToken,
} from './generated/dice/types.gen.js';
export type { Report } from './generated/verification.mjs';
