// Child process: opens catalogue, artefact and database by itself, reads the journal, and hands back the comparison. It writes
// nothing: how far it has come is reported to the service, which keeps the job.
import { SignalboxError, type Config, type ErrorCode } from "@signalbox/contracts";

import { createLogger } from "../context/logger.ts";
import { replayJournal, type ReplayWork, type RunReplay } from "../learner/replay/run-replay.ts";
import { createAccountStates } from "../services/accounts/account-states.ts";
import { createDigestKeys } from "../services/digest-keys/digest-keys.ts";
import { createEngineHolder } from "./create-engine-holder.ts";
import { loadConfiguredCatalog, openConfiguredStorage } from "./open-configured.ts";
import { createStateSources } from "./state-sources.ts";

export interface ReplayRequest extends Omit<ReplayWork, "tell"> {
  readonly config: Config;
}

type Report = NonNullable<Awaited<ReturnType<RunReplay>>>;

export type ReplayMessage =
  | { readonly kind: "done"; readonly report: Report | undefined }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "fault"; readonly code: ErrorCode; readonly detail: string };

/** Shares of a long try: this process runs, and everything is open. */
const STARTED = 0.01;
const OPENED = 0.03;

function tell(message: ReplayMessage): Promise<void> {
  // Resolves once the message is handed over: a process that ends earlier takes its last words with it.
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}

async function replay({ config, accountId, params }: ReplayRequest): Promise<Report | undefined> {
  await tell({ kind: "progress", share: STARTED });
  const catalog = await loadConfiguredCatalog(config);
  const engine = await createEngineHolder(config, catalog);
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  const digestKeys = await createDigestKeys(config, storage);
  const sources = createStateSources({ storage, catalog, engine, digestKeys });
  const accounts = createAccountStates(sources, { awayMs: 0, isAway: () => false });
  await tell({ kind: "progress", share: OPENED });
  try {
    return await replayJournal(
      { storage, engine, accounts },
      {
        accountId,
        params,
        tell: async (share) => {
          await tell({ kind: "progress", share: Math.max(OPENED, share) });
          return true;
        },
      },
    );
  } finally {
    accounts.close();
    await storage.close();
  }
}

async function work(request: ReplayRequest): Promise<void> {
  try {
    await tell({ kind: "done", report: await replay(request) });
  } catch (error) {
    if (!(error instanceof SignalboxError)) throw error;
    await tell({ kind: "fault", code: error.code, detail: error.detail });
  } finally {
    process.disconnect();
  }
}

// A service that dies takes the replay with it: the job's lease runs out, and another process starts it again.
process.on("disconnect", () => process.exit());
process.once("message", (request: ReplayRequest) => {
  void work(request);
});
