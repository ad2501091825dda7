/** `<arbiter-faces .commits>`: how often each face of the public dice fell, compared with fair dice. */
import { LitElement, css, html, nothing, svg, type PropertyValues, type SVGTemplateResult, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import type { Commit } from '../exported.js';
import { fixed } from '../../texts.js';

/** How often each face fell, over all dice with the same number of sides. */
export interface Tally { readonly sides: number; readonly faces: number[]; readonly count: number }

const MOST_SIDES = 20, KINDS = 4, FEWEST = 10, WIDTH = 320, HEIGHT = 150, FOOT = 22, HEAD = 8;

/** Count the faces of the public draws from seeds. */
export function talliesOf(commits: readonly Commit[]): Tally[] {
  const all = new Map<number, number[]>();
  for (const { draws } of commits) {
    for (const draw of draws as { draw?: string; sides?: number; faces?: readonly number[]; source?: string }[]) {
      if (draw.draw !== 'dice' || draw.source !== 'seed' || draw.sides === undefined || draw.sides > MOST_SIDES || draw.sides < 2) continue;
      const faces = all.get(draw.sides) ?? Array.from({ length: draw.sides }, () => 0);
      for (const face of draw.faces ?? []) faces[face - 1]! += 1;
      all.set(draw.sides, faces);
    }
  }
  return [...all].map(([sides, faces]) => ({ sides, faces, count: faces.reduce((sum, one) => sum + one, 0) }))
    .filter(({ count }) => count >= FEWEST).sort((one, other) => other.count - one.count).slice(0, KINDS);
}

export class ArbiterFaces extends LitElement {
  static override properties = { commits: { attribute: false } };
  declare commits: readonly Commit[];
  private tallies: readonly Tally[] = [];

  static override styles = [base, css`
    svg { width: 100%; height: auto; display: block; } figure { margin: 0; } figcaption { font-weight: 600; }
    .bar { fill: var(--accent); } .expected { stroke: var(--ink); stroke-width: 1.5; } .band { fill: var(--shade); } .small { fill: var(--quiet); font-size: 12px; }
    td, th { font-variant-numeric: tabular-nums; padding-right: 0.7rem; }
  `];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('commits')) this.tallies = talliesOf(this.commits);
  }

  protected override render(): TemplateResult {
    if (this.tallies.length === 0) return html`<p class="quiet">Too few public dice have been rolled for a comparison.</p>`;
    return html`<p>Each bar is how often a face fell. The line is the average of fair dice; 19 of 20 bars of fair dice end within the band.</p>
      <div class="grid">${this.tallies.map((tally) => html`<figure data-sides=${tally.sides}>
        <figcaption>Dice of ${tally.sides} <small>${tally.count} fell</small></figcaption>${this.plot(tally)}${this.table(tally)}</figure>`)}</div>`;
  }

  private plot({ sides, faces, count }: Tally): TemplateResult {
    const expected = count / sides, spread = 2 * Math.sqrt(expected * (1 - 1 / sides));
    const most = Math.max(...faces, expected + spread), room = HEIGHT - FOOT - HEAD;
    const up = (times: number): number => HEAD + room - (Math.max(0, times) / most) * room;
    return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Dice of ${sides}: each face was expected ${fixed(expected, 1)} times; the table has the numbers">
      ${svg`<rect class="band" x="0" width=${WIDTH} y=${up(expected + spread)} height=${up(expected - spread) - up(expected + spread)}></rect>`}
      ${faces.map((times, place) => this.bar(times, place, sides, up))}
      ${svg`<line class="expected" x1="0" x2=${WIDTH} y1=${up(expected)} y2=${up(expected)}></line>`}
    </svg>`;
  }

  private bar(times: number, place: number, sides: number, up: (times: number) => number): SVGTemplateResult {
    const wide = WIDTH / sides, x = place * wide;
    return svg`<rect class="bar" x=${x + wide * 0.2} width=${wide * 0.6} y=${up(times)} height=${up(0) - up(times)}></rect>
      <text class="small" x=${x + wide / 2} y=${HEIGHT - 6} text-anchor="middle">${place + 1}</text>`;
  }

  private table({ sides, faces, count }: Tally): TemplateResult | typeof nothing {
    return html`<details><summary>In numbers</summary><table>
      <thead><tr><th scope="col">Face</th><th scope="col">Fell</th><th scope="col">Expected</th></tr></thead>
      <tbody>${faces.map((times, place) => html`<tr><th scope="row">${place + 1}</th><td>${times}</td><td>${fixed(count / sides, 1)}</td></tr>`)}</tbody>
    </table></details>`;
  }
}

customElements.define('arbiter-faces', ArbiterFaces);
