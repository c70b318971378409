// A service of two workers, as a separate process: what it promises of one process holds of both.
import assert from "node:assert/strict";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const MAIN = join(import.meta.dirname, "../main.ts");
const BODY = JSON.stringify({
  messages: [{ role: "user", content: "Why is the sky blue?" }],
  llm_providers: [
    { provider: "openai", model: "gpt-5" },
    { provider: "openai", model: "gpt-5-mini" },
  ],
});

type Service = ChildProcessByStdio<null, Readable, Readable>;

function startServe(dataDir: string, port = 0, ...flags: readonly string[]): Service {
  const address = ["--port", String(port), "--host", "127.0.0.1"];
  const settings = ["--workers", "2", ...address, "--data-dir", dataDir, ...flags];
  const args = [
    "--disable-warning=ExperimentalWarning",
    MAIN,
    "serve",
    "--no-dashboard",
    "--json",
    ...settings,
  ];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
}

interface Served {
  readonly url: string;
  readonly key: string;
}

async function announced({ stdout }: Service): Promise<Served> {
  for await (const line of createInterface({ input: stdout })) return JSON.parse(line) as Served;
  throw new Error("The service ended before it listened.");
}

interface Answer {
  readonly status: number | undefined;
  /** Each process has its own prefix. */
  readonly process: string;
  readonly body: string;
}

interface Client extends Served {
  /** Keeps one connection, and with it a worker. */
  readonly agent: Agent;
}

function send({ url, key, agent }: Client, path: string, body?: string): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const method = body === undefined ? "GET" : "POST";
  return request(`${url}${path}`, { method, headers, agent }).end(body);
}

async function answerTo(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const id = String(response.headers["x-request-id"]);
  return {
    status: response.statusCode,
    process: id.slice(0, id.lastIndexOf("-")),
    body: await text(response),
  };
}

const decide = (client: Client): ClientRequest => send(client, "/api/v1/model-select", BODY);

/** Linux alone tells them. */
async function childrenOf({ pid }: Service): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.trim().split(" ").map(Number);
}

async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-workers-"));
  try {
    await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

test("two workers share a port, count as one, and lose no request to a stop that reaches every process", async () => {
  await withDataDir(async (dataDir) => {
    const service = startServe(dataDir);
    const exited = once(service, "exit");
    try {
      const served = await announced(service);
      const clients = Array.from({ length: 8 }, () => ({ ...served, agent: new Agent({ keepAlive: true }) }));
      const answers = await Promise.all(clients.map((client) => answerTo(decide(client))));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(answers.map(({ process }) => process)).size, 2);
      for (const client of clients) {
        const { body } = await answerTo(send(client, "/metrics"));
        assert.match(body, /^signalbox_decisions_total 8$/m);
      }
      const inFlight = clients.map(decide);
      const answered = inFlight.map(answerTo);
      await Promise.all(inFlight.map((sent) => once(sent, "finish")));
      const workers = await childrenOf(service);
      assert.equal(workers.length, 2);
      // As a supervisor does that stops the whole group.
      for (const pid of [...workers, service.pid ?? 0]) process.kill(pid, "SIGTERM");
      for (const { status } of await Promise.all(answered)) assert.equal(status, 200);
      for (const { agent } of clients) agent.destroy();
      assert.deepEqual(await exited, [0, null]);
    } finally {
      service.kill("SIGKILL");
    }
  });
});

test("two workers give out a key's requests a minute together, and streams by their share", async () => {
  await withDataDir(async (dataDir) => {
    const service = startServe(dataDir, 0, "--requests-per-minute", "6", "--streams-max", "10");
    try {
      const served = await announced(service);
      const clients = Array.from({ length: 10 }, () => ({
        ...served,
        agent: new Agent({ keepAlive: true }),
      }));
      const answers = await Promise.all(clients.map((client) => answerTo(decide(client))));
      assert.equal(new Set(answers.map(({ process }) => process)).size, 2);
      assert.equal(answers.filter(({ status }) => status === 200).length, 6);
      assert.equal(answers.filter(({ status }) => status === 429).length, 4);
      const streams = clients.map((client) => send(client, "/api/v1/decisions/stream"));
      const opened = await Promise.all(
        streams.map(async (sent) => (await once(sent, "response")) as [IncomingMessage]),
      );
      assert.equal(opened.filter(([{ statusCode }]) => statusCode === 200).length, 2);
      for (const { agent } of clients) agent.destroy();
    } finally {
      service.kill("SIGKILL");
    }
  });
});

test("workers that cannot listen end the service with what is wrong", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    await withDataDir(async (dataDir) => {
      const service = startServe(dataDir, (other.address() as AddressInfo).port);
      const [[code], ...written] = await Promise.all([
        once(service, "exit"),
        text(service.stdout),
        text(service.stderr),
      ]);
      assert.equal(code, 1);
      assert.match(written.join("\n"), /is taken\. Stop the other program/);
    });
  } finally {
    other.close();
  }
});
