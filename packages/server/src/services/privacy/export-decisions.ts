// Everything that is kept of the decisions that a selection chooses, for the person they are about.
import { selectedBy, selectedDecisions } from "./selected-decisions.ts";
import { type PrivacySelection } from "@signalbox/contracts";
import type { DecisionRow } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { decisionRecord, feedbackRecord, type ExportRecord } from "../own-account/export-account.ts";
import { countLeftOut } from "./erase-decisions.ts";

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
