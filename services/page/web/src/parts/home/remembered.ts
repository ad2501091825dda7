/**
 * `<arbiter-remembered>`: the seats that this computer remembers, and which of them their games wait for.
 *
 * For tests: `data-remembered` on each seat, as `service/id/seat`, `data-waits` with what its game waits for, `data-forget` forgets it.
 */
import { Arbiter, type Service } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { changed, forgetEverywhere } from '../../access.js';
import { remembered, type Remembered } from '../../remembered.js';
import { linkTo } from '../../router.js';
import { seatNames } from '../../seats.js';
import { base } from '../../styles.js';
import { gameName } from '../../words.js';
import { isDenied } from '../needed.js';
import { titleOf } from '../titles.js';
import { t } from '../../texts.js';

type Waits = 'you' | 'others' | 'nobody' | 'over' | 'denied' | 'unknown';

const SAYS: Readonly<Record<Waits, string>> = t({
  you: 'waits for you', others: 'waits for others', nobody: 'is open', over: 'is over', denied: 'the link no longer works', unknown: 'cannot be read now',
});

const keyOf = ({ service, id, seat }: Remembered): string => `${service}/${id}/${seat}`;

/** What a game says about a seat: whom it waits for, what people read for the seat, and the game's title. */
interface Answer { readonly waits: Waits; readonly name: string; readonly title: string }

/** Ask a game about a seat. */
async function askedOf({ service, id, seat, token }: Remembered): Promise<Answer> {
  const stream = new Arbiter().stream(service as Service, id, { token });
  let name = seat, title = '';
  try {
    const { status, seats, game } = await stream.view();
    [name, title] = [seatNames(seats)(seat), titleOf(service, seats, game)];
    if (status === 'closed') return { waits: 'over', name, title };
    const { legal } = await stream.moves();
    return { waits: legal.awaits.includes(seat) ? 'you' : legal.awaits.length > 0 ? 'others' : 'nobody', name, title };
  } catch (problem) {
    return { waits: isDenied(problem) ? 'denied' : 'unknown', name, title };
  }
}

export class ArbiterRemembered extends LitElement {
  static override properties = { seats: { state: true }, answers: { state: true } };
  declare private seats: readonly Remembered[];
  declare private answers: ReadonlyMap<string, Answer>;

  static override styles = [base, css`
    ul { list-style: none; margin: 0; padding: 0; } section { margin-bottom: 2rem; }
    li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.3rem 1rem; align-items: center; padding: 0.55rem 0; border-top: 1px solid var(--line); }
    li:first-child { border-top: 0; } .name { font-weight: 600; } .you { color: var(--good); font-weight: 650; }
    @media (max-width: 34rem) { li { grid-template-columns: 1fr; } }
  `];

  constructor() {
    super();
    [this.seats, this.answers] = [[], new Map()];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.load);
    this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.load);
  }

  private readonly load = (): void => {
    this.seats = remembered();
    for (const seat of this.seats) void askedOf(seat).then((answer) => { this.answers = new Map(this.answers).set(keyOf(seat), answer); });
  };

  protected override render(): TemplateResult | typeof nothing {
    if (this.seats.length === 0) return nothing;
    const first = [...this.seats].sort((one, other) => Number(this.answers.get(keyOf(other))?.waits === 'you') - Number(this.answers.get(keyOf(one))?.waits === 'you'));
    return html`<section class="card" aria-labelledby="remembered"><h2 id="remembered">Your seats on this computer</h2>
      <ul>${first.map((seat) => this.row(seat))}</ul></section>`;
  }

  private row(seat: Remembered): TemplateResult {
    const answer = this.answers.get(keyOf(seat)), waits = answer?.waits, place = [seat.service, seat.id];
    const name = t`${gameName(seat.service)} as ${(answer?.name ?? seat.seat) || t('a seat')}`;
    return html`<li data-remembered=${keyOf(seat)}>
      <div><span class="name">${name}</span> <span class="tag ${waits === 'you' ? 'you' : ''}" data-waits=${waits ?? ''}>${waits === undefined ? t('asking …') : SAYS[waits]}</span>${answer?.title ? html`<br><small data-title>${answer.title}</small>` : nothing}</div>
      <div class="row">
        ${waits === 'over' ? nothing : html`<a class="button ${waits === 'you' ? 'primary' : ''}" href=${linkTo('play', place, { seat: seat.seat })} aria-label=${t`Play ${name}`}>Play</a>`}
        <a class="button" href=${linkTo('replay', place, { seat: seat.seat })} aria-label=${t`Replay ${name}`}>Replay</a>
        <button data-forget aria-label=${t`Forget ${name}`} @click=${() => { forgetEverywhere(seat.service, seat.id, seat.seat); }}>Forget</button>
      </div></li>`;
  }
}

customElements.define('arbiter-remembered', ArbiterRemembered);
