/** Asks the server for a chain of causes, with the credential that a stream is read with. */
import { arbiter, tokenFor } from '../../access.js';
import type { AskCauses, Caused } from './causes.js';

const MOST = 1000, PAGE = 100;

interface Page { readonly items: readonly Caused[]; readonly next: string | null }

/** Return what asks for a chain: as the app, or as a seat of a stream in its own stream. */
export function causesFor(service: string, id: string, seat: string | undefined): AskCauses {
  return async (correlation) => {
    const token = tokenFor(service, id, seat), found: Caused[] = [];
    for (let cursor: string | undefined; found.length < MOST;) {
      const path = `/arbiter/v1/causes/${encodeURIComponent(correlation)}`;
      const page = await arbiter().get<Page>(path, { token, query: { limit: PAGE, cursor } });
      found.push(...page.items);
      if (page.next === null) break;
      cursor = page.next;
    }
    return found;
  };
}
