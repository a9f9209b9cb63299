/** The style sheet of a report, in a page or a shadow root: light and dark as the reader's system, from 320 pixels up. */
export const style = `
:root, :host {
  color-scheme: light dark;
  --ground: #fbfbfa;
  --panel: #ffffff;
  --sunk: #f3f4f3;
  --line: #dcdfe1;
  --text: #1b2126;
  --faint: #59636c;
  --accent: #1e5fbf;
  --passed: #1d7f4e;
  --failed: #bf2c2a;
  --stale: #8f3fa3;
  --known: #8a5d00;
  --skipped: #6b7580;
  --found: #fdecea;
  --wanted: #e5f5ec;
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root, :host {
    --ground: #111417;
    --panel: #181c21;
    --sunk: #0c0f12;
    --line: #2c333a;
    --text: #e4e8eb;
    --faint: #98a3ad;
    --accent: #7db3ff;
    --passed: #46bd83;
    --failed: #ff7a70;
    --stale: #d69be6;
    --known: #e0b04a;
    --skipped: #7d8893;
    --found: #3a1c1b;
    --wanted: #15301f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body, :host { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
h1, h2, h3, p { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-bottom: .75rem; }
h3 { font-size: .95rem; margin: 1.5rem 0 .5rem; }
h3 small { font-weight: 400; color: var(--faint); margin-left: .4rem; }
section { margin-top: 2.5rem; }
a { color: var(--accent); }
code, pre, .id { font-family: var(--mono); font-size: .85em; }
.faint { color: var(--faint); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip-link { position: absolute; left: -100rem; }
.skip-link:focus { left: 1rem; top: .5rem; }

.kicker { color: var(--faint); font-size: .85rem; letter-spacing: .02em; }
.verdict { font-size: 1.15rem; font-weight: 600; margin: .35rem 0 1rem; }
.passed { color: var(--passed); } .failed { color: var(--failed); } .stale { color: var(--stale); }
.known { color: var(--known); } .skipped { color: var(--skipped); }
.bar { display: block; width: 100%; height: 10px; border-radius: 5px; background: var(--line); }
.bar rect { fill: currentColor; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 1.75rem; margin: 1rem 0 0; }
.facts div { display: flex; flex-direction: column-reverse; }
.facts dt { color: var(--faint); font-size: .8rem; }
.facts dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 600; }

#matrix > p { margin-bottom: .75rem; }
.legend { margin-top: .75rem; font-size: .85rem; color: var(--faint); }
.legend summary { cursor: pointer; width: fit-content; }
.legend dl { margin: .5rem 0 0; }
.legend div { display: grid; grid-template-columns: 6rem 1fr; gap: .5rem; padding: .1rem 0; }
.legend dt { font-weight: 600; color: var(--text); }
.legend dd { margin: 0; }

.scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; }
thead th { border-top: 0; color: var(--faint); font-size: .8rem; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number a { font-weight: 600; text-decoration: none; color: inherit; padding: .1rem .3rem; border-radius: 4px; }
td.number a:hover { text-decoration: underline; }
.rule { font-weight: 600; }
.cells { display: flex; flex-wrap: wrap; gap: 2px; margin-top: .35rem; }
.cells a { width: 10px; height: 10px; border-radius: 2px; background: currentColor; }
.cells .skipped { background: none; border: 1px solid currentColor; }
.cells a:hover { outline: 2px solid var(--text); }

.filter { display: flex; flex-wrap: wrap; gap: .6rem 1.25rem; align-items: end; margin-bottom: .75rem; padding: .75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.filter fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem; }
.filter legend, .filter label[for] { font-size: .8rem; color: var(--faint); padding: 0; margin-bottom: .2rem; display: block; }
.filter .search { flex: 1 1 14rem; }
.filter select { max-width: 9rem; }
.filter input[type=search] { width: 100%; }
.filter input[type=search], .filter select { font: inherit; padding: .3rem .5rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }
.chip { display: inline-flex; align-items: center; gap: .35rem; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: 999px; font-size: .85rem; cursor: pointer; user-select: none; }
.chip:has(:checked) { border-color: currentColor; background: var(--ground); }
.chip:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.chip input { margin: 0; accent-color: currentColor; }
[hidden] { display: none !important; }

.check { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; margin-bottom: .4rem; }
.check[open] { margin-bottom: .9rem; }
.check:target { border-color: var(--accent); }
.check summary { display: grid; grid-template-columns: 1.2rem 4.2rem 1fr; gap: .1rem .5rem; padding: .55rem .75rem; cursor: pointer; list-style: none; }
.check summary::-webkit-details-marker { display: none; }
.check summary:hover { background: var(--sunk); border-radius: 8px; }
.check summary .id, .check summary .why { grid-column: 3; }
.why { font-size: .85rem; overflow-wrap: anywhere; }
.check[open] .why { display: none; }
.sign { font-weight: 700; text-align: center; }
.level { font-size: .75rem; font-weight: 600; color: var(--faint); letter-spacing: .03em; padding-top: .12rem; }
.sentence { overflow-wrap: anywhere; }
.id { color: var(--faint); overflow-wrap: anywhere; }
.body { padding: .25rem .75rem .9rem; display: grid; gap: .75rem; }
.reason { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid currentColor; padding-left: .75rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem; }
.pair > div { min-width: 0; }
h4 { margin: 0 0 .25rem; font-size: .8rem; font-weight: 600; color: var(--faint); }
pre { margin: 0; padding: .5rem 0; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; overflow: auto; max-height: 32rem; line-height: 1.45; tab-size: 2; }
pre > * { display: block; padding: 0 .75rem 0 2.25rem; text-indent: -1.5rem; min-height: 1.45em; white-space: pre-wrap; word-break: break-all; text-decoration: none; }
pre > [data-sign]::before { content: attr(data-sign); display: inline-block; width: 1.2em; margin-left: -.2em; font-weight: 700; text-indent: 0; }
pre.marked > span:not([data-sign])::before { content: ''; display: inline-block; width: 1.2em; margin-left: -.2em; text-indent: 0; }
pre del { background: var(--found); } pre del::before { color: var(--failed); }
pre ins { background: var(--wanted); } pre ins::before { color: var(--passed); }
pre .fold { color: var(--faint); font-style: italic; }
.again { display: flex; align-items: baseline; gap: .75rem; justify-content: space-between; }
button { font: inherit; font-size: .8rem; color: var(--accent); background: none; border: 1px solid var(--line); border-radius: 6px; padding: .1rem .6rem; cursor: pointer; }
.never { color: var(--known); font-weight: 600; }
footer { padding-top: 2.5rem; padding-bottom: 3rem; color: var(--faint); font-size: .85rem; }
@media (max-width: 40rem) {
  header, main, footer { padding-left: .8rem; padding-right: .8rem; }
  th, td { padding: .45rem .4rem; }
  .meaning { display: none; }
  .check summary { grid-template-columns: 1.2rem 1fr; }
  .check summary .sentence, .check summary .id, .check summary .why { grid-column: 2; }
  .filter fieldset { flex-basis: 100%; }
}
@media print { .filter, .skip-link, button { display: none; } .check { break-inside: avoid; } pre { max-height: none; } }
`
