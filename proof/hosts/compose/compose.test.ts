import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { parse } from "yaml";

import { CONFIGURATION_TEXT } from "../../faults/balancer.ts";

const COMPOSE = join(import.meta.dirname, "../../../deploy/compose/three-replicas.yaml");

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
