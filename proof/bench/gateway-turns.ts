// What the gateway adds to a turn of 50 KB in processor time, beside a bare pass-through of the same run, and what 500 open
// streams take in memory. The provider runs in a process of its own: `node proof/bench/gateway-turns.ts` starts it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

import { startFakeProvider } from "../../packages/gateway/test/fake-provider.ts";
import { openTestGateway, post } from "../../packages/gateway/test/open-test-gateway.ts";

const TURNS = 400;
const STREAMS = 500;
const SYSTEM = "You are an agent that works on software. ".repeat(300);
const TOOLS = Array.from({ length: 24 }, (_, at) => ({
  name: `tool_${at}`,
  description: "Does something with a file of the project. ".repeat(24),
  input_schema: { type: "object", properties: { path: { type: "string" } } },
}));

const bodyOf = (turn: number): string =>
  JSON.stringify({
    model: "auto",
    stream: true,
    system: SYSTEM,
    tools: TOOLS,
    messages: [
      {
        role: "user",
        content: `Fix the typo number ${turn} in README.md. ${"Line of a file. ".repeat(500)}`,
      },
    ],
  });

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

/** @unit milliseconds of processor time for a turn */
async function timeTurns(url: string, from: number): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn += 1)
    await (await post({ url }, "/v1/messages", bodyOf(from + turn))).arrayBuffer();
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

async function measure(): Promise<void> {
  const child = fork(import.meta.filename, ["provider"]);
  const [url] = (await once(child, "message")) as [string];
  const gateway = await openTestGateway({ upstream: url });
  const bare = await startBare(url);
  await timeTurns(bare.url, 0);
  await timeTurns(gateway.url, 0);
  const [passed, routed] = [await timeTurns(bare.url, 10_000), await timeTurns(gateway.url, 20_000)];
  process.stdout.write(`bytes of a turn ${bodyOf(0).length}\n`);
  process.stdout.write(
    `processor time of a turn: bare ${passed.toFixed(2)} ms, gateway ${routed.toFixed(2)} ms\n`,
  );
  const rest = megabytes();
  const end = await openStreams(gateway.url);
  const open = megabytes();
  process.stdout.write(
    `${STREAMS} streams: ${(open - rest).toFixed(0)} MB above rest, their clients included\n`,
  );
  end();
  await gateway.close();
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
