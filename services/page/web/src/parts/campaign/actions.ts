/**
 * What a character's card offers: a game declares which commands are actions, and which fields name who acts and at whom.
 *
 * Everything that is offered comes from the list of legal commands; nothing here knows a game.
 */
import type { nothing, TemplateResult } from 'lit';
import type { Fields } from '../../games.js';
import type { Body, Entry } from '../play/entries.js';
import type { Thing } from '../play/meters.js';
import { isRecord, type Names } from '../play/names.js';
import { same } from '../play/shape.js';
import type { DrawnRoll } from './dice.js';

/** A command as an action on a card. */
export interface Action {
  readonly command: string;
  /** What its button says; by default the name of the command in words. */
  readonly says?: string;
  /** What its button says of the command that it sends, if no target is left to choose. */
  readonly label?: (body: Body, names: Names) => string;
  /** Values that the command must have. */
  readonly where?: Fields;
  /** The field that names the target, with dots for fields inside. */
  readonly target?: string;
  /** A field that the command must have, and one that it must not have: another action is for those that differ. */
  readonly needs?: string;
  readonly lacks?: string;
  /** Fields that the player chooses after the target, if there is more than one value; of the others the first is taken. */
  readonly asks?: readonly string[];
  /** Fill in what the book's defaults say for a card. */
  readonly fill?: (body: Body, card: Thing) => Body;
  /** Return who acts, where no field of the command says so. */
  readonly of?: (body: Body, game: Thing) => unknown;
  /** Whether it moves the game on: its button stands out, always or outside fights. */
  readonly main?: boolean | 'outside fights';
  /** Whether it harms its target: it does not stand out if it could only harm the seat's own characters. */
  readonly harms?: boolean;
  /** Whether it ends a fight: its button stands out once the fight is decided. */
  readonly ends?: boolean;
}

/** The commands of a new campaign. */
export interface FirstCommands {
  /** With which a player makes a character, and a game master those of the campaign. */
  readonly own: string;
  readonly make: readonly string[];
  /** With which a game master agrees to a player's character before it may fight, if the game has one. */
  readonly agree?: Readonly<{ command: string; says: (who: string) => string }>;
  readonly fight: string;
  /** The type of event by which a character acts, in a game whose fights have no turns. */
  readonly acts?: string;
}

/** What a game declares about its campaigns. */
export interface CampaignSheet {
  /** The fields that name who acts, the first that a command has. */
  readonly actors: readonly string[];
  readonly actions: readonly Action[];
  readonly first: FirstCommands;
  /** States that a card leaves out, because they say less than its bars. */
  readonly silent?: readonly string[];
  /** Return the dice that a character has rolled and now uses; its card shows them. */
  readonly rolled?: (card: Thing, game: Thing) => readonly DrawnRoll[];
  /** Render what a board shows below the cards. */
  readonly below?: (game: Thing, names: Names) => TemplateResult | typeof nothing;
  /** The purposes of a game master's commands, in the order of the side panel; others are sorted by their kind. */
  readonly purposes: Readonly<Record<string, readonly string[]>>;
}

/** A legal command of an action: who acts, and at whom. */
export interface Candidate { readonly body: Body; readonly actor: string | undefined; readonly target: string | undefined; readonly texts: ReadonlySet<string> }

/** Return the values at a path with dots; lists on the way are flattened. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  const steps = path.split('.');
  return steps.reduce<readonly unknown[]>((found, step) => found.flatMap((one) => {
    const inside = isRecord(one) ? one[step] : undefined;
    return inside === undefined || inside === null ? [] : Array.isArray(inside) ? inside as unknown[] : [inside];
  }), [value]);
}

/** Return the bodies of an entry with each option of a field, its own value first. */
function spread(entry: Entry, bodies: readonly Body[], field: string): readonly Body[] {
  const form = entry.fields[field], items = form?.items?.options;
  const options = form?.options ?? (items ? items.map((one) => [one]) : undefined);
  if (options === undefined) return bodies;
  return bodies.flatMap((body) => {
    const own = options.filter((one) => same(one, body[field])), others = options.filter((one) => !same(one, body[field]));
    return [...own, ...others].map((one) => ({ ...body, [field]: one }));
  });
}

const fits = (body: Body, { where = {}, needs, lacks }: Action): boolean => Object.entries(where).every(([name, value]) => same(body[name], value))
  && (needs === undefined || valuesAt(body, needs).length > 0) && (lacks === undefined || valuesAt(body, lacks).length === 0);

/** Return the legal commands of an action. */
export function candidatesOf(action: Action, allowed: readonly Entry[], actors: readonly string[], game: Thing): readonly Candidate[] {
  return allowed.filter(({ command }) => command === action.command).flatMap((entry) => {
    const actor = actors.find((name) => name in entry.body.command || name in entry.fields);
    const fields = [...actor ? [actor] : [], ...action.target ? [action.target] : [], ...action.asks ?? []];
    const bodies = fields.reduce((all, field) => spread(entry, all, field), [entry.body.command] as readonly Body[]);
    const texts = new Set((action.asks ?? []).filter((field) => entry.fields[field]?.text));
    return bodies.filter((body) => fits(body, action)).flatMap((body) => {
      const at = action.target === undefined ? [] : [...new Set(valuesAt(body, action.target).map(String))];
      if (action.target !== undefined && at.length !== 1) return [];
      const who = action.of ? action.of(body, game) : actor && body[actor];
      return [{ body, actor: typeof who === 'string' ? who : undefined, target: at[0], texts }];
    });
  });
}

/** The values of a field that is still to be chosen. */
export interface Question { readonly field: string; readonly values: readonly unknown[]; readonly text: boolean }

/** Return the first field of an action in which its candidates differ, or that takes a text. */
export function questionOf({ asks = [] }: Action, left: readonly Candidate[], answered: ReadonlySet<string>): Question | undefined {
  for (const field of asks.filter((name) => !answered.has(name))) {
    const values = [...new Map(left.filter(({ body }) => field in body).map(({ body }) => [JSON.stringify(body[field]), body[field]])).values()];
    const text = left.some(({ texts }) => texts.has(field));
    if (text || values.length > 1) return { field, values, text };
  }
  return undefined;
}
