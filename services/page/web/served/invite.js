import{dt as e,gt as t,p as n,pt as r,ut as i}from"./styles.js";import"./shared.js";var a=class extends i{constructor(...e){super(...e),this.copy=async()=>{try{await navigator.clipboard.writeText(this.link),this.copied=`Copied`}catch{this.renderRoot.querySelector(`input`)?.select(),this.copied=`Copy the selection`}},this.share=()=>{navigator.share({title:`A game on Arbiter`,url:this.link}).catch(()=>void 0)}}static{this.properties={link:{},copied:{state:!0}}}static{this.styles=[n,t`
section{margin-bottom:1rem;display:grid;gap:0.5rem}p{margin:0}input{flex:1;min-width:10rem;font-family:var(--mono);font-size:0.85rem}`]}render(){return r`<section class="card" aria-label="Invite the other person">
<p><strong>Send this link to the other person.</strong> It opens their seat, and no other one. You can find it again under Seats.</p>
<div class="row"><input readonly data-invite aria-label="Link for the other person" .value=${this.link} @focus=${e=>{e.target.select()}}>
<button class="primary" data-copy @click=${this.copy}>${this.copied||`Copy`}</button>
${`share`in navigator?r`<button data-share @click=${this.share}>Share</button>`:e}
<button data-done @click=${()=>{this.dispatchEvent(new Event(`done`))}}>Close</button></div>
<p class="only-read" role="status">${this.copied}</p></section>`}};customElements.define(`arbiter-invite`,a);export{a as ArbiterInvite};