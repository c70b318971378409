// Runs before the first paint and before the scripts of the page have arrived. What follows it in the built file names the
// chunk of each page, so that the one which is opened comes along with the scripts and not after them.

/** A chosen theme never flashes the other one. */
const theme = window.localStorage.getItem("signalbox.theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;

/** Who is signed in, asked while the scripts are under way; `src/api/client.ts` hands the answer on. */
window.signalboxMe = window
  .fetch("/api/v1/auth/me", { headers: { accept: "application/json" } })
  .catch(() => undefined);
