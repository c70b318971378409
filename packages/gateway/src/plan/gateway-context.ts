import type { Catalog } from "@signalbox/catalog";

import type { CallEntry, CallLog } from "../bill/call-log.ts";
import type { Memory } from "../sessions/memory.ts";
import type { SessionBook } from "../sessions/session-book.ts";
import type { SessionReader } from "../sessions/session-id.ts";
import type { GatewaySettings } from "../settings/settings.ts";
import type { Pauses } from "../upstreams/pauses.ts";
import type { Learned } from "../models/learned.ts";
import type { Decider } from "./decider.ts";
import type { Call } from "./read-call.ts";

/** The context that every call works with. */
export interface GatewayContext {
  readonly settings: GatewaySettings;
  readonly decider: Decider;
  readonly catalog: Pick<Catalog, "resolve">;
  readonly sessions: SessionReader;
  readonly memory: Memory;
  readonly book: SessionBook;
  readonly pauses: Pauses;
  readonly calls: CallLog;
  readonly learned: Learned;
  /** Undefined where no call is kept. */
  readonly sample?: { take(call: Call): void } | undefined;
  /** Once a call has ended. */
  readonly onCall: (entry: CallEntry) => void;
  readonly nowMs: () => number;
}
