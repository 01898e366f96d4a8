/** The style sheet, inlined in the page so that there is only one file to serve. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --paper: #ffffff; --ink: #1c1e1b; --quiet: #5d625a; --line: #e1dfd6;
  --accent: #0b6b53; --accent-ink: #ffffff; --tint: #e5f1ec; --warn: #8a3b12; --warn-tint: #fbeee4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #131614; --paper: #1b1f1c; --ink: #ecefe9; --quiet: #a3aaa0; --line: #2f352f;
    --accent: #6fd3b1; --accent-ink: #06251b; --tint: #1b3029; --warn: #f2b48d; --warn-tint: #36231a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main, header.top, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header.top { display: flex; align-items: center; gap: .75rem; padding-top: 1.5rem; }
header.top svg { width: 2rem; height: 2rem; flex: none; }
header.top strong { font-size: 1.05rem; letter-spacing: -.01em; }
header.top .tag { margin-left: auto; }
main { padding-top: 2.25rem; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); line-height: 1.15; letter-spacing: -.025em; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.05rem; margin: 0; letter-spacing: -.01em; }
p { margin: 0 0 1rem; max-width: 42rem; }
.lead, .quiet { color: var(--quiet); }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.cards { display: grid; gap: 1rem; margin: 1.75rem 0; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .875rem; padding: 1.25rem; display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
.card > header { display: flex; align-items: baseline; justify-content: space-between; gap: .75rem; flex-wrap: wrap; }
.card p { margin: 0; }
.token { font-size: 1.05rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .45rem .7rem; }
dl { display: grid; grid-template-columns: 5.5rem 1fr; gap: .4rem .75rem; margin: 0; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; }
dd code { display: block; }
.tag { font-size: .8125rem; padding: .1rem .6rem; border-radius: 99px; border: 1px solid var(--line); color: var(--quiet); white-space: nowrap; }
.tag.good { color: var(--accent); background: var(--tint); border-color: transparent; }
.tag.bad { color: var(--warn); background: var(--warn-tint); border-color: transparent; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: auto; padding-top: .25rem; }
.actions form { margin: 0; display: contents; }
.button {
  font: inherit; font-weight: 550; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .6rem; cursor: pointer;
  display: inline-flex; align-items: center; justify-content: center; text-align: center; text-decoration: none;
  border: 1px solid var(--line); background: transparent; color: var(--ink);
}
.button:hover { border-color: var(--quiet); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.button.main:hover { filter: brightness(1.08); }
@media (max-width: 30rem) { .actions .button { flex: 1 1 100%; } }
.notice { border-radius: .875rem; padding: 1rem 1.25rem; background: var(--tint); margin: 1.5rem 0; }
.notice.bad { background: var(--warn-tint); }
.notice p { margin: .25rem 0 0; }
.result { margin: 1rem 0 2rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .6rem .5rem; border-top: 1px solid var(--line); vertical-align: top; }
th { font-weight: 550; font-size: .875rem; color: var(--quiet); border: 0; padding-top: 0; }
th:first-child, td:first-child { padding-left: 0; }
td:last-child, th:last-child { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 34rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: 1fr; padding: .6rem 0; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; padding-top: 0; }
  td { border: 0; padding: 0; color: var(--quiet); }
  td:first-child { color: var(--ink); font-weight: 550; }
  td:last-child { text-align: left; white-space: normal; }
}
.history { list-style: none; margin: 0; padding: 0; display: grid; gap: .35rem; }
.history li { display: flex; gap: .75rem; justify-content: space-between; flex-wrap: wrap; }
ol.steps { padding-left: 1.25rem; display: grid; gap: .5rem; max-width: 42rem; }
footer { padding-top: 1.5rem; padding-bottom: 2.5rem; color: var(--quiet); font-size: .875rem; }
`;
