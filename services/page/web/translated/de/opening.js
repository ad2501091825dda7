import{a as e,c as t,n,r,t as i}from"./styles.js";import{Ct as a,Et as o,H as s,St as c,Tt as l,U as u,W as d,a as f,bt as p,ct as m,dt as h,ft as g,ht as _,i as v,it as y,l as b,r as x,st as S,t as C,ut as w,xt as T,yt as E}from"./arbiter.js";import"./shared.js";var D=40,O={player:`Spieler`,gm:`Spielleitung`,spectator:`sieht zu`},k=class extends n{static{this.properties={chosen:{},ready:{},games:{state:!0},words:{state:!0},schemas:{state:!0},body:{state:!0},problem:{state:!0},pending:{state:!0},more:{state:!0}}}static{this.styles=[i,C,t`
    .games { display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
    .games button { display: grid; align-content: start; text-align: left; padding: 0.7rem; height: 100%; width: 100%; border-radius: 12px; } .games small { display: block; line-height: 1.35; }
    .games button[aria-pressed='true'] { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
    .next { margin-top: 1.4rem; } form { display: grid; gap: 1rem; margin-top: 1rem; } .seats { display: grid; gap: 0.5rem; }
    .seat { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; } .seat input { width: 10rem; }
  `]}constructor(){super(),this.leave=()=>void 0,this.load=()=>{this.requestUpdate(),this.games.length>0||u()||g().then(e=>{this.games=e},e=>{this.problem=e})},this.known=()=>{this.requestUpdate()},this.opened=async e=>{e.preventDefault();let t=this.chosen;this.pending=!0;try{let{id:e,seats:n}=await c().open(t,this.body);for(let{seat:r,token:i}of n)p(t,e,{seat:r,token:i});l(o(`play`,[t,e]))}catch(e){this.problem=e}finally{this.pending=!1}},[this.games,this.schemas,this.body]=[[],{},{}]}connectedCallback(){super.connectedCallback(),a.addEventListener(`change`,this.known),this.leave=d(this.load),this.load()}disconnectedCallback(){super.disconnectedCallback(),a.removeEventListener(`change`,this.known),this.leave()}willUpdate(e){e.has(`chosen`)&&this.chosen&&this.choose(this.chosen)}async choose(e){[this.problem,this.words]=[void 0,void 0];try{let[t,n]=await Promise.all([_(e),m(e)]);if(this.chosen!==e)return;[this.words,this.schemas]=[t,n.components.schemas],this.body=j(Object.values(t.openings)[0]??{type:t.opening,seats:[{seat:`ann`},{seat:`bob`}]}),await this.updateComplete,this.renderRoot.querySelector(`form`)?.scrollIntoView({block:`nearest`})}catch(e){this.problem=e}}render(){return u()&&this.games.length===0?e`<h1>Spielen</h1>${s()}`:e`<h1>Spielen</h1><h2>Wähle ein Spiel</h2>
      <div class="games">${this.games.map(t=>e`<button data-game=${t.name} aria-pressed=${t.name===this.chosen?`true`:`false`}
        @click=${()=>{l(o(`play`,[t.name]))}}><strong>${w(t.name)}</strong><small>${t.about}</small></button>`)}</div>
      ${this.chosen&&E(this.chosen).length>0?e`<h2 class="next">Sofort spielen</h2><arbiter-ready .services=${[this.chosen]} .chosen=${this.ready}></arbiter-ready>`:r}
      ${this.words?this.form(this.words):this.chosen&&!this.problem?e`<p class="quiet" role="status">Wird geladen …</p>`:r}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>`}form(t){let n=Object.entries(t.openings);return e`<form class="card" @submit=${this.opened}>
      <h2>${S(h(t.game.kind))}: ${w(t.game.name)}</h2>
      ${n.length>1?e`<div class="row"><span>Beginnen mit</span>${n.map(([t,n])=>e`
        <button type="button" data-example @click=${()=>{this.body=j(n)}}>${t}</button>`)}</div>`:r}
      ${this.seats()}
      ${this.settings(t)}
      ${T()===void 0?e`<p class="warn">Dafür brauchst du einen Schlüssel (${h(t.game.kind)}): gib ihn oben auf der Seite ein. Er steht im Terminal, in dem Arbiter gestartet wurde.</p>`:r}
      <div><button class="primary" data-open-stream ?disabled=${this.pending||T()===void 0}>Öffnen</button></div>
    </form>`}seats(){let t=this.body.seats??[],n=e=>{this.body={...this.body,seats:e}},i=(e,r)=>{n(t.map((t,n)=>n===e?{...t,...r}:t))};return e`<fieldset class="seats"><legend>Plätze</legend>${t.map((a,o)=>e`<div class="seat" data-seat-row>
        <label>Name<input maxlength="64" required title="ein beliebiger Name: der Platz heißt wie er, in Kleinbuchstaben, Ziffern, _ und -" .value=${a.seat}
          @change=${e=>{let t=e.target,n=t.value;t.value=M(n,o),i(o,{seat:t.value,name:A(n,t.value)})}}></label>
        <label>Rolle<select @change=${e=>{i(o,{role:e.target.value})}}>
          ${Object.entries(O).map(([t,n])=>e`<option value=${t} .selected=${(a.role??`player`)===t}>${n}</option>`)}</select></label>
        ${a.name===void 0?r:e`<small data-shown>Zu lesen ist „${a.name}“</small>`}
        ${t.length>1?e`<button type="button" aria-label="${y([a])(a.seat)} entfernen" @click=${()=>{n(t.filter((e,t)=>t!==o))}}>Entfernen</button>`:r}
      </div>`)}
      <div><button type="button" data-add-seat @click=${()=>{n([...t,{seat:`player-${t.length+1}`}])}}>Platz hinzufügen</button></div>
    </fieldset>`}settings(t){let n=b(this.schemas[t.opening]??{},this.schemas),i=n.kind===`object`?n.parts.filter(({name:e})=>e!==`seats`):[];if(i.length===0)return r;let a={name:`opening`,names:new Map,fault:v(this.problem,()=>!0),set:(e,t)=>{this.body=f(this.body,e,t)}};return e`<details @toggle=${e=>{e.target===e.currentTarget&&(this.more=e.target.open)}}>
      <summary>Titel und Einstellungen</summary>${this.more?x(a,[],i,this.body):r}</details>`}},A=(e,t)=>{let n=e.trim().replace(/\s+/g,` `);return n===``||n===t?void 0:Array.from(n).slice(0,D).join(``).trim()},j=e=>Array.isArray(e.seats)&&e.seats.length>1?{chat:`on`,...e}:e,M=(e,t)=>e.normalize(`NFD`).replace(/\p{M}/gu,``).toLowerCase().replace(/[^a-z0-9_]+/g,`-`).replace(/^[-_]+|-+$/g,``)||`player-${t+1}`;customElements.define(`arbiter-opening`,k);