// The alternatives that npm offers beside us, before a provider on this machine that answers immediately: they forward the call,
// which we never do, so a bare proxy stands beside them as the floor of their work. A peer that cannot be installed or started is
// reported in words.
import { join } from "node:path";

import { installProject } from "../../scripts/install-project.ts";
import { bodiesOf, CASES } from "./cases.ts";
import { startChildServer, type ChildServer } from "../load/child-server.ts";
import { measureLatency } from "./latency.ts";
import type { OpenLoopResult } from "../load/open-loop.ts";
import { buildTarget, type Target } from "../load/raw-client.ts";
import { spreadOf, type Spread } from "../load/statistics.ts";
import { measureInTurns, ratiosOf, type Contender, type Rounds } from "./throughput.ts";

/** All of them hold it on a small machine. @unit requests per second */
export const PEER_RATE = 200;
const COMPLETIONS = "/v1/chat/completions";

export interface PeerResult {
  readonly name: string;
  /** Its work on a request. */
  readonly work: string;
  /** @unit requests per second */
  readonly rate: Spread;
  /** Share of the rate of the bare proxy in the same round. */
  readonly ofProxy: Spread;
  /** @unit microseconds */
  readonly processorUs: number;
  /** At `PEER_RATE`. */
  readonly latency: OpenLoopResult;
  readonly faults: number;
}

export interface PeersReport {
  readonly results: readonly PeerResult[];
  /** Those that were not measured, and why. */
  readonly absent: readonly string[];
}

interface Peer {
  readonly name: string;
  readonly work: string;
  readonly script: string;
  readonly isInstalled: boolean;
  /** As it wants it named. */
  readonly model: string;
  readonly headers: (upstream: URL) => Readonly<Record<string, string>>;
}

const PEERS: readonly Peer[] = [
  {
    name: "bare proxy",
    work: "parses and forwards the call",
    script: "proxy-server.ts",
    isInstalled: true,
    model: "gpt-4o-mini",
    headers: () => ({}),
  },
  {
    name: "@portkey-ai/gateway",
    work: "translates and forwards the call; retries, fallbacks",
    script: "peers/portkey.mjs",
    isInstalled: false,
    model: "gpt-4o-mini",
    headers: ({ origin }) => ({ "x-portkey-provider": "openai", "x-portkey-custom-host": `${origin}/v1` }),
  },
  {
    name: "@musistudio/llms",
    work: "translates and forwards the call",
    script: "peers/llms.mjs",
    isInstalled: false,
    model: "upstream,gpt-4o-mini",
    headers: () => ({}),
  },
];

/** The questions of the first case, in the form in which these gateways take them. */
function chatBodies(model: string): () => string {
  const [small] = CASES;
  if (small === undefined) throw new Error("There is nothing to send.");
  const next = bodiesOf(small);
  return () => {
    const { messages } = JSON.parse(next()) as { readonly messages: unknown };
    return JSON.stringify({ model, messages });
  };
}

interface Started extends Contender {
  readonly name: string;
  readonly work: string;
}

async function startPeer(peer: Peer, upstream: URL): Promise<Started> {
  const { name, work, script, model, headers } = peer;
  const server = await startChildServer(join(import.meta.dirname, script), [upstream.origin]);
  const { url, key } = server;
  const shape = { url, path: COMPLETIONS, key, body: chatBodies(model), headers: headers(upstream) };
  return { name, work, server, target: buildTarget(shape) };
}

async function startAll(upstream: URL): Promise<{ started: Started[]; absent: string[] }> {
  const hasPackages = installProject("proof/bench/peers", "the gateways to be measured beside");
  const started: Started[] = [];
  const absent: string[] = [];
  for (const peer of PEERS) {
    if (!peer.isInstalled && !hasPackages) {
      absent.push(`${peer.name} could not be installed`);
      continue;
    }
    try {
      started.push(await startPeer(peer, upstream));
    } catch (fault) {
      absent.push(
        `${peer.name} could not be started: ${fault instanceof Error ? fault.message : String(fault)}`,
      );
    }
  }
  return { started, absent };
}

async function measureStarted(
  started: readonly Started[],
  rounds: Rounds,
  report: (step: string) => void,
): Promise<PeerResult[]> {
  const measured = await measureInTurns(started, rounds, (round) =>
    report(`peers: round ${round} of ${rounds.rounds}`),
  );
  const proxied = measured[started.findIndex(({ name }) => name === "bare proxy")]?.rates ?? [];
  const results: PeerResult[] = [];
  for (const [index, { name, work, target }] of started.entries()) {
    const { rates, processorUs, faults } = measured[index] ?? { rates: [], processorUs: [], faults: 0 };
    results.push({
      name,
      work,
      rate: spreadOf(rates),
      ofProxy: spreadOf(ratiosOf(rates, proxied)),
      processorUs: spreadOf(processorUs).median,
      latency: await measureLatency(target, PEER_RATE, rounds),
      faults,
    });
  }
  return results;
}

/** @param ours with its target, which is measured in the same rounds */
export async function measurePeers(
  ours: { readonly server: ChildServer; readonly target: Target },
  rounds: Rounds,
  report: (step: string) => void,
): Promise<PeersReport> {
  // On the core of the load: a peer has its own for itself.
  const upstream = await startChildServer(join(import.meta.dirname, "upstream-server.ts"), [], "1");
  const { started, absent } = await startAll(upstream.url);
  const us = { name: "signalbox", work: "decides and keeps the decision; forwards nothing", ...ours };
  try {
    return { results: await measureStarted([us, ...started], rounds, report), absent };
  } finally {
    await Promise.all([upstream, ...started.map(({ server }) => server)].map((server) => server.stop()));
  }
}
