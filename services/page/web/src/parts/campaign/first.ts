/** The first steps of a new campaign: a player's character; a game master's characters, fight and first turn, each ticked off once it is done. */
import { html, nothing, type TemplateResult } from 'lit';
import { commandName } from '../../words.js';
import type { Body, Entry } from '../play/entries.js';
import type { Happened } from '../play/happened.js';
import type { Thing } from '../play/meters.js';
import { called, type Names } from '../play/names.js';
import type { FirstCommands } from './actions.js';
import { canFight, figuresOf, foeMissing } from './standing.js';
import { fightOf } from './track.js';
import { t } from '../../texts.js';

/** A campaign is new up to this version. All its events are known to the page by then. */
const NEW = 60;
const ENDED = /^(Fight|Combat)Ended$/;

/** What the steps are read from; `show` opens a form, `act` does what the board's button does, and `send` sends a command. */
export interface Beginning {
  readonly game: Thing; readonly seats: Parameters<typeof foeMissing>[1]; readonly version: number; readonly events: readonly Happened[]; readonly allowed: readonly Entry[]; readonly names: Names; readonly first: FirstCommands; readonly busy: boolean;
  readonly show: (kind: string) => void; readonly act: (kind: string) => void; readonly send: (body: Body) => void;
}

/** Whether the steps are of use: nothing was fought yet, and there is a next step. */
export function isBeginning({ game, version, events, allowed, first }: Beginning): boolean {
  const fight = fightOf(game);
  if (version > NEW || events.some(({ event }) => ENDED.test(event.type)) || Number(fight?.round ?? 0) > 1) return false;
  return fight !== undefined || figuresOf(game).length === 0 || allowed.some(({ command }) => command === first.fight || command === first.agree?.command);
}

/** Render a game master's steps until the first round is over. */
export function firstSteps(beginning: Beginning): TemplateResult {
  const { game, seats, events, allowed, names, first, busy, show, act, send } = beginning, fight = fightOf(game), made = figuresOf(game).length;
  const may = (kind: string): boolean => !fight && allowed.some(({ command }) => command === kind);
  const button = (kind: string, says: string, go: () => void): TemplateResult => html` <button data-first=${kind} ?disabled=${busy} @click=${go}>${says}</button>`;
  const step = (done: boolean, says: string, more: unknown = nothing): TemplateResult =>
    html`<li data-ticked=${done ? 'yes' : 'no'}><span aria-hidden="true">${done ? '☑' : '☐'}</span> ${says}${done ? html` <span class="only-read">(done)</span>` : nothing}${more}</li>`;
  const rule = first.agree, agreed = fight || rule === undefined ? [] : allowed.filter(({ command }) => command === rule.command);
  const agree = agreed.map(({ body: { command } }) => button(String(command.type), rule!.says(called(command.creature, names)), () => { send(command); }));
  const isActed = typeof fight?.turn === 'string' || (fight !== undefined && events.some(({ event }) => event.type === first.acts));
  const alone = made > 0 && !fight ? foeMissing(game, seats) : '';
  return html`<section class="card first" data-first-steps aria-label="First steps"><h2>First steps</h2><ol>
    ${step(made > 0 && agreed.length === 0, t('Make the characters, and their foes.'), html`${agree}${first.make.filter(may).map((kind) => button(kind, commandName(kind), () => { show(kind); }))}`)}
    ${step(fight !== undefined, t('Start a fight.'), made > 0 && agreed.length === 0 && may(first.fight) ? html` <button data-first=${first.fight} data-act=${first.fight} ?disabled=${busy || !canFight(game)} @click=${() => { act(first.fight); }}>Start a fight</button>${alone ? html` <small data-alone>${alone}</small>` : nothing}` : nothing)}
    ${step(isActed, t('Play: a character that may act has buttons on its card.'))}</ol></section>`;
}

/** Render a player's first step while the player has no character. */
export function ownStep({ game, version, allowed, first, show }: Beginning, seat: string): TemplateResult | typeof nothing {
  if (version > NEW || figuresOf(game).some((one) => one.seat === seat) || !allowed.some(({ command }) => command === first.own)) return nothing;
  return html`<section class="card first" data-own-step aria-label="First step"><h2>First step</h2>
    <p>Make your character: its form has good values already. The game master starts the game.</p>
    <button class="primary" data-first=${first.own} @click=${() => { show(first.own); }}>${commandName(first.own)}</button></section>`;
}
