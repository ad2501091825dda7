/** The first steps of a game master in a new campaign: characters, a fight, go. Each is ticked off once it is done. */
import { html, nothing, type TemplateResult } from 'lit';
import { commandName } from '../../words.js';
import type { Entry } from '../play/entries.js';
import type { Happened } from '../play/happened.js';
import type { Thing } from '../play/meters.js';
import { figuresOf } from './standing.js';
import { fightOf } from './track.js';
import { t } from '../../texts.js';

/** A campaign is new up to this version. All its events are known to the page by then. */
const NEW = 60;
const STARTED = /^(Fight|Combat)Started$/;

/** What the steps are read from: `first` are the commands that make a character and start a fight; `show` opens a form. */
export interface Beginning {
  readonly game: Thing; readonly version: number; readonly events: readonly Happened[]; readonly allowed: readonly Entry[];
  readonly first: readonly [make: string, fight: string]; readonly show: (kind: string) => void;
}

/** Render the steps until the first round is over. */
export function firstSteps({ game, version, events, allowed, first: [make, start], show }: Beginning): TemplateResult | typeof nothing {
  const fight = fightOf(game), fights = events.filter(({ event }) => STARTED.test(event.type)).length, made = figuresOf(game).length;
  if (version > NEW || fights > (fight ? 1 : 0) || Number(fight?.round ?? 0) > 1) return nothing;
  const button = (kind: string): TemplateResult | typeof nothing => (!fight && allowed.some(({ command }) => command === kind)
    ? html` <button data-first=${kind} @click=${() => { show(kind); }}>${commandName(kind)}</button>` : nothing);
  const step = (done: boolean, says: string, more: unknown = nothing): TemplateResult =>
    html`<li data-ticked=${done ? 'yes' : 'no'}><span aria-hidden="true">${done ? '☑' : '☐'}</span> ${says}${done ? html` <span class="only-read">(done)</span>` : nothing}${more}</li>`;
  return html`<section class="card first" data-first-steps aria-label="First steps"><h2>First steps</h2><ol>
    ${step(made > 0, t('Make the characters, and their foes.'), button(make))}
    ${step(fight !== undefined, t('Start a fight.'), made > 0 ? button(start) : nothing)}
    ${step(typeof fight?.turn === 'string', t('Go: a card has buttons when it may act.'))}</ol></section>`;
}
