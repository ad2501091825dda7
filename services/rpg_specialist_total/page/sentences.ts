/** The sentences of Specialist with totals; `services/page/web/src/parts/sentences/filling.ts` explains the templates. */
import type { Fields, Sentences, Shape, Template } from '../../page/web/src/games.js';
import { said, word, worded } from '../../page/web/src/parts/sentences/said.js';
import { t } from '../../page/web/src/texts.js';

const PEOPLE: Readonly<Record<string, Template>> = t({
  CombatantCreated: '{sheet.name} is ready to play, for {seat}',
  CombatantPrepared: ['The Keeper prepares {prepared.sheet@visible} in secret', 'The Keeper prepares a combatant in secret'],
  CombatantChanged: 'The Keeper changes {character}[: {reason}]',
  ApGained: '{character} gains {ap} AP', ApSpent: '{character} spends {ap} AP[ on {use@use}]', ApLapsed: '{character} loses {ap} unspent AP',
  ApLost: '{character} loses {ap} AP[ until its next turn, {locked?as it failed critically}]', ApReturned: '{character} has {ap} AP back',
  VitalityLost: '{character} loses {amount} Vitality[: {cause}]', FatigueLost: '{character} loses {amount} Fatigue[: {cause}]',
  PointsRestored: '{character} recovers[ {vitality} Vitality][ {fatigue} Fatigue][ by {cause}][: {reason}]',
  CriticallyFailed: '{character} fails critically', Fumbled: ['A fumble: {effect} ({reason})', 'A fumble: {reason}'],
  LuckSpent: '{character} spends {points} luck', LuckOfTheDay: '{character} has {points} luck for the day',
  ExperienceGained: '{character} gains {points#Experience Point}[: {reason}]',
  ExperienceSpent: '{character} spends {points#Experience Point} on {buys}',
  DyingDeclared: '{character} is dying', StabiliseRolled: '{character} tries to hold on to life and rolls {face}',
  Stabilised: '{character} is stable', Revived: '{character} is revived, with {vitality} Vitality', Died: '{character} dies[: {cause}]',
  ComaBegan: '{character} falls into a coma as the drug wears off', ComaEnded: '{character} wakes from the coma',
  StuporBegan: '{character} falls into a stupor as the drug wears off', StuporEnded: '{character} comes out of the stupor',
  DrugTaken: '{character} takes {drug}[ ({doses#dose})]', DrugEnded: '{drug} wears off for {character}',
  OngoingStarted: '{character} loses {ongoing.amount#point} each round from now on: {ongoing.source}', OngoingEnded: '{character} no longer loses points each round[: {ongoing}]',
  SkillTried: '{skill.character} tries a skill: {skill.what}[ with {skill.dice#die}]',
  SkillSettled: '{skill}: {succeeded!success|failure}[, {roll@roll}][ against {number}]; {outcome}',
  MagicWaived: '{character} may end its turn without magic: {reason}',
});

const ROUNDS: Readonly<Record<string, Template>> = t({
  OrderRolled: ['{character} rolls for the order: {roll@roll}', '{character} has no dice for the order'],
  OrderRolledAgain: '{character} rolls again for the order[: {roll.faces}]',
  OrderCorrected: 'The Keeper sets the order of the turns: {order}[ ({reason})]',
  RoundCorrected: 'The Keeper corrects the round of {character}[, which has {ap} AP][: {reason}]',
  RoundPassed: ['A round passes; {characters} took a turn', 'A round passes'],
  Moved: '{character} moves {units#unit}',
});

const ITEMS: Readonly<Record<string, Template>> = t({
  ItemGiven: '{character} gets {item}', ItemReadied: '{character} readies {item}', ItemDropped: '{character} drops {item}', ItemTakenUp: '{character} takes up {item}',
  PieceTaken: '{character} takes one {piece} from the stack',
  AmmunitionUsed: '{character} uses one {name}', AmmunitionCaught: '{character} catches {name} and keeps it', AmmunitionLeft: 'Used ammunition stays behind: {number#piece}',
  AmmunitionRecovered: 'A search for ammunition finds {number@number} for {item}[; {unrecoverable} are lost][: {reason}]',
  WeaponCharged: '{charge.by} puts {charge.energies} into {item}, with {charge.ap} AP',
  ChargeCorrected: ['The Keeper puts {charge.energies} into {item}[: {reason}]', 'The Keeper takes the energy out of {item}[: {reason}]'],
  ChargeFaded: 'The energy in {item} fades without effect: {energies}',
});

const ATTACKS: Readonly<Record<string, Template>> = t({
  AttackDeclared: '{declared.attacker} attacks {declared.target}[ with {declared.weapon}][, with {declared.energies}][ and {declared.components}], for {declared.ap@number} AP: {to_hit@roll}',
  AttackSettled: 'The outcome of the attack: {outcome}',
  EvasionRolled: ['The defender rolls evasion: {rolled@roll}', 'The defender cannot evade'], BlockRolled: ['The defender uses armor or a block: {rolled@roll}', 'The defender has neither armor nor a block'],
  DamageRolled: ['The damage is rolled: {rolled@roll}', 'The blow does no damage'], MitigationRolled: ['The mitigation is rolled: {rolled@roll}', 'There is no mitigation'],
  DefenceDeclined: 'The defender declines further defence', DefenceForgone: 'The target can roll no defence: it has {total@number}',
  ExchangeEnded: 'The attack is over', ExchangeDropped: 'The attack is called off[: {reason}]',
  DamageDealt: ['{character} takes {amount} damage ({outcome})', '{character} takes no damage ({outcome})'],
  CounterattackOffered: 'The attack failed critically: the defender may counterattack',
  AttackTurnedBack: 'The defender {choice@choice}',
  TargetMatched: '{matches!The energy acts on this kind of target|The energy does not act on this kind of target and stays in the weapon}',
});

const MAGIC: Readonly<Record<string, Template>> = t({
  SpellOpposed: 'The defender counters the spell with {counter.energy}, for {counter.ap} AP: {roll@roll}',
  ShieldRaised: 'The defender raises a shield of {counter.energy}, for {counter.ap} AP[, with {counter.block#die}]',
  CounterFaded: 'The {counter} of the defender fades without effect',
  EnergiesCancelled: 'The {counter} of the defender cancels out {energies}',
  EnergyCountered: ['The target counters the energy of the weapon with {counter} and cancels {energies}: {roll@roll}', 'The target counters the energy of the weapon with {counter}, in vain: {roll@roll}'],
  EnergyLetIn: 'The target does not counter the energy of the weapon',
  EnergyMet: 'Energy reaches {character}: {energies}',
  EnergyReleased: 'The energy in {item} is released by its touch: {energies}',
  EnergyJudged: 'Energy {acts!takes effect|fades}: {energies}[ ({reason})]',
  EnergyResisted: '{resisted!The target resists|The target does not resist} {energy}[: {reason}]',
  EnergyTookEffect: 'Energy takes effect on {character}[, {deals?and deals damage}]: {energies}',
  StatedDefenceRolled: '{character} rolls against {energy}: {roll@roll}',
  PreparedSpellCast: '{character} casts a prepared spell: {spell}',
  ProhibitiveSpellCast: '{spell.character} stops {spell.target} with {spell.energies}, for {spell.ap} AP: {spell.reason}',
  SpellFailed: '{spell.character} casts {spell.energies} on {spell.target}, for {spell.ap} AP, without effect: {spell.reason}',
  SpellFaded: 'The energy of the stopped spell fades without effect: {energies}',
  SpellHeld: '{character} casts a lasting spell, {held.what}, for {held.ap} AP[: {held.rounds#round}]',
  SpellWaned: 'The spell of {character}, {spell}, lasts {rounds#more round}',
  SpellEnded: 'The spell of {character}, {spell}, ends[: {cause}]',
  SpellCorrected: ['The Keeper sets a lasting spell of {character}: {held.what}[, {held.rounds#round}] ({reason})', 'The Keeper ends a lasting spell of {character}: {reason}'],
});

const CHOICES: Readonly<Record<string, string>> = t({ return: 'strikes back', catch: 'catches what was thrown', decline: 'does not strike back' });
const USES: Readonly<Record<string, string>> = t({ attack: 'an attack', defence: 'a defence', drug: 'a drug', movement: 'movement', skill: 'a skill', spell: 'a spell' });

/** Say a rolled total: its dice, Luck and modifier, and what it amounts to. */
const roll: Shape = (value, knowing) => {
  const { total = 0, faces = [], luck = [], lucky, modifier = 0, critical } = value as Fields;
  if (total === 0 && (faces as unknown[]).length === 0 && modifier === 0) return undefined;
  const parts = [said(faces, 'faces', knowing), (luck as unknown[]).length > 0 ? t(lucky ? `good luck ${said(luck, 'faces', knowing)}` : `bad luck ${said(luck, 'faces', knowing)}`) : '',
    modifier === 0 ? '' : `${Number(modifier) > 0 ? '+' : '−'}${Math.abs(Number(modifier))}`].filter(Boolean);
  return `${String(total)}${parts.length > 0 ? ` (${parts.join('; ')})` : ''}${critical ? t`, a ${worded({}, critical)}` : ''}`;
};

const SHAPES: Readonly<Record<string, Shape>> = {
  roll, choice: word(CHOICES), use: word(USES),
};

const sentences: Sentences = {
  sentences: { ...PEOPLE, ...ROUNDS, ...ITEMS, ...ATTACKS, ...MAGIC }, shapes: SHAPES,
  called: {
    SkillTried: [{ id: 'skill.id', as: t('The skill of {skill.character}, {skill.what}') }],
    SpellHeld: [{ id: 'held.id', as: '{held.what}' }], SpellCorrected: [{ id: 'spell', as: '{held.what}' }],
    AttackDeclared: [{ id: 'declared.spell.id', as: '{declared.spell.what}' }],
    OngoingStarted: [{ id: 'ongoing.id', as: '{ongoing.source}' }],
  },
};

export default sentences;
