// A database file with damaged pages, as a failing disk leaves it: found after the start, and never answered with a 500.
import assert from "node:assert/strict";
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";

import { mulberry32 } from "@signalbox/engine/numerics";

import { createService, type Service } from "../src/composition/create-service.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { CONVERSATION } from "./filled-account.ts";
import { keyOf } from "./select-client.ts";
import { startTestService } from "./test-service.ts";

const DECISIONS = 150;

/** As it runs: what a damaged row says is not held to the schema of the answer. */
const openAgain = (folder: string): Promise<Service> =>
  createService({
    config: loadConfig({ file: undefined, env: {}, flags: { "data-dir": folder, "log-level": "silent" } }),
  });

const call = (service: Pick<Service, "app">, key: string, url: string, payload?: object) =>
  service.app.http.inject({
    method: payload === undefined ? "GET" : "POST",
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

interface Installation {
  readonly folder: string;
  readonly key: string;
  readonly sessions: readonly string[];
}

async function install(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-damaged-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const service = await startTestService({ flags: { "data-dir": folder } });
  const key = keyOf(service);
  const sessions: string[] = [];
  for (let index = 0; index < DECISIONS; index += 1) {
    const body = { ...CONVERSATION, llm_providers: [...CONVERSATION.llm_providers, `own/${index}`] };
    const answer = await call(service, key, "/api/v1/model-select", body);
    sessions.push(answer.json<{ session_id: string }>().session_id);
  }
  await service.close();
  return { folder, key, sessions };
}

/** Overwrites a part of some pages with what a disk may give back: bytes without meaning. */
function damage(folder: string, seed: number): void {
  const file = join(folder, "signalbox.db");
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  const pages = database.prepare("select pageno from dbstat where name like 'decisions%'").all();
  const { page_size: size } = database.prepare("pragma page_size").get() ?? {};
  database.close();
  const random = mulberry32(seed);
  const handle = openSync(file, "r+");
  for (let count = 0; count < 25; count += 1) {
    const page = Number(pages[Math.floor(random() * pages.length)]?.["pageno"]) - 1;
    const bytes = Buffer.from(Array.from({ length: 400 }, () => Math.floor(256 * random())));
    const within = Math.floor(random() * (Number(size) - bytes.length));
    writeSync(handle, bytes, 0, bytes.length, page * Number(size) + within);
  }
  closeSync(handle);
}

test("damaged pages are found after the start, said by /readyz, and read as 503 where they hold what is asked for", async () => {
  const installation = await install();
  let refused = 0;
  for (const seed of [1, 2, 3]) {
    const folder = `${installation.folder}-${seed}`;
    cpSync(installation.folder, folder, { recursive: true });
    after(() => rmSync(folder, { recursive: true, force: true }));
    damage(folder, seed);
    const service = await openAgain(folder);
    after(() => service.close());
    await service.context.pages.start();
    assert.equal(service.context.pages.state, "damaged");
    const ready = await service.app.http.inject({ url: "/readyz" });
    assert.equal(ready.statusCode, 503);
    assert.match(ready.payload, /damaged.*signalbox doctor.*restore/);
    const urls = installation.sessions.flatMap((id) => [
      `/api/v1/decisions/${id}`,
      `/api/v1/decisions?chain_id=${id}`,
    ]);
    for (const url of [
      ...urls,
      "/api/v1/decisions?limit=200",
      "/api/v1/overview",
      "/api/v1/decisions/export",
    ]) {
      const { statusCode, payload } = await call(service, installation.key, url);
      assert.ok([200, 404, 503].includes(statusCode), `${url}: ${statusCode} ${payload.slice(0, 300)}`);
      refused += Number(statusCode === 503);
    }
    await service.close();
  }
  assert.ok(refused > 0);
});

test("a whole database is said to be whole", async () => {
  const { folder } = await install();
  const service = await openAgain(folder);
  await service.context.pages.start();
  const ready = await service.app.http.inject({ url: "/readyz" });
  assert.equal(ready.json<{ pages: string }>().pages, "whole");
  await service.close();
});
