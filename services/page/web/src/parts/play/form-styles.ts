/** Styles of forms. */
import { css } from 'lit';

export const formStyles = css`
  .fields { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); align-items: start; }
  .fields > fieldset, .fields > .maybe, .fields > details { grid-column: 1 / -1; }
  .field { display: grid; gap: 0.15rem; min-width: 0; }
  .field label { display: block; font-weight: 550; font-size: 0.92rem; }
  .field small { font-weight: 400; }
  .field select, .field input:not([type='checkbox']), .field textarea { width: 100%; }
  .field .row .wide { flex: 1; width: auto; min-width: 8rem; }
  fieldset { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  legend { font-weight: 600; font-size: 0.92rem; padding: 0 0.3rem; }
  .check { display: flex; gap: 0.45rem; align-items: center; }
  .check label { display: block; font-weight: 400; }
  .ticks { display: grid; gap: 0.3rem 0.8rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10rem), 1fr)); max-height: 16rem; overflow: auto; padding: 3px; }
  .item { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; border-left: 3px solid var(--line); padding-left: 0.6rem; }
  .item fieldset { border: 0; padding: 0; } .long { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  .item:has(> details:not([open])) { grid-template-columns: minmax(0, 1fr) auto; align-items: start; }
  .short { display: grid; gap: 0.4rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); } .short .item { border: 0; padding: 0; grid-template-columns: minmax(0, 1fr) auto; align-items: end; }
  .chips { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-top: 0.2rem; }
  .chips button { padding: 0.05rem 0.6rem; font-size: 0.88rem; border-radius: 99px; }
  .chips button[aria-pressed='true'] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  .tools button { padding: 0.1rem 0.6rem; font-size: 0.88rem; }
  .maybe { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.3rem; }
  .turn { min-height: 1.7rem; padding: 0 0.5rem; font-size: 0.82rem; }
  .fields > .maybe:has(> .field) { grid-column: auto; }
  .says { margin: 0; font-family: var(--serif, Georgia, serif); }
  .fault { color: var(--bad); margin: 0; font-size: 0.92rem; }
  [aria-invalid='true'] { border-color: var(--bad); border-width: 2px; }
  summary { cursor: pointer; } @media (min-width: 40.01rem) { summary { padding: 0.2rem 0; } }
`;
