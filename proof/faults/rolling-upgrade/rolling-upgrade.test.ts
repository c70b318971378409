// The promise of docs/operations.md in a short form: a replica is replaced behind HAProxy under load, and no request fails.
// `npm run rolling-upgrade` replaces three.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { postgresSkipReason } from "@signalbox/storage/testing";

import { haproxySkipReason } from "./balancer.ts";
import { measureUpgrade } from "./upgrade.ts";

const ROOT = join(import.meta.dirname, "../../..");

test(
  "a replica is replaced behind HAProxy without a failed request",
  { skip: haproxySkipReason() || (await postgresSkipReason()) },
  async () => {
    const { sent, failures, wrong } = await measureUpgrade({
      from: ROOT,
      to: ROOT,
      replicas: 2,
      replaced: 1,
      requestsPerSecond: 100,
      checkMs: 500,
      drainMs: 2_000,
      restMs: 1_500,
    });
    assert.deepEqual([...failures, ...wrong], []);
    assert.ok(sent > 200, `${sent} requests`);
  },
);
