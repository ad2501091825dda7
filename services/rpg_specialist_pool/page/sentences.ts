/** The sentences of Specialist with dice pools; `services/page/web/src/parts/sentences/filling.ts` explains the templates. */
import type { Sentences, Shape, Template } from '../../page/web/src/games.js';
import { word } from '../../page/web/src/parts/sentences/said.js';
import { many, t } from '../../page/web/src/texts.js';

const EVENTS: Readonly<Record<string, Template>> = t({
  CatalogueLoaded: 'Conditions, components and equipment can be used from now on',
  SpecialistCreated: '{character} is ready to play[, for {seat}]',
  SpecialistChanged: 'The sheet of {character} is replaced[: {reason}]',
  SpecialistPrepared: ['The Keeper prepares {sheet@visible} in secret', 'The Keeper prepares a creature in secret'],
  ApRefreshed: '{participant} has {ap} AP',
  InitiativeRolled: '{participant} rolls initiative[ {roll.faces}]: {roll.successes#success}',
  ContestOpened: ['{character} acts against {target}[ with {pool.dice#die}][ ({pool.sources@source})]', '{character} begins an opposed roll with {pool.dice#die}[ ({pool.sources@source})]'],
  ContestAnswered: '{character} answers[ with {pool.dice#die}][ ({pool.sources@source})]',
  ContestCancelled: 'The Keeper cancels the opposed roll[: {reason}]',
  PoolRolled: '{character} rolls[ {roll.faces}][ and Luck {roll.luck}]: {roll.successes#success}[, {roll.critical@critical}]',
  ContestResolved: ['{character} against {target}: {outcome@outcome}[ by {margin@amount}]', '{character} against the others: {outcome@outcome}[ by {margin@amount}]'],
  AttemptMade: '{character} attempts something[ with {pool.dice#die}][ ({pool.sources@source})]',
  AttemptResolved: 'The attempt of {character}: {outcome@outcome}[ by {margin@amount}]',
  CriticalShown: '{character} rolled a {shows@critical}: the Keeper decides on its effect',
  StoodStill: '{character} does not roll',
  TieRuled: 'The Keeper settles a tie: {outcome@outcome}',
  OutcomeDescribed: 'The Keeper describes the critical success[: {text}]',
  ConsequenceRuled: 'The Keeper rules on the critical failure of {character}: {consequence@consequence}[; {text}]',
  AttackerUnsettled: '{character} is unsettled: its next attack has {dice@dice}[: {reason}]',
  CounterattackLapsed: '{character} does not take its chance to strike back at {target}',
  MomentPassed: 'The moment of some criticals has passed: they have no further effect',
  ConditionApplied: '{character} is now {condition}[ at level {level}][: {reason}]',
  ConditionCleared: ['{character} is no longer {condition}[: {reason}]'],
  DamageDealt: ['{target} takes {damage} damage[; faces {faces}]', 'The blow deals {damage} damage[; faces {faces}]', 'The blow deals no damage'],
  VitalityRose: '{character} has {vitality} Vitality again[: {reason}]',
  LuckRolled: '{character} rolls for Luck: {points}',
});

const OUTCOMES: Readonly<Record<string, string>> = t({ tie: 'a tie', hit: 'a hit', glancing: 'a glancing blow', stalemate: 'a stalemate', partial_success: 'a partial success', mutual_complication: 'a complication for both' });
const CONSEQUENCES: Readonly<Record<string, string>> = t({ backlash: 'it turns against its maker', counterattack: 'the other may strike back', lost_footing: 'it loses its footing', narrative: 'it is described' });

const SHAPES: Readonly<Record<string, Shape>> = {
  outcome: word(OUTCOMES),
  consequence: word(CONSEQUENCES),
  critical: word({}),
  source: t(['{dice} from {name}', '{name}']),
  dice: (value) => { const dice = many(Math.abs(Number(value)), t('die|dice')); return t(Number(value) < 0 ? `${dice} fewer` : `${dice} more`); },
};

const sentences: Sentences = { sentences: EVENTS, shapes: SHAPES };

export default sentences;
