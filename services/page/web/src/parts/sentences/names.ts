/** Names of ids, learned from the events; each name holds from the version at which it was given. */
import { games, type Called } from '../../games.js';
import { seatNames, type Named, type SeatNames } from '../../seats.js';
import { filledIn, valueAt } from './filling.js';
import { cardName, under } from './said.js';

type Fields = Readonly<Record<string, unknown>>;
/** A name, or a function that makes it of other names as they are at a version. */
type Name = string | ((at: number) => string | undefined);

const OWNERS = ['character', 'enemy', 'creature', 'participant', 'pool', 'fighter'] as const;

const ACTING = /^(character|creature|enemy|combatant|specialist)-/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names in a stream. Events may be learned in any order; a lookup gives the version. */
export class Names {
  private readonly known = new Map<string, { since: number; name: Name }[]>();
  /** The ids of acting characters by name: several may share one. */
  private readonly bearers = new Map<string, Map<string, number>>();

  /** The seats that were learned. */
  private readonly sitting: Named[] = [];
  private seatOf: SeatNames = seatNames();

  /** `service` says whose events they are, if it is known. */
  constructor(public service?: string) {}

  /** Learn the names in an event, or in several, at their version. */
  learn(event: unknown, version = 0): void {
    if (isFields(event)) this.learnCalled(event, version);
    this.learnAll(event, version);
  }

  /** Learn the names of seats, from a view or from the events that open them. */
  sit(seats: readonly Named[]): void {
    this.sitting.push(...seats.filter(({ name }) => name !== undefined));
    this.seatOf = seatNames(this.sitting);
  }

  /** Return what people read for a seat: its name, or else its id. */
  readonly seat: SeatNames = (id) => this.seatOf(id);

  private learnAll(value: unknown, version: number): void {
    if (Array.isArray(value)) for (const inner of value) this.learnAll(inner, version);
    if (!isFields(value)) return;
    this.learnOne(value, version);
    for (const inner of Object.values(value)) if (typeof inner === 'object') this.learnAll(inner, version);
  }

  /** Learn what the game calls the things that an event makes: "the attack of Ash on Birch". */
  private learnCalled(event: Fields, since: number): void {
    if (!isText(event.type)) return;
    const named = [...games()].filter(([service]) => this.service === undefined || service === this.service);
    for (const called of named.flatMap(([, { called }]) => under(called, event.type) ?? [])) this.learnThing(event, called, since);
  }

  private learnThing(event: Fields, { id, as }: Called, since: number): void {
    const found = valueAt(event, id);
    for (const one of Array.isArray(found) ? found : [found]) {
      if (isText(one)) this.keep(one, (at) => filledIn(as, event, { names: this, at, service: this.service }), since);
    }
  }

  private learnOne(fields: Fields, version: number): void {
    const sheet = isFields(fields.sheet) ? fields.sheet : isFields(fields.value) ? fields.value : {};
    const name = isText(fields.name) ? fields.name : sheet.name;
    if (fields.type === 'SeatOpened') this.sit([fields]);
    const id = fields.id ?? OWNERS.map((owner) => fields[owner]).find(isText);
    if (isText(fields.seat) && isText(fields.role)) this.keep(fields.seat, fields.seat, version);
    if (isText(name) && isText(id)) this.keep(id, name, version);
    if (isText(fields.card) && fields.thing !== undefined && fields.spirit === undefined) this.keep(`#${fields.thing}`, cardName(fields.card), version);
    if (isText(fields.card) && fields.spirit !== undefined) this.keep(`#${fields.spirit}`, cardName(fields.card), version);
  }

  private keep(id: string, name: Name, since: number): void {
    const names = this.known.get(id) ?? [];
    if (names.length === 0) this.known.set(id, names);
    if (names.some((one) => one.name === name && one.since <= since)) return;
    names.push({ since, name });
    names.sort((one, other) => other.since - one.since);
    if (!ACTING.test(id) || typeof name !== 'string') return;
    const bearers = this.bearers.get(name) ?? new Map<string, number>();
    this.bearers.set(name, bearers.set(id, Math.min(since, bearers.get(id) ?? Infinity)));
  }

  /** Return the name of an id at a version, if it was known then; characters that share a name get their numbers. */
  of(id: string, at = Infinity): string | undefined {
    const found = this.known.get(id)?.find((one) => one.since <= at)?.name, seat = this.seat(id);
    const name = seat !== id && (found === undefined || found === id) ? seat : found;
    if (typeof name === 'function') return name(at);
    const bearers = name === undefined ? undefined : this.bearers.get(name);
    if (name === undefined || bearers === undefined || bearers.size < 2 || !bearers.has(id)) return name;
    return [...bearers.values()].filter((since) => since <= at).length > 1 ? `${name} (${id.split('-').at(-1)})` : name;
  }
}
