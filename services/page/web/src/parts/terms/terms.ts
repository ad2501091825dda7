/**
 * `<arbiter-terms .text=${'Ash makes a Save'} .service=${'rpg_boundless'}>`: a text in which the terms of a game explain themselves.
 *
 * The glossaries are a module of their own. Until it is loaded, or if it cannot be, the text is plain. Without a service it is
 * that of the nearest element around it that has one. Do not put it into a button or a link: terms can have the focus.
 */
import { LitElement } from 'lit';
import { LANGUAGE } from '../../texts.js';
import { englishFor } from '../../words.js';

type Explain = (text: string, service: string, english?: string) => unknown;

let explain: Explain | undefined;
let loading: Promise<void> | undefined;

const load = (): Promise<void> => loading ??= import('./explaining.js').then((module) => { explain = module.explained; }, () => { loading = undefined; });

export class ArbiterTerms extends LitElement {
  static override properties = { text: {}, service: {} };
  declare text: string;
  declare service: string | undefined;

  /** The text is part of what is around it: it has the same styles. */
  protected override createRenderRoot(): this { return this; }

  override connectedCallback(): void {
    super.connectedCallback();
    if (explain === undefined) void load().then(() => { this.requestUpdate(); });
  }

  protected override render(): unknown {
    const service = this.service ?? serviceAround(this);
    return (LANGUAGE === 'en' ? explain?.(this.text, service) : explain?.(this.text, service, englishFor(this.text))) ?? this.text;
  }
}

/** Return the service of the nearest element around another one that has a service. */
function serviceAround(element: Element): string {
  for (let host: unknown = element; host instanceof Element; host = (host.getRootNode() as Partial<ShadowRoot>).host) {
    const { service } = host as { service?: unknown };
    if (typeof service === 'string') return service;
  }
  return '';
}

customElements.define('arbiter-terms', ArbiterTerms);
