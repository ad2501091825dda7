/** A job: a simulation that the server works on. */
import type { JobAnswer, JobItem, Progress, TrialAnswer, TrialBody } from './generated/dice/types.gen.js';
import { resumed } from './sse.js';
import type { Transport } from './transport.js';
import type { Cancellable, Service } from './types.js';

export type { JobAnswer, JobItem, Progress, TrialAnswer, TrialBody };

/** A job. Every function throws `Problem` where it is refused. */
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

  /** How far it is, and what it has found so far. */
  async look({ signal }: Cancellable = {}): Promise<JobAnswer> {
    return this.#transport.json({ path: this.path, signal });
  }

  /** Its progress as it grows, over cut connections too; ends with the job or the signal. */
  async *follow({ signal }: Cancellable = {}): AsyncGenerator<Progress> {
    const isOver = async (): Promise<boolean> => (await this.look({ signal })).progress.status !== 'running';
    for await (const { data } of resumed(this.#transport, { path: `${this.path}/events`, signal }, '0', isOver)) {
      const progress = JSON.parse(data) as Progress;
      yield progress;
      if (progress.status !== 'running') return;
    }
  }

  /** Wait until it is over, and return what it found. */
  async done({ signal }: Cancellable = {}): Promise<JobAnswer> {
    for await (const { status } of this.follow({ signal })) if (status !== 'running') break;
    return this.look({ signal });
  }

  /** End it; what it has found stays. */
  async cancel({ signal }: Cancellable = {}): Promise<JobAnswer> {
    return this.#transport.json({ method: 'POST', path: `${this.path}/cancellation`, signal });
  }

  /** Play a trial of it again as a stream of its own. */
  async trial(body: TrialBody, { signal }: Cancellable = {}): Promise<TrialAnswer> {
    return this.#transport.json({ method: 'POST', path: `${this.path}/trials`, body, signal });
  }
}
