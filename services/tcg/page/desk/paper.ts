/** A card as it is printed: in a preview, in a list of differences, and on a sheet. */
import type { CardText } from 'arbiter-client/tcg';
import { css, html, nothing, type TemplateResult } from 'lit';
import { printed } from '../printed.js';
import { sentence } from '../words.js';
import { t } from '../../../page/web/src/texts.js';

const LONG = 260, LONGER = 420;

/** Return the kind as it is printed: "form, level 1, Warden". */
export function kindOf(text: CardText): string {
  const type = text.kind === 'command' ? t`${text.faces[0]?.label ?? ''} command` : text.kind;
  const tribes = [...text.tribes, ...text.archetypes].map((one) => one.replace(/[{}"]/g, ''));
  return sentence([type, text.kind === 'form' ? t`level ${text.orbs}` : '', ...tribes].filter(Boolean).join(', '));
}

/** Render a card. */
export function paper(text: CardText): TemplateResult {
  const size = text.faces.reduce((sum, { box }) => sum + box.join('').length, 0);
  return html`<div class="paper ${text.kind} ${size > LONGER ? 'tiny' : size > LONG ? 'small' : ''}" data-paper>
    <div class="title"><b>${text.name}</b>${text.kind === 'form' && text.orbs > 0 ? html`<span class="orbs" aria-hidden="true">${'●'.repeat(text.orbs)}</span>` : nothing}</div>
    <div class="sort">${kindOf(text)}</div>
    ${text.faces.map(({ label, pwr, box }) => html`<div class="face">
      ${text.kind === 'savior' ? html`<div class="side">${sentence(label)}</div>` : nothing}
      ${box.map((line) => printed(line))}
      ${pwr === null ? nothing : html`<div class="power" aria-label="PWR ${pwr}" role="img">${pwr}</div>`}</div>`)}
    <div class="small-print">${text.set_id} ${text.number} · ${text.rarity}</div></div>`;
}

export const paperStyles = css`
  .paper { --gold: light-dark(#8a6413, #e0bd6a); --red: light-dark(#9c3325, #f09683); --blue: light-dark(#2a5795, #8db8ef); --grey: light-dark(#5b5568, #bdb4d0);
    --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif;
    display: flex; flex-direction: column; gap: 1.2mm; width: 63mm; min-height: 88mm; padding: 3mm; border: 0.4mm solid var(--kind); border-top-width: 2mm; border-radius: 3mm;
    background: linear-gradient(color-mix(in srgb, var(--kind) 9%, var(--card)), var(--card) 45%); font-size: 9pt; line-height: 1.3; overflow-wrap: anywhere; }
  .paper.savior { --kind: var(--gold); } .paper.form { --kind: var(--red); } .paper.command { --kind: var(--blue); } .paper.spirit { --kind: var(--grey); }
  .paper.small { font-size: 7.5pt; } .paper.tiny { font-size: 6.2pt; }
  .title { display: flex; justify-content: space-between; gap: 2mm; font: 600 12pt/1.15 var(--serif); } .orbs { color: var(--kind); font-size: 8pt; letter-spacing: 1px; white-space: nowrap; }
  .sort { color: var(--kind); font-size: 8pt; line-height: 1.2; }
  .face { display: grid; gap: 1mm; align-content: start; } .face .line, .face .flavour { display: block; }
  .side { font-weight: 600; border-top: 1px solid var(--line); padding-top: 1mm; }
  .power { justify-self: end; font: 700 18pt/1 var(--serif); color: var(--kind); }
  .small-print { margin-top: auto; color: var(--quiet); font-size: 6.5pt; }
  .bold { font-weight: 650; } .mark { font-size: 0.8em; font-weight: 650; letter-spacing: 0.03em; color: var(--accent); } .slanted { font-style: italic; color: var(--quiet); }
`;
