/** What goes by which id: learned from the events themselves, each name from the version on at which it was told. */

type Fields = Readonly<Record<string, unknown>>;

const OWNERS = ['character', 'enemy', 'creature', 'participant', 'pool', 'fighter'] as const;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Write the id of a card, `ember-ghost`, as its name. */
export const cardName = (id: string): string => id.replace(/(^|[-_])([a-z])/g, (_, gap: string, first: string) => (gap ? ' ' : '') + first.toUpperCase());

/** The names of a stream. Learn events in any order; whoever asks says at which version. */
export class Names {
  private readonly known = new Map<string, { since: number; name: string }[]>();

  /** Learn what an event tells, at its version. */
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
  }

  /** The name that an id went by at a version, if it was known then. */
  of(id: string, at = Infinity): string | undefined {
    return this.known.get(id)?.find((one) => one.since <= at)?.name;
  }
}
