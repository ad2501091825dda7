/**
 * Where the page is: everything stands in the fragment of the address, which no browser sends to a server.
 *
 * `#/replay/tcg/abc?at=12` is the page `replay` of the stream `abc` of the service `tcg`. A key or a seat's token that
 * comes in an address (`key=`, `token=`) is kept for this tab and taken out of the address at once.
 */

export interface Place {
  /** `home`, `play`, `replay`, `judge`, `design`, `rules`. */
  readonly page: string;
  /** What follows the page, between slashes: the service, the id of the stream, or of a rule. */
  readonly parts: readonly string[];
  /** What follows `?` in the fragment. */
  readonly params: URLSearchParams;
}

/** What a step of a fragment says; one that somebody has written wrongly says what it is. */
function decoded(step: string): string {
  try { return decodeURIComponent(step); } catch { return step; }
}

/** Read a place from a fragment; the page without any is `home`. */
export function placeOf(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  const [page = '', ...parts] = path.split('/').filter(Boolean).map(decoded);
  return { page: page || 'home', parts, params: new URLSearchParams(query) };
}

/** Write a place as a fragment, ready for `href`; parameters without a value are left out. */
export function linkTo(page: string, parts: readonly string[] = [], params: Record<string, string | number | undefined> = {}): string {
  const path = [page === 'home' ? '' : page, ...parts].filter(Boolean).map(encodeURIComponent).join('/');
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `#/${path}${given.length > 0 ? `?${query}` : ''}`;
}

/** Go to a place; `replace` leaves no step to go back to, as a slider does that names the version it shows. */
export function go(fragment: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', fragment);
  else location.hash = fragment;
}
