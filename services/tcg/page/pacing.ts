/** Sends passes at their time, those of the player and automatic ones. The client's `passing.js` decides on the latter. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Pace, type Verdict } from 'arbiter-client/passing';
import type { Sent } from './table.js';

/** Return a random number from 0 up to 1, from the browser's cryptographic generator. */
const drawn = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

export class Pacing implements ReactiveController {
  readonly #send: (sent: Sent) => void;
  readonly #pace = new Pace(drawn);
  #timer: number | undefined;
  #question: number | undefined;
  #byItself = false;

  /** `send` sends a command. */
  constructor(host: ReactiveControllerHost, send: (sent: Sent) => void) {
    host.addController(this);
    this.#send = send;
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Note that a question was seen, before the legal commands are known. */
  seen(question: number | undefined): void {
    if (question !== undefined) this.#pace.seen(question, performance.now());
    if (question !== this.#question) this.stop();
  }

  /** Pass automatically, once for each question, if that was decided; a pass that the player has requested stays scheduled. */
  follow(verdict: Verdict): void {
    if (!verdict.pass) {
      if (this.#byItself) this.stop();
    } else if (this.#question !== verdict.decision) {
      this.#start(verdict.decision, true);
    }
  }

  /** Pass for the player as soon as the question's wait is over. */
  pass(question: number): void {
    if (this.#timer === undefined || this.#question !== question) this.#start(question, false);
  }

  /** Cancel scheduled passes. */
  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = this.#question = undefined;
    this.#byItself = false;
  }

  #start(question: number, byItself: boolean): void {
    this.stop();
    this.#question = question;
    this.#byItself = byItself;
    this.#timer = window.setTimeout(() => {
      this.#timer = undefined;
      this.#send({ type: 'Pass', decision: question });
    }, this.#pace.left(question, performance.now()));
  }
}
