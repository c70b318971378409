// Deleted data are gone from the disk: every byte of the data directory is searched, while the service runs and after it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import type { CustomRouter } from "@signalbox/contracts";

import { makeTemporaryFolder, sweepTemporaryFolders } from "../src/context/temporary-folder.ts";
import { purgeOldData } from "../src/services/decisions/purge-old-data.ts";
import { createRetention } from "../src/services/decisions/retention.ts";
import { createServiceWatch } from "../src/services/service-health/watch-service.ts";
import { fillAccount } from "./filled-account.ts";
import { EXAMPLE } from "./select-client.ts";
import { createTestClock, startTestService, type TestService } from "./test-service.ts";

const TEXTS = 20;
const MARK = "vermilion-otter";

const textOf = (index: number): string => `${MARK}-${index} ${"filler ".repeat(index * 60)}`;

/** How many of the texts stand anywhere in the directory's files. */
function countTexts(directory: string): number {
  const bytes = Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))));
  return Array.from({ length: TEXTS }, (_, index) => `${MARK}-${index} `).filter(
    (text) => bytes.indexOf(text) !== -1,
  ).length;
}

const forgetNothing = (): Promise<void> => Promise.resolve();

async function startWithTexts(directory: string) {
  const service = await startTestService({ flags: { "data-dir": directory } });
  const account = await fillAccount(service, "pipit");
  const { browser } = account;
  assert.equal(
    (await browser.call("PATCH", "/account", { body: { settings: { retention: "text" } } })).status,
    200,
  );
  for (let index = 0; index < TEXTS; index += 1) {
    const messages = [{ role: "user", content: textOf(index) }];
    assert.equal(
      (await browser.call("POST", "/model-select", { body: { ...EXAMPLE, messages } })).status,
      200,
    );
  }
  await service.context.journal.flush();
  assert.equal(countTexts(directory), TEXTS);
  return { service, account };
}

async function inDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "signalbox-stays-"));
  try {
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test("no text of a deleted account is left in any file", () =>
  inDirectory(async (directory) => {
    const { service, account } = await startWithTexts(directory);
    const { name } = await account.browser.get<{ name: string }>("/account");
    const gone = await account.browser.call("DELETE", "/account", { body: { confirm: name } });
    assert.ok(gone.status < 300, gone.text);
    assert.equal(countTexts(directory), 0);
    await service.close();
  }));

test("an account that stops keeping text keeps none of what it had", () =>
  inDirectory(async (directory) => {
    const { service, account } = await startWithTexts(directory);
    await account.browser.call("PATCH", "/account", { body: { settings: { retention: "none" } } });
    await purgeOldData(service.context, forgetNothing);
    assert.equal(countTexts(directory), 0);
    await service.close();
  }));

async function countFiles(service: TestService, accountId: string, id: string): Promise<number> {
  let parts = 0;
  for await (const _part of service.context.storage.customRouters.streamEvidence({
    accountId,
    id,
    kind: "upload",
  }))
    parts += 1;
  return parts;
}

test("the file of a cancelled training is gone immediately", async () => {
  const service = await startTestService();
  const { browser, accountId } = await fillAccount(service, "wheatear");
  const rows = Array.from({ length: 30 }, (_, i) => ({ prompt: `p${i}`, scores: { a: 1, b: 0 } }));
  const { id } = await browser.post<CustomRouter>("/custom-routers", { name: "mine", rows }, 201);
  assert.ok((await countFiles(service, accountId, id)) > 0);
  assert.equal(
    (await browser.call("PATCH", `/custom-routers/${id}`, { body: { state: "cancelled" } })).status,
    200,
  );
  assert.equal(await countFiles(service, accountId, id), 0);
  await service.close();
});

test("audit rows go when their days are over, and younger ones stay", async () => {
  const service = await startTestService({ flags: { "audit-days": "30" } });
  const { accountId, browser } = await fillAccount(service, "knot");
  const actions = async () =>
    (await service.context.storage.audit.list({ accountId, limit: 200 })).items.map(({ action }) => action);
  assert.ok((await actions()).length > 1);
  service.clock.ms += 31 * 86_400_000;
  await browser.post("/auth/sign-in", { email: "knot@example.org", password: "nine patient copper bells" });
  await purgeOldData(service.context, forgetNothing);
  assert.deepEqual(await actions(), ["user.sign_in"]);
  await service.close();
});

test("a clock that is 100 days ahead at a start deletes nothing before the service has run for a day with it", () =>
  inDirectory(async (directory) => {
    const flags = { "data-dir": directory, "decisions-days": "30" };
    const before = await startTestService({ flags });
    const account = await fillAccount(before, "knot");
    await createRetention(before.context, forgetNothing)();
    await before.close();
    const clock = createTestClock();
    clock.ms += 100 * 86_400_000;
    const service = await startTestService({ flags, clock });
    await createRetention(service.context, forgetNothing)();
    const { items } = await service.context.storage.decisions.list({
      accountId: account.accountId,
      limit: 10,
    });
    assert.ok(items.length > 0);
    await createServiceWatch(service.context)();
    const alerts = await service.context.storage.alerts.list({
      accountId: account.accountId,
      openOnly: true,
      limit: 50,
    });
    assert.ok(alerts.items.some(({ subject }) => subject === "clock"));
    await service.close();
  }));

test("the temporary folder of a killed process is removed by the next start, that of a living one is not", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const abandoned = join(tmpdir(), `signalbox-work-${pid}-1-x`);
  const earlier = join(tmpdir(), `signalbox-work-${process.pid}-1-x`);
  for (const folder of [abandoned, earlier]) mkdirSync(folder);
  const living = await makeTemporaryFolder();
  await sweepTemporaryFolders();
  assert.deepEqual(
    [abandoned, earlier, living].map((folder) => existsSync(folder)),
    [false, false, true],
  );
  rmSync(living, { recursive: true });
});
