// The record of a decision as the journal kept it, of this version or an earlier one. Records of the first form had notes, reasons and
// rules as text; what they say in codes and numbers is read, the rest stays the words that were shown.
import { isRecord, TOKENIZER_FAMILIES } from "@signalbox/contracts";
import { SignalboxError, type TokenizerFamily } from "@signalbox/contracts";

import type { DemandedLength } from "../conversation/demanded-length.ts";
import type { PartModality } from "../conversation/message.ts";
import type { ConversationNote } from "../conversation/notes.ts";
import type { RejectionCode, RejectionRecord } from "../filter/rejection.ts";
import type { SessionRecord } from "../session/session-record.ts";
import type { SessionState } from "../session/session-state.ts";
import type { ConversationRecord, DecisionRecord, DegradedReason } from "./decision-record.ts";

/** What the storage keeps of a record: it knows of the ranking alone. */
export interface KeptRecord {
  readonly ranking: readonly object[];
}

interface EarlierRejection {
  readonly label: string;
  readonly code: RejectionCode;
  readonly need: number | null;
  readonly limit: number | null;
  readonly what: string | null;
}

type EarlierConversation = Omit<ConversationRecord, "notes" | "demanded" | "hasToolHistory" | "tokens"> & {
  readonly notes: readonly string[];
};

type EarlierRecord = Omit<
  DecisionRecord,
  "conversation" | "rejected" | "found" | "degradedReasons" | "session"
> & {
  readonly conversation: EarlierConversation;
  readonly rejected: readonly EarlierRejection[];
  readonly degradedReasons: readonly string[];
  readonly session: Omit<SessionRecord, "warm" | "switches"> &
    Partial<Pick<SessionRecord, "warm" | "switches">>;
};

type FamilyOf = (label: string) => TokenizerFamily | undefined;

/**
 * @param familyOf tokenizer of a candidate, for records that kept tokens by label alone
 * @throws SignalboxError internal for what is no record of any version
 */
export function readRecord(kept: KeptRecord, familyOf: FamilyOf = () => undefined): DecisionRecord {
  if (isCurrent(kept)) return kept;
  if (isEarlier(kept)) return fromEarlier(kept, familyOf);
  throw new SignalboxError("internal", "The journal holds a decision of an unknown form.");
}

function isCurrent(kept: KeptRecord): kept is DecisionRecord {
  return "conversation" in kept && "found" in kept;
}

function isEarlier(kept: KeptRecord): kept is EarlierRecord {
  return "conversation" in kept && isRecord(kept.conversation) && "degradedReasons" in kept;
}

function fromEarlier(earlier: EarlierRecord, familyOf: FamilyOf): DecisionRecord {
  const { warm = [], switches = 0 } = earlier.session;
  const session = { ...earlier.session, warm, switches };
  return {
    ...earlier,
    conversation: conversationOf(earlier, familyOf),
    rejected: earlier.rejected.map(rejectionOf),
    session,
    found: foundSession(earlier, session),
    degradedReasons: earlier.degradedReasons.map((words): DegradedReason => ({ code: "worded", words })),
  };
}

const DEMANDED = /^demanded_length:(\d{1,5}):(\d{1,5}):(\d{1,5})$/;

function demandedOf(notes: readonly string[]): DemandedLength | null {
  for (const note of notes) {
    const [, mean, low, high] = DEMANDED.exec(note) ?? [];
    if (mean !== undefined) return { mean: Number(mean), low: Number(low), high: Number(high) };
  }
  return null;
}

const isPlainNote = (note: string): note is ConversationNote => !DEMANDED.test(note);

function conversationOf({ conversation, ranking }: EarlierRecord, familyOf: FamilyOf): ConversationRecord {
  const notes = conversation.notes.filter(isPlainNote);
  const tokens: Partial<Record<TokenizerFamily, number>> = {};
  let sum = 0;
  for (const { label, inputTokens } of ranking) {
    const family = familyOf(label);
    if (family !== undefined) tokens[family] = inputTokens;
    sum += inputTokens;
  }
  // A family whose candidates were all rejected is taken to need the mean of those that were ranked.
  const mean = ranking.length === 0 ? 0 : sum / ranking.length;
  for (const family of TOKENIZER_FAMILIES) tokens[family] ??= mean;
  return {
    ...conversation,
    notes,
    demanded: demandedOf(conversation.notes),
    hasToolHistory: notes.includes("tool_loop"),
    tokens,
  };
}

/** The chain as that decision found it: what its cache held is what was billed as cached. */
function foundSession({ ranking, label }: EarlierRecord, session: SessionRecord): SessionState | null {
  const { previousLabel, previousSession: sessionId, turn, warm } = session;
  if (session.action === "first" || previousLabel === null || sessionId === null) return null;
  const warmInputTokens =
    ranking.find((candidate) => candidate.label === previousLabel)?.cachedInputTokens ?? 0;
  const hasSwitched = session.action === "switched" && label !== previousLabel;
  return {
    sessionId,
    turn: turn - 1,
    previousLabel,
    warmInputTokens,
    warm: warm.filter((prompt) => prompt.label !== previousLabel),
    switches: Math.max(0, session.switches - (hasSwitched ? 1 : 0)),
    idleS: warmInputTokens > 0 ? 0 : undefined,
  };
}

function rejectionOf({ label, code, need, limit, what }: EarlierRejection): RejectionRecord {
  const [needed, allowed] = [need ?? 0, limit ?? 0];
  switch (code) {
    case "preference_rule":
      return { label, code, rule: { kind: "worded", words: what ?? "rule" } };
    case "modality":
      return { label, code, modality: modalityOf(what) };
    case "output_format":
      return { label, code, format: what === "json_object" ? "json_object" : "json_schema" };
    case "deprecated":
    case "tools":
      return { label, code };
    case "price_ceiling":
    case "latency_ceiling":
      return { label, code, need, limit: allowed };
    default:
      return { label, code, need: needed, limit: allowed };
  }
}

function modalityOf(what: string | null): PartModality {
  return what === "image" || what === "audio" || what === "video" ? what : "file";
}
