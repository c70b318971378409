// The state of each session, in memory and bounded: what was decided last, and who made which call of a tool and which signed
// thought. A session that is forgotten is found again by the service, by how its conversation begins.
import { createBoundedMap } from "@signalbox/engine/internals";

import type { SessionReader } from "./session-id.ts";
import type { Mark } from "../protocols/protocol.ts";
import type { Finding } from "../evidence/find-evidence.ts";

export interface SessionState {
  /** Session of the last decision; the next one continues it. */
  readonly sessionId: string | undefined;
  readonly label: string;
  /** The history was summed up since: no cache is warm any more. */
  readonly isCompacted: boolean;
  /** Evidence that came in an open loop of tools, and waits for the next turn of a person. */
  readonly pending: Finding | undefined;
  /** Why the session is with a stronger model than was decided, and that model. */
  readonly escalated: { readonly label: string; readonly finding: Finding } | undefined;
}

const SESSIONS_MAX = 5_000;
const MARKS_MAX = 50_000;
/** Signatures are long; their beginnings differ. */
const MARK_CHARS = 96;

export interface SessionBook {
  get(key: string | undefined): SessionState | undefined;
  set(key: string | undefined, state: SessionState): void;
  noteMark(caller: string, mark: Mark, label: string): void;
  /** False where no model has signed a thought since this process began. */
  readonly hasThoughts: boolean;
  /** Who made it; undefined where that was before this process, or is forgotten. */
  makerOf(caller: string, mark: Mark): string | undefined;
}

export function createSessionBook(reader: Pick<SessionReader, "digest">): SessionBook {
  const sessions = createBoundedMap<SessionState>(SESSIONS_MAX);
  const marks = createBoundedMap<string>(MARKS_MAX);
  const markKey = (caller: string, { kind, id }: Mark): string =>
    reader.digest(caller, `${kind}${id.slice(0, MARK_CHARS)}${id.length}`);
  let hasThoughts = false;
  return {
    get hasThoughts() {
      return hasThoughts;
    },
    get: (key) => (key === undefined ? undefined : sessions.get(key)),
    set: (key, state) => {
      if (key !== undefined) sessions.set(key, state);
    },
    noteMark: (caller, mark, label) => {
      hasThoughts ||= mark.kind === "thought";
      marks.set(markKey(caller, mark), label);
    },
    makerOf: (caller, mark) => marks.get(markKey(caller, mark)),
  };
}
