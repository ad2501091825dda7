import{A as e,B as t,C as n,D as r,E as i,F as a,I as o,L as s,M as c,N as l,O as u,P as d,R as f,S as p,T as m,_ as h,a as g,b as _,c as v,d as y,f as b,g as x,h as S,i as C,j as w,k as T,l as E,m as ee,n as te,o as D,p as O,r as k,s as A,t as j,u as M,v as N,w as P,x as F,y as I,z as L}from"./arbiter.js";async function R(t,n){let{paths:r,components:i}=await e(`/schema/${t}.json`),a=r[n]?.post?.requestBody?.content[`application/json`];if(a===void 0)return;let o=Object.entries(a.examples??{}).map(([e,{value:t}])=>[e,t]);return{schema:a.schema,schemas:i.schemas,examples:o}}var z=class extends m{static{this.properties={service:{},path:{},button:{},problem:{attribute:!1},busy:{type:Boolean},form:{state:!0},body:{state:!0},raw:{state:!0},chosen:{state:!0},wrong:{state:!0}}}static{this.styles=[P,j,u`
    form { display: grid; gap: 0.9rem; } textarea { width: 100%; min-height: 18rem; font-family: var(--mono); font-size: 0.86rem; }
    .example select { width: 100%; }
  `]}constructor(){super(),this.turned=()=>{this.raw===void 0?this.raw=JSON.stringify(this.body,null,2):this.taken()&&(this.raw=void 0)},this.submitted=e=>{e.preventDefault(),this.taken()&&this.dispatchEvent(new CustomEvent(`send`,{detail:this.body}))},[this.button,this.busy,this.chosen]=[`Send`,!1,0]}willUpdate(e){(e.has(`service`)||e.has(`path`))&&this.load()}async load(){[this.form,this.wrong]=[void 0,void 0];let e=this.path;try{let t=await R(this.service,e);if(e!==this.path)return;this.form=t,this.begin(0)}catch(e){this.wrong=e}}begin(e){let{form:t}=this;this.chosen=e,this.raw=void 0,this.body=t&&(t.examples[e]?.[1]??C(g(t.schema,t.schemas)))}render(){if(this.wrong)return r`<arbiter-problem .problem=${this.wrong}></arbiter-problem>`;if(!this.form)return r`<p class="quiet">Loading…</p>`;let{examples:e}=this.form;return r`<form @submit=${this.submitted} novalidate>
      ${e.length>1?r`<label class="example">Begin with
        <select data-example @change=${e=>{this.begin(Number(e.target.value))}}>
          ${e.map(([e],t)=>r`<option value=${t} ?selected=${t===this.chosen}>${e}</option>`)}</select></label>`:e[0]?r`<p class="quiet">Filled in with an example: ${e[0][0]}</p>`:i}
      ${this.raw===void 0?r`<div class="fields">${this.controls(this.form)}</div>`:this.text(this.raw)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="row"><button class="primary" data-send ?disabled=${this.busy}>${this.button}</button>
        <button type="button" data-as-json @click=${this.turned}>${this.raw===void 0?`Write it as JSON`:`Back to the form`}</button></div>
    </form>`}controls(e){let t=g(e.schema,e.schemas),n=this.context();return t.kind===`object`?k(n,[],t.parts,this.body):te(n,{label:`body`,path:[],shape:t,value:this.body})}context(){return{name:`request`,names:new Map,fault:D(this.problem,e=>this.renderRoot.querySelector(`[data-field="${CSS.escape(e)}"]`)!==null),set:(e,t)=>{this.body=A(this.body,e,t)}}}text(e){return r`<label>The request as JSON <textarea data-json spellcheck="false" .value=${e}
      @input=${e=>{this.raw=e.target.value}}></textarea></label>`}taken(){if(this.raw===void 0)return!0;try{return this.body=JSON.parse(this.raw),this.problem=void 0,T(this.body)}catch(e){return this.problem={title:`This is not JSON: ${e.message}`},!1}}};customElements.define(`arbiter-request`,z);var B=10,V={running:`running`,completed:`done`,failed:`failed`,cancelled:`cancelled`};async function H(e){let t=[];for await(let n of s().jobs(e,{limit:B}))t.push({...n,service:e});return t}var ne=class extends m{static{this.properties={service:{},names:{state:!0},found:{state:!0},problem:{state:!0},refused:{state:!0},busy:{state:!0}}}static{this.styles=[P,u`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `]}constructor(){super(),this.busy=!1}connectedCallback(){super.connectedCallback(),this.load()}willUpdate(e){e.has(`service`)&&(this.refused=void 0)}async load(){try{let e=await c(),[n]=this.names=e.filter(({simulates:e})=>e).map(({name:e})=>e);n!==void 0&&!e.some(({name:e})=>e===this.service)&&L(t(`design`,[n]),{replace:!0}),this.found=(await Promise.all(this.names.map(H))).flat().sort((e,t)=>(t.at??0)-(e.at??0))}catch(e){this.problem=e}}render(){let{names:e}=this;return e?e.length===0?r`<p>No game on this server has simulations.</p>`:r`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${e=>{L(t(`design`,[e.target.value]))}}>
          ${e.map(e=>r`<option value=${e} ?selected=${e===this.service}>${w(e)}</option>`)}</select></label>
        ${e.includes(this.service)?r`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`:r`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`:r`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}list(){return this.found?this.found.length===0?r`<p class="quiet" data-jobs>None yet.</p>`:r`<ul data-jobs>${this.found.map(({service:e,id:n,status:a,at:o})=>r`<li data-job=${`${e}/${n}`}>
      <a href=${t(`design`,[e,n])}>${w(e)} <code>${n.slice(0,8)}</code></a>
      <span class="tag">${V[a??``]??a}</span><br><small>${o?v(o):i}</small></li>`)}</ul>`:r`<p class="quiet">Loading…</p>`}async asked({detail:e}){this.busy=!0,this.refused=void 0;try{let n=await s().job(this.service,e);L(t(`design`,[this.service,n.id]))}catch(e){this.refused=e}finally{this.busy=!1}}};customElements.define(`arbiter-jobs`,ne);var U={exactly:`Exactly`,at_least:`At least`,at_most:`At most`},W=500,G=class extends m{static{this.properties={series:{attribute:!1},label:{},file:{},reading:{state:!0},shown:{state:!0}}}static{this.styles=[P,u`
    fieldset { display: flex; gap: 0; border: 0; padding: 0; }
    fieldset label { white-space: nowrap; display: flex; gap: 0.35rem; align-items: center; padding: 0.2rem 0.6rem; border: 1px solid var(--line); cursor: pointer; font-size: 0.92rem; }
    fieldset label:first-of-type { border-radius: 8px 0 0 8px; } fieldset label:last-of-type { border-radius: 0 8px 8px 0; }
    fieldset label + label { border-left: 0; }
    .top { justify-content: space-between; margin-bottom: 0.6rem; }
    .names { font-size: 0.92rem; gap: 0.2rem 1rem; }
    .key { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 3px; margin-right: 0.35rem; background: var(--accent); }
    .key.second { background: light-dark(#b3541e, #f0a773); }
    .scroll { max-height: 24rem; margin-top: 0.6rem; } thead th { position: sticky; top: 0; background: var(--card); }
    @media (max-width: 30rem) { fieldset { width: 100%; } fieldset label { flex: 1; justify-content: center; padding: 0.3rem 0.2rem; font-size: 0.86rem; } }
    td { font-variant-numeric: tabular-nums; } .actions { margin-top: 0.6rem; }
  `]}constructor(){super(),[this.series,this.label,this.file,this.reading,this.shown]=[[],`Chances`,`odds`,`exactly`,!1]}render(){return r`
      <div class="row top">
        <fieldset><legend class="only-read">Which chance</legend>${Object.entries(U).map(([e,t])=>r`
          <label><input type="radio" name="reading" data-reading=${e} value=${e} .checked=${e===this.reading}
            @change=${()=>{this.reading=e}}>${t}</label>`)}</fieldset>
        ${this.series.length>1?r`<div class="row names">${this.series.map(({name:e},t)=>r`<span><span class=${t?`key second`:`key`}></span>${e}</span>`)}</div>`:i}
      </div>
      <arbiter-plot .series=${this.series} .reading=${this.reading} .label=${this.label}></arbiter-plot>
      <div class="row actions">
        <button aria-expanded=${this.shown?`true`:`false`} @click=${()=>{this.shown=!this.shown}}>${this.shown?`Hide the table`:`Show the table`}</button>
        <button data-csv @click=${()=>{b(`${this.file}.csv`,y(_(this.series)))}}>Save as CSV</button></div>
      ${this.shown?this.table():i}`}table(){let e=h(this.series);return r`<div class="scroll" tabindex="0" role="region" aria-label=${`${this.label} as a table`}><table data-table>
      <thead><tr><th>Outcome</th>${this.series.map(({name:e})=>r`<th>${e}</th><th>exactly written</th>`)}</tr></thead>
      <tbody>${e.slice(0,W).map(([e,t])=>r`<tr><th scope="row">${e}</th>${t.map(e=>e?r`<td>${F(S(e,this.reading))}</td><td><code>${n(x(e,this.reading).exact)}</code></td>`:r`<td>never</td><td></td>`)}</tr>`)}</tbody></table></div>
      ${e.length>W?r`<small>The first ${W} of ${e.length} outcomes; all are in the file.</small>`:i}`}};customElements.define(`arbiter-distribution`,G);var K={exactly:`These bounds are exact.`,nearly:`These bounds are almost exact: there are many trials.`,roughly:`These bounds are rough: there are few trials yet.`,unknown:`There are too few trials for bounds.`},q=class extends m{static{this.properties={service:{},job:{},result:{attribute:!1},measure:{state:!0},problem:{state:!0},opening:{state:!0}}}static{this.styles=[P,u`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `]}render(){let e=Object.keys(this.result.ours),t=this.measure!==void 0&&e.includes(this.measure)?this.measure:e[0],n=t===void 0?void 0:this.result.ours[t];if(t===void 0||n===void 0)return i;let a=this.result.theirs?.[t],o=this.result.difference?.[t];return r`<section class="card found">
        ${e.length>1?r`<label>What was measured <select data-measure @change=${e=>{this.measure=e.target.value}}>
          ${e.map(e=>r`<option value=${e} ?selected=${e===t}>${l(e)}</option>`)}</select></label>`:r`<h2>${l(t)}</h2>`}
        <dl class="facts">${this.mean(a?`Mean of the first`:`Mean`,n)}
          ${a?this.mean(`Mean of the other`,a):i}
          ${o?this.mean(`Difference, with the same luck`,o):i}
          ${a?i:this.quantiles(n)}</dl>
        <arbiter-distribution .file=${`${this.service}-${t}`} .label=${l(t)}
          .series=${[N(a?`first`:l(t),n),...a?[N(`other`,a)]:[]]}></arbiter-distribution>
        <small>${K[n.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${F(n.band)} of the one shown.${Number(n.width)?` Outcomes are counted in classes ${n.width} wide.`:``}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(`Highest`,this.result.highest)}${this.ends(`Lowest`,this.result.lowest)}</div></section>`}mean(e,{mean:t,deviation:n}){return r`<div><dt>${e}</dt><dd data-mean=${t.value}>${p(t.value)}
      <small>${t.low===null||t.high===null?`no bounds yet`:`between ${p(t.low)} and ${p(t.high)}`}; deviation ${p(n)}</small></dd></div>`}quantiles({quantiles:e}){let t=(t,n)=>{let[i,a,o]=e[t]??[];return r`<div><dt>${n}</dt><dd>${a}<small>between ${i??`?`} and ${o??`?`}</small></dd></div>`};return r`${t(`5%`,`5 % are at most`)}${t(`50%`,`Half are at most`)}${t(`95%`,`95 % are at most`)}`}ends(e,t){return r`<div><h3>${this.result.difference?`${e} difference`:e}</h3><ul>${t.map(e=>r`<li class="row">
      <span><strong>${e.value}</strong> <small>trial ${e.trial} of chunk ${e.chunk}</small></span>
      <span class="row">${this.button(e,`ours`)}${this.result.theirs?this.button(e,`theirs`):i}</span></li>`)}</ul></div>`}button(e,t){let n=this.result.theirs?t===`ours`?`Replay first`:`Replay other`:`Replay`;return r`<button data-trial=${`${e.chunk}/${e.trial}/${t}`} ?disabled=${this.opening}
      aria-label=${`${n}: trial ${e.trial} of chunk ${e.chunk}`} @click=${()=>this.open(e,t)}>${n}</button>`}async open({chunk:e,trial:n},r){this.opening=!0,this.problem=void 0;try{let{id:i}=await s().jobAt(this.service,this.job).trial({chunk:e,trial:n,variant:r});L(t(`replay`,[this.service,i]))}catch(e){this.problem=e}finally{this.opening=!1}}};customElements.define(`arbiter-result`,q);var J={trials:`all trials were played`,precision:`the requested precision was reached`},Y=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),X=class extends m{static{this.properties={service:{},job:{},answer:{state:!0},progress:{state:!0},problem:{state:!0}}}static{this.styles=[P,u`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `]}willUpdate(e){(e.has(`service`)||e.has(`job`))&&this.follow()}connectedCallback(){super.connectedCallback(),this.hasUpdated&&this.follow()}disconnectedCallback(){super.disconnectedCallback(),this.following?.abort()}at(){return s().jobAt(this.service,this.job)}async follow(){this.following?.abort();let{signal:e}=this.following=new AbortController;[this.answer,this.progress,this.problem]=[void 0,void 0,void 0];try{for await(let{answer:t,progress:n}of E(this.at(),e))[this.answer,this.progress]=[t,n]}catch(t){e.aborted||(this.problem=t)}}render(){let{answer:e,progress:n}=this;return r`<p><a href=${t(`design`,[this.service])}>← Simulations of ${w(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${e&&n?this.shown(e,n):this.problem?i:r`<p class="quiet">Loading…</p>`}`}shown(e,t){return r`<section class="card head" data-status=${t.status} data-trials=${t.trials}>
        <div class="row"><h2>${w(this.service)} <code>${this.job.slice(0,8)}</code></h2><span class="tag">${V[t.status]??t.status}</span>
          ${t.status===`running`?r`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>`:i}</div>
        <progress max=${t.at_most} .value=${t.status===`completed`?t.at_most:t.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(t)}</p>
        ${t.reason?r`<p class="bad">${t.reason}</p>`:i}
      </section>
      ${e.result?r`${a(this.service).report?.(e.result,`${this.service}-${this.job.slice(0,8)}`)??i}
        <arbiter-result .service=${this.service} .job=${this.job} .result=${e.result}></arbiter-result>`:r`<p class="quiet">${t.status===`running`?`No results yet.`:`No results.`}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(e.request,null,2)}</pre></details>`}progressText(e){let{status:t,trials:n,at_most:r,reach:i,why:a}=e,o=`${Y(n)} of at most ${Y(r)} trials`,s=i===null?``:` The mean is known to ± ${p(i)}.`;return t===`running`?`${[`${o}.`,M(e)].filter(Boolean).join(` `)}${s}`:`${o}${a?`; it ended because ${J[a]??a}`:``}.${s}`}async cancelled(){try{this.answer=await this.at().cancel(),this.progress=this.answer.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-job`,X);var Z=`notation`,re=/(^|, )expected$/,ie=/^\/(\w+)\/v1\/odds$/,ae=class extends m{static{this.properties={place:{attribute:!1},names:{state:!0},found:{state:!0},problem:{state:!0},busy:{state:!0},which:{state:!0}}}static{this.styles=[P,u`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `]}constructor(){super(),[this.busy,this.which]=[!1,0]}connectedCallback(){super.connectedCallback(),c().then(e=>{this.names=e.flatMap(({routes:e})=>e.flatMap(e=>ie.exec(e)?.[1]??[]))},e=>{this.problem=e})}get notated(){let e=d();return e&&this.names?.includes(e[0])?e:void 0}get of(){return this.ofPlace(this.place)}ofPlace(e){let t=this.notated?Z:this.names?.[0];return e.params.get(`of`)??t??Z}willUpdate(e){if(!this.names||!(e.has(`place`)||e.has(`names`)))return;let t=e.get(`place`);(t===void 0||this.ofPlace(t)!==this.of)&&([this.found,this.problem]=[void 0,void 0]);let{params:n}=this.place,r=n.get(`throw`),[i,a]=this.notated?.[1].examples??[``,``];this.of===Z&&this.notated&&this.notation(r??i,n.get(`against`)??(r?``:a))}render(){return this.names?this.names.length===0?r`<p>No game on this server offers odds.</p>`:r`<div class="ask card">
        ${this.names.length>1?r`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map(e=>this.choice(e))}</select></label>`:i}
        ${this.of===Z?this.notationForm():r`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of===Z?r`<arbiter-problem .problem=${this.problem}></arbiter-problem>`:i}
      </div>
      <div aria-live="polite">${this.found?this.answered(this.found):i}</div>`:r`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}choice(e){let[t,n]=e===this.notated?.[0]?[Z,this.notated[1].name]:[e,w(e)];return r`<option value=${t} ?selected=${this.of===t}>${n}</option>`}notationForm(){let{params:e}=this.place,[t,n]=this.notated?.[1].examples??[``,``];return r`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${e.get(`throw`)??t} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${e.get(`against`)??(e.has(`throw`)?``:n)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`}answered({asked:e,versus:t}){let n=e.map(([e,t])=>[e,ee(t)]),a=n[0]?.[1].map(([e])=>e)??[],o=Math.min(this.which,Math.max(a.length-1,0)),s=n.flatMap(([e,t])=>t[o]?[[e,t[o][1]]]:[]),c=[...O(t),...e.length===1?O(e[0]?.[1]):[]];return r`<section class="card answer" data-answer data-mean=${s[0]?.[1].mean.exact??i}>
      ${a.length>1?r`<label>Of <select @change=${e=>{this.which=Number(e.target.value)}}>
        ${a.map((e,t)=>r`<option value=${t} ?selected=${t===o}>${l(e)}</option>`)}</select></label>`:a[0]?r`<h2>${l(a[0])}</h2>`:i}
      ${s.length?r`<arbiter-distribution file="odds" .label=${`Odds of ${s.map(([e])=>e).join(` and `)}`}
        .series=${s.map(([e,t])=>I(e,t))}></arbiter-distribution>`:i}
      ${c.length?r`<dl class="facts">${c.map(([t,n])=>Q(oe(t,e),n,re.test(t)?p:F))}</dl>`:i}
      ${s.map(([e,t])=>se(s.length>1?e:``,t))}</section>`}turned(e){let{value:n}=e.target;L(t(`design`,[`odds`],{of:n===Z?void 0:n}))}asked(e){e.preventDefault();let{elements:n}=e.target,[r,i]=[`throw`,`against`].map(e=>n.namedItem(e).value.trim());L(t(`design`,[`odds`],{throw:r,against:i}),{replace:!0}),this.notation(r??``,i??``)}async notation(e,t){await this.working(async()=>{let[n,{what:r}]=this.notated,i=e=>s().post(`/${n}/v1/odds`,e),a=[e,t].filter(Boolean),o=await Promise.all(a.map(e=>i({what:r(e)}))),c=t?await i({what:r(e),against:r(t)}):void 0;return{asked:o.map((e,t)=>[a[t]??``,e]),versus:c}})}sent(e){this.working(async()=>({asked:[[w(this.of),await s().post(`/${encodeURIComponent(this.of)}/v1/odds`,e.detail)]],versus:void 0}))}async working(e){this.busy=!0,this.problem=void 0;try{this.found=await e()}catch(e){[this.problem,this.found]=[e,void 0]}finally{this.busy=!1}}};function oe(e,t){let[n,r]=t.map(([e])=>e);return r===void 0?l(e):{win:`${n} is higher`,tie:`Both are equal`,lose:`${r} is higher`}[e]??l(e)}var Q=(e,t,i)=>r`<div><dt>${e}</dt><dd>${i(t.about)} <code>${n(t.exact)}</code></dd></div>`;function se(e,t){return r`<div>${e?r`<h2><code>${e}</code></h2>`:i}<dl class="facts">
    ${Q(`Mean`,t.mean,p)}
    <div><dt>Standard deviation</dt><dd>${p(t.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${t.quantiles[`50%`]}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${t.quantiles[`5%`]} and ${t.quantiles[`95%`]}</dd></div></dl>
    ${t.left_out?r`<small>${t.left_out} very unlikely outcomes are not listed; the numbers include them.</small>`:i}
    ${t.chain?r`<small>Chains of extra rolls are counted up to ${t.chain.limit}; the chance of a longer one is below ${t.chain.further_at_most.toExponential(0)}.</small>`:i}</div>`}customElements.define(`arbiter-odds`,ae);var ce=`any`,$=class extends m{constructor(...e){super(...e),this.known=()=>{this.key=o()}}static{this.properties={place:{attribute:!1},key:{state:!0}}}static{this.styles=[P,u`
    nav { display: flex; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
  `]}connectedCallback(){super.connectedCallback(),f.addEventListener(`change`,this.known),this.known()}disconnectedCallback(){super.disconnectedCallback(),f.removeEventListener(`change`,this.known)}render(){let[e=`odds`]=this.place.parts,n=e===`odds`;return r`<h1>Design</h1>
      <nav aria-label="Design">
        <a data-tab="odds" href="#/design/odds" aria-current=${n?`page`:i}>Exact odds</a>
        <a data-tab="simulations" href=${t(`design`,[n?d()?.[0]??ce:e])} aria-current=${n?i:`page`}>Simulations</a>
      </nav>
      ${this.key===void 0?r`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>`:this.shown()}`}shown(){let[e=`odds`,t]=this.place.parts;return e===`odds`?r`<arbiter-odds .place=${this.place}></arbiter-odds>`:t===void 0?r`<arbiter-jobs .service=${e}></arbiter-jobs>`:r`<arbiter-job .service=${e} .job=${t}></arbiter-job>`}};customElements.define(`arbiter-design`,$);export{$ as ArbiterDesign};