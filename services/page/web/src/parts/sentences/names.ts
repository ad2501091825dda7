/** Names of ids, learned from the events; each name holds from the version at which it was given. */

type Fields = Readonly<Record<string, unknown>>;

const OWNERS = ['character', 'enemy', 'creature', 'participant', 'pool', 'fighter'] as const;

const ACTING = /^(character|creature|enemy|combatant|specialist)-/;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Format the id of a card, `ember-ghost`, as its name. */
export const cardName = (id: string): string => id.replace(/(^|[-_])([a-z])/g, (_, gap: string, first: string) => (gap ? ' ' : '') + first.toUpperCase());

/** The names in a stream. Events may be learned in any order; a lookup gives the version. */
export class Names {
  private readonly known = new Map<string, { since: number; name: string }[]>();
  /** The ids of acting characters by name: several may share one. */
  private readonly bearers = new Map<string, Map<string, number>>();

  /** Learn the names in an event at its version. */
  learn(event: unknown, version = 0): void {
    if (Array.isArray(event)) for (const inner of event) this.learn(inner, version);
    if (!isFields(event)) return;
    this.learnOne(event, version);
    for (const inner of Object.values(event)) if (typeof inner === 'object') this.learn(inner, version);
  }

  private learnOne(fields: Fields, version: number): void {
    const sheet = isFields(fields.sheet) ? fields.sheet : isFields(fields.value) ? fields.value : {};
    const name = isText(fields.name) ? fields.name : sheet.name;
    const id = fields.id ?? OWNERS.map((owner) => fields[owner]).find(isText);
    if (isText(name) && isText(id)) this.keep(id, name, version);
    if (isText(fields.card) && fields.thing !== undefined && fields.spirit === undefined) this.keep(`#${fields.thing}`, cardName(fields.card), version);
    if (isText(fields.card) && fields.spirit !== undefined) this.keep(`#${fields.spirit}`, cardName(fields.card), version);
  }

  private keep(id: string, name: string, since: number): void {
    const names = this.known.get(id) ?? [];
    if (names.length === 0) this.known.set(id, names);
    if (names.some((one) => one.name === name && one.since <= since)) return;
    names.push({ since, name });
    names.sort((one, other) => other.since - one.since);
    if (!ACTING.test(id)) return;
    const bearers = this.bearers.get(name) ?? new Map<string, number>();
    this.bearers.set(name, bearers.set(id, Math.min(since, bearers.get(id) ?? Infinity)));
  }

  /** Return the name of an id at a version, if it was known then; characters that share a name get their numbers. */
  of(id: string, at = Infinity): string | undefined {
    const name = this.known.get(id)?.find((one) => one.since <= at)?.name;
    const bearers = name === undefined ? undefined : this.bearers.get(name);
    if (name === undefined || bearers === undefined || bearers.size < 2 || !bearers.has(id)) return name;
    return [...bearers.values()].filter((since) => since <= at).length > 1 ? `${name} (${id.split('-').at(-1)})` : name;
  }
}
