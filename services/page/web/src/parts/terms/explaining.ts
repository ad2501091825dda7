/**
 * `<arbiter-term .says=${…}>Save</arbiter-term>`: a word that explains itself on hover, focus, a tap and a long press.
 *
 * The sentence is also the description of the word for screen readers. Escape closes it. For tests: `data-term` on the word,
 * `data-tip` on the open sentence.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { divided, type Term } from './glossaries.js';

const MARGIN = 8;

export class ArbiterTerm extends LitElement {
  static override properties = { term: { attribute: false }, open: { state: true } };
  declare term: Term;
  declare private open: boolean;

  static override styles = [base, css`
    :host { display: inline; font: inherit; color: inherit; }
    button { all: unset; display: inline; cursor: help; text-decoration: underline dotted; text-decoration-thickness: 1px; text-underline-offset: 0.2em; border-radius: 3px; }
    button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .tip { position: fixed; inset: auto; margin: 0; max-width: min(22rem, calc(100vw - 1rem)); padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 10px;
      background: var(--card); color: var(--ink); font: 400 0.92rem/1.4 system-ui, 'Segoe UI', Roboto, sans-serif; box-shadow: 0 4px 18px rgb(0 0 0 / 0.25); text-align: left; white-space: normal; }
    strong { display: block; }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('pointerleave', this.close);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('pointerleave', this.close);
  }

  private readonly close = (): void => { this.open = false; };
  private readonly show = (): void => { this.open = true; };

  private readonly hovered = ({ pointerType }: PointerEvent): void => { if (pointerType === 'mouse') this.open = true; };

  /** A long press opens the sentence in place of the browser's menu. */
  private readonly pressed = (event: Event): void => {
    event.preventDefault();
    this.open = true;
  };

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.open) return;
    event.stopPropagation();
    this.open = false;
  };

  protected override updated(): void {
    const tip = this.renderRoot.querySelector<HTMLElement>('.tip');
    if (tip === null) return;
    tip.showPopover();
    const word = this.renderRoot.querySelector('button')!.getBoundingClientRect(), { width, height } = tip.getBoundingClientRect();
    const below = word.bottom + height <= window.innerHeight;
    tip.style.left = `${Math.max(MARGIN, Math.min(word.left, window.innerWidth - width - MARGIN))}px`;
    tip.style.top = `${below ? word.bottom : Math.max(0, word.top - height)}px`;
  }

  protected override render(): TemplateResult {
    const { term, says } = this.term;
    return html`<button type="button" data-term=${term} aria-description=${says} @pointerenter=${this.hovered} @focus=${this.show} @blur=${this.close} @click=${this.show}
      @contextmenu=${this.pressed} @keydown=${this.typed}><slot></slot></button>${this.open
      ? html`<span class="tip" role="tooltip" popover="manual" data-tip><strong>${term}</strong>${says}</span>` : nothing}`;
  }
}

customElements.define('arbiter-term', ArbiterTerm);

/** Render a text with its terms. A label in another language is a term if the whole of its English one is. */
export function explained(text: string, service: string, english = text): unknown {
  const parts = divided(english, service), [only] = parts;
  if (english !== text) return parts.length === 1 && only?.term ? html`<arbiter-term .term=${only.term}>${text}</arbiter-term>` : text;
  return parts.map(({ words, term }) => (term === undefined ? words : html`<arbiter-term .term=${term}>${words}</arbiter-term>`));
}
