import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient, makeTraffic } from "./support/traffic.ts";

const journey = journeys();
const DECISIONS = 57;

journey("the export holds every decision of the query, not only those on the screen", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  await makeTraffic(trip.server.url, trip.server.firstKey, DECISIONS);
  await page.goto(`${trip.server.url}/decisions`);
  const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
  await rows.nth(50).waitFor();
  assert.equal(await rows.count(), 51, "one page is on the screen");
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  const feedback = await rows.first().getByRole("columnheader", { name: "Feedback" }).boundingBox();
  assert.ok(feedback !== null && feedback.x + feedback.width <= 1024, "the feedback is on the screen");
  if (wide !== null) await page.setViewportSize(wide);
  const save = async (): Promise<string[]> => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "decisions.csv");
    return (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  };
  const whole = await save();
  assert.equal(whole.length, DECISIONS + 1);
  assert.equal(new Set(whole.map((line) => line.split(",", 1)[0])).size, DECISIONS + 1);
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing like it");
  await page.getByText("Nothing matches").waitFor();
  assert.equal((await save()).length, 1);
});

journey(
  "a pick without a price claims nothing about prices, and the plot says who is missing",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const { session_id: id } = await client.select({
      messages: "Prove that the square root of 2 is irrational.",
      llm_providers: [
        { name: "unpriced star", model: "nobody/unpriced" },
        { provider: "openai", model: "gpt-6-luna" },
      ],
    });
    await openSignedIn(page, trip.server, `/decisions/${id}`);
    await page.getByText(/1 candidate has no known price and cannot be placed/).waitFor();
    const content = (await page.getByRole("main").textContent()) ?? "";
    assert.doesNotMatch(content, /none is cheaper|ranks behind known prices/);
  },
);

journey("a decision says what a tenth of the bill was worth, in points", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const { session_id: id } = await client.select({
    messages: "What is the capital of Mongolia?",
    llm_providers: CANDIDATES,
  });
  assert.ok(id !== undefined);
  const { explanation } = await client.decisions.get(id);
  await openSignedIn(page, trip.server, `/decisions/${id}`);
  const worth = Number((explanation.objective.usd_worth * 100).toFixed(1));
  await page
    .getByText(new RegExp(`a bill ten times smaller is worth ${worth} points?`))
    .first()
    .waitFor();
  assert.equal(await page.getByText("worth 0.00").count(), 0);
});

journey(
  "filters stand in the address and on the screen, and the way back from a decision keeps them",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const made = await client.preferences.create({ name: "Night shift", policy: {} });
    const { session_id: id } = await client.select({
      messages: "What is the capital of Mongolia?",
      llm_providers: CANDIDATES,
      preference_id: made.id,
    });
    await openSignedIn(page, trip.server, `/decisions?preference_id=${made.id}&span=7`);
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    const chip = page.getByRole("button", { name: "Remove Preference: Night shift" });
    await chip.waitFor();
    assert.match((await rows.nth(1).textContent()) ?? "", /\d{2}:\d{2}:\d{2}.*Night shift/);
    await rows.nth(1).click();
    await page.getByRole("figure", { name: "Cost and quality" }).waitFor();
    assert.ok(page.url().endsWith(`/decisions/${String(id)}`));
    await page.getByRole("link", { name: "← Decisions" }).click();
    await rows.nth(1).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("preference_id"), made.id);
    await chip.click();
    await chip.waitFor({ state: "detached" });
    await page.getByLabel("Search").fill(String(id).slice(0, 10));
    await page.waitForURL(/q=/);
    await rows.filter({ hasText: "Night shift" }).waitFor();
  },
);

journey(
  "a rejected candidate, an explored pick and a degraded answer can each be asked for",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/decisions");
    const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
    await rows.nth(50).waitFor();
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("State").selectOption("With rejected candidates");
    await page.waitForURL(/rejected=true/);
    // Every seventh call names a candidate that is too small; the head is a row too.
    const [last, beyond] = [Math.floor(DECISIONS / 7), Math.floor(DECISIONS / 7) + 1];
    await rows.nth(beyond).waitFor({ state: "detached" });
    await rows.nth(last).waitFor();
    await page.getByLabel("State").selectOption("Degraded");
    await page.getByText("Nothing matches").waitFor();
    await page.getByRole("link", { name: "Clear" }).click();
    await rows.nth(50).waitFor();
  },
);

journey(
  "a decision leads to its neighbours, its model, and the playground with the same candidates and words",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const question = "What is the capital of Mongolia, and why did it move so often?";
    await openSignedIn(page, trip.server, "/settings");
    await page.getByText("Kept with decisions").click();
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved.").waitFor();
    const ask = () =>
      client.select({
        messages: [{ role: "user", content: question }],
        llm_providers: CANDIDATES.slice(0, 3),
      });
    const [first, second] = [await ask(), await ask()];
    await page.goto(`${trip.server.url}/decisions/${String(second.session_id)}`);
    await page.getByText(question, { exact: true }).waitFor();
    await page.getByRole("link", { name: "Older" }).click();
    await page.waitForURL(new RegExp(String(first.session_id)));
    await page.getByRole("link", { name: "Newer" }).click();
    await page.waitForURL(new RegExp(String(second.session_id)));
    await page.getByRole("button", { name: "Copy id" }).click();
    assert.equal(await page.evaluate<string>("navigator.clipboard.readText()"), second.session_id);
    const ranking = page.getByRole("region", { name: "Ranking" });
    const bars = await ranking.getByRole("img", { name: /^Loses / }).all();
    const totals = await Promise.all(
      bars.map(async (bar) =>
        Number(/^Loses ([\d.]+)/.exec((await bar.getAttribute("aria-label")) ?? "")?.[1]),
      ),
    );
    assert.ok(totals.length > 1);
    assert.equal(totals[0], Math.min(...totals), "the pick loses least");
    await ranking
      .locator(".badge")
      .filter({ hasText: /points? behind$|^within/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Open on Start" }).click();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    await page.getByTestId("pick").waitFor();
    const words = page.getByLabel("Text of turn 1");
    assert.equal(await words.inputValue(), question);
    await page.reload();
    await page.getByTestId("pick").waitFor();
    assert.equal(await words.inputValue(), question);
  },
);

journey(
  "dragging over the chart narrows the list, which the chart counts for one filter and for several",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/decisions?span=1");
    const chart = page.getByRole("figure", { name: "Decisions over time" });
    await chart
      .getByText(/^\d+ decisions for \$/)
      .first()
      .waitFor();
    const svg = chart.locator("svg[role=img]");
    const box = await svg.boundingBox();
    assert.ok(box !== null);
    await svg.click({ position: { x: box.width - 14, y: box.height / 2 } });
    await page.getByLabel("From").waitFor();
    const { searchParams } = new URL(page.url());
    assert.equal(
      Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? ""),
      3_600_000,
    );
    await page.goto(`${trip.server.url}/decisions?span=1&field=software`);
    await chart
      .getByText(/by field\.$/)
      .first()
      .waitFor();
    await page.goto(`${trip.server.url}/decisions?span=1&feedback=none&degraded=false`);
    const lead = chart.getByText(/^\d+ decisions for \$.*, by model\.$/).first();
    const rows = page.getByRole("region", { name: "Decisions" }).locator("tbody tr");
    await rows.first().waitFor();
    while (await page.getByRole("button", { name: "Load more" }).isVisible())
      await page.getByRole("button", { name: "Load more" }).click();
    await page.waitForLoadState("networkidle");
    assert.equal(Number.parseInt(await lead.innerText(), 10), await rows.count());
    await chart.getByLabel("Group by").selectOption("By cost");
    await chart
      .getByRole("link", { name: /^\$|^under/ })
      .first()
      .click();
    await page.waitForURL(/cost=/);
    assert.equal(new URL(page.url()).searchParams.get("feedback"), "none");
  },
);

journey(
  "the fields to filter by are those that decisions were read as, and each finds its own",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/decisions?span=7");
    await page.getByRole("button", { name: "Filters" }).click();
    const field = page.locator(".facet").filter({ has: page.getByLabel("Field", { exact: true }) });
    await field.locator("option").nth(1).waitFor({ state: "attached" });
    const choice = (await field.locator("option").nth(1).textContent()) ?? "";
    const [, name = "", counted = ""] = /^(.*) \((\d+)\)$/.exec(choice) ?? [];
    await field.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await field.locator("[aria-pressed=true]").filter({ hasText: counted }).waitFor();
    await page
      .getByRole("figure", { name: "Decisions over time" })
      .getByText(/by field\.$/)
      .first()
      .waitFor();
    const cells = page
      .getByRole("region", { name: "Decisions" })
      .locator("tbody tr td:nth-child(3) span.row");
    await cells.first().waitFor();
    for (const text of await cells.allInnerTexts())
      assert.ok(text.startsWith(name), `${text} is not ${name}`);
  },
);

journey(
  "the time to decide on the overview opens the decisions that took longest, and any order can be asked for",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/");
    await page.getByRole("link", { name: "Time to decide" }).click();
    await page.waitForURL(/sort=decide_us/);
    const rows = page.getByRole("region", { name: "Decisions", exact: true }).getByRole("row");
    await rows.nth(1).waitFor();
    assert.equal(await page.getByLabel("Sort").inputValue(), "decide_us");
    const sorted = page.waitForResponse((answer) => answer.url().includes("sort=usd"));
    await rows.first().getByRole("button", { name: "Dollars" }).click();
    const { data } = (await (await sorted).json()) as {
      readonly data: readonly { readonly usd: number | null }[];
    };
    const dollars = data.map(({ usd }) => usd ?? -1);
    assert.ok(dollars.length > 40);
    assert.deepEqual(
      dollars,
      dollars.toSorted((a, b) => b - a),
    );
    await page.getByText("Sorted among the newest 20,000 that fit.").waitFor();
    assert.equal(
      await rows.first().getByRole("columnheader", { name: "Dollars" }).getAttribute("aria-sort"),
      "descending",
    );
  },
);
