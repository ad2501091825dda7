/**
 * The page `learn`: a lesson for each game, played on the page; `#/learn/<service>` shows one first.
 *
 * For tests: `data-lesson-of` on the button that begins a game's lesson, `data-learnt` on the ones that were done.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { appKey, changed } from '../access.js';
import { readyGames } from '../games.js';
import { learnt, lessons, type Lesson } from '../parts/learn/lessons.js';
import { withoutKey } from '../parts/problem.js';
import { openReady } from '../parts/ready/ready.js';
import { scene } from '../parts/ready/scene.js';
import { go, linkTo, type Place } from '../router.js';
import { base } from '../styles.js';
import { gameName } from '../words.js';
import { t } from '../texts.js';

export class ArbiterLearn extends LitElement {
  static override properties = { place: { attribute: false }, opening: { state: true }, problem: { state: true } };
  declare place: Place;
  declare private opening: string | undefined;
  declare private problem: unknown;

  static override styles = [base, css`
    ul { list-style: none; padding: 0; margin: 1rem 0 0; } li { display: grid; grid-template-rows: auto 1fr; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow: hidden; }
    svg { display: block; width: 100%; height: auto; } .says { padding: 0.7rem 0.9rem 0.9rem; display: grid; gap: 0.4rem; grid-template-rows: auto 1fr auto; } h2, p { margin: 0; } h2 { font-size: 1.1rem; } h2 small { display: block; font-weight: 400; }
    .lead { max-width: 44rem; }
  `];

  override connectedCallback(): void {
    super.connectedCallback();
    changed.addEventListener('change', this.known);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changed.removeEventListener('change', this.known);
  }

  private readonly known = (): void => { this.requestUpdate(); };

  protected override render(): TemplateResult {
    const [first] = this.place.parts, all = [...lessons()].sort(([one], [other]) => Number(other === first) - Number(one === first));
    return html`<h1>Learn</h1>
      <p class="lead">A lesson takes about five minutes. You play a real game with real dice, and an arrow shows you what to do next.</p>
      ${appKey() === undefined ? withoutKey() : nothing}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <ul class="grid">${all.map(([service, lesson]) => this.card(service, lesson, learnt().has(service)))}</ul>
      <p role="status" class="quiet">${this.opening === undefined ? '' : t('Opening the game …')}</p>`;
  }

  private card(service: string, lesson: Lesson, isDone: boolean): TemplateResult {
    const ready = readyGames(service).find(({ name }) => name === lesson.ready), of = gameName(service);
    return html`<li>${ready ? html`<svg viewBox="0 0 320 150" aria-hidden="true">${scene(ready.scene, ready.figures)}</svg>` : nothing}
      <div class="says"><h2>${lesson.title}<small>${of}</small></h2><p class="quiet">${lesson.says}</p>
        <div class="row"><button class="primary" data-lesson-of=${service} aria-label=${t`Begin the lesson of ${of}`} ?disabled=${this.opening !== undefined || appKey() === undefined}
          @click=${() => this.begun(service, lesson)}>${t(isDone ? 'Again' : 'Begin')}</button>${isDone ? html`<span class="tag good" data-learnt=${service}>done</span>` : nothing}</div></div></li>`;
  }

  private async begun(service: string, lesson: Lesson): Promise<void> {
    const ready = readyGames(service).find(({ name }) => name === lesson.ready);
    if (ready === undefined) return;
    [this.opening, this.problem] = [service, undefined];
    try {
      go(linkTo('play', [service, await openReady(service, ready)], { seat: ready.sit, lesson: 'yes' }));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.opening = undefined;
    }
  }
}

customElements.define('arbiter-learn', ArbiterLearn);
