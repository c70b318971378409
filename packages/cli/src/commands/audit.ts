import { exportAuditLog } from "@signalbox/server";

import type { Command } from "../command.ts";
import { findAccountId } from "../deciding/decide.ts";
import { ACCOUNT_OPTION, withRecords } from "./with-service.ts";

export const auditExport: Command = {
  name: "audit export",
  usage: "audit export [--account ID]",
  summary: "Print the audit log of an account as JSON lines, newest first.",
  details: ["Same output as GET /api/v1/audit-log/export."],
  options: { account: ACCOUNT_OPTION },
  takesConfiguration: true,
  examples: ["signalbox audit export > audit-log.ndjson"],
  run: async (invocation) => {
    await withRecords(invocation, async ({ storage }) => {
      const accountId = await findAccountId({ storage }, invocation.text("account"));
      const caller = { principal: { kind: "local", accountId }, address: undefined } as const;
      for await (const entry of exportAuditLog({ storage }, caller))
        invocation.console.out(`${JSON.stringify(entry)}\n`);
    });
    return 0;
  },
};
