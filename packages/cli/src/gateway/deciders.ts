// Who decides for the gateway: the engine in this process, or a service.
import { invalid, SignalboxError, type FeedbackReport } from "@signalbox/contracts";
import { requestBody } from "@signalbox/engine";
import type { Decider } from "@signalbox/gateway";
import {
  allPages,
  createKey,
  listKeys,
  recordReports,
  selectModel,
  type Caller,
  type Principal,
  type ServiceContext,
} from "@signalbox/server";
import { createSignalbox, SignalboxApiError } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import { findAccountId } from "../deciding/decide.ts";

const KEY_NAME = "Gateway";
const SCOPES = ["select", "feedback"] as const;

/** One key serves every start. */
async function keyIdOf(context: ServiceContext, caller: Caller, own: string): Promise<string> {
  const pages = allPages(async ({ limit, cursor }) => {
    const { data, next_cursor: nextCursor } = await listKeys(context, caller, {
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    return { items: data, nextCursor };
  });
  for await (const { id, name } of pages) if (name === own) return id;
  return (await createKey(context, caller, { name: own, scopes: [...SCOPES] })).id;
}

/** How long a report waits for others. @unit milliseconds */
const GATHER_MS = 1_000;

/** Reports are written together: two transactions for each, with a sync of the disk, would hold the thread that passes answers on. */
function gatherReports(context: ServiceContext, caller: Caller): Pick<LocalDecider, "report" | "flush"> {
  let waiting: FeedbackReport[] = [];
  let timer: NodeJS.Timeout | undefined;
  const note = (cause: unknown): void => {
    context.logger.warn({ cause }, "what a call took could not be kept");
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const reports = waiting;
    waiting = [];
    if (reports.length === 0) return;
    await recordReports(context, caller, { reports, onFault: note }).catch(note);
  };
  return {
    report: (feedback) => {
      waiting.push(feedback);
      timer ??= setTimeout(() => void flush(), GATHER_MS);
      return Promise.resolve();
    },
    flush,
  };
}

export interface LocalDecider extends Decider {
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** @param keyName of the key that reports come under */
export async function createLocalDecider(context: ServiceContext, keyName = KEY_NAME): Promise<LocalDecider> {
  const accountId = await findAccountId(context, undefined);
  const owner: Principal = { kind: "local", accountId };
  const keyId = await keyIdOf(context, { principal: owner, address: undefined }, keyName);
  const principal: Principal = {
    kind: "key",
    accountId,
    keyId,
    scopes: new Set(SCOPES),
    requestsPerMinute: 0,
    admits: undefined,
  };
  return {
    decide: async (body) => {
      if (!requestBody.isValid(body)) throw invalid(requestBody.faultsOf(body));
      return (await selectModel(context, principal, { body })).response;
    },
    ...gatherReports(context, { principal, address: undefined }),
    hasPreference: async (id) => (await context.storage.preferences.find({ accountId, id })) !== undefined,
  };
}

/** @unit milliseconds */
const DEADLINE_MS = 2_000;

export function createRemoteDecider(baseUrl: string, apiKey: string): Decider {
  const client = createSignalbox({ baseUrl, apiKey });
  const admin = createSignalboxAdmin({ baseUrl, apiKey });
  const options = { timeoutMs: DEADLINE_MS, deadlineMs: DEADLINE_MS };
  const worded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      if (!(cause instanceof SignalboxApiError)) throw cause;
      throw new SignalboxError("dependency_unavailable", cause.detail, { cause });
    }
  };
  return {
    decide: async (body) => {
      const { session_id, ...decided } = await worded(
        client.select(body as Parameters<typeof client.select>[0], options),
      );
      if (session_id === undefined)
        throw new SignalboxError("dependency_unavailable", "The service decided nothing.");
      return { ...decided, session_id };
    },
    report: async (feedback) => {
      await worded(client.feedback(feedback, options));
    },
    hasPreference: async (preference_id) => {
      try {
        await admin.playground({ messages: "Hello", models: ["auto"], preference_id }, options);
        return true;
      } catch (cause) {
        // A preference that refuses anything else is there.
        return !(cause instanceof SignalboxApiError && cause.code === "not_found");
      }
    },
  };
}
