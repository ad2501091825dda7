/** Places inside a command, and values there: nothing is changed in place. */

/** The steps to a place: names of properties, and positions in lists. */
export type Path = readonly (string | number)[];

/** Write a place as the server names a field: `rolls[0].what.text`. */
export const written = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** The value with another one at a place; `undefined` takes a property away. */
export function put(whole: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(whole) ? [...whole as unknown[]] : [];
    list[step] = put(list[step], rest, value);
    return list;
  }
  const object: Record<string, unknown> = { ...(whole as Record<string, unknown> | null | undefined) };
  const inside = put(object[step], rest, value);
  if (inside === undefined) delete object[step];
  else object[step] = inside;
  return object;
}

/** Where a refusal names a field, what is at fault in words; by the field's name as the form writes it. */
export function faultOf(problem: unknown, known: (name: string) => boolean): { at: string; says: string } | undefined {
  const { field, detail, says, message } = (problem ?? {}) as Record<string, string | undefined>;
  if (!field) return undefined;
  let at = field.replace(/^command\.?/, '').replace(/\.(\d+)/g, '[$1]');
  while (at !== '' && !known(at)) at = at.replace(/(\.?[^.[\]]+|\[\d+\])$/, '');
  return at === '' ? undefined : { at, says: detail ?? says ?? message ?? '' };
}
