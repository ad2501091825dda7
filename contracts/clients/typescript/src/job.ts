/** A job: a simulation that the server runs. */
import type { JobAnswer, JobItem, Progress, TrialAnswer, TrialBody } from './generated/dice/types.gen.js';
import { resumed } from './sse.js';
import type { Transport } from './transport.js';
import type { Cancellable, Service } from './types.js';

export type { JobAnswer, JobItem, Progress, TrialAnswer, TrialBody };

/** A job. Every function throws `Problem` if the server refuses. */
export class Job<S extends Service = Service> {
  readonly service: S;
  readonly id: string;
  readonly path: string;
  readonly #transport: Transport;

  constructor(transport: Transport, service: S, id: string) {
    this.service = service;
    this.id = id;
    this.path = `/${encodeURIComponent(service)}/v1/jobs/${encodeURIComponent(id)}`;
    this.#transport = transport;
  }

  /** Get its progress and its results so far. */
  async look({ signal }: Cancellable = {}): Promise<JobAnswer> {
    return this.#transport.json({ path: this.path, signal });
  }

  /** Yield its progress on each change, across lost connections; ends with the job or the signal. */
  async *follow({ signal }: Cancellable = {}): AsyncGenerator<Progress> {
    const isOver = async (): Promise<boolean> => (await this.look({ signal })).progress.status !== 'running';
    for await (const { data } of resumed(this.#transport, { path: `${this.path}/events`, signal }, '0', isOver)) {
      const progress = JSON.parse(data) as Progress;
      yield progress;
      if (progress.status !== 'running') return;
    }
  }

  /** Wait until it ends, and return its results. */
  async done({ signal }: Cancellable = {}): Promise<JobAnswer> {
    for await (const { status } of this.follow({ signal })) if (status !== 'running') break;
    return this.look({ signal });
  }

  /** Cancel it; its results so far stay. */
  async cancel({ signal }: Cancellable = {}): Promise<JobAnswer> {
    return this.#transport.json({ method: 'POST', path: `${this.path}/cancellation`, signal });
  }

  /** Play one of its trials again as a stream. */
  async trial(body: TrialBody, { signal }: Cancellable = {}): Promise<TrialAnswer> {
    return this.#transport.json({ method: 'POST', path: `${this.path}/trials`, body, signal });
  }
}
