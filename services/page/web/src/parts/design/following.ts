/** Follows a job: its progress on each change, and its results at most once a second. */
import type { Job, JobAnswer, Progress } from 'arbiter-client';
import { many, t } from '../../texts.js';

const BETWEEN = 1000, MINUTE = 60, LONG = 90;

/** A job as it was read last, with its newest progress. */
export interface Followed { readonly answer: JobAnswer; readonly progress: Progress }

/** Yield a job on each change until it ends or the signal aborts. */
export async function* followed(job: Job, signal: AbortSignal): AsyncGenerator<Followed> {
  let answer = await job.look({ signal }), read = Date.now();
  yield { answer, progress: answer.progress };
  if (answer.progress.status !== 'running') return;
  for await (const progress of job.follow({ signal })) {
    if (progress.status === 'running' && Date.now() - read < BETWEEN) {
      yield { answer, progress };
      continue;
    }
    [answer, read] = [await job.look({ signal }), Date.now()];
    yield { answer, progress: answer.progress };
  }
}

/** Yield a job about once a second until it ends or the signal aborts, for callers that may not read its events. */
export async function* polled(job: Job, signal: AbortSignal): AsyncGenerator<Followed> {
  while (!signal.aborted) {
    const answer = await job.look({ signal });
    yield { answer, progress: answer.progress };
    if (answer.progress.status !== 'running') return;
    await new Promise((done) => { setTimeout(done, BETWEEN); });
  }
}

/** Return how much time is left, in a sentence; empty if the server does not know yet. */
export function timeLeft({ remaining }: Progress): string {
  const seconds = remaining?.seconds;
  if (seconds === null || seconds === undefined) return '';
  const time = seconds < LONG ? many(Math.max(1, Math.round(seconds)), t('second is|seconds are')) : many(Math.round(seconds / MINUTE), t('minute is|minutes are'));
  return t`About ${time} left.`;
}
