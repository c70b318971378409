// `npm run rolling-upgrade`: replaces three replicas behind HAProxy under load and counts what failed.
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { haproxySkipReason } from "./balancer.ts";
import { measureUpgrade } from "./upgrade.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    from: { type: "string", default: ROOT },
    replicas: { type: "string", default: "3" },
    rate: { type: "string", default: "200" },
    "drain-ms": { type: "string", default: "3000" },
    "rest-ms": { type: "string", default: "5000" },
  },
});

const why = haproxySkipReason();
if (why !== false) throw new Error(`Cannot measure: ${why}.`);
const { sent, failures, wrong, latenciesMs, durationMs, replacedInMs } = await measureUpgrade({
  from: resolve(values.from),
  to: ROOT,
  replicas: Number(values.replicas),
  replaced: Number(values.replicas),
  requestsPerSecond: Number(values.rate),
  drainMs: Number(values["drain-ms"]),
  restMs: Number(values["rest-ms"]),
  onStep: (text) => process.stderr.write(`rolling-upgrade: ${text}\n`),
});
const sorted = latenciesMs.toSorted((a, b) => a - b);
const at = (share: number): string => (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(1);
const failed = [...Map.groupBy([...failures.map(({ word }) => word), ...wrong], String)]
  .map(([word, same]) => `${same.length} x ${word}`)
  .join(", ");
process.stdout.write(
  `${replacedInMs.length} replicas replaced in ${(durationMs / 1000).toFixed(0)} s under ${values.rate} requests a second\n` +
    `requests   ${sent}\nfailed     ${failed === "" ? 0 : failed}\n` +
    `latency    p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms\n` +
    `machine    ${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores, load generator included\n`,
);
if (failed !== "") process.exitCode = 1;
