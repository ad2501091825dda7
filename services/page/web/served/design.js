import{A as e,B as t,C as n,D as r,E as i,F as a,G as o,H as s,I as c,J as l,L as u,M as d,N as f,O as p,R as m,S as ee,T as te,U as h,V as g,W as _,Y as v,_ as y,b,c as x,d as S,f as C,g as w,h as T,j as E,k as D,l as O,m as k,o as A,s as j,u as M,v as N,w as P,x as F,y as I,z as L}from"./arbiter.js";async function R(e,t){let{paths:n,components:r}=await u(`/schema/${e}.json`),i=n[t]?.post?.requestBody?.content[`application/json`];if(i===void 0)return;let a=Object.entries(i.examples??{}).map(([e,{value:t}])=>[e,t]);return{schema:i.schema,schemas:r.schemas,examples:a}}var z=class extends E{static{this.properties={service:{},path:{},button:{},problem:{attribute:!1},busy:{type:Boolean},form:{state:!0},body:{state:!0},raw:{state:!0},chosen:{state:!0},wrong:{state:!0}}}static{this.styles=[e,A,a`
    form { display: grid; gap: 0.9rem; } textarea { width: 100%; min-height: 18rem; font-family: var(--mono); font-size: 0.86rem; }
    .example select { width: 100%; }
  `]}constructor(){super(),this.turned=()=>{this.raw===void 0?this.raw=JSON.stringify(this.body,null,2):this.taken()&&(this.raw=void 0)},this.submitted=e=>{e.preventDefault(),this.taken()&&this.dispatchEvent(new CustomEvent(`send`,{detail:this.body}))},[this.button,this.busy,this.chosen]=[`Send`,!1,0]}willUpdate(e){(e.has(`service`)||e.has(`path`))&&this.load()}async load(){[this.form,this.wrong]=[void 0,void 0];let e=this.path;try{let t=await R(this.service,e);if(e!==this.path)return;this.form=t,this.begin(0)}catch(e){this.wrong=e}}begin(e){let{form:t}=this;this.chosen=e,this.raw=void 0,this.body=t&&(t.examples[e]?.[1]??O(M(t.schema,t.schemas)))}render(){if(this.wrong)return f`<arbiter-problem .problem=${this.wrong}></arbiter-problem>`;if(!this.form)return f`<p class="quiet">Loading…</p>`;let{examples:e}=this.form;return f`<form @submit=${this.submitted} novalidate>
      ${e.length>1?f`<label class="example">Begin with
        <select data-example @change=${e=>{this.begin(Number(e.target.value))}}>
          ${e.map(([e],t)=>f`<option value=${t} ?selected=${t===this.chosen}>${e}</option>`)}</select></label>`:e[0]?f`<p class="quiet">Filled in with an example: ${e[0][0]}</p>`:d}
      ${this.raw===void 0?f`<div class="fields">${this.controls(this.form)}</div>`:this.text(this.raw)}
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      <div class="row"><button class="primary" data-send ?disabled=${this.busy}>${this.button}</button>
        <button type="button" data-as-json @click=${this.turned}>${this.raw===void 0?`Write it as JSON`:`Back to the form`}</button></div>
    </form>`}controls(e){let t=M(e.schema,e.schemas),n=this.context();return t.kind===`object`?x(n,[],t.parts,this.body):j(n,{label:`body`,path:[],shape:t,value:this.body})}context(){return{name:`request`,names:new Map,fault:S(this.problem,e=>this.renderRoot.querySelector(`[data-field="${CSS.escape(e)}"]`)!==null),set:(e,t)=>{this.body=C(this.body,e,t)}}}text(e){return f`<label>The request as JSON <textarea data-json spellcheck="false" .value=${e}
      @input=${e=>{this.raw=e.target.value}}></textarea></label>`}taken(){if(this.raw===void 0)return!0;try{return this.body=JSON.parse(this.raw),this.problem=void 0,c(this.body)}catch(e){return this.problem={title:`This is not JSON: ${e.message}`},!1}}};customElements.define(`arbiter-request`,z);var B=10,V={running:`running`,completed:`done`,failed:`failed`,cancelled:`cancelled`};async function H(e){let t=[];for await(let n of _().jobs(e,{limit:B}))t.push({...n,service:e});return t}var U=class extends E{static{this.properties={service:{},names:{state:!0},found:{state:!0},problem:{state:!0},refused:{state:!0},busy:{state:!0}}}static{this.styles=[e,a`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `]}constructor(){super(),this.busy=!1}connectedCallback(){super.connectedCallback(),this.load()}willUpdate(e){e.has(`service`)&&(this.refused=void 0)}async load(){try{let e=await L(),[t]=this.names=e.filter(({simulates:e})=>e).map(({name:e})=>e);t!==void 0&&!e.some(({name:e})=>e===this.service)&&l(v(`design`,[t]),{replace:!0}),this.found=(await Promise.all(this.names.map(H))).flat().sort((e,t)=>(t.at??0)-(e.at??0))}catch(e){this.problem=e}}render(){let{names:e}=this;return e?e.length===0?f`<p>No game on this server has simulations.</p>`:f`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${e=>{l(v(`design`,[e.target.value]))}}>
          ${e.map(e=>f`<option value=${e} ?selected=${e===this.service}>${m(e)}</option>`)}</select></label>
        ${e.includes(this.service)?f`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`:f`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`:f`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}list(){return this.found?this.found.length===0?f`<p class="quiet" data-jobs>None yet.</p>`:f`<ul data-jobs>${this.found.map(({service:e,id:t,status:n,at:r})=>f`<li data-job=${`${e}/${t}`}>
      <a href=${v(`design`,[e,t])}>${m(e)} <code>${t.slice(0,8)}</code></a>
      <span class="tag">${V[n??``]??n}</span><br><small>${r?k(r):d}</small></li>`)}</ul>`:f`<p class="quiet">Loading…</p>`}async asked({detail:e}){this.busy=!0,this.refused=void 0;try{let t=await _().job(this.service,e);l(v(`design`,[this.service,t.id]))}catch(e){this.refused=e}finally{this.busy=!1}}};customElements.define(`arbiter-jobs`,U);var ne={exactly:`Exactly`,at_least:`At least`,at_most:`At most`},W=500,G=class extends E{static{this.properties={series:{attribute:!1},label:{},file:{},reading:{state:!0},shown:{state:!0}}}static{this.styles=[e,a`
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
  `]}constructor(){super(),[this.series,this.label,this.file,this.reading,this.shown]=[[],`Chances`,`odds`,`exactly`,!1]}render(){return f`
      <div class="row top">
        <fieldset><legend class="only-read">Which chance</legend>${Object.entries(ne).map(([e,t])=>f`
          <label><input type="radio" name="reading" data-reading=${e} value=${e} .checked=${e===this.reading}
            @change=${()=>{this.reading=e}}>${t}</label>`)}</fieldset>
        ${this.series.length>1?f`<div class="row names">${this.series.map(({name:e},t)=>f`<span><span class=${t?`key second`:`key`}></span>${e}</span>`)}</div>`:d}
      </div>
      <arbiter-plot .series=${this.series} .reading=${this.reading} .label=${this.label}></arbiter-plot>
      <div class="row actions">
        <button aria-expanded=${this.shown?`true`:`false`} @click=${()=>{this.shown=!this.shown}}>${this.shown?`Hide the table`:`Show the table`}</button>
        <button data-csv @click=${()=>{N(`${this.file}.csv`,y(i(this.series)))}}>Save as CSV</button></div>
      ${this.shown?this.table():d}`}table(){let e=n(this.series);return f`<div class="scroll" tabindex="0" role="region" aria-label=${`${this.label} as a table`}><table data-table>
      <thead><tr><th>Outcome</th>${this.series.map(({name:e})=>f`<th>${e}</th><th>exactly written</th>`)}</tr></thead>
      <tbody>${e.slice(0,W).map(([e,t])=>f`<tr><th scope="row">${e}</th>${t.map(e=>e?f`<td>${r(F(e,this.reading))}</td><td><code>${D(ee(e,this.reading).exact)}</code></td>`:f`<td>never</td><td></td>`)}</tr>`)}</tbody></table></div>
      ${e.length>W?f`<small>The first ${W} of ${e.length} outcomes; all are in the file.</small>`:d}`}};customElements.define(`arbiter-distribution`,G);var K={exactly:`These bounds are exact.`,nearly:`These bounds are almost exact: there are many trials.`,roughly:`These bounds are rough: there are few trials yet.`,unknown:`There are too few trials for bounds.`},q=class extends E{static{this.properties={service:{},job:{},result:{attribute:!1},measure:{state:!0},problem:{state:!0},opening:{state:!0}}}static{this.styles=[e,a`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `]}render(){let e=Object.keys(this.result.ours),n=this.measure!==void 0&&e.includes(this.measure)?this.measure:e[0],i=n===void 0?void 0:this.result.ours[n];if(n===void 0||i===void 0)return d;let a=this.result.theirs?.[n],o=this.result.difference?.[n];return f`<section class="card found">
        ${e.length>1?f`<label>What was measured <select data-measure @change=${e=>{this.measure=e.target.value}}>
          ${e.map(e=>f`<option value=${e} ?selected=${e===n}>${t(e)}</option>`)}</select></label>`:f`<h2>${t(n)}</h2>`}
        <dl class="facts">${this.mean(a?`Mean of the first`:`Mean`,i)}
          ${a?this.mean(`Mean of the other`,a):d}
          ${o?this.mean(`Difference, with the same luck`,o):d}
          ${a?d:this.quantiles(i)}</dl>
        <arbiter-distribution .file=${`${this.service}-${n}`} .label=${t(n)}
          .series=${[P(a?`first`:t(n),i),...a?[P(`other`,a)]:[]]}></arbiter-distribution>
        <small>${K[i.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${r(i.band)} of the one shown.${Number(i.width)?` Outcomes are counted in classes ${i.width} wide.`:``}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(`Highest`,this.result.highest)}${this.ends(`Lowest`,this.result.lowest)}</div></section>`}mean(e,{mean:t,deviation:n}){return f`<div><dt>${e}</dt><dd data-mean=${t.value}>${p(t.value)}
      <small>${t.low===null||t.high===null?`no bounds yet`:`between ${p(t.low)} and ${p(t.high)}`}; deviation ${p(n)}</small></dd></div>`}quantiles({quantiles:e}){let t=(t,n)=>{let[r,i,a]=e[t]??[];return f`<div><dt>${n}</dt><dd>${i}<small>between ${r??`?`} and ${a??`?`}</small></dd></div>`};return f`${t(`5%`,`5 % are at most`)}${t(`50%`,`Half are at most`)}${t(`95%`,`95 % are at most`)}`}ends(e,t){return f`<div><h3>${this.result.difference?`${e} difference`:e}</h3><ul>${t.map(e=>f`<li class="row">
      <span><strong>${e.value}</strong> <small>trial ${e.trial} of chunk ${e.chunk}</small></span>
      <span class="row">${this.button(e,`ours`)}${this.result.theirs?this.button(e,`theirs`):d}</span></li>`)}</ul></div>`}button(e,t){let n=this.result.theirs?t===`ours`?`Replay first`:`Replay other`:`Replay`;return f`<button data-trial=${`${e.chunk}/${e.trial}/${t}`} ?disabled=${this.opening}
      aria-label=${`${n}: trial ${e.trial} of chunk ${e.chunk}`} @click=${()=>this.open(e,t)}>${n}</button>`}async open({chunk:e,trial:t},n){this.opening=!0,this.problem=void 0;try{let{id:r}=await _().jobAt(this.service,this.job).trial({chunk:e,trial:t,variant:n});l(v(`replay`,[this.service,r]))}catch(e){this.problem=e}finally{this.opening=!1}}};customElements.define(`arbiter-result`,q);var J={trials:`all trials were played`,precision:`the requested precision was reached`},Y=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),X=class extends E{static{this.properties={service:{},job:{},answer:{state:!0},progress:{state:!0},problem:{state:!0}}}static{this.styles=[e,a`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `]}willUpdate(e){(e.has(`service`)||e.has(`job`))&&this.follow()}connectedCallback(){super.connectedCallback(),this.hasUpdated&&this.follow()}disconnectedCallback(){super.disconnectedCallback(),this.following?.abort()}at(){return _().jobAt(this.service,this.job)}async follow(){this.following?.abort();let{signal:e}=this.following=new AbortController;[this.answer,this.progress,this.problem]=[void 0,void 0,void 0];try{for await(let{answer:t,progress:n}of T(this.at(),e))[this.answer,this.progress]=[t,n]}catch(t){e.aborted||(this.problem=t)}}render(){let{answer:e,progress:t}=this;return f`<p><a href=${v(`design`,[this.service])}>← Simulations of ${m(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${e&&t?this.shown(e,t):this.problem?d:f`<p class="quiet">Loading…</p>`}`}shown(e,t){return f`<section class="card head" data-status=${t.status} data-trials=${t.trials}>
        <div class="row"><h2>${m(this.service)} <code>${this.job.slice(0,8)}</code></h2><span class="tag">${V[t.status]??t.status}</span>
          ${t.status===`running`?f`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>`:d}</div>
        <progress max=${t.at_most} .value=${t.status===`completed`?t.at_most:t.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(t)}</p>
        ${t.reason?f`<p class="bad">${t.reason}</p>`:d}
      </section>
      ${e.result?f`${s(this.service).report?.(e.result,`${this.service}-${this.job.slice(0,8)}`)??d}
        <arbiter-result .service=${this.service} .job=${this.job} .result=${e.result}></arbiter-result>`:f`<p class="quiet">${t.status===`running`?`No results yet.`:`No results.`}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(e.request,null,2)}</pre></details>`}progressText(e){let{status:t,trials:n,at_most:r,reach:i,why:a}=e,o=`${Y(n)} of at most ${Y(r)} trials`,s=i===null?``:` The mean is known to ± ${p(i)}.`;return t===`running`?`${[`${o}.`,w(e)].filter(Boolean).join(` `)}${s}`:`${o}${a?`; it ended because ${J[a]??a}`:``}.${s}`}async cancelled(){try{this.answer=await this.at().cancel(),this.progress=this.answer.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-job`,X);var Z=`notation`,re=/(^|, )expected$/,ie=/^\/(\w+)\/v1\/odds$/,ae=class extends E{static{this.properties={place:{attribute:!1},names:{state:!0},found:{state:!0},problem:{state:!0},busy:{state:!0},which:{state:!0}}}static{this.styles=[e,a`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `]}constructor(){super(),[this.busy,this.which]=[!1,0]}connectedCallback(){super.connectedCallback(),L().then(e=>{this.names=e.flatMap(({routes:e})=>e.flatMap(e=>ie.exec(e)?.[1]??[]))},e=>{this.problem=e})}get notated(){let e=g();return e&&this.names?.includes(e[0])?e:void 0}get of(){return this.ofPlace(this.place)}ofPlace(e){let t=this.notated?Z:this.names?.[0];return e.params.get(`of`)??t??Z}willUpdate(e){if(!this.names||!(e.has(`place`)||e.has(`names`)))return;let t=e.get(`place`);(t===void 0||this.ofPlace(t)!==this.of)&&([this.found,this.problem]=[void 0,void 0]);let{params:n}=this.place,r=n.get(`throw`),[i,a]=this.notated?.[1].examples??[``,``];this.of===Z&&this.notated&&this.notation(r??i,n.get(`against`)??(r?``:a))}render(){return this.names?this.names.length===0?f`<p>No game on this server offers odds.</p>`:f`<div class="ask card">
        ${this.names.length>1?f`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map(e=>this.choice(e))}</select></label>`:d}
        ${this.of===Z?this.notationForm():f`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of===Z?f`<arbiter-problem .problem=${this.problem}></arbiter-problem>`:d}
      </div>
      <div aria-live="polite">${this.found?this.answered(this.found):d}</div>`:f`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}choice(e){let[t,n]=e===this.notated?.[0]?[Z,this.notated[1].name]:[e,m(e)];return f`<option value=${t} ?selected=${this.of===t}>${n}</option>`}notationForm(){let{params:e}=this.place,[t,n]=this.notated?.[1].examples??[``,``];return f`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${e.get(`throw`)??t} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${e.get(`against`)??(e.has(`throw`)?``:n)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`}answered({asked:e,versus:n}){let i=e.map(([e,t])=>[e,b(t)]),a=i[0]?.[1].map(([e])=>e)??[],o=Math.min(this.which,Math.max(a.length-1,0)),s=i.flatMap(([e,t])=>t[o]?[[e,t[o][1]]]:[]),c=[...I(n),...e.length===1?I(e[0]?.[1]):[]];return f`<section class="card answer" data-answer data-mean=${s[0]?.[1].mean.exact??d}>
      ${a.length>1?f`<label>Of <select @change=${e=>{this.which=Number(e.target.value)}}>
        ${a.map((e,n)=>f`<option value=${n} ?selected=${n===o}>${t(e)}</option>`)}</select></label>`:a[0]?f`<h2>${t(a[0])}</h2>`:d}
      ${s.length?f`<arbiter-distribution file="odds" .label=${`Odds of ${s.map(([e])=>e).join(` and `)}`}
        .series=${s.map(([e,t])=>te(e,t))}></arbiter-distribution>`:d}
      ${c.length?f`<dl class="facts">${c.map(([t,n])=>Q(oe(t,e),n,re.test(t)?p:r))}</dl>`:d}
      ${s.map(([e,t])=>se(s.length>1?e:``,t))}</section>`}turned(e){let{value:t}=e.target;l(v(`design`,[`odds`],{of:t===Z?void 0:t}))}asked(e){e.preventDefault();let{elements:t}=e.target,[n,r]=[`throw`,`against`].map(e=>t.namedItem(e).value.trim());l(v(`design`,[`odds`],{throw:n,against:r}),{replace:!0}),this.notation(n??``,r??``)}async notation(e,t){await this.working(async()=>{let[n,{what:r}]=this.notated,i=e=>_().post(`/${n}/v1/odds`,e),a=[e,t].filter(Boolean),o=await Promise.all(a.map(e=>i({what:r(e)}))),s=t?await i({what:r(e),against:r(t)}):void 0;return{asked:o.map((e,t)=>[a[t]??``,e]),versus:s}})}sent(e){this.working(async()=>({asked:[[m(this.of),await _().post(`/${encodeURIComponent(this.of)}/v1/odds`,e.detail)]],versus:void 0}))}async working(e){this.busy=!0,this.problem=void 0;try{this.found=await e()}catch(e){[this.problem,this.found]=[e,void 0]}finally{this.busy=!1}}};function oe(e,n){let[r,i]=n.map(([e])=>e);return i===void 0?t(e):{win:`${r} is higher`,tie:`Both are equal`,lose:`${i} is higher`}[e]??t(e)}var Q=(e,t,n)=>f`<div><dt>${e}</dt><dd>${n(t.about)} <code>${D(t.exact)}</code></dd></div>`;function se(e,t){return f`<div>${e?f`<h2><code>${e}</code></h2>`:d}<dl class="facts">
    ${Q(`Mean`,t.mean,p)}
    <div><dt>Standard deviation</dt><dd>${p(t.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${t.quantiles[`50%`]}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${t.quantiles[`5%`]} and ${t.quantiles[`95%`]}</dd></div></dl>
    ${t.left_out?f`<small>${t.left_out} very unlikely outcomes are not listed; the numbers include them.</small>`:d}
    ${t.chain?f`<small>Chains of extra rolls are counted up to ${t.chain.limit}; the chance of a longer one is below ${t.chain.further_at_most.toExponential(0)}.</small>`:d}</div>`}customElements.define(`arbiter-odds`,ae);var ce=`any`,$=class extends E{constructor(...e){super(...e),this.known=()=>{this.key=h()}}static{this.properties={place:{attribute:!1},key:{state:!0}}}static{this.styles=[e,a`
    nav { display: flex; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
  `]}connectedCallback(){super.connectedCallback(),o.addEventListener(`change`,this.known),this.known()}disconnectedCallback(){super.disconnectedCallback(),o.removeEventListener(`change`,this.known)}render(){let[e=`odds`]=this.place.parts,t=e===`odds`;return f`<h1>Design</h1>
      <nav aria-label="Design">
        <a data-tab="odds" href="#/design/odds" aria-current=${t?`page`:d}>Exact odds</a>
        <a data-tab="simulations" href=${v(`design`,[t?g()?.[0]??ce:e])} aria-current=${t?d:`page`}>Simulations</a>
      </nav>
      ${this.key===void 0?f`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>`:this.shown()}`}shown(){let[e=`odds`,t]=this.place.parts;return e===`odds`?f`<arbiter-odds .place=${this.place}></arbiter-odds>`:t===void 0?f`<arbiter-jobs .service=${e}></arbiter-jobs>`:f`<arbiter-job .service=${e} .job=${t}></arbiter-job>`}};customElements.define(`arbiter-design`,$);export{$ as ArbiterDesign};