// Runs before the first paint and before the scripts of the page have arrived. What follows it in the built file names the
// chunk of each page and what the page asks for, so that those of the page which is opened come along with the scripts and not
// after them.

/** A chosen theme never flashes the other one. */
const theme = window.localStorage.getItem("signalbox.theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;

/** Asked while the scripts are under way; `src/api/client.ts` hands the answers on. */
window.signalboxEarly = [];

/** @param {string} path below the API's address */
const askEarly = (path) => {
  const url = "/api/v1/" + path;
  const answer = window.fetch(url, { headers: { accept: "application/json" } }).catch(() => undefined);
  window.signalboxEarly.push({ url, answer });
  return answer;
};

/** Who is signed in: nothing else is asked for on behalf of nobody. */
const whoEarly = askEarly("auth/me")
  .then(async (answer) => (answer?.ok === true ? answer.clone().json() : undefined))
  .catch(() => undefined);

const DAY_MS = 86_400_000;
const daysAgo = (days) => new Date(Date.now() - days * DAY_MS).toISOString();

/** An account of the last days has nothing before its first day; `firstSpan` of Overview decides the same. */
const daysOfFirst = ({ account }) => (Date.now() - Date.parse(account.created_at) < 3 * DAY_MS ? 1 : 7);

function fill(ask, who) {
  const id = window.location.pathname.replace(/\/$/, "").split("/").at(-1);
  return ask
    .replaceAll("{id}", id)
    .replace("{first}", `{${daysOfFirst(who)}}`)
    .replace(/\{(\d+)\}/, (_all, days) => encodeURIComponent(daysAgo(Number(days))));
}

async function askForPage(asks, tabs) {
  const who = await whoEarly;
  if (who === undefined) return;
  const { search } = window.location;
  const some = search === "" ? asks : asks.slice(0, 1).filter((one) => !one.includes("from="));
  for (const ask of tabs[search] ?? some) void askEarly(fill(ask, who));
}

/** @param {[pattern: string, files: string[], asks: string[], tabs: Record<string, string[]>][]} pages */
// oxlint-disable-next-line no-unused-vars -- what follows in the built file calls it
function openEarly(pages) {
  const [, files = [], asks = [], tabs = {}] =
    pages.find(([pattern]) => new RegExp(pattern).test(window.location.pathname)) ?? [];
  for (const file of files) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = "/" + file;
    document.head.append(link);
  }
  void askForPage(asks, tabs);
}
