// What somebody asks who never saw the dashboard, answered by clicking, on weeks whose answers are known.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Browser, Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "./support/real-browser.ts";
import { OWNER } from "./support/seed-account.ts";
import { signIn } from "./support/sign-in.ts";
import { tellStory, WEAK } from "./support/story.ts";
import type { Story } from "./support/story.ts";

const executable = await findBrowser();
const WAIT_MS_MAX = 30_000;
let story: Story;
let browser: Browser;
before(async () => {
  if (executable === undefined) return;
  story = await tellStory(20);
  browser = await launchBrowser(executable);
});
after(async () => {
  if (executable === undefined) return;
  await browser.close();
  await story.stop();
});

function question(name: string, answer: (page: Page) => Promise<void>): void {
  test(name, { skip: executable === undefined ? NO_BROWSER : false }, async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS_MAX);
    await page.goto(`${story.url}/?span=30`);
    await signIn(page, OWNER.email, OWNER.password);
    await answer(page);
    await page.close();
  });
}

/** Where the highest of the stacked bars stands, within its picture. */
const HIGHEST = `(() => {
  const svg = document.querySelector("#expected-spend svg[role=img]");
  const sums = new Map();
  for (const bar of svg.querySelectorAll("rect.series-fill")) {
    const x = Number(bar.getAttribute("x")) + Number(bar.getAttribute("width")) / 2;
    sums.set(x, (sums.get(x) ?? 0) + Number(bar.getAttribute("height")));
  }
  const [x] = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most));
  const box = svg.getBoundingClientRect();
  return { x: (x / svg.viewBox.baseVal.width) * box.width, y: box.height / 2 };
})()`;

question(
  "why did cost rise on Tuesday: a line names the change, and two clicks lead to a decision under it",
  async (page) => {
    const spend = page.getByRole("figure", { name: "Expected spend" });
    await spend.getByRole("link", { name: "Support chat, version 2" }).waitFor();
    const position = await page.evaluate<{ x: number; y: number }>(HIGHEST);
    await spend.locator("svg[role=img]").click({ position });
    await page.waitForURL(/\/decisions\?.*from=/);
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    const from = new URL(page.url()).searchParams.get("from") ?? "";
    const days = (Date.parse(from) - story.tuesdayMs) / 86_400_000;
    assert.ok(days > -0.5 && days < 1.5, `the spike is at ${from}`);
    // Which of the day's decisions cost most differs by the hours that a bar holds: the line above has named the preference.
    await rows.filter({ hasText: "Support chat" }).first().click();
    await page.getByRole("link", { name: /^Support chat, version \d/ }).waitFor();
  },
);

question("is the new preference better: its experiment says so, with the interval", async (page) => {
  await page.getByRole("link", { name: "Preferences" }).first().click();
  await page.getByRole("link", { name: "Code review" }).click();
  await page.getByRole("tab", { name: "Experiment" }).click();
  await page.getByText(/Reported success of B less A: \+\d/).waitFor();
});

question("which model should go: Health names it first, with what was reported", async (page) => {
  await page
    .getByRole("link", { name: /^Health/ })
    .first()
    .click();
  const first = page.getByRole("region", { name: "Calibration by model" }).getByRole("row").nth(1);
  await first.getByText(WEAK).waitFor();
  await first.getByText("worse than predicted").waitFor();
});
