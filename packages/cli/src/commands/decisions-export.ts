// The journal as lines, for those who keep or count it elsewhere. The service may run meanwhile.
import { EXPORT_COLUMNS, exportDecisions } from "@signalbox/server";

import type { Command } from "../command.ts";
import { ACCOUNT_OPTION, accountIds, withRecords } from "./with-service.ts";

export const decisionsExport: Command = {
  name: "decisions export",
  usage: "decisions export [--account ID] [--from TIME] [--to TIME]",
  summary: "Print the decisions of all accounts, or of one, as JSON lines, newest first.",
  details: [
    "Each line has the account, the pick, its estimates and its reports, but no text.",
    "Streams with constant memory. docs/operations.md loads the lines into ClickHouse or Parquet.",
  ],
  options: {
    account: { ...ACCOUNT_OPTION, description: "Account to export. Default: all." },
    from: { type: "string", value: "TIME", description: "Start, ISO 8601." },
    to: { type: "string", value: "TIME", description: "End, exclusive, ISO 8601." },
  },
  takesConfiguration: true,
  examples: [
    "signalbox decisions export --from 2026-06-01T00:00:00Z --to 2026-06-02T00:00:00Z > 2026-06-01.ndjson",
  ],
  run: async (invocation) => {
    const span = { from: invocation.text("from"), to: invocation.text("to") };
    const query = Object.fromEntries(Object.entries(span).filter(([, time]) => time !== undefined));
    await withRecords(invocation, async (records) => {
      for (const accountId of await accountIds(records, invocation.text("account"))) {
        const caller = { principal: { kind: "local", accountId }, address: undefined } as const;
        for await (const decision of exportDecisions(records, caller, query)) {
          const columns = EXPORT_COLUMNS.map((name) => [name, decision[name]] as const);
          invocation.console.out(
            `${JSON.stringify({ account_id: accountId, ...Object.fromEntries(columns) })}\n`,
          );
        }
      }
    });
    return 0;
  },
};
