/** Asks the server for a job about a match, follows it, and shows its progress. */
import { Arbiter, type JobAnswer, type JobAsk, type Progress } from 'arbiter-client';
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { arbiter } from '../../page/web/src/access.js';
import { followed, polled, timeLeft } from '../../page/web/src/parts/design/following.js';
import '../../page/web/src/parts/problem.js';
import { translatingFetch } from '../../page/web/src/names.js';
import { t } from '../../page/web/src/texts.js';

/** A player of the house, who plays the rest of each match. */
export type PlayerName = 'greedy' | 'random';

const ENDED: Record<string, string> = t({ failed: 'The server could not finish this', cancelled: 'Cancelled' });

export class Asking implements ReactiveController {
  /** The job with the most trials so far: an earlier one stays until a finer one has more. */
  best: JobAnswer | undefined;
  progress: Progress | undefined;
  problem: Error | undefined;
  /** The id of the current job. */
  job: string | undefined;
  private sending = false;
  private following = new AbortController();

  /** With `token` a seat asks for help: it may not follow a job's events, so the page looks at the job again and again. */
  constructor(private readonly host: ReactiveControllerHost, private readonly token: () => string | undefined = () => undefined) {
    host.addController(this);
  }

  private get caller(): Arbiter {
    const token = this.token();
    return token === undefined ? arbiter() : new Arbiter({ key: token, fetch: translatingFetch });
  }

  hostConnected(): void {
    if (this.job !== undefined && this.running) void this.follow(this.job);
  }

  hostDisconnected(): void {
    this.following.abort();
  }

  /** Whether an answer is awaited. */
  get running(): boolean {
    return this.sending || this.progress?.status === 'running';
  }

  /** Request a job and follow it to its end. */
  async ask(body: JobAsk<'tcg'>): Promise<void> {
    [this.sending, this.problem, this.progress] = [true, undefined, undefined];
    this.host.requestUpdate();
    try {
      const { id } = await this.caller.job('tcg', body);
      void this.follow(id);
    } catch (problem) {
      this.problem = problem as Error;
    } finally {
      this.sending = false;
      this.host.requestUpdate();
    }
  }

  /** Follow a job to its end. */
  async follow(id: string): Promise<void> {
    this.following.abort();
    const { signal } = this.following = new AbortController();
    this.job = id;
    try {
      const look = this.token() === undefined ? followed : polled;
      for await (const { answer, progress } of look(this.caller.jobAt('tcg', id), signal)) this.keep(answer, progress);
    } catch (problem) {
      if (!signal.aborted) this.problem = problem as Error;
    }
    this.host.requestUpdate();
  }

  async cancel(): Promise<void> {
    if (this.job === undefined) return;
    try {
      const answer = await this.caller.jobAt('tcg', this.job).cancel();
      this.keep(answer, answer.progress);
    } catch (problem) {
      this.problem = problem as Error;
      this.host.requestUpdate();
    }
  }

  /** Forget the job and what it found. */
  clear(): void {
    this.following.abort();
    this.best = this.progress = this.problem = this.job = undefined;
    this.host.requestUpdate();
  }

  private keep(answer: JobAnswer, progress: Progress): void {
    this.progress = progress;
    if (answer.result && answer.progress.trials >= (this.best?.progress.trials ?? 0)) this.best = answer;
    this.host.requestUpdate();
  }
}

/** Render how far a job is, with a button that cancels it; or why there is none. */
export function progressOf(asking: Asking): TemplateResult | typeof nothing {
  const { progress, problem, running } = asking;
  if (problem) return html`<arbiter-problem .problem=${problem}></arbiter-problem>`;
  if (!running && progress) return html`<p class=${progress.status in ENDED ? 'quiet' : 'only-read'} role="status">${ENDED[progress.status] ?? (t(progress.why === 'best' ? 'The best move is known' : 'All matches are played'))}.</p>`;
  if (!running) return nothing;
  const share = progress ? Math.floor((100 * progress.trials) / progress.at_most) : 0;
  return html`<div class="row progress" data-running>
    <progress max="100" .value=${share} aria-label="Matches played"></progress>
    <span class="quiet">${t(progress?.trials ? `${share} % played. ${timeLeft(progress)}` : 'Waiting for the first matches …')}</span>
    <button data-cancel ?disabled=${progress === undefined} @click=${() => asking.cancel()}>Cancel</button></div>`;
}
