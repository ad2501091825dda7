import{$ as e,J as t,K as n,X as r,Y as i,dt as a,et as o,q as s,tt as c,ut as l}from"./arbiter.js";var u=`arbiter`,d=`AR-`,f=new Map;function p(e,t,n){let r=n.filter(({rules:e})=>e.includes(t.id)).flatMap(({question:e,ruling:t})=>[e,t]);return{book:e,rule:t,text:[t.id,t.section,t.kind,t.says,t.test,...r].join(`
`).toLowerCase()}}async function m(t){let{rules:n,rulings:r,examples:i}=await e(`/${t}/v1/rules`),a=n.filter(({id:e})=>e.startsWith(d));return[{name:t,entries:n.filter(e=>!a.includes(e)).map(e=>p(t,e,r)),rulings:r,examples:i},{name:u,entries:a.map(e=>p(u,e,[])),rulings:[],examples:[]}]}function h(e){let t=f.get(e)??m(e);return f.set(e,t),t.catch(()=>f.delete(e)),t}var g=async()=>[...(await c()).map(({name:e})=>e),u];async function _(e){if(e!==`arbiter`)return(await h(e))[0];let[t]=f.keys(),n=await c();return(await h(t??n[0]?.name??``))[1]}var v=e=>/^[A-Z]{2,}-/.test(e);async function y(e){let t=`${e.split(`-`)[0]}-`,n=t===d?u:(await c()).find(({rule_ids:e})=>e===t)?.name;return n===void 0?void 0:_(n)}function b(e,t){let n=t.toLowerCase().split(/\s+/).filter(Boolean),r=e.flatMap(({entries:e})=>e.filter(({text:e})=>n.every(t=>e.includes(t)))),i=e=>+!n.some(t=>e.rule.id.toLowerCase().includes(t));return n.length===0?r:r.toSorted((e,t)=>i(e)-i(t))}var x={mechanic:`how it works`,limit:`limit`,procedure:`procedure`,option:`option`,table:`table`,advice:`advice, not enforced`},S=e=>e===`arbiter`?`Every game`:o(e),C=({book:e,rule:n},r)=>i`
  <li data-rule=${n.id}><a class="id" href=${a(`rules`,[n.id])}>${n.id}</a>
    <div><p>${n.says}</p><small>${r?`${S(e)} · `:t}${n.section}</small></div></li>`,w=e=>i`
  <article class="card"><h3>${e.question}</h3><p>${e.ruling}</p>
    ${e.why?i`<p class="quiet">Why: ${e.why}</p>`:t}
    ${e.setting?i`<p class="quiet">A table may decide otherwise: <code>${e.setting}</code> is <code>${e.default}</code>${e.alternatives.length?i`, and may be ${e.alternatives.map((e,t)=>i`${t?`, `:``}<code>${e}</code>`)}`:t}.</p>`:t}
    <small>${e.id} · on ${e.rules.map((e,t)=>i`${t?`, `:``}<a href=${a(`rules`,[e])}>${e}</a>`)}</small></article>`,T=e=>i`
  <article class="card"><dl class="facts"><dt>Given</dt><dd>${e.given}</dd><dt>When</dt><dd>${e.when}</dd><dt>Then</dt><dd>${e.then}</dd></dl>
    <small>${e.id}${e.origin===`book`?` · from the book`:``}</small></article>`,E=e=>i`
  <section class="stack"><h2>Rulings on unclear points</h2>${e.map(w)}</section>`,D=({book:e,rule:n},r,a)=>i`
  <article data-rule=${n.id}>
    <p class="row"><span class="tag">${S(e)}</span><span class="tag">${n.section}</span><span class="tag">${x[n.kind]??n.kind}</span></p>
    <p class="says">${n.says}</p>
    ${n.input?i`<p>What it takes: ${n.input}</p>`:t}
    ${n.games.length?i`<p>It binds ${n.games.map((e,t)=>i`${t?`, `:``}${o(e)}`)}.</p>`:t}
    ${n.test?i`<p class="quiet">How it is tested: ${n.test}</p>`:t}
  </article>
  ${r.length?E(r):t}
  ${a.length?i`<section class="stack"><h2>Examples of this section</h2>${a.map(T)}</section>`:t}`,O=60,k=class extends s{static{this.properties={place:{attribute:!1},names:{state:!0},books:{state:!0},words:{state:!0},most:{state:!0},problem:{state:!0},loading:{state:!0}}}static{this.styles=[n,r`
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
  `]}constructor(){super(),[this.names,this.books,this.words,this.most,this.loading]=[[],[],``,O,!0]}willUpdate(e){e.has(`place`)&&(this.words=this.place.params.get(`q`)??``,this.most=O,this.load())}async load(){let[e]=this.place.parts,t=this.place;this.loading=!0,this.problem=void 0;try{this.names=await g();let n=e===void 0?await Promise.all(this.names.map(_)):[v(e)?await y(e):this.names.includes(e)?await _(e):void 0];t===this.place&&(this.books=n.filter(e=>e!==void 0))}catch(e){this.problem=e}t===this.place&&(this.loading=!1)}render(){let[e]=this.place.parts;return e!==void 0&&v(e)?this.single(e):i`<h1>${e===void 0?`Rules`:`Rules: ${S(e)}`}</h1>
      <form class="search" role="search" @submit=${e=>{e.preventDefault()}}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, or an id such as DI-KEEP-02" @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${e===void 0}>all games</option>
          ${this.names.map(t=>i`<option value=${t} ?selected=${t===e}>${S(t)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading?i`<p class="quiet">Loading…</p>`:this.list(b(this.books,this.words),e===void 0)}`}list(e,n){let r=e.slice(0,this.most);return i`<p class="quiet" role="status">${e.length===1?`One rule`:`${e.length} rules`}</p>
      <ul data-count=${e.length}>${r.map(e=>C(e,n))}</ul>
      ${e.length>r.length?i`<button @click=${()=>{this.most+=240}}>Show more</button>`:t}`}single(e){let n=this.books[0],r=n?.entries.find(({rule:t})=>t.id===e),o=i`<p><a href=${a(`rules`,n?[n.name]:[])}>← ${n?`Rules: ${S(n.name)}`:`Rules`}</a></p>`;if(this.loading&&!r)return i`${o}<h1>${e}</h1><p class="quiet">Loading…</p>`;let s=(n?.rulings??[]).filter(t=>t.id===e||t.rules.includes(e));if(!r&&s.some(t=>t.id===e))return i`${o}<h1>${e}</h1>${E(s)}`;if(!n||!r)return i`${o}<h1>${e}</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.problem?t:i`<p>No rule has this id.</p>`}`;let c=n.examples.filter(({section:e})=>e!==``&&e===r.rule.section);return i`${o}<h1>${e}</h1>${D(r,s,c)}`}typed(e){this.words=e.target.value,this.most=O,l(a(`rules`,this.place.parts,{q:this.words}),{replace:!0})}chosen(e){let{value:t}=e.target;l(a(`rules`,t?[t]:[],{q:this.words}))}};customElements.define(`arbiter-rules`,k);export{k as ArbiterRules};