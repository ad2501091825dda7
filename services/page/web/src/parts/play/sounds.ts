/**
 * `<arbiter-sounds .service .events .view .legal .seat>`: sounds of dice, of cards and of the player's own move, and the button that
 * turns them on. They are off at first. The browser keeps the choice; where reduced motion is asked for, sounds that
 * were turned on without it are silent until they are turned on again.
 *
 * For tests: `data-sounds` on the button is `on` or `off`, `data-sounded` the sounds so far, in their order.
 */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { partOf } from '../../games.js';
import { keep, kept } from '../../storage.js';
import { base } from '../../styles.js';
import '../remember.js';
import './odds.js';
import { isAsked } from './attention.js';
import type { LegalList } from './entries.js';
import type { Happened } from './happened.js';
import type { AnyView } from './live.js';
import { t } from '../../texts.js';

const NAME = 'arbiter.sounds';
/** Turned on; `ALWAYS` if reduced motion was asked for then. */
const USUAL = 'on', ALWAYS = 'on with reduced motion';
type Sound = 'dice' | 'card' | 'turn';

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
const isOn = (): boolean => kept(NAME) === ALWAYS || (kept(NAME) === USUAL && !isStill());

let context: AudioContext | undefined;

export class ArbiterSounds extends LitElement {
  static override properties = { service: {}, events: { attribute: false }, view: { attribute: false }, legal: { attribute: false }, seat: {}, sounded: { state: true } };
  declare service: string;
  declare events: readonly Happened[];
  declare view: AnyView;
  declare legal: LegalList;
  declare seat: string;
  declare private sounded: readonly Sound[];
  /** The newest version that is known; nothing that happened before the table was opened makes a sound. */
  private known: number | undefined;
  private asked = true;

  static override styles = [base, css`button { padding: 0.1rem 0.6rem; font-size: 0.9rem; } [aria-pressed='true'] { border-color: var(--accent); color: var(--accent); font-weight: 650; }`];

  constructor() {
    super();
    this.sounded = [];
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has('events') && !changes.has('view') && !changes.has('legal')) return;
    const asked = this.view.status === 'open' && isAsked(this.view, this.legal, this.seat);
    const since = this.known ?? this.view.version, fresh = this.events.filter(({ version }) => version > since);
    const heard = new Set(fresh.flatMap((one) => this.soundOf(one)));
    if (this.known !== undefined && asked && !this.asked) heard.add('turn');
    this.known = Math.max(since, ...fresh.map(({ version }) => version));
    this.asked = asked;
    if (heard.size > 0 && isOn()) this.play([...heard]);
  }

  private soundOf({ event }: Happened): readonly Sound[] {
    const { dice, cards } = partOf(this.service);
    if ((dice?.(event) ?? []).length > 0) return ['dice'];
    return cards?.includes(event.type) ? ['card'] : [];
  }

  private play(sounds: readonly Sound[]): void {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume().catch(() => undefined); // browsers wait for a click on the page
    for (const sound of sounds) MAKES[sound](context);
    this.sounded = [...this.sounded, ...sounds];
  }

  private turned(): void {
    keep(NAME, isOn() ? undefined : isStill() ? ALWAYS : USUAL);
    if (isOn()) this.play(['card']);
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<button data-sounds=${isOn() ? 'on' : 'off'} data-sounded=${this.sounded.join(' ')} aria-pressed=${isOn() ? 'true' : 'false'}
      title="Sounds of dice, of cards and of your move" @click=${this.turned}>Sounds <span aria-hidden="true">${t(isOn() ? 'on' : 'off')}</span></button>`;
  }
}

/** Play a short noise, louder at first. Units: seconds, hertz. */
function noise(audio: AudioContext, { after, long, pitch, loud }: { after: number; long: number; pitch: number; loud: number }): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate), samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.2 })).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
  source.start(audio.currentTime + after);
}

/** Play a tone that fades. Units: seconds, hertz. */
function tone(audio: AudioContext, after: number, pitch: number): void {
  const begin = audio.currentTime + after, gain = new GainNode(audio, { gain: 0.12 }), source = new OscillatorNode(audio, { frequency: pitch });
  gain.gain.setValueAtTime(0.12, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + 0.25);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + 0.25);
}

const MAKES: Readonly<Record<Sound, (audio: AudioContext) => void>> = {
  dice: (audio) => { for (const after of [0, 0.07, 0.12, 0.2]) noise(audio, { after, long: 0.05, pitch: 2600 - 4000 * after, loud: 0.5 }); },
  card: (audio) => { noise(audio, { after: 0, long: 0.12, pitch: 1200, loud: 0.25 }); },
  turn: (audio) => { tone(audio, 0, 660); tone(audio, 0.12, 880); },
};

customElements.define('arbiter-sounds', ArbiterSounds);
