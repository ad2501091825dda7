import{d as e,f as t,g as n,o as r,p as i,y as a}from"./styles.js";import{n as o,t as s}from"./shared.js";var c=class extends i{constructor(...e){super(...e),this.leave=()=>void 0}static{this.styles=[t,a`
    label { display: inline-flex; align-items: center; gap: 0.5rem; }
    small { flex: 1 1 20rem; }
  `]}connectedCallback(){super.connectedCallback(),this.leave=e(()=>{this.requestUpdate()})}disconnectedCallback(){super.disconnectedCallback(),this.leave()}render(){return n`<div class="row"><label><span>Sprache</span> <select data-language ?disabled=${r()} @change=${this.chosen}>
        ${Object.entries(s).map(([e,t])=>n`<option value=${e} lang=${e} .selected=${e===`de`}>${t}</option>`)}</select></label>
      <small>Anderes bleibt Englisch: Regeln, Begriffe, Karten und das Handbuch.</small></div>`}chosen(e){o(e.target.value)}};customElements.define(`arbiter-language`,c);export{c as ArbiterLanguage};