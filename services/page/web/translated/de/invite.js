import{ft as e,ht as t,p as n,pt as r,vt as i}from"./styles.js";import"./shared.js";var a=class extends e{constructor(...e){super(...e),this.copy=async()=>{try{await navigator.clipboard.writeText(this.link),this.copied=`Kopiert`}catch{this.renderRoot.querySelector(`input`)?.select(),this.copied=`Kopiere die Auswahl`}},this.share=()=>{navigator.share({title:`Ein Spiel auf Arbiter`,url:this.link}).catch(()=>void 0)}}static{this.properties={link:{},copied:{state:!0}}}static{this.styles=[n,i`
section{margin-bottom:1rem;display:grid;gap:0.5rem}p{margin:0}input{flex:1;min-width:10rem;font-family:var(--mono);font-size:0.85rem}`]}render(){return t`<section class="card" aria-label="Lade die andere Person ein">
<p><strong>Schick diesen Link der anderen Person.</strong> Er öffnet nur ihren Platz und steht auch unter „Plätze“.</p>
<div class="row"><input readonly data-invite aria-label="Link für die andere Person" .value=${this.link} @focus=${e=>{e.target.select()}}>
<button class="primary" data-copy @click=${this.copy}>${this.copied||`Kopieren`}</button>
${`share`in navigator?t`<button data-share @click=${this.share}>Teilen</button>`:r}
<button data-done @click=${()=>{this.dispatchEvent(new Event(`done`))}}>Schließen</button></div>
<p class="only-read" role="status">${this.copied}</p></section>`}};customElements.define(`arbiter-invite`,a);export{a as ArbiterInvite};