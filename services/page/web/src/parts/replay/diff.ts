/** Compares two states: the paths in the newer one that lead to what changed. */

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

/** Return the paths in the newer state that lead to what changed, such as `/game/players/ann/deck`; `without` names top-level fields to skip. */
export function changedPaths(was: Fields, is: Fields, without: readonly string[] = []): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, one] of Object.entries(is)) if (!without.includes(name)) compare(was[name], one, `/${name}`, found);
  return found;
}

function compare(was: unknown, is: unknown, path: string, found: Set<string>): void {
  if (was === is) return;
  if (Array.isArray(was) && Array.isArray(is) && [...was, ...is].some(isObject)) compareLists(was, is, path, found);
  else if (isObject(was) && isObject(is) && !Array.isArray(was) && !Array.isArray(is)) {
    for (const [field, one] of Object.entries(is)) compare((was as Fields)[field], one, `${path}/${field}`, found);
  } else if (JSON.stringify(was) !== JSON.stringify(is)) found.add(path);
}

/** Compare lists by the ids of their elements; by position if these have none. */
function compareLists(was: readonly unknown[], is: readonly unknown[], path: string, found: Set<string>): void {
  const key = keyOf([was, is]), idOf = (one: unknown): unknown => (one as Fields)[key!];
  const older = key === undefined ? undefined : new Map(was.map((one) => [idOf(one), one]));
  is.forEach((one, place) => { compare(older ? older.get(idOf(one)) : was[place], one, `${path}/${place}`, found); });
}
