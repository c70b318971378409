// The promise of docs/operations.md in a short form: a replica is replaced behind HAProxy under load, and no request fails.
// `npm run rolling-upgrade` replaces three.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { postgresSkipReason } from "@signalbox/storage/testing";
import { parse } from "yaml";

import { CONFIGURATION_TEXT, haproxySkipReason } from "./balancer.ts";
import { measureUpgrade } from "./upgrade.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMPOSE = join(ROOT, "deploy/compose/three-replicas.yaml");

interface Compose {
  readonly "x-replica": { readonly environment: Readonly<Record<string, string>> };
  readonly services: Readonly<Record<string, unknown>>;
}

test("replicas of the compose file drain for longer than the balancer takes to notice, and it knows each of them", () => {
  const compose = parse(readFileSync(COMPOSE, "utf8")) as Compose;
  const [, seconds, checks] = /\binter (\d+)s fall (\d+)/.exec(CONFIGURATION_TEXT) ?? [];
  const noticedMs = Number(seconds) * Number(checks) * 1000;
  const drainMs = Number(compose["x-replica"].environment["SIGNALBOX_DRAIN_MS"]);
  assert.ok(drainMs > noticedMs, `${drainMs} ms against ${noticedMs} ms`);
  const known = Array.from(
    CONFIGURATION_TEXT.matchAll(/^ {2}server \w+ ([\w-]+):8787$/gm),
    ([, name]) => name,
  );
  assert.deepEqual(
    known,
    Object.keys(compose.services).filter((name) => name.startsWith("replica-")),
  );
});

test(
  "a replica is replaced behind HAProxy without a failed request",
  { skip: haproxySkipReason() || (await postgresSkipReason()) },
  async () => {
    const { sent, failures } = await measureUpgrade({
      from: ROOT,
      to: ROOT,
      replicas: 2,
      replaced: 1,
      requestsPerSecond: 100,
      checkMs: 500,
      drainMs: 2_000,
      restMs: 1_500,
    });
    assert.deepEqual([...failures], []);
    assert.ok(sent > 200, `${sent} requests`);
  },
);
