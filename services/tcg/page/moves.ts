/** Legal actions card by card: the entries of `legal`, each with one value in every field. */
import type { SeatNames } from '../../page/web/src/seats.js';
import type { Cards } from './cards.js';
import type { Entry, LegalNow, MatchView, Reason, Sent, Spot } from './table.js';
import { askedOf, fighterOf, spotsOf } from './table.js';
import { goesOn } from 'arbiter-client/passing';
import { t } from '../../page/web/src/texts.js';

/** One legal action. */
export interface Move {
  readonly command: string;
  /** The command to send. */
  readonly sent: Sent;
  /** The acting card. */
  readonly thing: number;
  /** The target, or the card that is sacrificed for it. */
  readonly target: number | undefined;
  /** The zone of this seat into which it is played. */
  readonly zone: number | undefined;
  readonly entry: Entry;
}

const THINGS = ['card', 'spirit', 'attacker'], TARGETS = ['target', 'sacrifice'];
const CHOSEN = [...THINGS, ...TARGETS, 'zone', 'effect'];

/** List the legal actions of cards. `waive` means that this seat does not respond to its own plays. */
export function movesOf(legal: LegalNow | undefined, view: MatchView, seat: string | undefined, waive: boolean): readonly Move[] {
  const savior = seat === undefined ? 0 : view.players[seat]?.savior?.thing ?? 0, decision = askedOf(view, seat)?.number;
  return (legal?.allowed ?? []).filter(goesOn).flatMap((entry) => {
    const waives = waive && entry.fields['waive']?.options?.includes(true) ? { waive: true } : {};
    return filled(entry).map((sent) => ({
      command: entry.command, entry, sent: { ...sent, ...waives, decision }, thing: thingOf(sent) ?? (entry.command === 'FlipSavior' ? savior : 0),
      target: first(sent, TARGETS), zone: typeof sent['zone'] === 'number' ? sent['zone'] : undefined,
    }));
  }).filter(({ thing }) => thing > 0);
}

/** Return every body of an entry, for all values of the fields that are chosen on the board. */
function filled({ body, fields }: Entry): readonly Sent[] {
  let found: readonly Sent[] = [body.command];
  for (const name of CHOSEN) {
    const options = fields[name]?.options;
    if (options) found = found.flatMap((sent) => options.map((value) => without({ ...sent, [name]: value }, name)));
  }
  return found;
}

/** A field with this value is left out of the command. */
const without = (sent: Sent, name: string): Sent =>
  sent[name] === null ? Object.fromEntries(Object.entries(sent).filter(([key]) => key !== name)) as Sent : sent;

const first = (sent: Sent, names: readonly string[]): number | undefined =>
  names.map((name) => sent[name]).find((value) => typeof value === 'number') as number | undefined;

/** Return the card that a command uses. */
export const thingOf = (sent: Sent): number | undefined => first(sent, THINGS);

const VERBS: Record<string, string> = t({
  PlayForm: 'Play', PlayCommand: 'Activate', SetCommand: 'Put face-down', SpiritualizeCard: 'Put', DeclareAttack: 'Attack',
  Activate: 'Use', FlipSavior: 'Flip to the boundless side',
});

/** What an action is described from: the match, its cards, and the names of its seats. */
interface Shown { readonly view: MatchView; readonly cards: Cards; readonly seatName: SeatNames }

/** Describe an action: "Attack Reef Urchin (PWR 3)". */
export function labelOf(move: Move, scene: Shown): string {
  const { view, cards } = scene;
  const target = move.target === undefined ? undefined : spotsOf(view).get(move.target);
  const name = target ? cards.name(target.card) : '', zone = move.zone === undefined ? '' : t` in zone ${move.zone + 1}`;
  const verb = VERBS[move.command] ?? move.command;
  if (move.command === 'DeclareAttack' && target) return `${verb} ${name}${powerOf(scene, target)}`;
  if (move.command === 'SpiritualizeCard') return t`${verb} under ${name}`;
  if (move.command === 'PlayForm' && target) return t`Sacrifice ${name} and play${zone || t(' in its zone')}`;
  if (move.command === 'Activate') return cards.title(String(move.sent['effect'] ?? '')) ?? t('Use this effect');
  return verb + zone;
}

/** Describe whose card a target is, and its PWR: " of bob (PWR 3)". */
function powerOf({ view, seatName }: Shown, target: Spot): string {
  const pwr = fighterOf(view, target.thing)?.pwr;
  return t` of ${seatName(target.seat)}${typeof pwr === 'number' ? ` (PWR ${pwr})` : ''}`;
}

const KINDS: Record<string, readonly string[]> = {
  form: ['PlayForm'], command: ['PlayCommand', 'SetCommand'], spirit: ['SpiritualizeCard'],
};

/** Return why a card has no action, or no further one: the command, and the reason against it. */
export interface WhyNot { readonly what: string; readonly reason: Reason }

const DOING: Record<string, string> = t({
  PlayForm: 'Play', PlayCommand: 'Activate', SetCommand: 'Put face-down', SpiritualizeCard: 'Put a spirit under', DeclareAttack: 'Attack',
  Activate: 'Use its effect', FlipSavior: 'Flip',
});

/** Find the reasons that name a card, or that apply to every command of the type. */
export function whyNot(legal: LegalNow | undefined, spot: Spot, kind: string | undefined): readonly WhyNot[] {
  const commands = spot.place === 'hand' ? KINDS[kind ?? ''] ?? [] : playOf(spot);
  return (legal?.blocked ?? []).flatMap((reason) => {
    const named = (reason.bodies ?? []).filter(({ command }) => thingOf(command) === spot.thing || command['target'] === spot.thing);
    const found = reason.bodies?.length ? named.map(({ command }) => command.type) : reason.commands.filter((one) => commands.includes(one));
    const what = [...new Set(found)].map((one) => (one === 'SpiritualizeCard' && spot.place === 'hand' ? t('Put under a card') : DOING[one] ?? one));
    return what.length > 0 ? [{ what: what.join(', '), reason }] : [];
  });
}

function playOf({ place }: Spot): readonly string[] {
  if (place === 'savior') return ['FlipSavior', 'DeclareAttack', 'Activate'];
  if (place === 'form') return ['DeclareAttack', 'Activate'];
  return place === 'command' ? ['Activate'] : [];
}
