/** What a stream is a fork of, in a sentence with a link to where it began. For tests: `data-fork-of`. */
import { html, nothing, type TemplateResult } from 'lit';
import { linkTo } from '../router.js';

/** Where a fork began, as views and lists have it. */
export interface ForkOf {
  readonly stream: string;
  readonly version: number;
  readonly dealt: boolean;
  readonly seat: string | null;
}

const NAME = /^([a-z0-9_]+)\.[a-z]+:(.+)$/;

/** Return the sentence about a fork; nothing for other streams. */
export function forkSentence(fork: unknown): TemplateResult | typeof nothing {
  if (fork === undefined || fork === null) return nothing;
  const { stream, version, dealt, seat } = fork as ForkOf, [, service = '', id = ''] = NAME.exec(stream) ?? [];
  return html`<p class="quiet" data-fork-of=${stream}>A fork of <a href=${linkTo('replay', [service, id], { at: version })}>${id.slice(0, 10)} at version
    ${version}</a>${!dealt ? nothing : seat === null ? ', with the decks in another order' : `, dealt again from what ${seat} knew there`}.</p>`;
}
