/** An action that is being chosen: its candidates, narrowed down by the target and by each answer. */
import type { Body } from '../play/entries.js';
import type { Thing } from '../play/meters.js';
import { same } from '../play/shape.js';
import { questionOf, type Action, type Candidate, type Question } from './actions.js';

export class Choosing {
  private constructor(
    readonly action: Action, readonly card: Thing | undefined, readonly left: readonly Candidate[],
    private readonly answered: ReadonlySet<string>, private readonly texts: Body,
  ) {}

  static of(action: Action, card: Thing | undefined, candidates: readonly Candidate[]): Choosing {
    return new Choosing(action, card, candidates, new Set(), {});
  }

  /** The targets to choose from; none once there is only one. */
  get targets(): ReadonlySet<string> {
    const all = new Set(this.left.flatMap(({ target }) => (target === undefined ? [] : [target])));
    return all.size > 1 ? all : new Set();
  }

  /** What is asked next, once the target is known. */
  get question(): Question | undefined {
    return this.targets.size > 0 ? undefined : questionOf(this.action, this.left, this.answered);
  }

  /** Narrow down to a target. */
  at(target: string): Choosing {
    return new Choosing(this.action, this.card, this.left.filter((one) => one.target === target), this.answered, this.texts);
  }

  /** Narrow down to the value of a field; a text is taken as it is. */
  with(field: string, value: unknown, isText = false): Choosing {
    const left = isText ? this.left : this.left.filter(({ body }) => same(body[field], value));
    return new Choosing(this.action, this.card, left, new Set([...this.answered, field]), isText ? { ...this.texts, [field]: value } : this.texts);
  }

  /** The command, once nothing is left to choose. */
  get command(): Body | undefined {
    const [first] = this.left;
    if (first === undefined || this.targets.size > 0 || this.question !== undefined) return undefined;
    const body = { ...first.body, ...this.texts };
    return this.action.fill && this.card ? this.action.fill(body, this.card) : body;
  }
}
