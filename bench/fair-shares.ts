// What the other accounts keep of their throughput while one asks for twenty times its share:
// `node bench/fair-shares.ts [--seconds N] [--rounds N] [--deciding N] [--off]`. Ten accounts on one server in a closed loop, in alternating
// rounds; `--off` lifts the limits, which shows what they are for, and `--deciding`
// sets `limits.decidingMax`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { buildBody } from "./cases.ts";
import { pinSelf, startChildServer } from "./child-server.ts";
import { runClosedLoop, type ClosedLoopResult } from "./closed-loop.ts";
import { buildTarget } from "./raw-client.ts";

const OTHERS = 9;
const SHARE = 2;
const CROWD = 20 * SHARE;
const MAIN = join(import.meta.dirname, "../packages/cli/src/main.ts");

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    deciding: { type: "string" },
    off: { type: "boolean", default: false },
  },
});
const durationMs = Number(values.seconds) * 1000;
const unlimited = ["--deciding-max", "100000", "--in-flight-per-account-max", "100000"];
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-shares-"));
const isPinned = pinSelf();
const server = await startChildServer(MAIN, [
  "serve",
  "--no-dashboard",
  "--json",
  "--port",
  "0",
  "--sign-up",
  "open",
  "--data-dir",
  dataDir,
  ...(values.off ? unlimited : []),
  ...(values.deciding === undefined ? [] : ["--deciding-max", values.deciding]),
]);

/** A fresh account's key. */
async function signUp(index: number): Promise<string> {
  const post = async (path: string, body: object, cookie = ""): Promise<Response> =>
    fetch(`${server.url.origin}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-signalbox-csrf": "1", cookie },
      body: JSON.stringify(body),
    });
  const person = { email: `person-${index}@example.org`, password: "nine patient copper bells" };
  const joined = await post("/auth/sign-up", { ...person, organisation: `organisation ${index}` });
  const cookie = joined.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const made = await post("/keys", { name: "bench" }, cookie);
  return ((await made.json()) as { key: string }).key;
}

const keys: string[] = [];
for (let index = 0; index < OTHERS; index += 1) keys.push(await signUp(index));
const body = buildBody({ bytes: 1_000, candidates: 5, tools: 0, turns: 1 });
const load = (key: string, connections: number, forMs = durationMs): Promise<ClosedLoopResult> =>
  runClosedLoop(
    buildTarget({ url: server.url, path: "/api/v1/model-select", key, body }),
    connections,
    forMs,
  );

interface Round {
  readonly others: number;
  readonly one: number;
  readonly faults: number;
}

async function round(connections: number): Promise<Round> {
  const [one, ...others] = await Promise.all([
    load(server.key, connections),
    ...keys.map((key) => load(key, SHARE)),
  ]);
  const sum = (read: (result: ClosedLoopResult) => number): number =>
    others.reduce((total, result) => total + read(result), 0);
  return {
    others: sum(({ requestsPerSecond }) => requestsPerSecond),
    one: one?.requestsPerSecond ?? 0,
    faults: sum(({ faults }) => faults),
  };
}

await Promise.all(keys.map((key) => load(key, SHARE, 2_000)));
const kept: number[] = [];
console.log(`limits ${values.off ? "lifted" : "as shipped"}, ${isPinned ? "pinned" : "not pinned"}`);
for (let count = 0; count < Number(values.rounds); count += 1) {
  const calm = await round(SHARE);
  const crowded = await round(CROWD);
  kept.push(crowded.others / calm.others);
  const figures = [calm.others, calm.one, crowded.others, crowded.one].map(Math.round);
  console.log(
    `others ${figures[0]}/s beside one at its share (${figures[1]}/s); ` +
      `${figures[2]}/s beside one at 20 shares (${figures[3]}/s): ${(100 * (kept.at(-1) ?? 0)).toFixed(1)} % kept, ` +
      `${calm.faults + crowded.faults} failed`,
  );
}
kept.sort((left, right) => left - right);
console.log(`the others kept ${(100 * (kept[kept.length >> 1] ?? 0)).toFixed(1)} % (median)`);
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
