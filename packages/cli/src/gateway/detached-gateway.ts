// A gateway that belongs to no agent: the first that needs one starts it, each holds a lease, and it ends a minute after the last.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

import { isRecord, SignalboxError } from "@signalbox/contracts";
import { DESCRIBED, describeSettings, type GatewayStatus } from "@signalbox/gateway";

import type { Invocation } from "../command.ts";
import { askGateway, gatewayKey, gatewayUrl } from "./ask-gateway.ts";
import { GATEWAY_OPTIONS, gatewaySettings } from "./gateway-options.ts";
import { catalogOf, dataFolder } from "./open-gateway.ts";

/** How long a start may take, and how long the note of another's start counts. @unit milliseconds */
const START_MS = 60_000;
const LOOK_MS = 150;

export interface FoundGateway {
  readonly url: string;
  /** The page where the first visitor claims the account; present on the very first start alone. */
  readonly claimUrl: string | undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws SignalboxError bad_request where a flag asks for another gateway than the one that runs */
export async function refuseDifferences(
  invocation: Invocation,
  url: string,
  running: GatewayStatus,
): Promise<void> {
  const given = (name: string): boolean => invocation.text(name) !== undefined;
  const isStated = (name: (typeof DESCRIBED)[number]): boolean =>
    given("config") || given(name) || (name === "upstreams" && given("upstream"));
  const stated = DESCRIBED.filter(isStated);
  if (stated.length === 0) return;
  const asked = describeSettings(await gatewaySettings(invocation, await catalogOf(invocation)));
  const differing = stated.filter((name) => asked[name] !== running.settings[name]);
  if (differing.length === 0) return;
  const lines = differing.map(
    (name) => `  ${name}: ${running.settings[name]} there, ${asked[name]} in your flags`,
  );
  throw new SignalboxError(
    "bad_request",
    `A gateway with other settings runs at ${url}:\n${lines.join("\n")}\nLeave the flags out to use it, or take another port with --port.`,
  );
}

interface Said {
  readonly url: string;
  readonly claimUrl?: string;
}

/** The line that `gateway --json` announces itself by. */
function announcedIn(log: string): Said | undefined {
  for (const line of readFileSync(log, "utf8").split("\n")) {
    if (!line.startsWith("{")) continue;
    try {
      const said: unknown = JSON.parse(line);
      if (isRecord(said) && typeof said["url"] === "string") return said as unknown as Said;
    } catch {
      // The line is not whole yet.
    }
  }
  return undefined;
}

function argumentsOf(invocation: Invocation): string[] {
  const flags = Object.keys(GATEWAY_OPTIONS).flatMap((name) => {
    const value = invocation.text(name);
    // A key among the arguments would be shown to every program of the machine.
    return value === undefined || name.endsWith("key") ? [] : [`--${name}`, value];
  });
  return [
    ...process.execArgv,
    process.argv[1] ?? "",
    "gateway",
    "--detached",
    "--no-dashboard",
    "--json",
    ...flags,
  ];
}

async function startDetached(invocation: Invocation, folder: string): Promise<FoundGateway> {
  const log = join(folder, "gateway.log");
  const output = openSync(log, "w", 0o600);
  const keys = {
    SIGNALBOX_GATEWAY_KEY: gatewayKey(invocation),
    SIGNALBOX_API_KEY: invocation.text("signalbox-key") ?? invocation.key(),
  };
  const child = spawn(process.execPath, argumentsOf(invocation), {
    detached: true,
    stdio: ["ignore", output, output],
    env: { ...invocation.variables, ...Object.fromEntries(Object.entries(keys).filter(([, key]) => key)) },
  });
  closeSync(output);
  child.unref();
  let hasEnded = false;
  child.on("exit", () => (hasEnded = true)).on("error", () => (hasEnded = true));
  for (const untilMs = performance.now() + START_MS; performance.now() < untilMs; await pause(LOOK_MS)) {
    const said = announcedIn(log);
    if (said !== undefined) {
      // The token of the first start is on no disk longer than it takes to read it.
      truncateSync(log);
      return { url: said.url, claimUrl: said.claimUrl };
    }
    if (hasEnded) break;
  }
  const reason = readFileSync(log, "utf8").trim().slice(-2_000);
  throw new SignalboxError("dependency_unavailable", reason === "" ? "The gateway did not start." : reason);
}

/** Notes that a start is on its way; false where another one is. */
function claimStart(note: string): boolean {
  try {
    closeSync(openSync(note, "wx", 0o600));
    return true;
  } catch {
    const age = Date.now() - (statSync(note, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age < START_MS) return false;
    rmSync(note, { force: true });
    return false;
  }
}

/**
 * The gateway that runs at the address of the flags, or a new one that ends a minute after its last lease.
 * @throws SignalboxError bad_request where the one that runs has other settings
 * @throws SignalboxError dependency_unavailable with what the new one said where it does not start
 */
export async function findOrStartGateway(invocation: Invocation): Promise<FoundGateway> {
  const url = gatewayUrl(invocation);
  const folder = dataFolder(invocation);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = join(folder, `gateway-${new URL(url).port}.starting`);
  for (const untilMs = performance.now() + START_MS; performance.now() < untilMs; await pause(LOOK_MS)) {
    const running = await askGateway({ url, key: gatewayKey(invocation) });
    if (running !== undefined) {
      await refuseDifferences(invocation, url, running);
      return { url, claimUrl: undefined };
    }
    if (!claimStart(note)) continue;
    try {
      return await startDetached(invocation, folder);
    } finally {
      rmSync(note, { force: true });
    }
  }
  throw new SignalboxError("dependency_unavailable", `Another start of a gateway at ${url} does not end.`);
}

export interface Lease {
  end(): void;
}

/** Held by a connection, so that it ends with this process, however that ends. @param onLost the gateway is gone */
export function takeLease(url: string, key: string | undefined, onLost: () => void): Lease {
  let isEnded = false;
  const lost = (): void => {
    if (!isEnded) onLost();
    isEnded = true;
  };
  const sent = request(`${url}/lease`, { headers: key === undefined ? {} : { "x-signalbox-key": key } });
  sent.on("response", (answer) => {
    answer
      .on("close", lost)
      .on("error", () => {})
      .resume();
  });
  sent.on("error", lost).end();
  return {
    end: () => {
      isEnded = true;
      sent.destroy();
    },
  };
}
