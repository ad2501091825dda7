/** Which events of a stream count, which were taken back and when, and what an undo would change. */
import type { Happened } from '../play/happened.js';
import type { Message } from '../sentence.js';

/** Events of the stream itself: no undo changes what they did. */
const LASTING = new Set([
  'StreamOpened', 'SeatOpened', 'TokenRotated', 'PlayerAppointed', 'PlayerDismissed', 'SeedCommitted', 'SaltAdded', 'SeedRevealed',
  'StreamClosed', 'UndoProposed', 'UndoAgreed', 'UndoDeclined', 'UndoWithdrawn', 'DrawsKept', 'TakenBack', 'Forked',
  'ChatSent', 'DiceLent', 'GoalReached', 'GoalMissed', 'StateDigested',
]);

/** Commands that `<arbiter-undo>` sends, so that no list of commands needs them. */
export const UNDO_COMMANDS: ReadonlySet<string> = new Set(['ProposeUndo', 'AgreeToUndo', 'DeclineUndo', 'WithdrawUndo']);

/** Events that end a proposed undo; any other decision makes it lapse. */
const ENDING = new Set(['UndoDeclined', 'UndoWithdrawn', 'TakenBack', 'StreamClosed']);

/** Whether a proposed undo lapsed. `proposal` is the version of its event; events are in their order. */
export function isLapsed(events: readonly Happened[], proposal: number): boolean {
  const next = events.find(({ version, event: { type } }) => version > proposal && (ENDING.has(type) || !LASTING.has(type)));
  return next !== undefined && !ENDING.has(next.event.type);
}

/** The versions whose events an undo would take back and bring back, oldest first. */
export interface Stretch { readonly back: readonly number[]; readonly again: readonly number[] }

/** The way of a stream through its versions: each follows the one before it, or the one to which an undo led. */
export class Way {
  private readonly before = new Map<number, number>();
  private readonly lasting = new Set<number>();
  private readonly ended = new Map<number, number>();

  /** Add the event that led to a version; events are added in their order. */
  add(version: number, { type, to }: Message): void {
    if (LASTING.has(type)) this.lasting.add(version);
    if (type !== 'TakenBack' || typeof to !== 'number') return;
    const { back, again } = this.between(version - 1, to);
    for (const one of back) this.ended.set(one, version);
    for (const one of again) this.ended.delete(one);
    this.before.set(version, to);
  }

  /** Return the version of the undo that took back the event of this version; `undefined` if it counts. */
  takenBackAt(version: number): number | undefined { return this.ended.get(version); }

  /** Return what an undo at one version to another would change. */
  between(from: number, to: number): Stretch {
    const back: number[] = [], again: number[] = [];
    let [now, then] = [from, to];
    while (now !== then && now > 0 && then > 0) {
      const side = now > then ? back : again, one = Math.max(now, then), earlier = this.before.get(one) ?? one - 1;
      if (!this.lasting.has(one)) side.push(one);
      [now, then] = now > then ? [earlier, then] : [now, earlier];
    }
    return { back: back.reverse(), again: again.reverse() };
  }
}
