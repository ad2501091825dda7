/** Styles that all elements share: light and dark colours, type, buttons and inputs. */
import { css } from 'lit';

export const base = css`
  :host {
    color-scheme: light dark;
    --ink: light-dark(#1d2321, #e8e6e1);
    --quiet: light-dark(#56605c, #a9b0ad);
    --ground: light-dark(#f7f5f0, #16181c);
    --card: light-dark(#ffffff, #1f2328);
    --line: light-dark(#d9d5cb, #3a4047);
    --accent: light-dark(#23574a, #7cc9b3);
    --on-accent: light-dark(#ffffff, #10201b);
    --good: light-dark(#1c6b3c, #7fd19b);
    --bad: light-dark(#a3271f, #ff9a8f);
    --warn: light-dark(#80540a, #eabf6a);
    --shade: light-dark(#efece4, #282d33);
    --mono: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace;
    color: var(--ink);
    font: 16px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
    display: block;
  }
  :host([hidden]) { display: none; }
  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3 { line-height: 1.2; margin: 0 0 0.6rem; font-weight: 650; }
  h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1.05rem; }
  p { margin: 0 0 0.8rem; }
  a { color: var(--accent); }
  code, pre, .mono { font-family: var(--mono); font-size: 0.88em; }
  pre { background: var(--shade); padding: 0.7rem; overflow: auto; border-radius: 8px; margin: 0; }
  small, .quiet { color: var(--quiet); }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
  .stack { display: grid; gap: 1rem; }
  .grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
  button, .button {
    font: inherit; padding: 0.4rem 0.9rem; min-height: 2.4rem; border-radius: 8px; border: 1px solid var(--line);
    background: var(--card); color: var(--ink); cursor: pointer; text-decoration: none; display: inline-flex;
    align-items: center; gap: 0.4rem;
  }
  button:hover:not(:disabled), .button:hover { border-color: var(--accent); }
  button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  button:disabled { opacity: 0.55; cursor: default; }
  input, select, textarea {
    font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--quiet); border-radius: 8px;
    padding: 0.35rem 0.6rem; min-height: 2.4rem; max-width: 100%;
  }
  input[type='checkbox'], input[type='radio'] { min-height: 0; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
  input[type='range'] { accent-color: var(--accent); padding: 0; }
  label { display: grid; gap: 0.2rem; }
  fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 0; padding: 0.6rem; min-width: 0; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  table { border-collapse: collapse; font-size: 0.92rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.9rem 0.25rem 0; }
  .scroll { overflow: auto; max-width: 100%; }
  h1, h2, h3, p, .tag { overflow-wrap: anywhere; }
  .tag { background: var(--shade); border-radius: 6px; padding: 0.05rem 0.45rem; font-size: 0.85rem; }
  .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
  .only-read { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  @media (max-width: 40rem) {
    summary { padding-block: 0.5rem; } button, .button, input:not([type]), select { min-height: 2.5rem; }
    label:has(> input[type='checkbox']) { min-height: 2.5rem; align-content: center; }
  }
  @media (prefers-reduced-motion: reduce) { * { transition: none !important; animation: none !important; } }
`;
