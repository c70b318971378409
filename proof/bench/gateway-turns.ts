// The processor time that the gateway adds to a turn of 50 KB, beside a bare pass-through of the same run, and what 500 open
// streams take in memory. Provider and contenders run in processes of their own, as they do in use, and each tells what it took.
//   node --expose-gc proof/bench/gateway-turns.ts [--against CHECKOUT] [--rounds 60] [--calls 20] [--only engine] [--parts]
// The contenders of another checkout of the project take part in the same run, so that a change is held against what was there.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { createRouter, loadRoutingModel } from "@signalbox/engine";
import { createService, loadConfig, prepareFirstStart } from "@signalbox/server";

import { createLocalDecider, type LocalDecider } from "../../packages/cli/src/gateway/deciders.ts";
import { startFakeProvider } from "../../packages/gateway/test/fake-provider.ts";
import { CANDIDATES, openTestGateway, post } from "../../packages/gateway/test/open-test-gateway.ts";
import { timeParts } from "./gateway-parts.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "60" },
    calls: { type: "string", default: "20" },
    only: { type: "string" },
    parts: { type: "boolean", default: false },
  },
});
/** Short rounds in turn, since the machine's mood changes by the second. */
const ROUNDS = Number(values.rounds);
const CALLS = Number(values.calls);
/** Until the compiler is warm nothing is measured. */
const WARM_UP_CALLS = 400;
/** Steps of a session of an agent. */
const TURNS = 20;
const STREAMS = 500;
const SYSTEM = "You are an agent that works on software. ".repeat(300);
const TOOLS = Array.from({ length: 24 }, (_, at) => ({
  name: `tool_${at}`,
  description: "Does something with a file of the project. ".repeat(24),
  input_schema: { type: "object", properties: { path: { type: "string" } } },
}));

const bodyWith = (messages: readonly object[]): string =>
  JSON.stringify({ model: "auto", stream: true, system: SYSTEM, tools: TOOLS, messages });

/** A person's turn that was never read before. */
const bodyOf = (turn: number): string =>
  bodyWith([
    {
      role: "user",
      content: `Fix the typo number ${turn} in README.md. ${"Line of a file. ".repeat(500)}`,
    },
  ]);

/** Steps of an agent, as most calls of one are: each round is a session, whose first call alone has a new turn of a person. */
function stepOf(turn: number): string {
  const [session, steps] = [Math.floor(turn / TURNS), turn % TURNS];
  const asked = `Rename variable ${session} in the parser, run its tests. ${"Line of a file. ".repeat(120)}`;
  const work = Array.from({ length: steps }, (_, step) => {
    const id = `call_${session}_${step}`;
    const input = { path: `src/parser/part-${step}.ts` };
    return [
      { role: "assistant", content: [{ type: "tool_use", id, name: "tool_1", input }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: id,
            content: `${step}: export const part = read(source); `.repeat(12),
          },
        ],
      },
    ];
  });
  return bodyWith([{ role: "user", content: asked }, ...work.flat()]);
}

/** A process that answers calls, on its own side of the line. */
interface Running {
  readonly url: string;
  /** Ends what its calls have left to do, so that no later round pays for it. */
  readonly settle?: () => Promise<void>;
}

/** Connects both sides and reads nothing. */
async function startBare(upstream: string): Promise<Running> {
  const server = createServer((asked, answer) => {
    const { method, headers, url = "" } = asked;
    const passed = request(upstream + url, { method: method ?? "POST", headers }, (got) => {
      answer.writeHead(got.statusCode ?? 200, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function startProvider(): Promise<Running> {
  const provider = await startFakeProvider((got) => {
    // Calls that were kept would be copied by the collector for as long as the run lasts.
    provider.got.length = 0;
    return got.headers["x-held"] === undefined ? {} : { text: "held", until: new Promise(() => {}) };
  });
  return provider;
}

const ignore = (): Promise<void> => Promise.resolve();

/** A gateway that reads and writes as usual, and calls the first model whatever is asked. */
function startUndecided(upstream: string): Promise<Running> {
  const [label = ""] = CANDIDATES;
  let calls = 0;
  const decide = () => Promise.resolve({ llm_label: label, session_id: `call-${(calls += 1)}` });
  return openTestGateway({ upstream, decide, report: ignore });
}

async function startEngine(upstream: string): Promise<Running> {
  const router = createRouter({
    model: loadRoutingModel(await readShippedArtefact()),
    catalog: createCatalog(),
  });
  return openTestGateway({
    upstream,
    decide: (body) => Promise.resolve(router.select(body)),
    report: ignore,
  });
}

/** As `signalbox gateway` decides and reports: the service in this process, with its journal. */
async function startService(upstream: string, reports: boolean): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-turns-"));
  process.once("exit", () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const flags = { "data-dir": dataDir, "log-level": "silent", "journal-sync": "normal" };
  const service = await createService({ config: loadConfig({ file: undefined, env: {}, flags }) });
  await service.app.http.ready();
  await prepareFirstStart(service.context);
  const decider = await createLocalDecider(service.context);
  const decide: LocalDecider["decide"] = (body) => decider.decide(body);
  const report: LocalDecider["report"] = reports ? (feedback) => decider.report(feedback) : ignore;
  const { url } = await openTestGateway({ upstream, decide, report });
  return { url, settle: () => decider.flush() };
}

const ALL = "all of signalbox gateway, reports too";
const CONTENDERS: Readonly<Record<string, (upstream: string) => Promise<Running>>> = {
  bare: startBare,
  "no decision": startUndecided,
  engine: startEngine,
  "engine and journal": (upstream) => startService(upstream, false),
  [ALL]: (upstream) => startService(upstream, true),
};

/** Since the process began. @unit milliseconds of processor time */
async function processorTime({ settle }: Running): Promise<number> {
  await settle?.();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
}

/** In a process of its own: starts, and tells what was taken whenever it is asked. */
async function serve(name: string, upstream: string): Promise<void> {
  const running = await (CONTENDERS[name] ?? startProvider)(upstream);
  process.on("disconnect", () => process.exit());
  process.on("message", (what) => {
    if (what === "memory") process.send?.(megabytes());
    else void processorTime(running).then((ms) => process.send?.(ms));
  });
  process.send?.(running.url);
}

interface Contender {
  readonly url: string;
  readonly ask: (what: "time" | "memory") => Promise<number>;
  readonly child: ChildProcess;
}

async function start(name: string, upstream = "", program = import.meta.filename): Promise<Contender> {
  const child = fork(program, [name, upstream]);
  const [url] = (await once(child, "message")) as [string];
  const ask: Contender["ask"] = async (what) => {
    child.send(what);
    const [answer] = (await once(child, "message")) as [number];
    return answer;
  };
  return { url, ask, child };
}

/** @unit milliseconds of processor time for a turn */
async function timeTurns({ url, ask }: Contender, bodies: readonly string[]): Promise<number> {
  const before = await ask("time");
  for (const body of bodies) await (await post({ url }, "/v1/messages", body)).arrayBuffer();
  return ((await ask("time")) - before) / bodies.length;
}

async function openStreams(url: string): Promise<void> {
  await Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      const answer = await fetch(`${url}/v1/messages`, {
        method: "POST",
        body: bodyOf(at),
        headers: { "x-held": "1" },
      });
      await answer.body?.getReader().read();
    }),
  );
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** In turns, so that a loud minute is loud for all. */
async function compare(
  contenders: ReadonlyMap<string, Contender>,
  kind: { readonly name: string; readonly bodyOf: (turn: number) => string },
): Promise<void> {
  const times = new Map([...contenders.keys()].map((name) => [name, [] as number[]]));
  let from = 0;
  for (let round = -Math.ceil(WARM_UP_CALLS / CALLS); round < ROUNDS; round += 1)
    for (const [name, contender] of contenders) {
      from += CALLS;
      const bodies = Array.from({ length: CALLS }, (_, turn) => kind.bodyOf(from + turn));
      const ms = await timeTurns(contender, bodies);
      if (round >= 0) times.get(name)?.push(ms);
    }
  const bare = times.get("bare") ?? [];
  for (const [name, own] of times) {
    const added = own.map((ms, round) => ms - (bare[round] ?? 0));
    process.stdout.write(
      `${kind.name}, ${name}: ${median(own).toFixed(2)} ms, added ${median(added).toFixed(2)} ms (half of the rounds ${quantile(added, 0.25).toFixed(2)} to ${quantile(added, 0.75).toFixed(2)})\n`,
    );
  }
}

async function startAll(upstream: string): Promise<ReadonlyMap<string, Contender>> {
  const contenders = new Map<string, Contender>();
  const { against, only } = values;
  for (const name of Object.keys(CONTENDERS)) {
    if (name !== "bare" && only !== undefined && name !== only) continue;
    contenders.set(name, await start(name, upstream));
    if (against === undefined || name === "bare") continue;
    const program = join(against, "proof/bench/gateway-turns.ts");
    contenders.set(`${name}, of ${against}`, await start(name, upstream, program));
  }
  return contenders;
}

async function measureStreams(held: Contender): Promise<void> {
  const rest = await held.ask("memory");
  await openStreams(held.url);
  const open = await held.ask("memory");
  process.stdout.write(`${STREAMS} streams: ${(open - rest).toFixed(0)} MB above rest\n`);
}

const KINDS = [
  { name: "new turn", bodyOf },
  { name: "steps of a session", bodyOf: stepOf },
];

async function measureParts(): Promise<void> {
  for (const kind of KINDS) process.stdout.write(`${kind.name}\n${await timeParts(kind.bodyOf)}`);
}

async function measure(): Promise<void> {
  const provider = await start("provider");
  const contenders = await startAll(provider.url);
  process.stdout.write(
    `processor time of a call; bytes of a new turn ${bodyOf(0).length}, of steps ${stepOf(0).length} to ${stepOf(TURNS - 1).length}; ${ROUNDS} rounds of ${CALLS} calls each\n`,
  );
  for (const kind of KINDS) await compare(contenders, kind);
  const all = contenders.get(ALL);
  if (all !== undefined) await measureStreams(all);
  for (const { child } of [...contenders.values(), provider]) child.disconnect();
  process.exit();
}

const [name = "", upstream = ""] = positionals;
if (values.parts) await measureParts();
else await (process.send === undefined ? measure() : serve(name, upstream));
