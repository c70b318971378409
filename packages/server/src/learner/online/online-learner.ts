// Learns in the background: for every account whose feedback changed, one fit over its recent evidence, written as an
// immutable snapshot that all replicas pick up. A crash at any point leaves the last snapshot current.
import { createHash } from "node:crypto";
import type { FittedReports } from "@signalbox/engine/learn";
import type { Storage } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { closeOthers, raiseAlert } from "../../services/alerts/raise-alert.ts";
import { ONLINE_KIND } from "../../services/accounts/account-states.ts";
import type { Clock } from "../../context/clock.ts";
import { readAccountSettings } from "../../services/accounts/settings.ts";
import type { FitThread } from "./fit-thread.ts";
import { readEvidence, type EvidenceWindow } from "./read-evidence.ts";

const KIND = "feedback";

type BoundKeys = FittedReports["bounded"];

/** Fewer reports on a model, or a smaller part of its move held back, say nothing yet. */
const [SHOWN_REPORTS, SHOWN_MOVE] = [20, 0.05];

function messageOf({ arm, reports, residual, isDropped }: BoundKeys[number], key: string): string {
  const said =
    `by its ${reports} reports the model succeeds ${Math.round(100 * Math.abs(residual))} points ` +
    `${residual < 0 ? "less" : "more"} often than estimated.`;
  const cure = "If it is mistaken, revoke it and erase its reports: Learning, Evidence.";
  return isDropped
    ? `What ${key} reports on ${arm} contradicts the other keys: ${said} None of its reports counts until they agree. ${cure}`
    : `No other key confirms what ${key} reports on ${arm}: ${said} The key moves the model by ten points at most until another confirms it. ${cure}`;
}

async function nameOf({ storage }: ServiceContext, accountId: string, keyId: string): Promise<string> {
  const key = await storage.apiKeys.find({ accountId, id: keyId });
  return key === undefined ? keyId : `\u201c${key.name}\u201d`;
}

/** Tells the account's people of a key that is held back because no other confirms its reports, or all others contradict them. */
export async function watchReports(
  context: ServiceContext,
  accountId: string,
  bounded: BoundKeys,
): Promise<void> {
  const shown = bounded.filter(({ reports, heldBack }) => reports >= SHOWN_REPORTS && heldBack >= SHOWN_MOVE);
  for (const bound of shown) {
    const message = messageOf(bound, await nameOf(context, accountId, bound.keyId));
    const details = { message, key_id: bound.keyId, model: bound.arm };
    await raiseAlert(context, { accountId, kind: KIND, subject: bound.arm, severity: "warning", details });
  }
  await closeOthers(context, { accountId, kind: KIND, subjects: new Set(shown.map(({ arm }) => arm)) });
}

/** Snapshots kept for rollback. */
const SNAPSHOTS_KEPT = 20;
/** A report is written before its change time can be seen here; looking a little back misses none. */
const OVERLAP_MS = 5_000;

export interface OnlineLearner {
  /** One round over the accounts whose feedback changed since the last. Returns how many snapshots were written. */
  round(): Promise<number>;
  /** One account, now. True when a new snapshot is current. */
  update(accountId: string): Promise<boolean>;
  /** After a deletion: what the deleted reports taught is gone once this returns. Costs nothing where nothing was learned. */
  forget(accountId: string): Promise<boolean>;
}

interface LearnerParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly thread: FitThread;
  readonly window: () => EvidenceWindow;
  /** Given the keys that a fit held back. */
  readonly onFitted?: (accountId: string, bounded: BoundKeys) => Promise<void>;
}

/** The same evidence gives the same version, so that two replicas that learn at the same time agree. */
function versionOf(snapshot: string): string {
  return `online-${createHash("sha256").update(snapshot).digest("hex").slice(0, 16)}`;
}

async function mayLearn(storage: Storage, accountId: string): Promise<boolean> {
  const account = await storage.accounts.find(accountId);
  return account !== undefined && readAccountSettings(account.settings).learning_enabled;
}

async function writeSnapshot(
  parts: LearnerParts,
  accountId: string,
  fitted: { snapshot: string; rows: number },
): Promise<boolean> {
  const { learned } = parts.storage;
  const version = versionOf(fitted.snapshot);
  const parentVersion = (await learned.findCurrentVersion({ accountId, kind: ONLINE_KIND })) ?? null;
  if (version === parentVersion) return false;
  const known = await learned.find({ accountId, kind: ONLINE_KIND, version });
  if (known === undefined)
    await learned.create({
      accountId,
      kind: ONLINE_KIND,
      version,
      parentVersion,
      meta: {
        rows: fitted.rows,
        artefactVersion: parts.window().artefactVersion,
      },
      createdAtMs: parts.clock.nowMs(),
      blob: Buffer.from(fitted.snapshot),
    });
  const isCurrent = await learned.setCurrent({
    accountId,
    kind: ONLINE_KIND,
    version,
    expectedVersion: parentVersion,
  });
  await learned.prune({ accountId, kind: ONLINE_KIND, keep: SNAPSHOTS_KEPT });
  return isCurrent;
}

const HOUR_MS = 3_600_000;
/** Days over which decisions and reports are counted, and the steps of their share, so that it stays the same for a while. */
const [COUNTED_DAYS, SHARE_STEPS] = [30, 20];

/** Share of the account's recent decisions that were reported on; all where none is counted. @range 0..1 */
async function reportedShareOf({ storage, clock }: LearnerParts, accountId: string): Promise<number> {
  const toMs = clock.nowMs();
  const fromMs = toMs - COUNTED_DAYS * 24 * HOUR_MS;
  const groups = await storage.groups.read({ accountId, dimension: "label", fromMs, toMs, bucketHours: 24 });
  const decisions = groups.reduce((sum, group) => sum + group.decisions, 0);
  const judged = groups.reduce((sum, group) => sum + group.judged, 0);
  if (decisions === 0) return 1;
  return Math.min(1, Math.ceil((SHARE_STEPS * judged) / decisions) / SHARE_STEPS);
}

async function updateAccount(parts: LearnerParts, accountId: string): Promise<boolean> {
  const { storage, clock, thread } = parts;
  if (!(await mayLearn(storage, accountId))) return false;
  const rows = await readEvidence(storage, accountId, parts.window());
  const reportedShare = await reportedShareOf(parts, accountId);
  const { snapshot, bounded = [] } = await thread.fit({ rows, nowMs: clock.nowMs(), reportedShare });
  await parts.onFitted?.(accountId, bounded);
  if (snapshot === undefined) return storage.learned.clearCurrent({ accountId, kind: ONLINE_KIND });
  return writeSnapshot(parts, accountId, { snapshot, rows: rows.length });
}

export function createOnlineLearner(parts: LearnerParts): OnlineLearner {
  // Feedback that arrived while the service was down is learned in the first round.
  let sinceMs = 0;
  return {
    update: (accountId) => updateAccount(parts, accountId),
    forget: async (accountId) => {
      const version = await parts.storage.learned.findCurrentVersion({ accountId, kind: ONLINE_KIND });
      const isRenewed = version === undefined ? false : await updateAccount(parts, accountId);
      // Earlier ones were fitted with what is to be forgotten.
      await parts.storage.learned.prune({ accountId, kind: ONLINE_KIND, keep: 0 });
      return isRenewed;
    },
    round: async () => {
      const startedMs = parts.clock.nowMs();
      const accounts = await parts.storage.feedback.listChangedAccounts({ sinceMs });
      let written = 0;
      for (const accountId of accounts) if (await updateAccount(parts, accountId)) written += 1;
      sinceMs = startedMs - OVERLAP_MS;
      return written;
    },
  };
}
