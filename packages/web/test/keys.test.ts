import assert from "node:assert/strict";

import { journeys } from "./support/journey.ts";
import { claimAccount, cookieCalls } from "./support/seed-account.ts";
import { openSignedIn } from "./support/sign-in.ts";

const journey = journeys();
const HOSTILE = `<img src=x onerror="document.title='broken'"> 🚦 مفتاح`;

function call(url: string, key: string): Promise<Response> {
  return fetch(`${url}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ messages: "Hello", llm_providers: [{ model: "openai/gpt-5.4-mini" }] }),
  });
}

journey(
  "a pressed-twice button makes one key, shown once, and revoking it turns the next call away",
  async (trip) => {
    const { context, page } = await trip.visit();
    await claimAccount(context, trip.server);
    await page.goto(`${trip.server.url}/keys`);
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill(HOSTILE);
    await page.getByRole("button", { name: "Create the key" }).dblclick();
    const secret = (await page.getByTestId("secret").textContent()) ?? "";
    await page.getByRole("button", { name: "I have stored it" }).click();
    const rows = page.getByRole("region", { name: "API keys" }).getByRole("row");
    await rows.locator("strong", { hasText: HOSTILE }).waitFor();
    assert.equal(await rows.count(), 3, "the header, the first key and the new one");
    assert.equal(await page.title(), "API keys · Signalbox");
    assert.equal((await page.content()).includes(secret), false);
    assert.equal((await call(trip.server.url, secret)).status, 200);
    await rows.filter({ hasText: HOSTILE }).getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke now" }).click();
    await rows.locator("strong", { hasText: HOSTILE }).waitFor({ state: "detached" });
    assert.equal((await call(trip.server.url, secret)).status, 401);
    await page.goto(`${trip.server.url}/audit-log`);
    await page.getByLabel("Action").selectOption("revoked a key");
    await page.waitForURL(/action=key\.revoke/);
    const entries = page.getByRole("region", { name: "Audit log" }).getByRole("row");
    await entries.filter({ hasText: "revoked a key" }).getByRole("link", { name: HOSTILE }).waitFor();
    assert.equal(await entries.count(), 2, "the header and the one entry");
    await page.getByLabel("Who").selectOption("Key First key");
    await page.getByText("Nothing like this has been recorded.").waitFor();
  },
);

journey("a rotated key hands its name on and the old one works for the overlap only", async (trip) => {
  const { page } = await trip.visit();
  await page.goto(`${trip.server.url}/keys`);
  await page.getByRole("textbox", { name: "Email" }).fill("ada@example.org");
  await page.getByRole("textbox", { name: "Password" }).fill("points and signals 1856");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByRole("button", { name: /^Rotate/ })
    .first()
    .click();
  await page.getByLabel("Overlap").selectOption("Stop the old key immediately");
  await page.getByRole("button", { name: "Make the new key" }).click();
  const secret = (await page.getByTestId("secret").textContent()) ?? "";
  assert.equal((await call(trip.server.url, secret)).status, 200);
  assert.equal((await call(trip.server.url, trip.server.firstKey)).status, 401);
});

journey("a secret that is shown once goes only when its owner says that it is stored", async (trip) => {
  const { page } = await trip.visit();
  await openSignedIn(page, trip.server, "/keys?new");
  await page.getByLabel("Name").fill("Shown once");
  await page.getByLabel("Name").press("Enter");
  const secret = page.getByTestId("secret");
  await secret.waitFor();
  for (const press of ["Enter", "Escape", "Escape", "Space", "Enter"]) await page.keyboard.press(press);
  assert.equal(await page.getByRole("dialog").getByRole("button", { name: "Close" }).count(), 0);
  assert.match((await secret.textContent()) ?? "", /^sk_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

journey("thousands of keys come a page at a time, and a search looks at all of them", async (trip) => {
  const { context, page } = await trip.visit();
  await openSignedIn(page, trip.server, "/members");
  const call = cookieCalls(context, trip.server.url);
  for (let index = 0; index < 120; index += 1) await call("post", "/keys", { name: `Key ${index}` });
  await page.goto(`${trip.server.url}/keys`);
  const rows = page.getByRole("region", { name: "API keys" }).getByRole("row");
  await rows.nth(100).waitFor();
  assert.equal(await rows.count(), 101);
  await page.getByRole("button", { name: "Load more" }).click();
  await rows.nth(120).waitFor();
  await page.getByRole("button", { name: "Load more" }).waitFor({ state: "detached" });
  await page.reload();
  await rows.nth(100).waitFor();
  const oldest = rows.filter({ hasText: /Key 0\b/ });
  assert.equal(await oldest.count(), 0, "the oldest is on a page that is not there yet");
  await page.getByLabel("Find a key").fill("key 0");
  await oldest.waitFor();
  assert.equal(await rows.count(), 2);
  await page.getByLabel("Find a key").fill("no such key");
  await page.getByText("No row holds these letters.").waitFor();
});

journey("a key tells what was asked for with it in the span, and who made it", async (trip) => {
  const { context, page } = await trip.visit();
  await openSignedIn(page, trip.server, "/keys");
  const made = await cookieCalls(context, trip.server.url)<{ key: string }>("post", "/keys", {
    name: "Reporter",
    scopes: ["select"],
  });
  assert.equal((await call(trip.server.url, made.key)).status, 200);
  await page.goto(`${trip.server.url}/keys?span=1`);
  const row = page.getByRole("row").filter({ hasText: "Reporter" });
  await row.getByText("ada@example.org").waitFor();
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 1024, height: 768 });
  const revoke = await row.getByRole("button", { name: "Revoke Reporter" }).boundingBox();
  assert.ok(revoke !== null && revoke.x + revoke.width <= 1024, "what ends a key is on a narrow screen");
  if (wide !== null) await page.setViewportSize(wide);
  const requests = row.getByRole("cell").nth(2).getByRole("link");
  await requests.waitFor();
  const count = Number(/^\d+/.exec((await requests.innerText()).trim())?.[0]);
  assert.ok(count > 0);
  await requests.click();
  const rows = page.getByRole("region", { name: "Decisions" }).getByRole("row");
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), count + 1);
  assert.equal(new URL(page.url()).searchParams.get("span"), "1");
});
