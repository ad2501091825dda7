// @ts-check
/**
 * Automatic passes for a seat in a match of tcg: when to pass, and after what wait. Both depend only on the question and
 * the legal commands. It uses no clock, document or randomness of its own: callers pass them in. It is
 * JavaScript with types in comments, so that its tests need only node; the page uses it unchanged.
 *
 * What the wait hides, and what it cannot hide: `contracts/decisions/0094-passing-by-itself.md` and `0119`.
 */

/**
 * `off` always asks the player; `on` passes if nothing else is legal; `turn` passes everything until the next own turn
 * of the seat begins.
 * @typedef {'off' | 'on' | 'turn'} Mode
 */

/**
 * The choices of a player.
 * @typedef {object} Choices
 * @property {Mode} mode
 * @property {number} turn the turn in which the player chose `mode`
 * @property {readonly string[]} cards the ids of cards at which the player wants to be asked
 * @property {boolean} waive do not ask the seat to respond to its own move before other seats have responded
 */

/**
 * The part of a match's view that the decision uses.
 * @typedef {object} Sight
 * @property {number} turn
 * @property {string} active
 * @property {readonly { readonly number: number, readonly seat: string, readonly kind: string }[]} decisions
 * @property {unknown} offer
 * @property {readonly { readonly card: string }[]} chain
 * @property {{ readonly auto_pass?: string | undefined }} [settings]
 */

/**
 * A command that may be sent, as `legal` lists it.
 * @typedef {object} MaySend
 * @property {string} command
 * @property {string} kind the kind of the command
 * @property {{ readonly command: Readonly<Record<string, unknown>> }} body
 */

/**
 * A decision: pass, or the reason why the player is asked.
 * @typedef {{ readonly pass: true, readonly decision: number } | { readonly pass: false, readonly why: Why }} Verdict
 * @typedef {'not asked' | 'not known yet' | 'off' | 'the server passes' | 'a draw is offered' | 'a card' | 'a choice'} Why
 */

/** @type {Choices} */
export const CHOICES = { mode: 'on', turn: 0, cards: [], waive: true };

/**
 * Whether a command continues the match: a seat whose only such command is a pass has nothing to decide.
 * @param {{ readonly kind: string }} entry
 */
export const goesOn = ({ kind }) => kind === 'move' || kind === 'answer';

/**
 * Return the commands that need a decision.
 * @param {readonly MaySend[]} allowed
 */
export const real = (allowed) => allowed.filter((entry) => entry.command !== 'Pass' && goesOn(entry));

/**
 * Decide whether a seat passes automatically.
 *
 * An offered draw always asks the player, because a pass withdraws it.
 * @param {string} seat
 * @param {Sight} view
 * @param {{ readonly allowed: readonly MaySend[] } | undefined} legal `undefined` while it is unknown
 * @param {Choices} choices
 * @param {(thing: number) => string | undefined} cardOf returns the card of a number on the table
 * @returns {Verdict}
 */
export function decide(seat, view, legal, choices, cardOf) {
  const decision = view.decisions.find((one) => one.seat === seat);
  if (decision?.kind !== 'respond') return { pass: false, why: 'not asked' };
  const mode = modeNow(choices, seat, view);
  if (mode === 'off') return { pass: false, why: 'off' };
  if (mode === 'on' && view.settings?.auto_pass === 'nothing_else') return { pass: false, why: 'the server passes' };
  if (legal === undefined) return { pass: false, why: 'not known yet' };
  if (!legal.allowed.some(({ command }) => command === 'Pass')) return { pass: false, why: 'not asked' };
  if (view.offer) return { pass: false, why: 'a draw is offered' };
  if (meets(view, legal.allowed, choices.cards, cardOf)) return { pass: false, why: 'a card' };
  if (mode === 'on' && real(legal.allowed).length > 0) return { pass: false, why: 'a choice' };
  return { pass: true, decision: decision.number };
}

/**
 * Whether one of these cards is on the chain, or could be used now.
 * @param {Sight} view
 * @param {readonly MaySend[]} allowed
 * @param {readonly string[]} cards
 * @param {(thing: number) => string | undefined} cardOf
 */
function meets(view, allowed, cards, cardOf) {
  if (view.chain.some(({ card }) => cards.includes(card))) return true;
  return real(allowed).some(({ body }) => {
    const thing = body.command.card, card = typeof thing === 'number' ? cardOf(thing) : undefined;
    return card !== undefined && cards.includes(card);
  });
}

/**
 * Return the current mode: `turn` ends when another own turn of the seat has begun.
 * @param {Choices} choices
 * @param {string} seat
 * @param {Sight} view
 * @returns {Mode}
 */
export const modeNow = (choices, seat, view) =>
  choices.mode === 'turn' && view.active === seat && view.turn !== choices.turn ? 'on' : choices.mode;

/** The shortest wait between a question and its pass, in milliseconds. */
export const SOONEST = 400;
/** The longest random addition to it, in milliseconds. */
export const SPREAD = 600;

/**
 * Keeps the earliest time for a pass in each question. The wait is drawn once, when the question is first seen and before
 * the legal commands are known, so it reveals nothing about them. A player's own pass waits as long.
 */
export class Pace {
  #question = 0;
  #due = 0;
  /** @type {() => number} */
  #draw;

  /** @param {() => number} draw returns a number from 0 up to 1 */
  constructor(draw) {
    this.#draw = draw;
  }

  /**
   * Note that a question was seen; only the first call for a question counts.
   * @param {number} question the number of the decision
   * @param {number} now in milliseconds
   */
  seen(question, now) {
    if (question === this.#question) return;
    this.#question = question;
    this.#due = now + SOONEST + SPREAD * this.#draw();
  }

  /**
   * Return the milliseconds left before a pass in this question.
   * @param {number} question the number of the decision
   * @param {number} now in milliseconds
   */
  left(question, now) {
    this.seen(question, now);
    return Math.max(0, this.#due - now);
  }
}

/**
 * Pass for a seat if it may respond and can do nothing else: read the match, draw the wait, read the legal commands,
 * wait, and pass. Call it after every change of the match, with one `pace` for the whole match.
 * @param {{ view(): Promise<{ game: Sight }>, legal(): Promise<{ legal: { allowed: readonly MaySend[] } }>,
 *   send(command: { type: 'Pass', decision: number }): Promise<unknown> }} player the seat's own stream
 * @param {string} seat
 * @param {Pace} pace
 * @param {Partial<Choices>} [choices]
 * @returns {Promise<boolean>} whether it has passed
 */
export async function passed(player, seat, pace, choices = {}) {
  const { game } = await player.view();
  const asked = game.decisions.find((one) => one.seat === seat && one.kind === 'respond');
  if (asked === undefined) return false;
  pace.seen(asked.number, Date.now());
  const { legal } = await player.legal();
  const verdict = decide(seat, game, legal, { ...CHOICES, ...choices }, () => undefined);
  if (!verdict.pass) return false;
  await new Promise((resolve) => { setTimeout(resolve, pace.left(verdict.decision, Date.now())); });
  await player.send({ type: 'Pass', decision: verdict.decision });
  return true;
}

/**
 * Parse the stored choices of a player; invalid ones become the defaults.
 * @param {string | null} kept
 * @returns {Choices}
 */
export function readChoices(kept) {
  try {
    const found = /** @type {Partial<Choices>} */ (JSON.parse(kept ?? '{}'));
    return {
      mode: found.mode === 'off' || found.mode === 'turn' ? found.mode : 'on',
      turn: Number(found.turn) || 0,
      cards: Array.isArray(found.cards) ? found.cards.filter((one) => typeof one === 'string') : [],
      waive: found.waive !== false,
    };
  } catch {
    return CHOICES;
  }
}
