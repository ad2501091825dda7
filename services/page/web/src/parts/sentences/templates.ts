/**
 * Sentence templates for events that several games have, by event type; each game adds its own in `services/<game>/page`.
 *
 * `filling.ts` says what a template may contain. A game's own template comes before one from here. A test holds that
 * every event type of every game has a sentence.
 */
import { games, type Template, type Writer } from '../../games.js';
import { under } from './said.js';
import { t } from '../../texts.js';

/** Events that every stream can have. */
const STREAMS: Readonly<Record<string, Template>> = t({
  StreamOpened: 'The game is set up[: it repeats a trial of a {simulated?simulation}]',
  SeedCommitted: 'The seed of all dice is sealed before the first roll',
  SaltAdded: '{seat} adds a salt to the seed of the dice',
  SeedRevealed: 'The seed is revealed: everybody can verify the dice',
  StreamClosed: 'The game is closed[: {reason@given}]',
  SeatOpened: '{seat} gets a seat, as {role}',
  PlayerAppointed: 'The house plays {seat} from now on: {player@house}[, strength {strength}]',
  PlayerDismissed: 'The house no longer plays {seat}',
  UndoProposed: '{by} proposes to take back everything since version {to@number}[, and asks {asked}]',
  UndoAgreed: '{seat} agrees to take it back',
  UndoDeclined: '{seat} does not agree to take it back',
  UndoWithdrawn: 'The proposal to take something back is withdrawn',
  DrawsKept: 'What was drawn is kept: the same comes again with the next draw like it',
  TakenBack: '{by} takes back everything since version {to@number}[; {agreed} agreed]',
  Forked: 'The game goes on from version {version@number} of another one[, as a puzzle: {goal.seat} has to win within {goal.turns#turn}]',
  GoalReached: 'The puzzle is solved: {seat} has won',
  StateDigested: 'A digest of the game is sealed, to verify it once it is over',
  GoalMissed: 'The puzzle is not solved: {why@missed}',
  ChatSent: '{seat}: {text@spoken}',
  DiceLent: 'The table rolls for another game[: {rolls@lent}]',
  TokenRotated: '{seat} gets a new link; older links no longer work',
  TableOpened: 'The table opens[: {title}]',
  CampaignOpened: 'The campaign opens[: {title}]',
  CommandProposed: '{seat} proposes[: {command@request}]',
  ProposalConfirmed: 'The game master confirms the proposal',
  ProposalWithdrawn: 'A proposal is withdrawn',
  ProposalDeclined: 'The game master declines the proposal[: {reason}]',
  RollVoided: 'Roll {roll} does not count[: {reason}]',
  DrawsVoided: 'The draws are void: the command could not be completed',
});

/** Events that the role-playing games share. */
const CAMPAIGNS: Readonly<Record<string, Template>> = t({
  CampaignOpened: 'The campaign opens[: {title}]',
  CharacterAssigned: '{character} now belongs to {seat}',
  CharacterRemoved: '{character} leaves the campaign[: {reason}]',
  DataLoaded: 'More catalogue data is available',
  FightStarted: 'A fight begins: {participants}',
  FightEnded: 'The fight is over',
  FightJoined: '{participant} joins the fight',
  FightLeft: '{participant} leaves the fight',
  RoundBegan: 'Round {round} begins',
  OrderSet: 'The order of the turns: {order}', TieSettled: 'Those who tied act in this order: {order}',
  TurnBegan: 'It is the turn of {participant}', TurnEnded: 'The turn of {participant} ends',
  DayBegan: 'Day {day} begins',
  PreparedForgotten: 'What was prepared in secret is dropped',
});

/** The templates of events that several games have, in the order to try them. */
export const COMMON: readonly Readonly<Record<string, Template>>[] = [STREAMS, CAMPAIGNS];

/** What the page and the games say, by event type; a game's own templates come first. */
const known = new Map<string, ReadonlyMap<string, readonly Template[]>>();

/** Return the templates of an event type, in the order to try them: the first whose fields the event has is used. */
export function templatesOf(type: string, service = ''): readonly Template[] {
  const all = known.get(service) ?? collect(service);
  known.set(service, all);
  return all.get(type) ?? [];
}

function collect(service: string): ReadonlyMap<string, readonly Template[]> {
  const all = new Map<string, Template[]>(), own = [...games()].filter(([name]) => service === '' || name === service);
  for (const templates of [...own.map(([, { sentences }]) => sentences ?? {}), ...COMMON]) {
    for (const [type, text] of Object.entries(templates)) all.set(type, [...(all.get(type) ?? []), text]);
  }
  return all;
}

/** Return the functions that write sentences for a type of event or command: the game's own, or all games' if the game is not known. */
export function writersOf(type: string, service?: string): readonly Writer[] {
  const own = service === undefined ? [...games().values()] : [games().get(service) ?? {}];
  return own.flatMap(({ writers }) => under(writers, type) ?? []);
}
