// The style and the script of the documentation page.
/** The style sheet of the reference, in the colours of the dashboard; a file of its own because the content policy forbids inline styles. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#f5f3ec, #0e1412); --panel: light-dark(#fffefa, #141c19); --sunken: light-dark(#ece9df, #0a100e); --ink: light-dark(#1a231f, #e7ebe4); --soft: light-dark(#48534d, #aebab2); --line: light-dark(#dfdbcd, #25302c); --livery: light-dark(#10362a, #0a1512); --livery-ink: light-dark(#f4efe2, #dfe6de); --livery-soft: light-dark(#b4c9bd, #93a59b); --lamp: #f2c14e; --brand: light-dark(#115a3f, #74c69d); --on-brand: light-dark(#ffffff, #07150f); --stop: light-dark(#ab261b, #ff9384); --focus: light-dark(#1d4f8c, #f2c14e); }
* { box-sizing: border-box; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 15px/1.55 "Gill Sans Nova", "Gill Sans", "Seravek", "Avenir Next", "Segoe UI", system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; background: var(--livery); color: var(--livery-ink); }
nav ul { list-style: none; margin: 0; padding: 0; border-inline-start: 2px solid var(--livery-soft); }
nav li { padding-inline-start: .75rem; }
nav li ul { font-size: 12.5px; border: 0; margin-bottom: .5rem; }
nav a { display: block; padding: .25rem 0; color: inherit; overflow-wrap: anywhere; }
nav li ul a { color: var(--livery-soft); }
nav a[aria-current] { color: var(--lamp); font-weight: 600; }
.brand { margin: 0 0 1rem; font-weight: 700; font-size: 1.15rem; }
a { color: var(--brand); }
nav a, .cards a { text-decoration: none; }
a:hover, nav a:hover { text-decoration: underline; }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 64rem; }
search { position: relative; display: block; margin-bottom: 1.5rem; }
search[hidden] { display: none; }
search label { display: block; font-weight: 600; }
search input { width: min(100%, 28rem); padding: .5rem .7rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--panel); color: inherit; font: inherit; }
search ul { list-style: none; margin: 0; padding: 0; }
search li { padding: .3rem 0; }
search p { margin: .25rem 0; min-height: 1.2em; }
h1 { font-size: 1.75rem; margin: 0 0 .25rem; }
.lead { font-size: 1.1rem; color: var(--soft); max-width: 46rem; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem 1.25rem; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; }
h2 { margin: 1.75rem 0 .4rem; font-size: 1.2rem; }
article h2 { margin: 0 0 .25rem; font-size: 1.02rem; overflow-wrap: anywhere; }
h3 { margin: 1rem 0 .25rem; font-size: .95rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 12px; }
.cards li { padding: .9rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 4px; }
.cards p { margin: .2rem 0 0; }
.method { display: inline-block; min-width: 4.2rem; padding: .05rem .5rem; border-radius: 3px; background: var(--brand); color: var(--on-brand); font-size: .8rem; text-align: center; }
.method.delete { background: var(--stop); }
.access, .limits { color: var(--soft); font-size: .9em; }
.required { display: block; color: var(--stop); font-size: .8em; font-weight: 400; }
code { font: .92em ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; background: var(--sunken); padding: .05em .3em; border-radius: 3px; overflow-wrap: anywhere; }
.sample { position: relative; }
pre { margin: .5rem 0; padding: .8rem 1rem; overflow: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 4px; max-height: 24rem; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.sample button { position: absolute; top: .5rem; inset-inline-end: .5rem; padding: .25rem .7rem; border: 1px solid var(--soft); border-radius: 4px; background: var(--panel); color: inherit; font: inherit; font-size: .85rem; cursor: pointer; }
summary { cursor: pointer; font-weight: 600; min-height: 24px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid var(--line); }
th { width: 14rem; font-weight: 500; }
tr:target th, article:target { border-inline-start: 3px solid var(--lamp); }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } nav > ul { columns: 2; } nav li ul { display: none; } th { width: auto; } }
`;

/** Search, copying and the reader's own address; every page is whole without it. */
export const DOCS_SCRIPT = `
const origin = "http://127.0.0.1:8787";
for (const code of document.querySelectorAll("pre code")) code.textContent = code.textContent.replaceAll(origin, location.origin);
for (const button of document.querySelectorAll("button[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
const form = document.querySelector("search");
const field = form.querySelector("input");
const results = form.querySelector("ul");
const status = form.querySelector("[role=status]");
form.hidden = false;
let entries;
const load = async () => { entries ??= (await fetch("/docs/search.json")).json(); return entries; };
const rank = (entry, words) => words.every((word) => entry.text.includes(word)) ? words.filter((word) => entry.title.toLowerCase().includes(word)).length : -1;
field.addEventListener("focus", () => void load());
field.addEventListener("input", async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  const all = words.length === 0 ? [] : await load();
  const found = all.map((entry) => [rank(entry, words), entry]).filter(([weight]) => weight >= 0).sort(([a], [b]) => b - a).slice(0, 12);
  results.replaceChildren(...found.map(([, entry]) => {
    const [item, link, detail] = ["li", "a", "span"].map((name) => document.createElement(name));
    link.href = entry.href;
    link.textContent = entry.title;
    detail.textContent = entry.summary;
    item.append(link, " ", detail);
    return item;
  }));
  status.textContent = words.length === 0 ? "" : found.length === 0 ? "Nothing found." : found.length + " found.";
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea")) return;
  event.preventDefault();
  field.focus();
});
`;
