/**
 * `<arbiter-lesson .service .seat .live .moved>`: the panel of a lesson over a game that is played on the page.
 *
 * The outlined control has `data-pointed`. For tests: `data-lesson` with the number of the step, `data-kind` with what is shown
 * (`step`, `aside`, `wait`), `data-next`, `data-skip`, `data-back`, `data-done`.
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { linkTo } from '../../router.js';
import { base } from '../../styles.js';
import { gameName } from '../../words.js';
import type { Live } from '../play/live.js';
import '../terms/terms.js';
import { Course, type Now } from './course.js';
import { lessons, setLearnt, type Pointer, type Step } from './lessons.js';
import { bringIntoSight, foundAt, pointingStyles, ring, ringOf, type Ring } from './pointing.js';
import { t } from '../../texts.js';

const OFTEN = 150;

export class ArbiterLesson extends LitElement {
  static override properties = { service: {}, seat: {}, live: { attribute: false }, moved: { type: Number }, place: { state: true }, done: { state: true } };
  declare service: string;
  declare seat: string;
  declare live: Live | undefined;
  /** A counter that changes whenever the game has. */
  declare moved: number;
  declare private place: Ring | undefined;
  declare private done: boolean;
  private course: Course | undefined;
  private pointed: HTMLElement | undefined;
  private timer = 0;

  static override styles = [base, pointingStyles, css`
    :host { height: 15rem; }
    .panel { position: fixed; right: 1rem; bottom: 1rem; width: min(24rem, calc(100vw - 2rem)); z-index: 5; box-shadow: 0 6px 26px rgb(0 0 0 / 0.3); border: 2px solid var(--accent); display: grid; gap: 0.5rem; padding: 0.8rem 1rem; }
    h2 { margin: 0; font-size: 1rem; } .top { justify-content: space-between; flex-wrap: nowrap; } p { margin: 0; } .says { font-size: 1.05rem; min-height: 3em; }
    progress { width: 100%; height: 6px; accent-color: var(--accent); } button, .button { min-height: 2.2rem; padding: 0.25rem 0.75rem; }
    .leave { border: 0; background: none; padding: 0.2rem 0.5rem; min-height: 0; }
    @media (max-width: 40rem) { .panel { left: 0; right: 0; bottom: 0; width: auto; border-radius: 12px 12px 0 0; } }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(this.point, OFTEN);
    window.addEventListener('scroll', this.point, { passive: true, capture: true });
    window.addEventListener('resize', this.point);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.timer);
    window.removeEventListener('scroll', this.point, { capture: true });
    window.removeEventListener('resize', this.point);
    this.pointAt(undefined);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const lesson = lessons().get(this.service);
    this.course ??= lesson && new Course(lesson, this.seat);
    if (this.live && (changed.has('moved') || changed.has('live'))) this.course?.follow(this.live);
  }

  protected override updated(): void { this.point(); }

  private get now(): Now | undefined { return this.live?.view && this.course?.now(this.live); }

  /** Find what the step points at: a field that is to be written first, then the controls in their order. */
  private readonly point = (): void => {
    const now = this.done ? undefined : this.now;
    this.pointAt(now && targetOf(now.step as Pointer & Pick<Step, 'write'>));
  };

  private pointAt(element: HTMLElement | undefined): void {
    if (element !== this.pointed) {
      this.pointed?.removeAttribute('data-pointed');
      element?.setAttribute('data-pointed', '');
      this.pointed = element;
      if (element) bringIntoSight(element, this.renderRoot.querySelector('.panel')?.clientHeight ?? 0);
    }
    const next = element && ringOf(element), now = this.place;
    if (next?.left !== now?.left || next?.top !== now?.top || next?.width !== now?.width || next?.height !== now?.height) this.place = next;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { course, now } = this, lesson = lessons().get(this.service);
    if (lesson === undefined || course === undefined || now === undefined) return nothing;
    return html`${ring(this.place)}<section class="card panel" aria-labelledby="title" data-lesson=${course.at} data-kind=${now.kind}>
      <div class="row top"><h2 id="title">${lesson.title} <small>${this.done ? t('done') : t`step ${course.at + 1} of ${course.count}`}</small></h2>
        <a class="button leave" href=${this.home} aria-label="Leave the lesson">×</a></div>
      <progress max=${course.count} value=${this.done ? course.count : course.at} aria-label="How far the lesson is"></progress>
      <p class="says" role="status"><arbiter-terms .text=${this.done ? t('That was the lesson. Play on, or choose another one.') : now.step.says} .service=${this.service}></arbiter-terms></p>
      <div class="row">${this.done ? this.onward() : this.buttons(course)}</div></section>`;
  }

  private buttons(course: Course): TemplateResult {
    const step = (go: () => void) => (): void => { go(); this.requestUpdate(); };
    const next = step(() => { course.next(this.live!); });
    return html`${course.at > 0 ? html`<button data-back @click=${step(() => { course.back(); })}>Back</button>` : nothing}
      ${course.isLast ? html`<button class="primary" data-done @click=${this.ended}>Finish</button>`
      : course.isRead ? html`<button class="primary" data-next @click=${next}>Next</button>` : html`<button data-skip @click=${next}>Skip</button>`}
      ${this.place ? html`<button @click=${() => { this.pointed?.focus(); }}>Go there</button>` : nothing}`;
  }

  /** The address of the game without its lesson. */
  private get home(): string { return location.hash.replace(/([?&])lesson=[^&]*&?/, '$1').replace(/[?&]$/, ''); }

  private onward(): TemplateResult {
    return html`<a class="button primary" href=${linkTo('learn')}>Other lessons</a><a class="button" href=${this.home}>Play on</a>
      <a class="button" href=${linkTo('rules', [this.service])} aria-label=${t`Rules of ${gameName(this.service)}`}>Rules</a>`;
  }

  private readonly ended = (): void => {
    setLearnt(this.service);
    this.done = true;
  };
}

/** Return what a step points at now. */
function targetOf({ at = [], write }: Pointer & Pick<Step, 'write'>): HTMLElement | undefined {
  const field = write && foundAt([write.at]);
  return field instanceof HTMLInputElement && field.value !== write?.text ? field : foundAt(at);
}

customElements.define('arbiter-lesson', ArbiterLesson);
