import{A as e,B as t,D as n,E as r,M as i,O as a,T as o,j as s,w as c,z as l}from"./arbiter.js";var u=`arbiter`,d=`AR-`,f=new Map;function p(e,t,n){let r=n.filter(({rules:e})=>e.includes(t.id)).flatMap(({question:e,ruling:t})=>[e,t]);return{book:e,rule:t,text:[t.id,t.section,t.kind,t.says,t.test,...r].join(`
`).toLowerCase()}}async function m(t){let{rules:n,rulings:r,examples:i}=await e(`/${t}/v1/rules`),a=n.filter(({id:e})=>e.startsWith(d));return[{name:t,entries:n.filter(e=>!a.includes(e)).map(e=>p(t,e,r)),rulings:r,examples:i},{name:u,entries:a.map(e=>p(u,e,[])),rulings:[],examples:[]}]}function h(e){let t=f.get(e)??m(e);return f.set(e,t),t.catch(()=>f.delete(e)),t}var g=async()=>[...(await i()).map(({name:e})=>e),u];async function _(e){if(e!==`arbiter`)return(await h(e))[0];let[t]=f.keys(),n=await i();return(await h(t??n[0]?.name??``))[1]}var v=e=>/^[A-Z]{2,}-/.test(e);async function y(e){let t=`${e.split(`-`)[0]}-`,n=t===d?u:(await i()).find(({rule_ids:e})=>e===t)?.name;return n===void 0?void 0:_(n)}function b(e,t){let n=t.toLowerCase().split(/\s+/).filter(Boolean),r=e.flatMap(({entries:e})=>e.filter(({text:e})=>n.every(t=>e.includes(t)))),i=e=>+!n.some(t=>e.rule.id.toLowerCase().includes(t));return n.length===0?r:r.toSorted((e,t)=>i(e)-i(t))}var x={mechanic:`how it works`,limit:`limit`,procedure:`procedure`,option:`option`,table:`table`,advice:`advice, not enforced`},S=e=>e===`arbiter`?`Every game`:s(e),C=({book:e,rule:i},a)=>n`
  <li data-rule=${i.id}><a class="id" href=${t(`rules`,[i.id])}>${i.id}</a>
    <div><p>${i.says}</p><small>${a?`${S(e)} · `:r}${i.section}</small></div></li>`,w=e=>n`
  <article class="card"><h3>${e.question}</h3><p>${e.ruling}</p>
    ${e.why?n`<p class="quiet">Why: ${e.why}</p>`:r}
    ${e.setting?n`<p class="quiet">A table may decide otherwise: <code>${e.setting}</code> is <code>${e.default}</code>${e.alternatives.length?n`, and may be ${e.alternatives.map((e,t)=>n`${t?`, `:``}<code>${e}</code>`)}`:r}.</p>`:r}
    <small>${e.id} · on ${e.rules.map((e,r)=>n`${r?`, `:``}<a href=${t(`rules`,[e])}>${e}</a>`)}</small></article>`,T=e=>n`
  <article class="card"><dl class="facts"><dt>Given</dt><dd>${e.given}</dd><dt>When</dt><dd>${e.when}</dd><dt>Then</dt><dd>${e.then}</dd></dl>
    <small>${e.id}${e.origin===`book`?` · from the book`:``}</small></article>`,E=e=>n`
  <section class="stack"><h2>Rulings on unclear points</h2>${e.map(w)}</section>`,D=({book:e,rule:t},i,a)=>n`
  <article data-rule=${t.id}>
    <p class="row"><span class="tag">${S(e)}</span><span class="tag">${t.section}</span><span class="tag">${x[t.kind]??t.kind}</span></p>
    <p class="says">${t.says}</p>
    ${t.input?n`<p>What it takes: ${t.input}</p>`:r}
    ${t.games.length?n`<p>It binds ${t.games.map((e,t)=>n`${t?`, `:``}${s(e)}`)}.</p>`:r}
    ${t.test?n`<p class="quiet">How it is tested: ${t.test}</p>`:r}
  </article>
  ${i.length?E(i):r}
  ${a.length?n`<section class="stack"><h2>Examples of this section</h2>${a.map(T)}</section>`:r}`,O=60,k=class extends o{static{this.properties={place:{attribute:!1},names:{state:!0},books:{state:!0},words:{state:!0},most:{state:!0},problem:{state:!0},loading:{state:!0}}}static{this.styles=[c,a`
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
  `]}constructor(){super(),[this.names,this.books,this.words,this.most,this.loading]=[[],[],``,O,!0]}willUpdate(e){e.has(`place`)&&(this.words=this.place.params.get(`q`)??``,this.most=O,this.load())}async load(){let[e]=this.place.parts,t=this.place;this.loading=!0,this.problem=void 0;try{this.names=await g();let n=e===void 0?await Promise.all(this.names.map(_)):[v(e)?await y(e):this.names.includes(e)?await _(e):void 0];t===this.place&&(this.books=n.filter(e=>e!==void 0))}catch(e){this.problem=e}t===this.place&&(this.loading=!1)}render(){let[e]=this.place.parts;return e!==void 0&&v(e)?this.single(e):n`<h1>${e===void 0?`Rules`:`Rules: ${S(e)}`}</h1>
      <form class="search" role="search" @submit=${e=>{e.preventDefault()}}>
        <label>Search <input data-search type="search" .value=${this.words} placeholder="a word, or an id such as DI-KEEP-02" @input=${this.typed}></label>
        <label>In <select @change=${this.chosen}>
          <option value="" ?selected=${e===void 0}>all games</option>
          ${this.names.map(t=>n`<option value=${t} ?selected=${t===e}>${S(t)}</option>`)}</select></label>
      </form>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.loading?n`<p class="quiet">Loading…</p>`:this.list(b(this.books,this.words),e===void 0)}`}list(e,t){let i=e.slice(0,this.most);return n`<p class="quiet" role="status">${e.length===1?`One rule`:`${e.length} rules`}</p>
      <ul data-count=${e.length}>${i.map(e=>C(e,t))}</ul>
      ${e.length>i.length?n`<button @click=${()=>{this.most+=240}}>Show more</button>`:r}`}single(e){let i=this.books[0],a=i?.entries.find(({rule:t})=>t.id===e),o=n`<p><a href=${t(`rules`,i?[i.name]:[])}>← ${i?`Rules: ${S(i.name)}`:`Rules`}</a></p>`;if(this.loading&&!a)return n`${o}<h1>${e}</h1><p class="quiet">Loading…</p>`;let s=(i?.rulings??[]).filter(t=>t.id===e||t.rules.includes(e));if(!a&&s.some(t=>t.id===e))return n`${o}<h1>${e}</h1>${E(s)}`;if(!i||!a)return n`${o}<h1>${e}</h1><arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${this.problem?r:n`<p>No rule has this id.</p>`}`;let c=i.examples.filter(({section:e})=>e!==``&&e===a.rule.section);return n`${o}<h1>${e}</h1>${D(a,s,c)}`}typed(e){this.words=e.target.value,this.most=O,l(t(`rules`,this.place.parts,{q:this.words}),{replace:!0})}chosen(e){let{value:n}=e.target;l(t(`rules`,n?[n]:[],{q:this.words}))}};customElements.define(`arbiter-rules`,k);export{k as ArbiterRules};