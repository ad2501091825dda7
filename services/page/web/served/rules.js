import{Q as e,X as t,Y as n,Z as r,_t as i,at as a,et as o,it as s,ot as c,vt as l}from"./arbiter.js";var u=`arbiter`,d=`AR-`,f=new Map;function p(e,t,n){let r=n.filter(({rules:e})=>e.includes(t.id)).flatMap(({question:e,ruling:t})=>[e,t]);return{book:e,rule:t,text:[t.id,t.section,t.kind,t.says,t.test,...r].join(`
`).toLowerCase()}}async function m(e){let{rules:t,rulings:n,examples:r}=await s(`/${e}/v1/rules`),i=t.filter(({id:e})=>e.startsWith(d));return[{name:e,entries:t.filter(e=>!i.includes(e)).map(t=>p(e,t,n)),rulings:n,examples:r},{name:u,entries:i.map(e=>p(u,e,[])),rulings:[],examples:[]}]}function h(e){let t=f.get(e)??m(e);return f.set(e,t),t.catch(()=>f.delete(e)),t}var g=async()=>[...(await c()).map(({name:e})=>e),u];async function _(e){if(e!==`arbiter`)return(await h(e))[0];let[t]=f.keys(),n=await c();return(await h(t??n[0]?.name??``))[1]}var v=e=>/^[A-Z]{2,}-/.test(e);async function y(e){let t=`${e.split(`-`)[0]}-`,n=t===d?u:(await c()).find(({rule_ids:e})=>e===t)?.name;return n===void 0?void 0:_(n)}function b(e,t){let n=t.toLowerCase().split(/\s+/).filter(Boolean),r=e.flatMap(({entries:e})=>e.filter(({text:e})=>n.every(t=>e.includes(t)))),i=e=>+!n.some(t=>e.rule.id.toLowerCase().includes(t));return n.length===0?r:r.toSorted((e,t)=>i(e)-i(t))}var x={mechanic:`how it works`,limit:`limit`,procedure:`procedure`,option:`option`,table:`table`,advice:`advice, not enforced`},S=e=>e===`arbiter`?`Every game`:a(e),C=({book:t,rule:n},i)=>e`
  <li data-rule=${n.id}><a class="id" href=${l(`rules`,[n.id])}>${n.id}</a>
    <div><p>${n.says}</p><small>${i?`${S(t)} · `:r}${n.section}</small></div></li>`,w=t=>e`
  <article class="card"><h3>${t.question}</h3><p>${t.ruling}</p>
    ${t.why?e`<p class="quiet">Why: ${t.why}</p>`:r}
    ${t.setting?e`<p class="quiet">A table may decide otherwise: <code>${t.setting}</code> is <code>${t.default}</code>${t.alternatives.length?e`, and may be ${t.alternatives.map((t,n)=>e`${n?`, `:``}<code>${t}</code>`)}`:r}.</p>`:r}
    <small>${t.id} · on ${t.rules.map((t,n)=>e`${n?`, `:``}<a href=${l(`rules`,[t])}>${t}</a>`)}</small></article>`,T=t=>e`
  <article class="card"><dl class="facts"><dt>Given</dt><dd>${t.given}</dd><dt>When</dt><dd>${t.when}</dd><dt>Then</dt><dd>${t.then}</dd></dl>
    <small>${t.id}${t.origin===`book`?` · from the book`:``}</small></article>`,E=t=>e`
  <section class="stack"><h2>Rulings on unclear points</h2>${t.map(w)}</section>`,D=({book:t,rule:n},i,o)=>e`
  <article data-rule=${n.id}>
    <p class="row"><span class="tag">${S(t)}</span><span class="tag">${n.section}</span><span class="tag">${x[n.kind]??n.kind}</span></p>
    <p class="says">${n.says}</p>
    ${n.input?e`<p>What it takes: ${n.input}</p>`:r}
    ${n.games.length?e`<p>It binds ${n.games.map((t,n)=>e`${n?`, `:``}${a(t)}`)}.</p>`:r}
    ${n.test?e`<p class="quiet">How it is tested: ${n.test}</p>`:r}
  </article>
  ${i.length?E(i):r}
  ${o.length?e`<section class="stack"><h2>Examples of this section</h2>${o.map(T)}</section>`:r}`,O=60,k=class extends t{static{this.properties={place:{attribute:!1},names:{state:!0},books:{state:!0},words:{state:!0},most:{state:!0},problem:{state:!0},loading:{state:!0}}}static{this.styles=[n,o`
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
  `]}constructor(){super(),[this.names,this.books,this.words,this.most,this.loading]=[[],[],``,O,!0]}willUpdate(e){e.has(`place`)&&(this.words=this.place.params.get(`q`)??``,this.most=O,this.load())}async load(){let[e]=this.place.parts,t=this.place;this.loading=!0,this.problem=void 0;try{this.names=await g();let n=e===void 0?await Promise.all(this.names.map(_)):[v(e)?await y(e):this.names.includes(e)?await _(e):void 0];t===this.place&&(this.books=n.filter(e=>e!==void 0))}catch(e){this.problem=e}t===this.place&&(this.loading=!1)}render(){let[t]=this.place.parts;return t!==void 0&&v(t)?this.single(t):e`<h1>${t===void 0?`Rules`:`Rules: ${S(t)}`}</h1>
      <form class="search" role="search" @submit=${e=>{e.preventDefault()}}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, or an id such as DI-KEEP-02" @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${t===void 0}>all games</option>
          ${this.names.map(n=>e`<option value=${n} ?selected=${n===t}>${S(n)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading?e`<p class="quiet">Loading…</p>`:this.list(b(this.books,this.words),t===void 0)}`}list(t,n){let i=t.slice(0,this.most);return e`<p class="quiet" role="status">${t.length===1?`One rule`:`${t.length} rules`}</p>
      <ul data-count=${t.length}>${i.map(e=>C(e,n))}</ul>
      ${t.length>i.length?e`<button @click=${()=>{this.most+=240}}>Show more</button>`:r}`}single(t){let n=this.books[0],i=n?.entries.find(({rule:e})=>e.id===t),a=e`<p><a href=${l(`rules`,n?[n.name]:[])}>← ${n?`Rules: ${S(n.name)}`:`Rules`}</a></p>`;if(this.loading&&!i)return e`${a}<h1>${t}</h1><p class="quiet">Loading…</p>`;let o=(n?.rulings??[]).filter(e=>e.id===t||e.rules.includes(t));if(!i&&o.some(e=>e.id===t))return e`${a}<h1>${t}</h1>${E(o)}`;if(!n||!i)return e`${a}<h1>${t}</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.problem?r:e`<p>No rule has this id.</p>`}`;let s=n.examples.filter(({section:e})=>e!==``&&e===i.rule.section);return e`${a}<h1>${t}</h1>${D(i,o,s)}`}typed(e){this.words=e.target.value,this.most=O,i(l(`rules`,this.place.parts,{q:this.words}),{replace:!0})}chosen(e){let{value:t}=e.target;i(l(`rules`,t?[t]:[],{q:this.words}))}};customElements.define(`arbiter-rules`,k);export{k as ArbiterRules};