// On a window of 1,280 pixels every table is whole: no figure is cut by the edge of its panel or lies under another column.
import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient, makeTraffic } from "./support/traffic.ts";

const journey = journeys();

const PAGES = [
  "/",
  "/ledger",
  "/decisions",
  "/sessions?span=1",
  "/preferences",
  "/keys",
  "/models",
  "/learning",
  "/start",
  "/members",
  "/audit-log",
];

/** Tables that are wider than their panel, and cells whose text lies under a pinned neighbour, each by its label. */
const CUT = `[...document.querySelectorAll(".table-wrap")].flatMap((wrap) => {
  const name = wrap.getAttribute("aria-label");
  const wide = wrap.scrollWidth > wrap.clientWidth + 1 ? [name + ": " + wrap.scrollWidth + " of " + wrap.clientWidth] : [];
  const covered = [...wrap.querySelectorAll("tbody tr")].flatMap((row) => {
    const pinned = row.querySelector(".pinned")?.getBoundingClientRect();
    return pinned === undefined ? [] : [...row.querySelectorAll("td:not(.pinned) > div")].filter((cell) =>
      cell.textContent !== "" && cell.getBoundingClientRect().right > pinned.left + 1).map((cell) => name + ": " + cell.textContent);
  });
  return [...wide, ...covered];
})`;

journey("no table of a page is cut at 1,280 pixels", async (trip) => {
  const { context } = await trip.visit();
  await claimAccount(context, trip.server);
  await makeTraffic(trip.server.url, trip.server.firstKey, 12);
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const turn = { llm_providers: CANDIDATES, messages: "Plan the change." };
  const { session_id: first } = await client.select(turn);
  await client.select({ ...turn, previous_session: first ?? "" });
  await client.preferences.create({ name: "Support chat", policy: { objective: { kind: "cost" } } });
  const { page } = await trip.visit({ viewport: { width: 1280, height: 900 } });
  await openSignedIn(page, trip.server, "/");
  const cut: string[] = [];
  for (const path of PAGES) {
    await page.goto(`${trip.server.url}${path}`);
    await page.locator(".table-wrap tbody tr").first().waitFor({ timeout: 30_000 });
    await page.evaluate("document.fonts.ready.then(() => undefined)");
    cut.push(...(await page.evaluate<string[]>(CUT)).map((words) => `${path} ${words}`));
  }
  assert.deepEqual(cut, []);
});
