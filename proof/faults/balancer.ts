// The real HAProxy with the configuration of deploy/haproxy; only its addresses are those of this machine.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { freePort } from "@signalbox/storage/testing";

const CONFIGURATION = join(import.meta.dirname, "../../deploy/haproxy/haproxy.cfg");
const NAMES = ["one", "two", "three"];

/** Why there can be no balancer here, for `test(name, { skip })`; false when there can. */
export function haproxySkipReason(): string | false {
  return spawnSync("haproxy", ["-v"]).status === 0
    ? false
    : "no haproxy on this machine: `apt-get install haproxy`";
}

interface Balancer {
  /** "http://127.0.0.1:40123" */
  readonly url: string;
  stop(): Promise<void>;
}

interface BalancerOptions {
  /** Ports of the replicas, at most three. */
  readonly ports: readonly number[];
  /** How often a replica is asked whether it is ready; as in deploy/haproxy unless given. @unit milliseconds */
  readonly checkMs?: number;
}

export const CONFIGURATION_TEXT = readFileSync(CONFIGURATION, "utf8");

function renderConfiguration(port: number, { ports, checkMs }: BalancerOptions): string {
  const lines = CONFIGURATION_TEXT.replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/\binter \w+/, (given) => (checkMs === undefined ? given : `inter ${checkMs}ms`))
    .split("\n")
    .filter((line) => !/^ {2}server /.test(line));
  const servers = ports.map((replica, at) => `  server ${NAMES[at] ?? ""} 127.0.0.1:${replica}`);
  return `${[...lines, ...servers].join("\n")}\n`;
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect({ host: "127.0.0.1", port });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await delay(20);
  }
  throw new Error(`haproxy ended with ${child.exitCode}.`);
}

export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-haproxy-"));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, renderConfiguration(port, options));
  const child = spawn("haproxy", ["-q", "-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  await untilListening(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
