import{$ as e,B as t,F as n,G as r,I as i,J as a,K as o,U as s,V as c,W as l,X as u,Y as d,Z as f,a as p,at as m,c as h,ct as g,dt as _,et as v,i as y,it as b,l as ee,lt as x,n as S,o as C,ot as w,q as T,r as E,rt as D,s as te,st as O,t as k,tt as A,u as j,ut as M}from"./arbiter.js";import{t as N}from"./findings.js";import"./distribution.js";async function P(t,n){let{paths:r,components:i}=await e(`/schema/${t}.json`),a=r[n]?.post?.requestBody?.content[`application/json`];if(a===void 0)return;let o=Object.entries(a.examples??{}).map(([e,{value:t}])=>[e,t]);return{schema:a.schema,schemas:i.schemas,examples:o}}var F=class extends T{static{this.properties={service:{},path:{},button:{},problem:{attribute:!1},busy:{type:Boolean},form:{state:!0},body:{state:!0},raw:{state:!0},chosen:{state:!0},wrong:{state:!0}}}static{this.styles=[o,k,u`
    form { display: grid; gap: 0.9rem; } textarea { width: 100%; min-height: 18rem; font-family: var(--mono); font-size: 0.86rem; }
    .example select { width: 100%; }
  `]}constructor(){super(),this.turned=()=>{this.raw===void 0?this.raw=JSON.stringify(this.body,null,2):this.taken()&&(this.raw=void 0)},this.submitted=e=>{e.preventDefault(),this.taken()&&this.dispatchEvent(new CustomEvent(`send`,{detail:this.body}))},[this.button,this.busy,this.chosen]=[`Send`,!1,0]}willUpdate(e){(e.has(`service`)||e.has(`path`))&&this.load()}async load(){[this.form,this.wrong]=[void 0,void 0];let e=this.path;try{let t=await P(this.service,e);if(e!==this.path)return;this.form=t,this.begin(0)}catch(e){this.wrong=e}}begin(e){let{form:t}=this;this.chosen=e,this.raw=void 0,this.body=t&&(t.examples[e]?.[1]??y(p(t.schema,t.schemas)))}render(){if(this.wrong)return d`<arbiter-problem .problem=${this.wrong}></arbiter-problem>`;if(!this.form)return d`<p class="quiet">Loading…</p>`;let{examples:e}=this.form;return d`<form @submit=${this.submitted} novalidate>
      ${e.length>1?d`<label class="example">Begin with
        <select data-example @change=${e=>{this.begin(Number(e.target.value))}}>
          ${e.map(([e],t)=>d`<option value=${t} ?selected=${t===this.chosen}>${e}</option>`)}</select></label>`:e[0]?d`<p class="quiet">Filled in with an example: ${e[0][0]}</p>`:a}
      ${this.raw===void 0?d`<div class="fields">${this.controls(this.form)}</div>`:this.text(this.raw)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="row"><button class="primary" data-send ?disabled=${this.busy}>${this.button}</button>
        <button type="button" data-as-json @click=${this.turned}>${this.raw===void 0?`Write it as JSON`:`Back to the form`}</button></div>
    </form>`}controls(e){let t=p(e.schema,e.schemas),n=this.context();return t.kind===`object`?E(n,[],t.parts,this.body):S(n,{label:`body`,path:[],shape:t,value:this.body})}context(){return{name:`request`,names:new Map,fault:C(this.problem,e=>this.renderRoot.querySelector(`[data-field="${CSS.escape(e)}"]`)!==null),set:(e,t)=>{this.body=te(this.body,e,t)}}}text(e){return d`<label>The request as JSON <textarea data-json spellcheck="false" .value=${e}
      @input=${e=>{this.raw=e.target.value}}></textarea></label>`}taken(){if(this.raw===void 0)return!0;try{return this.body=JSON.parse(this.raw),this.problem=void 0,f(this.body)}catch(e){return this.problem={title:`This is not JSON: ${e.message}`},!1}}};customElements.define(`arbiter-request`,F);var I=10,L={running:`running`,completed:`done`,failed:`failed`,cancelled:`cancelled`};async function R(e){let t=[];for await(let n of g().jobs(e,{limit:I}))t.push({...n,service:e});return t}var z=class extends T{static{this.properties={service:{},names:{state:!0},found:{state:!0},problem:{state:!0},refused:{state:!0},busy:{state:!0}}}static{this.styles=[o,u`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `]}constructor(){super(),this.busy=!1}connectedCallback(){super.connectedCallback(),this.load()}willUpdate(e){e.has(`service`)&&(this.refused=void 0)}async load(){try{let e=await A(),[t]=this.names=e.filter(({simulates:e})=>e).map(({name:e})=>e);t!==void 0&&!e.some(({name:e})=>e===this.service)&&M(_(`design`,[t]),{replace:!0}),this.found=(await Promise.all(this.names.map(R))).flat().sort((e,t)=>(t.at??0)-(e.at??0))}catch(e){this.problem=e}}render(){let{names:e}=this;return e?e.length===0?d`<p>No game on this server has simulations.</p>`:d`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${e=>{M(_(`design`,[e.target.value]))}}>
          ${e.map(e=>d`<option value=${e} ?selected=${e===this.service}>${v(e)}</option>`)}</select></label>
        ${e.includes(this.service)?d`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`:d`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`:d`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}list(){return this.found?this.found.length===0?d`<p class="quiet" data-jobs>None yet.</p>`:d`<ul data-jobs>${this.found.map(({service:e,id:t,status:n,at:r})=>d`<li data-job=${`${e}/${t}`}>
      <a href=${_(`design`,[e,t])}>${v(e)} <code>${t.slice(0,8)}</code></a>
      <span class="tag">${L[n??``]??n}</span><br><small>${r?h(r):a}</small></li>`)}</ul>`:d`<p class="quiet">Loading…</p>`}async asked({detail:e}){this.busy=!0,this.refused=void 0;try{let t=await g().job(this.service,e);M(_(`design`,[this.service,t.id]))}catch(e){this.refused=e}finally{this.busy=!1}}};customElements.define(`arbiter-jobs`,z);var B={exactly:`These bounds are exact.`,nearly:`These bounds are almost exact: there are many trials.`,roughly:`These bounds are rough: there are few trials yet.`,unknown:`There are too few trials for bounds.`},V=class extends T{static{this.properties={service:{},job:{},result:{attribute:!1},measure:{state:!0},problem:{state:!0},opening:{state:!0}}}static{this.styles=[o,u`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `]}render(){let e=Object.keys(this.result.ours),n=this.measure!==void 0&&e.includes(this.measure)?this.measure:e[0],r=n===void 0?void 0:this.result.ours[n];if(n===void 0||r===void 0)return a;let i=this.result.theirs?.[n],o=this.result.difference?.[n];return d`<section class="card found">
        ${e.length>1?d`<label>What was measured <select data-measure @change=${e=>{this.measure=e.target.value}}>
          ${e.map(e=>d`<option value=${e} ?selected=${e===n}>${D(e)}</option>`)}</select></label>`:d`<h2>${D(n)}</h2>`}
        <dl class="facts">${this.mean(i?`Mean of the first`:`Mean`,r)}
          ${i?this.mean(`Mean of the other`,i):a}
          ${o?this.mean(`Difference, with the same luck`,o):a}
          ${i?a:this.quantiles(r)}</dl>
        <arbiter-distribution .file=${`${this.service}-${n}`} .label=${D(n)}
          .series=${[t(i?`first`:D(n),r),...i?[t(`other`,i)]:[]]}></arbiter-distribution>
        <small>${B[r.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${s(r.band)} of the one shown.${Number(r.width)?` Outcomes are counted in classes ${r.width} wide.`:``}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(`Highest`,this.result.highest)}${this.ends(`Lowest`,this.result.lowest)}</div></section>`}mean(e,{mean:t,deviation:n}){return d`<div><dt>${e}</dt><dd data-mean=${t.value}>${l(t.value)}
      <small>${t.low===null||t.high===null?`no bounds yet`:`between ${l(t.low)} and ${l(t.high)}`}; deviation ${l(n)}</small></dd></div>`}quantiles({quantiles:e}){let t=(t,n)=>{let[r,i,a]=e[t]??[];return d`<div><dt>${n}</dt><dd>${i}<small>between ${r??`?`} and ${a??`?`}</small></dd></div>`};return d`${t(`5%`,`5 % are at most`)}${t(`50%`,`Half are at most`)}${t(`95%`,`95 % are at most`)}`}ends(e,t){return d`<div><h3>${this.result.difference?`${e} difference`:e}</h3><ul>${t.map(e=>d`<li class="row">
      <span><strong>${e.value}</strong> <small>trial ${e.trial} of chunk ${e.chunk}</small></span>
      <span class="row">${this.button(e,`ours`)}${this.result.theirs?this.button(e,`theirs`):a}</span></li>`)}</ul></div>`}button(e,t){let n=this.result.theirs?t===`ours`?`Replay first`:`Replay other`:`Replay`;return d`<button data-trial=${`${e.chunk}/${e.trial}/${t}`} ?disabled=${this.opening}
      aria-label=${`${n}: trial ${e.trial} of chunk ${e.chunk}`} @click=${()=>this.open(e,t)}>${n}</button>`}async open({chunk:e,trial:t},n){this.opening=!0,this.problem=void 0;try{let{id:r}=await g().jobAt(this.service,this.job).trial({chunk:e,trial:t,variant:n});M(_(`replay`,[this.service,r]))}catch(e){this.problem=e}finally{this.opening=!1}}};customElements.define(`arbiter-result`,V);var H={trials:`all trials were played`,precision:`the requested precision was reached`},U=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),W=class extends T{static{this.properties={service:{},job:{},answer:{state:!0},progress:{state:!0},problem:{state:!0}}}static{this.styles=[o,u`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `]}willUpdate(e){(e.has(`service`)||e.has(`job`))&&this.follow()}connectedCallback(){super.connectedCallback(),this.hasUpdated&&this.follow()}disconnectedCallback(){super.disconnectedCallback(),this.following?.abort()}at(){return g().jobAt(this.service,this.job)}async follow(){this.following?.abort();let{signal:e}=this.following=new AbortController;[this.answer,this.progress,this.problem]=[void 0,void 0,void 0];try{for await(let{answer:t,progress:n}of ee(this.at(),e))[this.answer,this.progress]=[t,n]}catch(t){e.aborted||(this.problem=t)}}render(){let{answer:e,progress:t}=this;return d`<p><a href=${_(`design`,[this.service])}>← Simulations of ${v(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${e&&t?this.shown(e,t):this.problem?a:d`<p class="quiet">Loading…</p>`}`}shown(e,t){return d`<section class="card head" data-status=${t.status} data-trials=${t.trials}>
        <div class="row"><h2>${v(this.service)} <code>${this.job.slice(0,8)}</code></h2><span class="tag">${L[t.status]??t.status}</span>
          ${t.status===`running`?d`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>`:a}</div>
        <progress max=${t.at_most} .value=${t.status===`completed`?t.at_most:t.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(t)}</p>
        ${t.reason?d`<p class="bad">${t.reason}</p>`:a}
      </section>
      ${e.result?d`${w(this.service).report?.(e.result,`${this.service}-${this.job.slice(0,8)}`)??a}
        ${e.result.findings?d`<section class="card">${N(this.service,e.result.findings)}</section>`:d`<arbiter-result .service=${this.service} .job=${this.job} .result=${e.result}></arbiter-result>`}`:d`<p class="quiet">${t.status===`running`?`No results yet.`:`No results.`}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(e.request,null,2)}</pre></details>`}progressText(e){let{status:t,trials:n,at_most:r,reach:i,why:a}=e,o=`${U(n)} of at most ${U(r)} trials`,s=i===null?``:` The mean is known to ± ${l(i)}.`;return t===`running`?`${[`${o}.`,j(e)].filter(Boolean).join(` `)}${s}`:`${o}${a?`; it ended because ${H[a]??a}`:``}.${s}`}async cancelled(){try{this.answer=await this.at().cancel(),this.progress=this.answer.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-job`,W);var G=`notation`,K=/(^|, )expected$/,q=/^\/(\w+)\/v1\/odds$/,J=class extends T{static{this.properties={place:{attribute:!1},names:{state:!0},found:{state:!0},problem:{state:!0},busy:{state:!0},which:{state:!0}}}static{this.styles=[o,u`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `]}constructor(){super(),[this.busy,this.which]=[!1,0]}connectedCallback(){super.connectedCallback(),A().then(e=>{this.names=e.flatMap(({routes:e})=>e.flatMap(e=>q.exec(e)?.[1]??[]))},e=>{this.problem=e})}get notated(){let e=m();return e&&this.names?.includes(e[0])?e:void 0}get of(){return this.ofPlace(this.place)}ofPlace(e){let t=this.notated?G:this.names?.[0];return e.params.get(`of`)??t??G}willUpdate(e){if(!this.names||!(e.has(`place`)||e.has(`names`)))return;let t=e.get(`place`);(t===void 0||this.ofPlace(t)!==this.of)&&([this.found,this.problem]=[void 0,void 0]);let{params:n}=this.place,r=n.get(`throw`),[i,a]=this.notated?.[1].examples??[``,``];this.of===G&&this.notated&&this.notation(r??i,n.get(`against`)??(r?``:a))}render(){return this.names?this.names.length===0?d`<p>No game on this server offers odds.</p>`:d`<div class="ask card">
        ${this.names.length>1?d`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map(e=>this.choice(e))}</select></label>`:a}
        ${this.of===G?this.notationForm():d`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of===G?d`<arbiter-problem .problem=${this.problem}></arbiter-problem>`:a}
      </div>
      <div aria-live="polite">${this.found?this.answered(this.found):a}</div>`:d`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}choice(e){let[t,n]=e===this.notated?.[0]?[G,this.notated[1].name]:[e,v(e)];return d`<option value=${t} ?selected=${this.of===t}>${n}</option>`}notationForm(){let{params:e}=this.place,[t,n]=this.notated?.[1].examples??[``,``];return d`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${e.get(`throw`)??t} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${e.get(`against`)??(e.has(`throw`)?``:n)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`}answered({asked:e,versus:t}){let r=e.map(([e,t])=>[e,i(t)]),o=r[0]?.[1].map(([e])=>e)??[],u=Math.min(this.which,Math.max(o.length-1,0)),f=r.flatMap(([e,t])=>t[u]?[[e,t[u][1]]]:[]),p=[...n(t),...e.length===1?n(e[0]?.[1]):[]];return d`<section class="card answer" data-answer data-mean=${f[0]?.[1].mean.exact??a}>
      ${o.length>1?d`<label>Of <select @change=${e=>{this.which=Number(e.target.value)}}>
        ${o.map((e,t)=>d`<option value=${t} ?selected=${t===u}>${D(e)}</option>`)}</select></label>`:o[0]?d`<h2>${D(o[0])}</h2>`:a}
      ${f.length?d`<arbiter-distribution file="odds" .label=${`Odds of ${f.map(([e])=>e).join(` and `)}`}
        .series=${f.map(([e,t])=>c(e,t))}></arbiter-distribution>`:a}
      ${p.length?d`<dl class="facts">${p.map(([t,n])=>X(Y(t,e),n,K.test(t)?l:s))}</dl>`:a}
      ${f.map(([e,t])=>Z(f.length>1?e:``,t))}</section>`}turned(e){let{value:t}=e.target;M(_(`design`,[`odds`],{of:t===G?void 0:t}))}asked(e){e.preventDefault();let{elements:t}=e.target,[n,r]=[`throw`,`against`].map(e=>t.namedItem(e).value.trim());M(_(`design`,[`odds`],{throw:n,against:r}),{replace:!0}),this.notation(n??``,r??``)}async notation(e,t){await this.working(async()=>{let[n,{what:r}]=this.notated,i=e=>g().post(`/${n}/v1/odds`,e),a=[e,t].filter(Boolean),o=await Promise.all(a.map(e=>i({what:r(e)}))),s=t?await i({what:r(e),against:r(t)}):void 0;return{asked:o.map((e,t)=>[a[t]??``,e]),versus:s}})}sent(e){this.working(async()=>({asked:[[v(this.of),await g().post(`/${encodeURIComponent(this.of)}/v1/odds`,e.detail)]],versus:void 0}))}async working(e){this.busy=!0,this.problem=void 0;try{this.found=await e()}catch(e){[this.problem,this.found]=[e,void 0]}finally{this.busy=!1}}};function Y(e,t){let[n,r]=t.map(([e])=>e);return r===void 0?D(e):{win:`${n} is higher`,tie:`Both are equal`,lose:`${r} is higher`}[e]??D(e)}var X=(e,t,n)=>d`<div><dt>${e}</dt><dd>${n(t.about)} <code>${r(t.exact)}</code></dd></div>`;function Z(e,t){return d`<div>${e?d`<h2><code>${e}</code></h2>`:a}<dl class="facts">
    ${X(`Mean`,t.mean,l)}
    <div><dt>Standard deviation</dt><dd>${l(t.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${t.quantiles[`50%`]}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${t.quantiles[`5%`]} and ${t.quantiles[`95%`]}</dd></div></dl>
    ${t.left_out?d`<small>${t.left_out} very unlikely outcomes are not listed; the numbers include them.</small>`:a}
    ${t.chain?d`<small>Chains of extra rolls are counted up to ${t.chain.limit}; the chance of a longer one is below ${t.chain.further_at_most.toExponential(0)}.</small>`:a}</div>`}customElements.define(`arbiter-odds`,J);var ne=class extends T{static{this.properties={place:{attribute:!1},loaded:{state:!0},problem:{state:!0}}}static{this.styles=[o]}willUpdate(e){let[,t=``]=this.place.parts;e.has(`place`)&&t!==this.service&&([this.service,this.loaded,this.problem]=[t,void 0,void 0],this.load(t))}async load(e){try{let t=await w(e).desk?.load();if(e!==this.service)return;this.loaded=t,t===void 0&&(this.problem=Error(`This game has no desk.`))}catch(e){this.problem=e}}render(){return this.loaded?this.loaded.show(this.place):d`${this.problem?a:d`<p class="quiet" role="status">Loading…</p>`}<arbiter-problem .problem=${this.problem}></arbiter-problem>`}};customElements.define(`arbiter-desk`,ne);var re=`any`,Q=`desk`,$=class extends T{constructor(...e){super(...e),this.known=()=>{this.key=O()}}static{this.properties={place:{attribute:!1},key:{state:!0}}}static{this.styles=[o,u`
    nav { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
    @media print { h1, nav { display: none; } }
  `]}connectedCallback(){super.connectedCallback(),x.addEventListener(`change`,this.known),this.known()}disconnectedCallback(){super.disconnectedCallback(),x.removeEventListener(`change`,this.known)}render(){let[e=`odds`,t]=this.place.parts,n=e===Q,r=e===`odds`,i=_(`design`,[r||n?m()?.[0]??re:e]);return d`<h1>Design</h1>
      <nav aria-label="Design">
        ${this.tab(`odds`,`#/design/odds`,r,`Exact odds`)}${this.tab(`simulations`,i,!r&&!n,`Simulations`)}
        ${[...b()].map(([e,{desk:r}])=>r?this.tab(`desk-${e}`,_(`design`,[Q,e]),n&&e===t,r.title):a)}
      </nav>
      ${n?d`<arbiter-desk .place=${this.place}></arbiter-desk>`:this.key===void 0?d`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>`:this.shown()}`}tab(e,t,n,r){return d`<a data-tab=${e} href=${t} aria-current=${n?`page`:a}>${r}</a>`}shown(){let[e=`odds`,t]=this.place.parts;return e===`odds`?d`<arbiter-odds .place=${this.place}></arbiter-odds>`:t===void 0?d`<arbiter-jobs .service=${e}></arbiter-jobs>`:d`<arbiter-job .service=${e} .job=${t}></arbiter-job>`}};customElements.define(`arbiter-design`,$);export{$ as ArbiterDesign};