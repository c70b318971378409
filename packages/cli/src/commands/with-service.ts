// Commands that work on the database itself: they run the same services as the API, as the machine's own operator.

import {
  allPages,
  createDigestKeys,
  createLogger,
  createService,
  openConfiguredStorage,
  type Caller,
  type DigestKeys,
  type ServiceContext,
} from "@signalbox/server";
import type { Invocation, OptionSpec, Console } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { setTimeout as wait } from "node:timers/promises";
import { createProgress } from "../output/text.ts";

// Waits for a job that this process, or a running service on the same database, works off.

const POLL_MS = 250;

interface JobView<T> {
  /** Asked again until it has ended. */
  readonly read: () => Promise<T>;
  readonly hasEnded: (job: T) => boolean;
  readonly progressOf: (job: T) => { readonly share: number; readonly stage: string };
}

export async function untilEnded<T>(console: Console, view: JobView<T>): Promise<T> {
  const progress = createProgress(console);
  try {
    for (;;) {
      const job = await view.read();
      const { share, stage } = view.progressOf(job);
      progress.report(share, stage);
      if (view.hasEnded(job)) return job;
      await wait(POLL_MS);
    }
  } finally {
    progress.end();
  }
}

export const ACCOUNT_OPTION: OptionSpec = {
  type: "string",
  value: "ID",
  description: "Account to work on; only needed when there are several.",
};

/** The account that is named, or all of them. */
export async function accountIds(
  context: Pick<ServiceContext, "storage">,
  wanted: string | undefined,
): Promise<readonly string[]> {
  if (wanted !== undefined) return [await findAccountId(context, wanted)];
  const ids: string[] = [];
  for await (const { id } of allPages((page) => context.storage.accounts.list(page))) ids.push(id);
  return ids;
}

export async function withService<T>(
  invocation: Invocation,
  work: (context: ServiceContext) => Promise<T>,
): Promise<T> {
  const service = await createService({ config: invocation.config() });
  try {
    return await work(service.context);
  } finally {
    await service.close();
  }
}

/** The parts that need the database and the keys of digests, and no engine. */
interface Records {
  readonly storage: ServiceContext["storage"];
  readonly digestKeys: DigestKeys;
}

export async function withRecords<T>(
  invocation: Invocation,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  const config = invocation.config();
  const storage = await openConfiguredStorage(config, createLogger("silent"));
  try {
    return await work({ storage, digestKeys: await createDigestKeys(config, storage) });
  } finally {
    await storage.close();
  }
}

/** Runs the work as the operator of one account. */
export function withAccount<T>(
  invocation: Invocation,
  work: (context: ServiceContext, caller: Caller) => Promise<T>,
): Promise<T> {
  return withService(invocation, async (context) => {
    const accountId = await findAccountId(context, invocation.text("account"));
    return work(context, { principal: { kind: "local", accountId }, address: undefined });
  });
}
