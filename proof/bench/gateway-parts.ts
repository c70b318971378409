// The gateway's own parts of a call, each timed in a process that does nothing else:
//   node proof/bench/gateway-turns.ts --parts
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { assertJsonBounds } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";

import { createCallLog } from "../../packages/gateway/src/bill/call-log.ts";
import { readSettings } from "../../packages/gateway/src/index.ts";
import type { GatewayContext } from "../../packages/gateway/src/plan/gateway-context.ts";
import { planCall } from "../../packages/gateway/src/plan/plan-call.ts";
import { readCall, type Call } from "../../packages/gateway/src/plan/read-call.ts";
import type { Body } from "../../packages/gateway/src/protocols/protocol.ts";
import { PROTOCOLS } from "../../packages/gateway/src/protocols/protocols.ts";
import { createSessionBook } from "../../packages/gateway/src/sessions/session-book.ts";
import { createSessionReader } from "../../packages/gateway/src/sessions/session-id.ts";
import { createPauses } from "../../packages/gateway/src/upstreams/pauses.ts";
import { createLearned } from "../../packages/gateway/src/models/learned.ts";
import { takesOf } from "../../packages/gateway/src/models/takes.ts";
import { fitBody } from "../../packages/gateway/src/upstreams/fit-body.ts";
import { CANDIDATES } from "../../packages/gateway/test/open-test-gateway.ts";
import { percentile } from "../load/statistics.ts";

const WARM_UP = 400;
const RUNS = 1_200;

async function createTimed(times: Times): Promise<GatewayContext> {
  const catalog = createCatalog();
  const router = createRouter({ model: loadRoutingModel(await readShippedArtefact()), catalog });
  const sessions = createSessionReader();
  const limits = { file: undefined, flags: { candidates: CANDIDATES }, key: undefined, env: {}, catalog };
  const settings = readSettings({ ...limits, upstream: "http://127.0.0.1:9" });
  const ignore = () => Promise.resolve();
  const decide: GatewayContext["decider"]["decide"] = (body) =>
    Promise.resolve(timed(times, "of it the engine, which keeps nothing", () => router.select(body)));
  return {
    settings,
    catalog,
    sessions,
    decider: { decide, report: ignore, hasPreference: () => Promise.resolve(true) },
    book: createSessionBook(sessions),
    pauses: createPauses(settings.limits.pauseMs, Date.now),
    calls: createCallLog(),
    learned: createLearned(Date.now),
    onCall: () => {},
    nowMs: Date.now,
  };
}

type Times = Map<string, number[]>;

function note(times: Times, part: string, startedMs: number): void {
  const ms = performance.now() - startedMs;
  const known = times.get(part);
  if (known === undefined) times.set(part, [ms]);
  else known.push(ms);
}

function timed<T>(times: Times, part: string, work: () => T): T {
  const startedMs = performance.now();
  const done = work();
  note(times, part, startedMs);
  return done;
}

async function runCall(context: GatewayContext, times: Times, text: string): Promise<void> {
  const protocol = PROTOCOLS.messages;
  const bytes = Buffer.from(text);
  const { json } = context.settings.limits;
  timed(times, "look at nesting and values", () => assertJsonBounds(bytes, json));
  const body = timed(times, "parse", () => JSON.parse(bytes.toString()) as Body);
  const call: Call = timed(times, "role, session, evidence", () =>
    readCall({ protocol, headers: {}, body, named: "auto", bytes: bytes.length }, context.sessions),
  );
  const startedMs = performance.now();
  await planCall(context, call);
  note(times, "ask for a decision", startedMs);
  const model = CANDIDATES[0] ?? "";
  const thoughts = { isOwn: () => true, thoughtBefore: () => undefined };
  const fitted = { bytes, body, protocol: protocol.name, model, thoughts, isLoopOpen: call.isLoopOpen };
  const takes = takesOf(context.catalog, [model]);
  timed(times, "another name, and what its model takes", () => fitBody({ ...fitted, takes }));
}

export async function timeParts(bodyOf: (turn: number) => string): Promise<string> {
  const times = new Map<string, number[]>();
  const context = await createTimed(times);
  for (let turn = 0; turn < WARM_UP + RUNS; turn += 1) {
    if (turn === WARM_UP) times.clear();
    await runCall(context, times, bodyOf(turn));
  }
  const rows = Array.from(times, ([part, ms]) => {
    const at = (share: number): string => percentile(ms, share).toFixed(3);
    return `  ${part}: ${at(0.25)} ms (a quarter of the runs), ${at(0.5)} (half)\n`;
  });
  return rows.join("");
}
