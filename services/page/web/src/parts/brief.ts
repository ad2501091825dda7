/** Shortens lists in words: whole items stay, and the others are counted. */
import { t } from '../texts.js';

const BETWEEN = /(?:, |; )/;

/** Return a text of at most about `most` characters; items beyond are counted: "sword, lamp and 3 more". */
export function brief(text: string, most: number): string {
  if (text.length <= most) return text;
  const items = text.split(BETWEEN);
  let kept = 1;
  while (kept < items.length && items.slice(0, kept + 1).join(', ').length <= most) kept += 1;
  return kept === items.length ? text : t`${items.slice(0, kept).join(', ')} and ${items.length - kept} more`;
}
