/** `<arbiter-audit .audit>`: the result of the server's verification of a log, on three levels, and what each level proves. */
import type { Audit } from 'arbiter-client';
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { base } from '../../styles.js';
import { t } from '../../texts.js';

type Level = Audit['chain'];

const LEVELS = [
  ['chain', t('1. Chain'), t('No commit was changed, removed or inserted: each contains the digest of all commits before it.')],
  ['draws', t('2. Draws'), t('Every die and every shuffle follows from a seed that was fixed beforehand, and from the salts of the seats.')],
  ['decisions', t('3. Decisions'), t('The rules were applied correctly: every command was decided again with the recorded draws, and had the same outcome.')],
] as const;

const LENT = t('Every open die is one that the dice table rolled for this game, and no roll was passed over or used twice.');

const VERDICTS: Readonly<Record<string, readonly [word: string, colour: string]>> = {
  same: [t('holds'), 'good'], differs: [t('does not hold'), 'bad'], 'other ruleset': [t('not settled: another release decided'), 'warn'],
  'not shown': [t('nothing to check yet'), 'quiet'],
};

const CONCLUSIONS: Readonly<Record<Audit['conclusion'], string>> = t({
  proven: 'Proven', 'nothing wrong found': 'Nothing wrong found', simulated: 'Simulated', 'not honest': 'Not honest',
});

const UNPROVEN = t([
  'who really sent a command: names, seats and times are the word of the server;',
  'that the server did not look ahead, or delay or drop a command: it knows the seed and the salts;',
  'faces that were rolled at a real table and entered by hand;',
  'without a saved receipt: that the log is complete to its end, or that everyone is shown the same log.',
]);

export class ArbiterAudit extends LitElement {
  static override properties = { audit: { attribute: false } };
  declare audit: Audit;

  static override styles = [base, css`
    .levels { grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); margin: 0.8rem 0; }
    .card p { margin: 0 0 0.4rem; } .verdict { font-weight: 650; }
    ul { margin: 0; padding-left: 1.2rem; }
  `];

  protected override render(): TemplateResult {
    const { audit } = this, colour = audit.conclusion === 'not honest' ? 'bad' : audit.conclusion === 'simulated' ? 'warn' : 'good';
    return html`<p data-conclusion=${audit.conclusion}><strong class=${colour}>${CONCLUSIONS[audit.conclusion]}.</strong> ${audit.says}
        <small>${audit.commits} commits, ${audit.version} events, ${t(audit.closed ? 'closed' : 'open')}${audit.table_faces > 0
          ? html`; ${audit.table_faces} faces from a real table, which nothing proves` : nothing}.</small></p>
      ${audit.failure ? html`<p class="bad" role="alert">Line ${audit.failure.line}, after version ${audit.failure.version},
        level ${audit.failure.level}: ${audit.failure.why}.</p>` : nothing}
      <div class="grid levels">${LEVELS.map(([name, title, proves]) => this.level(audit[name], name, title, proves))}
        ${audit.luck ? this.level(audit.luck, 'luck', t('5. Dice of a table'), LENT) : nothing}</div>
      <details><summary>What is not proven</summary><ul>${UNPROVEN.map((one) => html`<li>${one}</li>`)}</ul></details>`;
  }

  private level(level: Level, name: string, title: string, proves: string): TemplateResult {
    const [word, colour] = VERDICTS[level.verdict] ?? [level.verdict, 'quiet'];
    return html`<div class="card" data-level=${name} data-verdict=${level.verdict}>
      <h3>${title}</h3><p class="verdict ${colour}">${word}</p>
      <p>${proves}</p>
      <small>${level.shown} checked${level.unshown > 0 ? t`, ${level.unshown} not shown` : ''}${level.note ? `; ${level.note}` : ''}.</small></div>`;
  }
}

customElements.define('arbiter-audit', ArbiterAudit);
