import type { Catalog } from "@signalbox/catalog";

import type { CallEntry, CallLog } from "../bill/call-log.ts";
import type { SessionBook } from "../sessions/session-book.ts";
import type { SessionReader } from "../sessions/session-id.ts";
import type { GatewaySettings } from "../settings/settings.ts";
import type { Pauses } from "../upstreams/pauses.ts";
import type { Decider } from "./decider.ts";

/** The context that every call works with. */
export interface GatewayContext {
  readonly settings: GatewaySettings;
  readonly decider: Decider;
  readonly catalog: Pick<Catalog, "resolve">;
  readonly sessions: SessionReader;
  readonly book: SessionBook;
  readonly pauses: Pauses;
  readonly calls: CallLog;
  /** Remedies by label that an upstream asked for once. */
  readonly remedies: Map<string, Set<number>>;
  /** Once a call has ended. */
  readonly onCall: (entry: CallEntry) => void;
  readonly nowMs: () => number;
}
