import{$ as e,J as t,K as n,X as r,Y as i,ct as a,dt as o,et as s,l as c,lt as l,q as u,st as d,tt as f,ut as p}from"./arbiter.js";import{t as m}from"./findings.js";var h=`arbiter`,g=`AR-`,_=new Map;function v(e,t,n){let r=n.filter(({rules:e})=>e.includes(t.id)).flatMap(({question:e,ruling:t})=>[e,t]);return{book:e,rule:t,text:[t.id,t.section,t.kind,t.says,t.test,...r].join(`
`).toLowerCase()}}async function y(t){let{rules:n,rulings:r,examples:i}=await e(`/${t}/v1/rules`),a=n.filter(({id:e})=>e.startsWith(g));return[{name:t,entries:n.filter(e=>!a.includes(e)).map(e=>v(t,e,r)),rulings:r,examples:i},{name:h,entries:a.map(e=>v(h,e,[])),rulings:[],examples:[]}]}function b(e){let t=_.get(e)??y(e);return _.set(e,t),t.catch(()=>_.delete(e)),t}var x=async()=>[...(await f()).map(({name:e})=>e),h];async function S(e){if(e!==`arbiter`)return(await b(e))[0];let[t]=_.keys(),n=await f();return(await b(t??n[0]?.name??``))[1]}var C=e=>/^[A-Z]{2,}-/.test(e);async function w(e){let t=`${e.split(`-`)[0]}-`,n=t===g?h:(await f()).find(({rule_ids:e})=>e===t)?.name;return n===void 0?void 0:S(n)}function T(e,t){let n=t.toLowerCase().split(/\s+/).filter(Boolean),r=e.flatMap(({entries:e})=>e.filter(({text:e})=>n.every(t=>e.includes(t)))),i=e=>+!n.some(t=>e.rule.id.toLowerCase().includes(t));return n.length===0?r:r.toSorted((e,t)=>i(e)-i(t))}var E=500,D=/^[a-z0-9_]+$/;function O(e){return/^(true|false|\d+)$/.test(e)?JSON.parse(e):e}function k(e,t){return e.split(`.`).reduceRight((e,t)=>({[t]:e}),O(t))}var A=class extends u{static{this.properties={service:{},setting:{},alternatives:{attribute:!1},asked:{state:!0},answer:{state:!0},progress:{state:!0},problem:{state:!0},other:{state:!0}}}static{this.styles=[n,r`
    :host { border-top: 1px solid var(--line); margin: 0.6rem 0; padding-top: 0.6rem; }
    p { margin-bottom: 0.4rem; } [aria-live] { margin-top: 0.6rem; } ul { margin: 0.4rem 0; padding-left: 1.2rem; } th { font-weight: normal; } td { text-align: right; }
    input { width: 10rem; } progress { width: 100%; accent-color: var(--accent); } li { overflow-wrap: anywhere; }
  `]}constructor(){super(),this.again=()=>{this.requestUpdate()},this.other=``}connectedCallback(){super.connectedCallback(),l.addEventListener(`change`,this.again)}disconnectedCallback(){super.disconnectedCallback(),l.removeEventListener(`change`,this.again),this.following?.abort()}render(){if(d()===void 0)return i`<p class="quiet">With an app’s key, this page says what another choice would have changed in stored games.</p>`;let e=this.alternatives.filter(e=>D.test(e));return i`<p>What would it have changed in stored games?</p>
      <div class="row">${e.map(e=>i`<button data-ask=${e} ?disabled=${this.busy} @click=${()=>this.ask(e)}><span>Ask about <code>${e}</code></span></button>`)}
        ${e.length<this.alternatives.length?this.field():t}</div>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div aria-live="polite">${this.shown()}</div>`}field(){return i`<form class="row" @submit=${e=>{e.preventDefault(),this.ask(this.other)}}>
      <label><span class="only-read">Another choice</span>
        <input data-other .value=${this.other} placeholder="another choice" required @input=${e=>{this.other=e.target.value.trim()}}></label>
      <button ?disabled=${this.busy}>Ask</button></form>`}shown(){let{progress:e,answer:n,asked:r}=this;if(!e||!n)return this.busy?i`<p class="quiet">Asking…</p>`:t;let{status:a,trials:o,at_most:s,reason:c}=e,l=n.result?.findings;return a===`running`?i`<div data-status="running"><progress max=${s} .value=${o} aria-label="Games read"></progress>
        <p>${o} of ${s} games. <button @click=${()=>this.cancelled()}>Cancel</button></p></div>`:i`<div data-status=${a}><p>If <code>${this.setting}</code> had been <code>${r}</code>:</p>
      ${a===`failed`?i`<p class="bad">${c}</p>`:t}
      ${l?m(this.service,l):i`<p class="quiet">No results.</p>`}</div>`}get busy(){return this.asked!==void 0&&this.problem===void 0&&(this.progress===void 0||this.progress.status===`running`)}async ask(e){this.following?.abort();let{signal:t}=this.following=new AbortController;[this.asked,this.answer,this.progress,this.problem]=[e,void 0,void 0,void 0];try{let n={impact:{settings:k(this.setting,e)},trials:E},r=await a().job(this.service,n,{signal:t});for await(let{answer:e,progress:n}of c(r,t))[this.answer,this.progress]=[e,n]}catch(e){t.aborted||(this.problem=e)}}async cancelled(){try{this.answer&&=await a().jobAt(this.service,this.answer.id).cancel(),this.progress=this.answer?.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-impact`,A);var j={mechanic:`how it works`,limit:`limit`,procedure:`procedure`,option:`option`,table:`table`,advice:`advice, not enforced`},M=e=>e===`arbiter`?`Every game`:s(e),N=({book:e,rule:n},r)=>i`
  <li data-rule=${n.id}><a class="id" href=${o(`rules`,[n.id])}>${n.id}</a>
    <div><p>${n.says}</p><small>${r?`${M(e)} · `:t}${n.section}</small></div></li>`,P=(e,n)=>i`
  <article class="card"><h3>${n.question}</h3><p>${n.ruling}</p>
    ${n.why?i`<p class="quiet">Why: ${n.why}</p>`:t}
    ${n.setting?i`<p class="quiet">A table may decide otherwise: <code>${n.setting}</code> is <code>${n.default}</code>${n.alternatives.length?i`, and may be ${n.alternatives.map((e,t)=>i`${t?`, `:``}<code>${e}</code>`)}`:t}.</p>`:t}
    ${n.setting&&n.alternatives.length?i`<arbiter-impact .service=${e} .setting=${n.setting} .alternatives=${n.alternatives}></arbiter-impact>`:t}
    <small>${n.id} · on ${n.rules.map((e,t)=>i`${t?`, `:``}<a href=${o(`rules`,[e])}>${e}</a>`)}</small></article>`,F=e=>i`
  <article class="card"><dl class="facts"><dt>Given</dt><dd>${e.given}</dd><dt>When</dt><dd>${e.when}</dd><dt>Then</dt><dd>${e.then}</dd></dl>
    <small>${e.id}${e.origin===`book`?` · from the book`:``}</small></article>`,I=(e,t)=>i`
  <section class="stack"><h2>Rulings on unclear points</h2>${t.map(t=>P(e,t))}</section>`,L=({book:e,rule:n},r,a)=>i`
  <article data-rule=${n.id}>
    <p class="row"><span class="tag">${M(e)}</span><span class="tag">${n.section}</span><span class="tag">${j[n.kind]??n.kind}</span></p>
    <p class="says">${n.says}</p>
    ${n.input?i`<p>What it takes: ${n.input}</p>`:t}
    ${n.games.length?i`<p>It binds ${n.games.map((e,t)=>i`${t?`, `:``}${s(e)}`)}.</p>`:t}
    ${n.test?i`<p class="quiet">How it is tested: ${n.test}</p>`:t}
  </article>
  ${r.length?I(e,r):t}
  ${a.length?i`<section class="stack"><h2>Examples of this section</h2>${a.map(F)}</section>`:t}`,R=60,z=class extends u{static{this.properties={place:{attribute:!1},names:{state:!0},books:{state:!0},words:{state:!0},most:{state:!0},problem:{state:!0},loading:{state:!0}}}static{this.styles=[n,r`
    .search { display: flex; flex-wrap: wrap; gap: 0.8rem; margin-bottom: 1rem; align-items: end; }
    .search label:first-child { flex: 1 1 16rem; }
    .search label { font-size: 0.9rem; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.7rem 0; border-top: 1px solid var(--line); }
    li p { margin: 0; } .id { font-family: var(--mono); font-size: 0.86rem; padding-top: 0.15rem; }
    h1 .id { font-size: 1em; }
    .says { font-size: 1.15rem; max-width: 46rem; } article .quiet { max-width: 46rem; }
    section { margin-top: 1.8rem; } article.card p { margin-bottom: 0.4rem; }
    .facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.2rem 1rem; margin: 0 0 0.4rem; } dt { color: var(--quiet); } dd { margin: 0; }
    .sections { columns: 16rem; margin-bottom: 1rem; } .sections a { display: block; padding: 0.1rem 0; }
    @media (max-width: 40rem) { li { grid-template-columns: 1fr; } }
  `]}constructor(){super(),[this.names,this.books,this.words,this.most,this.loading]=[[],[],``,R,!0]}willUpdate(e){e.has(`place`)&&(this.words=this.place.params.get(`q`)??``,this.most=R,this.load())}async load(){let[e]=this.place.parts,t=this.place;this.loading=!0,this.problem=void 0;try{this.names=await x();let n=e===void 0?await Promise.all(this.names.map(S)):[C(e)?await w(e):this.names.includes(e)?await S(e):void 0];t===this.place&&(this.books=n.filter(e=>e!==void 0))}catch(e){this.problem=e}t===this.place&&(this.loading=!1)}render(){let[e]=this.place.parts;return e!==void 0&&C(e)?this.single(e):i`<h1>${e===void 0?`Rules`:`Rules: ${M(e)}`}</h1>
      <form class="search" role="search" @submit=${e=>{e.preventDefault()}}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, or an id such as DI-KEEP-02" @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${e===void 0}>all games</option>
          ${this.names.map(t=>i`<option value=${t} ?selected=${t===e}>${M(t)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading?i`<p class="quiet">Loading…</p>`:this.list(T(this.books,this.words),e===void 0)}`}list(e,n){let r=e.slice(0,this.most);return i`<p class="quiet" role="status">${e.length===1?`One rule`:`${e.length} rules`}</p>
      <ul data-count=${e.length}>${r.map(e=>N(e,n))}</ul>
      ${e.length>r.length?i`<button @click=${()=>{this.most+=240}}>Show more</button>`:t}`}single(e){let n=this.books[0],r=n?.entries.find(({rule:t})=>t.id===e),a=i`<p><a href=${o(`rules`,n?[n.name]:[])}>← ${n?`Rules: ${M(n.name)}`:`Rules`}</a></p>`;if(this.loading&&!r)return i`${a}<h1>${e}</h1><p class="quiet">Loading…</p>`;let s=(n?.rulings??[]).filter(t=>t.id===e||t.rules.includes(e));if(!r&&s.some(t=>t.id===e))return i`${a}<h1>${e}</h1>${I(n?.name??``,s)}`;if(!n||!r)return i`${a}<h1>${e}</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.problem?t:i`<p>No rule has this id.</p>`}`;let c=n.examples.filter(({section:e})=>e!==``&&e===r.rule.section);return i`${a}<h1>${e}</h1>${L(r,s,c)}`}typed(e){this.words=e.target.value,this.most=R,p(o(`rules`,this.place.parts,{q:this.words}),{replace:!0})}chosen(e){let{value:t}=e.target;p(o(`rules`,t?[t]:[],{q:this.words}))}};customElements.define(`arbiter-rules`,z);export{z as ArbiterRules};