/** Words for codes in the fields of events: kinds of decisions and windows, steps, and reasons for an end. */
import { wordOf, type WordOf } from '../../page/web/src/parts/sentences/said.js';
import { t } from '../../page/web/src/texts.js';
import { ASKED, REASONS, STEPS, WINDOWS } from './words.js';

const window = wordOf('kind', WINDOWS), step = wordOf('step', STEPS), reason = wordOf('reason', REASONS);

export const CODES: Readonly<Record<string, Readonly<Record<string, WordOf>>>> = {
  DecisionOpened: { kind: wordOf('kind', ASKED, t('to decide')) },
  WindowOpened: { kind: window }, WindowClosed: { kind: window },
  StepEntered: { step }, StepEnded: { step },
  PlayerLost: { reason }, MatchFinished: { reason },
};
