/**
 * The style of the HTML report: light and dark by the reader's setting, printable, narrow enough for a phone, no font
 * to load. Everything is set by classes: the page's policy lets no style through but this one, by its hash.
 */
export const CSS = `
:root{color-scheme:light dark;--bg:#fff;--card:#fff;--soft:#f6f8fa;--fg:#1f2328;--dim:#59636e;--line:#d1d9e0;--track:#e6eaef;--pass:#1a7f37;--warn:#9a6700;--fail:#cf222e;--note:#0969da;--focus:#0969da}
@media (prefers-color-scheme:dark){:root{--bg:#0d1117;--card:#11161d;--soft:#161c24;--fg:#e6edf3;--dim:#9198a1;--line:#3d444d;--track:#2a313c;--pass:#3fb950;--warn:#d29922;--fail:#f85149;--note:#58a6ff;--focus:#58a6ff}}
*{box-sizing:border-box}
html{scroll-padding-top:7.5rem}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 4rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.2rem}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:var(--bg);padding:.5rem .75rem;z-index:9}
a{color:var(--note);overflow-wrap:anywhere;text-underline-offset:.15em}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;white-space:pre-wrap}
pre{margin:0}
h1,h2,h3,p,ul,dl{margin:0}
h1{font-size:1.7rem;line-height:1.25;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.25rem 0 .75rem}
h2 small{font-weight:400;font-size:.85rem;color:var(--dim);margin-left:.4rem}
.top{display:flex;gap:1.75rem;align-items:center}
.ring{flex:none;width:8.5rem;height:8.5rem}
.ring circle{fill:none;stroke-width:9}.ring .track{stroke:var(--track)}.ring .arc{stroke:var(--tone);stroke-linecap:round}
.ring text{fill:var(--fg);text-anchor:middle}.ring .letter{font-size:46px;font-weight:700}.ring .score{font-size:13px;fill:var(--dim)}
.gA,.gB{--tone:var(--pass)}.gC,.gD{--tone:var(--warn)}.gF{--tone:var(--fail)}
.product{color:var(--dim);font-size:.85rem;letter-spacing:.04em;text-transform:uppercase}
.headline{margin-top:.35rem;font-weight:600}.good .headline{color:var(--pass)}.mixed .headline{color:var(--warn)}.bad .headline{color:var(--fail)}
.more{color:var(--dim)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.25rem;margin:1.5rem 0;padding:1rem 1.25rem;background:var(--soft);border-radius:.6rem}
dt{color:var(--dim)}dd{margin:0;min-width:0;overflow-wrap:anywhere}
.warning{border-left:4px solid var(--warn);background:var(--soft);padding:.5rem .9rem;margin:.5rem 0;border-radius:0 .4rem .4rem 0;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.6rem;list-style:none;padding:0}
.card{border:1px solid var(--line);border-radius:.5rem;padding:.6rem .85rem;background:var(--card)}
.card b{font-weight:600;text-transform:capitalize}
.card small{color:var(--dim)}
.bar{display:block;width:100%;height:.45rem;margin:.4rem 0 .3rem;border-radius:.3rem}
.bar rect{fill:var(--track)}.card.bad{border-color:var(--fail)}.card.good .fill{fill:var(--pass)}.card.mixed .fill{fill:var(--warn)}.card.bad .fill{fill:var(--fail)}
.filters{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;margin:2rem 0 0;padding:.75rem 0;background:var(--bg);border-bottom:1px solid var(--line)}
.filters[hidden]{display:none}
.filters fieldset{display:flex;flex-wrap:wrap;gap:.4rem;border:0;margin:0;padding:0}
.filters legend{position:absolute;left:-999rem}
.chip{display:inline-flex;align-items:center;gap:.4rem;border:1px solid var(--line);border-radius:2rem;padding:.2rem .75rem .2rem .55rem;cursor:pointer;font-size:.9rem}
.chip input{accent-color:var(--note);margin:0}
.filters select,.filters button,.filters input[type=search]{font:inherit;font-size:.9rem;color:var(--fg);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.3rem .6rem;min-height:2rem;max-width:100%}
.filters input[type=search]{flex:1 1 11rem;min-width:9rem}
.filters button{cursor:pointer}
.filters .buttons{display:flex;gap:.4rem}
.filters output{color:var(--dim);font-size:.9rem}
.none{color:var(--dim);margin:1.5rem 0}
.check{border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:.5rem;margin:.6rem 0;background:var(--card)}
.fail{--tone:var(--warn)}.required.fail{--tone:var(--fail)}.advice.fail{--tone:var(--note)}
.check>summary{cursor:pointer;padding:.65rem 1rem .65rem .15rem;list-style-position:outside;margin-left:1.6rem}
.check>summary code{font-weight:600;font-size:.95em}
.check>summary .title{display:block;color:var(--dim)}
.tag{display:inline-block;font-size:.75rem;line-height:1.4;border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;margin-left:.3rem;color:var(--dim);white-space:nowrap}
.required .tag.force{border-color:var(--fail);color:var(--fail)}
.inside{padding:.25rem 1.1rem 1rem 1.75rem}
.finding{margin:.9rem 0;padding-top:.9rem;border-top:1px solid var(--line)}.finding:first-child{margin-top:0}
.message{font-weight:600;overflow-wrap:anywhere}
.told{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .9rem;margin:.4rem 0}
.exchange{margin:.5rem 0;border:1px solid var(--line);border-radius:.4rem;background:var(--soft)}
.exchange>summary{cursor:pointer;padding:.4rem .75rem;font-size:.9em;overflow-wrap:anywhere}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem;padding:.25rem .75rem .75rem}
.pair h3{font-size:.8rem;color:var(--dim);text-transform:uppercase;letter-spacing:.04em;margin-bottom:.2rem}
.fix{margin:.9rem 0 .4rem;padding:.6rem .9rem;border-left:4px solid var(--pass);background:var(--soft);border-radius:0 .4rem .4rem 0;overflow-wrap:anywhere}
.why,.note,.clauses,footer{color:var(--dim);font-size:.92em;margin:.35rem 0;overflow-wrap:anywhere}
.cause{margin:.6rem 0 1.1rem}.cause>p{font-weight:600;overflow-wrap:anywhere}
.rows{list-style:none;padding:0;margin:.25rem 0}.rows li{padding:.3rem 0 .3rem 1.1rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.rows li:target{background:var(--soft)}
.group>summary{cursor:pointer;margin:2.25rem 0 .75rem}.group>summary h2{display:inline;margin:0}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.9rem}
[hidden]{display:none!important}
@media (max-width:36rem){main{padding:1.25rem 1rem 3rem}.top{gap:1rem;align-items:flex-start}.ring{width:6rem;height:6rem}h1{font-size:1.35rem}.facts{grid-template-columns:1fr;gap:0;padding:.75rem 1rem}.facts dd{margin-bottom:.4rem}.filters{position:static}.cards{grid-template-columns:1fr 1fr}.told{grid-template-columns:1fr}.inside{padding:.25rem .8rem .8rem}.check>summary{margin-left:1.4rem;padding-right:.6rem}html{scroll-padding-top:1rem}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{:root{--bg:#fff;--card:#fff;--soft:#fff;--fg:#000;--dim:#444;--line:#bbb;--track:#ddd;--pass:#1a7f37;--warn:#7a5200;--fail:#b3121d;--note:#064c9e}body{font-size:10pt}main{max-width:none;padding:0}.filters,.skip{display:none}.card,.told,.fix,.rows li,.check>summary{break-inside:avoid}.check>summary,.cause>p,.message{break-after:avoid}h2{break-after:avoid}details::details-content{content-visibility:visible;block-size:auto}}
`;
