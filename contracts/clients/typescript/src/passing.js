// @ts-check
/**
 * When a seat of a match of tcg passes by itself, and how long it waits before: decided from what the seat is asked and
 * may do, and from nothing else. No clock, no document, no chance of its own: what it needs is handed in. It is
 * JavaScript with types in comments, so that its tests need node alone; the page uses it as it is.
 *
 * What the wait hides, and what it cannot: `contracts/decisions/0094-passing-by-itself.md` and `0119`.
 */

/**
 * `off` asks a person always; `on` passes where nothing else can be done; `turn` passes everything until a later turn of
 * the seat's own begins.
 * @typedef {'off' | 'on' | 'turn'} Mode
 */

/**
 * What a person has chosen.
 * @typedef {object} Choices
 * @property {Mode} mode
 * @property {number} turn the turn in which `mode` was chosen
 * @property {readonly string[]} cards the ids of cards at which the person wants to be asked
 * @property {boolean} waive not to be asked to respond to one's own move, before anybody else has responded
 */

/**
 * What is looked at of a match.
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
 * @property {string} kind what it means to send it
 * @property {{ readonly command: Readonly<Record<string, unknown>> }} body
 */

/**
 * Why a person is asked, or that the seat passes in this decision.
 * @typedef {{ readonly pass: true, readonly decision: number } | { readonly pass: false, readonly why: Why }} Verdict
 * @typedef {'not asked' | 'not known yet' | 'off' | 'the server passes' | 'a draw is offered' | 'a card' | 'a choice'} Why
 */

/** @type {Choices} */
export const CHOICES = { mode: 'on', turn: 0, cards: [], waive: true };

/**
 * Whether a command goes on with the match: whoever can do nothing of the kind but pass has nothing to decide.
 * @param {{ readonly kind: string }} entry
 */
export const goesOn = ({ kind }) => kind === 'move' || kind === 'answer';

/**
 * The commands that are something to decide.
 * @param {readonly MaySend[]} allowed
 */
export const real = (allowed) => allowed.filter((entry) => entry.command !== 'Pass' && goesOn(entry));

/**
 * Decide whether a seat passes by itself.
 *
 * An offered draw always asks, whoever made it, since passing withdraws it.
 * @param {string} seat
 * @param {Sight} view
 * @param {{ readonly allowed: readonly MaySend[] } | undefined} legal undefined while it is not known
 * @param {Choices} choices
 * @param {(thing: number) => string | undefined} cardOf which card a number on the table stands for
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
 * The mode as it is now: `turn` is over once another turn of the seat's own has begun.
 * @param {Choices} choices
 * @param {string} seat
 * @param {Sight} view
 * @returns {Mode}
 */
export const modeNow = (choices, seat, view) =>
  choices.mode === 'turn' && view.active === seat && view.turn !== choices.turn ? 'on' : choices.mode;

/** No pass leaves the page sooner after its question has been seen; in milliseconds. */
export const SOONEST = 400;
/** So many milliseconds are added to it at most. */
export const SPREAD = 600;

/**
 * Keeps when each question may be passed in. The wait is drawn once, as soon as the question is seen and before anybody
 * looks at what is legal, so that it depends on the draw alone. A person's own pass keeps the same time.
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
   * Note that a question is seen; its first sight counts.
   * @param {number} question the number of the decision
   * @param {number} now in milliseconds
   */
  seen(question, now) {
    if (question === this.#question) return;
    this.#question = question;
    this.#due = now + SOONEST + SPREAD * this.#draw();
  }

  /**
   * The milliseconds that are left before this question may be passed in.
   * @param {number} question the number of the decision
   * @param {number} now in milliseconds
   */
  left(question, now) {
    this.seen(question, now);
    return Math.max(0, this.#due - now);
  }
}

/**
 * Pass for a seat if it is asked whether to respond and nothing else can be done: look at the match, draw the wait, look
 * at what is legal, wait, and pass. Call it whenever the match has changed; with one `pace` for the whole match.
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
 * Read what was kept of a person's choices; what is not understood is as it is in the beginning.
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
