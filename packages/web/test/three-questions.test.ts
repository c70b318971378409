// Questions of somebody who never saw the dashboard, answered by clicking, on weeks whose answers are known. Ten tasks count
// their clicks from the first page on: typing counts as no click, a choice from a list is two.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import type { Browser, Locator, Page } from "playwright-core";

import { findBrowser, launchBrowser, NO_BROWSER } from "./support/real-browser.ts";
import { cookieCalls, OWNER } from "./support/seed-account.ts";
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

/** Place of the highest of the stacked bars within its picture. */
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

question("which model should go: Learning names it first, with what was reported", async (page) => {
  await page.getByRole("link", { name: "Learning" }).first().click();
  const first = page.getByRole("region", { name: "Calibration by model" }).getByRole("row").nth(1);
  await first.getByText(WEAK).waitFor();
  await first.getByText("worse than predicted").waitFor();
});

const CLICKS_MAX = 5;

interface Hand {
  readonly clicks: number;
  press(what: Locator): Promise<void>;
  choose(from: Locator, option: string): Promise<void>;
}

function createHand(): Hand {
  const hand = {
    clicks: 0,
    press: async (what: Locator): Promise<void> => {
      hand.clicks += 1;
      await what.click();
    },
    choose: async (from: Locator, option: string): Promise<void> => {
      hand.clicks += 2;
      await from.selectOption(option);
    },
  };
  return hand;
}

function task(name: string, travel: (page: Page, hand: Hand) => Promise<void>): void {
  question(`task: ${name}`, async (page) => {
    const hand = createHand();
    await travel(page, hand);
    assert.ok(hand.clicks <= CLICKS_MAX, `${hand.clicks} clicks`);
  });
}

const toPage = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).first();
const rowsOf = (page: Page, name: string): Locator =>
  page.getByRole("region", { name, exact: true }).locator("tbody tr");

task("why was this decision made", async (page, hand) => {
  await hand.press(toPage(page, "Decisions"));
  await hand.press(rowsOf(page, "Decisions").first());
  await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
  await page
    .getByText(/a bill ten times smaller is worth/)
    .first()
    .waitFor();
});

task("what changed since yesterday", async (page, hand) => {
  await hand.press(page.getByText("24 hours", { exact: true }));
  await hand.press(page.getByRole("button", { name: "Period before" }));
  await page
    .locator("dl.figures")
    .getByText(/on the period before/)
    .first()
    .waitFor();
  await page.locator("svg[role=img] .before-line").first().waitFor({ state: "attached" });
  const table = page.getByRole("region", { name: "Cost and success by model" });
  await hand.press(table.getByRole("button", { name: "Change", exact: true }));
  const first = await table.locator("tbody tr td:nth-child(3)").first().innerText();
  assert.match(first, /%|×|none before/, "what changed most stands first");
});

task("which key burns the most", async (page, hand) => {
  await hand.press(toPage(page, "Keys"));
  const table = page.getByRole("region", { name: "API keys" });
  await table.getByRole("link", { name: /^\$/ }).first().waitFor();
  await hand.press(table.getByRole("button", { name: "Expected" }));
  const cells = await table.locator('td[data-label="Expected"] a').allInnerTexts();
  const dollars = cells.map((text) => Number(text.replaceAll(/[$,]/g, "")));
  assert.ok(dollars.length > 1);
  assert.deepEqual(
    dollars,
    dollars.toSorted((a, b) => b - a),
  );
});

task("does it save money, and how sure is that", async (page, hand) => {
  const headline = page.getByRole("region", { name: "What routing did" });
  await headline.getByText(/routing .*(saved|cost) \$.* always .* and .* always /).waitFor();
  await headline.getByText(/By reports the best single model is .* Routing (saved|cost) \$/).waitFor();
  await headline.getByText(/Reported success [\d.]+ %, n = \d+/).waitFor();
  assert.equal(hand.clicks, 0, "it stands first");
});

task("ban a vendor for customers in the EU, and see last week under the ban first", async (page, hand) => {
  const before = await story.client.preferences.get(story.preferences.support);
  await hand.press(toPage(page, "Decisions"));
  const row = rowsOf(page, "Decisions").filter({ hasText: "region: eu" }).filter({ hasText: "Support chat" });
  const [vendor = ""] = (await row.first().getByRole("link").first().innerText()).split("/");
  await hand.press(row.first());
  await hand.press(page.getByRole("link", { name: "Ban its vendor" }));
  const drawer = page.getByRole("dialog", { name: "Try \u201cSupport chat\u201d on past traffic" });
  await drawer.getByText(`never vendor ${vendor} when region is eu`).waitFor();
  const said = (await drawer.getByText(/\d+ of \d+ picks differ/).textContent()) ?? "";
  const [, differ, of] = /(\d+) of (\d+) picks differ/.exec(said) ?? [];
  assert.ok(Number(differ) > 0 && Number(of) > Number(differ), said);
  await drawer.getByText(/^Dollars of 1,000 calls: /).waitFor();
  const now = await story.client.preferences.get(story.preferences.support);
  assert.equal(now.version, before.version, "nothing is on yet");
  await hand.press(drawer.getByRole("button", { name: `Save as version ${before.version + 1}` }));
  await page.getByText(`Version ${before.version + 1} is in force.`).waitFor();
  const saved = await story.client.preferences.get(story.preferences.support);
  assert.deepEqual(saved.policy.deny, [
    {
      attribute: { name: "vendor", op: "eq", value: vendor },
      when: { tags: { region: "eu", team: "customer care" } },
    },
  ]);
});

task("be alerted when something goes wrong", async (page, hand) => {
  await hand.press(toPage(page, "Settings"));
  await page.getByLabel("Post alerts to").fill("https://hooks.example.org/alerts");
  await hand.press(page.getByRole("button", { name: "Save settings" }));
  await page.getByText("Settings saved.").waitFor();
  await hand.press(page.getByRole("button", { name: "Send a test alert" }));
  await page.getByText(/^The webhook (could not be reached|took it|refused it)/).waitFor();
});

task("compare two custom routers, on the same rows and on traffic", async (page, hand) => {
  const call = cookieCalls(page.context(), story.url);
  for (const name of ["Spring", "Autumn"]) await trainSmall(call, name);
  await hand.press(toPage(page, "Learning"));
  await hand.press(page.getByLabel("Compare Spring"));
  await hand.press(page.getByLabel("Compare Autumn"));
  await hand.press(page.getByRole("button", { name: "Compare the two" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/prompts are common to both/).waitFor();
  await hand.press(dialog.getByRole("button", { name: "Compare on traffic" }));
  await dialog.getByText(/of \d+ picks differ/).waitFor();
});

async function trainSmall(call: ReturnType<typeof cookieCalls>, name: string): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    prompt: `How many wagons has train ${index} after ${index * 7} stops?`,
    scores: { "openai/gpt-5.4-mini": index % 10 === 0 ? 0 : 1, "openai/gpt-6-luna": index % 3 === 0 ? 0 : 1 },
  }));
  const { id } = await call<{ id: string }>("post", "/custom-routers", { name, rows });
  for (let tries = 0; tries < 240; tries += 1) {
    const { status } = await call<{ status: string }>("get", `/custom-routers/${id}`);
    if (status === "ready") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`${name} was not trained`);
}

task("invite a colleague", async (page, hand) => {
  await hand.press(toPage(page, "Organisation"));
  await hand.press(page.getByRole("button", { name: "Invite" }));
  await page.getByRole("dialog").getByLabel("Email").fill("grace@example.org");
  await hand.press(page.getByRole("button", { name: "Make the invitation" }));
  await page.getByTestId("secret").waitFor();
});

task("revoke a key", async (page, hand) => {
  await hand.press(toPage(page, "Keys"));
  await hand.press(page.getByRole("button", { name: "Revoke Nightly reports" }));
  await hand.press(page.getByRole("dialog").getByRole("button", { name: /^Revoke/ }));
  await page.getByRole("button", { name: "Revoke Nightly reports" }).waitFor({ state: "detached" });
});

task("export the decisions", async (page, hand) => {
  await hand.press(toPage(page, "Decisions"));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    hand.press(page.getByRole("link", { name: "Export CSV" })),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  assert.ok(lines.length > 500, `${lines.length} lines`);
});
