import type { FeedbackEvidence } from "@signalbox/engine/learn";

import type { ServiceContext } from "../../context/service-context.ts";
import { closeOthers, raiseAlert } from "../../services/alerts/raise-alert.ts";
import { findMovers, type Mover } from "./key-reports.ts";

const KIND = "feedback";

const percent = (share: number): string => `${Math.round(100 * share)} %`;

function messageOf({ arm, reports, without, with: all }: Mover, key: string): string {
  return (
    `One key, ${key}, moved what is learned of ${arm}: its ${reports} reports bring the mean from ${percent(without)}, as all others report, to ${percent(all)}. ` +
    "If it is mistaken, revoke it and withdraw its reports."
  );
}

async function nameOf({ storage }: ServiceContext, accountId: string, keyId: string): Promise<string> {
  const key = await storage.apiKeys.find({ accountId, id: keyId });
  return key === undefined ? keyId : `\u201c${key.name}\u201d`;
}

/** Tells the account's people of a key that decides alone what is learned of a model. */
export async function watchReports(
  context: ServiceContext,
  accountId: string,
  rows: readonly FeedbackEvidence[],
): Promise<void> {
  const movers = findMovers(rows);
  for (const mover of movers) {
    const message = messageOf(mover, await nameOf(context, accountId, mover.keyId));
    const details = { message, key_id: mover.keyId, model: mover.arm };
    await raiseAlert(context, { accountId, kind: KIND, subject: mover.arm, severity: "warning", details });
  }
  await closeOthers(context, { accountId, kind: KIND, subjects: new Set(movers.map(({ arm }) => arm)) });
}
