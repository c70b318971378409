// Guarantees of any storage, whatever database is below. Run on each by conformance.test.ts.
import { after, before, describe } from "node:test";

import { describeAlertsAndFigures } from "./conformance/alerts.suite.ts";
import { describeAudit } from "./conformance/audit.suite.ts";
import { describeGroups } from "./conformance/groups.suite.ts";
import { describeIsolation } from "./conformance/isolation.suite.ts";
import { describeHistory, describeJournal } from "./conformance/journal.suite.ts";
import { describeKeptRows, describeKeysAndPreferences } from "./conformance/keys-and-preferences.suite.ts";
import { describeLearning } from "./conformance/learning.suite.ts";
import { describePeople, describeSecondFactors } from "./conformance/people.suite.ts";
import { describeTransactions } from "./conformance/transactions.suite.ts";
import type { Storage } from "./index.ts";

interface ConformanceTarget {
  readonly name: string;
  readonly skip: string | false;
  open(): Promise<Storage>;
  /** After the storage was closed. */
  release(): Promise<void>;
}

export function describeConformance(target: ConformanceTarget): void {
  describe(`storage on ${target.name}`, { skip: target.skip }, () => {
    let storage: Storage | undefined;
    const open = (): Storage => {
      if (storage === undefined) throw new Error("the storage is not open yet");
      return storage;
    };
    before(async () => {
      storage = await target.open();
    });
    after(async () => {
      await storage?.close();
      await target.release();
    });
    describePeople(open);
    describeSecondFactors(open);
    describeKeysAndPreferences(open);
    describeJournal(open);
    describeGroups(open);
    describeLearning(open);
    describeKeptRows(open);
    describeAlertsAndFigures(open);
    describeHistory(open);
    describeAudit(open);
    describeIsolation(open);
    describeTransactions(open);
  });
}
