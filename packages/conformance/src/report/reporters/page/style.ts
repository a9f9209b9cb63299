/** The style sheet of a report, in a page or a shadow root: light and dark as the reader's system, from 320 pixels up. */
export const style = `
:root, :host {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfa, #111417);
  --sunk: light-dark(#f1f2f1, #0b0e11);
  --line: light-dark(#dcdfe1, #2c333a);
  --text: light-dark(#1b2126, #e4e8eb);
  --faint: light-dark(#59636c, #98a3ad);
  --accent: light-dark(#1e5fbf, #7db3ff);
  --passed: light-dark(#1d7f4e, #46bd83);
  --failed: light-dark(#bf2c2a, #ff7a70);
  --known: light-dark(#8a5d00, #e0b04a);
  --found: light-dark(#fdecea, #3a1c1b);
  --wanted: light-dark(#e5f5ec, #15301f);
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
body, :host { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
h1, h2, h3, p, dl, dd { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: .8rem; font-weight: 600; margin: .75rem 0 .25rem; }
a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: .82em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
.faint, .skipped { color: var(--faint); font-weight: 400; }
.passed { color: var(--passed); } .failed, .stale { color: var(--failed); } .known { color: var(--known); }
.verdict { font-size: 1.15rem; font-weight: 600; margin: .4rem 0 1.25rem; }

.facts { display: flex; flex-wrap: wrap; gap: .6rem 1.75rem; padding: .9rem 0; border-block: 1px solid var(--line); }
.facts dt { color: var(--faint); font-size: .8rem; line-height: 1.3; }
.facts dd { font-weight: 600; font-variant-numeric: tabular-nums; }

.filter { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin-top: 1.25rem; }
.filter input { flex: 1 1 14rem; min-width: 0; }
.filter input, .filter select { font: inherit; padding: .35rem .6rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 5px; }

summary { padding: .45rem 0; cursor: pointer; overflow-wrap: anywhere; }
details { border-top: 1px solid var(--line); padding-left: 1.2rem; }
summary { margin-left: -1.2rem; padding-left: 1.2rem; text-indent: -1.2rem; }
summary > * { text-indent: 0; }
summary:hover { background: var(--sunk); }
.counts { float: right; margin-left: 1rem; font-variant-numeric: tabular-nums; }
summary::after { content: ''; display: block; clear: right; }
.id, .why { display: block; color: var(--faint); font-size: .82rem; }
.why { color: inherit; }
.check[open] .why { display: none; }
.body { padding-bottom: 1rem; font-size: .92rem; }
.reason { white-space: pre-wrap; margin-top: .4rem; }
pre { margin: 0; padding: .5rem .75rem; max-height: 32rem; overflow: auto; background: var(--sunk); border-radius: 5px; line-height: 1.5; }
pre > * { display: block; white-space: pre-wrap; word-break: break-all; text-decoration: none; padding-left: 1.5em; }
pre del { background: var(--found); color: var(--failed); } pre ins { background: var(--wanted); color: var(--passed); }
pre del::before, pre ins::before { content: '✗'; display: inline-block; width: 1.5em; margin-left: -1.5em; }
pre ins::before { content: '✓'; }

table { border-collapse: collapse; width: 100%; }
th, td { padding: .4rem 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; overflow-wrap: anywhere; }
th:last-child, td:last-child { text-align: right; font-variant-numeric: tabular-nums; }
thead th { color: var(--faint); font-size: .8rem; border-top: 0; }
footer { margin-top: 2.5rem; color: var(--faint); font-size: .85rem; }
@media print { .filter { display: none; } .check { break-inside: avoid; } pre { max-height: none; } }
`
