/** Paths inside a command, and values at them. Nothing is changed in place. */

/** A path: names of properties and indexes of lists. */
export type Path = readonly (string | number)[];

/** Format a path as the server names a field: `rolls[0].what.text`. */
export const written = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/** Return the value with another one at a path; `undefined` removes a property. */
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

/** Return the error texts of a refusal by the field that it names. */
export function faultOf(problem: unknown, known: (name: string) => boolean): { at: string; says: string } | undefined {
  const { field, detail, says, message } = (problem ?? {}) as Record<string, string | undefined>;
  if (!field) return undefined;
  let at = field.replace(/^command\.?/, '').replace(/\.(\d+)/g, '[$1]');
  while (at !== '' && !known(at)) at = at.replace(/(\.?[^.[\]]+|\[\d+\])$/, '');
  return at === '' ? undefined : { at, says: detail ?? says ?? message ?? '' };
}
