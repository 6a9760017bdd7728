/** The style of the HTML report: light and dark by the reader's setting, printable, no font to load. */
export const CSS = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--dim:#59636e;--line:#d1d9e0;--soft:#f6f8fa;--good:#1a7f37;--mixed:#9a6700;--bad:#cf222e;--note:#0969da}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--line:#3d444d;--soft:#151b23;--good:#3fb950;--mixed:#d29922;--bad:#f85149;--note:#4493f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
header{display:flex;gap:1.25rem;align-items:center;margin-bottom:1rem}
.grade{flex:none;width:5.5rem;height:5.5rem;border-radius:1rem;display:grid;place-items:center;font-size:3.5rem;font-weight:700;color:#fff}
.gA{background:#1a7f37}.gB{background:#4d7c0f}.gC{background:#9a6700}.gD{background:#bc4c00}.gF{background:#cf222e}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
summary h2{display:inline;border:0}
.headline{margin:.25rem 0 0;font-weight:600}.good .headline{color:var(--good)}.mixed .headline{color:var(--mixed)}.bad .headline{color:var(--bad)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}
dt{color:var(--dim)}dd{margin:0;min-width:0;overflow-wrap:anywhere}
code{font:.86em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
.warning{border-left:3px solid var(--mixed);background:var(--soft);padding:.4rem .75rem;margin:.4rem 0;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.6rem;margin:1rem 0}
.card{border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem}
.card span{color:var(--dim);font-size:.85rem}
.bar{height:.4rem;background:var(--line);border-radius:.2rem;margin:.35rem 0;overflow:hidden}.bar i{display:block;height:100%;background:var(--dim)}
.good .bar i{background:var(--good)}.mixed .bar i{background:var(--mixed)}.bad .bar i{background:var(--bad)}
.check{border:1px solid var(--line);border-left:4px solid var(--mixed);border-radius:.4rem;padding:.4rem .75rem;margin:.5rem 0}
.required .check{border-left-color:var(--bad)}.advice .check{border-left-color:var(--note)}
.check summary{cursor:pointer}.check summary code{font-weight:600}
.force{font-size:.75rem;border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;color:var(--dim)}
.finding{font-weight:600;margin:.75rem 0 .25rem;overflow-wrap:anywhere}
.evidence{background:var(--soft);border-radius:.3rem;padding:.4rem .6rem}
.why,.note,footer{color:var(--dim)}
ul{padding-left:1.25rem}li{margin:.2rem 0;overflow-wrap:anywhere}a{color:var(--note);overflow-wrap:anywhere}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.75rem;font-size:.85rem}
@media print{main{max-width:none}.check{break-inside:avoid}}
`;
