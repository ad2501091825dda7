/**
 * `<arbiter-opening>`: choose a game and open a stream: seats and their roles first, settings folded.
 *
 * `data-game` chooses a game, `data-example` an example to start from, `data-open-stream` opens the stream.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import type { Service } from 'arbiter-client';
import { addSeat, appKey, arbiter, changed } from '../../access.js';
import { readyGames } from '../../games.js';
import { followConnection, isOffline } from '../../offline.js';
import { go, linkTo } from '../../router.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import { begun, contractOf, gameName, openingOf, services, type GameWords, type ServedGame, wordsOf } from '../../words.js';
import { withoutConnection, withoutKey } from '../problem.js';
import '../ready/invite.js';
import '../ready/ready.js';
import { partsOf, type FormContext } from './fields.js';
import { formStyles } from './form-styles.js';
import { faultOf, put } from './paths.js';
import { shapeOfSchema, type Schemas } from './shape.js';
import { t } from '../../texts.js';

interface SeatRow { readonly seat: string; readonly role?: string; readonly name?: string | undefined }
const LONGEST_NAME = 40;
type Opening = Readonly<Record<string, unknown>>;
const ROLES = t({ player: 'player', gm: 'game master', spectator: 'watches' });

export class ArbiterOpening extends LitElement {
  static override properties = {
    chosen: {}, ready: {}, games: { state: true }, words: { state: true }, schemas: { state: true }, body: { state: true }, problem: { state: true }, pending: { state: true }, more: { state: true },
  };
  declare chosen: string | undefined;
  /** The ready game that a link names. */
  declare ready: string | undefined;
  declare private games: readonly ServedGame[];
  declare private words: GameWords | undefined;
  declare private schemas: Schemas;
  declare private body: Opening;
  declare private problem: unknown;
  declare private pending: boolean;
  declare private more: boolean;

  static override styles = [base, formStyles, css`
    .games { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
    .games button { display: grid; align-content: start; text-align: left; padding: 0.7rem; height: 100%; width: 100%; border-radius: 12px; } .games small { display: block; line-height: 1.35; }
    .games button[aria-pressed='true'] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    .next { margin-top: 1.4rem; } form { display: grid; gap: 1rem; margin-top: 1rem; } .seats { display: grid; gap: 0.5rem; }
    .seat { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; } .seat > :first-child { flex: 1 1 12rem; }
  `];

  constructor() {
    super();
    [this.games, this.schemas, this.body] = [[], {}, {}];
    followConnection(this, this.load);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
    this.load();
  }

  private readonly load = (): void => {
    this.requestUpdate();
    if (this.games.length > 0 || isOffline()) return;
    services().then((games) => { this.games = games; }, (problem: unknown) => { this.problem = problem; });
  };

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  protected override willUpdate(properties: Map<string, unknown>): void {
    if (properties.has('chosen') && this.chosen) void this.choose(this.chosen);
  }

  private async choose(service: string): Promise<void> {
    [this.problem, this.words] = [undefined, undefined];
    try {
      const [words, contract] = await Promise.all([wordsOf(service), contractOf(service)]);
      if (this.chosen !== service) return;
      [this.words, this.schemas] = [words, contract.components.schemas as Schemas];
      this.body = usual((Object.values(words.openings)[0] ?? { type: words.opening, seats: [{ seat: 'ann' }, { seat: 'bob' }] }) as Opening);
      await this.updateComplete;
      this.renderRoot.querySelector('form')?.scrollIntoView({ block: 'nearest' });
    } catch (problem) {
      this.problem = problem;
    }
  }

  protected override render(): TemplateResult {
    if (isOffline() && this.games.length === 0) return html`<h1>Play</h1>${withoutConnection()}`;
    const games = html`<div class="games">${this.games.map((game) => html`<button data-game=${game.name} aria-pressed=${game.name === this.chosen ? 'true' : 'false'}
        @click=${() => { go(linkTo('play', [game.name])); }}><strong>${gameName(game.name)}</strong><small>${game.about}</small></button>`)}</div>`;
    return html`<h1>Play</h1>${this.chosen ? html`<details><summary>${t`${gameName(this.chosen)}, or another game`}</summary>${games}</details>` : html`<h2>Choose a game</h2>${games}`}
      ${this.chosen && readyGames(this.chosen).length > 0 ? html`<h2 class="next">Ready games</h2><arbiter-ready .services=${[this.chosen]} .chosen=${this.ready}></arbiter-ready>` : nothing}
      ${this.words ? this.form(this.words) : this.chosen && !this.problem ? html`<p class="quiet" role="status">Loading …</p>` : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`;
  }

  private form(words: GameWords): TemplateResult {
    const examples = Object.entries(words.openings) as [string, Opening][];
    return html`<form class="card" @submit=${this.opened}>
      <h2>${begun(openingOf(words.game.kind))}: ${gameName(words.game.name)}</h2>
      ${examples.length > 1 ? html`<div class="row"><span>Begin with</span>${examples.map(([name, body]) => html`
        <button type="button" data-example @click=${() => { this.body = usual(body); }}>${name}</button>`)}</div>` : nothing}
      ${this.seats()}
      ${this.settings(words)}
      ${appKey() === undefined ? withoutKey() : nothing}
      <div><button class="primary" data-open-stream ?disabled=${this.pending || appKey() === undefined}>Open it</button></div>
    </form>`;
  }

  private seats(): TemplateResult {
    const rows = (this.body.seats ?? []) as readonly SeatRow[];
    const set = (next: readonly SeatRow[]): void => { this.body = { ...this.body, seats: next }; };
    const change = (at: number, part: Partial<SeatRow>): void => { set(rows.map((row, other) => (other === at ? { ...row, ...part } : row))); };
    const named = (at: number, typed: string): void => {
      const id = seatNamed(typed, at), seat = rows.some((row, other) => other !== at && row.seat === id) ? `${id}-${at + 1}` : id;
      change(at, { seat, name: nameFor(typed, seat) });
    };
    return html`<fieldset class="seats"><legend>Seats</legend>${rows.map((row, at) => html`<div class="seat" data-seat-row>
        <label>Name<input maxlength=${LONGEST_NAME} required .value=${row.name ?? row.seat}
          @input=${(event: Event) => { const typed = (event.target as HTMLInputElement).value; if (typed.trim() !== '') named(at, typed); }}></label>
        <label>Role<select @change=${(event: Event) => { change(at, { role: (event.target as HTMLSelectElement).value }); }}>
          ${Object.entries(ROLES).map(([role, name]) => html`<option value=${role} .selected=${(row.role ?? 'player') === role}>${name}</option>`)}</select></label>
        ${rows.length > 1 ? html`<button type="button" aria-label="Remove ${seatNames([row])(row.seat)}" @click=${() => { set(rows.filter((_, other) => other !== at)); }}>✕</button>` : nothing}
      </div>`)}
      <div><button type="button" data-add-seat @click=${() => { set([...rows, { seat: `player-${rows.length + 1}`, name: t`Player ${rows.length + 1}` }]); }}>Add a seat</button></div>
    </fieldset>`;
  }

  /** All other fields of the opening. They may be many, so they are rendered once they are unfolded. */
  private settings(words: GameWords): TemplateResult | typeof nothing {
    const shape = shapeOfSchema(this.schemas[words.opening] ?? {}, this.schemas);
    const parts = shape.kind === 'object' ? shape.parts.filter(({ name }) => name !== 'seats') : [];
    if (parts.length === 0) return nothing;
    const form: FormContext = {
      name: 'opening', names: new Map(), fault: faultOf(this.problem, () => true),
      set: (path, value) => { this.body = put(this.body, path, value) as Opening; },
    };
    return html`<details @toggle=${(event: Event) => { if (event.target === event.currentTarget) this.more = (event.target as HTMLDetailsElement).open; }}>
      <summary>Title and settings</summary>${this.more ? partsOf(form, [], parts, this.body) : nothing}</details>`;
  }

  private readonly opened = async (event: Event): Promise<void> => {
    event.preventDefault();
    const service = this.chosen!;
    this.pending = true;
    try {
      const { id, seats } = await arbiter().open(service as Service, this.body as never);
      for (const { seat, token } of seats) addSeat(service, id, { seat, token });
      go(linkTo('play', [service, id]));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.pending = false;
    }
  };
}

/** Return the name that people read for a seat: what was typed, unless that is the seat's own id. */
const nameFor = (typed: string, seat: string): string | undefined => {
  const name = typed.trim().replace(/\s+/g, ' ');
  return name === seat ? undefined : Array.from(name).slice(0, LONGEST_NAME).join('').trim();
};

/** Return an opening whose seats may chat, if it has several and does not say; the settings of the form show it. */
const talking = (body: Opening): Opening => (Array.isArray(body.seats) && body.seats.length > 1 ? { chat: 'on', ...body } : body);

/** Return an example's opening with the seats that every game begins with: gm, player-1, player-2, and names that people read for them. */
const usual = (body: Opening): Opening => {
  const seats = (body.seats ?? []) as readonly SeatRow[], players = seats.filter(({ role }) => role !== 'gm' && role !== 'spectator');
  const named = (row: SeatRow): SeatRow => {
    const at = players.indexOf(row) + 1;
    return row.role === 'gm' ? { seat: 'gm', name: t('Game master') } : row.role === 'spectator' ? { seat: 'watcher' } : { seat: `player-${at}`, name: t`Player ${at}` };
  };
  return talking({ ...body, seats: seats.map((row) => ({ ...row, ...named(row) })) });
};

/** Return the seat for any name: "Ann Müller" sits at `ann-muller`. */
const seatNamed = (name: string, at: number): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9_]+/g, '-').replace(/^[-_]+|-+$/g, '') || `player-${at + 1}`;

customElements.define('arbiter-opening', ArbiterOpening);
