// The processor time that the gateway adds to a turn of 50 KB, beside a bare pass-through of the same run, and what 500 open
// streams take in memory. The provider runs in a process of its own: `node proof/bench/gateway-turns.ts` starts it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createService, loadConfig, prepareFirstStart } from "@signalbox/server";

import { createLocalDecider, type LocalDecider } from "../../packages/cli/src/gateway/deciders.ts";
import { startFakeProvider } from "../../packages/gateway/test/fake-provider.ts";
import { openTestGateway, post } from "../../packages/gateway/test/open-test-gateway.ts";

/** Short rounds in turn, since the machine's mood changes by the second. */
const TURNS = 20;
const ROUNDS = 60;
/** Until the compiler is warm nothing is measured. */
const WARM_UP = 20;
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

/** Connects both sides and reads nothing. */
async function startBare(upstream: string): Promise<{ url: string; close: () => void }> {
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

interface Contender {
  readonly url: string;
  /** Ends what its calls have left to do, so that no other contender pays for it. */
  readonly settle?: () => Promise<void>;
}

/** @unit milliseconds of processor time for a turn */
async function timeTurns({ url, settle }: Contender, bodies: readonly string[]): Promise<number> {
  const before = process.cpuUsage();
  for (const body of bodies) await (await post({ url }, "/v1/messages", body)).arrayBuffer();
  await settle?.();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TURNS;
}

const megabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 1024 / 1024;
};

async function openStreams(url: string): Promise<() => void> {
  const controller = new AbortController();
  await Promise.all(
    Array.from({ length: STREAMS }, async (_, at) => {
      const answer = await fetch(`${url}/v1/messages`, {
        method: "POST",
        body: bodyOf(at),
        headers: { "x-held": "1" },
        signal: controller.signal,
      });
      await answer.body?.getReader().read();
    }),
  );
  return () => {
    controller.abort();
  };
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** In turns, so that a loud minute is loud for all. */
async function compare(
  contenders: Readonly<Record<string, Contender>>,
  kind: { readonly name: string; readonly bodyOf: (turn: number) => string },
): Promise<void> {
  const times = new Map(Object.keys(contenders).map((name) => [name, [] as number[]]));
  let from = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    for (const [name, contender] of Object.entries(contenders)) {
      from += TURNS;
      const bodies = Array.from({ length: TURNS }, (_, turn) => kind.bodyOf(from + turn));
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

/** As `signalbox gateway` decides and reports: the service in this process, with its journal. */
async function openService(): Promise<{
  readonly decider: LocalDecider;
  readonly close: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-turns-"));
  const flags = { "data-dir": dataDir, "log-level": "silent", "journal-sync": "normal" };
  const service = await createService({ config: loadConfig({ file: undefined, env: {}, flags }) });
  await service.app.http.ready();
  await prepareFirstStart(service.context);
  const decider = await createLocalDecider(service.context);
  const close = async (): Promise<void> => {
    await decider.flush();
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { decider, close };
}

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ["provider"]);
  const [url] = (await once(child, "message")) as [string];
  const gateway = await openTestGateway({ upstream: url });
  const service = await openService();
  const { decider } = service;
  const decide: LocalDecider["decide"] = (body) => decider.decide(body);
  const report: LocalDecider["report"] = (feedback) => decider.report(feedback);
  const journalled = await openTestGateway({ upstream: url, decide });
  const whole = await openTestGateway({ upstream: url, decide, report });
  const bare = await startBare(url);
  process.stdout.write(
    `processor time of a call; bytes of a new turn ${bodyOf(0).length}, of steps ${stepOf(0).length} to ${stepOf(TURNS - 1).length}; ${ROUNDS} rounds of ${TURNS} calls each\n`,
  );
  const contenders = {
    bare,
    engine: gateway,
    "engine and journal": journalled,
    "all of signalbox gateway, reports too": { url: whole.url, settle: () => decider.flush() },
  };
  await compare(contenders, { name: "new turn", bodyOf });
  await compare(contenders, { name: "steps of a session", bodyOf: stepOf });
  const rest = megabytes();
  const end = await openStreams(gateway.url);
  const open = megabytes();
  process.stdout.write(
    `${STREAMS} streams: ${(open - rest).toFixed(0)} MB above rest, their clients included\n`,
  );
  end();
  await gateway.close();
  await journalled.close();
  await whole.close();
  await service.close();
  bare.close();
  child.kill();
  process.exit();
}

if (process.argv[2] === "provider") {
  const provider = await startFakeProvider((got) =>
    got.headers["x-held"] === undefined ? {} : { text: "held", until: new Promise(() => {}) },
  );
  process.send?.(provider.url);
} else await measure();
