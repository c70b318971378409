// Whether the database has what was acknowledged: every answered decision, with the label that was answered.
import { openStorage } from "@signalbox/storage";

/** Session ids that are missing, or journalled under another label. */
export async function findLost(
  url: string,
  answered: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const storage = await openStorage({ url });
  try {
    const [account] = (await storage.accounts.list()).items;
    if (account === undefined) throw new Error("The database has no account.");
    const lost: string[] = [];
    for (const [sessionId, label] of answered) {
      const row = await storage.decisions.findSummary({ accountId: account.id, sessionId });
      if (row?.label !== label) lost.push(sessionId);
    }
    return lost;
  } finally {
    await storage.close();
  }
}
