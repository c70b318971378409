import assert from "node:assert/strict";

import fc from "fast-check";
import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import type { Journey } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { createTeamClient } from "./support/traffic.ts";

const journey = journeys();
const HARD = "Prove that every finite division ring is commutative, with every step justified.";

/** @param isFirst whether the account is still to be claimed */
async function openPlayground(trip: Journey, isFirst = false): Promise<Page> {
  const { context, page } = await trip.visit();
  if (isFirst) {
    await claimAccount(context, trip.server);
    await page.goto(`${trip.server.url}/start`);
  } else await openSignedIn(page, trip.server, "/start");
  await page.getByRole("button", { name: "Clear" }).click();
  await page
    .getByLabel("Add a candidate")
    .fill("openai/gpt-5.4-mini openai/gpt-5.6-sol mistral/ministral-3-3b google/gemma-3n-e4b-it");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Text of turn 1").fill(HARD);
  return page;
}

interface Asked {
  readonly policy: { readonly objective: { readonly usd_weight: number } };
}

/** Presses the key on the cost lever and waits until the answer for this very weight is drawn. */
async function pullCost(page: Page, key: string, usdWeight: number): Promise<string> {
  const answered = page.waitForResponse((response) => {
    if (!response.url().endsWith("/playground") || response.request().method() !== "POST") return false;
    const asked = response.request().postDataJSON() as Asked;
    return Math.abs(asked.policy.objective.usd_weight - usdWeight) < 1e-6;
  });
  await page.getByRole("slider", { name: "Cost" }).press(key);
  const { llm_label: label } = (await (await answered).json()) as { llm_label: string };
  await page.getByTestId("pick").getByText(label, { exact: true }).waitFor();
  return label;
}

async function dollarsOfPick(page: Page): Promise<number> {
  const cell = page.locator('.ranked[data-picked] td[data-label="Dollars"]');
  return Number(((await cell.textContent()) ?? "").replaceAll(/[$,]/g, ""));
}

journey(
  "pulling the levers moves the pick: free money buys the best, expensive money the cheapest",
  async (trip) => {
    const page = await openPlayground(trip, true);
    const dial = page.getByRole("list", { name: "Picks along the dial" });
    await dial.getByRole("button").last().click();
    await dial.getByRole("button", { pressed: true }).and(dial.getByRole("button").last()).waitFor();
    const last = (await dial.getByRole("button").last().getAttribute("title")) ?? "";
    await page.getByTestId("pick").getByText(last, { exact: true }).waitFor();
    await page.getByText("Two dials").click();
    const best = await pullCost(page, "Home", 0);
    const bestUsd = await dollarsOfPick(page);
    const cheap = await pullCost(page, "End", 1000);
    const cheapUsd = await dollarsOfPick(page);
    assert.notEqual(cheap, best);
    assert.ok(cheapUsd < bestUsd, `${cheapUsd} is not below ${bestUsd}`);
    const plot = page.getByRole("img", { name: new RegExp(`Picked: ${cheap}`) });
    await plot.waitFor();
    await page.goto(`${trip.server.url}/decisions`);
    await page.getByText("No decisions yet").waitFor();
  },
);

journey("what stands in the playground survives a reload and leaves as a call that works", async (trip) => {
  const { context, page } = await trip.visit();
  await page.goto(trip.server.url);
  await page.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
  await page.getByRole("textbox", { name: "Password" }).fill("points and signals 1856");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Start" }).click();
  await page.getByLabel("Text of turn 1").fill('It\'s "quoted" & $HOME `ticked`');
  await page.getByText("One dial").click();
  await page.getByTestId("pick").waitFor();
  await page.reload();
  assert.equal(await page.getByLabel("Text of turn 1").inputValue(), 'It\'s "quoted" & $HOME `ticked`');
  const snippet = (await page.getByRole("region", { name: "The call" }).textContent()) ?? "";
  assert.ok(snippet.includes('"cost_quality_tradeoff":5'));
  await page.getByRole("tab", { name: "Python" }).click();
  await page.getByRole("region", { name: "The call" }).getByText("urllib.request").waitFor();
  await context.close();
});

journey("pasted prompts show what each step of the dial would cost and lose", async (trip) => {
  const page = await openPlayground(trip);
  const compare = page.getByRole("button", { name: "Compare" });
  assert.equal(await compare.getAttribute("aria-disabled"), "true");
  await page.getByLabel("Your prompts, one a line").fill(`What is 7 + 5?\n\n${HARD}`);
  await page.getByLabel("The model that you call now").selectOption("openai/gpt-5.6-sol");
  await compare.click();
  const table = page.getByRole("region", { name: "Bill and success of each way" });
  await table.getByText("always openai/gpt-5.6-sol").waitFor();
  await table.getByText("dial 10").waitFor();
  assert.match((await table.textContent()) ?? "", /\d+ \(-?\d+ to \d+\)/);
});

journey("candidates are suggested to a person who typed before the catalogue arrived", async (trip) => {
  const { page } = await trip.visit();
  const catalogue = Promise.withResolvers<void>();
  await page.route("**/models*", async (route) => {
    await catalogue.promise;
    await route.continue();
  });
  await openSignedIn(page, trip.server, "/start");
  await page.getByLabel("Text of turn 1").fill("Which rivers meet at Koblenz?");
  await page.getByText("Candidates (0)").waitFor();
  assert.equal(await page.getByText("Nothing to decide yet").count(), 0);
  catalogue.resolve();
  await page.getByTestId("pick").waitFor();
  assert.equal(await page.getByLabel("Text of turn 1").inputValue(), "Which rivers meet at Koblenz?");
});

journey(
  "a pasted request brings its turns and candidates, and a link brings both to somebody else",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/start");
    const request = {
      messages: [
        { role: "system", content: "Answer in one line." },
        { role: "user", content: [{ type: "text", text: "Who was Ada?" }] },
      ],
      llm_providers: [{ provider: "openai", model: "gpt-5.4-mini" }, { name: "house-model" }],
    };
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(JSON.stringify(request))})`);
    await page.getByLabel("Text of turn 1").fill("");
    await page.getByLabel("Text of turn 1").press("ControlOrMeta+v");
    const candidates = page.getByRole("list", { name: "Candidates" }).getByRole("listitem");
    await candidates.filter({ hasText: "house-model" }).waitFor();
    assert.equal(await candidates.count(), 2);
    await page.getByTestId("pick").waitFor();
    await page.getByRole("button", { name: "Copy a link" }).click();
    const link = await page.evaluate<string>("navigator.clipboard.readText()");
    const other = await trip.visit();
    await openSignedIn(other.page, trip.server, link.slice(trip.server.url.length));
    await other.page.getByTestId("pick").waitFor();
    assert.equal(await other.page.getByLabel("Text of turn 2").inputValue(), "Who was Ada?");
    assert.equal(await other.page.getByRole("list", { name: "Candidates" }).getByRole("listitem").count(), 2);
    assert.equal(new URL(other.page.url()).hash, "");
  },
);

journey(
  "tools are typed or pasted as JSON, turn away who cannot take them, and stand in the call that is copied",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/start");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Add a candidate").fill("openai/gpt-6-luna allenai/olmo-2-32b");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Text of turn 1").fill("Where is order 4471?");
    await page.getByText("Tools", { exact: true }).click();
    await page.getByLabel("Tools as JSON").fill("[{");
    await page.getByText(/^This is not a list of tools/).waitFor();
    await page.getByRole("button", { name: "An example" }).click();
    await page.getByText("1 tool", { exact: true }).first().waitFor();
    const rejected = page.getByRole("region", { name: "Rejected candidates" });
    await rejected.getByText("allenai/olmo-2-32b").waitFor();
    await page.getByText("Quality", { exact: true }).click();
    const call = page.getByRole("region", { name: "The call" });
    await call.getByText("find_order").waitFor();
    await page.getByRole("button", { name: "No tools" }).click();
    await rejected.waitFor({ state: "detached" });
  },
);

const ROSTER = [
  "openai/gpt-5.4-mini",
  "openai/gpt-6-luna",
  "openai/gpt-5.2",
  "openai/gpt-6.1-terra",
  "openai/gpt-5.6-sol",
  "anthropic/claude-sonnet-4-6",
  "anthropic/claude-opus-4-8",
  "anthropic/claude-haiku-4-5",
  "google/gemini-3.8-flash",
  "google/gemini-3.1-flash-lite",
  "deepseek/deepseek-chat",
  "mistral/ministral-3-3b",
];
const WORK = [
  HARD,
  "Thanks!",
  "Which rivers meet at Koblenz?",
  "Fix the deadlock in this worker pool and add a test.",
  "Translate into German: the points are moved.",
];

journey(
  "whatever is asked under whatever objective, the least loss that is shown is the pick",
  async (trip) => {
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const objectives = [
      { kind: "quality" },
      { kind: "cost" },
      { kind: "latency" },
      { kind: "dial", cost_quality_tradeoff: 8 },
      { kind: "weights", usd_weight: 4, seconds_weight: 0.001, risk_weight: 0.2 },
    ] as const;
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(ROSTER, { minLength: 2, maxLength: 6 }),
        fc.constantFrom(...WORK),
        fc.constantFrom(...objectives),
        async (labels, work, objective) => {
          const { explanation, llm_label: picked } = await client.playground({
            messages: [{ role: "user", content: work }],
            llm_providers: labels.map((label) => ({ model: label, provider: label.split("/", 1)[0] ?? "" })),
            policy: { objective },
          });
          const totals = explanation.ranking.map(({ loss }) => loss?.total ?? Number.NaN);
          const pick = explanation.ranking.find(({ label }) => label === picked);
          shown += totals.length;
          assert.ok((pick?.loss?.total ?? Infinity) <= Math.min(...totals) + 1e-9, `${picked}: ${work}`);
          for (const { loss, label } of explanation.ranking) {
            assert.ok(loss !== undefined);
            const { total, ...terms } = loss;
            const sum = Object.values(terms).reduce((all, term) => all + term, 0);
            assert.ok(Math.abs(sum - total) < 1e-6, label);
          }
        },
      ),
      { numRuns: 60 },
    );
    assert.ok(shown > 120, `${shown} candidates`);
  },
);
