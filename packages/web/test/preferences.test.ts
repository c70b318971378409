import assert from "node:assert/strict";

import type { PreferencePolicy } from "@signalbox/sdk";

import type { Page } from "playwright-core";

import { journeys } from "./support/journey.ts";
import { claimAccount } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";
import { CANDIDATES, createTeamClient, makeTraffic } from "./support/traffic.ts";

const journey = journeys();
const idIn = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";
const REQUEST = {
  messages: [{ role: "user", content: "What is the capital of Mongolia?" }],
  llm_providers: CANDIDATES,
};

journey("a preference made by hand shows what it would change, then changes a real call", async (trip) => {
  const { context, page } = await trip.visit();
  await claimAccount(context, trip.server);
  const client = await makeTraffic(trip.server.url, trip.server.firstKey, 12);
  const before = await client.select(REQUEST);
  const { provider } = before.candidate;
  assert.ok(typeof provider === "string");
  await page.goto(`${trip.server.url}/preferences/new`);
  await page.getByLabel("Name").fill("No more of them");
  await page.getByText("Best quality").click();
  await page.getByRole("button", { name: "Create and edit" }).click();
  const never = page.getByRole("group", { name: "Never these" });
  await never.getByRole("button", { name: "Add a rule" }).click();
  await never.getByLabel("Matched by").selectOption("Provider");
  await never.getByLabel("Glob over the provider").fill(provider);
  await page.getByRole("complementary", { name: "What would change" }).getByText("picks change").waitFor();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByText(/^Version 2: quality first, .*; never provider/).waitFor();
  await page.getByText("No changes.").waitFor();
  await page.getByText(/^0 of \d+ picks change/).waitFor();
  assert.equal(await never.getByLabel("Glob over the provider").inputValue(), provider);
  const preferenceId = idIn(page);
  const after = await client.select({ ...REQUEST, preference_id: preferenceId });
  assert.notEqual(after.candidate.provider, provider);
});

journey("once a version is saved, the dry run compares with it and finds nothing to change", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/preferences");
  await page.getByRole("link", { name: "No more of them" }).click();
  const dryRun = page.getByRole("complementary", { name: "What would change" });
  await dryRun.getByText(/^0 of \d+ picks change/).waitFor();
});

journey("a rule that was left empty is asked about, never dropped", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const made = await client.preferences.create({ name: "Half a rule", policy: {} });
  await openSignedIn(page, trip.server, `/preferences/${made.id}`);
  await page.getByLabel("Dollars of one call, at most").fill("0.75");
  await page.getByRole("group", { name: "Never these" }).getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByText("Fill this rule in, or remove it.").waitFor();
  assert.equal((await client.preferences.get(made.id)).version, 1);
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByText(/^Version 2:/).waitFor();
});

journey("a rule that matches nothing is said under the rule, and kept when it is meant", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const made = await client.preferences.create({ name: "A slip", policy: {} });
  await openSignedIn(page, trip.server, `/preferences/${made.id}`);
  const never = page.getByRole("group", { name: "Never these" });
  await never.getByRole("button", { name: "Add a rule" }).click();
  await never.getByLabel("Matched by").selectOption("Provider");
  await never.getByLabel("Glob over the provider").fill("depseek");
  await never.getByText(/Did you mean “deepseek”\? \d+ picks? in 30 days\./).waitFor();
  await page.getByRole("button", { name: "Try it on past traffic" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Save as version 2" }).click();
  await drawer.getByText("Nothing is saved yet.").waitFor();
  await drawer.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByText("It is marked above.").waitFor();
  assert.equal((await client.preferences.get(made.id)).version, 1);
  await page.getByRole("button", { name: "It is meant: save all the same" }).click();
  await page.getByText(/^Version 2: .*never provider depseek/).waitFor();
});

journey("versions are compared and an earlier one is brought back", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/preferences");
  await page.getByRole("link", { name: "No more of them" }).click();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare version 1" }).click();
  await page.getByRole("region", { name: "Differences" }).getByText('"provider"').waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Roll back to version 1" }).click();
  await page.getByRole("button", { name: "Roll back", exact: true }).click();
  await page.getByText(/^Version 3: quality first, near ties go to the cheaper\.$/).waitFor();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const preferenceId = idIn(page);
  assert.equal((await client.preferences.get(preferenceId)).policy.deny, undefined);
  await page.goto(`${trip.server.url}/audit-log`);
  await page
    .getByRole("row", { name: /rolled a preference back/ })
    .getByRole("link", { name: "What changed" })
    .click();
  const change = page.getByRole("dialog", { name: "Changed by version 3" });
  const removed = change.locator("[data-change=removed]");
  await removed.getByText('"provider"').waitFor();
  await page.keyboard.press("Escape");
  await change.waitFor({ state: "detached" });
  assert.equal(new URL(page.url()).search, "?tab=versions");
});

journey(
  "a replay stays in the list with its intervals, opens again by its address, and is deleted",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    await makeTraffic(trip.server.url, trip.server.firstKey, 24);
    const frugal = await client.preferences.create({
      name: "Frugal",
      policy: { objective: { kind: "cost" } },
    });
    await openSignedIn(page, trip.server, `/what-if?b=${frugal.id}`);
    await page.getByLabel("In force", { exact: true }).selectOption("No more of them");
    await page.getByRole("radio", { name: "All" }).click({ force: true });
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    const row = page.getByRole("row", { name: /No more of them, version \d+ → Frugal, version 1/ });
    await row.getByRole("img", { name: /^Dollars of 1,000 calls: .* to / }).waitFor();
    await row.getByRole("img", { name: /^Latency: / }).waitFor();
    await page.goto(`${trip.server.url}/preferences`);
    await page.getByRole("link", { name: "What if" }).and(page.locator(".button")).click();
    await row.getByRole("link").click();
    await page
      .getByText(/^From No more of them, version \d+ to Frugal, version 1, on all of the journal/)
      .waitFor();
    await page.reload();
    await page.getByText(/of 3[0-9] picks differ/).waitFor();
    await row.getByRole("button", { name: "Delete Frugal, version 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByText(/of 3[0-9] picks differ/).waitFor({ state: "detached" });
  },
);

journey("two tabs cannot overwrite each other unseen, and neither loses what it typed", async (trip) => {
  const { context, page } = await trip.visit();
  await openSignedIn(page, trip.server, "/preferences");
  await page.getByRole("link", { name: "No more of them" }).click();
  await page.getByRole("heading", { name: "No more of them", level: 1 }).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  // Only now: a tab that opens later begins with the draft that the service keeps.
  await other.getByLabel("Dollars of one call, at most").waitFor();
  await page.getByLabel("Seconds of one call, at most").fill("30");
  await other.getByLabel("Dollars of one call, at most").fill("0.5");
  await other.getByRole("button", { name: "Save as version 4" }).click();
  await other.getByText(/^Version 4:/).waitFor();
  await page.getByRole("button", { name: "Save as version 4" }).click();
  await page.getByText("Somebody saved a newer version").waitFor();
  assert.equal(await page.getByLabel("Seconds of one call, at most").inputValue(), "30");
  await page.getByRole("button", { name: "Load it, keep my edits" }).click();
  await page.getByRole("button", { name: "Save as version 5" }).click();
  await page.getByText(/^Version 5:.*at most \$0.50? a call; at most 30/).waitFor();
});

journey("saving keeps what the form does not show", async (trip) => {
  const { page } = await trip.visit();
  const client = createTeamClient(trip.server.url, trip.server.firstKey);
  const other = await client.preferences.create({ name: "Challenger", policy: {} });
  const policy: PreferencePolicy = {
    objective: { kind: "weights", usd_weight: 3, seconds_weight: 0.1, risk_weight: 2 },
    deny: [{ provider: "anthropic", model: "nothing-*" }],
    reject_deprecated: true,
    retention: "none",
    shadow_preference_id: other.id,
    experiment: { preference_id: other.id, share: 0.3 },
  };
  const made = await client.preferences.create({ name: "Full", policy, unknown_ok: true });
  await openSignedIn(page, trip.server, `/preferences/${made.id}`);
  await page.getByLabel("Glob over the model").fill("claude-*");
  await page.getByLabel("Dollars of one call, at most").fill("0.75");
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByText(/^Version 2:/).waitFor();
  assert.deepEqual((await client.preferences.get(made.id)).policy, {
    ...policy,
    deny: [{ provider: "anthropic", model: "claude-*" }],
    price_ceiling_usd: 0.75,
  });
});

journey(
  "an experiment is started, watched by its stopping rule, and stopped by taking the other side over",
  async (trip) => {
    const { page } = await trip.visit();
    const client = createTeamClient(trip.server.url, trip.server.firstKey);
    const strict = await client.preferences.create({
      name: "Strict <i>side</i>",
      policy: { fallback: "strict" },
    });
    const house = await client.preferences.create({ name: "House", policy: { price_ceiling_usd: 1 } });
    await openSignedIn(page, trip.server, `/preferences/${house.id}?tab=experiment`);
    await page.getByLabel("Compare with").selectOption("Strict <i>side</i>");
    await page.getByRole("slider", { name: "Share of sessions" }).fill("0.4");
    await page.getByRole("button", { name: "Start the experiment" }).click();
    const question = page.getByRole("dialog", { name: "Start the experiment" });
    await question.getByText(/40 % of the sessions .* are decided by “Strict <i>side<\/i>”/).waitFor();
    assert.equal((await client.preferences.get(house.id)).version, 1, "nothing is divided before the answer");
    await question.getByRole("button", { name: "Send 40 % by the other" }).click();
    await page.getByText("40 % of the sessions use B, “Strict <i>side</i>”. No session").waitFor();
    for (let session = 0; session < 20; session += 1) {
      const { session_id: id } = await client.select({ ...REQUEST, preference_id: house.id });
      await client.feedback({ session_id: id ?? "", value: session % 2 });
    }
    await page.getByRole("button", { name: "Count again" }).click();
    await page.getByText("from too few sessions to say more.").waitFor();
    await page.getByText("each preference has at least 30 sessions with feedback").waitFor();
    await page.getByRole("button", { name: "Stop, take over the policy of B" }).click();
    await page.getByText("The experiment has ended").first().waitFor();
    const { policy, version } = await client.preferences.get(house.id);
    assert.deepEqual([version, policy], [3, strict.policy]);
    await page.getByRole("button", { name: "Start the experiment" }).waitFor();
    await page.goto(`${trip.server.url}/what-if`);
    await page
      .getByRole("row", { name: /A “House”, B “Strict <i>side<\/i>” undecided .* 40 % 20 / })
      .waitFor();
  },
);
