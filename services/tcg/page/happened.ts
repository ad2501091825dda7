/** Describes what happened between two versions of a match, in the log's sentences. */

/** The part of a log that is read here. */
interface Log { readonly at: (version: number) => { readonly type: string } | undefined; readonly sentenceAt: (version: number) => string }

const SHOWN = 3;
/** Events that say nothing to a reader. */
const SILENT = new Set([
  'DecisionOpened', 'DecisionAnswered', 'WindowOpened', 'WindowClosed', 'EffectUsed', 'TriggersQueued', 'TriggerBegun', 'DamageSettled', 'SeedRevealed',
  'SeedCommitted', 'StreamClosed',
]);
/** Events that are worth a sentence only if nothing else happened. */
const ROUTINE = new Set(['Passed', 'StepEnded', 'StepEntered', 'PhaseEntered', 'TurnEnded', 'CostPaid', 'AttackEnded', 'DeckShuffled']);

/** Return the first sentences of what happened after a version, up to another. */
export function happened(log: Log, after: number, until: number): string {
  const versions = Array.from({ length: Math.max(0, until - after) }, (_, place) => after + 1 + place);
  const type = (version: number): string => log.at(version)?.type ?? '';
  const heard = versions.filter((version) => !SILENT.has(type(version))), telling = heard.filter((version) => !ROUTINE.has(type(version)));
  const shown = telling.length > 0 ? telling : heard, said = shown.slice(0, SHOWN).map((version) => log.sentenceAt(version)).join('; ');
  return said === '' ? '' : `${said}${shown.length > SHOWN ? ' …' : '.'}`;
}
