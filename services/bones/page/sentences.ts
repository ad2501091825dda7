/** The sentences of BONES; `services/page/web/src/parts/sentences/filling.ts` explains the templates. */
import type { Sentences, Template } from '../../page/web/src/games.js';
import { SHAPES } from './shapes.js';
import { t } from '../../page/web/src/texts.js';

const FIGHTS: Readonly<Record<string, Template>> = t({
  CombatStarted: 'A fight begins: {fighters}', CombatEnded: 'The fight is over[: {reason}]',
  CombatJoined: '{fighter} joins the fight', CombatLeft: '{creature} is out of the fight',
  SceneSet: ['The scene changes: {light}[; caught: {caught}]', 'The scene changes[: caught are {caught}]'],
  Declared: ['{creature} declares in secret: {declaration@declaration}', '{creature} declares in secret'],
  DeclarationsRevealed: 'The declarations of this round are revealed: {declarations@declared}',
  AllottingBegan: 'Successes are allotted in this order: {groups}',
  SuccessesAllotted: ['{creature} allots successes in secret: {allotment@allotment}', '{creature} allots successes in secret'],
  AllotmentsRevealed: 'The allotments are revealed: {allotments@allotted}',
  GroupsTurnCame: 'The next group allots', DefenceBegan: 'All successes are allotted; now each defender chooses an attacker',
  DefenceSet: ['{creature} defends against {stands@stand}', '{creature} defends against nobody'],
  RoundCompared: 'Attacks are compared with defences[; {lapsed} cannot give the coup de grace any more]', RoundRolled: 'All dice of the round are rolled',
  RoundTaskSet: ['{creature} tries something else this round: {terms.skill}[, {terms.difficulty}][, for {terms.patient}]', '{creature} tries something else this round'],
  RoundTaskSettled: '{creature} has {gross#success} in its task[; it escapes from {escaped}][, together with {together}]',
  RoundMagicSet: ['The magic of {creature} may {magic@round_magic} this round', '{creature} uses no magic this round'],
  RoundMagicSettled: 'The magic of {creature} has {successes#success} this round',
  BlowStruck: ['{attacker} {kind@strikes} {target}[ with {successes#success}][, {stopped} stopped][, less {losses@loss}], for {damage} damage[; it is {gives@hindered} now]',
    '{attacker} {kind@strikes} {target}[ with {successes#success}][, {stopped} stopped][, less {losses@loss}], without damage'],
});

const HARM: Readonly<Record<string, Template>> = t({
  DamageDealt: '{wound.creature} is hurt: {wound.amount} damage[ ({wound.source@cause})]',
  DamageTaken: ['{creature} loses {dice#die}[; its {ruined} is ruined][; it is {gives@hindered} now]', '{creature} takes the damage[; its {ruined} is ruined][; it is {gives@hindered} now]'],
  DamageSoaked: ['{wound@named} soaks one damage', 'One damage is soaked'],
  DamageHealed: '{creature} heals[ {dice#die}][: {cause@cause}]', DiceComingBack: '{healing.creature} heals {healing.dice#die} and chooses which',
  CasterTired: 'Its magic tires {creature}: {damage} damage',
  HinderingGiven: '{creature} is {die.kind@hindered} now', HinderingRemedied: '{creature} is rid of it: {remedy}', HinderingRolled: '{creature} suffers from poison or flames: {dice}',
  Incapacitated: '{creature} is out of the fight', Died: '{creature} is dead[: {cause@cause}]', DeathSurvived: '{creature} survives its death and loses {lost#die}',
  FallBegan: '{fall.creature} falls {fall.height#metre}', FallRolled: ['{fall@named} tries to soften the fall', 'The fall is softened'],
  FallSettled: ['{creature} lands with {successes#success} and takes {damage} damage', '{creature} lands without damage'],
  RestBroken: 'The rest of {creature} begins anew', RestCounted: ['{creature} rests and heals {dice#die}', '{creature} rests'],
  FatigueRested: ['{creature} rests from its magic for {hours#hour}', '{creature} is interrupted in its rest'], FatigueEnded: '{creature} is no longer tired by its magic',
  PatientTreated: 'The wounds of {creature} are treated, with {successes#success}[; healed: {dice#die}][; from now on a die takes {days#day}]',
  TreatmentEnded: 'The treatment of {creature} ends', TreatmentTookHold: 'The treatment of {creature} takes hold',
  SeasonRested: 'All have rested for the season',
});

const ROLLS: Readonly<Record<string, Template>> = t({
  RollMade: '{roll.creature} rolls[ {roll.skill}]: {roll.dice}',
  RollMoved: ['In {roll@named} {stage@stage}', 'In a roll {stage@stage}'],
  DiceReported: '{creature} enters the faces of its dice: {faces}', FacesEntered: '{creature} enters the faces of its dice: {faces}', DicePutAway: 'The dice are put away',
  DieRerolled: ['In {roll@named} {die@die} is rolled again: {face}', '{die@die} is rolled again: {face}'],
  AutomaticUsed: '{creature} uses an automatic success', SuccessBought: ['One more success counts in {roll@named}', 'One more success counts'],
  SuccessGiven: 'A success is given to {to}', CommandTaken: 'An icon commands {to}',
  AbilitiesShown: ['{creature} shows {abilities@ability}[ and may {lets}]', '{creature} may {lets}', '{creature} shows no ability'],
  TaskProposed: '{task.creature} tries something: {task.aim}[ ({task.skill})]',
  TaskSet: 'The game master sets the task[ “{task@named}”][: {skill}][, {terms.difficulty}][, against {terms.opponents}][, number {terms.number}]',
  TaskRolled: ['The dice for “{task@named}” are rolled[ against challenge dice {challenge}]', 'The task is rolled[ against challenge dice {challenge}]'],
  TaskSettled: ['{results@result}', 'The task ends in {success!success|failure}[, with {successes#success}]'],
  TaskTied: 'The task is a tie and is rolled again', TaskWithdrawn: ['“{task@named}” is given up[: {reason}]', 'The task is given up[: {reason}]'],
  ResultTold: ['What comes of “{result@named}”: {text}', 'What comes of it: {text}'],
  CheckCame: '{creature} {success!succeeds|fails}[: {.told}]',
});

const SEASONS: Readonly<Record<string, Template>> = t({
  SeasonOpened: 'A season opens: {season.name@season}', SeasonEnded: 'Season {season} ends',
  SeasonClosing: 'The season closes; {results@results}[; not taken: {lapsed#action}]',
  DeadlineSet: ['The season ends by {deadline@time}', 'The season has no deadline'],
  ActionDeclared: '{action.creature} sets out: {action.aim}[ ({action.skill})]',
  ActionChanged: ['The {action@named} changes: {aim} ({skill})', 'An action changes: {aim} ({skill})'],
  ActionTermsSet: ['The game master sets the terms of the {action@named}: {terms.skill}[, {terms.difficulty}][; failing costs {damage} damage][, and {ends_season?no further action follows}]',
    'The game master sets the terms of an action: {terms.skill}[, {terms.difficulty}]'],
  ActionWithdrawn: ['The {action@named} is withdrawn', 'An action is withdrawn'], ActionTaken: ['{creature} takes its action in play', 'An action becomes a task'],
  ActionResolved: ['{resolution.outcome@outcome}', '{unseen.outcome@outcome} (not public yet)', 'An action is resolved, and its result is not public yet'],
  ActionTold: ['What comes of the {action@named}: {text}', 'What comes of an action: {text}'],
  OutcomesTold: ['What comes of it: {outcomes@outcome}', 'The results are public now'],
  SpiffsOrdered: ['For the {action@named} spiffs {orders@orders}', 'For an action spiffs {orders@orders}'],
  OrderVetoed: 'The game master does not allow spiffs for {order@spiff_use}: {reason}',
  AssetGained: '{creature} gains an asset: {asset}', AssetLost: '{creature} loses an asset, {asset}: {reason}',
  ThingMade: ['{making.creature} makes {making.item}, in {making.days#day}', '{making.creature} makes something ({making.aim}), in {making.days#day}'],
  ThingFinished: ['{making@named} is finished', 'Something that was made is finished'],
});

const MAGIC: Readonly<Record<string, Template>> = t({
  MagicUsed: '{creature} uses magic',
  ThemeSet: '{creature} gains a theme of magic: {theme}', ThemeChanged: ['The theme {name} of {creature} is corrected: {theme.effect}[ ({reason})]', '{creature} loses the theme {name}[: {reason}]'],
  EffectBegan: '{effect.caster} works magic that lasts: {effect.what}[, on {effect.target}] ({effect.theme})',
  EffectHeld: ['“{effect@named}” is held, with {successes#success}', 'Magic is held, with {successes#success}'],
  EffectEnded: ['“{effect@named}” of {caster} ends: {why}', 'Magic of {caster} ends: {why}'],
  StretchEnded: 'Magic has to be held again: {effects}', RoundsRanDown: 'Magic that was paid for runs down by {rounds#round}',
  HealthSacrificed: ['{creature} sacrifices die {die} so that its magic lasts', '{creature} sacrifices its health so that its magic lasts'],
  SacrificeMade: ['{creature} sacrifices {victim}', '{creature} sacrifices {gem}, worth {coins#coin}', '{creature} makes a sacrifice'],
  ResistanceOpened: '{resistance.creature} may resist: {resistance.what}, by {resistance.caster}', ResistanceLapsed: ['{resistance@named} no longer needs to resist', 'A resistance lapses'],
  ResistanceRolled: ['{resistance@named} tries to resist', 'A resistance is rolled'], ResistanceSettled: '{creature} {holds!cannot resist|resists}, with {successes#success}',
  OrderGiven: 'An order is given: {order.text}', MagnitudeNamed: ['The order “{order@named}” needs control of degree {magnitude}', 'An order needs control of degree {magnitude}'],
  OrderStands: ['The order “{order@named}” stands', 'An order stands'], OrderTakenUp: ['{creature} obeys: {order@named}', '{creature} obeys an order'],
  OrderRefused: ['The order “{order@named}” is refused: {why@refused}', 'An order is refused: {why@refused}'],
});

const CREATURES: Readonly<Record<string, Template>> = t({
  CreatureAppeared: '{creature} appears', CreatureEntered: ['{name} appears', '{creature} appears'], CreaturePrepared: ['The game master prepares {prepared@visible} in secret', 'The game master prepares a creature in secret'],
  CreatureCorrected: 'The game master corrects {creature}: {reason}', PreparedNamed: 'The players see {name}', NameShown: 'The players learn a name: {name}',
  DiceShown: 'The players see the dice of {creature}: {dice#die}', ItemsShown: ['The players see what {creature} carries: {items}', 'The players see that {creature} carries nothing'],
  SheetWritten: 'The sheet of {creature} is written', EquipmentSettled: 'The equipment of {creature} is settled',
  DraftStarted: '{seat} begins to make a character, of the race {race}', SourceChosen: 'The {of} of the character is chosen: {name}',
  DieCompleted: 'A die of the character is completed: {die.faces}', SheetFinished: 'The sheet of {sheet} is finished[, with {equipment}]', DraftEnded: ['The draft of {draft@named} ends', 'The draft of a character ends'],
  CompanionImproved: '{creature} gains a die: {die.faces}', IconEarned: ['{creature} earns an icon with {sessions#session}', '{creature} earns an icon'],
  IconPlaced: '{creature} places the icon {icon} on die {number}: {die.faces}', AutomaticSuccessEarned: '{creature} has one more automatic success on every check',
  WarTrainingSet: '{creature} is {war_trained!trained for war|not trained for war}', PostureChanged: '{creature} {prone!lies down|rises}',
  ItemGiven: '{creature} gets {item}', ItemReadied: '{creature} readies {item}', ItemStowed: '{creature} puts {item} away', ItemPickedUp: '{creature} picks up {item}',
  ItemLost: ['{creature} drops {item}, {to_ground?on the ground}[, next to {beside}][: {reason}]', '{creature} loses {item}[: {reason}]'], VesselsTraded: '{creature} has {large#large vessel} now',
  CoinsSet: '{creature} has {coins#coin}[: {reason}]', CoinsSpent: '{creature} spends {coins#coin} on {on}',
  Mounted: '{creature} rides {mount}', Dismounted: '{creature} dismounts',
  ShacklesChanged: ['{creature} is shackled[ {wall?to the wall}], which makes magic harder by {levels#level}: {reason}'],
  SpiffUseAsked: '{use.creature} wants to spend {use.cost#spiff} on {use.use@spiff_use}[: {use.text}]', SpiffUseVetoed: 'The game master does not allow it to {creature}[: {reason}][; {lost#spiff} are lost]',
  SpiffsSpent: '{creature} spends {spiffs#spiff}', SpiffsAwarded: '{creature} earns {spiffs#spiff} ({deed})',
  SessionRecorded: 'Session {session} was played by {creatures}',
});

const WORLD: Readonly<Record<string, Template>> = t({
  TimePassed: 'Time passes: {hours@span}', RoundsPassed: 'Time passes: {rounds#round}', TimeCorrected: 'It is day {day}, {hour@hour} now: {reason}',
  AdventureLoaded: 'The adventure “{name}” begins, with {characters}', AdventureEnded: 'The adventure ends: {outcome@ending}[; free: {free}][; each earns {spiffs#spiff}]',
  AreaEntered: ['The characters enter {name@visible}[, guarded by {guards@stock}]', 'The characters enter another area'],
  KinAppeared: '{creature} appears[, wearing {armor}]', KinSacrificed: ['{creature} is sacrificed', 'One of the {kin} is sacrificed'],
  FatesChanged: ['The fates of people change: {fates@fate}[ ({reason})]', 'The game master changes the fates of people'],
  TimetableAdvanced: ['Day {day}, {time}: {event@visible}', 'Day {day}, {time}: something happens elsewhere'],
});

const sentences: Sentences = {
  sentences: { ...FIGHTS, ...HARM, ...ROLLS, ...SEASONS, ...MAGIC, ...CREATURES, ...WORLD }, shapes: SHAPES,
  called: {
    RollMade: [{ id: 'roll.id', as: t('the roll of {roll.creature}') }], TaskProposed: [{ id: 'task.id', as: '{task.aim}' }],
    TaskSettled: [{ id: 'results.0.id', as: '{results.0.aim}' }],
    DamageDealt: [{ id: 'wound.id', as: '{wound.creature}' }], FallBegan: [{ id: 'fall.id', as: '{fall.creature}' }],
    ActionDeclared: [{ id: 'action.id', as: t('action of {action.creature}') }], ThingMade: [{ id: 'making.id', as: t(['{making.item}', '{making.aim}']) }],
    EffectBegan: [{ id: 'effect.id', as: '{effect.what}' }], OrderGiven: [{ id: 'order.id', as: '{order.text}' }],
    ResistanceOpened: [{ id: 'resistance.id', as: '{resistance.creature}' }], SheetFinished: [{ id: 'draft', as: '{sheet.name}' }],
    AssetGained: [{ id: 'asset.id', as: '{asset.name}' }],
  },
};

export default sentences;
