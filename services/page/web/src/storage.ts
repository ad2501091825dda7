/**
 * What this browser keeps beyond the tab: seats that the user asked it to remember, what a designer makes at a desk, whether
 * there are sounds, and a game master's favourites. An API key never is.
 *
 * Values are JSON. A browser may forbid the storage, and other programs may write into it: then a value is as if not kept.
 */

const lasting = (): Storage => window.localStorage;

/** Return the value of a name, if the browser keeps one. */
export function kept(name: string): unknown {
  try {
    return JSON.parse(lasting().getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value under a name, or remove it; return whether the browser allows it. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === undefined) lasting().removeItem(name);
    else lasting().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Call a listener when another tab changes the value of a name; return a function that ends that. */
export function onOtherTab(name: string, listener: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => { if (key === name || key === null) listener(); };
  globalThis.addEventListener?.('storage', heard);
  return () => { globalThis.removeEventListener?.('storage', heard); };
}
