/** What a request is answered with where it cannot be carried out: problem details (RFC 9457), as errors. */

/** The fields of a problem, as they are answered. */
export interface ProblemFields {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  rule?: string;
  rule_url?: string;
  field?: string;
  needs?: unknown;
  has?: unknown;
  version?: number | null;
  head?: string;
}

/** What an error takes from an answer as it is; an answer may hold anything else. */
const TOLD = ['detail', 'instance', 'rule', 'field', 'needs', 'has', 'version', 'head'] as const;

/** A request that was refused. Its class says what kind of refusal it is; each field is that of the answer. */
export class Problem extends Error {
  readonly status: number;
  /** What is wrong, for a program: `urn:arbiter:…`. */
  readonly type: string;
  /** What is wrong, for a person. */
  readonly title: string;
  readonly detail?: string;
  /** The id of the request, which the server's log names too. */
  readonly instance?: string;
  /** The rule that forbids it. */
  readonly rule?: string;
  /** The path at which that rule can be read. */
  readonly ruleUrl?: string;
  /** What of the command is wrong. */
  readonly field?: string;
  readonly needs?: unknown;
  readonly has?: unknown;
  /** The version at which the stream is. */
  readonly version?: number | null;
  readonly head?: string;
  /** Seconds to wait before the same request may be sent again. */
  readonly retryAfter?: number;

  constructor(fields: ProblemFields, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(fields.detail || fields.title, 'cause' in options ? { cause: options.cause } : undefined);
    const told = TOLD.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]] as const);
    Object.assign(this, Object.fromEntries(told), { name: new.target.name, ruleUrl: fields.rule_url, retryAfter: options.retryAfter });
    ({ status: this.status, type: this.type, title: this.title } = fields);
  }
}

/** The request is not what the contract says; `field` says where. */
export class Malformed extends Problem {}
/** The credential is not good, or this credential or seat may not do that. */
export class Denied extends Problem {}
/** There is no such thing, or it is not yours. */
export class NotFound extends Problem {}
/** A rule of the game forbids it: `rule` names which, `needs` and `has` say why. Nothing was changed. */
export class RuleForbids extends Problem {}
/** It does not go with what is there, or the idempotency key was used for another request. */
export class Conflict extends Problem {}
/** It was erased. */
export class Gone extends Problem {}
/** The stream has moved on from the version in `ifMatch`; `version` is where it is. */
export class Stale extends Problem {}
/** Too many requests, for longer than was waited; `retryAfter` says when to come back. */
export class TooMany extends Problem {}
/** The server cannot answer now, for longer than was waited. */
export class Unavailable extends Problem {}
/** No answer: the connection could not be made, or was lost, or took too long. Its `status` is 0. */
export class Unreachable extends Problem {}

const CLASSES: Readonly<Record<number, typeof Problem>> = {
  400: Malformed, 401: Denied, 403: Denied, 404: NotFound, 405: Malformed, 409: RuleForbids, 410: Gone, 412: Stale,
  413: Malformed, 415: Malformed, 422: Conflict, 429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable,
};

/** Return the problem that an answer of 400 and above tells, whatever its body is. */
export async function problemOf(answer: Response): Promise<Problem> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => null);
  const told = typeof body === 'object' && body !== null ? (body as Partial<ProblemFields>) : {};
  const title = told.title ?? (answer.statusText || `status ${status}`);
  const kind = status === 409 && !told.rule ? Conflict : (CLASSES[status] ?? Problem);
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  return new kind({ ...told, type: told.type ?? 'about:blank', title, status }, { retryAfter });
}

/** Return what tells that no answer came. */
export function unreachable(cause: unknown): Unreachable {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Unreachable({ type: 'about:blank', title: 'no answer', status: 0, detail }, { cause });
}

/** Return what tells that a browser was sent to another address, and did not go there. */
export const sentElsewhere = (): Problem => new Problem({ type: 'about:blank', title: 'the server sends elsewhere', status: 0 });

/** Return whether the same request may be answered later. */
export const isPassing = (error: unknown): error is Problem =>
  error instanceof TooMany || error instanceof Unavailable || error instanceof Unreachable;
