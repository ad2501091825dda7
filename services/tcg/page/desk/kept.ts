/** The designer's work, kept in this browser; other tabs see each change. */
import { keep, kept, onOtherTab } from '../../../page/web/src/storage.js';
import { usableWork, type Work } from './work.js';

const NAME = 'arbiter.tcg.desk';

/** Return the kept work. */
export const readWork = (): Work => usableWork(kept(NAME));

/** Keep the work; return whether the browser allows it. */
export const writeWork = (work: Work): boolean => keep(NAME, work.sets.length + work.decks.length > 0 ? work : undefined);

/** Call a listener when another tab changes the work; return a function that ends that. */
export const onOtherWork = (listener: () => void): (() => void) => onOtherTab(NAME, listener);
