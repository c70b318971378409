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
