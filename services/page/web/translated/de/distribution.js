import{a as e,gt as t,mt as n,n as r,pt as i,t as a,yt as o}from"./styles.js";import{Q as s,X as c,Z as l,at as u,rt as d,tt as f}from"./arbiter.js";import"./shared.js";var p={exactly:`Genau`,at_least:`Mindestens`,at_most:`Höchstens`},m=500,h=class extends i{static{this.properties={series:{attribute:!1},label:{},file:{},reading:{state:!0},shown:{state:!0}}}static{this.styles=[e,o`
fieldset{display:flex;gap:0;border:0;padding:0}fieldset label{white-space:nowrap;display:flex;gap:0.35rem;align-items:center;padding:0.2rem 0.6rem;border:1px solid var(--line);cursor:pointer;font-size:0.92rem}fieldset label:first-of-type{border-radius:8px 0 0 8px}fieldset label:last-of-type{border-radius:0 8px 8px 0}fieldset label + label{border-left:0}.top{justify-content:space-between;margin-bottom:0.6rem}.names{font-size:0.92rem;gap:0.2rem 1rem}.key{display:inline-block;width:0.8rem;height:0.8rem;border-radius:3px;margin-right:0.35rem;background:var(--accent)}.key.second{background:light-dark(#b3541e,#f0a773)}.scroll{max-height:24rem;margin-top:0.6rem}thead th{position:sticky;top:0;background:var(--card)}@media (max-width:30rem){fieldset{width:100%}fieldset label{flex:1;justify-content:center;padding:0.3rem 0.2rem;font-size:0.86rem}}td{font-variant-numeric:tabular-nums}.actions{margin-top:0.6rem}`]}constructor(){super(),[this.series,this.label,this.file,this.reading,this.shown]=[[],`Chancen`,`odds`,`exactly`,!1]}render(){return t`
<div class="row top">
<fieldset><legend class="only-read">Welche Chance</legend>${Object.entries(p).map(([e,n])=>t`
<label><input type="radio" name="reading" data-reading=${e} value=${e} .checked=${e===this.reading}
@change=${()=>{this.reading=e}}>${n}</label>`)}</fieldset>
${this.series.length>1?t`<div class="row names">${this.series.map(({name:e},n)=>t`<span><span class=${n?`key second`:`key`}></span>${e}</span>`)}</div>`:n}
</div>
<arbiter-plot .series=${this.series} .reading=${this.reading} .label=${this.label}></arbiter-plot>
<div class="row actions">
<button aria-expanded=${this.shown?`true`:`false`} @click=${()=>{this.shown=!this.shown}}>${this.shown?`Tabelle verbergen`:`Tabelle zeigen`}</button>
<button data-csv @click=${()=>{r(`${this.file}.csv`,a(f(this.series)))}}>Als CSV speichern</button></div>
${this.shown?this.table():n}`}table(){let e=s(this.series);return t`<div class="scroll" tabindex="0" role="region" aria-label=${`${this.label} als Tabelle`}><table data-table>
<thead><tr><th>Ergebnis</th>${this.series.map(({name:e})=>t`<th>${e}</th><th>exakt geschrieben</th>`)}</tr></thead>
<tbody>${e.slice(0,m).map(([e,n])=>t`<tr><th scope="row">${e}</th>${n.map(e=>e?t`<td>${d(c(e,this.reading))}</td><td><code>${u(l(e,this.reading).exact)}</code></td>`:t`<td>nie</td><td></td>`)}</tr>`)}</tbody></table></div>
${e.length>m?t`<small>Die ersten ${m} von ${e.length} Ergebnissen; alle stehen in der Datei.</small>`:n}`}};customElements.define(`arbiter-distribution`,h);