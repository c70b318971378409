// A gateway on real sockets before a fake provider, with decisions by the real engine and its shipped model.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import type { FeedbackReport, SelectRequestWire } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";

import {
  readSettings,
  startGateway,
  type CallEntry,
  type Decider,
  type RunningGateway,
  type SettingsFile,
} from "../src/index.ts";
import { startFakeProvider, type FakeProvider, type Script } from "./fake-provider.ts";

export const CANDIDATES = [
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-sonnet-5",
  "anthropic/claude-opus-4-8",
  "openai/gpt-5.4-nano",
  "openai/gpt-5.5",
];

const catalog = createCatalog();
const model = loadRoutingModel(await readShippedArtefact());

export interface TestDecider extends Decider {
  readonly asked: SelectRequestWire[];
  readonly reports: FeedbackReport[];
}

/** The shipped engine without a journal. */
export function createTestDecider(): TestDecider {
  const router = createRouter({ model, catalog });
  const asked: SelectRequestWire[] = [];
  const reports: FeedbackReport[] = [];
  return {
    asked,
    reports,
    decide: (body) => {
      asked.push(body);
      return Promise.resolve(router.select(body));
    },
    report: (feedback) => {
      reports.push(feedback);
      return Promise.resolve();
    },
    hasPreference: (id) => Promise.resolve(id !== "unknown"),
  };
}

export interface TestGateway extends RunningGateway {
  readonly provider: FakeProvider;
  readonly decider: TestDecider;
  readonly entries: CallEntry[];
  now: number;
}

export interface TestOptions {
  readonly flags?: SettingsFile;
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the engine. */
  readonly decide?: Decider["decide"];
  /** In place of keeping reports for the test to see. */
  readonly report?: Decider["report"];
  /** The provider's script; default: it takes everything. */
  readonly script?: Script;
  readonly memoryFile?: string;
  /** Address that serves all candidates; default the fake provider. */
  readonly upstream?: string;
  readonly sampleShare?: number;
}

export async function openTestGateway({
  flags = {},
  key,
  env = {},
  decide,
  report,
  script,
  upstream,
  sampleShare,
  memoryFile,
}: TestOptions = {}): Promise<TestGateway> {
  const provider = await startFakeProvider(script);
  const tested = createTestDecider();
  const decider = { ...tested, ...(decide && { decide }), ...(report && { report }) };
  const entries: CallEntry[] = [];
  const settings = readSettings({
    file: undefined,
    flags: { port: 0, candidates: CANDIDATES, ...flags },
    upstream: flags.upstreams === undefined ? (upstream ?? provider.url) : undefined,
    key,
    env,
    catalog,
  });
  const state = { now: 1_800_000_000_000 };
  const running = await startGateway({
    settings,
    decider,
    catalog,
    onCall: (entry) => void entries.push(entry),
    sampleShare,
    nowMs: () => state.now,
    memoryFile,
  }).catch(async (fault: unknown) => {
    await provider.close();
    throw fault;
  });
  return Object.assign(state, {
    url: running.url,
    baseline: running.baseline,
    provider,
    decider,
    entries,
    close: async () => {
      await running.close();
      await provider.close();
    },
  });
}

export const post = (
  gateway: Pick<RunningGateway, "url">,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
