/** Errors of requests, from problem details (RFC 9457). */

/** The fields of a problem in an answer. */
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

/** The fields that an error copies from an answer, which may contain others. */
const COPIED = ['detail', 'instance', 'rule', 'field', 'needs', 'has', 'version', 'head'] as const;

/** A refused request. Its class is the kind of refusal; its fields are those of the answer. */
export class Problem extends Error {
  readonly status: number;
  /** The kind of problem, for programs: `urn:arbiter:…`. */
  readonly type: string;
  /** The explanation, for people. */
  readonly title: string;
  readonly detail?: string;
  /** The id of the request, which the server's log contains too. */
  readonly instance?: string;
  /** The rule that forbids it. */
  readonly rule?: string;
  /** The path of that rule. */
  readonly ruleUrl?: string;
  /** The wrong part of the command. */
  readonly field?: string;
  readonly needs?: unknown;
  readonly has?: unknown;
  /** The current version of the stream. */
  readonly version?: number | null;
  readonly head?: string;
  /** Seconds to wait before the request may be repeated. */
  readonly retryAfter?: number;

  constructor(fields: ProblemFields, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(fields.detail || fields.title, 'cause' in options ? { cause: options.cause } : undefined);
    const copied = COPIED.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]] as const);
    Object.assign(this, Object.fromEntries(copied), { name: new.target.name, ruleUrl: fields.rule_url, retryAfter: options.retryAfter });
    ({ status: this.status, type: this.type, title: this.title } = fields);
  }
}

/** The request does not follow the contract; `field` names the wrong field. */
export class Malformed extends Problem {}
/** The credential is invalid, or this credential or seat may not do that. */
export class Denied extends Problem {}
/** The resource does not exist, or is not yours. */
export class NotFound extends Problem {}
/** A rule of the game forbids it: `rule` names it, `needs` and `has` say why. Nothing changed. */
export class RuleForbids extends Problem {}
/** The request conflicts with the current state, or its idempotency key was used for another request. */
export class Conflict extends Problem {}
/** The resource was erased. */
export class Gone extends Problem {}
/** The stream has changed since the version in `ifMatch`; `version` is the current one. */
export class Stale extends Problem {}
/** Too many requests, even after all retries; `retryAfter` is when to try again. */
export class TooMany extends Problem {}
/** The server is still unavailable after all retries. */
export class Unavailable extends Problem {}
/** No answer: the connection failed, was lost, or timed out. Its `status` is 0. */
export class Unreachable extends Problem {}

const CLASSES: Readonly<Record<number, typeof Problem>> = {
  400: Malformed, 401: Denied, 403: Denied, 404: NotFound, 405: Malformed, 409: RuleForbids, 410: Gone, 412: Stale,
  413: Malformed, 415: Malformed, 422: Conflict, 429: TooMany, 502: Unavailable, 503: Unavailable, 504: Unavailable,
};

/** Return the problem in an answer of 400 and above, whatever its body is. */
export async function problemOf(answer: Response): Promise<Problem> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => null);
  const found = typeof body === 'object' && body !== null ? (body as Partial<ProblemFields>) : {};
  const title = found.title ?? (answer.statusText || `status ${status}`);
  const kind = status === 409 && !found.rule ? Conflict : (CLASSES[status] ?? Problem);
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  return new kind({ ...found, type: found.type ?? 'about:blank', title, status }, { retryAfter });
}

/** Return the problem for a missing answer. */
export function unreachable(cause: unknown): Unreachable {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new Unreachable({ type: 'about:blank', title: 'no answer', status: 0, detail }, { cause });
}

/** Return the problem for a redirect, which is not followed. */
export const sentElsewhere = (): Problem => new Problem({ type: 'about:blank', title: 'the server sends elsewhere', status: 0 });

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): error is Problem =>
  error instanceof TooMany || error instanceof Unavailable || error instanceof Unreachable;
