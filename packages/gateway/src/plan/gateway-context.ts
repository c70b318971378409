import type { Catalog } from "@signalbox/catalog";

import { createCallLog, type CallEntry, type CallLog } from "../bill/call-log.ts";
import { createLearned, type Learned } from "../models/learned.ts";
import { openMemory, type Memory } from "../sessions/memory.ts";
import { createSessionBook, type SessionBook } from "../sessions/session-book.ts";
import { createSessionReader, type SessionReader } from "../sessions/session-id.ts";
import type { GatewaySettings } from "../settings/settings.ts";
import { createKeyExchange, type KeyExchange } from "../upstreams/exchange-key.ts";
import { createPauses, type Pauses } from "../upstreams/pauses.ts";
import type { Decider } from "./decider.ts";
import type { Call } from "./read-call.ts";

interface Given {
  readonly settings: GatewaySettings;
  readonly decider: Decider;
  readonly catalog: Pick<Catalog, "resolve">;
  /** Undefined where no call is kept. */
  readonly sample?: { take(call: Call): void } | undefined;
  /** Once a call has ended. */
  readonly onCall: (entry: CallEntry) => void;
  readonly nowMs: () => number;
}

/** The context that every call works with. */
export interface GatewayContext extends Given {
  readonly sessions: SessionReader;
  readonly memory: Memory;
  readonly book: SessionBook;
  readonly pauses: Pauses;
  readonly keys: KeyExchange;
  readonly calls: CallLog;
  readonly learned: Learned;
}

/** @param given `memoryFile` undefined: nothing outlives this process */
export function createGatewayContext({
  memoryFile,
  ...given
}: Given & { readonly memoryFile?: string | undefined }): GatewayContext {
  const { settings, nowMs } = given;
  const memory = openMemory(memoryFile);
  const sessions = createSessionReader(memory.secret);
  return {
    ...given,
    sessions,
    memory,
    book: createSessionBook(sessions, memory),
    pauses: createPauses(settings.limits.pauseMs, nowMs),
    keys: createKeyExchange(nowMs),
    calls: createCallLog(memory),
    learned: createLearned(nowMs),
  };
}
