// A rule is tried on the traffic that it will touch, before it is on.
import assert from "node:assert/strict";
import { join } from "node:path";

import type { Locator, Page } from "playwright-core";

import { axeFaults } from "./support/axe.ts";
import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient, makeTraffic } from "./support/traffic.ts";
import type { TeamClient } from "./support/traffic.ts";

const journey = journeys();
const ASKED = 24;

/** The provider that was picked most, and how often. */
async function askUnder(client: TeamClient, preferenceId: string): Promise<readonly [string, number]> {
  const picks = new Map<string, number>();
  for (let index = 0; index < ASKED; index += 1) {
    const { candidate } = await client.select({
      messages: [
        { role: "user", content: `Customer ${index} of the shop was charged twice. What do we say?` },
      ],
      llm_providers: CANDIDATES,
      preference_id: preferenceId,
    });
    const provider = String(candidate.provider);
    picks.set(provider, (picks.get(provider) ?? 0) + 1);
  }
  const [most] = [...picks].toSorted(([, a], [, b]) => b - a);
  assert.ok(most !== undefined);
  return most;
}

/** How many picks differ of how many. */
async function differIn(drawer: Locator): Promise<readonly number[]> {
  const words = await drawer.getByText(/\d+ of \d+ picks differ/).textContent();
  return (
    /(\d+) of (\d+) picks differ/
      .exec(words ?? "")
      ?.slice(1)
      .map(Number) ?? []
  );
}

async function ban(page: Page, provider: string): Promise<void> {
  const never = page.getByRole("group", { name: "Never these" });
  await never.getByRole("button", { name: "Add a rule" }).click();
  await never.getByLabel("Matched by").selectOption("Provider");
  await never.getByLabel("Glob over the provider").fill(provider);
}

journey(
  "a ban is tried on the traffic that it will touch, outlives a reload, and starts with a tenth",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    const client = await makeTraffic(trip.server.url, trip.server.firstKey, 12);
    const { id } = await client.preferences.create({ name: "Support", policy: {} });
    const [provider, picked] = await askUnder(client, id);
    await page.goto(`${trip.server.url}/preferences/${id}`);
    await ban(page, provider);
    await page.getByRole("button", { name: "Try it on past traffic" }).click();
    const drawer = page.getByRole("dialog", { name: "Try “Support” on past traffic" });
    assert.equal(await drawer.getByLabel("Preference").inputValue(), id, "it begins with its own traffic");
    assert.deepEqual(await differIn(drawer), [picked, ASKED], "it begins by itself");
    await drawer.getByLabel("Preference").selectOption("");
    await drawer.getByRole("button", { name: "Try again" }).click();
    await drawer.getByText(new RegExp(`of ${ASKED + 12} picks differ`)).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.reload();
    assert.equal((await differIn(drawer))[1], ASKED + 12, "the run stands in the address");
    assert.equal((await client.preferences.get(id)).version, 1, "nothing is on yet");
    await drawer.getByText(/picks that differ/).click();
    await drawer.getByRole("region", { name: "Changed picks" }).getByRole("link").first().waitFor();
    await drawer.getByRole("button", { name: "Start at 10 %" }).click();
    await page.getByRole("tab", { name: "Experiment", selected: true }).waitFor();
    const { policy } = await client.preferences.get(id);
    assert.equal(policy.experiment?.share, 0.1);
    const other = await client.preferences.get(policy.experiment?.preference_id ?? "");
    assert.deepEqual([other.name, other.policy.deny], ["Support (draft)", [{ provider }]]);
  },
);

journey(
  "a running experiment comes first, and two that exist are tried on the decisions in view",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/what-if");
    await page.getByRole("link", { name: "A “Support”, B “Support (draft)”" }).waitFor();
    await page.getByRole("link", { name: "Decisions", exact: true }).first().click();
    await page.getByRole("button", { name: "Filters" }).click();
    const facet = page.locator(".facet").filter({ has: page.getByLabel("Preference", { exact: true }) });
    await facet.getByRole("button", { name: /^Support \d/ }).click();
    await page
      .getByRole("button", { name: /^Remove Preference: Support/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Try on these" }).click();
    const drawer = page.getByRole("dialog", { name: "Try on past traffic" });
    await drawer.getByLabel("In force", { exact: true }).selectOption({ label: "Support" });
    await drawer.getByLabel("Instead").selectOption({ label: "Support (draft)" });
    await drawer.getByRole("button", { name: "Try it" }).click();
    const [differ = 0, of] = await differIn(drawer);
    assert.ok(differ > 0 && of === ASKED);
  },
);

journey(
  "another price is supposed, and the report of compared answers stands beside replays with its rule to try",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/what-if");
    const form = page
      .locator(".panel")
      .filter({ has: page.getByRole("button", { name: /^Try (it|again)$/ }) });
    await form.getByLabel("If we").selectOption({ label: "pay another price for" });
    assert.ok(await form.getByRole("button", { name: "Try it" }).isDisabled(), "no model is named yet");
    await form.getByLabel("Model").selectOption({ index: 1 });
    await form.getByLabel("Per cent of its price").fill("0");
    await form.getByRole("button", { name: "Try it" }).click();
    await form.getByText(/ at 0 % of its price/).waitFor();
    await form.getByText(/\d+ of \d+ picks differ/).waitFor();
    const file = page.getByLabel("Open a report");
    await file.setInputFiles({ name: "log.json", mimeType: "application/json", buffer: Buffer.from("[1]") });
    await page.getByText("This is not the report of `signalbox prove --json`.").waitFor();
    await file.setInputFiles(join(import.meta.dirname, "support/prove-report.json"));
    await page.getByText(/^At least as good on 60 of 100/).waitFor();
    await page.reload();
    await page.getByText(/^At least as good on 60 of 100/).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole("button", { name: "Try the suggested rule" }).click();
    await page.getByRole("heading", { name: "If data stays with anthropic/claude-opus-4-8" }).waitFor();
    await form.getByRole("button", { name: /^Try / }).click();
    await form.getByText(/From the policy without a preference to the draft|to the draft/).waitFor();
  },
);

journey(
  "a draft waits on the server: another browser finds it with its version, and discarding it there ends it for good",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/preferences");
    await page.getByRole("link", { name: "Support", exact: true }).click();
    const address = page.url();
    const ceiling = (of: Page): Locator => of.getByLabel("Dollars of one call, at most");
    await ceiling(page).fill("0.25");
    await page.getByText("Kept as your draft, in every browser.").waitFor();
    await page.reload();
    assert.equal(await ceiling(page).inputValue(), "0.25");
    const other = await trip.visit();
    await openSignedIn(other.page, trip.server, new URL(address).pathname);
    await other.page.getByText("Kept as your draft, in every browser.").waitFor();
    assert.equal(await ceiling(other.page).inputValue(), "0.25");
    assert.deepEqual(await axeFaults(other.page), []);
    await other.page.getByRole("button", { name: "Discard changes" }).click();
    await other.page.getByText("No changes.").waitFor();
    await other.page.reload();
    await other.page.getByText("No changes.").waitFor();
    assert.equal(await ceiling(other.page).inputValue(), "");
  },
);

journey(
  "a copy of a preference is made by one press, and its draft can be kept as a shadow",
  async (trip) => {
    const { page } = await trip.visit();
    await openSignedIn(page, trip.server, "/preferences");
    await page.getByRole("link", { name: "Support (draft)" }).click();
    await page.getByRole("button", { name: "Duplicate" }).click();
    await page.getByRole("heading", { name: "Support (draft) (copy)" }).waitFor();
    await page.getByLabel("Dollars of one call, at most").fill("0.5");
    await page.getByRole("button", { name: "Try it on past traffic" }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("Nothing to decide again here.").waitFor();
    await drawer.getByText("No decision fits the filters in this span.").waitFor();
    await drawer.getByRole("button", { name: "Save as shadow" }).click();
    await page.getByText(/decides beside the version in force/).waitFor();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const { data } = await client.preferences.list({});
    const copy = data.find(({ name }) => name === "Support (draft) (copy)");
    const shadow = data.find(({ id }) => id === copy?.policy.shadow_preference_id);
    assert.equal(shadow?.policy.price_ceiling_usd, 0.5);
    assert.equal(copy?.policy.price_ceiling_usd, undefined);
  },
);
