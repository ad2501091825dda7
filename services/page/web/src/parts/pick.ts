/** `<arbiter-pick page="replay">`: choose a log: a stream of this key, or an export that is dropped or opened. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, arbiter } from '../access.js';
import { linkTo } from '../router.js';
import { base } from '../styles.js';
import { gameName, services, type ServedGame } from '../words.js';
import { keepFile } from './exported.js';
import './kept.js';
import { ago } from './times.js';
import { titleFor } from './titles.js';
import { t } from '../texts.js';

interface Item {
  readonly stream: string;
  readonly status: string;
  readonly version: number;
  readonly at?: number;
  readonly title?: string;
  readonly seats?: readonly { readonly seat: string; readonly name?: string }[];
}
interface Shelf { readonly game: ServedGame; readonly items: readonly Item[] }

const NEWEST = 6;

export class ArbiterPick extends LitElement {
  static override properties = { page: {}, shelves: { state: true }, over: { state: true } };
  declare page: string;
  declare private shelves: readonly Shelf[] | undefined;
  declare private over: boolean;

  static override styles = [base, css`
    .drop { border: 2px dashed var(--quiet); border-radius: 12px; padding: 1.4rem; text-align: center; background: var(--card); }
    .drop.over { border-color: var(--accent); background: var(--shade); }
    input { max-width: 16rem; } label { justify-content: center; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; overflow-wrap: anywhere; }
  `];

  constructor() {
    super();
    this.over = false;
    if (appKey() !== undefined) void this.load();
  }

  private async load(): Promise<void> {
    const served = await services().catch(() => []);
    const shelves = served.map(async (game): Promise<Shelf> => {
      const page = await arbiter().get(`/${game.name}/v1/${game.streams}?limit=${NEWEST}`).catch(() => ({ items: [] }));
      return { game, items: (page as { items: Item[] }).items };
    });
    this.shelves = (await Promise.all(shelves)).filter((shelf) => shelf.items.length > 0);
  }

  private async take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    keepFile({ name: file.name, text: await file.text() });
    this.dispatchEvent(new CustomEvent('file', { bubbles: true, composed: true }));
  }

  private dropped(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    void this.take(event.dataTransfer?.files[0]);
  }

  private dragged(event: DragEvent): void {
    event.preventDefault();
    this.over = event.type === 'dragover';
  }

  protected override render(): TemplateResult {
    return html`<div class="stack">
      <arbiter-kept .page=${this.page}></arbiter-kept>
      ${this.shelves === undefined ? nothing : this.streams(this.shelves)}
      <div class="drop ${this.over ? 'over' : ''}" data-drop @dragover=${this.dragged} @dragleave=${this.dragged} @drop=${this.dropped}>
        <p>Drop an exported log (<code>.ndjson</code>) here. It is read in this browser only.</p>
        <label class="row"><span>Or choose a file</span>
          <input type="file" accept=".ndjson,.jsonl,application/x-ndjson" data-file
            @change=${(event: Event) => this.take((event.target as HTMLInputElement).files?.[0])}></label>
      </div>
    </div>`;
  }

  private streams(shelves: readonly Shelf[]): TemplateResult {
    if (shelves.length === 0) return html`<p class="quiet">You have no games yet.</p>`;
    return html`<section><h2>Your newest games</h2><div class="grid">${shelves.map(({ game, items }) => html`
      <div class="card"><h3>${gameName(game.name)}</h3><ul>${items.map(({ stream, status, version, seats, title, at }) => {
        const id = stream.split(':')[1] ?? '';
        return html`<li><a href=${linkTo(this.page, [game.name, id])}>${titleFor(game.name, { id, seats, title }, this)}</a> <span class="tag">${t(status === 'open' ? 'open' : 'closed')}</span>
          <br><small>${at ? html`${ago(at)} · ` : nothing}${version} ${t(version === 1 ? 'event' : 'events')}</small></li>`;
      })}</ul></div>`)}</div></section>`;
  }
}

customElements.define('arbiter-pick', ArbiterPick);
