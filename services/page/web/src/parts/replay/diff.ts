/** Compares two states: paths, with the values before and after. */

/** A change. `path` leads to it in the newer state (in the older one, if it was removed); `name` is the path for people. */
export interface Change {
  readonly path: string;
  readonly name: readonly string[];
  readonly was: unknown;
  readonly is: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const KEYS = ['id', 'thing', 'number', 'seat', 'name', 'command', 'die'] as const;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Return the field that identifies the elements of two lists, if there is one. */
function keyOf(lists: readonly (readonly unknown[])[]): string | undefined {
  return KEYS.find((key) => lists.every((list) => {
    const ids = list.map((one) => (isObject(one) ? (one as Fields)[key] : undefined));
    return ids.every((id) => typeof id === 'string' || typeof id === 'number') && new Set(ids).size === ids.length;
  }));
}

/** Compare two states; `without` names top-level fields to skip. */
export function changesBetween(was: unknown, is: unknown, without: readonly string[] = []): Change[] {
  const found: Change[] = [];
  const strip = (state: unknown): unknown =>
    isObject(state) ? Object.fromEntries(Object.entries(state).filter(([name]) => !without.includes(name))) : state;
  compare(strip(was), strip(is), '', [], found);
  return found;
}

function compare(was: unknown, is: unknown, path: string, name: readonly string[], found: Change[]): void {
  if (was === is) return;
  if (Array.isArray(was) && Array.isArray(is)) compareLists(was, is, path, name, found);
  else if (isObject(was) && isObject(is) && !Array.isArray(was) && !Array.isArray(is)) {
    const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
    for (const field of fields) compare((was as Fields)[field], (is as Fields)[field], `${path}/${field}`, [...name, field], found);
  } else if (JSON.stringify(was) !== JSON.stringify(is)) found.push({ path, name, was, is });
}

function compareLists(was: readonly unknown[], is: readonly unknown[], path: string, name: readonly string[], found: Change[]): void {
  const key = keyOf([was, is]);
  if (key === undefined) {
    compareRows(was, is, path, name, found);
    return;
  }
  const idOf = (one: unknown): unknown => (one as Fields)[key];
  const older = new Map(was.map((one, place) => [idOf(one), { one, place }]));
  is.forEach((one, place) => {
    const id = idOf(one), before = older.get(id);
    older.delete(id);
    compare(before?.one, one, `${path}/${place}`, [...name, String(id)], found);
  });
  for (const [id, { one, place }] of older) found.push({ path: `${path}/${place}`, name: [...name, String(id)], was: one, is: undefined });
}

/** Compare lists without ids: plain values as added and removed, other values by position. */
function compareRows(was: readonly unknown[], is: readonly unknown[], path: string, name: readonly string[], found: Change[]): void {
  if (![...was, ...is].some(isObject)) {
    if (JSON.stringify(was) !== JSON.stringify(is)) found.push({ path, name, ...comings(was, is) });
    return;
  }
  for (let place = 0; place < Math.max(was.length, is.length); place += 1) {
    compare(was[place], is[place], `${path}/${place}`, [...name, String(place + 1)], found);
  }
}

/** Return which values of a list were removed and added; both whole lists if only their order changed. */
function comings(was: readonly unknown[], is: readonly unknown[]): Pick<Change, 'was' | 'is'> {
  const gone = was.filter((one) => !is.includes(one)), come = is.filter((one) => !was.includes(one));
  if (gone.length + come.length === 0) return { was, is };
  return { was: gone.length > 0 ? gone : undefined, is: come.length > 0 ? come : undefined };
}
