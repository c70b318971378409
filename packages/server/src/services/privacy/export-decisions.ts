// Everything that is kept of the decisions that a selection chooses, for the person they are about.
import { invalid, readKeptTags, type PrivacySelection } from "@signalbox/contracts";
import type { DecisionFilter, DecisionRow } from "@signalbox/storage";
import { createDigestKey, digestSubject } from "../../context/content-digest.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { readTimestamp } from "../timestamps.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { decisionRecord, feedbackRecord, type ExportRecord } from "../own-account/export-account.ts";
import { countLeftOut } from "./erase-decisions.ts";

type Selecting = Pick<ServiceContext, "storage" | "digestKeys">;

const MEMBERS = ["subject", "session_ids", "key_id", "tags", "from", "to"] as const;

/**
 * Each session's conversation, so far as it is about the same subject: what goes on about somebody else is not chosen. One that is
 * unknown here chooses nothing.
 */
async function sessionsOf({ storage }: Selecting, accountId: string, sessionIds: readonly string[]) {
  const chains = await storage.decisions.chainsOf({ accountId, sessionIds });
  return { sessionIds: chains.map(({ sessionId }) => sessionId), chains };
}

/** The same with whatever else is in those conversations; undefined where a selection follows none. */
export function withOtherSubjects(filter: DecisionFilter): DecisionFilter | undefined {
  const { sessions } = filter;
  if (sessions === undefined) return undefined;
  const chains = sessions.chains.map(({ chainId }) => ({ chainId, subjectDigest: undefined }));
  return { ...filter, sessions: { ...sessions, chains } };
}

/** Under every key that the account ever had: the subject was digested with the newest one of its time. */
async function subjectDigests({ digestKeys }: Selecting, accountId: string, subject: string) {
  const keys = await digestKeys.of(accountId);
  return keys.map((key) => digestSubject(subject, createDigestKey(key)));
}

/** By what it chooses, for the audit log: never the subject itself. */
export const selectedBy = (selection: PrivacySelection): readonly string[] =>
  MEMBERS.filter((name) => selection[name] !== undefined);

/** @throws SignalboxError validation_failed when nothing chooses, or a time cannot be read */
export async function selectedDecisions(
  context: Selecting,
  accountId: string,
  selection: PrivacySelection,
): Promise<DecisionFilter> {
  const { subject, session_ids: sessionIds, key_id: keyId, tags, from, to } = selection;
  if (selectedBy(selection).length === 0)
    throw invalid([
      {
        location: "body",
        message: "Nothing says which decisions are meant.",
        fix: `Send one of ${MEMBERS.join(", ")}.`,
      },
    ]);
  return {
    accountId,
    keyId,
    tags: readKeptTags(tags),
    fromMs: from === undefined ? undefined : readTimestamp(from, "body.from"),
    toMs: to === undefined ? undefined : readTimestamp(to, "body.to"),
    sessions: sessionIds && (await sessionsOf(context, accountId, sessionIds)),
    subjectDigests: subject === undefined ? undefined : await subjectDigests(context, accountId, subject),
  };
}

const ROWS_PER_STEP = 100;

type Using = Pick<ServiceContext, "storage" | "digestKeys" | "clock" | "journal">;

/** Each decision, and behind it what was reported about it. */
async function* withFeedback(
  { storage }: Using,
  accountId: string,
  rows: readonly DecisionRow[],
): AsyncGenerator<ExportRecord> {
  const sessionIds = rows.map(({ sessionId }) => sessionId);
  const reports = await storage.feedback.listBySessions({ accountId, sessionIds });
  for (const row of rows) {
    yield decisionRecord(row);
    for (const report of reports) if (report.sessionId === row.sessionId) yield feedbackRecord(report);
  }
}

/** Owners only; the export itself is an audit entry. @throws SignalboxError forbidden, validation_failed before the first record */
export async function exportSelected(
  context: Using,
  caller: Caller,
  selection: PrivacySelection,
): Promise<AsyncGenerator<ExportRecord>> {
  authorise(caller.principal, "privacy.manage");
  const { accountId } = caller.principal;
  await context.journal.flush();
  const filter = await selectedDecisions(context, accountId, selection);
  const leftOut = await countLeftOut(context, filter);
  await changeAs(context, changedBy(caller), ({ note }) =>
    note({ action: "privacy.export", details: { by: selectedBy(selection) } }),
  );
  return (async function* () {
    let portion: DecisionRow[] = [];
    for await (const row of context.storage.decisions.stream(filter)) {
      portion.push(row);
      if (portion.length < ROWS_PER_STEP) continue;
      yield* withFeedback(context, accountId, portion);
      portion = [];
    }
    if (portion.length > 0) yield* withFeedback(context, accountId, portion);
    if (leftOut > 0) yield { type: "left_out", decisions: leftOut, reason: "another_subject" };
  })();
}
