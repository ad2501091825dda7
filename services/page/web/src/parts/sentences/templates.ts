/**
 * Sentence templates for events that several games have, by event type; each game adds its own in `services/<game>/page`.
 *
 * `{field}` is replaced by the value of a field (`{roll.dice}`: by a field of a field). Text in `[…]` is left out if a
 * field in it is missing or empty. An event that no template fits is described by its name and its fields, so no game
 * needs a template.
 */
import { games } from '../../games.js';

/** Events that every stream can have. */
const STREAMS: Readonly<Record<string, string>> = {
  StreamOpened: 'The game is set up[: it repeats a trial of a {simulated?simulation}]',
  SeedCommitted: 'The seed of all dice is sealed: its digest is {commitment}',
  SaltAdded: '{seat} adds a salt to the seed of the dice',
  SeedRevealed: 'The seed is revealed for verification: {seed}',
  StreamClosed: 'The game is closed[: {reason}]',
  SeatOpened: '{seat} gets a seat, as {role}',
  PlayerAppointed: 'the house plays {seat} from now on ({player}[, strength {strength}])',
  PlayerDismissed: 'the house no longer plays {seat}',
  UndoProposed: '{by} proposes to take back everything since version {to}[, and asks {asked}]',
  UndoAgreed: '{seat} agrees to take it back',
  UndoDeclined: '{seat} does not agree to take it back',
  UndoWithdrawn: 'The proposal to take something back is withdrawn',
  TakenBack: '{by} takes back everything since version {to}',
  Forked: 'The game goes on from version {version} of {stream}',
  TokenRotated: '{seat} gets a new link; older links no longer work',
  TableOpened: 'The table opens[: {title}]',
  CampaignOpened: 'The campaign opens[: {title}]',
  CommandProposed: '{seat} proposes[: {command}]',
  ProposalConfirmed: 'The game master confirms the proposal',
  ProposalWithdrawn: 'A proposal is withdrawn',
  ProposalDeclined: 'The game master declines the proposal[: {reason}]',
  RollVoided: 'Roll {roll} does not count[: {reason}]',
  DrawsVoided: 'The draws are void: the command could not be completed',
};

/** Events that the role-playing games share. */
const CAMPAIGNS: Readonly<Record<string, string>> = {
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
  PreparedForgotten: 'What was prepared for {character} is dropped',
};

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** Return the templates of an event type, in the order to try them: the first whose fields the event has is used. */
export function templatesOf(type: string): readonly string[] {
  known ??= collect();
  return known.get(type) ?? [];
}

function collect(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  for (const templates of [STREAMS, CAMPAIGNS, ...[...games().values()].map(({ sentences }) => sentences ?? {})]) {
    for (const [type, text] of Object.entries(templates)) all.set(type, [...(all.get(type) ?? []), text]);
  }
  return all;
}
