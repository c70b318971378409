// Agents that share one gateway: who starts it, whom it outlives, and what is said where their flags differ.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test, type TestContext } from "node:test";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface Terminal {
  readonly child: ChildProcess;
  readonly said: () => string;
}

interface Machine {
  readonly log: string;
  open(flags: readonly string[], script: string): Terminal;
  leases(): Promise<number | undefined>;
}

async function setUp(context: TestContext): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), "signalbox-shared-"));
  const [bin, home] = [join(root, "bin"), join(root, "home")];
  mkdirSync(bin);
  mkdirSync(home);
  // The agent does what its first word says.
  writeFileSync(join(bin, "qwen"), '#!/bin/sh\nshift 2\nexec sh -c "$1"\n', { mode: 0o755 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = join(import.meta.dirname, "../main.ts");
  const status = async (): Promise<{ leases: number; pid: number } | undefined> =>
    fetch(`${url}/status`)
      .then((answer) => answer.json() as Promise<{ leases: number; pid: number }>)
      .catch(() => undefined);
  const children: ChildProcess[] = [];
  context.after(async () => {
    // An agent that runs would start the gateway again.
    for (const child of children) child.kill("SIGKILL");
    const running = await status();
    if (running !== undefined) process.kill(running.pid, "SIGTERM");
    for (let tries = 0; tries < 200 && (await status()) !== undefined; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    rmSync(root, { recursive: true, force: true });
  });
  return {
    log: join(root, "data/gateway.log"),
    open: (flags, script) => {
      const args = [
        "--disable-warning=ExperimentalWarning",
        main,
        "run",
        "qwen",
        "--port",
        String(port),
        ...flags,
        "--",
        script,
      ];
      const child = spawn(process.execPath, args, {
        env: {
          PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
          HOME: home,
          OPENAI_API_KEY: "dummy",
          SIGNALBOX_DATA_DIR: join(root, "data"),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          said += chunk.toString();
        });
      return { child, said: () => said };
    },
    leases: async () => (await status())?.leases,
  };
}

const ended = async ({ child }: Terminal): Promise<number | null> =>
  child.exitCode ?? ((await once(child, "exit")) as [number | null])[0];

test("two terminals in the same second share one gateway, which outlives the first of them", async (context) => {
  const machine = await setUp(context);
  const folder = mkdtempSync(join(tmpdir(), "signalbox-release-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const release = join(folder, "go");
  const first = machine.open([], "exit 3");
  const second = machine.open([], `while [ ! -e ${release} ]; do sleep 0.1; done; exit 4`);
  assert.equal(await ended(first), 3, first.said());
  assert.equal(await machine.leases(), 1);
  assert.match(
    first.said() + second.said(),
    /make the dashboard yours at http:\/\/127\.0\.0\.1:\d+\/claim#token=/,
  );
  const other = machine.open(["--candidates", "openai/gpt-5.5"], "exit 5");
  assert.equal(await ended(other), 2, other.said());
  assert.match(other.said(), /candidates: .*claude.* there, openai\/gpt-5\.5 in your flags/);
  writeFileSync(release, "");
  assert.equal(await ended(second), 4, second.said());
  for (let tries = 0; tries < 100 && (await machine.leases()) !== 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await machine.leases(), 0, "it is still there, for a minute");
});

test("a terminal that is closed leaves the gateway to the others, and its log keeps no token", async (context) => {
  const machine = await setUp(context);
  const first = machine.open([], "sleep 30");
  for (let tries = 0; tries < 600 && (await machine.leases()) !== 1; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  first.child.kill("SIGHUP");
  await ended(first);
  for (let tries = 0; tries < 100 && (await machine.leases()) !== 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await machine.leases(), 0);
  assert.doesNotMatch(readFileSync(machine.log, "utf8"), /token/);
});
