import{a as e,c as t,n,r,t as i}from"./styles.js";import{B as a,G as o,J as s,K as c,V as l,X as u,Y as d,at as f,ct as p,dt as m,ft as h,gt as g,ht as _,m as v,nt as y,ot as b,pt as x,rt as S,st as C}from"./arbiter.js";import{t as w}from"./findings.js";import{r as T,t as E}from"./following.js";import"./request.js";import"./distribution.js";var D=10,O={running:`running`,completed:`done`,failed:`failed`,cancelled:`cancelled`};async function k(e){let t=[];for await(let n of h().jobs(e,{limit:D}))t.push({...n,service:e});return t}var A=class extends n{static{this.properties={service:{},names:{state:!0},found:{state:!0},problem:{state:!0},refused:{state:!0},busy:{state:!0}}}static{this.styles=[i,t`
    .two { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
    .new { display: grid; gap: 0.9rem; } h2 { margin: 0; }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.5rem 0; border-top: 1px solid var(--line); } li:first-child { border: 0; }
    @media (max-width: 52rem) { .two { grid-template-columns: minmax(0, 1fr); } }
  `]}constructor(){super(),this.busy=!1}connectedCallback(){super.connectedCallback(),this.load()}willUpdate(e){e.has(`service`)&&(this.refused=void 0)}async load(){try{let e=await S(),[t]=this.names=e.filter(({simulates:e})=>e).map(({name:e})=>e);t!==void 0&&!e.some(({name:e})=>e===this.service)&&_(g(`design`,[t]),{replace:!0}),this.found=(await Promise.all(this.names.map(k))).flat().sort((e,t)=>(t.at??0)-(e.at??0))}catch(e){this.problem=e}}render(){let{names:t}=this;return t?t.length===0?e`<p>No game on this server has simulations.</p>`:e`<arbiter-problem .problem=${this.problem}></arbiter-problem><div class="two">
      <section class="card new"><h2>Start a simulation</h2>
        <p class="quiet">Arbiter plays as many trials as you request, by the rules of the game, and reports the results with bounds
          that stay valid however often you look. With “against” it plays both with the same luck and compares them.</p>
        <label>Game <select data-game @change=${e=>{_(g(`design`,[e.target.value]))}}>
          ${t.map(t=>e`<option value=${t} ?selected=${t===this.service}>${y(t)}</option>`)}</select></label>
        ${t.includes(this.service)?e`<arbiter-request .service=${this.service} .path=${`/${this.service}/v1/jobs`} button="Simulate" .problem=${this.refused}
          ?busy=${this.busy} @send=${this.asked}></arbiter-request>`:e`<p>This game has no simulations.</p>`}</section>
      <section class="card"><h2>Your simulations</h2>${this.list()}</section></div>`:e`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}list(){return this.found?this.found.length===0?e`<p class="quiet" data-jobs>None yet.</p>`:e`<ul data-jobs>${this.found.map(({service:t,id:n,status:i,at:a})=>e`<li data-job=${`${t}/${n}`}>
      <a href=${g(`design`,[t,n])}>${y(t)} <code>${n.slice(0,8)}</code></a>
      <span class="tag">${O[i??``]??i}</span><br><small>${a?v(a):r}</small></li>`)}</ul>`:e`<p class="quiet">Loading…</p>`}async asked({detail:e}){this.busy=!0,this.refused=void 0;try{let t=await h().job(this.service,e);_(g(`design`,[this.service,t.id]))}catch(e){this.refused=e}finally{this.busy=!1}}};customElements.define(`arbiter-jobs`,A);var j={exactly:`These bounds are exact.`,nearly:`These bounds are almost exact: there are many trials.`,roughly:`These bounds are rough: there are few trials yet.`,unknown:`There are too few trials for bounds.`},M=class extends n{static{this.properties={service:{},job:{},result:{attribute:!1},measure:{state:!0},problem:{state:!0},opening:{state:!0}}}static{this.styles=[i,t`
    .found { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; margin-bottom: 1rem; }
    .found label { display: grid; grid-template-columns: minmax(0, 1fr); justify-items: start; } .found select { max-width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0.9rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; font-size: 1.15rem; } dd small { font-weight: 400; display: block; font-size: 0.85rem; }
    .far { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
    ul { list-style: none; margin: 0; padding: 0; } li { padding: 0.3rem 0; justify-content: space-between; border-top: 1px solid var(--line); }
    li button { min-height: 2rem; padding: 0.1rem 0.7rem; }
  `]}render(){let t=Object.keys(this.result.ours),n=this.measure!==void 0&&t.includes(this.measure)?this.measure:t[0],i=n===void 0?void 0:this.result.ours[n];if(n===void 0||i===void 0)return r;let a=this.result.theirs?.[n],c=this.result.difference?.[n];return e`<section class="card found">
        ${t.length>1?e`<label>What was measured <select data-measure @change=${e=>{this.measure=e.target.value}}>
          ${t.map(t=>e`<option value=${t} ?selected=${t===n}>${f(t)}</option>`)}</select></label>`:e`<h2>${f(n)}</h2>`}
        <dl class="facts">${this.mean(a?`Mean of the first`:`Mean`,i)}
          ${a?this.mean(`Mean of the other`,a):r}
          ${c?this.mean(`Difference, with the same luck`,c):r}
          ${a?r:this.quantiles(i)}</dl>
        <arbiter-distribution .file=${`${this.service}-${n}`} .label=${f(n)}
          .series=${[o(a?`first`:f(n),i),...a?[o(`other`,a)]:[]]}></arbiter-distribution>
        <small>${j[i.mean.holds]} ${this.result.confidence} % of such simulations keep all their bounds, however often one looks.
          Every true chance of “at least” is within ${s(i.band)} of the one shown.${Number(i.width)?` Outcomes are counted in classes ${i.width} wide.`:``}</small>
      </section>
      <section class="card"><h2>Trials far out</h2>
        <p class="quiet">Each is a complete game: open it to see how it got there.</p>
        <arbiter-problem .problem=${this.problem}></arbiter-problem>
        <div class="far">${this.ends(`Highest`,this.result.highest)}${this.ends(`Lowest`,this.result.lowest)}</div></section>`}mean(t,{mean:n,deviation:r}){return e`<div><dt>${t}</dt><dd data-mean=${n.value}>${d(n.value)}
      <small>${n.low===null||n.high===null?`no bounds yet`:`between ${d(n.low)} and ${d(n.high)}`}; deviation ${d(r)}</small></dd></div>`}quantiles({quantiles:t}){let n=(n,r)=>{let[i,a,o]=t[n]??[];return e`<div><dt>${r}</dt><dd>${a}<small>between ${i??`?`} and ${o??`?`}</small></dd></div>`};return e`${n(`5%`,`5 % are at most`)}${n(`50%`,`Half are at most`)}${n(`95%`,`95 % are at most`)}`}ends(t,n){return e`<div><h3>${this.result.difference?`${t} difference`:t}</h3><ul>${n.map(t=>e`<li class="row">
      <span><strong>${t.value}</strong> <small>trial ${t.trial} of chunk ${t.chunk}</small></span>
      <span class="row">${this.button(t,`ours`)}${this.result.theirs?this.button(t,`theirs`):r}</span></li>`)}</ul></div>`}button(t,n){let r=this.result.theirs?n===`ours`?`Replay first`:`Replay other`:`Replay`;return e`<button data-trial=${`${t.chunk}/${t.trial}/${n}`} ?disabled=${this.opening}
      aria-label=${`${r}: trial ${t.trial} of chunk ${t.chunk}`} @click=${()=>this.open(t,n)}>${r}</button>`}async open({chunk:e,trial:t},n){this.opening=!0,this.problem=void 0;try{let{id:r}=await h().jobAt(this.service,this.job).trial({chunk:e,trial:t,variant:n});_(g(`replay`,[this.service,r]))}catch(e){this.problem=e}finally{this.opening=!1}}};customElements.define(`arbiter-result`,M);var N={trials:`all trials were played`,precision:`the requested precision was reached`},P=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),F=class extends n{static{this.properties={service:{},job:{},answer:{state:!0},progress:{state:!0},problem:{state:!0}}}static{this.styles=[i,t`
    progress { width: 100%; height: 0.9rem; accent-color: var(--accent); }
    .cancel { margin-left: auto; } .head { display: grid; gap: 0.6rem; margin-bottom: 1rem; } .head p, .head h2 { margin: 0; }
    details { margin-top: 1rem; } summary { cursor: pointer; } pre { margin-top: 0.5rem; max-height: 24rem; }
  `]}willUpdate(e){(e.has(`service`)||e.has(`job`))&&this.follow()}connectedCallback(){super.connectedCallback(),this.hasUpdated&&this.follow()}disconnectedCallback(){super.disconnectedCallback(),this.following?.abort()}at(){return h().jobAt(this.service,this.job)}async follow(){this.following?.abort();let{signal:e}=this.following=new AbortController;[this.answer,this.progress,this.problem]=[void 0,void 0,void 0];try{for await(let{answer:t,progress:n}of E(this.at(),e))[this.answer,this.progress]=[t,n]}catch(t){e.aborted||(this.problem=t)}}render(){let{answer:t,progress:n}=this;return e`<p><a href=${g(`design`,[this.service])}>← Simulations of ${y(this.service)}</a></p>
      <arbiter-problem .problem=${this.problem}></arbiter-problem>
      ${t&&n?this.shown(t,n):this.problem?r:e`<p class="quiet">Loading…</p>`}`}shown(t,n){return e`<section class="card head" data-status=${n.status} data-trials=${n.trials}>
        <div class="row"><h2>${y(this.service)} <code>${this.job.slice(0,8)}</code></h2><span class="tag">${O[n.status]??n.status}</span>
          ${n.status===`running`?e`<button class="cancel" data-cancel @click=${this.cancelled}>Cancel</button>`:r}</div>
        <progress max=${n.at_most} .value=${n.status===`completed`?n.at_most:n.trials} aria-label="Trials played"></progress>
        <p>${this.progressText(n)}</p>
        ${n.reason?e`<p class="bad">${n.reason}</p>`:r}
      </section>
      ${t.result?e`${p(this.service).report?.(t.result,`${this.service}-${this.job.slice(0,8)}`)??r}
        ${t.result.findings?e`<section class="card">${w(this.service,t.result.findings)}</section>`:e`<arbiter-result .service=${this.service} .job=${this.job} .result=${t.result}></arbiter-result>`}`:e`<p class="quiet">${n.status===`running`?`No results yet.`:`No results.`}</p>`}
      <details><summary>The request</summary><pre tabindex="0">${JSON.stringify(t.request,null,2)}</pre></details>`}progressText(e){let{status:t,trials:n,at_most:r,reach:i,why:a}=e,o=`${P(n)} of at most ${P(r)} trials`,s=i===null?``:` The mean is known to ± ${d(i)}.`;return t===`running`?`${[`${o}.`,T(e)].filter(Boolean).join(` `)}${s}`:`${o}${a?`; it ended because ${N[a]??a}`:``}.${s}`}async cancelled(){try{this.answer=await this.at().cancel(),this.progress=this.answer.progress}catch(e){this.problem=e}}};customElements.define(`arbiter-job`,F);var I=`notation`,L=/(^|, )expected$/,R=/^\/(\w+)\/v1\/odds$/,z=class extends n{static{this.properties={place:{attribute:!1},names:{state:!0},found:{state:!0},problem:{state:!0},busy:{state:!0},which:{state:!0}}}static{this.styles=[i,t`
    .ask { display: grid; gap: 0.8rem; margin-bottom: 1rem; } .ask form { align-items: end; }
    .ask form label { flex: 1 1 13rem; } .ask form input { font-family: var(--mono); width: 100%; }
    .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr)); gap: 0.8rem; margin: 0; }
    dt { color: var(--quiet); font-size: 0.88rem; } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; } dd code { font-weight: 400; display: block; color: var(--quiet); }
    .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.2rem; } h2 { margin: 0; }
  `]}constructor(){super(),[this.busy,this.which]=[!1,0]}connectedCallback(){super.connectedCallback(),S().then(e=>{this.names=e.flatMap(({routes:e})=>e.flatMap(e=>R.exec(e)?.[1]??[]))},e=>{this.problem=e})}get notated(){let e=C();return e&&this.names?.includes(e[0])?e:void 0}get of(){return this.ofPlace(this.place)}ofPlace(e){let t=this.notated?I:this.names?.[0];return e.params.get(`of`)??t??I}willUpdate(e){if(!this.names||!(e.has(`place`)||e.has(`names`)))return;let t=e.get(`place`);(t===void 0||this.ofPlace(t)!==this.of)&&([this.found,this.problem]=[void 0,void 0]);let{params:n}=this.place,r=n.get(`throw`),[i,a]=this.notated?.[1].examples??[``,``];this.of===I&&this.notated&&this.notation(r??i,n.get(`against`)??(r?``:a))}render(){return this.names?this.names.length===0?e`<p>No game on this server offers odds.</p>`:e`<div class="ask card">
        ${this.names.length>1?e`<label>Odds of <select data-of @change=${this.turned}>
          ${this.names.map(e=>this.choice(e))}</select></label>`:r}
        ${this.of===I?this.notationForm():e`<arbiter-request .service=${this.of} .path=${`/${this.of}/v1/odds`}
          button="Calculate the odds" .problem=${this.problem} ?busy=${this.busy} @send=${this.sent}></arbiter-request>`}
        ${this.of===I?e`<arbiter-problem .problem=${this.problem}></arbiter-problem>`:r}
      </div>
      <div aria-live="polite">${this.found?this.answered(this.found):r}</div>`:e`<arbiter-problem .problem=${this.problem}></arbiter-problem>`}choice(t){let[n,r]=t===this.notated?.[0]?[I,this.notated[1].name]:[t,y(t)];return e`<option value=${n} ?selected=${this.of===n}>${r}</option>`}notationForm(){let{params:t}=this.place,[n,r]=this.notated?.[1].examples??[``,``];return e`<form class="row" data-ask @submit=${this.asked}>
      <label>Throw <input name="throw" .value=${t.get(`throw`)??n} required autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <label>Compared with (optional) <input name="against" .value=${t.get(`against`)??(t.has(`throw`)?``:r)} autocomplete="off" autocapitalize="off" spellcheck="false"></label>
      <button class="primary" ?disabled=${this.busy}>Calculate the odds</button></form>`}answered({asked:t,versus:n}){let i=t.map(([e,t])=>[e,l(t)]),o=i[0]?.[1].map(([e])=>e)??[],u=Math.min(this.which,Math.max(o.length-1,0)),p=i.flatMap(([e,t])=>t[u]?[[e,t[u][1]]]:[]),m=[...a(n),...t.length===1?a(t[0]?.[1]):[]];return e`<section class="card answer" data-answer data-mean=${p[0]?.[1].mean.exact??r}>
      ${o.length>1?e`<label>Of <select @change=${e=>{this.which=Number(e.target.value)}}>
        ${o.map((t,n)=>e`<option value=${n} ?selected=${n===u}>${f(t)}</option>`)}</select></label>`:o[0]?e`<h2>${f(o[0])}</h2>`:r}
      ${p.length?e`<arbiter-distribution file="odds" .label=${`Odds of ${p.map(([e])=>e).join(` and `)}`}
        .series=${p.map(([e,t])=>c(e,t))}></arbiter-distribution>`:r}
      ${m.length?e`<dl class="facts">${m.map(([e,n])=>V(B(e,t),n,L.test(e)?d:s))}</dl>`:r}
      ${p.map(([e,t])=>H(p.length>1?e:``,t))}</section>`}turned(e){let{value:t}=e.target;_(g(`design`,[`odds`],{of:t===I?void 0:t}))}asked(e){e.preventDefault();let{elements:t}=e.target,[n,r]=[`throw`,`against`].map(e=>t.namedItem(e).value.trim());_(g(`design`,[`odds`],{throw:n,against:r}),{replace:!0}),this.notation(n??``,r??``)}async notation(e,t){await this.working(async()=>{let[n,{what:r}]=this.notated,i=e=>h().post(`/${n}/v1/odds`,e),a=[e,t].filter(Boolean),o=await Promise.all(a.map(e=>i({what:r(e)}))),s=t?await i({what:r(e),against:r(t)}):void 0;return{asked:o.map((e,t)=>[a[t]??``,e]),versus:s}})}sent(e){this.working(async()=>({asked:[[y(this.of),await h().post(`/${encodeURIComponent(this.of)}/v1/odds`,e.detail)]],versus:void 0}))}async working(e){this.busy=!0,this.problem=void 0;try{this.found=await e()}catch(e){[this.problem,this.found]=[e,void 0]}finally{this.busy=!1}}};function B(e,t){let[n,r]=t.map(([e])=>e);return r===void 0?f(e):{win:`${n} is higher`,tie:`Both are equal`,lose:`${r} is higher`}[e]??f(e)}var V=(t,n,r)=>e`<div><dt>${t}</dt><dd>${r(n.about)} <code>${u(n.exact)}</code></dd></div>`;function H(t,n){return e`<div>${t?e`<h2><code>${t}</code></h2>`:r}<dl class="facts">
    ${V(`Mean`,n.mean,d)}
    <div><dt>Standard deviation</dt><dd>${d(n.deviation)}</dd></div>
    <div><dt>Median</dt><dd>${n.quantiles[`50%`]}</dd></div>
    <div><dt>9 of 10 lie between</dt><dd>${n.quantiles[`5%`]} and ${n.quantiles[`95%`]}</dd></div></dl>
    ${n.left_out?e`<small>${n.left_out} very unlikely outcomes are not listed; the numbers include them.</small>`:r}
    ${n.chain?e`<small>Chains of extra rolls are counted up to ${n.chain.limit}; the chance of a longer one is below ${n.chain.further_at_most.toExponential(0)}.</small>`:r}</div>`}customElements.define(`arbiter-odds`,z);var U=class extends n{static{this.properties={place:{attribute:!1},loaded:{state:!0},problem:{state:!0}}}static{this.styles=[i]}willUpdate(e){let[,t=``]=this.place.parts;e.has(`place`)&&t!==this.service&&([this.service,this.loaded,this.problem]=[t,void 0,void 0],this.load(t))}async load(e){try{let t=await p(e).desk?.load();if(e!==this.service)return;this.loaded=t,t===void 0&&(this.problem=Error(`This game has no desk.`))}catch(e){this.problem=e}}render(){return this.loaded?this.loaded.show(this.place):e`${this.problem?r:e`<p class="quiet" role="status">Loading…</p>`}<arbiter-problem .problem=${this.problem}></arbiter-problem>`}};customElements.define(`arbiter-desk`,U);var W=`any`,G=`desk`,K=class extends n{constructor(...e){super(...e),this.known=()=>{this.key=m()}}static{this.properties={place:{attribute:!1},key:{state:!0}}}static{this.styles=[i,t`
    nav { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 1.2rem; border-bottom: 1px solid var(--line); }
    nav a { padding: 0.4rem 0.9rem; text-decoration: none; color: var(--ink); border-bottom: 3px solid transparent; margin-bottom: -1px; }
    nav a[aria-current] { color: var(--accent); border-color: var(--accent); font-weight: 600; }
    @media print { h1, nav { display: none; } }
  `]}connectedCallback(){super.connectedCallback(),x.addEventListener(`change`,this.known),this.known()}disconnectedCallback(){super.disconnectedCallback(),x.removeEventListener(`change`,this.known)}render(){let[t=`odds`,n]=this.place.parts,i=t===G,a=t===`odds`,o=g(`design`,[a||i?C()?.[0]??W:t]);return e`<h1>Design</h1>
      <nav aria-label="Design">
        ${this.tab(`odds`,`#/design/odds`,a,`Exact odds`)}${this.tab(`simulations`,o,!a&&!i,`Simulations`)}
        ${[...b()].map(([e,{desk:t}])=>t?this.tab(`desk-${e}`,g(`design`,[G,e]),i&&e===n,t.title):r)}
      </nav>
      ${i?e`<arbiter-desk .place=${this.place}></arbiter-desk>`:this.key===void 0?e`<p>Enter an API key at the top of the page: the server calculates odds and runs simulations only for callers with a key.
        <a href="#/">How to get a key</a></p>`:this.shown()}`}tab(t,n,i,a){return e`<a data-tab=${t} href=${n} aria-current=${i?`page`:r}>${a}</a>`}shown(){let[t=`odds`,n]=this.place.parts;return t===`odds`?e`<arbiter-odds .place=${this.place}></arbiter-odds>`:n===void 0?e`<arbiter-jobs .service=${t}></arbiter-jobs>`:e`<arbiter-job .service=${t} .job=${n}></arbiter-job>`}};customElements.define(`arbiter-design`,K);export{K as ArbiterDesign};