import{Y as e,b as t,ft as n,mt as r}from"./styles.js";import{o as i,s as a}from"./shared.js";var o={refused:{title:`refused now`,says:e=>`is refused: ${e}`},event:{title:`with other events`,says:e=>`gives “${e}” instead`},missing:{title:`without an event`,says:e=>`no longer gives “${e}”`},draws:{title:`with other draws, which cannot be compared`,says:()=>`draws otherwise, so that it cannot be compared`},fault:{title:`that fail`,says:e=>`fails: ${e}`}},s=(e,t)=>`${a(e)} ${i(e,t)}`;function c(e){return Object.entries(o).map(([t,{title:n}])=>[n,e.filter(e=>e.kind===t).reduce((e,{decisions:t})=>e+t,0)])}var l=(e,t)=>r`<tr><th scope="row">${e}</th><td data-figure=${e}>${a(t)}</td></tr>`;function u(i,a){let c=a.first_stream.split(`:`).at(-1)??``,l=o[a.kind];return r`<li data-row=${a.kind}>
<p>${`${s(a.decisions,`decision|decisions`)} of ${s(a.streams,`game|games`)}`}: each ${l?l.says(t(a.what)):a.what}${a.fields.length?` (${a.fields.map(t).join(`, `)})`:``}.</p>
<p>${a.rules.map((t,n)=>r`${n?`, `:``}<a href=${e(`rules`,[t])}>${t}</a>`)}${a.rules.length?` · `:n}
<a data-first href=${e(`replay`,[i,c],{at:Math.max(1,a.first_version)})}>the first, in the replay</a></p></li>`}function d(t,{counts:i,rows:a,stopped:d}){let f=e=>i[e]??0,p=Object.entries(d);return r`<p>${s(f(`decisions`),`decision|decisions`)} of ${s(f(`streams`),`game|games`)} were decided again on the dice and cards that they had:</p>
<table><tbody>
${l(`the same`,f(`same`))}
${c(a).filter(([e,t])=>t>0||e===o.event?.title).map(([e,t])=>l(e,t))}
${f(`others`)?l(`that differ in further ways`,f(`others`)):n}
${f(`echoes`)?l(`that repeat a difference`,f(`echoes`)):n}
</tbody></table>
${a.length?r`<ul data-findings=${a.length}>${a.toSorted((e,t)=>t.decisions-e.decisions).map(e=>u(t,e))}</ul>`:r`<p data-findings="0">Nothing would have come out otherwise.</p>`}
${p.length?r`<details><summary>${s(f(`stopped`),`game|games`)} could not be decided to the end</summary>
<ul>${p.map(([n,i])=>r`<li><a href=${e(`replay`,[t,n.split(`:`).at(-1)??``])}>${n}</a>: ${i}</li>`)}</ul></details>`:n}`}export{d as t};