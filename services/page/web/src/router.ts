/**
 * The page's addresses. They are all in the fragment, which no browser sends to a server.
 *
 * `#/replay/tcg/abc?at=12` is the page `replay` for the stream `abc` of the service `tcg`. A key or a seat's token in an
 * address (`key=`, `token=`) is stored for this tab and removed from the address at once.
 */

export interface Place {
  /** `home`, `play`, `replay`, `judge`, `design`, `rules`, `api`. */
  readonly page: string;
  /** The path after the page: the service, then the id of the stream or of a rule. */
  readonly parts: readonly string[];
  /** The query of the fragment. */
  readonly params: URLSearchParams;
}

/** Decode a segment of a fragment; an invalid one is returned unchanged. */
function decoded(step: string): string {
  try { return decodeURIComponent(step); } catch { return step; }
}

/** Parse a fragment. Without a page it is `home`. */
export function placeOf(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  const [page = '', ...parts] = path.split('/').filter(Boolean).map(decoded);
  return { page: page || 'home', parts, params: new URLSearchParams(query) };
}

/** Return a fragment for `href`; parameters without a value are left out. */
export function linkTo(page: string, parts: readonly string[] = [], params: Record<string, string | number | undefined> = {}): string {
  const path = [page === 'home' ? '' : page, ...parts].filter(Boolean).map(encodeURIComponent).join('/');
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `#/${path}${given.length > 0 ? `?${query}` : ''}`;
}

/** Go to a place; `replace` adds no entry to the browser's history, as when a slider moves. */
export function go(fragment: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', fragment);
  else location.hash = fragment;
}
