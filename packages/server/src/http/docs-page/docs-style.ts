/** The reference page's style sheet; served by itself because the content policy forbids inline styles. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: #1d2421; --soft: #5b6762; --ground: #fbfaf7; --panel: #f1efe9; --line: #d9d5cb; --signal: #a8321f; --clear: #1f6b4a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9e4; --soft: #a3aea7; --ground: #141816; --panel: #1c2220; --line: #333c38; --signal: #ff8a70; --clear: #6fd0a0; } }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; background: var(--panel); border-right: 1px solid var(--line); font-size: 13px; }
nav ul { list-style: none; margin: .25rem 0 .75rem; padding: 0; }
nav a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
.brand { margin: 0 0 1rem; font-weight: 700; font-size: 1.1rem; letter-spacing: .02em; }
summary { cursor: pointer; font-weight: 600; }
a { color: var(--clear); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
main { padding: 2rem clamp(1rem, 4vw, 3rem); max-width: 72rem; }
h1 small { color: var(--soft); font-weight: 400; }
h2 { margin-top: 3rem; border-bottom: 2px solid var(--line); padding-bottom: .3rem; }
article { margin: 1.5rem 0 2.5rem; padding-top: .5rem; }
h3 { margin: 0 0 .25rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; }
.method { display: inline-block; min-width: 4.2rem; padding: .05rem .5rem; border-radius: .25rem; background: var(--clear); color: var(--ground); font-size: .8rem; text-align: center; }
.method.delete { background: var(--signal); }
.access, .limits { color: var(--soft); font-size: .9em; }
.required { display: block; color: var(--signal); font-size: .8em; font-weight: 400; }
code { font: .92em ui-monospace, monospace; background: var(--panel); padding: .05em .3em; border-radius: .2em; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid var(--line); }
th { width: 14rem; font-weight: 500; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } th { width: auto; } }
`;
