/** Layout of the board: sides beside each other on wide screens, else the others' sides first, and small. */
import { css } from 'lit';

export const looks = css`
  :host { --felt: light-dark(#e9eee9, #1a211f); --gold: light-dark(#8a6413, #e0bd6a); --red: light-dark(#9c3325, #f09683);
    --blue: light-dark(#2a5795, #8db8ef); --grey: light-dark(#5b5568, #bdb4d0); --glow: light-dark(#1f7a63, #7cc9b3); container-type: inline-size; }
  .board { display: grid; gap: 0.8rem; --wide: min(10.4rem, (100cqi - 25rem) / 5); }
  .turnline { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: center; }
  .turnline ol { display: flex; flex-wrap: wrap; gap: 0.2rem; list-style: none; margin: 0; padding: 0; font-size: 0.82rem; }
  .turnline li { padding: 0.05rem 0.5rem; border-radius: 99px; color: var(--quiet); }
  .turnline li[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
  .turnline li small { color: inherit; }
  .felt { display: grid; gap: 0.8rem; align-content: start; min-width: 0; }
  .near, .far { display: grid; gap: 0.8rem; align-content: start; min-width: 0; }
  .side, .hand, .middle:has(*), .panel { border-radius: 14px; padding: 0.7rem; }
  .side { background: var(--felt); border: 1px solid var(--line); }
  .side.active { border-color: var(--accent); box-shadow: inset 3px 0 0 var(--accent); }
  .side header { display: flex; flex-wrap: wrap; gap: 0.3rem 0.8rem; align-items: center; justify-content: space-between; margin-bottom: 0.5rem; }
  .side h3, .hand h3 { margin: 0; display: flex; gap: 0.4rem; align-items: center; }
  .hand h3 { margin-bottom: 0.5rem; } h3 small { font-weight: 400; }
  .tag.turn { background: var(--accent); color: var(--on-accent); }
  .piles { display: flex; flex-wrap: wrap; gap: 0.25rem; font-size: 0.82rem; }
  .pile { display: inline-flex; gap: 0.3rem; align-items: center; padding: 0.1rem 0.5rem; border-radius: 8px; min-height: 1.8rem; background: var(--card); border: 1px solid var(--line); font-size: 0.82rem; }
  button.pile { border-style: solid; } button.pile[aria-pressed='true'], button.pile.option { border-color: var(--glow); box-shadow: 0 0 0 1px var(--glow); }
  .pips { display: inline-flex; gap: 2px; } .pips i { width: 5px; height: 11px; border-radius: 2px; background: var(--line); } .pips i.lit { background: var(--bad); }
  .zones { display: flex; flex-wrap: wrap; gap: 0.5rem 0.8rem; }
  .group { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .zone { width: var(--wide); display: grid; }
  .zone.empty { border: 1.5px dashed var(--line); border-radius: 10px; min-height: 6.5rem; place-items: center; color: var(--quiet); font-size: 0.78rem; }
  .open { border: 2px dashed var(--glow); flex-direction: column; justify-content: center; color: var(--glow); background: transparent; min-height: 6.5rem; padding: 0.3rem; }
  .cards { display: flex; flex-wrap: wrap; gap: 0.5rem; } .cards .tc { width: var(--wide); }
  .hand { background: linear-gradient(var(--shade), transparent); }
  .middle { display: grid; gap: 0.4rem; } .middle p { margin: 0; }
  .middle:not(:has(*)) { display: none; }
  .middle:has(*) { border: 1px solid var(--warn); background: var(--card); }
  .attack { font-size: 1.05rem; } .window { color: var(--warn); } .waits, .window { font-size: 0.9rem; }
  .label { font-size: 0.78rem; text-transform: uppercase; letter-spacing: 0.05em; color: var(--quiet); margin: 0; }
  .chain ol { display: grid; gap: 0.3rem; margin: 0.2rem 0 0; padding-left: 1.4rem; }
  .chain li button { min-height: 1.9rem; padding: 0.1rem 0.5rem; } .chain .says { display: block; } .negated b { text-decoration: line-through; }
  .aimed { color: var(--bad); font-size: 0.88rem; }
  .panel { background: var(--card); border: 1px solid var(--line); display: grid; gap: 0.8rem; align-content: start; }
  .panel p { margin: 0 0 0.4rem; } .panel p:last-child { margin-bottom: 0; }
  .ask { margin: 0 0 0.4rem; font-size: 1.05rem; } .ask:focus-visible { outline-offset: 4px; }
  .asker .line { display: block; }
  .asker { border-left: 3px solid var(--accent); padding-left: 0.6rem; font-size: 0.92rem; }
  .options { list-style: none; padding: 0; margin: 0 0 0.5rem; display: grid; gap: 0.35rem; }
  .options button { width: 100%; text-align: left; justify-content: flex-start; flex-wrap: wrap; gap: 0.1rem 0.5rem; position: relative; }
  .options .nth { position: static; }
  button.option { border-color: var(--glow); } button.chosen { background: var(--glow); border-color: var(--glow); color: var(--on-accent); } button.chosen small { color: inherit; }
  button[aria-disabled='true'] { opacity: 0.55; cursor: default; }
  .looking { border-top: 4px solid var(--kind, var(--line)); padding-top: 0.6rem; position: relative; } .looking .art + h3 { margin-right: 0; }
  .looking .art { width: 100%; height: 6.5rem; border-radius: 8px; margin-bottom: 0.4rem; } .terms { border-top: 1px solid var(--line); padding-top: 0.4rem; }
  .looking h3 { margin: 0 2.2rem 0.1rem 0; font-family: var(--serif); } .looking .face { font-size: 0.92rem; margin-bottom: 0.5rem; }
  .close { position: absolute; right: 0; top: 0.3rem; min-height: 1.9rem; padding: 0 0.6rem; font-size: 1.1rem; z-index: 1; }
  .doable { display: grid; gap: 0.35rem; margin-bottom: 0.7rem; }
  .doable button { border-color: var(--glow); text-align: left; justify-content: flex-start; } .doable small { display: block; }
  .looking dl { display: grid; grid-template-columns: auto 1fr; gap: 0.1rem 0.7rem; margin: 0 0 0.5rem; font-size: 0.9rem; } dt { color: var(--quiet); } dd { margin: 0; }
  .whynot { font-size: 0.9rem; } .whynot ul { margin: 0.2rem 0 0; padding-left: 1.1rem; } .stop { flex-wrap: nowrap; margin-top: 0.6rem; }
  .chip { min-height: 1.7rem; padding: 0.05rem 0.55rem; font-size: 0.85rem; border-radius: 99px; }
  .extras { display: grid; gap: 0.6rem; align-content: start; font-size: 0.92rem; } .extras fieldset { margin: 0.5rem 0; display: grid; gap: 0.3rem; }
  .extras label.row { flex-wrap: nowrap; align-items: flex-start; } .extras input { flex: none; margin-top: 0.2rem; }
  summary { cursor: pointer; padding: 0.2rem 0; } .history ul { max-height: 14rem; overflow: auto; margin: 0.3rem 0 0; padding-left: 1.1rem; color: var(--quiet); }
  .list { columns: 2; font-size: 0.9rem; padding-left: 1.1rem; margin: 0.3rem 0; }
  @container (min-width: 60rem) {
    .board { grid-template: 'turn turn' auto 'felt panel' auto 'hand panel' 1fr / minmax(0, 1fr) 20rem; }
    .board > .turnline { grid-area: turn; } .felt { grid-area: felt; } .board > .hand { grid-area: hand; align-self: start; } .far { order: 1; } .middle { order: 2; } .near { order: 3; }
    .panel { grid-area: panel; position: sticky; top: 0.6rem; align-self: start; max-height: calc(100vh - 1.2rem); overflow: auto; }
    .extras { margin-top: 0.8rem; grid-template-columns: repeat(3, minmax(0, 1fr)); }
    .far:not([data-players='1']) .pips { display: none; }
    .far:not([data-players='1']) { grid-template-columns: repeat(2, minmax(0, 1fr)); --wide: 7.2rem; }
  }
  @container (max-width: 60rem) { .board { --wide: 8.9rem; } }
  @container (max-width: 32rem) {
    .board { --wide: calc((100cqi - 2.4rem) / 3); } .board, .felt, .near, .far { grid-template-columns: minmax(0, 1fr); } .hand { min-width: 0; }
    .side, .hand, .panel { padding: 0.5rem; } .zones, .group, .cards { gap: 0.4rem; } .zone.empty, .open { min-height: 4.2rem; }
    .list { columns: 1; }
    .pips { display: none; } .panel .hint { order: 1; font-size: 0.86rem; margin: 0; } .turnline { gap: 0.1rem 0.5rem; } .turnline ol { gap: 0; } .turnline li { padding: 0 0.34rem; font-size: 0.76rem; }
    .piles { gap: 0.2rem; } .pile { padding: 0.1rem 0.4rem; font-size: 0.78rem; }
    .board { gap: 0.4rem; } .board.played { padding-block: 0.4rem; } .felt { gap: 0.4rem; order: 1; } .far { order: 1; } .middle { order: 2; } .near { order: 3; }
    .board > .hand { order: 2; padding-block: 0.3rem; } .board > .panel { order: 3; } .side { padding-block: 0.3rem; } .side header { margin-bottom: 0.3rem; gap: 0.2rem 0.5rem; }
    .zones, .group { align-items: start; } .zone.empty { min-height: 1.5rem; border-width: 1px; }
    .hand h3 { margin-bottom: 0.2rem; } .hand .cards { flex-wrap: nowrap; overflow-x: auto; padding: 0.3rem 0.2rem; } .hand .cards .tc { flex: none; width: 6.6rem; }
    .panel { gap: 0.4rem; scroll-margin-bottom: 0.4rem; } .ask { scroll-margin-bottom: 0.4rem; }
    .extras { margin-top: 0.8rem; } .looking:not(.whole) .art { display: none; } .looking:not(.whole) h3 { margin-right: 2.2rem; }
  }
`;
