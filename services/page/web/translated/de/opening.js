import{E as e,G as t,H as n,I as r,K as i,M as a,S as o,U as s,W as c,d as l,f as u,g as d,j as f,k as p,m,o as h,ot as g,p as _,r as v,st as y,w as b,y as x}from"./styles.js";import{a as S,i as C,r as w,t as T,u as E}from"./arbiter.js";import"./shared.js";var D=40,O={player:`Spieler`,gm:`Spielleitung`,spectator:`sieht zu`},k=class extends _{static{this.properties={chosen:{},ready:{},games:{state:!0},words:{state:!0},schemas:{state:!0},body:{state:!0},problem:{state:!0},pending:{state:!0},more:{state:!0}}}static{this.styles=[u,T,x`
    .games { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
    .games button { display: grid; align-content: start; text-align: left; padding: 0.7rem; height: 100%; width: 100%; border-radius: 12px; } .games small { display: block; line-height: 1.35; }
    .games button[aria-pressed='true'] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    .next { margin-top: 1.4rem; } form { display: grid; gap: 1rem; margin-top: 1rem; } .seats { display: grid; gap: 0.5rem; }
    .seat { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; } .seat input { width: 10rem; }
  `]}constructor(){super(),this.leave=()=>void 0,this.load=()=>{this.requestUpdate(),this.games.length>0||h()||a().then(e=>{this.games=e},e=>{this.problem=e})},this.known=()=>{this.requestUpdate()},this.opened=async e=>{e.preventDefault();let n=this.chosen;this.pending=!0;try{let{id:e,seats:r}=await t().open(n,this.body);for(let{seat:t,token:i}of r)s(n,e,{seat:t,token:i});g(y(`play`,[n,e]))}catch(e){this.problem=e}finally{this.pending=!1}},[this.games,this.schemas,this.body]=[[],{},{}]}connectedCallback(){super.connectedCallback(),i.addEventListener(`change`,this.known),this.leave=l(this.load),this.load()}disconnectedCallback(){super.disconnectedCallback(),i.removeEventListener(`change`,this.known),this.leave()}willUpdate(e){e.has(`chosen`)&&this.chosen&&this.choose(this.chosen)}async choose(t){[this.problem,this.words]=[void 0,void 0];try{let[n,i]=await Promise.all([r(t),e(t)]);if(this.chosen!==t)return;[this.words,this.schemas]=[n,i.components.schemas],this.body=j(Object.values(n.openings)[0]??{type:n.opening,seats:[{seat:`ann`},{seat:`bob`}]}),await this.updateComplete,this.renderRoot.querySelector(`form`)?.scrollIntoView({block:`nearest`})}catch(e){this.problem=e}}render(){return h()&&this.games.length===0?d`<h1>Spielen</h1>${v()}`:d`<h1>Spielen</h1><h2>Wähle ein Spiel</h2>
      <div class="games">${this.games.map(e=>d`<button data-game=${e.name} aria-pressed=${e.name===this.chosen?`true`:`false`}
        @click=${()=>{g(y(`play`,[e.name]))}}><strong>${p(e.name)}</strong><small>${e.about}</small></button>`)}</div>
      ${this.chosen&&n(this.chosen).length>0?d`<h2 class="next">Sofort spielen</h2><arbiter-ready .services=${[this.chosen]} .chosen=${this.ready}></arbiter-ready>`:m}
      ${this.words?this.form(this.words):this.chosen&&!this.problem?d`<p class="quiet" role="status">Wird geladen …</p>`:m}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`}form(e){let t=Object.entries(e.openings);return d`<form class="card" @submit=${this.opened}>
      <h2>${b(f(e.game.kind))}: ${p(e.game.name)}</h2>
      ${t.length>1?d`<div class="row"><span>Beginnen mit</span>${t.map(([e,t])=>d`
        <button type="button" data-example @click=${()=>{this.body=j(t)}}>${e}</button>`)}</div>`:m}
      ${this.seats()}
      ${this.settings(e)}
      ${c()===void 0?d`<p class="warn">Dafür brauchst du einen Schlüssel (${f(e.game.kind)}): gib ihn oben auf der Seite ein. Er steht im Terminal, in dem Arbiter gestartet wurde.</p>`:m}
      <div><button class="primary" data-open-stream ?disabled=${this.pending||c()===void 0}>Öffnen</button></div>
    </form>`}seats(){let e=this.body.seats??[],t=e=>{this.body={...this.body,seats:e}},n=(n,r)=>{t(e.map((e,t)=>t===n?{...e,...r}:e))};return d`<fieldset class="seats"><legend>Plätze</legend>${e.map((r,i)=>d`<div class="seat" data-seat-row>
        <label>Name<input maxlength="64" required title="ein beliebiger Name: der Platz heißt wie er, in Kleinbuchstaben, Ziffern, _ und -" .value=${r.seat}
          @change=${e=>{let t=e.target,r=t.value;t.value=M(r,i),n(i,{seat:t.value,name:A(r,t.value)})}}></label>
        <label>Rolle<select @change=${e=>{n(i,{role:e.target.value})}}>
          ${Object.entries(O).map(([e,t])=>d`<option value=${e} .selected=${(r.role??`player`)===e}>${t}</option>`)}</select></label>
        ${r.name===void 0?m:d`<small data-shown>Zu lesen ist „${r.name}“</small>`}
        ${e.length>1?d`<button type="button" aria-label="${o([r])(r.seat)} entfernen" @click=${()=>{t(e.filter((e,t)=>t!==i))}}>Entfernen</button>`:m}
      </div>`)}
      <div><button type="button" data-add-seat @click=${()=>{t([...e,{seat:`player-${e.length+1}`}])}}>Platz hinzufügen</button></div>
    </fieldset>`}settings(e){let t=E(this.schemas[e.opening]??{},this.schemas),n=t.kind===`object`?t.parts.filter(({name:e})=>e!==`seats`):[];if(n.length===0)return m;let r={name:`opening`,names:new Map,fault:C(this.problem,()=>!0),set:(e,t)=>{this.body=S(this.body,e,t)}};return d`<details @toggle=${e=>{e.target===e.currentTarget&&(this.more=e.target.open)}}>
      <summary>Titel und Einstellungen</summary>${this.more?w(r,[],n,this.body):m}</details>`}},A=(e,t)=>{let n=e.trim().replace(/\s+/g,` `);return n===``||n===t?void 0:Array.from(n).slice(0,D).join(``).trim()},j=e=>Array.isArray(e.seats)&&e.seats.length>1?{chat:`on`,...e}:e,M=(e,t)=>e.normalize(`NFD`).replace(/\p{M}/gu,``).toLowerCase().replace(/[^a-z0-9_]+/g,`-`).replace(/^[-_]+|-+$/g,``)||`player-${t+1}`;customElements.define(`arbiter-opening`,k);