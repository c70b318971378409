// How long somebody waits on a slow line who has never been here: every page in a fresh browser without a cache, signed in, over
// 1.6 Mbit/s with 150 ms of latency. Times count from the start of the navigation.
// Usage: node proof/bench/cold-page.ts [--rounds 5] [--kbit 1600] [--latency-ms 150] [--only PART-OF-A-NAME,...]
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import type { Browser, Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "../../packages/web/test/support/real-browser.ts";
import { startRealServer } from "../../packages/web/test/support/real-server.ts";
import { seedAccount, type Seeded } from "../../packages/web/test/support/seed-account.ts";
import { percentile } from "../load/statistics.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    kbit: { type: "string", default: "1600" },
    "latency-ms": { type: "string", default: "150" },
    only: { type: "string", default: "" },
  },
});
const rounds = Number(values.rounds);
const bytesPerSecond = (Number(values.kbit) * 1000) / 8;

/** The sights that count as useful on a page: the first words, the frame with the page's name, and the first panel with data in it. */
const SIGHTS = {
  "first words": `document.body?.innerText.includes("Signalbox")`,
  frame: `document.querySelector("nav a") && document.querySelector("h1:not(.waiting h1)")`,
  "first data": `(() => {
    const first = document.querySelector("main .panel, main figure, main table");
    return first !== null && !first.matches("[role=status]") && first.querySelector(".skeleton") === null;
  })()`,
} as const;
type Sight = keyof typeof SIGHTS;
const NAMES = Object.keys(SIGHTS) as Sight[];

async function throttle(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: Number(values["latency-ms"]),
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Milliseconds until each sight, and the bytes that came over the line. */
async function visit(browser: Browser, url: string, seeded: Seeded): Promise<readonly number[]> {
  // The sights are looked for by scripts that the page's own policy would refuse.
  const context = await browser.newContext({ bypassCSP: true, storageState: seeded.storageState });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.goto(url, { waitUntil: "commit" });
    const times = await Promise.all(
      NAMES.map(async (name) => {
        const seen = await page.waitForFunction(`(${SIGHTS[name]}) ? performance.now() : 0`);
        return Number(await seen.jsonValue());
      }),
    );
    const bytes = await page.evaluate<number>(
      `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
    );
    return [...times, bytes / 1000];
  } finally {
    await context.close();
  }
}

const executable = await findBrowser();
if (executable === undefined) throw new Error(NO_BROWSER);
const server = await startRealServer();
const browser = await launchBrowser(executable);
try {
  const seeded = await seedAccount(browser, server);
  // The reference is no page of the dashboard.
  const isWanted = (name: string): boolean =>
    values.only.split(",").some((part) => name.includes(part)) && !name.startsWith("reference");
  const pages = seeded.pages.filter(([name]) => isWanted(name));
  const table: Record<string, Record<string, string>> = {};
  for (const [name, path] of pages) {
    const visits: (readonly number[])[] = [];
    for (let round = 0; round < rounds; round += 1)
      visits.push(await visit(browser, `${server.url}${path}`, seeded));
    const median = (index: number): number =>
      Math.round(
        percentile(
          visits.map((one) => one[index] ?? Number.NaN),
          0.5,
        ),
      );
    table[name] = Object.fromEntries([
      ...NAMES.map((sight, index) => [`${sight}, ms`, String(median(index))]),
      ["KB over the line", String(median(NAMES.length))],
    ]);
  }
  console.table(table);
  const machine = `${cpus()[0]?.model ?? "unknown CPU"} x ${cpus().length}, Node ${process.version}`;
  process.stdout.write(
    `${machine}; median of ${rounds}, ${values.kbit} kbit/s, ${values["latency-ms"]} ms\n`,
  );
} finally {
  await browser.close();
  await server.stop();
}
