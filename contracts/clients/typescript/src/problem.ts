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

  constructor(fields: ProblemFields, options: { retryAfter?: number; cause?: unknown } = {}) {
    super(fields.detail || fields.title, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = new.target.name;
    const { rule_url, ...others } = fields;
    Object.assign(this, others, { ruleUrl: rule_url, retryAfter: options.retryAfter });
    this.status = fields.status;
    this.type = fields.type;
    this.title = fields.title;
  }
}

/** 400, 413, 415: the request is not what the contract says. */
export class Malformed extends Problem {}
/** 401: no credential, or one that is no longer valid. 403: this credential or seat may not do that. */
export class Denied extends Problem {}
/** 404: there is no such thing, or it is not yours. */
export class NotFound extends Problem {}
/** 409: a rule forbids it; `rule` names which, `needs` and `has` say why. */
export class RuleForbids extends Problem {}
/** 410: it was erased. */
export class Erased extends Problem {}
/** 412: the stream has moved on from the version in `ifMatch`; `version` is where it is. */
export class Stale extends Problem {}
/** 422: the idempotency key was used for another request. */
export class KeyUsed extends Problem {}
/** 429: too many requests; `retryAfter` says when to come back. */
export class TooMany extends Problem {}
/** 503: the server cannot answer now; the same request may be sent again. */
export class Unavailable extends Problem {}
/** No answer: the connection could not be made, or was lost, or took too long. Its `status` is 0. */
export class Unreachable extends Problem {}

const CLASSES: Readonly<Record<number, typeof Problem>> = {
  400: Malformed, 413: Malformed, 415: Malformed, 401: Denied, 403: Denied, 404: NotFound, 409: RuleForbids,
  410: Erased, 412: Stale, 422: KeyUsed, 429: TooMany, 503: Unavailable,
};

/** Return the problem that an answer of 400 and above tells, whatever its body is. */
export async function problemOf(answer: Response): Promise<Problem> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => null);
  const told = typeof body === 'object' && body !== null ? (body as Partial<ProblemFields>) : {};
  const fields = { ...told, type: told.type ?? 'about:blank', title: told.title ?? (answer.statusText || `status ${status}`), status };
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const kind = CLASSES[status] ?? Problem;
  return new kind(fields, Number.isFinite(seconds) ? { retryAfter: seconds } : {});
}

/** Return what tells that no answer came. */
export function unreachable(cause: unknown): Unreachable {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Unreachable({ type: 'about:blank', title: 'no answer', status: 0, detail }, { cause });
}

/** Return whether the same request may be answered later. */
export const isPassing = (error: unknown): error is Problem =>
  error instanceof TooMany || error instanceof Unavailable || error instanceof Unreachable;
