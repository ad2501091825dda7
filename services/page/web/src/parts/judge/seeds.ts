/** `<arbiter-seeds .commits .names>`: each commitment that was made before the dice fell, and whether the revealed seed matches it. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Commit } from '../exported.js';
import type { Names } from '../sentence.js';

/** A seed with its commitment and its reveal. */
export interface Epoch {
  readonly number: number;
  readonly commitment: string;
  readonly since: number;
  readonly salts: Map<string, string>;
  seed?: string;
  until?: number;
  /** Whether SHA-256 of the seed is the commitment; `undefined` while it is calculated. */
  matches?: boolean;
}

/** Collect the epochs of a log. */
export function epochsOf(commits: readonly Commit[]): Epoch[] {
  const epochs: Epoch[] = [];
  for (const { events, before } of commits) {
    events.forEach((event, place) => {
      const version = before + place + 1, last = epochs.at(-1);
      if (event.type === 'SeedCommitted') epochs.push({ number: Number(event.epoch), commitment: String(event.commitment), since: version, salts: new Map() });
      else if (event.type === 'SaltAdded') last?.salts.set(String(event.seat), String(event.salt));
      else if (event.type === 'SeedRevealed' && last) Object.assign(last, { seed: String(event.seed), until: version });
    });
  }
  return epochs;
}

/** Return the SHA-256 of bytes; both in hex. */
async function digestOf(hex: string): Promise<string> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class ArbiterSeeds extends LitElement {
  static override properties = { commits: { attribute: false }, names: { attribute: false }, epochs: { state: true } };
  declare commits: readonly Commit[];
  declare names: Names;
  declare private epochs: readonly Epoch[];

  static override styles = [base, css`
    dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.2rem 0.9rem; margin: 0; }
    dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
    @media (max-width: 40rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: 0.4rem; } }
  `];

  constructor() {
    super();
    this.epochs = [];
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('commits')) return;
    this.epochs = epochsOf(this.commits);
    for (const epoch of this.epochs) void this.match(epoch);
  }

  private async match(epoch: Epoch): Promise<void> {
    if (epoch.seed === undefined || crypto.subtle === undefined) return;
    epoch.matches = (await digestOf(epoch.seed)) === epoch.commitment;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    if (this.epochs.length === 0) return html`<p class="quiet">This log commits to no seed.</p>`;
    return html`<div class="stack">${this.epochs.map((epoch) => this.one(epoch))}</div>`;
  }

  private one({ number, commitment, since, until, salts, seed, matches }: Epoch): TemplateResult {
    const verdict = seed === undefined ? 'sealed' : matches === undefined ? 'unknown' : matches ? 'yes' : 'no';
    return html`<div data-epoch=${number} data-matches=${verdict}>
      ${this.epochs.length > 1 ? html`<h3>Seed ${number + 1}</h3>` : nothing}
      <dl>
        <dt>Committed to</dt><dd><code>${commitment}</code> <small>at version ${since}, before any die fell</small></dd>
        ${[...salts].map(([seat, salt]) => html`<dt>Salt of ${this.names.seat(seat)}</dt><dd><code>${salt}</code></dd>`)}
        ${salts.size === 0 ? html`<dt>Salts</dt><dd class="quiet">no seat added one</dd>` : nothing}
        <dt>Seed</dt><dd>${seed === undefined ? html`<span class="quiet">not revealed yet</span>` : html`<code>${seed}</code> <small>at version ${until}</small>`}</dd>
        <dt>Do they match?</dt><dd>${this.verdict(verdict)}</dd>
      </dl></div>`;
  }

  private verdict(verdict: string): TemplateResult {
    if (verdict === 'yes') return html`<strong class="good">✓ Yes: SHA-256 of the seed, calculated here, equals the commitment.</strong>`;
    if (verdict === 'no') return html`<strong class="bad">✗ No: this seed does not match the commitment.</strong>`;
    if (verdict === 'sealed') return html`<span class="quiet">Known once the seed is revealed: when the stream closes, or a new seed begins.</span>`;
    return html`<span class="quiet">This browser has no cryptography on this page to check it.</span>`;
  }
}

customElements.define('arbiter-seeds', ArbiterSeeds);
