/** Where a learner is in a lesson: steps end with the events that they name, and asides say what else the game asks for. */
import type { Live } from '../play/live.js';
import type { Aside, Lesson, Pointer, Step } from './lessons.js';
import { t } from '../../texts.js';

/** What the learner sees now: a step, what has to be done before it, or that others act. */
export type Now = { readonly kind: 'step'; readonly step: Step } | { readonly kind: 'aside'; readonly step: Aside } | { readonly kind: 'wait'; readonly step: Pointer };

const OTHERS: Pointer = { says: t('The others act now. Wait a moment.') };
const ELSE: Pointer = { says: t('The game asks you for something else first. Answer it, and the lesson goes on.') };

export class Course {
  /** The number of the step that is shown, from 0. */
  at = 0;
  /** The furthest step that was reached. */
  private reached = 0;
  /** Events after this version can end the furthest step. */
  private since = 0;
  private begun = false;

  constructor(private readonly lesson: Lesson, private readonly seat: string) {}

  get count(): number { return this.lesson.steps.length; }
  get isLast(): boolean { return this.at >= this.count - 1; }
  /** Whether the learner may go on without doing anything: the step waits for nothing, or its event has happened. */
  get isRead(): boolean { return this.at < this.reached || this.current.until === undefined; }

  private get current(): Step { return this.lesson.steps[this.at]!; }

  /** Take in what has happened: steps whose events came are over, and so are those that can no longer be done. */
  follow(live: Live): void {
    if (!this.begun && live.view !== undefined) [this.begun, this.since] = [true, live.view.version];
    while (this.at === this.reached && this.current.until !== undefined && !this.isLast) {
      const ended = live.events.find(({ version, event }) => version > this.since && this.ends(event));
      if (ended === undefined && !isOver(live)) return;
      this.advance(ended?.version ?? this.since);
    }
  }

  /** Go on, whether the step is done or skipped. */
  next(live: Live): void {
    if (this.isLast) return;
    if (this.at < this.reached) this.at += 1;
    else this.advance(Math.max(this.since, live.view?.version ?? 0));
    this.follow(live);
  }

  back(): void { this.at = Math.max(0, this.at - 1); }

  /** Return what the learner sees now. */
  now(live: Live): Now {
    const step = this.current, { legal } = live;
    if (this.isRead || step.may === undefined) return { kind: 'step', step };
    const possible = new Set(legal.allowed.map(({ command }) => command)), isAsked = legal.awaits?.includes(this.seat) === true;
    if (!isAsked || live.busy) return isAsked ? { kind: 'step', step } : { kind: 'wait', step: OTHERS };
    if (step.may.some((command) => possible.has(command))) return { kind: 'step', step };
    const aside = this.lesson.asides?.find(({ may }) => possible.has(may));
    return aside === undefined ? { kind: 'wait', step: ELSE } : { kind: 'aside', step: aside };
  }

  private ends(event: { readonly type: string; readonly seat?: unknown }): boolean {
    const { until = [], holds } = this.current;
    const isTheirs = typeof event.seat === 'string' && event.seat !== this.seat;
    return until.includes(event.type) && !isTheirs && (holds === undefined || JSON.stringify(event).includes(holds));
  }

  private advance(since: number): void {
    this.at += 1;
    this.reached = Math.max(this.reached, this.at);
    this.since = since;
  }
}

const isOver = ({ view }: Live): boolean => view?.status === 'closed';
