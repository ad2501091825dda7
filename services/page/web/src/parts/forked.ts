/** Which other streams a stream comes from, in sentences with links: `data-fork-of` and `data-dice-from` for tests. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../router.js';
import { seatNames, type Named } from '../seats.js';
import { titleRead } from './titles.js';
import { t } from '../texts.js';

/** Where a fork began, as views and lists have it. */
export interface ForkOf {
  readonly stream: string;
  readonly version: number;
  readonly dealt: boolean;
  readonly seat: string | null;
}

const NAME = /^([a-z0-9_]+)\.[a-z]+:(.+)$/;

/** Return the sentence about a fork, which has the seats of its parent; nothing for other streams. */
export function forkSentence(fork: unknown, seats?: readonly Named[]): TemplateResult | typeof nothing {
  if (fork === undefined || fork === null) return nothing;
  const { stream, version, dealt, seat } = fork as ForkOf, [, service = '', id = ''] = NAME.exec(stream) ?? [];
  return html`<p class="quiet" data-fork-of=${stream}>A fork of <a href=${linkTo('replay', [service, id], { at: version })} title=${id}>another game at version
    ${version}</a>${!dealt ? nothing : t(seat === null ? ', with the decks in another order' : `, dealt again from what ${seatNames(seats)(seat)} knew there`)}.</p>`;
}

/** Return the sentence about the dice table that rolls the open dice of a stream, with its title if this visitor may read it; nothing for other streams. */
export function luckSentence(luck: unknown, host: { requestUpdate(): void }): TemplateResult | typeof nothing {
  const [, service = '', id = ''] = typeof luck === 'string' ? NAME.exec(luck) ?? [] : [];
  if (id === '') return nothing;
  return html`<p class="quiet" data-dice-from=${luck}>The dice are rolled at <a href=${linkTo('replay', [service, id])}>${titleRead(service, id, host) || t('a dice table')}</a>.</p>`;
}
