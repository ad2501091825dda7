import{a as e,r as t}from"./styles.js";import{bt as n,ct as r,lt as i}from"./arbiter.js";var a={refused:{title:`refused now`,says:e=>`is refused: ${e}`},event:{title:`with other events`,says:e=>`gives “${e}” instead`},missing:{title:`without an event`,says:e=>`no longer gives “${e}”`},draws:{title:`with other draws, which cannot be compared`,says:()=>`draws otherwise, so that it cannot be compared`},fault:{title:`that fail`,says:e=>`fails: ${e}`}},o=e=>e.toLocaleString(`en`).replaceAll(`,`,` `),s=(e,t)=>`${o(e)} ${t}${e===1?``:`s`}`;function c(e){return Object.entries(a).map(([t,{title:n}])=>[n,e.filter(e=>e.kind===t).reduce((e,{decisions:t})=>e+t,0)])}var l=(t,n)=>e`<tr><th scope="row">${t}</th><td data-figure=${t}>${o(n)}</td></tr>`;function u(o,c){let l=c.first_stream.split(`:`).at(-1)??``,u=a[c.kind];return e`<li data-row=${c.kind}>
    <p>${i(`${s(c.decisions,`decision`)} of ${s(c.streams,`game`)}`)}: each ${u?u.says(r(c.what)):c.what}${c.fields.length?` (${c.fields.map(r).join(`, `)})`:``}.</p>
    <p>${c.rules.map((t,r)=>e`${r?`, `:``}<a href=${n(`rules`,[t])}>${t}</a>`)}${c.rules.length?` · `:t}
      <a data-first href=${n(`replay`,[o,l],{at:Math.max(1,c.first_version)})}>the first, in the replay</a></p></li>`}function d(r,{counts:a,rows:o,stopped:d}){let f=e=>a[e]??0,p=Object.entries(d);return e`<p>${i(s(f(`decisions`),`decision`))} of ${s(f(`streams`),`game`)} were decided again on the dice and cards that they had:</p>
    <table><tbody>
      ${l(`the same`,f(`same`))}
      ${c(o).filter(([e,t])=>t>0||e===`with other events`).map(([e,t])=>l(e,t))}
      ${f(`others`)?l(`that differ in further ways`,f(`others`)):t}
      ${f(`echoes`)?l(`that repeat a difference`,f(`echoes`)):t}
    </tbody></table>
    ${o.length?e`<ul data-findings=${o.length}>${o.toSorted((e,t)=>t.decisions-e.decisions).map(e=>u(r,e))}</ul>`:e`<p data-findings="0">Nothing would have come out otherwise.</p>`}
    ${p.length?e`<details><summary>${i(s(f(`stopped`),`game`))} could not be decided to the end</summary>
      <ul>${p.map(([t,i])=>e`<li><a href=${n(`replay`,[r,t.split(`:`).at(-1)??``])}>${t}</a>: ${i}</li>`)}</ul></details>`:t}`}export{d as t};