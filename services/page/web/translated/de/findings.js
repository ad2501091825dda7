import{Z as e,b as t,gt as n,mt as r}from"./styles.js";import{a as i,o as a}from"./shared.js";var o={refused:{title:`jetzt abgelehnt`,says:e=>`wird abgelehnt: ${e}`},event:{title:`mit anderen Ereignissen`,says:e=>`ergibt stattdessen „${e}“`},missing:{title:`ohne ein Ereignis`,says:e=>`ergibt nicht mehr „${e}“`},draws:{title:`mit anderen Würfen, die sich nicht vergleichen lassen`,says:()=>`würfelt anders, sodass es sich nicht vergleichen lässt`},fault:{title:`die fehlschlagen`,says:e=>`schlägt fehl: ${e}`}},s=(e,t)=>`${a(e)} ${i(e,t)}`;function c(e){return Object.entries(o).map(([t,{title:n}])=>[n,e.filter(e=>e.kind===t).reduce((e,{decisions:t})=>e+t,0)])}var l=(e,t)=>n`<tr><th scope="row">${e}</th><td data-figure=${e}>${a(t)}</td></tr>`;function u(i,a){let c=a.first_stream.split(`:`).at(-1)??``,l=o[a.kind];return n`<li data-row=${a.kind}>
<p>${`${s(a.decisions,`Entscheidung|Entscheidungen`)} von ${s(a.streams,`Spiel|Spielen`)}`}: jede ${l?l.says(t(a.what)):a.what}${a.fields.length?` (${a.fields.map(t).join(`, `)})`:``}.</p>
<p>${a.rules.map((t,r)=>n`${r?`, `:``}<a href=${e(`rules`,[t])}>${t}</a>`)}${a.rules.length?` · `:r}
<a data-first href=${e(`replay`,[i,c],{at:Math.max(1,a.first_version)})}>die erste, im Replay</a></p></li>`}function d(t,{counts:i,rows:a,stopped:d}){let f=e=>i[e]??0,p=Object.entries(d);return n`<p>${s(f(`decisions`),`Entscheidung|Entscheidungen`)} aus ${s(f(`streams`),`Spiel|Spielen`)} wurden mit ihren Würfeln und Karten noch einmal entschieden:</p>
<table><tbody>
${l(`gleich`,f(`same`))}
${c(a).filter(([e,t])=>t>0||e===o.event?.title).map(([e,t])=>l(e,t))}
${f(`others`)?l(`die sich noch anders unterscheiden`,f(`others`)):r}
${f(`echoes`)?l(`die einen Unterschied wiederholen`,f(`echoes`)):r}
</tbody></table>
${a.length?n`<ul data-findings=${a.length}>${a.toSorted((e,t)=>t.decisions-e.decisions).map(e=>u(t,e))}</ul>`:n`<p data-findings="0">Nichts wäre anders ausgegangen.</p>`}
${p.length?n`<details><summary>${s(f(`stopped`),`Spiel|Spielen`)}: nicht bis zum Ende entscheidbar</summary>
<ul>${p.map(([r,i])=>n`<li><a href=${e(`replay`,[t,r.split(`:`).at(-1)??``])}>${r}</a>: ${i}</li>`)}</ul></details>`:r}`}export{d as t};