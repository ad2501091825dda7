/** Points at an element of the page with an outline and an arrow: found through all shadow roots, and followed as it moves. */
import { css, html, nothing, svg, type TemplateResult } from 'lit';

export const pointingStyles = css`
  .ring { position: fixed; pointer-events: none; border: 3px solid var(--warn); border-radius: 10px; z-index: 4; box-shadow: 0 0 0 3px var(--ground); }
  .ring svg { position: absolute; left: 50%; width: 28px; height: 28px; margin-left: -14px; fill: var(--warn); stroke: var(--ground); stroke-width: 1.5; animation: nod 0.9s ease-in-out infinite alternate; }
  .ring.above svg { bottom: 100%; } .ring.below svg { top: 100%; rotate: 180deg; }
  @keyframes nod { from { translate: 0 -4px; } to { translate: 0 3px; } }
`;

/** The place of an outline on the screen. */
export interface Ring { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

const GAP = 4, ARROW = 34;

const isVisible = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
};

/** Return all roots of the page: the document, and every shadow root in it. */
function rootsIn(root: ParentNode): readonly ParentNode[] {
  const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : []));
  return [root, ...inside];
}

/** Return the first visible element of the first selector that finds one. */
export function foundAt(selectors: readonly string[]): HTMLElement | undefined {
  const roots = rootsIn(document);
  for (const selector of selectors) {
    for (const root of roots) {
      const found = [...root.querySelectorAll<HTMLElement>(selector)].find(isVisible);
      if (found) return found;
    }
  }
  return undefined;
}

/** Return where an outline around an element is. */
export function ringOf(element: Element): Ring {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - GAP, top: top - GAP, width: width + 2 * GAP, height: height + 2 * GAP };
}

/** Scroll an element into the middle of the screen, unless it is well in sight above what covers the page's end. */
export function bringIntoSight(element: Element, covered: number): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= ARROW && bottom <= window.innerHeight - covered) return;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches, room = Math.max(ARROW, (window.innerHeight - covered - (bottom - top)) / 2);
  window.scrollBy({ top: top - room, behavior: calm ? 'auto' : 'smooth' });
}

/** Render an outline with its arrow, which is above unless there is no room. */
export const ring = (at: Ring | undefined): TemplateResult | typeof nothing => (at === undefined ? nothing
  : html`<div class="ring ${at.top >= ARROW ? 'above' : 'below'}" aria-hidden="true" .style=${`left: ${at.left}px; top: ${at.top}px; width: ${at.width}px; height: ${at.height}px`}>
    <svg viewBox="0 0 28 28">${svg`<path d="M10 2h8v12h7L14 26 3 14h7Z"></path>`}</svg></div>`);
