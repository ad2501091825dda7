/** Styles of cards: a frame in the colour of their kind, a serif name, a large PWR. */
import { css } from 'lit';

export const faces = css`
  :host { --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif; }
  .savior { --kind: var(--gold); } .form { --kind: var(--red); } .command { --kind: var(--blue); } .spirit { --kind: var(--grey); } .back { --kind: var(--quiet); }
  .tc {
    position: relative; display: grid; grid-template-rows: auto auto auto 1fr auto; gap: 0.1rem; text-align: left; align-items: start; justify-items: stretch;
    padding: 0.35rem 0.5rem 0.4rem; min-height: 8.6rem; border-radius: 10px; border: 1.5px solid color-mix(in srgb, var(--kind) 55%, var(--line));
    border-top: 5px solid var(--kind); background: linear-gradient(color-mix(in srgb, var(--kind) 9%, var(--card)), var(--card) 55%);
    box-shadow: 0 1px 2px #0002; transition: transform 0.12s, box-shadow 0.12s; overflow: visible;
  }
  .tc:hover, .tc:focus-visible { transform: translateY(-2px); box-shadow: 0 4px 12px #0003; z-index: 2; }
  .drawn { display: contents; }
  .art { display: block; width: 100%; height: 3.2rem; background: var(--card); } .tc .art { width: calc(100% + 1rem); margin: 0.1rem -0.5rem; border-block: 1px solid color-mix(in srgb, var(--kind) 30%, var(--line)); }
  .head { display: flex; justify-content: space-between; gap: 0.3rem; font-family: var(--serif); line-height: 1.15; font-size: 0.98rem; overflow-wrap: anywhere; }
  .orbs { color: var(--kind); font-size: 0.6rem; letter-spacing: 1px; padding-top: 0.2rem; white-space: nowrap; }
  .tc .kind { font-size: 0.7rem; color: var(--kind); line-height: 1.2; }
  .tc .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; font-size: 0.72rem; line-height: 1.3; color: var(--quiet); }
  .tc .text > span { display: block; } .tc .line { display: block; }
  .foot { display: flex; justify-content: space-between; align-items: end; gap: 0.3rem; min-height: 1.4rem; }
  .chips { display: flex; flex-wrap: wrap; gap: 0.15rem; } .foot .chip { background: var(--shade); min-height: 0; padding: 0 0.35rem; font-size: 0.7rem; }
  .pwr { position: relative; font-family: var(--serif); font-size: 1.5rem; line-height: 1; font-weight: 700; color: var(--kind); }
  .pwr.raised { color: var(--good); } .pwr.lowered { color: var(--bad); }
  .parts { display: none; position: absolute; right: -0.3rem; bottom: 1.7rem; background: var(--ink); color: var(--ground); font: 400 0.75rem/1.35 system-ui, sans-serif;
    border-radius: 8px; padding: 0.35rem 0.55rem; white-space: nowrap; z-index: 4; } .parts span { display: block; }
  .tc:hover .parts, .tc:focus-visible .parts { display: block; }
  .beneath { display: grid; gap: 1px; margin: 0.2rem -0.2rem -0.1rem; }
  .beneath span { background: color-mix(in srgb, var(--grey) 22%, var(--card)); border-radius: 4px; font-size: 0.7rem; line-height: 1.35; padding: 0 0.35rem; color: var(--ink); border-left: 3px solid var(--grey); }
  .tc.back .art { display: none; } .tc.down, .tc.back { background: repeating-linear-gradient(45deg, var(--shade) 0 6px, var(--card) 6px 12px); border-style: dashed; } .tc.down .head, .tc.back .head { font-style: italic; }
  .tc.risen { border-width: 2px; border-top-width: 5px; box-shadow: 0 0 0 2px color-mix(in srgb, var(--gold) 45%, transparent); }
  .tc.able { border-color: var(--glow); box-shadow: 0 0 0 1px var(--glow); }
  .tc.option, .tc.aim { border-color: var(--glow); box-shadow: 0 0 0 3px color-mix(in srgb, var(--glow) 60%, transparent); }
  .tc.looked { outline: 2px solid var(--ink); outline-offset: 2px; } .tc.looked:focus-visible { outline: 3px solid var(--accent); }
  .tc.chosen { background: color-mix(in srgb, var(--glow) 10%, var(--card)); color: var(--ink); box-shadow: 0 0 0 4px var(--glow); }
  .tc.fights { box-shadow: 0 0 0 3px var(--warn); } .tc.struck { box-shadow: 0 0 0 3px var(--bad); }
  .nth { position: absolute; top: -0.5rem; right: -0.4rem; background: var(--glow); color: var(--on-accent); border-radius: 99px; min-width: 1.5rem; text-align: center; font-weight: 700; font-size: 0.85rem; padding: 0 0.3rem; }
  .chosen .nth { background: var(--ink); color: var(--ground); }
  .bold { font-weight: 650; } .mark { font-size: 0.8em; font-weight: 650; letter-spacing: 0.03em; color: var(--accent); } .slanted { font-style: italic; color: var(--quiet); }
  @container (max-width: 32rem) {
    .tc { min-height: 5.4rem; padding: 0.25rem 0.35rem; } .tc .art { height: 2.3rem; width: calc(100% + 0.7rem); margin-inline: -0.35rem; } .tc .text { display: none; } .head { font-size: 0.86rem; } .pwr { font-size: 1.25rem; }
    .beneath { display: flex; flex-wrap: wrap; } .far .zone .tc { min-height: 3.4rem; } .far .zone :is(.art, .kind) { display: none; }
    .hand .tc .text { display: -webkit-box; -webkit-line-clamp: 3; font-size: 0.7rem; }
  }
`;
