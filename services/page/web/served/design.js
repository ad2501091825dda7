import{$ as e,G as t,H as n,J as r,K as i,L as a,R as o,U as s,X as c,Y as l,Z as u,a as d,ct as f,d as p,dt as m,et as h,f as ee,ft as g,ht as _,i as v,it as y,lt as b,mt as x,n as S,nt as C,o as w,ot as T,pt as E,q as te,r as D,rt as O,s as k,st as A,t as j,u as M}from"./arbiter.js";import"./distribution.js";async function N(e,t){let{paths:n,components:r}=await C(`/schema/${e}.json`),i=n[t]?.post?.requestBody?.content[`application/json`];if(i===void 0)return;let a=Object.entries(i.examples??{}).map(([e,{value:t}])=>[e,t]);return{schema:i.schema,schemas:r.schemas,examples:a}}var P=class extends l{static{this.properties={service:{},path:{},button:{},problem:{attribute:!1},busy:{type:Boolean},form:{state:!0},body:{state:!0},raw:{state:!0},chosen:{state:!0},wrong:{state:!0}}}static{this.styles=[r,j,e`
    form { display: grid; gap: 0.9rem; } textarea { width: 100%; min-height: 18rem; font-family: var(--mono); font-size: 0.86rem; }
    .example select { width: 100%; }
  `]}constructor(){super(),this.turned=()=>{this.raw===void 0?this.raw=JSON.stringify(this.body,null,2):this.taken()&&(this.raw=void 0)},this.submitted=e=>{e.preventDefault(),this.taken()&&this.dispatchEvent(new CustomEvent(`send`,{detail:this.body}))},[this.button,this.busy,this.chosen]=[`Send`,!1,0]}willUpdate(e){(e.has(`service`)||e.has(`path`))&&this.load()}async load(){[this.form,this.wrong]=[void 0,void 0];let e=this.path;try{let t=await N(this.service,e);if(e!==this.path)return;this.form=t,this.begin(0)}catch(e){this.wrong=e}}begin(e){let{form:t}=this;this.chosen=e,this.raw=void 0,this.body=t&&(t.examples[e]?.[1]??v(d(t.schema,t.schemas)))}render(){if(this.wrong)return u`<arbiter-problem .problem=${this.wrong}></arbiter-problem>`;if(!this.form)return u`<p class="quiet">Loading…</p>`;let{examples:e}=this.form;return u`<form @submit=${this.submitted} novalidate>
      ${e.length>1?u`<label class="example">Begin with
        <select data-example @change=${e=>{this.begin(Number(e.target.value))}}>
          ${e.map(([e],t)=>u`<option value=${t} ?selected=${t===this.chosen}>${e}</option>`)}</select></label>`:e[0]?u`<p class="quiet">Filled in with an example: ${e[0][0]}</p>`:c}
      ${this.raw===void 0?u`<div class="fields">${this.controls(this.form)}</div>`:this.text(this.raw)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="row"><button class="primary" data-send ?disabled=${this.busy}>${this.button}</button>
        <button type="button" data-as-json @click=${this.turned}>${this.raw===void 0?`Write it as JSON`:`Back to the form`}</button></div>
    </form>`}controls(e){let t=d(e.schema,e.schemas),n=this.context();return t.kind===`object`?D(n,[],t.parts,this.body):S(n,{label:`body`,path:[],shape:t,value:this.body})}context(){return{name:`request`,names:new Map,fault:w(this.problem,e=>this.renderRoot.querySelector(`[data-field="${CSS.escape(e)}"]`)!==null),set:(e,t)=>{this.body=k(this.body,e,t)}}}text(e){return u`<label>The request as JSON <textarea data-json spellcheck="false" .value=${e}
      @input=${e=>{this.raw=e.target.value}}></textarea></label>`}taken(){if(this.raw===void 0)return!0;try{return this.body=JSON.parse(this.raw),this.problem=void 0,h(this.body)}catch(e){return this.problem={title:`This is not JSON: ${e.message}`},!1}}};customElements.define(`arbiter-request`,P);var F=10,I={running:`running`,completed:`done`,failed:`failed`,cancelled:`cancelled`};async function L(e){let t=[];for await(let n of g().jobs(e,{limit:F}))t.push({...n,service:e});return t}var R=class extends l{static{this.properties={service:{},names:{state:!0},found:{state:!0},problem:{state:!0},refused:{state:!0},busy:{state:!0}}}static{this.styles=[r,e`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `]}constructor(){super(),this.busy=!1}connectedCallback(){super.connectedCallback(),this.load()}willUpdate(e){e.has(`service`)&&(this.refused=void 0)}async load(){try{let e=await y(),[t]=this.names=e.filter(({simulates:e})=>e).map(({name:e})=>e);t!==void 0&&!e.some(({name:e})=>e===this.service)&&x(_(`design`,[t]),{replace:!0}),this.found=(await Promise.all(this.names.map(L))).flat().sort((e,t)=>(t.at??0)-(e.at??0))}catch(e){this.problem=e}}render(){let{names:e}=this;return e?e.length===0?u`<p>No game on this server has simulations.</p>`:u`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${e=>{x(_(`design`,[e.target.value]))}}>
          ${e.map(e=>u`<option value=${e} ?selected=${e===this.service}>${O(e)}</option>`)}</select></label>
        ${e.includes(this.service)?u`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`:u`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`:u`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}list(){return this.found?this.found.length===0?u`<p class="quiet" data-jobs>None yet.</p>`:u`<ul data-jobs>${this.found.map(({service:e,id:t,status:n,at:r})=>u`<li data-job=${`${e}/${t}`}>
      <a href=${_(`design`,[e,t])}>${O(e)} <code>${t.slice(0,8)}</code></a>
      <span class="tag">${I[n??``]??n}</span><br><small>${r?M(r):c}</small></li>`)}</ul>`:u`<p class="quiet">Loading…</p>`}async asked({detail:e}){this.busy=!0,this.refused=void 0;try{let t=await g().job(this.service,e);x(_(`design`,[this.service,t.id]))}catch(e){this.refused=e}finally{this.busy=!1}}};customElements.define(`arbiter-jobs`,R);var z={exactly:`These bounds are exact.`,nearly:`These bounds are almost exact: there are many trials.`,roughly:`These bounds are rough: there are few trials yet.`,unknown:`There are too few trials for bounds.`},B=class extends l{static{this.properties={service:{},job:{},result:{attribute:!1},measure:{state:!0},problem:{state:!0},opening:{state:!0}}}static{this.styles=[r,e`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `]}render(){let e=Object.keys(this.result.ours),r=this.measure!==void 0&&e.includes(this.measure)?this.measure:e[0],i=r===void 0?void 0:this.result.ours[r];if(r===void 0||i===void 0)return c;let a=this.result.theirs?.[r],o=this.result.difference?.[r];return u`<section class="card found">
        ${e.length>1?u`<label>What was measured <select data-measure @change=${e=>{this.measure=e.target.value}}>
          ${e.map(e=>u`<option value=${e} ?selected=${e===r}>${T(e)}</option>`)}</select></label>`:u`<h2>${T(r)}</h2>`}
        <dl class="facts">${this.mean(a?`Mean of the first`:`Mean`,i)}
          ${a?this.mean(`Mean of the other`,a):c}
          ${o?this.mean(`Difference, with the same luck`,o):c}
          ${a?c:this.quantiles(i)}</dl>
        <arbiter-distribution .file=${`${this.service}-${r}`} .label=${T(r)}
          .series=${[n(a?`first`:T(r),i),...a?[n(`other`,a)]:[]]}></arbiter-distribution>
        <small>${z[i.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${t(i.band)} of the one shown.${Number(i.width)?` Outcomes are counted in classes ${i.width} wide.`:``}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(`Highest`,this.result.highest)}${this.ends(`Lowest`,this.result.lowest)}</div></section>`}mean(e,{mean:t,deviation:n}){return u`<div><dt>${e}</dt><dd data-mean=${t.value}>${i(t.value)}
      <small>${t.low===null||t.high===null?`no bounds yet`:`between ${i(t.low)} and ${i(t.high)}`}; deviation ${i(n)}</small></dd></div>`}quantiles({quantiles:e}){let t=(t,n)=>{let[r,i,a]=e[t]??[];return u`<div><dt>${n}</dt><dd>${i}<small>between ${r??`?`} and ${a??`?`}</small></dd></div>`};return u`${t(`5%`,`5 % are at most`)}${t(`50%`,`Half are at most`)}${t(`95%`,`95 % are at most`)}`}ends(e,t){return u`<div><h3>${this.result.difference?`${e} difference`:e}</h3><ul>${t.map(e=>u`<li class="row">
      <span><strong>${e.value}</strong> <small>trial ${e.trial} of chunk ${e.chunk}</small></span>
      <span class="row">${this.button(e,`ours`)}${this.result.theirs?this.button(e,`theirs`):c}</span></li>`)}</ul></div>`}button(e,t){let n=this.result.theirs?t===`ours`?`Replay first`:`Replay other`:`Replay`;return u`<button data-trial=${`${e.chunk}/${e.trial}/${t}`} ?disabled=${this.opening}
      aria-label=${`${n}: trial ${e.trial} of chunk ${e.chunk}`} @click=${()=>this.open(e,t)}>${n}</button>`}async open({chunk:e,trial:t},n){this.opening=!0,this.problem=void 0;try{let{id:r}=await g().jobAt(this.service,this.job).trial({chunk:e,trial:t,variant:n});x(_(`replay`,[this.service,r]))}catch(e){this.problem=e}finally{this.opening=!1}}};customElements.define(`arbiter-result`,B);var V={trials:`all trials were played`,precision:`the requested precision was reached`},H=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),U=class extends l{static{this.properties={service:{},job:{},answer:{state:!0},progress:{state:!0},problem:{state:!0}}}static{this.styles=[r,e`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `]}willUpdate(e){(e.has(`service`)||e.has(`job`))&&this.follow()}connectedCallback(){super.connectedCallback(),this.hasUpdated&&this.follow()}disconnectedCallback(){super.disconnectedCallback(),this.following?.abort()}at(){return g().jobAt(this.service,this.job)}async follow(){this.following?.abort();let{signal:e}=this.following=new AbortController;[this.answer,this.progress,this.problem]=[void 0,void 0,void 0];try{for await(let{answer:t,progress:n}of p(this.at(),e))[this.answer,this.progress]=[t,n]}catch(t){e.aborted||(this.problem=t)}}render(){let{answer:e,progress:t}=this;return u`<p><a href=${_(`design`,[this.service])}>← Simulations of ${O(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${e&&t?this.shown(e,t):this.problem?c:u`<p class="quiet">Loading…</p>`}`}shown(e,t){return u`<section class="card head" data-status=${t.status} data-trials=${t.trials}>
        <div class="row"><h2>${O(this.service)} <code>${this.job.slice(0,8)}</code></h2><span class="tag">${I[t.status]??t.status}</span>
          ${t.status===`running`?u`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>`:c}</div>
        <progress max=${t.at_most} .value=${t.status===`completed`?t.at_most:t.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(t)}</p>
        ${t.reason?u`<p class="bad">${t.reason}</p>`:c}
      </section>
      ${e.result?u`${b(this.service).report?.(e.result,`${this.service}-${this.job.slice(0,8)}`)??c}
        <arbiter-result .service=${this.service} .job=${this.job} .result=${e.result}></arbiter-result>`:u`<p class="quiet">${t.status===`running`?`No results yet.`:`No results.`}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(e.request,null,2)}</pre></details>`}progressText(e){let{status:t,trials:n,at_most:r,reach:a,why:o}=e,s=`${H(n)} of at most ${H(r)} trials`,c=a===null?``:` The mean is known to ± ${i(a)}.`;return t===`running`?`${[`${s}.`,ee(e)].filter(Boolean).join(` `)}${c}`:`${s}${o?`; it ended because ${V[o]??o}`:``}.${c}`}async cancelled(){try{this.answer=await this.at().cancel(),this.progress=this.answer.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-job`,U);var W=`notation`,G=/(^|, )expected$/,K=/^\/(\w+)\/v1\/odds$/,q=class extends l{static{this.properties={place:{attribute:!1},names:{state:!0},found:{state:!0},problem:{state:!0},busy:{state:!0},which:{state:!0}}}static{this.styles=[r,e`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `]}constructor(){super(),[this.busy,this.which]=[!1,0]}connectedCallback(){super.connectedCallback(),y().then(e=>{this.names=e.flatMap(({routes:e})=>e.flatMap(e=>K.exec(e)?.[1]??[]))},e=>{this.problem=e})}get notated(){let e=f();return e&&this.names?.includes(e[0])?e:void 0}get of(){return this.ofPlace(this.place)}ofPlace(e){let t=this.notated?W:this.names?.[0];return e.params.get(`of`)??t??W}willUpdate(e){if(!this.names||!(e.has(`place`)||e.has(`names`)))return;let t=e.get(`place`);(t===void 0||this.ofPlace(t)!==this.of)&&([this.found,this.problem]=[void 0,void 0]);let{params:n}=this.place,r=n.get(`throw`),[i,a]=this.notated?.[1].examples??[``,``];this.of===W&&this.notated&&this.notation(r??i,n.get(`against`)??(r?``:a))}render(){return this.names?this.names.length===0?u`<p>No game on this server offers odds.</p>`:u`<div class="ask card">
        ${this.names.length>1?u`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map(e=>this.choice(e))}</select></label>`:c}
        ${this.of===W?this.notationForm():u`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of===W?u`<arbiter-problem .problem=${this.problem}></arbiter-problem>`:c}
      </div>
      <div aria-live="polite">${this.found?this.answered(this.found):c}</div>`:u`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}choice(e){let[t,n]=e===this.notated?.[0]?[W,this.notated[1].name]:[e,O(e)];return u`<option value=${t} ?selected=${this.of===t}>${n}</option>`}notationForm(){let{params:e}=this.place,[t,n]=this.notated?.[1].examples??[``,``];return u`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${e.get(`throw`)??t} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${e.get(`against`)??(e.has(`throw`)?``:n)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`}answered({asked:e,versus:n}){let r=e.map(([e,t])=>[e,o(t)]),l=r[0]?.[1].map(([e])=>e)??[],d=Math.min(this.which,Math.max(l.length-1,0)),f=r.flatMap(([e,t])=>t[d]?[[e,t[d][1]]]:[]),p=[...a(n),...e.length===1?a(e[0]?.[1]):[]];return u`<section class="card answer" data-answer data-mean=${f[0]?.[1].mean.exact??c}>
      ${l.length>1?u`<label>Of <select @change=${e=>{this.which=Number(e.target.value)}}>
        ${l.map((e,t)=>u`<option value=${t} ?selected=${t===d}>${T(e)}</option>`)}</select></label>`:l[0]?u`<h2>${T(l[0])}</h2>`:c}
      ${f.length?u`<arbiter-distribution file="odds" .label=${`Odds of ${f.map(([e])=>e).join(` and `)}`}
        .series=${f.map(([e,t])=>s(e,t))}></arbiter-distribution>`:c}
      ${p.length?u`<dl class="facts">${p.map(([n,r])=>Y(J(n,e),r,G.test(n)?i:t))}</dl>`:c}
      ${f.map(([e,t])=>X(f.length>1?e:``,t))}</section>`}turned(e){let{value:t}=e.target;x(_(`design`,[`odds`],{of:t===W?void 0:t}))}asked(e){e.preventDefault();let{elements:t}=e.target,[n,r]=[`throw`,`against`].map(e=>t.namedItem(e).value.trim());x(_(`design`,[`odds`],{throw:n,against:r}),{replace:!0}),this.notation(n??``,r??``)}async notation(e,t){await this.working(async()=>{let[n,{what:r}]=this.notated,i=e=>g().post(`/${n}/v1/odds`,e),a=[e,t].filter(Boolean),o=await Promise.all(a.map(e=>i({what:r(e)}))),s=t?await i({what:r(e),against:r(t)}):void 0;return{asked:o.map((e,t)=>[a[t]??``,e]),versus:s}})}sent(e){this.working(async()=>({asked:[[O(this.of),await g().post(`/${encodeURIComponent(this.of)}/v1/odds`,e.detail)]],versus:void 0}))}async working(e){this.busy=!0,this.problem=void 0;try{this.found=await e()}catch(e){[this.problem,this.found]=[e,void 0]}finally{this.busy=!1}}};function J(e,t){let[n,r]=t.map(([e])=>e);return r===void 0?T(e):{win:`${n} is higher`,tie:`Both are equal`,lose:`${r} is higher`}[e]??T(e)}var Y=(e,t,n)=>u`<div><dt>${e}</dt><dd>${n(t.about)} <code>${te(t.exact)}</code></dd></div>`;function X(e,t){return u`<div>${e?u`<h2><code>${e}</code></h2>`:c}<dl class="facts">
    ${Y(`Mean`,t.mean,i)}
    <div><dt>Standard deviation</dt><dd>${i(t.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${t.quantiles[`50%`]}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${t.quantiles[`5%`]} and ${t.quantiles[`95%`]}</dd></div></dl>
    ${t.left_out?u`<small>${t.left_out} very unlikely outcomes are not listed; the numbers include them.</small>`:c}
    ${t.chain?u`<small>Chains of extra rolls are counted up to ${t.chain.limit}; the chance of a longer one is below ${t.chain.further_at_most.toExponential(0)}.</small>`:c}</div>`}customElements.define(`arbiter-odds`,q);var Z=class extends l{static{this.properties={place:{attribute:!1},loaded:{state:!0},problem:{state:!0}}}static{this.styles=[r]}willUpdate(e){let[,t=``]=this.place.parts;e.has(`place`)&&t!==this.service&&([this.service,this.loaded,this.problem]=[t,void 0,void 0],this.load(t))}async load(e){try{let t=await b(e).desk?.load();if(e!==this.service)return;this.loaded=t,t===void 0&&(this.problem=Error(`This game has no desk.`))}catch(e){this.problem=e}}render(){return this.loaded?this.loaded.show(this.place):u`${this.problem?c:u`<p class="quiet" role="status">Loading…</p>`}<arbiter-problem .problem=${this.problem}></arbiter-problem>`}};customElements.define(`arbiter-desk`,Z);var ne=`any`,Q=`desk`,$=class extends l{constructor(...e){super(...e),this.known=()=>{this.key=m()}}static{this.properties={place:{attribute:!1},key:{state:!0}}}static{this.styles=[r,e`
    nav { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
    @media print { h1, nav { display: none; } }
  `]}connectedCallback(){super.connectedCallback(),E.addEventListener(`change`,this.known),this.known()}disconnectedCallback(){super.disconnectedCallback(),E.removeEventListener(`change`,this.known)}render(){let[e=`odds`,t]=this.place.parts,n=e===Q,r=e===`odds`,i=_(`design`,[r||n?f()?.[0]??ne:e]);return u`<h1>Design</h1>
      <nav aria-label="Design">
        ${this.tab(`odds`,`#/design/odds`,r,`Exact odds`)}${this.tab(`simulations`,i,!r&&!n,`Simulations`)}
        ${[...A()].map(([e,{desk:r}])=>r?this.tab(`desk-${e}`,_(`design`,[Q,e]),n&&e===t,r.title):c)}
      </nav>
      ${n?u`<arbiter-desk .place=${this.place}></arbiter-desk>`:this.key===void 0?u`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>`:this.shown()}`}tab(e,t,n,r){return u`<a data-tab=${e} href=${t} aria-current=${n?`page`:c}>${r}</a>`}shown(){let[e=`odds`,t]=this.place.parts;return e===`odds`?u`<arbiter-odds .place=${this.place}></arbiter-odds>`:t===void 0?u`<arbiter-jobs .service=${e}></arbiter-jobs>`:u`<arbiter-job .service=${e} .job=${t}></arbiter-job>`}};customElements.define(`arbiter-design`,$);export{$ as ArbiterDesign};