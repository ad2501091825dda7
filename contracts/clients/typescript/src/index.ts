/** A client of Arbiter: a session by hand, and types that are generated from the contracts. */
export { Arbiter, type Listed, type OddsAnswer, type OddsAsk } from './arbiter.js';
export { Job, type JobAnswer, type JobAsk, type JobItem, type Progress, type TrialAnswer, type TrialBody } from './job.js';
export {
  Conflict, Denied, Gone, Malformed, NotFound, Problem, RuleForbids, Stale, TooMany, Unavailable, Unreachable,
  type ProblemFields,
} from './problem.js';
export {
  Stream, type As, type CloudEvent, type CloudEvents, type Command, type Commands, type Done, type DryRun, type Events,
  type GameEvent, type Games, type Legal, type Legals, type Opened, type Opening, type SendOptions, type Service,
  type View, type Views,
} from './stream.js';
export type { ArbiterOptions } from './transport.js';
export type {
  LuckAnswer, ReceiptAnswer, Report as Audit, RollsAnswer, RollsBody, Rule, RulePage, Rulebook, SeatBody, SeatToken,
} from './generated/dice/types.gen.js';
export { verify, type Progressing } from './verify.js';
export type { Report } from './generated/verification.mjs';
