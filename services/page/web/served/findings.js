import{J as e,Y as t,dt as n,nt as r,rt as i}from"./arbiter.js";var a={refused:{title:`refused now`,says:e=>`is refused: ${e}`},event:{title:`with other events`,says:e=>`gives “${e}” instead`},missing:{title:`without an event`,says:e=>`no longer gives “${e}”`},draws:{title:`with other draws, which cannot be compared`,says:()=>`draws otherwise, so that it cannot be compared`},fault:{title:`that fail`,says:e=>`fails: ${e}`}},o=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),s=(e,t)=>`${o(e)} ${t}${e===1?``:`s`}`;function c(e){return Object.entries(a).map(([t,{title:n}])=>[n,e.filter(e=>e.kind===t).reduce((e,{decisions:t})=>e+t,0)])}var l=(e,n)=>t`<tr><th scope="row">${e}</th><td data-figure=${e}>${o(n)}</td></tr>`;function u(o,c){let l=c.first_stream.split(`:`).at(-1)??``,u=a[c.kind];return t`<li data-row=${c.kind}>
    <p>${i(`${s(c.decisions,`decision`)} of ${s(c.streams,`game`)}`)}: each ${u?u.says(r(c.what)):c.what}${c.fields.length?` (${c.fields.map(r).join(`, `)})`:``}.</p>
    <p>${c.rules.map((e,r)=>t`${r?`, `:``}<a href=${n(`rules`,[e])}>${e}</a>`)}${c.rules.length?` · `:e}
      <a data-first href=${n(`replay`,[o,l],{at:Math.max(1,c.first_version)})}>the first, in the replay</a></p></li>`}function d(r,{counts:a,rows:o,stopped:d}){let f=e=>a[e]??0,p=Object.entries(d);return t`<p>${i(s(f(`decisions`),`decision`))} of ${s(f(`streams`),`game`)} were decided again on the dice and cards that they had:</p>
    <table><tbody>
      ${l(`the same`,f(`same`))}
      ${c(o).filter(([e,t])=>t>0||e===`with other events`).map(([e,t])=>l(e,t))}
      ${f(`others`)?l(`that differ in further ways`,f(`others`)):e}
      ${f(`echoes`)?l(`that repeat a difference`,f(`echoes`)):e}
    </tbody></table>
    ${o.length?t`<ul data-findings=${o.length}>${o.toSorted((e,t)=>t.decisions-e.decisions).map(e=>u(r,e))}</ul>`:t`<p data-findings="0">Nothing would have come out otherwise.</p>`}
    ${p.length?t`<details><summary>${i(s(f(`stopped`),`game`))} could not be decided to the end</summary>
      <ul>${p.map(([e,i])=>t`<li><a href=${n(`replay`,[r,e.split(`:`).at(-1)??``])}>${e}</a>: ${i}</li>`)}</ul></details>`:e}`}export{d as t};