// The account's judged decisions as evidence for the learner: newest first and bounded, so that a long history costs
// no more than its recent part.
import type { FeedbackEvidence } from "@signalbox/engine/learn";
import { armNameOf } from "@signalbox/engine/learn";
import type { LearningRow, Storage } from "@signalbox/storage";

export interface EvidenceWindow {
  /** Most judged decisions that one fit looks at. */
  readonly rowsMax: number;
  /** Features of another artefact mean something else; rows of another version are passed over. */
  readonly artefactVersion: string;
  /** Most reports of one key that count a model and day. */
  readonly perKeyDayMax: number;
}

const PAGE_ROWS = 500;
const DAY_MS = 86_400_000;

/** @param rows newest first. @returns the newest of each key, model and day, up to `max` */
function capReports(rows: readonly FeedbackEvidence[], max: number): readonly FeedbackEvidence[] {
  const counts = new Map<string, number>();
  return rows.filter(({ keyId, arm, reportedAtMs }) => {
    const bucket = `${keyId}\0${arm}\0${Math.floor(reportedAtMs / DAY_MS)}`;
    const count = (counts.get(bucket) ?? 0) + 1;
    counts.set(bucket, count);
    return count <= max;
  });
}

/** Decisions of a chain that were judged together share one judgement. */
function chainSizes(rows: readonly LearningRow[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { feedback, chainId } of rows)
    if (feedback.scope === "chain") sizes.set(chainId, (sizes.get(chainId) ?? 0) + 1);
  return sizes;
}

function toEvidence(row: LearningRow, credit: number): FeedbackEvidence | undefined {
  const { feedback, features, reading, estimated } = row;
  if (feedback.value === null || feedback.withdrawnAtMs !== null) return undefined;
  if (features === null || reading === undefined || estimated === undefined) return undefined;
  return {
    arm: armNameOf(feedback.label, row.modelId ?? undefined),
    encoding: { features, ...reading },
    prior: estimated.shippedSuccess,
    outcome: feedback.value,
    keyId: feedback.keyId ?? "dashboard",
    reportedAtMs: feedback.updatedAtMs,
    credit,
  };
}

/** Oldest first. */
export async function readEvidence(
  storage: Pick<Storage, "feedback">,
  accountId: string,
  window: EvidenceWindow,
): Promise<readonly FeedbackEvidence[]> {
  const rows: LearningRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await storage.feedback.listForLearning({
      accountId,
      cursor,
      limit: PAGE_ROWS,
      newestFirst: true,
    });
    rows.push(...page.items.filter((row) => row.artefactVersion === window.artefactVersion));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < window.rowsMax);
  const sizes = chainSizes(rows);
  const evidence = rows
    .slice(0, window.rowsMax)
    .map((row) => toEvidence(row, row.feedback.scope === "chain" ? 1 / (sizes.get(row.chainId) ?? 1) : 1))
    .filter((one) => one !== undefined);
  return capReports(evidence, window.perKeyDayMax).toReversed();
}
