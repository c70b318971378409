// The state of each session, bounded: what was decided last, and, across restarts, who made which call of a tool and which signed
// thought. A session that is forgotten is found again by the service, by how its conversation begins.
import { createBoundedMap } from "@signalbox/engine/internals";

import { MARKS_MAX, type Memory } from "./memory.ts";
import type { SessionIds, SessionReader } from "./session-id.ts";
import type { Mark } from "../protocols/protocol.ts";
import type { Effort } from "../models/takes.ts";
import type { Finding } from "../evidence/find-evidence.ts";

export interface Escalated {
  readonly label: string;
  /** How often the session was lifted for this task. */
  readonly level: number;
  /** Steps of the conversation when it was: only what came behind them counts against the new model. */
  readonly steps: number;
}

export interface SessionState {
  /** Session of the last decision; the next one continues it. */
  readonly sessionId: string | undefined;
  readonly label: string;
  /** Chosen with the model. */
  readonly effort: Effort | undefined;
  /** By label: the tokens that each model has read last, and when. */
  readonly warm: Readonly<Record<string, { readonly tokens: number; readonly atMs: number }>>;
  /** Calls of the turn that is open, and the mean of those that ended. */
  readonly callsOfTurn: number;
  readonly callsPerTurn: number | undefined;
  /** The history was summed up since: no cache is warm any more. */
  readonly isCompacted: boolean;
  /** Evidence that came in an open loop of tools, and waits for the next turn of a person. */
  readonly pending: Finding | undefined;
  /** Why the session is with a stronger model than was decided, and that model. */
  readonly escalated: Escalated | undefined;
}

const SESSIONS_MAX = 5_000;
/** Signatures are long; their beginnings differ. */
const MARK_CHARS = 96;

export interface SessionBook {
  get(key: string | undefined): SessionState | undefined;
  set(key: string | undefined, state: SessionState): void;
  noteMark(session: SessionIds, mark: Mark, label: string): void;
  /** Who made it; undefined where that is forgotten or was never known. */
  makerOf(session: SessionIds, mark: Mark): string | undefined;
  /** Keeps what a model thought before it called a tool. */
  noteThought(session: SessionIds, callId: string, thought: string): void;
  thoughtBefore(session: SessionIds, callId: string): string | undefined;
}

const THOUGHTS_MAX = 500;
/** Some servers count their calls from 0 in each answer; a longer id is unique. */
const UNIQUE_CHARS = 16;

export function createSessionBook(
  reader: Pick<SessionReader, "digest">,
  memory: Pick<Memory, "marks" | "noteMark">,
): SessionBook {
  const sessions = createBoundedMap<SessionState>(SESSIONS_MAX);
  const marks = createBoundedMap<string>(MARKS_MAX);
  for (const [digest, label] of memory.marks) marks.set(digest, label);
  const thoughts = createBoundedMap<string>(THOUGHTS_MAX);
  const markKey = ({ key, caller }: SessionIds, { kind, id }: Mark): string =>
    reader.digest(
      id.length >= UNIQUE_CHARS ? "" : (key ?? caller),
      `${kind}${id.slice(0, MARK_CHARS)}${id.length}`,
    );
  return {
    get: (key) => (key === undefined ? undefined : sessions.get(key)),
    set: (key, state) => {
      if (key !== undefined) sessions.set(key, state);
    },
    noteMark: (session, mark, label) => {
      if (mark.id === "") return;
      const digest = markKey(session, mark);
      if (marks.get(digest) === label) return;
      marks.set(digest, label);
      memory.noteMark(digest, label);
    },
    makerOf: (session, mark) => marks.get(markKey(session, mark)),
    noteThought: (session, id, thought) => {
      thoughts.set(markKey(session, { kind: "call", id }), thought);
    },
    thoughtBefore: (session, id) => thoughts.get(markKey(session, { kind: "call", id })),
  };
}
