// The last decision of each live session, in memory first: most next turns come within minutes. What was forgotten or
// was decided by another replica is read from the journal. A session of another account behaves as missing.
import { SignalboxError } from "@signalbox/contracts";
import { createBoundedMap, readRecord } from "@signalbox/engine/internals";
import type { DecisionRow, Storage } from "@signalbox/storage";

import type { SessionMemory, SessionTurn } from "../../context/ports.ts";

const SESSIONS_MAX = 50_000;

function unknownSession(): SignalboxError {
  return new SignalboxError("not_found", "previous_session: there is no such session in this account.", {
    errors: [
      {
        location: "previous_session",
        message: "It is not known in this account.",
        fix: "Send the session_id of an earlier answer, or leave it out.",
      },
    ],
  });
}

/** The part of a journal row that the next turn needs. */
export function turnOf(row: DecisionRow): SessionTurn {
  const { accountId, sessionId, chainId, turn, label, inputTokens, createdAtMs } = row;
  const { warm, switches } = readRecord(row.record).session;
  return { accountId, sessionId, chainId, turn, label, inputTokens, createdAtMs, warm, switches };
}

export function createSessionMemory(storage: Storage): SessionMemory {
  const turns = createBoundedMap<SessionTurn>(SESSIONS_MAX);
  const load = async (accountId: string, sessionId: string): Promise<SessionTurn> => {
    const row = await storage.decisions.find({ accountId, sessionId });
    if (row === undefined) throw unknownSession();
    const found = turnOf(row);
    turns.set(sessionId, found);
    return found;
  };
  return {
    remember: (turn) => {
      turns.set(turn.sessionId, turn);
    },
    forgetAll: () => {
      turns.clear();
    },
    find: (accountId, sessionId) => {
      const known = turns.get(sessionId);
      return known?.accountId === accountId ? known : load(accountId, sessionId);
    },
  };
}
